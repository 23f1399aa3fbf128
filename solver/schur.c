/* The Schur complement S = J M^-1 J^T of the constraints: symmetric, positive definite once
 * redundant rows are gone, and sparse because a row meets only rows that share a body. Its rows are
 * renumbered once (reverse Cuthill-McKee) and factorised within their skyline: no allocation, no
 * search. */
#include "schur.h"

#include "hinge.h"
#include "storage.h"

/* ------------------------------------------------------------------------------ order and shape */

typedef struct incidence { /* kept rows of each body */
  size_t *start;
  int *row;
} incidence;

static incidence rows_of_bodies(const lash_system *system) {
  incidence of = {lash_take(system->unit_count + 1, sizeof *of.start), NULL};
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    if (system->row_hinged[k]) continue;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      of.start[system->block_body[b] + 1]++;
  }
  for (size_t b = 0; b < system->unit_count; b++) of.start[b + 1] += of.start[b];
  of.row = lash_take(of.start[system->unit_count], sizeof *of.row);
  size_t *next = lash_take(system->unit_count, sizeof *next);
  for (size_t b = 0; b < system->unit_count; b++) next[b] = of.start[b];
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    if (system->row_hinged[k]) continue;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      of.row[next[system->block_body[b]]++] = (int)k;
  }
  free(next);
  return of;
}

/* Breadth-first from `seed`, appending unvisited neighbours to order[count…]. */
static size_t visit_from(const lash_system *system, const incidence *of, int seed, int *order,
                         size_t count, bool *seen) {
  size_t head = count;
  order[count++] = seed;
  seen[seed] = true;
  while (head < count) {
    const int row = system->kept[order[head++]];
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
      const int body = system->block_body[b];
      for (size_t k = of->start[body]; k < of->start[body + 1]; k++) {
        if (seen[of->row[k]]) continue;
        seen[of->row[k]] = true;
        order[count++] = of->row[k];
      }
    }
  }
  return count;
}

static void choose_order(lash_system *system, const incidence *of) {
  const size_t n = system->size.constraints;
  bool *seen = lash_take(n, sizeof *seen);
  int *trial = lash_take(n, sizeof *trial);
  size_t count = 0;
  for (size_t k = 0; k < n; k++) {
    if (seen[k] || system->row_hinged[k]) continue;
    /* the row visited last from anywhere lies at the rim: a good place to start */
    bool *marked = lash_take(n, sizeof *marked);
    const size_t reached = visit_from(system, of, (int)k, trial, 0, marked);
    free(marked);
    count = visit_from(system, of, trial[reached - 1], system->order, count, seen);
  }
  for (size_t a = 0, b = count; a + 1 < b; a++) {
    b--;
    const int swap = system->order[a];
    system->order[a] = system->order[b];
    system->order[b] = swap;
  }
  free(seen);
  free(trial);
}

static void shape_skyline(lash_system *system, const int *position) {
  lash_skyline *sky = &system->schur;
  const size_t n = system->size.constraints - 5 * system->hinge_count;
  sky->order = n;
  sky->first = lash_take(n, sizeof *sky->first);
  sky->start = lash_take(n + 1, sizeof *sky->start);
  for (size_t k = 0; k < n; k++) sky->first[k] = (int)k;
  for (size_t p = 0; p < system->pair_count; p++) {
    const lash_schur_pair *pair = &system->pair[p];
    const int a = position[system->block_kept[pair->a]], b = position[system->block_kept[pair->b]];
    if (b < sky->first[a]) sky->first[a] = b;
  }
  for (size_t k = 0; k < n; k++) sky->start[k + 1] = sky->start[k] + k + 1 - (size_t)sky->first[k];
  sky->value = lash_take(sky->start[n], sizeof *sky->value);
  sky->last = lash_take(n, sizeof *sky->last);
  sky->column_start = lash_take(n + 1, sizeof *sky->column_start);
  for (size_t k = 0; k < n; k++)
    for (size_t c = (size_t)sky->first[k]; c <= k; c++) sky->last[c] = (int)k;
  for (size_t k = 0; k < n; k++)
    sky->column_start[k + 1] = sky->column_start[k] + (size_t)sky->last[k] - k;
  sky->column = lash_take(sky->column_start[n], sizeof *sky->column);
  sky->pivot = lash_take(2 * n, sizeof *sky->pivot);
  for (size_t p = 0; p < system->pair_count; p++) {
    lash_schur_pair *pair = &system->pair[p];
    const int a = position[system->block_kept[pair->a]], b = position[system->block_kept[pair->b]];
    pair->target = sky->start[a] + (size_t)(b - sky->first[a]);
  }
}

static int block_at(const lash_system *system, int kept, int body) {
  const int row = system->kept[kept];
  size_t b = system->row_block[row];
  while (system->block_body[b] != body) b++;
  return (int)b;
}

/* Rows between axes have no translational part. */
static bool row_moves(const lash_system *system, int kept) {
  const lash_group_kind kind = system->group[system->row_group[system->kept[kept]]].kind;
  return kind != LASH_GROUP_DOT1 && kind != LASH_GROUP_ANGLE && kind != LASH_GROUP_CONVEL;
}

