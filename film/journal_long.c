/* Long bearing: oil flows around only. */
#include "film_impl.h"

static const lash_param rows[] = {LASH_FILM_JOURNAL_ROWS, LASH_FILM_CAVITATION_ROW};

static lash_status prepare(const lash_film_law *law, const lash_params *params, double *c,
                           lash_error *error) {
  (void)law;
  const lash_status status = lash_film_prepare_journal(params, c, error);
  const double x = c[C_R] / c[C_CLEAR];
  c[C_SCALE] = 12 * c[C_MU] * c[C_L] * x * x * x;
  return status;
}

/* Once integrated, h^3 p' = 12 mu R^2 (V.n' + C)/c^3 with n' = k x n; over the whole circle the
 * pressure comes back when C = -3 e x V/(2 + eps^2). F = -K int n' (V.n' + C)/h^3. */
static double constant_of(const double e[2], const double V[2]) {
  return -3 * (e[0] * V[1] - e[1] * V[0]) / (2 + e[0] * e[0] + e[1] * e[1]);
}

/* The whole circle: F = -K pi (2 V/((2 + eps^2) s) + 3 (e.V) e/((2 + eps^2) s^3)). */
static void full_film(const double *c, const double e[2], const double V[2], bool partials,
                      lash_film_core *out) {
  const double eps2 = e[0] * e[0] + e[1] * e[1], i1 = 1 / sqrt(1 - eps2), i2 = i1 * i1;
  const double t = 1 / (2 + eps2), K = LASH_PI * c[C_SCALE], eV = e[0] * V[0] + e[1] * V[1];
  const double a = 2 * K * t * i1, b = 3 * K * t * i1 * i2;
  const double a1 = a * (i2 - 2 * t), b1 = b * (3 * i2 - 2 * t); /* times e: their slopes */
  for (int r = 0; r < 2; r++) out->force[r] = -a * V[r] - b * eV * e[r];
  out->cavitated = false;
  if (!partials) return;
  for (int r = 0; r < 2; r++) {
    for (int k = 0; k < 2; k++) {
      const double same = r == k;
      out->d_v[r][k] = -a * same - b * e[k] * e[r];
      out->d_e[r][k] = -a1 * e[k] * V[r] - b1 * e[k] * eV * e[r] - b * (V[k] * e[r] + eV * same);
    }
  }
}

/* Moments over the half circle around m, and how they change with xi and eta. */
typedef struct moments {
  half_circle h;
  double c3, s3, c3_xi, c3_eta, s3_eta; /* int cos/h^3, sin/h^3 */
} moments;

static void find_moments(double xi, double eta, moments *q) {
  lash_half_circle(xi, eta, &q->h);
  const half_circle *h = &q->h;
  q->c3 = h->gc + xi * h->cc + eta * h->cs;
  q->s3 = h->gs + xi * h->cs + eta * h->ss;
  q->c3_xi = 3 * h->cc + xi * h->ccc + eta * h->ccs;
  q->c3_eta = 3 * h->cs + xi * h->ccs + eta * h->css;
  q->s3_eta = 3 * h->ss + xi * h->css + eta * h->sss;
}

/* The same pressure is equal at two opposite places; between them, on the side to which
 * M = 2 V + (e.V) e points, it is taken less its value there, elsewhere as 0. */
