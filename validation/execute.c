/* Carries out one run: dataset with its changes, simulation, columns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_cosim.h"
#include "lash_model.h"
#include "runs.h"
#include "splines.h"

enum { REQUEST_COLUMNS = 8, RANDOM_COUNT = 8 };

typedef struct execution {
  const run_list *list;
  const run_setup *setup;
  double value[RUN_LETS_MAX]; /* of the `let` lines, as far as they are known */
  size_t known;
  size_t member;
  double random[RANDOM_COUNT];
  lash_model model;
  lash_system *system;
  lash_integration *integration;
  double *y, *times;
  double *raw; /* per output: all requests' columns */
  size_t rows, room, requests;
} execution;

/* ------------------------------------------------------------------------------------- numbers */

/* Numbers in (-1, 1) from the member alone, so that every machine draws the same; the first member
 * is the unperturbed one. */
static void draw(double *random, size_t member) {
  uint64_t state = 0x9E3779B97F4A7C15u * (uint64_t)member;
  for (size_t i = 0; i < RANDOM_COUNT; i++) {
    state += 0x9E3779B97F4A7C15u; /* splitmix64 */
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    random[i] = member ? 2 * ((double)(z >> 11) + 0.5) * 0x1p-53 - 1 : 0;
  }
}

static bool number_of(void *context, const char *name, double *value) {
  const execution *e = context;
  if (name[0] == 'u' && name[1] >= '1' && name[1] <= '8' && !name[2]) {
    *value = e->random[name[1] - '1'];
    return true;
  }
  for (size_t i = 0; i < e->known; i++) {
    if (strcmp(e->setup->let[i].name, name) != 0) continue;
    *value = e->value[i];
    return true;
  }
  return false;
}

static lash_status evaluate_lets(execution *e, lash_error *error) {
  const formula_names names = {e, number_of, NULL};
  for (size_t i = 0; i < e->setup->lets; i++) {
    const lash_status status = formula_number(e->setup->let[i].text, &names, &e->value[i], error);
    if (status != LASH_OK) return status;
    e->known = i + 1;
  }
  return LASH_OK;
}

/* ---------------------------------------------------------------------------------- simulation */

static lash_status leave_out(execution *e, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < e->setup->withouts && status == LASH_OK; i++) {
    char statement[RUN_NAME_MAX];
    snprintf(statement, sizeof statement, "%s", e->setup->without[i].name);
    char *slash = strchr(statement, '/');
    if (!slash) return lash_fail(error, LASH_BAD_INPUT, "without: '%s' has no id", statement);
    *slash = '\0';
    status = lash_system_activate(e->system, statement, atoi(slash + 1), false, error);
  }
  return status;
}

static lash_status read_model(execution *e, const char *folder, lash_error *error) {
  char path[1024], value[2 * RUN_TEXT_MAX];
  snprintf(path, sizeof path, "%s/%s", folder, e->setup->model);
  lash_status status = e->setup->splines ? read_with_splines(e->list, e->setup, folder, e->member,
                                                             path, &e->model, error)
                                         : lash_model_read(&e->model, path, error);
  if (status == LASH_UNSUPPORTED) status = LASH_OK; /* the solver refuses what it cannot do */
  const formula_names names = {e, number_of, NULL};
  for (size_t i = 0; i < e->setup->sets && status == LASH_OK; i++) {
    status = formula_fill_in(e->setup->set[i].text, &names, value, sizeof value, error);
    if (status == LASH_OK) status = lash_model_set(&e->model, e->setup->set[i].name, value, error);
    if (status != LASH_OK) lash_error_prefix(error, "set %s", e->setup->set[i].name);
  }
  return status;
}

