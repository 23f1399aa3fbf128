/* Arguments of measures, from ids to indices. */
#include "lash_expr.h"
#include "measure.h"

static lash_status bind_mark(lash_system *system, int id, int *index, lash_error *error) {
  *index = lash_mark_find(system, id);
  if (*index >= 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "there is no MARKER/%d; name a marker of the dataset",
                   id);
}

static int find_variable(const lash_system *system, int id) {
  for (size_t k = 0; k < system->variable_count; k++)
    if (system->variable[k].id == id) return (int)k;
  return -1;
}

static lash_status bind_state(lash_system *system, const char *statement, int id, int *index,
                              lash_error *error) {
  for (size_t k = 0; k < system->states_count; k++)
    if (system->states[k].id == id && system->states[k].kind == LASH_STATES_DIFF) {
      *index = (int)system->states[k].first;
      return LASH_OK;
    }
  return lash_fail(error, LASH_BAD_INPUT, "there is no %s/%d", statement, id);
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
  return lash_fail(error, LASH_BAD_INPUT, "there is no %s/%d", statement, id);
}

static lash_status bind_array(lash_system *system, const int *arguments, lash_bound *bound,
                              lash_error *error) {
  for (size_t k = 0; k < system->array_count; k++) {
    if (system->array[k].id != arguments[0]) continue;
    if (arguments[1] < 1 || (size_t)arguments[1] > system->array[k].count)
      return lash_fail(error, LASH_BAD_INPUT, "ARRAY/%d has components 1 to %zu, not %d",
                       arguments[0], system->array[k].count, arguments[1]);
    bound->target = (int)k;
    bound->detail[0] = arguments[1];
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT, "there is no ARRAY/%d", arguments[0]);
}

static lash_status bind_sensor(lash_system *system, int id, int *index, lash_error *error) {
  for (size_t k = 0; k < system->sensor_count; k++)
    if (system->sensor[k].id == id) {
      *index = (int)k;
      return LASH_OK;
    }
  return lash_fail(error, LASH_BAD_INPUT, "there is no SENSOR/%d", id);
}

/* The dataset statement behind a force measure: "BUSH" asks for a BUSHING. */
static const char *statement_of(int kind) {
  switch (kind) {
    case LASH_MEASURE_BUSH:
      return "BUSHING";
    case LASH_MEASURE_SPDP:
      return "SPRINGDAMPER";
    default:
      return lash_measure_name((lash_measure_kind)kind);
  }
}

int lash_element_find(const lash_system *system, const char *statement, int id) {
  for (size_t k = 0; k < system->owner_count; k++)
    if (system->owner[k].id == id && !strcmp(system->owner[k].statement, statement)) return (int)k;
  for (size_t k = 0; k < system->force_count; k++)
    if (system->force[k].id == id && !strcmp(system->force[k].statement, statement))
      return -1 - (int)k;
  return LASH_NO_ELEMENT;
}

static lash_status bind_element(lash_system *system, int kind, const int *arguments,
                                lash_bound *bound, lash_error *error) {
  const char *statement = statement_of(kind);
  bound->target = lash_element_find(system, statement, arguments[0]);
  if (bound->target == LASH_NO_ELEMENT)
    return lash_fail(error, LASH_BAD_INPUT, "there is no %s/%d", statement, arguments[0]);
  if (kind == LASH_MEASURE_GCON && arguments[2] == 0) { /* GCON(id): the size of its force */
    bound->detail[1] = 1;
    return LASH_OK;
  }
  if (arguments[2] < 1 || arguments[2] > 8)
    return lash_fail(error, LASH_BAD_INPUT,
                     "component %d of %s(%d, …) is not in 1 to 8: 1 |F|, 2-4 F, 5 |T|, 6-8 T",
                     arguments[2], lash_measure_name((lash_measure_kind)kind), arguments[0]);
  bound->detail[0] = arguments[1];
  bound->detail[1] = arguments[2];
  return bind_mark(system, arguments[3], &bound->detail[2], error);
}

