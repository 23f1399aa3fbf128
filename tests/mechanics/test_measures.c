/* Measures against their definitions: rates are derivatives of what turns and moves, partial
 * derivatives are differences, and where a formula gives nothing the value is the promised one. */
#include "lash_measures.h"

#include <stdio.h>

#include "random_motion.h"
#include "unity.h"

void setUp(void) { random_state = 1; }
void tearDown(void) {}

enum { ROUNDS = 50, STEPS = 5 };
static const double step = 1e-3;

typedef struct four {
  lash_marker_motion m[4];
} four;

static four random_four(void) {
  return (four){{random_motion(), random_motion(), random_motion(), random_motion()}};
}

static lash_measured at_four(const four *f, int component) {
  return (lash_measured){&f->m[0], &f->m[1], &f->m[2], &f->m[3], component};
}

static double value_of(lash_measure_kind kind, const four *f, int component) {
  const lash_measured at = at_four(f, component);
  return lash_motion_measure(kind, &at);
}

static bool is_motion(int kind) { return lash_measure_table[kind].form < LASH_FORM_BETWEEN; }

static int components(int kind) {
  const lash_measure_form form = lash_measure_table[kind].form;
  return form == LASH_FORM_DIRECTION ? 3 : form == LASH_FORM_ORIENTATION ? 4 + 36 : 1;
}

/* ------------------------------------------------------------------ derivatives as seen from l */

/* What of i against j the derivatives are taken of: places, or angular velocities. */
static void quantity(const lash_marker_motion *i, const lash_marker_motion *j, bool spins,
                     double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = spins ? i->w[k] - j->w[k] : i->r[k] - j->r[k];
}

/* Derivative of order 1 or 2 in the frame of l, along axis `axis` of k. */
static double derivative(const four *f, bool spins, int order, int axis) {
  double seen[3][STEPS], in_l[3], sum = 0;
  for (int n = 0; n < STEPS; n++) {
    const double t = (n - 2) * step;
    const lash_marker_motion i = later(&f->m[0], t), j = later(&f->m[1], t), l = later(&f->m[3], t);
    double d[3];
    quantity(&i, &j, spins, d);
    for (int c = 0; c < 3; c++)
      seen[c][n] = l.axes[0][c] * d[0] + l.axes[1][c] * d[1] + l.axes[2][c] * d[2];
  }
  for (int c = 0; c < 3; c++)
    in_l[c] = order == 1 ? slope(seen[c], step) : curvature(seen[c], step);
  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 3; c++) sum += f->m[2].axes[k][axis] * f->m[3].axes[k][c] * in_l[c];
  return sum;
}

