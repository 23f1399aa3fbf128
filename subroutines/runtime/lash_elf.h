/* Reading the symbol tables of a shared library without loading it: nothing of the file is run. */
#ifndef LASH_ELF_H
#define LASH_ELF_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_elf_symbol {
  const char *name;
  bool defined;   /* exported by the library; otherwise it must come from elsewhere */
  bool function;  /* of function type (undefined symbols often do not say) */
  bool weak;      /* may stay undefined */
  bool versioned; /* undefined, but tied to a version of a library in `needed` */
} lash_elf_symbol;

typedef struct lash_elf {
  unsigned char *bytes; /* the file; names point into it */
  size_t size;
  lash_elf_symbol *symbols;
  size_t symbol_count;
  const char **needed; /* libraries it asks for */
  size_t needed_count;
} lash_elf;

/* Fails in words for a missing file, another kind of file, a damaged one, or another machine's. */
LASH_API lash_status lash_elf_read(lash_elf *elf, const char *path, lash_error *error);
LASH_API void lash_elf_free(lash_elf *elf);

#ifdef __cplusplus
}
#endif

#endif
