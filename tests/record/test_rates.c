/* Recorded rates against those of the Cartesian equations, dataset by dataset: the state is carried
 * along z' for a short time, seen in Cartesian coordinates, and differenced. */
#include <stdio.h>

#include "datasets.h"
#include "integrate_helper.h"
#include "record.h"

void setUp(void) {}
void tearDown(void) {}

/* y' by a central difference of the lifted state along z'. */
static void difference(lash_record *r, double t, const double *z, const double *zdot, size_t n,
                       double h, double *y, size_t ny) {
  double *ahead = malloc((2 * n + ny) * sizeof *ahead), *behind = ahead + n, *low = behind + n;
  for (size_t k = 0; k < n; k++) ahead[k] = z[k] + h * zdot[k], behind[k] = z[k] - h * zdot[k];
  lash_record_lift(r, t - h, behind, low);
  lash_record_lift(r, t + h, ahead, y);
  for (size_t k = 0; k < ny; k++) y[k] = (y[k] - low[k]) / (2 * h);
  free(ahead);
}

/* Largest difference of velocities and accelerations, relative to the greatest of them. Euler
 * parameters are left out: their sign is free. */
static double compare(mechanism *m, lash_record *r, double t, const double *z, const double *zdot,
                      size_t n) {
  const lash_system_sizes *s = m->n;
  double *y = calloc(3 * s->y, sizeof *y), *ydot = y + s->y, *seen = ydot + s->y;
  double scale = 1e-3, worst = 0, speed = 1;
  lash_record_lift(r, t, z, y);
  OK(lash_system_rates(m->system, t, y, ydot, &error));
  for (size_t k = 0; k < n; k++) speed = fmax(speed, fabs(zdot[k]));
  difference(r, t, z, zdot, n, 1e-5 / sqrt(speed), seen, s->y);
  for (size_t k = s->q; k < s->y; k++) {
    scale = fmax(scale, fabs(ydot[k]));
    worst = fmax(worst, fabs(ydot[k] - seen[k]));
  }
  for (size_t b = 0; b < s->bodies; b++)
    for (size_t k = 7 * b; k < 7 * b + 3; k++) worst = fmax(worst, fabs(ydot[k] - seen[k]));
  free(y);
  return worst / scale;
}

static void check(const dataset *d) {
  char path[1024];
  lash_record *r;
  snprintf(path, sizeof path, "%s/%s", LASH_TREE, d->path);
  mechanism m = load_path(path);
  OK(lash_system_commit(m.system, &error));
  const lash_status status = lash_record_make(m.system, &r, &error);
  if (status != LASH_OK) {
    printf("%-60s REFUSED %s\n", d->path, error.message);
    unload(&m);
    return;
  }
  const lash_record_report report = lash_record_tell(r);
  const size_t n = report.coordinates + report.speeds + report.states;
  double *z = calloc(2 * n, sizeof *z), *zdot = z + n, worst = 0;
  lash_system_set(m.system, m.t, m.y);
  OK(lash_record_lower(r, z, &error));
  double t = m.t;
  for (int step = 0; step < 4; step++) {
    OK(lash_record_rates(r, t, z, zdot, &error));
    worst = fmax(worst, compare(&m, r, t, z, zdot, n));
    /* somewhere near, on the constraints */
    for (size_t k = 0; k < n; k++) z[k] += 1e-4 * zdot[k];
    t += 1e-4;
    lash_record_normalise(r, z);
    OK(lash_record_project(r, t, z, NULL, &error));
  }
  printf("%-60s %.1e  %zu+%zu+%zu, rows %zu (-%zu), driven %zu, %zu operations, %zu calls\n",
         d->path, worst, report.coordinates, report.speeds, report.states, report.rows,
         report.dropped, report.driven, report.operations, report.calls);
  free(z);
  lash_record_free(r);
  unload(&m);
}

static void test_rates(void) {
  const char *only = getenv("ONLY");
  for (int k = 0; k < DATASETS; k++)
    if (!only || strstr(datasets[k].path, only)) check(&datasets[k]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_rates);
  return UNITY_END();
}
