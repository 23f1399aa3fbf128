/* Recording: each operation once, constants folded, what cannot matter left out. */
#include "tape.h"

#include <math.h>
#include <stdlib.h>

#include "tape_impl.h"

const uint8_t tape_operands[OP_COUNT] = {
#define X(name, operands, what) [OP_##name] = operands,
    LASH_TAPE_OPERATIONS(X)
#undef X
        [OP_SKIP] = 2,
};

/* What an operation is made of and gives: N, C, L, S of the list. */
enum { KIND_N = 1, KIND_C, KIND_L, KIND_S };
static const uint8_t kinds[OP_COUNT] = {
#define X(name, operands, what) [OP_##name] = KIND_##what,
    LASH_TAPE_OPERATIONS(X)
#undef X
};

void tape_mark_operands(const lash_tape *tape, size_t end, uint8_t *live) {
  for (size_t i = end; i-- > 0;) {
    if (!live[i]) continue;
    lash_term own[3];
    uint32_t n;
    const lash_term *operand = tape_operands_of(tape, &tape->node[i], own, &n);
    for (uint32_t k = 0; k < n; k++) live[operand[k]] = 1;
  }
}

/* ------------------------------------------------------------------------------ life and errors */

void tape_fails(lash_tape *tape, lash_status status, const char *what) {
  if (tape->error.status == LASH_OK) lash_fail(&tape->error, status, "Recording: %s.", what);
}

lash_tape *lash_tape_new(void) {
  lash_tape *tape = calloc(1, sizeof *tape);
  if (!tape) return NULL;
  lash_tape_constant(tape, 0); /* term 0, which stands for whatever failed */
  if (tape->count == 1) return tape;
  lash_tape_free(tape);
  return NULL;
}

void lash_tape_free(lash_tape *tape) {
  if (!tape) return;
  free(tape->node);
  free(tape->calls);
  free(tape->operands);
  free(tape->index);
  free(tape);
}

lash_status lash_tape_status(const lash_tape *tape, lash_error *error) {
  if (error && tape->error.status != LASH_OK) *error = tape->error;
  return tape->error.status;
}

size_t lash_tape_count(const lash_tape *tape) { return tape->count; }
size_t lash_tape_variables(const lash_tape *tape) { return tape->variables; }
size_t lash_tape_parameters(const lash_tape *tape) { return tape->parameters; }

/* --------------------------------------------------------------------------- finding and adding */

static size_t hash(const tape_node *n) {
  uint64_t h = ((uint64_t)n->op << 1 | n->condition) * 0x9e3779b97f4a7c15u;
  h = (h ^ n->a) * 0xff51afd7ed558ccdu;
  h = (h ^ (h >> 32) ^ n->b) * 0xc4ceb9fe1a85ec53u;
  h = (h ^ (h >> 29) ^ n->c) * 0x9e3779b97f4a7c15u;
  return (size_t)(h ^ (h >> 31));
}

static bool same(const tape_node *p, const tape_node *q) {
  return p->op == q->op && p->condition == q->condition && p->a == q->a && p->b == q->b &&
         p->c == q->c;
}

/* Makes the index twice as large when it is half full. */
static bool widen_index(lash_tape *tape) {
  if (2 * (tape->count + 1) <= tape->index_room) return true;
  const size_t room = tape->index_room ? 2 * tape->index_room : 256;
  uint32_t *index = calloc(room, sizeof *index);
  if (!index) return false;
  for (size_t i = 0; i < tape->count; i++) {
    if (tape->node[i].op == OP_CALL) continue; /* never looked for */
    size_t at = hash(&tape->node[i]) & (room - 1);
    while (index[at]) at = (at + 1) & (room - 1);
    index[at] = (uint32_t)i + 1;
  }
  free(tape->index);
  tape->index = index;
  tape->index_room = room;
  return true;
}

static lash_term append(lash_tape *tape, const tape_node *n) {
  if (tape->error.status != LASH_OK) return 0;
  if (tape->count >= LASH_TAPE_MAX) {
    tape_fails(tape, LASH_UNSUPPORTED, "more than 2^28 operations; make the model smaller");
    return 0;
  }
  if (!array_room(&tape->node, &tape->room, tape->count, sizeof *tape->node) ||
      !widen_index(tape)) {
    tape_fails(tape, LASH_FAILURE, "out of memory");
    return 0;
  }
  tape->node[tape->count] = *n;
  return (lash_term)tape->count++;
}

