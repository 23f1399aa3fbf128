/* lash wear: a bush under a turning shaft against the closed form, its files, mistakes. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "lash_wear.h"
#include "unity.h"

static char folder[] = "/tmp/lash_test_wear_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

/* A shaft of 100 kg turns with 100 rad/s; the bush wears. */
#define SHAFT                                                                             \
  "a shaft in a bush\nPART/1, GROUND\nMARKER/11, PART=1\n"                                \
  "PART/2, MASS=100, CM=21, IP=1,1,1, QG=0,-4.9E-5,0, WZ=100\nMARKER/21, PART=2\n"        \
  "MARKER/22, PART=2, FLOATING\nJOINT/1, PLANAR, I=21, J=11\n"                            \
  "GFORCE/1, I=11, JFLOAT=22, RM=11, FUNCTION=USER(1,11,21,11)\\,"                        \
  " ROUTINE=lash_subroutines::Lash_revolute\n"                                            \
  "CBKSUB/1, FUNCTION=USER(0)\\, ROUTINE=lash_subroutines::Cbksub\nACCGRAV/JGRAV=-9.81\n" \
  "REQUEST/1, FUNCTION=USER(1,1,-2)\\, ROUTINE=lash_subroutines::Lash_request\n"          \
  "STRING/1, STRING=normal=kelvin_voigt K=1e9 c=2e5 Ri=0.01005 Rj=0.01 L=0.02"

static void write_model(const char *name, const char *words) {
  char text[2000];
  snprintf(text, sizeof text, SHAFT " %s\nEND\n", words);
  write_in(folder, name, text);
}

/* The last number behind a key of the JSON text. */
static double last(const char *json, const char *key) {
  char wanted[40];
  const char *at = NULL;
  snprintf(wanted, sizeof wanted, "\"%s\":", key);
  for (const char *p = strstr(json, wanted); p; p = strstr(p + 1, wanted)) at = p;
  TEST_ASSERT_NOT_NULL_MESSAGE(at, key);
  return strtod(at + strlen(wanted), NULL);
}

#define TENTH "--period '2*pi/1000' --first 2 --settle 0 --samples 40"

/* Running-in to +-60 degrees: k W s/(L R c) = alpha/cos alpha - sin alpha = 1.2283696986; the bush
 * is then a clearance deep, 50 um. A tenth of a turn is a cycle here, for everything stands still.
 */
static void running_in_of_a_bush(void) {
  const double way = 1.2283696986 * 0.02 * 0.01 * 5e-5 / (1e-13 * 981);
  write_model("bush.adm", "wear=archard k_i=1e-13 cells=256");
  const outcome *o = lash("wear %s/bush.adm --cycles %.15g " TENTH " --json --out %s/bush", folder,
                          way / (0.1 * 2 * 3.14159265358979 * 0.01), folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  char path[600], line[200];
  double most = 0, depth = 0;
  snprintf(path, sizeof path, "%s/bush/profile.csv", folder);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_NOT_NULL(file);
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "1,1,bearing,%*[^,],%*[^,],%lf", &depth) == 1) most = fmax(most, depth);
  fclose(file);
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * 5e-5, 5e-5, most);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-10, last(o->output, "balance"));
  TEST_ASSERT_LESS_THAN_DOUBLE(0.1 * 5e-5, last(o->output, "error"));
  /* goes on from its own file: nothing is lost */
  o = lash("wear %s/bush.adm --cycles 1 " TENTH " --json --profile %s/bush/profile.csv", folder,
           folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-10, last(o->output, "balance"));
}

/* The bush's profile without one of its rows. */
static void without_row(int missing, int rows) {
  char path[600], other[600], line[200];
  snprintf(path, sizeof path, "%s/bush/profile.csv", folder);
  snprintf(other, sizeof other, "%s/hole.csv", folder);
  FILE *in = fopen(path, "r"), *out = fopen(other, "w");
  TEST_ASSERT_TRUE(in && out);
  for (int n = 0; fgets(line, sizeof line, in) && n < rows; n++)
    if (n != missing) fputs(line, out);
  fclose(in), fclose(out);
  const outcome *o =
      lash("wear %s/bush.adm --cycles 10 " TENTH " --profile %s/hole.csv", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(2, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "has a hole at"), o->output);
}

