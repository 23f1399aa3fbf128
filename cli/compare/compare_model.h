/* `lash compare MODEL.adm`: one dataset under several laws or settings. */
#ifndef LASH_CLI_COMPARE_MODEL_H
#define LASH_CLI_COMPARE_MODEL_H

#include "lash_law_variants.h"

/* The sub-command for arguments that name a dataset. */
lash_status compare_model(int argc, char **argv);

/* Table and JSON on standard output; DIR/comparison.csv, curves and plots (compare_show.c). */
void compare_print(const lash_variants *c, FILE *out);
void compare_print_json(const lash_variants *c, FILE *out);
lash_status compare_write(const lash_variants *c, const char *folder, lash_error *error);

#endif
