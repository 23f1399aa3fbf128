/* Frames of beams in files: read, and reduced while small. */
#include "fuzz.h"
#include "lash_reduce.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lash_fe fe;
  lash_modal body;
  lash_error error = {.message = ""};
  lash_status status = lash_fe_read_frame(&fe, fuzz_file(".frame", data, size), &error);
  fuzz_told(status, &error);
  if (status != LASH_OK) return 0;
  if (fe.dof_count < 120) {
    status = lash_fe_reduce(&fe, fe.modes < 6 ? fe.modes : 6, fe.damping, &body, &error);
    fuzz_told(status, &error);
    if (status == LASH_OK) lash_modal_free(&body);
  }
  lash_fe_free(&fe);
  return 0;
}
