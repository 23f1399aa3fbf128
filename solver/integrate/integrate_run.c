/* The driver: steps, events, outputs, audit and memory in the right order. */
#include "integrate_run.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lash_integrate_options lash_integrate_defaults(void) {
  return (lash_integrate_options){
      .error = 1e-6, .spectral_radius = 0.8, .project = true, .audit = true};
}

/* ----------------------------------------------------------------------------------- life cycle */

static lash_status check_options(const lash_integrate_options *o, lash_error *error) {
  if (!(o->error > 0 && o->error < 1)) {
    return lash_fail(error, LASH_BAD_INPUT, "the error must lie between 0 and 1, not %g", o->error);
  }
  const double lengths[] = {o->output_step, o->step, o->hmin, o->hmax, o->hinit};
  static const char *const names[] = {"output step", "step", "smallest step", "largest step",
                                      "first step"};
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    if (lengths[i] >= 0 && isfinite(lengths[i])) continue;
    return lash_fail(error, LASH_BAD_INPUT, "the %s must be a positive number, not %g", names[i],
                     lengths[i]);
  }
  if (o->hmax > 0 && o->hmin > o->hmax) {
    return lash_fail(error, LASH_BAD_INPUT, "the smallest step %g exceeds the largest %g", o->hmin,
                     o->hmax);
  }
  return LASH_OK;
}

/* The integrator stands at the accepted state, without history. */
static lash_status restart(lash_integration *run, double h, lash_error *error) {
  stepper *s = run->stepper;
  s->t0 = s->t1 = run->t;
  for (size_t k = s->size - s->equations->works; k < s->size; k++) run->y[k] = 0;
  memcpy(s->y1, run->y, s->size * sizeof *run->y);
  run->count.restarts++;
  lash_system_forget(run->system);
  return s->class->restart(s, h, error);
}

static lash_status enter_recorded(lash_integration *run, lash_error *error);

static lash_status start(lash_integration *run, lash_error *error) {
  lash_system_set(run->system, run->t, run->y);
  lash_status status = lash_system_commit(run->system, error);
  if (status == LASH_OK) status = events_start(run->events, run->t, run->y, error);
  if (status != LASH_OK) return status;
  lash_system_set(run->system, run->t, run->y);
  lash_system_drift(run->system, &run->count.violation, NULL);
  audit_start(run->audit, run->options.balance);
  run->options.balance = NULL;
  stepper_note(run->stepper, run->y);
  status = enter_recorded(run, error);
  pivots_start(&run->pivots, &run->cartesian);
  if (status == LASH_OK) status = integration_settle(run, error);
  if (status == LASH_OK) status = restart(run, 0, error);
  if (status == LASH_OK && run->recorded_works) {
    equations_set(&run->recorded, run->t, run->y);
    pivots_start(&run->pivots, &run->recorded);
  }
  run->count.restarts = 0;
  run->count.time = run->t;
  run->count.smallest = INFINITY;
  run->recovered_at = -INFINITY;
  return status;
}

/* Errors of single steps add up, most in bodies that spin or hang on long arms; what high orders
 * make cheap is given there. Contacts have a margin of their own (steppers), flexible bodies run
 * with a method of second order. */
static double error_of_choice(const lash_system *system, const char *name) {
  const lash_system_sizes *n = lash_system_size(system);
  const bool high = strcmp(name, "bdf") == 0 || strcmp(name, "abam") == 0;
  const bool touches = n->switches > n->sensors;
  return high && !touches && n->flexible == 0 ? 1e-8 : 1e-6;
}

