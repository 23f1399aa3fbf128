/* The drawings of a portrait. */
#include <math.h>
#include <string.h>

#include "column_unit.h"
#include "lash_poincare.h"
#include "plot.h"
#include "portrait.h"
#include "quote.h"

/* A line that goes on for longer blackens the drawing: the last so many outputs are drawn. Of
 * spectra about so many points. */
enum { DRAWN_MAX = 8000 };

/* The axis of a column, as long as what is drawn of it. */
static axis axis_of_column(const portrait *p, size_t column) {
  const double *x = lash_record_column(p->record, column);
  axis a = column_axis(&p->study->model, &p->study->measures.columns.item[column]);
  for (size_t i = portrait_first_row(p); i < p->record->rows; i++) axis_see(&a, x[i]);
  axis_fit(&a);
  return a;
}

/* Lifted where an angle jumps from one end of its range to the other. */
static void trace(const portrait *p, size_t x, size_t y, double fx, double fy, FILE *out) {
  const double turn = 6.2831;
  const lash_record *r = p->record;
  const size_t from = portrait_first_row(p);
  const size_t first = r->rows - from > DRAWN_MAX ? r->rows - DRAWN_MAX : from;
  for (size_t i = first; i < r->rows; i++) {
    const double *a = lash_record_column(r, x), *b = lash_record_column(r, y);
    const double jump = i > first ? fmax(fabs(a[i] - a[i - 1]), fabs(b[i] - b[i - 1])) : 0;
    if (jump > 0.8 * turn && jump < 1.01 * turn) fputc('\n', out);
    fprintf(out, "%.9g %.9g\n", fx * a[i], fy * b[i]);
  }
  fputs("e\n", out);
}

/* The motion as a line, the section's points on it. */
static void draw_phase(const void *context, FILE *out) {
  const portrait *p = ((const portrait_view *)context)->p;
  const axis x = axis_of_column(p, p->plane[0]), y = axis_of_column(p, p->plane[1]);
  gnuplot_label(out, "x", &x);
  gnuplot_label(out, "y", &y);
  gnuplot_legend(out, p->sections ? 2 : 1, 8);
  fputs("plot '-' with lines lw 0.6 lc rgb '" GNUPLOT_PALE "' title 'motion'", out);
  if (p->sections)
    fputs(", '-' with points pt 7 ps 0.35 lc rgb '" GNUPLOT_SECOND "' title 'section'", out);
  fputc('\n', out);
  trace(p, p->plane[0], p->plane[1], x.factor, y.factor, out);
  for (size_t i = 0; i < p->sections; i++) {
    fprintf(out, "%.9g %.9g\n", x.factor * lash_record_at(p->record, p->plane[0], p->section[i]),
            y.factor * lash_record_at(p->record, p->plane[1], p->section[i]));
  }
  if (p->sections) fputs("e\n", out);
}

static void draw_spectrum(const void *context, FILE *out) {
  const portrait *p = ((const portrait_view *)context)->p;
  axis frequency = dataset_axis(&p->study->model, "frequency", "1/time");
  if (strcmp(frequency.unit, "1/s") == 0) frequency = axis_with("frequency", "Hz");
  for (size_t k = 0; k < 2; k++)
    axis_see(&frequency, p->spectrum[k].step * (double)p->spectrum[k].count);
  axis_fit(&frequency);
  fputs("set logscale y\nset lmargin 12\nset format y '10^{%T}'\nset termoption enhanced\n", out);
  fputs("set multiplot layout 2,1\n", out);
  for (size_t k = 0; k < 2; k++) {
    const lash_spectrum *s = &p->spectrum[k];
    const size_t stride = s->count / DRAWN_MAX + 1;
    const lash_column *column = &p->study->measures.columns.item[p->plane[k]];
    double greatest = 0;
    for (size_t i = 1; i < s->count; i++) greatest = fmax(greatest, s->amplitude[i]);
    if (!(greatest > 0)) greatest = 1;
    axis height = column_axis(&p->study->model, column);
    axis_fit(&height); /* powers of ten need no prefix */
    gnuplot_label(out, "y", &height);
    if (k == 1) gnuplot_label(out, "x", &frequency);
    fprintf(out, "set yrange [%g:%g]\nplot '-' with lines lt 1 lw 0.8\n", 1e-6 * greatest,
            2 * greatest);
    for (size_t i = 1; i < s->count; i += stride) {
      /* the highest of those drawn as one */
      double tallest = 1e-9 * greatest;
      for (size_t n = i; n < i + stride && n < s->count; n++) {
        tallest = fmax(tallest, s->amplitude[n]);
      }
      fprintf(out, "%.9g %.9g\n", s->step * (double)i * frequency.factor, tallest);
    }
    fputs("e\n", out);
  }
  fputs("unset multiplot\n", out);
}

