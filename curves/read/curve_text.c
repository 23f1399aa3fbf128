/* Tables as text, whoever wrote them: which sign stands between cells, which mark is decimal, where
 * the headings are. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "axis.h"
#include "csv.h"
#include "curve_set.h"
#include "curve_unit.h"

/* The file in cells. */
typedef struct grid {
  const char *path;
  char delimiter; /* ' ': any number of blanks or tabs */
  bool comma;     /* decimal commas */
  char **cell;
  size_t cells, cell_room;
  size_t *start; /* of each row in the cells; one more than rows */
  long *line;    /* of each row, from 1 */
  size_t rows, row_room;
} grid;

static size_t width(const grid *g, size_t row) { return g->start[row + 1] - g->start[row]; }
static char *cell_at(const grid *g, size_t row, size_t c) { return g->cell[g->start[row] + c]; }

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for a table");
}

/* -------------------------------------------------------------------------------------- numbers */

/* The number that a whole cell is, blanks around it left aside. Fortran's D is an exponent too. */
static bool number_of(const char *text, bool comma, double *value) {
  char room[64];
  while (isspace((unsigned char)*text)) text++;
  size_t length = strlen(text);
  while (length && isspace((unsigned char)text[length - 1])) length--;
  if (!length || length >= sizeof room) return false;
  memcpy(room, text, length);
  room[length] = '\0';
  for (char *c = room; *c; c++) {
    if (*c == 'D' || *c == 'd') *c = 'E';
    if (comma && *c == '.') return false;
    if (comma && *c == ',') *c = '.';
  }
  const char *end;
  *value = lash_read_number(room, &end);
  return end != room && !*end;
}

static bool is_empty(const char *text) { return text[strspn(text, " \t\r")] == '\0'; }

static bool is_number(const char *text, bool comma) {
  double ignored;
  return number_of(text, comma, &ignored);
}

/* ------------------------------------------------------------------------------------ delimiter */

/* A spreadsheet's "sep=;" is none of the rows either. */
static bool is_comment(const char *line) {
  return *line == '#' || *line == '%' || *line == '!' || strncmp(line, "//", 2) == 0 ||
         strncmp(line, "sep=", 4) == 0;
}

/* The first line that begins with a number; the first that is no comment where none does. */
static const char *typical_line(const char *text, bool *numeric) {
  const char *first = NULL;
  for (const char *at = text; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
    const char *begin = at + strspn(at, " \t\""), *end;
    if (is_comment(begin) || !*begin || strchr("\r\n", *begin)) continue;
    if (!first) first = at;
    lash_read_number(begin, &end);
    if (end != begin && (!*end || strchr(" \t\",;\r\n", *end))) return *numeric = true, at;
  }
  *numeric = false;
  return first;
}

static size_t count_outside_quotes(const char *line, size_t length, char sign) {
  size_t count = 0;
  bool quoted = false;
  for (size_t i = 0; i < length; i++) {
    quoted ^= line[i] == '"';
    count += !quoted && line[i] == sign;
  }
  return count;
}

/* "0,5 1,25": commas are decimal there, blanks part the cells. */
static bool blanks_with_commas(const char *line, size_t length) {
  char room[512];
  size_t words = 0;
  if (length >= sizeof room) return false;
  memcpy(room, line, length);
  room[length] = '\0';
  for (char *rest = room, *word; (word = strtok_r(rest, " \t\r", &rest)); words++) {
    if (!is_number(word, true)) return false;
  }
  return words > 1;
}

static bool single_number(const char *line, size_t length) {
  const char *end = line + length;
  while (line < end && isspace((unsigned char)*line)) line++;
  while (line < end && !isspace((unsigned char)*line)) line++;
  while (line < end && isspace((unsigned char)*line)) line++;
  return line == end;
}

