#include "tape_merge.h"

#include <stdlib.h>

#include "tape_impl.h"

static bool node_alike(const tape_node *a, const tape_node *b) {
  if (a->op != b->op || a->condition != b->condition) return false;
  if (a->op == OP_CALL || a->op == OP_RESULT) return false;
  if (a->op == OP_CONSTANT) return !a->condition || (a->b == b->b && a->c == b->c);
  if (a->op == OP_VARIABLE || a->op == OP_PARAMETER) return a->a == b->a;
  const int operands = tape_operands[a->op];
  return a->a == b->a && (operands < 2 || a->b == b->b) && (operands < 3 || a->c == b->c);
}

bool lash_tape_alike(const lash_tape *a, const lash_tape *b, size_t terms) {
  if (a->count < terms || b->count < terms) return false;
  for (size_t k = 0; k < terms; k++)
    if (!node_alike(&a->node[k], &b->node[k])) return false;
  return true;
}

static bool same_everywhere(const lash_tape *const *tape, size_t count, size_t term) {
  const tape_node *first = &tape[0]->node[term];
  for (size_t m = 1; m < count; m++) {
    const tape_node *other = &tape[m]->node[term];
    if (first->b != other->b || first->c != other->c) return false;
  }
  return true;
}

/* What stands for a constant; `next` is the first parameter that is free. */
static lash_term number(lash_tape *made, const lash_tape *const *tape, size_t count, size_t term,
                        uint32_t *next, double *parameters) {
  const tape_node *n = &tape[0]->node[term];
  if (same_everywhere(tape, count, term)) return lash_tape_constant(made, tape_constant_value(n));
  for (size_t m = 0; m < count; m++)
    parameters[*next * count + m] = tape_constant_value(&tape[m]->node[term]);
  return lash_tape_parameter(made, (*next)++);
}

/* One that is known. */
static lash_term condition(lash_tape *made, const tape_node *n) {
  const lash_term zero = lash_tape_constant(made, 0);
  return tape_holds(tape_constant_value(n)) ? lash_tape_eq(made, zero, zero)
                                            : lash_tape_ne(made, zero, zero);
}

static size_t constants(const lash_tape *tape, size_t terms) {
  size_t count = 0;
  for (size_t k = 0; k < terms; k++) count += tape->node[k].op == OP_CONSTANT;
  return count;
}

lash_status lash_tape_merge(const lash_tape *const *tape, size_t count, size_t terms, lash_term *to,
                            lash_tape **made, double **parameters, lash_error *error) {
  uint32_t next = (uint32_t)tape[0]->parameters;
  *made = NULL;
  *parameters = NULL;
  if (next) /* theirs have no numbers here */
    return lash_fail(error, LASH_UNSUPPORTED, "lists with parameters of their own");
  lash_tape *t = lash_tape_new();
  double *values = calloc(constants(tape[0], terms) * count + 1, sizeof *values);
  for (size_t k = 0; t && values && k < terms; k++) {
    const tape_node *n = &tape[0]->node[k];
    if (n->op == OP_CONSTANT && !n->condition)
      to[k] = number(t, tape, count, k, &next, values);
    else if (n->op == OP_VARIABLE)
      to[k] = lash_tape_variable(t, n->a);
    else
      to[k] = n->op == OP_CONSTANT ? condition(t, n) : tape_again(t, n, to);
  }
  const lash_status status =
      t && values ? lash_tape_status(t, error) : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) {
    *made = t;
    *parameters = values;
    return LASH_OK;
  }
  lash_tape_free(t);
  free(values);
  return status;
}
