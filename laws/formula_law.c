/* Formulas of laws: compiled once, evaluated with exact derivatives. */
#include <stdlib.h>
#include <string.h>

#include "open_impl.h"

/* Names a formula of this law may use: its variables, then its parameters. */
static size_t names_of(const open_law *law, const char **names) {
  static const char *const contact[] = {"delta", "v", "v0"}, *const friction[] = {"s", "N"};
  size_t count = law->variables;
  for (size_t i = 0; i < count; i++) names[i] = count == 3 ? contact[i] : friction[i];
  for (size_t i = 0; i < law->given.param_count; i++) names[count++] = law->given.params[i].name;
  return count;
}

lash_status open_compile(open_law *law, int which, const char *text, const lash_expr_options *at,
                         lash_error *error) {
  const char *names[OPEN_VARIABLES + LASH_PARAMS_MAX];
  lash_expr_options options = *at;
  options.names = names;
  options.name_count = names_of(law, names);
  open_formula *f = &law->formula[which];
  lash_status status = lash_expr_compile(text, &options, &f->expr, error);
  if (status) return status;
  if (lash_expr_uses_time(f->expr)) {
    return lash_fail(error, LASH_BAD_INPUT, "%s:%d: %s: a law cannot depend on TIME", at->file,
                     at->line, at->owner);
  }
  if (lash_expr_scratch_size(f->expr) > 4 * OPEN_NODES_MAX) {
    return lash_fail(error, LASH_UNSUPPORTED,
                     "%s:%d: %s: the formula has more than %d operations; write the law in C",
                     at->file, at->line, at->owner, OPEN_NODES_MAX);
  }
  size_t inputs = lash_expr_input_count(f->expr);
  f->source = malloc((inputs + 1) * sizeof *f->source);
  if (!f->source) return lash_fail(error, LASH_FAILURE, "no memory left for a formula");
  for (size_t i = 0; i < inputs; i++) {
    int index = lash_expr_input_at(f->expr, i)->args[0];
    bool variable = index < (int)law->variables;
    f->source[i] = variable ? index : index - (int)law->variables + OPEN_VARIABLES;
  }
  return LASH_OK;
}

double open_formula_value(const open_law *law, int which, const double *p, const double *x,
                          double *d) {
  const open_formula *f = &law->formula[which];
  double inputs[OPEN_VARIABLES + LASH_PARAMS_MAX], slopes[OPEN_VARIABLES + LASH_PARAMS_MAX];
  double scratch[4 * OPEN_NODES_MAX];
  size_t count = lash_expr_input_count(f->expr);
  for (size_t i = 0; i < count; i++) {
    int source = f->source[i];
    inputs[i] = source < OPEN_VARIABLES ? x[source] : p[source - OPEN_VARIABLES];
  }
  if (!d) return lash_expr_eval(f->expr, 0, inputs, scratch);
  memset(d, 0, law->variables * sizeof *d);
  double value = lash_expr_gradient(f->expr, 0, inputs, scratch, slopes, NULL);
  for (size_t i = 0; i < count; i++) {
    if (f->source[i] < OPEN_VARIABLES) d[f->source[i]] = slopes[i];
  }
  return value;
}