static char delimiter_of(const char *text) {
  bool numeric;
  const char *line = typical_line(text, &numeric);
  if (!line) return ',';
  const size_t length = strcspn(line, "\n");
  const size_t commas = count_outside_quotes(line, length, ','),
               tabs = count_outside_quotes(line, length, '\t'),
               semicolons = count_outside_quotes(line, length, ';');
  if (!numeric)
    return commas >= tabs && commas >= semicolons ? ',' : tabs > semicolons ? '\t' : ';';
  if (tabs) return '\t';
  if (semicolons) return ';';
  if (commas) return blanks_with_commas(line, length) ? ' ' : ',';
  return single_number(line, length) ? ',' : ' '; /* "time (s)" above one column is one heading */
}

/* ---------------------------------------------------------------------------------------- cells */

static bool push_cell(grid *g, char *cell) {
  if (g->cells == g->cell_room) {
    g->cell_room = g->cell_room ? 2 * g->cell_room : 256;
    char **more = realloc(g->cell, g->cell_room * sizeof *more);
    if (!more) return false;
    g->cell = more;
  }
  g->cell[g->cells++] = cell;
  return true;
}

/* Begins a row at the present cell. */
static bool push_row(grid *g, long line) {
  if (g->rows + 2 > g->row_room) {
    g->row_room = g->row_room ? 2 * g->row_room : 64;
    size_t *start = realloc(g->start, g->row_room * sizeof *start);
    if (start) g->start = start;
    long *lines = start ? realloc(g->line, g->row_room * sizeof *lines) : NULL;
    if (!lines) return false;
    g->line = lines;
  }
  g->line[g->rows] = line;
  g->start[g->rows++] = g->cells;
  g->start[g->rows] = g->cells;
  return true;
}

/* Cuts off a cell that ends at blanks. */
static char *blank_cell(char **at, bool *last) {
  char *cell = *at, *end = cell + strcspn(cell, " \t\r\n"), *next = end + strspn(end, " \t\r");
  *last = *next == '\n' || !*next;
  *at = *next == '\n' ? next + 1 : next;
  *end = '\0';
  return cell;
}

/* Ends of lines in a quoted cell. */
static long lines_in_quotes(const char *cell) {
  long count = 0;
  if (*cell != '"') return 0;
  for (const char *c = cell + 1; *c && (*c != '"' || c[1] == '"'); c += 1 + (*c == '"'))
    count += *c == '\n';
  return count;
}

static lash_status split(grid *g, char *text, lash_error *error) {
  char *at = text;
  long line = 1;
  while (*at) {
    const bool blanks = g->delimiter == ' ';
    char *begin = at + strspn(at, " \t");
    if (is_comment(begin) || *begin == '\n' || strncmp(begin, "\r\n", 2) == 0) {
      at = begin + strcspn(begin, "\n");
      at += *at == '\n';
      line++;
      continue;
    }
    if (blanks) at = begin;
    if (!push_row(g, line)) return no_memory(error);
    for (bool last = false; !last;) {
      line += blanks ? 0 : lines_in_quotes(at);
      if (!push_cell(g, blanks ? blank_cell(&at, &last) : csv_cell(&at, g->delimiter, &last)))
        return no_memory(error);
    }
    line++;
    g->start[g->rows] = g->cells;
  }
  return LASH_OK;
}

/* Cells that are empty in every row, behind the last that is not: a sign too many at the ends of
 * lines. */
static void drop_empty_columns(grid *g) {
  size_t columns = 0, kept = 0;
  for (size_t r = 0; r < g->rows; r++) {
    for (size_t c = columns; c < width(g, r); c++) {
      if (!is_empty(cell_at(g, r, c))) columns = c + 1;
    }
  }
  for (size_t r = 0; r < g->rows; r++) {
    const size_t from = g->start[r], end = g->start[r + 1];
    g->start[r] = kept;
    for (size_t c = from; c < end && c - from < columns; c++) g->cell[kept++] = g->cell[c];
  }
  if (g->rows) g->start[g->rows] = kept;
}

/* ------------------------------------------------------------------------------------- decimals */

