/* One reader of curves: every kind of file, and what is said of files that are wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "curve_set.h"
#include "unity.h"

static char folder[] = "/tmp/lash_curves_XXXXXX", path[128];
static curve_set set;
static lash_error error;

void setUp(void) { set = (curve_set){0}; }
void tearDown(void) { curve_set_free(&set); }

static const char *put(const char *name, const char *text) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fputs(text, file);
  fclose(file);
  return path;
}

static void read_text(const char *name, const char *text) {
  const lash_status status = curve_set_read(&set, put(name, text), NULL, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
}

static double value(const char *column, size_t row) {
  curve_place place;
  const lash_status status = curve_set_find(&set, column, &place, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  return place.table->number[place.column][row];
}

/* ---------------------------------------------------------------------------------------- texts */

/* The same three points as other people write them. */
static void texts_of_all_kinds_are_the_same_curve(void) {
  static const char *const texts[][2] = {
      {"a.csv", "time (s),force (N)\n0,1\n0.5,-2.5\n1,4e3\n"},
      {"a.csv", "\xef\xbb\xbftime (s),\"force (N)\"\r\n0,1\r\n0.5,-2.5\r\n1,4e3\r\n"},
      {"a.csv", "# a comment\ntime [s];force [N]\n0;1\n0,5;-2,5\n1;4e3\n"},
      {"a.tsv", "time (s)\tforce (N)\n0\t1\n% another\n0.5\t-2.5\n\n1\t4E+3\n"},
      {"a.tsv", "time (s)\tforce (N)\n0,0\t1,0\n0,5\t-2,5\n1\t4D3\n"},
      {"a.txt", "time_s force_N\n 0  1\n 0.5   -2.5\n 1 4e3\n"},
      {"a.dat", "time_s force_N\n0,0 1,0\n0,5 -2,5\n1,0 4e3\n"},
      {"a.csv", "Results of a run\nmade on a Monday\ntime,force\n[s],[N]\n0,1\n0.5,-2.5\n1,4000\n"},
      {"a.csv", "sep=;\r\ntime (s);force (N);\r\n0;1;\r\n0,5;-2,5;\r\n1;4e3;\r\n"},
      {"a.csv", "Results of a run,\ntime,force\ns,N\n0,1\n0.5,-2.5\n1,4000\n"},
      {"a.tab", "! Adams/View table\n time_s force_N\n0 1\n+5.0E-01 -2.5\n1 4.0E+03\n"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    read_text(texts[i][0], texts[i][1]);
    TEST_ASSERT_EQUAL_size_t(1, set.tables);
    TEST_ASSERT_EQUAL_INT_MESSAGE(3, (int)set.table[0].rows, texts[i][1]);
    TEST_ASSERT_EQUAL_DOUBLE(0.5, value("time", 1));
    TEST_ASSERT_EQUAL_DOUBLE(-2.5, value("force", 1));
    TEST_ASSERT_EQUAL_DOUBLE(4000, value("force", 2));
    curve_set_free(&set);
  }
}

static void points_without_headings_are_x_and_y(void) {
  read_text("p.csv", "0.1, 2\n0.2, 3\n");
  TEST_ASSERT_EQUAL_DOUBLE(0.2, value("x", 1));
  TEST_ASSERT_EQUAL_DOUBLE(3, value("y", 1));
}

static void one_column_with_a_blank_in_its_heading_is_one(void) {
  read_text("f.csv", "time (s)\n0\n0.5\n1\n");
  TEST_ASSERT_EQUAL_INT(3, (int)set.table[0].rows);
  TEST_ASSERT_EQUAL_DOUBLE(0.5, value("time", 1));
}

static void error_bars_belong_to_their_columns(void) {
  read_text("e.csv", "x,dx,force (N),force ± (N),torque,±\n0,0.1,1,0.2,5,0.5\n1,0.1,2,0.3,6,0.6\n");
  const curve_table *t = &set.table[0];
  size_t of;
  TEST_ASSERT_TRUE(curve_table_error_of(t, 3, &of) && of == 2);
  TEST_ASSERT_TRUE(curve_table_error_of(t, 5, &of) && of == 4);
  TEST_ASSERT_FALSE(curve_table_error_of(t, 2, &of));
  TEST_ASSERT_EQUAL_DOUBLE(0.3, curve_table_errors(t, 2)[1]);
  TEST_ASSERT_EQUAL_DOUBLE(0.1, curve_table_errors(t, 0)[0]);
  TEST_ASSERT_NULL(curve_table_errors(t, 5));
}

/* "Export all data": a line of names, a line of X and Y, datasets of unequal length, in the order
 * of clicks. */
static void datasets_of_webplotdigitizer_become_tables(void) {
  read_text("wpd_datasets.csv",
            "c = 0.1 mm,,c = 0.5 mm,\nX,Y,X,Y\n0.3,30,0.1,11\n0.1,10,0.2,22\n0.2,20,,\n");
  TEST_ASSERT_EQUAL_size_t(2, set.tables);
  TEST_ASSERT_EQUAL_STRING("c = 0.1 mm", set.table[0].name);
  TEST_ASSERT_EQUAL_size_t(3, set.table[0].rows);
  TEST_ASSERT_EQUAL_size_t(2, set.table[1].rows);
  TEST_ASSERT_EQUAL_DOUBLE(0.1, set.table[0].number[0][0]);
  TEST_ASSERT_EQUAL_DOUBLE(30, set.table[0].number[1][2]);
  TEST_ASSERT_EQUAL_DOUBLE(22, value("c = 0.5 mm", 1));
}

/* ----------------------------------------------------------------------------- results of Adams */

#define HEAD                                                                                \
  "<?xml version=\"1.0\"?>\n<Results xmlns=\"http://www.mscsoftware.com/:xrf10\">\n"        \
  "<Analysis name=\"a\"><Units angle=\"deg\" length=\"mm\" mass=\"kg\" time=\"second\"/>\n" \
  "<StepMap name=\"map_001\">\n<Entity name=\"time\"><Component name=\"TIME\" "             \
  "unitsValue=\"second\" id=\"1\"/></Entity>\n"                                             \
  "<Entity name=\"crank_XFORM\" entity=\"crank\" entType=\"Part\" objectId=\"2\">\n"        \
  "<Component name=\"X\" unitsValue=\"mm\" id=\"2\"/>"                                      \
  "<Component name=\"PSI\" unitsValue=\"deg\" id=\"3\"/></Entity>\n</StepMap>\n"
#define TAIL "</Analysis></Results>\n"

static const char res[] = HEAD
    "<Data name=\"modelInput_001\" id=\"1\"><Step type=\"input\">0 99 99</Step></Data>\n"
    "<Data name=\"initialConditions_001\" id=\"2\"><Step type=\"initialConditions\">\n0 1 10\n"
    "</Step></Data>\n"
    "<Data name=\"dynamic_001\" id=\"3\"><Step type=\"dynamic\">0.1\n2 20</Step>\n"
    "<Step type=\"dynamic\">0.2 3 30</Step></Data>\n"
    "<Data name=\"dynamic_002\" id=\"4\"><Step type=\"dynamic\">0.2 3 30</Step>\n"
    "<Step type=\"dynamic\">0.3 4 40</Step></Data>\n" TAIL;

/* The analysis begins with its initial conditions, model input stays apart, and where one SIMULATE
 * ends and the next begins there is one row. */
static void steps_of_a_res_are_kept_apart(void) {
  read_text("a.res", res);
  TEST_ASSERT_EQUAL_size_t(1, set.tables);
  TEST_ASSERT_EQUAL_STRING("input 1, initialConditions 1, dynamic 4", set.steps);
  TEST_ASSERT_EQUAL_size_t(4, set.table[0].rows);
  for (size_t i = 0; i < 4; i++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.1 * (double)i, value("TIME", i));
    TEST_ASSERT_EQUAL_DOUBLE(1 + (double)i, value("crank_XFORM.X", i));
  }
  TEST_ASSERT_EQUAL_STRING("crank", set.table[0].owner.name);
  TEST_ASSERT_EQUAL_STRING("Part", set.table[0].owner.kind);
  TEST_ASSERT_EQUAL_INT(2, set.table[0].owner.id);
  TEST_ASSERT_EQUAL_STRING("PSI (deg)", set.table[0].heading[2]);
  curve_set_free(&set);
  const curve_reading input = {.steps = "input"};
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_set_read(&set, path, &input, &error));
  TEST_ASSERT_EQUAL_size_t(1, set.table[0].rows);
  TEST_ASSERT_EQUAL_DOUBLE(99, value("X", 0));
}

