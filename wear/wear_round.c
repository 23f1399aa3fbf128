/* A fresh journal on a fresh bed: closed forms. */
#include <math.h>

#include "wear_impl.h"

/* x - sin x and x (2 + cos x) - 3 sin x, by their series where they cancel. */
static void cancelling(double x, double *cubic, double *quintic) {
  if (x > 1) {
    *cubic = x - sin(x);
    *quintic = x * (2 + cos(x)) - 3 * sin(x);
    return;
  }
  double s = x * x, term = x * s / 6; /* x^(2n+1)/(2n+1)!, n = 1 */
  *cubic = *quintic = 0;
  for (int n = 1; n < 10; n++, term *= -s / ((2 * n) * (2 * n + 1.0))) {
    *cubic += term;
    *quintic += -term * (2 * n - 2);
  }
}

/* The same at a depth below the surface, which r - c would lose where it is small. */
static double energy_at(double delta, double c, double *force, double *slope) {
  const double r = c + delta, alpha = atan2(sqrt(delta * (r + c)), c), x = 2 * alpha;
  double cubic, quintic;
  cancelling(x, &cubic, &quintic);
  *force = 0.5 * r * cubic;
  *slope = alpha + 0.5 * sin(x);
  return 0.25 * r * r * quintic;
}

double lash_wear_energy(double r, double c, double *force, double *slope) {
  return energy_at(r - c, c, force, slope);
}

/* U^0.4 is nearly linear in the depth: Newton's method on it settles in a few steps. */
double lash_wear_depth_of_energy(double energy, double c, double guess, double *force,
                                 double *slope) {
  const double wanted = pow(energy, 0.4);
  double delta = guess;
  for (int k = 0; k < 30; k++) {
    const double U = energy_at(delta, c, force, slope), root = pow(U, 0.4);
    const double step = (root - wanted) * U / (0.4 * root * *force);
    if (!(fabs(step) < delta)) {
      delta *= step > 0 ? 0.5 : 2;
      continue;
    }
    delta -= step;
    if (fabs(step) <= 4e-16 * delta) break;
  }
  energy_at(delta, c, force, slope);
  return delta;
}
