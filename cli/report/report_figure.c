/* Figures inside the page: the smaller of .svg and .png, with the words that are in them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base64.h"
#include "files.h"
#include "paths.h"
#include "quote.h"
#include "report.h"

enum { LARGE = 60000, WORDS_MAX = 400 }; /* a larger drawing may be replaced by its picture */

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

lash_status report_write_figure(const report_section *s, const char *name, FILE *out,
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
  fprintf(out, "\" src=\"data:image/%s;base64,", png ? "png" : "svg+xml");
  base64 b = {.out = out};
  base64_put(&b, png ? png : svg, png ? png_size : size);
  base64_flush(&b);
  fputs("\"><figcaption>", out);
  quote_html(out, name);
  fputs("</figcaption></figure>\n", out);
  free(svg);
  free(png);
  return LASH_OK;
}
