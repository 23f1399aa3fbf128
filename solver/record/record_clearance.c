/* Joints with clearance of this project's routines, taken out of their library: read again from
 * the STRING by the same reader, evaluated by the same laws, with a memory that belongs to the
 * record. A ball in its socket without friction is recorded operation by operation, the approach
 * speed being an input that is remembered at accepted steps; all others are opaque calls. */
#include "families.h"
#include "kernel.h"
#include "record_impl.h"
#include "user_joint.h"

/* ----------------------------------------------------------------------------- recognising them */

static bool read_joint(lash_recording *r, int user, record_joint *joint) {
  const lash_system *system = r->system;
  const user_routine *item = &system->user->item[user];
  element e;
  if (!lash_user_joint(system, user, &e)) return false;
  if (e.joint.type->form != LASH_JOINT_SPACE || e.joint.states_given) return false;
  *joint = (record_joint){.user = user,
                          .line = item->line,
                          .id = e.id,
                          .joint = e.joint,
                          .outer = lash_mark_find(system, outer_marker(&e)),
                          .inner = lash_mark_find(system, inner_marker(&e)),
                          .outer_is_i = e.outer_is_i,
                          .time = e.units.time,
                          .length = e.units.length,
                          .force = e.units.force,
                          .record = r};
  lash_joint_begin(&joint->joint, 0, &joint->now);
  return joint->outer >= 0 && joint->inner >= 0;
}

void record_find_joints(lash_recording *r) {
  const struct lash_user *user = r->system->user;
  for (size_t k = 0; user && k < user->count; k++) {
    record_joint joint;
    if (user->item[k].kind == LASH_USER_CALLBACK) continue;
    if (!read_joint(r, (int)k, &joint)) continue;
    if (joint.joint.has_wear)
      joint.memory.worn = lash_take(&r->store, 1, sizeof *joint.memory.worn);
    *LASH_APPEND(&r->store, r->joint, r->joint_count) = joint;
  }
}

record_joint *record_joint_of(lash_recording *r, int user) {
  for (size_t k = 0; k < r->joint_count; k++)
    if (r->joint[k].user == user) return &r->joint[k];
  return NULL;
}

/* ----------------------------------------------------------------------------- ball in a socket */

static lash_term number(lash_recording *r, double value) {
  return lash_tape_constant(r->tape, value);
}

static int call_law(void *context, void *member, const double *in, double *out) {
  const record_joint *joint = context;
  (void)member;
  *out = lash_contact_eval(&joint->joint.contact[0], in[0], in[1], in[2]).force;
  return 0;
}

/* K d^n (1 + a v/v0), with kernel.h's order of operations. */
static lash_term recorded_law(lash_recording *r, const double *c, lash_term delta, lash_term v,
                              lash_term v0) {
  lash_tape *t = r->tape;
  const lash_term d = lash_tape_max(t, delta, r->zero);
  lash_term below;
  switch ((power)c[C_POWER]) {
    case POWER_1:
      below = r->one;
      break;
    case POWER_3_2:
      below = lash_tape_sqrt(t, d);
      break;
    case POWER_2:
      below = d;
      break;
    case POWER_5_2:
      below = lash_tape_mul(t, d, lash_tape_sqrt(t, d));
      break;
    case POWER_3:
      below = lash_tape_mul(t, d, d);
      break;
    default:
      below = lash_tape_pow(t, d, number(r, c[C_N] - 1));
  }
  const lash_term stiffness = lash_tape_mul(t, number(r, c[C_K]), below);
  const lash_term f = lash_tape_mul(t, stiffness, d);
  const lash_term speed = lash_tape_max(t, v0, number(r, c[C_V0_MIN]));
  const lash_term rate = lash_tape_div(t, number(r, c[C_A]), speed);
  const lash_term factor = lash_tape_add(t, r->one, lash_tape_mul(t, rate, v));
  return lash_tape_max(t, lash_tape_mul(t, f, factor), r->zero);
}

static lash_term normal_force(lash_recording *r, record_joint *joint, lash_term delta, lash_term v,
                              lash_term v0) {
  const lash_contact *law = &joint->joint.contact[0];
  if (law->law->eval == lash_power_eval) return recorded_law(r, law->c, delta, v, v0);
  lash_tape_call *call = lash_take(&r->store, 1, sizeof *call);
  *call = (lash_tape_call){
      .name = law->law->name, .function = call_law, .context = joint, .inputs = 3, .outputs = 1};
  const lash_term in[3] = {delta, v, v0};
  lash_term out;
  lash_tape_calls(r->tape, call, in, &out);
  r->calls++;
  return out;
}

