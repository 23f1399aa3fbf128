/* A solid that CalculiX meshes and solves, for tests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper.h"
#include "lash_reduce.h"
#include "unity.h"

enum { BRICKS = 24, PATH = 256 };

bool have_ccx(void) { return system("command -v ccx >/dev/null 2>&1") == 0; }

static void write_mesh(FILE *out) {
  static const int corner[20][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2},
                                    {2, 0, 2}, {2, 2, 2}, {0, 2, 2}, {1, 0, 0}, {2, 1, 0},
                                    {1, 2, 0}, {0, 1, 0}, {1, 0, 2}, {2, 1, 2}, {1, 2, 2},
                                    {0, 1, 2}, {0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
  fputs("*NODE, NSET=ALL\n", out);
  for (int i = 0; i <= 2 * BRICKS; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        fprintf(out, "%d, %.12g, %.12g, %.12g\n", 1 + 9 * i + 3 * j + k, i / (2.0 * BRICKS),
                0.08 * (j / 2.0 - 0.5), 0.05 * (k / 2.0 - 0.5));
  fputs("*ELEMENT, TYPE=C3D20, ELSET=ALL\n", out);
  for (int e = 0; e < BRICKS; e++) {
    fprintf(out, "%d", e + 1);
    for (int n = 0; n < 20; n++)
      fprintf(out, n == 15 ? ",\n%d" : ", %d",
              1 + 9 * (2 * e + corner[n][0]) + 3 * corner[n][1] + corner[n][2]);
    fputc('\n', out);
  }
}

void solid_bar_by_ccx(const char *folder, const char *job, bool matrices) {
  char path[PATH], command[2 * PATH];
  snprintf(path, sizeof path, "%s/%s.inp", folder, job);
  FILE *out = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(out);
  write_mesh(out);
  fputs(
      "*MATERIAL, NAME=STEEL\n*ELASTIC\n2.1e11, 0.3\n*DENSITY\n7850\n"
      "*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL\n*STEP\n",
      out);
  fputs(matrices ? "*FREQUENCY, SOLVER=MATRIXSTORAGE\n10\n" : "*FREQUENCY\n16\n", out);
  fputs("*END STEP\n", out);
  fclose(out);
  snprintf(command, sizeof command, "cd %s && OMP_NUM_THREADS=1 ccx %s >/dev/null 2>&1", folder,
           job);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

/* Lines of the table: number, eigenvalue, frequency in rad/s, in Hz, imaginary part. */
void ccx_frequencies(const char *folder, const char *job, double *hz, size_t count) {
  char path[PATH], line[PATH];
  size_t found = 0;
  snprintf(path, sizeof path, "%s/%s.dat", folder, job);
  FILE *in = fopen(path, "r");
  TEST_ASSERT_NOT_NULL(in);
  while (found < count && fgets(line, sizeof line, in)) {
    int number;
    double eigenvalue, rate, cycles, imaginary;
    if (sscanf(line, "%d %lf %lf %lf %lf", &number, &eigenvalue, &rate, &cycles, &imaginary) == 5 &&
        number > 6 && number == (int)found + 7)
      hz[found++] = cycles;
  }
  fclose(in);
  TEST_ASSERT_EQUAL_size_t(count, found);
}

void reduce_ccx_job(const char *folder, const char *job, size_t modes) {
  char path[PATH];
  lash_fe fe;
  lash_modal body;
  lash_error error;
  snprintf(path, sizeof path, "%s/%s", folder, job);
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_read_calculix(&fe, path, NULL, 0, &error) == LASH_OK,
                           error.message);
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_reduce(&fe, modes, 0, &body, &error) == LASH_OK, error.message);
  snprintf(path, sizeof path, "%s/%s.lfx", folder, job);
  TEST_ASSERT_TRUE_MESSAGE(lash_modal_write(&body, path, &error) == LASH_OK, error.message);
  lash_modal_free(&body);
  lash_fe_free(&fe);
}
