/* lash audit: anybody's results against a dataset. lash run --start-from: on from anybody's state.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash_audit_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static void says(const outcome *o, int status, const char *words) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(status, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, words), o->output);
}

/* Our own results are of their dataset, in tables and as Adams' file; of one that was changed they
 * are not: a mass, a damper, the place of a joint. */
static void results_belong_to_their_dataset(void) {
  static const char *const changes[] = {"PART/3.MASS=2.2", "SPRINGDAMPER/1.K=60",
                                        "ACCGRAV.JGRAV=-9.6", "MARKER/23.QP=0,0.11,0"};
  says(lash("run " MODELS "/four_bar.adm --end 0.2 --steps 200 --res --out %s/fb", folder), 0, "");
  const outcome *o = lash("audit %s/fb " MODELS "/four_bar.adm --json", folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_TRUE_MESSAGE(json_value(o, "worst") < 1e-5, o->output);
  says(lash("audit %s/fb/four_bar.res " MODELS "/four_bar.adm --tolerance 1e-5", folder), 0,
       "the results are of this dataset");
  for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
    says(lash("audit %s/fb/four_bar.res " MODELS "/four_bar.adm --set %s", folder, changes[i]), 1,
         "another dataset was run");
}

static void what_cannot_be_audited_is_told(void) {
  write_in(folder, "few.csv", "time,x\n0,1\n1,2\n");
  says(lash("audit %s/few.csv " MODELS "/four_bar.adm", folder), 2,
       "does not have the motion of PART/2");
  says(lash("audit %s/none.res " MODELS "/four_bar.adm", folder), 2, "cannot read");
  says(lash("audit %s/fb %s/none.adm", folder, folder), 2, "none.adm");
  says(lash("audit %s/fb " MODELS "/four_bar.adm --tolerance x", folder), 2, "--tolerance");
}

/* From the middle of a run, of its tables or of its .res (eleven digits), it goes on as it went. */
static void a_run_goes_on_from_anybodys_state(void) {
  static const char *const from[] = {"fb", "fb/four_bar.res"};
  for (size_t i = 0; i < 2; i++) {
    says(lash("run " MODELS
              "/four_bar.adm --end 0.2 --dtout 1e-3 --start-from %s/%s --start-step 101 "
              "--out %s/half",
              folder, from[i], folder),
         0, "101 outputs");
    says(lash("diff %s/half %s/fb --from 0.1 --column request_1.f1 --column request_1.f2 --column "
              "request_2.f2 --value 1e-4",
              folder, folder),
         0, "same: 3 of 3 columns");
  }
  says(lash("run " MODELS "/four_bar.adm --end 0.3 --dtout 1e-3 --start-from %s/fb --out %s/on",
            folder, folder),
       0, "101 outputs"); /* the last step, 0.2 s */
  says(lash("run " MODELS "/four_bar.adm --end 0.2 --start-from %s/fb --start-step 900 --out %s/x",
            folder, folder),
       2, "has 201 steps");
  says(lash("run " MODELS "/four_bar.adm --end 0.1 --start-from %s/fb --out %s/x", folder, folder),
       2, "not behind the start");
  says(lash("run " MODELS "/four_bar.adm --end 0.3 --start-from %s/fb --out %s/./fb", folder,
            folder),
       2, "--out would write over");
  says(lash("run " MODELS "/four_bar.adm --end 0.1 --start-step 3"), 2, "Give --start-from");
}

/* ------------------------------------------------------------------------------------- of Adams */

enum { ROWS = 501, NAMES = 6 };
static double adams[NAMES][ROWS][5];

static void read_table(const char *reference, const char *which, const char *name,
                       double (*rows)[5]) {
  char path[400], line[400];
  snprintf(path, sizeof path, "%s/%s/%s.txt", reference, which, name);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  for (int i = 0; i < 3; i++) TEST_ASSERT_NOT_NULL(fgets(line, sizeof line, file));
  for (int r = 0; r < ROWS; r++) {
    TEST_ASSERT_NOT_NULL(fgets(line, sizeof line, file));
    char *at = line;
    for (int c = 0; c < 5; c++) rows[r][c] = strtod(at, &at);
  }
  fclose(file);
}

/* 3-1-3 angles of Euler parameters. */
static void angles_of(const double e[4], double angle[3]) {
  const double R13 = 2 * (e[1] * e[3] + e[0] * e[2]), R23 = 2 * (e[2] * e[3] - e[0] * e[1]),
               R31 = 2 * (e[1] * e[3] - e[0] * e[2]), R32 = 2 * (e[2] * e[3] + e[0] * e[1]),
               R33 = 1 - 2 * (e[1] * e[1] + e[2] * e[2]), R21 = 2 * (e[1] * e[2] + e[0] * e[3]),
               R11 = 1 - 2 * (e[2] * e[2] + e[3] * e[3]);
  const double side = hypot(R13, R23);
  angle[1] = atan2(side, R33);
  angle[0] = side > 1e-12 ? atan2(R13, -R23) : atan2(R21, R11);
  angle[2] = side > 1e-12 ? atan2(R31, R32) : 0;
}

/* The tables that Adams printed of marker 201, the mass centre, as the motion of its part. */
static void put_together(const char *reference, const char *which) {
  static const char *const names[NAMES] = {"Pos", "Quat", "Vel", "Avel", "Acc", "Aacc"};
  static const char *const heading[18] = {"X",    "Y",    "Z",    "PSI", "THETA", "PHI",
                                          "VX",   "VY",   "VZ",   "WX",  "WY",    "WZ",
                                          "ACCX", "ACCY", "ACCZ", "WDX", "WDY",   "WDZ"};
  char path[200];
  for (int k = 0; k < NAMES; k++) read_table(reference, which, names[k], adams[k]);
  snprintf(path, sizeof path, "mkdir -p %s/%s", folder, which);
  TEST_ASSERT_EQUAL_INT(0, system(path));
  snprintf(path, sizeof path, "%s/%s/parts.csv", folder, which);
  FILE *out = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs("time", out);
  for (int k = 0; k < 18; k++) fprintf(out, ",PART_2_%s", heading[k]);
  for (int r = 0; r < ROWS; r++) {
    double angle[3];
    fprintf(out, "\n%.9g", adams[0][r][0]);
    angles_of(adams[1][r] + 1, angle);
    for (int k = 0; k < NAMES; k++) {
      for (int c = 0; c < 3; c++) fprintf(out, ",%.12g", k == 1 ? angle[c] : adams[k][r][c + 1]);
    }
  }
  fputc('\n', out);
  fclose(out);
}

/* Adams' own results are of the dataset that was run, to 1e-3, less than what its integration may
 * leave; and not of one with a percent more gravity, or with another inertia. */
static void results_of_adams_belong_to_their_dataset(void) {
  const char *reference = getenv("LASH_ADAMS_REFERENCE");
  if (!reference || !*reference) TEST_IGNORE_MESSAGE("LASH_ADAMS_REFERENCE is not set");
  static const char *const which[] = {"Spherical_Case01", "Distance_Case01"};
  for (size_t i = 0; i < 2; i++) {
    put_together(reference, which[i]);
    const char *model = which[i];
    says(lash("audit %s/%s %s/%s/model.adm --tolerance 1e-3", folder, model, reference, model), 0,
         "501 steps: the results");
    says(lash("audit %s/%s %s/%s/model.adm --tolerance 1e-3 --set ACCGRAV.KGRAV=-9.9047", folder,
              model, reference, model),
         1, "another dataset was run");
  }
  says(lash("audit %s/%s %s/%s/model.adm --set PART/2.IP=0.04,0.2,0.2", folder, which[0], reference,
            which[0]),
       1, "F is not m a of PART/2");
}

int main(void) {
  UNITY_BEGIN();
  if (!mkdtemp(folder)) return 1;
  RUN_TEST(results_belong_to_their_dataset);
  RUN_TEST(what_cannot_be_audited_is_told);
  RUN_TEST(a_run_goes_on_from_anybodys_state);
  RUN_TEST(results_of_adams_belong_to_their_dataset);
  return UNITY_END();
}
