#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bench host;

/* ------------------------------------------------------------------------------------ callbacks */

static const lash_sdk_marker *marker(void *data, int id, lash_motion_level level) {
  (void)data, (void)level;
  return id == SOCKET || id == BALL || id == AXES ? &host.marker[id] : NULL;
}

static const char *string(void *data, int id) {
  (void)data;
  return id > 0 && id < BENCH_STRINGS && host.string[id][0] ? host.string[id] : NULL;
}

static int scalar(void *data, const char *name, const int *par, int npar, double *value) {
  (void)data;
  const int rates = BENCH_STATES / 2;
  int first = strcmp(name, "DIF") == 0      ? 60
              : strcmp(name, "DIF1") == 0   ? 60 - rates
              : strcmp(name, "VARVAL") == 0 ? 80
                                            : -1;
  if (first < 0 || npar != 1 || par[0] < first || par[0] >= first + BENCH_STATES) return 1;
  if (value) *value = host.state[par[0] - first];
  return 0;
}

static int array(void *data, const char *name, const int *par, int npar, double *values,
                 int *count) {
  (void)data;
  if (strcmp(name, "ARRAY") != 0 || npar != 1 || par[0] != 51) return 1;
  *count = host.state_count;
  if (values) memcpy(values, host.state, (size_t)host.state_count * sizeof *values);
  return 0;
}

static void message(void *data, lash_sdk_message kind, const char *text, int id) {
  (void)data, (void)kind, (void)id;
  host.messages++;
  snprintf(host.message, sizeof host.message, "%s", text);
}

/* ------------------------------------------------------------------------------------ the bench */

static void identity(double axes[3][3]) {
  memset(axes, 0, 9 * sizeof axes[0][0]);
  for (int k = 0; k < 3; k++) axes[k][k] = 1;
}

void bench_open(void) {
  memset(&host, 0, sizeof host);
  host.run.mode = 4;
  host.sdk =
      (lash_sdk_host){LASH_SDK_HOST_HEAD, .marker = marker,   .string = string, .scalar = scalar,
                      .array = array,     .message = message, .run = &host.run};
  host.call.host = &host.sdk;
  for (int id = 0; id < BENCH_MARKERS; id++) identity(host.marker[id].axes);
  host.loader = lash_loader_new();
  OK(lash_loader_add_folder(host.loader, SUBROUTINE_FOLDER, &host.error));
  bench_seed(1);
}

void bench_close(void) { lash_loader_free(host.loader); }

lash_routine bench_routine(lash_routine_kind kind, const char *name) {
  char text[100];
  lash_routine routine = {.function = NULL};
  snprintf(text, sizeof text, "lash_subroutines::%s", name);
  OK(lash_loader_find(host.loader, kind, text, &routine, &host.error));
  return routine;
}

/* --------------------------------------------------------------------------------------- random */

static unsigned long long seed = 1;

void bench_seed(unsigned long value) { seed = value; }

double bench_random(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(long long)(seed >> 11) / 4503599627370496.0 - 1;
}

/* From a random quaternion. */
void bench_random_axes(double axes[3][3]) {
  double q[4], norm = 0;
  for (int k = 0; k < 4; k++) q[k] = bench_random();
  for (int k = 0; k < 4; k++) norm += q[k] * q[k];
  for (int k = 0; k < 4; k++) q[k] /= sqrt(norm);
  double a = q[0], b = q[1], c = q[2], d = q[3];
  const double r[3][3] = {
      {a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)},
      {2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)},
      {2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d}};
  memcpy(axes, r, sizeof r);
}

/* --------------------------------------------------------------------------------------- motion */

void bench_to_global(const lash_sdk_marker *m, const double local[3], double global[3]) {
  double out[3];
  for (int k = 0; k < 3; k++) {
    out[k] = m->axes[k][0] * local[0] + m->axes[k][1] * local[1] + m->axes[k][2] * local[2];
  }
  memcpy(global, out, sizeof out);
}

void bench_to_local(const lash_sdk_marker *m, const double global[3], double local[3]) {
  double out[3];
  for (int k = 0; k < 3; k++) {
    out[k] = m->axes[0][k] * global[0] + m->axes[1][k] * global[1] + m->axes[2][k] * global[2];
  }
  memcpy(local, out, sizeof out);
}

