/* Functions of elements: compiled expressions whose inputs are bound to the system. */
#include <stdio.h>
#include <stdlib.h>

#include "lash_expr.h"
#include "measure.h"
#include "storage.h"

const struct lash_interpolant *lash_spline_find(const lash_system *system, int id) {
  const int k = LASH_FIND(system->spline, system->spline_count, id);
  return k < 0 ? NULL : system->spline[k].spline;
}

static const struct lash_interpolant *find_spline(void *context, int id) {
  return lash_spline_find(context, id);
}

bool lash_same_measure(const lash_bound *a, const lash_bound *b) {
  return a->kind == b->kind && a->target == b->target && a->lagged == b->lagged &&
         !memcmp(a->mark, b->mark, sizeof a->mark) &&
         !memcmp(a->detail, b->detail, sizeof a->detail);
}

int lash_angle_slot(lash_system *system) {
  *LASH_APPEND(&system->store, system->angle, system->angle_count) = 0;
  return (int)system->angle_count - 1;
}

int lash_measure_share(lash_system *system, const lash_bound *bound) {
  for (size_t k = 0; k < system->measure_count; k++)
    if (lash_same_measure(&system->measure[k], bound)) return (int)k;
  lash_bound *shared = LASH_APPEND(&system->store, system->measure, system->measure_count);
  *shared = *bound;
  if (lash_measure_counts_turns((lash_measure_kind)bound->kind))
    shared->angle = lash_angle_slot(system);
  return (int)system->measure_count - 1;
}

static lash_status bind_inputs(lash_system *system, lash_function *function,
                               const lash_function_source *source, lash_error *error) {
  const struct lash_expr *expr = function->expr;
  const size_t inputs = lash_expr_input_count(expr);
  function->input_count = inputs;
  function->input = lash_take(&system->store, inputs, sizeof *function->input);
  function->value = lash_take(&system->store, inputs, sizeof(double));
  function->gradient = lash_take(&system->store, inputs, sizeof(double));
  function->jet = lash_take(&system->store, inputs, 3 * sizeof(double));
  function->scratch = lash_take(&system->store, lash_expr_scratch_size(expr), sizeof(double));
  function->switch_count = lash_expr_switch_count(expr);
  for (size_t k = 0; k < inputs; k++) {
    const lash_measure *m = lash_expr_input_at(expr, k);
    lash_bound bound;
    const lash_status status = lash_measure_bind(system, (int)m->kind, m->args, &bound, error);
    if (status != LASH_OK) {
      lash_error_prefix(error, "%s:%d: %s", system->file, source->line, source->owner);
      return status;
    }
    function->input[k] = lash_measure_share(system, &bound);
  }
  return LASH_OK;
}

lash_status lash_function_add(lash_system *system, const lash_function_source *source, int *index,
                              lash_error *error) {
  lash_expr_options options = {.file = system->file,
                               .line = source->line,
                               .owner = source->owner,
                               .find_spline = find_spline,
                               .context = system};
  lash_function *function = LASH_APPEND(&system->store, system->function, system->function_count);
  function->line = source->line;
  snprintf(function->owner, sizeof function->owner, "%s", source->owner);
  *index = (int)system->function_count - 1;
  const lash_status status = lash_expr_compile(source->text, &options, &function->expr, error);
  return status == LASH_OK ? bind_inputs(system, function, source, error) : status;
}

void lash_functions_clear(lash_system *system) {
  for (size_t k = 0; k < system->function_count; k++) lash_expr_free(system->function[k].expr);
  for (size_t k = 0; k < system->spline_count; k++) lash_interpolant_free(system->spline[k].spline);
}

static double shared_value(lash_system *system, lash_bound *bound) {
  if (bound->stamp != system->stamp) {
    bound->value = bound->lagged ? bound->held : lash_measure_value(system, bound);
    bound->stamp = system->stamp;
  }
  return bound->value;
}

static void fill_inputs(lash_system *system, lash_function *function) {
  for (size_t k = 0; k < function->input_count; k++)
    function->value[k] = shared_value(system, &system->measure[function->input[k]]);
}

double lash_function_value(lash_system *system, int index) {
  lash_function *function = &system->function[index];
  fill_inputs(system, function);
  const double value =
      lash_expr_eval(function->expr, system->t, function->value, function->scratch);
  if (!isfinite(value) && !system->failed) {
    lash_error why = {0};
    if (lash_expr_explain(function->expr, system->t, function->value, function->scratch, &why) ==
        LASH_OK)
      lash_fail(&why, LASH_FAILURE, "the value of \"%s\" is not finite",
                lash_expr_text(function->expr));
    lash_system_note(system, LASH_FAILURE, "%s:%d: %s: %s", system->file, function->line,
                     function->owner, why.message);
  }
  return value;
}

/* Adds weight * (partials by the inputs, as they are in function->gradient) to `gradient`. */
static void add_partials(lash_system *system, const lash_function *function, double weight,
                         lash_gradient *gradient) {
  for (size_t k = 0; k < function->input_count; k++)
    if (function->gradient[k] != 0 && !system->measure[function->input[k]].lagged)
      lash_measure_gradient(system, &system->measure[function->input[k]],
                            weight * function->gradient[k], gradient);
}

void lash_function_gradient(lash_system *system, int index, double weight,
                            lash_gradient *gradient) {
  lash_function *function = &system->function[index];
  fill_inputs(system, function);
  lash_expr_gradient(function->expr, system->t, function->value, function->scratch,
                     function->gradient, NULL);
  add_partials(system, function, weight, gradient);
}

void lash_function_switch_gradient(lash_system *system, int index, size_t part,
                                   lash_gradient *gradient) {
  lash_function *function = &system->function[index];
  fill_inputs(system, function);
  lash_expr_switch_gradient(function->expr, part, system->t, function->value, function->scratch,
                            function->gradient);
  add_partials(system, function, 1, gradient);
}

void lash_function_jet(lash_system *system, int index, double jet[3]) {
  lash_function *function = &system->function[index];
  lash_jet *inputs = (lash_jet *)(void *)function->jet;
  for (size_t k = 0; k < function->input_count; k++)
    lash_measure_jet(system, &system->measure[function->input[k]], function->jet + 3 * k);
  const lash_jet time = {system->t, 1, 0};
  const lash_jet out = lash_expr_jet(function->expr, time, inputs, function->scratch);
  jet[0] = out.value, jet[1] = out.d1, jet[2] = out.d2;
}

void lash_function_time_jet(lash_system *system, int index, double t, double jet[3]) {
  lash_function *function = &system->function[index];
  fill_inputs(system, function);
  const lash_jet out = lash_expr_time_jet(function->expr, t, function->value, function->scratch);
  jet[0] = out.value, jet[1] = out.d1, jet[2] = out.d2;
}

void lash_function_switches(lash_system *system, int index, double *values) {
  lash_function *function = &system->function[index];
  fill_inputs(system, function);
  lash_expr_switches(function->expr, system->t, function->value, function->scratch, values);
}

lash_status lash_spline_add(lash_system *system, int id, size_t points, size_t curves,
                            const double *x, const double *y, const double *z,
                            bool linear_extrapolate, lash_error *error) {
  const lash_interpolant_data data = {.points = points,
                                      .curves = curves,
                                      .x = x,
                                      .y = y,
                                      .z = z,
                                      .linear_extrapolate = linear_extrapolate};
  struct lash_spline_item *item = LASH_APPEND(&system->store, system->spline, system->spline_count);
  item->id = id;
  return lash_interpolant_create(&data, &item->spline, error);
}
