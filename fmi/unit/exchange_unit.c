/* A dataset for somebody else's integrator (Model Exchange).
 *
 * States are the tree coordinates of solver/record, minimal where no loop is closed by a rigid
 * joint, and the equations run compiled; where a mechanism cannot be recorded, or has inputs, they
 * are the Cartesian ones. Gaps, SENSORs and branches of expressions are event indicators. What laws
 * remember moves on in completed steps and in event mode, where states are also brought back onto
 * the constraints. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrate_equations.h"
#include "model_unit.h"

typedef struct exchange {
  model m;
  equations e;
  size_t x_at, rate_at, indicator_at; /* numbers */
  bool *positive;                     /* the side of each switch */
  double *greatest;                   /* of |switch| so far: hysteresis is a part of it */
  double *now;                        /* switches, as they are */
} exchange;

/* ------------------------------------------------------------------------------------ variables */

static void list_motion(exchange *x) {
  unit_table *t = &x->m.base.table;
  const unit_facts state = {
      UNIT_STATE, .rows = x->m.states,
      .meaning = x->m.recorded ? "joint coordinates, speeds and states of force elements"
                               : "coordinates and speeds of the bodies, states of force elements"};
  const unit_facts rate = {UNIT_RATE, .rows = x->m.states, .meaning = "rates of them"};
  const unit_facts indicator = {
      UNIT_INDICATOR, .rows = x->m.indicators,
      .meaning = "gaps of contacts, SENSORs and branches of expressions, with hysteresis"};
  unit_variable *v = unit_add(t, "x", &state);
  v->group = UNIT_MOTION;
  x->x_at = v->at;
  const size_t index = (size_t)(v - t->list);
  v = unit_add(t, "der(x)", &rate);
  v->state = index;
  x->rate_at = v->at;
  if (x->m.indicators > 0) x->indicator_at = unit_add(t, "switch", &indicator)->at;
}

static lash_status open(unit *base, lash_error *error) {
  exchange *x = (exchange *)base;
  lash_status status = model_open(&x->m, error);
  if (status == LASH_OK && x->m.states == 0)
    status =
        lash_fail(error, LASH_BAD_INPUT, "exchange.txt: how many states there are is not said");
  if (status != LASH_OK) return status;
  list_motion(x);
  x->greatest = calloc(2 * x->m.indicators + 1, sizeof *x->greatest);
  x->positive = calloc(x->m.indicators + 1, sizeof *x->positive);
  if (!x->greatest || !x->positive)
    return lash_fail(error, LASH_FAILURE, "out of memory for a mechanism");
  x->now = x->greatest + x->m.indicators;
  return model_list_outputs(&x->m, error);
}

static void close(unit *base) {
  exchange *x = (exchange *)base;
  equations_free(&x->e);
  free(x->greatest);
  free(x->positive);
  model_close(base);
}

/* ------------------------------------------------------------------------------------- starting */

static double *states_of(exchange *x) { return x->m.base.value + x->x_at; }
static double time_of(const exchange *x) { return x->m.base.time * x->m.second; }

/* The equations at their start. */
static lash_status make_equations(exchange *x, lash_error *error) {
  lash_recording *record = NULL;
  equations_free(&x->e);
  if (!x->m.recorded) return equations_cartesian(x->m.system, &x->e, error);
  const lash_status status = lash_recording_make(x->m.system, false, &record, error);
  return status == LASH_OK ? equations_recorded(x->m.system, record, &x->e, error) : status;
}

static lash_status look_at_switches(exchange *x, lash_error *error) {
  const lash_status status = equations_switches(&x->e, x->now, error);
  for (size_t i = 0; i < x->m.indicators && status == LASH_OK; i++)
    if (!isfinite(x->now[i])) x->now[i] = 1; /* nothing is there to touch */
  return status;
}

static void note_greatest(exchange *x) {
  for (size_t i = 0; i < x->m.indicators; i++)
    x->greatest[i] = fmax(x->greatest[i], fabs(x->now[i]));
}

static lash_status begin(unit *base, lash_error *error) {
  exchange *x = (exchange *)base;
  model *m = &x->m;
  if (m->changed) equations_free(&x->e); /* its system will go */
  lash_status status = model_start(m, error);
  if (status != LASH_OK) return status;
  lash_system_set(m->system, time_of(x), m->y);
  status = make_equations(x, error);
  if (status == LASH_OK &&
      (x->e.size != m->states || lash_system_size(m->system)->switches != m->indicators))
    return lash_fail(error, LASH_UNSUPPORTED,
                     "with these parameters the mechanism has %zu states and %zu indicators, not "
                     "%zu and %zu as when the FMU was made",
                     x->e.size, lash_system_size(m->system)->switches, m->states, m->indicators);
  if (status == LASH_OK) status = equations_take(&x->e, states_of(x), error);
  if (status == LASH_OK) status = look_at_switches(x, error);
  for (size_t i = 0; i < m->indicators && status == LASH_OK; i++) {
    x->greatest[i] = fabs(x->now[i]);
    x->positive[i] = x->now[i] > 0;
  }
  return status;
}

