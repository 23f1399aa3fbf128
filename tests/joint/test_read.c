/* What the words of a joint mean: which number goes where, which law acts where, what is refused.
 */
#include <math.h>
#include <string.h>

#include "lash_joint.h"
#include "unity.h"

static lash_error error;

#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

void setUp(void) {}
void tearDown(void) {}

static lash_joint made(const char *text) {
  lash_joint joint;
  OK(lash_joint_make(&joint, text, &error));
  return joint;
}

static double normal_at(const lash_joint *joint, size_t site, double delta, double v) {
  const lash_joint_memory memory = {0};
  lash_joint_state state;
  lash_joint_load load;
  lash_joint_begin(joint, 0, &state);
  state.site[site] = (lash_joint_site){.delta = delta, .v = v, .share = 1};
  lash_joint_evaluate(joint, &memory, &state, site, false, &load);
  return load.point.normal;
}

/* ---------------------------------------------------------------------------------------- sizes */

static void sizes_go_to_their_places(void) {
  const lash_joint bearing = made(
      "Ri=0.011 Rj=0.01 L=0.04 Lj=0.05 stop_i=0.06 stop_j=0.055 rim=0.02 blend=1e-4 stop.K=3e5 "
      "stop.c=0 K=1e8 stop.normal=kelvin_voigt normal=hertz joint=revolute");
  TEST_ASSERT_EQUAL_size_t(2, bearing.geometry_count);
  TEST_ASSERT_EQUAL_DOUBLE(0.011, bearing.geometry[0].radius_i);
  TEST_ASSERT_EQUAL_DOUBLE(0.01, bearing.geometry[0].radius_j);
  TEST_ASSERT_EQUAL_DOUBLE(0.04, bearing.geometry[0].length_i);
  TEST_ASSERT_EQUAL_DOUBLE(0.05, bearing.geometry[0].length_j);
  TEST_ASSERT_EQUAL_DOUBLE(0.06, bearing.geometry[1].length_i);
  TEST_ASSERT_EQUAL_DOUBLE(0.055, bearing.geometry[1].length_j);
  TEST_ASSERT_EQUAL_DOUBLE(0.02, bearing.geometry[1].radius_j);
  TEST_ASSERT_EQUAL_DOUBLE(1e-4, bearing.geometry[1].blend);
  TEST_ASSERT_TRUE(bearing.has_gap && bearing.has_contact && !bearing.has_friction);
  /* two points of the bearing, then two of the stops, each with its own law */
  TEST_ASSERT_EQUAL_size_t(4, bearing.site_count);
  for (size_t site = 0; site < 4; site++) {
    const double expected = site < 2 ? 1e8 * pow(4e-5, 1.5) : 3e5 * 4e-5;
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * expected, expected, normal_at(&bearing, site, 4e-5, 0));
  }
  const lash_joint plain = made("joint=revolute Ri=0.011 Rj=0.01 L=0.04 normal=hertz K=1e8");
  TEST_ASSERT_EQUAL_size_t(2, plain.site_count);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1e8 * pow(4e-5, 1.5), normal_at(&plain, 1, 4e-5, 0));
  const lash_joint stops =
      made("joint=stops stop_i=0.06 stop_j=0.055 rim=0.02 blend=1e-4 normal=hertz K=2e5");
  TEST_ASSERT_EQUAL_DOUBLE(0.06, stops.geometry[0].length_i);
  TEST_ASSERT_EQUAL_DOUBLE(0.02, stops.geometry[0].radius_j);
  TEST_ASSERT_EQUAL_DOUBLE(0.125, made("joint=gap touch=0.125 normal=hertz K=1e8").touch);
  TEST_ASSERT_EQUAL_DOUBLE(7, made("joint=slide friction=coulomb mu_k=0.1 N=7").load);
  TEST_ASSERT_EQUAL_DOUBLE(8, made("joint=point friction=coulomb mu_k=0.1 N=8").load);
}

