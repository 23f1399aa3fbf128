/* Laws behind a pointer. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_law.h"
#include "lash_laws.h"

struct lash_law {
  bool rubs;
  lash_contact contact;
  lash_friction friction;
};

static int told(lash_status status, const lash_error *error, char *message, size_t size) {
  if (message && size) snprintf(message, size, "%s", status ? error->message : "");
  return (int)status;
}

static lash_params *params_of(lash_law *law) {
  return law->rubs ? &law->friction.params : &law->contact.params;
}

/* --------------------------------------------------------------------------------------- making */

static lash_status begin(const char *name, const char *folder, int dim, lash_law **made,
                         lash_error *error) {
  lash_laws_entry entry;
  *made = NULL;
  lash_status status = lash_laws_find(name, folder, &entry, error);
  if (status) return status;
  if (!entry.contact && !entry.friction) {
    return lash_fail(error, LASH_UNSUPPORTED,
                     "'%s' is a film law; a lash_law is one of contact or friction", name);
  }
  lash_law *law = calloc(1, sizeof *law);
  if (!law) return lash_fail(error, LASH_FAILURE, "no memory left for a law");
  law->rubs = !entry.contact;
  if (law->rubs)
    status = lash_friction_choose(&law->friction, entry.friction, (size_t)dim, error);
  else
    lash_contact_choose(&law->contact, entry.contact);
  if (status)
    free(law);
  else
    *made = law;
  return status;
}

static lash_status ready(lash_law *law, lash_error *error) {
  return law->rubs ? lash_friction_ready(&law->friction, error)
                   : lash_contact_ready(&law->contact, error);
}

int lash_law_begin(const char *name, const char *folder, int dim, lash_law **law, char *message,
                   size_t size) {
  lash_error error;
  return told(begin(name, folder, dim, law, &error), &error, message, size);
}

int lash_law_set(lash_law *law, const char *parameter, double value, char *message, size_t size) {
  lash_error error;
  return told(lash_params_set_number(params_of(law), parameter, value, &error), &error, message,
              size);
}

int lash_law_set_text(lash_law *law, const char *parameter, const char *value, char *message,
                      size_t size) {
  lash_error error;
  return told(lash_params_set(params_of(law), parameter, value, &error), &error, message, size);
}

int lash_law_ready(lash_law *law, char *message, size_t size) {
  lash_error error;
  return told(ready(law, &error), &error, message, size);
}

/* One word of "name K=1e8 e=0.9" behind the name. */
static lash_status take_word(lash_law *law, char *word, lash_error *error) {
  char *equals = strchr(word, '=');
  if (!equals) {
    return lash_fail(error, LASH_BAD_INPUT, "'%s' is not NAME=VALUE", word);
  }
  *equals = '\0';
  return lash_params_set(params_of(law), word, equals + 1, error);
}

static lash_status make(char *text, const char *folder, int dim, lash_law **law,
                        lash_error *error) {
  static const char blanks[] = " \t,;\n";
  char *rest = text + strspn(text, blanks);
  char *name = rest;
  rest += strcspn(rest, blanks);
  if (*rest) *rest++ = '\0';
  lash_status status = begin(name, folder, dim, law, error);
  while (!status && *(rest += strspn(rest, blanks))) {
    char *word = rest;
    rest += strcspn(rest, blanks);
    if (*rest) *rest++ = '\0';
    status = take_word(*law, word, error);
  }
  return status ? status : ready(*law, error);
}

int lash_law_make(const char *words, const char *folder, int dim, lash_law **law, char *message,
                  size_t size) {
  lash_error error;
  char *text = strdup(words);
  *law = NULL;
  lash_status status = text ? make(text, folder, dim, law, &error)
                            : lash_fail(&error, LASH_FAILURE, "no memory left for a law");
  free(text);
  if (status) {
    free(*law);
    *law = NULL;
  }
  return told(status, &error, message, size);
}

lash_law *lash_law_copy(const lash_law *law) {
  lash_law *copy = malloc(sizeof *copy);
  if (copy) *copy = *law;
  return copy;
}

void lash_law_free(lash_law *law) { free(law); }

/* --------------------------------------------------------------------------------------- asking */

const char *lash_law_name(const lash_law *law) {
  return law->rubs ? law->friction.law->name : law->contact.law->name;
}

const lash_contact *lash_law_as_contact(const lash_law *law) {
  return law->rubs ? NULL : &law->contact;
}

const lash_friction *lash_law_as_friction(const lash_law *law) {
  return law->rubs ? &law->friction : NULL;
}

int lash_law_is_friction(const lash_law *law) { return law->rubs; }

int lash_law_states(const lash_law *law) {
  return law->rubs ? (int)lash_friction_states(&law->friction) : 0;
}

static void give(double *place, double value) {
  if (place) *place = value;
}

int lash_law_contact(const lash_law *law, double delta, double v, double v0, double *force,
                     double *d_delta, double *d_v, double *d_v0) {
  const lash_contact_value f =
      law->rubs ? (lash_contact_value){0} : lash_contact_eval(&law->contact, delta, v, v0);
  give(force, f.force);
  give(d_delta, f.d_delta);
  give(d_v, f.d_v);
  give(d_v0, f.d_v0);
  return (int)f.flags;
}

size_t lash_law_contact_batch(const lash_law *law, size_t n, const double *delta, const double *v,
                              const double *v0, double *force, double *d_delta, double *d_v) {
  if (!law->rubs) return lash_contact_batch(&law->contact, n, delta, v, v0, force, d_delta, d_v);
  memset(force, 0, n * sizeof *force);
  memset(d_delta, 0, n * sizeof *d_delta);
  memset(d_v, 0, n * sizeof *d_v);
  return 0;
}

void lash_law_friction(const lash_law *law, double vt, double normal, const double *z,
                       double *force, double *d_vt, double *d_normal, double *zdot) {
  double f = 0, by_vt = 0, by_normal = 0;
  if (law->rubs) {
    lash_friction_batch(&law->friction, 1, &vt, &normal, z, &f, &by_vt, &by_normal, zdot);
  }
  give(force, f);
  give(d_vt, by_vt);
  give(d_normal, by_normal);
}

void lash_law_friction_batch(const lash_law *law, size_t n, const double *vt, const double *normal,
                             const double *z, double *force, double *d_vt, double *d_normal,
                             double *zdot) {
  if (law->rubs)
    lash_friction_batch(&law->friction, n, vt, normal, z, force, d_vt, d_normal, zdot);
  else
    for (size_t i = 0; i < n; i++) {
      if (force) force[i] = 0;
      if (d_vt) d_vt[i] = 0;
      if (d_normal) d_normal[i] = 0;
    }
}

void lash_law_rest(const lash_law *law, double *z) {
  if (law->rubs) lash_friction_reset(&law->friction, z);
}

void lash_law_advance(const lash_law *law, double vt, double normal, double h, double *z) {
  const lash_friction_input in = {.vt = {vt}, .normal = normal};
  if (law->rubs) lash_friction_advance(&law->friction, &in, h, z);
}

double lash_law_restitution(const lash_law *law) {
  if (law->rubs || !(law->contact.law->traits & LASH_CONTACT_HYSTERESIS)) return NAN;
  return lash_restitution_of(lash_contact_hysteresis(&law->contact));
}
