/* Reads and evaluates a formula in one pass: recursive descent, one function per precedence. */
#include "formula.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 63, DEPTH_MAX = 64 };

typedef struct reader {
  const char *text, *at;
  const formula_names *names;
  formula_reduced reduced;
  formula_memory *memory;
  lash_error *error;
  bool failed;
  int depth;
} reader;

/* --------------------------------------------------------------------------------------- memory */

double *formula_take(formula_memory *memory, size_t count) {
  if (memory->count == memory->capacity) {
    const size_t capacity = memory->capacity ? 2 * memory->capacity : 16;
    double **grown = realloc(memory->block, capacity * sizeof *grown);
    if (!grown) return NULL;
    memory->block = grown;
    memory->capacity = capacity;
  }
  double *block = malloc((count ? count : 1) * sizeof *block);
  if (block) memory->block[memory->count++] = block;
  return block;
}

void formula_release(formula_memory *memory) {
  for (size_t i = 0; i < memory->count; i++) free(memory->block[i]);
  free(memory->block);
  *memory = (formula_memory){0};
}

/* --------------------------------------------------------------------------------------- words */

static formula_value fail(reader *r, const char *what, const char *detail) {
  if (!r->failed) {
    lash_fail(r->error, LASH_BAD_INPUT, "in '%s', at '%.20s': %s%s", r->text, r->at, what, detail);
  }
  r->failed = true;
  return (formula_value){.number = NAN};
}

static void skip_blanks(reader *r) {
  while (isspace((unsigned char)*r->at)) r->at++;
}

static bool accept(reader *r, const char *symbol) {
  skip_blanks(r);
  const size_t length = strlen(symbol);
  if (strncmp(r->at, symbol, length) != 0) return false;
  r->at += length;
  return true;
}

static bool word(reader *r, char *name) {
  size_t length = 0;
  while ((isalnum((unsigned char)*r->at) || *r->at == '_') && length < NAME_MAX_LENGTH) {
    name[length++] = *r->at++;
  }
  name[length] = '\0';
  return length > 0;
}

/* ------------------------------------------------------------------------ arithmetic, pointwise */

static double operate(char operation, double a, double b) {
  switch (operation) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '^':
      return pow(a, b);
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '&':
      return a != 0 && b != 0;
    default:
      return a != 0 || b != 0; /* | */
  }
}

static formula_value combine(reader *r, char operation, formula_value a, formula_value b) {
  if (r->failed) return a;
  if (!a.n && !b.n) return (formula_value){.number = operate(operation, a.number, b.number)};
  if (a.n && b.n && a.n != b.n) return fail(r, "curves of different length", "");
  const size_t n = a.n ? a.n : b.n;
  double *x = formula_take(r->memory, n);
  if (!x) return fail(r, "out of memory", "");
  for (size_t i = 0; i < n; i++) {
    x[i] = operate(operation, a.n ? a.x[i] : a.number, b.n ? b.x[i] : b.number);
  }
  return (formula_value){.n = n, .t = a.n ? a.t : b.t, .x = x};
}

/* -------------------------------------------------------------------------------------- grammar */

static formula_value expression(reader *r);

static formula_value call(reader *r, const char *name) {
  const formula_function *function = formula_find(name);
  if (!function) return fail(r, "there is no function ", name);
  formula_call c = {.memory = r->memory, .error = r->error};
  do {
    if (c.count == FORMULA_ARGUMENTS_MAX) return fail(r, "too many arguments for ", name);
    c.a[c.count++] = expression(r);
  } while (!r->failed && accept(r, ","));
  if (r->failed) return c.value;
  if (!accept(r, ")")) return fail(r, "a closing parenthesis is missing after ", name);
  if (c.count < function->least || c.count > function->most) {
    return fail(r, "wrong number of arguments for ", name);
  }
  if (!formula_apply(function, &c)) {
    r->failed = true;
    lash_error_prefix(r->error, "in '%s', %s", r->text, name);
    return c.value;
  }
  bool of_curve = false;
  for (int i = 0; i < c.count; i++) of_curve |= c.a[i].n > 0;
  if (of_curve && !c.value.n && r->reduced)
    c.value.number = r->reduced(r->names->context, c.value.number);
  return c.value;
}

