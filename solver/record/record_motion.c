/* How bodies and markers move, recorded along the tree.
 *
 * Three things run from parent to child alike: positions and velocities, accelerations while no
 * speed changes ("bias"; what MOTIONs prescribe is in it), and what a unit of each speed does
 * ("columns"). Spins are in body axes, where inertia and arms are constant; velocities of mass
 * centres are in ground axes, where forces are. */
#include "record_impl.h"

/* ------------------------------------------------------------------------------------ rotations */

/* The rotation of Euler parameters of any length. */
static sym33 rotation(lash_tape *t, const lash_term e[4]) {
  lash_term p[4][4];
  for (int r = 0; r < 4; r++)
    for (int c = 0; c <= r; c++) p[r][c] = p[c][r] = lash_tape_mul(t, e[r], e[c]);
  const lash_term square = lash_tape_add(t, sym3_sum(t, p[0][0], p[1][1], p[2][2]), p[3][3]);
  const lash_term s = lash_tape_div(t, lash_tape_constant(t, 2), square);
  sym33 R;
  for (int r = 0; r < 3; r++) {
    const int a = (r + 1) % 3, b = (r + 2) % 3;
    const lash_term others = lash_tape_add(t, p[a + 1][a + 1], p[b + 1][b + 1]);
    R.e[4 * r] = lash_tape_sub(t, lash_tape_constant(t, 1), lash_tape_mul(t, s, others));
    /* row r, column a: e_r e_a - e_0 e_b; row a, column r: plus */
    R.e[3 * r + a] = lash_tape_mul(t, s, lash_tape_sub(t, p[r + 1][a + 1], p[0][b + 1]));
    R.e[3 * a + r] = lash_tape_mul(t, s, lash_tape_add(t, p[r + 1][a + 1], p[0][b + 1]));
  }
  return R;
}

static sym33 about_z(lash_tape *t, lash_term angle) {
  const lash_term c = lash_tape_cos(t, angle), s = lash_tape_sin(t, angle);
  const lash_term zero = lash_tape_constant(t, 0), one = lash_tape_constant(t, 1);
  return (sym33){{c, lash_tape_neg(t, s), zero, s, c, zero, zero, zero, one}};
}

/* ------------------------------------------------------------------------------------ one joint */

/* Value, rate and prescribed acceleration of a coordinate, with the sense of the child in the
 * parent. */
static sym_jet axis_jet(lash_recording *r, const tree_axis *axis) {
  lash_tape *t = r->tape;
  sym_jet jet = {r->zero, r->zero, r->zero};
  if (!axis->moves) return jet;
  if (axis->drive >= 0)
    jet = record_drive(r, axis->drive);
  else
    jet.value = r->z[axis->q], jet.d1 = r->z[r->coordinates + (size_t)axis->u];
  if (axis->way < 0) {
    jet.value = lash_tape_neg(t, jet.value);
    jet.d1 = lash_tape_neg(t, jet.d1);
    jet.d2 = lash_tape_neg(t, jet.d2);
  }
  return jet;
}

static sym_column *add_column(lash_recording *r, sym_body *body, int speed) {
  sym_column *c = LASH_APPEND(&r->store, body->column, body->columns);
  *c = (sym_column){.speed = speed,
                    .spin = sym3_zero(r->tape),
                    .velocity = sym3_zero(r->tape),
                    .local = sym3_zero(r->tape)};
  return c;
}

/* What happens at the joint: its place and motion as the parent carries it. */
typedef struct joint_point {
  sym3 arm;  /* from the parent's mass centre, parent's axes, slides included */
  sym3 rate; /* of the slides, parent's axes */
  sym3 push; /* their prescribed acceleration */
} joint_point;

static joint_point joint_of(lash_recording *r, const tree_joint *joint, const sym_jet jet[AXES]) {
  lash_tape *t = r->tape;
  const lash_mark *p = &r->system->mark[joint->mark_p];
  const sym33 axes = sym33_of(t, p->axes0);
  const sym3 place = {{jet[0].value, jet[1].value, jet[2].value}};
  const sym3 rate = {{jet[0].d1, jet[1].d1, jet[2].d1}};
  const sym3 push = {{jet[0].d2, jet[1].d2, jet[2].d2}};
  return (joint_point){.arm = sym3_add(t, sym3_of(t, p->arm0), sym33_apply(t, axes, place)),
                       .rate = sym33_apply(t, axes, rate),
                       .push = sym33_apply(t, axes, push)};
}

