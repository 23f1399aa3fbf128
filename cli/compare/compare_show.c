/* What a comparison shows: table, JSON, files and plots. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "column_unit.h"
#include "compare_model.h"
#include "csv.h"
#include "files.h"
#include "json.h"
#include "measure_axis.h"
#include "output.h"
#include "paths.h"
#include "plot.h"
#include "quote.h"

/* ---------------------------------------------------------------------------------------- table */

static bool differs(const lash_variants *c, size_t variant, size_t measure) {
  return c->variant[variant].probability[measure] < lash_variants_threshold(c);
}

static void add_sample(const lash_variants *c, size_t i, size_t k, table *t) {
  const lash_sample *s = &c->variant[i].sample[k];
  if (s->count < 2)
    table_format(t, s->count ? "%.5g" : "-", s->mean);
  else
    table_format(t, "%.4g ± %.2g%s", s->mean, s->deviation, i && differs(c, i, k) ? " *" : "");
}

void compare_print(const lash_variants *c, FILE *out) {
  const lash_measures *m = &c->study->measures;
  table t;
  table_begin(&t, 1 + m->count);
  table_text(&t, "variant");
  for (size_t k = 0; k < m->count; k++) table_text(&t, m->item[k].text);
  for (size_t i = 0; i < c->count; i++) {
    table_text(&t, c->variant[i].name);
    for (size_t k = 0; k < m->count; k++) add_sample(c, i, k, &t);
  }
  table_show(&t, out);
  if (c->members > 1) {
    fprintf(out,
            "%zu starts each, mean ± standard deviation; * differs from %s by more than chance "
            "(Welch, 5 %% shared by %zu comparisons)\n",
            c->members, c->variant[0].name, c->count - 1);
  }
  for (size_t i = 0; i < c->count; i++) {
    const lash_variant *v = &c->variant[i];
    if (v->failed) fprintf(out, "%s: %zu failed: %s\n", v->name, v->failed, v->failure.message);
  }
}

void compare_print_json(const lash_variants *c, FILE *out) {
  const lash_measures *m = &c->study->measures;
  json j = json_array_to(out);
  for (size_t i = 0; i < c->count; i++) {
    const lash_variant *v = &c->variant[i];
    json_object(&j, NULL);
    json_string(&j, "variant", v->name);
    json_integer(&j, "failed", (long long)v->failed);
    if (v->failed) json_string(&j, "failure", v->failure.message);
    json_object(&j, "measures");
    for (size_t k = 0; k < m->count; k++) {
      json_object(&j, m->item[k].text);
      json_number(&j, "mean", v->sample[k].mean);
      json_number(&j, "deviation", v->sample[k].deviation);
      json_integer(&j, "count", (long long)v->sample[k].count);
      json_number(&j, "probability", v->probability[k]);
      json_boolean(&j, "differs", i && differs(c, i, k));
      json_object_end(&j);
    }
    json_object_end(&j);
    json_object_end(&j);
  }
  json_end(&j);
}

/* ---------------------------------------------------------------------------------------- files */

static void put_heading(csv *rows, const lash_measures *m) {
  static const char *const more[] = {"", " deviation", " probability"};
  fputs("variant,members,failed", rows->out);
  rows->begun = true;
  for (size_t k = 0; k < 3 * m->count; k++) {
    char *name = path_format("%s%s", m->item[k / 3].text, more[k % 3]);
    csv_text(rows, name ? name : "");
    free(name);
  }
  csv_row(rows);
}

static void put_table(csv *rows, const void *context) {
  const lash_variants *c = context;
  const lash_measures *m = &c->study->measures;
  put_heading(rows, m);
  for (size_t i = 0; i < c->count; i++) {
    const lash_variant *v = &c->variant[i];
    csv_text(rows, v->name);
    csv_count(rows, c->members ? c->members : 1);
    csv_count(rows, v->failed);
    for (size_t k = 0; k < m->count; k++) {
      csv_rounded(rows, v->sample[k].mean, 12);
      csv_rounded(rows, v->sample[k].deviation, 12);
      csv_rounded(rows, i ? v->probability[k] : NAN, 12);
    }
    csv_row(rows);
  }
}

typedef struct picture {
  const lash_variants *c;
  size_t index; /* of the variant, measure or column */
} picture;

/* The first start of a variant: time and all columns. */
static void put_curves(csv *rows, const void *context) {
  const picture *p = context;
  const lash_variant *v = &p->c->variant[p->index];
  csv_text(rows, "time");
  for (size_t k = 0; k < v->columns; k++)
    csv_text(rows, p->c->study->measures.columns.item[k].text);
  csv_row(rows);
  for (size_t r = 0; r < v->rows; r++) {
    csv_rounded(rows, v->time[r], 12);
    for (size_t k = 0; k < v->columns; k++) csv_rounded(rows, v->data[k * v->rows + r], 12);
    csv_row(rows);
  }
}

static lash_status write_curves(const lash_variants *c, size_t index, const char *folder,
                                lash_error *error) {
  const picture p = {c, index};
  char name[256] = "curves_";
  path_plain(c->variant[index].name, name + strlen(name), 200);
  strcat(name, ".csv");
  return csv_write_in(folder, name, put_curves, &p, error);
}

