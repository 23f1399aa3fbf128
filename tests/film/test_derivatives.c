/* Exact partials, power, frames and passivity of every film law over random states. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lash_film.h"
#include "lash_math.h"
#include "lash_random.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

/* The laws in all their variants. */
static const struct {
  const char *law, *name[2], *value[2];
} variants[] = {{"short", {NULL}, {NULL}},
                {"short", {"cavitation"}, {"none"}},
                {"short", {"shear", "eps_max"}, {"half", "0.9"}},
                {"long", {NULL}, {NULL}},
                {"long", {"cavitation"}, {"none"}},
                {"finite", {NULL}, {NULL}},
                {"finite", {"L"}, {"0.003"}},
                {"ball", {NULL}, {NULL}},
                {"ball", {"socket"}, {"closed"}},
                {"short", {"sigma", "mu_a"}, {"0.4e-6", "0.12"}}};
enum { VARIANTS = sizeof variants / sizeof *variants };

static const double clear = 20e-6;

static lash_film variant(size_t k) {
  lash_film film;
  OK(lash_film_begin(&film, variants[k].law, &error));
  OK(lash_film_set(&film, "R", "0.01", &error));
  OK(lash_film_set(&film, "c", "20e-6", &error));
  OK(lash_film_set(&film, "viscosity", "0.05", &error));
  const bool journal = film.law->kind == LASH_FILM_JOURNAL;
  if (journal) OK(lash_film_set(&film, "L", "0.012", &error));
  for (int n = 0; n < 2 && variants[k].name[n]; n++)
    OK(lash_film_set(&film, variants[k].name[n], variants[k].value[n], &error));
  if (journal && lash_params_given(&film.params, "sigma")) {
    OK(lash_film_set(&film, "asperities", "0.04", &error));
    OK(lash_film_set(&film, "slope", "1e-3", &error));
    OK(lash_film_set(&film, "Ea", "115e9", &error));
  }
  OK(lash_film_ready(&film, &error));
  return film;
}

/* Also beyond the clearance, where eccentricities bend. */
static lash_film_motion random_motion(uint64_t *seed, bool ball) {
  lash_film_motion m = {.e = {0}};
  for (int k = 0; k < (ball ? 3 : 2); k++) {
    m.e[k] = clear * (1.5 * splitmix64_unit(seed) - 0.75);
    m.u[k] = 2e-3 * splitmix64_unit(seed) - 1e-3;
  }
  for (int k = ball ? 0 : 2; k < 3; k++) {
    m.spin_i[k] = 100 * splitmix64_unit(seed) - 50;
    m.spin_j[k] = 200 * splitmix64_unit(seed) - 50;
  }
  return m;
}

static double *member(lash_film_motion *m, int column) {
  double *const part[4] = {m->e, m->u, m->spin_i, m->spin_j};
  return &part[column / 3][column % 3];
}

static double output(const lash_film_value *v, int row) {
  const double *const part[3] = {v->force, v->torque_i, v->torque_j};
  return part[row / 3][row % 3];
}

/* Sixth-order differences; the step shrinks where the ball's force would change its branch. */
static double difference(const lash_film *film, const lash_film_motion *m, int row, int column,
                         double h) {
  static const double weight[3] = {45, -9, 1};
  double sum = 0;
  for (int k = 1; k <= 3; k++) {
    for (int side = -1; side <= 1; side += 2) {
      lash_film_motion moved = *m;
      lash_film_value v;
      *member(&moved, column) += side * k * h;
      lash_film_eval(film, &moved, false, &v);
      sum += side * weight[k - 1] * output(&v, row);
    }
  }
  return sum / (60 * h);
}

