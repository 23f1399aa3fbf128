/* Profiles: teeth of gears and cams. Values and their changes along any direction come from one
 * formula, in arithmetic that differentiates itself. */
#include <float.h>
#include <math.h>

#include "geometry_site.h"
#include "lash_math.h"

/* ---------------------------------------------------------------------- a number and its change */

typedef struct dual {
  double v, d;
} dual;
typedef struct dual3 {
  dual e[3];
} dual3;

static inline dual num(double v) { return (dual){v, 0}; }
static inline dual add(dual a, dual b) { return (dual){a.v + b.v, a.d + b.d}; }
static inline dual sub(dual a, dual b) { return (dual){a.v - b.v, a.d - b.d}; }
static inline dual mul(dual a, dual b) { return (dual){a.v * b.v, a.d * b.v + a.v * b.d}; }
static inline dual times(double f, dual a) { return (dual){f * a.v, f * a.d}; }
static inline dual divide(dual a, dual b) {
  const double q = a.v / b.v;
  return (dual){q, (a.d - q * b.d) / b.v};
}
static inline dual root(dual a) {
  const double r = sqrt(a.v);
  return (dual){r, 0.5 * a.d / r};
}
/* Angle of (x, y) from the x-axis. */
static inline dual angle_of(dual y, dual x) {
  return (dual){lash_atan2(y.v, x.v), (x.v * y.d - y.v * x.d) / (x.v * x.v + y.v * y.v)};
}

static inline dual3 vector(const double v[3], const double d[3]) {
  return (dual3){{{v[0], d[0]}, {v[1], d[1]}, {v[2], d[2]}}};
}
static inline dual dot(dual3 a, dual3 b) {
  return add(add(mul(a.e[0], b.e[0]), mul(a.e[1], b.e[1])), mul(a.e[2], b.e[2]));
}
static inline dual3 cross(dual3 a, dual3 b) {
  return (dual3){{sub(mul(a.e[1], b.e[2]), mul(a.e[2], b.e[1])),
                  sub(mul(a.e[2], b.e[0]), mul(a.e[0], b.e[2])),
                  sub(mul(a.e[0], b.e[1]), mul(a.e[1], b.e[0]))}};
}
static inline dual3 scaled(dual f, dual3 a) {
  return (dual3){{mul(f, a.e[0]), mul(f, a.e[1]), mul(f, a.e[2])}};
}
static inline dual3 plus(dual3 a, dual3 b) {
  return (dual3){{add(a.e[0], b.e[0]), add(a.e[1], b.e[1]), add(a.e[2], b.e[2])}};
}
static inline dual3 minus(dual3 a, dual3 b) { return plus(a, scaled(num(-1), b)); }

static inline void values(dual3 a, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a.e[k].v;
}
static inline void changes(dual3 a, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a.e[k].d;
}

/* A site's form and its change. */
typedef struct dual_form {
  dual delta, share;
  dual3 normal, surface_j, eccentricity;
} dual_form;

/* ---------------------------------------------------------------------------------------- gears */

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

static dual turned(dual3 from, dual3 side, dual3 k) {
  return angle_of(dot(k, cross(from, side)), dot(from, side));
}

static dual_form tooth_at(const lash_site *site, const lash_config *config,
                          const lash_config *change) {
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
  dual_form q;
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

/* --------------------------------------------------------------------------------------- public */

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

/* ----------------------------------------------------------------------------------------- cams */

/* A convex cam by its support function h(psi): how far it reaches in the direction psi from its
 * side.
 *
 * In the direction u it touches a plane normal to u at h u + h' (k x u), k the cam's axis. A flat
 * face has its own u; a roller's centre c picks the one with the greatest distance u.c - h, where
 * (k x u).c = h'. In both cases the gap is an envelope, so its rate is that of the material. */

/* Between knots the polynomial of fifth degree with their value, slope and bend: where the knots
 * are those of a cubic spline, the spline itself. */
static void between_knots(const lash_geometry *g, double at, double h[3]) {
  const double step = 2 * LASH_PI / (double)g->knots, place = at / step;
  const size_t k = (size_t)place < g->knots ? (size_t)place : g->knots - 1;
  const double *a = g->knot[k], *b = g->knot[(k + 1) % g->knots], u = place - (double)k;
  const double c1 = step * a[1], c2 = 0.5 * step * step * a[2];
  const double D = b[0] - (a[0] + c1 + c2), D1 = step * b[1] - (c1 + 2 * c2),
               D2 = step * step * b[2] - 2 * c2;
  const double c3 = 10 * D - 4 * D1 + 0.5 * D2, c4 = -15 * D + 7 * D1 - D2,
               c5 = 6 * D - 3 * D1 + 0.5 * D2;
  h[0] = a[0] + u * (c1 + u * (c2 + u * (c3 + u * (c4 + u * c5))));
  h[1] = (c1 + u * (2 * c2 + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)))) / step;
  h[2] = (2 * c2 + u * (6 * c3 + u * (12 * c4 + u * 20 * c5))) / (step * step);
}