static formula_value named(reader *r) {
  char name[NAME_MAX_LENGTH + 1], column[NAME_MAX_LENGTH + 1];
  formula_value value = {0};
  if (!word(r, name)) return fail(r, "a number or a name is missing", "");
  if (accept(r, "(")) return call(r, name);
  if (*r->at == '.') {
    r->at++;
    if (!word(r, column)) return fail(r, "a column is missing after ", name);
    if (r->error) r->error->message[0] = '\0';
    if (r->names->curve && r->names->curve(r->names->context, name, column, &value, r->error)) {
      return value;
    }
    if (r->error && r->error->message[0]) {
      r->failed = true;
      return value;
    }
    return fail(r, "there is no such curve of ", name);
  }
  if (strcmp(name, "pi") == 0) return (formula_value){.number = 3.14159265358979323846};
  if (r->names->number && r->names->number(r->names->context, name, &value.number)) return value;
  return fail(r, "nothing is called ", name);
}

static formula_value primary(reader *r) {
  skip_blanks(r);
  if (accept(r, "(")) {
    const formula_value value = expression(r);
    if (!r->failed && !accept(r, ")")) return fail(r, "a closing parenthesis is missing", "");
    return value;
  }
  if (isdigit((unsigned char)*r->at) || *r->at == '.') {
    const char *end;
    const double number = lash_read_number(r->at, &end);
    if (end == r->at) return fail(r, "not a number", "");
    r->at = end;
    return (formula_value){.number = number};
  }
  return named(r);
}

static formula_value power(reader *r);

/* Everything that nests comes through here. */
static formula_value sign(reader *r) {
  if (++r->depth > DEPTH_MAX) return fail(r, "too deeply nested", "");
  const formula_value value =
      accept(r, "-") ? combine(r, '-', (formula_value){0}, sign(r)) : power(r);
  r->depth--;
  return value;
}

static formula_value power(reader *r) {
  const formula_value base = primary(r);
  return !r->failed && accept(r, "^") ? combine(r, '^', base, sign(r)) : base;
}

/* Operators of one level, left to right; `next` reads the level below. */
static formula_value chain(reader *r, const char *operators, formula_value (*next)(reader *)) {
  formula_value value = next(r);
  while (!r->failed) {
    skip_blanks(r);
    if (!*r->at || !strchr(operators, *r->at)) break;
    const char operation = *r->at++;
    value = combine(r, operation, value, next(r));
  }
  return value;
}

static formula_value product(reader *r) { return chain(r, "*/", sign); }
static formula_value sum(reader *r) { return chain(r, "+-", product); }
static formula_value comparison(reader *r) { return chain(r, "<>", sum); }

static formula_value expression(reader *r) { return chain(r, "&|", comparison); }

static lash_status evaluate(const char *text, const formula_names *names, formula_reduced reduced,
                            formula_memory *memory, formula_value *value, lash_error *error) {
  reader r = {.text = text,
              .at = text,
              .names = names,
              .reduced = reduced,
              .memory = memory,
              .error = error};
  *value = expression(&r);
  skip_blanks(&r);
  if (!r.failed && *r.at) fail(&r, "this is left over", "");
  return r.failed ? LASH_BAD_INPUT : LASH_OK;
}

lash_status formula_evaluate(const char *text, const formula_names *names, formula_memory *memory,
                             formula_value *value, lash_error *error) {
  return evaluate(text, names, NULL, memory, value, error);
}

lash_status formula_number_told(const char *text, const formula_names *names,
                                formula_reduced reduced, double *value, lash_error *error) {
  formula_memory memory = {0};
  formula_value result;
  lash_status status = evaluate(text, names, reduced, &memory, &result, error);
  if (status == LASH_OK && result.n) {
    status = lash_fail(error, LASH_BAD_INPUT, "'%s' is a curve; a number is wanted", text);
  }
  *value = status == LASH_OK ? result.number : NAN;
  formula_release(&memory);
  return status;
}

lash_status formula_number(const char *text, const formula_names *names, double *value,
                           lash_error *error) {
  return formula_number_told(text, names, NULL, value, error);
}
