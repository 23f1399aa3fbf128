/* lash run as a user meets it: results, resuming after a crash, command files, mistakes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash_test_run_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static const char pendulum[] =
    "a pendulum\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART=1, REULER=180D,90D,180D\n"
    "PART/2, MASS=1, CM=3, IP=0.04,0.1,0.1\n"
    "MARKER/2, PART=2, REULER=180D,90D,180D\n"
    "MARKER/3, PART=2, QP=2,0,0\n"
    "JOINT/1, REVOLUTE, I=2, J=1\n"
    "ACCGRAV/KGRAV=-9.80665\n"
    "REQUEST/1, DISPLACEMENT, I=3, J=1, RM=1\n"
    "REQUEST/2, F2=DX(3,1)\\ F3=DZ(3,1), CNAMES=a,b,c,d,e,f,g,h\n"
    "END\n";

/* A ball that bounces on a plate, with friction: memory, events, a stiff force. */
static const char ball[] =
    "a ball\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART=1\n"
    "GRAPHICS/1, PLANE, RM=1, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5\n"
    "PART/2, MASS=1, CM=2, IP=.004,.004,.004, QG=0,0,0.3, VX=1\n"
    "MARKER/2, PART=2\n"
    "GRAPHICS/2, ELLIPSOID, CM=2, XSCALE=.2, YSCALE=.2, ZSCALE=.2\n"
    "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=10, DMAX=1E-4,\n"
    ", COULOMB_FRICTION=ON, MU_STATIC=.3, MU_DYNAMIC=.2, STICTION_TRANSITION_VELOCITY=.01,\n"
    ", FRICTION_TRANSITION_VELOCITY=.02\n"
    "ACCGRAV/KGRAV=-9.81\n"
    "REQUEST/1, DISPLACEMENT, I=2, J=1\n"
    "END\n";

/* Runs a shell command in the test's folder. */
static int shell(const char *format, const char *a, const char *b) {
  char command[2048], inner[1800];
  snprintf(inner, sizeof inner, format, a, b);
  snprintf(command, sizeof command, "cd %s || exit 9; %s", folder, inner);
  return system(command);
}

static char *read_file(const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, name);
  static char text[1 << 16];
  const size_t size = fread(text, 1, sizeof text - 1, file);
  text[size] = '\0';
  fclose(file);
  return text;
}

static int count_of(const char *text, const char *what) {
  int count = 0;
  for (; (text = strstr(text, what)); text++) count++;
  return count;
}

/* Every element is closed, and every step has a number for each component that the map names. */
static void check_res(const char *text) {
  static const char *const elements[] = {"Results", "Bibliography", "Analysis", "StepMap",
                                         "Entity",  "Data",         "Step"};
  for (int k = 0; k < 7; k++) {
    char open[40], spaced[40], shut[40];
    snprintf(open, sizeof open, "<%s>", elements[k]);
    snprintf(spaced, sizeof spaced, "<%s ", elements[k]);
    snprintf(shut, sizeof shut, "</%s>", elements[k]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(count_of(text, open) + count_of(text, spaced),
                                  count_of(text, shut), elements[k]);
  }
  const char *initial = strstr(text, "<Data name=\"initialConditions_001\"");
  const char *dynamic = strstr(text, "<Data name=\"dynamic_001\"");
  TEST_ASSERT_TRUE(initial && dynamic && initial < dynamic);
  TEST_ASSERT_EQUAL_INT(1, count_of(text, "<Step type=\"initialConditions\""));
  TEST_ASSERT_EQUAL_INT(10, count_of(dynamic, "<Step type=\"dynamic\""));
  const int components = count_of(text, "<Component ");
  /* time, one part, one joint, two requests */
  TEST_ASSERT_EQUAL_INT(1 + 18 + 6 + 8 + 8, components);
  TEST_ASSERT_NOT_NULL(strstr(
      text, "<Entity name=\"PART_2_XFORM\" entity=\"PART_2\" entType=\"Part\" objectId=\"2\">"));
  TEST_ASSERT_NOT_NULL(strstr(text, "entType=\"Joint\" objectId=\"1\">"));
  TEST_ASSERT_NOT_NULL(strstr(text, "entType=\"Request\" objectId=\"2\">"));
  for (const char *step = text; (step = strstr(step, "<Step type")); step++) {
    char *at = strchr(step, '>') + 1, *end;
    int numbers = 0;
    double value[64];
    for (; value[numbers] = strtod(at, &end), end != at; at = end) numbers++;
    TEST_ASSERT_EQUAL_INT(components, numbers);
    /* the part's origin is the pivot: it neither moves nor accelerates; its mass centre does */
    for (int k = 1; k <= 3; k++)
      TEST_ASSERT_TRUE(fabs(value[k]) + fabs(value[k + 6]) + fabs(value[k + 12]) < 1e-9);
    /* at rest, level: the pivot carries m g (1 - m l^2/(I + m l^2)) */
    if (strncmp(step + 12, "initial", 7) == 0)
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, 9.80665 * (1 - 4 / 4.1), value[21]);
  }
}