/* The term of this operation: the one there is, or a new one. */
static lash_term find_or_append(lash_tape *tape, tape_node n) {
  if (tape->error.status != LASH_OK) return 0;
  if (tape->index_room) {
    size_t at = hash(&n) & (tape->index_room - 1);
    for (; tape->index[at]; at = (at + 1) & (tape->index_room - 1))
      if (same(&tape->node[tape->index[at] - 1], &n)) return tape->index[at] - 1;
  }
  const lash_term made = append(tape, &n);
  if (tape->error.status != LASH_OK) return 0;
  size_t at = hash(&n) & (tape->index_room - 1);
  while (tape->index[at]) at = (at + 1) & (tape->index_room - 1);
  tape->index[at] = made + 1;
  return made;
}

static lash_term constant(lash_tape *tape, double value, bool condition) {
  const uint64_t bits = lash_bits(value);
  return find_or_append(tape, (tape_node){.op = OP_CONSTANT,
                                          .rate = RATE_FIXED,
                                          .condition = condition,
                                          .b = (uint32_t)bits,
                                          .c = (uint32_t)(bits >> 32)});
}

/* --------------------------------------------------------------------------------------- inputs */

lash_term lash_tape_constant(lash_tape *tape, double value) { return constant(tape, value, false); }

static lash_term input(lash_tape *tape, tape_op op, tape_rate rate, uint32_t slot, size_t *slots) {
  if (slot >= LASH_TAPE_MAX) {
    tape_fails(tape, LASH_UNSUPPORTED, "more than 2^28 inputs");
    return 0;
  }
  if (slot >= *slots) *slots = (size_t)slot + 1;
  return find_or_append(tape, (tape_node){.op = (uint8_t)op, .rate = (uint8_t)rate, .a = slot});
}

lash_term lash_tape_variable(lash_tape *tape, uint32_t slot) {
  return input(tape, OP_VARIABLE, RATE_EACH, slot, &tape->variables);
}

lash_term lash_tape_parameter(lash_tape *tape, uint32_t slot) {
  return input(tape, OP_PARAMETER, RATE_MEMBER, slot, &tape->parameters);
}

bool lash_tape_known(const lash_tape *tape, lash_term a, double *value) {
  if (a >= tape->count || tape->node[a].op != OP_CONSTANT) return false;
  if (value) *value = tape_constant_value(&tape->node[a]);
  return true;
}

bool lash_tape_is(const lash_tape *tape, lash_term a, double value) {
  double known;
  return lash_tape_known(tape, a, &known) && !tape->node[a].condition && known == value;
}

/* ----------------------------------------------------------------------------------- operations */

/* Whether all operands are terms of the kinds that the operation takes. */
static bool fits(lash_tape *tape, tape_op op, const lash_term operand[3]) {
  for (int i = 0; i < tape_operands[op]; i++) {
    if (operand[i] >= tape->count) {
      tape_fails(tape, LASH_FAILURE, "an operand that is no term of this tape");
      return false;
    }
    const bool wanted = kinds[op] == KIND_L || (kinds[op] == KIND_S && i == 0);
    if (tape->node[operand[i]].condition == wanted) continue;
    tape_fails(tape, LASH_FAILURE,
               wanted ? "a number where a condition is due" : "a condition where a number is due");
    return false;
  }
  return true;
}

/* Checks, folds constants, records. */
static lash_term operation(lash_tape *tape, tape_op op, lash_term a, lash_term b, lash_term c) {
  const lash_term operand[3] = {a, b, c};
  if (tape->error.status != LASH_OK || !fits(tape, op, operand)) return 0;
  const bool condition = kinds[op] == KIND_C || kinds[op] == KIND_L;
  uint8_t rate = RATE_FIXED;
  double value[3] = {0, 0, 0};
  for (int i = 0; i < tape_operands[op]; i++) {
    if (tape->node[operand[i]].rate > rate) rate = tape->node[operand[i]].rate;
    lash_tape_known(tape, operand[i], &value[i]);
  }
  if (rate == RATE_FIXED)
    return constant(tape, tape_apply(op, value[0], value[1], value[2]), condition);
  return find_or_append(tape, (tape_node){(uint8_t)op, rate, condition, a, b, c});
}