lash_status lash_integrate_create(lash_system *system, const lash_integrate_options *options,
                                  double t, const double *y, lash_integration **made,
                                  lash_error *error) {
  *made = NULL;
  const stepper_class *class = stepper_find(
      options->integrator ? options->integrator : lash_integrator_default(system), error);
  if (!class) return LASH_BAD_INPUT;
  lash_integrate_options chosen = *options;
  if (chosen.error == 0) chosen.error = error_of_choice(system, class->info.name);
  lash_status status = check_options(&chosen, error);
  if (status != LASH_OK) return status;
  lash_integration *run = calloc(1, sizeof *run);
  if (!run) return lash_fail(error, LASH_FAILURE, "out of memory");
  run->system = system;
  run->n = lash_system_size(system);
  run->options = chosen;
  run->t = t;
  const size_t room = equations_room(system);
  run->y = calloc(9 * room + 1, sizeof *run->y);
  if (run->y) {
    run->shown_state = run->y + room;
    run->spare = run->shown_state + room;
    run->seen = run->spare + room;
    run->work = run->seen + room;
    run->watchdog.state = run->work + 2 * room;
    memcpy(run->y, y, run->n->y * sizeof *y);
  } else {
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  }
  lash_system_set(system, t, y);
  if (status == LASH_OK) status = equations_cartesian(system, &run->cartesian, error);
  if (status == LASH_OK) {
    status =
        stepper_create(class, &run->cartesian, &run->options, &run->count, &run->chosen, error);
    run->stepper = run->chosen;
  }
  const bool softens = class->implicit || !class->info.fixed; /* else by a fixed explicit step */
  if (status == LASH_OK) status = events_create(&run->cartesian, softens, &run->events, error);
  if (status == LASH_OK) status = audit_create(&run->cartesian, options->audit, &run->audit, error);
  if (status == LASH_OK) status = start(run, error);
  if (status != LASH_OK)
    lash_integrate_free(run);
  else
    *made = run;
  return status;
}

void lash_integrate_free(lash_integration *run) {
  if (!run) return;
  stepper_free(run->chosen);
  stepper_free(run->bridge);
  stepper_free(run->slider);
  equations_free(&run->recorded);
  equations_free(&run->cartesian);
  events_free(run->events);
  audit_free(run->audit);
  free(run->y);
  free(run);
}

double lash_integrate_time(const lash_integration *run) {
  return run->held.any ? run->look : run->t;
}
/* As the system has it. */
const double *lash_integrate_state(const lash_integration *run) {
  lash_recording *record = run->stepper->equations->record;
  const double *y = run->held.any ? run->shown_state : run->y;
  if (!record) return y;
  lash_recording_lift(record, lash_integrate_time(run), y, run->seen);
  return run->seen;
}
bool lash_integrate_stopped(const lash_integration *run) { return run->stopped; }
/* What recorded equations do not follow from step to step is looked up now. */
const lash_audit *lash_integrate_audit(lash_integration *run) {
  equations *e = run->stepper->equations;
  lash_error ignored; /* what cannot be had stays as it was */
  if (e->record || !run->audit->on) {
    equations_set(e, run->t, run->y);
    if (equations_show(e, &ignored) == LASH_OK) audit_note_kept(run->audit);
    equations_energy(e, &run->audit->result.now);
  }
  return audit_result(run->audit);
}
const lash_integrate_statistics *lash_integrate_statistics_of(const lash_integration *run) {
  return &run->count;
}
void lash_integrate_works(const lash_integration *run, double t, double *forces, double *motions) {
  audit_works_at(run->audit, t, forces, motions);
}
lash_energy lash_integrate_energy_start(const lash_integration *run) {
  return run->audit->result.start;
}
lash_balance *lash_integrate_balance(lash_integration *run) {
  lash_integrate_audit(run);
  return audit_balance(run->audit);
}
double lash_integrate_force_work(const lash_integration *run, size_t force) {
  return run->audit->work[force];
}
double lash_integrate_motion_work(const lash_integration *run, size_t motion) {
  return run->audit->work[run->audit->forces + motion];
}

/* -------------------------------------------------------------------------------------- outputs */

double integration_due(const lash_integration *run, double end) {
  const schedule *o = &run->outputs;
  if (!(o->step > 0)) return end;
  const double t = o->base + (double)o->next * o->step;
  return t > end - 1e-6 * o->step ? end : t;
}

static lash_status show(lash_integration *run, const lash_watcher *watcher, double t,
                        lash_error *error) {
  run->outputs.since_restart++;
  events_forget_chatter(run->events);
  if (!watcher || !watcher->output) return LASH_OK;
  const lash_status status = equations_show(run->stepper->equations, error);
  if (status != LASH_OK) return status;
  return watcher->output(watcher->context, run->system, t, error);
}

/* In the immediate neighbourhood of a singular position there is no projection; the state then
 * stays as the integrator gave it, and the violation that remains is counted like any other. */
static void project_if_possible(lash_integration *run, double t, double *y) {
  lash_error unused;
  equations *e = run->stepper->equations;
  memcpy(run->spare, y, e->size * sizeof *y);
  if (equations_project(e, t, y, &unused) == LASH_OK) return;
  memcpy(y, run->spare, e->size * sizeof *y);
  equations_set(e, t, y);
}

/* Shows what is due up to the end of the step just accepted, by interpolation; the equations stand
 * at that end before and after. */
