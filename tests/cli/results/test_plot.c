/* lash plot: columns found, axes labelled, lines drawn, mistakes told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash_plot_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static void make_runs(void) {
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  char path[64];
  for (int run = 1; run <= 2; run++) {
    char text[400] = "time (s),force (N),x_m\n";
    snprintf(path, sizeof path, "%s/%s", folder, run == 1 ? "soft" : "stiff");
    char command[96];
    snprintf(command, sizeof command, "mkdir -p %s", path);
    TEST_ASSERT_EQUAL_INT(0, system(command));
    for (int i = 0; i < 5; i++) {
      const size_t used = strlen(text);
      snprintf(text + used, sizeof text - used, "%g,%g,%g\n", 0.01 * i, run * 3e4 * i, 1e-5 * i);
    }
    write_in(path, "request_1.csv", text);
    write_in(path, "request_2.csv", "time,f1,odd\n0,1,a\n1,2,b\n2,0,c\n");
  }
}

static char *contents(const char *name) {
  static char text[1 << 18];
  char path[96];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, name);
  const size_t size = fread(text, 1, sizeof text - 1, file);
  text[size] = '\0';
  fclose(file);
  return text;
}

static size_t times(const char *text, const char *word) {
  size_t count = 0;
  for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) count++;
  return count;
}

static void runs_are_overlaid_with_units(void) {
  const outcome *o =
      lash("plot %s/soft %s/stiff --column force --out %s/a.svg --json", folder, folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "\"force (kN)\""), o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "\"time (ms)\""), o->output);
  const char *svg = contents("a.svg");
  TEST_ASSERT_NOT_NULL(strstr(svg, "force (kN)"));
  TEST_ASSERT_NOT_NULL(strstr(svg, "time (ms)"));
  TEST_ASSERT_NOT_NULL(strstr(svg, ">soft<"));
  TEST_ASSERT_NOT_NULL(strstr(svg, ">stiff<"));
  TEST_ASSERT_NULL(strstr(svg, "e-05"));
}

static void labels_name_the_runs(void) {
  const outcome *o = lash(
      "plot %s/soft %s/stiff --label 'K = 1' --label 'K = 2' --column force "
      "--out %s/l.svg",
      folder, folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(contents("l.svg"), ">K = 2<"));
  o = lash("plot %s/soft %s/stiff --label one --column force --out %s/l.svg", folder, folder,
           folder);
  TEST_ASSERT_EQUAL_INT(2, o->status);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "2 runs, but 1 --label"));
}

static void panels_and_shared_panels(void) {
  const outcome *o =
      lash("plot %s/soft --column force,f1 --column x --out %s/b.svg --json", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "\"kN\""), o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "\"x (µm)\""), o->output);
  o = lash("plot %s/soft --column force --against x --out %s/c.svg --json", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "\"x\": \"x (µm)\""), o->output);
}

static void the_ending_says_which_kind_of_file(void) {
  static const char *const endings[] = {"svg", "pdf", "png"}, *const starts[] = {"<?xml", "%PDF-",
                                                                                 "\x89PNG"};
  for (size_t i = 0; i < 3; i++) {
    char name[16];
    const outcome *o = lash("plot %s/soft --column request/1.force --out %s/deep/%s.%s", folder,
                            folder, endings[i], endings[i]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    snprintf(name, sizeof name, "deep/%s.%s", endings[i], endings[i]);
    TEST_ASSERT_EQUAL_INT(0, strncmp(starts[i], contents(name), strlen(starts[i])));
  }
}

static void without_a_column_it_lists_them(void) {
  const outcome *o = lash("plot %s/soft", folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "request_1.csv, 5 rows: time (s) force (N) x_m"));
  TEST_ASSERT_NOT_NULL(strstr(o->output, "request_2.csv, 3 rows: time f1\n"));
}

static void mistakes_are_told(void) {
  static const struct {
    const char *words, *arguments;
  } rows[] = {{"did you mean 'force (N)'", "%s/soft --column 'force (M)' --out %s/x.svg"},
              {"has 2 columns 'time'", "%s/soft --column time --out %s/x.svg"},
              {"x is in m, the columns before it in N", "%s/soft --column force,x --out %s/x.svg"},
              {"ends in .svg, .pdf or .png", "%s/soft --column force --out %s/x.gif"},
              {"where to?", "%s/soft --column force"},
              {"what to draw?", "%s/soft --out %s/x.svg"},
              {"cannot read", "%s/none --column force --out %s/x.svg"},
              {"they do not go together", "%s/soft --column f1 --against force --out %s/x.svg"},
              {"has no rows from 5 to inf", "%s/soft --column force --from 5 --out %s/x.svg"},
              {"--from wants a number", "%s/soft --column force --from soon --out %s/x.svg"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char arguments[200] = "plot ";
    const size_t used = strlen(arguments);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(arguments + used, sizeof arguments - used, rows[i].arguments, folder, folder);
#pragma GCC diagnostic pop
    expect(2, rows[i].words, arguments);
  }
  expect(2, "which run?", "plot");
}

/* Studies know the units of their datasets; bars stand on zero, whole error bars inside. */
static void studies_draw_in_units(void) {
  const outcome *o = lash("compare " CASES
                          "/rssr/rssr.adm --laws hertz,flores --end 0.004 --ensemble 2 "
                          "--measure 'peak(GFORCE(1,0,1,0)),peak(VX(31))' --out %s/laws --quiet",
                          folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const char *svg = contents("laws/peak_GFORCE_1_0_1_0.svg");
  TEST_ASSERT_NOT_NULL(strstr(svg, "peak(GFORCE(1,0,1,0)) (N)"));
  TEST_ASSERT_NOT_NULL(strstr(svg, "<text>0</text>"));
  svg = contents("laws/curve_GFORCE_1_0_1_0.svg");
  TEST_ASSERT_NOT_NULL(strstr(svg, "time (ms)"));
  TEST_ASSERT_NOT_NULL(strstr(svg, ">hertz<"));
  TEST_ASSERT_NOT_NULL(strstr(contents("laws/peak_VX_31.svg"), "peak(VX(31)) (m/s)"));
}

/* Tables without units get them from the dataset that the run names: here of millimetres. By hand:
 * 0.5 N push 1 kg for 0.02 s to 0.1 mm and 10 mm/s, which is 0.05 N mm. */
static void units_come_from_the_dataset(void) {
  write_in(folder, "mm.adm",
           "millimetres\n"
           "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n"
           "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\n"
           "JOINT/1, TRANSLATIONAL, I=2, J=1\n"
           "SFORCE/1, TRANSLATION, ACTIONONLY, I=2, J=1, FUNCTION=0.5\n"
           "REQUEST/1, DISPLACEMENT, I=2, J=1\nREQUEST/2, FORCE, I=2, J=1\n"
           "REQUEST/3, F2=VZ(2,1)\\F3=TIME*2\nEND\n");
  TEST_ASSERT_EQUAL(
      0, lash("run %s/mm.adm --end 0.02 --steps 10 --out %s/mm", folder, folder)->status);
  static const struct {
    const char *column, *label;
  } rows[] = {{"request/1.f4", "\"f4 (mm)\""},
              {"request/1.f8", "\"f8 (rad)\""},
              {"request/2.f4", "\"f4 (N)\""},
              {"request/3.f2", "\"f2 (mm/s)\""},
              {"request/3.f3", "\"f3\""},
              {"PART_2_Z", "\"PART_2_Z (mm)\""},
              {"PART_2_ACCZ", "\"PART_2_ACCZ (mm/s²)\""},
              {"kinetic", "\"kinetic (mN mm)\""},
              {"SFORCE_1_FZ", "\"SFORCE_1_FZ (N)\""}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const outcome *o =
        lash("plot %s/mm --column %s --out %s/mm.svg --json", folder, rows[i].column, folder);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, rows[i].label), o->output);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "\"time (ms)\""), o->output);
  }
}

