/* lash portrait: views of the driven pendulum, a ball in its socket, mistakes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../study/pendulum.h"
#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash_test_portrait_XXXXXX";
static const double pi = 3.14159265358979324;

void setUp(void) {}
void tearDown(void) {}

#define RUN "--period '3*pi' --plane 'AZ(2,1),WZ(2,1)' --integrator rk45 --error 1e-8"

/* A ball in a socket, falling onto its wall. */
static const char ball[] =
    "a ball in its socket\n"
    "PART/1, GROUND\nMARKER/1, PART=1\n"
    "PART/2, MASS=1, CM=2, IP=1E-3,1E-3,1E-3\nMARKER/2, PART=2\nMARKER/3, PART=2, FLOATING\n"
    "GFORCE/1, I=1, JFLOAT=3, RM=1, FUNCTION=USER(1,1,2,1)\\,"
    " ROUTINE=lash_subroutines::Lash_spherical\n"
    "STRING/1, STRING=normal=exact K=1e9 e=0.5 Ri=0.011 Rj=0.010\n"
    "CBKSUB/1, FUNCTION=USER(0)\\, ROUTINE=lash_subroutines::Cbksub\n"
    "ACCGRAV/JGRAV=-9.81\n"
    "END\n";

/* Rows of numbers below a heading. */
static size_t read_table(const char *name, size_t width, double *values, size_t room) {
  char path[600], line[400];
  size_t count = 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_TRUE_MESSAGE(file != NULL, path);
  TEST_ASSERT_NOT_NULL(fgets(line, sizeof line, file));
  while (count + width <= room && fgets(line, sizeof line, file)) {
    char *at = line;
    for (size_t k = 0; k < width; k++) {
      values[count++] = strtod(at, &at);
      at += *at == ',';
    }
  }
  fclose(file);
  return count / width;
}

/* Driven so little that it is linear: amplitudes and phase have a closed form. The section is one
 * point, on the ellipse. */
static void a_small_motion_is_a_sine(void) {
  static double table[3 * 200];
  const double g = 0.01, w = 2.0 / 3;
  const double angle = g / hypot(1 - w * w, w / 2), lag = atan2(w / 2, 1 - w * w);
  const outcome *o = lash(
      "portrait %s/pendulum.adm "
      "--set 'SFORCE/1.FUNCTION=0.01*COS(2*TIME/3)-0.5*WZ(2,1)' " RUN
      " --end '3*pi*50' --from '3*pi*20' --lyapunov --json --out %s/small",
      folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "\"periodic-1\""));
  TEST_ASSERT_DOUBLE_WITHIN(0.02 / (2 * pi) * w, w / (2 * pi), json_value(o, "frequency"));
  TEST_ASSERT_DOUBLE_WITHIN(0.011 * angle, angle, json_value(o, "amplitude"));
  TEST_ASSERT_EQUAL_INT(31, (int)json_value(o, "section_points"));
  /* both multipliers shrink by the damping alone */
  const double exponent = json_value(o, "lyapunov(9.42477796076938)");
  TEST_ASSERT_DOUBLE_WITHIN(5 * json_value(o, "lyapunov_error(9.42477796076938)") + 1e-3, -0.25,
                            exponent);
  const size_t rows = read_table("small/section.csv", 3, table, 3 * 200);
  TEST_ASSERT_EQUAL_UINT(31, rows);
  for (size_t i = 0; i < rows; i++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * angle, angle * cos(lag), table[3 * i + 1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * angle, w * angle * sin(lag), table[3 * i + 2]);
  }
}