static lash_status show_due(lash_integration *run, const lash_watcher *watcher, double end,
                            lash_error *error) {
  stepper *s = run->stepper;
  lash_status status = LASH_OK;
  double t = integration_due(run, end);
  if (t > run->t) return LASH_OK;
  while (status == LASH_OK && t <= run->t && !(run->shown && t == run->t)) {
    if (t == run->t) {
      equations_set(s->equations, t, run->y);
      run->shown = true;
    } else {
      status = s->class->dense(s, t, run->shown_state, error);
      if (status == LASH_OK) project_if_possible(run, t, run->shown_state);
    }
    if (status == LASH_OK) status = show(run, watcher, t, error);
    run->outputs.next++;
    if (t == end) break;
    t = integration_due(run, end);
  }
  equations_set(s->equations, run->t, run->y);
  return status;
}

/* ---------------------------------------------------------------------------------------- steps */

/* A residual of this part of the mechanism's size is no integration error: it cannot move on. */
#define LOCKED 1e-3

static lash_status say_locked(lash_integration *run, lash_error *error) {
  const size_t count = run->n->constraints;
  double *phi = calloc(count + 1, sizeof *phi);
  char name[160] = "a constraint";
  size_t worst = 0;
  if (phi) {
    lash_system_constraints(run->system, phi, NULL, NULL);
    for (size_t i = 1; i < count; i++) worst = fabs(phi[i]) > fabs(phi[worst]) ? i : worst;
    lash_system_constraint_name(run->system, worst, name, sizeof name);
  }
  free(phi);
  return lash_fail(error, LASH_FAILURE,
                   "at time %.10g the constraints can no longer be met (%s): the mechanism locks; "
                   "change its geometry or its drive",
                   lash_system_time(run->system), name);
}

/* The accepted state: the step's end or the event inside it, on the constraints. */
static lash_status accept_state(lash_integration *run, bool found, double t, lash_error *error) {
  stepper *s = run->stepper;
  double position, velocity;
  lash_status status = LASH_OK;
  if (found && t < s->t1)
    status = s->class->dense(s, t, run->y, error);
  else
    memcpy(run->y, s->y1, s->size * sizeof *run->y);
  if (status != LASH_OK) return status;
  equations_set(s->equations, t, run->y);
  run->last_step = t - s->t0;
  run->t = t;
  run->shown = false;
  if (s->unchecked && !found) return LASH_OK;
  equations_drift(s->equations, &position, &velocity);
  run->count.drift = larger(run->count.drift, larger(position, velocity));
  if (found || !s->class->lands_on_constraints) {
    project_if_possible(run, t, run->y);
    equations_drift(s->equations, &position, &velocity);
  }
  if (position > LOCKED * s->length) return say_locked(run, error);
  run->count.violation = larger(run->count.violation, larger(position, velocity));
  return LASH_OK;
}

static void note_step(lash_integration *run) {
  lash_integrate_statistics *c = &run->count;
  c->time = run->t;
  c->step = run->last_step;
  c->smallest = smaller(c->smallest, run->last_step);
  c->largest = larger(c->largest, run->last_step);
  c->contacts = events_touching(run->events);
  stepper_note(run->stepper, run->y);
}

static lash_status take_step(lash_integration *run, double limit, lash_error *error) {
  stepper *s = run->stepper;
  double hmax = smaller(run->events->step_bound, limit - run->t);
  if (run->options.hmax > 0) hmax = smaller(hmax, run->options.hmax);
  hmax = larger(hmax, larger(run->options.hmin, 64 * DBL_EPSILON * fabs(run->t)));
  const double intended = smaller(hmax, run->last_step > 0 ? 2 * run->last_step : INFINITY);
  limit = smaller(limit, events_limit(run->events, run->t, intended));
  return s->class->advance(s, limit, hmax, error);
}

/* The accepted state in other coordinates, and who is asked from now on. */
static lash_status change_equations(lash_integration *run, equations *next, lash_error *error) {
  equations *before = run->stepper->equations;
  equations_set(before, run->t, run->y);
  lash_status status = equations_show(before, error);
  if (status == LASH_OK) status = equations_take(next, run->y, error);
  if (status != LASH_OK) return status;
  run->audit->equations = next;
  events_follow(run->events, next);
  run->recorded_works = next->record != NULL;
  return LASH_OK;
}

/* All methods of a run measure alike: by the size of the mechanism at its start, and by what was
 * met since. */
