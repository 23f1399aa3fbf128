/* Ball and socket of nearly the same radius, where Hertz' paraboloids are no longer spheres; and
 * pressure and angle of a pin that lies in its hole (Persson).
 *
 * Balls: the exact spherical profiles on half-spaces (Sneddon 1965). With the radius a of the area
 * of contact, c = Ri - Rj and d = a c/(Ri Rj - a^2)
 *   delta = a artanh(d),   P = E* [(a^2 + Rj^2) artanh(d) + a c - c (Ri + Rj) artanh(a/Ri)],
 *   dP/d(delta) = 2 E* a   as for every punch with an axis.
 * What cancels in P for small a is taken out by hand, with artanh(x) = x + x^3 rest(x^2). */
#include "families.h"
#include "hysteresis_table.h"
#include "kernel.h"

enum { C_MODULUS = C_K, C_SOCKET = C_N, C_BALL = C_POWER, C_DEEPEST = C_OWN };

/* Half-spaces are a poor picture long before the area reaches the ball's radius. */
static const double widest = 0.95;

/* ------------------------------------------------------------------------------- ball in socket */

/* (artanh(x) - x)/x^3 at s = x^2 < 1: its series for small s, the logarithm elsewhere. */
LASH_INLINE double rest(double s) {
  double series = 0;
  for (int k = 16; k >= 0; k--) series = series * s + 1.0 / (2 * k + 3);
  const double x = sqrt(s);
  const double whole = (0.5 * lash_log((1 + x) / (1 - x)) - x) / (s * x);
  return s < 0.1 ? series : whole;
}

LASH_INLINE double artanh(double x) { return x + x * x * x * rest(x * x); }

/* Penetration at which the area of contact has the radius a. */
LASH_INLINE double depth(const double *c, double a) {
  const double clearance = c[C_SOCKET] - c[C_BALL];
  return a * artanh(a * clearance / (c[C_SOCKET] * c[C_BALL] - a * a));
}

/* Newton's method from a^2 = delta Ri Rj/(c + delta), which is too large; depth(a) is convex, so
 * that every step stays on that side. Eight settle all depths up to the law's limit. */
LASH_INLINE double radius_at(const double *c, double delta) {
  const double clearance = c[C_SOCKET] - c[C_BALL], product = c[C_SOCKET] * c[C_BALL];
  double a = sqrt(delta * product / (clearance + delta));
  for (int i = 0; i < 8; i++) {
    const double below = product - a * a, d = a * clearance / below;
    const double angle = artanh(d);
    const double slope = angle + a * clearance * (product + a * a) / (below * below * (1 - d * d));
    a -= (a * angle - delta) / slope;
  }
  return a;
}

LASH_INLINE double load(const double *c, double a) {
  const double Ri = c[C_SOCKET], Rj = c[C_BALL], clearance = Ri - Rj, below = Ri * Rj - a * a;
  const double d = a * clearance / below, x = a / Ri;
  return c[C_MODULUS] * (a * a * a * clearance * (Ri + Rj) / (Ri * below) +
                         (a * a + Rj * Rj) * d * d * d * rest(d * d) -
                         clearance * (Ri + Rj) * x * x * x * rest(x * x));
}

LASH_INLINE lash_contact_value sneddon_kernel(const double *c, double delta, double v, double v0,
                                              int unused) {
  (void)unused;
  const int beyond = delta > c[C_DEEPEST], inside = delta > 0;
  const double d = beyond ? c[C_DEEPEST] : inside ? delta : c[C_DEEPEST];
  const double a = radius_at(c, d);
  /* a NaN in delta must come out: it is neither beyond nor inside */
  const double force = load(c, a) + 0 * delta, slope = 2 * c[C_MODULUS] * a;
  lash_contact_value value = with_hysteresis(c, delta, v, v0, force, beyond ? 0 : slope);
  value.flags |= beyond ? LASH_CONTACT_BEYOND : 0u;
  return value;
}

LASH_EVALUATORS(static, sneddon, sneddon_kernel, 0)

static double sneddon_limit(const double *c) { return c[C_DEEPEST]; }

static lash_status prepare_sneddon(const lash_contact_law *law, const lash_params *params,
                                   double *c, lash_error *error) {
  (void)law;
  const double Ri = lash_params_get(params, "Ri"), Rj = lash_params_get(params, "Rj");
  if (!(Ri > Rj)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: the socket, Ri = %g m, must be larger than the ball, Rj = %g m",
                     params->owner, Ri, Rj);
  }
  lash_status status = lash_point_modulus(params, c, &c[C_MODULUS], error);
  if (status) return status;
  c[C_SOCKET] = Ri;
  c[C_BALL] = Rj;
  c[C_DEEPEST] = depth(c, widest * Rj);
  return LASH_OK;
}

/* ----------------------------------------------------------------------- flat and pointed balls */

