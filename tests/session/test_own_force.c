/* Forces of the caller's own, in every engine: between markers, for an element, for a ROUTINE; each
 * against the same force written in the dataset, and a closed form. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session_testing.h"

/* A body that turns and flies on a spring of its own; K, C and the arms stand here and below. */
static const char body[] =
    "two bodies\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1\n"
    "MARKER/2, PART = 1, QP = 0.1, 0.2, 0.3, REULER = 30D, 40D, 50D\n"
    "PART/2, MASS = 2, CM = 20, IP = 0.02, 0.03, 0.04, VX = 0.3, WZ = 2, WY = 1\n"
    "MARKER/20, PART = 2\n"
    "MARKER/21, PART = 2, QP = 0.05, 0.02, 0.01\n"
    "PART/3, MASS = 1, CM = 30, IP = 0.01, 0.01, 0.01, QG = 0, 0.3, 0, VY = -0.2, WX = 1\n"
    "MARKER/30, PART = 3\n"
    "MARKER/31, PART = 3, QP = 0, -0.03, 0.02\n"
    "MARKER/39, PART = 3, FLOATING\n"
    "REQUEST/1, DISPLACEMENT, I = 21, J = 1, RM = 1\n"
    "REQUEST/2, DISPLACEMENT, I = 31, J = 1, RM = 1\n";

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

void setUp(void) { make_folder(); }
void tearDown(void) { remove_folder(); }

static void dataset(const char *name, const char *more) {
  char text[6000];
  snprintf(text, sizeof text, "%s%sEND\n", body, more);
  write_file(name, text);
}

/* Where both bodies are after 0.2 s. */
static void run(const char *name, const char *engine, const lash_own_force *force, double end[6]) {
  lash_session_options options = options_for(engine);
  lash_session *session;
  options.end = 0.2;
  options.output_step = 0.02;
  if (!engine) options.error = 1e-10, options.engine = "cartesian"; /* a force of one's own is */
  OK(lash_session_open(in_folder(name), &options, &session, &error));
  if (force) OK(lash_session_force(session, force, &error));
  OK(lash_session_run(session, &error));
  lash_record record;
  OK(lash_session_take_record(session, &record, &error));
  for (size_t k = 0; k < 6; k++) /* x, y, z of either request */
    end[k] = lash_record_column(&record, k < 3 ? k + 1 : 8 + k - 2)[record.rows - 1];
  lash_record_free(&record);
  lash_session_free(session);
}

static void same_motion(const char *with, const lash_own_force *force, const char *without,
                        double tolerance) {
  for (size_t k = 0; k < engine_count(); k++) {
    double own[6], written[6], free_flight[6], moved = 0;
    run(with, engine_at(k), force, own);
    run(without, engine_at(k), NULL, written);
    dataset("free.adm", "");
    run("free.adm", engine_at(k), NULL, free_flight);
    for (int c = 0; c < 6; c++) {
      TEST_ASSERT_DOUBLE_WITHIN(tolerance, written[c], own[c]);
      moved = fmax(moved, fabs(own[c] - free_flight[c]));
    }
    TEST_ASSERT_TRUE(moved > 1e-3); /* the force did something */
  }
}

/* In axes of marker 2: a spring and a damper across, and a torque about its x. */
static lash_status spring(void *context, const lash_own_call *at, double wrench[6],
                          lash_error *why) {
  const double *axes2 = context;
  (void)why;
  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 3; c++) /* components along the axes of marker 2 */
      wrench[k] +=
          axes2[3 * c + k] * (-40 * (at->i->r[c] - at->j->r[c]) - 3 * (at->i->v[c] - at->j->v[c]));
  wrench[3] = -0.05 * cos(10 * at->time);
  return LASH_OK;
}

static double axes2[9];

static void take_axes(void) {
  const double a = acos(-1) / 180, c1 = cos(30 * a), s1 = sin(30 * a), c2 = cos(40 * a);
  const double s2 = sin(40 * a), c3 = cos(50 * a), s3 = sin(50 * a);
  const double R[9] = {c1 * c3 - s1 * c2 * s3,
                       -c1 * s3 - s1 * c2 * c3,
                       s1 * s2,
                       s1 * c3 + c1 * c2 * s3,
                       -s1 * s3 + c1 * c2 * c3,
                       -c1 * s2,
                       s2 * s3,
                       s2 * c3,
                       c2};
  memcpy(axes2, R, sizeof R);
}

#define WRITTEN                                                                  \
  "FX = -40*DX(21,31,2)-3*VX(21,31,2)\\, FY = -40*DY(21,31,2)-3*VY(21,31,2)\\, " \
  "FZ = -40*DZ(21,31,2)-3*VZ(21,31,2)\\, TX = -0.05*COS(10*TIME)\\, TY = 0\\, TZ = 0\n"

