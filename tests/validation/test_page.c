/* docs/validation.md shows the verdicts on record: every claim of every case, none else. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static char *read_page(void) {
  FILE *file = fopen(CASES "/../docs/validation.md", "rb");
  TEST_ASSERT_NOT_NULL(file);
  char *text = calloc(1, 1 << 20);
  TEST_ASSERT_NOT_NULL(text);
  TEST_ASSERT_TRUE(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return text;
}

/* The row of a claim ends in its verdict. */
static void shows(const char *page, const lash_claim *claim) {
  char begin[64], end[64];
  snprintf(begin, sizeof begin, "\n| %s | ", claim->id);
  snprintf(end, sizeof end, "| %s |", claim->expected);
  const char *rows = strstr(page, "\n### Rows: ");
  TEST_ASSERT_NOT_NULL(rows);
  const char *row = strstr(rows, begin);
  TEST_ASSERT_NOT_NULL_MESSAGE(row, claim->id);
  const char *next = strchr(row + 1, '\n');
  TEST_ASSERT_NOT_NULL(next);
  TEST_ASSERT_TRUE_MESSAGE(strncmp(next - strlen(end), end, strlen(end)) == 0, claim->id);
}

static size_t rows_of(const char *page) {
  size_t rows = 0;
  const char *at = strstr(page, "## Verdicts on record");
  TEST_ASSERT_NOT_NULL(at);
  for (at = strstr(at, "\n### Rows: "); at && (at = strstr(at + 1, "\n| ")); rows++) continue;
  return rows;
}

static void the_page_is_of_now(void) {
  char *page = read_page();
  struct dirent **entries = NULL;
  const int count = scandir(CASES, &entries, NULL, alphasort);
  size_t claims = 0, cases = 0;
  for (int i = 0; i < count; i++) {
    char path[1024];
    lash_validation_case c = {0};
    lash_error error;
    snprintf(path, sizeof path, CASES "/%s/claims.csv", entries[i]->d_name);
    FILE *there = fopen(path, "r");
    free(entries[i]);
    if (!there) continue;
    fclose(there);
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, claims_read(path, &c, &error), path);
    for (size_t k = 0; k < c.claim_count; k++) shows(page, &c.claim[k]);
    claims += c.claim_count;
    cases++;
    free(c.claim);
    free(c.text);
  }
  free(entries);
  TEST_ASSERT_EQUAL_INT(8, (int)cases);
  TEST_ASSERT_EQUAL_INT((int)(claims + cases), (int)rows_of(page)); /* a heading each */
  free(page);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(the_page_is_of_now);
  return UNITY_END();
}
