/* VFORCE: friction of a point of I on the x-y plane of J, under a given normal load. */
#include "force_statement.h"

adams_c_Vfosub Vfosub, Lash_point;
adams_f77_VFOSUB FORTRAN_NAME(vfosub, VFOSUB), FORTRAN_NAME(lash_point, LASH_POINT);

/* A vector against x and y of J, turned to RM's axes, in the host's units. */
static void put(const motion *m, double x, double y, double unit, double *out) {
  const double in[1][3] = {{-x * unit, -y * unit, 0}};
  double turned[1][3];
  motion_turn(m, 1, in, turned);
  for (int k = 0; k < 3; k++) out[k] = turned[0][k];
}

static void report_partials(const element *e, const motion *m, const lash_joint_load *load,
                            double unit) {
  const lash_point_load *l = &load->point;
  const double value[1][3] = {{-l->friction[0], -l->friction[1], 0}};
  double d[3 * MOTION_COLUMNS] = {0}, out[3 * LASH_FRICTION_STATES_MAX];
  for (int c = 0; c < 2; c++) {
    put(m, l->friction_d_vt[0][c], l->friction_d_vt[1][c], unit, d + 3 * (BY_VELOCITY + c));
  }
  put(m, l->friction_d_normal[0], l->friction_d_normal[1], unit, d + 3 * BY_LOAD);
  motion_partials(e, m, 3, d);
  motion_turn_partials(e, m, 1, value, &unit);
  if (e->source == STATES_INTERNAL) return;
  for (size_t k = 0; k < lash_joint_site_states(&e->joint); k++) {
    put(m, load->d_z[0][k], load->d_z[1][k], unit, out + 3 * k);
  }
  states_partials(e, 3, out);
}

static void compute(const element_call *call, double time, int dflag, int iflag, double *result) {
  one_site at;
  if (!one_site_evaluate(call, time, dflag, iflag, &at)) return;
  const double *f = at.load.point.friction;
  double unit = 1 / at.e->units.force;
  put(&at.m, f[0], f[1], unit, result);
  if (at.partials) report_partials(at.e, &at.m, &at.load, unit);
}

static element_call call_of(const struct sAdamsVforce *v, const char *joint) {
  return (element_call){STATEMENT_VFORCE, v->ID,       v->NPAR,        v->PAR,
                        .i = v->I,        .rm = v->RM, .has_rm = true, .joint = joint};
}

FORCE_ROUTINE(Vfosub, vfosub, VFOSUB, STATEMENT_VFORCE, sAdamsVforce, NULL)
FORCE_ROUTINE(Lash_point, lash_point, LASH_POINT, STATEMENT_VFORCE, sAdamsVforce, NULL)
