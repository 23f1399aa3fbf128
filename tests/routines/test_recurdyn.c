/* The routine that RecurDyn calls for contact forces, called as RecurDyn does: signs, units,
 * trials, Jacobians, and bodies that bounce on it. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "lash_friction.h"
#include "lash_recurdyn.h"

/* of the same type as the header says */
_Static_assert(_Generic(&contact_force,
                        void (*)(double, double *, int, double, double *, int, int, double *) : 1),
               "");

static char words[] = "/tmp/lash_recurdyn_XXXXXX";
static void (*entry)(double time, double upar[], int npar, double pen, double rvel[], int jflag,
                     int iflag, double *result);
static lash_error error;

void setUp(void) {}
void tearDown(void) {}

static void open_library(void) {
  const int file = mkstemp(words);
  static const char text[] =
      "# contacts of a model\n"
      "1: joint=sphere_plane Rj=0.01 normal=lankarani_nikravesh K=1e8 e=0.5\n"
      " 2 : joint=sphere_plane Rj=0.01 normal=hertz K=1e8 friction=andersson # rubs\n"
      "3: joint=sphere_plane Rj=0.01 normal=hertz KK=1e8\n"
      "4: joint=sphere_plane Rj=0.01 normal=lankarani_nikravesh K=1e8 e=0.5\n"
      "5: joint=sphere_plane Rj=0.01 normal=lankarani_nikravesh K=1e8 e=0.5\n"
      "6: joint=revolute Ri=0.0105 Rj=0.01 L=0.02 normal=hertz K=1e8\n";
  TEST_ASSERT_TRUE(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  setenv("LASH_CONTACTS", words, 1);
  void *library = dlopen(RECURDYN, RTLD_NOW);
  TEST_ASSERT_NOT_NULL_MESSAGE(library, dlerror());
  void *found = dlsym(library, "contact_force");
  TEST_ASSERT_NOT_NULL(found);
  memcpy(&entry, &found, sizeof found);
}

static void begin(int number, const double *units) {
  double upar[4] = {number}, none[3] = {0}, result[6];
  if (units) memcpy(upar + 1, units, 3 * sizeof *units);
  entry(0, upar, units ? 4 : 1, 0, none, 0, 1, result);
  for (int k = 0; k < 6; k++) TEST_ASSERT_EQUAL_DOUBLE(0, result[k]);
}

/* Normal force along z where bodies close in (rvel[2] < 0); friction against the sliding. */
static void forces_are_those_of_the_laws(void) {
  const double units[] = {1, 1, 1}, delta = 2e-5, vt[] = {0.002, -0.001};
  double upar[4] = {2, 1, 1, 1}, rvel[3] = {vt[0], vt[1], -0.1}, result[6];
  lash_friction law;
  lash_friction_value f;
  begin(2, units);
  const double normal = 1e8 * delta * sqrt(delta);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_begin(&law, "andersson", 2, &error));
  lash_friction_for_contact(&law);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_ready(&law, &error));
  const lash_friction_input in = {.vt = {vt[0], vt[1]}, .normal = normal};
  lash_friction_force(&law, &in, &f);
  for (int sign = -1; sign <= 1; sign += 2) { /* of the penetration */
    entry(0.1, upar, 4, sign * delta, rvel, 0, 0, result);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * normal, normal, result[2]);
    for (int k = 0; k < 2; k++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-12 * normal, -f.force[k], result[k]);
      TEST_ASSERT_TRUE(result[k] * rvel[k] < 0);
    }
    for (int k = 3; k < 6; k++) TEST_ASSERT_EQUAL_DOUBLE(0, result[k]);
  }
}

/* A body of 1 kg comes with `speed` and leaves; what it leaves with. RK4 with trials and Jacobians
 * on the way, as an implicit solver makes them. `u`: metres, newtons, seconds per unit. */
static double bounce(int number, const double u[3], double start, double speed, bool noise) {
  double upar[4] = {number, u[0], u[1], u[2]}, result[6];
  const double mass = 1, h = 2e-7 / u[2];
  double t = start / u[2], delta = 0, v = speed * u[2] / u[0];
  for (int n = 0; n < 200000 && (delta > 0 || n == 0); n++) {
    double k[4][2], x[2] = {delta, v};
    for (int s = 0; s < 4; s++) {
      const double share = s == 0 ? 0 : s == 3 ? 1 : 0.5;
      const double at[2] = {delta + (s ? share * h * k[s - 1][0] : 0),
                            v + (s ? share * h * k[s - 1][1] : 0)};
      double rvel[3] = {0, 0, -at[1]};
      if (noise) {
        double other[3] = {0, 0, -at[1] - 0.01 / u[0]};
        entry(t + share * h, upar, 4, 1.1 * at[0], other, 1, 0, result);
      }
      result[2] = 0;
      if (at[0] > 0) entry(t + share * h, upar, 4, at[0], rvel, 0, 0, result);
      k[s][0] = at[1];
      /* acceleration in the model's units */
      k[s][1] = -result[2] * u[1] / mass * u[2] * u[2] / u[0];
    }
    for (int i = 0; i < 2; i++) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    delta = x[0], v = x[1], t += h;
  }
  return -v * u[0] / u[2];
}

/* Table 1.3 of the restitutions: Lankarani and Nikravesh return 0.7252 of e = 0.5. Twice, with a
 * flight between; in metres, millimetres and with noise. */
static void bodies_bounce(void) {
  const double si[] = {1, 1, 1}, mm[] = {1e-3, 1, 1}, odd[] = {1e-2, 10, 0.1};
  begin(1, si), begin(4, mm), begin(5, odd);
  const double first = bounce(1, si, 0.1, 0.3, false);
  TEST_ASSERT_DOUBLE_WITHIN(2e-4 * 0.3, 0.7252 * 0.3, first);
  TEST_ASSERT_DOUBLE_WITHIN(2e-4 * 0.1, 0.7252 * 0.1, bounce(1, si, 0.5, 0.1, false));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, first, bounce(4, mm, 0.1, 0.3, false));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, first, bounce(5, odd, 0.1, 0.3, false));
  begin(1, si);
  TEST_ASSERT_EQUAL_DOUBLE(first, bounce(1, si, 0.1, 0.3, true));
}

static void mistakes_give_no_force_but_words(void) {
  double upar[] = {3}, rvel[3] = {0, 0, -1}, result[6];
  static const int bad[] = {3, 6, 77};
  for (size_t i = 0; i < 3; i++) {
    upar[0] = bad[i];
    entry(0, upar, 1, 1e-3, rvel, 0, 0, result);
    TEST_ASSERT_TRUE(isnan(result[2]));
  }
  entry(0, upar, 0, 1e-3, rvel, 0, 0, result);
  TEST_ASSERT_TRUE(isnan(result[2]));
}

int main(void) {
  UNITY_BEGIN();
  open_library();
  RUN_TEST(forces_are_those_of_the_laws);
  RUN_TEST(bodies_bounce);
  RUN_TEST(mistakes_give_no_force_but_words);
  remove(words);
  return UNITY_END();
}
