/* A body that spins about the contact's normal and slides until both stop; a wheel or ball that
 * rolls to a stop. */
#include <math.h>
#include <string.h>

#include "lash_math.h"
#include "lash_spin.h"
#include "ode.h"
#include "rig_curve.h"
#include "slider.h"

/* ------------------------------------------------------------------------------------- drilling */

/* A disc of radius a, in which the law acts with the slip of every place:
 *
 *   mass v' = -F(v, w a),  inertia w' = -M(v, w a).
 *
 * Where F and M are mu N times functions of rho = v/(w a), both speeds reach zero together, at a
 * ratio that depends on inertia/(mass a^2) alone (Farkas et al. 2003). */

static const char *const pressures[] = {"hertz", "uniform", "ellipsoid", NULL};

static const lash_param drilling_params[] = {
    {"pressure", "1", "how the load is spread over the disc", 0, 0, 2, 0, pressures},
    {"a", "m", "radius of the contact disc", 1e-3, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"mass", "kg", "of the body", 1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"inertia", "kg m^2", "of the body about the normal", 4e-5, 0, INFINITY, LASH_PARAM_MIN_OPEN,
     NULL},
    {"normal", "N", "normal load on the body", 10, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"spin", "rad/s", "about the normal at the start", 100, -INFINITY, INFINITY, 0, NULL},
    {"speed", "m/s", "of sliding at the start", 0, 0, INFINITY, 0, NULL},
    {"until", "1", "part of the slip at the start at which it counts as stopped", 1e-3, 0, 1,
     LASH_PARAM_MIN_OPEN | LASH_PARAM_MAX_OPEN, NULL},
    {"end", "s", "when it is given up", 1e3, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL}};
static const char *const drilling_results[] = {"stop_s",  "turn_rad",     "way_m", "rho_start",
                                               "rho_end", "energy_error", NULL};
enum { STOP, TURN, WAY, RHO_START, RHO_END, ENERGY_ERROR };
static const char *const drilling_columns[] = {"time_s",  "spin_rad_s", "v_m_s",
                                               "force_N", "torque_N_m", NULL};

enum { SPEED, SPIN, PLACE, ANGLE, LOST, BRISTLES };

typedef struct driller {
  lash_friction law; /* of dimension 3 where it has bristles */
  lash_spin_pressure pressure;
  double a, mass, inertia, normal;
  double least; /* mean slip at which it has stopped */
} driller;

/* Bristles know the ellipsoid by the arm of their third component. */
static double arm_of(const driller *d) {
  return d->law.law->states ? lash_spin_drilling(d->pressure) * d->a : d->a;
}

static lash_friction_input slip_of(const driller *d, const double *y) {
  return (lash_friction_input){
      .vt = {y[SPEED], 0, arm_of(d) * y[SPIN]}, .normal = d->normal, .z = y + BRISTLES};
}

static lash_friction_value resist(const driller *d, const double *y) {
  const lash_friction_input in = slip_of(d, y);
  lash_friction_value f;
  if (d->law.law->states)
    lash_friction_force(&d->law, &in, &f);
  else
    lash_spin_force(&d->law, d->pressure, &in, &f);
  f.force[2] *= arm_of(d);
  return f;
}

static double mean_slip(const driller *d, const double *y) {
  return lash_spin_mean_slip(d->pressure, fabs(y[SPEED]), fabs(y[SPIN]) * d->a).mean;
}

static double rho_of(const driller *d, const double *y) {
  return fabs(y[SPEED]) / (fabs(y[SPIN]) * d->a);
}

static double kinetic(const driller *d, const double *y) {
  return 0.5 * (d->mass * y[SPEED] * y[SPEED] + d->inertia * y[SPIN] * y[SPIN]);
}

static bool drilling_rate(double t, const double *y, double *ydot, void *context) {
  const driller *d = context;
  const lash_friction_value f = resist(d, y);
  (void)t;
  ydot[SPEED] = -f.force[0] / d->mass;
  ydot[SPIN] = -f.force[2] / d->inertia;
  ydot[PLACE] = y[SPEED];
  ydot[ANGLE] = y[SPIN];
  ydot[LOST] = f.force[0] * y[SPEED] + f.force[2] * y[SPIN];
  if (d->law.law->states) {
    const lash_friction_input in = slip_of(d, y);
    lash_friction_rate r;
    lash_friction_rates(&d->law, &in, &r);
    memcpy(ydot + BRISTLES, r.zdot, lash_friction_states(&d->law) * sizeof *ydot);
  }
  return isfinite(ydot[SPEED]) && isfinite(ydot[SPIN]);
}

