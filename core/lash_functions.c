/* Scalar functions of Adams expressions and their derivatives. */
#include "lash_functions.h"

#include <math.h>
#include <stdbool.h>

static const double pi = 3.14159265358979323846;

static bool legal_order(int order) { return order >= 0 && order <= 2; }

/* ------------------------------------------------------------------------------------- shapes */

/* Outside (0, 1) every shape is flat; true when u lies there (a NaN does not). */
static bool flat(double u, double out[3]) {
  out[1] = out[2] = 0;
  if (u <= 0) out[0] = 0;
  if (u >= 1) out[0] = 1;
  return u <= 0 || u >= 1;
}

void lash_shape_cubic(double u, double out[3]) {
  if (flat(u, out)) return;
  out[0] = u * u * (3 - 2 * u);
  out[1] = 6 * u * (1 - u);
  out[2] = 6 - 12 * u;
}

void lash_shape_quintic(double u, double out[3]) {
  if (flat(u, out)) return;
  out[0] = u * u * u * (10 - u * (15 - 6 * u));
  out[1] = 30 * u * u * (1 - u) * (1 - u);
  out[2] = 60 * u * (1 - u) * (1 - 2 * u);
}

void lash_shape_sine(double u, double out[3]) {
  if (flat(u, out)) return;
  double half = sin(pi * u / 2); /* (1 - cos 2a) / 2 = sin^2 a keeps its digits near u = 0 */
  out[0] = half * half;
  out[1] = pi / 2 * sin(pi * u);
  out[2] = pi * pi / 2 * cos(pi * u);
}

/* -------------------------------------------------------------------------------------- steps */

static double blend(void (*shape)(double, double[3]), double x, double x0, double h0, double x1,
                    double h1, int order) {
  double width = x1 - x0;
  if (!(width > 0) || !legal_order(order)) return NAN;
  double s[3];
  shape((x - x0) / width, s);
  if (order == 0) return h0 * (1 - s[0]) + h1 * s[0]; /* exactly h0 and h1 at the ends */
  if (order == 1) return (h1 - h0) * s[1] / width;
  return (h1 - h0) * s[2] / (width * width);
}

double lash_step(double x, double x0, double h0, double x1, double h1, int order) {
  return blend(lash_shape_cubic, x, x0, h0, x1, h1, order);
}

double lash_step5(double x, double x0, double h0, double x1, double h1, int order) {
  return blend(lash_shape_quintic, x, x0, h0, x1, h1, order);
}

double lash_havsin(double x, double x0, double h0, double x1, double h1, int order) {
  return blend(lash_shape_sine, x, x0, h0, x1, h1, order);
}

/* ------------------------------------------------------------------------------------- series */

double lash_poly(double x, double x0, const double *a, size_t count, int order) {
  if (!legal_order(order)) return NAN;
  double u = x - x0, f = 0, f1 = 0, f2 = 0;
  for (size_t j = count; j-- > 0;) { /* Horner, differentiated twice */
    f2 = f2 * u + 2 * f1;
    f1 = f1 * u + f;
    f = f * u + a[j];
  }
  return order == 0 ? f : order == 1 ? f1 : f2;
}

double lash_cheby(double x, double x0, const double *a, size_t count, int order) {
  if (!legal_order(order)) return NAN;
  double u = x - x0, sum = 0;
  double t[3] = {1, 0, 0}, next[3] = {u, 1, 0}; /* T_j and T_(j+1) with derivatives */
  for (size_t j = 0; j < count; j++) {
    sum += a[j] * t[order];
    double after[3] = {2 * u * next[0] - t[0], 2 * next[0] + 2 * u * next[1] - t[1],
                       4 * next[1] + 2 * u * next[2] - t[2]};
    for (int i = 0; i < 3; i++) t[i] = next[i], next[i] = after[i];
  }
  return sum;
}

/* The order-th derivative in x of sin(w x + p) is w^order times this of the angle. */
static double sine_derivative(double angle, int order) {
  return order == 0 ? sin(angle) : order == 1 ? cos(angle) : -sin(angle);
}

static double cosine_derivative(double angle, int order) {
  return order == 0 ? cos(angle) : order == 1 ? -sin(angle) : -cos(angle);
}

static double fourier(double (*wave)(double, int), double x, double x0, double w, const double *c,
                      size_t count, int order) {
  if (!legal_order(order)) return NAN;
  double sum = count && order == 0 ? c[0] : 0;
  for (size_t j = 1; j < count; j++) {
    double rate = (double)j * w;
    double scale = order == 0 ? 1 : order == 1 ? rate : rate * rate;
    sum += c[j] * scale * wave(rate * (x - x0), order);
  }
  return sum;
}

double lash_forcos(double x, double x0, double w, const double *c, size_t count, int order) {
  return fourier(cosine_derivative, x, x0, w, c, count, order);
}

double lash_forsin(double x, double x0, double w, const double *c, size_t count, int order) {
  return fourier(sine_derivative, x, x0, w, c, count, order);
}

double lash_shf(double x, double x0, double a, double w, double phi, double b, int order) {
  if (!legal_order(order)) return NAN;
  double scale = order == 0 ? 1 : order == 1 ? w : w * w;
  return a * scale * sine_derivative(w * (x - x0) - phi, order) + (order == 0 ? b : 0);
}

/* -------------------------------------------------------------------------------------- stops */

void lash_impact(double x, double xdot, double x1, double k, double e, double cmax, double d,
                 int order, double out[3]) {
  out[0] = out[1] = out[2] = 0;
  if (!(d > 0) || !legal_order(order) || isnan(x) || isnan(x1)) {
    out[0] = NAN;
    return;
  }
  double p = x1 - x;
  if (p <= 0) return;
  double s[3];
  lash_shape_cubic(p / d, s);
  double force = k * pow(p, e) - cmax * s[0] * xdot;
  if (force <= 0) return; /* the stop pushes, it does not pull */
  if (order == 0) {
    out[0] = force;
  } else if (order == 1) {
    out[0] = -k * e * pow(p, e - 1) + cmax * s[1] / d * xdot;
    out[1] = -cmax * s[0];
  } else {
    out[0] = k * e * (e - 1) * pow(p, e - 2) - cmax * s[2] / (d * d) * xdot;
    out[1] = cmax * s[1] / d;
  }
}

void lash_bistop(double x, double xdot, double x1, double x2, double k, double e, double cmax,
                 double d, int order, double out[3]) {
  out[0] = out[1] = out[2] = 0;
  if (!(x2 > x1)) {
    out[0] = NAN;
  } else if (x > x2) { /* F(x, v) = -G(-x, -v): odd orders keep the sign of G */
    lash_impact(-x, -xdot, -x2, k, e, cmax, d, order, out);
    if (order != 1) out[0] = -out[0], out[1] = -out[1];
  } else {
    lash_impact(x, xdot, x1, k, e, cmax, d, order, out);
  }
}
