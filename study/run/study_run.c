/* One run of a dataset, kept in memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "execution.h"

enum { DEFAULT_OUTPUTS = 1000 };

typedef struct execution {
  const lash_model *model;
  const lash_run_options *options;
  const lash_columns *columns;
  lash_record *record;
  lash_system *system;
  lash_integration *integration;
  const lash_system_sizes *n;
  double *y, *moved;                /* the state, and one to look at nearby */
  double *gaps;                     /* switch values */
  size_t request[LASH_COLUMNS_MAX]; /* of each column */
  double *rows;                     /* row by row while it runs */
  size_t room, touch_room;
  lash_status trouble; /* of a callback that cannot report */
} execution;

lash_run_options lash_run_defaults(void) { return (lash_run_options){.end = NAN}; }

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for the results of a run");
}

/* -------------------------------------------------------------------------------------- outputs */

static lash_status keep_row(void *context, lash_system *system, double t, lash_error *error) {
  execution *e = context;
  lash_record *r = e->record;
  const size_t width = e->columns->count;
  if (r->rows == e->room) {
    const size_t room = e->room ? 2 * e->room : 1024;
    double *time = realloc(r->time, room * sizeof *time);
    if (time) r->time = time;
    double *rows = realloc(e->rows, (room * width + 1) * sizeof *rows);
    if (rows) e->rows = rows;
    if (!time || !rows) return no_memory(error);
    e->room = room;
  }
  const lash_status status =
      columns_evaluate(e->columns, e->request, system, e->rows + r->rows * width, error);
  if (status == LASH_OK) r->time[r->rows++] = t;
  return status;
}

