/* User subroutines called by the solver, against the same elements written as expressions. */
#include <stdio.h>

#include "integrate_helper.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {}

#define BODY                                                                  \
  "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, KGRAV=-9.81\n"                 \
  "PART/2, MASS=2, CM=20, IP=1,1.2,1.4, QG=0.3,0.2,0.5, REULER=10D,20D,30D\n" \
  ", VX=1, VY=-2, VZ=0.3, WX=0.1, WY=0.2, WZ=-0.4\n"                          \
  "MARKER/20, PART=2\nMARKER/21, PART=2, QP=0.1,0,0.2\nMARKER/90, PART=1, FLOATING\n"

/* Accelerations of both models are the same to round-off, now and after some steps. */
static void same_motion(const char *routine, const char *expression) {
  mechanism a = load(routine), b = load(expression);
  TEST_ASSERT_EQUAL_INT(a.n->y, b.n->y);
  for (int k = 0; k < 5; k++) {
    OK(lash_system_rates(a.system, a.t, a.y, a.ydot, &error));
    OK(lash_system_rates(b.system, b.t, b.y, b.ydot, &error));
    for (size_t i = 0; i < a.n->y; i++)
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * (1 + fabs(b.ydot[i])), b.ydot[i], a.ydot[i],
                                        routine);
    rk4(&a, 1e-3);
    rk4(&b, 1e-3);
  }
  unload(&a);
  unload(&b);
}

static void forces(void) {
  same_motion(BODY "GFORCE/1, I=21, JFLOAT=90, RM=1, FUNCTION=USER(50,3)\\ ROUTINE=spring_gforce::",
              BODY
              "GFORCE/1, I=21, JFLOAT=90, RM=1, FX=-50*DX(21)-3*VX(21)\\ "
              "FY=-50*DY(21)-3*VY(21)\\ FZ=-50*DZ(21)-3*VZ(21)");
  same_motion(BODY
              "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=USER(2,100,1.5,4,0.1)\\ "
              "ROUTINE=values::Sfosub",
              BODY
              "SFORCE/1, I=21, J=1, TRANSLATION, "
              "FUNCTION=IMPACT(DM(21,1),VR(21,1),2,100,1.5,4,0.1)");
  same_motion(BODY "VFORCE/1, I=21, JFLOAT=90, RM=20, FUNCTION=USER(3)\\ ROUTINE=values::", BODY
              "VFORCE/1, I=21, JFLOAT=90, RM=20, FX=-3*VX(21,1,20)\\ FY=-3*VY(21,1,20)\\ "
              "FZ=-3*VZ(21,1,20)");
  same_motion(BODY "VTORQUE/1, I=21, JFLOAT=90, RM=20, FUNCTION=USER(3)\\ ROUTINE=values::", BODY
              "VTORQUE/1, I=21, JFLOAT=90, RM=20, TX=-3*WX(21,1,20)\\ TY=-3*WY(21,1,20)\\ "
              "TZ=-3*WZ(21,1,20)");
}

#define HINGE                                                                         \
  BODY "MARKER/22, PART=2, REULER=-30D,-20D,-10D\nMARKER/2, PART=1, QP=0.3,0.2,0.5\n" \
       "JOINT/1, REVOLUTE, I=22, J=2\n"

static void motions_variables_states(void) {
  same_motion(HINGE "MOTION/1, JOINT=1, ROTATION, FUNCTION=USER(2,0,0.3,0.1)\\ ROUTINE=values::",
              HINGE "MOTION/1, JOINT=1, ROTATION, FUNCTION=FORCOS(TIME,0,2,0,0.3,0.1)");
  same_motion(BODY
              "DIFF/1, IC=2, FUNCTION=USER(3)\\ ROUTINE=values::\n"
              "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=DIF(1)",
              BODY
              "DIFF/1, IC=2, FUNCTION=-3*DIF(1)\n"
              "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=DIF(1)");
  same_motion(BODY
              "VARIABLE/1, FUNCTION=DX(21)\nARRAY/5, IC, SIZE=2, NUMBERS=2,3\n"
              "STRING/6, STRING=four\nVARIABLE/2, FUNCTION=USER(1,5,6)\\ ROUTINE=values::\n"
              "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=VARVAL(2)",
              BODY "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=5*DX(21)+4");
}

