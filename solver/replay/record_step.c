#include "record_step.h"

#include <stdlib.h>

#include "record_impl.h"
#include "tape_substitute.h"

typedef struct stepping {
  lash_recording *record;
  lash_tape *tape;
  size_t states;      /* z */
  lash_term h, after; /* the step; time at its end */
  lash_term *input;   /* z, time and what is remembered, as the lists have them */
  lash_term *next;    /* the same at the end */
  lash_term *rate;    /* at the start, then at the end */
  size_t rates;       /* where they begin among the numbers */
  lash_step_list *made;
  lash_error *error;
} stepping;

#define T s->tape

static lash_status refuse(const lash_recording *r, lash_error *error) {
  const char *file = r->system->file;
  if (r->calls)
    return lash_fail(error, LASH_UNSUPPORTED,
                     "%s: %zu of its forces are functions of their own (splines, joints with "
                     "friction): no list of a whole step",
                     file, r->calls);
  if (r->system->sensor_count)
    return lash_fail(error, LASH_UNSUPPORTED, "%s: a list of a whole step has no SENSOR", file);
  return LASH_OK;
}

/* Terms at the end of the step. */
static lash_status at_end(stepping *s, const lash_term *wanted, size_t count, lash_term *there) {
  return lash_tape_substitute(T, s->input, s->next, s->states + 1, wanted, count, there, s->error);
}

/* ----------------------------------------------------------------------------- back on its rows */

/* Euler parameters after a small turn in body axes; not yet unit. */
static void turn(stepping *s, lash_term *e, const lash_term *by) {
  const lash_term half = lash_tape_constant(T, 0.5);
  const sym3 v = {{e[1], e[2], e[3]}},
             w = {{lash_tape_mul(T, half, by[0]), lash_tape_mul(T, half, by[1]),
                   lash_tape_mul(T, half, by[2])}};
  const sym3 more = sym3_add(T, sym3_scale(T, e[0], w), sym3_cross(T, v, w));
  e[0] = lash_tape_sub(T, e[0], sym3_dot(T, v, w));
  for (int k = 0; k < 3; k++) e[k + 1] = lash_tape_add(T, e[k + 1], more.e[k]);
}

static void normalise_all(stepping *s) {
  const lash_recording *r = s->record;
  for (size_t b = 1; b < r->system->body_count; b++)
    if (r->tree[b].spins) record_make_unit(T, s->next + r->tree[b].q + (r->tree[b].free ? 3 : 0));
}

/* One correction of positions and speeds, as record_run.c moves them. */
static lash_status close_loops(stepping *s) {
  const lash_recording *r = s->record;
  if (!r->rows) return LASH_OK;
  lash_term *change = malloc(2 * r->speeds * sizeof *change);
  if (!change) return lash_fail(s->error, LASH_FAILURE, "Out of memory.");
  const lash_status status = at_end(s, r->correction, 2 * r->speeds, change);
  for (size_t b = 1; b < r->system->body_count && status == LASH_OK; b++) {
    const tree_joint *joint = &r->tree[b];
    const int at = joint->free ? 3 : 0;
    for (int k = 0; k < at; k++)
      s->next[joint->q + k] = lash_tape_add(T, s->next[joint->q + k], change[joint->u + k]);
    if (joint->spins) turn(s, s->next + joint->q + at, change + joint->u + at);
    for (int a = 0; a < AXES; a++)
      if (joint->axis[a].q >= 0)
        s->next[joint->axis[a].q] =
            lash_tape_add(T, s->next[joint->axis[a].q], change[joint->axis[a].u]);
  }
  lash_term *u = s->next + r->coordinates;
  for (size_t k = 0; k < r->speeds && status == LASH_OK; k++)
    u[k] = lash_tape_add(T, u[k], change[r->speeds + k]);
  free(change);
  if (status == LASH_OK) normalise_all(s);
  return status;
}

/* -------------------------------------------------------------------------------- impact memory */

/* The penetration during a step as contact/memory.c has it: a cubic through both ends. */
typedef struct cubic {
  lash_term p0, m0, p1, m1; /* values; rates times h */
} cubic;

static lash_term value_at(stepping *s, const cubic *c, lash_term tau) {
  const lash_term one = lash_tape_constant(T, 1), two = lash_tape_constant(T, 2),
                  three = lash_tape_constant(T, 3), u = lash_tape_sub(T, one, tau),
                  uu = lash_tape_square(T, u), tt = lash_tape_square(T, tau);
  const lash_term a = lash_tape_mul(
      T, lash_tape_mul(T, lash_tape_add(T, one, lash_tape_mul(T, two, tau)), uu), c->p0);
  const lash_term b = lash_tape_mul(T, lash_tape_mul(T, tau, uu), c->m0);
  const lash_term d = lash_tape_mul(
      T, lash_tape_mul(T, tt, lash_tape_sub(T, three, lash_tape_mul(T, two, tau))), c->p1);
  const lash_term e = lash_tape_mul(T, lash_tape_mul(T, tt, u), c->m1);
  return lash_tape_sub(T, lash_tape_add(T, lash_tape_add(T, a, b), d), e);
}

