/* Stiffness from material and geometry, and the checks of the parameters it comes from. */
#include <math.h>

#include "families.h"

const char *const lash_point_sigmas[] = {"standard", "linear_nu", NULL};
const char *const lash_point_curvatures[] = {"external", "internal", "plane", NULL};
const char *const lash_line_curvatures[] = {"internal", "external", NULL};

double lash_contact_modulus(double E_i, double nu_i, double E_j, double nu_j) {
  return 1 / ((1 - nu_i * nu_i) / E_i + (1 - nu_j * nu_j) / E_j);
}

double lash_contact_radius(double R_i, double R_j, bool internal) {
  return R_i * R_j / (internal ? R_i - R_j : R_i + R_j);
}

double lash_hertz_stiffness(double modulus, double radius) {
  return 4.0 / 3.0 * modulus * sqrt(radius);
}

/* ------------------------------------------------------------------------------------ material */

static bool given(const lash_params *params, const char *name) {
  return lash_params_given(params, name);
}

static double compliance(double E, double nu, bool linear_nu) {
  return linear_nu ? (1 - nu) / E : (1 - nu * nu) / E;
}

static lash_status pair_modulus(const lash_params *params, bool linear_nu, double *modulus,
                                lash_error *error) {
  static const char *const own[] = {"Ei", "nui", "Ej", "nuj"};
  bool common = given(params, "E") || given(params, "nu");
  size_t own_given = 0;
  const char *missing = NULL;
  for (size_t i = 0; i < LASH_COUNT(own); i++) {
    if (given(params, own[i])) {
      own_given++;
    } else if (!missing) {
      missing = own[i];
    }
  }
  if (common && own_given) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: E and nu (both bodies) contradict Ei, nui, Ej, nuj (each body); give one "
                     "set",
                     params->owner);
  }
  if (common) missing = !given(params, "E") ? "E" : !given(params, "nu") ? "nu" : NULL;
  if (missing) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s needs %s: give E and nu (both bodies), or Ei, nui, Ej and nuj",
                     params->owner, common || own_given ? missing : "a material");
  }

  double sum = 0;
  for (size_t body = 0; body < 2; body++) {
    sum += compliance(lash_params_get(params, common ? "E" : own[2 * body]),
                      lash_params_get(params, common ? "nu" : own[2 * body + 1]), linear_nu);
  }
  *modulus = 1 / sum;
  return LASH_OK;
}

/* ------------------------------------------------------------------------------- point contact */

static bool linear_nu(const lash_params *params) {
  return lash_params_get(params, "sigma") == SIGMA_LINEAR_NU;
}

lash_status lash_point_modulus(const lash_params *params, double *c, double *modulus,
                               lash_error *error) {
  lash_status status = pair_modulus(params, linear_nu(params), modulus, error);
  return status ? status : lash_chosen_hysteresis(params, c, error);
}

static lash_status point_radius(const lash_params *params, double *radius, lash_error *error) {
  int curvature = (int)lash_params_get(params, "curvature");
  bool plane = curvature == POINT_PLANE;
  double R_i = lash_params_get(params, "Ri"), R_j = lash_params_get(params, "Rj");
  if (isnan(R_i) || (isnan(R_j) && !plane)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s needs %s to compute its stiffness: give Ri and Rj, or Ri and curvature = "
                     "plane",
                     params->owner, isnan(R_i) ? "Ri" : "Rj");
  }
  if (plane && !isnan(R_j)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: Rj has no meaning with curvature = plane; leave "
                     "Rj out",
                     params->owner);
  }
  if (curvature == POINT_INTERNAL && !(R_i > R_j)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: the ball (Rj = %g m) must be smaller than the socket (Ri = %g m)",
                     params->owner, R_j, R_i);
  }
  *radius = plane ? R_i : lash_contact_radius(R_i, R_j, curvature == POINT_INTERNAL);
  return LASH_OK;
}

lash_status lash_point_stiffness(const lash_params *params, double n, double *K,
                                 lash_error *error) {
  static const char *const others[] = {"E",   "nu", "Ei", "nui",       "Ej",
                                       "nuj", "Ri", "Rj", "curvature", "sigma"};
  const char *other = NULL;
  for (size_t i = 0; i < LASH_COUNT(others) && !other; i++) {
    if (given(params, others[i])) other = others[i];
  }
  if (given(params, "K")) {
    if (other) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "%s: K and %s contradict each other; give the stiffness K, or material and "
                       "radii",
                       params->owner, other);
    }
    *K = lash_params_get(params, "K");
    return LASH_OK;
  }
  if (!other) {
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s needs a stiffness: give K, or E and nu (or Ei, nui, Ej, nuj) with Ri and Rj",
        params->owner);
  }
  if (n != 1.5) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: a stiffness from material and radii belongs to the exponent 1.5, not %g; "
                     "give K in N/m^%g instead",
                     params->owner, n, n);
  }
  double modulus, radius = 0;
  lash_status status = pair_modulus(params, linear_nu(params), &modulus, error);
  if (!status) status = point_radius(params, &radius, error);
  if (!status) *K = lash_hertz_stiffness(modulus, radius);
  return status;
}

/* -------------------------------------------------------------------------------- line contact */

lash_status lash_line_geometry(const lash_params *params, double *c, lash_line *line,
                               lash_error *error) {
  line->R_i = lash_params_get(params, "Ri");
  line->R_j = lash_params_get(params, "Rj");
  line->L = lash_params_get(params, "L");
  line->internal = lash_params_get(params, "curvature") == LINE_INTERNAL;
  if (line->internal && !(line->R_i > line->R_j)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: the pin (Rj = %g m) must be smaller than the hole (Ri = %g m)",
                     params->owner, line->R_j, line->R_i);
  }
  line->dR = line->internal ? line->R_i - line->R_j : line->R_i + line->R_j;
  lash_status status = pair_modulus(params, false, &line->modulus, error);
  return status ? status : lash_chosen_hysteresis(params, c, error);
}