/* Which joints have a gap, a law and how many dimensions of sliding. */
static void forms(void) {
  static const struct {
    const char *text;
    bool gap, contact, friction;
    size_t dim;
  } cases[] = {
      {"joint=spherical Ri=0.02 Rj=0.01 normal=hertz K=1e8 friction=coulomb mu_k=0.1", 1, 1, 1, 2},
      {"joint=spherical Ri=0.02 Rj=0.01 normal=hertz K=1e8 friction=none", 1, 1, 0, 0},
      {"joint=gap touch=0.1 normal=hertz K=1e8", 1, 1, 0, 0},
      {"joint=contact normal=hertz K=1e8", 1, 1, 0, 0},
      {"joint=slide friction=coulomb mu_k=0.1 N=1", 0, 0, 1, 1},
      {"joint=point friction=coulomb mu_k=0.1 N=1", 0, 0, 1, 2},
      {"joint=slip friction=coulomb mu_k=0.1", 0, 0, 1, 2},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const lash_joint joint = made(cases[k].text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(cases[k].gap, joint.has_gap, cases[k].text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(cases[k].contact, joint.has_contact, cases[k].text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(cases[k].friction, joint.has_friction, cases[k].text);
    TEST_ASSERT_EQUAL_size_t(1, joint.site_count);
    if (cases[k].dim) TEST_ASSERT_EQUAL_size_t(cases[k].dim, joint.friction.dim);
    const lash_joint_site apart = {.delta = -1}, level = {.delta = 0}, inside = {.delta = 1e-9};
    TEST_ASSERT_EQUAL_INT(!cases[k].gap, lash_joint_touches(&joint, &apart));
    TEST_ASSERT_EQUAL_INT(!cases[k].gap, lash_joint_touches(&joint, &level));
    TEST_ASSERT_TRUE(lash_joint_touches(&joint, &inside));
  }
}

/* Hertz: 4/3 E* sqrt(R) with 1/R the sum of the curvatures, that of a hollow being negative. */
static void stiffness_from_radii(void) {
  static const struct {
    const char *text;
    double curvature;
  } cases[] = {
      {"joint=spherical Ri=0.02 Rj=0.01", 1 / 0.01 - 1 / 0.02},
      {"joint=sphere_bore Ri=0.02 Rj=0.01 L=0.1", 1 / 0.01 - 1 / 0.02},
      {"joint=sphere_sphere Ri=0.02 Rj=0.01", 1 / 0.01 + 1 / 0.02},
      {"joint=sphere_cylinder Ri=0.02 Rj=0.01 L=0.1", 1 / 0.01 + 1 / 0.02},
      {"joint=sphere_plane Rj=0.01", 1 / 0.01},
      {"joint=spherical Ri=0.02 Rj=0.01 curvature=external", 1 / 0.01 + 1 / 0.02},
  };
  const double modulus = 2e11 / (2 * (1 - 0.09)), delta = 1e-6;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[200];
    strcpy(text, cases[k].text);
    strcat(text, " normal=hertz E=2e11 nu=0.3");
    const lash_joint joint = made(text);
    const double expected = 4.0 / 3 * modulus * sqrt(1 / cases[k].curvature) * pow(delta, 1.5);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * expected, expected, normal_at(&joint, 0, delta, 0),
                                      text);
    strcpy(text, cases[k].text);
    strcat(text, " normal=hertz K=1e8"); /* the radii are the joint's alone */
    if (strstr(text, "curvature")) continue;
    const lash_joint stiff = made(text);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1e8 * pow(delta, 1.5), normal_at(&stiff, 0, delta, 0));
  }
}

/* ---------------------------------------------------------------------------- names of two laws */

