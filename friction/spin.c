/* Contensou's mean slip in closed form; see lash_spin.h.
 *
 * With rho = v/u, F = dP/dv and M = dP/du are functions of rho, M' = -rho F', and the second
 * derivatives of P follow from F' alone: P_vv = F'/u, P_vu = -rho F'/u, P_uu = rho^2 F'/u. */
#include "lash_spin.h"

#include <math.h>

#include "lash_math.h"
#include "law.h"

static const char *const names[LASH_SPIN_COUNT] = {"none", "hertz", "uniform", "ellipsoid"};

const char *lash_spin_name(lash_spin_pressure pressure) {
  return (unsigned)pressure < LASH_SPIN_COUNT ? names[pressure] : NULL;
}

lash_spin_pressure lash_spin_find(const char *name) {
  unsigned k = 0;
  while (k < LASH_SPIN_COUNT && !lash_same_name(names[k], name)) k++;
  return (lash_spin_pressure)k;
}

#define HERTZ_DRILLING (3.0 * LASH_PI / 16.0)

double lash_spin_drilling(lash_spin_pressure pressure) {
  if (pressure == LASH_SPIN_NONE) return 0;
  return pressure == LASH_SPIN_UNIFORM ? 2.0 / 3.0 : HERTZ_DRILLING;
}

/* F, M and F' at rho, with F/rho where rho may be 0. */
typedef struct shares {
  double force, per_rho, torque, slope;
} shares;

/* ----------------------------------------------------------------------- mostly sliding: series */

/* P/v = sum c_k x^k, x = (u/v)^2 < 1: c_k = binomial(1/2, k)^2 times the mean of (r/a)^2k. The
 * ratio of neighbours is ((1/2 - k)/(k + 1))^2 (k + 1)/(k + place). */
enum { TERMS = 26 };
typedef struct series {
  double place; /* 5/2 Hertz, 2 even pressure */
} series;

static lash_spin_mean far_series(series s, double v, double u) {
  const double x = u / v * (u / v);
  double term = 1, sum = 1, force = 1, torque = 0, second = 0; /* second: P_uu v */
  for (int k = 0; k < TERMS; k++) {
    const double step = (0.5 - k) * (0.5 - k) / ((k + 1) * (k + s.place)), n = 2 * (k + 1);
    const double next = term * step; /* c_(k+1) x^k */
    torque += n * next;
    second += n * (n - 1) * next;
    term = next * x;
    sum += term;
    force -= (n - 1) * term;
    if (term < 1e-19) break;
  }
  return (lash_spin_mean){.mean = v * sum,
                          .by_v = force,
                          .by_u = torque * (u / v),
                          .by_vv = second * x / v,
                          .by_vu = -second * (u / v) / v,
                          .by_uu = second / v,
                          .per_v = force / v,
                          .per_u = torque / v};
}

/* ---------------------------------------------------------------------------------------- Hertz */

static shares hertz_near(double rho) {
  const double m = rho * rho, per = 3 * LASH_PI / 8 * (1 - m / 4);
  return (shares){per * rho, per, HERTZ_DRILLING * (1 - m + 0.375 * m * m),
                  3 * LASH_PI / 8 * (1 - 0.75 * m)};
}

static shares hertz_middle(double rho) {
  const double m = rho * rho, s = sqrt((rho - 1) * (rho + 1)), arc = lash_atan2(1, s), c = 3.0 / 16;
  const double force = c * (rho * (4 - m) * arc + (m + 2) * s / rho);
  return (shares){force, force / rho, c * ((2 - 2 * m + 0.75 * m * m) * arc - 0.75 * (m - 2) * s),
                  c * ((4 - 3 * m) * arc + s * (3 - 2 / m))};
}

/* -------------------------------------------------------------------------------- even pressure */

/* Complete elliptic integrals E and (1 - m) K, by the arithmetic-geometric mean; the product stays
 * finite at m = 1. */
static void elliptic(double m, double *E, double *K1) {
  double a = 1, g = sqrt(1 - m), sum = 0.5 * m, weight = 1;
  if (m >= 1) {
    *E = 1, *K1 = 0;
    return;
  }
  while (a - g > 1e-9 * a) {
    const double half = 0.5 * (a - g), mean = 0.5 * (a + g);
    sum += weight * half * half;
    weight *= 2;
    g = sqrt(a * g);
    a = mean;
  }
  const double K = LASH_PI / (a + g);
  *E = K * (1 - sum);
  *K1 = (1 - m) * K;
}

/* F = rho 2F1(-1/2, 1/2; 2; m) and F' = 2F1(-1/2, 3/2; 2; m): the closed form cancels at small rho.
 */
static void uniform_small(double m, double *per_rho, double *slope) {
  double a = 1, b = 1;
  *per_rho = *slope = 1;
  for (int k = 0; k < TERMS; k++) {
    const double common = (k - 0.5) * m / ((k + 1) * (k + 2.0));
    a *= common * (k + 0.5);
    b *= common * (k + 1.5);
    *per_rho += a;
    *slope += b;
  }
}

