/* Function expressions, and the SDK as the scene serves it: both read the same marker motions. */
#include <stdio.h>
#include <stdlib.h>

#include "lash_space.h"
#include "scene.h"
#include "slv_cbksub.h"

/* ----------------------------------------------------------------------------------- compiling */

static const lash_interpolant *find_spline(void *context, int id) {
  const lash_scene *scene = context;
  const int index = lash_model_find(scene->model, LASH_KIND_SPLINE, id);
  return index < 0 ? NULL : scene->spline[index];
}

static void locate(const void *source, size_t offset, int *line, int *column) {
  lash_expression_where(source, offset, line, column);
}

/* Full turns of an angle; in set-up the angle is entered in the list of those that are kept. */
static void serve_turns(void *data, int axis, int i, int j, double *angle) {
  lash_scene *scene = data;
  for (size_t k = 0; k < scene->turn_count; k++) {
    const scene_turn *turn = &scene->turn[k];
    if (turn->axis != axis || turn->i != i || turn->j != j) continue;
    if (angle) *angle = lash_angle_turned(turn->last, *angle);
    return;
  }
  if (angle) return;
  scene_turn *grown = realloc(scene->turn, (scene->turn_count + 1) * sizeof *grown);
  if (!grown) {
    lash_error error;
    lash_fail(&error, LASH_FAILURE, "out of memory for the functions");
    lash_scene_note(scene, &error);
    return;
  }
  scene->turn = grown;
  scene->turn[scene->turn_count++] = (scene_turn){.axis = axis, .i = i, .j = j};
}

void lash_scene_turns_commit(lash_scene *scene) {
  for (size_t k = 0; k < scene->turn_count; k++) {
    scene_turn *turn = &scene->turn[k];
    const int par[2] = {turn->i, turn->j};
    double value;
    if (lash_sdk_scalar(&scene->sdk, lash_measure_name(LASH_MEASURE_AX + turn->axis), par, 2,
                        &value, NULL) == LASH_OK)
      turn->last = value;
  }
}

lash_status lash_scene_function(lash_scene *scene, const lash_element *owner,
                                const lash_expression *expression, int *index, lash_error *error) {
  char name[80];
  *index = -1;
  if (!expression->text) return LASH_OK;
  snprintf(name, sizeof name, "%s/%d", lash_kind_name(owner->kind), owner->id);
  const lash_expr_options options = {.file = scene->model->file,
                                     .line = owner->line,
                                     .owner = name,
                                     .locate = locate,
                                     .source = expression,
                                     .find_spline = find_spline,
                                     .context = scene};
  scene_function *f = &scene->function[scene->function_count];
  *f = (scene_function){.owner = owner};
  const lash_status status = lash_expr_compile(expression->text, &options, &f->expr, error);
  if (status != LASH_OK) return status;
  *index = (int)scene->function_count++;
  const size_t inputs = lash_expr_input_count(f->expr);
  f->input = calloc(inputs + 1, sizeof *f->input);
  f->scratch = calloc(lash_expr_scratch_size(f->expr) + 1, sizeof *f->scratch);
  if (!f->input || !f->scratch) {
    return lash_fail(error, LASH_FAILURE, "out of memory for the functions");
  }
  for (size_t k = 0; k < inputs; k++) {
    const lash_measure *m = lash_expr_input_at(f->expr, k);
    if (lash_measure_counts_turns(m->kind))
      serve_turns(scene, (int)m->kind - LASH_MEASURE_AX, m->args[0], m->args[1], NULL);
  }
  return lash_scene_take_failure(scene, error); /* before a start forgets it */
}

void lash_scene_functions_free(lash_scene *scene) {
  for (size_t k = 0; scene->function && k < scene->function_count; k++) {
    lash_expr_free(scene->function[k].expr);
    free(scene->function[k].input);
    free(scene->function[k].scratch);
  }
}

/* ---------------------------------------------------------------------------------- evaluating */

static double measure(lash_scene *scene, scene_function *f, size_t k) {
  const lash_measure *m = lash_expr_input_at(f->expr, k);
  double value = NAN;
  lash_error error;
  if (m->kind == LASH_MEASURE_MODE) return am_DYNAMICS;
  if (lash_measure_class_of(m->kind) == LASH_MEASURE_ACCELERATION &&
      scene->level < LASH_LEVEL_ACCELERATION) {
    lash_scene_refuse(scene, LASH_UNSUPPORTED, f->owner, &error,
                      "a force that depends on %s: accelerations follow from forces in this host",
                      lash_measure_name(m->kind));
    lash_scene_note(scene, &error);
    return 0;
  }
  if (lash_sdk_scalar(&scene->sdk, lash_measure_name(m->kind), m->args, m->nargs, &value, &error) !=
      LASH_OK) {
    lash_error_prefix(&error, "%s:%d: %s/%d", scene->model->file, f->owner->line,
                      lash_kind_name(f->owner->kind), f->owner->id);
    lash_scene_note(scene, &error);
    return 0;
  }
  return value;
}

