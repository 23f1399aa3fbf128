/* Making a record: from the system to programs. */
#include "record.h"

#include <stdarg.h>
#include <stdio.h>

#include "record_foreign.h"
#include "record_run.h"
#include "record_solve.h"

void record_refuse(lash_recording *r, const char *format, ...) {
  if (record_refused(r)) return;
  va_list arguments;
  va_start(arguments, format);
  r->why.status = LASH_UNSUPPORTED;
  vsnprintf(r->why.message, sizeof r->why.message, format, arguments);
  va_end(arguments);
}

/* --------------------------------------------------------------------------- what does not fit */

/* Sensors' own routines are the system's business at accepted steps. Callbacks are told of these
 * where force routines are called, which may share a memory with them; else they are too. */
static void find_listeners(lash_recording *r) {
  const struct lash_user *user = r->system->user;
  for (size_t k = 0; user && k < user->count; k++) {
    const user_routine *item = &user->item[k];
    const bool ours = strstr(item->routine.library, "lash_subroutines") != NULL;
    const bool listens = item->kind == LASH_USER_CALLBACK;
    r->listens |= listens && r->lending_count;
    r->foreign |= item->kind == LASH_USER_SENSOR || (listens && !ours && !r->lending_count);
  }
}

static void check_system(lash_recording *r) {
  const lash_system *system = r->system;
  if (system->flexible_count) record_refuse(r, "flexible bodies");
  if (system->massless) record_refuse(r, "a part without mass");
  if (system->options.alpha != 0 || system->options.beta != 0)
    record_refuse(r, "Baumgarte's stabilisation");
  if (!system->size.bodies) record_refuse(r, "no moving part");
  for (size_t k = 0; k < system->variable_count; k++)
    if (system->variable[k].driven)
      record_refuse(r, "VARIABLE/%d is an input from outside", system->variable[k].id);
}

/* ------------------------------------------------------------------------------------- inputs */

static void take_terms(lash_recording *r) {
  const lash_system *system = r->system;
  const size_t n = record_length(r);
  r->zero = lash_tape_constant(r->tape, 0);
  r->one = lash_tape_constant(r->tape, 1);
  r->time = lash_tape_variable(r->tape, 0);
  r->z = lash_take(&r->store, n, sizeof *r->z);
  for (size_t k = 0; k < n; k++) r->z[k] = lash_tape_variable(r->tape, (uint32_t)(1 + k));
  r->mark = lash_take(&r->store, system->mark_count, sizeof *r->mark);
  r->drive = lash_take(&r->store, system->drive_count, sizeof *r->drive);
  r->drive_known = lash_take(&r->store, system->drive_count, sizeof *r->drive_known);
  r->function = lash_take(&r->store, system->function_count, sizeof *r->function);
  r->function_known = lash_take(&r->store, system->function_count, sizeof *r->function_known);
  r->switches = lash_take(&r->store, system->function_count, sizeof *r->switches);
  r->variable = lash_take(&r->store, system->variable_count, sizeof *r->variable);
  r->variable_known = lash_take(&r->store, system->variable_count, sizeof *r->variable_known);
  r->variable_busy = lash_take(&r->store, system->variable_count, sizeof *r->variable_busy);
  r->loads = lash_take(&r->store, system->force_count, sizeof *r->loads);
}

/* ---------------------------------------------------------------------------- lists of results */

typedef struct results {
  lash_recording *record;
  size_t count;
  lash_term *term;
} results;

static void want(results *w, lash_term term) { *LASH_APPEND(NULL, w->term, w->count) = term; }

static void want3(results *w, sym3 a) {
  for (int k = 0; k < 3; k++) want(w, a.e[k]);
}

lash_status record_make_program(lash_recording *r, const lash_term *wanted, size_t count,
                                record_program *made, lash_error *error) {
  const lash_program_options options = {.lanes = 1};
  made->count = count;
  made->out = lash_take(&r->store, count, sizeof *made->out);
  lash_status status = lash_program_make(r->tape, wanted, count, &options, &made->program, error);
  if (status == LASH_OK) status = lash_tape_frame_make(made->program, &made->frame, error);
  if (status == LASH_OK) lash_tape_frame_begin(made->frame, NULL, NULL);
  return status;
}

static lash_status make_program(lash_recording *r, const results *w, record_program *made,
                                lash_error *error) {
  return record_make_program(r, w->term, w->count, made, error);
}