static void test_partials_are_exact(void) {
  static const double step[4] = {2e-9, 1e-7, 1e-2, 1e-2};
  uint64_t seed = 7;
  for (size_t k = 0; k < VARIANTS; k++) {
    const lash_film film = variant(k);
    const bool ball = film.law->kind == LASH_FILM_BALL;
    double worst = 0;
    for (int n = 0; n < 1000; n++) {
      const lash_film_motion m = random_motion(&seed, ball);
      lash_film_value v;
      lash_film_eval(&film, &m, true, &v);
      const double speed = ball ? (m.e[0] * m.u[0] + m.e[1] * m.u[1] + m.e[2] * m.u[2]) / clear : 1;
      if (fabs(speed) < 1e-5) continue; /* next to where oil begins to tear */
      for (int row = 0; row < LASH_FILM_ROWS; row++) {
        double scale[4] = {0};
        for (int c = 0; c < LASH_FILM_COLUMNS; c++)
          scale[c / 3] = fmax(scale[c / 3], fabs(v.by[row][c]));
        for (int c = 0; c < LASH_FILM_COLUMNS; c++) {
          const double d = difference(&film, &m, row, c, step[c / 3]);
          if (scale[c / 3] > 0)
            worst = fmax(worst, fabs(d - v.by[row][c]) / scale[c / 3]);
          else
            TEST_ASSERT_EQUAL_DOUBLE(0, d);
        }
      }
    }
    char message[120];
    snprintf(message, sizeof message, "variant %zu (%s): partials off by %.2g", k, variants[k].law,
             worst);
    TEST_ASSERT_TRUE_MESSAGE(worst < 2e-5, message);
  }
}

static double power_on_both(const lash_film_motion *m, const lash_film_value *v) {
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += v->force[k] * m->u[k] + v->torque_i[k] * m->spin_i[k] + v->torque_j[k] * m->spin_j[k];
  return sum;
}

/* Power of everything = F.V - T w_rel, none of it gained; and no net moment. */
static void test_power_and_balance(void) {
  uint64_t seed = 11;
  for (size_t k = 0; k < VARIANTS; k++) {
    const lash_film film = variant(k);
    const bool ball = film.law->kind == LASH_FILM_BALL;
    for (int n = 0; n < 1000; n++) {
      const lash_film_motion m = random_motion(&seed, ball);
      lash_film_value v;
      lash_film_eval(&film, &m, false, &v);
      double size = 0;
      for (int q = 0; q < 3; q++)
        size += fabs(v.force[q] * m.u[q]) + fabs(v.torque_i[q] * m.spin_i[q]) +
                fabs(v.torque_j[q] * m.spin_j[q]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-13 * size, -power_on_both(&m, &v), v.power);
      TEST_ASSERT_TRUE(v.lost >= -1e-15 * size);
      const double moment = m.e[0] * v.force[1] - m.e[1] * v.force[0];
      const double scale = fabs(v.torque_j[2]) + clear * (fabs(v.force[0]) + fabs(v.force[1]));
      TEST_ASSERT_DOUBLE_WITHIN(1e-13 * scale, -moment, v.torque_i[2] + v.torque_j[2]);
      if (k != VARIANTS - 1) TEST_ASSERT_EQUAL_DOUBLE(v.lost, v.power);
    }
  }
}

/* The same bearing seen from a frame that turns: forces stay. */
static void test_frames(void) {
  uint64_t seed = 13;
  for (size_t k = 0; k < VARIANTS; k++) {
    const lash_film film = variant(k);
    const bool ball = film.law->kind == LASH_FILM_BALL;
    for (int n = 0; n < 100; n++) {
      lash_film_motion m = random_motion(&seed, ball);
      lash_film_value before, after;
      lash_film_eval(&film, &m, false, &before);
      const double w = 300 * splitmix64_unit(&seed) - 150;
      m.u[0] -= w * m.e[1], m.u[1] += w * m.e[0];
      m.spin_i[2] += w, m.spin_j[2] += w;
      lash_film_eval(&film, &m, false, &after);
      const double size = fmax(hypot(before.force[0], before.force[1]), 1e-3);
      for (int q = 0; q < 3; q++) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-9 * size, before.force[q], after.force[q]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-9 * size * clear, before.torque_j[q], after.torque_j[q]);
      }
    }
  }
}

