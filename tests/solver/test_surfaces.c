/* oil.csv and worn.csv: what is known of a film and of a worn bearing, in the model's own units. */
#include "counting_malloc.h"

#include <stdio.h>
#include <unistd.h>

#include "integrate_helper.h"
#include "lash_tables.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", LASH_SUBROUTINES, 1); }
void tearDown(void) {}

enum { ANGLES = 72 };
static const double pi = 3.14159265358979323846;

/* Row `row` of a table of so many columns. */
static void read_row(const char *folder, const char *file, int row, int columns, double *values) {
  char path[200];
  static char line[20000];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  FILE *f = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(f, path);
  for (int k = -1; k <= row; k++) TEST_ASSERT_NOT_NULL(fgets(line, sizeof line, f));
  fclose(f);
  char *at = line;
  for (int k = 0; k < columns; k++) {
    values[k] = strtod(at, &at);
    TEST_ASSERT_EQUAL_INT(k + 1 < columns ? ',' : '\n', *at++);
  }
}

static bool has(const char *folder, const char *file) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  return access(path, F_OK) == 0;
}

/* A journal that a motor turns about an axis beside that of its bearing. Marker 9 of the bearing
 * is turned by 30 degrees, from which angles count. */
static mechanism journal(const char *units, double beside, double speed, const char *string) {
  char text[1500];
  snprintf(
      text, sizeof text,
      "%s\nPART/1, GROUND\nMARKER/1, PART=1, QP=%.17g,%.17g,0\nMARKER/9, PART=1, REULER=30D,0,0\n"
      "PART/2, MASS=1, CM=20, IP=1,1,1, QG=%.17g,%.17g,0, WZ=%.17g\nMARKER/20, PART=2\n"
      "MARKER/29, PART=2, FLOATING\nJOINT/1, REVOLUTE, I=20, J=1\n"
      "MOTION/1, JOINT=1, ROTATION, FUNCTION=%.17g*TIME\n"
      "PART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\n"
      "GFORCE/4, I=9, JFLOAT=29, RM=1, FUNCTION=USER(1,9,20,9)\\, "
      "ROUTINE=lash_subroutines::Lash_revolute\nSTRING/1, STRING = %s\n"
      "CBKSUB/1, FUNCTION=USER(0)\\, ROUTINE=lash_subroutines::Cbksub\n",
      units, beside * cos(pi / 6), beside * sin(pi / 6), beside * cos(pi / 6), beside * sin(pi / 6),
      speed, speed, string);
  return load(text);
}

static lash_tables *open_tables(mechanism *m, const char *folder) {
  lash_tables *tables;
  const lash_tables_options wanted = {.folder = folder, .name = "pin"};
  OK(lash_tables_open(&m->model, m->system, &wanted, &tables, &error));
  return tables;
}

/* A short bearing (Ocvirk): with the film h = c (1 + e cos u), u from the widest gap on in the
 * sense of turning, the pressure half-way along is 3 mu w L^2 e sin u / (4 c^2 (1 + e cos u)^3),
 * and none where that is negative. The widest gap is opposite to the journal. */
static void pressure_of_a_short_bearing(void) {
  const double c = 5e-4, e = 0.6, mu = 0.05, w = 40, L = 0.02;
  mechanism m = journal("UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND",
                        1e3 * e * c, 1e-3 * w,
                        "normal=lankarani_nikravesh K=1e9 Ri=0.0105 Rj=0.010 L=0.02 e=0.9 "
                        "film=short viscosity=0.05");
  lash_tables *tables = open_tables(&m, "surfaces_oil");
  OK(lash_tables_row(tables, 0, NULL, &error));
  OK(lash_tables_close(tables, true, &error));
  TEST_ASSERT_TRUE(has("surfaces_oil", "oil.csv") && !has("surfaces_oil", "worn.csv"));
  double row[1 + ANGLES];
  read_row("surfaces_oil", "oil.csv", 0, 1 + ANGLES, row);
  TEST_ASSERT_EQUAL_DOUBLE(0, row[0]);
  for (int k = 0; k < ANGLES; k++) {
    const double u = 2 * pi * k / ANGLES - pi, h = 1 + e * cos(u);
    const double p = 3 * mu * w * L * L * e * sin(u) / (4 * c * c * h * h * h);
    /* N/mm^2, to six digits */
    TEST_ASSERT_DOUBLE_WITHIN(1e-5 * 1e-6 * fabs(p), 1e-6 * fmax(0, p), row[1 + k]);
  }
  unload(&m);
}

