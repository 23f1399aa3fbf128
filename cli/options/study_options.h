/* What commands that study a dataset have in common: its settings, its run, its measures.
 *
 * Used as a child of a command's own argp, with a study_options as input:
 *
 *   static const struct argp argp = {options, parse, "MODEL.adm", …, study_children, …};
 *   case ARGP_KEY_INIT: state->child_inputs[0] = &a->study_options;
 *   …
 *   study_options_open(&a.study_options, &study, &error);       lash_study_close() follows */
#ifndef LASH_CLI_STUDY_OPTIONS_H
#define LASH_CLI_STUDY_OPTIONS_H

#include <argp.h>

#include "lash_study.h"

typedef struct study_options {
  const char *model;
  lash_texts_list sets, without, ideal_sets, ideal_without, measures;
  const char *integrator;
  const char *engine;
  const char *end, *from, *dtout;   /* numbers or formulas */
  double error_allowed, step, hmax; /* 0: not given */
  const char *out;                  /* folder of results */
  double threads;                   /* runs side by side; 0: one per processor */
  bool json, quiet;
  bool timed;       /* the command itself knows how long to run: no --end */
  lash_error error; /* of the first bad option */
} study_options;

/* Takes the model's name (one argument) and the options; faults are in `error`. */
extern const struct argp_child study_children[];

/* Reads the dataset and puts everything into the study. To be closed in every case. */
lash_status study_options_open(const study_options *options, lash_study *study, lash_error *error);

/* A help_filter for argp that adds the list of measures at the end. */
char *study_help(int key, const char *text, void *input);

#endif
