/* Inside of the expression compiler: the tape, how it is built, and what each operation does. */
#ifndef LASH_MODEL_EXPR_INTERNAL_H
#define LASH_MODEL_EXPR_INTERNAL_H

#include "lash_expr.h"

/* ----------------------------------------------------------------------------------- the tape */

/* Operations of the tape. Everything else (STEP, IMPACT, POLY, …) is written in terms of these when
 * the text is compiled, so a derivative has to be right in one place only (expr_ops.h). */
typedef enum expr_op {
  OP_CONST,  /* constant */
  OP_TIME,   /* the variable TIME */
  OP_INPUT,  /* input number arg[0] */
  OP_SELECT, /* arg[1], arg[2] or arg[3] as arg[0] is below, at or above zero */
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_NEG,
  OP_POW,     /* a^b */
  OP_POWC,    /* a^constant */
  OP_RISE,    /* a^b for a > 0, else 0 */
  OP_REQUIRE, /* a when b > 0, else NaN */
  OP_CUBIC,   /* the shapes of lash_functions.h */
  OP_QUINTIC,
  OP_SINE_SHAPE,
  OP_SPLINE, /* spline at x = a, z = b */
  OP_ABS,
  OP_ACOS,
  OP_AINT,
  OP_ANINT,
  OP_ASIN,
  OP_ATAN,
  OP_ATAN2,
  OP_COS,
  OP_COSH,
  OP_EXP,
  OP_LOG,
  OP_LOG10,
  OP_MAX,
  OP_MIN,
  OP_MOD,
  OP_SIGN,
  OP_SIN,
  OP_SINH,
  OP_SQRT,
  OP_TAN,
  OP_TANH
} expr_op;

enum { EXPR_NODE_ARGS = 4 };

typedef struct expr_node {
  uint8_t op;
  uint8_t nargs;
  uint8_t spline_method, spline_order;
  int arg[EXPR_NODE_ARGS]; /* nodes further down the tape; an unused second one repeats the first */
  int column;
  double constant;
  double width; /* of OP_SIGN and OP_SELECT: half the width of a ramp in place of the jump, or 0 */
  const lash_interpolant *spline;
  const char *words; /* name of the operation in the text; of OP_REQUIRE, what it requires */
} expr_node;

typedef struct expr_switch {
  lash_expr_switch shown;
  int node;  /* whose sign decides */
  int owner; /* the node that has the jump or kink */
} expr_switch;

struct lash_expr {
  char *text;
  expr_node *nodes;
  size_t node_count;
  size_t constant_count; /* the first nodes are the constants */
  size_t root;
  lash_measure *inputs;
  size_t input_count;
  expr_switch *switches;
  size_t switch_count;
};

/* -------------------------------------------------------------------------------- building it */

/* A tape under construction, and the place where its first error is kept. Node numbers are ints; -1
 * means "failed, the error is set", and every builder function hands a -1 argument on. */
typedef struct expr_builder {
  lash_expr *expr;
  size_t node_room, input_room, switch_room;
  const lash_expr_options *options;
  lash_error *error;
  lash_status status;
  /* what is being built, for nodes made on the way */
  int column;
  const char *words;
} expr_builder;

/* Records the first error, "file:line: owner: column N: …", and returns -1. */
int expr_fail(expr_builder *builder, lash_status status, int column, const char *format, ...)
    LASH_PRINTF(4, 5);

int expr_constant(expr_builder *builder, double value);
int expr_time(expr_builder *builder);
int expr_input(expr_builder *builder, const lash_measure *measure);
int expr_spline_node(expr_builder *builder, const lash_interpolant *spline,
                     lash_interpolation method, int order, int x, int z);

/* Constants are folded, neutral elements dropped, repeated subexpressions shared. */
int expr_unary(expr_builder *builder, expr_op op, int a);
int expr_binary(expr_builder *builder, expr_op op, int a, int b);
int expr_power(expr_builder *builder, int a, int b);
int expr_select(expr_builder *builder, int condition, int below, int at, int above);
int expr_require(expr_builder *builder, int value, int positive, const char *words);

/* Says that `owner` has a jump or kink where `node` changes sign; constants are passed over.
 * Returns `owner`. */
int expr_add_switch(expr_builder *builder, int owner, int node, bool jump);

/* True when the node is a constant; a whole number. */
bool expr_known(const expr_builder *builder, int node, double *value);
bool expr_known_whole(const expr_builder *builder, int node, int *value);

/* Makes `root` the result, drops what it does not need. */
lash_status expr_finish(expr_builder *builder, int root);

/* -------------------------------------------------------------------------- names in the text */

/* A function of the text: argument numbers and how it becomes tape. */
typedef struct expr_function {
  const char *name;
  int least, most;
  int (*lower)(expr_builder *builder, const struct expr_function *self, const int *args, int count);
  expr_op op; /* for functions that are operations of the tape */
} expr_function;

enum { EXPR_ARGS_MAX = 40 };

const expr_function *expr_find_function(const char *name);

/* All names a text may use: functions, measures, TIME, PI, DTOR, RTOD. */
const char *expr_known_name_at(size_t index, const void *unused);
size_t expr_known_name_count(void);

/* ------------------------------------------------------------------------------------- tokens */

typedef enum expr_token_kind {
  TOKEN_END,
  TOKEN_NUMBER,
  TOKEN_NAME,
  TOKEN_POWER, /* ** */
  TOKEN_MARK,  /* + - * / ( ) , : */
  TOKEN_BAD    /* the error is set */
} expr_token_kind;

enum { EXPR_NAME_MAX = 64 };

typedef struct expr_token {
  expr_token_kind kind;
  int column;
  char mark;
  double number;
  char name[EXPR_NAME_MAX]; /* as written */
} expr_token;

/* Reads the token at *cursor (an index into `text`) and moves the cursor behind it. */
void expr_next_token(expr_builder *builder, const char *text, size_t *cursor, expr_token *token);

/* Parses the whole text; returns the root node or -1. */
int expr_parse(expr_builder *builder, const char *text);

#endif
