/* Scars of block-on-ring and ball-on-flat tests. */
#include <math.h>

#include "lash_math.h"
#include "lash_wear.h"

/* Segment of the ring: b [R^2 asin(a/2R) - (a/2) sqrt(R^2 - a^2/4)] = V, by Newton's method on the
 * half-angle t: b R^2 (t - sin t cos t) = V, from t^3 = 3 V/(2 b R^2), which is too small. */
double lash_wear_block_scar(double V, double R, double b, double *depth) {
  const double wanted = V / (b * R * R);
  double t = cbrt(1.5 * wanted);
  for (int k = 0; k < 30 && t > 0; k++) {
    const double s = sin(t), step = (t - s * cos(t) - wanted) / (2 * s * s);
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
