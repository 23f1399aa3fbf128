/* Solving with the Schur complement of the kept constraint rows. */
#ifndef LASH_SOLVER_SCHUR_H
#define LASH_SOLVER_SCHUR_H

#include "hinge.h"
#include "system_impl.h"

/* A symmetric matrix of row bands and its factors L D L^T: column first[r] is the leftmost non-zero
 * of row r, last[c] the lowest row that reaches column c. */
typedef struct lash_skyline {
  size_t order;
  int *first, *last;
  size_t *start; /* row r holds first[r] … r at value[start[r]] */
  double *value;
  bool by_rows;         /* eliminated row by row; else, by columns, these are used: */
  size_t *column_start; /* column c holds c + 1 … last[c] */
  double *column;
  double *pivot; /* reciprocals; then the diagonal before elimination */
} lash_skyline;

/* A block of a row of the Schur complement; these are listed row by row in elimination order. */
typedef struct lash_schur_block {
  size_t jacobian; /* where its six numbers are in the Jacobian */
  size_t at;       /* where its body's are in v */
  int body, hinge; /* hinge of the body, or -1 */
} lash_schur_block;

/* What a body does in three rows that hold a point: blocks [sign I | B]. */
typedef struct lash_schur_point {
  int row;         /* the first of them in elimination order */
  int body, hinge; /* hinge of the body, or -1 */
  double sign;
  size_t at;        /* where the body's numbers are in v */
  size_t turning;   /* the first row of B in the Jacobian */
  size_t weighted;  /* its block in `weighted` */
  size_t apart;     /* distance of the rows in both */
  size_t target[3]; /* where the lower triangle of the product begins, by rows */
} lash_schur_point;

typedef struct lash_schur_pair {
  int a, b; /* blocks of the list above */
  enum { LASH_PAIR_HINGED, LASH_PAIR_TURNS, LASH_PAIR_MOVES } kind;
  size_t target; /* in skyline values */
} lash_schur_pair;

typedef struct lash_schur {
  lash_store store; /* what lasts until a joint is switched on or off */
  lash_stamp stamp;

  size_t hinge_count;
  lash_hinge *hinge;
  int *body_hinge;  /* hinge of a body, or -1 */
  bool *row_hinged; /* by kept row: solved by a hinge */

  /* the other rows, in elimination order */
  lash_skyline skyline;
  int *order; /* order[k]: kept row eliminated k-th */
  lash_schur_block *block;
  size_t *first; /* first block of each row, and the end */
  size_t point_count, single_count;
  lash_schur_point *point;
  int *single; /* rows that do not belong to a point */
  size_t pair_count;
  lash_schur_pair *pair; /* products other than those of a point with itself */
  double *weighted; /* J M^-1, 6 per block of the list; hinged: N . J, and that by the inertia */
} lash_schur;

/* After system->kept is known (or has changed): order, skyline, list of products. */
void lash_schur_plan(lash_system *system);

/* At the current state; kept until the state changes. */
lash_status lash_schur_factor(lash_system *system, lash_error *error);

/* The least pivot, relative to what stood there before elimination, and the kept row it is of. */
double lash_schur_least(const lash_schur *schur, size_t *row);

/* With the factors: M a + J^T lambda = f, J a = gamma; f may be NULL for none. Multipliers of rows
 * that hinges solve are left out until lash_schur_complete(). */
void lash_schur_solve(lash_system *system, const double *f, const double *gamma, double *a,
                      double *lambda);

/* The same for accelerations without Baumgarte terms: gamma of direct hinges is not looked at. */
void lash_schur_accelerate(lash_system *system, const double *f, const double *gamma, double *a,
                           double *lambda);
void lash_schur_complete(lash_system *system, const double *f, const double *a, double *lambda);

/* out = J v, by kept rows. */
void lash_jacobian_times(const lash_system *system, const double *v, double *out);

#endif
