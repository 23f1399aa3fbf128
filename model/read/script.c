/* Command files (.acf): which commands to carry out, in order. */
#include <stdlib.h>
#include <string.h>

#include "diagnostics.h"
#include "files.h"
#include "lash_array.h"
#include "model.h"

/* ------------------------------------------------------------------------------- the * language */

typedef lash_script_command command;

#define ANALYSIS(NAME, which) \
  FLAG(command, NAME, analysis, which, .group = 'a', .flags = ARG_REQUIRED)
#define LEVEL(NAME) FLAG(command, #NAME, ic_level, LASH_##NAME, .group = 'l')

static const argument simulate_rows[] = {
    ANALYSIS("TRANSIENT", LASH_ANALYSIS_TRANSIENT),
    ANALYSIS("DYNAMICS", LASH_ANALYSIS_DYNAMIC),
    ANALYSIS("KINEMATICS", LASH_ANALYSIS_KINEMATIC),
    ANALYSIS("STATICS", LASH_ANALYSIS_STATIC),
    ANALYSIS("QUASISTATIC", LASH_ANALYSIS_QUASISTATIC),
    ANALYSIS("INITIAL_CONDITIONS", LASH_ANALYSIS_INITIAL_CONDITIONS),
    LEVEL(DISPLACEMENT),
    LEVEL(VELOCITY),
    LEVEL(ACCELERATION),
    NUMBER(command, "END", end, NAN, .group = 'e'),
    NUMBER(command, "DURATION", duration, NAN, .group = 'e', .side = 1, .flags = ARG_POSITIVE),
    INTEGER(command, "STEPS", steps, 0, .group = 's', .flags = ARG_POSITIVE),
    NUMBER(command, "DTOUT", dtout, NAN, .group = 's', .side = 1, .flags = ARG_POSITIVE),
    QUIET("UNTIL"),
};
static const argument activate_rows[] = {
    REFS(command, "ID", ids, NONE, .flags = ARG_REQUIRED),
};
static const argument file_rows[] = {
    TEXT(command, "MODEL", model, .flags = ARG_PATH),
    TEXT(command, "OUTPUT_PREFIX", output_prefix, .flags = ARG_PATH),
    UNSUPPORTED("COMMAND", "put the commands of that file here"),
};
static const argument save_rows[] = {
    TEXT(command, "FILE", file, .flags = ARG_PATH),
    QUIET("SYSTEM"),
    QUIET("CONDITIONS"),
    QUIET("TITLE"),
};
static const argument linear_rows[] = {
    BOOL(command, "EIGENSOL", eigensolution, true),
    BOOL(command, "STATEMAT", statematrices, true),
    INTEGER(command, "PINPUT", pinput, 0, .flags = ARG_POSITIVE),
    INTEGER(command, "POUTPUT", poutput, 0, .flags = ARG_POSITIVE),
    TEXT(command, "FILE", file, .flags = ARG_PATH),
    QUIET("NOVECTOR"),
    QUIET("COORDS"),
    QUIET("ORIGINAL"),
    QUIET("FORMAT"),
    UNSUPPORTED("RM", "the matrices are those of the global frame"),
    UNSUPPORTED("PSTATE", "the states are chosen automatically"),
};
static const argument control_rows[] = {FUNCTION(command, function, .flags = ARG_REQUIRED)};
static const argument environment_rows[] = {TEXT(command, "NAME", name),
                                            TEXT(command, "VALUE", value)};

#define COMMAND(NAME, rows)                                                   \
  {                                                                           \
#NAME, LASH_COMMAND_##NAME, {                                             \
      .name = #NAME, .arguments = rows, .count = sizeof rows / sizeof rows[0] \
    }                                                                         \
  }

static const struct verb {
  const char *name;
  lash_command_kind kind;
  statement of;
} verbs[] = {
    COMMAND(SIMULATE, simulate_rows),
    COMMAND(ACTIVATE, activate_rows),
    COMMAND(DEACTIVATE, activate_rows),
    COMMAND(FILE, file_rows),
    COMMAND(SAVE, save_rows),
    COMMAND(RELOAD, save_rows),
    COMMAND(LINEAR, linear_rows),
    COMMAND(CONTROL, control_rows),
    COMMAND(ENVIRONMENT, environment_rows),
    {"STOP", LASH_COMMAND_STOP, {.name = "STOP"}},
};
enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

/* Commands that only print; leaving them out changes no result. */
static const char *const silent[] = {"INFO", "SHOW", "HELP", "TIME", "LIST", "DEBUG", "RETURN"};
enum { SILENT_COUNT = sizeof silent / sizeof silent[0] };

