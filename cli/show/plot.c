/* Lines by gnuplot. */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paths.h"
#include "quote.h"

/* ----------------------------------------------------------------------------------------- rows */

enum { BUCKETS = 2000 }; /* more than a picture has columns of dots */

static void put(const plot_series *s, size_t row, const axis *x, const axis *y, FILE *out) {
  const double value = s->y[row * s->stride];
  if (isfinite(value))
    fprintf(out, "%.9g %.9g\n", s->x[row * s->stride] * x->factor, value * y->factor);
  else
    fputc('\n', out); /* a gap */
}

static bool is_rising(const plot_series *s) {
  for (size_t i = 1; i < s->rows; i++) {
    if (!(s->x[i * s->stride] >= s->x[(i - 1) * s->stride])) return false;
  }
  return true;
}

/* The least and the greatest of each bucket, in their order, stand for all of it. */
static void put_thinned(const plot_series *s, const axis *x, const axis *y, FILE *out) {
  for (size_t k = 0; k < BUCKETS; k++) {
    const size_t from = k * s->rows / BUCKETS, to = (k + 1) * s->rows / BUCKETS;
    size_t least = from, most = from;
    for (size_t i = from; i < to; i++) {
      if (s->y[i * s->stride] < s->y[least * s->stride]) least = i;
      if (s->y[i * s->stride] > s->y[most * s->stride]) most = i;
    }
    put(s, least < most ? least : most, x, y, out);
    if (least != most) put(s, least < most ? most : least, x, y, out);
  }
  put(s, s->rows - 1, x, y, out);
}

void plot_rows(const plot_series *s, const axis *x, const axis *y, FILE *out) {
  if (s->rows > 4 * BUCKETS && is_rising(s)) {
    put_thinned(s, x, y, out);
  } else {
    for (size_t i = 0; i < s->rows; i++) put(s, i, x, y, out);
  }
  fputs("e\n", out);
}

/* --------------------------------------------------------------------------------------- panels */

typedef struct figure {
  const char *title;
  plot_panel *panel;
  size_t count;
} figure;

static void look(figure *f) {
  axis together = f->panel[0].x; /* panels show the same x */
  for (size_t k = 0; k < f->count; k++) {
    plot_panel *p = &f->panel[k];
    for (size_t i = 0; i < p->count; i++) {
      const plot_series *s = &p->series[i];
      for (size_t r = 0; r < s->rows; r++) {
        axis_see(&together, s->x[r * s->stride]);
        axis_see(&p->y, s->y[r * s->stride]);
      }
    }
    axis_fit(&p->y);
  }
  axis_fit(&together);
  for (size_t k = 0; k < f->count; k++) f->panel[k].x = together;
}

static size_t longest_title(const figure *f, size_t *lines) {
  size_t longest = 0;
  *lines = 0;
  for (size_t k = 0; k < f->count; k++) {
    if (f->panel[k].count > *lines) *lines = f->panel[k].count;
    for (size_t i = 0; i < f->panel[k].count; i++) {
      const size_t width = (size_t)utf8_width(f->panel[k].series[i].title);
      if (width > longest) longest = width;
    }
  }
  return longest;
}

static void draw_panel(const plot_panel *p, FILE *out) {
  /* a straight line along zero would lie on the frame */
  if (!(p->y.high > p->y.low)) {
    const double middle = p->y.low <= p->y.high ? p->y.low * p->y.factor : 0;
    fprintf(out, "set yrange [%.9g:%.9g]\n", middle - fmax(1, fabs(middle)),
            middle + fmax(1, fabs(middle)));
  } else {
    fputs("set yrange [*:*]\n", out);
  }
  gnuplot_label(out, "y", &p->y);
  fputs("plot", out);
  for (size_t i = 0; i < p->count; i++) {
    fprintf(out, "%s '-' using 1:2 with lines lt %zu title ", i ? "," : "", i + 1);
    quote_gnuplot(out, p->series[i].title);
  }
  fputc('\n', out);
  for (size_t i = 0; i < p->count; i++) plot_rows(&p->series[i], &p->x, &p->y, out);
}