/* Velocities of the joint's point by the parent's columns, and of its own slides. */
static void pass_columns(lash_recording *r, const tree_joint *joint, const sym_body *parent,
                         const joint_point *at, const sym33 *rel, sym_body *body) {
  lash_tape *t = r->tape;
  const lash_mark *p = &r->system->mark[joint->mark_p];
  for (size_t k = 0; k < parent->columns; k++) {
    const sym_column *from = &parent->column[k];
    sym_column *to = add_column(r, body, from->speed);
    to->velocity =
        sym3_add(t, from->velocity, sym33_apply(t, parent->R, sym3_cross(t, from->spin, at->arm)));
    if (!joint->spins) to->spin = sym33_apply_transposed(t, *rel, from->spin);
    to->fixed = sym3_is_zero(t, to->velocity);
  }
  for (int a = 0; a < TURN_Z; a++) {
    const int column = record_column(r, &joint->axis[a]);
    if (column < 0) continue;
    double direction[3];
    column3(p->axes0, a, direction);
    scale3(joint->axis[a].way, direction, direction);
    add_column(r, body, column)->velocity = sym33_apply(t, parent->R, sym3_of(t, direction));
  }
}

/* From the joint's point to the mass centre: spin x arm, in body axes and turned to ground. */
static void carry_columns(lash_recording *r, sym_body *body, sym3 arm) {
  lash_tape *t = r->tape;
  for (size_t k = 0; k < body->columns; k++) {
    sym_column *c = &body->column[k];
    c->local = sym3_cross(t, c->spin, arm);
    c->velocity = sym3_add(t, c->velocity, sym33_apply(t, body->R, c->local));
  }
}

static void spin_freely(lash_recording *r, const tree_joint *joint, sym_body *body) {
  const int q = joint->q + (joint->free ? 3 : 0), u = joint->u + (joint->free ? 3 : 0);
  body->R = rotation(r->tape, r->z + q);
  for (int k = 0; k < 3; k++) {
    sym_column *c = add_column(r, body, u + k);
    c->spin.e[k] = r->one;
    c->fixed = true;
    body->w.e[k] = r->z[r->coordinates + (size_t)(u + k)];
  }
}

static void move_freely(lash_recording *r, const tree_joint *joint, sym_body *body) {
  for (int k = 0; k < 3; k++) {
    body->x.e[k] = r->z[joint->q + k];
    body->u.e[k] = r->z[r->coordinates + (size_t)(joint->u + k)];
    add_column(r, body, joint->u + k)->velocity.e[k] = r->one;
  }
  if (joint->spins) spin_freely(r, joint, body);
}

static void turn_with_parent(lash_recording *r, const tree_joint *joint, const sym_body *parent,
                             const sym_jet *turn, const sym33 *rel, sym_body *body) {
  lash_tape *t = r->tape;
  double axis[3];
  column3(r->system->mark[joint->mark_c].axes0, 2, axis);
  const sym3 n = sym3_of(t, axis), own = sym3_scale(t, turn->d1, n);
  const sym3 carried = sym33_apply_transposed(t, *rel, parent->w);
  body->R = sym33_mul(t, parent->R, *rel);
  body->w = sym3_add(t, carried, own);
  body->alpha = sym3_add(t, sym33_apply_transposed(t, *rel, parent->alpha),
                         sym3_add(t, sym3_cross(t, carried, own), sym3_scale(t, turn->d2, n)));
  const int column = record_column(r, &joint->axis[TURN_Z]);
  if (column >= 0) {
    sym_column *c = add_column(r, body, column);
    scale3(joint->axis[TURN_Z].way, axis, axis);
    c->spin = sym3_of(t, axis);
    c->fixed = true;
  }
}

/* w x (w x s) */
static sym3 centripetal(lash_tape *t, sym3 w, sym3 s) {
  return sym3_cross(t, w, sym3_cross(t, w, s));
}

static void record_body(lash_recording *r, int index) {
  lash_tape *t = r->tape;
  const tree_joint *joint = &r->tree[index];
  sym_body *body = &r->body[index];
  if (joint->free) {
    move_freely(r, joint, body);
    return;
  }
  const sym_body *parent = &r->body[joint->parent];
  const lash_mark *p = &r->system->mark[joint->mark_p], *c = &r->system->mark[joint->mark_c];
  sym_jet jet[AXES];
  for (int a = 0; a < AXES; a++) jet[a] = axis_jet(r, &joint->axis[a]);
  const joint_point at = joint_of(r, joint, jet);
  double back[9], arm[3];
  transpose33(c->axes0, back);
  scale3(-1, c->arm0, arm);
  const sym3 out = sym3_of(t, arm);
  sym33 rel = sym33_of(t, p->axes0);
  if (!joint->spins) {
    if (joint->axis[TURN_Z].moves) rel = sym33_mul(t, rel, about_z(t, jet[TURN_Z].value));
    rel = sym33_mul(t, rel, sym33_of(t, back));
  }
  /* the joint's point, as the parent carries it */
  const sym3 place = sym3_add(t, parent->x, sym33_apply(t, parent->R, at.arm));
  const sym3 swept = sym3_add(t, sym3_cross(t, parent->w, at.arm), at.rate);
  const sym3 velocity = sym3_add(t, parent->u, sym33_apply(t, parent->R, swept));
  const sym3 twice = sym3_scale(t, lash_tape_constant(t, 2), sym3_cross(t, parent->w, at.rate));
  const sym3 pushed = sym3_add(
      t, sym3_add(t, sym3_cross(t, parent->alpha, at.arm), centripetal(t, parent->w, at.arm)),
      sym3_add(t, twice, at.push));
  const sym3 acceleration = sym3_add(t, parent->a, sym33_apply(t, parent->R, pushed));
  pass_columns(r, joint, parent, &at, &rel, body);
  if (joint->spins)
    spin_freely(r, joint, body);
  else
    turn_with_parent(r, joint, parent, &jet[TURN_Z], &rel, body);
  carry_columns(r, body, out);
  body->x = sym3_add(t, place, sym33_apply(t, body->R, out));
  body->u = sym3_add(t, velocity, sym33_apply(t, body->R, sym3_cross(t, body->w, out)));
  body->a_local = sym3_add(t, sym3_cross(t, body->alpha, out), centripetal(t, body->w, out));
  body->a_fixed = sym3_is_zero(t, acceleration);
  body->a = sym3_add(t, acceleration, sym33_apply(t, body->R, body->a_local));
}

