/* lash compare MODEL.adm: laws put into a dataset, alternatives of settings, ensembles, mistakes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash_test_compare_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

/* A ball in a socket of another ball, pushed against its wall. */
static const char joint[] =
    "a ball in its socket\n"
    "PART/1, GROUND\nMARKER/1, PART=1\n"
    "PART/2, MASS=1, CM=2, IP=1E-3,1E-3,1E-3\nMARKER/2, PART=2\nMARKER/3, PART=2, FLOATING\n"
    "GFORCE/1, I=1, JFLOAT=3, RM=1, FUNCTION=USER(1,1,2,1)\\,"
    " ROUTINE=lash_subroutines::Lash_spherical\n"
    "STRING/1, STRING=normal=lankarani_nikravesh K=1e11 e=0.5 Ri=0.011 Rj=0.010\n"
    "CBKSUB/1, FUNCTION=USER(0)\\, ROUTINE=lash_subroutines::Cbksub\n"
    "ACCGRAV/JGRAV=-9.81\n"
    "REQUEST/1, DISPLACEMENT, I=2, J=1\n"
    "END\n";

/* The ball falls 1 mm, so the first touch is at sqrt(2 c / g) whatever the law. Hertz takes
 * nothing; asked for e = 0.5, Lankarani-Nikravesh returns 0.725 of the speed and the exact law 0.5.
 * The penetration of 9 um adds a hundredth to the fall. */
static void laws_are_exchanged_with_their_parameters(void) {
  const outcome *o = lash(
      "compare %s/ball.adm --laws hertz,lankarani_nikravesh,exact --end 0.025 --error 1e-9 --json",
      folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const char *at = o->output;
  double absorbed[3], first[3];
  for (int i = 0; i < 3; i++) {
    at = strstr(at, "\"first_impact(GFORCE/1)\"");
    TEST_ASSERT_NOT_NULL(at);
    TEST_ASSERT_EQUAL(1, sscanf(strstr(at, "\"mean\""), "\"mean\": %lf", &first[i]));
    at = strstr(at, "\"absorbed(GFORCE/1)\"");
    TEST_ASSERT_NOT_NULL(at);
    TEST_ASSERT_EQUAL(1, sscanf(strstr(at, "\"mean\""), "\"mean\": %lf", &absorbed[i]));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.014278431, first[i]);
  }
  const double fallen = 9.81 * 1e-3; /* energy at the first touch, J */
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * fallen, 0, absorbed[0]);
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * fallen, (1 - 0.725 * 0.725) * fallen, absorbed[1]);
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * fallen, (1 - 0.5 * 0.5) * fallen, absorbed[2]);
}

/* Blanks around '=' and a text of any length are read as everybody reads them. */
static void a_long_string_keeps_its_words(void) {
  char path[200], text[8000];
  snprintf(path, sizeof path, "%s/spread.adm", folder);
  const char *from = strstr(joint, "STRING/1"), *behind = strchr(from, '\n');
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fprintf(file, "%.*sSTRING/1, STRING=normal=lankarani_nikravesh%*s K = 1e11, e = 0.5 Ri =0.011, ",
          (int)(from - joint), joint, 1000, "");
  fprintf(file, "Rj= 0.010%s", behind);
  fclose(file);
  const char *command = "compare %s/%s.adm --laws exact --end 0.02 --error 1e-9 --json";
  const outcome *o = lash(command, folder, "ball");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  snprintf(text, sizeof text, "%.7999s", o->output);
  o = lash(command, folder, "spread");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_EQUAL_STRING(text, o->output);
}

static void friction_parameters_go_to_the_laws_that_have_them(void) {
  const outcome *o = lash(
      "compare %s/ball.adm --friction none,ambrosio,lugre_n --param mu=0.1 --param "
      "friction.v0=1e-3 "
      "--param v1=1e-2 --end 0.02",
      folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "frictionless"));
  TEST_ASSERT_NOT_NULL(strstr(o->output, "lugre_n"));
  TEST_ASSERT_NULL(strstr(o->output, "failed"));
}

