/* An impact on one contact law.
 *
 * The problem is solved in its own units (length: the depth where the elastic force would stop the
 * body; speed: the impact speed), so that accuracy does not depend on stiffness, mass or speed. */
#include <math.h>

#include "lash_rigs.h"
#include "ode.h"
#include "rig_curve.h"

static const double tolerance = 1e-12;

/* Times are counted in length/speed; no law holds two bodies together longer than this. */
static const double time_limit = 1e4;

static const char *const columns[] = {"time_s", "delta_m", "v_m_s", "force_N", NULL};

typedef struct impact {
  const lash_contact *contact;
  double mass, speed, length;
  double force_unit; /* mass speed^2 / length */
  double bad[2];     /* depth and its rate where the law had no number; NAN: it always had */
} impact;

static lash_contact_value force_at(const impact *p, const double *y) {
  return lash_contact_eval(p->contact, y[0] * p->length, y[1] * p->speed, p->speed);
}

static bool rate(double t, const double *y, double *ydot, void *context) {
  (void)t;
  impact *p = context;
  ydot[0] = y[1];
  ydot[1] = -force_at(p, y).force / p->force_unit;
  if (isfinite(ydot[1])) return true;
  p->bad[0] = y[0] * p->length;
  p->bad[1] = y[1] * p->speed;
  return false;
}

/* The body has left when its depth falls through zero, is deepest when its rate does, and feels no
 * more force once the law's tension is cut. */
enum { LEAVES, DEEPEST, CUT, EVENTS };

static void events(double t, const double *y, double *g, void *context) {
  (void)t;
  g[LEAVES] = y[0];
  g[DEEPEST] = y[1];
  g[CUT] = force_at(context, y).flags & LASH_CONTACT_CLAMPED ? -1 : 1;
}

/* Depth at which elastic force times depth equals m v^2: within a small factor of the real depth.
 */
static lash_status find_length(impact *p, lash_error *error) {
  double target = p->mass * p->speed * p->speed;
  double limit = lash_contact_limit(p->contact);
  double low = 1e-30, high = isfinite(limit) ? limit : 1e30;
  const double deepest = high;
  for (int i = 0; i < 200; i++) {
    double middle = sqrt(low * high);
    double work = middle * lash_contact_eval(p->contact, middle, 0, p->speed).force;
    if (work < target) { /* no number counts as too deep */
      low = middle;
    } else {
      high = middle;
    }
  }
  p->length = sqrt(low * high);
  p->force_unit = target / p->length;
  const bool stops = high < deepest || isfinite(limit);
  if (stops && p->length > 0 && isfinite(p->length + p->force_unit)) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "%s: the force law has no depth that stops %g kg at %g m/s",
                   p->contact->law->name, p->mass, p->speed);
}

static void record(const impact *p, double t, const double *y, lash_curve *curve) {
  double row[] = {t * p->length / p->speed, y[0] * p->length, y[1] * p->speed,
                  force_at(p, y).force};
  curve_add(curve, row);
}

/* Greatest force inside the last step, by golden section on the dense solution. */
static double force_peak(const impact *p, ode *solver, double t0, double t1) {
  const double golden = 0.6180339887498949;
  double y[2];
  for (int i = 0; i < 60; i++) {
    double a = t1 - golden * (t1 - t0), b = t0 + golden * (t1 - t0);
    ode_dense(solver, a, y);
    double fa = force_at(p, y).force;
    ode_dense(solver, b, y);
    if (fa > force_at(p, y).force) {
      t1 = b;
    } else {
      t0 = a;
    }
  }
  ode_dense(solver, (t0 + t1) / 2, y);
  return force_at(p, y).force;
}

static lash_status refuse_beyond(const impact *p, lash_error *error) {
  return lash_fail(
      error, LASH_BAD_INPUT,
      "%s: %g kg at %g m/s goes deeper than the law is valid (%g m); lower the speed or "
      "choose another law",
      p->contact->law->name, p->mass, p->speed, lash_contact_limit(p->contact));
}

/* Steps until the body has left; fills the result in SI units. */
static lash_status integrate(const impact *p, ode *solver, lash_impact_result *result,
                             lash_curve *curve, lash_error *error) {
  double y[2] = {0, 1}, t = 0, force_end = NAN;
  lash_status status = ode_start(solver, 0, y, error);
  record(p, 0, y, curve);
  *result = (lash_impact_result){.force_max = force_at(p, y).force};

  for (bool inside = true; inside && status == LASH_OK;) {
    int event[EVENTS];
    double before = t;
    status = ode_step(solver, time_limit, &t, y, event, error);
    if (status != LASH_OK) break;
    if (t >= time_limit) {
      return lash_fail(error, LASH_FAILURE, "%s: the bodies do not separate within %g s",
                       p->contact->law->name, t * p->length / p->speed);
    }
    lash_contact_value f = force_at(p, y);
    if (f.flags & LASH_CONTACT_BEYOND) return refuse_beyond(p, error);
    if (event[CUT] < 0) result->clamped = true, force_end = t;
    result->delta_max = fmax(result->delta_max, y[0] * p->length);
    result->force_max = fmax(result->force_max, f.force);
    double inner = force_peak(p, solver, before, t);
    result->force_max = fmax(result->force_max, inner);
    inside = !(event[LEAVES] < 0 || (y[0] <= 0 && y[1] <= 0));
    record(p, t, y, curve);
  }
  result->e_out = -y[1];
  result->contact_time = (result->clamped ? force_end : t) * p->length / p->speed;
  result->energy_lost = 0.5 * p->mass * p->speed * p->speed * (1 - y[1] * y[1]);
  return status;
}

lash_status lash_impact_run(const lash_contact *contact, double mass, double speed,
                            lash_impact_result *result, lash_curve *curve, lash_error *error) {
  if (!(mass > 0) || !isfinite(mass)) {
    return lash_fail(error, LASH_BAD_INPUT, "the mass must be a finite number > 0 kg, not %g",
                     mass);
  }
  if (!(speed > 0) || !isfinite(speed)) {
    return lash_fail(error, LASH_BAD_INPUT, "the speed must be a finite number > 0 m/s, not %g",
                     speed);
  }
  impact p = {.contact = contact, .mass = mass, .speed = speed, .bad = {NAN, NAN}};
  lash_status status = find_length(&p, error);
  if (status != LASH_OK) return status;

  const double absolute[] = {tolerance * 1e-2, tolerance * 1e-2};
  ode_problem problem = {.size = 2,
                         .method = ODE_ADAMS,
                         .rate = rate,
                         .event_count = EVENTS,
                         .events = events,
                         .context = &p,
                         .relative = tolerance,
                         .absolute = absolute,
                         .max_step = 0.02};
  ode *solver = ode_create(&problem, error);
  if (!solver) return LASH_FAILURE;
  curve_begin(curve, columns);
  status = integrate(&p, solver, result, curve, error);
  if (status != LASH_OK && !isnan(p.bad[0])) {
    lash_fail(error, status, "%s: the force is no finite number at delta=%.3g v=%.3g v0=%.3g",
              contact->law->name, p.bad[0], p.bad[1], speed);
  }
  ode_destroy(solver);
  return status;
}
