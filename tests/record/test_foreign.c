/* Foreign force routines between recorded operations: what they are lent is what the system would
 * have told them, they see every accepted state once, and what they ask for beyond is served. */
#include "integrate_helper.h"
#include "record.h"
#include "tape_program.h"

void setUp(void) {}
void tearDown(void) { lash_tape_prefer(LASH_TAPE_AUTO); }

/* Swings in the x-z plane, with a spinning wheel at its end. */
#define SWING                                                         \
  PENDULUM                                                            \
  "MARKER/4, PART=1, QP=0.3,0.1,-1, REULER=0.3,0.7,-0.2\n"            \
  "MARKER/5, PART=1, FLOATING\n"                                      \
  "MARKER/6, PART=2, QP=2,0,0, REULER=180D,90D,180D\n"                \
  "PART/3, MASS=0.5, CM=30, IP=.01,.01,.02, QG=2,0,0, WZ=30, VZ=-1\n" \
  "MARKER/30, PART=3, REULER=180D,90D,180D\n"                         \
  "MARKER/31, PART=3, QP=.1,0,0, REULER=0.1,0.2,0.3\n"                \
  "MARKER/32, PART=3\nMARKER/7, PART=2, FLOATING\n"                   \
  "JOINT/2, REVOLUTE, I=30, J=6\n"

static const struct {
  const char *name, *force;
} served[] = {
    {"gforce", "GFORCE/1, I=31, JFLOAT=5, RM=4, FUNCTION=USER(30,0.5)\\, ROUTINE=spring_gforce::"},
    {"floating", "GFORCE/1, I=31, JFLOAT=7, RM=6, FUNCTION=USER(5,0.5)\\, ROUTINE=spring_gforce::"},
    {"sforce",
     "SFORCE/1, TRANSLATION, I=31, J=4, FUNCTION=USER(1.9,200,3,1,0.5)\\, ROUTINE=values::"},
    {"vforce", "VFORCE/1, I=31, JFLOAT=5, RM=6, FUNCTION=USER(0.3)\\, ROUTINE=values::"},
    {"vtorque", "VTORQUE/1, I=31, JFLOAT=5, RM=4, FUNCTION=USER(0.01)\\, ROUTINE=values::"},
    {"turns", "SFORCE/1, ROTATION, I=30, J=6, FUNCTION=USER(0.02)\\, ROUTINE=asks::Spin"},
    {"late", "VFORCE/1, I=31, JFLOAT=5, RM=6, FUNCTION=USER(30,3)\\, ROUTINE=asks::Late"},
    {"declines",
     "GFORCE/1, I=31, JFLOAT=5, RM=1, FUNCTION=USER(0.3,20,30,32)\\, ROUTINE=asks::Declines"},
    {"adds up", "VFORCE/1, I=31, JFLOAT=5, RM=4, FUNCTION=USER(5)\\, ROUTINE=asks::Adds_up"},
};
enum { SERVED = sizeof served / sizeof *served };

static void text_of(const char *force, char text[4000]) {
  snprintf(text, 4000, "%s%s\n", SWING, force);
}

static mechanism with(const char *force) {
  char text[4000];
  text_of(force, text);
  return load(text);
}

static lash_integrate_options by(const char *name, lash_equations_kind engine) {
  lash_integrate_options options = method(name, 1e-11, strcmp(name, "rk4") ? 0 : 1e-4);
  options.engine = engine;
  options.audit = false;
  return options;
}

/* Largest difference of places and of velocities, relative to the largest of them. */
static double apart(const mechanism *a, const mechanism *b) {
  double worst[2] = {0, 0}, scale[2] = {0, 0};
  for (size_t k = 0; k < a->n->q + a->n->v; k++) {
    const int kind = k >= a->n->q;
    if (!kind && k % 7 > 2) continue; /* the sign of Euler parameters is free */
    scale[kind] = fmax(scale[kind], fabs(a->y[k]));
    worst[kind] = fmax(worst[kind], fabs(a->y[k] - b->y[k]));
  }
  return fmax(worst[0] / scale[0], worst[1] / scale[1]);
}

/* ------------------------------------------ both engines agree */

/* Calls the routines at places where nothing is accepted. */
static lash_status look(void *context, lash_system *system, double t, lash_error *said) {
  (void)context, (void)t;
  return lash_system_forces(system, NULL, NULL, said);
}

