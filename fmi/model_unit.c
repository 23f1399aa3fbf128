/* A dataset for somebody else's master (Co-Simulation). */
#include "model_unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- reading */

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for a mechanism");
}

static lash_status read_input(model *m, const char *value, lash_error *error) {
  int id, used = 0;
  model_input *in = MODEL_ADD(&m->inputs);
  if (!in) return no_memory(error);
  if (sscanf(value, "%d %n", &id, &used) != 1 || !lash_parse_number(value + used, &in->start))
    return lash_fail(error, LASH_BAD_INPUT, "'input %s' is no id and number", value);
  in->id = id;
  return LASH_OK;
}

static lash_status read_number(const char *key, const char *value, double *number,
                               lash_error *error) {
  if (lash_parse_number(value, number)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "'%s %s' is no number", key, value);
}

static lash_status keep_text(char **to, const char *value, lash_error *error) {
  free(*to);
  *to = strdup(value);
  return *to ? LASH_OK : no_memory(error);
}

static lash_status read_line(model *m, char *line, lash_error *error) {
  char *value = strchr(line, ' ');
  const size_t sets = sizeof m->set / sizeof m->set[0];
  if (!value) return lash_fail(error, LASH_BAD_INPUT, "'%s' says nothing", line);
  *value++ = '\0';
  if (strcmp(line, "dataset") == 0) return keep_text(&m->dataset, value, error);
  if (strcmp(line, "input") == 0) return read_input(m, value, error);
  if (strcmp(line, "error") == 0) return read_number(line, value, &m->error, error);
  if (strcmp(line, "stop") == 0) return read_number(line, value, &m->base.suggested_stop, error);
  if (strcmp(line, "step") == 0) return read_number(line, value, &m->base.suggested_step, error);
  if (strcmp(line, "set") == 0 && m->set_count < sets)
    return keep_text(&m->set[m->set_count++], value, error);
  if (strcmp(line, "integrator") == 0 && strlen(value) < sizeof m->integrator) {
    strcpy(m->integrator, value);
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT, "'%s %s' means nothing here, or is too much", line,
                   value);
}

static lash_status read_text(model *m, lash_error *error) {
  char *text = strdup(m->base.text), *rest = NULL;
  lash_status status = text ? LASH_OK : no_memory(error);
  for (char *line = text ? strtok_r(text, "\r\n", &rest) : NULL; line && status == LASH_OK;
       line = strtok_r(NULL, "\r\n", &rest))
    status = read_line(m, line, error);
  free(text);
  if (status == LASH_OK && !m->dataset)
    status = lash_fail(error, LASH_BAD_INPUT, "no dataset is named");
  if (status != LASH_OK) lash_error_prefix(error, "model.txt");
  return status;
}

static lash_status set(model *m, const char *target, const char *value, lash_error *error) {
  const lash_status status = lash_model_set(&m->model, target, value, error);
  if (status != LASH_OK) lash_error_prefix(error, "%s", target);
  return status;
}

static lash_status read_dataset(model *m, lash_error *error) {
  const char *folder = m->base.folder ? m->base.folder : ".";
  const size_t size = strlen(folder) + strlen(m->dataset) + 2;
  char *path = malloc(size);
  if (!path) return no_memory(error);
  snprintf(path, size, "%s/%s", folder, m->dataset);
  lash_status status = lash_model_read(&m->model, path, error);
  m->read = true;
  free(path);
  for (size_t i = 0; i < m->set_count && status == LASH_OK; i++) {
    char *equals = strchr(m->set[i], '=');
    if (equals) *equals = '\0';
    status = set(m, m->set[i], equals ? equals + 1 : NULL, error);
    if (equals) *equals = '=';
  }
  return status;
}

static lash_status open(unit *base, lash_error *error) {
  model *m = (model *)base;
  lash_status status = read_text(m, error);
  if (status == LASH_OK) status = read_dataset(m, error);
  if (status != LASH_OK) return status;
  m->second = 1 / m->model.units.scale.time;
  m->changed = true;
  return model_list(m, error);
}

static void forget_system(model *m) {
  lash_integrate_free(m->run);
  lash_system_free(m->system);
  free(m->y);
  m->run = NULL;
  m->system = NULL;
  m->y = NULL;
}

static void close(unit *base) {
  model *m = (model *)base;
  forget_system(m);
  if (m->read) lash_model_free(&m->model);
  for (size_t i = 0; i < m->set_count; i++) free(m->set[i]);
  free(m->dataset);
  free(m->parameters.item);
  free(m->inputs.item);
  free(m->requests.item);
  free(m->variables.item);
}

