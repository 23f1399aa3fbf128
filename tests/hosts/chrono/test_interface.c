/* Chrono from C: joints and motors against closed forms, clearance and contacts against the
 * restitution and friction asked for, mistakes against their messages. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lash_chrono.h"
#include "unity.h"

static lash_chrono *chrono;
static lash_error error;

void setUp(void) { chrono = NULL; }
void tearDown(void) {
  lash_chrono_free(chrono);
  chrono = NULL;
}

static void check(lash_status status) {
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error.message);
}

static const double ball_inertia[9] = {4e-3, 0, 0, 0, 4e-3, 0, 0, 0, 4e-3};

static void make(lash_chrono_options options) {
  check(lash_chrono_create(&options, &chrono, &error));
}

static int add_ball(double mass, double x, double z, double vx, double vz) {
  lash_chrono_body body = {.mass = mass, .position = {x, 0, z}, .velocity = {vx, 0, vz}};
  int index;
  memcpy(body.inertia, ball_inertia, sizeof ball_inertia);
  check(lash_chrono_add_body(chrono, &body, &index, &error));
  return index;
}

static lash_contact contact_law(const char *name, const char *e) {
  lash_contact law;
  check(lash_contact_begin(&law, name, &error));
  check(lash_contact_set(&law, "K", "1e8", &error));
  if (e) check(lash_contact_set(&law, "e", e, &error));
  check(lash_contact_ready(&law, &error));
  return law;
}

/* ---------------------------------------------------------------------------- joints and motors */

/* A bar about y: energy is kept, the joint carries weight and centripetal force at the bottom. */
static void pendulum(void) {
  const double h = 1e-4, mass = 2, length = 0.5, g = 9.81;
  lash_chrono_body bar = {.mass = mass, .position = {length, 0, 0}};
  int index, joint;
  double wrench[6], kinetic, potential;
  memcpy(bar.inertia, ball_inertia, sizeof ball_inertia);
  make((lash_chrono_options){.gravity = {0, 0, -g}});
  check(lash_chrono_add_body(chrono, &bar, &index, &error));
  /* z of the frames along -y of the ground */
  const lash_chrono_frame on_bar = {index, {-length, 0, 0}, {1, 0, 0, 0, 0, -1, 0, 1, 0}};
  const lash_chrono_frame on_ground = {LASH_CHRONO_GROUND, {0, 0, 0}, {1, 0, 0, 0, 0, -1, 0, 1, 0}};
  check(lash_chrono_add_joint(chrono, LASH_CHRONO_REVOLUTE, &on_bar, &on_ground, &joint, &error));
  do {
    check(lash_chrono_step(chrono, h, &error));
    check(lash_chrono_get_body(chrono, index, &bar, &error));
  } while (bar.position[0] > 0);
  check(lash_chrono_energy(chrono, &kinetic, &potential, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * mass * g * length, 0, kinetic + potential);
  /* w^2 = 2 m g l / (I + m l^2) at the bottom */
  const double w = sqrt(2 * mass * g * length / (4e-3 + mass * length * length));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4 * w, w, fabs(bar.spin[1]));
  check(lash_chrono_reaction(chrono, joint, wrench, &error));
  TEST_ASSERT_DOUBLE_WITHIN(2e-3 * mass * g, mass * (g + w * w * length), wrench[2]);
}

static void turn(void *context, double t, double jet[3]) {
  const double rate = *(const double *)context;
  jet[0] = rate * t + 0.1 * sin(5 * t);
  jet[1] = rate + 0.5 * cos(5 * t);
  jet[2] = -2.5 * sin(5 * t);
}

static void crank_follows_its_function(void) {
  double rate = 10, jet[3], wrench[6];
  int motor;
  lash_chrono_body body;
  make((lash_chrono_options){.collisions = false});
  const int crank = add_ball(1, 0, 0, 0, 0);
  const lash_chrono_frame on_crank = {.body = crank}, on_ground = {.body = LASH_CHRONO_GROUND};
  check(lash_chrono_add_joint(chrono, LASH_CHRONO_REVOLUTE, &on_crank, &on_ground, NULL, &error));
  check(lash_chrono_add_motor(chrono, true, &on_crank, &on_ground, turn, &rate, &motor, &error));
  while (lash_chrono_time(chrono) < 0.5 - 5e-4) check(lash_chrono_step(chrono, 1e-3, &error));
  turn(&rate, lash_chrono_time(chrono), jet);
  check(lash_chrono_get_body(chrono, crank, &body, &error));
  TEST_ASSERT_DOUBLE_WITHIN(
      1e-9, 0, remainder(atan2(body.rotation[3], body.rotation[0]) - jet[0], 2 * acos(-1)));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, jet[1], body.spin[2]);
  check(lash_chrono_reaction(chrono, motor, wrench, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 4e-3 * jet[2], wrench[5]);
}

/* ------------------------------------------------------------------------------- with clearance */

