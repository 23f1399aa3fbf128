/* Mass matrix and rows, factorised on the tape. */
#ifndef LASH_SOLVER_RECORD_SOLVE_H
#define LASH_SOLVER_RECORD_SOLVE_H

#include "record_impl.h"

typedef struct sparse_entry {
  int column;
  lash_term value;
} sparse_entry;

typedef struct sparse_row {
  size_t count;
  sparse_entry *item; /* by column; the last is the diagonal */
} sparse_row;

typedef struct speed_list {
  size_t count;
  size_t *speed;
} speed_list;

typedef struct factors {
  sparse_row *M;      /* mass matrix, then its factor L without the diagonal */
  sparse_row *driven; /* by prescribed speed: what it has of the mass matrix */
  lash_term *inverse; /* of the pivots of M */
  lash_term *Q;       /* right-hand side by speed, prescribed ones behind */
  lash_term **Y;      /* L^-T J^T by row */
  speed_list *moved;  /* by row: speeds where Y is not zero */
  lash_term *S;       /* J M^-1 J^T of all rows */
  size_t rows, *row;  /* kept */
  lash_term *F;       /* factors of S: L below, reciprocal pivots on the diagonal */
  lash_term *pivot, *diagonal;
  lash_term *mu; /* forces along the kept rows, once accelerations are recorded */
} factors;

factors *record_factor(lash_recording *record);
void record_keep_rows(lash_recording *record, factors *f, const size_t *kept, size_t count);

/* Accelerations of all speeds; returns a number that is positive as long as no pivot of the rows
 * comes near zero. */
lash_term record_accelerations(lash_recording *record, factors *f, lash_term *out);

/* record_power.c: what a MOTION (by its index) delivers, given those. */
lash_term record_motion_power(lash_recording *record, const factors *f,
                              const lash_term *accelerations, size_t motion);

/* Changes of positions (in the space of speeds) and of speeds that take the residuals away. */
void record_correction(lash_recording *record, factors *f, lash_term *position, lash_term *speed);

#endif
