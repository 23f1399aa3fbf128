/* Whole runs of the reference models against the tables Adams itself printed: every table to 1e-3
 * of its range, at the default error. Runs when LASH_ADAMS_REFERENCE names the folder. */
#include <dirent.h>

#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

enum { ROWS = 501, COLUMNS = 8, REQUESTS = 5 };

typedef struct record {
  double value[REQUESTS + 1][ROWS][COLUMNS]; /* by the request's id */
  size_t rows;
} record;

static lash_status keep(void *context, lash_system *system, double t, lash_error *e) {
  record *r = context;
  (void)t;
  if (r->rows >= ROWS) return LASH_FAILURE;
  for (size_t i = 0; i < lash_system_size(system)->requests; i++) {
    const int id = lash_system_request(system, i).id;
    if (id > REQUESTS) continue;
    lash_status status = lash_system_request_values(system, i, r->value[id][r->rows], e);
    if (status != LASH_OK) return status;
  }
  r->rows++;
  return LASH_OK;
}

/* What each table holds: the request, its columns (from 0), and the table whose range also counts
 * (a torque that is round-off is judged against the moment of the force). */
static const struct {
  const char *name;
  int request, columns, column[4];
} tables[] = {{"Pos", 1, 3, {1, 2, 3}},    {"Vel", 2, 3, {1, 2, 3}},
              {"Avel", 2, 3, {5, 6, 7}},   {"Acc", 3, 3, {1, 2, 3}},
              {"Aacc", 3, 3, {5, 6, 7}},   {"Quat", 4, 4, {1, 2, 3, 5}},
              {"Rforce", 5, 3, {1, 2, 3}}, {"Rtorque", 5, 3, {5, 6, 7}}};

/* A table all of whose numbers are below this is zero up to round-off. */
static const double noise_floor = 1e-9;

static void compare(const record *r, const char *folder, const char *model, size_t table) {
  char path[1024], line[256], message[512];
  snprintf(path, sizeof path, "%s/%s/%s.txt", folder, model, tables[table].name);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  double worst = 0, range = 0;
  size_t row = 0;
  while (fgets(line, sizeof line, file)) {
    double x[5];
    const int count = sscanf(line, "%lf %lf %lf %lf %lf", &x[0], &x[1], &x[2], &x[3], &x[4]);
    if (count < tables[table].columns + 1) continue;
    TEST_ASSERT_TRUE(row < r->rows);
    for (int k = 0; k < tables[table].columns; k++) {
      const double ours = r->value[tables[table].request][row][tables[table].column[k]];
      worst = fmax(worst, fabs(ours - x[k + 1]));
      range = fmax(range, fabs(x[k + 1]));
    }
    row++;
  }
  fclose(file);
  snprintf(message, sizeof message, "%s %s: %.3g of %.3g", model, tables[table].name, worst, range);
  TEST_ASSERT_EQUAL_INT_MESSAGE(ROWS, row, message);
  TEST_ASSERT_TRUE_MESSAGE(worst <= fmax(1e-3 * range, noise_floor), message);
}

static void run_model(const char *folder, const char *model) {
  static record r;
  char path[1024];
  snprintf(path, sizeof path, "%s/%s/model.adm", folder, model);
  mechanism m = load_path(path);
  lash_integrate_options options = lash_integrate_defaults();
  const lash_watcher watcher = {.context = &r, .output = keep};
  options.output_step = 0.01;
  options.error = 0; /* the solver's choice */
  memset(&r, 0, sizeof r);
  advance(&m, &options, 5, &watcher);
  unload(&m);
  for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) compare(&r, folder, model, k);
}

static void every_table_of_every_model(void) {
  const char *folder = getenv("LASH_ADAMS_REFERENCE");
  if (!folder) TEST_IGNORE_MESSAGE("LASH_ADAMS_REFERENCE is not set");
  DIR *listing = opendir(folder);
  TEST_ASSERT_NOT_NULL_MESSAGE(listing, folder);
  int models = 0;
  for (struct dirent *entry; (entry = readdir(listing));) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s/model.adm", folder, entry->d_name);
    FILE *file = fopen(path, "r");
    if (!file) continue;
    fclose(file);
    run_model(folder, entry->d_name);
    models++;
  }
  closedir(listing);
  TEST_ASSERT_TRUE_MESSAGE(models > 0, "no model found");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_table_of_every_model);
  return UNITY_END();
}
