/* The Schur complement of the constraints, planned: order of elimination, skyline, and lists of
 * what has to be multiplied. Rows are renumbered once (reverse Cuthill-McKee). */
#include "bodies.h"
#include "constraint.h"
#include "hinge.h"
#include "rows.h"
#include "schur.h"
#include "storage.h"

/* ------------------------------------------------------------------------------ order and shape */

/* Breadth-first from `seed`, appending unvisited neighbours to order[count…]. */
static size_t visit_from(const lash_system *system, const lash_unit_rows *of, int seed, int *order,
                         size_t count, bool *seen) {
  size_t head = count;
  order[count++] = seed;
  seen[seed] = true;
  while (head < count) {
    const int row = system->kept[order[head++]];
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
      const int body = system->block_body[b];
      for (size_t k = of->start[body]; k < of->start[body + 1]; k++) {
        if (seen[of->met[k].row]) continue;
        seen[of->met[k].row] = true;
        order[count++] = of->met[k].row;
      }
    }
  }
  return count;
}

/* Reverse Cuthill-McKee. */
static void order_by_breadth(lash_system *system, const lash_unit_rows *of) {
  lash_schur *schur = system->schur;
  const size_t n = system->size.constraints;
  bool *seen = lash_borrow(n, sizeof *seen);
  bool *marked = lash_borrow(n, sizeof *marked);
  int *trial = lash_borrow(n, sizeof *trial);
  size_t count = 0;
  for (size_t k = 0; k < n; k++) {
    if (seen[k] || schur->row_hinged[k]) continue;
    /* the row visited last from anywhere lies at the rim: a good place to start */
    const size_t reached = visit_from(system, of, (int)k, trial, 0, marked);
    for (size_t r = 0; r < reached; r++) marked[trial[r]] = false;
    count = visit_from(system, of, trial[reached - 1], schur->order, count, seen);
  }
  for (size_t a = 0, b = count; a + 1 < b; a++) {
    b--;
    const int swap = schur->order[a];
    schur->order[a] = schur->order[b];
    schur->order[b] = swap;
  }
}

/* Rows of one group meet the same bodies: they are brought together, in their own order. */
static void gather_groups(lash_system *system) {
  lash_schur *schur = system->schur;
  const size_t n = system->size.constraints - 5 * schur->hinge_count;
  bool *listed = lash_borrow(system->size.constraints, sizeof *listed);
  int *gathered = lash_borrow(n, sizeof *gathered);
  size_t count = 0;
  for (size_t k = 0; k < n; k++) {
    const lash_group *group = &system->group[system->row_group[system->kept[schur->order[k]]]];
    for (int row = group->first_row; row < group->first_row + group->rows; row++) {
      const int kept = system->row_kept[row];
      if (kept < 0 || listed[kept] || schur->row_hinged[kept]) continue;
      listed[kept] = true;
      gathered[count++] = kept;
    }
  }
  memcpy(schur->order, gathered, n * sizeof *gathered);
}

static void order_by_leaves(lash_system *system) {
  lash_schur *schur = system->schur;
  const int *rows = lash_rows_leaves_first(system);
  size_t count = 0;
  for (size_t k = 0; k < system->row_count; k++) {
    const int kept = system->row_kept[rows[k]];
    if (kept >= 0 && !schur->row_hinged[kept]) schur->order[count++] = kept;
  }
}

/* How many numbers a skyline in the present order holds. */
static size_t envelope(const lash_system *system) {
  const lash_schur *schur = system->schur;
  const size_t n = system->size.constraints - 5 * schur->hinge_count;
  size_t *lowest = lash_borrow(system->unit_count, sizeof *lowest), sum = 0;
  for (size_t u = 0; u < system->unit_count; u++) lowest[u] = n;
  for (size_t k = 0; k < n; k++) {
    const int row = system->kept[schur->order[k]];
    size_t first = k;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
      size_t *least = &lowest[system->block_body[b]];
      if (*least > k) *least = k;
      if (*least < first) first = *least;
    }
    sum += k - first + 1;
  }
  return sum;
}

/* Few rows are best eliminated one after the other; with many, whole columns at a time, if these
 * are short. */
enum { FEW = 12 };

/* By breadth, unless the other way saves half: trees that branch are narrow only from their leaves,
 * with rows that reach far and columns that do so here and there. */