/* A bare name is the contact law's first; friction. says which is meant. */
static void prefixes(void) {
  lash_joint joint = made(
      "joint=spherical Ri=0.02 Rj=0.01 normal=kelvin_voigt K=1e6 c=0 friction=coulomb "
      "friction.mu_k=0.25");
  const lash_joint_memory memory = {0};
  lash_joint_state state;
  lash_joint_load load;
  lash_joint_begin(&joint, 0, &state);
  state.site[0] = (lash_joint_site){.delta = 1e-4, .share = 0.5, .vt = {0.3, 0.4}};
  lash_joint_evaluate(&joint, &memory, &state, 0, true, &load);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 50, load.point.normal);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 5e5, load.point.normal_d_delta);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.25 * 50 * 0.6, fabs(load.point.friction[0]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.25 * 50 * 0.8, fabs(load.point.friction[1]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.25 * 0.6, fabs(load.point.friction_d_normal[0]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.25 * 0.8, fabs(load.point.friction_d_normal[1]));
}

static void refused(void) {
  static const struct {
    const char *text, *word;
  } cases[] = {
      {"joint=spherical Ri=0.02 Rj=0.01 normal=hertz K=1e8 touch=1", "'touch' is no parameter"},
      {"joint=gap touch=0.1 normal=kelvin_voigt K=1e6 c=0 Ri=1", "'Ri' is no parameter"},
      {"joint=gap touch=0.1 normal=hertz K=1e8 friction=coulomb", "has no meaning for joint=gap"},
      {"joint=contact normal=hertz K=1e8 friction=coulomb", "has no meaning for joint=contact"},
      {"joint=slip friction=none", "friction= is missing"},
      {"joint=slide N=1", "friction= is missing"},
      {"joint=gap touch=0.1", "normal= is missing"},
      {"joint=cam_flat normal=hertz K=1e8 lift=1e-3 rise=1 fall=1", "radius_i = 0 is not legal"},
      {"joint=cam_flat normal=hertz K=1e8 Ri=0.02 rise=1 fall=1", "lift = 0 is not legal"},
      {"joint=cam_roller normal=hertz K=1e8 Ri=0.02 lift=1e-3 rise=1 fall=1", "radius_j = 0"},
      {"joint=cam_flat normal=hertz K=1e8 Ri=0.02 lift=1e-3 rise=4 fall=4", "more than a turn"},
      {"joint=cam_flat normal=hertz K=1e8 Ri=0.02 lift=0.02 rise=0.4 fall=1", "hollow"},
      {"joint=cam_flat normal=hertz K=1e8 radii=0.02:0.02:0.02", "8 to 180 values, not 3"},
      {"joint=cam_flat normal=hertz K=1e8 radii=1:1:1:one:1:1:1:1", "value 4 is not a number"},
      {"joint=cam_flat normal=hertz K=1e8 radii=1:1:1::1:1:1:1", "value 4 is not a number"},
      {"joint=cam_flat normal=hertz K=1e8 radii=1:1:1:0:1:1:1:1", "reach beyond its axis"},
      {"joint=cam_flat normal=hertz K=1e8 radii=1:1:1:2:1:1:1:1", "hollow"},
      {"joint=cam_flat normal=hertz K=1e8 lifts=0:0:0:0:0:0:0:0", "reach beyond its axis"},
      {"joint=cam_flat normal=hertz K=1e8 radii=1:1:1:1:1:1:1:1 lifts=0:0", "not both"},
      {"joint=cam_flat normal=hertz K=1e8 radii=1:1:1:1:1:1:1:1 lift=1", "takes no lift"},
      {"joint=gears normal=hertz K=1e8 radii=1:1", "'radii' is no parameter"},
      {"joint=gears normal=hertz K=1e8 zi=20 zj=40", "module = 0 is not legal"},
      {"joint=gears normal=hertz K=1e8 zi=20 zj=40 module=2e-3 play=-1", "play = -1 is not legal"},
      {"joint=gears normal=hertz K=1e8 zi=20 zj=40 module=2e-3 friction=lugre", "without memory"},
      {"joint=planar_slider normal=hertz K=1e8 Wi=0.05 Wj=0.06 Lj=0.1", "does not fit"},
      {"joint=prismatic normal=hertz K=1e8 Wi=0.05 Wj=0.04 Lj=0.1", "height_i = 0"},
      {"joint=spherical Ri=0.02 Rj=0.01 normal=hertz K=1e8 spin=hertz", "spin= needs friction="},
      {"joint=sphere_bore Ri=0.02 Rj=0.01 normal=hertz K=1e8 friction=smooth_tanh spin=hertz",
       "spin.a is missing"},
      {"joint=sphere_bore Ri=0.02 Rj=0.01 normal=hertz K=1e8 rolling=smooth_tanh",
       "rolling.R is missing"},
      {"joint=spherical Ri=0.02 Rj=0.01 normal=hertz K=1e8 stop.normal=hertz", "revolute only"},
      {"joint=revolute Ri=0.02 Rj=0.01 L=0.1 normal=hertz K=1e8 rim=1", "'rim' is no parameter"},
      {"joint=revolute Ri=0.02 Rj=0.01 L=0.1 normal=hertz K=1e8 stop_i=1", "'stop_i' is no"},
      {"joint=revolute Ri=0.02 Rj=0.01 L=0.1 normal=hertz K=1e8 stop_j=1", "'stop_j' is no"},
      {"joint=revolute Ri=0.02 Rj=0.01 L=0.1 normal=hertz K=1e8 blend=1", "'blend' is no"},
      {"joint=revolute Ri=0.02 Rj=0.01 L=0.1 normal=hertz K=1e8 stop.K=1", "'stop.K' is no"},
      {"joint=revolute Ri=0.02 Rj=0.01 L=0.1 normal=hertz K=1e8 stop.normal=hertz stop.K=1e8 "
       "stop_i=0.1 stop_j=0.2",
       "stop_i (length_i)"},
      {"joint=revolute Ri=0.02 Rj=0.01 L=0.1 normal=hertz K=1e8 stop.normal=hertz stop_i=0.2 "
       "stop_j=0.1",
       "stop"},
      {"joint=spherical Ri=0.01 Rj=0.02 normal=hertz K=1e8", "Ri (radius_i)"},
      {"joint=spherical Ri=0.02 Rj=wide normal=hertz K=1e8", "Rj=wide is not a number"},
      {"joint=spherical Ri=0.02 Rj=0.01 normal=herz K=1e8", "did you mean"},
      {"joint=spherical Ri=0.02 Rj=0.01 normal=hertz KK=1e8", "contact law hertz"},
      {"joint=spherical Ri=0.02 Rj=0.01 normal=hertz KK=1e8", "'K'?"},
      {"joint=spherical Ri=0.02 Rj=0.01 normal=hertz K=1e8 friction=coulomb mu_q=1", "law coulomb"},
      {"joint=spherical Ri=0.02 Rj=0.01 normal=hertz K=1e8 friction=coulomb mu_q=1", "'mu_k'?"},
      {"joint=point friction=coulomb mu_k=0.1", "N is missing"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    lash_joint joint;
    error.message[0] = '\0';
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, lash_joint_make(&joint, cases[k].text, &error),
                                  cases[k].text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, cases[k].word), error.message);
  }
}