static lash_status take_over(lash_integration *run, stepper *next, lash_error *error) {
  const stepper *last = run->stepper;
  if (next != last) {
    if (next->equations == last->equations)
      memcpy(next->magnitude, last->magnitude, next->size * sizeof *next->magnitude);
    memcpy(next->scale, last->scale, run->n->v * sizeof *next->scale);
    next->length = last->length;
  }
  if (next->equations != last->equations) {
    const lash_status status = change_equations(run, next->equations, error);
    if (status != LASH_OK) return status;
    stepper_note(next, run->y);
  }
  run->stepper = next;
  return LASH_OK;
}

static lash_status use(lash_integration *run, stepper *next, lash_error *error) {
  const lash_status status = take_over(run, next, error);
  return status == LASH_OK ? restart(run, 0, error) : status;
}

static bool leaves_contacts(const lash_integration *run) {
  bool any = false;
  for (size_t i = 0; i < run->events->count; i++)
    any |= run->events->kind[i] == LASH_SWITCH_CONTACT;
  return any && run->chosen->class->leaves_contacts;
}

/* Records the equations where that can be done and, unless asked for, pays, and goes on with them:
 * at once by a method that takes any equations, else when integration_settle() calls the bridge.
 * Who names bdf gets it in smooth motion. */
static lash_status enter_recorded(lash_integration *run, lash_error *error) {
  const stepper_class *class = run->chosen->class;
  const bool any = class == &stepper_rk4 || class == &stepper_dopri || class == &stepper_dop853;
  const bool is_auto = run->options.engine == LASH_EQUATIONS_AUTO;
  const bool bridged =
      class == &stepper_bdf && !(is_auto && run->options.integrator && !leaves_contacts(run));
  lash_recording *record = NULL;
  lash_error why = {0};
  lash_status status = LASH_OK;
  if (run->options.engine == LASH_EQUATIONS_CARTESIAN) return LASH_OK;
  lash_system_set(run->system, run->t, run->y);
  if (is_auto && !run->options.project) /* drift, which tree coordinates have less of, is wanted */
    status = lash_fail(&why, LASH_UNSUPPORTED, "constraints that are left to drift");
  else if (any || bridged)
    status = lash_recording_make(run->system, is_auto, &record, &why);
  else
    status = lash_fail(&why, LASH_UNSUPPORTED, "the integrator %s", class->info.name);
  if (status != LASH_OK) {
    snprintf(run->not_compiled, sizeof run->not_compiled, "%s", why.message);
    if (is_auto && status == LASH_UNSUPPORTED) return LASH_OK;
    return lash_fail(error, status, "this cannot be compiled: %s%s", why.message,
                     status == LASH_UNSUPPORTED ? "; leave the choice to --engine auto" : "");
  }
  if (run->options.audit && class != &stepper_rk4) status = lash_recording_add_works(record, error);
  if (status != LASH_OK) {
    lash_recording_free(record);
    return status;
  }
  status = equations_recorded(run->system, record, &run->recorded, error);
  if (status != LASH_OK || !any) return status;
  stepper *cartesian = run->chosen, *fresh;
  status = stepper_create(class, &run->recorded, &run->options, &run->count, &fresh, error);
  if (status != LASH_OK) return status;
  status = take_over(run, fresh, error);
  run->chosen = fresh;
  stepper_free(cartesian);
  return status;
}

lash_status integration_leave_recorded(lash_integration *run, const char *reason,
                                       lash_error *error) {
  lash_status status = LASH_OK;
  if (!run->recorded.record) return LASH_OK;
  snprintf(run->not_compiled, sizeof run->not_compiled, "%s", reason);
  if (run->stepper->equations->record) status = change_equations(run, &run->cartesian, error);
  if (status != LASH_OK) return status;
  stepper *left = run->chosen->equations->record ? run->chosen : NULL;
  if (left)
    status = stepper_create(left->class, &run->cartesian, &run->options, &run->count, &run->chosen,
                            error);
  if (status != LASH_OK) return status;
  if (left) { /* as at the start of the run */
    memcpy(run->chosen->scale, left->scale, run->n->v * sizeof *left->scale);
    run->chosen->length = left->length;
  }
  run->stepper = run->chosen;
  stepper_note(run->chosen, run->y);
  stepper_free(left);
  stepper_free(run->bridge);
  run->bridge = NULL;
  equations_free(&run->recorded);
  run->recorded_works = false;
  run->recorded_left = true;
  return integration_settle(run, error);
}

bool lash_integrate_compiled(const lash_integration *run, const char **reason) {
  if (reason) *reason = run->not_compiled;
  return run->recorded.record != NULL;
}

