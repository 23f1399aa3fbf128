/* Function expressions: compiled, then evaluated in every way. */
#include "fuzz.h"
#include "lash_expr.h"

enum { INPUTS = 256 };

static void use(const lash_expr *f) {
  static double in[INPUTS], gradient[INPUTS];
  static lash_jet jets[INPUTS];
  if (lash_expr_input_count(f) > INPUTS) return;
  for (size_t i = 0; i < INPUTS; i++) {
    in[i] = 0.5 + 0.25 * (double)i;
    jets[i] = (lash_jet){in[i], 1, 0.5};
  }
  double *scratch = malloc((lash_expr_scratch_size(f) + 1) * sizeof *scratch), by_time;
  double *switches = malloc((lash_expr_switch_count(f) + 1) * sizeof *switches);
  if (!scratch || !switches) abort();
  lash_error error = {.message = ""};
  const double value = lash_expr_eval(f, 1.5, in, scratch);
  const double again = lash_expr_gradient(f, 1.5, in, scratch, gradient, &by_time);
  if (!(value == again) && (value == value || again == again)) abort();
  lash_expr_jet(f, (lash_jet){1.5, 1, 0}, jets, scratch);
  fuzz_told(lash_expr_explain(f, 1.5, in, scratch, &error), &error);
  lash_expr_switches(f, 1.5, in, scratch, switches);
  free(scratch);
  free(switches);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  lash_expr *f = NULL;
  lash_error error = {.message = ""};
  const lash_status status = lash_expr_compile(text, NULL, &f, &error);
  fuzz_told(status, &error);
  if (status == LASH_OK) use(f);
  lash_expr_free(f);
  free(text);
  return 0;
}
