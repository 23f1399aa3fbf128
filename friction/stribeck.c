/* Laws that are continuous through rest and show the Stribeck effect: the force rises to a peak
 * near mu_s N, then falls to the kinetic level. They creep under load, like every law without
 * state. */
#include "law.h"

enum { STICK, MU_K, DROP, VISCOUS, SCALE, A1, A2, A3, A4, A5 };

/* Constants every law here has. `kinetic` is what the law calls its kinetic coefficient. */
static lash_status common(const lash_params *params, const char *kinetic, const char *viscous,
                          double *c, lash_error *error) {
  LASH_TRY(lash_friction_ordered(params, kinetic, "mu_s", error));
  c[STICK] = -1.0;
  c[MU_K] = lash_params_get(params, kinetic);
  c[DROP] = lash_params_get(params, "mu_s") - c[MU_K];
  c[VISCOUS] = viscous ? lash_params_get(params, viscous) : 0.0;
  return LASH_OK;
}

/* mu(s) N + c s for a coefficient and its slope. */
LASH_INLINE void with_viscous(const double *c, double s, double normal, double mu, double slope,
                              double *force, double *d_s, double *d_normal) {
  *force = mu * normal + c[VISCOUS] * s;
  *d_s = slope * normal + c[VISCOUS];
  *d_normal = mu;
}

#define MU_D        LASH_NOT_NEGATIVE("mu_d", "1", "dynamic friction coefficient", 0.1)
#define VISCOUS_ROW LASH_NOT_NEGATIVE("c", "N s/m", "viscous coefficient", 0)
#define VR_ROW      LASH_POSITIVE("vr", "m/s", "speed of the peak", 1e-4)

/* --------------------------------------------------------------------------------- bengisu_akay */

LASH_INLINE void bengisu_akay(const double *c, double s, double normal, double *force, double *d_s,
                              double *d_normal) {
  double x = s * c[SCALE], static_mu = c[MU_K] + c[DROP];
  double e = lash_exp(-c[A1] * lash_max(0.0, s - c[A2]));
  int rising = x < 1.0;
  double mu = rising ? static_mu * x * (2.0 - x) : c[MU_K] + c[DROP] * e;
  double slope = rising ? 2.0 * static_mu * (1.0 - x) * c[SCALE] : -c[A1] * c[DROP] * e;
  with_viscous(c, s, normal, mu, slope, force, d_s, d_normal);
}
LASH_FRICTION_CURVE(bengisu_akay)

static lash_status prepare_bengisu_akay(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(common(params, "mu_k", NULL, c, error));
  c[A2] = lash_params_get(params, "vr");
  c[SCALE] = 1.0 / c[A2];
  c[A1] = lash_params_get(params, "xi");
  return LASH_OK;
}

static const lash_param bengisu_akay_params[] = {
    LASH_MU_S, LASH_MU_K, VR_ROW,
    LASH_POSITIVE("xi", "s/m", "rate at which friction falls beyond vr", 1e3)};

LASH_FRICTION_LAW(bengisu_akay, bengisu_akay_params,
                  .formula =
                      "F = mu_s N (1 - (|vt|/vr - 1)^2) sgn(vt) below vr; N [mu_k + (mu_s-mu_k) "
                      "exp(-xi (|vt|-vr))] sgn(vt) above",
                  .citation = "Bengisu & Akay 1994, J. Sound Vib. 171:557",
                  .note = "peak exactly mu_s N at vr, where the slope jumps; creeps under load",
                  .prepare = prepare_bengisu_akay, LASH_CURVE_HOOKS(bengisu_akay));

/* --------------------------------------------------------------------------------------- benson */

LASH_INLINE void benson(const double *c, double s, double normal, double *force, double *d_s,
                        double *d_normal) {
  double rise = -lash_expm1(-c[A1] * s), fall = lash_exp(-c[A2] * s);
  double top = c[MU_K] + c[DROP] * fall;
  with_viscous(c, s, normal, rise * top, c[A1] * (1.0 - rise) * top - rise * c[A2] * c[DROP] * fall,
               force, d_s, d_normal);
}
LASH_FRICTION_CURVE(benson)

static lash_status prepare_benson(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(common(params, "mu_k", NULL, c, error));
  c[A1] = lash_params_get(params, "bs");
  c[A2] = lash_params_get(params, "br");
  return LASH_OK;
}

