#include "text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

lash_status text_open(text *t, const char *file, lash_error *error) {
  t->line = 0;
  t->count = 0;
  lash_status status = file_open(file, &t->in, error);
  t->file = t->in ? strdup(file) : NULL;
  if (t->in && !t->file) status = lash_fail(error, LASH_FAILURE, "out of memory");
  if (!t->file) text_close(t);
  return status;
}

void text_close(text *t) {
  if (t->in) fclose(t->in);
  free(t->file);
  t->in = NULL;
  t->file = NULL;
}

lash_status text_fail(const text *t, lash_error *error, const char *format, ...) {
  char message[LASH_MESSAGE_MAX / 2];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  return lash_fail(error, LASH_BAD_INPUT, "%s:%ld: %s", t->file, t->line, message);
}

/* The line as it stands, comments and blanks included, without the line feed. */
static lash_status read_line(text *t, bool *more, lash_error *error) {
  *more = fgets(t->buffer, sizeof t->buffer, t->in) != NULL;
  if (!*more) {
    if (ferror(t->in)) return lash_fail(error, LASH_FAILURE, "cannot read %s", t->file);
    return LASH_OK;
  }
  t->line++;
  size_t length = strcspn(t->buffer, "\r\n");
  if (strlen(t->buffer) + 1 == sizeof t->buffer && t->buffer[length] == '\0')
    return text_fail(t, error, "the line is longer than %d characters", TEXT_LINE - 2);
  t->buffer[length] = '\0';
  return LASH_OK;
}

lash_status text_next(text *t, const char *also, bool *more, lash_error *error) {
  char separators[16];
  snprintf(separators, sizeof separators, " \t%s", also ? also : "");
  t->count = 0;
  while (t->count == 0) {
    lash_status status = read_line(t, more, error);
    if (status != LASH_OK || !*more) return status;
    t->buffer[strcspn(t->buffer, "#")] = '\0';
    char *rest = NULL;
    for (char *word = strtok_r(t->buffer, separators, &rest); word;
         word = strtok_r(NULL, separators, &rest)) {
      if (t->count == TEXT_WORDS)
        return text_fail(t, error, "more than %d words on a line", TEXT_WORDS);
      t->word[t->count++] = word;
    }
  }
  return LASH_OK;
}

lash_status text_number(const text *t, size_t index, const char *what, double *value,
                        lash_error *error) {
  if (index >= t->count) return text_fail(t, error, "%s is missing", what);
  if (!lash_parse_number(t->word[index], value))
    return text_fail(t, error, "%s must be a number, not '%s'", what, t->word[index]);
  return LASH_OK;
}

lash_status text_integer(const text *t, size_t index, const char *what, int *value,
                         lash_error *error) {
  double number;
  lash_status status = text_number(t, index, what, &number, error);
  if (status != LASH_OK) return status;
  if (!(number >= 0 && number <= 1e9 && number == (double)(int)number))
    return text_fail(t, error, "%s must be a whole number >= 0, not '%s'", what, t->word[index]);
  *value = (int)number;
  return LASH_OK;
}
