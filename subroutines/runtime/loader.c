/* Finding user subroutines in shared libraries. */
#define _GNU_SOURCE /* RTLD_DEFAULT, dladdr */
#include "lash_loader.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "lash_elf.h"
#include "lash_runtime.h"
#include "paths.h"
#include "readings.h"
#include "watch.h"

typedef struct library {
  struct library *next;
  void *handle; /* NULL: it is built in */
  char *name;   /* as asked for */
  char *path;
} library;

typedef struct folder {
  struct folder *next;
  char *path;
} folder;

struct lash_loader {
  library *libraries;
  folder *folders; /* in the order they are searched */
  char *standard;  /* library; NULL: none */
  int release;
};

static const lash_built_in *built_in; /* NULL: none */

void lash_loader_build_in(const lash_built_in *inside) { built_in = inside; }

/* ----------------------------------------------------------------------------------- the loader */

lash_loader *lash_loader_new(void) {
  lash_loader *loader = calloc(1, sizeof *loader);
  if (loader) loader->release = 2023;
  return loader;
}

void lash_loader_free(lash_loader *loader) {
  if (!loader) return;
  for (library *l = loader->libraries; l;) {
    library *next = l->next;
    if (l->handle) dlclose(l->handle);
    free(l->name);
    free(l->path);
    free(l);
    l = next;
  }
  for (folder *f = loader->folders; f;) {
    folder *next = f->next;
    free(f->path);
    free(f);
    f = next;
  }
  free(loader->standard);
  free(loader);
}

lash_status lash_loader_add_folder(lash_loader *loader, const char *path, lash_error *error) {
  folder *new_folder = calloc(1, sizeof *new_folder);
  if (new_folder) new_folder->path = strdup(path);
  if (!new_folder || !new_folder->path) {
    free(new_folder);
    return lash_fail(error, LASH_FAILURE, "no memory for the folder %s", path);
  }
  folder **end = &loader->folders;
  while (*end) end = &(*end)->next;
  *end = new_folder;
  return LASH_OK;
}

lash_status lash_loader_set_default(lash_loader *loader, const char *name, lash_error *error) {
  char *copy = strdup(name);
  if (!copy) return lash_fail(error, LASH_FAILURE, "no memory for the library name %s", name);
  free(loader->standard);
  loader->standard = copy;
  return LASH_OK;
}

void lash_loader_set_release(lash_loader *loader, int release) { loader->release = release; }

/* ------------------------------------------------------------------------------------ libraries */

enum { FILE_NAMES = 3 };

static _Thread_local bool lost; /* a place was not looked at for want of memory */

static char *kept(char *text) {
  if (!text && errno == ENOMEM) lost = true;
  return text;
}

/* The n-th spelling of a library's file name. Names ending in .dll come from datasets made on
 * Windows. What these functions return is to be freed; NULL: there is none, or no memory. */
static char *file_name(const char *name, int n) {
  size_t length = strlen(name);
  if (length > 4 && strcasecmp(name + length - 4, ".dll") == 0) length -= 4;
  const size_t before = (size_t)(path_base(name) - name); /* the folder part */
  if (n == 0) return kept(path_format("%s", name));
  if (n == 1) return kept(path_format("%.*s.so", (int)length, name));
  return kept(
      path_format("%.*slib%.*s.so", (int)before, name, (int)(length - before), name + before));
}

