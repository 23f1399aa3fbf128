/* What a system remembers between accepted steps, and events. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"
#include "constraint.h"
#include "constraint_curve.h"
#include "force_elements.h"
#include "lag.h"
#include "lash_angles.h"
#include "lash_expr.h"
#include "measure.h"
#include "rows.h"
#include "system_states.h"
#include "user.h"
#include "watching.h"

/* -------------------------------------------------------------------------------------- commit */

static void commit_measures(lash_system *system) {
  for (size_t k = 0; k < system->measure_count; k++) {
    const lash_bound *bound = &system->measure[k];
    if (bound->angle >= 0) system->angle[bound->angle] = lash_measure_value(system, bound);
  }
}

static void commit_angle(lash_system *system, int slot, lash_angle_form form, int i, int j) {
  if (slot < 0) return;
  const double raw =
      lash_angle_value(form, &lash_mark_at(system, i)->motion, &lash_mark_at(system, j)->motion);
  system->angle[slot] = lash_remembered_angle(system, slot, raw);
}

lash_status lash_system_commit(lash_system *system, lash_error *error) {
  const lash_status status = lash_rows_check_dropped(system, error);
  if (status != LASH_OK) return status;
  commit_measures(system);
  for (size_t k = 0; k < system->term_count; k++) {
    const lash_row_term *term = &system->term[k];
    commit_angle(system, term->angle,
                 term->kind == LASH_TERM_TURN ? LASH_ANGLE_AZ : LASH_ANGLE_PINION, term->i,
                 term->j);
  }
  for (size_t k = 0; k < system->force_count; k++) {
    lash_force *force = &system->force[k];
    commit_angle(system, force->angle, LASH_ANGLE_AZ, force->i, force->j);
    if (force->law.kind == LASH_FORCE_CONTACT && force->active) lash_contact_commit(system, force);
    if (force->law.kind == LASH_FORCE_FRICTION && force->active)
      lash_friction_commit(system, force);
  }
  for (size_t k = 0; k < system->drive_count; k++) lash_drive_commit(system, (int)k);
  for (size_t k = 0; k < system->group_count; k++)
    if (system->group[k].kind == LASH_GROUP_CURVE && system->group[k].active)
      lash_curve_commit(system, &system->group[k]);
  lash_states_commit(system);
  lash_lag_commit(system);
  lash_user_commit(system);
  system->stamp = ++system->last_stamp; /* forces may depend on what was just remembered */
  return lash_system_take_failure(system, error);
}

/* ---------------------------------------------------------------------------- save and restore */

/* A walk over everything remembered; direction decides who is copied to whom. */
typedef struct walk {
  double *buffer; /* NULL: only count */
  size_t count;
  bool restore;
} walk;

static void pass(walk *w, double *number) {
  if (w->buffer && w->restore) *number = w->buffer[w->count];
  if (w->buffer && !w->restore) w->buffer[w->count] = *number;
  w->count++;
}

/* A VARIABLE that is driven from outside. */
static void pass_input(walk *w, lash_variable_value *variable) {
  double driven = variable->driven;
  pass(w, &driven);
  if (w->restore) variable->driven = driven != 0;
  pass(w, &variable->input.time);
  pass(w, &variable->input.value);
  pass(w, &variable->input.rate);
  pass(w, &variable->input.curvature);
}

/* Plain data of so many bytes, a whole number of doubles. */
static void pass_block(walk *w, void *data, size_t size) {
  double *place = w->buffer ? w->buffer + w->count : NULL;
  if (place && size) memcpy(w->restore ? data : place, w->restore ? place : data, size);
  w->count += size / sizeof(double);
}

static void walk_memory(lash_system *system, walk *w) {
  for (size_t k = 0; k < system->variable_count; k++) pass_input(w, &system->variable[k]);
  for (size_t k = 0; k < system->angle_count; k++) pass(w, &system->angle[k]);
  for (size_t k = 0; k < system->measure_count; k++)
    if (system->measure[k].lagged) pass(w, &system->measure[k].held);
  for (size_t k = 0; k < system->drive_count; k++) {
    pass(w, &system->drive[k].start[0]);
    pass(w, &system->drive[k].start[1]);
    pass(w, &system->drive[k].start_time);
  }
  for (size_t k = 0; k < system->states_count; k++) pass(w, &system->states[k].guess);
  for (size_t k = 0; k < system->group_count; k++) pass(w, &system->group[k].offset);
  for (size_t k = 0; k < system->sensor_count; k++) pass(w, &system->sensor[k].held);
  for (size_t k = 0; k < system->force_count; k++) {
    size_t count;
    void *data = lash_contact_memory(&system->force[k], &count);
    pass_block(w, data, count);
    double *numbers = lash_friction_memory(&system->force[k], &count);
    for (size_t c = 0; c < count; c++) pass(w, &numbers[c]);
  }
}

size_t lash_system_memory_size(const lash_system *system) {
  walk w = {0};
  walk_memory((lash_system *)(uintptr_t)system, &w); /* counting changes nothing */
  return w.count * sizeof(double) + lash_user_memory_size(system);
}

