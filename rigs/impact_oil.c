/* A body that drops through the oil of a gap onto a contact law and, may be, back.
 *
 * It starts in the middle of the gap, without turning. The oil takes speed on the way in, all of it
 * if the oil is thick: it pulls nothing back, so the body stays where it stops. From touch on the
 * contact law adds its force. Solved in clearances and speeds of the start. */
#include <math.h>

#include "lash_rigs.h"
#include "ode.h"
#include "rig_curve.h"

static const double tolerance = 1e-11;
static const double still = 1e-7; /* part of the speed that is none */
static const double time_limit = 1e6;

static const char *const columns[] = {"time_s", "e_m", "v_m_s", "contact_N", "film_N", NULL};

typedef struct drop {
  const lash_contact *contact;
  const lash_film *film;
  double mass, speed, c;
  double v0; /* at touch */
  bool touching;
} drop;

typedef struct forces {
  double contact, film, smallest;
  unsigned flags;
} forces;

static forces forces_at(const drop *d, const double *y) {
  const double e = y[0] * d->c, u = y[1] * d->speed;
  const lash_film_motion m = {.e = {e, 0}, .u = {u, 0}};
  lash_film_value v;
  forces f = {0};
  lash_film_eval(d->film, &m, false, &v);
  f.film = -v.force[0];
  f.smallest = v.film;
  if (!d->touching) return f;
  const lash_contact_value n = lash_contact_eval(d->contact, e - d->c, u, d->v0);
  f.contact = n.force;
  f.flags = n.flags;
  return f;
}

/* y: place, speed, energy lost in the oil over that of the start. */
static bool rate(double t, const double *y, double *ydot, void *context) {
  (void)t;
  const drop *d = context;
  const forces f = forces_at(d, y);
  const double unit = d->mass * d->speed * d->speed / d->c;
  ydot[0] = y[1];
  ydot[1] = -(f.contact + f.film) / unit;
  ydot[2] = 2 * f.film * y[1] / unit;
  return isfinite(ydot[1]);
}

enum { SURFACE, MIDDLE, STILL_IN, STILL_OUT, EVENTS };

static void events(double t, const double *y, double *g, void *context) {
  (void)t, (void)context;
  g[SURFACE] = y[0] - 1;
  g[MIDDLE] = y[0];
  g[STILL_IN] = y[1] - still;
  g[STILL_OUT] = y[1] + still;
}

static void record(const drop *d, double t, const double *y, lash_curve *curve) {
  const forces f = forces_at(d, y);
  const double row[] = {t * d->c / d->speed, y[0] * d->c, y[1] * d->speed, f.contact, f.film};
  curve_add(curve, row);
}

static void look(const drop *d, const double *y, lash_oil_impact_result *r) {
  const forces f = forces_at(d, y);
  if (y[0] * d->c > r->e_max) r->e_max = y[0] * d->c;
  r->force_max = fmax(r->force_max, fabs(f.contact + f.film));
}

/* Without contact the oil alone acts, which has no way back from rest. */
static bool at_rest(const drop *d, const double *y) {
  return fabs(y[1]) <= still * 1.01 && !(d->touching && forces_at(d, y).contact > 0);
}

static lash_status integrate(drop *d, ode *solver, lash_oil_impact_result *r, lash_curve *curve,
                             lash_error *error) {
  double y[3] = {0, 1, 0}, t = 0;
  lash_status status = ode_start(solver, 0, y, error);
  record(d, 0, y, curve);
  *r = (lash_oil_impact_result){.touch_speed = NAN};
  while (!status) {
    int event[EVENTS];
    status = ode_step(solver, time_limit, &t, y, event, error);
    if (status) break;
    if (t >= time_limit)
      return lash_fail(error, LASH_FAILURE, "%s in oil: no end within %g s", d->contact->law->name,
                       t * d->c / d->speed);
    if (event[SURFACE] > 0) {
      d->touching = true, d->v0 = y[1] * d->speed;
      if (isnan(r->touch_speed)) r->touch_speed = d->v0;
      status = ode_start(solver, t, y, error);
    } else if (event[SURFACE] < 0) {
      d->touching = false;
      status = ode_start(solver, t, y, error);
    }
    look(d, y, r);
    record(d, t, y, curve);
    if (d->touching && forces_at(d, y).flags & LASH_CONTACT_BEYOND)
      return lash_fail(error, LASH_BAD_INPUT, "%s: %g m is deeper than the law is valid",
                       d->contact->law->name, y[0] * d->c - d->c);
    if (at_rest(d, y)) r->stopped = true;
    if (r->stopped || (event[MIDDLE] < 0 && y[1] < 0)) break;
  }
  if (!r->stopped) r->e_out = -y[1];
  r->time = t * d->c / d->speed;
  r->e_end = y[0] * d->c;
  const double energy = 0.5 * d->mass * d->speed * d->speed;
  r->energy_oil = y[2] * energy;
  if (!isnan(r->touch_speed)) r->energy_contact = (1 - y[1] * y[1] - y[2]) * energy;
  return status;
}

lash_status lash_impact_oil_run(const lash_contact *contact, const lash_film *film, double mass,
                                double speed, lash_oil_impact_result *result, lash_curve *curve,
                                lash_error *error) {
  const double numbers[2] = {mass, speed};
  for (int k = 0; k < 2; k++)
    if (!(numbers[k] > 0) || !isfinite(numbers[k]))
      return lash_fail(error, LASH_BAD_INPUT, "the %s must be a finite number > 0, not %g",
                       k ? "speed" : "mass", numbers[k]);
  drop d = {.contact = contact,
            .film = film,
            .mass = mass,
            .speed = speed,
            .c = lash_params_get(&film->params, "c")};
  const double absolute[] = {tolerance, tolerance * 1e-3, tolerance};
  const ode_problem problem = {.size = 3,
                               .method = ODE_BDF,
                               .rate = rate,
                               .event_count = EVENTS,
                               .events = events,
                               .context = &d,
                               .relative = tolerance,
                               .absolute = absolute,
                               .max_step = 0.05};
  ode *solver = ode_create(&problem, error);
  if (!solver) return LASH_FAILURE;
  curve_begin(curve, columns);
  const lash_status status = integrate(&d, solver, result, curve, error);
  ode_destroy(solver);
  return status;
}
