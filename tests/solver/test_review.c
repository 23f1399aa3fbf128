/* What is said about a start that is legal and probably not meant. */
#include "lash_review.h"

#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

typedef struct heard {
  int count;
  char last[600];
} heard;

static void hear(void *context, const char *text) {
  heard *h = context;
  h->count++;
  snprintf(h->last, sizeof h->last, "%s", text);
}

/* A lone body, said to begin with (3, -4, 1) m/s and (1, 0, -2) rad/s. */
static heard review(const double change[6]) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\n"
      "MARKER/20, PART=2");
  const double speed[6] = {3, -4, 1, 1, 0, -2};
  heard h = {0};
  double *given = calloc(m.n->y, sizeof *given);
  memcpy(given, m.y, m.n->y * sizeof *given);
  for (size_t k = 0; k < 6; k++)
    given[m.n->q + k] = speed[k], m.y[m.n->q + k] = speed[k] + change[k];
  lash_review_start(&m.model, m.system, given, m.y, hear, &h);
  free(given);
  unload(&m);
  return h;
}

/* In parts of the greatest component given: 0.8 of 4, 0.3 of 2. One in a hundred is nothing. */
static void velocities_that_were_changed(void) {
  heard h = review((double[6]){0.5, 0, -0.8, 0, 0, 0});
  TEST_ASSERT_EQUAL_INT(1, h.count);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(h.last, "test.adm:4: PART/2: its initial velocity "), h.last);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(h.last, "changed by 20 % "), h.last);
  h = review((double[6]){0, 0, 0, 0, -0.3, 0.1});
  TEST_ASSERT_EQUAL_INT(1, h.count);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(h.last, "initial angular velocity "), h.last);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(h.last, "changed by 15 % "), h.last);
  TEST_ASSERT_EQUAL_INT(2, review((double[6]){0, 1, 0, -1, 0, 0}).count);
  TEST_ASSERT_EQUAL_INT(0, review((double[6]){0, 0.039, 0, 0.019, 0, 0}).count);
  TEST_ASSERT_EQUAL_INT(2, review((double[6]){0, 0.041, 0, 0.021, 0, 0}).count);
}

static heard review_of(const char *text) {
  mechanism m = load(text);
  heard h = {0};
  lash_review_start(&m.model, m.system, m.y, m.y, hear, &h);
  unload(&m);
  return h;
}

/* Balls of 1 and 2 m whose centres are `x` apart. */
static heard balls(double x) {
  char text[800];
  snprintf(text, sizeof text,
           "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nGRAPHICS/1, ELLIPSOID, CM=1, "
           "XSCALE=2, YSCALE=2, ZSCALE=2\nPART/2, MASS=1, CM=20, IP=1,1,1, QG=%g,0,0\n"
           "MARKER/20, PART=2\nGRAPHICS/2, ELLIPSOID, CM=20, XSCALE=4, YSCALE=4, ZSCALE=4\n"
           "CONTACT/7, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E5, DAMPING=10, DMAX=1E-4, "
           "EXPONENT=1.5",
           x);
  return review_of(text);
}

static void bodies_inside_one_another(void) {
  const heard h = balls(2.75);
  TEST_ASSERT_EQUAL_INT(1, h.count);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(h.last, "CONTACT/7: PART/2 and PART/1 begin 0.25 "), h.last);
  TEST_ASSERT_EQUAL_INT(0, balls(3.01).count);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(velocities_that_were_changed);
  RUN_TEST(bodies_inside_one_another);
  return UNITY_END();
}
