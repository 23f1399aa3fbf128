/* What a bifurcation diagram shows: windows, tables, the picture. */
#include <math.h>
#include <string.h>

#include "bifurcation.h"
#include "column_unit.h"
#include "csv.h"
#include "files.h"
#include "json.h"
#include "output.h"
#include "plot.h"

enum { VERDICT_MAX = 32 };

static void verdict_of(const lash_bifurcation *b, size_t i, char text[VERDICT_MAX]) {
  const lash_bifurcation_point *p = &b->point[i];
  lash_verdict(p->repeats, b->lyapunov ? &p->lyapunov : NULL, text, VERDICT_MAX);
  if (!p->done) snprintf(text, VERDICT_MAX, p->failure.status == LASH_OK ? "not run" : "failed");
}

/* -------------------------------------------------------------------------------------- windows */

/* Neighbouring points of the same verdict. */
typedef struct window {
  size_t first, last;
  char verdict[VERDICT_MAX];
  double least, greatest; /* exponents */
} window;

/* The window that begins at a point; false behind the last. */
static bool next_window(const lash_bifurcation *b, size_t first, window *w) {
  if (first >= b->plan->points) return false;
  *w = (window){.first = first, .last = first, .least = NAN, .greatest = NAN};
  verdict_of(b, first, w->verdict);
  for (size_t i = first; i < b->plan->points; i++) {
    char here[VERDICT_MAX];
    verdict_of(b, i, here);
    if (strcmp(here, w->verdict) != 0) break;
    w->last = i;
    if (!b->point[i].done) continue;
    w->least = fmin(w->least, b->point[i].lyapunov.exponent);
    w->greatest = fmax(w->greatest, b->point[i].lyapunov.exponent);
  }
  return true;
}

static void print_failures(const lash_bifurcation *b, FILE *out) {
  for (size_t i = 0; i < b->plan->points; i++) {
    const lash_bifurcation_point *p = &b->point[i];
    if (p->done || p->failure.status == LASH_OK) continue;
    fprintf(out, "%s=%.10g failed: %s\n", b->plan->parameter[0].name, p->parameter,
            p->failure.message);
  }
}

void bifurcation_print(const lash_bifurcation *b, FILE *out) {
  const size_t columns = b->lyapunov ? 6 : 4;
  window w;
  table t;
  table_begin(&t, columns);
  table_text(&t, b->plan->parameter[0].name);
  table_text(&t, "to");
  table_text(&t, "values");
  table_text(&t, "verdict");
  if (b->lyapunov) {
    table_text(&t, "exponent from");
    table_text(&t, "to");
  }
  for (size_t i = 0; next_window(b, i, &w); i = w.last + 1) {
    table_number(&t, b->point[w.first].parameter);
    table_number(&t, b->point[w.last].parameter);
    table_number(&t, (double)(w.last - w.first + 1));
    table_text(&t, w.verdict);
    if (!b->lyapunov) continue;
    table_number(&t, w.least);
    table_number(&t, w.greatest);
  }
  table_show(&t, out);
  print_failures(b, out);
}

void bifurcation_print_json(const lash_bifurcation *b, FILE *out) {
  json j = json_array_to(out);
  for (size_t i = 0; i < b->plan->points; i++) {
    const lash_bifurcation_point *p = &b->point[i];
    char verdict[VERDICT_MAX];
    verdict_of(b, i, verdict);
    json_object(&j, NULL);
    json_number(&j, b->plan->parameter[0].name, p->parameter);
    json_string(&j, "verdict", verdict);
    if (p->done) {
      json_integer(&j, "repeats", (long long)p->repeats);
      if (b->lyapunov) {
        json_number(&j, "exponent", p->lyapunov.exponent);
        json_number(&j, "standard_error", p->lyapunov.uncertainty);
      }
    } else if (p->failure.status != LASH_OK) {
      json_string(&j, "failure", p->failure.message);
    }
    json_object_end(&j);
  }
  json_end(&j);
}

/* --------------------------------------------------------------------------------------- tables */

static const lash_columns *columns_of(const lash_bifurcation *b) {
  return &b->study->measures.columns;
}

static void put_samples(csv *c, const void *context) {
  const lash_bifurcation *b = context;
  const lash_columns *columns = columns_of(b);
  csv_text(c, b->plan->parameter[0].name);
  csv_text(c, "sample");
  for (size_t k = 0; k < columns->count; k++) csv_text(c, columns->item[k].text);
  csv_row(c);
  for (size_t i = 0; i < b->plan->points; i++) {
    for (size_t n = 0; b->point[i].done && n < b->keep; n++) {
      csv_rounded(c, b->point[i].parameter, 12);
      csv_count(c, n + 1);
      for (size_t k = 0; k < columns->count; k++)
        csv_rounded(c, b->point[i].samples[n * columns->count + k], 12);
      csv_row(c);
    }
  }
}

static void put_exponents(csv *c, const void *context) {
  const lash_bifurcation *b = context;
  csv_text(c, b->plan->parameter[0].name);
  fputs(",exponent,standard_error,repeats,verdict", c->out);
  csv_row(c);
  for (size_t i = 0; i < b->plan->points; i++) {
    const lash_bifurcation_point *p = &b->point[i];
    char verdict[VERDICT_MAX];
    verdict_of(b, i, verdict);
    csv_rounded(c, p->parameter, 12);
    csv_rounded(c, p->done ? p->lyapunov.exponent : NAN, 12);
    csv_rounded(c, p->done ? p->lyapunov.uncertainty : NAN, 12);
    csv_rounded(c, p->repeats ? (double)p->repeats : NAN, 12);
    csv_text(c, verdict);
    csv_row(c);
  }
}