/* Whether the term is such an operation; then its first operand. */
static bool made_by(const lash_tape *tape, lash_term a, tape_op op, lash_term *of) {
  if (a >= tape->count || tape->node[a].op != op) return false;
  *of = tape->node[a].a;
  return true;
}

static lash_term commuting(lash_tape *tape, tape_op op, lash_term a, lash_term b) {
  return a < b ? operation(tape, op, a, b, 0) : operation(tape, op, b, a, 0);
}

lash_term lash_tape_add(lash_tape *tape, lash_term a, lash_term b) {
  lash_term of;
  if (lash_tape_is(tape, a, 0)) return b;
  if (lash_tape_is(tape, b, 0)) return a;
  if (made_by(tape, b, OP_NEG, &of)) return lash_tape_sub(tape, a, of);
  if (made_by(tape, a, OP_NEG, &of)) return lash_tape_sub(tape, b, of);
  return commuting(tape, OP_ADD, a, b);
}

lash_term lash_tape_sub(lash_tape *tape, lash_term a, lash_term b) {
  lash_term of;
  if (lash_tape_is(tape, b, 0)) return a;
  if (lash_tape_is(tape, a, 0)) return lash_tape_neg(tape, b);
  if (a == b) return lash_tape_constant(tape, 0);
  if (made_by(tape, b, OP_NEG, &of)) return lash_tape_add(tape, a, of);
  return operation(tape, OP_SUB, a, b, 0);
}

lash_term lash_tape_mul(lash_tape *tape, lash_term a, lash_term b) {
  lash_term of;
  if (lash_tape_is(tape, a, 0) || lash_tape_is(tape, b, 0)) return lash_tape_constant(tape, 0);
  if (lash_tape_is(tape, a, 1)) return b;
  if (lash_tape_is(tape, b, 1)) return a;
  if (lash_tape_is(tape, a, -1)) return lash_tape_neg(tape, b);
  if (lash_tape_is(tape, b, -1)) return lash_tape_neg(tape, a);
  if (made_by(tape, a, OP_NEG, &of)) { /* signs move outwards, where sums take them in */
    if (lash_tape_known(tape, b, NULL)) return lash_tape_mul(tape, of, lash_tape_neg(tape, b));
    return lash_tape_neg(tape, lash_tape_mul(tape, of, b));
  }
  if (made_by(tape, b, OP_NEG, &of)) return lash_tape_mul(tape, b, a);
  return commuting(tape, OP_MUL, a, b);
}

/* 1/b where multiplying by it gives the same bits as dividing by b: powers of two. */
static bool exact_inverse(double b, double *inverse) {
  int exponent;
  *inverse = 1 / b;
  return fabs(frexp(b, &exponent)) == 0.5 && exponent > -1000 && exponent < 1000;
}

lash_term lash_tape_div(lash_tape *tape, lash_term a, lash_term b) {
  lash_term of;
  double divisor, inverse;
  if (lash_tape_is(tape, a, 0) && !lash_tape_is(tape, b, 0)) return a;
  if (lash_tape_known(tape, b, &divisor) && exact_inverse(divisor, &inverse))
    return lash_tape_mul(tape, a, lash_tape_constant(tape, inverse));
  if (made_by(tape, a, OP_NEG, &of)) {
    if (lash_tape_known(tape, b, NULL)) return lash_tape_div(tape, of, lash_tape_neg(tape, b));
    return lash_tape_neg(tape, lash_tape_div(tape, of, b));
  }
  if (made_by(tape, b, OP_NEG, &of)) return lash_tape_neg(tape, lash_tape_div(tape, a, of));
  return operation(tape, OP_DIV, a, b, 0);
}

lash_term lash_tape_neg(lash_tape *tape, lash_term a) {
  lash_term of;
  if (made_by(tape, a, OP_NEG, &of)) return of;
  if (lash_tape_is(tape, a, 0)) return a; /* a structural zero has no sign */
  return operation(tape, OP_NEG, a, 0, 0);
}

