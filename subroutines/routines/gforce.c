/* GFORCE: a joint with clearance in space, with wrench at I in RM's axes. */
#include <string.h>

#include "load.h"
#include "memory.h"
#include "motion.h"
#include "sdk.h"
#include "space.h"
#include "table.h"

adams_c_Gfosub Gfosub, Lash_spherical, Lash_revolute;
adams_f77_GFOSUB FORTRAN_NAME(gfosub, GFOSUB), FORTRAN_NAME(lash_spherical, LASH_SPHERICAL),
    FORTRAN_NAME(lash_revolute, LASH_REVOLUTE);

/* Adds up the wrenches of all sites on the body of I, at I, in the outer marker's axes. */
static void add_wrench(const element *e, const space_points *points, size_t site,
                       const site_load *load, double wrench[2][3]) {
  const lash_contact_point *point = space_point(points, site);
  double tangential[3];
  lash_wrench on_outer, on_inner;
  lash_point_tangential(point, &load->point, tangential);
  lash_point_wrench(point, load->point.normal, tangential, &on_outer, &on_inner);
  const lash_wrench *on_i = e->outer_is_i ? &on_outer : &on_inner;
  for (int k = 0; k < 3; k++) {
    wrench[0][k] += on_i->force[k];
    wrench[1][k] += on_i->torque[k];
  }
}

static void add_partials(const element *e, const space_points *points, size_t site,
                         const site_load *load, space_partials *p) {
  static const int first[4] = {LASH_D_POSITION, LASH_D_VELOCITY, LASH_D_ROTATION_J, LASH_D_SPIN_J};
  double on_outer[6][LASH_D_COUNT], on_inner[6][LASH_D_COUNT];
  lash_point_wrench_jacobian(space_point(points, site), space_jacobian(points, site), &load->point,
                             on_outer, on_inner);
  for (int row = 0; row < 6; row++) {
    const double *d = e->outer_is_i ? on_outer[row] : on_inner[row];
    for (int c = 0; c < 12; c++) p->d[row / 3][row % 3][c] += d[first[c / 3] + c % 3];
  }
}

/* Partials by the states that the host integrates: forces along the tangents, by columns. */
static void report_states(const element *e, const motion *m, const space_points *points,
                          const site_load *loads, const space_partials *p) {
  double out[6 * SITES_MAX * LASH_FRICTION_STATES_MAX];
  size_t column = 0;
  for (size_t site = 0; site < e->site_count; site++) {
    for (size_t k = 0; k < site_states(e); k++, column++) {
      site_load change = {.point = {.friction = {loads[site].d_z[0][k], loads[site].d_z[1][k]}}};
      double wrench[2][3] = {{0}}, turned[2][3];
      add_wrench(e, points, site, &change, wrench);
      motion_turn(m, 2, wrench, turned);
      for (size_t r = 0; r < 6; r++) out[6 * column + r] = turned[r / 3][r % 3] * p->unit[r / 3];
    }
  }
  states_partials(e, 6, out);
}

static void compute(const element_call *call, double time, int dflag, int iflag, double *result) {
  element *e = element_enter(call, iflag);
  if (!e) return;
  int partials = 0;
  c_adams_needs_partials(&partials);
  motion m;
  space_points points;
  snapshot now = {.time = time * e->units.time};
  site_load loads[SITES_MAX];
  lash_error error;
  lash_status status = motion_read(e, &m, &error);
  if (!status) status = states_read(e, now.host_z, &error);
  if (!status) status = space_evaluate(e, &m, partials, &points, now.site, &error);
  if (status) {
    element_stop(e->kind, e->id, &error);
    return;
  }
  if (!dflag) memory_follow(e, &now);
  space_partials p = {.vectors = 2,
                      .unit = {1 / e->units.force, 1 / (e->units.force * e->units.length)}};
  for (size_t site = 0; site < e->site_count; site++) {
    site_evaluate(e, site, now.time, &now.site[site], now.host_z[site], partials, &loads[site]);
    add_wrench(e, &points, site, &loads[site], p.value);
    if (partials) add_partials(e, &points, site, &loads[site], &p);
  }
  double turned[2][3];
  motion_turn(&m, 2, p.value, turned);
  for (int r = 0; r < 6; r++) result[r] = turned[r / 3][r % 3] * p.unit[r / 3];
  if (!partials) return;
  motion_space_partials(e, &m, &p);
  if (e->source != STATES_INTERNAL) report_states(e, &m, &points, loads, &p);
}

/* ---------------------------------------------------------------------------------- both forms */

static void c_form(const struct sAdamsGforce *g, double time, int dflag, int iflag, double *result,
                   const char *joint) {
  element_call call = {STATEMENT_GFORCE, g->ID,       g->NPAR,        g->PAR,
                       .i = g->I,        .rm = g->RM, .has_rm = true, .joint = joint};
  compute(&call, time, dflag, iflag, result);
}

static void fortran_form(const int *id, const double *time, const double *par, const int *npar,
                         const int *dflag, const int *iflag, double *result, const char *joint) {
  element_call call = {STATEMENT_GFORCE, *id, *npar, par, .joint = joint};
  compute(&call, *time, *dflag, *iflag, result);
}

#define GFORCE_ROUTINE(name, small, big, joint)                                             \
  ROUTINE void name(const struct sAdamsGforce *gforce, double time, int dflag, int iflag,   \
                    double *result) {                                                       \
    c_form(gforce, time, dflag, iflag, result, joint);                                      \
  }                                                                                         \
  FORTRAN_ROUTINE(small, big)                                                               \
  (int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result) { \
    fortran_form(id, time, par, npar, dflag, iflag, result, joint);                         \
  }

GFORCE_ROUTINE(Gfosub, gfosub, GFOSUB, NULL)
GFORCE_ROUTINE(Lash_spherical, lash_spherical, LASH_SPHERICAL, "spherical")
GFORCE_ROUTINE(Lash_revolute, lash_revolute, LASH_REVOLUTE, "revolute")
