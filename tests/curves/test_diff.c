/* What tells two curves apart: shifts, factors, spikes are found and named; tubes, units,
 * rotations, chaos. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curve_diff.h"
#include "curve_match.h"
#include "curve_unit.h"
#include "lash_space.h"
#include "unity.h"

enum { N = 501 };
static const double turn = 6.283185307179586;
static double t[N], x[N], y[N];
static lash_error error;

void setUp(void) {
  for (int i = 0; i < N; i++) t[i] = 0.01 * i, x[i] = 3 * sin(1.7 * t[i]) + 0.4 * sin(9 * t[i] + 1);
}
void tearDown(void) {}

static const curve_tolerance usual = {.time = NAN, .value = 1e-3};

static curve_difference compare(const double *result) {
  const curve_view a = {N, t, result, NULL, NULL}, b = {N, t, x, NULL, NULL};
  curve_difference d;
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_diff(&a, &b, &usual, &d, &error));
  return d;
}

static void a_curve_is_itself(void) {
  const curve_difference d = compare(x);
  TEST_ASSERT_TRUE(d.same);
  TEST_ASSERT_EQUAL_DOUBLE(0, d.greatest);
  TEST_ASSERT_EQUAL_DOUBLE(0, d.shift);
  TEST_ASSERT_TRUE(isnan(d.leaves_at));
}

static void a_shift_of_one_step_is_named(void) {
  for (int i = 0; i < N; i++) {
    const double s = t[i] - 0.01;
    y[i] = 3 * sin(1.7 * s) + 0.4 * sin(9 * s + 1);
  }
  const curve_difference d = compare(y);
  TEST_ASSERT_FALSE(d.same);
  TEST_ASSERT_EQUAL_STRING("shifted", curve_cause_name(d.cause));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0.01, d.shift);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(d.words, "later by 0.01"), d.words);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(d.words, "(1 of the reference's steps)"), d.words);
}

static void a_factor_is_named(void) {
  for (int i = 0; i < N; i++) y[i] = 1.01 * x[i];
  const curve_difference d = compare(y);
  TEST_ASSERT_FALSE(d.same);
  TEST_ASSERT_EQUAL_STRING("scaled", curve_cause_name(d.cause));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.01, d.scale);
  TEST_ASSERT_EQUAL_STRING("1.01 times as large", d.words);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.01, d.peak[0] / d.peak[1]);
}

static void a_spike_is_named_with_its_time(void) {
  memcpy(y, x, sizeof y);
  y[321] += 0.5;
  const curve_difference d = compare(y);
  TEST_ASSERT_EQUAL_STRING("spike", curve_cause_name(d.cause));
  TEST_ASSERT_EQUAL_DOUBLE(t[321], d.cause_at);
  TEST_ASSERT_EQUAL_DOUBLE(t[321], d.leaves_at);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0 / N, d.outside);
}

static void an_offset_and_a_parting_are_named(void) {
  for (int i = 0; i < N; i++) y[i] = x[i] + 0.02;
  curve_difference d = compare(y);
  TEST_ASSERT_EQUAL_STRING("offset", curve_cause_name(d.cause));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.02, d.offset);
  for (int i = 0; i < N; i++) y[i] = x[i] + (t[i] > 3 ? 1e-3 * exp(4 * (t[i] - 3)) * cos(t[i]) : 0);
  d = compare(y);
  TEST_ASSERT_EQUAL_STRING("apart", curve_cause_name(d.cause));
  TEST_ASSERT_DOUBLE_WITHIN(0.6, 3.2, d.cause_at);
}

/* A clock that runs too fast, and two changes at once. */
static void stretches_and_pairs_of_changes_are_named(void) {
  for (int i = 0; i < N; i++) {
    const double s = t[i] / 1.004;
    y[i] = 3 * sin(1.7 * s) + 0.4 * sin(9 * s + 1);
  }
  curve_difference d = compare(y);
  TEST_ASSERT_EQUAL_STRING("stretched", curve_cause_name(d.cause));
  TEST_ASSERT_EQUAL_STRING("slower by 0.4 % all along", d.words);
  for (int i = 0; i < N; i++) {
    const double s = t[i] + 0.02;
    y[i] = 0.97 * (3 * sin(1.7 * s) + 0.4 * sin(9 * s + 1));
  }
  d = compare(y);
  TEST_ASSERT_EQUAL_STRING("moved", curve_cause_name(d.cause));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(d.words, "earlier by 0.02"), d.words);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(d.words, "(2 of the reference's steps) and 0.97"), d.words);
  for (int i = 0; i < N; i++) y[i] = 0.9 * x[i] + 0.5;
  d = compare(y);
  TEST_ASSERT_EQUAL_STRING("line", curve_cause_name(d.cause));
  TEST_ASSERT_EQUAL_STRING("0.9 times as large and more by 0.5", d.words);
}

