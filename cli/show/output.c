/* Aligned tables, CSV, and plots through gnuplot. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "csv.h"
#include "files.h"
#include "lash_supervisor.h"
#include "output.h"
#include "paths.h"
#include "program.h"
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

void table_number(table *t, double value) {
  char text[32] = "-";
  if (!isnan(value)) snprintf(text, sizeof text, "%.6g", value);
  table_text(t, text);
}

/* Columns on a terminal, so count characters, not the bytes of UTF-8. */
static int width_of(const char *text) {
  int width = 0;
  for (; *text; text++) width += ((unsigned char)*text & 0xC0) != 0x80;
  return width;
}

static int column_width(const table *t, size_t column) {
  int width = 0;
  for (size_t k = column; k < t->cells; k += t->columns) {
    if (width_of(t->cell[k]) > width) width = width_of(t->cell[k]);
  }
  return width;
}

/* Ends the text after `width` characters, the last of them dots. */
static void shorten(char *text, int width) {
  char *at = text;
  if (width_of(text) <= width) return;
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
    if (!last) fprintf(out, "%*s", width - width_of(t->cell[i]) + 2, "");
    if (last) putc('\n', out);
  }
}

void table_free(table *t) { free(t->cell); }

/* --------------------------------------------------------------------------------------- curves */

lash_status curve_allocate(lash_curve *curve, size_t rows, lash_error *error) {
  *curve = (lash_curve){.capacity = rows};
  curve->data = malloc(rows * LASH_CURVE_COLUMNS_MAX * sizeof *curve->data);
  return curve->data ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
}

void curve_free(lash_curve *curve) { free(curve->data); }

static void print_rows(const lash_curve *curve, FILE *out) {
  for (size_t r = 0; r < curve->rows; r++) {
    for (size_t c = 0; c < curve->columns; c++) {
      fprintf(out, "%s%.17g", c ? " " : "", curve->data[r * curve->columns + c]);
    }
    putc('\n', out);
  }
}

void curve_print_csv(const lash_curve *curve, FILE *out) {
  csv c = csv_to(out);
  for (size_t k = 0; k < curve->columns; k++) csv_text(&c, curve->names[k]);
  csv_row(&c);
  for (size_t r = 0; r < curve->rows; r++) {
    for (size_t k = 0; k < curve->columns; k++) csv_number(&c, curve->data[r * curve->columns + k]);
    csv_row(&c);
  }
}

/* ---------------------------------------------------------------------------------------- plots */

static const char *terminal_for(const char *file) {
  const char *dot = strrchr(file, '.');
  if (dot && strcmp(dot, ".svg") == 0) return "svg size 900,540 dynamic background 'white'";
  if (dot && strcmp(dot, ".png") == 0) return "png size 1080,648";
  return NULL;
}

lash_status plot_check_name(const char *file, lash_error *error) {
  if (terminal_for(file)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "--plot wants a file that ends in .svg or .png, not '%s'",
                   file);
}

/* "force_N" → "force (N)"; units after the first underscore read "m/s" for "m_s". */
static void axis_label(const char *name, char *label, size_t size) {
  const char *unit = strchr(name, '_');
  if (!unit) {
    snprintf(label, size, "%s", name);
    return;
  }
  snprintf(label, size, "%.*s (%s)", (int)(unit - name), name, unit + 1);
  for (char *p = strchr(label, '('); p && *p; p++) {
    if (*p == '_') *p = '/';
  }
}

static void print_script(const void *context, FILE *out) {
  const plot *p = context;
  char x[64], y[64];
  axis_label(p->lines[0].curve->names[p->x], x, sizeof x);
  axis_label(p->lines[0].curve->names[p->y], y, sizeof y);
  fputs("set title ", out);
  quote_gnuplot(out, p->title);
  fputs("\nset xlabel ", out);
  quote_gnuplot(out, x);
  fputs("\nset ylabel ", out);
  quote_gnuplot(out, y);
  fputs("\nset grid lc rgb '#dddddd'\n", out);
  fputs("set key outside right top\nset style data lines\nset format '%g'\nplot", out);
  for (size_t i = 0; i < p->line_count; i++) {
    fprintf(out, "%s '-' using %d:%d lw 2 title ", i ? "," : "", p->x + 1, p->y + 1);
    quote_gnuplot(out, p->lines[i].title);
  }
  putc('\n', out);
  for (size_t i = 0; i < p->line_count; i++) {
    print_rows(p->lines[i].curve, out);
    fputs("e\n", out);
  }
}

/* gnuplot reads the script and prints the picture: it never sees the file's name. */
static lash_status draw_to(const out_file *picture, const char *terminal,
                           void (*script)(const void *context, FILE *out), const void *context,
                           lash_error *error) {
  static const char *const argv[] = {"gnuplot", NULL};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out) {
    fprintf(out, "set terminal %s noenhanced\n", terminal);
    script(context, out);
  }
  const lash_status status =
      out && fclose(out) == 0 ? program_feed(argv, NULL, text, size, fileno(picture->stream), error)
                              : lash_fail(error, LASH_FAILURE, "out of memory");
  free(text);
  return status;
}

lash_status plot_script(const char *file, void (*script)(const void *context, FILE *out),
                        const void *context, lash_error *error) {
  out_file picture;
  lash_status status = plot_check_name(file, error);
  if (status != LASH_OK) return status;
  status = out_open(&picture, file, error);
  if (status == LASH_OK) status = draw_to(&picture, terminal_for(file), script, context, error);
  if (status != LASH_OK) lash_error_prefix(error, "cannot draw %s", file);
  return out_close(&picture, status, error);
}

lash_status plot_script_in(const char *folder, const char *name,
                           void (*script)(const void *context, FILE *out), const void *context,
                           lash_error *error) {
  char *path = path_join(folder, name);
  const lash_status status = path ? plot_script(path, script, context, error)
                                  : lash_fail(error, LASH_FAILURE, "out of memory");
  free(path);
  return status;
}

lash_status plot_draw(const plot *p, const char *file, lash_error *error) {
  return plot_script(file, print_script, p, error);
}
