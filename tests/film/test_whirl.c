/* A journal's oil as springs and dampers, and where it begins to whirl: closed forms and an example
 * of the literature, and the path of a journal that was kicked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_math.h"
#include "lash_rigs.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)
#define NEAR(tolerance, expected, actual) \
  TEST_ASSERT_DOUBLE_WITHIN((tolerance)*fmax(fabs(expected), 1e-300), (expected), (actual))

enum { ECCENTRICITY, ATTITUDE, STIFFNESS, DAMPING = 6, GROWTH = 10, RATIO, LIMIT, ONSET };

typedef struct bearing {
  double R, L, c, viscosity, load, speed, mass, kick;
} bearing;

/* 100 by 30 mm, 0.1 mm, 0.1 Pa s, 525 N at 1500 r/min. */
static const bearing textbook = {.R = 0.05,
                                 .L = 0.03,
                                 .c = 1e-4,
                                 .viscosity = 0.1,
                                 .load = 525,
                                 .speed = 50 * LASH_PI,
                                 .mass = 50,
                                 .kick = 1e-4};

static lash_status whirl(const char *law, const bearing *b, double *values, lash_curve *curve) {
  const lash_rig *rig = lash_rig_find("whirl");
  lash_film film;
  lash_params params;
  TEST_ASSERT_NOT_NULL(rig);
  OK(lash_film_begin(&film, law, &error));
  OK(lash_film_set_number(&film, "R", b->R, &error));
  OK(lash_film_set_number(&film, "L", b->L, &error));
  OK(lash_film_set_number(&film, "c", b->c, &error));
  OK(lash_film_set_number(&film, "viscosity", b->viscosity, &error));
  OK(lash_film_ready(&film, &error));
  lash_params_init(&params, rig->name, rig->params, rig->param_count);
  OK(lash_params_set_number(&params, "load", b->load, &error));
  OK(lash_params_set_number(&params, "speed", b->speed, &error));
  OK(lash_params_set_number(&params, "mass", b->mass, &error));
  OK(lash_params_set_number(&params, "kick", b->kick, &error));
  OK(lash_params_complete(&params, &error));
  return rig->run_film(&film, &params, values, curve, &error);
}

/* Friswell, Penny, Garvey and Lees, Dynamics of Rotating Machines (2010), example 5.5.1: their x is
 * across the load, their y along it; four digits are printed. */
static void test_an_example_of_the_literature(void) {
  static const double k[4] = {12.81e6, 16.39e6, -25.06e6, 8.815e6};
  static const double c[4] = {232.9e3, -81.92e3, -81.92e3, 294.9e3};
  double v[LASH_RIG_RESULTS_MAX];
  OK(whirl("short", &textbook, v, NULL));
  NEAR(2e-4, 0.2663, v[ECCENTRICITY]);
  for (int n = 0; n < 4; n++) {
    NEAR(5e-4, k[n], v[STIFFNESS + n]);
    NEAR(5e-4, c[n], v[DAMPING + n]);
  }
}

/* Coefficients of the short bearing in closed form (same book, equation 5.86): over load/c and
 * load/(c w), u across the load, v along it. */
typedef struct closed {
  double kuu, kuv, kvu, kvv, cuu, cuv, cvv;
} closed;

static closed closed_form(double e) {
  const double pi2 = LASH_PI * LASH_PI, e2 = e * e, s = 1 - e2, root = sqrt(s);
  const double h = pow(pi2 * s + 16 * e2, -1.5);
  return (closed){.kuu = h * 4 * (pi2 * (2 - e2) + 16 * e2),
                  .kuv = h * LASH_PI * (pi2 * s * s - 16 * e2 * e2) / (e * root),
                  .kvu = -h * LASH_PI * (pi2 * s * (1 + 2 * e2) + 32 * e2 * (1 + e2)) / (e * root),
                  .kvv = h * 4 * (pi2 * (1 + 2 * e2) + 32 * e2 * (1 + e2) / s),
                  .cuu = h * 2 * LASH_PI * root * (pi2 * (1 + 2 * e2) - 16 * e2) / e,
                  .cuv = -h * 8 * (pi2 * (1 + 2 * e2) - 16 * e2),
                  .cvv = h * 2 * LASH_PI * (pi2 * s * s + 48 * e2) / (e * root)};
}

/* The load of an eccentricity. */
static double load_of(const bearing *b, double e) {
  const double s = 1 - e * e;
  return b->viscosity * b->R * pow(b->L, 3) * b->speed / (b->c * b->c) * e / (4 * s * s) *
         sqrt(LASH_PI * LASH_PI * s + 16 * e * e);
}

static void test_coefficients_and_limit_in_closed_form(void) {
  for (int n = 1; n <= 9; n++) {
    const double e = 0.1 * n;
    bearing b = textbook;
    b.load = load_of(&b, e);
    double v[LASH_RIG_RESULTS_MAX];
    OK(whirl("short", &b, v, NULL));
    const closed f = closed_form(e);
    const double k = b.load / b.c, c = k / b.speed, size = fmax(fabs(f.kvu), f.kvv);
    NEAR(1e-9, e, v[ECCENTRICITY]);
    const double stiff[4] = {f.kuu, f.kuv, f.kvu, f.kvv}, damp[4] = {f.cuu, f.cuv, f.cuv, f.cvv};
    for (int q = 0; q < 4; q++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-8 * size, stiff[q], v[STIFFNESS + q] / k);
      TEST_ASSERT_DOUBLE_WITHIN(1e-8 * f.cvv, damp[q], v[DAMPING + q] / c);
    }
    /* s = i w in the characteristic equation */
    const double at = (f.kuu * f.cvv + f.kvv * f.cuu - f.cuv * (f.kuv + f.kvu)) / (f.cuu + f.cvv);
    const double w2 =
        ((f.kuu - at) * (f.kvv - at) - f.kuv * f.kvu) / (f.cuu * f.cvv - f.cuv * f.cuv);
    if (w2 > 0)
      NEAR(1e-7, at / w2 * b.load / (b.c * b.speed * b.speed), v[LIMIT]);
    else
      TEST_ASSERT_TRUE(isnan(v[LIMIT]));
  }
}

