/* What there is to look at: energy, power, forces of elements, requests, sensors, measures by name.
 */
#include <stdio.h>

#include "bodies.h"
#include "constraint.h"
#include "flexible.h"
#include "force_elements.h"
#include "lash_expr.h"
#include "measure.h"
#include "reaction.h"
#include "system_states.h"
#include "user.h"
#include "watching.h"

/* ---------------------------------------------------------------------------- energy and power */

void lash_system_energy(lash_system *system, lash_energy *energy) {
  *energy = (lash_energy){0};
  for (size_t b = 1; b < system->body_count; b++) {
    const lash_body *body = &system->body[b];
    double momentum[3];
    energy->kinetic += 0.5 * body->mass * dot3(body->u, body->u);
    energy->gravity -= body->mass * dot3(system->gravity, body->x);
    if (body->point) continue;
    mul33_3(body->inertia, body->wb, momentum);
    energy->kinetic += 0.5 * dot3(momentum, body->wb);
  }
  for (size_t k = 0; k < system->force_count; k++)
    energy->springs += lash_force_potential(system, &system->force[k]);
  if (system->flexible_count) energy->kinetic += lash_flexible_kinetic(system);
  for (size_t k = 0; k < system->flexible_count; k++) {
    const lash_flexible *body = &system->flexible[k];
    energy->gravity += body->class->gravity(system, body);
    energy->strain += body->class->strain(system, body);
  }
}

size_t lash_system_flexible_nodes(const lash_system *system, size_t index) {
  const lash_flexible *body = &system->flexible[index];
  return body->class->nodes ? body->class->nodes(body) : 0;
}

void lash_system_flexible_node(lash_system *system, size_t index, size_t node, char *name,
                               size_t size, double position[3]) {
  const lash_flexible *body = &system->flexible[index];
  lash_flexible_node at;
  char label[32];
  body->class->node_name(body, node, label, sizeof label);
  if (name) snprintf(name, size, "%s_%d_NODE_%s", body->class->statement, body->id, label);
  if (!position) return;
  body->class->node_at(system, body, (int)node, &at, NULL);
  copy3(at.r, position);
}

double lash_system_flexible_loss(lash_system *system, size_t index) {
  const lash_flexible *body = &system->flexible[index];
  return body->class->loss(system, body);
}

double lash_system_force_potential(lash_system *system, size_t force) {
  return lash_force_potential(system, &system->force[force]);
}

static double power_on_body(const lash_system *system, int index, const double force[3],
                            const double torque[3], const double point[3]) {
  const lash_body *body = &system->body[index];
  double arm[3], v[3];
  sub3(point, body->x, arm);
  cross3(body->w, arm, v);
  axpy3(1, body->u, v);
  return dot3(force, v) + dot3(torque, body->w);
}

lash_status lash_system_force_power(lash_system *system, size_t index, double *power,
                                    lash_error *error) {
  lash_force *force = &system->force[index];
  const lash_load *load = lash_force_load(system, force);
  *power = power_on_body(system, system->mark[force->i].body, load->force_i, load->torque_i,
                         load->point_i) +
           power_on_body(system, system->mark[force->j].body, load->force_j, load->torque_j,
                         load->point_j);
  if (force->modal) *power += lash_modal_load_power(system, force);
  return lash_system_take_failure(system, error);
}

lash_status lash_system_motion_power(lash_system *system, size_t motion, const double *lambda,
                                     double *power, lash_error *error) {
  const lash_owner *owner = &system->owner[system->size.joints + motion];
  const lash_group *group = &system->group[owner->first_group];
  if (!lambda) lash_accelerations_ensure(system);
  lash_constraints_update(system);
  *power = 0;
  if (group->active && system->row_kept[group->first_row] >= 0)
    *power = -(lambda ? lambda : system->lambda)[system->row_kept[group->first_row]] *
             system->nu[group->first_row];
  return lash_system_take_failure(system, error);
}

/* ----------------------------------------------------------------------------------- elements */

static lash_element_name owner_name(const lash_owner *owner) {
  return (lash_element_name){owner->statement, owner->id, (size_t)owner->line};
}

lash_element_name lash_system_joint(const lash_system *system, size_t index) {
  return owner_name(&system->owner[index]);
}

lash_element_name lash_system_motion(const lash_system *system, size_t index) {
  return owner_name(&system->owner[system->size.joints + index]);
}

lash_element_name lash_system_force(const lash_system *system, size_t index) {
  const lash_force *force = &system->force[index];
  return (lash_element_name){force->statement, force->id, (size_t)force->line};
}

lash_element_name lash_system_request(const lash_system *system, size_t index) {
  return (lash_element_name){"REQUEST", system->request[index].id,
                             (size_t)system->request[index].line};
}

static lash_status wrench_of(lash_system *system, int target, bool on_j, int rm, double wrench[6],
                             lash_error *error) {
  const int mark = lash_mark_find(system, rm);
  if (mark < 0) return lash_fail(error, LASH_BAD_INPUT, "there is no MARKER/%d", rm);
  lash_element_wrench(system, target, on_j, mark, wrench);
  return lash_system_take_failure(system, error);
}

