/* MFORCE by a routine: a modal load that stands for a force on a node does what that force does,
 * its work is accounted for, its reaction keeps momentum. */
#include <unistd.h>

#include "integrate_helper.h"
#include "lash_flex_statement.h"
#include "lash_modal.h"

static char folder[] = "/tmp/lash_modal_force_XXXXXX", text[8192];

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {}

static void write_bar(void) {
  char path[128];
  snprintf(path, sizeof path, "%s/bar.frame", folder);
  FILE *out = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(
      "name bar\nmaterial steel E 2.1e9 nu 0.3 rho 7850\nsection s rectangle 0.02 0.03\n"
      "node 1 0 0 0\nnode 2 1 0 0\nbeam 1 2 s steel divide 8\ninterface 1 2\nmodes 4\ndamping 0\n",
      out);
  fclose(out);
}

/* A free bar, turned in space and turning, among parts; that of 5 kg takes reactions. */
#define BAR                                                                                     \
  "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\n"                                        \
  "FLEX_BODY/2, FILE=%s/bar.frame, QG=0.1,0.2,0.3, REULER=30D,40D,50D, WX=0.3, WY=-0.2, VZ=1\n" \
  "MARKER/10, FLEX_BODY=2\nMARKER/20, FLEX_BODY=2, NODE_ID=2\n"                                 \
  "PART/3, MASS=5, CM=30, IP=0.1,0.1,0.1, QG=0,1,0\nMARKER/30, PART=3\n"                        \
  "MARKER/31, PART=3, FLOATING\nMARKER/3, PART=1, FLOATING\n"                                   \
  "PART/7, MASS=2, CM=70, IP=1,2,2.5, QG=0,3,0\nMARKER/70, PART=7\n"                            \
  "PART/8, MASS=3, CM=80, IP=2,1,1.5, QG=0,4,0, WX=1\nMARKER/80, PART=8\n"

static const double at_node[3] = {3, -40, 25}; /* along the axes of the body's frame */

static mechanism load_bar(const char *more) {
  char whole[9000];
  snprintf(whole, sizeof whole, BAR "%s", folder, more);
  return load(whole);
}

/* The load of `at_node` on node 2, as USER(…): resultant, moment about the frame, one per mode. */
static size_t modal_load(double *value, double factor) {
  mechanism m = load_bar("");
  lash_modal body;
  int node;
  OK(lash_flex_body_load(&m.model, &m.model.flex_body.item[0], &body, NULL, &error));
  OK(lash_flex_body_node(&m.model, &m.model.marker.item[2], &body, &node, &error));
  const double *place = body.node[node].position;
  for (int k = 0; k < 3; k++) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    value[k] = factor * at_node[k];
    value[3 + k] = factor * (place[a] * at_node[b] - place[b] * at_node[a]);
  }
  for (size_t k = 0; k < body.mode_count; k++) {
    const double *shape = body.shape[(size_t)node * body.mode_count + k];
    value[6 + k] = 0;
    for (int c = 0; c < 3; c++) value[6 + k] += factor * shape[c] * at_node[c];
  }
  const size_t count = 6 + body.mode_count;
  lash_modal_free(&body);
  unload(&m);
  return count;
}

/* "MFORCE/1, FLEX_BODY=2, `head`=USER(…)…" */
static const char *mforce(const char *head, double factor, const char *more) {
  double value[64];
  const size_t count = modal_load(value, factor);
  size_t at = (size_t)snprintf(text, sizeof text, "MFORCE/1, FLEX_BODY=2%s, %s=USER(", more, head);
  for (size_t k = 0; k < count; k++)
    at += (size_t)snprintf(text + at, sizeof text - at, "%s%.17g", k ? ",\n, " : "", value[k]);
  snprintf(text + at, sizeof text - at, ")\\, ROUTINE=control::Modal_load\n");
  return text;
}