/* ----------------------------------------------------------------------------------- parameters */

static lash_status tune(unit *base, lash_error *error) {
  model *m = (model *)base;
  lash_status status = LASH_OK;
  for (size_t i = 0; i < m->parameters.count && status == LASH_OK; i++) {
    model_parameter *p = &m->parameters.item[i];
    char number[LASH_NUMBER_MAX];
    if (base->value[p->at] == p->applied) continue;
    m->changed = true;
    status = set(m, p->target, lash_write_number(base->value[p->at], 17, number), error);
    if (status == LASH_OK) p->applied = base->value[p->at];
  }
  return status;
}

/* --------------------------------------------------------------------------------------- starting
 */

static void on_message(void *context, const char *text) {
  unit_tell(context, "logStatusWarning", "%s", text);
}

static lash_status make_system(model *m, lash_error *error) {
  const lash_system_options options = {
      .message = on_message, .message_context = m, .library_folder = m->base.folder};
  forget_system(m);
  lash_status status = lash_system_create(&m->model, &options, &m->system, error);
  if (status != LASH_OK) return status;
  const lash_system_sizes *n = lash_system_size(m->system);
  m->y = calloc(n->y + 1, sizeof *m->y);
  if (!m->y) return no_memory(error);
  for (size_t i = 0; i < m->requests.count; i++) {
    model_request *r = &m->requests.item[i];
    r->index = SIZE_MAX;
    for (size_t k = 0; k < n->requests; k++) {
      const lash_element_name name = lash_system_request(m->system, k);
      if (name.id == r->id && strcmp(name.statement, "REQUEST") == 0) r->index = k;
    }
    if (r->index == SIZE_MAX)
      return lash_fail(error, LASH_UNSUPPORTED, "REQUEST/%d is not evaluated by the solver", r->id);
  }
  m->changed = false;
  return LASH_OK;
}

/* The input's polynomial from here on, if it is another one. */
static bool input_now(model *m, const model_input *in, lash_input *next) {
  const double t = m->base.time * m->second;
  const lash_input *a = &in->applied;
  *next = (lash_input){.time = t,
                       .value = m->base.value[in->at],
                       .rate = in->rate / m->second,
                       .curvature = in->curvature / (m->second * m->second)};
  const bool held = a->rate == 0 && a->curvature == 0 && next->rate == 0 && next->curvature == 0;
  return !(held && a->value == next->value);
}

static lash_status put_inputs(model *m, bool all, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < m->inputs.count && status == LASH_OK; i++) {
    model_input *in = &m->inputs.item[i];
    lash_input next;
    if (!input_now(m, in, &next) && !all) continue;
    status = lash_system_input(m->system, in->id, &next, error);
    in->applied = next;
  }
  return status;
}

static double error_wanted(const model *m, double of_dataset) {
  const double given = m->base.value[m->error_at];
  return given > 0 ? given : of_dataset > 0 ? of_dataset : m->base.tolerance;
}

static lash_status start_run(model *m, double t, lash_error *error) {
  lash_integrate_options options = lash_integrate_dataset(&m->model);
  if (m->integrator[0]) options.integrator = m->integrator;
  options.error = error_wanted(m, options.error);
  options.audit = false;
  lash_integrate_free(m->run);
  m->run = NULL;
  return lash_integrate_create(m->system, &options, t, m->y, &m->run, error);
}

static lash_status begin(unit *base, lash_error *error) {
  model *m = (model *)base;
  const double t = base->time * m->second;
  double of_dataset;
  lash_status status = m->changed || !m->system ? make_system(m, error) : LASH_OK;
  if (status == LASH_OK) status = put_inputs(m, true, error);
  if (status != LASH_OK) return status;
  lash_system_initial(m->system, &of_dataset, m->y);
  m->touch = (model_touch){0};
  status = lash_system_assemble(m->system, t, m->y, NULL, error);
  if (status == LASH_OK) status = lash_system_commit(m->system, error);
  if (status == LASH_OK && lash_system_size(m->system)->dof > 0) status = start_run(m, t, error);
  if (status == LASH_OK) lash_system_set(m->system, t, m->y);
  return status;
}

/* -------------------------------------------------------------------------------------- looking */

/* The system stands where the integration does. */
static void stand(model *m) {
  if (!m->run) return;
  lash_system_set(m->system, lash_integrate_time(m->run), lash_integrate_state(m->run));
}