/* The tangents of both models are the same: columns of the body and of up to two states. */
static void same_tangent(const char *routine, const char *expression) {
  mechanism a = load(routine), b = load(expression);
  const lash_pattern *pa = lash_system_tangent_pattern(a.system);
  const lash_pattern *pb = lash_system_tangent_pattern(b.system);
  const lash_tangent_weights weights = {.acceleration = 1,
                                        .velocity = 0.7,
                                        .position = 0.3,
                                        .rate = 1,
                                        .state = 0.9,
                                        .constraint = 1};
  double *va = malloc(pa->nonzeros * sizeof *va), *vb = malloc(pb->nonzeros * sizeof *vb);
  double dense[2][8][8] = {0};
  const int n = (int)(a.n->v + a.n->x);
  TEST_ASSERT_TRUE(n <= 8 && a.n->constraints == 0);
  OK(lash_system_tangent(a.system, &weights, NULL, va, &error));
  OK(lash_system_tangent(b.system, &weights, NULL, vb, &error));
  for (int column = 0; column < n; column++) {
    for (int k = pa->start[column]; k < pa->start[column + 1]; k++)
      dense[0][column][pa->index[k]] = va[k];
    for (int k = pb->start[column]; k < pb->start[column + 1]; k++)
      dense[1][column][pb->index[k]] = vb[k];
  }
  for (int column = 0; column < n; column++)
    for (int row = 0; row < n; row++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-7, dense[1][column][row], dense[0][column][row]);
  free(va);
  free(vb);
  unload(&a);
  unload(&b);
}

#define OSCILLATOR(routines)                                                        \
  BODY "VARIABLE/1, FUNCTION=DX(21)\nARRAY/1, U, VARIABLES=1\nARRAY/2, X, SIZE=2\n" \
       "ARRAY/3, Y, SIZE=1\nARRAY/4, IC, SIZE=2, NUMBERS=0.1,0.2\n"                 \
       "GSE/1, NS=2, NO=1, X=2, U=1, Y=3, IC=4, FUNCTION=USER(7,0.3)\\ " routines   \
       "\nSFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=5*ARYVAL(3,1)+ARYVAL(2,2)"

static void general_states(void) {
  const char *same = BODY
      "DIFF/1, IC=0.1, FUNCTION=DIF(2)\nDIFF/2, IC=0.2, FUNCTION=-49*DIF(1)-4.2*DIF(2)+DX(21)\n"
      "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=5*DIF(1)+DIF(2)";
  same_motion(OSCILLATOR("ROUTINE=gse::Gsesub"), same);
  same_motion(
      OSCILLATOR("INTERFACE=gse::Gse_deriv,gse::Gse_output,gse::Gse_update,gse::Gse_sample"), same);
  same_tangent(OSCILLATOR("ROUTINE=gse::Gsesub"), same);
}

/* What a routine asks for is there while it is set up, or is missed there and then. */
static void variables_of_variables(void) {
  mechanism m = load(BODY
                     "VARIABLE/1, FUNCTION=3+DX(21)\n"
                     "VARIABLE/2, FUNCTION=USER(1)\\ ROUTINE=values::Twice");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2 * (3 + measure(&m, "DX", 21, 0, 0, 0)),
                            measure(&m, "VARVAL", 2, 0, 0, 0));
  unload(&m);
  static const char text[] =
      "title\n" BODY "VARIABLE/2, FUNCTION=USER(8)\\ ROUTINE=values::Twice\nEND\n";
  lash_model model;
  lash_system *system;
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  TEST_ASSERT_TRUE(lash_system_create(&model, NULL, &system, &error) != LASH_OK);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "no such variable"), error.message);
  lash_model_free(&model);
}

/* A force over a state, by a routine that does not tell its derivatives. */
static void force_over_a_state(void) {
#define DECAY BODY "DIFF/1, IC=2, FUNCTION=-3*DIF(1)\n"
  const char *routine =
      DECAY "VFORCE/1, I=21, JFLOAT=90, RM=1, FUNCTION=USER(1,2,-3,5)\\ ROUTINE=values::By_state";
  const char *expression =
      DECAY "VFORCE/1, I=21, JFLOAT=90, RM=1, FX=2*DIF(1)\\ FY=-3*DIF(1)\\ FZ=5*DIF(1)";
  same_motion(routine, expression);
  same_tangent(routine, expression);
}

/* A callback that refuses a step ends the run, with its words. */
static void a_callback_can_refuse(void) {
  mechanism m = load(BODY "CBKSUB/1, FUNCTION=USER(0)\\ ROUTINE=bad::Refuses");
  const lash_integrate_options options = method("rk4", 1e-6, 1e-3);
  lash_integration *run;
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_integrate_to(run, 0.01, &(lash_watcher){0}, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "this step is refused"), error.message);
  lash_integrate_free(run);
  unload(&m);
}

