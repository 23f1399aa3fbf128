/* Forces that depend on reactions and accelerations: closed forms, and the joint friction that does
 * the same. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* A sledge of weight 30 on a rail along x; z of marker 1 is along x. */
#define SLEDGE                                                                \
  "PART/1, GROUND\nMARKER/1, PART=1, REULER=90D,90D,0\nACCGRAV/, KGRAV=-10\n" \
  "PART/2, MASS=3, CM=20, IP=1,1,1, VX=2\nMARKER/20, PART=2\n"                \
  "MARKER/21, PART=2, REULER=90D,90D,0\nJOINT/1, TRANSLATIONAL, I=21, J=1\n"  \
  "SFORCE/1, TRANSLATION, I=21, J=1, ACTIONONLY, FUNCTION="

static void friction_by_hand(void) {
  static const char *const ways[] = {"-0.2*ABS(JOINT(1,0,4,0))", "-0.2*ABS(FZ(21,1))\n",
                                     "-VARVAL(3)\nVARIABLE/3, FUNCTION=0.2*ABS(JOINT(1,1,4,0))"};
  for (int k = 0; k < 3; k++) {
    char text[1024];
    snprintf(text, sizeof text, SLEDGE "%s\n", ways[k]);
    mechanism m = load(text);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, -2, measure(&m, "ACCX", 20, 0, 0, 0));
    for (int step = 0; step < 500; step++) rk4(&m, 0.001);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, measure(&m, "VX", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.75, measure(&m, "DX", 20, 0, 0, 0));
    unload(&m);
  }
}

/* F = P - m a / 2 adds half the mass. */
static void acceleration_feedback(void) {
  mechanism m = load(SLEDGE "9-1.5*ACCX(20)\nREQUEST/1, F2=ACCX(20)\n");
  double values[8];
  OK(lash_system_request_values(m.system, 0, values, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 2, values[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 6, element(&m, "SFORCE", 1, 0, 2));
  unload(&m);
}

/* The same by way of a state whose rate is the acceleration. */
static void feedback_of_a_rate(void) {
  mechanism m =
      load(SLEDGE "9-1.5*DIF1(1)\nDIFF/1, IC=0, FUNCTION=ACCX(20)\nREQUEST/1, F2=ACCX(20)\n");
  double values[8];
  OK(lash_system_request_values(m.system, 0, values, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 2, values[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 6, element(&m, "SFORCE", 1, 0, 2));
  unload(&m);
}

/* Beside any number of other measures, each of which is 0 here. */
static void feedback_beside_others(void) {
  static const char others[] = "+DY(20,1)+DZ(20,1)+VY(20,1)+VZ(20,1)+WX(20,1)+WY(20,1)+WZ(20,1)";
  for (size_t k = 0; k <= 7; k++) {
    char text[1024];
    snprintf(text, sizeof text, SLEDGE "9-1.5*ACCX(20)%.*s\n", (int)(9 * k), others);
    mechanism m = load(text);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 6, element(&m, "SFORCE", 1, 0, 2));
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 2, measure(&m, "ACCX", 20, 0, 0, 0));
    unload(&m);
  }
}

static void too_strong_a_feedback_is_said(void) {
  static const char text[] = "title\n" SLEDGE "9-6*ACCX(20)\nEND\n";
  lash_model model;
  lash_system *system = NULL;
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  OK(lash_system_create(&model, NULL, &system, &error));
  double t, *y = malloc(lash_system_size(system)->y * sizeof *y);
  lash_system_initial(system, &t, y);
  OK(lash_system_assemble(system, t, y, NULL, &error));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_system_commit(system, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "do not agree"), error.message);
  free(y);
  lash_system_free(system);
  lash_model_free(&model);
}

/* An unbalanced wheel on a pin of radius 0.05: its load turns with it. */
#define WHEEL                                                                                  \
  "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, JGRAV=-10\nPART/2, MASS=3, CM=20, IP=1,1,0.5, " \
  "WZ=20, VY=2\nMARKER/20, PART=2, QP=0.1,0,0\nMARKER/21, PART=2\nJOINT/1, REVOLUTE, I=21, J=1\n"
#define BY_HAND                                                                         \
  WHEEL                                                                                 \
  "SFORCE/1, ROTATION, I=21, J=1, FUNCTION=-0.01*SQRT(JOINT(1,0,2,0)**2+JOINT(1,0,3,0)" \
  "**2)\n"

static double speed_after(const char *text, double h) {
  mechanism m = load(text);
  for (int k = 0; k < (int)(0.4 / h + 0.5); k++) rk4(&m, h);
  const double speed = measure(&m, "WZ", 20, 0, 0, 0);
  unload(&m);
  return speed;
}

/* The FRICTION element lags in the same way; the lag costs one order. */
static void same_as_joint_friction(void) {
  const char *element_text = WHEEL
      "FRICTION/1, JOINT=1, PIN_RADIUS=0.05, MU_STATIC=0.3, MU_DYNAMIC=0.2"
      ", STICTION_TRANSITION_VELOCITY=0.01\n";
  const double coarse = speed_after(BY_HAND, 0.004), middle = speed_after(BY_HAND, 0.002),
               fine = speed_after(BY_HAND, 0.001);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, speed_after(element_text, 0.002), middle);
  TEST_ASSERT_DOUBLE_WITHIN(0.15, 2, (coarse - middle) / (middle - fine));
}

static void note(void *context, const char *text) { snprintf(context, 512, "%s", text); }

static void the_user_is_told(void) {
  static const char text[] = "title\n" BY_HAND "END\n";
  char told[512] = "";
  const lash_system_options options = {.message = note, .message_context = told};
  lash_model model;
  lash_system *system = NULL;
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  OK(lash_system_create(&model, &options, &system, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(told, "SFORCE/1"), told);
  lash_system_free(system);
  lash_model_free(&model);
}

/* A GCON that measures against one marker acts between it and I; one that measures against several
 * belongs to no pair, and only I feels it. */
static void who_a_gcon_acts_between(void) {
  static const struct {
    const char *function;
    double between;
  } cases[] = {{"DX(20,1)", 20}, {"DX(20,1)+DX(20,30)", 0}, {"DX(20,1,30)+DX(20,1)", 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[600];
    snprintf(text, sizeof text,
             "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/30, PART=1, QP=0,1,0\nACCGRAV/IGRAV=-10\n"
             "PART/2, MASS=2, CM=20, IP=1,1,1\nMARKER/20, PART=2\nGCON/1, I=20, FUNCTION=%s\n",
             cases[k].function);
    mechanism m = load(text);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 20, element(&m, "GCON", 1, 0, 2));
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, cases[k].between, measure(&m, "FX", 20, 1, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0, measure(&m, "FX", 20, 30, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 20, measure(&m, "FX", 20, 0, 0, 0));
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(friction_by_hand);
  RUN_TEST(acceleration_feedback);
  RUN_TEST(feedback_of_a_rate);
  RUN_TEST(feedback_beside_others);
  RUN_TEST(too_strong_a_feedback_is_said);
  RUN_TEST(same_as_joint_friction);
  RUN_TEST(the_user_is_told);
  RUN_TEST(who_a_gcon_acts_between);
  return UNITY_END();
}
