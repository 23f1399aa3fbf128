/* lash diff: runs against themselves, other integrators, other engines, Adams; records and how a
 * model is put under regression by them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash_diff_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static void says(const outcome *o, int status, const char *words) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(status, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, words), o->output);
}

/* --------------------------------------------------------------------------- changed on purpose */

/* A damped swing in two columns, 400 steps of 5 ms; `what` is done to the first of them. */
static void write_swing(const char *name, const char *what) {
  static char text[1 << 16];
  size_t used = (size_t)snprintf(text, sizeof text, "time (s),angle (rad),rate (rad/s)\n");
  for (int i = 0; i <= 400; i++) {
    const double t = 0.005 * i, s = strcmp(what, "shift") == 0 ? t - 0.005 : t;
    double angle = 0.3 * exp(-0.4 * s) * cos(7 * s);
    if (strcmp(what, "scale") == 0) angle *= 1.01;
    if (strcmp(what, "spike") == 0 && i == 250) angle += 0.05;
    used += (size_t)snprintf(text + used, sizeof text - used, "%.9g,%.9g,%.9g\n", t, angle,
                             -2.1 * exp(-0.4 * t) * sin(7 * t));
  }
  write_in(folder, name, text);
}

static void changes_are_found_and_named(void) {
  static const struct {
    const char *what, *words;
  } changes[] = {{"shift", "later by 0.005 (1 of the reference's steps)"},
                 {"scale", "1.01 times as large"},
                 {"spike", "a spike at 1.25"}};
  write_swing("swing.csv", "nothing");
  says(lash("diff %s/swing.csv %s/swing.csv", folder, folder), 0, "same: 2 of 2 columns");
  for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
    write_swing("changed.csv", changes[i].what);
    const outcome *o = lash("diff %s/changed.csv %s/swing.csv --plot %s/%s.svg", folder, folder,
                            folder, changes[i].what);
    says(o, 1, changes[i].words);
    says(o, 1, "differs: 1 of 2 columns inside of their tubes");
    o = lash("diff %s/changed.csv %s/swing.csv --json", folder, folder);
    TEST_ASSERT_EQUAL_INT(1, o->status);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "\"same\": false"), o->output);
  }
  /* a tube that is wide enough holds each of them */
  says(lash("diff %s/changed.csv %s/swing.csv --value 0.2", folder, folder), 0, "same");
}

static void a_picture_shows_the_tube(void) {
  char path[64];
  static char text[1 << 18];
  snprintf(path, sizeof path, "%s/shift.svg", folder);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_NOT_NULL(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  static const char *const words[] = {">tube<",      ">reference<",        ">result<",
                                      "swing.angle", "result − reference", "later by 0.005"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, words[i]), words[i]);
}

/* Torques of 1e-14 N m beside forces of 1 N at 2 m are zero, whatever they look like; of 1e-8 they
 * are not. */
static void round_off_is_no_difference(void) {
  static const char one[] =
      "time (s),x (m),v (m/s),F (N),T (N m),w (rad/s)\n0,2,1,1,%s,0\n1,2.1,1,1.5,0,1e-15\n";
  char text[200];
  write_in(folder, "two.csv", "time (s),T (N m),w (rad/s)\n0,0,0\n1,2e-14,0\n");
  snprintf(text, sizeof text, one, "-3e-14");
  write_in(folder, "one.csv", text);
  says(lash("diff %s/one.csv %s/two.csv", folder, folder), 0, "same: 2 of 2");
  snprintf(text, sizeof text, one, "-3e-8");
  write_in(folder, "one.csv", text);
  says(lash("diff %s/one.csv %s/two.csv", folder, folder), 1, "differs: 1 of 2");
}

/* A figure that was read off: other names, other unit, error bars for a tube. */
static void a_column_goes_against_a_figure(void) {
  char text[2000] = "x [ms];swing [deg];± [deg]\n";
  for (int i = 0; i <= 20; i++) {
    const double t = 0.1 * i, angle = 0.3 * exp(-0.4 * t) * cos(7 * t) * 57.29577951308232;
    char row[64];
    snprintf(row, sizeof row, "%d;%.1f;0.2\n", 100 * i, angle);
    for (char *c = strchr(row, '.'); c; c = strchr(c, '.')) *c = ',';
    strcat(text, row);
  }
  write_in(folder, "fig12.csv", text);
  /* straight lines between points so far apart are no swing: the points themselves are compared */
  const outcome *o =
      lash("diff %s/fig12.csv %s/swing.csv --map swing=angle --value 0.01 --json", folder, folder);
  TEST_ASSERT_TRUE_MESSAGE(json_value(o, "greatest") > 0.01, o->output);
  o = lash("diff %s/swing.csv %s/fig12.csv --column angle --value 0.2", folder, folder);
  says(o, 0, "same: 1 of 1 columns");
}