static void rates_are_derivatives(void) {
  for (int round = 0; round < ROUNDS; round++) {
    const four f = random_four();
    double v2 = 0, a2 = 0, wd2 = 0;
    for (int axis = 0; axis < 3; axis++) {
      const double v = derivative(&f, false, 1, axis), a = derivative(&f, false, 2, axis);
      const double wd = derivative(&f, true, 1, axis);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, v, value_of(LASH_MEASURE_VX + axis, &f, 0));
      TEST_ASSERT_DOUBLE_WITHIN(1e-8, a, value_of(LASH_MEASURE_ACCX + axis, &f, 0));
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, wd, value_of(LASH_MEASURE_WDTX + axis, &f, 0));
      v2 += v * v, a2 += a * a, wd2 += wd * wd;
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, sqrt(v2), value_of(LASH_MEASURE_VM, &f, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, sqrt(a2), value_of(LASH_MEASURE_ACCM, &f, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, sqrt(wd2), value_of(LASH_MEASURE_WDTM, &f, 0));
    double distance[STEPS];
    for (int n = 0; n < STEPS; n++) {
      const lash_marker_motion i = later(&f.m[0], (n - 2) * step);
      const lash_marker_motion j = later(&f.m[1], (n - 2) * step);
      double d[3];
      quantity(&i, &j, false, d);
      distance[n] = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, distance[2], value_of(LASH_MEASURE_DM, &f, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8 / distance[2] / distance[2], slope(distance, step),
                              value_of(LASH_MEASURE_VR, &f, 0));
  }
}

/* Turning by the angles gives the axes of I in J: body 3-1-3, and 3-2-1 with PITCH negative. */
static void turned_by(const int axis[3], const double angle[3], double out[3][3]) {
  double all[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int n = 2; n >= 0; n--) {
    double p[3] = {0};
    p[axis[n]] = angle[n];
    turn_axes(p, all, all);
  }
  memcpy(out, all, sizeof all);
}

static void angles_give_the_axes_back(const four *f) {
  const lash_measured at = at_four(f, 0);
  double built[3][3], angle[3], dc[9];
  lash_motion_array(lash_measure_array_find("DC"), &at, dc);
  for (int k = 0; k < 3; k++) angle[k] = value_of(LASH_MEASURE_PSI + k, f, 0);
  turned_by((const int[3]){2, 0, 2}, angle, built);
  for (int n = 0; n < 9; n++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, dc[n], built[n % 3][n / 3]);
  for (int k = 0; k < 3; k++) angle[k] = value_of(LASH_MEASURE_YAW + k, f, 0);
  angle[1] = -angle[1];
  turned_by((const int[3]){2, 1, 0}, angle, built);
  for (int n = 0; n < 9; n++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, dc[n], built[n % 3][n / 3]);
}

/* ORIENT of types 1 to 24: turning by the three angles, about axes of the body or of space, gives
 * the axes of I in J. */
static void orientations_give_the_axes_back(const four *f) {
  static const int sequence[12][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1},
                                      {1, 0, 2}, {2, 1, 0}, {0, 1, 0}, {0, 2, 0},
                                      {1, 0, 1}, {1, 2, 1}, {2, 0, 2}, {2, 1, 2}};
  const lash_measured at = at_four(f, 0);
  double dc[9];
  lash_motion_array(lash_measure_array_find("DC"), &at, dc);
  for (int type = 1; type <= 24; type++) {
    const bool space = type > 12;
    double angle[3], built[3][3];
    int axis[3];
    for (int k = 0; k < 3; k++) {
      const int args[LASH_MEASURE_ARGS] = {type, k + 1, 5, 6};
      lash_measure_question question;
      lash_error error;
      TEST_ASSERT_EQUAL_INT(LASH_OK,
                            lash_measure_ask(LASH_MEASURE_ORIENT, args, &question, &error));
      TEST_ASSERT_EQUAL_INT(5, question.marker[0]);
      TEST_ASSERT_EQUAL_INT(6, question.marker[1]);
      const int place = space ? 2 - k : k; /* turns about fixed axes come one before the other */
      angle[place] = value_of(LASH_MEASURE_ORIENT, f, question.component);
      axis[place] = sequence[(type - 1) % 12][k];
    }
    turned_by(axis, angle, built);
    for (int n = 0; n < 9; n++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, dc[n], built[n % 3][n / 3]);
  }
}

static void angles_are_those_of_the_axes(void) {
  for (int round = 0; round < ROUNDS; round++) {
    const four f = random_four();
    angles_give_the_axes_back(&f);
    orientations_give_the_axes_back(&f);
  }
}

static void other_orientations_are_refused(void) {
  const int wrong[][2] = {{0, 1}, {25, 1}, {26, 1}, {28, 1}, {1, 0}, {1, 4}, {27, 5}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    const int args[LASH_MEASURE_ARGS] = {wrong[k][0], wrong[k][1], 1, 2};
    lash_measure_question question;
    lash_error error;
    TEST_ASSERT_EQUAL_INT(k < 4 ? LASH_UNSUPPORTED : LASH_BAD_INPUT,
                          lash_measure_ask(LASH_MEASURE_ORIENT, args, &question, &error));
  }
}

/* A triangle with sides 3, 4, 5: its angles by the law of cosines. */
static void included_angle_is_that_of_the_triangle(void) {
  four f = random_four();
  memcpy(f.m[0].r, (const double[3]){3, 0, 0}, sizeof f.m[0].r);
  memcpy(f.m[1].r, (const double[3]){0, 0, 0}, sizeof f.m[1].r);
  memcpy(f.m[2].r, (const double[3]){0, 0, 4}, sizeof f.m[2].r);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, acos(0.0), value_of(LASH_MEASURE_INCANG, &f, 0));
  four g = f;
  g.m[0] = f.m[1], g.m[1] = f.m[0];
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, acos(0.6), value_of(LASH_MEASURE_INCANG, &g, 0));
  g.m[2] = g.m[0]; /* both lines the same */
  TEST_ASSERT_EQUAL_DOUBLE(0, value_of(LASH_MEASURE_INCANG, &g, 0));
}

/* -------------------------------------------------------------------------- partial derivatives */

