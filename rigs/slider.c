/* A body that slides on a surface under any friction law. */
#include "slider.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double relative_tolerance = 1e-12;

enum { EVENT_WATCH, EVENT_REST, EVENT_BREAKAWAY, EVENTS };

/* ----------------------------------------------------------------------------- the law in place */

static lash_friction_value friction_at(const slider *s, slider_mode mode, double vt, double load,
                                       const double *z) {
  /* within a slip phase the force keeps its side even where the trial crosses rest */
  if (mode == SLIDER_SLIPS_FORWARD) vt = fmax(fabs(vt), DBL_MIN);
  if (mode == SLIDER_SLIPS_BACK) vt = -fmax(fabs(vt), DBL_MIN);
  if (mode == SLIDER_STICKS) vt = 0;
  lash_friction_input in = {.vt = {vt, 0}, .normal = s->normal, .load = {load, 0}, .z = z};
  lash_friction_value out;
  lash_friction_force(s->friction, &in, &out);
  return out;
}

/* The greatest load the law holds at rest [N]. */
static double stick_level(const slider *s) {
  return fabs(friction_at(s, SLIDER_STICKS, 0, 1e30, s->z).force[0]);
}

static bool sticks(const slider *s) { return s->friction->law->traits & LASH_FRICTION_USES_LOAD; }

static size_t continuous(const slider *s) { return lash_friction_continuous_states(s->friction); }

/* z as the law wants it: the continuous states from the integrator, the discrete ones as committed
 */
static void gather(const slider *s, const double *y, double *z) {
  memcpy(z, s->z, sizeof s->z);
  memcpy(z, y + 2, continuous(s) * sizeof *z);
}

/* -------------------------------------------------------------------------- equations of motion */

static bool rate(double t, const double *y, double *ydot, void *context) {
  slider *s = context;
  double z[LASH_FRICTION_STATES_MAX];
  gather(s, y, z);
  double x = y[0], v = y[1], load = s->load(t, x, v, s->rig);
  double vt = v - s->surface_speed;
  double force = friction_at(s, s->mode, vt, load, z).force[0];

  ydot[0] = v;
  ydot[1] = s->mode == SLIDER_STICKS ? 0 : (load - force) / s->mass;
  if (continuous(s)) {
    lash_friction_input in = {.vt = {vt, 0}, .normal = s->normal, .load = {load, 0}, .z = z};
    lash_friction_rate out;
    lash_friction_rates(s->friction, &in, &out);
    memcpy(ydot + 2, out.zdot, continuous(s) * sizeof *ydot);
  }
  if (isfinite(ydot[1])) return true;
  s->bad_speed = vt;
  return false;
}

static void events(double t, const double *y, double *g, void *context) {
  const slider *s = context;
  double load = s->load(t, y[0], y[1], s->rig);
  bool slips = s->mode == SLIDER_SLIPS_FORWARD || s->mode == SLIDER_SLIPS_BACK;
  g[EVENT_WATCH] = s->watch ? s->watch(t, y[0], y[1], s->rig) : 1;
  g[EVENT_REST] = slips ? y[1] - s->surface_speed : 1;
  g[EVENT_BREAKAWAY] = s->mode == SLIDER_STICKS ? stick_level(s) - fabs(load) : 1;
}

/* ------------------------------------------------------------------------------- stick and slip */

/* Mode of a body at rest on the surface: it sticks unless the load is more than the law can hold.
 */
static slider_mode mode_at_rest(const slider *s) {
  double load = s->load(s->t, s->x, s->v, s->rig);
  if (fabs(load) <= stick_level(s)) return SLIDER_STICKS;
  return load > 0 ? SLIDER_SLIPS_FORWARD : SLIDER_SLIPS_BACK;
}

static slider_mode mode_at_start(const slider *s) {
  if (!sticks(s)) return SLIDER_SMOOTH;
  double vt = s->v - s->surface_speed;
  if (vt == 0) return mode_at_rest(s);
  return vt > 0 ? SLIDER_SLIPS_FORWARD : SLIDER_SLIPS_BACK;
}

static lash_status restart(slider *s, lash_error *error) {
  double y[SLIDER_STATES_MAX] = {s->x, s->v};
  memcpy(y + 2, s->z, continuous(s) * sizeof *y);
  return ode_start(s->solver, s->t, y, error);
}

/* A law that reads the load (karnopp) may hold the body inside a band of small speeds: that is
 * rest. */
static bool held(const slider *s) {
  if (s->mode != SLIDER_SLIPS_FORWARD && s->mode != SLIDER_SLIPS_BACK) return false;
  double load = s->load(s->t, s->x, s->v, s->rig);
  double vt = s->v - s->surface_speed;
  lash_friction_value f = friction_at(s, s->mode, vt, load, s->z);
  return f.d_load[0][0] == 1 && f.force[0] == load;
}

