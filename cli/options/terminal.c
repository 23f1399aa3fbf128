#define _GNU_SOURCE /* fopencookie */
#include "terminal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "quote.h"

enum { HELD = 4 }; /* the longest character, and ESC [ K */

typedef struct guarded {
  int file;
  char held[HELD + 1]; /* the beginning of a character, until the rest comes */
  size_t count;
} guarded;

static guarded streams[2] = {{.file = STDOUT_FILENO}, {.file = STDERR_FILENO}};

/* How many bytes the character that begins so has; 1 for what is none. */
static size_t expected(unsigned char first) {
  if (first == 0x1b) return 3;
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
}

/* One character, held or not, as it may be sent. */
static size_t show(const char *text, size_t size, char out[8], size_t *taken) {
  char one[HELD + 1] = {0};
  memcpy(one, text, size < HELD ? size : HELD);
  const bool clear = size >= 3 && memcmp(one, "\x1b[K", 3) == 0;
  const size_t length = clear ? 3 : utf8_length(one);
  const bool upper = length == 2 && one[0] == '\xc2' && (unsigned char)one[1] < 0xa0;
  const bool control =
      ((unsigned char)one[0] < 0x20 && !strchr("\n\t\r", one[0])) || one[0] == 0x7f || !one[0];
  if (length && (clear || (!upper && !control))) {
    *taken = length;
    memcpy(out, one, length);
    return length;
  }
  *taken = 1;
  return (size_t)snprintf(out, 8, "\\x%02x", (unsigned)(unsigned char)one[0]);
}

static ssize_t send_on(void *cookie, const char *text, size_t size) {
  guarded *g = cookie;
  char out[4096];
  size_t used = 0, at = 0;
  while (at < size || g->count) {
    char one[2 * HELD + 1];
    const size_t before = g->count, more = size - at < HELD ? size - at : HELD;
    memcpy(one, g->held, before);
    memcpy(one + before, text + at, more);
    const size_t there = before + more;
    if (there < expected((unsigned char)one[0]) && at + more == size && before < HELD) {
      memcpy(g->held, one, there); /* the rest may come with the next */
      g->count = there;
      if (there == before && more == 0) break;
      at = size;
      break;
    }
    size_t taken;
    used += show(one, there, out + used, &taken);
    if (taken >= before) {
      at += taken - before;
      g->count = 0;
    } else {
      memmove(g->held, g->held + taken, before - taken);
      g->count = before - taken;
    }
    if (used + 8 > sizeof out) {
      if (!file_put(g->file, out, used)) return 0;
      used = 0;
    }
  }
  return file_put(g->file, out, used) ? (ssize_t)size : 0;
}

/* Where a program is started without them, its first files would take their numbers, and words
 * meant for a terminal would end in a table. Reading and writing fails as before. */
static void hold_standard_files(void) {
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
    if (fcntl(file, F_GETFD) >= 0) continue;
    if (open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file) return;
  }
}

void terminal_guard(void) {
  hold_standard_files();
  const cookie_io_functions_t functions = {.write = send_on};
  FILE *output = fopencookie(&streams[0], "w", functions);
  FILE *errors = fopencookie(&streams[1], "w", functions);
  if (output) {
    setvbuf(output, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
    stdout = output;
  }
  if (errors) {
    setvbuf(errors, NULL, _IONBF, 0);
    stderr = errors;
  }
}