static void agrees(const char *name, const char *force, const char *integrator, double end,
                   double tolerance) {
  lash_integrate_options compiled = by(integrator, LASH_EQUATIONS_COMPILED),
                         cartesian = by(integrator, LASH_EQUATIONS_CARTESIAN);
  const lash_watcher looking = {.output = look};
  compiled.output_step = cartesian.output_step = 0.2345;
  mechanism a = with(force);
  advance(&a, &compiled, end, &looking);
  mechanism b = with(force); /* routines remember in one place for all */
  advance(&b, &cartesian, end, &looking);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(tolerance, 0, apart(&a, &b), name);
  unload(&a), unload(&b);
}

static void routines_are_told_the_same(void) {
  for (size_t k = 0; k < SERVED; k++) {
    agrees(served[k].name, served[k].force, "rk4", 0.6, 1e-9);
    /* what is added up over steps depends on which steps there are */
    if (strcmp(served[k].name, "adds up"))
      agrees(served[k].name, served[k].force, "rk45", 0.6, 1e-9);
  }
}

/* Works are integrated beside the motion, or looked up at places inside of steps. */
static void their_works_are_the_same(void) {
  static const char *const names[] = {"rk45", "rk4"};
  for (int k = 0; k < 2; k++) {
    double dissipated[2];
    for (int e = 0; e < 2; e++) {
      lash_integrate_options options =
          by(names[k], e ? LASH_EQUATIONS_CARTESIAN : LASH_EQUATIONS_COMPILED);
      options.audit = true;
      mechanism m = with(served[3].force);
      dissipated[e] = advance(&m, &options, 0.5, NULL).audit.dissipated;
      unload(&m);
    }
    TEST_ASSERT_TRUE(dissipated[0] > 0.1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-8 * dissipated[1], dissipated[1], dissipated[0]);
  }
}

/* ------------------------------------------------ who is taken */

static bool is_taken(const char *force, char reason[400]) {
  const lash_integrate_options options = by("rk45", LASH_EQUATIONS_AUTO);
  mechanism m = with(force);
  lash_integration *run;
  const char *why = NULL;
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  const bool taken = lash_integrate_compiled(run, &why);
  snprintf(reason, 400, "%s", why ? why : "");
  lash_integrate_free(run);
  unload(&m);
  return taken;
}

#define BY_STATE                     \
  "DIFF/1, IC=1, FUNCTION=-DIF(1)\n" \
  "VFORCE/1, I=31, JFLOAT=5, RM=4, FUNCTION=USER(1,0.5,0.2,0.1)\\, ROUTINE=values::By_state"

static void they_are_compiled_where_that_pays(void) {
  char reason[400];
  for (size_t k = 0; k < SERVED; k++)
    TEST_ASSERT_TRUE_MESSAGE(is_taken(served[k].force, reason), served[k].name);
  TEST_ASSERT_FALSE(is_taken(BY_STATE, reason));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason, "DIF, for which the whole state"), reason);
  agrees("by state", BY_STATE, "rk45", 0.5, 1e-9);
}

/* --------------------------------------------------- same bits */

static void interpreter_and_machine_code_give_the_same_bits(void) {
  for (size_t k = 0; k < SERVED; k++) {
    const lash_integrate_options options = by("rk4", LASH_EQUATIONS_COMPILED);
    lash_tape_prefer(LASH_TAPE_INTERPRET);
    mechanism a = with(served[k].force);
    advance(&a, &options, 0.3, NULL);
    lash_tape_prefer(LASH_TAPE_AUTO);
    mechanism b = with(served[k].force);
    advance(&b, &options, 0.3, NULL);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(a.y, b.y, a.n->y * sizeof *a.y, served[k].name);
    unload(&a), unload(&b);
  }
}

/* ----------------------------------------------------- trouble */

static void check_words(const char *force, const char *words, const char *when) {
  const lash_integrate_options options = by("rk4", LASH_EQUATIONS_COMPILED);
  mechanism m = with(force);
  lash_integration *run;
  lash_status status = lash_integrate_create(m.system, &options, m.t, m.y, &run, &error);
  if (status == LASH_OK) status = lash_integrate_to(run, 1, NULL, &error);
  TEST_ASSERT_TRUE(status != LASH_OK);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "VFORCE/1"), error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, when), error.message);
  lash_integrate_free(run);
  unload(&m);
}

static void what_goes_wrong_is_told_with_routine_and_time(void) {
  check_words("VFORCE/1, I=31, JFLOAT=5, RM=4, FUNCTION=USER(0.2503)\\, ROUTINE=asks::Stops",
              "enough of it", "time 0.250");
  check_words("VFORCE/1, I=31, JFLOAT=5, RM=4, FUNCTION=USER(0.1)\\, ROUTINE=asks::Too_early",
              "no acceleration", "time 0.1");
}

/* ----------------------------------------------------- contact */

/* Markers that a routine asked for at the start are lent: the system's own state, which it would
 * take long to set, stays as it was. */
