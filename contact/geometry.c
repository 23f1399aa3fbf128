/* Contact points from the motion of two frames, with exact derivatives. The sites give everything
 * that depends on the configuration; here the velocities come in, the same way for every shape. */
#include <math.h>
#include <string.h>

#include "geometry_site.h"
#include "lash_space.h"

/* Unit vectors may be off by the drift of a host's rotation matrices, not by more. */
#define UNIT_TOLERANCE 1e-6

/* --------------------------------------------------------------------------------------- checks */

static bool finite3(const double a[3]) {
  return isfinite(a[0]) && isfinite(a[1]) && isfinite(a[2]);
}

/* A finite sum has finite terms; one that is not may only have overflowed. */
static bool finite_motion(const lash_frame *f) {
  const double *p = f->position, *v = f->velocity, *w = f->spin;
  const double sum = p[0] + p[1] + p[2] + v[0] + v[1] + v[2] + w[0] + w[1] + w[2];
  return isfinite(sum) || (finite3(p) && finite3(v) && finite3(w));
}

static bool is_unit(const double a[3]) { return fabs(dot3(a, a) - 1) <= UNIT_TOLERANCE; }

/* What the formulas of a shape read of body j's frame. */
typedef struct reading {
  bool axis, side;
} reading;

static lash_status check_frames(const lash_geometry *geometry, reading read, const lash_frame *i,
                                const lash_frame *j, lash_error *error) {
  const char *name = lash_shape_name(geometry->shape);
  if (!name) return lash_geometry_check(geometry, error);
  const lash_frame *frame[2] = {i, j};
  for (int k = 0; k < 2; k++) {
    if (finite_motion(frame[k])) continue;
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: position, velocity or spin of body %c is not finite; the state handed to "
                     "the contact has already failed, try a smaller step",
                     name, "ij"[k]);
  }
  bool upright =
      is_unit(i->axis) && is_unit(i->side) && fabs(dot3(i->axis, i->side)) <= UNIT_TOLERANCE;
  if (upright && (!read.axis || is_unit(j->axis)) && (!read.side || is_unit(j->side)))
    return LASH_OK;
  return lash_fail(
      error, LASH_BAD_INPUT, "%s: axis%s of body %c must be %s; give the z%s axis of its marker",
      name, upright ? "" : " and side", upright ? 'j' : 'i',
      upright ? "a unit vector" : "unit vectors at right angles", upright ? "" : " and x");
}

/* --------------------------------------------------------------------------------------- values */

static lash_config config_of(reading read, const lash_frame *i, const lash_frame *j) {
  lash_config config = {0};
  sub3(j->position, i->position, config.x);
  memcpy(config.axis_i, i->axis, sizeof config.axis_i);
  memcpy(config.side_i, i->side, sizeof config.side_i);
  /* what no formula of the shape reads stays zero, whatever the caller left in it */
  if (read.axis) memcpy(config.axis_j, j->axis, sizeof config.axis_j);
  if (read.side) memcpy(config.side_j, j->side, sizeof config.side_j);
  return config;
}

/* Velocity of j's material relative to i's at the common contact point. */
static void relative_velocity(const double velocity[3], const lash_frame *i, const lash_frame *j,
                              const double arm_i[3], const double arm_j[3], double u[3]) {
  double turn_i[3], turn_j[3];
  cross3(i->spin, arm_i, turn_i);
  cross3(j->spin, arm_j, turn_j);
  for (int k = 0; k < 3; k++) u[k] = velocity[k] + turn_j[k] - turn_i[k];
}

static void make_point(const lash_site *site, const lash_site_form *form, const lash_config *config,
                       const double velocity[3], const lash_frame *i, const lash_frame *j,
                       lash_contact_point *point) {
  point->delta = form->delta;
  point->share = form->share;
  point->flags = site->flags;
  memcpy(point->eccentricity, form->eccentricity, sizeof point->eccentricity);
  memcpy(point->normal, form->normal, sizeof point->normal);
  memcpy(point->tangent, form->tangent, sizeof point->tangent);

  /* the common point lies half-way between the surfaces, which are delta apart along n */
  memcpy(point->arm_j, form->surface_j, sizeof point->arm_j);
  axpy3(form->delta / 2, form->normal, point->arm_j);
  for (int k = 0; k < 3; k++) {
    point->arm_i[k] = config->x[k] + point->arm_j[k];
    point->surface_j[k] = j->position[k] + form->surface_j[k];
    point->surface_i[k] = point->surface_j[k] + form->delta * form->normal[k];
  }

  double *slip = point->slip;
  relative_velocity(velocity, i, j, point->arm_i, point->arm_j, slip);
  point->v = -dot3(form->normal, slip);
  axpy3(point->v, form->normal, slip);
  double turning[3];
  sub3(j->spin, i->spin, turning);
  point->spin = dot3(form->normal, turning);
  for (int k = 0; k < 2; k++) {
    point->slip2[k] = dot3(form->tangent[k], slip);
    point->roll[k] = dot3(form->tangent[k], turning);
  }
  if (site->flags & LASH_POINT_OUTSIDE) point->v = 0;
}