static void longest_text(void) {
  char text[LASH_WORDS_TEXT_MAX + 8];
  lash_joint joint;
  static const char words[] = "joint=contact normal=hertz K=1e8";
  const size_t most = sizeof((lash_words *)0)->text - 1;
  memset(text, ' ', sizeof text);
  memcpy(text, words, sizeof words - 1);
  text[most] = '\0';
  OK(lash_joint_make(&joint, text, &error));
  text[most] = ' ', text[most + 1] = '\0';
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_joint_make(&joint, text, &error));
}

/* --------------------------------------------------------------------------------- made of laws */

static void of_laws(void) {
  lash_joint joint;
  lash_friction line;
  lash_geometry shape = {.shape = LASH_BALL_SOCKET, .radius_i = 0.0105, .radius_j = 0.01};
  OK(lash_friction_begin(&line, "coulomb", 1, &error));
  OK(lash_friction_set(&line, "mu_k", "0.3", &error));
  OK(lash_friction_ready(&line, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_joint_of_laws(&joint, &shape, NULL, &line, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "two dimensions"));
  OK(lash_joint_of_laws(&joint, &shape, NULL, NULL, &error));
  TEST_ASSERT_TRUE(!joint.has_contact && !joint.has_friction && joint.has_gap);
  TEST_ASSERT_EQUAL_STRING("spherical", joint.type->name);
  shape = (lash_geometry){.shape = LASH_JOURNAL_BEARING,
                          .radius_i = 0.0105,
                          .radius_j = 0.01,
                          .length_i = 0.04,
                          .length_j = 0.04};
  OK(lash_joint_of_laws(&joint, &shape, NULL, NULL, &error));
  TEST_ASSERT_EQUAL_STRING("revolute", joint.type->name);
  TEST_ASSERT_EQUAL_size_t(2, joint.site_count);
  shape.radius_j = 0.02;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_joint_of_laws(&joint, &shape, NULL, NULL, &error));
}