/* ----------------------------------------------------------------------------------- the lists */

static void want_rates(lash_recording *r, results *w, const lash_term *accelerations) {
  lash_tape *t = r->tape;
  const lash_term *u = r->z + r->coordinates;
  for (size_t k = 0; k + 1 < r->system->body_count; k++) {
    const tree_joint *joint = &r->tree[r->order[k]];
    if (joint->free)
      for (int c = 0; c < 3; c++) want(w, u[joint->u + c]);
    if (joint->spins) {
      const int at = joint->free ? 3 : 0;
      const lash_term *e = r->z + joint->q + at, half = lash_tape_constant(t, 0.5);
      const sym3 v = {{e[1], e[2], e[3]}},
                 s = {{u[joint->u + at], u[joint->u + at + 1], u[joint->u + at + 2]}};
      const sym3 turned = sym3_add(t, sym3_scale(t, e[0], s), sym3_cross(t, v, s));
      want(w, lash_tape_mul(t, half, lash_tape_neg(t, sym3_dot(t, v, s))));
      want3(w, sym3_scale(t, half, turned));
    }
    for (int a = 0; a < AXES; a++)
      if (joint->axis[a].u >= 0) want(w, u[joint->axis[a].u]);
  }
  for (size_t k = 0; k < r->speeds; k++) want(w, accelerations[k]);
  for (size_t k = 0; k < r->states; k++) want(w, record_state_rate(r, k));
  for (size_t k = 0; k + 1 < r->system->body_count; k++)
    for (int a = 0; a < AXES; a++) {
      const tree_axis *axis = &r->tree[r->order[k]].axis[a];
      if (axis->follow < 0) continue;
      const sym_jet jet = record_drive(r, axis->drive);
      want(w, jet.d1), want(w, jet.d2);
    }
}

static void want_lift(lash_recording *r, results *w) {
  for (size_t b = 1; b < r->system->body_count; b++) {
    const sym_body *body = &r->body[b];
    want3(w, body->x), want3(w, body->u), want3(w, body->w);
    if (!r->tree[b].spins)
      for (int k = 0; k < 9; k++) want(w, body->R.e[k]);
  }
}

/* As lash_system_switches() has them. */
static void want_switches(lash_recording *r, results *w) {
  const lash_system *system = r->system;
  lash_tape *t = r->tape;
  for (size_t k = 0; system->user && k < system->user->count; k++) {
    const size_t gaps = system->user->item[k].gaps;
    const record_joint *joint = record_joint_of(r, (int)k);
    for (size_t site = 0; site < gaps; site++) {
      const bool there = joint && joint->recorded && site < joint->joint.site_count;
      want(w,
           there ? lash_tape_mul(t, lash_tape_constant(t, -1 / joint->length), joint->site[site][0])
                 : record_foreign_gap(r, (int)k, site));
    }
  }
  for (size_t k = 0; k < system->sensor_count; k++) {
    const lash_sensor_item *s = &system->sensor[k];
    if (!s->active || s->user >= 0) {
      want(w, lash_tape_constant(t, -1));
      continue;
    }
    const lash_term error = lash_tape_constant(t, s->error);
    const lash_term excess =
        lash_tape_sub(t, record_function(r, s->function), lash_tape_constant(t, s->value));
    want(w, s->compare == 0  ? lash_tape_sub(t, error, lash_tape_abs(t, excess))
            : s->compare > 0 ? lash_tape_add(t, error, excess)
                             : lash_tape_sub(t, error, excess));
  }
  for (size_t k = 0; k < system->acting_functions; k++) {
    if (!system->function[k].switch_count) continue;
    record_function(r, (int)k);
    for (size_t s = 0; s < system->function[k].switch_count && !record_refused(r); s++)
      want(w, r->switches[k][s]);
  }
}

/* All angles that count turns, also those that only requests ask for: the system is told. */
static void follow_angles(lash_recording *r) {
  const lash_system *system = r->system;
  for (size_t k = 0; k < system->measure_count && !record_refused(r); k++) {
    const lash_bound *m = &system->measure[k];
    if (m->angle < 0) continue;
    const lash_term angle =
        record_turned_angle(r, m->angle, lash_measure_table[m->kind].pick, m->mark[0], m->mark[1]);
    bool known = false;
    for (size_t i = 0; i < r->memory_count; i++) known |= r->memory[i].angle == m->angle;
    if (known) continue;
    record_memory_add(r, m->angle, system->angle[m->angle]);
    r->memory[r->memory_count - 1].next = angle;
  }
}

