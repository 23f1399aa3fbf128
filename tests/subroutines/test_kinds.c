/* Fields, geometry, state equations, run control, flexible bodies: the C form of every other kind.
 */
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

static void field_with_derivatives(void) {
  lash_routine routine = test_routine(LASH_FIESUB, "geometry::");
  const double user[3] = {100, 7, 3};
  const double disp[6] = {0.1, -0.2, 0.3, 0, 0.1, 2}, velo[6] = {1, 0, 0, 0, 0, -1};
  const struct sAdamsField element = {1, 3, user, 11, 21};
  double force[6], by_disp[36], by_velo[36];
  OK(lash_call_field(&routine, &call, &element, 0, disp, velo, 1, 0, force, by_disp, by_velo,
                     &error));
  for (int i = 0; i < 6; i++) {
    TEST_ASSERT_EQUAL_DOUBLE(-100 * disp[i] - 7 * pow(disp[i], 3) - 3 * velo[i], force[i]);
    TEST_ASSERT_EQUAL_DOUBLE(-100 - 21 * disp[i] * disp[i], by_disp[7 * i]);
    TEST_ASSERT_EQUAL_DOUBLE(-3, by_velo[7 * i]);
  }
  TEST_ASSERT_EQUAL_DOUBLE(0, by_disp[1]);
}

