/* Which bodies rows meet, and in which order to take rows. */
#include "constraint.h"
#include "rows.h"
#include "storage.h"

int lash_row_next_unit(const lash_system *system, size_t row, int unit) {
  int next = 0;
  for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
    const int here = system->block_body[b];
    if (here > unit && (next == 0 || here < next)) next = here;
  }
  return next;
}

int *lash_rows_by_unit(const lash_system *system, size_t *start) {
  const size_t blocks = system->row_block[system->row_count];
  int *of_unit = lash_borrow(blocks, sizeof *of_unit);
  for (size_t k = 0; k < blocks; k++) start[system->block_body[k] + 1]++;
  for (size_t u = 0; u < system->unit_count; u++) start[u + 1] += start[u];
  size_t *next = lash_borrow(system->unit_count + 1, sizeof *next);
  memcpy(next, start, system->unit_count * sizeof *next);
  for (size_t row = 0; row < system->row_count; row++)
    for (size_t k = system->row_block[row]; k < system->row_block[row + 1]; k++)
      of_unit[next[system->block_body[k]]++] = (int)row;
  return of_unit;
}

/* Depth-first search over units that share rows. */
typedef struct search {
  const lash_system *system;
  size_t *start; /* rows of each unit */
  int *of_unit;
  size_t *row_at;   /* by unit: the row looked at now … */
  size_t *block_at; /* … and the block of it */
  int *stack;
  bool *seen;
  int *rank; /* by unit: when it was left */
  int left;
} search;

/* A unit not seen yet that shares a row with this one, or 0. */
static int unseen_neighbour(search *s, int unit) {
  const lash_system *system = s->system;
  for (; s->row_at[unit] < s->start[unit + 1]; s->row_at[unit]++, s->block_at[unit] = 0) {
    const size_t row = (size_t)s->of_unit[s->row_at[unit]];
    const size_t first = system->row_block[row], count = system->row_block[row + 1] - first;
    while (s->block_at[unit] < count) {
      const int other = system->block_body[first + s->block_at[unit]++];
      if (!s->seen[other]) return other;
    }
  }
  return 0;
}

static void visit(search *s, int root) {
  size_t depth = 0;
  if (s->seen[root]) return;
  s->seen[root] = true;
  s->stack[depth++] = root;
  while (depth > 0) {
    const int unit = s->stack[depth - 1], next = unseen_neighbour(s, unit);
    if (next > 0) {
      s->seen[next] = true;
      s->stack[depth++] = next;
    } else {
      s->rank[unit] = s->left++;
      depth--;
    }
  }
}

/* Units in the order in which a search from ground leaves them. */
static int *rank_units(const lash_system *system) {
  const size_t nu = system->unit_count;
  search s = {.system = system, .start = lash_borrow(nu + 1, sizeof *s.start)};
  s.of_unit = lash_rows_by_unit(system, s.start);
  s.row_at = lash_borrow(nu, sizeof *s.row_at);
  s.block_at = lash_borrow(nu, sizeof *s.block_at);
  s.stack = lash_borrow(nu, sizeof *s.stack);
  s.seen = lash_borrow(nu, sizeof *s.seen);
  s.rank = lash_borrow(nu, sizeof *s.rank);
  memcpy(s.row_at, s.start, nu * sizeof *s.row_at);
  for (size_t row = 0; row < system->row_count; row++) /* rows to ground meet one unit only */
    if (system->row_block[row + 1] == system->row_block[row] + 1)
      visit(&s, system->block_body[system->row_block[row]]);
  for (size_t u = 1; u < nu; u++) visit(&s, (int)u);
  return s.rank;
}

int *lash_rows_leaves_first(const lash_system *system) {
  const size_t nu = system->unit_count, n = system->row_count;
  const int *rank = rank_units(system);
  size_t *start = lash_borrow(nu + 2, sizeof *start);
  int *key = lash_borrow(n, sizeof *key), *order = lash_borrow(n, sizeof *order);
  for (size_t row = 0; row < n; row++) {
    key[row] = (int)nu; /* rows that meet nothing come last */
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      if (rank[system->block_body[b]] < key[row]) key[row] = rank[system->block_body[b]];
    start[key[row] + 1]++;
  }
  for (size_t k = 0; k <= nu; k++) start[k + 1] += start[k];
  for (size_t row = 0; row < n; row++) order[start[key[row]]++] = (int)row;
  return order;
}
