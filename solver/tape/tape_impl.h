/* Inside of a tape, for the files of this folder. */
#ifndef LASH_SOLVER_TAPE_IMPL_H
#define LASH_SOLVER_TAPE_IMPL_H

#include "lash_array.h"
#include "lash_math.h"
#include "tape.h"

/* LASH_TAPE_OPERATIONS(X): X(name, operands, what) for each operation that computes something;
 * what: N a number from numbers, C a condition from numbers, L a condition from conditions, S a
 * choice (condition, number, number). TURN and QUADRANT are never recorded: emitted code has sines
 * in parts (tape_lower.c), and these are two of them. */
#define LASH_TAPE_OPERATIONS(X) \
  X(ADD, 2, N)                  \
  X(SUB, 2, N)                  \
  X(MUL, 2, N)                  \
  X(DIV, 2, N)                  \
  X(NEG, 1, N)                  \
  X(ABS, 1, N)                  \
  X(SQRT, 1, N)                 \
  X(MIN, 2, N)                  \
  X(MAX, 2, N)                  \
  X(COPYSIGN, 2, N)             \
  X(FLOOR, 1, N)                \
  X(LT, 2, C)                   \
  X(LE, 2, C)                   \
  X(EQ, 2, C)                   \
  X(AND, 2, L)                  \
  X(OR, 2, L)                   \
  X(NOT, 1, L)                  \
  X(SELECT, 3, S)               \
  X(SIN, 1, N)                  \
  X(COS, 1, N)                  \
  X(ASIN, 1, N)                 \
  X(ACOS, 1, N)                 \
  X(ATAN, 1, N)                 \
  X(ATAN2, 2, N)                \
  X(EXP, 1, N)                  \
  X(EXPM1, 1, N)                \
  X(LOG, 1, N)                  \
  X(SINH, 1, N)                 \
  X(COSH, 1, N)                 \
  X(TANH, 1, N)                 \
  X(POW, 2, N)                  \
  X(FMOD, 2, N)                 \
  X(TURN, 1, N)                 \
  X(QUADRANT, 3, N)

typedef enum tape_op {
  OP_CONSTANT,  /* b, c: low and high half of its bits */
  OP_VARIABLE,  /* a: slot */
  OP_PARAMETER, /* a: slot */
  OP_CALL,      /* a: position in `calls`; its operands stand in `operands` from b on */
  OP_RESULT,    /* a: term of the call, b: which result */
  OP_SKIP,      /* of programs alone: where condition a holds in no lane, the choice at step c is
                 * number b, and what is computed for it is left out */
#define X(name, operands, what) OP_##name,
  LASH_TAPE_OPERATIONS(X)
#undef X
      OP_COUNT
} tape_op;

/* When a term is known. */
typedef enum tape_rate { RATE_FIXED, RATE_MEMBER, RATE_EACH } tape_rate;

typedef struct tape_node {
  uint8_t op, rate;
  uint8_t condition; /* it is one */
  uint32_t a, b, c;  /* operands */
} tape_node;

/* A call, or the directional derivative of one: then it takes inputs and their rates. */
typedef struct tape_callee {
  lash_tape_call call;
  bool derivative;
  uint32_t inputs; /* in all */
} tape_callee;

struct lash_tape {
  tape_node *node;
  size_t count, room;
  tape_callee *calls;
  size_t call_count, call_room;
  lash_term *operands; /* of calls */
  size_t operand_count, operand_room;
  uint32_t *index; /* open hashing: term + 1, or 0 */
  size_t index_room;
  size_t variables, parameters;
  lash_error error;
};

extern const uint8_t tape_operands[OP_COUNT];

/* The operands of a term: in `own`, or of a call among those of the tape. */
static inline const lash_term *tape_operands_of(const lash_tape *tape, const tape_node *n,
                                                lash_term own[3], uint32_t *count) {
  if (n->op == OP_CALL) {
    *count = tape->calls[n->a].inputs;
    return tape->operands + n->b;
  }
  own[0] = n->a;
  own[1] = n->b;
  own[2] = n->c;
  *count = n->op == OP_RESULT ? 1 : tape_operands[n->op];
  return own;
}

/* Marks what the terms that are marked already, all below `end`, are made of. */
void tape_mark_operands(const lash_tape *tape, size_t end, uint8_t *live);

/* What a condition is as a number: all bits set, or none. */
static inline double tape_condition(bool value) { return lash_from_bits(value ? UINT64_MAX : 0); }
static inline bool tape_holds(double condition) { return lash_bits(condition) != 0; }

static inline double tape_constant_value(const tape_node *n) {
  return lash_from_bits((uint64_t)n->c << 32 | n->b);
}

/* The value of one operation (not of inputs, constants and calls): the meaning of the list. */
double tape_apply(tape_op op, double a, double b, double c);

/* Remembers the first failure. */
void tape_fails(lash_tape *tape, lash_status status, const char *what);

/* Records a call or its derivative; `callee` is copied. */
void tape_record_call(lash_tape *tape, const tape_callee *callee, const lash_term *in,
                      lash_term *out);

/* Records the operation of `n` again, with the operands that `to` gives. Inputs and calls have no
 * operands of this kind. */
lash_term tape_again(lash_tape *tape, const tape_node *n, const lash_term *to);

#endif
