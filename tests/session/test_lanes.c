/* Members side by side: each has the bits that it has alone, whoever its neighbours are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session_testing.h"
#include "tape_program.h"

void setUp(void) {}
void tearDown(void) {}

enum { MOST = 9 };

typedef struct group {
  lash_model model[MOST];
  lash_session_options options[MOST];
  lash_session_member member[MOST];
  lash_record alone[MOST];
  lash_columns columns;
  size_t count, in_lanes, steps;
} group;

static void read_model(lash_model *model, const char *file, const char *target, const char *value) {
  lash_error error;
  lash_status status = lash_model_read(model, file, &error);
  if (status == LASH_OK && target) status = lash_model_set(model, target, value, &error);
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error.message);
}

/* A member for every setting; all with fixed steps of rk4. */
static void make(group *g, const char *file, const char *const (*sets)[2], size_t count,
                 double step, double end, const char *columns) {
  lash_error error;
  size_t places[8], found;
  *g = (group){.count = count};
  for (size_t k = 0; k < count; k++) {
    read_model(&g->model[k], file, sets ? sets[k][0] : NULL, sets ? sets[k][1] : NULL);
    g->options[k] = lash_session_defaults();
    g->options[k].integrator = "rk4";
    g->options[k].step = step;
    g->options[k].end = end;
    g->options[k].steps = 20;
    g->options[k].no_audit = true;
    g->options[k].touches = true;
    g->options[k].columns = &g->columns;
    g->member[k].model = &g->model[k];
    g->member[k].options = &g->options[k];
  }
  if (lash_columns_parse(&g->columns, columns, &g->model[0], places, 8, &found, &error) != LASH_OK)
    TEST_FAIL_MESSAGE(error.message);
}

static void scatter(group *g, double by) {
  for (size_t k = 0; k < g->count; k++) {
    g->options[k].scatter = by;
    g->options[k].member = k;
  }
}

/* Steps as a run takes them where nothing is asked for: each member has its own. */
static void by_default(group *g) {
  for (size_t k = 0; k < g->count; k++) {
    g->options[k].integrator = NULL;
    g->options[k].step = 0;
    g->options[k].error = 3e-8; /* many steps to an impact */
  }
}

static void run_alone(group *g) {
  lash_error error;
  for (size_t k = 0; k < g->count; k++)
    if (lash_session_record(&g->model[k], &g->options[k], &g->alone[k], &error) != LASH_OK)
      TEST_FAIL_MESSAGE(error.message);
}

static void run_together(group *g, size_t first, size_t count) {
  lash_error error;
  TEST_ASSERT_EQUAL(LASH_OK, lash_session_record_side_by_side(g->member + first, count, false,
                                                              &g->in_lanes, &error));
  g->steps = 0;
  for (size_t k = first; k < first + count; k++) {
    if (g->member[k].status != LASH_OK) TEST_FAIL_MESSAGE(g->member[k].error.message);
    g->steps += g->member[k].record.count.steps;
  }
}

static void same_bits(const double *a, const double *b, size_t count) {
  if (count) TEST_ASSERT_EQUAL_MEMORY(a, b, count * sizeof *a);
}

static void same_count(const lash_integrate_statistics *a, const lash_integrate_statistics *b) {
  const double of_a[] = {a->time, a->step, a->smallest, a->largest, a->drift, a->violation};
  const double of_b[] = {b->time, b->step, b->smallest, b->largest, b->drift, b->violation};
  same_bits(of_a, of_b, sizeof of_a / sizeof *of_a);
  TEST_ASSERT_EQUAL(a->steps, b->steps);
  TEST_ASSERT_EQUAL(a->evaluations, b->evaluations);
  TEST_ASSERT_EQUAL(a->events, b->events);
  TEST_ASSERT_EQUAL(a->contact_events, b->contact_events);
  TEST_ASSERT_EQUAL(a->restarts, b->restarts);
  TEST_ASSERT_EQUAL(a->rejections, b->rejections);
  TEST_ASSERT_EQUAL(a->contacts, b->contacts);
}

/* Everything a run leaves behind. */
static void same_record(const lash_record *a, const lash_record *b) {
  TEST_ASSERT_EQUAL(a->rows, b->rows);
  TEST_ASSERT_EQUAL(a->columns, b->columns);
  TEST_ASSERT_EQUAL(a->touches, b->touches);
  same_bits(a->time, b->time, a->rows);
  same_bits(a->data, b->data, a->rows * a->columns);
  same_bits(a->state, b->state, a->state_size);
  for (size_t k = 0; k < a->touches; k++) {
    same_bits(&a->touch[k].time, &b->touch[k].time, 1);
    same_bits(&a->touch[k].speed, &b->touch[k].speed, a->touch[k].closes);
    TEST_ASSERT_EQUAL(a->touch[k].closes, b->touch[k].closes);
  }
  same_count(&a->count, &b->count);
}