/* With another sign between cells, a comma in a number is decimal: in all of them or in none. */
static lash_status find_decimal_mark(grid *g, lash_error *error) {
  long point = 0, comma = 0;
  if (g->delimiter == ',') return LASH_OK;
  for (size_t r = 0; r < g->rows; r++) {
    for (size_t c = 0; c < width(g, r); c++) {
      const char *text = cell_at(g, r, c);
      if (!comma && strchr(text, ',') && is_number(text, true)) comma = g->line[r];
      if (!point && strchr(text, '.') && is_number(text, false)) point = g->line[r];
    }
  }
  g->comma = comma > 0;
  if (!comma || !point) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s:%ld: a decimal comma, but line %ld has a decimal point; use one of them",
                   g->path, comma, point);
}

/* ------------------------------------------------------------------------------------- headings */

/* Where the headings are, and where the numbers begin. */
typedef struct layout {
  size_t heading, first; /* rows; heading == first: there are none */
  bool units;            /* a row of units follows the headings */
  bool pairs;            /* WebPlotDigitizer: names of datasets, then X, Y, X, Y … */
} layout;

static bool is_pairs_row(const grid *g, size_t row) {
  const size_t n = width(g, row);
  for (size_t c = 0; c < n; c++) {
    const char *text = cell_at(g, row, c);
    if (strcasecmp(text + strspn(text, " "), c % 2 ? "Y" : "X") != 0) return false;
  }
  return n >= 2 && n % 2 == 0;
}

/* "[s]", "(N)" or "s", "mm/s": no longer than a unit, and no number; in brackets, or units all. */
static bool is_units_row(const grid *g, size_t row) {
  bool bracket = false, known = row > 0 && width(g, row - 1) == width(g, row);
  double factor;
  for (size_t c = 0; c < width(g, row); c++) {
    const char *text = cell_at(g, row, c);
    if (is_number(text, g->comma) || strlen(text) > 16) return false;
    bracket |= *text == '[' || *text == '(';
    known &= curve_unit_is(text, text, &factor);
  }
  return bracket || known;
}

/* A title that a spreadsheet has filled up with empty cells is no row of headings. */
static bool is_full(const grid *g, size_t row) {
  for (size_t c = 0; c < width(g, row); c++) {
    if (is_empty(cell_at(g, row, c))) return false;
  }
  return true;
}

/* What stands above the numbers, with as many cells as they have; titles are left aside. */
static layout find_layout(const grid *g) {
  size_t first = 0;
  while (first < g->rows && !is_number(cell_at(g, first, 0), g->comma)) first++;
  if (first == 0) return (layout){0, 0, false, false};
  if (first >= 2 && first < g->rows && is_pairs_row(g, first - 1))
    return (layout){first - 2, first, false, true};
  if (first >= 2 && first < g->rows && is_units_row(g, first - 1))
    return (layout){first - 2, first, true, false};
  if (first == g->rows || (width(g, 0) == width(g, first) && is_full(g, 0)))
    return (layout){0, 1, false, false};
  size_t heading = first;
  for (size_t r = 0; r < first; r++) {
    if (width(g, r) == width(g, first)) heading = r;
  }
  if (heading == first) heading = first - 1; /* told as a row of the wrong length */
  return (layout){heading, first, false, false};
}

/* --------------------------------------------------------------------------------------- tables */

static char *heading_text(const grid *g, const layout *l, size_t c) {
  char room[200];
  if (l->heading == l->first) {
    static const char *const plain[] = {"x", "y"};
    if (width(g, l->first) == 2) return strdup(plain[c]);
    snprintf(room, sizeof room, "c%zu", c + 1);
    return strdup(room);
  }
  const char *name = cell_at(g, l->heading, c);
  name += strspn(name, " \t");
  size_t length = strlen(name);
  while (length && isspace((unsigned char)name[length - 1])) length--;
  if (!l->units) return strndup(name, length);
  const char *unit = cell_at(g, l->heading + 1, c);
  unit += strspn(unit, " [(");
  const int units = (int)strcspn(unit, " ])");
  snprintf(room, sizeof room, units ? "%.*s (%.*s)" : "%.*s", (int)length, name, units, unit);
  return strdup(room);
}

