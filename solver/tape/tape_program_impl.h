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
  size_t skips;      /* jumps among them */
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

/* Constants that sines in parts need (tape_lower.c), in the order of `tape_sine_numbers`. */
enum { TAPE_SINE_NUMBERS = 19 };
extern const double tape_sine_numbers[TAPE_SINE_NUMBERS];

/* The parts of sin and cos of one value that both share: values of the program. */
typedef struct tape_sines {
  uint32_t shifted, sine, cosine;
} tape_sines;

/* Appends a step (there must be room) and gives its value. */
uint32_t tape_append_step(lash_program *program, tape_op op, uint32_t a, uint32_t b, uint32_t c);

/* How many steps tape_lower_sines and tape_lower_choice append at most. */
enum { TAPE_SINES_STEPS = 42, TAPE_CHOICE_STEPS = 2 };

/* Appends the parts of lash_sin_shifted of value x; the numbers above are values from `first`. */
tape_sines tape_lower_sines(lash_program *program, uint32_t x, uint32_t first);

/* Appends what makes sin (quadrant 0) or cos (1) of them. */
uint32_t tape_lower_choice(lash_program *program, tape_sines sines, unsigned quadrant);

/* Runs steps [from, to). */
void tape_interpret(lash_tape_frame *frame, size_t from, size_t to, const double *inputs);

/* Calls callee `which`, whose operands are values from `first` on; lane by lane, from and to the
 * frame's places. */
void tape_make_call(lash_tape_frame *frame, uint32_t which, uint32_t first, double *results);

/* Which operations a program does only where a choice needs them (tape_branch.c). */
#define TAPE_NO_BRANCH UINT32_MAX
enum { TAPE_DEEPEST_BRANCH = 8 };

/* By term: the choice in whose branch it stands; of a choice, the first term of its branch; the
 * next term of the same branch, in the order of the tape. */
typedef struct tape_branches {
  lash_term *holder, *first, *next;
} tape_branches;

/* For the terms below `end` that are `live`; false: out of memory. Free it in any case. */
bool tape_find_branches(const lash_tape *tape, const lash_term *wanted, size_t count,
                        const uint8_t *live, size_t end, tape_branches *made);
void tape_branches_free(tape_branches *branches);

#endif
