/* Setting a state: a run that goes on from another run's state goes the same way, in every host. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hosts_testing.h"

enum { BODIES = 8 };

void setUp(void) {}
void tearDown(void) {}

static void check(lash_status status, const lash_error *error) {
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error->message);
}

static const lash_host_options fine = {.step = 1e-3, .accuracy = 1e-10};

/* State of a model at `t` in the reference solver, and where its bodies are at `later`. */
static void record(const char *file, double t, double later, lash_host_body *at,
                   lash_host_body *after, size_t *count) {
  opened o;
  lash_error error;
  open_host(&o, lash_host_find("reference"), file, fine);
  *count = lash_host_body_count(o.host);
  TEST_ASSERT_TRUE(*count <= BODIES);
  advance(&o, t);
  check(lash_host_bodies(o.host, at, &error), &error);
  advance(&o, later);
  check(lash_host_bodies(o.host, after, &error), &error);
  close_host(&o);
}

static void same_bodies(const lash_host_body *a, const lash_host_body *b, size_t count,
                        double tolerance, const char *host) {
  for (size_t k = 0; k < count; k++) {
    TEST_ASSERT_EQUAL_INT(a[k].id, b[k].id);
    for (int n = 0; n < 3; n++) {
      const double speed = fmax(1, fabs(a[k].v[0]) + fabs(a[k].v[1])), length = fabs(a[k].r[n]);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(tolerance * fmax(1, length), a[k].r[n], b[k].r[n], host);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(10 * tolerance * speed, a[k].v[n], b[k].v[n], host);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(100 * tolerance, a[k].w[n], b[k].w[n], host);
    }
  }
}

/* Each host takes over the reference's state in the middle, and after that a restart is a restart:
 * the same bits as a host that never left. */
static void go_on(const char *file, double t, double later, double tolerance) {
  lash_host_body at[BODIES], after[BODIES], now[BODIES];
  double begin[8], again[8];
  size_t count;
  record(file, t, later, at, after, &count);
  for (size_t n = 0; n < lash_host_count(); n++) {
    const char *name = lash_host_name(lash_host_at(n));
    opened o;
    lash_error error;
    open_host(&o, lash_host_at(n), file, fine_for(lash_host_at(n), fine, 25));
    advance(&o, 0.02);
    request(&o, 1, begin);
    check(lash_host_set_state(o.host, t, at, &error), &error);
    TEST_ASSERT_TRUE_MESSAGE(lash_host_time(o.host) == t, name);
    check(lash_host_bodies(o.host, now, &error), &error);
    same_bodies(at, now, count, 1e-9, name);
    advance(&o, later);
    check(lash_host_bodies(o.host, now, &error), &error);
    same_bodies(after, now, count, tolerance, name);
    check(lash_host_restart(o.host, &error), &error);
    TEST_ASSERT_TRUE(lash_host_time(o.host) == 0);
    advance(&o, 0.02);
    request(&o, 1, again);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(begin, again, sizeof begin, name);
    close_host(&o);
  }
}

static void pendulum(void) { go_on("pendulum.adm", 0.3, 0.6, 1e-8); }
static void loop(void) { go_on("four_bar.adm", 0.2, 0.4, 1e-6); }
static void driven_by_time(void) { go_on("slider_crank.adm", 0.15, 0.35, 1e-6); }
static void points(void) { go_on("points.adm", 0.2, 0.5, 1e-8); }

static void wrong_states_are_refused(void) {
  for (size_t n = 0; n < lash_host_count(); n++) {
    opened o;
    lash_error error;
    lash_host_body body;
    open_host(&o, lash_host_at(n), "pendulum.adm", fine);
    check(lash_host_bodies(o.host, &body, &error), &error);
    lash_host_body bad = body;
    bad.v[1] = NAN;
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_host_set_state(o.host, 0, &bad, &error));
    bad = body;
    bad.axes[2][2] = -bad.axes[2][2];
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_host_set_state(o.host, 0, &bad, &error));
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_host_set_state(o.host, INFINITY, &body, &error));
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_host_set_state(o.host, 1, &body, &error));
    close_host(&o);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(pendulum);
  RUN_TEST(loop);
  RUN_TEST(driven_by_time);
  RUN_TEST(points);
  RUN_TEST(wrong_states_are_refused);
  return UNITY_END();
}