/* --------------------------------------------------------------------------------- given states */

/* Bristles that the caller integrates: the force is s0 z + s1 zdot + s2 v of the z given, and
 * nothing is carried on. */
static void states_of_the_caller(void) {
  lash_joint joint =
      made("joint=slip friction=lugre_nz s0=1e4 s1=0 s2=0 mu_s=0.2 mu_k=0.2 N_min=1e-6");
  joint.states_given = true;
  TEST_ASSERT_EQUAL_size_t(2, lash_joint_site_states(&joint));
  TEST_ASSERT_EQUAL_size_t(2, lash_joint_states(&joint));
  lash_joint_memory memory = {0};
  lash_joint_state state, same;
  lash_joint_load load;
  memset(&state, 0x5a, sizeof state);
  lash_joint_begin(&joint, 2, &state);
  TEST_ASSERT_EQUAL_DOUBLE(0, state.z[0][0]);
  state.site[0] = (lash_joint_site){.share = 1, .vt = {3e-3, -4e-3}, .normal = 10};
  state.z[0][0] = 1e-4, state.z[0][1] = -5e-5;
  memset(&same, 0, sizeof same);
  lash_joint_copy(&joint, &state, &same);
  TEST_ASSERT_EQUAL_DOUBLE(2, same.time);
  TEST_ASSERT_EQUAL_DOUBLE(-5e-5, same.z[0][1]);
  TEST_ASSERT_EQUAL_DOUBLE(10, same.site[0].normal);
  for (int started = 0; started < 2; started++) {
    lash_joint_evaluate(&joint, &memory, &same, 0, true, &load);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, fabs(load.point.friction[0]));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, fabs(load.point.friction[1]));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1e4, fabs(load.d_z[0][0]));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, load.d_z[0][1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1e4, fabs(load.d_z[1][1]));
    lash_friction_rate rate = {0};
    lash_joint_rates(&joint, &same.site[0], &load, &rate);
    /* zdot = v - s0 |v| z/(mu N) */
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 3e-3 - 1e4 * 5e-3 * 1e-4 / 2, rate.zdot[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -4e-3 + 1e4 * 5e-3 * 5e-5 / 2, rate.zdot[1]);
    lash_joint_commit(&joint, &memory, &same);
    same.time = 2.5; /* half a second on, with the states as they are */
  }
  lash_joint_commit(&joint, &memory, &same);
  TEST_ASSERT_EQUAL_DOUBLE(1e-4, memory.site[0].z[0]);
  TEST_ASSERT_EQUAL_INT(1, (int)memory.stepped);
}

/* Before anything is remembered, bristles of the joint's own are straight, whatever the caller's
 * state holds where nobody gives them. */
static void bristles_begin_straight(void) {
  const lash_joint joint = made("joint=slip friction=dahl s0=1e5 Fc=2");
  const lash_joint_memory memory = {0};
  lash_joint_state state;
  lash_joint_load load;
  memset(&state, 0x3f, sizeof state);
  lash_joint_begin(&joint, 1, &state);
  state.site[0] = (lash_joint_site){.share = 1, .vt = {3e-3, -4e-3}, .normal = 10};
  lash_joint_evaluate(&joint, &memory, &state, 0, false, &load);
  TEST_ASSERT_EQUAL_DOUBLE(0, load.point.friction[0]);
  TEST_ASSERT_EQUAL_DOUBLE(0, load.point.friction[1]);
}

