/* Springs with a sliding limit: elements that follow the motion until their deflection reaches a
 * limit, then slide at it. Maxwell slip puts several in parallel; the reset integrator is one whose
 * force drops at the limit. Each element has a flag among the discrete states, 0 sticks, 1 slides,
 * which changes in settle alone: within a step the rates are smooth, and a host can locate the
 * switch. */
#include "law.h"

enum { M = 1, S1, S0, LOSS, BOUNDED, LIMIT, STIFFNESS = LIMIT + 10, ELEMENTS_MAX = 10 };

/* Sticking: zdot = vt. Sliding outwards: only what runs along the limit circle. */
static void element_rate(size_t dim, const double *vt, const double *z, double flag, double *zdot,
                         double d_vt[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS],
                         double d_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS]) {
  double length = lash_length(z, dim), w = lash_dot(vt, z, dim);
  bool slides = flag != 0.0 && w > 0.0;
  for (size_t i = 0; i < dim; i++) {
    zdot[i] = vt[i];
    for (size_t j = 0; j < dim; j++) d_vt[i][j] = i == j ? 1.0 : 0.0, d_z[i][j] = 0.0;
  }
  if (!slides) return;
  if (dim == 1) {
    zdot[0] = d_vt[0][0] = 0.0;
    return;
  }
  double square = length * length, share = w / square;
  for (size_t i = 0; i < dim; i++) {
    zdot[i] -= share * z[i];
    for (size_t j = 0; j < dim; j++) {
      d_vt[i][j] -= z[i] * z[j] / square;
      d_z[i][j] = (2.0 * share * z[i] * z[j] - z[i] * vt[j]) / square - (i == j ? share : 0.0);
    }
  }
}

static void states(const double *c, size_t *vectors, size_t *scalars, size_t *discrete) {
  *vectors = *discrete = (size_t)c[M];
  *scalars = 0;
}

static void rates(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_rate *out) {
  size_t dim = friction->dim, count = (size_t)friction->c[M];
  const double *flag = in->z + count * dim;
  for (size_t k = 0; k < count; k++) {
    double d_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS];
    element_rate(dim, in->vt, in->z + k * dim, flag[k], out->zdot + k * dim, out->d_vt + k * dim,
                 d_z);
    for (size_t i = 0; i < dim; i++) {
      for (size_t j = 0; j < dim; j++) out->d_z[k * dim + i][k * dim + j] = d_z[i][j];
    }
  }
}

/* Cuts elements to their limits; there they slide when pushed outwards, and stick again when the
 * motion turns against them. */
static void settle(const lash_friction *friction, const lash_friction_input *in, double *z) {
  size_t dim = friction->dim, count = (size_t)friction->c[M];
  double *flag = z + count * dim;
  for (size_t k = 0; k < count; k++) {
    double *element = z + k * dim, limit = friction->c[LIMIT + k];
    double w = lash_dot(in->vt, element, dim);
    lash_limit_length(element, dim, limit);
    bool full = lash_length(element, dim) >= limit * (1.0 - 1e-12); /* a cut vector is rounded */
    flag[k] = flag[k] != 0.0 ? w >= 0.0 : full && w > 0.0;
  }
}

/* Follows the motion; settling then returns it to the limit circle: exact on a line, first order
 * where an element slides round the circle, stable for any step. */
static void advance(const lash_friction *friction, const lash_friction_input *in, double h,
                    double *z) {
  size_t dim = friction->dim, count = (size_t)friction->c[M];
  settle(friction, in, z);
  for (size_t k = 0; k < count * dim; k++) z[k] += h * in->vt[k % dim];
}

/* --------------------------------------------------------------------------------- maxwell_slip */

static void maxwell_force(const lash_friction *friction, const lash_friction_input *in,
                          lash_friction_value *out) {
  const double *c = friction->c;
  size_t dim = friction->dim, count = (size_t)c[M];
  for (size_t i = 0; i < dim; i++) {
    for (size_t k = 0; k < count; k++) {
      out->d_normal[i] += c[STIFFNESS + k] * in->z[k * dim + i];
      out->d_z[i][k * dim + i] = c[STIFFNESS + k] * in->normal;
    }
    out->force[i] = out->d_normal[i] * in->normal;
  }
}

/* Equal springs whose limits grow linearly: together s0 at first and mu_k in sliding. */
static lash_status prepare_maxwell(const lash_params *params, double *c, lash_error *error) {
  double count = lash_params_get(params, "M"), s0 = lash_params_get(params, "s0");
  LASH_TRY(lash_friction_whole(params, "M", error));
  c[M] = count;
  for (size_t k = 0; k < (size_t)count; k++) {
    c[STIFFNESS + k] = s0 / count;
    c[LIMIT + k] = 2.0 * (double)(k + 1) * lash_params_get(params, "mu_k") / ((count + 1.0) * s0);
  }
  return LASH_OK;
}

