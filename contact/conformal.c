/* Bodies that nearly fit: a ball in its socket with the exact profile, flatter profiles, and
 * Persson's pin in a hole. */
#include "lash_conformal.h"

#include "families.h"
#include "hysteresis_table.h"
#include "kernel.h"

/* ------------------------------------------------------------------------------ ball in a socket
 */

/* Radius a of the contact from the depth, with x = a/Rj, y = a/Ri:
 *   delta = a (atanh x - atanh y),  F = E* a^2 (atanh x - atanh y + a (h(x)/Rj - h(y)/Ri)),
 *   h(x) = (atanh x - x)/x^3,  dF/d(delta) = 2 E* a. */
enum { C_MODULUS = C_K, C_RJ = C_N, C_RI = C_POWER, C_GAP = C_OWN, C_LIMIT };

enum { NEWTON_STEPS = 10 };
static const double RADIUS_MOST = 0.95; /* of the ball: beyond, half-spaces mean nothing */

LASH_INLINE double atanh_of(double x) { return 0.5 * lash_log((1 + x) / (1 - x)); }

LASH_INLINE double depth_at(const double *c, double a, double *slope) {
  const double Rj = c[C_RJ], Ri = c[C_RI], gap = c[C_GAP], product = Ri * Rj, a2 = a * a;
  const double angle = atanh_of(a * gap / (product - a2)); /* atanh x - atanh y */
  *slope = angle + a * gap * (product + a2) / ((Rj * Rj - a2) * (Ri * Ri - a2));
  return a * angle;
}

/* (atanh x - x)/x^3: its series where the difference would cancel. */
LASH_INLINE double remainder_of(double x) {
  const double z = x * x;
  double series = 1.0 / 37;
  for (int k = 35; k >= 3; k -= 2) series = series * z + 1.0 / k;
  const double direct = (atanh_of(x) - x) / (x * z);
  return x < 0.35 ? series : direct;
}

LASH_INLINE lash_contact_value sneddon_kernel(const double *c, double delta, double v, double v0,
                                              int unused) {
  (void)unused;
  const int beyond = delta > c[C_LIMIT];
  const double d = beyond ? c[C_LIMIT] : positive(delta);
  const double most = 0.97 * c[C_RJ], hertz = sqrt(d * c[C_RI] * c[C_RJ] / c[C_GAP]);
  double a = hertz < most ? hertz : most, slope; /* above the root of a convex function */
  for (int k = 0; k < NEWTON_STEPS; k++) {
    const double far = depth_at(c, a, &slope) - d;
    a -= a > 0 ? far / slope : 0;
  }
  const double x = a / c[C_RJ], y = a / c[C_RI];
  const double angle = atanh_of(a * c[C_GAP] / (c[C_RI] * c[C_RJ] - a * a));
  const double force =
      c[C_MODULUS] * a * a * (angle + a * (remainder_of(x) / c[C_RJ] - remainder_of(y) / c[C_RI]));
  lash_contact_value value =
      with_hysteresis(c, delta, v, v0, force, beyond ? 0 : 2 * c[C_MODULUS] * a);
  value.flags |= beyond ? LASH_CONTACT_BEYOND : 0u;
  return value;
}

LASH_EVALUATORS(static, sneddon, sneddon_kernel, 0)

static double sneddon_limit(const double *c) { return c[C_LIMIT]; }

static lash_status prepare_sneddon(const lash_contact_law *law, const lash_params *params,
                                   double *c, lash_error *error) {
  (void)law;
  double modulus, Ri = lash_params_get(params, "Ri"), Rj = lash_params_get(params, "Rj"), slope;
  lash_status status = lash_pair_modulus(params, false, &modulus, error);
  if (!status) status = lash_chosen_hysteresis(params, c, error);
  if (status) return status;
  if (!(Ri > Rj))
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: the ball does not fit: Ri = %g m (socket) must exceed Rj = %g m (ball)",
                     params->owner, Ri, Rj);
  c[C_MODULUS] = modulus;
  c[C_RI] = Ri, c[C_RJ] = Rj, c[C_GAP] = Ri - Rj;
  c[C_LIMIT] = depth_at(c, RADIUS_MOST * Rj, &slope);
  return LASH_OK;
}

static const lash_param sneddon_params[] = {
    LASH_MATERIAL_ROWS,
    {"Ri", "m", "radius of the socket", LASH_REQUIRED_POSITIVE},
    {"Rj", "m", "radius of the ball", LASH_REQUIRED_POSITIVE},
    LASH_HYSTERESIS_ROWS(HYSTERESIS_none)};

