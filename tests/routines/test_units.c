/* The same mechanism in other units gives the same physical force. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "reference.h"

void setUp(void) { bench_open(); }
void tearDown(void) { bench_close(); }

/* Numbers of the host for a state given in SI. */
static void place(const lash_sdk_units *u, const double si[9]) {
  double p[3], v[3], w[3];
  for (int k = 0; k < 3; k++) {
    p[k] = si[k] / u->length;
    v[k] = si[3 + k] / u->length * u->time;
    w[k] = si[6 + k] * u->time;
  }
  bench_place(p, v, w);
}

static const double before[9] = {3e-4, 2e-4, 1e-4, 0.9, 0.5, 0.3, 5, -7, 9};
static const double after[9] = {4.7e-4, 2.9e-4, 1.5e-4, 0.8, 0.45, 0.25, 5, -7, 9};

/* Wrench in SI after a step from a gap into contact, and the request there. */
static void run_in(const lash_sdk_units *u, const double *par, int npar, double wrench[6],
                   double out[8]) {
  bench_gforce g;
  const double asked[] = {1, 7};
  struct sAdamsRequest request = {1, 2, asked, "", {0}};
  lash_routine routine = bench_routine(LASH_REQSUB, "");
  host.sdk.units = u;
  host.run.time_converged = 0;
  bench_gforce_make(&g, "Lash_revolute", 7, 1, 0);
  if (par) {
    memcpy(g.par, par, (size_t)npar * sizeof *par);
    g.element.NPAR = npar;
    g.element.PAR = g.par;
    OK(lash_call_gforce(&g.routine, &host.call, &g.element, 0, 0, 1, wrench, &host.error));
  }
  place(u, before);
  bench_gforce_value(&g, 0, 0, wrench);
  place(u, after);
  bench_gforce_value(&g, 2e-4 / u->time, 0, wrench);
  host.run.time_converged = 2e-4 / u->time;
  OK(lash_call_request(&routine, &host.call, &request, 2e-4 / u->time, 0, out, &host.error));
  for (int k = 0; k < 6; k++) wrench[k] *= u->force * (k < 3 ? 1 : u->length);
  out[0] *= u->length, out[1] *= u->length / u->time, out[2] *= u->length / u->time;
  out[3] *= u->force, out[4] *= u->force, out[6] *= u->force * u->length;
}

static void run(const char *units, const double *par, int npar, double wrench[6], double out[8]) {
  run_in(lash_sdk_units_find(units), par, npar, wrench, out);
}

static void same(const double a[6], const double b[6], const double x[8], const double y[8]) {
  for (int k = 0; k < 6; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-11 * largest(a + k / 3 * 3, 3), a[k], b[k]);
  }
  for (int k = 0; k < 8; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-11 * fabs(x[k]), x[k], y[k]);
}

static void parameters_of_a_string_are_si(void) {
  double a[6], b[6], x[8], y[8];
  strcpy(host.string[1],
         "normal=lankarani_nikravesh K=1e9 e=0.7 Ri=0.0105 Rj=0.01 L=0.02 friction=lugre_n s0=1e3");
  run("mks", NULL, 0, a, x);
  TEST_ASSERT_TRUE(largest(a, 3) > 100);
  run("mmks", NULL, 0, b, y);
  same(a, b, x, y);
  run("ips", NULL, 0, b, y);
  same(a, b, x, y);
  const lash_sdk_units odd = {.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};
  run_in(&odd, NULL, 0, b, y);
  same(a, b, x, y);
}

/* USER(0, I, J, RM, Ri, Rj, L, K, n, e, mu, v0, v1) */
static void plain_numbers_are_the_hosts(void) {
  double a[6], b[6], x[8], y[8];
  const double si[] = {0, SOCKET, BALL, 0, 0.0105, 0.01, 0.02, 1e9, 1.5, 0.7, 0.1, 0.1, 2};
  const double mm[] = {0,   SOCKET, BALL, 0,   10.5, 10, 20, 1e9 / pow(1000, 1.5),
                       1.5, 0.7,    0.1,  100, 2000};
  strcpy(host.string[1],
         "normal=lankarani_nikravesh K=1e9 e=0.7 Ri=0.0105 Rj=0.01 L=0.02 friction=ambrosio mu=0.1 "
         "v0=0.1 v1=2");
  run("mks", NULL, 0, a, x);
  run("mks", si, 13, b, y);
  same(a, b, x, y);
  run("mmks", mm, 13, b, y);
  same(a, b, x, y);
  /* without the last three: no friction */
  run("mks", si, 10, b, y);
  TEST_ASSERT_TRUE(x[4] > 1 && y[4] == 0);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(parameters_of_a_string_are_si);
  RUN_TEST(plain_numbers_are_the_hosts);
  return UNITY_END();
}
