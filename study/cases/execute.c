/* Carries out one run of a description: dataset with its changes, simulation, columns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_cosim.h"
#include "lash_random.h"
#include "lash_study.h"
#include "paths.h"
#include "runs.h"

enum { RANDOM_COUNT = 8 };

typedef struct execution {
  const run_list *list;
  const run_setup *setup;
  size_t member;
  /* u1 … u8, then the `let` lines as far as they are known */
  const char *name[RANDOM_COUNT + RUN_LETS_MAX];
  double value[RANDOM_COUNT + RUN_LETS_MAX];
  lash_names names;
  lash_model model;
  lash_session *session;
  lash_record record; /* all requests; or frequencies in place of the times */
} execution;

/* ------------------------------------------------------------------------------------- numbers */

/* Numbers in (-1, 1) from the member alone, so that every machine draws the same; the first member
 * is the unperturbed one. */
static void draw(double *random, size_t member) {
  uint64_t state = SPLITMIX64_STEP * (uint64_t)member;
  for (size_t i = 0; i < RANDOM_COUNT; i++) random[i] = member ? splitmix64_swing(&state) : 0;
}

static lash_status evaluate_lets(execution *e, lash_error *error) {
  static const char *const random[] = {"u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8"};
  memcpy(e->name, random, sizeof random);
  e->names = (lash_names){e->name, e->value, RANDOM_COUNT};
  for (size_t i = 0; i < e->setup->lets; i++) {
    const lash_status status =
        lash_evaluate(e->setup->let[i].text, &e->names, &e->value[e->names.count], error);
    if (status != LASH_OK) return status;
    e->name[e->names.count++] = e->setup->let[i].name;
  }
  return LASH_OK;
}

/* ---------------------------------------------------------------------------------- simulation */

static lash_status read_model(execution *e, const char *folder, lash_error *error) {
  char *path = path_join(folder, e->setup->model), value[2 * RUN_TEXT_MAX];
  if (!path) return lash_fail(error, LASH_FAILURE, "out of memory");
  lash_status status = e->setup->splines ? read_with_splines(e->list, e->setup, folder, e->member,
                                                             path, &e->model, error)
                                         : lash_model_read(&e->model, path, error);
  free(path);
  if (status == LASH_UNSUPPORTED) status = LASH_OK; /* the solver refuses what it cannot do */
  for (size_t i = 0; i < e->setup->sets && status == LASH_OK; i++) {
    status = lash_fill_in(e->setup->set[i].text, &e->names, value, sizeof value, error);
    if (status == LASH_OK) status = lash_model_set(&e->model, e->setup->set[i].name, value, error);
    if (status != LASH_OK) lash_error_prefix(error, "set %s", e->setup->set[i].name);
  }
  for (size_t i = 0; e->setup->host[0] && i < e->setup->withouts && status == LASH_OK; i++) {
    status = lash_model_activate(&e->model, e->setup->without[i].name, false, error);
    if (status != LASH_OK) lash_error_prefix(error, "without %s", e->setup->without[i].name);
  }
  return status;
}

/* The step: that of the other engine, where one is named for it. */
static double engine_step(const run_setup *s) {
  for (size_t i = 0; s->host[0] && i < s->engine_steps; i++)
    if (lash_same_name(s->engine_step[i].name, s->host))
      return strtod(s->engine_step[i].text, NULL);
  return s->step;
}

static lash_session_options options_of(const run_setup *s) {
  lash_session_options options = lash_session_defaults();
  options.steps = s->steps;
  if (s->integrator[0]) options.integrator = s->integrator;
  options.error = s->error;
  options.step = engine_step(s);
  options.hmax = s->hmax;
  if (s->radius > 0) options.radius = s->radius;
  if (s->alpha != 0 || s->beta != 0) options.alpha = s->alpha, options.beta = s->beta;
  options.plain = true;
  if (s->host[0]) options.host = s->host;
  if (s->engine[0]) options.engine = s->engine;
  options.no_audit = s->audit == RUN_AUDIT_OFF;
  options.requests = true;
  for (size_t i = 0; i < s->withouts; i++) options.without.item[i] = s->without[i].name;
  options.without.count = s->host[0] ? 0 : s->withouts; /* a host's model is without them */
  return options;
}

/* The session at its assembled start. */
static lash_status prepare(execution *e, const char *folder, const char *analysis,
                           lash_error *error) {
  double end = 0;
  lash_status status = evaluate_lets(e, error);
  if (status == LASH_OK) status = lash_evaluate(e->setup->end, &e->names, &end, error);
  if (status == LASH_OK) status = read_model(e, folder, error);
  if (status != LASH_OK) return status;
  lash_session_options options = options_of(e->setup);
  options.end = end;
  options.analysis = analysis;
  if (e->setup->host[0]) options.integrator = options.engine = NULL, options.error = 0;
  status = lash_session_open_model(&e->model, &options, &e->session, error);
  return status == LASH_OK ? lash_session_start(e->session, error) : status;
}

static void release(execution *e) {
  lash_session_free(e->session);
  lash_model_free(&e->model);
  lash_record_free(&e->record);
}

