/* Rough surfaces that bear before they touch (Greenwood and Tripp 1971). */
#include "film_impl.h"

/* Both integrals below are of functions that are even at one end of the interval and vanish with
 * all slopes at the other, so that equal steps converge faster than any power. */

/* Far below 0: sums (n over 2 k)(2 k - 1)!! y^(n - 2 k), y = -x. */
static double deep(double y, double n) {
  double term = 1, sum = 1;
  for (int k = 1; k <= 6; k++) {
    term *= (n - 2 * k + 2) * (n - 2 * k + 1) / (2 * k * y * y);
    sum += term;
  }
  return sum * lash_pow_positive(y, n);
}

double lash_rough_integral(double x, double *slope) {
  enum { STEPS = 32 };
  const double root_two_pi = 2.5066282746310002, far = 37, low = -8;
  *slope = 0;
  if (!(x < far)) return x - x; /* 0, or NaN */
  if (x < low) {
    *slope = -2.5 * deep(-x, 1.5);
    return deep(-x, 2.5);
  }
  /* s = x + r^2: 2 r^6 exp(-(x + r^2)^2/2) dr */
  const double end = sqrt(sqrt(x * x + 80) - x), step = end / STEPS;
  double value = 0, below = 0;
  for (int k = 1; k <= STEPS; k++) {
    const double r2 = step * step * k * k, s = x + r2;
    const double w = r2 * r2 * lash_exp(-0.5 * s * s);
    below += w;
    value += w * r2;
  }
  *slope = -5 * step / root_two_pi * below;
  return 2 * step / root_two_pi * value;
}

lash_status lash_rough_prepare(const lash_params *params, double *c, lash_error *error) {
  const double sigma = lash_params_get(params, "sigma");
  static const char *const needed[] = {"asperities", "slope", "Ea"};
  c[C_ROUGH] = 0;
  if (!(sigma > 0)) return LASH_OK;
  for (size_t k = 0; k < LASH_COUNT(needed); k++)
    if (!lash_params_given(params, needed[k]))
      return lash_fail(
          error, LASH_BAD_INPUT,
          "%s: sigma > 0 asks for rough surfaces, which need asperities, slope and Ea; "
          "%s is missing",
          params->owner, needed[k]);
  const double density = lash_params_get(params, "asperities");
  const double unit = 16 * sqrt(2.0) * LASH_PI / 15 * density * density;
  c[C_SIGMA] = c[C_CLEAR] / sigma;
  c[C_ARC] = acos(fmax(-1, 1 - 20 / c[C_SIGMA]));
  c[C_ROUGH] = unit * sqrt(lash_params_get(params, "slope")) * lash_params_get(params, "Ea") *
               c[C_R] * c[C_L];
  c[C_RUB] = lash_params_get(params, "mu_a") * c[C_R];
  c[C_RUB_SPIN] = lash_params_get(params, "v_a") / c[C_R];
  return LASH_OK;
}

void lash_rough_force(const double *c, double eps, double force[2], double sum[2]) {
  enum { STEPS = 24 };
  const double reach = 12; /* of the roughness: beyond, nothing bears */
  force[0] = force[1] = sum[0] = sum[1] = 0;
  if (!(c[C_SIGMA] * (1 - eps) < reach)) return;
  const double step = c[C_ARC] / STEPS;
  for (int k = 0; k <= STEPS; k++) {
    const double cosine = cos(step * k), weight = k == 0 ? step : 2 * step;
    double slope, p = lash_rough_integral(c[C_SIGMA] * (1 - eps * cosine), &slope);
    const double by_eps = -slope * c[C_SIGMA] * cosine;
    sum[0] += weight * p;
    sum[1] += weight * by_eps;
    force[0] -= weight * p * cosine;
    force[1] -= weight * by_eps * cosine;
  }
}
