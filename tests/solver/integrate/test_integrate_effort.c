/* What integrators need for their answers: stiff problems with known solutions in as few steps as
 * the solution needs, and no more matrices than that. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

static const char *const implicit[] = {"genalpha", "bdf"};
enum { GENALPHA = 1, BOTH = 2 };

#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\n"
#define SLEDGE(speed)                          \
  GROUND                                       \
  "PART/2, MASS=1, CM=20, IP=1,1,1, VZ=" speed \
  "\nMARKER/20, PART=2\n"                      \
  "JOINT/1, TRANSLATIONAL, I=20, J=1\nSFORCE/1, TRANSLATION, I=20, J=1, ACTIONONLY, FUNCTION="

/* Follows what is smooth though something fast would bring it back (Prothero and Robinson 1974): an
 * explicit method needs a step per 3e-5 s, more than 100 000. */
static void smooth_in_few_steps(const char *text, const char *name, int marker, double speed,
                                int methods) {
  for (int k = 0; k < methods; k++) {
    mechanism m = load(text);
    const lash_integrate_options options = method(implicit[k], 1e-6, 0);
    const outcome o = advance(&m, &options, 3, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-3, speed, measure(&m, name, marker, 0, 0, 0), implicit[k]);
    char said[100];
    snprintf(said, sizeof said, "%s: %zu steps, %zu rejections, %zu factorisations", implicit[k],
             o.statistics.steps, o.statistics.rejections, o.statistics.factorisations);
    TEST_ASSERT_TRUE_MESSAGE(o.statistics.steps < 2500, said);
    TEST_ASSERT_TRUE_MESSAGE(o.statistics.rejections < o.statistics.steps / 4 + 10, said);
    TEST_ASSERT_TRUE_MESSAGE(o.statistics.factorisations > 0, said);
    TEST_ASSERT_TRUE_MESSAGE(o.statistics.factorisations <= 2 * o.statistics.steps, said);
    TEST_ASSERT_TRUE_MESSAGE(o.statistics.evaluations >= o.statistics.steps, said);
    unload(&m);
  }
}

static void stiff_dampers(void) {
  smooth_in_few_steps(SLEDGE("1") "-1E5*(VZ(20,1)-COS(TIME))-SIN(TIME)", "VZ", 20, cos(3), BOTH);
  smooth_in_few_steps(GROUND
                      "PART/2, MASS=1, CM=20, IP=1,1,1, WZ=1\nMARKER/20, PART=2\n"
                      "JOINT/1, REVOLUTE, I=20, J=1\nSFORCE/1, ROTATION, I=20, J=1, ACTIONONLY, "
                      "FUNCTION=-1E5*(WZ(20,1)-COS(TIME))-SIN(TIME)",
                      "WZ", 20, cos(3), BOTH);
}

/* Without any joint, along and about all three axes. */
static void stiff_free_bodies(void) {
  smooth_in_few_steps(GROUND
                      "PART/2, MASS=1, CM=20, IP=1,1,1, VX=1, VY=2, WX=1\nMARKER/20, PART=2\n"
                      "MARKER/9, PART=1, FLOATING\nGFORCE/1, I=20, JFLOAT=9, RM=1, "
                      "FX=-1E5*(VX(20)-COS(TIME))-SIN(TIME)\\FY=-1E4*(VY(20)-2*COS(TIME))-2*SIN("
                      "TIME)\\FZ=-1E3*VZ(20)\\TX=-1E5*(WX(20)-COS(TIME))-SIN(TIME)\\TY=-1E5*WY(20)"
                      "\\TZ=-1E4*WZ(20)",
                      "VX", 20, cos(3), BOTH);
}

/* A spring of 1e4 rad/s, critically damped, drags the sledge. Not bdf: it stays at order 1 there,
 * rejects every second step and takes 40 000. */
static void stiff_springs(void) {
  smooth_in_few_steps(SLEDGE("1") "-1E8*(DZ(20,1)-SIN(TIME))-2E4*(VZ(20,1)-COS(TIME))-SIN(TIME)",
                      "VZ", 20, cos(3), GENALPHA);
}

