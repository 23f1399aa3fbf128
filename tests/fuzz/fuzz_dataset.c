/* Datasets: read, resolved, checked; poses and masses asked for. */
#include "fuzz.h"
#include "lash_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  lash_model model;
  lash_error error = {.message = ""};
  const lash_status status = lash_model_parse(&model, "fuzz.adm", text, size, &error);
  fuzz_told(status, &error);
  lash_model_check_expressions(&model);
  for (size_t i = 0; i < model.marker.count; i++) {
    lash_pose pose;
    fuzz_told(lash_marker_pose(&model, &model.marker.item[i], &pose, &error), &error);
  }
  lash_model_free(&model);
  free(text);
  return 0;
}
