#include "hinge.h"

#include "bodies.h"
#include "constraint.h"
#include "schur.h"
#include "storage.h"

static int moving_body(const lash_system *system, const lash_owner *owner) {
  const int i = system->mark[owner->i].body, j = system->mark[owner->j].body;
  return i && j ? 0 : i + j;
}

static bool all_kept(const lash_system *system, const lash_group *group) {
  for (int r = 0; r < group->rows; r++)
    if (system->row_kept[group->first_row + r] < 0) return false;
  return group->active;
}

/* A revolute joint to ground: three point rows and two axis rows of one body. */
static bool hinges(const lash_system *system, const lash_owner *owner) {
  if (owner->groups != 2 || !moving_body(system, owner)) return false;
  const lash_group *point = &system->group[owner->first_group], *axes = point + 1;
  return point->kind == LASH_GROUP_POINT && axes->kind == LASH_GROUP_DOT1 && axes->rows == 2 &&
         all_kept(system, point) && all_kept(system, axes);
}

/* In the metric of projections, which has mass everywhere. */
static double reduced_mass(const lash_body *body, const double *N) {
  double momentum[3];
  mul33_3(body->metric_inertia, N + 3, momentum);
  return body->metric_mass * dot3(N, N) + dot3(N + 3, momentum);
}

/* What stays the same in the body's axes when its marker is I. Rotation keeps lengths, so the
 * reduced mass can be taken from the lever as it is. */
static void make_direct(lash_system *system, lash_hinge *hinge, const lash_owner *owner) {
  const lash_mark *i = &system->mark[owner->i], *j = lash_mark_at(system, owner->j);
  double N[6];
  hinge->direct = true;
  column3(i->axes0, 2, hinge->axis);
  copy3(i->arm0, hinge->arm);
  cross3(hinge->arm, hinge->axis, hinge->lever);
  copy3(hinge->arm, hinge->radius);
  axpy3(-dot3(hinge->arm, hinge->axis), hinge->axis, hinge->radius);
  for (int k = 0; k < 3; k++) column3(j->A, k, hinge->frame + 3 * k);
  copy3(hinge->lever, N);
  copy3(hinge->axis, N + 3);
  copy3(hinge->axis, hinge->direction + 3);
  hinge->inverse_mass = 1 / reduced_mass(&system->body[hinge->body], N);
  for (int g = 0; g < owner->groups; g++) system->group[owner->first_group + g].hinged = true;
}

static void add_hinge(lash_system *system, const lash_owner *owner, int body) {
  lash_schur *schur = system->schur;
  const lash_group *point = &system->group[owner->first_group], *axes = point + 1;
  lash_hinge *hinge = LASH_APPEND(&schur->store, schur->hinge, schur->hinge_count);
  *hinge = (lash_hinge){.body = body, .sign = system->mark[owner->i].body ? 1 : -1};
  for (int r = 0; r < 5; r++) {
    const int row = r < 3 ? point->first_row + r : axes->first_row + r - 3;
    hinge->kept[r] = system->row_kept[row];
    hinge->block[r] = system->row_block[row];
    schur->row_hinged[hinge->kept[r]] = true;
  }
  if (system->mark[owner->i].body) make_direct(system, hinge, owner);
  schur->body_hinge[body] = (int)schur->hinge_count - 1;
}

void lash_hinges_plan(lash_system *system) {
  lash_schur *schur = system->schur;
  schur->hinge = NULL;
  schur->hinge_count = 0;
  for (size_t g = 0; g < system->group_count; g++) system->group[g].hinged = false;
  system->constraint_stamp = system->free_stamp = 0; /* which rows are which changes */
  schur->row_hinged = lash_take(&schur->store, system->size.constraints, sizeof(bool));
  schur->body_hinge = lash_take(&schur->store, system->unit_count, sizeof(int));
  for (size_t b = 0; b < system->unit_count; b++) schur->body_hinge[b] = -1;
  for (size_t k = 0; k < system->owner_count; k++) {
    const lash_owner *owner = &system->owner[k];
    if (!owner->active || !hinges(system, owner)) continue;
    const int body = moving_body(system, owner);
    if (schur->body_hinge[body] < 0 && !system->body[body].point) add_hinge(system, owner, body);
  }
}

/* The two turns that the axis rows measure, and the one they leave free times its square. */
typedef struct turns {
  const double *r1, *r2;
  double n[3], square;
} turns;

static turns turns_of(const lash_system *system, const lash_hinge *hinge) {
  turns t = {system->jacobian + 6 * hinge->block[3] + 3,
             system->jacobian + 6 * hinge->block[4] + 3,
             {0},
             0};
  cross3(t.r1, t.r2, t.n);
  t.square = dot3(t.n, t.n);
  return t;
}

/* r1 . dual[0] = r2 . dual[1] = 1, the other products 0. */
static void duals_of(const turns *t, double dual[2][3]) {
  const double inverse = 1 / t->square;
  cross3(t->r2, t->n, dual[0]);
  cross3(t->n, t->r1, dual[1]);
  for (int k = 0; k < 6; k++) dual[k / 3][k % 3] *= inverse;
}

