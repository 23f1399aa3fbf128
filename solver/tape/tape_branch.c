/* Operations that are needed only where one choice goes one way, behind a jump.
 *
 * A force that acts while things touch is a choice between it and zero. What is computed for the
 * sake of one choice's second operand alone is that choice's branch: a program does it only where
 * the condition holds, in one lane at least. Branches may hold branches. Nothing changes but time:
 * not what is computed, and not the result of the choice. */
#include "tape_program_impl.h"

#include <stdlib.h>

/* A jump costs some operations; branches that cost less than it saves are dissolved. */
enum { LEAST = 16, ROOT_OR_QUOTIENT = 10, FUNCTION = 20 };

static uint32_t weight_of(uint32_t op) {
  if (op == OP_DIV || op == OP_SQRT) return ROOT_OR_QUOTIENT;
  return op > OP_SELECT ? FUNCTION : 1;
}

/* Calls may do more than compute; the parts of sines are shared. Inputs are there already. */
static bool may_wait(const tape_node *n) {
  return n->op != OP_VARIABLE && n->op != OP_CALL && n->op != OP_RESULT && n->op != OP_SIN &&
         n->op != OP_COS;
}

/* The innermost branch that holds both; a branch comes before the one that holds it. */
static lash_term common(const lash_term *holder, lash_term a, lash_term b) {
  while (a != b) *(a < b ? &a : &b) = holder[a < b ? a : b];
  return a;
}

static void find_holders(const lash_tape *tape, const uint8_t *live, size_t end, lash_term *holder,
                         uint8_t *met) {
  for (size_t i = end; i-- > 0;) {
    const tape_node *n = &tape->node[i];
    if (!live[i] || n->rate != RATE_EACH) continue;
    if (!may_wait(n)) holder[i] = TAPE_NO_BRANCH;
    uint32_t count;
    lash_term own[3];
    const lash_term *operand = tape_operands_of(tape, n, own, &count);
    for (uint32_t k = 0; k < count; k++) {
      const lash_term o = operand[k];
      const bool waits = n->op == OP_SELECT && k == 1 && n->a != o && n->c != o;
      const lash_term here = waits ? (lash_term)i : holder[i];
      holder[o] = met[o] ? common(holder, holder[o], here) : here;
      met[o] = 1;
    }
  }
}

static size_t depth_of(const lash_term *holder, lash_term branch) {
  size_t depth = 0;
  for (; branch != TAPE_NO_BRANCH; branch = holder[branch]) depth++;
  return depth;
}

static void dissolve_small(const lash_tape *tape, const uint8_t *live, size_t end,
                           lash_term *holder, uint32_t *weight) {
  for (size_t i = 0; i < end; i++) {
    if (!live[i] || holder[i] == TAPE_NO_BRANCH) continue;
    const uint64_t sum = (uint64_t)weight[holder[i]] + weight[i] + weight_of(tape->node[i].op);
    weight[holder[i]] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
  }
  for (size_t i = end; i-- > 0;) {
    while (holder[i] != TAPE_NO_BRANCH && weight[holder[i]] < LEAST) holder[i] = holder[holder[i]];
    if (weight[i] >= LEAST && depth_of(holder, holder[i]) + 1 > TAPE_DEEPEST_BRANCH) weight[i] = 0;
  }
}

bool tape_find_branches(const lash_tape *tape, const lash_term *wanted, size_t count,
                        const uint8_t *live, size_t end, tape_branches *made) {
  made->holder = malloc((end + 1) * sizeof *made->holder);
  made->first = malloc((end + 1) * sizeof *made->first);
  made->next = malloc((end + 1) * sizeof *made->next);
  uint32_t *weight = calloc(end + 1, sizeof *weight);
  uint8_t *met = calloc(end + 1, 1);
  const bool there = made->holder && made->first && made->next && weight && met;
  for (size_t i = 0; there && i < end; i++)
    made->holder[i] = made->first[i] = made->next[i] = TAPE_NO_BRANCH;
  if (there) {
    for (size_t i = 0; i < count; i++) met[wanted[i]] = 1;
    find_holders(tape, live, end, made->holder, met);
    for (size_t i = 0; i < end; i++)
      if (tape->node[i].rate != RATE_EACH) made->holder[i] = TAPE_NO_BRANCH;
    dissolve_small(tape, live, end, made->holder, weight);
  }
  for (size_t i = end; there && i-- > 0;) {
    const lash_term in = made->holder[i];
    if (!live[i] || in == TAPE_NO_BRANCH) continue;
    made->next[i] = made->first[in];
    made->first[in] = (lash_term)i;
  }
  free(weight);
  free(met);
  return there;
}

void tape_branches_free(tape_branches *branches) {
  free(branches->holder);
  free(branches->first);
  free(branches->next);
}
