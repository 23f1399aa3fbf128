/* What a system remembers besides its state, kind by kind: a system that was never run and is given
 * the state and what was saved says the same and goes on with the same bits; without what was saved
 * it does not. Of each kind there are several, so that none is left behind. */
#include "integrate_helper.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", LASH_SUBROUTINES, 1); }
void tearDown(void) {}

#define WHEELS                                                                   \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=1,0,0\n"               \
  "PART/2, MASS=1, CM=20, IP=0.1,0.1,0.2, WZ=20\nMARKER/20, PART=2\n"            \
  "PART/3, MASS=1, CM=30, IP=0.1,0.1,0.3, QG=1,0,0, WZ=-31\nMARKER/30, PART=3\n" \
  "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=30, J=2\n"
#define SLEDGES                                                                              \
  "PART/1, GROUND\nMARKER/1, PART=1, REULER=90D,90D,0\nACCGRAV/, KGRAV=-10\n"                \
  "PART/2, MASS=3, CM=20, IP=1,1,1, VX=2\nMARKER/20, PART=2\n"                               \
  "MARKER/21, PART=2, REULER=90D,90D,0\nJOINT/1, TRANSLATIONAL, I=21, J=1\n"                 \
  "PART/3, MASS=2, CM=30, IP=1,1,1, VX=3\nMARKER/30, PART=3\n"                               \
  "MARKER/31, PART=3, REULER=90D,90D,0\nJOINT/2, TRANSLATIONAL, I=31, J=1\n"                 \
  "MARKER/90, PART=1, FLOATING\nVFORCE/1, I=20, JFLOAT=90, RM=20, FX=0\\FY=0\\FZ=-20*TIME\n" \
  "VFORCE/2, I=30, JFLOAT=90, RM=30, FX=0\\FY=0\\FZ=-30*TIME\n"

typedef struct kind {
  const char *text, *measure; /* NULL: how far constraints are from being met */
  int argument[3];            /* one of each, 0 ends them */
} kind;

static const kind kinds[] = {
    /* full turns */
    {WHEELS "VARIABLE/1, FUNCTION=AZ(20,1)\nVARIABLE/2, FUNCTION=AZ(30,2)", "VARVAL", {1, 2}},
    /* where motions by speed and by acceleration have come */
    {WHEELS "MOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=20+5*SIN(300*TIME)", NULL, {1}},
    {WHEELS "MOTION/1, JOINT=1, ROTATION, FUNCTION=20*TIME\n"
            "MOTION/2, JOINT=2, ROTATION, VELOCITY, FUNCTION=5*SIN(300*TIME)-31",
     NULL,
     {1}},
    {WHEELS "MOTION/1, JOINT=1, ROTATION, ACCELERATION, FUNCTION=2000*SIN(300*TIME)", NULL, {1}},
    /* which of many solutions an implicit equation follows */
    {WHEELS "DIFF/1, IC=0, IMPLICIT, FUNCTION=SIN(DIF1(1)-8*TIME)\n"
            "DIFF/2, IC=0, IMPLICIT, FUNCTION=SIN(DIF1(2)+11*TIME)\n"
            "VARIABLE/1, FUNCTION=DIF1(1)\nVARIABLE/2, FUNCTION=DIF1(2)",
     "VARVAL",
     {1, 2}},
    /* what sensors have seen */
    {WHEELS "SENSOR/4, GE, VALUE=9, PRINT, FUNCTION=TIME, EVALUATE=2+TIME\n"
            "SENSOR/5, GE, VALUE=9, PRINT, FUNCTION=TIME, EVALUATE=3+TIME\n"
            "SENSOR/6, GE, VALUE=9, PRINT, FUNCTION=TIME, EVALUATE=4+TIME",
     "SENVAL",
     {4, 5, 6}},
    /* reactions that forces depend on, by expressions and in the joints' own friction */
    {SLEDGES "SFORCE/1, TRANSLATION, I=21, J=1, ACTIONONLY, FUNCTION=-0.2*ABS(JOINT(1,0,4,0))\n"
             "SFORCE/2, TRANSLATION, I=31, J=1, ACTIONONLY, FUNCTION=-0.3*ABS(JOINT(2,0,4,0))",
     "ACCX",
     {20, 30}},
    {SLEDGES "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2\n"
             "FRICTION/2, JOINT=2, MU_STATIC=0.3, MU_DYNAMIC=0.2",
     "ACCX",
     {20, 30}},
};

