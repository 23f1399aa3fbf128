/* Runs side by side: quiet steps of several members by one pass over a list (record_lanes.h), all
 * others by the driver, one member at a time.
 *
 * A step is quiet where the driver would do nothing with it but accept it at its full length: no
 * output is due, no gap comes near to closing or opening, no row is off. A step that turns out not
 * to be quiet is taken again by the driver, from where it began. What a quiet step changes in a run
 * is what the driver changes, in its own order of operations; so a member ends with the bits that
 * it has alone. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrate_run.h"
#include "record_lanes.h"

enum { WIDEST = LASH_LANES_MOST };

typedef struct lane {
  lash_side_by_side *member;
  bool inside;  /* its state is in the lanes */
  bool over;    /* it came to its end, or leaves the lanes for good */
  double t0, t; /* of the step under way */
  double h;     /* its size, of which t - t0 is rounded */
  bool watched; /* somebody is to look at the run within it */
  bool sound;   /* it was computed, by a method that can be told of it */
  double error; /* that it was found to have, in tolerances */
} lane;

typedef struct gang {
  lane lane[WIDEST];
  size_t count;
  lash_lanes *lanes;
  size_t taken; /* steps in lanes */
  lash_lanes_look look;
} gang;

size_t lash_integrate_lanes(void) { return lash_lanes_best(); }

/* ---------------------------------------------------------------------------- who may take part */

/* Steps are of given sizes, or chosen by their errors. */
static bool chooses(const lash_integration *run) { return run->stepper->class == &stepper_dopri; }

static const lash_stages *stages_of(const lash_integration *run) {
  return chooses(run) ? stepper_dopri_stages() : stepper_rk4_stages();
}

static double *rates_of(lash_integration *run) {
  return chooses(run) ? stepper_dopri_rates(run->stepper) : stepper_rk4_rates(run->stepper);
}

/* Other switches are looked at inside each step. */
static bool has_contacts_only(const events *e) {
  for (size_t k = 0; k < e->live_count; k++)
    if (e->kind[e->live[k]] != LASH_SWITCH_CONTACT) return false;
  return true;
}

static bool works_in_lanes(const lash_integration *run) {
  const stepper *s = run->stepper;
  const bool fits =
      s->class == &stepper_rk4 || (s->class == &stepper_dopri && has_contacts_only(run->events));
  return fits && s->equations->record && run->pivots.recorded && !run->audit->on &&
         run->options.project && run->options.hmax == 0 && run->options.hmin == 0;
}

bool lash_integrate_joins(const lash_integration *run) {
  return works_in_lanes(run) && lash_lanes_best() > 1 &&
         lash_lanes_possible(run->stepper->equations->record, stages_of(run));
}

/* The time at which a step must end, as take_step() has it. */
static double limit_of(const lash_integration *run, double end, double *hmax) {
  const double stop = integration_next_stop(run, end);
  *hmax = smaller(run->events->step_bound, stop - run->t);
  *hmax = larger(*hmax, larger(0, 64 * DBL_EPSILON * fabs(run->t)));
  return smaller(stop, events_limit(run->events, run->t, smaller(*hmax, 2 * run->last_step)));
}

/* A step of given size is quiet at that size only. */
static bool size_given(lane *a, double limit, double hmax) {
  const lash_integration *run = a->member->run;
  a->h = run->stepper->next;
  a->t = run->t + a->h;
  return a->h == run->options.step && a->h <= hmax && a->h <= (limit - run->t) * (1 - 1e-6);
}

/* As rk45 fits its step, where nobody else is to look at the run. */
static bool size_chosen(lane *a, double limit, double hmax) {
  const lash_integration *run = a->member->run;
  const stepper *s = run->stepper;
  const lash_integrate_statistics *c = &run->count;
  const bool bridging = run->bridge && s == run->bridge;
  if (!(s->next > 0) || s->t1 != run->t || (bridging && !integration_bridge_lasts(run)))
    return false;
  a->h = stepper_fit(run->t, smaller(s->next, hmax), limit);
  a->t = run->t + a->h >= limit ? limit : run->t + a->h;
  return !watchdog_due(&run->watchdog, c->steps + 1 + c->rejections);
}

