/* Laws whose force jumps at rest: Coulomb, Stribeck curves, Karnopp's stick band.
 *
 * At rest they answer with the load, up to the static level (input.load): a host needs an event, or
 * a law with bristles, to hold a body still. */
#include "law.h"

enum { STICK, MU_K, DROP, VS_INVERSE, EXPONENT, VISCOUS, VISCOUS_LOAD };

#define SLIDES_WITH_JUMP (LASH_FRICTION_USES_LOAD | LASH_FRICTION_DISCONTINUOUS)
#define VISCOUS_ROW      LASH_NOT_NEGATIVE("c", "N s/m", "viscous coefficient", 0)

/* Common constants; parameters a law does not have read as NAN and keep their neutral value. */
static lash_status prepare(const lash_params *params, double *c, lash_error *error) {
  double mu_s = lash_params_get(params, "mu_s"), vs = lash_params_get(params, "vs");
  double g = lash_params_get(params, "g"), band = lash_params_get(params, "dv");
  double viscous = lash_params_get(params, "c"), s2 = lash_params_get(params, "s2");
  if (!isnan(mu_s)) LASH_TRY(lash_friction_ordered(params, "mu_k", "mu_s", error));
  c[STICK] = isnan(band) ? 0.0 : band;
  c[MU_K] = lash_params_get(params, "mu_k");
  c[DROP] = isnan(mu_s) ? 0.0 : mu_s - c[MU_K];
  c[VS_INVERSE] = isnan(vs) ? 0.0 : 1.0 / vs;
  c[EXPONENT] = isnan(g) ? 2.0 : g;
  c[VISCOUS] = isnan(viscous) ? 0.0 : viscous;
  c[VISCOUS_LOAD] = isnan(s2) ? 0.0 : s2;
  return LASH_OK;
}

/* Coulomb's law proper has one coefficient: whoever gives mu_k alone means both. */
static lash_status prepare_coulomb(const lash_params *params, double *c, lash_error *error) {
  lash_params own = *params;
  if (lash_params_given(params, "mu_k") && !lash_params_given(params, "mu_s")) {
    LASH_TRY(lash_params_set_number(&own, "mu_s", lash_params_get(params, "mu_k"), error));
  }
  return prepare(&own, c, error);
}

/* ------------------------------------------------------------------------------------- kernels */

LASH_INLINE void coulomb(const double *c, double s, double normal, double *force, double *d_s,
                         double *d_normal) {
  double mu = s > 0.0 ? c[MU_K] : c[MU_K] + c[DROP]; /* the static level acts at rest alone */
  *force = mu * normal + c[VISCOUS] * s;
  *d_s = c[VISCOUS];
  *d_normal = mu;
}
LASH_FRICTION_CURVE(coulomb)

/* mu(s) N + (c + s2 N) s, for a coefficient and its slope. */
LASH_INLINE void with_viscous(const double *c, double s, double normal, double mu, double mu_s,
                              double *force, double *d_s, double *d_normal) {
  double viscous = c[VISCOUS] + c[VISCOUS_LOAD] * normal;
  *force = mu * normal + viscous * s;
  *d_s = mu_s * normal + viscous;
  *d_normal = mu + c[VISCOUS_LOAD] * s;
}

LASH_INLINE void stribeck(const double *c, double p, double s, double normal, double *force,
                          double *d_s, double *d_normal) {
  double slope, e = lash_decay(s * c[VS_INVERSE], p, &slope);
  with_viscous(c, s, normal, c[MU_K] + c[DROP] * e, -c[DROP] * slope * c[VS_INVERSE], force, d_s,
               d_normal);
}
LASH_FRICTION_STRIBECK(stribeck, EXPONENT)

LASH_INLINE void hess_soom(const double *c, double s, double normal, double *force, double *d_s,
                           double *d_normal) {
  double x = lash_min(1e150, s * c[VS_INVERSE]), w = 1.0 / (1.0 + x * x);
  with_viscous(c, s, normal, c[MU_K] + c[DROP] * w, -2.0 * c[DROP] * x * w * w * c[VS_INVERSE],
               force, d_s, d_normal);
}
LASH_FRICTION_CURVE(hess_soom)

/* -------------------------------------------------------------------------------------- tables */

#define EXPONENT_ROW \
  { "g", "1", "Stribeck exponent: 1 Tustin, 2 Gauss, 0.5 to 1 Bo-Pavelescu", 2, 0.5, 10, 0, NULL }

