/* A journal in its oil: under a steady load, around an orbit, squeezed. */
#include "film_rig.h"

#include <math.h>

#include "lash_math.h"
#include "ode.h"
#include "rig_curve.h"

enum { STEADY, ORBIT, SQUEEZE };
static const char *const experiments[] = {"steady", "orbit", "squeeze", NULL};

static const lash_param params[] = {
    {"experiment", "1", "what is done to the journal", STEADY, 0, SQUEEZE, 0, experiments},
    {"load", "N", "on the journal, along -y", 100, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"speed", "rad/s", "of the journal; squeeze: does not turn", 100, 0, INFINITY, 0, NULL},
    {"swing", "N", "orbit: a load that turns with the journal", 50, 0, INFINITY, 0, NULL},
    {"mass", "kg", "of the journal: orbit and squeeze", 1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"turns", "1", "of the orbit", 20, 1, 1000, 0, NULL},
    {"until", "1", "squeeze: eccentricity ratio at which it ends", 0.9, 0.05, 0.95, 0, NULL}};

static const char *const results[] = {"eccentricity", "attitude_deg", "film_m",
                                      "pressure_Pa",  "torque_N_m",   "power_W",
                                      "time_s",       "energy_error", NULL};
enum { ECCENTRICITY, ATTITUDE, FILM, PRESSURE, TORQUE, POWER, TIME, ENERGY_ERROR };
static const char *const columns[] = {"time_s",      "x_m",     "y_m", "film_m",
                                      "pressure_Pa", "power_W", NULL};

static lash_film_motion motion_of(const film_bearing *b, const double *y) {
  return (lash_film_motion){.e = {y[0], y[1]}, .u = {y[2], y[3]}, .spin_j = {0, 0, b->speed}};
}

static void load_at(const film_bearing *b, double t, double W[2]) {
  W[0] = b->swing * cos(b->speed * t);
  W[1] = b->swing * sin(b->speed * t) - b->load;
}

/* y: place, velocity, work of the loads, energy lost in the oil. The rotation is held, so the
 * torque's work is the oil's as well. */
static bool rate(double t, const double *y, double *ydot, void *context) {
  const film_bearing *b = context;
  const lash_film_motion m = motion_of(b, y);
  lash_film_value v;
  double W[2];
  lash_film_eval(b->film, &m, false, &v);
  load_at(b, t, W);
  for (int k = 0; k < 2; k++) {
    ydot[k] = y[2 + k];
    ydot[2 + k] = (v.force[k] + W[k]) / b->mass;
  }
  ydot[4] = W[0] * y[2] + W[1] * y[3] - v.torque_j[2] * b->speed;
  ydot[5] = v.power;
  return true;
}

static void reaches_end(double t, const double *y, double *g, void *context) {
  const film_bearing *b = context;
  (void)t;
  g[0] = hypot(y[0], y[1]) - b->end;
}

static void add_row(const film_bearing *b, double t, const double *y, lash_curve *curve,
                    double *values) {
  const lash_film_motion m = motion_of(b, y);
  lash_film_value v;
  lash_film_eval(b->film, &m, false, &v);
  const double row[] = {t, y[0], y[1], v.film, lash_film_peak(b->film, &m), v.power};
  curve_add(curve, row);
  values[ECCENTRICITY] = fmax(values[ECCENTRICITY], v.eps);
  values[FILM] = fmin(values[FILM], v.film);
  values[PRESSURE] = fmax(values[PRESSURE], row[4]);
}

/* Load over which the eccentricity grows without bound is bracketed by the law's own bend. */
lash_status film_bearing_rest(const film_bearing *b, lash_film_motion *at, lash_error *error) {
  const double c = lash_params_get(&b->film->params, "c");
  double low = 0, high = lash_params_get(&b->film->params, "eps_max");
  lash_film_value v;
  lash_film_motion m = {.spin_j = {0, 0, b->speed}};
  m.e[0] = high * c;
  lash_film_eval(b->film, &m, false, &v);
  if (!(hypot(v.force[0], v.force[1]) > b->load))
    return lash_fail(error, LASH_BAD_INPUT,
                     "the film bears at most %.4g N at this speed (eccentricity ratio %g): lower "
                     "the load of %g N, or raise speed, viscosity or width",
                     hypot(v.force[0], v.force[1]), high, b->load);
  for (int k = 0; k < 200; k++) {
    m.e[0] = 0.5 * (low + high) * c;
    lash_film_eval(b->film, &m, false, &v);
    if (hypot(v.force[0], v.force[1]) < b->load)
      low = m.e[0] / c;
    else
      high = m.e[0] / c;
  }
  /* turn the picture until the force points up */
  const double turn = LASH_HALF_PI - atan2(v.force[1], v.force[0]), e = m.e[0];
  m.e[0] = e * cos(turn), m.e[1] = e * sin(turn);
  *at = m;
  return LASH_OK;
}

