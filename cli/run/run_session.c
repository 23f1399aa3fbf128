/* A session: files in, system made, commands carried out one after the other, results out. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_review.h"
#include "run.h"

static bool ends_in(const char *text, const char *tail) {
  const size_t length = strlen(text), size = strlen(tail);
  return length >= size && lash_same_name(text + length - size, tail);
}

static void message(void *context, const char *text) {
  const run_session *session = context;
  if (!session->options->quiet) fprintf(stderr, "lash: %s\n", text);
}

/* ---------------------------------------------------------------------------------------- files */

/* All faults on standard error, so that ten mistakes take one run to find. */
static void list_diagnostics(const lash_diagnostics *d) {
  for (size_t i = 0; i < d->count; i++) {
    const char *kind = d->item[i].severity == LASH_ERROR           ? "error"
                       : d->item[i].severity == LASH_NOT_SUPPORTED ? "not supported"
                                                                   : "warning";
    fprintf(stderr, "lash: %s: %s\n", kind, d->item[i].message);
  }
}

/* The faults were listed one by one; what is reported in the end is how many. */
static lash_status count_faults(const lash_diagnostics *d, const char *path, lash_status status,
                                lash_error *error) {
  const size_t count = d->total[LASH_ERROR];
  if (status == LASH_UNSUPPORTED)
    return lash_fail(error, status, "%s: not all of it is supported; nothing was simulated", path);
  if (status != LASH_BAD_INPUT || count == 0) return status;
  return lash_fail(error, status, "%s: %zu fault%s; nothing was simulated", path, count,
                   count == 1 ? "" : "s");
}

/* Base name of a path without its ending. */
static void base_name(const char *path, char *name, size_t size) {
  const char *slash = strrchr(path, '/');
  snprintf(name, size, "%s", slash ? slash + 1 : path);
  char *dot = strrchr(name, '.');
  if (dot && dot != name) *dot = '\0';
}

/* The model that a command file names, beside the command file. */
static lash_status model_path(const run_session *session, char *path, size_t size,
                              lash_error *error) {
  const char *script = session->options->file, *name = session->script.model_name;
  if (!name || !*name) {
    return lash_fail(error, LASH_BAD_INPUT, "%s: no model is named; write FILE/MODEL=name", script);
  }
  const char *slash = name[0] == '/' ? NULL : strrchr(script, '/');
  const int folder = slash ? (int)(slash - script) + 1 : 0;
  snprintf(path, size, "%.*s%s%s", folder, script, name, ends_in(name, ".adm") ? "" : ".adm");
  return LASH_OK;
}

static lash_status read_files(run_session *session, lash_error *error) {
  const run_options *o = session->options;
  char path[1024];
  snprintf(path, sizeof path, "%s", o->file);
  base_name(o->file, session->name, sizeof session->name);
  lash_status status = LASH_OK;
  if (ends_in(o->file, ".acf")) {
    status = lash_script_read(&session->script, o->file, error);
    list_diagnostics(&session->script.diagnostics);
    status = count_faults(&session->script.diagnostics, o->file, status, error);
    if (status == LASH_OK) status = model_path(session, path, sizeof path, error);
    if (status != LASH_OK) return status;
    session->commands = session->script.item;
    session->command_count = session->script.count;
    if (session->script.output_name && *session->script.output_name) {
      base_name(session->script.output_name, session->name, sizeof session->name);
    }
  }
  status = lash_model_read(&session->model, path, error);
  list_diagnostics(&session->model.diagnostics);
  status = count_faults(&session->model.diagnostics, path, status, error);
  return status;
}

/* STATEMENT/ID.ARG=VALUE */
static lash_status apply_sets(run_session *session, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < session->options->set_count && status == LASH_OK; i++) {
    char target[256];
    const char *text = session->options->sets[i], *equals = strchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : strlen(text);
    snprintf(target, sizeof target, "%.*s", (int)length, text);
    status = lash_model_set(&session->model, target, equals ? equals + 1 : NULL, error);
    if (status != LASH_OK) lash_error_prefix(error, "--set %s", text);
  }
  return status;
}

