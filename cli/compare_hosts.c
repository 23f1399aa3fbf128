/* One dataset in several engines: largest difference of every request column from the first host.
 */
#include "compare_hosts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "host.h"
#include "json.h"
#include "output.h"

enum { HOSTS_MAX = 8, COLUMNS = 8 };

/* Everything one host gave: rows of time and all columns of all requests. */
typedef struct record {
  const char *host;
  double *value;
  size_t rows, columns, capacity;
  size_t steps;
  double seconds;
} record;

typedef struct difference {
  double largest, at_time; /* from the first host */
  double range;            /* of the first host's column: its largest size */
} difference;

static lash_status keep_row(void *context, lash_host *host, lash_error *error) {
  record *r = context;
  if (r->rows == r->capacity) {
    const size_t capacity = r->capacity ? 2 * r->capacity : 256;
    double *more = realloc(r->value, capacity * r->columns * sizeof *more);
    if (!more) return lash_fail(error, LASH_FAILURE, "out of memory for the results");
    r->value = more;
    r->capacity = capacity;
  }
  double *row = r->value + r->rows * r->columns;
  row[0] = lash_host_time(host);
  for (size_t k = 0; k < (r->columns - 1) / COLUMNS; k++) {
    const lash_status status = lash_host_request(host, k, row + 1 + COLUMNS * k, error);
    if (status != LASH_OK) return status;
  }
  r->rows++;
  r->steps = lash_host_steps(host);
  return LASH_OK;
}

static lash_status run_host(const compare_hosts_options *o, const lash_model *model, record *r,
                            lash_error *error) {
  char folder[1024];
  struct timespec begin, end;
  if (o->folder && mkdir(o->folder, 0777) != 0 && errno != EEXIST) {
    return lash_fail(error, LASH_FAILURE, "cannot make the folder %s: %s", o->folder,
                     strerror(errno));
  }
  if (o->folder) snprintf(folder, sizeof folder, "%s/%s", o->folder, r->host);
  const lash_host_run_options run = {.end = o->end,
                                     .output_step = o->output_step,
                                     .folder = o->folder ? folder : NULL,
                                     .host = {.step = o->step, .accuracy = o->accuracy},
                                     .output = keep_row,
                                     .context = r};
  clock_gettime(CLOCK_MONOTONIC, &begin);
  const lash_status status = lash_host_run(r->host, model, &run, error);
  clock_gettime(CLOCK_MONOTONIC, &end);
  r->seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
  if (status != LASH_OK) lash_error_prefix(error, "%s", r->host);
  return status;
}

static difference differ(const record *first, const record *other, size_t column) {
  difference d = {0, 0, 0};
  for (size_t row = 0; row < first->rows && row < other->rows; row++) {
    const double a = first->value[row * first->columns + column];
    const double gap = fabs(other->value[row * other->columns + column] - a);
    d.range = fmax(d.range, fabs(a));
    if (!(gap > d.largest)) continue;
    d.largest = gap;
    d.at_time = first->value[row * first->columns];
  }
  return d;
}

/* --------------------------------------------------------------------------------------- output */

static bool worth_showing(const record *list, size_t count, size_t column) {
  for (size_t h = 0; h < count; h++) {
    for (size_t row = 0; row < list[h].rows; row++) {
      if (list[h].value[row * list[h].columns + column] != 0) return true;
    }
  }
  return false;
}

static void print_table(const lash_model *model, const record *list, size_t count) {
  table t;
  table_begin(&t, 3 + 2 * (count - 1));
  table_text(&t, "request");
  table_text(&t, "column");
  char text[80];
  snprintf(text, sizeof text, "largest in %s", list[0].host);
  table_text(&t, text);
  for (size_t h = 1; h < count; h++) {
    snprintf(text, sizeof text, "%s differs by", list[h].host);
    table_text(&t, text);
    table_text(&t, "at time");
  }
  for (size_t column = 1; column < list[0].columns; column++) {
    if (!worth_showing(list, count, column)) continue;
    const size_t k = (column - 1) / COLUMNS;
    snprintf(text, sizeof text, "%d", model->request.item[k].head.id);
    table_text(&t, text);
    snprintf(text, sizeof text, "f%zu", (column - 1) % COLUMNS + 1);
    table_text(&t, text);
    table_number(&t, differ(&list[0], &list[0], column).range);
    for (size_t h = 1; h < count; h++) {
      const difference d = differ(&list[0], &list[h], column);
      table_number(&t, d.largest);
      table_number(&t, d.at_time);
    }
  }
  table_print(&t, stdout);
  table_free(&t);
  for (size_t h = 0; h < count; h++) {
    printf("%s: %zu steps, %.3g s\n", list[h].host, list[h].steps, list[h].seconds);
  }
}