/* Gap r^(2n)/(2 R^(2n-1)): delta = g A a^(2n), P = 4 n g A E* a^(2n+1)/(2n+1) with
 * A = 1/(2 R^(2n-1)), g = sqrt(pi) Gamma(n+1)/Gamma(n+1/2); a power of delta when a is gone. */
static lash_status prepare_steuermann(const lash_contact_law *law, const lash_params *params,
                                      double *c, lash_error *error) {
  (void)law;
  double modulus;
  lash_status status = lash_point_modulus(params, c, &modulus, error);
  if (status) return status;
  const double n = lash_params_get(params, "n"), R = lash_params_get(params, "R");
  const double g = sqrt(LASH_PI) * tgamma(n + 1) / tgamma(n + 0.5);
  const double gA = g / 2 * pow(R, 1 - 2 * n);
  lash_set_power(c, 4 * n / (2 * n + 1) * modulus * pow(gA, -1 / (2 * n)), 1 + 1 / (2 * n));
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------ the laws */

static const lash_param sneddon_params[] = {
    LASH_MATERIAL_ROWS,
    {"Ri", "m", "radius of the socket", LASH_REQUIRED_POSITIVE},
    {"Rj", "m", "radius of the ball", LASH_REQUIRED_POSITIVE},
    LASH_SIGMA_ROW,
    LASH_HYSTERESIS_ROWS(HYSTERESIS_none)};

static const lash_param steuermann_params[] = {
    LASH_MATERIAL_ROWS,
    {"R", "m", "size of the gap r^(2n)/(2 R^(2n-1)); for n = 1 the relative radius",
     LASH_REQUIRED_POSITIVE},
    {"n", "1", "half the power of the gap: 1 a sphere, above a flattened one", 2, 0.5, 10, 0, NULL},
    LASH_SIGMA_ROW,
    LASH_HYSTERESIS_ROWS(HYSTERESIS_none)};

static const lash_contact_law laws[] = {
    {LASH_CONTACT_LAW_HEAD, "sneddon_ball", LASH_NO_ALIAS, LASH_CONTACT_POINT,
     "delta = a artanh(a c/(Ri Rj - a^2)), F = E* [(a^2 + Rj^2) artanh(a c/(Ri Rj - a^2)) + a c - "
     "c (Ri + Rj) artanh(a/Ri)] (1 + a v/v0), c = Ri - Rj",
     "Sneddon 1965, Int. J. Eng. Sci. 3:47 (spherical profiles)",
     "Ball in a socket of nearly its radius: exact spheres where hertz has paraboloids. Elasticity "
     "is that of half-spaces: stiffer than real sockets beyond an area of half the radius. Valid "
     "up to an area of 0.95 Rj.",
     LASH_CONTACT_HYSTERESIS | LASH_CONTACT_USES_V0, LASH_TABLE(sneddon_params), NULL,
     prepare_sneddon, sneddon_eval, sneddon_batch, sneddon_limit},
    {LASH_CONTACT_LAW_HEAD, "steuermann", LASH_NO_ALIAS, LASH_CONTACT_POINT,
     "delta = g A a^(2n), F = 4 n g A E* a^(2n+1)/(2n+1) (1 + a v/v0), A = 1/(2 R^(2n-1)), g = "
     "sqrt(pi) Gamma(n+1)/Gamma(n+1/2)",
     "Steuermann 1939, Dokl. Akad. Nauk SSSR 25:359; Johnson 1985, Contact Mechanics, section 5.3",
     "Surfaces that part as the power 2n of the distance: flattened by running in. n = 1 is hertz.",
     LASH_CONTACT_HYSTERESIS | LASH_CONTACT_USES_V0, LASH_TABLE(steuermann_params), NULL,
     prepare_steuermann, lash_power_eval, lash_power_batch, NULL}};

const lash_contact_family lash_family_conformal = {LASH_TABLE(laws)};

/* ------------------------------------------------------------------------------ pin in its hole */

double lash_persson_clearance(double angle) {
  const double b = tan(angle / 2), s = b * b;
  return (1 - s) / (LASH_PI * s) - log1p(s) / (2 * LASH_PI * s * (1 + s));
}

double lash_persson_angle(double clearance) {
  if (!(clearance >= 0)) return NAN;
  double low = 0, high = LASH_HALF_PI; /* the clearance falls with the angle */
  for (int i = 0; i < 60; i++) {
    const double middle = (low + high) / 2;
    if (lash_persson_clearance(middle) > clearance) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

double lash_persson_pressure(double angle, double phi) {
  const double b = tan(angle / 2), y = tan(phi / 2), s = b * b;
  if (!(fabs(y) < b)) return isnan(y) ? NAN : 0;
  const double root = sqrt(s - y * y), whole = sqrt(1 + s);
  return 2 * root / (LASH_PI * whole * (1 + y * y)) +
         log((whole + root) / (whole - root)) / (2 * LASH_PI * s * (1 + s));
}
