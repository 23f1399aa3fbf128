/* CONTACT with POISSON and with STICTION: our readings, held against closed forms. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* A ball of radius 0.1 m that touches a plate and does not turn. */
#define BALL                                                    \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                          \
  "GRAPHICS/1, PLANE, RM=1, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5\n" \
  "MARKER/2, PART=2\nJPRIM/1, ORIENTATION, I=2, J=1\n"          \
  "GRAPHICS/2, ELLIPSOID, CM=2, XSCALE=.2, YSCALE=.2, ZSCALE=.2\n"

typedef struct log {
  double touch, release;
} log_of;

static lash_reaction note(void *context, const lash_switch_info *info, double t, bool positive) {
  log_of *l = context;
  if (info->kind == LASH_SWITCH_CONTACT) *(positive ? &l->release : &l->touch) = t;
  return (lash_reaction){0};
}

/* Without gravity: speed e v0 comes back, after quarter periods of the two springs p and e^2 p. */
static void impact(const char *name, double e, double speed) {
  char text[1024];
  snprintf(text, sizeof text,
           "PART/2, MASS=2, CM=2, IP=.004,.004,.004, QG=0,0,%.17g, VZ=%.17g\n" BALL
           "CONTACT/1, IGEOM=2, JGEOM=1, POISSON, PENALTY=1E6, RESTITUTION=%g\n",
           0.1 + 0.01 * speed, -speed, e);
  mechanism m = load(text);
  log_of l = {0};
  const lash_watcher watcher = {.context = &l, .event = note};
  const lash_integrate_options options = method(name, 3e-9 * speed, 0); /* of what moves */
  advance(&m, &options, 0.05, &watcher);
  lash_system_set(m.system, m.t, m.y);
  /* the change of springs, over 1 percent of the speed, may cost or give 1e-4 of the energy */
  const double back = measure(&m, "VZ", 2, 0, 0, 0) / speed;
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(e > 0 ? 0.5e-4 / e : 0.01, e, back, name);
  if (e == 0) return unload(&m);
  const double quarter = 0.5 * acos(-1) * sqrt(2 / 1e6), time = l.release - l.touch;
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.01 * time, quarter * (1 + 1 / e), time, name);
  unload(&m);
}

/* From one spring to the other the force goes over a hundredth of the speed at which the ball came,
 * not of the one it has: a ten thousandth to either side of the turn changes it little. */
static void the_turn_is_as_wide_as_the_approach(void) {
  mechanism m = load("PART/2, MASS=2, CM=2, IP=.004,.004,.004, QG=0,0,0.11, VZ=-1\n" BALL
                     "CONTACT/1, IGEOM=2, JGEOM=1, POISSON, PENALTY=1E6, RESTITUTION=0.5\n");
  const lash_integrate_options options = method("rk45", 1e-9, 0);
  const double quarter = 0.5 * acos(-1) * sqrt(2 / 1e6), ratio[] = {1e-4, -1e-4, 1, -1};
  double force[4];
  advance(&m, &options, 0.01 + 0.5 * quarter, NULL);
  const double depth = 0.1 - m.y[2];
  for (int k = 0; k < 4; k++) {
    m.y[m.n->q + 2] = -ratio[k];
    OK(lash_system_rates(m.system, m.t, m.y, m.ydot, &error));
    force[k] = 2 * m.ydot[m.n->q + 2];
  }
  TEST_ASSERT_TRUE(depth > 5e-4);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * 1e6 * depth, 1e6 * depth, force[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * 1e6 * depth, 0.25e6 * depth, force[3]);
  /* half-way between the springs; the slope there is 3/4 per width */
  for (int k = 0; k < 2; k++)
    TEST_ASSERT_DOUBLE_WITHIN(0.02 * 1e6 * depth, 0.625e6 * depth, force[k]);
  unload(&m);
}

static void restitution_is_met(void) {
  static const double coefficients[] = {0, 0.3, 0.7, 1};
  for (size_t k = 0; k < 4; k++) {
    impact("rk45", coefficients[k], 3);
    impact("bdf", coefficients[k], 3);
    impact("rk45", coefficients[k], 0.02);
  }
}

