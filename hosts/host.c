/* The hosts of this build, and the functions of lash_host.h over an adapter's operations. */
#include "lash_host.h"

#include <stdlib.h>

#include "adapter.h"
#include "lash_space.h"

static const lash_host_class *const classes[] = {&lash_host_reference,
#ifdef LASH_HOST_MUJOCO
                                                 &lash_host_mujoco,
#endif
#ifdef LASH_HOST_SIMBODY
                                                 &lash_host_simbody,
#endif
#ifdef LASH_HOST_CHRONO
                                                 &lash_host_chrono,
#endif
                                                 NULL};

struct lash_host {
  const lash_host_class *host_class;
  const lash_model *model;
  void *state;
  size_t steps;
};

/* ----------------------------------------------------------------------------------- which ones */

size_t lash_host_count(void) { return sizeof classes / sizeof *classes - 1; }

const lash_host_class *lash_host_at(size_t index) { return classes[index]; }

const lash_host_class *lash_host_find(const char *name) {
  for (size_t k = 0; k < lash_host_count(); k++) {
    if (lash_same_name(classes[k]->name, name)) return classes[k];
  }
  return NULL;
}

const char *lash_host_name(const lash_host_class *host_class) { return host_class->name; }
const char *lash_host_summary(const lash_host_class *host_class) { return host_class->summary; }
const char *lash_host_version(const lash_host_class *host_class) { return host_class->version(); }

bool lash_host_refuses(const lash_host_class *host_class, lash_kind kind) {
  return host_class->refuses(kind);
}

/* A host without an engine has solvers of its own for every joint. */
static lash_host_reach reach(const lash_host_class *host_class, int type) {
  if (host_class->engine) return host_class->joint[type];
  return type == LASH_JOINT_NONE ? LASH_REACH_NONE : LASH_REACH_LOOP;
}

lash_host_reach lash_host_joint_reach(const lash_host_class *host_class, lash_joint_type type) {
  return reach(host_class, type);
}

lash_host_reach lash_host_jprim_reach(const lash_host_class *host_class, lash_jprim_type type) {
  return reach(host_class,
               type == LASH_JPRIM_ATPOINT ? LASH_JOINT_SPHERICAL : SCENE_JPRIM + (int)type);
}

/* -------------------------------------------------------------------------------------- running */

lash_status lash_host_create(const lash_host_class *host_class, const lash_model *model,
                             const lash_host_options *options, lash_host **made,
                             lash_error *error) {
  const lash_host_options standard = {0};
  *made = NULL;
  lash_host *host = calloc(1, sizeof *host);
  if (!host) return lash_fail(error, LASH_FAILURE, "out of memory for the host");
  *host = (lash_host){.host_class = host_class, .model = model};
  const lash_status status = host_class->operations->create(
      host_class, model, options ? options : &standard, &host->state, error);
  if (status == LASH_OK)
    *made = host;
  else
    free(host);
  return status;
}

void lash_host_free(lash_host *host) {
  if (!host) return;
  host->host_class->operations->free(host->state);
  free(host);
}

lash_status lash_host_restart(lash_host *host, lash_error *error) {
  host->steps = 0;
  return host->host_class->operations->restart(host->state, error);
}

lash_status lash_host_advance(lash_host *host, double t, lash_error *error) {
  const double now = lash_host_time(host);
  if (!isfinite(t) || t < now) {
    return lash_fail(error, LASH_BAD_INPUT, "host %s stands at time %g and cannot go to %g",
                     host->host_class->name, now, t);
  }
  if (t == now) return LASH_OK;
  return host->host_class->operations->advance(host->state, t, &host->steps, error);
}

double lash_host_time(const lash_host *host) {
  return host->host_class->operations->time(host->state);
}

size_t lash_host_steps(const lash_host *host) { return host->steps; }

size_t lash_host_body_count(const lash_host *host) {
  size_t count = host->model->point_mass.count;
  for (size_t k = 0; k < host->model->part.count; k++) count += !host->model->part.item[k].ground;
  return count;
}

lash_status lash_host_bodies(lash_host *host, lash_host_body *bodies, lash_error *error) {
  return host->host_class->operations->bodies(host->state, bodies, error);
}

/* Finite numbers, and axes of length one at right angles that make a right-handed frame. */
static bool is_state(const lash_host_body *body) {
  double check = 0, turned[3] = {0}, axis[3][3];
  for (int k = 0; k < 3; k++) {
    check += 0 * (body->r[k] + body->v[k] + body->w[k]);
    mat_column(body->axes, k, axis[k]);
  }
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < 3; b++) {
      if (!(fabs(dot3(axis[a], axis[b]) - (a == b)) < 1e-9)) return false;
    }
  }
  add_cross3(1, axis[0], axis[1], turned);
  return check == 0 && dot3(turned, axis[2]) > 0;
}

