/* Needs a function that no SDK has. */
#include "slv_c_utils.h"

extern void c_no_such_function(int id);

adams_c_Varsub Varsub;
void Varsub(const struct sAdamsVariable *variable, double time, int dflag, int iflag,
            double *result) {
  (void)time, (void)dflag, (void)iflag;
  c_no_such_function(variable->ID);
  *result = 0;
}