static void want_watch(lash_recording *r, results *w) {
  want_switches(r, w);
  r->sites_at = w->count;
  for (size_t k = 0; k < r->joint_count; k++) {
    r->joint[k].first = w->count;
    for (size_t s = 0; s < r->joint[k].joint.site_count && r->joint[k].recorded; s++)
      for (int c = 0; c < RECORD_SITE; c++) want(w, r->joint[k].site[s][c]);
  }
  r->memory_at = w->count;
  for (size_t k = 0; k < r->memory_count; k++) want(w, r->memory[k].next);
  for (size_t k = 0; k < r->lending_count; k++) want(w, record_foreign_answer(r, k));
}

static void want_power(lash_recording *r, const factors *f, const lash_term *accelerations,
                       results *w) {
  for (size_t k = 0; k < r->system->force_count; k++)
    want(w, record_load_power(r, record_load(r, (int)k)));
  for (size_t k = 0; k < (size_t)r->system->size.motions; k++)
    want(w, record_motion_power(r, f, accelerations, k));
}

static void want_energy(lash_recording *r, results *w) {
  lash_tape *t = r->tape;
  const lash_system *system = r->system;
  lash_term kinetic = r->zero, gravity = r->zero, springs = r->zero;
  for (size_t k = 0; k < system->force_count; k++)
    springs = lash_tape_add(t, springs, record_load(r, (int)k)->potential);
  for (size_t b = 1; b < system->body_count; b++) {
    const sym_body *body = &r->body[b];
    const lash_body *real = &system->body[b];
    const lash_term m = lash_tape_constant(t, 0.5 * real->mass);
    double weight[3];
    scale3(-real->mass, system->gravity, weight);
    kinetic = lash_tape_add(t, kinetic, lash_tape_mul(t, m, sym3_dot(t, body->u, body->u)));
    gravity = lash_tape_add(t, gravity, sym3_dot(t, sym3_of(t, weight), body->x));
    if (real->point) continue;
    const sym3 momentum = sym33_apply(t, sym33_of(t, real->inertia), body->w);
    kinetic = lash_tape_add(
        t, kinetic, lash_tape_mul(t, lash_tape_constant(t, 0.5), sym3_dot(t, momentum, body->w)));
  }
  want(w, kinetic), want(w, gravity), want(w, springs);
}

/* ----------------------------------------------------------------------------- independent rows */

static lash_status keep_independent(lash_recording *r, factors *f, lash_error *error) {
  const size_t m = r->row_count;
  size_t *kept = lash_borrow(m, sizeof *kept);
  record_program numbers = {0};
  results w = {.record = r};
  size_t count = 0;
  const size_t wanted = (size_t)((int)r->speeds - r->system->size.dof);
  if (wanted > m) record_refuse(r, "%zu rows where %zu are needed", m, wanted);
  if (record_refused(r)) return LASH_OK;
  if (m) {
    for (size_t i = 0; i < m; i++)
      for (size_t j = 0; j <= i; j++)
        if (j == i || !lash_tape_is(r->tape, f->S[i * m + j], 0)) want(&w, f->S[i * m + j]);
    const lash_status status = make_program(r, &w, &numbers, error);
    if (status == LASH_OK) {
      lash_tape_frame_run(numbers.frame, r->input, numbers.out);
      double *S = lash_borrow(m * m, sizeof *S);
      const double *from = numbers.out;
      for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j <= i; j++)
          if (j == i || !lash_tape_is(r->tape, f->S[i * m + j], 0))
            S[i * m + j] = S[j * m + i] = *from++;
      count = record_choose_rows(r, S, wanted, kept);
    }
    record_program_free(&numbers);
    if (status != LASH_OK) return status;
  }
  r->dropped = m - count;
  record_keep_rows(r, f, kept, count);
  if ((int)r->speeds - (int)count != r->system->size.dof)
    record_refuse(r, "%zu speeds and %zu independent rows, but %d degrees of freedom", r->speeds,
                  count, r->system->size.dof);
  if ((int)r->speeds == (int)count && !r->states) record_refuse(r, "no degree of freedom");
  return LASH_OK;
}

/* ---------------------------------------------------------------------------------- all of it */

