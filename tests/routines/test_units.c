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

static const lash_sdk_units odd = {.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};

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
  const double own[] = {0,
                        SOCKET,
                        BALL,
                        0,
                        0.0105 / odd.length,
                        0.01 / odd.length,
                        0.02 / odd.length,
                        1e9 * pow(odd.length, 1.5) / odd.force,
                        1.5,
                        0.7,
                        0.1,
                        0.1 / odd.length * odd.time,
                        2 / odd.length * odd.time};
  run_in(&odd, own, 13, b, y);
  same(a, b, x, y);
  /* without the last three: no friction */
  run("mks", si, 10, b, y);
  TEST_ASSERT_TRUE(x[4] > 1 && y[4] == 0);
}

/* Each joint's numbers in units of their own: at rest the contact is K depth^n, and faster than v1
 * the friction is mu N. */
static const double K = 1e7, n = 1.4, depth = 5e-4, load = 20, mu = 0.25;

static double squeeze(void) { return K * pow(depth, n) / odd.force; }
static double stiffness(void) { return K * pow(odd.length, n) / odd.force; }
static double speed(double si) { return si / odd.length * odd.time; }

static void plain_ball(void) {
  const double at[9] = {0.0105 - 0.01 + depth, 0, 0};
  double wrench[6];
  bench_gforce g;
  host.sdk.units = &odd;
  strcpy(host.string[1], "normal=hertz K=1e8 Ri=0.0105 Rj=0.01"); /* for the set-up passes */
  bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
  const double par[] = {0,           SOCKET, BALL, 0, 0.0105 / odd.length, 0.01 / odd.length,
                        stiffness(), n,      0.5};
  memcpy(g.par, par, sizeof par);
  g.element.NPAR = 9;
  g.element.PAR = g.par;
  OK(lash_call_gforce(&g.routine, &host.call, &g.element, 0, 0, 1, wrench, &host.error));
  place(&odd, at);
  bench_gforce_value(&g, 0, 0, wrench);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * squeeze(), squeeze(), largest(wrench, 3));
  /* and three more numbers: friction, sliding faster than v1 */
  const double sliding[9] = {0.0105 - 0.01 + depth, 0, 0, 0, 0.05, 0};
  const double rubs[] = {mu, speed(1e-3), speed(1e-2)};
  memcpy(g.par + 9, rubs, sizeof rubs);
  g.element.NPAR = 12;
  OK(lash_call_gforce(&g.routine, &host.call, &g.element, 0, 0, 1, wrench, &host.error));
  place(&odd, sliding);
  bench_gforce_value(&g, 0, 0, wrench);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * squeeze(), squeeze(), fabs(wrench[0]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * squeeze(), mu * squeeze(), fabs(wrench[1]));
  /* half-way between v0 and v1 it has risen half-way */
  const double slowly[9] = {0.0105 - 0.01 + depth, 0, 0, 0, 5.5e-3, 0};
  place(&odd, slowly);
  bench_gforce_value(&g, 0, 0, wrench);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * squeeze(), mu / 2 * squeeze(), fabs(wrench[1]));
}

static double line_force(const char *name, int id, const double *par, int action_only) {
  const struct sAdamsSforce element = {id, 8, par, BALL, SOCKET, action_only, "TRANSLATION"};
  lash_routine routine = bench_routine(LASH_SFOSUB, name);
  double force;
  OK(lash_call_sforce(&routine, &host.call, &element, 0, 0, 1, &force, &host.error));
  OK(lash_call_sforce(&routine, &host.call, &element, 0, 0, 0, &force, &host.error));
  return force;
}

static void plain_lines(void) {
  const double gap[] = {0, BALL, SOCKET, 0, (0.05 + depth) / odd.length, stiffness(), n, 0.5};
  const double slide[] = {0, BALL, SOCKET, 0, load / odd.force, mu, speed(1e-3), speed(1e-2)};
  const double apart[9] = {0.03, 0.04, 0}, sliding[9] = {0, 0, 0, 0, 0, 0.05};
  host.sdk.units = &odd;
  place(&odd, apart);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * squeeze(), squeeze(), line_force("Lash_gap", 5, gap, 0));
  place(&odd, sliding);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -mu * load / odd.force, line_force("Lash_slide", 6, slide, 1));
}

static void plain_point(void) {
  const double par[] = {0, BALL, SOCKET, 0, load / odd.force, mu, speed(1e-3), speed(1e-2)};
  const double sliding[9] = {0, 0, 0, 0.03, 0.04, 0};
  const struct sAdamsVforce element = {4, 8, par, BALL, 99, 0};
  lash_routine routine = bench_routine(LASH_VFOSUB, "Vfosub");
  double out[3];
  host.sdk.units = &odd;
  place(&odd, sliding);
  OK(lash_call_vforce(&routine, &host.call, &element, 0, 0, 1, out, &host.error));
  OK(lash_call_vforce(&routine, &host.call, &element, 0, 0, 0, out, &host.error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, mu * load / odd.force, hypot(out[0], out[1]));
}

static void plain_contact(void) {
  const double normal[] = {0, stiffness(), n, 0.5}, slip[] = {0, mu, speed(1e-3), speed(1e-2)};
  struct sAdamsContactFriction element = {.contact = {.ID = 9}, .NPAR = 4, .PAR = normal};
  lash_sdk_contact point = {.gap = -depth / odd.length};
  lash_routine press = bench_routine(LASH_CNFSUB, "Cnfsub");
  lash_routine rub = bench_routine(LASH_CFFSUB, "Cffsub");
  double out[3];
  host.sdk.units = &odd;
  OK(lash_call_contact_normal(&press, &host.call, &element, 0, &point, 0, 1, out, &host.error));
  OK(lash_call_contact_normal(&press, &host.call, &element, 0, &point, 0, 0, out, &host.error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * squeeze(), squeeze(), out[0]);
  element.PAR = slip;
  point = (lash_sdk_contact){.xdot = {speed(0.03), speed(-0.04), 0}, .nforce = load / odd.force};
  OK(lash_call_contact_friction(&rub, &host.call, &element, 0, &point, 0, 3, out, &host.error));
  OK(lash_call_contact_friction(&rub, &host.call, &element, 0, &point, 0, 0, out, &host.error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.6 * mu * load / odd.force, out[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.8 * mu * load / odd.force, out[1]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(parameters_of_a_string_are_si);
  RUN_TEST(plain_numbers_are_the_hosts);
  RUN_TEST(plain_ball);
  RUN_TEST(plain_lines);
  RUN_TEST(plain_point);
  RUN_TEST(plain_contact);
  return UNITY_END();
}
