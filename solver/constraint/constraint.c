/* Constraint rows: residual, Jacobian, right-hand sides. A joint is a few groups of these; see
 * joint.c.
 *
 * With d = r_i - r_j, w the angular velocities in ground axes and s the arms from the mass centres,
 * a vector fixed in a body changes by (turn) x vector, hence all formulas below. */
#include "constraint.h"
#include "bodies.h"
#include "constraint_curve.h"
#include "flexible.h"
#include "lash_angles.h"
#include "measure.h"
#include "user.h"

/* The two blocks of a row; NULL for ground. */
typedef struct row_blocks {
  double *i, *j;
} row_blocks;

static row_blocks blocks_of(lash_system *system, const lash_group *group, int row) {
  const size_t first = system->row_block[row];
  row_blocks blocks = {NULL, NULL};
  double *next = system->jacobian + 6 * first;
  if (system->mark[group->i].body) blocks.i = next, next += 6;
  if (system->mark[group->j].body) blocks.j = next;
  return blocks;
}

static void put_block(double *block, const double *R, const double translation[3],
                      const double turn[3], double sign) {
  double local[3];
  if (!block) return;
  mult33_3(R, turn, local);
  for (int k = 0; k < 3; k++) {
    block[k] = sign * translation[k];
    block[k + 3] = sign * local[k];
  }
}

/* w x (w x s): acceleration of a point of a body that turns steadily. */
static void centripetal(const double w[3], const double s[3], double out[3]) {
  double v[3];
  cross3(w, s, v);
  cross3(w, v, out);
}

static const double none[3] = {0, 0, 0};

/* A row between two bodies: residual, rate and second derivative of its right side, and its
 * gradient by a move and by the turns of I and J. */
typedef struct row_numbers {
  double phi, nu, gamma;
} row_numbers;

static void put_row(lash_system *system, const lash_group *group, int row, row_numbers numbers,
                    const double move[3], const double turn_i[3], const double turn_j[3]) {
  const row_blocks b = blocks_of(system, group, row);
  system->phi[row] = numbers.phi;
  system->nu[row] = numbers.nu;
  system->gamma[row] = numbers.gamma;
  put_block(b.i, system->body[system->mark[group->i].body].R, move, turn_i, 1);
  put_block(b.j, system->body[system->mark[group->j].body].R, move, turn_j, -1);
}

/* The blocks of one body in three rows that hold a point of it, `apart` numbers from each other. */
static void put_point(double *block, size_t apart, const lash_body *body, const double arm[3],
                      double sign) {
  const double s[3] = {sign * arm[0], sign * arm[1], sign * arm[2]};
  for (int k = 0; k < 3; k++, block += apart) {
    store3(k == 0 ? sign : 0, k == 1 ? sign : 0, k == 2 ? sign : 0, block);
    cross3(s, body->R + 3 * k, block + 3);
  }
}

static void point_rows(lash_system *system, lash_group *group) {
  const lash_mark *i = lash_mark_place(system, group->i), *j = lash_mark_place(system, group->j);
  const lash_body *body_i = &system->body[i->body], *body_j = &system->body[j->body];
  const row_blocks b = blocks_of(system, group, group->first_row);
  const size_t apart = b.i && b.j ? 12 : 6;
  double *gamma = system->gamma + group->first_row, bias_i[3] = {0}, bias_j[3] = {0};
  if (i->body) centripetal(body_i->w, i->arm, bias_i);
  if (j->body) centripetal(body_j->w, j->arm, bias_j);
  sub3(i->r, j->r, system->phi + group->first_row);
  sub3(bias_j, bias_i, gamma);
  store3(0, 0, 0, system->nu + group->first_row);
  if (b.i) put_point(b.i, apart, body_i, i->arm0, 1);
  if (b.j) put_point(b.j, apart, body_j, j->arm0, -1);
}

/* a . b with a fixed in I and b in J: value, gradient n (see angle.h) and second derivative
 * 2 a' . b' + a'' . b + a . b'', where (w x a') . b = -a' . (w x b) saves cross products. */
