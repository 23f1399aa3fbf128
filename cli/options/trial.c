/* Trying a model without running it. */
#include "trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_integrate.h"
#include "lash_review.h"
#include "lash_system.h"

static void hear(void *context, const char *text) {
  lash_diagnostics_found(context, LASH_WARNING, text);
}

/* At the assembled start: what the first step and the first output row would ask for. */
static lash_status evaluate(const lash_model *model, lash_system *system, double t, double *y,
                            double *work, lash_error *error) {
  const lash_system_sizes *n = lash_system_size(system);
  const lash_integrate_options settings = lash_integrate_dataset(model);
  lash_integration *run = NULL;
  lash_status status = lash_system_rates(system, t, y, work, error);
  if (status == LASH_OK) status = lash_system_switches(system, work, error);
  for (size_t i = 0; i < n->requests && status == LASH_OK; i++) {
    double values[8];
    status = lash_system_request_values(system, i, values, error);
  }
  if (status == LASH_OK && n->dof > 0)
    status = lash_integrate_create(system, &settings, t, y, &run, error);
  lash_integrate_free(run);
  return status;
}

static lash_status start(const lash_model *model, lash_diagnostics *found, lash_error *error) {
  const lash_system_options options = {.message = hear, .message_context = found};
  lash_system *system = NULL;
  double t = 0, *y = NULL;
  lash_status status = lash_system_create(model, &options, &system, error);
  if (status == LASH_OK) {
    const lash_system_sizes *n = lash_system_size(system);
    y = calloc(2 * n->y + n->switches + 1, sizeof *y);
    if (!y) status = lash_fail(error, LASH_FAILURE, "out of memory");
  }
  if (status == LASH_OK) {
    lash_system_initial(system, &t, y);
    memcpy(y + lash_system_size(system)->y, y, lash_system_size(system)->y * sizeof *y);
    status = lash_system_assemble(system, t, y, NULL, error);
  }
  if (status == LASH_OK) status = lash_system_commit(system, error);
  if (status == LASH_OK)
    lash_review_start(model, system, y + lash_system_size(system)->y, y, hear, found);
  if (status == LASH_OK)
    status = evaluate(model, system, t, y, y + lash_system_size(system)->y, error);
  free(y);
  lash_system_free(system);
  return status;
}

static lash_status report(lash_diagnostics *found, lash_status status, const char *message) {
  if (status != LASH_OK) {
    lash_diagnostics_found(found, status == LASH_UNSUPPORTED ? LASH_NOT_SUPPORTED : LASH_ERROR,
                           message);
  }
  return status;
}

lash_status trial_start(const lash_model *model, lash_diagnostics *found) {
  lash_error error = {0};
  return report(found, start(model, found, &error), error.message);
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
    return report(found, LASH_BAD_INPUT, error.message);
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
        if (changed) status = trial_start(model, found);
        changed = false;
        if (status == LASH_OK) status = check_times(script, c, &t, found);
        break;
      case LASH_COMMAND_ACTIVATE:
      case LASH_COMMAND_DEACTIVATE:
      case LASH_COMMAND_MODIFY:
        changed = true;
        status = report(found, lash_script_apply(script, c, model, &error), error.message);
        break;
      case LASH_COMMAND_CONTROL:
        lash_fail(&error, LASH_UNSUPPORTED,
                  "%s:%d: CONTROL is not offered; write what it does as commands of this file",
                  script->file, c->line);
        status = report(found, LASH_UNSUPPORTED, error.message);
        break;
      case LASH_COMMAND_STOP:
        return LASH_OK;
      default:
        break;
    }
  }
  return status;
}