static void pi_film(const double *c, const double e[2], const double V[2], bool partials,
                    lash_film_core *out) {
  const double eV = e[0] * V[0] + e[1] * V[1], K = c[C_SCALE];
  const double M[2] = {2 * V[0] + eV * e[0], 2 * V[1] + eV * e[1]};
  const film_direction m = film_direction_of(M);
  const double xi = e[0] * m.d[0] + e[1] * m.d[1], eta = e[0] * m.n[0] + e[1] * m.n[1];
  const double a = V[0] * m.d[0] + V[1] * m.d[1], b = V[0] * m.n[0] + V[1] * m.n[1];
  const double C = constant_of(e, V);
  moments q;
  find_moments(xi, eta, &q);
  const half_circle *h = &q.h;
  const double along = a * h->ss - b * h->cs - C * q.s3;
  const double across = -a * h->cs + b * h->cc + C * q.c3;
  for (int r = 0; r < 2; r++) out->force[r] = -K * (along * m.d[r] + across * m.n[r]);
  out->cavitated = true;
  if (!partials) return;
  const double along_xi = a * h->css - b * h->ccs - C * q.c3_eta;
  const double along_eta = a * h->sss - b * h->css - C * q.s3_eta;
  const double across_xi = -a * h->ccs + b * h->ccc + C * q.c3_xi;
  const double across_eta = -a * h->css + b * h->ccs + C * q.c3_eta;
  /* a turn of m: xi, eta and a, b turn with it */
  const double turn_along = along_xi * eta - along_eta * xi + h->ss * b + h->cs * a - across;
  const double turn_across = across_xi * eta - across_eta * xi - h->cs * b - h->cc * a + along;
  const double t = 1 / (2 + e[0] * e[0] + e[1] * e[1]), size = m.size > 0 ? m.size : 1;
  for (int k = 0; k < 2; k++) {
    const double unit[2] = {k == 0, k == 1};
    const double dM_e[2] = {V[k] * e[0] + eV * unit[0], V[k] * e[1] + eV * unit[1]};
    const double dM_v[2] = {2 * unit[0] + e[k] * e[0], 2 * unit[1] + e[k] * e[1]};
    const double turn_e = (dM_e[0] * m.n[0] + dM_e[1] * m.n[1]) / size;
    const double turn_v = (dM_v[0] * m.n[0] + dM_v[1] * m.n[1]) / size;
    const double dC_e = -3 * t * (k == 0 ? V[1] : -V[0]) - 2 * t * e[k] * C;
    const double dC_v = -3 * t * (k == 0 ? -e[1] : e[0]);
    const double d_along_e = along_xi * m.d[k] + along_eta * m.n[k] - q.s3 * dC_e;
    const double d_across_e = across_xi * m.d[k] + across_eta * m.n[k] + q.c3 * dC_e;
    const double d_along_v = h->ss * m.d[k] - h->cs * m.n[k] - q.s3 * dC_v;
    const double d_across_v = -h->cs * m.d[k] + h->cc * m.n[k] + q.c3 * dC_v;
    for (int r = 0; r < 2; r++) {
      out->d_e[r][k] = -K * ((d_along_e + turn_e * turn_along) * m.d[r] +
                             (d_across_e + turn_e * turn_across) * m.n[r]);
      out->d_v[r][k] = -K * ((d_along_v + turn_v * turn_along) * m.d[r] +
                             (d_across_v + turn_v * turn_across) * m.n[r]);
    }
  }
}

static void core(const double *c, const double e[2], const double V[2], bool partials,
                 lash_film_core *out) {
  if (c[C_CAVITATION] == CAVITATION_NONE)
    full_film(c, e, V, partials, out);
  else
    pi_film(c, e, V, partials, out);
}

/* From e_r, over 6 mu R^2/c^3 and up to a constant: what turns and what squeezes. The second is
 * written so that eps may vanish. */
static double pressure_from(const double e[2], const double V[2], double angle, double zero) {
  const double x = e[0] * cos(angle) + e[1] * sin(angle), h = 1 - x;
  const double x0 = e[0] * cos(zero) + e[1] * sin(zero), h0 = 1 - x0;
  const double eps2 = e[0] * e[0] + e[1] * e[1], eps = sqrt(eps2);
  const double er[2] = {eps > 0 ? e[0] / eps : 1, eps > 0 ? e[1] / eps : 0};
  const double Vr = V[0] * er[0] + V[1] * er[1], Vt = V[1] * er[0] - V[0] * er[1];
  const double place = atan2(er[1], er[0]);
  const double s = sin(angle - place), s0 = sin(zero - place);
  const double turn = s * (1 + h) / (h * h) - s0 * (1 + h0) / (h0 * h0);
  const double squeeze = (cos(angle - place) - cos(zero - place)) * (h + h0) / (h * h * h0 * h0);
  return 2 * Vt * turn / (2 + eps2) + Vr * squeeze;
}

