/* Tables of a run, held against a motion that is known: an arm that a motor turns at a constant
 * rate about an inclined axis. */
#include <sys/stat.h>
#include <unistd.h>

#include "integrate_helper.h"
#include "lash_clearance.h"
#include "lash_space.h"
#include "lash_tables.h"

#define FOLDER "tables_of_an_arm"

static const double rate = 2, mass = 3, inertia = 0.2, gravity = 9.81, k = 40, natural = 0.5;
static const double base[3] = {1, 2, 3}, to_centre[3] = {0.5, 0.2, 0.1};

/* The axis is z of marker 1; the arm's own frame starts there. */
#define ARM                                                                             \
  "! adams_view_name='hub'\n"                                                           \
  "PART/1, GROUND\nMARKER/1, PART=1, QP=1,2,3, REULER=30D,40D,0\n"                      \
  "MARKER/2, PART=1, QP=2,2,1\nACCGRAV/KGRAV=-9.81\n"                                   \
  "PART/2, MASS=3, CM=20, IP=.2,.2,.2, QG=1,2,3, REULER=30D,40D,0\n"                    \
  "MARKER/20, PART=2, QP=.5,.2,.1\nMARKER/21, PART=2\n"                                 \
  "MARKER/22, PART=2, QP=.9,.2,.1, REULER=90D,90D,0\nMARKER/23, PART=2, QP=1.2,.2,.1\n" \
  "JOINT/1, REVOLUTE, I=21, J=1\nMOTION/1, JOINT=1, ROTATION, FUNCTION=2*TIME\n"        \
  "SPRINGDAMPER/7, I=22, J=2, TRANSLATION, K=40, C=0, LENGTH=.5\n"                      \
  "VARIABLE/5, FUNCTION=3*TIME+1\n"                                                     \
  "REQUEST/4, DISPLACEMENT, I=22, J=2\n"                                                \
  "REQUEST/6, F2=TIME\\F3=2*TIME\\F4=7\\, CNAMES=\"\",once,twice,seven\n"               \
  "GRAPHICS/1, CYLINDER, CM=21, LENGTH=.4, RADIUS=.1\n"                                 \
  "GRAPHICS/2, BOX, CORNER=20, X=1, Y=2, Z=3\nGRAPHICS/3, CIRCLE, CM=23, RADIUS=.6\n"   \
  "GRAPHICS/4, OUTLINE=21,20,23\n"                                                      \
  "GRAPHICS/5, ELLIPSOID, CM=22, XSCALE=.2, YSCALE=.3, ZSCALE=.4\n"                     \
  "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"

static mechanism arm;
static lash_tables *tables;

static lash_tables_options options(void) {
  return (lash_tables_options){.folder = FOLDER, .name = "arm", .req = true, .res = true};
}

void setUp(void) {
  arm = load(ARM);
  const lash_tables_options wanted = options();
  OK(lash_tables_open(&arm.model, arm.system, &wanted, &tables, &error));
}
void tearDown(void) { unload(&arm); }

/* ----------------------------------------------------------------------------- the motion known */

typedef struct state {
  double axis[3], centre[3], tip[3];                   /* from the base */
  double velocity[3], acceleration[3], spring, length; /* of the mass centre; energy */
} state;