typedef enum verdict { VERB, STATEMENT_CHANGE, SILENT, UNKNOWN, AMBIGUOUS } verdict;

/* Verbs and statements share one space of abbreviations. */
static verdict classify(slice word, const struct verb **verb) {
  candidates among = {.word = word};
  for (size_t i = 0; i < VERB_COUNT; i++)
    if (candidate(&among, verbs[i].name, &verbs[i])) break;
  const match as_verb = candidates_match(&among);
  *verb = among.whole ? among.one : NULL;
  if (among.whole) return VERB;
  const statement *of, *other;
  match as_statement = statement_match(word, &of, &other);
  if (as_statement == MATCH_ONE && slice_is(word, of->name)) return STATEMENT_CHANGE;
  for (size_t i = 0; i < SILENT_COUNT; i++) {
    if (slice_is(word, silent[i])) return SILENT;
  }
  if (as_verb + as_statement > MATCH_ONE) return AMBIGUOUS;
  *verb = among.one;
  return among.one ? VERB : as_statement == MATCH_ONE ? STATEMENT_CHANGE : UNKNOWN;
}

/* ------------------------------------------------------------------------------------ * reading */

typedef struct script_reader {
  lash_script *script;
  parse_context context;
  source from;
  source_statement now;
} script_reader;

static command *append(lash_script *script) {
  if (!array_room(&script->item, &script->capacity, script->count, sizeof *script->item))
    return NULL;
  command *added = &script->item[script->count++];
  *added = (command){0};
  return added;
}

/* A command with its text kept, so that it can be carried out later. */
static command *keep_command(script_reader *r, lash_command_kind kind) {
  command *added = append(r->script);
  size_t pieces = r->now.piece_count * sizeof(lash_piece);
  char *text = arena_text(r->script->arena, r->now.text, r->now.length);
  lash_piece *piece = arena_alloc(r->script->arena, pieces);
  if (!added || !text || !piece) {
    parse_no_memory(&r->context);
    return NULL;
  }
  memcpy(piece, r->now.piece, pieces);
  added->kind = kind;
  added->line = r->now.line;
  added->text = text;
  added->piece = piece;
  added->piece_count = r->now.piece_count;
  return added;
}

static void check_simulate(script_reader *r, command *c) {
  bool bounded = !isnan(c->end) || !isnan(c->duration);
  bool stepped = c->steps > 0 || !isnan(c->dtout);
  if (c->analysis == LASH_ANALYSIS_INITIAL_CONDITIONS) return;
  if (c->analysis == LASH_ANALYSIS_STATIC) {
    /* statics over a span of time are a sequence of equilibria */
    if (bounded) c->analysis = LASH_ANALYSIS_QUASISTATIC;
    if (!bounded) return;
  }
  if (!bounded) parse_report(&r->context, LASH_ERROR, 0, "END or DURATION is missing; add one");
  if (!stepped) parse_report(&r->context, LASH_ERROR, 0, "STEPS or DTOUT is missing; add one");
}

/* ACTIVATE/JOINT, ID=…: the kind stands where a statement has its id. */
static bool read_target(script_reader *r, cursor *c, command *added) {
  slice word = cursor_word(c);
  const statement *of, *other;
  if (statement_match(word, &of, &other) != MATCH_ONE || kind_single(of->kind)) {
    parse_report(&r->context, LASH_ERROR, c->at,
                 "'%.*s' is no kind of element; write for instance %s/JOINT, ID=1",
                 (int)(word.length < 40 ? word.length : 40), word.start, r->context.what);
    return false;
  }
  added->target = of->kind;
  return true;
}

/* A path of another computer names nothing here: the file beside the command file is meant. */
static const char *here_from_windows(script_reader *r, const char *what, const char *path) {
  const char *base = path;
  for (const char *c = path; *c; c++) {
    if (*c == '\\' || (*c == '/' && path[1] == ':')) base = c + 1;
  }
  if (base == path) return path;
  parse_report(&r->context, LASH_WARNING, 0,
               "%s = %.200s is a path of Windows; '%.80s' beside this file is taken", what, path,
               base);
  return base;
}