/* A ball thrown on a plane leaves it with the restitution that the exact law was asked for. */
static double rebound(lash_chrono_stepper stepper, double h, double e) {
  char text[20];
  snprintf(text, sizeof text, "%g", e);
  const lash_contact law = contact_law("exact", text);
  lash_chrono_contact contact;
  lash_chrono_body body;
  make((lash_chrono_options){.stepper = stepper});
  const int ball = add_ball(1, 0, 0.0101, 0, -0.5);
  const lash_chrono_clearance joint = {.i = {.body = LASH_CHRONO_GROUND},
                                       .j = {.body = ball},
                                       .shape = {.shape = LASH_SPHERE_PLANE, .radius_j = 0.01},
                                       .normal = &law};
  check(lash_chrono_add_clearance(chrono, &joint, NULL, &error));
  do {
    check(lash_chrono_step(chrono, h, &error));
    check(lash_chrono_get_clearance(chrono, 0, &contact, &error));
    check(lash_chrono_get_body(chrono, ball, &body, &error));
  } while (!(contact.delta <= 0 && body.velocity[2] > 0));
  TEST_ASSERT_EQUAL_INT(1, (int)contact.impacts);
  lash_chrono_free(chrono);
  chrono = NULL;
  return body.velocity[2] / 0.5;
}

static void restitution_of_a_clearance(void) {
  for (double e = 0.5; e < 1; e += 0.2) {
    const double got = rebound(LASH_CHRONO_HHT, 2e-6, e);
    printf("clearance, HHT: restitution asked for %g, got %.5f\n", e, got);
    TEST_ASSERT_DOUBLE_WITHIN(2e-3, e, got);
  }
  const double coarse = fabs(rebound(LASH_CHRONO_EULER, 2e-6, 0.7) - 0.7);
  const double fine = fabs(rebound(LASH_CHRONO_EULER, 1e-6, 0.7) - 0.7);
  printf("clearance, implicit Euler: off by %.5f at 2e-6 s, by %.5f at 1e-6 s\n", coarse, fine);
  TEST_ASSERT_TRUE(fine < 0.6 * coarse && fine < 0.02);
}

/* ------------------------------------------------------------------------------------- contacts */

static void floor_and_ball(const lash_contact *normal, const lash_friction *friction, double mass,
                           double z, double vx, double vz, double g) {
  const lash_chrono_frame floor = {.body = LASH_CHRONO_GROUND, .position = {0, 0, -0.5}};
  const double size[3] = {4, 4, 1}, centre[3] = {0, 0, 0};
  make((lash_chrono_options){
      .gravity = {0, 0, -g}, .stepper = LASH_CHRONO_EULER, .collisions = true});
  const int ball = add_ball(mass, 0, z, vx, vz);
  check(lash_chrono_add_box(chrono, &floor, size, &error));
  check(lash_chrono_add_sphere(chrono, ball, centre, 0.1, &error));
  check(lash_chrono_set_contact_law(chrono, normal, friction, &error));
}

static void restitution_of_a_contact(void) {
  const lash_contact law = contact_law("exact", "0.6"), other = contact_law("exact", "0.9");
  lash_chrono_body body;
  for (int pair = 0; pair < 2; pair++) {
    const double e = pair ? 0.9 : 0.6;
    double force[3], largest = 0;
    floor_and_ball(&law, NULL, 1, 0.1001, 0, -0.5, 0);
    if (pair) check(lash_chrono_set_pair_law(chrono, 0, LASH_CHRONO_GROUND, &other, NULL, &error));
    do {
      check(lash_chrono_step(chrono, 1e-6, &error));
      check(lash_chrono_get_body(chrono, 0, &body, &error));
      check(lash_chrono_contact_force(chrono, 0, force, &error));
      largest = fmax(largest, force[2]);
    } while (body.velocity[2] < 0 || body.position[2] < 0.1);
    printf("contact: restitution asked for %g, got %.4f, peak %.1f N\n", e, body.velocity[2] / 0.5,
           largest);
    TEST_ASSERT_DOUBLE_WITHIN(0.01, e, body.velocity[2] / 0.5);
    TEST_ASSERT_TRUE(largest > 100);
    tearDown();
  }
}