lash_term lash_tape_abs(lash_tape *tape, lash_term a) {
  lash_term of;
  if (made_by(tape, a, OP_ABS, &of)) return a;
  if (made_by(tape, a, OP_NEG, &of)) return lash_tape_abs(tape, of);
  return operation(tape, OP_ABS, a, 0, 0);
}

lash_term lash_tape_min(lash_tape *tape, lash_term a, lash_term b) {
  return a == b ? a : operation(tape, OP_MIN, a, b, 0);
}

lash_term lash_tape_max(lash_tape *tape, lash_term a, lash_term b) {
  return a == b ? a : operation(tape, OP_MAX, a, b, 0);
}

#define UNARY(name, op) \
  lash_term lash_tape_##name(lash_tape *tape, lash_term a) { return operation(tape, op, a, 0, 0); }
#define BINARY(name, op)                                                  \
  lash_term lash_tape_##name(lash_tape *tape, lash_term a, lash_term b) { \
    return operation(tape, op, a, b, 0);                                  \
  }
UNARY(sqrt, OP_SQRT)
UNARY(floor, OP_FLOOR)
UNARY(sin, OP_SIN)
UNARY(cos, OP_COS)
UNARY(asin, OP_ASIN)
UNARY(acos, OP_ACOS)
UNARY(atan, OP_ATAN)
UNARY(exp, OP_EXP)
UNARY(expm1, OP_EXPM1)
UNARY(log, OP_LOG)
UNARY(sinh, OP_SINH)
UNARY(cosh, OP_COSH)
UNARY(tanh, OP_TANH)
BINARY(copysign, OP_COPYSIGN)
BINARY(fmod, OP_FMOD)
BINARY(atan2, OP_ATAN2)

/* --------------------------------------------------------------------------- made of the former */

lash_term lash_tape_ceil(lash_tape *tape, lash_term a) {
  return lash_tape_neg(tape, lash_tape_floor(tape, lash_tape_neg(tape, a)));
}

lash_term lash_tape_trunc(lash_tape *tape, lash_term a) {
  return lash_tape_copysign(tape, lash_tape_floor(tape, lash_tape_abs(tape, a)), a);
}

lash_term lash_tape_square(lash_tape *tape, lash_term a) { return lash_tape_mul(tape, a, a); }

lash_term lash_tape_tan(lash_tape *tape, lash_term a) {
  return lash_tape_div(tape, lash_tape_sin(tape, a), lash_tape_cos(tape, a));
}

lash_term lash_tape_log10(lash_tape *tape, lash_term a) {
  return lash_tape_div(tape, lash_tape_log(tape, a), lash_tape_constant(tape, log(10)));
}

/* a^n by squaring. */
static lash_term whole_power(lash_tape *tape, lash_term a, unsigned n) {
  lash_term result = lash_tape_constant(tape, 1);
  for (lash_term power = a;; power = lash_tape_square(tape, power)) {
    if (n & 1) result = lash_tape_mul(tape, result, power);
    n >>= 1;
    if (!n) return result;
  }
}

lash_term lash_tape_pow(lash_tape *tape, lash_term a, lash_term b) {
  double exponent;
  if (lash_tape_known(tape, b, &exponent) && !lash_tape_known(tape, a, NULL)) {
    const double size = fabs(exponent);
    const bool whole = size == floor(size) && size <= 16;
    const bool half = size - 0.5 == floor(size) && size <= 7.5;
    if (whole || half) {
      lash_term power = whole_power(tape, a, (unsigned)size);
      if (half) power = lash_tape_mul(tape, power, lash_tape_sqrt(tape, a));
      return exponent < 0 ? lash_tape_div(tape, lash_tape_constant(tape, 1), power) : power;
    }
  }
  return operation(tape, OP_POW, a, b, 0);
}

/* ----------------------------------------------------------------------------------- conditions */

