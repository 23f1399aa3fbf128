/* Forward differentiation along the list: an operation that depends on an input gets its rate as
 * further operations; whatever does not is never looked at. */
#include "tape_derivative.h"

#include <stdlib.h>

#include "tape_impl.h"

typedef struct derivation {
  lash_tape *tape;
  size_t end;             /* terms that were there before */
  uint8_t *live;          /* those that the wanted ones are made of */
  uint32_t *first, *user; /* live users of term i: user[first[i]] to user[first[i + 1] - 1] */
  lash_term *rate;        /* of each term; 0, the constant zero, where nothing is known */
  uint8_t *seen;          /* waits in `heap` or has a rate */
  uint32_t *heap;         /* smallest first: operands come before their users */
  size_t waiting;
  uint32_t *touched; /* to be cleared for the next direction */
  size_t touched_count;
} derivation;

static void end_derivation(derivation *d) {
  free(d->live);
  free(d->first);
  free(d->user);
  free(d->rate);
  free(d->seen);
  free(d->heap);
  free(d->touched);
}

/* Finds what the wanted terms are made of, and who uses whom among those. */
static bool begin_derivation(derivation *d, lash_tape *tape, const lash_term *wanted,
                             size_t count) {
  lash_term own[3];
  uint32_t n;
  *d = (derivation){.tape = tape, .end = tape->count};
  d->live = calloc(d->end + 1, 1);
  d->first = calloc(d->end + 2, sizeof *d->first);
  d->rate = calloc(d->end + 1, sizeof *d->rate);
  d->seen = calloc(d->end + 1, 1);
  d->heap = malloc((d->end + 1) * sizeof *d->heap);
  d->touched = malloc((d->end + 1) * sizeof *d->touched);
  if (!d->live || !d->first || !d->rate || !d->seen || !d->heap || !d->touched) return false;
  for (size_t i = 0; i < count; i++) d->live[wanted[i]] = 1;
  tape_mark_operands(tape, d->end, d->live);
  for (size_t i = 0; i < d->end; i++) {
    if (!d->live[i]) continue;
    const lash_term *operand = tape_operands_of(tape, &tape->node[i], own, &n);
    /* two ahead: filling below moves it to one ahead */
    for (size_t k = 0; k < n; k++) d->first[operand[k] + 2]++;
  }
  for (size_t i = 2; i <= d->end + 1; i++) d->first[i] += d->first[i - 1];
  d->user = malloc(((size_t)d->first[d->end + 1] + 1) * sizeof *d->user);
  if (!d->user) return false;
  for (size_t i = 0; i < d->end; i++) {
    if (!d->live[i]) continue;
    const lash_term *operand = tape_operands_of(tape, &tape->node[i], own, &n);
    for (size_t k = 0; k < n; k++) d->user[d->first[operand[k] + 1]++] = (uint32_t)i;
  }
  return true;
}

/* ----------------------------------------------------------------------------------- what waits */

static void push(derivation *d, uint32_t term) {
  if (d->seen[term]) return;
  d->seen[term] = 1;
  d->touched[d->touched_count++] = term;
  size_t at = d->waiting++;
  for (; at > 0 && d->heap[(at - 1) / 2] > term; at = (at - 1) / 2)
    d->heap[at] = d->heap[(at - 1) / 2];
  d->heap[at] = term;
}

static uint32_t pop(derivation *d) {
  const uint32_t least = d->heap[0], last = d->heap[--d->waiting];
  size_t at = 0;
  for (size_t child = 1; child < d->waiting; child = 2 * at + 1) {
    if (child + 1 < d->waiting && d->heap[child + 1] < d->heap[child]) child++;
    if (d->heap[child] >= last) break;
    d->heap[at] = d->heap[child];
    at = child;
  }
  d->heap[at] = last;
  return least;
}

static void push_users(derivation *d, uint32_t term) {
  for (uint32_t i = d->first[term]; i < d->first[term + 1]; i++) push(d, d->user[i]);
}

/* ---------------------------------------------------------------------------------------- rules */

#define T           d->tape
#define ADD(x, y)   lash_tape_add(T, x, y)
#define SUB(x, y)   lash_tape_sub(T, x, y)
#define MUL(x, y)   lash_tape_mul(T, x, y)
#define DIV(x, y)   lash_tape_div(T, x, y)
#define NEG(x)      lash_tape_neg(T, x)
#define NUMBER(x)   lash_tape_constant(T, x)
#define SQUARE(x)   lash_tape_square(T, x)
#define NEGATIVE(x) lash_tape_lt(T, x, NUMBER(0))

