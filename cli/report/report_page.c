/* Writes the page: words and figures as HTML, numbers as one JSON value for the script. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "paths.h"
#include "quote.h"
#include "report.h"

enum {
  ROWS_MAX = 20000,        /* of a curve in the page */
  ROWS_OF_MANY_MAX = 5000, /* the same where the page has many sections */
  MANY = 3,
  SHOWN_MAX = 5000 /* of a table of words */
};

/* A JSON string that is also safe inside <script>. */
static void quote(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else if (c < 0x20 || c == '<')
      fprintf(out, "\\u%04x", c);
    else
      fputc(c, out);
  }
  fputc('"', out);
}

/* --------------------------------------------------------------------------------------- base64 */

typedef struct base64 {
  FILE *out;
  unsigned char held[3];
  int count;
} base64;

static void base64_flush(base64 *b) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (!b->count) return;
  for (int i = b->count; i < 3; i++) b->held[i] = 0;
  const unsigned v = (unsigned)b->held[0] << 16 | (unsigned)b->held[1] << 8 | b->held[2];
  for (int i = 0; i < 4; i++) {
    fputc(i <= b->count ? digit[v >> (18 - 6 * i) & 63] : '=', b->out);
  }
  b->count = 0;
}

static void base64_put(base64 *b, const void *bytes, size_t size) {
  const unsigned char *p = bytes;
  for (size_t i = 0; i < size; i++) {
    b->held[b->count++] = p[i];
    if (b->count == 3) base64_flush(b);
  }
}

/* ---------------------------------------------------------------------------------------- curves
 */

static size_t stride_of(const report_table *t, size_t most) { return (t->rows + most - 1) / most; }

/* The first column in double precision, so that time keeps its digits; the others single: as fine
 * as a screen shows, in half the space. Little-endian, as every browser's arrays are. */
static void write_column(FILE *out, const report_table *t, size_t c, size_t stride) {
  base64 b = {.out = out};
  fputc('"', out);
  for (size_t r = 0; r < t->rows; r += stride) {
    const float single = (float)t->number[c][r];
    if (c == 0)
      base64_put(&b, &t->number[c][r], sizeof(double));
    else
      base64_put(&b, &single, sizeof single);
  }
  base64_flush(&b);
  fputc('"', out);
}

static void write_curve(FILE *out, const report_table *t, size_t most) {
  const size_t stride = stride_of(t, most);
  fputs("{\"name\":", out);
  quote(out, t->name);
  fprintf(out, ",\"rows\":%zu,\"stride\":%zu,\"columns\":[", t->rows, stride);
  bool first = true;
  for (size_t c = 0; c < t->columns; c++) {
    if (!t->number[c]) continue;
    fputs(first ? "{\"name\":" : ",\n{\"name\":", out);
    first = false;
    quote(out, t->heading[c]);
    fputs(",\"data\":", out);
    write_column(out, t, c, stride);
    fputc('}', out);
  }
  fputs("]}", out);
}

static void write_data(const report *r, FILE *out) {
  fputs("<script type=\"application/json\" id=\"data\">{\"sections\":[", out);
  for (size_t i = 0; i < r->sections; i++) {
    const report_section *s = &r->section[i];
    fputs(i ? ",\n{\"name\":" : "{\"name\":", out);
    quote(out, s->name);
    if (s->scene) {
      fputs(",\"scene\":", out);
      quote(out, s->scene);
    }
    fputs(",\"curves\":[", out);
    bool first = true;
    for (size_t t = 0; t < s->tables; t++) {
      if (!report_is_curve(&s->table[t])) continue;
      if (!first) fputs(",\n", out);
      first = false;
      write_curve(out, &s->table[t], r->sections > MANY ? ROWS_OF_MANY_MAX : ROWS_MAX);
    }
    fputs("]}", out);
  }
  fputs("]}</script>\n", out);
}

/* ----------------------------------------------------------------------------------------- words
 */

static void write_words(FILE *out, const report_table *t) {
  const bool names = strcmp(t->name, "requests.csv") == 0; /* a legend, not results to sort */
  fprintf(out, "<h3>%s</h3>\n<div class=\"scroll\"><table class=\"%s\"><thead><tr>", t->name,
          names ? "names" : "words");
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

static lash_status write_figure(FILE *out, const report_section *s, const char *name,
                                lash_error *error) {
  char *path = path_join(s->path, name), *svg;
  size_t size;
  const lash_status status = file_read(path, &svg, &size, error);
  free(path);
  if (status != LASH_OK) return status;
  fputs("<figure><img alt=\"", out);
  quote_html(out, name);
  fputs("\" src=\"data:image/svg+xml;base64,", out);
  base64 b = {.out = out};
  base64_put(&b, svg, size);
  base64_flush(&b);
  fputs("\"></figure>\n", out);
  free(svg);
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- sections
 */

static lash_status write_section(const report_section *s, size_t index, bool still, FILE *out,
                                 lash_error *error) {
  fprintf(out, "<section id=\"s%zu\">\n", index);
  if (s->name[0]) {
    fputs("<h2>", out);
    quote_html(out, s->name);
    fputs("</h2>\n", out);
  }
  if (still && s->scene) report_draw_scene(s, out);
  if (!still) fputs("<div class=\"film\"></div>\n", out);
  for (size_t t = 0; t < s->tables; t++) {
    if (report_has_words(&s->table[t])) write_words(out, &s->table[t]);
  }
  if (!still) fputs("<div class=\"curves\"></div>\n", out);
  for (size_t t = 0; still && t < s->tables; t++) {
    if (report_is_curve(&s->table[t])) report_draw_table(&s->table[t], out);
  }
  lash_status status = LASH_OK;
  if (s->figures) fputs("<div class=\"figures\">\n", out);
  for (size_t f = 0; f < s->figures && status == LASH_OK; f++) {
    status = write_figure(out, s, s->figure[f], error);
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
      "<meta name=\"viewport\" content=\"width=device-width\"><title>",
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
  for (size_t i = 0; i < r->sections && status == LASH_OK; i++) {
    status = write_section(&r->section[i], i, still, out, error);
  }
  if (!still) {
    write_data(r, out);
    fprintf(out, "<script>\n%s</script>\n", report_js);
  }
  fputs("</body></html>\n", out);
  return status;
}