/* Bodies that do not touch do nothing to each other, and nothing of that changes. */
static void nothing_apart(void) {
  const lash_joint joint =
      made("joint=spherical Ri=0.02 Rj=0.01 normal=hertz K=1e8 friction=coulomb mu_k=0.1");
  const lash_joint_memory memory = {0};
  const lash_frame socket = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  const lash_frame ball = {.position = {0.005, 0, 0}, .velocity = {0.1, 0.2, 0.3}};
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_force force;
  memset(&force, 0x3f, sizeof force);
  lash_joint_begin(&joint, 0, &state);
  OK(lash_joint_find_points(&joint, &memory, &socket, &ball, true, &points, state.site, &error));
  lash_joint_force_at(&joint, &memory, &points, &state, true, &force);
  for (int row = 0; row < 6; row++)
    for (int c = 0; c < LASH_D_COUNT; c++) {
      TEST_ASSERT_EQUAL_DOUBLE(0, force.outer_by[row][c]);
      TEST_ASSERT_EQUAL_DOUBLE(0, force.inner_by[row][c]);
    }
  for (int c = 0; c < 3; c++) {
    TEST_ASSERT_EQUAL_DOUBLE(0, force.on_inner.force[c]);
    TEST_ASSERT_EQUAL_DOUBLE(0, force.on_outer.torque[c]);
  }
}

/* --------------------------------------------------------------------------- what is remembered */

/* Two bodies that slide and press: power is N v + F.vt, and all of it survives as numbers. */
static void numbers_of_all_sites(void) {
  lash_joint joint = made(
      "joint=revolute Ri=0.011 Rj=0.01 L=0.04 normal=kelvin_voigt K=1e6 c=0 friction=dahl s0=1e5 "
      "Fc=2 stop.normal=hertz stop.K=1e8 stop_i=0.05 stop_j=0.048");
  lash_joint_memory memory = {0}, other;
  lash_joint_state state;
  double numbers[512];
  for (int step = 0; step < 3; step++) {
    lash_joint_begin(&joint, 0.1 * step, &state);
    for (size_t k = 0; k < 4; k++)
      state.site[k] = (lash_joint_site){.delta = 1e-5 * (double)(k + 1),
                                        .v = 0.01 * (double)(k + 2),
                                        .share = 1,
                                        .vt = {1e-5, 2e-5 * (double)k}};
    lash_joint_commit(&joint, &memory, &state);
  }
  TEST_ASSERT_TRUE(lash_joint_numbers(&joint) <= 512);
  lash_joint_save(&joint, &memory, numbers);
  memset(&other, 0, sizeof other);
  OK(lash_joint_restore(&joint, &other, numbers, lash_joint_numbers(&joint), &error));
  TEST_ASSERT_EQUAL_MEMORY(&memory, &other, sizeof memory);
  TEST_ASSERT_EQUAL_DOUBLE(0.2, other.time);
  TEST_ASSERT_EQUAL_INT(1, (int)other.started);
  TEST_ASSERT_EQUAL_INT(1, (int)other.stepped);
  for (size_t k = 0; k < 4; k++) {
    const lash_joint_site_memory *m = &other.site[k];
    const double delta = 1e-5 * (double)(k + 1), v = 0.01 * (double)(k + 2);
    const double normal = k < 2 ? 1e6 * delta : 1e8 * pow(delta, 1.5);
    const double speed = hypot(1e-5, 2e-5 * (double)k);
    /* Dahl's bristles after 0.2 s of sliding: Fc (1 - exp(-s0 v t/Fc)) against the slip */
    const double friction = 2 * (1 - exp(-1e5 * speed * 0.2 / 2));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * normal, normal, m->normal);
    TEST_ASSERT_EQUAL_DOUBLE(1, m->touching);
    TEST_ASSERT_EQUAL_DOUBLE(2e-5 * (double)k, m->vt[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, normal * v + friction * speed, m->power);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(sizes_go_to_their_places);
  RUN_TEST(forms);
  RUN_TEST(stiffness_from_radii);
  RUN_TEST(prefixes);
  RUN_TEST(refused);
  RUN_TEST(longest_text);
  RUN_TEST(of_laws);
  RUN_TEST(states_of_the_caller);
  RUN_TEST(bristles_begin_straight);
  RUN_TEST(nothing_apart);
  RUN_TEST(numbers_of_all_sites);
  return UNITY_END();
}
