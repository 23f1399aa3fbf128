/* The system as a host of user subroutines: what SDK functions ask for. */
#include <stdio.h>

#include "bodies.h"
#include "constraint.h"
#include "flexible_modal.h"
#include "lash_measures.h"
#include "measure.h"
#include "paths.h"
#include "reaction.h"
#include "storage.h"
#include "system_states.h"
#include "user_impl.h"

void lash_user_settle(lash_system *system) {
  lash_user_lent *lent = system->user->lent;
  if (!lent || lent->settled) return;
  lent->settled = true;
  lent->settle(lent->context);
}

const lash_marker_motion *lash_user_mark(lash_system *system, int index) {
  const lash_user_lent *lent = system->user->lent;
  if (lent && lent->mark[index]) return lent->mark[index];
  lash_user_settle(system);
  return &lash_mark_at(system, index)->motion;
}

static const lash_sdk_marker *serve_marker(void *data, int id, lash_motion_level level) {
  lash_system *system = data;
  const int index = lash_mark_find(system, id);
  if (index < 0) return NULL;
  if (level != LASH_LEVEL_ACCELERATION) return lash_user_mark(system, index);
  const lash_mark *mark = lash_mark_at(system, index);
  if (system->user->setting_up) return &mark->motion;
  /* while forces are computed there are no accelerations yet */
  if (system->summing_forces) return NULL;
  lash_accelerations_ensure(system);
  lash_mark_accelerate(system, &system->mark[index]);
  return &mark->motion;
}

/* Full turns are those of the measure of the same name in a function, or of its own. */
static void serve_turns(void *data, int axis, int i, int j, double *angle) {
  lash_system *system = data;
  const int arguments[LASH_MEASURE_ARGS] = {i, j};
  lash_bound bound;
  lash_error ignored;
  if (lash_measure_bind(system, LASH_MEASURE_AX + axis, arguments, &bound, &ignored) != LASH_OK)
    return;
  if (!angle) { /* once the system is built its memory has its size */
    if (!system->y_set) lash_measure_share(system, &bound);
    return;
  }
  for (size_t k = 0; k < system->measure_count; k++)
    if (lash_same_measure(&system->measure[k], &bound))
      *angle = lash_remembered_angle(system, system->measure[k].angle, *angle);
}

static int serve_force(void *data, int i, int j, double six[6]) {
  lash_system *system = data;
  const int mark_i = lash_mark_find(system, i), mark_j = lash_mark_find(system, j);
  if (mark_i < 0 || mark_j < 0 || system->summing_forces) return 1;
  lash_user_settle(system);
  lash_marker_wrench(system, mark_i, mark_j, 0, six);
  return 0;
}

static int serve_element(void *data, const char *statement, int id, int on_j, double six[6]) {
  lash_system *system = data;
  const int target = lash_element_find(system, statement, id);
  if (target == LASH_NO_ELEMENT) return 1;
  if (target >= 0 && system->summing_forces) return 1; /* reactions come later */
  lash_user_settle(system);
  lash_element_wrench(system, target, on_j != 0, 0, six);
  return 0;
}

/* The modal part of a FLEX_BODY, or NULL. */
static const lash_modal_part *modes_of(const lash_system *system, const int *par, int npar) {
  for (size_t k = 0; npar == 1 && k < system->flexible_count; k++)
    if (system->flexible[k].id == par[0] && system->flexible[k].class == &lash_flexible_modal)
      return system->flexible[k].own;
  return NULL;
}

static int serve_modes(const lash_modal_part *part, bool numbers, double *values, int *count) {
  if (!part) return 1;
  *count = (int)part->body.mode_count;
  for (int k = 0; values && k < *count; k++)
    values[k] = numbers ? part->number[k] : part->frequency[k];
  return 0;
}

static int serve_scalar(void *data, const char *name, const int *par, int npar, double *value) {
  lash_error ignored;
  if (!strcmp(name, "NMODES")) {
    int count = 0;
    const int missing = serve_modes(modes_of(data, par, npar), true, NULL, &count);
    *value = count;
    return missing;
  }
  if (((lash_system *)data)->user->setting_up) { /* it is there, and has no value yet */
    lash_bound bound;
    *value = 0;
    return lash_named_bind(data, name, par, (size_t)npar, &bound, &ignored) != LASH_OK;
  }
  lash_user_settle(data);
  return lash_system_measure(data, name, par, (size_t)npar, value, &ignored) != LASH_OK;
}