static const lash_param benson_params[] = {
    LASH_MU_S, LASH_MU_K, LASH_POSITIVE("bs", "s/m", "rate of the rise from rest", 1e5),
    LASH_POSITIVE("br", "s/m", "rate of the fall to the kinetic level", 1e3)};

LASH_FRICTION_LAW(
    benson, benson_params,
    .formula = "F = mu_k N (1 - exp(-bs |vt|)) [1 + (mu_s/mu_k - 1) exp(-br |vt|)] sgn(vt)",
    .citation = "Benson's exponential friction, as it appears in reviews",
    .note = "the peak stays below mu_s N unless bs is much larger than br; creeps under load",
    .prepare = prepare_benson, LASH_CURVE_HOOKS(benson));

/* ------------------------------------------------------------------------------------ andersson */

LASH_INLINE void andersson(const double *c, double p, double s, double normal, double *force,
                           double *d_s, double *d_normal) {
  double slope, e = lash_decay(s * c[SCALE], p, &slope), t = lash_tanh(c[A2] * s);
  double top = c[MU_K] + c[DROP] * e;
  with_viscous(c, s, normal, top * t,
               top * c[A2] * (1.0 - t) * (1.0 + t) - c[DROP] * slope * c[SCALE] * t, force, d_s,
               d_normal);
}
LASH_FRICTION_STRIBECK(andersson, A1)

static lash_status prepare_andersson(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(common(params, "mu_k", "c", c, error));
  c[SCALE] = 1.0 / lash_params_get(params, "vs");
  c[A1] = lash_params_get(params, "p");
  c[A2] = lash_params_get(params, "k");
  return LASH_OK;
}

static const lash_param andersson_params[] = {LASH_MU_S,
                                              LASH_MU_K,
                                              LASH_VS,
                                              {"p", "1", "Stribeck exponent", 2, 1, 10, 0, NULL},
                                              LASH_POSITIVE("k", "s/m", "steepness at rest", 1e4),
                                              VISCOUS_ROW};

LASH_FRICTION_LAW(
    andersson, andersson_params,
    .formula = "F = N [mu_k + (mu_s-mu_k) exp(-(|vt|/vs)^p)] tanh(k vt) + c vt",
    .citation = "Andersson, Soderberg & Bjorklund 2007, Tribol. Int. 40:580",
    .note = "the peak stays below mu_s N (97 % for k vs = 10, p = 2); creeps under load",
    .prepare = prepare_andersson, LASH_CURVE_HOOKS(andersson));

/* ------------------------------------------------------------------------------------- simscape */

#define SQRT_2E 2.3316439815971242 /* makes the bump's height one */

LASH_INLINE void simscape(const double *c, double s, double normal, double *force, double *d_s,
                          double *d_normal) {
  double x = lash_min(28.0, s * c[SCALE]), e = lash_exp(-x * x), t = lash_tanh(c[A1] * s);
  double mu = SQRT_2E * c[DROP] * x * e + c[MU_K] * t;
  double slope = SQRT_2E * c[DROP] * (1.0 - 2.0 * x * x) * e * c[SCALE] +
                 c[MU_K] * c[A1] * (1.0 - t) * (1.0 + t);
  with_viscous(c, s, normal, mu, slope, force, d_s, d_normal);
}
LASH_FRICTION_CURVE(simscape)

static lash_status prepare_simscape(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(common(params, "mu_k", "c", c, error));
  double vr = lash_params_get(params, "vr");
  c[SCALE] = 1.0 / (vr * sqrt(2.0));
  c[A1] = 10.0 / vr;
  return LASH_OK;
}

static const lash_param simscape_params[] = {LASH_MU_S, LASH_MU_K, VR_ROW, VISCOUS_ROW};

LASH_FRICTION_LAW(
    simscape, simscape_params,
    .formula =
        "F = N [sqrt(2e) (mu_s-mu_k) exp(-x^2) x + mu_k tanh(10 vt/vr)] + c vt, x = vt/(sqrt(2) "
        "vr)",
    .citation = "Simscape translational friction block; Armstrong-Helouvry & Canudas de Wit 1995",
    .note = "peak mu_s N at the break-away velocity vr; creeps under load",
    .prepare = prepare_simscape, LASH_CURVE_HOOKS(simscape));

/* -------------------------------------------------------------------------------------- hollars */