static lash_term rate_of_power(derivation *d, lash_term v, lash_term a, lash_term b, lash_term da,
                               lash_term db) {
  const lash_term less = lash_tape_pow(T, a, SUB(b, NUMBER(1)));
  lash_term rate = MUL(MUL(b, less), da);
  if (!lash_tape_is(T, db, 0)) rate = ADD(rate, MUL(MUL(v, lash_tape_log(T, a)), db));
  return rate;
}

/* The rate of term v, whose operands have rates da, db, dc. */
static lash_term rate_of(derivation *d, lash_term v) {
  const tape_node n = T->node[v]; /* a copy: recording may move the list */
  const lash_term a = n.a, b = n.b, c = n.c;
  const int operands = tape_operands[n.op];
  const lash_term da = operands > 0 ? d->rate[a] : 0, db = operands > 1 ? d->rate[b] : 0,
                  dc = operands > 2 ? d->rate[c] : 0;
  switch ((tape_op)n.op) {
    case OP_ADD:
      return ADD(da, db);
    case OP_SUB:
      return SUB(da, db);
    case OP_MUL:
      return ADD(MUL(da, b), MUL(a, db));
    case OP_DIV:
      return DIV(SUB(da, MUL(v, db)), b);
    case OP_NEG:
      return NEG(da);
    case OP_ABS:
      return lash_tape_select(T, NEGATIVE(a), NEG(da), da);
    case OP_SQRT:
      return lash_tape_select(T, lash_tape_gt(T, v, NUMBER(0)), DIV(da, ADD(v, v)), NUMBER(0));
    case OP_MIN:
      return lash_tape_select(T, lash_tape_lt(T, a, b), da, db);
    case OP_MAX:
      return lash_tape_select(T, lash_tape_gt(T, a, b), da, db);
    case OP_COPYSIGN: {
      const lash_term size = lash_tape_select(T, NEGATIVE(a), NEG(da), da);
      return lash_tape_select(T, NEGATIVE(b), NEG(size), size);
    }
    case OP_SELECT:
      return lash_tape_select(T, a, db, dc);
    case OP_SIN:
      return MUL(lash_tape_cos(T, a), da);
    case OP_COS:
      return NEG(MUL(lash_tape_sin(T, a), da));
    case OP_ASIN:
      return DIV(da, lash_tape_sqrt(T, MUL(SUB(NUMBER(1), a), ADD(NUMBER(1), a))));
    case OP_ACOS:
      return NEG(DIV(da, lash_tape_sqrt(T, MUL(SUB(NUMBER(1), a), ADD(NUMBER(1), a)))));
    case OP_ATAN:
      return DIV(da, ADD(NUMBER(1), SQUARE(a)));
    case OP_ATAN2:
      return DIV(SUB(MUL(b, da), MUL(a, db)), ADD(SQUARE(a), SQUARE(b)));
    case OP_EXP:
      return MUL(v, da);
    case OP_EXPM1:
      return MUL(ADD(v, NUMBER(1)), da);
    case OP_LOG:
      return DIV(da, a);
    case OP_SINH:
      return MUL(lash_tape_cosh(T, a), da);
    case OP_COSH:
      return MUL(lash_tape_sinh(T, a), da);
    case OP_TANH:
      return MUL(SUB(NUMBER(1), SQUARE(v)), da);
    case OP_POW:
      return rate_of_power(d, v, a, b, da, db);
    case OP_FMOD:
      return SUB(da, MUL(DIV(SUB(a, v), b), db));
    default:
      return 0; /* floor, conditions; inputs that are not differentiated by */
  }
}

/* A call: its own function gives the rates of all results at once. */
static bool rates_of_call(derivation *d, uint32_t term, lash_error *error) {
  const tape_node n = T->node[term];
  tape_callee callee = T->calls[n.a];
  lash_term in[2 * LASH_TAPE_CALL_MAX], out[LASH_TAPE_CALL_MAX];
  bool any = false;
  for (uint32_t i = 0; i < callee.inputs; i++)
    any |= !lash_tape_is(T, d->rate[T->operands[n.b + i]], 0);
  if (!any) return true;
  if (callee.derivative || !callee.call.derivative) {
    lash_fail(error, LASH_UNSUPPORTED, "%s has no %sderivatives.",
              callee.call.name ? callee.call.name : "A call", callee.derivative ? "second " : "");
    return false;
  }
  for (uint32_t i = 0; i < callee.inputs; i++) {
    in[i] = T->operands[n.b + i];
    in[callee.inputs + i] = d->rate[in[i]];
  }
  callee.derivative = true;
  callee.inputs *= 2;
  tape_record_call(T, &callee, in, out);
  for (uint32_t i = d->first[term]; i < d->first[term + 1]; i++) {
    const uint32_t result = d->user[i];
    d->rate[result] = out[T->node[result].b];
    push_users(d, result);
    if (d->seen[result]) continue;
    d->seen[result] = 1;
    d->touched[d->touched_count++] = result;
  }
  return true;
}

