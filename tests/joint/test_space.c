/* Joints in space: made from text or from laws, forces of all sites together. */
#include <math.h>
#include <string.h>

#include "lash_joint.h"
#include "unity.h"

static lash_error error;

#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

void setUp(void) {}
void tearDown(void) {}

static const lash_frame at_rest = {.axis = {0, 0, 1}, .side = {1, 0, 0}};

static lash_joint_force force_on(const lash_joint *joint, const lash_frame *inner, bool partials) {
  const lash_joint_memory memory = {0};
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_force force;
  lash_joint_begin(joint, 0, &state);
  OK(lash_joint_find_points(joint, &memory, &at_rest, inner, partials, &points, state.site,
                            &error));
  lash_joint_force_at(joint, &memory, &points, &state, partials, &force);
  return force;
}

/* A ball in its socket: K depth^1.5 towards the middle, Coulomb's friction against the slip. */
static void closed_form_of_a_ball(void) {
  lash_joint joint, same;
  lash_contact normal;
  lash_friction friction;
  const lash_geometry shape = {.shape = LASH_BALL_SOCKET, .radius_i = 0.0105, .radius_j = 0.01};
  OK(lash_joint_make(&joint,
                     "joint = spherical Ri=0.0105, Rj=0.01; normal=hertz K = 1e8 friction=coulomb "
                     "mu_k=0.3",
                     &error));
  OK(lash_contact_begin(&normal, "hertz", &error));
  OK(lash_contact_set(&normal, "K", "1e8", &error));
  OK(lash_contact_ready(&normal, &error));
  OK(lash_friction_begin(&friction, "coulomb", 2, &error));
  OK(lash_friction_set(&friction, "mu_k", "0.3", &error));
  OK(lash_friction_ready(&friction, &error));
  OK(lash_joint_of_laws(&same, &shape, &normal, &friction, &error));
  const lash_frame ball = {.position = {0, -5.1e-4, 0}, .velocity = {0.1, 0, 0}};
  const lash_joint_force a = force_on(&joint, &ball, false), b = force_on(&same, &ball, false);
  const double expected = 1e8 * pow(1e-5, 1.5);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * expected, expected, a.on_inner.force[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * expected, -0.3 * expected, a.on_inner.force[0]);
  for (int k = 0; k < 3; k++) TEST_ASSERT_EQUAL_DOUBLE(-a.on_inner.force[k], a.on_outer.force[k]);
  TEST_ASSERT_EQUAL_MEMORY(&a.on_inner, &b.on_inner, sizeof a.on_inner);
  TEST_ASSERT_EQUAL_MEMORY(&a.on_outer, &b.on_outer, sizeof a.on_outer);
}

/* A journal pressed square into its bearing and against a stop: both points carry half of
 * K depth^n each, and the stop its own law. */
