/* When a run no longer gets anywhere, by the counts that docs/solver.md names: after ten thousand
 * steps tried, by the steps that the next row is away at the pace of those. The pace is measured in
 * a run that may go on; then three quarters of what is allowed go on, and one and a half times
 * it ends in words with the same numbers. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

enum { STRETCH = 10000 };

/* Hinged, so that states are projected as well. */
#define RESTING                                                                          \
  "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\n" \
  "JOINT/1, REVOLUTE, I=2, J=1\n"

/* Nothing happens in the first second, in which steps grow; then a state follows `rate`. */
#define LATER(rate) RESTING "DIFF/1, IC=1, FUNCTION=IF(TIME-1: 0, 0, " rate ")\n"

/* Jumps that nothing tells of, with this frequency, and a wave that keeps steps short. */
#define JUMPS(size, frequency) size "*(2*MOD(AINT(TIME*" frequency "),2)-1)"
#define WAVE(size)             size "*SIN(1E5*TIME)"

typedef struct plan {
  const char *text, *integrator;
  double start; /* of what is looked at */
  double step, hmax;
} plan;

typedef struct trial {
  bool ended;
  double pace;    /* time per step tried, accepted or not */
  double share;   /* of those that were not */
  double largest; /* step ever taken */
} trial;

typedef struct counting {
  lash_integration *run;
  size_t from, last;
} counting;

/* Looks ahead from there, which is nothing that anybody else may see: TIME - VALUE grows by 1/s. */
static lash_reaction look_ahead(void *context, const lash_switch_info *info, double t, bool on) {
  const counting *c = context;
  (void)t, (void)on;
  if (strcmp(info->statement, "SENSOR") == 0)
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, -1, lash_integrate_approach(c->run, info, 1e-6));
  return (lash_reaction){0};
}

/* Until behind the first look. */
static bool proceed(void *context, const lash_integrate_statistics *now) {
  counting *c = context;
  c->last = now->steps + now->rejections - c->from;
  return c->last < STRETCH + 20;
}

/* The words, with the counts that the run itself shows. */
static void check_words(const plan *p, const trial *t, double from, double row) {
  char name[20];
  int tried, in_vain;
  double begun, advanced, due;
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      6,
      sscanf(error.message,
             "%19s no longer gets anywhere: %d steps tried from time %lg on, %d of a hundred in "
             "vain, have advanced it by %lg, and the next row is due at %lg",
             name, &tried, &begun, &in_vain, &advanced, &due),
      error.message);
  TEST_ASSERT_EQUAL_STRING(p->integrator, name);
  TEST_ASSERT_EQUAL_INT(STRETCH, tried);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, from, begun);
  TEST_ASSERT_DOUBLE_WITHIN(0.6, 100 * t->share, in_vain);
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * advanced, STRETCH * t->pace, advanced);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8 * row, row, due);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "--error 0.0001 "), error.message);
}

/* Ten thousand steps from the start of it, with the next row `ahead` seconds off. */
static trial try(const plan *p, double ahead) {
  mechanism m = load(p->text);
  lash_integrate_options options = method(p->integrator, 1e-6, p->step);
  options.hmax = p->hmax;
  options.engine = LASH_EQUATIONS_CARTESIAN;
  counting c = {0};
  const lash_watcher watcher = {.context = &c, .proceed = proceed, .event = look_ahead};
  lash_integration *run;
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  c.run = run;
  if (p->start > 0) OK(lash_integrate_to(run, p->start, NULL, &error));
  const lash_integrate_statistics before = *lash_integrate_statistics_of(run);
  c.from = before.steps + before.rejections;
  const double row = p->start + ahead;
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_integrate_to(run, row, &watcher, &error));
  const lash_integrate_statistics now = *lash_integrate_statistics_of(run);
  const double tried = (double)(now.steps + now.rejections - c.from);
  const trial made = {.ended = strstr(error.message, "no longer gets anywhere") != NULL,
                      .pace = (lash_integrate_time(run) - p->start) / tried,
                      .share = (double)(now.rejections - before.rejections) / tried,
                      .largest = now.largest};
  if (made.ended) {
    check_words(p, &made, p->start, row);
    TEST_ASSERT_TRUE(tried < STRETCH + 20);
  } else {
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "interrupted"), error.message);
  }
  lash_integrate_free(run);
  unload(&m);
  return made;
}

/* Of a run whose row is near enough, but not reached by what is looked at. */
static trial measured(const plan *p, double ahead) {
  const trial t = try(p, ahead);
  TEST_ASSERT_FALSE(t.ended);
  return t;
}

static void allows(const plan *p, double pace, double steps) {
  TEST_ASSERT_FALSE(try(p, (STRETCH + 0.75 * steps) * pace).ended);
  TEST_ASSERT_TRUE(try(p, (STRETCH + 1.5 * steps) * pace).ended);
}

