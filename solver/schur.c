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
  incidence of = {lash_take(system->body_count + 1, sizeof *of.start), NULL};
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    if (system->row_hinged[k]) continue;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      of.start[system->block_body[b] + 1]++;
  }
  for (size_t b = 0; b < system->body_count; b++) of.start[b + 1] += of.start[b];
  of.row = lash_take(of.start[system->body_count], sizeof *of.row);
  size_t *next = lash_take(system->body_count, sizeof *next);
  for (size_t b = 0; b < system->body_count; b++) next[b] = of.start[b];
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

static void shape_skyline(lash_system *system, const int *row_of) {
  lash_skyline *sky = &system->schur;
  const size_t n = system->size.constraints - 5 * system->hinge_count;
  sky->order = n;
  sky->first = lash_take(n, sizeof *sky->first);
  sky->start = lash_take(n + 1, sizeof *sky->start);
  for (size_t k = 0; k < n; k++) sky->first[k] = (int)k;
  for (size_t p = 0; p < system->pair_count; p++) {
    const int a = row_of[system->pair[p].a], b = row_of[system->pair[p].b];
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
    const int a = row_of[system->pair[p].a], b = row_of[system->pair[p].b];
    system->pair[p].target = sky->start[a] + (size_t)(b - sky->first[a]);
  }
}

/* Blocks row by row in elimination order; row_of[block] is made, to be freed. */
static int *list_blocks(lash_system *system) {
  const size_t rows = system->size.constraints - 5 * system->hinge_count;
  size_t count = 0;
  for (size_t k = 0; k < rows; k++) {
    const int row = system->kept[system->order[k]];
    count += system->row_block[row + 1] - system->row_block[row];
  }
  int *row_of = lash_take(count, sizeof *row_of);
  system->schur_block = lash_take(count, sizeof *system->schur_block);
  system->schur_first = lash_take(rows + 1, sizeof *system->schur_first);
  system->weighted = lash_take(6 * count, sizeof(double));
  count = 0;
  for (size_t k = 0; k < rows; k++) {
    const int row = system->kept[system->order[k]];
    system->schur_first[k] = count;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++, count++) {
      const int body = system->block_body[b];
      system->schur_block[count] = (lash_schur_block){
          6 * b, 6 * (size_t)(body - 1), body, system->body_hinge[body]};
      row_of[count] = (int)k;
    }
  }
  system->schur_first[rows] = count;
  return row_of;
}

