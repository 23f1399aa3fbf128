/* SFORCE: contact along a line (joint=gap) and friction along a line (joint=slide). */
#include "force_statement.h"

adams_c_Sfosub Sfosub, Lash_gap, Lash_slide;
adams_f77_SFOSUB FORTRAN_NAME(sfosub, SFOSUB), FORTRAN_NAME(lash_gap, LASH_GAP),
    FORTRAN_NAME(lash_slide, LASH_SLIDE);

/* The force and its partials, SI. The contact pushes towards greater distance; friction acts
 * against the rate. */
static double force_of(const element *e, const lash_joint_load *load, double d[MOTION_COLUMNS]) {
  const lash_point_load *p = &load->point;
  if (e->joint.type->form == LASH_JOINT_LINE) {
    d[BY_POSITION] = -p->normal_d_delta;
    d[BY_VELOCITY] = -p->normal_d_v;
    return p->normal;
  }
  d[BY_VELOCITY] = -p->friction_d_vt[0][0];
  d[BY_LOAD] = -p->friction_d_normal[0];
  return -p->friction[0];
}

static void report_partials(const element *e, const motion *m, const lash_joint_load *load,
                            double unit, double d[MOTION_COLUMNS]) {
  for (int c = 0; c < MOTION_COLUMNS; c++) d[c] *= unit;
  motion_partials(e, m, 1, d);
  if (e->source == STATES_INTERNAL) return;
  double out[LASH_FRICTION_STATES_MAX];
  for (size_t k = 0; k < lash_joint_site_states(&e->joint); k++) out[k] = -load->d_z[0][k] * unit;
  states_partials(e, 1, out);
}

static void compute(const element_call *call, double time, int dflag, int iflag, double *result) {
  one_site at;
  if (!one_site_evaluate(call, time, dflag, iflag, &at)) return;
  double d[MOTION_COLUMNS] = {0};
  const host_units *u = &at.e->units;
  double unit = 1 / (u->force * (at.e->measure == MEASURE_ANGLE ? u->length : 1));
  *result = force_of(at.e, &at.load, d) * unit;
  if (HOST_HEARS_GAPS && at.e->joint.has_contact) c_lash_report_gap(0, at.gap);
  if (at.partials) report_partials(at.e, &at.m, &at.load, unit, d);
}

/* Translation acts along the line of I and J, with ACTION_ONLY along z of J; rotation about z. */
static line_measure measure_of(const struct sAdamsSforce *s) {
  bool rotation = s->Type && (s->Type[0] == 'R' || s->Type[0] == 'r');
  if (rotation) return MEASURE_ANGLE;
  return s->ACTION_ONLY ? MEASURE_Z : MEASURE_DISTANCE;
}

static element_call call_of(const struct sAdamsSforce *s, const char *joint) {
  return (element_call){STATEMENT_SFORCE, s->ID,     s->NPAR,        s->PAR,
                        .i = s->I,        .j = s->J, .joint = joint, .measure = measure_of(s)};
}

FORCE_ROUTINE(Sfosub, sfosub, SFOSUB, STATEMENT_SFORCE, sAdamsSforce, NULL)
FORCE_ROUTINE(Lash_gap, lash_gap, LASH_GAP, STATEMENT_SFORCE, sAdamsSforce, "gap")
FORCE_ROUTINE(Lash_slide, lash_slide, LASH_SLIDE, STATEMENT_SFORCE, sAdamsSforce, "slide")
