/* list.txt is complete: every number of it stands, digit by digit, in the function, table or claim
 * that it names; a number that is not computed has its reason. The numbers themselves are checked
 * there. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { FIELDS = 7, NAME = 100, PATH = 400 };
enum { SECTION, QUANTITY, VALUE, HOW, TOLERANCE, FILE_NAME, PLACE };

/* All of a file; the caller frees it. */
static char *whole(const char *path) {
  FILE *file = fopen(path, "rb");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  TEST_ASSERT_EQUAL_size_t((size_t)size, fread(text, 1, (size_t)size, file));
  text[size] = 0;
  fclose(file);
  return text;
}

/* Splits a row at " | "; returns how many fields it has. */
static int split(char *row, char *field[FIELDS]) {
  int count = 0;
  while (row && count < FIELDS) {
    field[count++] = row;
    row = strstr(row, " | ");
    if (row) *row = 0, row += 3;
  }
  return row ? FIELDS + 1 : count;
}

static bool part_of_a_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Where a function, a table or the row of a CSV begins, and where it ends. */
static const char *find_place(const char *text, const char *name, const char **end) {
  const size_t length = strlen(name);
  for (const char *at = text; (at = strstr(at, name)) != NULL; at += length) {
    const bool row = name[length - 1] == ',';
    if (at > text && (part_of_a_name(at[-1]) || (row && at[-1] != '\n'))) continue;
    if (!row && at[length] != '(' && at[length] != '[' && strncmp(at + length, " =", 2) != 0)
      continue;
    *end = strstr(at, row ? "\n" : "\n}");
    if (!*end) *end = at + strlen(at);
    return at;
  }
  return NULL;
}

static bool stands_in(const char *from, const char *end, const char *value) {
  for (const char *at = from; (at = strstr(at, value)) != NULL && at < end; at++)
    if (!isdigit((unsigned char)at[-1]) && at[-1] != '.') return true;
  return false;
}

static void look(char *row, int *computed, int *in_words) {
  static char name[NAME], message[PATH];
  static char *text = NULL;
  char *field[FIELDS];
  snprintf(message, sizeof message, "%s", row);
  const int count = split(row, field);
  if (count == TOLERANCE + 1) {
    TEST_ASSERT_EQUAL_STRING_MESSAGE("words", field[TOLERANCE], message);
    TEST_ASSERT_TRUE_MESSAGE(strlen(field[HOW]) > 20, message);
    ++*in_words;
    return;
  }
  TEST_ASSERT_EQUAL_INT_MESSAGE(FIELDS, count, message);
  if (strcmp(name, field[FILE_NAME]) != 0) {
    char path[sizeof LASH_TESTS + NAME];
    snprintf(name, sizeof name, "%s", field[FILE_NAME]);
    snprintf(path, sizeof path, "%s/%s", LASH_TESTS, name);
    free(text);
    text = whole(path);
  }
  const char *end, *place = find_place(text, field[PLACE], &end);
  TEST_ASSERT_NOT_NULL_MESSAGE(place, message);
  TEST_ASSERT_TRUE_MESSAGE(stands_in(place, end, field[VALUE]), message);
  ++*computed;
}

static void every_number_has_its_place(void) {
  char *list = whole(LASH_TESTS "/numbers/list.txt");
  int computed = 0, in_words = 0;
  for (char *row = strtok(list, "\n"); row; row = strtok(NULL, "\n"))
    if (row[0] != '#') look(row, &computed, &in_words);
  printf("  %d numbers computed, %d in words\n", computed, in_words);
  TEST_ASSERT_TRUE(computed > 350);
  free(list);
}

/* The search itself: a digit less, a neighbouring function, a longer name are no find. */
static void what_is_no_find(void) {
  static const char text[] =
      "static void one(void) {\n  x(1.25);\n}\n\nstatic void one_b(void) {\n"
      "  x(2.5e3);\n}\nB1,name,3.75,\nB12,name,4.5,\n";
  const char *end, *at = find_place(text, "one", &end);
  TEST_ASSERT_TRUE(stands_in(at, end, "1.25") && stands_in(at, end, "1.2"));
  TEST_ASSERT_FALSE(stands_in(at, end, "2.5e3") || stands_in(at, end, ".25"));
  TEST_ASSERT_FALSE(stands_in(at, end, "25") || stands_in(at, end, "1.26"));
  at = find_place(text, "one_b", &end);
  TEST_ASSERT_TRUE(stands_in(at, end, "2.5e3"));
  at = find_place(text, "B1,", &end);
  TEST_ASSERT_TRUE(stands_in(at, end, "3.75"));
  TEST_ASSERT_FALSE(stands_in(at, end, "4.5"));
  TEST_ASSERT_NULL(find_place(text, "on", &end));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_number_has_its_place);
  RUN_TEST(what_is_no_find);
  return UNITY_END();
}
