/* Generalised-alpha begins well when something vibrates much faster than its steps: a mass on a
 * spring of a million rad/s, started with a speed, never goes further than that speed takes it in
 * one step. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define STIFF                                                     \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                            \
  "PART/2, MASS=1, CM=20, IP=1,1,1, VZ=0.01\nMARKER/20, PART=2\n" \
  "JOINT/1, TRANSLATIONAL, I=20, J=1\n"                           \
  "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=-1E12*DZ(20,1)\n"

typedef struct farthest {
  size_t z;
  double place;
} farthest;

static lash_status note(void *context, lash_system *system, double t, lash_error *e) {
  farthest *f = context;
  (void)t, (void)e;
  f->place = fmax(f->place, fabs(lash_system_state(system)[f->z]));
  return LASH_OK;
}

static void unresolved_vibration_is_not_kicked(void) {
  const double radii[] = {0.1, 0.7, 0.9};
  for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++) {
    const double h = 1e-3;
    mechanism m = load(STIFF);
    lash_integrate_options options = method("genalpha", 1e-6, h);
    options.spectral_radius = radii[i];
    options.output_step = h;
    farthest f = {.z = 2};
    const lash_watcher watcher = {.context = &f, .output = note};
    advance(&m, &options, 0.1, &watcher);
    TEST_ASSERT_TRUE_MESSAGE(f.place > 0, "it moves");
    TEST_ASSERT_TRUE_MESSAGE(f.place < 0.01 * h, "no further than its speed takes it");
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(unresolved_vibration_is_not_kicked);
  return UNITY_END();
}
