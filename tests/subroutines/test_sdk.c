/* SDK functions called straight from here: conversions, data of the model, state of the run. */
#include <math.h>
#include <string.h>

#include "host.h"
#include "lash_functions.h"
#include "running.h"
#include "unity.h"

static test_host host;
static lash_sdk_call call;
static lash_running running;

/* Makes this test look like a routine being called. */
void setUp(void) {
  test_host_make(&host);
  call = (lash_sdk_call){.host = &host.sdk, .thread = 3};
  running = (lash_running){.call = &call, .time = 0.75};
  lash_running_set(&running);
}
void tearDown(void) { lash_running_set(NULL); }

static const char *const systems[] = {"EULER", "COSINES",   "EULPAR", "BRYAN",
                                      "space", "RODRIGUES", "AXAYAZ"};
enum { SYSTEMS = 7 };

/* There and back through every pair of forms keeps the rotation. */
static void rotations_convert(void) {
  static const double turns[][3] = {
      {0.3, 0.8, -0.5}, {-1.2, 0.4, 1.4}, {0, 0, 0}, {0.2, 1.5, 0.1}, {2.9, 1.3, 2.8}};
  for (int t = 0; t < 5; t++) {
    double reference[9];
    int failed;
    c_rcnvrt("EULER", turns[t], "COSINES", reference, &failed);
    for (int i = 0; i < SYSTEMS; i++) {
      for (int j = 0; j < SYSTEMS; j++) {
        double a[9], b[9], back[9];
        c_rcnvrt("COSINES", reference, systems[i], a, &failed);
        TEST_ASSERT_EQUAL_INT(0, failed);
        c_rcnvrt(systems[i], a, systems[j], b, &failed);
        c_rcnvrt(systems[j], b, "COSINES", back, &failed);
        /* AX, AY, AZ hold a rotation only while its tilt stays below a right angle */
        if ((i == 6 || j == 6) && reference[8] <= 0) continue;
        for (int n = 0; n < 9; n++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, reference[n], back[n]);
      }
    }
  }
}

/* A quarter turn about z in each form, by hand. */
static void rotations_have_the_right_sense(void) {
  double right = acos(-1.0) / 2, q[9];
  const double quarter[3] = {right, 0, 0};
  int failed;
  c_rcnvrt("EULER", quarter, "COSINES", q, &failed);
  TEST_ASSERT_EQUAL_DOUBLE(1, q[1]); /* the x axis now points along y; cosines run by columns */
  c_rcnvrt("EULER", quarter, "EULPAR", q, &failed);
  TEST_ASSERT_EQUAL_DOUBLE(sqrt(0.5), q[3]);
  c_rcnvrt("EULER", quarter, "RODRIGUES", q, &failed);
  TEST_ASSERT_EQUAL_DOUBLE(1, q[2]);
  c_rcnvrt("EULER", quarter, "BRYAN", q, &failed);
  TEST_ASSERT_EQUAL_DOUBLE(right, q[2]);
  const double half[3] = {2 * right, 0, 0};
  c_rcnvrt("EULER", half, "EULPAR", q, &failed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1, fabs(q[3]));
  c_rcnvrt("EULER", half, "NONSENSE", q, &failed);
  TEST_ASSERT_EQUAL_INT(1, failed);
}

static void positions_convert(void) {
  const double p[3] = {1, 2, -2};
  double q[3], back[3];
  int failed;
  c_tcnvrt("CARTESIAN", p, "SPHERICAL", q, &failed);
  TEST_ASSERT_EQUAL_DOUBLE(3, q[0]);
  TEST_ASSERT_EQUAL_DOUBLE(acos(-2.0 / 3), q[2]);
  c_tcnvrt("SPHERICAL", q, "CYLINDRICAL", back, &failed);
  TEST_ASSERT_EQUAL_DOUBLE(sqrt(5), back[0]);
  c_tcnvrt("CYLINDRICAL", back, "CARTESIAN", q, &failed);
  for (int i = 0; i < 3; i++) TEST_ASSERT_EQUAL_DOUBLE(p[i], q[i]);
  c_tcnvrt("CARTESIAN", p, "POLAR", q, &failed);
  TEST_ASSERT_EQUAL_INT(1, failed);
}

static void text_and_numbers(void) {
  char text[64];
  int length, failed, size = 4, outcome, index;
  const double values[4] = {1, 2, INFINITY, NAN};
  c_istrng(-120, text, &length, &failed);
  TEST_ASSERT_EQUAL_STRING("-120", text);
  TEST_ASSERT_EQUAL_INT(4, length);
  c_rstrng(0.25, text, &length, &failed);
  TEST_ASSERT_EQUAL_STRING("0.25", text);
  c_naninf(values, &size, &outcome, &index);
  TEST_ASSERT_TRUE(outcome == 2 && index == 3);
  size = 2;
  c_naninf(values, &size, &outcome, &index);
  TEST_ASSERT_TRUE(outcome == 0 && index == 0);
}