/* Both constant, the reference with errors of 1e-4 towards its end. */
static void a_nearly_constant_curve_is_named(void) {
  for (int i = 0; i < N; i++) {
    x[i] = -4.9033 + (t[i] > 3 ? 5e-4 * sin(9 * t[i]) : 0);
    y[i] = -4.9033;
  }
  const curve_difference d = compare(y);
  TEST_ASSERT_FALSE(d.same);
  TEST_ASSERT_EQUAL_STRING("steady", curve_cause_name(d.cause));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(d.words, "off by 0.0001 of its size"), d.words);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(d.words, "--noise"), d.words);
}

static void a_run_that_broke_off_is_short(void) {
  const curve_view a = {N / 2, t, x, NULL, NULL}, b = {N, t, x, NULL, NULL};
  curve_difference d;
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_diff(&a, &b, &usual, &d, &error));
  TEST_ASSERT_FALSE(d.same);
  TEST_ASSERT_EQUAL_STRING("short", curve_cause_name(d.cause));
  const curve_view late = {10, t + 400, x, NULL, NULL}, early = {10, t, x, NULL, NULL};
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, curve_diff(&late, &early, &usual, &d, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "nothing in common"));
}

/* Other times than the reference's: straight lines between points, at the times of both. */
static void curves_on_other_times_are_compared_on_both(void) {
  const double u[] = {0, 1, 2, 3, 4}, v[] = {0, 1, 0, 1, 0}, w[] = {0.5, 1, 3.5},
               z[] = {0.5, 1, 0.5};
  const curve_view a = {3, w, z, NULL, NULL}, b = {5, u, v, NULL, NULL};
  const curve_tolerance wide = {.time = 0, .value = 0.9};
  curve_difference d;
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_diff(&a, &b, &wide, &d, &error));
  TEST_ASSERT_EQUAL_INT(5, (int)d.points); /* 0.5 1 2 3 3.5 */
  TEST_ASSERT_EQUAL_DOUBLE(2, d.greatest_at);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.8, d.greatest);
}

static void phase_is_that_of_the_main_frequency(void) {
  double a[N], b[N];
  for (int i = 0; i < N; i++) {
    b[i] = sin(turn * 1.6 * t[i]);
    a[i] = 2 * sin(turn * 1.6 * t[i] - 0.5);
  }
  const curve_view result = {N, t, a, NULL, NULL}, reference = {N, t, b, NULL, NULL};
  TEST_ASSERT_DOUBLE_WITHIN(0.05, 0.5 * 360 / turn, curve_phase_to(&result, &reference));
}

/* --------------------------------------------------------------------------------------------
 * tubes
 */

/* The band that rectangles around all points of a curve fill: of a step from 0 to 1 at t = 1 with
 * half-widths 0.25 and 0.1, worked out by hand. */
static void a_tube_is_the_band_of_rectangles(void) {
  const double u[] = {0, 1, 1, 2}, v[] = {0, 0, 1, 1};
  const curve_view step = {4, u, v, NULL, NULL};
  const curve_tube tube = {0.25, 0.1};
  static const double by_hand[][3] = {
      {0.5, -0.1, 0.1}, {0.74, -0.1, 0.1}, {0.8, -0.1, 1.1}, {1.2, -0.1, 1.1}, {1.26, 0.9, 1.1}};
  for (size_t i = 0; i < sizeof by_hand / sizeof by_hand[0]; i++) {
    double low, high;
    curve_tube_at(&step, tube, by_hand[i][0], &low, &high);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, by_hand[i][1], low);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, by_hand[i][2], high);
  }
}

/* On a slope of 2 a half-width of 0.1 in time is worth 0.2 in value. */
static void a_tube_on_a_slope(void) {
  const double u[] = {0, 10}, v[] = {0, 20};
  const curve_view line = {2, u, v, NULL, NULL};
  double low, high;
  curve_tube_at(&line, (curve_tube){0.1, 0.5}, 5, &low, &high);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10 - 0.7, low);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10 + 0.7, high);
}

/* A late edge is inside of a tube that is wide in time and outside of one that is not. */
static void a_tube_forgives_what_it_is_told_to(void) {
  double a[N], b[N];
  for (int i = 0; i < N; i++) b[i] = t[i] > 2.005, a[i] = t[i] > 2.055;
  const curve_view result = {N, t, a, NULL, NULL}, reference = {N, t, b, NULL, NULL};
  TEST_ASSERT_EQUAL_DOUBLE(0, curve_outside(&result, &reference, (curve_tube){0.06, 1e-3}));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 5.0 / N,
                            curve_outside(&result, &reference, (curve_tube){0, 1e-3}));
}

