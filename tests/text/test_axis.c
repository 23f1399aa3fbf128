/* Headings taken apart, and units with the prefix that makes their numbers readable. */
#include "axis.h"

#include <math.h>
#include <string.h>

#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static void headings_have_a_name_and_a_unit(void) {
  static const struct {
    const char *heading, *name, *unit;
  } rows[] = {{"force (N)", "force", "N"},
              {"force [kN]", "force", "kN"},
              {"force_N", "force", "N"},
              {"v_m_s", "v", "m/s"},
              {"slider_a_m_s2", "slider_a", "m/s²"},
              {"time", "time", ""},
              {"PART_2_X", "PART_2_X", ""},
              {"PART_2_X (mm)", "PART_2_X", "mm"},
              {"DX(33,41)", "DX(33,41)", ""},
              {"work_forces", "work_forces", ""},
              {"_m", "_m", ""},
              {"", "", ""},
              {")", ")", ""}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const axis a = axis_of(rows[i].heading);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(rows[i].name, a.name, rows[i].heading);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(rows[i].unit, a.unit, rows[i].heading);
  }
}

static axis fitted(const char *name, const char *unit, double low, double high) {
  axis a = axis_with(name, unit);
  axis_see(&a, low);
  axis_see(&a, high);
  axis_see(&a, NAN);
  axis_fit(&a);
  return a;
}

static void prefixes_follow_the_range(void) {
  static const struct {
    const char *unit;
    double low, high;
    const char *label;
    double factor;
  } rows[] = {{"m", 0, 5e-5, "x (µm)", 1e6},
              {"mm", -0.02, 0.03, "x (µm)", 1e3},
              {"mm", -20, 30, "x (mm)", 1},
              {"mm", 0, 8000, "x (m)", 1e-3},
              {"N", -2e4, 10, "x (kN)", 1e-3},
              {"N", 0, 1200, "x (N)", 1},
              {"kN", 0, 0.02, "x (N)", 1e3},
              {"s", 0, 0.05, "x (ms)", 1e3},
              {"s", 0, 1e5, "x (s)", 1},
              {"N m", 0, 1e-4, "x (µN m)", 1e6},
              {"m/s²", 0, 9e4, "x (km/s²)", 1e-3},
              {"rad/s", 0, 0.002, "x (mrad/s)", 1e3},
              {"kg", 0, 0.02, "x (g)", 1e3},
              {"mm²", 0, 1e-4, "x (10⁻⁶ mm²)", 1e6},
              {"r/min", 500, 5000, "x (r/min)", 1},
              {"", 0, 5e-5, "x (10⁻⁶)", 1e6},
              {"", 0, 2e6, "x (10⁶)", 1e-6},
              {"", 0, 12, "x", 1},
              {"1", 0, 12, "x", 1},
              {"in", 0, 1e-4, "x (10⁻⁶ in)", 1e6},
              {"m", 0, 0, "x (m)", 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const axis a = fitted("x", rows[i].unit, rows[i].low, rows[i].high);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(rows[i].label, a.label, rows[i].unit);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * rows[i].factor, rows[i].factor, a.factor);
  }
}

static void an_axis_without_a_name_is_its_unit(void) {
  TEST_ASSERT_EQUAL_STRING("kN", fitted("", "N", 0, 1e4).label);
}

/* Whatever the range, numbers on the axis have few digits before and behind the point. */
static void numbers_stay_readable(void) {
  static const char *const units[] = {"m", "mm", "N", "J", "Pa", "", "in"};
  for (int exponent = -11; exponent <= 10; exponent++) {
    for (size_t u = 0; u < sizeof units / sizeof units[0]; u++) {
      const double high = 3 * pow(10, exponent);
      const axis a = fitted("x", units[u], 0, high);
      const double shown = high * a.factor;
      const bool metres = strcmp(units[u], "m") == 0 || strcmp(units[u], "mm") == 0;
      if (metres && exponent > 5) continue; /* beyond kilometres there is no usual prefix */
      TEST_ASSERT_TRUE_MESSAGE(shown >= 0.01 && shown < 1e5, a.label);
    }
  }
}

static void nothing_seen_is_no_trouble(void) {
  axis a = axis_with("x", "m");
  axis_fit(&a);
  TEST_ASSERT_EQUAL_STRING("x (m)", a.label);
  TEST_ASSERT_EQUAL_DOUBLE(1, a.factor);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(headings_have_a_name_and_a_unit);
  RUN_TEST(prefixes_follow_the_range);
  RUN_TEST(an_axis_without_a_name_is_its_unit);
  RUN_TEST(numbers_stay_readable);
  RUN_TEST(nothing_seen_is_no_trouble);
  return UNITY_END();
}
