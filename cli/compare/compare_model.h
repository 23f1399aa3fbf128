/* `lash compare MODEL.adm`: one dataset under several laws or settings. */
#ifndef LASH_CLI_COMPARE_MODEL_H
#define LASH_CLI_COMPARE_MODEL_H

#include "lash_variants.h"

/* The sub-command for arguments that name a dataset. */
lash_status compare_model(int argc, char **argv);

/* What to vary. Lists are comma-separated; NULL: as the dataset has it. */
typedef struct variation {
  const char *laws, *friction;    /* names; "none" for no friction */
  const lash_texts_list *params;  /* NAME=VALUE for every law that has it */
  const lash_texts_list *choices; /* STATEMENT/ID.ARG=A|B|C */
} variation;

/* Adds every combination to the comparison (compare_laws.c). */
lash_status compare_variants(const variation *wanted, lash_variants *c, lash_error *error);

/* GFORCE, SFORCE or VFORCE number `index` whose routine reads a STRING of ours: its id and the
 * string's. False when there are no more. */
bool compare_joint(const lash_model *model, size_t index, int *force, int *string);

/* Table and JSON on standard output; DIR/comparison.csv, curves and plots (compare_show.c). */
void compare_print(const lash_variants *c, FILE *out);
void compare_print_json(const lash_variants *c, FILE *out);
lash_status compare_write(const lash_variants *c, const char *folder, lash_error *error);

#endif