static void results_are_complete(void) {
  write_in(folder, "p.adm", pendulum);
  const outcome *o =
      lash("run %s/p.adm --end 1 --dtout 0.1 --out %s/out --req --res --json", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_EQUAL_INT(11, json_value(o, "outputs"));
  TEST_ASSERT_TRUE(json_value(o, "constraint_violation") < 1e-10);
  TEST_ASSERT_TRUE(json_value(o, "imbalance_relative") < 1e-4);
  TEST_ASSERT_EQUAL_INT(1, json_value(o, "degrees_of_freedom"));
  TEST_ASSERT_EQUAL_INT(0, strncmp(read_file("out/request_1.csv"), "time,f1,f2,f3", 13));
  TEST_ASSERT_EQUAL_INT(0, strncmp(read_file("out/request_2.csv"), "time,a,b,c,d", 12));
  TEST_ASSERT_EQUAL_INT(0, strncmp(read_file("out/parts.csv"), "time,PART_2_X,PART_2_Y", 22));
  TEST_ASSERT_NOT_NULL(strstr(read_file("out/energy.csv"), "imbalance"));
  TEST_ASSERT_NOT_NULL(strstr(read_file("out/summary.json"), "\"finished\""));
  TEST_ASSERT_NOT_NULL(strstr(read_file("out/p.res"), "runStatus=\"Successful\""));
  check_res(read_file("out/p.res"));
  TEST_ASSERT_NOT_NULL(strstr(read_file("out/p.req"), "A.R3"));
}

/* SAVE, go on, RELOAD, go on again: twice the same way, so the same rows are written twice. */
static void saved_and_reloaded(void) {
  write_in(folder, "p.adm", pendulum);
  write_in(folder, "p.acf",
           "p\nagain\nSIMULATE/DYNAMICS, END=0.3, DTOUT=0.1\nSAVE/FILE=a.sav\n"
           "SIMULATE/DYNAMICS, END=0.6, DTOUT=0.1\nRELOAD/FILE=a.sav\n"
           "SIMULATE/DYNAMICS, END=0.6, DTOUT=0.1\nSTOP\n");
  const outcome *o = lash("run %s/p.acf --out %s/again", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  char *rows = read_file("again/parts.csv"), *first = strstr(rows, "\n0.5999");
  TEST_ASSERT_NOT_NULL(first);
  char *second = strstr(first + 1, "\n0.5999");
  TEST_ASSERT_NOT_NULL(second);
  TEST_ASSERT_EQUAL_INT(0, strncmp(first, second, strcspn(first + 1, "\n") + 1));
  write_in(folder, "p.acf", "p\nagain\nRELOAD/FILE=none.sav\nSTOP\n");
  o = lash("run %s/p.acf --out %s/again", folder, folder);
  TEST_ASSERT_EQUAL_INT(2, o->status);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "none.sav"));
}

/* Started, killed without warning when its first checkpoint is there, and resumed: the tables are,
 * byte for byte, those of a run that was left alone. */
static void survives(const char *model, const char *options) {
  const char *tables =
      "for f in request_1.csv parts.csv energy.csv; do cmp a/$f b/$f || exit 1; done";
  shell("rm -rf a b a.ck b.ck%s%s", "", "");
  TEST_ASSERT_EQUAL_INT(
      0, shell(LASH_COMMAND " run %s %s --checkpoint a.ck --out a -q", model, options));
  shell(LASH_COMMAND
        " run %s %s --checkpoint b.ck --out b -q & pid=$!; "
        "while [ ! -e b.ck ] && kill -0 $pid 2>/dev/null; do sleep 0.01; done; kill -9 $pid; "
        "wait $pid 2>/dev/null; true",
        model, options);
  /* it must really have been cut off in the middle */
  TEST_ASSERT_TRUE_MESSAGE(shell("[ ! -e b/summary.json ]%s%s", "", "") == 0, options);
  TEST_ASSERT_EQUAL_INT(
      0,
      shell(LASH_COMMAND " run %s %s --checkpoint b.ck --resume b.ck --out b -q", model, options));
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, shell("%s%s", tables, ""), options);
}

