/* Bodies from CalculiX's stored matrices: a lattice of springs written in its format against a
 * dense solution, and, where ccx is installed, a real solid against Timoshenko's theory. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper.h"
#include "lash_reduce.h"
#include "unity.h"

enum { LAYERS = 6, NODES = 4 * LAYERS, N = 3 * NODES };

static char folder[] = "/tmp/lash_ccx_XXXXXX", job[64];
static double position[NODES][3], K[N * N], M[N * N];
static lash_fe fe;
static lash_modal body;
static lash_error error;

void tearDown(void) {
  lash_fe_free(&fe);
  lash_modal_free(&body);
}

static FILE *part(const char *suffix) {
  char path[96];
  snprintf(path, sizeof path, "%s%s", job, suffix);
  FILE *out = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(out);
  return out;
}

static void replace(const char *suffix, const char *content) {
  FILE *out = part(suffix);
  fputs(content, out);
  fclose(out);
}

/* A tower of four posts; springs between all nodes nearer than 1.8, mass shared with neighbours. */
static void lattice(void) {
  memset(K, 0, sizeof K);
  memset(M, 0, sizeof M);
  for (int n = 0; n < NODES; n++) {
    position[n][0] = n / 4;
    position[n][1] = n % 2;
    position[n][2] = n / 2 % 2 * 1.2;
  }
  for (int a = 0; a < NODES; a++)
    for (int b = 0; b < NODES; b++) {
      double d[3], length2 = 0;
      for (int i = 0; i < 3; i++) d[i] = position[b][i] - position[a][i];
      for (int i = 0; i < 3; i++) length2 += d[i] * d[i];
      if (length2 > 1.8 * 1.8) continue;
      for (int i = 0; i < 3; i++) {
        M[(3 * a + i) * N + 3 * b + i] = a == b ? 2 : 0.05;
        for (int j = 0; j < 3 && a != b; j++) {
          double k = 1e6 * d[i] * d[j] / length2;
          K[(3 * a + i) * N + 3 * a + j] += k;
          K[(3 * a + i) * N + 3 * b + j] -= k;
        }
      }
    }
}

static void write_triangle(const char *suffix, const double *matrix) {
  FILE *out = part(suffix);
  for (int j = 0; j < N; j++)
    for (int i = 0; i <= j; i++)
      if (matrix[j * N + i] != 0) fprintf(out, "%d %d %20.13e\n", i + 1, j + 1, matrix[j * N + i]);
  fclose(out);
}

/* Node numbers start at 100: they are names, not places. */
void setUp(void) {
  lattice();
  FILE *out = part(".inp");
  fputs("*Node, nset=all\n", out);
  for (int n = 0; n < NODES; n++)
    fprintf(out, "%d, %g, %g, %g\n", 100 + n, position[n][0], position[n][1], position[n][2]);
  fputs("999, 7, 7, 7\n*NODE FILE\nU\n*ELEMENT, TYPE=C3D8\n1, 2, 3\n", out);
  fclose(out);
  out = part(".dof");
  for (int i = 0; i < N; i++) fprintf(out, "%d.%d\n", 100 + i / 3, i % 3 + 1);
  fclose(out);
  write_triangle(".sti", K);
  write_triangle(".mas", M);
}

static void read_job(const int *interfaces, size_t count) {
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_read_calculix(&fe, job, interfaces, count, &error) == LASH_OK,
                           error.message);
}

static void frequencies_and_inertia(void) {
  double lambda[N], mass = 0, centre = 0;
  read_job(NULL, 0);
  TEST_ASSERT_EQUAL_size_t(NODES, fe.node_count);
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_reduce(&fe, 12, 0.02, &body, &error) == LASH_OK, error.message);
  for (int a = 0; a < NODES; a++)
    for (int b = 0; b < NODES; b++) {
      mass += M[3 * a * N + 3 * b];
      centre += M[3 * a * N + 3 * b] * position[b][0];
    }
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, mass, body.mass);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, centre, body.first[0]);
  eigenvalues(N, K, M, lambda);
  for (int k = 0; k < 12; k++) {
    double hz = sqrt(lambda[6 + k]) / (2 * acos(-1));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8 * hz, hz, body.mode[k].frequency);
  }
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-10, body.check.mass_orthogonality);
}

