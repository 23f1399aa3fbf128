/* Making and freeing a system. */
#include "build.h"

#include <math.h>
#include <stdio.h>

#include "flexible.h"
#include "measure.h"
#include "rows.h"
#include "schur.h"
#include "user.h"

lash_status lash_build_unsupported(const lash_builder *builder, const lash_element *head,
                                   const char *what, lash_error *error) {
  char where[256];
  lash_element_where(builder->model, head, where, sizeof where);
  return lash_fail(error, LASH_UNSUPPORTED, "%s: the reference solver does not offer %s", where,
                   what);
}

lash_status lash_build_failed(const lash_model *model, const lash_element *head, lash_status status,
                              lash_error *error) {
  char where[256];
  if (status == LASH_OK) return status;
  lash_element_where(model, head, where, sizeof where);
  lash_error_prefix(error, "%s", where);
  return status;
}

lash_status lash_compile(lash_builder *builder, const lash_element *head,
                         const lash_expression *expression, const lash_user_source *source,
                         int *function, int *user, lash_error *error) {
  char owner[64];
  snprintf(owner, sizeof owner, "%s/%d", lash_kind_name(head->kind), head->id);
  *function = *user = -1;
  if (expression->user) {
    if (!source) return lash_build_unsupported(builder, head, "USER functions here", error);
    lash_user_source full = *source;
    full.id = head->id;
    full.line = head->line;
    full.owner = owner;
    full.routine = expression->routine;
    full.count = expression->parameters.count;
    full.parameters = expression->parameters.value;
    return lash_user_add(builder->system, &full, user, error);
  }
  if (!expression->text)
    return lash_fail(error, LASH_BAD_INPUT, "%s:%d: %s has no FUNCTION", builder->system->file,
                     head->line, owner);
  const lash_function_source text = {expression->text, head->line, owner};
  return lash_function_add(builder->system, &text, function, error);
}

lash_status lash_compile_routine(lash_builder *builder, const lash_element *head,
                                 const lash_expression *expression, const lash_user_source *source,
                                 int *user, lash_error *error) {
  int none;
  *user = -1;
  if (!expression->user) return LASH_OK;
  return lash_compile(builder, head, expression, source, &none, user, error);
}

typedef lash_status (*build_step)(lash_builder *builder, lash_error *error);

static lash_status run_steps(lash_builder *builder, const build_step *steps, size_t count,
                             lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t k = 0; k < count && status == LASH_OK; k++) status = steps[k](builder, error);
  return status;
}

static void take_state(lash_system *system) {
  lash_system_sizes *n = &system->size;
  n->y = n->q + n->v + n->x;
  double *y0 = lash_take(&system->store, n->y, sizeof *y0);
  memcpy(y0, system->y0, (n->q + n->v) * sizeof *y0);
  lash_drop(system->y0);
  system->y0 = y0;
  for (size_t k = 0; k < system->states_count; k++)
    memcpy(y0 + n->q + n->v + system->states[k].first, system->states[k].start,
           system->states[k].count * sizeof *y0);
  system->y = lash_take(&system->store, n->y, sizeof(double));
  system->f = lash_take(&system->store, n->v, sizeof(double));
  system->g = lash_take(&system->store, n->x, sizeof(double));
  system->vdot = lash_take(&system->store, n->v, sizeof(double));
  system->work_v = lash_take(&system->store, n->v, sizeof(double));
  system->schur = lash_take(&system->store, 1, sizeof *system->schur);
  system->gradient.q = lash_take(&system->store, 2 * n->v + n->x, sizeof(double));
  system->gradient.v = system->gradient.q + n->v;
  system->gradient.x = system->gradient.v + n->v;
  lash_system_set(system, system->t0, y0);
  system->length = lash_system_length(system);
}

static void count_elements(lash_system *system) {
  lash_system_sizes *n = &system->size;
  n->forces = system->force_count;
  n->requests = system->request_count;
  n->sensors = system->sensor_count;
  for (size_t k = 0; k < system->force_count; k++)
    n->contacts += system->force[k].law.kind == LASH_FORCE_CONTACT;
}

/* Routines have told how many gaps they report. */
static void count_switches(lash_system *system) {
  lash_system_sizes *n = &system->size;
  n->switches = n->contacts + lash_user_gaps(system) + n->sensors;
  for (size_t k = 0; k < system->acting_functions; k++)
    n->switches += system->function[k].switch_count;
}

static lash_status build(lash_builder *builder, lash_error *error) {
  static const build_step enter[] = {lash_build_bodies,      lash_build_states, lash_build_curves,
                                     lash_build_constraints, lash_build_forces, lash_build_contacts,
                                     lash_build_friction,    lash_build_watch};
  static const build_step compile[] = {lash_compile_states,      lash_compile_curves,
                                       lash_compile_constraints, lash_compile_forces,
                                       lash_compile_contacts,    lash_compile_watch};
  lash_system *system = builder->system;
  lash_status status = run_steps(builder, enter, sizeof enter / sizeof *enter, error);
  if (status != LASH_OK) return status;
  take_state(system);
  status = run_steps(builder, compile, sizeof compile / sizeof *compile, error);
  if (status != LASH_OK) return status;
  count_elements(system);
  status = lash_user_start(system, error);
  if (status != LASH_OK) return status;
  count_switches(system);
  return lash_rows_plan(system, error);
}

/* What the whole system stands on; everything else is made by build(). */
static void begin(lash_system *system, const lash_model *model,
                  const lash_system_options *options) {
  if (options) system->options = *options;
  const char *file = model->file ? model->file : "model";
  system->file = lash_take(&system->store, strlen(file) + 1, 1);
  strcpy(system->file, file);
  system->analysis_mode = 4;
  system->stamp = system->last_stamp = 1;
  const lash_unit_scale *scale = &model->units.scale;
  memcpy(system->scale, (const double[]){scale->time, scale->length, scale->force, scale->mass},
         sizeof system->scale);
}

static lash_status create(lash_system *system, const lash_model *model,
                          const lash_system_options *options, lash_error *error) {
  begin(system, model, options);
  lash_builder builder = {.system = system, .model = model};
  const lash_status status = build(&builder, error);
  if (status != LASH_OK) return status;
  system->y_set = lash_take(&system->store, system->size.y, sizeof(double));
  for (size_t k = 0; k < system->size.y; k++) system->y_set[k] = NAN; /* nothing computed yet */
  return LASH_OK;
}

lash_status lash_system_create(const struct lash_model *model, const lash_system_options *options,
                               lash_system **out, lash_error *error) {
  lash_status status;
  lash_system *system = *out = calloc(1, sizeof *system);
  if (!system) return lash_out_of_memory(error);
  LASH_GUARDED(status, create(system, model, options, error), error);
  if (status != LASH_OK) {
    lash_system_free(system);
    *out = NULL;
  }
  return status;
}

void lash_system_free(lash_system *system) {
  if (!system) return;
  lash_functions_clear(system);
  lash_user_clear(system);
  if (system->schur) lash_store_free(&system->schur->store);
  lash_store_free(&system->row_store);
  lash_store_free(&system->store);
  free(system);
}

const lash_system_sizes *lash_system_size(const lash_system *system) { return &system->size; }
