#include "own_force.h"

#include <stdio.h>
#include <string.h>

#include "lash_space.h"

static bool is_routine(const char *name) { return strstr(name, "::") != NULL; }

static bool is_element(const char *name, const char *statement, int id) {
  char text[64];
  snprintf(text, sizeof text, "%s/%d", statement, id);
  return lash_same_name(text, name);
}

const lash_own_force *lash_own_find(const lash_own_list *list, const char *statement, int id,
                                    const char *routine) {
  for (size_t k = 0; k < list->count; k++) {
    const char *name = list->item[k].name;
    if (!name) continue;
    if (is_routine(name) ? routine && strcmp(routine, name) == 0 : is_element(name, statement, id))
      return &list->item[k];
  }
  return NULL;
}

lash_status lash_own_check(const lash_own_list *list, lash_error *error) {
  for (size_t k = 0; k < list->count; k++) {
    const lash_own_force *force = &list->item[k];
    if (!force->function)
      return lash_fail(error, LASH_BAD_INPUT, "own force %zu has no function", k + 1);
    if (!force->name && force->i <= 0)
      return lash_fail(error, LASH_BAD_INPUT,
                       "own force %zu: its I is no marker; the part it acts on must have one",
                       k + 1);
    if (force->name && !is_routine(force->name) && !strchr(force->name, '/'))
      return lash_fail(error, LASH_BAD_INPUT,
                       "own force '%s' is neither an element such as GFORCE/3 nor a routine such "
                       "as mine::spring",
                       force->name);
  }
  return LASH_OK;
}

lash_status lash_own_unused(const lash_own_force *force, lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT,
                   is_routine(force->name)
                       ? "own force '%s': no SFORCE, VFORCE, VTORQUE or GFORCE has this ROUTINE"
                       : "own force '%s': there is no such SFORCE, VFORCE, VTORQUE or GFORCE",
                   force->name);
}

lash_status lash_own_evaluate(const lash_own_force *force, const lash_own_call *call, bool floating,
                              double wrench[6], lash_error *error) {
  lash_own_call at = *call;
  lash_marker_motion beside;
  if (floating) {
    double arm[3];
    beside = *call->j;
    sub3(call->i->r, call->j->r, arm);
    copy3(call->i->r, beside.r);
    add_cross3(1, beside.w, arm, beside.v);
    at.j = &beside;
  }
  memset(wrench, 0, 6 * sizeof *wrench);
  lash_error own = {LASH_OK, ""};
  const lash_status status = force->function(force->context, &at, wrench, &own);
  if (status != LASH_OK)
    return lash_fail(error, status, "%s/%d at time %g: %s", at.statement, at.id, at.time,
                     own.message[0] ? own.message : "the program's own force failed without words");
  if (strcmp(at.statement, "VFORCE") == 0) memset(wrench + 3, 0, 3 * sizeof *wrench);
  if (strcmp(at.statement, "VTORQUE") == 0) memset(wrench, 0, 3 * sizeof *wrench);
  for (int k = 0; k < 6; k++)
    if (!isfinite(wrench[k]))
      return lash_fail(error, LASH_FAILURE,
                       "%s/%d at time %g: the program's own force gave %g as its component %d",
                       at.statement, at.id, at.time, wrench[k], k + 1);
  return LASH_OK;
}
