/* ROUTINE= rules, spellings, search path, and libraries that cannot be used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "lash_elf.h"
#include "unity.h"

static lash_loader *loader;
static lash_error error;
static lash_routine found;

void setUp(void) {
  loader = lash_loader_new();
  lash_loader_add_folder(loader, USER_LIBRARIES, NULL);
  error.message[0] = '\0';
}
void tearDown(void) { lash_loader_free(loader); }

static void finds(lash_routine_kind kind, const char *text, const char *symbol,
                  lash_routine_form form) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_loader_find(loader, kind, text, &found, &error),
                                error.message);
  TEST_ASSERT_EQUAL_STRING(symbol, found.symbol);
  TEST_ASSERT_EQUAL_INT(form, found.form);
}

static void refuses(lash_routine_kind kind, const char *text, const char *words) {
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_loader_find(loader, kind, text, &found, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
}

static void routine_argument(void) {
  finds(LASH_GFOSUB, "spring_gforce::Gfosub", "Gfosub", LASH_FORM_C);
  finds(LASH_GFOSUB, " spring_gforce:: ", "Gfosub", LASH_FORM_C);
  finds(LASH_GFOSUB, "spring_gforce.so::gfosub", "Gfosub", LASH_FORM_C);
  finds(LASH_GFOSUB, "spring_gforce.dll::GFOSUB", "Gfosub", LASH_FORM_C);
  finds(LASH_GFOSUB, USER_LIBRARIES "/spring_gforce.so::", "Gfosub", LASH_FORM_C);
  finds(LASH_SFOSUB, "port::SFOSUB", "sfosub_", LASH_FORM_FORTRAN);
  finds(LASH_VARSUB, "bad::WritesNan", "WritesNan", LASH_FORM_C);
}

static void default_library(void) {
  refuses(LASH_SFOSUB, "mysfo", "no default one");
  refuses(LASH_SFOSUB, NULL, "no default one");
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_loader_set_default(loader, "values", &error));
  finds(LASH_SFOSUB, NULL, "Sfosub", LASH_FORM_C);
  finds(LASH_SFOSUB, "", "Sfosub", LASH_FORM_C);
  finds(LASH_SFOSUB, "::Sfosub", "Sfosub", LASH_FORM_C);
  finds(LASH_VARSUB, "Varsub", "Varsub", LASH_FORM_C);
}

static void search_path(void) {
  lash_loader_free(loader);
  loader = lash_loader_new();
  refuses(LASH_SFOSUB, "values::", "no subroutine library 'values'");
  setenv("LASH_SUBROUTINE_PATH", "/nowhere:" USER_LIBRARIES, 1);
  finds(LASH_SFOSUB, "values::", "Sfosub", LASH_FORM_C);
  unsetenv("LASH_SUBROUTINE_PATH");
}

static void bad_libraries_are_refused_in_words(void) {
  refuses(LASH_VARSUB, "no_such_library::", "looked for no_such_library, no_such_library.so");
  refuses(LASH_VARSUB, "undefined::", "nobody offers c_no_such_function");
  refuses(LASH_GFOSUB, "values::", "has no routine 'Gfosub' (C symbol) or 'gfosub_'");
  refuses(LASH_GFOSUB, "values::", "it exports");
  refuses(LASH_GFOSUB,
          "values::a_name_that_is_much_longer_than_any_symbol_anybody_would_write_down",
          "too long");

  char name[] = "/tmp/lash_not_a_library_XXXXXX";
  int file = mkstemp(name);
  TEST_ASSERT_TRUE(write(file, "plain text, not a library\n", 26) == 26);
  close(file);
  char routine[64];
  snprintf(routine, sizeof routine, "%s::Varsub", name);
  refuses(LASH_VARSUB, routine, "cannot load");
  lash_elf elf;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_elf_read(&elf, name, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "not an ELF file"));
  unlink(name);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_elf_read(&elf, "/tmp", &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_elf_read(&elf, name, &error));
}

/* A library cut short, or with one byte changed, is refused or read, never crashed upon. */
static void damaged_libraries_do_no_harm(void) {
  lash_elf elf;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_elf_read(&elf, USER_LIBRARIES "/contact.so", &error));
  TEST_ASSERT_TRUE(elf.symbol_count > 2);
  char name[] = "/tmp/lash_damaged_XXXXXX";
  int file = mkstemp(name);
  close(file);
  size_t refused = 0, tries = 0;
  for (size_t i = 0; i < elf.size; i += elf.size / 150 + 1) {
    for (int way = 0; way < 2; way++, tries++) {
      FILE *out = fopen(name, "wb");
      unsigned char old = elf.bytes[i];
      if (way) elf.bytes[i] ^= 0xff;
      fwrite(elf.bytes, 1, way ? elf.size : i, out);
      elf.bytes[i] = old;
      fclose(out);
      lash_elf damaged;
      if (lash_elf_read(&damaged, name, NULL) == LASH_OK) {
        lash_elf_free(&damaged);
      } else {
        refused++;
      }
    }
  }
  for (size_t i = 0; i < 64; i++) { /* every byte of the header */
    FILE *out = fopen(name, "wb");
    elf.bytes[i] ^= 0xff;
    fwrite(elf.bytes, 1, elf.size, out);
    elf.bytes[i] ^= 0xff;
    fclose(out);
    lash_elf damaged;
    if (lash_elf_read(&damaged, name, NULL) == LASH_OK) lash_elf_free(&damaged);
  }
  TEST_ASSERT_TRUE(refused >= tries / 2 - 5); /* all that were cut short */
  unlink(name);
  lash_elf_free(&elf);
}

