/* Recorded rates against those of the Cartesian equations, dataset by dataset: the state is carried
 * along z' for a short time, seen in Cartesian coordinates, and differenced. */
#include <stdio.h>

#include "datasets.h"
#include "integrate_helper.h"
#include "record.h"

void setUp(void) {}
void tearDown(void) {}

/* y' by a central difference of the lifted state along z'. */
static void difference(lash_recording *r, double t, const double *z, const double *zdot, size_t n,
                       double h, double *y, size_t ny) {
  double *ahead = malloc((2 * n + ny) * sizeof *ahead), *behind = ahead + n, *low = behind + n;
  for (size_t k = 0; k < n; k++) ahead[k] = z[k] + h * zdot[k], behind[k] = z[k] - h * zdot[k];
  lash_recording_lift(r, t - h, behind, low);
  lash_recording_lift(r, t + h, ahead, y);
  for (size_t k = 0; k < ny; k++) y[k] = (y[k] - low[k]) / (2 * h);
  free(ahead);
}

/* Largest difference of velocities and accelerations, relative to the greatest of them. Euler
 * parameters are left out: their sign is free. */
static double compare(mechanism *m, lash_recording *r, double t, const double *z,
                      const double *zdot, size_t n) {
  const lash_system_sizes *s = m->n;
  double *y = calloc(3 * s->y, sizeof *y), *ydot = y + s->y, *seen = ydot + s->y;
  double scale = 1e-3, worst = 0, speed = 1;
  lash_recording_lift(r, t, z, y);
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
  lash_recording *r;
  mechanism m = load_dataset(d);
  const lash_status status = lash_recording_make(m.system, &r, &error);
  char text[LASH_MESSAGE_MAX + 200];
  snprintf(text, sizeof text, "%s: %s", d->path, status == LASH_OK ? "qualifies" : error.message);
  if (getenv("LASH_RECORD_SHOW") && status != LASH_OK) puts(text);
  TEST_ASSERT_EQUAL_INT_MESSAGE(d->reason ? LASH_UNSUPPORTED : LASH_OK, status, text);
  if (d->reason) {
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, d->reason), text);
    unload(&m);
    return;
  }
  const lash_recording_report report = lash_recording_tell(r);
  const size_t n = report.coordinates + report.speeds + report.states;
  double *z = calloc(2 * n, sizeof *z), *zdot = z + n, worst = 0;
  lash_system_set(m.system, m.t, m.y);
  OK(lash_recording_lower(r, z, &error));
  double t = m.t;
  for (int step = 0; step < 4; step++) {
    OK(lash_recording_rates(r, t, z, zdot, &error));
    worst = fmax(worst, compare(&m, r, t, z, zdot, n));
    /* somewhere near, on the constraints */
    for (size_t k = 0; k < n; k++) z[k] += 1e-4 * zdot[k];
    t += 1e-4;
    lash_recording_normalise(r, z);
    OK(lash_recording_project(r, t, z, NULL, &error));
    OK(lash_recording_commit(r, t, z, &error)); /* both remember the same contacts */
    OK(lash_recording_show(r, t, z, &error));
  }
  snprintf(text, sizeof text,
           "%s: %.1e; %zu + %zu + %zu, rows %zu (-%zu), driven %zu, %zu operations, %zu calls",
           d->path, worst, report.coordinates, report.speeds, report.states, report.rows,
           report.dropped, report.driven, report.operations, report.calls);
  if (getenv("LASH_RECORD_SHOW")) puts(text);
  /* the difference is good to some 1e-9, and contacts enter with an approach speed of their own */
  TEST_ASSERT_TRUE_MESSAGE(worst < 1e-7, text);
  free(z);
  lash_recording_free(r);
  unload(&m);
}

static void test_rates(void) {
  for (int k = 0; k < DATASETS; k++) check(&datasets[k]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_rates);
  return UNITY_END();
}
