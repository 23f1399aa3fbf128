/* ACTIVATE and DEACTIVATE. */
#include "constraint.h"
#include "force_elements.h"
#include "rows.h"
#include "watching.h"

lash_status lash_system_activate(lash_system *system, const char *statement, int id, bool on,
                                 lash_error *error) {
  for (size_t k = 0; k < system->owner_count; k++) {
    lash_owner *owner = &system->owner[k];
    if (owner->id != id || !lash_same_name(owner->statement, statement)) continue;
    if (owner->active == on) return LASH_OK;
    owner->active = on;
    lash_status status;
    LASH_GUARDED(status, lash_rows_plan(system, error), error);
    return status;
  }
  for (size_t k = 0; k < system->force_count; k++) {
    if (system->force[k].id != id || !lash_same_name(system->force[k].statement, statement))
      continue;
    system->force[k].active = on;
    system->stamp = ++system->last_stamp;
    return LASH_OK;
  }
  const int sensor = LASH_FIND(system->sensor, system->sensor_count, id);
  if (sensor >= 0 && lash_same_name("SENSOR", statement)) {
    system->sensor[sensor].active = on;
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT, "%s: there is no %s/%d to activate or deactivate",
                   system->file, statement, id);
}
