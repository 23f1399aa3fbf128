/* Closed forms of the impact on F = f(delta) (1 + a v/v0) with nothing else acting.
 *
 * Energy and the law give v dv/(1 + a v/v0) = -f(delta) d(delta)/m, which integrates to
 *   G(-a e) = G(a),  G(x) = x - ln(1 + x):
 * the relation between factor a and returned restitution e, whatever f. G is kept accurate near
 * x = 0, where a - ln(1 + a) would cancel. */
#include <math.h>

#include "lash_contact.h"
#include "lash_math.h"

/* x - ln(1 + x). With s = x/(2 + x): ln(1 + x) = 2 atanh(s) and x - 2s = x s. */
static double log_excess(double x) {
  if (fabs(x) > 0.5) return x - lash_log(1 + x);
  double s = x / (2 + x), z = s * s, sum = 0;
  for (int k = 41; k >= 3; k -= 2) sum = sum * z + 1.0 / k;
  return x * s - 2 * s * z * sum;
}

double lash_restitution_of(double a) {
  if (!(a >= 0)) return NAN;
  if (a < 1e-9) return 1 - 2 * a / 3; /* the next term is below rounding */
  double excess = log_excess(a), t = sqrt(2 * excess);
  if (t < 1) {
    /* Newton on G(-p) = excess from its series; p = a e */
    double p = t - t * t / 3 + t * t * t / 36;
    for (int i = 0; i < 5; i++) p -= (log_excess(-p) - excess) * (1 - p) / p;
    return p / a;
  }
  /* w = 1 - p is small: Newton on w - ln w = 1 + excess, left of its minimum */
  double q = 1 + excess, w = lash_exp(-q);
  for (int i = 0; i < 8 && w > 0; i++) w *= (lash_log(w) + q - 1) / (w - 1);
  return (1 - w) / a;
}

double lash_hysteresis_for(double e) {
  if (!(e > 0 && e <= 1)) return NAN;
  if (e == 1) return 0;
  if (e < 0.3) {
    /* u = 1 - a e = (1+a) exp(-a(1+e)) contracts quickly here */
    double u = 0;
    for (int i = 0; i < 60; i++) {
      double w = 1 + (1 - u) / e;
      u = w * lash_exp(u - w);
    }
    return (1 - u) / e;
  }
  /* Newton on G(-a e) - G(a) from the fit of Carvalho and Martins */
  double a = 3 * (1 - e) * (11 - e) / (2 * (1 + 9 * e));
  for (int i = 0; i < 6 && a > 1e-6; i++) { /* below, the fit is exact to rounding */
    double slope = a * (1 + e) * (a * e - (1 - e)) / ((1 - a * e) * (1 + a));
    a -= (log_excess(-a * e) - log_excess(a)) / slope;
  }
  return a;
}

double lash_impact_depth(double K, double n, double a, double m, double v0) {
  double share = a > 0 ? log_excess(a) / (a * a) : 0.5;
  return lash_pow((n + 1) * (m * v0 * v0 / K) * share, 1 / (n + 1));
}
