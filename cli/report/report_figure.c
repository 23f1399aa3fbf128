/* Figures inside the page: the smaller of .svg and .png, with the words that are in them. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"
#include "paths.h"
#include "quote.h"
#include "report.h"

enum {
  LARGE = 60000,          /* a larger drawing may be replaced by its picture */
  TOGETHER_MAX = 2400000, /* bytes of all figures in a page; a third more as letters */
  WORDS_MAX = 400
};

/* Labels, titles and legends say something, numbers along axes do not. */
static bool is_number(const char *text, size_t length) {
  bool digits = false;
  for (size_t i = 0; i < length; i++) {
    const unsigned char c = (unsigned char)text[i];
    digits |= isdigit(c) != 0;
    if (!isdigit(c) && !isspace(c) && !strchr(".-+eE", c) && c < 0x80) return false;
  }
  return digits || length == 0;
}

static void add_words(char *words, const char *text, size_t length) {
  while (length && isspace((unsigned char)*text)) text++, length--;
  while (length && isspace((unsigned char)text[length - 1])) length--;
  const size_t used = strlen(words);
  if (is_number(text, length) || used + length + 3 > WORDS_MAX) return;
  if (used) strcat(words, "; ");
  strncat(words, text, length);
}

/* What stands between tags of <text> in a drawing. */
static void find_words(const char *svg, char *words) {
  words[0] = '\0';
  for (const char *at = strstr(svg, "<text"); at; at = strstr(at, "<text")) {
    const char *end = strstr(at, "</text>");
    if (!end) return;
    for (const char *close = memchr(at, '>', (size_t)(end - at)); close;) {
      const char *open = memchr(close, '<', (size_t)(end - close) + 1);
      if (!open) break;
      add_words(words, close + 1, (size_t)(open - close - 1));
      close = open < end ? memchr(open, '>', (size_t)(end - open)) : NULL;
    }
    at = end;
  }
}

/* The .png beside a drawing when that is large; NULL when there is none that is smaller. */
static char *smaller_picture(const char *svg_path, size_t svg_size, size_t *size) {
  if (svg_size < LARGE) return NULL;
  char *path = strdup(svg_path), *png = NULL;
  lash_error ignored;
  if (path) memcpy(path + strlen(path) - 4, ".png", 4);
  if (!path || file_read(path, &png, size, &ignored) != LASH_OK) png = NULL;
  if (png && *size >= svg_size) free(png), png = NULL;
  free(path);
  return png;
}

/* ----------------------------------------------------------------------------- what fits a page */

static size_t bytes_of(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 ? (size_t)info.st_size : SIZE_MAX;
}

/* Of a figure as it would be put. */
static size_t figure_bytes(const report_section *s, const char *name) {
  char *path = path_join(s->path, name);
  size_t size = path ? bytes_of(path) : 0;
  if (path && size >= LARGE) {
    memcpy(path + strlen(path) - 4, ".png", 4);
    const size_t png = bytes_of(path);
    if (png < size) size = png;
  }
  free(path);
  return size;
}

size_t report_figure_limit(const report *r) {
  size_t count = 0, sum = 0, limit = SIZE_MAX;
  for (size_t i = 0; i < r->sections; i++) count += r->section[i].figures;
  size_t *size = calloc(count + 1, sizeof *size), *next = size;
  if (!size) return limit;
  for (size_t i = 0; i < r->sections; i++)
    for (size_t f = 0; f < r->section[i].figures; f++)
      *next++ = figure_bytes(&r->section[i], r->section[i].figure[f]);
  qsort(size, count, sizeof *size, report_by_size);
  for (size_t k = 0; k < count && limit == SIZE_MAX; k++) {
    sum += size[k];
    if (sum > TOGETHER_MAX) limit = size[k] - 1;
  }
  free(size);
  return limit;
}

/* ---------------------------------------------------------------------------------- one of them */

/* The page lies in the folder that the sections are in. */
static void write_beside(const report_section *s, const char *name, bool png, FILE *out) {
  fputs("\" src=\"", out);
  quote_html(out, s->name);
  fputs(s->name[0] ? "/" : "", out);
  fwrite(name, 1, strlen(name) - 4, out);
  fputs(png ? ".png" : ".svg", out);
}

lash_status report_write_figure(const report_section *s, const char *name, size_t limit, FILE *out,
                                lash_error *error) {
  char words[WORDS_MAX + 1];
  char *path = path_join(s->path, name), *svg;
  size_t size, png_size = 0;
  const lash_status status = file_read(path, &svg, &size, error);
  char *png = status == LASH_OK ? smaller_picture(path, size, &png_size) : NULL;
  free(path);
  if (status != LASH_OK) return status;
  find_words(svg, words);
  fputs("<figure><img loading=\"lazy\" alt=\"", out);
  quote_html(out, name);
  fputs(words[0] ? ": " : "", out);
  for (const char *w = words; *w; w++) /* entities of the drawing stay as they are */
    fputs(*w == '"' ? "&quot;" : *w == '<' ? "&lt;" : (const char[]){*w, '\0'}, out);
  const bool beside = (png ? png_size : size) > limit;
  if (beside) {
    write_beside(s, name, png != NULL, out);
  } else {
    fprintf(out, "\" src=\"data:image/%s;base64,", png ? "png" : "svg+xml");
    base64 b = {.out = out};
    base64_put(&b, png ? png : svg, png ? png_size : size);
    base64_flush(&b);
  }
  fputs("\"><figcaption>", out);
  quote_html(out, name);
  fputs(beside ? " (large: a file beside this page)" : "", out);
  fputs("</figcaption></figure>\n", out);
  free(svg);
  free(png);
  return LASH_OK;
}
