/* CONTACT of boxes and points: on planes, on each other face on face and edge on edge, against
 * closed forms. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define LAW "IMPACT, STIFFNESS=1E6, EXPONENT=1, DAMPING=0, DMAX=1E-5"

/* A box of 0.2 by 0.3 by 0.1 m about marker 2 of part 2, and something on ground. */
#define BOX                                                \
  "MARKER/2, PART=2\nMARKER/3, PART=2, QP=-.1,-.15,-.05\n" \
  "GRAPHICS/2, BOX, CORNER=3, X=.2, Y=.3, Z=.1\n"          \
  "PART/1, GROUND\nMARKER/1, PART=1\n"
#define FLOOR "GRAPHICS/1, PLANE, RM=1, XMIN=-9, XMAX=9, YMIN=-9, YMAX=9\n"

static mechanism posed(const char *part, const char *ground, const char *law) {
  char text[2048];
  snprintf(text, sizeof text,
           "PART/2, MASS=2, CM=2, IP=.02,.01,.03, %s\n" BOX
           "%sCONTACT/1, "
           "IGEOM=2, JGEOM=1, %s\n",
           part, ground, law);
  mechanism m = load(text);
  lash_system_set(m.system, m.t, m.y);
  return m;
}

/* Force on the box, component 2 x, 3 y, 4 z, and moments 6 x, 7 y about its corner, marker 3. */
static double on_box(mechanism *m, int component) { return element(m, "CONTACT", 1, 0, component); }

/* ------------------------------------------------------------------------------- on a plane */

/* 1e-4 deep all corners press with 100 N; turned by a small angle the moment is that of springs. */
static void lies_on_a_plane(void) {
  mechanism m = posed("QG=0,0,0.0499", FLOOR, LAW);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 400, on_box(&m, 4));
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 400 * 0.15, on_box(&m, 6));
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, -400, element(&m, "CONTACT", 1, 1, 4));
  unload(&m);
  m = posed("QG=0,0,0.0501", FLOOR, LAW);
  TEST_ASSERT_EQUAL_DOUBLE(0, on_box(&m, 4));
  unload(&m);
  m = posed("QG=0,0,0.049, REULER=0,0.05D,0", FLOOR, LAW); /* about x, away from marker 3 */
  const double a = 0.05 * acos(-1) / 180, depth = 0.05 * cos(a) - 0.049, rise = 0.15 * sin(a);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 4e6 * depth, on_box(&m, 4));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 2e6 * (depth - rise) * 0.3 * cos(a), on_box(&m, 6));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -2e6 * depth * 0.2, on_box(&m, 7));
  unload(&m);
}

/* A point on a plane is a sphere without size; it is stated the other way round as well. */
static void point_on_a_plane(void) {
  mechanism m = load("PART/1, GROUND\nMARKER/1, PART=1\n" FLOOR
                     "PART/2, MASS=2, CM=2, IP=1,1,1, QG=0,0,-1E-4\nMARKER/2, PART=2\n"
                     "GRAPHICS/2, POINT, RM=2\nCONTACT/1, IGEOM=1, JGEOM=2, " LAW "\n");
  lash_system_set(m.system, m.t, m.y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -100, element(&m, "CONTACT", 1, 0, 4));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 100, element(&m, "CONTACT", 1, 1, 4));
  unload(&m);
}

/* ------------------------------------------------------------------------------ on another box */

/* The other box, from a corner; its top is at z = 0. */
#define TABLE(x, y, w, d) \
  "MARKER/9, PART=1, QP=" x "," y ",-.5\nGRAPHICS/1, BOX, CORNER=9, X=" w ", Y=" d ", Z=.5\n"

/* On a larger one, on an equal one, over a corner of a larger one, and with a smaller one below:
 * the outline always has four corners, and the moment is that of its middle. */