/* The force of the closed forms comes from a potential of V: its partials by V are symmetric. */
static void test_potential_of_the_squeeze_velocity(void) {
  uint64_t seed = 17;
  for (size_t k = 0; k < 5; k++) {
    const lash_film film = variant(k);
    if (k == 3) continue; /* the cut of a long bearing's pressure has none */
    for (int n = 0; n < 1000; n++) {
      const lash_film_motion m = random_motion(&seed, false);
      lash_film_value v;
      lash_film_eval(&film, &m, true, &v);
      const double a = v.by[0][LASH_FILM_BY_U + 1], b = v.by[1][LASH_FILM_BY_U];
      TEST_ASSERT_DOUBLE_WITHIN(1e-11 * (fabs(v.by[0][3]) + fabs(v.by[1][4])), a, b);
    }
  }
}

/* Degree one in V and in the viscosity; nothing at half-speed whirl. */
static void test_homogeneity_and_whirl(void) {
  for (size_t k = 0; k < VARIANTS - 1; k++) {
    const lash_film film = variant(k);
    const lash_film_motion slow = {.e = {8e-6, 5e-6}, .u = {1e-4, -3e-4}};
    lash_film_motion fast = slow;
    fast.u[0] *= 7, fast.u[1] *= 7;
    lash_film_value a, b;
    lash_film_eval(&film, &slow, false, &a);
    lash_film_eval(&film, &fast, false, &b);
    for (int q = 0; q < 2; q++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-13 * fabs(b.force[q]), 7 * a.force[q], b.force[q]);
    if (film.law->kind == LASH_FILM_BALL) continue;
    const lash_film_motion whirl = {.e = {8e-6, 0}, .u = {0, 8e-6 * 50}, .spin_j = {0, 0, 100}};
    lash_film_eval(&film, &whirl, false, &a);
    TEST_ASSERT_EQUAL_DOUBLE(0, a.force[0]);
    TEST_ASSERT_EQUAL_DOUBLE(0, a.force[1]);
  }
}

/* The centre is no corner: along any line through it the partials go on, to two thousandths of the
 * force over the clearance. */
static void test_through_the_centre(void) {
  for (size_t k = 0; k < VARIANTS; k++) {
    const lash_film film = variant(k);
    if (film.law->kind == LASH_FILM_BALL) continue;
    for (int n = 0; n < 24; n++) {
      const double angle = LASH_PI * (n / 2) / 12, h = (n % 2 ? 1e-4 : 1e-9) * clear;
      double slope[2][2][2], size = 0;
      for (int side = 0; side < 2; side++) {
        const double e = side ? h : -h;
        const lash_film_motion m = {.e = {e * cos(angle), e * sin(angle)}, .u = {1e-3, 0}};
        lash_film_value v;
        lash_film_eval(&film, &m, true, &v);
        for (int r = 0; r < 2; r++)
          for (int q = 0; q < 2; q++) slope[side][r][q] = v.by[r][LASH_FILM_BY_E + q];
        size = fmax(size, hypot(v.force[0], v.force[1]));
      }
      for (int r = 0; r < 2; r++)
        for (int q = 0; q < 2; q++)
          TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-3 * size / clear, slope[0][r][q], slope[1][r][q],
                                            variants[k].law);
    }
  }
}

