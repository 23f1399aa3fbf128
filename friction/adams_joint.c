/* Friction of joints as Adams computes it, FORMULATION = ORIGINAL, read out of its results: at the
 * stiction transition velocity vs it peaks, above it falls to the dynamic level along STEP5, and
 * below it is a mix of slip and of creep c, the small displacement of a joint that sticks:
 *
 *   |vt| >= vs:  F = N STEP5(|vt|, vs, mu_s, vd, mu_d) t
 *   |vt| <  vs:  F = N (beta mu_s t + (1 - beta) mu_1 c/|c|),
 *                beta = STEP5(|vt|, -vs, -1, vs, 1), mu_1 = mu_s STEP5(|c|, -D, -1, D, 1).
 *
 * How c grows cannot be read out of results; assumed is cdot = w - |w| c/D with w the velocity up
 * to vs: it follows the motion and levels off at D, the greatest stiction deformation. (Beyond vs
 * it does not act, and need not be fast.) */
#include "bristle.h"

enum { MU_S = 1, DROP, VS, VD_INVERSE, D };

/* STEP5 from -1 at -1 to 1 at 1, for x >= 0: odd, so written without 1 - 1; and its slope. */
static double rise(double x, double *slope) {
  double y = lash_min(1.0, x), square = y * y;
  *slope = x < 1.0 ? 1.875 * (1.0 - square) * (1.0 - square) : 0.0;
  return y * (15.0 - 10.0 * square + 3.0 * square * square) / 8.0;
}

/* Level of slip A(s) t and share B(s) of the creep, with slopes; a_over_s = A/s, also at rest. */
typedef struct slip_part {
  double a, a_s, a_over_s, b, b_s;
} slip_part;

static slip_part slip_at(const double *c, double s) {
  if (s >= c[VS]) {
    double u = lash_min(1.0, (s - c[VS]) * c[VD_INVERSE]), v = 1.0 - u;
    double a = c[MU_S] - c[DROP] * u * u * u * (10.0 - 15.0 * u + 6.0 * u * u);
    return (slip_part){a, -c[DROP] * 30.0 * u * u * v * v * c[VD_INVERSE], a / s, 0.0, 0.0};
  }
  double slope, x = s / c[VS], beta = rise(x, &slope);
  slope /= c[VS];
  return (slip_part){c[MU_S] * beta, c[MU_S] * slope,
                     s > 0.0 ? c[MU_S] * beta / s : c[MU_S] * slope, 1.0 - beta, -slope};
}

static void force(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_value *out) {
  const double *c = friction->c;
  size_t dim = friction->dim;
  double s = lash_length(in->vt, dim), r = lash_length(in->z, dim), t[LASH_FRICTION_DIMS] = {0},
         u[LASH_FRICTION_DIMS] = {0};
  slip_part slip = slip_at(c, s);
  double g_r, g = c[MU_S] * rise(r / c[D], &g_r);
  g_r *= c[MU_S] / c[D];
  double g_over_r = r > 0.0 ? g / r : g_r;
  lash_direction(in->vt, s, dim, t);
  lash_direction(in->z, r, dim, u);
  for (size_t i = 0; i < dim; i++) {
    double f = slip.a_over_s * in->vt[i] + slip.b * g_over_r * in->z[i];
    out->force[i] = in->normal * f;
    out->d_normal[i] = f;
    for (size_t j = 0; j < dim; j++) {
      double same = i == j ? 1.0 : 0.0;
      out->d_vt[i][j] =
          in->normal * (slip.a_over_s * same + (slip.a_s - slip.a_over_s) * t[i] * t[j] +
                        slip.b_s * g * u[i] * t[j]);
      out->d_z[i][j] = in->normal * slip.b * (g_over_r * same + (g_r - g_over_r) * u[i] * u[j]);
    }
  }
}

/* The velocity that creep follows, and its share of vt. */
static double followed(const lash_friction *friction, const double *vt, double *s) {
  *s = lash_length(vt, friction->dim);
  return *s > friction->c[VS] ? friction->c[VS] / *s : 1.0;
}

static void rates(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_rate *out) {
  size_t dim = friction->dim;
  double s, share = followed(friction, in->vt, &s), t[LASH_FRICTION_DIMS] = {0.0},
            inverse = 1.0 / friction->c[D];
  bool capped = share < 1.0;
  lash_direction(in->vt, s, dim, t);
  for (size_t i = 0; i < dim; i++) {
    out->zdot[i] = share * (in->vt[i] - s * inverse * in->z[i]);
    out->d_z[i][i] = -share * s * inverse;
    for (size_t j = 0; j < dim; j++) {
      double same = i == j ? 1.0 : 0.0;
      out->d_vt[i][j] = capped ? share * (same - t[i] * t[j]) : same - t[j] * inverse * in->z[i];
    }
  }
}

static void settle(const lash_friction *friction, const lash_friction_input *in, double *z) {
  (void)in;
  lash_limit_length(z, friction->dim, friction->c[D]);
}

/* Exact, since vt is held. */
static void advance(const lash_friction *friction, const lash_friction_input *in, double h,
                    double *z) {
  double s, share = followed(friction, in->vt, &s);
  lash_bristle_step(friction->dim, in->vt, s / friction->c[D], share * h, z);
}

static lash_status prepare(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(lash_friction_ordered(params, "mu_d", "mu_s", error));
  LASH_TRY(lash_friction_transition(params, &c[VS], &c[VD_INVERSE], error));
  c[MU_S] = lash_params_get(params, "mu_s");
  c[DROP] = c[MU_S] - lash_params_get(params, "mu_d");
  c[D] = lash_params_get(params, "D");
  return LASH_OK;
}

static const lash_param params_of_joint[] = {
    LASH_MU_S, LASH_NOT_NEGATIVE("mu_d", "1", "dynamic friction coefficient", 0.1),
    LASH_POSITIVE("vs", "m/s", "stiction transition velocity: the peak", 1e-4),
    LASH_POSITIVE("vd", "m/s", "dynamic from here, > vs; Adams: 1.5 vs", 1.5e-4),
    LASH_POSITIVE("D", "m", "greatest stiction deformation", 1e-5)};

LASH_FRICTION_LAW(
    adams_joint, params_of_joint,
    .formula =
        "|vt| < vs: F = N (beta mu_s sgn(vt) + (1-beta) mu_1 sgn(c)), beta = "
        "STEP5(|vt|,-vs,-1,vs,1), mu_1 = mu_s STEP5(|c|,-D,-1,D,1), cdot = vt - |vt| c/D; above: N "
        "STEP5(|vt|,vs,mu_s,vd,mu_d) sgn(vt)",
    .citation = "Adams FRICTION statement, read out of its results; the rate of c is assumed",
    .note =
        "peak exactly mu_s N at vs; holds by creep below D; passive when mu_d > 0.41 mu_s, "
        "otherwise a sudden slip may return a little of what creep has stored",
    .traits = LASH_FRICTION_HAS_STATE | LASH_FRICTION_MAY_GAIN, .prepare = prepare,
    .states = lash_bristle_states, .force = force, .rates = rates, .settle = settle,
    .advance = advance);
