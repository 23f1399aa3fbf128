#include "geometric.h"

#include "bodies.h"
#include "constraint.h"
#include "flexible.h"
#include "force_elements.h"
#include "measure.h"
#include "user.h"

/* ------------------------------------------------------------------------------ trial states */

/* One unit moved a little; everything else is as at the current state, to which end_trial returns
 * with all that was computed there still valid. */
typedef struct trial {
  lash_stamp stamp;
  int body;
  double q[7], v[6];
} trial;

static size_t unit_size(const lash_system *system, int unit) {
  return (lash_unit_is_cell(system, unit) ? 6 : 7) * sizeof(double);
}

static trial begin_trial(lash_system *system, int body) {
  trial here = {.stamp = system->stamp, .body = body};
  memcpy(here.q, system->y + lash_unit_q(system, body), unit_size(system, body));
  memcpy(here.v, system->y + system->size.q + 6 * (body - 1), sizeof here.v);
  return here;
}

static void move_trial(lash_system *system, const trial *from, int c, bool velocity, double step) {
  double *q = system->y + lash_unit_q(system, from->body);
  double *v = system->y + system->size.q + 6 * (from->body - 1), d[6] = {0};
  memcpy(q, from->q, unit_size(system, from->body));
  memcpy(v, from->v, sizeof from->v);
  if (velocity) {
    v[c] += step;
  } else if (lash_unit_is_cell(system, from->body)) {
    q[c] += step;
  } else {
    d[c] = 1;
    lash_body_increment(q, d, step, q);
  }
  system->stamp = ++system->last_stamp;
  if (!lash_unit_is_cell(system, from->body)) lash_body_update(system, (size_t)from->body);
}

static void end_trial(lash_system *system, const trial *from) {
  memcpy(system->y + lash_unit_q(system, from->body), from->q, unit_size(system, from->body));
  memcpy(system->y + system->size.q + 6 * (from->body - 1), from->v, sizeof from->v);
  if (!lash_unit_is_cell(system, from->body)) lash_body_update(system, (size_t)from->body);
  system->stamp = from->stamp;
}

/* Steps small against penetrations, large against round-off. */
static double position_step(const lash_system *system, int c) {
  return c < 3 ? 1e-7 * system->length : 1e-7;
}

static double velocity_step(const lash_system *system, int body, int c) {
  return 1e-6 * (1 + fabs(system->y[system->size.q + 6 * (size_t)(body - 1) + (size_t)c]));
}

/* -------------------------------------------------------------------------------------- forces */

/* Generalised forces on the bodies of I and J; both on the first when they are one body. */
static void generalised(lash_system *system, lash_force *force, double out[12]) {
  const int body_i = system->mark[force->i].body, body_j = system->mark[force->j].body;
  const lash_load *load = lash_force_load(system, force);
  memset(out, 0, 12 * sizeof *out);
  if (body_i) lash_apply_load(system, body_i, load->force_i, load->torque_i, load->point_i, out);
  if (body_j)
    lash_apply_load(system, body_j, load->force_j, load->torque_j, load->point_j,
                    body_i == body_j ? out : out + 6);
}

static void central(lash_system *system, lash_force *force, int body, int c, bool velocity,
                    double step, double change[12]) {
  double ahead[12], behind[12];
  const trial here = begin_trial(system, body);
  move_trial(system, &here, c, velocity, step);
  generalised(system, force, ahead);
  move_trial(system, &here, c, velocity, -step);
  generalised(system, force, behind);
  end_trial(system, &here);
  for (int k = 0; k < 12; k++) change[k] = (ahead[k] - behind[k]) / (2 * step);
}

/* Component functions or routine: gradients and values; false when the routine gives no partials.
 */
static bool component_gradients(lash_system *system, lash_force *force,
                                lash_force_partials *partials) {
  const size_t n = 2 * system->size.v + system->size.x;
  for (int k = 0; k < 6; k++) memset(partials->gradient[k].q, 0, n * sizeof(double));
  if (force->own) return false;
  for (int k = 0; k < 6; k++) partials->used[k] = force->user >= 0 || force->component[k] >= 0;
  if (force->user >= 0)
    return lash_user_partials(system, force->user, force->held, partials->gradient);
  for (int k = 0; k < 6; k++) {
    force->held[k] = partials->used[k] ? lash_function_value(system, force->component[k]) : 0;
    if (partials->used[k])
      lash_function_gradient(system, force->component[k], 1, &partials->gradient[k]);
  }
  return true;
}

