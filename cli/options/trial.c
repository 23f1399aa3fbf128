/* Trying a model without running it. */
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_session.h"

static void hear(void *context, bool fault, const char *text) {
  (void)fault;
  lash_diagnostics_found(context, LASH_WARNING, text);
}

/* The first nanosecond: parts that lock or fly apart do not get through it. */
static lash_status set_off(lash_system *system, const lash_integrate_options *settings, double t,
                           const double *y, lash_error *error) {
  lash_integration *run = NULL;
  lash_status status = lash_integrate_create(system, settings, t, y, &run, error);
  if (status == LASH_OK) status = lash_integrate_to(run, t + 1e-9, NULL, error);
  lash_integrate_free(run);
  return status;
}

/* At the assembled start: what the first step and the first output row would ask for. */
static lash_status evaluate(lash_session *session, trial_engine *engine, lash_error *error) {
  lash_system *system = lash_session_system(session);
  const lash_system_sizes *n = lash_system_size(system);
  const double t = lash_session_time(session);
  lash_integrate_options settings;
  lash_integration *run = NULL;
  double *y = calloc(2 * n->y + n->switches + 1, sizeof *y), *work = y + n->y;
  if (!y) return lash_fail(error, LASH_FAILURE, "out of memory");
  memcpy(y, lash_system_state(system), n->y * sizeof *y);
  lash_status status = lash_system_rates(system, t, y, work, error);
  if (status == LASH_OK) status = lash_system_switches(system, work, error);
  for (size_t i = 0; i < n->requests && status == LASH_OK; i++) {
    double values[LASH_REQUEST_COLUMNS];
    status = lash_system_request_values(system, i, values, error);
  }
  if (status == LASH_OK) status = lash_session_integrator(session, &settings, error);
  if (status == LASH_OK && n->dof > 0) status = set_off(system, &settings, t, y, error);
  settings.engine = LASH_EQUATIONS_AUTO;
  if (status == LASH_OK && n->dof > 0)
    status = lash_integrate_create(system, &settings, t, y, &run, error);
  if (run && engine) {
    const char *reason;
    const bool compiled = lash_integrate_compiled(run, &reason);
    snprintf(engine->text, sizeof engine->text, "%s", compiled ? "" : reason);
    engine->compiled = compiled;
  } else if (engine) {
    snprintf(engine->text, sizeof engine->text, "no degree of freedom");
  }
  lash_integrate_free(run);
  free(y);
  return status;
}

static lash_status start(const lash_model *model, trial_engine *engine, lash_diagnostics *found,
                         lash_error *error) {
  lash_session_options options = lash_session_defaults();
  lash_session *session;
  options.watcher = (lash_session_watcher){.context = found, .message = hear};
  lash_status status = lash_session_open_model(model, &options, &session, error);
  if (status == LASH_OK) status = lash_session_start(session, error);
  if (status == LASH_OK) status = evaluate(session, engine, error);
  lash_session_free(session);
  return status;
}

static lash_status report(lash_diagnostics *found, lash_status status, const lash_error *error) {
  if (status != LASH_OK) lash_diagnostics_failed(found, error);
  return status;
}

lash_status trial_start(const lash_model *model, trial_engine *engine, lash_diagnostics *found) {
  lash_error error = {0};
  return report(found, start(model, engine, found, &error), &error);
}

/* ---------------------------------------------------------------------------------- commands */

/* A SIMULATE must end behind the time it starts at, which it then becomes. */
static lash_status check_times(const lash_script *script, const lash_script_command *c, double *t,
                               lash_diagnostics *found) {
  const bool timed =
      c->analysis != LASH_ANALYSIS_STATIC && c->analysis != LASH_ANALYSIS_INITIAL_CONDITIONS;
  const double end = isfinite(c->end) ? c->end : *t + c->duration;
  lash_error error;
  if (!timed || !isfinite(end)) return LASH_OK;
  if (!(end > *t)) {
    lash_fail(&error, LASH_BAD_INPUT,
              "%s:%d: SIMULATE: the end, %g, is not behind the time it starts at, %g", script->file,
              c->line, end, *t);
    return report(found, LASH_BAD_INPUT, &error);
  }
  *t = end;
  return LASH_OK;
}

lash_status trial_commands(const lash_script *script, lash_model *model, lash_diagnostics *found) {
  lash_status status = LASH_OK;
  double t = 0;
  bool changed = true;
  for (size_t i = 0; i < script->count && status == LASH_OK; i++) {
    const lash_script_command *c = &script->item[i];
    lash_error error = {0};
    switch (c->kind) {
      case LASH_COMMAND_SIMULATE:
        if (changed) status = trial_start(model, NULL, found);
        changed = false;
        if (status == LASH_OK) status = check_times(script, c, &t, found);
        break;
      case LASH_COMMAND_ACTIVATE:
      case LASH_COMMAND_DEACTIVATE:
      case LASH_COMMAND_MODIFY:
        changed = true;
        status = report(found, lash_script_apply(script, c, model, &error), &error);
        break;
      case LASH_COMMAND_CONTROL:
        status = lash_session_control_check(script->file, c, &error);
        if (status != LASH_OK) lash_error_prefix(&error, "%s:%d", script->file, c->line);
        status = report(found, status, &error);
        break;
      case LASH_COMMAND_STOP:
        return LASH_OK;
      default:
        break;
    }
  }
  return status;
}
