/* The bench of `lash sub call`: a host whose whole world comes from the command line. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sub.h"

/* --------------------------------------------------------------------------------- reading text */

lash_status sub_read_numbers(const char *what, const char *text, int most, sub_numbers *numbers,
                             lash_error *error) {
  numbers->count = 0;
  while (true) {
    char one[64];
    size_t n = strcspn(text, ",");
    if (n >= sizeof one || numbers->count >= most) {
      return lash_fail(error, LASH_BAD_INPUT, "--%s takes at most %d number%s", what, most,
                       most == 1 ? "" : "s separated by commas");
    }
    snprintf(one, sizeof one, "%.*s", (int)n, text);
    if (!lash_parse_number(one, &numbers->value[numbers->count])) {
      return lash_fail(error, LASH_BAD_INPUT, "--%s: '%s' is not a finite number", what, one);
    }
    numbers->count++;
    if (text[n] == '\0') return LASH_OK;
    text += n + 1;
  }
}

/* Splits "ID=rest". */
static lash_status read_id(const char *what, const char *text, int *id, const char **rest,
                           lash_error *error) {
  char *end;
  long number = strtol(text, &end, 10);
  if (end == text || *end != '=' || number < 1 || number > 99999999) {
    return lash_fail(error, LASH_BAD_INPUT, "--%s %s: write ID=… with a whole number ID > 0", what,
                     text);
  }
  *id = (int)number;
  *rest = end + 1;
  return LASH_OK;
}

static lash_status full(const char *what, lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT, "--%s: at most %d of them", what, SUB_ITEMS_MAX);
}

double sub_number(const sub_bench *bench, int key, double otherwise) {
  return bench->numbers[key].count ? bench->numbers[key].value[0] : otherwise;
}

bool sub_has(const sub_bench *bench, int key) { return bench->numbers[key].count > 0; }

/* ------------------------------------------------------------------------------------ the world */

/* Position, 3-1-3 angles, velocity, angular velocity and their derivatives; what is missing is 0.
 */
lash_status sub_add_marker(sub_bench *bench, const char *text, lash_error *error) {
  sub_numbers n = {0};
  const char *rest = NULL;
  int id = 0, failed;
  if (bench->markers == SUB_ITEMS_MAX) return full("marker", error);
  lash_status status = read_id("marker", text, &id, &rest, error);
  if (status == LASH_OK) status = sub_read_numbers("marker", rest, 18, &n, error);
  if (status != LASH_OK) return status;
  if (n.count % 3) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "--marker %d: give x,y,z then psi,theta,phi then vx,vy,vz then wx,wy,wz then "
                     "accelerations, three numbers each; not %d numbers",
                     id, n.count);
  }
  sub_marker *marker = &bench->marker[bench->markers++];
  *marker = (sub_marker){.id = id};
  double cosines[9];
  c_rcnvrt("EULER", n.value + 3, "COSINES", cosines, &failed);
  for (int i = 0; i < 3; i++) {
    marker->state.r[i] = n.value[i];
    marker->state.v[i] = n.value[6 + i];
    marker->state.w[i] = n.value[9 + i];
    marker->state.a[i] = n.value[12 + i];
    marker->state.wd[i] = n.value[15 + i];
    for (int j = 0; j < 3; j++) marker->state.axes[i][j] = cosines[3 * j + i];
  }
  return LASH_OK;
}

lash_status sub_give_array(sub_bench *bench, int id, const sub_numbers *numbers,
                           lash_error *error) {
  if (bench->givens == SUB_ITEMS_MAX) return full("array", error);
  bench->given[bench->givens++] =
      (sub_given){.name = "ARRAY", .par = {id}, .npar = 1, .numbers = *numbers};
  return LASH_OK;
}

