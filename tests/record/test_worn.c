/* Surfaces that somebody else gives a joint which wears: the record takes them over. */
#include "integrate_helper.h"
#include "record.h"
#include "worn_joints.h"

void setUp(void) {}
void tearDown(void) {}

static mechanism worn_pin(void) { return load_path(LASH_TREE "/tests/hosts/models/worn_pin.adm"); }

/* The bearing everywhere so much deeper, as lash wear does it. */
static void deepen(mechanism *m, double by) {
  static lash_joint_worn worn;
  lash_joint joint;
  lash_joint_memory memory = {.worn = &worn};
  int id;
  const int user = lash_user_worn_joint(m->system, 0, &id, &joint);
  TEST_ASSERT_EQUAL_INT(1, id);
  OK(lash_user_joint_ask(m->system, user, &joint, &memory, &error));
  for (size_t k = 0; k < LASH_JOINT_WORN; k++) {
    for (size_t n = 0; n < joint.wear.cells; n++) worn.site[k].profile.depth[0][n] += by;
    worn.site[k].tally.volume[0] += by; /* something is gone */
  }
  OK(lash_user_joint_tell(m->system, user, &joint, &memory, &error));
}

static void state_of(mechanism *m, double t) {
  lash_integrate_options options = method("rk45", 1e-10, 0);
  advance(m, &options, t, NULL);
  lash_system_set(m->system, m->t, m->y);
}

/* Rates at one place before and after, against those of a record that is made after. */
static void rates_are_of_the_new_surfaces(void) {
  mechanism m = worn_pin();
  lash_recording *r, *anew;
  state_of(&m, 0.002); /* the pin is pressed into its bearing by some 3e-7 m */
  OK(lash_recording_make(m.system, false, &r, &error));
  const size_t n = lash_recording_tell(r).length;
  double *z = calloc(3 * n, sizeof *z), *first = z + n, *then = first + n;
  OK(lash_recording_lower(r, z, &error));
  OK(lash_recording_rates(r, m.t, z, first, &error));
  TEST_ASSERT_FALSE(lash_recording_stale(r));
  deepen(&m, 1e-7);
  TEST_ASSERT_TRUE(lash_recording_stale(r));
  OK(lash_recording_remember(r, &error));
  TEST_ASSERT_FALSE(lash_recording_stale(r));
  OK(lash_recording_rates(r, m.t, z, then, &error));
  double most = 0;
  for (size_t k = 0; k < n; k++) most = fmax(most, fabs(then[k] - first[k]));
  TEST_ASSERT_TRUE(most >
                   1000); /* m/s^2: a newton is 7 of them, and the bed gives way by a third */
  OK(lash_recording_make(m.system, false, &anew, &error));
  OK(lash_recording_rates(anew, m.t, z, first, &error));
  TEST_ASSERT_EQUAL_MEMORY(first, then, n * sizeof *then);
  lash_recording_free(anew);
  lash_recording_free(r);
  free(z);
  unload(&m);
}

/* A run that goes on with them, against one that starts with them there. */
static void runs_go_on_with_the_new_surfaces(void) {
  const double half = 0.002, end = 0.0022;
  mechanism on = worn_pin(), fresh = worn_pin();
  lash_integrate_options options = method("rk45", 1e-11, 0);
  options.engine = LASH_EQUATIONS_COMPILED;
  lash_integration *run;
  OK(lash_integrate_create(on.system, &options, on.t, on.y, &run, &error));
  OK(lash_integrate_to(run, half, NULL, &error));
  TEST_ASSERT_TRUE(lash_integrate_compiled(run, NULL));
  deepen(&on, 1e-6);
  OK(lash_integrate_to(run, end, NULL, &error));
  advance(&fresh, &options, half, NULL);
  deepen(&fresh, 1e-6);
  advance(&fresh, &options, end, NULL);
  const double *y = lash_integrate_state(run);
  for (size_t k = 0; k < on.n->q; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, fresh.y[k], y[k]);
  lash_integrate_free(run);
  unload(&on);
  unload(&fresh);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(rates_are_of_the_new_surfaces);
  RUN_TEST(runs_go_on_with_the_new_surfaces);
  return UNITY_END();
}