static void mistakes_are_told(void) {
  expect(2, "give a result and its reference",
         "diff here 2>&1 | sed 's/what with what? G/g/'; exit 2");
  const outcome *o = lash("diff %s/swing.csv %s/nothing.csv", folder, folder);
  says(o, 2, "cannot read");
  write_in(folder, "broken.csv", "time,angle\n0,1\n1,x\n");
  says(lash("diff %s/broken.csv %s/swing.csv", folder, folder), 2, "broken.csv:3:");
  write_in(folder, "force.csv", "time (s),angle (N)\n0,1\n1,2\n");
  says(lash("diff %s/force.csv %s/swing.csv --column angle", folder, folder), 2, "is in N");
  write_in(folder, "other.csv", "time (s),a,b\n0,1,1\n1,2,2\n");
  says(lash("diff %s/other.csv %s/swing.csv", folder, folder), 2, "no column in common");
  says(lash("diff %s/swing.csv %s/swing.csv --map angle", folder, folder), 2, "RESULT=REFERENCE");
  says(lash("diff %s/swing.csv %s/swing.csv --value -1", folder, folder), 2, "from 0 on");
  says(lash("diff %s/swing.csv %s/swing.csv --update", folder, folder), 2, "is no record");
  says(lash("diff " MODELS "/four_bar.adm %s/swing.csv", folder), 2, "is no record");
  says(lash("diff %s/swing.csv %s/swing.csv --chaotic --from 1.9", folder, folder), 2, "too few");
}

/* ----------------------------------------------------------------------- runs, engines, results */

/* The same mechanism by another integrator, by another engine, and as Adams' files. */
static void a_run_is_compared_with_its_kin(void) {
  says(lash("run " MODELS "/four_bar.adm --end 0.2 --steps 200 --res --req --out %s/bdf", folder),
       0, "");
  says(lash("run " MODELS "/four_bar.adm --end 0.2 --steps 200 -i rk45 --error 1e-9 --out %s/rk45",
            folder),
       0, "");
  says(lash("diff %s/rk45 %s/bdf", folder, folder), 0, "same: 109 of 109 columns");
  says(lash("diff %s/bdf %s/bdf/four_bar.req", folder, folder), 0, "same");
  const outcome *o = lash("diff %s/bdf %s/bdf/four_bar.res", folder, folder);
  says(o, 0, "same");
  TEST_ASSERT_NULL_MESSAGE(strstr(o->output, "PART"), o->output); /* parts are compared too */
  says(o, 0, "steps of the reference: initialConditions 1, dynamic 200");
  if (!strstr(lash("hosts")->output, "mujoco")) return;
  says(lash("run " MODELS
            "/four_bar.adm --end 0.2 --steps 200 --host mujoco --step 1e-4 --out %s/mujoco",
            folder),
       0, "");
  says(lash("diff %s/mujoco %s/bdf", folder, folder), 0, "same: 96 of 96 columns");
}

/* Every table that Adams itself printed, but for orientations (four columns). The tubes are what
 * the tables' own note allows for: 5e-3 of a range, for integration errors of accelerations and
 * forces. In the sixth model forces hardly vary, by errors of 1.6e-4 of their size. */