static lash_status show(void *context, lash_system *system, double t, lash_error *said) {
  (void)system;
  return lash_tables_row(context, t, NULL, said);
}

/* The same bearing, rubbed by its journal at the side where that is, in metres and in millimetres:
 * the numbers differ by the factor of the units alone. */
static void depth_in_any_units(void) {
  static const char *const folder[] = {"surfaces_m", "surfaces_mm"};
  double row[2][1 + 2 * ANGLES];
  for (int k = 0; k < 2; k++) {
    mechanism m = journal(k ? "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND"
                            : "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND",
                          k ? 5.1e-1 : 5.1e-4, 40,
                          "normal=lankarani_nikravesh K=1e9 Ri=0.0105 Rj=0.010 L=0.02 e=0.9 "
                          "friction=ambrosio mu=0.1 friction.v0=1e-3 friction.v1=1e-2 wear=archard "
                          "k_i=2e-13 k_j=5e-14");
    lash_tables *tables = open_tables(&m, folder[k]);
    const lash_watcher watcher = {.context = tables, .output = show};
    lash_integration *run;
    lash_integrate_options options = method("bdf", 1e-6, 0);
    options.hmax = 1e-3;
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
    OK(lash_integrate_to(run, 0.2, &watcher, &error));
    lash_integrate_free(run);
    OK(lash_tables_close(tables, true, &error));
    TEST_ASSERT_TRUE(has(folder[k], "worn.csv") && !has(folder[k], "oil.csv"));
    read_row(folder[k], "worn.csv", 0, 1 + 2 * ANGLES, row[k]);
    for (int i = 1; i <= 2 * ANGLES; i++) TEST_ASSERT_EQUAL_DOUBLE(0, row[k][i]);
    read_row(folder[k], "worn.csv", 1, 1 + 2 * ANGLES, row[k]);
    unload(&m);
  }
  for (int i = 0; i < ANGLES; i++) {
    const double bearing = row[0][1 + i], on_journal = row[0][1 + ANGLES + i];
    const bool near = i <= 2 || i >= ANGLES - 2, opposite = i > ANGLES / 4 && i < 3 * ANGLES / 4;
    if (near) TEST_ASSERT_TRUE(bearing > 1e-9 && bearing < 1e-7);
    if (opposite) TEST_ASSERT_EQUAL_DOUBLE(0, bearing);
    TEST_ASSERT_TRUE(on_journal > 1e-12); /* it has gone round more than once */
    TEST_ASSERT_DOUBLE_WITHIN(1e-6 * bearing, bearing, 1e-3 * row[1][1 + i]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6 * on_journal, on_journal, 1e-3 * row[1][1 + ANGLES + i]);
  }
}

/* Whichever block is not to be had, it is said, and nothing is kept. */
static void tables_without_memory(void) {
  mechanism m = journal("UNITS/SYSTEM=MKS", 1e-4, 40,
                        "normal=lankarani_nikravesh K=1e9 Ri=0.0105 Rj=0.010 L=0.02 e=0.9 "
                        "film=short viscosity=0.05");
  lash_tables_options wanted = {.folder = "surfaces_none", .name = "pin"};
  lash_tables *tables;
  OK(lash_tables_open(&m.model, m.system, &wanted, &tables, &error));
  OK(lash_tables_close(tables, true, &error));
  wanted.resume = true; /* what is there stays, so that every attempt has as much to do */
  for (long fail = 1; COUNTS_MALLOC; fail++) {
    const long before = allocator.in_use;
    allocator = (counting_malloc){.on = true, .fail = fail, .in_use = before};
    const lash_status status = lash_tables_open(&m.model, m.system, &wanted, &tables, &error);
    allocator.on = false;
    if (status == LASH_OK) OK(lash_tables_close(tables, true, &error));
    if (allocator.calls < fail) { /* none failed */
      TEST_ASSERT_EQUAL_INT(LASH_OK, status);
      TEST_ASSERT_TRUE(fail > 5);
      break;
    }
    TEST_ASSERT_TRUE(status == LASH_OK || status == LASH_FAILURE);
    TEST_ASSERT_EQUAL_INT(before, allocator.in_use);
  }
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(pressure_of_a_short_bearing);
  RUN_TEST(depth_in_any_units);
  RUN_TEST(tables_without_memory);
  return UNITY_END();
}
