/* A journal that turns under its load: stiffness and damping of its oil, and from where on it
 * whirls. */
#include <math.h>

#include "film_rig.h"
#include "lash_math.h"
#include "rig_curve.h"

static const lash_param params[] = {
    {"load", "N", "on the journal, along -y", 100, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"speed", "rad/s", "of the journal", 100, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"mass", "kg", "of the journal: of a rigid rotor its share", 1, 0, INFINITY,
     LASH_PARAM_MIN_OPEN, NULL},
    {"kick", "1", "how far from its place the journal starts, over the clearance", 0.01, 0, 0.5,
     LASH_PARAM_MIN_OPEN, NULL},
    {"turns", "1", "of the path that is drawn", 40, 1, 1000, 0, NULL}};

static const char *const results[] = {"eccentricity",  "attitude_deg", "kxx_N_m",    "kxy_N_m",
                                      "kyx_N_m",       "kyy_N_m",      "cxx_N_s_m",  "cxy_N_s_m",
                                      "cyx_N_s_m",     "cyy_N_s_m",    "growth_1_s", "whirl_ratio",
                                      "mass_limit_kg", "onset_rad_s",  NULL};
enum { ECCENTRICITY, ATTITUDE, STIFFNESS, DAMPING = 6, GROWTH = 10, RATIO, LIMIT, ONSET };
static const char *const columns[] = {"time_s", "x_m", "y_m", "vx_m_s", "vy_m_s", NULL};

/* -------------------------------------------------------------------------- the linear bearing */

/* Force on the journal near its place: -k displacement - c velocity. */
typedef struct linear {
  lash_film_motion at;
  double k[2][2], c[2][2];
} linear;

static lash_status linearise(const film_bearing *b, linear *l, lash_error *error) {
  lash_film_value v;
  const lash_status status = film_bearing_rest(b, &l->at, error);
  if (status) return status;
  lash_film_eval(b->film, &l->at, true, &v);
  for (int r = 0; r < 2; r++) {
    for (int q = 0; q < 2; q++) {
      l->k[r][q] = -v.by[r][LASH_FILM_BY_E + q];
      l->c[r][q] = -v.by[r][LASH_FILM_BY_U + q];
    }
  }
  return LASH_OK;
}

static double determinant(const double a[2][2]) { return a[0][0] * a[1][1] - a[0][1] * a[1][0]; }

/* What stands at s in det(m s^2 + c s + k). */
static double mixed(const linear *l) {
  return l->k[0][0] * l->c[1][1] + l->k[1][1] * l->c[0][0] - l->k[0][1] * l->c[1][0] -
         l->k[1][0] * l->c[0][1];
}

/* The mass beyond which the journal whirls, INFINITY where it never does; and the whirl's
 * frequency there. At the limit s = i w: the imaginary part gives m w^2, the real part w. */
static double mass_limit(const linear *l, double *frequency) {
  const double stiff = mixed(l) / (l->c[0][0] + l->c[1][1]);
  const double less[2][2] = {{l->k[0][0] - stiff, l->k[0][1]}, {l->k[1][0], l->k[1][1] - stiff}};
  const double w2 = determinant(less) / determinant(l->c);
  *frequency = sqrt(fmax(w2, 0));
  return w2 > 0 ? stiff / w2 : INFINITY;
}

/* --------------------------------------------------------------------------------- the roots */

typedef struct complex_number {
  double re, im;
} complex_number;

