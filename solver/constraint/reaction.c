#include "reaction.h"

#include "bodies.h"
#include "constraint.h"
#include "force_elements.h"

bool lash_owner_on_body(const lash_system *system, const lash_owner *owner, int body,
                        double force[3], double torque[3]) {
  bool any = false;
  double local[3] = {0};
  for (int k = 0; k < 3; k++) force[k] = 0;
  for (int g = 0; g < owner->groups; g++) {
    const lash_group *group = &system->group[owner->first_group + g];
    for (int row = group->first_row; row < group->first_row + group->rows; row++) {
      if (system->row_kept[row] < 0) continue;
      const double lambda = system->lambda[system->row_kept[row]];
      for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
        if (system->block_body[b] != body) continue;
        any = true;
        axpy3(-lambda, system->jacobian + 6 * b, force);
        axpy3(-lambda, system->jacobian + 6 * b + 3, local);
      }
    }
  }
  mul33_3(system->body[body].R, local, torque);
  return any;
}

static void resolve(lash_system *system, int rm, double wrench[6]) {
  const lash_mark *axes = lash_mark_at(system, rm);
  double local[6];
  mult33_3(axes->A, wrench, local);
  mult33_3(axes->A, wrench + 3, local + 3);
  memcpy(wrench, local, sizeof local);
}

/* Moves a wrench's torque from one point to another. */
static void move_torque(double wrench[6], const double from[3], const double to[3]) {
  double arm[3];
  sub3(from, to, arm);
  add_cross3(1, arm, wrench, wrench + 3);
}

void lash_owner_wrench(lash_system *system, int index, bool on_j, int rm, double wrench[6]) {
  const lash_owner *owner = &system->owner[index];
  const lash_mark *here = lash_mark_at(system, on_j ? owner->j : owner->i);
  const lash_mark *there = lash_mark_at(system, on_j ? owner->i : owner->j);
  lash_accelerations_ensure(system);
  lash_constraints_update(system);
  memset(wrench, 0, 6 * sizeof *wrench);
  if (!owner->active) return; /* it has no rows */
  if (here->body) {
    lash_owner_on_body(system, owner, here->body, wrench, wrench + 3);
    move_torque(wrench, system->body[here->body].x, here->r);
  } else if (there->body) { /* ground takes the opposite of what the moving part gets */
    lash_owner_on_body(system, owner, there->body, wrench, wrench + 3);
    move_torque(wrench, system->body[there->body].x, here->r);
    for (int k = 0; k < 6; k++) wrench[k] = -wrench[k];
  }
  resolve(system, rm, wrench);
}

void lash_force_wrench_of(lash_system *system, int index, bool on_j, int rm, double wrench[6]) {
  lash_force *force = &system->force[index];
  const lash_load *load = lash_force_load(system, force);
  copy3(on_j ? load->force_j : load->force_i, wrench);
  copy3(on_j ? load->torque_j : load->torque_i, wrench + 3);
  if (force->law.kind ==
      LASH_FORCE_CONTACT) { /* acts at the contact point; report it at the marker */
    const lash_mark *mark = lash_mark_at(system, on_j ? force->j : force->i);
    move_torque(wrench, on_j ? load->point_j : load->point_i, mark->r);
  }
  resolve(system, rm, wrench);
}

/* A CONTACT is one element per pair of shapes or corner of a box: all of them together. */
static void contact_wrench(lash_system *system, int id, bool on_j, int rm, double wrench[6]) {
  double one[6];
  memset(wrench, 0, 6 * sizeof *wrench);
  for (size_t k = 0; k < system->force_count; k++) {
    if (system->force[k].law.kind != LASH_FORCE_CONTACT || system->force[k].id != id) continue;
    lash_force_wrench_of(system, (int)k, on_j, rm, one);
    for (int c = 0; c < 6; c++) wrench[c] += one[c];
  }
}

void lash_element_wrench(lash_system *system, int target, bool on_j, int rm, double wrench[6]) {
  const lash_force *force = target < 0 ? &system->force[-1 - target] : NULL;
  if (!force)
    lash_owner_wrench(system, target, on_j, rm, wrench);
  else if (force->law.kind == LASH_FORCE_CONTACT)
    contact_wrench(system, force->id, on_j, rm, wrench);
  else
    lash_force_wrench_of(system, -1 - target, on_j, rm, wrench);
}

/* Does an element with markers (a, b) act between i and j? 1: i is its I, 2: i is its J, 0: no. */
static int acts_between(int a, int b, int i, int j) {
  if (a == i && (b == j || j == 0)) return 1;
  if (b == i && (a == j || j == 0)) return 2;
  return 0;
}

void lash_marker_wrench(lash_system *system, int i, int j, int rm, double wrench[6]) {
  double one[6];
  memset(wrench, 0, 6 * sizeof *wrench);
  for (size_t k = 0; k < system->owner_count; k++) {
    const int side = acts_between(system->owner[k].i, system->owner[k].j, i, j);
    if (!side) continue;
    lash_owner_wrench(system, (int)k, side == 2, rm, one);
    for (int c = 0; c < 6; c++) wrench[c] += one[c];
  }
  for (size_t k = 0; k < system->force_count; k++) {
    const int side = acts_between(system->force[k].i, system->force[k].j, i, j);
    if (!side) continue;
    lash_force_wrench_of(system, (int)k, side == 2, rm, one);
    for (int c = 0; c < 6; c++) wrench[c] += one[c];
  }
}