void record_bodies(lash_recording *r) {
  const size_t bodies = r->system->body_count;
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  r->body = lash_take(&r->store, bodies, sizeof *r->body);
  const sym3 zero = sym3_zero(r->tape);
  for (size_t b = 0; b < bodies; b++)
    r->body[b] = (sym_body){.R = sym33_of(r->tape, identity),
                            .x = zero,
                            .u = zero,
                            .w = zero,
                            .a = zero,
                            .alpha = zero,
                            .a_local = zero,
                            .force = zero,
                            .torque = zero};
  for (size_t k = 0; k + 1 < bodies; k++) record_body(r, r->order[k]);
}

/* -------------------------------------------------------------------------------------- markers */

sym_mark *record_mark(lash_recording *r, int index) {
  sym_mark *mark = &r->mark[index];
  if (mark->placed) return mark;
  const lash_mark *m = &r->system->mark[index];
  const sym_body *body = &r->body[m->body];
  mark->placed = true;
  mark->arm = sym33_apply(r->tape, body->R, sym3_of(r->tape, m->arm0));
  mark->r = sym3_add(r->tape, body->x, mark->arm);
  mark->A = sym33_mul(r->tape, body->R, sym33_of(r->tape, m->axes0));
  return mark;
}

sym_mark *record_mark_moving(lash_recording *r, int index) {
  sym_mark *mark = record_mark(r, index);
  if (mark->moving) return mark;
  const lash_mark *m = &r->system->mark[index];
  const sym_body *body = &r->body[m->body];
  mark->moving = true;
  mark->w = sym33_apply(r->tape, body->R, body->w);
  const sym3 swept = sym3_cross(r->tape, body->w, sym3_of(r->tape, m->arm0));
  mark->v = sym3_add(r->tape, body->u, sym33_apply(r->tape, body->R, swept));
  return mark;
}

sym_mark *record_mark_biased(lash_recording *r, int index) {
  sym_mark *mark = record_mark_moving(r, index);
  if (mark->accelerated) return mark;
  const lash_mark *m = &r->system->mark[index];
  const sym_body *body = &r->body[m->body];
  const sym3 arm = sym3_of(r->tape, m->arm0);
  mark->accelerated = true;
  mark->alpha = sym33_apply(r->tape, body->R, body->alpha);
  const sym3 local =
      sym3_add(r->tape, sym3_cross(r->tape, body->alpha, arm), centripetal(r->tape, body->w, arm));
  mark->a = sym3_add(r->tape, body->a, sym33_apply(r->tape, body->R, local));
  return mark;
}

sym3 record_mark_velocity(lash_recording *r, int index, const sym_column *c) {
  const lash_mark *m = &r->system->mark[index];
  const sym3 swept = sym3_cross(r->tape, c->spin, sym3_of(r->tape, m->arm0));
  return sym3_add(r->tape, c->velocity, sym33_apply(r->tape, r->body[m->body].R, swept));
}

sym3 record_mark_spin(lash_recording *r, int index, const sym_column *c) {
  return sym33_apply(r->tape, r->body[r->system->mark[index].body].R, c->spin);
}

void record_make_unit(lash_tape *t, lash_term e[4]) {
  lash_term sum = lash_tape_square(t, e[0]);
  for (int k = 1; k < 4; k++) sum = lash_tape_add(t, sum, lash_tape_square(t, e[k]));
  const lash_term size = lash_tape_sqrt(t, sum);
  for (int k = 0; k < 4; k++) e[k] = lash_tape_div(t, e[k], size);
}
