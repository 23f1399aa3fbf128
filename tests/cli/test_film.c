/* Films on the command line: catalogue, a point, the journal-bearing rig. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "lash_film.h"
#include "lash_math.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

#define PIN "--set R=0.01 --set c=20e-6 --set L=0.01 --set viscosity=0.05"

static void films_are_in_the_catalogue(void) {
  for (size_t k = 0; k < lash_film_law_count(); k++) {
    const outcome *o = lash("laws %s --json", lash_film_law_at(k)->name);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    TEST_ASSERT_NOT_NULL(strstr(o->output, "\"film\""));
    TEST_ASSERT_NOT_NULL(strstr(lash("laws --kind film")->output, lash_film_law_at(k)->name));
  }
}

static void a_film_at_a_point(void) {
  const outcome *o = lash("law short " PIN " --at ex=10e-6,wj=100 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -55.55555555556, json_value(o, "force_x"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 75.57497350976, json_value(o, "force_y"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.01851586850989, json_value(o, "torque_j"));
  expect(0, "beyond the law's validity", "law short " PIN " --at ex=19.9e-6,wj=100");
  expect(0, "the surfaces overlap", "law short " PIN " --at ex=25e-6");
  expect(2, "viscosity = -1 is not legal", "law short " PIN " --set viscosity=-1 --at ex=1e-6");
  expect(2, "does not depend on 'delta'", "law short " PIN " --at delta=1");
  expect(2, "needs viscosity", "law short --set R=0.01 --set c=20e-6 --set L=0.01 --at ex=1e-6");
  expect(3, "check is for", "law check short " PIN);
  expect(2, "did you mean 'short'", "rig journal-bearing --law shrt " PIN);
}

/* Pure approach over the eccentricity: at the end of the range, and that a picture comes of it. */
static void a_film_over_a_range(void) {
  const outcome *o = lash("law short " PIN " --at ux=1e-3 --over ex=0:10e-6:3");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      0, strncmp(o->output, "ex_m,force_x_N,force_y_N,torque_j_N_m,pressure_Pa,film_m\n", 57),
      o->output);
  double first[3], last[3];
  const char *line = strchr(o->output, '\n');
  TEST_ASSERT_EQUAL_INT(3, sscanf(line, " %lf,%lf,%lf", &first[0], &first[1], &first[2]));
  for (int k = 0; k < 2; k++) line = strchr(line + 1, '\n');
  TEST_ASSERT_EQUAL_INT(3, sscanf(line, " %lf,%lf,%lf", &last[0], &last[1], &last[2]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -98.17477042468, first[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-17, 10e-6, last[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, -569.733192052, last[1]);
  expect(0, "", "law finite " PIN " --at wj=100 --over ey=0:19e-6 --plot test_film_over.svg");
  remove("test_film_over.svg");
  expect(2, "does not depend on 'ez'", "law short " PIN " --over ez=0:1e-5");
  expect(2, "add --over ex=FROM:TO", "law short " PIN " --at ex=1e-6 --plot test_film_over.svg");
}

/* S (L/D)^2 = (1-eps^2)^2/(pi eps sqrt(16 eps^2 + pi^2 (1-eps^2))) at the eccentricity found. */
static void steady_load(void) {
  const outcome *o = lash("rig journal-bearing --law short " PIN " --set load=100 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const double eps = json_value(o, "eccentricity"), s2 = 1 - eps * eps, pi = LASH_PI;
  const double S = 0.05 * 100 / (2 * pi) * 0.01 * 0.02 * 0.01 * 0.01 / (20e-6 * 20e-6) / 100;
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, s2 * s2 / (pi * eps * sqrt(16 * eps * eps + pi * pi * s2)),
                            S / 4);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, atan2(pi * sqrt(s2), 4 * eps) * 180 / pi,
                            json_value(o, "attitude_deg"));
  expect(2, "the film bears at most", "rig journal-bearing --law short " PIN " --set load=1e6");
}

/* Without turning and with next to no mass: W dt = K (3 eps/s^4 + acos(-eps)(1 + 2 eps^2)/s^5) de.
 */
static void squeeze_takes_its_time(void) {
  const outcome *o = lash("rig journal-bearing --law short " PIN
                          " --set experiment=squeeze --set mass=1e-3 --set until=0.8 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const double K = 0.05 * 0.01 * 1e-6 / pow(20e-6, 3);
  double time = 0;
  enum { STEPS = 4000 };
  for (int k = 0; k <= STEPS; k++) {
    const double x = 0.8 * k / STEPS, s2 = 1 - x * x;
    const double weight = (k == 0 || k == STEPS ? 1 : k % 2 ? 4 : 2) * 0.8 / STEPS / 3;
    const double f = 3 * x / (s2 * s2) + acos(-x) * (1 + 2 * x * x) / pow(s2, 2.5);
    time += weight * K * f * 20e-6 / 100;
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * time, time, json_value(o, "time_s"));
}

static void orbit_balances_its_energy(void) {
  const outcome *o = lash("rig journal-bearing --law finite " PIN
                          " --set experiment=orbit --set load=60 --set turns=4 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0, json_value(o, "energy_error"));
  TEST_ASSERT_TRUE(json_value(o, "eccentricity") < 1);
  expect(0, "time_s,x_m,y_m,film_m,pressure_Pa,power_W",
         "rig journal-bearing --law long " PIN " --set experiment=orbit --set turns=1 --csv");
  expect(2, "experiment=squeeze only",
         "rig journal-bearing --law ball --set R=0.01 --set c=20e-6 --set viscosity=0.05");
}

/* Short film, e from the middle: m u falls by K c (1/s^2 + eps acos(-eps)/s^3 - 1). */
static void a_drop_that_stops_in_oil(void) {
  const double K = 0.05 * 0.01 * 1e-6 / pow(20e-6, 3), c = 20e-6, eps = 0.8, s = 0.6;
  const double speed = K * c * (1 / (s * s) + eps * acos(-eps) / (s * s * s) - 1) / 2;
  const outcome *o = lash(
      "impact --law hertz --set K=1e9 --film short " PIN " --mass 2 --speed %.17g --json", speed);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "\"stopped\": true"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * c, eps * c, json_value(o, "e_end"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * speed * speed, speed * speed, json_value(o, "energy_oil"));
  expect(0, "do not touch",
         "impact --law hertz --set K=1e9 --film short " PIN " --mass 2 --speed 0.01");
}

/* Oil next to none: the dry impact (held at eps_max, oil acts as long as the surfaces overlap).
 * Between: what is lost is the oil's, and the body comes back slower. */
static void a_drop_through_thin_oil(void) {
  static const char law[] =
      "impact --law flores --set e=0.7 --set K=1e9 --set n=1.5 --mass 0.5 "
      "--speed 0.5 --json";
  const double dry = json_value(lash("%s", law), "e_out");
  const outcome *o =
      lash("%s --film short --set R=0.01 --set c=20e-6 --set L=0.01 --set viscosity=1e-14", law);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, dry, json_value(o, "e_out"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.5, json_value(o, "touch_speed"));
  o = lash("%s --film short --set R=0.01 --set c=20e-6 --set L=0.01 --set viscosity=2e-9", law);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const double back = json_value(o, "e_out"), lost = json_value(o, "energy_oil");
  TEST_ASSERT_TRUE(back > 0 && back < dry && lost > 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0.5 * 0.5 * 0.25 * (1 - back * back),
                            lost + json_value(o, "energy_contact"));
  expect(2, "viscosity = -1 is not legal",
         "impact --law hertz --set K=1e9 --film short " PIN " --set viscosity=-1");
  expect(2, "did you mean 'short'", "impact --law hertz --set K=1e9 --film shrt " PIN);
  expect(2, "there is no parameter 'viscosty'",
         "impact --law hertz --set K=1e9 --film short " PIN " --set viscosty=1");
}

/* The eccentricity that the rig finds for a load gives the viscosity back, and so does the time of
 * a squeeze of next to no mass; the closed form of physics: F = mu R L^3 w e/(4 c^2 s^4) sqrt(16
 * e^2 + pi^2 s^2). */
static void a_test_gives_the_viscosity(void) {
  const outcome *o = lash(
      "fit --film short --set R=0.01 --set c=20e-6 --set L=0.01 --set load=60 --set speed=100 "
      "--set eccentricity=0.4 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const double e = 0.4, s2 = 1 - e * e, pi = LASH_PI;
  const double one =
      0.01 * 1e-6 * 100 * e / (4 * 4e-10 * s2 * s2) * sqrt(16 * e * e + pi * pi * s2);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 60 / one, json_value(o, "viscosity"));
  static const char *const laws[] = {"short", "finite", "long"};
  for (int k = 0; k < 3; k++) {
    o = lash("rig journal-bearing --law %s " PIN " --set load=60 --json", laws[k]);
    const double eps = json_value(o, "eccentricity");
    o = lash(
        "fit --film %s --set R=0.01 --set c=20e-6 --set L=0.01 --set load=60 --set speed=100 "
        "--set eccentricity=%.17g --json",
        laws[k], eps);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.05, json_value(o, "viscosity"));
  }
  static const char ball[] = "--set R=0.01 --set c=20e-6 --set viscosity=0.05";
  for (int k = 0; k < 2; k++) {
    o = lash("rig journal-bearing --law %s %s --set experiment=squeeze --set mass=1e-4 --json",
             k ? "ball" : "short", k ? ball : PIN);
    const double time = json_value(o, "time_s");
    o = lash("fit --film %s --set R=0.01 --set c=20e-6 %s --set load=100 --set time=%.17g --json",
             k ? "ball" : "short", k ? "" : "--set L=0.01", time);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-5 * 0.05, 0.05, json_value(o, "viscosity"), o->output);
  }
#define OIL "fit --film short --set R=0.01 --set c=20e-6 --set L=0.01 "
  expect(2, "load, speed and eccentricity, or", OIL "--set load=60");
  expect(2, "load, speed and eccentricity, or", OIL "--set load=60 --set time=1 --set speed=1");
  expect(2, "is what is sought", OIL "--set viscosity=0.05 --set load=60 --set time=1");
  expect(2, "raise eps_max", OIL "--set load=60 --set speed=100 --set eccentricity=0.97");
  expect(2, "not from 0.5 to 0.2", OIL "--set load=60 --set time=1 --set from=0.5 --set until=0.2");
  expect(2, "eccentricity = 1 is not legal",
         OIL "--set load=60 --set speed=1 --set eccentricity=1");
  expect(2, "leave sigma out",
         OIL
         "--set sigma=1e-7 --set asperities=0.04 --set slope=1e-3 --set Ea=1e11 --set load=60 "
         "--set time=1");
  expect(2, "the time of a squeeze",
         "fit --film ball --set R=0.01 --set c=20e-6 --set load=60 --set speed=1 "
         "--set eccentricity=0.5");
  expect(2, "is of a test of oil", OIL "--set load=60 --set time=1 --speed 2");
  expect(2, "did you mean 'short'", "fit --film shrt --set load=60 --set time=1");
}

/* What tests/film/test_whirl.c checks, at the prompt. */
static void whirl_at_the_prompt(void) {
  const outcome *o = lash(
      "rig whirl --law short --set R=0.05 --set L=0.03 --set c=1e-4 --set viscosity=0.1 "
      "--set load=525 --set speed=157.07963267948966 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(5e3, 12.81e6, json_value(o, "kxx_N_m"));
  TEST_ASSERT_DOUBLE_WITHIN(50, 232.9e3, json_value(o, "cxx_N_s_m"));
  expect(0, "time_s,x_m,y_m,vx_m_s,vy_m_s", "rig whirl --law finite " PIN " --csv");
  expect(2, "it does not whirl",
         "rig whirl --law ball --set R=0.01 --set c=20e-6 --set viscosity=0.05");
  expect(2, "mass = 0 is not legal", "rig whirl --law short " PIN " --set mass=0");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(films_are_in_the_catalogue);
  RUN_TEST(a_film_at_a_point);
  RUN_TEST(a_film_over_a_range);
  RUN_TEST(steady_load);
  RUN_TEST(squeeze_takes_its_time);
  RUN_TEST(orbit_balances_its_energy);
  RUN_TEST(a_drop_that_stops_in_oil);
  RUN_TEST(a_drop_through_thin_oil);
  RUN_TEST(a_test_gives_the_viscosity);
  RUN_TEST(whirl_at_the_prompt);
  return UNITY_END();
}
