#include "rows.h"

#include <stdio.h>

#include "bodies.h"
#include "constraint.h"
#include "flexible.h"
#include "kkt.h"
#include "measure.h"
#include "schur.h"
#include "storage.h"
#include "tangent.h"

/* --------------------------------------------------------------------------------------- layout */

/* Marks the bodies a group's rows meet. */
static void group_bodies(lash_system *system, const lash_group *group, lash_dependence *met) {
  if (group->kind == LASH_GROUP_FUNCTION) {
    lash_function_depends(system, group->function, met);
  } else if (group->kind == LASH_GROUP_SUM) {
    for (int k = 0; k < group->terms; k++) {
      lash_mark_depends(system, system->term[group->first_term + k].i, met);
      lash_mark_depends(system, system->term[group->first_term + k].j, met);
    }
  } else {
    lash_mark_depends(system, group->i, met);
    lash_mark_depends(system, group->j, met);
  }
}

/* Blocks of one row: for two-body groups that of I comes first. */
static size_t list_blocks(lash_system *system, const lash_group *group, int *bodies) {
  size_t count = 0;
  if (group->kind == LASH_GROUP_TIE) return lash_tie_units(system, group, bodies);
  if (group->kind != LASH_GROUP_FUNCTION && group->kind != LASH_GROUP_SUM) {
    const int pair[2] = {system->mark[group->i].body, system->mark[group->j].body};
    for (int k = 0; k < 2; k++)
      if (pair[k]) bodies[count++] = pair[k];
    return count;
  }
  lash_dependence met;
  lash_dependence_begin(system, NULL, &met);
  group_bodies(system, group, &met);
  for (size_t b = 1; b < system->body_count; b++)
    if (met.body[b]) bodies[count++] = (int)b;
  lash_dependence_end(&met);
  return count;
}

static void lay_out(lash_system *system) {
  int *bodies = lash_borrow(system->unit_count, sizeof *bodies);
  size_t blocks = 0;
  system->row_count = 0;
  for (size_t g = 0; g < system->group_count; g++) {
    lash_group *group = &system->group[g];
    group->first_row = (int)system->row_count;
    group->active = system->owner[group->owner].active;
    if (!group->active) continue;
    const size_t count = list_blocks(system, group, bodies);
    for (int r = 0; r < group->rows; r++) {
      *LASH_APPEND(&system->row_store, system->row_group, system->row_count) = (int)g;
      for (size_t k = 0; k < count; k++)
        *LASH_APPEND(&system->row_store, system->block_body, blocks) = bodies[k];
    }
  }
  system->row_block =
      lash_take(&system->row_store, system->row_count + 1, sizeof *system->row_block);
  blocks = 0;
  for (size_t row = 0; row < system->row_count; row++) {
    system->row_block[row] = blocks;
    blocks += list_blocks(system, &system->group[system->row_group[row]], bodies);
  }
  system->row_block[system->row_count] = blocks;
  system->jacobian = lash_take(&system->row_store, 6 * blocks, sizeof(double));
  system->phi = lash_take(&system->row_store, 3 * system->row_count, sizeof(double));
  system->nu = system->phi + system->row_count;
  system->gamma = system->nu + system->row_count;
  system->kept = lash_take(&system->row_store, system->row_count, sizeof(int));
  system->dropped = lash_take(&system->row_store, system->row_count, sizeof(int));
  system->row_kept = lash_take(&system->row_store, system->row_count, sizeof(int));
  system->lambda = lash_take(&system->row_store, system->row_count, sizeof(double));
}

/* -------------------------------------------------------------------------- pattern of Phi_v */

static void plan_jacobian(lash_system *system) {
  const size_t m = system->size.constraints, blocks = system->row_block[system->row_count];
  size_t nonzeros = 0;
  system->jacobian_start = lash_take(&system->row_store, m + 1, sizeof(int));
  system->jacobian_index = lash_take(&system->row_store, 6 * blocks, sizeof(int));
  system->block_output = lash_take(&system->row_store, blocks, sizeof(int));
  for (size_t b = 0; b < blocks; b++) system->block_output[b] = -1;
  for (size_t k = 0; k < m; k++) {
    const size_t first = system->row_block[system->kept[k]];
    const size_t end = system->row_block[system->kept[k] + 1];
    system->jacobian_start[k] = (int)nonzeros;
    for (int unit = 0; (unit = lash_row_next_unit(system, (size_t)system->kept[k], unit)) > 0;)
      for (size_t b = first; b < end; b++) { /* columns ascend */
        if (system->block_body[b] != unit) continue;
        system->block_output[b] = (int)nonzeros;
        for (int c = 0; c < 6; c++) system->jacobian_index[nonzeros++] = 6 * (unit - 1) + c;
      }
  }
  system->jacobian_start[m] = (int)nonzeros;
  system->size.jacobian = nonzeros;
  system->jacobian_pattern = (lash_pattern){.rows = m,
                                            .columns = system->size.v,
                                            .nonzeros = nonzeros,
                                            .start = system->jacobian_start,
                                            .index = system->jacobian_index};
}

/* ----------------------------------------------------------------------------------- choosing */

