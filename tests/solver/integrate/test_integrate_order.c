/* Observed order of every integrator on a pendulum, a four-bar and a spinning top: of the step for
 * fixed ones, of the tolerance for variable ones, against a solution ten thousand times as exact.
 */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

typedef struct problem {
  const char *name, *text;
  double end;
  double rk4_step, genalpha_step;
} problem;

static const problem problems[] = {{"pendulum", PENDULUM, 2, 0.02, 0.004},
                                   {"four-bar", FOUR_BAR, 1, 0.005, 0.002},
                                   {"top", TOP, 0.25, 5e-4, 2.5e-4}};
enum { PROBLEMS = sizeof problems / sizeof problems[0] };

/* State at the end; the caller frees it. */
static double *solution(const problem *p, const lash_integrate_options *options, size_t *count) {
  mechanism m = load(p->text);
  advance(&m, options, p->end, NULL);
  double *y = malloc(m.n->y * sizeof *y);
  memcpy(y, m.y, m.n->y * sizeof *y);
  *count = m.n->y;
  unload(&m);
  return y;
}

static double error_of(const problem *p, const double *exact,
                       const lash_integrate_options *options) {
  size_t count;
  double *y = solution(p, options, &count), worst = 0;
  for (size_t b = 0; 13 * b < count; b++) { /* Euler parameters mean the same with either sign */
    double *e = y + 7 * b + 3, along = 0;
    for (int k = 0; k < 4; k++) along += e[k] * exact[7 * b + 3 + (size_t)k];
    for (int k = 0; k < 4; k++) e[k] = along < 0 ? -e[k] : e[k];
  }
  for (size_t k = 0; k < count; k++) worst = fmax(worst, fabs(y[k] - exact[k]));
  free(y);
  return worst;
}

static double *exact(const problem *p) {
  size_t count;
  const lash_integrate_options options = method("rk45", 1e-13, 0);
  return solution(p, &options, &count);
}

static void fixed_step(const char *name, double order) {
  for (size_t i = 0; i < PROBLEMS; i++) {
    const problem *p = &problems[i];
    double *reference = exact(p);
    const double h = name[0] == 'r' ? p->rk4_step : p->genalpha_step;
    lash_integrate_options coarse = method(name, 1e-12, h), fine = method(name, 1e-12, h / 4);
    const double e1 = error_of(p, reference, &coarse), e2 = error_of(p, reference, &fine);
    char message[128];
    snprintf(message, sizeof message, "%s on the %s: %.3g, %.3g", name, p->name, e1, e2);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.2, order, 0.5 * log2(e1 / e2), message);
    free(reference);
  }
}

static void rk4_is_of_order_four(void) { fixed_step("rk4", 4); }

static void genalpha_is_of_order_two(void) { fixed_step("genalpha", 2); }

/* Error against tolerance over four decades: in proportion. The steps a controller takes are not a
 * smooth function of the tolerance, so that the slope is that of a line through several runs. */
static void proportional(const char *name, double loosest, double slope) {
  enum { RUNS = 9 };
  for (size_t i = 0; i < PROBLEMS; i++) {
    const problem *p = &problems[i];
    double *reference = exact(p), sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int k = 0; k < RUNS; k++) {
      const double tolerance = loosest * pow(10, -0.5 * k);
      lash_integrate_options options = method(name, tolerance, 0);
      const double x = log10(tolerance), y = log10(error_of(p, reference, &options));
      sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    char message[128];
    snprintf(message, sizeof message, "%s on the %s", name, p->name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.2, slope, (RUNS * sxy - sx * sy) / (RUNS * sxx - sx * sx),
                                      message);
    free(reference);
  }
}

static void rk45_follows_its_tolerance(void) { proportional("rk45", 1e-5, 1); }
static void rk8_follows_its_tolerance(void) { proportional("rk8", 1e-6, 1); }

/* Keeps the state at one output. */
typedef struct shown_state {
  double at, *y;
  size_t size;
} shown_state;

static lash_status keep(void *context, lash_system *system, double t, lash_error *e) {
  shown_state *kept = context;
  (void)e;
  if (fabs(t - kept->at) < 1e-9) memcpy(kept->y, lash_system_state(system), kept->size);
  return LASH_OK;
}