static void lies_on_a_box(void) {
  static const struct {
    const char *table;
    double x, y; /* middle of what is shared */
  } cases[] = {{TABLE("-1", "-1", "2", "2"), 0, 0},
               {TABLE("-.1", "-.15", ".2", ".3"), 0, 0},
               {TABLE("0", "-.05", "1", "1"), 0.05, 0.05},
               {TABLE("-.01", "-.02", ".04", ".05"), 0.01, 0.005}};
  for (size_t k = 0; k < 4; k++) {
    mechanism m = posed("QG=0,0,0.0499", cases[k].table, LAW);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, 400, on_box(&m, 4));
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0, on_box(&m, 2));
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, 400 * (cases[k].y + 0.15), on_box(&m, 6));
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, -400 * (cases[k].x + 0.1), on_box(&m, 7));
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, -400, element(&m, "CONTACT", 1, 1, 4));
    unload(&m);
  }
}

/* A square turned by 45 degrees on one of the same size: what they share is an octagon, made of
 * crossings of edges alone. */
static void outline_of_a_turned_box(void) {
  mechanism m = load(
      "PART/2, MASS=2, CM=2, IP=.01,.01,.01, QG=0,0,.0499, REULER=45D,0,0\n"
      "MARKER/2, PART=2\nMARKER/3, PART=2, QP=-.1,-.1,-.05\n"
      "GRAPHICS/2, BOX, CORNER=3, X=.2, Y=.2, Z=.1\nPART/1, GROUND\n"
      "MARKER/1, PART=1\n" TABLE("-.1", "-.1", ".2", ".2") "CONTACT/1, IGEOM=2, JGEOM=1, " LAW
                                                           "\n");
  lash_system_set(m.system, m.t, m.y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 800, on_box(&m, 4));
  const double corner = 0.1 * sqrt(2); /* marker 3, at -y */
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 800 * corner, on_box(&m, 6));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0, on_box(&m, 7));
  unload(&m);
}

/* A box standing on its edge across the edge of another one, both by 45 degrees: one point, its
 * force along what is normal to both edges. The ridge of the lower one runs along x through the
 * origin, that of the upper one along y. */
#define RIDGE                                                      \
  "MARKER/9, PART=1, QP=-1,0,-.7071067811865476, REULER=0,45D,0\n" \
  "GRAPHICS/1, BOX, CORNER=9, X=2, Y=.5, Z=.5\n"
static void edge_on_edge(void) {
  mechanism m = load(
      "PART/2, MASS=2, CM=2, IP=.01,.01,.01, QG=.03,.04,.1413, REULER=90D,45D,0\n"
      "MARKER/2, PART=2\nMARKER/3, PART=2, QP=-.1,-.1,-.1\n"
      "GRAPHICS/2, BOX, CORNER=3, X=.2, Y=.2, Z=.2\nPART/1, GROUND\n"
      "MARKER/1, PART=1\n" RIDGE "CONTACT/1, IGEOM=2, JGEOM=1, " LAW "\n");
  lash_system_set(m.system, m.t, m.y);
  const double depth = 0.1 * sqrt(2) - 0.1413;
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1e6 * depth, on_box(&m, 4));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, on_box(&m, 2));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, on_box(&m, 3));
  /* it acts where they cross, at x = 0.03 of the upper edge and y = 0 of the lower one */
  const double x = measure(&m, "DX", 3, 1, 0, 0), y = measure(&m, "DY", 3, 1, 0, 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1e6 * depth * (0 - y), on_box(&m, 6));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -1e6 * depth * (0.03 - x), on_box(&m, 7));
  unload(&m);
}

