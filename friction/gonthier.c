/* Gonthier's bristle law with dwell time: native in the plane, with a static level that grows while
 * the surfaces rest. States: the deflection z (a vector) and the dwell state d in [0, 1].
 *
 * Everything is per newton of load: the force is N times the law's own. */
#include "law.h"

enum { S0 = 1, S1, S2, MU_K, DROP, VS_INVERSE, TAU_DWELL, TAU_BRISTLE, V_EPS };

static void states(const double *c, size_t *vectors, size_t *scalars, size_t *discrete) {
  (void)c;
  *vectors = *scalars = 1;
  *discrete = 0;
}

/* What force and rates share at one point. */
typedef struct point {
  double s, t[LASH_FRICTION_DIMS];
  double stick, slip, stick_s; /* w = exp(-(s/vs)^2), 1 - w and the slope of w */
  double dir[LASH_FRICTION_DIMS],
      d_dir[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS]; /* direction, smoothed below v_eps */
  double top;                                        /* friction coefficient at this dwell */
  double zdot[LASH_FRICTION_DIMS],
      d_vt[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS]; /* rates of the bristle … */
  double relax, d_dwell[LASH_FRICTION_DIMS];        /* … d zdot/dz = -relax */
} point;

/* vt/|vt|, turned into a cubic below v_eps, with its derivative. */
static void smooth_direction(const double *c, size_t dim, point *p, const double *vt) {
  double x = p->s / c[V_EPS];
  double ratio = x < 1.0 ? (1.5 - 0.5 * x * x) / c[V_EPS] : 1.0 / p->s;
  double slope = x < 1.0 ? 1.5 * (1.0 - x * x) / c[V_EPS] : 0.0;
  for (size_t i = 0; i < dim; i++) {
    p->dir[i] = ratio * vt[i];
    for (size_t j = 0; j < dim; j++) {
      p->d_dir[i][j] = (i == j ? ratio : 0.0) + (slope - ratio) * p->t[i] * p->t[j];
    }
  }
}

static void look(const lash_friction *friction, const double *vt, const double *z, point *p) {
  const double *c = friction->c;
  size_t dim = friction->dim;
  *p = (point){.s = lash_length(vt, dim)};
  double slope, x = lash_min(28.0, p->s * c[VS_INVERSE]);
  p->stick = lash_decay(x, 2.0, &slope);
  p->slip = -lash_expm1(-x * x); /* 1 - stick without cancellation in creep */
  p->stick_s = -slope * c[VS_INVERSE];
  lash_direction(vt, p->s, dim, p->t);
  smooth_direction(c, dim, p, vt);
  p->top = c[MU_K] + c[DROP] * z[dim];
  p->relax = p->slip * c[S0] / c[S1];

  double slip = p->slip / c[S1];
  for (size_t i = 0; i < dim; i++) {
    double sliding = (p->top * p->dir[i] - c[S0] * z[i]) / c[S1];
    p->zdot[i] = p->stick * vt[i] + p->slip * sliding;
    p->d_dwell[i] = slip * c[DROP] * p->dir[i];
    for (size_t j = 0; j < dim; j++) {
      p->d_vt[i][j] = (i == j ? p->stick : 0.0) + slip * p->top * p->d_dir[i][j] +
                      p->stick_s * p->t[j] * (vt[i] - sliding);
    }
  }
}

static void rates(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_rate *out) {
  const double *c = friction->c;
  size_t dim = friction->dim;
  point p;
  look(friction, in->vt, in->z, &p);
  for (size_t i = 0; i < dim; i++) {
    out->zdot[i] = p.zdot[i];
    out->d_z[i][i] = -p.relax;
    out->d_z[i][dim] = p.d_dwell[i];
    for (size_t j = 0; j < dim; j++) out->d_vt[i][j] = p.d_vt[i][j];
  }
  double tau = p.stick > in->z[dim] ? c[TAU_DWELL] : c[TAU_BRISTLE];
  out->zdot[dim] = (p.stick - in->z[dim]) / tau;
  out->d_z[dim][dim] = -1.0 / tau;
  for (size_t j = 0; j < dim; j++) out->d_vt[dim][j] = p.stick_s * p.t[j] / tau;
}

/* F = N (sat(s0 z + s1 zdot, top) + s2 vt). The saturation maps a change g of the raw stress to
 * share (g - r r.g), plus r for a change of the top. */
