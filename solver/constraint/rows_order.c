/* Which bodies rows meet, and in which order to take rows. */
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

/* Counts the rows of each unit in start[unit + 2], or puts them where start[unit + 1] says. */
static void meet_rows(const lash_system *system, const int *list, size_t count,
                      const bool *left_out, lash_unit_rows *of) {
  for (size_t k = 0; k < count; k++) {
    const int row = list ? list[k] : (int)k;
    if (left_out && left_out[k]) continue;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
      size_t *start = of->start + system->block_body[b];
      if (of->met)
        of->met[start[1]++] = (lash_met_row){(int)k, b};
      else
        start[2]++;
    }
  }
}

/* One place ahead, so that filling leaves each start where it belongs. */
lash_unit_rows lash_rows_by_unit(const lash_system *system, const int *list, size_t count,
                                 const bool *left_out) {
  const size_t nu = system->unit_count;
  lash_unit_rows of = {lash_borrow(nu + 2, sizeof *of.start), NULL};
  meet_rows(system, list, count, left_out, &of);
  for (size_t u = 0; u <= nu; u++) of.start[u + 1] += of.start[u];
  of.met = lash_borrow(of.start[nu + 1], sizeof *of.met);
  meet_rows(system, list, count, left_out, &of);
  return of;
}

/* Depth-first search over units that share rows. */
typedef struct search {
  const lash_system *system;
  lash_unit_rows rows;
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
  for (; s->row_at[unit] < s->rows.start[unit + 1]; s->row_at[unit]++, s->block_at[unit] = 0) {
    const size_t row = (size_t)s->rows.met[s->row_at[unit]].row;
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
  search s = {.system = system, .rows = lash_rows_by_unit(system, NULL, system->row_count, NULL)};
  s.row_at = lash_borrow(nu, sizeof *s.row_at);
  s.block_at = lash_borrow(nu, sizeof *s.block_at);
  s.stack = lash_borrow(nu, sizeof *s.stack);
  s.seen = lash_borrow(nu, sizeof *s.seen);
  s.rank = lash_borrow(nu, sizeof *s.rank);
  memcpy(s.row_at, s.rows.start, nu * sizeof *s.row_at);
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
