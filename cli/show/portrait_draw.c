/* The drawings of a portrait. */
#include <math.h>

#include "lash_poincare.h"
#include "output.h"
#include "portrait.h"
#include "quote.h"

/* A line that goes on for longer blackens the drawing: the last so many outputs are drawn. Of
 * spectra about so many points. */
enum { DRAWN_MAX = 8000 };

typedef struct picture {
  const portrait *p;
  const portrait_joint *joint; /* NULL: of the run as a whole */
} picture;

static void label(FILE *out, const char *axis, const char *text) {
  fprintf(out, "set %slabel ", axis);
  quote_gnuplot(out, text);
  fputc('\n', out);
}

static const char *column_name(const portrait *p, size_t column) {
  return p->study->measures.columns.item[column].text;
}

/* Lifted where an angle jumps from one end of its range to the other. */
static void trace(const portrait *p, size_t x, size_t y, FILE *out) {
  const double turn = 6.2831;
  const lash_record *r = p->record;
  const size_t from = portrait_first_row(p);
  const size_t first = r->rows - from > DRAWN_MAX ? r->rows - DRAWN_MAX : from;
  for (size_t i = first; i < r->rows; i++) {
    const double *a = lash_record_column(r, x), *b = lash_record_column(r, y);
    const double jump = i > first ? fmax(fabs(a[i] - a[i - 1]), fabs(b[i] - b[i - 1])) : 0;
    if (jump > 0.8 * turn && jump < 1.01 * turn) fputc('\n', out);
    fprintf(out, "%.9g %.9g\n", a[i], b[i]);
  }
  fputs("e\n", out);
}

/* The motion as a line, the section's points on it. */
static void draw_phase(const void *context, FILE *out) {
  const portrait *p = ((const picture *)context)->p;
  fputs("set grid lc rgb '#dddddd'\nset format '%g'\nset title 'Phase portrait'\n", out);
  label(out, "x", column_name(p, p->plane[0]));
  label(out, "y", column_name(p, p->plane[1]));
  fputs(p->section ? "set key outside right\n" : "unset key\n", out);
  fputs("plot '-' with lines lw 0.5 lc rgb '#9bb4d1' title 'motion'", out);
  if (p->sections) fputs(", '-' with points pt 7 ps 0.35 lc rgb '#b3261e' title 'section'", out);
  fputc('\n', out);
  trace(p, p->plane[0], p->plane[1], out);
  for (size_t i = 0; i < p->sections; i++) {
    fprintf(out, "%.9g %.9g\n", lash_record_at(p->record, p->plane[0], p->section[i]),
            lash_record_at(p->record, p->plane[1], p->section[i]));
  }
  if (p->sections) fputs("e\n", out);
}

static void draw_spectrum(const void *context, FILE *out) {
  const portrait *p = ((const picture *)context)->p;
  fputs(
      "set grid lc rgb '#dddddd'\nset format '%g'\nset logscale y\nunset key\n"
      "set multiplot layout 2,1\n",
      out);
  for (size_t k = 0; k < 2; k++) {
    const lash_spectrum *s = &p->spectrum[k];
    const size_t stride = s->count / DRAWN_MAX + 1;
    double greatest = 0;
    for (size_t i = 1; i < s->count; i++) greatest = fmax(greatest, s->amplitude[i]);
    if (!(greatest > 0)) greatest = 1;
    label(out, "y", column_name(p, p->plane[k]));
    if (k == 1) label(out, "x", "frequency, 1/time");
    fprintf(out, "set yrange [%g:%g]\nplot '-' with lines lc rgb '#1f5fa8'\n", 1e-6 * greatest,
            2 * greatest);
    for (size_t i = 1; i < s->count; i += stride) {
      /* the highest of those drawn as one */
      double height = 1e-9 * greatest;
      for (size_t n = i; n < i + stride && n < s->count; n++) {
        height = fmax(height, s->amplitude[n]);
      }
      fprintf(out, "%.9g %.9g\n", s->step * (double)i, height);
    }
    fputs("e\n", out);
  }
  fputs("unset multiplot\n", out);
}

static void draw_orbit_in(const picture *v, int a, int b, FILE *out) {
  static const char *const axes[] = {"x", "y", "z"};
  label(out, "x", axes[a]);
  label(out, "y", axes[b]);
  fputs("plot '-' with lines lw 0.6 lc rgb '#1f5fa8'\n", out);
  trace(v->p, v->joint->column[a], v->joint->column[b], out);
}

