/* A session: files in, commands carried out one after the other. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "paths.h"
#include "session_impl.h"

lash_session_options lash_session_defaults(void) {
  return (lash_session_options){.end = NAN, .radius = NAN, .alpha = NAN, .beta = NAN};
}

lash_status lash_texts_add(lash_texts_list *list, const char *text, lash_error *error) {
  if (list->count == LASH_TEXTS_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "more than %d settings; '%s' is one too many",
                     LASH_TEXTS_MAX, text);
  }
  list->item[list->count++] = text;
  return LASH_OK;
}

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for a run");
}

void session_say(const lash_session *session, const char *format, ...) {
  const lash_session_watcher *w = &session->options.watcher;
  char text[1024];
  va_list list;
  if (!w->message) return;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  w->message(w->context, false, text);
}

/* ---------------------------------------------------------------------------------------- files */

/* All faults one by one, so that ten mistakes take one run to find; what is reported in the end is
 * how many. */
static lash_status tell_faults(const lash_session *session, const lash_diagnostics *d,
                               const char *path, lash_status status, lash_error *error) {
  const lash_session_watcher *w = &session->options.watcher;
  const size_t count = d->total[LASH_ERROR];
  for (size_t i = 0; w->message && i < d->count; i++) {
    const char *kind = d->item[i].severity == LASH_ERROR           ? "error"
                       : d->item[i].severity == LASH_NOT_SUPPORTED ? "not supported"
                                                                   : "warning";
    char text[2048];
    snprintf(text, sizeof text, "%s: %s", kind, d->item[i].message);
    w->message(w->context, true, text);
  }
  if (!w->message) return status; /* the error tells the first */
  if (status == LASH_UNSUPPORTED)
    return lash_fail(error, status, "%s: not all of it is supported; nothing was simulated", path);
  if (status != LASH_BAD_INPUT || count == 0) return status;
  return lash_fail(error, status, "%s: %zu fault%s; nothing was simulated", path, count,
                   count == 1 ? "" : "s");
}

/* Base name of a path without its ending. */
static lash_status keep_name(lash_session *session, const char *path, lash_error *error) {
  char *name = strdup(path_base(path));
  if (!name) return no_memory(error);
  char *dot = strrchr(name, '.');
  if (dot && dot != name) *dot = '\0';
  free(session->name);
  session->name = name;
  return LASH_OK;
}

/* The model that a command file names, beside the command file. */
static lash_status model_path(const lash_session *session, char **path, lash_error *error) {
  const char *script = session->file, *name = session->script.model_name;
  if (!name || !*name) {
    return lash_fail(error, LASH_BAD_INPUT, "%s: no model is named; write FILE/MODEL=name", script);
  }
  char *file = path_format("%s%s", name, path_ends_in(name, ".adm") ? "" : ".adm");
  *path = file ? path_beside(script, file) : NULL;
  free(file);
  return *path ? LASH_OK : no_memory(error);
}

static lash_status read_script(lash_session *session, char **path, lash_error *error) {
  lash_status status = lash_script_read(&session->script, session->file, error);
  status = tell_faults(session, &session->script.diagnostics, session->file, status, error);
  if (status == LASH_OK) status = model_path(session, path, error);
  session->commands = session->script.item;
  session->command_count = session->script.count;
  const char *name = session->script.output_name;
  return status == LASH_OK && name && *name ? keep_name(session, name, error) : status;
}

static lash_status read_files(lash_session *session, lash_error *error) {
  char *path = NULL;
  lash_status status = keep_name(session, session->file, error);
  if (status == LASH_OK && path_ends_in(session->file, ".acf"))
    status = read_script(session, &path, error);
  if (status == LASH_OK) {
    const char *dataset = path ? path : session->file;
    status = lash_model_read(&session->own, dataset, error);
    session->model = &session->own;
    status = tell_faults(session, &session->own.diagnostics, dataset, status, error);
  }
  free(path);
  return status;
}