/* h and its first two derivatives. */
static void support(const lash_geometry *g, double psi, double h[3]) {
  double at = psi - 2 * LASH_PI * floor(psi / (2 * LASH_PI)), u, sign = 1, span = g->rise;
  if (g->knots) {
    between_knots(g, at, h);
    return;
  }
  h[0] = g->radius_i;
  h[1] = h[2] = 0;
  if (at <= g->rise) {
    u = at / g->rise;
  } else if (at <= g->rise + g->dwell) {
    h[0] += g->lift;
    return;
  } else if (at < g->rise + g->dwell + g->fall) {
    span = g->fall;
    u = (g->rise + g->dwell + g->fall - at) / span;
    sign = -1;
  } else {
    return;
  }
  const double u2 = u * u, u3 = u2 * u;
  h[0] += g->lift * u2 * u2 * (35 + u * (-84 + u * (70 - 20 * u)));
  h[1] = sign * g->lift / span * u3 * (140 + u * (-420 + u * (420 - 140 * u)));
  h[2] = g->lift / (span * span) * u2 * (420 + u * (-1680 + u * (2100 - 840 * u)));
}

void lash_cam_reach(const lash_geometry *cam, double angle, double reach[3]) {
  support(cam, angle, reach);
}

/* Slopes and bends of the closed cubic spline through the knots' values. */
static void bend(lash_geometry *g) {
  enum { SWEEPS = 60 }; /* each takes three quarters of the error away, and more */
  const size_t n = g->knots;
  const double step = 2 * LASH_PI / (double)n;
  for (size_t k = 0; k < n; k++) g->knot[k][2] = 0;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    for (size_t k = 0; k < n; k++) {
      const double *a = g->knot[(k + n - 1) % n], *b = g->knot[(k + 1) % n];
      const double second = (a[0] - 2 * g->knot[k][0] + b[0]) / (step * step);
      g->knot[k][2] = 0.25 * (6 * second - a[2] - b[2]);
    }
  }
  for (size_t k = 0; k < n; k++) {
    const double *a = g->knot[(k + n - 1) % n], *b = g->knot[(k + 1) % n];
    g->knot[k][1] = (b[0] - a[0]) / (2 * step) - step * (b[2] - a[2]) / 12;
  }
}

/* The support function in the direction psi of an outline r(theta): of the place where the
 * outline's normal points there, theta = psi + atan(r'/r). false: none, the outline is hollow. */
static bool support_of_outline(const lash_geometry *outline, double psi, double h[3]) {
  double theta = psi, r[3];
  for (int k = 0; k < 60; k++) {
    support(outline, theta, r);
    const double square = r[0] * r[0] + r[1] * r[1];
    const double bulge = square + r[1] * r[1] - r[0] * r[2];
    const double off = theta - lash_atan2(r[1], r[0]) - psi;
    if (!(r[0] > 0) || !(bulge > 0)) return false;
    const double move = off * square / bulge;
    theta -= fmax(-0.3, fmin(0.3, move));
    if (fabs(move) > 1e-14) continue;
    h[0] = r[0] * lash_cos(theta - psi);
    h[1] = r[0] * lash_sin(theta - psi);
    h[2] = square * sqrt(square) / bulge - h[0];
    return true;
  }
  return false;
}

static lash_status hollow(lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT,
                   "the cam is hollow or has a cusp between its points: give smoother or other "
                   "values, or a larger base circle");
}

lash_status lash_cam_by_points(lash_geometry *cam, lash_cam_points kind, const double *value,
                               size_t count, lash_error *error) {
  if (count < 8 || count > LASH_CAM_KNOTS)
    return lash_fail(error, LASH_BAD_INPUT, "a cam by points takes 8 to %d values, not %zu",
                     LASH_CAM_KNOTS, count);
  cam->knots = count;
  for (size_t k = 0; k < count; k++) {
    cam->knot[k][0] = kind == LASH_CAM_LIFTS ? cam->radius_i + value[k] : value[k];
    if (!isfinite(value[k]) || !(cam->knot[k][0] > 0))
      return lash_fail(error, LASH_BAD_INPUT,
                       "value %zu of the cam's points, %g, is not legal: the cam must reach "
                       "beyond its axis",
                       k + 1, value[k]);
  }
  bend(cam);
  if (kind == LASH_CAM_RADII) {
    const lash_geometry outline = *cam;
    cam->radius_i = value[0];
    for (size_t k = 0; k < count; k++) {
      const double psi = 2 * LASH_PI * (double)k / (double)count;
      if (!support_of_outline(&outline, psi, cam->knot[k])) return hollow(error);
      cam->radius_i = fmin(cam->radius_i, value[k]);
    }
  }
  return lash_cam_is_convex(cam) ? LASH_OK : hollow(error);
}

