/* What Lash's own hosts offer a user subroutine beyond Adams' SDK.
 *
 * Adams knows nothing of these, so declare them weak (this header does) and ask before calling:
 *
 *   if (c_lash_report_gap) c_lash_report_gap(0, gap);
 */
#ifndef LASH_C_UTILS_H
#define LASH_C_UTILS_H

#include "lash_direct.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef LASH_WEAK /* hosts, which define them, set it to how they export */
#if defined(__GNUC__) && !defined(_WIN32)
#define LASH_WEAK __attribute__((weak))
#else
#define LASH_WEAK
#endif
#endif

/* A force routine that models contact says how far its bodies are apart at contact site number
 * `site` (0 to 15), in the host's length unit; negative in contact. The host then locates the
 * instant of touch instead of stepping over it. Call it in every value pass. Called in the first
 * passes (iflag 1 or 3) too, it tells how many sites there are: those beyond are not watched. */
LASH_WEAK void c_lash_report_gap(int site, double gap);

/* In a Cbksub at the end of a step: *yes is 1 when force routines saw the accepted state in their
 * newest value pass (dflag 0), so that what they noted there need not be measured again. */
LASH_WEAK void c_lash_seen(int *yes);

/* Several systems may live in one process, and a library is loaded once for all of them: what it
 * remembers belongs here. *place is a pointer of the library's own in the system that calls, NULL
 * in the beginning; let it point to what the library remembers of this system. When the system
 * goes, release(*place) is called. Any address of the library tells it from others. *place itself
 * is NULL when the host keeps nothing, and *errflg is 1 when it has no memory left.
 *
 *   static struct memory common;
 *   void **place = NULL;
 *   int failed = 0;
 *   if (c_lash_instance) c_lash_instance(&common, free, &place, &failed);
 *   if (place && !*place) *place = calloc(1, sizeof common);
 *   struct memory *mine = place ? *place : &common;
 */
LASH_WEAK void c_lash_instance(const void *library, void (*release)(void *kept), void ***place,
                               int *errflg);

/* The folder of the model, where files that it names are: *folder is a text of the host's that
 * stays as long as the model, or NULL when the host knows none. */
LASH_WEAK void c_lash_folder(const char **folder);

/* Laws that the program which runs has offered under this name (lash_laws_offer): *table is a
 * lash_law_library of lash_open_law.h, or NULL when there are none. */
LASH_WEAK void c_lash_laws(const char *source, const void **table);

/* In the pass with iflag 3 a GFORCE routine may offer to be called by such a function, with the
 * motion of `count` markers (at most 4) instead of names to look up: in value passes where no
 * partial derivatives are wanted the host then calls the function in its place. All other passes go
 * to the routine. `context` has to stay as long as the element does. */
LASH_WEAK void c_lash_offer_force(lash_direct_force *function, void *context, const int *marker,
                                  int count);

#ifdef __cplusplus
}
#endif

#endif