/* A force-free run with steps of a millisecond: 1e10 of them in any case. */
static void nobody_waits_for_ever(void) {
  const plan p = {.text = RESTING, .integrator = "rk45", .hmax = 1e-3};
  allows(&p, 1e-3, 1e10);
}

/* Steps that are given are taken, however many. */
static void given_steps_are_taken(void) {
  static const char *const names[] = {"rk4", "genalpha"};
  for (int k = 0; k < 2; k++) {
    const plan p = {.text = RESTING, .integrator = names[k], .step = 1e-3};
    TEST_ASSERT_FALSE(try(&p, 1.5e7).ended);
  }
}

/* Most steps are rejected from the start on: 1e7 of them. */
static void steps_in_vain(void) {
  const plan p = {RESTING "DIFF/1, IC=1, FUNCTION=" JUMPS("10", "1E3") "\n", "rk45", .start = 0};
  const trial t = measured(&p, 100);
  TEST_ASSERT_TRUE(t.share > 0.2 && t.pace > 3e-3 * t.largest);
  allows(&p, t.pace, 1e7);
}

/* Besides, steps were longer by more than a thousand times: 2e4 of them. */
static void steps_that_collapse(void) {
  const plan p = {LATER(JUMPS("10", "1E3")), "rk45", .start = 1};
  const trial t = measured(&p, 2);
  TEST_ASSERT_TRUE(t.share > 0.2 && t.pace < 0.5e-3 * t.largest);
  allows(&p, t.pace, 2e4);
}

/* What a tenth rejected is, from both sides. */
static void a_tenth_of_the_steps(void) {
  const plan more = {LATER(JUMPS("1E3", "500") "+" WAVE("15")), "rk45", .start = 1};
  const plan less = {LATER(JUMPS("1E3", "150") "+" WAVE("15")), "rk45", .start = 1};
  trial t = measured(&more, 0.4);
  TEST_ASSERT_TRUE(t.share > 0.11 && t.share < 0.18 && t.pace < 0.5e-3 * t.largest);
  allows(&more, t.pace, 2e4);
  t = measured(&less, 0.8);
  TEST_ASSERT_TRUE(t.share > 0.04 && t.share < 0.095 && t.pace < 0.5e-3 * t.largest);
  TEST_ASSERT_FALSE(try(&less, (STRETCH + 1.5 * 2e4) * t.pace).ended);
  TEST_ASSERT_FALSE(try(&less, (STRETCH + 1.5 * 1e7) * t.pace).ended);
}

/* What a thousandth of the longest step is, from both sides: the longest is given. */
static void a_thousandth_of_the_longest(void) {
  plan p = {LATER(JUMPS("1E3", "500") "+" WAVE("15")), "rk45", .start = 1};
  const double pace = measured(&p, 0.4).pace;
  p.hmax = pace / 0.7e-3;
  allows(&p, pace, 2e4);
  p.hmax = pace / 1.4e-3;
  TEST_ASSERT_FALSE(try(&p, (STRETCH + 1.5 * 2e4) * pace).ended);
  allows(&p, pace, 1e7);
}

/* Steps were longer, few are rejected, and the state stays where it was within a few tolerances,
 * as beside something far stiffer than the motion: 1e6 of them. A state that is taken along at 1/s
 * is somewhere else by a hundred thousand tolerances. */
static void a_state_that_stands_still(void) {
  const plan quiet = {LATER("-1E5*(DIF(1)-1)+10*SIN(TIME)"), "rk45", .start = 1};
  const plan moves = {LATER("-1E5*(DIF(1)-TIME)"), "rk45", .start = 1};
  trial t = measured(&quiet, 1);
  TEST_ASSERT_TRUE(t.share < 0.01 && t.pace < 0.5e-3 * t.largest);
  TEST_ASSERT_TRUE(t.pace * STRETCH > 0.1);
  allows(&quiet, t.pace, 1e6);
  t = measured(&moves, 1);
  TEST_ASSERT_TRUE(t.share < 0.01 && t.pace < 0.5e-3 * t.largest);
  TEST_ASSERT_FALSE(try(&moves, (STRETCH + 1.5 * 1e6) * t.pace).ended);
  /* nor is it there for a look ahead from where it is shortly before it is judged */
  char text[500];
  snprintf(text, sizeof text, "%sSENSOR/1, GE, VALUE=%.9g, ERROR=1E-9, FUNCTION=TIME\n", moves.text,
           1 + (STRETCH - 3) * t.pace);
  const plan looked = {text, "rk45", .start = 1};
  TEST_ASSERT_FALSE(try(&looked, (STRETCH + 1.5 * 1e6) * t.pace).ended);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(nobody_waits_for_ever);
  RUN_TEST(given_steps_are_taken);
  RUN_TEST(steps_in_vain);
  RUN_TEST(steps_that_collapse);
  RUN_TEST(a_tenth_of_the_steps);
  RUN_TEST(a_thousandth_of_the_longest);
  RUN_TEST(a_state_that_stands_still);
  return UNITY_END();
}
