/* The same numbers in arrays, in tables and in the caller's own function. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session_testing.h"

void setUp(void) {
  make_folder();
  char text[4000];
  snprintf(text, sizeof text, "%sEND\n", falling_ball);
  write_file("ball.adm", text);
}
void tearDown(void) { remove_folder(); }

typedef struct seen {
  size_t count, steps;
  double height[100];
} seen;

static lash_status keep(void *context, lash_session *session, double t, lash_error *error) {
  seen *s = context;
  double values[LASH_REQUEST_COLUMNS];
  TEST_ASSERT_EQUAL_DOUBLE(t, lash_session_time(session));
  const lash_status status = lash_session_request(session, 1, values, error);
  s->height[s->count++] = values[1];
  return status;
}

static bool count_steps(void *context, double from, double to,
                        const lash_integrate_statistics *now) {
  ((seen *)context)->steps++;
  TEST_ASSERT_TRUE(from == 0 && to == 0.2 && now->time > 0);
  return true;
}

static void same_everywhere(void) {
  for (size_t k = 0; k < engine_count(); k++) {
    seen s = {0};
    char line[1000];
    lash_session_options options = options_for(engine_at(k));
    options.end = 0.2;
    options.steps = 40;
    options.tables = true;
    options.folder = in_folder("out");
    options.watcher = (lash_session_watcher){.context = &s, .output = keep, .proceed = count_steps};
    lash_record r = run_file(in_folder("ball.adm"), &options);
    TEST_ASSERT_EQUAL_UINT(41, r.rows);
    TEST_ASSERT_EQUAL_UINT(41, s.count);
    TEST_ASSERT_TRUE(s.steps >= 40);
    FILE *file = fopen(in_folder("out/request_1.csv"), "r");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_NOT_NULL(fgets(line, sizeof line, file));
    for (size_t row = 0; row < r.rows; row++) {
      char *at = line;
      TEST_ASSERT_NOT_NULL(fgets(line, sizeof line, file));
      TEST_ASSERT_EQUAL_DOUBLE(r.time[row], strtod(at, &at));
      for (size_t c = 0; c < LASH_REQUEST_COLUMNS; c++)
        TEST_ASSERT_EQUAL_DOUBLE(value_at(&r, 0, c, (long)row), strtod(at + 1, &at));
      TEST_ASSERT_EQUAL_DOUBLE(s.height[row], value_at(&r, 0, 1, (long)row));
    }
    TEST_ASSERT_NULL(fgets(line, sizeof line, file));
    fclose(file);
    lash_record_free(&r);
  }
}

/* Chosen columns are those of the requests they come from. */
static void chosen_columns(void) {
  for (size_t k = 0; k < engine_count(); k++) {
    lash_session_options options = options_for(engine_at(k));
    lash_columns columns = {.count = 0};
    lash_model model;
    lash_error error = {0};
    size_t places[3], count;
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_read(&model, in_folder("ball.adm"), &error));
    TEST_ASSERT_EQUAL_INT(
        LASH_OK, lash_columns_parse(&columns, "DY(21,1),request/1.f2,request/2.f1", &model, places,
                                    3, &count, &error));
    options.requests = false;
    options.columns = &columns;
    options.end = 0.2;
    options.steps = 4;
    lash_record r;
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_session_record(&model, &options, &r, &error),
                                  error.message);
    TEST_ASSERT_EQUAL_UINT(5, r.rows);
    TEST_ASSERT_EQUAL_UINT(3, r.columns);
    for (size_t row = 0; row < r.rows; row++) {
      const double speed = 9.81 * r.time[row];
      TEST_ASSERT_EQUAL_DOUBLE(lash_record_column(&r, 0)[row], lash_record_column(&r, 1)[row]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-7, speed * speed / 2, lash_record_column(&r, 2)[row]);
    }
    lash_record_free(&r);
    lash_model_free(&model);
  }
}

/* Stopped in the middle, what was written before stays. */
static bool give_up(void *context, double from, double to, const lash_integrate_statistics *now) {
  (void)context, (void)from, (void)to;
  return now->time < 0.1;
}

static void interrupted(void) {
  for (size_t k = 0; k < engine_count(); k++) {
    lash_session_options options = options_for(engine_at(k));
    options.end = 0.2;
    options.steps = 20;
    options.tables = true;
    options.folder = in_folder("out");
    options.watcher = (lash_session_watcher){.proceed = give_up};
    refuse_file(in_folder("ball.adm"), &options, LASH_FAILURE, "interrupted at time 0.1");
    FILE *file = fopen(in_folder("out/request_1.csv"), "r");
    TEST_ASSERT_NOT_NULL(file);
    int lines = 0, c;
    while ((c = fgetc(file)) != EOF) lines += c == '\n';
    fclose(file);
    TEST_ASSERT_TRUE(lines >= 11);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(same_everywhere);
  RUN_TEST(chosen_columns);
  RUN_TEST(interrupted);
  return UNITY_END();
}
