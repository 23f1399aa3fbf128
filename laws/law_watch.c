/* Code of laws from outside, between two words to whoever watches over it. */
#include "law_watch.h"

#include <stddef.h>

#include "open_impl.h"

static void (*told_begin)(void), (*told_end)(void); /* NULL: nobody watches */

void law_watch(void (*begin)(void), void (*end)(void)) {
  told_begin = begin;
  told_end = end;
}

void law_begins(void) {
  if (told_begin) told_begin();
}

void law_ends(void) {
  if (told_end) told_end();
}

/* ----------------------------------------------------------------------------- whole descriptors
 *
 * Constants stand beside their law: see kernel_contact.c. */

static const lash_contact_law *contact_behind(const lash_contact_law *law) {
  return ((const open_law *)((const char *)law - offsetof(open_law, contact)))->given.contact;
}

static const lash_contact_law *contact_of(const double *c) {
  return contact_behind(((const lash_contact *)((const char *)c - offsetof(lash_contact, c)))->law);
}

static lash_status contact_prepare(const lash_contact_law *law, const lash_params *params,
                                   double *c, lash_error *error) {
  law_begins();
  const lash_status status = contact_behind(law)->prepare(law, params, c, error);
  law_ends();
  return status;
}

static lash_contact_value contact_eval(const double *c, double delta, double v, double v0) {
  law_begins();
  const lash_contact_value value = contact_of(c)->eval(c, delta, v, v0);
  law_ends();
  return value;
}

static size_t contact_batch(const double *c, size_t n, const double *delta, const double *v,
                            const double *v0, double *force, double *d_delta, double *d_v) {
  law_begins();
  const size_t beyond = contact_of(c)->batch(c, n, delta, v, v0, force, d_delta, d_v);
  law_ends();
  return beyond;
}

static double contact_limit(const double *c) {
  law_begins();
  const double limit = contact_of(c)->limit(c);
  law_ends();
  return limit;
}

void law_watch_contact(open_law *law) {
  if (!told_begin) return;
  law->contact.prepare = contact_prepare;
  law->contact.eval = contact_eval;
  law->contact.batch = contact_batch;
  if (law->contact.limit) law->contact.limit = contact_limit;
}

static const lash_friction_law *behind(const lash_friction *friction) {
  const char *law = (const char *)friction->law;
  return ((const open_law *)(law - offsetof(open_law, friction)))->given.friction;
}

static const lash_friction_law *friction_of(const double *c) {
  return behind((const lash_friction *)((const char *)c - offsetof(lash_friction, c)));
}

static lash_status friction_prepare(const lash_params *params, double *c, lash_error *error) {
  law_begins();
  const lash_status status = friction_of(c)->prepare(params, c, error);
  law_ends();
  return status;
}

static void friction_curve(const double *c, double s, double normal, double *force, double *d_s,
                           double *d_normal) {
  law_begins();
  friction_of(c)->curve(c, s, normal, force, d_s, d_normal);
  law_ends();
}

static void friction_states(const double *c, size_t *vectors, size_t *scalars, size_t *discrete) {
  law_begins();
  friction_of(c)->states(c, vectors, scalars, discrete);
  law_ends();
}

static void friction_force(const lash_friction *friction, const lash_friction_input *in,
                           lash_friction_value *out) {
  law_begins();
  behind(friction)->force(friction, in, out);
  law_ends();
}

static void friction_rates(const lash_friction *friction, const lash_friction_input *in,
                           lash_friction_rate *out) {
  law_begins();
  behind(friction)->rates(friction, in, out);
  law_ends();
}

static void friction_settle(const lash_friction *friction, const lash_friction_input *in,
                            double *z) {
  law_begins();
  behind(friction)->settle(friction, in, z);
  law_ends();
}

static void friction_advance(const lash_friction *friction, const lash_friction_input *in, double h,
                             double *z) {
  law_begins();
  behind(friction)->advance(friction, in, h, z);
  law_ends();
}

static void friction_batch(const double *c, size_t n, const double *vt, const double *normal,
                           const double *z, double *force, double *d_vt, double *d_normal,
                           double *zdot) {
  law_begins();
  friction_of(c)->batch(c, n, vt, normal, z, force, d_vt, d_normal, zdot);
  law_ends();
}

void law_watch_friction(open_law *law) {
  lash_friction_law *own = &law->friction;
  if (!told_begin) return;
  own->prepare = friction_prepare;
  if (own->curve) own->curve = friction_curve;
  if (own->states) own->states = friction_states;
  if (own->force) own->force = friction_force;
  if (own->rates) own->rates = friction_rates;
  if (own->settle) own->settle = friction_settle;
  if (own->advance) own->advance = friction_advance;
  if (own->batch) own->batch = friction_batch;
}
