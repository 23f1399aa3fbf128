/* Bristle states in the host's own integrator: GSE (Gse_deriv, Gse_output, Gsesub) and DIFF
 * (Difsub). Each takes the same STRING and markers as the force it belongs to, so that both see the
 * same sliding velocity and load. States are in SI units whatever the host's are. */
#include <string.h>

#include "element_table.h"
#include "follow.h"
#include "marker_motion.h"
#include "routines_sdk.h"

adams_c_Gsederiv Gse_deriv;
adams_c_Gseoutput Gse_output;
adams_c_Gsesub Gsesub;
adams_c_Difsub Difsub;
adams_f77_GSEDERIV FORTRAN_NAME(gse_deriv, GSE_DERIV), FORTRAN_NAME(gse_output, GSE_OUTPUT);
adams_f77_GSESUB FORTRAN_NAME(gsesub, GSESUB);
adams_f77_DIFSUB FORTRAN_NAME(difsub, DIFSUB);

/* Bristles that touch nothing go back to rest: 1/s. The internal route resets them at once. */
static const double RELAXATION = 1000;

enum { STATES_ALL = LASH_JOINT_SITES * LASH_FRICTION_STATES_MAX };

static lash_status check_count(const element *e, int count, lash_error *error) {
  if (e->source != STATES_ARRAY) {
    return lash_fail(error, LASH_BAD_INPUT, "states= is missing: say states=ARRAY/id of its X");
  }
  if (count == (int)lash_joint_states(&e->joint) && count > 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "NS=%d, but %s has %zu states here", count,
                   e->joint.has_friction ? e->joint.friction.law->name : "a joint without friction",
                   lash_joint_states(&e->joint));
}

/* What rates are made of, at one state. */
typedef struct moment {
  motion m;
  lash_joint_state now;
  lash_joint_load loads[LASH_JOINT_SITES];
  lash_friction_rate rate[LASH_JOINT_SITES];
} moment;

/* `given` replaces the states that the host serves by measure. */
static lash_status evaluate(element *e, double time, int dflag, const double *given, moment *at,
                            lash_error *error) {
  lash_status status = element_state(e, time, &at->m, &at->now, error);
  if (status) return status;
  size_t each = lash_joint_site_states(&e->joint);
  for (size_t k = 0; given && k < lash_joint_states(&e->joint); k++) {
    at->now.z[k / each][k % each] = given[k];
  }
  if (!dflag) follow(e, &at->now);
  for (size_t s = 0; s < e->joint.site_count; s++) {
    const lash_joint_site *state = &at->now.site[s];
    lash_joint_evaluate(&e->joint, &e->memory, &at->now, s, false, &at->loads[s]);
    if (lash_joint_touches(&e->joint, state))
      lash_joint_rates(&e->joint, state, &at->loads[s], &at->rate[s]);
  }
  return LASH_OK;
}

static void rates_of(const element *e, const moment *at, double *rates) {
  size_t each = lash_joint_site_states(&e->joint);
  for (size_t s = 0; s < e->joint.site_count; s++) {
    bool touches = lash_joint_touches(&e->joint, &at->now.site[s]);
    for (size_t k = 0; k < each; k++) {
      double si = touches ? at->rate[s].zdot[k] : -RELAXATION * at->now.z[s][k];
      rates[s * each + k] = si * e->units.time;
    }
  }
}

/* Friction on the inner body along the tangents, site by site. */
static void outputs_of(const element *e, const lash_joint_load *loads, int count, double *y) {
  size_t dim = e->joint.friction.dim;
  for (int k = 0; k < count; k++) {
    size_t site = (size_t)k / dim;
    y[k] = site < e->joint.site_count
               ? -loads[site].point.friction[(size_t)k % dim] / e->units.force
               : 0;
  }
}

/* ------------------------------------------------------------------------------------ partials */

/* How sliding velocity and load of a site change with the motion. */
typedef struct site_change {
  double vt[2][MOTION_COLUMNS], normal[MOTION_COLUMNS];
} site_change;