lash_status lash_host_set_state(lash_host *host, double t, const lash_host_body *bodies,
                                lash_error *error) {
  if (!isfinite(t)) return lash_fail(error, LASH_BAD_INPUT, "the time must be finite, not %g", t);
  for (size_t k = 0; k < lash_host_body_count(host); k++) {
    if (is_state(&bodies[k])) continue;
    return lash_fail(error, LASH_BAD_INPUT,
                     "state of part number %zu: its numbers must be finite and its axes a "
                     "right-handed frame of unit vectors",
                     k + 1);
  }
  return host->host_class->operations->set_state(host->state, t, bodies, error);
}

lash_status lash_host_marker(lash_host *host, int id, lash_sdk_marker *marker, lash_error *error) {
  return host->host_class->operations->marker(host->state, id, marker, error);
}

lash_status lash_host_force(lash_host *host, const char *statement, int id, bool on_j,
                            double wrench[6], lash_error *error) {
  return host->host_class->operations->force(host->state, statement, id, on_j, wrench, error);
}

lash_status lash_host_request(lash_host *host, size_t index, double values[8], lash_error *error) {
  if (index >= host->model->request.count) {
    return lash_fail(error, LASH_BAD_INPUT, "the model has %zu requests, not %zu",
                     host->model->request.count, index + 1);
  }
  return host->host_class->operations->request(host->state, index, values, error);
}

lash_status lash_host_measure(lash_host *host, const char *name, const int *arguments, size_t count,
                              double *value, lash_error *error) {
  return host->host_class->operations->measure(host->state, name, arguments, count, value, error);
}

int lash_host_sensor(lash_host *host) { return host->host_class->operations->sensor(host->state); }

/* --------------------------------------------------------------------------------- engine hosts */

typedef struct engine_host {
  const lash_host_class *host_class;
  const lash_engine *engine;
  lash_host_options options;
  bool moved; /* it did not start as the dataset says */
  lash_scene *scene;
  void *state;
  bool observed; /* accelerations and reactions are those of the present state */
} engine_host;

static void engine_free(void *state) {
  engine_host *host = state;
  if (host->state) host->engine->free(host->state);
  lash_scene_free(host->scene);
  free(host);
}

static lash_status engine_create(const lash_host_class *host_class, const lash_model *model,
                                 const lash_host_options *options, void **made, lash_error *error) {
  engine_host *host = calloc(1, sizeof *host);
  if (!host) return lash_fail(error, LASH_FAILURE, "out of memory for the host");
  host->host_class = host_class;
  host->engine = host_class->engine;
  host->options = *options;
  lash_status status = lash_scene_create(host_class, model, options, &host->scene, error);
  if (status == LASH_OK) {
    status = host->engine->create(host->scene, options, &host->state, error);
  }
  if (status == LASH_OK) status = lash_scene_start(host->scene, error);
  if (status == LASH_OK)
    *made = host;
  else
    engine_free(host);
  return status;
}

/* From another start: an engine may be built for the place where it starts, so it is built anew. */
static lash_status engine_set_state(void *state, double t, const lash_host_body *bodies,
                                    lash_error *error) {
  engine_host *host = state;
  host->observed = false;
  host->moved = bodies != NULL;
  if (host->state) host->engine->free(host->state);
  host->state = NULL;
  lash_status status = lash_scene_begin_at(host->scene, host->host_class, t, bodies, error);
  if (status == LASH_OK) {
    status = host->engine->create(host->scene, &host->options, &host->state, error);
  }
  return status == LASH_OK ? lash_scene_start(host->scene, error) : status;
}

static lash_status engine_restart(void *state, lash_error *error) {
  engine_host *host = state;
  if (host->moved || !host->state) return engine_set_state(host, 0, NULL, error);
  host->observed = false;
  lash_scene_restart(host->scene);
  const lash_status status = host->engine->restart(host->state, error);
  return status == LASH_OK ? lash_scene_start(host->scene, error) : status;
}

static lash_status engine_advance(void *state, double t, size_t *steps, lash_error *error) {
  engine_host *host = state;
  host->observed = false;
  return host->engine->advance(host->state, t, steps, error);
}

static double engine_time(const void *state) {
  return ((const engine_host *)state)->scene->run.time_converged;
}

