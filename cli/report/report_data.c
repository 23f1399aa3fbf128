/* The numbers of a page, as one JSON value for its script.
 *
 * The first column of a curve is in double precision, so that time keeps its digits. The others are
 * single while the page is small; where all together would be more than a few megabytes, they are
 * 65,535 steps between least and greatest, finer than any screen, and rows are left out: every
 * n-th is kept, and those where a column has its least or greatest value of a stretch, so that no
 * peak is lost. A column that does not change is one number. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

enum {
  ROWS_MAX = 20000,    /* of a curve in the page */
  ROWS_LEAST = 120,    /* however many curves there are */
  BYTES_MAX = 1400000, /* of all curves together */
  STRETCHES = 24,      /* of a curve, in each of which extremes are kept */
  MISSING = 65535,     /* the code of what is not a number */
  SINGLE = 6,
  CODE = 3,
  X = 11 /* letters per number, rounded up */
};

/* How the curves of a page are kept. */
typedef struct thrift {
  size_t rows; /* at most */
  bool coded;
} thrift;

static void quote(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) { /* safe inside <script>, too */
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

/* ----------------------------------------------------------------------------------------- rows */

report_range report_range_of(const double *x, size_t rows) {
  report_range r = {INFINITY, -INFINITY, false};
  for (size_t i = 0; i < rows; i++) {
    if (!isfinite(x[i])) {
      r.gaps = true;
      continue;
    }
    r.low = fmin(r.low, x[i]);
    r.high = fmax(r.high, x[i]);
  }
  return r;
}

static bool is_constant(const double *x, size_t rows) {
  const report_range r = report_range_of(x, rows);
  return !r.gaps && !(r.high > r.low);
}

bool report_is_film(const curve_table *t) {
  return strcmp(t->name, "parts.csv") == 0 || strcmp(t->name, "forces.csv") == 0 ||
         report_is_surface(t);
}

static void keep_extremes(const double *x, size_t from, size_t to, bool *kept) {
  size_t least = from, most = from;
  for (size_t i = from; i < to; i++) {
    if (x[i] < x[least]) least = i;
    if (x[i] > x[most]) most = i;
  }
  kept[least] = kept[most] = true;
}

/* Marks the rows to keep and counts them; the stride of the others is `*stride`. */
static size_t choose_rows(const curve_table *t, size_t most, bool *kept, size_t *stride) {
  *stride = (t->rows + most - 1) / most;
  for (size_t i = 0; i < t->rows; i++) kept[i] = i % *stride == 0;
  if (*stride > 1 && !report_is_film(t)) {
    for (size_t c = 1; c < t->columns; c++) {
      if (!t->number[c] || is_constant(t->number[c], t->rows)) continue;
      for (size_t k = 0; k < STRETCHES; k++)
        keep_extremes(t->number[c], k * t->rows / STRETCHES, (k + 1) * t->rows / STRETCHES, kept);
    }
    kept[t->rows - 1] = true;
  }
  size_t count = 0;
  for (size_t i = 0; i < t->rows; i++) count += kept[i];
  return count;
}

/* -------------------------------------------------------------------------------------- columns */

static void write_numbers(FILE *out, const curve_table *t, size_t c, const bool *kept) {
  base64 b = {.out = out};
  fputs("\"data\":\"", out);
  for (size_t r = 0; r < t->rows; r++) {
    if (!kept[r]) continue;
    const float single = (float)t->number[c][r];
    if (c == 0)
      base64_put(&b, &t->number[c][r], sizeof(double));
    else
      base64_put(&b, &single, sizeof single);
  }
  base64_flush(&b);
  fputc('"', out);
}

/* Little-endian, as every browser's arrays are. */
static void write_codes(FILE *out, const curve_table *t, size_t c, const bool *kept) {
  const report_range r = report_range_of(t->number[c], t->rows);
  const double low = r.high >= r.low ? r.low : 0, high = r.high > r.low ? r.high : low + 1;
  base64 b = {.out = out};
  fprintf(out, "\"low\":%.9g,\"high\":%.9g,\"codes\":\"", low, high);
  for (size_t i = 0; i < t->rows; i++) {
    if (!kept[i]) continue;
    const double value = t->number[c][i];
    const uint16_t code =
        isfinite(value) ? (uint16_t)lrint((value - low) / (high - low) * (MISSING - 1)) : MISSING;
    base64_put(&b, &code, sizeof code);
  }
  base64_flush(&b);
  fputc('"', out);
}

static void write_column(FILE *out, const curve_table *t, size_t c, const bool *kept, bool coded) {
  fputs("{\"name\":", out);
  quote(out, t->heading[c]);
  fputc(',', out);
  if (c > 0 && is_constant(t->number[c], t->rows))
    fprintf(out, "\"constant\":%.9g", t->number[c][0]);
  else if (c > 0 && coded)
    write_codes(out, t, c, kept);
  else
    write_numbers(out, t, c, kept);
  fputc('}', out);
}

static void write_curve(FILE *out, const curve_table *t, thrift how) {
  bool *kept = calloc(t->rows + 1, sizeof *kept);
  size_t stride = 1, count = 0;
  if (kept) count = choose_rows(t, how.rows, kept, &stride);
  fputs("{\"name\":", out);
  quote(out, t->name);
  fprintf(out, ",\"rows\":%zu,\"stride\":%zu,\"kept\":%zu,\"columns\":[", t->rows, stride, count);
  bool first = true;
  for (size_t c = 0; kept && c < t->columns; c++) {
    if (!t->number[c]) continue;
    if (!first) fputs(",\n", out);
    first = false;
    write_column(out, t, c, kept, how.coded);
  }
  fputs("]}", out);
  free(kept);
}

/* ----------------------------------------------------------------------------------------- page */

/* Letters that all curves together take. */
static size_t letters(const report *r, thrift how) {
  size_t sum = 0;
  for (size_t i = 0; i < r->sections; i++) {
    for (size_t k = 0; k < r->section[i].curves.tables; k++) {
      const curve_table *t = &r->section[i].curves.table[k];
      if (!curve_table_is_curve(t)) continue;
      size_t columns = 0;
      for (size_t c = 1; c < t->columns; c++)
        columns += t->number[c] && !is_constant(t->number[c], t->rows);
      size_t rows = t->rows < how.rows ? t->rows : how.rows;
      if (rows < t->rows && !report_is_film(t))
        rows += columns * STRETCHES; /* about half are double */
      sum += rows * (X + columns * (how.coded ? CODE : SINGLE));
    }
  }
  return sum;
}

static thrift find_thrift(const report *r) {
  thrift how = {ROWS_MAX, false};
  if (letters(r, how) <= BYTES_MAX) return how;
  how.coded = true;
  while (how.rows > ROWS_LEAST && letters(r, how) > BYTES_MAX) how.rows = how.rows * 4 / 5;
  return how;
}

void report_write_data(const report *r, FILE *out) {
  const thrift how = find_thrift(r);
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
    for (size_t t = 0; t < s->curves.tables; t++) {
      if (!curve_table_is_curve(&s->curves.table[t])) continue;
      if (!first) fputs(",\n", out);
      first = false;
      write_curve(out, &s->curves.table[t], how);
    }
    fputs("]}", out);
  }
  fputs("]}</script>\n", out);
}
