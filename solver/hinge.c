#include "hinge.h"

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

void lash_hinges_clear(lash_system *system) {
  free(system->hinge);
  free(system->body_hinge);
  free(system->row_hinged);
  system->hinge = NULL;
  system->body_hinge = NULL;
  system->row_hinged = NULL;
  system->hinge_count = 0;
}

static void add_hinge(lash_system *system, const lash_owner *owner, int body) {
  const lash_group *point = &system->group[owner->first_group], *axes = point + 1;
  lash_hinge *hinge = LASH_APPEND(system->hinge, system->hinge_count);
  hinge->body = body;
  hinge->sign = system->mark[owner->i].body ? 1 : -1;
  for (int r = 0; r < 5; r++) {
    const int row = r < 3 ? point->first_row + r : axes->first_row + r - 3;
    hinge->kept[r] = system->row_kept[row];
    hinge->block[r] = system->row_block[row];
    system->row_hinged[hinge->kept[r]] = true;
  }
  system->body_hinge[body] = (int)system->hinge_count - 1;
}

void lash_hinges_plan(lash_system *system) {
  lash_hinges_clear(system);
  system->row_hinged = lash_take(system->size.constraints, sizeof(bool));
  system->body_hinge = lash_take(system->unit_count, sizeof(int));
  for (size_t b = 0; b < system->unit_count; b++) system->body_hinge[b] = -1;
  for (size_t k = 0; k < system->owner_count; k++) {
    const lash_owner *owner = &system->owner[k];
    if (!owner->active || !hinges(system, owner)) continue;
    const int body = moving_body(system, owner);
    if (system->body_hinge[body] < 0 && !system->body[body].point) add_hinge(system, owner, body);
  }
}

/* In the metric of projections, which has mass everywhere. */
static double reduced_mass(const lash_body *body, const double *N) {
  double momentum[3];
  mul33_3(body->metric_inertia, N + 3, momentum);
  return body->metric_mass * dot3(N, N) + dot3(N + 3, momentum);
}

lash_status lash_hinges_update(lash_system *system, lash_error *error) {
  for (size_t h = 0; h < system->hinge_count; h++) {
    lash_hinge *hinge = &system->hinge[h];
    const double *r1 = system->jacobian + 6 * hinge->block[3] + 3;
    const double *r2 = system->jacobian + 6 * hinge->block[4] + 3;
    double n[3], *N = hinge->direction;
    cross3(r1, r2, n);
    const double square = dot3(n, n);
    if (!(square > 1e-20))
      return lash_fail(
          error, LASH_FAILURE,
          "%s: at time %g the axes of a revolute joint of PART/%d stand at right angles; "
          "check the markers of the joint",
          system->file, system->t, system->body[hinge->body].id);
    const double inverse = 1 / square, scale = sqrt(inverse);
    cross3(r2, n, hinge->dual[0]);
    cross3(n, r1, hinge->dual[1]);
    for (int k = 0; k < 3; k++) {
      hinge->dual[0][k] *= inverse;
      hinge->dual[1][k] *= inverse;
      N[k + 3] = n[k] * scale;
    }
    for (int k = 0; k < 3; k++)
      N[k] = -hinge->sign * dot3(system->jacobian + 6 * hinge->block[k] + 3, N + 3);
    hinge->inverse_mass = 1 / reduced_mass(&system->body[hinge->body], N);
  }
  return LASH_OK;
}

void lash_hinge_accelerate(const lash_system *system, const lash_hinge *hinge, const double *f,
                           const double *gamma, double *a) {
  const lash_body *body = &system->body[hinge->body];
  const double *N = hinge->direction, g1 = gamma[hinge->kept[3]], g2 = gamma[hinge->kept[4]];
  double momentum[3];
  for (int k = 0; k < 3; k++) a[k + 3] = g1 * hinge->dual[0][k] + g2 * hinge->dual[1][k];
  for (int k = 0; k < 3; k++)
    a[k] = hinge->sign *
           (gamma[hinge->kept[k]] - dot3(system->jacobian + 6 * hinge->block[k] + 3, a + 3));
  mul33_3(body->metric_inertia, a + 3, momentum);
  double drive = -body->metric_mass * dot3(N, a) - dot3(N + 3, momentum);
  if (f) drive += dot3(N, f) + dot3(N + 3, f + 3);
  const double alpha = hinge->inverse_mass * drive;
  for (int k = 0; k < 6; k++) a[k] += alpha * N[k];
}

void lash_hinge_reactions(const lash_system *system, const lash_hinge *hinge, const double rest[6],
                          double *lambda) {
  double torque[3];
  copy3(rest + 3, torque);
  for (int k = 0; k < 3; k++) {
    const double force = hinge->sign * rest[k];
    lambda[hinge->kept[k]] = force;
    axpy3(-force, system->jacobian + 6 * hinge->block[k] + 3, torque);
  }
  lambda[hinge->kept[3]] = dot3(torque, hinge->dual[0]);
  lambda[hinge->kept[4]] = dot3(torque, hinge->dual[1]);
}
