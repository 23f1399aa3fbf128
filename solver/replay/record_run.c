/* A record at work: states to and fro, rates, projection, memory. */
#include "record_run.h"

#include <stdio.h>

#include "lash_batch.h"
#include "record_foreign.h"
#include "worn_joints.h"

/* ------------------------------------------------------------------------------- to and fro */

/* Angle of the child's axes about z of the parent's. */
static double angle_between(const double P[9], const double C[9]) {
  double xp[3], yp[3], xc[3];
  column3(P, 0, xp);
  column3(P, 1, yp);
  column3(C, 0, xc);
  return atan2(dot3(yp, xc), dot3(xp, xc));
}

/* The turns that a measure of the same angle has counted so far. */
static double last_angle(const lash_system *system, const lash_owner *owner, double raw) {
  for (size_t k = 0; k < system->measure_count; k++) {
    const lash_bound *m = &system->measure[k];
    if (m->kind == LASH_MEASURE_AZ && m->angle >= 0 && m->mark[0] == owner->i &&
        m->mark[1] == owner->j)
      return system->angle[m->angle];
  }
  return raw;
}

typedef struct placed {
  double r[3], A[9], v[3], w[3];
} placed;

static placed place(const lash_system *system, int index) {
  const lash_mark *m = &system->mark[index];
  const lash_body *b = &system->body[m->body];
  placed p;
  double arm[3];
  mul33_3(b->R, m->arm0, arm);
  mul33(b->R, m->axes0, p.A);
  add3(b->x, arm, p.r);
  cross3(b->w, arm, p.v);
  axpy3(1, b->u, p.v);
  copy3(b->w, p.w);
  return p;
}

static void lower_axes(const lash_recording *r, const tree_joint *joint, double *z) {
  const lash_system *system = r->system;
  const placed p = place(system, joint->mark_p), c = place(system, joint->mark_c);
  double d[3], u[3], w[3], axis[3];
  sub3(c.r, p.r, d);
  sub3(c.v, p.v, u);
  add_cross3(-1, p.w, d, u);
  sub3(c.w, p.w, w);
  for (int a = 0; a < AXES; a++) {
    const tree_axis *x = &joint->axis[a];
    if (x->q < 0 && x->follow < 0) continue;
    const size_t at = x->q < 0 ? record_followed(r, x) : (size_t)x->q;
    const size_t rate = x->q < 0 ? at + 1 : r->coordinates + (size_t)x->u;
    column3(p.A, a == TURN_Z ? 2 : a, axis);
    if (a == TURN_Z) {
      const double raw = x->way * angle_between(p.A, c.A);
      z[at] = lash_angle_turned(last_angle(system, &system->owner[joint->owner], raw), raw);
    } else {
      z[at] = x->way * dot3(axis, d);
    }
    z[rate] = x->way * dot3(axis, a == TURN_Z ? w : u);
  }
}

void record_lower(const lash_recording *r, double *z) {
  const lash_system *system = r->system;
  double *u = z + r->coordinates;
  for (size_t b = 1; b < system->body_count; b++) {
    const tree_joint *joint = &r->tree[b];
    const lash_body *body = &system->body[b];
    const int at = joint->free ? 3 : 0;
    if (joint->free) {
      copy3(body->x, z + joint->q);
      copy3(body->u, u + joint->u);
    }
    if (joint->spins) {
      memcpy(z + joint->q + at, system->y + 7 * (b - 1) + 3, 4 * sizeof *z);
      parameters_normalise(z + joint->q + at);
      copy3(body->wb, u + joint->u + at);
    }
    if (!joint->free) lower_axes(r, joint, z);
  }
  memcpy(u + r->speeds, system->y + system->size.q + system->size.v, r->states * sizeof *z);
}

lash_status lash_recording_lower(lash_recording *r, double *z, lash_error *error) {
  record_lower(r, z);
  return lash_recording_project(r, r->system->t, z, NULL, error);
}

static unsigned run(lash_recording *r, record_program *p, double t, const double *z) {
  r->input[0] = t;
  memcpy(r->input + 1, z, record_length(r) * sizeof *z);
  return lash_tape_frame_run(p->frame, r->input, p->out);
}

