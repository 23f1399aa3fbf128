/* Requests, sensors, callbacks. */
#include <limits.h>

#include "build.h"
#include "watching.h"

static lash_status add_request(lash_builder *builder, const lash_request *source,
                               lash_error *error) {
  lash_system *system = builder->system;
  lash_request_item *request = LASH_APPEND(&system->store, system->request, system->request_count);
  *request = (lash_request_item){.id = source->head.id,
                                 .line = source->head.line,
                                 .i = lash_mark_of(&source->i),
                                 .j = lash_mark_of(&source->j),
                                 .rm = lash_mark_of(&source->rm),
                                 .function = {-1, -1, -1, -1, -1, -1, -1, -1},
                                 .user = -1};
  if (source->type == LASH_REQUEST_NONE)
    return lash_build_unsupported(builder, &source->head, "a request without type", error);
  static const int asks[] = {[LASH_REQUEST_DISPLACEMENT] = LASH_ASK_DISPLACEMENT,
                             [LASH_REQUEST_VELOCITY] = LASH_ASK_VELOCITY,
                             [LASH_REQUEST_ACCELERATION] = LASH_ASK_ACCELERATION,
                             [LASH_REQUEST_FORCE] = LASH_ASK_FORCE,
                             [LASH_REQUEST_EXPRESSIONS] = LASH_ASK_FUNCTIONS,
                             [LASH_REQUEST_USER] = LASH_ASK_USER};
  request->what = asks[source->type];
  if (source->type == LASH_REQUEST_DISPLACEMENT && builder->model->output.ypr)
    request->what = LASH_ASK_DISPLACEMENT_YPR;
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- MREQUEST */

enum { LISTED_MAX = 1000 }; /* requests of one MREQUEST, and the factor of its id in theirs */

/* The request of one listed thing, between markers i and j; number counts from 1. */
static lash_status add_listed(lash_builder *builder, const lash_request *list, size_t number,
                              lash_ref i, lash_ref j, lash_error *error) {
  lash_request one = *list;
  if (number >= LISTED_MAX || list->head.id > INT_MAX / LISTED_MAX - 1)
    return lash_build_unsupported(builder, &list->head,
                                  "an MREQUEST of 1000 things or with so large an id", error);
  one.head.id = list->head.id * LISTED_MAX + (int)number;
  one.i = i;
  one.j = j;
  if (lash_model_find(builder->model, LASH_KIND_REQUEST, one.head.id) < 0)
    return add_request(builder, &one, error);
  lash_fail(error, LASH_BAD_INPUT,
            "its part %zu needs REQUEST/%d, which the dataset has already; "
            "give either another id",
            number, one.head.id);
  return lash_build_failed(builder->model, &list->head, LASH_BAD_INPUT, error);
}

static void say_numbers(const lash_builder *builder, const lash_request *list, size_t count) {
  char where[256];
  lash_element_where(builder->model, &list->head, where, sizeof where);
  lash_system_say(builder->system, "%s: its results are requests %d to %d", where,
                  list->head.id * LISTED_MAX + 1, list->head.id * LISTED_MAX + (int)count);
}

/* A part is asked for at its mass centre, a joint at its two markers. */
static lash_status add_mrequest(lash_builder *builder, const lash_request *list,
                                lash_error *error) {
  static const lash_ref ground = {0, -1};
  const lash_model *model = builder->model;
  size_t number = 0;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < list->parts.count && status == LASH_OK; k++) {
    const lash_part *part = &model->part.item[list->parts.item[k].index];
    if (part->cm.index < 0) {
      lash_fail(error, LASH_BAD_INPUT, "PART/%d has no mass centre; name a marker of it in MARKER",
                part->head.id);
      return lash_build_failed(builder->model, &list->head, LASH_BAD_INPUT, error);
    }
    status = add_listed(builder, list, ++number, part->cm, ground, error);
  }
  for (size_t k = 0; k < list->markers.count && status == LASH_OK; k++)
    status = add_listed(builder, list, ++number, list->markers.item[k], ground, error);
  for (size_t k = 0; k < list->joints.count && status == LASH_OK; k++) {
    const lash_joint_statement *joint = &model->joint.item[list->joints.item[k].index];
    status = add_listed(builder, list, ++number, joint->i, joint->j, error);
  }
  if (status == LASH_OK) say_numbers(builder, list, number);
  return status;
}

