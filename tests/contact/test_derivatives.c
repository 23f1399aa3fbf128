/* Every law of the registry: exact derivatives against Richardson-extrapolated central differences
 * at 1000 random points with random parameters. */
#include <float.h>

#include "contact_testing.h"

void setUp(void) { random_state = 20240501; }
void tearDown(void) {}

typedef struct point {
  double x[3]; /* delta, v, v0 */
} point;

static lash_contact_value at(const lash_contact *law, point p, int axis, double shift) {
  p.x[axis] += shift;
  return lash_contact_eval(law, p.x[0], p.x[1], p.x[2]);
}

/* Where the notes name kinks: between states of the clamp or the limit, at v = 0, at the full depth
 * of the step damping, at either stop, at the floor of v0. A stencil must not straddle one. */
static int side(const lash_contact *law, point p) {
  double delta = p.x[0], gap = lash_params_get(&law->params, "gap");
  double depth = lash_params_get(&law->params, "d"),
         v0_min = lash_params_get(&law->params, "v0_min");
  double far = -delta - gap;
  return (delta > 0) | (p.x[1] > 0) << 1 | (delta > depth) << 2 | (far > 0) << 3 |
         (far > depth) << 4 | (p.x[2] < v0_min) << 5 |
         (int)lash_contact_eval(law, p.x[0], p.x[1], p.x[2]).flags << 6;
}

static bool same_side(const lash_contact *law, point p, int axis, double h) {
  int here = side(law, p);
  for (int k = -4; k <= 4; k++) {
    point q = p;
    q.x[axis] += h * k / 4;
    if (side(law, q) != here) return false;
  }
  return true;
}

/* Central differences with steps h, h/2, h/4, extrapolated to order 6. */
static double richardson(const lash_contact *law, point p, int axis, double h) {
  double d[3];
  for (int i = 0; i < 3; i++) {
    double step = h / (1 << i);
    d[i] = (at(law, p, axis, step).force - at(law, p, axis, -step).force) / (2 * step);
  }
  double first = d[1] + (d[1] - d[0]) / 3, second = d[2] + (d[2] - d[1]) / 3;
  return second + (second - first) / 15;
}

/* 1e-8 of the derivative (or of the secant to the origin, where terms cancel), and what rounding of
 * the force and of the shifted argument leaves in the difference quotient. */
static void check(const lash_contact *law, point p, int axis, double exact, double *worst,
                  int *checked) {
  double gap = lash_params_get(&law->params, "gap");
  double size = axis == 0 && p.x[0] < -gap ? -p.x[0] - gap : fabs(p.x[axis]);
  double to_limit = axis == 0 ? fabs(lash_contact_limit(law) - p.x[0]) : INFINITY;
  double h = fmin(size, to_limit) / 64; /* the logarithmic laws turn vertical at their limit */
  if (!same_side(law, p, axis, h)) return;
  double force = fabs(at(law, p, axis, 0).force);
  double scale = fabs(exact);
  if (axis == 0) scale = fmax(scale, force / size);
  double rounding = 16 * DBL_EPSILON * (force + fabs(exact * p.x[axis])) / h;
  double error = fabs(richardson(law, p, axis, h) - exact);
  char text[200];
  snprintf(text, sizeof text, "%s: derivative %d at delta %.17g v %.17g v0 %.17g", law->law->name,
           axis, p.x[0], p.x[1], p.x[2]);
  TEST_ASSERT_TRUE_MESSAGE(isfinite(exact), text);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8 * scale + rounding, 0, error, text);
  ++*checked;
  if (scale > 0) *worst = fmax(*worst, (error - rounding) / scale);
}