static void dot1(const lash_system *system, const lash_mark *i, const lash_mark *j, int axis_i,
                 int axis_j, double *value, double n[3], double *bias) {
  const double *w_i = system->body[i->body].w, *w_j = system->body[j->body].w;
  double a[3], b[3], a1[3] = {0}, b1[3] = {0}, turned[3];
  column3(i->A, axis_i, a);
  column3(j->A, axis_j, b);
  cross3(a, b, n);
  *value = dot3(a, b);
  *bias = 0;
  if (i->body) { /* ground does not turn */
    cross3(w_i, a, a1);
    cross3(w_i, b, turned);
    *bias -= dot3(a1, turned);
  }
  if (j->body) {
    cross3(w_j, b, b1);
    cross3(w_j, a, turned);
    *bias += 2 * dot3(a1, b1) - dot3(b1, turned);
  }
}

static void dot1_rows(lash_system *system, lash_group *group) {
  const lash_mark *i = lash_mark_at(system, group->i), *j = lash_mark_at(system, group->j);
  for (int k = 0; k < group->rows; k++) {
    double value, n[3], bias;
    dot1(system, i, j, group->axis[k][0], group->axis[k][1], &value, n, &bias);
    put_row(system, group, group->first_row + k, (row_numbers){value, 0, -bias}, none, n, n);
  }
}

static void convel_row(lash_system *system, lash_group *group) {
  const lash_mark *i = lash_mark_at(system, group->i), *j = lash_mark_at(system, group->j);
  double n[2][3], value[2], bias[2];
  dot1(system, i, j, 0, 1, &value[0], n[0], &bias[0]);
  dot1(system, i, j, 1, 0, &value[1], n[1], &bias[1]);
  axpy3(1, n[1], n[0]);
  put_row(system, group, group->first_row,
          (row_numbers){value[0] + value[1], 0, -bias[0] - bias[1]}, none, n[0], n[0]);
}

/* Displacement of I along an axis of J: value, rate, second derivative, axis and the two turning
 * arms. */
typedef struct slide {
  double value, rate, bias, axis[3], turn_i[3], turn_j[3];
} slide;

/* Along a direction fixed in J, given in ground axes. */
static slide slide_along(const lash_system *system, const lash_mark *i, const lash_mark *j,
                         const double axis[3]) {
  const double *w_i = system->body[i->body].w, *w_j = system->body[j->body].w;
  slide s;
  double d[3], u[3], a1[3], a2[3], bias_i[3], bias_j[3], reach[3];
  copy3(axis, s.axis);
  sub3(i->r, j->r, d);
  sub3(i->v, j->v, u);
  cross3(w_j, s.axis, a1);
  cross3(w_j, a1, a2);
  centripetal(w_i, i->arm, bias_i);
  centripetal(w_j, j->arm, bias_j);
  s.value = dot3(s.axis, d);
  s.rate = dot3(s.axis, u) + dot3(a1, d);
  s.bias = dot3(a2, d) + 2 * dot3(a1, u) + dot3(s.axis, bias_i) - dot3(s.axis, bias_j);
  cross3(i->arm, s.axis, s.turn_i);
  add3(d, j->arm, reach);
  cross3(reach, s.axis, s.turn_j); /* negative of the gradient: blocks are put with -1 */
  return s;
}

static slide slide_of(const lash_system *system, const lash_mark *i, const lash_mark *j, int axis) {
  double direction[3];
  column3(j->A, axis, direction);
  return slide_along(system, i, j, direction);
}

static void dot2_rows(lash_system *system, lash_group *group) {
  const lash_mark *i = lash_mark_at(system, group->i), *j = lash_mark_at(system, group->j);
  const lash_drive *drive = group->motion < 0 ? NULL : lash_drive_at(system, group->motion);
  for (int k = 0; k < group->rows; k++) {
    const slide s = slide_of(system, i, j, group->axis[k][1]);
    const row_numbers numbers = {s.value - (drive ? drive->f : 0), drive ? drive->f1 : 0,
                                 (drive ? drive->f2 : 0) - s.bias};
    put_row(system, group, group->first_row + k, numbers, s.axis, s.turn_i, s.turn_j);
  }
}

/* I on a curve in the frame of J: no offset along two normals at the nearest point. The normals
 * turn as I moves along, which changes nothing while it is on the curve. */