static void read_verb(script_reader *r, const struct verb *verb, cursor *c) {
  command *added = keep_command(r, verb->kind);
  if (!added) return;
  snprintf(r->context.what, sizeof r->context.what, "%s", verb->name);
  element_defaults(&verb->of, added);
  if (!cursor_accept(c, '/') && cursor_peek(c)) {
    parse_report(&r->context, LASH_ERROR, c->at, "'/' is missing after %s", verb->name);
    return;
  }
  bool targeted = verb->kind == LASH_COMMAND_ACTIVATE || verb->kind == LASH_COMMAND_DEACTIVATE;
  if (targeted && !read_target(r, c, added)) return;
  uint64_t given;
  size_t errors = r->script->diagnostics.total[LASH_ERROR];
  parse_arguments(&r->context, &verb->of, c, added, &given);
  if (r->script->diagnostics.total[LASH_ERROR] > errors) return;
  parse_required(&r->context, &verb->of, given, r->now.line);
  if (r->script->diagnostics.total[LASH_ERROR] > errors) return;
  if (verb->kind == LASH_COMMAND_SIMULATE) check_simulate(r, added);
  if (verb->kind == LASH_COMMAND_FILE && added->model) {
    r->script->model_name = added->model = here_from_windows(r, "MODEL", added->model);
  }
  if (verb->kind == LASH_COMMAND_FILE && added->output_prefix) {
    r->script->output_name = added->output_prefix =
        here_from_windows(r, "OUTPUT_PREFIX", added->output_prefix);
  }
}

/* Parses into a scratch element to find faults now; the model comes later. */
static void read_change(script_reader *r) {
  command *added = keep_command(r, LASH_COMMAND_MODIFY);
  cursor c = {r->now.text, 0};
  int id = 0;
  const statement *of = added ? parse_head(&r->context, &c, &id) : NULL;
  if (!of) return;
  lash_element *scratch = calloc(1, kind_size(of->kind));
  lash_ref *item = arena_alloc(r->script->arena, sizeof *item);
  uint64_t given;
  if (scratch && item) {
    parse_arguments(&r->context, of, &c, scratch, &given);
    *item = (lash_ref){id, -1};
    added->target = of->kind;
    added->ids = (lash_refs){id ? 1 : 0, item};
  } else {
    parse_no_memory(&r->context);
  }
  free(scratch);
}

static const char *verb_name_at(size_t index, const void *context) {
  (void)context;
  return index < VERB_COUNT ? verbs[index].name
                            : lash_kind_name((lash_kind)(index - VERB_COUNT + 1));
}

