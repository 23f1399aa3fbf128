/* Laws that are continuous through rest and have no static level: the force rises from zero to
 * mu_k N over a small speed. They never stick: under any load below mu_k N a body creeps. */
#include "law.h"

enum { STICK, MU_K, K, W0, W1 };

static lash_status prepare(const lash_params *params, double *c, lash_error *error) {
  (void)error;
  c[STICK] = -1.0;
  c[MU_K] = lash_params_get(params, "mu_k");
  c[K] = lash_params_get(params, "k");
  return LASH_OK;
}

/* mu(s) N for a coefficient and its slope. */
LASH_INLINE void times_load(double normal, double mu, double slope, double *force, double *d_s,
                            double *d_normal) {
  *force = mu * normal;
  *d_s = slope * normal;
  *d_normal = mu;
}

/* ---------------------------------------------------------------------------- the four shapes */

LASH_INLINE void smooth_tanh(const double *c, double s, double normal, double *force, double *d_s,
                             double *d_normal) {
  double t = lash_tanh(c[K] * s);
  times_load(normal, c[MU_K] * t, c[MU_K] * c[K] * (1.0 - t) * (1.0 + t), force, d_s, d_normal);
}
LASH_FRICTION_CURVE(smooth_tanh)

LASH_INLINE void smooth_atan(const double *c, double s, double normal, double *force, double *d_s,
                             double *d_normal) {
  double x = c[K] * s, scale = c[MU_K] / LASH_HALF_PI;
  times_load(normal, scale * lash_atan(x), scale * c[K] / (1.0 + x * x), force, d_s, d_normal);
}
LASH_FRICTION_CURVE(smooth_atan)

LASH_INLINE void smooth_sqrt(const double *c, double s, double normal, double *force, double *d_s,
                             double *d_normal) {
  double x = lash_min(1e150, c[K] * s), w = 1.0 / sqrt(1.0 + x * x);
  times_load(normal, c[MU_K] * x * w, c[MU_K] * c[K] * w * w * w, force, d_s, d_normal);
}
LASH_FRICTION_CURVE(smooth_sqrt)

LASH_INLINE void smooth_rational(const double *c, double s, double normal, double *force,
                                 double *d_s, double *d_normal) {
  double x = lash_min(1e300, c[K] * s), w = 1.0 / (1.0 + x);
  times_load(normal, c[MU_K] * x * w, c[MU_K] * c[K] * w * w, force, d_s, d_normal);
}
LASH_FRICTION_CURVE(smooth_rational)

static const lash_param smooth_params[] = {
    LASH_MU_K, LASH_POSITIVE("k", "s/m", "slope at rest over mu_k; 1/k is the speed scale", 1e4)};
static const char *const tanh_aliases[] = {"tanh", NULL};
static const char *const atan_aliases[] = {"atan", NULL};

#define SMOOTH_LAW(law, shape, names)                                                            \
  LASH_FRICTION_LAW(                                                                             \
      law, smooth_params, .aliases = names, .formula = "F = mu_k N " shape,                      \
      .citation = "regularised Coulomb friction; Pennestri et al. 2016, Nonlinear Dyn. 83:1785", \
      .note = "creeps under a load below mu_k N", .prepare = prepare, LASH_CURVE_HOOKS(law))
SMOOTH_LAW(smooth_tanh, "tanh(k vt)", tanh_aliases);
SMOOTH_LAW(smooth_atan, "(2/pi) atan(k vt)", atan_aliases);
SMOOTH_LAW(smooth_sqrt, "k vt/sqrt(1 + (k vt)^2)", NULL);
SMOOTH_LAW(smooth_rational, "k vt/(1 + k |vt|)", NULL);

/* ------------------------------------------------------------------------------------ threlfall */

#define THRELFALL_TOP 0.95021293163213605 /* 1 - exp(-3): the level kept above vr */

LASH_INLINE void threlfall(const double *c, double s, double normal, double *force, double *d_s,
                           double *d_normal) {
  double m = lash_expm1(-c[K] * s);
  int full = c[K] * s > 3.0;
  times_load(normal, c[MU_K] * (full ? THRELFALL_TOP : -m), full ? 0.0 : c[MU_K] * c[K] * (1.0 + m),
             force, d_s, d_normal);
}
LASH_FRICTION_CURVE(threlfall)

static lash_status prepare_threlfall(const lash_params *params, double *c, lash_error *error) {
  prepare(params, c, error);
  c[K] = 3.0 / lash_params_get(params, "vr");
  return LASH_OK;
}

static const lash_param threlfall_params[] = {
    LASH_MU_K, LASH_POSITIVE("vr", "m/s", "speed at which the force is full", 1e-3)};

LASH_FRICTION_LAW(
    threlfall, threlfall_params,
    .formula =
        "F = mu_k N (1 - exp(-3 |vt|/vr)) sgn(vt) for |vt| <= vr, 0.9502 mu_k N sgn(vt) above",
    .citation = "Threlfall 1978, Mech. Mach. Theory 13:475",
    .note = "slides at 0.9502 mu_k N; the slope jumps at vr; creeps under load",
    .prepare = prepare_threlfall, LASH_CURVE_HOOKS(threlfall));

/* ------------------------------------------------------------------------------------- ambrosio */

LASH_INLINE void ambrosio(const double *c, double s, double normal, double *force, double *d_s,
                          double *d_normal) {
  double slope = 1.0 / (c[W1] - c[W0]), ramp = (s - c[W0]) * slope;
  int inside = ramp > 0.0 && ramp < 1.0;
  times_load(normal, c[MU_K] * lash_min(1.0, lash_max(0.0, ramp)), inside ? c[MU_K] * slope : 0.0,
             force, d_s, d_normal);
}
LASH_FRICTION_CURVE(ambrosio)

static lash_status prepare_ambrosio(const lash_params *params, double *c, lash_error *error) {
  prepare(params, c, error);
  c[MU_K] = lash_params_get(params, "mu");
  c[W0] = lash_params_get(params, "v0");
  c[W1] = lash_params_get(params, "v1");
  if (c[W0] < c[W1]) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s: v1 = %g must be above v0 = %g: friction is zero up to v0 and full from v1",
                   params->owner, c[W1], c[W0]);
}

static const lash_param ambrosio_params[] = {
    LASH_NOT_NEGATIVE("mu", "1", "friction coefficient", 0.1),
    LASH_NOT_NEGATIVE("v0", "m/s", "speed up to which there is no friction", 1e-6),
    LASH_POSITIVE("v1", "m/s", "speed from which friction is full, > v0", 1e-4)};
static const char *const ambrosio_aliases[] = {"modified_coulomb", NULL};

LASH_FRICTION_LAW(
    ambrosio, ambrosio_params, .aliases = ambrosio_aliases,
    .formula = "F = mu N c_d sgn(vt), c_d = 0 for |vt| <= v0, (|vt|-v0)/(v1-v0) up to v1, 1 above",
    .citation = "Ambrosio 2003, in: Virtual Nonlinear Multibody Systems, Kluwer",
    .note = "no force at all below v0: nothing is ever held", .prepare = prepare_ambrosio,
    LASH_CURVE_HOOKS(ambrosio));