void lash_recording_lift(lash_recording *r, double t, const double *z, double *y) {
  const lash_system *system = r->system;
  run(r, &r->lift, t, z);
  const double *from = r->lift.out;
  for (size_t b = 1; b < system->body_count; b++) {
    const tree_joint *joint = &r->tree[b];
    double *q = y + 7 * (b - 1), *v = y + system->size.q + 6 * (b - 1);
    copy3(from, q);
    copy3(from + 3, v);
    copy3(from + 6, v + 3);
    from += 9;
    if (joint->spins) {
      memcpy(q + 3, z + joint->q + (joint->free ? 3 : 0), 4 * sizeof *q);
    } else {
      parameters_of_matrix(from, q + 3);
      from += 9;
    }
    parameters_normalise(q + 3);
  }
  memcpy(y + system->size.q + system->size.v, z + r->coordinates + r->speeds,
         r->states * sizeof *z);
}

/* ---------------------------------------------------------------------------------------- rates */

static lash_status say_failure(lash_recording *r, double t, lash_error *error) {
  if (r->failure.status != LASH_OK) { /* a user subroutine's own words */
    if (error) *error = r->failure;
    const lash_status status = r->failure.status;
    r->failure = (lash_error){0};
    return status;
  }
  if (!(r->rates.out[r->quality] > 0))
    return lash_fail(error, LASH_FAILURE,
                     "%s: at time %g rows that close loops depend on each other: a singular "
                     "position",
                     r->system->file, t);
  return lash_fail(error, LASH_FAILURE, "%s: at time %g a force is not finite", r->system->file, t);
}

lash_status lash_recording_rates(lash_recording *r, double t, const double *z, double *zdot,
                                 lash_error *error) {
  const size_t n = record_length(r);
  const unsigned failed = run(r, &r->rates, t, z);
  const double *out = r->rates.out;
  memcpy(zdot, out, n * sizeof *zdot);
  memcpy(zdot + n, out + n + 1, r->works * sizeof *zdot);
  if (out[r->quality] > 0 && !failed && record_all_finite(out, n)) return LASH_OK;
  return say_failure(r, t, error);
}

double lash_recording_independence(const lash_recording *r) {
  const double pivot = r->rates.out[r->quality];
  return pivot > 0 ? sqrt(pivot) : 0;
}

/* ----------------------------------------------------------------------------------- projection */

void lash_recording_normalise(const lash_recording *r, double *z) {
  for (size_t b = 1; b < r->system->body_count; b++)
    if (r->tree[b].spins) parameters_normalise(z + r->tree[b].q + (r->tree[b].free ? 3 : 0));
}

static void turn_parameters(double *e, const double turn[3]) {
  double by[4];
  parameters_of_vector(turn, by);
  parameters_product(e, by, e);
  parameters_normalise(e);
}

static void move(const lash_recording *r, const double *change, double *z) {
  double *u = z + r->coordinates;
  for (size_t b = 1; b < r->system->body_count; b++) {
    const tree_joint *joint = &r->tree[b];
    const int at = joint->free ? 3 : 0;
    if (joint->free)
      for (int k = 0; k < 3; k++) z[joint->q + k] += change[joint->u + k];
    if (joint->spins) turn_parameters(z + joint->q + at, change + joint->u + at);
    for (int a = 0; a < AXES; a++)
      if (joint->axis[a].q >= 0) z[joint->axis[a].q] += change[joint->axis[a].u];
  }
  for (size_t k = 0; k < r->speeds; k++) u[k] += change[r->speeds + k];
}

/* Largest residuals of the rows, in position and in rate. */
static void residuals(lash_recording *r, double t, const double *z, double out[2]) {
  run(r, &r->residual, t, z);
  out[0] = out[1] = 0;
  for (size_t k = 0; k < 2 * r->rows; k++) {
    const double size = fabs(r->residual.out[k]);
    double *to = &out[k >= r->rows];
    if (!(size <= *to)) *to = size;
  }
}

void lash_recording_drift(lash_recording *r, double t, const double *z, double *position,
                          double *velocity) {
  double off[2] = {0, 0};
  if (r->rows) residuals(r, t, z, off);
  if (position) *position = off[0];
  if (velocity) *velocity = off[1];
}

