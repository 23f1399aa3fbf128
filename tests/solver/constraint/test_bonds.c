/* The screw bond graph: powers that are known otherwise, and nothing left over at any junction. */
#include "lash_bonds.h"

#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define UNITS "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"

static void nothing_left_over(const lash_bond_graph *graph) {
  const double small = 1e-13 * graph->exchanged;
  TEST_ASSERT_TRUE(graph->exchanged > 0);
  TEST_ASSERT_TRUE(graph->worst <= small);
  for (size_t k = 0; k < graph->junction_count; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(small, 0, graph->junction[k].residual);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, graph->junction[k].imbalance);
  }
  for (size_t k = 0; k < graph->bond_count; k++)
    TEST_ASSERT_DOUBLE_WITHIN(small, graph->bond[k].power, graph->bond[k].sent);
}

/* Action and reaction: what has no mass passes on all forces that it takes, the ground's too. */
static void elements_pass_forces_on(const lash_bond_graph *graph) {
  for (size_t e = graph->body_count; e < graph->junction_count; e++) {
    double sum[3] = {0}, scale = 1e-9;
    for (size_t b = 0; b < graph->bond_count; b++) {
      const lash_bond *bond = &graph->bond[b];
      if (bond->kind != LASH_BOND_TRANSFER || bond->element != e) continue;
      for (int k = 0; k < 3; k++) {
        sum[k] += bond->wrench[k];
        scale = fmax(scale, fabs(bond->wrench[k]));
      }
    }
    for (int k = 0; k < 3; k++)
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10 * scale, 0, sum[k], graph->junction[e].statement);
  }
}

static const lash_bond *find(const lash_bond_graph *graph, lash_bond_kind kind,
                             const char *statement, int part) {
  for (size_t k = 0; k < graph->bond_count; k++) {
    const lash_bond *bond = &graph->bond[k];
    if (bond->kind != kind) continue;
    if (statement && (!bond->statement || strcmp(bond->statement, statement) != 0)) continue;
    if (part && (bond->body == LASH_NO_JUNCTION || graph->junction[bond->body].id != part))
      continue;
    return bond;
  }
  TEST_FAIL_MESSAGE("no such bond");
  return NULL;
}

/* A crank turned at an accelerated rate: motor power = torque * rate, both by hand. */
static void driven_crank(void) {
  mechanism m = load(UNITS
                     "PART/1, GROUND\nMARKER/1, PART=1\n"
                     "PART/2, MASS=2, CM=21, IP=0.1, 0.2, 0.3, WZ=3\n"
                     "MARKER/21, PART=2, QP=0.5,0,0\nMARKER/22, PART=2\n"
                     "JOINT/1, REVOLUTE, I=22, J=1\n"
                     "MOTION/1, JOINT=1, ROTATION, FUNCTION=3*TIME+TIME**2\n"
                     "ACCGRAV/JGRAV=-9.81\n");
  lash_bond_graph graph;
  OK(lash_bond_graph_make(m.system, &graph, &error));
  nothing_left_over(&graph);
  elements_pass_forces_on(&graph);
  TEST_ASSERT_EQUAL_INT(3, (int)graph.junction_count); /* ground, crank, joint with its motion */
  TEST_ASSERT_EQUAL_INT(2, (int)graph.body_count);
  const double inertia = 0.3 + 2 * 0.25, torque = inertia * 2 + 2 * 9.81 * 0.5;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, torque * 3, find(&graph, LASH_BOND_MOTION, NULL, 0)->power);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, inertia * 2 * 3,
                            find(&graph, LASH_BOND_INERTIA, NULL, 2)->power);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -2 * 9.81 * 1.5,
                            find(&graph, LASH_BOND_GRAVITY, NULL, 2)->power);
  TEST_ASSERT_EQUAL_STRING("Sf", lash_bond_letters(find(&graph, LASH_BOND_MOTION, NULL, 0)));
  lash_bond_graph_free(&graph);
  unload(&m);
}