static int serve_array(void *data, const char *name, const int *par, int npar, double *values,
                       int *count) {
  lash_error ignored;
  double sink[64];
  size_t room = 64;
  const bool numbers = !strcmp(name, "MODE_NUMBERS");
  if (numbers || !strcmp(name, "MODE_FREQUENCIES"))
    return serve_modes(modes_of(data, par, npar), numbers, values, count);
  lash_user_settle(data);
  const lash_status status =
      lash_system_array(data, name, par, (size_t)npar, values ? values : sink, &room, &ignored);
  *count = (int)room;
  return status != LASH_OK;
}

static const lash_interpolant *serve_spline(void *data, int id) {
  return lash_spline_find(data, id);
}

static int serve_points(void *data, int id, int nx, int nz, const double *x, const double *y,
                        const double *z) {
  lash_system *system = data;
  const lash_spline_statement *reading = system->user->reading;
  lash_error error;
  if (!reading || id != reading->head.id || system->user->put) return 1;
  if (lash_spline_add(system, id, (size_t)nx, (size_t)nz, x, y, nz > 1 ? z : NULL,
                      reading->linear_extrapolate, &error) != LASH_OK) {
    lash_system_note(system, error.status, "%s", error.message);
    return 1;
  }
  system->user->put = true;
  return 0;
}

static const char *serve_string(void *data, int id) {
  const lash_system *system = data;
  const int k = LASH_FIND(system->string, system->string_count, id);
  return k < 0 ? NULL : system->string[k].text;
}

static const double *serve_numbers(void *data, int id, int *count) {
  const lash_system *system = data;
  const int k = LASH_FIND(system->array, system->array_count, id);
  if (k < 0 || system->array[k].at != LASH_ARRAY_AT_NUMBERS) return NULL;
  *count = (int)system->array[k].count;
  return system->array[k].number;
}

/* A routine that fails is asked again in ever smaller steps: its reason is said once. */
static void serve_message(void *data, lash_sdk_message kind, const char *text, int id) {
  const lash_system *system = data;
  char line[512], *before = system->user->complaint;
  snprintf(line, sizeof line, "%s (id %d)", text, id);
  if (kind == LASH_SDK_ERROR) {
    if (strcmp(line, before) == 0) return;
    strcpy(before, line);
  }
  lash_system_say(system, "%s", line);
}

/* ---------------------------------------------------------------------------------- setting up */

lash_status lash_user_host(lash_system *system, lash_error *error) {
  struct lash_user *user = system->user = lash_take(&system->store, 1, sizeof *user);
  user->loader = lash_loader_new();
  if (!user->loader) return lash_out_of_memory(error);
  user->host = (lash_sdk_host){LASH_SDK_HOST_HEAD,
                               .data = system,
                               .marker = serve_marker,
                               .force = serve_force,
                               .element_force = serve_element,
                               .turns = serve_turns,
                               .scalar = serve_scalar,
                               .array = serve_array,
                               .spline = serve_spline,
                               .string = serve_string,
                               .numbers = serve_numbers,
                               .put_spline = serve_points,
                               .message = serve_message,
                               .kept = &user->kept,
                               .run = &user->run};
  user->units =
      (lash_sdk_units){system->scale[0], system->scale[1], system->scale[2], system->scale[3], ""};
  user->host.units = &user->units;
  copy3(system->gravity, user->host.gravity);
  user->run.mode = system->analysis_mode;
  user->run.initializing = 1;
  user->run.integrator = "";
  const char *given = system->options.library_folder;
  char *own = lash_take(&system->store, strlen(system->file) + 2, 1); /* parent or "." fit */
  char *folder = path_parent(system->file);
  lash_status status = folder ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK && given) status = lash_loader_add_folder(user->loader, given, error);
  if (status == LASH_OK) status = lash_loader_add_folder(user->loader, folder, error);
  if (status == LASH_OK) user->host.folder = strcpy(own, folder);
  free(folder);
  return status;
}