static lash_status keep_row(void *context, lash_system *system, double t, lash_error *error) {
  execution *e = context;
  const size_t width = e->requests * REQUEST_COLUMNS;
  if (e->rows == e->room) {
    const size_t room = e->room ? 2 * e->room : 1024;
    double *times = realloc(e->times, room * sizeof *times);
    if (times) e->times = times;
    double *raw = realloc(e->raw, (room * width + 1) * sizeof *raw);
    if (raw) e->raw = raw;
    if (!times || !raw) return lash_fail(error, LASH_FAILURE, "out of memory for results");
    e->room = room;
  }
  e->times[e->rows] = t;
  lash_status status = LASH_OK;
  for (size_t i = 0; i < e->requests && status == LASH_OK; i++) {
    double *row = e->raw + e->rows * width + i * REQUEST_COLUMNS;
    status = lash_system_request_values(system, i, row, error);
  }
  e->rows += status == LASH_OK;
  return status;
}

static lash_status kinematics(execution *e, double t, double end, lash_error *error) {
  lash_status status = LASH_OK;
  const size_t steps = e->setup->steps;
  for (size_t k = 0; k <= steps && status == LASH_OK; k++) {
    const double now = k == steps ? end : t + (end - t) * (double)k / (double)steps;
    status = lash_system_kinematics(e->system, now, e->y, error);
    if (status == LASH_OK) status = keep_row(e, e->system, now, error);
    if (status == LASH_OK) status = lash_system_commit(e->system, error);
  }
  return status;
}

/* Frequencies of the linearised system, ascending, one a row and in place of the time. */
static lash_status modes(execution *e, double t, lash_error *error) {
  size_t count = 2 * lash_system_size(e->system)->v + lash_system_size(e->system)->x;
  double *root = calloc(2 * count + 1, sizeof *root), *imaginary = root + count;
  e->times = calloc(count + 1, sizeof *e->times);
  lash_status status = LASH_OK;
  if (!root || !e->times) status = lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) {
    lash_system_set(e->system, t, e->y);
    status = lash_system_eigenvalues(e->system, root, imaginary, &count, error);
  }
  for (size_t k = 0; k < count && status == LASH_OK; k++)
    if (imaginary[k] > 0) e->times[e->rows++] = hypot(root[k], imaginary[k]) / (2 * acos(-1.0));
  free(root);
  return status;
}

static lash_integrate_options options_of(const run_setup *s, double output_step) {
  lash_integrate_options options = lash_integrate_defaults();
  if (s->integrator[0]) options.integrator = s->integrator;
  if (s->error > 0) options.error = s->error;
  options.step = s->step;
  options.hmax = s->hmax;
  if (s->radius > 0) options.spectral_radius = s->radius;
  options.project = s->alpha == 0 && s->beta == 0;
  options.audit = s->audit != RUN_AUDIT_OFF;
  options.output_step = output_step;
  return options;
}

static lash_status dynamics(execution *e, double t, double end, run_result *result,
                            lash_error *error) {
  const lash_integrate_options options = options_of(e->setup, (end - t) / (double)e->setup->steps);
  lash_status status = lash_integrate_create(e->system, &options, t, e->y, &e->integration, error);
  if (status != LASH_OK) return status;
  const lash_watcher watcher = {.context = e, .output = keep_row};
  status = lash_integrate_to(e->integration, end, &watcher, error);
  if (options.audit) {
    const lash_audit *audit = lash_integrate_audit(e->integration);
    result->audit = audit->worst;
    result->exchanged = audit->exchanged;
  }
  result->contacts = (double)lash_integrate_statistics_of(e->integration)->contact_events;
  return status;
}