static void change_in_space(const lash_joint_points *points, size_t site,
                            const lash_point_load *load, site_change *change) {
  const lash_point_jacobian *j = lash_joint_jacobian(points, site);
  for (int c = 0; c < BY_LOAD; c++) {
    int column = motion_column(c);
    for (int k = 0; k < 2; k++) change->vt[k][c] = j->slip2[k][column];
    change->normal[c] = load->normal_d_delta * j->delta[column] + load->normal_d_v * j->v[column];
  }
}

/* Partials of all rates by motion and by states, both by columns. */
static lash_status partials_of(const element *e, const moment *at, double *by_motion,
                               double *by_states, lash_error *error) {
  size_t each = lash_joint_site_states(&e->joint), all = lash_joint_states(&e->joint);
  bool space = e->joint.type->form == LASH_JOINT_SPACE;
  lash_joint_points points;
  lash_joint_site unused[LASH_JOINT_SITES];
  if (space) {
    lash_status status = motion_points(e, &at->m, true, &points, unused, error);
    if (status) return status;
  }
  memset(by_motion, 0, MOTION_COLUMNS * all * sizeof *by_motion);
  memset(by_states, 0, all * all * sizeof *by_states);
  for (size_t s = 0; s < e->joint.site_count; s++) {
    const lash_friction_rate *rate = &at->rate[s];
    bool touches = lash_joint_touches(&e->joint, &at->now.site[s]);
    site_change change = {.normal = {[BY_LOAD] = 1}};
    change.vt[0][BY_VELOCITY] = change.vt[1][BY_VELOCITY + 1] = 1;
    if (space) change_in_space(&points, s, &at->loads[s].point, &change);
    for (size_t k = 0; k < each; k++) {
      size_t row = s * each + k;
      for (size_t c = 0; c < MOTION_COLUMNS && touches; c++) {
        double d = rate->d_normal[k] * change.normal[c];
        for (size_t i = 0; i < e->joint.friction.dim; i++) d += rate->d_vt[k][i] * change.vt[i][c];
        by_motion[c * all + row] = d * e->units.time;
      }
      for (size_t j = 0; j < each; j++) {
        double d = touches ? rate->d_z[k][j] : j == k ? -RELAXATION : 0;
        by_states[(s * each + j) * all + row] = d * e->units.time;
      }
    }
  }
  return LASH_OK;
}

/* Reports the partials of all rates, or (row >= 0) of `sign` times one of them. */
static lash_status report_partials(const element *e, const moment *at, int row, double sign,
                                   lash_error *error) {
  double by_motion[MOTION_COLUMNS * STATES_ALL], by_states[STATES_ALL * STATES_ALL];
  size_t all = lash_joint_states(&e->joint);
  lash_status status = partials_of(e, at, by_motion, by_states, error);
  if (status) return status;
  if (row >= 0) { /* the row alone: its columns move together */
    for (size_t c = 0; c < MOTION_COLUMNS; c++)
      by_motion[c] = sign * by_motion[c * all + (size_t)row];
    for (size_t c = 0; c < all; c++) by_states[c] = sign * by_states[c * all + (size_t)row];
  }
  size_t rows = row >= 0 ? 1 : all;
  motion_partials(e, &at->m, rows, by_motion);
  states_partials(e, rows, by_states);
  return LASH_OK;
}

/* ------------------------------------------------------------------------------- GSE and DIFF */

static void gse(const element_call *call, double time, int dflag, int iflag, int ns, double *xdot,
                int no, double *y, const double *given) {
  element *e = element_enter(call, iflag);
  if (!e) return;
  moment at;
  int partials = 0;
  lash_error error;
  lash_status status = xdot ? check_count(e, ns, &error) : LASH_OK;
  if (!status) status = evaluate(e, time, dflag, given, &at, &error);
  if (!status && xdot) rates_of(e, &at, xdot);
  if (!status && y) outputs_of(e, at.loads, no, y);
  if (xdot && !given) c_adams_needs_partials(&partials);
  if (!status && partials) status = report_partials(e, &at, -1, 1, &error);
  if (status) element_stop(e->kind, e->id, &error);
}