/* STATEMENT/ID.ARG=VALUE */
static lash_status apply_sets(lash_session *session, lash_error *error) {
  const lash_texts_list *sets = &session->options.sets;
  lash_status status = LASH_OK;
  for (size_t i = 0; i < sets->count && status == LASH_OK; i++) {
    const char *text = sets->item[i], *equals = strchr(text, '=');
    char *target = strndup(text, equals ? (size_t)(equals - text) : strlen(text));
    if (!target) return no_memory(error);
    status = lash_model_set(&session->own, target, equals ? equals + 1 : NULL, error);
    free(target);
    if (status != LASH_OK) lash_error_prefix(error, "--set %s", text);
  }
  return status;
}

/* ------------------------------------------------------------------------------------- opening */

/* The options as one SIMULATE. */
static lash_status single_command(lash_session *session, lash_error *error) {
  const lash_session_options *o = &session->options;
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
  const char *wanted = o->analysis ? o->analysis : "transient";
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!lash_same_name(wanted, kinds[i].name)) continue;
    session->single = (lash_script_command){.kind = kinds[i].kind,
                                            .analysis = kinds[i].analysis,
                                            .eigensolution = true,
                                            .end = o->end,
                                            .duration = NAN,
                                            .dtout = o->output_step,
                                            .steps = (int)o->steps};
    session->commands = &session->single;
    session->command_count = 1;
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT,
                   "there is no analysis '%s'; choose dynamics, kinematics, statics, quasistatics "
                   "or linear",
                   wanted);
}

static lash_status check_options(const lash_session_options *o, lash_error *error) {
  if (!(o->checkpoint || o->resume) || o->tables) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "a checkpoint goes with tables on disk; ask for them too");
}

static lash_session *make(const lash_session_options *options) {
  lash_session *session = calloc(1, sizeof *session);
  if (!session) return NULL;
  session->options = *options;
  session->engine = options->host ? &session_in_host : &session_solver;
  session->output_step = options->output_step;
  session->shown = NAN;
  return session;
}

/* For a run that is saved, everything it reads is noted. Returns where to note things afterwards.
 */
static readings *note_readings(lash_session *session) {
  const bool saved = session->options.checkpoint || session->options.resume;
  readings *before = readings_into(&session->readings);
  if (!saved) readings_into(before); /* whoever wants to know has a list of his own */
  return before;
}

/* A checkpoint that does not know all that was read could never be told from a foreign one. */
static lash_status check_readings(const lash_session *session, lash_error *error) {
  if (!session->readings.incomplete) return LASH_OK;
  return lash_fail(error, LASH_FAILURE,
                   "not everything that the run reads could be noted for its checkpoint: memory or "
                   "files ran out, or a file could not be read; repeat the command");
}

lash_status lash_session_open(const char *file, const lash_session_options *options,
                              lash_session **made, lash_error *error) {
  lash_session *session = *made = make(options);
  if (!session) return no_memory(error);
  session->file = file;
  lash_status status = check_options(options, error);
  readings *before = note_readings(session);
  readings_note_program();
  if (status == LASH_OK) status = read_files(session, error);
  readings_into(before);
  if (status == LASH_OK) status = apply_sets(session, error);
  if (status == LASH_OK && !session->commands) status = single_command(session, error);
  if (status == LASH_OK && options->resume) status = checkpoint_load(session, error);
  return status;
}

lash_status lash_session_open_model(const lash_model *model, const lash_session_options *options,
                                    lash_session **made, lash_error *error) {
  lash_session *session = *made = make(options);
  if (!session) return no_memory(error);
  session->model = model;
  session->file = model->file;
  const lash_status status = keep_name(session, model->file, error);
  return status == LASH_OK ? single_command(session, error) : status;
}

void lash_session_free(lash_session *session) {
  if (!session) return;
  lash_tables_close(session->tables, false, NULL);
  session->engine->stop(session);
  arrays_free(&session->arrays);
  lash_model_free(&session->own);
  if (session->script.file) lash_script_free(&session->script);
  free(session->name);
  free(session->folder);
  free(session->forces);
  free(session->saved);
  free(session->balance);
  readings_free(&session->readings);
  free(session);
}

