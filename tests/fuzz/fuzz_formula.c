/* Formulas of runs and claims, with a curve and a number to name. */
#include "formula.h"
#include "fuzz.h"

static bool number(void *context, const char *name, double *value) {
  (void)context;
  *value = 2;
  return strcmp(name, "rpm") == 0;
}

static bool curve(void *context, const char *run, const char *column, formula_value *value,
                  lash_error *error) {
  static const double t[] = {0, 1, 2, 3, 4, 5, 6, 7}, x[] = {0, 3, -1, 4, 2, 2, -5, 1};
  (void)context, (void)run, (void)error;
  *value = (formula_value){.n = 8, .t = t, .x = x};
  return column[0] == 'x';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size), filled[256];
  const formula_names names = {.number = number, .curve = curve};
  formula_memory memory = {0};
  formula_value value;
  lash_error error = {.message = ""};
  fuzz_told(formula_evaluate(text, &names, &memory, &value, &error), &error);
  fuzz_told(formula_fill_in(text, &names, filled, sizeof filled, &error), &error);
  formula_release(&memory);
  free(text);
  return 0;
}