/* Oil of next to no viscosity is as none at all, so the fall takes sqrt(2 c/g); thick oil lets the
 * ball sink without a touch. Words of a law go with it, also those that say whose they are. */
static void films_are_exchanged_with_their_parameters(void) {
  char path[200];
  snprintf(path, sizeof path, "%s/oiled.adm", folder);
  const char *behind = strstr(joint, "\nCBKSUB");
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fprintf(file, "%.*s film=ball film.viscosity=1e-9 core=0.2 stations=2%s", (int)(behind - joint),
          joint, behind);
  fclose(file);
  const char *const command = "compare %s/oiled.adm --film %s --end 0.025 --measure first_impact";
  const outcome *o = lash(command, folder, "none,ball");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const char *dry = strstr(o->output, "dry "), *oiled = strstr(o->output, "ball ");
  TEST_ASSERT_TRUE_MESSAGE(dry && oiled && dry < oiled, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(dry, "0.014278"), o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(oiled, "0.014278"), o->output);
  o = lash(command, folder, "none,ball --param viscosity=1");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(strstr(o->output, "dry "), "0.014278"), o->output);
  TEST_ASSERT_NULL_MESSAGE(strstr(strstr(o->output, "ball "), "0.014278"), o->output);
  o = lash(command, folder, "none,bal");
  TEST_ASSERT_EQUAL_INT_MESSAGE(2, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "did you mean 'ball'?"), o->output);
}

/* All combinations, in the order of the options; `rolling.` says whose mu_k it is. */
static void wear_and_rolling_are_exchanged(void) {
  const outcome *o = lash(
      "compare %s/ball.adm --wear none,archard --rolling none,smooth_tanh --param k_i=1e-15 "
      "--param rolling.mu_k=0.01 --end 0.02 --measure first_impact",
      folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  static const char *const names[] = {"unworn rolling freely ", "unworn smooth_tanh ",
                                      "archard rolling freely ", "archard smooth_tanh "};
  const char *at = o->output;
  for (int k = 0; k < 4; k++) {
    at = strstr(at, names[k]);
    TEST_ASSERT_NOT_NULL_MESSAGE(at, names[k]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, strncmp(strstr(at, "0.0"), "0.014278", 8), o->output);
  }
  o = lash("compare %s/ball.adm --rolling smooth_tanh --param mu_k=0.01 --end 0.02", folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(2, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "mu_k=0.01: none of the laws"), o->output);
}

static void settings_with_alternatives_are_combined(void) {
  const outcome *o = lash(
      "compare %s/ball.adm --set 'PART/2.MASS=1|-1' --set 'ACCGRAV.JGRAV=-9.81|-4.905' --end 0.03 "
      "--error 1e-9 "
      "--measure 'first_impact'",
      folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "1 -9.81"));
  TEST_ASSERT_NOT_NULL(strstr(o->output, "0.014278"));
  TEST_ASSERT_NOT_NULL(strstr(o->output, "0.020193")); /* half the gravity: sqrt(2) later */
  TEST_ASSERT_NOT_NULL(strstr(o->output, "-1 -9.81: 1 failed"));
}

static void files_are_written_for_people(void) {
  char path[600];
  const outcome *o =
      lash("compare %s/ball.adm --laws flores,exact --ensemble 4 --end 0.05 --out %s/out", folder,
           folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "4 starts each"));
  static const char *const names[] = {"comparison.csv", "curves_flores.csv", "impacts_GFORCE_1.svg",
                                      "curve_GFORCE_1_0_1_0.svg"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(path, sizeof path, "%s/out/%s", folder, names[i]);
    TEST_ASSERT_TRUE_MESSAGE(access(path, R_OK) == 0, path);
  }
  TEST_ASSERT_EQUAL(0, lash("report %s/out", folder)->status);
}

