/* Systems side by side in one process, and in threads, give the bits of each run alone: what a
 * joint remembers belongs to its system. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "hosts_testing.h"

enum { STEPS = 20, PARTS_MAX = 4 };

void setUp(void) {}
void tearDown(void) {}

typedef struct trace {
  double request[STEPS][8];
  lash_host_body body[STEPS][PARTS_MAX];
} trace;

typedef struct runner {
  const lash_host_class *host_class;
  const char *file;
  opened o;
  trace *kept;
} runner;

static const lash_host_options options = {.step = 1e-5};

/* The host keeps the model's address: a runner stays where it is. */
static void begin(runner *r, const lash_host_class *host_class, const char *file) {
  *r = (runner){.host_class = host_class, .file = file, .kept = calloc(1, sizeof *r->kept)};
  TEST_ASSERT_NOT_NULL(r->kept);
  open_host(&r->o, host_class, file, fine_for(host_class, options, 4));
  TEST_ASSERT_TRUE(lash_host_body_count(r->o.host) <= PARTS_MAX);
}

static void step(runner *r, int n) {
  lash_error error;
  lash_status status = lash_host_advance(r->o.host, 1e-3 * (n + 1), &error);
  if (!status) status = lash_host_bodies(r->o.host, r->kept->body[n], &error);
  if (!status && r->o.model.request.count)
    status = lash_host_request(r->o.host, 0, r->kept->request[n], &error);
  if (status) TEST_FAIL_MESSAGE(error.message);
}

static void end(runner *r) { close_host(&r->o); }

static void *whole(void *argument) {
  runner *r = argument;
  for (int n = 0; n < STEPS; n++) step(r, n);
  return NULL;
}

static trace *alone(const lash_host_class *host_class, const char *file) {
  runner r;
  begin(&r, host_class, file);
  whole(&r);
  end(&r);
  return r.kept;
}

static void compare(const trace *expected, runner *r, const char *how) {
  char text[120];
  snprintf(text, sizeof text, "%s: %s, %s", lash_host_name(r->host_class), r->file, how);
  TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, r->kept, sizeof *expected, text);
  free(r->kept);
}

/* The steps of two systems take turns. */
static void interleaved(const lash_host_class *c, const char *a, const char *b, const trace *of_a,
                        const trace *of_b) {
  runner first, second;
  begin(&first, c, a);
  begin(&second, c, b);
  for (int n = 0; n < STEPS; n++) step(&first, n), step(&second, n);
  end(&first);
  end(&second);
  compare(of_a, &first, "taking turns");
  compare(of_b, &second, "taking turns");
}

static void threaded(const lash_host_class *c, const char *a, const char *b, const trace *of_a,
                     const trace *of_b) {
  runner first, second;
  begin(&first, c, a);
  begin(&second, c, b);
  pthread_t other;
  TEST_ASSERT_EQUAL_INT(0, pthread_create(&other, NULL, whole, &second));
  whole(&first);
  pthread_join(other, NULL);
  end(&first);
  end(&second);
  compare(of_a, &first, "in two threads");
  compare(of_b, &second, "in two threads");
}

static const char *const files[] = {"clearance.adm", "rssr_clearance.adm"};

static void side_by_side_as_alone(void) {
  for (size_t k = 0; k < lash_host_count(); k++) {
    const lash_host_class *c = lash_host_at(k);
    trace *of[2];
    for (int f = 0; f < 2; f++) of[f] = alone(c, files[f]);
    TEST_ASSERT_TRUE(memcmp(of[0], of[1], sizeof *of[0]) != 0);
    for (int f = 0; f < 2; f++) {
      interleaved(c, files[f], files[f], of[f], of[f]);
      threaded(c, files[f], files[f], of[f], of[f]);
    }
    interleaved(c, files[0], files[1], of[0], of[1]);
    threaded(c, files[0], files[1], of[0], of[1]);
    for (int f = 0; f < 2; f++) free(of[f]);
  }
}

/* One that begins or ends while another runs leaves it alone; the second begins in mid-impact. */
static void coming_and_going(void) {
  const lash_host_class *c = lash_host_at(0);
  trace *expected = alone(c, files[0]);
  runner first, second;
  begin(&first, c, files[0]);
  for (int n = 0; n < STEPS; n++) {
    if (n == STEPS / 4) begin(&second, c, files[0]);
    if (n == STEPS / 2) {
      end(&second);
      free(second.kept);
    }
    step(&first, n);
  }
  end(&first);
  compare(expected, &first, "beside one that comes and goes");
  free(expected);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(side_by_side_as_alone);
  RUN_TEST(coming_and_going);
  return UNITY_END();
}
