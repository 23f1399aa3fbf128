/* Dahl and LuGre: one bristle, zdot = vt - |vt| z/q(vt, N). */
#include "bristle.h"

LASH_FRICTION_BRISTLE(lugre, lash_lugre_relax)

void lash_bristle_states(const double *c, size_t *vectors, size_t *scalars, size_t *discrete) {
  (void)c;
  *vectors = 1;
  *scalars = *discrete = 0;
}

/* Exact, since vt and the load are held. */
static void lugre_advance(const lash_friction *friction, const lash_friction_input *in, double h,
                          double *z) {
  lash_relax r =
      lash_lugre_relax(friction->c, friction->c[BRISTLE_P], friction->dim, in->vt, z, in->normal);
  lash_bristle_step(friction->dim, in->vt, r.y, h, z);
}

/* |z| never exceeds the static deflection; an integrator's error may. When the load sets the
 * deflection, a falling load may leave z beyond it for a while: as published nothing is cut there.
 */
static void lugre_settle(const lash_friction *friction, const lash_friction_input *in, double *z) {
  const double *c = friction->c;
  double d_normal;
  if (c[BRISTLE_Q_LOAD] > 0.0 && c[BRISTLE_BOUNDED] == 0.0) return;
  lash_limit_length(z, friction->dim, lash_static_deflection(c, in->normal, &d_normal));
}

/* ------------------------------------------------------------------------------------ constants */

/* Level and deflection fixed, no Stribeck effect, no damping. */
static void neutral(double *c) {
  for (size_t i = 0; i < LASH_FRICTION_CONSTANTS; i++) c[i] = 0.0;
  c[BRISTLE_P] = 2.0;
  c[BRISTLE_Q_FIXED] = c[BRISTLE_L_FIXED] = 1.0;
}

/* s0, s1, s2, vs, p and the two levels by name. */
static lash_status prepare_levels(const lash_params *params, const char *slide, const char *stick,
                                  double *c, lash_error *error) {
  LASH_TRY(lash_friction_ordered(params, slide, stick, error));
  neutral(c);
  double s0 = lash_params_get(params, "s0"), level = lash_params_get(params, slide);
  c[BRISTLE_Q_SLIDE] = level / s0;
  c[BRISTLE_Q_DROP] = (lash_params_get(params, stick) - level) / s0;
  c[BRISTLE_VS_INVERSE] = 1.0 / lash_params_get(params, "vs");
  c[BRISTLE_P] = lash_params_get(params, "p");
  c[BRISTLE_S0] = s0;
  c[BRISTLE_S1] = lash_params_get(params, "s1");
  c[BRISTLE_S2] = lash_params_get(params, "s2");
  c[BRISTLE_BOUNDED] = lash_params_get(params, "damping");
  return LASH_OK;
}

lash_status lash_bristle_prepare_load(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(prepare_levels(params, "mu_k", "mu_s", c, error));
  c[BRISTLE_L_FIXED] = 0.0;
  c[BRISTLE_L_LOAD] = 1.0;
  return LASH_OK;
}

static lash_status prepare_dahl(const lash_params *params, double *c, lash_error *error) {
  (void)error;
  neutral(c);
  c[BRISTLE_S0] = lash_params_get(params, "s0");
  c[BRISTLE_Q_SLIDE] = lash_params_get(params, "Fc") / c[BRISTLE_S0];
  return LASH_OK;
}

static lash_status prepare_lugre(const lash_params *params, double *c, lash_error *error) {
  return prepare_levels(params, "Fc", "Fs", c, error);
}

static lash_status prepare_lugre_nz(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(prepare_levels(params, "mu_k", "mu_s", c, error));
  c[BRISTLE_Q_FIXED] = 0.0;
  c[BRISTLE_Q_LOAD] = 1.0;
  c[BRISTLE_N_MIN] = lash_params_get(params, "N_min");
  return LASH_OK;
}

/* ---------------------------------------------------------------------------------- descriptors */

#define FC_ROW LASH_POSITIVE("Fc", "N", "Coulomb level", 1)
#define S0_ROW LASH_POSITIVE("s0", "N/m", "bristle stiffness", 1e5)
#define S1_ROW LASH_NOT_NEGATIVE("s1", "N s/m", "bristle damping", LASH_SQRT_1E5)
#define S2_ROW LASH_NOT_NEGATIVE("s2", "N s/m", "viscous coefficient", 0.4)

static const lash_param dahl_params[] = {S0_ROW, FC_ROW};
static const lash_param lugre_params[] = {S0_ROW,
                                          S1_ROW,
                                          S2_ROW,
                                          FC_ROW,
                                          LASH_POSITIVE("Fs", "N", "static level, >= Fc", 1.5),
                                          LASH_VS,
                                          LASH_P_ROW,
                                          LASH_DAMPING_ROW};
static const lash_param lugre_n_params[] = {LASH_S0_LOAD, LASH_S1_LOAD,    LASH_S2_LOAD,
                                            LASH_MU_S,    LASH_MU_K_OPEN,  LASH_VS,
                                            LASH_P_ROW,   LASH_DAMPING_ROW};