/* States at the end and at an output inside a step, with steps of h throughout. */
static void steps_of(const problem *p, double h, double error_allowed, const char *name, double *y,
                     double *inside) {
  mechanism m = load(p->text);
  lash_integrate_options options = method(name, error_allowed, 0);
  options.engine = LASH_EQUATIONS_CARTESIAN;
  options.hmax = options.hinit = h;
  options.output_step = p->end / 3; /* a third or two thirds of a step behind its start */
  shown_state kept = {p->end / 3, inside, m.n->y * sizeof *y};
  const lash_watcher watcher = {.context = &kept, .output = keep};
  advance(&m, &options, p->end, &watcher);
  memcpy(y, m.y, m.n->y * sizeof *y);
  unload(&m);
}

static double worst_of(const double *a, const double *b, size_t count) {
  double worst = 0;
  for (size_t k = 0; k < count; k++) worst = fmax(worst, fabs(a[k] - b[k]));
  return worst;
}

/* The error of steps of one size falls with the eighth power of it; that of the interpolant, which
 * has order 7 and errors of its own inside a step only, with no less than the seventh. */
static void rk8_is_of_order_eight(void) {
  enum { MOST = 64 };
  for (size_t i = 0; i < PROBLEMS; i++) {
    const problem *p = &problems[i];
    double end[3][MOST] = {{0}}, inside[3][MOST] = {{0}};
    const double h = p->end / 16;
    char message[200];
    steps_of(p, h, 0.5, "rk8", end[0], inside[0]);
    steps_of(p, h / 2, 0.5, "rk8", end[1], inside[1]);
    steps_of(p, h / 16, 1e-13, "rk45", end[2], inside[2]);
    const double e1 = worst_of(end[0], end[2], MOST), e2 = worst_of(end[1], end[2], MOST);
    const double i1 = worst_of(inside[0], inside[2], MOST),
                 i2 = worst_of(inside[1], inside[2], MOST);
    snprintf(message, sizeof message, "%s: %.3g, %.3g at the end, %.3g, %.3g inside", p->name, e1,
             e2, i1, i2);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1, 8, log2(e1 / e2), message);
    TEST_ASSERT_TRUE_MESSAGE(log2(i1 / i2) > 6.3, message);
  }
}

static void bdf_follows_its_tolerance(void) { proportional("bdf", 1e-5, 1); }
static void abam_follows_its_tolerance(void) { proportional("abam", 1e-5, 1); }
/* A local error of h^3 under control means a global one of h^2: two thirds. */
static void variable_genalpha_follows_its_tolerance(void) {
  proportional("genalpha", 1e-3, 2.0 / 3);
}

/* So many outputs as were asked for and no more, the last at the end itself, whatever the sums of
 * steps are rounded to. */
typedef struct outputs {
  size_t count;
  double last;
} outputs;

static lash_status count_output(void *context, lash_system *system, double t, lash_error *failure) {
  outputs *o = context;
  (void)system, (void)failure;
  o->count++;
  o->last = t;
  return LASH_OK;
}

static void as_many_outputs_as_asked_for(void) {
  mechanism m = load("PART/1, GROUND\nPART/2, MASS=1, CM=2, IP=1,1,1, VX=1\nMARKER/2, PART=2\n");
  const double ends[] = {0.3, 0.7, 1.1};
  for (size_t n = 1; n <= 300; n++) {
    outputs o = {0};
    lash_integration *run;
    lash_integrate_options options = method("rk45", 1e-6, 0);
    const double end = ends[n % 3];
    options.output_step = end / (double)n;
    OK(lash_integrate_create(m.system, &options, 0, m.y, &run, &error));
    OK(lash_integrate_to(run, end, &(lash_watcher){.context = &o, .output = count_output}, &error));
    lash_integrate_free(run);
    TEST_ASSERT_EQUAL_size_t(n + 1, o.count); /* the start is shown too */
    TEST_ASSERT_EQUAL_DOUBLE(end, o.last);
  }
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(rk4_is_of_order_four);
  RUN_TEST(genalpha_is_of_order_two);
  RUN_TEST(rk45_follows_its_tolerance);
  RUN_TEST(rk8_follows_its_tolerance);
  RUN_TEST(rk8_is_of_order_eight);
  RUN_TEST(bdf_follows_its_tolerance);
  RUN_TEST(abam_follows_its_tolerance);
  RUN_TEST(variable_genalpha_follows_its_tolerance);
  RUN_TEST(as_many_outputs_as_asked_for);
  return UNITY_END();
}
