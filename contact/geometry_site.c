/* A contact site as a function of the configuration, and its derivative along a direction. Each
 * formula stands next to its own differential, in the same order, so that they can be read
 * together.
 *
 * Why n . (relative velocity of material) is the rate of delta at every site: the point of a round
 * site is fixed in its body, and the foot on an axis may slide along the axis without changing the
 * distance; the point of a face follows the envelope of the rounded rim (see face_value). */
#include "geometry_site.h"

#include <math.h>
#include <string.h>

#include "lash_space.h"

/* Eccentricity below this part of the radii has no direction worth the name. */
#define CENTRED_PART 1e-12

/* Nearer than this to the direction opposite the pole, the pole's tangents are frozen. */
#define POLE_MARGIN 1e-12

/* ---------------------------------------------------------------------------------- round sites */

static const double *site_axis(const lash_site *site, const lash_config *config) {
  if (site->kind == LASH_SITE_AXIS_I || site->kind >= LASH_SITE_TOOTH) return config->axis_i;
  if (site->kind == LASH_SITE_AXIS_J) return config->axis_j;
  return NULL;
}

/* From the point of i to the point of j; linear in the configuration, so it is its own
 * differential. */
static void between_points(const lash_site *site, const lash_config *config, double w[3]) {
  memcpy(w, config->x, 3 * sizeof w[0]);
  axpy3(site->station_j, config->axis_j, w);
  axpy3(-site->station_i, config->axis_i, w);
}

/* Unit vector along the part of `from` normal to `axis` (which may be NULL); false when there is
 * none. */
static bool direction(const double from[3], const double *axis, double out[3]) {
  memcpy(out, from, 3 * sizeof out[0]);
  if (axis) axpy3(-dot3(axis, from), axis, out);
  double size = sqrt(dot3(out, out));
  if (!(size > CENTRED_PART * sqrt(dot3(from, from)))) return false;
  scale3(1 / size, out, out);
  return true;
}

static void round_value(lash_site *site, const lash_config *config, const double hint[3],
                        lash_site_form *form) {
  const double *axis = site_axis(site, config);
  double w[3], *e = form->eccentricity;
  between_points(site, config, w);
  double along = axis ? dot3(axis, w) : 0;
  memcpy(e, w, sizeof w);
  if (axis) axpy3(-along, axis, e);

  double size = sqrt(dot3(e, e)), unit[3];
  if (size > CENTRED_PART * (fabs(site->radius_i) + site->radius_j)) {
    scale3(1 / size, e, unit);
  } else {
    site->flags |= LASH_POINT_CENTRED;
    /* where the bodies are heading; else any direction: side_i and axis_i cannot both fail */
    if (!direction(hint, axis, unit) && !direction(config->side_i, axis, unit)) {
      direction(config->axis_i, axis, unit);
    }
  }
  scale3(site->sign, unit, form->normal);
  form->delta = site->radius_i + site->radius_j - site->sign * size;

  scale3(site->station_j, config->axis_j, form->surface_j);
  if (site->kind == LASH_SITE_AXIS_J) axpy3(-along, config->axis_j, form->surface_j);
  axpy3(-site->radius_j, form->normal, form->surface_j);
}

static void round_change(const lash_site *site, const lash_config *config,
                         const lash_site_form *form, const lash_config *change,
                         lash_site_form *out) {
  const double *axis = site_axis(site, config), *d_axis = site_axis(site, change);
  double w[3], dw[3], *de = out->eccentricity;
  between_points(site, config, w);
  between_points(site, change, dw);
  double along = axis ? dot3(axis, w) : 0;
  double d_along = axis ? dot3(axis, dw) + dot3(d_axis, w) : 0;
  memcpy(de, dw, sizeof dw);
  if (axis) axpy3(-d_along, axis, de);
  if (axis) axpy3(-along, d_axis, de);

  /* sign unit = n and sign^2 = 1, so the unit vector along e is sign n */
  double d_size = site->sign * dot3(form->normal, de);
  memset(out->normal, 0, sizeof out->normal);
  if (!(site->flags & LASH_POINT_CENTRED)) {
    double size = sqrt(dot3(form->eccentricity, form->eccentricity));
    scale3(site->sign / size, de, out->normal);
    axpy3(-d_size / size, form->normal, out->normal);
  }
  out->delta = -site->sign * d_size;

  scale3(site->station_j, change->axis_j, out->surface_j);
  if (site->kind == LASH_SITE_AXIS_J) {
    axpy3(-along, change->axis_j, out->surface_j);
    axpy3(-d_along, config->axis_j, out->surface_j);
  }
  axpy3(-site->radius_j, out->normal, out->surface_j);
}

