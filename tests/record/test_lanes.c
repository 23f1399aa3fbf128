/* Integrations side by side, of mechanisms that differ in numbers alone: each ends with the bits
 * that it has alone, however many there are, and most of its steps are shared. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

enum { MOST = 7 };

/* A wheel on a spiral spring, wound by an angle that counts turns and is no coordinate. */
#define WHEEL                                                             \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/11, PART=1, REULER=0.3,0,0\n" \
  "PART/2, MASS=1, CM=21, IP=0.01,0.01,%g, WZ=%g\nMARKER/21, PART=2\n"    \
  "MARKER/22, PART=2\nMARKER/23, PART=2\nJOINT/1, REVOLUTE, I=22, J=1\n"  \
  "SFORCE/1, ROTATION, ACTIONONLY, I=21, J=1, FUNCTION=-0.1*AZ(23,11)\n"

/* Two rods that hang from each other and swing. */
#define RODS                                                               \
  "PART/1, GROUND\nMARKER/1, PART=1, REULER=180D,90D,180D\n"               \
  "PART/2, MASS=%g, CM=3, IP=0.04,0.1,0.13\n"                              \
  "MARKER/2, PART=2, REULER=180D,90D,180D\nMARKER/3, PART=2, QP=0.6,0,0\n" \
  "MARKER/4, PART=2, QP=1,0,0, REULER=180D,90D,180D\n"                     \
  "PART/3, MASS=0.7, CM=6, IP=0.04,0.1,0.13, QG=1,0,0, VZ=%g\n"            \
  "MARKER/5, PART=3, REULER=180D,90D,180D\nMARKER/6, PART=3, QP=0.3,0,0\n" \
  "JOINT/1, REVOLUTE, I=2, J=1\nJOINT/2, REVOLUTE, I=5, J=4\n"             \
  "ACCGRAV/KGRAV=-9.80665\n"

/* A ball that bounces in a socket with a clearance of 0.5 mm. */
#define BALL(law)                                                                           \
  "ACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/1, PART=1\n"                                 \
  "PART/2, MASS=%g, CM=20, IP=0.01,0.01,0.01, QG=1e-4,0,0, VX=%g\nMARKER/20, PART=2\n"      \
  "MARKER/91, PART=2, FLOATING\nGFORCE/1, I=1, JFLOAT=91, RM=1, FUNCTION=USER(1,1,20,1)\\ " \
  "ROUTINE=lash_subroutines::Lash_spherical\n"                                              \
  "STRING/1, STRING = normal=lankarani_nikravesh " law                                      \
  " Ri=0.0105 Rj=0.010\n"                                                                   \
  "CBKSUB/1, FUNCTION=USER(0)\\ ROUTINE=lash_subroutines::Cbksub\n"

/* A four-bar that falls, begun with a crank at the speed given. */
#define LOOP                                                              \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, QP=3,0,0\n"        \
  "PART/2, MASS=%g, CM=3, IP=.12,.13,.14, WZ=%g\nMARKER/2, PART=2\n"      \
  "MARKER/3, PART=2, QP=0,.4,0\nMARKER/4, PART=2, QP=0,1,0\n"             \
  "PART/3, MASS=2.1, CM=6, IP=.21,.23,.71\nMARKER/5, PART=3, QP=0,1,0\n"  \
  "MARKER/6, PART=3, QP=1.6,1.5,0\nMARKER/7, PART=3, QP=3,2,0\n"          \
  "PART/4, MASS=0.9, CM=8, IP=.31,.33,.37\nMARKER/10, PART=4, QP=3,0,0\n" \
  "MARKER/8, PART=4, QP=3,.9,0\nMARKER/11, PART=4, QP=3,2,0\n"            \
  "JOINT/1, REVOLUTE, I=2, J=1\nJOINT/2, REVOLUTE, I=5, J=4\n"            \
  "JOINT/3, REVOLUTE, I=11, J=7\nJOINT/4, REVOLUTE, I=10, J=9\nACCGRAV/JGRAV=-9.81\n"

typedef struct member {
  mechanism m;
  lash_integration *run;
} member;

static const char *integrator = "rk4";
static double step_size = 2e-4; /* 0: chosen */
static double least = 0.8;      /* of the steps are taken in lanes, or more */
static lash_equations_kind engine = LASH_EQUATIONS_COMPILED;
static size_t events; /* of all members together */

static member begin(const char *text, double inertia, double speed) {
  char own[2000];
  member b = {.run = NULL};
  snprintf(own, sizeof own, text, inertia, speed);
  b.m = load(own);
  lash_integrate_options options = method(integrator, 1e-7, step_size);
  options.engine = engine;
  options.audit = false;
  OK(lash_integrate_create(b.m.system, &options, b.m.t, b.m.y, &b.run, &error));
  return b;
}

static void end(member *b) {
  lash_integrate_free(b->run);
  unload(&b->m);
}

