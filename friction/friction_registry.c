/* The list of friction laws, and making one. To add a law: write its descriptor, name it here. */
#include "law.h"

/* Laws in the order they are listed: without state, then with. */
/* clang-format off */
#define LASH_FRICTION_LAWS(LAW) \
  LAW(coulomb) LAW(coulomb_viscous) LAW(stribeck) LAW(hess_soom) LAW(karnopp) LAW(lugre_steady) \
  LAW(smooth_tanh) LAW(smooth_atan) LAW(smooth_sqrt) LAW(smooth_rational) LAW(threlfall) LAW(ambrosio) \
  LAW(bengisu_akay) LAW(benson) LAW(andersson) LAW(simscape) LAW(hollars) LAW(makkar) \
  LAW(brown_mcphee) LAW(adams_contact) \
  LAW(dahl) LAW(lugre) LAW(lugre_n) LAW(lugre_nz) LAW(elasto_plastic) \
  LAW(bliman_sorine_1) LAW(bliman_sorine_2) LAW(reset_integrator) LAW(maxwell_slip) LAW(gms) \
  LAW(gonthier_f) LAW(adams_joint)
/* clang-format on */

#define DECLARE(name) extern const lash_friction_law lash_friction_##name;
#define ADDRESS(name) &lash_friction_##name,

LASH_FRICTION_LAWS(DECLARE)
static const lash_friction_law *const laws[] = {LASH_FRICTION_LAWS(ADDRESS)};

size_t lash_friction_law_count(void) { return LASH_COUNT(laws); }

const lash_friction_law *lash_friction_law_at(size_t index) {
  return index < LASH_COUNT(laws) ? laws[index] : NULL;
}

static bool has_name(const lash_friction_law *law, const char *name) {
  if (lash_same_name(law->name, name)) return true;
  for (const char *const *alias = law->aliases; alias && *alias; alias++) {
    if (lash_same_name(*alias, name)) return true;
  }
  return false;
}

const lash_friction_law *lash_friction_law_find(const char *name) {
  for (size_t i = 0; name && i < LASH_COUNT(laws); i++) {
    if (has_name(laws[i], name)) return laws[i];
  }
  return NULL;
}

/* -------------------------------------------------------------------------------- making a law */

static const char *name_at(size_t index, const void *context) {
  (void)context;
  return laws[index]->name;
}

lash_status lash_friction_begin(lash_friction *friction, const char *name, size_t dim,
                                lash_error *error) {
  const lash_friction_law *law = lash_friction_law_find(name);
  *friction = (lash_friction){0};
  if (!law) {
    const char *given = name ? name : "";
    const char *near = lash_nearest_name(given, LASH_COUNT(laws), name_at, NULL);
    return lash_fail(error, LASH_BAD_INPUT,
                     "there is no friction law '%s'%s%s%s; 'lash laws' lists them", given,
                     near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
  }
  return lash_friction_choose(friction, law, dim, error);
}

lash_status lash_friction_choose(lash_friction *friction, const lash_friction_law *law, size_t dim,
                                 lash_error *error) {
  *friction = (lash_friction){0};
  if (dim < 1 || dim > LASH_FRICTION_DIMS) {
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s: friction works on a line (dim 1), in a plane (dim 2) or in a plane with spin "
        "(dim 3), not in %zu dimensions",
        law->name, dim);
  }
  friction->law = law;
  friction->dim = dim;
  lash_params_init(&friction->params, law->name, law->params, law->param_count);
  return LASH_OK;
}

lash_status lash_friction_set(lash_friction *friction, const char *name, const char *text,
                              lash_error *error) {
  return lash_params_set(&friction->params, name, text, error);
}

lash_status lash_friction_set_number(lash_friction *friction, const char *name, double value,
                                     lash_error *error) {
  return lash_params_set_number(&friction->params, name, value, error);
}

const char *const lash_damping_words[] = {"published", "bounded", NULL};

void lash_friction_for_contact(lash_friction *friction) {
  int damping = lash_params_find(&friction->params, "damping");
  if (damping >= 0) friction->params.value[damping] = LASH_DAMPING_BOUNDED;
}

double lash_friction_kick(const lash_friction *friction, double speed) {
  const lash_params *params = &friction->params;
  bool own = friction->law->traits & LASH_FRICTION_OWN_LEVEL;
  bool kicks = lash_params_get(params, "damping") == LASH_DAMPING_PUBLISHED;
  return kicks
             ? lash_params_get(params, "s1") * speed / lash_params_get(params, own ? "Fs" : "mu_s")
             : 0.0;
}

lash_status lash_friction_ready(lash_friction *friction, lash_error *error) {
  LASH_TRY(lash_params_complete(&friction->params, error));
  return friction->law->prepare(&friction->params, friction->c, error);
}

/* ------------------------------------------------------------------------------ checks for laws */

lash_status lash_friction_ordered(const lash_params *params, const char *low, const char *high,
                                  lash_error *error) {
  double a = lash_params_get(params, low), b = lash_params_get(params, high);
  if (a <= b) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s: %s = %g is below %s = %g; raise %s or lower %s (%s must be at least %s)",
                   params->owner, high, b, low, a, high, low, high, low);
}

lash_status lash_friction_transition(const lash_params *params, double *vs, double *vd_inverse,
                                     lash_error *error) {
  double vd = lash_params_get(params, "vd");
  *vs = lash_params_get(params, "vs");
  *vd_inverse = 1.0 / (vd - *vs);
  if (*vs < vd) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s: vd = %g must be above vs = %g: friction peaks at vs and is dynamic from vd",
                   params->owner, vd, *vs);
}

lash_status lash_friction_whole(const lash_params *params, const char *name, lash_error *error) {
  double value = lash_params_get(params, name);
  if (value == floor(value)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s: %s = %g must be a whole number", params->owner, name,
                   value);
}