/* ---------------------------------------------------------------------------------------- faces */

/* A disc of radius rim, normal to j's axis, reaches rim sin(tilt) towards the plane, with a corner
 * at tilt 0. Rounded: rim (g - blend) with g = sqrt(sin^2(tilt) + blend^2). That is the support
 * function of a smooth convex body, whose touching point is its gradient: hence surface_j below,
 * and hence the rate of the reach is the velocity of the material there. */
typedef struct face_terms {
  double m[3]; /* from i's middle out to the plane */
  double q[3]; /* part of m normal to j's axis: points to the low side of the rim */
  double c, g, lift;
} face_terms;

static face_terms face_terms_of(const lash_site *site, const lash_config *config) {
  face_terms t;
  scale3(site->sign, config->axis_i, t.m);
  t.c = dot3(t.m, config->axis_j);
  memcpy(t.q, t.m, sizeof t.q);
  axpy3(-t.c, config->axis_j, t.q);
  t.g = site->rim > 0 ? sqrt(dot3(t.q, t.q) + site->blend * site->blend) : 1;
  t.lift = site->radius_j + site->rim * site->blend * (site->blend / t.g - 1);
  return t;
}

static void face_value(const lash_site *site, const lash_config *config, lash_site_form *form) {
  face_terms t = face_terms_of(site, config);
  scale3(site->station_j, config->axis_j, form->surface_j);
  axpy3(site->rim / t.g, t.q, form->surface_j);
  axpy3(t.lift, t.m, form->surface_j);

  double reach = dot3(t.m, config->x);
  form->delta = reach + dot3(t.m, form->surface_j) - site->station_i;
  scale3(reach, t.m, form->eccentricity);
  scale3(-1, t.m, form->normal);
}

static void face_change(const lash_site *site, const lash_config *config,
                        const lash_site_form *form, const lash_config *change,
                        lash_site_form *out) {
  face_terms t = face_terms_of(site, config);
  double dm[3], dq[3];
  scale3(site->sign, change->axis_i, dm);
  double dc = dot3(dm, config->axis_j) + dot3(t.m, change->axis_j);
  memcpy(dq, dm, sizeof dq);
  axpy3(-dc, config->axis_j, dq);
  axpy3(-t.c, change->axis_j, dq);
  double dg = site->rim > 0 ? dot3(t.q, dq) / t.g : 0;
  double d_part = -dg / (t.g * t.g); /* of 1/g */

  scale3(site->station_j, change->axis_j, out->surface_j);
  axpy3(site->rim / t.g, dq, out->surface_j);
  axpy3(site->rim * d_part, t.q, out->surface_j);
  axpy3(t.lift, dm, out->surface_j);
  axpy3(site->rim * site->blend * site->blend * d_part, t.m, out->surface_j);

  double d_reach = dot3(dm, config->x) + dot3(t.m, change->x);
  out->delta = d_reach + dot3(dm, form->surface_j) + dot3(t.m, out->surface_j);
  scale3(d_reach, t.m, out->eccentricity);
  axpy3(dot3(t.m, config->x), dm, out->eccentricity);
  scale3(-1, dm, out->normal);
}

/* -------------------------------------------------------------------------------------- corners */