LASH_INLINE void hollars(const double *c, double s, double normal, double *force, double *d_s,
                         double *d_normal) {
  double x = lash_min(1e150, s * c[SCALE]), w = 1.0 / (1.0 + x * x);
  double ramp = lash_min(1.0, x), top = c[MU_K] + 2.0 * c[DROP] * w;
  double mu = ramp * top + c[A1] * s;
  double slope = ((x < 1.0 ? top : 0.0) - 4.0 * ramp * c[DROP] * x * w * w) * c[SCALE] + c[A1];
  with_viscous(c, s, normal, mu, slope, force, d_s, d_normal);
}
LASH_FRICTION_CURVE(hollars)

static lash_status prepare_hollars(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(common(params, "mu_d", NULL, c, error));
  c[SCALE] = 1.0 / lash_params_get(params, "v_tr");
  c[A1] = lash_params_get(params, "mu_v");
  return LASH_OK;
}

static const lash_param hollars_params[] = {
    LASH_MU_S, MU_D, LASH_NOT_NEGATIVE("mu_v", "s/m", "viscous coefficient per newton of load", 0),
    LASH_POSITIVE("v_tr", "m/s", "transition velocity, where friction peaks", 1e-4)};

LASH_FRICTION_LAW(
    hollars, hollars_params,
    .formula = "F = N [min(x,1) (mu_d + 2 (mu_s-mu_d)/(1+x^2)) + mu_v |vt|] sgn(vt), x = |vt|/v_tr",
    .citation =
        "M. Hollars, as used by Simbody and OpenSim (Sherman et al. 2011, Procedia IUTAM 2:241)",
    .note = "peak exactly mu_s N at v_tr, where the slope jumps; creeps under load",
    .prepare = prepare_hollars, LASH_CURVE_HOOKS(hollars));

/* --------------------------------------------------------------------------------- brown_mcphee */

LASH_INLINE void brown_mcphee(const double *c, double s, double normal, double *force, double *d_s,
                              double *d_normal) {
  double x = lash_min(1e75, s * c[SCALE]), t = lash_tanh(4.0 * x);
  double w = 1.0 / (0.25 * x * x + 0.75), bump = x * w * w;
  double load = lash_tanh(c[A1] * normal); /* viscous friction fades with the load */
  double mu = c[MU_K] * t + c[DROP] * bump;
  double slope = 4.0 * c[MU_K] * (1.0 - t) * (1.0 + t) + c[DROP] * w * w * (1.0 - x * x * w);
  *force = normal * mu + c[VISCOUS] * s * load;
  *d_s = normal * slope * c[SCALE] + c[VISCOUS] * load;
  *d_normal = mu + c[VISCOUS] * s * c[A1] * (1.0 - load) * (1.0 + load);
}
LASH_FRICTION_CURVE(brown_mcphee)

static lash_status prepare_brown_mcphee(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(common(params, "mu_d", "mu_v", c, error));
  c[SCALE] = 1.0 / lash_params_get(params, "v_tr");
  c[A1] = 4.0 / lash_params_get(params, "N_tr");
  return LASH_OK;
}

static const lash_param brown_mcphee_params[] = {
    LASH_MU_S, MU_D, LASH_NOT_NEGATIVE("mu_v", "N s/m", "viscous coefficient", 0),
    LASH_POSITIVE("v_tr", "m/s", "transition velocity, near the peak", 1e-4),
    LASH_POSITIVE("N_tr", "N", "load below which viscous friction fades", 1)};

LASH_FRICTION_LAW(
    brown_mcphee, brown_mcphee_params,
    .formula =
        "F = N [mu_d tanh(4x) + (mu_s-mu_d) x/(x^2/4 + 3/4)^2] sgn(vt) + mu_v vt tanh(4N/N_tr), "
        "x = |vt|/v_tr",
    .citation = "Brown & McPhee 2016, J. Comput. Nonlinear Dyn. 11:054502",
    .note = "peak 0.9996 mu_s N at 1.007 v_tr; creeps under load", .prepare = prepare_brown_mcphee,
    LASH_CURVE_HOOKS(brown_mcphee));

/* -------------------------------------------------------------------------------- adams_contact */