/* "ID=1,2,3" for an array, "NAME(1,2)=3" for anything else. */
lash_status sub_add_given(sub_bench *bench, const char *text, bool array, lash_error *error) {
  sub_numbers numbers, ids;
  const char *rest = NULL;
  int id = 0;
  if (array) {
    lash_status status = read_id("array", text, &id, &rest, error);
    if (status == LASH_OK) {
      status = sub_read_numbers("array", rest, SUB_NUMBERS_MAX, &numbers, error);
    }
    return status == LASH_OK ? sub_give_array(bench, id, &numbers, error) : status;
  }
  if (bench->givens == SUB_ITEMS_MAX) return full("set", error);
  sub_given *given = &bench->given[bench->givens];
  *given = (sub_given){0};
  char name[32] = "", list[64] = "";
  int used = 0;
  if (sscanf(text, "%31[A-Za-z0-9_](%63[0-9, -])=%n", name, list, &used) != 2 || used == 0 ||
      strlen(name) >= sizeof given->name) {
    return lash_fail(error, LASH_BAD_INPUT, "--set %s: write NAME(id,…)=value, as VARVAL(3)=0.5",
                     text);
  }
  for (size_t i = 0; name[i]; i++) given->name[i] = (char)toupper((unsigned char)name[i]);
  lash_status status = sub_read_numbers("set", list, LASH_QUANTITY_PARS, &ids, error);
  if (status == LASH_OK) {
    status = sub_read_numbers("set", text + used, SUB_NUMBERS_MAX, &given->numbers, error);
  }
  if (status != LASH_OK) return status;
  for (int i = 0; i < ids.count; i++) given->par[given->npar++] = (int)ids.value[i];
  bench->givens++;
  return LASH_OK;
}

lash_status sub_add_string(sub_bench *bench, const char *text, lash_error *error) {
  int id = 0;
  if (bench->strings == SUB_ITEMS_MAX) return full("string", error);
  const char *rest = NULL;
  lash_status status = read_id("string", text, &id, &rest, error);
  if (status != LASH_OK) return status;
  bench->string[bench->strings].id = id;
  bench->string[bench->strings++].text = rest;
  return LASH_OK;
}

/* "ID=x1,y1,x2,y2,…" */
lash_status sub_add_spline(sub_bench *bench, const char *text, lash_error *error) {
  sub_numbers n;
  const char *rest = NULL;
  int id = 0;
  double x[SUB_NUMBERS_MAX / 2], y[SUB_NUMBERS_MAX / 2];
  if (bench->splines == SUB_ITEMS_MAX) return full("spline", error);
  lash_status status = read_id("spline", text, &id, &rest, error);
  if (status == LASH_OK) status = sub_read_numbers("spline", rest, SUB_NUMBERS_MAX, &n, error);
  if (status != LASH_OK) return status;
  if (n.count % 2) {
    return lash_fail(error, LASH_BAD_INPUT, "--spline %d: a y is missing; give x1,y1,x2,y2,…", id);
  }
  for (int i = 0; i < n.count / 2; i++) x[i] = n.value[2 * i], y[i] = n.value[2 * i + 1];
  const lash_interpolant_data data = {.points = (size_t)n.count / 2, .curves = 1, .x = x, .y = y};
  status = lash_interpolant_create(&data, &bench->spline[bench->splines].spline, error);
  if (status != LASH_OK) return status;
  bench->spline[bench->splines++].id = id;
  return LASH_OK;
}

/* -------------------------------------------------------------------------------- its callbacks */

static const lash_sdk_marker *marker(void *data, int id, lash_motion_level level) {
  const sub_bench *bench = data;
  (void)level;
  for (int i = 0; i < bench->markers; i++) {
    if (bench->marker[i].id == id) return &bench->marker[i].state;
  }
  return NULL;
}

static const sub_given *find_given(const sub_bench *bench, const char *name, const int *par,
                                   int npar) {
  for (int i = 0; i < bench->givens; i++) {
    const sub_given *g = &bench->given[i];
    if (strcmp(g->name, name) == 0 && g->npar == npar &&
        memcmp(g->par, par, (size_t)npar * sizeof *par) == 0) {
      return g;
    }
  }
  return NULL;
}

static int scalar(void *data, const char *name, const int *par, int npar, double *value) {
  const sub_given *g = find_given(data, name, par, npar);
  if (g) *value = g->numbers.value[0];
  return g == NULL;
}

