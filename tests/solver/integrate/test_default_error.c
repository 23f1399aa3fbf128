/* The default error holds 1e-3 of the range of every requested quantity, displacements, velocities,
 * accelerations and reactions, in mechanisms that need it most: bodies that spin fast, or hang on
 * distance constraints by long arms. Judged against runs at 1e-11. */
#include "integrate_helper.h"

enum { ROWS = 201, REQUESTS = 9, COLUMNS = 8 };

void setUp(void) {}
void tearDown(void) {}

typedef struct table {
  size_t rows, requests;
  double value[ROWS][REQUESTS][COLUMNS];
} table;

static lash_status keep(void *context, lash_system *system, double t, lash_error *e) {
  table *to = context;
  (void)t;
  TEST_ASSERT_TRUE(to->rows < ROWS);
  for (size_t r = 0; r < to->requests; r++) {
    const lash_status status = lash_system_request_values(system, r, to->value[to->rows][r], e);
    if (status != LASH_OK) return status;
  }
  to->rows++;
  return LASH_OK;
}

static void run(const char *file, double tolerance, table *to, size_t *evaluations) {
  mechanism m = load_file(file);
  lash_integrate_options options = lash_integrate_dataset(&m.model);
  if (tolerance > 0) options.error = tolerance;
  options.output_step = 0.01;
  to->rows = 0;
  to->requests = m.n->requests;
  TEST_ASSERT_TRUE(to->requests <= REQUESTS);
  const outcome o = advance(&m, &options, 2, &(lash_watcher){.context = to, .output = keep});
  *evaluations = o.statistics.evaluations;
  unload(&m);
}

/* Largest difference of a request's three columns from `first` on, over their range. */
static double difference(const table *a, const table *b, size_t request, int first) {
  double most = 0, range = 0;
  for (int c = first; c < first + 3; c++) {
    double low = INFINITY, high = -INFINITY;
    for (size_t r = 0; r < b->rows; r++) {
      low = fmin(low, b->value[r][request][c]), high = fmax(high, b->value[r][request][c]);
      most = fmax(most, fabs(a->value[r][request][c] - b->value[r][request][c]));
    }
    range = fmax(range, high - low);
  }
  return range > 1e-6 ? most / range : 0;
}

/* Requests come as displacement, velocity, acceleration, force; angles of the first jump and are
 * left out. */
static void check(const char *file) {
  static table by_default, exact;
  size_t cost[3];
  double worst = 0;
  run(file, 1e-6, &by_default, &cost[0]);
  run(file, 1e-11, &exact, &cost[1]);
  run(file, 0, &by_default, &cost[2]);
  TEST_ASSERT_EQUAL_size_t(exact.rows, by_default.rows);
  for (size_t r = 0; r < exact.requests; r++) {
    worst = fmax(worst, difference(&by_default, &exact, r, 1));
    if (r % (exact.requests == 4 ? 4 : 3))
      worst = fmax(worst, difference(&by_default, &exact, r, 5));
  }
  printf("  %-26s %.1e of range, %zu evaluations (%zu at 1e-6)\n", file, worst, cost[2], cost[0]);
  TEST_ASSERT_TRUE_MESSAGE(worst < 1e-3, file);
}

static void distance_constraints(void) {
  check("distance_chain.adm");
  check("distance_long_arm.adm");
}

static void spinning_bodies(void) {
  check("spinning_universal.adm");
  check("spinning_hooke.adm");
  check("spinning_spherical.adm");
}

static void eccentric_rotor(void) { check("eccentric_rotor.adm"); }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(distance_constraints);
  RUN_TEST(spinning_bodies);
  RUN_TEST(eccentric_rotor);
  return UNITY_END();
}
