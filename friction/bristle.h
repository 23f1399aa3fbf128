/* One bristle: zdot = vt - y z, F = level(N) (s0 z + s1 zdot + s2 vt), or with bounded damping
 * (lash_bounded_share) F = level(N) ((1 - x) s0 z + x s0 q vt/|vt| + s2 vt).
 *
 * The laws of this shape (Dahl, LuGre and its load-following forms, Bliman-Sorine 1,
 * elasto-plastic) differ in the relaxation y alone; in LuGre y = |vt|/q with q the steady
 * deflection. Everything is inline with the dimension as a constant, so that the scalar call and
 * the vectorised batch are the same operations. Private to friction/. */
#ifndef LASH_FRICTION_BRISTLE_H
#define LASH_FRICTION_BRISTLE_H

#include "law.h"

/* Constants. q = (Q_SLIDE + Q_DROP exp(-(|vt|/vs)^p)) (Q_FIXED + Q_LOAD max(N, N_MIN));
 * level = L_FIXED + L_LOAD N. KAPPA belongs to elasto_plastic. */
enum {
  BRISTLE_Q_SLIDE = 1,
  BRISTLE_Q_DROP,
  BRISTLE_VS_INVERSE,
  BRISTLE_P,
  BRISTLE_Q_FIXED,
  BRISTLE_Q_LOAD,
  BRISTLE_N_MIN,
  BRISTLE_L_FIXED,
  BRISTLE_L_LOAD,
  BRISTLE_S0,
  BRISTLE_S1,
  BRISTLE_S2,
  BRISTLE_KAPPA,
  BRISTLE_BOUNDED /* 0 as published, 1 bounded: see lash_bounded_share */
};

/* Steady deflection q > 0 with s dq/ds and dq/dN. */
typedef struct lash_steady {
  double q, s_q_s, q_n;
} lash_steady;

/* Relaxation y >= 0 with its derivatives, and what it was made of: speed, direction, steady. */
typedef struct lash_relax {
  double y, y_vt[LASH_FRICTION_DIMS], y_z[LASH_FRICTION_DIMS], y_n;
  double s, t[LASH_FRICTION_DIMS];
  lash_steady steady;
} lash_relax;

LASH_INLINE lash_steady lash_steady_deflection(const double *c, double p, double s, double normal) {
  double x = lash_min(1e100, s * c[BRISTLE_VS_INVERSE]), slope, e = lash_decay(x, p, &slope);
  double load = lash_max(c[BRISTLE_N_MIN], normal);
  double shape = c[BRISTLE_Q_SLIDE] + c[BRISTLE_Q_DROP] * e;
  double scale = c[BRISTLE_Q_FIXED] + c[BRISTLE_Q_LOAD] * load;
  double loaded = normal > c[BRISTLE_N_MIN] ? c[BRISTLE_Q_LOAD] : 0.0;
  return (lash_steady){shape * scale, -c[BRISTLE_Q_DROP] * x * slope * scale, shape * loaded};
}

/* LuGre: y = s/q. At rest |vt| has no derivative; the mean of both sides, zero, is given. */
LASH_INLINE lash_relax lash_lugre_relax(const double *c, double p, size_t dim, const double *vt,
                                        const double *z, double normal) {
  (void)z;
  double s = lash_length(vt, dim);
  lash_steady steady = lash_steady_deflection(c, p, s, normal);
  double inverse = 1.0 / steady.q, y_s = (1.0 - steady.s_q_s * inverse) * inverse;
  lash_relax r = {
      .y = s * inverse, .y_n = -s * inverse * steady.q_n * inverse, .s = s, .steady = steady};
  lash_direction(vt, s, dim, r.t);
  for (size_t i = 0; i < dim; i++) r.y_vt[i] = y_s * r.t[i];
  return r;
}

/* Rates from the relaxation. */
LASH_INLINE void lash_bristle_rate(size_t dim, const double *vt, const double *z,
                                   const lash_relax *r, double *zdot,
                                   double d_vt[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS],
                                   double *d_normal,
                                   double d_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS]) {
  for (size_t i = 0; i < dim; i++) {
    zdot[i] = vt[i] - r->y * z[i];
    d_normal[i] = -r->y_n * z[i];
    for (size_t j = 0; j < dim; j++) {
      double same = i == j ? 1.0 : 0.0;
      d_vt[i][j] = same - z[i] * r->y_vt[j];
      d_z[i][j] = -(same * r->y + z[i] * r->y_z[j]);
    }
  }
}

/* Longest deflection the load can hold, the static one, and its derivative in N. */
LASH_INLINE double lash_static_deflection(const double *c, double normal, double *d_normal) {
  double shape = c[BRISTLE_Q_SLIDE] + c[BRISTLE_Q_DROP];
  *d_normal = normal > c[BRISTLE_N_MIN] ? shape * c[BRISTLE_Q_LOAD] : 0.0;
  return shape * (c[BRISTLE_Q_FIXED] + c[BRISTLE_Q_LOAD] * lash_max(c[BRISTLE_N_MIN], normal));
}

