/* Machine code of a program, made in memory without a compiler. */
#ifndef LASH_SOLVER_TAPE_EMIT_H
#define LASH_SOLVER_TAPE_EMIT_H

#include "tape_program.h"

typedef struct tape_code tape_code;

/* Computes all results from the frame's values and the variables. */
typedef void (*tape_entry)(double *value, const double *variables, double *results,
                           lash_tape_frame *frame);

/* Makes the code of a program. Returns NULL, or why there is none: the interpreter then does,
 * but for tape_no_memory (tape_code.h). */
const char *tape_emit(const lash_program *program, bool without_avx, tape_code **made);

tape_entry tape_code_entry(const tape_code *code);
size_t tape_code_size(const tape_code *code); /* NULL has 0 bytes */
void tape_code_free(tape_code *code);

#endif
