/* Laws by name, from anywhere: ours ("flores"), those of a library or of a text beside the model
 * ("mylaws::push").
 *
 *   const lash_contact_law *law;
 *   lash_laws_contact("mylaws::push", "models/press", &law, &error);
 *   lash_contact_choose(&contact, law);     then lash_contact_set(), lash_contact_ready() as ever
 *
 * The part in front of "::" is looked for as NAME.so, libNAME.so (NAME.dll) and NAME.law, in
 * `folder` (that of the model), then in the folders of LASH_LAW_PATH (colons between them,
 * semicolons on Windows). With a slash in it, it is a path, relative to `folder`. The working
 * directory is searched only when it is asked for: "./mylaws::push" with folder NULL.
 *
 * A library is described in lash_open_law.h, a text of laws in docs/open-laws.md. What was opened
 * stays as long as the library these functions are in: law pointers are good until then. Any thread
 * may call. */
#ifndef LASH_LAWS_H
#define LASH_LAWS_H

#include "lash_contact.h"
#include "lash_film.h"
#include "lash_friction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A law of any kind: one of the pointers is not NULL. Laws from outside are no films. */
typedef struct lash_laws_entry {
  const lash_contact_law *contact;
  const lash_friction_law *friction;
  const lash_film_law *film;
} lash_laws_entry;
LASH_API lash_status lash_laws_find(const char *name, const char *folder, lash_laws_entry *entry,
                                    lash_error *error);

/* The law of that name. Wrong kind of law, unknown name, missing or foreign library: a message.
 * `folder` may be NULL. */
LASH_API lash_status lash_laws_contact(const char *name, const char *folder,
                                       const lash_contact_law **law, lash_error *error);
LASH_API lash_status lash_laws_friction(const char *name, const char *folder,
                                        const lash_friction_law **law, lash_error *error);

/* lash_contact_begin() and lash_friction_begin() with laws from anywhere. */
LASH_API lash_status lash_laws_contact_begin(lash_contact *contact, const char *name,
                                             const char *folder, lash_error *error);
LASH_API lash_status lash_laws_friction_begin(lash_friction *friction, const char *name, size_t dim,
                                              const char *folder, lash_error *error);

/* True when a name means a law from outside. */
LASH_API bool lash_laws_is_open(const char *name);

/* All laws of one library or text. */
LASH_API lash_status lash_laws_list(const char *library, const char *folder,
                                    const lash_laws_entry **list, size_t *count, lash_error *error);

/* Takes laws from a text in memory, as if it were the file SOURCE.law: "SOURCE::name" means its
 * laws from then on. A source cannot be defined twice with different texts. */
LASH_API lash_status lash_laws_define(const char *source, const char *text, lash_error *error);

/* Laws that are part of the program itself: the table of a library (lash_open_law.h) without one.
 * "SOURCE::name" means its laws from then on, in the joints of every host too. Table and all it
 * points to must stay as long as this process; a source cannot be offered twice. */
struct lash_law_library;
LASH_API lash_status lash_laws_offer(const char *source, const struct lash_law_library *table,
                                     lash_error *error);
/* What was offered under that name; NULL: nothing. */
LASH_API const struct lash_law_library *lash_laws_offered(const char *source);

/* For libraries with a copy of these functions of their own: whom to ask for sources that are found
 * nowhere here. */
LASH_API void lash_laws_ask(const struct lash_law_library *(*ask)(const char *source));

/* Where the derivatives of a law come from, in words: "exact, by the law itself", "exact, by
 * complex step", "by differences", "exact, by the formula". */
LASH_API const char *lash_laws_contact_derivatives(const lash_contact_law *law);
LASH_API const char *lash_laws_friction_derivatives(const lash_friction_law *law);

#ifdef __cplusplus
}
#endif

#endif