/* ---------------------------------------------------------------------------------------------- */

static int compare_sign(lash_comparison comparison) {
  return comparison == LASH_COMPARE_GE ? 1 : comparison == LASH_COMPARE_LE ? -1 : 0;
}

lash_status lash_build_watch(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_system *system = builder->system;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->request.count && status == LASH_OK; k++)
    status = add_request(builder, &model->request.item[k], error);
  for (size_t k = 0; k < model->mrequest.count && status == LASH_OK; k++)
    status = add_mrequest(builder, &model->mrequest.item[k], error);
  for (size_t k = 0; k < model->sensor.count; k++) {
    const lash_sensor *source = &model->sensor.item[k];
    lash_sensor_item *sensor = LASH_APPEND(&system->store, system->sensor, system->sensor_count);
    *sensor = (lash_sensor_item){.id = source->head.id,
                                 .line = source->head.line,
                                 .compare = compare_sign(source->comparison),
                                 .value = source->value,
                                 .error = source->error,
                                 .function = -1,
                                 .evaluate = -1,
                                 .evaluate_user = -1,
                                 .user = -1,
                                 .active = source->head.active};
  }
  return status;
}

static lash_status compile_request(lash_builder *builder, const lash_request *source,
                                   lash_request_item *request, lash_error *error) {
  int other;
  if (request->what == LASH_ASK_USER) {
    const lash_user_source user = {
        .kind = LASH_USER_REQUEST, .comment = source->comment, .titles = source->title};
    return lash_compile(builder, &source->head, &source->function, &user, &other, &request->user,
                        error);
  }
  if (request->what != LASH_ASK_FUNCTIONS) return LASH_OK;
  for (int k = 0; k < 8; k++) {
    if (!source->f[k].text) continue;
    const lash_status status = lash_compile(builder, &source->head, &source->f[k], NULL,
                                            &request->function[k], &other, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

lash_status lash_compile_watch(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_system *system = builder->system;
  lash_status status = LASH_OK;
  static const char *const logic[] = {
      [LASH_COMPARE_EQ] = "EQ", [LASH_COMPARE_GE] = "GE", [LASH_COMPARE_LE] = "LE"};
  system->acting_functions = system->function_count; /* what follows only watches */
  for (size_t k = 0; k < model->request.count && status == LASH_OK; k++)
    status = compile_request(builder, &model->request.item[k], &system->request[k], error);
  for (size_t k = 0; k < model->sensor.count && status == LASH_OK; k++) {
    const lash_sensor *source = &model->sensor.item[k];
    lash_user_source user = {.kind = LASH_USER_SENSOR,
                             .value = source->value,
                             .error = source->error,
                             .logic = logic[source->comparison]};
    status = lash_compile(builder, &source->head, &source->function, &user,
                          &system->sensor[k].function, &system->sensor[k].user, error);
    user.kind = LASH_USER_SENSOR_VALUE;
    if (status == LASH_OK && source->evaluate.text)
      status = lash_compile(builder, &source->head, &source->evaluate, &user,
                            &system->sensor[k].evaluate, &system->sensor[k].evaluate_user, error);
  }
  for (size_t k = 0; k < model->cbksub.count && status == LASH_OK; k++) {
    const lash_user_source user = {.kind = LASH_USER_CALLBACK};
    int function, other;
    status = lash_compile(builder, &model->cbksub.item[k].head, &model->cbksub.item[k].function,
                          &user, &function, &other, error);
  }
  return status;
}
