/* SFORCE: contact along a line (joint=gap) and friction along a line (joint=slide). */
#include "load.h"
#include "memory.h"
#include "sdk.h"
#include "space.h"
#include "table.h"

adams_c_Sfosub Sfosub, Lash_gap, Lash_slide;
adams_f77_SFOSUB FORTRAN_NAME(sfosub, SFOSUB), FORTRAN_NAME(lash_gap, LASH_GAP),
    FORTRAN_NAME(lash_slide, LASH_SLIDE);

/* The force and its partials by distance, rate, load and states, all SI. The contact pushes towards
 * greater distance; friction acts against the rate. */
typedef struct line_force {
  double value, d_position, d_velocity, d_load;
} line_force;

static line_force force_of(const element *e, const site_load *load) {
  const lash_point_load *p = &load->point;
  if (e->joint->form == JOINT_LINE) {
    return (line_force){p->normal, -p->normal_d_delta, -p->normal_d_v, 0};
  }
  return (line_force){-p->friction[0], 0, -p->friction_d_vt[0][0], -p->friction_d_normal[0]};
}

static void report_partials(const element *e, const line_force *f, const site_load *load,
                            double unit, double length) {
  motion_line_partials(e, f->d_position * unit * length,
                       f->d_velocity * unit * length / e->units.time,
                       f->d_load * unit * e->units.force);
  if (e->source == STATES_INTERNAL) return;
  double out[LASH_FRICTION_STATES_MAX];
  for (size_t k = 0; k < site_states(e); k++) out[k] = -load->d_z[0][k] * unit;
  states_partials(e, 1, out);
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
  line_force f = force_of(e, &load);
  bool angle = e->measure == MEASURE_ANGLE;
  double length = angle ? 1 : e->units.length;
  double unit = 1 / (e->units.force * (angle ? e->units.length : 1));
  *result = f.value * unit;
  if (partials) report_partials(e, &f, &load, unit, length);
}

/* ---------------------------------------------------------------------------------- both forms */

/* Translation acts along the line of I and J, with ACTION_ONLY along z of J; rotation about z. */
static line_measure measure_of(const struct sAdamsSforce *s) {
  bool rotation = s->Type && (s->Type[0] == 'R' || s->Type[0] == 'r');
  if (rotation) return MEASURE_ANGLE;
  return s->ACTION_ONLY ? MEASURE_Z : MEASURE_DISTANCE;
}

static void c_form(const struct sAdamsSforce *s, double time, int dflag, int iflag, double *result,
                   const char *joint) {
  element_call call = {STATEMENT_SFORCE, s->ID,     s->NPAR,        s->PAR,
                       .i = s->I,        .j = s->J, .joint = joint, .measure = measure_of(s)};
  compute(&call, time, dflag, iflag, result);
}

static void fortran_form(const int *id, const double *time, const double *par, const int *npar,
                         const int *dflag, const int *iflag, double *result, const char *joint) {
  element_call call = {STATEMENT_SFORCE, *id, *npar, par, .joint = joint};
  compute(&call, *time, *dflag, *iflag, result);
}

#define SFORCE_ROUTINE(name, small, big, joint)                                             \
  ROUTINE void name(const struct sAdamsSforce *sforce, double time, int dflag, int iflag,   \
                    double *result) {                                                       \
    c_form(sforce, time, dflag, iflag, result, joint);                                      \
  }                                                                                         \
  FORTRAN_ROUTINE(small, big)                                                               \
  (int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result) { \
    fortran_form(id, time, par, npar, dflag, iflag, result, joint);                         \
  }

SFORCE_ROUTINE(Sfosub, sfosub, SFOSUB, NULL)
SFORCE_ROUTINE(Lash_gap, lash_gap, LASH_GAP, "gap")
SFORCE_ROUTINE(Lash_slide, lash_slide, LASH_SLIDE, "slide")
