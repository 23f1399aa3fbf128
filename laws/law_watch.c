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

/* ---------------------------------------------------------------------------- whole descriptors */

/* A function of somebody's, between the two words; and one that gives something. */
#define WATCHED(name, parameters, call) \
  static void name parameters {         \
    law_begins();                       \
    call;                               \
    law_ends();                         \
  }
#define WATCHED_VALUE(type, name, parameters, call) \
  static type name parameters {                     \
    law_begins();                                   \
    const type value = call;                        \
    law_ends();                                     \
    return value;                                   \
  }

static const lash_contact_law *contact_of(const double *c) {
  return open_behind_contact(open_contact_of(c)->law)->given.contact;
}

WATCHED_VALUE(lash_status, contact_prepare,
              (const lash_contact_law *law, const lash_params *params, double *c,
               lash_error *error),
              open_behind_contact(law)->given.contact->prepare(law, params, c, error))
WATCHED_VALUE(lash_contact_value, contact_eval,
              (const double *c, double delta, double v, double v0),
              contact_of(c)->eval(c, delta, v, v0))
WATCHED_VALUE(size_t, contact_batch,
              (const double *c, size_t n, const double *delta, const double *v, const double *v0,
               double *force, double *d_delta, double *d_v),
              contact_of(c)->batch(c, n, delta, v, v0, force, d_delta, d_v))
WATCHED_VALUE(double, contact_limit, (const double *c), contact_of(c)->limit(c))

void law_watch_contact(open_law *law) {
  if (!told_begin) return;
  law->contact.prepare = contact_prepare;
  law->contact.eval = contact_eval;
  law->contact.batch = contact_batch;
  if (law->contact.limit) law->contact.limit = contact_limit;
}

static const lash_friction_law *behind(const lash_friction *friction) {
  return open_behind_friction(friction->law)->given.friction;
}

static const lash_friction_law *friction_of(const double *c) { return behind(open_friction_of(c)); }

WATCHED_VALUE(lash_status, friction_prepare,
              (const lash_params *params, double *c, lash_error *error),
              friction_of(c)->prepare(params, c, error))
WATCHED(friction_curve,
        (const double *c, double s, double normal, double *force, double *d_s, double *d_normal),
        friction_of(c)->curve(c, s, normal, force, d_s, d_normal))
WATCHED(friction_states, (const double *c, size_t *vectors, size_t *scalars, size_t *discrete),
        friction_of(c)->states(c, vectors, scalars, discrete))
WATCHED(friction_force,
        (const lash_friction *friction, const lash_friction_input *in, lash_friction_value *out),
        behind(friction)->force(friction, in, out))
WATCHED(friction_rates,
        (const lash_friction *friction, const lash_friction_input *in, lash_friction_rate *out),
        behind(friction)->rates(friction, in, out))
WATCHED(friction_settle, (const lash_friction *friction, const lash_friction_input *in, double *z),
        behind(friction)->settle(friction, in, z))
WATCHED(friction_advance,
        (const lash_friction *friction, const lash_friction_input *in, double h, double *z),
        behind(friction)->advance(friction, in, h, z))
WATCHED(friction_batch,
        (const double *c, size_t n, const double *vt, const double *normal, const double *z,
         double *force, double *d_vt, double *d_normal, double *zdot),
        friction_of(c)->batch(c, n, vt, normal, z, force, d_vt, d_normal, zdot))

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
