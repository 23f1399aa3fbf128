#include "sparse.h"

#include <stdlib.h>
#include <string.h>

#include "lapack.h"
#include "lash_array.h"

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "no memory for the matrices: use a coarser mesh");
}

lash_status entries_add(lash_entries *list, int row, int column, double value, lash_error *error) {
  if (!array_room(&list->item, &list->room, list->count, sizeof *list->item))
    return no_memory(error);
  list->item[list->count++] = (lash_entry){row, column, value};
  return LASH_OK;
}

/* -------------------------------------------------------------------------- compressed columns */

static int by_column_and_row(const void *left, const void *right) {
  const lash_entry *a = left, *b = right;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return (a->row > b->row) - (a->row < b->row);
}

lash_status sparse_build(sparse *a, int n, const lash_entries *entries, lash_error *error) {
  size_t count = entries->count;
  lash_entry *sorted = malloc((count + 1) * sizeof *sorted);
  a->n = n;
  a->start = calloc((size_t)n + 1, sizeof *a->start);
  a->row = malloc((count + 1) * sizeof *a->row);
  a->value = malloc((count + 1) * sizeof *a->value);
  if (!sorted || !a->start || !a->row || !a->value) {
    free(sorted);
    return no_memory(error);
  }
  if (count) memcpy(sorted, entries->item, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, by_column_and_row);
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    bool same = i > 0 && by_column_and_row(&sorted[i - 1], &sorted[i]) == 0;
    if (same) {
      a->value[at - 1] += sorted[i].value;
    } else {
      a->row[at] = sorted[i].row;
      a->value[at++] = sorted[i].value;
      a->start[sorted[i].column + 1] = at;
    }
  }
  for (int j = 0; j < n; j++) /* empty columns start where the last one ended */
    if (a->start[j + 1] < a->start[j]) a->start[j + 1] = a->start[j];
  free(sorted);
  return LASH_OK;
}

void sparse_free(sparse *a) {
  free(a->start);
  free(a->row);
  free(a->value);
  memset(a, 0, sizeof *a);
}

void sparse_multiply(const sparse *a, const double *x, double *y) {
  memset(y, 0, (size_t)a->n * sizeof *y);
  for (int j = 0; j < a->n; j++)
    for (size_t p = a->start[j]; p < a->start[j + 1]; p++) y[a->row[p]] += a->value[p] * x[j];
}

/* ------------------------------------------------------------------------------------ ordering */

/* Breadth first from `start` among equations not yet placed; appends them to `order` and returns
 * the new length. Equal levels in order of degree. */
static int sweep(const sparse *K, const bool *kept, bool *seen, int start, int *order, int length) {
  int from = length;
  order[length++] = start;
  seen[start] = true;
  for (; from < length; from++) {
    int j = order[from], first = length;
    for (size_t p = K->start[j]; p < K->start[j + 1]; p++) {
      int i = K->row[p];
      if (!kept[i] || seen[i]) continue;
      seen[i] = true;
      int place = length++;
      size_t degree = K->start[i + 1] - K->start[i];
      for (; place > first; place--) {
        int before = order[place - 1];
        if (K->start[before + 1] - K->start[before] <= degree) break;
        order[place] = before;
      }
      order[place] = i;
    }
  }
  return length;
}

/* Reverse Cuthill-McKee; each component starts from the far end of a first sweep. */
static void narrow(const sparse *K, const int *keep, int count, bool *kept, bool *seen,
                   int *order) {
  int length = 0;
  for (int k = 0; k < count; k++) kept[keep[k]] = true;
  for (int k = 0; k < count; k++) {
    if (seen[keep[k]]) continue;
    int end = sweep(K, kept, seen, keep[k], order, length), far = order[end - 1];
    for (int i = length; i < end; i++) seen[order[i]] = false;
    length = sweep(K, kept, seen, far, order, length);
  }
  for (int i = 0; i < length / 2; i++) {
    int other = order[i];
    order[i] = order[length - 1 - i];
    order[length - 1 - i] = other;
  }
}

/* -------------------------------------------------------------------------------- band factor */

static void fill(band *b, const sparse *a, double factor, const int *place) {
  for (int j = 0; j < b->n; j++) {
    int column = b->equation[j];
    for (size_t p = a->start[column]; p < a->start[column + 1]; p++) {
      int i = place[a->row[p]];
      if (i >= j)
        b->factor[(size_t)j * (size_t)(b->width + 1) + (size_t)(i - j)] += factor * a->value[p];
    }
  }
}

static int band_width(const band *b, const sparse *a, const int *place) {
  int width = 0;
  for (int j = 0; j < b->n; j++) {
    int column = b->equation[j];
    for (size_t p = a->start[column]; p < a->start[column + 1]; p++) {
      int below = place[a->row[p]] - j;
      if (below > width) width = below;
    }
  }
  return width;
}

lash_status band_factor(band *b, const sparse *K, const sparse *M, double shift, const int *keep,
                        int count, lash_error *error) {
  size_t n = (size_t)K->n;
  bool *flags = calloc(2 * n + 1, sizeof *flags);
  int *place = malloc((n + 1) * sizeof *place);
  lash_status status = LASH_OK;
  *b = (band){.n = count, .equation = malloc(((size_t)count + 1) * sizeof *b->equation)};
  if (!flags || !place || !b->equation) status = no_memory(error);
  if (status == LASH_OK) {
    narrow(K, keep, count, flags, flags + n, b->equation);
    for (size_t i = 0; i < n; i++) place[i] = -1;
    for (int j = 0; j < count; j++) place[b->equation[j]] = j;
    int of_mass = band_width(b, M, place);
    b->width = band_width(b, K, place);
    if (of_mass > b->width) b->width = of_mass;
    if ((double)count * (b->width + 1) > 2.5e8) { /* 2 GB */
      free(flags);
      free(place);
      return lash_fail(error, LASH_UNSUPPORTED,
                       "%d equations with a band of %d are too many: use a coarser mesh", count,
                       b->width);
    }
    b->factor = calloc((size_t)count * (size_t)(b->width + 1) + 1, sizeof *b->factor);
    if (!b->factor) status = no_memory(error);
  }
  if (status == LASH_OK) {
    int rows = b->width + 1, info = 0;
    fill(b, K, 1, place);
    if (shift != 0) fill(b, M, shift, place);
    if (count > 0) dpbtrf_("L", &count, &b->width, b->factor, &rows, &info);
    if (info != 0)
      status = lash_fail(error, LASH_BAD_INPUT,
                         "the stiffness matrix is singular with the interface held: a part of the "
                         "model is loose, or the interface does not hold it");
  }
  free(flags);
  free(place);
  return status;
}

void band_free(band *b) {
  free(b->equation);
  free(b->factor);
  memset(b, 0, sizeof *b);
}

void band_solve(const band *b, double *x, size_t length, double *work) {
  int one = 1, rows = b->width + 1, info;
  for (int j = 0; j < b->n; j++) work[j] = x[b->equation[j]];
  if (b->n > 0) dpbtrs_("L", &b->n, &b->width, &one, b->factor, &rows, work, &b->n, &info);
  memset(x, 0, length * sizeof *x);
  for (int j = 0; j < b->n; j++) x[b->equation[j]] = work[j];
}
