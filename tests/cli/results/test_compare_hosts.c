/* lash compare --hosts and lash run --host on the mechanisms of tests/hosts: smooth motions agree
 * and converge at the order of each integrator; a joint with clearance meets with the same impact.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

enum { LINES = 512 };

void setUp(void) {}
void tearDown(void) {}

/* Hosts of this build beside the reference, as --hosts takes them. */
static const char *hosts(void) {
  static char list[80];
  static const char *const known[] = {"mujoco", "simbody", "chrono"};
  const outcome *o = lash("hosts");
  snprintf(list, sizeof list, "reference");
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    char start[20];
    snprintf(start, sizeof start, "%s ", known[k]);
    const char *at = strstr(o->output, start);
    if (!at || (at != o->output && at[-1] != '\n')) {
      printf("host %s is not in this build: skipped\n", known[k]);
      continue;
    }
    strcat(list, ",");
    strcat(list, known[k]);
  }
  return list;
}

/* --------------------------------------------------------------------------------------- smooth */

typedef struct row {
  char host[16], request[8], column[8];
  double of_range[3], order[2];
} row;

/* The table of --orders. */
static size_t read_orders(const char *text, row *rows) {
  size_t count = 0;
  for (const char *line = strchr(text, '\n'); line && count < LINES;
       line = strchr(line + 1, '\n')) {
    row *r = &rows[count];
    char order[2][16];
    if (sscanf(line + 1, "%15s %7s %7s %lf %lf %lf %15s %15s", r->host, r->request, r->column,
               &r->of_range[0], &r->of_range[1], &r->of_range[2], order[0], order[1]) != 8) {
      break;
    }
    for (int k = 0; k < 2; k++) r->order[k] = order[k][0] == '-' ? NAN : strtod(order[k], NULL);
    count++;
  }
  return count;
}

/* At the shortest step, columns of `request` from f1 to f<motion> agree to 1e-6 of their range. */
static void agree(const char *list, const char *model, double end, double step, const char *request,
                  char motion) {
  static row rows[LINES];
  const outcome *o =
      lash("compare --hosts %s " MODELS "/%s.adm --end %g --dtout %g --step %g --orders", list,
           model, end, end / 20, step);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const size_t count = read_orders(o->output, rows);
  size_t seen = 0;
  for (size_t k = 0; k < count; k++) {
    const row *r = &rows[k];
    if (strcmp(r->request, request) != 0 || r->column[1] > motion) continue;
    seen++;
    printf("%-14s %-10s f%c: %.1e %.1e %.1e of range, orders %.2f %.2f\n", model, r->host,
           r->column[1], r->of_range[0], r->of_range[1], r->of_range[2], r->order[0], r->order[1]);
    TEST_ASSERT_TRUE_MESSAGE(r->of_range[2] <= 1e-6, r->host);
  }
  TEST_ASSERT_TRUE(seen > 0);
}

/* The hosts of fourth order at one step, Chrono, of second order, at a shorter one. */
static void agrees(const char *model, double end, double step, double chrono_step,
                   const char *request, char motion) {
  char list[80];
  snprintf(list, sizeof list, "%s", hosts());
  char *chrono = strstr(list, ",chrono");
  if (chrono) *chrono = '\0';
  agree(list, model, end, step, request, motion);
  if (chrono) agree("reference,chrono", model, end, chrono_step, request, motion);
}

static void pendulum(void) { agrees("pendulum", 0.5, 4e-3, 5e-4, "3", '2'); }
static void four_bar(void) { agrees("four_bar", 0.3, 4e-3, 1.5e-4, "1", '2'); }
static void slider_crank(void) { agrees("slider_crank", 0.3, 2e-3, 5e-4, "1", '2'); }
static void ideal_rssr(void) { agrees("rssr_ideal", 0.01, 1e-4, 5e-5, "1", '2'); }

