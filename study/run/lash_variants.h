/* The same dataset under several laws or settings, each as an ensemble of starts.
 *
 *   lash_variants c = {.study = &study, .members = 8, .scatter = 1e-4};
 *   lash_variants_add(&c, "flores", &error);            then the settings that make it:
 *   lash_variants_set(&c, "STRING/1.normal=flores", &error);
 *   lash_variants_run(&c, NULL, NULL, &error);
 *   … c.variant[i].sample[k], c.variant[i].record …
 *   lash_variants_free(&c);
 *
 * A variant that fails is kept with its reason; the others go on. */
#ifndef LASH_VARIANTS_H
#define LASH_VARIANTS_H

#include "lash_statistics.h"
#include "lash_study.h"

enum { LASH_VARIANTS_MAX = 64 };

typedef struct lash_variant {
  char name[160];
  lash_texts_list sets; /* owned */
  double *values;       /* members * measures */
  lash_sample sample[LASH_MEASURES_MAX];
  double probability[LASH_MEASURES_MAX]; /* of no difference from the first variant */
  size_t failed;                         /* members */
  size_t lost;                           /* of them for no fault of their own: repeat the command */
  lash_error failure;                    /* of the first that failed */
  double *time, *data;                   /* of member 0, as in lash_record; NULL when it failed */
  size_t rows, columns;
} lash_variant;

typedef struct lash_variants {
  const lash_study *study;
  size_t members;   /* 0 means 1 */
  double scatter;   /* of starts, in the dataset's length */
  int side_by_side; /* 0: one per processor */
  lash_variant variant[LASH_VARIANTS_MAX];
  size_t count;
} lash_variants;

lash_status lash_variants_add(lash_variants *comparison, const char *name, lash_error *error);
lash_status lash_variants_set(lash_variants *comparison, const char *setting, lash_error *error);

/* Runs everything. `progress` may be NULL; false from it stops, what is done is kept. */
lash_status lash_variants_run(lash_variants *comparison,
                              bool (*progress)(void *context, size_t done, size_t all),
                              void *context, lash_error *error);
void lash_variants_free(lash_variants *comparison);

/* The largest probability that still counts as a difference: 0.05 shared by all comparisons with
 * the first variant (Bonferroni). */
double lash_variants_threshold(const lash_variants *comparison);

/* ---------------------------------------------------------------------------------- of laws */

/* Which settings put a law into a dataset: variants from names of laws.
 *
 *   lash_variation wanted = {"hertz,flores", "none,lugre", &params, &choices};
 *   lash_variants_of_laws(&wanted, &variants, &error);          four variants, with their settings
 *
 * What to vary: lists are comma-separated; NULL: as the dataset has it. */
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