/* ---------------------------------------------------------------------------------- derivatives */

/* Stores a change of the configuration's form, and what follows for the velocities, as column c. */
static void store_config_column(const lash_contact_point *point, const lash_site_form *change,
                                const double dx[3], const lash_frame *i, const lash_frame *j, int c,
                                lash_point_jacobian *jac) {
  static const double none[3] = {0, 0, 0};
  double d_arm_i[3], d_arm_j[3], du[3], u[3];
  memcpy(d_arm_j, change->surface_j, sizeof d_arm_j);
  axpy3(change->delta / 2, point->normal, d_arm_j);
  axpy3(point->delta / 2, change->normal, d_arm_j);
  for (int k = 0; k < 3; k++) d_arm_i[k] = dx[k] + d_arm_j[k];
  relative_velocity(none, i, j, d_arm_i, d_arm_j, du);

  /* slip = u + v n and v = -n . u */
  memcpy(u, point->slip, sizeof u);
  axpy3(-point->v, point->normal, u);
  double dv = -dot3(change->normal, u) - dot3(point->normal, du);
  double d_slip[3];
  memcpy(d_slip, du, sizeof d_slip);
  axpy3(dv, point->normal, d_slip);
  axpy3(point->v, change->normal, d_slip);

  jac->share[c] = change->share;
  jac->delta[c] = change->delta;
  jac->v[c] = dv;
  for (int k = 0; k < 3; k++) {
    jac->normal[k][c] = change->normal[k];
    jac->slip[k][c] = d_slip[k];
    jac->arm_i[k][c] = d_arm_i[k];
    jac->arm_j[k][c] = d_arm_j[k];
    for (int t = 0; t < 2; t++) jac->tangent[t][k][c] = change->tangent[t][k];
  }
  double turning[3];
  sub3(j->spin, i->spin, turning);
  jac->spin[c] = dot3(change->normal, turning);
  for (int t = 0; t < 2; t++) {
    jac->slip2[t][c] = dot3(change->tangent[t], point->slip) + dot3(point->tangent[t], d_slip);
    jac->roll[t][c] = dot3(change->tangent[t], turning);
  }
}

/* Stores a change du of the relative velocity alone as column c. */
static void store_velocity_column(const lash_contact_point *point, const double du[3], int c,
                                  lash_point_jacobian *jac) {
  jac->v[c] = -dot3(point->normal, du);
  for (int k = 0; k < 3; k++) jac->slip[k][c] = du[k] + jac->v[c] * point->normal[k];
  for (int t = 0; t < 2; t++) jac->slip2[t][c] = dot3(point->tangent[t], du);
}

/* What one column of position or rotation does to the configuration; false of the other columns. */
static bool config_change(const lash_config *config, int column, lash_config *change) {
  double unit[3] = {0, 0, 0};
  unit[column % 3] = 1;
  *change = (lash_config){0};
  switch (column - column % 3) {
    case LASH_D_POSITION:
      memcpy(change->x, unit, sizeof unit);
      return true;
    case LASH_D_ROTATION_I:
      cross3(unit, config->axis_i, change->axis_i);
      cross3(unit, config->side_i, change->side_i);
      return true;
    case LASH_D_ROTATION_J:
      cross3(unit, config->axis_j, change->axis_j);
      cross3(unit, config->side_j, change->side_j);
      return true;
    default:
      return false;
  }
}