static const lash_param maxwell_params[] = {
    LASH_MU_K_OPEN,
    LASH_POSITIVE("s0", "1/m", "stiffness of all elements together per newton of load", 1e4),
    {"M", "1", "number of elements", 4, 1, ELEMENTS_MAX, 0, NULL}};

LASH_FRICTION_LAW(
    maxwell_slip, maxwell_params,
    .formula =
        "F = N sum k_i z_i, zdot_i = vt until |z_i| = l_i, then sliding at l_i; k_i = s0/M, l_i = "
        "2 i "
        "mu_k/((M+1) s0)",
    .citation =
        "Iwan 1966, J. Appl. Mech. 33:893; Lampaert, Swevers & Al-Bender 2002, IEEE Trans. Autom. "
        "Control 47:683",
    .note =
        "closed presliding loops with memory of every reversal; no static level above mu_k N; call "
        "settle after every accepted step: the stick flags change there",
    .traits = LASH_FRICTION_HAS_STATE, .prepare = prepare_maxwell, .states = states,
    .force = maxwell_force, .rates = rates, .settle = settle, .advance = advance);

/* ----------------------------------------------------------------------------- reset_integrator */

/* Bounded damping: a mix with sliding at the level of the moment, static or kinetic. */
static void reset_bounded(const double *c, size_t dim, const lash_friction_input *in,
                          double stiffness, lash_friction_value *out) {
  double s = lash_length(in->vt, dim), t[LASH_FRICTION_DIMS] = {0.0};
  lash_share x = lash_bounded_share(c[S1], stiffness * c[LIMIT], s, 0.0, 0.0);
  lash_direction(in->vt, s, dim, t);
  for (size_t i = 0; i < dim; i++) {
    double spring = stiffness * in->z[i];
    out->d_normal[i] = (1.0 - x.x) * spring + x.s1 * in->vt[i];
    out->force[i] = out->d_normal[i] * in->normal;
    for (size_t j = 0; j < dim; j++) {
      double same = i == j ? 1.0 : 0.0;
      out->d_vt[i][j] = in->normal * (x.s1 * same + (x.s1_s * in->vt[i] - x.x_s * spring) * t[j]);
      out->d_z[i][j] = in->normal * (1.0 - x.x) * stiffness * same;
    }
  }
}

static void reset_force(const lash_friction *friction, const lash_friction_input *in,
                        lash_friction_value *out) {
  const double *c = friction->c, *z = in->z;
  size_t dim = friction->dim;
  double zdot[LASH_FRICTION_DIMS], d_vt[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS],
      d_z[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS];
  double flag = z[dim], stiffness = flag != 0.0 ? c[LOSS] * c[S0] : c[S0];
  if (c[BOUNDED] != 0.0) {
    reset_bounded(c, dim, in, stiffness, out);
    return;
  }
  element_rate(dim, in->vt, z, flag, zdot, d_vt, d_z);
  for (size_t i = 0; i < dim; i++) {
    out->d_normal[i] = stiffness * z[i] + c[S1] * zdot[i];
    out->force[i] = out->d_normal[i] * in->normal;
    for (size_t j = 0; j < dim; j++) {
      out->d_vt[i][j] = in->normal * c[S1] * d_vt[i][j];
      out->d_z[i][j] = in->normal * ((i == j ? stiffness : 0.0) + c[S1] * d_z[i][j]);
    }
  }
}

static lash_status prepare_reset(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(lash_friction_ordered(params, "mu_k", "mu_s", error));
  double mu_s = lash_params_get(params, "mu_s");
  c[M] = 1.0;
  c[LIMIT] = lash_params_get(params, "z0");
  c[S1] = lash_params_get(params, "s1");
  c[S0] = mu_s / c[LIMIT]; /* (1 + a) s0 of the paper, the stiffness while sticking */
  c[LOSS] = lash_params_get(params, "mu_k") / mu_s;
  c[BOUNDED] = lash_params_get(params, "damping");
  return LASH_OK;
}

static const lash_param reset_params[] = {
    LASH_MU_S, LASH_MU_K_OPEN,
    LASH_POSITIVE("z0", "m", "deflection at which the bond gives way", 1.5e-5),
    LASH_NOT_NEGATIVE("s1", "s/m", "damping while sticking, per newton of load", 31.6),
    LASH_DAMPING_ROW};

LASH_FRICTION_LAW(
    reset_integrator, reset_params,
    .formula =
        "zdot = vt, 0 at |z| = z0 when pushed outwards; F = N (mu_s z/z0 + s1 zdot) for |z| < z0, "
        "N mu_k "
        "z/z0 at z0",
    .citation = "Haessig & Friedland 1991, J. Dyn. Syst. Meas. Control 113:354",
    .note =
        "the force drops from mu_s N to mu_k N at z0; in the plane z slides round the circle |z| = "
        "z0; "
        "call settle after every accepted step: the stick flag changes there",
    .traits = LASH_FRICTION_HAS_STATE, .prepare = prepare_reset, .states = states,
    .force = reset_force, .rates = rates, .settle = settle, .advance = advance);
