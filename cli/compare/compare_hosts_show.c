/* What several hosts made of one dataset: table, JSON, CSV, plot. */
#include <math.h>

#include "column_unit.h"
#include "compare_hosts.h"
#include "json.h"
#include "output.h"
#include "plot.h"

host_difference host_differ(const host_record *first, const host_record *other, size_t column) {
  host_difference d = {0, 0, 0};
  const double *x = lash_record_column(&first->run, column);
  const double *y = lash_record_column(&other->run, column);
  for (size_t row = 0; row < first->run.rows && row < other->run.rows; row++) {
    const double a = x[row], gap = fabs(y[row] - a);
    d.range = fmax(d.range, fabs(a));
    if (!(gap > d.largest)) continue;
    d.largest = gap;
    d.at_time = first->run.time[row];
  }
  return d;
}

/* --------------------------------------------------------------------------------------- output */

/* Against the largest number of its request, so that what round-off leaves of a zero does not
 * count.
 */
bool host_column_moves(const host_record *list, size_t count, size_t column) {
  const size_t request = column / HOST_COLUMNS * HOST_COLUMNS;
  for (size_t h = 0; h < count; h++) {
    double largest = 0;
    for (size_t c = request; c < request + HOST_COLUMNS; c++) {
      largest = fmax(largest, host_differ(&list[h], &list[h], c).range);
    }
    if (host_differ(&list[h], &list[h], column).range > 1e-11 * largest) return true;
  }
  return false;
}

static void print_table(const lash_model *model, const host_record *list, size_t count) {
  table t;
  table_begin(&t, 3 + 3 * (count - 1));
  table_text(&t, "request");
  table_text(&t, "column");
  table_format(&t, "largest in %s", list[0].host);
  for (size_t h = 1; h < count; h++) {
    table_format(&t, "%s differs by", list[h].host);
    table_text(&t, "of range");
    table_text(&t, "at time");
  }
  for (size_t column = 0; column < list[0].run.columns; column++) {
    if (!host_column_moves(list, count, column)) continue;
    table_format(&t, "%d", model->request.item[column / HOST_COLUMNS].head.id);
    table_format(&t, "f%zu", column % HOST_COLUMNS + 1);
    table_number(&t, host_differ(&list[0], &list[0], column).range);
    for (size_t h = 1; h < count; h++) {
      const host_difference d = host_differ(&list[0], &list[h], column);
      table_number(&t, d.largest);
      table_number(&t, d.range > 0 ? d.largest / d.range : NAN);
      table_number(&t, d.at_time);
    }
  }
  table_show(&t, stdout);
  for (size_t h = 0; h < count; h++) {
    printf("%s: %zu steps, %.3g s\n", list[h].host, list[h].run.count.steps, list[h].seconds);
  }
  host_impacts_print(list, count);
}

static void print_json(const lash_model *model, const host_record *list, size_t count) {
  json j = json_array_to(stdout);
  for (size_t h = 0; h < count; h++) {
    json_object(&j, NULL);
    json_string(&j, "host", list[h].host);
    json_integer(&j, "steps", (long long)list[h].run.count.steps);
    json_number(&j, "seconds", list[h].seconds);
    json_array(&j, "requests");
    for (size_t k = 0; k < model->request.count; k++) {
      json_object(&j, NULL);
      json_integer(&j, "request", model->request.item[k].head.id);
      json_array(&j, "largest_difference");
      for (size_t c = 0; c < HOST_COLUMNS; c++) {
        json_number(&j, NULL, host_differ(&list[0], &list[h], HOST_COLUMNS * k + c).largest);
      }
      json_array_end(&j);
      json_object_end(&j);
    }
    json_array_end(&j);
    host_impacts_json(&j, &list[h].impacts);
    json_object_end(&j);
  }
  json_end(&j);
}

static void print_csv(const lash_model *model, const host_record *list, size_t count) {
  fputs("host,request,time,f1,f2,f3,f4,f5,f6,f7,f8\n", stdout);
  for (size_t h = 0; h < count; h++) {
    for (size_t k = 0; k < model->request.count; k++) {
      for (size_t row = 0; row < list[h].run.rows; row++) {
        printf("%s,%d,%.17g", list[h].host, model->request.item[k].head.id, list[h].run.time[row]);
        for (size_t c = 0; c < HOST_COLUMNS; c++)
          printf(",%.17g", lash_record_column(&list[h].run, HOST_COLUMNS * k + c)[row]);
        putchar('\n');
      }
    }
  }
}

/* ---------------------------------------------------------------------------------------- plot */

/* Largest difference from the first host over all columns, each against its range, by time. */
static void differences_over_time(const host_record *first, const host_record *other,
                                  const char *const names[2], lash_curve *curve) {
  curve->names = names;
  curve->columns = 2;
  curve->rows = first->run.rows < other->run.rows ? first->run.rows : other->run.rows;
  for (size_t row = 0; row < curve->rows; row++) {
    curve->data[2 * row] = first->run.time[row];
    curve->data[2 * row + 1] = 0;
  }
  for (size_t column = 0; column < first->run.columns; column++) {
    const double *x = lash_record_column(&first->run, column);
    const double *y = lash_record_column(&other->run, column);
    const double range = host_differ(first, first, column).range;
    for (size_t row = 0; row < curve->rows && range > 0; row++) {
      double *largest = &curve->data[2 * row + 1];
      *largest = fmax(*largest, fabs(y[row] - x[row]) / range);
    }
  }
}

static lash_status draw(const char *file, const lash_model *model, const host_record *list,
                        size_t count, lash_error *error) {
  lash_curve curve[HOSTS_MAX] = {{0}};
  plot_line lines[HOSTS_MAX];
  lash_status status = LASH_OK;
  char title[120], unit[48], time[64];
  const char *const names[] = {time, "difference against range"};
  dataset_unit(model, "time", unit, sizeof unit);
  snprintf(time, sizeof time, unit[0] ? "time (%s)" : "time", unit);
  snprintf(title, sizeof title, "Largest difference from %s, against the range of each column",
           list[0].host);
  for (size_t h = 1; h < count && status == LASH_OK; h++) {
    status = curve_allocate(&curve[h], list[h].run.rows, error);
    if (status == LASH_OK) differences_over_time(&list[0], &list[h], names, &curve[h]);
    lines[h - 1] = (plot_line){list[h].host, &curve[h]};
  }
  const plot p = {title, 0, 1, lines, count - 1};
  if (status == LASH_OK) status = plot_draw(&p, file, error);
  for (size_t h = 1; h < count; h++) curve_free(&curve[h]);
  return status;
}

lash_status compare_hosts_show(const compare_hosts_options *o, const lash_model *model,
                               const host_record *list, size_t count, lash_error *error) {
  (o->csv ? print_csv : o->json ? print_json : print_table)(model, list, count);
  if (!o->plot) return LASH_OK;
  if (count > 1) return draw(o->plot, model, list, count, error);
  return lash_fail(error, LASH_BAD_INPUT, "--plot shows differences: name two hosts or more");
}
