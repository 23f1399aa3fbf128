/* Scalar functions of Adams expressions and their derivatives. */
#include "lash_functions.h"

#include <math.h>

static const double pi = 3.14159265358979323846;
static const lash_jet no_number = {NAN, NAN, NAN};

/* ------------------------------------------------------------------------------------- shapes */

lash_jet lash_shape_cubic(double u) {
  if (u <= 0 || u >= 1) return (lash_jet){u >= 1, 0, 0};
  return (lash_jet){u * u * (3 - 2 * u), 6 * u * (1 - u), 6 - 12 * u};
}

lash_jet lash_shape_quintic(double u) {
  if (u <= 0 || u >= 1) return (lash_jet){u >= 1, 0, 0};
  double w = u * (1 - u);
  return (lash_jet){u * u * u * (10 - u * (15 - 6 * u)), 30 * w * w, 60 * w * (1 - 2 * u)};
}

lash_jet lash_shape_sine(double u) {
  if (u <= 0 || u >= 1) return (lash_jet){u >= 1, 0, 0};
  double half = sin(pi * u / 2); /* (1 - cos 2a) / 2 = sin^2 a keeps its digits near u = 0 */
  return (lash_jet){half * half, pi / 2 * sin(pi * u), pi * pi / 2 * cos(pi * u)};
}

/* -------------------------------------------------------------------------------------- steps */

static lash_jet blend(lash_jet (*shape)(double), double x, double x0, double h0, double x1,
                      double h1) {
  double width = x1 - x0, rise = (h1 - h0) / width;
  if (!(width > 0)) return no_number;
  lash_jet s = shape((x - x0) / width);
  return (lash_jet){h0 * (1 - s.value) + h1 * s.value, /* exactly h0 and h1 at the ends */
                    rise * s.d1, rise * s.d2 / width};
}

lash_jet lash_step(double x, double x0, double h0, double x1, double h1) {
  return blend(lash_shape_cubic, x, x0, h0, x1, h1);
}

lash_jet lash_step5(double x, double x0, double h0, double x1, double h1) {
  return blend(lash_shape_quintic, x, x0, h0, x1, h1);
}

lash_jet lash_havsin(double x, double x0, double h0, double x1, double h1) {
  return blend(lash_shape_sine, x, x0, h0, x1, h1);
}

/* ------------------------------------------------------------------------------------- series */

lash_jet lash_poly(double x, double x0, const double *a, size_t count) {
  double u = x - x0;
  lash_jet p = {0, 0, 0};
  for (size_t j = count; j-- > 0;) { /* Horner, differentiated twice */
    p.d2 = p.d2 * u + 2 * p.d1;
    p.d1 = p.d1 * u + p.value;
    p.value = p.value * u + a[j];
  }
  return p;
}

lash_jet lash_cheby(double x, double x0, const double *a, size_t count) {
  double u = x - x0;
  lash_jet sum = {0, 0, 0}, t = {1, 0, 0}, next = {u, 1, 0}; /* T_j and T_(j+1) */
  for (size_t j = 0; j < count; j++) {
    sum.value += a[j] * t.value;
    sum.d1 += a[j] * t.d1;
    sum.d2 += a[j] * t.d2;
    lash_jet after = {2 * u * next.value - t.value, 2 * next.value + 2 * u * next.d1 - t.d1,
                      4 * next.d1 + 2 * u * next.d2 - t.d2};
    t = next;
    next = after;
  }
  return sum;
}

/* Adds a sin(w u + p), given the sine and cosine of the angle. */
static void add_wave(lash_jet *sum, double a, double w, double sine, double cosine) {
  sum->value += a * sine;
  sum->d1 += a * w * cosine;
  sum->d2 -= a * w * w * sine;
}

lash_jet lash_forcos(double x, double x0, double w, const double *c, size_t count) {
  lash_jet sum = {count ? c[0] : 0, 0, 0};
  for (size_t j = 1; j < count; j++) { /* a cosine is a sine a quarter turn ahead */
    double rate = (double)j * w, angle = rate * (x - x0);
    add_wave(&sum, c[j], rate, cos(angle), -sin(angle));
  }
  return sum;
}

lash_jet lash_forsin(double x, double x0, double w, const double *c, size_t count) {
  lash_jet sum = {count ? c[0] : 0, 0, 0};
  for (size_t j = 1; j < count; j++) {
    double rate = (double)j * w, angle = rate * (x - x0);
    add_wave(&sum, c[j], rate, sin(angle), cos(angle));
  }
  return sum;
}

lash_jet lash_shf(double x, double x0, double a, double w, double phi, double b) {
  lash_jet sum = {0, 0, 0};
  double angle = w * (x - x0) - phi;
  add_wave(&sum, a, w, sin(angle), cos(angle));
  sum.value += b;
  return sum;
}

/* -------------------------------------------------------------------------------------- stops */

lash_impact_value lash_impact(double x, double v, double x1, double k, double e, double cmax,
                              double d) {
  double p = x1 - x;
  if (!(d > 0) || isnan(p)) return (lash_impact_value){NAN, NAN, NAN, NAN, NAN, NAN};
  if (p <= 0) return (lash_impact_value){0};
  double spring = k * pow(p, e);
  lash_jet s = lash_shape_cubic(p / d);
  double force = spring - cmax * s.value * v;
  if (force <= 0) return (lash_impact_value){0}; /* the stop pushes, it does not pull */
  return (lash_impact_value){.f = force,
                             .d_x = -spring * e / p + cmax * s.d1 / d * v,
                             .d_v = -cmax * s.value,
                             .d_xx = spring * e * (e - 1) / (p * p) - cmax * s.d2 / (d * d) * v,
                             .d_xv = cmax * s.d1 / d};
}

lash_impact_value lash_bistop(double x, double v, double x1, double x2, double k, double e,
                              double cmax, double d) {
  if (!(x2 > x1)) return (lash_impact_value){NAN, NAN, NAN, NAN, NAN, NAN};
  if (!(x > x2)) return lash_impact(x, v, x1, k, e, cmax, d);
  /* F(x, v) = -G(-x, -v): first derivatives keep the sign of G's, the others change it */
  lash_impact_value far = lash_impact(-x, -v, -x2, k, e, cmax, d);
  far.f = -far.f;
  far.d_xx = -far.d_xx;
  far.d_xv = -far.d_xv;
  return far;
}
