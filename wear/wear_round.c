/* A fresh journal on a fresh bed: closed forms. */
#include <math.h>

#include "lash_math.h"
#include "wear_impl.h"

/* x - sin x and x (2 + cos x) - 3 sin x, of x twice the angle with this sine and cosine; by their
 * series where they cancel. */
static void cancelling(double x, double sine, double cosine, double *cubic, double *quintic) {
  static const double c[9] = {/* (-1)^(n+1)/(2n+1)!, n = 1 ... 9 */
                              1 / 6.0,          -1 / 120.0,          1 / 5040.0,
                              -1 / 362880.0,    1 / 39916800.0,      -1 / 6227020800.0,
                              1 / 1307674368e3, -1 / 355687428096e3, 1 / 121645100408832e3};
  if (x > 1) {
    *cubic = x - 2 * sine * cosine;
    *quintic = x * (1 + 2 * cosine * cosine) - 6 * sine * cosine;
    return;
  }
  const double s = x * x;
  double first = 0, second = 0; /* ... and times -(2n - 2) */
  for (int n = 9; n > 0; n--) {
    first = first * s + c[n - 1];
    second = second * s - (2 * n - 2) * c[n - 1];
  }
  *cubic = x * s * first;
  *quintic = x * s * second;
}

/* Fresh energy per c^2 at the half-angle t of contact, r = c/cos t; force and slope too. */
static double energy_at(double t, double *cosine, double *sine, double *force, double *slope) {
  double cubic, quintic;
  *sine = sin(t), *cosine = cos(t);
  cancelling(2 * t, *sine, *cosine, &cubic, &quintic);
  *force = 0.5 * cubic / *cosine;
  *slope = t + *sine * *cosine;
  return 0.25 * quintic / (*cosine * *cosine);
}

double lash_wear_energy_at(double alpha, double c, double *force, double *slope) {
  double cosine, sine;
  const double U = energy_at(alpha, &cosine, &sine, force, slope);
  *force *= c;
  return U * c * c;
}

double lash_wear_energy(double r, double c, double *force, double *slope) {
  return lash_wear_energy_at(atan2(sqrt((r - c) * (r + c)), c), c, force, slope);
}

/* Nearby U goes as a power p = t U'/U of t, and a step takes the p-th root of what it is off by, to
 * second order: it leaves the third power of that. The first step is the root itself. */
double lash_wear_depth_of_energy(double part, double alpha, double c, double *force,
                                 double *slope) {
  double t = alpha, cosine, sine, off;
  const double U0 = energy_at(t, &cosine, &sine, force, slope), wanted = U0 * part;
  t *= pow(part, cosine * cosine * U0 / (t * *force * sine));
  for (int k = 0; k < 30; k++) {
    t = fmin(t, LASH_HALF_PI - 1e-9);
    const double U = energy_at(t, &cosine, &sine, force, slope);
    off = wanted / U - 1;
    if (fabs(off) < 4e-15) break;
    const double p = t * *force * sine / (cosine * cosine * U);
    t *= 1 + fmax(2 * off / (2 * p + (p - 1) * off), -0.5);
    if (fabs(off) > 3e-5) continue;
    energy_at(t, &cosine, &sine, force, slope);
    break;
  }
  *force *= c;
  const double half = sin(0.5 * t);
  return 2 * c * half * half / cosine;
}
