/* Adams' results file as XML (XRF): a map of entities and components, then steps of numbers. */
#include <libxml/xmlreader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curve_set.h"
#include "paths.h"

typedef struct component {
  char *heading; /* "X (meter)" */
  size_t place;  /* of its number in a step, from 0 */
} component;

typedef struct entity {
  char *name;
  curve_owner owner;
  component *item;
  size_t count;
} entity;

typedef struct step {
  char type[32];
  long line;
  double *number;
} step;

typedef struct results {
  const char *path;
  xmlTextReader *reader;
  entity *entity;
  size_t entities, width; /* numbers in a step */
  step *step;
  size_t steps, room;
  char type[32]; /* of the step being read; "" outside of one */
  long line;     /* of the element being read: the parser itself is ahead of it */
  lash_error *error;
  lash_status status;
} results;

static lash_status fail_at(results *r, const char *message) {
  if (r->status != LASH_OK) return r->status;
  return r->status = lash_fail(r->error, LASH_BAD_INPUT, "%s:%ld: %s", r->path, r->line, message);
}

static lash_status no_memory(results *r) {
  if (r->status != LASH_OK) return r->status;
  return r->status = lash_fail(r->error, LASH_FAILURE, "out of memory for %s", r->path);
}

static char *attribute(results *r, const char *name) {
  xmlChar *found = xmlTextReaderGetAttribute(r->reader, (const xmlChar *)name);
  char *copy = found ? strdup((const char *)found) : NULL;
  xmlFree(found);
  return copy;
}

/* ------------------------------------------------------------------------------------ the map */

static void begin_entity(results *r) {
  entity *more = realloc(r->entity, (r->entities + 1) * sizeof *more);
  if (!more) {
    no_memory(r);
    return;
  }
  r->entity = more;
  entity *e = &more[r->entities++];
  char *id = attribute(r, "objectId");
  *e = (entity){.name = attribute(r, "name"),
                .owner = {.kind = attribute(r, "entType"),
                          .name = attribute(r, "entity"),
                          .id = id ? atoi(id) : 0}};
  free(id);
  if (!e->name) fail_at(r, "an Entity without a name");
}

static char *heading_of(const char *name, const char *unit) {
  const bool none = !unit || !*unit || strcmp(unit, "no_units") == 0;
  return none ? strdup(name) : path_format("%s (%s)", name, unit);
}

static void add_component(results *r) {
  if (!r->entities) {
    fail_at(r, "a Component outside of any Entity");
    return;
  }
  entity *e = &r->entity[r->entities - 1];
  char *name = attribute(r, "name"), *unit = attribute(r, "unitsValue"), *id = attribute(r, "id");
  const long place = id ? strtol(id, NULL, 10) : 0;
  component *more = realloc(e->item, (e->count + 1) * sizeof *more);
  if (more) e->item = more;
  char *heading = name ? heading_of(name, unit) : NULL;
  if (!name || place < 1 || place > 10000000)
    fail_at(r, "a Component needs a name and an id from 1 on");
  else if (!more || !heading)
    no_memory(r);
  if (r->status == LASH_OK) {
    e->item[e->count++] = (component){heading, (size_t)place - 1};
    if ((size_t)place > r->width) r->width = (size_t)place;
  } else {
    free(heading);
  }
  free(name), free(unit), free(id);
}

/* ------------------------------------------------------------------------------------ the steps */

static void begin_step(results *r) {
  char *type = attribute(r, "type");
  snprintf(r->type, sizeof r->type, "%s", type && *type ? type : "step");
  free(type);
  if (!r->width) fail_at(r, "a Step before the StepMap that says what its numbers are");
}