static double *part_of(lash_marker_motion *m, int part) {
  return part == LASH_BY_PLACE ? m->r : part == LASH_BY_VELOCITY ? m->v : m->w;
}

static double changed(lash_measure_kind kind, const four *f, int component, int role, int part,
                      int axis, double by) {
  four g = *f;
  if (part == LASH_BY_TURN) {
    double p[3] = {0};
    p[axis] = by;
    turn_axes(p, f->m[role].axes, g.m[role].axes);
  } else {
    part_of(&g.m[role], part)[axis] += by;
  }
  return value_of(kind, &g, component);
}

static void check_weights(lash_measure_kind kind, const four *f, int component) {
  const lash_measured at = at_four(f, component);
  lash_motion_weights weights;
  lash_motion_weigh(kind, &at, 2.5, &weights);
  for (int role = 0; role < 4; role++)
    for (int part = LASH_BY_PLACE; part <= LASH_BY_SPIN; part++)
      for (int axis = 0; axis < 3; axis++) {
        double values[STEPS], sum = 0;
        for (int n = 0; n < STEPS; n++)
          values[n] = changed(kind, f, component, role, part, axis, (n - 2) * 1e-4);
        for (int n = 0; n < weights.count; n++)
          if (weights.item[n].role == role && (int)weights.item[n].part == part)
            sum += weights.item[n].g[axis];
        const double wanted = 2.5 * slope(values, 1e-4);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8 * (1 + wanted * wanted), wanted, sum,
                                          lash_measure_name(kind));
      }
}

/* No marker where angles jump or a distance is small: differences mean nothing there. */
static bool is_smooth(const four *f) {
  for (int k = LASH_MEASURE_AX; k <= LASH_MEASURE_ROLL; k++)
    if (fabs(value_of((lash_measure_kind)k, f, 0)) > 3) return false;
  for (int k = 0; k < 4; k++)
    if (fabs(fabs(value_of(LASH_MEASURE_ORIENT, f, k)) - 0.5) > 0.48) return false;
  for (int n = 0; n < 36; n++) {
    const double angle = value_of(LASH_MEASURE_ORIENT, f, LASH_ORIENT_ANGLES + n);
    const bool middle = n % 3 == 1, twice = n >= 18;
    if (fabs(angle) > 3 || (middle && (twice ? sin(angle) : cos(angle)) < 0.3)) return false;
  }
  const double included = value_of(LASH_MEASURE_INCANG, f, 0);
  double d[3];
  quantity(&f->m[2], &f->m[1], false, d);
  if (sin(included) < 0.3 || sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) < 0.5) return false;
  const double theta = value_of(LASH_MEASURE_THETA, f, 0);
  const double pitch = value_of(LASH_MEASURE_PITCH, f, 0);
  return value_of(LASH_MEASURE_DM, f, 0) > 0.5 && sin(theta) > 0.3 && cos(pitch) > 0.3 &&
         fabs(value_of(LASH_MEASURE_UVX, f, 0)) > 0.2 && fabs(cos(theta)) > 0.2;
}

static four smooth_four(void) {
  four f = random_four();
  while (!is_smooth(&f)) f = random_four();
  return f;
}

static void partials_are_differences(void) {
  for (int round = 0; round < ROUNDS; round++) {
    const four f = smooth_four();
    for (int kind = 0; kind < LASH_MEASURE_COUNT; kind++)
      if (is_motion(kind) &&
          lash_measure_class_of((lash_measure_kind)kind) != LASH_MEASURE_ACCELERATION)
        for (int c = 0; c < components(kind); c++) check_weights((lash_measure_kind)kind, &f, c);
  }
}

/* ----------------------------------------------------------------------------------------- jets */

static void jets_are_derivatives(void) {
  for (int round = 0; round < ROUNDS; round++) {
    four f = smooth_four();
    for (int k = 0; k < 4; k++) memset(f.m[k].wd, 0, sizeof f.m[k].wd);
    for (int kind = 0; kind < LASH_MEASURE_COUNT; kind++) {
      if (!is_motion(kind) ||
          lash_measure_class_of((lash_measure_kind)kind) != LASH_MEASURE_DISPLACEMENT)
        continue;
      for (int c = 0; c < components(kind); c++) {
        const lash_measured at = at_four(&f, c);
        double values[STEPS], jet[3];
        for (int n = 0; n < STEPS; n++) {
          four g;
          for (int k = 0; k < 4; k++) g.m[k] = later(&f.m[k], (n - 2) * step);
          values[n] = value_of((lash_measure_kind)kind, &g, c);
        }
        double bias[3][3];
        for (int k = 0; k < 3; k++) memcpy(bias[k], f.m[k].a, sizeof bias[k]);
        lash_motion_jet((lash_measure_kind)kind, &at, bias, jet);
        const double first = slope(values, step), second = curvature(values, step);
        const char *name = lash_measure_name((lash_measure_kind)kind);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, values[2], jet[0], name);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-7 * (1 + first * first), first, jet[1], name);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6 * (1 + second * second), second, jet[2], name);
      }
    }
  }
}