/* Wheels on one marker of the ground, the middle one driven: I alpha omega goes in at its joint. */
static void driven_among_others(void) {
#define WHEEL(id, inertia, speed)                                                            \
  "PART/" #id ", MASS=1, CM=" #id "1, IP=0.1, 0.1, " #inertia ", WZ=" #speed "\nMARKER/" #id \
  "1, PART=" #id "\nJOINT/" #id ", REVOLUTE, I=" #id "1, J=1\n"
  mechanism m = load(UNITS "PART/1, GROUND\nMARKER/1, PART=1\n" WHEEL(2, 0.2, 5) WHEEL(
      3, 0.3, 4) WHEEL(4, 0.4,
                       7) "MOTION/1, JOINT=3, ROTATION, FUNCTION=4*TIME+TIME**2\n"
                          "SFORCE/1, ROTATION, I=21, J=1, FUNCTION=-1\n");
  lash_bond_graph graph;
  OK(lash_bond_graph_make(m.system, &graph, &error));
  nothing_left_over(&graph);
  const lash_bond *drive = find(&graph, LASH_BOND_MOTION, "MOTION", 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.3 * 2 * 4, drive->power);
  TEST_ASSERT_EQUAL_STRING("JOINT", graph.junction[drive->element].statement);
  TEST_ASSERT_EQUAL_INT(3, graph.junction[drive->element].id);
  lash_bond_graph_free(&graph);
  unload(&m);
}

#define TUMBLING                                                                          \
  UNITS                                                                                   \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=1,1,0\n"                        \
  "PART/2, MASS=2, CM=21, IP=0.1, 0.2, 0.25, QG=0,0,0, WX=1, WY=2, WZ=-1.5\n"             \
  "MARKER/21, PART=2, QP=0.3,0.1,0.2\nMARKER/22, PART=2\nMARKER/23, PART=2, QP=0.5,0,0\n" \
  "PART/3, MASS=1, CM=31, IP=0.05, 0.06, 0.07, QG=0.5,0,0, WX=2, WZ=1\n"                  \
  "MARKER/31, PART=3, QP=0.2,0,0.1\nMARKER/32, PART=3\nMARKER/33, PART=3, QP=0.4,0.1,0\n" \
  "MARKER/34, PART=3, REULER=0,90D,0\nMARKER/24, PART=2, QP=0.5,0,0, REULER=0,90D,0\n"    \
  "JOINT/1, SPHERICAL, I=22, J=1\nJOINT/2, REVOLUTE, I=34, J=24\n"                        \
  "SPRINGDAMPER/1, TRANSLATION, I=33, J=2, K=100, C=3, LENGTH=0.5\n"                      \
  "SFORCE/1, ROTATION, I=34, J=24, FUNCTION=2*SIN(3*TIME)+1-0.2*WZ(34,24,24)\n"           \
  "GFORCE/1, I=23, JFLOAT=35, RM=1, FX=1\\FY=2\\FZ=3\\TX=0.1\\TY=-0.2\\TZ=0.3\n"          \
  "MARKER/35, PART=3, FLOATING\nACCGRAV/KGRAV=-9.81\n"

/* Two bodies tumbling in space under everything at once. */
static void tumbling_bodies(void) {
  mechanism m = load(TUMBLING);
  for (int step = 0; step < 20; step++) rk4(&m, 2e-3);
  lash_bond_graph graph;
  OK(lash_bond_graph_make(m.system, &graph, &error));
  nothing_left_over(&graph);
  elements_pass_forces_on(&graph);

  /* the bonds to the inertias carry the rate of the kinetic energy */
  double rate = 0, sum = 0;
  for (size_t k = 0; k < graph.bond_count; k++) {
    const lash_bond *bond = &graph.bond[k];
    if (bond->kind == LASH_BOND_INERTIA) rate += bond->power;
    if (bond->kind != LASH_BOND_INERTIA && bond->kind != LASH_BOND_TRANSFER) sum += bond->power;
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * graph.exchanged, sum, rate);
  lash_bond_graph_free(&graph);
  const double t = m.t, h = 1e-3;
  double *y = malloc(m.n->y * sizeof *y), T[2], slope[2];
  memcpy(y, m.y, m.n->y * sizeof *y);
  for (int level = 0; level < 2; level++) {
    for (int side = 0; side < 2; side++) {
      lash_energy energy;
      memcpy(m.y, y, m.n->y * sizeof *y);
      m.t = t;
      rk4(&m, (side ? h : -h) / (level + 1));
      lash_system_set(m.system, m.t, m.y);
      lash_system_energy(m.system, &energy);
      T[side] = energy.kinetic;
    }
    slope[level] = (T[1] - T[0]) / (2 * h / (level + 1));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * fabs(rate), (4 * slope[1] - slope[0]) / 3, rate);
  free(y);
  unload(&m);
}

