/* Measures of runs whose answers are known in closed form. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lash_study.h"
#include "unity.h"

static char file[] = "/tmp/lash_study_XXXXXX";
static lash_error error;

void setUp(void) {}
void tearDown(void) {}

#define TEST_OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

static const double g = 9.81;

/* A ball dropped from 0.3 m, radius 0.1 m, on a plate. */
static const char ball[] =
    "a ball\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART=1\n"
    "GRAPHICS/1, PLANE, RM=1, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5\n"
    "PART/2, MASS=1, CM=2, IP=.004,.004,.004, QG=0,0,0.3\n"
    "MARKER/2, PART=2\n"
    "GRAPHICS/2, ELLIPSOID, CM=2, XSCALE=.2, YSCALE=.2, ZSCALE=.2\n"
    "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E8, EXPONENT=1.5, DAMPING=0, DMAX=1E-4\n"
    "ACCGRAV/KGRAV=-9.81\n"
    "REQUEST/1, DISPLACEMENT, I=2, J=1\n"
    "REQUEST/2, F1=DZ(2,1)\\F2=VZ(2,1), CNAMES=height,speed,,,,,,\n"
    "END\n";

/* A mass on a spring, x = A cos(w t) with w = 10, A = 0.2; a damper to be switched on. */
static const char spring[] =
    "a spring\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART=1, REULER=90D,90D,0\n"
    "PART/2, MASS=2, CM=2, IP=1,1,1, QG=0.2,0,0\n"
    "MARKER/2, PART=2, REULER=90D,90D,0\n"
    "JOINT/1, TRANSLATIONAL, I=2, J=1\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I=2, J=1, FUNCTION=-200*DX(2,1)\n"
    "SFORCE/2, TRANSLATION, ACTIONONLY, I=2, J=1, FUNCTION=-1*VX(2,1)\n"
    "REQUEST/1, F2=DX(2,1)\\F3=VX(2,1)\n"
    "END\n";

static void write_model(const char *text) {
  FILE *out = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(text, out);
  fclose(out);
}

static void open_study(lash_study *study, const char *text, const char *measures, double end) {
  write_model(text);
  TEST_OK(lash_study_open(study, file, &error));
  TEST_OK(lash_measures_parse(measures, &study->model, &study->measures, &error));
  study->run.end = end;
  study->run.error = 1e-10;
  study->run.output_step = end / 2000;
}

/* From energy, v^2 + 2 g d - 4/5 K d^2.5 = d'^2: the time in and out of the deepest place D, with
 * d = D (1 - u^2) so that the integrand is smooth. */
static double contact_time(double v) {
  enum { N = 20000 };
  const double K = 1e8;
  double deepest = pow(1.25 * v * v / K, 0.4), time = 0;
  for (int i = 0; i < 20; i++) deepest = pow(1.25 * (v * v + 2 * g * deepest) / K, 0.4);
  for (int i = 0; i < N; i++) {
    const double u = (i + 0.5) / N, d = deepest * (1 - u * u);
    time += 2 * 2 * u * deepest / sqrt(v * v + 2 * g * d - 0.8 * K * pow(d, 2.5)) / N;
  }
  return time;
}

static void a_falling_ball(void) {
  lash_study study;
  double v[8];
  lash_record record;
  open_study(&study, ball,
             "first_impact,approach_speed,impacts,impacts(CONTACT/1),contact_fraction,"
             "hardest_approach(contact/1),dissipated,energy_error",
             0.5);
  TEST_OK(lash_study_point(&study, NULL, NULL, v, &record, &error));
  const double fall = sqrt(2 * 0.2 / g);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, fall, v[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, g * fall, v[1]);
  TEST_ASSERT_EQUAL_DOUBLE(1, v[2]);
  TEST_ASSERT_EQUAL_DOUBLE(1, v[3]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, contact_time(g * fall) / 0.5, v[4]);
  TEST_ASSERT_EQUAL_DOUBLE(v[1], v[5]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, v[6]);
  TEST_ASSERT_TRUE(v[7] < 1e-6);
  TEST_ASSERT_EQUAL_UINT(2, record.touches);
  TEST_ASSERT_TRUE(record.touch[0].closes && !record.touch[1].closes);
  TEST_ASSERT_EQUAL_STRING("CONTACT", record.touch[0].statement);
  lash_record_free(&record);
  lash_study_close(&study);
}

