#include "record_request.h"

#include <string.h>

#include "lash_angles.h"
#include "lash_measures.h"
#include "record_impl.h"

/* ------------------------------------------------------------------------------------ rotations */

/* (axis a of I) . (axis b of J) */
static lash_term cosine(lash_recording *r, int i, int a, int j, int b) {
  return sym3_dot(r->tape, sym33_column(record_mark(r, i)->A, a),
                  sym33_column(record_mark(r, j)->A, b));
}

/* PSI, THETA and PHI of I in J, as mechanics/angles.c has them: where only the sum of the first and
 * the last is determined, the first takes it all. */
static sym3 body_313(lash_recording *r, int i, int j) {
  enum { X, Y, Z };
  lash_tape *t = r->tape;
  const lash_term s = cosine(r, i, Z, j, X), c = lash_tape_neg(t, cosine(r, i, Z, j, Y));
  const lash_term sine =
      lash_tape_sqrt(t, lash_tape_add(t, lash_tape_square(t, s), lash_tape_square(t, c)));
  const lash_term known = lash_tape_gt(t, sine, lash_tape_constant(t, LASH_ANGLE_UNDETERMINED));
  const lash_term whole = lash_tape_atan2(t, cosine(r, i, X, j, Y), cosine(r, i, X, j, X));
  const lash_term last = lash_tape_atan2(t, cosine(r, i, X, j, Z), cosine(r, i, Y, j, Z));
  return (sym3){{lash_tape_select(t, known, lash_tape_atan2(t, s, c), whole),
                 lash_tape_atan2(t, sine, cosine(r, i, Z, j, Z)),
                 lash_tape_select(t, known, last, r->zero)}};
}

/* ------------------------------------------------------------------------------ forces, motion */

/* Of the force elements between two markers, at I; joints have no terms for their reactions. */
static void wrench(lash_recording *r, const lash_request_item *q, sym3 *force, sym3 *torque) {
  const lash_system *system = r->system;
  lash_tape *t = r->tape;
  *force = *torque = sym3_zero(t);
  for (size_t k = 0; k < system->owner_count; k++) {
    const lash_owner *o = &system->owner[k];
    if ((o->i == q->i && (o->j == q->j || !q->j)) || (o->j == q->i && (o->i == q->j || !q->j)))
      record_refuse(r, "the reaction of %s/%d", o->statement, o->id);
  }
  for (size_t k = 0; k < system->force_count; k++) {
    const lash_force *f = &system->force[k];
    const bool at_i = f->i == q->i && (f->j == q->j || !q->j);
    const bool at_j = !at_i && f->j == q->i && (f->i == q->j || !q->j);
    if (!at_i && !at_j) continue;
    const sym_load *load = record_load(r, (int)k);
    *force = sym3_add(t, *force, at_i ? load->force_i : load->force_j);
    *torque = sym3_add(t, *torque, at_i ? load->torque_i : load->torque_j);
  }
}

/* Both halves of a request, ground axes (angles: as they are). */
static void six(lash_recording *r, const lash_request_item *q, sym3 half[2]) {
  lash_tape *t = r->tape;
  switch (q->what) {
    case LASH_ASK_DISPLACEMENT:
      half[0] = sym3_sub(t, record_mark(r, q->i)->r, record_mark(r, q->j)->r);
      half[1] = body_313(r, q->i, q->j);
      break;
    case LASH_ASK_VELOCITY:
      half[0] = sym3_sub(t, record_mark_moving(r, q->i)->v, record_mark_moving(r, q->j)->v);
      half[1] = sym3_sub(t, record_mark_moving(r, q->i)->w, record_mark_moving(r, q->j)->w);
      break;
    case LASH_ASK_ACCELERATION:
      half[0] = sym3_sub(t, record_acceleration(r, q->i), record_acceleration(r, q->j));
      half[1] = sym3_sub(t, record_spin_rate(r, q->i), record_spin_rate(r, q->j));
      break;
    case LASH_ASK_FORCE:
      wrench(r, q, &half[0], &half[1]);
      break;
    default:
      record_refuse(r, "REQUEST/%d", q->id);
      half[0] = half[1] = sym3_zero(t);
  }
}

static lash_term column_of(lash_recording *r, const lash_request_item *q, size_t column) {
  lash_tape *t = r->tape;
  sym3 half[2];
  if (q->what == LASH_ASK_FUNCTIONS)
    return q->function[column] < 0 ? r->zero : record_function(r, q->function[column]);
  six(r, q, half);
  const bool angles = q->what == LASH_ASK_DISPLACEMENT && column >= 4;
  const sym3 v = half[column / 4];
  if (column % 4 == 0) return sym3_norm(t, v);
  const int axis = (int)column % 4 - 1;
  return angles ? v.e[axis] : sym3_dot(t, v, sym33_column(record_mark(r, q->rm)->A, axis));
}

/* ----------------------------------------------------------------------------------- attempts */

/* A term that is tried. The programs of the record are made: what would need more to be remembered,
 * or a call, comes too late. */
static lash_status find(lash_recording *r, const lash_request_item *q, size_t which,
                        lash_term *value, lash_error *error) {
  const size_t memory = r->memory_count, calls = r->calls;
  *value = q ? column_of(r, q, which) : record_variable(r, (int)which);
  if (!record_refused(r) && r->memory_count == memory && r->calls == calls)
    return lash_tape_status(r->tape, error);
  const lash_status status = lash_fail(
      error, LASH_UNSUPPORTED, "%s",
      record_refused(r) ? r->why.message : "an angle with turns, or a function of its own");
  r->why = (lash_error){.status = LASH_OK};
  r->memory_count = memory;
  r->calls = calls;
  for (size_t k = 0; k < r->system->variable_count; k++)
    r->variable_known[k] = r->variable_busy[k] = false;
  return status;
}

lash_status lash_recording_column(lash_recording *r, size_t request, size_t column,
                                  lash_term *value, lash_error *error) {
  lash_status status;
  LASH_GUARDED(status, find(r, &r->system->request[request], column, value, error), error);
  return status;
}

lash_status lash_recording_variable(lash_recording *r, int id, lash_term *value,
                                    lash_error *error) {
  lash_status status = lash_fail(error, LASH_UNSUPPORTED, "there is no VARIABLE/%d", id);
  for (size_t k = 0; k < r->system->variable_count; k++)
    if (r->system->variable[k].id == id)
      LASH_GUARDED(status, find(r, NULL, k, value, error), error);
  return status;
}

/* ------------------------------------------------------------------------------------- contacts */

static const record_joint *contact_at(const lash_recording *r, size_t contact) {
  for (size_t k = 0; k < r->joint_count; k++)
    if (r->joint[k].recorded && contact-- == 0) return &r->joint[k];
  return NULL;
}

size_t lash_recording_contacts(const lash_recording *r) {
  size_t count = 0;
  while (contact_at(r, count)) count++;
  return count;
}

void lash_recording_contact(lash_recording *r, size_t contact, lash_term *touches, lash_term *v0) {
  const record_joint *joint = contact_at(r, contact);
  const size_t slot = 1 + record_length(r) + joint->slot;
  const lash_term unit = lash_tape_constant(r->tape, joint->time / joint->length);
  *touches = lash_tape_variable(r->tape, (uint32_t)slot);
  *v0 = lash_tape_mul(r->tape, unit, lash_tape_variable(r->tape, (uint32_t)slot + 1));
}