/* A ball and a point against a box: its face, its edge, its corner. */
static void ball_on_a_box(void) {
  static const struct {
    const char *at, *shape;
    double force[3];
  } cases[] = {
      {"0.3,0.3,0.0999", "ELLIPSOID, CM=2, XSCALE=.2, YSCALE=.2, ZSCALE=.2", {0, 0, 100}},
      {"1.0707,0.3,0.0707",
       "ELLIPSOID, CM=2, XSCALE=.2, YSCALE=.2, ZSCALE=.2",
       {1e6 * (0.1 - 0.0707 * 1.4142135623730951) / 1.4142135623730951, 0,
        1e6 * (0.1 - 0.0707 * 1.4142135623730951) / 1.4142135623730951}},
      {"0.3,0.3,-1E-4", "POINT, RM=2", {0, 0, 100}},
      {"0.9999,0.3,-.2", "POINT, RM=2", {100, 0, 0}},
      {"1.0001,0.3,-.2", "POINT, RM=2", {0, 0, 0}},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[1024];
    snprintf(text, sizeof text,
             "PART/1, GROUND\nMARKER/1, PART=1\n" TABLE("-1", "-1", "2", "2")
             "PART/2, MASS=2, CM=2, IP=1,1,1, QG=%s\nMARKER/2, PART=2\nGRAPHICS/2, %s\n"
             "CONTACT/1, IGEOM=2, JGEOM=1, " LAW "\n",
             cases[k].at, cases[k].shape);
    mechanism m = load(text);
    lash_system_set(m.system, m.t, m.y);
    for (int c = 0; c < 3; c++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-7, cases[k].force[c], on_box(&m, 2 + c));
    unload(&m);
  }
}

/* ------------------------------------------------------------------------------------ impacts */

/* A box falls on its edge, tilted by 30 degrees about x, and slides on along -y throughout. The
 * closed form is Routh's impulse with Poisson's restitution: (fy, fz) at r turns by ry fz - rz fy.
 */
#define TILT (acos(-1) / 6)

typedef struct landing {
  double vy, vz, w; /* w about x */
} landing;

static landing routh(double mu, double e) {
  const double m = 2, i = 0.02, vy = -2, vz = -1;
  const double ry = -0.15 * cos(TILT) + 0.05 * sin(TILT);
  const double rz = -0.15 * sin(TILT) - 0.05 * cos(TILT);
  const double turn = ry - rz * mu; /* friction pushes along +y */
  const double impulse = -(1 + e) * vz / (1 / m + ry * turn / i);
  return (landing){vy + mu * impulse / m, vz + impulse / m, turn * impulse / i};
}

#define ROUGH                                                                               \
  ", COULOMB_FRICTION=ON, MU_STATIC=.2, MU_DYNAMIC=.2, STICTION_TRANSITION_VELOCITY=1E-4, " \
  "FRICTION_TRANSITION_VELOCITY=1E-3"

/* How far the motion after the impact is from Routh's, and its energy from Routh's; the box turns
 * on during the impact, so that both fall with the duration. */
static double strike(const char *ground, double penalty, double e, bool rough, const char *name) {
  char part[200], law[400];
  const double height = 0.15 * sin(TILT) + 0.05 * cos(TILT);
  snprintf(part, sizeof part, "QG=0,0,%.17g, REULER=0,30D,0, VY=-2, VZ=-1", height + 1e-6);
  snprintf(law, sizeof law, "POISSON, PENALTY=%g, RESTITUTION=%g%s", penalty, e,
           rough ? ROUGH : "");
  mechanism m = posed(part, ground, law);
  const lash_integrate_options options = method(name, 1e-9, 0);
  const outcome o = advance(&m, &options, 1e-6 + 8 * sqrt(2 / penalty), NULL);
  TEST_ASSERT_TRUE_MESSAGE(o.audit.worst < 1e-5, name);
  lash_system_set(m.system, m.t, m.y);
  TEST_ASSERT_EQUAL_DOUBLE(0, on_box(&m, 4));
  const landing is = {measure(&m, "VY", 2, 0, 0, 0), measure(&m, "VZ", 2, 0, 0, 0),
                      measure(&m, "WX", 2, 0, 0, 0)};
  const landing wanted = routh(rough ? 0.2 : 0, e);
  unload(&m);
  return hypot(hypot(is.vy - wanted.vy, is.vz - wanted.vz), 0.15 * (is.w - wanted.w));
}

