/* The first second of the six reference models against the tables that Adams itself printed. Runs
 * when LASH_ADAMS_REFERENCE names the folder. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

static const char *const names[] = {"Revolute_Case01",    "Spherical_Case01", "Universal_Case01",
                                    "Cylindrical_Case01", "Prismatic_Case02", "Distance_Case01"};

enum { ROWS = 501 };

typedef struct table {
  size_t rows;
  double time[ROWS], value[ROWS][3], range; /* range: largest size of a component */
} table;

static table *read_table(const char *folder, const char *name, const char *quantity) {
  char path[512], line[256];
  snprintf(path, sizeof path, "%s/%s/%s.txt", folder, name, quantity);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  table *t = calloc(1, sizeof *t);
  while (t->rows < ROWS && fgets(line, sizeof line, file)) {
    double *v = t->value[t->rows];
    if (sscanf(line, "%lf %lf %lf %lf", &t->time[t->rows], v, v + 1, v + 2) != 4) continue;
    for (int k = 0; k < 3; k++) t->range = fmax(t->range, fabs(v[k]));
    t->rows++;
  }
  fclose(file);
  return t;
}

/* Which request, and where in its eight columns, a printed quantity is. */
static const struct {
  const char *quantity;
  int request, first;
} printed[] = {{"Pos", 1, 1},  {"Vel", 2, 1},    {"Avel", 2, 5},   {"Acc", 3, 1},
               {"Aacc", 3, 5}, {"Rforce", 5, 1}, {"Rtorque", 5, 5}};

enum { QUANTITIES = sizeof printed / sizeof *printed };

static void compare(mechanism *m, const char *name, table *const *tables, size_t row) {
  for (int q = 0; q < QUANTITIES; q++) {
    double values[8];
    size_t index = 0;
    while (lash_system_request(m->system, index).id != printed[q].request) index++;
    OK(lash_system_request_values(m->system, index, values, &error));
    /* seven printed digits at the start; Adams' own integration error later */
    const double bound = (row ? 3e-4 : 2e-6) * tables[q]->range + 2e-5;
    for (int k = 0; k < 3; k++) {
      char message[256];
      snprintf(message, sizeof message, "%s %s component %d at %g s", name, printed[q].quantity, k,
               m->t);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(bound, tables[q]->value[row][k],
                                        values[printed[q].first + k], message);
    }
  }
}

static void one_second(void) {
  const char *folder = getenv("LASH_ADAMS_REFERENCE");
  if (!folder) TEST_IGNORE_MESSAGE("LASH_ADAMS_REFERENCE is not set");
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    mechanism m = {0};
    table *tables[QUANTITIES];
    char path[512];
    snprintf(path, sizeof path, "%s/%s/model.adm", folder, names[k]);
    OK(lash_model_read(&m.model, path, &error));
    OK(lash_system_create(&m.model, NULL, &m.system, &error));
    m.n = lash_system_size(m.system);
    m.y = malloc(m.n->y * sizeof(double));
    lash_system_initial(m.system, &m.t, m.y);
    OK(lash_system_assemble(m.system, m.t, m.y, NULL, &error));
    OK(lash_system_commit(m.system, &error));
    for (int q = 0; q < QUANTITIES; q++)
      tables[q] = read_table(folder, names[k], printed[q].quantity);
    compare(&m, names[k], tables, 0);
    for (size_t row = 1; row <= 100; row++) {
      for (int step = 0; step < 5; step++) rk4(&m, 0.002);
      if (row % 20 == 0) compare(&m, names[k], tables, row);
    }
    for (int q = 0; q < QUANTITIES; q++) free(tables[q]);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(one_second);
  return UNITY_END();
}