/* Force with bounded damping. A bristle that a falling load leaves too long counts as cut. */
LASH_INLINE void lash_bristle_bounded(const double *c, size_t dim, const double *vt, double normal,
                                      const double *z, const lash_relax *r, double *force,
                                      double d_vt[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS],
                                      double *d_normal,
                                      double d_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS]) {
  double level = c[BRISTLE_L_FIXED] + c[BRISTLE_L_LOAD] * normal, s0 = c[BRISTLE_S0];
  double inverse = 1.0 / r->steady.q;
  lash_share x = lash_bounded_share(c[BRISTLE_S1], s0 * r->steady.q, r->s,
                                    r->steady.s_q_s * inverse, r->steady.q_n * inverse);
  double most_n, most = lash_static_deflection(c, normal, &most_n), length = lash_length(z, dim);
  int cut = length > most;
  double keep = cut ? most / length : 1.0, u[LASH_FRICTION_DIMS] = {0.0};
  lash_direction(z, length, dim, u);
  for (size_t i = 0; i < dim; i++) {
    double spring = s0 * keep * z[i], spring_n = cut ? s0 * most_n * u[i] : 0.0;
    double f = (1.0 - x.x) * spring + x.s1 * vt[i] + c[BRISTLE_S2] * vt[i];
    force[i] = level * f;
    d_normal[i] =
        c[BRISTLE_L_LOAD] * f + level * ((1.0 - x.x) * spring_n - x.x_n * spring + x.s1_n * vt[i]);
    for (size_t j = 0; j < dim; j++) {
      double same = i == j ? 1.0 : 0.0, along = cut ? u[i] * u[j] : 0.0;
      d_vt[i][j] =
          level * ((x.s1 + c[BRISTLE_S2]) * same + (x.s1_s * vt[i] - x.x_s * spring) * r->t[j]);
      d_z[i][j] = level * (1.0 - x.x) * s0 * keep * (same - along);
    }
  }
}

/* Force from the relaxation, written like the rates so that a batch can share both. */
LASH_INLINE void lash_bristle_force(
    const double *c, int bounded, size_t dim, const double *vt, double normal, const double *z,
    const lash_relax *r, double *force, double d_vt[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS],
    double *d_normal, double d_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS], double *zdot) {
  double rate_vt[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS], rate_normal[LASH_FRICTION_DIMS],
      rate_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS];
  double level = c[BRISTLE_L_FIXED] + c[BRISTLE_L_LOAD] * normal;
  lash_bristle_rate(dim, vt, z, r, zdot, rate_vt, rate_normal, rate_z);
  if (bounded) {
    lash_bristle_bounded(c, dim, vt, normal, z, r, force, d_vt, d_normal, d_z);
    return;
  }
  for (size_t i = 0; i < dim; i++) {
    double f = c[BRISTLE_S0] * z[i] + c[BRISTLE_S1] * zdot[i] + c[BRISTLE_S2] * vt[i];
    force[i] = level * f;
    d_normal[i] = c[BRISTLE_L_LOAD] * f + level * c[BRISTLE_S1] * rate_normal[i];
    for (size_t j = 0; j < dim; j++) {
      double same = i == j ? 1.0 : 0.0;
      d_vt[i][j] = level * (c[BRISTLE_S1] * rate_vt[i][j] + c[BRISTLE_S2] * same);
      d_z[i][j] = level * (c[BRISTLE_S0] * same + c[BRISTLE_S1] * rate_z[i][j]);
    }
  }
}

/* From a relaxation function, makes the hooks law_force, law_rates and law_batch; the usual case, a
 * line and p = 2, is compiled by itself. */
