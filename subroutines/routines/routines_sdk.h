/* The SDK of the host, and how this library's routines are exported.
 *
 * Linux: the c_ functions stay undefined and are found in the process that loads the library.
 * Windows: sdk_windows.c finds them in the process by name, so that no import library is needed. */
#ifndef LASH_ROUTINES_SDK_H
#define LASH_ROUTINES_SDK_H

#ifdef _WIN32
#define LINKDLL_ASUTILITY
#endif
#include "lash_c_utils.h"
#include "lash_routines.h"
#include "slv_c_utils.h"

/* Does the host listen to c_lash_report_gap? On Windows ours finds out by itself. */
#ifdef _WIN32
#define HOST_HEARS_GAPS      true
#define HOST_SAYS_SEEN       true
#define HOST_KEEPS_INSTANCES true
#define HOST_KNOWS_FOLDER    true
#define HOST_HAS_LAWS        true
#define HOST_TAKES_OFFERS    true
#else
#define HOST_HEARS_GAPS      (c_lash_report_gap != 0)
#define HOST_SAYS_SEEN       (c_lash_seen != 0)        /* the same of c_lash_seen … */
#define HOST_KEEPS_INSTANCES (c_lash_instance != 0)    /* … of c_lash_instance … */
#define HOST_KNOWS_FOLDER    (c_lash_folder != 0)      /* … of c_lash_folder … */
#define HOST_HAS_LAWS        (c_lash_laws != 0)        /* … of c_lash_laws … */
#define HOST_TAKES_OFFERS    (c_lash_offer_force != 0) /* … and of c_lash_offer_force */
#endif

/* A routine by its mixed-case name, and in the Fortran form by a name in one case. */
#ifdef _WIN32
#define ROUTINE                  __declspec(dllexport)
#define FORTRAN_NAME(small, big) big
#else
#define ROUTINE                  __attribute__((visibility("default")))
#define FORTRAN_NAME(small, big) small##_
#endif
#define FORTRAN_ROUTINE(small, big) ROUTINE void STDCALL FORTRAN_NAME(small, big)

#endif