static double says(mechanism *m, const kind *k, int which) {
  double value;
  lash_system_set(m->system, m->t, m->y);
  if (k->measure) return measure(m, k->measure, k->argument[which], 0, 0, 0);
  lash_system_drift(m->system, &value, NULL);
  return value;
}

/* As if the system had always been there: the state alone. */
static void take_state(mechanism *to, const mechanism *from) {
  to->t = from->t;
  memcpy(to->y, from->y, from->n->y * sizeof *from->y);
  lash_system_set(to->system, to->t, to->y);
}

static void *saved(const mechanism *m, size_t *size) {
  *size = lash_system_memory_size(m->system);
  void *memory = calloc(1, *size + 1);
  lash_system_save(m->system, memory);
  return memory;
}

static void go_on(mechanism *a, mechanism *b, double step) {
  for (int k = 0; k < 5; k++) {
    OK(lash_system_rates(a->system, a->t, a->y, a->ydot, &error));
    OK(lash_system_rates(b->system, b->t, b->y, b->ydot, &error));
    TEST_ASSERT_EQUAL_MEMORY(a->ydot, b->ydot, a->n->y * sizeof *a->ydot);
    rk4(a, step);
    rk4(b, step);
    TEST_ASSERT_EQUAL_MEMORY(a->y, b->y, a->n->y * sizeof *a->y);
  }
}

/* A memory that ends early is refused, at whatever place. */
static void refuses_less(mechanism *m, const void *memory, size_t size) {
  for (size_t less = 0; less < size; less += less + 64 < size ? 13 : 1) {
    void *part = malloc(less + 1); /* of its own, for sanitizers */
    memcpy(part, memory, less);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_system_restore(m->system, part, less, &error));
    free(part);
  }
}

static void remembers(const kind *k) {
  mechanism a = load(k->text), b = load(k->text), forgetful = load(k->text);
  size_t size, again;
  for (int step = 0; step < 50; step++) rk4(&a, 0.01);
  for (size_t s = 0; s < a.n->sensors; s++) OK(lash_system_sensor_hold(a.system, s, &error));
  void *memory = saved(&a, &size);
  take_state(&b, &a);
  take_state(&forgetful, &a);
  refuses_less(&b, memory, size);
  OK(lash_system_restore(b.system, memory, size, &error));
  void *copy = saved(&b, &again);
  TEST_ASSERT_EQUAL_size_t(size, again);
  TEST_ASSERT_EQUAL_MEMORY_MESSAGE(memory, copy, size, k->text);
  for (int which = 0; which < 3 && k->argument[which]; which++) {
    const double value = says(&a, k, which);
    TEST_ASSERT_TRUE_MESSAGE(value == says(&b, k, which), k->text);
    TEST_ASSERT_TRUE_MESSAGE(fabs(value - says(&forgetful, k, which)) > 1e-3, k->text);
  }
  go_on(&a, &b, 0.01);
  free(memory), free(copy);
  unload(&a), unload(&b), unload(&forgetful);
}

static void every_kind(void) {
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) remembers(&kinds[k]);
}

/* A routine's memory: a joint in the middle of an impact, whose approach speed only it knows. */
static void routines_in_an_impact(void) {
  mechanism a = load_path(LASH_VALIDATION "/rssr/rssr.adm");
  mechanism b = load_path(LASH_VALIDATION "/rssr/rssr.adm");
  const lash_integrate_options options = method("rk4", 1e-6, 2e-6);
  size_t size;
  advance(&a, &options, 2.15e-3, NULL);
  void *memory = saved(&a, &size);
  take_state(&b, &a);
  refuses_less(&b, memory, size);
  OK(lash_system_restore(b.system, memory, size, &error));
  go_on(&a, &b, 2e-6);
  free(memory);
  unload(&a), unload(&b);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_kind);
  RUN_TEST(routines_in_an_impact);
  return UNITY_END();
}