#define LASH_FRICTION_BRISTLE(law, relax)                                                     \
  LASH_INLINE void law##_force_in(const double *c, double p, int bounded, size_t dim,         \
                                  const lash_friction_input *in, lash_friction_value *out) {  \
    double d_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS], zdot[LASH_FRICTION_DIMS];             \
    lash_relax r = relax(c, p, dim, in->vt, in->z, in->normal);                               \
    lash_bristle_force(c, bounded, dim, in->vt, in->normal, in->z, &r, out->force, out->d_vt, \
                       out->d_normal, d_z, zdot);                                             \
    for (size_t i = 0; i < dim; i++) {                                                        \
      for (size_t j = 0; j < dim; j++) out->d_z[i][j] = d_z[i][j];                            \
    }                                                                                         \
  }                                                                                           \
  LASH_INLINE void law##_rates_in(const double *c, double p, size_t dim,                      \
                                  const lash_friction_input *in, lash_friction_rate *out) {   \
    double d_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS];                                       \
    lash_relax r = relax(c, p, dim, in->vt, in->z, in->normal);                               \
    lash_bristle_rate(dim, in->vt, in->z, &r, out->zdot, out->d_vt, out->d_normal, d_z);      \
    for (size_t i = 0; i < dim; i++) {                                                        \
      for (size_t j = 0; j < dim; j++) out->d_z[i][j] = d_z[i][j];                            \
    }                                                                                         \
  }                                                                                           \
  static void law##_force(const lash_friction *friction, const lash_friction_input *in,       \
                          lash_friction_value *out) {                                         \
    const double *c = friction->c;                                                            \
    if (c[BRISTLE_BOUNDED] != 0.0) {                                                          \
      law##_force_in(c, c[BRISTLE_P], 1, friction->dim, in, out);                             \
    } else if (friction->dim == 1 && c[BRISTLE_P] == 2.0) {                                   \
      law##_force_in(c, 2.0, 0, 1, in, out);                                                  \
    } else {                                                                                  \
      law##_force_in(c, c[BRISTLE_P], 0, friction->dim, in, out);                             \
    }                                                                                         \
  }                                                                                           \
  static void law##_rates(const lash_friction *friction, const lash_friction_input *in,       \
                          lash_friction_rate *out) {                                          \
    const double *c = friction->c;                                                            \
    if (friction->dim == 1 && c[BRISTLE_P] == 2.0) {                                          \
      law##_rates_in(c, 2.0, 1, in, out);                                                     \
    } else {                                                                                  \
      law##_rates_in(c, c[BRISTLE_P], friction->dim, in, out);                                \
    }                                                                                         \
  }                                                                                           \
  LASH_INLINE void law##_loop(                                                                \
      const double *restrict c, double p, int bounded, size_t n, const double *restrict vt,   \
      const double *restrict normal, const double *restrict z, double *restrict force,        \
      double *restrict d_vt, double *restrict d_normal, double *restrict zdot) {              \
    for (size_t i = 0; i < n; i++) {                                                          \
      double v[LASH_FRICTION_DIMS] = {vt[i], 0.0}, bristle[LASH_FRICTION_DIMS] = {z[i], 0.0}, \
             load = lash_max(0.0, normal[i]);                                                 \
      double f[LASH_FRICTION_DIMS], f_vt[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS],             \
          f_normal[LASH_FRICTION_DIMS], f_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS],          \
          rate[LASH_FRICTION_DIMS];                                                           \
      lash_relax r = relax(c, p, 1, v, bristle, load);                                        \
      lash_bristle_force(c, bounded, 1, v, load, bristle, &r, f, f_vt, f_normal, f_z, rate);  \
      force[i] = f[0];                                                                        \
      d_vt[i] = f_vt[0][0];                                                                   \
      d_normal[i] = normal[i] < 0.0 ? 0.0 : f_normal[0];                                      \
      zdot[i] = rate[0];                                                                      \
    }                                                                                         \
  }                                                                                           \
  LASH_BATCH static void law##_batch(const double *c, size_t n, const double *vt,             \
                                     const double *normal, const double *z, double *force,    \
                                     double *d_vt, double *d_normal, double *zdot) {          \
    if (c[BRISTLE_BOUNDED] != 0.0) {                                                          \
      law##_loop(c, c[BRISTLE_P], 1, n, vt, normal, z, force, d_vt, d_normal, zdot);          \
    } else if (c[BRISTLE_P] == 2.0) {                                                         \
      law##_loop(c, 2.0, 0, n, vt, normal, z, force, d_vt, d_normal, zdot);                   \
    } else {                                                                                  \
      law##_loop(c, c[BRISTLE_P], 0, n, vt, normal, z, force, d_vt, d_normal, zdot);          \
    }                                                                                         \
  }

/* z after h seconds of zdot = vt - y z with vt and y held: exact. */
LASH_INLINE void lash_bristle_step(size_t dim, const double *vt, double y, double h, double *z) {
  double keep = lash_exp(-y * h), gain = h * lash_mean_decay(y * h);
  for (size_t i = 0; i < dim; i++) z[i] = z[i] * keep + vt[i] * gain;
}

/* Hooks that are the same for every law of this shape. */
void lash_bristle_states(const double *c, size_t *vectors, size_t *scalars, size_t *discrete);

/* Constants of the load-following form from mu_s, mu_k, vs, p, s0, s1, s2. */
lash_status lash_bristle_prepare_load(const lash_params *params, double *c, lash_error *error);

#define LASH_P_ROW \
  { "p", "1", "Stribeck exponent", 2, 0.5, 10, 0, NULL }

/* sqrt(1e5), the bristle damping of the 1995 paper at full precision. */
#define LASH_SQRT_1E5 316.22776601683793

/* Rows of the load-following form: with 10 N they are the 1995 set. */
#define LASH_S0_LOAD LASH_POSITIVE("s0", "1/m", "bristle stiffness per newton of load", 1e4)
#define LASH_S1_LOAD \
  LASH_NOT_NEGATIVE("s1", "s/m", "bristle damping per newton of load", LASH_SQRT_1E5 / 10)
#define LASH_S2_LOAD LASH_NOT_NEGATIVE("s2", "s/m", "viscous coefficient per newton of load", 0.04)

#endif
