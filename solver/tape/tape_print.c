/* Printed C: one line per operation. */
#include "tape_print.h"

#include <math.h>
#include <stdlib.h>

#include "tape_print_math.h"
#include "tape_program_impl.h"

void lash_tape_print_preamble(FILE *file) {
  fputs(
      "#if defined(__clang__)\n"
      "#pragma STDC FP_CONTRACT OFF\n"
      "#elif defined(__GNUC__)\n"
      "#pragma GCC optimize(\"fp-contract=off\")\n"
      "#endif\n\n",
      file);
  fputs(tape_print_math, file);
  fputs("\n", file);
}

/* How an operation is written: its operands are %1, %2 and %3. */
static const char *const forms[OP_COUNT] = {
    [OP_ADD] = "%1 + %2",
    [OP_SUB] = "%1 - %2",
    [OP_MUL] = "%1 * %2",
    [OP_DIV] = "%1 / %2",
    [OP_NEG] = "-%1",
    [OP_ABS] = "fabs(%1)",
    [OP_SQRT] = "sqrt(%1)",
    [OP_MIN] = "%1 < %2 ? %1 : %2",
    [OP_MAX] = "%1 > %2 ? %1 : %2",
    [OP_COPYSIGN] = "%2 == %2 ? copysign(%1, %2) : NAN",
    [OP_FLOOR] = "floor(%1)",
    [OP_LT] = "%1 < %2",
    [OP_LE] = "%1 <= %2",
    [OP_EQ] = "%1 == %2",
    [OP_AND] = "%1 && %2",
    [OP_OR] = "%1 || %2",
    [OP_NOT] = "!%1",
    [OP_SELECT] = "%1 ? %2 : %3",
    [OP_SIN] = "lash_sin(%1)",
    [OP_COS] = "lash_cos(%1)",
    [OP_ASIN] = "lash_asin(%1)",
    [OP_ACOS] = "lash_acos(%1)",
    [OP_ATAN] = "lash_atan(%1)",
    [OP_ATAN2] = "lash_atan2(%1, %2)",
    [OP_EXP] = "lash_exp(%1)",
    [OP_EXPM1] = "lash_expm1(%1)",
    [OP_LOG] = "lash_log(%1)",
    [OP_SINH] = "lash_sinh(%1)",
    [OP_COSH] = "lash_cosh(%1)",
    [OP_TANH] = "lash_tanh(%1)",
    [OP_POW] = "lash_pow_signed(%1, %2)",
    [OP_FMOD] = "fmod(%1, %2)",
};

typedef struct printing {
  const lash_program *program;
  FILE *file;
  uint32_t *member; /* position in m of each value that is computed once and needed later */
} printing;

#define NOT_KEPT UINT32_MAX

static bool is_condition(uint32_t op) { return op >= OP_LT && op <= OP_NOT; }

static void print_number(FILE *file, double value) {
  if (isnan(value))
    fputs("NAN", file);
  else if (isinf(value))
    fputs(value > 0 ? "INFINITY" : "(-INFINITY)", file);
  else
    fprintf(file, signbit(value) ? "(%a)" : "%a", value);
}

/* A value where it is used: in the once part (`inside`) or in the each part. */
static void print_value(const printing *p, uint32_t v, bool once) {
  const lash_program *program = p->program;
  if (v < program->constant_count) {
    print_number(p->file, program->constants[v]);
    return;
  }
  const size_t at = v - program->constant_count;
  const tape_step *s = &program->steps[at];
  if (s->op == OP_VARIABLE)
    fprintf(p->file, "x[%u]", s->a);
  else if (!once && at < program->once)
    fprintf(p->file, is_condition(s->op) ? "(m[%u] != 0)" : "m[%u]", p->member[v]);
  else if (s->op == OP_PARAMETER)
    fprintf(p->file, "p[%u]", s->a);
  else
    fprintf(p->file, "v%u", v);
}