#define RESTING(push, more)                                                                  \
  "PART/2, MASS=3, CM=2, IP=.1,.1,.1, QG=0,0,0.09997\n" BALL                                 \
  "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E6, EXPONENT=1, DAMPING=1E3, DMAX=1E-6\n" \
  ", COULOMB_FRICTION=ON, MU_STATIC=.3, MU_DYNAMIC=.2, STICTION_TRANSITION_VELOCITY=1E-3\n"  \
  ", FRICTION_TRANSITION_VELOCITY=1E-2" more                                                 \
  "\n"                                                                                       \
  "VFORCE/1, I=2, JFLOAT=9, RM=1, FX=" push "\nMARKER/9, FLOATING, PART=1\nACCGRAV/KGRAV=-10\n"

/* Pushed by 6 of the 9 it can hold: bristles bend by 6/9 of their greatest deformation and stay;
 * the curve without stiction creeps. */
static void stiction_does_not_creep(void) {
  const lash_integrate_options options = method("bdf", 1e-7, 0);
  mechanism m =
      load(RESTING("STEP(TIME,0,0,.5,6)", ", STICTION=ON, MAX_STICTION_DEFORMATION=1E-4"));
  advance(&m, &options, 2, NULL);
  lash_system_set(m.system, m.t, m.y);
  const double early = measure(&m, "DX", 2, 0, 0, 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1e-4 * 6 / 9, early);
  advance(&m, &options, 10, NULL);
  lash_system_set(m.system, m.t, m.y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, early, measure(&m, "DX", 2, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, -6, element(&m, "CONTACT", 1, 0, 2));
  unload(&m);
  m = load(RESTING("STEP(TIME,0,0,.5,6)", ""));
  advance(&m, &options, 10, NULL);
  lash_system_set(m.system, m.t, m.y);
  TEST_ASSERT_TRUE(measure(&m, "DX", 2, 0, 0, 0) > 1e-3);
  unload(&m);
}

/* Pushed by 12 it breaks away and slides with (12 - 0.2 30)/3. */
static void stiction_breaks_away(void) {
  const lash_integrate_options options = method("bdf", 1e-7, 0);
  mechanism m = load(RESTING("12", ", STICTION=ON, MAX_STICTION_DEFORMATION=1E-4"));
  advance(&m, &options, 1, NULL);
  lash_system_set(m.system, m.t, m.y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 2, measure(&m, "ACCX", 2, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(0.02, 2, measure(&m, "VX", 2, 0, 0, 0));
  unload(&m);
}

/* Both readings are announced, and what is missing is named. */
static void announced(void) {
  static const struct {
    const char *law, *word;
  } cases[] = {{"POISSON, PENALTY=1E6, RESTITUTION=.5", "POISSON is our reading"},
               {"POISSON, PENALTY=1E6, RESTITUTION=.5, STICTION=ON", "needs COULOMB_FRICTION"}};
  for (size_t k = 0; k < 2; k++) {
    char text[1024];
    lash_model model;
    snprintf(text, sizeof text,
             "t\nPART/2, MASS=2, CM=2, IP=.004,.004,.004\n" BALL
             "CONTACT/1, IGEOM=2, JGEOM=1, %s\n"
             "END\n",
             cases[k].law);
    lash_model_parse(&model, "test.adm", text, strlen(text), &error);
    bool found = false;
    for (size_t d = 0; d < model.diagnostics.count; d++)
      found |= strstr(model.diagnostics.item[d].message, cases[k].word) != NULL;
    TEST_ASSERT_TRUE_MESSAGE(found, cases[k].word);
    lash_model_free(&model);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(the_turn_is_as_wide_as_the_approach);
  RUN_TEST(restitution_is_met);
  RUN_TEST(stiction_does_not_creep);
  RUN_TEST(stiction_breaks_away);
  RUN_TEST(announced);
  return UNITY_END();
}
