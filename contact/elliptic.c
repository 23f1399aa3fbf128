/* Hertz contact of two bodies with different principal curvatures: an elliptic contact area.
 *
 * A and B are half the sums of the curvatures in the two principal planes, k = b/a the ratio of the
 * axes of the ellipse, K and D complete elliptic integrals of modulus m = 1 - k^2, D = (K - E)/m.
 *   B/A = (K - D)/(k^2 D),   F = (2 pi/3) E* sqrt(D/A) K^(-3/2) delta^(3/2)
 * (Johnson 1985, equations 4.25 to 4.28, rearranged so that nothing cancels at k = 1). */
#include "families.h"
#include "hysteresis_table.h"
#include "kernel.h"

typedef struct integrals {
  double K, D;
} integrals;

/* Arithmetic-geometric mean; the squares of its half differences sum to D/K. The first term is
 * written out because m vanishes at k = 1. */
static integrals elliptic_integrals(double k) {
  double m = (1 - k) * (1 + k), sum = 0.5 + (1 - k) / (4 * (1 + k)), weight = 2;
  double a = 0.5 * (1 + k), g = sqrt(k);
  while (a - g > 1e-9 * a) { /* converges quadratically: the next term is below rounding */
    double c = 0.5 * (a - g), mean = 0.5 * (a + g);
    sum += weight * c * c / m;
    weight *= 2;
    g = sqrt(a * g);
    a = mean;
  }
  double K = LASH_HALF_PI / (0.5 * (a + g));
  return (integrals){K, K * sum};
}

static double curvature_ratio(double k) {
  integrals i = elliptic_integrals(k);
  return (i.K - i.D) / (k * k * i.D);
}

/* k in (0, 1] with curvature_ratio(k) = ratio >= 1, by bisection of ln k: the ratio falls with k.
 */
static double axis_ratio(double ratio) {
  double low = -40, high = 0;
  for (int i = 0; i < 80; i++) {
    double middle = 0.5 * (low + high);
    if (curvature_ratio(lash_exp(middle)) > ratio) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return lash_exp(0.5 * (low + high));
}

static lash_status prepare(const lash_contact_law *law, const lash_params *params, double *c,
                           lash_error *error) {
  (void)law;
  double modulus, x = lash_params_get(params, "Rx"), y = lash_params_get(params, "Ry");
  lash_status status = lash_point_modulus(params, c, &modulus, error);
  if (status) return status;
  double large = x > y ? x : y, small = x > y ? y : x; /* relative radii: 1/(2A), 1/(2B) */
  if (large > 1e10 * small) {
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s: Rx and Ry differ by more than 1e10; that is a line contact: use a line law",
        params->owner);
  }
  integrals i = elliptic_integrals(axis_ratio(large / small));
  double K = 2 * LASH_PI / 3 * modulus * sqrt(2 * large * i.D) / (i.K * sqrt(i.K));
  lash_set_power(c, K, 1.5);
  return LASH_OK;
}

static const lash_param params[] = {
    LASH_MATERIAL_ROWS,
    {"Rx", "m", "relative radius in one principal plane, 1/(1/Rix + 1/Rjx)",
     LASH_REQUIRED_POSITIVE},
    {"Ry", "m", "relative radius in the other principal plane", LASH_REQUIRED_POSITIVE},
    LASH_SIGMA_ROW,
    LASH_HYSTERESIS_ROWS(HYSTERESIS_none)};

static const lash_contact_law laws[] = {
    {LASH_CONTACT_LAW_HEAD, "hertz_elliptic", LASH_NO_ALIAS, LASH_CONTACT_POINT,
     "F = (2 pi/3) E* sqrt(D/A) K^(-3/2) delta^(3/2) (1 + a v/v0), K and D elliptic integrals",
     "Hertz 1881; Johnson 1985, Contact Mechanics, equations 4.25 to 4.28",
     "The principal planes of both bodies must coincide. Rx = Ry gives hertz.",
     LASH_CONTACT_HYSTERESIS | LASH_CONTACT_USES_V0, LASH_TABLE(params), NULL, prepare,
     lash_power_eval, lash_power_batch, NULL}};

const lash_contact_family lash_family_elliptic = {LASH_TABLE(laws)};
