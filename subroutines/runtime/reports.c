/* Whether a routine may tell its host of gaps, by what its library asks for. */
#include <string.h>

#include "lash_elf.h"
#include "lash_loader.h"

static bool is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (strcmp(name, *list) == 0) return true;
  return false;
}

/* Libraries that call nobody of ours. */
static bool is_of_the_system(const char *needed) {
  static const char *const known[] = {
      "libc",  "libm",       "libgcc_s", "libstdc++",       "libgfortran", "libquadmath",
      "libdl", "libpthread", "librt",    "ld-linux-x86-64", NULL};
  char stem[64];
  const size_t length = strcspn(needed, ".");
  if (length >= sizeof stem) return false;
  memcpy(stem, needed, length);
  stem[length] = '\0';
  return is_one_of(stem, known);
}

bool lash_routine_may_report(const lash_routine *routine) {
  static const char *const asked[] = {"c_lash_report_gap", "lash_report_gap_", "dlsym", "dlvsym",
                                      NULL};
  lash_elf elf;
  lash_error ignored;
  bool may = false;
  if (lash_elf_read(&elf, routine->library, &ignored) != LASH_OK) return true;
  for (size_t k = 0; k < elf.symbol_count && !may; k++) may = is_one_of(elf.symbols[k].name, asked);
  for (size_t k = 0; k < elf.needed_count && !may; k++) may = !is_of_the_system(elf.needed[k]);
  lash_elf_free(&elf);
  return may;
}
