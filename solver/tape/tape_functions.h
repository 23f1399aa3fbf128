/* Operations that emitted code calls: on all lanes at once, from memory to memory. */
#ifndef LASH_SOLVER_TAPE_FUNCTIONS_H
#define LASH_SOLVER_TAPE_FUNCTIONS_H

#include "tape_impl.h"

/* `to` may be one of the operands; b may be anything readable for functions of one operand. */
typedef void (*tape_function)(double *to, const double *a, const double *b);

tape_function tape_function_of(tape_op op, unsigned lanes); /* 1, 2 or 4 (needs AVX2) */

#endif