/* The method that was asked for, or the implicit one in its place while a jump is a ramp. */
static stepper *main_stepper(const lash_integration *run) {
  return run->sliding && run->slider ? run->slider : run->chosen;
}

/* A touch or a release takes its history from a method that has one, which then begins with the
 * first order; and while bodies touch, steps are bound to be short. One-step formulas of order five
 * do better, unless something is so stiff that they become unstable. The energy that impacts take
 * is a small part of what is exchanged meanwhile, and is to be right to a hundred-thousandth at the
 * default error: hence the small parts of the error asked for. Much looser steps would be bound by
 * stability, and the implicit method is dearer. */
static const double contact_share = 1e-3, contact_most = 3e-9, stiff_share = 1e-2;

static double contact_part(const lash_integration *run) {
  return smaller(contact_share, contact_most / run->options.error);
}

static lash_status prepare_bridge(lash_integration *run, double share, size_t steps,
                                  lash_error *error) {
  lash_status status = LASH_OK;
  if (!run->bridge) {
    equations *e = run->recorded.record ? &run->recorded : &run->cartesian;
    status = stepper_create(&stepper_dopri, e, &run->options, &run->count, &run->bridge, error);
  }
  if (status != LASH_OK) return status;
  run->bridge->error = stepper_part(run->options.error, share);
  run->bridge_steps = steps;
  return LASH_OK;
}

/* Implicit methods cannot step over an isolated singular position, where multipliers are not unique
 * (a four-bar lying flat): an explicit one, whose stages do not fall on it, carries the run across.
 */
static lash_status cross_by_bridge(lash_integration *run, double limit, lash_error *error) {
  enum { STEPS = 30 };
  lash_status status = prepare_bridge(run, 1, STEPS, error);
  if (status == LASH_OK) status = use(run, run->bridge, error);
  return status == LASH_OK ? take_step(run, limit, error) : status;
}

/* Ramps in the place of jumps are stiff, far beyond what explicit methods can do, and steep in
 * velocities, which genalpha does not control: bdf takes over, unless steps of a given size are
 * asked for. */
static lash_status prepare_slider(lash_integration *run, lash_error *error) {
  run->sliding = events_sliding(run->events);
  if (!run->sliding || run->slider || run->chosen->class == &stepper_bdf || run->options.step > 0)
    return LASH_OK;
  const lash_status status = stepper_create(&stepper_bdf, &run->cartesian, &run->options,
                                            &run->count, &run->slider, error);
  if (status == LASH_OK) run->slider->error = stepper_part(run->options.error, stiff_share);
  return status;
}

lash_status integration_settle(lash_integration *run, lash_error *error) {
  lash_status status = prepare_slider(run, error);
  stepper *next = main_stepper(run);
  const bool contacts = leaves_contacts(run);
  const bool recorded = run->recorded.record && !run->chosen->equations->record;
  if (contacts) run->chosen->error = stepper_part(run->options.error, stiff_share);
  if ((contacts || recorded) && run->stiff_contacts == 0 && !run->sliding && status == LASH_OK) {
    status = prepare_bridge(run, contacts ? contact_part(run) : 1, SIZE_MAX, error);
    next = run->bridge;
  }
  return status == LASH_OK ? take_over(run, next, error) : status;
}

/* After a stiff stretch the bridge is tried again, but not too soon. */
static lash_status restart_after_event(lash_integration *run, double h, lash_error *error) {
  bool touched = false;
  for (size_t i = 0; i < run->events->count; i++)
    touched |= run->events->changed[i] && run->events->kind[i] == LASH_SWITCH_CONTACT;
  if (touched && run->stiff_contacts > 0) run->stiff_contacts--;
  if (!touched || !run->chosen->class->leaves_contacts) return restart(run, h, error);
  const lash_status status = integration_settle(run, error);
  return status == LASH_OK ? restart(run, h, error) : status;
}

enum { STIFF_STEPS = 15, STIFF_CONTACTS = 50 };

bool integration_bridge_lasts(const lash_integration *run) {
  return run->bridge->stiff_steps < STIFF_STEPS && run->bridge_steps > 0;
}

/* True when the bridge has done what it was called for. */
static bool bridge_is_over(lash_integration *run) {
  if (run->bridge->stiff_steps >= STIFF_STEPS) run->stiff_contacts = STIFF_CONTACTS;
  if (!integration_bridge_lasts(run)) return true;
  run->bridge_steps--;
  return false;
}