/* -------------------------------------------------------------------------------------- looking */

static const double hysteresis = 1e-10; /* of the greatest value met */

static lash_status compute_motion(exchange *x, lash_error *error) {
  double *value = x->m.base.value;
  const double t = time_of(x);
  lash_status status = equations_rates(&x->e, t, states_of(x), value + x->rate_at, error);
  equations_set(&x->e, t, states_of(x));
  if (status == LASH_OK) status = look_at_switches(x, error);
  if (status != LASH_OK) return status;
  for (size_t k = 0; k < x->m.states; k++) value[x->rate_at + k] *= x->m.second;
  for (size_t i = 0; i < x->m.indicators; i++)
    value[x->indicator_at + i] =
        x->now[i] + (x->positive[i] ? 1 : -1) * hysteresis * x->greatest[i];
  return LASH_OK;
}

static lash_status compute(unit *base, unsigned groups, lash_error *error) {
  exchange *x = (exchange *)base;
  double touching = 0;
  lash_status status = model_put_inputs(&x->m, false, error);
  if (status == LASH_OK && groups & UNIT_MOTION) status = compute_motion(x, error);
  if (status != LASH_OK || !(groups & UNIT_RESULTS)) return status;
  for (size_t i = 0; i < x->m.indicators; i++)
    touching += !x->positive[i] && lash_system_switch(x->m.system, i).kind == LASH_SWITCH_CONTACT;
  equations_set(&x->e, time_of(x), states_of(x));
  status = equations_show(&x->e, error);
  return status == LASH_OK ? model_outputs(&x->m, touching, error) : status;
}

/* --------------------------------------------------------------------------------------- events */

static bool crossed(const exchange *x, size_t i) { return (x->now[i] > 0) != x->positive[i]; }

/* How fast a gap closes: a difference along the motion. */
static double closing_speed(exchange *x, size_t i, lash_error *error) {
  const double dt = 1e-9 * x->m.second;
  double *rate = x->m.base.value + x->rate_at, *z = states_of(x), side[2] = {NAN, NAN};
  double *moved = malloc(x->m.states * sizeof *moved);
  for (int s = 0; s < 2 && moved; s++) {
    const double h = s ? dt : -dt;
    for (size_t k = 0; k < x->m.states; k++) moved[k] = z[k] + h * rate[k];
    equations_set(&x->e, time_of(x) + h, moved);
    if (equations_switches(&x->e, x->now, error) == LASH_OK) side[s] = x->now[i];
  }
  free(moved);
  return (side[0] - side[1]) / (2 * dt);
}

static void tell_event(exchange *x, size_t i, double speed) {
  const lash_switch_info info = lash_system_switch(x->m.system, i);
  if (info.kind == LASH_SWITCH_CONTACT)
    model_contact(&x->m, &info, time_of(x), x->positive[i], speed);
  if (info.kind == LASH_SWITCH_SENSOR && x->positive[i] &&
      model_sensor(&x->m, info.id, time_of(x)).stop)
    x->m.base.over = true;
}

/* Sides are as they are now; what crossed is told. */
static lash_status take_sides(exchange *x, bool *any, lash_error *error) {
  lash_status status = look_at_switches(x, error);
  for (size_t i = 0; i < x->m.indicators && status == LASH_OK; i++) {
    if (!crossed(x, i)) continue;
    x->positive[i] = !x->positive[i];
    *any = true;
    double speed = 0;
    if (!x->positive[i]) {
      status =
          equations_rates(&x->e, time_of(x), states_of(x), x->m.base.value + x->rate_at, error);
      if (status == LASH_OK) speed = closing_speed(x, i, error);
      equations_set(&x->e, time_of(x), states_of(x));
      if (status == LASH_OK) status = look_at_switches(x, error);
    }
    if (status == LASH_OK) status = equations_show(&x->e, error);
    if (status == LASH_OK) tell_event(x, i, speed);
  }
  return status;
}

static lash_status event(unit *base, bool *states_changed, lash_error *error) {
  exchange *x = (exchange *)base;
  lash_status status = model_put_inputs(&x->m, false, error);
  equations_set(&x->e, time_of(x), states_of(x));
  if (status == LASH_OK) status = equations_project(&x->e, time_of(x), states_of(x), error);
  if (status == LASH_OK) status = take_sides(x, states_changed, error);
  if (status == LASH_OK) status = equations_commit(&x->e, error);
  note_greatest(x);
  *states_changed = true; /* they may have been brought back by a little */
  base->stale = UNIT_ALL;
  return status;
}

