/* Elasto-plastic bristle (Dupont, Hayward, Armstrong & Altpeter 2002): LuGre whose bristle does not
 * relax at all while its deflection is below the break-away deflection z_ba. Hence no drift.
 *
 * On a line zdot = vt - alpha |vt| z/q while z and vt have the same sign, and vt otherwise. In the
 * plane |vt| becomes the speed along the bristle, max(0, vt.z)/|z|: the same on a line, and
 * continuous where the sliding direction turns away from the bristle. */
#include "bristle.h"

enum { SUBSTEPS_MAX = 64 };

/* Blend alpha from 0 at kappa q to 1 at q, as a function of x = |z|/q, and its slope. */
LASH_INLINE double blend(double kappa, double x, double *slope) {
  double width = 1.0 - kappa, angle = LASH_PI * (x - 0.5 * (1.0 + kappa)) / width;
  int between = x > kappa && x < 1.0;
  double inside = 0.5 * lash_sin_quarter(angle) + 0.5;
  *slope = between ? 0.5 * LASH_PI / width * lash_cos_quarter(angle) : 0.0;
  return between ? inside : (x < 1.0 ? 0.0 : 1.0);
}

LASH_INLINE lash_relax elasto_relax(const double *c, double p, size_t dim, const double *vt,
                                    const double *z, double normal) {
  double s = lash_length(vt, dim), length = lash_length(z, dim), t[LASH_FRICTION_DIMS] = {0.0},
         u[LASH_FRICTION_DIMS] = {0.0};
  lash_steady steady = lash_steady_deflection(c, p, s, normal);
  double inverse = 1.0 / steady.q, slope;
  double alpha = blend(c[BRISTLE_KAPPA], length * inverse, &slope);
  lash_direction(vt, s, dim, t);
  lash_direction(z, length, dim, u);

  /* y = alpha(|z|/q) w/q with w = max(0, vt.u) */
  double along = lash_dot(vt, u, dim), w = lash_max(0.0, along), active = along > 0.0 ? 1.0 : 0.0;
  double y = alpha * w * inverse;
  double y_q = -(y + slope * length * inverse * w * inverse) * inverse;
  double q_s = steady.s_q_s / lash_max(1e-300, s);
  double across = alpha * active * inverse / lash_max(1e-300, length); /* u turns with z */
  lash_relax r = {.y = y, .y_n = y_q * steady.q_n, .s = s, .t = {t[0], t[1]}, .steady = steady};
  for (size_t i = 0; i < dim; i++) {
    r.y_vt[i] = alpha * active * u[i] * inverse + y_q * q_s * t[i];
    r.y_z[i] = slope * inverse * u[i] * w * inverse + across * (vt[i] - along * u[i]);
  }
  return r;
}

LASH_FRICTION_BRISTLE(elasto, elasto_relax)

static void elasto_settle(const lash_friction *friction, const lash_friction_input *in, double *z) {
  const double *c = friction->c;
  (void)in;
  lash_limit_length(z, friction->dim, c[BRISTLE_Q_SLIDE] + c[BRISTLE_Q_DROP]);
}

/* Exponential midpoint steps short against the blend's width; each is bounded by the static
 * deflection, so that a step of any length ends at the steady state. */
static void elasto_advance(const lash_friction *friction, const lash_friction_input *in, double h,
                           double *z) {
  const double *c = friction->c;
  size_t dim = friction->dim;
  double p = c[BRISTLE_P], s = lash_length(in->vt, dim);
  double q = lash_steady_deflection(c, p, s, in->normal).q;
  double wanted = ceil(s * h / (0.05 * (1.0 - c[BRISTLE_KAPPA]) * q));
  size_t steps = (size_t)lash_max(1.0, lash_min(wanted, SUBSTEPS_MAX));
  double part = h / (double)steps;
  for (size_t k = 0; k < steps; k++) {
    double middle[LASH_FRICTION_DIMS] = {0.0};
    for (size_t i = 0; i < dim; i++) middle[i] = z[i];
    lash_relax r = elasto_relax(c, p, dim, in->vt, z, in->normal);
    lash_bristle_step(dim, in->vt, r.y, 0.5 * part, middle);
    elasto_settle(friction, in, middle);
    r = elasto_relax(c, p, dim, in->vt, middle, in->normal);
    lash_bristle_step(dim, in->vt, r.y, part, z);
    elasto_settle(friction, in, z);
  }
}

static lash_status prepare(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(lash_bristle_prepare_load(params, c, error));
  c[BRISTLE_KAPPA] = lash_params_get(params, "kappa");
  return LASH_OK;
}

static const lash_param elasto_plastic_params[] = {
    LASH_S0_LOAD,
    LASH_S1_LOAD,
    LASH_S2_LOAD,
    LASH_MU_S,
    LASH_MU_K_OPEN,
    LASH_VS,
    LASH_P_ROW,
    {"kappa", "1", "break-away deflection over steady deflection, z_ba/z_ss", 0.9, 0, 1,
     LASH_PARAM_MAX_OPEN, NULL},
    LASH_DAMPING_ROW};

LASH_FRICTION_LAW(
    elasto_plastic, elasto_plastic_params,
    .formula =
        "zdot = vt - alpha s0 |vt| z/g, alpha = 0 while |z| <= kappa g/s0 or z opposes vt, rising "
        "to "
        "1 at g/s0; F = N (s0 z + s1 zdot + s2 vt)",
    .citation = "Dupont, Hayward, Armstrong & Altpeter 2002, IEEE Trans. Autom. Control 47:787",
    .note =
        "no drift while the load stays below kappa mu_s N; passive under a constant load when s2 > "
        "s1 "
        "(mu_s-mu_k)/mu_k",
    .traits = LASH_FRICTION_HAS_STATE | LASH_FRICTION_MAY_GAIN, .prepare = prepare,
    .states = lash_bristle_states, .force = elasto_force, .rates = elasto_rates,
    .settle = elasto_settle, .advance = elasto_advance, .batch = elasto_batch);
