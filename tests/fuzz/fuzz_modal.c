/* Modal bodies in files (.lfx): read, and audited by their own numbers. */
#include "fuzz.h"
#include "lash_modal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lash_modal body;
  lash_modal_audit audit;
  lash_error error = {.message = ""};
  const lash_status status = lash_modal_read(&body, fuzz_file(".lfx", data, size), &error);
  fuzz_told(status, &error);
  if (status != LASH_OK) return 0;
  fuzz_told(lash_modal_audit_body(&body, &audit, &error), &error);
  lash_modal_free(&body);
  return 0;
}
