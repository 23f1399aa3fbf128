/* Bearing of finite length: the short bearing's closed form times ratios from a table. */
#include "film_impl.h"
#include "finite_table.h"

static const lash_param rows[] = {LASH_FILM_JOURNAL_ROWS};

/* Places of this law in c[]: the first of the four widths used, their weights, and what each
 * function is at the centre. */
enum { STENCIL = 4 };
enum { C_WIDTH = C_OWN, C_WEIGHT, C_CENTRE = C_WEIGHT + STENCIL };
_Static_assert(C_CENTRE + FINITE_FUNCTIONS <= LASH_FILM_CONSTANTS, "room for the constants");

/* A coefficient of the table at the width in force. */
static double printed(const double *c, int function, int row, int column) {
  const int first = (int)c[C_WIDTH];
  double sum = 0;
  for (int w = 0; w < STENCIL; w++)
    sum += c[C_WEIGHT + w] * (double)lash_finite_table[first + w][function][row][column];
  return sum;
}

/* ... so that the centre, which has no direction, has one value: six times the spline there is the
 * first row's coefficient four times and both neighbours, of which one is the other's mirror. The
 * table's digits alone would leave a step of 1e-5, whose slope grows without bound. */
static double entry_at(const double *c, int function, int row, int column) {
  if (row > 0) return printed(c, function, row, column);
  const double sides =
      printed(c, function, 1, column) + printed(c, function, 1, FINITE_ANGLE - column);
  return 0.25 * (6 * c[C_CENTRE + function] - sides);
}

/* The mean over all directions. */
static double centre_of(const double *c, int function) {
  double sum = 0;
  for (int k = 0; k <= FINITE_ANGLE; k++)
    sum += 4 * printed(c, function, 0, k) + 2 * printed(c, function, 1, k);
  return sum / (6 * (FINITE_ANGLE + 1));
}

static lash_status prepare(const lash_film_law *law, const lash_params *params, double *c,
                           lash_error *error) {
  (void)law;
  lash_status status = lash_film_prepare_journal(params, c, error);
  if (status) return status;
  const double clear = c[C_CLEAR], width = c[C_L] / (2 * c[C_R]);
  const double eps_most = 0.99;
  if (width > FINITE_MOST)
    return lash_fail(error, LASH_BAD_INPUT,
                     "finite: the bearing is %.3g times as long as its diameter, the table ends at "
                     "%g; take film=long",
                     width, FINITE_MOST);
  if (c[C_EPS_MAX] > eps_most)
    return lash_fail(error, LASH_BAD_INPUT,
                     "finite: eps_max = %g is not legal; the table ends at %g", c[C_EPS_MAX],
                     eps_most);
  c[C_SCALE] = c[C_MU] * c[C_R] * c[C_L] * c[C_L] * c[C_L] / (clear * clear * clear);
  /* Lagrange's weights over the logarithm; narrower bearings go with the square of the width */
  const double x = fmax(0, 2 * log2(width / FINITE_LEAST));
  const int first = x < 1 ? 0 : x < FINITE_WIDTHS - 2 ? (int)x - 1 : FINITE_WIDTHS - STENCIL;
  const double part = width < FINITE_LEAST ? width * width / (FINITE_LEAST * FINITE_LEAST) : 1;
  c[C_WIDTH] = first;
  for (int k = 0; k < STENCIL; k++) {
    c[C_WEIGHT + k] = part;
    for (int n = 0; n < STENCIL; n++)
      if (n != k) c[C_WEIGHT + k] *= (x - first - n) / (k - n);
  }
  for (int k = 0; k < FINITE_FUNCTIONS; k++) c[C_CENTRE + k] = centre_of(c, k);
  return LASH_OK;
}

/* Cubic B-splines at x in [0, 1) of a cell, and their slopes. */
static void splines(double x, double value[4], double slope[4]) {
  const double y = 1 - x;
  value[0] = y * y * y / 6;
  value[1] = (4 - 6 * x * x + 3 * x * x * x) / 6;
  value[2] = (4 - 6 * y * y + 3 * y * y * y) / 6;
  value[3] = x * x * x / 6;
  slope[0] = -y * y / 2;
  slope[1] = (-4 * x + 3 * x * x) / 2;
  slope[2] = (4 * y - 3 * y * y) / 2;
  slope[3] = x * x / 2;
}

/* Where in the table a state lies. */
typedef struct place {
  int row[4], column[4];
  bool flipped; /* the first row is the mirrored one before 0 */
  double x[4], x_slope[4], chi[4], chi_slope[4];
  double by[2][2]; /* partials of x and chi by xi and eta */
} place;

/* x_eps = 1/s^2; chi = atan2(q |eta|, xi) with q^2 = s. At the centre, where there is no direction,
 * x alone counts. */
