/* A table of an earlier version: what a library built with old headers offers. */
#include "lash_open_law.h"

static const lash_open_law laws[] = {{LASH_OPEN_LAW_HEAD, .name = "none"}};
LASH_LAWS_EXPORT const lash_law_library lash_laws = {sizeof(lash_law_library) - 8,
                                                     LASH_OPEN_LAW_VERSION - 1, laws, 1};
