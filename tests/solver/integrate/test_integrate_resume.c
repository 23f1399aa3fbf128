/* A run that goes on from what was saved knows what it knew: which sensors had fired, and the work
 * done so far. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* 2 kg at 1 m/s against 0.5 N, past three sensors and back under none. */
#define SLEDGE                                                             \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                                     \
  "PART/2, MASS=2, CM=20, IP=1,1,1, VZ=1\nMARKER/20, PART=2\n"             \
  "JOINT/1, TRANSLATIONAL, I=20, J=1\n"                                    \
  "SFORCE/1, TRANSLATION, I=20, J=1, ACTIONONLY, FUNCTION=-0.5\n"          \
  "SFORCE/2, TRANSLATION, I=20, J=1, ACTIONONLY, FUNCTION=0.25*DZ(20,1)\n" \
  "SENSOR/1, GE, VALUE=0.2, ERROR=1E-6, PRINT, FUNCTION=DZ(20,1)\n"        \
  "SENSOR/2, GE, VALUE=0.5, ERROR=1E-6, PRINT, FUNCTION=DZ(20,1)\n"        \
  "SENSOR/3, GE, VALUE=0.9, ERROR=1E-6, PRINT, FUNCTION=DZ(20,1)"

typedef struct witness {
  int fired[4], checkpoints;
  lash_integration *run;
  void *saved;
  size_t size;
} witness;

static lash_reaction fired(void *context, const lash_switch_info *info, double t, bool positive) {
  witness *w = context;
  (void)t;
  if (info->kind == LASH_SWITCH_SENSOR && positive) w->fired[info->id]++;
  return (lash_reaction){0};
}

/* Keeps the one at 0.6 s. */
static lash_status save(void *context, double t, lash_error *said) {
  witness *w = context;
  (void)said;
  w->checkpoints++;
  if (fabs(t - 0.6) > 1e-9) return LASH_OK;
  w->size = lash_integrate_memory_size(w->run);
  w->saved = malloc(w->size);
  lash_integrate_save(w->run, w->saved);
  return LASH_OK;
}

