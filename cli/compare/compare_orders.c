/* How fast each host's difference falls as its step is halved. */
#include <math.h>

#include "compare_hosts.h"
#include "output.h"

enum { STEPS = 3 };
static const double TIGHTEST = 1e-12; /* accuracy of the run all others are measured against */

static double against_range(const host_record *truth, const host_record *run, size_t column) {
  const host_difference d = host_differ(truth, run, column);
  return d.range > 0 ? d.largest / d.range : NAN;
}

static void add_rows(table *t, const lash_model *model, const host_record *truth,
                     const host_record run[STEPS]) {
  for (size_t column = 0; column < truth->run.columns; column++) {
    if (!host_column_moves(truth, 1, column)) continue;
    double d[STEPS];
    table_text(t, run[0].host);
    table_format(t, "%d", model->request.item[column / HOST_COLUMNS].head.id);
    table_format(t, "f%zu", column % HOST_COLUMNS + 1);
    for (int n = 0; n < STEPS; n++) {
      d[n] = against_range(truth, &run[n], column);
      table_number(t, d[n]);
    }
    for (int n = 1; n < STEPS; n++) {
      const double order = d[n] > 0 && d[n - 1] > 0 ? log2(d[n - 1] / d[n]) : NAN;
      table_format(t, isfinite(order) ? "%.2f" : "-", order);
    }
  }
}

static lash_status halve(const compare_hosts_options *o, const lash_model *model, const char *name,
                         const host_record *truth, table *t, lash_error *error) {
  host_record run[STEPS];
  lash_status status = LASH_OK;
  int done = 0;
  while (done < STEPS && status == LASH_OK) {
    const lash_host_options how = {.step = ldexp(o->step, -done), .fixed = true};
    status = host_record_run(o, model, name, &how, &run[done], error);
    done++;
  }
  if (status == LASH_OK) add_rows(t, model, truth, run);
  while (done > 0) host_record_free(&run[--done]);
  return status;
}

lash_status compare_orders(const compare_hosts_options *o, const lash_model *model,
                           const char *const *names, size_t count, lash_error *error) {
  if (!(o->step > 0)) {
    return lash_fail(error, LASH_BAD_INPUT, "--orders needs --step: the longest of the steps");
  }
  const lash_host_options tight = {.step = o->step / (1 << (STEPS - 1)), .accuracy = TIGHTEST};
  host_record truth;
  table t;
  lash_status status = host_record_run(o, model, names[0], &tight, &truth, error);
  table_begin(&t, 3 + 2 * STEPS - 1);
  table_text(&t, "host");
  table_text(&t, "request");
  table_text(&t, "column");
  for (int n = 0; n < STEPS; n++) table_format(&t, "of range at %g", ldexp(o->step, -n));
  for (int n = 1; n < STEPS; n++) table_text(&t, "order");
  for (size_t h = 0; h < count && status == LASH_OK; h++) {
    status = halve(o, model, names[h], &truth, &t, error);
  }
  if (status == LASH_OK) table_print(&t, stdout);
  table_free(&t);
  host_record_free(&truth);
  return status;
}
