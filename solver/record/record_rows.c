/* Rows of joints that close loops, and of what a tree joint leaves out: constraint.c over terms. As
 * accelerations while no speed changes are known for every marker, the second derivative of a
 * residual is J u' plus the one recorded here. */
#include "lash_angles.h"
#include "record_impl.h"

/* A scalar of the configuration: value, rate, second derivative at unchanged speeds, and what a
 * unit of each speed adds to its rate. */
typedef struct moving {
  lash_term value, rate, bias;
  lash_term *J;
} moving;

static moving still(lash_recording *r) {
  moving m = {r->zero, r->zero, r->zero,
              lash_take(&r->store, record_columns(r) + 1, sizeof(lash_term))};
  for (size_t k = 0; k < record_columns(r); k++) m.J[k] = r->zero;
  return m;
}

/* J[speed] += sign * (spin . n) over the columns of a marker's body. */
static void by_spin(lash_recording *r, moving *m, int mark, sym3 n, bool minus) {
  lash_tape *t = r->tape;
  const sym_body *body = &r->body[r->system->mark[mark].body];
  for (size_t k = 0; k < body->columns; k++) {
    const sym_column *c = &body->column[k];
    if (sym3_is_zero(t, c->spin)) continue;
    const lash_term part = sym3_dot(t, record_mark_spin(r, mark, c), n);
    m->J[c->speed] =
        minus ? lash_tape_sub(t, m->J[c->speed], part) : lash_tape_add(t, m->J[c->speed], part);
  }
}

/* J[speed] += sign * (velocity of the marker . n). */
static void by_velocity(lash_recording *r, moving *m, int mark, sym3 n, bool minus) {
  lash_tape *t = r->tape;
  const sym_body *body = &r->body[r->system->mark[mark].body];
  for (size_t k = 0; k < body->columns; k++) {
    const sym_column *c = &body->column[k];
    const lash_term part = sym3_dot(t, record_mark_velocity(r, mark, c), n);
    m->J[c->speed] =
        minus ? lash_tape_sub(t, m->J[c->speed], part) : lash_tape_add(t, m->J[c->speed], part);
  }
}

static sym3 cross2(lash_tape *t, sym3 w, sym3 a) { return sym3_cross(t, w, sym3_cross(t, w, a)); }

/* Axis a of I along axis b of J. */
static moving direction(lash_recording *r, int i, int j, int axis_i, int axis_j) {
  lash_tape *t = r->tape;
  const sym_mark *mi = record_mark_biased(r, i), *mj = record_mark_biased(r, j);
  const sym3 a = sym33_column(mi->A, axis_i), b = sym33_column(mj->A, axis_j);
  const sym3 n = sym3_cross(t, a, b);
  const sym3 a1 = sym3_cross(t, mi->w, a), b1 = sym3_cross(t, mj->w, b);
  moving m = still(r);
  m.value = sym3_dot(t, a, b);
  m.rate = sym3_dot(t, n, sym3_sub(t, mi->w, mj->w));
  const lash_term turns = sym3_dot(t, n, sym3_sub(t, mi->alpha, mj->alpha));
  const lash_term bends =
      sym3_sum(t, sym3_dot(t, cross2(t, mi->w, a), b), sym3_dot(t, a, cross2(t, mj->w, b)),
               lash_tape_mul(t, lash_tape_constant(t, 2), sym3_dot(t, a1, b1)));
  m.bias = lash_tape_add(t, turns, bends);
  by_spin(r, &m, i, n, false);
  by_spin(r, &m, j, n, true);
  return m;
}

/* Displacement of I from J along axis `axis` of J. */
static moving slide(lash_recording *r, int i, int j, int axis) {
  lash_tape *t = r->tape;
  const sym_mark *mi = record_mark_biased(r, i), *mj = record_mark_biased(r, j);
  const sym3 b = sym33_column(mj->A, axis);
  const sym3 d = sym3_sub(t, mi->r, mj->r), u = sym3_sub(t, mi->v, mj->v);
  const sym3 b1 = sym3_cross(t, mj->w, b);
  const sym3 b2 = sym3_add(t, sym3_cross(t, mj->alpha, b), cross2(t, mj->w, b));
  moving m = still(r);
  m.value = sym3_dot(t, b, d);
  m.rate = lash_tape_add(t, sym3_dot(t, b, u), sym3_dot(t, b1, d));
  m.bias = sym3_sum(t, sym3_dot(t, b, sym3_sub(t, mi->a, mj->a)), sym3_dot(t, b2, d),
                    lash_tape_mul(t, lash_tape_constant(t, 2), sym3_dot(t, b1, u)));
  by_velocity(r, &m, i, b, false);
  by_velocity(r, &m, j, b, true);
  by_spin(r, &m, j, sym3_cross(t, b, d), false); /* (w x b) . d = w . (b x d) */
  return m;
}