/* ----------------------------------------------------------------------------------- SIMULATE */

size_t session_outputs(double from, double to, double step) {
  return (size_t)ceil((to - from) / step - 1e-6);
}

static lash_status no_end(lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT, "how long? Give --end T, or END= in SIMULATE");
}

/* When a SIMULATE ends and how far apart its outputs are. */
static lash_status plan(const lash_session *session, const lash_script_command *c, double *end,
                        double *step, lash_error *error) {
  const double most = 1e8; /* outputs */
  *end = isfinite(c->end) ? c->end : session->t + c->duration;
  if (!isfinite(*end)) return no_end(error);
  if (!(*end > session->t)) {
    return lash_fail(error, LASH_BAD_INPUT, "the end, %g, is not behind the present time, %g", *end,
                     session->t);
  }
  const int steps = c->steps > 0 ? c->steps : 100;
  *step = isfinite(c->dtout) && c->dtout > 0 ? c->dtout : (*end - session->t) / steps;
  if (*step > (1 + 1e-9) * (*end - session->t))
    session_say(session,
                "outputs %g apart in a simulation of %g: only its start and its end are shown",
                *step, *end - session->t);
  if ((*end - session->t) / *step <= most) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "outputs %g apart up to time %g are more than %g; take a longer time between "
                   "them",
                   *step, *end, most);
}

lash_status session_begin(lash_session *session, const lash_script_command *c,
                          lash_analysis *analysis, double *end, double *step, lash_error *error) {
  static const char *const names[] = {[LASH_ANALYSIS_TRANSIENT] = "dynamics",
                                      [LASH_ANALYSIS_DYNAMIC] = "dynamics",
                                      [LASH_ANALYSIS_KINEMATIC] = "kinematics",
                                      [LASH_ANALYSIS_STATIC] = "statics",
                                      [LASH_ANALYSIS_QUASISTATIC] = "quasistatics",
                                      [LASH_ANALYSIS_INITIAL_CONDITIONS] = "initial conditions"};
  *analysis = c->analysis;
  *end = session->t, *step = 0;
  if (*analysis == LASH_ANALYSIS_TRANSIENT) {
    *analysis = session->system && lash_system_size(session->system)->dof == 0
                    ? LASH_ANALYSIS_KINEMATIC
                    : LASH_ANALYSIS_DYNAMIC;
  }
  if (*analysis != LASH_ANALYSIS_STATIC && *analysis != LASH_ANALYSIS_INITIAL_CONDITIONS) {
    const lash_status status = plan(session, c, end, step, error);
    if (status != LASH_OK) return status;
  }
  session->totals.simulations++;
  session->totals.analysis = names[*analysis];
  session->totals.stopped = false;
  session->by_hand = false;
  session->from = session->t;
  session->to = *end;
  session->output_step = *step;
  return LASH_OK;
}

static lash_status simulate(lash_session *session, const lash_script_command *c,
                            lash_error *error) {
  lash_analysis analysis;
  double end, step;
  lash_status status = session_begin(session, c, &analysis, &end, &step, error);
  if (status != LASH_OK) return status;
  status = session->engine->simulate(session, analysis, end, step, error);
  session->totals.end = session->t;
  return status;
}

/* LINEAR: eigenvalues at the present state, to eigenvalues.csv. */
static lash_status linear(lash_session *session, lash_error *error) {
  double *real = NULL;
  size_t count = 0;
  session->totals.analysis = "linear";
  lash_status status = lash_session_eigenvalues(session, &real, &count, error);
  if (status != LASH_OK || !session->folder) {
    free(real);
    return status;
  }
  out_file out;
  status = out_open_in(&out, session->folder, "eigenvalues.csv", error);
  if (status == LASH_OK) fputs("mode,real,imaginary,frequency,damping_ratio\n", out.stream);
  for (size_t k = 0; status == LASH_OK && k < count; k++) {
    const double imaginary = real[count + k], size = hypot(real[k], imaginary);
    fprintf(out.stream, "%zu,%.17g,%.17g,%.17g,%.17g\n", k + 1, real[k], imaginary,
            size / (2 * 3.14159265358979324), size > 0 ? -real[k] / size : 0);
  }
  free(real);
  return out_close(&out, status, error);
}

