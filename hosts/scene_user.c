/* User subroutines of a scene: finding, setting up, calling. */
#include <string.h>

#include "scene.h"
#include "slv_cbksub.h"

lash_status lash_scene_routine(lash_scene *scene, lash_routine_kind kind, const lash_element *owner,
                               const lash_expression *expression,
                               const scene_routine_element *element, int *index,
                               lash_error *error) {
  scene_routine *routine = &scene->routine[scene->routine_count];
  *index = -1;
  *routine = (scene_routine){.element = *element, .owner = owner};
  routine->element.any.ID = owner->id;
  routine->element.any.NPAR = (int)expression->parameters.count;
  routine->element.any.PAR = expression->parameters.value;
  const lash_status status =
      lash_loader_find(scene->loader, kind, expression->routine, &routine->routine, error);
  if (status != LASH_OK) {
    lash_error_prefix(error, "%s:%d: %s/%d", scene->model->file, owner->line,
                      lash_kind_name(owner->kind), owner->id);
    return status;
  }
  *index = (int)scene->routine_count++;
  return LASH_OK;
}

/* How many numbers a routine gives. */
static const int results[LASH_ROUTINE_KIND_COUNT] = {
    [LASH_SFOSUB] = 1, [LASH_VFOSUB] = 3, [LASH_VTOSUB] = 3, [LASH_GFOSUB] = 6,
    [LASH_VARSUB] = 1, [LASH_REQSUB] = 8, [LASH_SENSUB] = 1};

static lash_status call(lash_scene *scene, const scene_routine *r, int iflag, double *result,
                        lash_error *error) {
  const lash_sdk_call how = {.host = &scene->sdk};
  const int count = results[r->routine.kind];
  if (!count) return LASH_OK; /* a callback, which hears of events */
  return lash_routine_call(
      &r->routine, &how,
      &(lash_routine_arguments){
          .element = &r->element, .time = scene->time, .iflag = iflag, .output = {{result, count}}},
      error);
}

void lash_scene_call(lash_scene *scene, int index, int iflag, double *result) {
  const scene_routine *r = &scene->routine[index];
  lash_error error;
  if (call(scene, r, iflag, result, &error) == LASH_OK) return;
  lash_error_prefix(&error, "%s:%d", scene->model->file, r->owner->line);
  lash_scene_note(scene, &error);
}

lash_status lash_scene_announce(lash_scene *scene, int event, lash_error *error) {
  const lash_sdk_call how = {.host = &scene->sdk};
  for (size_t k = 0; k < scene->routine_count; k++) {
    const scene_routine *r = &scene->routine[k];
    int data[3] = {am_DYNAMICS, am_DYNAMICS, 0};
    if (r->routine.kind != LASH_CBKSUB) continue;
    const bool ends = event == ev_INITIALIZE || event == ev_TERMINATE;
    const lash_status status = lash_call_callback(
        &r->routine, &how, ends ? NULL : &r->element.callback, scene->time, event, data, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

/* Construction and dependency passes, then the starting state is committed. */
lash_status lash_scene_start(lash_scene *scene, lash_error *error) {
  static const int passes[] = {1, 3};
  lash_status status = lash_scene_announce(scene, ev_INITIALIZE, error);
  for (size_t k = 0; k < scene->routine_count && status == LASH_OK; k++) {
    for (int p = 0; p < 2; p++) {
      double result[8] = {0};
      lash_scene_call(scene, (int)k, passes[p], result);
    }
  }
  if (status == LASH_OK) status = lash_scene_take_failure(scene, error);
  return status == LASH_OK ? lash_scene_commit(scene, error) : status;
}
