/* Numbers under a locale with a decimal comma, made here for the purpose. */
#include <locale.h>
#include <math.h>

#include "csv.h"
#include "locales.h"
#include "text_testing.h"

void setUp(void) { enter_folder(); }
void tearDown(void) {
  setlocale(LC_ALL, "C");
  leave_folder();
}

/* Germany's, as the C library's own sources describe it. */
static void use_comma(void) {
  char *command = path_format(
      "localedef --no-archive -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
  const int made = system(command);
  free(command);
  setenv("LOCPATH", folder, 1);
  if (made != 0 || !setlocale(LC_ALL, "de_DE.UTF-8"))
    TEST_IGNORE_MESSAGE("no locale with a decimal comma can be made (Debian: locales)");
  TEST_ASSERT_EQUAL_STRING(",", localeconv()->decimal_point);
  TEST_ASSERT_EQUAL_DOUBLE(1, strtod("1.5", NULL)); /* what all this is about */
}

static void reads(const char *text, double wanted, size_t used) {
  const char *end;
  const double value = lash_read_number(text, &end);
  TEST_ASSERT_EQUAL_DOUBLE(wanted, value);
  TEST_ASSERT_EQUAL_INT_MESSAGE(used, end - text, text);
}

static void read_all(void) {
  reads("1.5", 1.5, 3);
  reads(" -1.5e-3 x", -1.5e-3, 8);
  reads(".5", 0.5, 2);
  reads("5.", 5, 2);
  reads("1,5", 1, 1); /* a comma parts numbers */
  reads("1e", 1, 1);
  reads("1.5.5", 1.5, 3);
  reads("12", 12, 2);
  reads("-", 0, 0);
  reads(".", 0, 0);
  reads("word", 0, 0);
  reads("inf", HUGE_VAL, 3);
  double value = 0;
  TEST_ASSERT_TRUE(lash_parse_number(" 2.5 ", &value));
  TEST_ASSERT_EQUAL_DOUBLE(2.5, value);
  TEST_ASSERT_FALSE(lash_parse_number("2,5", &value));
  char digits[600];
  memset(digits, '3', sizeof digits), memcpy(digits, "0.", 2), digits[599] = '\0';
  reads(digits, 1.0 / 3, 599);
}

static void numbers_are_read_alike(void) {
  read_all();
  use_comma();
  read_all();
}

static void write_all(void) {
  char text[LASH_NUMBER_MAX];
  TEST_ASSERT_EQUAL_STRING("0.10000000000000001", lash_write_number(0.1, 17, text));
  TEST_ASSERT_EQUAL_STRING("-1.5e-300", lash_write_number(-1.5e-300, 6, text));
  TEST_ASSERT_EQUAL_STRING("12", lash_write_number(12, 6, text));
  TEST_ASSERT_EQUAL_STRING("nan", lash_write_number(fabs(NAN), 6, text));
}

static void numbers_are_written_alike(void) {
  write_all();
  use_comma();
  write_all();
}

/* printf() too, between the two calls; afterwards the process has its own way again. */
static void whole_files_are_written_alike(void) {
  char text[32];
  use_comma();
  const locale_t before = plain_numbers_begin();
  snprintf(text, sizeof text, "%g", 1.5);
  TEST_ASSERT_EQUAL_STRING("1.5", text);
  setlocale(LC_ALL, "de_DE.UTF-8"); /* a routine of the user's may do so */
  snprintf(text, sizeof text, "%g", 1.5);
  TEST_ASSERT_EQUAL_STRING("1.5", text);
  plain_numbers_end(before);
  snprintf(text, sizeof text, "%g", 1.5);
  TEST_ASSERT_EQUAL_STRING("1,5", text);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(numbers_are_read_alike);
  RUN_TEST(numbers_are_written_alike);
  RUN_TEST(whole_files_are_written_alike);
  return UNITY_END();
}
