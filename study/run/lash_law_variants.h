/* Which settings put a law into a dataset: variants of lash_variants.h from names of laws.
 *
 *   lash_variation wanted = {"hertz,flores", "none,lugre", &params, &choices};
 *   lash_variants_of_laws(&wanted, &variants, &error);          four variants, with their settings
 */
#ifndef LASH_LAW_VARIANTS_H
#define LASH_LAW_VARIANTS_H

#include "lash_variants.h"

/* What to vary. Lists are comma-separated; NULL: as the dataset has it. */
typedef struct lash_variation {
  const char *laws, *friction;       /* names; "none" for no friction */
  const lash_texts_list *params;     /* NAME=VALUE for every law that has it */
  const lash_texts_list *choices;    /* STATEMENT/ID.ARG=A|B|C */
  const char *film, *wear, *rolling; /* names; "none" for a joint without */
} lash_variation;

/* Adds every combination: the STRINGs of its joints are rewritten, what the new laws do not know
 * left out. */
lash_status lash_variants_of_laws(const lash_variation *wanted, lash_variants *variants,
                                  lash_error *error);

/* GFORCE number `index` whose routine reads a STRING of ours: its id and the string's. False when
 * there are no more. */
bool lash_model_joint(const lash_model *model, size_t index, int *force, int *string);

#endif
