/* Short bearing: oil flows out at the ends before it flows around. */
#include "film_impl.h"

static const lash_param rows[] = {LASH_FILM_JOURNAL_ROWS, LASH_FILM_CAVITATION_ROW};

static lash_status prepare(const lash_film_law *law, const lash_params *params, double *c,
                           lash_error *error) {
  (void)law;
  const lash_status status = lash_film_prepare_journal(params, c, error);
  const double clear = c[C_CLEAR];
  c[C_SCALE] = c[C_MU] * c[C_R] * c[C_L] * c[C_L] * c[C_L] / (clear * clear * clear);
  return status;
}

/* F = -K int n (V.n)/h^3 over the half circle around V. */
static void cut_film(const double *c, const double e[2], const double V[2], bool partials,
                     lash_film_core *out) {
  const film_direction v = film_direction_of(V);
  const double xi = e[0] * v.d[0] + e[1] * v.d[1], eta = e[0] * v.n[0] + e[1] * v.n[1];
  half_circle h;
  lash_half_circle(xi, eta, &h);
  const film_about f = {h.cc, h.cs, h.ccc, h.ccs, h.ccs, h.css};
  film_spread(c[C_SCALE], &v, xi, eta, &f, partials, out);
  out->cavitated = true;
}

/* Oil that bears tension: the whole circle. F = -pi K (V/s^3 + 3 (e.V) e/s^5). */
static void full_film(const double *c, const double e[2], const double V[2], bool partials,
                      lash_film_core *out) {
  const double s2 = 1 - e[0] * e[0] - e[1] * e[1], i1 = 1 / sqrt(s2), i2 = i1 * i1;
  const double a = LASH_PI * c[C_SCALE] * i1 * i2, b = 3 * a * i2, eV = e[0] * V[0] + e[1] * V[1];
  for (int r = 0; r < 2; r++) out->force[r] = -a * V[r] - b * eV * e[r];
  out->cavitated = false;
  if (!partials) return;
  for (int r = 0; r < 2; r++) {
    for (int k = 0; k < 2; k++) {
      const double same = r == k;
      out->d_v[r][k] = -a * same - b * e[k] * e[r];
      out->d_e[r][k] =
          -b * e[k] * V[r] - b * (V[k] * e[r] + eV * same) - 5 * b * i2 * e[k] * eV * e[r];
    }
  }
}

static void core(const double *c, const double e[2], const double V[2], bool partials,
                 lash_film_core *out) {
  if (c[C_CAVITATION] == CAVITATION_NONE)
    full_film(c, e, V, partials, out);
  else
    cut_film(c, e, V, partials, out);
}

static double pressure(const double *c, const double e[2], const double V[2], double angle,
                       double z) {
  const double n[2] = {cos(angle), sin(angle)}, h = c[C_CLEAR] * (1 - e[0] * n[0] - e[1] * n[1]);
  const double p =
      6 * c[C_MU] / (h * h * h) * (c[C_L] * c[C_L] / 4 - z * z) * (V[0] * n[0] + V[1] * n[1]);
  return p < 0 && c[C_CAVITATION] == CAVITATION_CUT ? 0 : p;
}

double lash_short_bearing_peak(const double *c, const double e[2], const double V[2]) {
  const film_direction v = film_direction_of(V);
  const double xi = e[0] * v.d[0] + e[1] * v.d[1], eta = e[0] * v.n[0] + e[1] * v.n[1];
  const double clear = c[C_CLEAR];
  return 1.5 * c[C_MU] * c[C_L] * c[C_L] / (clear * clear * clear) * v.size *
         lash_short_peak(xi, eta);
}

const lash_film_law lash_film_short = {
    LASH_FILM_LAW_HEAD,
    "short",
    (const char *const[]){"ocvirk", "journal_short", NULL},
    LASH_FILM_JOURNAL,
    "F = -(mu R L^3/c^3) int n (V.n)/(1 - e.n/c)^3 over the half circle around V, V = u - (w_i + "
    "w_j)/2 k x e",
    "Ocvirk 1952, NACA TN 2808; DuBois and Ocvirk 1953, NACA TR 1157; with squeeze, in closed form",
    "For widths up to half the diameter and eccentricities below 0.9 or so; beyond, the finite "
    "law. "
    "With cavitation the force has a cone at V = 0: its slope depends on the direction.",
    rows,
    LASH_COUNT(rows),
    prepare,
    core,
    lash_short_bearing_peak,
    pressure};