/* ---------------------------------------------------------------------------------- degenerate */

static void coincident_markers_part_as_fast_as_they_move(void) {
  four f = random_four();
  memcpy(f.m[0].r, f.m[1].r, sizeof f.m[0].r);
  memcpy(f.m[0].v, (const double[3]){1, 2, 3}, sizeof f.m[0].v);
  memcpy(f.m[1].v, (const double[3]){0, 0, 1}, sizeof f.m[1].v);
  TEST_ASSERT_EQUAL_DOUBLE(0, value_of(LASH_MEASURE_DM, &f, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 3, value_of(LASH_MEASURE_VR, &f, 0));
  const lash_measured at = at_four(&f, 0);
  lash_motion_weights weights;
  const lash_measure_kind kinds[] = {LASH_MEASURE_DM, LASH_MEASURE_VR};
  for (int k = 0; k < 2; k++) {
    lash_motion_weigh(kinds[k], &at, 1, &weights);
    for (int n = 0; n < weights.count; n++)
      for (int c = 0; c < 3; c++) TEST_ASSERT_EQUAL_DOUBLE(0, weights.item[n].g[c]);
  }
}

/* I turned in J by half or no turns and by right angles about every axis. */
static void angles_have_a_value_everywhere(void) {
  four f = random_four();
  for (int axis = 0; axis < 3; axis++)
    for (int quarter = -2; quarter <= 2; quarter++)
      for (int after = 0; after < 3; after++) {
        double p[3] = {0}, q[3] = {0};
        p[axis] = quarter * 1.5707963267948966;
        q[after] = 0.7;
        f.m[1] = (lash_marker_motion){.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        turn_axes(q, f.m[1].axes, f.m[0].axes);
        turn_axes(p, f.m[0].axes, f.m[0].axes);
        angles_give_the_axes_back(&f);
        orientations_give_the_axes_back(&f);
      }
  f.m[0] = f.m[1];
  for (int k = LASH_MEASURE_AX; k <= LASH_MEASURE_ROLL; k++)
    TEST_ASSERT_EQUAL_DOUBLE(0, value_of((lash_measure_kind)k, &f, 0));
  turn_axes((const double[3]){3.141592653589793, 0, 0}, f.m[1].axes, f.m[0].axes);
  TEST_ASSERT_EQUAL_DOUBLE(0, value_of(LASH_MEASURE_PHI, &f, 0));
  turn_axes((const double[3]){0, 1.5707963267948966, 0}, f.m[1].axes, f.m[0].axes);
  TEST_ASSERT_EQUAL_DOUBLE(0, value_of(LASH_MEASURE_ROLL, &f, 0));
  TEST_ASSERT_EQUAL_DOUBLE(0, value_of(LASH_MEASURE_AX, &f, 0)); /* z of I lies along x of J */
}

static void full_turns_follow_the_last_value(void) {
  const double turn = 6.283185307179586;
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 3.0, lash_angle_turned(0, 3.0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, turn - 3.0, lash_angle_turned(3.0, -3.0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 5 * turn + 0.1, lash_angle_turned(5 * turn - 0.1, 0.1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, -5 * turn - 0.1, lash_angle_turned(-5 * turn + 0.1, -0.1));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(rates_are_derivatives);
  RUN_TEST(angles_are_those_of_the_axes);
  RUN_TEST(other_orientations_are_refused);
  RUN_TEST(included_angle_is_that_of_the_triangle);
  RUN_TEST(partials_are_differences);
  RUN_TEST(jets_are_derivatives);
  RUN_TEST(coincident_markers_part_as_fast_as_they_move);
  RUN_TEST(angles_have_a_value_everywhere);
  RUN_TEST(full_turns_follow_the_last_value);
  return UNITY_END();
}
