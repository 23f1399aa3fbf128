/* `lash run` around its session: progress on a terminal, Ctrl-C, an FMU beside it, the summary. */
#ifndef LASH_CLI_RUN_H
#define LASH_CLI_RUN_H

#include "lash_session.h"

/* Progress, when something takes longer than a second (run_progress.c). Zero it to begin. */
typedef struct run_progress {
  bool begun, terminal, shown;
  double since, last_shown; /* wall clock */
  double from;              /* simulated time at which the present simulation began */
} run_progress;

double run_clock(void);
bool run_progress_step(run_progress *progress, double from, double to,
                       const lash_integrate_statistics *statistics);
void run_progress_clear(run_progress *progress);
void run_catch_interrupt(void);
bool run_interrupted(void);

/* A mechanism and somebody's FMU side by side (run_fmu.c). */
typedef struct run_fmu {
  const char *file;        /* NULL: there is none */
  lash_texts_list connect; /* "VARIABLE/3=y": its output y drives the VARIABLE; "u=VARIABLE/4" */
} run_fmu;

/* Starts the session, runs both to options->end and finishes. Numbers are exchanged at every
 * output and held in between. */
lash_status run_with_fmu(lash_session *session, const lash_session_options *options,
                         const run_fmu *with, lash_error *error);

/* The dataset that a folder of results came from, as its summary.json says; NULL: it does not, or
 * the dataset is not there any more or cannot be read (run_model.c). */
lash_model *run_model(const char *folder);
void run_model_free(lash_model *model);

/* What a run amounts to. `failure` NULL: all went well. */
typedef struct run_outcome {
  const char *file, *host;
  const char *folder; /* of its results in the end; NULL: the session's */
  lash_session *session;
  const lash_error *failure;
  double wall;
} run_outcome;

/* As summary.json, and as a person reads it (run_summary.c). */
void run_write_summary(const run_outcome *outcome, FILE *out);
void run_print_summary(const run_outcome *outcome, FILE *out);

#endif