/* Frequencies of the linearised system, ascending, one a row and in place of the time. */
static lash_status modes(execution *e, lash_error *error) {
  double *root;
  size_t count;
  lash_status status = lash_session_eigenvalues(e->session, &root, &count, error);
  lash_record *r = &e->record;
  r->time = status == LASH_OK ? calloc(count + 1, sizeof *r->time) : NULL;
  if (status == LASH_OK && !r->time) status = lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t k = 0; k < count && status == LASH_OK; k++) {
    const double imaginary = root[count + k];
    if (imaginary > 0) r->time[r->rows++] = hypot(root[k], imaginary) / (2 * acos(-1.0));
  }
  free(root);
  return status;
}

static lash_status keep_row(void *context, lash_system *system, double t, lash_error *error) {
  (void)system;
  return lash_session_output(context, t, error);
}

static lash_status member_of(const execution *e, lash_cosim_member *member, lash_error *error) {
  lash_system *system = lash_session_system(e->session);
  *member = (lash_cosim_member){
      .system = system, .t = lash_session_time(e->session), .y = lash_system_state(system)};
  return lash_session_integrator(e->session, &member->options, error);
}

/* Beside its partner; an output at every exchange. */
static lash_status cosimulate(execution *e, const char *folder, double end, lash_error *error) {
  const run_setup *s = e->setup;
  execution partner = {.list = e->list, .setup = run_list_find(e->list, s->partner)};
  if (!partner.setup || partner.setup->partner[0]) {
    return lash_fail(error, LASH_BAD_INPUT, "partner %s: there is no such run without a partner",
                     s->partner);
  }
  memcpy(partner.value, e->value, RANDOM_COUNT * sizeof *e->value);
  lash_cosim_signal signal[2 * RUN_SIGNALS_MAX];
  size_t signals = 0;
  for (size_t i = 0; i < s->takes; i++)
    signal[signals++] = (lash_cosim_signal){0, atoi(s->take[i].text), 1, atoi(s->take[i].name)};
  for (size_t i = 0; i < s->gives; i++)
    signal[signals++] = (lash_cosim_signal){1, atoi(s->give[i].text), 0, atoi(s->give[i].name)};
  lash_cosim *cosim = NULL;
  lash_cosim_member members[2];
  lash_status status = prepare(&partner, folder, NULL, error);
  if (status == LASH_OK) status = member_of(&partner, &members[0], error);
  if (status == LASH_OK) status = member_of(e, &members[1], error);
  if (status == LASH_OK) {
    const lash_cosim_options how = {
        .scheme = LASH_COSIM_GAUSS_SEIDEL, .order = 1, .step = s->exchange};
    status = lash_cosim_create(members, 2, signal, signals, &how, &cosim, error);
  }
  const lash_watcher watchers[2] = {{0}, {.context = e->session, .output = keep_row}};
  if (status == LASH_OK) status = lash_cosim_to(cosim, end, watchers, error);
  lash_cosim_free(cosim);
  release(&partner);
  return status;
}

/* At equal parts of the time. */
static lash_status kinematics(execution *e, double end, lash_error *error) {
  const double start = lash_session_time(e->session);
  const lash_system *system = lash_session_system(e->session);
  const int freedom = system ? lash_system_size(system)->dof : 0; /* a host integrates anyway */
  const size_t steps = e->setup->steps;
  lash_status status = LASH_OK;
  if (freedom > 0)
    return lash_fail(error, LASH_BAD_INPUT,
                     "kinematics needs a mechanism without freedom, this one has %d", freedom);
  for (size_t k = 1; k <= steps && status == LASH_OK; k++) {
    const double now = start + (end - start) * (double)k / (double)steps;
    status = lash_session_advance(e->session, k == steps ? end : now, error);
  }
  return status;
}

static lash_status simulate(execution *e, const char *folder, run_result *result,
                            lash_error *error) {
  double end = 0;
  lash_status status = prepare(e, folder, "dynamics", error);
  if (status != LASH_OK) return status;
  const lash_system *system = lash_session_system(e->session);
  result->rank = system ? (double)lash_system_size(system)->constraints : NAN;
  if (!system && (e->setup->modes || e->setup->partner[0])) {
    return lash_fail(error, LASH_UNSUPPORTED,
                     "host %s: modes and partners are the reference solver's", e->setup->host);
  }
  if (e->setup->modes) return modes(e, error);
  status = lash_evaluate(e->setup->end, &e->names, &end, error);
  if (status != LASH_OK) return status;
  if (e->setup->partner[0])
    status = cosimulate(e, folder, end, error);
  else
    status = e->setup->kinematics ? kinematics(e, end, error) : lash_session_run(e->session, error);
  const lash_session_totals *totals = lash_session_totals_of(e->session);
  if (system && totals->dynamic && e->setup->audit != RUN_AUDIT_OFF) {
    result->audit = totals->audit.worst;
    result->exchanged = totals->audit.exchanged;
  }
  result->contacts = (double)totals->count.contact_events;
  return status == LASH_OK ? lash_session_take_record(e->session, &e->record, error) : status;
}