/* A peak of one row among many is in the picture: 99 at the top of an axis that ends at 100. */
static void thinning_keeps_peaks(void) {
  char *text = malloc(1 << 20);
  size_t used = (size_t)sprintf(text, "time,y\n");
  for (int i = 0; i < 40000; i++)
    used += (size_t)sprintf(text + used, "%d,%d\n", i, i == 23457 ? 99 : i % 2);
  write_in(folder, "long.csv", text);
  free(text);
  const outcome *o = lash("plot %s/long.csv --column y --out %s/long.svg", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const char *svg = contents("long.svg");
  TEST_ASSERT_NOT_NULL(strstr(svg, "<text>100</text>"));
  TEST_ASSERT_TRUE_MESSAGE(strlen(svg) < 120000, "forty thousand rows are thinned");
  TEST_ASSERT_TRUE(times(svg, "<path") >= 1);
}

int main(void) {
  UNITY_BEGIN();
  make_runs();
  RUN_TEST(runs_are_overlaid_with_units);
  RUN_TEST(labels_name_the_runs);
  RUN_TEST(panels_and_shared_panels);
  RUN_TEST(the_ending_says_which_kind_of_file);
  RUN_TEST(without_a_column_it_lists_them);
  RUN_TEST(mistakes_are_told);
  RUN_TEST(studies_draw_in_units);
  RUN_TEST(units_come_from_the_dataset);
  RUN_TEST(thinning_keeps_peaks);
  char remove_all[64];
  snprintf(remove_all, sizeof remove_all, "rm -r %s", folder);
  if (system(remove_all) != 0) puts(folder);
  return UNITY_END();
}
