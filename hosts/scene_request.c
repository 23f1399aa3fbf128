/* The eight columns of a REQUEST: magnitude and three components, twice; or F1 … F8. */
#include <string.h>

#include "lash_space.h"
#include "scene.h"

static lash_status ask(lash_scene *scene, const scene_request *r, const char *measure, int markers,
                       double values[8], lash_error *error) {
  const lash_request *from = r->request;
  const int par[4] = {from->i.id, from->j.id, from->rm.id, 0};
  double six[9] = {0};
  int count = 0;
  const lash_status status = lash_sdk_array(&scene->sdk, measure, par, markers, six, &count, error);
  values[0] = norm3(six);
  copy3(six, values + 1);
  values[4] = norm3(six + 3);
  copy3(six + 3, values + 5);
  return status;
}

/* OUTPUT/YPR: yaw, pitch and roll where the other angles stand. */
static lash_status ask_ypr(lash_scene *scene, const scene_request *r, double values[8],
                           lash_error *error) {
  static const char *const names[] = {"YAW", "PITCH", "ROLL"};
  const int par[2] = {r->request->i.id, r->request->j.id};
  lash_status status = LASH_OK;
  for (int k = 0; k < 3 && status == LASH_OK; k++)
    status = lash_sdk_scalar(&scene->sdk, names[k], par, 2, &values[5 + k], error);
  values[4] = norm3(values + 5);
  return status;
}

lash_status lash_scene_request(lash_scene *scene, size_t index, double values[8],
                               lash_error *error) {
  const scene_request *r = &scene->request[index];
  lash_status status = LASH_OK;
  memset(values, 0, 8 * sizeof *values);
  switch (r->request->type) {
    case LASH_REQUEST_DISPLACEMENT:
      status = ask(scene, r, "DISP", 3, values, error);
      if (status == LASH_OK && scene->model->output.ypr) status = ask_ypr(scene, r, values, error);
      break;
    case LASH_REQUEST_VELOCITY:
      status = ask(scene, r, "VEL", 4, values, error);
      break;
    case LASH_REQUEST_ACCELERATION:
      status = ask(scene, r, "ACC", 4, values, error);
      break;
    case LASH_REQUEST_FORCE:
      status = ask(scene, r, "FORCE", 3, values, error);
      break;
    case LASH_REQUEST_USER:
      lash_scene_call(scene, r->routine, 0, values);
      break;
    default:
      for (int k = 0; k < 8; k++) {
        if (r->function[k] >= 0) values[k] = lash_scene_value(scene, r->function[k]);
      }
  }
  if (status == LASH_OK) return lash_scene_take_failure(scene, error);
  lash_error_prefix(error, "%s:%d: REQUEST/%d", scene->model->file, r->request->head.line,
                    r->request->head.id);
  return status;
}
