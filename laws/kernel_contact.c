/* A kernel from outside as a contact law like our own. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "law_watch.h"
#include "open_impl.h"

static lash_status prepare(const lash_contact_law *law, const lash_params *params, double *c,
                           lash_error *error) {
  (void)law, (void)params, (void)error;
  memset(c, 0, LASH_CONTACT_CONSTANTS * sizeof *c);
  return LASH_OK;
}

/* Contacts that start at rest have no approach speed: as of our own laws with hysteresis, speeds
 * below this count as this, so that a kernel may divide by v0. */
static const double V0_MIN = 1e-6;

static lash_contact_value evaluate(const double *c, double delta, double v, double v0) {
  const lash_contact *contact = open_contact_of(c);
  if (delta <= 0) return (lash_contact_value){0};
  const bool floored = v0 < V0_MIN;
  double x[] = {delta, v, floored ? V0_MIN : v0}, d[] = {0, 0, 0};
  double force = open_force(contact->law->family, contact->params.value, x, d);
  if (force < 0) return (lash_contact_value){.flags = LASH_CONTACT_CLAMPED};
  if (isnan(delta + v + v0)) force = NAN;
  return (lash_contact_value){force, d[0], d[1], floored ? 0 : d[2], 0};
}

static size_t batch(const double *c, size_t n, const double *delta, const double *v,
                    const double *v0, double *force, double *d_delta, double *d_v) {
  for (size_t i = 0; i < n; i++) {
    lash_contact_value f = evaluate(c, delta[i], v[i], v0[i]);
    force[i] = f.force, d_delta[i] = f.d_delta, d_v[i] = f.d_v;
  }
  return 0;
}

/* Does the force depend on v0? Tried at defaults; a required parameter counts as 1. */
static bool uses_v0(const open_law *law) {
  double p[LASH_PARAMS_MAX], d[OPEN_VARIABLES];
  for (size_t i = 0; i < law->given.param_count; i++) {
    double standard = law->given.params[i].standard;
    p[i] = isnan(standard) ? 1 : standard;
  }
  const double speed[] = {0.3, -0.2, 0.01};
  for (size_t k = 0; k < 3; k++) {
    double x[] = {1e-5, speed[k], 0.31};
    open_force(law, p, x, d);
    if (d[2] != 0) return true; /* a NaN too */
  }
  return false;
}

lash_status open_finish_contact(open_law *law, lash_error *error) {
  const lash_open_law *given = &law->given;
  if (given->contact) {
    if (given->contact->size != sizeof(lash_contact_law) ||
        given->contact->version != LASH_CONTACT_LAW_VERSION || !given->contact->prepare ||
        !given->contact->eval || !given->contact->batch) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "the descriptor of %s has another size or version than this Lash's, or "
                       "lacks prepare, eval or batch; build the library again with its headers",
                       law->name);
    }
    law->contact = *given->contact;
    law_watch_contact(law);
    snprintf(law->derivatives, sizeof law->derivatives, "exact, by the law itself");
  } else {
    law->contact = (lash_contact_law){
        .size = sizeof(lash_contact_law),
        .version = LASH_CONTACT_LAW_VERSION,
        .formula = open_or_empty(given->formula),
        .citation = open_or_empty(given->citation),
        .note = open_or_empty(given->note),
        .traits = given->traits | (!given->evaluate && uses_v0(law) ? LASH_CONTACT_USES_V0 : 0),
        .params = given->params,
        .param_count = given->param_count,
        .prepare = prepare,
        .eval = evaluate,
        .batch = batch,
    };
  }
  law->contact.name = law->name;
  law->contact.aliases = NULL;
  law->contact.kind = given->kind == LASH_OPEN_LINE ? LASH_CONTACT_LINE : LASH_CONTACT_POINT;
  if (!given->contact) law->contact.family = law;
  return LASH_OK;
}