bool lash_cam_is_convex(const lash_geometry *cam) {
  for (int k = 0; k < 1440; k++) {
    double h[3];
    support(cam, LASH_PI * k / 720, h);
    if (!(h[0] + h[2] > 0)) return false;
  }
  return true;
}

/* Direction from the cam's side in which the roller's centre lies farthest from it. */
static double direction_of(const lash_geometry *g, double c1, double c2) {
  double psi = lash_atan2(c2, c1), h[3];
  for (int k = 0; k < 60; k++) {
    support(g, psi, h);
    const double along = lash_cos(psi) * c1 + lash_sin(psi) * c2,
                 across = lash_cos(psi) * c2 - lash_sin(psi) * c1;
    const double step = (across - h[1]) / fmax(along + h[2], 0.1 * g->radius_i);
    psi += fmax(-0.3, fmin(0.3, step));
    if (fabs(step) < 1e-15) break;
  }
  return psi;
}

static dual_form touch_at(const lash_site *site, const lash_config *config,
                          const lash_config *change) {
  const lash_geometry *g = site->geometry;
  const dual3 x = vector(config->x, change->x), k = vector(config->axis_i, change->axis_i),
              side = vector(config->side_i, change->side_i);
  const dual3 across = cross(k, side);
  const bool flat = g->shape == LASH_CAM_FLAT;
  dual_form q = {.share = num(site->share)};
  dual psi;
  double h[3];
  if (flat) {
    const dual3 z = vector(config->axis_j, change->axis_j);
    const dual3 in_plane = minus(z, scaled(dot(z, k), k));
    psi = angle_of(dot(in_plane, across), dot(in_plane, side));
    support(g, psi.v, h);
  } else { /* the direction follows the centre: d(across) = (along + h'') d(psi) */
    const dual c1 = dot(x, side), c2 = dot(x, across);
    psi.v = direction_of(g, c1.v, c2.v);
    support(g, psi.v, h);
    const double c = lash_cos(psi.v), s = lash_sin(psi.v);
    psi.d = (c * c2.d - s * c1.d) / (c * c1.v + s * c2.v + h[2]);
  }
  const dual reach = {h[0], h[1] * psi.d}, offset = {h[1], h[2] * psi.d};
  const dual c = {lash_cos(psi.v), -lash_sin(psi.v) * psi.d},
             s = {lash_sin(psi.v), lash_cos(psi.v) * psi.d};
  q.normal = plus(scaled(c, side), scaled(s, across));
  const dual3 around = cross(k, q.normal);
  const dual far = dot(x, q.normal);
  q.delta = sub(add(reach, num(flat ? 0 : g->radius_j)), far);
  /* a face touches in its own plane, a roller on its own surface */
  q.surface_j = flat ? minus(plus(scaled(far, q.normal), scaled(offset, around)), x)
                     : scaled(num(-g->radius_j), q.normal);
  q.eccentricity = x;
  return q;
}

/* --------------------------------------------------------------------------------- as any site */

static dual_form form_at(const lash_site *site, const lash_config *config,
                         const lash_config *change) {
  return (site->kind == LASH_SITE_TOOTH ? tooth_at : touch_at)(site, config, change);
}

void lash_profile_value(const lash_site *site, const lash_config *config, lash_site_form *form) {
  static const lash_config still = {.x = {0}};
  const dual_form q = form_at(site, config, &still);
  form->delta = q.delta.v;
  form->share = q.share.v;
  values(q.normal, form->normal);
  values(q.surface_j, form->surface_j);
  values(q.eccentricity, form->eccentricity);
}

void lash_profile_change(const lash_site *site, const lash_config *config,
                         const lash_config *change, lash_site_form *out) {
  const dual_form q = form_at(site, config, change);
  out->delta = q.delta.d;
  out->share = q.share.d;
  changes(q.normal, out->normal);
  changes(q.surface_j, out->surface_j);
  changes(q.eccentricity, out->eccentricity);
}
