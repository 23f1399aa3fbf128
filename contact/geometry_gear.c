/* A pair of involute teeth, and how much of the load it carries.
 *
 * e: from the axis of i to that of j, t = k x e; a their distance. All pairs of a flank touch along
 * one line of action through the pitch point, n = sign cos(aw) t + sin(aw) e, cos(aw) = (rb1 +
 * rb2)/a. With th1 the angle of i's side from e and th2 that of j's from -e,
 *
 *   delta = sign (rb1 th1 + rb2 th2) - (rb1 + rb2)(inv aw - inv a0) - play/2,  inv = tan -
 * identity,
 *
 * whose rate is the approach of the flanks, also when the centres move. A pair touches at
 * s = rb1 (sign th1 + pi/(2 z1) + inv a0 - inv aw), up to whole pitches, from the pitch point along
 * n, between where the tip of j meets the root of i and where the tip of i leaves j. */
#include <float.h>
#include <math.h>

#include "dual.h"
#include "geometry_site.h"

#define RAMP 0.05 /* of the pitch, over which a pair comes to bear */

typedef struct gears {
  double rb1, rb2, ra1, ra2, a0, pitch; /* base and tip radii, pressure angle, base pitch */
} gears;

static gears gears_of(const lash_geometry *g) {
  const double c = lash_cos(g->pressure), half = 0.5 * g->module;
  return (gears){half * g->teeth_i * c,   half * g->teeth_j * c, half * (g->teeth_i + 2),
                 half * (g->teeth_j + 2), g->pressure,           LASH_PI * g->module * c};
}

/* Working pressure angle; centres that would take the teeth off their involutes count as far as
 * they go. */
static dual working_angle(const gears *w, dual a) {
  const dual c = divide(num(w->rb1 + w->rb2), a);
  if (c.v >= 0.999) return num(lash_acos(0.999));
  return angle_of(root(sub(num(1), mul(c, c))), c);
}

/* tan - identity loses its small difference where both are large; here angles are moderate. */
static dual tangent_of(dual x) {
  const double t = (lash_sin(x.v) / lash_cos(x.v));
  return (dual){t, x.d * (1 + t * t)};
}

static double involute(double x) { return (lash_sin(x) / lash_cos(x)) - x; }

/* Where the path of contact begins (before the pitch point) and ends. */
static void path_of(const gears *w, dual tangent, dual *begin, dual *end) {
  const double one = sqrt(w->ra1 * w->ra1 - w->rb1 * w->rb1),
               two = sqrt(w->ra2 * w->ra2 - w->rb2 * w->rb2);
  *end = sub(num(one), times(w->rb1, tangent));
  *begin = sub(times(w->rb2, tangent), num(two));
}

/* 0 below -half, 1 above half, a raised cosine between. */
static dual ramp(dual x, double half) {
  if (x.v <= -half) return num(0);
  if (x.v >= half) return num(1);
  const double q = 0.5 * LASH_PI / half;
  return (dual){0.5 * (1 + lash_sin(q * x.v)), 0.5 * q * lash_cos(q * x.v) * x.d};
}

typedef struct tooth {
  dual delta, share;
  dual3 normal, surface_j, eccentricity;
} tooth;

static dual turned(dual3 from, dual3 side, dual3 k) {
  return angle_of(dot(k, cross(from, side)), dot(from, side));
}

static tooth tooth_at(const lash_site *site, const lash_config *config, const lash_config *change) {
  const gears w = gears_of(site->geometry);
  const dual3 x = vector(config->x, change->x), k = vector(config->axis_i, change->axis_i);
  const dual3 side_i = vector(config->side_i, change->side_i),
              side_j = vector(config->side_j, change->side_j);
  const dual3 e = minus(x, scaled(dot(x, k), k));
  const dual a = root(add(dot(e, e), num(DBL_MIN)));
  const dual3 out = scaled(divide(num(1), a), e), t = cross(k, out);
  const dual th1 = turned(out, side_i, k), th2 = turned(scaled(num(-1), out), side_j, k);
  const dual aw = working_angle(&w, a), tangent = tangent_of(aw);
  const dual spread = sub(sub(tangent, aw), num(involute(w.a0)));

  dual error = add(times(w.rb1, th1), times(w.rb2, th2)); /* of transmission, within a pitch */
  error.v -= w.pitch * round(error.v / w.pitch);
  tooth q;
  q.delta = sub(times(site->sign, error), times(w.rb1 + w.rb2, spread));
  q.delta.v -= 0.5 * site->geometry->play;

  dual begin, end;
  path_of(&w, tangent, &begin, &end);
  const double half = 0.5 * RAMP * w.pitch;
  dual s = sub(times(w.rb1 * site->sign, th1), times(w.rb1, spread));
  s.v += 0.25 * w.pitch; /* rb1 pi/(2 z1) */
  s.v -= w.pitch * floor((s.v - (begin.v - half)) / w.pitch);
  s.v += site->pair * w.pitch;
  q.share = mul(ramp(sub(s, begin), half), ramp(sub(end, s), half));

  const dual c = (dual){lash_cos(aw.v), -lash_sin(aw.v) * aw.d},
             sn = (dual){lash_sin(aw.v), lash_cos(aw.v) * aw.d};
  q.normal = plus(scaled(times(site->sign, c), t), scaled(sn, out));
  const dual3 place = plus(scaled(times(w.rb1 / (w.rb1 + w.rb2), a), out), scaled(s, q.normal));
  q.surface_j = minus(minus(place, scaled(q.delta, q.normal)), x); /* place is on i's flank */
  q.eccentricity = e;
  return q;
}

void lash_tooth_value(const lash_site *site, const lash_config *config, lash_site_form *form) {
  static const lash_config none = {.x = {0}};
  const tooth q = tooth_at(site, config, &none);
  form->delta = q.delta.v;
  form->share = q.share.v;
  values(q.normal, form->normal);
  values(q.surface_j, form->surface_j);
  values(q.eccentricity, form->eccentricity);
}

void lash_tooth_change(const lash_site *site, const lash_config *config, const lash_config *change,
                       lash_site_form *out) {
  const tooth q = tooth_at(site, config, change);
  out->delta = q.delta.d;
  out->share = q.share.d;
  changes(q.normal, out->normal);
  changes(q.surface_j, out->surface_j);
  changes(q.eccentricity, out->eccentricity);
}

/* ---------------------------------------------------------------------------------------- public
 */

double lash_gear_angle(const lash_geometry *gear, double a) {
  const gears w = gears_of(gear);
  return working_angle(&w, num(a)).v;
}

double lash_gear_contact_ratio(const lash_geometry *gear, double a) {
  const gears w = gears_of(gear);
  dual begin, end;
  path_of(&w, tangent_of(working_angle(&w, num(a))), &begin, &end);
  return (end.v - begin.v) / w.pitch;
}

double lash_gear_backlash(const lash_geometry *gear, double a) {
  const gears w = gears_of(gear);
  return 2 * (w.rb1 + w.rb2) * (involute(lash_gear_angle(gear, a)) - involute(w.a0)) + gear->play;
}
