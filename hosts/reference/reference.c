/* The reference solver as a host: absolute coordinates, Dormand-Prince steps with located contacts
 * and projection (classical Runge-Kutta when steps are fixed). A mechanism without freedom is
 * solved as kinematics. `lash run` offers the solver's other integrators and analyses. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "lash_integrate.h"
#include "lash_space.h"
#include "lash_system.h"

static const double STANDARD_ERROR = 1e-8;

typedef struct reference_host {
  const lash_model *model;
  lash_host_options options;
  lash_system *system;
  lash_integration *run; /* NULL: kinematics */
  double *state;
  double time;
  size_t steps; /* of the integration so far */
  bool *fired;  /* SENSORs of the model with an event not told yet */
} reference_host;

/* -------------------------------------------------------------------------------------- making */

/* What has no place among the bodies of host.h. */
static bool refuses(lash_kind kind) {
  switch (kind) {
    case LASH_KIND_FLEX_BODY:
    case LASH_KIND_FE_PART:
    case LASH_KIND_MFORCE:
      return true;
    default:
      return false;
  }
}

/* Events are found by integrating; kinematics has none. */
static lash_status refuse_sensors(const lash_model *model, lash_error *error) {
  for (size_t k = 0; k < model->sensor.count; k++) {
    const lash_element *head = &model->sensor.item[k].head;
    char where[300];
    if (!head->active) continue;
    lash_element_where(model, head, where, sizeof where);
    return lash_fail(error, LASH_UNSUPPORTED,
                     "%s: host reference has no sensors in a mechanism without freedom", where);
  }
  return LASH_OK;
}

static void clear(reference_host *host) {
  lash_integrate_free(host->run);
  lash_system_free(host->system);
  free(host->state);
  free(host->fired);
  host->fired = NULL;
  host->run = NULL;
  host->system = NULL;
  host->state = NULL;
}

/* The moving parts as the functions of lash_host.h count them; NULL past the last. */
static const lash_part *part_at(const lash_model *model, size_t index) {
  for (size_t k = 0; k < model->part.count; k++) {
    if (!model->part.item[k].ground && index-- == 0) return &model->part.item[k];
  }
  return index < model->point_mass.count ? &model->point_mass.item[index] : NULL;
}

static void put_bodies(const reference_host *host, const lash_host_body *bodies, double *y) {
  const lash_part *part;
  for (size_t k = 0; (part = part_at(host->model, k)); k++) {
    size_t q, v;
    double axes[9];
    if (!lash_system_part(host->system, part->head.id, &q, &v)) continue;
    memcpy(axes, bodies[k].axes, sizeof axes);
    memcpy(y + q, bodies[k].r, sizeof bodies[k].r);
    parameters_of_matrix(axes, y + q + 3);
    memcpy(y + v, bodies[k].v, sizeof bodies[k].v);
    mult33_3(axes, bodies[k].w, y + v + 3);
  }
}

/* At `bodies` and time t, or (NULL) at the dataset's initial state. */
static lash_status set_state(void *state, double t, const lash_host_body *bodies,
                             lash_error *error) {
  reference_host *host = state;
  const lash_host_options *o = &host->options;
  const lash_system_options options = {
      .library_folder = o->library_folder, .own = o->own, .owns = o->owns};
  clear(host);
  host->time = 0;
  host->steps = 0;
  lash_status status = lash_system_create(host->model, &options, &host->system, error);
  if (status != LASH_OK) return status;
  host->state = calloc(lash_system_size(host->system)->y + 1, sizeof *host->state);
  host->fired = calloc(host->model->sensor.count + 1, sizeof *host->fired);
  if (!host->state || !host->fired)
    return lash_fail(error, LASH_FAILURE, "out of memory for the state");
  lash_system_initial(host->system, &host->time, host->state);
  if (bodies) {
    host->time = t;
    put_bodies(host, bodies, host->state);
  }
  status = lash_system_assemble(host->system, host->time, host->state, NULL, error);
  if (status != LASH_OK) return status;
  if (lash_system_size(host->system)->dof == 0) {
    status = refuse_sensors(host->model, error);
    return status == LASH_OK ? lash_system_commit(host->system, error) : status;
  }
  lash_integrate_options how = lash_integrate_defaults();
  how.integrator = o->fixed && o->step > 0 ? "rk4" : "rk45";
  how.error = o->accuracy > 0 ? o->accuracy : STANDARD_ERROR;
  how.audit = false;
  if (o->step > 0 && o->fixed) how.step = o->step;
  if (o->step > 0 && !o->fixed) how.hmax = o->step;
  return lash_integrate_create(host->system, &how, host->time, host->state, &host->run, error);
}