static double pressure(const double *c, const double e[2], const double V[2], double angle,
                       double z) {
  const double eV = e[0] * V[0] + e[1] * V[1];
  const double M[2] = {2 * V[0] + eV * e[0], 2 * V[1] + eV * e[1]};
  const double middle = atan2(M[1], M[0]), clear = c[C_CLEAR];
  const double unit = 6 * c[C_MU] * c[C_R] * c[C_R] / (clear * clear * clear);
  (void)z; /* the same over the width */
  if (c[C_CAVITATION] == CAVITATION_CUT && !(cos(angle - middle) > 0)) return 0;
  return unit * pressure_from(e, V, angle, middle - LASH_HALF_PI);
}

static double peak(const double *c, const double e[2], const double V[2]) {
  enum { GRID = 720 };
  double best = 0;
  for (int k = 0; k < GRID; k++) best = fmax(best, pressure(c, e, V, 2 * LASH_PI * k / GRID, 0));
  return best;
}

double lash_film_swift_stieber(double eps, double force[2]) {
  /* With cos(g) = (cos(phi) - eps)/(1 - eps cos(phi)) all integrals are those of trigonometric
   * polynomials. Film from g = -pi to the place `end` where pressure and slope vanish:
   * the integral of (1 + eps cos g)(cos(end) - cos(g)) over it is 0. */
  double low = 0, high = LASH_PI, end = 0;
  for (int k = 0; k < 200; k++) {
    end = 0.5 * (low + high);
    const double span = end + LASH_PI, s = sin(end), c = cos(end);
    const double balance = c * (span + eps * s) - s - eps * (span / 2 + s * c / 2);
    if (balance > 0)
      low = end;
    else
      high = end;
  }
  const double span = end + LASH_PI, s = sin(end), c = cos(end), s2 = 1 - eps * eps;
  /* (V.n' + C)/h^3 dphi = (1 + eps cos g)(cos end - cos g)/(s^3 (1 + eps cos end)) dg for V_t = -1;
   * n' = (-sin phi, cos phi) */
  const double unit = 1 / (sqrt(s2) * s2 * (1 + eps * c));
  const double sine = -(c + 1) * c + (c * c - 1) / 2; /* int sin g (cos end - cos g) */
  const double cosine = eps * c * span + c * s - eps * s - (span / 2 + s * c / 2);
  force[0] = unit * sqrt(s2) * sine;
  force[1] = -unit * cosine;
  return acos(fmax(-1, fmin(1, (c + eps) / (1 + eps * c))));
}

const lash_film_law lash_film_long = {LASH_FILM_LAW_HEAD,
                                      "long",
                                      (const char *const[]){"sommerfeld", "journal_long", NULL},
                                      LASH_FILM_JOURNAL,
                                      "F = -(12 mu L R^3/c^3) int n' (V.n' + C)/(1 - e.n/c)^3, n' "
                                      "= k x n, over the half circle around "
                                      "2 V + (e.V) e/c^2 (cavitation=none: over all of it)",
                                      "Sommerfeld 1904, Z. Math. Phys. 50:97; half film with "
                                      "squeeze as in Pinkus and Sternlicht 1961",
                                      "For widths above twice the diameter. At a steady load this "
                                      "is the half-Sommerfeld (Gümbel) film.",
                                      rows,
                                      LASH_COUNT(rows),
                                      prepare,
                                      core,
                                      peak,
                                      pressure};
