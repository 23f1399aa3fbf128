/* Forces that jump: what cannot be followed is carried on with, honestly, or ends in words. The
 * expected motions are Filippov's: on the surface the state slides along it. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* A mass of 1 kg on the x axis at 1 m/s, pushed by a force along x. */
#define SLIDER(force)                                        \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                       \
  "MARKER/4, PART=1, REULER=90D,90D,0\n"                     \
  "PART/2, MASS=1, CM=2, IP=1,1,1, VX=1\nMARKER/2, PART=2\n" \
  "SFORCE/1, TRANSLATION, ACTIONONLY, I=2, J=4, FUNCTION=" force "\n"

/* Those that control their error. */
static const char *const methods[] = {"bdf", "genalpha", "rk45", "abam"};
enum { METHODS = sizeof methods / sizeof methods[0] };

typedef struct expected {
  const char *model;
  double end, x, v;            /* at the end */
  double within;               /* of x and v */
  double unaccounted[METHODS]; /* energy, as a part of what was exchanged */
} expected;

static double speed(const mechanism *m) { return m->y[m->n->q]; }

static void check(const expected *e) {
  for (size_t k = 0; k < METHODS; k++) {
    mechanism m = load(e->model);
    lash_integrate_options options = method(methods[k], 1e-6, 0);
    options.output_step = 0.01;
    const outcome o = advance(&m, &options, e->end, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(e->within, e->x, m.y[0], methods[k]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(e->within, e->v, speed(&m), methods[k]);
    TEST_ASSERT_TRUE_MESSAGE(o.audit.worst < e->unaccounted[k], methods[k]);
    /* work, not seconds: the chatter itself would take 1e8 steps */
    TEST_ASSERT_TRUE_MESSAGE(o.statistics.steps + o.statistics.rejections < 40000, methods[k]);
    unload(&m);
  }
}

/* Stops after v / F = 0.01 s and v^2 / (2 F) = 5 mm. */
static void dry_friction_by_sign_stops(void) {
  const expected e = {SLIDER("-100*SIGN(1,VX(2,1))"), 1, 5e-3, 0, 1e-6, {1e-7, 1e-7, 1e-7, 1e-7}};
  check(&e);
}

/* IF instead of SIGN, and a load below the friction: the body stops at the time 1/(50 - 30). */
static void friction_holds_against_a_load(void) {
  const expected e = {
      SLIDER("30+IF(VX(2,1): 50, 0, -50)"), 1, 0.025, 0, 3e-5, {1e-5, 1e-4, 1e-5, 1e-5}};
  check(&e);
}

/* A sliding mode between two unequal forces: x + v = 0 from t1 on, then x = x1 exp(-(t - t1)).
 * x1 = -v1, v1 = 1 - 20 t1, x1 = t1 - 10 t1^2: 10 t1^2 + 19 t1 - 1 = 0. */
static void a_sliding_mode_is_followed(void) {
  const double t1 = (-19 + sqrt(401)) / 20, x1 = t1 - 10 * t1 * t1, x = x1 * exp(t1 - 1);
  const expected e = {
      SLIDER("IF(DX(2,1)+VX(2,1): 10, 0, -20)"), 1, x, -x, 3e-5, {1e-6, 2e-3, 1e-6, 1e-6}};
  check(&e);
}

/* A force that jumps with the position and dry friction: swings that become ever shorter, a Zeno
 * sequence, end at x = 0. The total path follows from energy: 3 N over s take 0.5 J + all. */
static void swings_that_die_out_come_to_rest(void) {
  const expected e = {
      SLIDER("-100*SIGN(1,DX(2,1))-3*SIGN(1,VX(2,1))"), 1, 0, 0, 1e-5, {1e-4, 1e-2, 1e-3, 1e-4}};
  check(&e);
}

/* Without loss the same force swings for ever, is followed exactly and never becomes a ramp. With
 * v = 1 at x = 0 a full swing takes 4 v / F. */
static void a_bang_bang_spring_is_followed(void) {
  mechanism m = load(SLIDER("-100*SIGN(1,DX(2,1))"));
  const lash_integrate_options options = method("abam", 1e-9, 0);
  const outcome o = advance(&m, &options, 0.41, NULL);
  TEST_ASSERT_EQUAL_size_t(20 + 1, o.statistics.events); /* the start lies on the jump */
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.005, m.y[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0, speed(&m));
  TEST_ASSERT_TRUE(o.audit.worst < 1e-7);
  unload(&m);
}

static void count_words(void *context, const char *text) {
  *(int *)context += strstr(text, "jumps to and fro") != NULL;
}

/* One message for a force, however often it becomes a ramp anew: after each output, here. */
static void it_is_said_once(void) {
  static const char text[] =
      "title\n" SLIDER("-100*SIGN(1,VX(2,1))") "MARKER/5, PART=1, REULER=0,90D,0\n"
      "PART/3, MASS=1, CM=3, IP=1,1,1, VY=-1\nMARKER/3, PART=3\n"
      "SFORCE/2, TRANSLATION, ACTIONONLY, I=3, J=5, FUNCTION=-70*SIGN(1,VZ(3,1,5))\nEND\n";
  for (size_t k = 0; k < METHODS; k++) {
    int words = 0;
    const lash_system_options options = {.message = count_words, .message_context = &words};
    mechanism m = {0};
    OK(lash_model_parse(&m.model, "test.adm", text, sizeof text - 1, &error));
    OK(lash_system_create(&m.model, &options, &m.system, &error));
    m.n = lash_system_size(m.system);
    m.y = malloc(m.n->y * sizeof *m.y);
    lash_system_initial(m.system, &m.t, m.y);
    OK(lash_system_assemble(m.system, m.t, m.y, NULL, &error));
    lash_integrate_options own = method(methods[k], 1e-6, 0);
    own.output_step = 0.01;
    advance(&m, &own, 0.2, NULL);
    TEST_ASSERT_EQUAL_INT_MESSAGE(2, words, methods[k]);
    unload(&m);
  }
}

/* A square wave of time is no chatter, however fast. */
static void jumps_in_time_are_all_followed(void) {
  mechanism m = load(SLIDER("-10*SIGN(1,SIN(1000*TIME))"));
  lash_integrate_options options = method("abam", 1e-7, 0);
  const outcome o = advance(&m, &options, 1, NULL);
  TEST_ASSERT_EQUAL_size_t(318, o.statistics.events - o.statistics.events % 2);
  unload(&m);
}

/* Break-away: 0.5 s at rest under a load that grows from 0 to 50 N in 1 s; then it moves with
 * 100 (t - 0.5) - … : v = 50 (t - 0.5)^2, x = 50/3 (t - 0.5)^3 for friction of 50 N. */
static void a_body_breaks_away_when_the_load_exceeds_friction(void) {
  for (size_t k = 0; k < METHODS; k++) {
    mechanism m = load(
        "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/4, PART=1, REULER=90D,90D,0\n"
        "PART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\n"
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=2, J=4, FUNCTION=100*TIME-50*SIGN(1,VX(2,1))\n");
    lash_integrate_options options = method(methods[k], 1e-6, 0);
    options.output_step = 0.01;
    advance(&m, &options, 1, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-3, 12.5, speed(&m), methods[k]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-3, 50.0 / 3 / 8, m.y[0], methods[k]);
    unload(&m);
  }
}

/* A jump that nothing tells of ends in words, soon. */
static void a_hidden_jump_does_not_stall(void) {
  for (size_t k = 0; k < METHODS; k++) {
    mechanism m = load(SLIDER("-1E4*(2*AINT(MIN(1.9,MAX(0.1,1+VX(2,1))))-1)"));
    lash_integrate_options options = method(methods[k], 1e-6, 0);
    options.output_step = 0.1;
    lash_integration *run;
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_FAILURE, lash_integrate_to(run, 1, NULL, &error),
                                  methods[k]);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "no longer gets anywhere"), error.message);
    const lash_integrate_statistics *s = lash_integrate_statistics_of(run);
    TEST_ASSERT_TRUE_MESSAGE(s->steps + s->rejections < 50000, methods[k]);
    lash_integrate_free(run);
    unload(&m);
  }
}