/* Whether the next step may be a quiet one. */
static bool step_fits(lane *a) {
  const lash_integration *run = a->member->run;
  const double end = a->member->end;
  double hmax;
  if (!(run->last_step > 0)) return false;
  const double limit = limit_of(run, end, &hmax);
  if (!(chooses(run) ? size_chosen : size_given)(a, limit, hmax)) return false;
  a->t0 = run->t;
  a->watched = a->t >= integration_due(run, end) ||
               a->t <= run->watchdog.instant + 1e-12 * (fabs(a->t) + end - a->t);
  return !a->watched || chooses(run);
}

/* ----------------------------------------------------------------------------- in and out of it */

static void enter(gang *g, size_t l) {
  lane *a = &g->lane[l];
  lash_integration *run = a->member->run;
  const stepper *s = run->stepper;
  if (a->inside) return;
  lash_lanes_enter(g->lanes, l, run->t, (lash_lanes_state){run->y, rates_of(run), s->magnitude},
                   s->error, s->length);
  a->inside = true;
}

/* The run stands at the last step it accepted. */
static void leave(gang *g, size_t l) {
  lane *a = &g->lane[l];
  lash_integration *run = a->member->run;
  stepper *s = run->stepper;
  if (!a->inside) return;
  a->inside = false;
  lash_lanes_leave(g->lanes, l, (lash_lanes_state){run->y, rates_of(run), s->magnitude});
  memcpy(s->y1, run->y, s->size * sizeof *run->y);
  s->t0 = run->t - run->last_step;
  s->t1 = run->t;
  equations_set(s->equations, run->t, run->y);
}

static bool goes_on(const lash_side_by_side *m) {
  return m->status == LASH_OK && m->run->t < m->end && !m->run->stopped;
}

/* The driver need not compute again what is known of its step. */
static void offer(gang *g, size_t l) {
  lane *a = &g->lane[l];
  stepper *s = a->member->run->stepper;
  if (!a->sound) return;
  const stepper_offer to = stepper_dopri_offer(s, a->h);
  lash_lanes_stages(g->lanes, l, to.end, to.before, to.k);
}

/* A step by the driver. */
static void go_alone(gang *g, size_t l) {
  lane *a = &g->lane[l];
  lash_side_by_side *m = a->member;
  stepper *s = m->run->stepper;
  leave(g, l);
  offer(g, l);
  m->status = integration_step(m->run, m->end, m->watcher, &m->error);
  if (a->sound && m->run->stepper == s) stepper_dopri_offer(s, 0);
  a->sound = false;
  a->over = !goes_on(m) || !works_in_lanes(m->run);
}

/* ---------------------------------------------------------------------------------- quiet steps */

static void read_switches(const gang *g, events *e, double *values) {
  for (size_t k = 0; k < e->live_count; k++)
    values[e->live[k]] = g->look.switches[e->live[k] * g->look.stride];
}

static double mean(double squares, size_t count) {
  return count ? sqrt(squares / (double)count) : 0;
}

/* As rk45 estimates it. */
static double error_of(const gang *g, const equations *by) {
  const double own = mean(g->look.error, by->own);
  const double followed = mean(g->look.followed, by->size - by->own);
  return followed > own ? followed : own;
}

/* Whether the step that was just computed is a quiet one. */
static bool is_quiet(gang *g, size_t l) {
  lane *a = &g->lane[l];
  lash_integration *run = a->member->run;
  const lash_lanes_look *look = &g->look;
  const pivots *p = &run->pivots;
  lash_lanes_look_at(g->lanes, l, &g->look);
  a->sound = look->sound && chooses(run);
  if (!look->sound || a->watched || !look->closed ||
      !(smaller(p->before, look->independence) >= 0.5 * p->greatest))
    return false;
  a->error = chooses(run) ? error_of(g, run->stepper->equations) : 0;
  if (!(a->error <= 1)) return false;
  run->stepper->t0 = a->t0;
  run->stepper->t1 = a->t;
  read_switches(g, run->events, run->events->end);
  return events_quiet(run->events, run->stepper);
}

/* What the method makes of it. */
static void note_method(gang *g, lane *a) {
  lash_integration *run = a->member->run;
  run->count.evaluations += (size_t)stages_of(run)->count - 1;
  run->stepper->t1 = a->t;
  if (!chooses(run)) return;
  stepper_dopri_accept(run->stepper, a->h, a->error, g->look.rates, g->look.states);
  if (run->bridge == run->stepper) run->bridge_steps--;
}