static int array(void *data, const char *name, const int *par, int npar, double *values,
                 int *count) {
  const sub_given *g = find_given(data, name, par, npar);
  if (!g) return 1;
  *count = g->numbers.count;
  if (values) memcpy(values, g->numbers.value, (size_t)*count * sizeof *values);
  return 0;
}

/* Missing components of a force are zero. */
static int force(void *data, int i, int j, double six[6]) {
  const int par[2] = {i, j};
  const sub_given *g = find_given(data, "FORCE", par, j ? 2 : 1);
  if (g) memcpy(six, g->numbers.value, 6 * sizeof *six);
  return g == NULL;
}

static int element_force(void *data, const char *statement, int id, int on_j, double six[6]) {
  const sub_given *g = find_given(data, statement, &id, 1);
  for (int k = 0; g && k < 6; k++) six[k] = on_j ? -g->numbers.value[k] : g->numbers.value[k];
  return g == NULL;
}

static const lash_interpolant *spline(void *data, int id) {
  const sub_bench *bench = data;
  for (int i = 0; i < bench->splines; i++) {
    if (bench->spline[i].id == id) return bench->spline[i].spline;
  }
  return NULL;
}

static const char *string(void *data, int id) {
  const sub_bench *bench = data;
  for (int i = 0; i < bench->strings; i++) {
    if (bench->string[i].id == id) return bench->string[i].text;
  }
  return NULL;
}

static const double *numbers_of(void *data, int id, int *count) {
  const sub_given *g = find_given(data, "ARRAY", &id, 1);
  if (g) *count = g->numbers.count;
  return g ? g->numbers.value : NULL;
}

static int analyse(void *data, const char *type, const char *name, double begin, double end,
                   int initialize) {
  (void)data;
  fprintf(stderr, "lash: the routine starts analysis %s '%s' from %g to %g%s\n", type, name, begin,
          end, initialize ? ", initializing" : "");
  return 0;
}

static int modify(void *data, const char *command) {
  (void)data;
  fprintf(stderr, "lash: the routine gives the command %s\n", command);
  return 0;
}

static int output_step(void *data) {
  (void)data;
  fputs("lash: the routine asks for an output step\n", stderr);
  return 0;
}

static int put_spline(void *data, int id, int nx, int nz, const double *x, const double *y,
                      const double *z) {
  (void)data, (void)z;
  fprintf(stderr, "lash: the routine gives SPLINE/%d with %d points", id, nx);
  if (nz > 1) fprintf(stderr, " on %d curves", nz);
  fprintf(stderr, ", from (%g, %g) to (%g, %g)\n", x[0], y[0], x[nx - 1], y[nx - 1]);
  return 0;
}

static void message(void *data, lash_sdk_message kind, const char *text, int id) {
  static const char *const words[] = {"message", "warning", "error"};
  (void)data;
  fprintf(stderr, "lash: %s of the routine (id %d): %s\n", words[kind], id, text);
}

lash_status sub_bench_ready(sub_bench *bench, lash_error *error) {
  const lash_sdk_units *units = NULL;
  if (bench->units) {
    units = lash_sdk_units_find(bench->units);
    if (!units) {
      return lash_fail(error, LASH_BAD_INPUT, "--units %s is not mks, mmks, cgs or ips",
                       bench->units);
    }
  }
  bench->run = (lash_sdk_run){
      .time_converged = sub_number(bench, SUB_TIME, 0), .mode = 4, .integrator = "BENCH"};
  bench->host = (lash_sdk_host){
      LASH_SDK_HOST_HEAD,
      .data = bench,
      .marker = marker,
      .force = force,
      .element_force = element_force,
      .scalar = scalar,
      .array = array,
      .spline = spline,
      .string = string,
      .numbers = numbers_of,
      .put_spline = put_spline,
      .analyse = analyse,
      .output_step = output_step,
      .modify = modify,
      .message = message,
      .run = &bench->run,
      .units = units,
  };
  memcpy(bench->host.gravity, bench->numbers[SUB_GRAVITY].value, sizeof bench->host.gravity);
  return LASH_OK;
}

void sub_bench_free(sub_bench *bench) {
  for (int i = 0; i < bench->splines; i++) lash_interpolant_free(bench->spline[i].spline);
}