static void choose_order(lash_system *system, const lash_unit_rows *of) {
  lash_schur *schur = system->schur;
  const size_t n = system->size.constraints;
  int *first = lash_borrow(n, sizeof *first);
  order_by_breadth(system, of);
  gather_groups(system);
  const size_t by_breadth = envelope(system);
  memcpy(first, schur->order, n * sizeof *first);
  order_by_leaves(system);
  gather_groups(system);
  const bool by_leaves = 2 * envelope(system) <= by_breadth;
  if (!by_leaves) memcpy(schur->order, first, n * sizeof *first);
  schur->skyline.by_rows = by_leaves || n - 5 * schur->hinge_count <= FEW;
}

static void shape_skyline(lash_system *system, const int *row_of) {
  lash_schur *schur = system->schur;
  lash_skyline *sky = &schur->skyline;
  const size_t n = system->size.constraints - 5 * schur->hinge_count;
  sky->order = n;
  sky->first = lash_take(&schur->store, n, sizeof *sky->first);
  sky->start = lash_take(&schur->store, n + 1, sizeof *sky->start);
  for (size_t k = 0; k < n; k++) sky->first[k] = (int)k;
  for (size_t p = 0; p < schur->pair_count; p++) {
    const int a = row_of[schur->pair[p].a], b = row_of[schur->pair[p].b];
    if (b < sky->first[a]) sky->first[a] = b;
  }
  for (size_t p = 0; p < schur->point_count; p++)
    for (int r = schur->point[p].row, k = 0; k < 3; k++)
      if (r < sky->first[r + k]) sky->first[r + k] = r;
  for (size_t k = 0; k < n; k++) sky->start[k + 1] = sky->start[k] + k + 1 - (size_t)sky->first[k];
  sky->value = lash_take(&schur->store, sky->start[n], sizeof *sky->value);
  sky->last = lash_take(&schur->store, n, sizeof *sky->last);
  sky->column_start = lash_take(&schur->store, n + 1, sizeof *sky->column_start);
  for (size_t k = 0; k < n; k++)
    for (size_t c = (size_t)sky->first[k]; c <= k; c++) sky->last[c] = (int)k;
  for (size_t k = 0; k < n && !sky->by_rows; k++)
    sky->column_start[k + 1] = sky->column_start[k] + (size_t)sky->last[k] - k;
  sky->column = lash_take(&schur->store, sky->column_start[n], sizeof *sky->column);
  sky->pivot = lash_take(&schur->store, 2 * n, sizeof *sky->pivot);
  for (size_t p = 0; p < schur->pair_count; p++) {
    const int a = row_of[schur->pair[p].a], b = row_of[schur->pair[p].b];
    schur->pair[p].target = sky->start[a] + (size_t)(b - sky->first[a]);
  }
  for (size_t p = 0; p < schur->point_count; p++)
    for (int r = schur->point[p].row, k = 0; k < 3; k++)
      schur->point[p].target[k] = sky->start[r + k] + (size_t)(r - sky->first[r + k]);
}

/* Blocks row by row in elimination order; row_of[block] is made. */
static int *list_blocks(lash_system *system) {
  lash_schur *schur = system->schur;
  const size_t rows = system->size.constraints - 5 * schur->hinge_count;
  size_t count = 0;
  for (size_t k = 0; k < rows; k++) {
    const int row = system->kept[schur->order[k]];
    count += system->row_block[row + 1] - system->row_block[row];
  }
  int *row_of = lash_borrow(count, sizeof *row_of);
  schur->block = lash_take(&schur->store, count, sizeof *schur->block);
  schur->first = lash_take(&schur->store, rows + 1, sizeof *schur->first);
  schur->weighted = lash_take(&schur->store, 6 * count, sizeof(double));
  count = 0;
  for (size_t k = 0; k < rows; k++) {
    const int row = system->kept[schur->order[k]];
    schur->first[k] = count;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++, count++) {
      const int body = system->block_body[b];
      schur->block[count] =
          (lash_schur_block){6 * b, 6 * (size_t)(body - 1), body, schur->body_hinge[body]};
      row_of[count] = (int)k;
    }
  }
  schur->first[rows] = count;
  return row_of;
}

/* The block of the row at this place in the order that belongs to the body. */
static int block_at(const lash_system *system, int position, int body) {
  const lash_schur *schur = system->schur;
  size_t b = schur->first[position];
  while (schur->block[b].body != body) b++;
  return (int)b;
}

