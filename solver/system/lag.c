#include "lag.h"

#include "force_elements.h"
#include "lash_expr.h"
#include "measure.h"
#include "storage.h"
#include "system_states.h"

static bool needs_accelerations(const lash_bound *bound) {
  const lash_measure_class class = lash_measure_class_of((lash_measure_kind)bound->kind);
  if (class == LASH_MEASURE_ACCELERATION) return true;
  if (class != LASH_MEASURE_FORCE) return false;
  return bound->kind < LASH_MEASURE_JOINT || bound->target >= 0; /* between markers, or reactions */
}

static int lagged_copy(lash_system *system, int index) {
  lash_bound copy = system->measure[index];
  copy.lagged = true;
  copy.held = 0;
  for (size_t k = 0; k < system->measure_count; k++)
    if (lash_same_measure(&system->measure[k], &copy)) return (int)k;
  *LASH_APPEND(&system->store, system->measure, system->measure_count) = copy;
  return (int)system->measure_count - 1;
}

static bool lag_function(lash_system *system, int index);

static bool lag_variable(lash_system *system, int index) {
  return lag_function(system, system->variable[index].function);
}

static bool lag_array(lash_system *system, int index) {
  const lash_array_value *array = &system->array[index];
  bool any = false;
  if (array->at == LASH_ARRAY_AT_VARIABLES)
    for (size_t k = 0; k < array->count; k++) any |= lag_variable(system, array->variable[k]);
  if (array->at == LASH_ARRAY_AT_OUTPUTS) {
    const lash_states *states = &system->states[array->states];
    for (size_t k = 0; k < states->inputs; k++) any |= lag_variable(system, states->input[k]);
  }
  return any;
}

/* Functions that loop were refused before. */
static bool lag_function(lash_system *system, int index) {
  bool any = false;
  if (index < 0 || system->function[index].lag_seen) return false;
  system->function[index].lag_seen = true;
  for (size_t k = 0; k < system->function[index].input_count; k++) {
    int *input = &system->function[index].input[k];
    const lash_bound bound = system->measure[*input];
    if (needs_accelerations(&bound)) {
      *input = lagged_copy(system, *input);
      any = true;
    } else if (lash_measures_variable(&bound)) {
      any |= lag_variable(system, bound.target);
    } else if (bound.kind == LASH_MEASURE_ARYVAL) {
      any |= lag_array(system, bound.target);
    } else if (bound.kind == LASH_MEASURE_DIF1) {
      any |= lag_function(system, lash_states_at(system, bound.target)->function);
    }
  }
  return any;
}

bool lash_lag_force(lash_system *system, const lash_force *force) {
  bool any = false;
  for (int k = 0; k < 6; k++) any |= lag_function(system, force->component[k]);
  return any;
}

/* One round; returns the largest change relative to the size of the value. */
static double refresh(lash_system *system) {
  double largest = 0;
  for (size_t k = 0; k < system->measure_count; k++) {
    const lash_bound *bound = &system->measure[k];
    if (!bound->lagged) continue;
    lash_bound now = *bound;
    now.lagged = false;
    const double value = lash_measure_value(system, &now);
    system->measure[k].fresh = value;
    const double change = fabs(value - bound->held) / (1e-300 + fabs(value) + fabs(bound->held));
    if (!(change <= largest)) largest = change;
  }
  return largest;
}

static void take_fresh(lash_system *system) {
  for (size_t k = 0; k < system->measure_count; k++)
    if (system->measure[k].lagged) system->measure[k].held = system->measure[k].fresh;
  system->stamp = ++system->last_stamp; /* forces change */
}

void lash_lag_commit(lash_system *system) {
  enum { ROUNDS = 200 };
  double change = 0;
  bool any = false;
  for (size_t k = 0; k < system->measure_count; k++) any |= system->measure[k].lagged;
  if (!any) return;
  for (int round = 0; round < ROUNDS; round++) {
    change = refresh(system);
    if (system->failed || !isfinite(change) || change <= 1e-12) break;
    take_fresh(system);
  }
  if (!(change <= 1e-6) && !system->failed)
    lash_system_note(system, LASH_FAILURE,
                     "%s: forces that depend on reactions or accelerations do not agree with those "
                     "they cause; a force must change its own argument by less than itself",
                     system->file);
}
