/* One dataset in several engines: runs, and what is kept of them. */
#include "compare_hosts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "files.h"
#include "paths.h"

static lash_status keep_row(void *context, lash_host *host, lash_error *error) {
  host_record *r = context;
  if (r->rows == r->capacity) {
    const size_t capacity = r->capacity ? 2 * r->capacity : 256;
    double *more = realloc(r->value, capacity * r->columns * sizeof *more);
    if (!more) return lash_fail(error, LASH_FAILURE, "out of memory for the results");
    r->value = more;
    r->capacity = capacity;
  }
  double *row = r->value + r->rows * r->columns;
  row[0] = lash_host_time(host);
  for (size_t k = 0; k < (r->columns - 1) / HOST_COLUMNS; k++) {
    const lash_status status = lash_host_request(host, k, row + 1 + HOST_COLUMNS * k, error);
    if (status != LASH_OK) return status;
  }
  r->rows++;
  r->steps = lash_host_steps(host);
  return host_impacts_watch(&r->impacts, host, error);
}

lash_status host_record_run(const compare_hosts_options *o, const lash_model *model,
                            const char *name, const lash_host_options *how, host_record *r,
                            lash_error *error) {
  struct timespec begin, end;
  char *folder = o->folder ? path_join(o->folder, name) : NULL;
  *r = (host_record){.host = name, .columns = 1 + HOST_COLUMNS * model->request.count};
  lash_status status = o->folder ? folder_make(folder, error) : LASH_OK;
  if (status == LASH_OK) status = host_impacts_begin(&r->impacts, model, error);
  if (status != LASH_OK) {
    free(folder);
    return status;
  }
  const lash_host_run_options run = {.end = o->end,
                                     .output_step = o->output_step,
                                     .folder = folder,
                                     .host = *how,
                                     .output = keep_row,
                                     .context = r};
  clock_gettime(CLOCK_MONOTONIC, &begin);
  status = lash_host_run(r->host, model, &run, error);
  clock_gettime(CLOCK_MONOTONIC, &end);
  free(folder);
  r->seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
  if (status != LASH_OK) lash_error_prefix(error, "%s", r->host);
  return status;
}

void host_record_free(host_record *r) {
  free(r->value);
  host_impacts_free(&r->impacts);
}

/* -------------------------------------------------------------------------------------- command */

static lash_status split_names(const compare_hosts_options *o, const char **names, size_t *count,
                               lash_error *error) {
  for (char *name = strtok(o->hosts, ","); name; name = strtok(NULL, ",")) {
    if (*count == HOSTS_MAX) {
      return lash_fail(error, LASH_BAD_INPUT, "at most %d hosts at a time", HOSTS_MAX);
    }
    names[(*count)++] = name;
  }
  if (*count) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "name the hosts: --hosts mujoco,simbody");
}

static lash_status compare(const compare_hosts_options *o, const lash_model *model,
                           const char *const *names, size_t count, lash_error *error) {
  const lash_host_options how = {.step = o->step, .accuracy = o->accuracy};
  host_record list[HOSTS_MAX];
  lash_status status = LASH_OK;
  size_t done = 0;
  while (done < count && status == LASH_OK) {
    status = host_record_run(o, model, names[done], &how, &list[done], error);
    done++;
  }
  if (status == LASH_OK) status = compare_hosts_show(o, model, list, count, error);
  while (done > 0) host_record_free(&list[--done]);
  return status;
}

lash_status compare_hosts(const compare_hosts_options *o, lash_error *error) {
  lash_model model;
  const char *names[HOSTS_MAX];
  size_t count = 0;
  if (!o->model) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "name the dataset: lash compare --hosts mujoco,simbody model.adm --end 1 "
                     "--dtout 0.01");
  }
  lash_status status = lash_model_read(&model, o->model, error);
  if (status == LASH_UNSUPPORTED) status = LASH_OK; /* each host says what it cannot take */
  for (size_t k = 0; k < o->set_count && status == LASH_OK; k++) {
    status = lash_model_set(&model, o->set[k].name, o->set[k].value, error);
  }
  if (status == LASH_OK && model.request.count == 0) {
    status = lash_fail(error, LASH_BAD_INPUT, "%s has no REQUEST to compare; add one", o->model);
  }
  if (status == LASH_OK) status = split_names(o, names, &count, error);
  if (status == LASH_OK && o->orders)
    status = compare_orders(o, &model, names, count, error);
  else if (status == LASH_OK)
    status = compare(o, &model, names, count, error);
  lash_model_free(&model);
  return status;
}