lash_status run_visit(const run_list *list, const run_setup *setup, const char *folder, double time,
                      run_visitor visit, void *context, lash_error *error) {
  run_setup until = *setup;
  until.steps = 1;
  snprintf(until.end, sizeof until.end, "%.17g", isfinite(time) ? time : 0);
  execution e = {.list = list, .setup = &until};
  lash_status status = prepare(&e, folder, NULL, error);
  const double start = status == LASH_OK ? lash_session_time(e.session) : 0;
  lash_system *system = status == LASH_OK ? lash_session_system(e.session) : NULL;
  if (status == LASH_OK && isfinite(time) && time < start) {
    status = lash_fail(error, LASH_BAD_INPUT, "time %g is before the start, %g", time, start);
  }
  if (status == LASH_OK && time > start) status = lash_session_run(e.session, error);
  if (status == LASH_OK) status = visit(context, &e.model, system, error);
  release(&e);
  return status;
}

lash_status run_visit_file(const char *path, run_setup *setup, double time, run_visitor visit,
                           void *context, lash_error *error) {
  const run_list none = {0};
  const char *name = path_base(path);
  if (strlen(name) >= sizeof setup->model)
    return lash_fail(error, LASH_BAD_INPUT, "%s: the file's name is too long", path);
  snprintf(setup->model, sizeof setup->model, "%s", name);
  char *folder = path_parent(path);
  const lash_status status = folder ? run_visit(&none, setup, folder, time, visit, context, error)
                                    : lash_fail(error, LASH_FAILURE, "out of memory");
  free(folder);
  return status;
}

/* ------------------------------------------------------------------------------------- columns */

typedef struct raw_names {
  execution *e;
  const double *columns; /* those made so far */
  size_t made;
} raw_names;

static bool number_here(void *context, const char *name, double *value) {
  return lash_names_find(&((const raw_names *)context)->e->names, name, value);
}

/* rK.Fj: column j of REQUEST/K; r0.time or r0.hertz; c.NAME: a column made above. */
static bool raw_curve(void *context, const char *run, const char *column, formula_value *value,
                      lash_error *error) {
  const raw_names *r = context;
  const execution *e = r->e;
  (void)error;
  const char *rows = e->setup->modes ? "hertz" : "time";
  if (strcmp(run, "r0") == 0 && strcmp(column, rows) == 0) {
    *value = (formula_value){.n = e->record.rows, .t = e->record.time, .x = e->record.time};
    return true;
  }
  if (strcmp(run, "c") == 0) {
    for (size_t c = 0; c < r->made; c++) {
      if (strcmp(e->setup->column[c].name, column) != 0) continue;
      *value = (formula_value){
          .n = e->record.rows, .t = e->record.time, .x = r->columns + c * e->record.rows};
      return true;
    }
    return false;
  }
  if (run[0] != 'r' || column[0] != 'F' || column[1] < '1' || column[1] > '8' || column[2]) {
    return false;
  }
  size_t request = 0;
  int id;
  while ((id = lash_session_request_id(e->session, request)) && id != atoi(run + 1)) request++;
  if (!id) return false;
  const size_t place = LASH_REQUEST_COLUMNS * request + (size_t)(column[1] - '1');
  *value = (formula_value){
      .n = e->record.rows, .t = e->record.time, .x = lash_record_column(&e->record, place)};
  return true;
}

static lash_status make_columns(execution *e, run_result *result, lash_error *error) {
  const run_setup *s = e->setup;
  lash_status status = LASH_OK;
  result->rows = e->record.rows;
  result->columns = s->columns + 1;
  result->data = malloc((result->columns * e->record.rows + 1) * sizeof *result->data);
  if (!result->data) return lash_fail(error, LASH_FAILURE, "out of memory for results");
  memcpy(result->data, e->record.time, e->record.rows * sizeof *result->data);
  for (size_t c = 0; c < s->columns && status == LASH_OK; c++) {
    formula_memory memory = {0};
    raw_names context = {e, result->data + e->record.rows, c};
    const formula_names names = {&context, number_here, raw_curve};
    formula_value value;
    status = formula_evaluate(s->column[c].text, &names, &memory, &value, error);
    if (status == LASH_OK && value.n != e->record.rows) {
      status = lash_fail(error, LASH_BAD_INPUT, "column %s is not a curve", s->column[c].name);
    }
    if (status == LASH_OK) {
      memcpy(result->data + (c + 1) * e->record.rows, value.x, e->record.rows * sizeof *value.x);
    }
    formula_release(&memory);
  }
  return status;
}

void run_execute(const run_list *list, const run_setup *setup, const char *folder, size_t member,
                 run_result *result) {
  execution e = {.list = list, .setup = setup, .member = member};
  *result = (run_result){.audit = NAN, .exchanged = NAN};
  draw(e.value, member);
  lash_status status = simulate(&e, folder, result, &result->failure);
  if (status == LASH_OK) status = make_columns(&e, result, &result->failure);
  result->failure.status = status;
  release(&e);
}

void run_result_free(run_result *result) {
  free(result->data);
  result->data = NULL;
}