static void what_they_ask_for_is_lent(void) {
  for (int k = 0; k < 4; k++) {
    lash_recording *r;
    mechanism m = with(served[k].force);
    lash_system_set(m.system, m.t, m.y);
    OK(lash_recording_make(m.system, false, &r, &error));
    const size_t n = lash_recording_tell(r).length;
    double *z = calloc(2 * n, sizeof *z);
    OK(lash_recording_lower(r, z, &error));
    for (size_t i = 0; i < n; i++) z[i] += 0.01;
    OK(lash_recording_rates(r, m.t + 0.1, z, z + n, &error));
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(m.y, lash_system_state(m.system), m.n->y * sizeof *m.y,
                                     served[k].name);
    free(z);
    lash_recording_free(r);
    unload(&m);
  }
}

/* What a routine cannot report nobody looks at in every step. */
static void only_reporters_are_watched(void) {
  lash_recording *record;
  mechanism m = with(served[0].force);
  lash_system_set(m.system, m.t, m.y);
  OK(lash_recording_make(m.system, false, &record, &error));
  TEST_ASSERT_EQUAL_size_t(16, m.n->switches);
  for (size_t k = 0; k < m.n->switches; k++)
    TEST_ASSERT_FALSE(lash_recording_switch_moves(record, k));
  lash_recording_free(record);
  unload(&m);
}

/* validation/rssr with our library under a name that nobody knows: it offers a function, reports
 * gaps and remembers the speed of the approach. */
static void put_over(char *text, const char *old, const char *new) {
  char *at = strstr(text, old);
  memset(at, ' ', strlen(old));
  memcpy(at, new, strlen(new));
}

static mechanism load_rssr(const char *library, bool callback) {
  static char text[20000];
  FILE *f = fopen(LASH_TREE "/validation/rssr/rssr.adm", "r");
  TEST_ASSERT_NOT_NULL(f);
  text[fread(text, 1, sizeof text - 1, f)] = '\0';
  fclose(f);
  char name[80];
  snprintf(name, sizeof name, "%s::Lash_spherical", library);
  put_over(text, "lash_subroutines::Lash_spherical", name);
  snprintf(name, sizeof name, "%s::Cbksub", library);
  put_over(text, "lash_subroutines::Cbksub", name);
  if (!callback) *strstr(text, "CBKSUB") = '!';
  return load(strchr(text, '\n') + 1);
}

static size_t rssr(const char *library, const char *integrator, bool callback,
                   lash_equations_kind engine, mechanism *m) {
  lash_integrate_options options = by(integrator, engine);
  if (!strcmp(integrator, "rk4")) options.step = 2e-6;
  *m = load_rssr(library, callback);
  return advance(m, &options, 0.006, NULL).statistics.contact_events;
}

static void somebodys_joint_is_taken(void) {
  lash_recording *record;
  mechanism m = load_rssr("somebodys", true);
  lash_system_set(m.system, m.t, m.y);
  OK(lash_recording_make(m.system, true, &record, &error));
  TEST_ASSERT_TRUE(lash_recording_switch_moves(record, 0));
  lash_recording_free(record);
  unload(&m);
}

static void somebodys_joint_is_ours(void) {
  static const char *const names[] = {"rk4", "rk45", "rk4", "rk45"};
  for (int k = 0; k < 4; k++) {
    mechanism theirs, cartesian, ours;
    const size_t events = rssr("somebodys", names[k], k > 1, LASH_EQUATIONS_AUTO, &theirs);
    TEST_ASSERT_EQUAL_size_t(
        events, rssr("somebodys", names[k], k > 1, LASH_EQUATIONS_CARTESIAN, &cartesian));
    TEST_ASSERT_EQUAL_size_t(
        events, rssr("lash_subroutines", names[k], k > 1, LASH_EQUATIONS_COMPILED, &ours));
    TEST_ASSERT_TRUE(events > 2);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, apart(&theirs, &ours));
    TEST_ASSERT_DOUBLE_WITHIN(k % 2 ? 1e-9 : 1e-6, 0, apart(&theirs, &cartesian));
    unload(&theirs), unload(&cartesian), unload(&ours);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(routines_are_told_the_same);
  RUN_TEST(their_works_are_the_same);
  RUN_TEST(they_are_compiled_where_that_pays);
  RUN_TEST(interpreter_and_machine_code_give_the_same_bits);
  RUN_TEST(what_goes_wrong_is_told_with_routine_and_time);
  RUN_TEST(what_they_ask_for_is_lent);
  RUN_TEST(only_reporters_are_watched);
  RUN_TEST(somebodys_joint_is_taken);
  RUN_TEST(somebodys_joint_is_ours);
  return UNITY_END();
}
