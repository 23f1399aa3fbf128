/* Output options that several commands share: --json, --csv, --plot. */
#ifndef LASH_CLI_SHOW_H
#define LASH_CLI_SHOW_H

#include <argp.h>

#include "lash_core.h"

typedef struct show_options {
  bool json, csv;
  const char *plot;
} show_options;

/* An argp child that fills a show_options: set state->child_inputs[i] to its address. And it alone
 * as the children of a command's own argp. */
extern const struct argp show_argp;
extern const struct argp_child show_children[];

/* Both --json and --csv write to standard output, so only one may be given; checks --plot too. */
lash_status show_check(const show_options *show, lash_error *error);

#endif
