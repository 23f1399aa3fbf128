// The structures in C++, and those that only C++ has.
#include "layout.h"

#if defined(__x86_64__) && defined(__LP64__)
SIZE(sAdamsRenderNode, 48);
AT(sAdamsRenderNode, psi, 24);
#if LASH_ADAMS_RELEASE > 2017
SIZE(sAdamsContactStiction, 24);
#endif
#endif
