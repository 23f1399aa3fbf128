/* `lash compare MODEL.adm`: one dataset under several laws or settings. */
#ifndef LASH_CLI_COMPARE_MODEL_H
#define LASH_CLI_COMPARE_MODEL_H

#include "curve_view.h"
#include "lash_variants.h"

/* The sub-command for arguments that name a dataset. */
lash_status compare_model(int argc, char **argv);

/* A curve that the variants are held against (compare_reference.c): COLUMN=FILE[:NAME], where
 * COLUMN is one that a measure looks at. */
typedef struct compare_reference {
  const char *label; /* as given */
  size_t column;
  curve_set set;
  curve_view view;
} compare_reference;

lash_status compare_reference_read(const lash_variants *c, const char *text,
                                   compare_reference *reference, lash_error *error);
void compare_reference_free(compare_reference *reference);
lash_status compare_reference_print(const lash_variants *c, const compare_reference *reference,
                                    FILE *out, lash_error *error);

/* Table and JSON on standard output; DIR/comparison.csv, curves and plots (compare_show.c). */
void compare_print(const lash_variants *c, FILE *out);
void compare_print_json(const lash_variants *c, FILE *out);
lash_status compare_write(const lash_variants *c, const compare_reference *reference,
                          const char *folder, lash_error *error); /* reference: or NULL */

#endif