static const lash_param lugre_nz_params[] = {
    S0_ROW,
    S1_ROW,
    S2_ROW,
    LASH_MU_S,
    LASH_MU_K_OPEN,
    LASH_VS,
    LASH_P_ROW,
    LASH_POSITIVE("N_min", "N", "least load the bristle's limit is computed with", 1e-3),
    LASH_DAMPING_ROW};

#define LUGRE_HOOKS                                                          \
  .states = lash_bristle_states, .force = lugre_force, .rates = lugre_rates, \
  .settle = lugre_settle, .advance = lugre_advance, .batch = lugre_batch

LASH_FRICTION_LAW(
    dahl, dahl_params, .formula = "zdot = vt - s0 |vt| z/Fc, F = s0 z",
    .citation = "Dahl 1968, Aerospace Corp. TOR-0158(3107-18)-1",
    .note = "shape exponent 1; no static level above Fc; drifts under a pulsating load",
    .traits = LASH_FRICTION_HAS_STATE | LASH_FRICTION_OWN_LEVEL, .prepare = prepare_dahl,
    LUGRE_HOOKS);

LASH_FRICTION_LAW(
    lugre, lugre_params,
    .formula =
        "zdot = vt - s0 |vt| z/g, g = Fc + (Fs-Fc) exp(-|vt/vs|^p), F = s0 z + s1 zdot + s2 vt",
    .citation =
        "Canudas de Wit, Olsson, Astrom & Lischinsky 1995, IEEE Trans. Autom. Control 40:419",
    .note =
        "passive when s2 > s1 (Fs-Fc)/Fc, otherwise a sudden start may return energy; drifts under "
        "a "
        "pulsating load; |z| <= Fs/s0",
    .traits = LASH_FRICTION_HAS_STATE | LASH_FRICTION_OWN_LEVEL | LASH_FRICTION_MAY_GAIN,
    .prepare = prepare_lugre, LUGRE_HOOKS);

LASH_FRICTION_LAW(
    lugre_n, lugre_n_params,
    .formula =
        "zdot = vt - s0 |vt| z/g, g = mu_k + (mu_s-mu_k) exp(-|vt/vs|^p), F = N (s0 z + s1 zdot + "
        "s2 vt)",
    .citation = "Canudas de Wit & Tsiotras 1999, Proc. 38th IEEE CDC, p. 3746",
    .note =
        "the form for a varying load; passive under a constant load when s2 > s1 (mu_s-mu_k)/mu_k; "
        "reset z at separation",
    .traits = LASH_FRICTION_HAS_STATE | LASH_FRICTION_MAY_GAIN,
    .prepare = lash_bristle_prepare_load, LUGRE_HOOKS);

LASH_FRICTION_LAW(
    lugre_nz, lugre_nz_params,
    .formula =
        "zdot = vt - s0 |vt| z/(N g), g = mu_k + (mu_s-mu_k) exp(-|vt/vs|^p), F = s0 z + s1 zdot + "
        "s2 vt",
    .citation = "LuGre with the load in the level alone; Canudas de Wit et al. 1995",
    .note =
        "the force lags a changing load until the bristle has slid; below N_min the limit no "
        "longer "
        "shrinks; passive when s2 > s1 (mu_s-mu_k)/mu_k; reset z at separation",
    .traits = LASH_FRICTION_HAS_STATE | LASH_FRICTION_MAY_GAIN, .prepare = prepare_lugre_nz,
    LUGRE_HOOKS);

/* ------------------------------------------------------------------------- Bliman and Sorine,
 * order 1 */

/* Their x is f1 z/ef: the same bristle, with the deflection as state. */
static lash_status prepare_bliman_sorine_1(const lash_params *params, double *c,
                                           lash_error *error) {
  (void)error;
  neutral(c);
  c[BRISTLE_Q_SLIDE] = lash_params_get(params, "ef");
  c[BRISTLE_S0] = lash_params_get(params, "f1") / c[BRISTLE_Q_SLIDE];
  c[BRISTLE_L_FIXED] = 0.0;
  c[BRISTLE_L_LOAD] = 1.0;
  return LASH_OK;
}

static const lash_param bliman_sorine_1_params[] = {
    LASH_POSITIVE("f1", "1", "friction coefficient in sliding", 0.1),
    LASH_POSITIVE("ef", "m", "distance over which the force builds up", 1e-5)};

LASH_FRICTION_LAW(bliman_sorine_1, bliman_sorine_1_params,
                  .formula = "zdot = vt - |vt| z/ef, F = N f1 z/ef",
                  .citation = "Bliman & Sorine 1995, Proc. 3rd European Control Conf., Rome",
                  .note = "rate-independent; Dahl's law with a level that follows the load",
                  .traits = LASH_FRICTION_HAS_STATE, .prepare = prepare_bliman_sorine_1,
                  LUGRE_HOOKS);
