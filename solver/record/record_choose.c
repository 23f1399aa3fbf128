/* Which of the rows that close loops are kept: as many as the system counts independent ones. */
#include "record_impl.h"

/* Cholesky's method on S as it stands at the start, greatest pivot relative to its own row first,
 * until as many rows are chosen as the system counts independent ones: positions that are met to
 * some digits only make dependent rows look a little independent. */
static size_t choose_globally(const double *S, size_t m, size_t wanted, size_t *kept) {
  const double least = 1e-9, nothing = 1e-20; /* a row of round-off is none */
  double *L = lash_borrow(m * m, sizeof *L), *left = lash_borrow(m, sizeof *left);
  bool *used = lash_borrow(m, sizeof *used);
  size_t count = 0;
  double greatest = 0;
  for (size_t i = 0; i < m; i++) {
    left[i] = S[i * m + i];
    greatest = fmax(greatest, left[i]);
  }
  while (count < wanted) {
    size_t best = m;
    double share = least;
    for (size_t i = 0; i < m; i++) {
      if (used[i] || !(S[i * m + i] > nothing * greatest)) continue;
      if (left[i] / S[i * m + i] > share) best = i, share = left[i] / S[i * m + i];
    }
    if (best == m) break;
    const double pivot = sqrt(left[best]);
    for (size_t i = 0; i < m; i++) {
      if (used[i] && i != best) continue;
      double sum = S[i * m + best];
      for (size_t k = 0; k < count; k++) sum -= L[i * m + k] * L[best * m + k];
      L[i * m + count] = sum / pivot;
      if (i != best) left[i] -= L[i * m + count] * L[i * m + count];
    }
    used[best] = true;
    kept[count++] = best;
  }
  /* in their own order, which keeps loops apart */
  size_t sorted = 0;
  for (size_t i = 0; i < m; i++)
    if (used[i]) kept[sorted++] = i;
  return count;
}

/* ----------------------------------------------------------------------------------- many rows */

/* The same from joint to joint: the best of each joint's rows beside those kept before. Rows of
 * joints that have no body in common do not meet, so that factors begin where a row first does. */
typedef struct choosing {
  const double *S;
  size_t m, count;
  size_t *kept;
  double **L; /* by row: from column `first` of those kept on */
  size_t *first;
} choosing;

static double meet(const choosing *c, size_t a, size_t b, size_t end) {
  double sum = 0;
  for (size_t k = c->first[a] > c->first[b] ? c->first[a] : c->first[b]; k < end; k++)
    sum += c->L[a][k - c->first[a]] * c->L[b][k - c->first[b]];
  return sum;
}

/* A row's factors beside all that are kept, with room for `more`; gives what is left of its pivot.
 */
static double enter(choosing *c, size_t i, size_t more) {
  size_t first = 0;
  while (first < c->count && c->S[i * c->m + c->kept[first]] == 0) first++;
  c->first[i] = first;
  c->L[i] = lash_borrow(c->count - first + more, sizeof **c->L);
  double left = c->S[i * c->m + i];
  for (size_t k = first; k < c->count; k++) {
    const size_t row = c->kept[k];
    const double value = (c->S[i * c->m + row] - meet(c, i, row, k)) / c->L[row][k - c->first[row]];
    c->L[i][k - first] = value;
    left -= value * value;
  }
  return left;
}

static void choose_of_joint(choosing *c, size_t from, size_t to) {
  const double least = 1e-9;
  double *left = lash_borrow(to - from, sizeof *left);
  bool *used = lash_borrow(to - from, sizeof *used);
  for (size_t i = from; i < to; i++) left[i - from] = enter(c, i, to - from);
  for (;;) {
    size_t best = to;
    double share = least;
    for (size_t i = from; i < to; i++) {
      const double own = c->S[i * c->m + i];
      if (!used[i - from] && own > 0 && left[i - from] / own > share)
        best = i, share = left[i - from] / own;
    }
    if (best == to) break;
    const size_t at = c->count;
    const double pivot = sqrt(left[best - from]);
    c->L[best][at - c->first[best]] = pivot;
    for (size_t i = from; i < to; i++) {
      if (used[i - from] || i == best) continue;
      const double value = (c->S[i * c->m + best] - meet(c, i, best, at)) / pivot;
      c->L[i][at - c->first[i]] = value;
      left[i - from] -= value * value;
    }
    used[best - from] = true;
    c->kept[c->count++] = best;
  }
}

static int by_number(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

static size_t choose_by_joints(const lash_recording *r, const double *S, size_t *kept) {
  const size_t m = r->row_count;
  choosing c = {.S = S,
                .m = m,
                .kept = kept,
                .L = lash_borrow(m, sizeof(double *)),
                .first = lash_borrow(m, sizeof(size_t))};
  for (size_t from = 0, to; from < m; from = to) {
    const int owner = r->system->group[r->row[from].group].owner;
    for (to = from; to < m && r->system->group[r->row[to].group].owner == owner;) to++;
    choose_of_joint(&c, from, to);
  }
  qsort(kept, c.count, sizeof *kept, by_number);
  return c.count;
}

size_t record_choose_rows(const lash_recording *r, const double *S, size_t wanted, size_t *kept) {
  enum { MANY = 300 };
  if (r->row_count > MANY && choose_by_joints(r, S, kept) == wanted) return wanted;
  return choose_globally(S, r->row_count, wanted, kept);
}