/* Loading a pipe would wait for a writer for ever. */
static bool is_file(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* Looks for the library's file in one folder (NULL for the path as it stands). */
static char *find_in(const char *path, size_t path_length, const char *name) {
  for (int n = 0; n < FILE_NAMES; n++) {
    char *file = file_name(name, n);
    char *whole = file && path ? kept(path_format("%.*s/%s", (int)path_length, path, file)) : file;
    if (whole != file) free(file);
    if (whole && is_file(whole)) return whole;
    free(whole);
  }
  return NULL;
}

/* In a folder of programs or libraries, which it takes over, and where an installed program keeps
 * its libraries. */
static char *find_near(char *folder_path, const char *name) {
  char *found = folder_path ? find_in(folder_path, strlen(folder_path), name) : NULL;
  char *more = folder_path && !found
                   ? kept(path_format("%s/../%s", folder_path, LASH_LIBRARY_FOLDER))
                   : NULL;
  if (more) found = find_in(more, strlen(more), name);
  free(more);
  free(folder_path);
  return found;
}

/* The file that holds this code: the program, or the shared library we were linked into. */
static const char *own_file(void) {
  Dl_info info;
  return dladdr((const void *)(uintptr_t)own_file, &info) ? info.dli_fname : NULL;
}

static char *find_near_us(const char *name) {
  const char *file = own_file();
  return find_near(file && strchr(file, '/') ? kept(path_parent(file)) : NULL, name);
}

/* User subroutines find the SDK by name in the process. Where our own library was loaded for one
 * user's eyes only, as a scripting language does, it is shown to all. */
static void show_sdk(void) {
  const char *path = own_file();
  if (path) dlopen(path, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

/* A name with a folder counts from the folders that were added; only when there are none from here,
 * as what is typed does. */
static char *find_file(const lash_loader *loader, const char *name) {
  const bool plain = !strchr(name, '/');
  char *found = name[0] == '/' || !loader->folders ? find_in(NULL, 0, name) : NULL;
  for (const folder *f = loader->folders; f && !found; f = f->next)
    found = find_in(f->path, strlen(f->path), name);
  const char *more = getenv("LASH_SUBROUTINE_PATH");
  while (!found && more && *more) {
    size_t n = strcspn(more, ":");
    if (n > 0) found = find_in(more, n, name);
    more += n + (more[n] == ':');
  }
  if (!found && plain) found = find_near(kept(path_of_program()), name);
  return found || !plain ? found : find_near_us(name);
}

/* Names the symbols of a library that `wanted` picks, behind `lead`. */
static void list_symbols(const char *path, bool (*wanted)(const lash_elf_symbol *symbol),
                         const char *lead, char *text, size_t size) {
  lash_elf elf;
  size_t used = 0;
  text[0] = '\0';
  if (lash_elf_read(&elf, path, NULL) != LASH_OK) return;
  for (size_t i = 0; i < elf.symbol_count && used < size; i++) {
    const lash_elf_symbol *s = &elf.symbols[i];
    if (!wanted(s)) continue;
    int n = snprintf(text + used, size - used, "%s%s", used ? ", " : lead, s->name);
    used += n > 0 ? (size_t)n : 0;
  }
  lash_elf_free(&elf);
}

/* What a library needs and nobody here offers. (Asking for the table of SDK functions is also what
 * links them into this program.) */
static bool is_missing(const lash_elf_symbol *s) {
  return !s->defined && !s->weak && !s->versioned && !lash_sdk_find(s->name) &&
         !dlsym(RTLD_DEFAULT, s->name);
}

/* A routine that a library does export. */
static bool is_exported(const lash_elf_symbol *s) {
  return s->defined && s->function && s->name[0] != '_';
}

static lash_status refuse_library(const char *name, const char *path, lash_error *error) {
  if (!path && lost)
    return lash_fail(error, LASH_FAILURE, "no memory to look for the library '%s'", name);
  if (!path) {
    return lash_fail(
        error, LASH_BAD_INPUT,
        "there is no subroutine library '%s': looked for %s, %s.so and lib%s.so in the "
        "model's folder, in LASH_SUBROUTINE_PATH and beside the program; to have it looked for "
        "here "
        "too, set LASH_SUBROUTINE_PATH=.",
        name, name, name, name);
  }
  char why[384], missing[256];
  const char *reason = dlerror();
  snprintf(why, sizeof why, "%s", reason ? reason : "unknown reason");
  list_symbols(path, is_missing, "; nobody offers ", missing, sizeof missing);
  return lash_fail(error, LASH_BAD_INPUT, "cannot load %s%s (`lash sub check` says more)", why,
                   missing);
}

/* All symbols are bound at once, so that a missing SDK function shows here and not in mid-run;
 * unless we are the only ones who know them. */
static void *load(const char *path) {
  readings_note_path(path);
  lash_watch_load(path);
  void *handle = dlopen(path, (built_in ? RTLD_LAZY : RTLD_NOW) | RTLD_LOCAL);
  lash_watch_return();
  return handle;
}

/* The built-in library by one of its file names: "lash_subroutines", "liblash_subroutines.so", or
 * with .dll as datasets from Windows have it. */
static bool is_built_in(const char *name) {
  bool same = false;
  char *plain = built_in ? file_name(path_base(name), 1) : NULL;
  for (int n = 0; plain && n < FILE_NAMES && !same; n++) {
    char *file = file_name(built_in->name, n);
    same = file && (strcasecmp(path_base(name), file) == 0 || strcasecmp(plain, file) == 0);
    free(file);
  }
  free(plain);
  return same;
}

static lash_status open_library(lash_loader *loader, const char *name, library **found,
                                lash_error *error) {
  for (library *l = loader->libraries; l; l = l->next) {
    if (strcmp(l->name, name) == 0) {
      *found = l;
      return LASH_OK;
    }
  }
  lost = false;
  const bool built = is_built_in(name);
  if (!built_in) show_sdk();
  char *path = built ? strdup(built_in->name) : find_file(loader, name);
  if (lost && !built) { /* it might have held the one that is meant */
    free(path);
    path = NULL;
  }
  void *handle = path && !built ? load(path) : NULL;
  lash_status status = handle || built ? LASH_OK : refuse_library(name, path, error);
  if (status == LASH_OK && handle && built_in) status = lash_bind_sdk(handle, path, error);
  if (status != LASH_OK) {
    if (handle) dlclose(handle);
    free(path);
    return status;
  }
  library *l = calloc(1, sizeof *l);
  char *own_name = strdup(name);
  if (!l || !own_name || !path) {
    if (handle) dlclose(handle);
    free(l);
    free(own_name);
    free(path);
    return lash_fail(error, LASH_FAILURE, "no memory for the library %s", name);
  }
  *l = (library){.handle = handle, .name = own_name, .path = path};
  l->next = loader->libraries;
  loader->libraries = l;
  *found = l;
  return LASH_OK;
}

/* -------------------------------------------------------------------------------------- symbols */

enum { SPELLINGS = 5 };

/* Writes spelling n of a routine's name. The first two are C symbols, the others Fortran's. */
static void spelling(const char *name, int n, char *out, size_t size) {
  snprintf(out, size, "%s%s", name, n == 2 ? "_" : "");
  for (char *c = out; n > 0 && *c; c++) {
    bool capital = n == 3 || (n == 1 && c == out);
    *c = (char)(capital ? toupper((unsigned char)*c) : tolower((unsigned char)*c));
  }
}

static void (*address_of(const library *from, const char *symbol))(void) {
  void (*function)(void) = NULL;
  if (from->handle) {
    void *address = dlsym(from->handle, symbol);
    memcpy(&function, &address, sizeof address); /* ISO C has no cast between the two */
    return function;
  }
  for (const struct lash_built_in_routine *r = built_in->list; r->symbol && !function; r++)
    if (strcmp(r->symbol, symbol) == 0) function = r->function;
  return function;
}

static bool find_symbol(const library *from, const char *name, lash_routine *found) {
  for (int n = 0; n < SPELLINGS; n++) {
    char symbol[sizeof found->symbol];
    spelling(name, n, symbol, sizeof symbol);
    bool c_form = n < 2;
    if (c_form && !lash_is_mixed_case(symbol)) continue;
    found->function = address_of(from, symbol);
    if (!found->function) continue;
    found->form = c_form ? LASH_FORM_C : LASH_FORM_FORTRAN;
    memcpy(found->symbol, symbol, sizeof symbol);
    return true;
  }
  return false;
}

static lash_status refuse_symbol(const library *in, const char *name, lash_error *error) {
  char exports[256], fortran[80];
  spelling(name, 2, fortran, sizeof fortran);
  list_symbols(in->path, is_exported, "; it exports ", exports, sizeof exports);
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s has no routine '%s' (C symbol) or '%s' (Fortran symbol)%s", in->path, name,
                   fortran, exports);
}

/* ------------------------------------------------------------------------------------- ROUTINE= */

/* Splits "lib::name" and opens the library; without "::" everything is the name, of the default
 * library. Blanks around are dropped. */
static lash_status open_named(lash_loader *loader, const char *text, char *name, size_t size,
                              library **from, lash_error *error) {
  while (isspace((unsigned char)*text)) text++;
  size_t length = strlen(text);
  while (length > 0 && isspace((unsigned char)text[length - 1])) length--;
  const char *colons = strstr(text, "::");
  const size_t lib_length = colons ? (size_t)(colons - text) : 0;
  const size_t start = colons ? lib_length + 2 : 0;
  if (length - start >= size - 2) {
    return lash_fail(error, LASH_BAD_INPUT, "ROUTINE=%.60s…: the name is too long", text);
  }
  snprintf(name, size, "%.*s", (int)(length - start), text + start);
  if (lib_length == 0 && loader->standard)
    return open_library(loader, loader->standard, from, error);
  if (lib_length == 0) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "ROUTINE=%s names no library and there is no default one; write "
                     "ROUTINE=library::%s",
                     text, name);
  }
  char *lib = strndup(text, lib_length);
  if (!lib) return lash_fail(error, LASH_FAILURE, "no memory for the library of %s", text);
  const lash_status status = open_library(loader, lib, from, error);
  free(lib);
  return status;
}

lash_status lash_loader_find(lash_loader *loader, lash_routine_kind kind, const char *routine,
                             lash_routine *found, lash_error *error) {
  char name[sizeof found->symbol];
  library *from = NULL;
  *found = (lash_routine){.kind = kind, .release = loader->release, .library = ""};
  const lash_status status =
      open_named(loader, routine ? routine : "", name, sizeof name, &from, error);
  if (status != LASH_OK) return status;
  found->library = from->path;
  bool usual = name[0] == '\0';
  if (usual) snprintf(name, sizeof name, "%s", lash_routine_info_at(kind)->c_name);
  if (find_symbol(from, name, found)) return LASH_OK;
  if (usual && kind == LASH_GSE_SAMP && find_symbol(from, "Gse_sample", found)) return LASH_OK;
  return refuse_symbol(from, name, error);
}