static void update_from_rows(lash_system *system, lash_hinge *hinge, double *alignment) {
  const turns t = turns_of(system, hinge);
  const double scale = 1 / sqrt(t.square);
  double *N = hinge->direction;
  *alignment = t.square;
  for (int k = 0; k < 3; k++) N[k + 3] = t.n[k] * scale;
  for (int k = 0; k < 3; k++)
    N[k] = -hinge->sign * dot3(system->jacobian + 6 * hinge->block[k] + 3, N + 3);
  hinge->inverse_mass = 1 / reduced_mass(&system->body[hinge->body], N);
}

/* The rows a . b_k = 0 of the axis a with x and y of J change twice by (w x a) . (w x b_k): this is
 * the turning acceleration that meets them and has no part along a, in body axes. It vanishes with
 * the part of w normal to a. */
static void turn_to_meet(const lash_body *body, const lash_hinge *hinge, double turn[3]) {
  const double *a = hinge->axis, *w = body->wb;
  double x[3], y[3], z[3];
  mult33_3(body->R, hinge->frame, x);
  mult33_3(body->R, hinge->frame + 3, y);
  mult33_3(body->R, hinge->frame + 6, z);
  const double ax = dot3(a, x), ay = dot3(a, y), az = dot3(a, z), aw = dot3(a, w), ww = dot3(w, w);
  const double g1 = (ww * ax - aw * dot3(w, x)) / az, g2 = (ww * ay - aw * dot3(w, y)) / az;
  const double along = g2 * ax - g1 * ay;
  for (int k = 0; k < 3; k++) turn[k] = g1 * y[k] - g2 * x[k] + along * a[k];
}

static void update_direct(lash_system *system, lash_hinge *hinge, double *alignment) {
  const lash_body *body = &system->body[hinge->body];
  const double *w = body->wb, *a = hinge->axis, *z = hinge->frame + 6;
  const double aw = dot3(a, w), ww = dot3(w, w);
  double axis[3], local[3];
  mul33_3(body->R, hinge->lever, hinge->direction);
  mul33_3(body->R, a, axis);
  const double az = dot3(axis, z);
  *alignment = az * az;
  hinge->steady = ww - aw * aw <= 1e-24 * ww;
  if (hinge->steady) {
    for (int k = 0; k < 3; k++) local[k] = ww * hinge->radius[k];
    store3(0, 0, 0, hinge->bias + 3);
  } else {
    const double reach = dot3(w, hinge->arm);
    turn_to_meet(body, hinge, hinge->bias + 3);
    cross3(hinge->arm, hinge->bias + 3, local);
    for (int k = 0; k < 3; k++) local[k] += ww * hinge->arm[k] - reach * w[k];
  }
  mul33_3(body->R, local, hinge->bias);
}

lash_status lash_hinges_update(lash_system *system, lash_error *error) {
  lash_schur *schur = system->schur;
  for (size_t h = 0; h < schur->hinge_count; h++) {
    lash_hinge *hinge = &schur->hinge[h];
    double alignment;
    if (hinge->direct)
      update_direct(system, hinge, &alignment);
    else
      update_from_rows(system, hinge, &alignment);
    if (!(alignment > 1e-20))
      return lash_fail(
          error, LASH_FAILURE,
          "%s: at time %g the axes of a revolute joint of PART/%d stand at right angles; "
          "check the markers of the joint",
          system->file, system->t, system->body[hinge->body].id);
  }
  return LASH_OK;
}

/* Any acceleration that meets the rows. */
static void meet_rows(const lash_system *system, const lash_hinge *hinge, const double *gamma,
                      double *a) {
  const turns t = turns_of(system, hinge);
  const double g1 = gamma[hinge->kept[3]], g2 = gamma[hinge->kept[4]];
  double dual[2][3];
  duals_of(&t, dual);
  for (int k = 0; k < 3; k++) a[k + 3] = g1 * dual[0][k] + g2 * dual[1][k];
  for (int k = 0; k < 3; k++)
    a[k] = hinge->sign *
           (gamma[hinge->kept[k]] - dot3(system->jacobian + 6 * hinge->block[k] + 3, a + 3));
}

void lash_hinge_accelerate(const lash_system *system, const lash_hinge *hinge, const double *f,
                           const double *gamma, double *a) {
  const lash_body *body = &system->body[hinge->body];
  const double *N = hinge->direction;
  double drive = f ? dot3(N, f) + dot3(N + 3, f + 3) : 0, momentum[3];
  if (gamma)
    meet_rows(system, hinge, gamma, a);
  else
    memcpy(a, hinge->bias, sizeof hinge->bias);
  if (gamma || !hinge->steady) {
    mul33_3(body->metric_inertia, a + 3, momentum);
    drive -= body->metric_mass * dot3(N, a) + dot3(N + 3, momentum);
  }
  const double alpha = hinge->inverse_mass * drive;
  for (int k = 0; k < 6; k++) a[k] += alpha * N[k];
}

void lash_hinge_reactions(const lash_system *system, const lash_hinge *hinge, const double rest[6],
                          double *lambda) {
  const turns t = turns_of(system, hinge);
  double torque[3], dual[2][3];
  duals_of(&t, dual);
  copy3(rest + 3, torque);
  for (int k = 0; k < 3; k++) {
    const double force = hinge->sign * rest[k];
    lambda[hinge->kept[k]] = force;
    axpy3(-force, system->jacobian + 6 * hinge->block[k] + 3, torque);
  }
  lambda[hinge->kept[3]] = dot3(torque, dual[0]);
  lambda[hinge->kept[4]] = dot3(torque, dual[1]);
}