/* Is this row, by its place in the order, the first of three that hold a point? */
static bool point_begins(const lash_system *system, size_t position) {
  const int row = system->kept[system->schur->order[position]];
  const lash_group *group = &system->group[system->row_group[row]];
  if (group->kind != LASH_GROUP_POINT || row != group->first_row) return false;
  for (int r = row; r < row + 3; r++)
    if (system->row_kept[r] < 0) return false;
  return true;
}

static void add_point(lash_system *system, size_t position) {
  lash_schur *schur = system->schur;
  const int row = system->kept[schur->order[position]];
  const lash_group *group = &system->group[system->row_group[row]];
  const size_t first = schur->first[position], end = schur->first[position + 1];
  for (size_t b = first; b < end; b++) {
    const lash_schur_block *block = &schur->block[b];
    lash_schur_point *point = LASH_APPEND(&schur->store, schur->point, schur->point_count);
    *point = (lash_schur_point){.row = (int)position,
                                .body = block->body,
                                .hinge = block->hinge,
                                .sign = system->mark[group->i].body == block->body ? 1 : -1,
                                .at = block->at,
                                .turning = block->jacobian + 3,
                                .weighted = 6 * b,
                                .apart = 6 * (end - first)};
    for (size_t k = 0; k < 3 && block->hinge < 0; k++) /* stays so */
      schur->weighted[6 * b + k * point->apart + k] =
          point->sign * system->body[block->body].inverse_mass;
  }
}

/* Sorts rows into points and single ones; point_of[row]: first row of its point, or -1. */
static int *list_points(lash_system *system) {
  lash_schur *schur = system->schur;
  const size_t n = system->size.constraints - 5 * schur->hinge_count;
  int *point_of = lash_borrow(n, sizeof *point_of);
  schur->point_count = schur->single_count = 0;
  for (size_t k = 0; k < n; k++) {
    point_of[k] = -1;
    if (!point_begins(system, k)) {
      *LASH_APPEND(&schur->store, schur->single, schur->single_count) = (int)k;
      continue;
    }
    add_point(system, k);
    for (size_t r = k; r < k + 3; r++) point_of[r] = (int)k;
    k += 2;
  }
  return point_of;
}

/* Rows between axes have no translational part. */
static bool row_moves(const lash_system *system, int kept) {
  const lash_group_kind kind = system->group[system->row_group[system->kept[kept]]].kind;
  return kind != LASH_GROUP_DOT1 && kind != LASH_GROUP_ANGLE && kind != LASH_GROUP_CONVEL;
}

/* All pairs of rows that share a body, each once, the later eliminated row first. */
static void list_pairs(lash_system *system, const lash_unit_rows *of, const int *position,
                       const int *point_of) {
  lash_schur *schur = system->schur;
  schur->pair_count = 0;
  for (int body = 1; body < (int)system->unit_count; body++)
    for (size_t k = of->start[body]; k < of->start[body + 1]; k++)
      for (size_t l = of->start[body]; l < of->start[body + 1]; l++) {
        const int a = position[of->met[k].row], b = position[of->met[l].row];
        if (a < b || (point_of[a] >= 0 && point_of[a] == point_of[b])) continue;
        lash_schur_pair *pair = LASH_APPEND(&schur->store, schur->pair, schur->pair_count);
        pair->a = block_at(system, a, body);
        pair->b = block_at(system, b, body);
        pair->kind = schur->body_hinge[body] >= 0 ? LASH_PAIR_HINGED
                     : row_moves(system, of->met[l].row) && row_moves(system, of->met[k].row)
                         ? LASH_PAIR_MOVES
                         : LASH_PAIR_TURNS;
      }
}

void lash_schur_plan(lash_system *system) {
  lash_schur *schur = system->schur;
  const size_t n = system->size.constraints;
  lash_store_free(&schur->store);
  schur->pair = NULL;
  schur->point = NULL;
  schur->single = NULL;
  lash_hinges_plan(system);
  schur->order = lash_take(&schur->store, n, sizeof *schur->order);
  system->right = lash_take(&schur->store, 3 * n, sizeof(double));
  system->missing = lash_take(&schur->store, 2 * n, sizeof(double));
  const lash_unit_rows of = lash_rows_by_unit(system, system->kept, n, schur->row_hinged);
  choose_order(system, &of);
  int *position = lash_borrow(n, sizeof *position);
  for (size_t k = 0; k < n - 5 * schur->hinge_count; k++) position[schur->order[k]] = (int)k;
  int *row_of = list_blocks(system), *point_of = list_points(system);
  list_pairs(system, &of, position, point_of);
  shape_skyline(system, row_of);
  schur->stamp = 0;
}
