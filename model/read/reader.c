/* Reads a dataset into a model: statement by statement, then references, then checks. */
#include <stdlib.h>
#include <string.h>

#include "diagnostics.h"
#include "files.h"
#include "finish.h"
#include "model.h"

typedef struct reader {
  lash_model *model;
  parse_context context;
  source from;
  source_statement now;
  int last_part; /* id, for markers that name no part; 0 before the first */
  bool ended;
} reader;

/* ---------------------------------------------------------------------------------- name and id */

static const statement *unknown_statement(parse_context *context, slice word) {
  const char *instead;
  if (foreign_statement(word, &instead)) {
    parse_report(context, instead ? LASH_NOT_SUPPORTED : LASH_WARNING, 0, "%.*s is not %s; %s",
                 (int)word.length, word.start, instead ? "supported" : "used",
                 instead ? instead : "the motion does not depend on it");
    return NULL;
  }
  const char *next = word.start + word.length;
  if (next[strspn(next, " ")] == '=') {
    parse_report(context, LASH_ERROR, 0,
                 "'%.*s' begins no statement; if this line continues the one before, begin it with "
                 "a comma",
                 (int)(word.length < 40 ? word.length : 40), word.start);
    return NULL;
  }
  const char *near = statement_nearest(word);
  parse_report(context, LASH_ERROR, 0, "there is no statement '%.*s'%s%s%s",
               (int)(word.length < 40 ? word.length : 40), word.start,
               near ? "; did you mean " : "; see docs/datasets.md for those there are",
               near ? near : "", near ? "?" : "");
  return NULL;
}

static const statement *match_statement(parse_context *context, slice word) {
  const statement *of, *other;
  switch (statement_match(word, &of, &other)) {
    case MATCH_ONE:
      return of;
    case MATCH_MANY:
      parse_report(context, LASH_ERROR, 0, "%.*s could be %s or %s; write it out", (int)word.length,
                   word.start, of->name, other->name);
      return NULL;
    default:
      return unknown_statement(context, word);
  }
}

/* The id after '/'. False when a kind that needs one has none. */
static bool parse_id(parse_context *context, const statement *of, cursor *c, int *id) {
  *id = 0;
  size_t at = c->at;
  number_fault fault = cursor_integer(c, id);
  if (kind_single(of->kind)) {
    if (fault == NUMBER_NONE) return true;
    *id = 0;
    parse_report(context, LASH_ERROR, at, "%s takes no id; write %s/", of->name, of->name);
    return true;
  }
  if (fault == NUMBER_OK && *id > 0) return true;
  parse_report(context, LASH_ERROR, at, "%s needs an id of 1 or more; write %s/1", of->name,
               of->name);
  return false;
}

const statement *parse_head(parse_context *context, cursor *c, int *id) {
  context->what[0] = '\0';
  slice word = cursor_word(c);
  if (!word.length) {
    parse_report(context, LASH_ERROR, 0,
                 "a statement begins with its name, found '%.20s'; a continued line begins with a "
                 "comma",
                 c->text);
    return NULL;
  }
  const statement *of = match_statement(context, word);
  if (!of) return NULL;
  if (!cursor_accept(c, '/')) {
    parse_report(context, LASH_ERROR, c->at, "'/' is missing after %s", of->name);
    return NULL;
  }
  bool identified = parse_id(context, of, c, id);
  if (*id) {
    snprintf(context->what, sizeof context->what, "%s/%d", of->name, *id);
  } else {
    snprintf(context->what, sizeof context->what, "%s", of->name);
  }
  return identified ? of : NULL;
}

/* ----------------------------------------------------------------------------------- statements */

static bool is_end(const source_statement *now) {
  cursor c = {now->text, 0};
  slice word = cursor_word(&c);
  return slice_is(word, "END") && !cursor_peek(&c);
}

static void set_name(reader *r, lash_element *head) {
  if (r->now.view_name) {
    head->name = arena_text(r->model->arena, r->now.view_name, r->now.view_name_length);
    if (!head->name) parse_no_memory(&r->context);
  }
}

/* A new element, or the single statement, ready to receive its arguments. */
static lash_element *prepare(reader *r, const statement *of, int id) {
  lash_element *head;
  if (kind_single(of->kind)) {
    head = model_at(r->model, of->kind, 0);
    if (head->line) {
      parse_report(&r->context, LASH_WARNING, 0,
                   "it is given on line %d already; the values here replace those there",
                   head->line);
    }
  } else {
    head = model_append(r->model, of->kind);
    if (!head) {
      parse_no_memory(&r->context);
      return NULL;
    }
    element_defaults(of, head);
  }
  head->kind = of->kind;
  head->id = id;
  head->line = r->now.line;
  head->active = true;
  set_name(r, head);
  return head;
}

/* A marker that names no body sits on the last PART before it. */
static void default_part(reader *r, lash_marker *marker) {
  bool placed =
      marker->part.id || marker->point_mass.id || marker->flex_body.id || marker->fe_part.id;
  if (placed || !r->last_part) return;
  marker->part.id = r->last_part;
  for (size_t i = 0; i < statement_of(LASH_KIND_MARKER)->count; i++) {
    const argument *row = &statement_of(LASH_KIND_MARKER)->arguments[i];
    if (strcmp(row->name, "PART") == 0) marker->head.given |= UINT64_C(1) << i;
  }
}