static lash_term slope_at(stepping *s, const cubic *c, lash_term tau) {
  const lash_term one = lash_tape_constant(T, 1), two = lash_tape_constant(T, 2),
                  three = lash_tape_constant(T, 3), six = lash_tape_constant(T, 6),
                  u = lash_tape_sub(T, one, tau);
  const lash_term a = lash_tape_mul(T, lash_tape_mul(T, six, lash_tape_mul(T, tau, u)),
                                    lash_tape_sub(T, c->p1, c->p0));
  const lash_term b = lash_tape_mul(
      T, lash_tape_mul(T, u, lash_tape_sub(T, one, lash_tape_mul(T, three, tau))), c->m0);
  const lash_term d = lash_tape_mul(
      T, lash_tape_mul(T, tau, lash_tape_sub(T, lash_tape_mul(T, three, tau), two)), c->m1);
  return lash_tape_add(T, lash_tape_add(T, a, b), d);
}

/* Speed where the cubic rises through zero: Newton's method from the chord, kept within the step.
 * Steps that are short enough for a contact bend little, so that few iterations do. */
static lash_term crossing_speed(stepping *s, const cubic *c) {
  enum { ITERATIONS = 4 };
  const lash_term zero = lash_tape_constant(T, 0), one = lash_tape_constant(T, 1);
  lash_term tau = lash_tape_div(T, lash_tape_neg(T, c->p0), lash_tape_sub(T, c->p1, c->p0));
  for (int k = 0; k < ITERATIONS; k++) {
    const lash_term step = lash_tape_div(T, value_at(s, c, tau), slope_at(s, c, tau));
    tau = lash_tape_min(T, lash_tape_max(T, lash_tape_sub(T, tau, step), zero), one);
  }
  const lash_term slope = slope_at(s, c, tau);
  return lash_tape_max(T, lash_tape_div(T, slope, s->h), zero);
}

/* Whether it touched, and how fast: [touching, v0] of a ball in its socket, then the penetration
 * and its rate, which the next step needs. */
static lash_status move_joint(stepping *s, const record_joint *joint, size_t extra) {
  lash_step_list *made = s->made;
  const size_t slot = 1 + s->states + joint->slot;
  const lash_term zero = lash_tape_constant(T, 0), one = lash_tape_constant(T, 1);
  const lash_term touching = lash_tape_gt(T, lash_tape_variable(T, (uint32_t)slot), zero),
                  v0 = lash_tape_variable(T, (uint32_t)slot + 1),
                  before = lash_tape_variable(T, (uint32_t)extra),
                  v_before = lash_tape_variable(T, (uint32_t)extra + 1);
  lash_term now[2];
  const lash_status status = at_end(s, joint->site[0], 2, now);
  if (status != LASH_OK) return status;
  const cubic c = {before, lash_tape_mul(T, s->h, v_before), now[0],
                   lash_tape_mul(T, s->h, now[1])};
  const lash_term in = lash_tape_gt(T, now[0], zero);
  const lash_term fresh = lash_tape_and(T, in, lash_tape_not(T, touching));
  made->next[slot] = lash_tape_select(T, in, one, zero);
  made->next[slot + 1] =
      lash_tape_select(T, fresh, crossing_speed(s, &c), lash_tape_select(T, in, v0, zero));
  made->next[extra] = now[0];
  made->next[extra + 1] = now[1];
  return LASH_OK;
}

static lash_status move_memory(stepping *s) {
  lash_recording *r = s->record;
  lash_step_list *made = s->made;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < r->memory_count && status == LASH_OK; k++) {
    const size_t slot = 1 + s->states + k;
    made->next[slot] = lash_tape_variable(T, (uint32_t)slot);
    if (r->memory[k].angle >= 0) status = at_end(s, &r->memory[k].next, 1, &made->next[slot]);
  }
  size_t extra = 1 + s->states + r->memory_count;
  for (size_t k = 0; k < r->joint_count && status == LASH_OK; k++) {
    if (!r->joint[k].recorded) continue;
    status = move_joint(s, &r->joint[k], extra);
    const lash_impact_memory *impact = &r->joint[k].memory.site[0].impact;
    made->start[extra] = impact->delta;
    made->start[extra + 1] = impact->v;
    extra += 2;
  }
  return status;
}