/* Points read from a figure bring their tube along. */
static void error_bars_are_a_tube(void) {
  const double u[] = {0, 1, 2, 3}, v[] = {0, 1, 2, 3}, du[] = {0, 0, 0, 0},
               dv[] = {0.1, 0.1, 0.5, 0.5};
  const double inside[] = {0.05, 1.05, 2.4, 3.4}, outside[] = {0.05, 1.2, 2.4, 3.4};
  const curve_view reference = {4, u, v, du, dv}, good = {4, u, inside, NULL, NULL},
                   bad = {4, u, outside, NULL, NULL};
  TEST_ASSERT_EQUAL_DOUBLE(0, curve_outside(&good, &reference, (curve_tube){0, 0}));
  TEST_ASSERT_EQUAL_DOUBLE(0.25, curve_outside(&bad, &reference, (curve_tube){0, 0}));
}

/* ----------------------------------------------------------------------------- units, rotations */

static void units_are_brought_together(void) {
  static const struct {
    const char *from, *to;
    double factor;
  } known[] = {{"mm", "m", 1e-3},
               {"meter/second**2", "mm/s^2", 1e3},
               {"newton*meter", "N m", 1},
               {"newton*millimeter", "N m", 1e-3},
               {"deg/second", "rad/s", 0.017453292519943295},
               {"N/mm", "newton/meter", 1e3},
               {"r/min", "rad/s", 0.10471975511965977},
               {"m/s²", "m/s^2", 1},
               {"furlong", "m", 1},
               {"", "m", 1}};
  double factor;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    TEST_ASSERT_TRUE_MESSAGE(curve_unit_factor(known[i].from, known[i].to, &factor), known[i].from);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * known[i].factor, known[i].factor, factor);
  }
  TEST_ASSERT_FALSE(curve_unit_factor("N", "m", &factor));
  TEST_ASSERT_FALSE(curve_unit_factor("m/s", "m/s^2", &factor));
  TEST_ASSERT_TRUE(curve_unit_is("newton*millimeter", "N m", &factor));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1e-3, factor);
  TEST_ASSERT_FALSE(curve_unit_is("furlong", "m", &factor));
  TEST_ASSERT_FALSE(curve_unit_is("", "m", &factor));
}

static void fill(curve_set *set, const char *path, const char *name, const char *const *heading,
                 size_t columns, const double *rows, size_t n) {
  *set = (curve_set){.path = strdup(path)};
  curve_table *table = curve_set_grow(set);
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_table_make(table, name, columns, n, &error));
  for (size_t c = 0; c < columns; c++) {
    table->heading[c] = strdup(heading[c]);
    for (size_t r = 0; r < n; r++) table->number[c][r] = rows[r * columns + c];
  }
}

/* The same orientation by two sets of Euler angles, one of them in degrees, by name and by id. */
static void euler_angles_are_compared_as_rotations(void) {
  static const char *const ours[] = {"time (s)", "PART_2_PSI (rad)", "PART_2_THETA (rad)",
                                     "PART_2_PHI (rad)"};
  static const char *const theirs[] = {"TIME (second)", "PSI (deg)", "THETA (deg)", "PHI (deg)"};
  const double pi = turn / 2;
  const double a[] = {0, 0.3, 0.4, 0.5, 1, 0.6, 1e-9, -0.2};
  /* (psi, theta, phi) is (psi + pi, -theta, phi - pi), and at theta = 0 only the sum counts */
  const double b[] = {
      0, (0.3 + pi) * 180 / pi, -0.4 * 180 / pi, (0.5 - pi) * 180 / pi, 1, 0.4 * 180 / pi, 0, 0};
  curve_set left, right;
  curve_pairs pairs;
  fill(&left, "/nowhere", "parts.csv", ours, 4, a, 2);
  fill(&right, "/nowhere/b.res", "crank_XFORM", theirs, 4, b, 2);
  right.table[0].owner = (curve_owner){strdup("Part"), strdup("crank"), 2};
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_rotations(&left, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_rotations(&right, &error));
  const curve_wishes all = {NULL, 0, NULL, 0};
  const lash_status status = curve_pairs_find(&left, &right, &all, &pairs, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  TEST_ASSERT_EQUAL_INT(9, (int)pairs.count);
  for (size_t i = 0; i < pairs.count; i++) {
    curve_view u, v;
    TEST_ASSERT_EQUAL_INT(LASH_OK, curve_pair_views(&pairs.item[i], &u, &v, &error));
    for (size_t r = 0; r < 2; r++) TEST_ASSERT_DOUBLE_WITHIN(2e-9, u.x[r], v.x[r]);
    curve_view_free(&u), curve_view_free(&v);
  }
  curve_pairs_free(&pairs);
  curve_set_free(&left), curve_set_free(&right);
}

/* A name counts before an id: VARIABLE 7 of one file may be VARIABLE 3 of another. */
static void names_count_before_ids(void) {
  static const char *const heading[] = {"time", "Q"};
  const double rows[] = {0, 1, 1, 2};
  curve_set left, right;
  curve_pairs pairs;
  const curve_wishes all = {NULL, 0, NULL, 0};
  fill(&left, "/l.res", "one", heading, 2, rows, 2);
  left.table[0].owner = (curve_owner){strdup("Variable"), strdup("load"), 7};
  fill(&right, "/r.res", "two", heading, 2, rows, 2);
  right.table[0].owner = (curve_owner){strdup("Variable"), strdup("load"), 3};
  curve_table *other = curve_set_grow(&right);
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_table_make(other, "three", 2, 2, &error));
  other->heading[0] = strdup("time"), other->heading[1] = strdup("Q");
  other->owner = (curve_owner){strdup("Variable"), strdup("speed"), 7};
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_pairs_find(&left, &right, &all, &pairs, &error));
  TEST_ASSERT_EQUAL_INT(1, (int)pairs.count);
  TEST_ASSERT_EQUAL_STRING("two.Q", pairs.item[0].name);
  TEST_ASSERT_EQUAL_INT(1, (int)pairs.missing);
  curve_pairs_free(&pairs);
  curve_set_free(&left), curve_set_free(&right);
}