/* A method may lose its way (a force jumped); it gets one new start per place, then help. */
static lash_status step_or_recover(lash_integration *run, double limit, lash_error *error) {
  lash_status status = LASH_OK;
  if (events_weary(run->events)) {
    status = integration_leave_recorded(run, "an expression switches too often", error);
    if (status == LASH_OK) status = restart(run, 0, error);
  } else if (events_sliding(run->events) != run->sliding) {
    status = integration_settle(run, error);
    if (status == LASH_OK) status = restart(run, 0, error);
  } else if (run->bridge && run->stepper == run->bridge && bridge_is_over(run)) {
    status = use(run, main_stepper(run), error);
  }
  if (status == LASH_OK) status = take_step(run, limit, error);
  if (status == LASH_OK) return status;
  lash_error second;
  if (run->stepper->equations->record) { /* a singular position, or nothing that can be done */
    if (integration_leave_recorded(run, error->message, &second) == LASH_OK &&
        restart(run, 0, &second) == LASH_OK && take_step(run, limit, &second) == LASH_OK)
      return LASH_OK;
    *error = second; /* the system knows the names */
  }
  const bool by_bridge = run->stepper == run->bridge;
  if (run->t > run->recovered_at) {
    run->recovered_at = run->t;
    if (use(run, main_stepper(run), &second) == LASH_OK &&
        take_step(run, limit, &second) == LASH_OK) {
      return LASH_OK;
    }
  }
  if (by_bridge || run->chosen->class->info.fixed) return status;
  return cross_by_bridge(run, limit, &second) == LASH_OK ? LASH_OK : status;
}

/* Tells the watcher about each switch that crossed and gathers what it wants. */
static lash_reaction tell(lash_integration *run, const lash_watcher *watcher) {
  lash_reaction all = {0};
  for (size_t i = 0; i < run->events->count; i++) {
    if (!run->events->changed[i]) continue;
    const lash_switch_info info = lash_system_switch(run->system, i);
    run->count.events++;
    if (info.kind == LASH_SWITCH_CONTACT) run->count.contact_events++;
    if (!watcher || !watcher->event) continue;
    const lash_reaction r =
        watcher->event(watcher->context, &info, run->t, run->events->positive[i]);
    all.stop |= r.stop, all.print |= r.print;
    if (r.output_step > 0) all.output_step = r.output_step;
    if (r.step > 0) all.step = r.step;
  }
  return all;
}

static lash_status react(lash_integration *run, const lash_watcher *watcher, lash_error *error) {
  equations_set(run->stepper->equations, run->t, run->y);
  lash_status status = equations_show(run->stepper->equations, error);
  if (status != LASH_OK) return status;
  const lash_reaction wanted = tell(run, watcher);
  if (wanted.print && !run->shown) {
    equations_set(run->stepper->equations, run->t, run->y);
    run->shown = true;
    status = show(run, watcher, run->t, error);
  }
  if (wanted.output_step > 0) {
    run->outputs = (schedule){.base = run->t, .step = wanted.output_step, .next = 1};
  }
  run->stopped = wanted.stop;
  if (status == LASH_OK) status = restart_after_event(run, wanted.step, error);
  return status;
}

static bool restart_is_due(const lash_integration *run) {
  return run->options.restart_outputs > 0 && run->shown &&
         run->outputs.since_restart >= run->options.restart_outputs;
}

/* The next time at which a step must end: the end, or the output after which a restart is planned.
 */
double integration_next_stop(const lash_integration *run, double end) {
  const schedule *o = &run->outputs;
  const size_t every = run->options.restart_outputs;
  if (every == 0 || !(o->step > 0)) return end;
  const size_t left = every > o->since_restart ? every - o->since_restart - 1 : 0;
  const double t = o->base + (double)(o->next + left) * o->step;
  return t > end - 1e-6 * o->step ? end : t;
}

/* A step; near singular positions it is taken again with Cartesian equations. */
static lash_status step_well(lash_integration *run, double limit, lash_error *error) {
  lash_status status = step_or_recover(run, limit, error);
  if (status != LASH_OK || !pivots_near(&run->pivots, run->stepper, run->work)) return status;
  status = integration_leave_recorded(run, "a position that is nearly singular", error);
  if (status == LASH_OK) status = restart(run, 0, error);
  if (status == LASH_OK) pivots_move(&run->pivots, run->stepper->equations);
  return status == LASH_OK ? step_or_recover(run, limit, error) : status;
}