/* A copy that lasts, for record_step.c. */
static lash_term *keep_terms(lash_recording *r, const results *w) {
  lash_term *kept = lash_take(&r->store, w->count, sizeof *kept);
  if (w->count) memcpy(kept, w->term, w->count * sizeof *kept);
  return kept;
}

static lash_status make_lists(lash_recording *r, factors *f, lash_error *error) {
  lash_term *a = lash_borrow(r->speeds, sizeof *a), *b = lash_borrow(r->speeds, sizeof *b);
  results rates = {.record = r}, lift = rates, watch = rates, power = rates, energy = rates,
          residual = rates, correct = rates;
  const lash_term quality = record_accelerations(r, f, a);
  want_rates(r, &rates, a);
  r->quality = rates.count;
  want(&rates, quality);
  want_lift(r, &lift);
  want_watch(r, &watch);
  want_power(r, f, a, &power);
  want_energy(r, &energy);
  for (size_t k = 0; k < f->rows; k++) want(&residual, r->row[f->row[k]].phi);
  for (size_t k = 0; k < f->rows; k++) want(&residual, r->row[f->row[k]].rate);
  if (f->rows) {
    record_correction(r, f, a, b);
    for (size_t k = 0; k < r->speeds; k++) want(&correct, a[k]);
    for (size_t k = 0; k < r->speeds; k++) want(&correct, b[k]);
  }
  r->rows = f->rows;
  if (record_refused(r)) return LASH_OK;
  r->rate = keep_terms(r, &rates);
  r->shown = keep_terms(r, &lift);
  r->correction = keep_terms(r, &correct);
  r->powers = keep_terms(r, &power);
  r->power.count = power.count; /* a program where somebody asks */
  r->watched = keep_terms(r, &watch);
  r->off = keep_terms(r, &residual);
  r->watch_moves = lash_take(&r->store, watch.count, sizeof *r->watch_moves);
  for (size_t k = 0; k < watch.count; k++) {
    double value;
    r->watch_moves[k] = !lash_tape_known(r->tape, watch.term[k], &value);
  }
  record_find_sizes(r);
  lash_status status = make_program(r, &rates, &r->rates, error);
  if (status == LASH_OK) status = make_program(r, &lift, &r->lift, error);
  if (status == LASH_OK && watch.count) status = make_program(r, &watch, &r->watch, error);
  if (status == LASH_OK) status = make_program(r, &energy, &r->energy, error);
  if (status == LASH_OK && f->rows) status = make_program(r, &residual, &r->residual, error);
  if (status == LASH_OK && f->rows) status = make_program(r, &correct, &r->correct, error);
  return status;
}

/* Room for inputs is needed before all of them are known: numbers at the start choose rows. */
static void take_inputs(lash_recording *r) {
  const size_t n = record_length(r);
  lash_drop(r->input);
  r->input_count = 1 + n + r->memory_count;
  r->input = lash_take(&r->store, r->input_count, sizeof *r->input);
  r->input[0] = r->system->t;
  record_lower(r, r->input + 1);
  for (size_t k = 0; k < r->memory_count; k++) r->input[1 + n + k] = r->memory[k].value;
}

/* The mass matrix has an entry for every two speeds that move one body: where that is many per
 * body, the system's sparse equations are faster. */
static void check_depth(lash_recording *r) {
  const size_t bodies = r->system->body_count, most = 100 * (bodies + 4);
  size_t *moving = lash_borrow(bodies, sizeof *moving), entries = 0;
  for (size_t k = 0; k + 1 < bodies; k++) {
    const tree_joint *joint = &r->tree[r->order[k]];
    size_t own = (joint->free ? 3u : 0) + (joint->spins ? 3u : 0);
    for (int a = 0; a < AXES; a++) own += joint->axis[a].u >= 0;
    moving[r->order[k]] = own + (joint->free ? 0 : moving[joint->parent]);
    entries += moving[r->order[k]] * moving[r->order[k]];
  }
  if (entries > most) record_refuse(r, "too many parts hang below each other");
}

/* Rows that close loops meet each other in a square of numbers. */
static void check_rows(lash_recording *r) {
  const lash_system *system = r->system;
  const size_t most = r->must_pay ? 2000 : 3000;
  size_t rows = 0;
  for (size_t g = 0; g < system->group_count; g++)
    if (!r->in_tree[g] && system->group[g].active) rows += (size_t)system->group[g].rows;
  if (rows > most) record_refuse(r, "%zu rows that close loops", rows);
}

