/* The worn socket: fresh limit, exact derivatives, running-in against closed forms, volumes,
 * refusals. */
#include <math.h>
#include <string.h>

#include "lash_math.h"
#include "lash_random.h"
#include "lash_space.h"
#include "lash_wear_socket.h"
#include "unity.h"

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

void setUp(void) {}
void tearDown(void) {}

static lash_wear made(const char *law, const char *cells, const char *k_i, const char *k_j) {
  lash_wear wear;
  OK(lash_wear_begin(&wear, law, &error));
  OK(lash_wear_set(&wear, "k_i", k_i, &error));
  OK(lash_wear_set(&wear, "k_j", k_j, &error));
  if (cells) OK(lash_wear_set(&wear, "cells", cells, &error));
  OK(lash_wear_ready_socket(&wear, 0.01, 5e-5, &error));
  return wear;
}

static double unit(uint64_t *seed) { return 2 * splitmix64_unit(seed) - 1; }

static void direction(uint64_t *seed, double n[3]) {
  do
    for (int k = 0; k < 3; k++) n[k] = unit(seed);
  while (norm3(n) > 1 || norm3(n) < 0.1);
  normalise3(n);
}

/* Depth as a function of the direction, put on the points through the depth they are at. */
static void each_point(const lash_wear *wear, lash_wear_socket *socket,
                       double depth(const double n[3], const void *context), const void *context) {
  const size_t rows = wear->face + 1;
  memset(socket, 0, sizeof *socket);
  for (size_t f = 0, at = 0; f < LASH_WEAR_FACES; f++)
    for (size_t a = 0; a < rows; a++)
      for (size_t b = 0; b < rows; b++, at++) {
        double n[3], s = f % 2 ? -1 : 1;
        n[f / 2] = s,
              n[(f / 2 + 1) % 3] = tan(LASH_HALF_PI * ((double)a / (double)wear->face - 0.5));
        n[(f / 2 + 2) % 3] = tan(LASH_HALF_PI * ((double)b / (double)wear->face - 0.5));
        normalise3(n);
        socket->depth[at] = depth(n, context);
      }
}

static double waves(const double n[3], const void *context) {
  const double *w = context;
  return w[0] *
         (1 + 0.5 * sin(3 * n[0] + w[1]) * cos(2 * n[1] + w[2]) + 0.3 * sin(4 * n[2] + w[3]));
}

static void wave(const lash_wear *wear, double size, uint64_t *seed, lash_wear_socket *socket) {
  const double w[4] = {size, 6 * unit(seed), 6 * unit(seed), 6 * unit(seed)};
  each_point(wear, socket, waves, w);
  socket->ball = 0.2 * size * splitmix64_unit(seed);
}

/* ---------------------------------------------------------------------------------------- tests */

static void a_fresh_bed_is_the_fresh_joint(void) {
  const lash_wear wear = made("archard", NULL, "1e-15", "0");
  static const lash_wear_socket fresh;
  uint64_t seed = 3;
  for (int n = 0; n < 1000; n++) {
    const double away = pow(10, -6 + 6.5 * splitmix64_unit(&seed));
    double e[3];
    lash_wear_bowl bowl;
    direction(&seed, e);
    scale3(wear.c * (1 + away), e, e);
    lash_wear_socket_look(&wear, &fresh, e, true, &bowl);
    TEST_ASSERT_TRUE(bowl.touching);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * (norm3(e) - wear.c), norm3(e) - wear.c, bowl.delta);
    for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, e[k] / norm3(e), bowl.by[k]);
  }
}

/* Its force, by quadrature 0.049450995473173 at c .5, r .6, is the slope of its energy. */
static void a_fresh_winkler_ball(void) {
  double force, slope, up, down, ignored;
  lash_wear_socket_energy(0.6, 0.5, &force, &slope);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.049450995473173, force);
  const double h = 1e-5;
  const double U = (lash_wear_socket_energy(0.6 + h, 0.5, &up, &ignored) -
                    lash_wear_socket_energy(0.6 - h, 0.5, &down, &ignored)) /
                   (2 * h);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, force, U);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, slope, (up - down) / (2 * h));
}

