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

/* Fresh bed at the half-angle t of contact, r = c/cos t, which has this cosine and sine. */
static wear_fresh fresh_of(double t, double cosine, double sine) {
  wear_fresh f = {.angle = t, .cosine = cosine, .sine = sine};
  double cubic, quintic;
  cancelling(2 * t, sine, cosine, &cubic, &quintic);
  f.energy = 0.25 * quintic / (cosine * cosine);
  f.force = 0.5 * cubic / cosine;
  f.slope = t + sine * cosine;
  return f;
}

static wear_fresh fresh_at(double t) { return fresh_of(t, cos(t), sin(t)); }

wear_fresh lash_wear_fresh(double r, double c) {
  const double half = sqrt((r - c) * (r + c)); /* of the chord */
  return fresh_of(atan2(half, c), c / r, half / r);
}

double lash_wear_energy(double r, double c, double *force, double *slope) {
  const wear_fresh f = lash_wear_fresh(r, c);
  *force = f.force * c;
  *slope = f.slope;
  return f.energy * c * c;
}

/* Nearby U goes as a power p = t U'/U of t, and a step takes the p-th root of what it is off by, to
 * second order: it leaves the third power of that. The first step is the root itself. */
static double power_of(const wear_fresh *f) {
  return f->angle * f->force * f->sine / (f->cosine * f->cosine * f->energy);
}

wear_fresh lash_wear_fresh_with(const wear_fresh *whole, double part) {
  const double widest = LASH_HALF_PI - 1e-9, wanted = whole->energy * part;
  double t = whole->angle * pow(part, 1 / power_of(whole));
  for (int k = 0;; k++) {
    const wear_fresh f = fresh_at(t < widest ? t : widest);
    const double off = wanted / f.energy - 1, p = power_of(&f);
    if (fabs(off) < 4e-15 || k == 30) return f;
    const double by = 2 * off / (2 * p + (p - 1) * off);
    t = f.angle * (1 + (by > -0.5 ? by : -0.5));
    if (fabs(off) <= 3e-5) return fresh_at(t);
  }
}

double lash_wear_fresh_depth(const wear_fresh *f, double c) {
  return c * f->sine * f->sine / (f->cosine * (1 + f->cosine));
}
