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

/* Numbers in (-1, 1), one after another (splitmix64). */
static double draw(uint64_t *state) {
  *state += 0x9E3779B97F4A7C15u;
  uint64_t z = *state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return 2 * ((double)(z >> 11) + 0.5) * 0x1p-53 - 1;
}

static lash_status scatter(const lash_run_options *o, lash_system *system, double t, double *y,
                           lash_error *error) {
  if (o->member == 0 || !(o->scatter > 0)) return LASH_OK;
  uint64_t state = 0x9E3779B97F4A7C15u * (uint64_t)o->member;
  for (size_t b = 0; b < lash_system_size(system)->bodies; b++) {
    for (size_t k = 0; k < 3; k++) y[7 * b + k] += o->scatter * draw(&state);
  }
  return lash_system_project(system, t, y, LASH_PROJECT_BOTH, 50, error);
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
  status = lash_system_assemble(*system, *t, *y, NULL, error);
  return status == LASH_OK ? scatter(options, *system, *t, *y, error) : status;
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