double film_attitude(const lash_film_motion *at) { /* from the load, which points down */
  return atan2(at->e[0], -at->e[1]) * 180 / LASH_PI;
}

static lash_status steady(const film_bearing *b, double *values, lash_curve *curve,
                          lash_error *error) {
  lash_film_motion m;
  lash_film_value v;
  const lash_status status = film_bearing_rest(b, &m, error);
  if (status) return status;
  lash_film_eval(b->film, &m, false, &v);
  const double y[4] = {m.e[0], m.e[1], 0, 0};
  values[ATTITUDE] = film_attitude(&m);
  values[TORQUE] = v.torque_j[2];
  values[POWER] = v.power;
  for (int k = 0; k < 2; k++) add_row(b, k, y, curve, values); /* a point, to be drawn */
  values[TIME] = values[ENERGY_ERROR] = NAN;
  return LASH_OK;
}

static double kinetic(const film_bearing *b, const double *y) {
  return 0.5 * b->mass * (y[2] * y[2] + y[3] * y[3]);
}

lash_status film_bearing_move(film_bearing *b, double end, film_row *row, double y[6], double *time,
                              double *values, lash_curve *curve, lash_error *error) {
  const double c = lash_params_get(&b->film->params, "c");
  const double energy = (b->load + b->swing) * c * 1e-6;
  const double absolute[6] = {1e-10 * c, 1e-10 * c, 1e-9 * c, 1e-9 * c, energy, energy};
  const ode_problem problem = {.size = 6,
                               .method = ODE_BDF,
                               .rate = rate,
                               .event_count = b->end > 0,
                               .events = reaches_end,
                               .context = b,
                               .relative = 1e-9,
                               .absolute = absolute,
                               .max_step = end / 100};
  ode *solver = ode_create(&problem, error);
  if (!solver) return LASH_FAILURE;
  double t = 0;
  const size_t rows = curve ? curve->capacity - 1 : 1000;
  int there = 0;
  lash_status status = ode_start(solver, 0, y, error);
  for (size_t k = 0; k <= rows && !status && !there; k++) {
    const double stop = end * (double)k / (double)rows;
    while (t < stop && !status && !there) status = ode_step(solver, stop, &t, y, &there, error);
    if (status) break;
    row(b, t, y, curve, values);
  }
  ode_destroy(solver);
  *time = t;
  return status;
}

static lash_status move(film_bearing *b, double end, double *values, lash_curve *curve,
                        lash_error *error) {
  double y[6] = {0}, t = 0;
  const lash_status status = film_bearing_move(b, end, add_row, y, &t, values, curve, error);
  values[TIME] = t;
  values[POWER] = t > 0 ? y[5] / t : 0;
  values[ENERGY_ERROR] = (y[4] - y[5] - kinetic(b, y)) / fmax(y[5], 1e-300);
  values[ATTITUDE] = values[TORQUE] = NAN;
  return status;
}

static lash_status run(const lash_film *film, const lash_params *given, double *values,
                       lash_curve *curve, lash_error *error) {
  const int experiment = (int)lash_params_get(given, "experiment");
  film_bearing b = {.film = film,
                    .load = lash_params_get(given, "load"),
                    .speed = experiment == SQUEEZE ? 0 : lash_params_get(given, "speed"),
                    .swing = experiment == ORBIT ? lash_params_get(given, "swing") : 0,
                    .mass = lash_params_get(given, "mass")};
  for (int k = 0; results[k]; k++) values[k] = 0;
  values[FILM] = INFINITY;
  curve_begin(curve, columns);
  if (film->law->kind != LASH_FILM_JOURNAL && experiment != SQUEEZE)
    return lash_fail(error, LASH_BAD_INPUT,
                     "a ball is not carried by turning: experiment=squeeze only");
  if (experiment != SQUEEZE && !(b.speed > 0))
    return lash_fail(error, LASH_BAD_INPUT, "speed = 0: a film that carries needs turning");
  if (experiment == STEADY) return steady(&b, values, curve, error);
  if (experiment == ORBIT)
    return move(&b, lash_params_get(given, "turns") * 2 * LASH_PI / b.speed, values, curve, error);
  const lash_film_motion middle = {.u = {1}};
  lash_film_motion off = middle;
  off.e[0] = 0.5 * lash_params_get(&film->params, "c");
  lash_film_value v;
  lash_film_eval(film, &off, false, &v); /* a time scale: 60 times that of half the way */
  const double scale = -v.force[0] * lash_params_get(&film->params, "c") / b.load;
  b.end = lash_params_get(given, "until") * lash_params_get(&film->params, "c");
  return move(&b, 60 * scale, values, curve, error);
}

const lash_rig film_rig = {.name = "journal-bearing",
                           .summary = "a journal in its oil: steady load, orbit, squeeze",
                           RIG_TABLES(params, results, columns),
                           .plot_x = 1,
                           .plot_y = 2,
                           .run_film = run};