static void take_numbers(results *r, const char *text) {
  if (r->steps == r->room) {
    r->room = r->room ? 2 * r->room : 64;
    step *more = realloc(r->step, r->room * sizeof *more);
    if (!more) {
      no_memory(r);
      return;
    }
    r->step = more;
  }
  step *s = &r->step[r->steps];
  *s = (step){.line = r->line, .number = malloc(r->width * sizeof *s->number)};
  snprintf(s->type, sizeof s->type, "%s", r->type);
  if (!s->number) {
    no_memory(r);
    return;
  }
  r->steps++;
  size_t count = 0;
  for (const char *at = text + strspn(text, " \t\r\n"), *end; *at;
       at = end + strspn(end, " \t\r\n")) {
    const double number = lash_read_number(at, &end);
    char words[120];
    const size_t length = strcspn(at, " \t\r\n");
    if (end != at + length) {
      snprintf(words, sizeof words, "'%.*s' in a Step is no number", length < 40 ? (int)length : 40,
               at);
      fail_at(r, words);
      return;
    }
    if (count < r->width) s->number[count] = number;
    count++;
  }
  if (count == r->width) return;
  char words[120];
  snprintf(words, sizeof words, "a Step of %zu numbers, the StepMap names %zu; was it broken off?",
           count, r->width);
  fail_at(r, words);
}

static void on_node(results *r) {
  const int type = xmlTextReaderNodeType(r->reader);
  const char *name = (const char *)xmlTextReaderConstLocalName(r->reader);
  if (type == XML_READER_TYPE_ELEMENT) {
    r->line = xmlGetLineNo(xmlTextReaderCurrentNode(r->reader));
    if (strcmp(name, "Entity") == 0) begin_entity(r);
    if (strcmp(name, "Component") == 0) add_component(r);
    if (strcmp(name, "Step") == 0) begin_step(r);
  } else if (type == XML_READER_TYPE_TEXT && r->type[0]) {
    take_numbers(r, (const char *)xmlTextReaderConstValue(r->reader));
  } else if (type == XML_READER_TYPE_END_ELEMENT && strcmp(name, "Step") == 0) {
    r->type[0] = '\0';
  }
}

/* ------------------------------------------------------------------------------------- choosing */

static void list_types(const results *r, char *text, size_t size) {
  text[0] = '\0';
  for (size_t i = 0; i < r->steps; i++) {
    size_t count = 0;
    bool before = false;
    for (size_t k = 0; k < r->steps; k++) {
      if (strcmp(r->step[k].type, r->step[i].type) != 0) continue;
      before |= k < i;
      count++;
    }
    const size_t used = strlen(text);
    if (!before)
      snprintf(text + used, size - used, "%s%s %zu", used ? ", " : "", r->step[i].type, count);
  }
}

/* NULL: the file has none; then it is the first number of a step. */
static const component *time_of(const results *r) {
  for (size_t i = 0; i < r->entities; i++) {
    if (strcmp(r->entity[i].name, "time") == 0 && r->entity[i].count) return r->entity[i].item;
  }
  return NULL;
}

static size_t time_place(const results *r) {
  const component *time = time_of(r);
  return time ? time->place : 0;
}

/* Rows of the type that is wanted, in `row`. Where one simulation ends and the next begins, one row
 * stays. */
static size_t choose_steps(const results *r, const char *wanted, size_t *row) {
  const size_t time = time_place(r);
  const char *type = wanted ? wanted : r->step[r->steps - 1].type;
  size_t count = 0, start = r->steps;
  for (size_t i = 0; i < r->steps; i++) {
    const step *s = &r->step[i];
    if (!wanted && !count && strcmp(s->type, "initialConditions") == 0) start = i;
    if (strcmp(s->type, type) != 0) continue;
    if (!count && start < i && r->step[start].number[time] < s->number[time]) row[count++] = start;
    if (count && r->step[row[count - 1]].number[time] == s->number[time]) count--;
    row[count++] = i;
  }
  return count;
}