static void stops(double t, const double *y, double *g, void *context) {
  (void)t;
  const driller *d = context;
  g[0] = mean_slip(d, y) - d->least;
}

static lash_status choose(const lash_friction *friction, driller *d, lash_error *error) {
  const bool bristles = friction->law->states != NULL;
  d->law = *friction;
  d->law.dim = bristles ? 3 : 2;
  if (!bristles) return LASH_OK;
  if (d->pressure != LASH_SPIN_ELLIPSOID)
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s has bristles, which follow pressure=ellipsoid only; or choose a law "
                     "without memory",
                     friction->law->name);
  const lash_status status = lash_friction_ready(&d->law, error);
  if (status != LASH_OK) return status;
  if (lash_friction_states(&d->law) == lash_friction_continuous_states(&d->law)) return LASH_OK;
  return lash_fail(error, LASH_UNSUPPORTED,
                   "%s switches between stick and slip within its bristles; the drilling rig takes "
                   "bristles without switches, such as lugre_n",
                   friction->law->name);
}

static void add_row(const driller *d, double t, const double *y, lash_curve *curve) {
  const lash_friction_value f = resist(d, y);
  const double row[] = {t, y[SPIN], y[SPEED], f.force[0], f.force[2]};
  curve_add(curve, row);
}

/* The time it takes is not known beforehand, so the first run measures it and the second one draws.
 */
static lash_status spin_down(driller *d, double end, double *y, double *when, lash_curve *curve,
                             lash_error *error) {
  const double slip = mean_slip(d, y), energy = kinetic(d, y);
  double absolute[BRISTLES + LASH_FRICTION_STATES_MAX];
  const size_t states = d->law.law->states ? lash_friction_states(&d->law) : 0;
  absolute[SPEED] = 1e-13 * slip;
  absolute[SPIN] = 1e-13 * slip / d->a;
  absolute[PLACE] = 1e-12 * d->a, absolute[ANGLE] = 1e-12, absolute[LOST] = 1e-13 * energy;
  for (size_t k = 0; k < states; k++) absolute[BRISTLES + k] = 1e-12 * d->a;
  if (states) lash_friction_reset(&d->law, y + BRISTLES);
  const ode_problem problem = {.size = BRISTLES + states,
                               .method = states ? ODE_BDF : ODE_ADAMS,
                               .rate = drilling_rate,
                               .event_count = 1,
                               .events = stops,
                               .context = d,
                               .relative = 1e-12,
                               .absolute = absolute};
  ode *solver = ode_create(&problem, error);
  if (!solver) return LASH_FAILURE;
  const size_t rows = curve ? curve->capacity - 1 : 1;
  lash_status status = ode_start(solver, 0, y, error);
  double t = 0;
  int there = 0;
  if (status == LASH_OK && curve) add_row(d, 0, y, curve);
  for (size_t k = 1; k <= rows && !there && status == LASH_OK; k++) {
    const double stop = k == rows ? end : end * (double)k / (double)rows;
    while (t < stop && !there && status == LASH_OK)
      status = ode_step(solver, stop, &t, y, &there, error);
    if (status == LASH_OK && curve) add_row(d, t, y, curve);
  }
  ode_destroy(solver);
  *when = t;
  if (status == LASH_OK && !there && !curve)
    return lash_fail(error, LASH_FAILURE,
                     "%s: the body still moves after %g s; raise end, until or normal",
                     d->law.law->name, end);
  return status;
}

static lash_status drilling(const lash_friction *friction, const lash_params *p, double *values,
                            lash_curve *curve, lash_error *error) {
  driller d = {.pressure = LASH_SPIN_HERTZ + (int)lash_params_get(p, "pressure"),
               .a = lash_params_get(p, "a"),
               .mass = lash_params_get(p, "mass"),
               .inertia = lash_params_get(p, "inertia"),
               .normal = lash_params_get(p, "normal")};
  const double start[BRISTLES + LASH_FRICTION_STATES_MAX] = {
      [SPEED] = lash_params_get(p, "speed"), [SPIN] = lash_params_get(p, "spin")};
  double y[BRISTLES + LASH_FRICTION_STATES_MAX];
  lash_status status = choose(friction, &d, error);
  if (status != LASH_OK) return status;
  const double slip = mean_slip(&d, start);
  if (!(slip > 0)) return lash_fail(error, LASH_BAD_INPUT, "spin = 0 and speed = 0: nothing moves");
  d.least = lash_params_get(p, "until") * slip;
  memcpy(y, start, sizeof y);
  status = spin_down(&d, lash_params_get(p, "end"), y, &values[STOP], NULL, error);
  if (status != LASH_OK) return status;
  values[TURN] = y[ANGLE];
  values[WAY] = y[PLACE];
  values[RHO_START] = rho_of(&d, start);
  values[RHO_END] = rho_of(&d, y);
  values[ENERGY_ERROR] = (kinetic(&d, start) - kinetic(&d, y) - y[LOST]) / kinetic(&d, start);
  if (!curve) return LASH_OK;
  double again;
  curve_begin(curve, drilling_columns);
  memcpy(y, start, sizeof y);
  return spin_down(&d, values[STOP], y, &again, curve, error);
}