static void unpack(slider *s, double t, const double *y) {
  s->t = t;
  s->x = y[0];
  s->v = y[1];
  memcpy(s->z, y + 2, continuous(s) * sizeof *y);
}

/* Applies the law's own switches to z at time t of the last step; true when any flag changed. */
static bool settle_at(slider *s, double t, const double *y, double *z) {
  gather(s, y, z);
  lash_friction_input in = {.vt = {y[1] - s->surface_speed, 0},
                            .normal = s->normal,
                            .load = {s->load(t, y[0], y[1], s->rig), 0},
                            .z = z};
  double old[LASH_FRICTION_STATES_MAX];
  memcpy(old, z, sizeof old);
  lash_friction_settle(s->friction, &in, z);
  size_t first = continuous(s), count = lash_friction_states(s->friction) - first;
  return memcmp(old + first, z + first, count * sizeof *z) != 0;
}

/* Finds the first switch of the law's flags inside the last step, by bisection. */
static void locate_switch(slider *s, double *t, double *y) {
  double z[LASH_FRICTION_STATES_MAX], low = s->t, high = *t;
  while (high - low > 1e-13 * fmax(1, high)) {
    double middle = low + (high - low) / 2;
    ode_dense(s->solver, middle, y);
    if (settle_at(s, middle, y, z)) {
      high = middle;
    } else {
      low = middle;
    }
  }
  ode_dense(s->solver, high, y);
  *t = high;
}

/* -------------------------------------------------------------------------------------- running */

lash_status slider_begin(slider *s, lash_error *error) {
  lash_friction_reset(s->friction, s->z);
  s->mode = mode_at_start(s);
  s->watched = 0;

  /* bristles: tolerance relative to their size in steady sliding */
  double steady[LASH_FRICTION_STATES_MAX];
  memcpy(steady, s->z, sizeof steady);
  lash_friction_input in = {.vt = {s->typical_speed, 0}, .normal = s->normal, .z = steady};
  if (continuous(s)) lash_friction_advance(s->friction, &in, 1e3, steady);
  double absolute[SLIDER_STATES_MAX] = {1e-14, 1e-11 * s->typical_speed};
  for (size_t i = 0; i < continuous(s); i++) {
    absolute[2 + i] = 1e-11 * fmax(fabs(steady[i]), 1e-9);
  }

  ode_problem problem = {.size = 2 + continuous(s),
                         .method = ODE_BDF,
                         .rate = rate,
                         .event_count = EVENTS,
                         .events = events,
                         .context = s,
                         .relative = relative_tolerance,
                         .absolute = absolute,
                         .max_step = 0.01};
  s->solver = ode_create(&problem, error);
  if (!s->solver) return LASH_FAILURE;
  return restart(s, error);
}

void slider_end(slider *s) {
  ode_destroy(s->solver);
  s->solver = NULL;
}

lash_status slider_step(slider *s, double t_stop, lash_error *error) {
  double y[SLIDER_STATES_MAX], t = s->t;
  int event[EVENTS];
  s->watched = 0;
  s->bad_speed = NAN;
  lash_status status = ode_step(s->solver, t_stop, &t, y, event, error);
  if (status != LASH_OK && !isnan(s->bad_speed)) {
    return lash_fail(error, status, "%s: the force is no finite number at vt=%.3g N=%.3g",
                     s->friction->law->name, s->bad_speed, s->normal);
  }
  if (status != LASH_OK) return status;

  double z[LASH_FRICTION_STATES_MAX];
  bool switched = s->friction->law->settle && settle_at(s, t, y, z);
  if (switched) {
    locate_switch(s, &t, y);
    settle_at(s, t, y, z);
    event[EVENT_WATCH] = 0; /* the step now ends earlier; the watch is found again */
  }
  if (s->observe) s->observe(s, s->t, t, s->observer);
  unpack(s, t, y);
  s->watched = event[EVENT_WATCH];
  if (switched) {
    memcpy(s->z, z, sizeof z);
    return restart(s, error);
  }
  if (event[EVENT_REST] || held(s)) {
    s->v = s->surface_speed;
    s->mode = mode_at_rest(s);
    return restart(s, error);
  }
  if (event[EVENT_BREAKAWAY]) {
    double load = s->load(s->t, s->x, s->v, s->rig);
    s->mode = load > 0 ? SLIDER_SLIPS_FORWARD : SLIDER_SLIPS_BACK;
    return restart(s, error);
  }
  return LASH_OK;
}

static double friction_now(const slider *s, double t, double x, double v, const double *z) {
  double load = s->load(t, x, v, s->rig);
  return friction_at(s, s->mode, v - s->surface_speed, load, z).force[0];
}

slider_sample slider_at(slider *s, double t) {
  double y[SLIDER_STATES_MAX];
  ode_dense(s->solver, t, y);
  slider_sample sample = {.t = t, .x = y[0], .v = y[1]};
  gather(s, y, sample.z);
  sample.force = friction_now(s, t, sample.x, sample.v, sample.z);
  return sample;
}