/* It never whirls beyond an eccentricity of 0.7560, where the w2 of above passes 0; nearly without
 * a load it whirls at half its speed. */
static void test_ends_of_the_whirl(void) {
  bearing b = textbook;
  double v[LASH_RIG_RESULTS_MAX];
  b.load = load_of(&b, 0.756);
  OK(whirl("short", &b, v, NULL));
  TEST_ASSERT_TRUE(v[LIMIT] > 0);
  b.load = load_of(&b, 0.757);
  OK(whirl("short", &b, v, NULL));
  TEST_ASSERT_TRUE(isnan(v[LIMIT]));
  TEST_ASSERT_TRUE(v[GROWTH] < 0);
  b.load = load_of(&b, 1e-3), b.mass = 1e4;
  OK(whirl("short", &b, v, NULL));
  TEST_ASSERT_TRUE(b.mass > v[LIMIT] && v[GROWTH] > 0);
  b.mass = v[LIMIT];
  OK(whirl("short", &b, v, NULL));
  NEAR(1e-5, 0.5, v[RATIO]);
}

/* Where and how fast the journal is, off its place. */
static void off_at(const lash_curve *curve, const double rest[2], double t, double off[4]) {
  const double *last = curve->data + (curve->rows - 1) * curve->columns;
  const double at = t / last[0] * (double)(curve->rows - 1);
  const size_t row = (size_t)at;
  const double part = at - (double)row, *a = curve->data + row * curve->columns;
  for (size_t k = 0; k < 4; k++) {
    off[k] = a[1 + k] + part * (a[1 + k + curve->columns] - a[1 + k]);
    if (k < 2) off[k] -= rest[k];
  }
}

/* Once the other motions have died, a turn of the whirl later everything is exp(growth T) times
 * what it was. */
static void path_of(const char *law, double over_limit) {
  enum { ROWS = 40001 };
  bearing b = textbook;
  double v[LASH_RIG_RESULTS_MAX];
  b.load = 0.5 * load_of(&b, 0.5);
  OK(whirl(law, &b, v, NULL));
  b.mass = over_limit * v[LIMIT];
  lash_curve curve = {.capacity = ROWS, .data = malloc(ROWS * 6 * sizeof(double))};
  OK(whirl(law, &b, v, &curve));
  TEST_ASSERT_EQUAL_INT(over_limit > 1, v[GROWTH] > 0);
  const double turn = 2 * LASH_PI / (v[RATIO] * b.speed), angle = v[ATTITUDE] * LASH_PI / 180;
  const double e = v[ECCENTRICITY] * b.c, rest[2] = {e * sin(angle), -e * cos(angle)};
  double before[4], after[4];
  off_at(&curve, rest, 6 * turn, before);
  off_at(&curve, rest, 9 * turn, after);
  const double grown = exp(3 * v[GROWTH] * turn);
  for (int k = 0; k < 4; k++) {
    const double *pair = k < 2 ? before : before + 2, size = hypot(pair[0], pair[1]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-3 * grown * size, grown * before[k], after[k], law);
  }
  free(curve.data);
}

static void test_paths_of_kicked_journals(void) {
  static const char *const laws[] = {"short", "long", "finite"};
  for (int n = 0; n < 3; n++) {
    path_of(laws[n], 0.8);
    path_of(laws[n], 1.25);
  }
}

/* At the onset the journal's own mass is the limit; on either side it grows and dies. */
static void test_onset(void) {
  bearing b = textbook;
  double v[LASH_RIG_RESULTS_MAX], onset;
  OK(whirl("short", &b, v, NULL));
  onset = b.speed = v[ONSET];
  OK(whirl("short", &b, v, NULL));
  NEAR(1e-9, b.mass, v[LIMIT]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * b.speed, 0, v[GROWTH]);
  for (int side = -1; side <= 1; side += 2) { /* found from both sides */
    b.speed = onset * (1 + 0.01 * side);
    OK(whirl("short", &b, v, NULL));
    TEST_ASSERT_EQUAL_INT(side, v[GROWTH] > 0 ? 1 : -1);
    NEAR(1e-9, onset, v[ONSET]);
  }
}

static void test_wrong_input(void) {
  bearing b = textbook;
  double v[LASH_RIG_RESULTS_MAX];
  b.load = 1e9;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, whirl("short", &b, v, NULL));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "the film bears at most"));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_an_example_of_the_literature);
  RUN_TEST(test_coefficients_and_limit_in_closed_form);
  RUN_TEST(test_ends_of_the_whirl);
  RUN_TEST(test_paths_of_kicked_journals);
  RUN_TEST(test_onset);
  RUN_TEST(test_wrong_input);
  return UNITY_END();
}