/* The speed of the four-bar's crank, whose difference is well above round-off. */
static void falls_at_the_expected_order(void) {
  static row rows[LINES];
  char list[80];
  snprintf(list, sizeof list, "%s", hosts());
  const outcome *o = lash("compare --hosts %s " MODELS
                          "/four_bar.adm --end 0.4 --dtout 0.02 --step "
                          "4e-3 --orders",
                          list);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const size_t count = read_orders(o->output, rows);
  size_t seen = 0;
  for (size_t k = 0; k < count; k++) {
    if (strcmp(rows[k].request, "1") != 0 || strcmp(rows[k].column, "f2") != 0) continue;
    const double expected = strcmp(rows[k].host, "chrono") == 0 ? 2 : 4;
    seen++;
    printf("four_bar       %-10s orders %.2f %.2f\n", rows[k].host, rows[k].order[0],
           rows[k].order[1]);
    for (int n = 0; n < 2; n++) {
      TEST_ASSERT_TRUE_MESSAGE(rows[k].order[n] > expected - 0.3, rows[k].host);
    }
  }
  TEST_ASSERT_TRUE(seen > 0);
}

/* ------------------------------------------------------------------------------------ clearance */

/* The number behind "key": after `from`. */
static double after(const char *from, const char *key) {
  const char *at = strstr(from, key);
  TEST_ASSERT_NOT_NULL_MESSAGE(at, key);
  return strtod(at + strlen(key) + 2, NULL);
}

static void same_first_impact(void) {
  static const char *const keys[] = {"\"time\"", "\"approach_speed\"", "\"peak_force\""};
  char list[80], copy[80];
  double first[3] = {0};
  snprintf(list, sizeof list, "%s", hosts());
  snprintf(copy, sizeof copy, "%s", list);
  const outcome *o = lash("compare --hosts %s " MODELS
                          "/rssr_clearance.adm --end 0.0022 --dtout "
                          "1e-6 --step 1e-6 --plot test_impact.svg --json",
                          list);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  for (char *name = strtok(copy, ","); name; name = strtok(NULL, ",")) {
    char quoted[40];
    double now[3];
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    const char *at = strstr(o->output, quoted);
    TEST_ASSERT_NOT_NULL_MESSAGE(at, name);
    at = strstr(at, "\"first_contacts\"");
    TEST_ASSERT_NOT_NULL_MESSAGE(at, name);
    for (int k = 0; k < 3; k++) now[k] = after(at, keys[k]);
    if (name == copy) memcpy(first, now, sizeof now);
    printf("%-10s begins %.6f s, speed %.5f m/s, peak %.2f N\n", name, now[0], now[1], now[2]);
    for (int k = 0; k < 3; k++) {
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.01 * fabs(first[k]), first[k], now[k], name);
    }
  }
  TEST_ASSERT_TRUE(first[0] > 1e-3 && first[1] > 0.1 && first[2] > 100);
  FILE *plot = fopen("test_impact.svg", "r");
  TEST_ASSERT_NOT_NULL(plot);
  fclose(plot);
  remove("test_impact.svg");
}

/* The RSSR case at 12 000 r/min, c = 0.1 mm: its first impact has the greatest force of the run.
 * Simbody refuses the printed inertia, so it is held against the reference with slender rods. */
static void peak_force_of_the_rssr_case(void) {
  static const struct {
    const char *host, *inertia;
  } engines[] = {{"mujoco", "printed"}, {"simbody", "slender"}};
  char present[80];
  snprintf(present, sizeof present, "%s", hosts());
  for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
    if (!strstr(present, engines[k].host)) continue;
    char command[512];
    static char output[65536];
    snprintf(command, sizeof command,
             "LASH='" LASH_COMMAND "' '" CASES "/rssr/engines.sh' reference,%s %s 2.5e-4 --json",
             engines[k].host, engines[k].inertia);
    FILE *pipe = popen(command, "r");
    TEST_ASSERT_NOT_NULL(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, pclose(pipe), command);
    const double reference = after(output, "\"peak_force\"");
    const char *other = strstr(output, "\"peak_force\"") + 1;
    const double engine = after(other, "\"peak_force\"");
    printf("%s, %s: peak %.3f N, reference %.3f N\n", engines[k].host, engines[k].inertia, engine,
           reference);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-5 * reference, reference, engine, engines[k].host);
    if (k == 0) TEST_ASSERT_DOUBLE_WITHIN(1e-4 * 38773.8, 38773.8, engine);
  }
}

