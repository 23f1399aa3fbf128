/* SENSORs of a scene, looked at after every accepted step: the first step at which a condition
 * holds is where the event is, as near as the engine's steps allow. */
#include <math.h>
#include <string.h>

#include "scene.h"

lash_status lash_scene_build_sensors(lash_scene *scene, lash_error *error) {
  static const char *const logic[] = {
      [LASH_COMPARE_EQ] = "EQ", [LASH_COMPARE_GE] = "GE", [LASH_COMPARE_LE] = "LE"};
  lash_status status = LASH_OK;
  for (size_t k = 0; k < scene->model->sensor.count && status == LASH_OK; k++) {
    const lash_sensor *from = &scene->model->sensor.item[k];
    scene_sensor *to = &scene->sensor[k];
    *to = (scene_sensor){.sensor = from, .function = -1, .evaluate = -1, .routine = -1};
    if (!from->head.active) continue;
    if (from->function.user) {
      scene_routine_element element = {.sensor = {.VALUE = from->value, .Error = from->error}};
      memcpy(element.sensor.Logic, logic[from->comparison], sizeof element.sensor.Logic);
      status = lash_scene_routine(scene, LASH_SENSUB, &from->head, &from->function, &element,
                                  &to->routine, error);
    } else {
      status = lash_scene_function(scene, &from->head, &from->function, &to->function, error);
    }
    if (status == LASH_OK)
      status = lash_scene_function(scene, &from->head, &from->evaluate, &to->evaluate, error);
  }
  return status;
}

static double sensed(lash_scene *scene, const scene_sensor *s) {
  double value = 0;
  if (s->routine >= 0)
    lash_scene_call(scene, s->routine, 0, &value);
  else if (s->function >= 0)
    value = lash_scene_value(scene, s->function);
  return value;
}

/* EQ also holds when the value has passed the wanted one since the last step. */
static bool holds(const scene_sensor *s, double excess) {
  switch (s->sensor->comparison) {
    case LASH_COMPARE_GE:
      return excess >= -s->sensor->error;
    case LASH_COMPARE_LE:
      return excess <= s->sensor->error;
    default:
      return fabs(excess) <= s->sensor->error || (s->known && excess * s->excess < 0);
  }
}

void lash_scene_sense(lash_scene *scene) {
  for (size_t k = 0; k < scene->model->sensor.count; k++) {
    scene_sensor *s = &scene->sensor[k];
    if (!s->sensor->head.active) continue;
    const double value = sensed(scene, s), excess = value - s->sensor->value;
    const bool now = holds(s, excess);
    if (now && !s->holds && s->known) {
      s->held = s->evaluate >= 0 ? lash_scene_value(scene, s->evaluate) : value;
      s->fired = scene->sensed = true;
    }
    s->holds = now;
    s->excess = excess;
    s->known = true;
  }
}

int lash_scene_sensor(lash_scene *scene) {
  scene->sensed = false;
  for (size_t k = 0; k < scene->model->sensor.count; k++) {
    if (!scene->sensor[k].fired) continue;
    scene->sensor[k].fired = false;
    return scene->sensor[k].sensor->head.id;
  }
  return 0;
}