static lash_status make(lash_recording *r, lash_error *error) {
  if (r->must_pay && r->system->body_count > 2000) record_refuse(r, "more than 2000 parts");
  check_system(r);
  if (record_refused(r)) return LASH_OK;
  record_plan_tree(r);
  if (r->must_pay) check_depth(r);
  check_rows(r);
  if (record_refused(r)) return LASH_OK;
  r->tape = lash_tape_new();
  if (!r->tape) return lash_out_of_memory(error);
  take_terms(r);
  record_find_joints(r);
  record_bodies(r);
  if (!record_refused(r)) record_forces(r);
  find_listeners(r);
  if (!record_refused(r)) record_rows(r);
  if (!record_refused(r)) follow_angles(r);
  if (record_refused(r)) return LASH_OK;
  factors *f = record_factor(r);
  take_inputs(r);
  lash_status status = keep_independent(r, f, error);
  if (status == LASH_OK && !record_refused(r)) status = make_lists(r, f, error);
  if (status != LASH_OK || record_refused(r)) return status;
  take_inputs(r);
  const size_t n = record_length(r);
  r->z_watched = lash_take(&r->store, n, sizeof(double));
  r->y = lash_take(&r->store, r->system->size.y, sizeof(double));
  r->watched_at = NAN;
  r->terms = lash_tape_count(r->tape);
  return lash_recording_remember(r, error);
}

/* What is known to gain nothing once it is recorded. */
static void check_gain(lash_recording *r) {
  if (r->foreign) record_refuse(r, "user subroutines for which the whole state is needed");
  if (lash_recording_tell(r).emitted) return;
  record_refuse(r, "no machine code on this system");
}

lash_status lash_recording_make(lash_system *system, bool must_pay, lash_recording **made,
                                lash_error *error) {
  lash_status status;
  lash_recording *r = *made = calloc(1, sizeof *r);
  if (!r) return lash_out_of_memory(error);
  r->system = system;
  r->must_pay = must_pay;
  LASH_GUARDED(status, make(r, error), error);
  if (status == LASH_OK && must_pay && !record_refused(r)) check_gain(r);
  if (status == LASH_OK && record_refused(r))
    status = lash_fail(error, LASH_UNSUPPORTED, "%s", r->why.message);
  if (status == LASH_OK) return LASH_OK;
  lash_recording_free(r);
  *made = NULL;
  return status;
}

static lash_status add_works(lash_recording *r, lash_error *error) {
  const size_t first = r->quality + 1, works = r->power.count;
  lash_term *wanted = lash_take(&r->store, first + works, sizeof *wanted);
  record_program made = {0};
  memcpy(wanted, r->rate, first * sizeof *wanted);
  memcpy(wanted + first, r->powers, works * sizeof *wanted);
  const lash_status status = record_make_program(r, wanted, first + works, &made, error);
  if (status != LASH_OK) {
    record_program_free(&made);
    return status;
  }
  record_program_free(&r->rates);
  r->rates = made;
  r->rate = wanted;
  r->works = works;
  return LASH_OK;
}

lash_status lash_recording_add_works(lash_recording *r, lash_error *error) {
  lash_status status = LASH_OK;
  if (r->works == 0 && r->power.count) LASH_GUARDED(status, add_works(r, error), error);
  return status;
}

void record_program_free(record_program *p) {
  lash_tape_frame_free(p->frame);
  lash_program_free(p->program);
}

void lash_recording_free(lash_recording *r) {
  if (!r) return;
  record_program *const all[] = {&r->rates,  &r->lift,     &r->watch,   &r->power,
                                 &r->energy, &r->residual, &r->correct, &r->fused};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) record_program_free(all[k]);
  lash_tape_free(r->tape);
  lash_store_free(&r->store);
  free(r);
}

lash_recording_report lash_recording_tell(const lash_recording *r) {
  const lash_program_report p = lash_program_tell(r->rates.program);
  return (lash_recording_report){.length = record_length(r),
                                 .coordinates = r->coordinates,
                                 .speeds = r->speeds,
                                 .states = r->states,
                                 .rows = r->rows,
                                 .dropped = r->dropped,
                                 .driven = r->driven,
                                 .works = r->works,
                                 .operations = p.each,
                                 .calls = r->calls,
                                 .emitted = p.engine == LASH_TAPE_EMIT};
}