/* VX(21,31,2) is the derivative of the distance's components in ground: no REF marker is given. */
static void between_markers(void) {
  const lash_own_force force = {NULL, 21, 31, 2, spring, axes2};
  take_axes();
  dataset("own.adm", "");
  dataset("written.adm", "GFORCE/1, I = 21, JFLOAT = 39, RM = 2, " WRITTEN);
  same_motion("own.adm", &force, "written.adm", 2e-7);
}

/* J of a GFORCE floats: it is where I is and moves as its part does there. */
static lash_status floating_drag(void *context, const lash_own_call *at, double wrench[6],
                                 lash_error *why) {
  (void)context, (void)why;
  if (strcmp(at->statement, "GFORCE") != 0 || at->id != 7 || at->parameters != 2 ||
      at->parameter[0] != 3 || at->parameter[1] != 0.4)
    return LASH_FAILURE;
  for (int k = 0; k < 3; k++) {
    if (at->i->r[k] != at->j->r[k]) return LASH_FAILURE;
    wrench[k] = -at->parameter[0] * (at->i->v[k] - at->j->v[k]);
    wrench[k + 3] = -at->parameter[1] * (at->i->w[k] - at->j->w[k]);
  }
  return LASH_OK;
}

/* The part of marker 39 has its frame in marker 30: v39 at I is v30 + w x (r21 - r30). */
#define DRAG(a, b, c) \
  "F" #a " = -3*(V" #a "(21,30)-(W" #b "(30)*D" #c "(21,30)-W" #c "(30)*D" #b "(21,30)))\\, "

static void for_an_element_and_a_routine(void) {
  const lash_own_force by_name = {"gforce/7", 0, 0, 0, floating_drag, NULL};
  const lash_own_force by_routine = {"mine::drag", 0, 0, 0, floating_drag, NULL};
  dataset(
      "element.adm",
      "GFORCE/7, I = 21, JFLOAT = 39, RM = 1, FUNCTION = USER(3,0.4)\\, ROUTINE = mine::drag\n");
  dataset("written.adm",
          "GFORCE/1, I = 21, JFLOAT = 39, RM = 1, " DRAG(X, Y, Z) DRAG(Y, Z, X)
              DRAG(Z, X, Y) "TX = -0.4*WX(21,30)\\, TY = -0.4*WY(21,30)\\, TZ = -0.4*WZ(21,30)\n");
  same_motion("element.adm", &by_name, "written.adm", 2e-7);
  same_motion("element.adm", &by_routine, "written.adm", 2e-7);
}

static lash_status all_six(void *context, const lash_own_call *at, double wrench[6],
                           lash_error *why) {
  (void)context, (void)at, (void)why;
  for (int k = 0; k < 6; k++) wrench[k] = 0.2 + 0.1 * k;
  return LASH_OK;
}

/* Each kind of element takes its part of the six numbers. */
static void parts_of_the_wrench(void) {
  static const struct {
    const char *name, *element, *written;
  } cases[] = {
      {"VFORCE/1", "VFORCE/1, I = 21, JFLOAT = 39, RM = 2, FUNCTION = USER(1)\\\n",
       "VFORCE/1, I = 21, JFLOAT = 39, RM = 2, FX = 0.2\\, FY = 0.3\\, FZ = 0.4\n"},
      {"VTORQUE/1", "VTORQUE/1, I = 21, JFLOAT = 39, RM = 2, FUNCTION = USER(1)\\\n",
       "VTORQUE/1, I = 21, JFLOAT = 39, RM = 2, TX = 0.5\\, TY = 0.6\\, TZ = 0.7\n"},
      {"SFORCE/1", "SFORCE/1, I = 21, J = 31, TRANSLATION, FUNCTION = USER(1)\\\n",
       "SFORCE/1, I = 21, J = 31, TRANSLATION, FUNCTION = 0.2\n"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const lash_own_force force = {cases[k].name, 0, 0, 0, all_six, NULL};
    dataset("element.adm", cases[k].element);
    dataset("written.adm", cases[k].written);
    same_motion("element.adm", &force, "written.adm", 1e-12);
  }
}

/* Stiff springs need the tangent: bdf goes on with few steps, and to the closed form. */
static lash_status stiff(void *context, const lash_own_call *at, double wrench[6],
                         lash_error *why) {
  size_t *calls = context;
  (void)why;
  ++*calls;
  for (int k = 0; k < 3; k++) wrench[k] = -1e6 * (at->i->r[k] - 0.01) - 2e5 * at->i->v[k];
  return LASH_OK;
}

static void stiff_with_a_tangent(void) {
  size_t calls = 0;
  const lash_own_force force = {NULL, 20, 0, 0, stiff, &calls};
  lash_session_options options = options_for(NULL);
  lash_session *session;
  double x;
  dataset("stiff.adm", "");
  options.end = 1;
  options.integrator = "bdf";
  options.error = 1e-6;
  OK(lash_session_open(in_folder("stiff.adm"), &options, &session, &error));
  OK(lash_session_force(session, &force, &error));
  OK(lash_session_run(session, &error));
  OK(lash_session_measure(session, "DX", (const int[]){20, 1}, 2, &x, &error));
  /* overdamped: the slow root of 2 s^2 + 2e5 s + 1e6 from x = 0, v = 0.3 */
  const double root = sqrt(1e10 - 2e6), fast = (-1e5 - root) / 2, slow = 5e5 / fast;
  const double a = (0.3 + 0.01 * fast) / (slow - fast), b = -0.01 - a;
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.01 + a * exp(slow) + b * exp(fast), x);
  /* the fast root is near -1e5: an explicit method would need 30,000 steps to stay stable */
  TEST_ASSERT_TRUE(lash_session_totals_of(session)->count.steps < 5000);
  TEST_ASSERT_TRUE(calls > 100);
  lash_session_free(session);
}

