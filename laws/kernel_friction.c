/* A kernel from outside, or four formulas of a bristle, as a friction law like our own.
 *
 * A bristle law from a text is
 *
 *   dz/dt = v - decay z,   force = stiffness z + damping dz/dt + viscous v,
 *
 * where the four coefficients are formulas of the speed s and the load N: the form of Dahl's,
 * LuGre's and Bliman and Sorine's laws. It needs no direction, so it serves line and plane alike.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "law_watch.h"
#include "open_impl.h"

static lash_status prepare(const lash_params *params, double *c, lash_error *error) {
  (void)params, (void)error;
  memset(c, 0, LASH_FRICTION_CONSTANTS * sizeof *c);
  c[LASH_FRICTION_STICK] = -1; /* the formula says what happens at rest */
  return LASH_OK;
}

/* ------------------------------------------------------------------------------- without state */

static void curve(const double *c, double s, double normal, double *force, double *d_s,
                  double *d_normal) {
  const lash_friction *friction = open_friction_of(c);
  double x[] = {s, normal}, d[2] = {0, 0};
  *force = open_force(open_behind_friction(friction->law), friction->params.value, x, d);
  *d_s = d[0], *d_normal = d[1];
}

/* ------------------------------------------------------------------------------------- bristles */

typedef struct coefficient {
  double value, by_s, by_n;
} coefficient;

static coefficient ask(const lash_friction *friction, int which, double s, double normal) {
  const open_law *law = open_behind_friction(friction->law);
  double x[] = {s, normal}, d[2] = {0, 0};
  if (!law->formula[which].expr) return (coefficient){0};
  double value = open_formula_value(law, which, friction->params.value, x, d);
  return (coefficient){value, d[0], d[1]};
}

static double speed_of(const lash_friction *friction, const double *v) {
  return friction->dim == 1 ? fabs(v[0]) : hypot(v[0], v[1]);
}

static void states(const double *c, size_t *vectors, size_t *scalars, size_t *discrete) {
  (void)c;
  *vectors = 1, *scalars = 0, *discrete = 0;
}

static void rates(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_rate *out) {
  double s = speed_of(friction, in->vt);
  coefficient decay = ask(friction, BRISTLE_DECAY, s, in->normal);
  for (size_t i = 0; i < friction->dim; i++) {
    out->zdot[i] = in->vt[i] - decay.value * in->z[i];
    out->d_normal[i] = -decay.by_n * in->z[i];
    out->d_z[i][i] = -decay.value;
    for (size_t j = 0; j < friction->dim; j++) {
      double along = s > 0 ? in->vt[j] / s : 0;
      out->d_vt[i][j] = (i == j) - decay.by_s * along * in->z[i];
    }
  }
}

static void force(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_value *out) {
  double s = speed_of(friction, in->vt);
  lash_friction_rate rate = {0};
  rates(friction, in, &rate);
  coefficient k = ask(friction, BRISTLE_STIFFNESS, s, in->normal);
  coefficient d = ask(friction, BRISTLE_DAMPING, s, in->normal);
  coefficient w = ask(friction, BRISTLE_VISCOUS, s, in->normal);
  for (size_t i = 0; i < friction->dim; i++) {
    double z = in->z[i], zdot = rate.zdot[i], v = in->vt[i];
    out->force[i] = k.value * z + d.value * zdot + w.value * v;
    out->d_normal[i] = k.by_n * z + d.by_n * zdot + w.by_n * v + d.value * rate.d_normal[i];
    out->d_z[i][i] = k.value + d.value * rate.d_z[i][i];
    for (size_t j = 0; j < friction->dim; j++) {
      double along = s > 0 ? in->vt[j] / s : 0;
      out->d_vt[i][j] = (k.by_s * z + d.by_s * zdot + w.by_s * v) * along +
                        d.value * rate.d_vt[i][j] + (i == j ? w.value : 0);
    }
  }
}

/* With speed and load held the bristle's equation is linear: solved exactly. */
static void advance(const lash_friction *friction, const lash_friction_input *in, double h,
                    double *z) {
  double s = speed_of(friction, in->vt);
  double decay = ask(friction, BRISTLE_DECAY, s, in->normal).value, x = decay * h;
  double reach = fabs(x) < 1e-8 ? h * (1 - x / 2) : -expm1(-x) / decay;
  for (size_t i = 0; i < friction->dim; i++) z[i] = z[i] * exp(-x) + in->vt[i] * reach;
}

/* ------------------------------------------------------------------------------------ finishing */

static lash_status by_descriptor(open_law *law, lash_error *error) {
  const lash_friction_law *given = law->given.friction;
  bool whole = given->size == sizeof *given && given->version == LASH_FRICTION_LAW_VERSION &&
               given->prepare && (given->curve || (given->states && given->force && given->rates));
  if (!whole) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the descriptor of %s has another size or version than this Lash's, or "
                     "lacks prepare and curve (or states, force and rates); build the library "
                     "again with its headers",
                     law->name);
  }
  law->friction = *given;
  law_watch_friction(law);
  snprintf(law->derivatives, sizeof law->derivatives, "exact, by the law itself");
  return LASH_OK;
}

lash_status open_finish_friction(open_law *law, lash_error *error) {
  const lash_open_law *given = &law->given;
  if (given->friction) {
    lash_status status = by_descriptor(law, error);
    if (status) return status;
  } else {
    law->friction = (lash_friction_law){
        LASH_FRICTION_LAW_HEAD,
        .formula = open_or_empty(given->formula),
        .citation = open_or_empty(given->citation),
        .note = open_or_empty(given->note),
        .traits = given->traits | (law->bristle ? LASH_FRICTION_HAS_STATE : 0),
        .params = given->params,
        .param_count = given->param_count,
        .prepare = prepare,
    };
    if (law->bristle) {
      law->friction.states = states;
      law->friction.force = force;
      law->friction.rates = rates;
      law->friction.advance = advance;
    } else {
      law->friction.curve = curve;
    }
  }
  law->friction.name = law->name;
  law->friction.aliases = NULL;
  return LASH_OK;
}
