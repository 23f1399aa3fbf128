/* lash sub check: what a subroutine library exports and needs, read from its symbol tables. */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "lash_elf.h"
#include "one_file.h"
#include "sub.h"

static const struct argp argp = {
    one_file_options,
    one_file_parse,
    "LIBRARY",
    "Which user subroutines a shared library exports, and which functions it needs. The library is "
    "read, not loaded: nothing of it is run. Exit status 3 when it needs something that is not "
    "offered here.\v"
    "Example:\n"
    "  lash sub check spring.so\n",
    NULL,
    NULL,
    NULL};

/* -------------------------------------------------------------------------- sorting the symbols */

typedef enum symbol_class {
  ROUTINE,     /* the default name of a kind */
  OWN_C,       /* mixed case: a C routine of some kind, for ROUTINE=lib::Name */
  OWN_FORTRAN, /* lower case and underscore: a Fortran one */
  MANGLED,     /* a default name compiled as C++ without extern "C" */
  SERVED,      /* SDK function */
  BY_HOST,     /* SDK function that needs the host's help */
  REFUSED,     /* SDK function that answers with its error flag */
  MISSING,     /* looks like an SDK function, and is not one of ours */
  OTHER,       /* undefined, to come from one of the needed libraries */
  IGNORED,
  CLASS_COUNT
} symbol_class;

/* "_Z6GfosubPK…": the name after its length. */
static bool is_mangled_routine(const char *symbol) {
  if (strncmp(symbol, "_Z", 2) != 0) return false;
  char *name, copy[64];
  size_t length = strtoul(symbol + 2, &name, 10);
  if (length == 0 || length >= sizeof copy || strlen(name) < length) return false;
  memcpy(copy, name, length);
  copy[length] = '\0';
  lash_routine_kind kind;
  lash_routine_form form;
  return lash_routine_of_symbol(copy, &kind, &form) && form == LASH_FORM_C;
}

static symbol_class classify_export(const lash_elf_symbol *s, lash_routine_kind *kind,
                                    lash_routine_form *form) {
  if (!s->function) return IGNORED;
  if (lash_routine_of_symbol(s->name, kind, form)) return ROUTINE;
  if (is_mangled_routine(s->name)) return MANGLED;
  if (s->name[0] == '_') return IGNORED;
  if (lash_is_mixed_case(s->name)) return OWN_C;
  size_t n = strlen(s->name);
  return n > 1 && s->name[n - 1] == '_' ? OWN_FORTRAN : IGNORED;
}

static symbol_class classify_need(const lash_elf_symbol *s) {
  const lash_sdk_function *f = lash_sdk_find(s->name);
  if (f) {
    return f->service == LASH_SDK_SERVED    ? SERVED
           : f->service == LASH_SDK_BY_HOST ? BY_HOST
                                            : REFUSED;
  }
  if (s->weak || s->versioned) return IGNORED;
  return strncmp(s->name, "c_", 2) == 0 ? MISSING : OTHER;
}

static symbol_class classify(const lash_elf_symbol *s, lash_routine_kind *kind,
                             lash_routine_form *form) {
  return s->defined ? classify_export(s, kind, form) : classify_need(s);
}

/* ------------------------------------------------------------------------------------- printing */

static const char *const headings[CLASS_COUNT] = {
    [OWN_C] = "Other mixed-case functions (C interface when named in ROUTINE=)",
    [OWN_FORTRAN] = "Other Fortran procedures (Fortran interface when named in ROUTINE=)",
    [MANGLED] = "C++ names that no solver will find; write extern \"C\" before the routine",
    [SERVED] = "SDK functions it calls",
    [BY_HOST] = "SDK functions it calls that depend on what the host offers",
    [REFUSED] = "SDK functions it calls that answer with their error flag outside Adams",
    [MISSING] = "Functions it calls that nobody offers: it cannot be loaded",
    [OTHER] = "Undefined symbols that one of its needed libraries must have",
};