/* Which of a joint's markers is the ground's makes no difference. */
static void ground_on_either_side(void) {
  for (int side = 0; side < 2; side++) {
    char text[1024];
    snprintf(text, sizeof text,
             UNITS
             "PART/1, GROUND\nMARKER/1, PART=1, REULER=10D,40D,20D\nACCGRAV/KGRAV=-9.81\n"
             "PART/2, MASS=2, CM=21, IP=0.1, 0.2, 0.25, REULER=10D,40D,20D, WZ=3\n"
             "MARKER/21, PART=2, QP=0.3,0.1,0.2\nMARKER/22, PART=2\n"
             "MARKER/23, PART=2, QP=0.3,0.1,0.1\nMARKER/2, PART=1, QP=0.5,0.5,0\n"
             "JOINT/1, REVOLUTE, I=%d, J=%d\n"
             "SPRINGDAMPER/1, TRANSLATION, I=%d, J=%d, K=100, C=3, LENGTH=0.5\n",
             side ? 1 : 22, side ? 22 : 1, side ? 2 : 23, side ? 23 : 2);
    mechanism m = load(text);
    lash_bond_graph graph;
    OK(lash_bond_graph_make(m.system, &graph, &error));
    nothing_left_over(&graph);
    elements_pass_forces_on(&graph);
    lash_bond_graph_free(&graph);
    unload(&m);
  }
}

/* A coupler acts on more bodies than its markers say. */
static void coupled_wheels(void) {
  mechanism m = load(UNITS
                     "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=1,0,0\n"
                     "PART/2, MASS=1, CM=21, IP=0.1,0.1,0.2, WZ=2\nMARKER/21, PART=2\n"
                     "PART/3, MASS=1, CM=31, IP=0.1,0.1,0.3, QG=1,0,0, WZ=-1\nMARKER/31, PART=3\n"
                     "JOINT/1, REVOLUTE, I=21, J=1\nJOINT/2, REVOLUTE, I=31, J=2\n"
                     "COUPLER/1, JOINTS=1,2, TYPE=R:R, SCALES=1,2\n"
                     "SFORCE/1, ROTATION, I=21, J=1, FUNCTION=5\n");
  lash_bond_graph graph;
  OK(lash_bond_graph_make(m.system, &graph, &error));
  nothing_left_over(&graph);
  elements_pass_forces_on(&graph);
  size_t ports = 0;
  for (size_t k = 0; k < graph.bond_count; k++) {
    const lash_bond *bond = &graph.bond[k];
    ports += bond->kind == LASH_BOND_TRANSFER &&
             strcmp(graph.junction[bond->element].statement, "COUPLER") == 0;
  }
  TEST_ASSERT_EQUAL_INT(2, (int)ports);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10, find(&graph, LASH_BOND_FORCE, "SFORCE", 0)->power);
  lash_bond_graph_free(&graph);
  unload(&m);
}

/* What is deactivated is not drawn. */
static void inactive_elements(void) {
  mechanism m = load(TUMBLING);
  OK(lash_system_activate(m.system, "GFORCE", 1, false, &error));
  OK(lash_system_activate(m.system, "JOINT", 2, false, &error));
  lash_bond_graph graph;
  lash_system_set(m.system, m.t, m.y);
  OK(lash_bond_graph_make(m.system, &graph, &error));
  nothing_left_over(&graph);
  elements_pass_forces_on(&graph);
  for (size_t k = 0; k < graph.junction_count; k++) {
    TEST_ASSERT_TRUE(strcmp(graph.junction[k].statement, "GFORCE") != 0);
    TEST_ASSERT_FALSE(strcmp(graph.junction[k].statement, "JOINT") == 0 &&
                      graph.junction[k].id == 2);
  }
  lash_bond_graph_free(&graph);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(driven_crank);
  RUN_TEST(driven_among_others);
  RUN_TEST(tumbling_bodies);
  RUN_TEST(ground_on_either_side);
  RUN_TEST(coupled_wheels);
  RUN_TEST(inactive_elements);
  return UNITY_END();
}
