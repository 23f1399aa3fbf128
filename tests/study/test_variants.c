/* Statistics of ensembles, and comparisons of variants. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_variants.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static const double a[] = {27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1,
                           21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4};
static const double b[] = {27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0,
                           24.8, 20.2, 21.9, 22.1, 22.9, 30.2, 30.0};

/* Welch's test by hand: t and freedom from their definitions, the tail by Simpson's rule over the
 * density of Student's distribution. */
static double tail_by_hand(const lash_sample *x, const lash_sample *y) {
  const double vx = x->deviation * x->deviation / (double)x->count;
  const double vy = y->deviation * y->deviation / (double)y->count;
  const double t = fabs(x->mean - y->mean) / sqrt(vx + vy);
  const double n =
      (vx + vy) * (vx + vy) / (vx * vx / (double)(x->count - 1) + vy * vy / (double)(y->count - 1));
  const double scale = exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / sqrt(n * acos(-1.0));
  const int steps = 20000;
  double sum = 0;
  for (int i = 0; i <= steps; i++) { /* the density from 0 to t */
    const double u = t * i / steps, weight = i == 0 || i == steps ? 1 : i % 2 ? 4 : 2;
    sum += weight * pow(1 + u * u / n, -(n + 1) / 2);
  }
  return 1 - 2 * scale * sum * t / steps / 3;
}

static void welch_is_the_tail_of_students_distribution(void) {
  const lash_sample x = lash_sample_of(a, 15), y = lash_sample_of(b, 15);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, tail_by_hand(&x, &y), lash_welch(&x, &y));
  const lash_sample few = lash_sample_of(a, 3);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, tail_by_hand(&few, &y), lash_welch(&few, &y));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, lash_welch(&x, &x));
}

/* Tables of Student's distribution, two-sided 5 %: freedom 2 and 10. */
static void quantiles_invert_the_tail(void) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 4.3026527297, lash_student_quantile(0.05, 2));
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 2.2281388520, lash_student_quantile(0.05, 10));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.01, lash_student(lash_student_quantile(0.01, 7.5), 7.5));
}

/* Holm 1979: 0.01, 0.04, 0.03, 0.005 at 5 %: limits 0.0125, 0.0167, 0.025, 0.05 in order. */
static void holm_stops_at_the_first_that_fails(void) {
  const double p[] = {0.01, 0.04, 0.03, 0.005};
  bool stands[4];
  lash_holm(p, 4, 0.05, stands);
  TEST_ASSERT_TRUE(stands[0] && stands[3] && !stands[1] && !stands[2]);
  lash_holm(p, 1, 0.05, stands);
  TEST_ASSERT_TRUE(stands[0]);
}

static void samples_leave_out_what_is_not_a_number(void) {
  const double values[] = {1, NAN, 3};
  const lash_sample s = lash_sample_of(values, 3);
  TEST_ASSERT_EQUAL(2, (int)s.count);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 2, s.mean);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, sqrt(2), s.deviation);
  TEST_ASSERT_TRUE(isnan(lash_sample_of(values + 1, 1).mean));
  const lash_sample one = lash_sample_of(values, 1);
  TEST_ASSERT_TRUE(isnan(lash_welch(&one, &s)));
}

/* A mass on a spring, k = 4 m: its greatest position after a start at x is |x| (1 + ...). */
static const char oscillator[] =
    "a mass on a spring\n"
    "PART/1, GROUND\nMARKER/1, PART=1\n"
    "PART/2, MASS=1, CM=2, IP=1,1,1, QG=1,0,0\nMARKER/2, PART=2\nMARKER/3, PART=2, FLOATING\n"
    "JPRIM/1, INLINE, I=2, J=4\nMARKER/4, PART=1, REULER=90D,90D,0\n"
    "VFORCE/1, I=2, JFLOAT=5, RM=1, FX=-4*DX(2,1)\\ FY=0\\ FZ=0\nMARKER/5, PART=1, FLOATING\n"
    "REQUEST/1, F2=DX(2,1)\n"
    "END\n";

static lash_study open_study(void) {
  static char path[] = "/tmp/lash_test_variants_XXXXXX";
  memcpy(path + strlen(path) - 6, "XXXXXX", 6);
  const int file = mkstemp(path);
  FILE *out = fdopen(file, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(oscillator, out);
  fclose(out);
  lash_study study;
  lash_error error = {.message = ""};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_study_open(&study, path, &error), error.message);
  remove(path);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK,
      lash_measures_parse("peak(request/1.f2),dissipated", &study.model, &study.measures, &error),
      error.message);
  study.run.end = 4;
  return study;
}

static void scattered_starts_differ_by_what_they_were_moved(void) {
  lash_study study = open_study();
  lash_error error;
  static lash_variants c;
  c = (lash_variants){.study = &study, .members = 6, .scatter = 0.1, .side_by_side = 2};
  TEST_ASSERT_EQUAL(LASH_OK, lash_variants_add(&c, "as it is", &error));
  TEST_ASSERT_EQUAL(LASH_OK, lash_variants_add(&c, "heavy", &error));
  TEST_ASSERT_EQUAL(LASH_OK, lash_variants_set(&c, "PART/2.MASS=9", &error));
  TEST_ASSERT_EQUAL(LASH_OK, lash_variants_add(&c, "impossible", &error));
  TEST_ASSERT_EQUAL(LASH_OK, lash_variants_set(&c, "PART/2.MASS=-9", &error));
  error.message[0] = '\0';
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_variants_run(&c, NULL, NULL, &error), error.message);
  const lash_variant *v = &c.variant[0];
  TEST_ASSERT_EQUAL(0, (int)v->failed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 1, v->values[0]); /* member 0 is not moved */
  int moved = 0;
  for (size_t m = 1; m < 6; m++) {
    TEST_ASSERT_DOUBLE_WITHIN(0.1001, 1, v->values[2 * m]);
    moved += fabs(v->values[2 * m] - 1) > 1e-3;
    /* the same start for every variant, on every machine */
    TEST_ASSERT_DOUBLE_WITHIN(2e-4, v->values[2 * m], c.variant[1].values[2 * m]);
  }
  TEST_ASSERT_TRUE(moved >= 4);
  TEST_ASSERT_TRUE(c.variant[1].probability[0] > 0.9); /* mass does not change the amplitude */
  TEST_ASSERT_EQUAL(6, (int)c.variant[2].failed);
  TEST_ASSERT_NOT_NULL(strstr(c.variant[2].failure.message, "MASS"));
  TEST_ASSERT_TRUE(v->time && v->rows > 900 && v->columns == 1);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, cos(2 * v->time[500]), v->data[500]);
  lash_variants_free(&c);
  lash_study_close(&study);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(welch_is_the_tail_of_students_distribution);
  RUN_TEST(quantiles_invert_the_tail);
  RUN_TEST(holm_stops_at_the_first_that_fails);
  RUN_TEST(samples_leave_out_what_is_not_a_number);
  RUN_TEST(scattered_starts_differ_by_what_they_were_moved);
  return UNITY_END();
}
