/* The LAPACK routines used here, Fortran calling convention. */
#ifndef LASH_SOLVER_LAPACK_H
#define LASH_SOLVER_LAPACK_H

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b,
            const int *ldb, int *info);
void dgeqp3_(const int *m, const int *n, double *a, const int *lda, int *jpvt, double *tau,
             double *work, const int *lwork, int *info);
void dormqr_(const char *side, const char *trans, const int *m, const int *n, const int *k,
             const double *a, const int *lda, const double *tau, double *c, const int *ldc,
             double *work, const int *lwork, int *info);
void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
             const int *ldb, int *jpvt, const double *rcond, int *rank, double *work,
             const int *lwork, int *info);
void dggev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
            double *b, const int *ldb, double *alphar, double *alphai, double *beta, double *vl,
            const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork,
            int *info);

#endif
