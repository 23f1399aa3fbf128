#define _GNU_SOURCE /* memmem */
#include "gnuplot.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "program.h"
#include "quote.h"

/* Of one plot, in pixels of a page; a sheet of several gives each less. */
enum { WIDTH = 900, HEIGHT = 520, ROW = 300, SIDE = 560 };

static void size_of(gnuplot_sheet s, int *width, int *height) {
  const int columns = s.columns > 1 ? s.columns : 1, rows = s.rows > 1 ? s.rows : 1;
  if (s.square) {
    *width = columns == 1 ? SIDE : 380 * columns;
    *height = rows == 1 && columns > 1 ? 440 : SIDE * rows;
  } else {
    *width = columns == 1 ? WIDTH : 560 * columns;
    *height = rows == 1 ? HEIGHT : ROW * rows + 40;
  }
}

static bool ends_in(const char *file, const char *ending) {
  const char *dot = strrchr(file, '.');
  return dot && strcmp(dot, ending) == 0;
}

void gnuplot_terminal(const char *file, gnuplot_sheet sheet, char *text, size_t size) {
  int width, height;
  size_of(sheet, &width, &height);
  text[0] = '\0';
  if (ends_in(file, ".svg"))
    snprintf(text, size,
             "svg size %d,%d dynamic background 'white' font 'Helvetica,Arial,sans-serif,14'",
             width, height);
  if (ends_in(file, ".png")) /* twice the pixels: sharp on paper too */
    snprintf(text, size, "pngcairo size %d,%d fontscale 2 linewidth 2 pointscale 2 font 'sans,11'",
             2 * width, 2 * height);
  if (ends_in(file, ".pdf"))
    snprintf(text, size, "pdfcairo size %.3fin,%.3fin font 'sans,11'", width / 130.0,
             height / 130.0);
}

lash_status gnuplot_check_name(const char *option, const char *file, lash_error *error) {
  char terminal[160];
  gnuplot_terminal(file, (gnuplot_sheet){1, 1, false}, terminal, sizeof terminal);
  if (terminal[0]) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s wants a file that ends in .svg, .pdf or .png, not '%s'", option, file);
}

/* Colours that those who confuse red and green tell apart (Okabe and Ito 2008). */
void gnuplot_style(FILE *out) {
  static const char *const colour[] = {GNUPLOT_FIRST, GNUPLOT_SECOND, "#009e73", "#cc79a7",
                                       "#e69f00",     "#56b4e9",      "#000000"};
  enum { COLOURS = sizeof colour / sizeof colour[0] };
  fputs("set encoding utf8\nset minussign\n", out);
  for (int i = 0; i < 3 * COLOURS; i++)
    fprintf(out, "set linetype %d lc rgb '%s' lw 1.6 dt %d pt 7\n", i + 1, colour[i % COLOURS],
            i / COLOURS + 1);
  fprintf(out, "set linetype cycle %d\n", 3 * COLOURS);
  fputs(
      "set border 3 lc rgb '#404750' lw 0.8\n"
      "set tics nomirror out scale 0.6 textcolor rgb '#20262e'\n"
      "set grid back lt 1 dt 1 lc rgb '#e2e5e9' lw 0.7\n"
      "set style data lines\nset format '%h'\nset bars small\n"
      "set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')\n"
      "set datafile missing 'NaN'\nunset key\n",
      out);
}

void gnuplot_legend(FILE *out, size_t lines, size_t longest) {
  if (lines < 2)
    fputs("unset key\n", out);
  else if (longest > LEGEND_LONG)
    fputs("set key below center vertical maxrows 8 Left reverse samplen 2.5\n", out);
  else
    fputs("set key outside right top vertical Left reverse samplen 2.5\n", out);
}

void gnuplot_label(FILE *out, const char *which, const axis *a) {
  fprintf(out, "set %slabel ", which);
  quote_gnuplot(out, a->label);
  fputs(" noenhanced\n", out);
}

void gnuplot_title(FILE *out, const char *text) {
  fputs("set title ", out);
  quote_gnuplot(out, text);
  fputc('\n', out);
}

/* gnuplot reads the script and prints the picture: it never sees the file's name. */
static lash_status draw_to(const out_file *picture, const char *file, gnuplot_sheet sheet,
                           void (*script)(const void *context, FILE *out), const void *context,
                           lash_error *error) {
  static const char *const argv[] = {"gnuplot", NULL};
  char terminal[160];
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  gnuplot_terminal(file, sheet, terminal, sizeof terminal);
  if (out) {
    fprintf(out, "set terminal %s noenhanced\n", terminal);
    gnuplot_style(out);
    script(context, out);
  }
  const lash_status status =
      out && fclose(out) == 0 ? program_feed(argv, NULL, text, size, fileno(picture->stream), error)
                              : lash_fail(error, LASH_FAILURE, "out of memory");
  free(text);
  return status;
}

/* gnuplot takes no notice of a disk that is full: a picture that was cut off lacks its end. */
static lash_status check_whole(const out_file *picture, const char *file, lash_error *error) {
  const char *end = ends_in(file, ".svg") ? "</svg>" : ends_in(file, ".png") ? "IEND" : "%%EOF";
  char tail[32];
  const int from = fileno(picture->stream);
  const off_t size = lseek(from, 0, SEEK_END);
  if (!picture->beside) return LASH_OK; /* a device, which cannot be read back */
  const ssize_t got =
      size < (off_t)sizeof tail ? 0 : pread(from, tail, sizeof tail, size - (off_t)sizeof tail);
  if (got > 0 && memmem(tail, (size_t)got, end, strlen(end))) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "gnuplot could not write all of it; is the disk full?");
}

lash_status gnuplot_draw(const char *file, gnuplot_sheet sheet,
                         void (*script)(const void *context, FILE *out), const void *context,
                         lash_error *error) {
  out_file picture;
  lash_status status = gnuplot_check_name("a picture", file, error);
  if (status != LASH_OK) return status;
  status = out_open(&picture, file, error);
  if (status == LASH_OK) status = draw_to(&picture, file, sheet, script, context, error);
  if (status == LASH_OK) status = check_whole(&picture, file, error);
  if (status != LASH_OK) lash_error_prefix(error, "cannot draw %s", file);
  return out_close(&picture, status, error);
}