/* Heavy ball whose rotation is held by its inertia for the short while: slides down at mu g. */
static void friction_of_a_contact(void) {
  const double g = 9.81, t = 0.02, h = 2e-6;
  const lash_contact law = contact_law("lankarani_nikravesh", "0.5");
  lash_friction friction;
  lash_chrono_body before, after;
  check(lash_friction_begin(&friction, "brown_mcphee", 2, &error));
  check(lash_friction_set(&friction, "v_tr", "1e-3", &error));
  check(lash_friction_ready(&friction, &error));
  lash_friction_value value;
  const lash_friction_input sliding = {.vt = {1, 0}, .normal = 1};
  lash_friction_force(&friction, &sliding, &value);
  const double mu = value.force[0];
  floor_and_ball(&law, &friction, 1, 0.1 - pow(g / 1e8, 2.0 / 3), 1, 0, g);
  for (double now = 0; now < 0.01; now += h) check(lash_chrono_step(chrono, h, &error));
  check(lash_chrono_get_body(chrono, 0, &before, &error));
  const double start = lash_chrono_time(chrono);
  while (lash_chrono_time(chrono) < start + t) check(lash_chrono_step(chrono, h, &error));
  check(lash_chrono_get_body(chrono, 0, &after, &error));
  const double rate = (before.velocity[0] - after.velocity[0]) / (lash_chrono_time(chrono) - start);
  printf("contact: slows down at %.4f m/s^2, mu g = %.4f\n", rate, mu * g);
  TEST_ASSERT_DOUBLE_WITHIN(0.02 * mu * g, mu * g, rate);
}

/* ------------------------------------------------------------------------------------- mistakes */

static void refused(lash_status status, const char *words) {
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, status);
  if (!strstr(error.message, words)) TEST_FAIL_MESSAGE(error.message);
}

static void mistakes_are_told(void) {
  const lash_contact law = contact_law("hertz", NULL);
  const lash_chrono_frame ground = {.body = LASH_CHRONO_GROUND}, nobody = {.body = 7};
  lash_friction line;
  lash_chrono_body body = {.mass = -1};
  double wrench[6];
  make((lash_chrono_options){.collisions = false});
  refused(lash_chrono_add_body(chrono, &body, NULL, &error), "positive mass");
  body.mass = 1;
  refused(lash_chrono_add_body(chrono, &body, NULL, &error), "positive definite");
  memcpy(body.inertia, ball_inertia, sizeof ball_inertia);
  body.velocity[0] = NAN;
  refused(lash_chrono_add_body(chrono, &body, NULL, &error), "finite");
  body.velocity[0] = 0;
  body.rotation[0] = 2;
  refused(lash_chrono_add_body(chrono, &body, NULL, &error), "rotation");
  body.rotation[0] = 0;
  check(lash_chrono_add_body(chrono, &body, NULL, &error));
  refused(lash_chrono_add_joint(chrono, LASH_CHRONO_FIXED, &nobody, &ground, NULL, &error),
          "no body 7");
  refused(lash_chrono_add_joint(chrono, 99, &ground, &ground, NULL, &error), "type 99");
  refused(lash_chrono_add_motor(chrono, true, &ground, &ground, NULL, NULL, NULL, &error),
          "function");
  refused(lash_chrono_reaction(chrono, 0, wrench, &error), "no joint 0");
  lash_chrono_clearance joint = {.i = ground, .j = {.body = 0}, .normal = &law};
  refused(lash_chrono_add_clearance(chrono, &joint, NULL, &error), "radius");
  joint.shape = (lash_geometry){.shape = LASH_BALL_SOCKET, .radius_i = 0.0105, .radius_j = 0.01};
  joint.normal = NULL;
  refused(lash_chrono_add_clearance(chrono, &joint, NULL, &error), "normal law");
  joint.normal = &law;
  check(lash_friction_begin(&line, "lugre", 1, &error));
  check(lash_friction_ready(&line, &error));
  joint.friction = &line;
  refused(lash_chrono_add_clearance(chrono, &joint, NULL, &error), "dimension 2");
  refused(lash_chrono_set_pair_law(chrono, 0, -1, &law, NULL, &error), "first");
  refused(lash_chrono_add_sphere(chrono, 0, wrench, -1, &error), "radius");
  refused(lash_chrono_step(chrono, -1, &error), "positive");
  check(lash_chrono_step(chrono, 1e-3, NULL));
  refused(lash_chrono_add_body(chrono, &body, NULL, &error), "before the first step");
}

/* A joint that cannot hold is refused, not simulated. */
static void contradictions_are_refused(void) {
  make((lash_chrono_options){.collisions = false});
  const int ball = add_ball(1, 0, 0, 0, 0);
  const lash_chrono_frame here = {.body = ball}, at = {.body = LASH_CHRONO_GROUND};
  const lash_chrono_frame away = {.body = LASH_CHRONO_GROUND, .position = {1, 0, 0}};
  check(lash_chrono_add_joint(chrono, LASH_CHRONO_FIXED, &here, &at, NULL, &error));
  check(lash_chrono_add_joint(chrono, LASH_CHRONO_SPHERICAL, &here, &away, NULL, &error));
  refused(lash_chrono_step(chrono, 1e-3, &error), "joints hold");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(pendulum);
  RUN_TEST(crank_follows_its_function);
  RUN_TEST(restitution_of_a_clearance);
  RUN_TEST(restitution_of_a_contact);
  RUN_TEST(friction_of_a_contact);
  RUN_TEST(mistakes_are_told);
  RUN_TEST(contradictions_are_refused);
  return UNITY_END();
}
