/* What the external functions of the Modelica package Lash call: laws behind a pointer, errors by
 * ModelicaError, which does not return. All but making and freeing is pure. */
#ifndef LASH_MODELICA_H
#define LASH_MODELICA_H

#include <string.h>

#include "ModelicaUtilities.h"
#include "lash_law.h"

static inline void *lash_modelica_law(const char *words) {
  static char message[LASH_MESSAGE_MAX]; /* ModelicaError leaves no chance to free anything */
  lash_law *law;
  if (lash_law_make(words, NULL, 1, &law, message, sizeof message)) ModelicaError(message);
  return law;
}

static inline void lash_modelica_free(void *law) { lash_law_free((lash_law *)law); }

static inline double lash_modelica_contact(void *law, double delta, double v, double v0) {
  double force;
  lash_law_contact((const lash_law *)law, delta, v, v0, &force, NULL, NULL, NULL);
  return force;
}

static inline double lash_modelica_contact_der(void *law, double delta, double v, double v0,
                                               double delta_der, double v_der, double v0_der) {
  double by_delta, by_v, by_v0;
  lash_law_contact((const lash_law *)law, delta, v, v0, NULL, &by_delta, &by_v, &by_v0);
  return by_delta * delta_der + by_v * v_der + by_v0 * v0_der;
}

static inline void lash_modelica_sized(const lash_law *law, size_t count) {
  if (count != (size_t)lash_law_states(law))
    ModelicaError("z does not have as many numbers as the friction law has states");
}

static inline double lash_modelica_friction(void *law, double vt, double normal, const double *z,
                                            size_t count) {
  double force;
  lash_modelica_sized((const lash_law *)law, count);
  lash_law_friction((const lash_law *)law, vt, normal, z, &force, NULL, NULL, NULL);
  return force;
}

static inline void lash_modelica_rates(void *law, double vt, double normal, const double *z,
                                       size_t count, double *zdot) {
  lash_modelica_sized((const lash_law *)law, count);
  lash_law_friction((const lash_law *)law, vt, normal, z, NULL, NULL, NULL, zdot);
}

static inline int lash_modelica_states(void *law) { return lash_law_states((const lash_law *)law); }

#endif
