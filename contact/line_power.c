/* Line laws of power type: explicit in the penetration. */
#include "families.h"
#include "hysteresis_table.h"
#include "kernel.h"

enum { C_CLEARANCE = C_N };

/* ---------------------------------------------------------------------------------- evaluation */

/* Liu: F = K delta sqrt(delta/(dR + delta)). */
LASH_INLINE lash_contact_value liu_kernel(const double *c, double delta, double v, double v0,
                                          int unused) {
  (void)unused;
  double d = positive(delta), dR = c[C_CLEARANCE], sum = dR + d;
  double root = c[C_K] * sqrt(d / sum);
  return with_hysteresis(c, delta, v, v0, root * d, root * (1.5 * dR + d) / sum);
}

/* Bai and Zhao: F = K delta sqrt(delta/(dR + delta)) (1.5 dR + delta)/(dR + delta). */
LASH_INLINE lash_contact_value bai_zhao_kernel(const double *c, double delta, double v, double v0,
                                               int unused) {
  (void)unused;
  double d = positive(delta), dR = c[C_CLEARANCE], sum = dR + d;
  double root = c[C_K] * sqrt(d / sum) / sum;
  /* with r = d/sum: d(F)/d(delta) of K d r^(1/2) (1 + 0.5 dR/sum) */
  double slope = root * (1.5 * (1.5 * dR + d) + d - 1.5 * d * (1.5 * dR + d) / sum);
  return with_hysteresis(c, delta, v, v0, root * d * (1.5 * dR + d), slope);
}

LASH_EVALUATORS(static, liu, liu_kernel, 0)
LASH_EVALUATORS(static, bai_zhao, bai_zhao_kernel, 0)

/* ---------------------------------------------------------------------------------- parameters */

static lash_status prepare_liu(const lash_contact_law *law, const lash_params *params, double *c,
                               lash_error *error) {
  (void)law;
  lash_line line;
  lash_status status = lash_line_geometry(params, c, &line, error);
  if (status) return status;
  c[C_K] = 0.5 * LASH_PI * line.modulus * line.L / sqrt(2.0);
  c[C_CLEARANCE] = line.dR;
  return LASH_OK;
}

static lash_status prepare_hertz_line(const lash_contact_law *law, const lash_params *params,
                                      double *c, lash_error *error) {
  (void)law;
  lash_line line;
  lash_status status = lash_line_geometry(params, c, &line, error);
  if (!status) lash_set_power(c, 0.25 * LASH_PI * line.modulus * line.L, 1);
  return status;
}

static lash_status prepare_ln_cylinder(const lash_contact_law *law, const lash_params *params,
                                       double *c, lash_error *error) {
  (void)law;
  lash_line line;
  lash_status status = lash_line_geometry(params, c, &line, error);
  if (status) return status;
  double radius = lash_contact_radius(line.R_i, line.R_j, line.internal);
  lash_set_power(c, lash_hertz_stiffness(line.modulus, radius), 1.5);
  return LASH_OK;
}

/* Pereira et al. write in mm, N and MPa; the fit's exponent and constants follow theirs. */
static lash_status prepare_pereira(const lash_contact_law *law, const lash_params *params,
                                   double *c, lash_error *error) {
  (void)law;
  lash_line line;
  lash_status status = lash_line_geometry(params, c, &line, error);
  if (status) return status;
  double dR = 1e3 * line.dR, L = 1e3 * line.L, modulus = 1e-6 * line.modulus;
  if (line.internal && !(dR >= 0.005 && dR <= 10)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: Ri - Rj = %g m is outside the range of this fit, 5e-6 m to 1e-2 m; use "
                     "johnson or liu",
                     params->owner, line.dR);
  }
  double c1 = line.internal ? 0.965 : 0.39, c2 = line.internal ? 0.0965 : 0.85, n = 1.094;
  if (line.internal) {
    double Y = dR < 0.34954 ? 1.51 * lash_pow(lash_log(1000 * dR), -0.151) : 0.0151 * dR + 1.151;
    n = Y * lash_pow(dR, -0.005);
  }
  lash_set_power(c, (c1 * dR + c2) * L * modulus / dR * lash_pow(1000, n), n);
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------ the laws */

/* Every row is in every table, so that one law can be exchanged for another by its name alone. */
#define TABLE(name, hysteresis) \
  static const lash_param name[] = {LASH_LINE_ROWS, LASH_HYSTERESIS_ROWS(HYSTERESIS_##hysteresis)}
TABLE(elastic_params, none);
TABLE(ln_params, lankarani_nikravesh);
TABLE(zhiying_params, zhiying_qishao);

#define LAW(name, prepare, evaluator, params, formula, citation, note)                      \
  {                                                                                         \
    LASH_CONTACT_LAW_HEAD, name, LASH_NO_ALIAS, LASH_CONTACT_LINE, formula, citation, note, \
        LASH_CONTACT_HYSTERESIS | LASH_CONTACT_USES_V0, LASH_TABLE(params), NULL, prepare,  \
        evaluator##_eval, evaluator##_batch, NULL                                           \
  }

static const lash_contact_law laws[] = {
    LAW("liu", prepare_liu, liu, elastic_params,
        "F = (pi/2) E* L delta sqrt(delta/(2(dR + delta)))",
        "Liu, Zhang and Yang 2007, Mech. Mach. Theory 42:183",
        "For conformal contact, delta ~ dR."),
    LAW("bai_zhao", prepare_liu, bai_zhao, zhiying_params,
        "F = (pi/8) E* L delta sqrt(2 delta (3 dR + 2 delta)^2/(dR + delta)^3) (1 + a v/v0)",
        "Bai and Zhao 2013, Int. J. Non-Linear Mech. 48:15",
        "The elastic part is the slope of liu's force times delta: about 1.5 liu. Published with "
        "the factor of zhiying_qishao; elastic when e is not given."),
    LAW("ln_cylinder", prepare_ln_cylinder, lash_power, ln_params,
        "F = (4/3) E* sqrt(R) delta^1.5 (1 + a v/v0)",
        "Lankarani and Nikravesh 1990, J. Mech. Des. 112:369, as used for journal bearings",
        "The sphere law on a journal: L is not used. Elastic when e is not given."),
    LAW("pereira", prepare_pereira, lash_power, ln_params,
        "F = ((c1 dR + c2) L E*/dR) delta^n (1 + a v/v0), constants for mm, N and MPa",
        "Pereira, Ramalho and Ambrosio 2015, Multibody Syst. Dyn., doi 10.1007/s11044-015-9463-x",
        "A fit to johnson; internal: 0.005 mm <= Ri - Rj <= 10 mm. SI outside. Published with the "
        "factor of lankarani_nikravesh; elastic when e is not given."),
    LAW("hertz_line", prepare_hertz_line, lash_power, elastic_params, "F = (pi/4) E* L delta",
        "Popov 2010, Contact Mechanics and Friction", "Linear: Ri and Rj are not used."),
};

const lash_contact_family lash_family_line_power = {LASH_TABLE(laws)};