/* A pendulum on a stiff, critically damped spring: 38,755 steps, nearly all rejected, before. */
static void a_stiff_spring_is_no_trouble_for_bdf(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\n"
      "PART/2, MASS=1, CM=2, IP=1,1,1, QG=1,0,0\nMARKER/2, PART=2\n"
      "SPRINGDAMPER/1, TRANSLATION, I=2, J=1, K=1E8, C=2E4, LENGTH=1\n"
      "ACCGRAV/KGRAV=-9.80665\n");
  const lash_integrate_options options = method("bdf", 1e-8, 0);
  const outcome o = advance(&m, &options, 1, NULL);
  TEST_ASSERT_TRUE(o.statistics.steps < 4000);
  TEST_ASSERT_TRUE(2 * o.statistics.rejections < o.statistics.steps);
  unload(&m);
}

/* The run is over, the model sharp again: SIGN at 1e-7 has its full value. */
static void ramps_end_with_the_run(void) {
  mechanism m = load(SLIDER("-100*SIGN(1,VX(2,1))"));
  const lash_integrate_options options = method("bdf", 1e-6, 0);
  advance(&m, &options, 0.5, NULL);
  m.y[m.n->q] = 1e-7;
  OK(lash_system_rates(m.system, m.t, m.y, m.ydot, &error));
  TEST_ASSERT_EQUAL_DOUBLE(-100, m.ydot[m.n->q]);
  unload(&m);
}

