/* Grammar of expressions, by recursive descent straight onto the tape:
 *
 *   sum     = product { (+|-) product }
 *   product = factor { (*|/) factor }
 *   factor  = (+|-) factor | primary [ ** factor ]        so -a**2 is -(a**2), a**b**c is a**(b**c)
 *   primary = number | name | name ( arguments ) | ( sum )
 */
#include <stdio.h>
#include <string.h>

#include "expr_internal.h"

enum { DEEPEST = 200 };

typedef struct parser {
  expr_builder *builder;
  const char *text;
  size_t cursor;
  expr_token token; /* the one to be read next */
  int depth;
} parser;

static int parse_sum(parser *p);

static void advance(parser *p) { expr_next_token(p->builder, p->text, &p->cursor, &p->token); }

static bool at_mark(const parser *p, char mark) {
  return p->token.kind == TOKEN_MARK && p->token.mark == mark;
}

/* Nodes made from here on belong to this place in the text. */
static void stand_at(parser *p, int column, const char *words) {
  p->builder->column = column;
  p->builder->words = words;
}

/* What stands at the current token, in words. */
static int unexpected(parser *p, const char *wanted) {
  const expr_token *t = &p->token;
  char here[EXPR_NAME_MAX + 2];
  switch (t->kind) {
    case TOKEN_BAD:
      return -1; /* already reported */
    case TOKEN_END:
      return expr_fail(p->builder, LASH_BAD_INPUT, t->column, "the text ends where %s should stand",
                       wanted);
    case TOKEN_NAME:
      snprintf(here, sizeof here, "'%s'", t->name);
      break;
    case TOKEN_NUMBER:
      snprintf(here, sizeof here, "%g", t->number);
      break;
    case TOKEN_POWER:
      strcpy(here, "'**'");
      break;
    case TOKEN_MARK:
      snprintf(here, sizeof here, "'%c'", t->mark);
  }
  return expr_fail(p->builder, LASH_BAD_INPUT, t->column, "%s stands where %s should stand", here,
                   wanted);
}

/* ----------------------------------------------------------------------------------- measures */

static int call_measure(parser *p, lash_measure_kind kind, const int *args, const int *columns,
                        int count, int column) {
  const char *name = lash_measure_name(kind);
  int least = lash_measure_least_args(kind), most = lash_measure_most_args(kind);
  if (count < least || count > most) {
    return expr_fail(p->builder, LASH_BAD_INPUT, column, "%s has %d argument%s; it takes %s(%s)",
                     name, count, count == 1 ? "" : "s", name, lash_measure_words(kind));
  }
  lash_measure measure = {.kind = kind, .nargs = most, .column = column};
  for (int i = 0; i < count; i++) { /* one left empty is 0 */
    if (args[i] < 0 || expr_known_whole(p->builder, args[i], &measure.args[i])) continue;
    return expr_fail(p->builder, LASH_BAD_INPUT, columns[i],
                     "the arguments of %s are identifiers: whole numbers, not expressions of the "
                     "motion",
                     name);
  }
  stand_at(p, column, name);
  return expr_input(p->builder, &measure);
}

/* ------------------------------------------------------------------------------------ calling */

static int call_function(parser *p, const expr_function *function, const int *args,
                         const int *columns, int count, int column) {
  if (count < function->least || count > function->most) {
    char wanted[48];
    if (function->least == function->most) {
      snprintf(wanted, sizeof wanted, "%d", function->least);
    } else {
      snprintf(wanted, sizeof wanted, "%d to %d", function->least, function->most);
    }
    return expr_fail(p->builder, LASH_BAD_INPUT, column, "%s has %d argument%s; it takes %s",
                     function->name, count, count == 1 ? "" : "s", wanted);
  }
  for (int i = 0; i < count; i++) {
    if (args[i] >= 0) continue;
    return expr_fail(p->builder, LASH_BAD_INPUT, columns[i], "argument %d of %s is empty", i + 1,
                     function->name);
  }
  stand_at(p, column, function->name);
  return function->lower(p->builder, function, args, count);
}

static const char *supplied_at(size_t index, const void *options) {
  return ((const lash_expr_options *)options)->names[index];
}