/* ---------------------------------------------------------------------------------------- chaos */

enum { LONG = 16000 };
static double far[LONG], one[LONG], two[LONG];

/* The logistic map at 4 from two starts: no point in common, everything else. */
static void orbit(double start, double stretch, double *to) {
  double z = start;
  for (size_t i = 0; i < LONG; i++) {
    z = 4 * z * (1 - z);
    if (z < 1e-12 || z > 1 - 1e-12) z = 0.3141592;
    to[i] = stretch * z;
    far[i] = (double)i;
  }
}

static size_t count_differing(double stretch) {
  curve_statistic s[CURVE_STATISTICS];
  size_t count, differing = 0;
  orbit(0.2, stretch, one), orbit(0.7, 1, two);
  const curve_view a = {LONG, far, one, NULL, NULL}, b = {LONG, far, two, NULL, NULL};
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_statistics(&a, &b, s, &count, &error));
  for (size_t i = 0; i < count; i++) differing += s[i].differs;
  TEST_ASSERT_DOUBLE_WITHIN(s[0].reach[1] + 0.01, 0.5, s[0].mean[1]); /* the map's own mean */
  return differing;
}

static void chaotic_curves_are_compared_by_statistics(void) {
  orbit(0.2, 1, one), orbit(0.7, 1, two);
  const curve_view a = {LONG, far, one, NULL, NULL}, b = {LONG, far, two, NULL, NULL};
  curve_difference d;
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_diff(&a, &b, &usual, &d, &error));
  TEST_ASSERT_FALSE(d.same);
  TEST_ASSERT_EQUAL_INT(0, (int)count_differing(1));
  TEST_ASSERT_TRUE(count_differing(1.15) > 0);
  const curve_view few = {20, far, one, NULL, NULL};
  curve_statistic s[CURVE_STATISTICS];
  size_t count;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, curve_statistics(&few, &few, s, &count, &error));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_curve_is_itself);
  RUN_TEST(a_shift_of_one_step_is_named);
  RUN_TEST(a_factor_is_named);
  RUN_TEST(a_spike_is_named_with_its_time);
  RUN_TEST(an_offset_and_a_parting_are_named);
  RUN_TEST(stretches_and_pairs_of_changes_are_named);
  RUN_TEST(a_nearly_constant_curve_is_named);
  RUN_TEST(a_run_that_broke_off_is_short);
  RUN_TEST(curves_on_other_times_are_compared_on_both);
  RUN_TEST(phase_is_that_of_the_main_frequency);
  RUN_TEST(a_tube_is_the_band_of_rectangles);
  RUN_TEST(a_tube_on_a_slope);
  RUN_TEST(a_tube_forgives_what_it_is_told_to);
  RUN_TEST(error_bars_are_a_tube);
  RUN_TEST(units_are_brought_together);
  RUN_TEST(euler_angles_are_compared_as_rotations);
  RUN_TEST(names_count_before_ids);
  RUN_TEST(chaotic_curves_are_compared_by_statistics);
  return UNITY_END();
}