static void runs_agree_with_tables_of_adams(void) {
  static const char *const cases[] = {"Cylindrical_Case01", "Distance_Case01",  "Revolute_Case01",
                                      "Spherical_Case01",   "Universal_Case01", "Prismatic_Case02"};
  static const struct {
    const char *table, *request, *column[3], *quantity;
  } tables[] = {{"Pos", "request_1", {"f2", "f3", "f4"}, "Pos"},
                {"Vel", "request_2", {"f2", "f3", "f4"}, "Vel"},
                {"Acc", "request_3", {"f2", "f3", "f4"}, "Acc"},
                {"Avel", "request_2", {"f6", "f7", "f8"}, "AngVel"},
                {"Aacc", "request_3", {"f6", "f7", "f8"}, "AngAcc"},
                {"Rforce", "request_5", {"f2", "f3", "f4"}, "Force"},
                {"Rtorque", "request_5", {"f6", "f7", "f8"}, "Torque"}};
  const char *reference = getenv("LASH_ADAMS_REFERENCE");
  if (!reference || !*reference) TEST_IGNORE_MESSAGE("LASH_ADAMS_REFERENCE is not set");
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    says(lash("run %s/%s/model.adm --end 5 --dtout 0.01 --out %s/%s", reference, cases[i], folder,
              cases[i]),
         0, "");
    const char *noise = strcmp(cases[i], "Prismatic_Case02") == 0 ? "2e-4" : "1e-9";
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
      char map[200] = "";
      for (int c = 0; c < 3; c++)
        snprintf(map + strlen(map), sizeof map - strlen(map), " --map %s.%s=%c_%s",
                 tables[k].request, tables[k].column[c], "XYZ"[c], tables[k].quantity);
      says(lash("diff %s/%s %s/%s/%s.txt --value 5e-3 --noise %s%s", folder, cases[i], reference,
                cases[i], tables[k].table, noise, map),
           0, "same: 3 of 3 columns");
    }
  }
  /* and one that is not the one that was run: gravity a percent larger */
  says(lash("run %s/Spherical_Case01/model.adm --set ACCGRAV.KGRAV=-9.9047 --end 5 --dtout 0.01 "
            "--out "
            "%s/heavier",
            reference, folder),
       0, "");
  says(lash("diff %s/heavier %s/Spherical_Case01/Pos.txt --value 5e-3 --map request_1.f4=Z_Pos",
            folder, reference),
       1, "differs");
}

/* -------------------------------------------------------------------------------------- records */

static char page[1 << 16];

/* The lines of docs/curves.md that begin so, from its heading on; each is typed in the folder,
 * where model.adm stands. */
static size_t type_lines(const char *begin) {
  size_t typed = 0;
  const char *at = strstr(page, "## A model under regression"),
             *end = strstr(page, "## What can be read");
  TEST_ASSERT_TRUE(at && end);
  for (; (at = strstr(at, begin)) && at < end; at++) {
    char command[700];
    const char *words = strstr(at, "lash ");
    snprintf(command, sizeof command,
             "cd %s && PATH=$(dirname " LASH_COMMAND "):$PATH && %.*s > said.txt 2>&1", folder,
             (int)strcspn(words, ">\n"), words);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, system(command), command);
    typed++;
  }
  return typed;
}

