/* Forces and values of user libraries, each checked against its formula worked out here. */
#include <math.h>
#include <string.h>

#include "host.h"
#include "unity.h"

static test_host host;
static lash_sdk_call call;
static lash_error error;

void setUp(void) {
  test_host_make(&host);
  call = (lash_sdk_call){.host = &host.sdk};
  error.message[0] = '\0';
}
void tearDown(void) {}

#define OK(status) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message)

static void measured(const char *name, int i, int j, int k, int n, double *out) {
  const int par[4] = {i, j, k, k};
  int count;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_sdk_array(&host.sdk, name, par, n, out, &count, NULL));
}

static const double spring[2] = {1000, 20};
static const struct sAdamsGforce gforce = {3, 2, spring, 11, 31, 21};

static void gforce_spring(void) {
  lash_routine routine = test_routine(LASH_GFOSUB, "spring_gforce::");
  TEST_ASSERT_EQUAL_INT(LASH_FORM_C, routine.form);
  double result[6], d[6], v[6];
  OK(lash_call_gforce(&routine, &call, &gforce, 0.1, 0, 0, result, &error));
  measured("DISP", 11, 21, 31, 3, d);
  measured("VEL", 11, 21, 31, 4, v);
  for (int i = 0; i < 3; i++) TEST_ASSERT_EQUAL_DOUBLE(-1000 * d[i] - 20 * v[i], result[i]);
  for (int i = 3; i < 6; i++) TEST_ASSERT_EQUAL_DOUBLE(0, result[i]);
}

/* A set-up pass asks for the same quantities, sees zeros, and leaves a record without repeats. */
static void set_up_pass_records(void) {
  lash_routine routine = test_routine(LASH_GFOSUB, "spring_gforce::Gfosub");
  lash_quantities asked = {0};
  double result[6];
  call.asked = &asked;
  for (int repeat = 0; repeat < 2; repeat++) {
    OK(lash_call_gforce(&routine, &call, &gforce, 0, 0, 3, result, &error));
  }
  for (int i = 0; i < 6; i++) TEST_ASSERT_EQUAL_DOUBLE(0, result[i]);
  TEST_ASSERT_EQUAL_size_t(2, asked.count);
  TEST_ASSERT_EQUAL_STRING("DISP", asked.list[0].name);
  TEST_ASSERT_EQUAL_INT(3, asked.list[0].npar);
  TEST_ASSERT_EQUAL_INT(21, asked.list[0].par[1]);
  TEST_ASSERT_EQUAL_STRING("VEL", asked.list[1].name);
  TEST_ASSERT_EQUAL_INT(4, asked.list[1].npar);
  lash_quantities_free(&asked);
}

static void partials_are_collected(void) {
  lash_routine routine = test_routine(LASH_GFOSUB, "spring_gforce::");
  lash_partials partials = {0};
  double result[6];
  call.partials = &partials;
  OK(lash_call_gforce(&routine, &call, &gforce, 0, 0, 0, result, &error));
  TEST_ASSERT_EQUAL_size_t(2, partials.count);
  TEST_ASSERT_EQUAL_STRING("DISP", partials.list[0].quantity.name);
  TEST_ASSERT_EQUAL_INT(36, partials.list[0].count);
  for (int i = 0; i < 6; i++) {
    TEST_ASSERT_EQUAL_DOUBLE(i < 3 ? -1000 : 0, partials.list[0].values[7 * i]);
    TEST_ASSERT_EQUAL_DOUBLE(i < 3 ? -20 : 0, partials.list[1].values[7 * i]);
  }
  lash_partials_clear(&partials);
  OK(lash_call_gforce(&routine, &call, &gforce, 0, 0, 3, result,
                      &error)); /* none in a set-up pass */
  TEST_ASSERT_EQUAL_size_t(0, partials.count);
  lash_partials_free(&partials);
}

static void sforce_stop(void) {
  lash_routine routine = test_routine(LASH_SFOSUB, "values::");
  const double user[5] = {10, 1e3, 1.5, 5, 0.1};
  const struct sAdamsSforce element = {1, 5, user, 11, 21, 0, "TRANSLATION"};
  double result, x, v;
  const int pair[2] = {11, 21};
  OK(lash_call_sforce(&routine, &call, &element, 0, 0, 0, &result, &error));
  lash_sdk_scalar(&host.sdk, "DM", pair, 2, &x, NULL);
  lash_sdk_scalar(&host.sdk, "VR", pair, 2, &v, NULL);
  TEST_ASSERT_EQUAL_DOUBLE(1e3 * pow(10 - x, 1.5) - 5 * v, result); /* deep: full damping */
}

static void vector_forces(void) {
  const double user[1] = {4};
  const struct sAdamsVforce vforce = {2, 1, user, 11, 21, 31};
  const struct sAdamsVtorque vtorque = {2, 1, user, 11, 21, 31};
  lash_routine force = test_routine(LASH_VFOSUB, "values::vfosub");
  lash_routine torque = test_routine(LASH_VTOSUB, "values::VTOSUB");
  double f[3], t[3], v[3], w[3];
  OK(lash_call_vforce(&force, &call, &vforce, 0, 0, 0, f, &error));
  OK(lash_call_vtorque(&torque, &call, &vtorque, 0, 0, 0, t, &error));
  measured("TVEL", 11, 21, 31, 3, v);
  measured("RVEL", 11, 21, 31, 3, w);
  for (int i = 0; i < 3; i++) {
    TEST_ASSERT_EQUAL_DOUBLE(-4 * v[i], f[i]);
    TEST_ASSERT_EQUAL_DOUBLE(-4 * w[i], t[i]);
  }
}

