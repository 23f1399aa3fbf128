/* Elements made and evaluated by several threads at once give what one thread gives. */
#include <pthread.h>
#include <string.h>

#include "bench.h"

enum { THREADS = 4, ELEMENTS = 50, STEPS = 40 };

void setUp(void) { bench_open(); }
void tearDown(void) { bench_close(); }

static lash_routine routine;
static double results[2][THREADS][ELEMENTS][6];

/* Each thread has its own elements; the motion is the host's and shared. */
typedef struct worker {
  int index, round;
  lash_status status;
} worker;

static void *work(void *argument) {
  worker *w = argument;
  const double par[] = {1, SOCKET, BALL, 0};
  lash_sdk_call call = {.host = &host.sdk, .thread = w->index};
  lash_error error;
  double ignored[6];
  for (int n = 0; n < ELEMENTS; n++) {
    struct sAdamsGforce g = {1000 * w->round + ELEMENTS * w->index + n, 4, par, SOCKET, 0, 99};
    w->status =
        w->status ? w->status : lash_call_gforce(&routine, &call, &g, 0, 0, 1, ignored, &error);
    for (int step = 0; step < STEPS && !w->status; step++) {
      w->status = lash_call_gforce(&routine, &call, &g, step * 1e-4, 0, 0,
                                   results[w->round][w->index][n], &error);
    }
  }
  return NULL;
}

static void same_as_one_after_the_other(void) {
  const double p[3] = {5.2e-4, 1e-5, 0}, v[3] = {0.1, 0.02, 0}, spin[3] = {0, 0, 3};
  strcpy(host.string[1],
         "normal=lankarani_nikravesh K=1e9 e=0.6 Ri=0.0105 Rj=0.01 friction=lugre_n");
  bench_place(p, v, spin);
  routine = bench_routine(LASH_GFOSUB, "Lash_spherical");
  pthread_t thread[THREADS];
  worker workers[2][THREADS];
  for (int round = 0; round < 2; round++) {
    for (int k = 0; k < THREADS; k++) {
      workers[round][k] = (worker){k, round, LASH_OK};
      if (round) {
        work(&workers[round][k]);
      } else {
        TEST_ASSERT_EQUAL_INT(0, pthread_create(&thread[k], NULL, work, &workers[round][k]));
      }
    }
    for (int k = 0; k < THREADS && !round; k++) pthread_join(thread[k], NULL);
    for (int k = 0; k < THREADS; k++) TEST_ASSERT_EQUAL_INT(LASH_OK, workers[round][k].status);
  }
  TEST_ASSERT_TRUE(results[0][0][0][0] != 0);
  TEST_ASSERT_EQUAL_MEMORY(results[0], results[1], sizeof results[0]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(same_as_one_after_the_other);
  return UNITY_END();
}
