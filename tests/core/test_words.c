/* Cutting the words of a STRING. */
#include <string.h>

#include "lash_words.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;

static lash_status cut(lash_words *words, const char *text) {
  strcpy(words->text, text);
  return lash_words_cut(words, &error);
}

static void all_spellings(void) {
  static const char *const texts[] = {"K=1e8 e=0.9", " K = 1e8\te =0.9 ", "K=1e8,e=0.9",
                                      "\"K=1e8; e= 0.9\"", "K\t=\t1e8\r\ne=0.9\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    lash_words words;
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, cut(&words, texts[k]), texts[k]);
    TEST_ASSERT_EQUAL_size_t(2, words.count);
    TEST_ASSERT_EQUAL_STRING("1e8", lash_words_find(&words, "K"));
    TEST_ASSERT_EQUAL_STRING("0.9", lash_words_find(&words, "e"));
    TEST_ASSERT_NULL(lash_words_find(&words, "E"));
    TEST_ASSERT_EQUAL_STRING("1e8", lash_words_take(&words, "K"));
    TEST_ASSERT_TRUE(words.list[0].taken && !words.list[1].taken);
  }
}

static void refused(void) {
  static const struct {
    const char *text, *word;
  } cases[] = {{"K", "'K' has no value"},        {"K= ,e=1", "'K' has no value"},
               {"K e=1", "'K' has no value"},    {"=5", "has no value"},
               {"K=\n5", "'K' has no value"},    {"K=1 K = 2", "K is given twice"},
               {"a=1 b\n=2", "'b' has no value"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    lash_words words;
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, cut(&words, cases[k].text), cases[k].text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, cases[k].word), error.message);
  }
  lash_words many;
  many.text[0] = '\0';
  for (int k = 0; k < LASH_WORDS_MAX + 1; k++) {
    char word[] = {(char)('a' + k / 26), (char)('a' + k % 26), '=', '1', ' ', '\0'};
    strcat(many.text, word);
  }
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_words_cut(&many, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "more than"));
}

/* Spans point into the text as it stands. */
static void spans(void) {
  const char *text = " K = 1e8, lone e=.5";
  lash_word_span s;
  size_t at = 0;
  TEST_ASSERT_TRUE(lash_word_next(text, &at, &s));
  TEST_ASSERT_EQUAL_MEMORY("K", text + s.key, s.key_length);
  TEST_ASSERT_EQUAL_MEMORY("1e8,", text + s.value, s.value_length + 1);
  TEST_ASSERT_TRUE(lash_word_next(text, &at, &s));
  TEST_ASSERT_EQUAL_MEMORY("lone ", text + s.key, s.key_length + 1);
  TEST_ASSERT_EQUAL_size_t(0, s.value_length);
  TEST_ASSERT_TRUE(lash_word_next(text, &at, &s));
  TEST_ASSERT_EQUAL_STRING(".5", text + s.value);
  TEST_ASSERT_FALSE(lash_word_next(text, &at, &s));
  TEST_ASSERT_TRUE(lash_word_is_value("1e8"));
  TEST_ASSERT_FALSE(lash_word_is_value("") || lash_word_is_value("1 2"));
  TEST_ASSERT_FALSE(lash_word_is_value("1\n") || lash_word_is_value("\"1"));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(all_spellings);
  RUN_TEST(refused);
  RUN_TEST(spans);
  return UNITY_END();
}