/* ------------------------------------------------------------------------------ flatter profiles
 */

/* Gap A r^(2 m): delta = g A a^(2 m), F = 4 m/(2 m + 1) E* a delta, g = 2 4 … 2m/(1 3 … (2m - 1)).
 */
static lash_status prepare_steuermann(const lash_contact_law *law, const lash_params *params,
                                      double *c, lash_error *error) {
  (void)law;
  double modulus, A = lash_params_get(params, "A"), m = lash_params_get(params, "order"), g = 1;
  lash_status status = lash_pair_modulus(params, false, &modulus, error);
  if (!status) status = lash_chosen_hysteresis(params, c, error);
  if (status) return status;
  if (m != (double)(int)m)
    return lash_fail(error, LASH_BAD_INPUT, "%s: order = %g is not a whole number", params->owner,
                     m);
  for (int k = 1; k <= (int)m; k++) g *= 2.0 * k / (2.0 * k - 1);
  const double part = 1 / (2 * m);
  lash_set_power(c, 4 * m / (2 * m + 1) * modulus * lash_pow_positive(g * A, -part), 1 + part);
  return LASH_OK;
}

static const lash_param steuermann_params[] = {
    LASH_MATERIAL_ROWS,
    {"A", "m^(1-2m)", "gap of the unloaded bodies is A r^(2m)", LASH_REQUIRED_POSITIVE},
    {"order", "1", "m: 1 is Hertz with A = 1/(2R), 2 a flatter profile", 2, 1, 10, 0, NULL},
    LASH_HYSTERESIS_ROWS(HYSTERESIS_none)};

/* ----------------------------------------------------------------------------------- pin in a hole
 */

double lash_persson_load(double alpha) {
  const double b = tan(alpha / 2), b2 = b * b;
  return (1 - b2) / (LASH_PI * b2) - log1p(b2) / (2 * LASH_PI * b2 * (1 + b2));
}

double lash_persson_angle(double load) {
  if (!(load >= 0)) return NAN;
  double low = 0, high = LASH_HALF_PI; /* the load falls with the angle */
  for (int k = 0; k < 200 && high > low; k++) {
    const double middle = 0.5 * (low + high);
    if (lash_persson_load(middle) > load)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

double lash_persson_pressure(double alpha, double phi) {
  const double b = tan(alpha / 2), y = tan(phi / 2), b2 = b * b;
  if (!(fabs(phi) < alpha)) return 0;
  const double s = sqrt(1 + b2), t = sqrt(b2 - y * y);
  return 2 * t / (LASH_PI * s * (1 + y * y)) +
         log((s + t) / (s - t)) / (2 * LASH_PI * b2 * (1 + b2));
}

/* ---------------------------------------------------------------------------------------- the laws
 */

static const lash_contact_law laws[] = {
    {LASH_CONTACT_LAW_HEAD, "sneddon_ball", LASH_ALIASES("sneddon"), LASH_CONTACT_POINT,
     "delta = (a/2)(Lj - Li), F = (E*/2)((a^2+Rj^2) Lj - 2 a Rj - (a^2+Ri^2) Li + 2 a Ri), "
     "Lk = ln((Rk+a)/(Rk-a))",
     "Sneddon 1965, Int. J. Eng. Sci. 3:47, with the exact profiles of ball and socket",
     "For a ball in a socket of nearly its size, where Hertz's parabola is too stiff; the bodies "
     "are still half-spaces. Ends at a contact radius of 0.95 Rj.",
     LASH_CONTACT_HYSTERESIS | LASH_CONTACT_USES_V0, LASH_TABLE(sneddon_params), NULL,
     prepare_sneddon, sneddon_eval, sneddon_batch, sneddon_limit},
    {LASH_CONTACT_LAW_HEAD, "steuermann", LASH_ALIASES("shtaerman"), LASH_CONTACT_POINT,
     "F = 4m/(2m+1) E* (g A)^(-1/(2m)) delta^(1+1/(2m)) (1 + a v/v0), gap A r^(2m), "
     "g = 2 4 ... 2m/(1 3 ... (2m-1))",
     "Steuermann 1939, Dokl. Akad. Nauk SSSR 25:359; Johnson 1985, Contact Mechanics, 5.3",
     "For profiles flatter than a parabola; order 1 is hertz.",
     LASH_CONTACT_HYSTERESIS | LASH_CONTACT_USES_V0, LASH_TABLE(steuermann_params), NULL,
     prepare_steuermann, lash_power_eval, lash_power_batch, NULL}};

const lash_contact_family lash_family_conformal = {LASH_TABLE(laws)};
