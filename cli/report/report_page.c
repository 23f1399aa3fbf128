/* Writes the page: words and figures as HTML, numbers as one JSON value for the script. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "quote.h"
#include "report.h"

enum { SHOWN_MAX = 5000 }; /* rows of a table of words */

/* ---------------------------------------------------------------------------------------- words */

static void write_words(FILE *out, const curve_table *t) {
  const bool names = strcmp(t->name, "requests.csv") == 0; /* a legend, not results to sort */
  fprintf(out, "<h3>%s</h3>\n<div class=\"scroll\" tabindex=\"0\"><table class=\"%s\"><thead><tr>",
          t->name, names ? "names" : "words");
  int verdict = -1;
  for (size_t c = 0; c < t->columns; c++) {
    if (strcmp(t->heading[c], "verdict") == 0) verdict = (int)c;
    fprintf(out, "<th%s>", t->number[c] ? " class=\"number\"" : "");
    quote_html(out, t->heading[c]);
    fputs("</th>", out);
  }
  fputs("</tr></thead>\n<tbody>\n", out);
  for (size_t r = 0; r < t->rows && r < SHOWN_MAX; r++) {
    char *const *row = t->cell + r * t->columns;
    fputs("<tr", out);
    if (verdict >= 0) {
      fputs(" data-verdict=\"", out);
      quote_html(out, row[verdict]);
      fputc('"', out);
    }
    fputc('>', out);
    for (size_t c = 0; c < t->columns; c++) {
      fputs(t->number[c] ? "<td class=\"number\">" : "<td>", out);
      if (t->number[c] && isfinite(t->number[c][r]))
        fprintf(out, "%.6g", t->number[c][r]);
      else
        quote_html(out, row[c]);
      fputs("</td>", out);
    }
    fputs("</tr>\n", out);
  }
  fputs("</tbody></table></div>\n", out);
  if (t->rows > SHOWN_MAX) {
    fprintf(out, "<p class=\"note\">%d of %zu rows; all are in ", SHOWN_MAX, t->rows);
    quote_html(out, t->name);
    fputs(".</p>\n", out);
  }
}

/* ------------------------------------------------------------------------------------- sections */

static lash_status write_section(const report_section *s, size_t index, bool still, size_t limit,
                                 FILE *out, lash_error *error) {
  fprintf(out, "<section id=\"s%zu\">\n", index);
  if (s->name[0]) {
    fputs("<h2>", out);
    quote_html(out, s->name);
    fputs("</h2>\n", out);
  }
  if (still && s->scene) report_draw_scene(s, out);
  if (!still) fputs("<div class=\"film\"></div>\n", out);
  report_draw_surfaces(s, out);
  for (size_t t = 0; t < s->curves.tables; t++) {
    if (curve_table_has_words(&s->curves.table[t])) write_words(out, &s->curves.table[t]);
  }
  if (!still) fputs("<div class=\"curves\"></div>\n", out);
  for (size_t t = 0; still && t < s->curves.tables; t++) {
    if (curve_table_is_curve(&s->curves.table[t])) report_draw_table(&s->curves.table[t], out);
  }
  lash_status status = LASH_OK;
  if (s->figures) fputs("<div class=\"figures\">\n", out);
  for (size_t f = 0; f < s->figures && status == LASH_OK; f++) {
    status = report_write_figure(s, s->figure[f], limit, out, error);
  }
  if (s->figures) fputs("</div>\n", out);
  if (s->summary) {
    fputs("<details><summary>summary.json</summary><pre>", out);
    quote_html(out, s->summary);
    fputs("</pre></details>\n", out);
  }
  fputs("</section>\n", out);
  return status;
}

lash_status report_write(const report *r, const char *title, bool still, FILE *out,
                         lash_error *error) {
  fputs(
      "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" "
      "content=\"light dark\"><title>",
      out);
  quote_html(out, title);
  fprintf(out, "</title>\n<style>\n%s</style></head>\n<body>\n<h1>", report_css);
  quote_html(out, title);
  fputs("</h1>\n<nav>", out);
  for (size_t i = 0; i < r->sections; i++) {
    if (!r->section[i].name[0]) continue;
    fprintf(out, "<a href=\"#s%zu\">", i);
    quote_html(out, r->section[i].name);
    fputs("</a> ", out);
  }
  fputs("</nav>\n", out);
  lash_status status = LASH_OK;
  const size_t limit = still ? SIZE_MAX : report_figure_limit(r);
  for (size_t i = 0; i < r->sections && status == LASH_OK; i++) {
    status = write_section(&r->section[i], i, still, limit, out, error);
  }
  if (!still) {
    report_write_data(r, out);
    fprintf(out, "<script>\n%s</script>\n", report_js);
  }
  fputs("</body></html>\n", out);
  return status;
}
