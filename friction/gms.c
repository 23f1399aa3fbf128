/* Generalised Maxwell slip: elements that stick until their force reaches a share of the Stribeck
 * level, then slip and relax towards it; reversal makes them stick again. Each element has a flag
 * among the discrete states: 0 sticks, 1 slips. */
#include "law.h"

enum { M = 1, MU_K, DROP, VS_INVERSE, P, RATE, S2, STIFFNESS, SHARE, ELEMENTS_MAX = 10 };

static void states(const double *c, size_t *vectors, size_t *scalars, size_t *discrete) {
  *vectors = *discrete = (size_t)c[M];
  *scalars = 0;
}

/* Stribeck level per newton of load and its slope. */
static double level_at(const double *c, double s, double *slope) {
  double e = lash_decay(s * c[VS_INVERSE], c[P], slope);
  *slope *= -c[DROP] * c[VS_INVERSE];
  return c[MU_K] + c[DROP] * e;
}

/* Share of element k in the level: they grow linearly, so that elements give way one after another.
 */
static double share_of(const double *c, size_t k) { return c[SHARE] * (double)(k + 1); }

static const double *flags_of(const lash_friction *friction, const double *z) {
  return z + (size_t)friction->c[M] * friction->dim;
}

static void force(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_value *out) {
  const double *c = friction->c;
  size_t dim = friction->dim, count = (size_t)c[M];
  for (size_t i = 0; i < dim; i++) {
    double sum = c[S2] * in->vt[i];
    for (size_t k = 0; k < count; k++) {
      sum += c[STIFFNESS] * in->z[k * dim + i];
      out->d_z[i][k * dim + i] = c[STIFFNESS] * in->normal;
    }
    out->force[i] = sum * in->normal;
    out->d_normal[i] = sum;
    out->d_vt[i][i] = c[S2] * in->normal;
  }
}

/* Sticking: zdot = vt. Slipping: zdot = C (share t/k - z/level). */
static void rates(const lash_friction *friction, const lash_friction_input *in,
                  lash_friction_rate *out) {
  const double *c = friction->c, *flag = flags_of(friction, in->z);
  size_t dim = friction->dim, count = (size_t)c[M];
  double s = lash_length(in->vt, dim), t[LASH_FRICTION_DIMS] = {0.0}, slope,
         level = level_at(c, s, &slope);
  lash_direction(in->vt, s, dim, t);
  for (size_t n = 0; n < count * dim; n++) {
    size_t k = n / dim, i = n % dim;
    if (flag[k] == 0.0 || s == 0.0) {
      out->zdot[n] = in->vt[i];
      out->d_vt[n][i] = 1.0;
      continue;
    }
    double pull = c[RATE] * share_of(c, k) / c[STIFFNESS], relax = c[RATE] / level;
    out->zdot[n] = pull * t[i] - relax * in->z[n];
    out->d_z[n][n] = -relax;
    for (size_t j = 0; j < dim; j++) {
      double turn = dim == 1 ? 0.0 : ((i == j ? 1.0 : 0.0) - t[i] * t[j]) / s;
      out->d_vt[n][j] = pull * turn + relax / level * slope * t[j] * in->z[n];
    }
  }
}

static bool pushed_out(const double *vt, const double *z, size_t dim, double limit) {
  return lash_dot(vt, z, dim) > 0.0 && lash_length(z, dim) >= limit;
}

static void settle(const lash_friction *friction, const lash_friction_input *in, double *z) {
  const double *c = friction->c;
  size_t dim = friction->dim, count = (size_t)c[M];
  double *flag = z + count * dim, slope, level = level_at(c, lash_length(in->vt, dim), &slope);
  for (size_t k = 0; k < count; k++) {
    const double *element = z + k * dim;
    if (flag[k] != 0.0) {
      flag[k] = lash_dot(in->vt, element, dim) > 0.0 ? 1.0 : 0.0;
    } else {
      flag[k] = pushed_out(in->vt, element, dim, share_of(c, k) * level / c[STIFFNESS]) ? 1.0 : 0.0;
    }
  }
}