/* Interfaces at the four corners of each end: static shapes are complete, rotations recovered. */
static void interfaces_are_complete(void) {
  const int ends[8] = {100, 101, 102, 103, 120, 121, 122, 123};
  read_job(ends, 8);
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_reduce(&fe, 4, 0.02, &body, &error) == LASH_OK, error.message);
  TEST_ASSERT_EQUAL_size_t(4 + 24 - 6, body.mode_count);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, body.check.static_error);
  lash_modal_audit audit;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_audit_body(&body, &audit, &error));
  TEST_ASSERT_TRUE(audit.definite);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-10, audit.orthonormality);
  size_t n = (size_t)lash_modal_find(&body, 111);
  double turn = 0;
  for (size_t k = 0; k < body.mode_count; k++)
    for (int i = 3; i < 6; i++) turn = fmax(turn, fabs(body.shape[n * body.mode_count + k][i]));
  TEST_ASSERT_GREATER_THAN_DOUBLE(1e-3, turn);
}

static void refuses(const char *words) {
  const int interface = 100;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_fe_read_calculix(&fe, job, &interface, 1, &error));
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
  setUp();
}

static void bad_files_are_refused(void) {
  const int stranger = 999;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_fe_read_calculix(&fe, job, &stranger, 1, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "999"));
  replace(".sti", "1 1 1e5\n1 99999 3\n");
  refuses(".sti:2: there is no equation");
  replace(".mas", "1 1 what\n");
  refuses(".mas:1: the entry must be a number");
  replace(".mas", "");
  refuses("empty");
  replace(".dof", "100.1\n100.2\n");
  refuses("node 100 is held");
  replace(".dof", "100.4\n");
  refuses(".dof:1: '100.4'");
  replace(".dof", "77.1\n");
  refuses(".dof:1: '77.1'");
  replace(".inp", "*ELEMENT\n1,2\n");
  refuses("no *NODE card");
  replace(".inp", "*INCLUDE, INPUT=mesh.inp\n");
  refuses(".inp:1: *INCLUDE");
  char path[96];
  snprintf(path, sizeof path, "%s.sti", job);
  unlink(path);
  refuses("MATRIXSTORAGE");
}

/* A loose part: seven rigid motions or more. */
static void loose_parts_are_refused(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if ((i < N / 2) != (j < N / 2)) K[i * N + j] = 0;
  for (int i = 0; i < N; i++) /* balance the rows again */
    for (int c = 0; c < 3; c++) {
      double sum = 0;
      for (int b = 0; b < NODES; b++) sum += K[i * N + 3 * b + c];
      K[i * N + i / 3 * 3 + c] -= sum;
    }
  write_triangle(".sti", K);
  read_job(NULL, 0);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_fe_reduce(&fe, 4, 0.02, &body, &error));
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, "rigid motions") != NULL, error.message);
}

/* ------------------------------------------------------------------------------------- real ccx */

static void a_solid_bar_by_ccx(void) {
  if (!have_ccx()) TEST_IGNORE_MESSAGE("ccx is not installed");
  solid_bar_by_ccx(folder, "job", true);
  read_job(NULL, 0);
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_reduce(&fe, 10, 0.02, &body, &error) == LASH_OK, error.message);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 7850 * 0.08 * 0.05, body.mass);
  lash_section s;
  lash_material m = {2.1e11, 0.3, 7850};
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(0.05, 0.08, 0.3, &s, &error));
  for (int mode = 1; mode <= 3; mode++) {
    double theory = timoshenko_hz(&s, &m, 1, false, mode), best = 0;
    for (size_t k = 0; k < body.mode_count; k++)
      if (fabs(body.mode[k].frequency - theory) < fabs(best - theory))
        best = body.mode[k].frequency;
    TEST_ASSERT_DOUBLE_WITHIN(0.01 * theory, theory, best);
  }
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  snprintf(job, sizeof job, "%s/job", folder);
  UNITY_BEGIN();
  RUN_TEST(frequencies_and_inertia);
  RUN_TEST(interfaces_are_complete);
  RUN_TEST(bad_files_are_refused);
  RUN_TEST(loose_parts_are_refused);
  RUN_TEST(a_solid_bar_by_ccx);
  int failed = UNITY_END();
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) == 0 ? failed : 1;
}