#define STICTION_ROW \
  LASH_NOT_NEGATIVE("mu_s", "1", "static friction coefficient; mu_k when only that is given", 0.15)

static const lash_param coulomb_params[] = {LASH_MU_K, STICTION_ROW};
static const lash_param viscous_params[] = {
    LASH_MU_K, STICTION_ROW, LASH_NOT_NEGATIVE("c", "N s/m", "viscous coefficient", 0.4)};
static const lash_param stribeck_params[] = {LASH_MU_S, LASH_MU_K, LASH_VS, EXPONENT_ROW,
                                             VISCOUS_ROW};
static const lash_param hess_soom_params[] = {LASH_MU_S, LASH_MU_K, LASH_VS, VISCOUS_ROW};
static const lash_param karnopp_params[] = {
    LASH_MU_S, LASH_MU_K,    LASH_POSITIVE("dv", "m/s", "half width of the stick band", 1e-4),
    LASH_VS,   EXPONENT_ROW, VISCOUS_ROW};
static const lash_param lugre_steady_params[] = {
    LASH_MU_S, LASH_MU_K, LASH_VS, EXPONENT_ROW,
    LASH_NOT_NEGATIVE("s2", "s/m", "viscous coefficient per newton of load", 0.04)};

static const char *const stribeck_aliases[] = {"tustin", "bo_pavelescu", "armstrong", NULL};

LASH_FRICTION_LAW(coulomb, coulomb_params,
                  .formula = "F = mu_k N sgn(vt); at rest F = load, up to mu_s N",
                  .citation = "Coulomb 1785",
                  .note = "the force jumps at rest; giving mu_k alone sets mu_s to it",
                  .traits = SLIDES_WITH_JUMP, .prepare = prepare_coulomb,
                  LASH_CURVE_HOOKS(coulomb));

LASH_FRICTION_LAW(coulomb_viscous, viscous_params,
                  .formula = "F = mu_k N sgn(vt) + c vt; at rest F = load, up to mu_s N",
                  .citation = "Coulomb 1785; Reynolds 1886",
                  .note = "the viscous part does not follow the load", .traits = SLIDES_WITH_JUMP,
                  .prepare = prepare_coulomb, LASH_CURVE_HOOKS(coulomb));

LASH_FRICTION_LAW(
    stribeck, stribeck_params, .aliases = stribeck_aliases,
    .formula =
        "F = N [mu_k + (mu_s-mu_k) exp(-|vt/vs|^g)] sgn(vt) + c vt; at rest F = load, up to mu_s N",
    .citation = "Stribeck 1902; Bo & Pavelescu 1982, Wear 82:277; Armstrong-Helouvry 1991",
    .note = "g < 1 has an infinite slope at rest", .traits = SLIDES_WITH_JUMP, .prepare = prepare,
    LASH_CURVE_HOOKS(stribeck));

LASH_FRICTION_LAW(
    hess_soom, hess_soom_params,
    .formula =
        "F = N [mu_k + (mu_s-mu_k)/(1+(vt/vs)^2)] sgn(vt) + c vt; at rest F = load, up to mu_s N",
    .citation = "Hess & Soom 1990, J. Tribology 112:147",
    .note = "a Stribeck curve without exponential", .traits = SLIDES_WITH_JUMP, .prepare = prepare,
    LASH_CURVE_HOOKS(hess_soom));

LASH_FRICTION_LAW(
    karnopp, karnopp_params,
    .formula = "|vt| <= dv: F = load, up to mu_s N; outside the band the Stribeck law",
    .citation = "Karnopp 1985, J. Dyn. Syst. Meas. Control 107:100",
    .note =
        "inside the band force and load balance, so the speed stays what it was: the host sets it "
        "to "
        "zero or accepts a drift of at most dv",
    .traits = SLIDES_WITH_JUMP, .prepare = prepare, LASH_CURVE_HOOKS(stribeck));

LASH_FRICTION_LAW(
    lugre_steady, lugre_steady_params,
    .formula =
        "F = N [mu_k + (mu_s-mu_k) exp(-|vt/vs|^g) + s2 |vt|] sgn(vt); at rest F = load, up to "
        "mu_s N",
    .citation =
        "Muvengei, Kihiu & Ikua 2012, Multibody Syst. Dyn. 28:369 (bristle at its steady state)",
    .note =
        "LuGre with the bristle always at its steady deflection: bristle stiffness and damping "
        "drop "
        "out, and so does presliding",
    .traits = SLIDES_WITH_JUMP, .prepare = prepare, LASH_CURVE_HOOKS(stribeck));
