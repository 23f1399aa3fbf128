/* Measures and angles, recorded: mechanics/measures.c and angles.c over terms. */
#include "lash_angles.h"
#include "lash_measures.h"
#include "record_impl.h"

/* --------------------------------------------------------------------------------------- memory */

lash_term record_memory_add(lash_recording *r, int angle, double value) {
  sym_memory *memory = LASH_APPEND(&r->store, r->memory, r->memory_count);
  *memory = (sym_memory){.value = value, .angle = angle};
  const size_t z = record_length(r);
  return lash_tape_variable(r->tape, (uint32_t)(1 + z + r->memory_count - 1));
}

/* --------------------------------------------------------------------------------------- angles */

enum { X, Y, Z };

/* sign * (axis a of I) . (axis b of J) */
static lash_term cosine(lash_recording *r, int i, int j, double sign, int a, int b) {
  const sym3 of_i = sym33_column(record_mark(r, i)->A, a);
  const sym3 of_j = sym33_column(record_mark(r, j)->A, b);
  const lash_term value = sym3_dot(r->tape, of_i, of_j);
  return sign < 0 ? lash_tape_neg(r->tape, value) : value;
}

/* The plain angles of a sine and a cosine; those with a spare definition at their poles are refused
 * by the caller. */
lash_term record_angle(lash_recording *r, int form, int i, int j) {
  lash_tape *t = r->tape;
  lash_term s, c;
  switch ((lash_angle_form)form) {
    case LASH_ANGLE_AX:
      s = cosine(r, i, j, -1, Z, Y), c = cosine(r, i, j, 1, Z, Z);
      break;
    case LASH_ANGLE_AY:
      s = cosine(r, i, j, 1, Z, X), c = cosine(r, i, j, 1, Z, Z);
      break;
    case LASH_ANGLE_AZ:
      s = cosine(r, i, j, -1, Y, X), c = cosine(r, i, j, 1, X, X);
      break;
    default:
      record_refuse(r, "angles other than AX, AY and AZ");
      return r->zero;
  }
  return lash_tape_atan2(t, s, c);
}

/* The coordinate of a joint of the tree that turns I in J; false when there is none. */
static bool tree_angle(lash_recording *r, int i, int j, lash_term *angle) {
  const lash_system *system = r->system;
  for (size_t b = 1; b < system->body_count; b++) {
    const tree_joint *joint = &r->tree[b];
    const tree_axis *axis = &joint->axis[TURN_Z];
    if (joint->owner < 0 || !axis->moves || axis->drive >= 0) continue;
    const lash_owner *owner = &system->owner[joint->owner];
    if (owner->i == i && owner->j == j)
      *angle = r->z[axis->q];
    else if (owner->i == j && owner->j == i)
      *angle = lash_tape_neg(r->tape, r->z[axis->q]);
    else
      continue;
    return true;
  }
  return false;
}

/* rint, for numbers that are no larger than a few turns. */
static lash_term nearest(lash_tape *t, lash_term a) {
  return lash_tape_floor(t, lash_tape_add(t, a, lash_tape_constant(t, 0.5)));
}

lash_term record_turned_angle(lash_recording *r, int slot, int form, int i, int j) {
  lash_tape *t = r->tape;
  lash_term angle;
  if (form == LASH_ANGLE_AZ && tree_angle(r, i, j, &angle)) return angle;
  const lash_term raw = record_angle(r, form, i, j);
  if (slot < 0 || record_refused(r)) return raw;
  for (size_t k = 0; k < r->memory_count; k++)
    if (r->memory[k].angle == slot) return r->memory[k].next;
  const lash_term last = record_memory_add(r, slot, r->system->angle[slot]);
  const lash_term turn = lash_tape_constant(t, 6.283185307179586476925286766559);
  const lash_term apart = lash_tape_sub(t, raw, last);
  const lash_term turns = nearest(t, lash_tape_div(t, apart, turn));
  angle = lash_tape_add(t, last, lash_tape_sub(t, apart, lash_tape_mul(t, turn, turns)));
  r->memory[r->memory_count - 1].next = angle;
  return angle;
}

/* -------------------------------------------------------------------------------------- vectors */

static sym3 between(lash_recording *r, const lash_bound *m) {
  return sym3_sub(r->tape, record_mark(r, m->mark[0])->r, record_mark(r, m->mark[1])->r);
}

static sym3 relative_velocity(lash_recording *r, const lash_bound *m) {
  return sym3_sub(r->tape, record_mark_moving(r, m->mark[0])->v,
                  record_mark_moving(r, m->mark[1])->v);
}

/* A marker's bias and what the rates of the speeds add to it. */
static sym3 with_rates(lash_recording *r, int mark, sym3 bias,
                       sym3 (*of)(lash_recording *, int, const sym_column *)) {
  const sym_body *body = &r->body[r->system->mark[mark].body];
  for (size_t k = 0; k < body->columns; k++) {
    if (body->column[k].speed >= (int)r->speeds) continue; /* prescribed: in the bias */
    const lash_term rate = r->rate[r->coordinates + (size_t)body->column[k].speed];
    bias = sym3_add(r->tape, bias, sym3_scale(r->tape, rate, of(r, mark, &body->column[k])));
  }
  return bias;
}

sym3 record_acceleration(lash_recording *r, int mark) {
  return with_rates(r, mark, record_mark_biased(r, mark)->a, record_mark_velocity);
}

sym3 record_spin_rate(lash_recording *r, int mark) {
  return with_rates(r, mark, record_mark_biased(r, mark)->alpha, record_mark_spin);
}