/* With and without ids, and with the six numbers that are not magnitudes. */
static void requests_are_tables(void) {
  static const char head[] = " A.R3    2026-01-01  2 8 3D\ntitle\n 2 MKS 1.0\n";
  char text[600];
  snprintf(text, sizeof text,
           "%s 0.0\n 7 1 2 3 4 5 6 7 8\n 9 0 0 0 0 0 0 0 1\n 0.1\n"
           " 7 1 2 3 5 5 6 7 8\n 9 0 0 0 0 0 0 0 2\n",
           head);
  read_text("a.req", text);
  TEST_ASSERT_EQUAL_size_t(2, set.tables);
  TEST_ASSERT_EQUAL_DOUBLE(5, value("request_7.f4", 1));
  TEST_ASSERT_EQUAL_DOUBLE(2, value("request/9.f8", 1));
  curve_set_free(&set);
  snprintf(text, sizeof text,
           "%s 0\n 2 3 4 6 7 8\n 0 0 0 0 0 1\n 0.1\n 2 3 4 6 7 8\n 0 0 0 0 0 2\n", head);
  read_text("b.req", text);
  TEST_ASSERT_EQUAL_DOUBLE(6, value("request_1.f6", 1));
  TEST_ASSERT_EQUAL_DOUBLE(2, value("request_2.f8", 1));
}