static moving scaled(lash_recording *r, double factor, moving m) {
  lash_tape *t = r->tape;
  const lash_term f = lash_tape_constant(t, factor);
  m.value = lash_tape_mul(t, f, m.value);
  m.rate = lash_tape_mul(t, f, m.rate);
  m.bias = lash_tape_mul(t, f, m.bias);
  for (size_t k = 0; k < record_columns(r); k++) m.J[k] = lash_tape_mul(t, f, m.J[k]);
  return m;
}

static moving sum(lash_recording *r, moving a, moving b) {
  lash_tape *t = r->tape;
  a.value = lash_tape_add(t, a.value, b.value);
  a.rate = lash_tape_add(t, a.rate, b.rate);
  a.bias = lash_tape_add(t, a.bias, b.bias);
  for (size_t k = 0; k < record_columns(r); k++) a.J[k] = lash_tape_add(t, a.J[k], b.J[k]);
  return a;
}

/* Of sine s and cosine c: atan2, with its chain rule (lash_angle_rates). */
static moving arc_tangent(lash_recording *r, moving s, moving c, lash_term value) {
  lash_tape *t = r->tape;
  const lash_term square =
      lash_tape_add(t, lash_tape_mul(t, s.value, s.value), lash_tape_mul(t, c.value, c.value));
  const lash_term f = lash_tape_div(t, c.value, square), g = lash_tape_div(t, s.value, square);
  const lash_term swell =
      lash_tape_mul(t, lash_tape_constant(t, 2),
                    lash_tape_add(t, lash_tape_mul(t, f, c.rate), lash_tape_mul(t, g, s.rate)));
  moving m = still(r);
  m.value = value;
  m.rate = lash_tape_sub(t, lash_tape_mul(t, f, s.rate), lash_tape_mul(t, g, c.rate));
  m.bias =
      lash_tape_sub(t, lash_tape_sub(t, lash_tape_mul(t, f, s.bias), lash_tape_mul(t, g, c.bias)),
                    lash_tape_mul(t, m.rate, swell));
  for (size_t k = 0; k < record_columns(r); k++)
    m.J[k] = lash_tape_sub(t, lash_tape_mul(t, f, s.J[k]), lash_tape_mul(t, g, c.J[k]));
  return m;
}

enum { X, Y, Z };

/* An angle, with the turns remembered in `slot` (-1: in (-pi, pi]). */
static moving angle(lash_recording *r, int form, int i, int j, int slot) {
  if (form == LASH_ANGLE_AX)
    return arc_tangent(r, scaled(r, -1, direction(r, i, j, Z, Y)), direction(r, i, j, Z, Z),
                       record_turned_angle(r, slot, form, i, j));
  if (form == LASH_ANGLE_AZ)
    return arc_tangent(r, scaled(r, -1, direction(r, i, j, Y, X)), direction(r, i, j, X, X),
                       record_turned_angle(r, slot, form, i, j));
  record_refuse(r, "motions and couplers of this angle");
  return still(r);
}

/* ------------------------------------------------------------------------------------ one group */

static void add_row(lash_recording *r, int group, int n, moving m, const sym_jet *drive) {
  lash_tape *t = r->tape;
  sym_row *row = LASH_APPEND(&r->store, r->row, r->row_count);
  row->group = group;
  row->number = n;
  row->phi = drive ? lash_tape_sub(t, m.value, drive->value) : m.value;
  row->rate = drive ? lash_tape_sub(t, m.rate, drive->d1) : m.rate;
  row->right = lash_tape_sub(t, drive ? drive->d2 : r->zero, m.bias);
  row->J = m.J;
}

