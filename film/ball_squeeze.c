/* Ball in its socket: the film is squeezed along the line of centres. */
#include "film_impl.h"

static const lash_param rows[] = {
    LASH_FILM_POSITIVE("R", "m", "radius of the ball"),
    LASH_FILM_POSITIVE("c", "m", "radial clearance"),
    LASH_FILM_OIL_ROWS,
    {"socket", "1", "open half sphere whose oil tears on return, or closed and full of oil",
     CAVITATION_CUT, 0, CAVITATION_NONE, 0, (const char *const[]){"half", "closed", NULL}},
    {"core", "1",
     "eccentricity ratio below which the force fades: at the centre it has no direction", 0.1, 0,
     0.5, LASH_PARAM_MIN_OPEN, NULL}};

enum { C_CORE = C_OWN };

static lash_status prepare(const lash_film_law *law, const lash_params *params, double *c,
                           lash_error *error) {
  (void)law;
  const lash_status status = lash_film_prepare_oil(params, c, error);
  const double R = c[C_R] = lash_params_get(params, "R"), R4 = R * R * R * R;
  const double clear = c[C_CLEAR] = lash_params_get(params, "c");
  c[C_CAVITATION] = lash_params_get(params, "socket");
  c[C_CORE] = lash_params_get(params, "core");
  c[C_SCALE] = 6 * LASH_PI * c[C_MU] * R4 / (clear * clear * clear);
  const double part = c[C_CAVITATION] == CAVITATION_NONE ? 8.0 / 3 : 4.0 / 3;
  c[C_SHEAR] = part * LASH_PI * c[C_MU] * R4 / clear;
  return status;
}

/* B = ln(1 - x)/x^3 + 1/(x^2 (1 - x)) - 1/(2 x) = sum (n + 2)/(n + 3) x^n, and its slope. */
static double half_socket(double x, double *slope) {
  if (x < 0.1) {
    double value = 0, d = 0;
    for (int n = 18; n >= 0; n--) {
      d = d * x + value;
      value = value * x + (n + 2.0) / (n + 3.0);
    }
    *slope = d;
    return value;
  }
  const double y = 1 - x, l = log1p(-x), x2 = x * x, x3 = x2 * x;
  *slope = -3 * l / (x2 * x2) - 1 / (x3 * y) - (2 - 3 * x) / (x3 * y * y) + 1 / (2 * x2);
  return l / x3 + 1 / (x2 * y) - 1 / (2 * x);
}

/* (ln((1 - x)/(1 + x)) + 2 x/(1 - x^2))/x^3 = sum 2 (2 n + 2)/(2 n + 3) x^(2 n). */
static double closed_socket(double x, double *slope) {
  const double x2 = x * x;
  if (x < 0.1) {
    double value = 0, d = 0;
    for (int n = 9; n >= 0; n--) {
      d = d * x2 + value;
      value = value * x2 + 2 * (2 * n + 2.0) / (2 * n + 3.0);
    }
    *slope = 2 * x * d;
    return value;
  }
  const double y = 1 - x2, top = log1p(-x) - log1p(x) + 2 * x / y;
  *slope = -3 * top / (x2 * x2) + 4 / (x * y * y);
  return top / (x2 * x);
}

/* 0 at the centre, 1 from `core` on; twice differentiable. */
static double fade(double x, double core, double *slope) {
  const double t = x / core;
  *slope = t < 1 ? 30 * t * t * (1 - t) * (1 - t) / core : 0;
  return t < 1 ? t * t * t * (10 - 15 * t + 6 * t * t) : 1;
}

/* e[0]: eccentricity ratio; V[0]: speed at which the ball moves out along e. */
static void core(const double *c, const double e[2], const double V[2], bool partials,
                 lash_film_core *out) {
  const bool closed = c[C_CAVITATION] == CAVITATION_NONE;
  double slope, fading, B = closed ? closed_socket(e[0], &slope) : half_socket(e[0], &slope);
  const double part = fade(e[0], c[C_CORE], &fading);
  const double acts = closed || V[0] > 0 ? -c[C_SCALE] : 0;
  out->force[0] = acts * B * part * V[0];
  out->force[1] = 0;
  out->cavitated = !closed;
  if (!partials) return;
  out->d_e[0][0] = acts * (slope * part + B * fading) * V[0];
  out->d_v[0][0] = acts * B * part;
}

/* Half socket: p = (3 mu R^2 V/(c^3 eps)) (1/(1 - eps cos a)^2 - 1). Closed: up to the far pole,
 * where the pressure is that of the oil at rest. */
static double pressure(const double *c, const double e[2], const double V[2], double angle,
                       double z) {
  const double x = e[0] * cos(angle), h = 1 - x, clear = c[C_CLEAR];
  const double unit = 3 * c[C_MU] * c[C_R] * c[C_R] / (clear * clear * clear) * V[0];
  (void)z;
  if (c[C_CAVITATION] == CAVITATION_NONE) { /* (1/h^2 - 1/g^2)/eps with g = 1 + eps */
    const double g = 1 + e[0];
    return unit * (1 + cos(angle)) * (g + h) / (h * h * g * g);
  }
  return V[0] > 0 && cos(angle) > 0 ? unit * cos(angle) * (1 + h) / (h * h) : 0;
}

static double peak(const double *c, const double e[2], const double V[2]) {
  return fmax(0, pressure(c, e, V, 0, 0));
}

const lash_film_law lash_film_ball = {
    LASH_FILM_LAW_HEAD,
    "ball",
    (const char *const[]){"ball_squeeze", NULL},
    LASH_FILM_BALL,
    "F = -(6 pi mu R^4/c^3) B(eps) u_e e/|e|, B = ln(1-eps)/eps^3 + 1/(eps^2 (1-eps)) - 1/(2 eps)",
    "Pinkus and Sternlicht 1961, Theory of Hydrodynamic Lubrication; used for joints by Flores and "
    "Lankarani 2010, Nonlinear Dyn. 60:99",
    "Squeeze along the line of centres alone: a ball that moves sideways or spins gets no lift, "
    "only "
    "the shear torque of concentric spheres.",
    rows,
    LASH_COUNT(rows),
    prepare,
    core,
    peak,
    pressure};