static void kinds_have_names(void) {
  lash_routine_kind kind;
  lash_routine_form form;
  TEST_ASSERT_TRUE(lash_routine_kind_find("gforce", &kind) && kind == LASH_GFOSUB);
  TEST_ASSERT_TRUE(lash_routine_kind_find("CNFSUB", &kind) && kind == LASH_CNFSUB);
  TEST_ASSERT_TRUE(lash_routine_kind_find("contact_friction", &kind) && kind == LASH_CFFSUB);
  TEST_ASSERT_FALSE(lash_routine_kind_find("gforces", &kind));
  TEST_ASSERT_TRUE(lash_routine_of_symbol("Gse_sample", &kind, &form));
  TEST_ASSERT_TRUE(kind == LASH_GSE_SAMP && form == LASH_FORM_C);
  TEST_ASSERT_TRUE(lash_routine_of_symbol("gse_samp_", &kind, &form));
  TEST_ASSERT_TRUE(kind == LASH_GSE_SAMP && form == LASH_FORM_FORTRAN);
  TEST_ASSERT_TRUE(lash_routine_of_symbol("CBKSUB", &kind, &form) && form == LASH_FORM_FORTRAN);
  TEST_ASSERT_FALSE(lash_routine_of_symbol("GfoSub", &kind, &form));
  TEST_ASSERT_FALSE(lash_routine_of_symbol("printf", &kind, &form));
}

/* Every SDK function has an address under both spellings. */
static void sdk_is_complete(void) {
  TEST_ASSERT_TRUE(lash_sdk_count() > 100);
  for (size_t i = 0; i < lash_sdk_count(); i++) {
    const lash_sdk_function *f = lash_sdk_at(i);
    TEST_ASSERT_TRUE(f->c_function && f->fortran_function);
    TEST_ASSERT_EQUAL_PTR(f, lash_sdk_find(f->name));
    TEST_ASSERT_EQUAL_PTR(f, lash_sdk_find(f->fortran));
  }
  TEST_ASSERT_NULL(lash_sdk_find("c_no_such_function"));
  TEST_ASSERT_NULL(lash_sdk_at(lash_sdk_count()));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(routine_argument);
  RUN_TEST(default_library);
  RUN_TEST(search_path);
  RUN_TEST(bad_libraries_are_refused_in_words);
  RUN_TEST(damaged_libraries_do_no_harm);
  RUN_TEST(kinds_have_names);
  RUN_TEST(sdk_is_complete);
  return UNITY_END();
}