double lash_scene_value(lash_scene *scene, int index) {
  scene_function *f = &scene->function[index];
  lash_error error;
  if (f->depth > 0) {
    lash_scene_refuse(scene, LASH_UNSUPPORTED, f->owner, &error,
                      "it depends on itself; this host solves no loops of variables");
    lash_scene_note(scene, &error);
    return 0;
  }
  f->depth++;
  const size_t inputs = lash_expr_input_count(f->expr);
  for (size_t k = 0; k < inputs; k++) f->input[k] = measure(scene, f, k);
  f->depth--;
  const double value = lash_expr_eval(f->expr, scene->time, f->input, f->scratch);
  if (!isfinite(value) &&
      lash_expr_explain(f->expr, scene->time, f->input, f->scratch, &error) != LASH_OK) {
    lash_error_prefix(&error, "%s:%d: %s/%d at time %g", scene->model->file, f->owner->line,
                      lash_kind_name(f->owner->kind), f->owner->id, scene->time);
    error.status = LASH_FAILURE;
    lash_scene_note(scene, &error);
  }
  return value;
}

/* ------------------------------------------------------------------------------ serving the SDK */

static const lash_sdk_marker *serve_marker(void *data, int id, lash_motion_level level) {
  const lash_scene *scene = data;
  const int index = lash_model_find(scene->model, LASH_KIND_MARKER, id);
  return index < 0 || level > scene->level ? NULL : &scene->mark[index];
}

/* The six numbers of an element on the part of J: taken to the place of J. */
static void other_side(const lash_scene *scene, int i, int j, double six[6]) {
  lash_scene_shift(scene->mark[i].r, scene->mark[j].r, six, six + 3);
  for (int k = 0; k < 6; k++) six[k] = -six[k];
}

/* A contact acts where its shape stands and is told at the marker, as everything else. */
static void wrench_of_force(lash_scene *scene, scene_force *force, bool on_j, double six[6]) {
  lash_scene_evaluate(scene, force);
  const lash_load *load = &force->load;
  copy3(on_j ? load->force_j : load->force_i, six);
  copy3(on_j ? load->torque_j : load->torque_i, six + 3);
  if (force->touch)
    lash_scene_shift(on_j ? load->point_j : load->point_i,
                     lash_scene_mark(scene, on_j ? force->j : force->i)->r, six, six + 3);
}

static void add_wrench(lash_scene *scene, scene_force *force, bool on_j, double six[6]) {
  double one[6];
  wrench_of_force(scene, force, on_j, one);
  for (int n = 0; n < 6; n++) six[n] += one[n];
}

static bool wrench_of_link(const lash_scene *scene, const double wrench[6], const scene_link *link,
                           bool on_j, double six[6]) {
  if (!scene->reactions) return false;
  for (int k = 0; k < 6; k++) six[k] = wrench[k] / scene->model->units.ucf;
  if (on_j) other_side(scene, link->i, link->j, six);
  return true;
}

/* An element that was taken out of the mechanism does nothing. */
static bool left_out(const lash_scene *scene, const char *statement, int id) {
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    if (!lash_same_name(lash_kind_name((lash_kind)kind), statement)) continue;
    const int index = lash_model_find(scene->model, (lash_kind)kind, id);
    return index >= 0 && !lash_model_element(scene->model, (lash_kind)kind, (size_t)index)->active;
  }
  return false;
}

static int serve_element(void *data, const char *statement, int id, int on_j, double six[6]) {
  lash_scene *scene = data;
  bool found = false;
  memset(six, 0, 6 * sizeof *six);
  for (size_t k = 0; k < scene->force_count; k++) { /* a CONTACT is all its places together */
    const lash_element *head = scene->force[k].head;
    if (head->id != id || !lash_same_name(lash_kind_name(head->kind), statement)) continue;
    add_wrench(scene, &scene->force[k], on_j, six);
    found = true;
  }
  if (found) return 0;
  for (size_t k = 0; k < scene->link_count; k++) {
    const lash_element *head = scene->link[k].head;
    if (head->id != id || !lash_same_name(lash_kind_name(head->kind), statement)) continue;
    return !wrench_of_link(scene, scene->link[k].wrench, &scene->link[k], on_j, six);
  }
  for (size_t k = 0; k < scene->drive_count; k++) {
    const scene_drive *drive = &scene->drive[k];
    if (drive->motion->head.id != id || !lash_same_name("MOTION", statement)) continue;
    return !wrench_of_link(scene, drive->wrench, &scene->link[drive->link], on_j, six);
  }
  return !left_out(scene, statement, id); /* then `six` is zero */
}