static void draw_orbit_in(const portrait_view *v, int a, int b, const axis *along, FILE *out) {
  static const char *const names[] = {"x", "y", "z"};
  axis x = axis_with(names[a], along->unit), y = axis_with(names[b], along->unit);
  x.low = y.low = along->low, x.high = y.high = along->high;
  axis_fit(&x);
  axis_fit(&y);
  gnuplot_label(out, "x", &x);
  gnuplot_label(out, "y", &y);
  fputs("plot '-' with lines lt 1 lw 0.6\n", out);
  trace(v->p, v->joint->column[a], v->joint->column[b], x.factor, y.factor, out);
}

/* The middle of journal or ball, and the circle it has to stay in but for what it presses in. */
static void draw_orbit(const void *context, FILE *out) {
  const portrait_view *v = context;
  const portrait_joint *j = v->joint;
  axis length = dataset_axis(&v->p->study->model, "", "length"); /* its label is the unit */
  char title[400];
  axis_see(&length, j->clearance.play);
  axis_fit(&length);
  const double play = j->clearance.play * length.factor, frame = 1.25 * play;
  snprintf(title, sizeof title, "GFORCE/%d: marker %d seen from %d, play %.4g %s",
           j->clearance.force, j->clearance.inner, j->clearance.outer, play, length.label);
  fputs("set size ratio -1\n", out);
  fprintf(out, "set xrange [%g:%g]\nset yrange [%g:%g]\n", -frame, frame, -frame, frame);
  fprintf(out,
          "set object 1 circle at 0,0 size %g front fs empty border rgb '" GNUPLOT_SECOND
          "' lw 1.5\n",
          play);
  fprintf(out, "set multiplot layout 1,%d title ", j->spatial ? 3 : 1);
  quote_gnuplot(out, title);
  fputc('\n', out);
  if (j->spatial) {
    draw_orbit_in(v, 0, 1, &length, out);
    draw_orbit_in(v, 0, 2, &length, out);
    draw_orbit_in(v, 1, 2, &length, out);
  } else {
    draw_orbit_in(v, j->plane[0], j->plane[1], &length, out);
  }
  fputs("unset multiplot\n", out);
}

/* A petal per bin, as long as its share of the time. */
static void draw_density(const void *context, FILE *out) {
  const portrait_joint *j = ((const portrait_view *)context)->joint;
  static const char *const axes[] = {"x", "y", "z"};
  const double width = 6.283185307179586476925 / PORTRAIT_BINS;
  double greatest = 0, together = 0;
  char title[160];
  for (int i = 0; i < PORTRAIT_BINS; i++) {
    greatest = fmax(greatest, j->share[i]);
    together += j->share[i];
  }
  if (!(greatest > 0)) greatest = 1;
  snprintf(title, sizeof title,
           "GFORCE/%d touches %.3g %% of the time; outer ring: %.3g %% of it in 5 degrees",
           j->clearance.force, 100 * together, 100 * greatest);
  fputs("unset border\nunset tics\nunset grid\nset size ratio -1\n", out);
  gnuplot_title(out, title);
  fprintf(out, "set xrange [%g:%g]\nset yrange [%g:%g]\n", -1.2 * greatest, 1.2 * greatest,
          -1.2 * greatest, 1.2 * greatest);
  fprintf(out, "set label '%s' at %g,0 center\nset label '%s' at 0,%g center\n", axes[j->plane[0]],
          1.1 * greatest, axes[j->plane[1]], 1.1 * greatest);
  fprintf(out,
          "set samples 200\nset parametric\nset trange [0:2*pi]\n"
          "plot '-' with filledcurves closed lc rgb '" GNUPLOT_FIRST
          "', "
          "%g*cos(t),%g*sin(t) lc rgb '#bbbbbb', %g*cos(t),%g*sin(t) lc rgb '#bbbbbb'\n",
          greatest, greatest, 0.5 * greatest, 0.5 * greatest);
  for (int i = 0; i < PORTRAIT_BINS; i++) {
    const double low = i * width, high = (i + 1) * width, size = j->share[i];
    fprintf(out, "0 0\n%.9g %.9g\n%.9g %.9g\n", size * cos(low), size * sin(low), size * cos(high),
            size * sin(high));
  }
  fputs("0 0\ne\n", out);
}

static lash_status draw(const portrait_view *v, const char *folder, const char *name,
                        gnuplot_sheet sheet, void (*script)(const void *context, FILE *out),
                        lash_error *error) {
  char file[64];
  portrait_file(v, name, "svg", file);
  return plot_script_in(folder, file, sheet, script, v, error);
}

lash_status portrait_draw(const portrait *p, const char *folder, lash_error *error) {
  const gnuplot_sheet one = {1, 1, false}, two = {1, 2, false}, round = {1, 1, true};
  portrait_view v = {p, NULL};
  lash_status status = draw(&v, folder, "phase", one, draw_phase, error);
  if (status == LASH_OK) status = draw(&v, folder, "spectrum", two, draw_spectrum, error);
  for (size_t i = 0; i < p->joints && status == LASH_OK; i++) {
    v.joint = &p->joint[i];
    const gnuplot_sheet orbits = {v.joint->spatial ? 3 : 1, 1, true};
    status = draw(&v, folder, "orbit", orbits, draw_orbit, error);
    if (status == LASH_OK) status = draw(&v, folder, "contact", round, draw_density, error);
  }
  return status;
}
