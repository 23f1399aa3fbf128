/* CSV and JSON: what is written is what is read, also in the words of people who mean harm. */
#include <math.h>

#include "checksum.h"
#include "csv.h"
#include "json.h"
#include "lash_random.h"
#include "text_testing.h"

void setUp(void) {}
void tearDown(void) {}

static char *written;
static size_t length;

static FILE *memory(void) {
  FILE *out = open_memstream(&written, &length);
  TEST_ASSERT_NOT_NULL(out);
  return out;
}

/* What a terminal would obey is shown, what a spreadsheet would obey stands behind a quote. */
static void nothing_in_a_cell_is_a_command(void) {
  FILE *out = memory();
  csv c = csv_to(out);
  csv_text(&c, "\x1b[2J\x01"), csv_text(&c, "=1+1"), csv_text(&c, "-1.5e3"), csv_text(&c, "+x,y");
  csv_row(&c);
  fclose(out);
  TEST_ASSERT_EQUAL_STRING("\\x1b[2J\\x01,'=1+1,-1.5e3,\"'+x,y\"\n", written);
  free(written);
}

static void hostile_texts_come_back(void) {
  static const char *const texts[] = {
      "plain", "",     "a,b",  "say \"so\"", "two\nlines", "=1+1",    "-1", "\"",  "\r\n",
      "'",     "a\rb", "\xff", " blank ",    "'=1+1",      "@SUM(1)", "'",  "-1+1"};
  enum { COUNT = sizeof texts / sizeof texts[0] };
  FILE *out = memory();
  csv c = csv_to(out);
  for (int row = 0; row < 2; row++) {
    for (size_t i = 0; i < COUNT; i++) csv_text(&c, texts[i]);
    csv_row(&c);
  }
  fclose(out);
  char *at = written;
  for (size_t i = 0; i < 2 * COUNT; i++) {
    bool last;
    TEST_ASSERT_EQUAL_STRING(texts[i % COUNT], csv_field(&at, &last));
    TEST_ASSERT_EQUAL_INT(i % COUNT + 1 == COUNT, last);
  }
  TEST_ASSERT_EQUAL_INT('\0', *at);
  free(written);
}

/* Bits of any pattern: also subnormal numbers and the largest. */
static void numbers_come_back_bit_for_bit(void) {
  uint64_t state = 1;
  for (int n = 0; n < 20000; n++) {
    const uint64_t bits = splitmix64(&state);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    FILE *out = memory();
    csv c = csv_to(out);
    csv_number(&c, value);
    fclose(out);
    const char *end;
    const double back = lash_read_number(written, &end);
    TEST_ASSERT_EQUAL_MEMORY(&value, &back, sizeof value);
    TEST_ASSERT_EQUAL_INT('\0', *end);
    free(written);
  }
}

static void rows_are_as_they_look(void) {
  FILE *out = memory();
  csv c = csv_to(out);
  csv_text(&c, "n"), csv_count(&c, 3), csv_rounded(&c, 1.0 / 3, 3), csv_rounded(&c, NAN, 3);
  csv_row(&c);
  csv_number(&c, 0.1);
  csv_row(&c);
  fclose(out);
  TEST_ASSERT_EQUAL_STRING("n,3,0.333,\n0.10000000000000001\n", written);
  free(written);
}

static void lines_of_windows_are_read(void) {
  char text[] = "a,\"b\r\nc\"\r\nd", *at = text;
  bool last;
  TEST_ASSERT_EQUAL_STRING("a", csv_field(&at, &last));
  TEST_ASSERT_EQUAL_STRING("b\r\nc", csv_field(&at, &last));
  TEST_ASSERT_TRUE(last);
  TEST_ASSERT_EQUAL_STRING("d", csv_field(&at, &last));
  TEST_ASSERT_TRUE(last);
}

static void json_stays_json(void) {
  FILE *out = memory();
  json j;
  json_start(&j, out);
  json_object(&j, NULL);
  json_string(&j, "a\"\n", "\033[2J\xff\\");
  json_number(&j, "x", NAN);
  json_number(&j, "y", 0.1);
  json_object_end(&j);
  json_end(&j);
  fclose(out);
  TEST_ASSERT_EQUAL_STRING(
      "{\n  \"a\\\"\\n\": \"\\u001b[2J\\ufffd\\\\\",\n  \"x\": null,\n  \"y\": "
      "0.10000000000000001\n}\n",
      written);
  free(written);
}

/* The check values of both algorithms for "123456789" and "a". */
static void checksums_are_the_published_ones(void) {
  TEST_ASSERT_TRUE(checksum_crc32("123456789", 9) == 0xCBF43926u);
  TEST_ASSERT_TRUE(checksum_fnv("a", 1) == 0xaf63dc4c8601ec8cu);
  TEST_ASSERT_TRUE(checksum_fnv_more(checksum_fnv("12", 2), "3", 1) == checksum_fnv("123", 3));
}

/* The first numbers from the seed 1234567 in the generator's published test. */
static void random_numbers_are_the_published_ones(void) {
  uint64_t state = 1234567;
  TEST_ASSERT_TRUE(splitmix64(&state) == 6457827717110365317u);
  TEST_ASSERT_TRUE(splitmix64(&state) == 3203168211198807973u);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(hostile_texts_come_back);
  RUN_TEST(nothing_in_a_cell_is_a_command);
  RUN_TEST(numbers_come_back_bit_for_bit);
  RUN_TEST(rows_are_as_they_look);
  RUN_TEST(lines_of_windows_are_read);
  RUN_TEST(json_stays_json);
  RUN_TEST(checksums_are_the_published_ones);
  RUN_TEST(random_numbers_are_the_published_ones);
  return UNITY_END();
}
