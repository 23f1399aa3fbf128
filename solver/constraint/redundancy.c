/* Which constraint rows are independent: Cholesky of the scaled products of all rows. They are
 * taken in the order of the dataset, each kept when it adds something to those before it, so that
 * what is dropped is easy to understand; where that leaves doubt, a pivoted factorisation gives the
 * rank. */
#include "bodies.h"
#include "constraint.h"
#include "rows.h"
#include "storage.h"

/* A row whose new part is below this fraction of itself (squared) adds nothing. */
static const double threshold = 1e-10;

/* Rank does not depend on masses, so lengths alone set the weights: a turn by 1 counts as a move by
 * the mechanism's size. In a mechanism of very many parts turns would then hardly count: a hundred
 * of the longest arms at which rows meet their bodies is as much as it can be. */
static double length_of(const lash_system *system) {
  double arm = 0;
  for (size_t row = 0; row < system->row_count; row++) {
    const lash_group *group = &system->group[system->row_group[row]];
    const int mark[2] = {group->i, group->j};
    for (int k = 0; k < 2; k++)
      if (mark[k] > 0 && (size_t)mark[k] < system->mark_count && system->mark[mark[k]].body > 0)
        arm = fmax(arm, norm3(system->mark[mark[k]].arm0));
  }
  return arm > 0 ? fmin(system->length, 100 * arm) : system->length;
}

static double weighted_product(const lash_system *system, double length, size_t a, size_t b) {
  const double *A = system->jacobian + 6 * a, *B = system->jacobian + 6 * b;
  return dot3(A, B) + dot3(A + 3, B + 3) / (length * length);
}

static double row_product(const lash_system *system, double length, size_t p, size_t r) {
  double sum = 0;
  for (size_t a = system->row_block[p]; a < system->row_block[p + 1]; a++)
    for (size_t b = system->row_block[r]; b < system->row_block[r + 1]; b++)
      if (system->block_body[a] == system->block_body[b])
        sum += weighted_product(system, length, a, b);
  return sum;
}

/* -------------------------------------------------------------------------------- sparse products
 * Rows meet few others, and eliminating one joins only those it meets: a chain stays a chain. */

typedef struct entry {
  int column;
  double value;
} entry;

typedef struct sparse_row {
  entry *entry; /* in any order, without the diagonal; columns that are spent may remain */
  size_t count;
} sparse_row;

typedef struct products {
  size_t order;
  sparse_row *row;
  double *diagonal;
  bool *used;  /* rows found independent */
  bool *spent; /* those, and rows of which nothing is left */
  int *place;  /* scratch: where a column stands in the row at hand, or -1 */
} products;

static void append(sparse_row *row, int column, double value) {
  *LASH_APPEND(NULL, row->entry, row->count) = (entry){column, value};
}

/* Products of all rows, scaled to unit diagonal (zero rows stay zero). */
static products scaled_products(const lash_system *system) {
  const size_t n = system->row_count;
  products s = {n,
                lash_borrow(n, sizeof *s.row),
                lash_borrow(n, sizeof *s.diagonal),
                lash_borrow(n, sizeof *s.used),
                lash_borrow(n, sizeof *s.spent),
                lash_borrow(n, sizeof *s.place)};
  const double length = length_of(system);
  const lash_unit_rows rows = lash_rows_by_unit(system, NULL, n, NULL);
  int *seen = lash_borrow(n, sizeof *seen);
  double *scale = lash_borrow(n, sizeof *scale);
  for (size_t p = 0; p < n; p++) {
    const double square = row_product(system, length, p, p);
    s.place[p] = seen[p] = -1;
    scale[p] = square > 0 ? 1 / sqrt(square) : 0;
    s.diagonal[p] = square * (scale[p] * scale[p]);
  }
  for (size_t p = 0; p < n; p++) {
    seen[p] = (int)p;
    for (size_t k = system->row_block[p]; k < system->row_block[p + 1]; k++)
      for (size_t m = rows.start[system->block_body[k]]; m < rows.start[system->block_body[k] + 1];
           m++) {
        const int r = rows.met[m].row;
        if (seen[r] == (int)p) continue;
        seen[r] = (int)p;
        append(&s.row[p], r, row_product(system, length, p, (size_t)r) * (scale[p] * scale[r]));
      }
  }
  return s;
}

/* Forgets columns that are spent and notes where the others stand; gives the value in column p.
 */
static double open_row(products *s, sparse_row *row, size_t p) {
  double value = 0;
  size_t count = 0;
  for (size_t k = 0; k < row->count; k++) {
    const entry e = row->entry[k];
    if (e.column == (int)p) value = e.value;
    if (s->spent[e.column]) continue;
    s->place[e.column] = (int)count;
    row->entry[count++] = e;
  }
  row->count = count;
  return value;
}

/* Removes the part along row p, which is used up, from row r. What is left only becomes less. */
static void reduce(products *s, size_t p, size_t r) {
  sparse_row *row = &s->row[r];
  const double factor = open_row(s, row, p) / s->diagonal[p];
  for (size_t k = 0; factor != 0 && k < s->row[p].count; k++) {
    const entry e = s->row[p].entry[k];
    if (s->spent[e.column]) continue;
    if (e.column == (int)r)
      s->diagonal[r] -= factor * e.value;
    else if (s->place[e.column] >= 0)
      row->entry[s->place[e.column]].value -= factor * e.value;
    else
      append(row, e.column, -factor * e.value);
  }
  for (size_t k = 0; k < row->count; k++) s->place[row->entry[k].column] = -1;
  if (s->diagonal[r] <= threshold) s->spent[r] = true;
}

