/* Bliman and Sorine's second-order model: two bristles that build up over different distances, the
 * slower one subtracted, so that the force overshoots at the start of sliding. (The first-order
 * model is a single bristle and lives in lugre.c.) */
#include "law.h"

enum { STIFF_1 = 1, STIFF_2, REACH_1, REACH_2 };

static void states(const double *c, size_t *vectors, size_t *scalars, size_t *discrete) {
  (void)c;
  *vectors = 2;
  *scalars = *discrete = 0;
}

static void force(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_value *out) {
  const double *c = friction->c;
  size_t dim = friction->dim;
  for (size_t i = 0; i < dim; i++) {
    out->d_normal[i] = c[STIFF_1] * in->z[i] - c[STIFF_2] * in->z[dim + i];
    out->force[i] = out->d_normal[i] * in->normal;
    out->d_z[i][i] = c[STIFF_1] * in->normal;
    out->d_z[i][dim + i] = -c[STIFF_2] * in->normal;
  }
}

static void rates(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_rate *out) {
  const double *c = friction->c;
  size_t dim = friction->dim;
  double s = lash_length(in->vt, dim), t[LASH_FRICTION_DIMS] = {0.0};
  lash_direction(in->vt, s, dim, t);
  for (size_t n = 0; n < 2 * dim; n++) {
    size_t i = n % dim;
    double reach = c[n < dim ? REACH_1 : REACH_2];
    out->zdot[n] = in->vt[i] - s / reach * in->z[n];
    out->d_z[n][n] = -s / reach;
    for (size_t j = 0; j < dim; j++) {
      out->d_vt[n][j] = (i == j ? 1.0 : 0.0) - t[j] / reach * in->z[n];
    }
  }
}

/* Exact, since vt is held. */
static void advance(const lash_friction *friction, const lash_friction_input *in, double h,
                    double *z) {
  size_t dim = friction->dim;
  double s = lash_length(in->vt, dim);
  for (size_t n = 0; n < 2 * dim; n++) {
    double x = s * h / friction->c[n < dim ? REACH_1 : REACH_2];
    z[n] = z[n] * lash_exp(-x) + in->vt[n % dim] * h * lash_mean_decay(x);
  }
}

static lash_status prepare(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(lash_friction_ordered(params, "f2", "f1", error));
  c[REACH_2] = lash_params_get(params, "ef");
  c[REACH_1] = c[REACH_2] * lash_params_get(params, "eta");
  c[STIFF_1] = lash_params_get(params, "f1") / c[REACH_1];
  c[STIFF_2] = lash_params_get(params, "f2") / c[REACH_2];
  return LASH_OK;
}

/* With eta = 1/2 the force slides at f1 - f2 and peaks at f1 - f2 + f2^2/(4 f1): f1 = 0.2 +
 * sqrt(0.03) gives 0.1 and 0.15. */
static const lash_param params_of_order_2[] = {
    LASH_POSITIVE("f1", "1", "coefficient of the fast bristle", 0.37320508075688774),
    LASH_NOT_NEGATIVE("f2", "1", "coefficient of the slow bristle, <= f1", 0.27320508075688774),
    LASH_POSITIVE("ef", "m", "distance over which the slow bristle builds up", 5e-5),
    {"eta", "1", "fast distance over slow distance", 0.5, 0, 1, LASH_PARAM_MIN_OPEN, NULL}};

static const char *const aliases[] = {"bliman_sorine", NULL};

LASH_FRICTION_LAW(
    bliman_sorine_2, params_of_order_2, .aliases = aliases,
    .formula =
        "zdot_1 = vt - |vt| z_1/(eta ef), zdot_2 = vt - |vt| z_2/ef, F = N (f1 z_1/(eta ef) - f2 "
        "z_2/ef)",
    .citation = "Bliman & Sorine 1995, Proc. 3rd European Control Conf., Rome",
    .note =
        "slides at (f1-f2) N; rate-independent: the overshoot comes with distance, not with speed",
    .traits = LASH_FRICTION_HAS_STATE, .prepare = prepare, .states = states, .force = force,
    .rates = rates, .advance = advance);
