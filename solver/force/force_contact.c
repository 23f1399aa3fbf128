/* CONTACT in the solver's own frame of things: markers, routines and memory around touch/. */
#include "force_elements.h"
#include "lash_touch.h"
#include "user.h"

typedef struct lash_contact_element {
  lash_system *system;
  lash_touch touch;
  int user_normal, user_friction; /* routines, or -1 */
} lash_contact_element;

lash_status lash_contact_set_up(lash_system *system, lash_force *force,
                                const lash_touch_setup *setup, lash_error *error) {
  lash_contact_element *element = force->contact = lash_take(&system->store, 1, sizeof *element);
  lash_touch_memory *memory = lash_take(&system->store, lash_touch_memories(setup), sizeof *memory);
  element->system = system;
  element->user_normal = element->user_friction = -1; /* until they are found */
  return lash_touch_set_up(&element->touch, setup, memory, error);
}

void lash_contact_routines(lash_force *force, int user_normal, int user_friction) {
  force->contact->user_normal = user_normal;
  force->contact->user_friction = user_friction;
  if (user_friction >= 0) force->contact->touch.joint.has_friction = false;
}

static void call_normal(void *context, const lash_touch_point *point, double values[3]) {
  const lash_contact_element *element = context;
  lash_user_contact(element->system, element->user_normal, point, values);
}

static void call_friction(void *context, const lash_touch_point *point, double values[3]) {
  const lash_contact_element *element = context;
  lash_user_contact(element->system, element->user_friction, point, values);
}

static lash_touch_now now_of(lash_system *system, const lash_force *force) {
  lash_contact_element *element = force->contact;
  return (lash_touch_now){.time = system->t,
                          .length = system->length,
                          .at_rest = system->analysis_mode == 5,
                          .i = &lash_mark_at(system, force->i)->motion,
                          .j = &lash_mark_at(system, force->j)->motion,
                          .routine = {element->user_normal >= 0 ? call_normal : NULL,
                                      element->user_friction >= 0 ? call_friction : NULL, element}};
}

void lash_contact_load(lash_system *system, lash_force *force, lash_load *load) {
  lash_error error;
  const lash_touch_now now = now_of(system, force);
  const lash_status status = lash_touch_load(&force->contact->touch, &now, load, &error);
  if (status != LASH_OK) lash_system_note(system, status, "%s", error.message);
}

double lash_contact_gap(lash_system *system, lash_force *force) {
  lash_error error;
  double gap = 1;
  if (!force->active) return gap;
  const lash_touch_now now = now_of(system, force);
  const lash_status status = lash_touch_gap(&force->contact->touch, &now, &gap, &error);
  if (status != LASH_OK) lash_system_note(system, status, "%s", error.message);
  return gap;
}

void lash_contact_commit(lash_system *system, lash_force *force) {
  lash_error error;
  const lash_touch_now now = now_of(system, force);
  const lash_status status = lash_touch_commit(&force->contact->touch, &now, &error);
  if (status != LASH_OK) lash_system_note(system, status, "%s", error.message);
}

void *lash_contact_memory(lash_force *force, size_t *size) {
  const lash_contact_element *element = force->contact;
  *size = element ? element->touch.memories * sizeof *element->touch.memory : 0;
  return element ? element->touch.memory : NULL;
}