/* The fast equation is a state's, which alone moves the sledge. */
static void stiff_states(void) {
  smooth_in_few_steps(
      SLEDGE("0") "DIF(1)\nDIFF/1, IC=1, FUNCTION=-1E5*(DIF(1)-COS(TIME))-SIN(TIME)", "VZ", 20,
      sin(3), BOTH);
  smooth_in_few_steps(SLEDGE("0")
                      "DIF(2)\nDIFF/1, IC=1, FUNCTION=-1E5*(DIF(1)-COS(TIME))-SIN(TIME)\n"
                      "DIFF/2, IC=0, FUNCTION=-1E5*(DIF(2)-DIF(1)*VZ(20,1))\n",
                      "DIF", 1, cos(3), BOTH);
}

/* A tiny first step grows: by 2 at the most, so that 1e-8 s becomes 1e-2 s within 20 steps. */
static void tiny_first_steps_grow(void) {
  static const char *const all[] = {"bdf", "genalpha", "rk45", "abam"};
  for (int k = 0; k < 4; k++) {
    size_t steps[2];
    for (int tiny = 0; tiny < 2; tiny++) {
      mechanism m = load(PENDULUM);
      lash_integrate_options options = method(all[k], 1e-5, 0);
      options.hinit = tiny ? 1e-8 : 1e-4;
      steps[tiny] = advance(&m, &options, 1, NULL).statistics.steps;
      unload(&m);
    }
    char said[100];
    snprintf(said, sizeof said, "%s: %zu steps, from a tiny one %zu", all[k], steps[0], steps[1]);
    TEST_ASSERT_TRUE_MESSAGE(steps[1] < steps[0] + 60, said);
  }
}

/* Local errors of order 2 go with h^3: a tolerance of a thousandth takes ten times the steps. */
static void steps_follow_the_tolerance(void) {
  size_t steps[2];
  for (int k = 0; k < 2; k++) {
    mechanism m = load(PENDULUM);
    const lash_integrate_options options = method("genalpha", k ? 1e-8 : 1e-5, 0);
    steps[k] = advance(&m, &options, 2, NULL).statistics.steps;
    unload(&m);
  }
  char said[60];
  snprintf(said, sizeof said, "%zu and %zu steps", steps[0], steps[1]);
  TEST_ASSERT_TRUE_MESSAGE(steps[1] > 7 * steps[0] && steps[1] < 13 * steps[0], said);
}

/* Equal steps of a linear system share one matrix. */
static void equal_steps_share_a_matrix(void) {
  mechanism m = load(SLEDGE("1") "-100*DZ(20,1)");
  const lash_integrate_options options = method("genalpha", 0, 1e-3);
  const outcome o = advance(&m, &options, 1, NULL);
  char said[60];
  snprintf(said, sizeof said, "%zu steps, %zu matrices", o.statistics.steps,
           o.statistics.factorisations);
  TEST_ASSERT_TRUE_MESSAGE(o.statistics.steps >= 1000, said);
  TEST_ASSERT_TRUE_MESSAGE(o.statistics.factorisations < 20, said);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, cos(10), measure(&m, "VZ", 20, 0, 0, 0));
  unload(&m);
}

/* -------------------------------------------------------------------------------------- outputs */

typedef struct outputs {
  int count;
  double last;
} outputs;

static lash_status note(void *context, lash_system *system, double t, lash_error *said) {
  outputs *o = context;
  (void)system, (void)said;
  TEST_ASSERT_TRUE(o->count == 0 || t > o->last);
  o->count++, o->last = t;
  return LASH_OK;
}

/* The end is shown once, be it an output time up to round-off, a little before one or behind. */
static void the_end_is_shown_once(void) {
  static const struct {
    double off;
    int more;
  } ends[] = {{0, 1}, {-1e-15, 1}, {1e-15, 1}, {-1e-9, 1}, {1e-9, 1}, {-1e-4, 1}, {1e-4, 2}};
  for (int k = 1; k < 12; k++)
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
      mechanism m = load(SLEDGE("1") "0");
      outputs seen = {0};
      const lash_watcher watcher = {.context = &seen, .output = note};
      lash_integrate_options options = method("rk4", 0, 0.05);
      options.output_step = 0.1;
      const double end = 0.1 * k + ends[i].off;
      advance(&m, &options, end, &watcher);
      TEST_ASSERT_EQUAL_INT(k + ends[i].more, seen.count);
      TEST_ASSERT_EQUAL_DOUBLE(end, seen.last);
      TEST_ASSERT_EQUAL_DOUBLE(end, m.t);
      unload(&m);
    }
}

