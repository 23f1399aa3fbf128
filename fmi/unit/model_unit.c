/* A dataset for somebody else's master (Co-Simulation). */
#include "model_unit.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- starting */

static lash_status open(unit *base, lash_error *error) {
  model *m = (model *)base;
  const lash_status status = model_open(m, error);
  return status == LASH_OK ? model_list_outputs(m, error) : status;
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
  lash_status status = model_start(m, error);
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
  for (size_t i = 0; i < m->inputs.count; i++)
    any |= model_input_now(m, &m->inputs.item[i], &unused);
  if (!any) return LASH_OK;
  lash_status status = m->run ? lash_integrate_land(m->run, error) : LASH_OK;
  if (status == LASH_OK) status = model_put_inputs(m, false, error);
  if (status == LASH_OK && m->run) status = lash_integrate_restart(m->run, error);
  stand(m);
  return status;
}

static lash_status compute(unit *base, unsigned groups, lash_error *error) {
  model *m = (model *)base;
  if (!(groups & UNIT_RESULTS)) return LASH_OK;
  const lash_status status = take_inputs(m, error);
  const double touching = m->run ? (double)lash_integrate_statistics_of(m->run)->contacts : 0;
  return status == LASH_OK ? model_outputs(m, touching, error) : status;
}

/* ------------------------------------------------------------------------------------- stepping */

static lash_reaction on_event(void *context, const lash_switch_info *info, double t,
                              bool positive) {
  model *m = context;
  if (info->kind == LASH_SWITCH_CONTACT) {
    model_contact(m, info, t, positive, positive ? 0 : lash_integrate_approach(m->run, info, 0));
    m->event = true;
    return (lash_reaction){.stop = m->how->stop_at_events};
  }
  if (info->kind != LASH_SWITCH_SENSOR || !positive) return (lash_reaction){0};
  lash_system_set(m->system, t, lash_integrate_state(m->run));
  return model_sensor(m, info->id, t);
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

/* Where steps are to end at the latest: the importer's stop time, else the one that was suggested
 * when the FMU was made, so that communication steps do not show. Beyond that nobody knows: so far
 * away that it hardly matters, but not so far that a motion which is exact in one step takes one to
 * infinity. */
static double limit_of(const model *m, double t) {
  const double far = 1e4, now = m->base.time * m->second;
  const double stop = isfinite(m->base.stop) ? m->base.stop : m->base.suggested_stop;
  return stop * m->second >= t ? stop * m->second : now + far * (t - now);
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
  unit_contacts contacts;
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
  const saved head = {m->contacts, state_size(m)};
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
  m->contacts = head.contacts;
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
                               .close = model_close,
                               .tune = model_tune,
                               .begin = begin,
                               .compute = compute,
                               .advance = advance,
                               .input_rate = input_rate,
                               .memory = memory,
                               .save = save,
                               .restore = restore};
