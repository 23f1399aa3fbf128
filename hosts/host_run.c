/* Whole runs: requests as tables, in the form the reference solver writes. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lash_host.h"
#include "lash_tables.h"

typedef struct tables {
  FILE **file, *parts;
  size_t count; /* of request files */
  lash_host_body *bodies;
  size_t body_count;
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

static lash_status open_file(const char *folder, const char *name, FILE **file, lash_error *error) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  *file = fopen(path, "w");
  if (*file) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
}

static lash_status open_parts(tables *t, lash_host *host, const char *folder, lash_error *error) {
  t->body_count = lash_host_body_count(host);
  t->bodies = calloc(t->body_count + 1, sizeof *t->bodies);
  if (!t->bodies) return lash_fail(error, LASH_FAILURE, "out of memory for the results");
  lash_status status = lash_host_bodies(host, t->bodies, error);
  if (status == LASH_OK) status = open_file(folder, "parts.csv", &t->parts, error);
  if (status != LASH_OK) return status;
  fputs("time", t->parts);
  for (size_t b = 0; b < t->body_count; b++) {
    for (int k = 0; k < LASH_PART_NUMBERS; k++) {
      fprintf(t->parts, ",PART_%d_%s", t->bodies[b].id, lash_part_columns[k]);
    }
  }
  fputc('\n', t->parts);
  return LASH_OK;
}

static lash_status open_tables(tables *t, const lash_model *model, lash_host *host,
                               const char *folder, lash_error *error) {
  if (!folder) return LASH_OK;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    return lash_fail(error, LASH_FAILURE, "cannot make the folder %s: %s", folder, strerror(errno));
  }
  t->file = calloc(model->request.count + 1, sizeof *t->file);
  if (!t->file) return lash_fail(error, LASH_FAILURE, "out of memory for the results");
  for (; t->count < model->request.count; t->count++) {
    const lash_request *request = &model->request.item[t->count];
    char name[64];
    snprintf(name, sizeof name, "request_%d.csv", request->head.id);
    const lash_status status = open_file(folder, name, &t->file[t->count], error);
    if (status != LASH_OK) return status;
    write_head(t->file[t->count], request);
  }
  return open_parts(t, host, folder, error);
}

static void write_three(FILE *out, const double value[3]) {
  fprintf(out, ",%.17g,%.17g,%.17g", value[0], value[1], value[2]);
}

static lash_status write_parts(const tables *t, lash_host *host, lash_error *error) {
  const lash_status status = lash_host_bodies(host, t->bodies, error);
  if (status != LASH_OK) return status;
  fprintf(t->parts, "%.17g", lash_host_time(host));
  for (size_t b = 0; b < t->body_count; b++) {
    const lash_host_body *body = &t->bodies[b];
    double rotation[9], angles[3];
    memcpy(rotation, body->axes, sizeof rotation);
    lash_angles_313(rotation, angles);
    write_three(t->parts, body->r);
    write_three(t->parts, angles);
    write_three(t->parts, body->v);
    write_three(t->parts, body->w);
    write_three(t->parts, body->a);
    write_three(t->parts, body->wd);
  }
  fputc('\n', t->parts);
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
  return t->parts ? write_parts(t, host, error) : LASH_OK;
}

static lash_status close_file(FILE *file, lash_status status, lash_error *error) {
  const bool bad = ferror(file) != 0;
  if ((fclose(file) == 0 && !bad) || status != LASH_OK) return status;
  return lash_fail(error, LASH_FAILURE, "cannot write the results: %s", strerror(errno));
}

static lash_status close_tables(tables *t, lash_status status, lash_error *error) {
  for (size_t k = 0; k < t->count; k++) status = close_file(t->file[k], status, error);
  if (t->parts) status = close_file(t->parts, status, error);
  free(t->file);
  free(t->bodies);
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
  if (status == LASH_OK) status = open_tables(&t, model, host, options->folder, error);
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