static void model_data(void) {
  int exists, failed, n, rows[6], columns[6], type, nr, nc;
  double scales[4], g[3], array[8], full[6];
  char text[80];
  c_gtunts(&exists, scales, text);
  TEST_ASSERT_TRUE(exists && scales[0] == 1 && scales[1] == 1e-3 && scales[2] == 1 &&
                   scales[3] == 1);
  TEST_ASSERT_EQUAL_STRING("second millimeter newton kilogram", text);
  host.sdk.units = NULL;
  c_gtunts(&exists, scales, text);
  TEST_ASSERT_EQUAL_INT(0, exists);
  c_get_gravity(&g[0], &g[1], &g[2]);
  TEST_ASSERT_EQUAL_DOUBLE(-9806.65, g[1]);
  c_gtstrg(10, text, &n, &failed);
  TEST_ASSERT_TRUE(failed && n == 0);
  c_gtaray(10, array, &n, &failed);
  TEST_ASSERT_TRUE(failed && n == 0);
  c_get_matrix_info(8, &type, &nr, &nc, &n, &failed);
  TEST_ASSERT_TRUE(!failed && nr == 2 && nc == 3 && n == 6);
  c_get_full_matrix_data(8, full, 6, &failed);
  TEST_ASSERT_TRUE(!failed && full[3] == 4);
  c_get_full_matrix_data(8, full, 5, &failed);
  TEST_ASSERT_TRUE(failed);
  c_get_sparse_matrix_data(8, rows, columns, full, 3, &failed);
  TEST_ASSERT_TRUE(!failed && rows[1] == 2 && columns[1] == 2 && full[1] == 4 && columns[2] == 3);
  c_get_matrix_info(9, &type, &nr, &nc, &n, &failed);
  TEST_ASSERT_TRUE(failed && n == 0);
}

/* y = x^3 + z x at the knots; the global cubic has it everywhere, Akima's method at the knots. */
static void splines_by_the_host(void) {
  double x[6], y[12], value[2];
  const double z[2] = {0, 1};
  int failed;
  for (int i = 0; i < 6; i++) {
    x[i] = i;
    y[i] = i * i * i;
    y[6 + i] = i * i * i + i;
  }
  const lash_interpolant_data data = {.points = 6, .curves = 2, .x = x, .y = y, .z = z};
  lash_interpolant *made;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_interpolant_create(&data, &made, NULL));
  host.interpolant = made;
  c_akispl(2, 0.5, 7, 0, value, &failed);
  TEST_ASSERT_TRUE(!failed && fabs(value[0] - 9) < 1e-12);
  c_cubspl(2.5, 0.5, 7, 1, value, &failed);
  TEST_ASSERT_TRUE(!failed && fabs(value[0] - 19.25) < 1e-11 && fabs(value[1] - 2.5) < 1e-11);
  c_cubspl(2.5, 0.5, 7, 2, value, &failed);
  TEST_ASSERT_TRUE(!failed && fabs(value[0] - 15) < 1e-11);
  c_akispl(2, 0.5, 7, 3, value, &failed);
  TEST_ASSERT_TRUE(failed && value[0] == 0);
  c_akispl(2, 0.5, 6, 0, value, &failed);
  TEST_ASSERT_TRUE(failed);
  lash_interpolant_free(made);
}

/* Every built-in function by every order, against what core/ says; senseless arguments raise the
 * flag. */