/* Where the angle rises through zero the rate is at its greatest. */
static void a_section_by_crossings(void) {
  static double table[3 * 200];
  const double w = 2.0 / 3, rate = w * 0.01 / hypot(1 - w * w, w / 2);
  const outcome *o = lash(
      "portrait %s/pendulum.adm "
      "--set 'SFORCE/1.FUNCTION=0.01*COS(2*TIME/3)-0.5*WZ(2,1)' "
      "--plane 'AZ(2,1),WZ(2,1)' --section 'AZ(2,1)=0' --integrator rk45 "
      "--error 1e-8 --end '3*pi*40' --from '3*pi*20.1' --out %s/crossings",
      folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const size_t rows = read_table("crossings/section.csv", 3, table, 3 * 200);
  TEST_ASSERT_TRUE(rows == 19 || rows == 20);
  for (size_t i = 0; i < rows; i++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-6 * rate, 0, table[3 * i + 1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * rate, rate, table[3 * i + 2]);
  }
}

/* All contact is below, and lasts as long as the exact instants of contact say. */
static void a_ball_in_its_socket(void) {
  static double table[2 * 100], orbit[4 * 20000];
  const outcome *o = lash(
      "portrait %s/ball.adm --plane 'DY(2,1),VY(2,1)' --end 0.06 --integrator rk45 --error 1e-8 "
      "--json --out %s/ball",
      folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const double fraction = json_value(o, "contact_fraction(GFORCE/1)");
  TEST_ASSERT_TRUE(fraction > 0.001 && fraction < 0.5);
  TEST_ASSERT_EQUAL_UINT(72, read_table("ball/contact_GFORCE_1.csv", 2, table, 200));
  double sum = 0, below = 0;
  for (size_t i = 0; i < 72; i++) {
    sum += table[2 * i + 1];
    if (fabs(table[2 * i] - 270) < 3) below += table[2 * i + 1];
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, fraction, sum);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, fraction, below);
  const size_t rows = read_table("ball/orbit_GFORCE_1.csv", 4, orbit, 4 * 20000);
  double lowest = 0;
  for (size_t i = 0; i < rows; i++) lowest = fmin(lowest, orbit[4 * i + 2]);
  TEST_ASSERT_TRUE(lowest < -1e-3 && lowest > -1.1e-3); /* the play, and what it presses in */
  static const char *const names[] = {"phase.svg", "spectrum.svg", "orbit_GFORCE_1.svg",
                                      "contact_GFORCE_1.svg", "measures.csv"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char path[600];
    snprintf(path, sizeof path, "%s/ball/%s", folder, names[i]);
    TEST_ASSERT_TRUE_MESSAGE(access(path, R_OK) == 0, path);
  }
  o = lash("report %s/ball", folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "4 figures"));
}

static void mistakes_are_named(void) {
  static const struct {
    const char *arguments, *words;
  } cases[] = {
      {"--plane 'AZ(2,1),WZ(2,1)'", "--end"},
      {"--end 1", "--plane"},
      {"--end 1 --plane 'AZ(2,1)'", "two columns"},
      {"--end 1 --plane 'AZ(2,1),WZ(2,1),WX(2,1)'", "at most 2"},
      {"--end 1 --plane 'AZ(2,1),WZ(2,1)' --from 2", "--from"},
      {"--end 1 --plane 'AZ(2,1),WZ(2,1)' --period -1", "--period"},
      {"--end 1 --plane 'AZ(2,1),WZ(2,1)' --period T", "--period T"},
      {"--end 1 --plane 'AZ(2,1),WZ(2,1)' --section 'AZ(2,1)'", "COLUMN=LEVEL"},
      {"--end 1 --plane 'AZ(2,1),WZ(2,1)' --section 'AZ(2,1)=0' --period 1", "one section"},
      {"--end 1 --plane 'request/9.f1,WZ(2,1)'", "no such REQUEST"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char line[700];
    snprintf(line, sizeof line, "portrait %s/pendulum.adm %s", folder, cases[i].arguments);
    expect(2, cases[i].words, line);
  }
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  write_in(folder, "pendulum.adm", pendulum);
  write_in(folder, "ball.adm", ball);
  UNITY_BEGIN();
  RUN_TEST(a_small_motion_is_a_sine);
  RUN_TEST(a_section_by_crossings);
  RUN_TEST(a_ball_in_its_socket);
  RUN_TEST(mistakes_are_named);
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  const int removed = system(command);
  return UNITY_END() || removed;
}