/* What may be the matter with a row of another length than its headings. */
static const char *advice_on(const grid *g, size_t cells, size_t columns) {
  if (cells < columns) return "; was the run broken off?";
  if (g->delimiter == ',' && cells == 2 * columns)
    return "; decimal commas want another sign between cells, a semicolon for instance";
  return "";
}

static lash_status check_widths(const grid *g, const layout *l, lash_error *error) {
  const size_t from = l->pairs ? l->heading : l->first; /* names of datasets are cells too */
  const size_t columns = g->rows ? width(g, l->pairs ? l->first - 1 : l->heading) : 0;
  for (size_t r = from; r < g->rows; r++) {
    if (width(g, r) == columns) continue;
    return lash_fail(error, LASH_BAD_INPUT, "%s:%ld: %zu cells under %zu headings%s", g->path,
                     g->line[r], width(g, r), columns, advice_on(g, width(g, r), columns));
  }
  return LASH_OK;
}

/* A column as numbers. Words among numbers are a mistake, unless people only look. */
static lash_status fill_column(const grid *g, const layout *l, size_t c, bool lenient,
                               curve_table *t, lash_error *error) {
  double *x = malloc((t->rows + 1) * sizeof *x);
  size_t given = 0;
  if (!x) return no_memory(error);
  for (size_t r = 0; r < t->rows; r++) {
    const char *text = cell_at(g, l->first + r, c);
    x[r] = NAN;
    if (is_empty(text)) continue;
    if (number_of(text, g->comma, &x[r])) {
      given++;
      continue;
    }
    free(x);
    if (lenient || given == 0) return LASH_OK; /* a column of words */
    return lash_fail(error, LASH_BAD_INPUT, "%s:%ld: '%.40s' under %s is no number", g->path,
                     g->line[l->first + r], text, t->heading[c]);
  }
  if (given)
    t->number[c] = x;
  else
    free(x);
  return LASH_OK;
}

static lash_status plain_table(curve_set *set, const grid *g, const layout *l, const char *name,
                               bool lenient, lash_error *error) {
  const size_t columns = g->rows ? width(g, l->heading) : 0;
  curve_table *t = curve_set_grow(set);
  if (!t) return no_memory(error);
  *t = (curve_table){.name = strdup(name), .columns = columns, .rows = g->rows - l->first};
  t->heading = calloc(columns + 1, sizeof *t->heading);
  t->number = calloc(columns + 1, sizeof *t->number);
  t->cell = calloc(t->rows * columns + 1, sizeof *t->cell);
  if (!t->name || !t->heading || !t->number || !t->cell) return no_memory(error);
  if (t->rows) memcpy(t->cell, g->cell + g->start[l->first], t->rows * columns * sizeof *t->cell);
  lash_status status = LASH_OK;
  for (size_t c = 0; c < columns && status == LASH_OK; c++) {
    t->heading[c] = heading_text(g, l, c);
    status = t->heading[c] ? fill_column(g, l, c, lenient, t, error) : no_memory(error);
    lenient |= !t->number[0]; /* a table of words, whatever numbers are among them */
  }
  if (status != LASH_OK || lenient) return status;
  for (size_t r = 0; r < t->rows; r++) {
    if (isnan(t->number[0][r]))
      return lash_fail(error, LASH_BAD_INPUT, "%s:%ld: the first column, %s, is empty here",
                       g->path, g->line[l->first + r], t->heading[0]);
  }
  return curve_check_order(t, g->path, g->line + l->first, error);
}

typedef struct point {
  double x, y;
} point;

static int by_x(const void *a, const void *b) {
  const double p = ((const point *)a)->x, q = ((const point *)b)->x;
  return p < q ? -1 : p > q;
}