/* All pairs of rows that share a body, each once, the later eliminated row first. */
static void list_pairs(lash_system *system, const incidence *of, const int *position) {
  system->pair_count = 0;
  for (int body = 1; body < (int)system->unit_count; body++)
    for (size_t k = of->start[body]; k < of->start[body + 1]; k++)
      for (size_t l = of->start[body]; l < of->start[body + 1]; l++) {
        if (position[of->row[k]] < position[of->row[l]]) continue;
        lash_schur_pair *pair = LASH_APPEND(system->pair, system->pair_count);
        pair->a = block_at(system, of->row[k], body);
        pair->b = block_at(system, of->row[l], body);
        /* a hinged body moves when it turns */
        pair->moves = row_moves(system, of->row[l]) &&
                      (system->body_hinge[body] >= 0 || row_moves(system, of->row[k]));
      }
}

void lash_schur_clear(lash_system *system) {
  lash_hinges_clear(system);
  free(system->schur.first);
  free(system->schur.start);
  free(system->schur.value);
  free(system->schur.last);
  free(system->schur.column_start);
  free(system->schur.column);
  free(system->schur.pivot);
  free(system->pair);
  free(system->order);
  free(system->weighted);
  free(system->right);
  free(system->block_kept);
  system->schur = (lash_skyline){0};
  system->pair = NULL;
  system->order = system->block_kept = NULL;
  system->weighted = system->right = NULL;
}

void lash_schur_plan(lash_system *system) {
  const size_t n = system->size.constraints, blocks = system->row_block[system->row_count];
  lash_schur_clear(system);
  system->schur_stamp = 0;
  system->right = lash_take(3 * n, sizeof(double));
  lash_hinges_plan(system);
  system->order = lash_take(n, sizeof *system->order);
  system->weighted = lash_take(6 * blocks, sizeof(double));
  system->block_kept = lash_take(blocks, sizeof *system->block_kept);
  for (size_t k = 0; k < n; k++)
    for (size_t b = system->row_block[system->kept[k]]; b < system->row_block[system->kept[k] + 1];
         b++)
      system->block_kept[b] = (int)k;
  incidence of = rows_of_bodies(system);
  choose_order(system, &of);
  int *position = lash_take(n, sizeof *position);
  for (size_t k = 0; k < n - 5 * system->hinge_count; k++) position[system->order[k]] = (int)k;
  list_pairs(system, &of, position);
  shape_skyline(system, position);
  free(position);
  free(of.start);
  free(of.row);
}

/* ------------------------------------------------------------------------------------- numbers */

static void weigh_blocks(lash_system *system) {
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    if (system->row_hinged[k]) continue;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
      const int index = system->block_body[b];
      const lash_body *body = &system->body[index];
      const double *J = system->jacobian + 6 * b;
      double *W = system->weighted + 6 * b;
      if (system->body_hinge[index] >= 0) {
        lash_hinge_weigh(&system->hinge[system->body_hinge[index]], J, W);
        continue;
      }
      if (lash_unit_is_cell(system, index)) {
        const double *inverse = system->cell_inverse + 6 * ((size_t)index - system->body_count);
        for (int c = 0; c < 6; c++) W[c] = inverse[c] * J[c];
        continue;
      }
      for (int c = 0; c < 3; c++) W[c] = body->inverse_mass * J[c];
      mul33_3(body->inverse_inertia, J + 3, W + 3);
    }
  }
}

static void fill_products(lash_system *system) {
  lash_skyline *sky = &system->schur;
  memset(sky->value, 0, sky->start[sky->order] * sizeof *sky->value);
  for (size_t p = 0; p < system->pair_count; p++) {
    const lash_schur_pair *pair = &system->pair[p];
    const double *W = system->weighted + 6 * pair->a, *J = system->jacobian + 6 * pair->b;
    const double turning = W[3] * J[3] + W[4] * J[4] + W[5] * J[5];
    sky->value[pair->target] +=
        pair->moves ? (W[0] * J[0] + W[1] * J[1] + W[2] * J[2]) + turning : turning;
  }
}

/* L D L^T within the skyline, one column after the other. L is kept by rows (in place) and by
 * columns; the pivots keep reciprocals. Returns the row that failed, or -1. */
static int factorise(lash_skyline *sky) {
  const int n = (int)sky->order;
  for (int r = 0; r < n; r++) sky->pivot[n + r] = sky->value[sky->start[r + 1] - 1];
  for (int k = 0; k < n; k++) {
    const double pivot = sky->value[sky->start[k + 1] - 1];
    if (!isfinite(pivot)) return k;
    /* near a singular position a row may depend on the others up to round-off: it then holds by
     * itself, and is left out until the mechanism has moved on */
    const double inverse = pivot > 1e-11 * sky->pivot[n + k] ? 1 / pivot : 0;
    double *column = sky->column + sky->column_start[k] - (k + 1); /* column[j], j > k */
    sky->pivot[k] = inverse;
    for (int j = k + 1; j <= sky->last[k]; j++)
      column[j] = sky->first[j] <= k ? sky->value[sky->start[j] + (size_t)(k - sky->first[j])] : 0;
    for (int r = k + 1; r <= sky->last[k]; r++) {
      if (sky->first[r] > k) continue;
      double *row = sky->value + sky->start[r] - sky->first[r]; /* row[j], j >= first */
      const double factor = column[r] * inverse;
      row[k] = factor;
      for (int j = k + 1; j <= r; j++) row[j] -= factor * column[j];
    }
    for (int j = k + 1; j <= sky->last[k]; j++) column[j] *= inverse;
  }
  return -1;
}

