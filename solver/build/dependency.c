/* Which bodies and states a function depends on, directly or through variables, states and forces.
 */
#include "bodies.h"
#include "force_elements.h"
#include "lash_expr.h"
#include "measure.h"
#include "storage.h"
#include "system_states.h"

/* What is known of a function while dependences are followed. */
enum { UNMET, ON_THE_WAY, FOLLOWED };

void lash_dependence_begin(const lash_system *system, lash_store *store,
                           lash_dependence *dependence) {
  *dependence = (lash_dependence){.body = lash_take(store, system->body_count, sizeof(bool)),
                                  .state = lash_take(store, system->size.x, sizeof(bool)),
                                  .rate = lash_take(store, system->states_count, sizeof(bool)),
                                  .function = lash_take(store, system->function_count, 1)};
}

void lash_dependence_end(lash_dependence *dependence) {
  lash_drop(dependence->body);
  lash_drop(dependence->state);
  lash_drop(dependence->rate);
  lash_drop(dependence->function);
}

void lash_mark_depends(const lash_system *system, int mark, lash_dependence *dependence) {
  dependence->body[system->mark[mark].body] = true;
}

static void variable_depends(lash_system *system, int index, lash_dependence *dependence) {
  const lash_variable_value *variable = &system->variable[index];
  dependence->routine |= variable->user >= 0;
  if (variable->function >= 0) lash_function_depends(system, variable->function, dependence);
}

/* The function that gives the rate of a DIFF's state; its own rate adds nothing. */
static void rate_depends(lash_system *system, int state, lash_dependence *dependence) {
  const lash_states *states = lash_states_at(system, state);
  bool *met = &dependence->rate[states - system->states];
  if (states->function < 0 || *met) return;
  *met = true;
  /* of a rate that is sought, all is being followed already */
  if (dependence->function[states->function] == UNMET)
    lash_function_depends(system, states->function, dependence);
}

static void states_depend(lash_system *system, int index, lash_dependence *dependence) {
  const lash_states *states = &system->states[index];
  for (size_t k = 0; k < states->count; k++) dependence->state[states->first + k] = true;
}

static void array_depends(lash_system *system, int index, lash_dependence *dependence) {
  const lash_array_value *array = &system->array[index];
  if (array->at == LASH_ARRAY_AT_VARIABLES)
    for (size_t k = 0; k < array->count; k++)
      variable_depends(system, array->variable[k], dependence);
  if (array->at == LASH_ARRAY_AT_STATES) states_depend(system, array->states, dependence);
  if (array->at == LASH_ARRAY_AT_OUTPUTS) {
    const lash_states *states = &system->states[array->states];
    states_depend(system, array->states, dependence);
    for (size_t k = 0; k < states->inputs; k++)
      variable_depends(system, states->input[k], dependence);
  }
}

void lash_force_depends(lash_system *system, const lash_force *force, lash_dependence *dependence) {
  lash_mark_depends(system, force->i, dependence);
  lash_mark_depends(system, force->j, dependence);
  lash_mark_depends(system, force->rm, dependence);
  lash_friction_depends(force, dependence->state);
  for (int k = 0; k < 6; k++)
    if (force->component[k] >= 0) lash_function_depends(system, force->component[k], dependence);
}

static void measure_depends(lash_system *system, const lash_bound *bound,
                            lash_dependence *dependence) {
  const lash_measure_class class = lash_measure_class_of((lash_measure_kind)bound->kind);
  if (class != LASH_MEASURE_STATE) dependence->classes |= 1u << class;
  switch (class) {
    case LASH_MEASURE_DISPLACEMENT:
    case LASH_MEASURE_VELOCITY:
    case LASH_MEASURE_ACCELERATION:
      for (int k = 0; k < 4; k++) lash_mark_depends(system, bound->mark[k], dependence);
      break;
    case LASH_MEASURE_FORCE:
      if (bound->target < 0 && bound->kind >= LASH_MEASURE_JOINT)
        lash_force_depends(system, &system->force[-1 - bound->target], dependence);
      break;
    case LASH_MEASURE_STATE:
      if (bound->kind == LASH_MEASURE_ARYVAL) {
        array_depends(system, bound->target, dependence);
      } else if (bound->kind == LASH_MEASURE_DIF || bound->kind == LASH_MEASURE_DIF1) {
        dependence->classes |= 1u << LASH_MEASURE_STATE;
        dependence->state[bound->target] = true;
        if (bound->kind == LASH_MEASURE_DIF1) rate_depends(system, bound->target, dependence);
      } else if (bound->kind != LASH_MEASURE_SENVAL) {
        variable_depends(system, bound->target, dependence);
      }
      break;
    case LASH_MEASURE_MODE_OF_ANALYSIS:
      break;
  }
}

void lash_function_depends(lash_system *system, int function, lash_dependence *dependence) {
  unsigned char *met = &dependence->function[function];
  if (*met == ON_THE_WAY) dependence->loop = true;
  if (*met != UNMET) return;
  *met = ON_THE_WAY;
  const lash_function *f = &system->function[function];
  for (size_t k = 0; k < f->input_count && !dependence->loop; k++)
    measure_depends(system, &system->measure[f->input[k]], dependence);
  *met = FOLLOWED;
}

bool lash_function_holonomic(lash_system *system, int index) {
  lash_dependence dependence;
  const unsigned allowed = 1u << LASH_MEASURE_DISPLACEMENT | 1u << LASH_MEASURE_MODE_OF_ANALYSIS;
  lash_dependence_begin(system, NULL, &dependence);
  lash_function_depends(system, index, &dependence);
  const bool holonomic =
      !(dependence.classes & ~allowed) && !dependence.loop && !dependence.routine;
  lash_dependence_end(&dependence);
  return holonomic;
}

/* Inputs that are constant or made of time, through variables. Variables that loop were refused
 * before anybody asks. */
bool lash_function_of_time(const lash_system *system, int index) {
  const lash_function *f = &system->function[index];
  for (size_t k = 0; k < f->input_count; k++) {
    const lash_bound *bound = &system->measure[f->input[k]];
    const bool number = bound->kind == LASH_MEASURE_ARYVAL &&
                        system->array[bound->target].at == LASH_ARRAY_AT_NUMBERS;
    if (number) continue;
    if (!lash_measures_variable(bound) || system->variable[bound->target].function < 0)
      return false;
    if (!lash_function_of_time(system, system->variable[bound->target].function)) return false;
  }
  return true;
}

bool lash_function_loops(lash_system *system, int index) {
  lash_dependence dependence;
  lash_dependence_begin(system, NULL, &dependence);
  lash_function_depends(system, index, &dependence);
  lash_dependence_end(&dependence);
  return dependence.loop;
}