/* The system, assembled at its initial state. */
static lash_status prepare(execution *e, const char *folder, double *t, double *end,
                           lash_error *error) {
  const formula_names names = {e, number_of, NULL};
  lash_status status = evaluate_lets(e, error);
  if (status == LASH_OK) status = formula_number(e->setup->end, &names, end, error);
  if (status == LASH_OK) status = read_model(e, folder, error);
  const lash_system_options options = {.alpha = e->setup->alpha, .beta = e->setup->beta};
  if (status == LASH_OK) status = lash_system_create(&e->model, &options, &e->system, error);
  if (status == LASH_OK) status = leave_out(e, error);
  if (status != LASH_OK) return status;
  const lash_system_sizes *n = lash_system_size(e->system);
  e->requests = n->requests;
  e->y = calloc(n->y + 1, sizeof *e->y);
  if (!e->y) return lash_fail(error, LASH_FAILURE, "out of memory");
  lash_system_initial(e->system, t, e->y);
  return lash_system_assemble(e->system, *t, e->y, NULL, error);
}

static void release(execution *e) {
  lash_integrate_free(e->integration);
  lash_system_free(e->system);
  lash_model_free(&e->model);
  free(e->y);
  free(e->times);
  free(e->raw);
}

/* Beside its partner; an output at every exchange. */
static lash_status cosimulate(execution *e, const char *folder, double t, double end,
                              lash_error *error) {
  const run_setup *s = e->setup;
  execution partner = {.list = e->list, .setup = run_list_find(e->list, s->partner)};
  if (!partner.setup || partner.setup->partner[0]) {
    return lash_fail(error, LASH_BAD_INPUT, "partner %s: there is no such run without a partner",
                     s->partner);
  }
  memcpy(partner.random, e->random, sizeof partner.random);
  lash_cosim_signal signal[2 * RUN_SIGNALS_MAX];
  size_t signals = 0;
  for (size_t i = 0; i < s->takes; i++)
    signal[signals++] = (lash_cosim_signal){0, atoi(s->take[i].text), 1, atoi(s->take[i].name)};
  for (size_t i = 0; i < s->gives; i++)
    signal[signals++] = (lash_cosim_signal){1, atoi(s->give[i].text), 0, atoi(s->give[i].name)};
  double start, stop;
  lash_cosim *cosim = NULL;
  lash_status status = prepare(&partner, folder, &start, &stop, error);
  if (status == LASH_OK) {
    const lash_cosim_member members[2] = {
        {partner.system, options_of(partner.setup, 0), t, partner.y},
        {e->system, options_of(s, 0), t, e->y}};
    const lash_cosim_options how = {
        .scheme = LASH_COSIM_GAUSS_SEIDEL, .order = 1, .step = s->exchange};
    status = lash_cosim_create(members, 2, signal, signals, &how, &cosim, error);
  }
  const lash_watcher watchers[2] = {{0}, {.context = e, .output = keep_row}};
  if (status == LASH_OK) status = lash_cosim_to(cosim, end, watchers, error);
  lash_cosim_free(cosim);
  release(&partner);
  return status;
}

static lash_status simulate(execution *e, const char *folder, run_result *result,
                            lash_error *error) {
  double t, end;
  const lash_status status = prepare(e, folder, &t, &end, error);
  if (status != LASH_OK) return status;
  result->rank = (double)lash_system_size(e->system)->constraints;
  if (e->setup->modes) return modes(e, t, error);
  if (e->setup->partner[0]) return cosimulate(e, folder, t, end, error);
  return e->setup->kinematics ? kinematics(e, t, end, error) : dynamics(e, t, end, result, error);
}

lash_status run_visit(const run_list *list, const run_setup *setup, const char *folder, double time,
                      run_visitor visit, void *context, lash_error *error) {
  run_setup until = *setup;
  until.steps = 1;
  snprintf(until.end, sizeof until.end, "%.17g", isfinite(time) ? time : 0);
  execution e = {.list = list, .setup = &until};
  run_result ignored = {0};
  double t, end;
  lash_status status = prepare(&e, folder, &t, &end, error);
  if (status == LASH_OK && isfinite(time) && end < t) {
    status = lash_fail(error, LASH_BAD_INPUT, "time %g is before the start, %g", end, t);
  }
  if (status == LASH_OK && !isfinite(time)) end = t;
  if (status == LASH_OK && lash_system_size(e.system)->dof <= 0)
    status = kinematics(&e, t, end, error);
  else if (status == LASH_OK && end > t)
    status = dynamics(&e, t, end, &ignored, error);
  if (status == LASH_OK) status = visit(context, &e.model, e.system, error);
  release(&e);
  return status;
}