static point random_point(const lash_contact *law) {
  double depth = fmin(1e-4, lash_contact_limit(law));
  double v0 = magnitude(-2, 1);
  double v = v0 * (coin() ? 1 : -1) * magnitude(-2, 0);
  double delta = depth * (coin() ? uniform(0, 1.2) : magnitude(-4, 0));
  if (law->law->traits & LASH_CONTACT_TWO_SIDED && coin()) {
    delta = -lash_params_get(&law->params, "gap") - delta;
  }
  return (point){{delta, v, v0}};
}

static void derivatives_match_differences(void) {
  size_t count = lash_contact_law_count();
  TEST_ASSERT_EQUAL_INT(37, count);
  double worst = 0;
  for (size_t i = 0; i < count; i++) {
    int checked = 0;
    for (int k = 0; k < 1000; k++) {
      lash_contact law = random_law(lash_contact_law_at(i));
      point p = random_point(&law);
      lash_contact_value value = lash_contact_eval(&law, p.x[0], p.x[1], p.x[2]);
      check(&law, p, 0, value.d_delta, &worst, &checked);
      check(&law, p, 1, value.d_v, &worst, &checked);
      check(&law, p, 2, value.d_v0, &worst, &checked);
    }
    /* few stencils may fall on a kink */
    TEST_ASSERT_TRUE_MESSAGE(checked > 2500, lash_contact_law_at(i)->name);
  }
  printf("worst relative error of a derivative: %.2g\n", worst);
}

static void nothing_acts_without_contact(void) {
  for (size_t i = 0; i < lash_contact_law_count(); i++) {
    lash_contact law = random_law(lash_contact_law_at(i));
    double gap = lash_params_get(&law.params, "gap");
    double far = isnan(gap) ? -1e-3 : -0.5 * gap;
    const double deltas[] = {0.0, -0.0, far, isnan(gap) ? -INFINITY : far};
    const double speeds[] = {-1, 0, 1, NAN, INFINITY};
    for (size_t d = 0; d < 4; d++) {
      for (size_t s = 0; s < 5; s++) {
        lash_contact_value value = lash_contact_eval(&law, deltas[d], speeds[s], speeds[4 - s]);
        TEST_ASSERT_TRUE_MESSAGE(value.force == 0 && value.d_delta == 0 && value.d_v == 0 &&
                                     value.d_v0 == 0 && value.flags == 0,
                                 law.law->name);
      }
    }
  }
}

static void not_a_number_is_never_hidden(void) {
  for (size_t i = 0; i < lash_contact_law_count(); i++) {
    lash_contact law = random_law(lash_contact_law_at(i));
    TEST_ASSERT_TRUE_MESSAGE(isnan(lash_contact_eval(&law, NAN, 0.1, 1).force), law.law->name);
    double damped = lash_contact_eval(&law, 1e-6, 0.1, 1).d_v;
    bool reads_v = damped != 0 || strcmp(law.law->name, "kv_flores") == 0;
    if (!reads_v) continue;
    TEST_ASSERT_TRUE_MESSAGE(isnan(lash_contact_eval(&law, 1e-6, NAN, 1).force), law.law->name);
  }
}

/* The approach speed is floored, and its derivative then vanishes. */
static void approach_speed_is_floored(void) {
  lash_contact law = make_law("flores", "K=1e8 e=0.5 v0_min=0.1");
  lash_contact_value floored = lash_contact_eval(&law, 1e-5, 0.05, 0.1);
  const double below[] = {0.05, 0, -1};
  for (size_t i = 0; i < 3; i++) {
    lash_contact_value value = lash_contact_eval(&law, 1e-5, 0.05, below[i]);
    TEST_ASSERT_EQUAL_DOUBLE(floored.force, value.force);
    TEST_ASSERT_TRUE(value.d_v0 == 0);
  }
  TEST_ASSERT_TRUE(floored.d_v0 < 0);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(derivatives_match_differences);
  RUN_TEST(nothing_acts_without_contact);
  RUN_TEST(not_a_number_is_never_hidden);
  RUN_TEST(approach_speed_is_floored);
  return UNITY_END();
}