void bench_random_socket(void) {
  lash_sdk_marker *s = &host.marker[SOCKET];
  bench_random_axes(s->axes);
  bench_random_axes(host.marker[BALL].axes);
  bench_random_axes(host.marker[AXES].axes);
  for (int k = 0; k < 3; k++) {
    s->r[k] = bench_random();
    s->v[k] = 3 * bench_random();
    s->w[k] = 10 * bench_random();
  }
}

void bench_place(const double position[3], const double velocity[3], const double spin[3]) {
  const lash_sdk_marker *s = &host.marker[SOCKET];
  lash_sdk_marker *b = &host.marker[BALL];
  double d[3], v[3], w[3];
  bench_to_global(s, position, d);
  bench_to_global(s, velocity, v);
  bench_to_global(s, spin, w);
  for (int k = 0; k < 3; k++) {
    int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    b->r[k] = s->r[k] + d[k];
    b->v[k] = s->v[k] + v[k] + s->w[k1] * d[k2] - s->w[k2] * d[k1];
    b->w[k] = s->w[k] + w[k];
  }
}

/* --------------------------------------------------------------------------------------- GFORCE */

void bench_gforce_make(bench_gforce *g, const char *routine, int id, int string_id, int rm) {
  *g = (bench_gforce){.routine = bench_routine(LASH_GFOSUB, routine),
                      .par = {string_id, SOCKET, BALL, rm}};
  g->element = (struct sAdamsGforce){id, 4, g->par, SOCKET, rm, 99};
  double wrench[6];
  for (int iflag = 1; iflag <= 3; iflag += 2) {
    OK(lash_call_gforce(&g->routine, &host.call, &g->element, 0, 0, iflag, wrench, &host.error));
  }
}

void bench_gforce_value(bench_gforce *g, double time, int dflag, double wrench[6]) {
  g->element.PAR = g->par;
  OK(lash_call_gforce(&g->routine, &host.call, &g->element, time, dflag, 0, wrench, &host.error));
}

/* ----------------------------------------------------------------------------------------- laws */

static bool has(const lash_contact_law *law, const char *name) {
  for (size_t k = 0; k < law->param_count; k++) {
    if (strcmp(law->params[k].name, name) == 0) return true;
  }
  return false;
}

static const struct {
  const char *name, *value;
} values[] = {{"K", "1e8"},  {"c", "20"},    {"d", "1e-5"},   {"gamma", "10"},
              {"gap", "1"},  {"e", "0.8"},   {"m", "0.1"},    {"E", "2e11"},
              {"nu", "0.3"}, {"Rx", "0.01"}, {"Ry", "0.012"}, {"R", "0.01"}};

/* Some parameters exclude each other. */
static bool needed(const lash_contact_law *law, const char *name) {
  if (!has(law, name)) return false;
  bool material = strcmp(name, "E") == 0 || strcmp(name, "nu") == 0;
  bool restitution = strcmp(name, "e") == 0 || strcmp(name, "m") == 0;
  bool elastic = has(law, "hysteresis") && restitution; /* none, unless one is chosen */
  return !(material && has(law, "K")) && !(restitution && has(law, "c")) && !elastic;
}

void bench_contact_words(const lash_contact_law *law, char *text, size_t size) {
  int used = snprintf(text, size, "normal=%s", law->name);
  for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
    if (!needed(law, values[k].name)) continue;
    used += snprintf(text + used, size - (size_t)used, " %s=%s", values[k].name, values[k].value);
  }
}

void bench_contact(const lash_contact_law *law, double Ri, double Rj, double L, lash_contact *out) {
  lash_error *error = &host.error;
  OK(lash_contact_begin(out, law->name, error));
  for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
    if (needed(law, values[k].name)) {
      OK(lash_contact_set(out, values[k].name, values[k].value, error));
    }
  }
  if (!has(law, "K")) {
    if (has(law, "Ri")) OK(lash_contact_set_number(out, "Ri", Ri, error));
    if (has(law, "Rj")) OK(lash_contact_set_number(out, "Rj", Rj, error));
    if (has(law, "L")) OK(lash_contact_set_number(out, "L", L, error));
  }
  OK(lash_contact_ready(out, error));
}