static void compare_accelerations(const char *statement, mechanism *wanted) {
  mechanism m = load_bar(statement);
  OK(lash_system_rates(m.system, 0, m.y, m.ydot, &error));
  double largest = 0;
  /* bodies tied to nodes are alike in both: the states are the same */
  TEST_ASSERT_EQUAL_size_t(wanted->n->y, m.n->y);
  for (size_t k = 0; k < m.n->y; k++) largest = fmax(largest, fabs(wanted->ydot[k]));
  for (size_t k = 0; k < m.n->y; k++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-10 * largest, wanted->ydot[k], m.ydot[k]);
  TEST_ASSERT_TRUE(largest > 100);
  unload(&m);
}

static void a_modal_load_is_a_force_on_a_node(void) {
  mechanism wanted = load_bar("GFORCE/1, I=20, JFLOAT=3, RM=10, FX=3\\FY=-40\\FZ=25\n");
  OK(lash_system_rates(wanted.system, 0, wanted.y, wanted.ydot, &error));
  compare_accelerations(mforce("FORCE", 1, ""), &wanted);
  compare_accelerations(mforce("FUNCTION", 0.5, ""), &wanted);
  unload(&wanted);
}

static void its_work_is_in_the_balance(void) {
  mechanism m = load_bar(mforce("FORCE", 1, ""));
  lash_integrate_options options = method("rk45", 1e-9, 0);
  options.audit = true;
  const outcome o = advance(&m, &options, 0.02, NULL);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-7, fabs(o.audit.relative));
  TEST_ASSERT_GREATER_THAN_DOUBLE(1e-2, fabs(o.audit.now.kinetic - o.audit.start.kinetic));
  TEST_ASSERT_GREATER_THAN_DOUBLE(1e-6, o.audit.now.strain);
  unload(&m);
}

/* Bar and part push each other off: the part moves as the force on it says. */
static void the_reaction_acts_on_its_part(void) {
  mechanism m = load_bar(mforce("FORCE", 1, ", JFLOAT=31"));
  OK(lash_system_rates(m.system, 0, m.y, m.ydot, &error));
  for (int k = 0; k < 3; k++) {
    static const char *const acceleration[3] = {"ACCX", "ACCY", "ACCZ"};
    double force = 0, axes[9];
    TEST_ASSERT_TRUE(lash_system_marker(m.system, 10, NULL, axes, NULL, NULL));
    for (int c = 0; c < 3; c++) force += axes[3 * k + c] * at_node[c];
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, -force / 5, measure(&m, acceleration[k], 30, 0, 0, 0));
  }
  unload(&m);
}

/* Implicit methods leave the modal load out of their matrix and find the same motion. */
static void implicit_methods_agree(void) {
  mechanism a = load_bar(mforce("FORCE", 1, ", JFLOAT=31")), b = load_bar(text);
  lash_integrate_options fine = method("rk45", 1e-10, 0), bdf = method("bdf", 1e-10, 0);
  advance(&a, &fine, 0.01, NULL);
  advance(&b, &bdf, 0.01, NULL);
  for (int id = 20; id <= 30; id += 10)
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, measure(&a, "VM", id, 0, 0, 0), measure(&b, "VM", id, 0, 0, 0));
  unload(&a);
  unload(&b);
}

static void refuses(const char *more, lash_status wanted, const char *words) {
  lash_model model;
  lash_system *system = NULL;
  char whole[12000];
  const int head = snprintf(whole, sizeof whole, "faulty\n" BAR, folder);
  snprintf(whole + head, sizeof whole - (size_t)head, "%s\nEND\n", more);
  lash_status status = lash_model_parse(&model, "test.adm", whole, strlen(whole), &error);
  if (status == LASH_OK) status = lash_system_create(&model, NULL, &system, &error);
  if (status == LASH_OK) {
    double *y = malloc(2 * lash_system_size(system)->y * sizeof *y), t;
    lash_system_initial(system, &t, y);
    status = lash_system_rates(system, t, y, y + lash_system_size(system)->y, &error);
    free(y);
  }
  TEST_ASSERT_EQUAL_INT_MESSAGE(wanted, status, words);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
  lash_system_free(system);
  lash_model_free(&model);
}

