/* What the friction laws share: parameter rows, checks, the Stribeck decay, and the macro that
 * makes the scalar and the batch form of a law from one kernel. Private to friction/. */
#ifndef LASH_FRICTION_LAW_H
#define LASH_FRICTION_LAW_H

#include "lash_batch.h"
#include "lash_friction.h"
#include "lash_math.h"

#define LASH_COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---------------------------------------------------------------------------- parameter tables */

/* A number > 0, >= 0. */
#define LASH_POSITIVE(name, unit, meaning, standard) \
  { name, unit, meaning, standard, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL }
#define LASH_NOT_NEGATIVE(name, unit, meaning, standard) \
  { name, unit, meaning, standard, 0, INFINITY, 0, NULL }

#define LASH_MU_K LASH_NOT_NEGATIVE("mu_k", "1", "kinetic friction coefficient", 0.1)
#define LASH_MU_S LASH_NOT_NEGATIVE("mu_s", "1", "static friction coefficient, >= mu_k", 0.15)
#define LASH_VS   LASH_POSITIVE("vs", "m/s", "Stribeck velocity", 1e-3)

/* Laws with bristles divide by the sliding level, so it may not vanish. */
#define LASH_MU_K_OPEN LASH_POSITIVE("mu_k", "1", "kinetic friction coefficient", 0.1)

/* A law under its name, with its rows; texts and hooks follow. */
#define LASH_FRICTION_LAW(law, rows, ...)                                                         \
  const lash_friction_law lash_friction_##law = {LASH_FRICTION_LAW_HEAD, .name = #law,            \
                                                 .params = rows, .param_count = LASH_COUNT(rows), \
                                                 __VA_ARGS__}

/* Refuses low > high, naming both: "mu_s" and "mu_k", "Fs" and "Fc", "v1" and "v0". */
lash_status lash_friction_ordered(const lash_params *params, const char *low, const char *high,
                                  lash_error *error);

/* Speeds vs and vd of the peak and of dynamic friction, and 1/(vd - vs); refuses vs >= vd. */
lash_status lash_friction_transition(const lash_params *params, double *vs, double *vd_inverse,
                                     lash_error *error);

/* Refuses a count that is not a whole number. */
lash_status lash_friction_whole(const lash_params *params, const char *name, lash_error *error);

/* A prepare() step: returns from the caller when a check fails. */
#define LASH_TRY(call)                                      \
  do {                                                      \
    lash_status lash_try_status = (call);                   \
    if (lash_try_status != LASH_OK) return lash_try_status; \
  } while (0)

/* ------------------------------------------------------------------------------ small functions */

/* NaN in b is kept: the bound goes first. */
static inline double lash_min(double a, double b) { return a < b ? a : b; }
static inline double lash_max(double a, double b) { return a > b ? a : b; }

/* exp(-x^p) and minus its derivative in x, for x >= 0. x^p stops at 745, where exp is zero, so that
 * no infinity meets a zero. p < 1 has an infinite slope at x = 0; it is given as 0 there. */
LASH_INLINE double lash_decay(double x, double p, double *slope) {
  double xp = p == 2.0 ? x * x : lash_pow(x, p);
  double bounded = lash_min(745.0, xp);
  double e = lash_exp(-bounded);
  *slope = p == 2.0 ? 2.0 * lash_min(28.0, x) * e : p * bounded / lash_max(1e-300, x) * e;
  return e;
}

/* (1 - exp(-x))/x for x >= 0: the mean of exp(-t) over [0, x]. */
static inline double lash_mean_decay(double x) {
  return x > 1e-9 ? -lash_expm1(-x) / x : 1.0 - 0.5 * x;
}

/* Length of a vector of `dim` components; exactly |v| on a line. */
static inline double lash_length(const double *v, size_t dim) {
  if (dim == 1) return fabs(v[0]);
  double square = v[0] * v[0] + v[1] * v[1];
  return sqrt(dim == 2 ? square : square + v[2] * v[2]);
}

static inline double lash_dot(const double *a, const double *b, size_t dim) {
  if (dim == 1) return a[0] * b[0];
  double sum = a[0] * b[0] + a[1] * b[1];
  return dim == 2 ? sum : sum + a[2] * b[2];
}

/* Unit vector along v of length s; zero at rest, where no direction is better than another. */
static inline void lash_direction(const double *v, double s, size_t dim, double *t) {
  double inverse = s > 0.0 ? 1.0 / s : 0.0;
  for (size_t i = 0; i < dim; i++)
    t[i] = dim == 1 && s > 0.0 ? copysign(1.0, v[i]) : v[i] * inverse;
}

/* Pulls z back to length `limit` when it is longer. */
static inline void lash_limit_length(double *z, size_t dim, double limit) {
  double length = lash_length(z, dim);
  if (!(length > limit)) return;
  for (size_t i = 0; i < dim; i++)
    z[i] = dim == 1 ? copysign(limit, z[i]) : z[i] * (limit / length);
}

/* ------------------------------------------------------------------------------ bounded damping */

/* A bristle's damping s1 zdot, as published, adds s1 |vt| at first touch, where z = 0: at 1 m/s
 * hundreds of times the friction coefficient. Bounded damping is the same law with
 *
 *   s1(vt) = s1/sqrt(1 + (s1 |vt|/g)^2),   g the sliding level at vt,
 *
 * which makes the force a mix (1 - x) of the bristle's and x of steady sliding, x = s1(vt) |vt|/g
 * in [0, 1): it never exceeds the larger of the two, and never gives energy. Cf. the damping that
 * fades with speed of Canudas de Wit & Lischinsky 1997, Int. J. Adapt. Control 11:141. */