static void cross(const double a[3], const double b[3], double c[3]) {
  for (int i = 0; i < 3; i++)
    c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Turns v by the 3-1-3 angles 30, 40 and phi. */
static void turned(double phi, const double v[3], double out[3]) {
  const double degree = acos(-1) / 180, cp = cos(30 * degree), sp = sin(30 * degree);
  const double ct = cos(40 * degree), st = sin(40 * degree);
  const double x = cos(phi) * v[0] - sin(phi) * v[1], y = sin(phi) * v[0] + cos(phi) * v[1];
  const double down = ct * y - st * v[2];
  out[0] = cp * x - sp * down, out[1] = sp * x + cp * down, out[2] = st * y + ct * v[2];
}

static state known(double t) {
  static const double z[3] = {0, 0, 1}, tip[3] = {0.9, 0.2, 0.1}, anchor[3] = {1, 0, -2};
  state s;
  double w[3], sum = 0;
  turned(0, z, s.axis);
  turned(rate * t, to_centre, s.centre);
  turned(rate * t, tip, s.tip);
  for (int i = 0; i < 3; i++) w[i] = rate * s.axis[i];
  cross(w, s.centre, s.velocity);
  cross(w, s.velocity, s.acceleration);
  for (int i = 0; i < 3; i++) sum += (s.tip[i] - anchor[i]) * (s.tip[i] - anchor[i]);
  s.length = sqrt(sum);
  s.spring = 0.5 * k * (s.length - natural) * (s.length - natural);
  return s;
}

static double height_energy(const state *s) { return mass * gravity * (base[2] + s->centre[2]); }

static double kinetic(const state *s) {
  double sum = inertia * rate * rate;
  for (int i = 0; i < 3; i++) sum += mass * s->velocity[i] * s->velocity[i];
  return 0.5 * sum;
}

/* -------------------------------------------------------------------------------------- reading */

static char text[200000];

static const char *contents(const char *name) {
  char path[300];
  snprintf(path, sizeof path, FOLDER "/%s", name);
  FILE *f = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(f, path);
  text[fread(text, 1, sizeof text - 1, f)] = '\0';
  fclose(f);
  return text;
}

/* A number of a table by its column's name; rows count from 0. */
static double cell(const char *file, int row, const char *column) {
  const char *at = contents(file);
  int index = 0;
  size_t used = 0;
  /* a heading may carry its unit: "PART_2_X (mm)" */
  for (used = strcspn(at, " ,\n"); strncmp(at, column, used) || column[used]; index++) {
    used = strcspn(at, ",\n");
    TEST_ASSERT_TRUE_MESSAGE(at[used] == ',', column);
    at += used + 1;
    used = strcspn(at, " ,\n");
  }
  for (at = text; row >= 0; row--) at = strchr(at, '\n') + 1;
  for (; index > 0; index--) at += strcspn(at, ",\n") + 1;
  return strtod(at, NULL);
}

static int lines(const char *file) {
  int count = 0;
  for (const char *at = contents(file); *at; at++) count += *at == '\n';
  return count;
}

/* -------------------------------------------------------------------------------------- running */

static lash_integration *run;

static lash_status show(void *context, lash_system *system, double t, lash_error *said) {
  (void)context, (void)system;
  return lash_tables_row(tables, t, run, said);
}

static const double end = 1.2, interval = 0.1;

static void run_arm(void) {
  const lash_watcher watcher = {.output = show};
  lash_integrate_options how = method("bdf", 1e-9, 0);
  how.output_step = interval;
  how.hmax = 0.07; /* outputs lie inside the steps */
  OK(lash_integrate_create(arm.system, &how, arm.t, arm.y, &run, &error));
  OK(lash_integrate_to(run, end, &watcher, &error));
  OK(lash_tables_close(tables, true, &error));
  lash_integrate_free(run);
}

static void near_three(const double expected[3], const char *file, int row, const char *columns) {
  char name[64];
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, columns, 'X' + i);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, expected[i], cell(file, row, name), name);
  }
}