static void faults_are_named(void) {
  char cases[600] = "MFORCE/1, FLEX_BODY=2, FUNCTION=USER(";
  for (int k = 0; k < 29; k++) strcat(cases, "1,");
  strcat(cases, "1)\\, ROUTINE=control::Modal_load");
  refuses(cases, LASH_UNSUPPORTED, "asks for load case 1; modal files hold none");
  refuses("MFORCE/1, FLEX_BODY=2, CASE_INDEX=1, SCALE=2*TIME", LASH_UNSUPPORTED, "CASE_INDEX");
  refuses("MFORCE/1, FLEX_BODY=2, FORCE=2*TIME", LASH_BAD_INPUT, "FORCE=USER(...)");
  refuses("MFORCE/1, FLEX_BODY=7, FORCE=USER(1)", LASH_BAD_INPUT, "there is no FLEX_BODY/7");
  refuses("MFORCE/1, FLEX_BODY=2, JFLOAT=30, FORCE=USER(1)\\, ROUTINE=control::Modal_load",
          LASH_BAD_INPUT, "FLOATING");
}

/* Coordinates come by six. Those that no mode has stand for themselves in the tangent, and have no
 * roots: there are two per speed of a body or mode. */
static void coordinates_without_a_mode(void) {
  mechanism m = load_bar("SPRINGDAMPER/1, TRANSLATION, I=20, J=30, K=50, C=2, LENGTH=0.1\n");
  lash_modal body;
  OK(lash_flex_body_load(&m.model, &m.model.flex_body.item[0], &body, NULL, &error));
  const size_t modes = body.mode_count, first = 6 * m.n->bodies + modes;
  lash_modal_free(&body);
  TEST_ASSERT_TRUE(modes > 4 && modes % 6 != 0 && first < m.n->v);
  const lash_pattern *pattern = lash_system_tangent_pattern(m.system);
  const lash_tangent_weights weights = {.acceleration = 7, .velocity = 3, .position = 2};
  double *values = calloc(pattern->nonzeros, sizeof *values);
  double *lambda = calloc(m.n->constraints + 1, sizeof *lambda);
  OK(lash_system_tangent(m.system, &weights, lambda, values, &error));
  size_t own = 0, others = 0;
  for (int column = 0; column < (int)pattern->columns; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++) {
      const int row = pattern->index[k];
      const int last = (int)m.n->v;
      const bool idle =
          (row >= (int)first && row < last) || (column >= (int)first && column < last);
      if (idle) TEST_ASSERT_EQUAL_DOUBLE(row == column ? 1 : 0, values[k]);
      own += idle && row == column;
      others += !idle && row == column && row >= 6 * (int)m.n->bodies && row < last &&
                fabs(values[k] - 1) > 0.1;
    }
  TEST_ASSERT_EQUAL_size_t(m.n->v - first, own);
  TEST_ASSERT_EQUAL_size_t(modes, others);
  double real[100], imaginary[100];
  size_t count = 100;
  OK(lash_system_eigenvalues(m.system, real, imaginary, &count, &error));
  TEST_ASSERT_EQUAL_size_t(2 * (first - m.n->constraints), count);
  free(values), free(lambda);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  if (!mkdtemp(folder)) return 1;
  write_bar();
  RUN_TEST(a_modal_load_is_a_force_on_a_node);
  RUN_TEST(its_work_is_in_the_balance);
  RUN_TEST(the_reaction_acts_on_its_part);
  RUN_TEST(implicit_methods_agree);
  RUN_TEST(faults_are_named);
  RUN_TEST(coordinates_without_a_mode);
  char path[128];
  snprintf(path, sizeof path, "%s/bar.frame", folder);
  remove(path);
  rmdir(folder);
  return UNITY_END();
}
