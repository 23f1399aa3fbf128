#include "integrate_events.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A contact is followed with at least so many steps. */
static const double steps_per_contact = 20;

/* An expression that switches more often than this between two outputs is not followed further. */
enum { CHATTER = 50 };

/* Inside a step the switches are looked at here; a contact that opens and closes between two of
 * these places is caught by the step bound instead. */
static const double places[] = {0.25, 0.5, 0.75, 1};
enum { PLACES = sizeof places / sizeof places[0] };

lash_status events_create(equations *at_work, events **made, lash_error *error) {
  lash_system *system = at_work->system;
  const lash_system_sizes *n = lash_system_size(system);
  const size_t count = n->switches;
  events *e = calloc(1, sizeof *e);
  if (!e) return lash_fail(error, LASH_FAILURE, "out of memory for events");
  e->system = system;
  e->equations = at_work;
  e->count = count;
  e->step_bound = INFINITY;
  e->positive = calloc(2 * count + 1, sizeof *e->positive);
  e->tally = calloc(count + 1, sizeof *e->tally);
  e->kind = calloc(count + 1, sizeof *e->kind);
  e->value = calloc(8 * count + n->y + 1, sizeof *e->value);
  if (!e->positive || !e->tally || !e->kind || !e->value) {
    events_free(e);
    return lash_fail(error, LASH_FAILURE, "out of memory for events");
  }
  e->changed = e->positive + count;
  e->slope = e->value + count, e->contact_time = e->slope + count;
  e->low = e->contact_time + count, e->high = e->low + count, e->probe = e->high + count;
  e->middle = e->probe + count, e->end = e->middle + count, e->y = e->end + count;
  for (size_t i = 0; i < count; i++) {
    e->contact_time[i] = INFINITY;
    e->kind[i] = lash_system_switch(system, i).kind;
  }
  *made = e;
  return LASH_OK;
}

void events_free(events *e) {
  if (!e) return;
  free(e->positive);
  free(e->tally);
  free(e->kind);
  free(e->value);
  free(e);
}

static bool is_positive(double value) { return value > 0; }

static bool followed(const events *e, size_t i) {
  return e->kind[i] != LASH_SWITCH_EXPRESSION || e->tally[i] < CHATTER;
}

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

static lash_status values_at(events *e, stepper *s, double t, double *values, lash_error *error) {
  const double *y = e->y;
  lash_status status = LASH_OK;
  if (t == s->t1)
    y = s->y1;
  else
    status = s->class->dense(s, t, e->y, error);
  if (status != LASH_OK) return status;
  equations_set(e->equations, t, y);
  return equations_switches(e->equations, values, error);
}

static bool any_changed(const events *e, const double *values) {
  for (size_t i = 0; i < e->count; i++) {
    if (is_positive(values[i]) != e->positive[i] && followed(e, i)) return true;
  }
  return false;
}

/* Where straight lines between the ends of the bracket first cross zero, as a fraction of it. */
static double first_secant(const events *e) {
  double first = 1;
  for (size_t i = 0; i < e->count; i++) {
    if (is_positive(e->high[i]) == e->positive[i] || !followed(e, i)) continue;
    const double span = e->low[i] - e->high[i];
    if (span != 0) first = fmin(first, e->low[i] / span);
  }
  return fmin(0.99, fmax(0.01, first));
}

/* Narrows [low, high] until the first crossing is known to round-off; high stays behind it. */
static lash_status locate(events *e, stepper *s, double low, double high, double *t,
                          lash_error *error) {
  const double width = fmax(1e-11 * (s->t1 - s->t0), 4 * DBL_EPSILON * fabs(high));
  lash_status status = LASH_OK;
  for (int i = 0; high - low > width && i < 100 && status == LASH_OK; i++) {
    /* two secant steps, aimed a little to either side, then a halving */
    double part = i % 3 == 2 ? 0.5 : first_secant(e);
    if (i % 3 == 0) part += 0.2 * width / (high - low);
    if (i % 3 == 1) part -= 0.2 * width / (high - low);
    const double middle = low + part * (high - low);
    if (middle <= low || middle >= high) break;
    status = values_at(e, s, middle, e->probe, error);
    const bool behind = status == LASH_OK && any_changed(e, e->probe);
    memcpy(behind ? e->high : e->low, e->probe, e->count * sizeof *e->probe);
    *(behind ? &high : &low) = middle;
  }
  for (size_t i = 0; i < e->count; i++) {
    e->changed[i] = is_positive(e->high[i]) != e->positive[i] && followed(e, i);
  }
  *t = high;
  return status;
}