/* Time until a sticking element moving at speed s along t leaves the circle of radius `limit`, or
 * passes nearest to it; at most h. */
static double time_to_limit(const double *t, double s, const double *z, size_t dim, double limit,
                            double h) {
  double along = lash_dot(t, z, dim), length = lash_length(z, dim);
  if (s == 0.0) return h;
  if (length >= limit && along > 0.0) return 0.0;
  double square = along * along + (limit - length) * (limit + length);
  return lash_min(h, (sqrt(lash_max(0.0, square)) - along) / s);
}

/* Exact: straight to the limit, then the exponential approach to share t level/k. */
static void advance(const lash_friction *friction, const lash_friction_input *in, double h,
                    double *z) {
  const double *c = friction->c, *vt = in->vt;
  size_t dim = friction->dim, count = (size_t)c[M];
  double *flag = z + count * dim, s = lash_length(vt, dim), t[LASH_FRICTION_DIMS] = {0.0}, slope;
  double level = level_at(c, s, &slope);
  lash_direction(vt, s, dim, t);
  settle(friction, in, z);
  for (size_t k = 0; k < count; k++) {
    double *element = z + k * dim, limit = share_of(c, k) * level / c[STIFFNESS];
    double sticks = flag[k] != 0.0 ? 0.0 : time_to_limit(t, s, element, dim, limit, h);
    double keep = lash_exp(-c[RATE] / level * (h - sticks));
    for (size_t i = 0; i < dim; i++) {
      element[i] += vt[i] * sticks;
      element[i] = limit * t[i] + (element[i] - limit * t[i]) * keep;
    }
    flag[k] = sticks < h ? 1.0 : 0.0;
  }
}

static lash_status prepare(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(lash_friction_ordered(params, "mu_k", "mu_s", error));
  LASH_TRY(lash_friction_whole(params, "M", error));
  double count = lash_params_get(params, "M");
  c[M] = count;
  c[MU_K] = lash_params_get(params, "mu_k");
  c[DROP] = lash_params_get(params, "mu_s") - c[MU_K];
  c[VS_INVERSE] = 1.0 / lash_params_get(params, "vs");
  c[P] = lash_params_get(params, "p");
  c[RATE] = lash_params_get(params, "C");
  c[S2] = lash_params_get(params, "s2");
  c[STIFFNESS] = lash_params_get(params, "s0") / count;
  c[SHARE] = 2.0 / (count * (count + 1.0));
  return LASH_OK;
}

static const lash_param params_of_gms[] = {
    LASH_MU_S,
    LASH_MU_K_OPEN,
    LASH_VS,
    {"p", "1", "Stribeck exponent", 2, 0.5, 10, 0, NULL},
    LASH_POSITIVE("s0", "1/m", "stiffness of all elements together per newton of load", 1e4),
    LASH_NOT_NEGATIVE("s2", "s/m", "viscous coefficient per newton of load", 0.04),
    LASH_POSITIVE("C", "1/s", "attraction rate: how fast slipping elements follow the level", 10),
    {"M", "1", "number of elements", 4, 1, ELEMENTS_MAX, 0, NULL}};

LASH_FRICTION_LAW(
    gms, params_of_gms,
    .formula =
        "F = N (sum k_i z_i + s2 vt); sticks: zdot_i = vt; slips: k_i zdot_i = C (a_i sgn(vt) - "
        "k_i z_i/s(vt)); "
        "sticks to slips at k_i |z_i| = a_i s(vt), back at reversal; a_i = 2i/(M(M+1))",
    .citation = "Al-Bender, Lampaert & Swevers 2005, IEEE Trans. Autom. Control 50:1883",
    .note =
        "call settle after every accepted step: the stick flags change there; may return energy "
        "when "
        "mu_s > mu_k, since the level recovers by time, not by sliding",
    .traits = LASH_FRICTION_HAS_STATE | LASH_FRICTION_MAY_GAIN, .prepare = prepare,
    .states = states, .force = force, .rates = rates, .settle = settle, .advance = advance);
