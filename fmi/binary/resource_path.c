#include "resource_path.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* In front of a path there may be "file:", slashes and the name of the machine. */
static const char *skip_scheme(const char *text, bool *uri) {
  *uri = strncmp(text, "file:", 5) == 0;
  if (!*uri) return text;
  text += 5;
  if (strncmp(text, "//", 2) == 0) {
    text += 2;
    if (strncmp(text, "localhost/", 10) == 0) text += 9;
  }
  const bool drive = text[0] == '/' && text[1] && (text[2] == ':' || text[2] == '|');
  return drive ? text + 1 : text;
}

char *resource_path(const char *text) {
  bool uri;
  const char *from = skip_scheme(text, &uri);
  char *path = malloc(strlen(from) + 1), *to = path;
  if (!path) return NULL;
  while (*from) {
    const int high = uri && *from == '%' ? digit(from[1]) : -1;
    const int low = high >= 0 ? digit(from[2]) : -1;
    if (low >= 0) {
      *to++ = (char)(16 * high + low);
      from += 3;
    } else {
      *to++ = *from++;
    }
  }
  *to = '\0';
  return path;
}