static void read_statement(reader *r) {
  cursor c = {r->now.text, 0};
  int id = 0;
  r->context.piece = r->now.piece;
  r->context.piece_count = r->now.piece_count;
  const statement *of = parse_head(&r->context, &c, &id);
  if (!of) return;
  lash_element *head = prepare(r, of, id);
  if (!head) return;
  uint64_t given;
  size_t errors = r->model->diagnostics.total[LASH_ERROR];
  parse_arguments(&r->context, of, &c, head, &given);
  head->given |= given;
  head->faulty = r->model->diagnostics.total[LASH_ERROR] > errors;
  /* one mistake, one message: a misspelt argument is not reported as missing too */
  if (!head->faulty) parse_required(&r->context, of, given, r->now.line);
  if (of->unsupported) {
    parse_report(&r->context, LASH_NOT_SUPPORTED, 0,
                 "%s is read and kept but cannot be simulated; %s", of->name, of->unsupported);
  }
  if (of->kind == LASH_KIND_PART) r->last_part = id;
  if (of->kind == LASH_KIND_MARKER) default_part(r, (lash_marker *)head);
}

static void warn_file(reader *r, int line, const char *text) {
  diagnostics_add(&r->model->diagnostics, LASH_WARNING, r->model->file, line, 0, NULL, "%s", text);
}

static void read_title(reader *r) {
  const char *line;
  size_t length;
  if (!source_line(&r->from, &line, &length)) return;
  char *title = arena_text(r->model->arena, line, length);
  if (!title) {
    diagnostics_no_memory(&r->model->diagnostics, r->model->file, 1, NULL);
    return;
  }
  r->model->title = title;
  cursor c = {title, 0};
  const statement *of, *other;
  if (statement_match(cursor_word(&c), &of, &other) == MATCH_ONE && cursor_accept(&c, '/')) {
    warn_file(r, 1, "the first line is the title and is not read as a statement; put one above it");
  }
}

static void read_statements(reader *r) {
  read_title(r);
  const lash_diagnostics *found = &r->model->diagnostics;
  while (!r->ended && source_next(&r->from, &r->now)) {
    if (found->total[LASH_ERROR] >= MISTAKES_MAX) {
      warn_file(r, r->now.line, "too many mistakes; nothing from this line on was read");
      return;
    }
    r->ended = is_end(&r->now);
    if (!r->ended) read_statement(r);
  }
  if (r->from.no_memory) {
    diagnostics_no_memory(&r->model->diagnostics, r->model->file, r->from.line, NULL);
  } else if (!r->ended) {
    warn_file(r, 0, "END is missing; the file may have been cut short");
  } else if (source_next(&r->from, &r->now)) {
    warn_file(r, r->now.line, "this and what follows stand after END and are not read");
  }
}

/* ------------------------------------------------------------------------------------ finishing */

static void finish_all(lash_model *model, void (*visit)(lash_model *, const statement *, void *)) {
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    size_t count = lash_model_count(model, kind);
    for (size_t i = 0; i < count; i++) visit(model, statement_of(kind), model_at(model, kind, i));
  }
}

static void resolve_one(lash_model *model, const statement *of, void *element) {
  model_resolve(model, of, element, &model->diagnostics);
}

static void finish_one(lash_model *model, const statement *of, void *element) {
  finish_context context = {model, &model->diagnostics};
  if (of->finish && !((const lash_element *)element)->faulty) of->finish(&context, element);
}

lash_status lash_model_parse(lash_model *model, const char *name, const char *text, size_t size,
                             lash_error *error) {
  if (!model_init(model, name)) return lash_fail(error, LASH_FAILURE, "out of memory");
  reader r = {.model = model};
  r.context.file = model->file;
  r.context.diagnostics = &model->diagnostics;
  r.context.arena = model->arena;
  if (memchr(text, '\0', size)) {
    diagnostics_add(&model->diagnostics, LASH_ERROR, model->file, 0, 0, NULL,
                    "this is not a text file; give a dataset (.adm)");
  } else {
    source_start(&r.from, text, size);
    read_statements(&r);
    model_sort(model);
    finish_all(model, resolve_one);
    finish_all(model, finish_one);
    model_find_ground(model);
  }
  source_statement_free(&r.now);
  parse_context_free(&r.context);
  diagnostics_sort(&model->diagnostics);
  return lash_diagnostics_status(&model->diagnostics, error);
}

lash_status lash_model_read(lash_model *model, const char *path, lash_error *error) {
  char *text;
  size_t size;
  lash_error reason;
  lash_status status = file_read(path, &text, &size, &reason);
  if (status != LASH_OK) {
    if (!model_init(model, path)) return lash_fail(error, LASH_FAILURE, "out of memory");
    diagnostics_add(&model->diagnostics, LASH_ERROR, path, 0, 0, NULL, "%s", reason.message);
    if (status == LASH_FAILURE) model->diagnostics.failed = true;
    return lash_fail(error, status, "%s", reason.message);
  }
  status = lash_model_parse(model, path, text, size, error);
  free(text);
  return status;
}