static lash_status create(const lash_host_class *host_class, const lash_model *model,
                          const lash_host_options *options, void **made, lash_error *error) {
  (void)host_class;
  reference_host *host = calloc(1, sizeof *host);
  if (!host) return lash_fail(error, LASH_FAILURE, "out of memory for the host");
  *host = (reference_host){.model = model, .options = *options};
  const lash_status status = set_state(host, 0, NULL, error);
  if (status == LASH_OK) {
    *made = host;
  } else {
    clear(host);
    free(host);
  }
  return status;
}

static void release(void *state) {
  clear(state);
  free(state);
}

static lash_status restart(void *state, lash_error *error) {
  return set_state(state, 0, NULL, error);
}

/* ------------------------------------------------------------------------------------- running */

/* Positions, velocities and accelerations at each step, without integrating. */
static lash_status solve_to(reference_host *host, double t, size_t *steps, lash_error *error) {
  const double from = host->time, step = host->options.step > 0 ? host->options.step : t - from;
  const double whole = ceil((t - from) / step - 1e-9);
  const size_t count = whole < 1 ? 1 : (size_t)whole;
  for (size_t k = 1; k <= count; k++) {
    const double now = k == count ? t : from + (t - from) * (double)k / (double)count;
    lash_status status = lash_system_kinematics(host->system, now, host->state, error);
    if (status == LASH_OK) status = lash_system_commit(host->system, error);
    if (status != LASH_OK) return status;
    host->time = now;
    ++*steps;
  }
  return LASH_OK;
}

static lash_reaction on_event(void *context, const lash_switch_info *info, double t,
                              bool positive) {
  reference_host *host = context;
  lash_error ignored; /* a value that cannot be had will fail the next evaluation too */
  if (info->kind != LASH_SWITCH_SENSOR || !positive) return (lash_reaction){0};
  const int index = lash_model_find(host->model, LASH_KIND_SENSOR, info->id);
  if (index < 0) return (lash_reaction){0};
  host->fired[index] = true;
  lash_system_set(host->system, t, lash_integrate_state(host->run));
  lash_system_sensor_hold(host->system, (size_t)index, &ignored);
  const lash_reaction asked = lash_sensor_reaction(host->model, info->id);
  return (lash_reaction){.stop = true, .step = asked.step};
}

static int sensor(void *state) {
  reference_host *host = state;
  for (size_t k = 0; k < host->model->sensor.count; k++) {
    if (!host->fired[k]) continue;
    host->fired[k] = false;
    return host->model->sensor.item[k].head.id;
  }
  return 0;
}

static lash_status advance(void *state, double t, size_t *steps, lash_error *error) {
  reference_host *host = state;
  if (!host->run) return solve_to(host, t, steps, error);
  const lash_watcher watcher = {.context = host, .event = on_event};
  const lash_status status = lash_integrate_to(host->run, t, &watcher, error);
  const size_t total = lash_integrate_statistics_of(host->run)->steps;
  host->time = lash_integrate_time(host->run);
  *steps += total - host->steps;
  host->steps = total;
  lash_system_set(host->system, host->time, lash_integrate_state(host->run));
  return status;
}

static double time_of(const void *state) { return ((const reference_host *)state)->time; }

/* -------------------------------------------------------------------------------------- looking */

