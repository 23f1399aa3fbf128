/* Compiling and evaluating expressions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr_ops.h"

/* ---------------------------------------------------------------------------------- compiling */

lash_status lash_expr_compile(const char *text, const lash_expr_options *options, lash_expr **expr,
                              lash_error *error) {
  enum { LONGEST = 1000000 };
  static const lash_expr_options none;
  *expr = NULL;
  size_t length = strlen(text);
  if (length > LONGEST) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "an expression of %zu characters is too long (at most %d)", length, LONGEST);
  }
  lash_expr *made = calloc(1, sizeof *made);
  char *copy = malloc(length + 1);
  if (!made || !copy) {
    free(made);
    free(copy);
    return lash_fail(error, LASH_FAILURE, "no memory left for an expression");
  }
  memcpy(copy, text, length + 1);
  made->text = copy;
  expr_builder builder = {.expr = made, .options = options ? options : &none, .error = error};
  lash_status status = expr_finish(&builder, expr_parse(&builder, made->text));
  if (status != LASH_OK) {
    lash_expr_free(made);
    return status;
  }
  *expr = made;
  return LASH_OK;
}

void lash_expr_free(lash_expr *expr) {
  if (!expr) return;
  free(expr->text);
  free(expr->nodes);
  free(expr->inputs);
  free(expr->switches);
  free(expr);
}

size_t lash_expr_input_count(const lash_expr *expr) { return expr->input_count; }
const lash_measure *lash_expr_input_at(const lash_expr *expr, size_t index) {
  return &expr->inputs[index];
}

const char *lash_expr_text(const lash_expr *expr) { return expr->text; }

bool lash_expr_uses_time(const lash_expr *expr) {
  for (size_t i = 0; i < expr->node_count; i++) {
    if (expr->nodes[i].op == OP_TIME) return true;
  }
  return false;
}

bool lash_expr_is_constant(const lash_expr *expr, double *value) {
  const expr_node *root = &expr->nodes[expr->root];
  if (root->op != OP_CONST) return false;
  *value = root->constant;
  return true;
}

/* A gradient needs most: values, two partials and the adjoint of every node. */
size_t lash_expr_scratch_size(const lash_expr *expr) { return 4 * expr->node_count; }

/* ------------------------------------------------------------------------------------- values */

/* Which argument of a selection is taken; 0 when the condition is not a number. */
static int chosen(double condition) {
  return condition < 0 ? 1 : condition == 0 ? 2 : condition > 0 ? 3 : 0;
}

/* A softened selection within its width, both branches being finite, is a mixture of them. */
static bool mixed(const expr_node *node, double condition, double below, double above) {
  return fabs(condition) < node->width && isfinite(below) && isfinite(above);
}

static double select_value(const expr_node *node, const double *v) {
  const double condition = v[node->arg[0]], below = v[node->arg[1]], above = v[node->arg[3]];
  if (!mixed(node, condition, below, above)) return v[node->arg[chosen(condition)]];
  const double share = expr_ramp(condition, node->width).value;
  return (1 - share) * below + share * above;
}

/* Fills v[i] with the value of node i and, for order 1, da[i] and db[i] with its partials. Inlined
 * with a literal order, so that plain values pay nothing for derivatives. */
__attribute__((always_inline)) static inline void run(const lash_expr *expr, double time,
                                                      const double *inputs, int order, double *v,
                                                      double *da, double *db) {
  const size_t constants = expr->constant_count, count = expr->node_count;
  const expr_node *node = expr->nodes;
  for (size_t i = 0; i < constants; i++, node++) v[i] = node->constant;
  for (size_t i = constants; i < count; i++, node++) {
    expr_partials p;
    switch ((expr_op)node->op) {
      case OP_TIME:
        v[i] = time;
        break;
      case OP_INPUT:
        v[i] = inputs[node->arg[0]];
        break;
      case OP_SELECT:
        v[i] = select_value(node, v);
        break;
      default:
        expr_apply(node, v[node->arg[0]], v[node->arg[1]], order, &p);
        v[i] = p.f;
        if (order > 0) da[i] = p.a, db[i] = p.b;
    }
  }
}

static void run_values(const lash_expr *expr, double time, const double *inputs, double *v) {
  run(expr, time, inputs, 0, v, NULL, NULL);
}

double lash_expr_eval(const lash_expr *expr, double time, const double *inputs, double *scratch) {
  run_values(expr, time, inputs, scratch);
  return scratch[expr->root];
}

/* ---------------------------------------------------------------------------------- gradients */