/* ------------------------------------------------------------------------------------- commands */

static bool only_settings(lash_kind kind) {
  return kind == LASH_KIND_INTEGRATOR || kind == LASH_KIND_OUTPUT || kind == LASH_KIND_RESULTS ||
         kind == LASH_KIND_EQUILIBRIUM || kind == LASH_KIND_KINEMATICS || kind == LASH_KIND_IC ||
         kind == LASH_KIND_PREFERENCES;
}

/* Variables that a command file of unknown origin must not choose. */
static bool is_reserved(const char *name) {
  return strncmp(name, "LASH_", 5) == 0 || strncmp(name, "LD_", 3) == 0 ||
         strcmp(name, "PATH") == 0;
}

/* Carries out one command. While commands are only `replayed`, on the way to where a checkpoint was
 * made, simulations are skipped: their outcome is in the checkpoint. */
static lash_status obey(lash_session *session, const lash_script_command *c, bool replayed,
                        lash_error *error) {
  lash_status status = LASH_OK;
  switch (c->kind) {
    case LASH_COMMAND_SIMULATE:
      return replayed ? LASH_OK : simulate(session, c, error);
    case LASH_COMMAND_LINEAR:
      return replayed ? LASH_OK : linear(session, error);
    case LASH_COMMAND_ACTIVATE:
    case LASH_COMMAND_DEACTIVATE:
      status = lash_script_apply(&session->script, c, &session->own, error);
      if (status != LASH_OK) return status;
      return session->engine->activate(session, c, c->kind == LASH_COMMAND_ACTIVATE, error);
    case LASH_COMMAND_MODIFY:
      status = lash_script_apply(&session->script, c, &session->own, error);
      if (status != LASH_OK || only_settings(c->target)) return status;
      return session->engine->renew(session, error);
    case LASH_COMMAND_ENVIRONMENT:
      if (c->name && is_reserved(c->name)) {
        return lash_fail(error, LASH_BAD_INPUT,
                         "ENVIRONMENT cannot set %s: it decides which programs and libraries run; "
                         "set it before you start",
                         c->name);
      }
      if (c->name && setenv(c->name, c->value ? c->value : "", 1) != 0) {
        return lash_fail(error, LASH_FAILURE, "cannot set %s: %s", c->name, strerror(errno));
      }
      return LASH_OK;
    case LASH_COMMAND_SAVE:
      return replayed ? LASH_OK : state_save(session, c, error);
    case LASH_COMMAND_RELOAD:
      return replayed ? LASH_OK : state_reload(session, c, error);
    case LASH_COMMAND_FILE: /* the reader has taken what it says */
      return LASH_OK;
    case LASH_COMMAND_STOP:
      session->halted = true;
      return LASH_OK;
    case LASH_COMMAND_CONTROL:
      return session_control(session, c, error);
  }
  return LASH_OK;
}

lash_status session_obey(lash_session *session, const lash_script_command *c, lash_error *error) {
  return obey(session, c, false, error);
}

static lash_status obey_all(lash_session *session, lash_error *error) {
  double start = 0;
  const size_t saved = session->saved ? checkpoint_command(session, &start) : 0;
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
    if (status != LASH_OK && c->line > 0) lash_error_prefix(error, "%s:%d", session->file, c->line);
  }
  return status;
}

/* ------------------------------------------------------------------------------ start to finish */

static char *folder_of(const lash_session *session) {
  const char *folder = session->options.folder;
  return folder ? strdup(folder) : path_format("%s.results", session->name);
}

