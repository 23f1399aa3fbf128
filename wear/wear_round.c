/* A fresh journal on a fresh bed: closed forms. */
#include <math.h>

#include "lash_math.h"
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

/* In the half-angle t of contact, r = c/cos t: nearby U goes as a power p = t U'/U of t, and a step
 * takes the p-th root of what it is off by, to second order. */
double lash_wear_depth_of_energy(double energy, double c, double guess, double *force,
                                 double *slope) {
  double t = atan2(sqrt(guess * (2 * c + guess)), c), cosine = 1;
  for (int k = 0; k < 30; k++) {
    const double sine = sin(t);
    double cubic, quintic;
    cancelling(2 * t, &cubic, &quintic);
    cosine = cos(t);
    const double r = c / cosine, U = 0.25 * r * r * quintic, off = energy / U - 1;
    *force = 0.5 * r * cubic;
    *slope = t + sine * cosine;
    if (fabs(off) < 4e-15) break;
    const double p = t * *force * r * sine / (cosine * U);
    t = fmin(t * (1 + fmax(2 * off / (2 * p + (p - 1) * off), -0.5)), LASH_HALF_PI - 1e-9);
  }
  return 2 * c * sin(0.5 * t) * sin(0.5 * t) / cosine;
}