/* The command line as one SIMULATE. */
static lash_status single_command(run_session *session, lash_error *error) {
  const run_options *o = session->options;
  static const struct {
    const char *name;
    lash_command_kind kind;
    lash_analysis analysis;
  } kinds[] = {{"transient", LASH_COMMAND_SIMULATE, LASH_ANALYSIS_TRANSIENT},
               {"dynamics", LASH_COMMAND_SIMULATE, LASH_ANALYSIS_DYNAMIC},
               {"kinematics", LASH_COMMAND_SIMULATE, LASH_ANALYSIS_KINEMATIC},
               {"statics", LASH_COMMAND_SIMULATE, LASH_ANALYSIS_STATIC},
               {"quasistatics", LASH_COMMAND_SIMULATE, LASH_ANALYSIS_QUASISTATIC},
               {"linear", LASH_COMMAND_LINEAR, LASH_ANALYSIS_TRANSIENT}};
  lash_script_command *c = &session->single;
  const char *wanted = o->analysis ? o->analysis : "transient";
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!lash_same_name(wanted, kinds[i].name)) continue;
    *c = (lash_script_command){.kind = kinds[i].kind,
                               .analysis = kinds[i].analysis,
                               .eigensolution = true,
                               .end = o->end,
                               .duration = NAN,
                               .dtout = o->dtout,
                               .steps = isfinite(o->steps) ? (int)o->steps : 0};
    session->commands = c;
    session->command_count = 1;
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT,
                   "there is no analysis '%s'; choose dynamics, kinematics, statics, quasistatics "
                   "or linear",
                   wanted);
}

/* --------------------------------------------------------------------------------------- system */

static lash_status make_system(run_session *session, lash_system **system, lash_error *error) {
  const run_options *o = session->options;
  const lash_system_options options = {.alpha = isfinite(o->alpha) ? o->alpha : 0,
                                       .beta = isfinite(o->beta) ? o->beta : 0,
                                       .message = message,
                                       .message_context = session};
  return lash_system_create(&session->model, &options, system, error);
}

static lash_status prepare(run_session *session, lash_error *error) {
  lash_status status = make_system(session, &session->system, error);
  if (status != LASH_OK) return status;
  const size_t size = lash_system_size(session->system)->y;
  session->y = calloc(2 * size + 1, sizeof *session->y);
  if (!session->y) return lash_fail(error, LASH_FAILURE, "out of memory");
  double *given = session->y + size;
  lash_system_initial(session->system, &session->t, session->y);
  memcpy(given, session->y, size * sizeof *given);
  status = lash_system_assemble(session->system, session->t, session->y, NULL, error);
  if (status == LASH_OK) status = lash_system_commit(session->system, error);
  if (status == LASH_OK)
    lash_review_start(&session->model, session->system, given, session->y, message, session);
  return status;
}

void run_choose_folder(run_session *session) {
  const run_options *o = session->options;
  if (o->out)
    snprintf(session->folder, sizeof session->folder, "%s", o->out);
  else
    snprintf(session->folder, sizeof session->folder, "%s.results", session->name);
}

static lash_status open_results(run_session *session, lash_error *error) {
  const run_options *o = session->options;
  run_choose_folder(session);
  const lash_tables_options options = {.folder = session->folder,
                                       .name = session->name,
                                       .req = o->req,
                                       .res = o->res,
                                       .resume = o->resume != NULL};
  return lash_tables_open(&session->model, session->system, &options, &session->tables, error);
}

/* After a statement was changed: a new system that goes on from the present state. */
static lash_status renew_system(run_session *session, lash_error *error) {
  const lash_system_sizes before = *lash_system_size(session->system);
  lash_system *fresh;
  lash_status status = make_system(session, &fresh, error);
  if (status != LASH_OK) return status;
  const lash_system_sizes *after = lash_system_size(fresh);
  if (after->q != before.q || after->x != before.x || after->requests != before.requests) {
    lash_system_free(fresh);
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "this change adds or removes parts, states or requests in the middle of a run");
  }
  lash_system_free(session->system);
  session->system = fresh;
  lash_tables_system(session->tables, fresh);
  status = lash_system_project(fresh, session->t, session->y, LASH_PROJECT_BOTH, 50, error);
  if (status == LASH_OK) status = lash_system_commit(fresh, error);
  return status;
}

/* ------------------------------------------------------------------------------------- commands */

static lash_status activate(run_session *session, const lash_script_command *c, bool on,
                            lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < c->ids.count && status == LASH_OK; i++) {
    status = lash_system_activate(session->system, lash_kind_name(c->target), c->ids.item[i].id, on,
                                  error);
  }
  if (status != LASH_OK) return status;
  return lash_system_project(session->system, session->t, session->y, LASH_PROJECT_BOTH, 50, error);
}