/* Along, what rises fills the width; a path keeps off the frame. */
static void set_range(const figure *f, FILE *out) {
  const axis *x = &f->panel[0].x;
  bool rising = true;
  for (size_t k = 0; k < f->count; k++) {
    for (size_t i = 0; i < f->panel[k].count; i++) rising &= is_rising(&f->panel[k].series[i]);
  }
  const double edge = rising ? 0 : 0.03 * (x->high - x->low);
  if (x->high > x->low)
    fprintf(out, "set xrange [%.9g:%.9g]\n", (x->low - edge) * x->factor,
            (x->high + edge) * x->factor);
}

/* A path in a plane is drawn to scale, in one unit; not what is fifty times as long as high. */
static void set_scale(figure *f, FILE *out) {
  axis *x = &f->panel[0].x, *y = &f->panel[0].y;
  const double along = x->high - x->low, across = y->high - y->low;
  if (along > 50 * across || across > 50 * along) return;
  if (f->count > 1 || !x->unit[0] || strcmp(x->unit, y->unit) != 0) return;
  axis_see(x, y->low), axis_see(x, y->high);
  axis_see(y, x->low), axis_see(y, x->high);
  axis_fit(x), axis_fit(y);
  fputs("set size ratio -1\n", out);
}

static void draw_panels(const void *context, FILE *out) {
  figure f = *(const figure *)context;
  size_t lines;
  const size_t longest = longest_title(&f, &lines);
  set_range(&f, out);
  if (f.count == 1) {
    set_scale(&f, out);
    gnuplot_legend(out, lines, longest);
    gnuplot_title(out, f.title);
    gnuplot_label(out, "x", &f.panel[0].x);
    draw_panel(&f.panel[0], out);
    return;
  }
  fprintf(out, "set multiplot layout %zu,1 title ", f.count);
  quote_gnuplot(out, f.title);
  /* panels stand exactly above each other, whether they have a legend or not */
  fprintf(out, "\nset lmargin 12\nset rmargin %zu\nset bmargin 2\nset tmargin 1\nset format x ''\n",
          lines < 2               ? 3
          : longest > LEGEND_LONG ? 3
                                  : longest + 10);
  for (size_t k = 0; k < f.count; k++) {
    gnuplot_legend(out, f.panel[k].count, longest);
    if (k + 1 == f.count) {
      gnuplot_label(out, "x", &f.panel[k].x);
      fputs("set format x '%h'\nset bmargin 3.5\n", out);
    }
    draw_panel(&f.panel[k], out);
  }
  fputs("unset multiplot\n", out);
}

lash_status plot_panels(const char *file, const char *title, plot_panel *panels, size_t count,
                        lash_error *error) {
  figure f = {title, panels, count};
  look(&f);
  return gnuplot_draw(file, (gnuplot_sheet){1, (int)count, false}, draw_panels, &f, error);
}

/* --------------------------------------------------------------------------------------- curves */

lash_status plot_draw(const plot *p, const char *file, lash_error *error) {
  plot_series *series = calloc(p->line_count + 1, sizeof *series);
  if (!series) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t i = 0; i < p->line_count; i++) {
    const lash_curve *c = p->lines[i].curve;
    series[i] =
        (plot_series){p->lines[i].title, c->data + p->x, c->data + p->y, c->rows, c->columns};
  }
  const char *const *names = p->lines[0].curve->names;
  plot_panel panel = {axis_of(names[p->x]), axis_of(names[p->y]), series, p->line_count};
  const lash_status status = plot_panels(file, p->title, &panel, 1, error);
  free(series);
  return status;
}

lash_status plot_curve(const lash_curve *curve, const char *name, const char *title, int x, int y,
                       const char *file, lash_error *error) {
  const plot_line line = {name, curve};
  return plot_draw(&(plot){title, x, y, &line, 1}, file, error);
}

lash_status plot_script_in(const char *folder, const char *name, gnuplot_sheet sheet,
                           void (*script)(const void *context, FILE *out), const void *context,
                           lash_error *error) {
  char *path = path_join(folder, name);
  const lash_status status = path ? gnuplot_draw(path, sheet, script, context, error)
                                  : lash_fail(error, LASH_FAILURE, "out of memory");
  free(path);
  return status;
}
