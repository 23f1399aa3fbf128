/* Every integrator tells of a singular position, however long its steps are, and of none where
 * there is none. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

typedef struct word {
  int count;
  double first; /* time */
  char text[600];
} word;

static void listen(void *context, const char *text) {
  word *w = context;
  if (!strstr(text, "singular position")) return;
  if (w->count++ > 0) return;
  TEST_ASSERT_EQUAL_INT(1, sscanf(text, "at time %lf", &w->first));
  snprintf(w->text, sizeof w->text, "%s", text);
}

static const struct {
  const char *name;
  double error, step;
  lash_equations_kind engine;
} ways[] = {{"bdf", 1e-3, 0, 0},      {"bdf", 1e-7, 0, 0},
            {"abam", 1e-3, 0, 0},     {"abam", 1e-7, 0, 0},
            {"rk45", 1e-3, 0, 0},     {"rk45", 1e-7, 0, 0},
            {"genalpha", 1e-4, 0, 0}, {"rk4", 1e-3, 0.01, 0},
            {"rk4", 1e-3, 0.05, 0},   {"rk45", 1e-5, 0, LASH_EQUATIONS_COMPILED}};
enum { WAYS = sizeof ways / sizeof *ways };

static size_t run(const char *path, double end, int way, word *w) {
  mechanism m = {0};
  const lash_system_options hears = {.message = listen, .message_context = w};
  *w = (word){0};
  OK(lash_model_read(&m.model, path, &error));
  OK(lash_system_create(&m.model, &hears, &m.system, &error));
  m.n = lash_system_size(m.system);
  m.y = malloc(m.n->y * sizeof(double));
  m.ydot = malloc(m.n->y * sizeof(double));
  lash_system_initial(m.system, &m.t, m.y);
  OK(lash_system_assemble(m.system, m.t, m.y, NULL, &error));
  lash_integrate_options options = method(ways[way].name, ways[way].error, ways[way].step);
  options.engine = ways[way].engine;
  const size_t passed = advance(&m, &options, end, NULL).statistics.singular;
  unload(&m);
  return passed;
}

/* Uprights and beams amount to one pendulum: 4 rods about their ends, 3 that go round without
 * turning. (13/6) (w^2 - 1) = 5 g (1 - cos a), a from upright; flat at a = 90 degrees. */
static double time_of_flat(void) {
  const int n = 1000;
  double sum = 0;
  for (int k = 0; k <= n; k++) {
    const double a = k * 1.57079632679489662 / n;
    const double slowness = 1 / sqrt(1 + 30.0 / 13 * 9.81 * (1 - cos(a)));
    sum += slowness * (k == 0 || k == n ? 1 : k % 2 ? 4 : 2);
  }
  return sum * 1.57079632679489662 / n / 3;
}

static void flat_four_bars_are_told_of(void) {
  const double flat = time_of_flat();
  for (int way = 0; way < WAYS; way++) {
    word w;
    const size_t passed = run(LASH_TEST_DATA "/four_bars.adm", 1.1 * flat, way, &w);
    TEST_ASSERT_EQUAL_INT_MESSAGE(1, w.count, ways[way].name);
    TEST_ASSERT_EQUAL_INT_MESSAGE(1, (int)passed, ways[way].name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.01 * flat, flat, w.first, ways[way].name);
    if (!ways[way].engine) TEST_ASSERT_NOT_NULL_MESSAGE(strstr(w.text, "JOINT/"), w.text);
  }
}

/* The crank of a four-bar that can turn all the way round: near to nothing singular. */
static void others_are_not_called_singular(void) {
  for (int way = 0; way < WAYS; way++) {
    if (ways[way].engine) continue;
    word w;
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        0, (int)run(LASH_TEST_DATA "/../../hosts/models/four_bar.adm", 2, way, &w), w.text);
  }
}

/* Two planes that meet at an angle hold a point: the sine of the angle, whatever the mass, and in
 * whatever order and scale they are given. A third one square to both adds nothing that is less. */
static void sine_between_planes(void) {
  static const double angles[] = {1.2, 0.5, 0.02, 1e-4};
  for (size_t k = 0; k < sizeof angles / sizeof *angles; k++)
    for (int more = 0; more < 2; more++) {
      char text[600];
      snprintf(text, sizeof text,
               "PART/1, GROUND\nMARKER/1, PART=1\nPOINT_MASS/1, MASS=%d, CM=9\n"
               "MARKER/9, POINT_MASS=1\nGCON/1, I=9, FUNCTION=3*DX(9)\n"
               "GCON/2, I=9, FUNCTION=%.17g*DX(9)+%.17g*DY(9)\n%s",
               1 + 6 * more, 5 * cos(angles[k]), 5 * sin(angles[k]),
               more ? "GCON/3, I=9, FUNCTION=2*DZ(9)\n" : "");
      mechanism m = load(text);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, sin(angles[k]), lash_system_independence(m.system));
      unload(&m);
    }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(sine_between_planes);
  RUN_TEST(flat_four_bars_are_told_of);
  RUN_TEST(others_are_not_called_singular);
  return UNITY_END();
}