/* Further off the constraints than this, states are brought back in event mode. */
static bool has_drifted(exchange *x) {
  const double much = 1e-9;
  double position, velocity;
  equations_drift(&x->e, &position, &velocity);
  return position > much * x->m.model.units.scale.length;
}

static lash_status completed(unit *base, bool *wants_event, lash_error *error) {
  exchange *x = (exchange *)base;
  equations_set(&x->e, time_of(x), states_of(x));
  lash_status status = look_at_switches(x, error);
  for (size_t i = 0; i < x->m.indicators && status == LASH_OK; i++) *wants_event |= crossed(x, i);
  if (status != LASH_OK || *wants_event) return status;
  *wants_event = has_drifted(x);
  note_greatest(x);
  base->stale = UNIT_ALL;
  return equations_commit(&x->e, error);
}

/* -------------------------------------------------------------------------------- sensitivities */

/* So far along the seed that the state it moves most moves by 1e-7 of its size: a contact's
 * penetration is then still little changed. */
static double way_along(exchange *x, const double *seed) {
  const double *value = x->m.base.value, part = 1e-7;
  double greatest = 0, way = INFINITY;
  for (size_t k = 0; k < x->m.states; k++) greatest = fmax(greatest, fabs(states_of(x)[k]));
  const double least = fmax(1e-3 * greatest, 1e-6);
  for (size_t k = 0; k < x->m.base.table.numbers; k++)
    if (seed[k] != 0) way = fmin(way, part * fmax(fabs(value[k]), least) / fabs(seed[k]));
  return isfinite(way) ? way : part;
}

/* Central differences: what the solver shows at states near by, with what it remembers as it is. */
static lash_status derive(unit *base, const double *seed, double *change, lash_error *error) {
  exchange *x = (exchange *)base;
  const size_t n = base->table.numbers, size = n * sizeof(double);
  const double way = way_along(x, seed);
  double *here = malloc(size);
  lash_status status =
      here ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory for a derivative");
  if (here) memcpy(here, base->value, size);
  for (int side = -1; side <= 1 && status == LASH_OK; side += 2) {
    for (size_t k = 0; k < n; k++) base->value[k] = here[k] + side * way * seed[k];
    status = compute(base, UNIT_ALL, error);
    for (size_t k = 0; k < n; k++)
      change[k] = side < 0 ? -base->value[k] : (change[k] + base->value[k]) / (2 * way);
  }
  if (here) memcpy(base->value, here, size);
  free(here);
  base->stale = UNIT_ALL;
  return status;
}

/* ---------------------------------------------------------------------------------- as bytes */

static size_t sides_size(const exchange *x) {
  return x->m.indicators * (sizeof *x->greatest + sizeof(double));
}

static size_t memory(unit *base) {
  const exchange *x = (const exchange *)base;
  return sizeof x->m.contacts + sides_size(x) + lash_system_memory_size(x->m.system);
}

static lash_status save(unit *base, void *to, lash_error *error) {
  exchange *x = (exchange *)base;
  char *at = to;
  double *sides = (double *)(void *)(at + sizeof x->m.contacts);
  equations_set(&x->e, time_of(x), states_of(x));
  const lash_status status = equations_show(&x->e, error);
  if (status != LASH_OK) return status;
  memcpy(at, &x->m.contacts, sizeof x->m.contacts);
  for (size_t i = 0; i < x->m.indicators; i++)
    sides[2 * i] = x->greatest[i], sides[2 * i + 1] = x->positive[i];
  lash_system_save(x->m.system, at + sizeof x->m.contacts + sides_size(x));
  return LASH_OK;
}

static lash_status restore(unit *base, const void *from, lash_error *error) {
  exchange *x = (exchange *)base;
  const char *at = from;
  const double *sides = (const double *)(const void *)(at + sizeof x->m.contacts);
  memcpy(&x->m.contacts, at, sizeof x->m.contacts);
  for (size_t i = 0; i < x->m.indicators; i++)
    x->greatest[i] = sides[2 * i], x->positive[i] = sides[2 * i + 1] != 0;
  lash_status status = lash_system_restore(x->m.system, at + sizeof x->m.contacts + sides_size(x),
                                           lash_system_memory_size(x->m.system), error);
  if (status == LASH_OK && x->e.record) status = lash_recording_remember(x->e.record, error);
  equations_set(&x->e, time_of(x), states_of(x));
  return status;
}

const unit_class exchange_unit = {.name = "exchange",
                                  .size = sizeof(exchange),
                                  .exchange = true,
                                  .open = open,
                                  .close = close,
                                  .tune = model_tune,
                                  .begin = begin,
                                  .compute = compute,
                                  .event = event,
                                  .completed = completed,
                                  .derive = derive,
                                  .memory = memory,
                                  .save = save,
                                  .restore = restore};