/* A profile with a row missing, in the only stage or in a later one whose holes an earlier one
 * could fill, and one of other cells. */
static void holes_are_refused(void) {
  enum { STAGE = 4 * 256 };
  without_row(100, 1 + STAGE);
  without_row(100 + STAGE, 1 + 2 * STAGE);
  write_model("coarse.adm", "wear=archard k_i=1e-13 cells=100");
  const outcome *o = lash("wear %s/coarse.adm --cycles 10 " TENTH " --profile %s/bush/profile.csv",
                          folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(2, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "no cell of 100"), o->output);
}

static void worn_through_is_said(void) {
  write_model("thin.adm", "wear=archard k_i=1e-13 layer_i=1e-6");
  const outcome *o = lash("wear %s/thin.adm --cycles 1e4 " TENTH, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "bearing is worn through"), o->output);
}

static void mistakes(void) {
  const struct {
    const char *words, *options, *said;
  } wrong[] = {{"", "--cycles 10 --period 1", "no joint of this model wears"},
               {"wear=archard k_i=-1e-13", "--cycles 10 --period 1", "k_i"},
               {"wear=archard k_i=1e-13", "--cycles 10", "--period"},
               {"wear=archard k_i=1e-13", "--cycles 10 --period 0", "above zero"},
               {"wear=archard k_i=1e-13", "--cycles -1 --period 1", "--cycles"}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    write_model("wrong.adm", wrong[k].words);
    const outcome *o = lash("wear %s/wrong.adm %s", folder, wrong[k].options);
    TEST_ASSERT_EQUAL_INT_MESSAGE(2, o->status, o->output);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, wrong[k].said), o->output);
  }
}

/* The journal starts beyond its clearance: no film is left. */
static void a_film_that_is_gone_is_refused(void) {
  write_model("film.adm", "film=short viscosity=0.05");
  const outcome *o =
      lash("run %s/film.adm --set PART/2.QG=0,-6e-5,0 --end 1e-3 --out %s/film", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, o->status, o->output); /* as routines end a run */
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "no film is left"), o->output);
}

/* Bearing on a fresh bed: p = W o/(R L int o cos), o = r cos - c; the greatest depth is k p s. The
 * ball's likewise, with the force of its bed. */
