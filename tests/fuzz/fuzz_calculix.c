/* What CalculiX writes: mesh, equations, matrices, in four files cut from the bytes at "=====". */
#include "fuzz.h"
#include "lash_reduce.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const endings[] = {".inp", ".dof", ".sti", ".mas"};
  char *text = fuzz_text(data, size), *rest = text, job[160] = "";
  for (size_t i = 0; i < 4; i++) {
    char *end = strstr(rest, "=====\n");
    const size_t length = end ? (size_t)(end - rest) : strlen(rest);
    snprintf(job, sizeof job, "%s", fuzz_file(endings[i], (const uint8_t *)rest, length));
    rest += length + (end ? 6 : 0);
  }
  *strrchr(job, '.') = '\0';
  lash_fe fe;
  const int interfaces[] = {1, 2};
  lash_error error = {.message = ""};
  const lash_status status = lash_fe_read_calculix(&fe, job, interfaces, 2, &error);
  fuzz_told(status, &error);
  if (status == LASH_OK) lash_fe_free(&fe);
  free(text);
  return 0;
}
