/* Routines that offer to be called directly (c_lash_offer_force) against the same routines called
 * through the SDK, which stays the yardstick: the same bits, step for step. And the drift of fixed
 * steps, which is looked at only when it may be due. */
#include "integrate_helper.h"
#include "system_impl.h"
#include "user_impl.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", LASH_SUBROUTINES, 1); }
void tearDown(void) {}

static size_t offered(const mechanism *m) {
  size_t count = 0;
  for (size_t k = 0; k < m->system->user->count; k++)
    count += m->system->user->item[k].offer.function != NULL;
  return count;
}

static mechanism load_with(const char *file, bool without_offers) {
  char path[1024];
  const lash_system_options options = {.without_offers = without_offers};
  snprintf(path, sizeof path, "%s/%s", LASH_VALIDATION, file);
  return load_path_with(path, &options);
}

static void same_bits(const char *file, const char *integrator, double step, double end) {
  mechanism direct = load_with(file, false), asked = load_with(file, true);
  const lash_integrate_options options = method(integrator, 1e-6, step);
  TEST_ASSERT_TRUE_MESSAGE(offered(&direct) > 0, file);
  TEST_ASSERT_TRUE_MESSAGE(offered(&asked) == 0, file);
  const outcome a = advance(&direct, &options, end, NULL), b = advance(&asked, &options, end, NULL);
  TEST_ASSERT_TRUE_MESSAGE(a.statistics.steps == b.statistics.steps, file);
  TEST_ASSERT_TRUE_MESSAGE(a.statistics.events == b.statistics.events, file);
  TEST_ASSERT_TRUE_MESSAGE(a.statistics.events > 0, file);
  TEST_ASSERT_TRUE_MESSAGE(!memcmp(asked.y, direct.y, direct.n->y * sizeof(double)), file);
  unload(&direct);
  unload(&asked);
}

static void a_ball_joint(void) {
  same_bits("rssr/rssr.adm", "rk4", 2e-6, 0.006);
  same_bits("rssr/rssr.adm", "rk45", 0, 0.006);
  same_bits("rssr/rssr.adm", "genalpha", 0, 0.003);
}

static void a_journal(void) {
  same_bits("../tests/hosts/models/slider_crank_clearance.adm", "rk4", 5e-6, 0.02);
  same_bits("../tests/hosts/models/slider_crank_clearance.adm", "rk45", 0, 0.02);
}

/* Gaps are watched of as many sites as the joint tells, however it is called; of a routine that
 * does not tell, of as many as there may be. */
static void as_many_gaps_as_sites(void) {
  for (int asked = 0; asked < 2; asked++) {
    mechanism ball = load_with("rssr/rssr.adm", asked);
    mechanism journal = load_with("../tests/hosts/models/oil_in_the_pin.adm", asked);
    TEST_ASSERT_EQUAL_size_t(1, ball.n->switches);
    TEST_ASSERT_EQUAL_size_t(2, journal.n->switches); /* both ends */
    unload(&ball);
    unload(&journal);
  }
  setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1);
  mechanism silent = load(
      "PART/1, GROUND\nMARKER/90, PART=1, FLOATING\nMARKER/1, PART=1\n"
      "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
      "GFORCE/1, I=20, JFLOAT=90, RM=1, FUNCTION=USER(50,3)\\ "
      "ROUTINE=spring_gforce::");
  TEST_ASSERT_EQUAL_size_t(LASH_SDK_GAPS, silent.n->switches);
  unload(&silent);
}

/* Short steps drift by little: what is left unlooked at stays at round-off. */
static void fixed_steps_stay_on_the_constraints(void) {
  mechanism m = load_with("rssr/rssr.adm", false);
  const lash_integrate_options options = method("rk4", 1e-6, 1e-6);
  double position, velocity;
  advance(&m, &options, 0.01, NULL);
  lash_system_set(m.system, m.t, m.y);
  lash_system_drift(m.system, &position, &velocity);
  TEST_ASSERT_TRUE(position < 1e-13 * m.system->length);
  TEST_ASSERT_TRUE(velocity < 1e-12 * lash_system_speed(m.system));
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(as_many_gaps_as_sites);
  RUN_TEST(a_ball_joint);
  RUN_TEST(a_journal);
  RUN_TEST(fixed_steps_stay_on_the_constraints);
  return UNITY_END();
}
