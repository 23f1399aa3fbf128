/* Variables, differential equations, linear systems, arrays, splines. */
#include "build.h"
#include "measure.h"
#include "system_states.h"
#include "watching.h"

lash_states *lash_states_add(lash_system *system, lash_states_kind kind, const lash_element *head,
                             size_t count) {
  lash_states *states = LASH_APPEND(&system->store, system->states, system->states_count);
  *states = (lash_states){.kind = kind,
                          .statement = lash_kind_name(head->kind),
                          .id = head->id,
                          .line = head->line,
                          .first = system->size.x,
                          .count = count,
                          .function = -1,
                          .user = -1,
                          .start = lash_take(&system->store, count, sizeof(double))};
  system->size.x += count;
  return states;
}

static lash_array_value *array_of(lash_builder *builder, const lash_ref *ref) {
  return ref->index < 0 ? NULL : &builder->system->array[ref->index];
}

double *lash_matrix_of(lash_builder *builder, const lash_ref *ref, size_t rows, size_t columns,
                       const lash_element *owner, lash_error *error) {
  const lash_matrix *matrix = &builder->model->matrix.item[ref->index];
  if (matrix->file || (size_t)matrix->rows != rows || (size_t)matrix->columns != columns) {
    lash_fail(error, LASH_BAD_INPUT, "MATRIX/%d must be %zu by %zu, given in the dataset", ref->id,
              rows, columns);
    lash_build_failed(builder->model, owner, LASH_BAD_INPUT, error);
    return NULL;
  }
  double *numbers = lash_take(&builder->system->store, rows * columns, sizeof *numbers);
  for (size_t k = 0; k < matrix->values.count; k++) {
    size_t row = matrix->by_columns ? k % rows : k / columns;
    size_t column = matrix->by_columns ? k / rows : k % columns;
    if (matrix->sparse) {
      row = (size_t)matrix->i.value[k] - 1;
      column = (size_t)matrix->j.value[k] - 1;
    }
    if (row < rows && column < columns) numbers[row * columns + column] = matrix->values.value[k];
  }
  return numbers;
}

static void set_inputs(lash_store *store, lash_states *states, const lash_array_value *u) {
  states->inputs = u ? u->count : 0;
  states->input = lash_take(store, states->inputs, sizeof(int));
  for (size_t k = 0; k < states->inputs; k++) states->input[k] = u->variable[k];
}

static void serve_arrays(lash_builder *builder, const lash_ref *x, const lash_ref *y,
                         size_t outputs) {
  const int index = (int)builder->system->states_count - 1;
  lash_array_value *array = array_of(builder, x);
  if (array) {
    array->at = LASH_ARRAY_AT_STATES;
    array->states = index;
    array->count = builder->system->states[index].count;
  }
  array = array_of(builder, y);
  if (!array) return;
  array->at = LASH_ARRAY_AT_OUTPUTS;
  array->states = index;
  array->count = outputs;
}

static lash_status add_lse(lash_builder *builder, const lash_lse *lse, lash_error *error) {
  lash_system *system = builder->system;
  const size_t n = (size_t)builder->model->matrix.item[lse->a.index].rows;
  lash_states *states = lash_states_add(system, LASH_STATES_LINEAR, &lse->head, n);
  states->static_hold = lse->static_hold;
  set_inputs(&builder->system->store, states, array_of(builder, &lse->u));
  states->outputs = 0;
  if (lse->c.index >= 0)
    states->outputs = (size_t)builder->model->matrix.item[lse->c.index].rows;
  else if (lse->d.index >= 0)
    states->outputs = (size_t)builder->model->matrix.item[lse->d.index].rows;
  const struct {
    const lash_ref *ref;
    size_t rows, columns;
    double **target;
  } wanted[] = {{&lse->a, n, n, &states->A},
                {&lse->b, n, states->inputs, &states->B},
                {&lse->c, states->outputs, n, &states->C},
                {&lse->d, states->outputs, states->inputs, &states->D}};
  for (int k = 0; k < 4; k++) {
    if (wanted[k].ref->index < 0) continue;
    *wanted[k].target = lash_matrix_of(builder, wanted[k].ref, wanted[k].rows, wanted[k].columns,
                                       &lse->head, error);
    if (!*wanted[k].target) return LASH_BAD_INPUT;
  }
  const lash_array_value *ic = array_of(builder, &lse->ic);
  for (size_t k = 0; ic && k < n && k < ic->count; k++) states->start[k] = ic->number[k];
  serve_arrays(builder, &lse->x, &lse->y, states->outputs);
  return LASH_OK;
}