BINARY(lt, OP_LT)
BINARY(le, OP_LE)
lash_term lash_tape_gt(lash_tape *tape, lash_term a, lash_term b) {
  return lash_tape_lt(tape, b, a);
}
lash_term lash_tape_ge(lash_tape *tape, lash_term a, lash_term b) {
  return lash_tape_le(tape, b, a);
}
lash_term lash_tape_eq(lash_tape *tape, lash_term a, lash_term b) {
  return commuting(tape, OP_EQ, a, b);
}
lash_term lash_tape_ne(lash_tape *tape, lash_term a, lash_term b) {
  return lash_tape_not(tape, lash_tape_eq(tape, a, b));
}

/* Whether the condition is known, and which way. */
static bool decided(const lash_tape *tape, lash_term a, bool *holds) {
  double value;
  if (!lash_tape_known(tape, a, &value) || !tape->node[a].condition) return false;
  *holds = tape_holds(value);
  return true;
}

lash_term lash_tape_and(lash_tape *tape, lash_term a, lash_term b) {
  bool holds;
  if (a == b) return a;
  if (decided(tape, a, &holds)) return holds ? b : a;
  if (decided(tape, b, &holds)) return holds ? a : b;
  return commuting(tape, OP_AND, a, b);
}

lash_term lash_tape_or(lash_tape *tape, lash_term a, lash_term b) {
  bool holds;
  if (a == b) return a;
  if (decided(tape, a, &holds)) return holds ? a : b;
  if (decided(tape, b, &holds)) return holds ? b : a;
  return commuting(tape, OP_OR, a, b);
}

lash_term lash_tape_not(lash_tape *tape, lash_term a) {
  lash_term of;
  if (made_by(tape, a, OP_NOT, &of)) return of;
  return operation(tape, OP_NOT, a, 0, 0);
}

lash_term lash_tape_select(lash_tape *tape, lash_term condition, lash_term yes, lash_term no) {
  lash_term of;
  bool holds;
  if (made_by(tape, condition, OP_NOT, &of)) return lash_tape_select(tape, of, no, yes);
  if (decided(tape, condition, &holds)) return holds ? yes : no;
  if (yes == no) return yes;
  return operation(tape, OP_SELECT, condition, yes, no);
}

/* ---------------------------------------------------------------------------------------- calls */

void tape_record_call(lash_tape *tape, const tape_callee *callee, const lash_term *in,
                      lash_term *out) {
  for (uint32_t i = 0; i < callee->call.outputs; i++) out[i] = 0;
  if (tape->error.status != LASH_OK) return;
  for (uint32_t i = 0; i < callee->inputs; i++)
    if (in[i] >= tape->count || tape->node[in[i]].condition) {
      tape_fails(tape, LASH_FAILURE, "an opaque call with an operand that is no number");
      return;
    }
  const uint32_t first = (uint32_t)tape->operand_count;
  for (uint32_t i = 0; i < callee->inputs; i++) {
    if (tape->operand_count >= LASH_TAPE_MAX ||
        !array_room(&tape->operands, &tape->operand_room, tape->operand_count, sizeof *in)) {
      tape_fails(tape, LASH_FAILURE, "out of memory");
      return;
    }
    tape->operands[tape->operand_count++] = in[i];
  }
  if (!array_room(&tape->calls, &tape->call_room, tape->call_count, sizeof *callee)) {
    tape_fails(tape, LASH_FAILURE, "out of memory");
    return;
  }
  tape->calls[tape->call_count] = *callee;
  const lash_term call = append(
      tape, &(tape_node){
                .op = OP_CALL, .rate = RATE_EACH, .a = (uint32_t)tape->call_count++, .b = first});
  for (uint32_t i = 0; i < callee->call.outputs; i++)
    out[i] =
        find_or_append(tape, (tape_node){.op = OP_RESULT, .rate = RATE_EACH, .a = call, .b = i});
}

void lash_tape_calls(lash_tape *tape, const lash_tape_call *call, const lash_term *in,
                     lash_term *out) {
  if (call->outputs == 0 || call->outputs > LASH_TAPE_CALL_MAX ||
      call->inputs > LASH_TAPE_CALL_MAX || !call->function) {
    tape_fails(tape, LASH_FAILURE, "an opaque call without a function or with too many operands");
    for (uint32_t i = 0; i < call->outputs && i < LASH_TAPE_CALL_MAX; i++) out[i] = 0;
    return;
  }
  tape_record_call(tape, &(tape_callee){.call = *call, .inputs = call->inputs}, in, out);
}
