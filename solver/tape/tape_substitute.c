#include "tape_substitute.h"

#include <stdlib.h>

#include "tape_impl.h"

lash_term tape_again(lash_tape *t, const tape_node *n, const lash_term *to) {
  static lash_term (*const one[OP_COUNT])(lash_tape *, lash_term) = {
      [OP_NEG] = lash_tape_neg,   [OP_ABS] = lash_tape_abs,     [OP_SQRT] = lash_tape_sqrt,
      [OP_NOT] = lash_tape_not,   [OP_FLOOR] = lash_tape_floor, [OP_SIN] = lash_tape_sin,
      [OP_COS] = lash_tape_cos,   [OP_ASIN] = lash_tape_asin,   [OP_ACOS] = lash_tape_acos,
      [OP_ATAN] = lash_tape_atan, [OP_EXP] = lash_tape_exp,     [OP_EXPM1] = lash_tape_expm1,
      [OP_LOG] = lash_tape_log,   [OP_SINH] = lash_tape_sinh,   [OP_COSH] = lash_tape_cosh,
      [OP_TANH] = lash_tape_tanh};
  static lash_term (*const two[OP_COUNT])(lash_tape *, lash_term, lash_term) = {
      [OP_ADD] = lash_tape_add,  [OP_SUB] = lash_tape_sub,
      [OP_MUL] = lash_tape_mul,  [OP_DIV] = lash_tape_div,
      [OP_MIN] = lash_tape_min,  [OP_MAX] = lash_tape_max,
      [OP_LT] = lash_tape_lt,    [OP_LE] = lash_tape_le,
      [OP_EQ] = lash_tape_eq,    [OP_AND] = lash_tape_and,
      [OP_OR] = lash_tape_or,    [OP_ATAN2] = lash_tape_atan2,
      [OP_POW] = lash_tape_pow,  [OP_COPYSIGN] = lash_tape_copysign,
      [OP_FMOD] = lash_tape_fmod};
  if (one[n->op]) return one[n->op](t, to[n->a]);
  if (two[n->op]) return two[n->op](t, to[n->a], to[n->b]);
  return n->op == OP_SELECT ? lash_tape_select(t, to[n->a], to[n->b], to[n->c]) : 0;
}

static void call_again(lash_tape *t, const tape_node *n, const lash_term *to, lash_term *out) {
  const tape_callee callee = t->calls[n->a];
  lash_term in[2 * LASH_TAPE_CALL_MAX];
  for (uint32_t i = 0; i < callee.inputs; i++) in[i] = to[t->operands[n->b + i]];
  tape_record_call(t, &callee, in, out);
}

/* Whether an operand was replaced, so that the term must be. */
static bool moved(const lash_tape *t, const tape_node *n, const lash_term *to) {
  lash_term own[3];
  uint32_t count;
  const lash_term *operand = tape_operands_of(t, n, own, &count);
  for (uint32_t k = 0; k < count; k++)
    if (to[operand[k]] != operand[k]) return true;
  return false;
}

/* to[i] becomes what stands for term i. The results of a call that is made again are recorded right
 * behind it, in their order: the first is found through to[call]. */
static void replace_all(lash_tape *t, size_t end, const uint8_t *fixed, const uint8_t *live,
                        lash_term *to) {
  lash_term out[LASH_TAPE_CALL_MAX];
  for (size_t i = 0; i < end && t->error.status == LASH_OK; i++) {
    const tape_node n = t->node[i]; /* a copy: recording may move the list */
    if (fixed[i]) continue;
    to[i] = (lash_term)i;
    if (!live[i]) continue;
    if (n.op == OP_RESULT) {
      if (to[n.a] != n.a) to[i] = to[n.a] + n.b;
    } else if (n.op == OP_CALL) {
      if (!moved(t, &n, to)) continue;
      call_again(t, &n, to, out);
      to[i] = out[0];
    } else if (moved(t, &n, to)) {
      to[i] = tape_again(t, &n, to);
    }
  }
}

static bool numbers(const lash_tape *t, const lash_term *term, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (term[i] >= t->count || t->node[term[i]].condition) return false;
  return true;
}

lash_status lash_tape_substitute(lash_tape *tape, const lash_term *input, const lash_term *with,
                                 size_t inputs, const lash_term *wanted, size_t count,
                                 lash_term *replaced, lash_error *error) {
  if (lash_tape_status(tape, error) != LASH_OK) return tape->error.status;
  if (!numbers(tape, input, inputs) || !numbers(tape, with, inputs) ||
      !numbers(tape, wanted, count))
    return lash_fail(error, LASH_FAILURE, "Replacing something that is no number of its tape.");
  const size_t end = tape->count;
  lash_term *to = malloc((end + 1) * sizeof *to);
  uint8_t *fixed = calloc(end + 1, 1), *live = calloc(end + 1, 1);
  if (to && fixed && live) {
    for (size_t i = 0; i < inputs; i++) {
      fixed[input[i]] = 1;
      to[input[i]] = with[i];
    }
    for (size_t i = 0; i < count; i++) live[wanted[i]] = 1;
    tape_mark_operands(tape, end, live);
    replace_all(tape, end, fixed, live, to);
    for (size_t i = 0; i < count; i++) replaced[i] = to[wanted[i]];
  } else {
    tape_fails(tape, LASH_FAILURE, "out of memory");
  }
  free(to);
  free(fixed);
  free(live);
  return lash_tape_status(tape, error);
}

/* ---------------------------------------------------------------------------------- Runge-Kutta */

lash_status lash_tape_rk4(lash_tape *tape, lash_term time, const lash_term *z,
                          const lash_term *rate, const lash_term *known, size_t count, lash_term h,
                          lash_term *next, lash_error *error) {
  const size_t n = count;
  lash_term *memory = malloc((4 * n + 4) * sizeof *memory);
  if (!memory) return lash_fail(error, LASH_FAILURE, "Out of memory.");
  lash_term *input = memory, *at = input + n + 1, *k = at + n + 1, *sum = k + n;
  const lash_term half = lash_tape_mul(tape, lash_tape_constant(tape, 0.5), h),
                  sixth = lash_tape_div(tape, h, lash_tape_constant(tape, 6)),
                  two = lash_tape_constant(tape, 2);
  lash_status status = LASH_OK;
  for (size_t i = 0; i < n; i++) input[i] = z[i], k[i] = sum[i] = known ? known[i] : rate[i];
  input[n] = time;
  for (int stage = 1; stage <= 3 && status == LASH_OK; stage++) {
    const lash_term ahead = stage < 3 ? half : h;
    for (size_t i = 0; i < n; i++)
      at[i] = lash_tape_add(tape, z[i], lash_tape_mul(tape, ahead, k[i]));
    at[n] = lash_tape_add(tape, time, ahead);
    status = lash_tape_substitute(tape, input, at, n + 1, rate, n, k, error);
    for (size_t i = 0; i < n && status == LASH_OK; i++)
      sum[i] = lash_tape_add(tape, sum[i], stage < 3 ? lash_tape_mul(tape, two, k[i]) : k[i]);
  }
  for (size_t i = 0; i < n && status == LASH_OK; i++)
    next[i] = lash_tape_add(tape, z[i], lash_tape_mul(tape, sixth, sum[i]));
  free(memory);
  return status == LASH_OK ? lash_tape_status(tape, error) : status;
}