static bool only_settings(lash_kind kind) {
  return kind == LASH_KIND_INTEGRATOR || kind == LASH_KIND_OUTPUT || kind == LASH_KIND_RESULTS ||
         kind == LASH_KIND_EQUILIBRIUM || kind == LASH_KIND_KINEMATICS || kind == LASH_KIND_IC ||
         kind == LASH_KIND_PREFERENCES;
}

/* Carries out one command. While commands are only `replayed`, on the way to where a checkpoint was
 * made, simulations are skipped: their outcome is in the checkpoint. */
static lash_status obey(run_session *session, const lash_script_command *c, bool replayed,
                        lash_error *error) {
  lash_status status = LASH_OK;
  switch (c->kind) {
    case LASH_COMMAND_SIMULATE:
      return replayed ? LASH_OK : run_simulate(session, c, error);
    case LASH_COMMAND_LINEAR:
      return replayed ? LASH_OK : run_linear(session, error);
    case LASH_COMMAND_ACTIVATE:
    case LASH_COMMAND_DEACTIVATE:
      status = lash_script_apply(&session->script, c, &session->model, error);
      if (status != LASH_OK) return status;
      return activate(session, c, c->kind == LASH_COMMAND_ACTIVATE, error);
    case LASH_COMMAND_MODIFY:
      status = lash_script_apply(&session->script, c, &session->model, error);
      return status == LASH_OK && !only_settings(c->target) ? renew_system(session, error) : status;
    case LASH_COMMAND_ENVIRONMENT:
      if (c->name && setenv(c->name, c->value ? c->value : "", 1) != 0) {
        return lash_fail(error, LASH_FAILURE, "cannot set %s: %s", c->name, strerror(errno));
      }
      return LASH_OK;
    case LASH_COMMAND_SAVE:
      return replayed ? LASH_OK : run_save_state(session, c, error);
    case LASH_COMMAND_RELOAD:
      return replayed ? LASH_OK : run_reload_state(session, c, error);
    case LASH_COMMAND_FILE: /* the reader has taken what it says */
      return LASH_OK;
    case LASH_COMMAND_STOP:
      session->halted = true;
      return LASH_OK;
    default:
      return lash_fail(error, LASH_UNSUPPORTED,
                       "the command %s is not offered; write what it does as commands of this file",
                       c->text ? c->text : "");
  }
}

static lash_status obey_all(run_session *session, lash_error *error) {
  double start = 0;
  const size_t saved = session->saved ? run_saved_command(session, &start) : 0;
  bool replaying = session->saved != NULL;
  lash_status status = LASH_OK;
  for (size_t i = 0; i < session->command_count && status == LASH_OK && !session->halted; i++) {
    const lash_script_command *c = &session->commands[i];
    session->command = i;
    if (replaying && i == saved) {
      replaying = false;
      session->t = start;
    }
    status = obey(session, c, replaying, error);
    if (status != LASH_OK && c->line > 0) {
      lash_error_prefix(error, "%s:%d", session->options->file, c->line);
    }
  }
  return status;
}

lash_status run_read(run_session *session, const run_options *options, lash_error *error) {
  session->options = options;
  const lash_status status = read_files(session, error);
  return status == LASH_OK ? apply_sets(session, error) : status;
}

lash_status run_all(run_session *session, const run_options *options, lash_error *error) {
  const double begun = run_clock();
  lash_status status = run_read(session, options, error);
  if (status == LASH_OK && !session->commands) status = single_command(session, error);
  if (status == LASH_OK && options->resume) status = run_load(session, error);
  if (status == LASH_OK) status = prepare(session, error);
  if (status == LASH_OK) status = open_results(session, error);
  if (status == LASH_OK) status = obey_all(session, error);
  lash_status closed =
      lash_tables_close(session->tables, status == LASH_OK, status == LASH_OK ? error : NULL);
  session->tables = NULL;
  session->wall = run_clock() - begun;
  return status == LASH_OK ? closed : status;
}

void run_free(run_session *session) {
  lash_integrate_free(session->run);
  lash_system_free(session->system);
  lash_model_free(&session->model);
  if (session->script.file) lash_script_free(&session->script);
  free(session->y);
  free((void *)(size_t)session->saved);
}