static void report_unknown(script_reader *r, slice word) {
  char text[64];
  snprintf(text, sizeof text, "%.*s", (int)(word.length < 40 ? word.length : 40), word.start);
  const char *near = lash_nearest_name(text, VERB_COUNT + LASH_KIND_COUNT - 1, verb_name_at, NULL);
  parse_report(&r->context, LASH_ERROR, 0, "there is no command '%s'%s%s%s", text,
               near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static void read_command(script_reader *r) {
  r->context.piece = r->now.piece;
  r->context.piece_count = r->now.piece_count;
  r->context.what[0] = '\0';
  cursor c = {r->now.text, 0};
  slice word = cursor_word(&c);
  const struct verb *verb;
  switch (classify(word, &verb)) {
    case VERB:
      read_verb(r, verb, &c);
      break;
    case STATEMENT_CHANGE:
      read_change(r);
      break;
    case SILENT:
      parse_report(&r->context, LASH_WARNING, 0, "%.*s prints only and is left out",
                   (int)word.length, word.start);
      break;
    case AMBIGUOUS:
      parse_report(&r->context, LASH_ERROR, 0, "'%.*s' could be several commands; write it out",
                   (int)word.length, word.start);
      break;
    default:
      report_unknown(r, word);
  }
}

/* The first two lines name the model and the output unless they look like commands. */
static const char *read_name(script_reader *r, const char *what) {
  source before = r->from;
  const char *line;
  size_t length;
  if (!source_line(&r->from, &line, &length)) return NULL;
  while (length && (*line == ' ' || *line == '\t')) line++, length--;
  while (length && (line[length - 1] == ' ' || line[length - 1] == '\t')) length--;
  if (!length) return NULL;
  char *name = arena_text(r->script->arena, line, length);
  if (!name || *name == '!') {
    r->from = before;
    r->from.no_memory = !name;
    return NULL;
  }
  cursor c = {name, 0};
  const struct verb *verb;
  verdict found = classify(cursor_word(&c), &verb);
  bool whole_word = !cursor_peek(&c) && verb && verb->kind == LASH_COMMAND_STOP;
  if ((found != UNKNOWN && cursor_peek(&c) == '/') || whole_word) {
    r->from = before;
    return NULL;
  }
  return here_from_windows(r, what, name);
}

static void read_commands(script_reader *r) {
  lash_diagnostics *found = &r->script->diagnostics;
  r->script->model_name = read_name(r, "the model");
  r->script->output_name = read_name(r, "the output");
  while (source_next(&r->from, &r->now)) {
    size_t commands = r->script->count, errors = found->total[LASH_ERROR];
    read_command(r);
    bool faulty = found->total[LASH_ERROR] > errors;
    if (r->script->count > commands) r->script->item[commands].faulty = faulty;
    if (found->total[LASH_ERROR] < MISTAKES_MAX) continue;
    diagnostics_add(found, LASH_WARNING, r->script->file, r->now.line, 0, NULL,
                    "too many mistakes; nothing after this line was read");
    return;
  }
  if (r->from.no_memory) diagnostics_no_memory(found, r->script->file, r->from.line, NULL);
}

lash_status lash_script_parse(lash_script *script, const char *name, const char *text, size_t size,
                              lash_error *error) {
  *script = (lash_script){.file = strdup(name), .arena = arena_new()};
  if (!script->file || !script->arena) return lash_fail(error, LASH_FAILURE, "out of memory");
  script_reader r = {.script = script, .context.command = true};
  r.context.file = script->file;
  r.context.diagnostics = &script->diagnostics;
  r.context.arena = script->arena;
  if (memchr(text, '\0', size)) {
    diagnostics_add(&script->diagnostics, LASH_ERROR, name, 0, 0, NULL,
                    "this is not a text file; give a command file (.acf)");
  } else {
    source_start(&r.from, text, size);
    read_commands(&r);
  }
  source_statement_free(&r.now);
  parse_context_free(&r.context);
  diagnostics_sort(&script->diagnostics);
  return lash_diagnostics_status(&script->diagnostics, error);
}

lash_status lash_script_read(lash_script *script, const char *path, lash_error *error) {
  char *text;
  size_t size;
  lash_error reason;
  lash_status status = file_read(path, &text, &size, &reason);
  if (status != LASH_OK) {
    *script = (lash_script){.file = strdup(path)};
    diagnostics_add(&script->diagnostics, LASH_ERROR, path, 0, 0, NULL, "%s", reason.message);
    if (status == LASH_FAILURE) script->diagnostics.failed = true;
    return lash_fail(error, status, "%s", reason.message);
  }
  status = lash_script_parse(script, path, text, size, error);
  free(text);
  return status;
}

void lash_script_free(lash_script *script) {
  free(script->item);
  free(script->file);
  arena_free(script->arena);
  lash_diagnostics_free(&script->diagnostics);
  *script = (lash_script){0};
}

/* --------------------------------------------------------------------------------- carrying out */

static bool set_active(const lash_script *script, const command *c, lash_model *model,
                       lash_diagnostics *found) {
  bool active = c->kind == LASH_COMMAND_ACTIVATE, all = true;
  for (size_t i = 0; i < c->ids.count; i++) {
    if (lash_model_find(model, c->target, c->ids.item[i].id) >= 0) continue;
    diagnostics_add(found, LASH_ERROR, script->file, c->line, 0, active ? "ACTIVATE" : "DEACTIVATE",
                    "the model has no %s/%d; check the id", lash_kind_name(c->target),
                    c->ids.item[i].id);
    all = false;
  }
  for (size_t i = 0; all && i < c->ids.count; i++) {
    int index = lash_model_find(model, c->target, c->ids.item[i].id);
    ((lash_element *)model_at(model, c->target, (size_t)index))->active = active;
  }
  return all;
}

/* Changes the model or adds to `found` why not. */
static bool apply(const lash_script *script, const command *c, lash_model *model,
                  lash_diagnostics *found) {
  if (c->kind == LASH_COMMAND_ACTIVATE || c->kind == LASH_COMMAND_DEACTIVATE) {
    return set_active(script, c, model, found);
  }
  if (c->kind != LASH_COMMAND_MODIFY) return true;
  parse_context context = {.file = script->file,
                           .diagnostics = found,
                           .arena = model->arena,
                           .piece = c->piece,
                           .piece_count = c->piece_count,
                           .command = true};
  bool changed = model_modify(model, &context, c->text, NULL);
  parse_context_free(&context);
  return changed;
}

lash_status lash_script_apply(const lash_script *script, const lash_script_command *c,
                              lash_model *model, lash_error *error) {
  lash_diagnostics found = {0};
  bool done = apply(script, c, model, &found);
  lash_status status = done ? LASH_OK : lash_diagnostics_status(&found, error);
  lash_diagnostics_free(&found);
  return status;
}

void lash_script_check(lash_script *script, lash_model *model) {
  for (size_t i = 0; i < script->count; i++) {
    if (script->item[i].faulty) continue; /* said already */
    apply(script, &script->item[i], model, &script->diagnostics);
  }
  diagnostics_sort(&script->diagnostics);
}