static void force(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_value *out) {
  const double *c = friction->c;
  size_t dim = friction->dim;
  point p;
  look(friction, in->vt, in->z, &p);
  double raw[LASH_FRICTION_DIMS] = {0.0}, r[LASH_FRICTION_DIMS] = {0.0};
  for (size_t i = 0; i < dim; i++) raw[i] = c[S0] * in->z[i] + c[S1] * p.zdot[i];
  double length = lash_length(raw, dim);
  bool full = length > p.top;
  double share = full ? p.top / length : 1.0;
  if (full) lash_direction(raw, length, dim, r);

  for (size_t i = 0; i < dim; i++) {
    double stress = full ? p.top * r[i] : raw[i];
    out->d_normal[i] = stress + c[S2] * in->vt[i];
    out->force[i] = in->normal * out->d_normal[i];
    double dwell = full ? c[DROP] * r[i] : 0.0;
    for (size_t m = 0; m < dim; m++) {
      double map = share * ((i == m ? 1.0 : 0.0) - r[i] * r[m]);
      dwell += map * c[S1] * p.d_dwell[m];
      out->d_z[i][m] = in->normal * map * (c[S0] - c[S1] * p.relax);
      for (size_t j = 0; j < dim; j++) out->d_vt[i][j] += in->normal * map * c[S1] * p.d_vt[m][j];
    }
    out->d_vt[i][i] += in->normal * c[S2];
    out->d_z[i][dim] = in->normal * dwell;
  }
}

/* The force cannot exceed its top; a bristle longer than that would only delay the next reversal.
 */
static void settle(const lash_friction *friction, const lash_friction_input *in, double *z) {
  const double *c = friction->c;
  size_t dim = friction->dim;
  (void)in;
  z[dim] = lash_min(1.0, lash_max(0.0, z[dim]));
  lash_limit_length(z, dim, (c[MU_K] + c[DROP] * z[dim]) / c[S0]);
}

/* (exp(-a h) - exp(-b h))/(b - a), also for a = b. */
static double lagged(double a, double b, double h) {
  return h * lash_exp(-lash_min(a, b) * h) * lash_mean_decay(fabs(b - a) * h);
}

/* Exact: with vt held, d relaxes at one rate and z, driven by d, at another. */
static void advance(const lash_friction *friction, const lash_friction_input *in, double h,
                    double *z) {
  const double *c = friction->c;
  size_t dim = friction->dim;
  point p;
  look(friction, in->vt, z, &p);
  double rate = 1.0 / (p.stick > z[dim] ? c[TAU_DWELL] : c[TAU_BRISTLE]);
  double slip = p.slip / c[S1], excess = c[DROP] * (z[dim] - p.stick);
  double keep = lash_exp(-p.relax * h), gain = h * lash_mean_decay(p.relax * h);
  double lag = lagged(rate, p.relax, h);
  for (size_t i = 0; i < dim; i++) {
    double steady = p.stick * in->vt[i] + slip * (p.top - excess) * p.dir[i];
    z[i] = z[i] * keep + steady * gain + slip * excess * p.dir[i] * lag;
  }
  z[dim] = p.stick + (z[dim] - p.stick) * lash_exp(-rate * h);
}

static lash_status prepare(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(lash_friction_ordered(params, "mu_k", "mu_s", error));
  c[S0] = lash_params_get(params, "s0");
  c[S1] = lash_params_get(params, "s1");
  c[S2] = lash_params_get(params, "s2");
  c[MU_K] = lash_params_get(params, "mu_k");
  c[DROP] = lash_params_get(params, "mu_s") - c[MU_K];
  c[VS_INVERSE] = 1.0 / lash_params_get(params, "vs");
  c[TAU_DWELL] = lash_params_get(params, "tau_dw");
  c[TAU_BRISTLE] = c[S1] / c[S0];
  c[V_EPS] = lash_params_get(params, "v_eps");
  return LASH_OK;
}

static const lash_param params_of_gonthier[] = {
    LASH_MU_S,
    LASH_MU_K_OPEN,
    LASH_VS,
    LASH_POSITIVE("s0", "1/m", "bristle stiffness per newton of load", 1e4),
    LASH_POSITIVE("s1", "s/m", "bristle damping per newton of load", 31.6),
    LASH_NOT_NEGATIVE("s2", "s/m", "viscous coefficient per newton of load", 0.04),
    LASH_POSITIVE("tau_dw", "s", "dwell time: how fast the static level grows at rest", 0.1),
    LASH_POSITIVE("v_eps", "m/s", "speed below which the direction is smoothed", 1e-5)};
LASH_FRICTION_LAW(
    gonthier_f, params_of_gonthier,
    .formula =
        "w = exp(-(|vt|/vs)^2), ddot = (w-d)/tau, top = mu_k + (mu_s-mu_k) d, zdot = w vt + (1-w) "
        "(top "
        "dir(vt) - s0 z)/s1, F = N (sat(s0 z + s1 zdot, top) + s2 vt)",
    .citation = "Gonthier, McPhee, Lange & Piedboeuf 2004, Multibody Syst. Dyn. 11:209",
    .note =
        "z = 0, d = 0 at first contact; settle keeps |z| <= top/s0, since slow creep would stretch "
        "the "
        "bristle without adding force",
    .traits = LASH_FRICTION_HAS_STATE, .prepare = prepare, .states = states, .force = force,
    .rates = rates, .settle = settle, .advance = advance);