typedef struct lash_share {
  double x, x_s, x_n;    /* share of steady sliding and its derivatives in speed and load */
  double s1, s1_s, s1_n; /* damping s1(vt) likewise */
} lash_share;

/* At speed s and level g; s_g_s = s/g dg/ds and g_n = 1/g dg/dN. */
LASH_INLINE lash_share lash_bounded_share(double s1, double g, double s, double s_g_s, double g_n) {
  double w = lash_min(1e100, s1 * s / g), root = sqrt(1.0 + w * w), inverse = 1.0 / root;
  double cube = inverse * inverse * inverse, slope = s1 / g * (1.0 - s_g_s);
  return (lash_share){w * inverse,  slope * cube,           -w * g_n * cube,
                      s1 * inverse, -s1 * w * slope * cube, s1 * w * w * g_n * cube};
}

/* The parameter of laws with bristle damping, and its words in this order. */
enum { LASH_DAMPING_PUBLISHED, LASH_DAMPING_BOUNDED };
extern const char *const lash_damping_words[];
#define LASH_DAMPING_ROW                                                              \
  {                                                                                   \
    "damping", "1",                                                                   \
        "bristle damping as published, or bounded by the sliding level (the default " \
        "in joints and contacts)",                                                    \
        LASH_DAMPING_PUBLISHED, 0, LASH_DAMPING_BOUNDED, 0, lash_damping_words        \
  }

/* ------------------------------------------------------------------------ laws without state */

/* One pass over arrays; `call` evaluates the kernel at speed s, load N (and exponent p) into f, ds,
 * dn. It follows lash_friction_force with dim 1 and no load, operation for operation. */
#define LASH_FRICTION_LOOP(loop, call)                                                           \
  LASH_INLINE void loop(const double *restrict c, double p, size_t n, const double *restrict vt, \
                        const double *restrict normal, double *restrict force,                   \
                        double *restrict d_vt, double *restrict d_normal) {                      \
    (void)p;                                                                                     \
    for (size_t i = 0; i < n; i++) {                                                             \
      double s = fabs(vt[i]), sign = copysign(1.0, vt[i]), N = lash_max(0.0, normal[i]);         \
      double f, ds, dn;                                                                          \
      int stuck = s <= c[LASH_FRICTION_STICK];                                                   \
      call;                                                                                      \
      force[i] = stuck ? 0.0 : sign * f;                                                         \
      d_vt[i] = stuck ? 0.0 : ds;                                                                \
      double loaded = normal[i] < 0.0 ? 0.0 : sign * dn;                                         \
      d_normal[i] = stuck ? 0.0 : loaded;                                                        \
    }                                                                                            \
  }

/* From a kernel `LASH_INLINE void law(const double *c, double s, double normal, double *force,
 * double *d_s, double *d_normal)` without branches, makes law_curve and law_batch. */
#define LASH_FRICTION_CURVE(law)                                                                \
  static void law##_curve(const double *c, double s, double normal, double *force, double *d_s, \
                          double *d_normal) {                                                   \
    law(c, s, normal, force, d_s, d_normal);                                                    \
  }                                                                                             \
  LASH_FRICTION_LOOP(law##_loop, law(c, s, N, &f, &ds, &dn))                                    \
  LASH_BATCH static void law##_batch(const double *c, size_t n, const double *vt,               \
                                     const double *normal, const double *z, double *force,      \
                                     double *d_vt, double *d_normal, double *zdot) {            \
    (void)z, (void)zdot;                                                                        \
    law##_loop(c, 0.0, n, vt, normal, force, d_vt, d_normal);                                   \
  }
#define LASH_CURVE_HOOKS(law) .curve = law##_curve, .batch = law##_batch

/* The same for a kernel law(c, p, s, …) with a Stribeck exponent p = c[exponent]: the usual p = 2
 * gets a loop of its own, free of pow. */
#define LASH_FRICTION_STRIBECK(law, exponent)                                                   \
  static void law##_curve(const double *c, double s, double normal, double *force, double *d_s, \
                          double *d_normal) {                                                   \
    if (c[exponent] == 2.0) {                                                                   \
      law(c, 2.0, s, normal, force, d_s, d_normal);                                             \
    } else {                                                                                    \
      law(c, c[exponent], s, normal, force, d_s, d_normal);                                     \
    }                                                                                           \
  }                                                                                             \
  LASH_FRICTION_LOOP(law##_loop, law(c, p, s, N, &f, &ds, &dn))                                 \
  LASH_BATCH static void law##_batch(const double *c, size_t n, const double *vt,               \
                                     const double *normal, const double *z, double *force,      \
                                     double *d_vt, double *d_normal, double *zdot) {            \
    (void)z, (void)zdot;                                                                        \
    if (c[exponent] == 2.0) {                                                                   \
      law##_loop(c, 2.0, n, vt, normal, force, d_vt, d_normal);                                 \
    } else {                                                                                    \
      law##_loop(c, c[exponent], n, vt, normal, force, d_vt, d_normal);                         \
    }                                                                                           \
  }

#endif