static void nothing_before_from_counts(void) {
  lash_study study;
  double v[3];
  open_study(&study, ball, "impacts,first_impact,contact_fraction", 0.5);
  study.from = 0.3;
  TEST_OK(lash_study_point(&study, NULL, NULL, v, NULL, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0, v[0]);
  TEST_ASSERT_TRUE(isnan(v[1]));
  TEST_ASSERT_EQUAL_DOUBLE(0, v[2]);
  lash_study_close(&study);
}

static void an_oscillation(void) {
  lash_study study;
  double v[10];
  const double period = 2 * 3.14159265358979324 / 10;
  open_study(&study, spring,
             "peak(request/1.f2),rms(request/1.f2),mean(request/1.f2),min(DX(2,1)),max(DX(2,1)),"
             "range(VX(2,1)),final(DX(2,1)),end_time,steps,dissipated",
             2 * period);
  TEST_OK(lash_texts_add(&study.run.without, "SFORCE/2", &error));
  TEST_OK(lash_study_point(&study, NULL, NULL, v, NULL, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.2, v[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.2 / sqrt(2), v[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, v[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -0.2, v[3]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.2, v[4]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 4, v[5]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.2, v[6]);
  TEST_ASSERT_EQUAL_DOUBLE(2 * period, v[7]);
  TEST_ASSERT_TRUE(v[8] > 10);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, v[9]);
  lash_study_close(&study);
}

/* With the damper left out instead of in: x = A exp(-d t) (cos + d/w sin) against A cos(10 t). */
static void the_ideal_mechanism(void) {
  lash_study study;
  double v[3];
  open_study(&study, spring, "deviation_max(DX(2,1)),deviation_rms(DX(2,1)),dissipated", 1);
  TEST_OK(lash_texts_add(&study.ideal_without, "SFORCE/2", &error));
  TEST_OK(lash_study_point(&study, NULL, NULL, v, NULL, &error));
  const double d = 0.25, w = sqrt(100 - d * d);
  double most = 0, square = 0, speed = 0, x = 0;
  enum { N = 200000 };
  for (int i = 0; i <= N; i++) {
    const double t = (double)i / N;
    x = 0.2 * exp(-d * t) * (cos(w * t) + d / w * sin(w * t));
    speed = -0.2 * exp(-d * t) * 100 / w * sin(w * t);
    const double off = x - 0.2 * cos(10 * t);
    most = fmax(most, fabs(off));
    square += off * off / N;
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, most, v[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, sqrt(square), v[1]);
  /* expression forces keep nothing: dissipated is the whole loss of kinetic energy */
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -speed * speed, v[2]);
  lash_study_close(&study);
}

static void settings_with_formulas(void) {
  lash_study study;
  double v[1];
  const char *const name[] = {"k"};
  const double value[] = {3};
  const lash_names names = {name, value, 1};
  open_study(&study, spring, "final(DX(2,1))", 0.1);
  TEST_OK(lash_texts_add(&study.run.without, "SFORCE/2", &error));
  TEST_OK(lash_texts_add(&study.sets, "PART/2.MASS=${2*k/3}", &error));
  lash_texts_list more = {{"PART/2.QG=${k/10},0,0"}, 1};
  TEST_OK(lash_study_point(&study, &names, &more, v, NULL, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.3 * cos(1), v[0]);
  TEST_ASSERT_TRUE(lash_mentions("a${2*k}", "k"));
  TEST_ASSERT_FALSE(lash_mentions("a${2*kk}k", "k"));
  lash_study_close(&study);
}

/* A run continued from the end of another goes on where that ended. */
static void a_run_goes_on(void) {
  lash_study study;
  lash_record first, second;
  open_study(&study, spring, "final(DX(2,1))", 0.3);
  TEST_OK(lash_texts_add(&study.run.without, "SFORCE/2", &error));
  TEST_OK(lash_study_run(&study.model, &study.run, &study.measures.columns, &first, &error));
  study.run.start_state = first.state;
  study.run.start_time = first.end;
  study.run.end = 0.7;
  TEST_OK(lash_study_run(&study.model, &study.run, &study.measures.columns, &second, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.2 * cos(7), second.data[second.rows - 1]);
  TEST_ASSERT_EQUAL_DOUBLE(first.data[first.rows - 1], second.data[0]);
  lash_record_free(&first);
  lash_record_free(&second);
  lash_study_close(&study);
}

static void refuse(const char *measures, const char *words) {
  lash_study study;
  write_model(ball);
  TEST_OK(lash_study_open(&study, file, &error));
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_BAD_INPUT, lash_measures_parse(measures, &study.model, &study.measures, &error),
      measures);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
  lash_study_close(&study);
}

static void mistakes_are_told(void) {
  refuse("paek(request/1.f2)", "did you mean 'peak'");
  refuse("peak", "of what");
  refuse("peak(request/9.f2)", "no such REQUEST");
  refuse("peak(request/1.f9)", "no such column");
  refuse("peak(request/2.hight)", "no such column");
  refuse("peak(DX(1,2)", "closed by a bracket");
  refuse("peak(DX(a,2))", "ids");
  refuse("impacts(CONTACT/7)", "no contact");
  refuse("impacts(JOINT/1)", "no contact");
  refuse("steps(DX(1,2))", "no argument");
  refuse("steps,,steps", "empty");
  lash_study study;
  double v[1];
  open_study(&study, ball, "peak(DX(77,1))", 0.1);
  TEST_ASSERT_TRUE(lash_study_point(&study, NULL, NULL, v, NULL, &error) != LASH_OK);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "DX(77,1)"), error.message);
  study.run.end = NAN;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_study_point(&study, NULL, NULL, v, NULL, &error));
  lash_study_close(&study);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_study_open(&study, "/nonexistent.adm", &error));
  lash_study_close(&study);
}

int main(void) {
  const int made = mkstemp(file);
  if (made < 0) return 1;
  close(made);
  UNITY_BEGIN();
  RUN_TEST(a_falling_ball);
  RUN_TEST(nothing_before_from_counts);
  RUN_TEST(an_oscillation);
  RUN_TEST(the_ideal_mechanism);
  RUN_TEST(settings_with_formulas);
  RUN_TEST(a_run_goes_on);
  RUN_TEST(mistakes_are_told);
  remove(file);
  return UNITY_END();
}
