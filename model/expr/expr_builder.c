/* Building a tape: folding constants, sharing repeats, dropping what is not needed. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr_ops.h"
#include "lash_array.h"

/* ------------------------------------------------------------------------------------- errors */

int expr_fail(expr_builder *builder, lash_status status, int column, const char *format, ...) {
  if (builder->status != LASH_OK) return -1; /* the first error is the one to mend */
  builder->status = status;
  char words[LASH_MESSAGE_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(words, sizeof words, format, args);
  va_end(args);
  const lash_expr_options *options = builder->options;
  int line = options->line;
  if (options->locate) options->locate(options->source, (size_t)(column - 1), &line, &column);
  lash_fail(builder->error, status, "column %d%s: %s", column,
            options->locate ? "" : " of the expression", words);
  if (options->owner) lash_error_prefix(builder->error, "%s", options->owner);
  if (options->file && line > 0) {
    lash_error_prefix(builder->error, "%s:%d", options->file, line);
  } else if (options->file) {
    lash_error_prefix(builder->error, "%s", options->file);
  }
  return -1;
}

static int no_memory(expr_builder *builder) {
  return expr_fail(builder, LASH_FAILURE, builder->column, "no memory left for the expression");
}

/* -------------------------------------------------------------------------------------- nodes */

static bool same_node(const expr_node *a, const expr_node *b) {
  return a->op == b->op && a->spline == b->spline && a->spline_method == b->spline_method &&
         a->spline_order == b->spline_order &&
         memcmp(&a->constant, &b->constant, sizeof a->constant) == 0 &&
         memcmp(a->arg, b->arg, sizeof a->arg) == 0;
}

/* Appends a node, or returns an equal recent one. */
static int append(expr_builder *builder, expr_node node) {
  enum { LOOK_BACK = 128 }; /* bounds the search: repeats are mostly near each other */
  lash_expr *expr = builder->expr;
  size_t oldest = expr->node_count > LOOK_BACK ? expr->node_count - LOOK_BACK : 0;
  for (size_t i = expr->node_count; i-- > oldest;) {
    if (same_node(&expr->nodes[i], &node)) return (int)i;
  }
  if (!array_room(&expr->nodes, &builder->node_room, expr->node_count, sizeof node)) {
    return no_memory(builder);
  }
  expr->nodes[expr->node_count] = node;
  return (int)expr->node_count++;
}

static expr_node blank(const expr_builder *builder, expr_op op, int nargs) {
  return (expr_node){.op = (uint8_t)op,
                     .nargs = (uint8_t)nargs,
                     .column = builder->column,
                     .words = builder->words};
}

bool expr_known(const expr_builder *builder, int node, double *value) {
  if (node < 0 || builder->expr->nodes[node].op != OP_CONST) return false;
  *value = builder->expr->nodes[node].constant;
  return true;
}

bool expr_known_whole(const expr_builder *builder, int node, int *value) {
  double x;
  if (!expr_known(builder, node, &x) || x != floor(x) || fabs(x) > INT_MAX) return false;
  *value = (int)x;
  return true;
}

static bool known_to_be(const expr_builder *builder, int node, double value) {
  double x;
  return expr_known(builder, node, &x) && x == value;
}

int expr_constant(expr_builder *builder, double value) {
  expr_node node = blank(builder, OP_CONST, 0);
  node.constant = value;
  return append(builder, node);
}

int expr_time(expr_builder *builder) { return append(builder, blank(builder, OP_TIME, 0)); }

static bool same_measure(const lash_measure *a, const lash_measure *b) {
  return a->kind == b->kind && memcmp(a->args, b->args, sizeof a->args) == 0;
}

int expr_input(expr_builder *builder, const lash_measure *measure) {
  lash_expr *expr = builder->expr;
  size_t i = 0;
  while (i < expr->input_count && !same_measure(&expr->inputs[i], measure)) i++;
  if (i == expr->input_count) {
    if (!array_room(&expr->inputs, &builder->input_room, i, sizeof *measure))
      return no_memory(builder);
    expr->inputs[expr->input_count++] = *measure;
  }
  expr_node node = blank(builder, OP_INPUT, 0);
  node.arg[0] = (int)i;
  return append(builder, node);
}

/* --------------------------------------------------------------------------------- operations */

/* Appends an operation of one or two arguments, or its value when they are constants. */
static int operation(expr_builder *builder, expr_node node) {
  double a, b;
  if (!expr_known(builder, node.arg[0], &a) || !expr_known(builder, node.arg[1], &b)) {
    return append(builder, node);
  }
  expr_partials p;
  expr_apply(&node, a, b, 0, &p);
  if (isfinite(p.f)) return expr_constant(builder, p.f);
  if (node.op == OP_REQUIRE) {
    return expr_fail(builder, LASH_BAD_INPUT, node.column, "%s", node.words);
  }
  char second[32] = "";
  if (node.nargs > 1) snprintf(second, sizeof second, " and %g", b);
  return expr_fail(builder, LASH_BAD_INPUT, node.column,
                   "%s of %g%s has no finite value; change the argument", node.words, a, second);
}

int expr_unary(expr_builder *builder, expr_op op, int a) {
  if (a < 0) return -1;
  expr_node node = blank(builder, op, 1);
  node.arg[0] = node.arg[1] = a;
  return operation(builder, node);
}

int expr_binary(expr_builder *builder, expr_op op, int a, int b) {
  if (a < 0 || b < 0) return -1;
  if (op == OP_ADD && known_to_be(builder, a, 0)) return b;
  if ((op == OP_ADD || op == OP_SUB) && known_to_be(builder, b, 0)) return a;
  if (op == OP_MUL && known_to_be(builder, a, 1)) return b;
  if ((op == OP_MUL || op == OP_DIV) && known_to_be(builder, b, 1)) return a;
  expr_node node = blank(builder, op, 2);
  node.arg[0] = a, node.arg[1] = b;
  return operation(builder, node);
}

int expr_power(expr_builder *builder, int a, int b) {
  double exponent;
  if (a < 0 || !expr_known(builder, b, &exponent)) return expr_binary(builder, OP_POW, a, b);
  if (exponent == 0) return expr_constant(builder, 1);
  if (exponent == 1) return a;
  if (exponent == 2) return expr_binary(builder, OP_MUL, a, a);
  if (exponent == 3) return expr_binary(builder, OP_MUL, expr_binary(builder, OP_MUL, a, a), a);
  expr_node node = blank(builder, OP_POWC, 1);
  node.arg[0] = node.arg[1] = a;
  node.constant = exponent;
  return operation(builder, node);
}

int expr_select(expr_builder *builder, int condition, int below, int at, int above) {
  if (condition < 0 || below < 0 || at < 0 || above < 0) return -1;
  double value;
  if (expr_known(builder, condition, &value)) return value < 0 ? below : value > 0 ? above : at;
  expr_node node = blank(builder, OP_SELECT, 4);
  node.arg[0] = condition, node.arg[1] = below, node.arg[2] = at, node.arg[3] = above;
  return append(builder, node);
}

int expr_require(expr_builder *builder, int value, int positive, const char *words) {
  const char *outer = builder->words;
  builder->words = words;
  int node = expr_binary(builder, OP_REQUIRE, value, positive);
  builder->words = outer;
  double known; /* a positive constant needs no check while running */
  return node >= 0 && expr_known(builder, positive, &known) && known > 0 ? value : node;
}

int expr_spline_node(expr_builder *builder, const lash_interpolant *spline,
                     lash_interpolation method, int order, int x, int z) {
  if (x < 0 || z < 0) return -1;
  expr_node node = blank(builder, OP_SPLINE, 2);
  node.arg[0] = x, node.arg[1] = z;
  node.spline = spline;
  node.spline_method = (uint8_t)method;
  node.spline_order = (uint8_t)order;
  return operation(builder, node);
}

int expr_add_switch(expr_builder *builder, int owner, int node, bool jump) {
  lash_expr *expr = builder->expr;
  double value;
  if (owner < 0 || node < 0) return -1;
  if (expr_known(builder, node, &value) || expr_known(builder, owner, &value)) return owner;
  if (!array_room(&expr->switches, &builder->switch_room, expr->switch_count,
                  sizeof *expr->switches)) {
    return no_memory(builder);
  }
  expr->switches[expr->switch_count++] =
      (expr_switch){.shown = {builder->words, jump, builder->column}, .node = node, .owner = owner};
  return owner;
}

/* ---------------------------------------------------------------------------------- finishing */

/* Marks everything the marked nodes need; arguments always stand below their node. */
static void mark_needed(const lash_expr *expr, bool *needed) {
  for (size_t i = expr->node_count; i-- > 0;) {
    const expr_node *node = &expr->nodes[i];
    if (!needed[i]) continue;
    for (int k = 0; k < node->nargs; k++) needed[node->arg[k]] = true;
  }
}

/* Keeps the switches whose owner is needed, and marks what they watch. */
static void keep_switches(lash_expr *expr, bool *needed) {
  size_t kept = 0;
  for (size_t i = 0; i < expr->switch_count; i++) {
    if (needed[expr->switches[i].owner]) expr->switches[kept++] = expr->switches[i];
  }
  expr->switch_count = kept;
  for (size_t i = 0; i < kept; i++) needed[expr->switches[i].node] = true;
  mark_needed(expr, needed);
}

/* Renumbers inputs in order of first use on the tape; `place` maps old numbers to new ones. */
static void keep_inputs(lash_expr *expr, const bool *needed, int *place) {
  for (size_t i = 0; i < expr->input_count; i++) place[i] = -1;
  for (size_t i = 0; i < expr->node_count; i++) {
    if (needed[i] && expr->nodes[i].op == OP_INPUT) place[expr->nodes[i].arg[0]] = 0;
  }
  size_t kept = 0;
  for (size_t i = 0; i < expr->input_count; i++) {
    if (place[i] < 0) continue;
    place[i] = (int)kept;
    expr->inputs[kept++] = expr->inputs[i];
  }
  expr->input_count = kept;
}

/* Copies the needed nodes that are constants, or those that are not, behind the `kept` so far. */
static size_t keep_some(const lash_expr *expr, const bool *needed, bool constants,
                        const int *input_place, int *place, expr_node *out, size_t kept) {
  for (size_t i = 0; i < expr->node_count; i++) {
    expr_node node = expr->nodes[i];
    if (!needed[i] || (node.op == OP_CONST) != constants) continue;
    if (node.op == OP_INPUT) node.arg[0] = input_place[node.arg[0]];
    for (int k = 0; k < node.nargs; k++) node.arg[k] = place[node.arg[k]];
    if (node.nargs == 1) node.arg[1] = node.arg[0];
    place[i] = (int)kept;
    out[kept++] = node;
  }
  return kept;
}

/* Constants first, so that the evaluators can load them in one go. */
static void keep_nodes(lash_expr *expr, const bool *needed, const int *input_place, int *place,
                       expr_node *out) {
  expr->constant_count = keep_some(expr, needed, true, input_place, place, out, 0);
  expr->node_count = keep_some(expr, needed, false, input_place, place, out, expr->constant_count);
  free(expr->nodes);
  expr->nodes = out;
  for (size_t i = 0; i < expr->switch_count; i++) {
    expr->switches[i].node = place[expr->switches[i].node];
    expr->switches[i].owner = place[expr->switches[i].owner];
  }
}

lash_status expr_finish(expr_builder *builder, int root) {
  lash_expr *expr = builder->expr;
  if (root < 0) return builder->status;
  bool *needed = calloc(expr->node_count, sizeof *needed);
  int *place = calloc(expr->node_count, sizeof *place);
  int *input_place = calloc(expr->input_count + 1, sizeof *input_place);
  expr_node *nodes = malloc(expr->node_count * sizeof *nodes);
  if (needed && place && input_place && nodes) {
    needed[root] = true;
    mark_needed(expr, needed);
    keep_switches(expr, needed);
    keep_inputs(expr, needed, input_place);
    keep_nodes(expr, needed, input_place, place, nodes);
    expr->root = (size_t)place[root];
  } else {
    free(nodes);
    no_memory(builder);
  }
  free(needed);
  free(place);
  free(input_place);
  return builder->status;
}