static void count_freedom(lash_system *system) {
  int freedom = 6 * (int)system->size.cells;
  for (size_t b = 1; b < system->body_count; b++) freedom += system->body[b].point ? 3 : 6;
  for (size_t k = 0; k < system->flexible_count; k++) freedom -= (int)system->flexible[k].idle;
  system->size.dof = freedom - (int)system->size.constraints;
}

static void report_dropped(lash_system *system) {
  for (size_t k = 0; k < system->size.redundant; k++) {
    char name[160];
    lash_system_constraint_name(system, system->size.constraints + k, name, sizeof name);
    lash_system_say(system, "redundant constraint left out: %s", name);
  }
}

/* Redundant equations must be met by themselves once the kept ones are. */
lash_status lash_rows_check_dropped(lash_system *system, lash_error *error) {
  if (!system->size.redundant) return LASH_OK;
  double kept;
  lash_system_drift(system, &kept, NULL); /* kept rows may be off a little, too */
  const double bound = 1e-6 * system->length + 100 * kept;
  for (size_t k = 0; k < system->size.redundant; k++) {
    const double residual = fabs(system->phi[system->dropped[k]]);
    if (residual <= bound) continue;
    char name[160];
    lash_system_constraint_name(system, system->size.constraints + k, name, sizeof name);
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s: the constraints contradict each other: %s is missed by %g when all others "
        "are met; check marker positions and angles",
        system->file, name, residual);
  }
  return LASH_OK;
}

/* Rank at the configuration as written, assembly with the rows found independent there, and again
 * until the choice holds at an assembled configuration. */
static lash_status choose_rows(lash_system *system, double t, const double *start,
                               lash_error *error) {
  lash_status status = LASH_OK;
  double *y = lash_borrow(system->size.y, sizeof *y);
  int *before = lash_borrow(system->row_count, sizeof *before);
  memcpy(y, start, system->size.y * sizeof *y);
  for (int attempt = 0; attempt < 4; attempt++) {
    const size_t count = system->size.constraints;
    memcpy(before, system->kept, system->row_count * sizeof *before);
    lash_system_set(system, t, y);
    lash_rows_choose(system);
    if (attempt && count == system->size.constraints &&
        !memcmp(before, system->kept, count * sizeof *before))
      break;
    lash_schur_plan(system);
    status = lash_system_project(system, t, y, LASH_PROJECT_POSITION, 50, error);
    if (status != LASH_OK) break;
  }
  if (status == LASH_OK) status = lash_rows_check_dropped(system, error);
  return status;
}

lash_status lash_rows_plan(lash_system *system, lash_error *error) {
  lash_store_free(&system->row_store);
  system->kkt = NULL; /* was in it, as were: */
  system->row_group = system->block_body = NULL;
  lay_out(system);
  for (size_t g = 0; g < system->group_count; g++) lash_group_start(system, &system->group[g]);
  system->stamp = ++system->last_stamp;
  const double t = system->t;
  double *start = lash_borrow(system->size.y, sizeof *start);
  memcpy(start, system->y, system->size.y * sizeof *start);
  const lash_status status = choose_rows(system, t, start, error);
  lash_system_set(system, t, start);
  if (status != LASH_OK) return status;
  count_freedom(system);
  plan_jacobian(system);
  lash_tangent_plan(system);
  report_dropped(system);
  return system->massless ? lash_kkt_plan(system, error) : LASH_OK;
}

/* ---------------------------------------------------------------------------------------- names */

static void row_meaning(const lash_group *group, int row, char *text, size_t size) {
  static const char axis[] = "xyz";
  static const char *const plain[] = {[LASH_GROUP_ANGLE] = "angle",
                                      [LASH_GROUP_CONVEL] = "equal turning",
                                      [LASH_GROUP_SUM] = "coupled displacements",
                                      [LASH_GROUP_FUNCTION] = "function is zero"};
  switch (group->kind) {
    case LASH_GROUP_POINT:
      snprintf(text, size, "origins coincide in %c", axis[row]);
      break;
    case LASH_GROUP_DOT1:
      snprintf(text, size, "%c of I normal to %c of J", axis[group->axis[row][0]],
               axis[group->axis[row][1]]);
      break;
    case LASH_GROUP_DOT2:
      snprintf(text, size, "%s along %c of J", group->motion >= 0 ? "displacement" : "no offset",
               axis[group->axis[row][1]]);
      break;
    case LASH_GROUP_TIE:
      snprintf(text, size, "node and its markers %s in %c", row < 3 ? "coincide" : "turn together",
               axis[row % 3]);
      break;
    case LASH_GROUP_CURVE:
      snprintf(text, size, "on the curve, %s", row ? "across its plane" : "in its plane");
      break;
    default:
      snprintf(text, size, "%s", plain[group->kind]);
  }
}

void lash_system_constraint_name(const lash_system *system, size_t row, char *text, size_t size) {
  const size_t kept = system->size.constraints;
  const int index = row < kept ? system->kept[row] : system->dropped[row - kept];
  const lash_group *group = &system->group[system->row_group[index]];
  const lash_owner *owner = &system->owner[group->owner];
  char meaning[64];
  row_meaning(group, index - group->first_row, meaning, sizeof meaning);
  snprintf(text, size, "%s/%d%s%s (line %d): %s", owner->statement, owner->id,
           *owner->type ? " " : "", owner->type, owner->line, meaning);
}
