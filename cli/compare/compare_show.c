/* What a comparison shows: table, JSON, files and plots. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_model.h"
#include "csv.h"
#include "files.h"
#include "json.h"
#include "output.h"
#include "paths.h"
#include "quote.h"

/* ---------------------------------------------------------------------------------------- table */

static bool differs(const lash_variants *c, size_t variant, size_t measure) {
  return c->variant[variant].probability[measure] < lash_variants_threshold(c);
}

static void write_sample(const lash_variants *c, size_t i, size_t k, char *text, size_t size) {
  const lash_sample *s = &c->variant[i].sample[k];
  if (s->count == 0)
    snprintf(text, size, "-");
  else if (s->count == 1)
    snprintf(text, size, "%.5g", s->mean);
  else
    snprintf(text, size, "%.4g ± %.2g%s", s->mean, s->deviation, i && differs(c, i, k) ? " *" : "");
}

void compare_print(const lash_variants *c, FILE *out) {
  const lash_measures *m = &c->study->measures;
  table t;
  table_begin(&t, 1 + m->count);
  table_text(&t, "variant");
  for (size_t k = 0; k < m->count; k++) table_text(&t, m->item[k].text);
  for (size_t i = 0; i < c->count; i++) {
    table_text(&t, c->variant[i].name);
    for (size_t k = 0; k < m->count; k++) {
      char text[96];
      write_sample(c, i, k, text, sizeof text);
      table_text(&t, text);
    }
  }
  table_print(&t, out);
  table_free(&t);
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
  json j;
  json_start(&j, out);
  json_array(&j, NULL);
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
  json_array_end(&j);
  json_end(&j);
}

/* ---------------------------------------------------------------------------------------- files */

static void head_of(csv *rows, const lash_measures *m) {
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

static lash_status write_table(const lash_variants *c, const char *folder, lash_error *error) {
  const lash_measures *m = &c->study->measures;
  out_file out;
  const lash_status status = out_open_in(&out, folder, "comparison.csv", error);
  if (status != LASH_OK) return out_close(&out, status, error);
  csv rows = csv_to(out.stream);
  head_of(&rows, m);
  for (size_t i = 0; i < c->count; i++) {
    const lash_variant *v = &c->variant[i];
    csv_text(&rows, v->name);
    csv_count(&rows, c->members ? c->members : 1);
    csv_count(&rows, v->failed);
    for (size_t k = 0; k < m->count; k++) {
      csv_rounded(&rows, v->sample[k].mean, 12);
      csv_rounded(&rows, v->sample[k].deviation, 12);
      csv_rounded(&rows, i ? v->probability[k] : NAN, 12);
    }
    csv_row(&rows);
  }
  return out_close(&out, LASH_OK, error);
}

/* The first start of a variant: time and all columns. */
static lash_status write_curves(const lash_variants *c, const lash_variant *v, const char *folder,
                                lash_error *error) {
  char name[256] = "curves_";
  path_plain(v->name, name + strlen(name), 200);
  strcat(name, ".csv");
  out_file out;
  const lash_status status = out_open_in(&out, folder, name, error);
  if (status != LASH_OK) return out_close(&out, status, error);
  csv rows = csv_to(out.stream);
  csv_text(&rows, "time");
  for (size_t k = 0; k < v->columns; k++) csv_text(&rows, c->study->measures.columns.item[k].text);
  csv_row(&rows);
  for (size_t r = 0; r < v->rows; r++) {
    csv_rounded(&rows, v->time[r], 12);
    for (size_t k = 0; k < v->columns; k++) csv_rounded(&rows, v->data[k * v->rows + r], 12);
    csv_row(&rows);
  }
  return out_close(&out, LASH_OK, error);
}

/* ---------------------------------------------------------------------------------------- plots */

typedef struct picture {
  const lash_variants *c;
  size_t index; /* of the measure or column */
} picture;

/* A bar per variant, with the spread of its starts. */
static void bars(const void *context, FILE *out) {
  const picture *p = context;
  const lash_measure *m = &p->c->study->measures.item[p->index];
  fputs(
      "unset key\nset grid y\nset style fill solid 0.6\nset boxwidth 0.7\nset xtics rotate by -35\n"
      "set yrange [*:*]\nset title ",
      out);
  quote_gnuplot(out, m->text);
  fputs("\nset ylabel ", out);
  quote_gnuplot(out, m->kind->unit);
  fputs("\nset xtics (", out);
  for (size_t i = 0; i < p->c->count; i++) {
    if (i) fputs(", ", out);
    quote_gnuplot(out, p->c->variant[i].name);
    fprintf(out, " %zu", i);
  }
  fprintf(out, ")\nset xrange [-0.6:%g]\n", (double)p->c->count - 0.4);
  fputs("plot '-' using 1:2:3 with boxerrorbars lc rgb '#1f5fa8'\n", out);
  for (size_t i = 0; i < p->c->count; i++) {
    const lash_sample *s = &p->c->variant[i].sample[p->index];
    if (s->count == 0) continue;
    fprintf(out, "%zu %.9g %.9g\n", i, s->mean, s->count > 1 ? s->deviation : 0);
  }
  fputs("e\n", out);
}

/* The first start of every variant, over time. */
static void overlay(const void *context, FILE *out) {
  const picture *p = context;
  const lash_variants *c = p->c;
  size_t drawn = 0;
  fputs("set grid\nset xlabel 'time'\nset key outside right\nset title ", out);
  quote_gnuplot(out, c->study->measures.columns.item[p->index].text);
  fputs("\nplot ", out);
  for (size_t i = 0; i < c->count; i++) {
    if (!c->variant[i].time) continue;
    fprintf(out, "%s'-' using 1:2 with lines lw 1.5 title ", drawn++ ? ", " : "");
    quote_gnuplot(out, c->variant[i].name);
  }
  fputs(drawn ? "\n" : "0\n", out);
  for (size_t i = 0; i < c->count; i++) {
    const lash_variant *v = &c->variant[i];
    for (size_t r = 0; v->time && r < v->rows; r++) {
      fprintf(out, "%.9g %.9g\n", v->time[r], v->data[p->index * v->rows + r]);
    }
    if (v->time) fputs("e\n", out);
  }
}

static lash_status draw(const lash_variants *c, const char *folder, const char *prefix,
                        const char *text, size_t index,
                        void (*script)(const void *context, FILE *out), lash_error *error) {
  char plain[200], name[256];
  const picture p = {c, index};
  path_plain(text, plain, sizeof plain);
  snprintf(name, sizeof name, "%.40s%s.svg", prefix, plain);
  return plot_script_in(folder, name, script, &p, error);
}

lash_status compare_write(const lash_variants *c, const char *folder, lash_error *error) {
  const lash_measures *m = &c->study->measures;
  lash_status status = folder_make(folder, error);
  if (status == LASH_OK) status = write_table(c, folder, error);
  for (size_t i = 0; i < c->count && status == LASH_OK; i++) {
    if (c->variant[i].time) status = write_curves(c, &c->variant[i], folder, error);
  }
  for (size_t k = 0; k < m->count && status == LASH_OK; k++) {
    status = draw(c, folder, "", m->item[k].text, k, bars, error);
  }
  for (size_t k = 0; k < m->columns.count && status == LASH_OK; k++) {
    status = draw(c, folder, "curve_", m->columns.item[k].text, k, overlay, error);
  }
  return status;
}
