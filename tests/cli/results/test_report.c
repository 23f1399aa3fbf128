/* lash report: what is on the page, and what is said when there is nothing to show. The page in a
 * browser: tests/browser. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash_test_report_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static char *read_file(const char *name) {
  char path[512];
  static char text[1 << 23];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

static void has(const char *page, const char *words) {
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(page, words), words);
}

static const char slider[] =
    "two masses & a spring\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART=1\n"
    "! adams_view_name='block'\n"
    "PART/2, MASS=1, CM=2, IP=1,1,1, QG=1,0,0\n"
    "MARKER/2, PART=2\n"
    "MARKER/3, PART=2, QP=0,0.5,0\n"
    "SPRINGDAMPER/7, TRANSLATION, I=2, J=1, K=10, LENGTH=0.5\n"
    "REQUEST/1, DISPLACEMENT, I=2, J=1\n"
    "END\n";

static void a_run_becomes_a_page(void) {
  write_in(folder, "m.adm", slider);
  TEST_ASSERT_EQUAL(0,
                    lash("run %s/m.adm --end 1 --steps 50 --out %s/run", folder, folder)->status);
  const outcome *o = lash("report %s/run --title 'a < b' --json", folder);
  TEST_ASSERT_EQUAL(0, o->status);
  TEST_ASSERT_EQUAL(1, (int)json_value(o, "films"));
  TEST_ASSERT_EQUAL(4, (int)json_value(o, "tables"));
  const char *page = read_file("run/report.html");
  has(page, "<title>a &lt; b</title>");
  has(page, "\"name\":\"PART_2_X\"");
  has(page, "force SPRINGDAMPER/7 2 1");
  has(page, "part 2 block");
  has(page, "link 2 2 3");
  TEST_ASSERT_NULL(strstr(page, "http"));
}

/* A shaft of 100 kg in its bush, with the words of its STRING and the site of its REQUEST. */
static void write_shaft(const char *name, int site, const char *words) {
  char text[1600];
  snprintf(text, sizeof text,
           "a shaft in a bush\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"
           "PART/1, GROUND\nMARKER/11, PART=1\n"
           "PART/2, MASS=100, CM=21, IP=1,1,1, QG=0,-4.9E-5,0, WZ=100\nMARKER/21, PART=2\n"
           "MARKER/22, PART=2, FLOATING\nJOINT/1, PLANAR, I=21, J=11\n"
           "GFORCE/1, I=11, JFLOAT=22, RM=11, FUNCTION=USER(1,11,21,11)\\,"
           " ROUTINE=lash_subroutines::Lash_revolute\n"
           "CBKSUB/1, FUNCTION=USER(0)\\, ROUTINE=lash_subroutines::Cbksub\n"
           "ACCGRAV/JGRAV=-9.81\n"
           "REQUEST/1, FUNCTION=USER(1,1,%d)\\, ROUTINE=lash_subroutines::Lash_request\n"
           "STRING/1, STRING=normal=kelvin_voigt K=1e9 c=2e5 Ri=0.01005 Rj=0.01 L=0.01 %s\nEND\n",
           site, words);
  write_in(folder, name, text);
}

/* The greatest of the numbers in the last row of a file, and the heading of its column. */
static double greatest(const char *name, char heading[64]) {
  static char text[1 << 20];
  strcpy(text, read_file(name));
  char *row = strrchr(text, '\n');
  *row = '\0';
  row = strrchr(text, '\n') + 1;
  *strchr(text, '\n') = '\0';
  double most = -1;
  size_t best = 0, column = 0;
  for (char *at = strchr(row, ','); at; at = strchr(at + 1, ',')) {
    const double value = strtod(at + 1, NULL);
    column++;
    if (value > most) most = value, best = column;
  }
  char *at = text;
  for (size_t k = 0; k < best; k++) at = strchr(at, ',') + 1;
  snprintf(heading, 64, "%.*s", (int)strcspn(at, ","), at);
  return most;
}

