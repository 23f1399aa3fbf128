/* Initial accelerations and reactions of the six reference models against the first rows that Adams
 * itself printed. Runs when LASH_ADAMS_REFERENCE names the folder. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

static const char *const names[] = {"Revolute_Case01",    "Spherical_Case01", "Universal_Case01",
                                    "Cylindrical_Case01", "Prismatic_Case02", "Distance_Case01"};

/* First row of a table: time and up to four numbers. */
static bool first_row(const char *folder, const char *name, const char *table, double row[3]) {
  char path[512], line[256];
  double t;
  snprintf(path, sizeof path, "%s/%s/%s.txt", folder, name, table);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  bool found = false;
  while (!found && fgets(line, sizeof line, file))
    found = sscanf(line, "%lf %lf %lf %lf", &t, &row[0], &row[1], &row[2]) == 4;
  fclose(file);
  return found;
}

static void compare(mechanism *m, const char *folder, const char *name, const char *table,
                    int request_id, int first) {
  double row[3], values[8];
  char message[256];
  TEST_ASSERT_TRUE_MESSAGE(first_row(folder, name, table, row), table);
  size_t index = 0;
  while (index < m->n->requests && lash_system_request(m->system, index).id != request_id) index++;
  TEST_ASSERT_TRUE(index < m->n->requests);
  OK(lash_system_request_values(m->system, index, values, &error));
  for (int k = 0; k < 3; k++) {
    snprintf(message, sizeof message, "%s %s component %d", name, table, k);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-5 + 2e-6 * fabs(row[k]), row[k], values[first + k],
                                      message);
  }
}

static void first_rows(void) {
  const char *folder = getenv("LASH_ADAMS_REFERENCE");
  if (!folder) TEST_IGNORE_MESSAGE("LASH_ADAMS_REFERENCE is not set");
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    mechanism m = {0};
    char path[512];
    snprintf(path, sizeof path, "%s/%s/model.adm", folder, names[k]);
    OK(lash_model_read(&m.model, path, &error));
    OK(lash_system_create(&m.model, NULL, &m.system, &error));
    m.n = lash_system_size(m.system);
    m.y = malloc(m.n->y * sizeof(double));
    lash_system_initial(m.system, &m.t, m.y);
    OK(lash_system_assemble(m.system, m.t, m.y, NULL, &error));
    compare(&m, folder, names[k], "Pos", 1, 1);
    compare(&m, folder, names[k], "Vel", 2, 1);
    compare(&m, folder, names[k], "Avel", 2, 5);
    compare(&m, folder, names[k], "Acc", 3, 1);
    compare(&m, folder, names[k], "Aacc", 3, 5);
    compare(&m, folder, names[k], "Rforce", 5, 1);
    compare(&m, folder, names[k], "Rtorque", 5, 5);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(first_rows);
  return UNITY_END();
}
