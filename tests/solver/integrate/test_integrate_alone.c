/* Differential equations without a part that moves: one or two unknowns in all, closed forms. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

static const struct {
  const char *name;
  double step;
} methods[] = {{"rk4", 1e-3}, {"rk45", 0}, {"rk8", 0}, {"abam", 0}, {"bdf", 0}, {"genalpha", 1e-3}};

/* y' = a (cos(w t) - y) from y = 0: what is swung in, and what of the start has not died out. */
static double lagging(double a, double w, double t) {
  const double share = a / (a * a + w * w);
  return share * (a * cos(w * t) + w * sin(w * t) - a * exp(-a * t));
}

/* The least there can be: a matrix of one number where the method is implicit. */
static void one_equation(void) {
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    mechanism m = load("PART/1, GROUND\nDIFF/1, IC=0, FUNCTION=40*(COS(3*TIME)-DIF(1))");
    TEST_ASSERT_EQUAL_size_t(1, m.n->y);
    const lash_integrate_options options = method(methods[k].name, 1e-8, methods[k].step);
    advance(&m, &options, 1, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(5e-6, lagging(40, 3, 1), m.y[0], methods[k].name);
    unload(&m);
  }
}

/* So stiff that only Newton's method gets on, in steps a thousand times as long as the time in
 * which the start dies out. */
static void one_stiff_equation(void) {
  for (int k = 0; k < 2; k++) {
    mechanism m = load("PART/1, GROUND\nDIFF/1, IC=1, FUNCTION=1E5*(COS(3*TIME)-DIF(1))");
    const lash_integrate_options options = method(k ? "genalpha" : "bdf", 1e-6, k ? 1e-2 : 0);
    const outcome o = advance(&m, &options, 1, NULL);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, lagging(1e5, 3, 1), m.y[0]);
    TEST_ASSERT_TRUE(o.statistics.steps < 1000);
    if (k) TEST_ASSERT_TRUE(o.statistics.factorisations <= 2);
    if (k) TEST_ASSERT_TRUE(o.statistics.evaluations <= 2 * o.statistics.steps + 10);
    unload(&m);
  }
}

/* A chain of two: y' = -y, x' = y - x gives x = t exp(-t). */
static void two_equations(void) {
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    mechanism m = load(
        "PART/1, GROUND\nDIFF/1, IC=1, FUNCTION=-DIF(1)\nDIFF/2, IC=0, FUNCTION=DIF(1)-DIF(2)");
    const lash_integrate_options options = method(methods[k].name, 1e-8, methods[k].step);
    advance(&m, &options, 2, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, exp(-2), m.y[0], methods[k].name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, 2 * exp(-2), m.y[1], methods[k].name);
    unload(&m);
  }
}

/* What was done is counted from nothing on, and where nothing happens, nothing is said to. */
static void counts_begin_at_nothing(void) {
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    mechanism m = load(
        "PART/1, GROUND\nDIFF/1, IC=1, FUNCTION=-DIF(1)\nDIFF/2, IC=0, FUNCTION=DIF(1)-DIF(2)");
    const lash_integrate_options options = method(methods[k].name, 1e-4, methods[k].step);
    lash_integration *run;
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
    const lash_integrate_statistics *s = lash_integrate_statistics_of(run);
    TEST_ASSERT_TRUE_MESSAGE(s->steps + s->rejections == 0, methods[k].name);
    TEST_ASSERT_TRUE_MESSAGE(s->restarts + s->events + s->singular == 0, methods[k].name);
    OK(lash_integrate_to(run, 1, NULL, &error));
    TEST_ASSERT_TRUE_MESSAGE(s->steps > 0 && s->evaluations > 0, methods[k].name);
    const bool implicit = strcmp(methods[k].name, "bdf") == 0 || methods[k].name[0] == 'g';
    TEST_ASSERT_TRUE_MESSAGE((s->factorisations > 0) == implicit, methods[k].name);
    TEST_ASSERT_TRUE_MESSAGE(s->restarts + s->events + s->singular == 0, methods[k].name);
    TEST_ASSERT_TRUE_MESSAGE(s->contact_events + s->contacts == 0, methods[k].name);
    lash_integrate_free(run);
    unload(&m);
  }
}

static lash_reaction stop_there(void *context, const lash_switch_info *info, double t, bool on) {
  (void)context, (void)info, (void)t, (void)on;
  return (lash_reaction){.stop = true};
}

/* x' = x from 1 is stopped at x = 3: by less than a part of 1e-10 of its step behind, which
 * halvings alone would not do. */
static void events_are_found_to_round_off(void) {
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    mechanism m = load(
        "PART/1, GROUND\nDIFF/1, IC=1, FUNCTION=DIF(1)\n"
        "SENSOR/1, GE, VALUE=3, ERROR=1E-12, HALT, FUNCTION=DIF(1)");
    const lash_watcher watcher = {.event = stop_there};
    const lash_integrate_options options =
        method(methods[k].name, 1e-4, methods[k].step > 0 ? 0.1 : 0);
    const outcome o = advance(&m, &options, 2, &watcher);
    TEST_ASSERT_TRUE_MESSAGE(o.stopped, methods[k].name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.05, log(3), m.t, methods[k].name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(3 * 3e-11 * o.statistics.largest, 3, m.y[0], methods[k].name);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(one_equation);
  RUN_TEST(one_stiff_equation);
  RUN_TEST(two_equations);
  RUN_TEST(counts_begin_at_nothing);
  RUN_TEST(events_are_found_to_round_off);
  return UNITY_END();
}
