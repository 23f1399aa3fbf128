/* A joint that opens and closes: whatever the friction law, the coefficient of friction that an
 * impact sees is one. Every law keeps its defaults (static level 0.15, or 1.5 N) but for viscous
 * parts, which are 0; only bristle damping could exceed the level, and in a joint it is bounded. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "lash_friction.h"

static const double RI = 0.0105, RJ = 0.0100, STATIC = 0.15, STATIC_NEWTONS = 1.5, PI = 3.14159265;

void setUp(void) { bench_open(); }
void tearDown(void) { bench_close(); }

static void friction_words(const lash_friction_law *law, const char *more, char *text,
                           size_t size) {
  static const char *const viscous[] = {"c", "s2"};
  int used = snprintf(text, size, "friction=%s%s", law->name, more);
  for (size_t k = 0; k < sizeof viscous / sizeof viscous[0]; k++) {
    for (size_t i = 0; i < law->param_count; i++) {
      if (strcmp(law->params[i].name, viscous[k]) != 0) continue;
      used += snprintf(text + used, size - (size_t)used, " friction.%s=0", viscous[k]);
    }
  }
}

/* Five impacts of 1 ms and 20 um, one every 2 ms; the ball rubs at 1 m/s, slows down and turns
 * round. The largest |Ft|/Fn, or |Ft| in newtons for laws with a level of their own. Loads below
 * 1e-3 N count as that (least load of lugre_nz). */
static double largest_coefficient(const lash_friction_law *law, const char *more) {
  const double h = 2e-6, depth = 20e-6, period = 2e-3;
  char friction[200];
  bench_gforce g;
  double largest = 0, wrench[6];
  friction_words(law, more, friction, sizeof friction);
  snprintf(host.string[1], sizeof host.string[1],
           "joint=spherical normal=hertz K=1e9 %s Ri=%.17g Rj=%.17g", friction, RI, RJ);
  host.run.time_converged = 0;
  for (int n = 0; n < 5000; n++) {
    double t = n * h, phase = 2 * PI * t / period, slip = cos(phase / 4);
    double place[3] = {RI - RJ - depth * sin(phase), 0, 0};
    double velocity[3] = {-depth * 2 * PI / period * cos(phase), 0, 0};
    double spin[3] = {0, 0, slip / RJ};
    bench_place(place, velocity, spin);
    if (n == 0) bench_gforce_make(&g, "Gfosub", 7, 1, SOCKET);
    bench_gforce_value(&g, t, 0, wrench);
    double normal = fabs(wrench[0]), tangential = hypot(wrench[1], wrench[2]);
    bool own = law->traits & LASH_FRICTION_OWN_LEVEL;
    largest = fmax(largest, own ? tangential : tangential / fmax(normal, 1e-3));
    host.run.time_converged = t;
  }
  return largest;
}

static void coefficients_of_impacts(void) {
  printf("  law               |Ft|/Fn    as published\n");
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    const lash_friction_law *law = lash_friction_law_at(i);
    bool own = law->traits & LASH_FRICTION_OWN_LEVEL, choice = false;
    for (size_t k = 0; k < law->param_count; k++)
      choice |= strcmp(law->params[k].name, "damping") == 0;
    host.messages = 0;
    double bounded = largest_coefficient(law, "");
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, host.messages, host.message);
    double published = choice ? largest_coefficient(law, " damping=published") : bounded;
    TEST_ASSERT_EQUAL_INT_MESSAGE(choice ? 1 : 0, host.messages, law->name); /* warned once */
    printf("  %-16s %8.4g %s %8.4g\n", law->name, bounded, own ? "N" : " ", published);
    TEST_ASSERT_TRUE_MESSAGE(bounded > 0.09, law->name);
    TEST_ASSERT_TRUE_MESSAGE(bounded <= 1.2 * (own ? STATIC_NEWTONS : STATIC), law->name);
    if (choice) TEST_ASSERT_TRUE_MESSAGE(published > 10 * STATIC, law->name);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(coefficients_of_impacts);
  return UNITY_END();
}