/* Spherical surfaces that have grown by w are a fresh socket of the clearance c + w: the force of
 * the bed is that of the closed form, (K R^2) times U'(r, c + w). */
static double even(const double n[3], const void *context) {
  (void)n;
  return *(const double *)context;
}

static double off_a_larger_one(const char *cells) {
  const lash_wear wear = made("archard", cells, "1e-15", "0");
  lash_wear_socket socket;
  const double w = 0.4 * wear.c, all = 4 * LASH_PI * wear.R * wear.R * w;
  uint64_t seed = 41;
  double worst = 0;
  each_point(&wear, &socket, even, &w);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13 * all, all, lash_wear_socket_volume(&wear, &socket, 0));
  for (int n = 0; n < 200; n++) {
    double e[3], F[2], S;
    lash_wear_bowl bowl;
    direction(&seed, e);
    scale3(wear.c * (1.6 + 2 * splitmix64_unit(&seed)), e, e);
    lash_wear_socket_look(&wear, &socket, e, false, &bowl);
    lash_wear_socket_energy(norm3(e), wear.c + w, &F[0], &S);
    lash_wear_socket_energy(wear.c + bowl.delta, wear.c, &F[1], &S);
    worst = fmax(worst, fabs(F[1] * norm3(bowl.by) / F[0] - 1));
  }
  return worst;
}

/* ... as far as the grid goes, which is of second order. */
static void a_socket_worn_alike_is_a_larger_one(void) {
  const double off = off_a_larger_one("64");
  TEST_ASSERT_LESS_THAN_DOUBLE(0.015, off);
  TEST_ASSERT_TRUE(off_a_larger_one("32") > 3 * off);
}

/* Central differences of fourth order over 1,000 random states. */
static void partials_are_exact(void) {
  const lash_wear wear = made("archard", "48", "1e-15", "0");
  lash_wear_socket socket;
  uint64_t seed = 17;
  double worst[2] = {0, 0};
  size_t touching = 0;
  while (touching < 1000) {
    double e[3];
    lash_wear_bowl bowl;
    if (touching % 10 == 0) wave(&wear, 0.6 * wear.c * splitmix64_unit(&seed), &seed, &socket);
    direction(&seed, e);
    scale3(wear.c * (1.2 + 2 * splitmix64_unit(&seed)), e, e);
    lash_wear_socket_look(&wear, &socket, e, true, &bowl);
    if (!bowl.touching || bowl.delta < 0.05 * wear.c) continue;
    touching++;
    for (int a = 0; a < 3; a++) {
      const double h = 1e-7 * wear.c;
      lash_wear_bowl at[4];
      for (int k = 0; k < 4; k++) {
        double moved[3] = {e[0], e[1], e[2]};
        moved[a] += h * (double[]){-2, -1, 1, 2}[k];
        lash_wear_socket_look(&wear, &socket, moved, false, &at[k]);
      }
      const double slope =
          (8 * (at[2].delta - at[1].delta) - (at[3].delta - at[0].delta)) / (12 * h);
      worst[0] = fmax(worst[0], fabs(slope - bowl.by[a]));
      for (int b = 0; b < 3; b++) {
        const double bend =
            (8 * (at[2].by[b] - at[1].by[b]) - (at[3].by[b] - at[0].by[b])) / (12 * h);
        const double told = bowl.by2[a][b];
        worst[1] = fmax(worst[1], fabs(bend - told) * wear.c / (1 + fabs(told) * wear.c));
      }
    }
  }
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-7, worst[0]);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-6, worst[1]);
}

/* Nearer to the middle than the clearance, where nothing of fresh surfaces would touch, by central
 * differences; depths are straight between points, so that few of them lie across an edge. */