static void select_adjoints(const expr_node *node, const double *v, double w, double *adjoint) {
  const double condition = v[node->arg[0]], below = v[node->arg[1]], above = v[node->arg[3]];
  if (!mixed(node, condition, below, above)) {
    adjoint[node->arg[chosen(condition)]] += w;
    return;
  }
  const lash_jet share = expr_ramp(condition, node->width);
  adjoint[node->arg[0]] += w * (above - below) * share.d1;
  adjoint[node->arg[1]] += w * (1 - share.value);
  adjoint[node->arg[3]] += w * share.value;
}

/* Of any node of the tape. */
static double node_gradient(const lash_expr *expr, size_t root, double time, const double *inputs,
                            double *scratch, double *d_inputs, double *d_time) {
  size_t n = expr->node_count;
  double *v = scratch, *da = v + n, *db = da + n, *adjoint = db + n, by_time = 0;
  run(expr, time, inputs, 1, v, da, db);
  for (size_t i = 0; i < n; i++) adjoint[i] = 0;
  if (d_inputs) {
    for (size_t i = 0; i < expr->input_count; i++) d_inputs[i] = 0;
  }

  adjoint[root] = 1;
  for (size_t i = root + 1; i-- > expr->constant_count;) {
    const expr_node *node = &expr->nodes[i];
    double w = adjoint[i];
    if (w == 0) continue; /* also keeps branches not taken, whatever they hold, out of the result */
    switch ((expr_op)node->op) {
      case OP_TIME:
        by_time += w;
        break;
      case OP_INPUT:
        if (d_inputs) d_inputs[node->arg[0]] += w;
        break;
      case OP_SELECT:
        select_adjoints(node, v, w, adjoint);
        break;
      default:
        if (da[i] != 0) adjoint[node->arg[0]] += w * da[i];
        if (db[i] != 0) adjoint[node->arg[1]] += w * db[i];
    }
  }
  if (d_time) *d_time = by_time;
  return v[root];
}

double lash_expr_gradient(const lash_expr *expr, double time, const double *inputs, double *scratch,
                          double *d_inputs, double *d_time) {
  return node_gradient(expr, expr->root, time, inputs, scratch, d_inputs, d_time);
}

/* --------------------------------------------------------------------------------------- jets */

/* A partial times a rate; an infinite partial of what does not move counts for nothing. */
static double along(double partial, double rate) { return rate != 0 ? partial * rate : 0; }

/* The chain rule to second order. */
static lash_jet chain(const expr_partials *p, lash_jet a, lash_jet b) {
  lash_jet y = {.value = p->f};
  y.d1 = along(p->a, a.d1) + along(p->b, b.d1);
  y.d2 = along(p->a, a.d2) + along(p->b, b.d2) + along(p->aa, a.d1 * a.d1) +
         2 * along(p->ab, a.d1 * b.d1) + along(p->bb, b.d1 * b.d1);
  return y;
}

_Static_assert(sizeof(lash_jet) == 3 * sizeof(double),
               "jets are laid out in the scratch of doubles");

static lash_jet select_jet(const expr_node *node, const lash_jet *y) {
  const lash_jet c = y[node->arg[0]], below = y[node->arg[1]], above = y[node->arg[3]];
  if (!mixed(node, c.value, below.value, above.value)) return y[node->arg[chosen(c.value)]];
  const lash_jet ramp = expr_ramp(c.value, node->width);
  const double s = ramp.value, s1 = ramp.d1 * c.d1, s2 = ramp.d1 * c.d2 + ramp.d2 * c.d1 * c.d1;
  const lash_jet gap = {above.value - below.value, above.d1 - below.d1, above.d2 - below.d2};
  return (lash_jet){below.value + s * gap.value, below.d1 + s * gap.d1 + s1 * gap.value,
                    below.d2 + s * gap.d2 + 2 * s1 * gap.d1 + s2 * gap.value};
}

/* Fills y[i] with the jet of node i. Inputs are jets, or numbers at rest when `jets` is NULL. */
static void run_jets(const lash_expr *expr, lash_jet time, const lash_jet *jets,
                     const double *numbers, lash_jet *y) {
  for (size_t i = 0; i < expr->constant_count; i++) {
    y[i] = (lash_jet){.value = expr->nodes[i].constant};
  }
  for (size_t i = expr->constant_count; i < expr->node_count; i++) {
    const expr_node *node = &expr->nodes[i];
    expr_partials p;
    switch ((expr_op)node->op) {
      case OP_TIME:
        y[i] = time;
        break;
      case OP_INPUT:
        y[i] = jets ? jets[node->arg[0]] : (lash_jet){.value = numbers[node->arg[0]]};
        break;
      case OP_SELECT:
        y[i] = select_jet(node, y);
        break;
      default: {
        lash_jet a = y[node->arg[0]], b = y[node->arg[1]];
        expr_apply(node, a.value, b.value, 2, &p);
        y[i] = chain(&p, a, b);
      }
    }
  }
}

