/* Scars of block-on-ring and ball-on-flat tests. */
#include <math.h>

#include "lash_math.h"
#include "lash_wear.h"

/* x - sin x, of small x by its series, for the two are alike. */
static double less_its_sine(double x) {
  if (x > 0.5) return x - sin(x);
  double sum = 0, term = x;
  for (int k = 3; k < 20; k += 2) {
    term *= -x * x / (k * (k - 1));
    sum -= term;
  }
  return sum;
}

/* Segment of the ring: b [R^2 asin(a/2R) - (a/2) sqrt(R^2 - a^2/4)] = V, by Newton's method on the
 * half-angle t: b R^2 (t - sin t cos t) = V, from t^3 = 3 V/(2 b R^2), which is too small. */
double lash_wear_block_scar(double V, double R, double b, double *depth) {
  const double wanted = V / (b * R * R);
  double t = cbrt(1.5 * wanted);
  for (int k = 0; k < 30 && t > 0; k++) {
    const double s = sin(t), step = (0.5 * less_its_sine(2 * t) - wanted) / (2 * s * s);
    t -= step;
    if (fabs(step) < 1e-16 * t) break;
  }
  *depth = 2 * R * sin(t / 2) * sin(t / 2);
  return 2 * R * sin(t);
}

/* Cap of the ball: pi d^2 (3 R - d)/3 = V. */
double lash_wear_ball_scar(double V, double R, double *depth) {
  double d = sqrt(V / (LASH_PI * R));
  for (int k = 0; k < 30 && d > 0; k++) {
    const double step = (LASH_PI * d * d * (3 * R - d) / 3 - V) / (LASH_PI * d * (2 * R - d));
    d -= step;
    if (fabs(step) < 1e-16 * d) break;
  }
  *depth = d;
  return sqrt(d * (2 * R - d));
}

double lash_wear_block_volume(double width, double R, double b, double *depth) {
  const double t = asin(width / (2 * R));
  *depth = 2 * R * sin(t / 2) * sin(t / 2);
  return 0.5 * b * R * R * less_its_sine(2 * t);
}

double lash_wear_ball_volume(double radius, double R, double *depth) {
  const double d = radius * radius / (R + sqrt((R - radius) * (R + radius)));
  *depth = d;
  return LASH_PI * d * d * (3 * R - d) / 3;
}
