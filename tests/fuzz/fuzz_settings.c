/* --set TARGET=VALUE, a line each, on a model with something of everything. */
#include "fuzz.h"
#include "lash_model.h"

static const char dataset[] =
    "title\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, QG=1,2,3\n"
    "MARKER/20, PART=2, QP=1,0,0\nJOINT/1, REVOLUTE, I=20, J=1\n"
    "MOTION/1, JOINT=1, ROTATION, FUNCTION=TIME\nSTRING/1, STRING=normal=hertz K=1e8 e=0.9\n"
    "SPRINGDAMPER/1, I=20, J=1, TRANSLATION, K=1, C=1, LENGTH=1\nVARIABLE/1, FUNCTION=1\n"
    "REQUEST/1, F2=DX(20)\nARRAY/1, NUM=1,2,3\nINTEGRATOR/GSTIFF\nEND\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  lash_model model;
  lash_error error = {.message = ""};
  if (lash_model_parse(&model, "m.adm", dataset, sizeof dataset - 1, &error) != LASH_OK) abort();
  char *rest = text;
  for (char *line; (line = strsep(&rest, "\n"));) {
    char *equals = strchr(line, '=');
    if (equals) *equals = '\0';
    error.message[0] = '\0';
    fuzz_told(lash_model_set(&model, line, equals ? equals + 1 : NULL, &error), &error);
  }
  lash_model_check_expressions(&model);
  lash_model_free(&model);
  free(text);
  return 0;
}
