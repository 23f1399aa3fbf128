/* A dataset in an FMU: reading, parameters, inputs, outputs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_unit.h"

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

static lash_status read_exchange(model *m, const char *value, lash_error *error) {
  char kind[16];
  if (sscanf(value, "%15s %zu %zu", kind, &m->states, &m->indicators) == 3) {
    m->recorded = strcmp(kind, "recorded") == 0;
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT, "'exchange %s' is no kind, states and indicators", value);
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
  if (strcmp(line, "exchange") == 0) return read_exchange(m, value, error);
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

lash_status model_open(model *m, lash_error *error) {
  lash_status status = read_text(m, error);
  if (status == LASH_OK) status = read_dataset(m, error);
  if (status != LASH_OK) return status;
  m->second = 1 / m->model.units.scale.time;
  m->changed = true;
  return model_list_given(m, error);
}

static void forget_system(model *m) {
  lash_integrate_free(m->run);
  lash_system_free(m->system);
  free(m->y);
  m->run = NULL;
  m->system = NULL;
  m->y = NULL;
}

void model_close(unit *base) {
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

lash_status model_tune(unit *base, lash_error *error) {
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

/* ------------------------------------------------------------------------------------- starting */

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

bool model_input_now(const model *m, const model_input *in, lash_input *next) {
  const double t = m->base.time * m->second;
  const lash_input *a = &in->applied;
  *next = (lash_input){.time = t,
                       .value = m->base.value[in->at],
                       .rate = in->rate / m->second,
                       .curvature = in->curvature / (m->second * m->second)};
  const bool held = a->rate == 0 && a->curvature == 0 && next->rate == 0 && next->curvature == 0;
  return !(held && a->value == next->value);
}

lash_status model_put_inputs(model *m, bool all, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < m->inputs.count && status == LASH_OK; i++) {
    model_input *in = &m->inputs.item[i];
    lash_input next;
    if (!model_input_now(m, in, &next) && !all) continue;
    status = lash_system_input(m->system, in->id, &next, error);
    in->applied = next;
  }
  return status;
}

lash_status model_start(model *m, lash_error *error) {
  const double t = m->base.time * m->second;
  double of_dataset;
  lash_status status = m->changed || !m->system ? make_system(m, error) : LASH_OK;
  if (status == LASH_OK) status = model_put_inputs(m, true, error);
  if (status != LASH_OK) return status;
  lash_system_initial(m->system, &of_dataset, m->y);
  m->contacts = (unit_contacts){0};
  status = lash_system_assemble(m->system, t, m->y, NULL, error);
  return status == LASH_OK ? lash_system_commit(m->system, error) : status;
}

/* ------------------------------------------------------------------------------------- looking */

lash_status model_outputs(model *m, double touching, lash_error *error) {
  double *value = m->base.value;
  lash_status status = LASH_OK;
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
  m->contacts.closed = touching;
  memcpy(value + m->contacts_at, &m->contacts, sizeof m->contacts);
  return status;
}

void model_contact(model *m, const lash_switch_info *info, double t, bool opens, double speed) {
  unit_note_contact(&m->contacts, !opens, t / m->second, speed);
  unit_tell(&m->base, "logEvents", "%s/%d %s at %.12g s", info->statement, info->id,
            opens ? "opens" : "closes", t / m->second);
}

lash_reaction model_sensor(model *m, int id, double t) {
  const int index = lash_model_find(&m->model, LASH_KIND_SENSOR, id);
  lash_error ignored; /* a value that cannot be had will fail the next evaluation too */
  if (index >= 0) lash_system_sensor_hold(m->system, (size_t)index, &ignored);
  const lash_reaction reaction = lash_sensor_reaction(&m->model, id);
  unit_tell(&m->base, "logEvents", "SENSOR/%d holds at %.12g s%s", id, t / m->second,
            reaction.stop ? ": the end" : "");
  m->terminate |= reaction.stop;
  return reaction;
}
