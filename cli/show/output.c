/* Aligned tables and CSV. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "csv.h"
#include "lash_supervisor.h"
#include "output.h"
#include "quote.h"

/* --------------------------------------------------------------------------------------- tables */

void table_begin(table *t, size_t columns) { *t = (table){.columns = columns}; }

void table_text(table *t, const char *text) {
  if (t->cells == t->capacity) {
    size_t capacity = t->capacity ? 2 * t->capacity : 64;
    void *grown = realloc(t->cell, capacity * sizeof *t->cell);
    if (!grown) return; /* a table cut short is better than none */
    t->cell = grown;
    t->capacity = capacity;
  }
  quote_visible(text, t->cell[t->cells++], sizeof *t->cell);
}

table table_with(const char *heading, ...) {
  table t = {.columns = 0};
  va_list more;
  va_start(more, heading);
  for (; heading; heading = va_arg(more, const char *), t.columns++) table_text(&t, heading);
  va_end(more);
  return t;
}

void table_format(table *t, const char *format, ...) {
  char text[sizeof *t->cell];
  va_list numbers;
  va_start(numbers, format);
  vsnprintf(text, sizeof text, format, numbers);
  va_end(numbers);
  table_text(t, text);
}

void table_number(table *t, double value) {
  char text[32] = "-";
  if (!isnan(value)) snprintf(text, sizeof text, "%.6g", value);
  table_text(t, text);
}

static int column_width(const table *t, size_t column) {
  int width = 0;
  for (size_t k = column; k < t->cells; k += t->columns) {
    if (utf8_width(t->cell[k]) > width) width = utf8_width(t->cell[k]);
  }
  return width;
}

/* Ends the text after `width` characters, the last of them dots. */
static void shorten(char *text, int width) {
  char *at = text;
  if (utf8_width(text) <= width) return;
  for (int seen = 0; *at; at++) {
    seen += ((unsigned char)*at & 0xC0) != 0x80;
    if (seen == width) break;
  }
  while (at > text && at[-1] == ' ') at--;
  memcpy(at, "…", sizeof "…");
}

void table_fit(table *t, size_t column) {
  enum { OTHERWISE = 120, LEAST = 24, MOST = 300 }; /* dots fit into a cell behind that */
  struct winsize size = {0};
  int room = isatty(lash_supervised_terminal(STDOUT_FILENO)) &&
                     ioctl(lash_supervised_terminal(STDOUT_FILENO), TIOCGWINSZ, &size) == 0 &&
                     size.ws_col
                 ? size.ws_col
                 : OTHERWISE;
  for (size_t c = 0; c < t->columns; c++) {
    if (c != column) room -= column_width(t, c) + 2;
  }
  for (size_t k = column; k < t->cells; k += t->columns)
    shorten(t->cell[k], room < LEAST ? LEAST : room > MOST ? MOST : room);
}

void table_print(const table *t, FILE *out) {
  for (size_t i = 0; i < t->cells; i++) {
    size_t column = i % t->columns;
    const int width = column_width(t, column);
    bool last = column + 1 == t->columns;
    fputs(t->cell[i], out);
    if (!last) fprintf(out, "%*s", width - utf8_width(t->cell[i]) + 2, "");
    if (last) putc('\n', out);
  }
}

void table_free(table *t) { free(t->cell); }

void table_show(table *t, FILE *out) {
  table_print(t, out);
  table_free(t);
}

/* --------------------------------------------------------------------------------------- curves */

lash_status curve_allocate(lash_curve *curve, size_t rows, lash_error *error) {
  *curve = (lash_curve){.capacity = rows};
  curve->data = malloc(rows * LASH_CURVE_COLUMNS_MAX * sizeof *curve->data);
  return curve->data ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
}

void curve_free(lash_curve *curve) { free(curve->data); }

void curve_print_csv(const lash_curve *curve, FILE *out) {
  csv c = csv_to(out);
  for (size_t k = 0; k < curve->columns; k++) csv_text(&c, curve->names[k]);
  csv_row(&c);
  for (size_t r = 0; r < curve->rows; r++) {
    for (size_t k = 0; k < curve->columns; k++) csv_number(&c, curve->data[r * curve->columns + k]);
    csv_row(&c);
  }
}
