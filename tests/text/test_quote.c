/* Hostile texts through gnuplot, dot, the shell and the terminal: shown, never carried out. */
#include "program.h"
#include "quote.h"
#include "text_testing.h"

void setUp(void) { enter_folder(); }
void tearDown(void) { leave_folder(); }

static const char *const hostile[] = {"`touch BAIT`",
                                      "$(touch BAIT)",
                                      "'; system('touch BAIT'); '",
                                      "\"; system(\"touch BAIT\"); \"",
                                      "@x",
                                      "\\",
                                      "a\n! touch BAIT\n",
                                      "'\n!touch BAIT\n'",
                                      "\033]0;x\007",
                                      "-o BAIT",
                                      "$tmp",
                                      "\"]; touch BAIT",
                                      "%s%n",
                                      "\\\" `touch BAIT`",
                                      "ä\xff"};
enum { COUNT = sizeof hostile / sizeof hostile[0] };

/* The program runs in the folder; whatever a text could do would leave a file there. */
static void feed(const char *const argv[], void (*quote)(FILE *, const char *), const char *before,
                 const char *after, bool installed_only) {
  char *bait = path_join(folder, "BAIT");
  for (size_t i = 0; i < COUNT; i++) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fputs(before, out);
    quote(out, hostile[i]);
    fputs(after, out);
    fclose(out);
    const lash_status status = program_feed(argv, folder, text, size, -1, &error);
    if (installed_only && strstr(error.message, "not installed")) TEST_IGNORE_MESSAGE(argv[0]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, text);
    TEST_ASSERT_TRUE_MESSAGE(access(bait, F_OK) != 0, text);
    free(text);
  }
  free(bait);
}

static void gnuplot_runs_nothing(void) {
  static const char *const argv[] = {"gnuplot", NULL};
  feed(argv, quote_gnuplot, "set terminal dumb noenhanced\nset output '/dev/null'\nset title ",
       "\nplot 0\n", true);
}

static void dot_takes_any_label(void) {
  static const char *const argv[] = {"dot", "-o", "/dev/null", "-Tsvg", NULL};
  feed(argv, quote_dot, "digraph g { a [label=", "]; }\n", true);
}

static void shells_take_any_word(void) {
  static const char *const argv[] = {"sh", NULL};
  feed(argv, quote_shell, "echo ", " >/dev/null\n", false);
}

static void shown(const char *text, const char *wanted) {
  char out[64];
  quote_visible(text, out, sizeof out);
  TEST_ASSERT_EQUAL_STRING(wanted, out);
}

static void terminals_get_no_commands(void) {
  shown("plain ä", "plain ä");
  shown("\033[2J", "\\x1b[2J");
  shown("a\nb\r\x7f", "a\\x0ab\\x0d\\x7f");
  shown(
      "\xc2\x9b"
      "2J",
      "\\xc2\\x9b2J"); /* the upper form of ESC [ */
  shown("\xff\xe2\x82", "\\xff\\xe2\\x82");
  char few[6];
  quote_visible("ab\033cd", few, sizeof few); /* cut before what does not fit whole */
  TEST_ASSERT_EQUAL_STRING("ab", few);
}

static void programs_that_fail_are_told(void) {
  static const char *const absent[] = {"no-such-program-here", NULL},
                           *const fails[] = {"false", NULL}, *const deaf[] = {"true", NULL};
  static char much[1 << 20];
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, program_feed(absent, NULL, "", 0, -1, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "not installed"));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, program_feed(fails, NULL, "", 0, -1, &error));
  /* one that does not read must not end us */
  TEST_ASSERT_EQUAL_INT(LASH_OK, program_feed(deaf, NULL, much, sizeof much, -1, &error));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(gnuplot_runs_nothing);
  RUN_TEST(dot_takes_any_label);
  RUN_TEST(shells_take_any_word);
  RUN_TEST(terminals_get_no_commands);
  RUN_TEST(programs_that_fail_are_told);
  return UNITY_END();
}
