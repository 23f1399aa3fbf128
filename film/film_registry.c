/* All film laws, and how a law with its parameters is made. */
#include <string.h>

#include "film_impl.h"

const char *const lash_film_cavitations[] = {"cut", "none", NULL};
const char *const lash_film_shears[] = {"full", "half", NULL};

static const lash_film_law *const laws[] = {&lash_film_short, &lash_film_long, &lash_film_finite,
                                            &lash_film_ball};

size_t lash_film_law_count(void) { return LASH_COUNT(laws); }
const lash_film_law *lash_film_law_at(size_t index) { return laws[index]; }

const lash_film_law *lash_film_law_find(const char *name) {
  for (size_t i = 0; i < LASH_COUNT(laws); i++) {
    if (lash_same_name(laws[i]->name, name)) return laws[i];
    for (const char *const *alias = laws[i]->aliases; alias && *alias; alias++)
      if (lash_same_name(*alias, name)) return laws[i];
  }
  return NULL;
}

static const char *name_at(size_t index, const void *context) {
  (void)context;
  return laws[index]->name;
}

lash_status lash_film_begin(lash_film *film, const char *name, lash_error *error) {
  memset(film, 0, sizeof *film);
  film->law = lash_film_law_find(name);
  if (!film->law) {
    const char *near = lash_nearest_name(name, LASH_COUNT(laws), name_at, NULL);
    return lash_fail(
        error, LASH_BAD_INPUT,
        "there is no film law '%s'%s%s%s; films are short, long, finite (journals) and "
        "ball",
        name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  lash_params_init(&film->params, film->law->name, film->law->params, film->law->param_count);
  return LASH_OK;
}

lash_status lash_film_set(lash_film *film, const char *name, const char *text, lash_error *error) {
  return lash_params_set(&film->params, name, text, error);
}

lash_status lash_film_set_number(lash_film *film, const char *name, double value,
                                 lash_error *error) {
  return lash_params_set_number(&film->params, name, value, error);
}

lash_status lash_film_ready(lash_film *film, lash_error *error) {
  lash_status status = lash_params_complete(&film->params, error);
  if (!status) status = film->law->prepare(film->law, &film->params, film->c, error);
  for (size_t i = 0; !status && i < LASH_FILM_CONSTANTS; i++)
    if (!isfinite(film->c[i]))
      status = lash_fail(error, LASH_BAD_INPUT,
                         "%s: these parameters together leave the range of numbers; check their "
                         "sizes and units (SI)",
                         film->law->name);
  return status;
}

/* ----------------------------------------------------------------------------- common constants */

/* Exponential between two points. */
static lash_status viscosity_of(const lash_params *params, double *mu, lash_error *error) {
  static const char *const all[] = {"T", "T1", "T2", "viscosity2"};
  size_t given = 0;
  for (size_t k = 0; k < LASH_COUNT(all); k++) given += lash_params_given(params, all[k]);
  *mu = lash_params_get(params, "viscosity");
  if (given == 0) return LASH_OK;
  if (given < LASH_COUNT(all))
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: a viscosity that depends on temperature needs T, T1, T2 and viscosity2",
                     params->owner);
  const double T = lash_params_get(params, "T"), T1 = lash_params_get(params, "T1");
  const double T2 = lash_params_get(params, "T2"), mu2 = lash_params_get(params, "viscosity2");
  if (T1 == T2)
    return lash_fail(error, LASH_BAD_INPUT, "%s: T1 and T2 are the same temperature, %g K",
                     params->owner, T1);
  *mu *= lash_pow_positive(mu2 / *mu, (T - T1) / (T2 - T1));
  return LASH_OK;
}

lash_status lash_film_prepare_oil(const lash_params *params, double *c, lash_error *error) {
  c[C_EPS_MAX] = lash_params_get(params, "eps_max");
  c[C_EPS_FROM] = 1 - 2 * (1 - c[C_EPS_MAX]);
  return viscosity_of(params, &c[C_MU], error);
}

lash_status lash_film_prepare_journal(const lash_params *params, double *c, lash_error *error) {
  lash_status status = lash_film_prepare_oil(params, c, error);
  if (status) return status;
  const double R = c[C_R] = lash_params_get(params, "R");
  c[C_CLEAR] = lash_params_get(params, "c");
  c[C_L] = lash_params_get(params, "L");
  if (!(c[C_CLEAR] < 0.1 * R))
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s: a clearance of %g m in a radius of %g m makes no film; it must be below a "
        "tenth of it",
        params->owner, c[C_CLEAR], R);
  const double part = lash_params_get(params, "shear") == SHEAR_HALF ? 1 : 2;
  c[C_SHEAR] = part * LASH_PI * c[C_MU] * R * R * R * c[C_L] / c[C_CLEAR];
  const bool torn = lash_params_find(params, "cavitation") >= 0;
  c[C_CAVITATION] = torn ? lash_params_get(params, "cavitation") : CAVITATION_CUT;
  const bool known = lash_params_given(params, "density");
  c[C_REYNOLDS] = known ? lash_params_get(params, "density") * R * c[C_CLEAR] / c[C_MU] : 0;
  return lash_rough_prepare(params, c, error);
}
