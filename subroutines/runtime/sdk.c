/* The table of SDK functions. That it names them all is also what brings them into every program
 * that links this library, ready for the user libraries that the program loads. */
#include "sdk.h"

#include <string.h>

#include "lash_runtime.h"
#include "slv_c_utils.h"
#define LASH_WEAK LINKDLL_ASUTILITY /* here they are defined, for libraries to find */
#include "lash_c_utils.h"

#define DECLARE(name, service) extern void name##_(void);
#define STRING(text)           #text
#define FORTRAN_NAME(text)     STRING(text)
#define ROW(name, service) \
  {"c_" #name, FORTRAN_NAME(name##_), LASH_SDK_##service, (void (*)(void))c_##name, name##_},

/* The Fortran spellings have no prototypes in C; here only their addresses matter. */
LASH_SDK_FUNCTIONS(DECLARE)

#pragma GCC diagnostic ignored "-Wcast-function-type"
static const lash_sdk_function functions[] = {LASH_SDK_FUNCTIONS(ROW)};

size_t lash_sdk_count(void) { return sizeof functions / sizeof *functions; }

const lash_sdk_function *lash_sdk_at(size_t index) {
  return index < lash_sdk_count() ? &functions[index] : NULL;
}

const lash_sdk_function *lash_sdk_find(const char *symbol) {
  for (size_t i = 0; i < lash_sdk_count(); i++) {
    const lash_sdk_function *f = &functions[i];
    if (strcmp(f->name, symbol) == 0 || strcmp(f->fortran, symbol) == 0) return f;
  }
  return NULL;
}
