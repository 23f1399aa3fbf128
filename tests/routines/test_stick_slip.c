/* LuGre stick-slip with the bristle in three places: a GSE of the host, a DIFF of the host, and the
 * routine itself. A mass of 1 kg on a spring of 2 N/m pulled at 0.1 m/s (Canudas de Wit et al.
 * 1995); the law's defaults are the paper's parameters. Reference values: the same equations solved
 * by RK4 with h = 1e-5 and 5e-6, converged to 8 digits. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

void setUp(void) { bench_open(); }
void tearDown(void) { bench_close(); }

typedef enum route { BY_GSE, BY_DIFF, INSIDE } route;

static lash_routine force, states;
static const double par[] = {1, BALL, SOCKET};
static const struct sAdamsSforce sforce = {5, 3, par, BALL, SOCKET, 1, "TRANSLATION"};
static const struct sAdamsGSE gse = {.ID = 6, .NPAR = 3, .PAR = par, .NS = 1, .X = 51};
static const struct sAdamsDiff diff = {60, 3, par, 0, 0, 0, 0};

static double rate_of_states(route r, double t, int iflag) {
  double rate = 0;
  if (r == BY_GSE) {
    OK(lash_call_gse_values(&states, &host.call, &gse, t, 0, iflag, &rate, &host.error));
  } else if (r == BY_DIFF) {
    OK(lash_call_diff(&states, &host.call, &diff, t, 0, iflag, &rate, &host.error));
  }
  return rate;
}

static double friction(double t, int iflag) {
  double f = 0;
  OK(lash_call_sforce(&force, &host.call, &sforce, t, 0, iflag, &f, &host.error));
  return f;
}

/* y = position, speed, bristle; the force comes out too. */
static double rates(route r, double t, const double y[3], double d[3]) {
  host.marker[BALL].r[2] = y[0];
  host.marker[BALL].v[2] = y[1];
  host.state[0] = y[2];
  double f = friction(t, 0);
  d[0] = y[1];
  d[1] = 2 * (0.1 * t - y[0]) + f;
  d[2] = rate_of_states(r, t, 0);
  return f;
}

typedef struct curve {
  double peak, peak_time; /* greatest friction */
  double slip[2];         /* times at which the speed rises through 0.05 m/s */
  int slips;
  double x, z; /* at the end */
} curve;

static curve run(route r, double end, double h) {
  static const char *const places[] = {"states=ARRAY/51", "states=DIFF/60", ""};
  curve c = {0};
  force = bench_routine(LASH_SFOSUB, "Lash_slide");
  if (r != INSIDE) states = bench_routine(r == BY_GSE ? LASH_GSE_DERIV : LASH_DIFSUB, "");
  snprintf(host.string[1], sizeof host.string[1],
           "joint=slide friction=lugre damping=published measure=DZ %s", places[r]);
  host.state_count = 1;
  host.run.time_converged = 0;
  for (int iflag = 1; iflag <= 3; iflag += 2) friction(0, iflag), rate_of_states(r, 0, iflag);

  double y[3] = {0, 0, 0};
  long steps = lround(end / h);
  for (long n = 0; n < steps; n++) {
    double t = (double)n * h, k[4][3], s[3], before = y[1];
    double f = rates(r, t, y, k[0]);
    if (-f > c.peak) c.peak = -f, c.peak_time = t;
    for (int stage = 1; stage < 4; stage++) {
      double part = stage == 3 ? h : h / 2;
      for (int i = 0; i < 3; i++) s[i] = y[i] + part * k[stage - 1][i];
      rates(r, t + part, s, k[stage]);
    }
    for (int i = 0; i < 3; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    if (before < 0.05 && y[1] >= 0.05 && c.slips < 2) {
      c.slip[c.slips++] = t + h * (0.05 - before) / (y[1] - before);
    }
    host.run.time_converged = t + h;
  }
  c.x = y[0], c.z = y[2];
  return c;
}

static const double PEAK = 1.476573, SLIP[2] = {7.54040, 13.90312};

/* Under sanitizers, which slow each call down tenfold, the first of the two slips must do. */
#ifdef __SANITIZE_ADDRESS__
enum { SLIPS = 1, END = 8, LATER_END = 8 };
#else
enum { SLIPS = 2, END = 20, LATER_END = 14 };
#endif

static curve by_gse;

static void bristle_in_a_gse(void) {
  by_gse = run(BY_GSE, END, 5e-5);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, PEAK, by_gse.peak);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 7.4045, by_gse.peak_time);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, SLIP[0], by_gse.slip[0]);
  if (SLIPS < 2) return;
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, SLIP[1], by_gse.slip[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 1.27259641, by_gse.x);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 1.453843e-5, by_gse.z);
}

/* The host integrates the same rates: the same bits. */
static void bristle_in_a_diff(void) {
  curve c = run(BY_DIFF, 8, 5e-5);
  TEST_ASSERT_EQUAL_MEMORY(&by_gse.slip[0], &c.slip[0], sizeof c.slip[0]);
}

/* The routine steps its bristle along with the host: second order in the step. */
static void bristle_inside(void) {
  double h = 4e-4, error[2];
  for (int n = 0; n < 2; n++, h /= 2) {
    curve c = run(INSIDE, LATER_END, h);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, by_gse.peak, c.peak);
    for (int k = 0; k < SLIPS; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-5, SLIP[k], c.slip[k]);
    error[n] = fabs(c.slip[SLIPS - 1] - by_gse.slip[SLIPS - 1]);
  }
  TEST_ASSERT_TRUE(error[0] / error[1] > 3);
}

/* The older form of the GSE gets its states as an argument; its output is the friction. */
static void older_form(void) {
  run(BY_GSE, 1e-3, 5e-5);
  lash_routine older = bench_routine(LASH_GSESUB, "");
  lash_routine output = bench_routine(LASH_GSE_OUTPUT, "");
  struct sAdamsGSE with_output = gse;
  with_output.NO = 1;
  double z = 3e-6, stated, y, y_new, rate;
  host.state[0] = z;
  rate = rate_of_states(BY_GSE, 2e-3, 0);
  OK(lash_call_gse(&older, &host.call, &with_output, 2e-3, 0, 0, &z, NULL, &stated, &y,
                   &host.error));
  OK(lash_call_gse_values(&output, &host.call, &with_output, 2e-3, 0, 0, &y_new, &host.error));
  TEST_ASSERT_TRUE(rate != 0 && stated == rate);
  TEST_ASSERT_TRUE(y == y_new && y == friction(2e-3, 0));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(bristle_in_a_gse);
  RUN_TEST(bristle_in_a_diff);
  RUN_TEST(bristle_inside);
  RUN_TEST(older_form);
  return UNITY_END();
}
