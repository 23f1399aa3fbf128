/* docs/datasets.md against the code: its table of statements and arguments is printed from the
 * reader's own tables, and the list of what the solver refuses from the solver's sources. With
 * LASH_UPDATE_DOCS=1 in the environment the page is written instead of compared. */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"
#include "unity.h"

#define PAGE SOURCE_FOLDER "/docs/datasets.md"

void setUp(void) {}
void tearDown(void) {}

static char *read_whole(const char *path) {
  FILE *in = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(in, path);
  char *text = calloc(1, 1 << 20);
  TEST_ASSERT_TRUE(fread(text, 1, (1 << 20) - 1, in) < (1 << 20) - 1);
  fclose(in);
  return text;
}

/* -------------------------------------------------------------------------------- from the code */

enum { COUNTS, NO_EFFECT, REFUSED };

static int class_of(const statement *of, const argument *row) {
  if (of->unsupported) return REFUSED;
  if (row->type != ARG_UNUSED) return COUNTS;
  return row->flags & ARG_UNSUPPORTED ? REFUSED : NO_EFFECT;
}

/* The name; = where a value follows. */
static void write_arguments(FILE *out, const statement *of, int class) {
  bool any = false;
  for (size_t i = 0; i < of->count; i++) {
    const argument *row = &of->arguments[i];
    if (class_of(of, row) != class) continue;
    const bool valued = row->type != ARG_UNUSED && argument_takes_value(row);
    fprintf(out, "%s%s%s", any ? " " : "", row->name, valued ? "=" : "");
    any = true;
  }
}

static void write_statements(FILE *out) {
  fputs(
      "| statement | arguments that count | read, without effect | refused (exit 3) |\n"
      "|---|---|---|---|\n",
      out);
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    const statement *of = statement_of((lash_kind)kind);
    fprintf(out, "| %s |", of->name);
    for (int class = COUNTS; class <= REFUSED; class ++) {
      fputc(' ', out);
      if (class == REFUSED && of->unsupported) fprintf(out, "wholly (%s): ", of->unsupported);
      write_arguments(out, of, class);
      fputs(" |", out);
    }
    fputc('\n', out);
  }
}

/* String literals of a call, one after the other up to a comma or parenthesis outside them. */
static void write_reason(FILE *out, const char *at) {
  fputs("- ", out);
  while (*at == '"') {
    for (at++; *at && *at != '"'; at++) {
      if (*at == '%') /* a name or number that the message puts in */
        fputs("…", out), at++;
      else
        fputc(*at, out);
    }
    at += strspn(at + 1, " \n\t") + 1;
  }
  fputc('\n', out);
}

static int compare(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void gather_reasons(const char *path, const char *call, char **reason, size_t *count) {
  char *text = read_whole(path);
  for (const char *at = text; (at = strstr(at, call)); at++) {
    const char *end = strchr(at, ';'), *quote = strchr(at, '"');
    if (!quote || !end || quote > end) continue;
    if (strstr(quote, "the reference solver does not offer %s\"") == quote + 5)
      continue; /* frame */
    char *line = NULL;
    size_t size;
    FILE *one = open_memstream(&line, &size);
    write_reason(one, quote);
    fclose(one);
    reason[(*count)++] = line;
  }
  free(text);
}

static void write_refusals(FILE *out) {
  static const char *const rooms[] = {"solver/build", "solver/constraint", "solver/force", "model",
                                      "model/expr",   "mechanics",         "touch"};
  char *reason[200];
  size_t count = 0;
  for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++) {
    struct dirent **entry;
    char folder[400], path[800];
    snprintf(folder, sizeof folder, "%s/%s", SOURCE_FOLDER, rooms[r]);
    const int files = scandir(folder, &entry, NULL, alphasort);
    for (int i = 0; i < files; i++) {
      snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
      const size_t length = strlen(path);
      if (strcmp(path + length - 2, ".c") == 0) {
        gather_reasons(path, "lash_build_unsupported(", reason, &count);
        gather_reasons(path, "LASH_UNSUPPORTED,", reason, &count);
      }
      free(entry[i]);
    }
    free(entry);
  }
  TEST_ASSERT_TRUE(count > 10);
  qsort(reason, count, sizeof *reason, compare);
  for (size_t i = 0; i < count; i++) {
    if (!i || strcmp(reason[i], reason[i - 1])) fputs(reason[i], out);
  }
  for (size_t i = 0; i < count; i++) free(reason[i]);
}

/* ------------------------------------------------------------------------------ and in the page */

/* What stands between "<!-- NAME -->" and "<!-- end of NAME -->" must be what `write` writes. */
static void section_is(const char *name, void (*write)(FILE *out)) {
  char begin[80], end[80], *wanted = NULL, *page = read_whole(PAGE);
  size_t size;
  FILE *out = open_memstream(&wanted, &size);
  write(out);
  fclose(out);
  snprintf(begin, sizeof begin, "<!-- %s -->\n", name);
  snprintf(end, sizeof end, "<!-- end of %s -->", name);
  char *from = strstr(page, begin), *to = strstr(page, end);
  TEST_ASSERT_TRUE_MESSAGE(from && to && from < to, name);
  from += strlen(begin);
  if (getenv("LASH_UPDATE_DOCS")) {
    FILE *file = fopen(PAGE, "w");
    TEST_ASSERT_NOT_NULL(file);
    fprintf(file, "%.*s%s%s", (int)(from - page), page, wanted, to);
    fclose(file);
  } else {
    *to = '\0';
    TEST_ASSERT_EQUAL_STRING_MESSAGE(
        wanted, from, "docs/datasets.md is stale: run this test with LASH_UPDATE_DOCS=1");
  }
  free(page);
  free(wanted);
}

static void the_table_of_arguments(void) { section_is("statements", write_statements); }
static void the_list_of_refusals(void) { section_is("refusals", write_refusals); }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(the_table_of_arguments);
  RUN_TEST(the_list_of_refusals);
  return UNITY_END();
}