void lash_system_save(const lash_system *system, void *buffer) {
  walk w = {.buffer = buffer};
  walk_memory((lash_system *)(uintptr_t)system, &w);
  lash_user_save(system, (char *)buffer + w.count * sizeof(double));
}

lash_status lash_system_restore(lash_system *system, const void *buffer, size_t size,
                                lash_error *error) {
  walk w = {0};
  walk_memory(system, &w);
  const size_t own = w.count * sizeof(double);
  if (size < own)
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s: the saved state has %zu bytes where %zu are needed; it belongs to another "
        "model",
        system->file, size, own);
  w = (walk){.buffer = (double *)(uintptr_t)buffer, .restore = true};
  walk_memory(system, &w);
  system->stamp = ++system->last_stamp;
  return lash_user_restore(system, (const char *)buffer + own, size - own, error);
}

/* -------------------------------------------------------------------------------------- events */

/* The function that a switch of an expression belongs to, and its number there. */
static lash_function *expression_switch(const lash_system *system, size_t index, size_t *part) {
  const lash_system_sizes *n = &system->size;
  size_t k = 0;
  index -= n->contacts + lash_user_gaps(system) + n->sensors;
  while (index >= system->function[k].switch_count) index -= system->function[k++].switch_count;
  *part = index;
  return &system->function[k];
}

static lash_switch_info contact_switch(const lash_system *system, size_t index) {
  size_t k = 0;
  while (system->force[k].law.kind != LASH_FORCE_CONTACT || index-- > 0) k++;
  return (lash_switch_info){.kind = LASH_SWITCH_CONTACT,
                            .statement = system->force[k].statement,
                            .id = system->force[k].id};
}

lash_switch_info lash_system_switch(const lash_system *system, size_t index) {
  const size_t contacts = system->size.contacts, gaps = lash_user_gaps(system);
  if (index < contacts) return contact_switch(system, index);
  if (index < contacts + gaps) {
    lash_switch_info info = {.kind = LASH_SWITCH_CONTACT};
    info.id = lash_user_gap_owner(system, index - contacts, &info.statement);
    return info;
  }
  if (index < contacts + gaps + system->sensor_count)
    return (lash_switch_info){.kind = LASH_SWITCH_SENSOR,
                              .statement = "SENSOR",
                              .id = system->sensor[index - contacts - gaps].id};
  size_t part;
  const lash_function *function = expression_switch(system, index, &part);
  const lash_expr_switch *shown = lash_expr_switch_at(function->expr, part);
  const char *slash = strchr(function->owner, '/');
  return (lash_switch_info){LASH_SWITCH_EXPRESSION, function->owner, slash ? atoi(slash + 1) : 0,
                            shown->function, shown->jump};
}

double lash_system_switch_blur(lash_system *system, size_t index, const double *position,
                               const double *velocity, const double *state) {
  const lash_system_sizes *n = &system->size;
  size_t part;
  lash_function *function = expression_switch(system, index, &part);
  lash_gradient *g = &system->gradient;
  double sum = 0;
  memset(g->q, 0, (2 * n->v + n->x) * sizeof *g->q);
  lash_function_switch_gradient(system, (int)(function - system->function), part, g);
  for (size_t k = 0; k < n->v; k++)
    sum += fabs(g->q[k]) * position[k] + fabs(g->v[k]) * velocity[k];
  for (size_t k = 0; k < n->x; k++) sum += fabs(g->x[k]) * state[k];
  return sum;
}

void lash_system_soften(lash_system *system, size_t index, double width) {
  size_t part;
  const lash_function *function = expression_switch(system, index, &part);
  lash_expr_soften(function->expr, part, width);
  system->stamp = ++system->last_stamp;
}

static double sensor_switch(lash_system *system, size_t index, lash_error *error,
                            lash_status *status) {
  const lash_sensor_item *sensor = &system->sensor[index];
  double value;
  bool holds;
  *status = lash_system_sensor(system, index, &value, &holds, error);
  if (!sensor->active) return -1;
  const double excess = value - sensor->value;
  if (sensor->compare == 0) return sensor->error - fabs(excess);
  return sensor->error + sensor->compare * excess;
}

lash_status lash_system_switches(lash_system *system, double *values, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t k = 0; k < system->force_count; k++)
    if (system->force[k].law.kind == LASH_FORCE_CONTACT)
      *values++ = lash_contact_gap(system, &system->force[k]);
  const size_t gaps = lash_user_gaps(system);
  if (gaps) {
    status = lash_forces_update(system, error);
    lash_user_gap_values(system, values);
    values += gaps;
  }
  for (size_t k = 0; k < system->sensor_count && status == LASH_OK; k++)
    *values++ = sensor_switch(system, k, error, &status);
  if (status != LASH_OK) return status;
  for (size_t k = 0; k < system->acting_functions; k++) {
    if (!system->function[k].switch_count) continue;
    lash_function_switches(system, (int)k, values);
    values += system->function[k].switch_count;
  }
  return lash_system_take_failure(system, error);
}
