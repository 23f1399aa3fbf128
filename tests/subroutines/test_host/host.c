/* A host for tests. */
#include "host.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note(test_host *host, const char *text) {
  if (host->log_count < TEST_LOG) {
    snprintf(host->log[host->log_count++], sizeof host->log[0], "%s", text);
  }
}

static const lash_sdk_marker *marker(void *data, int id, lash_motion_level level) {
  test_host *host = data;
  (void)level;
  for (int i = 0; i < TEST_MARKERS; i++) {
    if (host->marker_id[i] == id) return &host->marker[i];
  }
  return NULL;
}

/* (3, 4, 12) and (1, 2, 2): sizes 13 and 3. */
static int force(void *data, int i, int j, double six[6]) {
  (void)data, (void)j;
  static const double between[6] = {3, 4, 12, 1, 2, 2};
  memcpy(six, between, sizeof between);
  return i == 11 ? 0 : 1;
}

static int element_force(void *data, const char *statement, int id, int on_j, double six[6]) {
  force(data, 11, 0, six);
  for (int k = 0; on_j && k < 6; k++) six[k] = -six[k];
  return strcmp(statement, "JOINT") == 0 && id == 5 ? 0 : 1;
}

static int scalar(void *data, const char *name, const int *par, int npar, double *value) {
  test_host *host = data;
  (void)par, (void)npar;
  if (strcmp(name, "VARVAL") == 0) return *value = host->variable, 0;
  if (strcmp(name, "DIF") == 0) return *value = host->diff, 0;
  if (strcmp(name, "DIF1") == 0) return *value = host->diff_rate, 0;
  if (strcmp(name, "KINETIC_ENERGY") == 0) return *value = 2.5, 0;
  return 1;
}

static int array(void *data, const char *name, const int *par, int npar, double *values,
                 int *count) {
  test_host *host = data;
  if (strcmp(name, "ARRAY") != 0 || npar != 1 || (par[0] != 50 && par[0] != 51)) return 1;
  *count = par[0] == 50 ? host->array_count : 1;
  const double *from = par[0] == 50 ? host->array : &host->input;
  if (values) memcpy(values, from, (size_t)*count * sizeof *values);
  return 0;
}

static const lash_interpolant *spline(void *data, int id) {
  return id == 7 ? ((test_host *)data)->interpolant : NULL;
}

static const char *string(void *data, int id) { return id == 9 ? ((test_host *)data)->text : NULL; }

static const double *numbers(void *data, int id, int *count) {
  test_host *host = data;
  *count = host->array_count;
  return id == 50 ? host->array : NULL;
}

static const double *matrix(void *data, int id, int *rows, int *columns) {
  static const double values[6] = {1, 0, 0, 4, 5, 0}; /* 2 by 3, by columns */
  (void)data;
  *rows = 2, *columns = 3;
  return id == 8 ? values : NULL;
}

static int put_spline(void *data, int id, int nx, int nz, const double *x, const double *y,
                      const double *z) {
  test_host *host = data;
  if (nx * nz > 16) return 1;
  host->spline_id = id, host->spline_nx = nx, host->spline_nz = nz;
  memcpy(host->spline[0], x, (size_t)nx * sizeof *x);
  memcpy(host->spline[1], y, (size_t)(nx * nz) * sizeof *y);
  memcpy(host->spline[2], z, (size_t)nz * sizeof *z);
  return 0;
}

static int analyse(void *data, const char *type, const char *name, double begin, double end,
                   int initialize) {
  char line[160];
  snprintf(line, sizeof line, "%s %s %g %g %d", type, name, begin, end, initialize);
  note(data, line);
  return 0;
}

static int output_step(void *data) {
  note(data, "output");
  return 0;
}

static int modify(void *data, const char *command) {
  note(data, command);
  return 0;
}

static void message(void *data, lash_sdk_message kind, const char *text, int id) {
  char line[160];
  snprintf(line, sizeof line, "%c %d %s", "IWE"[kind], id, text);
  note(data, line);
}

/* Motion with every component at work: turned by 3-1-3 angles, moving, spinning and accelerating.
 */
static lash_sdk_marker some_motion(double seed) {
  lash_sdk_marker m;
  double psi = 0.3 * seed, theta = 0.5 + 0.1 * seed, phi = -0.7 * seed;
  double c1 = cos(psi), s1 = sin(psi), c2 = cos(theta), s2 = sin(theta), c3 = cos(phi),
         s3 = sin(phi);
  const double axes[3][3] = {
      {c1 * c3 - s1 * c2 * s3, -c1 * s3 - s1 * c2 * c3, s1 * s2},
      {s1 * c3 + c1 * c2 * s3, -s1 * s3 + c1 * c2 * c3, -c1 * s2},
      {s2 * s3, s2 * c3, c2},
  };
  memcpy(m.axes, axes, sizeof axes);
  for (int i = 0; i < 3; i++) {
    m.r[i] = seed + 0.5 * i;
    m.v[i] = 0.2 * seed - 0.1 * i;
    m.w[i] = 0.4 - 0.3 * seed * i;
    m.a[i] = seed * i - 0.6;
    m.wd[i] = 0.1 * seed + 0.2 * i;
  }
  return m;
}

void test_host_make(test_host *host) {
  memset(host, 0, sizeof *host);
  for (int i = 0; i < TEST_MARKERS; i++) {
    host->marker_id[i] = 11 + 10 * i;
    host->marker[i] = some_motion(1 + 0.7 * i);
  }
  host->text = "K = 1e8 e = 0.9";
  host->run =
      (lash_sdk_run){.time_converged = 0.4, .step = 1e-3, .mode = 4, .integrator = "GSTIFF"};
  host->sdk = (lash_sdk_host){
      LASH_SDK_HOST_HEAD,
      .data = host,
      .marker = marker,
      .force = force,
      .element_force = element_force,
      .scalar = scalar,
      .array = array,
      .spline = spline,
      .string = string,
      .numbers = numbers,
      .matrix = matrix,
      .put_spline = put_spline,
      .analyse = analyse,
      .output_step = output_step,
      .modify = modify,
      .message = message,
      .run = &host->run,
      .units = lash_sdk_units_find("mmks"),
      .gravity = {0, -9806.65, 0},
  };
}

static lash_loader *loader;

lash_routine test_routine(lash_routine_kind kind, const char *name) {
  lash_error error;
  lash_routine routine;
  if (!loader) {
    loader = lash_loader_new();
    lash_loader_add_folder(loader, USER_LIBRARIES, NULL);
  }
  lash_loader_set_release(loader, strncmp(name, "older", 5) == 0 ? 2017 : 2023);
  if (lash_loader_find(loader, kind, name, &routine, &error) != LASH_OK) {
    fprintf(stderr, "%s\n", error.message);
    exit(1);
  }
  return routine;
}

void test_routines_done(void) {
  lash_loader_free(loader);
  loader = NULL;
}
