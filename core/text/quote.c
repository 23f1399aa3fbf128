#include "quote.h"

#include <string.h>

static bool is_control(char c) { return (unsigned char)c < 0x20 || c == 0x7f; }

/* Every character of `marks` becomes the text of the same place in `by`. */
static void put_with(FILE *out, const char *text, const char *marks, const char *const *by) {
  for (; *text; text++) {
    const char *mark = strchr(marks, *text);
    if (mark)
      fputs(by[mark - marks], out);
    else
      putc(*text, out);
  }
}

/* In single quotes, gnuplot looks for nothing but the closing one; in double quotes it runs what
 * stands between backquotes. A single quote is a string of its own, put between by the operator. */
void quote_gnuplot(FILE *out, const char *text) {
  putc('\'', out);
  for (; *text; text++) {
    if (*text == '\'')
      fputs("'.\"'\".'", out);
    else
      putc(is_control(*text) ? ' ' : *text, out);
  }
  putc('\'', out);
}

void quote_dot(FILE *out, const char *text) {
  putc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putc('\\', out);
    putc(is_control(*text) ? ' ' : *text, out);
  }
  putc('"', out);
}

static const char *const entities[] = {"&lt;", "&amp;", "&quot;", "&gt;"};

void quote_html(FILE *out, const char *text) { put_with(out, text, "<&\"", entities); }

void quote_xml(FILE *out, const char *text) { put_with(out, text, "<&\">", entities); }

void quote_shell(FILE *out, const char *text) {
  putc('\'', out);
  put_with(out, text, "'", (const char *const[]){"'\\''"});
  putc('\'', out);
}

int utf8_width(const char *text) {
  int width = 0;
  for (; *text; text++) width += ((unsigned char)*text & 0xC0) != 0x80;
  return width;
}

size_t utf8_length(const char *text) {
  const unsigned char *p = (const unsigned char *)text;
  size_t length = *p < 0x80 ? 1 : *p >= 0xc2 && *p < 0xe0 ? 2 : *p >= 0xe0 && *p < 0xf0 ? 3 : 0;
  if (*p >= 0xf0 && *p < 0xf5) length = 4;
  for (size_t i = 1; i < length; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;
  }
  /* overlong forms, surrogates, beyond the last code point */
  if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] >= 0xa0)) return 0;
  if ((*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] >= 0x90)) return 0;
  return length;
}

/* The next character as terminals may have it; moves on. The upper control characters (U+0080 to
 * U+009F) are commands to terminals too. */
static size_t visible(const char **text, bool lines, char shown[8]) {
  const size_t length = utf8_length(*text);
  const bool upper = length == 2 && (*text)[0] == '\xc2' && (unsigned char)(*text)[1] < 0xa0;
  if (length && !upper && (!is_control(**text) || (lines && strchr("\n\t", **text)))) {
    memcpy(shown, *text, length);
    *text += length;
    return length;
  }
  snprintf(shown, 8, "\\x%02x", (unsigned char)**text);
  ++*text;
  return 4;
}

void quote_terminal(FILE *out, const char *text, bool lines) {
  char shown[8];
  while (*text) {
    const size_t length = visible(&text, lines, shown);
    fwrite(shown, 1, length, out);
  }
}

void quote_visible(const char *text, char *shown, size_t size) {
  char one[8];
  size_t used = 0;
  while (*text) {
    const size_t length = visible(&text, false, one);
    if (used + length >= size) break;
    memcpy(shown + used, one, length);
    used += length;
  }
  if (size) shown[used] = '\0';
}