/* Oil around a bearing, and what is worn of one: tables of the run, drawn on both pages. */
static void oil_and_wear_are_drawn(void) {
  char heading[64];
  write_shaft("oil.adm", -1, "film=short viscosity=0.05");
  const outcome *o = lash("run %s/oil.adm --end 0.02 --steps 20 --out %s/oil", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const double most = greatest("oil/oil.csv", heading);
  /* the sixth column of the request is the greatest pressure of all sections and angles */
  char *row = strrchr(read_file("oil/request_1.csv"), '\n');
  *row = '\0';
  while (row[-1] != '\n') row--;
  for (int k = 0; k < 6; k++) row = strchr(row, ',') + 1;
  TEST_ASSERT_TRUE(most > 1e6);
  TEST_ASSERT_DOUBLE_WITHIN(0.05 * most, strtod(row, NULL), most);
  TEST_ASSERT_EQUAL_INT(0, lash("report %s/oil", folder)->status);
  has(read_file("oil/report.html"), "GFORCE/1: oil, at most ");
  has(read_file("oil/report.html"), " N/m^2 at t = ");
  TEST_ASSERT_EQUAL_INT(0, lash("report %s/oil --static", folder)->status);
  has(read_file("oil/report_static.html"), "GFORCE/1: oil, at most ");
  TEST_ASSERT_NULL(strstr(read_file("oil/report_static.html"), "<h3>oil.csv"));

  write_shaft("worn.adm", -2, "wear=archard k_i=1e-12");
  o = lash("run %s/worn.adm --end 0.1 --steps 10 --out %s/worn", folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_TRUE(greatest("worn/worn.csv", heading) > 1e-7);
  TEST_ASSERT_EQUAL_STRING("GFORCE_1_W270 (m)", heading);
  TEST_ASSERT_EQUAL_INT(0, lash("report %s/worn", folder)->status);
  has(read_file("worn/report.html"), "GFORCE/1: worn off at the end: ");
}

/* The first number of a column, as the page carries it: base64 of a little-endian double. */
static void numbers_keep_their_bits(void) {
  write_in(folder, "half.csv", "x,y\n0.5,1\n1.5,2\n");
  char command[600];
  snprintf(command, sizeof command, "mkdir -p %s/numbers && mv %s/half.csv %s/numbers", folder,
           folder, folder);
  TEST_ASSERT_EQUAL(0, system(command));
  TEST_ASSERT_EQUAL(0, lash("report %s/numbers", folder)->status);
  /* 0.5 = 3FE0000000000000, 1.5 = 3FF8000000000000; 1 = 3F800000, 2 = 40000000 */
  has(read_file("numbers/report.html"), "\"AAAAAAAA4D8AAAAAAAD4Pw==\"");
  has(read_file("numbers/report.html"), "\"AACAPwAAAEA=\"");
}

/* A million numbers: a table of `rows` rows and twelve columns, with one peak in the second. */
static void write_large(const char *path, int rows, int peak) {
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  fputs("time", file);
  for (int c = 0; c < 12; c++) fprintf(file, ",y%d", c);
  for (int r = 0; r < rows; r++) {
    fprintf(file, "\n%d,%d", r, r == peak ? 777 : r % 3);
    for (int c = 1; c < 12; c++) fprintf(file, ",%d", (r * 7 + c * 13) % 101);
  }
  fputc('\n', file);
  fclose(file);
}

static int digit_of(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *found = c ? strchr(digits, c) : NULL;
  return found ? (int)(found - digits) : -1;
}

/* How often a code of two bytes is in a base64 text. */
static int count_code(const char *text, int code) {
  int count = 0, held = 0, bits = 0, bytes = 0, first = 0;
  for (; digit_of(*text) >= 0; text++) {
    held = held << 6 | digit_of(*text);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const int byte = held >> bits & 255;
    if (bytes++ % 2)
      count += (first | byte << 8) == code;
    else
      first = byte;
    held &= (1 << bits) - 1;
  }
  return count;
}

/* Much data is thinned to a page that can be mailed, and the one peak among 4000 rows is in it. */
static void a_large_page_stays_small_and_keeps_its_peaks(void) {
  enum { TABLES = 20, ROWS = 4000 };
  char path[600], folder_name[560];
  snprintf(folder_name, sizeof folder_name, "%s/large", folder);
  TEST_ASSERT_EQUAL(0, mkdir(folder_name, 0700));
  for (int i = 0; i < TABLES; i++) {
    snprintf(path, sizeof path, "%s/curves_%02d.csv", folder_name, i);
    write_large(path, ROWS, i == 0 ? 2347 : -1);
  }
  TEST_ASSERT_EQUAL(0, lash("report %s", folder_name)->status);
  const char *page = read_file("large/report.html");
  TEST_ASSERT_TRUE_MESSAGE(strlen(page) < 2500000, "the page is too large");
  const char *column = strstr(page, "\"name\":\"y0\",\"low\":0,\"high\":777,\"codes\":\"");
  TEST_ASSERT_NOT_NULL(column);
  TEST_ASSERT_EQUAL_INT(1, count_code(strstr(column, "codes") + 8, 65534));
}

/* Of many figures the largest stay beside the page, the others are in it. */
static void large_figures_stay_beside(void) {
  enum { FIGURES = 12, BYTES = 300000 };
  char path[600];
  snprintf(path, sizeof path, "%s/figures", folder);
  TEST_ASSERT_EQUAL(0, mkdir(path, 0700));
  snprintf(path, sizeof path, "%s/figures/case", folder);
  TEST_ASSERT_EQUAL(0, mkdir(path, 0700));
  for (int i = 0; i < FIGURES; i++) {
    snprintf(path, sizeof path, "%s/figures/case/f%02d.svg", folder, i);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    fputs("<svg><text>a figure</text><!--", file);
    for (int k = 0; k < BYTES + 1000 * i; k++) fputc('x', file);
    fputs("--></svg>", file);
    fclose(file);
  }
  TEST_ASSERT_EQUAL(0, lash("report %s/figures", folder)->status);
  const char *page = read_file("figures/report.html");
  TEST_ASSERT_TRUE_MESSAGE(strlen(page) < 3500000, "the page is too large");
  has(page, "alt=\"f00.svg: a figure\" src=\"data:image/svg+xml;base64,");
  has(page, "alt=\"f11.svg: a figure\" src=\"case/f11.svg\"><figcaption>f11.svg (large");
}

static void the_still_page_has_drawings_and_no_script(void) {
  TEST_ASSERT_EQUAL(0, lash("report %s/run --static", folder)->status);
  const char *page = read_file("run/report_static.html");
  has(page, "<svg class=\"plot\"");
  has(page, "t = 0<");
  has(page, "<title>The mechanism at time 0: ");
  TEST_ASSERT_NULL(strstr(page, "<script"));
}

static void tables_of_words_are_shown_as_text(void) {
  char command[600];
  write_in(folder, "claims.csv",
           "id,quantity,verdict,computed\n\"1\",\"a, \"\"quoted\"\" <b>\",reproduced,2\n");
  snprintf(command, sizeof command, "mkdir -p %s/words/case && mv %s/claims.csv %s/words/case",
           folder, folder, folder);
  TEST_ASSERT_EQUAL(0, system(command));
  TEST_ASSERT_EQUAL(0, lash("report %s/words", folder)->status);
  const char *page = read_file("words/report.html");
  has(page, "<td>a, &quot;quoted&quot; &lt;b></td>");
  has(page, "data-verdict=\"reproduced\"");
  has(page, "<h2>case</h2>");
}

static void mistakes_are_named(void) {
  char command[600];
  expect(2, "which folder", "report");
  expect(2, "cannot read the folder", "report /nonexistent/results");
  snprintf(command, sizeof command, "mkdir -p %s/empty %s/torn", folder, folder);
  TEST_ASSERT_EQUAL(0, system(command));
  snprintf(command, sizeof command, "report %s/empty", folder);
  expect(2, "holds no results", command);
  write_in(folder, "torn/t.csv", "a,b\n1,2\n3\n");
  snprintf(command, sizeof command, "report %s/torn", folder);
  expect(2, "t.csv:3: 1 cells under 2 headings", command);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(a_run_becomes_a_page);
  RUN_TEST(oil_and_wear_are_drawn);
  RUN_TEST(numbers_keep_their_bits);
  RUN_TEST(a_large_page_stays_small_and_keeps_its_peaks);
  RUN_TEST(large_figures_stay_beside);
  RUN_TEST(the_still_page_has_drawings_and_no_script);
  RUN_TEST(tables_of_words_are_shown_as_text);
  RUN_TEST(mistakes_are_named);
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  const int removed = system(command);
  return UNITY_END() || removed;
}