static void kill_and_resume_is_identical(void) {
  write_in(folder, "p.adm", pendulum);
  write_in(folder, "ball.adm", ball);
  survives("ball.adm", "--end 1 --dtout 1e-4 --checkpoint-every 500 --integrator bdf");
  survives("ball.adm", "--end 1 --dtout 1e-4 --checkpoint-every 500 --integrator rk45");
  survives("p.adm", "--end 1 --dtout 1e-4 --checkpoint-every 500 --integrator genalpha");
  survives("p.adm", "--end 1 --dtout 1e-4 --checkpoint-every 500 --integrator abam");
  survives("p.adm", "--end 1 --dtout 1e-4 --checkpoint-every 500 --integrator rk4 --step 1e-3");
}

/* Also from one simulation of a command file to the next, where a boundary has one row. */
static void a_command_file_is_resumed(void) {
  write_in(folder, "ball.adm", ball);
  write_in(folder, "two.acf",
           "ball\nout\nSIMULATE/DYNAMICS, END=0.4, DTOUT=1E-4\nACCGRAV/KGRAV=-5\n"
           "SIMULATE/DYNAMICS, END=1, DTOUT=1E-4\nSTOP\n");
  survives("two.acf", "--checkpoint-every 500");
  survives("two.acf", "--checkpoint-every 4000"); /* the first is where the one ends */
}

static void a_foreign_checkpoint_is_refused(void) {
  char arguments[1024];
  write_in(folder, "p.adm", pendulum);
  shell(LASH_COMMAND " run p.adm --end 1 --dtout 1e-3 --checkpoint c.ck --out c -q%s%s", "", "");
  snprintf(arguments, sizeof arguments,
           "run %s/p.adm --end 1 --dtout 1e-3 --error 1e-5 --resume %s/c.ck --out %s/c", folder,
           folder, folder);
  expect(2, "other options", arguments);
  write_in(folder, "c.ck", "not a checkpoint, but long enough to be read as one? No.");
  snprintf(arguments, sizeof arguments, "run %s/p.adm --end 1 --resume %s/c.ck --out %s/c", folder,
           folder, folder);
  expect(2, "not a checkpoint", arguments);
}

static void ctrl_c_keeps_results(void) {
  write_in(folder, "ball.adm", ball);
  shell("rm -rf d; " LASH_COMMAND
        " run ball.adm --end 1000 --dtout 1e-4 --out d -q 2>d.err & pid=$!; "
        "while [ ! -s d/energy.csv ]; do sleep 0.01; done; sleep 0.1; kill -INT $pid; wait $pid; "
        "echo $? >d.status%s%s",
        "", "");
  TEST_ASSERT_EQUAL_INT(1, atoi(read_file("d.status")));
  TEST_ASSERT_NOT_NULL(strstr(read_file("d.err"), "interrupted"));
  TEST_ASSERT_NOT_NULL(strstr(read_file("d/summary.json"), "\"interrupted\""));
}

static void command_files_are_carried_out(void) {
  write_in(folder, "p.adm", pendulum);
  write_in(folder, "run.acf",
           "p\nout\n"
           "INTEGRATOR/GSTIFF, ERROR=1E-7\n"
           "SIMULATE/DYNAMICS, END=0.5, STEPS=50\n"
           "ACCGRAV/KGRAV=0\n"
           "SIMULATE/DYNAMICS, DURATION=0.5, DTOUT=0.01\n"
           "DEACTIVATE/JOINT, ID=1\n"
           "SIMULATE/DYNAMICS, END=1.5, STEPS=10\n"
           "STOP\n");
  const outcome *o = lash("run %s/run.acf --out %s/acf --json", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.5, json_value(o, "end"));
  TEST_ASSERT_EQUAL_INT(51 + 50 + 10, json_value(o, "outputs"));
}

/* The pendulum again, started leaning by 37 degrees from below. */
static void write_leaning(const char *name) {
  char text[sizeof pendulum + 32];
  const char *place = strstr(pendulum, "QP=2,0,0");
  snprintf(text, sizeof text, "%.*sQP=1.2,0,-1.6%s", (int)(place - pendulum), pendulum,
           place + strlen("QP=2,0,0"));
  write_in(folder, name, text);
}