static void variable_reads_data(void) {
  lash_routine routine = test_routine(LASH_VARSUB, "values::");
  const double user[3] = {4, 50, 9};
  const struct sAdamsVariable element = {6, 3, user, 0};
  double result;
  host.variable = 3;
  host.array[0] = 1, host.array[1] = 2.5, host.array_count = 2;
  OK(lash_call_variable(&routine, &call, &element, 0, 0, 0, &result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(3 * 3.5 + (double)strlen(host.text), result);
}

static void diff_both_ways(void) {
  lash_routine routine = test_routine(LASH_DIFSUB, "values::");
  const double user[1] = {5};
  struct sAdamsDiff element = {7, 1, user, 0, 0, 1, 0};
  double result;
  host.diff = 2, host.diff_rate = 0.5;
  OK(lash_call_diff(&routine, &call, &element, 0, 0, 0, &result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-10, result);
  element.IMPLICIT = 1;
  OK(lash_call_diff(&routine, &call, &element, 0, 0, 0, &result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(10.5, result);
}

static void motion_and_its_derivatives(void) {
  lash_routine routine = test_routine(LASH_MOTSUB, "values::");
  const double user[3] = {2, 0.5, 1.5};
  const struct sAdamsMotion element = {1, 3, user, 4, "ROTATION", 0, 0, "", "DISPLACEMENT"};
  double t = 0.3, result[3];
  for (int k = 0; k < 3; k++) {
    OK(lash_call_motion(&routine, &call, &element, t, k, 0, &result[k], &error));
  }
  TEST_ASSERT_EQUAL_DOUBLE(0.5 + 1.5 * cos(2 * t), result[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-3 * sin(2 * t), result[1]);
  TEST_ASSERT_EQUAL_DOUBLE(-6 * cos(2 * t), result[2]);
  double unused;
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE,
                        lash_call_motion(&routine, &call, &element, t, 3, 0, &unused, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "order of the derivative"));
}

static void request_and_sensors(void) {
  lash_routine request = test_routine(LASH_REQSUB, "values::");
  const double user[2] = {11, 21};
  const struct sAdamsRequest req = {1, 2, user, "four", {0}};
  double output[8], disp[6], value;
  OK(lash_call_request(&request, &call, &req, 0, 0, output, &error));
  measured("DISP", 11, 0, 0, 1, disp);
  TEST_ASSERT_EQUAL_DOUBLE(13, output[0]);
  for (int i = 0; i < 6; i++) TEST_ASSERT_EQUAL_DOUBLE(disp[i], output[1 + i]);
  TEST_ASSERT_EQUAL_DOUBLE(4, output[7]);

  const struct sAdamsSensor sensor = {1, 2, user, 0.25, 1e-3, "GE"};
  lash_routine sense = test_routine(LASH_SENSUB, "values::"),
               event = test_routine(LASH_SEVSUB, "values::");
  OK(lash_call_sensor(&sense, &call, &sensor, 1.5, 0, &value, &error));
  TEST_ASSERT_EQUAL_DOUBLE(1.25, value);
  OK(lash_call_sensor(&event, &call, &sensor, 1.5, 0, &value, &error));
  TEST_ASSERT_EQUAL_DOUBLE(16.5, value);
}

static void contact_normal_and_friction(void) {
  const double normal_user[4] = {1e5, 1.5, 100, 0.01}, friction_user[4] = {0.3, 0.1, 0.2, 1};
  struct sAdamsContactFriction element = {.contact = {.ID = 8}, .NPAR = 4, .PAR = normal_user};
  lash_sdk_contact point = {.gap = -0.02, .gapdot = -0.5, .xdot = {0.3, 0.4}, .nforce = 50};
  double values[3];
  lash_routine normal = test_routine(LASH_CNFSUB, "contact::");
  OK(lash_call_contact_normal(&normal, &call, &element, 0, &point, 0, 0, values, &error));
  TEST_ASSERT_EQUAL_DOUBLE(1e5 * pow(0.02, 1.5) + 100 * 0.5, values[0]);

  element.PAR = friction_user;
  lash_routine friction = test_routine(LASH_CFFSUB, "contact::");
  OK(lash_call_contact_friction(&friction, &call, &element, 0, &point, 0, 0, values, &error));
  double u = (0.5 - 0.1) / 0.9, mu = 0.3 - 0.1 * u * u * (3 - 2 * u);
  TEST_ASSERT_EQUAL_DOUBLE(-50 * mu * 0.6, values[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-50 * mu * 0.8, values[1]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(gforce_spring);
  RUN_TEST(set_up_pass_records);
  RUN_TEST(partials_are_collected);
  RUN_TEST(sforce_stop);
  RUN_TEST(vector_forces);
  RUN_TEST(variable_reads_data);
  RUN_TEST(diff_both_ways);
  RUN_TEST(motion_and_its_derivatives);
  RUN_TEST(request_and_sensors);
  RUN_TEST(contact_normal_and_friction);
  test_routines_done();
  return UNITY_END();
}