/* One step ahead, not yet accepted: to its end or to the first event inside it. */
static lash_status try_step(lash_integration *run, double limit, held_step *step,
                            lash_error *error) {
  lash_status status = step_well(run, limit, error);
  *step = (held_step){.any = true};
  if (status == LASH_OK)
    status = events_search(run->events, run->stepper, &step->found, &step->t, error);
  if (!step->found) step->t = run->stepper->t1;
  return status;
}

/* Accepts a step with all that belongs to it. */
static lash_status accept_step(lash_integration *run, const held_step *step,
                               const lash_watcher *watcher, double end, lash_error *error) {
  const double from = run->t;
  stepper *s = run->stepper;
  lash_status status = accept_state(run, step->found || step->cut, step->t, error);
  if (status == LASH_OK) status = audit_add(run->audit, s, run->t, run->y, error);
  if (status == LASH_OK) pivots_watch(&run->pivots, s, run->t, run->y, run->work);
  if (status == LASH_OK) status = show_due(run, watcher, end, error);
  /* recorded equations have nothing but the state to go by, which is where the search ended */
  const bool known =
      s->equations->record && !step->found && !step->cut && s->class->lands_on_constraints;
  if (status == LASH_OK)
    status = events_accept(run->events, s, step->found, known, run->t - from, error);
  if (status == LASH_OK) status = equations_commit(s->equations, error);
  if (status != LASH_OK) return status;
  note_step(run);
  return step->found ? react(run, watcher, error) : LASH_OK;
}

/* Where one may save: the method starts anew, so that it does so again from what is saved. */
static lash_status planned_restart(lash_integration *run, const stepper *before,
                                   const lash_watcher *watcher, lash_error *error) {
  const double h = before->next;
  run->outputs.since_restart = 0;
  lash_status status = integration_settle(run, error);
  if (status == LASH_OK) status = restart(run, run->stepper == before ? h : 0, error);
  if (status != LASH_OK || !watcher || !watcher->checkpoint) return status;
  equations_set(run->stepper->equations, run->t, run->y);
  status = equations_show(run->stepper->equations, error);
  return status == LASH_OK ? watcher->checkpoint(watcher->context, run->t, error) : status;
}

static lash_status go_on(lash_integration *run, const lash_watcher *watcher, double end,
                         lash_error *error) {
  held_step step;
  lash_status status = try_step(run, integration_next_stop(run, end), &step, error);
  const stepper *s = run->stepper;
  if (status == LASH_OK) status = accept_step(run, &step, watcher, end, error);
  if (status == LASH_OK && restart_is_due(run)) status = planned_restart(run, s, watcher, error);
  return status;
}

/* ------------------------------------------------------------------------ looking inside a step */

/* The step in hand ends where it was looked at last. */
lash_status lash_integrate_land(lash_integration *run, lash_error *error) {
  if (!run->held.any) return LASH_OK;
  const held_step cut = {.cut = true, .t = run->look};
  const double h = run->stepper->next;
  run->held.any = false;
  lash_status status = accept_step(run, &cut, NULL, INFINITY, error);
  return status == LASH_OK ? restart(run, h, error) : status;
}

static lash_status look(lash_integration *run, double t, lash_error *error) {
  stepper *s = run->stepper;
  const lash_status status = s->class->dense(s, t, run->shown_state, error);
  if (status != LASH_OK) return status;
  project_if_possible(run, t, run->shown_state);
  run->look = t;
  return equations_show(s->equations, error);
}

lash_status lash_integrate_restart(lash_integration *run, lash_error *error) {
  lash_status status = lash_integrate_land(run, error);
  if (status == LASH_OK)
    status = integration_leave_recorded(run, "an input came from outside", error);
  if (status == LASH_OK)
    status = lash_system_project(run->system, run->t, run->y, LASH_PROJECT_BOTH, 0, error);
  return status == LASH_OK ? restart(run, run->stepper->next, error) : status;
}

/* Sensors that hold from the very start act at once. */
static lash_status look_at_start(lash_integration *run, const lash_watcher *watcher,
                                 lash_error *error) {
  bool any = false;
  for (size_t i = 0; i < run->events->count; i++) {
    run->events->changed[i] =
        run->events->positive[i] && lash_system_switch(run->system, i).kind == LASH_SWITCH_SENSOR;
    any |= run->events->changed[i];
  }
  run->started = true;
  return any ? react(run, watcher, error) : LASH_OK;
}

/* Who looks at the system now sees the accepted state. */
static lash_status show_accepted(lash_integration *run, lash_status status, lash_error *error) {
  lash_error ignored;
  if (!run->recorded_works) return status;
  equations_set(run->stepper->equations, run->t, run->y);
  const lash_status shown =
      equations_show(run->stepper->equations, status == LASH_OK ? error : &ignored);
  return status == LASH_OK ? shown : status;
}