/* In tables and audits it is an element like others. */
static void in_tables(void) {
  const lash_own_force force = {NULL, 21, 31, 0, all_six, NULL};
  lash_session_options options = options_for(NULL);
  lash_session *session;
  double wrench[6];
  dataset("own.adm", "");
  options.end = 0.01;
  OK(lash_session_open(in_folder("own.adm"), &options, &session, &error));
  OK(lash_session_force(session, &force, &error));
  OK(lash_session_start(session, &error));
  lash_system *system = lash_session_system(session);
  TEST_ASSERT_EQUAL_UINT(1, lash_system_size(system)->forces);
  TEST_ASSERT_EQUAL_STRING("OWN_FORCE", lash_system_force(system, 0).statement);
  TEST_ASSERT_EQUAL_INT(1, lash_system_force(system, 0).id);
  OK(lash_system_force_wrench(system, 0, false, 0, wrench, &error));
  for (int k = 0; k < 6; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.2 + 0.1 * k, wrench[k]);
  lash_session_free(session);
}

/* ------------------------------------------------------------------------------------- mistakes */

static lash_status gives_up(void *context, const lash_own_call *at, double wrench[6],
                            lash_error *why) {
  (void)wrench;
  if (at->time < 0.01) return LASH_OK;
  if (!context) {
    wrench[4] = NAN;
    return LASH_OK;
  }
  return lash_fail(why, LASH_FAILURE, "no more of this");
}

static void refused(const char *engine, const lash_own_force *force, lash_status status,
                    const char *word) {
  lash_session_options options = options_for(engine);
  lash_session *session;
  options.end = 0.1;
  OK(lash_session_open(in_folder("own.adm"), &options, &session, &error));
  OK(lash_session_force(session, force, &error));
  const lash_status got = lash_session_run(session, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(status, got, error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, word), error.message);
  lash_session_free(session);
}

static void mistakes(void) {
  int yes = 1;
  dataset("own.adm", "");
  for (size_t k = 0; k < engine_count(); k++) {
    const char *e = engine_at(k);
    refused(e, &(lash_own_force){NULL, 21, 99, 0, all_six, NULL}, LASH_BAD_INPUT, "MARKER/99");
    refused(e, &(lash_own_force){NULL, 0, 21, 0, all_six, NULL}, LASH_BAD_INPUT, "no marker");
    refused(e, &(lash_own_force){NULL, 21, 1, 0, NULL, NULL}, LASH_BAD_INPUT, "no function");
    refused(e, &(lash_own_force){"GFORCE/4", 0, 0, 0, all_six, NULL}, LASH_BAD_INPUT, "GFORCE/4");
    refused(e, &(lash_own_force){"a::b", 0, 0, 0, all_six, NULL}, LASH_BAD_INPUT, "ROUTINE");
    refused(e, &(lash_own_force){"spring", 0, 0, 0, all_six, NULL}, LASH_BAD_INPUT, "neither");
    refused(e, &(lash_own_force){NULL, 21, 31, 0, gives_up, NULL}, LASH_FAILURE, "component 5");
    refused(e, &(lash_own_force){NULL, 21, 31, 0, gives_up, &yes}, LASH_FAILURE, "no more");
  }
  lash_session_options options = options_for(NULL);
  lash_session *session;
  OK(lash_session_open(in_folder("own.adm"), &options, &session, &error));
  OK(lash_session_start(session, &error));
  const lash_own_force late = {NULL, 21, 31, 0, all_six, NULL};
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_session_force(session, &late, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "before the start"));
  lash_session_free(session);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(between_markers);
  RUN_TEST(for_an_element_and_a_routine);
  RUN_TEST(parts_of_the_wrench);
  RUN_TEST(stiff_with_a_tangent);
  RUN_TEST(in_tables);
  RUN_TEST(mistakes);
  return UNITY_END();
}