static void point_rows(lash_recording *r, int index, const lash_group *group) {
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  lash_tape *t = r->tape;
  const sym_mark *i = record_mark_biased(r, group->i), *j = record_mark_biased(r, group->j);
  const sym3 d = sym3_sub(t, i->r, j->r), u = sym3_sub(t, i->v, j->v);
  const sym3 a = sym3_sub(t, i->a, j->a);
  for (int k = 0; k < 3; k++) {
    moving m = still(r);
    m.value = d.e[k], m.rate = u.e[k], m.bias = a.e[k];
    by_velocity(r, &m, group->i, sym3_of(t, unit[k]), false);
    by_velocity(r, &m, group->j, sym3_of(t, unit[k]), true);
    add_row(r, index, k, m, NULL);
  }
}

/* Whole turns of a driven angle do not count. */
static void angle_row(lash_recording *r, int index, const lash_group *group) {
  lash_tape *t = r->tape;
  const sym_jet f = record_drive(r, group->motion);
  add_row(r, index, 0, angle(r, group->axis[0][0], group->i, group->j, -1), &f);
  if (record_refused(r)) return;
  const lash_term turn = lash_tape_constant(t, 6.283185307179586476925286766559);
  lash_term *phi = &r->row[r->row_count - 1].phi;
  const lash_term turns = lash_tape_floor(
      t, lash_tape_add(t, lash_tape_div(t, *phi, turn), lash_tape_constant(t, 0.5)));
  *phi = lash_tape_sub(t, *phi, lash_tape_mul(t, turn, turns));
}

static void sum_row(lash_recording *r, int index, const lash_group *group) {
  moving total = still(r);
  if (group->user[0] >= 0) {
    record_refuse(r, "a COUPLER computed by a user subroutine");
    return;
  }
  for (int k = 0; k < group->terms && !record_refused(r); k++) {
    const lash_row_term *term = &r->system->term[group->first_term + k];
    if (term->kind == LASH_TERM_PINION) {
      record_refuse(r, "a rack and pinion");
      return;
    }
    const moving m = term->kind == LASH_TERM_SLIDE
                         ? slide(r, term->i, term->j, Z)
                         : angle(r, LASH_ANGLE_AZ, term->i, term->j, term->angle);
    total = sum(r, total, scaled(r, term->scale, m));
  }
  total.value = lash_tape_sub(r->tape, total.value, lash_tape_constant(r->tape, group->offset));
  add_row(r, index, 0, total, NULL);
}

static void group_rows(lash_recording *r, int index) {
  const lash_group *group = &r->system->group[index];
  sym_jet f;
  switch (group->kind) {
    case LASH_GROUP_POINT:
      point_rows(r, index, group);
      break;
    case LASH_GROUP_DOT1:
      for (int k = 0; k < group->rows; k++)
        add_row(r, index, k, direction(r, group->i, group->j, group->axis[k][0], group->axis[k][1]),
                NULL);
      break;
    case LASH_GROUP_DOT2:
      if (group->motion >= 0) f = record_drive(r, group->motion);
      for (int k = 0; k < group->rows && !record_refused(r); k++)
        add_row(r, index, k, slide(r, group->i, group->j, group->axis[k][1]),
                group->motion >= 0 ? &f : NULL);
      break;
    case LASH_GROUP_ANGLE:
      angle_row(r, index, group);
      break;
    case LASH_GROUP_CONVEL:
      add_row(
          r, index, 0,
          sum(r, direction(r, group->i, group->j, X, Y), direction(r, group->i, group->j, Y, X)),
          NULL);
      break;
    case LASH_GROUP_SUM:
      sum_row(r, index, group);
      break;
    case LASH_GROUP_FUNCTION:
    case LASH_GROUP_CURVE:
    case LASH_GROUP_TIE: {
      const lash_owner *owner = &r->system->owner[group->owner];
      record_refuse(r, "%s/%d", owner->statement, owner->id);
      break;
    }
  }
}

void record_rows(lash_recording *r) {
  for (size_t g = 0; g < r->system->group_count && !record_refused(r); g++)
    if (r->system->owner[r->system->group[g].owner].active && !r->in_tree[g]) group_rows(r, (int)g);
}
