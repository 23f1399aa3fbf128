/* Cuts a dataset or command file into statements. */
#include "source.h"

#include <stdlib.h>
#include <string.h>

#include "lash_array.h"

void source_start(source *from, const char *text, size_t size) {
  *from = (source){.text = text, .size = size, .line = 1};
}

static size_t line_end(const source *from) {
  const char *end = memchr(from->text + from->at, '\n', from->size - from->at);
  return end ? (size_t)(end - from->text) : from->size;
}

static void next_line(source *from, size_t end) {
  from->at = end < from->size ? end + 1 : end;
  from->line++;
  from->line_start = from->at;
}

bool source_line(source *from, const char **line, size_t *length) {
  if (from->at >= from->size) return false;
  size_t end = line_end(from), stop = end;
  while (stop > from->at && from->text[stop - 1] == '\r') stop--;
  *line = from->text + from->at;
  *length = stop - from->at;
  next_line(from, end);
  return true;
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\0'; }

/* Where the statement text of this line ends: at a comment, a semicolon or the line's end. A quote
 * that is not closed on its line (12" pipe) is an ordinary character. */
static size_t content_end(const char *text, size_t start, size_t end) {
  for (size_t i = start; i < end; i++) {
    char c = text[i];
    if (c == '!' || c == ';') return i;
    if (c != '"' && c != '\'') continue;
    const char *close = memchr(text + i + 1, c, end - i - 1);
    if (close) i = (size_t)(close - text);
  }
  return end;
}

/* "! adams_view_name='crank'": the name of the statement that follows. Another comment in between
 * (a statement commented out, say) takes it away again. */
static void note_view_name(source *from, size_t start, size_t end) {
  static const char key[] = "adams_view_name";
  const size_t key_length = sizeof key - 1;
  const char *text = from->text;
  while (start < end && (blank(text[start]) || text[start] == '!')) start++;
  if (start == end) return;
  from->view_name = NULL;
  if (end - start < key_length || strncmp(text + start, key, key_length) != 0) return;
  const char *open = memchr(text + start, '\'', end - start);
  if (!open) return;
  open++;
  const char *close = memchr(open, '\'', (size_t)(text + end - open));
  if (!close) return;
  from->view_name = open;
  from->view_name_length = (size_t)(close - open);
}

/* Skips blanks, empty statements and comments; leaves `at` on the first character of content. */
static bool skip_to_content(source *from) {
  while (from->at < from->size) {
    char c = from->text[from->at];
    if (c == '!') {
      size_t end = line_end(from);
      note_view_name(from, from->at, end);
      next_line(from, end);
    } else if (c == '\n') {
      next_line(from, from->at);
    } else if (blank(c) || c == ';') {
      from->at++;
    } else {
      return true;
    }
  }
  return false;
}

static bool reserve(source_statement *s, size_t more) {
  if (s->length + more + 1 > s->capacity) {
    size_t capacity = 2 * (s->length + more + 64);
    char *text = realloc(s->text, capacity);
    if (!text) return false;
    s->text = text;
    s->capacity = capacity;
  }
  return array_room(&s->piece, &s->piece_capacity, s->piece_count, sizeof *s->piece);
}

/* Appends one line's content; control characters become blanks. */
static bool append(source_statement *s, const source *from, size_t start, size_t end) {
  if (!reserve(s, end - start)) return false;
  s->piece[s->piece_count++] =
      (lash_piece){s->length, from->line, (int)(start - from->line_start) + 1};
  for (size_t i = start; i < end; i++) {
    char c = from->text[i];
    s->text[s->length++] = (unsigned char)c < ' ' ? ' ' : c;
  }
  s->text[s->length] = '\0';
  return true;
}

static void trim(source_statement *s, size_t start) {
  while (s->length > start && s->text[s->length - 1] == ' ') s->length--;
  s->text[s->length] = '\0';
}

bool source_next(source *from, source_statement *s) {
  s->length = s->piece_count = 0;
  if (!skip_to_content(from)) return false;
  s->line = from->line;
  s->view_name = from->view_name;
  s->view_name_length = from->view_name_length;
  from->view_name = NULL;

  for (bool first = true, joined = false;; first = false) {
    size_t start = from->at, length = s->length;
    bool comma = !first && from->text[start] == ',';
    size_t stop = line_end(from), end = content_end(from->text, start, stop);
    if (!append(s, from, start, end)) {
      source_statement_free(s);
      from->no_memory = true;
      return false;
    }
    if (comma) s->text[length] = SOURCE_SOFT_COMMA;
    trim(s, length);
    joined = s->length > length && s->text[s->length - 1] == '&';
    if (joined) s->text[s->length - 1] = ' ';
    bool ended = end < stop && from->text[end] == ';';
    from->at = ended ? end + 1 : end;
    if (ended) return true;

    /* look at the next line; go back if it is not ours, so that its comments are read again */
    source saved = *from;
    from->view_name = NULL;
    if (!skip_to_content(from)) return true;
    if (!joined && (from->text[from->at] != ',' || from->line == saved.line)) {
      *from = saved;
      return true;
    }
    from->view_name = NULL;
  }
}

void source_statement_free(source_statement *s) {
  free(s->text);
  free(s->piece);
  *s = (source_statement){0};
}

void piece_where(const lash_piece *piece, size_t count, size_t offset, int *line, int *column) {
  size_t i = 0;
  while (i + 1 < count && piece[i + 1].offset <= offset) i++;
  *line = count ? piece[i].line : 0;
  *column = count ? piece[i].column + (int)(offset - piece[i].offset) : 0;
}
