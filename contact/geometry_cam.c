/* A convex cam by its support function h(psi): how far it reaches in the direction psi from its
 * side.
 *
 * In the direction u it touches a plane normal to u at h u + h' (k x u), k the cam's axis. A flat
 * face has its own u; a roller's centre c picks the one with the greatest distance u.c - h, where
 * (k x u).c = h'. In both cases the gap is an envelope, so its rate is that of the material. */
#include <float.h>
#include <math.h>

#include "dual.h"
#include "geometry_site.h"

/* h and its first three derivatives. */
static void support(const lash_geometry *g, double psi, double h[4]) {
  double at = psi - 2 * LASH_PI * floor(psi / (2 * LASH_PI)), u, sign = 1, span = g->rise;
  h[0] = g->radius_i;
  h[1] = h[2] = h[3] = 0;
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
  h[3] = sign * g->lift / (span * span * span) * u * (840 + u * (-5040 + u * (8400 - 4200 * u)));
}

bool lash_cam_is_convex(const lash_geometry *cam) {
  for (int k = 0; k < 1440; k++) {
    double h[4];
    support(cam, LASH_PI * k / 720, h);
    if (!(h[0] + h[2] > 0)) return false;
  }
  return true;
}

/* Direction from the cam's side in which the roller's centre lies farthest from it. */
static double direction_of(const lash_geometry *g, double c1, double c2) {
  double psi = lash_atan2(c2, c1), h[4];
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

typedef struct touch {
  dual delta;
  dual3 normal, surface_j, eccentricity;
} touch;

static touch touch_at(const lash_site *site, const lash_config *config, const lash_config *change) {
  const lash_geometry *g = site->geometry;
  const dual3 x = vector(config->x, change->x), k = vector(config->axis_i, change->axis_i),
              side = vector(config->side_i, change->side_i);
  const dual3 across = cross(k, side);
  const bool flat = g->shape == LASH_CAM_FLAT;
  touch q;
  dual psi;
  double h[4];
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

void lash_cam_value(const lash_site *site, const lash_config *config, lash_site_form *form) {
  static const lash_config none = {.x = {0}};
  const touch q = touch_at(site, config, &none);
  form->delta = q.delta.v;
  values(q.normal, form->normal);
  values(q.surface_j, form->surface_j);
  values(q.eccentricity, form->eccentricity);
}

void lash_cam_change(const lash_site *site, const lash_config *config, const lash_config *change,
                     lash_site_form *out) {
  const touch q = touch_at(site, config, change);
  out->delta = q.delta.d;
  changes(q.normal, out->normal);
  changes(q.surface_j, out->surface_j);
  changes(q.eccentricity, out->eccentricity);
}