static void wear_at_a_point(void) {
  const double pi = 3.14159265358979, c = 5e-5, r = 1e-4, R = 0.01, L = 0.02, alpha = acos(c / r);
  const double line = r * (alpha + sin(alpha) * cos(alpha)) - 2 * c * sin(alpha);
  const outcome *o = lash(
      "law archard --set R=0.01 --set c=5e-5 --set L=0.02 --set k_i=1e-13 "
      "--set cells=512 --at r=1e-4,load=1000,slid=50 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const double p = 1000 * (r - c) / (R * L * line);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 60, json_value(o, "contact_deg"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * p, p, json_value(o, "pressure"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * 1e-13 * p * 50, 1e-13 * p * 50, json_value(o, "depth_i"));
  o = lash(
      "law energy --set R=0.01 --set c=5e-5 --set L=0.02 --set k_i=1e-13 "
      "--set cells=512 --at r=1e-4,load=1000,work=5000 --json");
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * 1e-13 * p * 5, 1e-13 * p * 5, json_value(o, "depth_i"));
  o = lash(
      "law archard --set R=0.01 --set c=5e-5 --set k_i=1e-13 --at r=1e-4,load=1000,slid=50 "
      "--json");
  const double C = 0.5, ball = 1000 * (r - c) / (R * R * pi / 3 * r * (1 - C) * (1 - C) * (2 + C));
  TEST_ASSERT_DOUBLE_WITHIN(1e-2 * ball, ball, json_value(o, "pressure"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-2 * 1e-13 * ball * 50, 1e-13 * ball * 50, json_value(o, "depth_i"));
  o = lash(
      "law energy --set R=0.01 --set c=5e-5 --set k_j=1e-13 --at r=1e-4,load=1000,work=5 "
      "--json");
  TEST_ASSERT_DOUBLE_WITHIN(1e-25, 5e-13, json_value(o, "volume_j"));
  expect(1, "bearing is worn through at 0 degrees",
         "law archard --set R=0.01 --set c=5e-5 --set L=0.02 --set k_i=1e-13 --set layer_i=1e-6 "
         "--at r=1e-4,load=1000,slid=50");
  expect(1, "socket is worn through",
         "law archard --set R=0.01 --set c=5e-5 --set k_i=1e-13 --set layer_i=1e-6 "
         "--at r=1e-4,load=1000,slid=50");
  expect(2, "nothing rubs", "law archard --set R=0.01 --set c=5e-5 --set k_i=1e-13 --at r=1e-5");
  expect(2, "does not depend on 'delta'",
         "law archard --set R=0.01 --set c=5e-5 --set k_i=1e-13 --at delta=1");
  expect(2, "k_i = -1 is not legal", "law archard --set R=0.01 --set c=5e-5 --set k_i=-1");
}

/* A bush that runs in to +-60 degrees: alpha/cos alpha - sin alpha = 1.2283696986, a clearance
 * deep, worn area 2 (tan alpha - alpha) = 1.3697065127 R c. */
static void the_rig_runs_a_bush_in(void) {
  const double R = 0.01, L = 0.02, c = 5e-5, way = 1.2283696986 * L * R * c / (1e-13 * 1000);
  const outcome *o =
      lash("rig wear --law archard --set k_i=1e-13 --set cells=401 --set way=%.12g --json", way);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(0.02, 60, json_value(o, "angle_deg"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 60, json_value(o, "closed_deg"));
  TEST_ASSERT_DOUBLE_WITHIN(5e-4 * c, c, json_value(o, "depth_i_m"));
  TEST_ASSERT_DOUBLE_WITHIN(5e-4 * R * L * c, 1.3697065127 * R * L * c, json_value(o, "volume_m3"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0, json_value(o, "balance"));
  const double angle = json_value(o, "angle_deg");
  /* the energy law with mu k is the same */
  o = lash(
      "rig wear --law energy --set k_i=5e-13 --set mu=0.2 --set cells=401 --set way=%.12g --json",
      way);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, angle, json_value(o, "angle_deg"));
}

/* A shaft that wears alone is smaller all round: its volume over its circumference. */
static void the_rig_wears_a_shaft_all_round(void) {
  const outcome *o = lash("rig wear --law archard --set k_j=1e-13 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const double mean = json_value(o, "volume_m3") / (2 * 3.14159265358979 * 0.01 * 0.02);
  TEST_ASSERT_TRUE(mean > 1e-7);
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * mean, mean, json_value(o, "depth_j_m"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0, json_value(o, "balance"));
  TEST_ASSERT_EQUAL_DOUBLE(0, json_value(o, "depth_i_m"));
}

/* Depth and way are both metres, but far apart: no picture to scale. */
static void the_rig_draws_depth_over_way(void) {
  const outcome *o = lash("rig wear --law archard --set k_i=1e-13 --plot %s/rig.svg", folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NULL_MESSAGE(strstr(o->output, "warning"), o->output);
}

static void the_rig_refuses_in_words(void) {
  static const char rig[] = "rig wear --law archard --set k_i=1e-13 ";
  const struct {
    int status;
    const char *settings, *said;
  } wrong[] = {{2, "--set load=-1", "load = -1 is not legal"},
               {2, "--set mu=0.1", "mu serves the law energy only"},
               {2, "--set pressure=persson --set modulus=1e9", "pressure=winkler only"},
               {2, "--set c=0.01", "a tenth of R"},
               {2, "--set speed=1", "speed"},
               {1, "--set way=1e6", "a shorter way"},
               {1, "--set layer_i=1e-6", "worn through"}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    char line[300];
    snprintf(line, sizeof line, "%s%s", rig, wrong[k].settings);
    expect(wrong[k].status, wrong[k].said, line);
  }
  expect(2, "nothing wears", "rig wear --law archard");
  expect(2, "there is no wear law 'lugre'", "rig wear --law lugre");
}

/* A volume k W s leaves a scar; the scar gives k. */
static void a_scar_gives_the_coefficient(void) {
  double depth;
  const double k = 1e-14, load = 300, way = 1000, V = k * load * way;
  const double width = lash_wear_block_scar(V, 17.5e-3, 6.35e-3, &depth);
  const outcome *o = lash(
      "fit --scar %.17g --set R=17.5e-3 --set b=6.35e-3 --set load=300 --set way=1000 --set mu=0.2 "
      "--json",
      width);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * k, k, json_value(o, "k_archard"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * k, 5 * k, json_value(o, "k_energy"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * depth, depth, json_value(o, "depth"));
  const double radius = lash_wear_ball_scar(V, 5e-3, &depth);
  o = lash("fit --scar %.17g --set R=5e-3 --set load=300 --set way=1000 --json", 2 * radius);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * k, k, json_value(o, "k_archard"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * V, V, json_value(o, "volume"));
  expect(2, "as wide as the ball", "fit --scar 0.01 --set R=5e-3 --set load=300 --set way=1000");
  expect(2, "way", "fit --scar 0.001 --set R=5e-3 --set load=300");
  expect(2, "load = -1 is not legal", "fit --scar 0.001 --set R=5e-3 --set load=-1 --set way=1");
  expect(2, "of a wear test", "fit --scar 0.001 --speed 2 --set R=5e-3 --set load=300");
  expect(2, "'K'", "fit --scar 0.001 --set K=1 --set R=5e-3 --set load=300 --set way=1");
}

/* A film beside wear sees fresh surfaces: run and check say so. */
static void a_film_beside_wear_is_told(void) {
  write_model("both.adm", "film=short viscosity=0.05 wear=archard k_i=1e-13");
  const outcome *o = lash("run %s/both.adm --end 1e-4 --out %s/both", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(
      strstr(o->output, "GFORCE/1: the film (film=short) keeps the clearance of fresh surfaces"),
      o->output);
  o = lash("check %s/both.adm", folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "larger Ri"), o->output);
}

/* A ball of 10 kg that drills on the bottom of its socket. */
#define BALL                                                                              \
  "a ball in its socket\nPART/1, GROUND\nMARKER/11, PART=1\n"                             \
  "PART/2, MASS=10, CM=21, IP=1,1,1, QG=0,0,-6E-5, WX=20, WZ=50\nMARKER/21, PART=2\n"     \
  "MARKER/22, PART=2, FLOATING\n"                                                         \
  "GFORCE/1, I=11, JFLOAT=22, RM=11, FUNCTION=USER(1,11,21,11)\\,"                        \
  " ROUTINE=lash_subroutines::Lash_spherical\n"                                           \
  "CBKSUB/1, FUNCTION=USER(0)\\, ROUTINE=lash_subroutines::Cbksub\nACCGRAV/KGRAV=-9.81\n" \
  "REQUEST/1, FUNCTION=USER(1,1,-2)\\, ROUTINE=lash_subroutines::Lash_request\n"          \
  "OUTPUT/REQSAVE\n"                                                                      \
  "STRING/1, STRING=normal=kelvin_voigt K=1e7 c=1e4 Ri=0.01005 Rj=0.01"

static void write_ball(const char *name, const char *words) {
  char text[2000];
  snprintf(text, sizeof text, BALL " %s\nEND\n", words);
  write_in(folder, name, text);
}

/* Columns 2 to 9 of the last row of a run's request. */
static void last_row(const char *run, double value[8]) {
  char path[600], line[1000], end[1000] = "";
  snprintf(path, sizeof path, "%s/%s/request_1.csv", folder, run);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  while (fgets(line, sizeof line, file)) strcpy(end, line);
  fclose(file);
  char *at = strchr(end, ',');
  for (int k = 0; k < 7; k++) {
    TEST_ASSERT_NOT_NULL_MESSAGE(at, end);
    value[k] = strtod(at + 1, &at);
  }
}

static void a_ball_wears_its_socket(void) {
  double v[8];
  write_ball("ball.adm", "wear=archard k_i=1e-12 k_j=1e-13");
  const outcome *o = lash("run %s/ball.adm --end 0.05 --dtout 0.01 --out %s/ball", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  last_row("ball", v);
  TEST_ASSERT_TRUE(v[0] > 1e-9);                   /* depth of the socket */
  TEST_ASSERT_TRUE(v[2] > 0 && v[2] < 0.1 * v[0]); /* of the ball */
  TEST_ASSERT_DOUBLE_WITHIN(0.3, 3.14159265358979, v[3]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 0.1, v[5] / v[4]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0, v[6]);
  o = lash("wear %s/ball.adm --cycles 10 --period 1", folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(3, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "REQUEST for site -2"), o->output);
}

/* Whatever is wrong is answered in words that name the element and what to do. */
static void wrong_input_is_answered_in_words(void) {
  static const struct {
    bool ball;
    const char *words, *said[3];
  } wrong[] = {
      {false, "film=short viscosity=-0.05", {"GFORCE/1", "viscosity", "must be > 0"}},
      {false, "film=short viscosity=0", {"GFORCE/1", "viscosity", "must be > 0"}},
      {true, "film=ball viscosity=-0.05", {"GFORCE/1", "viscosity", "must be > 0"}},
      {true, "film=ball viscosity=0.05", {"GFORCE/1", "no film is left", "start inside it"}},
      {false, "wear=archard k_i=1e-6 layer_i=1e-9", {"GFORCE/1", "worn through at", "layer_i"}},
      {true, "wear=archard k_i=1e-6 layer_i=1e-9", {"GFORCE/1", "worn through towards", "thicker"}},
      {true, "wear=archard k_i=1e-6 cells=100", {"GFORCE/1", "cells = 100", "64"}},
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    if (wrong[k].ball)
      write_ball("said.adm", wrong[k].words);
    else
      write_model("said.adm", wrong[k].words);
    const outcome *o =
        lash("run %s/said.adm --set 'PART/2.QG=0,-6e-5,0' --end 0.05 --out %s/said%zu", folder,
             folder, k);
    TEST_ASSERT_TRUE_MESSAGE(o->status == 1 || o->status == 2, o->output);
    for (int n = 0; n < 3; n++)
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, wrong[k].said[n]), o->output);
    const char *once = strstr(o->output, "(id 1)"); /* although smaller steps were tried */
    TEST_ASSERT_TRUE_MESSAGE(once && !strstr(once + 1, "(id 1)"), o->output);
  }
}

/* What was jumped before a study was told to end, or killed, is in its folder. */
static void an_ended_study_is_not_lost(void) {
  static const struct {
    const char *signal, *said;
  } ends[] = {{"TERM", "interrupted at time.*--profile w/profile.csv --cycles .*status 1"},
              {"KILL", "status 137"}};
  write_model("long.adm", "wear=archard k_i=1e-13 cells=64");
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
    char command[900];
    snprintf(
        command, sizeof command,
        "cd %s && rm -rf w && { %s wear long.adm --cycles 1e6 " TENTH
        " --tolerance 1e-9 --jumps "
        "100000 --out w > said 2>&1 & until test -s w/profile.csv; do sleep 0.05; done; "
        "kill -%s $!; wait $!; echo \"status $?\" >> said; tr '\\n' ' ' < said | grep -q '%s'; }",
        folder, LASH_COMMAND, ends[k].signal, ends[k].said);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, system(command), ends[k].said);
    const outcome *o =
        lash("wear %s/long.adm --cycles 10 --jumps 1 " TENTH " --profile %s/w/profile.csv --json",
             folder, folder);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    TEST_ASSERT_LESS_THAN_DOUBLE(1e-10, last(o->output, "balance"));
  }
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(running_in_of_a_bush);
  RUN_TEST(holes_are_refused);
  RUN_TEST(worn_through_is_said);
  RUN_TEST(mistakes);
  RUN_TEST(a_film_that_is_gone_is_refused);
  RUN_TEST(wear_at_a_point);
  RUN_TEST(the_rig_runs_a_bush_in);
  RUN_TEST(the_rig_wears_a_shaft_all_round);
  RUN_TEST(the_rig_draws_depth_over_way);
  RUN_TEST(the_rig_refuses_in_words);
  RUN_TEST(a_scar_gives_the_coefficient);
  RUN_TEST(a_film_beside_wear_is_told);
  RUN_TEST(a_ball_wears_its_socket);
  RUN_TEST(wrong_input_is_answered_in_words);
  RUN_TEST(an_ended_study_is_not_lost);
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  const int removed = system(command);
  return UNITY_END() || removed;
}
