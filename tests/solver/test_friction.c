/* FRICTION in joints: stopping slides and pins against closed forms. */
#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* A sledge on a rail along x under gravity: it is slowed by mu_dynamic g. The couple of weight and
 * friction at the marker's height is nil, since the mass centre is at the marker. */
#define SLEDGE(more)                                                                           \
  "PART/1, GROUND\nMARKER/1, PART=1, REULER=90D,90D,0\nACCGRAV/, KGRAV=-10\n"                  \
  "PART/2, MASS=3, CM=20, IP=1,1,1, VX=2\nMARKER/20, PART=2\n"                                 \
  "MARKER/21, PART=2, REULER=90D,90D,0\nJOINT/1, TRANSLATIONAL, I=21, J=1\n"                   \
  "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.01" more \
  "\n"

static void sledge_slows_down(void) {
  mechanism m = load(SLEDGE(""));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -2, measure(&m, "ACCX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -6, element(&m, "FRICTION", 1, 0, 2));
  for (int k = 0; k < 500; k++) rk4(&m, 0.001);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, measure(&m, "VX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.75, measure(&m, "DX", 20, 0, 0, 0));
  /* it stops at t = 1 and stays */
  for (int k = 0; k < 1000; k++) rk4(&m, 0.001);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0, measure(&m, "VX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 1, measure(&m, "DX", 20, 0, 0, 0));
  unload(&m);
}

static void preload_adds(void) {
  mechanism m = load(SLEDGE(", FRICTION_FORCE_PRELOAD=15"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -3, measure(&m, "ACCX", 20, 0, 0, 0));
  unload(&m);
  m = load(SLEDGE(", INPUTS=PRELOAD, FRICTION_FORCE_PRELOAD=15"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -1, measure(&m, "ACCX", 20, 0, 0, 0));
  unload(&m);
}

/* A wheel on a pin of radius 0.05 that carries its weight: torque mu m g r. */
static void pin_slows_the_wheel(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, JGRAV=-10\n"
      "PART/2, MASS=3, CM=20, IP=1,1,0.5, WZ=40\nMARKER/20, PART=2\n"
      "JOINT/1, REVOLUTE, I=20, J=1\n"
      "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.01"
      ", PIN_RADIUS=0.05\n");
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -0.2 * 30 * 0.05 / 0.5, measure(&m, "WDTZ", 20, 0, 0, 0));
  double power;
  OK(lash_system_force_power(m.system, 0, &power, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.2 * 30 * 0.05 * 40, power);
  unload(&m);
}

static void what_is_not_offered_is_named(void) {
  lash_model model;
  lash_system *system = NULL;
  const char text[] =
      "title\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\n"
      "MARKER/20, PART=2\nJOINT/1, HOOKE, I=20, J=1\nFRICTION/5, JOINT=1, MU_STATIC=0.3, "
      "MU_DYNAMIC=0.2\nEND\n";
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, lash_system_create(&model, NULL, &system, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "FRICTION/5"), error.message);
  lash_model_free(&model);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(sledge_slows_down);
  RUN_TEST(preload_adds);
  RUN_TEST(pin_slows_the_wheel);
  RUN_TEST(what_is_not_offered_is_named);
  return UNITY_END();
}