static void statics_hangs_the_pendulum(void) {
  write_leaning("p.adm");
  const outcome *o = lash("run %s/p.adm --analysis statics --out %s/st --json", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  double t, f[4];
  char *line = strchr(read_file("st/request_2.csv"), '\n');
  TEST_ASSERT_EQUAL_INT(4, sscanf(line, "%lf,%lf,%lf,%lf", &t, &f[0], &f[1], &f[2]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, f[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -2, f[2]);
}

static void linear_knows_the_frequency(void) {
  write_leaning("p.adm");
  write_in(folder, "lin.acf", "p\nlin\nSIMULATE/STATICS\nLINEAR/EIGENSOL\n");
  const outcome *o = lash("run %s/lin.acf --out %s/lin --json", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  double mode, real, imaginary, frequency;
  char *line = strchr(read_file("lin/eigenvalues.csv"), '\n');
  TEST_ASSERT_EQUAL_INT(4, sscanf(line, "%lf,%lf,%lf,%lf", &mode, &real, &imaginary, &frequency));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, sqrt(9.80665 * 2 / (4 + 0.1)) / 6.28318530718, frequency);
}

/* Ten mistakes in one file are named in one run, each with its line; nothing is simulated. */
static void ten_mistakes_are_named(void) {
  write_in(folder, "bad.adm",
           "ten mistakes\n"
           "PART/1, GROUND\n"
           "MARKER/1, PART=9\n"
           "PART/2, MASS=-1, CM=3\n"
           "MARKER/2, PART=2, QP=1,2\n"
           "MARKER/3, PART=2, QPX=1\n"
           "JOINT/1, REVOLUTTE, I=2, J=1\n"
           "JOINT/2, SPHERICAL, I=2\n"
           "SFORCE/1, ROTATION, I=2, J=1, FUNCTION=3*(2+\n"
           "MARKER/2, PART=2\n"
           "REQUEST/1, DISPLACEMENT, I=77, J=1\n"
           "GRAVITY/KGRAV=1\n"
           "END\n");
  char arguments[512];
  snprintf(arguments, sizeof arguments, "run %s/bad.adm --end 1", folder);
  static const char *const lines[] = {":3", ":4", ":5",  ":6",  ":7",
                                      ":8", ":9", ":10", ":11", ":12"};
  for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) expect(2, lines[k], arguments);
}

static void bad_options_are_explained(void) {
  char arguments[512];
  write_in(folder, "p.adm", pendulum);
  static const struct {
    const char *options, *words;
  } cases[] = {{"", "how long"},
               {"--end -1", "--end"},
               {"--end 1 --integrator gstif", "no integrator"},
               {"--end 1 --integrator rk4", "--step"},
               {"--end 1 --analysis dinamics", "no analysis"},
               {"--end 1 --set JOINT/9.PITCH=1", "JOINT/9"},
               {"--end 1 --dtout 0.1 --steps 3", "exclude"},
               {"--end 1 --radius 2 --integrator genalpha", "spectral radius"}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    snprintf(arguments, sizeof arguments, "run %s/p.adm --out %s/e %s", folder, folder,
             cases[k].options);
    expect(2, cases[k].words, arguments);
  }
  expect(2, "which model", "run");
  expect(2, "nowhere.adm", "run nowhere.adm --end 1");
}

/* At an impact an explicit method tries steps that are far too long; that is its own business. */
static void steps_that_are_not_taken_are_not_told(void) {
  const outcome *o =
      lash("run " CASES
           "/slider_crank_clearance/slider_crank_clearance.adm --without "
           "JPRIM/1 --set STRING/1.Rj=0.0098 --end 0.03 --dtout 1e-4 --integrator rk8 "
           "--engine cartesian --quiet --out %s/rk8",
           folder);
  TEST_ASSERT_EQUAL_INT(0, o->status);
  TEST_ASSERT_NULL_MESSAGE(strstr(o->output, "not finite"), o->output);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(results_are_complete);
  RUN_TEST(saved_and_reloaded);
  RUN_TEST(kill_and_resume_is_identical);
  RUN_TEST(a_command_file_is_resumed);
  RUN_TEST(a_foreign_checkpoint_is_refused);
  RUN_TEST(ctrl_c_keeps_results);
  RUN_TEST(command_files_are_carried_out);
  RUN_TEST(statics_hangs_the_pendulum);
  RUN_TEST(linear_knows_the_frequency);
  RUN_TEST(ten_mistakes_are_named);
  RUN_TEST(bad_options_are_explained);
  RUN_TEST(steps_that_are_not_taken_are_not_told);
  const int failed = UNITY_END();
  char command[600];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) != 0 || failed;
}