static lash_status make_table(results *r, curve_set *set, entity *e, const size_t *row,
                              size_t rows) {
  const size_t time = time_place(r);
  curve_table *t = curve_set_grow(set);
  if (!t) return no_memory(r);
  const lash_status status = curve_table_make(t, e->name, e->count + 1, rows, r->error);
  if (status != LASH_OK) return r->status = status;
  t->owner = e->owner;
  e->owner = (curve_owner){0};
  t->heading[0] = strdup(time_of(r) ? time_of(r)->heading : "time");
  if (!t->heading[0]) return no_memory(r);
  for (size_t k = 0; k < rows; k++) t->number[0][k] = r->step[row[k]].number[time];
  for (size_t c = 0; c < e->count; c++) {
    t->heading[c + 1] = e->item[c].heading;
    e->item[c].heading = NULL;
    for (size_t k = 0; k < rows; k++)
      t->number[c + 1][k] = r->step[row[k]].number[e->item[c].place];
  }
  return LASH_OK;
}

static lash_status make_tables(results *r, curve_set *set, const curve_reading *how) {
  if (!r->steps)
    return r->status = lash_fail(
               r->error, LASH_BAD_INPUT,
               "%s:1: no Step is in it; is it a results file of Adams (RESULTS/XRF)?", r->path);
  list_types(r, set->steps, sizeof set->steps);
  size_t *row = calloc(r->steps + 1, sizeof *row);
  if (!row) return no_memory(r);
  const size_t rows = choose_steps(r, how->steps, row);
  if (!rows)
    r->status = lash_fail(r->error, LASH_BAD_INPUT, "%s has no steps of type '%s'; it has %s",
                          r->path, how->steps ? how->steps : "", set->steps);
  const size_t time = time_place(r);
  for (size_t k = 1; k < rows && r->status == LASH_OK; k++) {
    const double before = r->step[row[k - 1]].number[time], now = r->step[row[k]].number[time];
    if (now < before)
      r->status = lash_fail(r->error, LASH_BAD_INPUT, "%s:%ld: time goes back from %g to %g",
                            r->path, r->step[row[k]].line, before, now);
  }
  for (size_t i = 0; i < r->entities && r->status == LASH_OK; i++) {
    if (strcmp(r->entity[i].name, "time") != 0) make_table(r, set, &r->entity[i], row, rows);
  }
  free(row);
  return r->status;
}

/* ------------------------------------------------------------------------------------- the file */

static void on_fault(void *context, const char *message, xmlParserSeverities severity,
                     xmlTextReaderLocatorPtr where) {
  results *r = context;
  (void)severity;
  if (r->status != LASH_OK) return;
  r->status =
      lash_fail(r->error, LASH_BAD_INPUT, "%s:%d: %.*s", r->path,
                xmlTextReaderLocatorLineNumber(where), (int)strcspn(message, "\n"), message);
}

static void release(results *r) {
  for (size_t i = 0; i < r->entities; i++) {
    entity *e = &r->entity[i];
    for (size_t c = 0; c < e->count; c++) free(e->item[c].heading);
    free(e->item), free(e->name), free(e->owner.kind), free(e->owner.name);
  }
  for (size_t i = 0; i < r->steps; i++) free(r->step[i].number);
  free(r->entity), free(r->step);
}

lash_status curve_res_read(curve_set *set, const char *path, char *text, size_t size,
                           const curve_reading *how, lash_error *error) {
  results r = {.path = path, .error = error, .status = LASH_OK};
  const char *begin = text + strspn(text, "\xef\xbb\xbf \t\r\n");
  if (*begin != '<') {
    free(text);
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "%s: Adams' results in this older form are not published; put RESULTS/XRF into "
        "the dataset, or export the curves as a table",
        path);
  }
  r.reader = size < INT32_MAX
                 ? xmlReaderForMemory(text, (int)size, path, NULL,
                                      XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_BIG_LINES)
                 : NULL;
  if (!r.reader) {
    no_memory(&r);
  } else {
    xmlTextReaderSetErrorHandler(r.reader, on_fault, &r);
    int more = 1;
    while (r.status == LASH_OK && (more = xmlTextReaderRead(r.reader)) == 1) on_node(&r);
    if (more < 0) fail_at(&r, "this is not well-formed XML");
    xmlFreeTextReader(r.reader);
  }
  if (r.status == LASH_OK) make_tables(&r, set, how);
  release(&r);
  free(text);
  return r.status;
}