static lash_status by_columns(execution *e, lash_error *error) {
  lash_record *r = e->record;
  r->columns = e->columns->count;
  r->data = malloc((r->rows * r->columns + 1) * sizeof *r->data);
  if (!r->data) return no_memory(error);
  for (size_t c = 0; c < r->columns; c++) {
    for (size_t i = 0; i < r->rows; i++) r->data[c * r->rows + i] = e->rows[i * r->columns + c];
  }
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- contacts */

static bool keep_touch(execution *e, const lash_switch_info *info, lash_touch touch) {
  lash_record *r = e->record;
  if (r->touches == e->touch_room) {
    const size_t room = e->touch_room ? 2 * e->touch_room : 64;
    lash_touch *grown = realloc(r->touch, room * sizeof *grown);
    if (!grown) return false;
    r->touch = grown;
    e->touch_room = room;
  }
  snprintf(touch.statement, sizeof touch.statement, "%s", info->statement);
  touch.id = info->id;
  r->touch[r->touches++] = touch;
  return true;
}

/* Contacts that are closed from the start. */
static lash_status look_at_start(execution *e, double t, lash_error *error) {
  lash_system_set(e->system, t, e->y);
  const lash_status status = lash_system_switches(e->system, e->gaps, error);
  for (size_t i = 0; i < e->n->switches && status == LASH_OK; i++) {
    const lash_switch_info info = lash_system_switch(e->system, i);
    if (info.kind != LASH_SWITCH_CONTACT || e->gaps[i] > 0) continue;
    const lash_touch touch = {.time = t, .closes = true, .from_start = true, .speed = NAN};
    if (!keep_touch(e, &info, touch)) return no_memory(error);
  }
  return status;
}

/* Which switch it was: of those of this element, the one that is nearest to zero. */
static size_t switch_of(execution *e, const lash_switch_info *info) {
  size_t found = 0;
  double nearest = INFINITY;
  for (size_t i = 0; i < e->n->switches; i++) {
    const lash_switch_info at = lash_system_switch(e->system, i);
    if (at.kind != info->kind || at.id != info->id || strcmp(at.statement, info->statement) != 0) {
      continue;
    }
    if (fabs(e->gaps[i]) < nearest) nearest = fabs(e->gaps[i]), found = i;
  }
  return found;
}

static double gap_after(execution *e, size_t index, double t, double dt) {
  lash_error unused;
  lash_system_increment(e->y, e->y + e->n->q, dt, e->n, e->moved);
  lash_system_set(e->system, t + dt, e->moved);
  if (lash_system_switches(e->system, e->gaps, &unused) != LASH_OK) return NAN;
  return e->gaps[index];
}

/* How fast the gap closes at this instant: a difference along the velocity, over a time so short
 * that its curvature does not count. */
static double approach_speed(execution *e, const lash_switch_info *info, double t) {
  const double part_of_step = 1e-4, part_of_output = 1e-7;
  lash_error unused;
  const double step = lash_integrate_statistics_of(e->integration)->step;
  const double dt = fmax(part_of_step * step, part_of_output * e->options->output_step);
  memcpy(e->y, lash_integrate_state(e->integration), e->n->y * sizeof *e->y);
  memcpy(e->moved, e->y, e->n->y * sizeof *e->y);
  lash_system_set(e->system, t, e->y);
  double speed = NAN;
  if (lash_system_switches(e->system, e->gaps, &unused) == LASH_OK) {
    const size_t index = switch_of(e, info);
    speed = (gap_after(e, index, t, -dt) - gap_after(e, index, t, dt)) / (2 * dt);
  }
  lash_system_set(e->system, t, e->y);
  return speed;
}

static lash_reaction on_event(void *context, const lash_switch_info *info, double t,
                              bool positive) {
  execution *e = context;
  if (info->kind == LASH_SWITCH_SENSOR && positive) {
    return lash_sensor_reaction(e->model, info->id);
  }
  if (info->kind == LASH_SWITCH_CONTACT) {
    const lash_touch touch = {
        .time = t, .closes = !positive, .speed = positive ? NAN : approach_speed(e, info, t)};
    if (!keep_touch(e, info, touch)) e->trouble = LASH_FAILURE;
  }
  return (lash_reaction){0};
}

/* ------------------------------------------------------------------------------------- analyses */

static bool keep_works(execution *e) {
  lash_record *r = e->record;
  r->work = calloc(e->n->forces + 1, sizeof *r->work);
  if (!r->work) return false;
  for (r->works = 0; r->works < e->n->forces; r->works++) {
    const lash_element_name name = lash_system_force(e->system, r->works);
    lash_force_work *w = &r->work[r->works];
    snprintf(w->statement, sizeof w->statement, "%s", name.statement);
    w->id = name.id;
    w->work = lash_integrate_force_work(e->integration, r->works);
  }
  return true;
}

static lash_status dynamics(execution *e, double t, lash_error *error) {
  const lash_integrate_options options = execution_integrator(e->model, e->options);
  lash_status status = look_at_start(e, t, error);
  if (status == LASH_OK) {
    status = lash_integrate_create(e->system, &options, t, e->y, &e->integration, error);
  }
  if (status != LASH_OK) return status;
  const lash_watcher watcher = {.context = e, .output = keep_row, .event = on_event};
  status = lash_integrate_to(e->integration, e->options->end, &watcher, error);
  if (status == LASH_OK && e->trouble != LASH_OK) status = no_memory(error);
  if (status != LASH_OK) return status;
  lash_record *r = e->record;
  r->dynamic = true;
  r->stopped = lash_integrate_stopped(e->integration);
  r->end = lash_integrate_time(e->integration);
  r->count = *lash_integrate_statistics_of(e->integration);
  if (options.audit) {
    r->audit = *lash_integrate_audit(e->integration);
    if (!keep_works(e)) return no_memory(error);
  }
  memcpy(e->y, lash_integrate_state(e->integration), e->n->y * sizeof *e->y);
  return LASH_OK;
}

static lash_status kinematics(execution *e, double t, lash_error *error) {
  const double end = e->options->end, step = e->options->output_step;
  const size_t count = (size_t)ceil((end - t) / step - 1e-6);
  lash_status status = LASH_OK;
  for (size_t k = 0; k <= count && status == LASH_OK; k++) {
    const double now = k == count ? end : t + (double)k * step;
    status = lash_system_kinematics(e->system, now, e->y, error);
    if (status == LASH_OK) status = keep_row(e, e->system, now, error);
    if (status == LASH_OK) status = lash_system_commit(e->system, error);
    e->record->count.steps++;
  }
  e->record->end = end;
  return status;
}

/* ------------------------------------------------------------------------------------------ run */

static lash_status start(execution *e, double *t, lash_error *error) {
  lash_status status = execution_start(e->model, e->options, &e->system, t, &e->y, error);
  if (status != LASH_OK) return status;
  e->n = lash_system_size(e->system);
  e->moved = calloc(e->n->y + e->n->switches + 1, sizeof *e->moved);
  if (!e->moved) return no_memory(error);
  e->gaps = e->moved + e->n->y;
  return columns_bind(e->columns, e->system, e->request, error);
}

static lash_status check_times(const lash_run_options *o, double t, lash_error *error) {
  if (!isfinite(o->end)) return lash_fail(error, LASH_BAD_INPUT, "until when? Give --end");
  if (o->end > t) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "the end, %g, is not behind the start, %g", o->end, t);
}

static lash_status keep_state(execution *e, lash_error *error) {
  lash_record *r = e->record;
  r->state_size = e->n->y;
  r->state = malloc((r->state_size + 1) * sizeof *r->state);
  if (!r->state) return no_memory(error);
  memcpy(r->state, e->y, r->state_size * sizeof *r->state);
  return LASH_OK;
}

lash_status lash_run_dataset(const lash_model *model, const lash_run_options *options,
                             const lash_columns *columns, lash_record *record, lash_error *error) {
  lash_run_options settled = *options;
  execution e = {.model = model, .options = &settled, .columns = columns, .record = record};
  double t = 0;
  *record = (lash_record){0};
  lash_status status = start(&e, &t, error);
  if (status == LASH_OK) status = check_times(options, t, error);
  if (status == LASH_OK) {
    record->start = t;
    if (!(settled.output_step > 0)) settled.output_step = (settled.end - t) / DEFAULT_OUTPUTS;
    status = e.n->dof == 0 ? kinematics(&e, t, error) : dynamics(&e, t, error);
  }
  if (status == LASH_OK) status = by_columns(&e, error);
  if (status == LASH_OK) status = keep_state(&e, error);
  lash_integrate_free(e.integration);
  lash_system_free(e.system);
  free(e.y);
  free(e.moved);
  free(e.rows);
  if (status != LASH_OK) lash_record_free(record);
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
