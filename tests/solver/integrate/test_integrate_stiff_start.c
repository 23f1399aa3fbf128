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
  "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=-1E12*DZ(20,1)\n"

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

/* The same beside a ball that bounces: after each touch steps grow back from a small one. What
 * rings must not grow with them (at a radius of 0.1 it did, by three from step to step). Nearer to
 * 1 it dies so slowly that every touch, whose state is interpolated, kicks it anew. */
#define BOUNCING                                                                  \
  STIFF                                                                           \
  "PART/3, MASS=1, CM=30, IP=.004,.004,.004, QG=5,0,0.1001\nMARKER/30, PART=3\n"  \
  "GRAPHICS/1, PLANE, RM=1, XMIN=-9, XMAX=9, YMIN=-9, YMAX=9\n"                   \
  "GRAPHICS/2, ELLIPSOID, CM=30, XSCALE=.2, YSCALE=.2, ZSCALE=.2\n"               \
  "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=0, " \
  "DMAX=1E-5\nACCGRAV/KGRAV=-9.81\n"

static void it_does_not_grow_with_the_steps(void) {
  const double radii[] = {0.1, 0.3, 0.5};
  for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++) {
    const double h = 1e-3;
    mechanism m = load(BOUNCING);
    lash_integrate_options options = method("genalpha", 1e-6, h);
    options.spectral_radius = radii[i];
    options.output_step = h;
    farthest f = {.z = 2};
    const lash_watcher watcher = {.context = &f, .output = note};
    const outcome o = advance(&m, &options, 2, &watcher);
    char what[64];
    snprintf(what, sizeof what, "radius %g: it goes as far as %g m", radii[i], f.place);
    TEST_ASSERT_TRUE_MESSAGE(o.statistics.restarts > 10, "it bounces");
    TEST_ASSERT_TRUE_MESSAGE(f.place < 0.01 * h, what);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(unresolved_vibration_is_not_kicked);
  RUN_TEST(it_does_not_grow_with_the_steps);
  return UNITY_END();
}