static lash_status check_place(const element *e, int place, lash_error *error) {
  if (e->source == STATES_DIFF && place >= 0 && place < (int)lash_joint_states(&e->joint))
    return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "states=: must be DIFF/first, with this one among the %zu from there",
                   lash_joint_states(&e->joint));
}

/* states=DIFF/60 makes DIFF/60 the first state, DIFF/61 the second, … An implicit DIFF asks for the
 * residual: rate of the host minus ours. */
static void diff(const element_call *call, double time, int dflag, int iflag, bool implicit,
                 double *result) {
  element *e = element_enter(call, iflag);
  if (!e) return;
  int place = e->id - e->source_id, failed = 0, partials = 0;
  moment at;
  lash_error error;
  lash_status status = check_place(e, place, &error);
  if (!status) status = evaluate(e, time, dflag, NULL, &at, &error);
  if (status) {
    element_stop(e->kind, e->id, &error);
    return;
  }
  double rates[STATES_ALL], rate = 0;
  const double one = 1;
  rates_of(e, &at, rates);
  if (implicit) c_sysfnc("DIF1", &e->id, 1, &rate, &failed);
  *result = implicit ? rate - rates[place] : rates[place];
  c_adams_needs_partials(&partials);
  if (!partials) return;
  if (implicit) c_syspar("DIF1", &e->id, 1, &one, 1, &failed);
  if (report_partials(e, &at, place, implicit ? -1 : 1, &error)) {
    element_stop(e->kind, e->id, &error);
  }
}

/* ---------------------------------------------------------------------------------- both forms */

/* Rates or outputs of a GSE, `n` of them; gse() takes counts and places of both. */
#define GSE_ROUTINE(name, small, big, ...)                                               \
  ROUTINE void name(const struct sAdamsGSE *g, double time, int dflag, int iflag, int n, \
                    double *values) {                                                    \
    element_call call = {STATEMENT_GSE, g->ID, g->NPAR, g->PAR, .joint = NULL};          \
    gse(&call, time, dflag, iflag, __VA_ARGS__, NULL);                                   \
  }                                                                                      \
  FORTRAN_ROUTINE(small, big)                                                            \
  (int *id, double *t, double *par, int *npar, int *dflag, int *iflag, int *count,       \
   double *values) {                                                                     \
    element_call call = {STATEMENT_GSE, *id, *npar, par, .joint = NULL};                 \
    const int n = *count;                                                                \
    gse(&call, *t, *dflag, *iflag, __VA_ARGS__, NULL);                                   \
  }

GSE_ROUTINE(Gse_deriv, gse_deriv, GSE_DERIV, n, values, 0, NULL)
GSE_ROUTINE(Gse_output, gse_output, GSE_OUTPUT, 0, NULL, n, values)

ROUTINE void Gsesub(const struct sAdamsGSE *g, double time, int dflag, int iflag, int nstate,
                    const double *states, int ninput, const double *inputs, int noutput,
                    double *stated, double *output) {
  (void)ninput, (void)inputs;
  element_call call = {STATEMENT_GSE, g->ID, g->NPAR, g->PAR, .joint = NULL};
  gse(&call, time, dflag, iflag, nstate, stated, noutput, output, states);
}

ROUTINE void Difsub(const struct sAdamsDiff *d, double time, int dflag, int iflag, double *result) {
  element_call call = {STATEMENT_DIFF, d->ID, d->NPAR, d->PAR, .joint = NULL};
  diff(&call, time, dflag, iflag, d->IMPLICIT != 0, result);
}

FORTRAN_ROUTINE(gsesub, GSESUB)
(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *nstate, double *states,
 int *ninput, double *input, int *noutpt, double *stated, double *output) {
  (void)ninput, (void)input;
  element_call call = {STATEMENT_GSE, *id, *npar, par, .joint = NULL};
  gse(&call, *time, *dflag, *iflag, *nstate, stated, *noutpt, output, states);
}

FORTRAN_ROUTINE(difsub, DIFSUB)
(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result) {
  element_call call = {STATEMENT_DIFF, *id, *npar, par, .joint = NULL};
  diff(&call, *time, *dflag, *iflag, false, result);
}
