/* CONTACT between simple shapes, in every engine: one piece of code, so what is told apart here is
 * the engine's own error. A ball on a plane has closed forms beside it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

#define BEGIN                                                              \
  "Something that touches something\n"                                     \
  "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n" \
  "PART/1, GROUND\nMARKER/1, PART = 1\n"                                   \
  "GRAPHICS/1, PLANE, RM = 1, XMIN = -9, XMAX = 9, YMIN = -9, YMAX = 9\n"
#define END                                                                                      \
  "ACCGRAV/KGRAV = -9.81\nREQUEST/1, F2 = DX(21,1)\\F3 = DZ(21,1)\\F4 = VX(21,1)\\F6 = VZ(21,1)" \
  "\\F7 = WY(21,1)\\F8 = CONTACT(1,0,4,0)\nREQUEST/2, FORCE, I = 21, J = 1\nEND\n"
#define BALL                                                                                     \
  "PART/2, MASS = 0.5, CM = 21, IP = 2E-4, 2E-4, 2E-4, QG = 0, 0, 0.0201, VX = 0.3, VZ = -0.5\n" \
  "MARKER/21, PART = 2\nGRAPHICS/2, ELLIPSOID, CM = 21, XSCALE = 0.04, YSCALE = 0.04, ZSCALE = " \
  "0.04\n"
#define FRICTION                                                 \
  ", COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, " \
  "STICTION_TRANSITION_VELOCITY = 0.02, FRICTION_TRANSITION_VELOCITY = 0.2\n"

typedef struct contact_case {
  const char *name, *text;
} contact_case;

static const contact_case cases[] = {
    {"ball on a plane, IMPACT with friction",
     BEGIN BALL "CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, "
                "DAMPING = 20, DMAX = 1E-5" FRICTION END},
    {"plane under a ball, POISSON",
     BEGIN BALL "CONTACT/1, IGEOM = 1, JGEOM = 2, POISSON, PENALTY = 1E5, "
                "RESTITUTION_COEFFICIENT = 0.4" FRICTION END},
    {"ball that sticks, STICTION", BEGIN BALL
     "CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 200, "
     "DMAX = 1E-5, STICTION = ON, MAX_STICTION_DEFORMATION = 1E-4" FRICTION END},
    {"box on its corners",
     BEGIN "PART/2, MASS = 0.5, CM = 21, IP = 2E-4, 3E-4, 2E-4, QG = 0, 0, 0.0301, VX = 0.3, "
           "VZ = -0.5, REULER = 0, 5D, 0\nMARKER/21, PART = 2\n"
           "MARKER/22, PART = 2, QP = -0.04, -0.03, -0.02\n"
           "GRAPHICS/2, BOX, CORNER = 22, X = 0.08, Y = 0.06, Z = 0.04\n"
           "CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, "
           "DAMPING = 20, DMAX = 1E-5" FRICTION END},
    {"box on a box, POISSON: each corner remembers",
     BEGIN "MARKER/2, PART = 1, QP = -0.5, -0.5, -0.2\n"
           "GRAPHICS/3, BOX, CORNER = 2, X = 1, Y = 1, Z = 0.2\n"
           "PART/2, MASS = 0.5, CM = 21, IP = 2E-4, 3E-4, 2E-4, QG = 0, 0, 0.0301, VX = 0.3, "
           "VZ = -0.5, REULER = 0, 5D, 0\nMARKER/21, PART = 2\n"
           "MARKER/22, PART = 2, QP = -0.04, -0.03, -0.02\n"
           "GRAPHICS/2, BOX, CORNER = 22, X = 0.08, Y = 0.06, Z = 0.04\n"
           "CONTACT/1, IGEOM = 2, JGEOM = 3, POISSON, PENALTY = 1E5, "
           "RESTITUTION_COEFFICIENT = 0.4" FRICTION END},
};

enum { OUTPUTS = 15 };

typedef struct trace {
  double value[OUTPUTS + 1][8];
} trace;

static lash_status run(const lash_host_class *host_class, const char *text, lash_host_options how,
                       trace *t, lash_error *error) {
  lash_model model;
  lash_host *host = NULL;
  lash_status status = lash_model_parse(&model, "m.adm", text, strlen(text), error);
  if (status == LASH_OK) status = lash_host_create(host_class, &model, &how, &host, error);
  for (int k = 0; k <= OUTPUTS && status == LASH_OK; k++) {
    status = lash_host_advance(host, 1e-3 * k, error);
    if (status == LASH_OK) status = lash_host_request(host, 0, t->value[k], error);
  }
  lash_host_free(host);
  lash_model_free(&model);
  return status;
}

/* Of the motion: places, speeds and turning, each against its greatest size. */
static double difference(const trace *one, const trace *two) {
  static const int columns[] = {1, 2, 3, 5, 6};
  double worst = 0;
  for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
    double scale = 0, far = 0;
    for (int k = 0; k <= OUTPUTS; k++) {
      const double ours = two->value[k][columns[c]], theirs = one->value[k][columns[c]];
      scale = fmax(scale, fabs(ours));
      far = fmax(far, fabs(theirs - ours));
    }
    if (scale > 1e-9) worst = fmax(worst, far / scale);
  }
  return worst;
}