/* Before it touches the ball falls by g t^2/2: the curve tells which gravity is meant. */
static void variants_are_held_against_a_curve(void) {
  char text[1200] = "t (s),y (m)\n";
  for (int k = 0; k <= 20; k++) {
    const double t = 5e-4 * k;
    snprintf(text + strlen(text), sizeof text - strlen(text), "%.9g,%.9g\n", t,
             -0.5 * 9.81 * t * t);
  }
  write_in(folder, "fall.csv", text);
  const outcome *o = lash(
      "compare %s/ball.adm --set 'ACCGRAV.JGRAV=-9.81|-12' --measure 'peak(request/1.f3)' --end "
      "0.01 --dtout 5e-4 --reference request/1.f3=%s/fall.csv --out %s/held",
      folder, folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "within 1 % of the range"), o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "1.22324 times as large"), o->output);
  char path[600];
  snprintf(path, sizeof path, "%s/held/curve_request_1.f3.svg", folder);
  TEST_ASSERT_TRUE(access(path, R_OK) == 0);
  static const char *const wrong[][2] = {{"request/1.f2=%s/fall.csv", "no measure looks at"},
                                         {"request/1.f3", "COLUMN=FILE"},
                                         {"request/1.f3=%s/none.csv", "none.csv"},
                                         {"request/1.f3=%s/fall.csv:z", "fall.csv"}};
  for (size_t k = 0; k < 4; k++) {
    char reference[400], line[900];
    snprintf(reference, sizeof reference, wrong[k][0], folder);
    snprintf(
        line, sizeof line,
        "compare %s/ball.adm --set 'PART/2.MASS=1|2' --measure 'peak(request/1.f3)' --end 0.01 "
        "--reference %s",
        folder, reference);
    expect(2, wrong[k][1], line);
  }
}

static void mistakes_are_named(void) {
  char line[600];
  write_in(folder, "plain.adm",
           "nothing to touch\nPART/1, GROUND\nMARKER/1, PART=1\n"
           "PART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\n"
           "REQUEST/1, DISPLACEMENT, I=2, J=1\nEND\n");
  snprintf(line, sizeof line, "compare %s/ball.adm --end 1", folder);
  expect(2, "nothing to compare", line);
  snprintf(line, sizeof line, "compare %s/ball.adm --laws flores", folder);
  expect(2, "until when", line);
  snprintf(line, sizeof line, "compare %s/ball.adm --laws florse --end 1", folder);
  expect(2, "flores", line);
  snprintf(line, sizeof line, "compare %s/ball.adm --laws flores --param muu=1 --end 1", folder);
  expect(2, "none of the laws has it", line);
  snprintf(line, sizeof line, "compare %s/ball.adm --laws flores --ensemble 2.5 --end 1", folder);
  expect(2, "whole number", line);
  snprintf(line, sizeof line, "compare %s/ball.adm --set 'PART/2.MASS=-1|-2' --end 1", folder);
  expect(1, "every variant failed", line);
  snprintf(line, sizeof line, "compare %s/plain.adm --laws flores --end 1 --measure steps", folder);
  expect(2, "nothing to change", line);
  snprintf(line, sizeof line,
           "compare %s/plain.adm --set 'PART/2.MASS=1|2' --end 1 --measure steps --ensemble 3",
           folder);
  expect(2, "--scatter", line);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  write_in(folder, "ball.adm", joint);
  UNITY_BEGIN();
  RUN_TEST(laws_are_exchanged_with_their_parameters);
  RUN_TEST(a_long_string_keeps_its_words);
  RUN_TEST(friction_parameters_go_to_the_laws_that_have_them);
  RUN_TEST(films_are_exchanged_with_their_parameters);
  RUN_TEST(wear_and_rolling_are_exchanged);
  RUN_TEST(settings_with_alternatives_are_combined);
  RUN_TEST(files_are_written_for_people);
  RUN_TEST(variants_are_held_against_a_curve);
  RUN_TEST(mistakes_are_named);
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  const int removed = system(command);
  return UNITY_END() || removed;
}