lash_status lash_system_joint_wrench(lash_system *system, size_t joint, bool on_j, int rm,
                                     double wrench[6], lash_error *error) {
  return wrench_of(system, (int)joint, on_j, rm, wrench, error);
}

lash_status lash_system_motion_wrench(lash_system *system, size_t motion, bool on_j, int rm,
                                      double wrench[6], lash_error *error) {
  return wrench_of(system, (int)(system->size.joints + motion), on_j, rm, wrench, error);
}

lash_status lash_system_force_wrench(lash_system *system, size_t force, bool on_j, int rm,
                                     double wrench[6], lash_error *error) {
  const int mark = lash_mark_find(system, rm);
  if (mark < 0) return lash_fail(error, LASH_BAD_INPUT, "there is no MARKER/%d", rm);
  lash_force_wrench_of(system, (int)force, on_j, mark, wrench);
  return lash_system_take_failure(system, error);
}

/* Whether an expression is a gap along an axis: IMPACT or BISTOP of a DX, DY or DZ. */
static bool over_axial_gap(const lash_expr *expr) {
  bool gap = false, axial = false;
  for (size_t k = 0; k < lash_expr_switch_count(expr); k++) {
    const char *function = lash_expr_switch_at(expr, k)->function;
    gap |= strcmp(function, "IMPACT") == 0 || strcmp(function, "BISTOP") == 0;
  }
  for (size_t k = 0; k < lash_expr_input_count(expr); k++) {
    const char *name = lash_measure_name(lash_expr_input_at(expr, k)->kind);
    axial |= name[0] == 'D' && strchr("XYZ", name[1]) && !name[2];
  }
  return gap && axial;
}

bool lash_system_suspect(const lash_system *system, char *words, size_t size) {
  for (size_t k = 0; k < system->force_count; k++) {
    const lash_force *force = &system->force[k];
    if (force->law.kind != LASH_FORCE_LINE || !force->active || force->component[0] < 0 ||
        !over_axial_gap(system->function[force->component[0]].expr))
      continue;
    snprintf(words, size,
             "%s/%d measures a gap along an axis and acts along the line between its markers, "
             "which turns round where they pass; with ACTIONONLY it acts along z of J",
             force->statement, force->id);
    return true;
  }
  return false;
}

/* ------------------------------------------------------------------------------------- measures */

lash_status lash_named_bind(lash_system *system, const char *name, const int *arguments,
                            size_t argument_count, lash_bound *bound, lash_error *error) {
  const int kind = lash_measure_find(name);
  int full[LASH_MEASURE_ARGS] = {0};
  if (kind < 0) return lash_fail(error, LASH_BAD_INPUT, "there is no measure named %s", name);
  if ((int)argument_count < lash_measure_least_args((lash_measure_kind)kind) ||
      (int)argument_count > lash_measure_most_args((lash_measure_kind)kind))
    return lash_fail(error, LASH_BAD_INPUT, "%s takes %d to %d arguments, not %zu", name,
                     lash_measure_least_args((lash_measure_kind)kind),
                     lash_measure_most_args((lash_measure_kind)kind), argument_count);
  for (size_t k = 0; k < argument_count; k++) full[k] = arguments[k];
  return lash_measure_bind(system, kind, full, bound, error);
}

lash_status lash_system_measure(lash_system *system, const char *name, const int *arguments,
                                size_t argument_count, double *value, lash_error *error) {
  lash_bound bound;
  const lash_status status =
      lash_named_bind(system, name, arguments, argument_count, &bound, error);
  if (status != LASH_OK) return status;
  *value = lash_measure_value(system, &bound);
  return lash_system_take_failure(system, error);
}

bool lash_named_gradient(lash_system *system, const char *name, const int *arguments, size_t count,
                         size_t component, double weight, lash_gradient *gradient) {
  const lash_measure_array *array = lash_measure_array_find(name);
  int full[LASH_MEASURE_ARGS] = {0}, kind = lash_measure_find(name);
  if (kind >= 0 && count < (size_t)lash_measure_least_args((lash_measure_kind)kind)) kind = -1;
  if (kind < 0 && (!array || component >= (size_t)array->count)) return false;
  for (size_t k = 0; k < count && k < LASH_MEASURE_ARGS; k++) full[k] = arguments[k];
  if (kind < 0)
    kind = (int)lash_measure_array_item(array, (int)component, arguments, (int)count, full);
  const lash_measure_class class = lash_measure_class_of((lash_measure_kind)kind);
  if (class == LASH_MEASURE_ACCELERATION || class == LASH_MEASURE_FORCE) return false;
  lash_bound bound;
  lash_error ignored;
  if (lash_measure_bind(system, kind, full, &bound, &ignored) != LASH_OK) return false;
  lash_measure_gradient(system, &bound, weight, gradient);
  return true;
}