/* +1 when the element acts from j on i, -1 the other way round, 0 when it is another one. */
static int acts(const lash_scene *scene, int of_i, int of_j, int i, int j) {
  const int id_i = of_i < 0 ? 0 : scene->marker[of_i].id,
            id_j = of_j < 0 ? 0 : scene->marker[of_j].id;
  if (id_i == i && (j == 0 || id_j == j)) return 1;
  if (id_j == i && i != 0 && (j == 0 || id_i == j)) return -1;
  return 0;
}

static int serve_force(void *data, int i, int j, double six[6]) {
  lash_scene *scene = data;
  memset(six, 0, 6 * sizeof *six);
  for (size_t k = 0; k < scene->force_count; k++) {
    const int sense = acts(scene, scene->force[k].i, scene->force[k].j, i, j);
    if (sense) add_wrench(scene, &scene->force[k], sense < 0, six);
  }
  for (size_t k = 0; k < scene->link_count; k++) {
    const scene_link *link = &scene->link[k];
    const int sense = acts(scene, link->i, link->j, i, j);
    double one[6];
    if (!sense) continue;
    if (!wrench_of_link(scene, link->wrench, link, sense < 0, one)) return 1;
    for (int n = 0; n < 6; n++) six[n] += one[n];
    for (int d = 0; d < 2; d++) {
      if (link->drive[d] < 0) continue;
      wrench_of_link(scene, scene->drive[link->drive[d]].wrench, link, sense < 0, one);
      for (int n = 0; n < 6; n++) six[n] += one[n];
    }
  }
  return 0;
}

static int serve_scalar(void *data, const char *name, const int *par, int npar, double *value) {
  lash_scene *scene = data;
  if (npar == 1 && lash_same_name(name, "SENVAL")) {
    const int sensor = lash_model_find(scene->model, LASH_KIND_SENSOR, par[0]);
    if (sensor >= 0) *value = scene->sensor[sensor].held;
    return sensor < 0;
  }
  if (npar != 1 || !lash_same_name(name, "VARVAL")) return 1;
  const int index = lash_model_find(scene->model, LASH_KIND_VARIABLE, par[0]);
  if (index < 0) return 1;
  if (scene->variable_routine[index] >= 0) {
    lash_scene_call(scene, scene->variable_routine[index], 0, value);
  } else {
    *value = scene->variable[index] < 0 ? 0 : lash_scene_value(scene, scene->variable[index]);
  }
  return 0;
}

static const lash_interpolant *serve_spline(void *data, int id) { return find_spline(data, id); }

static const char *serve_string(void *data, int id) {
  const lash_scene *scene = data;
  const int index = lash_model_find(scene->model, LASH_KIND_STRING, id);
  return index < 0 ? NULL : scene->model->string.item[index].text;
}

static const double *serve_numbers(void *data, int id, int *count) {
  const lash_scene *scene = data;
  const int index = lash_model_find(scene->model, LASH_KIND_ARRAY, id);
  if (index < 0 || scene->model->array.item[index].type != LASH_ARRAY_IC) return NULL;
  *count = (int)scene->model->array.item[index].numbers.count;
  return scene->model->array.item[index].numbers.value;
}

void lash_scene_serve(lash_scene *scene) {
  const lash_unit_scale *scale = &scene->model->units.scale;
  scene->units = (lash_sdk_units){scale->time, scale->length, scale->force, scale->mass, ""};
  scene->sdk = (lash_sdk_host){LASH_SDK_HOST_HEAD,
                               .data = scene,
                               .marker = serve_marker,
                               .force = serve_force,
                               .element_force = serve_element,
                               .turns = serve_turns,
                               .scalar = serve_scalar,
                               .spline = serve_spline,
                               .string = serve_string,
                               .numbers = serve_numbers,
                               .kept = &scene->kept,
                               .run = &scene->run,
                               .units = &scene->units};
  copy3(scene->model->gravity.g, scene->sdk.gravity);
}