/* Nothing is shown where nothing was done in lanes. */
static void in_lanes_for_the_most_part(const group *g) {
  if (lash_integrate_lanes() < 2) TEST_IGNORE_MESSAGE("no lanes on this processor");
  TEST_ASSERT_TRUE(g->in_lanes > g->steps * 8 / 10);
}

static void finish(group *g) {
  for (size_t k = 0; k < g->count; k++) {
    lash_record_free(&g->alone[k]);
    lash_record_free(&g->member[k].record);
    lash_model_free(&g->model[k]);
  }
}

static void compare_all(group *g) {
  run_alone(g);
  run_together(g, 0, g->count);
  for (size_t k = 0; k < g->count; k++) same_record(&g->alone[k], &g->member[k].record);
}

#define RSSR SOURCES "/validation/rssr/rssr.adm"

/* Starts of an ensemble: rows that close loops, impacts at different times. */
static void an_ensemble_with_impacts(void) {
  group g;
  make(&g, RSSR, NULL, 4, 1e-6, 0.01, "VX(33,44)");
  scatter(&g, 1e-4);
  compare_all(&g);
  TEST_ASSERT_TRUE(g.alone[0].touches > 0);
  TEST_ASSERT_FALSE(g.alone[0].state[7] == g.alone[1].state[7]);
  in_lanes_for_the_most_part(&g);
  finish(&g);
}

/* The same member beside others, in another lane, and in a group that is not full. */
static void neighbours_do_not_matter(void) {
  group g;
  make(&g, RSSR, NULL, 9, 1e-6, 0.004, "VX(33,44)");
  scatter(&g, 1e-4);
  run_alone(&g);
  for (size_t first = 0; first < 3; first++) {
    for (size_t k = 0; k < g.count; k++) lash_record_free(&g.member[k].record);
    run_together(&g, first, g.count - first);
    for (size_t k = first; k < g.count; k++) same_record(&g.alone[k], &g.member[k].record);
  }
  finish(&g);
}

/* Numbers of the model that differ are inputs of one list. `step` 0: errors choose it. */
static void other_numbers(double step) {
  static const char *const sets[][2] = {{"PART/3.MASS", "0.1"},
                                        {"PART/3.MASS", "0.13"},
                                        {"STRING/1.Rj", "0.00945"},
                                        {"STRING/1.e", "0.7"}};
  group g;
  make(&g, RSSR, sets, 4, step, 0.01, "VX(33,44)");
  if (step == 0) by_default(&g);
  compare_all(&g);
  TEST_ASSERT_FALSE(g.alone[0].state[7] == g.alone[1].state[7]);
  TEST_ASSERT_FALSE(g.alone[1].state[7] == g.alone[3].state[7]);
  in_lanes_for_the_most_part(&g);
  finish(&g);
}

static void points_with_other_numbers(void) { other_numbers(1e-6); }
static void chosen_steps_of_other_numbers(void) { other_numbers(0); }

/* A wheel on a spiral spring wound by an angle that counts whole turns, between markers of no joint
 * so that it is memory and no coordinate. */
static const char wound_wheel[] =
    "a wheel on a spiral spring\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1\n"
    "MARKER/11, PART = 1, REULER = 0.3, 0, 0\n"
    "PART/2, MASS = 1, CM = 21, IP = 0.01, 0.01, 0.02, WZ = 60, WM = 1\n"
    "MARKER/21, PART = 2\n"
    "MARKER/22, PART = 2\n"
    "MARKER/23, PART = 2\n"
    "JOINT/1, REVOLUTE, I = 22, J = 1\n"
    "SFORCE/1, ROTATION, ACTIONONLY, I = 21, J = 1, FUNCTION = -0.1*AZ(23,11)\n"
    "REQUEST/1, F1 = AZ(23,11)\\\n"
    "END\n";

/* Turns are remembered inside lanes, where outputs lie turns apart. */
static void turns_are_counted(void) {
  static const double spin[] = {60, 70, 80, 90};
  static const char *const sets[][2] = {
      {"PART/2.WZ", "60"}, {"PART/2.WZ", "70"}, {"PART/2.WZ", "80"}, {"PART/2.WZ", "90"}};
  const double frequency = sqrt(0.1 / 0.02), end = 3;
  group g;
  make_folder();
  make(&g, write_file("wheel.adm", wound_wheel), sets, 4, 1e-3, end, "request/1.f1");
  for (size_t k = 0; k < g.count; k++) g.options[k].steps = 4;
  compare_all(&g);
  for (size_t k = 0; k < g.count; k++) {
    const lash_record *r = &g.member[k].record;
    for (size_t i = 0; i < r->rows; i++) {
      const double p = frequency * r->time[i];
      TEST_ASSERT_DOUBLE_WITHIN(1e-8, spin[k] / frequency * sin(p) - 0.3 * cos(p),
                                lash_record_column(r, 0)[i]);
    }
  }
  in_lanes_for_the_most_part(&g);
  finish(&g);
  remove_folder();
}