static lash_status array_statement(lash_system *system, int id, double *values, size_t *count,
                                   lash_error *error) {
  const int k = LASH_FIND(system->array, system->array_count, id);
  if (k < 0) return lash_fail(error, LASH_BAD_INPUT, "there is no ARRAY/%d", id);
  const size_t n = system->array[k].count < *count ? system->array[k].count : *count;
  for (size_t c = 0; c < n; c++) {
    const lash_bound bound = {
        .kind = LASH_MEASURE_ARYVAL, .target = k, .detail = {(int)c + 1}, .angle = -1};
    values[c] = lash_measure_value(system, &bound);
  }
  *count = n;
  return lash_system_take_failure(system, error);
}

lash_status lash_system_array(lash_system *system, const char *name, const int *arguments,
                              size_t argument_count, double *values, size_t *count,
                              lash_error *error) {
  if (lash_same_name(name, "ARRAY") && argument_count == 1)
    return array_statement(system, arguments[0], values, count, error);
  const lash_measure_array *array = lash_measure_array_find(name);
  if (!array) return lash_fail(error, LASH_BAD_INPUT, "there is no array measure named %s", name);
  const size_t n = (size_t)array->count < *count ? (size_t)array->count : *count;
  for (size_t k = 0; k < n; k++) {
    int full[LASH_MEASURE_ARGS];
    lash_bound bound;
    const lash_measure_kind kind =
        lash_measure_array_item(array, (int)k, arguments, (int)argument_count, full);
    const lash_status status = lash_measure_bind(system, (int)kind, full, &bound, error);
    if (status != LASH_OK) return status;
    values[k] = lash_measure_value(system, &bound);
  }
  *count = n;
  return lash_system_take_failure(system, error);
}

/* ------------------------------------------------------------------------------------- requests */

#define THREE(a, b, c) LASH_MEASURE_##a, LASH_MEASURE_##b, LASH_MEASURE_##c

static void ask_six(lash_system *system, const lash_request_item *request, const int kind[6],
                    double values[8]) {
  double six[6];
  for (int k = 0; k < 6; k++) {
    const lash_bound bound = {.kind = kind[k],
                              .mark = {request->i, request->j, request->rm, 0},
                              .target = -1,
                              .angle = -1};
    six[k] = lash_measure_value(system, &bound);
  }
  values[0] = norm3(six);
  copy3(six, values + 1);
  values[4] = norm3(six + 3);
  copy3(six + 3, values + 5);
}

lash_status lash_system_request_values(lash_system *system, size_t index, double values[8],
                                       lash_error *error) {
  static const int six[][6] = {
      [LASH_ASK_DISPLACEMENT] = {THREE(DX, DY, DZ), THREE(PSI, THETA, PHI)},
      [LASH_ASK_DISPLACEMENT_YPR] = {THREE(DX, DY, DZ), THREE(YAW, PITCH, ROLL)},
      [LASH_ASK_VELOCITY] = {THREE(VX, VY, VZ), THREE(WX, WY, WZ)},
      [LASH_ASK_ACCELERATION] = {THREE(ACCX, ACCY, ACCZ), THREE(WDTX, WDTY, WDTZ)},
      [LASH_ASK_FORCE] = {THREE(FX, FY, FZ), THREE(TX, TY, TZ)}};
  const lash_request_item *request = &system->request[index];
  if (request->what == LASH_ASK_USER)
    lash_user_request(system, request->user, values);
  else if (request->what != LASH_ASK_FUNCTIONS)
    ask_six(system, request, six[request->what], values);
  for (int k = 0; k < 8 && request->what == LASH_ASK_FUNCTIONS; k++)
    values[k] = request->function[k] < 0 ? 0 : lash_function_value(system, request->function[k]);
  return lash_system_take_failure(system, error);
}

lash_status lash_system_sensor(lash_system *system, size_t index, double *value, bool *holds,
                               lash_error *error) {
  const lash_sensor_item *sensor = &system->sensor[index];
  *value = sensor->user >= 0 ? lash_user_scalar(system, sensor->user)
                             : lash_function_value(system, sensor->function);
  const double excess = *value - sensor->value;
  *holds = sensor->active && (sensor->compare > 0   ? excess >= -sensor->error
                              : sensor->compare < 0 ? excess <= sensor->error
                                                    : fabs(excess) <= sensor->error);
  return lash_system_take_failure(system, error);
}

lash_status lash_system_sensor_hold(lash_system *system, size_t index, lash_error *error) {
  lash_sensor_item *sensor = &system->sensor[index];
  double value;
  bool holds;
  const lash_status status = lash_system_sensor(system, index, &value, &holds, error);
  if (status != LASH_OK) return status;
  if (sensor->evaluate >= 0) value = lash_function_value(system, sensor->evaluate);
  if (sensor->evaluate_user >= 0) value = lash_user_scalar(system, sensor->evaluate_user);
  if (!system->failed) {
    sensor->held = value;
    system->stamp = ++system->last_stamp; /* functions may ask for it */
  }
  return lash_system_take_failure(system, error);
}
