/* Compiled against the structures of release 2017. */
#include "slv_c_utils.h"

adams_c_Gsederiv Gse_deriv;
adams_c_Callback Cbksub;

/* What lies behind STATIC_HOLD, which release 2023 moved. */
void Gse_deriv(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int ns,
               double *xdot) {
  (void)time, (void)dflag, (void)iflag, (void)ns;
  xdot[0] = gse->ND + 10 * gse->XD + 100 * gse->ICD + gse->SAMPLE_OFFSET;
}

void Cbksub(double time, int event, int *data) { data[0] = event + (int)time; }
