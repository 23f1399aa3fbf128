/* Somebody's FMU for Co-Simulation, 2.0 or 3.0, driven step by step.
 *
 *   fmu_import *f;
 *   lash_status status = fmu_import_open("controller.fmu", &f, &error);      unpacks and loads it
 *   if (status == LASH_OK) status = fmu_import_find(f, "u", &u, &error);     real scalars only
 *   if (status == LASH_OK) status = fmu_import_start(f, 0, 5, &error);
 *   … fmu_import_set(f, u, 0.5, &error); fmu_import_step(f, t, h, &error); fmu_import_get(f, y,
 * &value, &error); … fmu_import_free(f);                                                      in
 * every case
 *
 * Its binary runs in this process; under a supervisor (lash_supervisor.h) a crash, an exit() and a
 * call that does not come back are told and named. Where it is unpacked goes away with it, or,
 * after a kill, when the next one is opened. */
#ifndef LASH_FMI_IMPORT_H
#define LASH_FMI_IMPORT_H

#include "lash_core.h"

typedef struct fmu_import fmu_import;

lash_status fmu_import_open(const char *file, fmu_import **made, lash_error *error);
void fmu_import_free(fmu_import *f);

/* The value reference of a real variable; `input`: it must be one, else an output. */
lash_status fmu_import_find(const fmu_import *f, const char *name, bool input, unsigned *reference,
                            lash_error *error);

/* From `start` on; it may count on no step going beyond `stop`. */
lash_status fmu_import_start(fmu_import *f, double start, double stop, lash_error *error);
lash_status fmu_import_set(fmu_import *f, unsigned reference, double value, lash_error *error);
lash_status fmu_import_get(fmu_import *f, unsigned reference, double *value, lash_error *error);
/* `over`: it asks for the end. */
lash_status fmu_import_step(fmu_import *f, double from, double size, bool *over, lash_error *error);

#endif