static double fastest(const lash_recording *r, const double *z) {
  const double *u = z + r->coordinates;
  double most = 0;
  for (size_t k = 0; k < r->speeds; k++) most = fmax(most, fabs(u[k]));
  return most;
}

lash_status lash_recording_project(lash_recording *r, double t, double *z, double *drift,
                                   lash_error *error) {
  enum { TRIES = 10 };
  const double length = r->system->length;
  double off[2], last = INFINITY;
  if (drift) *drift = 0;
  if (!r->rows) return LASH_OK;
  const double speed = fastest(r, z) * fmax(1, length);
  for (int k = 0;; k++) {
    residuals(r, t, z, off);
    if (k == 0 && drift) *drift = fmax(off[0], off[1]);
    const double worst = fmax(off[0] / length, speed > 0 ? off[1] / (10 * speed) : 0);
    if (worst <= RECORD_CLOSED) return LASH_OK;
    if (worst < 1e-9 && worst > 0.3 * last) return LASH_OK; /* round-off: nothing is gained */
    if (!isfinite(worst) || k == TRIES) break;
    last = worst;
    run(r, &r->correct, t, z);
    move(r, r->correct.out, z);
  }
  return lash_fail(error, LASH_FAILURE,
                   "%s: at time %g the loops cannot be closed: a residual of %g is left",
                   r->system->file, t, off[0]);
}

/* ----------------------------------------------------------------------------------- tolerances */

static void size_of(record_sizes *s, size_t k, double own, double by_length, double grows) {
  s->own[k] = own, s->by_length[k] = by_length, s->grows[k] = grows;
}

void record_find_sizes(lash_recording *r) {
  const double state_floor = 1e-4;
  const size_t q = r->coordinates, n = record_length(r);
  record_sizes *s = &r->sizes;
  s->own = lash_take(&r->store, n, sizeof *s->own);
  s->by_length = lash_take(&r->store, n, sizeof *s->by_length);
  s->grows = lash_take(&r->store, n, sizeof *s->grows);
  for (size_t b = 1; b < r->system->body_count; b++) {
    const tree_joint *joint = &r->tree[b];
    const size_t at = joint->free ? 3 : 0, jq = (size_t)joint->q, ju = q + (size_t)joint->u;
    for (size_t k = 0; k < at; k++) size_of(s, jq + k, 0, 1, 0), size_of(s, ju + k, 0, 1, 1);
    for (size_t k = 0; joint->spins && k < 4; k++) size_of(s, jq + at + k, 0.5, 0, 0);
    for (size_t k = 0; joint->spins && k < 3; k++) size_of(s, ju + at + k, 1, 0, 1);
    for (int a = 0; a < AXES; a++) {
      const tree_axis *x = &joint->axis[a];
      const double own = a == TURN_Z ? 1 : 0, by_length = 1 - own;
      if (x->q >= 0) {
        size_of(s, (size_t)x->q, own, by_length, 0);
        size_of(s, q + (size_t)x->u, own, by_length, 1);
      }
      if (x->follow < 0) continue;
      size_of(s, record_followed(r, x), own, by_length, 0);
      size_of(s, record_followed(r, x) + 1, own, by_length, 1);
    }
  }
  for (size_t k = 0; k < r->states; k++) size_of(s, q + r->speeds + k, state_floor, 0, 1);
}

LASH_BATCH static void measure(size_t n, const record_sizes *s, double error, double length,
                               const double *restrict magnitude, const double *restrict z,
                               double *restrict tolerance) {
  const double *own = s->own, *by_length = s->by_length, *grows = s->grows;
  for (size_t k = 0; k < n; k++) {
    const double size = own[k] + by_length[k] * length, now = fabs(z[k]);
    const double most = grows[k] * (now > magnitude[k] ? now : magnitude[k]);
    tolerance[k] = error * (most > size ? most : size);
  }
}

void lash_recording_tolerances(const lash_recording *r, double error, double length,
                               const double *magnitude, const double *z, double *tolerance) {
  measure(record_length(r), &r->sizes, error, length, magnitude, z, tolerance);
}

/* ---------------------------------------------------------------------------- events and memory */

