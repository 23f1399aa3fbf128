/* lash rig and compare against published and closed-form numbers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

/* Canudas de Wit et al. 1995; converged values computed elsewhere with fixed-step RK4. */
static void lugre_stick_slip(void) {
  const outcome *o = lash("rig stick-slip --law lugre --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(0.5e-6, 1.476573, json_value(o, "force_peak_N"));
  TEST_ASSERT_DOUBLE_WITHIN(0.5e-4, 7.4045, json_value(o, "force_peak_time_s"));
  TEST_ASSERT_DOUBLE_WITHIN(0.5e-5, 6.36272, json_value(o, "period_s"));
  TEST_ASSERT_DOUBLE_WITHIN(0.5e-5, 7.54040, json_value(o, "first_slip_s"));
  TEST_ASSERT_DOUBLE_WITHIN(0.5e-6, 0.369816, json_value(o, "speed_peak_m_s"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.27259641, json_value(o, "x_end_m"));
}

static void lugre_breaks_away_later_at_lower_rates(void) {
  static const double rate[] = {1, 5, 20}, force[] = {1.43242, 1.31321, 1.09861};
  for (size_t i = 0; i < 3; i++) {
    const outcome *o = lash("rig breakaway --law lugre --set rate=%g --json", rate[i]);
    TEST_ASSERT_DOUBLE_WITHIN(0.5e-5, force[i], json_value(o, "force_peak_N"));
  }
}

static void lugre_drifts_and_others_hold(void) {
  TEST_ASSERT_DOUBLE_WITHIN(0.5e-9, 1.2756e-5,
                            json_value(lash("rig drift --law lugre --json"), "drift_per_period_m"));
  TEST_ASSERT_DOUBLE_WITHIN(
      1e-14, 0, json_value(lash("rig drift --law elasto_plastic --json"), "drift_per_period_m"));
  /* gms has no damping while it sticks: it rings on, a hundred thousand times below lugre's drift
   */
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0,
                            json_value(lash("rig drift --law gms --json"), "drift_per_period_m"));
}

/* Rabinowicz' belt with ideal stiction: t_slip = (2/w)(pi - atan(dF w/(k v))), t_stick = 2 dF/(k
 * v). */
static void ideal_stiction_on_the_belt(void) {
  double w = sqrt(2), slip = 2 / w * (M_PI - atan(0.5 * w / 0.2));
  const outcome *o = lash("rig belt --law coulomb --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, slip, json_value(o, "slip_s"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 5, json_value(o, "stick_s"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, slip + 5, json_value(o, "period_s"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, sqrt(0.5 * 0.5 / 4 + 0.01 / 2), json_value(o, "amplitude_m"));
  o = lash("rig belt --law coulomb --set normal=9.81 --json");
  TEST_ASSERT_DOUBLE_WITHIN(0.5e-6, 7.523422, json_value(o, "period_s"));
}

/* Rate-independent Dahl: the loop of amplitude A has a closed form in exponentials. */
static void dahl_presliding_loop(void) {
  const outcome *o = lash("rig presliding --law dahl --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  double area = json_value(o, "loop_area_J"), peak = json_value(o, "force_peak_N");
  /* from reversal at -A (force -P): F(x) = Fc - (Fc + P) exp(-s0 (x + A)/Fc), and F(A) = P */
  double Fc = 1, s0 = 1e5, A = 1e-5, q = exp(-2 * A * s0 / Fc), P = Fc * (1 - q) / (1 + q);
  double branch = 2 * A * Fc - (Fc + P) * Fc / s0 * (1 - q);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * 2 * branch, 2 * branch, area);
  TEST_ASSERT_TRUE(peak >= P && peak <= Fc);
}

static void every_friction_law_runs_on_every_rig(void) {
  /* in quick time: undamped bristles ring, which takes many steps */
  static const char *const rigs[] = {
      "stick-slip --set speed=1 --set end=2", "breakaway --set rate=10",
      "drift --set frequency=10 --set periods=4", "belt --set speed=1 --set end=2", "presliding"};
  char names[8192];
  snprintf(names, sizeof names, "%.4000s", lash("laws --kind friction")->output);
  size_t used = strlen(names);
  snprintf(names + used, sizeof names - used, "%.4000s",
           lash("laws --kind friction-state")->output);
  size_t laws = 0;
  char *save = NULL;
  for (char *line = strtok_r(names, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    char law[64] = "";
    sscanf(line, "%63s", law);
    if (strcmp(law, "law") == 0) continue;
    laws++;
    for (size_t i = 0; i < 5; i++) {
      const outcome *o = lash("rig %s --law %s --json", rigs[i], law);
      char told[2048];
      snprintf(told, sizeof told, "%s on %s: %.1500s", law, rigs[i], o->output);
      TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, told);
    }
  }
  TEST_ASSERT_TRUE(laws >= 22);
}

static void compare_shows_differences(void) {
  const outcome *o = lash("compare impact --laws hertz,exact --set K=1e8 --set e=0.5 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "\"relative_difference\""));
  expect(0, "lugre", "compare presliding --laws lugre,dahl");
  expect(2, "no parameter 'q'",
         "compare impact --laws hertz,exact --set K=1e8 --set e=1 --set q=1");
  expect(2, "name an experiment", "compare");
  expect(2, "the rigs are", "compare nonsense --laws lugre");
  expect(2, "the rigs are", "rig nonsense");
  expect(0, "stiffness", "rig stick-slip");
  expect(2, "is a contact law", "rig belt --law hertz");
  expect(2, "must be > 0", "rig belt --law coulomb --set mass=-1");
}

static void curves_come_as_csv_and_plots(void) {
  expect(0, "time_s,x_m,v_m_s,force_N", "rig stick-slip --law lugre --csv");
  expect(0, "time_s,delta_m,v_m_s,force_N", "impact --law hertz --set K=1e8 --csv");
  expect(0, "vt_m_s,force_N", "law brown_mcphee --at N=10 --over vt=-0.1:0.1 --csv");
  static const char *const files[] = {"rig_test.svg", "rig_test.png"};
  static const char *const starts[] = {"<?xml", "\x89PNG"};
  for (size_t i = 0; i < 2; i++) {
    remove(files[i]);
    const outcome *o = lash("compare presliding --laws lugre,dahl --plot %s", files[i]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    FILE *file = fopen(files[i], "rb");
    TEST_ASSERT_NOT_NULL(file);
    char start[8] = "";
    TEST_ASSERT_TRUE(fread(start, 1, 5, file) == 5);
    fclose(file);
    TEST_ASSERT_TRUE(memcmp(start, starts[i], strlen(starts[i])) == 0);
    remove(files[i]);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(lugre_stick_slip);
  RUN_TEST(lugre_breaks_away_later_at_lower_rates);
  RUN_TEST(lugre_drifts_and_others_hold);
  RUN_TEST(ideal_stiction_on_the_belt);
  RUN_TEST(dahl_presliding_loop);
  RUN_TEST(every_friction_law_runs_on_every_rig);
  RUN_TEST(compare_shows_differences);
  RUN_TEST(curves_come_as_csv_and_plots);
  return UNITY_END();
}