static void store_velocity_columns(const lash_contact_point *point, lash_point_jacobian *jac) {
  for (int k = 0; k < 3; k++) {
    double unit[3] = {k == 0, k == 1, k == 2}, by_spin_i[3], by_spin_j[3];
    cross3(point->arm_i, unit, by_spin_i); /* -(unit x arm) */
    cross3(unit, point->arm_j, by_spin_j);
    store_velocity_column(point, unit, LASH_D_VELOCITY + k, jac);
    store_velocity_column(point, by_spin_i, LASH_D_SPIN_I + k, jac);
    store_velocity_column(point, by_spin_j, LASH_D_SPIN_J + k, jac);
    jac->spin[LASH_D_SPIN_J + k] = point->normal[k];
    jac->spin[LASH_D_SPIN_I + k] = -point->normal[k];
    for (int t = 0; t < 2; t++) {
      jac->roll[t][LASH_D_SPIN_J + k] = point->tangent[t][k];
      jac->roll[t][LASH_D_SPIN_I + k] = -point->tangent[t][k];
    }
  }
}

static void make_jacobian(const lash_site *site, const lash_site_form *form,
                          const lash_config *config, const lash_frame *i, const lash_frame *j,
                          const lash_contact_point *point, lash_point_jacobian *jac) {
  memset(jac, 0, sizeof *jac);
  if (site->flags & LASH_POINT_OUTSIDE) return; /* nothing acts there */
  for (int c = 0; c < LASH_D_COUNT; c++) {
    lash_config along;
    lash_site_form change;
    if (!config_change(config, c, &along)) continue;
    lash_site_change(site, config, form, &along, &change);
    store_config_column(point, &change, along.x, i, j, c, jac);
  }
  store_velocity_columns(point, jac);
}

/* --------------------------------------------------------------------------------------- public */

lash_status lash_geometry_jacobian(const lash_geometry *geometry, const lash_frame *i,
                                   const lash_frame *j, lash_contact_points *set,
                                   lash_point_jacobian *jacobian, lash_error *error) {
  const reading read = {lash_shape_reads_axis(geometry->shape),
                        lash_shape_reads_side(geometry->shape)};
  lash_status status = check_frames(geometry, read, i, j, error);
  if (status) return status;
  lash_config config = config_of(read, i, j);
  double velocity[3];
  sub3(j->velocity, i->velocity, velocity);

  lash_site site[LASH_GEOMETRY_POINTS];
  set->count = lash_geometry_sites(geometry, &config, site);
  for (size_t k = 0; k < set->count; k++) {
    lash_site_form form;
    lash_site_value(&site[k], &config, velocity, &form);
    make_point(&site[k], &form, &config, velocity, i, j, &set->point[k]);
    if (jacobian) make_jacobian(&site[k], &form, &config, i, j, &set->point[k], &jacobian[k]);
  }
  return LASH_OK;
}

lash_status lash_geometry_eval(const lash_geometry *geometry, const lash_frame *i,
                               const lash_frame *j, lash_contact_points *set, lash_error *error) {
  return lash_geometry_jacobian(geometry, i, j, set, NULL, error);
}

void lash_geometry_bend_ball(const lash_geometry *geometry, const lash_frame *i,
                             const lash_frame *j, const lash_ball_bend *bend,
                             lash_contact_point *point, lash_point_jacobian *jac) {
  const lash_config config = config_of((reading){false, false}, i, j);
  lash_site site[LASH_GEOMETRY_POINTS];
  lash_site_form form = {.delta = bend->delta, .share = bend->share};
  double velocity[3];
  lash_geometry_sites(geometry, &config, site);
  sub3(j->velocity, i->velocity, velocity);
  copy3(point->eccentricity, form.eccentricity);
  copy3(bend->normal, form.normal);
  scale3(-geometry->radius_j, form.normal, form.surface_j);
  lash_site_tangents_value(site, &config, &form);
  make_point(site, &form, &config, velocity, i, j, point);
  if (!jac) return;
  memset(jac, 0, sizeof *jac);
  for (int c = 0; c < LASH_D_COUNT; c++) {
    lash_config along;
    if (!config_change(&config, c, &along)) continue;
    lash_site_form change = {.delta = bend->delta_by[c], .share = bend->share_by[c]};
    for (int k = 0; k < 3; k++) change.normal[k] = bend->normal_by[k][c];
    scale3(-geometry->radius_j, change.normal, change.surface_j);
    lash_site_tangents_change(site, &config, &form, &along, &change);
    store_config_column(point, &change, along.x, i, j, c, jac);
  }
  store_velocity_columns(point, jac);
}
