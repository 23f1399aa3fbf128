/* The columns that differ most, each over its reference, and below what tells them apart: result
 * less reference, with the tube around zero. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "gnuplot.h"
#include "plot.h"

enum { PANELS_MAX = 4, TUBE_POINTS = 1200 };

typedef struct panel {
  const diff_column *column;
  curve_view result, reference;
  curve_view both; /* the result where there is a reference; a part of `result` */
  double *off;     /* by how much it is off it; NULL where this is not drawn */
} panel;

typedef struct picture {
  panel panel[PANELS_MAX];
  size_t count;
  const diff_options *options;
} picture;

/* The worst first; those inside of their tubes only where none is outside. */
static void choose(const diff *d, picture *p) {
  for (size_t i = 0; i < d->count; i++) {
    const diff_column *c = &d->column[i];
    if (c->same && d->differing) continue;
    size_t place = p->count < PANELS_MAX ? p->count++ : PANELS_MAX;
    while (place > 0 && p->panel[place - 1].column->difference.greatest < c->difference.greatest) {
      if (place < PANELS_MAX) p->panel[place] = p->panel[place - 1];
      place--;
    }
    if (place < PANELS_MAX) p->panel[place].column = c;
  }
}

static axis time_axis(const panel *p) {
  const curve_table *t = p->column->pair->reference.table;
  return axis_of(t->heading[0]);
}

/* Rows "t low high" of the tube, or of what it leaves around the reference. */
static void write_tube(const panel *p, const axis *x, const axis *y, bool around_zero, FILE *out) {
  const curve_view *v = &p->reference;
  const double from = v->t[0], to = v->t[v->n - 1];
  for (int i = 0; i < TUBE_POINTS; i++) {
    const double t = from + (to - from) * i / (TUBE_POINTS - 1);
    const double middle = around_zero ? curve_view_at(v, t) : 0;
    double low, high;
    curve_tube_at(v, p->column->difference.tube, t, &low, &high);
    fprintf(out, "%.9g %.9g %.9g\n", t * x->factor, (low - middle) * y->factor,
            (high - middle) * y->factor);
  }
  fputs("e\n", out);
}

static void see(axis *x, axis *y, const curve_view *v) {
  for (size_t i = 0; i < v->n; i++) axis_see(x, v->t[i]), axis_see(y, v->x[i]);
}

/* A dotted line where the tube is left first. */
static void mark(const panel *p, const axis *x, FILE *out) {
  const double at = p->column->difference.leaves_at;
  fputs("unset arrow\n", out);
  if (isfinite(at))
    fprintf(out,
            "set arrow from %.9g, graph 0 to %.9g, graph 1 nohead dt 3 lc rgb '" GNUPLOT_GREY "'\n",
            at * x->factor, at * x->factor);
}

static void draw_curves(const panel *p, const axis *x, bool chaotic, bool last, FILE *out) {
  axis y = axis_with(p->column->pair->name, p->column->pair->unit), along = *x;
  see(&along, &y, &p->result), see(&along, &y, &p->reference);
  axis_fit(&y);
  const plot_series result = {"result", p->result.t, p->result.x, p->result.n, 1},
                    reference = {"reference", p->reference.t, p->reference.x, p->reference.n, 1};
  gnuplot_label(out, "y", &y);
  if (last) gnuplot_label(out, "x", x);
  if (!chaotic) mark(p, x, out);
  fputs("plot ", out);
  if (!chaotic)
    fputs("'-' using 1:2:3 with filledcurves lc rgb '" GNUPLOT_PALE "' title 'tube', ", out);
  fputs("'-' using 1:2 with lines lc rgb '" GNUPLOT_SECOND
        "' title 'reference', "
        "'-' using 1:2 with lines lc rgb '" GNUPLOT_FIRST "' title 'result'\n",
        out);
  if (!chaotic) write_tube(p, x, &y, false, out);
  plot_rows(&reference, x, &y, out);
  plot_rows(&result, x, &y, out);
}

/* What is small beside the curves is large here. */
static void draw_difference(const panel *p, const axis *x, bool last, FILE *out) {
  axis y = axis_with("result − reference", p->column->pair->unit);
  const plot_series difference = {"", p->both.t, p->off, p->both.n, 1};
  for (size_t i = 0; i < p->both.n; i++) axis_see(&y, p->off[i]);
  const curve_tube tube = p->column->difference.tube;
  axis_see(&y, tube.value), axis_see(&y, -tube.value);
  axis_fit(&y);
  gnuplot_label(out, "y", &y);
  if (last) gnuplot_label(out, "x", x);
  mark(p, x, out);
  fputs("plot '-' using 1:2:3 with filledcurves lc rgb '" GNUPLOT_PALE
        "' notitle, "
        "'-' using 1:2 with lines lc rgb '" GNUPLOT_FIRST "' title 'difference'\n",
        out);
  write_tube(p, x, &y, true, out);
  plot_rows(&difference, x, &y, out);
}

static void draw_panel(const panel *p, bool chaotic, bool last, FILE *out) {
  axis x = time_axis(p), any = {.low = 0};
  see(&x, &any, &p->result), see(&x, &any, &p->reference);
  axis_fit(&x);
  if (!chaotic)
    gnuplot_title(out, p->column->same ? "inside of its tube" : p->column->difference.words);
  draw_curves(p, &x, chaotic, last && chaotic, out);
  gnuplot_title(out, "");
  if (!chaotic) draw_difference(p, &x, last, out);
}

static void draw(const void *context, FILE *out) {
  const picture *p = context;
  const bool chaotic = p->options->chaotic;
  const size_t rows = chaotic ? p->count : 2 * p->count;
  gnuplot_legend(out, 3, strlen("difference"));
  if (rows > 1) fprintf(out, "set multiplot layout %zu,1\nset lmargin 14\nset rmargin 20\n", rows);
  for (size_t i = 0; i < p->count; i++) draw_panel(&p->panel[i], chaotic, i + 1 == p->count, out);
  if (rows > 1) fputs("unset multiplot\n", out);
}

/* All that needs memory, before the picture is begun: there its lack could not be told. */
static lash_status prepare(panel *p, bool chaotic, lash_error *error) {
  const lash_status status = curve_pair_views(p->column->pair, &p->result, &p->reference, error);
  if (status != LASH_OK || chaotic) return status;
  p->both = curve_view_within(&p->result, p->column->difference.from, p->column->difference.to);
  p->off = malloc((p->both.n + 1) * sizeof *p->off);
  if (!p->off) return lash_fail(error, LASH_FAILURE, "out of memory for a picture");
  for (size_t i = 0; i < p->both.n; i++)
    p->off[i] = p->both.x[i] - curve_view_at(&p->reference, p->both.t[i]);
  return LASH_OK;
}

static void put_away(panel *p) {
  curve_view_free(&p->result), curve_view_free(&p->reference);
  free(p->off);
}

lash_status diff_draw(const diff *d, const diff_options *o, const char *file, lash_error *error) {
  picture p = {.options = o};
  lash_status status = LASH_OK;
  choose(d, &p);
  for (size_t i = 0; i < p.count; i++) p.panel[i] = (panel){.column = p.panel[i].column};
  for (size_t i = 0; i < p.count && status == LASH_OK; i++)
    status = prepare(&p.panel[i], o->chaotic, error);
  const int rows = (int)p.count * (o->chaotic ? 1 : 2);
  if (status == LASH_OK)
    status = gnuplot_draw(file, (gnuplot_sheet){1, rows, false}, draw, &p, error);
  for (size_t i = 0; i < p.count; i++) put_away(&p.panel[i]);
  return status;
}