/* Adds the likely cause of a failure where the mechanism shows one. */
static lash_status explain(const lash_integration *run, lash_status status, lash_error *error) {
  char cause[256];
  if (status != LASH_FAILURE || !error) return status;
  if (!lash_system_suspect(run->system, cause, sizeof cause)) return status;
  const size_t used = strlen(error->message);
  snprintf(error->message + used, sizeof error->message - used, "; %s", cause);
  return status;
}

static lash_status check_end(const lash_integration *run, double end, lash_error *error) {
  const double t = lash_integrate_time(run);
  if (end > t) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "the end, %.10g, is not behind the present time, %.10g",
                   end, t);
}

/* After an accepted step: is there progress, and does the watcher want to go on? */
static lash_status watch_step(lash_integration *run, const lash_watcher *watcher, double end,
                              lash_error *error) {
  const lash_status status = watchdog_look(&run->watchdog, run->stepper, run->t, run->y,
                                           integration_due(run, end), end, error);
  if (status == LASH_OK && watcher && watcher->proceed && run->t < end &&
      !watcher->proceed(watcher->context, &run->count)) {
    return lash_fail(error, LASH_FAILURE, "interrupted at time %.10g", run->t);
  }
  return status;
}

lash_status integration_ready(lash_integration *run, double end, lash_error *error) {
  const lash_status status = check_end(run, end, error);
  return status == LASH_OK ? lash_integrate_land(run, error) : status;
}

/* Between two calls joints may have been given other surfaces (lash_user_joint_tell). */
static lash_status ask_again(lash_integration *run, lash_error *error) {
  lash_recording *record = run->stepper->equations->record;
  if (!record || !lash_recording_stale(record)) return LASH_OK;
  const lash_status status = lash_recording_remember(record, error);
  return status == LASH_OK ? restart(run, run->stepper->next, error) : status;
}

lash_status integration_begin(lash_integration *run, const lash_watcher *watcher,
                              lash_error *error) {
  lash_status status = ask_again(run, error);
  run->stopped = false;
  if (!run->resumed) {
    run->outputs.base = run->t;
    run->outputs.step = run->options.output_step;
    run->outputs.next = 1;
  }
  if (status == LASH_OK && !run->shown) {
    equations_set(run->stepper->equations, run->t, run->y);
    status = show(run, watcher, run->t, error);
    run->outputs.since_restart = 0;
    run->shown = true;
  }
  run->resumed = false;
  if (status == LASH_OK && !run->started) status = look_at_start(run, watcher, error);
  watchdog_start(&run->watchdog, run->stepper, run->t, run->y);
  return status;
}

lash_status integration_step(lash_integration *run, double end, const lash_watcher *watcher,
                             lash_error *error) {
  const lash_status status = go_on(run, watcher, end, error);
  return status == LASH_OK ? watch_step(run, watcher, end, error) : status;
}

lash_status integration_end(lash_integration *run, lash_status status, lash_error *error) {
  return explain(run, show_accepted(run, status, error), error);
}

lash_status lash_integrate_to(lash_integration *run, double end, const lash_watcher *watcher,
                              lash_error *error) {
  lash_status status = integration_ready(run, end, error);
  if (status != LASH_OK) return status;
  status = integration_begin(run, watcher, error);
  while (status == LASH_OK && run->t < end && !run->stopped)
    status = integration_step(run, end, watcher, error);
  return integration_end(run, status, error);
}

lash_status lash_integrate_until(lash_integration *run, double t, double limit,
                                 const lash_watcher *watcher, lash_error *error) {
  lash_status status = check_end(run, t, error);
  if (status != LASH_OK) return status;
  run->stopped = false;
  run->outputs = (schedule){.base = run->t, .next = 1};
  if (!run->started) status = look_at_start(run, watcher, error);
  if (!run->held.any) watchdog_start(&run->watchdog, run->stepper, run->t, run->y);
  while (status == LASH_OK && run->t < t && !run->stopped) {
    if (!run->held.any) status = try_step(run, larger(limit, t), &run->held, error);
    if (status == LASH_OK && run->held.t > t) return look(run, t, error);
    const held_step step = run->held;
    run->held.any = false;
    if (status == LASH_OK) status = accept_step(run, &step, watcher, INFINITY, error);
    if (status == LASH_OK) status = watch_step(run, watcher, t, error);
  }
  return explain(run, show_accepted(run, status, error), error);
}