/* Controllable form of a proper transfer function. */
static lash_status add_tfsiso(lash_builder *builder, const lash_tfsiso *tf, lash_error *error) {
  size_t n = tf->denominator.count;
  while (n && tf->denominator.value[n - 1] == 0) n--;
  size_t m = tf->numerator.count;
  while (m && tf->numerator.value[m - 1] == 0) m--;
  if (n < 1 || m > n)
    return lash_build_unsupported(builder, &tf->head,
                                  "a TFSISO whose numerator has the higher order", error);
  n--;
  lash_states *states = lash_states_add(builder->system, LASH_STATES_LINEAR, &tf->head, n);
  states->static_hold = tf->static_hold;
  set_inputs(&builder->system->store, states, array_of(builder, &tf->u));
  const double top = tf->denominator.value[n];
  const double through = m == n + 1 ? tf->numerator.value[n] / top : 0;
  states->outputs = 1;
  lash_store *store = &builder->system->store;
  states->A = lash_take(store, n * n, sizeof(double));
  states->B = lash_take(store, n * states->inputs, sizeof(double));
  states->C = lash_take(store, n, sizeof(double));
  states->D = lash_take(store, states->inputs, sizeof(double));
  for (size_t k = 0; k + 1 < n; k++) states->A[k * n + k + 1] = 1;
  for (size_t k = 0; k < n; k++) {
    states->A[(n - 1) * n + k] = -tf->denominator.value[k] / top;
    const double b = k < m ? tf->numerator.value[k] / top : 0;
    states->C[k] = b - through * tf->denominator.value[k] / top;
  }
  if (n && states->inputs) states->B[(n - 1) * states->inputs] = 1;
  if (states->inputs) states->D[0] = through;
  serve_arrays(builder, &tf->x, &tf->y, 1);
  return LASH_OK;
}

/* Continuous states only; its routines are found with the functions. */
static lash_status add_gse(lash_builder *builder, const lash_gse *gse, lash_error *error) {
  if (gse->nd || gse->implicit)
    return lash_build_unsupported(builder, &gse->head, "a GSE with discrete or implicit states",
                                  error);
  const size_t n = (size_t)gse->ns, outputs = (size_t)gse->no;
  lash_states *states = lash_states_add(builder->system, LASH_STATES_GENERAL, &gse->head, n);
  states->static_hold = gse->static_hold;
  set_inputs(&builder->system->store, states, array_of(builder, &gse->u));
  states->outputs = outputs;
  states->user_outputs = -1;
  lash_store *store = &builder->system->store;
  states->rate = lash_take(store, n, sizeof(double));
  states->output = lash_take(store, outputs, sizeof(double));
  states->given = lash_take(store, states->inputs, sizeof(double));
  const lash_array_value *ic = array_of(builder, &gse->ic);
  for (size_t k = 0; ic && k < n && k < ic->count; k++) states->start[k] = ic->number[k];
  serve_arrays(builder, &gse->x, &gse->y, outputs);
  return LASH_OK;
}

static void add_array(lash_builder *builder, const lash_array *source) {
  lash_system *system = builder->system;
  lash_array_value *array = LASH_APPEND(&system->store, system->array, system->array_count);
  array->id = source->head.id;
  array->line = source->head.line;
  if (source->type == LASH_ARRAY_U) {
    array->at = LASH_ARRAY_AT_VARIABLES;
    array->count = source->variables.count;
    array->variable = lash_take(&system->store, array->count, sizeof(int));
    for (size_t k = 0; k < array->count; k++) array->variable[k] = source->variables.item[k].index;
    return;
  }
  array->at = LASH_ARRAY_AT_NUMBERS; /* X and Y arrays are taken over by their LSE or TFSISO */
  array->count = source->numbers.count;
  array->number = lash_take(&system->store, array->count, sizeof(double));
  for (size_t k = 0; k < array->count; k++) array->number[k] = source->numbers.value[k];
}

static void add_plant(lash_system *system, const lash_plant *source, bool output) {
  struct lash_plant_item *plant = LASH_APPEND(&system->store, system->plant, system->plant_count);
  plant->id = source->head.id;
  plant->output = output;
  plant->count = source->variables.count;
  plant->variable = lash_take(&system->store, plant->count, sizeof(int));
  for (size_t k = 0; k < plant->count; k++) plant->variable[k] = source->variables.item[k].index;
}

static lash_status add_splines(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  for (size_t k = 0; k < model->spline.count; k++) {
    const lash_spline_statement *spline = &model->spline.item[k];
    const size_t curves = spline->z.count ? spline->z.count : 1;
    const lash_status status =
        spline->routine ? lash_user_spline(builder->system, spline, error)
                        : lash_spline_add(builder->system, spline->head.id, spline->x.count, curves,
                                          spline->x.value, spline->y.value, spline->z.value,
                                          spline->linear_extrapolate, error);
    if (status != LASH_OK) return lash_build_failed(builder->model, &spline->head, status, error);
  }
  return LASH_OK;
}

