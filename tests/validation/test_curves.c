/* Files of curves: names and columns as documented, a thousand rows at least. Read from runs.txt;
 * what is written is exactly that (test_cases.c). */
#include <stdio.h>
#include <string.h>

#include "runs.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static run_list read_runs(const char *name) {
  run_list runs;
  lash_error error = {0};
  char path[512];
  snprintf(path, sizeof path, CASES "/%s/runs.txt", name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, run_list_read(path, &runs, &error), error.message);
  return runs;
}

/* The heading of the run that writes `file`; NULL when there is none. */
static const char *heading(const run_list *runs, const char *file) {
  static char text[1024];
  for (size_t i = 0; i < runs->count; i++) {
    const run_setup *s = &runs->item[i];
    if (strcmp(s->curves, file) != 0) continue;
    TEST_ASSERT_TRUE_MESSAGE(s->members > 0, file);
    strcpy(text, "time_s");
    for (size_t c = 0; c < s->columns; c++) {
      if (s->column[c].name[0] == '_') continue;
      strcat(strcat(text, ","), s->column[c].name);
    }
    return text;
  }
  return NULL;
}

static void expect_heading(const run_list *runs, const char *file, const char *columns) {
  const char *found = heading(runs, file);
  TEST_ASSERT_NOT_NULL_MESSAGE(found, file);
  TEST_ASSERT_EQUAL_STRING(columns, found);
}

static void inverse_dynamics(void) {
  run_list runs = read_runs("slider_crank");
  static const char columns[] = "time_s,theta_deg,torque_Nm,Ax_N,Ay_N,Bx_N,By_N,Cx_N,Cy_N,N_N";
  expect_heading(&runs, "curves.csv", columns);
  expect_heading(&runs, "curves_weightless.csv", columns);
  run_list_free(&runs);
  runs = read_runs("three_ups_s");
  static const char *const sets[] = {"H1P0", "H1P1", "H1P0_weightless", "H1P1_weightless"};
  for (size_t i = 0; i < 4; i++) {
    for (int motion = 1; motion <= 2; motion++) {
      char file[64];
      snprintf(file, sizeof file, "curves_%s_m%d.csv", sets[i], motion);
      expect_heading(&runs, file, "time_s,phi_deg,f1_N,f2_N,f3_N,Fhx_N,Fhy_N,Fhz_N");
    }
  }
  run_list_free(&runs);
}

static void rssr(void) {
  static const char *const inertia[] = {"printed", "slender"}, *const rpm[] = {"1200", "12000"};
  static const char *const mm[] = {"0.5", "0.1", "0.02"}, *const law[] = {"hertz", "ln", "exact"};
  run_list runs = read_runs("rssr");
  for (size_t k = 0; k < 36; k++) {
    char file[96];
    snprintf(file, sizeof file, "curves_%s_%s_c%s_%s.csv", inertia[k % 2], rpm[k / 2 % 2],
             mm[k / 4 % 3], law[k / 12]);
    expect_heading(&runs, file,
                   "time_s,theta2_rad,theta4_rad,omega4_rad_s,alpha4_rad_s2,delta_m,Fn_N");
  }
  run_list_free(&runs);
}

static void press(void) {
  run_list runs = read_runs("press");
  static const char *const files[] = {"geom1_ideal",
                                      "geom1_240_c0.1",
                                      "geom1_240_c0.05",
                                      "geom1_240_c0.15",
                                      "geom1_240_c0.20",
                                      "geom1_240_c0.1_calibrated",
                                      "geom1_240_c0.1_rule",
                                      "geom1_200_c0.1",
                                      "geom1_300_c0.1",
                                      "geom1_400_c0.1",
                                      "geom1_500_c0.1",
                                      "geom1_240_c0.1_lugre",
                                      "geom2_240_c0.1",
                                      "geom0_240_c0.1",
                                      "geom0_240_c0.1_contact",
                                      "geom0_240_c0.1_lugre",
                                      "geom0_240_c0.1_host_states",
                                      "geom0_240_c0.1_turns",
                                      "geom0_240_c0.05_rule",
                                      "geom0_240_c0.20_rule",
                                      "flexible_240_c0.1",
                                      "inflexible_240_c0.1"};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char file[96];
    snprintf(file, sizeof file, "curves_%s.csv", files[i]);
    expect_heading(&runs, file, "time_s,s_m,v_m_s,a_m_s2");
  }
  run_list_free(&runs);
}

static void five_bar(void) {
  run_list runs = read_runs("mobile_five_bar");
  static const char *const names[] = {"I1", "I2", "I3", "I4", "I5", "I6", "I61", "I7"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char file[64];
    snprintf(file, sizeof file, "curves_%s.csv", names[i]);
    const char *found = heading(&runs, file);
    TEST_ASSERT_NOT_NULL_MESSAGE(found, file);
    TEST_ASSERT_NOT_NULL(strstr(found, "time_s,angle2_rad,angle3_rad,angle5_rad,angle4_rad"));
    TEST_ASSERT_NOT_NULL(strstr(found, ",rate2_rad_s,rate3_rad_s,rate5_rad_s,rate4_rad_s"));
    TEST_ASSERT_NOT_NULL(strstr(found, ",Fn_N"));
  }
  run_list_free(&runs);
}

/* Position error, velocity and acceleration of the platform, of the ideal robot too. */
static void three_rrpar(void) {
  run_list runs = read_runs("three_rrpar");
  size_t files = 0;
  for (size_t i = 0; i < runs.count; i++) {
    const char *file = runs.item[i].curves;
    if (!file[0]) continue;
    const char *found = heading(&runs, file);
    static const char platform[] =
        "time_s,eX_m,eY_m,eZ_m,vX_m_s,vY_m_s,vZ_m_s,aX_m_s2,aY_m_s2,aZ_m_s2,";
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, strncmp(platform, found, sizeof platform - 1), file);
    files++;
  }
  TEST_ASSERT_TRUE(files >= 8);
  run_list_free(&runs);
}

static void a_thousand_rows_each(void) {
  static const char *const cases[] = {"slider_crank",    "three_ups_s",           "rssr",
                                      "press",           "three_rrpar",           "mobile_five_bar",
                                      "impact_pendulum", "slider_crank_clearance"};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    run_list runs = read_runs(cases[k]);
    for (size_t i = 0; i < runs.count; i++) {
      const run_setup *s = &runs.item[i];
      TEST_ASSERT_TRUE_MESSAGE(!s->curves[0] || s->steps + 1 >= 1000, s->curves);
    }
    run_list_free(&runs);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(inverse_dynamics);
  RUN_TEST(rssr);
  RUN_TEST(press);
  RUN_TEST(five_bar);
  RUN_TEST(three_rrpar);
  RUN_TEST(a_thousand_rows_each);
  return UNITY_END();
}