static int unknown_supplied(parser *p, const char *name, int column) {
  const lash_expr_options *options = p->builder->options;
  const char *near = lash_nearest_name(name, options->name_count, supplied_at, options);
  char known[400] = "";
  size_t used = 0;
  for (size_t i = 0; i < options->name_count && used < sizeof known; i++) {
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                             options->names[i]);
  }
  return expr_fail(p->builder, LASH_BAD_INPUT, column,
                   "'%s' is neither a function nor one of %s%s%s%s", name, known,
                   near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static int unknown_name(parser *p, const char *name, int column) {
  if (lash_same_name(name, "USER")) {
    return expr_fail(p->builder, LASH_BAD_INPUT, column,
                     "USER(…) calls a user subroutine and must be the whole function, not a part "
                     "of an expression");
  }
  if (lash_same_name(name, "INVPSD")) {
    return expr_fail(p->builder, LASH_UNSUPPORTED, column,
                     "INVPSD is not supported; tabulate the signal in a SPLINE and use CUBSPL");
  }
  if (p->builder->options->names) return unknown_supplied(p, name, column);
  const char *near = lash_nearest_name(name, expr_known_name_count(), expr_known_name_at, NULL);
  return expr_fail(p->builder, LASH_BAD_INPUT, column, "'%s' is not a function or measure%s%s%s",
                   name, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

/* Arguments between parentheses; an empty one is -1. IF writes a colon behind its first. */
static int parse_arguments(parser *p, bool is_if, int *args, int *columns) {
  int count = 0;
  advance(p); /* the opening parenthesis */
  if (at_mark(p, ')')) return advance(p), 0;
  for (;;) {
    if (count == EXPR_ARGS_MAX) {
      return expr_fail(p->builder, LASH_BAD_INPUT, p->token.column, "more than %d arguments",
                       EXPR_ARGS_MAX);
    }
    columns[count] = p->token.column;
    args[count] = at_mark(p, ',') || at_mark(p, ')') ? -1 : parse_sum(p);
    if (p->builder->status != LASH_OK) return -1;
    count++;
    bool colon = is_if && count == 1 && at_mark(p, ':');
    if (at_mark(p, ')')) return advance(p), count;
    if (!at_mark(p, ',') && !colon) return unexpected(p, "a comma or ')'");
    advance(p);
  }
}

/* Index of a name that the caller supplies, or -1. */
static int find_supplied(const parser *p, const char *name) {
  const lash_expr_options *options = p->builder->options;
  for (size_t i = 0; i < options->name_count; i++) {
    if (strcmp(options->names[i], name) == 0) return (int)i;
  }
  return -1;
}

static int supplied(parser *p, int index, int column) {
  lash_measure measure = {.kind = LASH_MEASURE_COUNT, .args = {index}, .column = column};
  stand_at(p, column, p->builder->options->names[index]);
  return expr_input(p->builder, &measure);
}

static int parse_name(parser *p) {
  char name[EXPR_NAME_MAX];
  int column = p->token.column, args[EXPR_ARGS_MAX], columns[EXPR_ARGS_MAX], count = 0;
  memcpy(name, p->token.name, sizeof name);
  advance(p);

  bool by_name = p->builder->options->names != NULL;
  int index = find_supplied(p, name);
  if (index >= 0 && !at_mark(p, '(')) return supplied(p, index, column);
  const expr_function *function = expr_find_function(name);
  int kind = by_name ? -1 : lash_measure_find(name);
  bool known = function || kind >= 0;
  if (at_mark(p, '(') && known) {
    count = parse_arguments(p, lash_same_name(name, "IF"), args, columns);
    if (count < 0) return -1;
  }
  if (function) return call_function(p, function, args, columns, count, column);
  if (kind >= 0) return call_measure(p, (lash_measure_kind)kind, args, columns, count, column);
  return unknown_name(p, name, column);
}

/* ---------------------------------------------------------------------------------- operators */

static int parse_primary(parser *p) {
  if (p->token.kind == TOKEN_NUMBER) {
    stand_at(p, p->token.column, "number");
    int node = expr_constant(p->builder, p->token.number);
    return advance(p), node;
  }
  if (p->token.kind == TOKEN_NAME) return parse_name(p);
  if (!at_mark(p, '(')) return unexpected(p, "a number, a name or '('");
  advance(p);
  int node = parse_sum(p);
  if (node < 0) return -1;
  if (!at_mark(p, ')')) return unexpected(p, "')'");
  return advance(p), node;
}

static int parse_factor(parser *p) {
  int column = p->token.column, node;
  if (++p->depth > DEEPEST) {
    return expr_fail(p->builder, LASH_BAD_INPUT, column,
                     "more than %d levels of parentheses and signs; use a VARIABLE for a part of "
                     "the expression",
                     DEEPEST);
  }
  if (at_mark(p, '-') || at_mark(p, '+')) {
    bool minus = at_mark(p, '-');
    advance(p);
    node = parse_factor(p);
    stand_at(p, column, "-");
    if (minus) node = expr_unary(p->builder, OP_NEG, node);
  } else {
    node = parse_primary(p);
    if (node >= 0 && p->token.kind == TOKEN_POWER) {
      column = p->token.column;
      advance(p);
      int exponent = parse_factor(p);
      stand_at(p, column, "**");
      if (exponent >= 0) node = expr_power(p->builder, node, exponent);
    }
  }
  p->depth--;
  return p->builder->status == LASH_OK ? node : -1;
}

/* A chain of operands joined by one of two marks, from left to right. */
static int parse_chain(parser *p, int (*operand)(parser *), const char *marks, const expr_op *ops) {
  static const char *const words[] = {"+", "-", "*", "/"};
  int node = operand(p);
  while (node >= 0 && (at_mark(p, marks[0]) || at_mark(p, marks[1]))) {
    int which = at_mark(p, marks[1]), column = p->token.column;
    advance(p);
    int right = operand(p);
    stand_at(p, column, words[(marks[0] == '*' ? 2 : 0) + which]);
    node = expr_binary(p->builder, ops[which], node, right);
  }
  return node;
}

static int parse_product(parser *p) {
  static const expr_op ops[] = {OP_MUL, OP_DIV};
  return parse_chain(p, parse_factor, "*/", ops);
}

static int parse_sum(parser *p) {
  static const expr_op ops[] = {OP_ADD, OP_SUB};
  return parse_chain(p, parse_product, "+-", ops);
}

int expr_parse(expr_builder *builder, const char *text) {
  parser p = {.builder = builder, .text = text};
  stand_at(&p, 1, "expression");
  advance(&p);
  int root = parse_sum(&p);
  if (root >= 0 && p.token.kind != TOKEN_END) return unexpected(&p, "an operator or the end");
  return root;
}
