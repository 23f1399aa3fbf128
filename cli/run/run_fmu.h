/* lash run --fmu: a mechanism and somebody's FMU side by side. */
#ifndef LASH_RUN_FMU_H
#define LASH_RUN_FMU_H

#include "lash_session.h"

typedef struct run_fmu {
  const char *file;        /* NULL: there is none */
  lash_texts_list connect; /* "VARIABLE/3=y": its output y drives the VARIABLE; "u=VARIABLE/4" */
} run_fmu;

/* Starts the session, runs both to options->end and finishes. Numbers are exchanged at every
 * output and held in between. */
lash_status run_with_fmu(lash_session *session, const lash_session_options *options,
                         const run_fmu *with, lash_error *error);

#endif
