/* The surfaces of joints with a film or wear, round as they are: the oil's pressure around the
 * bearing when it was greatest, and what was worn away in the end. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lash_math.h"
#include "report.h"

enum { SIZE = 240, ROUND = 62, REACH = 42 }; /* of the drawing; circle, and the greatest value */

/* A run of columns that go round one thing: GFORCE_1_P0, GFORCE_1_P5 … */
typedef struct ring {
  const curve_table *table;
  size_t first, count;
  char name[64], unit[32]; /* GFORCE/1, (Pa) */
} ring;

bool report_is_surface(const curve_table *t) {
  return strcmp(t->name, "oil.csv") == 0 || strcmp(t->name, "worn.csv") == 0;
}

/* The next ring of that kind ("P", "W", "JW") from column `from` on. */
static bool find_ring(const curve_table *t, size_t from, const char *kind, ring *r) {
  for (size_t c = from; c < t->columns; c++) {
    char what[16], unit[32] = "";
    int id, degrees;
    if (sscanf(t->heading[c], "GFORCE_%d_%15[A-Z]%d (%31[^)]", &id, what, &degrees, unit) < 3 ||
        strcmp(what, kind) != 0 || degrees != 0)
      continue;
    *r = (ring){.table = t, .first = c};
    snprintf(r->name, sizeof r->name, "GFORCE/%d", id);
    snprintf(r->unit, sizeof r->unit, "%s", unit);
    for (size_t k = c; k < t->columns && t->number[k]; k++, r->count++)
      if (sscanf(t->heading[k], "GFORCE_%d_%15[A-Z]%d", &(int){0}, what, &degrees) != 3 ||
          strcmp(what, kind) != 0 || (k > c && degrees == 0))
        break;
    return r->count > 2;
  }
  return false;
}

static double greatest(const ring *r, size_t row) {
  double most = 0;
  for (size_t k = 0; k < r->count; k++) most = fmax(most, r->table->number[r->first + k][row]);
  return most;
}

/* Closed curve at ROUND + out * value from the middle; of what is filled the circle is left out. */
static void draw_ring(const ring *r, size_t row, double out_per, const char *style, FILE *out) {
  fputs("<path d=\"", out);
  for (size_t k = 0; k < r->count; k++) {
    const double value = r->table->number[r->first + k][row];
    const double angle = 2 * LASH_PI * (double)k / (double)r->count;
    const double radius = ROUND + out_per * (isfinite(value) ? value : 0);
    fprintf(out, "%s%.1f %.1f", k ? "L" : "M", 0.5 * SIZE + radius * cos(angle),
            0.5 * SIZE - radius * sin(angle));
  }
  fprintf(out, "ZM%g %ga%d %d 0 1 0 %d 0a%d %d 0 1 0 -%d 0Z\" fill-rule=\"evenodd\" %s/>",
          0.5 * SIZE - ROUND, 0.5 * SIZE, ROUND, ROUND, 2 * ROUND, ROUND, ROUND, 2 * ROUND, style);
}

static void begin(const char *name, const char *words, FILE *out) {
  fprintf(out,
          "<svg class=\"plot surface\" role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\"><title>%s: "
          "%s</title><circle cx=\"%g\" cy=\"%g\" r=\"%d\" fill=\"none\" stroke=\"#999\"/><text "
          "x=\"4\" y=\"13\">%s</text><text x=\"4\" y=\"%d\">%s</text><text x=\"%d\" y=\"%g\" "
          "text-anchor=\"end\">x</text>",
          SIZE, SIZE + 16, SIZE, name, words, 0.5 * SIZE, 0.5 * SIZE, ROUND, name, SIZE + 10, words,
          SIZE - 2, 0.5 * SIZE + 4);
}

static void draw_oil(const ring *r, FILE *out) {
  const curve_table *t = r->table;
  size_t row = 0;
  char words[160];
  for (size_t n = 1; n < t->rows; n++)
    if (greatest(r, n) > greatest(r, row)) row = n;
  const double most = greatest(r, row);
  if (!(most > 0)) return;
  snprintf(words, sizeof words, "oil, at most %.4g %s at t = %.4g", most, r->unit,
           t->number[0][row]);
  begin(r->name, words, out);
  draw_ring(r, row, REACH / most, "fill=\"#0072b2\" fill-opacity=\"0.35\" stroke=\"#0072b2\"", out);
  fputs("</svg>\n", out);
}

/* The bearing's outwards, the journal's inwards; both to one scale. */
static void draw_worn(const ring *outer, const ring *inner, FILE *out) {
  const size_t row = outer->table->rows - 1;
  const double most = fmax(greatest(outer, row), greatest(inner, row));
  char words[160];
  if (!(most > 0)) return;
  snprintf(words, sizeof words, "worn off at the end: %.4g and %.4g %s", greatest(outer, row),
           greatest(inner, row), outer->unit);
  begin(outer->name, words, out);
  draw_ring(outer, row, REACH / most, "fill=\"none\" stroke=\"#d55e00\" stroke-width=\"1.5\"", out);
  draw_ring(inner, row, -REACH / most, "fill=\"none\" stroke=\"#009e73\" stroke-width=\"1.5\"",
            out);
  fputs("</svg>\n", out);
}

void report_draw_surfaces(const report_section *s, FILE *out) {
  for (size_t n = 0; n < s->curves.tables; n++) {
    const curve_table *t = &s->curves.table[n];
    ring r, inner;
    if (!report_is_surface(t) || !t->rows || !t->columns || !t->number[0]) continue;
    fputs("<div class=\"plots\">\n", out);
    for (size_t from = 0; find_ring(t, from, "P", &r); from = r.first + r.count) draw_oil(&r, out);
    for (size_t from = 0; find_ring(t, from, "W", &r); from = inner.first + inner.count)
      if (find_ring(t, r.first, "JW", &inner))
        draw_worn(&r, &inner, out);
      else
        break;
    fputs("</div>\n", out);
  }
}
