/* Joint primitives in every engine that has them, both ways round; the others say so. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

/* A body on ground by the primitive under test, pulled by a spring, in a skew field of gravity.
 * Marker 23 has z along x, at a right angle to that of ground. */
static const char skeleton[] =
    "A body on a primitive\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1\n"
    "MARKER/2, PART = 1, QP = 0.5, 0.4, 0.2\n"
    "PART/2, MASS = 2, CM = 21, IP = 0.05, 0.06, 0.03, 0.004, -0.003, 0.002, QG = 0.3, 0.1, 0%s\n"
    "MARKER/21, PART = 2\n"
    "MARKER/22, PART = 2, QP = -0.3, -0.1, 0\n"
    "MARKER/23, PART = 2, QP = -0.3, -0.1, 0, REULER = 90D, 90D, 0\n"
    "MARKER/24, PART = 2, QP = 0.2, 0.1, 0.05\n"
    "JPRIM/1, %s, I = %d, J = %d\n"
    "SPRINGDAMPER/1, TRANSLATIONAL, I = 24, J = 2, K = 60, C = 0.2, LENGTH = 0.1\n"
    "ACCGRAV/IGRAV = 2, JGRAV = -3, KGRAV = 1\n"
    "REQUEST/1, DISPLACEMENT, I = 21, J = 1\n"
    "REQUEST/2, VELOCITY, I = 21, J = 1\n"
    "REQUEST/3, FORCE, I = %d, J = %d\n"
    "END\n";

typedef struct primitive_case {
  lash_jprim_type type;
  const char *name;
  int marker;
  const char *velocity; /* as far as the primitive allows */
} primitive_case;

static const primitive_case cases[] = {
    {LASH_JPRIM_ATPOINT, "ATPOINT", 22, ", WZ = 2, VX = -0.2, VY = 0.6"},
    {LASH_JPRIM_INLINE, "INLINE", 22, ", WZ = 2, VX = -0.2, VY = 0.6, VZ = 0.3"},
    {LASH_JPRIM_INPLANE, "INPLANE", 22, ", WZ = 2, VX = 0.3, VY = 0.1"},
    {LASH_JPRIM_ORIENTATION, "ORIENTATION", 22, ", VX = 0.3, VY = 0.1, VZ = -0.2"},
    {LASH_JPRIM_PARALLEL_AXES, "PARALLEL_AXES", 22, ", WZ = 2, VX = 0.3, VZ = 0.1"},
    {LASH_JPRIM_PERPENDICULAR, "PERPENDICULAR", 23, ", WZ = 1, VX = 0.3, VZ = 0.1"},
};

enum { REQUESTS = 3 };

static lash_status simulate(const lash_host_class *host_class, const char *text,
                            double values[REQUESTS][8], lash_error *error) {
  lash_model model;
  lash_host *host = NULL;
  const lash_host_options options = {.step = 1e-4, .accuracy = 1e-11};
  lash_status status = lash_model_parse(&model, "m.adm", text, strlen(text), error);
  if (status == LASH_OK) status = lash_host_create(host_class, &model, &options, &host, error);
  if (status == LASH_OK) status = lash_host_advance(host, 0.2, error);
  for (size_t k = 0; k < REQUESTS && status == LASH_OK; k++)
    status = lash_host_request(host, k, values[k], error);
  lash_host_free(host);
  lash_model_free(&model);
  return status;
}

static double difference(double one[REQUESTS][8], double two[REQUESTS][8]) {
  double worst = 0;
  for (int r = 0; r < REQUESTS; r++) {
    const double scale = fmax(1, fmax(fabs(two[r][0]), fabs(two[r][4]))); /* the magnitudes */
    for (int k = 0; k < 8; k++) worst = fmax(worst, fabs(one[r][k] - two[r][k]) / scale);
  }
  return worst;
}

static void agree_or_refuse(const primitive_case *p, const char *text) {
  double ours[REQUESTS][8], theirs[REQUESTS][8];
  lash_error error = {LASH_OK, ""};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, simulate(need_host("reference"), text, ours, &error),
                                error.message);
  for (size_t k = 0; k < lash_host_count(); k++) {
    const lash_host_class *host = lash_host_at(k);
    const lash_status status = simulate(host, text, theirs, &error);
    if (lash_host_jprim_reach(host, p->type) == LASH_REACH_NONE) {
      TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, status);
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "m.adm:11: JPRIM/1"), error.message);
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, p->name), error.message);
      continue;
    }
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
    printf("%s, %s: %.2e apart\n", p->name, lash_host_name(host), difference(theirs, ours));
    TEST_ASSERT_TRUE_MESSAGE(difference(theirs, ours) < 1e-5, p->name);
  }
}

static void both_ways_round(void) {
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    for (int reversed = 0; reversed < 2; reversed++) {
      const int i = reversed ? 1 : cases[k].marker, j = reversed ? cases[k].marker : 1;
      const bool carried =
          reversed && cases[k].type != LASH_JPRIM_ATPOINT &&
          (cases[k].type == LASH_JPRIM_INLINE || cases[k].type == LASH_JPRIM_INPLANE);
      char text[3000]; /* on a line or plane that the body carries it only may not start turning */
      snprintf(text, sizeof text, skeleton, carried ? "" : cases[k].velocity, cases[k].name, i, j,
               i, j);
      agree_or_refuse(&cases[k], text);
    }
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(both_ways_round);
  return UNITY_END();
}
