/* Whole runs: requests as tables, in the form the reference solver writes. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host.h"

typedef struct tables {
  FILE **file;
  size_t count;
} tables;

static void write_head(FILE *out, const lash_request *request) {
  fputs("time", out);
  for (size_t k = 0; k < 8; k++) {
    const char *name = request->cnames.count > k ? request->cnames.item[k] : NULL;
    if (name && *name && !strpbrk(name, ",\"\n"))
      fprintf(out, ",%s", name);
    else
      fprintf(out, ",f%zu", k + 1);
  }
  fputc('\n', out);
}

static lash_status open_tables(tables *t, const lash_model *model, const char *folder,
                               lash_error *error) {
  *t = (tables){0};
  if (!folder) return LASH_OK;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    return lash_fail(error, LASH_FAILURE, "cannot make the folder %s: %s", folder, strerror(errno));
  }
  t->file = calloc(model->request.count + 1, sizeof *t->file);
  if (!t->file) return lash_fail(error, LASH_FAILURE, "out of memory for the results");
  for (; t->count < model->request.count; t->count++) {
    const lash_request *request = &model->request.item[t->count];
    char path[1024];
    snprintf(path, sizeof path, "%s/request_%d.csv", folder, request->head.id);
    FILE *file = fopen(path, "w");
    if (!file) return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
    t->file[t->count] = file;
    write_head(file, request);
  }
  return LASH_OK;
}

static lash_status write_rows(const tables *t, lash_host *host, lash_error *error) {
  for (size_t k = 0; k < t->count; k++) {
    double values[8];
    const lash_status status = lash_host_request(host, k, values, error);
    if (status != LASH_OK) return status;
    fprintf(t->file[k], "%.17g", lash_host_time(host));
    for (int c = 0; c < 8; c++) fprintf(t->file[k], ",%.17g", values[c]);
    fputc('\n', t->file[k]);
  }
  return LASH_OK;
}

static lash_status close_tables(tables *t, lash_status status, lash_error *error) {
  for (size_t k = 0; k < t->count; k++) {
    const bool bad = ferror(t->file[k]) != 0;
    if ((fclose(t->file[k]) != 0 || bad) && status == LASH_OK) {
      status = lash_fail(error, LASH_FAILURE, "cannot write the results: %s", strerror(errno));
    }
  }
  free(t->file);
  return status;
}

static lash_status show(const tables *t, lash_host *host, const lash_host_run_options *options,
                        lash_error *error) {
  const lash_status status = write_rows(t, host, error);
  if (status != LASH_OK || !options->output) return status;
  return options->output(options->context, host, error);
}

static lash_status check_times(const lash_host_run_options *options, lash_error *error) {
  if (!(options->end > 0) || !isfinite(options->end)) {
    return lash_fail(error, LASH_BAD_INPUT, "the end time must be positive, not %g", options->end);
  }
  if (!(options->output_step > 0) || options->end / options->output_step > 1e8) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the output step must be positive and not below a 1e-8th of the end time, "
                     "not %g",
                     options->output_step);
  }
  return LASH_OK;
}

static const char *host_name_at(size_t index, const void *context) {
  (void)context;
  return lash_host_name(lash_host_at(index));
}

static lash_status find_host(const char *name, const lash_host_class **found, lash_error *error) {
  *found = lash_host_find(name);
  if (*found) return LASH_OK;
  const char *near = lash_nearest_name(name, lash_host_count(), host_name_at, NULL);
  return lash_fail(error, LASH_UNSUPPORTED,
                   "there is no host '%s' in this build%s%s%s; `lash hosts` lists those there are",
                   name, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}

lash_status lash_host_run(const char *name, const lash_model *model,
                          const lash_host_run_options *options, lash_error *error) {
  const lash_host_class *host_class;
  lash_host *host = NULL;
  tables t = {0};
  lash_status status = find_host(name, &host_class, error);
  if (status == LASH_OK) status = check_times(options, error);
  if (status == LASH_OK) {
    status = lash_host_create(host_class, model, &options->host, &host, error);
  }
  if (status == LASH_OK) status = open_tables(&t, model, options->folder, error);
  if (status == LASH_OK) status = show(&t, host, options, error);
  const size_t outputs = (size_t)ceil(options->end / options->output_step - 1e-9);
  for (size_t k = 1; k <= outputs && status == LASH_OK; k++) {
    const double next = k == outputs ? options->end : (double)k * options->output_step;
    status = lash_host_advance(host, next, error);
    if (status == LASH_OK) status = show(&t, host, options, error);
  }
  status = close_tables(&t, status, error);
  lash_host_free(host);
  return status;
}