/* Which marker each argument of a kinematic measure is: 0 i, 1 j, 2 k (axes), 3 l (frame). */
static const int *mark_roles(int kind) {
  static const int ordinary[] = {0, 1, 2, 3}, without_axes[] = {0, 1, 3, 3};
  const bool magnitude = kind == LASH_MEASURE_VM || kind == LASH_MEASURE_VR ||
                         kind == LASH_MEASURE_ACCM || kind == LASH_MEASURE_WDTM;
  return magnitude ? without_axes : ordinary;
}

enum { EULER_PARAMETERS = 27 }; /* type of ORIENT */

static lash_status bind_orientation(lash_system *system, const int *arguments, lash_bound *bound,
                                    lash_error *error) {
  if (arguments[0] != EULER_PARAMETERS || arguments[1] < 1 || arguments[1] > 4)
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "ORIENT(%d, %d, …) is not offered; type 27 (Euler parameters) with components 1 "
        "to 4 is",
        arguments[0], arguments[1]);
  bound->detail[0] = arguments[1] - 1;
  const lash_status status = bind_mark(system, arguments[2], &bound->mark[0], error);
  return status == LASH_OK ? bind_mark(system, arguments[3], &bound->mark[1], error) : status;
}

static lash_status bind_marks(lash_system *system, int kind, const int *arguments, size_t count,
                              lash_bound *bound, lash_error *error) {
  const bool direction =
      kind == LASH_MEASURE_UVX || kind == LASH_MEASURE_UVY || kind == LASH_MEASURE_UVZ;
  if (direction) {
    bound->detail[0] = arguments[2];
    if (arguments[2] < 1 || arguments[2] > 3)
      return lash_fail(error, LASH_BAD_INPUT, "component %d is not 1, 2 or 3", arguments[2]);
    count = 2;
  }
  for (size_t k = 0; k < count; k++) {
    const lash_status status =
        bind_mark(system, arguments[k], &bound->mark[mark_roles(kind)[k]], error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

lash_status lash_measure_bind(lash_system *system, int kind, const int *arguments, size_t count,
                              lash_bound *bound, lash_error *error) {
  *bound = (lash_bound){.kind = kind, .target = -1, .angle = -1};
  switch (kind) {
    case LASH_MEASURE_MODE:
      return LASH_OK;
    case LASH_MEASURE_VARVAL:
      bound->target = find_variable(system, arguments[0]);
      if (bound->target >= 0) return LASH_OK;
      return lash_fail(error, LASH_BAD_INPUT, "there is no VARIABLE/%d", arguments[0]);
    case LASH_MEASURE_DIF:
    case LASH_MEASURE_DIF1:
      return bind_state(system, "DIFF", arguments[0], &bound->target, error);
    case LASH_MEASURE_PINVAL:
    case LASH_MEASURE_POUVAL:
      return bind_plant(system, kind == LASH_MEASURE_POUVAL, arguments[0], arguments[1],
                        &bound->target, error);
    case LASH_MEASURE_ORIENT:
      return bind_orientation(system, arguments, bound, error);
    case LASH_MEASURE_ARYVAL:
      return bind_array(system, arguments, bound, error);
    case LASH_MEASURE_SENVAL:
      return bind_sensor(system, arguments[0], &bound->target, error);
    case LASH_MEASURE_Q:
    case LASH_MEASURE_QDOT:
    case LASH_MEASURE_QDDOT:
      return lash_fail(error, LASH_UNSUPPORTED,
                       "%s needs a flexible body, which is not offered here",
                       lash_measure_name((lash_measure_kind)kind));
    default:
      break;
  }
  if (kind >= LASH_MEASURE_JOINT && kind <= LASH_MEASURE_FRICTION)
    return bind_element(system, kind, arguments, bound, error);
  return bind_marks(system, kind, arguments, count, bound, error);
}
