/* Force elements, recorded: mechanics/elements.c over terms. */
#include "lash_angles.h"
#include "record_impl.h"

static lash_term number(lash_recording *r, double value) {
  return lash_tape_constant(r->tape, value);
}

/* From J to I: distance, and the unit vector where there is one. */
static lash_term line_of(lash_recording *r, const lash_force *force, sym3 *unit) {
  lash_tape *t = r->tape;
  const sym3 d = sym3_sub(t, record_mark(r, force->i)->r, record_mark(r, force->j)->r);
  const lash_term distance = sym3_norm(t, d);
  *unit = sym3_scale(t, lash_tape_div(t, r->one, distance), d);
  return distance;
}

static void push_apart(lash_recording *r, sym_load *load, sym3 unit, lash_term force) {
  load->force_i = sym3_scale(r->tape, force, unit);
  load->force_j = sym3_neg(r->tape, load->force_i);
}

static void turn_about(lash_recording *r, sym_load *load, sym3 axis, lash_term torque) {
  load->torque_i = sym3_scale(r->tape, torque, axis);
  load->torque_j = sym3_neg(r->tape, load->torque_i);
}

static void answer(lash_recording *r, sym_load *load) {
  load->force_j = sym3_neg(r->tape, load->force_i);
  load->torque_j = sym3_neg(r->tape, load->torque_i);
}

/* stretch (k stretch / 2 - preload) */
static lash_term stretched(lash_recording *r, const lash_force_law *law, lash_term stretch) {
  lash_tape *t = r->tape;
  const lash_term half = lash_tape_mul(t, number(r, 0.5 * law->k), stretch);
  return lash_tape_mul(t, stretch, lash_tape_sub(t, half, number(r, law->preload)));
}

/* preload - k stretch - c rate */
static lash_term spring_force(lash_recording *r, const lash_force_law *law, lash_term stretch,
                              lash_term rate) {
  lash_tape *t = r->tape;
  const lash_term elastic =
      lash_tape_sub(t, number(r, law->preload), lash_tape_mul(t, number(r, law->k), stretch));
  return lash_tape_sub(t, elastic, lash_tape_mul(t, number(r, law->c), rate));
}

static void spring(lash_recording *r, const lash_force *force, sym_load *load) {
  lash_tape *t = r->tape;
  sym3 unit;
  const lash_term distance = line_of(r, force, &unit);
  const lash_term stretch = lash_tape_sub(t, distance, number(r, force->law.reference));
  const sym3 u =
      sym3_sub(t, record_mark_moving(r, force->i)->v, record_mark_moving(r, force->j)->v);
  push_apart(r, load, unit, spring_force(r, &force->law, stretch, sym3_dot(t, unit, u)));
  load->potential = stretched(r, &force->law, stretch);
}

static void coil(lash_recording *r, const lash_force *force, sym_load *load) {
  lash_tape *t = r->tape;
  const sym3 axis = sym33_column(record_mark(r, force->j)->A, 2);
  const sym3 w =
      sym3_sub(t, record_mark_moving(r, force->i)->w, record_mark_moving(r, force->j)->w);
  const lash_term angle = record_turned_angle(r, force->angle, LASH_ANGLE_AZ, force->i, force->j);
  const lash_term stretch = lash_tape_sub(t, angle, number(r, force->law.reference));
  turn_about(r, load, axis, spring_force(r, &force->law, stretch, sym3_dot(t, axis, w)));
  load->potential = stretched(r, &force->law, stretch);
}

/* force = -K (displacement - length) - C rate + preload in axes of J. */
static void matrix(lash_recording *r, const lash_force *force, sym_load *load) {
  lash_tape *t = r->tape;
  const lash_matrix_law *m = force->law.matrix;
  const sym_mark *i = record_mark_moving(r, force->i), *j = record_mark_moving(r, force->j);
  const sym3 d = sym3_sub(t, i->r, j->r), w = sym3_sub(t, i->w, j->w);
  const sym3 u = sym3_sub(t, sym3_sub(t, i->v, j->v), sym3_cross(t, j->w, d));
  const sym3 at[4] = {sym33_apply_transposed(t, j->A, d),
                      {{0}},
                      sym33_apply_transposed(t, j->A, u),
                      sym33_apply_transposed(t, j->A, w)};
  lash_term apart[6], rate[6], local[6], energy = r->zero;
  for (int k = 0; k < 3; k++) {
    const lash_term turn = record_angle(r, LASH_ANGLE_AX + k, force->i, force->j);
    apart[k] = lash_tape_sub(t, at[0].e[k], number(r, m->length[k]));
    apart[k + 3] = lash_tape_sub(t, turn, number(r, m->length[k + 3]));
    rate[k] = at[2].e[k], rate[k + 3] = at[3].e[k];
  }
  for (int row = 0; row < 6; row++) {
    lash_term stiff = r->zero;
    local[row] = number(r, m->preload[row]);
    for (int c = 0; c < 6; c++) {
      const lash_term elastic = lash_tape_mul(t, number(r, m->K[6 * row + c]), apart[c]);
      const lash_term lossy = lash_tape_mul(t, number(r, m->C[6 * row + c]), rate[c]);
      local[row] = lash_tape_sub(t, local[row], lash_tape_add(t, elastic, lossy));
      stiff = lash_tape_add(t, stiff, elastic);
    }
    const lash_term half = lash_tape_mul(t, number(r, 0.5), stiff);
    energy = lash_tape_add(
        t, energy,
        lash_tape_mul(t, apart[row], lash_tape_sub(t, half, number(r, m->preload[row]))));
  }
  load->force_i = sym33_apply(t, j->A, (sym3){{local[0], local[1], local[2]}});
  load->torque_i = sym33_apply(t, j->A, (sym3){{local[3], local[4], local[5]}});
  answer(r, load);
  load->torque_j = sym3_sub(t, load->torque_j, sym3_cross(t, d, load->force_i));
  load->potential = energy;
}

