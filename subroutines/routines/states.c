/* Bristle states in the host's own integrator: GSE (Gse_deriv, Gse_output, Gsesub) and DIFF
 * (Difsub). Each takes the same STRING and markers as the force it belongs to, so that both see the
 * same sliding velocity and load. States are in SI units whatever the host's are. */
#include <string.h>

#include "load.h"
#include "memory.h"
#include "sdk.h"
#include "space.h"
#include "table.h"

adams_c_Gsederiv Gse_deriv;
adams_c_Gseoutput Gse_output;
adams_c_Gsesub Gsesub;
adams_c_Difsub Difsub;
adams_f77_GSEDERIV FORTRAN_NAME(gse_deriv, GSE_DERIV), FORTRAN_NAME(gse_output, GSE_OUTPUT);
adams_f77_GSESUB FORTRAN_NAME(gsesub, GSESUB);
adams_f77_DIFSUB FORTRAN_NAME(difsub, DIFSUB);

/* Bristles that touch nothing go back to rest: 1/s. The internal route resets them at once. */
static const double RELAXATION = 1000;

enum { STATES_ALL = SITES_MAX * LASH_FRICTION_STATES_MAX };

static lash_status check_count(const element *e, int count, lash_error *error) {
  if (e->source != STATES_ARRAY) {
    return lash_fail(error, LASH_BAD_INPUT, "states= is missing: say states=ARRAY/id of its X");
  }
  if (count == (int)element_states(e) && count > 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "NS=%d, but %s has %zu states here", count,
                   e->has_friction ? e->friction.law->name : "a joint without friction",
                   element_states(e));
}

/* The state and loads of all sites; `given` replaces the states that the host serves by measure. */
static lash_status evaluate(element *e, double time, int dflag, const double *given, snapshot *now,
                            site_load *loads, lash_error *error) {
  motion m;
  lash_status status = element_state(e, time, &m, now, error);
  if (status) return status;
  size_t each = site_states(e);
  for (size_t k = 0; given && k < element_states(e); k++)
    now->host_z[k / each][k % each] = given[k];
  if (!dflag) memory_follow(e, now);
  for (size_t s = 0; s < e->site_count; s++) {
    site_evaluate(e, s, now->time, &now->site[s], now->host_z[s], false, &loads[s]);
  }
  return LASH_OK;
}

static void rates_of(const element *e, const snapshot *now, const site_load *loads, double *rates) {
  size_t each = site_states(e);
  for (size_t s = 0; s < e->site_count; s++) {
    lash_friction_rate rate;
    bool touches = site_touches(e, &now->site[s]);
    if (touches) site_rates(e, &now->site[s], &loads[s], &rate);
    for (size_t k = 0; k < each; k++) {
      double si = touches ? rate.zdot[k] : -RELAXATION * now->host_z[s][k];
      rates[s * each + k] = si * e->units.time;
    }
  }
}

/* Friction on the inner body along the tangents, site by site. */
static void outputs_of(const element *e, const site_load *loads, int count, double *y) {
  size_t dim = e->friction.dim;
  for (int k = 0; k < count; k++) {
    size_t site = (size_t)k / dim;
    y[k] = site < e->site_count ? -loads[site].point.friction[(size_t)k % dim] / e->units.force : 0;
  }
}

static void gse(const element_call *call, double time, int dflag, int iflag, int ns, double *xdot,
                int no, double *y, const double *given) {
  element *e = element_enter(call, iflag);
  if (!e) return;
  snapshot now;
  site_load loads[SITES_MAX];
  lash_error error;
  lash_status status = xdot ? check_count(e, ns, &error) : LASH_OK;
  if (!status) status = evaluate(e, time, dflag, given, &now, loads, &error);
  if (status) {
    element_stop(e->kind, e->id, &error);
    return;
  }
  if (xdot) rates_of(e, &now, loads, xdot);
  if (y) outputs_of(e, loads, no, y);
}

/* states=DIFF/60 makes DIFF/60 the first state, DIFF/61 the second, … */
static void diff(const element_call *call, double time, int dflag, int iflag, bool implicit,
                 double *result) {
  element *e = element_enter(call, iflag);
  if (!e) return;
  int place = e->id - e->source_id, failed = 0;
  snapshot now;
  site_load loads[SITES_MAX];
  lash_error error;
  lash_status status = LASH_OK;
  if (e->source != STATES_DIFF || place < 0 || place >= (int)element_states(e)) {
    status = lash_fail(&error, LASH_BAD_INPUT,
                       "states=: must be DIFF/first, with this one among the %zu from there",
                       element_states(e));
  }
  if (!status) status = evaluate(e, time, dflag, NULL, &now, loads, &error);
  if (status) {
    element_stop(e->kind, e->id, &error);
    return;
  }
  double rates[STATES_ALL], rate = 0;
  rates_of(e, &now, loads, rates);
  if (implicit) c_sysfnc("DIF1", &e->id, 1, &rate, &failed);
  *result = implicit ? rate - rates[place] : rates[place];
}

/* ---------------------------------------------------------------------------------- both forms */

ROUTINE void Gse_deriv(const struct sAdamsGSE *g, double time, int dflag, int iflag, int ns,
                       double *xdot) {
  element_call call = {STATEMENT_GSE, g->ID, g->NPAR, g->PAR, .joint = NULL};
  gse(&call, time, dflag, iflag, ns, xdot, 0, NULL, NULL);
}

ROUTINE void Gse_output(const struct sAdamsGSE *g, double time, int dflag, int iflag, int no,
                        double *y) {
  element_call call = {STATEMENT_GSE, g->ID, g->NPAR, g->PAR, .joint = NULL};
  gse(&call, time, dflag, iflag, 0, NULL, no, y, NULL);
}

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

FORTRAN_ROUTINE(gse_deriv, GSE_DERIV)
(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *n, double *values) {
  element_call call = {STATEMENT_GSE, *id, *npar, par, .joint = NULL};
  gse(&call, *time, *dflag, *iflag, *n, values, 0, NULL, NULL);
}

FORTRAN_ROUTINE(gse_output, GSE_OUTPUT)
(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *n, double *values) {
  element_call call = {STATEMENT_GSE, *id, *npar, par, .joint = NULL};
  gse(&call, *time, *dflag, *iflag, 0, NULL, *n, values, NULL);
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
