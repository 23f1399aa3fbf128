/* C sources of the older kind: Fortran interface under portable names. */
#include "userPortName.h"
#include "utilCcallable.h"

/* A spring on the distance; the utilities take char * here. USER(i, j, k) */
VOID_FUNCTION SFOSUB(int *id, REAL *time, REAL *par, int *npar, BOOL *dflag, BOOL *iflag,
                     REAL *result) {
  char name[] = "DM", message[] = "no distance", stop[] = "STOP";
  int pair[2] = {(int)par[0], (int)par[1]}, failed;
  REAL distance;
  (void)time, (void)npar, (void)dflag, (void)iflag;
  c_sysfnc(name, pair, 2, &distance, &failed);
  c_errmes(failed, message, *id, stop);
  *result = -par[2] * distance;
}

/* GSE_SAMP: the time of the last converged step plus a tenth. */
VOID_FUNCTION GSE_SAMP(int *id, REAL *time, REAL *par, int *npar, BOOL *iflag, REAL *step) {
  REAL last;
  (void)id, (void)time, (void)par, (void)npar, (void)iflag;
  c_timget(&last);
  *step = last + 0.1;
}
