/* FRICTION in joints: stopping slides and pins against closed forms. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* A sledge on a rail along x under gravity: it is slowed by mu_dynamic g. The couple of weight and
 * friction at the marker's height is nil, since the mass centre is at the marker. */
#define SLEDGE(more)                                                                           \
  "PART/1, GROUND\nMARKER/1, PART=1, REULER=90D,90D,0\nACCGRAV/, KGRAV=-10\n"                  \
  "PART/2, MASS=3, CM=20, IP=1,1,1, VX=2\nMARKER/20, PART=2\n"                                 \
  "MARKER/21, PART=2, REULER=90D,90D,0\nJOINT/1, TRANSLATIONAL, I=21, J=1\n"                   \
  "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.01" more \
  "\n"

static void sledge_slows_down(void) {
  mechanism m = load(SLEDGE(", MAX_STICTION_DEFORMATION=1e-5"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -2, measure(&m, "ACCX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -6, element(&m, "FRICTION", 1, 0, 2));
  for (int k = 0; k < 500; k++) rk4(&m, 0.001);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, measure(&m, "VX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.75, measure(&m, "DX", 20, 0, 0, 0));
  /* it stops at t = 1 and stays */
  for (int k = 0; k < 1000; k++) rk4(&m, 0.001);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0, measure(&m, "VX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 1, measure(&m, "DX", 20, 0, 0, 0));
  unload(&m);
}

/* Between vs and 1.5 vs the coefficient follows STEP5, below vs the slip part does:
 * u = 0.2: 0.3 - 0.1 (u^3 (10 - 15 u + 6 u^2)); x = 0.5: 0.3 x (15 - 10 x^2 + 3 x^4)/8. */
static void steps_of_fifth_order(void) {
  const double speeds[] = {0.011, 0.005}, coefficients[] = {0.294208, 0.237890625};
  for (int k = 0; k < 2; k++) {
    mechanism m = load(SLEDGE(""));
    m.y[lash_system_size(m.system)->q] = speeds[k];
    lash_system_set(m.system, 0, m.y);
    OK(lash_system_commit(m.system, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -30 * coefficients[k], element(&m, "FRICTION", 1, 0, 2));
    unload(&m);
  }
}

static void preload_adds(void) {
  mechanism m = load(SLEDGE(", FRICTION_FORCE_PRELOAD=15"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -3, measure(&m, "ACCX", 20, 0, 0, 0));
  unload(&m);
  m = load(SLEDGE(", INPUTS=PRELOAD, FRICTION_FORCE_PRELOAD=15"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -1, measure(&m, "ACCX", 20, 0, 0, 0));
  unload(&m);
}

/* A wheel on a pin of radius 0.05 that carries its weight: torque mu m g r. */
static void pin_slows_the_wheel(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, JGRAV=-10\n"
      "PART/2, MASS=3, CM=20, IP=1,1,0.5, WZ=40\nMARKER/20, PART=2\n"
      "JOINT/1, REVOLUTE, I=20, J=1\n"
      "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.01"
      ", PIN_RADIUS=0.05\n");
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -0.2 * 30 * 0.05 / 0.5, measure(&m, "WDTZ", 20, 0, 0, 0));
  double power;
  OK(lash_system_force_power(m.system, 0, &power, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.2 * 30 * 0.05 * 40, power);
  unload(&m);
}

/* A body of weight 30 on a crosspiece, turning about one of its pins. */
static double pin_torque(const char *joint, const char *yoke, const char *gravity,
                         const char *spin) {
  char text[1024];
  snprintf(text, sizeof text,
           "PART/1, GROUND\nMARKER/1, PART=1%s\nACCGRAV/, %s\n"
           "PART/2, MASS=3, CM=20, IP=0.5,0.5,0.5, %s\nMARKER/20, PART=2\nJOINT/1, %s, I=20, J=1\n"
           "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.01"
           ", PIN_RADIUS=0.05, FRICTION_ARM=0.08, YOKE=%s\n",
           !strcmp(joint, "UNIVERSAL") ? ", REULER=0,90D,0" : "", gravity, spin, joint, yoke);
  mechanism m = load(text);
  const double torque[3] = {element(&m, "FRICTION", 1, 0, 6), element(&m, "FRICTION", 1, 0, 7),
                            element(&m, "FRICTION", 1, 0, 8)};
  unload(&m);
  double largest = 0;
  for (int k = 0; k < 3; k++) largest = fabs(torque[k]) > fabs(largest) ? torque[k] : largest;
  return largest;
}

static void pins_of_crosspieces(void) {
  const double radial = -0.2 * 30 * 0.05, axial = -0.2 * 30 * 0.08;
  /* HOOKE: the pin of I is its x axis, that of J its y axis */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, radial, pin_torque("HOOKE", "I_YOKE", "KGRAV=-10", "WX=40"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, axial, pin_torque("HOOKE", "I_YOKE", "IGRAV=-10", "WX=40"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, radial, pin_torque("HOOKE", "J_YOKE", "KGRAV=-10", "WY=40"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, axial, pin_torque("HOOKE", "J_YOKE", "JGRAV=-10", "WY=40"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, pin_torque("HOOKE", "J_YOKE", "JGRAV=-10", "WX=40"));
  /* UNIVERSAL: the z axes; that of J lies along -y here */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, radial, pin_torque("UNIVERSAL", "I_YOKE", "JGRAV=-10", "WZ=40"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, axial, pin_torque("UNIVERSAL", "I_YOKE", "KGRAV=-10", "WZ=40"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, radial, pin_torque("UNIVERSAL", "J_YOKE", "KGRAV=-10", "WY=40"));
}

/* Friction of a ball of radius 0.05 under 30 N: a torque against the turning, whatever its axis. */
static void ball_turns_about_any_axis(void) {
  static const double spin[][3] = {
      {40, 0, 0}, {0, -40, 0}, {0, 0, 40}, {24, 0, -32}, {-20, 30, 60}};
  for (size_t s = 0; s < sizeof spin / sizeof *spin; s++) {
    char text[1024];
    snprintf(text, sizeof text,
             "PART/1, GROUND\nMARKER/1, PART=1, REULER=20D,30D,40D\nACCGRAV/, KGRAV=-10\n"
             "PART/2, MASS=3, CM=20, IP=0.5,0.5,0.5, WX=%g, WY=%g, WZ=%g\nMARKER/20, PART=2\n"
             "JOINT/1, SPHERICAL, I=20, J=1\n"
             "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2"
             ", STICTION_TRANSITION_VELOCITY=0.01, BALL_RADIUS=0.05\n",
             spin[s][0], spin[s][1], spin[s][2]);
    mechanism m = load(text);
    const double rate =
        sqrt(spin[s][0] * spin[s][0] + spin[s][1] * spin[s][1] + spin[s][2] * spin[s][2]);
    static const char *const turning[3] = {"WDTX", "WDTY", "WDTZ"};
    for (int k = 0; k < 3; k++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-10, -0.2 * 30 * 0.05 / 0.5 * spin[s][k] / rate,
                                measure(&m, turning[k], 20, 0, 0, 0));
    double power;
    OK(lash_system_force_power(m.system, 0, &power, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.2 * 30 * 0.05 * rate, power);
    unload(&m);
  }
}

/* A sleeve of radius 0.05 on a rod, pressed by 30 N, slides and turns at once: the friction is that
 * of its surface, which moves along a helix, v = 1.2 and w r = 0.9. */
static void sleeve_slides_and_turns(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, IGRAV=-10\n"
      "PART/2, MASS=3, CM=20, IP=0.5,0.5,0.5, VZ=1.2, WZ=18\nMARKER/20, PART=2\n"
      "JOINT/1, CYLINDRICAL, I=20, J=1\n"
      "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.01"
      ", PIN_RADIUS=0.05\n");
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -0.2 * 30 * 0.8 / 3, measure(&m, "ACCZ", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -0.2 * 30 * 0.6 * 0.05 / 0.5, measure(&m, "WDTZ", 20, 0, 0, 0));
  unload(&m);
}

/* The rows of docs/solver.md for joints that carry more than a force through their middle. The mass
 * of 3 kg, 30 N, hangs beside the joint's marker: 0.1 m along the axis bends it by 3 N m, 0.04 m
 * across twists it by 1.2 N m. It moves so that no inertia force has an arm. */
static double slowed(const char *joint, const char *speed, const char *marker, const char *gravity,
                     const char *more, const char *what) {
  char text[1024];
  snprintf(text, sizeof text,
           "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, %s\n"
           "PART/2, MASS=3, CM=20, IP=0.5,0.5,0.5, %s\nMARKER/20, PART=2\n"
           "MARKER/21, PART=2, QP=%s\nMARKER/2, PART=1, QP=%s\nJOINT/1, %s, I=21, J=2\n"
           "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.01"
           ", PIN_RADIUS=0.05, INITIAL_OVERLAP=0.2, BENDING_REACTION_ARM=0.4, REACTION_ARM=0.1"
           ", FRICTION_ARM=0.08%s\n",
           gravity, speed, marker, marker, joint, more);
  mechanism m = load(text);
  const double rate = measure(&m, what, 20, 0, 0, 0);
  unload(&m);
  return rate;
}

static void loads_beside_the_joint(void) {
  static const char force[] = ", INPUTS=REACTION_FORCE", bend[] = ", INPUTS=BENDING_MOMENT",
                    twist[] = ", INPUTS=TORSIONAL_MOMENT";
  /* slides along z: N = 30 + 3 / 0.2 */
  static const char *const sliding[] = {"TRANSLATIONAL", "CYLINDRICAL"};
  for (int k = 0; k < 2; k++) {
    const char *joint = sliding[k];
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.2 * 45 / 3,
                              slowed(joint, "VZ=2", "0,0,-0.1", "IGRAV=-10", "", "ACCZ"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.2 * 30 / 3,
                              slowed(joint, "VZ=2", "0,0,-0.1", "IGRAV=-10", force, "ACCZ"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.2 * 15 / 3,
                              slowed(joint, "VZ=2", "0,0,-0.1", "JGRAV=10", bend, "ACCZ"));
  }
  /* 1.2 / 0.1 alone, either way round */
  TEST_ASSERT_DOUBLE_WITHIN(
      1e-9, -0.2 * 12 / 3,
      slowed("TRANSLATIONAL", "VZ=2", "0,-0.04,0", "IGRAV=-10", twist, "ACCZ"));
  TEST_ASSERT_DOUBLE_WITHIN(
      1e-9, 0.2 * 12 / 3, slowed("TRANSLATIONAL", "VZ=-2", "0,-0.04,0", "IGRAV=10", twist, "ACCZ"));
  /* turns about z: N = 30 + 3 / 0.4 across, 30 0.08 / 0.05 along */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.2 * 37.5 * 0.05 / 0.5,
                            slowed("REVOLUTE", "WZ=40", "0,0,-0.1", "IGRAV=-10", "", "WDTZ"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.2 * 7.5 * 0.05 / 0.5,
                            slowed("REVOLUTE", "WZ=40", "0,0,-0.1", "JGRAV=10", bend, "WDTZ"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.2 * 48 * 0.05 / 0.5,
                            slowed("REVOLUTE", "WZ=40", "0,0,-0.1", "KGRAV=-10", "", "WDTZ"));
}

/* At the peak (slip 0.01) and far behind it. */
static void effects(void) {
  static const struct {
    const char *effect;
    double peak, beyond;
  } cases[] = {{"ALL", 0.3, 0.2}, {"SLIDING", 0.2, 0.2}, {"STICTION", 0.3, 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[1024];
    snprintf(text, sizeof text, SLEDGE(", EFFECT=%s"), cases[k].effect);
    mechanism m = load(text);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, -30 * cases[k].beyond, element(&m, "FRICTION", 1, 0, 2));
    m.y[m.n->q] = 0.01; /* sledge's velocity along x */
    lash_system_set(m.system, m.t, m.y);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, -30 * cases[k].peak, element(&m, "FRICTION", 1, 0, 2));
    unload(&m);
  }
}

/* Pushed by 6 against a spring of 100: without friction it rests at 0.06. */
static void equilibrium_without_friction(void) {
  mechanism m = load(SLEDGE(", INACTIVE=STATIC, FORMULATION=LUGRE")
                         "MARKER/22, PART=2, QP=1,0,0\nSFORCE/1, TRANSLATION, I=21, J=1, ACTIONONLY\n"
                     ", FUNCTION=6-100*DZ(21,1,1)\n");
  OK(lash_system_statics(m.system, 0, m.y, 0, 0, NULL, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.06, measure(&m, "DZ", 21, 1, 1, 0));
  unload(&m);
}

static void what_is_not_offered_is_named(void) {
  lash_model model;
  lash_system *system = NULL;
  const char text[] =
      "title\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\n"
      "MARKER/20, PART=2\nJOINT/1, REVOLUTE, I=20, J=1\nFRICTION/5, JOINT=1, MU_STATIC=0.3, "
      "MU_DYNAMIC=0.2, FORMULATION=LUGRE, EFFECT=STICTION\nEND\n";
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, lash_system_create(&model, NULL, &system, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "FRICTION/5"), error.message);
  lash_model_free(&model);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(sledge_slows_down);
  RUN_TEST(steps_of_fifth_order);
  RUN_TEST(preload_adds);
  RUN_TEST(pin_slows_the_wheel);
  RUN_TEST(pins_of_crosspieces);
  RUN_TEST(ball_turns_about_any_axis);
  RUN_TEST(sleeve_slides_and_turns);
  RUN_TEST(loads_beside_the_joint);
  RUN_TEST(effects);
  RUN_TEST(equilibrium_without_friction);
  RUN_TEST(what_is_not_offered_is_named);
  return UNITY_END();
}
