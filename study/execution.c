#include "execution.h"

#include <stdlib.h>
#include <string.h>

static lash_status leave_out(lash_system *system, const lash_texts_list *without,
                             lash_error *error) {
  for (size_t i = 0; i < without->count; i++) {
    char statement[64];
    snprintf(statement, sizeof statement, "%s", without->item[i]);
    char *slash = strchr(statement, '/');
    if (!slash) {
      return lash_fail(error, LASH_BAD_INPUT, "'%s' cannot be left out: write STATEMENT/ID",
                       statement);
    }
    *slash = '\0';
    const lash_status status =
        lash_system_activate(system, statement, atoi(slash + 1), false, error);
    if (status == LASH_OK) continue;
    lash_error_prefix(error, "without %s", without->item[i]);
    return status;
  }
  return LASH_OK;
}

lash_status execution_start(const lash_model *model, const lash_run_options *options,
                            lash_system **system, double *t, double **y, lash_error *error) {
  lash_status status = lash_system_create(model, NULL, system, error);
  if (status == LASH_OK) status = leave_out(*system, &options->without, error);
  if (status != LASH_OK) return status;
  const size_t size = lash_system_size(*system)->y;
  *y = calloc(size + 1, sizeof **y);
  if (!*y) return lash_fail(error, LASH_FAILURE, "out of memory for a run");
  lash_system_initial(*system, t, *y);
  if (options->start_state) {
    *t = options->start_time;
    memcpy(*y, options->start_state, size * sizeof **y);
  }
  return lash_system_assemble(*system, *t, *y, NULL, error);
}

lash_integrate_options execution_integrator(const lash_model *model,
                                            const lash_run_options *options) {
  lash_integrate_options settled = lash_integrate_dataset(model);
  if (options->integrator) settled.integrator = options->integrator;
  if (options->error > 0) settled.error = options->error;
  if (options->step > 0) settled.step = options->step;
  if (options->hmax > 0) settled.hmax = options->hmax;
  settled.audit = !options->no_audit;
  settled.output_step = options->output_step;
  return settled;
}
