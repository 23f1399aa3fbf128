/* Whole runs by compiled and by Cartesian equations at a tight error: motion, requests, reactions,
 * events and energy balance of every dataset that qualifies. */
#define _GNU_SOURCE
#include <ftw.h>

#include "datasets.h"
#include "record.h"
#include "tape_program.h"

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

static outcome run(const dataset *d, lash_equations_kind engine, double looser, film *f) {
  mechanism m = load_dataset(d);
  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = "rk45";
  options.engine = engine;
  options.error = looser * (d->error > 0 ? d->error : 1e-11);
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
static double difference(const film *a, const film *b, size_t c) {
  const double range = fmax(size_of(b, c, 1), 1e-4 * size_of(b, c, 8));
  double most = 0;
  for (size_t r = 0; r < a->rows; r++) {
    const double apart = fabs(a->value[r][c] - b->value[r][c]); /* angles jump by a turn */
    most = fmax(most, fabs(apart - 6.283185307179586) < 1e-6 ? 0 : apart);
  }
  return range > 1e-6 ? most / range : 0;
}

/* By both engines, at the error asked for and at ten times as much; and by the interpreter. */
enum { COMPILED, CARTESIAN, COMPILED_LOOSELY, CARTESIAN_LOOSELY, INTERPRETED, FILMS };

static void shoot_loosely(const dataset *d, film *films) {
  const outcome a = run(d, LASH_EQUATIONS_COMPILED, 10, &films[COMPILED_LOOSELY]);
  const outcome b = run(d, LASH_EQUATIONS_CARTESIAN, 10, &films[CARTESIAN_LOOSELY]);
  TEST_ASSERT_EQUAL_INT_MESSAGE((int)b.statistics.events, (int)a.statistics.events, d->path);
}

/* What the engines may differ by in a column beyond 1e-9: what each differs from itself at ten
 * times the error, as the force of a stiff contact does, or motion after some impacts. */
static double own_error(const film *films, size_t c) {
  return difference(&films[COMPILED_LOOSELY], &films[COMPILED], c) +
         difference(&films[CARTESIAN_LOOSELY], &films[CARTESIAN], c);
}

/* All that is shown has the same bits by the interpreter as by machine code. */
static void same_bits_interpreted(const dataset *d, film *films) {
  const film *emitted = &films[COMPILED], *interpreted = &films[INTERPRETED];
  lash_tape_prefer(LASH_TAPE_INTERPRET);
  run(d, LASH_EQUATIONS_COMPILED, 1, &films[INTERPRETED]);
  lash_tape_prefer(LASH_TAPE_AUTO);
  for (size_t r = 0; r < emitted->rows; r++)
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(emitted->value[r], interpreted->value[r],
                                     emitted->columns * sizeof(double), d->path);
}

static void check(const dataset *d, film *films) {
  char text[300];
  size_t where = 0;
  double worst = 0, share = 0;
  if (d->reason || !(d->end > 0)) return;
  const double agree = d->agree > 0 ? d->agree : 1e-9;
  const outcome a = run(d, LASH_EQUATIONS_COMPILED, 1, &films[COMPILED]);
  const outcome b = run(d, LASH_EQUATIONS_CARTESIAN, 1, &films[CARTESIAN]);
  TEST_ASSERT_EQUAL_INT_MESSAGE((int)films[CARTESIAN].rows, (int)films[COMPILED].rows, d->path);
  for (size_t c = 0, loosely = 0; c < films[COMPILED].columns; c++) {
    const double apart = difference(&films[COMPILED], &films[CARTESIAN], c);
    worst = fmax(worst, apart);
    if (apart <= agree) continue;
    if (!loosely++) shoot_loosely(d, films);
    const double part = apart / own_error(films, c);
    if (!(part <= share)) share = part, where = c;
  }
  snprintf(text, sizeof text,
           "%s: %.1e, %.2f of its own error in column %zu; %zu and %zu events; imbalance %.1e and "
           "%.1e; %zu and %zu steps",
           d->path, worst, share, where, a.statistics.events, b.statistics.events, a.audit.relative,
           b.audit.relative, a.statistics.steps, b.statistics.steps);
  if (getenv("LASH_RECORD_SHOW")) puts(text);
  same_bits_interpreted(d, films);
  TEST_ASSERT_EQUAL_INT_MESSAGE((int)b.statistics.events, (int)a.statistics.events, text);
  TEST_ASSERT_TRUE_MESSAGE(share <= 2, text); /* errors are known to a factor */
  TEST_ASSERT_TRUE_MESSAGE(a.audit.relative < 1e-8, text);
}

static void test_runs(void) {
  film films[FILMS] = {0};
  for (int k = 0; k < FILMS; k++) films[k].value = calloc(OUTPUTS + 2, sizeof *films[k].value);
  const char *only = getenv("LASH_RECORD_ONLY");
  for (int k = 0; k < DATASETS; k++)
    if (!only || strstr(datasets[k].path, only)) check(&datasets[k], films);
  for (int k = 0; k < FILMS; k++) free(films[k].value);
}

/* ------------------------------------------------------------------------------ none is missing */

static size_t seen;

static int look_for(const char *path, const struct stat *about, int kind, struct FTW *at) {
  const char *end = strrchr(path, '.'), *own = path + strlen(LASH_TREE) + 1;
  (void)about, (void)at;
  if (kind != FTW_F || !end || strcmp(end, ".adm") != 0) return 0;
  if (!strcmp(own, "tests/mechanics/models/coincident.adm")) return 0;
  for (int k = 0; k < DATASETS; k++)
    if (!strcmp(datasets[k].path, own)) return seen++, 0;
  TEST_FAIL_MESSAGE(own);
  return 1;
}

static void test_all_are_listed(void) {
  static const char *const folders[] = {"examples", "tests", "validation"};
  for (int k = 0; k < 3; k++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", LASH_TREE, folders[k]);
    TEST_ASSERT_EQUAL_INT(0, nftw(path, look_for, 16, FTW_PHYS));
  }
  TEST_ASSERT_TRUE(seen > 0);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_runs);
  RUN_TEST(test_all_are_listed);
  return UNITY_END();
}