/* side, axis x side, axis of one body, or their change. */
static void axes_of(const double axis[3], const double side[3], double out[3][3]) {
  memcpy(out[0], side, sizeof out[0]);
  cross3(axis, side, out[1]);
  memcpy(out[2], axis, sizeof out[2]);
}

static void axes_change(const double axis[3], const double side[3], const double d_axis[3],
                        const double d_side[3], double out[3][3]) {
  memcpy(out[0], d_side, sizeof out[0]);
  cross_change3(axis, d_axis, side, d_side, out[1]);
  memcpy(out[2], d_axis, sizeof out[2]);
}

static void at_place(const double place[3], const double axes[3][3], double out[3]) {
  scale3(place[0], axes[0], out);
  axpy3(place[1], axes[1], out);
  axpy3(place[2], axes[2], out);
}

/* m points out of the guide, or out of the slider; radius_j rounds the corner. */
static void corner_value(const lash_site *site, const lash_config *config, lash_site_form *form) {
  double i[3][3], j[3][3], m[3], p[3];
  axes_of(config->axis_i, config->side_i, i);
  axes_of(config->axis_j, config->side_j, j);
  scale3(site->sign, (site->place_in_i ? j : i)[site->across], m);
  at_place(site->place, site->place_in_i ? i : j, p);
  scale3(-1, m, form->normal);
  scale3(dot3(m, config->x), m, form->eccentricity);
  if (site->place_in_i) {
    sub3(p, config->x, p);
    const double g = dot3(m, p);
    form->delta = site->station_j + site->radius_j - g;
    axpy3(site->station_j - g, m, p);
  } else {
    form->delta = dot3(m, config->x) + dot3(m, p) + site->radius_j - site->station_i;
    axpy3(site->radius_j, m, p);
  }
  memcpy(form->surface_j, p, sizeof p);
}

static void corner_change(const lash_site *site, const lash_config *config,
                          const lash_config *change, lash_site_form *out) {
  double i[3][3], j[3][3], di[3][3], dj[3][3], m[3], p[3], dm[3], dp[3];
  axes_of(config->axis_i, config->side_i, i);
  axes_of(config->axis_j, config->side_j, j);
  axes_change(config->axis_i, config->side_i, change->axis_i, change->side_i, di);
  axes_change(config->axis_j, config->side_j, change->axis_j, change->side_j, dj);
  scale3(site->sign, (site->place_in_i ? j : i)[site->across], m);
  scale3(site->sign, (site->place_in_i ? dj : di)[site->across], dm);
  at_place(site->place, site->place_in_i ? i : j, p);
  at_place(site->place, site->place_in_i ? di : dj, dp);
  scale3(-1, dm, out->normal);
  const double reach = dot3(m, config->x), d_reach = dot3(dm, config->x) + dot3(m, change->x);
  scale3(d_reach, m, out->eccentricity);
  axpy3(reach, dm, out->eccentricity);
  if (site->place_in_i) {
    sub3(p, config->x, p);
    sub3(dp, change->x, dp);
    const double g = dot3(m, p), dg = dot3(dm, p) + dot3(m, dp);
    out->delta = -dg;
    axpy3(-dg, m, dp);
    axpy3(site->station_j - g, dm, dp);
  } else {
    out->delta = d_reach + dot3(dm, p) + dot3(m, dp);
    axpy3(site->radius_j, dm, dp);
  }
  memcpy(out->surface_j, dp, sizeof dp);
}

/* ------------------------------------------------------------------------------------- tangents */

/* side - k (pole + n), k = side . n/(1 + pole . n): side turned as pole is turned into n. */
static inline void carry(const double pole[3], const double side[3], const double n[3],
                         double t[3]) {
  double room = 1 + dot3(pole, n);
  double k = room > POLE_MARGIN ? dot3(side, n) / room : 0;
  memcpy(t, side, 3 * sizeof t[0]);
  axpy3(-k, pole, t);
  axpy3(-k, n, t);
}

void lash_carry_tangent(const double pole[3], const double side[3], const double n[3],
                        double t[3]) {
  carry(pole, side, n, t);
}

