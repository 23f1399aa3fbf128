/* modelDescription.xml from a unit's table of variables. */
#ifndef LASH_FMI_DESCRIBE_H
#define LASH_FMI_DESCRIBE_H

#include <stdio.h>

#include "unit.h"

/* version: 2 or 3; name: of the model, identifier: of its binary. */
void fmu_describe(FILE *out, const unit *u, int version, const char *name, const char *identifier);
/* Bodies as terminals, for 3.0. */
void fmu_describe_terminals(FILE *out, const unit *u);

#endif