/* A body's frame has the axes of its part and stands at the mass centre, as y does. */
static lash_status bodies_of(void *state, lash_host_body *bodies, lash_error *error) {
  reference_host *host = state;
  const size_t positions = lash_system_size(host->system)->q;
  double *vdot = calloc(lash_system_size(host->system)->v + 1, sizeof *vdot);
  if (!vdot) return lash_fail(error, LASH_FAILURE, "out of memory for the accelerations");
  const lash_status status = lash_system_accelerations(host->system, vdot, NULL, error);
  const double *y = lash_system_state(host->system);
  const lash_part *part;
  for (size_t k = 0; status == LASH_OK && (part = part_at(host->model, k)); k++) {
    size_t q, v;
    double axes[9];
    bodies[k] = (lash_host_body){.id = part->head.id};
    if (!lash_system_part(host->system, part->head.id, &q, &v)) continue;
    matrix_of_parameters(y + q + 3, axes);
    memcpy(bodies[k].axes, axes, sizeof axes);
    memcpy(bodies[k].r, y + q, sizeof bodies[k].r);
    memcpy(bodies[k].v, y + v, sizeof bodies[k].v);
    memcpy(bodies[k].a, vdot + v - positions, sizeof bodies[k].a);
    mul33_3(axes, y + v + 3, bodies[k].w);
    mul33_3(axes, vdot + v - positions + 3, bodies[k].wd);
  }
  free(vdot);
  return status;
}

static lash_status marker(void *state, int id, lash_sdk_marker *out, lash_error *error) {
  reference_host *host = state;
  double axes[9], six[6];
  size_t count = 6;
  if (!lash_system_marker(host->system, id, out->r, axes, out->v, out->w)) {
    return lash_fail(error, LASH_BAD_INPUT, "there is no MARKER/%d", id);
  }
  memcpy(out->axes, axes, sizeof axes);
  const lash_status status =
      lash_system_array(host->system, "ACC", (const int[]){id}, 1, six, &count, error);
  memcpy(out->a, six, sizeof out->a);
  memcpy(out->wd, six + 3, sizeof out->wd);
  return status;
}

/* Three lists of elements, each with its name and wrench. */
static const struct {
  lash_element_name (*name)(const lash_system *system, size_t index);
  lash_status (*wrench)(lash_system *system, size_t index, bool on_j, int rm, double wrench[6],
                        lash_error *error);
} lists[] = {
    {lash_system_joint, lash_system_joint_wrench},
    {lash_system_motion, lash_system_motion_wrench},
    {lash_system_force, lash_system_force_wrench},
};

static lash_status force(void *state, const char *statement, int id, bool on_j, double wrench[6],
                         lash_error *error) {
  lash_system *system = ((reference_host *)state)->system;
  const lash_system_sizes *n = lash_system_size(system);
  const size_t count[] = {n->joints, n->motions, n->forces};
  for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
    for (size_t k = 0; k < count[l]; k++) {
      const lash_element_name name = lists[l].name(system, k);
      if (name.id == id && lash_same_name(name.statement, statement)) {
        return lists[l].wrench(system, k, on_j, 0, wrench, error);
      }
    }
  }
  return lash_fail(error, LASH_BAD_INPUT, "there is no %s/%d", statement, id);
}

static lash_status request(void *state, size_t index, double values[8], lash_error *error) {
  reference_host *host = state;
  const int id = host->model->request.item[index].head.id;
  for (size_t k = 0; k < lash_system_size(host->system)->requests; k++) {
    if (lash_system_request(host->system, k).id == id) {
      return lash_system_request_values(host->system, k, values, error);
    }
  }
  return lash_fail(error, LASH_UNSUPPORTED, "host reference has no REQUEST/%d", id);
}

static lash_status measure(void *state, const char *name, const int *arguments, size_t count,
                           double *value, lash_error *error) {
  return lash_system_measure(((reference_host *)state)->system, name, arguments, count, value,
                             error);
}

/* --------------------------------------------------------------------------------------- class */

static const char *version(void) { return LASH_VERSION; }

static const lash_host_operations operations = {create,  release,   restart,   advance,
                                                time_of, bodies_of, set_state, marker,
                                                force,   request,   measure,   sensor};

const lash_host_class lash_host_reference = {
    .name = "reference",
    .summary = "absolute coordinates, adaptive Dormand-Prince, exact constraints with projection",
    .version = version,
    .refuses = refuses,
    .operations = &operations};