/* The summary of the run in the folder says that this very run is finished. */
static lash_status look_for_end(lash_session *session, lash_error *error) {
  char *folder = folder_of(session), *path = folder ? path_join(folder, "summary.json") : NULL;
  char *text = NULL, mark[64];
  lash_error none; /* no summary: not finished */
  snprintf(mark, sizeof mark, "\"fingerprint\": \"%016llx\"",
           (unsigned long long)lash_session_fingerprint(session));
  if (path && file_read(path, &text, NULL, &none) == LASH_OK)
    session->over = strstr(text, "\"status\": \"finished\"") && strstr(text, mark);
  if (session->over) {
    session_say(session, "the run in %s is finished already: nothing is left to do", folder);
    session->folder = folder;
  } else {
    free(folder);
  }
  free(text);
  const lash_status status = path ? LASH_OK : no_memory(error);
  free(path);
  return status;
}

static lash_status open_tables(lash_session *session, lash_error *error) {
  const lash_session_options *o = &session->options;
  if (!o->tables || session->over) return LASH_OK;
  session->folder = folder_of(session);
  char *beside = o->checkpoint ? path_parent(o->checkpoint) : NULL;
  if (beside) folder_tidy(beside);
  free(beside);
  if (!session->folder) return no_memory(error);
  const lash_tables_options options = {.folder = session->folder,
                                       .name = session->name,
                                       .req = o->req,
                                       .res = o->res,
                                       .resume = o->resume != NULL};
  return session->engine->open_tables(session, &options, error);
}

lash_status lash_session_start(lash_session *session, lash_error *error) {
  readings *before = note_readings(session);
  lash_status status = session->engine->start(session, error);
  readings_into(before);
  session->start = session->from = session->to = session->t;
  if (status == LASH_OK) status = check_readings(session, error);
  if (status == LASH_OK && session->saved) status = checkpoint_check(session, error);
  if (status == LASH_OK && session->saved) status = look_for_end(session, error);
  if (status == LASH_OK) status = open_tables(session, error);
  if (status == LASH_OK) status = arrays_begin(session, error);
  session->started = status == LASH_OK;
  return status;
}

lash_status lash_session_finish(lash_session *session, lash_error *error) {
  const lash_status status = session->engine->finish(session, error);
  lash_tables *tables = session->tables;
  session->tables = NULL;
  const lash_status closed =
      lash_tables_close(tables, status == LASH_OK, status == LASH_OK ? error : NULL);
  return status == LASH_OK ? closed : status;
}

lash_status session_check_end(const lash_session *session, lash_error *error) {
  const lash_script_command *c = session->commands;
  const bool timed = c->kind == LASH_COMMAND_SIMULATE && c->analysis != LASH_ANALYSIS_STATIC;
  return c != &session->single || !timed || isfinite(c->end) ? LASH_OK : no_end(error);
}

lash_status lash_session_run(lash_session *session, lash_error *error) {
  lash_status status = session_check_end(session, error);
  if (status == LASH_OK && !session->started) status = lash_session_start(session, error);
  if (status == LASH_OK && session->over) return LASH_OK;
  if (status == LASH_OK) status = obey_all(session, error);
  if (status == LASH_OK) return lash_session_finish(session, error);
  lash_tables_close(session->tables, false, NULL);
  session->tables = NULL;
  return status;
}

/* --------------------------------------------------------------------------------- what it gave */

bool session_proceed(lash_session *session, const lash_integrate_statistics *statistics) {
  const lash_session_watcher *w = &session->options.watcher;
  return !w->proceed || w->proceed(w->context, session->from, session->to, statistics);
}

lash_status session_interrupted(const lash_session *session, lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "interrupted at time %.10g", session->t);
}

/* A simulation begins where the last one ended, and that has its row. There is a second one only
 * when the state is another: an equilibrium was sought, a joint was switched on that stops
 * something. */
static bool is_shown(const lash_session *session) {
  if (session->t != session->shown) return false;
  if (session->by_hand) return true;
  return session->t == session->from &&
         !(session->engine->moved && session->engine->moved(session));
}

lash_status session_output(lash_session *session, lash_error *error) {
  const lash_session_watcher *w = &session->options.watcher;
  lash_status status = LASH_OK;
  if (session->silent || is_shown(session)) return LASH_OK;
  session->shown = session->t;
  session->totals.outputs++;
  if (session->tables) status = lash_tables_row(session->tables, session->t, session->run, error);
  if (status == LASH_OK) status = arrays_row(session, error);
  if (status == LASH_OK && w->output) status = w->output(w->context, session, session->t, error);
  return status;
}

