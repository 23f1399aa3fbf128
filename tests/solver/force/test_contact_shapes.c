/* CONTACT of spheres and cylinders, and what it remembers, against closed forms. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define LAW "IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=0, DMAX=1E-5"

/* A cylinder of 0.11 m by 0.2 m on ground, from its marker on along z, and a moving shape. */
static mechanism pair(const char *shape, const char *contact, double x, double z) {
  char text[1024];
  snprintf(text, sizeof text,
           "PART/1, GROUND\nMARKER/1, PART=1\nGRAPHICS/1, CYLINDER, CM=1, LENGTH=.2, RADIUS=.11\n"
           "PART/2, MASS=2, CM=2, IP=.01,.01,.01, QG=%.17g,0,%.17g\nMARKER/2, PART=2\n"
           "GRAPHICS/2, %s\nCONTACT/1, %s, " LAW "\n",
           x, z, shape, contact);
  mechanism m = load(text);
  lash_system_set(m.system, m.t, m.y);
  return m;
}

/* Force along x on the moving part, which is I or J of the contact. */
static double push(const char *shape, const char *flip, double x, double z) {
  char contact[200];
  double force[2];
  for (int swapped = 0; swapped < 2; swapped++) {
    snprintf(contact, sizeof contact, "IGEOM=%d, JGEOM=%d%s%s", swapped ? 1 : 2, swapped ? 2 : 1,
             *flip ? (swapped ? ", IFLIP_GEOM=" : ", JFLIP_GEOM=") : "", flip);
    mechanism m = pair(shape, contact, x, z);
    force[swapped] = element(&m, "CONTACT", 1, swapped, 2);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -force[swapped], element(&m, "CONTACT", 1, !swapped, 2));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, element(&m, "CONTACT", 1, 0, 3));
    unload(&m);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, force[0], force[1]);
  return force[0];
}

#define BALL    "ELLIPSOID, CM=2, XSCALE=.2, YSCALE=.2, ZSCALE=.2"
#define JOURNAL "CYLINDER, CM=2, LENGTH=.1, RADIUS=.1"

/* 1e-4 deep: 1e6 (1e-4)^1.5 = 1. The cylinder reaches from its marker to 0.2, not around it. */
static void sphere_in_a_bore(void) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -1, push(BALL, "1", 0.0101, 0.15));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, push(BALL, "1", -0.0101, 0.05));
  TEST_ASSERT_EQUAL_DOUBLE(0, push(BALL, "1", 0.0099, 0.15));
  TEST_ASSERT_EQUAL_DOUBLE(0, push(BALL, "1", 0.0101, -0.05));
  TEST_ASSERT_EQUAL_DOUBLE(0, push(BALL, "1", 0.0101, 0.25));
}

static void sphere_on_a_cylinder(void) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, push(BALL, "", 0.2099, 0.15));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -1, push(BALL, "", -0.2099, 0.15));
  TEST_ASSERT_EQUAL_DOUBLE(0, push(BALL, "", 0.2101, 0.15));
  /* beyond the end it is a dome: the gap grows */
  TEST_ASSERT_EQUAL_DOUBLE(0, push(BALL, "", 0.2099, -0.05));
  TEST_ASSERT_EQUAL_DOUBLE(0, push(BALL, "", 0.2099, 0.25));
}

/* A journal that lies square in its bearing: both ends of the overlap carry half. */
static void cylinder_in_a_bore(void) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -1, push(JOURNAL, "1", 0.0101, 0.05));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -1, push(JOURNAL, "1", 0.0101, 0.19));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -1, push(JOURNAL, "1", 0.0101, -0.05));
  TEST_ASSERT_EQUAL_DOUBLE(0, push(JOURNAL, "1", 0.0101, -0.11));
  TEST_ASSERT_EQUAL_DOUBLE(0, push(JOURNAL, "1", 0.0101, 0.21));
}

/* Where a state holds this number. */
static double *slot(mechanism *m, double value) {
  size_t k = 0;
  while (k < m->n->y && m->y[k] != value) k++;
  TEST_ASSERT_TRUE(k < m->n->y);
  return &m->y[k];
}

/* A ball falls on a plate, one step long: POISSON turns from compression to restitution over 1 % of
 * the speed at the crossing, sqrt(v^2 + 2 g gap), not of that at the last step before. */
static void poisson_remembers_the_crossing(void) {
  const double g = 10, gap = 0.05, speed = 2, h = 0.04, v = 0.01, delta = 0.05, p = 1e4, e = 0.6;
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nGRAPHICS/1, PLANE, RM=1, XMIN=-5, XMAX=5, YMIN=-5, "
      "YMAX=5\nMARKER/2, PART=2\nGRAPHICS/2, ELLIPSOID, CM=2, XSCALE=.2, YSCALE=.2, ZSCALE=.2\n"
      "PART/2, MASS=2, CM=2, IP=.01,.01,.01, QG=0,0,0.1500, VZ=-2\n"
      "CONTACT/1, IGEOM=2, JGEOM=1, POISSON, PENALTY=1E4, RESTITUTION=.6\nACCGRAV/KGRAV=-10\n");
  double *z = slot(&m, 0.15), *vz = slot(&m, -2);
  *z = 0.15 - speed * h - 0.5 * g * h * h;
  *vz = -speed - g * h;
  lash_system_set(m.system, h, m.y);
  OK(lash_system_commit(m.system, &error));
  size_t size = lash_system_memory_size(m.system);
  void *saved = malloc(size);
  lash_system_save(m.system, saved);
  double forces[2];
  for (int again = 0; again < 2; again++) {
    *z = 0.1 - delta;
    *vz = -v;
    lash_system_set(m.system, 1.5 * h, m.y);
    forces[again] = element(&m, "CONTACT", 1, 0, 4);
    /* a step that parts the bodies makes it forget; restoring brings it back */
    *z = 0.2;
    lash_system_set(m.system, 2 * h, m.y);
    OK(lash_system_commit(m.system, &error));
    OK(lash_system_restore(m.system, saved, size, &error));
  }
  const double x = 0.5 * (1 + v / (0.01 * sqrt(speed * speed + 2 * g * gap)));
  const double expected = p * delta * (e * e + (1 - e * e) * x * x * (3 - 2 * x));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * expected, expected, forces[0]);
  TEST_ASSERT_EQUAL_DOUBLE(forces[0], forces[1]);
  free(saved);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(sphere_in_a_bore);
  RUN_TEST(sphere_on_a_cylinder);
  RUN_TEST(cylinder_in_a_bore);
  RUN_TEST(poisson_remembers_the_crossing);
  return UNITY_END();
}
