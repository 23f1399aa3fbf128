/* The Fortran form of every kind: C sources with portable names, and real Fortran where a compiler
 * was found. */
#include <math.h>
#include <string.h>
#include <unistd.h>

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

static void portable_names(void) {
  const double user[3] = {11, 21, 50};
  const struct sAdamsSforce element = {1, 3, user, 0, 0, 0, "TRANSLATION"};
  lash_routine routine = test_routine(LASH_SFOSUB, "port::");
  const int pair[2] = {11, 21};
  double result, distance;
  TEST_ASSERT_EQUAL_INT(LASH_FORM_FORTRAN, routine.form);
  TEST_ASSERT_EQUAL_STRING("sfosub_", routine.symbol);
  OK(lash_call_sforce(&routine, &call, &element, 0, 0, 0, &result, &error));
  lash_sdk_scalar(&host.sdk, "DM", pair, 2, &distance, NULL);
  TEST_ASSERT_EQUAL_DOUBLE(-50 * distance, result);

  const struct sAdamsGSE gse = {.ID = 1};
  lash_routine sample = test_routine(LASH_GSE_SAMP, "port::");
  OK(lash_call_gse_sample(&sample, &call, &gse, 0, 0, &result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.5, result);
}

static lash_routine fortran(lash_routine_kind kind) {
  if (access(USER_LIBRARIES "/routines_f90.so", F_OK) != 0)
    TEST_IGNORE_MESSAGE("no Fortran compiler");
  lash_routine routine = test_routine(kind, "routines_f90::");
  TEST_ASSERT_EQUAL_INT(LASH_FORM_FORTRAN, routine.form);
  return routine;
}

static void forces(void) {
  const double user[7] = {11, 21, 100, 3, 1.5, 2, 0.1};
  const struct sAdamsGforce gforce = {3, 4, user, 0, 0, 0};
  lash_routine routine = fortran(LASH_GFOSUB);
  const int par[3] = {11, 21, 21};
  double result[6], d[6], v[6];
  int n;
  OK(lash_call_gforce(&routine, &call, &gforce, 0, 0, 0, result, &error));
  lash_sdk_array(&host.sdk, "DISP", par, 3, d, &n, NULL);
  lash_sdk_array(&host.sdk, "VEL", par, 3, v, &n, NULL);
  for (int i = 0; i < 6; i++) TEST_ASSERT_EQUAL_DOUBLE(-100 * d[i] - 3 * v[i], result[i]);

  const double stop[7] = {11, 21, 10, 1e3, 1.5, 5, 0.1};
  const struct sAdamsSforce sforce = {3, 7, stop, 0, 0, 0, "TRANSLATION"};
  double value, x, rate;
  routine = fortran(LASH_SFOSUB);
  OK(lash_call_sforce(&routine, &call, &sforce, 0, 0, 0, &value, &error));
  lash_sdk_scalar(&host.sdk, "DM", par, 2, &x, NULL);
  lash_sdk_scalar(&host.sdk, "VR", par, 2, &rate, NULL);
  TEST_ASSERT_EQUAL_DOUBLE(1e3 * pow(10 - x, 1.5) - 5 * rate, value);

  const struct sAdamsVforce vforce = {6, 1, user, 0, 0, 0};
  routine = fortran(LASH_VFOSUB);
  OK(lash_call_vforce(&routine, &call, &vforce, 2, 0, 0, result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(22, result[1]);
  TEST_ASSERT_EQUAL_DOUBLE(6, result[2]);
  const struct sAdamsVtorque vtorque = {6, 5, user, 0, 0, 0};
  routine = fortran(LASH_VTOSUB);
  OK(lash_call_vtorque(&routine, &call, &vtorque, 2, 1, 0, result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(1, result[1]);
  TEST_ASSERT_EQUAL_DOUBLE(5, result[2]);
}

/* errmes(…, 'STOP') from Fortran ends the call, with the reason of the failed measure. */
static void stop_from_fortran(void) {
  const double user[4] = {99, 21, 100, 3};
  const struct sAdamsGforce gforce = {3, 4, user, 0, 0, 0};
  lash_routine routine = fortran(LASH_GFOSUB);
  double result[6];
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE,
                        lash_call_gforce(&routine, &call, &gforce, 0, 0, 0, result, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "no displacement"), error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "no MARKER/99"), error.message);
}

static void values(void) {
  const double user[4] = {9, 0, 2, 3};
  const struct sAdamsVariable variable = {1, 1, user, 0};
  double result[8];
  lash_routine routine = fortran(LASH_VARSUB);
  OK(lash_call_variable(&routine, &call, &variable, 0, 0, 0, result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(5 + 400, result[0]); /* "K = 1e8 e = 0.9" and "LASH" */

  const struct sAdamsDiff diff = {1, 1, user, 0, 0, 0, 0};
  host.diff = 2;
  routine = fortran(LASH_DIFSUB);
  OK(lash_call_diff(&routine, &call, &diff, 0, 0, 0, result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-18, result[0]);

  const double rise[4] = {0, 1, 2, 5};
  const struct sAdamsMotion motion = {.ID = 1, .NPAR = 4, .PAR = rise};
  routine = fortran(LASH_MOTSUB);
  OK(lash_call_motion(&routine, &call, &motion, 1, 0, 0, &result[0], &error));
  OK(lash_call_motion(&routine, &call, &motion, 1, 1, 0, &result[1], &error));
  TEST_ASSERT_EQUAL_DOUBLE(3, result[0]);
  TEST_ASSERT_EQUAL_DOUBLE(4 * 30.0 / 16 / 2, result[1]);

  const struct sAdamsRequest request = {.ID = 1};
  routine = fortran(LASH_REQSUB);
  OK(lash_call_request(&routine, &call, &request, 0.5, 0, result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(4, result[7]);
  const struct sAdamsSensor sensor = {.ID = 1, .NPAR = 1, .PAR = user};
  routine = fortran(LASH_SENSUB);
  OK(lash_call_sensor(&routine, &call, &sensor, 0.5, 0, result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(8.5, result[0]);
}

static void contact_and_field(void) {
  const double user[3] = {100, 2, 7};
  const struct sAdamsContactFriction contact = {.contact = {.ID = 4}, .NPAR = 3, .PAR = user};
  const lash_sdk_contact point = {.loci = {1},
                                  .locj = {2},
                                  .ni = {0, 1, 0},
                                  .nj = {0, -1, 0},
                                  .gap = -0.1,
                                  .gapdot = -3,
                                  .gapdotdot = 4,
                                  .area = 8,
                                  .x = {0, 6, 0},
                                  .xdot = {0.5, 0, 0},
                                  .nforce = 10};
  double out[6], by_disp[36], by_velo[36];
  lash_routine routine = fortran(LASH_CNFSUB);
  OK(lash_call_contact_normal(&routine, &call, &contact, 0, &point, 0, 0, out, &error));
  TEST_ASSERT_EQUAL_DOUBLE(16, out[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-1, out[1]);
  TEST_ASSERT_EQUAL_DOUBLE(15, out[2]);
  routine = fortran(LASH_CFFSUB);
  OK(lash_call_contact_friction(&routine, &call, &contact, 0, &point, 0, 0, out, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-1000 * tanh(0.5), out[0]);
  TEST_ASSERT_EQUAL_DOUBLE(6, out[1]);
  TEST_ASSERT_EQUAL_DOUBLE(8, out[2]);

  const struct sAdamsField field = {1, 3, user, 11, 21};
  const double disp[6] = {1, 2, 3, 4, 5, 6}, velo[6] = {1, 1, 1, 1, 1, 1};
  routine = fortran(LASH_FIESUB);
  OK(lash_call_field(&routine, &call, &field, 0, disp, velo, 1, 0, out, by_disp, by_velo, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-100 - 2 + 14, out[0]);
  TEST_ASSERT_EQUAL_DOUBLE(7, by_disp[6]); /* row 1, column 2 */
  TEST_ASSERT_EQUAL_DOUBLE(0, by_disp[1]);
}

static void geometry_and_coupler(void) {
  const double user[2] = {3, 4}, q[2] = {10, 20};
  double out[9];
  int ierr;
  lash_routine routine = fortran(LASH_CURSUB);
  const struct sAdamsCurve curve = {.ID = 1, .NPAR = 2, .PAR = user};
  OK(lash_call_curve(&routine, &call, &curve, 0.5, 2, 0, out, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.5, out[0]);
  TEST_ASSERT_EQUAL_DOUBLE(2, out[1]);
  routine = fortran(LASH_SURSUB);
  const struct sAdamsSurface surface = {.ID = 1, .NPAR = 2, .PAR = user};
  OK(lash_call_surface(&routine, &call, &surface, 2, 3, 1, 0, out, &ierr, &error));
  TEST_ASSERT_EQUAL_DOUBLE(6, out[2]);
  TEST_ASSERT_EQUAL_INT(1, ierr);
  routine = fortran(LASH_COUSUB);
  const struct sAdamsCoupler coupler = {.ID = 1, .NPAR = 2, .PAR = user, .NJOINT = 2};
  OK(lash_call_coupler(&routine, &call, &coupler, 0, q, 0, out, 1, &error));
  TEST_ASSERT_EQUAL_DOUBLE(110, out[0]);
}

static void state_equations(void) {
  const double user[1] = {4}, x[2] = {1, 2}, u[1] = {9};
  const struct sAdamsGSE gse = {
      .ID = 1, .NPAR = 1, .PAR = user, .NS = 2, .NI = 1, .NO = 1, .X = 50, .U = 51};
  double xdot[2], y[1], d[4];
  lash_routine routine = fortran(LASH_GSESUB);
  OK(lash_call_gse(&routine, &call, &gse, 0, 0, 0, x, u, xdot, y, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-8, xdot[1]);
  TEST_ASSERT_EQUAL_DOUBLE(9, y[0]);
  routine = fortran(LASH_GSEXX);
  OK(lash_call_gse_partials(&routine, &call, &gse, 0, 0, x, u, d, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-4, d[3]);
  TEST_ASSERT_EQUAL_DOUBLE(0, d[1]);
  host.array[0] = 1, host.array[1] = 2, host.array_count = 2, host.input = 9;
  routine = fortran(LASH_GSE_DERIV);
  OK(lash_call_gse_values(&routine, &call, &gse, 0, 0, 0, xdot, &error));
  TEST_ASSERT_EQUAL_DOUBLE(7, xdot[1]);
}

static void flexible_bodies(void) {
  const double user[1] = {6}, freqs[2] = {2, 3};
  const struct sAdamsCratio cratio = {{1}, 1, user};
  const struct sAdamsMforce mforce = {{1}, 2, 1, user, 0};
  double out[8], scale;
  int load_case;
  lash_routine routine = fortran(LASH_DMPSUB);
  OK(lash_call_damping(&routine, &call, &cratio, 0, freqs, 2, 0.5, out, &error));
  TEST_ASSERT_EQUAL_DOUBLE(2.5, out[1]);
  routine = fortran(LASH_MFOSUB);
  OK(lash_call_mforce(&routine, &call, &mforce, 0, 0, 0, out, 2, 7, &scale, &load_case, out,
                      &error));
  TEST_ASSERT_EQUAL_DOUBLE(12, scale);
  TEST_ASSERT_EQUAL_INT(7, load_case);
}

static void run_control(void) {
  const double user[2] = {1, 8};
  const struct sAdamsControl control = {2, user};
  const struct sAdamsSpline spline = {6, "four", "ab"};
  int data[3] = {10, 0, 0}, ierr;
  lash_routine routine = fortran(LASH_CONSUB);
  OK(lash_call_control(&routine, &call, &control, &error));
  TEST_ASSERT_EQUAL_STRING("DYNAMICS first 0 8 1", host.log[0]);
  TEST_ASSERT_EQUAL_STRING("SFORCE/1, DEACTIVATE", host.log[1]);
  routine = fortran(LASH_CBKSUB);
  OK(lash_call_callback(&routine, &call, NULL, 0, 12, data, &error));
  TEST_ASSERT_EQUAL_INT(22, data[2]);
  routine = fortran(LASH_SAVSUB);
  OK(lash_call_save(&routine, &call, 5, &ierr, &error));
  TEST_ASSERT_EQUAL_INT(10, ierr);
  routine = fortran(LASH_SPLINE_READ);
  OK(lash_call_spline_read(&routine, &call, &spline, &ierr, &error));
  TEST_ASSERT_EQUAL_INT(0, ierr);
  TEST_ASSERT_EQUAL_DOUBLE(4 * 3 + 2, host.spline[1][2]);
}

/* Kinds that only Fortran has go through the general call. */
static void constraint_and_tire(void) {
  const double user[1] = {3};
  const struct sAdamsVariable element = {1, 1, user, 0};
  double q[2] = {10, 2}, scalar, row[2], matrix[4], props[8] = {5}, tdse[8] = {0}, force[6],
         more[4];
  char text[] = "road";
  lash_routine_arguments ucon = {
      .element = &element, .q = q, .output = {{&scalar, 1}, {row, 2}, {matrix, 4}}};
  lash_routine routine = fortran(LASH_UCOSUB);
  OK(lash_routine_call(&routine, &call, &ucon, &error));
  TEST_ASSERT_EQUAL_DOUBLE(4, scalar);
  TEST_ASSERT_EQUAL_DOUBLE(-3, row[1]);
  const lash_result_array tire[5] = {{props, 8}, {props, 8}, {props, 8}, {props, 8}, {tdse, 8}};
  lash_routine_arguments wheel = {
      .element = &element, .tire = tire, .text = {text, NULL}, .output = {{force, 6}, {more, 4}}};
  routine = fortran(LASH_TIRSUB);
  OK(lash_routine_call(&routine, &call, &wheel, &error));
  TEST_ASSERT_EQUAL_DOUBLE(19, force[2]);
  TEST_ASSERT_EQUAL_DOUBLE(4, more[0]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(portable_names);
  RUN_TEST(forces);
  RUN_TEST(stop_from_fortran);
  RUN_TEST(values);
  RUN_TEST(contact_and_field);
  RUN_TEST(geometry_and_coupler);
  RUN_TEST(state_equations);
  RUN_TEST(flexible_bodies);
  RUN_TEST(run_control);
  RUN_TEST(constraint_and_tire);
  test_routines_done();
  return UNITY_END();
}