/* The middle of journal or ball, and the circle it has to stay in but for what it presses in. */
static void draw_orbit(const void *context, FILE *out) {
  const picture *v = context;
  const portrait_joint *j = v->joint;
  const double play = j->clearance.play, frame = 1.25 * play;
  char title[128];
  snprintf(title, sizeof title, "GFORCE/%d: marker %d seen from %d, play %.4g", j->clearance.force,
           j->clearance.inner, j->clearance.outer, play);
  fputs("unset key\nset size ratio -1\nset grid lc rgb '#dddddd'\nset format '%g'\n", out);
  fprintf(out, "set xrange [%g:%g]\nset yrange [%g:%g]\nset xtics %g\nset ytics %g\n", -frame,
          frame, -frame, frame, play, play);
  fprintf(out, "set object 1 circle at 0,0 size %g front fs empty border rgb '#b3261e' lw 1.5\n",
          play);
  fprintf(out, "set multiplot layout 1,%d title ", j->spatial ? 3 : 1);
  quote_gnuplot(out, title);
  fputc('\n', out);
  if (j->spatial) {
    draw_orbit_in(v, 0, 1, out);
    draw_orbit_in(v, 0, 2, out);
    draw_orbit_in(v, 1, 2, out);
  } else {
    draw_orbit_in(v, j->plane[0], j->plane[1], out);
  }
  fputs("unset multiplot\n", out);
}

/* A petal per bin, as long as its share of the time. */
static void draw_density(const void *context, FILE *out) {
  const portrait_joint *j = ((const picture *)context)->joint;
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
           "GFORCE/%d: where it touches (in contact %.3g %% of the time; outer ring: %.3g %% in 5 "
           "degrees)",
           j->clearance.force, 100 * together, 100 * greatest);
  fputs("unset key\nunset border\nunset tics\nset size ratio -1\nset title ", out);
  quote_gnuplot(out, title);
  fprintf(out, "\nset xrange [%g:%g]\nset yrange [%g:%g]\n", -1.2 * greatest, 1.2 * greatest,
          -1.2 * greatest, 1.2 * greatest);
  fprintf(out, "set label '%s' at %g,0 center\nset label '%s' at 0,%g center\n", axes[j->plane[0]],
          1.1 * greatest, axes[j->plane[1]], 1.1 * greatest);
  fprintf(out,
          "set samples 200\nset parametric\nset trange [0:2*pi]\n"
          "plot '-' with filledcurves closed lc rgb '#1f5fa8', "
          "%g*cos(t),%g*sin(t) lc rgb '#bbbbbb', %g*cos(t),%g*sin(t) lc rgb '#bbbbbb'\n",
          greatest, greatest, 0.5 * greatest, 0.5 * greatest);
  for (int i = 0; i < PORTRAIT_BINS; i++) {
    const double low = i * width, high = (i + 1) * width, size = j->share[i];
    fprintf(out, "0 0\n%.9g %.9g\n%.9g %.9g\n", size * cos(low), size * sin(low), size * cos(high),
            size * sin(high));
  }
  fputs("0 0\ne\n", out);
}

static lash_status draw(const picture *v, const char *folder, const char *name,
                        void (*script)(const void *context, FILE *out), lash_error *error) {
  char file[64];
  if (v->joint)
    snprintf(file, sizeof file, "%.30s_GFORCE_%d.svg", name, v->joint->clearance.force);
  else
    snprintf(file, sizeof file, "%.30s.svg", name);
  return plot_script_in(folder, file, script, v, error);
}

lash_status portrait_draw(const portrait *p, const char *folder, lash_error *error) {
  picture v = {p, NULL};
  lash_status status = draw(&v, folder, "phase", draw_phase, error);
  if (status == LASH_OK) status = draw(&v, folder, "spectrum", draw_spectrum, error);
  for (size_t i = 0; i < p->joints && status == LASH_OK; i++) {
    v.joint = &p->joint[i];
    status = draw(&v, folder, "orbit", draw_orbit, error);
    if (status == LASH_OK) status = draw(&v, folder, "contact", draw_density, error);
  }
  return status;
}
