/* A law behind a pointer: for languages that know no C structures, and for programs that want to
 * outlive a change of ours. Numbers and texts cross the border, nothing else.
 *
 *   lash_law *law;
 *   char message[LASH_MESSAGE_MAX];
 *   if (lash_law_make("lankarani_nikravesh K=1e8 e=0.9", NULL, 1, &law, message, sizeof message))
 *     puts(message);
 *   lash_law_contact(law, delta, v, v0, &force, &d_delta, NULL, NULL);
 *   lash_law_free(law);
 *
 * Functions that can fail return a lash_status as an int, 0 when all is well, and write a sentence
 * into `message` (`size` bytes; NULL, 0: nobody wants it). Results may be NULL where they are not
 * wanted. A law that is made is constant: any thread may ask it, as often and in whatever order it
 * likes. Signs and units are those of lash_contact.h and lash_friction.h. */
#ifndef LASH_LAW_H
#define LASH_LAW_H

#include "lash_contact.h"
#include "lash_friction.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_law lash_law;

/* From words: the name of a law, ours or anyone's (lash_laws.h; `folder` may be NULL), and its
 * parameters. `dim` is 1, or 2 for friction in the plane. */
LASH_API int lash_law_make(const char *words, const char *folder, int dim, lash_law **law,
                           char *message, size_t size);

/* The same from a name, with lash_law_set() for each parameter and lash_law_ready() at the end. */
LASH_API int lash_law_begin(const char *name, const char *folder, int dim, lash_law **law,
                            char *message, size_t size);
LASH_API int lash_law_set(lash_law *law, const char *parameter, double value, char *message,
                          size_t size);
LASH_API int lash_law_set_text(lash_law *law, const char *parameter, const char *value,
                               char *message, size_t size);
LASH_API int lash_law_ready(lash_law *law, char *message, size_t size);

LASH_API lash_law *lash_law_copy(const lash_law *law); /* NULL: no memory */
LASH_API void lash_law_free(lash_law *law);            /* NULL is fine */

/* What it is. The name lives as long as the process. */
LASH_API const char *lash_law_name(const lash_law *law);
LASH_API int lash_law_is_friction(const lash_law *law);
LASH_API int lash_law_states(const lash_law *law); /* numbers that a friction law remembers */

/* A contact law at one state; returns LASH_CONTACT_CLAMPED and LASH_CONTACT_BEYOND. A friction law
 * answers with zeros. */
LASH_API int lash_law_contact(const lash_law *law, double delta, double v, double v0, double *force,
                              double *d_delta, double *d_v, double *d_v0);

/* n states in arrays, the same bits; none of the arrays may be NULL. Returns how many were beyond
 * the law's validity limit. */
LASH_API size_t lash_law_contact_batch(const lash_law *law, size_t n, const double *delta,
                                       const double *v, const double *v0, double *force,
                                       double *d_delta, double *d_v);

/* A friction law on a line (dim 1), with its states z and their rates. A contact law answers with
 * zeros. */
LASH_API void lash_law_friction(const lash_law *law, double vt, double normal, const double *z,
                                double *force, double *d_vt, double *d_normal, double *zdot);
/* In arrays; z and zdot state by state: z[k*n + i]. */
LASH_API void lash_law_friction_batch(const lash_law *law, size_t n, const double *vt,
                                      const double *normal, const double *z, double *force,
                                      double *d_vt, double *d_normal, double *zdot);
/* The states at rest, and after h seconds at this speed and load. */
LASH_API void lash_law_rest(const lash_law *law, double *z);
LASH_API void lash_law_advance(const lash_law *law, double vt, double normal, double h, double *z);

/* The structure behind it, for rigs and joints in C; NULL when it is of the other kind. It lives as
 * long as the law. */
LASH_API const lash_contact *lash_law_as_contact(const lash_law *law);
LASH_API const lash_friction *lash_law_as_friction(const lash_law *law);

/* lash_restitution_of() of a contact law of the hysteresis family: the restitution it returns; NAN
 * for others. */
LASH_API double lash_law_restitution(const lash_law *law);

#ifdef __cplusplus
}
#endif

#endif
