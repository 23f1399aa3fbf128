/* Built-in functions of one variable and the two stop functions. */
#include <math.h>
#include <stdbool.h>

#include "lash_functions.h"

#define PI 3.14159265358979323846

/* --------------------------------------------------------------------------------- transitions */

typedef lash_fn_jet blend(double u);

/* The unit transitions: 0 at u = 0, 1 at u = 1. */
static lash_fn_jet blend_cubic(double u) {
  return (lash_fn_jet){u * u * (3 - 2 * u), 6 * u * (1 - u), 6 - 12 * u};
}

static lash_fn_jet blend_quintic(double u) {
  double w = u * (1 - u);
  return (lash_fn_jet){u * u * u * (10 + u * (6 * u - 15)), 30 * w * w, 60 * w * (1 - 2 * u)};
}

static lash_fn_jet blend_sine(double u) {
  double s = sin(PI * u), c = cos(PI * u);
  return (lash_fn_jet){0.5 * (1 - c), 0.5 * PI * s, 0.5 * PI * PI * c};
}

static lash_fn_jet transition(blend *shape, double x, double x0, double h0, double x1, double h1) {
  if (isnan(x)) return (lash_fn_jet){x, x, x};
  if (x <= x0) return (lash_fn_jet){h0, 0, 0};
  if (x >= x1) return (lash_fn_jet){h1, 0, 0};
  double scale = 1 / (x1 - x0), rise = h1 - h0;
  lash_fn_jet s = shape((x - x0) * scale);
  return (lash_fn_jet){h0 + rise * s.f, rise * s.d * scale, rise * s.dd * scale * scale};
}

lash_fn_jet lash_fn_step(double x, double x0, double h0, double x1, double h1) {
  return transition(blend_cubic, x, x0, h0, x1, h1);
}

lash_fn_jet lash_fn_step5(double x, double x0, double h0, double x1, double h1) {
  return transition(blend_quintic, x, x0, h0, x1, h1);
}

lash_fn_jet lash_fn_havsin(double x, double x0, double h0, double x1, double h1) {
  return transition(blend_sine, x, x0, h0, x1, h1);
}

/* -------------------------------------------------------------------------------------- series */

lash_fn_jet lash_fn_poly(double x, double x0, const double *a, size_t n) {
  double u = x - x0;
  lash_fn_jet p = {0, 0, 0};
  for (size_t j = n; j-- > 0;) {
    p.dd = p.dd * u + 2 * p.d;
    p.d = p.d * u + p.f;
    p.f = p.f * u + a[j];
  }
  return p;
}

lash_fn_jet lash_fn_cheby(double x, double x0, const double *a, size_t n) {
  double u = x - x0;
  lash_fn_jet sum = {0, 0, 0};
  lash_fn_jet before = {1, 0, 0}, t = {u, 1, 0}; /* T0 and T1 */
  for (size_t j = 0; j < n; j++) {
    sum.f += a[j] * before.f;
    sum.d += a[j] * before.d;
    sum.dd += a[j] * before.dd;
    lash_fn_jet next = {2 * u * t.f - before.f, 2 * u * t.d + 2 * t.f - before.d,
                        2 * u * t.dd + 4 * t.d - before.dd};
    before = t;
    t = next;
  }
  return sum;
}

/* a[0] and the sum of a[j] times the cosine (or sine) of j w u. */
static lash_fn_jet fourier(double u, double w, const double *a, size_t n, bool sines) {
  lash_fn_jet sum = {n > 0 ? a[0] : 0, 0, 0};
  for (size_t j = 1; j < n; j++) {
    double rate = (double)j * w;
    double c = cos(rate * u), s = sin(rate * u);
    sum.f += a[j] * (sines ? s : c);
    sum.d += a[j] * rate * (sines ? c : -s);
    sum.dd -= a[j] * rate * rate * (sines ? s : c);
  }
  return sum;
}

lash_fn_jet lash_fn_forcos(double x, double x0, double w, const double *a, size_t n) {
  return fourier(x - x0, w, a, n, false);
}

lash_fn_jet lash_fn_forsin(double x, double x0, double w, const double *a, size_t n) {
  return fourier(x - x0, w, a, n, true);
}

lash_fn_jet lash_fn_shf(double x, double x0, double a, double w, double phi, double b) {
  double angle = w * (x - x0) - phi;
  double s = a * sin(angle), c = a * cos(angle);
  return (lash_fn_jet){s + b, w * c, -w * w * s};
}

/* --------------------------------------------------------------------------------------- stops */

lash_fn_stop lash_fn_impact(double x, double v, double x1, double k, double e, double c, double d) {
  if (x >= x1) return (lash_fn_stop){0};
  double p = x1 - x; /* penetration */
  double spring = k * pow(p, e);
  lash_fn_jet damping = lash_fn_step(x, x1 - d, c, x1, 0);
  double f = spring - damping.f * v;
  if (f <= 0) return (lash_fn_stop){0}; /* a stop never pulls */
  return (lash_fn_stop){
      .f = f,
      .d_x = -spring * e / p - damping.d * v,
      .d_v = -damping.f,
      .d_xx = spring * e * (e - 1) / (p * p) - damping.dd * v,
      .d_xv = -damping.d,
      .d_vv = 0,
  };
}

lash_fn_stop lash_fn_bistop(double x, double v, double x1, double x2, double k, double e, double c,
                            double d) {
  if (x < x1) return lash_fn_impact(x, v, x1, k, e, c, d);
  /* the far stop is the near one seen in a mirror: x, v and the force change sign */
  lash_fn_stop far = lash_fn_impact(-x, -v, -x2, k, e, c, d);
  far.f = -far.f;
  far.d_xx = -far.d_xx;
  far.d_xv = -far.d_xv;
  far.d_vv = -far.d_vv;
  return far;
}