static void curve_and_surface(void) {
  const double user[1] = {2};
  const struct sAdamsCurve curve = {1, 1, user, 1, 4, 0, 6.3};
  lash_routine routine = test_routine(LASH_CURSUB, "geometry::");
  double v[9];
  int ierr;
  OK(lash_call_curve(&routine, &call, &curve, 0.7, 1, 0, v, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-2 * sin(0.7), v[0]);
  TEST_ASSERT_EQUAL_DOUBLE(2 * cos(0.7), v[1]);

  const struct sAdamsSurface surface = {1, 1, user, {4, 4}, {0, 0}, {-1, -1}, {1, 1}};
  lash_routine patch = test_routine(LASH_SURSUB, "geometry::");
  OK(lash_call_surface(&patch, &call, &surface, 0.5, 0.25, 0, 0, v, &ierr, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.25, v[2]);
  TEST_ASSERT_EQUAL_INT(0, ierr);
  OK(lash_call_surface(&patch, &call, &surface, 1.5, 0.25, 1, 0, v, &ierr, &error));
  TEST_ASSERT_EQUAL_DOUBLE(3, v[5]);
  TEST_ASSERT_EQUAL_INT(1, ierr);
}

static void coupler_with_derivatives(void) {
  const double user[1] = {3}, q[2] = {0.4, -0.5};
  const struct sAdamsCoupler element = {1, 1, user, 2, {1, 2, 0}, {'R', 'T', 0}};
  lash_routine value = test_routine(LASH_COUSUB, "geometry::");
  lash_routine gradient = test_routine(LASH_COUXX, "geometry::");
  lash_routine hessian = test_routine(LASH_COUXX2, "geometry::");
  double out[4];
  OK(lash_call_coupler(&value, &call, &element, 0, q, 0, out, 1, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.4 + 3 * 0.25, out[0]);
  OK(lash_call_coupler(&gradient, &call, &element, 0, q, 0, out, 2, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-3, out[1]);
  OK(lash_call_coupler(&hessian, &call, &element, 0, q, 0, out, 4, &error));
  TEST_ASSERT_EQUAL_DOUBLE(6, out[3]);
}

static const double oscillator[2] = {2, 0.1};
static const struct sAdamsGSE gse = {.ID = 4,
                                     .NPAR = 2,
                                     .PAR = oscillator,
                                     .NI = 1,
                                     .NO = 1,
                                     .U = 51,
                                     .NS = 2,
                                     .X = 50,
                                     .ND = 2,
                                     .XD = 50,
                                     .SAMPLE_OFFSET = 0.5};

static void gse_older_form(void) {
  const double x[2] = {0.3, -0.7}, u[1] = {5};
  double xdot[2], y[1], d[4];
  lash_routine value = test_routine(LASH_GSESUB, "gse::"), xx = test_routine(LASH_GSEXX, "gse::");
  lash_routine xu = test_routine(LASH_GSEXU, "gse::"), yx = test_routine(LASH_GSEYX, "gse::");
  lash_routine yu = test_routine(LASH_GSEYU, "gse::");
  OK(lash_call_gse(&value, &call, &gse, 0, 0, 0, x, u, xdot, y, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-0.7, xdot[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-4 * 0.3 + 0.4 * 0.7 + 5, xdot[1]);
  TEST_ASSERT_EQUAL_DOUBLE(0.3, y[0]);
  OK(lash_call_gse_partials(&xx, &call, &gse, 0, 0, x, u, d, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-4, d[1]);
  TEST_ASSERT_EQUAL_DOUBLE(1, d[2]);
  TEST_ASSERT_EQUAL_DOUBLE(-0.4, d[3]);
  OK(lash_call_gse_partials(&xu, &call, &gse, 0, 0, x, u, d, &error));
  TEST_ASSERT_EQUAL_DOUBLE(1, d[1]);
  OK(lash_call_gse_partials(&yx, &call, &gse, 0, 0, x, u, d, &error));
  TEST_ASSERT_EQUAL_DOUBLE(1, d[0]);
  OK(lash_call_gse_partials(&yu, &call, &gse, 0, 0, x, u, d, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0, d[0]);
}

static void gse_newer_form(void) {
  double values[2], step;
  lash_partials partials = {0};
  host.array[0] = 0.3, host.array[1] = -0.7, host.array_count = 2, host.input = 5;
  call.partials = &partials;
  lash_routine deriv = test_routine(LASH_GSE_DERIV, "gse::");
  OK(lash_call_gse_values(&deriv, &call, &gse, 0, 0, 0, values, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-4 * 0.3 + 0.4 * 0.7 + 5, values[1]);
  TEST_ASSERT_EQUAL_size_t(2, partials.count);
  TEST_ASSERT_EQUAL_STRING("ARRAY", partials.list[0].quantity.name);
  TEST_ASSERT_EQUAL_INT(50, partials.list[0].quantity.par[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-4, partials.list[0].values[1]);
  TEST_ASSERT_EQUAL_INT(51, partials.list[1].quantity.par[0]);
  lash_partials_free(&partials);
  call.partials = NULL;

  lash_routine output = test_routine(LASH_GSE_OUTPUT, "gse::");
  OK(lash_call_gse_values(&output, &call, &gse, 0, 0, 0, values, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.3, values[0]);
  lash_routine update = test_routine(LASH_GSE_UPDATE, "gse::");
  OK(lash_call_gse_values(&update, &call, &gse, 0, 0, 0, values, &error));
  TEST_ASSERT_EQUAL_DOUBLE(1.3, values[0]);
  lash_routine sample = test_routine(LASH_GSE_SAMP, "gse::"); /* named Gse_sample in there */
  OK(lash_call_gse_sample(&sample, &call, &gse, 0, 0, &step, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.75, step);
}

static void external_system(void) {
  const struct sAdamsEXTSYS system = {.ID = 5,
                                      .NPAR = 2,
                                      .PAR = oscillator,
                                      .NI = 1,
                                      .NO = 1,
                                      .U = 51,
                                      .NS = 2,
                                      .X = 50,
                                      .ND = 1,
                                      .external_system_type = "seven..",
                                      .memory_scale_factor = 1.5};
  double values[2];
  host.array[0] = 0.3, host.array[1] = -0.7, host.array_count = 2, host.input = 5;
  lash_routine deriv = test_routine(LASH_EXTSYS_DERIV, "gse::");
  OK(lash_call_extsys_values(&deriv, &call, &system, 0, 0, 0, values, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-4 * 0.3 + 0.4 * 0.7 + 5, values[1]);
  lash_routine output = test_routine(LASH_EXTSYS_OUTPUT, "gse::");
  OK(lash_call_extsys_values(&output, &call, &system, 0, 0, 0, values, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.3, values[0]);
  lash_routine update = test_routine(LASH_EXTSYS_UPDATE, "gse::");
  OK(lash_call_extsys_values(&update, &call, &system, 0, 0, 0, values, &error));
  TEST_ASSERT_EQUAL_DOUBLE(7, values[0]);
  lash_routine sample = test_routine(LASH_EXTSYS_SAMPLE, "gse::");
  OK(lash_call_extsys_sample(&sample, &call, &system, 0, 0, values, &error));
  TEST_ASSERT_EQUAL_DOUBLE(1.5, values[0]);
}

/* A library compiled for release 2017 sees its own structure and its own callback. */
static void older_release(void) {
  struct sAdamsGSE element = gse;
  element.ND = 3, element.XD = 4, element.ICD = 5, element.STATICS_ONLY = 77, element.NS = 1;
  lash_routine deriv = test_routine(LASH_GSE_DERIV, "older::");
  double value;
  OK(lash_call_gse_values(&deriv, &call, &element, 0, 0, 0, &value, &error));
  TEST_ASSERT_EQUAL_DOUBLE(543.5, value);
  lash_routine callback = test_routine(LASH_CBKSUB, "older::");
  int data[3] = {0};
  OK(lash_call_callback(&callback, &call, NULL, 2.0, 10, data, &error));
  TEST_ASSERT_EQUAL_INT(12, data[0]);
}

static void control_drives_the_run(void) {
  const double user[1] = {2.5};
  const struct sAdamsControl element = {1, user};
  lash_routine routine = test_routine(LASH_CONSUB, "control::");
  OK(lash_call_control(&routine, &call, &element, &error));
  TEST_ASSERT_EQUAL_INT(4, host.log_count);
  TEST_ASSERT_EQUAL_STRING("STATIC settle 0 0 1", host.log[0]);
  TEST_ASSERT_EQUAL_STRING("PART/1, MASS = 10", host.log[1]);
  TEST_ASSERT_EQUAL_STRING("DYNAMICS run 0 2.5 0", host.log[2]);
  TEST_ASSERT_EQUAL_STRING("output", host.log[3]);
}

static void callback_events(void) {
  const struct sAdamsCbksub element = {3, 0, NULL, NULL};
  lash_routine routine = test_routine(LASH_CBKSUB, "control::");
  int data[3] = {4, 5, 0};
  OK(lash_call_callback(&routine, &call, NULL, 0, 1, data, &error));
  OK(lash_call_callback(&routine, &call, &element, 0, 4, data, &error));
  TEST_ASSERT_EQUAL_INT(1, data[2]);
  OK(lash_call_callback(&routine, &call, &element, 0, 3, data, &error));
  data[0] = 47, data[1] = 1;
  OK(lash_call_callback(&routine, &call, &element, 0, 39, data, &error));
  static const char *const expected[] = {
      "I 0 ev_INITIALIZE", "I 3 ev_ITERATION_BEG", "W 3 am_STATICS", "I 3 ev_SENSOR",
      "I 4 sn_RESTART",    "I 3 ev_COMMAND",       "I 1 cm_SIMULATE"};
  TEST_ASSERT_EQUAL_INT(7, host.log_count);
  for (int i = 0; i < 7; i++) TEST_ASSERT_EQUAL_STRING(expected[i], host.log[i]);
}

static void saving_and_splines(void) {
  int ierr;
  lash_routine save = test_routine(LASH_SAVSUB, "control::"),
               reload = test_routine(LASH_RELSUB, "control::");
  OK(lash_call_save(&save, &call, 31, &ierr, &error));
  TEST_ASSERT_EQUAL_INT(32, ierr);
  OK(lash_call_save(&reload, &call, 31, &ierr, &error));
  TEST_ASSERT_EQUAL_INT(-31, ierr);

  const struct sAdamsSpline spline = {6, "file", "block"};
  lash_routine read = test_routine(LASH_SPLINE_READ, "control::");
  OK(lash_call_spline_read(&read, &call, &spline, &ierr, &error));
  TEST_ASSERT_EQUAL_INT(0, ierr);
  TEST_ASSERT_EQUAL_INT(6, host.spline_id);
  TEST_ASSERT_EQUAL_DOUBLE(9, host.spline[1][3]);
  TEST_ASSERT_EQUAL_DOUBLE(13, host.spline[1][8]);
}

static void message_filter(void) {
  char info[] = "INFO", warning[] = "WARN", text[] = "hello";
  int keep;
  lash_routine routine = test_routine(LASH_USRMSGFLT, "control::");
  OK(lash_call_message_filter(&routine, &call, info, text, &keep, &error));
  TEST_ASSERT_EQUAL_INT(1, keep);
  OK(lash_call_message_filter(&routine, &call, warning, text, &keep, &error));
  TEST_ASSERT_EQUAL_INT(0, keep);
}

static void flexible_bodies(void) {
  const double user[1] = {0.01}, freqs[3] = {10, 20, 30}, loads[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const struct sAdamsCratio cratio = {{2}, 1, user};
  const struct sAdamsMforce mforce = {{2}, 9, 1, user, 0};
  double ratios[3], scale, vector[8];
  int load_case = 5;
  lash_routine damping = test_routine(LASH_DMPSUB, "control::"),
               force = test_routine(LASH_MFOSUB, "control::");
  OK(lash_call_damping(&damping, &call, &cratio, 0, freqs, 3, 1e-3, ratios, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.3, ratios[2]);
  OK(lash_call_mforce(&force, &call, &mforce, 2, 0, 0, loads, 2, 1, &scale, &load_case, vector,
                      &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.02, scale);
  TEST_ASSERT_EQUAL_INT(0, load_case);
  TEST_ASSERT_EQUAL_DOUBLE(16, vector[7]);
}

/* What a routine remembers goes out with iflag 7 and comes back with iflag 9. */
static void memory_survives_a_reload(void) {
  const struct sAdamsVariable element = {1, 0, NULL, 0};
  lash_sdk_store store = {0};
  double before, after;
  lash_routine routine = test_routine(LASH_VARSUB, "control::Counter");
  for (int i = 0; i < 3; i++) {
    OK(lash_call_variable(&routine, &call, &element, 0.25, 0, 0, &before, &error));
  }
  TEST_ASSERT_EQUAL_DOUBLE(103.25, before);
  call.store = &store;
  double unused;
  OK(lash_call_variable(&routine, &call, &element, 0.25, 0, 7, &unused, &error));
  OK(lash_call_variable(&routine, &call, &element, 9, 0, 0, &after, &error));
  TEST_ASSERT_EQUAL_DOUBLE(113, after);
  OK(lash_call_variable(&routine, &call, &element, 9, 0, 9, &unused, &error));
  TEST_ASSERT_EQUAL_DOUBLE(before, unused);
  TEST_ASSERT_EQUAL_size_t(store.count, store.read);
  lash_sdk_store_free(&store);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(field_with_derivatives);
  RUN_TEST(curve_and_surface);
  RUN_TEST(coupler_with_derivatives);
  RUN_TEST(gse_older_form);
  RUN_TEST(gse_newer_form);
  RUN_TEST(external_system);
  RUN_TEST(older_release);
  RUN_TEST(control_drives_the_run);
  RUN_TEST(callback_events);
  RUN_TEST(saving_and_splines);
  RUN_TEST(message_filter);
  RUN_TEST(flexible_bodies);
  RUN_TEST(memory_survives_a_reload);
  test_routines_done();
  return UNITY_END();
}