static complex_number times(complex_number a, complex_number b) {
  return (complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* a/b, where a is not to grow: of numbers around 1. */
static complex_number over(complex_number a, complex_number b) {
  const double size = b.re * b.re + b.im * b.im;
  return times(a, (complex_number){b.re / size, -b.im / size});
}

/* All roots of s^4 + p[3] s^3 + … + p[0] at once (Weierstrass 1891, Durand and Kerner). */
static void roots_of(const double p[4], complex_number root[4]) {
  static const complex_number seed = {0.4, 0.9};
  root[0] = seed;
  for (int k = 1; k < 4; k++) root[k] = times(root[k - 1], seed);
  for (int turn = 0; turn < 500; turn++) {
    double moved = 0;
    for (int k = 0; k < 4; k++) {
      complex_number value = {1, 0}, apart = {1, 0};
      for (int n = 3; n >= 0; n--) {
        value = times(value, root[k]);
        value.re += p[n];
      }
      for (int n = 0; n < 4; n++)
        if (n != k)
          apart = times(apart, (complex_number){root[k].re - root[n].re, root[k].im - root[n].im});
      const complex_number step = over(value, apart);
      root[k].re -= step.re, root[k].im -= step.im;
      moved = fmax(moved, hypot(step.re, step.im) / (1 + hypot(root[k].re, root[k].im)));
    }
    if (moved < 1e-15) return;
  }
}

/* Of the motion that dies last, or grows: rate and frequency. */
static void slowest(const linear *l, double mass, double *growth, double *frequency) {
  const double m2 = mass * mass, unit = pow(determinant(l->k) / m2, 0.25); /* a frequency */
  const double p[4] = {1, mixed(l) / (m2 * unit * unit * unit),
                       (mass * (l->k[0][0] + l->k[1][1]) + determinant(l->c)) / (m2 * unit * unit),
                       (l->c[0][0] + l->c[1][1]) / (mass * unit)};
  complex_number root[4];
  roots_of(p, root);
  int last = 0;
  for (int k = 1; k < 4; k++)
    if (root[k].re > root[last].re) last = k;
  *growth = root[last].re * unit;
  *frequency = fabs(root[last].im) * unit;
}

/* ----------------------------------------------------------------------------------- the onset */

/* Whether it whirls at a speed; false and *borne false where the film cannot bear the load. */
static bool whirls(const film_bearing *b, double speed, bool *borne) {
  film_bearing other = *b;
  linear l;
  double frequency;
  other.speed = speed;
  *borne = linearise(&other, &l, NULL) == LASH_OK;
  return *borne && b->mass > mass_limit(&l, &frequency);
}

/* The speed from which on it whirls: from the given one up or down, then halved. NAN: none. */
static double onset(const film_bearing *b) {
  bool borne;
  double low = b->speed, high = b->speed;
  const bool now = whirls(b, b->speed, &borne);
  for (int k = 0; k < 60; k++) {
    if (now)
      low /= 1.5;
    else
      high *= 1.5;
    if (whirls(b, now ? low : high, &borne) != now) break;
    if (k == 59) return NAN;
    if (now)
      high = low;
    else
      low = high;
  }
  for (int k = 0; k < 100 && high > (1 + 1e-15) * low; k++) {
    const double middle = sqrt(low * high);
    if (whirls(b, middle, &borne))
      high = middle;
    else
      low = middle;
  }
  whirls(b, low, &borne); /* where the film gives way, nothing is known */
  return borne ? high : NAN;
}

/* ------------------------------------------------------------------------------------- the rig */

static void add_row(const film_bearing *b, double t, const double *y, lash_curve *curve,
                    double *values) {
  const double row[] = {t, y[0], y[1], y[2], y[3]};
  (void)b, (void)values;
  curve_add(curve, row);
}

static lash_status run(const lash_film *film, const lash_params *given, double *values,
                       lash_curve *curve, lash_error *error) {
  film_bearing b = {.film = film,
                    .load = lash_params_get(given, "load"),
                    .speed = lash_params_get(given, "speed"),
                    .mass = lash_params_get(given, "mass")};
  linear l;
  double frequency, time;
  curve_begin(curve, columns);
  if (film->law->kind != LASH_FILM_JOURNAL)
    return lash_fail(error, LASH_BAD_INPUT, "a ball is not carried by turning: it does not whirl");
  lash_status status = linearise(&b, &l, error);
  if (status) return status;
  const double c = lash_params_get(&film->params, "c");
  values[ECCENTRICITY] = hypot(l.at.e[0], l.at.e[1]) / c;
  values[ATTITUDE] = film_attitude(&l.at);
  for (int k = 0; k < 4; k++) {
    values[STIFFNESS + k] = l.k[k / 2][k % 2];
    values[DAMPING + k] = l.c[k / 2][k % 2];
  }
  slowest(&l, b.mass, &values[GROWTH], &frequency);
  values[RATIO] = frequency / b.speed;
  const double limit = mass_limit(&l, &frequency);
  values[LIMIT] = isfinite(limit) ? limit : NAN;
  values[ONSET] = onset(&b);
  if (!curve) return LASH_OK;
  double y[6] = {l.at.e[0] + lash_params_get(given, "kick") * c, l.at.e[1]};
  return film_bearing_move(&b, lash_params_get(given, "turns") * 2 * LASH_PI / b.speed, add_row, y,
                           &time, values, curve, error);
}

const lash_rig whirl_rig = {.name = "whirl",
                            .summary = "a journal in its oil: coefficients, where it whirls",
                            RIG_TABLES(params, results, columns),
                            .plot_x = 1,
                            .plot_y = 2,
                            .run_film = run};