static bool is_simple_ball(const lash_joint *joint) {
  return joint->type->shape == LASH_BALL_SOCKET && joint->geometry_count == 1 &&
         !joint->has_friction && joint->has_contact && !joint->has_film && !joint->has_rolling &&
         !joint->has_wear;
}

/* Towards the socket's centre on the ball, the opposite on the socket: along the line of centres,
 * so there is no torque about either. */
static sym3 ball_force(lash_recording *r, record_joint *joint) {
  lash_tape *t = r->tape;
  const lash_geometry *g = &joint->joint.geometry[0];
  const sym_mark *in = record_mark_moving(r, joint->inner);
  const sym_mark *out = record_mark_moving(r, joint->outer);
  const sym3 e = sym3_sub(t, in->r, out->r), u = sym3_sub(t, in->v, out->v);
  const lash_term size = sym3_norm(t, e);
  /* where the centres coincide nothing touches, and any direction does */
  const double least = 1e-12 * (g->radius_i + g->radius_j) / joint->length;
  const lash_term inverse = lash_tape_div(t, r->one, lash_tape_max(t, size, number(r, least)));
  const lash_term delta = lash_tape_add(t, lash_tape_mul(t, number(r, joint->length), size),
                                        number(r, g->radius_j - g->radius_i));
  const lash_term v = lash_tape_mul(t, number(r, joint->length / joint->time),
                                    lash_tape_mul(t, sym3_dot(t, e, u), inverse));
  joint->slot = r->memory_count;
  const lash_term touching = record_memory_add(r, -1, 0), known = record_memory_add(r, -1, 0);
  r->memory[joint->slot].next = r->memory[joint->slot + 1].next = r->zero;
  const lash_term v0 =
      lash_tape_select(t, lash_tape_gt(t, touching, r->zero), known, lash_tape_max(t, v, r->zero));
  const lash_term force = normal_force(r, joint, delta, v, v0);
  for (int k = 0; k < RECORD_SITE; k++) joint->site[0][k] = r->zero;
  joint->site[0][0] = delta, joint->site[0][1] = v, joint->site[0][2] = r->one;
  const lash_term pushed =
      lash_tape_mul(t, lash_tape_mul(t, force, number(r, 1 / joint->force)), inverse);
  /* apart there is no force, and nothing is computed for it */
  const lash_term scale = lash_tape_select(t, lash_tape_gt(t, delta, r->zero), pushed, r->zero);
  return sym3_scale(t, joint->outer_is_i ? scale : lash_tape_neg(t, scale), e);
}

/* ------------------------------------------------------------------------------- all the others */

enum {
  CALL_TIME,
  CALL_PLACE,
  CALL_VELOCITY = 4,
  CALL_SPIN = 7,
  CALL_AXIS = 10,
  CALL_SIDE = 13,
  CALL_INPUTS = 16
};

/* The last evaluation, as long as the joint's memory stays as it is. */
struct record_answer {
  bool known;
  double in[CALL_INPUTS], wrench[6];
  lash_joint_site site[LASH_JOINT_SITES];
};

void record_joint_changed(record_joint *joint) {
  if (joint->last) joint->last->known = false;
}

/* SI in and out; the outer frame rests at the origin. */
static bool find_points(const record_joint *j, const double *in, lash_joint_points *points,
                        lash_joint_state *state) {
  lash_frame outer = {.axis = {0, 0, 1}, .side = {1, 0, 0}}, inner = {.axis = {0}};
  copy3(in + CALL_PLACE, inner.position);
  copy3(in + CALL_VELOCITY, inner.velocity);
  copy3(in + CALL_SPIN, inner.spin);
  copy3(in + CALL_AXIS, inner.axis);
  copy3(in + CALL_SIDE, inner.side);
  lash_joint_begin(&j->joint, in[CALL_TIME], state);
  return lash_joint_find_points(&j->joint, &j->memory, &outer, &inner, false, points, state->site,
                                &j->record->failure) == LASH_OK;
}