static void closed_form_of_a_journal_with_stops(void) {
  lash_joint joint;
  OK(lash_joint_make(&joint,
                     "joint=revolute Ri=0.011 Rj=0.01 L=0.04 normal=hertz K=1e8 "
                     "stop.normal=kelvin_voigt stop.K=2e5 stop.c=0 stop_i=0.05 stop_j=0.048",
                     &error));
  TEST_ASSERT_EQUAL_size_t(4, joint.site_count);
  const lash_frame journal = {
      .position = {1.02e-3, 0, 1.1e-3}, .axis = {0, 0, 1}, .side = {1, 0, 0}};
  const lash_joint_force f = force_on(&joint, &journal, false);
  const double radial = 1e8 * pow(2e-5, 1.5), axial = 2e5 * 1e-4;
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * radial, -radial, f.on_inner.force[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * axial, -axial, f.on_inner.force[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * radial, 0.5 * radial, f.load[0].point.normal);
}

/* Partials of the summed wrenches by central differences of position and velocity. */
static void partials_of_the_sum(void) {
  lash_joint joint;
  OK(lash_joint_make(&joint,
                     "joint=revolute Ri=0.011 Rj=0.01 L=0.04 normal=hunt_crossley K=1e8 e=0.7 "
                     "friction=ambrosio mu=0.2 friction.v0=1e-3 friction.v1=1e-2",
                     &error));
  const double tilt = 1e-3;
  const lash_frame journal = {.position = {9.5e-4, 3e-4, 1e-4},
                              .velocity = {0.02, -0.05, 0.01},
                              .axis = {sin(tilt), 0, cos(tilt)},
                              .spin = {0.3, 0.1, 20}};
  const lash_joint_force f = force_on(&joint, &journal, true);
  for (int c = 0; c < 6; c++) {
    lash_frame plus = journal, minus = journal;
    const double step = c < 3 ? 1e-9 : 1e-6;
    (c < 3 ? plus.position : plus.velocity)[c % 3] += step;
    (c < 3 ? minus.position : minus.velocity)[c % 3] -= step;
    const lash_joint_force p = force_on(&joint, &plus, false), m = force_on(&joint, &minus, false);
    for (int k = 0; k < 3; k++) {
      const double on_j = (p.on_inner.force[k] - m.on_inner.force[k]) / (2 * step);
      const double torque_i = (p.on_outer.torque[k] - m.on_outer.torque[k]) / (2 * step);
      const double size = c < 3 ? 1e6 : 1e3; /* the greatest partials are 1e7 and 1e4 */
      TEST_ASSERT_DOUBLE_WITHIN(1e-5 * size, on_j, f.inner_by[k][c]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-7 * size, torque_i, f.outer_by[3 + k][c]);
    }
  }
}

/* A ball counts as centred below 1e-12 of the sum of the radii; beyond, the normal is that of its
 * place, however small that is. */
static void centred_or_not(void) {
  lash_joint joint;
  lash_joint_points points;
  lash_joint_site site[LASH_JOINT_SITES];
  OK(lash_joint_make(&joint, "joint=spherical Ri=0.6 Rj=0.4 normal=hertz K=1e8", &error));
  const double places[] = {0, 0.9e-12, 1.1e-12, 1e-9};
  for (int k = 0; k < 4; k++) {
    const lash_frame ball = {.position = {0, places[k], 0}, .velocity = {0.3, 0, 0}};
    OK(lash_joint_find_points(&joint, NULL, &at_rest, &ball, false, &points, site, &error));
    const lash_contact_point *p = lash_joint_point(&points, 0);
    TEST_ASSERT_EQUAL_INT(k < 2, (p->flags & LASH_POINT_CENTRED) != 0);
    /* centred: against where the ball is heading */
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -1, p->normal[k < 2 ? 0 : 1]);
  }
}

static void refused(void) {
  static const struct {
    const char *text, *word;
  } cases[] = {{"normal=hertz K=1e8", "joint= is missing"},
               {"joint=sphericall normal=hertz", "did you mean 'spherical'"},
               {"joint=spherical Ri=0.01 Rj=0.009", "normal= is missing"},
               {"joint=slip normal=hertz", "has no meaning"},
               {"joint=spherical normal=hertz K=1e8 Ri=0.01 Rj=0.009 Kay=3", "'Kay' is no"},
               {"joint=spherical normal=hertz K=1e8 Ri=0.01 Rj=0.02", "radius_j"},
               {"joint=slide friction=ambrosio mu=0.1", "N is missing"}};
  lash_joint joint;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, lash_joint_make(&joint, cases[k].text, &error),
                                  cases[k].text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, cases[k].word), error.message);
  }
  char long_text[LASH_WORDS_TEXT_MAX + 2];
  memset(long_text, ' ', sizeof long_text);
  long_text[sizeof long_text - 1] = '\0';
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_joint_make(&joint, long_text, &error));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(closed_form_of_a_ball);
  RUN_TEST(closed_form_of_a_journal_with_stops);
  RUN_TEST(partials_of_the_sum);
  RUN_TEST(centred_or_not);
  RUN_TEST(refused);
  return UNITY_END();
}
