/* The LAPACK routines flex/ calls, as Fortran passes them: everything by reference. */
#ifndef LASH_FLEX_LAPACK_H
#define LASH_FLEX_LAPACK_H

/* band Cholesky factorisation and solution */
void dpbtrf_(const char *uplo, const int *n, const int *kd, double *ab, const int *ldab, int *info);
void dpbtrs_(const char *uplo, const int *n, const int *kd, const int *nrhs, const double *ab,
             const int *ldab, double *b, const int *ldb, int *info);

/* dense solution with pivoting */
void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b,
            const int *ldb, int *info);

/* all eigenvalues and vectors of a symmetric-definite pair */
void dsygvd_(const int *itype, const char *jobz, const char *uplo, const int *n, double *a,
             const int *lda, double *b, const int *ldb, double *w, double *work, const int *lwork,
             int *iwork, const int *liwork, int *info);

#endif