static void rows_are_the_motion(void) {
  run_arm();
  TEST_ASSERT_EQUAL_INT(14, lines("parts.csv"));
  const state start = known(0);
  for (int row = 0; row <= 12; row++) {
    const double t = interval * row, degree = acos(-1) / 180;
    const state s = known(t);
    double at[3], w[3], pull[3];
    for (int i = 0; i < 3; i++) {
      at[i] = base[i] + s.centre[i];
      w[i] = rate * s.axis[i];
      pull[i] = -k * (s.length - natural) / s.length * (s.tip[i] - (i ? i == 2 ? -2 : 0 : 1));
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, t, cell("parts.csv", row, "time"));
    near_three(at, "parts.csv", row, "PART_2_%c");
    near_three(s.velocity, "parts.csv", row, "PART_2_V%c");
    near_three(w, "parts.csv", row, "PART_2_W%c");
    near_three(s.acceleration, "parts.csv", row, "PART_2_ACC%c");
    near_three((double[3]){0, 0, 0}, "parts.csv", row, "PART_2_WD%c");
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 30 * degree, cell("parts.csv", row, "PART_2_PSI"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 40 * degree, cell("parts.csv", row, "PART_2_THETA"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, rate * t, cell("parts.csv", row, "PART_2_PHI"));
    near_three(pull, "forces.csv", row, "SPRINGDAMPER_7_F%c");

    const double rise = height_energy(&s) - height_energy(&start), stored = s.spring - start.spring;
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, kinetic(&s), cell("energy.csv", row, "kinetic"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, height_energy(&s), cell("energy.csv", row, "gravity"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, s.spring, cell("energy.csv", row, "springs"));
    /* between the ends of a step a parabola stands for the powers */
    TEST_ASSERT_DOUBLE_WITHIN(2e-4, -stored, cell("energy.csv", row, "work_forces"));
    TEST_ASSERT_DOUBLE_WITHIN(2e-4, rise + stored, cell("energy.csv", row, "work_motions"));
    TEST_ASSERT_DOUBLE_WITHIN(2e-4, 0, cell("energy.csv", row, "dissipated"));
    TEST_ASSERT_DOUBLE_WITHIN(2e-4, 0, cell("energy.csv", row, "imbalance"));

    TEST_ASSERT_DOUBLE_WITHIN(1e-6, s.length, cell("request_4.csv", row, "f1"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, s.tip[0] - 1, cell("request_4.csv", row, "f2"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, s.tip[2] + 2, cell("request_4.csv", row, "f4"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, t, cell("request_6.csv", row, "once"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2 * t, cell("request_6.csv", row, "twice"));
    TEST_ASSERT_EQUAL_DOUBLE(7, cell("request_6.csv", row, "seven"));
  }
}

/* ---------------------------------------------------------------------------------------- scene */

static void has_line(const char *line) {
  char whole[300];
  snprintf(whole, sizeof whole, "\n%s\n", line);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, whole), line);
}

/* Markers stand against the mass centre, in the part's axes, though the part is turned. */
static void scene_is_told(void) {
  OK(lash_tables_close(tables, true, &error));
  contents("scene.txt");
  TEST_ASSERT_EQUAL_INT(0, strncmp(text, "title test mechanism\nlength METER\n", 33));
  has_line("part 1 hub");
  has_line("part 2");
  static const double expected[4][12] = {
      {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
      {-0.5, -0.2, -0.1, 1, 0, 0, 0, 1, 0, 0, 0, 1},
      {0.4, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0}, /* z along x, x along y */
      {0.7, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
  };
  for (int marker = 0; marker < 4; marker++) {
    char start[40];
    snprintf(start, sizeof start, "\nmarker %d 2 ", 20 + marker);
    char *at = strstr(text, start);
    TEST_ASSERT_NOT_NULL_MESSAGE(at, start);
    at += strlen(start);
    for (int i = 0; i < 12; i++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, expected[marker][i], strtod(at, &at));
    TEST_ASSERT_EQUAL_INT('\n', *at);
  }
  /* the shortest way through 0, -0.55, 0.4 and 0.7 */
  has_line("link 2 20 22\nlink 2 22 23\nlink 2 20 21");
  TEST_ASSERT_NULL(strstr(text, "link 1 "));
  has_line("joint JOINT/1 revolute 21 1");
  has_line("force SPRINGDAMPER/7 22 2");
  has_line("shape cylinder 21 0.4 0.1");
  has_line("shape box 20 1 2 3");
  has_line("shape circle 23 0.6");
  has_line("shape outline 21 20 23");
  has_line("shape ellipsoid 22 0.2 0.3 0.4");
}

/* Bars join neighbours, whichever axis they stand along and on whichever side of the mass centre:
 * 1 and -2 next to it, 4 beyond 1, -8 beyond -2. */
static void links_join_neighbours(void) {
  static const int at[] = {1, -2, 4, -8};
  char model[2000] = "PART/1, GROUND\nMARKER/1, PART=1\n";
  OK(lash_tables_close(tables, true, &error));
  unload(&arm);
  for (int p = 2; p <= 4; p++) {
    size_t used = strlen(model);
    used +=
        (size_t)snprintf(model + used, sizeof model - used,
                         "PART/%d, MASS=1, CM=%d0, IP=1,1,1\nMARKER/%d0, PART=%d\n", p, p, p, p);
    for (int m = 0; m < 4; m++)
      used +=
          (size_t)snprintf(model + used, sizeof model - used, "MARKER/%d%d, PART=%d, QP=%d,%d,%d\n",
                           p, m + 1, p, p == 2 ? at[m] : 0, p == 3 ? at[m] : 0, p == 4 ? at[m] : 0);
  }
  arm = load(model);
  const lash_tables_options wanted = options();
  OK(lash_tables_open(&arm.model, arm.system, &wanted, &tables, &error));
  OK(lash_tables_close(tables, true, &error));
  contents("scene.txt");
  has_line("link 2 20 21\nlink 2 20 22\nlink 2 21 23\nlink 2 22 24");
  has_line("link 3 30 31\nlink 3 30 32\nlink 3 31 33\nlink 3 32 34");
  has_line("link 4 40 41\nlink 4 40 42\nlink 4 41 43\nlink 4 42 44");
}

/* ---------------------------------------------------------------------------------------- Adams */

static void near(double expected, char **at) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, expected, strtod(*at, at));
}

/* Parts at their own origin; reactions on I in ground axes; variables; requests. */
static void adams_results(void) {
  run_arm();
  contents("arm.res");
  char *at = text;
  static const char *const names[] = {
      "TIME",    "PART_2_XFORM", "\"X\"",   "\"PSI\"", "\"VX\"",   "\"WX\"", "\"ACCX\"",
      "\"WDX\"", "\"WDZ\"",      "JOINT_1", "\"TZ\"",  "MOTION_1", "\"TZ\"", "VARIABLE_5",
      "\"Q\"",   "REQ_4",        "\"F1\"",  "\"F8\"",  "REQ_6",    "once",   "seven"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    at = strstr(at, names[i]);
    TEST_ASSERT_NOT_NULL_MESSAGE(at, names[i]);
  }
  TEST_ASSERT_NOT_NULL(strstr(text, "unitsValue=\"meter/second**2\""));
  TEST_ASSERT_NOT_NULL(strstr(text, "unitsValue=\"rad/second\""));
  TEST_ASSERT_NOT_NULL(strstr(text, "unitsValue=\"newton*meter\""));
  TEST_ASSERT_NOT_NULL(strstr(text, "runStatus=\"Successful\""));
  for (int row = 0; row <= 12; row++) {
    static const char step[] = "<Step type=";
    const double t = interval * row, degree = acos(-1) / 180;
    const state s = known(t);
    at = strstr(at, step);
    TEST_ASSERT_NOT_NULL(at);
    TEST_ASSERT_EQUAL_INT(row ? 'd' : 'i', at[sizeof step]);
    at = strchr(at, '\n');
    near(t, &at);
    for (int i = 0; i < 3; i++) near(base[i], &at);
    near(30 * degree, &at), near(40 * degree, &at), near(rate * t, &at);
    for (int i = 0; i < 3; i++) near(0, &at);
    for (int i = 0; i < 3; i++) near(rate * s.axis[i], &at);
    for (int i = 0; i < 6; i++) near(0, &at);
    /* joint and motor together bear what gravity and spring do not give */
    double force[3], total[3], arm_force[3], tip_force[3], lever[3], bore[3], along = 0;
    for (int i = 0; i < 3; i++) {
      const double pull =
          -k * (s.length - natural) / s.length * (s.tip[i] - (i ? i == 2 ? -2 : 0 : 1));
      arm_force[i] = mass * s.acceleration[i] + (i == 2 ? mass * gravity : 0);
      tip_force[i] = pull;
      force[i] = arm_force[i] - pull;
    }
    cross(s.centre, arm_force, total);
    cross(s.tip, tip_force, lever);
    for (int i = 0; i < 3; i++) total[i] -= lever[i], along += total[i] * s.axis[i];
    for (int i = 0; i < 3; i++) bore[i] = total[i] - along * s.axis[i];
    for (int i = 0; i < 3; i++) near(force[i], &at);
    for (int i = 0; i < 3; i++) near(bore[i], &at);
    for (int i = 0; i < 3; i++) near(0, &at);
    for (int i = 0; i < 3; i++) near(along * s.axis[i], &at);
    near(3 * t + 1, &at);
    near(s.length, &at);
    near(s.tip[0] - 1, &at), near(s.tip[1], &at), near(s.tip[2] + 2, &at);
    for (int i = 0; i < 4; i++) strtod(at, &at); /* angles */
    near(t, &at), near(2 * t, &at), near(7, &at);
    at += strspn(at, " \n");
    TEST_ASSERT_EQUAL_INT(0, strncmp(at, "</Step>", 7));
  }
}

/* ------------------------------------------------------------------------------- files and rows */

/* Cut back to a mark, the files are those of the marked instant and can be gone on with. */
static void cut_back_and_gone_on(void) {
  long marks[32];
  size_t count;
  OK(lash_tables_row(tables, 0, NULL, &error));
  OK(lash_tables_marks(tables, NULL, &count, &error));
  TEST_ASSERT_EQUAL_INT(17, (int)count); /* length and checksum of 8 files, and the row */
  OK(lash_tables_marks(tables, marks, &count, &error));
  OK(lash_tables_row(tables, 0.5, NULL, &error));
  OK(lash_tables_rewind(tables, marks, count, &error));
  OK(lash_tables_row(tables, 0.75, NULL, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_tables_rewind(tables, marks, count - 1, &error));
  marks[4] ^= 1;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_tables_rewind(tables, marks, count, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "not what it was"), error.message);
  marks[3] = 1000000;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_tables_rewind(tables, marks, count, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "shorter"), error.message);
  OK(lash_tables_close(tables, false, &error));
  TEST_ASSERT_EQUAL_INT(3, lines("parts.csv"));
  TEST_ASSERT_EQUAL_DOUBLE(0.75, cell("parts.csv", 1, "time"));
  TEST_ASSERT_EQUAL_DOUBLE(0, cell("energy.csv", 1, "work_motions"));
  TEST_ASSERT_NOT_NULL(strstr(contents("arm.res"), "runStatus=\"Failed\""));
}

static void folders_that_cannot_be(void) {
  OK(lash_tables_close(tables, true, &error));
  lash_tables_options wanted = options();
  wanted.folder = FOLDER "/parts.csv/below";
  lash_tables *none = NULL;
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE,
                        lash_tables_open(&arm.model, arm.system, &wanted, &none, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, wanted.folder), error.message);
  wanted.folder = FOLDER "/parts.csv";
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE,
                        lash_tables_open(&arm.model, arm.system, &wanted, &none, &error));
  TEST_ASSERT_NULL(none);
  wanted.folder = FOLDER "/new";
  rmdir(wanted.folder);
  OK(lash_tables_open(&arm.model, arm.system, &wanted, &none, &error));
  OK(lash_tables_close(none, true, &error));
  struct stat made;
  TEST_ASSERT_EQUAL_INT(0, stat(FOLDER "/new/parts.csv", &made));
}

/* Angles of the columns turn the axes back to where they are, also where z stands upright or upside
 * down and only the sum or difference of two of them is known. */
static void angles_give_the_axes_back(void) {
  static const double all[][3] = {{0.7, 0, 0}, {-2.5, 0, 0.4}, {0.3, 3.14159265358979323846, 0},
                                  {2, 1, -3},  {0, 0, 0},      {-1, 2.9, 0.2}};
  OK(lash_tables_close(tables, true, &error));
  for (size_t c = 0; c < sizeof all / sizeof *all; c++) {
    double r[9], angles[3], back[9];
    rotation_313(all[c], r);
    lash_angles_313(r, angles);
    rotation_313(angles, back);
    for (int n = 0; n < 9; n++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, r[n], back[n]);
  }
}

/* ----------------------------------------------------------------------------------- clearances */

static void joints_with_clearance(void) {
  static const char dataset[] =
      "title\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\n"
      "PART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\n"
      "STRING/1, STRING=law=hertz xRi=9, Ri=0.0205,Rj=0.02\n"
      "STRING/2, STRING=Ri=0.03 Rj=0.029 outer=J\n"
      "STRING/3, STRING=Ri=0.02, Rj=0.02\n"
      "GFORCE/3, I=2, JFLOAT=9, RM=1, FUNCTION=USER(3,1,2)\\ROUTINE=lash::Lash_revolute\n"
      "GFORCE/4, I=2, JFLOAT=9, RM=1, FUNCTION=USER(1,1,2)\\ROUTINE=lash::Lash_revolute\n"
      "GFORCE/5, I=2, JFLOAT=9, RM=1, FUNCTION=USER(2,1,2)\\ROUTINE=lash::Lash_spherical\n"
      "GFORCE/6, I=2, JFLOAT=9, RM=1, FUNCTION=USER(2,1,2)\\ROUTINE=other::spherical\n"
      "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\nEND\n";
  lash_model model;
  lash_clearance c;
  OK(lash_tables_close(tables, true, &error));
  OK(lash_model_parse(&model, "test.adm", dataset, sizeof dataset - 1, &error));
  TEST_ASSERT_TRUE(lash_clearance_at(&model, 0, &c));
  TEST_ASSERT_EQUAL_INT(4, c.force);
  TEST_ASSERT_EQUAL_INT(1, c.outer);
  TEST_ASSERT_EQUAL_INT(2, c.inner);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, c.play);
  TEST_ASSERT_FALSE(c.sphere);
  TEST_ASSERT_TRUE(lash_clearance_at(&model, 1, &c));
  TEST_ASSERT_EQUAL_INT(5, c.force);
  TEST_ASSERT_EQUAL_INT(2, c.outer);
  TEST_ASSERT_EQUAL_INT(1, c.inner);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, c.play);
  TEST_ASSERT_TRUE(c.sphere);
  TEST_ASSERT_FALSE(lash_clearance_at(&model, 2, &c));
  lash_model_free(&model);
}

