/* A table of this version with a law of an earlier one in it. */
#include "lash_open_law.h"

static double spring(const double *p, const double *x) { return p[0] * x[0]; }

static const lash_open_law laws[] = {{.size = sizeof(lash_open_law) - 16,
                                      .version = LASH_OPEN_LAW_VERSION - 1,
                                      .name = "spring",
                                      .force = spring}};
LASH_LAWS(laws);