void lash_carry_tangent_change(const double pole[3], const double side[3], const double n[3],
                               const double d_pole[3], const double d_side[3], const double dn[3],
                               double dt[3]) {
  memcpy(dt, d_side, 3 * sizeof dt[0]);
  double room = 1 + dot3(pole, n);
  if (!(room > POLE_MARGIN)) return;
  double k = dot3(side, n) / room;
  double d_room = dot3(d_pole, n) + dot3(pole, dn);
  double dk = (dot3(d_side, n) + dot3(side, dn) - k * d_room) / room;
  axpy3(-dk, pole, dt);
  axpy3(-dk, n, dt);
  axpy3(-k, d_pole, dt);
  axpy3(-k, dn, dt);
}

void lash_site_tangents_value(const lash_site *site, const lash_config *config,
                              lash_site_form *form) {
  double(*t)[3] = form->tangent;
  if (site->tangents == LASH_TANGENTS_AXIS) {
    scale3(site->turn, site_axis(site, config), t[1]);
    cross3(t[1], form->normal, t[0]);
    return;
  }
  if (site->tangents == LASH_TANGENTS_ALONG) {
    memcpy(t[0], site->place_in_i ? config->axis_j : config->axis_i, sizeof t[0]);
  } else if (site->tangents == LASH_TANGENTS_FACE) {
    memcpy(t[0], config->side_i, sizeof t[0]);
  } else {
    carry(config->axis_i, config->side_i, form->normal, t[0]);
  }
  cross3(form->normal, t[0], t[1]);
}

void lash_site_tangents_change(const lash_site *site, const lash_config *config,
                               const lash_site_form *form, const lash_config *change,
                               lash_site_form *out) {
  const double(*t)[3] = form->tangent;
  double(*dt)[3] = out->tangent;
  if (site->tangents == LASH_TANGENTS_AXIS) {
    scale3(site->turn, site_axis(site, change), dt[1]);
    cross_change3(t[1], dt[1], form->normal, out->normal, dt[0]);
    return;
  }
  if (site->tangents == LASH_TANGENTS_ALONG) {
    memcpy(dt[0], site->place_in_i ? change->axis_j : change->axis_i, sizeof dt[0]);
  } else if (site->tangents == LASH_TANGENTS_FACE) {
    memcpy(dt[0], change->side_i, sizeof dt[0]);
  } else {
    lash_carry_tangent_change(config->axis_i, config->side_i, form->normal, change->axis_i,
                              change->side_i, out->normal, dt[0]);
  }
  cross_change3(form->normal, out->normal, t[0], dt[0], dt[1]);
}

/* --------------------------------------------------------------------------------------- public */

void lash_site_value(lash_site *site, const lash_config *config, const double hint[3],
                     lash_site_form *form) {
  form->share = site->share;
  switch (site->kind) {
    case LASH_SITE_FACE:
      face_value(site, config, form);
      break;
    case LASH_SITE_CORNER:
      corner_value(site, config, form);
      break;
    case LASH_SITE_TOOTH:
    case LASH_SITE_CAM:
      lash_profile_value(site, config, form);
      break;
    default:
      round_value(site, config, hint, form);
  }
  if (site->flags & LASH_POINT_OUTSIDE) form->delta = -site->outside;
  lash_site_tangents_value(site, config, form);
}

void lash_site_change(const lash_site *site, const lash_config *config, const lash_site_form *form,
                      const lash_config *change, lash_site_form *out) {
  out->share = 0;
  switch (site->kind) {
    case LASH_SITE_FACE:
      face_change(site, config, form, change, out);
      break;
    case LASH_SITE_CORNER:
      corner_change(site, config, change, out);
      break;
    case LASH_SITE_TOOTH:
    case LASH_SITE_CAM:
      lash_profile_change(site, config, change, out);
      break;
    default:
      round_change(site, config, form, change, out);
  }
  lash_site_tangents_change(site, config, form, change, out);
}