/* What a callback is called with. */
static void a_callback_is_given_its_element(void) {
  mechanism m = load(BODY "CBKSUB/3, FUNCTION=USER(7,8)\\ ROUTINE=values::Knows_itself");
  rk4(&m, 1e-3);
  rk4(&m, 1e-3);
  unload(&m);
  const lash_integrate_options options = method("rk4", 1e-6, 1e-3);
  m = load(BODY "CBKSUB/3, FUNCTION=USER(7,8)\\ ROUTINE=values::Knows_itself");
  advance(&m, &options, 0.01, NULL);
  unload(&m);
}

#define BALL                                                                       \
  "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, KGRAV=-9.81\n"                      \
  "PART/2, MASS=1, CM=20, IP=0.004,0.004,0.004, QG=0,0,0.098, VX=0.3, VZ=-0.1\n"   \
  "MARKER/20, PART=2\nGRAPHICS/1, PLANE, RM=1, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1\n" \
  "GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2\n"             \
  "CONTACT/1, IGEOM=2, JGEOM=1, "

static void contacts(void) {
  same_motion(BALL
              "NORMAL_FUNCTION=USER(1E5,1.5,30,1E-3)\\ NORMAL_ROUTINE=contact::\\ "
              "FRICTION_FUNCTION=USER(0.3,0.1,0.2,0.5)\\ FRICTION_ROUTINE=contact::",
              BALL
              "IMPACT, STIFFNESS=1E5, EXPONENT=1.5, DAMPING=30, DMAX=1E-3"
              ", COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.2"
              ", STICTION_TRANSITION_VELOCITY=0.1, FRICTION_TRANSITION_VELOCITY=0.5");
}

/* This routine gives its partial derivatives, so the tangent is exact: k and c. */
static void tangent(void) {
  mechanism m =
      load(BODY "GFORCE/1, I=20, JFLOAT=90, RM=1, FUNCTION=USER(50,3)\\ ROUTINE=spring_gforce::");
  const lash_pattern *pattern = lash_system_tangent_pattern(m.system);
  const lash_tangent_weights weights = {.position = 1, .velocity = 10};
  double *values = malloc(pattern->nonzeros * sizeof *values);
  OK(lash_system_tangent(m.system, &weights, NULL, values, &error));
  for (int column = 0; column < 3; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-11, pattern->index[k] == column ? 50 + 30 : 0, values[k]);
  free(values);
  unload(&m);
}

/* A spring without a damper beside one with: each tells its own derivatives and no others'. */
static void tangents_apart(void) {
  mechanism m =
      load(BODY
           "GFORCE/1, I=20, JFLOAT=90, RM=1, FUNCTION=USER(50,3)\\ ROUTINE=spring_gforce::\n"
           "GFORCE/2, I=20, JFLOAT=90, RM=1, FUNCTION=USER(7)\\ ROUTINE=spring_gforce::");
  const lash_pattern *pattern = lash_system_tangent_pattern(m.system);
  const lash_tangent_weights weights = {.position = 1, .velocity = 10};
  double *values = malloc(pattern->nonzeros * sizeof *values);
  for (int again = 0; again < 2; again++) {
    OK(lash_system_tangent(m.system, &weights, NULL, values, &error));
    for (int column = 0; column < 3; column++)
      for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-11, pattern->index[k] == column ? 50 + 30 + 7 : 0, values[k]);
  }
  free(values);
  unload(&m);
}

/* What goes wrong inside a routine ends the evaluation, not the program. */
static void failures(void) {
  mechanism m = {0};
  const char text[] = "title\n" BODY
                      "VARIABLE/3, FUNCTION=USER(1)\\ ROUTINE=bad::WritesNan\n"
                      "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=VARVAL(3)\nEND\n";
  OK(lash_model_parse(&m.model, "test.adm", text, sizeof text - 1, &error));
  OK(lash_system_create(&m.model, NULL, &m.system, &error));
  m.n = lash_system_size(m.system);
  m.y = malloc(m.n->y * sizeof(double));
  m.ydot = malloc(m.n->y * sizeof(double));
  lash_system_initial(m.system, &m.t, m.y);
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_system_rates(m.system, 0, m.y, m.ydot, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "WritesNan"), error.message);
  unload(&m);
  const char missing[] = "title\n" BODY "VARIABLE/3, FUNCTION=USER(1)\\ ROUTINE=nowhere::\nEND\n";
  OK(lash_model_parse(&m.model, "test.adm", missing, sizeof missing - 1, &error));
  TEST_ASSERT_TRUE(lash_system_create(&m.model, NULL, &m.system, &error) != LASH_OK);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "VARIABLE/3"), error.message);
  lash_model_free(&m.model);
}

/* The place that is told is the element's, though its first number is that of a STRING: only our
 * own routines read their law from one. */
