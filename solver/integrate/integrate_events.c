#include "integrate_events.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A contact is followed with at least so many steps. */
static const double steps_per_contact = 20;

/* Chatter: so many crossings, or steps without one, in a row near the layer; the layer in blurs,
 * and what is near: a method's own chatter is wider than the error it allows, as jumps deceive the
 * estimate. Farther away the switch is followed again. */
enum { MANY = 50, CHATTER = 8, LINGERING = 50 };
static const double layer_blurs = 10, near_layers = 10;

/* Inside a step the switches are looked at here; a contact that opens and closes between two of
 * these places is caught by the step bound instead. */
static const double places[] = {0.25, 0.5, 0.75, 1};
enum { PLACES = sizeof places / sizeof places[0] };

lash_status events_create(equations *at_work, bool softens, events **made, lash_error *error) {
  lash_system *system = at_work->system;
  const lash_system_sizes *n = lash_system_size(system);
  const size_t count = n->switches;
  events *e = calloc(1, sizeof *e);
  if (!e) return lash_fail(error, LASH_FAILURE, "out of memory for events");
  e->system = system;
  e->count = count;
  e->step_bound = INFINITY;
  e->softens = softens;
  e->positive = calloc(4 * count + 1, sizeof *e->positive);
  e->tally = calloc(2 * count + 1, sizeof *e->tally);
  e->kind = calloc(count + 1, sizeof *e->kind);
  e->live = calloc(count + 1, sizeof *e->live);
  e->value = calloc(10 * count + 2 * equations_room(system) + n->v + 1, sizeof *e->value);
  if (!e->positive || !e->tally || !e->kind || !e->live || !e->value) {
    events_free(e);
    return lash_fail(error, LASH_FAILURE, "out of memory for events");
  }
  e->steps = e->tally + count;
  e->changed = e->positive + count, e->jumps = e->changed + count, e->told = e->jumps + count;
  e->slope = e->value + count, e->contact_time = e->slope + count;
  e->greatest = e->contact_time + count, e->layer = e->greatest + count;
  e->low = e->layer + count, e->high = e->low + count, e->probe = e->high + count;
  e->middle = e->probe + count, e->end = e->middle + count, e->y = e->end + count;
  for (size_t i = 0; i < count; i++) {
    e->contact_time[i] = INFINITY;
    const lash_switch_info info = lash_system_switch(system, i);
    e->kind[i] = info.kind;
    e->jumps[i] = info.jump;
  }
  events_follow(e, at_work);
  *made = e;
  return LASH_OK;
}

void events_follow(events *e, equations *at_work) {
  e->equations = at_work;
  e->live_count = 0;
  e->live_expressions = e->live_jumps = false;
  for (size_t i = 0; i < e->count; i++) {
    if (!equations_switch_moves(at_work, i)) continue;
    e->live[e->live_count++] = i;
    e->live_expressions |= e->kind[i] == LASH_SWITCH_EXPRESSION;
    e->live_jumps |= e->jumps[i];
  }
}

