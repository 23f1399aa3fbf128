/* The points of SPLINE/…, FILE=: rows of numbers, in a plain file or in a block of a property file.
 *
 *   [BLOCK]        begins a block; BLOCK= names the one to read, else the first with numbers is
 *   (Z_DATA)       what follows is the z of each curve, until (XY_DATA)
 *   {x y}          a heading, $ or ! a comment, KEY = 'value' a remark: skipped
 *   0.5, 12.1      x and y, or x and one y for each curve of a family */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "files.h"
#include "finish.h"
#include "lash_array.h"
#include "paths.h"

typedef struct points {
  double *value;
  size_t count, capacity;
} points;

typedef struct spline_reader {
  finish_context *context;
  lash_spline_statement *spline;
  const char *path;
  int line;
  bool inside, z_data; /* in the block that is wanted; in its list of z */
  size_t columns;      /* of its rows */
  points rows, z;
  bool failed;
} spline_reader;

static void complain(spline_reader *r, const char *what) {
  if (!r->failed) finish_error(r->context, r->spline, "%.200s:%d: %s", r->path, r->line, what);
  r->failed = true;
}

static void keep(spline_reader *r, points *list, double value) {
  if (array_room(&list->value, &list->capacity, list->count, sizeof value)) {
    list->value[list->count++] = value;
    return;
  }
  finish_no_memory(r->context, r->spline);
  r->failed = true;
}

static bool same_block(const char *text, size_t length, const char *name) {
  while (length && isspace((unsigned char)*text)) text++, length--;
  while (length && isspace((unsigned char)text[length - 1])) length--;
  return length == strlen(name) && strncasecmp(text, name, length) == 0;
}

/* "[NAME]": is it the block that is wanted? Without BLOCK the first with numbers is. */
static void enter_block(spline_reader *r, const char *text) {
  const char *close = strchr(text, ']');
  const size_t length = close ? (size_t)(close - text - 1) : strlen(text) - 1;
  r->z_data = false;
  if (r->spline->block)
    r->inside = same_block(text + 1, length, r->spline->block);
  else if (r->rows.count)
    r->inside = false;
}

static void read_row(spline_reader *r, const char *text) {
  size_t columns = 0;
  while (*text) {
    const char *end;
    const double value = lash_read_number(text, &end);
    if (end == text || !isfinite(value)) {
      complain(r, "this is not a row of numbers");
      return;
    }
    keep(r, r->z_data ? &r->z : &r->rows, value);
    columns++;
    text = end + strspn(end, " \t,;\r");
  }
  if (r->z_data) return;
  if (!r->columns) r->columns = columns;
  if (columns < 2 || columns != r->columns) complain(r, "a row has x and a y for each curve");
}

static void read_line(spline_reader *r, const char *text) {
  text += strspn(text, " \t\r");
  if (!*text || strchr("$!#", *text)) return;
  if (*text == '[') {
    enter_block(r, text);
  } else if (*text == '(') {
    r->z_data = strncasecmp(text, "(Z_DATA", 7) == 0;
  } else if (r->inside && *text != '{' && !isalpha((unsigned char)*text)) {
    read_row(r, text);
  }
}

static void read_lines(spline_reader *r, char *text) {
  r->inside = !r->spline->block;
  for (char *line = text; line && !r->failed;) {
    char *end = strchr(line, '\n');
    if (end) *end = '\0';
    r->line++;
    read_line(r, line);
    line = end ? end + 1 : NULL;
  }
}

/* Rows to x, then y curve after curve. */
static void take_points(spline_reader *r) {
  lash_spline_statement *spline = r->spline;
  const size_t n = r->columns ? r->rows.count / r->columns : 0;
  const size_t curves = r->columns ? r->columns - 1 : 0;
  if (!n) {
    finish_error(r->context, spline, "%.200s has no numbers%s%s; check FILE and BLOCK", r->path,
                 spline->block ? " in the block " : "", spline->block ? spline->block : "");
    return;
  }
  if (r->z.count != (curves > 1 ? curves : 0) && !(curves == 1 && r->z.count == 1)) {
    finish_error(r->context, spline,
                 "%.200s has %zu curves and %zu values of z; (Z_DATA) gives one "
                 "for each curve of a family",
                 r->path, curves, r->z.count);
    return;
  }
  double *x = arena_alloc(r->context->model->arena, n * sizeof *x);
  double *y = arena_alloc(r->context->model->arena, n * curves * sizeof *y);
  double *z = arena_alloc(r->context->model->arena, (curves + 1) * sizeof *z);
  if (!x || !y || !z) {
    finish_no_memory(r->context, spline);
    return;
  }
  for (size_t k = 0; k < n; k++) {
    x[k] = r->rows.value[k * r->columns];
    for (size_t c = 0; c < curves; c++) y[c * n + k] = r->rows.value[k * r->columns + 1 + c];
  }
  if (curves > 1) memcpy(z, r->z.value, curves * sizeof *z);
  spline->x = (lash_numbers){n, x};
  spline->y = (lash_numbers){n * curves, y};
  spline->z = (lash_numbers){curves > 1 ? curves : 0, z};
  finish_spline_points(r->context, spline);
}

void finish_spline_file(finish_context *context, lash_spline_statement *spline) {
  if (spline->channel) {
    finish_unsupported(context, spline,
                       "CHANNEL of a time-history file is not read; write the points as rows of "
                       "text, or name a ROUTINE that reads them");
    return;
  }
  if (spline->routine) return; /* is called when the system is made */
  char *path = path_beside(context->model->file, spline->file), *text = NULL;
  lash_error error;
  if (file_read(path, &text, NULL, &error) != LASH_OK) {
    finish_error(context, spline, "FILE: %s", error.message);
  } else {
    spline_reader r = {.context = context, .spline = spline, .path = path};
    read_lines(&r, text);
    if (!r.failed) take_points(&r);
    free(r.rows.value);
    free(r.z.value);
  }
  free(text);
  free(path);
}
