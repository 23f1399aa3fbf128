/* Several hosts in one process: each has its elements, its accepted steps and its end. */
#include <malloc.h>
#include <pthread.h>
#include <string.h>

#include "bench.h"
#include "slv_cbksub.h"

enum { STEPS = 60 };

void setUp(void) {
  bench_open();
  strcpy(host.string[1],
         "normal=lankarani_nikravesh K=1e9 e=0.6 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e4");
  strcpy(host.string[2], "normal=hertz K=1e8 Ri=0.0105 Rj=0.01");
}
void tearDown(void) { bench_close(); }

/* A host of its own with a ball that bounces its own way; GFORCE/7 in every one. */
typedef struct system {
  lash_sdk_host sdk;
  lash_sdk_run run;
  lash_sdk_kept *kept;
  lash_sdk_call call;
  lash_sdk_marker socket, ball;
  double speed;
  int string;
  bool events;
  double force[STEPS][6];
  lash_status status;
  lash_error error;
  lash_routine gforce, callback;
  struct sAdamsGforce element;
  double par[4];
} system_of;

static const lash_sdk_marker *marker(void *data, int id, lash_motion_level level) {
  system_of *s = data;
  (void)level;
  return id == SOCKET ? &s->socket : id == BALL ? &s->ball : NULL;
}

static const char *string(void *data, int id) {
  (void)data;
  return host.string[id];
}

static void call(system_of *s, double t, int iflag, double *force) {
  if (s->status) return;
  s->status = lash_call_gforce(&s->gforce, &s->call, &s->element, t, 0, iflag, force, &s->error);
}

static void announce(system_of *s, int event, double t) {
  int data[3] = {4, 4, 0};
  if (!s->events || s->status) return;
  s->status = lash_call_callback(&s->callback, &s->call, NULL, t, event, data, &s->error);
}

static void begin(system_of *s, double speed, int string_id, bool events) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double ignored[6];
  *s = (system_of){.speed = speed,
                   .string = string_id,
                   .events = events,
                   .gforce = bench_routine(LASH_GFOSUB, "Lash_spherical"),
                   .callback = bench_routine(LASH_CBKSUB, "Cbksub"),
                   .par = {string_id, SOCKET, BALL, 0}};
  s->sdk = (lash_sdk_host){LASH_SDK_HOST_HEAD, .data = s,        .marker = marker,
                           .string = string,   .kept = &s->kept, .run = &s->run};
  s->run.mode = 4;
  s->call.host = &s->sdk;
  s->element = (struct sAdamsGforce){7, 4, s->par, SOCKET, 0, 99};
  memcpy(s->socket.axes, axes, sizeof axes);
  memcpy(s->ball.axes, axes, sizeof axes);
  call(s, 0, 1, ignored);
  call(s, 0, 3, ignored);
}

static void end(system_of *s) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, s->status, s->error.message);
  lash_sdk_kept_free(&s->kept);
}

/* Out of the middle, into the wall and back, sliding all the while. */
static void step(system_of *s, int n) {
  const double t = 1e-4 * n, v = s->speed;
  s->ball.r[0] = 3e-4 + v * t - 50 * t * t;
  s->ball.v[0] = v - 100 * t;
  s->ball.v[1] = 0.01 * v;
  announce(s, ev_TIME_STEP_BEG, t);
  call(s, t, 0, s->force[n]);
  s->run.time_converged = t;
  announce(s, ev_TIME_STEP_END, t);
}

static void *whole(void *argument) {
  for (int n = 0; n < STEPS; n++) step(argument, n);
  return NULL;
}

static system_of alone[3], beside[3];

static const struct {
  double speed;
  int string;
  bool events;
} kinds[] = {{0.25, 1, false}, {0.3, 1, true}, {0.25, 2, false}};

static void begin_kind(system_of *s, int kind) {
  begin(s, kinds[kind].speed, kinds[kind].string, kinds[kind].events);
}

static void same_as_alone(int kind, system_of *s) {
  end(s);
  TEST_ASSERT_EQUAL_MEMORY(alone[kind].force, s->force, sizeof s->force);
}

static void run_alone(void) {
  for (int k = 0; k < 3; k++) {
    begin_kind(&alone[k], k);
    whole(&alone[k]);
    end(&alone[k]);
    TEST_ASSERT_TRUE(alone[k].force[30][0] != 0);
  }
}

/* One of them has Cbksub, the others have not: who announces steps is the host's own matter too. */
static void taking_turns(void) {
  run_alone();
  for (int k = 0; k < 3; k++) begin_kind(&beside[k], k);
  for (int n = 0; n < STEPS; n++) {
    for (int k = 0; k < 3; k++) step(&beside[k], n);
  }
  for (int k = 0; k < 3; k++) same_as_alone(k, &beside[k]);
}

static void twins(void) {
  run_alone();
  for (int kind = 0; kind < 3; kind++) {
    for (int k = 0; k < 2; k++) begin_kind(&beside[k], kind);
    for (int n = 0; n < STEPS; n++) step(&beside[0], n), step(&beside[1], n);
    for (int k = 0; k < 2; k++) same_as_alone(kind, &beside[k]);
  }
}

static void in_threads(void) {
  run_alone();
  pthread_t thread[3];
  for (int round = 0; round < 20; round++) {
    for (int k = 0; k < 3; k++) begin_kind(&beside[k], k);
    for (int k = 0; k < 3; k++)
      TEST_ASSERT_EQUAL_INT(0, pthread_create(&thread[k], NULL, whole, &beside[k]));
    for (int k = 0; k < 3; k++) pthread_join(thread[k], NULL);
    for (int k = 0; k < 3; k++) same_as_alone(k, &beside[k]);
  }
}

/* Ten thousand hosts come and go while the library stays: nothing is left of them. */
static void nothing_is_left(void) {
  size_t before = 0;
  for (int n = 0; n < 10000; n++) {
    begin_kind(&beside[0], n % 3);
    step(&beside[0], 0);
    end(&beside[0]);
    if (n == 10) before = mallinfo2().uordblks;
  }
  TEST_ASSERT_EQUAL_size_t(before, mallinfo2().uordblks);
}

/* Hosts that keep nothing for libraries share one table, as before; Adams is such a one. */
static void without_a_place(void) {
  run_alone();
  begin_kind(&beside[0], 0);
  lash_sdk_kept_free(&beside[0].kept);
  beside[0].sdk.kept = NULL;
  double ignored[6];
  call(&beside[0], 0, 1, ignored);
  whole(&beside[0]);
  same_as_alone(0, &beside[0]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(taking_turns);
  RUN_TEST(twins);
  RUN_TEST(in_threads);
  RUN_TEST(nothing_is_left);
  RUN_TEST(without_a_place);
  return UNITY_END();
}