static void partials_of_the_gap(void) {
  const lash_wear wear = made("archard", "32", "1e-15", "0");
  lash_wear_socket socket;
  uint64_t seed = 29;
  int across = 0;
  for (int n = 0; n < 500; n++) {
    double e[3];
    lash_wear_bowl bowl;
    if (n % 10 == 0) wave(&wear, 0.5 * wear.c, &seed, &socket);
    direction(&seed, e);
    scale3(wear.c * (0.2 + 0.79 * splitmix64_unit(&seed)), e, e);
    lash_wear_socket_look(&wear, &socket, e, false, &bowl);
    TEST_ASSERT_FALSE(bowl.touching);
    for (int a = 0; a < 3; a++) {
      const double h = 1e-6 * wear.c;
      lash_wear_bowl at[2];
      for (int k = 0; k < 2; k++) {
        double moved[3] = {e[0], e[1], e[2]};
        moved[a] += k ? h : -h;
        lash_wear_socket_look(&wear, &socket, moved, false, &at[k]);
      }
      across += fabs((at[1].delta - at[0].delta) / (2 * h) - bowl.by[a]) > 1e-6;
    }
  }
  TEST_ASSERT_TRUE(across < 15);
}

/* Apart, the gap is that of the nearest place, and meets the depth at touch. */
static void the_gap_closes_without_a_jump(void) {
  const lash_wear wear = made("archard", NULL, "1e-15", "0");
  lash_wear_socket socket;
  uint64_t seed = 23;
  for (int n = 0; n < 100; n++) {
    double way[3], e[3], before = -1;
    bool touched = false;
    wave(&wear, 0.5 * wear.c, &seed, &socket);
    direction(&seed, way);
    for (int k = 1; k <= 3000; k++) {
      lash_wear_bowl bowl;
      scale3(1e-3 * k * wear.c, way, e);
      lash_wear_socket_look(&wear, &socket, e, false, &bowl);
      if (bowl.touching && !touched && k > 1) TEST_ASSERT_DOUBLE_WITHIN(3e-2 * wear.c, 0, before);
      touched = touched || bowl.touching;
      TEST_ASSERT_TRUE(bowl.touching == (bowl.delta > 0));
      before = bowl.delta;
    }
    TEST_ASSERT_TRUE(touched);
  }
}

/* -------------------------------------------------------------------------------------- wearing */

/* Overlap that carries the load W with a bed of stiffness K on the socket as it is, ball on z. */
static double settle(const lash_wear *wear, const lash_wear_socket *socket, double load,
                     double start) {
  double r = start;
  for (int k = 0; k < 60; k++) {
    lash_wear_bowl bowl;
    double F, S;
    const double e[3] = {0, 0, r};
    lash_wear_socket_look(wear, socket, e, true, &bowl);
    lash_wear_socket_energy(wear->c + bowl.delta, wear->c, &F, &S);
    if (!bowl.touching) {
      r += 1e-3 * wear->c;
      continue;
    }
    const double off = F * bowl.by[2] - load;
    const double slope = S * bowl.by[2] * bowl.by[2] + F * bowl.by2[2][2];
    r -= off / slope;
    if (fabs(off) < 1e-12 * load) break;
  }
  return r;
}

/* How a ball turns under its load, step by step. */
typedef void turning(int step, double w[3]);

/* Wears a fresh socket under a standing load, of K R^2 c units, until the ball has sunk to c/C;
 * returns k W s/(R^2 c), s the way of the ball's equator. */
static double run_in(const char *cells, turning *turn, double load, double C, double *volume) {
  lash_wear wear = made("archard", cells, "1e-15", "0");
  static lash_wear_socket socket;
  lash_wear_tally tally = {.volume = {0}};
  const double R = wear.R, c = wear.c, force = load * c * R * R, part = 1e-3;
  double r = 1.2 * c, way = 0;
  memset(&socket, 0, sizeof socket);
  for (int n = 0;; n++) {
    const double before = r, most = c / C;
    r = settle(&wear, &socket, load * c, r);
    if (r > most) { /* the last step, in part */
      way -= part * (r - most) / (r - before);
      break;
    }
    lash_wear_ride ride = {.e = {0, 0, r}};
    turn(n, ride.w);
    const double time = part * c * R / (wear.k[0] * force * norm3(ride.w));
    lash_wear_socket_take(&wear, &socket, &ride, force, time, 0, &socket, &tally);
    way += part;
  }
  *volume = lash_wear_socket_volume(&wear, &socket, 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * *volume, tally.volume[0], *volume);
  *volume /= R * R * c;
  return way;
}

