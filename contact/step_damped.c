/* Point laws of the commercial multibody programs: Adams IMPACT and BISTOP, RecurDyn's contact. */
#include "families.h"
#include "kernel.h"

enum { C_DAMPING = C_OWN, C_DEPTH, C_GAP, C_RATE_EXPONENT, C_DEPTH_EXPONENT };

/* ---------------------------------------------------------------------------------- evaluation */

/* IMPACT: K delta^n + c(delta) v, where c rises from 0 to its full value over the depth d as the
 * cubic step s^2 (3 - 2s). */
LASH_INLINE lash_contact_value impact_kernel(const double *c, double delta, double v, double v0,
                                             power shape) {
  (void)v0;
  double x = positive(delta), stiffness = c[C_K] * power_below(shape, x, c[C_N]);
  double ratio = x / c[C_DEPTH], s = ratio > 1 ? 1 : ratio;
  double damping = c[C_DAMPING] * (s * s * (3 - 2 * s));
  double d_damping = c[C_DAMPING] * (6 * s * (1 - s)) / c[C_DEPTH];
  return one_sided(delta, 0, stiffness * x + damping * v, c[C_N] * stiffness + d_damping * v,
                   damping, 0);
}

/* BISTOP: the same at both ends of a gap; the far stop pushes back. */
LASH_INLINE lash_contact_value bistop_kernel(const double *c, double delta, double v, double v0,
                                             power shape) {
  lash_contact_value near = impact_kernel(c, delta, v, v0, shape);
  lash_contact_value far = impact_kernel(c, -(delta + c[C_GAP]), -v, v0, shape);
  near.force -= far.force;
  near.d_delta += far.d_delta;
  near.d_v += far.d_v;
  near.flags |= far.flags;
  return near;
}

/* RecurDyn: K delta^m1 + c sgn(v) |v|^m2 delta^m3. */
LASH_INLINE lash_contact_value recurdyn_kernel(const double *c, double delta, double v, double v0,
                                               power shape) {
  (void)v0;
  double x = positive(delta), stiffness = c[C_K] * power_below(shape, x, c[C_N]);
  double rate = lash_pow(fabs(v), c[C_RATE_EXPONENT] - 1);
  double depth = c[C_DAMPING] * lash_pow(x, c[C_DEPTH_EXPONENT]);
  double drag = depth * rate * v;
  return one_sided(delta, 0, stiffness * x + drag,
                   c[C_N] * stiffness + c[C_DEPTH_EXPONENT] * drag / x,
                   c[C_RATE_EXPONENT] * depth * rate, 0);
}

LASH_EVALUATORS_BY_POWER(static, impact, impact_kernel)
LASH_EVALUATORS_BY_POWER(static, bistop, bistop_kernel)
LASH_EVALUATORS_BY_POWER(static, recurdyn, recurdyn_kernel)

/* ---------------------------------------------------------------------------------- parameters */

static lash_status set_spring(const lash_params *params, const char *exponent, double *c,
                              lash_error *error) {
  double n = lash_params_get(params, exponent), K;
  lash_status status = lash_point_stiffness(params, n, &K, error);
  if (!status) lash_set_power(c, K, n);
  return status;
}

static lash_status prepare_impact(const lash_contact_law *law, const lash_params *params, double *c,
                                  lash_error *error) {
  c[C_DAMPING] = lash_params_get(params, "c");
  c[C_DEPTH] = lash_params_get(params, "d");
  if (law->traits & LASH_CONTACT_TWO_SIDED) c[C_GAP] = lash_params_get(params, "gap");
  return set_spring(params, "n", c, error);
}

static lash_status prepare_recurdyn(const lash_contact_law *law, const lash_params *params,
                                    double *c, lash_error *error) {
  (void)law;
  c[C_DAMPING] = lash_params_get(params, "c");
  c[C_RATE_EXPONENT] = lash_params_get(params, "m2");
  c[C_DEPTH_EXPONENT] = lash_params_get(params, "m3");
  return set_spring(params, "m1", c, error);
}

#define IMPACT_ROWS                                                                       \
  LASH_STIFFNESS_ROWS, LASH_EXPONENT_ROW,                                                 \
      {"c", "N s/m", "damping at full depth (Adams: cmax)", NAN, 0, INFINITY, 0, NULL}, { \
    "d", "m", "depth at which the damping is full", LASH_REQUIRED_POSITIVE                \
  }

static const lash_param impact_params[] = {IMPACT_ROWS};
static const lash_param bistop_params[] = {
    IMPACT_ROWS, {"gap", "m", "free travel between the two stops", NAN, 0, INFINITY, 0, NULL}};
static const lash_param recurdyn_params[] = {
    LASH_STIFFNESS_ROWS,
    {"m1", "1", "exponent of the penetration in the spring", 1.5, 0, 10, LASH_PARAM_MIN_OPEN, NULL},
    {"c", "N s^m2/m^(m2+m3)", "damping", NAN, 0, INFINITY, 0, NULL},
    {"m2", "1", "exponent of the speed", 1, 1, 10, 0, NULL},
    {"m3", "1", "exponent of the penetration in the damping", 1.5, 0, 10, 0, NULL}};

static const lash_contact_law laws[] = {
    {LASH_CONTACT_LAW_HEAD, "impact", LASH_ALIASES("adams_impact", "step_damped"),
     LASH_CONTACT_POINT, "F = max(0, K delta^n + c s^2(3-2s) v), s = min(delta/d, 1)",
     "IMPACT function of Adams, MotionSolve and SolidWorks Motion",
     "Adams names: k = K, e = n, cmax = c, d = d. The restitution depends on speed, mass, K and d. "
     "With n < 1 dF/d(delta) is infinite at touch. Kink where the clamp begins; c has a jump of "
     "curvature at delta = d.",
     0, LASH_TABLE(impact_params), NULL, prepare_impact, impact_eval, impact_batch, NULL},
    {LASH_CONTACT_LAW_HEAD, "bistop", LASH_ALIASES("adams_bistop"), LASH_CONTACT_POINT,
     "F = impact(delta, v) - impact(-delta-gap, -v)", "BISTOP function of Adams and MotionSolve",
     "delta > 0 is penetration at the near stop, delta < -gap at the far one (negative force). "
     "Adams: gap = x2 - x1. Kinks as for impact.",
     LASH_CONTACT_TWO_SIDED, LASH_TABLE(bistop_params), NULL, prepare_impact, bistop_eval,
     bistop_batch, NULL},
    {LASH_CONTACT_LAW_HEAD, "recurdyn", LASH_NO_ALIAS, LASH_CONTACT_POINT,
     "F = max(0, K delta^m1 + c sgn(v) |v|^m2 delta^m3)",
     "standard contact force of RecurDyn (stiffness, damping and indentation exponents)",
     "m3 > m1 keeps the parting force positive near delta = 0; m2 < 1 is refused: dF/dv would be "
     "infinite at rest. Type in the exponents of your own model. Kink where the clamp begins.",
     0, LASH_TABLE(recurdyn_params), NULL, prepare_recurdyn, recurdyn_eval, recurdyn_batch, NULL},
};

const lash_contact_family lash_family_step_damped = {LASH_TABLE(laws)};