lash_status lash_schur_factor(lash_system *system, lash_error *error) {
  if (system->schur_stamp == system->stamp) return LASH_OK;
  lash_constraints_update(system);
  const lash_status status = lash_hinges_update(system, error);
  if (status != LASH_OK) return status;
  weigh_blocks(system);
  fill_products(system);
  const int bad = factorise(&system->schur);
  if (bad < 0) {
    system->schur_stamp = system->stamp;
    return LASH_OK;
  }
  char name[160];
  lash_system_constraint_name(system, (size_t)system->order[bad], name, sizeof name);
  return lash_fail(error, LASH_FAILURE,
                   "%s: at time %g the mechanism is in a singular configuration: %s depends on the "
                   "other constraints there; change the start, the geometry or the drive",
                   system->file, system->t, name);
}

/* lambda = S^-1 right, both by kept row. */
static void solve_factored(lash_system *system, const double *right, double *lambda) {
  const lash_skyline *sky = &system->schur;
  const int n = (int)sky->order;
  double *z = system->right + 2 * system->size.constraints;
  for (int r = 0; r < n; r++) z[r] = right[system->order[r]];
  for (int k = 0; k < n; k++) {
    const double *column = sky->column + sky->column_start[k] - (k + 1);
    for (int j = k + 1; j <= sky->last[k]; j++) z[j] -= column[j] * z[k];
  }
  for (int r = 0; r < n; r++) z[r] *= sky->pivot[r];
  for (int r = n - 1; r >= 0; r--) {
    const double *row = sky->value + sky->start[r] - sky->first[r];
    for (int k = sky->first[r]; k < r; k++) z[k] -= row[k] * z[r];
    lambda[system->order[r]] = z[r];
  }
}

/* What each body does when only its own hinge, if it has one, holds it. */
static void accelerate_alone(const lash_system *system, const double *f, const double *gamma,
                             double *a) {
  if (f)
    lash_inverse_mass_times(system, f, a);
  else
    memset(a, 0, system->size.v * sizeof *a);
  for (size_t h = 0; h < system->hinge_count; h++) {
    const size_t at = 6 * (size_t)(system->hinge[h].body - 1);
    lash_hinge_accelerate(system, &system->hinge[h], f ? f + at : NULL, gamma, a + at);
  }
}

static double row_times(const lash_system *system, int row, const double *v) {
  double sum = 0;
  for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
    const double *J = system->jacobian + 6 * b, *u = v + 6 * (system->block_body[b] - 1);
    sum += dot6(J, u);
  }
  return sum;
}

void lash_schur_solve(lash_system *system, const double *f, const double *gamma, double *a,
                      double *lambda) {
  double *right = system->right + system->size.constraints;
  accelerate_alone(system, f, gamma, a);
  for (size_t k = 0; k < system->schur.order; k++) {
    const int kept = system->order[k];
    right[kept] = row_times(system, system->kept[kept], a) - gamma[kept];
  }
  solve_factored(system, right, lambda);
  for (size_t k = 0; k < system->schur.order; k++) {
    const int row = system->kept[system->order[k]];
    const double force = lambda[system->order[k]];
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
      double *target = a + 6 * (system->block_body[b] - 1);
      const double *W = system->weighted + 6 * b;
      for (int c = 0; c < 6; c++) target[c] -= force * W[c];
    }
  }
}

/* Balance of the hinged bodies gives the multipliers that the solution could do without. */
void lash_schur_complete(lash_system *system, const double *f, const double *a, double *lambda) {
  for (size_t h = 0; h < system->hinge_count; h++) {
    const lash_body *body = &system->body[system->hinge[h].body];
    const size_t at = 6 * (size_t)(system->hinge[h].body - 1);
    double rest[6], momentum[3];
    mul33_3(body->inertia, a + at + 3, momentum);
    for (size_t k = 0; k < 3; k++) {
      rest[k] = f[at + k] - body->mass * a[at + k];
      rest[k + 3] = f[at + k + 3] - momentum[k];
    }
    for (size_t k = 0; k < system->schur.order; k++) {
      const int row = system->kept[system->order[k]];
      for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
        if (system->block_body[b] == system->hinge[h].body)
          for (size_t c = 0; c < 6; c++)
            rest[c] -= lambda[system->order[k]] * system->jacobian[6 * b + c];
    }
    lash_hinge_reactions(system, &system->hinge[h], rest, lambda);
  }
}

void lash_jacobian_times(const lash_system *system, const double *v, double *out) {
  for (size_t k = 0; k < system->size.constraints; k++)
    out[k] = row_times(system, system->kept[k], v);
}