lash_reaction session_sensor(lash_session *session, int id, double t) {
  const lash_reaction reaction = lash_sensor_reaction(session->model, id);
  const int index = lash_model_find(session->model, LASH_KIND_SENSOR, id);
  if (index < 0) return reaction;
  const lash_sensor *sensor = &session->model->sensor.item[index];
  session->halted |= sensor->halt;
  session_say(session, "SENSOR/%d at time %.10g%s", id, t,
              sensor->halt           ? ": halt"
              : sensor->stop_command ? ": return to the next command"
                                     : "");
  return reaction;
}

lash_status lash_session_output(lash_session *session, double t, lash_error *error) {
  session->t = t;
  return session_output(session, error);
}

const lash_session_totals *lash_session_totals_of(const lash_session *session) {
  return &session->totals;
}
const lash_model *lash_session_model(const lash_session *session) { return session->model; }
bool lash_session_over(const lash_session *session) { return session->over; }
const char *lash_session_folder(const lash_session *session) { return session->folder; }
double lash_session_time(const lash_session *session) { return session->t; }
lash_system *lash_session_system(lash_session *session) { return session->system; }
lash_host *lash_session_host(lash_session *session) { return session->host; }

/* -------------------------------------------------------------------------------------- by hand */

static lash_status need_start(const lash_session *session, lash_error *error) {
  if (session->started) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "the session has not started: lash_session_start() first");
}

lash_status lash_session_advance(lash_session *session, double t, lash_error *error) {
  const lash_status status = need_start(session, error);
  if (status != LASH_OK) return status;
  if (!isfinite(t) || !(t > session->t)) {
    return lash_fail(error, LASH_BAD_INPUT, "the session stands at time %g and cannot go to %g",
                     session->t, t);
  }
  session->from = session->t;
  session->to = t;
  session->by_hand = true;
  session->totals.stopped = false;
  const lash_status done = session->engine->advance(session, t, error);
  session->totals.end = session->t;
  return done;
}

lash_status lash_session_force(lash_session *session, const lash_own_force *force,
                               lash_error *error) {
  if (session->started)
    return lash_fail(error, LASH_BAD_INPUT,
                     "forces of one's own are part of the equations: give them before the start");
  const size_t size = (session->force_count + 1) * sizeof *force;
  lash_own_force *more = realloc(session->forces, size);
  if (!more) return no_memory(error);
  session->forces = more;
  more[session->force_count++] = *force;
  return LASH_OK;
}

lash_status lash_session_input(lash_session *session, int id, const lash_input *input,
                               lash_error *error) {
  const lash_status status = need_start(session, error);
  return status == LASH_OK ? session->engine->input(session, id, input, error) : status;
}

lash_status lash_session_measure(lash_session *session, const char *name, const int *arguments,
                                 size_t count, double *value, lash_error *error) {
  const lash_status status = need_start(session, error);
  if (status != LASH_OK) return status;
  return session->engine->measure(session, name, arguments, count, value, error);
}

int lash_session_request_id(const lash_session *session, size_t index) {
  return session->engine->request_id(session, index);
}

lash_status lash_session_request(lash_session *session, int id, double values[LASH_REQUEST_COLUMNS],
                                 lash_error *error) {
  const lash_status status = need_start(session, error);
  int found;
  for (size_t k = 0; status == LASH_OK && (found = session->engine->request_id(session, k)); k++) {
    if (found == id) return session->engine->request(session, k, values, error);
  }
  return status == LASH_OK ? lash_fail(error, LASH_BAD_INPUT, "%s: there is no REQUEST/%d",
                                       session->model->file, id)
                           : status;
}

lash_status lash_session_eigenvalues(lash_session *session, double **real, size_t *count,
                                     lash_error *error) {
  *real = NULL;
  *count = 0;
  const lash_status status = need_start(session, error);
  return status == LASH_OK ? session->engine->eigenvalues(session, real, count, error) : status;
}
