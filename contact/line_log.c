/* Line laws of logarithmic type, delta = s F ln(B/F), solved for the force without iteration loops.
 *
 * With y = ln(B/F): y - ln y = 1 - ln(delta/limit), limit = s B/e (Euler's number), F = delta/(s
 * y), dF/d(delta) = 1/(s (y - 1)); y = -W_{-1}(-delta/(s B)) in terms of Lambert's W. Beyond the
 * limit the formulas fold back: there the elastic force is held and the point is flagged. */
#include "families.h"
#include "hysteresis_table.h"
#include "kernel.h"

enum { C_S = C_K, C_LIMIT = C_N };

#define EULER 2.718281828459045235

/* ---------------------------------------------------------------------------------- evaluation */

/* One Halley step towards y - ln y = 1 + t^2/2. */
LASH_INLINE double halley(double y, double t) {
  double u = y - 1, g = u - lash_log(y) - 0.5 * t * t;
  return y - g * y * u / (u * u - 0.5 * g);
}

/* y > 1 with y - ln y = 1 + t^2/2: series, joined to the growth at large t, then two Halley steps.
 * Below t = 1e-3 the series is exact to rounding and the steps would divide by zero. */
LASH_INLINE double log_branch(double t) {
  double start = 1 + t + t * t / 3 + t * t * t / (36 + 4.8 * t);
  double y = halley(halley(start, t), t);
  return t < 1e-3 ? start : y;
}

LASH_INLINE lash_contact_value log_kernel(const double *c, double delta, double v, double v0,
                                          int unused) {
  (void)unused;
  int beyond = delta > c[C_LIMIT];
  double d = beyond ? c[C_LIMIT] : delta;
  double y = log_branch(sqrt(-2 * lash_log(d / c[C_LIMIT])));
  double slope = 1 / (c[C_S] * (y - 1));
  lash_contact_value value = with_hysteresis(c, delta, v, v0, d / (c[C_S] * y), beyond ? 0 : slope);
  value.flags |= beyond ? LASH_CONTACT_BEYOND : 0u;
  return value;
}

LASH_EVALUATORS(static, line_log, log_kernel, 0)

static double limit(const double *c) { return c[C_LIMIT]; }

/* ------------------------------------------------------------------------------ the family's B */

/* B from geometry and `stiff`, which is pi E* where the law is written with E*, and 1/(sigma_i +
 * sigma_j) where it is written with sigma. */
typedef struct log_law {
  double (*B)(const lash_line *line, double stiff);
} log_law;

static double johnson(const lash_line *line, double stiff) {
  return 4 * stiff * line->dR * line->L / EULER;
}
static double radzimovsky(const lash_line *line, double stiff) {
  return 6.25 * lash_exp(2.0 / 3.0) * (stiff / LASH_PI) * line->dR * line->L;
}
static double radzimovsky_roark(const lash_line *line, double stiff) {
  return 0.5 * radzimovsky(line, stiff);
}
static double esdu(const lash_line *line, double stiff) {
  return 4 * EULER * stiff * line->dR * line->L;
}
static double goldsmith(const lash_line *line, double stiff) {
  return EULER * stiff * line->L * line->dR / (line->R_i * line->R_j);
}
static double dubowsky_freudenstein(const lash_line *line, double stiff) {
  return goldsmith(line, stiff) * line->L * line->L;
}

enum { SIGMA_PI_E, SIGMA_E };
static const char *const sigmas[] = {"PI_E", "E", NULL};

static lash_status prepare(const lash_contact_law *law, const lash_params *params, double *c,
                           lash_error *error) {
  const log_law *own = law->family;
  lash_line line;
  lash_status status = lash_line_geometry(params, c, &line, error);
  if (status) return status;
  bool without_pi = lash_params_get(params, "sigma") == SIGMA_E;
  double stiff = without_pi ? line.modulus : LASH_PI * line.modulus;
  c[C_S] = 1 / (stiff * line.L);
  c[C_LIMIT] = c[C_S] * own->B(&line, stiff) / EULER;
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------ the laws */

static const lash_param params[] = {LASH_LINE_ROWS, LASH_HYSTERESIS_ROWS(HYSTERESIS_none)};
static const lash_param sigma_params[] = {
    LASH_LINE_ROWS,
    {"sigma", "1", "compliance of a body: (1-nu^2)/(pi E), or (1-nu^2)/E as some papers print",
     SIGMA_PI_E, 0, SIGMA_E, 0, sigmas},
    LASH_HYSTERESIS_ROWS(HYSTERESIS_none)};

#define LAW(name, aliases, b, formula, citation, note, params)                                   \
  {                                                                                              \
    LASH_CONTACT_LAW_HEAD, name, aliases, LASH_CONTACT_LINE, formula, citation, note,            \
        LASH_CONTACT_HYSTERESIS | LASH_CONTACT_USES_V0, LASH_TABLE(params), &(const log_law){b}, \
        prepare, line_log_eval, line_log_batch, limit                                            \
  }

static const lash_contact_law laws[] = {
    LAW("johnson", LASH_NO_ALIAS, johnson, "delta = F/(pi E* L) (ln(4 pi E* dR L/F) - 1)",
        "Johnson 1985, Contact Mechanics, chapter 5", "Valid for delta < 0.5413 dR.", params),
    LAW("radzimovsky", LASH_NO_ALIAS, radzimovsky,
        "delta = F/(pi E* L) (2/3 + ln(4 Ri/b) + ln(4 Rj/b)), b = 1.60 sqrt(F R/(E* L))",
        "Radzimovsky 1953, Univ. Illinois Eng. Exp. Station Bull. 408",
        "Valid for delta < 1.4255 dR, where the force folds back.", params),
    LAW("radzimovsky_roark", LASH_NO_ALIAS, radzimovsky_roark,
        "as radzimovsky with the full width b = 1.60 sqrt(2 F R/(E* L))",
        "Roark's Formulas for Stress and Strain, contact of cylinders",
        "Valid for delta < 0.7127 dR.", params),
    LAW("esdu_78035", LASH_ALIASES("esdu"), esdu,
        "delta = (F/L)(s_i+s_j) (ln(4 dR L/(F (s_i+s_j))) + 1)", "ESDU 78035, 1978",
        "Valid for delta < 4 dR. Papers differ by pi in sigma: see the parameter.", sigma_params),
    LAW("dubowsky_freudenstein", LASH_ALIASES("puttock_thwaite"), dubowsky_freudenstein,
        "delta = (F/L)(s_i+s_j) (ln(L^3 dR/(F Ri Rj (s_i+s_j))) + 1)",
        "Dubowsky and Freudenstein 1971, J. Eng. Ind. 93:305",
        "Valid for delta < L^2 dR/(Ri Rj). Papers differ by pi in sigma: see the parameter.",
        sigma_params),
    LAW("goldsmith", LASH_NO_ALIAS, goldsmith,
        "delta = (F/L)(s_i+s_j) (ln(L dR/(F Ri Rj (s_i+s_j))) + 1)", "Goldsmith 1960, Impact",
        "The logarithm's argument has a dimension: metres only. Papers differ by pi in sigma.",
        sigma_params),
};

const lash_contact_family lash_family_line_log = {LASH_TABLE(laws)};