/* Inputs that have changed since the last step count at once. */
static lash_status take_inputs(model *m, lash_error *error) {
  lash_input unused;
  bool any = false;
  for (size_t i = 0; i < m->inputs.count; i++) any |= input_now(m, &m->inputs.item[i], &unused);
  if (!any) return LASH_OK;
  lash_status status = m->run ? lash_integrate_land(m->run, error) : LASH_OK;
  if (status == LASH_OK) status = put_inputs(m, false, error);
  if (status == LASH_OK && m->run) status = lash_integrate_restart(m->run, error);
  stand(m);
  return status;
}

static lash_status compute(unit *base, unsigned groups, lash_error *error) {
  model *m = (model *)base;
  double *value = base->value;
  if (!(groups & UNIT_RESULTS)) return LASH_OK;
  lash_status status = take_inputs(m, error);
  for (size_t i = 0; i < m->requests.count && status == LASH_OK; i++) {
    const model_request *r = &m->requests.item[i];
    double column[8];
    status = lash_system_request_values(m->system, r->index, column, error);
    for (size_t k = 0; k < r->count && status == LASH_OK; k++)
      value[r->at + k] = column[r->column[k]];
  }
  for (size_t i = 0; i < m->variables.count && status == LASH_OK; i++) {
    const model_variable *v = &m->variables.item[i];
    status = lash_system_measure(m->system, "VARVAL", &v->id, 1, &value[v->at], error);
  }
  value[m->touching_at] = m->run ? (double)lash_integrate_statistics_of(m->run)->contacts : 0;
  value[m->touch_at] = m->touch.touches;
  value[m->touch_at + 1] = m->touch.events;
  value[m->touch_at + 2] = m->touch.time;
  value[m->touch_at + 3] = m->touch.speed;
  return status;
}

/* ------------------------------------------------------------------------------------- stepping */

static lash_reaction on_contact(model *m, const lash_switch_info *info, double t, bool opens) {
  m->touch.events++;
  if (!opens) {
    m->touch.touches++;
    m->touch.time = t / m->second;
    m->touch.speed = lash_integrate_approach(m->run, info, 0);
  }
  m->event = true;
  unit_tell(&m->base, "logEvents", "%s/%d %s at %.12g s", info->statement, info->id,
            opens ? "opens" : "closes", t / m->second);
  return (lash_reaction){.stop = m->how->stop_at_events};
}

static lash_reaction on_event(void *context, const lash_switch_info *info, double t,
                              bool positive) {
  model *m = context;
  if (info->kind == LASH_SWITCH_CONTACT) return on_contact(m, info, t, positive);
  if (info->kind != LASH_SWITCH_SENSOR || !positive) return (lash_reaction){0};
  const int index = lash_model_find(&m->model, LASH_KIND_SENSOR, info->id);
  lash_error ignored; /* a value that cannot be had will fail the next evaluation too */
  lash_system_set(m->system, t, lash_integrate_state(m->run));
  if (index >= 0) lash_system_sensor_hold(m->system, (size_t)index, &ignored);
  lash_reaction reaction = lash_sensor_reaction(&m->model, info->id);
  unit_tell(&m->base, "logEvents", "SENSOR/%d holds at %.12g s%s", info->id, t / m->second,
            reaction.stop ? ": the end" : "");
  m->terminate |= reaction.stop;
  return reaction;
}

static bool on_step(void *context, const lash_integrate_statistics *s) {
  model *m = context;
  if (!m->how->look) return true;
  stand(m);
  m->base.time = m->base.value[0] = s->time / m->second;
  m->base.stale = UNIT_ALL;
  m->how->look(m->how->context, m->base.time, &m->return_now);
  return !m->return_now;
}

/* Where steps are to end at the latest; without a stop time, so far away that it does not matter,
 * but not so far that a motion which is exact in one step takes one to infinity. */
static double limit_of(const model *m, double t) {
  const double far = 1e4, now = m->base.time * m->second;
  return isfinite(m->base.stop) ? m->base.stop * m->second : now + far * (t - now);
}

static lash_status move(model *m, double t, lash_error *error) {
  const lash_watcher watcher = {.context = m, .event = on_event, .proceed = on_step};
  if (!m->run) {
    const lash_status status = lash_system_kinematics(m->system, t, m->y, error);
    return status == LASH_OK ? lash_system_commit(m->system, error) : status;
  }
  const lash_status status = lash_integrate_until(m->run, t, limit_of(m, t), &watcher, error);
  stand(m);
  return m->return_now ? LASH_OK : status;
}