static void print_json(const lash_model *model, const record *list, size_t count) {
  json j;
  json_start(&j, stdout);
  json_array(&j, NULL);
  for (size_t h = 0; h < count; h++) {
    json_object(&j, NULL);
    json_string(&j, "host", list[h].host);
    json_integer(&j, "steps", (long long)list[h].steps);
    json_number(&j, "seconds", list[h].seconds);
    json_array(&j, "requests");
    for (size_t k = 0; k < model->request.count; k++) {
      json_object(&j, NULL);
      json_integer(&j, "request", model->request.item[k].head.id);
      json_array(&j, "largest_difference");
      for (size_t c = 0; c < COLUMNS; c++) {
        json_number(&j, NULL, differ(&list[0], &list[h], 1 + COLUMNS * k + c).largest);
      }
      json_array_end(&j);
      json_object_end(&j);
    }
    json_array_end(&j);
    json_object_end(&j);
  }
  json_array_end(&j);
  json_end(&j);
}

static void print_csv(const lash_model *model, const record *list, size_t count) {
  fputs("host,request,time,f1,f2,f3,f4,f5,f6,f7,f8\n", stdout);
  for (size_t h = 0; h < count; h++) {
    for (size_t k = 0; k < model->request.count; k++) {
      for (size_t row = 0; row < list[h].rows; row++) {
        const double *value = list[h].value + row * list[h].columns;
        printf("%s,%d,%.17g", list[h].host, model->request.item[k].head.id, value[0]);
        for (size_t c = 0; c < COLUMNS; c++) printf(",%.17g", value[1 + COLUMNS * k + c]);
        putchar('\n');
      }
    }
  }
}

/* -------------------------------------------------------------------------------------- command */

static lash_status compare(const compare_hosts_options *o, const lash_model *model, record *list,
                           size_t *count, lash_error *error) {
  for (char *name = strtok(o->hosts, ","); name; name = strtok(NULL, ",")) {
    if (*count == HOSTS_MAX) {
      return lash_fail(error, LASH_BAD_INPUT, "at most %d hosts at a time", HOSTS_MAX);
    }
    record *r = &list[(*count)++];
    *r = (record){.host = name, .columns = 1 + COLUMNS * model->request.count};
    const lash_status status = run_host(o, model, r, error);
    if (status != LASH_OK) return status;
  }
  if (*count) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "name the hosts: --hosts mujoco,simbody");
}

lash_status compare_hosts(const compare_hosts_options *o, lash_error *error) {
  lash_model model;
  record list[HOSTS_MAX];
  size_t count = 0;
  if (!o->model) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "name the dataset: lash compare --hosts mujoco,simbody model.adm --end 1 "
                     "--dtout 0.01");
  }
  lash_status status = lash_model_read(&model, o->model, error);
  if (status == LASH_UNSUPPORTED) status = LASH_OK; /* each host says what it cannot take */
  if (status == LASH_OK && model.request.count == 0) {
    status = lash_fail(error, LASH_BAD_INPUT, "%s has no REQUEST to compare; add one", o->model);
  }
  if (status == LASH_OK) status = compare(o, &model, list, &count, error);
  if (status == LASH_OK && o->csv)
    print_csv(&model, list, count);
  else if (status == LASH_OK && o->json)
    print_json(&model, list, count);
  else if (status == LASH_OK)
    print_table(&model, list, count);
  for (size_t h = 0; h < count; h++) free(list[h].value);
  lash_model_free(&model);
  return status;
}