static void goes_on_as_it_was(const char *name) {
  lash_integrate_options options = method(name, 1e-8, 0);
  if (!strcmp(name, "rk4")) options.step = 0.01;
  options.output_step = 0.1;
  options.restart_outputs = 2;
  mechanism a = load(SLEDGE), b = load(SLEDGE);
  witness first = {0}, second = {0};
  lash_watcher watcher = {.context = &first, .event = fired, .checkpoint = save};
  OK(lash_integrate_create(a.system, &options, a.t, a.y, &first.run, &error));
  OK(lash_integrate_to(first.run, 1.2, &watcher, &error));
  for (int k = 1; k < 4; k++) TEST_ASSERT_EQUAL_INT_MESSAGE(1, first.fired[k], name);
  TEST_ASSERT_NOT_NULL(first.saved);

  OK(lash_integrate_create(b.system, &options, b.t, b.y, &second.run, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_integrate_restore(second.run, first.saved, first.size - 8, &error));
  OK(lash_integrate_restore(second.run, first.saved, first.size, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.6, lash_integrate_time(second.run));
  watcher.context = &second;
  watcher.checkpoint = NULL;
  OK(lash_integrate_to(second.run, 1.2, &watcher, &error));
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, second.fired[1], name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, second.fired[2], name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, second.fired[3], name);
  TEST_ASSERT_EQUAL_MEMORY(lash_integrate_state(first.run), lash_integrate_state(second.run),
                           a.n->y * sizeof(double));
  const lash_audit one = *lash_integrate_audit(first.run), two = *lash_integrate_audit(second.run);
  TEST_ASSERT_EQUAL_MEMORY(&one, &two, sizeof one);
  /* the works: what the sledge lost, force by force */
  const double z = lash_integrate_state(second.run)[2];
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -0.5 * z, lash_integrate_force_work(second.run, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.125 * z * z, lash_integrate_force_work(second.run, 1));
  TEST_ASSERT_EQUAL_size_t(lash_integrate_statistics_of(first.run)->events,
                           lash_integrate_statistics_of(second.run)->events);
  lash_integrate_free(first.run);
  lash_integrate_free(second.run);
  free(first.saved);
  unload(&a);
  unload(&b);
}

/* Outputs go on as they were up to the end that was asked for, and are counted from there on by
 * whoever asks for more. */
typedef struct rows {
  double t[20];
  size_t count;
} rows;

static lash_status note_row(void *context, lash_system *system, double t, lash_error *said) {
  rows *r = context;
  (void)system, (void)said;
  if (r->count < 20) r->t[r->count++] = t;
  return LASH_OK;
}

static void outputs_are_counted_anew(void) {
  static const double expected[] = {0.7, 0.8, 0.85, 0.95, 1.05, 1.15, 1.2};
  lash_integrate_options options = method("rk45", 1e-8, 0);
  options.output_step = 0.1;
  options.restart_outputs = 2;
  mechanism a = load(SLEDGE), b = load(SLEDGE);
  witness first = {0};
  const lash_watcher saving = {.context = &first, .checkpoint = save};
  OK(lash_integrate_create(a.system, &options, a.t, a.y, &first.run, &error));
  OK(lash_integrate_to(first.run, 0.65, &saving, &error));
  TEST_ASSERT_NOT_NULL(first.saved);
  rows seen = {.count = 0};
  lash_integration *run;
  const lash_watcher noting = {.context = &seen, .output = note_row};
  OK(lash_integrate_create(b.system, &options, b.t, b.y, &run, &error));
  OK(lash_integrate_restore(run, first.saved, first.size, &error));
  OK(lash_integrate_to(run, 0.85, &noting, &error));
  OK(lash_integrate_to(run, 1.2, &noting, &error));
  TEST_ASSERT_EQUAL_size_t(7, seen.count);
  for (int k = 0; k < 7; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, expected[k], seen.t[k]);
  lash_integrate_free(first.run);
  lash_integrate_free(run);
  free(first.saved);
  unload(&a);
  unload(&b);
}

static void every_integrator(void) {
  for (size_t k = 0; k < lash_integrator_count(); k++)
    goes_on_as_it_was(lash_integrator_at(k).name);
}

/* A run in two parts, the second of which is given the first's balance, books what one run does;
 * the balance of another mechanism is left alone. */
static lash_audit audit_of(mechanism *m, double end, const lash_balance *before,
                           lash_balance **after) {
  lash_integrate_options options = method("rk45", 1e-10, 0);
  lash_integration *run;
  options.balance = before;
  OK(lash_integrate_create(m->system, &options, m->t, m->y, &run, &error));
  OK(lash_integrate_to(run, end, NULL, &error));
  const lash_audit audit = *lash_integrate_audit(run);
  m->t = lash_integrate_time(run);
  memcpy(m->y, lash_integrate_state(run), m->n->y * sizeof *m->y);
  if (after) *after = lash_integrate_balance(run);
  lash_integrate_free(run);
  return audit;
}

static void in_two_parts(const char *damped) {
  mechanism whole = load(damped), parts = load(damped), other = load(PENDULUM);
  lash_balance *balance;
  const lash_audit one = audit_of(&whole, 0.8, NULL, NULL);
  const lash_audit first = audit_of(&parts, 0.5, NULL, &balance);
  const lash_audit both = audit_of(&parts, 0.8, balance, NULL);
  TEST_ASSERT_TRUE(first.dissipated > 1e-2 && one.dissipated > 1.1 * first.dissipated);
  TEST_ASSERT_TRUE(first.now.springs > 1e-2);
  const double size = 1e-6 * one.exchanged;
  TEST_ASSERT_DOUBLE_WITHIN(size, one.dissipated, both.dissipated);
  TEST_ASSERT_DOUBLE_WITHIN(size, one.taken, both.taken);
  TEST_ASSERT_DOUBLE_WITHIN(size, one.forces, both.forces);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * one.exchanged, one.exchanged, both.exchanged);
  TEST_ASSERT_DOUBLE_WITHIN(size, one.start.kinetic + one.start.gravity + one.start.springs,
                            both.start.kinetic + both.start.gravity + both.start.springs);
  TEST_ASSERT_TRUE(both.relative < 1e-7);
  const lash_audit stranger = audit_of(&other, 0.1, balance, NULL);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, stranger.dissipated);
  TEST_ASSERT_TRUE(stranger.relative < 1e-7);
  free(balance);
  unload(&whole), unload(&parts), unload(&other);
}

static void a_balance_goes_on(void) {
  in_two_parts(PENDULUM
               "SFORCE/1, ROTATION, I=2, J=1, FUNCTION=-0.7*WZ(2,1,1)\n"
               "SPRINGDAMPER/2, ROTATION, I=2, J=1, KT=3, CT=0.2\n");
  in_two_parts(PENDULUM "SPRINGDAMPER/2, ROTATION, I=2, J=1, KT=3, CT=0.9\n");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_integrator);
  RUN_TEST(outputs_are_counted_anew);
  RUN_TEST(a_balance_goes_on);
  return UNITY_END();
}