static void curve_rows(lash_system *system, lash_group *group) {
  const lash_mark *i = lash_mark_at(system, group->i), *j = lash_mark_at(system, group->j);
  double d[3], u[3], p[3], velocity[3], normal[3];
  lash_curve_place place;
  sub3(i->r, j->r, d);
  sub3(i->v, j->v, u);
  add_cross3(-1, system->body[j->body].w, d, u);
  mult33_3(j->A, d, p);
  mult33_3(j->A, u, velocity);
  lash_curve_nearest(system, group, p, velocity, &place);
  for (int k = 0; k < 2; k++) {
    mul33_3(j->A, place.normal[k], normal);
    const slide s = slide_along(system, i, j, normal);
    put_row(system, group, group->first_row + k,
            (row_numbers){place.offset[k], 0, place.bend[k] - s.bias}, s.axis, s.turn_i, s.turn_j);
  }
}

static void angle_row(lash_system *system, lash_group *group) {
  const lash_mark *i = lash_mark_at(system, group->i), *j = lash_mark_at(system, group->j);
  const lash_drive *drive = lash_drive_at(system, group->motion);
  const lash_angle_form form = (lash_angle_form)group->axis[0][0];
  double n[3], rate, bias;
  lash_angle_gradient(form, &i->motion, &j->motion, n);
  lash_angle_rates(form, &i->motion, &j->motion, &rate, &bias);
  const double off = wrap_angle(lash_angle_value(form, &i->motion, &j->motion) - drive->f);
  put_row(system, group, group->first_row, (row_numbers){off, drive->f1, drive->f2 - bias}, none, n,
          n);
}

/* ---------------------------------------------------------------------- rows of several joints */

double lash_remembered_angle(const lash_system *system, int slot, double raw) {
  return slot < 0 ? raw : lash_angle_turned(system->angle[slot], raw);
}

static double *block_of_body(lash_system *system, int row, int body) {
  for (size_t k = system->row_block[row]; k < system->row_block[row + 1]; k++)
    if (system->block_body[k] == body) return system->jacobian + 6 * k;
  return NULL;
}

static void add_to_block(lash_system *system, int row, int body, const double translation[3],
                         const double turn[3], double factor) {
  double *block = block_of_body(system, row, body), local[3];
  if (!block) return;
  mult33_3(system->body[body].R, turn, local);
  axpy3(factor, translation, block);
  axpy3(factor, local, block + 3);
}

static void clear_row(lash_system *system, int row) {
  const size_t first = system->row_block[row], end = system->row_block[row + 1];
  memset(system->jacobian + 6 * first, 0, 6 * (end - first) * sizeof(double));
}

/* A term as it stands and moves; and its gradient, times `factor`, into the row. */
typedef struct moving {
  double value, rate, bias;
} moving;

static moving add_term(lash_system *system, const lash_row_term *term, int row, double factor) {
  const lash_mark *i = lash_mark_at(system, term->i), *j = lash_mark_at(system, term->j);
  if (term->kind == LASH_TERM_SLIDE) {
    const slide s = slide_of(system, i, j, 2);
    add_to_block(system, row, i->body, s.axis, s.turn_i, factor);
    add_to_block(system, row, j->body, s.axis, s.turn_j, -factor);
    return (moving){s.value, s.rate, s.bias};
  }
  const lash_angle_form form = term->kind == LASH_TERM_TURN ? LASH_ANGLE_AZ : LASH_ANGLE_PINION;
  double n[3];
  moving m;
  lash_angle_gradient(form, &i->motion, &j->motion, n);
  lash_angle_rates(form, &i->motion, &j->motion, &m.rate, &m.bias);
  add_to_block(system, row, i->body, none, n, factor);
  add_to_block(system, row, j->body, none, n, -factor);
  m.value =
      lash_remembered_angle(system, term->angle, lash_angle_value(form, &i->motion, &j->motion));
  return m;
}