const lash_rig drilling_rig = {
    .name = "drilling",
    .summary = "a body that spins about the contact's normal while it slides",
    RIG_TABLES(drilling_params, drilling_results, drilling_columns),
    .plot_x = 0,
    .plot_y = 1,
    .run = drilling};

/* -------------------------------------------------------------------------------------- rolling */

/* A body that rolls without slipping: the couple R F(R w) of the law against rolling, R w = v, and
 * the rim's force leave (mass + inertia/R^2) v' = -F(v), whatever the radius. */

static const lash_param rolling_params[] = {
    {"mass", "kg", "of the body", 1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"round", "1", "its inertia over mass times radius squared: ball 2/5, cylinder 1/2, hoop 1",
     0.4, 0, INFINITY, 0, NULL},
    {"normal", "N", "normal load on the body", 10, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"speed", "m/s", "at the start", 1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"until", "1", "part of the speed at the start at which it counts as stopped", 1e-3, 0, 1,
     LASH_PARAM_MIN_OPEN | LASH_PARAM_MAX_OPEN, NULL},
    {"end", "s", "simulated time", 3, 0, 1e6, LASH_PARAM_MIN_OPEN, NULL}};
static const char *const rolling_results[] = {"stop_s",  "way_m",        "rocking_s",
                                              "x_end_m", "force_peak_N", NULL};
static const char *const rolling_columns[] = {"time_s", "x_m", "v_m_s", "force_N", NULL};

typedef struct roller {
  double least; /* speed at which it has stopped */
  double force; /* greatest */
  lash_curve *curve;
  double next, interval;
} roller;

static double nothing(double t, double x, double v, const void *context) {
  (void)t, (void)x, (void)v, (void)context;
  return 0;
}

static double above_least(double t, double x, double v, const void *context) {
  (void)t, (void)x;
  return v - ((const roller *)context)->least;
}

static void watch_rolling(slider *s, double from, double to, void *context) {
  roller *r = context;
  r->force = fmax(r->force, fabs(slider_at(s, to).force));
  for (; r->curve && r->next <= to; r->next += r->interval) {
    const slider_sample at = slider_at(s, fmax(from, r->next));
    const double row[] = {at.t, at.x, at.v, at.force};
    curve_add(r->curve, row);
  }
}

static lash_status rolling(const lash_friction *friction, const lash_params *p, double *values,
                           lash_curve *curve, lash_error *error) {
  const double speed = lash_params_get(p, "speed"), end = lash_params_get(p, "end");
  roller r = {.least = lash_params_get(p, "until") * speed,
              .curve = curve,
              .interval = curve ? end / (double)(curve->capacity - 1) : 0};
  slider s = {.friction = friction,
              .mass = lash_params_get(p, "mass") * (1 + lash_params_get(p, "round")),
              .normal = lash_params_get(p, "normal"),
              .typical_speed = speed,
              .v = speed,
              .load = nothing,
              .watch = above_least,
              .observe = watch_rolling,
              .observer = &r,
              .rig = &r};
  enum { ROLL_STOP, ROLL_WAY, ROCKING, X_END, FORCE };
  values[ROLL_STOP] = values[ROLL_WAY] = values[ROCKING] = NAN;
  curve_begin(curve, rolling_columns);
  lash_status status = slider_begin(&s, error);
  while (status == LASH_OK && s.t < end) {
    status = slider_step(&s, end, error);
    if (status != LASH_OK || s.watched >= 0) continue;
    if (isnan(values[ROLL_STOP]))
      values[ROLL_STOP] = s.t, values[ROLL_WAY] = s.x;
    else if (isnan(values[ROCKING]))
      values[ROCKING] = s.t - values[ROLL_STOP];
  }
  values[X_END] = s.x;
  values[FORCE] = r.force;
  slider_end(&s);
  return status;
}

const lash_rig rolling_rig = {.name = "rolling",
                              .summary = "a ball or wheel that rolls until the law has stopped it",
                              RIG_TABLES(rolling_params, rolling_results, rolling_columns),
                              .plot_x = 0,
                              .plot_y = 2,
                              .run = rolling};