/* About axes across the load, by golden angles one after the other. */
static void tumbles(int step, double w[3]) {
  const double angle = 2.399963229728653 * step;
  store3(cos(angle), sin(angle), 0, w);
}

/* A rigid ball, constant load, run in: the contact wears down alike in the direction of the load,
 * k p v(theta) = (d|e|/dt) cos(theta) up to alpha = acos(c/|e|), and W = int p cos dA. So
 *   k W s/(R^2 c) = 2 pi int int cos^2 sin/v dtheta d(|e|/c),  v the mean speed over the equator's:
 * (2/pi) E(sin theta) for a ball that tumbles, by quadrature. The volume gone is that of the
 * calotte, pi (1 - C)^2/C. */
static double tumbling_way(double C) {
  enum { STEPS = 200 };
  double way = 0;
  for (int a = 0; a < STEPS; a++) {
    const double r = 1 + (1 / C - 1) * (a + 0.5) / STEPS, alpha = acos(1 / r);
    double inner = 0;
    for (int b = 0; b < STEPS; b++) {
      const double theta = alpha * (b + 0.5) / STEPS, s = sin(theta);
      double mean = 0;
      for (int k = 0; k < 32; k++)
        mean += sqrt(1 - s * s * pow(cos(LASH_PI * (k + 0.5) / 32), 2)) / 32;
      inner += cos(theta) * cos(theta) * s / mean * alpha / STEPS;
    }
    way += 2 * LASH_PI * inner * (1 / C - 1) / STEPS;
  }
  return way;
}

static void a_tumbling_ball_runs_in(void) {
  double volume;
  const double C = 0.5, exact = tumbling_way(C);
  TEST_ASSERT_DOUBLE_WITHIN(2e-5, 1.4159714, exact); /* Simpson's rule, elsewhere */
  const double way = run_in("64", tumbles, 4e-3, C, &volume);
  TEST_ASSERT_DOUBLE_WITHIN(5e-3 * exact, exact, way);
  TEST_ASSERT_DOUBLE_WITHIN(5e-3, LASH_PI * (1 - C) * (1 - C) / C, volume);
}

/* What a ball takes off a fresh bed of its own pressure p = K (r cos - c): drilling about the load
 * with w it slides at w R sin(theta),
 *   int p v dA = 2 pi K w R^3 (r sin^3/3 - c (alpha/2 - sin cos/2)), at alpha = acos(c/r). */
static void a_drilling_ball_slides_less_in_the_middle(void) {
  const lash_wear wear = made("archard", NULL, "1e-15", "1e-15");
  static lash_wear_socket fresh, to;
  uint64_t seed = 31;
  double worst = 0;
  for (int n = 0; n < 50; n++) {
    lash_wear_tally tally = {.volume = {0}};
    lash_wear_ride ride;
    double way[3], slope, force;
    direction(&seed, way);
    const double c = wear.c, r = n ? c * (1.5 + 3 * splitmix64_unit(&seed)) : 2 * c;
    const double cosine = c / r, sine = sqrt(1 - cosine * cosine), alpha = acos(cosine);
    ride = (lash_wear_ride){.u = {0}};
    scale3(r, way, ride.e), scale3(20, way, ride.w);
    lash_wear_socket_energy(r, c, &force, &slope);
    const double K = 100 / (force * wear.R * wear.R);
    const double rubbed = 2 * LASH_PI * K * 20 * pow(wear.R, 3) *
                          (r * pow(sine, 3) / 3 - c * 0.5 * (alpha - sine * cosine));
    if (n == 0)
      TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.7911804358305, rubbed / (K * 20 * pow(wear.R, 3) * c));
    lash_wear_socket_take(&wear, &fresh, &ride, 100, 2, 0, &to, &tally);
    worst = fmax(worst, fabs(tally.volume[0] / (1e-15 * 2 * rubbed) - 1));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * tally.volume[0], tally.volume[0], tally.volume[1]);
  }
  TEST_ASSERT_LESS_THAN_DOUBLE(0.01, worst);
  TEST_ASSERT_DOUBLE_WITHIN(0, 0, fresh.ball);
}