/* Saved while sliding and restored into another integration: the same bits. */
static unsigned char *saved;
static size_t saved_size;
static lash_integration *saving;
static lash_status save(void *context, double t, lash_error *e) {
  (void)context, (void)e;
  if (t < 0.25 || saved) return LASH_OK;
  saved_size = lash_integrate_memory_size(saving);
  saved = malloc(saved_size);
  lash_integrate_save(saving, saved);
  return LASH_OK;
}

static void a_sliding_run_resumes_bit_for_bit(void) {
  static const char *const two[] = {"bdf", "rk45"};
  for (size_t k = 0; k < 2; k++) {
    const char *model = SLIDER("IF(DX(2,1)+VX(2,1): 10, 0, -20)");
    lash_integrate_options options = method(two[k], 1e-6, 0);
    options.output_step = 0.1, options.restart_outputs = 1;
    const lash_watcher watcher = {.checkpoint = save};
    mechanism m = load(model);
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &saving, &error));
    OK(lash_integrate_to(saving, 1, &watcher, &error));
    mechanism other = load(model);
    lash_integration *again;
    OK(lash_integrate_create(other.system, &options, other.t, other.y, &again, &error));
    OK(lash_integrate_restore(again, saved, saved_size, &error));
    OK(lash_integrate_to(again, 1, NULL, &error));
    TEST_ASSERT_EQUAL_MEMORY(lash_integrate_state(saving), lash_integrate_state(again),
                             m.n->y * sizeof(double));
    lash_integrate_free(saving);
    lash_integrate_free(again);
    free(saved), saved = NULL;
    unload(&m);
    unload(&other);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(dry_friction_by_sign_stops);
  RUN_TEST(friction_holds_against_a_load);
  RUN_TEST(a_sliding_mode_is_followed);
  RUN_TEST(swings_that_die_out_come_to_rest);
  RUN_TEST(a_bang_bang_spring_is_followed);
  RUN_TEST(it_is_said_once);
  RUN_TEST(jumps_in_time_are_all_followed);
  RUN_TEST(a_body_breaks_away_when_the_load_exceeds_friction);
  RUN_TEST(a_hidden_jump_does_not_stall);
  RUN_TEST(a_stiff_spring_is_no_trouble_for_bdf);
  RUN_TEST(ramps_end_with_the_run);
  RUN_TEST(a_sliding_run_resumes_bit_for_bit);
  return UNITY_END();
}
