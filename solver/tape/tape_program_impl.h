/* Inside of a program and a frame, for the files of this folder. */
#ifndef LASH_SOLVER_TAPE_PROGRAM_IMPL_H
#define LASH_SOLVER_TAPE_PROGRAM_IMPL_H

#include "tape_impl.h"
#include "tape_program.h"

#define TAPE_LANES_MAX 4

/* One operation of a program. Values are numbered: `constants` first, then one per operation in
 * their order, those that are computed once per member before the others. OP_VARIABLE and
 * OP_PARAMETER take their slot in a; OP_CALL the position in `calls` in a, its operands from b on
 * in `operands`; OP_RESULT the value of the call in a, which result in b. */
typedef struct tape_step {
  uint32_t op, a, b, c;
} tape_step;

/* The same with places of a frame instead of values. */
typedef struct tape_placed {
  uint32_t op, to, a, b, c;
} tape_placed;

struct lash_program {
  unsigned lanes;
  double *constants;
  size_t constant_count;
  tape_step *steps; /* the first `once` of `step_count` once per member */
  size_t step_count, once;
  uint32_t *results; /* values */
  size_t result_count;
  tape_callee *calls;
  size_t call_count;
  uint32_t *operands; /* of calls: values */
  size_t operand_count;
  size_t variables, parameters;

  uint32_t *place; /* of each value in a frame: values that are never needed together share one */
  size_t places;
  tape_placed *placed; /* `steps` with places for values */

  struct tape_code *code; /* emitted, or NULL */
  const char *reason;     /* why not */
};

struct lash_tape_frame {
  const lash_program *program;
  void *member[TAPE_LANES_MAX];
  double *value;   /* places * lanes, aligned to 32 bytes */
  unsigned failed; /* lanes in which a call failed */
  void *memory;
  double in[2 * LASH_TAPE_CALL_MAX], out[LASH_TAPE_CALL_MAX]; /* of one call and lane */
};

/* Runs steps [from, to). */
void tape_interpret(lash_tape_frame *frame, size_t from, size_t to, const double *inputs);

/* Calls callee `which`, whose operands are values from `first` on; lane by lane, from and to the
 * frame's places. */
void tape_make_call(lash_tape_frame *frame, uint32_t which, uint32_t first, double *results);

#endif