/* Brings markers, accelerations, loads and reactions to the present state. */
static lash_status observe(engine_host *host, lash_error *error) {
  if (host->observed) return LASH_OK;
  lash_scene *scene = host->scene;
  lash_status status = host->engine->observe(host->state, error);
  if (status != LASH_OK) return status;
  lash_scene_place(scene, scene->run.time_converged, LASH_LEVEL_ACCELERATION);
  status = lash_scene_loads(scene, error);
  if (status != LASH_OK) return status;
  lash_scene_reactions(scene);
  host->observed = true;
  return LASH_OK;
}

static lash_status engine_bodies(void *state, lash_host_body *bodies, lash_error *error) {
  engine_host *host = state;
  const lash_status status = observe(host, error);
  for (size_t b = 1; b < host->scene->body_count && status == LASH_OK; b++) {
    const scene_motion *m = &host->scene->motion[b];
    lash_host_body *body = &bodies[b - 1];
    lash_sdk_marker centre;
    body->id = host->scene->body[b].part->head.id;
    lash_scene_point(m, host->scene->body[b].cm, LASH_LEVEL_ACCELERATION, &centre);
    memcpy(body->axes, m->R, sizeof m->R);
    copy3(centre.r, body->r);
    copy3(centre.v, body->v);
    copy3(centre.a, body->a);
    copy3(m->w, body->w);
    copy3(m->wd, body->wd);
  }
  return status;
}

static lash_status engine_marker(void *state, int id, lash_sdk_marker *marker, lash_error *error) {
  engine_host *host = state;
  const int index = lash_model_find(host->scene->model, LASH_KIND_MARKER, id);
  if (index < 0) return lash_fail(error, LASH_BAD_INPUT, "there is no MARKER/%d", id);
  const lash_status status = observe(host, error);
  *marker = host->scene->mark[index];
  return status;
}

static lash_status engine_force(void *state, const char *statement, int id, bool on_j,
                                double wrench[6], lash_error *error) {
  engine_host *host = state;
  const lash_status status = observe(host, error);
  if (status != LASH_OK) return status;
  if (host->scene->sdk.element_force(host->scene, statement, id, on_j, wrench) == 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "there is no %s/%d", statement, id);
}

static lash_status engine_request(void *state, size_t index, double values[8], lash_error *error) {
  engine_host *host = state;
  const lash_status status = observe(host, error);
  return status == LASH_OK ? lash_scene_request(host->scene, index, values, error) : status;
}

static lash_status engine_measure(void *state, const char *name, const int *arguments, size_t count,
                                  double *value, lash_error *error) {
  engine_host *host = state;
  lash_status status = observe(host, error);
  if (status == LASH_OK)
    status = lash_sdk_scalar(&host->scene->sdk, name, arguments, (int)count, value, error);
  return status == LASH_OK ? lash_scene_take_failure(host->scene, error) : status;
}

static int engine_sensor(void *state) { return lash_scene_sensor(((engine_host *)state)->scene); }

const lash_host_operations lash_scene_operations = {
    engine_create,    engine_free,   engine_restart, engine_advance, engine_time,    engine_bodies,
    engine_set_state, engine_marker, engine_force,   engine_request, engine_measure, engine_sensor};

lash_scene *lash_host_scene(const lash_host *host) {
  if (host->host_class->operations != &lash_scene_operations) return NULL;
  return ((const engine_host *)host->state)->scene;
}

/* --------------------------------------------------------------------------------------- replay */

size_t lash_host_force_count(const lash_host *host) {
  const lash_scene *scene = lash_host_scene(host);
  return scene ? scene->force_count : 0;
}

const lash_element *lash_host_force_at(const lash_host *host, size_t index) {
  return lash_host_scene(host)->force[index].head;
}

lash_status lash_host_replay(lash_host *host, double t, const lash_sdk_marker *markers,
                             double (*loads)[6], lash_error *error) {
  lash_scene *scene = lash_host_scene(host);
  if (!scene) {
    return lash_fail(error, LASH_UNSUPPORTED, "host %s has no replay", host->host_class->name);
  }
  ((engine_host *)host->state)->observed = false;
  scene->time = t;
  scene->level = LASH_LEVEL_VELOCITY;
  scene->stamp++;
  scene->reactions = false;
  for (size_t k = 0; k < scene->marker_count; k++) scene->mark[k] = markers[k];
  for (size_t k = 0; k < scene->force_count; k++) {
    lash_scene_evaluate(scene, &scene->force[k]);
    copy3(scene->force[k].load.force_i, loads[k]);
    copy3(scene->force[k].load.torque_i, loads[k] + 3);
  }
  return lash_scene_take_failure(scene, error);
}