/* At the clearance and beyond: finite, flagged, still resisting. */
static void test_beyond_validity(void) {
  static const double places[] = {0, 0.5, 0.959, 0.97, 0.999999, 1, 1 + 1e-12, 1.5, 1e3};
  for (size_t k = 0; k < VARIANTS; k++) {
    const lash_film film = variant(k);
    double before = 0;
    for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
      const lash_film_motion m = {.e = {places[n] * clear}, .u = {1e-3}, .spin_j = {0, 0, 10}};
      lash_film_value v;
      lash_film_eval(&film, &m, true, &v);
      for (int row = 0; row < LASH_FILM_ROWS; row++)
        for (int c = 0; c < LASH_FILM_COLUMNS; c++) TEST_ASSERT_TRUE(isfinite(v.by[row][c]));
      TEST_ASSERT_TRUE(isfinite(v.force[0]) && isfinite(lash_film_peak(&film, &m)));
      TEST_ASSERT_TRUE(v.force[0] <= before);
      before = v.force[0];
      const double from = k == 2 ? 0.8 : 0.96; /* 1 - 2 (1 - eps_max) */
      TEST_ASSERT_EQUAL_INT(v.eps > from, (v.flags & LASH_FILM_BENT) != 0);
      TEST_ASSERT_EQUAL_INT(places[n] > 1, (v.flags & LASH_FILM_TOUCHING) != 0);
    }
  }
}

/* Where there is no direction: of a journal's squeeze velocity, of a ball's place. */
static void test_no_direction(void) {
  for (size_t k = 0; k < VARIANTS; k++) {
    const lash_film film = variant(k);
    const bool ball = film.law->kind == LASH_FILM_BALL;
    const lash_film_motion none = {.u = {ball ? 1e-3 : 0}}, some = {.e = {1e-6}, .u = {1e-3}};
    lash_film_value v;
    lash_film_eval(&film, &none, true, &v);
    TEST_ASSERT_TRUE(v.flags & LASH_FILM_CENTRED);
    lash_film_eval(&film, &some, true, &v);
    TEST_ASSERT_FALSE(v.flags & LASH_FILM_CENTRED);
  }
}

static void test_wrong_input(void) {
  static const struct {
    const char *law, *name, *value, *says;
  } cases[] = {{"short", "viscosity", "-0.05", "viscosity = -0.05 is not legal"},
               {"short", "viscosity", "0", "must be > 0"},
               {"short", "c", "0", "c = 0 is not legal"},
               {"short", "c", "0.002", "makes no film"},
               {"short", "eps_max", "1", "must be in [0.5, 0.999]"},
               {"short", "T", "300", "needs T, T1, T2 and viscosity2"},
               {"short", "sigma", "1e-6", "asperities is missing"},
               {"short", "cavitation", "some", "one of cut, none"},
               {"finite", "L", "0.1", "take film=long"},
               {"finite", "eps_max", "0.999", "the table ends at 0.99"},
               {"finite", "cavitation", "none", "has no parameter 'cavitation'"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    lash_film film;
    OK(lash_film_begin(&film, cases[k].law, &error));
    static const char *const usual[][2] = {
        {"R", "0.01"}, {"c", "20e-6"}, {"L", "0.01"}, {"viscosity", "0.05"}};
    for (int n = 0; n < 4; n++) OK(lash_film_set(&film, usual[n][0], usual[n][1], &error));
    lash_status status = lash_film_set(&film, cases[k].name, cases[k].value, &error);
    if (status == LASH_OK) status = lash_film_ready(&film, &error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, status, cases[k].says);
    TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, cases[k].says) != NULL, error.message);
  }
  lash_film film;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_film_begin(&film, "shot", &error));
  TEST_ASSERT_TRUE(strstr(error.message, "did you mean 'short'?") != NULL);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_partials_are_exact);
  RUN_TEST(test_power_and_balance);
  RUN_TEST(test_frames);
  RUN_TEST(test_potential_of_the_squeeze_velocity);
  RUN_TEST(test_homogeneity_and_whirl);
  RUN_TEST(test_through_the_centre);
  RUN_TEST(test_beyond_validity);
  RUN_TEST(test_no_direction);
  RUN_TEST(test_wrong_input);
  return UNITY_END();
}
