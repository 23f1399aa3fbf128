/* A dataset from its text to a few steps: whatever it says, nothing but finite states and words. */
#include <math.h>

#include "fuzz.h"
#include "lash_model.h"
#include "lash_system.h"

enum { STEPS = 3 };

static void step(lash_system *system, double t, double *y, size_t size, lash_error *error) {
  double *rate = calloc(size + 1, sizeof *rate);
  if (!rate) abort();
  lash_status status = lash_system_assemble(system, t, y, NULL, error);
  fuzz_told(status, error);
  for (int i = 0; status == LASH_OK && i < STEPS; i++) {
    status = lash_system_rates(system, t, y, rate, error);
    fuzz_told(status, error);
    for (size_t k = 0; status == LASH_OK && k < size; k++) {
      if (!isfinite(rate[k])) abort();
      y[k] += 1e-4 * rate[k];
    }
    t += 1e-4;
    if (status == LASH_OK) status = lash_system_project(system, t, y, LASH_PROJECT_BOTH, 5, error);
    if (status == LASH_OK) status = lash_system_commit(system, error);
    fuzz_told(status, error);
  }
  free(rate);
}

/* No user code, no files: those are other targets'. */
static bool harmless(const lash_model *model) {
  return model->part.count < 12 && model->flex_body.count == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  lash_model model;
  lash_system *system = NULL;
  lash_error error = {.message = ""};
  const bool routines = strcasestr(text, "ROUTINE") || strcasestr(text, "USER");
  lash_status status = lash_model_parse(&model, "fuzz.adm", text, size, &error);
  if (status == LASH_OK && harmless(&model) && !routines) {
    status = lash_system_create(&model, NULL, &system, &error);
    fuzz_told(status, &error);
  }
  if (system && status == LASH_OK) {
    double t, *y = calloc(lash_system_size(system)->y + 1, sizeof *y);
    if (!y) abort();
    lash_system_initial(system, &t, y);
    step(system, t, y, lash_system_size(system)->y, &error);
    free(y);
  }
  lash_system_free(system);
  lash_model_free(&model);
  free(text);
  return 0;
}