/* ------------------------------------------------------------------------------------- columns */

typedef struct raw_names {
  execution *e;
  formula_memory *memory;
  const double *columns; /* those made so far */
  size_t made;
} raw_names;

static bool number_here(void *context, const char *name, double *value) {
  const raw_names *r = context;
  return number_of(r->e, name, value);
}

/* rK.Fj: column j of REQUEST/K; r0.time or r0.hertz; c.NAME: a column made above. */
static bool raw_curve(void *context, const char *run, const char *column, formula_value *value,
                      lash_error *error) {
  const raw_names *r = context;
  const execution *e = r->e;
  (void)error;
  const char *rows = e->setup->modes ? "hertz" : "time";
  if (strcmp(run, "r0") == 0 && strcmp(column, rows) == 0) {
    *value = (formula_value){.n = e->rows, .t = e->times, .x = e->times};
    return true;
  }
  if (strcmp(run, "c") == 0) {
    for (size_t c = 0; c < r->made; c++) {
      if (strcmp(e->setup->column[c].name, column) != 0) continue;
      *value = (formula_value){.n = e->rows, .t = e->times, .x = r->columns + c * e->rows};
      return true;
    }
    return false;
  }
  if (run[0] != 'r' || column[0] != 'F' || column[1] < '1' || column[1] > '8' || column[2]) {
    return false;
  }
  size_t request = 0;
  while (request < e->requests && lash_system_request(e->system, request).id != atoi(run + 1)) {
    request++;
  }
  double *x = request < e->requests ? formula_take(r->memory, e->rows) : NULL;
  if (!x) return false;
  for (size_t i = 0; i < e->rows; i++) {
    x[i] = e->raw[(i * e->requests + request) * REQUEST_COLUMNS + (size_t)(column[1] - '1')];
  }
  *value = (formula_value){.n = e->rows, .t = e->times, .x = x};
  return true;
}

static lash_status make_columns(execution *e, run_result *result, lash_error *error) {
  const run_setup *s = e->setup;
  lash_status status = LASH_OK;
  result->rows = e->rows;
  result->columns = s->columns + 1;
  result->data = malloc((result->columns * e->rows + 1) * sizeof *result->data);
  if (!result->data) return lash_fail(error, LASH_FAILURE, "out of memory for results");
  memcpy(result->data, e->times, e->rows * sizeof *result->data);
  for (size_t c = 0; c < s->columns && status == LASH_OK; c++) {
    formula_memory memory = {0};
    raw_names context = {e, &memory, result->data + e->rows, c};
    const formula_names names = {&context, number_here, raw_curve};
    formula_value value;
    status = formula_evaluate(s->column[c].text, &names, &memory, &value, error);
    if (status == LASH_OK && value.n != e->rows) {
      status = lash_fail(error, LASH_BAD_INPUT, "column %s is not a curve", s->column[c].name);
    }
    if (status == LASH_OK) {
      memcpy(result->data + (c + 1) * e->rows, value.x, e->rows * sizeof *value.x);
    }
    formula_release(&memory);
  }
  return status;
}

void run_execute(const run_list *list, const run_setup *setup, const char *folder, size_t member,
                 run_result *result) {
  execution e = {.list = list, .setup = setup, .member = member};
  *result = (run_result){.audit = NAN, .exchanged = NAN};
  draw(e.random, member);
  lash_status status = simulate(&e, folder, result, &result->failure);
  if (status == LASH_OK) status = make_columns(&e, result, &result->failure);
  result->failure.status = status;
  release(&e);
}

void run_result_free(run_result *result) {
  free(result->data);
  result->data = NULL;
}