void lash_force_prepare(lash_system *system, lash_force *force, lash_force_partials *partials) {
  force->frozen = false;
  partials->exact = force->law.kind == LASH_FORCE_LINE || force->law.kind == LASH_FORCE_AXIAL ||
                    force->law.kind == LASH_FORCE_TWIST || force->law.kind == LASH_FORCE_VECTOR;
  if (partials->exact) partials->exact = component_gradients(system, force, partials);
  if (!partials->exact) return;
  /* what a unit of one component at a time does */
  const lash_stamp stamp = system->stamp;
  double held[6];
  memcpy(held, force->held, sizeof held);
  force->frozen = true;
  for (int k = 0; k < 6; k++) {
    if (!partials->used[k]) continue;
    for (int c = 0; c < 6; c++) force->held[c] = c == k;
    system->stamp = ++system->last_stamp;
    generalised(system, force, partials->unit[k]);
  }
  memcpy(force->held, held, sizeof held);
  force->frozen = false;
  system->stamp = stamp;
}

static void add_components(const lash_force_partials *partials, size_t at, int which,
                           double change[12]) {
  for (int k = 0; k < 6; k++) {
    if (!partials->used[k]) continue;
    const lash_gradient *gradient = &partials->gradient[k];
    const double slope = which == 0   ? gradient->q[at]
                         : which == 1 ? gradient->v[at]
                                      : gradient->x[at];
    for (int r = 0; r < 12; r++) change[r] += slope * partials->unit[k][r];
  }
}

void lash_force_by_increment(lash_system *system, lash_force *force,
                             const lash_force_partials *partials, int body, int c,
                             double change[12]) {
  force->frozen = partials->exact;
  central(system, force, body, c, false, position_step(system, c), change);
  force->frozen = false;
  if (partials->exact) add_components(partials, 6 * (size_t)(body - 1) + (size_t)c, 0, change);
}

void lash_force_by_velocity(lash_system *system, lash_force *force,
                            const lash_force_partials *partials, int body, int c,
                            double change[12]) {
  memset(change, 0, 12 * sizeof *change);
  if (partials->exact)
    add_components(partials, 6 * (size_t)(body - 1) + (size_t)c, 1, change);
  else
    central(system, force, body, c, true, velocity_step(system, body, c), change);
}

void lash_force_by_state(lash_system *system, lash_force *force,
                         const lash_force_partials *partials, size_t state, double change[12]) {
  memset(change, 0, 12 * sizeof *change);
  if (partials->exact) {
    add_components(partials, state, 2, change);
    return;
  }
  double *x = system->y + system->size.q + system->size.v + state, behind[12];
  const double value = *x, step = 1e-6 * (1 + fabs(value));
  const lash_stamp stamp = system->stamp;
  *x = value + step;
  system->stamp = ++system->last_stamp;
  generalised(system, force, change);
  *x = value - step;
  system->stamp = ++system->last_stamp;
  generalised(system, force, behind);
  *x = value;
  system->stamp = stamp;
  for (int k = 0; k < 12; k++) change[k] = (change[k] - behind[k]) / (2 * step);
}

/* ---------------------------------------------------------------------------------- reactions */

bool lash_group_loaded(const lash_system *system, const lash_group *group, const double *lambda) {
  for (int row = group->first_row; row < group->first_row + group->rows; row++)
    if (system->row_kept[row] >= 0 && lambda[system->row_kept[row]] != 0) return true;
  return false;
}

static void add_reaction(const lash_system *system, const lash_group *group, const double *lambda,
                         double factor, double *out) {
  for (int row = group->first_row; row < group->first_row + group->rows; row++) {
    if (system->row_kept[row] < 0) continue;
    const double force = factor * lambda[system->row_kept[row]];
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      for (int k = 0; k < 6; k++)
        out[6 * (system->block_body[b] - 1) + k] += force * system->jacobian[6 * b + (size_t)k];
  }
}

/* Reactions of coinciding points: a force F of given ground components whose torque on the body is
 * arm x (R^T F); a turn d of the body changes R^T F by (R^T F) x d. */
