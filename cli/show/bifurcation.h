/* `lash bifurcation` behind its command line: showing the diagram. */
#ifndef LASH_CLI_BIFURCATION_H
#define LASH_CLI_BIFURCATION_H

#include <stdio.h>

#include "lash_bifurcation.h"

/* Windows of the parameter with the same verdict, and failures with their reasons. */
void bifurcation_print(const lash_bifurcation *b, FILE *out);
void bifurcation_print_json(const lash_bifurcation *b, FILE *out);

/* FOLDER/bifurcation.csv, lyapunov.csv, bifurcation.svg; failed.csv when points failed. */
lash_status bifurcation_write(const lash_bifurcation *b, const char *folder, lash_error *error);

#endif
