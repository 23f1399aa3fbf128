/* modelDescription.xml from a unit's table of variables. */
#ifndef LASH_FMI_DESCRIBE_H
#define LASH_FMI_DESCRIBE_H

#include <stdio.h>

#include "unit.h"

/* version: 2 or 3; identifier: of the model and its binary; sources: names of C files, ended
 * by NULL, or NULL where there are none. */
void fmu_describe(FILE *out, const unit *u, int version, const char *identifier,
                  const char *const *sources);
/* How to compile them, for 3.0. */
void fmu_describe_build(FILE *out, const char *identifier, const char *const *sources);
/* Bodies as terminals, for 3.0. */
void fmu_describe_terminals(FILE *out, const unit *u);

#endif