static void somebodys_words_are_told_at_the_element(void) {
  lash_model model;
  lash_system *system;
  const char text[] = "title\nSTRING/4, STRING=not theirs\n" BODY
                      "VARIABLE/3, FUNCTION=USER(4)\\ ROUTINE=bad::Stops\nEND\n";
  int line = 1;
  for (const char *at = text; at < strstr(text, "VARIABLE/3"); at++) line += *at == '\n';
  char place[40];
  snprintf(place, sizeof place, "test.adm:%d: ", line);
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  TEST_ASSERT_TRUE(lash_system_create(&model, NULL, &system, &error) != LASH_OK);
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, place) == error.message, error.message);
  TEST_ASSERT_NULL_MESSAGE(strstr(error.message, "STRING/4"), error.message);
  lash_model_free(&model);
}

/* They would silently get nothing, or what was before. */
static void ends_in_words(const char *routine, lash_status status, const char *words) {
  lash_model model;
  lash_system *system;
  char whole[1024];
  snprintf(whole, sizeof whole,
           "title\nPART/1, GROUND\nMARKER/1, PART=1\n"
           "PART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2, QP=1,0,0\n"
           "SFORCE/7, TRANSLATION, I=2, J=1, FUNCTION=USER(1)\\ ROUTINE=bad::%s\nEND\n",
           routine);
  OK(lash_model_parse(&model, "test.adm", whole, strlen(whole), &error));
  OK(lash_system_create(&model, NULL, &system, &error));
  TEST_ASSERT_EQUAL_INT(status, lash_system_forces(system, NULL, NULL, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
  lash_system_free(system);
  lash_model_free(&model);
}

static void own_value_is_refused(void) {
  ends_in_words("AsksItself", LASH_BAD_INPUT, "SFORCE/7: its routine asks for the value");
}

static void sums_of_forces_are_refused(void) {
  ends_in_words("AsksForces", LASH_FAILURE, "nobody knows the sum yet");
}

/* FX(i,j) of a routine is the force on i from what acts between i and j: 7 pushes 20 away from 1.
 */
static void forces_between_markers(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, QG=0.3,0.4,0\n"
      "MARKER/20, PART=2\nSFORCE/1, I=20, J=1, TRANSLATION, FUNCTION=7\n"
      "REQUEST/1, FUNCTION=USER(20,1)\\ ROUTINE=values::Request_forces\n");
  static const double expected[] = {4.2, 5.6, 0, -4.2, -5.6, 0};
  double values[8];
  OK(lash_system_rates(m.system, m.t, m.y, m.ydot, &error));
  OK(lash_system_request_values(m.system, 0, values, &error));
  for (int k = 0; k < 6; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, expected[k], values[k]);
  unload(&m);
}

/* Difsub writes y' + 3 y = 0 when its element is IMPLICIT. */
static void implicit_states(void) {
  same_motion(BODY
              "DIFF/1, IC=2, IMPLICIT, FUNCTION=USER(3)\\ ROUTINE=values::\n"
              "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=DIF(1)+DIF1(1)",
              BODY
              "DIFF/1, IC=2, FUNCTION=-3*DIF(1)\n"
              "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=DIF(1)+DIF1(1)");
}

#define PULLED BODY "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=-20*DM(21,1)\n"

/* Accelerations are there for what no force depends on, in the first evaluation already. */
static void accelerations_in_routines(void) {
  same_motion(PULLED "DIFF/1, IC=2, FUNCTION=USER(21)\\ ROUTINE=values::Acceleration_rate",
              PULLED "DIFF/1, IC=2, FUNCTION=ACCZ(21)");
  mechanism m = load(PULLED "VARIABLE/1, FUNCTION=USER(21)\\ ROUTINE=values::Acceleration");
  for (int k = 0; k < 3; k++) {
    const double wanted = measure(&m, "ACCZ", 21, 0, 0, 0);
    lash_system_set(m.system, m.t + 1e-3, m.y); /* nothing is computed yet */
    lash_system_set(m.system, m.t, m.y);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, wanted, measure(&m, "VARVAL", 1, 0, 0, 0));
    rk4(&m, 1e-2);
  }
  unload(&m);
  const char text[] = "title\n" BODY
                      "VARIABLE/1, FUNCTION=USER(21)\\ ROUTINE=values::Acceleration\n"
                      "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=VARVAL(1)\nEND\n";
  lash_model model;
  lash_system *system;
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  OK(lash_system_create(&model, NULL, &system, &error));
  TEST_ASSERT_TRUE(lash_system_forces(system, NULL, NULL, &error) != LASH_OK);
  TEST_ASSERT_NULL_MESSAGE(strstr(error.message, "there is no MARKER"), error.message);
  lash_system_free(system);
  lash_model_free(&model);
}