static void same(const member *a, const member *b) {
  const lash_integrate_statistics *x = lash_integrate_statistics_of(a->run);
  const lash_integrate_statistics *y = lash_integrate_statistics_of(b->run);
  TEST_ASSERT_EQUAL_MEMORY(lash_integrate_state(a->run), lash_integrate_state(b->run),
                           a->m.n->y * sizeof(double));
  TEST_ASSERT_EQUAL_size_t(x->steps, y->steps);
  TEST_ASSERT_EQUAL_size_t(x->evaluations, y->evaluations);
  TEST_ASSERT_EQUAL_size_t(x->events, y->events);
  TEST_ASSERT_EQUAL_size_t(x->restarts, y->restarts);
  TEST_ASSERT_EQUAL_MEMORY(&x->drift, &y->drift, sizeof x->drift);
  TEST_ASSERT_EQUAL_MEMORY(&x->violation, &y->violation, sizeof x->violation);
}

static void share(const char *text, double inertia, double speed, size_t count, double until,
                  double early) {
  member alone[MOST], beside[MOST];
  lash_side_by_side all[MOST];
  size_t in_lanes = 0, steps = 0;
  events = 0;
  for (size_t k = 0; k < count; k++) {
    alone[k] = begin(text, inertia * (1 + 0.1 * (double)k), speed * (1 + 0.2 * (double)k));
    beside[k] = begin(text, inertia * (1 + 0.1 * (double)k), speed * (1 + 0.2 * (double)k));
    const double own = until * (1 - early * (double)k);
    OK(lash_integrate_to(alone[k].run, own, NULL, &error));
    all[k] = (lash_side_by_side){.run = beside[k].run, .end = own};
  }
  const bool joins = lash_integrate_joins(beside[0].run);
  lash_integrate_side_by_side(all, count, &in_lanes);
  for (size_t k = 0; k < count; k++) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, all[k].status, all[k].error.message);
    same(&alone[k], &beside[k]);
    steps += lash_integrate_statistics_of(beside[k].run)->steps;
    events += lash_integrate_statistics_of(beside[k].run)->events;
    if (k)
      TEST_ASSERT_TRUE(memcmp(lash_integrate_state(alone[0].run),
                              lash_integrate_state(alone[k].run),
                              alone[k].m.n->y * sizeof(double)) != 0);
  }
  if (engine == LASH_EQUATIONS_COMPILED) TEST_ASSERT_EQUAL_INT(lash_integrate_lanes() > 1, joins);
  if (joins && count > 1 && early == 0) TEST_ASSERT_TRUE((double)in_lanes > least * (double)steps);
  for (size_t k = 0; k < count; k++) end(&alone[k]), end(&beside[k]);
}

static void turns_of_wheels(void) {
  static const size_t counts[] = {1, 2, 3, 4, MOST};
  for (int k = 0; k < 5; k++) share(WHEEL, 0.02, 60, counts[k], 0.3, 0);
}

static void swinging_rods(void) { share(RODS, 1.3, -2, 4, 0.3, 0); }

/* One after the other comes to its end, from the last on; the others go on. */
static void each_to_its_own_end(void) {
  share(RODS, 1.3, -2, 4, 0.2, 0.2);
  share(WHEEL, 0.02, 60, MOST, 0.2, 0.1);
}

/* The same with steps that each member chooses for itself: errors are found in the lanes as they
 * are alone, of numbers that grow (angles of wheels) and of others. */
static void chosen_steps(void) {
  integrator = "rk45", step_size = 0;
  share(WHEEL, 0.02, 60, 4, 0.3, 0);
  share(RODS, 1.3, -2, 4, 0.3, 0);
  share(RODS, 1.3, -2, MOST, 0.2, 0.1);
}

/* Contacts begin and end inside steps, each at its own time, and are passed alone. */
static void impacts(void) {
  integrator = "rk4", step_size = 1e-5;
  share(BALL("e=0.9 K=1e9"), 1.3, 0.02, 4, 0.15, 0);
  TEST_ASSERT_TRUE(events > 4 * 4);
  integrator = "rk45", step_size = 0, least = 0.1;
  share(BALL("e=0.9 K=1e9"), 1.3, 0.02, 4, 0.15, 0);
  TEST_ASSERT_TRUE(events > 4 * 4);
  share(BALL("e=0.9 K=1e9"), 1.3, 0.02, MOST, 0.15, 0.1);
}

/* A method that leaves contacts to rk45, which takes its steps in lanes then. */
static void contacts_left_to_rk45(void) {
  engine = LASH_EQUATIONS_AUTO, least = 0.7;
  integrator = "bdf", step_size = 0;
  share(BALL("e=0.9 K=1e9"), 1.3, 0.02, 4, 0.05, 0);
  TEST_ASSERT_TRUE(events > 4 * 4);
  engine = LASH_EQUATIONS_COMPILED;
}

/* Loops that the corrections in the lanes close to round-off stay there: all of them with short
 * steps, none with long ones, which are closed further alone. */
static void loops(void) {
  static const double step[] = {1e-4, 3e-4, 1e-3, 0.01, 0.05}, part[] = {0.95, 0.9, 0.1, -1, -1};
  integrator = "rk4";
  for (int k = 0; k < 5; k++) {
    step_size = step[k], least = part[k];
    share(LOOP, 1.3, -2, 4, 1000 * step[k], 0);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(turns_of_wheels);
  RUN_TEST(swinging_rods);
  RUN_TEST(each_to_its_own_end);
  RUN_TEST(chosen_steps);
  RUN_TEST(impacts);
  RUN_TEST(contacts_left_to_rk45);
  RUN_TEST(loops);
  return UNITY_END();
}
