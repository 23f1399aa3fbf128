/* The LAPACK routines flex/ calls, as Fortran passes them: everything by reference. */
#ifndef LASH_FLEX_LAPACK_H
#define LASH_FLEX_LAPACK_H

/* band Cholesky factorisation and solution */
void dpbtrf_(const char *uplo, const int *n, const int *kd, double *ab, const int *ldab, int *info);
void dpbtrs_(const char *uplo, const int *n, const int *kd, const int *nrhs, const double *ab,
             const int *ldab, double *b, const int *ldb, int *info);

/* dense Cholesky */
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info);
void dpotrs_(const char *uplo, const int *n, const int *nrhs, const double *a, const int *lda,
             double *b, const int *ldb, int *info);

/* symmetric-definite generalised eigenvalues: all, and a range */
void dsygvd_(const int *itype, const char *jobz, const char *uplo, const int *n, double *a,
             const int *lda, double *b, const int *ldb, double *w, double *work, const int *lwork,
             int *iwork, const int *liwork, int *info);
void dsygvx_(const int *itype, const char *jobz, const char *range, const char *uplo, const int *n,
             double *a, const int *lda, double *b, const int *ldb, const double *vl,
             const double *vu, const int *il, const int *iu, const double *abstol, int *m,
             double *w, double *z, const int *ldz, double *work, const int *lwork, int *iwork,
             int *ifail, int *info);

#endif