lash_jet lash_expr_jet(const lash_expr *expr, lash_jet time, const lash_jet *inputs,
                       double *scratch) {
  lash_jet *y = (lash_jet *)scratch;
  run_jets(expr, time, inputs, NULL, y);
  return y[expr->root];
}

lash_jet lash_expr_time_jet(const lash_expr *expr, double time, const double *inputs,
                            double *scratch) {
  lash_jet *y = (lash_jet *)scratch;
  run_jets(expr, (lash_jet){time, 1, 0}, NULL, inputs, y);
  return y[expr->root];
}

/* ----------------------------------------------------------------------------------- switches */

size_t lash_expr_switch_count(const lash_expr *expr) { return expr->switch_count; }

const lash_expr_switch *lash_expr_switch_at(const lash_expr *expr, size_t index) {
  return &expr->switches[index].shown;
}

void lash_expr_switches(const lash_expr *expr, double time, const double *inputs, double *scratch,
                        double *values) {
  run_values(expr, time, inputs, scratch);
  for (size_t i = 0; i < expr->switch_count; i++) values[i] = scratch[expr->switches[i].node];
}

void lash_expr_switch_gradient(const lash_expr *expr, size_t index, double time,
                               const double *inputs, double *scratch, double *d_inputs) {
  node_gradient(expr, (size_t)expr->switches[index].node, time, inputs, scratch, d_inputs, NULL);
}

void lash_expr_soften(lash_expr *expr, size_t index, double width) {
  const expr_switch *s = &expr->switches[index];
  if (s->shown.jump) expr->nodes[s->owner].width = width;
}

/* --------------------------------------------------------------------------------- explaining */

/* Marks the nodes the value rests on; of a selection only the branch taken. */
static void mark_live(const lash_expr *expr, const double *v, double *live) {
  for (size_t i = 0; i < expr->node_count; i++) live[i] = 0;
  live[expr->root] = 1;
  for (size_t i = expr->root + 1; i-- > 0;) {
    const expr_node *node = &expr->nodes[i];
    if (live[i] == 0) continue;
    if (node->op == OP_SELECT) {
      live[node->arg[0]] = 1;
      live[node->arg[chosen(v[node->arg[0]])]] = 1;
    } else {
      for (int k = 0; k < node->nargs; k++) live[node->arg[k]] = 1;
    }
  }
}

static lash_status blame(const lash_expr *expr, size_t index, const double *v, double time,
                         lash_error *error) {
  const expr_node *node = &expr->nodes[index];
  const char *result = isnan(v[index]) ? "is not a number" : "is infinite";
  double a = node->nargs ? v[node->arg[0]] : NAN, b = node->nargs > 1 ? v[node->arg[1]] : NAN;
  if (node->op == OP_TIME) {
    return lash_fail(error, LASH_BAD_INPUT, "TIME %s in '%s'", result, expr->text);
  }
  if (node->op == OP_INPUT) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "at time %g, column %d: %s as the model gives it %s in '%s'", time,
                     node->column, node->words, result, expr->text);
  }
  if (node->op == OP_REQUIRE) {
    return lash_fail(error, LASH_BAD_INPUT, "at time %g, column %d: %s, but got %g in '%s'", time,
                     node->column, node->words, b, expr->text);
  }
  char second[32] = "";
  if (node->nargs > 1) snprintf(second, sizeof second, " and %g", b);
  return lash_fail(error, LASH_BAD_INPUT, "at time %g, column %d: %s of %g%s %s in '%s'", time,
                   node->column, node->words, a, second, result, expr->text);
}

lash_status lash_expr_explain(const lash_expr *expr, double time, const double *inputs,
                              double *scratch, lash_error *error) {
  double *v = scratch, *live = scratch + expr->node_count;
  run_values(expr, time, inputs, v);
  if (isfinite(v[expr->root])) return LASH_OK;
  mark_live(expr, v, live);
  size_t i = 0; /* the lowest failing node has sound arguments: it is where the trouble starts */
  while (i < expr->root && (live[i] == 0 || isfinite(v[i]))) i++;
  return blame(expr, i, v, time, error);
}