static void sum_row(lash_system *system, lash_group *group) {
  const int row = group->first_row;
  double sum = 0, bias = 0;
  clear_row(system, row);
  for (int k = 0; k < group->terms; k++) {
    const lash_row_term *term = &system->term[group->first_term + k];
    const moving m = add_term(system, term, row, term->scale);
    sum += term->scale * m.value;
    bias += term->scale * m.bias;
  }
  system->phi[row] = sum - group->offset;
  system->nu[row] = 0;
  system->gamma[row] = -bias;
}

/* Derivatives of a coupler's routine that it does not give itself: central differences. */
enum { MOST_TERMS = 3 };

static double coupler_value(lash_system *system, const lash_group *group, const double *a) {
  double value = 0;
  lash_user_coupler(system, group->user[0], a, 1, &value);
  return value;
}

static void coupler_gradient(lash_system *system, const lash_group *group, const double *a,
                             double *gradient) {
  const size_t n = (size_t)group->terms;
  if (group->user[1] >= 0) {
    lash_user_coupler(system, group->user[1], a, n, gradient);
    return;
  }
  for (size_t k = 0; k < n; k++) {
    double moved[MOST_TERMS];
    const double step = 1e-5 * (1 + fabs(a[k]));
    memcpy(moved, a, n * sizeof *a);
    moved[k] = a[k] + step;
    gradient[k] = coupler_value(system, group, moved);
    moved[k] = a[k] - step;
    gradient[k] = (gradient[k] - coupler_value(system, group, moved)) / (2 * step);
  }
}

static void coupler_second(lash_system *system, const lash_group *group, const double *a,
                           double *second) {
  const size_t n = (size_t)group->terms;
  if (group->user[2] >= 0) {
    lash_user_coupler(system, group->user[2], a, n * n, second);
    return;
  }
  for (size_t k = 0; k < n; k++) {
    double moved[MOST_TERMS], behind[MOST_TERMS];
    const double step = 1e-4 * (1 + fabs(a[k]));
    memcpy(moved, a, n * sizeof *a);
    moved[k] = a[k] + step;
    coupler_gradient(system, group, moved, second + n * k);
    moved[k] = a[k] - step;
    coupler_gradient(system, group, moved, behind);
    for (size_t l = 0; l < n; l++) second[n * k + l] = (second[n * k + l] - behind[l]) / (2 * step);
  }
}

/* A routine's function of the displacements a: the row is dF/da . da, and its second derivative
 * dF/da . a'' + a' . d2F/da2 . a'. */
static void coupler_row(lash_system *system, lash_group *group) {
  const int row = group->first_row, n = group->terms;
  moving m[MOST_TERMS];
  double a[MOST_TERMS], gradient[MOST_TERMS] = {0}, second[MOST_TERMS * MOST_TERMS] = {0}, bias = 0;
  for (int k = 0; k < n; k++) {
    m[k] = add_term(system, &system->term[group->first_term + k], row, 0);
    a[k] = m[k].value;
  }
  coupler_gradient(system, group, a, gradient);
  coupler_second(system, group, a, second);
  clear_row(system, row);
  for (int k = 0; k < n; k++) {
    add_term(system, &system->term[group->first_term + k], row, gradient[k]);
    bias += gradient[k] * m[k].bias;
    for (int l = 0; l < n; l++) bias += m[k].rate * second[n * k + l] * m[l].rate;
  }
  system->phi[row] = coupler_value(system, group, a);
  system->nu[row] = 0;
  system->gamma[row] = -bias;
}

static void function_row(lash_system *system, lash_group *group) {
  const int row = group->first_row;
  double jet[3];
  lash_function_jet(system, group->function, jet);
  system->phi[row] = jet[0];
  system->gamma[row] = -jet[2];
  clear_row(system, row);
  lash_gradient *gradient = &system->gradient;
  for (size_t k = system->row_block[row]; k < system->row_block[row + 1]; k++)
    memset(gradient->q + 6 * (system->block_body[k] - 1), 0, 6 * sizeof(double));
  lash_function_gradient(system, group->function, 1, gradient);
  double rate = 0;
  for (size_t k = system->row_block[row]; k < system->row_block[row + 1]; k++) {
    const size_t at = 6 * (size_t)(system->block_body[k] - 1);
    const double *v = system->y + system->size.q + at;
    memcpy(system->jacobian + 6 * k, gradient->q + at, 6 * sizeof(double));
    for (int c = 0; c < 6; c++) rate += gradient->q[at + (size_t)c] * v[c];
  }
  system->nu[row] = rate - jet[1]; /* d/dt = gradient . v + explicit part */
}

