/* Point laws with a dashpot beside the spring: F = K delta^n + C delta^q v, and the two-slope
 * spring.
 *
 * A dashpot pulls while the bodies part. Real contacts do not, so tension is cut (`tension =
 * clamp`, flagged); `keep` leaves the formula alone, and only then kelvin_voigt and tsuji return
 * exactly e. */
#include <float.h>

#include "families.h"
#include "kernel.h"

enum { C_DAMPING = C_OWN, C_LEAST, C_UNLOADING };

/* ---------------------------------------------------------------------------------- evaluation */

/* Exponent q of the penetration in the damping term. */
typedef enum root { ROOT_NONE, ROOT_SQUARE, ROOT_FOURTH } root;

LASH_INLINE lash_contact_value viscous_kernel(const double *c, double delta, double v, double v0,
                                              power shape, root q, bool only_approaching) {
  (void)v0;
  double d = positive(delta), n = shape == POWER_1 ? 1 : 1.5;
  double stiffness = c[C_K] * power_below(shape, d, n);
  double damping = c[C_DAMPING], slope = 0;
  if (only_approaching) damping = v > 0 ? damping : 0;
  if (q == ROOT_SQUARE) {
    damping *= sqrt(d);
    slope = 0.5 * damping / d;
  } else if (q == ROOT_FOURTH) {
    damping *= sqrt(sqrt(d));
    slope = 0.25 * damping / d;
  }
  return one_sided(delta, c[C_LEAST], stiffness * d + damping * v, n * stiffness + slope * v,
                   damping, 0);
}

LASH_EVALUATORS(static, kelvin_voigt, viscous_kernel, POWER_1, ROOT_NONE, false)
LASH_EVALUATORS(static, ristow, viscous_kernel, POWER_3_2, ROOT_NONE, false)
LASH_EVALUATORS(static, kuwabara_kono, viscous_kernel, POWER_3_2, ROOT_SQUARE, false)
LASH_EVALUATORS(static, tsuji, viscous_kernel, POWER_3_2, ROOT_FOURTH, false)
LASH_EVALUATORS(static, jankowski, viscous_kernel, POWER_3_2, ROOT_FOURTH, true)

LASH_INLINE lash_contact_value two_slope_kernel(const double *c, double delta, double v, double v0,
                                                int unused) {
  (void)v0, (void)unused;
  double stiffness = v < 0 ? c[C_UNLOADING] : c[C_K];
  double checked = stiffness + 0 * v; /* a NaN in v stays visible */
  return one_sided(delta, 0, checked * positive(delta), checked, 0, 0);
}

LASH_EVALUATORS(static, kv_flores, two_slope_kernel, 0)

/* ------------------------------------------------------------------------------------- damping */

static void set_least(const lash_params *params, double *c) {
  c[C_LEAST] = lash_params_get(params, "tension") != 0 ? -DBL_MAX : 0;
}

/* -ln e/sqrt(pi^2 + ln^2 e): damping ratio of a linear oscillator that returns e. */
static double damping_ratio(double e) {
  double log_e = lash_log(e);
  return -log_e / sqrt(LASH_PI * LASH_PI + log_e * log_e);
}

/* Kelvin and Voigt: c itself, or e and m. */
static lash_status prepare_kelvin_voigt(const lash_contact_law *law, const lash_params *params,
                                        double *c, lash_error *error) {
  (void)law;
  double e = lash_params_get(params, "e"), m = lash_params_get(params, "m");
  bool direct = lash_params_given(params, "c");
  if (direct && !(isnan(e) && isnan(m))) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: c contradicts e and m; give the damping c, or e and m", params->owner);
  }
  if (!direct && (isnan(e) || isnan(m))) {
    return lash_fail(error, LASH_BAD_INPUT, "%s needs a damping: give c, or both e and m",
                     params->owner);
  }
  c[C_K] = lash_params_get(params, "K");
  c[C_DAMPING] = direct ? lash_params_get(params, "c") : 2 * damping_ratio(e) * sqrt(c[C_K] * m);
  set_least(params, c);
  return LASH_OK;
}