static void the_law_of_energy_takes_its_work(void) {
  const lash_wear wear = made("energy", NULL, "3e-15", "2e-15");
  lash_wear_socket socket = {.ball = 0};
  lash_wear_tally tally = {.volume = {0}};
  const lash_wear_ride ride = {.e = {3e-5, -6e-5, 2e-5}, .u = {0.1, 0.2, 0}, .w = {3, -2, 5}};
  lash_wear_socket_take(&wear, &socket, &ride, 100, 0.5, 7.0, &socket, &tally);
  TEST_ASSERT_DOUBLE_WITHIN(1e-24, 3e-15 * 3.5, tally.volume[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-24, 2e-15 * 3.5, tally.volume[1]);
  for (int body = 0; body < 2; body++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-10 * tally.volume[body], tally.volume[body],
                              lash_wear_socket_volume(&wear, &socket, body));
}

/* The pressure carries the load. */
static void pressure_carries_the_load(void) {
  const lash_wear wear = made("archard", NULL, "1e-15", "0");
  lash_wear_socket socket;
  uint64_t seed = 9;
  wave(&wear, 0.2 * wear.c, &seed, &socket);
  const double e[3] = {0, 0, 1.8 * wear.c};
  double sum[3] = {0, 0, 0};
  enum { STEPS = 400 };
  for (int a = 0; a < STEPS; a++)
    for (int b = 0; b < 2 * STEPS; b++) {
      const double theta = LASH_PI * (a + 0.5) / STEPS, phi = LASH_PI * (b + 0.5) / STEPS;
      const double n[3] = {sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)};
      const double p = lash_wear_socket_pressure(&wear, &socket, e, 1000, n);
      axpy3(p * wear.R * wear.R * sin(theta) * LASH_PI * LASH_PI / (STEPS * STEPS), n, sum);
    }
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * 1000, 1000, norm3(sum));
}

static void refuse(const char *name, const char *value, const char *word) {
  lash_wear wear;
  OK(lash_wear_begin(&wear, "archard", &error));
  OK(lash_wear_set(&wear, "k_i", "1e-15", &error));
  if (strcmp(name, "pressure") == 0) OK(lash_wear_set(&wear, "modulus", "1e11", &error));
  OK(lash_wear_set(&wear, name, value, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_ready_socket(&wear, 0.01, 5e-5, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, word), error.message);
}

static void refusals(void) {
  refuse("cells", "128", "64");
  refuse("cells", "20", "64");
  refuse("pressure", "persson", "winkler");
  const lash_wear wear = made("archard", NULL, "1e-15", "0");
  static lash_wear_socket socket;
  socket.depth[100] = NAN;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_socket_check(&wear, &socket, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "hole"));
  socket.depth[100] = -1e-9;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_socket_check(&wear, &socket, &error));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_fresh_bed_is_the_fresh_joint);
  RUN_TEST(a_fresh_winkler_ball);
  RUN_TEST(a_socket_worn_alike_is_a_larger_one);
  RUN_TEST(partials_are_exact);
  RUN_TEST(partials_of_the_gap);
  RUN_TEST(the_gap_closes_without_a_jump);
  RUN_TEST(a_tumbling_ball_runs_in);
  RUN_TEST(a_drilling_ball_slides_less_in_the_middle);
  RUN_TEST(the_law_of_energy_takes_its_work);
  RUN_TEST(pressure_carries_the_load);
  RUN_TEST(refusals);
  return UNITY_END();
}