/* EVALUATE by Sevsub: time times its parameter, at the event. */
static void sensor_values(void) {
  static const char *const routines[] = {
      "FUNCTION=USER(1)\\ EVALUATE=USER(7)\\ ROUTINE=values::",
      "FUNCTION=TIME\\ EVALUATE=USER(7)\\ ROUTINE=values::Sevsub"};
  for (int k = 0; k < 2; k++) {
    char text[2048];
    snprintf(text, sizeof text, BODY "SENSOR/4, GE, VALUE=0.5, HALT, %s", routines[k]);
    mechanism m = load(text);
    double value;
    bool holds;
    lash_system_set(m.system, 0.75, m.y);
    OK(lash_system_sensor(m.system, 0, &value, &holds, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, k ? 0.75 : 0.25, value);
    OK(lash_system_sensor_hold(m.system, 0, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 7 * 0.75, measure(&m, "SENVAL", 4, 0, 0, 0));
    unload(&m);
  }
}

/* Spline_read gives x^2 at z = 0, and that plus the length of the file's name at z = 1. */
static void splines_by_routine(void) {
  mechanism m = load(BODY
                     "SPLINE/3, FILE=/some/file, ROUTINE=control::\n"
                     "VARIABLE/1, FUNCTION=CUBSPL(2.5,0,3)\nVARIABLE/2, FUNCTION=CUBSPL(2.5,1,3)");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 6.25, measure(&m, "VARVAL", 1, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 6.25 + 10, measure(&m, "VARVAL", 2, 0, 0, 0));
  unload(&m);
  const char text[] = "title\n" BODY "SPLINE/3, FILE=f, ROUTINE=nowhere::\nEND\n";
  lash_model model;
  lash_system *system;
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  TEST_ASSERT_TRUE(lash_system_create(&model, NULL, &system, &error) != LASH_OK);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "SPLINE/3"), error.message);
  lash_model_free(&model);
}

/* Fiesub: a cubic spring and a damper in each of six directions, against the same by expressions in
 * the axes of J; the body turns about z alone. */
static void nonlinear_fields(void) {
#define TURN                                                                           \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/90, PART=1, FLOATING\n"                    \
  "PART/2, MASS=2, CM=20, IP=1,1,1, QG=0.03,0.02,0.05, VX=1, VY=-2, VZ=0.3, WZ=-0.4\n" \
  "MARKER/20, PART=2\n"
  same_motion(TURN
              "FIELD/1, I=20, J=1, FORMULATION=NONLINEAR, FUNCTION=USER(50,900,3)\\ "
              "ROUTINE=geometry::",
              TURN
              "GFORCE/1, I=20, JFLOAT=90, RM=1, FX=-50*DX(20)-900*DX(20)**3-3*VX(20)\\ "
              "FY=-50*DY(20)-900*DY(20)**3-3*VY(20)\\ FZ=-50*DZ(20)-900*DZ(20)**3-3*VZ(20)\\ "
              "TZ=-50*AZ(20)-900*AZ(20)**3-3*WZ(20)");
}

/* Partial derivatives by name: GSE and COUPLER list their routines. */
static void listed_routines(void) {
  same_motion(OSCILLATOR("ROUTINE=gse::Gsesub, gse::Gsexx, gse::Gsexu, gse::Gseyx, gse::Gseyu\\ "
                         "XXFLAG=USER, XUFLAG=USER, YXFLAG=USER, YUFLAG=USER"),
              OSCILLATOR("ROUTINE=gse::Gsesub"));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(variables_of_variables);
  RUN_TEST(force_over_a_state);
  RUN_TEST(a_callback_can_refuse);
  RUN_TEST(a_callback_is_given_its_element);
  RUN_TEST(implicit_states);
  RUN_TEST(accelerations_in_routines);
  RUN_TEST(sensor_values);
  RUN_TEST(splines_by_routine);
  RUN_TEST(nonlinear_fields);
  RUN_TEST(listed_routines);
  RUN_TEST(forces);
  RUN_TEST(motions_variables_states);
  RUN_TEST(general_states);
  RUN_TEST(contacts);
  RUN_TEST(tangent);
  RUN_TEST(tangents_apart);
  RUN_TEST(failures);
  RUN_TEST(somebodys_words_are_told_at_the_element);
  RUN_TEST(own_value_is_refused);
  RUN_TEST(sums_of_forces_are_refused);
  RUN_TEST(forces_between_markers);
  return UNITY_END();
}
