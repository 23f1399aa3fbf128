// A routine that forgot extern "C": its symbol is one that no solver looks for.
#include "slv_c_utils.h"

void Gfosub(const sAdamsGforce *, double, int, int, double *result) { result[0] = 1; }
