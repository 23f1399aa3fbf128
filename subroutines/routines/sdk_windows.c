/* The SDK functions on Windows: found in the process that loads this library, at first use.
 *
 * A solver exports them from its program or from one of its DLLs, whose name depends on the
 * release; looking through the modules of the process needs no import library and suits them all. A
 * function that is nowhere to be found answers with its error flag. */
#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
/* after windows.h */
#include <psapi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "routines_sdk.h"

typedef void any_function(void);

static any_function *in_module(HMODULE module, const char *name) {
  FARPROC found = module ? GetProcAddress(module, name) : NULL;
  any_function *function;
  memcpy(&function, &found, sizeof function); /* ISO C has no cast between the two */
  return function;
}

static any_function *search(const char *name) {
  any_function *found = in_module(GetModuleHandleA(NULL), name);
  HMODULE modules[1024];
  DWORD bytes = 0;
  if (!found && K32EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &bytes)) {
    size_t count = bytes / sizeof modules[0];
    for (size_t k = 0; k < count && k < 1024 && !found; k++) found = in_module(modules[k], name);
  }
  if (!found) fprintf(stderr, "lash_subroutines: the host has no function %s\n", name);
  return found;
}

/* Declares `host`, the host's function of this name and type, or NULL. */
#define HOST(function)                                             \
  static _Atomic(any_function *) known;                            \
  any_function *address = atomic_load(&known);                     \
  if (!address) atomic_store(&known, address = search(#function)); \
  __typeof__(function) *host = (__typeof__(function) *)address

/* An extension: a host without it is not worth a message. */
#define LASH_HOST(function)                                             \
  static _Atomic(any_function *) known;                                 \
  static _Atomic(int) looked;                                           \
  if (!atomic_exchange(&looked, 1)) {                                   \
    atomic_store(&known, in_module(GetModuleHandleA(NULL), #function)); \
  }                                                                     \
  __typeof__(function) *host = (__typeof__(function) *)atomic_load(&known)

/* The function of this name: the host's, or what it does `otherwise`. */
#define SERVE(look, name, parameters, arguments, otherwise) \
  void name parameters {                                    \
    look(name);                                             \
    otherwise;                                              \
    if (host) host arguments;                               \
  }

SERVE(LASH_HOST, c_lash_report_gap, (int site, double gap), (site, gap), (void)0)
SERVE(LASH_HOST, c_lash_seen, (int *yes), (yes), *yes = 0)
SERVE(LASH_HOST, c_lash_instance,
      (const void *library, void (*release)(void *kept), void ***place, int *errflg),
      (library, release, place, errflg), (*place = NULL, *errflg = 0))
SERVE(LASH_HOST, c_lash_folder, (const char **folder), (folder), *folder = NULL)
SERVE(LASH_HOST, c_lash_laws, (const char *source, const void **table), (source, table),
      *table = NULL)
SERVE(LASH_HOST, c_lash_offer_force,
      (lash_direct_force * function, void *context, const int *marker, int count),
      (function, context, marker, count), (void)0)

SERVE(HOST, c_sysary,
      (const char *fncnam, const int *ipar, int nsize, double *states, int *nstate, int *errflg),
      (fncnam, ipar, nsize, states, nstate, errflg), *errflg = 1)
SERVE(HOST, c_sysfnc, (const char *fncnam, const int *ipar, int nsize, double *state, int *errflg),
      (fncnam, ipar, nsize, state, errflg), *errflg = 1)
SERVE(HOST, c_syspar,
      (const char *fncnam, const int *ipar, int nsize, const double *states, int nstate,
       int *errflg),
      (fncnam, ipar, nsize, states, nstate, errflg), *errflg = 1)
SERVE(HOST, c_adams_needs_partials, (int *eval_jac), (eval_jac), *eval_jac = 0)
SERVE(HOST, c_adams_declare_threadsafe, (void), (), (void)0)
SERVE(HOST, c_errmes, (int errflg, const char *mesage, int id, const char *endflg),
      (errflg, mesage, id, endflg), (void)0)
SERVE(HOST, c_gtstrg, (int id, char *string, int *nchars, int *istat), (id, string, nchars, istat),
      *istat = 1)
SERVE(HOST, c_gtunts, (int *exists, double *scales, char *units), (exists, scales, units),
      *exists = 0)
SERVE(HOST, c_timget, (double *time), (time), *time = 0)
SERVE(HOST, c_getmod, (int *mode), (mode), *mode = 0)
SERVE(HOST, c_adams_serialize_integers, (const int *values, int n), (values, n), (void)0)
SERVE(HOST, c_adams_serialize_doubles, (const double *values, int n), (values, n), (void)0)
SERVE(HOST, c_adams_unserialize_integers, (int *values, int n), (values, n),
      memset(values, 0, (size_t)n * sizeof *values))
SERVE(HOST, c_adams_unserialize_doubles, (double *values, int n), (values, n),
      memset(values, 0, (size_t)n * sizeof *values))

#else
typedef int nothing_here; /* elsewhere the loader finds the functions */
#endif
