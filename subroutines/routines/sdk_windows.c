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

void c_sysary(const char *fncnam, const int *ipar, int nsize, double *states, int *nstate,
              int *errflg) {
  HOST(c_sysary);
  *errflg = 1;
  if (host) host(fncnam, ipar, nsize, states, nstate, errflg);
}

void c_sysfnc(const char *fncnam, const int *ipar, int nsize, double *state, int *errflg) {
  HOST(c_sysfnc);
  *errflg = 1;
  if (host) host(fncnam, ipar, nsize, state, errflg);
}

void c_syspar(const char *fncnam, const int *ipar, int nsize, const double *states, int nstate,
              int *errflg) {
  HOST(c_syspar);
  *errflg = 1;
  if (host) host(fncnam, ipar, nsize, states, nstate, errflg);
}

void c_adams_needs_partials(int *eval_jac) {
  HOST(c_adams_needs_partials);
  *eval_jac = 0;
  if (host) host(eval_jac);
}

void c_adams_declare_threadsafe(void) {
  HOST(c_adams_declare_threadsafe);
  if (host) host();
}

/* An extension: a host without it is not worth a message. */
#define LASH_HOST(function)                                             \
  static _Atomic(any_function *) known;                                 \
  static _Atomic(int) looked;                                           \
  if (!atomic_exchange(&looked, 1)) {                                   \
    atomic_store(&known, in_module(GetModuleHandleA(NULL), #function)); \
  }                                                                     \
  __typeof__(function) *host = (__typeof__(function) *)atomic_load(&known)

void c_lash_report_gap(int site, double gap) {
  LASH_HOST(c_lash_report_gap);
  if (host) host(site, gap);
}

void c_lash_seen(int *yes) {
  LASH_HOST(c_lash_seen);
  *yes = 0;
  if (host) host(yes);
}

void c_lash_instance(const void *library, void (*release)(void *kept), void ***place, int *errflg) {
  LASH_HOST(c_lash_instance);
  *place = NULL;
  *errflg = 0;
  if (host) host(library, release, place, errflg);
}

void c_lash_folder(const char **folder) {
  LASH_HOST(c_lash_folder);
  *folder = NULL;
  if (host) host(folder);
}

void c_lash_laws(const char *source, const void **table) {
  LASH_HOST(c_lash_laws);
  *table = NULL;
  if (host) host(source, table);
}

void c_lash_offer_force(lash_direct_force *function, void *context, const int *marker, int count) {
  LASH_HOST(c_lash_offer_force);
  if (host) host(function, context, marker, count);
}

void c_errmes(int errflg, const char *mesage, int id, const char *endflg) {
  HOST(c_errmes);
  if (host) host(errflg, mesage, id, endflg);
}

void c_gtstrg(int id, char *string, int *nchars, int *istat) {
  HOST(c_gtstrg);
  *istat = 1;
  if (host) host(id, string, nchars, istat);
}

void c_gtunts(int *exists, double *scales, char *units) {
  HOST(c_gtunts);
  *exists = 0;
  if (host) host(exists, scales, units);
}

void c_timget(double *time) {
  HOST(c_timget);
  *time = 0;
  if (host) host(time);
}

void c_getmod(int *mode) {
  HOST(c_getmod);
  *mode = 0;
  if (host) host(mode);
}

void c_adams_serialize_integers(const int *values, int n) {
  HOST(c_adams_serialize_integers);
  if (host) host(values, n);
}

void c_adams_serialize_doubles(const double *values, int n) {
  HOST(c_adams_serialize_doubles);
  if (host) host(values, n);
}

void c_adams_unserialize_integers(int *values, int n) {
  HOST(c_adams_unserialize_integers);
  memset(values, 0, (size_t)n * sizeof *values);
  if (host) host(values, n);
}

void c_adams_unserialize_doubles(double *values, int n) {
  HOST(c_adams_unserialize_doubles);
  memset(values, 0, (size_t)n * sizeof *values);
  if (host) host(values, n);
}

#else
typedef int nothing_here; /* elsewhere the loader finds the functions */
#endif
