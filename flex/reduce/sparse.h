/* Sparse symmetric matrices for the reduction: products, and a banded Cholesky factor. */
#ifndef LASH_FLEX_SPARSE_H
#define LASH_FLEX_SPARSE_H

#include "lash_reduce.h"

lash_status entries_add(lash_entries *list, int row, int column, double value, lash_error *error);

/* Compressed columns, both triangles. */
typedef struct sparse {
  int n;
  size_t *start;
  int *row;
  double *value;
} sparse;

lash_status sparse_build(sparse *a, int n, const lash_entries *entries, lash_error *error);
void sparse_free(sparse *a);

/* y = A x */
void sparse_multiply(const sparse *a, const double *x, double *y);

/* The Cholesky factor of (K + shift M) restricted to `count` equations listed in `keep`, in an
 * order that makes the band narrow (Cuthill and McKee reversed). K and M have the same size. */
typedef struct band {
  int n, width;  /* below the diagonal */
  int *equation; /* equation at each place */
  double *factor;
} band;

lash_status band_factor(band *b, const sparse *K, const sparse *M, double shift, const int *keep,
                        int count, lash_error *error);
void band_free(band *b);

/* Solves for the kept equations of x (full length), in place; the others become zero. `work` has
 * room for b->n numbers. */
void band_solve(const band *b, double *x, size_t length, double *work);

#endif