/* ------------------------------------------------------------------------------------------ run */

static double last_number(const char *file, int column) {
  char line[4096], last[4096] = "";
  FILE *f = fopen(file, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(f, file);
  while (fgets(line, sizeof line, f)) strcpy(last, line);
  fclose(f);
  char *at = last;
  for (int k = 0; k < column; k++) at = strchr(at, ',') + 1;
  return strtod(at, NULL);
}

/* The same files, the same columns, whatever the engine. */
static void runs_write_the_same_files(void) {
  char list[80];
  double crank[2] = {0}, part[2] = {0};
  snprintf(list, sizeof list, "%s", hosts());
  for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
    const int other = name != list;
    const outcome *o = lash("run --host %s " MODELS
                            "/four_bar.adm --end 0.2 --steps 10 --step 5e-4 "
                            "%s --out test_run_host --json",
                            name, other ? "" : "-i rk4");
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    TEST_ASSERT_NOT_NULL(strstr(o->output, "\"finished\""));
    crank[other] = last_number("test_run_host/request_1.csv", 1);
    part[other] = last_number("test_run_host/parts.csv", 18 * 2 + 1); /* PART_4_X */
    TEST_ASSERT_TRUE(last_number("test_run_host/parts.csv", 0) == 0.2);
    if (!other) continue;
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, crank[0], crank[1], name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, part[0], part[1], name);
  }
}

/* Of the mechanism with both an ideal pin and one with oil, one of them: how far the journal moves
 * in its play of 0.5 mm; an ideal pin does not. */
static void elements_are_left_out(void) {
  static const char pin[] = CASES "/library/oil_in_the_pin/pin.adm --end 1e-3 --step 1e-6";
  const outcome *o = lash("compare --hosts %s %s --without JPRIM/1", hosts(), pin);
  double far = 0;
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  const char *line = strstr(o->output, "\n2        f2 ");
  TEST_ASSERT_TRUE_MESSAGE(line && sscanf(line, " 2 f2 %lf", &far) == 1, o->output);
  TEST_ASSERT_TRUE(far > 1e-4 && far < 5e-4);
  o = lash("compare --hosts reference %s --without GFORCE/1", pin);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  line = strstr(o->output, "\n2        f2 ");
  TEST_ASSERT_TRUE_MESSAGE(!line || (sscanf(line, " 2 f2 %lf", &far) == 1 && far < 1e-9),
                           o->output);
  o = lash("compare --hosts reference %s --without JPRIM/9", pin);
  TEST_ASSERT_EQUAL_INT(2, o->status);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "there is no JPRIM/9"), o->output);
}

/* What an engine cannot represent is named with its line; what is asked wrongly too. */
static void refusals(void) {
  if (!strstr(hosts(), "mujoco")) return;
  FILE *file = fopen("test_run_host.adm", "w");
  TEST_ASSERT_NOT_NULL(file);
  fputs(
      "a state\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 1, CM = 2, IP = 1, 1, 1\n"
      "MARKER/2, PART = 2\nJOINT/1, REVOLUTE, I = 2, J = 1\nDIFF/7, IC = 0, FUNCTION = 1\\\nEND\n",
      file);
  fclose(file);
  expect(3, "test_run_host.adm:7: DIFF/7", "run --host mujoco test_run_host.adm --end 1");
  expect(3, "there is no host 'adams'", "run --host adams test_run_host.adm --end 1");
  expect(3, "--integrator is for the reference",
         "run --host mujoco -i bdf test_run_host.adm --end 1");
  expect(2, "how long", "run --host mujoco test_run_host.adm");
  remove("test_run_host.adm");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(pendulum);
  RUN_TEST(four_bar);
  RUN_TEST(slider_crank);
  RUN_TEST(ideal_rssr);
  RUN_TEST(falls_at_the_expected_order);
  RUN_TEST(same_first_impact);
  RUN_TEST(peak_force_of_the_rssr_case);
  RUN_TEST(runs_write_the_same_files);
  RUN_TEST(elements_are_left_out);
  RUN_TEST(refusals);
  return UNITY_END();
}