static void engines_agree(void) {
  const lash_host_class *reference = need_host("reference");
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    static trace ours, theirs;
    lash_error error = {LASH_OK, ""};
    const lash_status status =
        run(reference, cases[c].text, (lash_host_options){.accuracy = 1e-10}, &ours, &error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
    for (size_t k = 0; k < lash_host_count(); k++) {
      const lash_host_class *host = lash_host_at(k);
      if (host == reference) continue;
      const lash_host_options how = {.step = 2e-6, .accuracy = 1e-9};
      const lash_status there = run(host, cases[c].text, how, &theirs, &error);
      TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, there, error.message);
      printf("%s, %s: %.2e apart\n", cases[c].name, lash_host_name(host),
             difference(&theirs, &ours));
      TEST_ASSERT_TRUE_MESSAGE(difference(&theirs, &ours) < 1e-3, cases[c].name);
    }
  }
}

/* POISSON gives back e^2 of the spring's energy, and gravity works meanwhile: what a depth d takes
 * and returns is met^2 + 2 g d = k d^2/m and back^2 = e^2 k d^2/m - 2 g d. The change from the one
 * spring to the other takes a hundredth of the speed, and outputs are a millisecond apart. The
 * CONTACT measure is the spring's force at that depth. */
static void a_ball_returns_what_poisson_says(void) {
  const double k = 1e5, m = 0.5, e = 0.4, g = 9.81;
  const double met = sqrt(0.25 + 2 * g * 1e-4); /* falls 0.1 mm more */
  const double depth = (g + sqrt(g * g + k / m * met * met)) / (k / m);
  const double expected = sqrt(e * e * k / m * depth * depth - 2 * g * depth);
  for (size_t h = 0; h < lash_host_count(); h++) {
    static trace t;
    const char *name = lash_host_name(lash_host_at(h));
    lash_error error = {LASH_OK, ""};
    const lash_host_options how = {.step = 2e-6, .accuracy = 1e-9};
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, run(lash_host_at(h), cases[1].text, how, &t, &error),
                                  error.message);
    double back = 0, push = 0;
    for (int n = 0; n <= OUTPUTS; n++) {
      back = fmax(back, t.value[n][5]);
      push = fmin(push, t.value[n][7]); /* on I, the plane: downwards */
    }
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.02 * met, expected, back, name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.1 * k * depth, -k * depth, push, name);
  }
}

static void routines_are_refused(void) {
  static const char text[] = BEGIN BALL
      "CONTACT/1, IGEOM = 2, JGEOM = 1, NORMAL_FUNCTION = USER(1)\\, NORMAL_ROUTINE = a::b\n" END;
  for (size_t k = 0; k < lash_host_count(); k++) {
    static trace t;
    lash_error error;
    if (!lash_host_refuses(lash_host_at(k), LASH_KIND_DIFF)) continue;
    TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED,
                          run(lash_host_at(k), text, (lash_host_options){0}, &t, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "m.adm:9: CONTACT/1"), error.message);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(engines_agree);
  RUN_TEST(a_ball_returns_what_poisson_says);
  RUN_TEST(routines_are_refused);
  return UNITY_END();
}
