/* Command files: read, checked against a small model, applied to it. */
#include "fuzz.h"
#include "lash_model.h"

static const char dataset[] =
    "title\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
    "JOINT/1, REVOLUTE, I=20, J=1\nMOTION/1, JOINT=1, ROTATION, FUNCTION=TIME\n"
    "SFORCE/1, I=20, J=1, ROTATION, FUNCTION=1\nSTRING/1, STRING=normal=hertz K=1e8\nEND\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  lash_model model;
  lash_script script;
  lash_error error = {.message = ""};
  if (lash_model_parse(&model, "m.adm", dataset, sizeof dataset - 1, &error) != LASH_OK) abort();
  const lash_status status = lash_script_parse(&script, "fuzz.acf", text, size, &error);
  fuzz_told(status, &error);
  lash_script_check(&script, &model);
  for (size_t i = 0; status == LASH_OK && i < script.count; i++) {
    fuzz_told(lash_script_apply(&script, &script.item[i], &model, &error), &error);
  }
  lash_script_free(&script);
  lash_model_free(&model);
  free(text);
  return 0;
}