/* A call failed: a user subroutine's own words, or none. */
static lash_status say_unheard(lash_recording *r, double t, lash_error *error) {
  if (r->failure.status != LASH_OK) return say_failure(r, t, error);
  return lash_fail(error, LASH_FAILURE, "%s: at time %g a joint cannot be evaluated",
                   r->system->file, t);
}

/* All that is watched at (t, z); asked twice at the same place it is known. */
static lash_status watch(lash_recording *r, double t, const double *z, lash_error *error) {
  const size_t size = record_length(r) * sizeof *z;
  if (t == r->watched_at && !memcmp(z, r->z_watched, size)) return LASH_OK;
  r->watched_at = NAN;
  if (run(r, &r->watch, t, z)) return say_unheard(r, t, error);
  r->watched_at = t;
  r->calls_watched = r->calls_made;
  memcpy(r->z_watched, z, size);
  return LASH_OK;
}

bool lash_recording_switch_moves(const lash_recording *r, size_t index) {
  if (!r->watch.program || r->foreign) return true; /* what routines report is not known before */
  return r->watch_moves[index];
}

lash_status lash_recording_switches(lash_recording *r, double t, const double *z, double *values,
                                    lash_error *error) {
  if (!r->watch.program) return LASH_OK;
  lash_status status;
  if (r->foreign) { /* gaps that routines report, conditions that they compute */
    status = lash_recording_show(r, t, z, error);
    return status == LASH_OK ? lash_system_switches(r->system, values, error) : status;
  }
  status = watch(r, t, z, error);
  if (status == LASH_OK) memcpy(values, r->watch.out, r->sites_at * sizeof *values);
  return status;
}

/* Inputs of the programs that stand for a joint's memory. */
static void feed_joint(lash_recording *r, record_joint *joint) {
  record_joint_changed(joint);
  if (!joint->recorded || joint->called) return;
  double *input = r->input + 1 + record_length(r) + joint->slot;
  const lash_impact_memory *impact = &joint->memory.site[0].impact;
  input[0] = joint->memory.started && impact->delta > 0;
  input[1] = impact->v0;
}

static void take_site(const record_joint *joint, const double *from, size_t stride,
                      lash_joint_site *site) {
  double *to = (double *)site; /* all of it is numbers */
  if (!joint->called) {        /* a ball alone: in ball_force() all else stays zero */
    site->delta = from[0], site->v = from[stride], site->share = from[2 * stride];
    return;
  }
  if (stride == 1) {
    memcpy(to, from, sizeof *site);
    return;
  }
  for (size_t k = 0; k < RECORD_SITE; k++) to[k] = from[k * stride];
}

static void commit_joint(lash_recording *r, record_joint *joint, double t, const double *watched,
                         size_t stride) {
  const double *from = watched + joint->first * stride;
  lash_joint_state *now = &joint->now;
  if (!joint->recorded) return;
  now->time = t * joint->time;
  for (size_t s = 0; s < joint->joint.site_count; s++, from += RECORD_SITE * stride)
    take_site(joint, from, stride, &now->site[s]);
  if (now->time > joint->memory.time || !joint->memory.started)
    lash_joint_commit(&joint->joint, &joint->memory, now);
  feed_joint(r, joint);
}

void record_take(lash_recording *r, double t, const double *watched, size_t stride) {
  double *memory = r->input + 1 + record_length(r);
  for (size_t k = 0; k < r->memory_count; k++) {
    if (r->memory[k].angle < 0) continue;
    memory[k] = watched[(r->memory_at + k) * stride];
    if (r->lending_count) r->system->angle[r->memory[k].angle] = memory[k]; /* they may ask */
  }
  for (size_t k = 0; k < r->joint_count; k++) commit_joint(r, &r->joint[k], t, watched, stride);
  r->watched_at = NAN;
  r->step_known = t - r->t_known;
  r->t_known = t;
  r->dirty = true;
}

/* As lash_user_commit(): c_timget moves on, and every force routine has to see the accepted state,
 * unless that is where it was asked last. */
static void settle_foreign(lash_recording *r, double t) {
  if (r->calls_made != r->calls_watched) r->watched_at = NAN;
  lash_user_accept(r->system, t);
}