static lash_status prepare_gamma(const lash_contact_law *law, const lash_params *params, double *c,
                                 lash_error *error) {
  (void)law;
  c[C_DAMPING] = lash_params_get(params, "gamma");
  set_least(params, c);
  return lash_point_stiffness(params, 1.5, &c[C_K], error);
}

static lash_status prepare_tsuji(const lash_contact_law *law, const lash_params *params, double *c,
                                 lash_error *error) {
  (void)law;
  lash_status status = lash_point_stiffness(params, 1.5, &c[C_K], error);
  if (status) return status;
  double m = lash_params_get(params, "m");
  c[C_DAMPING] = sqrt(5.0) * damping_ratio(lash_params_get(params, "e")) * sqrt(m * c[C_K]);
  set_least(params, c);
  return LASH_OK;
}

static lash_status prepare_jankowski(const lash_contact_law *law, const lash_params *params,
                                     double *c, lash_error *error) {
  (void)law;
  lash_status status = lash_point_stiffness(params, 1.5, &c[C_K], error);
  if (status) return status;
  double e = lash_params_get(params, "e"), m = lash_params_get(params, "m");
  double ratio = 4.5 * sqrt(5.0) * (1 - e * e) / (e * (e * (9 * LASH_PI - 16) + 16));
  c[C_DAMPING] = 2 * ratio * sqrt(c[C_K] * m);
  return LASH_OK;
}