static void eliminate(products *s, size_t p) {
  s->used[p] = s->spent[p] = true;
  for (size_t k = 0; k < s->row[p].count; k++) {
    const int r = s->row[p].entry[k].column;
    if (!s->spent[r]) reduce(s, p, (size_t)r);
  }
}

/* Greatest pivot first, of the rows in question: the rank. */
static size_t pivoted_rank(products *s, const int *row, size_t count) {
  size_t rank = 0;
  for (;; rank++) {
    int best = -1;
    for (size_t k = 0; k < count; k++)
      if (!s->used[row[k]] && s->diagonal[row[k]] > threshold &&
          (best < 0 || s->diagonal[row[k]] > s->diagonal[best]))
        best = row[k];
    if (best < 0) return rank;
    eliminate(s, (size_t)best);
  }
}

/* What a row still adds when its turn comes is neither plain to see nor round-off. */
static bool in_doubt(double left) {
  const double plain = 1e-6, round_off = 1e-12;
  return left < plain && left > round_off;
}

/* Rows as they come. *clear: none is in doubt. */
static size_t ordered_rank(products *s, const int *row, size_t count, bool *clear) {
  size_t rank = 0;
  *clear = true;
  for (size_t k = 0; k < count; k++) {
    const size_t p = (size_t)row[k];
    if (in_doubt(s->diagonal[p])) *clear = false;
    if (s->diagonal[p] <= threshold) continue;
    eliminate(s, p);
    rank++;
  }
  return rank;
}

static void keep_rows(lash_system *system, const bool *used) {
  size_t kept = 0, dropped = 0;
  for (size_t p = 0; p < system->row_count; p++) {
    system->row_kept[p] = used[p] ? (int)kept : -1;
    if (used[p])
      system->kept[kept++] = (int)p;
    else
      system->dropped[dropped++] = (int)p;
  }
  system->size.constraints = kept;
  system->size.redundant = dropped;
}

/* ------------------------------------------------------------------------------------- assemblies
 * Rows of bodies that hang together. What is redundant in one does not depend on the others. */

static int leader(int *of, int unit) {
  while (of[unit] != unit) unit = of[unit] = of[of[unit]];
  return unit;
}

/* A unit that stands for the assembly, by row; 0: the row meets nothing. */
static int *assembly_of_rows(const lash_system *system) {
  int *of = lash_borrow(system->unit_count, sizeof *of);
  int *row_of = lash_borrow(system->row_count, sizeof *row_of);
  for (size_t u = 0; u < system->unit_count; u++) of[u] = (int)u;
  for (size_t row = 0; row < system->row_count; row++)
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      of[leader(of, system->block_body[b])] =
          leader(of, system->block_body[system->row_block[row]]);
  for (size_t row = 0; row < system->row_count; row++)
    if (system->row_block[row + 1] > system->row_block[row])
      row_of[row] = leader(of, system->block_body[system->row_block[row]]);
  return row_of;
}

/* Takes all rows in the order that costs least. Rows of assemblies in which each adds something for
 * sure are used, whatever the order; the others are in question. */
static void use_plain_rows(const lash_system *system, const int *assembly, bool *used) {
  const size_t n = system->row_count;
  const int *order = lash_rows_leaves_first(system);
  bool *questionable = lash_borrow(system->unit_count, sizeof *questionable);
  products s = scaled_products(system);
  for (size_t k = 0; k < n; k++) {
    const size_t p = (size_t)order[k];
    if (s.diagonal[p] <= threshold || in_doubt(s.diagonal[p])) questionable[assembly[p]] = true;
    /* the rest of such an assembly is taken again anyway */
    if (!questionable[assembly[p]]) eliminate(&s, p);
  }
  for (size_t p = 0; p < n; p++) used[p] = !questionable[assembly[p]];
}

/* Rows in question, assembly by assembly, each as the dataset has it; start[u] … start[u + 1] are
 * those of the assembly that unit u stands for. */
static int *rows_in_question(const lash_system *system, const int *assembly, const bool *used,
                             size_t *start) {
  const size_t n = system->row_count, units = system->unit_count;
  size_t *next = lash_borrow(units + 1, sizeof *next);
  int *row = lash_borrow(n, sizeof *row);
  for (size_t p = 0; p < n; p++) start[assembly[p] + 1] += !used[p];
  for (size_t u = 0; u < units; u++) start[u + 1] += start[u];
  memcpy(next, start, units * sizeof *next);
  for (size_t p = 0; p < n; p++)
    if (!used[p]) row[next[assembly[p]]++] = (int)p;
  return row;
}

/* In doubt, the greatest pivots decide on the rank: a costly order, which soon joins all rows. */
void lash_rows_choose(lash_system *system) {
  const size_t units = system->unit_count;
  bool *used = lash_borrow(system->row_count, sizeof *used);
  size_t *start = lash_borrow(units + 1, sizeof *start);
  lash_constraints_update(system);
  const int *assembly = assembly_of_rows(system);
  use_plain_rows(system, assembly, used);
  const int *row = rows_in_question(system, assembly, used, start);
  if (start[units] > 0) {
    products ordered = scaled_products(system), pivoted = {0};
    for (size_t u = 0; u < units; u++) {
      bool clear;
      const int *here = row + start[u];
      const size_t count = start[u + 1] - start[u];
      const size_t rank = ordered_rank(&ordered, here, count, &clear);
      const bool *decides = ordered.used;
      if (!clear) {
        if (!pivoted.row) pivoted = scaled_products(system);
        if (pivoted_rank(&pivoted, here, count) != rank) decides = pivoted.used;
      }
      for (size_t k = 0; k < count; k++) used[here[k]] = decides[here[k]];
    }
  }
  keep_rows(system, used);
}
