#include "tape_apply.h"

double tape_apply(tape_op op, double a, double b, double c) {
  switch (op) {
#define X(name, operands, what) \
  case OP_##name:               \
    return APPLY_##name(a, b, c);
    LASH_TAPE_OPERATIONS(X)
#undef X
    default:
      return NAN; /* inputs, constants and calls have no operands to compute from */
  }
}
