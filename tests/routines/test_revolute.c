/* Revolute joint as GFORCE, with tilt and end stops: the routine against the laws directly. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

enum { STATES = 1000 };
static const double RI = 0.0105, RJ = 0.0100, L = 0.020, LJ = 0.030;
static const double STOP_I = 0.0210, STOP_J = 0.0208;

void setUp(void) { bench_open(); }
void tearDown(void) { bench_close(); }

/* Axes of the journal: the bearing's, tilted by up to 0.05 rad. */
static void tilt(void) {
  const lash_sdk_marker *s = &host.marker[SOCKET];
  lash_sdk_marker *b = &host.marker[BALL];
  double a = 0.05 * bench_random(), c = 3 * bench_random();
  const double x[3] = {cos(c), sin(c), 0}, y[3] = {-sin(c) * cos(a), cos(c) * cos(a), sin(a)};
  const double z[3] = {sin(c) * sin(a), -cos(c) * sin(a), cos(a)};
  const double *local[3] = {x, y, z};
  for (int column = 0; column < 3; column++) {
    double global[3];
    bench_to_global(s, local[column], global);
    for (int k = 0; k < 3; k++) b->axes[k][column] = global[k];
  }
}

static void random_state(void) {
  double p[3], v[3], w[3];
  double angle = 3.2 * bench_random(), distance = (RI - RJ) * (1 + 0.2 * bench_random());
  for (int k = 0; k < 3; k++) v[k] = bench_random(), w[k] = 20 * bench_random();
  p[0] = distance * cos(angle), p[1] = distance * sin(angle), p[2] = 2e-4 * bench_random();
  bench_random_socket();
  tilt();
  bench_place(p, v, w);
}

/* Every law, point or line, in the bearing; two laws by turns at the stops. */
static void same_as_the_laws(const char *routine, const char *prefix) {
  size_t frictions = lash_friction_law_count(), normals = lash_contact_law_count();
  size_t radial = 0, axial = 0, one_end = 0;
  for (size_t n = 0; n < STATES; n++) {
    const lash_contact_law *law = lash_contact_law_at(n % normals);
    const lash_friction_law *tangential =
        n % (frictions + 1) == frictions ? NULL : lash_friction_law_at(n % (frictions + 1));
    bool stops = n % 3 != 0;
    char words[400], ends[300] = "";
    bench_contact_words(law, words, sizeof words);
    if (stops) {
      snprintf(ends, sizeof ends,
               "stop.normal=impact stop.K=1e7 stop.c=50 stop.d=1e-4 stop_i=%.17g stop_j=%.17g "
               "rim=0.01 blend=0.01",
               STOP_I, STOP_J);
    }
    snprintf(host.string[1], sizeof host.string[1],
             "%s %s friction=%s Ri=%.17g Rj=%.17g L=%.17g Lj=%.17g %s", prefix, words,
             tangential ? tangential->name : "none", RI, RJ, L, LJ, ends);
    reference joint = {.shapes = stops ? 2 : 1,
                       .shape = {{.shape = LASH_JOURNAL_BEARING,
                                  .radius_i = RI,
                                  .radius_j = RJ,
                                  .length_i = L,
                                  .length_j = LJ},
                                 {.shape = LASH_AXIAL_STOPS,
                                  .radius_j = 0.01,
                                  .length_i = STOP_I,
                                  .length_j = STOP_J,
                                  .blend = 0.01}}};
    bench_contact(law, RI, RJ, L, &joint.law[0]);
    OK(lash_contact_begin(&joint.law[1], "impact", &host.error));
    OK(lash_contact_set(&joint.law[1], "K", "1e7", &host.error));
    OK(lash_contact_set(&joint.law[1], "c", "50", &host.error));
    OK(lash_contact_set(&joint.law[1], "d", "1e-4", &host.error));
    OK(lash_contact_ready(&joint.law[1], &host.error));
    reference_friction(&joint, tangential);

    bench_gforce g;
    lash_wrench on_socket, on_ball;
    random_state();
    reference_check(&joint, routine, &g, &on_socket, &on_ball);
    radial += fabs(on_socket.force[0]) > 0;
    axial += fabs(on_socket.force[2]) > 0;
    one_end += fabs(on_socket.torque[0]) > 0;

    /* total wrench of action and reaction: none, about any point */
    double d[3], moment[3];
    measure("TDISP", BALL, SOCKET, 3, d);
    for (int k = 0; k < 3; k++) {
      int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      moment[k] = d[k1] * on_ball.force[k2] - d[k2] * on_ball.force[k1];
      TEST_ASSERT_TRUE(on_socket.force[k] == -on_ball.force[k]);
    }
    double size = 1e-2 * largest(on_socket.force, 3);
    for (int k = 0; k < 3; k++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-14 * size, 0,
                                on_socket.torque[k] + on_ball.torque[k] + moment[k]);
    }
  }
  TEST_ASSERT_TRUE(radial > STATES / 3);
  TEST_ASSERT_TRUE(axial > STATES / 3);
  TEST_ASSERT_TRUE(one_end > STATES / 3);
}

static void c_form(void) { same_as_the_laws("Gfosub", "joint=revolute"); }
static void fortran_form(void) { same_as_the_laws("lash_revolute_", ""); }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(c_form);
  RUN_TEST(fortran_form);
  return UNITY_END();
}
