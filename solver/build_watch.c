/* Requests, sensors, callbacks. */
#include "build.h"

static lash_status add_request(lash_builder *builder, const lash_request *source,
                               lash_error *error) {
  lash_system *system = builder->system;
  lash_request_item *request = LASH_APPEND(system->request, system->request_count);
  *request = (lash_request_item){.id = source->head.id,
                                 .line = source->head.line,
                                 .i = lash_mark_of(&source->i),
                                 .j = lash_mark_of(&source->j),
                                 .rm = lash_mark_of(&source->rm),
                                 .function = {-1, -1, -1, -1, -1, -1, -1, -1},
                                 .user = -1};
  switch (source->type) {
    case LASH_REQUEST_DISPLACEMENT:
      request->what = LASH_ASK_DISPLACEMENT;
      return LASH_OK;
    case LASH_REQUEST_VELOCITY:
      request->what = LASH_ASK_VELOCITY;
      return LASH_OK;
    case LASH_REQUEST_ACCELERATION:
      request->what = LASH_ASK_ACCELERATION;
      return LASH_OK;
    case LASH_REQUEST_FORCE:
      request->what = LASH_ASK_FORCE;
      return LASH_OK;
    case LASH_REQUEST_EXPRESSIONS:
      request->what = LASH_ASK_FUNCTIONS;
      return LASH_OK;
    case LASH_REQUEST_USER:
      request->what = LASH_ASK_USER;
      return LASH_OK;
    case LASH_REQUEST_NONE:
      break;
  }
  return lash_build_unsupported(builder, &source->head, "a request without type", error);
}

static int compare_sign(lash_comparison comparison) {
  return comparison == LASH_COMPARE_GE ? 1 : comparison == LASH_COMPARE_LE ? -1 : 0;
}

lash_status lash_build_watch(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_system *system = builder->system;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->request.count && status == LASH_OK; k++)
    status = add_request(builder, &model->request.item[k], error);
  for (size_t k = 0; k < model->sensor.count; k++) {
    const lash_sensor *source = &model->sensor.item[k];
    lash_sensor_item *sensor = LASH_APPEND(system->sensor, system->sensor_count);
    *sensor = (lash_sensor_item){.id = source->head.id,
                                 .line = source->head.line,
                                 .compare = compare_sign(source->comparison),
                                 .value = source->value,
                                 .error = source->error,
                                 .function = -1,
                                 .evaluate = -1,
                                 .user = -1,
                                 .active = source->head.active};
  }
  return status;
}

static lash_status compile_request(lash_builder *builder, const lash_request *source,
                                   lash_request_item *request, lash_error *error) {
  int other;
  if (request->what == LASH_ASK_USER) {
    const lash_user_source user = {.kind = LASH_USER_REQUEST};
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
  system->acting_functions = system->function_count; /* what follows only watches */
  for (size_t k = 0; k < model->request.count && status == LASH_OK; k++)
    status = compile_request(builder, &model->request.item[k], &system->request[k], error);
  for (size_t k = 0; k < model->sensor.count && status == LASH_OK; k++) {
    const lash_sensor *source = &model->sensor.item[k];
    const lash_user_source user = {
        .kind = LASH_USER_SENSOR, .value = source->value, .error = source->error};
    int other;
    status = lash_compile(builder, &source->head, &source->function, &user,
                          &system->sensor[k].function, &system->sensor[k].user, error);
    if (status == LASH_OK && source->evaluate.text)
      status = lash_compile(builder, &source->head, &source->evaluate, NULL,
                            &system->sensor[k].evaluate, &other, error);
  }
  for (size_t k = 0; k < model->cbksub.count && status == LASH_OK; k++) {
    const lash_user_source user = {.kind = LASH_USER_CALLBACK};
    int function, other;
    status = lash_compile(builder, &model->cbksub.item[k].head, &model->cbksub.item[k].function,
                          &user, &function, &other, error);
  }
  return status;
}