/* Its example, typed as it is printed: the two commands, the update, the line of the pipeline. */
static void a_model_is_under_regression_in_two_commands(void) {
  char command[300];
  FILE *file = fopen(SOURCE_FOLDER "/docs/curves.md", "r");
  TEST_ASSERT_NOT_NULL(file);
  page[fread(page, 1, sizeof page - 1, file)] = '\0';
  fclose(file);
  snprintf(command, sizeof command, "cp " MODELS "/four_bar.adm %s/model.adm", folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  TEST_ASSERT_EQUAL_INT(3, (int)type_lines("\nlash "));
  TEST_ASSERT_EQUAL_INT(1, (int)type_lines("- run: lash "));
  says(lash("diff %s/model.adm %s/reference", folder, folder), 0, "same: 109 of 109 columns");
  /* somebody changes a mass by 2 %: found; and taken over when it was meant */
  snprintf(command, sizeof command,
           "sed -i 's/^PART.3, MASS = 2,/PART\\/3, MASS = 2.04,/' %s/model.adm", folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  says(lash("diff %s/model.adm %s/reference", folder, folder), 1, "differs");
  says(lash("diff %s/model.adm %s/reference --update", folder, folder), 0, "now holds this result");
  says(lash("diff %s/model.adm %s/reference", folder, folder), 0, "same");
  snprintf(command, sizeof command, "rm %s/reference.new/request_1.csv", folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  says(lash("diff %s/reference.new %s/reference", folder, folder), 1,
       "not in the result: request_1.");
  says(lash("run %s/model.adm --end 0.1 --record a --out b", folder), 2, "exclude each other");
}

/* A record that is there stays until the new one is whole. */
static void a_record_is_replaced_whole_or_not(void) {
  char command[600];
  const char *model = MODELS "/four_bar.adm";
  says(lash("run %s --end 0.01 --steps 2 --record %s/kept", model, folder), 0, "kept");
  snprintf(command, sizeof command,
           "cd %s && touch kept/own kept/older.csv && cp -r kept before && sh -c \"trap '' XFSZ; "
           "ulimit -f 4; "
           "exec " LASH_COMMAND
           " run %s --end 0.02 --steps 2000 --record kept\" >said 2>&1; test $? = 1 && diff -r "
           "kept before",
           folder, model);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, system(command), command);
  says(lash("run %s --end 0.02 --steps 4 --record %s/kept --json", model, folder), 0, "/kept\"");
  says(lash("diff %s %s/kept", model, folder), 0, "same");
  says(lash("diff %s %s/kept --out %s/kept", model, folder, folder), 2, "--out would write over");
  snprintf(command, sizeof command,
           "cd %s/kept && test -e own && test ! -e older.csv && grep -q '^0.02$' record.txt && "
           "grep -q '/kept\"' "
           "summary.json && grep -q '^0.02,' energy.csv",
           folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, system(command), command);
}

/* What was run, not where to, in whatever form that was typed; and a record from elsewhere does not
 * say where we write. */
static void records_hold_what_was_run_alone(void) {
  char command[400];
  says(lash("run " MODELS
            "/four_bar.adm --rec %s/short --end=0.01 --qui --steps 2 --checkpoint=%s/c -q",
            folder, folder),
       0, "");
  snprintf(command, sizeof command,
           "test \"$(tail -n +2 %s/short/record.txt | tr '\\n' ' ')\" = '--end=0.01 --steps 2 '",
           folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  says(lash("diff " MODELS "/four_bar.adm %s/short", folder), 0, "same");
  static const char *const strange[] = {"--out\\n/tmp/x", "--ou=/tmp/x", "-o/tmp/x",
                                        "another.adm",    "--",          "--resume=x"};
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
    snprintf(command, sizeof command,
             "printf 'lash record 1\\n--end\\n0.01\\n%s\\n' > %s/short/record.txt", strange[i],
             folder);
    TEST_ASSERT_EQUAL_INT(0, system(command));
    says(lash("diff " MODELS "/four_bar.adm %s/short", folder), 2, "does not belong into a record");
  }
}

/* Two starts of a chaotic mechanism agree in nothing but what they are like. */
static void chaotic_runs_are_compared_by_statistics(void) {
  static const char model[] = CASES "/slider_crank_clearance/slider_crank_clearance.adm";
  says(lash("run %s --without JPRIM/1 --end 0.192 --dtout 2e-5 --out %s/one", model, folder), 0,
       "");
  says(lash("run %s --without JPRIM/1 --end 0.192 --dtout 2e-5 --error 1e-5 --out %s/two", model,
            folder),
       0, "");
  says(lash("diff %s/two %s/one --column request/1.f2 --value 0.02", folder, folder), 0, "same");
  says(lash("diff %s/two %s/one --column request/2.f3", folder, folder), 1, "differs");
  says(lash("diff %s/two %s/one --column request/2.f3 --chaotic --from 0.012", folder, folder), 0,
       "same: 1 of 1 columns alike");
}

int main(void) {
  UNITY_BEGIN();
  if (!mkdtemp(folder)) return 1;
  RUN_TEST(changes_are_found_and_named);
  RUN_TEST(a_picture_shows_the_tube);
  RUN_TEST(round_off_is_no_difference);
  RUN_TEST(a_column_goes_against_a_figure);
  RUN_TEST(mistakes_are_told);
  RUN_TEST(a_run_is_compared_with_its_kin);
  RUN_TEST(runs_agree_with_tables_of_adams);
  RUN_TEST(a_model_is_under_regression_in_two_commands);
  RUN_TEST(a_record_is_replaced_whole_or_not);
  RUN_TEST(records_hold_what_was_run_alone);
  RUN_TEST(chaotic_runs_are_compared_by_statistics);
  return UNITY_END();
}