static void lands_on_its_edge(void) {
  static const char *const grounds[] = {FLOOR, TABLE("-1", "-1", "2", "2")};
  for (int g = 0; g < 2; g++)
    for (int rough = 0; rough < 2; rough++) {
      const double soft = strike(grounds[g], 1e8, 0.5, rough, "rk45");
      const double stiff = strike(grounds[g], 1e10, 0.5, rough, "rk45");
      TEST_ASSERT_TRUE(soft < 3e-3); /* as its duration, 4e-4 s, at some 4 rad/s */
      TEST_ASSERT_TRUE(stiff < 3e-4);
      TEST_ASSERT_TRUE(stiff < soft / 5);
    }
  TEST_ASSERT_TRUE(strike(FLOOR, 1e10, 0.5, true, "bdf") < 3e-4);
}

/* Perfectly plastic: the edge stays where it lands, to the part of its speed over which POISSON
 * lets go; energy is lost as closed forms have it. */
static void lands_without_rebound(void) {
  TEST_ASSERT_TRUE(strike(FLOOR, 1e10, 0, false, "rk45") < 0.01);
  TEST_ASSERT_TRUE(strike(TABLE("-1", "-1", "2", "2"), 1e10, 0, true, "rk45") < 0.01);
}

/* Set down on a floor or on another box it settles with m g / 4 K at each corner, and stays. */
static void comes_to_rest(void) {
  static const char *const grounds[] = {FLOOR, TABLE("-.1", "-.15", ".2", ".3")};
  for (int g = 0; g < 2; g++) {
    char ground[400];
    snprintf(ground, sizeof ground, "%sACCGRAV/KGRAV=-10\n", grounds[g]);
    mechanism m =
        posed("QG=0,0,0.051", ground, "IMPACT, STIFFNESS=1E6, EXPONENT=1, DAMPING=500, DMAX=1E-6");
    const lash_integrate_options options = method("bdf", 1e-8, 0);
    const outcome o = advance(&m, &options, 1, NULL);
    lash_system_set(m.system, m.t, m.y);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.05 - 5e-6, measure(&m, "DZ", 2, 1, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 20, on_box(&m, 4));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0, measure(&m, "DX", 2, 1, 0, 0));
    TEST_ASSERT_TRUE(o.audit.worst < 1e-4);
    unload(&m);
  }
}

/* What cannot be said: a routine for a box on a plane, a box against a cylinder. */
static void refused(void) {
  static const struct {
    const char *other, *law, *word;
  } cases[] = {{FLOOR, "NORMAL_FUNCTION=USER(1)\\, NORMAL_ROUTINE=user_contact::Cnfsub", "POINT"},
               {"GRAPHICS/1, CYLINDER, CM=1, LENGTH=1, RADIUS=.1\n", LAW, "a box against a plane"}};
  for (size_t k = 0; k < 2; k++) {
    char text[2048];
    lash_model model;
    lash_system *system = NULL;
    snprintf(text, sizeof text,
             "t\nPART/2, MASS=2, CM=2, IP=1,1,1\n" BOX "%sCONTACT/1, IGEOM=2, JGEOM=1, %s\nEND\n",
             cases[k].other, cases[k].law);
    OK(lash_model_parse(&model, "test.adm", text, strlen(text), &error));
    TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, lash_system_create(&model, NULL, &system, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, cases[k].word), error.message);
    lash_model_free(&model);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(lies_on_a_plane);
  RUN_TEST(point_on_a_plane);
  RUN_TEST(lies_on_a_box);
  RUN_TEST(outline_of_a_turned_box);
  RUN_TEST(edge_on_edge);
  RUN_TEST(ball_on_a_box);
  RUN_TEST(lands_on_its_edge);
  RUN_TEST(lands_without_rebound);
  RUN_TEST(comes_to_rest);
  RUN_TEST(refused);
  return UNITY_END();
}