static sym3 relative_velocity_seen(lash_recording *r, const lash_bound *m) {
  const sym3 u = relative_velocity(r, m);
  if (!r->system->mark[m->mark[3]].body) return u;
  return sym3_sub(r->tape, u,
                  sym3_cross(r->tape, record_mark_moving(r, m->mark[3])->w, between(r, m)));
}

/* As mechanics/measures.c: seen from marker L, where that moves. */
static sym3 relative_acceleration(lash_recording *r, const lash_bound *m) {
  lash_tape *t = r->tape;
  const int l = m->mark[3];
  sym3 a = sym3_sub(t, record_acceleration(r, m->mark[0]), record_acceleration(r, m->mark[1]));
  if (!r->system->mark[l].body) return a;
  const sym3 w = record_mark_moving(r, l)->w, d = between(r, m);
  a = sym3_sub(t, a, sym3_cross(t, record_spin_rate(r, l), d));
  a = sym3_sub(
      t, a,
      sym3_scale(t, lash_tape_constant(t, 2), sym3_cross(t, w, relative_velocity_seen(r, m))));
  return sym3_sub(t, a, sym3_cross(t, w, sym3_cross(t, w, d)));
}

static sym3 relative_spin(lash_recording *r, const lash_bound *m) {
  return sym3_sub(r->tape, record_mark_moving(r, m->mark[0])->w,
                  record_mark_moving(r, m->mark[1])->w);
}

static sym3 relative_spin_rate(lash_recording *r, const lash_bound *m) {
  lash_tape *t = r->tape;
  const int l = m->mark[3];
  const sym3 a = sym3_sub(t, record_spin_rate(r, m->mark[0]), record_spin_rate(r, m->mark[1]));
  if (!r->system->mark[l].body) return a;
  return sym3_sub(t, a, sym3_cross(t, record_mark_moving(r, l)->w, relative_spin(r, m)));
}

static lash_term vector_measure(lash_recording *r, const lash_bound *m,
                                const lash_measure_row *row) {
  lash_tape *t = r->tape;
  sym3 u;
  switch (row->form) {
    case LASH_FORM_SEPARATION:
      u = between(r, m);
      break;
    case LASH_FORM_VELOCITY:
      u = relative_velocity_seen(r, m);
      break;
    case LASH_FORM_ACCELERATION:
      u = relative_acceleration(r, m);
      break;
    case LASH_FORM_SPIN_RATE:
      u = relative_spin_rate(r, m);
      break;
    default:
      u = relative_spin(r, m);
  }
  if (row->pick == 3) return sym3_norm(t, u);
  return sym3_dot(t, u, sym33_column(record_mark(r, m->mark[2])->A, row->pick));
}

static lash_term approach(lash_recording *r, const lash_bound *m) {
  lash_tape *t = r->tape;
  const sym3 d = between(r, m), u = relative_velocity(r, m);
  const lash_term distance = sym3_norm(t, d);
  return lash_tape_select(t, lash_tape_gt(t, distance, r->zero),
                          lash_tape_div(t, sym3_dot(t, d, u), distance), sym3_norm(t, u));
}

/* ------------------------------------------------------------------------------------ the table */

static lash_term array_measure(lash_recording *r, const lash_bound *m) {
  const lash_array_value *array = &r->system->array[m->target];
  const size_t k = (size_t)m->detail[0] - 1;
  const size_t states = r->coordinates + r->speeds;
  switch (array->at) {
    case LASH_ARRAY_AT_NUMBERS:
      return lash_tape_constant(r->tape, array->number[k]);
    case LASH_ARRAY_AT_VARIABLES:
      return record_variable(r, array->variable[k]);
    case LASH_ARRAY_AT_STATES:
      return r->z[states + r->system->states[array->states].first + k];
    default:
      record_refuse(r, "ARRAY/%d holds the outputs of other states", array->id);
      return r->zero;
  }
}

/* Angles that count no turns and have no spare definition are not among those recorded. */
static lash_term angle_measure(lash_recording *r, const lash_bound *m,
                               const lash_measure_row *row) {
  return record_turned_angle(r, m->angle, row->pick, m->mark[0], m->mark[1]);
}

lash_term record_measure(lash_recording *r, int index) {
  const lash_bound *m = &r->system->measure[index];
  const lash_measure_row *row = &lash_measure_table[m->kind];
  if (m->lagged) {
    record_refuse(r, "%s of the last accepted step", row->name);
    return r->zero;
  }
  switch (row->form) {
    case LASH_FORM_SEPARATION:
    case LASH_FORM_VELOCITY:
    case LASH_FORM_SPIN:
      return vector_measure(r, m, row);
    case LASH_FORM_ACCELERATION:
    case LASH_FORM_SPIN_RATE:
      if (r->rate) return vector_measure(r, m, row);
      break; /* nothing that acts may ask for what it causes */
    case LASH_FORM_APPROACH:
      return approach(r, m);
    case LASH_FORM_DIRECTION:
      return cosine(r, m->mark[0], m->mark[1], 1, row->pick, m->detail[0]);
    case LASH_FORM_ANGLE:
      return angle_measure(r, m, row);
    default:
      break;
  }
  switch (m->kind) {
    case LASH_MEASURE_DIF:
      return r->z[r->coordinates + r->speeds + (size_t)m->target];
    case LASH_MEASURE_VARVAL:
    case LASH_MEASURE_PINVAL:
    case LASH_MEASURE_POUVAL:
      return record_variable(r, m->target);
    case LASH_MEASURE_ARYVAL:
      return array_measure(r, m);
    case LASH_MEASURE_MODE:
      return lash_tape_constant(r->tape, 4);
    default:
      record_refuse(r, "the measure %s", row->name);
      return r->zero;
  }
}