/* ---------------------------------------------------------------------------------------- plots */

static void name_bars(const lash_variants *c, FILE *out) {
  size_t longest = 0;
  for (size_t i = 0; i < c->count; i++) {
    if (strlen(c->variant[i].name) > longest) longest = strlen(c->variant[i].name);
  }
  fprintf(out, "set xtics %s (", longest * c->count > 90 ? "rotate by -30" : "norotate");
  for (size_t i = 0; i < c->count; i++) {
    if (i) fputs(", ", out);
    quote_gnuplot(out, c->variant[i].name);
    fprintf(out, " %zu", i);
  }
  fprintf(out, ")\nset xrange [-0.7:%g]\nset grid noxtics\n", (double)c->count - 0.3);
}

/* A bar from zero per variant, with the whole of the spread of its starts. */
static void bars(const void *context, FILE *out) {
  const picture *p = context;
  axis y = measure_axis(&p->c->study->model, &p->c->study->measures, p->index);
  axis_see(&y, 0);
  for (size_t i = 0; i < p->c->count; i++) {
    const lash_sample *s = &p->c->variant[i].sample[p->index];
    const double spread = s->count > 1 ? s->deviation : 0;
    if (s->count == 0) continue;
    axis_see(&y, s->mean - spread);
    axis_see(&y, s->mean + spread);
  }
  axis_fit(&y);
  const double head = 0.05 * (y.high > y.low ? y.high - y.low : 1);
  fprintf(out, "set yrange [%.9g:%.9g]\n", y.factor * (y.low < 0 ? y.low - head : 0),
          y.factor * (y.high > 0 || y.low >= 0 ? y.high + head : 0));
  name_bars(p->c, out);
  gnuplot_label(out, "y", &y);
  if (p->c->members > 1) gnuplot_title(out, "mean and standard deviation of the starts");
  fputs(
      "set style fill solid 0.75 noborder\nset boxwidth 0.6\n"
      "plot '-' using 1:2 with boxes lt 1, "
      "'-' using 1:($2-$3):(0):(2*$3) with vectors heads size 0.06,90 lt 7 lw 1.2\n",
      out);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < p->c->count; i++) {
      const lash_sample *s = &p->c->variant[i].sample[p->index];
      if (s->count == 0 || (pass == 1 && s->count == 1)) continue;
      fprintf(out, "%zu %.9g %.9g\n", i, s->mean * y.factor, s->deviation * y.factor);
    }
    if (pass == 1) fputs("-5 0 1\n", out); /* outside: there is always something to plot */
    fputs("e\n", out);
  }
}

static char *path_of(const char *folder, const char *prefix, const char *text) {
  char plain[200];
  path_plain(text, plain, sizeof plain);
  return path_format("%s/%.40s%s.svg", folder, prefix, plain);
}

static lash_status draw_bars(const lash_variants *c, const char *folder, size_t index,
                             lash_error *error) {
  const picture p = {c, index};
  char *path = path_of(folder, "", c->study->measures.item[index].text);
  const lash_status status = path
                                 ? gnuplot_draw(path, (gnuplot_sheet){1, 1, false}, bars, &p, error)
                                 : lash_fail(error, LASH_FAILURE, "out of memory");
  free(path);
  return status;
}

/* The first start of every variant, over time, and the reference. */
static lash_status draw_overlay(const lash_variants *c, const compare_reference *reference,
                                const char *folder, size_t index, lash_error *error) {
  const lash_column *column = &c->study->measures.columns.item[index];
  plot_series *series = calloc(c->count + 1, sizeof *series);
  char *path = path_of(folder, "curve_", column->text);
  plot_panel panel = {dataset_axis(&c->study->model, "time", "time"),
                      column_axis(&c->study->model, column), series, 0};
  lash_status status = LASH_OK;
  if (!series || !path) status = lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t i = 0; i < c->count && status == LASH_OK; i++) {
    const lash_variant *v = &c->variant[i];
    if (v->time)
      series[panel.count++] =
          (plot_series){v->name, v->time, v->data + index * v->rows, v->rows, 1};
  }
  if (status == LASH_OK && reference && reference->column == index)
    series[panel.count++] =
        (plot_series){"reference", reference->view.t, reference->view.x, reference->view.n, 1};
  if (status == LASH_OK && panel.count) status = plot_panels(path, "", &panel, 1, error);
  free(series);
  free(path);
  return status;
}

lash_status compare_write(const lash_variants *c, const compare_reference *reference,
                          const char *folder, lash_error *error) {
  const lash_measures *m = &c->study->measures;
  lash_status status = folder_make(folder, error);
  if (status == LASH_OK) status = csv_write_in(folder, "comparison.csv", put_table, c, error);
  for (size_t i = 0; i < c->count && status == LASH_OK; i++) {
    if (c->variant[i].time) status = write_curves(c, i, folder, error);
  }
  for (size_t k = 0; k < m->count && status == LASH_OK; k++) {
    status = draw_bars(c, folder, k, error);
  }
  for (size_t k = 0; k < m->columns.count && status == LASH_OK; k++) {
    status = draw_overlay(c, reference, folder, k, error);
  }
  return status;
}
