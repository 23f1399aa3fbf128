/* VFORCE: friction of a point of I on the x-y plane of J, under a given normal load. */
#include "load.h"
#include "memory.h"
#include "sdk.h"
#include "space.h"
#include "table.h"

adams_c_Vfosub Vfosub, Lash_point;
adams_f77_VFOSUB FORTRAN_NAME(vfosub, VFOSUB), FORTRAN_NAME(lash_point, LASH_POINT);

/* A column of partials along x and y of J, turned to RM's axes. */
static void turn_column(const motion *m, double x, double y, double factor, double *out) {
  const double in[1][3] = {{x * factor, y * factor, 0}};
  double turned[1][3];
  motion_turn(m, 1, in, turned);
  for (int k = 0; k < 3; k++) out[k] = turned[0][k];
}

static void report_partials(const element *e, const motion *m, const site_load *load,
                            space_partials *p) {
  const lash_point_load *l = &load->point;
  for (int k = 0; k < 2; k++) {
    for (int c = 0; c < 2; c++) p->d[0][k][3 + c] = -l->friction_d_vt[k][c];
  }
  motion_space_partials(e, m, p);
  double out[3 * LASH_FRICTION_STATES_MAX];
  int failed;
  if (e->load_variable) {
    turn_column(m, -l->friction_d_normal[0], -l->friction_d_normal[1], 1, out);
    c_syspar("VARVAL", &e->load_variable, 1, out, 3, &failed);
  }
  if (e->source == STATES_INTERNAL) return;
  for (size_t k = 0; k < site_states(e); k++) {
    turn_column(m, -load->d_z[0][k], -load->d_z[1][k], p->unit[0], out + 3 * k);
  }
  states_partials(e, 3, out);
}

static void compute(const element_call *call, double time, int dflag, int iflag, double *result) {
  element *e = element_enter(call, iflag);
  if (!e) return;
  int partials = 0;
  c_adams_needs_partials(&partials);
  motion m;
  snapshot now;
  lash_error error;
  if (element_state(e, time, &m, &now, &error)) {
    element_stop(e->kind, e->id, &error);
    return;
  }
  if (!dflag) memory_follow(e, &now);
  site_load load;
  site_evaluate(e, 0, now.time, &now.site[0], now.host_z[0], partials, &load);
  space_partials p = {.vectors = 1,
                      .value = {{-load.point.friction[0], -load.point.friction[1], 0}},
                      .unit = {1 / e->units.force}};
  turn_column(&m, p.value[0][0], p.value[0][1], p.unit[0], result);
  if (partials) report_partials(e, &m, &load, &p);
}

/* ---------------------------------------------------------------------------------- both forms */

#define VFORCE_ROUTINE(name, small, big)                                                    \
  ROUTINE void name(const struct sAdamsVforce *v, double time, int dflag, int iflag,        \
                    double *result) {                                                       \
    element_call call = {STATEMENT_VFORCE, v->ID,       v->NPAR,       v->PAR,              \
                         .i = v->I,        .rm = v->RM, .has_rm = true};                    \
    compute(&call, time, dflag, iflag, result);                                             \
  }                                                                                         \
  FORTRAN_ROUTINE(small, big)                                                               \
  (int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result) { \
    element_call call = {STATEMENT_VFORCE, *id, *npar, par, .joint = NULL};                 \
    compute(&call, *time, *dflag, *iflag, result);                                          \
  }

VFORCE_ROUTINE(Vfosub, vfosub, VFOSUB)
VFORCE_ROUTINE(Lash_point, lash_point, LASH_POINT)
