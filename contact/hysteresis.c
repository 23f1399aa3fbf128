/* Point laws F = K delta^n (1 + a v/v0), Hertz with a = 0 among them. */
#include "hysteresis_table.h"

#include "families.h"
#include "kernel.h"

/* ---------------------------------------------------------------------------------- evaluation */

LASH_INLINE lash_contact_value power_kernel(const double *c, double delta, double v, double v0,
                                            power shape) {
  double d = positive(delta), below = power_below(shape, d, c[C_N]);
  double stiffness = c[C_K] * below;
  return with_hysteresis(c, delta, v, v0, stiffness * d, c[C_N] * stiffness);
}

LASH_EVALUATORS_BY_POWER(static, power, power_kernel)

/* Plain functions for the other families: the choice of a batch loop at load time cannot be kept
 * inside a library under a name that several files share. */
lash_contact_value lash_power_eval(const double *c, double delta, double v, double v0) {
  return power_eval(c, delta, v, v0);
}
size_t lash_power_batch(LASH_BATCH_ARGUMENTS) {
  return power_batch(c, n, delta, v, v0, force, d_delta, d_v);
}

void lash_set_power(double *c, double K, double n) {
  c[C_K] = K;
  c[C_N] = n;
  c[C_POWER] = (double)power_of(n);
}

/* -------------------------------------------------------------------------------- factors a(e) */

#define FACTOR(name, aliases, a, ...) \
  static double factor_##name(double e) { return a; }
LASH_HYSTERESIS_TABLE(FACTOR)

/* In a struct, because a descriptor's `family` can point to data only. */
typedef struct factor {
  double (*of)(double e);
} factor;

#define FACTOR_ROW(name, ...) {factor_##name},
static const factor factors[] = {{NULL}, {NULL}, LASH_HYSTERESIS_TABLE(FACTOR_ROW)};

#define CHOICE(name, ...) #name,
const char *const lash_hysteresis_choices[] = {"none", "hertz", LASH_HYSTERESIS_TABLE(CHOICE) NULL};

lash_status lash_chosen_hysteresis(const lash_params *params, double *c, lash_error *error) {
  size_t choice = (size_t)lash_params_get(params, "hysteresis");
  double e = lash_params_get(params, "e");
  bool elastic = !factors[choice].of;
  if (elastic && e < 1) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: e = %g has no effect with hysteresis = %s; choose a hysteresis "
                     "(lankarani_nikravesh, exact, ...) or leave e out",
                     params->owner, e, lash_hysteresis_choices[choice]);
  }
  if (!elastic && lash_params_given(params, "hysteresis") && !lash_params_given(params, "e")) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s needs e (coefficient of restitution) for hysteresis = %s: give a value in "
                     "(0, 1]",
                     params->owner, lash_hysteresis_choices[choice]);
  }
  c[C_A] = elastic ? 0 : factors[choice].of(e);
  c[C_V0_MIN] = lash_params_get(params, "v0_min");
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------ the laws */

/* A law of the table knows its factor; Hertz has none. */
static lash_status prepare(const lash_contact_law *law, const lash_params *params, double *c,
                           lash_error *error) {
  const factor *own = law->family;
  double n = lash_params_get(params, "n"), K;
  lash_status status = lash_point_stiffness(params, n, &K, error);
  if (status) return status;
  lash_set_power(c, K, n);
  c[C_A] = own ? own->of(lash_params_get(params, "e")) : 0;
  c[C_V0_MIN] = own ? lash_params_get(params, "v0_min") : 1;
  return LASH_OK;
}

static const lash_param hertz_params[] = {LASH_STIFFNESS_ROWS, LASH_EXPONENT_ROW};
static const lash_param params[] = {LASH_STIFFNESS_ROWS, LASH_EXPONENT_ROW, LASH_E_ROW(NAN),
                                    LASH_V0_MIN_ROW};

#define LAW(name, aliases, a, a_text, citation, note) \
  {LASH_CONTACT_LAW_HEAD,                             \
   #name,                                             \
   aliases,                                           \
   LASH_CONTACT_POINT,                                \
   "F = K delta^n (1 + a v/v0), a = " a_text,         \
   citation,                                          \
   note,                                              \
   LASH_CONTACT_HYSTERESIS | LASH_CONTACT_USES_V0,    \
   LASH_TABLE(params),                                \
   &factors[HYSTERESIS_##name],                       \
   prepare,                                           \
   lash_power_eval,                                   \
   lash_power_batch,                                  \
   NULL},

static const lash_contact_law laws[] = {
    {LASH_CONTACT_LAW_HEAD, "hertz", LASH_NO_ALIAS, LASH_CONTACT_POINT, "F = K delta^n",
     "Hertz 1881, J. reine angew. Math. 92:156",
     "Elastic: dissipates nothing. Quasi-static, half-space bodies: radius of contact << R.",
     LASH_CONTACT_HYSTERESIS, LASH_TABLE(hertz_params), NULL, prepare, lash_power_eval,
     lash_power_batch, NULL},
    LASH_HYSTERESIS_TABLE(LAW)};

const lash_contact_family lash_family_hysteresis = {LASH_TABLE(laws)};