static void vector(lash_recording *r, const lash_force *force, sym_load *load) {
  lash_tape *t = r->tape;
  lash_term given[6];
  record_joint *joint = force->user >= 0 ? record_joint_of(r, force->user) : NULL;
  if (joint) {
    record_joint_force(r, joint, &load->force_i, &load->torque_i);
  } else {
    if (force->user >= 0) record_foreign_call(r, force->user, true, given);
    for (int k = 0; k < 6 && force->user < 0; k++)
      given[k] = force->component[k] >= 0 ? record_function(r, force->component[k]) : r->zero;
    const sym33 A = record_mark(r, force->rm)->A;
    load->force_i = sym33_apply(t, A, (sym3){{given[0], given[1], given[2]}});
    load->torque_i = sym33_apply(t, A, (sym3){{given[3], given[4], given[5]}});
  }
  answer(r, load);
}

static lash_term scalar(lash_recording *r, const lash_force *force) {
  if (force->user < 0) return record_function(r, force->component[0]);
  lash_term value;
  record_foreign_call(r, force->user, false, &value);
  return value;
}

static void evaluate(lash_recording *r, const lash_force *force, sym_load *load) {
  sym3 unit;
  if (force->frozen || force->own) {
    record_refuse(
        r, force->own ? "%s/%d is computed by the program around" : "%s/%d depends on reactions",
        force->statement, force->id);
    return;
  }
  switch (force->law.kind) {
    case LASH_FORCE_LINE:
      line_of(r, force, &unit);
      push_apart(r, load, unit, scalar(r, force));
      break;
    case LASH_FORCE_AXIAL:
      load->force_i =
          sym3_scale(r->tape, scalar(r, force), sym33_column(record_mark(r, force->j)->A, 2));
      break;
    case LASH_FORCE_TWIST:
      turn_about(r, load, sym33_column(record_mark(r, force->j)->A, 2), scalar(r, force));
      break;
    case LASH_FORCE_VECTOR:
      vector(r, force, load);
      break;
    case LASH_FORCE_SPRING:
      spring(r, force, load);
      break;
    case LASH_FORCE_COIL:
      coil(r, force, load);
      break;
    case LASH_FORCE_MATRIX:
      if (force->user >= 0)
        record_refuse(r, "%s/%d calls a user subroutine", force->statement, force->id);
      else if (force->matrix->bent)
        record_refuse(r, "%s/%d is a nonlinear beam", force->statement, force->id);
      else
        matrix(r, force, load);
      break;
    case LASH_FORCE_CONTACT:
    case LASH_FORCE_FRICTION:
    case LASH_FORCE_MODAL:
      record_refuse(r, "%s/%d", force->statement, force->id);
      break;
  }
  if (!force->law.action_only) return;
  load->force_j = load->torque_j = sym3_zero(r->tape);
}

const sym_load *record_load(lash_recording *r, int index) {
  const lash_system *system = r->system;
  const lash_force *force = &system->force[index];
  sym_load *load = &r->loads[index];
  if (load->known) return load;
  const sym3 zero = sym3_zero(r->tape);
  *load = (sym_load){.known = true,
                     .body_i = system->mark[force->i].body,
                     .body_j = system->mark[force->j].body,
                     .force_i = zero,
                     .torque_i = zero,
                     .force_j = zero,
                     .torque_j = zero,
                     .arm_i = zero,
                     .arm_j = zero,
                     .potential = r->zero};
  if (!force->active) return load;
  evaluate(r, force, load);
  load->arm_i = record_mark(r, force->i)->arm;
  load->arm_j = force->law.floating
                    ? sym3_sub(r->tape, record_mark(r, force->i)->r, r->body[load->body_j].x)
                    : record_mark(r, force->j)->arm;
  return load;
}

static void apply(lash_recording *r, int index, sym3 force, sym3 torque, sym3 arm) {
  lash_tape *t = r->tape;
  sym_body *body = &r->body[index];
  if (!index) return;
  body->force = sym3_add(t, body->force, force);
  if (r->system->body[index].point) return;
  body->torque = sym3_add(t, body->torque, sym3_add(t, torque, sym3_cross(t, arm, force)));
}

void record_forces(lash_recording *r) {
  for (size_t k = 0; k < r->system->force_count && !record_refused(r); k++) {
    const sym_load *load = record_load(r, (int)k);
    apply(r, load->body_i, load->force_i, load->torque_i, load->arm_i);
    apply(r, load->body_j, load->force_j, load->torque_j, load->arm_j);
  }
}

static lash_term power_on(lash_recording *r, int index, sym3 force, sym3 torque, sym3 arm) {
  lash_tape *t = r->tape;
  const sym_body *body = &r->body[index];
  if (!index) return r->zero;
  const sym3 w = sym33_apply(t, body->R, body->w);
  const sym3 v = sym3_add(t, body->u, sym3_cross(t, w, arm));
  return lash_tape_add(t, sym3_dot(t, force, v), sym3_dot(t, torque, w));
}

lash_term record_load_power(lash_recording *r, const sym_load *load) {
  return lash_tape_add(r->tape,
                       power_on(r, load->body_i, load->force_i, load->torque_i, load->arm_i),
                       power_on(r, load->body_j, load->force_j, load->torque_j, load->arm_j));
}
