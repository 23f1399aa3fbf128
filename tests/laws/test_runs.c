/* Laws from outside in a mechanism: a slider-crank with clearance in every engine that is here,
 * with a built-in law and with copies of it as a library and as a formula. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lash_host.h"
#include "lash_session.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;

static lash_session_options options_for(const char *engine, const char *law, char *setting,
                                        size_t size) {
  lash_session_options o = lash_session_defaults();
  snprintf(setting, size, "STRING/1.STRING=normal=%s K=1.05847887e10 e=0.9 Ri=0.010 Rj=0.0095",
           law);
  o.host = engine;
  o.end = 1e-3;
  o.steps = 50;
  o.requests = true;
  o.step = 1e-6; /* the same steps whatever the last bits are */
  if (!engine) o.integrator = "rk4";
  lash_texts_add(&o.sets, setting, &error);
  return o;
}

static lash_record run(const char *file, const char *engine, const char *law) {
  char setting[200];
  lash_session_options o = options_for(engine, law, setting, sizeof setting);
  lash_session *session = NULL;
  lash_record record = {0};
  lash_status status = lash_session_open(file, &o, &session, &error);
  if (!status) status = lash_session_run(session, &error);
  if (!status) status = lash_session_take_record(session, &record, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  lash_session_free(session);
  return record;
}

/* Greatest difference of two runs over the greatest value, column by column. */
static double apart(const lash_record *a, const lash_record *b) {
  double worst = 0;
  TEST_ASSERT_EQUAL_UINT(a->rows, b->rows);
  TEST_ASSERT_EQUAL_UINT(a->columns, b->columns);
  for (size_t c = 0; c < a->columns; c++) {
    double range = 0, difference = 0;
    for (size_t r = 0; r < a->rows; r++) {
      double x = lash_record_column(a, c)[r];
      range = fmax(range, fabs(x));
      difference = fmax(difference, fabs(x - lash_record_column(b, c)[r]));
    }
    if (range > 0) worst = fmax(worst, difference / range);
  }
  return worst;
}

/* Two impacts within the millisecond magnify round-off some thousand times. */
static void every_engine_takes_them(void) {
  static const char *const copies[] = {"my_law::push", "shop::press_fit"};
  const char *model = MODELS "/slider_crank_clearance.adm";
  setenv("LASH_LAW_PATH", LAWS ":" EXAMPLES, 1);
  for (size_t h = 0; h <= lash_host_count(); h++) {
    const char *engine = h < lash_host_count() ? lash_host_name(lash_host_at(h)) : NULL;
    if (engine && strcmp(engine, "reference") == 0) continue; /* NULL is the same solver */
    lash_record own = run(model, engine, "lankarani_nikravesh"),
                hertz = run(model, engine, "flores");
    TEST_ASSERT_TRUE(apart(&own, &hertz) > 1e-3); /* the law matters within this time */
    for (size_t k = 0; k < 2; k++) {
      lash_record copy = run(model, engine, copies[k]);
      char words[100];
      double found = apart(&own, &copy);
      snprintf(words, sizeof words, "%s in %s: %g", copies[k], engine ? engine : "the solver",
               found);
      TEST_ASSERT_TRUE_MESSAGE(found < 1e-9, words);
      lash_record_free(&copy);
    }
    lash_record_free(&own);
    lash_record_free(&hertz);
  }
}

/* A dataset and its laws in one folder, with no path set. */
static void laws_are_found_beside_the_model(void) {
  char folder[] = "/tmp/lash_laws_XXXXXX", command[400], file[100], setting[200];
  unsetenv("LASH_LAW_PATH");
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  snprintf(command, sizeof command, "cp '%s/slider_crank_clearance.adm' '%s/shop.law' '%s'", MODELS,
           EXAMPLES, folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  snprintf(file, sizeof file, "%s/slider_crank_clearance.adm", folder);
  lash_record record = run(file, NULL, "shop::press_fit");
  TEST_ASSERT_TRUE(record.rows == 51);
  lash_record_free(&record);

  lash_session_options o = options_for(NULL, "shop::pres_fit", setting, sizeof setting);
  lash_session *session = NULL;
  lash_status status = lash_session_open(file, &o, &session, &error);
  if (!status) status = lash_session_run(session, &error);
  lash_session_free(session);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, status);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "did you mean 'press_fit'"), error.message);
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_engine_takes_them);
  RUN_TEST(laws_are_found_beside_the_model);
  return UNITY_END();
}