/* The block of the row at this place in the order that belongs to the body. */
static int block_at(const lash_system *system, int position, int body) {
  size_t b = system->schur_first[position];
  while (system->schur_block[b].body != body) b++;
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
  for (int body = 1; body < (int)system->body_count; body++)
    for (size_t k = of->start[body]; k < of->start[body + 1]; k++)
      for (size_t l = of->start[body]; l < of->start[body + 1]; l++) {
        if (position[of->row[k]] < position[of->row[l]]) continue;
        lash_schur_pair *pair = LASH_APPEND(system->pair, system->pair_count);
        pair->a = block_at(system, position[of->row[k]], body);
        pair->b = block_at(system, position[of->row[l]], body);
        pair->kind = system->body_hinge[body] >= 0 ? LASH_PAIR_HINGED
                     : row_moves(system, of->row[l]) && row_moves(system, of->row[k])
                         ? LASH_PAIR_MOVES
                         : LASH_PAIR_TURNS;
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
  free(system->schur_block);
  free(system->schur_first);
  system->pair = NULL;
}

void lash_schur_plan(lash_system *system) {
  const size_t n = system->size.constraints;
  lash_schur_clear(system);
  lash_hinges_plan(system);
  system->order = lash_take(n, sizeof *system->order);
  system->right = lash_take(2 * n, sizeof(double));
  incidence of = rows_of_bodies(system);
  choose_order(system, &of);
  int *position = lash_take(n, sizeof *position);
  for (size_t k = 0; k < n - 5 * system->hinge_count; k++) position[system->order[k]] = (int)k;
  int *row_of = list_blocks(system);
  list_pairs(system, &of, position);
  shape_skyline(system, row_of);
  free(row_of);
  free(position);
  free(of.start);
  free(of.row);
  system->schur_stamp = 0;
}

/* ------------------------------------------------------------------------------------- numbers */

static void weigh_blocks(lash_system *system) {
  const size_t count = system->schur_first[system->schur.order];
  double *W = system->weighted;
  for (size_t b = 0; b < count; b++, W += 6) {
    const lash_schur_block *block = &system->schur_block[b];
    const double *J = system->jacobian + block->jacobian;
    if (block->hinge >= 0) {
      const lash_hinge *hinge = &system->hinge[block->hinge];
      W[0] = lash_hinge_along(hinge, J);
      W[1] = hinge->inverse_mass * W[0];
      continue;
    }
    const lash_body *body = &system->body[block->body];
    for (int c = 0; c < 3; c++) W[c] = body->inverse_mass * J[c];
    mul33_3(body->inverse_inertia, J + 3, W + 3);
  }
}

static double pair_product(const lash_system *system, const lash_schur_pair *pair) {
  const double *W = system->weighted + 6 * pair->a;
  if (pair->kind == LASH_PAIR_HINGED) return W[1] * system->weighted[6 * pair->b];
  const double *J = system->jacobian + system->schur_block[pair->b].jacobian;
  const double turning = W[3] * J[3] + W[4] * J[4] + W[5] * J[5];
  if (pair->kind == LASH_PAIR_TURNS) return turning;
  return (W[0] * J[0] + W[1] * J[1] + W[2] * J[2]) + turning;
}

static void fill_products(lash_system *system) {
  lash_skyline *sky = &system->schur;
  for (size_t k = 0; k < sky->start[sky->order]; k++) sky->value[k] = 0;
  for (size_t p = 0; p < system->pair_count; p++)
    sky->value[system->pair[p].target] += pair_product(system, &system->pair[p]);
}

/* Near a singular position a row may depend on the others up to round-off: it then holds by
 * itself, and is left out until the mechanism has moved on. */
static double reciprocal(double pivot, double diagonal) {
  return pivot > 1e-11 * diagonal ? 1 / pivot : 0;
}

/* Few rows are best eliminated one after the other; with many, whole columns at a time. */
enum { FEW = 12 };

/* L D L^T within the skyline, row by row. L is kept in place, the pivots keep reciprocals. Returns
 * the row that failed, or -1. */
static int factorise_few(lash_skyline *sky) {
  const int n = (int)sky->order;
  for (int r = 0; r < n; r++) {
    double *row = sky->value + sky->start[r] - sky->first[r]; /* row[j], j >= first */
    double pivot = row[r];
    for (int c = sky->first[r]; c < r; c++) {
      const double *other = sky->value + sky->start[c] - sky->first[c];
      double sum = row[c];
      for (int k = sky->first[r] > sky->first[c] ? sky->first[r] : sky->first[c]; k < c; k++)
        sum -= row[k] * other[k];
      row[c] = sum;
    }
    for (int c = sky->first[r]; c < r; c++) {
      const double factor = row[c] * sky->pivot[c];
      pivot -= factor * row[c];
      row[c] = factor;
    }
    if (!isfinite(pivot)) return r;
    sky->pivot[r] = reciprocal(pivot, row[r]);
  }
  return -1;
}

/* The same column by column, L being kept by columns, too. */
static int factorise_many(lash_skyline *sky) {
  const int n = (int)sky->order;
  for (int r = 0; r < n; r++) sky->pivot[n + r] = sky->value[sky->start[r + 1] - 1];
  for (int k = 0; k < n; k++) {
    const double pivot = sky->value[sky->start[k + 1] - 1];
    if (!isfinite(pivot)) return k;
    const double inverse = reciprocal(pivot, sky->pivot[n + k]);
    double *column = sky->column + sky->column_start[k] - (k + 1); /* column[j], j > k */
    sky->pivot[k] = inverse;
    for (int j = k + 1; j <= sky->last[k]; j++)
      column[j] = sky->first[j] <= k ? sky->value[sky->start[j] + (size_t)(k - sky->first[j])] : 0;
    for (int r = k + 1; r <= sky->last[k]; r++) {
      if (sky->first[r] > k) continue;
      double *row = sky->value + sky->start[r] - sky->first[r];
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
  lash_constraints_update_free(system);
  const lash_status status = lash_hinges_update(system, error);
  if (status != LASH_OK) return status;
  weigh_blocks(system);
  fill_products(system);
  const int bad =
      system->schur.order <= FEW ? factorise_few(&system->schur) : factorise_many(&system->schur);
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

/* z = L^-1 z. */
static void eliminate(const lash_skyline *sky, double *z) {
  const int n = (int)sky->order;
  for (int r = 1; r < n && n <= FEW; r++) {
    const double *row = sky->value + sky->start[r] - sky->first[r];
    double sum = z[r];
    for (int k = sky->first[r]; k < r; k++) sum -= row[k] * z[k];
    z[r] = sum;
  }
  for (int k = 0; k < n && n > FEW; k++) {
    const double *column = sky->column + sky->column_start[k] - (k + 1);
    for (int j = k + 1; j <= sky->last[k]; j++) z[j] -= column[j] * z[k];
  }
}

/* lambda = S^-1 z, z in elimination order and lost, lambda by kept row. */
static void solve_factored(const lash_system *system, double *z, double *lambda) {
  const lash_skyline *sky = &system->schur;
  const int n = (int)sky->order;
  eliminate(sky, z);
  for (int r = 0; r < n; r++) z[r] *= sky->pivot[r];
  for (int r = n - 1; r >= 0; r--) {
    const double *row = sky->value + sky->start[r] - sky->first[r];
    for (int k = sky->first[r]; k < r; k++) z[k] -= row[k] * z[r];
    lambda[system->order[r]] = z[r];
  }
}

/* What each body does when only its own hinge, if it has one, holds it. `hinged`: right-hand sides
 * of hinged rows, NULL: those of accelerations. */
static void accelerate_alone(const lash_system *system, const double *f, const double *gamma,
                             const double *hinged, double *a) {
  for (size_t b = 1; b < system->body_count; b++) {
    const size_t at = 6 * (b - 1);
    const int h = system->body_hinge[b];
    if (h >= 0) {
      const lash_hinge *hinge = &system->hinge[h];
      lash_hinge_accelerate(system, hinge, f ? f + at : NULL, hinge->direct ? hinged : gamma,
                            a + at);
    } else if (f) {
      const lash_body *body = &system->body[b];
      for (size_t k = at; k < at + 3; k++) a[k] = body->inverse_mass * f[k];
      mul33_3(body->inverse_inertia, f + at + 3, a + at + 3);
    } else {
      memset(a + at, 0, 6 * sizeof *a);
    }
  }
}

/* a -= M^-1 J^T lambda; what hinged bodies feel is gathered and turned into motion at the end. */
static void push_bodies(lash_system *system, const double *lambda, double *a) {
  for (size_t h = 0; h < system->hinge_count; h++) system->hinge[h].push = 0;
  for (size_t k = 0; k < system->schur.order; k++) {
    const double force = lambda[system->order[k]];
    for (size_t b = system->schur_first[k]; b < system->schur_first[k + 1]; b++) {
      const lash_schur_block *block = &system->schur_block[b];
      const double *W = system->weighted + 6 * b;
      double *target = a + block->at;
      if (block->hinge >= 0)
        system->hinge[block->hinge].push += force * W[1];
      else
        for (int c = 0; c < 6; c++) target[c] -= force * W[c];
    }
  }
  for (size_t h = 0; h < system->hinge_count; h++) {
    const lash_hinge *hinge = &system->hinge[h];
    double *target = a + 6 * (hinge->body - 1);
    for (int c = 0; c < 6; c++) target[c] -= hinge->push * hinge->direction[c];
  }
}

static void solve(lash_system *system, const double *f, const double *gamma, const double *hinged,
                  double *a, double *lambda) {
  double *z = system->right + system->size.constraints;
  accelerate_alone(system, f, gamma, hinged, a);
  for (size_t k = 0; k < system->schur.order; k++) {
    double sum = -gamma[system->order[k]];
    for (size_t b = system->schur_first[k]; b < system->schur_first[k + 1]; b++)
      sum += dot6(system->jacobian + system->schur_block[b].jacobian,
                  a + system->schur_block[b].at);
    z[k] = sum;
  }
  solve_factored(system, z, lambda);
  push_bodies(system, lambda, a);
}

void lash_schur_solve(lash_system *system, const double *f, const double *gamma, double *a,
                      double *lambda) {
  lash_constraints_update(system);
  solve(system, f, gamma, gamma, a, lambda);
}

void lash_schur_accelerate(lash_system *system, const double *f, const double *gamma, double *a,
                           double *lambda) {
  solve(system, f, gamma, NULL, a, lambda);
}

/* Balance of the hinged bodies gives the multipliers that the solution could do without. */
void lash_schur_complete(lash_system *system, const double *f, const double *a, double *lambda) {
  lash_constraints_update(system);
  for (size_t h = 0; h < system->hinge_count; h++) {
    const lash_body *body = &system->body[system->hinge[h].body];
    const size_t at = 6 * (size_t)(system->hinge[h].body - 1);
    double rest[6], momentum[3];
    mul33_3(body->inertia, a + at + 3, momentum);
    for (size_t k = 0; k < 3; k++) {
      rest[k] = f[at + k] - body->mass * a[at + k];
      rest[k + 3] = f[at + k + 3] - momentum[k];
    }
    for (size_t k = 0; k < system->schur.order; k++)
      for (size_t b = system->schur_first[k]; b < system->schur_first[k + 1]; b++) {
        const lash_schur_block *block = &system->schur_block[b];
        if (block->hinge != (int)h) continue;
        for (size_t c = 0; c < 6; c++)
          rest[c] -= lambda[system->order[k]] * system->jacobian[block->jacobian + c];
      }
    lash_hinge_reactions(system, &system->hinge[h], rest, lambda);
  }
}

void lash_jacobian_times(const lash_system *system, const double *v, double *out) {
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    double sum = 0;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      sum += dot6(system->jacobian + 6 * b, v + 6 * (system->block_body[b] - 1));
    out[k] = sum;
  }
}
