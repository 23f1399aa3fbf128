/* Runs that cannot go on end, soon and in words, with every integrator; chatter does not stop them.
 */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* A four-bar whose driven crank cannot go round: its rod and rocker stretch out after 0.027 s. */
#define LOCKING                                                                       \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, QP=3,0,0\n"                    \
  "PART/2, MASS=1, CM=3, IP=.1,.1,.1\nMARKER/2, PART=2\nMARKER/3, PART=2, QP=0,1,0\n" \
  "MARKER/4, PART=2, QP=0,2,0\n"                                                      \
  "PART/3, MASS=2, CM=6, IP=.4,.4,.7\nMARKER/5, PART=3, QP=0,2,0\n"                   \
  "MARKER/6, PART=3, QP=1,1.5,0\nMARKER/7, PART=3, QP=2,1,0\n"                        \
  "PART/4, MASS=1, CM=8, IP=.3,.3,.3\nMARKER/10, PART=4, QP=3,0,0\n"                  \
  "MARKER/8, PART=4, QP=2.5,.5,0\nMARKER/11, PART=4, QP=2,1,0\n"                      \
  "JOINT/1, REVOLUTE, I=2, J=1\nJOINT/2, REVOLUTE, I=5, J=4\n"                        \
  "JOINT/3, REVOLUTE, I=11, J=7\nJOINT/4, REVOLUTE, I=10, J=9\n"                      \
  "MOTION/1, JOINT=1, ROTATION, FUNCTION=TIME\n"

static void a_locking_mechanism_is_refused(void) {
  for (size_t k = 0; k < lash_integrator_count(); k++) {
    const lash_integrator_info info = lash_integrator_at(k);
    const lash_integrate_options options = method(info.name, 1e-6, info.fixed ? 1e-3 : 0);
    mechanism m = load(LOCKING);
    lash_integration *run;
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_FAILURE, lash_integrate_to(run, 1, NULL, &error), info.name);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "time 0.02"), error.message);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "constraints"), error.message);
    lash_integrate_free(run);
    unload(&m);
  }
}

/* A force that exists only up to 0.5 s. */
static void a_force_that_ceases_is_named(void) {
  for (size_t k = 0; k < lash_integrator_count(); k++) {
    const lash_integrator_info info = lash_integrator_at(k);
    const lash_integrate_options options = method(info.name, 1e-6, info.fixed ? 1e-3 : 0);
    mechanism m = load(PENDULUM "SFORCE/3, ROTATION, I=2, J=1, FUNCTION=SQRT(0.5-TIME)\n");
    lash_integration *run;
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_FAILURE, lash_integrate_to(run, 1, NULL, &error), info.name);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "SFORCE/3"), error.message);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-3, 0.5, lash_integrate_time(run), info.name);
    lash_integrate_free(run);
    unload(&m);
  }
}

/* A floor written as a force over a gap: without ACTIONONLY it pushes along the line to a marker
 * that the body falls past. With it the ball bounces on. */
static void a_gap_force_without_direction_is_named(void) {
  static const char *const kinds[] = {"", "ACTIONONLY, "};
  for (int k = 0; k < 2; k++) {
    char text[512];
    snprintf(text, sizeof text,
             "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1, QG=1E-3,0,.1\n"
             "MARKER/2, PART=2\nSFORCE/7, TRANSLATION, %sI=2, J=1, FUNCTION="
             "IMPACT(DZ(2,1,1),VZ(2,1,1),0.0,1E6,1.5,100,1E-4)\nACCGRAV/KGRAV=-9.81\n",
             kinds[k]);
    const lash_integrate_options options = method("rk45", 1e-6, 0);
    mechanism m = load(text);
    lash_integration *run;
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
    TEST_ASSERT_EQUAL_INT(k ? LASH_OK : LASH_FAILURE, lash_integrate_to(run, 0.5, NULL, &error));
    if (k == 0) {
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "SFORCE/7"), error.message);
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "ACTIONONLY"), error.message);
    }
    lash_integrate_free(run);
    unload(&m);
  }
}

/* Dry friction written with SIGN: the block stops after v / (mu g) and then trembles about rest. */
static void chatter_is_lived_with(void) {
  static const char *const names[] = {"rk45", "bdf"};
  for (size_t k = 0; k < 2; k++) {
    mechanism m = load(
        "PART/1, GROUND\nMARKER/1, PART=1, REULER=90D,90D,0\n"
        "PART/2, MASS=1, CM=2, IP=1,1,1, VX=1\nMARKER/2, PART=2, REULER=90D,90D,0\n"
        "JOINT/1, TRANSLATIONAL, I=2, J=1\n"
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=2, J=1, FUNCTION=-SIGN(2,VZ(2,1,1))\n");
    lash_integrate_options options = method(names[k], 1e-5, 0);
    options.output_step = 0.1;
    advance(&m, &options, 1, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-2, 0.25, m.y[0], names[k]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-2, 0, m.y[m.n->q], names[k]);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_locking_mechanism_is_refused);
  RUN_TEST(a_force_that_ceases_is_named);
  RUN_TEST(a_gap_force_without_direction_is_named);
  RUN_TEST(chatter_is_lived_with);
  return UNITY_END();
}
