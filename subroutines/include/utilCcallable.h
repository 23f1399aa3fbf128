/* The older name of the utility functions' header. The functions are those of slv_c_utils.h; this
 * file adds the type names that older sources use. */
#ifndef LASH_UTIL_C_CALLABLE_H
#define LASH_UTIL_C_CALLABLE_H

#include "slv_c_utils.h"
#include "userPortName.h"

#ifndef LINKDLL
#define LINKDLL LINKDLL_ASUTILITY
#endif

#endif
