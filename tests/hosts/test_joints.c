/* Every type of joint, both ways round, and a spatial loop: the hosts agree. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

/* A body on ground by the joint under test, another one on it by a ball, both in motion. The
 * universal joint needs its z axes at a right angle: marker 23 has z along x. */
static const char chain[] =
    "Two bodies in space\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1\n"
    "PART/2, MASS = 2, CM = 21, IP = 0.05, 0.06, 0.03, 0.004, -0.003, 0.002, QG = 0.3, 0.1, 0\n"
    "%s\n"
    "MARKER/21, PART = 2\n"
    "MARKER/22, PART = 2, QP = -0.3, -0.1, 0\n"
    "MARKER/23, PART = 2, QP = -0.3, -0.1, 0, REULER = 90D, 90D, 0\n"
    "MARKER/24, PART = 2, QP = 0.2, 0.1, 0.05\n"
    "PART/3, MASS = 1, CM = 31, IP = 0.01, 0.02, 0.025, QG = 0.6, 0.3, 0.1\n"
    "%s\n"
    "MARKER/31, PART = 3\n"
    "MARKER/32, PART = 3, QP = -0.1, -0.1, -0.05\n"
    "JOINT/1, %s, I = %d, J = %d\n"
    "JOINT/2, SPHERICAL, I = 32, J = 24\n"
    "SPRINGDAMPER/1, TRANSLATIONAL, I = 31, J = 1, K = 30, C = 0.2, LENGTH = 0.5\n"
    "ACCGRAV/IGRAV = 2, JGRAV = -9.81, KGRAV = 1\n"
    "REQUEST/1, DISPLACEMENT, I = 31, J = 1\n"
    "REQUEST/2, VELOCITY, I = 21, J = 1\n"
    "REQUEST/3, FORCE, I = %d, J = %d\n"
    "REQUEST/4, ACCELERATION, I = 31, J = 1\n"
    "END\n";

typedef struct joint_case {
  const char *type;
  int marker;
  const char *velocity; /* of part 2, as far as the joint allows */
  const char *follower; /* of part 3, which the ball takes along */
} joint_case;

static const joint_case cases[] = {
    {"REVOLUTE", 22, ", WZ = 2, VX = -0.2, VY = 0.6", ", VX = -0.4, VY = 1"},
    {"TRANSLATIONAL", 22, ", VZ = 0.4", ", VZ = 0.4"},
    {"CYLINDRICAL", 22, ", WZ = 2, VX = -0.2, VY = 0.6, VZ = 0.4", ", VX = -0.4, VY = 1, VZ = 0.4"},
    {"PLANAR", 22, ", WZ = 2, VX = 0.3, VY = 0.1", ", VX = 0.1, VY = 0.5"},
    {"SPHERICAL", 22, ", WX = 1, WZ = 2, VX = -0.2, VY = 0.6, VZ = 0.1",
     ", VX = -0.4, VY = 0.95, VZ = 0.2"},
    {"UNIVERSAL", 23, ", WZ = 2, VX = -0.2, VY = 0.6", ", VX = -0.4, VY = 1"},
    {"FIXED", 22, "", ""},
};

static void simulate(const char *name, double step, const char *text, double values[4][8]) {
  lash_model model;
  lash_host *host;
  lash_error error;
  const lash_host_options options = {.step = step, .accuracy = 1e-11};
  lash_status status = lash_model_parse(&model, "chain.adm", text, strlen(text), &error);
  if (status == LASH_OK)
    status = lash_host_create(lash_host_find(name), &model, &options, &host, &error);
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error.message);
  status = lash_host_advance(host, 0.3, &error);
  for (size_t k = 0; k < model.request.count && status == LASH_OK; k++) {
    status = lash_host_request(host, k, values[k], &error);
  }
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error.message);
  lash_host_free(host);
  lash_model_free(&model);
}

/* Largest difference over all requests, relative to the size of each. */
static double difference(double one[4][8], double two[4][8]) {
  double worst = 0;
  for (int r = 0; r < 4; r++) {
    const double scale = fmax(1, fmax(two[r][0], two[r][4])); /* the magnitudes */
    for (int k = 0; k < 8; k++) worst = fmax(worst, fabs(one[r][k] - two[r][k]) / scale);
  }
  return worst;
}

/* MuJoCo's Runge-Kutta is of second order where balls and free bodies turn, because it averages
 * angular velocities of different moments in turning axes. Two steps show the order. */
static double compare(const char *text, const char *name, double limit[4][8]) {
  double coarse[4][8], fine[4][8], exact[4][8];
  simulate("mujoco", 5e-4, text, coarse);
  simulate("mujoco", 2.5e-4, text, fine);
  simulate("simbody", 0, text, exact);
  const double before = difference(coarse, exact), after = difference(fine, exact);
  printf("%s: largest differences %.2e and %.2e\n", name, before, after);
  TEST_ASSERT_TRUE_MESSAGE(before > 3.5 * after, name);
  if (lash_host_find("reference")) {
    double absolute[4][8];
    simulate("reference", 0, text, absolute);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-7, 0, difference(absolute, exact), name);
  }
  for (int k = 0; k < 32; k++) {
    const int r = k / 8, c = k % 8;
    limit[r][c] = fine[r][c] + (fine[r][c] - coarse[r][c]) / 3;
  }
  return difference(limit, exact);
}

static void types_agree_both_ways(void) {
  if (!need_host("mujoco") || !need_host("simbody")) return;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    for (int reversed = 0; reversed < 2; reversed++) {
      const int i = reversed ? 1 : cases[k].marker, j = reversed ? cases[k].marker : 1;
      char text[3000];
      double limit[4][8];
      snprintf(text, sizeof text, chain, cases[k].velocity, cases[k].follower, cases[k].type, i, j,
               i, j);
      /* what remains after the second-order part is taken off */
      TEST_ASSERT_TRUE_MESSAGE(compare(text, cases[k].type, limit) < 2e-8, cases[k].type);
    }
  }
}

/* A second way to ground closes a loop of the same chain; Simbody cuts the joint it is told last,
 * MuJoCo ties the ball. */
static void loops_agree(void) {
  static const struct {
    const char *type, *more;
  } loops[] = {{"SPHERICAL", ""}, {"REVOLUTE", ", REULER = 0, 90D, 0"}};
  if (!need_host("mujoco") || !need_host("simbody")) return;
  for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
    char text[4000], more[600];
    double limit[4][8];
    const int n = snprintf(text, sizeof text, chain, "", "", "UNIVERSAL", 23, 1, 23, 1);
    snprintf(more, sizeof more,
             "PART/4, MASS = 0.7, CM = 41, IP = 0.01, 0.01, 0.02, QG = 0.8, 0.3, 0.1\n"
             "MARKER/41, PART = 4\nMARKER/42, PART = 4, QP = 0.2, 0, 0\n"
             "MARKER/43, PART = 4, QP = -0.1, 0, 0%s\nMARKER/33, PART = 3, QP = 0.1, 0, 0%s\n"
             "MARKER/3, PART = 1, QP = 1, 0.3, 0.1\n"
             "JOINT/3, SPHERICAL, I = 42, J = 3\nJOINT/4, %s, I = 43, J = 33\nEND\n",
             loops[k].more, loops[k].more, loops[k].type);
    strcpy(text + n - 4, more);
    TEST_ASSERT_TRUE_MESSAGE(compare(text, loops[k].type, limit) < 1e-5, loops[k].type);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(types_agree_both_ways);
  RUN_TEST(loops_agree);
  return UNITY_END();
}
