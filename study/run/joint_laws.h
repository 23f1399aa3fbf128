/* The laws that a joint's STRING names, each under its word, and whose a parameter is. */
#ifndef LASH_STUDY_JOINT_LAWS_H
#define LASH_STUDY_JOINT_LAWS_H

#include "lash_contact.h"
#include "lash_film.h"
#include "lash_friction.h"
#include "lash_model.h"
#include "lash_wear.h"

enum { JOINT_NORMAL, JOINT_FRICTION, JOINT_FILM, JOINT_WEAR, JOINT_ROLLING, JOINT_LAWS };

extern const char *const joint_law_words[JOINT_LAWS];

typedef struct joint_laws {
  bool there[JOINT_LAWS];
  lash_contact contact;
  lash_friction friction, rolling;
  lash_film film;
  lash_wear wear;
} joint_laws;

/* Laws by their names; NULL, "" or "none": none of that kind. */
lash_status joint_laws_begin(joint_laws *laws, const lash_model *model,
                             const char *const name[JOINT_LAWS], lash_error *error);

/* Which law a word of the STRING belongs to, or -1, and the parameter's own name in *bare. Like the
 * joint's reader: the first law that has it, unless a prefix says whose it is. */
int joint_laws_owner(const joint_laws *laws, const char *word, const char **bare);

#endif
