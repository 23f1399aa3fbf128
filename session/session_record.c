/* Arrays in memory: outputs as columns, works, the state at the end. */
#include <stdlib.h>
#include <string.h>

#include "session_impl.h"

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for the results of a run");
}

static bool wanted(const lash_session *session) {
  return session->options.columns || session->options.requests;
}

/* Number of a request in the engine; past the last when there is none. */
static size_t request_number(const lash_session *session, int id) {
  size_t index = 0;
  int found;
  while ((found = session->engine->request_id(session, index)) && found != id) index++;
  return index;
}

lash_status arrays_begin(lash_session *session, lash_error *error) {
  session_arrays *a = &session->arrays;
  const lash_columns *columns = session->options.columns;
  if (session->options.requests) {
    while (session->engine->request_id(session, a->width)) a->width++;
    a->width *= LASH_REQUEST_COLUMNS;
    return LASH_OK;
  }
  a->width = columns ? columns->count : 0;
  for (size_t c = 0; c < a->width; c++) {
    const int id = columns->item[c].request;
    if (id == 0) continue;
    a->request[c] = request_number(session, id);
    if (session->engine->request_id(session, a->request[c])) continue;
    return lash_fail(error, LASH_BAD_INPUT, "column %s: %s has no REQUEST/%d",
                     columns->item[c].text, session->model->file, id);
  }
  return LASH_OK;
}

static lash_status evaluate(lash_session *session, double *row, lash_error *error) {
  const lash_columns *columns = session->options.columns;
  const session_engine *engine = session->engine;
  double values[LASH_REQUEST_COLUMNS];
  int known = 0; /* id of the request whose values are at hand */
  for (size_t c = 0; c < columns->count; c++) {
    const lash_column *column = &columns->item[c];
    lash_status status = LASH_OK;
    if (column->request == 0) {
      status = engine->measure(session, column->function, column->argument, column->arguments,
                               &row[c], error);
    } else if (column->request != known) {
      status = engine->request(session, session->arrays.request[c], values, error);
      known = column->request;
    }
    if (status != LASH_OK) {
      lash_error_prefix(error, "column %s", column->text);
      return status;
    }
    if (column->request != 0) row[c] = values[column->place];
  }
  return LASH_OK;
}

static lash_status all_requests(lash_session *session, double *row, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t k = 0; k * LASH_REQUEST_COLUMNS < session->arrays.width && status == LASH_OK; k++)
    status = session->engine->request(session, k, row + k * LASH_REQUEST_COLUMNS, error);
  return status;
}

lash_status arrays_row(lash_session *session, lash_error *error) {
  session_arrays *a = &session->arrays;
  if (!wanted(session)) return LASH_OK;
  if (a->count == a->room) {
    const size_t room = a->room ? 2 * a->room : 1024;
    double *time = realloc(a->time, room * sizeof *time);
    if (time) a->time = time;
    double *rows = realloc(a->rows, (room * a->width + 1) * sizeof *rows);
    if (rows) a->rows = rows;
    if (!time || !rows) return no_memory(error);
    a->room = room;
  }
  double *row = a->rows + a->count * a->width;
  const lash_status status =
      session->options.requests ? all_requests(session, row, error) : evaluate(session, row, error);
  if (status == LASH_OK) a->time[a->count++] = session->t;
  return status;
}

lash_status arrays_works(lash_session *session, lash_error *error) {
  session_arrays *a = &session->arrays;
  const size_t forces = lash_system_size(session->system)->forces;
  if (!wanted(session) || session->options.no_audit) return LASH_OK;
  free(a->work);
  a->work = calloc(forces + 1, sizeof *a->work);
  if (!a->work) return no_memory(error);
  for (a->works = 0; a->works < forces; a->works++) {
    const lash_element_name name = lash_system_force(session->system, a->works);
    lash_force_work *w = &a->work[a->works];
    snprintf(w->statement, sizeof w->statement, "%s", name.statement);
    w->id = name.id;
    w->work = lash_integrate_force_work(session->run, a->works);
  }
  return LASH_OK;
}

void arrays_free(session_arrays *a) {
  free(a->time);
  free(a->rows);
  free(a->touch);
  free(a->work);
  free(a->gaps);
}

/* --------------------------------------------------------------------------------- handing over */

static lash_status keep_state(const lash_session *session, lash_record *r, lash_error *error) {
  if (!session->system) return LASH_OK;
  r->state_size = lash_system_size(session->system)->y;
  r->state = malloc((r->state_size + 1) * sizeof *r->state);
  if (!r->state) return no_memory(error);
  memcpy(r->state, session->y, r->state_size * sizeof *r->state);
  return LASH_OK;
}

lash_status lash_session_take_record(lash_session *session, lash_record *r, lash_error *error) {
  session_arrays *a = &session->arrays;
  const lash_session_totals *t = &session->totals;
  *r = (lash_record){.rows = a->count,
                     .columns = a->width,
                     .start = session->start,
                     .end = session->t,
                     .dynamic = t->dynamic,
                     .stopped = t->stopped,
                     .count = t->count};
  if (!session->options.no_audit) r->audit = t->audit;
  r->data = malloc((r->rows * r->columns + 1) * sizeof *r->data);
  if (!r->data) return no_memory(error);
  for (size_t c = 0; c < r->columns; c++) {
    for (size_t i = 0; i < r->rows; i++) r->data[c * r->rows + i] = a->rows[i * r->columns + c];
  }
  const lash_status status = keep_state(session, r, error);
  if (status != LASH_OK) {
    lash_record_free(r);
    return status;
  }
  r->time = a->time, a->time = NULL;
  r->touch = a->touch, r->touches = a->touches, a->touch = NULL;
  r->work = a->work, r->works = a->works, a->work = NULL;
  a->count = a->room = a->touches = a->touch_room = a->works = 0;
  return LASH_OK;
}

lash_status lash_session_record(const lash_model *model, const lash_session_options *options,
                                lash_record *record, lash_error *error) {
  lash_session *session;
  *record = (lash_record){0};
  lash_status status = lash_session_open_model(model, options, &session, error);
  if (status == LASH_OK) status = lash_session_run(session, error);
  if (status == LASH_OK) status = lash_session_take_record(session, record, error);
  lash_session_free(session);
  return status;
}

void lash_record_free(lash_record *record) {
  free(record->time);
  free(record->data);
  free(record->touch);
  free(record->work);
  free(record->state);
  *record = (lash_record){0};
}

const double *lash_record_column(const lash_record *record, size_t c) {
  return record->data + c * record->rows;
}
