/* Random and damaged texts: refused in words or compiled and evaluated, never a crash or a hang. */
#include <string.h>

#include "expr_helper.h"

void setUp(void) {}
void tearDown(void) {}

static uint64_t state = 20240607;
static lash_interpolant *line;

static const lash_interpolant *find(void *context, int id) {
  (void)context;
  return id == 1 ? line : NULL;
}

/* Compiles, and when that works runs every evaluator; returns whether it worked. */
static bool survives(const char *text) {
  static const lash_expr_options options = {.find_spline = find};
  enum { MOST_INPUTS = 64 };
  double in[MOST_INPUTS], grad[MOST_INPUTS], by_time, switches[256];
  lash_jet jets[MOST_INPUTS];
  lash_expr *f;
  lash_error error = {.message = ""};
  lash_status status = lash_expr_compile(text, &options, &f, &error);
  if (status != LASH_OK) {
    TEST_ASSERT_NULL(f);
    TEST_ASSERT_TRUE(strstr(error.message, "column") != NULL);
    return false;
  }
  TEST_ASSERT_TRUE(lash_expr_input_count(f) <= MOST_INPUTS);
  double *work = malloc(lash_expr_scratch_size(f) * sizeof *work); /* exact, for the sanitizer */
  for (size_t i = 0; i < MOST_INPUTS; i++) {
    in[i] = 20 * uniform(&state) - 10;
    jets[i] = (lash_jet){in[i], uniform(&state), 1};
  }
  double value = lash_expr_eval(f, 1.5, in, work);
  double again = lash_expr_gradient(f, 1.5, in, work, grad, &by_time);
  TEST_ASSERT_TRUE_MESSAGE(value == again || (isnan(value) && isnan(again)), text);
  again = lash_expr_jet(f, (lash_jet){1.5, 1, 0}, jets, work).value;
  TEST_ASSERT_TRUE_MESSAGE(value == again || (isnan(value) && isnan(again)), text);
  status = lash_expr_explain(f, 1.5, in, work, &error);
  TEST_ASSERT_TRUE_MESSAGE((status == LASH_OK) == (isfinite(value) != 0), text);
  if (lash_expr_switch_count(f) <= 256) lash_expr_switches(f, 1.5, in, work, switches);
  free(work);
  lash_expr_free(f);
  return true;
}

static const char *const pieces[] = {
    "1",    "2.5",   "3D",      "1E3",     "+",       "-",       "*",    "/",     "**",   "(",
    ")",    ",",     ":",       " ",       "TIME",    "PI",      "SIN(", "STEP(", "IF(",  "DX(1)",
    "MAX(", "SQRT(", "IMPACT(", "POLY(",   "VX(1,2)", "AKISPL(", "\n,",  "MODE",  "LOG(", "ABS(",
    "0",    ".",     "E",       "CUBSPL(", "MOD(",    "SIGN(",   "\\",   "&",     "!",    "-1"};

static void random_bytes(void) {
  for (int round = 0; round < 20000; round++) {
    char text[64];
    size_t length = (size_t)(uniform(&state) * 63);
    for (size_t i = 0; i < length; i++) text[i] = (char)(1 + (int)(uniform(&state) * 255));
    text[length] = '\0';
    survives(text);
  }
}

static void random_pieces(void) {
  int compiled_count = 0;
  for (int round = 0; round < 60000; round++) {
    char text[512] = "";
    int count = 1 + (int)(uniform(&state) * 12);
    for (int i = 0; i < count; i++) {
      size_t which = (size_t)(uniform(&state) * (sizeof pieces / sizeof *pieces));
      strcat(text, pieces[which]);
    }
    compiled_count += survives(text);
  }
  TEST_ASSERT_TRUE(compiled_count > 500);
}

/* Sound texts with one character changed, dropped or doubled. */
static void damaged_texts(void) {
  static const char *const sound[] = {
      "IMPACT(DZ(1,2,2), VZ(1,2,2,2), 10, 1e5, 1.5, 10, .1)",
      "IF(TIME-1: STEP(TIME,0,0,1,30D), 0, HAVSIN(DX(1),-1,0,1,5))",
      "-3*(DM(1,2)-10)**1.5 + 2*VR(1,2)/(1+ABS(VM(3)))",
      "AKISPL(DX(1),0,1)*CUBSPL(TIME,0,1,1)+POLY(TIME,0,1,2,3)",
      "BISTOP(DX(1),VX(1),1,2,1e5,1.5,10,.1)+SWEEP(TIME,1,0,1,5,9,.1)",
      "MAX(VARVAL(1),DIF(2),MOD(TIME,2))*SIGN(1,JOINT(1,0,2,0))"};
  int compiled_count = 0;
  for (size_t which = 0; which < sizeof sound / sizeof *sound; which++) {
    TEST_ASSERT_TRUE_MESSAGE(survives(sound[which]), sound[which]);
    size_t length = strlen(sound[which]);
    for (int round = 0; round < 3000; round++) {
      char text[256];
      size_t at = (size_t)(uniform(&state) * (double)length);
      double kind = uniform(&state);
      strcpy(text, sound[which]);
      if (kind < 0.4) {
        text[at] = (char)(' ' + (int)(uniform(&state) * 95));
      } else if (kind < 0.7) {
        memmove(text + at, text + at + 1, length - at);
      } else {
        memmove(text + at + 1, text + at, length - at + 1);
      }
      compiled_count += survives(text);
    }
  }
  TEST_ASSERT_TRUE(compiled_count > 500);
}

static void long_sums_stay_quick(void) {
  enum { TERMS = 20000 };
  char *text = malloc(TERMS * 8 + 2);
  size_t used = 0;
  for (int i = 0; i < TERMS; i++) {
    memcpy(text + used, "+DX(1)*3", 8);
    used += 8;
  }
  text[used] = '\0';
  lash_expr *f;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_expr_compile(text, NULL, &f, NULL));
  double *work = malloc(lash_expr_scratch_size(f) * sizeof *work), grad, one = 1;
  TEST_ASSERT_EQUAL_DOUBLE(3.0 * TERMS, lash_expr_gradient(f, 0, &one, work, &grad, NULL));
  TEST_ASSERT_EQUAL_DOUBLE(3.0 * TERMS, grad);
  free(work);
  free(text);
  lash_expr_free(f);
}

int main(void) {
  const double x[] = {0, 1, 2, 3};
  const lash_interpolant_data data = {.points = 4, .curves = 1, .x = x, .y = x};
  if (lash_interpolant_create(&data, &line, NULL) != LASH_OK) return 1;
  UNITY_BEGIN();
  RUN_TEST(random_bytes);
  RUN_TEST(random_pieces);
  RUN_TEST(damaged_texts);
  RUN_TEST(long_sums_stay_quick);
  lash_interpolant_free(line);
  return UNITY_END();
}