LASH_INLINE void adams_contact(const double *c, double s, double normal, double *force, double *d_s,
                               double *d_normal) {
  /* the rise is a step from -mu_s at -vs to mu_s at vs: odd, so no 1 - 1 is left in it */
  double x = lash_min(1.0, s * c[SCALE]), u = lash_min(1.0, lash_max(0.0, (s - c[A1]) * c[A2]));
  double static_mu = c[MU_K] + c[DROP];
  int rising = s < c[A1];
  double up = static_mu * x * (1.5 - 0.5 * x * x);
  double down = static_mu - c[DROP] * u * u * (3.0 - 2.0 * u);
  double slope_up = static_mu * 1.5 * (1.0 - x) * (1.0 + x) * c[SCALE];
  double slope_down = -c[DROP] * 6.0 * u * (1.0 - u) * c[A2];
  with_viscous(c, s, normal, rising ? up : down, rising ? slope_up : slope_down, force, d_s,
               d_normal);
}
LASH_FRICTION_CURVE(adams_contact)

static lash_status prepare_adams_contact(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(common(params, "mu_d", NULL, c, error));
  LASH_TRY(lash_friction_transition(params, &c[A1], &c[A2], error));
  c[SCALE] = 1.0 / c[A1];
  return LASH_OK;
}

static const lash_param adams_contact_params[] = {
    LASH_MU_S, MU_D, LASH_POSITIVE("vs", "m/s", "stiction transition velocity: the peak", 1e-4),
    LASH_POSITIVE("vd", "m/s", "friction transition velocity, > vs: dynamic from here", 1e-3)};
static const char *const adams_aliases[] = {"adams", "planar_triple_s", NULL};

LASH_FRICTION_LAW(
    adams_contact, adams_contact_params, .aliases = adams_aliases,
    .formula =
        "F = N STEP(vt,-vs,-mu_s,vs,mu_s) for |vt| < vs; N STEP(|vt|,vs,mu_s,vd,mu_d) sgn(vt) "
        "above",
    .citation =
        "Adams CONTACT statement; the same curve as the triple-S friction of PlanarMechanics",
    .note = "peak exactly mu_s N at vs, continuous slope; creeps under load",
    .prepare = prepare_adams_contact, LASH_CURVE_HOOKS(adams_contact));

/* --------------------------------------------------------------------------------------- makkar */

enum { G1 = 1, G2, G3, G4, G5, G6 };

LASH_INLINE void makkar(const double *c, double s, double normal, double *force, double *d_s,
                        double *d_normal) {
  double t2 = lash_tanh(c[G2] * s), t3 = lash_tanh(c[G3] * s), t5 = lash_tanh(c[G5] * s);
  double mu = c[G1] * (t2 - t3) + c[G4] * t5 + c[G6] * s;
  double slope = c[G1] * (c[G2] * (1.0 - t2) * (1.0 + t2) - c[G3] * (1.0 - t3) * (1.0 + t3)) +
                 c[G4] * c[G5] * (1.0 - t5) * (1.0 + t5) + c[G6];
  *force = mu * normal;
  *d_s = slope * normal;
  *d_normal = mu;
}
LASH_FRICTION_CURVE(makkar)

static lash_status prepare_makkar(const lash_params *params, double *c, lash_error *error) {
  LASH_TRY(lash_friction_ordered(params, "g3", "g2", error));
  c[STICK] = -1.0;
  for (size_t i = 0; i < params->count; i++) c[G1 + i] = params->value[i];
  return LASH_OK;
}

static const lash_param makkar_params[] = {
    LASH_NOT_NEGATIVE("g1", "1", "height of the Stribeck bump: about mu_s - mu_k", 0.05),
    LASH_POSITIVE("g2", "s/m", "steepness of the bump's rise, >= g3", 1e5),
    LASH_POSITIVE("g3", "s/m", "steepness of the bump's fall", 1e3),
    LASH_NOT_NEGATIVE("g4", "1", "Coulomb level: mu_k", 0.1),
    LASH_POSITIVE("g5", "s/m", "steepness of the Coulomb part", 1e5),
    LASH_NOT_NEGATIVE("g6", "s/m", "viscous coefficient per newton of load", 0)};

LASH_FRICTION_LAW(
    makkar, makkar_params,
    .formula = "F = N [g1 (tanh(g2 vt) - tanh(g3 vt)) + g4 tanh(g5 vt) + g6 vt]",
    .citation = "Makkar, Dixon, Sawyer & Hu 2005, IEEE/ASME Int. Conf. Adv. Intell. Mechatronics",
    .note =
        "g1 + g4 approaches the static coefficient when g2 and g5 are much larger than g3; creeps "
        "under load",
    .prepare = prepare_makkar, LASH_CURVE_HOOKS(makkar));
