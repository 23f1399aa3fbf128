/* The routines of liblash_subroutines.so under names of their own, beside the usual ones (Gfosub,
 * Sfosub, …); docs/subroutines.md says what they read. Each is also there in the Fortran form:
 * lash_gap_ on Linux, LASH_GAP on Windows. */
#ifndef LASH_ROUTINES_H
#define LASH_ROUTINES_H

#include "slv_c_utils.h"

#ifdef __cplusplus
extern "C" {
#endif

adams_c_Gfosub Lash_spherical, Lash_revolute;
adams_c_Vfosub Lash_point;
adams_c_Sfosub Lash_gap, Lash_slide;
adams_c_Reqsub Lash_request;

/* Contact forces in MotionSolve's C form: by reference as in Fortran, without the area. One name on
 * all systems. */
void STDCALL MS_CNFSUB(int *id, double *time, double *par, int *npar, double *loci, double *ni,
                       double *locj, double *nj, double *gap, double *gapdot, double *gapdotdot,
                       int *dflag, int *iflag, double *result);
void STDCALL MS_CFFSUB(int *id, double *time, double *par, int *npar, double *loci, double *locj,
                       double *x, double *xdot, double *nforce, int *dflag, int *iflag,
                       double *result);

/* Cbksub for hosts of release 2017, which hand over no structure. */
void Lash_callback_2017(double time, int event, int *data);

#ifdef __cplusplus
}
#endif

#endif
