/* Arguments of measures, from ids to indices. */
#include "bodies.h"
#include "constraint.h"
#include "force_elements.h"
#include "lash_expr.h"
#include "measure.h"
#include "system_states.h"
#include "watching.h"

/* An index that was looked for, where there is one. */
static lash_status take(int found, const char *statement, int id, int *index, lash_error *error) {
  *index = found;
  if (found >= 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "there is no %s/%d", statement, id);
}

static int find_state(const lash_system *system, int id) {
  for (size_t k = 0; k < system->states_count; k++)
    if (system->states[k].id == id && system->states[k].kind == LASH_STATES_DIFF)
      return (int)system->states[k].first;
  return -1;
}

static lash_status bind_plant(lash_system *system, bool output, int id, int component, int *index,
                              lash_error *error) {
  const char *statement = output ? "POUTPUT" : "PINPUT";
  for (size_t k = 0; k < system->plant_count; k++) {
    const struct lash_plant_item *plant = &system->plant[k];
    if (plant->output != output || plant->id != id) continue;
    if (component < 1 || (size_t)component > plant->count)
      return lash_fail(error, LASH_BAD_INPUT, "%s/%d has components 1 to %zu, not %d", statement,
                       id, plant->count, component);
    *index = plant->variable[component - 1];
    return LASH_OK;
  }
  return take(-1, statement, id, index, error);
}

static lash_status bind_array(lash_system *system, const int *arguments, lash_bound *bound,
                              lash_error *error) {
  const int k = LASH_FIND(system->array, system->array_count, arguments[0]);
  const size_t components = k < 0 ? 0 : system->array[k].count;
  if (k >= 0 && (arguments[1] < 1 || (size_t)arguments[1] > components))
    return lash_fail(error, LASH_BAD_INPUT, "ARRAY/%d has components 1 to %zu, not %d",
                     arguments[0], components, arguments[1]);
  bound->detail[0] = arguments[1];
  return take(k, "ARRAY", arguments[0], &bound->target, error);
}

int lash_element_find(const lash_system *system, const char *statement, int id) {
  for (size_t k = 0; k < system->owner_count; k++)
    if (system->owner[k].id == id && !strcmp(system->owner[k].statement, statement)) return (int)k;
  for (size_t k = 0; k < system->force_count; k++)
    if (system->force[k].id == id && !strcmp(system->force[k].statement, statement))
      return -1 - (int)k;
  return LASH_NO_ELEMENT;
}

/* Markers by role, and the element where one is asked for. */
static lash_status bind_question(lash_system *system, lash_measure_kind kind, const int *arguments,
                                 lash_bound *bound, lash_error *error) {
  lash_measure_question question;
  const lash_status status = lash_measure_ask(kind, arguments, &question, error);
  if (status != LASH_OK) return status;
  bound->detail[0] = question.component;
  bound->detail[1] = question.on_j;
  for (int k = 0; k < 4; k++) {
    bound->mark[k] = lash_mark_find(system, question.marker[k]);
    if (bound->mark[k] < 0)
      return lash_measure_no_marker(lash_measure_name(kind), question.marker[k], error);
  }
  if (lash_measure_table[kind].form != LASH_FORM_ELEMENT) return LASH_OK;
  const char *statement = lash_measure_statement(kind);
  bound->target = lash_element_find(system, statement, question.id);
  if (bound->target != LASH_NO_ELEMENT) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "there is no %s/%d", statement, question.id);
}

lash_status lash_measure_bind(lash_system *system, int kind, const int *arguments,
                              lash_bound *bound, lash_error *error) {
  *bound = (lash_bound){.kind = kind, .target = -1, .angle = -1};
  switch (kind) {
    case LASH_MEASURE_MODE:
      return LASH_OK;
    case LASH_MEASURE_VARVAL:
      return take(LASH_FIND(system->variable, system->variable_count, arguments[0]), "VARIABLE",
                  arguments[0], &bound->target, error);
    case LASH_MEASURE_DIF:
    case LASH_MEASURE_DIF1:
      return take(find_state(system, arguments[0]), "DIFF", arguments[0], &bound->target, error);
    case LASH_MEASURE_PINVAL:
    case LASH_MEASURE_POUVAL:
      return bind_plant(system, kind == LASH_MEASURE_POUVAL, arguments[0], arguments[1],
                        &bound->target, error);
    case LASH_MEASURE_ARYVAL:
      return bind_array(system, arguments, bound, error);
    case LASH_MEASURE_SENVAL:
      return take(LASH_FIND(system->sensor, system->sensor_count, arguments[0]), "SENSOR",
                  arguments[0], &bound->target, error);
    case LASH_MEASURE_Q:
    case LASH_MEASURE_QDOT:
    case LASH_MEASURE_QDDOT:
      return lash_fail(error, LASH_UNSUPPORTED,
                       "%s needs a flexible body, which is not offered here",
                       lash_measure_name((lash_measure_kind)kind));
    default:
      return bind_question(system, (lash_measure_kind)kind, arguments, bound, error);
  }
}
