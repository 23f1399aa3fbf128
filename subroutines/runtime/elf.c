/* Reading the symbol tables of a 64-bit little-endian ELF file. Every offset is checked: the file
 * may be anything. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "lash_elf.h"

#if defined(__aarch64__)
#define OUR_MACHINE EM_AARCH64
#else
#define OUR_MACHINE EM_X86_64
#endif

/* ---------------------------------------------------------------------------------------- file */

static lash_status read_file(lash_elf *elf, const char *path, lash_error *error) {
  char *text;
  const lash_status status = file_read(path, &text, &elf->size, error);
  elf->bytes = (void *)text; /* a zero follows: a name at the very end still ends */
  return status;
}

/* Bytes [offset, offset + count * size) of the file, or NULL when it is shorter. */
static const void *part(const lash_elf *elf, uint64_t offset, uint64_t count, uint64_t size) {
  if (count != 0 && size > elf->size / count) return NULL;
  if (offset > elf->size || count * size > elf->size - offset) return NULL;
  return elf->bytes + offset;
}

static lash_status damaged(const char *path, const char *what, lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT, "%s is a damaged shared library: %s", path, what);
}

static lash_status check_header(const lash_elf *elf, const char *path, lash_error *error) {
  const unsigned char *b = elf->bytes;
  if (elf->size >= 2 && b[0] == 'M' && b[1] == 'Z') {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s is a Windows library; compile the subroutine on this system "
                     "(cc -shared -fPIC)",
                     path);
  }
  if (elf->size < EI_NIDENT || memcmp(b, ELFMAG, SELFMAG) != 0) {
    return lash_fail(error, LASH_BAD_INPUT, "%s is not a shared library (not an ELF file)", path);
  }
  if (b[EI_CLASS] != ELFCLASS64 || b[EI_DATA] != ELFDATA2LSB) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s is for another machine (not 64-bit little-endian); compile it here", path);
  }
  Elf64_Ehdr header;
  if (elf->size < sizeof header) return damaged(path, "its header is cut off", error);
  memcpy(&header, b, sizeof header);
  if (header.e_machine != OUR_MACHINE) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s is for another machine (ELF machine number %d); compile it here", path,
                     header.e_machine);
  }
  if (header.e_type != ET_DYN) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s is not a shared library (an object file or program?); link it with "
                     "cc -shared",
                     path);
  }
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- sections */

/* A section's entries as an array; NULL with count 0 when there is none of this type. */
typedef struct table {
  const void *entries;
  size_t count;
  const char *strings; /* of the linked string table */
  size_t strings_size;
} table;

static bool section_at(const lash_elf *elf, size_t index, Elf64_Shdr *section) {
  Elf64_Ehdr header;
  memcpy(&header, elf->bytes, sizeof header);
  if (index >= header.e_shnum || header.e_shentsize != sizeof *section) return false;
  const char *all = part(elf, header.e_shoff, header.e_shnum, sizeof *section);
  if (all) memcpy(section, all + index * sizeof *section, sizeof *section);
  return all != NULL;
}

static bool read_table(const lash_elf *elf, uint32_t type, size_t entry_size, table *out) {
  *out = (table){0};
  Elf64_Shdr section, strings;
  size_t i = 0;
  while (section_at(elf, i, &section) && section.sh_type != type) i++;
  if (!section_at(elf, i, &section)) return false;
  out->count = (size_t)section.sh_size / entry_size;
  out->entries = part(elf, section.sh_offset, out->count, entry_size);
  if (section_at(elf, section.sh_link, &strings)) {
    out->strings = part(elf, strings.sh_offset, strings.sh_size, 1);
    out->strings_size = (size_t)strings.sh_size;
  }
  return out->entries != NULL;
}

/* A name in the string table; empty when the offset lies outside it. */
static const char *name_at(const table *t, uint64_t offset) {
  return t->strings && offset < t->strings_size ? t->strings + offset : "";
}

/* -------------------------------------------------------------------------------- what it holds */

static lash_status read_symbols(lash_elf *elf, const char *path, lash_error *error) {
  table symbols, versions;
  if (!read_table(elf, SHT_DYNSYM, sizeof(Elf64_Sym), &symbols)) {
    return damaged(path, "it has no dynamic symbol table", error);
  }
  bool has_versions = read_table(elf, SHT_GNU_versym, sizeof(Elf64_Half), &versions);
  elf->symbols = calloc(symbols.count + 1, sizeof *elf->symbols);
  if (!elf->symbols) return lash_fail(error, LASH_FAILURE, "%s: no memory", path);
  for (size_t i = 1; i < symbols.count; i++) {
    Elf64_Sym symbol;
    memcpy(&symbol, (const char *)symbols.entries + i * sizeof symbol, sizeof symbol);
    const char *name = name_at(&symbols, symbol.st_name);
    if (!*name) continue;
    Elf64_Half version = 0;
    if (has_versions && i < versions.count) {
      memcpy(&version, (const char *)versions.entries + i * sizeof version, sizeof version);
    }
    elf->symbols[elf->symbol_count++] = (lash_elf_symbol){
        .name = name,
        .defined = symbol.st_shndx != SHN_UNDEF,
        .function = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC,
        .weak = ELF64_ST_BIND(symbol.st_info) == STB_WEAK,
        .versioned = symbol.st_shndx == SHN_UNDEF && (version & 0x7fff) > VER_NDX_GLOBAL,
    };
  }
  return LASH_OK;
}

static lash_status read_needed(lash_elf *elf, const char *path, lash_error *error) {
  table dynamic;
  if (!read_table(elf, SHT_DYNAMIC, sizeof(Elf64_Dyn), &dynamic)) {
    return damaged(path, "it has no dynamic section", error);
  }
  elf->needed = calloc(dynamic.count + 1, sizeof *elf->needed);
  if (!elf->needed) return lash_fail(error, LASH_FAILURE, "%s: no memory", path);
  for (size_t i = 0; i < dynamic.count; i++) {
    Elf64_Dyn entry;
    memcpy(&entry, (const char *)dynamic.entries + i * sizeof entry, sizeof entry);
    if (entry.d_tag != DT_NEEDED) continue;
    elf->needed[elf->needed_count++] = name_at(&dynamic, entry.d_un.d_val);
  }
  return LASH_OK;
}

lash_status lash_elf_read(lash_elf *elf, const char *path, lash_error *error) {
  *elf = (lash_elf){0};
  lash_status status = read_file(elf, path, error);
  if (status == LASH_OK) status = check_header(elf, path, error);
  if (status == LASH_OK) status = read_symbols(elf, path, error);
  if (status == LASH_OK) status = read_needed(elf, path, error);
  if (status != LASH_OK) lash_elf_free(elf);
  return status;
}

void lash_elf_free(lash_elf *elf) {
  free(elf->bytes);
  free(elf->symbols);
  free(elf->needed);
  *elf = (lash_elf){0};
}
