#include "integrate_equations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_integrate.h"

bool lash_equations_find(const char *name, lash_equations_kind *engine) {
  static const char *const names[] = {"auto", "compiled", "cartesian"};
  for (int k = 0; k < 3; k++)
    if (lash_same_name(name, names[k])) {
      *engine = (lash_equations_kind)k;
      return true;
    }
  return false;
}

size_t equations_room(const lash_system *system) {
  const lash_system_sizes *n = lash_system_size(system);
  return n->y + n->forces + n->motions;
}

lash_status equations_cartesian(lash_system *system, equations *made, lash_error *error) {
  (void)error;
  *made = (equations){
      .system = system, .size = lash_system_size(system)->y, .own = lash_system_size(system)->y};
  return LASH_OK;
}

lash_status equations_recorded(lash_system *system, lash_recording *record, equations *made,
                               lash_error *error) {
  const lash_recording_report report = lash_recording_tell(record);
  *made = (equations){.system = system,
                      .record = record,
                      .size = report.length + report.works,
                      .own = report.length - 2 * report.driven,
                      .works = report.works,
                      .has_rows = report.rows > 0};
  made->y = calloc(2 * made->size + 1, sizeof *made->y);
  if (!made->y) return lash_fail(error, LASH_FAILURE, "out of memory for the equations");
  made->work = made->y + made->size;
  return LASH_OK;
}

void equations_free(equations *e) {
  lash_recording_free(e->record);
  free(e->y);
  *e = (equations){0};
}

lash_status equations_rates(equations *e, double t, const double *y, double *ydot,
                            lash_error *error) {
  return e->record ? lash_recording_rates(e->record, t, y, ydot, error)
                   : lash_system_rates(e->system, t, y, ydot, error);
}

void equations_normalise(const equations *e, double *y) {
  if (e->record)
    lash_recording_normalise(e->record, y);
  else
    lash_system_normalise(y, lash_system_size(e->system));
}

lash_status equations_project(equations *e, double t, double *y, lash_error *error) {
  if (!e->record) return lash_system_project(e->system, t, y, LASH_PROJECT_BOTH, 0, error);
  const lash_status status = lash_recording_project(e->record, t, y, NULL, error);
  if (status == LASH_OK) equations_set(e, t, y);
  return status;
}

void equations_set(equations *e, double t, const double *y) {
  if (!e->record) {
    lash_system_set(e->system, t, y);
    return;
  }
  e->t = t;
  if (y != e->y) memcpy(e->y, y, e->size * sizeof *y);
}

double equations_drift_part(equations *e) {
  if (!e->record) return lash_system_drift_part(e->system);
  return e->has_rows ? INFINITY : 0; /* not known: ask every time */
}

void equations_drift(equations *e, double *position, double *velocity) {
  if (e->record)
    lash_recording_drift(e->record, e->t, e->y, position, velocity);
  else
    lash_system_drift(e->system, position, velocity);
}

double equations_independence(equations *e, double *rates) {
  lash_error ignored;
  if (!e->record) return lash_system_independence(e->system);
  if (rates && lash_recording_rates(e->record, e->t, e->y, rates, &ignored) != LASH_OK) return 0;
  return lash_recording_independence(e->record);
}

bool equations_switch_moves(const equations *e, size_t index) {
  return !e->record || lash_recording_switch_moves(e->record, index);
}

lash_status equations_switches(equations *e, double *values, lash_error *error) {
  return e->record ? lash_recording_switches(e->record, e->t, e->y, values, error)
                   : lash_system_switches(e->system, values, error);
}

lash_status equations_commit(equations *e, lash_error *error) {
  return e->record ? lash_recording_commit(e->record, e->t, e->y, error)
                   : lash_system_commit(e->system, error);
}

void equations_energy(equations *e, lash_energy *energy) {
  if (e->record)
    lash_recording_energy(e->record, e->t, e->y, energy);
  else
    lash_system_energy(e->system, energy);
}

lash_status equations_powers(equations *e, const double *lambda, double *power, lash_error *error) {
  const lash_system_sizes *n = lash_system_size(e->system);
  lash_status status = LASH_OK;
  if (e->record) return lash_recording_powers(e->record, e->t, e->y, power, error);
  for (size_t i = 0; i < n->forces && status == LASH_OK; i++)
    status = lash_system_force_power(e->system, i, &power[i], error);
  power += n->forces;
  for (size_t i = 0; i < n->flexible; i++) *power++ = -lash_system_flexible_loss(e->system, i);
  for (size_t i = 0; i < n->motions && status == LASH_OK; i++)
    status = lash_system_motion_power(e->system, i, lambda, power++, error);
  return status;
}

lash_status equations_show(equations *e, lash_error *error) {
  return e->record ? lash_recording_show(e->record, e->t, e->y, error) : LASH_OK;
}

lash_status equations_take(equations *e, double *y, lash_error *error) {
  lash_status status = LASH_OK;
  if (!e->record) {
    memcpy(y, lash_system_state(e->system), e->size * sizeof *y);
    return LASH_OK;
  }
  status = lash_recording_remember(e->record, error);
  if (status == LASH_OK) status = lash_recording_lower(e->record, e->work, error);
  if (status != LASH_OK) return status;
  for (size_t k = e->size - e->works; k < e->size; k++) e->work[k] = 0;
  memcpy(y, e->work, e->size * sizeof *y);
  equations_set(e, lash_system_time(e->system), y);
  return LASH_OK;
}