static lash_status advance(unit *base, double to, const unit_stepping *how, unit_step *done,
                           lash_error *error) {
  model *m = (model *)base;
  m->event = m->terminate = m->return_now = false;
  m->how = how;
  lash_status status = take_inputs(m, error);
  if (status == LASH_OK) status = move(m, to * m->second, error);
  const double t = m->run ? lash_integrate_time(m->run) : to * m->second;
  /* what was asked for is meant to the last bit, also where units of time are converted */
  unit_set_time(base, t == to * m->second ? to : t / m->second);
  for (size_t i = 0; i < m->inputs.count; i++)
    m->inputs.item[i].rate = m->inputs.item[i].curvature = 0;
  const bool stopped = m->run && lash_integrate_stopped(m->run);
  *done = (unit_step){base->time, m->event && stopped, m->terminate};
  return status;
}

static lash_status input_rate(unit *base, size_t at, int order, double value, lash_error *error) {
  model *m = (model *)base;
  for (size_t i = 0; i < m->inputs.count; i++) {
    model_input *in = &m->inputs.item[i];
    if (in->at != at || order < 1 || order > 2 || !isfinite(value)) continue;
    *(order == 1 ? &in->rate : &in->curvature) = value;
    base->stale = UNIT_ALL;
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT, "an input has a rate (order 1) and one of that (2)");
}

/* ---------------------------------------------------------------------------------- as bytes */

typedef struct saved {
  model_touch touch;
  uint64_t size; /* of the integration's, or the system's */
} saved;

static size_t state_size(const model *m) {
  if (m->run) return lash_integrate_memory_size(m->run);
  return lash_system_size(m->system)->y * sizeof *m->y + lash_system_memory_size(m->system);
}

static size_t memory(unit *base) {
  model *m = (model *)base;
  return sizeof(saved) + state_size(m) + m->inputs.count * sizeof(lash_input);
}

static lash_status restore_state(model *m, const char *from, size_t size, lash_error *error) {
  const size_t y = lash_system_size(m->system)->y * sizeof *m->y;
  if (m->run) return lash_integrate_restore(m->run, from, size, error);
  memcpy(m->y, from, y);
  return lash_system_restore(m->system, from + y, size - y, error);
}

/* An integrator's history is not saved. So it is given up here, too, and what follows is the same
 * whether somebody goes on or comes back. */
static lash_status save(unit *base, void *to, lash_error *error) {
  model *m = (model *)base;
  const size_t y = lash_system_size(m->system)->y * sizeof *m->y;
  const saved head = {m->touch, state_size(m)};
  char *at = to;
  lash_status status = take_inputs(m, error);
  if (status == LASH_OK && m->run) status = lash_integrate_restart(m->run, error);
  if (status != LASH_OK) return status;
  memcpy(at, &head, sizeof head);
  at += sizeof head;
  for (size_t i = 0; i < m->inputs.count; i++, at += sizeof(lash_input))
    memcpy(at, &m->inputs.item[i].applied, sizeof(lash_input));
  if (m->run) {
    lash_integrate_save(m->run, at);
  } else {
    memcpy(at, m->y, y);
    lash_system_save(m->system, at + y);
  }
  status = restore_state(m, at, head.size, error);
  stand(m);
  return status;
}

static lash_status restore(unit *base, const void *from, lash_error *error) {
  model *m = (model *)base;
  const char *at = from;
  saved head;
  memcpy(&head, at, sizeof head);
  at += sizeof head;
  m->touch = head.touch;
  for (size_t i = 0; i < m->inputs.count; i++, at += sizeof(lash_input))
    memcpy(&m->inputs.item[i].applied, at, sizeof(lash_input));
  if (head.size != state_size(m))
    return lash_fail(error, LASH_BAD_INPUT, "the saved state is one of another system");
  const lash_status status = restore_state(m, at, head.size, error);
  if (!m->run) lash_system_set(m->system, base->time * m->second, m->y);
  stand(m);
  return status;
}

const unit_class model_unit = {.name = "model",
                               .size = sizeof(model),
                               .simulation = true,
                               .open = open,
                               .close = close,
                               .tune = tune,
                               .begin = begin,
                               .compute = compute,
                               .advance = advance,
                               .input_rate = input_rate,
                               .memory = memory,
                               .save = save,
                               .restore = restore};