/* -------------------------------------------------------------------------------- one direction */

static bool sweep(derivation *d, const lash_term *input, const lash_term *rate, size_t inputs,
                  lash_error *error) {
  for (size_t i = 0; i < d->touched_count; i++) {
    d->seen[d->touched[i]] = 0;
    d->rate[d->touched[i]] = 0;
  }
  d->touched_count = 0;
  for (size_t i = 0; i < inputs; i++) {
    if (!d->seen[input[i]]) d->touched[d->touched_count++] = input[i];
    d->seen[input[i]] = 1; /* independent: never computed from its own operands */
    d->rate[input[i]] = rate[i];
  }
  for (size_t i = 0; i < inputs; i++) push_users(d, input[i]);
  while (d->waiting && T->error.status == LASH_OK) {
    const uint32_t term = pop(d);
    if (T->node[term].op == OP_CALL) {
      if (!rates_of_call(d, term, error)) return false;
      continue;
    }
    d->rate[term] = rate_of(d, term);
    if (!lash_tape_is(T, d->rate[term], 0)) push_users(d, term);
  }
  return lash_tape_status(T, error) == LASH_OK;
}

static lash_status check(lash_tape *tape, const lash_term *term, size_t count, lash_error *error) {
  for (size_t i = 0; i < count; i++)
    if (term[i] >= tape->count || tape->node[term[i]].condition)
      return lash_fail(error, LASH_FAILURE, "Differentiating something that is no number.");
  return LASH_OK;
}

static lash_status start(derivation *d, lash_tape *tape, const lash_term *input, size_t inputs,
                         const lash_term *wanted, size_t count, lash_error *error) {
  *d = (derivation){.tape = tape};
  if (lash_tape_status(tape, error) != LASH_OK) return tape->error.status;
  lash_status status = check(tape, input, inputs, error);
  if (status == LASH_OK) status = check(tape, wanted, count, error);
  if (status == LASH_OK && !begin_derivation(d, tape, wanted, count))
    status = lash_fail(error, LASH_FAILURE, "Out of memory.");
  return status;
}

/* ------------------------------------------------------------------------------------ interface */

lash_status lash_tape_directional(lash_tape *tape, const lash_term *input, const lash_term *rate,
                                  size_t inputs, const lash_term *wanted, size_t count,
                                  lash_term *derivative, lash_error *error) {
  derivation d;
  lash_status status = start(&d, tape, input, inputs, wanted, count, error);
  if (status == LASH_OK) status = check(tape, rate, inputs, error);
  lash_error why = {.status = LASH_FAILURE};
  if (status == LASH_OK && !sweep(&d, input, rate, inputs, &why)) {
    status = why.status;
    if (error) *error = why;
  }
  for (size_t i = 0; i < count && status == LASH_OK; i++) derivative[i] = d.rate[wanted[i]];
  end_derivation(&d);
  return status;
}

static bool take_column(derivation *d, uint32_t column, const lash_term *wanted, size_t count,
                        lash_tape_partial **list, size_t *used, size_t *room) {
  for (size_t row = 0; row < count; row++) {
    const lash_term value = d->rate[wanted[row]];
    if (lash_tape_is(d->tape, value, 0)) continue;
    if (!array_room(list, room, *used, sizeof **list)) return false;
    (*list)[(*used)++] = (lash_tape_partial){(uint32_t)row, column, value};
  }
  return true;
}

lash_status lash_tape_jacobian(lash_tape *tape, const lash_term *input, size_t inputs,
                               const lash_term *wanted, size_t count, lash_tape_partial **partials,
                               size_t *partial_count, lash_error *error) {
  derivation d;
  size_t room = 0;
  *partials = NULL;
  *partial_count = 0;
  lash_status status = start(&d, tape, input, inputs, wanted, count, error);
  const lash_term one = lash_tape_constant(tape, 1);
  for (size_t j = 0; j < inputs && status == LASH_OK; j++) {
    lash_error why = {.status = LASH_FAILURE};
    if (!sweep(&d, &input[j], &one, 1, &why)) {
      status = why.status;
      if (error) *error = why;
    } else if (!take_column(&d, (uint32_t)j, wanted, count, partials, partial_count, &room)) {
      status = lash_fail(error, LASH_FAILURE, "Out of memory.");
    }
  }
  end_derivation(&d);
  if (status != LASH_OK) {
    free(*partials);
    *partials = NULL;
    *partial_count = 0;
  }
  return status;
}