/* Points of a dataset, in the order of x, not in that of clicks. */
static lash_status points_of(const grid *g, const layout *l, size_t c, point *points, size_t *count,
                             lash_error *error) {
  for (size_t r = l->first; r < g->rows; r++) {
    const char *x = cell_at(g, r, c), *y = cell_at(g, r, c + 1);
    if (is_empty(x) && is_empty(y)) continue;
    point *p = &points[(*count)++];
    const char *wrong = !number_of(x, g->comma, &p->x)   ? x
                        : !number_of(y, g->comma, &p->y) ? y
                                                         : NULL;
    if (!wrong) continue;
    return lash_fail(error, LASH_BAD_INPUT, "%s:%ld: '%.40s' in dataset %s is no number", g->path,
                     g->line[r], wrong, cell_at(g, l->heading, c));
  }
  qsort(points, *count, sizeof *points, by_x);
  return LASH_OK;
}

static lash_status pair_table(curve_set *set, const grid *g, const layout *l, size_t c,
                              lash_error *error) {
  const char *name = cell_at(g, l->heading, c);
  char fallback[32];
  size_t count = 0;
  point *points = calloc(g->rows + 1, sizeof *points);
  curve_table *t = points ? curve_set_grow(set) : NULL;
  lash_status status = t ? points_of(g, l, c, points, &count, error) : no_memory(error);
  snprintf(fallback, sizeof fallback, "dataset %zu", c / 2 + 1);
  if (is_empty(name)) name = fallback;
  if (status == LASH_OK) status = curve_table_make(t, name, 2, count, error);
  if (status == LASH_OK) {
    t->heading[0] = strdup("x"), t->heading[1] = strdup(name);
    if (!t->heading[0] || !t->heading[1]) status = no_memory(error);
    for (size_t r = 0; r < count; r++) t->number[0][r] = points[r].x, t->number[1][r] = points[r].y;
  }
  free(points);
  return status;
}

/* A file of its own is there for its numbers. */
static lash_status check_numbers(const grid *g, const layout *l, const curve_table *t,
                                 lash_error *error) {
  const long line = g->line[l->heading];
  if (!t->rows)
    return lash_fail(error, LASH_BAD_INPUT, "%s:%ld: headings, but no rows", g->path, line);
  for (size_t c = 0; c < t->columns; c++) {
    if (t->number[c]) return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s:%ld: no column of numbers here; commas, semicolons, tabs or blanks stand "
                   "between cells, and nothing between thousands",
                   g->path, line);
}

lash_status curve_text_read(curve_set *set, const char *path, const char *name, char *text,
                            const curve_reading *how, lash_error *error) {
  static const char mark[] = "\xef\xbb\xbf"; /* that it is UTF-8, as some programs put first */
  char *begin = strncmp(text, mark, 3) == 0 ? text + 3 : text;
  grid g = {.path = path, .delimiter = delimiter_of(begin)};
  lash_status status = LASH_OK;
  if (begin[strspn(begin, " \t\r\n")] == '{')
    status =
        lash_fail(error, LASH_BAD_INPUT,
                  "%s:1: this is JSON, not a table; WebPlotDigitizer writes CSV by File, Export "
                  "all data",
                  path);
  if (status == LASH_OK) status = split(&g, begin, error);
  if (status == LASH_OK) drop_empty_columns(&g);
  if (status == LASH_OK) status = find_decimal_mark(&g, error);
  const layout l = status == LASH_OK && g.rows ? find_layout(&g) : (layout){0, 0, false, false};
  if (status == LASH_OK && !g.rows && !how->lenient)
    status = lash_fail(error, LASH_BAD_INPUT, "%s:1: there is no table in this file", path);
  if (status == LASH_OK) status = check_widths(&g, &l, error);
  if (status == LASH_OK && l.pairs) {
    for (size_t c = 0; c < width(&g, l.first) && status == LASH_OK; c += 2)
      status = pair_table(set, &g, &l, c, error);
  } else if (status == LASH_OK) {
    status = plain_table(set, &g, &l, name, how->lenient, error);
    if (status == LASH_OK && !how->lenient && !how->of_folder)
      status = check_numbers(&g, &l, &set->table[set->tables - 1], error);
    if (status == LASH_OK) set->table[set->tables - 1].text = text, text = NULL;
  }
  free(text);
  free(g.cell), free(g.start), free(g.line);
  return status;
}