static void put_failures(csv *c, const void *context) {
  const lash_bifurcation *b = context;
  csv_text(c, b->plan->parameter[0].name);
  csv_text(c, "reason");
  csv_row(c);
  for (size_t i = 0; i < b->plan->points; i++) {
    const lash_bifurcation_point *p = &b->point[i];
    if (p->done || p->failure.status == LASH_OK) continue;
    csv_rounded(c, p->parameter, 12);
    csv_text(c, p->failure.message);
    csv_row(c);
  }
}

/* -------------------------------------------------------------------------------------- picture */

/* Blue for order, red for chaos, grey for neither. */
static const char *colour_of(const lash_bifurcation *b, size_t i) {
  char verdict[VERDICT_MAX];
  verdict_of(b, i, verdict);
  if (strncmp(verdict, "periodic", 8) == 0) return "0x0072b2";
  return strcmp(verdict, "chaotic") == 0 ? "0xd55e00" : "0x8a8f98";
}

/* Dots finer where there are more of them. */
static double dot_size(const lash_bifurcation *b) {
  return b->plan->points * b->keep > 6000 ? 0.12 : 0.22;
}

static void draw_column(const lash_bifurcation *b, size_t c, const axis *x, FILE *out) {
  const size_t width = columns_of(b)->count;
  axis y = column_axis(&b->study->model, &columns_of(b)->item[c]);
  for (size_t i = 0; i < b->plan->points; i++) {
    for (size_t k = 0; b->point[i].done && k < b->keep; k++)
      axis_see(&y, b->point[i].samples[k * width + c]);
  }
  axis_fit(&y);
  gnuplot_label(out, "y", &y);
  fprintf(out, "plot '-' using 1:2:3 with points pt 7 ps %g lc rgb variable\n", dot_size(b));
  for (size_t i = 0; i < b->plan->points; i++) {
    for (size_t k = 0; b->point[i].done && k < b->keep; k++) {
      fprintf(out, "%.9g %.9g %s\n", b->point[i].parameter * x->factor,
              b->point[i].samples[k * width + c] * y.factor, colour_of(b, i));
    }
  }
  fputs("e\n", out);
}

/* The band is three standard errors on either side: what decides about a sign. */
static void draw_exponents(const lash_bifurcation *b, const axis *x, FILE *out) {
  axis y = dataset_axis(&b->study->model, "Lyapunov exponent", "1/time");
  for (size_t i = 0; i < b->plan->points; i++) {
    if (b->point[i].done) axis_see(&y, b->point[i].lyapunov.exponent);
  }
  axis_fit(&y);
  gnuplot_label(out, "y", &y);
  fputs(
      "set style fill solid 0.35 noborder\n"
      "plot '-' using 1:($2-3*$3):($2+3*$3) with filledcurves lc rgb '" GNUPLOT_GREY
      "', 0 with lines lc rgb '#20262e' lw 0.8, "
      "'-' using 1:2:3 with points pt 7 ps 0.22 lc rgb variable\n",
      out);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < b->plan->points; i++) {
      const lash_bifurcation_point *p = &b->point[i];
      if (!p->done) continue;
      fprintf(out, "%.9g %.9g ", p->parameter * x->factor, p->lyapunov.exponent * y.factor);
      if (pass == 0)
        fprintf(out, "%.9g\n", p->lyapunov.uncertainty * y.factor);
      else
        fprintf(out, "%s\n", colour_of(b, i));
    }
    fputs("e\n", out);
  }
}

static size_t panels_of(const lash_bifurcation *b) {
  return columns_of(b)->count + (b->lyapunov ? 1 : 0);
}

static void draw(const void *context, FILE *out) {
  const lash_bifurcation *b = context;
  const lash_parameter *p = &b->plan->parameter[0];
  const double edge = 0.02; /* of the range, left free on either side */
  axis x = axis_with(p->name, "");
  for (size_t i = 0; i < b->plan->points; i++) axis_see(&x, b->point[i].parameter);
  axis_fit(&x);
  const double low = x.low * x.factor, high = x.high * x.factor;
  fputs("set lmargin 12\nset rmargin 2\n", out);
  if (p->logarithmic) fputs("set logscale x\n", out);
  if (high > low && p->logarithmic)
    fprintf(out, "set xrange [%.9g:%.9g]\n", low * pow(high / low, -edge),
            high * pow(high / low, edge));
  else if (high > low)
    fprintf(out, "set xrange [%.9g:%.9g]\n", low - edge * (high - low), high + edge * (high - low));
  fprintf(out, "set multiplot layout %zu,1\n", panels_of(b));
  for (size_t c = 0; c < panels_of(b); c++) {
    if (c + 1 == panels_of(b)) gnuplot_label(out, "x", &x);
    if (c < columns_of(b)->count)
      draw_column(b, c, &x, out);
    else
      draw_exponents(b, &x, out);
  }
  fputs("unset multiplot\n", out);
}

lash_status bifurcation_write(const lash_bifurcation *b, const char *folder, lash_error *error) {
  size_t done = 0, failed = 0;
  for (size_t i = 0; i < b->plan->points; i++) {
    done += b->point[i].done;
    failed += !b->point[i].done && b->point[i].failure.status != LASH_OK;
  }
  lash_status status = folder_make(folder, error);
  if (status == LASH_OK) status = csv_write_in(folder, "bifurcation.csv", put_samples, b, error);
  if (status == LASH_OK) status = csv_write_in(folder, "lyapunov.csv", put_exponents, b, error);
  if (status == LASH_OK && failed)
    status = csv_write_in(folder, "failed.csv", put_failures, b, error);
  const gnuplot_sheet sheet = {1, (int)panels_of(b), false};
  return status == LASH_OK && done
             ? plot_script_in(folder, "bifurcation.svg", sheet, draw, b, error)
             : status;
}