lash_status lash_build_states(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_system *system = builder->system;
  for (size_t k = 0; k < model->variable.count; k++) {
    lash_variable_value *variable =
        LASH_APPEND(&system->store, system->variable, system->variable_count);
    *variable = (lash_variable_value){.id = model->variable.item[k].head.id,
                                      .line = model->variable.item[k].head.line,
                                      .function = -1,
                                      .user = -1};
  }
  for (size_t k = 0; k < model->array.count; k++) add_array(builder, &model->array.item[k]);
  for (size_t k = 0; k < model->pinput.count; k++) add_plant(system, &model->pinput.item[k], false);
  for (size_t k = 0; k < model->poutput.count; k++)
    add_plant(system, &model->poutput.item[k], true);
  for (size_t k = 0; k < model->diff.count; k++) {
    const lash_diff *diff = &model->diff.item[k];
    lash_states *states = lash_states_add(system, LASH_STATES_DIFF, &diff->head, 1);
    states->start[0] = diff->ic[0];
    states->static_hold = diff->static_hold;
    states->implicit = diff->implicit;
    states->guess = diff->ic[1];
  }
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->lse.count && status == LASH_OK; k++)
    status = add_lse(builder, &model->lse.item[k], error);
  for (size_t k = 0; k < model->tfsiso.count && status == LASH_OK; k++)
    status = add_tfsiso(builder, &model->tfsiso.item[k], error);
  for (size_t k = 0; k < model->gse.count && status == LASH_OK; k++)
    status = add_gse(builder, &model->gse.item[k], error);
  for (size_t k = 0; k < model->string.count; k++) {
    struct lash_string_item *item =
        LASH_APPEND(&system->store, system->string, system->string_count);
    item->id = model->string.item[k].head.id;
    item->line = model->string.item[k].head.line;
    item->text = model->string.item[k].text;
  }
  return status == LASH_OK ? add_splines(builder, error) : status;
}

/* ----------------------------------------------------------------------------------- functions */

static lash_status check_loop(lash_builder *builder, const lash_element *head, int function,
                              lash_error *error) {
  if (function < 0 || !lash_function_loops(builder->system, function)) return LASH_OK;
  return lash_build_unsupported(builder, head, "variables that depend on themselves", error);
}

/* An explicit rate that asks for itself would never be found. */
static lash_status check_rate(lash_builder *builder, const lash_element *head, size_t index,
                              lash_error *error) {
  lash_system *system = builder->system;
  const lash_states *states = &system->states[index];
  if (states->function < 0 || states->implicit) return LASH_OK;
  lash_dependence needs;
  lash_dependence_begin(system, NULL, &needs);
  lash_function_depends(system, states->function, &needs);
  const bool circular = needs.rate[index];
  lash_dependence_end(&needs);
  if (!circular) return LASH_OK;
  return lash_build_unsupported(builder, head,
                                "a DIFF whose rate depends on itself; make it IMPLICIT", error);
}

/* ROUTINE= names one routine that gives rates and outputs, INTERFACE= one for each. */
static lash_status compile_gse(lash_builder *builder, const lash_gse *gse, lash_states *states,
                               lash_error *error) {
  const bool newer = gse->interface.count >= 2;
  lash_user_source source = {.kind = newer ? LASH_USER_GSE_RATES : LASH_USER_GSE,
                             .u = gse->u.id,
                             .y = gse->y.id,
                             .x = gse->x.id,
                             .ic = gse->ic.id,
                             .states = states->count,
                             .inputs = states->inputs,
                             .outputs = states->outputs};
  lash_expression function = gse->function;
  function.user = true;
  if (newer) function.routine = gse->interface.item[0];
  lash_status status =
      lash_compile_routine(builder, &gse->head, &function, &source, &states->user, error);
  if (status != LASH_OK || !newer || !states->outputs) return status;
  source.kind = LASH_USER_GSE_OUTPUTS;
  function.routine = gse->interface.item[1];
  return lash_compile_routine(builder, &gse->head, &function, &source, &states->user_outputs,
                              error);
}

lash_status lash_compile_states(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_system *system = builder->system;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->variable.count && status == LASH_OK; k++) {
    const lash_user_source source = {.kind = LASH_USER_VARIABLE,
                                     .start = {model->variable.item[k].ic}};
    status = lash_compile(builder, &model->variable.item[k].head, &model->variable.item[k].function,
                          &source, &system->variable[k].function, &system->variable[k].user, error);
  }
  for (size_t k = 0; k < model->diff.count && status == LASH_OK; k++) {
    const lash_diff *diff = &model->diff.item[k];
    const lash_user_source source = {.kind = LASH_USER_DIFF,
                                     .implicit = diff->implicit,
                                     .static_hold = diff->static_hold,
                                     .start = {diff->ic[0], diff->ic[1]}};
    status = lash_compile(builder, &model->diff.item[k].head, &model->diff.item[k].function,
                          &source, &system->states[k].function, &system->states[k].user, error);
  }
  const size_t first = model->diff.count + model->lse.count + model->tfsiso.count;
  for (size_t k = 0; k < model->gse.count && status == LASH_OK; k++)
    status = compile_gse(builder, &model->gse.item[k], &system->states[first + k], error);
  for (size_t k = 0; k < model->variable.count && status == LASH_OK; k++)
    status =
        check_loop(builder, &model->variable.item[k].head, system->variable[k].function, error);
  for (size_t k = 0; k < model->diff.count && status == LASH_OK; k++)
    status = check_rate(builder, &model->diff.item[k].head, k, error);
  return status;
}
