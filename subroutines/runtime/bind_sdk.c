/* SDK functions for one library alone.
 *
 * Usually a library finds them by name in the process. Where several copies of this runtime live in
 * one process, each hidden in a shared library of its own, a name would lead to whichever came
 * first. So the slots through which a library calls them, which lazy binding has left open, are
 * filled here. */
#define _GNU_SOURCE /* dlinfo */
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "lash_loader.h"
#include "lash_runtime.h"

#if defined(__x86_64__)
#define RELOCATION      ElfW(Rela)
#define IS_SLOT(info)   (ELF64_R_TYPE(info) == R_X86_64_JUMP_SLOT)
#define SYMBOL_OF(info) ELF64_R_SYM(info)
#elif defined(__aarch64__)
#define RELOCATION      ElfW(Rela)
#define IS_SLOT(info)   (ELF64_R_TYPE(info) == R_AARCH64_JUMP_SLOT)
#define SYMBOL_OF(info) ELF64_R_SYM(info)
#endif

#ifdef RELOCATION

typedef struct tables {
  const ElfW(Sym) * symbol;
  const char *name;
  const RELOCATION *slot;
  size_t slots;
  bool at_once; /* all is bound already */
} tables;

/* Addresses in a dynamic section are absolute once the library is loaded. */
static tables tables_of(const struct link_map *map) {
  tables t = {0};
  for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
    switch (d->d_tag) {
      case DT_SYMTAB:
        t.symbol = (const void *)d->d_un.d_ptr;
        break;
      case DT_STRTAB:
        t.name = (const char *)d->d_un.d_ptr;
        break;
      case DT_JMPREL:
        t.slot = (const void *)d->d_un.d_ptr;
        break;
      case DT_PLTRELSZ:
        t.slots = d->d_un.d_val / sizeof *t.slot;
        break;
      case DT_BIND_NOW:
        t.at_once = true;
        break;
      case DT_FLAGS:
        t.at_once |= (d->d_un.d_val & DF_BIND_NOW) != 0;
        break;
      case DT_FLAGS_1:
        t.at_once |= (d->d_un.d_val & DF_1_NOW) != 0;
        break;
      default:
        break;
    }
  }
  return t;
}

lash_status lash_bind_sdk(void *handle, const char *path, lash_error *error) {
  struct link_map *map;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map)
    return lash_fail(error, LASH_FAILURE, "%s: its tables cannot be found", path);
  const tables t = tables_of(map);
  for (size_t i = 0; t.symbol && t.name && t.slot && i < t.slots; i++) {
    const RELOCATION *slot = &t.slot[i];
    const ElfW(Sym) *symbol = &t.symbol[SYMBOL_OF(slot->r_info)];
    const char *name = t.name + symbol->st_name;
    const lash_sdk_function *f =
        IS_SLOT(slot->r_info) && symbol->st_shndx == SHN_UNDEF ? lash_sdk_find(name) : NULL;
    if (!f) continue;
    if (t.at_once)
      return lash_fail(error, LASH_UNSUPPORTED,
                       "%s binds its functions at once (-z now), but %s is for it alone to find "
                       "here; link it with -z lazy",
                       path, name);
    void (*function)(void) = strcmp(name, f->name) == 0 ? f->c_function : f->fortran_function;
    memcpy((void *)(map->l_addr + slot->r_offset), &function, sizeof function);
  }
  return LASH_OK;
}

#else

lash_status lash_bind_sdk(void *handle, const char *path, lash_error *error) {
  (void)handle;
  return lash_fail(error, LASH_UNSUPPORTED, "%s: libraries cannot be loaded here on this machine",
                   path);
}

#endif