/* A folder is all its tables, and a column is found in the one that has it. */
static void a_folder_is_its_tables(void) {
  char run[64];
  snprintf(run, sizeof run, "%s/run", folder);
  TEST_ASSERT_EQUAL_INT(0, mkdir(run, 0777));
  put("run/energy.csv", "time (s),kinetic (J)\n0,1\n1,2\n");
  put("run/request_1.csv", "time (s),f1,f2\n0,1,2\n1,3,4\n");
  put("run/request_2.csv", "time (s),f1\n0,5\n1,6\n");
  put("run/requests.csv", "table,name\nrequest_1.csv,3\nrequest_2.csv,ball\n");
  TEST_ASSERT_EQUAL_INT(LASH_OK, curve_set_read(&set, run, NULL, &error));
  TEST_ASSERT_EQUAL_DOUBLE(2, value("kinetic", 1));
  TEST_ASSERT_EQUAL_DOUBLE(6, value("request/2.f1", 1));
  curve_place place;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, curve_set_find(&set, "f1", &place, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "say which table"), error.message);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, curve_set_find(&set, "kinetik", &place, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "did you mean 'kinetic"), error.message);
}

/* -------------------------------------------------------------------------------- what is wrong */

/* Each is refused with its file and line. */
static void malformed_files_are_told_with_their_line(void) {
  static const struct {
    const char *name, *text, *place, *words;
  } wrong[] = {
      {"short.csv", "t,x\n0,1\n1\n", "short.csv:3:", "1 cells under 2 headings"},
      {"word.csv", "t,x\n0,1\n1,2\n2,oops\n", "word.csv:4:", "'oops' under x is no number"},
      {"back.csv", "t,x\n0,1\n2,1\n1,1\n", "back.csv:4:", "t goes back from 2 to 1"},
      {"marks.csv", "t;x\n0;1,5\n1;2.5\n", "marks.csv:2:", "line 3 has a decimal point"},
      {"hole.csv", "t,x\n0,1\n,2\n", "hole.csv:3:", "the first column, t, is empty"},
      {"empty.csv", "# nothing but words\n", "empty.csv:1:", "no table"},
      {"wpd.csv", "a,,b,\nX,Y,X,Y\n1,2,3,4\n2,3,x7,5\n", "wpd.csv:4:", "'x7' in dataset b"},
      {"cut.res", HEAD "<Data><Step type=\"dynamic\">0 1</Step></Data>" TAIL,
       "cut.res:9:", "2 numbers, the StepMap names 3"},
      {"word.res", HEAD "<Data>\n<Step type=\"dynamic\">0 1 NaNa</Step></Data>" TAIL,
       "word.res:10:", "'NaNa' in a Step is no number"},
      {"open.res", HEAD "<Data><Step type=\"dynamic\">0 1 2</Step>\n", "open.res:9:", ""},
      {"title.req", "hello\n", "title.req:1:", "A.R3 is missing"},
      {"cut.req", " A.R3\n t\n 1 MKS 1\n 0\n 1 1 2 3 4 5 6 7 8\n 0.1\n",
       "cut.req:6:", "broken off"},
      {"many.req", " A.R3\n t\n 1 MKS 1\n 0\n 1 2 3\n", "many.req:5:", "6 or 8 numbers"},
      {"comma.csv", "t,x\n0,0,1,5\n0,5,2,5\n", "comma.csv:2:", "decimal commas want another sign"},
      {"long.csv", "t,x\n0,1\n1,2,3\n", "long.csv:3:", "3 cells under 2 headings"},
      {"bare.csv", "# a run\nt,x\n", "bare.csv:2:", "headings, but no rows"},
      {"pipe.csv", "t|x\n0|1\n1|2\n", "pipe.csv:1:", "no column of numbers"},
      {"thousand.csv", "t;x\n0.000,0;1.234,5\n1.000,0;2.345,5\n",
       "thousand.csv:1:", "nothing between thousands"},
      {"wpd.json", "{\"version\":[4,2]}\n", "wpd.json:1:", "Export all data"},
      {"wide.csv", "\xff\xfet\n", "wide.csv:1:", "UTF-16"},
      {"byte.csv", "t,x\n0,1\n", "", ""},
  };
  for (size_t i = 0; i + 1 < sizeof wrong / sizeof wrong[0]; i++) {
    const lash_status status =
        curve_set_read(&set, put(wrong[i].name, wrong[i].text), NULL, &error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, status, wrong[i].name);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, wrong[i].place), error.message);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, wrong[i].words), error.message);
    curve_set_free(&set);
  }
  curve_place place;
  read_text("words.csv", "t;x\n0;1.234,5\n1;2.345,5\n");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, curve_set_find(&set, "x", &place, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "holds no numbers: '1.234,5'"), error.message);
  curve_set_free(&set);
  FILE *file = fopen(put("byte.csv", "t,x\n0,1\n"), "a");
  fwrite("1,\0", 1, 3, file);
  fclose(file);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, curve_set_read(&set, path, NULL, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "byte.csv:3: a zero byte"), error.message);
}