/* ------------------------------------------------------------------------------------ all rows */

void lash_group_update(lash_system *system, lash_group *group) {
  static void (*const update[])(lash_system *, lash_group *) = {
      [LASH_GROUP_POINT] = point_rows,      [LASH_GROUP_DOT1] = dot1_rows,
      [LASH_GROUP_DOT2] = dot2_rows,        [LASH_GROUP_ANGLE] = angle_row,
      [LASH_GROUP_CONVEL] = convel_row,     [LASH_GROUP_SUM] = sum_row,
      [LASH_GROUP_FUNCTION] = function_row, [LASH_GROUP_CURVE] = curve_rows,
      [LASH_GROUP_TIE] = lash_tie_rows};
  (group->kind == LASH_GROUP_SUM && group->user[0] >= 0 ? coupler_row : update[group->kind])(system,
                                                                                             group);
}

void lash_group_start(lash_system *system, lash_group *group) {
  if (!group->active || !isnan(group->offset)) return;
  group->offset = 0;
  if (group->kind == LASH_GROUP_CURVE) lash_curve_start(system, group);
  if (group->kind != LASH_GROUP_SUM || group->user[0] >= 0) return;
  lash_group_update(system, group);
  group->offset = system->phi[group->first_row];
}

static void update_groups(lash_system *system, bool hinged) {
  for (size_t g = 0; g < system->group_count; g++) {
    lash_group *group = &system->group[g];
    if (group->active && group->hinged == hinged) lash_group_update(system, group);
  }
}

void lash_constraints_update_free(lash_system *system) {
  if (system->free_stamp == system->stamp) return;
  system->free_stamp = system->stamp;
  update_groups(system, false);
}

void lash_constraints_update(lash_system *system) {
  if (system->constraint_stamp == system->stamp) return;
  lash_constraints_update_free(system);
  system->constraint_stamp = system->stamp;
  update_groups(system, true);
}

void lash_system_constraints(lash_system *system, double *phi, double *nu, double *gamma) {
  lash_constraints_update(system);
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    if (phi) phi[k] = system->phi[row];
    if (nu) nu[k] = system->nu[row];
    if (gamma) gamma[k] = system->gamma[row];
  }
}

void lash_system_jacobian(lash_system *system, double *values) {
  lash_constraints_update(system);
  for (size_t k = 0; k < system->row_block[system->row_count]; k++)
    if (system->block_output[k] >= 0)
      memcpy(values + system->block_output[k], system->jacobian + 6 * k, 6 * sizeof(double));
}

const lash_pattern *lash_system_jacobian_pattern(const lash_system *system) {
  return &system->jacobian_pattern;
}

void lash_system_add_reactions(lash_system *system, const double *lambda, double factor,
                               double *out) {
  lash_constraints_update(system);
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    const double force = factor * lambda[k];
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
      double *target = out + 6 * (system->block_body[b] - 1);
      const double *block = system->jacobian + 6 * b;
      for (int c = 0; c < 6; c++) target[c] += force * block[c];
    }
  }
}

/* Not a number counts as greater than any. */
static double greater(double residual, double largest) {
  residual = fabs(residual);
  return residual <= largest ? largest : residual;
}

void lash_system_drift(lash_system *system, double *position, double *velocity) {
  if (system->drift_stamp != system->stamp) {
    lash_constraints_update(system);
    double largest = 0, fastest = 0;
    const double *v = system->y + system->size.q;
    for (size_t k = 0; k < system->size.constraints; k++) {
      const int row = system->kept[k];
      double rate = -system->nu[row];
      for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
        rate += dot6(system->jacobian + 6 * b, v + 6 * (system->block_body[b] - 1));
      largest = greater(system->phi[row], largest);
      fastest = greater(rate, fastest);
    }
    system->drift[0] = largest;
    system->drift[1] = fastest;
    system->drift_stamp = system->stamp;
  }
  if (position) *position = system->drift[0];
  if (velocity) *velocity = system->drift[1];
}