/* All switches but those that cannot change. */
#define EACH_LIVE(e, i) \
  for (size_t n_##i = 0, i; n_##i < (e)->live_count && (i = (e)->live[n_##i], true); n_##i++)

static bool is_ramp(const events *e, size_t i) {
  return e->layer[i] > 0 && e->jumps[i] && e->softens;
}

void events_free(events *e) {
  if (!e) return;
  for (size_t i = 0; e->layer && i < e->count; i++) {
    if (is_ramp(e, i)) lash_system_soften(e->system, i, 0);
  }
  free(e->positive);
  free(e->tally);
  free(e->kind);
  free(e->live);
  free(e->value);
  free(e);
}

static bool is_positive(double value) { return value > 0; }

static bool followed(const events *e, size_t i) { return e->layer[i] == 0; }

lash_status events_start(events *e, double t, const double *y, lash_error *error) {
  e->step_bound = INFINITY;
  if (e->count == 0) return LASH_OK;
  equations_set(e->equations, t, y);
  lash_status status = equations_switches(e->equations, e->value, error);
  for (size_t i = 0; i < e->count; i++) {
    e->positive[i] = is_positive(e->value[i]);
    e->slope[i] = 0;
  }
  return status;
}

static lash_status values_at(events *e, stepper *s, double t, bool roughly, double *values,
                             lash_error *error) {
  const double *y = e->y;
  lash_status status = LASH_OK;
  if (t == s->t1)
    y = s->y1;
  else if (roughly && s->class->sketch)
    s->class->sketch(s, t, e->y);
  else
    status = s->class->dense(s, t, e->y, error);
  if (status != LASH_OK) return status;
  equations_set(e->equations, t, y);
  return equations_switches(e->equations, values, error);
}

static bool any_changed(const events *e, const double *values) {
  EACH_LIVE(e, i) {
    if (is_positive(values[i]) != e->positive[i] && followed(e, i)) return true;
  }
  return false;
}

/* Where straight lines between the ends of the bracket first cross zero, as a fraction of it. */
static double first_secant(const events *e) {
  double first = 1;
  EACH_LIVE(e, i) {
    if (is_positive(e->high[i]) == e->positive[i] || !followed(e, i)) continue;
    const double span = e->low[i] - e->high[i];
    if (span != 0) first = smaller(first, e->low[i] / span);
  }
  return smaller(0.99, larger(0.01, first));
}

/* Narrows [low, high] until the first crossing is known to round-off; high stays behind it. */
static lash_status locate(events *e, stepper *s, double low, double high, double *t,
                          lash_error *error) {
  const double width = larger(1e-11 * (s->t1 - s->t0), 4 * DBL_EPSILON * fabs(high));
  lash_status status = LASH_OK;
  for (int i = 0; high - low > width && i < 100 && status == LASH_OK; i++) {
    /* two secant steps, aimed a little to either side, then a halving */
    double part = i % 3 == 2 ? 0.5 : first_secant(e);
    if (i % 3 == 0) part += 0.2 * width / (high - low);
    if (i % 3 == 1) part -= 0.2 * width / (high - low);
    const double middle = low + part * (high - low);
    if (middle <= low || middle >= high) break;
    status = values_at(e, s, middle, false, e->probe, error);
    const bool behind = status == LASH_OK && any_changed(e, e->probe);
    memcpy(behind ? e->high : e->low, e->probe, e->count * sizeof *e->probe);
    *(behind ? &high : &low) = middle;
  }
  EACH_LIVE(e, i) { e->changed[i] = is_positive(e->high[i]) != e->positive[i] && followed(e, i); }
  *t = high;
  return status;
}

/* How closely to look inside a step: the distance of the places to look at. */
enum { ENDS_ONLY = PLACES, MIDDLE_TOO = PLACES / 2, ALL_PLACES = 1, ALL_WELL = 0 };

/* Gaps that are far from closing or opening at their present speed need no look inside. A contact
 * that lasts is sampled in the middle for its duration, unless steps are known to be short enough
 * for it (they at most double); everywhere, as long as its duration is not known to exceed the step
 * by far. What is near, or no gap, is looked at well, all else roughly. */
static int look_inside(const events *e, const stepper *s) {
  const double h = s->t1 - s->t0;
  int close = ENDS_ONLY;
  if (any_changed(e, e->end)) return ALL_WELL;
  EACH_LIVE(e, i) {
    if (e->kind[i] != LASH_SWITCH_CONTACT) return ALL_WELL;
    const double near = smaller(fabs(e->value[i]), fabs(e->end[i]));
    if (near <= fabs(e->end[i] - e->value[i]) + fabs(e->slope[i]) * h) return ALL_WELL;
    if (e->positive[i]) continue;
    if (!(0.5 * steps_per_contact * h < e->contact_time[i]))
      close = ALL_PLACES;
    else if (!(2 * steps_per_contact * h < e->contact_time[i]))
      close = close < MIDDLE_TOO ? close : MIDDLE_TOO;
  }
  return close;
}

static void suppose_middles(events *e) {
  EACH_LIVE(e, i) e->middle[i] = 0.5 * (e->value[i] + e->end[i]);
}

bool events_quiet(events *e, const stepper *s) {
  if (look_inside(e, s) != ENDS_ONLY) return false;
  suppose_middles(e);
  return true;
}

/* What is looked at roughly is looked at again where it shows something. */
static lash_status look_at(events *e, stepper *s, double t, bool roughly, double *values,
                           lash_error *error) {
  const lash_status status = values_at(e, s, t, roughly, values, error);
  if (status != LASH_OK || !roughly || !any_changed(e, values)) return status;
  return values_at(e, s, t, false, values, error);
}

lash_status events_search(events *e, stepper *s, bool *found, double *t, lash_error *error) {
  *found = false;
  if (e->live_count == 0) return LASH_OK;
  /* the end first: the system stands there already */
  lash_status at_end = values_at(e, s, s->t1, false, e->end, error);
  if (at_end != LASH_OK) return at_end;
  const int look = look_inside(e, s), close = look == ALL_WELL ? ALL_PLACES : look;
  if (close == ENDS_ONLY) {
    suppose_middles(e);
    return LASH_OK;
  }
  double from = s->t0;
  /* at the very start a switch may still show the other side by round-off: its side is what counts
   */
  EACH_LIVE(e, i) {
    const double value = e->value[i];
    e->low[i] = is_positive(value) == e->positive[i] ? value : 0;
  }
  for (int p = close - 1; p < PLACES; p += close) {
    const bool last = p == PLACES - 1;
    const double to = last ? s->t1 : s->t0 + places[p] * (s->t1 - s->t0);
    lash_status status = LASH_OK;
    if (last)
      memcpy(e->high, e->end, e->count * sizeof *e->high);
    else
      status = look_at(e, s, to, look != ALL_WELL, e->high, error);
    if (status != LASH_OK) return status;
    if (any_changed(e, e->high)) {
      *found = true;
      return locate(e, s, from, to, t, error);
    }
    memcpy(e->low, e->high, e->count * sizeof *e->low);
    if (places[p] == 0.5) memcpy(e->middle, e->high, e->count * sizeof *e->low);
    from = to;
  }
  return LASH_OK;
}

/* During contact the gap swings like an oscillator: gap'' = w^2 depth, and half a swing lasts pi/w.
 * The estimate needs no masses and no stiffness, and sets no bound on a contact at rest. */
static double contact_duration(double h, double start, double middle, double end) {
  const double bend = 4 * (start - 2 * middle + end) / (h * h), depth = -middle;
  if (!(depth > 0) || !(bend > 0)) return INFINITY;
  return 3.14159265358979324 * sqrt(depth / bend);
}

/* ------------------------------------------------------------------------------------- chatter */

/* What the error asked for leaves uncertain in a switch's value. Gaps are lengths. */
static double blur_of(events *e, const stepper *s, size_t i) {
  const lash_system_sizes *n = s->n;
  const double error = s->options->error;
  if (e->kind[i] == LASH_SWITCH_CONTACT) return error * s->length;
  if (e->kind[i] != LASH_SWITCH_EXPRESSION) return 0; /* sensors are for others to judge */
  double *tolerance = e->y, *position = tolerance + n->y;
  stepper_tolerances(s, s->y1, tolerance);
  for (size_t k = 0; k < n->y; k++) tolerance[k] *= error / s->error;
  for (size_t k = 0; k < n->v; k++) position[k] = error * s->scale[k];
  return lash_system_switch_blur(e->system, i, position, tolerance + n->q, tolerance + n->q + n->v);
}

static void begin_layer(events *e, size_t i, double width) {
  e->layer[i] = width;
  if (!is_ramp(e, i)) return;
  lash_system_soften(e->system, i, width);
  if (e->told[i]) return;
  const lash_switch_info info = lash_system_switch(e->system, i);
  lash_system_say(e->system,
                  "%s: its %s jumps to and fro faster than can be followed from time %.10g on; "
                  "while its argument is within +-%.3g of zero it is a smooth ramp",
                  info.statement, info.function, lash_system_time(e->system), width);
  e->told[i] = true;
}

static void end_layer(events *e, size_t i) {
  if (is_ramp(e, i)) lash_system_soften(e->system, i, 0);
  e->layer[i] = 0;
  e->tally[i] = e->steps[i] = 0;
  e->greatest[i] = INFINITY; /* the next crossing is one that can be followed */
}

/* Judges a stretch that ends: at a crossing, or, as a method may chatter inside its steps without
 * ending any of them on the other side, after some steps. */
static void watch_chatter(events *e, const stepper *s, size_t i, bool crossed, double now) {
  if (e->equations->record) { /* ramps are the system's: see events_weary() */
    e->tally[i] += crossed && e->kind[i] == LASH_SWITCH_EXPRESSION;
    return;
  }
  if (e->layer[i] > 0) {
    if (fabs(now) > near_layers * e->layer[i]) end_layer(e, i);
    return;
  }
  e->greatest[i] = larger(e->greatest[i], fabs(now));
  const bool lingered = ++e->steps[i] >= LINGERING && e->jumps[i];
  if (!crossed && !lingered) return;
  const double layer = layer_blurs * blur_of(e, s, i);
  const bool inside = e->greatest[i] < near_layers * layer;
  if (crossed) e->tally[i] = inside ? e->tally[i] + 1 : 0;
  e->greatest[i] = fabs(now);
  e->steps[i] = 0;
  if (e->tally[i] >= CHATTER || (lingered && inside)) begin_layer(e, i, layer);
}

bool events_sliding(const events *e) {
  if (!e->live_jumps) return false;
  EACH_LIVE(e, i) {
    if (is_ramp(e, i)) return true;
  }
  return false;
}

bool events_weary(const events *e) {
  if (!e->equations->record || !e->live_expressions) return false;
  EACH_LIVE(e, i) {
    if (e->kind[i] == LASH_SWITCH_EXPRESSION && e->tally[i] >= MANY) return true;
  }
  return false;
}

void events_forget_chatter(events *e) {
  const bool recorded = e->equations->record != NULL;
  EACH_LIVE(e, i) {
    if (recorded) e->tally[i] = 0;
    if (e->layer[i] > 0 && e->jumps[i] && !e->softens) end_layer(e, i);
  }
}

void events_restore_ramps(events *e) {
  for (size_t i = 0; i < e->count; i++) {
    if (e->jumps[i]) lash_system_soften(e->system, i, is_ramp(e, i) ? e->layer[i] : 0);
  }
}

/* ------------------------------------------------------------------------------ accepted steps */

void events_note(events *e, const stepper *s, bool found, double h) {
  const double growth = 2, full = s->t1 - s->t0;
  e->step_bound = INFINITY;
  EACH_LIVE(e, i) {
    const bool crossed = found && e->changed[i];
    const double now = e->high[i];
    double duration = INFINITY;
    /* a located crossing counts even when projection moved the value back by round-off */
    if (crossed)
      e->positive[i] = !e->positive[i];
    else if (!followed(e, i))
      e->positive[i] = is_positive(now);
    watch_chatter(e, s, i, crossed, now);

    if (found) {
      e->slope[i] = h > 0 ? (now - e->value[i]) / h : 0;
      if (crossed && !e->positive[i]) duration = e->contact_time[i];
    } else {
      e->slope[i] = 2 * (now - e->middle[i]) / h;
      if (!e->positive[i]) duration = contact_duration(h, e->value[i], e->middle[i], now);
    }
    e->value[i] = now;
    if (e->kind[i] != LASH_SWITCH_CONTACT) continue;
    e->contact_time[i] = smaller(e->contact_time[i], duration);
    if (e->positive[i]) continue;
    /* a contact just begun, of unknown stiffness, is entered as if it lasted one step */
    if (crossed && !isfinite(duration)) duration = full;
    e->step_bound = smaller(e->step_bound, duration / steps_per_contact);
    if (!found) e->step_bound = smaller(e->step_bound, growth * h);
  }
}

lash_status events_accept(events *e, const stepper *s, bool found, bool known, double h,
                          lash_error *error) {
  lash_status status = LASH_OK;
  e->step_bound = INFINITY;
  if (e->live_count == 0) return LASH_OK;
  if (known)
    memcpy(e->high, e->end, e->count * sizeof *e->high);
  else
    status = equations_switches(e->equations, e->high, error);
  if (status == LASH_OK) events_note(e, s, found, h);
  return status;
}

double events_limit(const events *e, double t, double h) {
  const double overshoot = 1.02, least = 1e-3;
  double limit = INFINITY;
  EACH_LIVE(e, i) {
    if (e->kind[i] != LASH_SWITCH_CONTACT) continue;
    if (!e->positive[i] || !(e->slope[i] < 0) || !(e->value[i] > 0)) continue;
    const double until = overshoot * e->value[i] / -e->slope[i];
    if (until < h) limit = smaller(limit, t + larger(until, least * h));
  }
  return limit;
}

size_t events_touching(const events *e) {
  size_t touching = 0;
  EACH_LIVE(e, i) {
    if (!e->positive[i] && e->kind[i] == LASH_SWITCH_CONTACT) touching++;
  }
  return touching;
}