static void who_has_fixed_steps(void) {
  for (size_t k = 0; k < lash_integrator_count(); k++) {
    const lash_integrator_info info = lash_integrator_at(k);
    TEST_ASSERT_EQUAL_INT_MESSAGE(!strcmp(info.name, "rk4"), info.fixed, info.name);
  }
}

/* What is told about steps is what they were, wherever time begins. */
typedef struct clockwork {
  double time, least, most;
  size_t steps;
} clockwork;

static bool note_time(void *context, const lash_integrate_statistics *now) {
  clockwork *c = context;
  if (now->steps == c->steps) return true;
  const double step = now->time - c->time;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, step, now->step);
  c->least = fmin(c->least, step), c->most = fmax(c->most, step);
  c->time = now->time;
  c->steps = now->steps;
  return true;
}

static void steps_are_told_as_they_were(void) {
  static const char *const names[] = {"rk4", "rk45", "bdf", "genalpha", "abam"};
  for (int k = 0; k < 10; k++) {
    mechanism m = load(FOUR_BAR);
    m.t = k < 5 ? 0 : 7;
    clockwork c = {.time = m.t, .least = INFINITY};
    const lash_watcher watcher = {.context = &c, .proceed = note_time};
    lash_integrate_options options = method(names[k % 5], 1e-7, 0.01);
    const outcome o = advance(&m, &options, m.t + 0.5, &watcher);
    note_time(&c, &o.statistics); /* the last one, where nobody is asked any more */
    TEST_ASSERT_TRUE_MESSAGE(c.steps > 5 && c.steps == o.statistics.steps, names[k % 5]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, m.t, c.time);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, c.least, o.statistics.smallest, names[k % 5]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, c.most, o.statistics.largest, names[k % 5]);
    unload(&m);
  }
}

/* The size of a mechanism is that of its greatest distance, wherever among very many parts the two
 * stand that are farthest from each other: here two on a spring, 2 m apart. */
static void many_parts_have_one_size(void) {
  enum { PARTS = 1001 };
  static const int far[2][2] = {{0, 1}, {PARTS / 2, PARTS - 1}};
  static char text[PARTS * 120 + 500];
  size_t steps[2];
  for (int way = 0; way < 2; way++) {
    const int *at = far[way];
    size_t used = (size_t)snprintf(text, sizeof text, "PART/1, GROUND\n");
    for (int k = 0; k < PARTS; k++)
      used += (size_t)snprintf(text + used, sizeof text - used,
                               "PART/%d, MASS=1, CM=%d, IP=1,1,1, QG=0,%d,0\nMARKER/%d, PART=%d\n",
                               k + 2, k + 2, (k == at[0]) - (k == at[1]), k + 2, k + 2);
    snprintf(text + used, sizeof text - used,
             "SPRINGDAMPER/1, TRANSLATION, I=%d, J=%d, K=200, C=0, LENGTH=1.5\n", at[0] + 2,
             at[1] + 2);
    mechanism m = load(text);
    lash_integrate_options options = method("rk45", 1e-7, 0);
    options.engine = LASH_EQUATIONS_CARTESIAN;
    options.audit = false;
    steps[way] = advance(&m, &options, 1, NULL).statistics.steps;
    unload(&m);
  }
  TEST_ASSERT_TRUE(steps[0] > 20);
  TEST_ASSERT_EQUAL_INT((int)steps[0], (int)steps[1]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(stiff_dampers);
  RUN_TEST(stiff_free_bodies);
  RUN_TEST(stiff_springs);
  RUN_TEST(stiff_states);
  RUN_TEST(tiny_first_steps_grow);
  RUN_TEST(steps_follow_the_tolerance);
  RUN_TEST(equal_steps_share_a_matrix);
  RUN_TEST(the_end_is_shown_once);
  RUN_TEST(who_has_fixed_steps);
  RUN_TEST(steps_are_told_as_they_were);
  RUN_TEST(many_parts_have_one_size);
  return UNITY_END();
}
