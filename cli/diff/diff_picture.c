/* The columns that differ most, each over its reference with the tube around it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "gnuplot.h"
#include "plot.h"
#include "quote.h"

enum { PANELS_MAX = 6, TUBE_POINTS = 1200 };

typedef struct panel {
  const diff_column *column;
  curve_view result, reference;
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
    while (place > 0 &&
           p->panel[place - 1].column->difference.greatest < c->difference.greatest) {
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

/* Rows "t low high" of the tube. */
static void write_tube(const panel *p, const axis *x, const axis *y, FILE *out) {
  const curve_view *v = &p->reference;
  const double from = v->t[0], to = v->t[v->n - 1];
  for (int i = 0; i < TUBE_POINTS; i++) {
    const double t = from + (to - from) * i / (TUBE_POINTS - 1);
    double low, high;
    curve_tube_at(v, p->column->difference.tube, t, &low, &high);
    fprintf(out, "%.9g %.9g %.9g\n", t * x->factor, low * y->factor, high * y->factor);
  }
  fputs("e\n", out);
}

static void see(axis *x, axis *y, const curve_view *v) {
  for (size_t i = 0; i < v->n; i++) axis_see(x, v->t[i]), axis_see(y, v->x[i]);
}

static void draw_panel(const panel *p, bool chaotic, bool last, FILE *out) {
  axis x = time_axis(p), y = axis_with(p->column->pair->name, p->column->pair->unit);
  see(&x, &y, &p->result), see(&x, &y, &p->reference);
  axis_fit(&x), axis_fit(&y);
  const plot_series result = {"result", p->result.t, p->result.x, p->result.n, 1},
                    reference = {"reference", p->reference.t, p->reference.x, p->reference.n, 1};
  const curve_difference *d = &p->column->difference;
  gnuplot_label(out, "y", &y);
  if (last) gnuplot_label(out, "x", &x);
  fputs("unset arrow\n", out);
  if (!chaotic && isfinite(d->leaves_at))
    fprintf(out, "set arrow from %.9g, graph 0 to %.9g, graph 1 nohead dt 3 lc rgb '" GNUPLOT_GREY "'\n",
            d->leaves_at * x.factor, d->leaves_at * x.factor);
  fputs("plot ", out);
  if (!chaotic)
    fputs("'-' using 1:2:3 with filledcurves lc rgb '" GNUPLOT_PALE "' title 'tube', ", out);
  fputs("'-' using 1:2 with lines lc rgb '" GNUPLOT_SECOND "' title 'reference', "
        "'-' using 1:2 with lines lc rgb '" GNUPLOT_FIRST "' title 'result'\n",
        out);
  if (!chaotic) write_tube(p, &x, &y, out);
  plot_rows(&reference, &x, &y, out);
  plot_rows(&result, &x, &y, out);
}

static void draw(const void *context, FILE *out) {
  const picture *p = context;
  gnuplot_legend(out, 3, strlen("reference"));
  if (p->count > 1) fprintf(out, "set multiplot layout %zu,1\nset lmargin 12\n", p->count);
  for (size_t i = 0; i < p->count; i++)
    draw_panel(&p->panel[i], p->options->chaotic, i + 1 == p->count, out);
  if (p->count > 1) fputs("unset multiplot\n", out);
}

lash_status diff_draw(const diff *d, const diff_options *o, const char *file, lash_error *error) {
  picture p = {.options = o};
  lash_status status = LASH_OK;
  choose(d, &p);
  for (size_t i = 0; i < p.count; i++) p.panel[i].result = p.panel[i].reference = (curve_view){0};
  for (size_t i = 0; i < p.count && status == LASH_OK; i++)
    status = curve_pair_views(p.panel[i].column->pair, &p.panel[i].result, &p.panel[i].reference, error);
  if (status == LASH_OK)
    status = gnuplot_draw(file, (gnuplot_sheet){1, (int)p.count, false}, draw, &p, error);
  for (size_t i = 0; i < p.count; i++)
    curve_view_free(&p.panel[i].result), curve_view_free(&p.panel[i].reference);
  return status;
}