/* ------------------------------------------------------------------- rates, from step to step */

/* Whether the rate of state k is some state: a speed, most often. */
static bool is_state(const stepping *s, size_t k) {
  for (size_t j = 0; j < s->states; j++)
    if (s->record->rate[k] == s->record->z[j]) return true;
  return false;
}

static size_t count_rates(const stepping *s) {
  size_t count = 0;
  for (size_t k = 0; k < s->states; k++) count += !is_state(s, k);
  return count;
}

/* Rates at the start, as the step before has left them. */
static void take_rates(stepping *s) {
  size_t at = s->rates;
  for (size_t k = 0; k < s->states; k++)
    s->rate[k] = is_state(s, k) ? s->record->rate[k] : lash_tape_variable(T, (uint32_t)at++);
}

/* Rates at the end, with what is remembered then. */
static lash_status leave_rates(stepping *s) {
  const lash_recording *r = s->record;
  const size_t first = 1 + s->states, inputs = first + r->memory_count;
  for (size_t k = 0; k < r->memory_count; k++) {
    s->input[first + k] = lash_tape_variable(T, (uint32_t)(first + k));
    s->next[first + k] = s->made->next[first + k];
  }
  const lash_status status =
      lash_tape_substitute(T, s->input, s->next, inputs, r->rate, s->states, s->rate, s->error);
  size_t at = s->rates;
  for (size_t k = 0; k < s->states; k++)
    if (!is_state(s, k)) s->made->next[at++] = s->rate[k];
  return status;
}

static lash_status start_rates(stepping *s) {
  lash_recording *r = s->record;
  double *rate = malloc((s->states + r->works + 1) * sizeof *rate), *start = s->made->start;
  if (!rate) return lash_fail(s->error, LASH_FAILURE, "Out of memory.");
  const lash_status status = lash_recording_rates(r, start[0], start + 1, rate, s->error);
  size_t at = s->rates;
  for (size_t k = 0; k < s->states && status == LASH_OK; k++)
    if (!is_state(s, k)) start[at++] = rate[k];
  free(rate);
  return status;
}

/* ----------------------------------------------------------------------------------------- all */

static lash_status make(stepping *s) {
  lash_recording *r = s->record;
  take_rates(s);
  s->input[s->states] = r->time;
  for (size_t k = 0; k < s->states; k++) s->input[k] = r->z[k];
  s->h = lash_tape_parameter(T, 0);
  s->after = lash_tape_add(T, r->time, s->h);
  lash_status status =
      lash_tape_rk4(T, r->time, r->z, r->rate, s->rate, s->states, s->h, s->next, s->error);
  s->next[s->states] = s->after;
  if (status == LASH_OK) normalise_all(s);
  if (status == LASH_OK) status = close_loops(s);
  if (status == LASH_OK) status = move_memory(s);
  if (status == LASH_OK) status = leave_rates(s);
  if (status == LASH_OK) status = start_rates(s);
  if (status != LASH_OK) return status;
  s->made->next[0] = s->after;
  for (size_t k = 0; k < s->states; k++) s->made->next[1 + k] = s->next[k];
  return lash_tape_status(T, s->error);
}

void lash_step_list_free(lash_step_list *list) {
  free(list->next);
  free(list->start);
  *list = (lash_step_list){0};
}

lash_status lash_recording_step(lash_recording *r, lash_step_list *made, lash_error *error) {
  *made = (lash_step_list){.tape = r->tape};
  lash_status status = refuse(r, error);
  if (status != LASH_OK) return status;
  size_t joints = 0;
  for (size_t k = 0; k < r->joint_count; k++) joints += r->joint[k].recorded;
  stepping s = {.record = r, .tape = r->tape, .made = made, .error = error};
  s.states = record_length(r);
  s.rates = 1 + s.states + r->memory_count + 2 * joints;
  made->count = s.rates + count_rates(&s);
  made->next = calloc(made->count, sizeof *made->next);
  made->start = calloc(made->count, sizeof *made->start);
  made->show = r->shown;
  made->shown = r->lift.count;
  s.input = malloc((1 + s.states + r->memory_count) * sizeof *s.input);
  s.next = malloc((1 + s.states + r->memory_count) * sizeof *s.next);
  s.rate = malloc((1 + s.states) * sizeof *s.rate);
  if (made->next && made->start && s.input && s.next && s.rate) {
    for (size_t k = 0; k < r->input_count; k++) made->start[k] = r->input[k];
    status = make(&s);
  } else {
    status = lash_fail(error, LASH_FAILURE, "Out of memory.");
  }
  free(s.input);
  free(s.next);
  free(s.rate);
  if (status != LASH_OK) lash_step_list_free(made);
  return status;
}
