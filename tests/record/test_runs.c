/* Whole runs by compiled and by Cartesian equations at a tight error: motion, requests, reactions,
 * events and energy balance of every dataset that qualifies. */
#include "datasets.h"
#include "record.h"

void setUp(void) {}
void tearDown(void) {}

enum { OUTPUTS = 20, MOST = 4096 };

/* All that is shown at the outputs: states, requests, wrenches of joints, energy. */
typedef struct film {
  size_t rows, columns;
  double (*value)[MOST];
  size_t touches;
} film;

static void put(film *f, double value) {
  TEST_ASSERT_TRUE(f->columns < MOST);
  f->value[f->rows][f->columns++] = value;
}

static lash_status shoot(void *context, lash_system *system, double t, lash_error *e) {
  film *f = context;
  const lash_system_sizes *n = lash_system_size(system);
  const double *y = lash_system_state(system);
  lash_energy energy;
  (void)t;
  f->columns = 0;
  for (size_t b = 0; b < n->bodies; b++)
    for (size_t k = 0; k < 3; k++) put(f, y[7 * b + k]);
  for (size_t k = 0; k < n->v + n->x; k++) put(f, y[n->q + k]);
  lash_system_energy(system, &energy);
  put(f, energy.kinetic);
  for (size_t r = 0; r < n->requests; r++) {
    double values[8];
    const lash_status status = lash_system_request_values(system, r, values, e);
    if (status != LASH_OK) return status;
    for (int k = 0; k < 8; k++) put(f, values[k]);
  }
  for (size_t j = 0; j < n->joints; j++) {
    double wrench[6];
    const lash_status status = lash_system_joint_wrench(system, j, false, 0, wrench, e);
    if (status != LASH_OK) return status;
    for (int k = 0; k < 6; k++) put(f, wrench[k]);
  }
  f->rows++;
  return LASH_OK;
}

static outcome run(const dataset *d, lash_equations_kind engine, film *f) {
  mechanism m = load_dataset(d);
  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = "rk45";
  options.engine = engine;
  options.error = d->error > 0 ? d->error : 1e-11;
  options.output_step = d->end / OUTPUTS;
  f->rows = 0;
  const outcome o =
      advance(&m, &options, m.t + d->end, &(lash_watcher){.context = f, .output = shoot});
  unload(&m);
  return o;
}

/* Greatest value among columns around c. */
static double size_of(const film *f, size_t c, size_t around) {
  double most = 0;
  const size_t first = c > around ? c - around : 0;
  for (size_t r = 0; r < f->rows; r++)
    for (size_t k = first; k <= c + around && k < f->columns; k++)
      most = fmax(most, fabs(f->value[r][k]));
  return most;
}

/* Greatest difference of a column over the greatest value of the three or so it belongs to; what is
 * below a ten thousandth of its neighbourhood is nothing but round-off of that. */
static double difference(const film *a, const film *b, size_t *where) {
  double worst = 0;
  for (size_t c = 0; c < a->columns; c++) {
    const double range = fmax(size_of(b, c, 1), 1e-4 * size_of(b, c, 8));
    double most = 0;
    for (size_t r = 0; r < a->rows; r++) {
      const double apart = fabs(a->value[r][c] - b->value[r][c]); /* angles jump by a turn */
      most = fmax(most, fabs(apart - 6.283185307179586) < 1e-6 ? 0 : apart);
    }
    if (range > 1e-6 && most / range > worst) worst = most / range, *where = c;
  }
  return worst;
}

static void check(const dataset *d, film *compiled, film *cartesian) {
  size_t where = 0;
  char text[300];
  if (d->reason || !(d->end > 0)) return;
  const outcome a = run(d, LASH_EQUATIONS_COMPILED, compiled);
  const outcome b = run(d, LASH_EQUATIONS_CARTESIAN, cartesian);
  const double worst = difference(compiled, cartesian, &where);
  snprintf(text, sizeof text,
           "%s: %.1e in column %zu; %zu and %zu events; imbalance %.1e and %.1e; %zu and %zu steps",
           d->path, worst, where, a.statistics.events, b.statistics.events, a.audit.relative,
           b.audit.relative, a.statistics.steps, b.statistics.steps);
  if (getenv("LASH_RECORD_SHOW")) puts(text);
  TEST_ASSERT_EQUAL_INT_MESSAGE((int)cartesian->rows, (int)compiled->rows, text);
  TEST_ASSERT_EQUAL_INT_MESSAGE((int)b.statistics.events, (int)a.statistics.events, text);
  TEST_ASSERT_TRUE_MESSAGE(worst < (d->agree > 0 ? d->agree : 1e-9), text);
  TEST_ASSERT_TRUE_MESSAGE(a.audit.relative < 1e-8, text);
}

static void test_runs(void) {
  film compiled = {.value = calloc(OUTPUTS + 2, sizeof *compiled.value)};
  film cartesian = {.value = calloc(OUTPUTS + 2, sizeof *cartesian.value)};
  const char *only = getenv("LASH_RECORD_ONLY");
  for (int k = 0; k < DATASETS; k++)
    if (!only || strstr(datasets[k].path, only)) check(&datasets[k], &compiled, &cartesian);
  free(compiled.value);
  free(cartesian.value);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_runs);
  return UNITY_END();
}