static lash_status prepare_kv_flores(const lash_contact_law *law, const lash_params *params,
                                     double *c, lash_error *error) {
  (void)law, (void)error;
  double e = lash_params_get(params, "e"), K = lash_params_get(params, "K");
  c[C_K] = K;
  c[C_UNLOADING] = lash_params_get(params, "unloading") != 0 ? e * K : e * e * K;
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------ the laws */

static const char *const tensions[] = {"clamp", "keep", NULL};
static const char *const unloadings[] = {"e2", "e", NULL};

#define TENSION_ROW \
  { "tension", "1", "cut the pull of the parting dashpot, or keep it", 0, 0, 1, 0, tensions }
#define MASS_ROW \
  { "m", "kg", "effective mass m1 m2/(m1 + m2)", LASH_REQUIRED_POSITIVE }
#define GAMMA_ROW(UNIT) \
  { "gamma", UNIT, "damping coefficient", NAN, 0, INFINITY, 0, NULL }

static const lash_param kelvin_voigt_params[] = {
    {"K", "N/m", "stiffness", LASH_REQUIRED_POSITIVE},
    {"c", "N s/m", "damping; or give e and m", NAN, 0, INFINITY, LASH_PARAM_OPTIONAL, NULL},
    {"e", "1", "coefficient of restitution asked for", NAN, 0, 1,
     LASH_PARAM_OPTIONAL | LASH_PARAM_MIN_OPEN, NULL},
    {"m", "kg", "effective mass m1 m2/(m1 + m2)", LASH_OPTIONAL_POSITIVE},
    TENSION_ROW};
static const lash_param kv_flores_params[] = {
    {"K", "N/m", "stiffness while approaching", LASH_REQUIRED_POSITIVE},
    LASH_E_ROW(NAN),
    {"unloading", "1", "stiffness while parting: e^2 K or e K", 0, 0, 1, 0, unloadings}};
static const lash_param ristow_params[] = {LASH_STIFFNESS_ROWS, GAMMA_ROW("N s/m"), TENSION_ROW};
static const lash_param kuwabara_kono_params[] = {LASH_STIFFNESS_ROWS, GAMMA_ROW("N s/m^1.5"),
                                                  TENSION_ROW};
static const lash_param tsuji_params[] = {LASH_STIFFNESS_ROWS, LASH_E_ROW(NAN), MASS_ROW,
                                          TENSION_ROW};
static const lash_param jankowski_params[] = {LASH_STIFFNESS_ROWS, LASH_E_ROW(NAN), MASS_ROW};

static const lash_contact_law laws[] = {
    {LASH_CONTACT_LAW_HEAD, "kelvin_voigt", LASH_ALIASES("kv"), LASH_CONTACT_POINT,
     "F = K delta + c v, c = 2 zeta sqrt(K m), zeta = -ln e/sqrt(pi^2 + ln^2 e)",
     "Anagnostopoulos 1988, Earthquake Eng. Struct. Dyn. 16:443",
     "The force jumps to c v0 at touch. Returns e with tension = keep; 0.5503 for e = 0.5 with "
     "clamp. Kink where the clamp begins.",
     LASH_CONTACT_USES_MASS, LASH_TABLE(kelvin_voigt_params), NULL, prepare_kelvin_voigt,
     kelvin_voigt_eval, kelvin_voigt_batch, NULL},
    {LASH_CONTACT_LAW_HEAD, "kv_flores", LASH_NO_ALIAS, LASH_CONTACT_POINT,
     "F = K delta approaching, e^2 K delta (or e K delta) parting",
     "two-slope spring found in multibody codes beside the Kelvin-Voigt law",
     "The force jumps at v = 0. Returns e with unloading = e2, sqrt(e) with unloading = e.", 0,
     LASH_TABLE(kv_flores_params), NULL, prepare_kv_flores, kv_flores_eval, kv_flores_batch, NULL},
    {LASH_CONTACT_LAW_HEAD, "tsuji", LASH_NO_ALIAS, LASH_CONTACT_POINT,
     "F = K delta^1.5 + alpha sqrt(m K) delta^(1/4) v, alpha = -sqrt(5) ln e/sqrt(pi^2 + ln^2 e)",
     "Tsuji, Tanaka and Ishida 1992, Powder Technol. 71:239",
     "Returns e at every speed with tension = keep; 0.5503 for e = 0.5 with clamp. Kink where the "
     "clamp begins.",
     LASH_CONTACT_USES_MASS, LASH_TABLE(tsuji_params), NULL, prepare_tsuji, tsuji_eval, tsuji_batch,
     NULL},
    {LASH_CONTACT_LAW_HEAD, "kuwabara_kono", LASH_NO_ALIAS, LASH_CONTACT_POINT,
     "F = K delta^1.5 + gamma delta^(1/2) v",
     "Kuwabara and Kono 1987, Jpn. J. Appl. Phys. 26:1230; Brilliantov et al. 1996, Phys. Rev. E "
     "53:5382",
     "Viscoelastic spheres: 1-e grows as v0^(1/5) at small v0. Kink where the clamp begins.", 0,
     LASH_TABLE(kuwabara_kono_params), NULL, prepare_gamma, kuwabara_kono_eval, kuwabara_kono_batch,
     NULL},
    {LASH_CONTACT_LAW_HEAD, "ristow", LASH_NO_ALIAS, LASH_CONTACT_POINT,
     "F = K delta^1.5 + gamma v",
     "Ristow 1992, J. Phys. I France 2:649; Lee and Herrmann 1993, J. Phys. A 26:373",
     "The force jumps to gamma v0 at touch. Kink where the clamp begins.", 0,
     LASH_TABLE(ristow_params), NULL, prepare_gamma, ristow_eval, ristow_batch, NULL},
    {LASH_CONTACT_LAW_HEAD, "jankowski", LASH_NO_ALIAS, LASH_CONTACT_POINT,
     "F = K delta^1.5 + [v > 0] 2 xi sqrt(K m) delta^(1/4) v, "
     "xi = (9 sqrt(5)/2)(1-e^2)/(e(e(9 pi-16)+16))",
     "Jankowski 2005, Earthquake Eng. Struct. Dyn. 34:595; 2006, 35:517",
     "Damps only while approaching: dF/dv jumps at v = 0. Returns 0.4946 for e = 0.5.",
     LASH_CONTACT_USES_MASS, LASH_TABLE(jankowski_params), NULL, prepare_jankowski, jankowski_eval,
     jankowski_batch, NULL},
};

const lash_contact_family lash_family_viscous = {LASH_TABLE(laws)};