static void print_form(const printing *p, const tape_step *s, bool once) {
  const uint32_t operand[3] = {s->a, s->b, s->c};
  for (const char *c = forms[s->op]; *c; c++) {
    if (*c == '%')
      print_value(p, operand[*++c - '1'], once);
    else
      fputc(*c, p->file);
  }
}

static void print_steps(const printing *p, size_t from, size_t to, bool once) {
  for (size_t i = from; i < to; i++) {
    const tape_step *s = &p->program->steps[i];
    const uint32_t v = (uint32_t)(p->program->constant_count + i);
    if (s->op == OP_SKIP) continue; /* both sides are computed: time does not depend on data */
    if (s->op != OP_VARIABLE && s->op != OP_PARAMETER) {
      fprintf(p->file, "  const %s v%u = ", is_condition(s->op) ? "int" : "double", v);
      print_form(p, s, once);
      fputs(";\n", p->file);
    }
    if (!once || p->member[v] == NOT_KEPT) continue;
    fprintf(p->file, "  m[%u] = ", p->member[v]);
    print_value(p, v, true);
    fputs(";\n", p->file);
  }
}

/* Gives values that are computed once and used later a position in m; returns how many. */
static uint32_t keep_members(printing *p) {
  const lash_program *program = p->program;
  const size_t fixed = program->constant_count + program->once;
  uint32_t count = 0;
  for (size_t v = 0; v < fixed; v++) p->member[v] = NOT_KEPT;
#define KEEP(v)                                                                  \
  if ((v) >= program->constant_count && (v) < fixed && p->member[v] == NOT_KEPT) \
  p->member[v] = count++
  for (size_t i = program->once; i < program->step_count; i++) {
    const tape_step *s = &program->steps[i];
    if (tape_operands[s->op] > 0) KEEP(s->a);
    if (tape_operands[s->op] > 1) KEEP(s->b);
    if (tape_operands[s->op] > 2) KEEP(s->c);
  }
  for (size_t i = 0; i < program->result_count; i++) KEEP(program->results[i]);
#undef KEEP
  return count;
}

static void print_program(printing *p, const char *name) {
  const lash_program *program = p->program;
  const uint32_t members = keep_members(p);
  FILE *f = p->file;
  fprintf(f,
          "enum {\n  %s_variables = %zu,\n  %s_parameters = %zu,\n  %s_members = %u,\n"
          "  %s_results = %zu\n};\n\n",
          name, program->variables, name, program->parameters, name, members, name,
          program->result_count);
  fprintf(f, "static void %s_begin(const double *p, double *m) {\n  (void)p, (void)m;\n", name);
  print_steps(p, 0, program->once, true);
  fprintf(f, "}\n\nstatic void %s(const double *x, const double *m, double *y) {\n", name);
  fputs("  (void)x, (void)m;\n", f);
  print_steps(p, program->once, program->step_count, false);
  for (size_t i = 0; i < program->result_count; i++) {
    fprintf(f, "  y[%zu] = ", i);
    print_value(p, program->results[i], false);
    fputs(";\n", f);
  }
  fputs("}\n\n", f);
}

lash_status lash_tape_print(const lash_tape *tape, const lash_term *wanted, size_t count,
                            const char *name, FILE *file, lash_error *error) {
  lash_program *program;
  const lash_program_options options = {.engine = LASH_TAPE_INTERPRET};
  lash_status status = lash_program_make(tape, wanted, count, &options, &program, error);
  if (status != LASH_OK) return status;
  printing p = {.program = program, .file = file};
  p.member = malloc((program->constant_count + program->once + 1) * sizeof *p.member);
  if (program->call_count) {
    const char *callee = program->calls[0].call.name;
    status =
        lash_fail(error, LASH_UNSUPPORTED, "%s is a function of its own and cannot be printed.",
                  callee ? callee : "An opaque call");
  } else if (!p.member) {
    status = lash_fail(error, LASH_FAILURE, "Out of memory.");
  } else {
    print_program(&p, name);
    if (ferror(file)) status = lash_fail(error, LASH_FAILURE, "Writing %s failed.", name);
  }
  free(p.member);
  lash_program_free(program);
  return status;
}
