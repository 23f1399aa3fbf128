/* Friction that turns within a tiny speed, as machines' data give it (0.01 mm/s), costs
 * generalised-alpha no more steps than friction that turns gently, and leads to the same place:
 * two masses on a spring, shaken, the one dragged over ground and the other over the first. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* %s: the speed within which friction turns */
#define DRAGGED                                                       \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                                \
  "PART/2, MASS=180, CM=20, IP=1,1,1, QG=0,0,1\nMARKER/20, PART=2\n"  \
  "PART/3, MASS=20, CM=30, IP=1,1,1, QG=0,0,2\nMARKER/30, PART=3\n"   \
  "JOINT/1, TRANSLATIONAL, I=20, J=1\n"                               \
  "JOINT/2, TRANSLATIONAL, I=30, J=1\n"                               \
  "SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=3000*SIN(160*TIME)"     \
  "-STEP(VZ(20,1,1),-%s,-500,%s,500)\n"                               \
  "SFORCE/2, TRANSLATION, I=30, J=20, FUNCTION=-5E6*(DZ(30,20,20)-1)" \
  "-STEP(VZ(30,20,20),-%s,-300,%s,300)\n"

typedef struct ride {
  double place;
  size_t steps, rejections, jacobians;
} ride;

static ride drag(const char *speed, const char *integrator, double tolerance) {
  char text[2048];
  snprintf(text, sizeof text, DRAGGED, speed, speed, speed, speed);
  mechanism m = load(text);
  const lash_integrate_options options = method(integrator, tolerance, 0);
  const outcome o = advance(&m, &options, 0.2, NULL);
  const ride r = {m.y[2] - 1, (size_t)o.statistics.steps, (size_t)o.statistics.rejections,
                  (size_t)o.statistics.jacobians};
  unload(&m);
  return r;
}

static void sharp_friction_costs_no_more_than_gentle(void) {
  const ride gentle = drag("1E-2", "genalpha", 1e-6), sharp = drag("1E-5", "genalpha", 1e-6);
  printf("gentle: %zu steps, %zu rejected, %zu matrices; sharp: %zu, %zu, %zu\n", gentle.steps,
         gentle.rejections, gentle.jacobians, sharp.steps, sharp.rejections, sharp.jacobians);
  TEST_ASSERT_TRUE_MESSAGE(sharp.steps < 2 * gentle.steps, "steps");
  TEST_ASSERT_TRUE_MESSAGE(sharp.rejections < sharp.steps / 4, "rejections");
}

static void sharp_friction_leads_to_the_same_place(void) {
  const ride exact = drag("1E-5", "rk45", 1e-7), here = drag("1E-5", "genalpha", 1e-8);
  TEST_ASSERT_DOUBLE_WITHIN(1e-2 * fabs(exact.place), exact.place, here.place);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(sharp_friction_costs_no_more_than_gentle);
  RUN_TEST(sharp_friction_leads_to_the_same_place);
  return UNITY_END();
}