/* What nobody has published is not guessed at. */
static void closed_formats_are_refused_in_words(void) {
  static const char *const names[] = {"a.plt", "a.abf", "a.mrf", "old.res"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED,
                          curve_set_read(&set, put(names[i], "A.S4 1 2 3\n"), NULL, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "not published"), error.message);
    curve_set_free(&set);
  }
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, curve_set_read(&set, "/nowhere/a.csv", NULL, &error));
}

/* People who look at a table of claims want its words. */
static void a_lenient_reader_keeps_words(void) {
  const curve_reading lenient = {.lenient = true};
  TEST_ASSERT_EQUAL_INT(
      LASH_OK, curve_set_read(&set, put("c.csv", "n,published\n1,62.06\n2,\"yes; \"\"so\"\"\"\n"),
                              &lenient, &error));
  TEST_ASSERT_TRUE(curve_table_has_words(&set.table[0]));
  TEST_ASSERT_EQUAL_STRING("yes; \"so\"", set.table[0].cell[3]);
}

int main(void) {
  UNITY_BEGIN();
  if (!mkdtemp(folder)) return 1;
  RUN_TEST(texts_of_all_kinds_are_the_same_curve);
  RUN_TEST(points_without_headings_are_x_and_y);
  RUN_TEST(one_column_with_a_blank_in_its_heading_is_one);
  RUN_TEST(error_bars_belong_to_their_columns);
  RUN_TEST(datasets_of_webplotdigitizer_become_tables);
  RUN_TEST(steps_of_a_res_are_kept_apart);
  RUN_TEST(requests_are_tables);
  RUN_TEST(a_folder_is_its_tables);
  RUN_TEST(malformed_files_are_told_with_their_line);
  RUN_TEST(closed_formats_are_refused_in_words);
  RUN_TEST(a_lenient_reader_keeps_words);
  return UNITY_END();
}