static shares uniform_near(double rho) {
  const double m = rho * rho;
  double E, K1, per_rho, slope;
  elliptic(m, &E, &K1);
  if (m < 0.25) {
    uniform_small(m, &per_rho, &slope);
  } else {
    per_rho = 4 / (3 * LASH_PI) * ((m + 1) * E - K1) / m;
    slope = 4 / (3 * LASH_PI) * ((2 - 1 / m) * E + K1 / m);
  }
  return (shares){rho * per_rho, per_rho, 4 / (9 * LASH_PI) * ((4 - 2 * m) * E - K1), slope};
}

static shares uniform_middle(double rho) {
  const double m = rho * rho;
  double E, K1;
  elliptic(1 / m, &E, &K1); /* K1 = (1 - 1/m) K, so (m - 1) K = m K1 */
  const double force = 4 / (3 * LASH_PI) * ((m + 1) * E - m * K1);
  return (shares){force, force / rho,
                  4 * rho / (9 * LASH_PI) * ((4 - 2 * m) * E + (2 * m - 3) * K1),
                  4 / (3 * LASH_PI) * ((2 * rho - 1 / rho) * E - 2 * rho * K1)};
}

/* ------------------------------------------------------------------------------------ mean slip */

static lash_spin_mean mean_of(shares s, double v, double u) {
  const double rho = v / u;
  return (lash_spin_mean){.mean = v * s.force + u * s.torque,
                          .by_v = s.force,
                          .by_u = s.torque,
                          .by_vv = s.slope / u,
                          .by_vu = -rho * s.slope / u,
                          .by_uu = rho * rho * s.slope / u,
                          .per_v = s.per_rho / u,
                          .per_u = s.torque / u};
}

static lash_spin_mean ellipsoid(double v, double u) {
  const double k = HERTZ_DRILLING * HERTZ_DRILLING, P = sqrt(v * v + k * u * u);
  const double F = v / P, M = k * u / P;
  return (lash_spin_mean){.mean = P,
                          .by_v = F,
                          .by_u = M,
                          .by_vv = (1 - F * F) / P,
                          .by_vu = -F * M / P,
                          .by_uu = (k - M * M) / P,
                          .per_v = 1 / P,
                          .per_u = k / P};
}

/* Beyond this ratio the closed forms lose digits and the series has few terms. */
#define FAR 3.0

lash_spin_mean lash_spin_mean_slip(lash_spin_pressure pressure, double v, double u) {
  const bool even = pressure == LASH_SPIN_UNIFORM;
  if (!(v > 0) && !(u > 0)) return (lash_spin_mean){.mean = 0};
  if (pressure == LASH_SPIN_NONE)
    return (lash_spin_mean){.mean = v, .by_v = v > 0, .per_v = v > 0 ? 1 / v : 0};
  if (pressure == LASH_SPIN_ELLIPSOID) return ellipsoid(v, u);
  if (v > FAR * u) return far_series((series){even ? 2 : 2.5}, v, u);
  if (v > u) return mean_of(even ? uniform_middle(v / u) : hertz_middle(v / u), v, u);
  return mean_of(even ? uniform_near(v / u) : hertz_near(v / u), v, u);
}

/* ------------------------------------------------------------------------------------- friction */

/* At rest the mean slip has a corner; a smooth law is linear there, and each direction is given its
 * own slope. */
static void at_rest(const lash_friction_value *law, double drilling, lash_friction_value *out) {
  const double slope = law->d_vt[0][0];
  out->d_vt[0][0] = out->d_vt[1][1] = slope;
  out->d_vt[2][2] = slope * drilling * drilling;
}

void lash_spin_force(const lash_friction *friction, lash_spin_pressure pressure,
                     const lash_friction_input *in, lash_friction_value *out) {
  const double *q = in->vt, v = lash_length(q, 2), u = fabs(q[2]);
  const lash_spin_mean p = lash_spin_mean_slip(pressure, v, u);
  const lash_friction_input at = {.vt = {p.mean}, .normal = in->normal};
  lash_friction_value law;
  *out = (lash_friction_value){.force = {0}};
  lash_friction_force(friction, &at, &law);
  if (!(p.mean > 0)) {
    at_rest(&law, lash_spin_drilling(pressure), out);
    return;
  }
  const double f = law.force[0], f_s = law.d_vt[0][0], f_n = law.d_normal[0];
  double t[2];
  lash_direction(q, v, 2, t);
  const double mixed = (f_s * p.by_v * p.by_u + f * p.by_vu) * copysign(1, q[2]);
  for (int i = 0; i < 2; i++) {
    out->force[i] = f * p.per_v * q[i];
    out->d_normal[i] = f_n * p.per_v * q[i];
    out->d_vt[i][2] = out->d_vt[2][i] = mixed * t[i];
    for (int j = 0; j < 2; j++)
      out->d_vt[i][j] =
          (f_s * p.by_v * p.by_v + f * (p.by_vv - p.per_v)) * t[i] * t[j] + (i == j) * f * p.per_v;
  }
  out->force[2] = f * p.per_u * q[2];
  out->d_normal[2] = f_n * p.per_u * q[2];
  out->d_vt[2][2] = f_s * p.by_u * p.by_u + f * p.by_uu;
}