/* Adams' text format: under each time a line per request, its number first, with six digits. */
static void requests_in_adams_format(void) {
  run_arm();
  const char *at = contents("arm.req");
  char last[20];
  snprintf(last, sizeof last, "%12.5E\n", end);
  at = strstr(at, last);
  TEST_ASSERT_NOT_NULL(at);
  at += strlen(last);
  double shown[2][9];
  for (int q = 0; q < 2; q++) {
    char *behind = (char *)at;
    for (int c = 0; c < 9; c++) shown[q][c] = strtod(behind, &behind);
    TEST_ASSERT_EQUAL_INT('\n', *behind);
    at = behind + 1;
  }
  TEST_ASSERT_EQUAL_INT('\0', *at);
  const state s = known(end);
  const double from[3] = {1, 0, -2};
  TEST_ASSERT_EQUAL_DOUBLE(4, shown[0][0]);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-5, s.tip[i] - from[i], shown[0][2 + i]);
  const double functions[] = {6, 0, end, 2 * end, 7};
  for (int c = 0; c < 5; c++) TEST_ASSERT_DOUBLE_WITHIN(1e-5, functions[c], shown[1][c]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(rows_are_the_motion);
  RUN_TEST(scene_is_told);
  RUN_TEST(links_join_neighbours);
  RUN_TEST(adams_results);
  RUN_TEST(cut_back_and_gone_on);
  RUN_TEST(folders_that_cannot_be);
  RUN_TEST(angles_give_the_axes_back);
  RUN_TEST(joints_with_clearance);
  RUN_TEST(requests_in_adams_format);
  return UNITY_END();
}
