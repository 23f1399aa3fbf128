/* Adams' request file as text: three lines of title, then the time of a step alone on its line and
 * a line of numbers for each request. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curve_set.h"

enum { TITLE_LINES = 3, COLUMNS = 8, NUMBERS_MAX = 16 };

typedef struct requests {
  const char *path;
  long line;
  char *at; /* what is left of the text */
  size_t count;
  lash_error *error;
} requests;

/* Numbers of the next line that has any; 0 at the end. Negative: a word is among them. */
static int next_numbers(requests *r, double number[NUMBERS_MAX]) {
  while (*r->at) {
    char *line = r->at, *end = line + strcspn(line, "\n");
    int found = 0;
    r->at = *end ? end + 1 : end;
    *end = '\0';
    r->line++;
    for (const char *at = line + strspn(line, " \t\r"), *next; *at;
         at = next + strspn(next, " \t\r")) {
      const double value = lash_read_number(at, &next);
      if (next == at || found == NUMBERS_MAX) return -1;
      number[found++] = value;
    }
    if (found) return found;
  }
  return 0;
}

static lash_status fail_at(const requests *r, const char *words) {
  return lash_fail(r->error, LASH_BAD_INPUT, "%s:%ld: %s", r->path, r->line, words);
}

static lash_status read_title(requests *r) {
  for (int i = 0; i < TITLE_LINES; i++) {
    char *line = r->at, *end = line + strcspn(line, "\n");
    if (!*line) return fail_at(r, "the title of three lines is not whole");
    r->at = *end ? end + 1 : end;
    *end = '\0';
    r->line++;
    if (i == 0 && !strstr(line, "A.R"))
      return fail_at(r, "no request file of Adams begins like this (A.R3 is missing)");
    if (i != TITLE_LINES - 1) continue;
    const long count = strtol(line, NULL, 10);
    if (count < 1 || count > 1000000) return fail_at(r, "how many requests are there?");
    r->count = (size_t)count;
  }
  return LASH_OK;
}

/* Which of f1 … f8 a line of so many numbers holds: with the request's id before them or not; six
 * are those without the magnitudes. */
static const int *layout_of(int numbers, size_t *count, bool *id) {
  static const int all[COLUMNS] = {1, 2, 3, 4, 5, 6, 7, 8}, six[6] = {2, 3, 4, 6, 7, 8};
  *id = numbers == COLUMNS + 1 || numbers == 7;
  *count = (size_t)(numbers - *id);
  return *count == COLUMNS ? all : *count == 6 ? six : NULL;
}

static lash_status begin_tables(const requests *r, curve_set *set, const double *first,
                                int numbers) {
  size_t count;
  bool id;
  const int *columns = layout_of(numbers, &count, &id);
  if (!columns)
    return fail_at(r, "a request has 6 or 8 numbers, with or without its id before them");
  for (size_t i = 0; i < r->count; i++) {
    char name[48];
    curve_table *t = curve_set_grow(set);
    if (!t) return lash_fail(r->error, LASH_FAILURE, "out of memory");
    const int number = id && i == 0 ? (int)first[0] : (int)i + 1;
    snprintf(name, sizeof name, "request_%d", number);
    const lash_status status = curve_table_make(t, name, count + 1, 0, r->error);
    if (status != LASH_OK) return status;
    t->owner = (curve_owner){strdup("Request"), NULL, number};
    t->heading[0] = strdup("time");
    for (size_t c = 0; c < count; c++) {
      snprintf(name, sizeof name, "f%d", columns[c]);
      t->heading[c + 1] = strdup(name);
    }
  }
  return LASH_OK;
}

static lash_status add_row(const requests *r, curve_table *t, double time, const double *numbers,
                           size_t *room) {
  if (t->rows == *room) {
    const size_t more = *room ? 2 * *room : 64;
    for (size_t c = 0; c < t->columns; c++) {
      double *grown = realloc(t->number[c], (more + 1) * sizeof *grown);
      if (!grown) return lash_fail(r->error, LASH_FAILURE, "out of memory for %s", r->path);
      t->number[c] = grown;
    }
    *room = more;
  }
  t->number[0][t->rows] = time;
  for (size_t c = 1; c < t->columns; c++) t->number[c][t->rows] = numbers[c - 1];
  t->rows++;
  return LASH_OK;
}

static lash_status read_step(requests *r, curve_set *set, double time, int *numbers, size_t *room) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < r->count && status == LASH_OK; i++) {
    double number[NUMBERS_MAX];
    const int found = next_numbers(r, number);
    if (found < 0) return fail_at(r, "something here is no number");
    if (found == 0) return fail_at(r, "the last step is not whole; was it broken off?");
    if (!*numbers) {
      status = begin_tables(r, set, number, found);
      *numbers = found;
    } else if (found != *numbers) {
      return fail_at(r, "not as many numbers as the requests before");
    }
    if (status != LASH_OK) return status;
    size_t count;
    bool id;
    layout_of(found, &count, &id);
    curve_table *t = &set->table[set->tables - r->count + i];
    if (id && t->rows == 0 && t->owner.id != (int)number[0]) {
      char name[48];
      snprintf(name, sizeof name, "request_%d", t->owner.id = (int)number[0]);
      free(t->name);
      t->name = strdup(name);
    }
    if (id && t->owner.id != (int)number[0])
      return fail_at(r, "requests in another order than before");
    status = add_row(r, t, time, number + id, &room[i]);
  }
  return status;
}

lash_status curve_req_read(curve_set *set, const char *path, char *text, lash_error *error) {
  requests r = {.path = path, .at = text, .error = error};
  double number[NUMBERS_MAX], before = 0;
  int numbers = 0, found = 0;
  lash_status status = read_title(&r);
  size_t *room = status == LASH_OK ? calloc(r.count, sizeof *room) : NULL;
  if (status == LASH_OK && !room) status = lash_fail(error, LASH_FAILURE, "out of memory");
  while (status == LASH_OK && (found = next_numbers(&r, number)) != 0) {
    if (found != 1)
      status = fail_at(&r, found < 0 ? "something here is no number"
                                     : "the time of a step stands alone on its line");
    else if (numbers && number[0] < before)
      status = fail_at(&r, "time goes back");
    else
      status = read_step(&r, set, before = number[0], &numbers, room);
  }
  if (status == LASH_OK && !numbers) status = fail_at(&r, "there are no steps in it");
  free(room);
  free(text);
  return status;
}
