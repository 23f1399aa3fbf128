/* Integrals over half the circle of a bearing, in closed form. */
#include "film_impl.h"

/* G = 2 A/s with cos A = -xi/q, q^2 = 1 - eta^2, s^2 = q^2 - xi^2; A_xi = 1/s and
 * A_eta = xi eta/(q^2 s); the rest is differentiation. */
void lash_half_circle(double xi, double eta, half_circle *h) {
  const double q2 = 1 - eta * eta, Q = 1 / q2;
  const double s2 = q2 - xi * xi, s = sqrt(s2), i1 = 1 / s, i2 = i1 * i1;
  const double i3 = i1 * i2, i4 = i2 * i2, i5 = i2 * i3, i6 = i3 * i3, i7 = i3 * i4;
  const double A = atan2(s, -xi); /* = acos(-xi/q), also where that loses digits */
  const double x2 = xi * xi, y2 = eta * eta, xy = xi * eta;
  h->s = s;
  h->g = 2 * A * i1;
  h->gc = 2 * (A * xi * i3 + i2);
  h->gs = 2 * eta * (xi * Q * i2 + A * i3);
  h->cc = 3 * xi * i4 + A * (i3 + 3 * x2 * i5);
  h->cs = eta * (3 * i4 - Q * i2 + 3 * A * xi * i5);
  h->ss = xi * (Q * i2 + 2 * y2 * Q * Q * i2 + 3 * y2 * Q * i4) + A * (i3 + 3 * y2 * i5);
  h->ccc = 4 * i4 + 15 * x2 * i6 + A * xi * (9 * i5 + 15 * x2 * i7);
  h->ccs = xy * (12 * i6 + Q * (i4 + 3 * x2 * i6)) + A * eta * (3 * i5 + 15 * x2 * i7);
  h->css = 3 * i4 - Q * i2 + 3 * A * xi * i5 +
           y2 * (12 * i6 - 2 * Q * Q * i2 - 2 * Q * i4 + 3 * x2 * Q * i6 + 15 * A * xi * i7);
  h->sss = xy * (9 * i4 * Q + 6 * i2 * Q * Q + 10 * y2 * i4 * Q * Q + 8 * y2 * i2 * Q * Q * Q +
                 15 * y2 * i6 * Q) +
           A * eta * (9 * i5 + 15 * y2 * i7);
}

static double short_pressure(double xi, double eta, double t) {
  const double h = 1 - xi * cos(t) - eta * sin(t);
  return cos(t) / (h * h * h);
}

/* There may be two tops where the bodies part: the better one is found on a grid, then refined. */
double lash_short_peak(double xi, double eta) {
  enum { GRID = 96, STEPS = 60 };
  const double step = LASH_PI / GRID;
  double top = 0;
  for (int k = 1; k < GRID; k++) {
    const double t = step * k - LASH_HALF_PI;
    if (short_pressure(xi, eta, t) > short_pressure(xi, eta, top)) top = t;
  }
  double low = top - step, high = top + step;
  for (int k = 0; k < STEPS; k++) { /* stationary: sin t (1 + 2 xi cos t) = eta (1 + 2 cos^2 t) */
    const double t = 0.5 * (low + high), c = cos(t);
    if (eta * (1 + 2 * c * c) - sin(t) * (1 + 2 * xi * c) > 0)
      low = t;
    else
      high = t;
  }
  return short_pressure(xi, eta, low);
}
