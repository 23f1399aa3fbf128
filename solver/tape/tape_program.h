/* Running a tape: a program computes some of its terms, a frame is the memory of one run.
 *
 *   lash_term wanted[] = {rate_of_x, rate_of_v};
 *   lash_program *program;                          made once, then shared by all threads
 *   lash_tape_frame *frame;                              one per thread
 *   lash_program_make(tape, wanted, 2, &(lash_program_options){0}, &program, &error);
 *   lash_tape_frame_make(program, &frame, &error);
 *   lash_tape_frame_begin(frame, parameters, NULL);      once per member
 *   lash_tape_frame_run(frame, variables, results);      each evaluation: no allocation, no look-up
 *
 * Several programs can be made from one tape (rates; reactions; requests; energies; gaps): each
 * holds what its results need and nothing else. A program does not need its tape afterwards.
 *
 * Lanes. A program for 2 or 4 lanes runs so many members side by side. All arrays are then
 * interleaved: slot s of lane l stands at [s * lanes + l]. What a lane computes does not depend on
 * its neighbours, bit for bit; a lane without a member may carry anything, also NaN. */
#ifndef LASH_SOLVER_TAPE_PROGRAM_H
#define LASH_SOLVER_TAPE_PROGRAM_H

#include "tape.h"

typedef struct lash_program lash_program;
typedef struct lash_tape_frame lash_tape_frame;

typedef enum lash_tape_engine {
  LASH_TAPE_AUTO,      /* machine code where processor and system allow it, else interpreted */
  LASH_TAPE_INTERPRET, /* anywhere */
  LASH_TAPE_EMIT       /* machine code, or LASH_UNSUPPORTED in words */
} lash_tape_engine;

typedef struct lash_program_options {
  unsigned lanes; /* 1, 2 or 4; 0 means 1 */
  lash_tape_engine engine;
  bool without_avx; /* emit what processors without AVX run too, as tests do */
} lash_program_options;

/* Makes a program whose result i is the number wanted[i]; a term may be wanted more than once.
 * Fails with what the tape remembers, if anything. */
lash_status lash_program_make(const lash_tape *tape, const lash_term *wanted, size_t count,
                              const lash_program_options *options, lash_program **made,
                              lash_error *error);
void lash_program_free(lash_program *program); /* after its frames; NULL is no program */

/* What LASH_TAPE_AUTO means from now on in this process: LASH_TAPE_AUTO or LASH_TAPE_INTERPRET, for
 * tests and benchmarks. Not for several threads at once. */
void lash_tape_prefer(lash_tape_engine engine);

/* The lanes that suit this processor: 4, 2 or 1. */
unsigned lash_tape_best_lanes(void);

typedef struct lash_program_report {
  lash_tape_engine engine; /* what runs: LASH_TAPE_INTERPRET or LASH_TAPE_EMIT */
  const char *reason;      /* why not emitted, or NULL */
  unsigned lanes;
  size_t variables, parameters, results; /* lengths of the arrays, for one lane */
  size_t once, each;                     /* operations per member and per evaluation */
  size_t code_bytes;                     /* of machine code */
  size_t frame_bytes;                    /* of one frame */
} lash_program_report;

lash_program_report lash_program_tell(const lash_program *program);

lash_status lash_tape_frame_make(const lash_program *program, lash_tape_frame **made,
                                 lash_error *error);
void lash_tape_frame_free(lash_tape_frame *frame);

/* Starts a member per lane: takes its parameters, computes what depends on them alone. `members`
 * has one pointer per lane for opaque calls; NULL gives them NULL. */
void lash_tape_frame_begin(lash_tape_frame *frame, const double *parameters, void *const *members);

/* One evaluation; the two arrays must not overlap. Returns 0, or a bit for each lane in which an
 * opaque call failed. */
unsigned lash_tape_frame_run(lash_tape_frame *frame, const double *variables, double *results);

#endif