static void place_partials(double xi, double eta, double s, double q, place *p) {
  const double eps = hypot(xi, eta), side = eta < 0 ? -1 : 1;
  p->by[0][0] = 1;
  p->by[0][1] = p->by[1][0] = p->by[1][1] = 0;
  if (eps < 1e-12) return;
  const double unit = q / (xi * xi + q * q * eta * eta), bend = 0.5 * xi * fabs(eta) / (s * s);
  p->by[0][0] = xi / (eps * s * s);
  p->by[0][1] = eta / (eps * s * s);
  p->by[1][0] = -unit * (fabs(eta) + bend * xi);
  p->by[1][1] = unit * (side * xi - bend * eta);
}

static void find_place(double xi, double eta, double s, bool partials, place *p) {
  const double q = sqrt(s), eps = hypot(xi, eta);
  const double x = lash_log((1 + eps) / s) / FINITE_STEP;
  const double y = atan2(q * fabs(eta), xi) * (FINITE_ANGLE / LASH_PI);
  const int i = x < FINITE_ROWS ? (int)x : FINITE_ROWS - 1;
  const int k = y < FINITE_ANGLE ? (int)y : FINITE_ANGLE - 1;
  splines(x - i, p->x, p->x_slope);
  splines(y - k, p->chi, p->chi_slope);
  p->flipped = i == 0;
  for (int n = 0; n < 4; n++) {
    const int column = k - 1 + n;
    p->row[n] = i + n > 0 ? i - 1 + n : 1;
    p->column[n] = column < 0 ? 1 : column > FINITE_ANGLE ? FINITE_ANGLE - 1 : column;
  }
  if (partials) place_partials(xi, eta, s, q, p);
}

typedef struct ratio {
  double value, d_x, d_chi;
} ratio;

/* One function of the table at a place. */
static ratio look_up(const double *c, int function, const place *p) {
  ratio r = {0};
  for (int i = 0; i < 4; i++) {
    double value = 0, slope = 0;
    for (int k = 0; k < 4; k++) {
      const int column = p->flipped && i == 0 ? FINITE_ANGLE - p->column[k] : p->column[k];
      const double entry = entry_at(c, function, p->row[i], column);
      value += p->chi[k] * entry;
      slope += p->chi_slope[k] * entry;
    }
    r.value += p->x[i] * value;
    r.d_x += p->x_slope[i] * value;
    r.d_chi += p->x[i] * slope;
  }
  r.value = lash_exp(r.value);
  r.d_x *= r.value / FINITE_STEP;
  r.d_chi *= r.value * (FINITE_ANGLE / LASH_PI);
  return r;
}

static void slopes(const ratio *r, const place *p, double by[2]) {
  for (int k = 0; k < 2; k++) by[k] = r->d_x * p->by[0][k] + r->d_chi * p->by[1][k];
}

static void core(const double *c, const double e[2], const double V[2], bool partials,
                 lash_film_core *out) {
  const film_direction v = film_direction_of(V);
  const double xi = e[0] * v.d[0] + e[1] * v.d[1], eta = e[0] * v.n[0] + e[1] * v.n[1];
  half_circle h;
  place p;
  lash_half_circle(xi, eta, &h);
  find_place(xi, eta, h.s, partials, &p);
  const ratio along = look_up(c, FINITE_ALONG, &p), across = look_up(c, FINITE_ACROSS, &p);
  film_about f = {h.cc * along.value, h.cs * across.value, 0, 0, 0, 0};
  if (partials) {
    double d[2], n[2];
    slopes(&along, &p, d);
    slopes(&across, &p, n);
    f.d_xi = h.ccc * along.value + h.cc * d[0];
    f.d_eta = h.ccs * along.value + h.cc * d[1];
    f.n_xi = h.ccs * across.value + h.cs * n[0];
    f.n_eta = h.css * across.value + h.cs * n[1];
  }
  film_spread(c[C_SCALE], &v, xi, eta, &f, partials, out);
  out->cavitated = true;
}

static double peak(const double *c, const double e[2], const double V[2]) {
  const film_direction v = film_direction_of(V);
  const double xi = e[0] * v.d[0] + e[1] * v.d[1], eta = e[0] * v.n[0] + e[1] * v.n[1];
  place p;
  find_place(xi, eta, sqrt(1 - xi * xi - eta * eta), false, &p);
  return look_up(c, FINITE_PEAK, &p).value * lash_short_bearing_peak(c, e, V);
}

const lash_film_law lash_film_finite = {
    LASH_FILM_LAW_HEAD,
    "finite",
    (const char *const[]){"journal_finite", NULL},
    LASH_FILM_JOURNAL,
    "F = -(mu R L^3/c^3) |V| (a f_a(eps, angle, L/D) V/|V| + b f_b(eps, angle, L/D) k x V/|V|), a "
    "and b "
    "the short bearing's, f a table by Reynolds' equation",
    "table of this project: finite volumes, Reynolds cavitation (Swift 1932, Stieber 1933), no "
    "groove",
    "For widths up to twice the diameter and eccentricities up to 0.99; within 0.1 % of Reynolds' "
    "equation up to 0.975.",
    rows,
    LASH_COUNT(rows),
    prepare,
    core,
    peak,
    NULL};
