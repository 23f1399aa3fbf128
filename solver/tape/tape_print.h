/* A tape as C text: functions that any C99 compiler takes, without memory of their own.
 *
 * lash_tape_print(tape, wanted, 3, "rates", file, &error) writes
 *
 *   enum { rates_variables = …, rates_parameters = …, rates_members = …, rates_results = 3 };
 *   static void rates_begin(const double *p, double *m);                  once per member
 *   static void rates(const double *x, const double *m, double *y);       each evaluation
 *
 * with m an array of rates_members numbers that the caller keeps. The arrays must not overlap. The
 * text needs what lash_tape_print_preamble() writes once in front: the elementary functions, so
 * that bits are those of the other back ends (compile with -ffp-contract=off where the compiler
 * ignores the pragma in the text). */
#ifndef LASH_SOLVER_TAPE_PRINT_H
#define LASH_SOLVER_TAPE_PRINT_H

#include <stdio.h>

#include "tape.h"

void lash_tape_print_preamble(FILE *file);

/* LASH_UNSUPPORTED where an opaque call is needed: its function is not in the text. */
lash_status lash_tape_print(const lash_tape *tape, const lash_term *wanted, size_t count,
                            const char *name, FILE *file, lash_error *error);

#endif
