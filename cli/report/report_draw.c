/* Drawings of the still page, as SVG: curves and the mechanism at four instants. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "quote.h"
#include "report.h"

/* --------------------------------------------------------------------------------------- curves */

enum { PLOT_WIDTH = 300, PLOT_HEIGHT = 150, PLOTS_MAX = 24, PIXELS = 2 };

static double place(double value, report_range r, double size) {
  return r.high > r.low ? (value - r.low) / (r.high - r.low) * size : size / 2;
}

/* A line through the least and greatest value of each pixel column: peaks stay. */
static void draw_line(const double *x, const double *y, size_t n, report_range rx, report_range ry,
                      FILE *out) {
  fputs("<path d=\"", out);
  char mode = 'M';
  for (size_t i = 0; i < n;) {
    const double at = floor(PIXELS * place(x[i], rx, PLOT_WIDTH));
    size_t least = i, most = i, end = i;
    for (; end < n && floor(PIXELS * place(x[end], rx, PLOT_WIDTH)) <= at; end++) {
      if (y[end] < y[least]) least = end;
      if (y[end] > y[most]) most = end;
    }
    if (end == i) end = i + 1; /* not a number, or time that runs back */
    const size_t two[] = {least < most ? least : most, least < most ? most : least};
    for (int k = 0; k < 2; k++) {
      if (!isfinite(y[two[k]]) || (k && two[1] == two[0])) continue;
      fprintf(out, "%c%.1f %.1f", mode, place(x[two[k]], rx, PLOT_WIDTH),
              PLOT_HEIGHT - place(y[two[k]], ry, PLOT_HEIGHT));
      mode = 'L';
    }
    i = end;
  }
  fputs("\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1\"/>", out);
}

static void draw_plot(const curve_table *t, size_t c, FILE *out) {
  const report_range rx = report_range_of(t->number[0], t->rows),
                     ry = report_range_of(t->number[c], t->rows);
  if (!(rx.high >= rx.low) || !(ry.high > ry.low)) return; /* a constant needs no drawing */
  fprintf(out, "<svg class=\"plot\" role=\"img\" viewBox=\"-62 -18 %d %d\" width=\"%d\"><title>",
          PLOT_WIDTH + 72, PLOT_HEIGHT + 36, PLOT_WIDTH + 72);
  quote_html(out, t->heading[c]);
  fputs(" over ", out);
  quote_html(out, t->heading[0]);
  fprintf(out,
          " from %.4g to %.4g: between %.4g and %.4g, at the end %.4g</title><rect width=\"%d\" "
          "height=\"%d\" fill=\"none\" stroke=\"#999\"/>",
          rx.low, rx.high, ry.low, ry.high, t->number[c][t->rows - 1], PLOT_WIDTH, PLOT_HEIGHT);
  draw_line(t->number[0], t->number[c], t->rows, rx, ry, out);
  fputs("<text x=\"0\" y=\"-5\">", out);
  quote_html(out, t->heading[c]);
  fprintf(out, "</text><text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", PLOT_WIDTH / 2,
          PLOT_HEIGHT + 14);
  quote_html(out, t->heading[0]);
  fprintf(out,
          "</text><text x=\"-3\" y=\"10\" text-anchor=\"end\">%.4g</text><text x=\"-3\" y=\"%d\" "
          "text-anchor=\"end\">%.4g</text><text x=\"0\" y=\"%d\">%.4g</text><text x=\"%d\" "
          "y=\"%d\" text-anchor=\"end\">%.4g</text></svg>\n",
          ry.high, PLOT_HEIGHT, ry.low, PLOT_HEIGHT + 14, rx.low, PLOT_WIDTH, PLOT_HEIGHT + 14,
          rx.high);
}

void report_draw_table(const curve_table *t, FILE *out) {
  if (report_is_film(t)) return;
  fprintf(out, "<h3>%s</h3>\n<div class=\"plots\">\n", t->name);
  for (size_t c = 1; c < t->columns && c <= PLOTS_MAX; c++) {
    if (t->number[c]) draw_plot(t, c, out);
  }
  fputs("</div>\n", out);
}

/* --------------------------------------------------------------------------------------- stills */

enum { STILLS = 4, CANDIDATES = 60, STILL_SIZE = 260 };

typedef struct marker {
  int id, part;
  double x[3];
} marker;

typedef struct drawing {
  const curve_table *parts;
  marker *marker;
  size_t markers;
  double (*segment)[4]; /* on paper: x1 y1 x2 y2 */
  size_t segments;
  double low[2], high[2];
} drawing;

/* Six numbers of a part in a row of parts.csv; zeros for ground. */
static void pose_of(const curve_table *t, int part, size_t row, double pose[6]) {
  char heading[64];
  memset(pose, 0, 6 * sizeof *pose);
  const int length = snprintf(heading, sizeof heading, "PART_%d_X", part);
  for (size_t c = 0; c + 6 <= t->columns; c++) { /* a unit may follow */
    const char *name = t->heading[c];
    if (strncmp(name, heading, (size_t)length) != 0 || (name[length] && name[length] != ' '))
      continue;
    for (size_t k = 0; k < 6; k++) {
      if (t->number[c + k]) pose[k] = t->number[c + k][row];
    }
    return;
  }
}

