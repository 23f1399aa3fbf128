/* A unit as an FMU. */
#ifndef LASH_FMI_EXPORT_H
#define LASH_FMI_EXPORT_H

#include "unit.h"

typedef struct export_report {
  size_t variables, numbers, states, indicators, files;
  bool windows; /* a binary for Windows went along */
  bool sources; /* and so did the sources */
} export_report;

/* Writes FILE.fmu of version 2 or 3 from the words of a joint. `folder`: where laws from outside
 * are looked for; their file goes along. */
lash_status fmu_export_joint(const char *file, int version, const char *words, const char *folder,
                             export_report *report, lash_error *error);

/* A dataset as it is to be written. Zero and NULL: not given. */
typedef struct export_model {
  const char *dataset;
  bool exchange;          /* Model Exchange, not Co-Simulation */
  bool fixed;             /* Co-Simulation by fixed steps, as C; `step` is theirs */
  const char *const *set; /* TARGET=VALUE */
  size_t sets;
  const int *input; /* ids of VARIABLEs that come from outside, beside those of PINPUTs */
  size_t inputs;
  const char *integrator;
  double error, stop, step;
  bool plot; /* a picture of the motion up to `stop` in the documentation */
} export_model;

/* Writes FILE.fmu from a dataset, with all that it reads. */
lash_status fmu_export_model(const char *file, int version, const export_model *what,
                             export_report *report, lash_error *error);

/* What is wrong with an FMU, each told to `found`; the status of reading it. */
typedef struct export_checked {
  int version;  /* 2 or 3; 0: not known */
  bool schemas; /* the standard's own were there too: LASH_FMI_SCHEMA says where */
} export_checked;
lash_status fmu_check(const char *file, void (*found)(void *context, const char *text),
                      void *context, export_checked *done, lash_error *error);

#endif
