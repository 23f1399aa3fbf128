/* Laws of a joint's STRING, and their parameters. */
#include "joint_laws.h"

#include <stdlib.h>
#include <string.h>

#include "lash_laws.h"
#include "paths.h"

const char *const joint_law_words[JOINT_LAWS] = {"normal", "friction", "film", "wear", "rolling"};

lash_status joint_laws_begin(joint_laws *l, const lash_model *model,
                             const char *const name[JOINT_LAWS], lash_error *error) {
  char *folder = path_parent(model->file ? model->file : "");
  if (!folder) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (int k = 0; k < JOINT_LAWS; k++)
    l->there[k] = name[k] && name[k][0] && strcmp(name[k], "none") != 0;
  lash_status status = LASH_OK;
  if (l->there[JOINT_NORMAL])
    status = lash_laws_contact_begin(&l->contact, name[JOINT_NORMAL], folder, error);
  if (!status && l->there[JOINT_FRICTION])
    status = lash_laws_friction_begin(&l->friction, name[JOINT_FRICTION], 2, folder, error);
  if (!status && l->there[JOINT_ROLLING])
    status = lash_laws_friction_begin(&l->rolling, name[JOINT_ROLLING], 2, folder, error);
  if (!status && l->there[JOINT_FILM]) status = lash_film_begin(&l->film, name[JOINT_FILM], error);
  if (!status && l->there[JOINT_WEAR]) status = lash_wear_begin(&l->wear, name[JOINT_WEAR], error);
  free(folder);
  return status;
}

static const lash_params *params_of(const joint_laws *l, int kind) {
  const lash_params *const all[JOINT_LAWS] = {&l->contact.params, &l->friction.params,
                                              &l->film.params, &l->wear.params, &l->rolling.params};
  return l->there[kind] ? all[kind] : NULL;
}

/* The word without a law's prefix; NULL: it has none. */
static const char *behind_prefix(const char *word, int kind) {
  const size_t length = strlen(joint_law_words[kind]);
  const bool has = strncmp(word, joint_law_words[kind], length) == 0 && word[length] == '.';
  return has && kind != JOINT_NORMAL ? word + length + 1 : NULL;
}

int joint_laws_owner(const joint_laws *l, const char *word, const char **bare) {
  for (int k = 0; k < JOINT_LAWS; k++) {
    const lash_params *params = params_of(l, k);
    const char *name = behind_prefix(word, k);
    if (!name && k != JOINT_ROLLING) name = word; /* rolling's are always said with their prefix */
    if (!params || !name || lash_params_find(params, name) < 0) continue;
    *bare = name;
    return k;
  }
  return -1;
}