/* Body 3-1-3 angles, then the view: from the right, front and above. */
static void project(const double pose[6], const double x[3], double paper[2]) {
  const double c1 = cos(pose[3]), s1 = sin(pose[3]), c2 = cos(pose[4]), s2 = sin(pose[4]),
               c3 = cos(pose[5]), s3 = sin(pose[5]);
  const double g[3] = {
      pose[0] + (c1 * c3 - s1 * c2 * s3) * x[0] - (c1 * s3 + s1 * c2 * c3) * x[1] + s1 * s2 * x[2],
      pose[1] + (s1 * c3 + c1 * c2 * s3) * x[0] - (s1 * s3 - c1 * c2 * c3) * x[1] - c1 * s2 * x[2],
      pose[2] + s2 * s3 * x[0] + s2 * c3 * x[1] + c2 * x[2]};
  paper[0] = 0.9 * g[0] - 0.35 * g[2];
  paper[1] = -(0.9 * g[1] - 0.25 * g[0] - 0.3 * g[2]);
}

static const marker *find_marker(const drawing *d, int id) {
  for (size_t i = 0; i < d->markers; i++) {
    if (d->marker[i].id == id) return &d->marker[i];
  }
  return NULL;
}

/* Goes through the scene's lines; links become segments at the given row of parts.csv. */
static void read_scene(drawing *d, const char *scene, size_t row) {
  for (const char *line = scene; line && *line; line = strchr(line, '\n')) {
    line += *line == '\n';
    marker m;
    int part, a, b;
    if (sscanf(line, "marker %d %d %lf %lf %lf", &m.id, &m.part, &m.x[0], &m.x[1], &m.x[2]) == 5) {
      d->marker[d->markers++] = m;
    } else if (sscanf(line, "link %d %d %d", &part, &a, &b) == 3) {
      const marker *const ends[] = {find_marker(d, a), find_marker(d, b)};
      double pose[6];
      pose_of(d->parts, part, row, pose);
      for (int k = 0; k < 2 && ends[0] && ends[1]; k++) {
        double *at = d->segment[d->segments] + 2 * k;
        project(pose, ends[k]->x, at);
        for (int i = 0; i < 2; i++) {
          d->low[i] = fmin(d->low[i], at[i]);
          d->high[i] = fmax(d->high[i], at[i]);
        }
      }
      d->segments += ends[0] && ends[1];
    }
  }
}

static void draw_still(const drawing *d, const double *first, size_t count, double time,
                       FILE *out) {
  const double size = fmax(d->high[0] - d->low[0], d->high[1] - d->low[1]);
  fprintf(
      out,
      "<svg class=\"plot\" role=\"img\" viewBox=\"%g %g %g %g\" width=\"%d\"><title>The mechanism "
      "at time %.5g: %zu bars</title>",
      d->low[0] - 0.05 * size, d->low[1] - 0.12 * size, d->high[0] - d->low[0] + 0.1 * size,
      d->high[1] - d->low[1] + 0.2 * size, STILL_SIZE, time, count);
  for (size_t i = 0; i < count; i++) {
    const double *s = first + 4 * i;
    fprintf(out,
            "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\" stroke=\"#0072b2\" stroke-width=\"%g\" "
            "stroke-linecap=\"round\"/>",
            s[0], s[1], s[2], s[3], 0.012 * size);
  }
  fprintf(out, "<text x=\"%g\" y=\"%g\" style=\"font-size:%gpx\">t = %.5g</text></svg>\n",
          d->low[0] - 0.03 * size, d->low[1] - 0.04 * size, 0.05 * size, time);
}

/* How far the bars of one instant are from those of another, at most. */
static double distance(double (*a)[4], double (*b)[4], size_t count) {
  double far = 0;
  for (size_t i = 0; i < count; i++) {
    for (int k = 0; k < 4; k++) far = fmax(far, fabs(a[i][k] - b[i][k]));
  }
  return far;
}

int report_by_size(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* Four of the candidates that look different: each the farthest from those taken before. Whole
 * turns would else show the same picture four times. */
static void choose_stills(double (*segment)[4], size_t each, size_t chosen[STILLS]) {
  chosen[0] = 0;
  for (size_t k = 1; k < STILLS; k++) {
    double best = -1;
    for (size_t i = 0; i < CANDIDATES; i++) {
      double near = INFINITY;
      for (size_t j = 0; j < k; j++)
        near = fmin(near, distance(segment + i * each, segment + chosen[j] * each, each));
      if (near > best) best = near, chosen[k] = i;
    }
  }
  qsort(chosen, STILLS, sizeof *chosen, report_by_size);
}

void report_draw_scene(const report_section *s, FILE *out) {
  size_t lines = 1;
  for (const char *p = s->scene; *p; p++) lines += *p == '\n';
  drawing d = {.parts = curve_set_table(&s->curves, "parts.csv"),
               .marker = calloc(lines, sizeof *d.marker),
               .segment = calloc(CANDIDATES * lines, sizeof *d.segment),
               .low = {INFINITY, INFINITY},
               .high = {-INFINITY, -INFINITY}};
  size_t row[CANDIDATES], chosen[STILLS];
  const bool possible = d.parts && d.parts->rows && d.parts->number[0] && d.marker && d.segment;
  for (size_t k = 0; k < CANDIDATES && possible; k++) {
    row[k] = (d.parts->rows - 1) * k / (CANDIDATES - 1);
    d.markers = 0;
    read_scene(&d, s->scene, row[k]);
  }
  const size_t each = d.segments / CANDIDATES; /* bars are the same at every instant */
  if (each) {
    choose_stills(d.segment, each, chosen);
    fputs("<div class=\"plots\">\n", out);
    for (size_t k = 0; k < STILLS; k++)
      draw_still(&d, d.segment[chosen[k] * each], each, d.parts->number[0][row[chosen[k]]], out);
    fputs("</div>\n", out);
  }
  free(d.marker), free(d.segment);
}