/* How closely to look inside a step: the distance of the places to look at. */
enum { ENDS_ONLY = PLACES, MIDDLE_TOO = PLACES / 2, ALL_PLACES = 1 };

/* Gaps that are far from closing or opening at their present speed need no look inside. A contact
 * that lasts is sampled in the middle for its duration, unless steps are known to be short enough
 * for it (they at most double); everywhere, as long as its duration is not known to exceed the step
 * by far. */
static int look_inside(const events *e, const stepper *s) {
  const double h = s->t1 - s->t0;
  int close = ENDS_ONLY;
  if (any_changed(e, e->end)) return ALL_PLACES;
  for (size_t i = 0; i < e->count; i++) {
    if (e->kind[i] != LASH_SWITCH_CONTACT) return ALL_PLACES;
    const double near = fmin(fabs(e->value[i]), fabs(e->end[i]));
    if (near <= fabs(e->end[i] - e->value[i]) + fabs(e->slope[i]) * h) return ALL_PLACES;
    if (e->positive[i]) continue;
    if (!(0.5 * steps_per_contact * h < e->contact_time[i])) return ALL_PLACES;
    if (!(2 * steps_per_contact * h < e->contact_time[i])) close = MIDDLE_TOO;
  }
  return close;
}

lash_status events_search(events *e, stepper *s, bool *found, double *t, lash_error *error) {
  *found = false;
  if (e->count == 0) return LASH_OK;
  /* the end first: the system stands there already */
  lash_status at_end = values_at(e, s, s->t1, e->end, error);
  if (at_end != LASH_OK) return at_end;
  const int close = look_inside(e, s);
  if (close == ENDS_ONLY) {
    for (size_t i = 0; i < e->count; i++) e->middle[i] = 0.5 * (e->value[i] + e->end[i]);
    return LASH_OK;
  }
  double from = s->t0;
  /* at the very start a switch may still show the other side by round-off: its side is what counts
   */
  for (size_t i = 0; i < e->count; i++) {
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
      status = values_at(e, s, to, e->high, error);
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

lash_status events_accept(events *e, bool found, double h, double full, lash_error *error) {
  const double growth = 2;
  e->step_bound = INFINITY;
  if (e->count == 0) return LASH_OK;
  lash_status status = equations_switches(e->equations, e->high, error);
  if (status != LASH_OK) return status;
  for (size_t i = 0; i < e->count; i++) {
    const bool crossed = found && e->changed[i];
    const double now = e->high[i];
    double duration = INFINITY;
    /* a located crossing counts even when projection moved the value back by round-off */
    if (crossed)
      e->positive[i] = !e->positive[i], e->tally[i]++;
    else if (!followed(e, i))
      e->positive[i] = is_positive(now);

    if (found) {
      e->slope[i] = h > 0 ? (now - e->value[i]) / h : 0;
      if (crossed && !e->positive[i]) duration = e->contact_time[i];
    } else {
      e->slope[i] = 2 * (now - e->middle[i]) / h;
      if (!e->positive[i]) duration = contact_duration(h, e->value[i], e->middle[i], now);
    }
    e->value[i] = now;
    if (e->kind[i] != LASH_SWITCH_CONTACT) continue;
    e->contact_time[i] = fmin(e->contact_time[i], duration);
    if (e->positive[i]) continue;
    /* a contact just begun, of unknown stiffness, is entered as if it lasted one step */
    if (crossed && !isfinite(duration)) duration = full;
    e->step_bound = fmin(e->step_bound, duration / steps_per_contact);
    if (!found) e->step_bound = fmin(e->step_bound, growth * h);
  }
  return LASH_OK;
}

double events_limit(const events *e, double t, double h) {
  const double overshoot = 1.02, least = 1e-3;
  double limit = INFINITY;
  for (size_t i = 0; i < e->count; i++) {
    if (e->kind[i] != LASH_SWITCH_CONTACT) continue;
    if (!e->positive[i] || !(e->slope[i] < 0) || !(e->value[i] > 0)) continue;
    const double until = overshoot * e->value[i] / -e->slope[i];
    if (until < h) limit = fmin(limit, t + fmax(until, least * h));
  }
  return limit;
}

size_t events_touching(const events *e) {
  size_t touching = 0;
  for (size_t i = 0; i < e->count; i++) {
    if (!e->positive[i] && e->kind[i] == LASH_SWITCH_CONTACT) touching++;
  }
  return touching;
}

bool events_chatter(const events *e) {
  for (size_t i = 0; i < e->count; i++) {
    if (!followed(e, i)) return true;
  }
  return false;
}

void events_forget_chatter(events *e) { memset(e->tally, 0, e->count * sizeof *e->tally); }
