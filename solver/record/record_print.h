/* A recorded mechanism as a C file of its own: a fixed step for real time, and a main that prints
 * the motion. See docs/compiled.md. */
#ifndef LASH_SOLVER_RECORD_PRINT_H
#define LASH_SOLVER_RECORD_PRINT_H

#include <stdio.h>

#include "record.h"
#include "tape.h"

typedef struct lash_print_options {
  const char *name; /* of the model, for the comment on top */
  double step, end; /* what main takes when its arguments do not say */
  double between;   /* time between lines of main's table */
  /* What mechanism_show() gives instead of the parts' motion, when not NULL: terms of the record's
   * list (record_request.h). There is no main then, and mechanism_sizes[] says how many numbers,
   * how much memory and how much is shown. */
  const lash_term *show;
  size_t shown;
} lash_print_options;

typedef struct lash_print_report {
  size_t numbers;    /* of the state */
  size_t operations; /* of a step */
} lash_print_report;

/* Writes the text. Fails where there is no list of a whole step (record_step.h). */
lash_status lash_recording_print(lash_recording *record, const lash_print_options *options,
                                 FILE *file, lash_print_report *report, lash_error *error);

#endif
