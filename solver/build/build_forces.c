/* Force statements as force elements. */

#include "build.h"
#include "force_elements.h"
#include "lag.h"
#include "lash_force_laws.h"
#include "own_force.h"

lash_force *lash_force_add(lash_builder *builder, const lash_element *head, lash_force_kind kind,
                           int i, int j) {
  lash_system *system = builder->system;
  lash_force *force = LASH_APPEND(&system->store, system->force, system->force_count);
  *force = (lash_force){.law = {.kind = kind},
                        .statement = lash_kind_name(head->kind),
                        .id = head->id,
                        .line = head->line,
                        .active = head->active,
                        .i = i,
                        .j = j,
                        .component = {-1, -1, -1, -1, -1, -1},
                        .user = -1,
                        .angle = -1};
  return force;
}

static lash_force *add_force(lash_builder *builder, const lash_element *head, lash_force_kind kind,
                             const lash_ref *i, const lash_ref *j) {
  return lash_force_add(builder, head, kind, lash_mark_of(i), lash_mark_of(j));
}

static void add_sforce(lash_builder *builder, const lash_sforce *sforce) {
  lash_force *force = add_force(builder, &sforce->head, LASH_FORCE_LINE, &sforce->i, &sforce->j);
  force->law = lash_law_of_sforce(sforce);
}

static void add_vector(lash_builder *builder, const lash_vector_force *vector) {
  lash_force *force =
      add_force(builder, &vector->head, LASH_FORCE_VECTOR, &vector->i, &vector->jfloat);
  force->law.floating = true;
  force->rm = lash_mark_of(&vector->rm);
}

static void add_spring(lash_builder *builder, const lash_springdamper *spring) {
  lash_force *force = add_force(builder, &spring->head, LASH_FORCE_SPRING, &spring->i, &spring->j);
  force->law = lash_law_of_spring(spring);
  if (force->law.kind == LASH_FORCE_COIL) force->angle = lash_angle_slot(builder->system);
}

static lash_matrix_law *add_matrix(lash_builder *builder, const lash_element *head,
                                   const lash_ref *i, const lash_ref *j) {
  lash_force *force = add_force(builder, head, LASH_FORCE_MATRIX, i, j);
  lash_matrix_law *matrix = lash_take(&builder->system->store, 1, sizeof *matrix);
  force->law.matrix = force->matrix = matrix;
  return matrix;
}

/* ------------------------------------------------------------------- forces of the caller's own */

static lash_own_list owns_of(const lash_builder *builder) {
  const lash_system_options *options = &builder->system->options;
  return (lash_own_list){options->own, options->owns};
}

static lash_status own_mark(const lash_builder *builder, size_t number, int id, int *mark,
                            lash_error *error) {
  *mark = lash_mark_find(builder->system, id);
  if (*mark >= 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s: own force %zu: there is no MARKER/%d",
                   builder->system->file, number, id);
}

/* Those between markers become elements after the dataset's. */
static lash_status add_owns(lash_builder *builder, lash_error *error) {
  const lash_own_list list = owns_of(builder);
  lash_status status = lash_own_check(&list, error);
  int number = 0;
  for (size_t k = 0; k < list.count && status == LASH_OK; k++) {
    const lash_own_force *own = &list.item[k];
    int mark[3];
    const int id[3] = {own->i, own->j, own->rm};
    if (own->name) continue;
    for (int m = 0; m < 3 && status == LASH_OK; m++)
      status = own_mark(builder, k + 1, id[m], &mark[m], error);
    if (status != LASH_OK) break;
    const lash_element head = {.id = ++number, .active = true};
    lash_force *force = lash_force_add(builder, &head, LASH_FORCE_VECTOR, mark[0], mark[1]);
    force->statement = LASH_OWN_STATEMENT;
    force->law.floating = true;
    force->rm = mark[2];
    force->own = own;
  }
  return status;
}

/* True when the element is computed by the caller; nothing is compiled then. */
static bool take_own(const lash_builder *builder, const lash_expression *function,
                     lash_force *force) {
  const lash_own_list list = owns_of(builder);
  force->own = lash_own_find(&list, force->statement, force->id, function->routine);
  force->parameters = function->parameters.count;
  force->parameter = function->parameters.value;
  return force->own != NULL;
}

static lash_status check_owns(const lash_builder *builder, lash_error *error) {
  const lash_own_list list = owns_of(builder);
  const lash_system *system = builder->system;
  for (size_t k = 0; k < list.count; k++) {
    bool used = !list.item[k].name;
    for (size_t f = 0; f < system->force_count; f++) used |= system->force[f].own == &list.item[k];
    if (!used) return lash_own_unused(&list.item[k], error);
  }
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- elements */

/* On a modal body; those come after the beams. */
static void add_mforce(lash_builder *builder, const lash_mforce *from) {
  const bool reaction = from->jfloat.id != 0;
  lash_force *force = lash_force_add(builder, &from->head, LASH_FORCE_MODAL, 0,
                                     reaction ? lash_mark_of(&from->jfloat) : 0);
  const size_t flexible = builder->model->fe_part.count + (size_t)from->flex_body.index;
  lash_modal_load_set_up(builder->system, force, (int)flexible, lash_given(&from->head, "FUNCTION"),
                         reaction);
}

lash_status lash_build_forces(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->sforce.count; k++) add_sforce(builder, &model->sforce.item[k]);
  for (size_t k = 0; k < model->vforce.count; k++) add_vector(builder, &model->vforce.item[k]);
  for (size_t k = 0; k < model->vtorque.count; k++) add_vector(builder, &model->vtorque.item[k]);
  for (size_t k = 0; k < model->gforce.count; k++) add_vector(builder, &model->gforce.item[k]);
  for (size_t k = 0; k < model->springdamper.count; k++)
    add_spring(builder, &model->springdamper.item[k]);
  for (size_t k = 0; k < model->bushing.count; k++) {
    const lash_bushing *from = &model->bushing.item[k];
    lash_matrix_of_bushing(from, add_matrix(builder, &from->head, &from->i, &from->j));
  }
  for (size_t k = 0; k < model->beam.count && status == LASH_OK; k++) {
    const lash_beam *from = &model->beam.item[k];
    status = lash_matrix_of_beam(model, from, add_matrix(builder, &from->head, &from->i, &from->j),
                                 error);
  }
  for (size_t k = 0; k < model->field.count && status == LASH_OK; k++) {
    const lash_field *from = &model->field.item[k];
    status = lash_matrix_of_field(model, from, add_matrix(builder, &from->head, &from->i, &from->j),
                                  error);
  }
  for (size_t k = 0; k < model->mforce.count; k++) add_mforce(builder, &model->mforce.item[k]);
  return status == LASH_OK ? add_owns(builder, error) : status;
}

