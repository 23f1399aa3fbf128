/* All contact laws, and how a law with its parameters is made. */
#define LASH_CONTACT_INLINE LASH_API inline /* the functions behind the inline ones are here */
#include <math.h>
#include <string.h>

#include "families.h"
#include "kernel.h"

static const lash_contact_family *const families[] = {
    &lash_family_hysteresis,  &lash_family_elliptic,  &lash_family_viscous,
    &lash_family_step_damped, &lash_family_conformal, &lash_family_line_log,
    &lash_family_line_power,
};

size_t lash_contact_law_count(void) {
  size_t count = 0;
  for (size_t i = 0; i < LASH_COUNT(families); i++) count += families[i]->count;
  return count;
}

const lash_contact_law *lash_contact_law_at(size_t index) {
  for (size_t i = 0; i < LASH_COUNT(families); i++) {
    if (index < families[i]->count) return &families[i]->laws[index];
    index -= families[i]->count;
  }
  return NULL;
}

static bool goes_by(const lash_contact_law *law, const char *name) {
  if (lash_same_name(law->name, name)) return true;
  for (const char *const *alias = law->aliases; alias && *alias; alias++) {
    if (lash_same_name(*alias, name)) return true;
  }
  return false;
}

const lash_contact_law *lash_contact_law_find(const char *name) {
  size_t count = lash_contact_law_count();
  for (size_t i = 0; i < count; i++) {
    const lash_contact_law *law = lash_contact_law_at(i);
    if (goes_by(law, name)) return law;
  }
  return NULL;
}

static const char *name_at(size_t index, const void *context) {
  (void)context;
  return lash_contact_law_at(index)->name;
}

void lash_contact_choose(lash_contact *contact, const lash_contact_law *law) {
  memset(contact, 0, sizeof *contact);
  contact->law = law;
  lash_params_init(&contact->params, law->name, law->params, law->param_count);
}

lash_status lash_contact_begin(lash_contact *contact, const char *name, lash_error *error) {
  memset(contact, 0, sizeof *contact);
  const lash_contact_law *law = lash_contact_law_find(name);
  if (!law) {
    const char *near = lash_nearest_name(name, lash_contact_law_count(), name_at, NULL);
    return lash_fail(error, LASH_BAD_INPUT, "there is no contact law '%s'%s%s%s", name,
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  lash_contact_choose(contact, law);
  return LASH_OK;
}

lash_status lash_contact_set(lash_contact *contact, const char *name, const char *text,
                             lash_error *error) {
  return lash_params_set(&contact->params, name, text, error);
}

lash_status lash_contact_set_number(lash_contact *contact, const char *name, double value,
                                    lash_error *error) {
  return lash_params_set_number(&contact->params, name, value, error);
}

lash_status lash_contact_ready(lash_contact *contact, lash_error *error) {
  lash_status status = lash_params_complete(&contact->params, error);
  if (!status) status = contact->law->prepare(contact->law, &contact->params, contact->c, error);
  if (status) return status;
  for (size_t i = 0; i < LASH_CONTACT_CONSTANTS; i++) {
    if (isfinite(contact->c[i])) continue;
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: these parameters together leave the range of numbers; check their sizes "
                     "and units (SI)",
                     contact->law->name);
  }
  return LASH_OK;
}

double lash_contact_limit(const lash_contact *contact) {
  return contact->law->limit ? contact->law->limit(contact->c) : INFINITY;
}

double lash_contact_hysteresis(const lash_contact *contact) {
  return contact->law->traits & LASH_CONTACT_HYSTERESIS ? contact->c[C_A] : 0;
}

/* The definitions behind the inline ones of the header, for callers in other languages. */
extern inline lash_contact_value lash_contact_eval(const lash_contact *contact, double delta,
                                                   double v, double v0);
extern inline size_t lash_contact_batch(const lash_contact *contact, size_t n, const double *delta,
                                        const double *v, const double *v0, double *force,
                                        double *d_delta, double *d_v);