static const char *const keys[CLASS_COUNT] = {
    [OWN_C] = "other_c",   [OWN_FORTRAN] = "other_fortran", [MANGLED] = "mangled",
    [SERVED] = "served",   [BY_HOST] = "by_host",           [REFUSED] = "refused",
    [MISSING] = "missing", [OTHER] = "other_undefined",
};

static const char *form_name(lash_routine_form form) {
  return form == LASH_FORM_C ? "C" : "Fortran";
}

static size_t count_class(const lash_elf *elf, symbol_class wanted) {
  lash_routine_kind kind;
  lash_routine_form form;
  size_t count = 0;
  for (size_t i = 0; i < elf->symbol_count; i++) {
    count += classify(&elf->symbols[i], &kind, &form) == wanted;
  }
  return count;
}

static void print_text(const lash_elf *elf, const char *file) {
  lash_routine_kind kind;
  lash_routine_form form;
  printf("%s\n", file);
  printf("User subroutines:%s\n", count_class(elf, ROUTINE) ? "" : " none under a default name");
  for (size_t i = 0; i < elf->symbol_count; i++) {
    if (classify(&elf->symbols[i], &kind, &form) != ROUTINE) continue;
    printf("  %-14s %-8s %s\n", elf->symbols[i].name, form_name(form),
           lash_routine_info_at(kind)->word);
  }
  for (symbol_class c = OWN_C; c <= OTHER; c++) {
    if (!count_class(elf, c)) continue;
    printf("%s:\n", headings[c]);
    for (size_t i = 0; i < elf->symbol_count; i++) {
      if (classify(&elf->symbols[i], &kind, &form) == c) printf("  %s\n", elf->symbols[i].name);
    }
  }
  if (elf->needed_count) puts("Libraries it needs:");
  for (size_t i = 0; i < elf->needed_count; i++) printf("  %s\n", elf->needed[i]);
}

static void print_json(const lash_elf *elf, const char *file) {
  lash_routine_kind kind;
  lash_routine_form form;
  json j = json_object_to(stdout);
  json_string(&j, "library", file);
  json_boolean(&j, "loadable", count_class(elf, MISSING) == 0);
  json_array(&j, "routines");
  for (size_t i = 0; i < elf->symbol_count; i++) {
    if (classify(&elf->symbols[i], &kind, &form) != ROUTINE) continue;
    json_object(&j, NULL);
    json_string(&j, "symbol", elf->symbols[i].name);
    json_string(&j, "form", form_name(form));
    json_string(&j, "kind", lash_routine_info_at(kind)->word);
    json_string(&j, "statement", lash_routine_info_at(kind)->statement);
    json_object_end(&j);
  }
  json_array_end(&j);
  for (symbol_class c = OWN_C; c <= OTHER; c++) {
    json_array(&j, keys[c]);
    for (size_t i = 0; i < elf->symbol_count; i++) {
      if (classify(&elf->symbols[i], &kind, &form) == c) {
        json_string(&j, NULL, elf->symbols[i].name);
      }
    }
    json_array_end(&j);
  }
  json_array(&j, "needs");
  for (size_t i = 0; i < elf->needed_count; i++) json_string(&j, NULL, elf->needed[i]);
  json_end(&j);
}

static lash_status check(void *context, lash_error *error) {
  const one_file *a = context;
  lash_elf elf;
  const lash_status status = lash_elf_read(&elf, a->file, error);
  if (status != LASH_OK) return status;
  a->json ? print_json(&elf, a->file) : print_text(&elf, a->file);
  size_t missing = count_class(&elf, MISSING);
  lash_elf_free(&elf);
  return missing ? LASH_UNSUPPORTED : LASH_OK;
}

lash_status sub_check(int argc, char **argv) {
  one_file a = {.what = "library"};
  return cli_run(&argp, argc, argv, &a, NULL, check);
}