/* The run's books, as after a step of the driver. */
static void note(gang *g, size_t l) {
  lane *a = &g->lane[l];
  lash_integration *run = a->member->run;
  lash_integrate_statistics *c = &run->count;
  const double off = larger(g->look.position, g->look.velocity), h = a->t - a->t0;
  a->sound = false;
  run->t = a->t;
  run->last_step = h;
  run->shown = false;
  run->pivots.told = false;
  run->pivots.before = g->look.independence;
  run->pivots.greatest = larger(run->pivots.greatest, g->look.independence);
  read_switches(g, run->events, run->events->high);
  events_note(run->events, run->stepper, false, h);
  run->watchdog.instant = a->t;
  run->watchdog.at_once = 1;
  c->drift = larger(c->drift, off);
  c->violation = larger(c->violation, off);
  note_method(g, a);
  c->steps++;
  c->time = a->t;
  c->step = h;
  c->smallest = smaller(c->smallest, h);
  c->largest = larger(c->largest, h);
  c->contacts = events_touching(run->events);
  g->taken++;
}

/* All members that are ready take a step; those whose step was not quiet take it alone. */
static void step_all(gang *g, unsigned ready) {
  unsigned quiet = 0;
  double t[WIDEST];
  lash_lanes_run(g->lanes);
  for (size_t l = 0; l < g->count; l++) {
    if (!(ready >> l & 1)) continue;
    t[l] = g->lane[l].t;
    if (!is_quiet(g, l)) continue;
    quiet |= 1u << l;
    note(g, l);
  }
  lash_lanes_accept(g->lanes, quiet, t);
  for (size_t l = 0; l < g->count; l++)
    if (ready >> l & 1 && !(quiet >> l & 1)) go_alone(g, l);
}

/* Brings a member to where a quiet step may begin; false: there is none any more. */
static bool make_ready(gang *g, size_t l) {
  lane *a = &g->lane[l];
  while (!a->over && !step_fits(a)) go_alone(g, l);
  if (a->over) return false;
  enter(g, l);
  lash_lanes_step(g->lanes, l, a->t, a->h);
  return true;
}

static void run_gang(gang *g) {
  for (;;) {
    unsigned ready = 0, many = 0;
    for (size_t l = 0; l < g->count; l++)
      if (make_ready(g, l)) ready |= 1u << l, many++;
    if (many < 2) break; /* the last one is faster alone */
    step_all(g, ready);
  }
  for (size_t l = 0; l < g->count; l++) leave(g, l);
}

/* --------------------------------------------------------------------------------------- groups */

static void finish(lash_side_by_side *m) {
  while (goes_on(m)) m->status = integration_step(m->run, m->end, m->watcher, &m->error);
}

static void run_together(lash_side_by_side *const *member, size_t count, size_t *in_lanes) {
  gang g = {.count = count};
  lash_recording *record[WIDEST];
  bool alike = true;
  lash_error why;
  for (size_t l = 0; l < count; l++) {
    g.lane[l].member = member[l];
    record[l] = member[l]->run->stepper->equations->record;
    alike &= stages_of(member[l]->run) == stages_of(member[0]->run);
  }
  if (count > 1 && alike &&
      lash_lanes_make(record, count, stages_of(member[0]->run), &g.lanes, &why) == LASH_OK) {
    run_gang(&g);
    if (in_lanes) *in_lanes += g.taken;
  }
  lash_lanes_free(g.lanes);
}

void lash_integrate_side_by_side(lash_side_by_side *member, size_t count, size_t *in_lanes) {
  const size_t width = lash_lanes_best();
  lash_side_by_side *together[WIDEST] = {0};
  size_t waiting = 0;
  if (in_lanes) *in_lanes = 0;
  for (size_t k = 0; k < count; k++) {
    lash_side_by_side *m = &member[k];
    if (m->status == LASH_OK) m->status = integration_ready(m->run, m->end, &m->error);
    m->begun = m->status == LASH_OK;
    if (m->begun) m->status = integration_begin(m->run, m->watcher, &m->error);
    if (m->status == LASH_OK && works_in_lanes(m->run) && goes_on(m)) together[waiting++] = m;
    if (waiting < width) continue;
    run_together(together, waiting, in_lanes);
    waiting = 0;
  }
  run_together(together, waiting, in_lanes);
  for (size_t k = 0; k < count; k++) {
    lash_side_by_side *m = &member[k];
    if (!m->begun) continue;
    finish(m);
    m->status = integration_end(m->run, m->status, &m->error);
  }
}