static void functions_by_order(void) {
  static const double c[3] = {0.5, -1, 0.25};
  double v[3];
  int failed;
  lash_jet j = lash_havsin(0.3, 0, 1, 2, 4);
  const double havsin[3] = {j.value, j.d1, j.d2};
  for (int k = 0; k < 3; k++) {
    c_havsin(0.3, 0, 1, 2, 4, k, v, &failed);
    TEST_ASSERT_TRUE(!failed && v[0] == havsin[k]);
  }
  c_step(0.25, 0, 0, 1, 1, 0, v, &failed);
  TEST_ASSERT_TRUE(!failed && v[0] == 0.15625);
  c_step5(0.5, 0, 0, 1, 1, 1, v, &failed);
  TEST_ASSERT_TRUE(!failed && v[0] == 1.875);
  c_poly(2, 1, c, 3, 1, v, &failed);
  TEST_ASSERT_TRUE(!failed && v[0] == -0.5);
  c_cheby(2, 1, c, 3, 0, v, &failed);
  TEST_ASSERT_TRUE(!failed && v[0] == -0.25);
  c_forsin(0.4, 0, 2, c, 2, 2, v, &failed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 4 * sin(0.8), v[0]);
  c_shf(0.4, 0, 3, 2, 0.1, 1, 1, v, &failed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 6 * cos(0.7), v[0]);
  c_impact(-0.2, -0.5, 0, 100, 1.5, 8, 0.1, 1, v, &failed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -150 * sqrt(0.2), v[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-8, v[1]);
  c_bistop(2.5, 0.2, -1, 2, 100, 2, 8, 0.3, 2, v, &failed);
  TEST_ASSERT_TRUE(!failed && fabs(v[0] + 200) < 1e-10 && v[1] == 0 && v[2] == 0);
  c_step(0.5, 1, 0, 0, 1, 0, v, &failed);
  TEST_ASSERT_TRUE(failed && v[0] == 0);
  c_impact(-0.2, -0.5, 0, 100, 1.5, 8, -1, 0, v, &failed);
  TEST_ASSERT_TRUE(failed && v[0] == 0);
  c_poly(2, 1, c, 0, 0, v, &failed);
  TEST_ASSERT_TRUE(failed);
}

/* Two point masses, then one taken away again. */
static void masses_add_up(void) {
  double cm[3] = {2, 0, 0}, mass = 1, ip[6] = {0}, sum_cm[3] = {0}, sum_mass = 1, sum_ip[6] = {0};
  c_add_mass_property(cm, &mass, ip, sum_cm, &sum_mass, sum_ip);
  TEST_ASSERT_TRUE(sum_mass == 2 && sum_cm[0] == 1);
  TEST_ASSERT_EQUAL_DOUBLE(2, sum_ip[1]); /* about y: 2 masses at distance 1 */
  TEST_ASSERT_EQUAL_DOUBLE(0, sum_ip[0]);
  c_subtract_mass_property(cm, &mass, ip, sum_cm, &sum_mass, sum_ip);
  TEST_ASSERT_TRUE(sum_mass == 1 && sum_cm[0] == 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0, sum_ip[1]);
}

static void state_of_the_run(void) {
  double time, energy;
  int number;
  char text[32];
  c_timget(&time);
  TEST_ASSERT_EQUAL_DOUBLE(0.4, time);
  c_getstm(&time);
  TEST_ASSERT_EQUAL_DOUBLE(0.75, time);
  c_getmod(&number);
  TEST_ASSERT_EQUAL_INT(4, number);
  c_getinm(&number);
  TEST_ASSERT_EQUAL_INT(0, number);
  c_getint(text);
  TEST_ASSERT_EQUAL_STRING("GSTIFF", text);
  c_get_thread_index(&number);
  TEST_ASSERT_EQUAL_INT(3, number);
  c_get_nthread(&number);
  TEST_ASSERT_EQUAL_INT(1, number);
  c_system_kinetic_energy(&energy);
  TEST_ASSERT_EQUAL_DOUBLE(2.5, energy);
}

/* What is not served answers with its flag, and says so once. */
static void refusals_are_said_once(void) {
  int failed = 0, n;
  double state;
  for (int i = 0; i < 3; i++) {
    c_tirary(1, "FORCE", &state, &n, &failed);
    TEST_ASSERT_EQUAL_INT(1, failed);
  }
  TEST_ASSERT_EQUAL_INT(1, host.log_count);
  TEST_ASSERT_NOT_NULL(strstr(host.log[0], "c_tirary is not served"));
}

/* Outside any call the functions fail softly. */
static void without_a_host(void) {
  int marker = 11, failed;
  double value = 1;
  lash_running_set(NULL);
  c_sysfnc("DX", &marker, 1, &value, &failed);
  TEST_ASSERT_TRUE(failed && value == 0);
  c_errmes(1, "message without a host", 0, "STOP"); /* printed; there is nothing to stop */
  c_adams_needs_partials(&failed);
  TEST_ASSERT_EQUAL_INT(0, failed);
  c_adams_serialize_doubles(&value, 1);
  c_timget(&value);
  TEST_ASSERT_EQUAL_DOUBLE(0, value);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(rotations_convert);
  RUN_TEST(rotations_have_the_right_sense);
  RUN_TEST(positions_convert);
  RUN_TEST(text_and_numbers);
  RUN_TEST(model_data);
  RUN_TEST(splines_by_the_host);
  RUN_TEST(functions_by_order);
  RUN_TEST(masses_add_up);
  RUN_TEST(state_of_the_run);
  RUN_TEST(refusals_are_said_once);
  RUN_TEST(without_a_host);
  return UNITY_END();
}
