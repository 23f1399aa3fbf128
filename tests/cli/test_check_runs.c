/* What `lash check` passes runs, and what it refuses a run refuses with the same status: for every
 * dataset of the tree and for mutations of them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

enum { FILES_MAX = 200, MUTANTS = 200, TEXT_MAX = 60000 }; /* LASH_MUTANTS asks for more */

static char files[FILES_MAX][400];
static size_t file_count;

void setUp(void) {}
void tearDown(void) {}

static void gather(const char *folder) {
  struct dirent **entry;
  int count = scandir(folder, &entry, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    const char *name = entry[i]->d_name, *dot = strrchr(name, '.');
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (entry[i]->d_type == DT_DIR && name[0] != '.' && strncmp(name, "build", 5) != 0)
      gather(path);
    if (entry[i]->d_type == DT_REG && dot && strcmp(dot, ".adm") == 0 && file_count < FILES_MAX)
      memcpy(files[file_count++], path, sizeof path);
    free(entry[i]);
  }
  free(entry);
}

/* Both statuses, which must agree; what was said when they do not. */
static int agree(const char *path, const char *what) {
  static char said[65536];
  const outcome *o = lash("check %s", path);
  const int check = o->status;
  memcpy(said, o->output, sizeof said);
  o = lash("run %s --end 1e-9 --steps 1 --out test_check_runs.results", path);
  if (check != o->status) {
    printf("%s: check says %d:\n%.2000s\nrun says %d:\n%.2000s\n", what, check, said, o->status,
           o->output);
  }
  TEST_ASSERT_EQUAL_INT_MESSAGE(o->status, check, what);
  TEST_ASSERT_TRUE_MESSAGE(check >= 0 && check <= 3, what);
  return check;
}

static void datasets_of_the_tree(void) {
  for (size_t i = 0; i < file_count; i++) agree(files[i], files[i]);
}

/* ------------------------------------------------------------------------------------ mutants */

/* Each mutant depends on the name of its file and its number alone: another dataset in the tree
 * leaves those of the others as they are. */
static unsigned long long seed;
static void begin_draw(const char *path, size_t number) {
  seed = 14695981039346656037ULL ^ number;
  for (const char *c = path + strlen(SOURCE_FOLDER); *c; c++)
    seed = (seed ^ (unsigned char)*c) * 1099511628211ULL;
}

static size_t draw(size_t below) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (size_t)(seed >> 33) % below;
}

/* Place of a random character of the kind wanted, behind the title. */
static char *place(char *text, const char *kind) {
  const size_t size = strlen(text), title = strcspn(text, "\n");
  for (int attempt = 0; attempt < 1000; attempt++) {
    size_t at = title + 1 + draw(size - title - 1);
    if (strchr(kind, text[at])) return text + at;
  }
  return text + title;
}

/* One small mistake of the kinds people make: a line lost, a digit or a letter wrong, a sign, a
 * lost comma, a word too much. */
static void mutate(char *text) {
  char *at;
  switch (draw(6)) {
    case 0: /* a line lost */
      at = place(text, "\n");
      memmove(at, at + 1 + strcspn(at + 1, "\n"), strlen(at + 1 + strcspn(at + 1, "\n")) + 1);
      break;
    case 1:
      *place(text, "0123456789") = (char)('0' + draw(10));
      break;
    case 2:
      *place(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_") =
          (char)('a' + draw(26));
      break;
    case 3:
      *place(text, "-+.") = ' ';
      break;
    case 4:
      *place(text, ",=/") = ' ';
      break;
    default: /* something said twice */
      at = place(text, "0123456789");
      memmove(at + 1, at, strlen(at) + 1);
  }
}

static bool read_text(const char *path, char *text) {
  FILE *file = fopen(path, "r");
  if (!file) return false;
  size_t size = fread(text, 1, TEXT_MAX - 2, file);
  bool whole = feof(file);
  text[size] = '\0';
  fclose(file);
  return whole;
}

static void mutants(void) {
  static char text[TEXT_MAX];
  const char *wanted = getenv("LASH_MUTANTS");
  const size_t count = wanted ? strtoul(wanted, NULL, 10) : MUTANTS;
  size_t refused = 0;
  for (size_t n = 0; n < count; n++) {
    char folder[400], what[600];
    const char *path = files[n % file_count];
    if (!read_text(path, text)) continue;
    begin_draw(path, n / file_count);
    mutate(text);
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    write_in(".", "test_mutant.adm", text);
    setenv("LASH_SUBROUTINE_PATH", folder, 1);
    snprintf(what, sizeof what, "mutant %zu of %s", n / file_count, path);
    refused += agree("test_mutant.adm", what) != 0;
  }
  unsetenv("LASH_SUBROUTINE_PATH");
  remove("test_mutant.adm");
  printf("  %zu mutants, %zu refused by both\n", count, refused);
  TEST_ASSERT_TRUE(refused > count / 5);
}

int main(void) {
  UNITY_BEGIN();
  gather(SOURCE_FOLDER);
  RUN_TEST(datasets_of_the_tree);
  RUN_TEST(mutants);
  return UNITY_END();
}