/* Steps that errors choose: of each member its own, with rejections, impacts and rows between. */
static void an_ensemble_of_chosen_steps(void) {
  group g;
  make(&g, RSSR, NULL, 9, 0, 0.01, "VX(33,44)");
  scatter(&g, 1e-4);
  by_default(&g);
  run_alone(&g);
  TEST_ASSERT_TRUE(g.alone[0].count.rejections > 0);
  TEST_ASSERT_FALSE(g.alone[0].count.steps == g.alone[1].count.steps);
  for (size_t first = 0; first < 2; first++) {
    for (size_t k = 0; k < g.count; k++) lash_record_free(&g.member[k].record);
    run_together(&g, first, g.count - first);
    for (size_t k = first; k < g.count; k++) same_record(&g.alone[k], &g.member[k].record);
  }
  in_lanes_for_the_most_part(&g);
  finish(&g);
}

/* What a MOTION drives is followed, with an error of its own. */
static const char driven_pendulum[] =
    "a pendulum on a slide that is driven\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1, REULER = 90D, 90D, 0\n"
    "MARKER/2, PART = 1, REULER = 0, 90D, 0\n"
    "PART/2, MASS = 1, CM = 21, IP = 0.01, 0.01, 0.02\n"
    "MARKER/21, PART = 2, REULER = 90D, 90D, 0\n"
    "MARKER/22, PART = 2, REULER = 0, 90D, 0\n"
    "PART/3, MASS = 1, QG = 0, 0, -1, CM = 31, IP = 0.1, 0.1, 0.02\n"
    "MARKER/31, PART = 3\n"
    "MARKER/32, PART = 3, QP = 0, 0, 1, REULER = 0, 90D, 0\n"
    "JOINT/1, TRANSLATIONAL, I = 21, J = 1\n"
    "JOINT/2, REVOLUTE, I = 32, J = 22\n"
    "MOTION/1, TRANSLATION, JOINT = 1, FUNCTION = 0.3*SIN(7*TIME)\n"
    "ACCGRAV/KGRAV = -9.81\n"
    "REQUEST/1, F1 = AZ(32,22)\\\n"
    "END\n";

/* Four of the masses of such a part, by default up to `end`: as they run alone. */
static void masses(group *g, const char *text, const char *part, double end) {
  static const char *const mass[] = {"1.1", "1.3", "1.7", "2.1"};
  const char *sets[4][2];
  for (size_t k = 0; k < 4; k++) sets[k][0] = part, sets[k][1] = mass[k];
  make_folder();
  make(g, write_file("model.adm", text), (const char *const(*)[2])sets, 4, 0, end, "request/1.f1");
  for (size_t k = 0; k < g->count; k++) g->options[k].steps = 4;
  by_default(g);
  compare_all(g);
  remove_folder();
}

static void chosen_steps_beside_a_motion(void) {
  group g;
  masses(&g, driven_pendulum, "PART/3.MASS", 3);
  in_lanes_for_the_most_part(&g);
  finish(&g);
}

/* A slide in syrup follows its force at once: soon stability alone keeps steps short, and bdf takes
 * over in lanes where it does alone. */
static const char slide_in_syrup[] =
    "a slide in syrup\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1\n"
    "PART/2, MASS = 1.1, CM = 21, IP = 0.01, 0.01, 0.02\n"
    "MARKER/21, PART = 2\n"
    "JOINT/1, TRANSLATIONAL, I = 21, J = 1\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I = 21, J = 1, FUNCTION = 3E5*(SIN(7*TIME) - VZ(21,1))\n"
    "REQUEST/1, F1 = DZ(21,1)\\\n"
    "END\n";

static void stiffness_is_seen_in_lanes(void) {
  group g;
  masses(&g, slide_in_syrup, "PART/2.MASS", 1);
  if (lash_integrate_lanes() > 1) TEST_ASSERT_TRUE(g.in_lanes > 0 && g.in_lanes < g.steps / 2);
  finish(&g);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(stiffness_is_seen_in_lanes);
  RUN_TEST(an_ensemble_of_chosen_steps);
  RUN_TEST(chosen_steps_of_other_numbers);
  RUN_TEST(chosen_steps_beside_a_motion);
  RUN_TEST(turns_are_counted);
  RUN_TEST(an_ensemble_with_impacts);
  RUN_TEST(neighbours_do_not_matter);
  RUN_TEST(points_with_other_numbers);
  return UNITY_END();
}