static bool evaluate(const record_joint *j, const double *in, record_answer *answer) {
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_force force;
  if (!find_points(j, in, &points, &state)) return false;
  lash_joint_force_at(&j->joint, &j->memory, &points, &state, false, &force);
  const lash_wrench *on_i = j->outer_is_i ? &force.on_outer : &force.on_inner;
  copy3(on_i->force, answer->wrench);
  copy3(on_i->torque, answer->wrench + 3);
  memcpy(answer->site, state.site, j->joint.site_count * sizeof *state.site);
  memcpy(answer->in, in, sizeof answer->in);
  return true;
}

static bool is_answer_to(const record_answer *answer, const double *in) {
  return answer->known && memcmp(in, answer->in, sizeof answer->in) == 0;
}

static int call_force(void *context, void *member, const double *in, double *out) {
  const record_joint *j = context;
  (void)member;
  if (!is_answer_to(j->last, in)) j->last->known = evaluate(j, in, j->last);
  if (!j->last->known) return 1;
  memcpy(out, j->last->wrench, sizeof j->last->wrench);
  return 0;
}

/* What is watched: often between the places where forces are wanted, or at the last of them. */
static int call_sites(void *context, void *member, const double *in, double *out) {
  const record_joint *j = context;
  const size_t size = j->joint.site_count * sizeof *j->last->site;
  lash_joint_points points;
  lash_joint_state state;
  (void)member;
  if (is_answer_to(j->last, in)) {
    memcpy(out, j->last->site, size);
    return 0;
  }
  if (!find_points(j, in, &points, &state)) return 1;
  memcpy(out, state.site, size);
  return 0;
}

static void put3(lash_tape *t, double factor, sym3 a, lash_term *out) {
  const sym3 scaled = sym3_scale(t, lash_tape_constant(t, factor), a);
  memcpy(out, scaled.e, sizeof scaled.e);
}

static void add_call(lash_recording *r, record_joint *joint,
                     int (*function)(void *, void *, const double *, double *),
                     const lash_term *given, size_t outputs, lash_term *answer) {
  lash_tape_call *call = lash_take(&r->store, 1, sizeof *call);
  *call = (lash_tape_call){.name = joint->joint.type->name,
                           .function = function,
                           .context = joint,
                           .inputs = CALL_INPUTS,
                           .outputs = (uint32_t)outputs};
  lash_tape_calls(r->tape, call, given, answer);
  r->calls++;
}

static void called_force(lash_recording *r, record_joint *joint, sym3 *force, sym3 *torque) {
  lash_tape *t = r->tape;
  const sym_mark *in = record_mark_moving(r, joint->inner);
  const sym_mark *out = record_mark_moving(r, joint->outer);
  const sym3 d = sym3_sub(t, in->r, out->r);
  const sym3 u = sym3_sub(t, sym3_sub(t, in->v, out->v), sym3_cross(t, out->w, d));
  lash_term given[CALL_INPUTS], wrench[6];
  given[CALL_TIME] = lash_tape_mul(t, number(r, joint->time), r->time);
  put3(t, joint->length, sym33_apply_transposed(t, out->A, d), given + CALL_PLACE);
  put3(t, joint->length / joint->time, sym33_apply_transposed(t, out->A, u), given + CALL_VELOCITY);
  put3(t, 1 / joint->time, sym33_apply_transposed(t, out->A, sym3_sub(t, in->w, out->w)),
       given + CALL_SPIN);
  put3(t, 1, sym33_apply_transposed(t, out->A, sym33_column(in->A, 2)), given + CALL_AXIS);
  put3(t, 1, sym33_apply_transposed(t, out->A, sym33_column(in->A, 0)), given + CALL_SIDE);
  joint->called = true;
  joint->last = lash_take(&r->store, 1, sizeof *joint->last);
  add_call(r, joint, call_force, given, 6, wrench);
  add_call(r, joint, call_sites, given, RECORD_SITE * joint->joint.site_count, joint->site[0]);
  const sym3 f = {{wrench[0], wrench[1], wrench[2]}}, m = {{wrench[3], wrench[4], wrench[5]}};
  *force = sym3_scale(t, number(r, 1 / joint->force), sym33_apply(t, out->A, f));
  *torque = sym3_scale(t, number(r, 1 / (joint->force * joint->length)), sym33_apply(t, out->A, m));
}

void record_joint_force(lash_recording *r, record_joint *joint, sym3 *force, sym3 *torque) {
  *torque = sym3_zero(r->tape);
  joint->recorded = true;
  if (is_simple_ball(&joint->joint))
    *force = ball_force(r, joint);
  else
    called_force(r, joint, force, torque);
}