static void point_column(lash_system *system, const lash_group *group, const double *lambda,
                         int body, int c, double *change) {
  const lash_mark *mark = &system->mark[system->mark[group->i].body == body ? group->i : group->j];
  const double sign = mark == &system->mark[group->i] ? 1 : -1;
  double force[3] = {0}, local[3], unit[3] = {0}, turned[3];
  for (int k = 0; k < 3; k++) {
    const int kept = system->row_kept[group->first_row + k];
    if (kept >= 0) force[k] = sign * lambda[kept];
  }
  unit[c - 3] = 1;
  mult33_3(system->body[body].R, force, local);
  cross3(local, unit, turned);
  cross3(mark->arm0, turned, change + 6 * (body - 1) + 3);
}

/* Reactions of axes at right angles: the torque lambda a x b, in axes of each body. A turn of I
 * moves a, one of J moves b; the body's own axes turn with it. */
static void axes_column(lash_system *system, const lash_group *group, const double *lambda,
                        int body, int c, double *change) {
  const lash_mark *i = lash_mark_at(system, group->i), *j = lash_mark_at(system, group->j);
  const lash_body *mover = &system->body[body];
  double turn[3];
  column3(mover->R, c - 3, turn);
  for (int k = 0; k < group->rows; k++) {
    const int kept = system->row_kept[group->first_row + k];
    if (kept < 0 || lambda[kept] == 0) continue;
    double a[3], b[3], n[3], moved[3] = {0}, axis[3], on_i[3], on_j[3], local[3];
    column3(i->A, group->axis[k][0], a);
    column3(j->A, group->axis[k][1], b);
    cross3(a, b, n);
    if (i->body == body) {
      cross3(turn, a, axis);
      cross3(axis, b, moved);
    } else {
      cross3(turn, b, axis);
      cross3(a, axis, moved);
    }
    copy3(moved, on_i);
    copy3(moved, on_j);
    add_cross3(-1, turn, n, i->body == body ? on_i : on_j);
    if (i->body) {
      mult33_3(system->body[i->body].R, on_i, local);
      axpy3(lambda[kept], local, change + 6 * (i->body - 1) + 3);
    }
    if (j->body) {
      mult33_3(system->body[j->body].R, on_j, local);
      axpy3(-lambda[kept], local, change + 6 * (j->body - 1) + 3);
    }
  }
}

static void differenced_column(lash_system *system, lash_group *group, const double *lambda,
                               int body, int c, double *change) {
  const double step = c < 3 ? 1e-5 * system->length : 1e-5;
  const trial here = begin_trial(system, body);
  move_trial(system, &here, c, false, step);
  lash_group_update(system, group);
  add_reaction(system, group, lambda, 0.5 / step, change);
  move_trial(system, &here, c, false, -step);
  lash_group_update(system, group);
  add_reaction(system, group, lambda, -0.5 / step, change);
  end_trial(system, &here);
}

/* Rows known to stay as they are: a tie's do not depend on where its bodies are, only on how they
 * are turned and bent. */
static bool unmoved(const lash_system *system, const lash_group *group, int body, int c) {
  if (group->kind != LASH_GROUP_TIE) return false;
  if (!lash_unit_is_cell(system, body)) return c < 3;
  return lash_unknown_is_idle(system, 6 * (size_t)(body - 1) + (size_t)c);
}

void lash_group_by_increment(lash_system *system, lash_group *group, const double *lambda, int body,
                             int c, double *change) {
  const bool exact = group->kind == LASH_GROUP_POINT || group->kind == LASH_GROUP_DOT1;
  for (size_t b = system->row_block[group->first_row]; b < system->row_block[group->first_row + 1];
       b++)
    memset(change + 6 * (system->block_body[b] - 1), 0, 6 * sizeof *change);
  if (exact && c < 3) return; /* neither depends on where the bodies are */
  if (unmoved(system, group, body, c)) return;
  if (group->kind == LASH_GROUP_POINT)
    point_column(system, group, lambda, body, c, change);
  else if (exact)
    axes_column(system, group, lambda, body, c, change);
  else
    differenced_column(system, group, lambda, body, c, change);
}

void lash_group_end_increments(lash_system *system, lash_group *group) {
  const bool exact = group->kind == LASH_GROUP_POINT || group->kind == LASH_GROUP_DOT1;
  if (!exact) lash_group_update(system, group);
}