/* ----------------------------------------------------------------------------------- functions */

/* Reactions and accelerations in forces are those of the last accepted step; the user is told. */
static void lag(lash_builder *builder, const lash_force *force) {
  if (!lash_lag_force(builder->system, force)) return;
  lash_system_say(
      builder->system,
      "%s:%d: %s/%d: the reactions or accelerations it asks for are those of the last accepted "
      "step",
      builder->system->file, force->line, force->statement, force->id);
}

static lash_status check_loop(lash_builder *builder, const lash_force *force, lash_error *error) {
  for (int k = 0; k < 6; k++)
    if (force->component[k] >= 0 && lash_function_loops(builder->system, force->component[k]))
      return lash_fail(error, LASH_UNSUPPORTED,
                       "%s:%d: %s/%d: the reference solver does not offer functions that depend on "
                       "themselves",
                       builder->system->file, force->line, force->statement, force->id);
  return LASH_OK;
}

/* Once all are compiled: functions of forces may name any force. */
static lash_status check_functions(lash_builder *builder, lash_error *error) {
  lash_system *system = builder->system;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < system->force_count && status == LASH_OK; k++)
    status = check_loop(builder, &system->force[k], error);
  for (size_t k = 0; k < system->force_count && status == LASH_OK; k++)
    lag(builder, &system->force[k]);
  return status;
}

static lash_status compile_sforce(lash_builder *builder, const lash_sforce *sforce,
                                  lash_force *force, lash_error *error) {
  const lash_user_source source = {.kind = LASH_USER_SFORCE,
                                   .i = sforce->i.id,
                                   .j = sforce->j.id,
                                   .rotation = sforce->sense == LASH_ROTATION,
                                   .action_only = sforce->action_only};
  if (take_own(builder, &sforce->function, force)) return LASH_OK;
  return lash_compile(builder, &sforce->head, &sforce->function, &source, &force->component[0],
                      &force->user, error);
}

static lash_status compile_vector(lash_builder *builder, const lash_vector_force *vector,
                                  lash_user_kind kind, lash_force *force, lash_error *error) {
  const lash_user_source source = {
      .kind = kind, .i = vector->i.id, .j = vector->jfloat.id, .rm = vector->rm.id};
  int function, user;
  if (take_own(builder, &vector->function, force)) return LASH_OK;
  if (vector->function.text || vector->function.user)
    return lash_compile(builder, &vector->head, &vector->function, &source, &function, &force->user,
                        error);
  for (int k = 0; k < 6; k++) {
    if (!vector->component[k].text) continue;
    const lash_status status = lash_compile(builder, &vector->head, &vector->component[k], NULL,
                                            &force->component[k], &user, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

static lash_status compile_mforce(lash_builder *builder, const lash_mforce *from, lash_force *force,
                                  lash_error *error) {
  const lash_user_source source = {.kind = LASH_USER_MFORCE,
                                   .j = from->jfloat.id,
                                   .flex_body = from->flex_body.id,
                                   .modes = lash_modal_load_modes(force)};
  int function;
  return lash_compile(builder, &from->head, &from->function, &source, &function, &force->user,
                      error);
}

lash_status lash_compile_forces(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_force *force = builder->system->force; /* in the order they were added */
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->sforce.count && status == LASH_OK; k++)
    status = compile_sforce(builder, &model->sforce.item[k], force++, error);
  for (size_t k = 0; k < model->vforce.count && status == LASH_OK; k++)
    status = compile_vector(builder, &model->vforce.item[k], LASH_USER_VFORCE, force++, error);
  for (size_t k = 0; k < model->vtorque.count && status == LASH_OK; k++)
    status = compile_vector(builder, &model->vtorque.item[k], LASH_USER_VTORQUE, force++, error);
  for (size_t k = 0; k < model->gforce.count && status == LASH_OK; k++)
    status = compile_vector(builder, &model->gforce.item[k], LASH_USER_GFORCE, force++, error);
  force += model->springdamper.count + model->bushing.count + model->beam.count;
  for (size_t k = 0; k < model->field.count && status == LASH_OK; k++, force++) {
    const lash_field *field = &model->field.item[k];
    const lash_user_source source = {.kind = LASH_USER_FIELD, .i = field->i.id, .j = field->j.id};
    status =
        lash_compile_routine(builder, &field->head, &field->function, &source, &force->user, error);
  }
  for (size_t k = 0; k < model->mforce.count && status == LASH_OK; k++, force++)
    status = compile_mforce(builder, &model->mforce.item[k], force, error);
  if (status == LASH_OK) status = check_owns(builder, error);
  return status == LASH_OK ? check_functions(builder, error) : status;
}