lash_status lash_recording_commit(lash_recording *r, double t, const double *z, lash_error *error) {
  lash_status status = LASH_OK;
  if (r->foreign) {
    status = lash_recording_show(r, t, z, error);
    if (status == LASH_OK) status = lash_system_commit(r->system, error);
  } else if (r->lending_count) {
    settle_foreign(r, t);
  }
  if (status != LASH_OK) return status;
  if (r->watch.program) status = watch(r, t, z, error);
  if (status == LASH_OK && r->listens && !r->foreign)
    status = record_foreign_step_end(r, t, z, error);
  if (status == LASH_OK) record_take(r, t, r->watch.out, 1);
  return status;
}

/* ------------------------------------------------------------------------- memory of the system */

/* How often somebody, the record or another, put a joint's memory into its routine. */
static size_t told_so_far(const lash_recording *r) {
  return r->system->user ? r->system->user->told : 0;
}

bool lash_recording_stale(const lash_recording *r) { return r->told != told_so_far(r); }

lash_status lash_recording_remember(lash_recording *r, lash_error *error) {
  const size_t n = record_length(r);
  lash_status status = LASH_OK;
  for (size_t k = 0; k < r->memory_count; k++)
    if (r->memory[k].angle >= 0) r->input[1 + n + k] = r->system->angle[r->memory[k].angle];
  for (size_t k = 0; k < r->joint_count && status == LASH_OK; k++) {
    if (!r->joint[k].recorded) continue;
    status = lash_user_joint_ask(r->system, r->joint[k].user, &r->joint[k].joint,
                                 &r->joint[k].memory, error);
    if (status == LASH_OK) feed_joint(r, &r->joint[k]);
  }
  r->watched_at = NAN;
  r->t_known = r->system->t;
  r->dirty = false;
  r->told = told_so_far(r);
  return status;
}

static lash_status tell_memory(lash_recording *r, lash_error *error) {
  const size_t n = record_length(r);
  lash_status status = LASH_OK;
  if (!r->dirty) return LASH_OK;
  for (size_t k = 0; k < r->memory_count; k++)
    if (r->memory[k].angle >= 0) r->system->angle[r->memory[k].angle] = r->input[1 + n + k];
  lash_user_converged(r->system, r->t_known, r->step_known);
  for (size_t k = 0; k < r->joint_count && status == LASH_OK; k++)
    if (r->joint[k].recorded)
      status = lash_user_joint_tell(r->system, r->joint[k].user, &r->joint[k].joint,
                                    &r->joint[k].memory, error);
  r->system->stamp = ++r->system->last_stamp;
  r->dirty = false;
  r->told = told_so_far(r);
  return status;
}

lash_status lash_recording_show(lash_recording *r, double t, const double *z, lash_error *error) {
  const lash_status status = tell_memory(r, error);
  if (status != LASH_OK) return status;
  r->calls_made++; /* the system may call foreign routines */
  lash_recording_lift(r, t, z, r->y);
  lash_system_set(r->system, t, r->y);
  return LASH_OK;
}

/* -------------------------------------------------------------------------- powers and energies */

/* With works integrated beside the motion nobody asks. */
static lash_status make_powers(lash_recording *r, lash_error *error) {
  record_program made = {0};
  const lash_status status = record_make_program(r, r->powers, r->power.count, &made, error);
  if (status == LASH_OK)
    r->power = made;
  else
    record_program_free(&made);
  return status;
}

lash_status lash_recording_powers(lash_recording *r, double t, const double *z, double *power,
                                  lash_error *error) {
  lash_status status = LASH_OK;
  if (!r->power.count) return LASH_OK;
  if (!r->power.program) LASH_GUARDED(status, make_powers(r, error), error);
  if (status != LASH_OK) return status;
  run(r, &r->power, t, z);
  memcpy(power, r->power.out, r->power.count * sizeof *power);
  return LASH_OK;
}

void lash_recording_energy(lash_recording *r, double t, const double *z, lash_energy *energy) {
  run(r, &r->energy, t, z);
  const double *out = r->energy.out;
  *energy = (lash_energy){.kinetic = out[0], .gravity = out[1], .springs = out[2]};
}
