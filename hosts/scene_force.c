/* Force elements: what they do between their markers, and what that adds up to on each body. */
#include <stdlib.h>

#include "lash_space.h"
#include "scene.h"
#include "slv_cbksub.h"

static double given(double value) { return isnan(value) ? 0 : value; }

/* ------------------------------------------------------------------------------------- building */

static int marker_or_ground(const lash_ref *ref) { return ref->index; }

static scene_force *add_force(lash_scene *scene, const lash_element *head, scene_force_kind kind,
                              const lash_ref *i, const lash_ref *j) {
  scene_force *force = &scene->force[scene->force_count++];
  *force = (scene_force){.head = head,
                         .kind = kind,
                         .i = i->index,
                         .j = marker_or_ground(j),
                         .rm = -1,
                         .function = {-1, -1, -1, -1, -1, -1},
                         .routine = -1,
                         .angle = NAN};
  return force;
}

static lash_status build_sforce(lash_scene *scene, const lash_sforce *from, lash_error *error) {
  const bool turns = from->sense == LASH_ROTATION;
  const scene_force_kind kind = turns ? SCENE_TWIST : from->action_only ? SCENE_AXIAL : SCENE_LINE;
  scene_force *force = add_force(scene, &from->head, kind, &from->i, &from->j);
  force->action_only = from->action_only;
  if (!from->function.user) {
    return lash_scene_function(scene, &from->head, &from->function, &force->function[0], error);
  }
  const scene_routine_element element = {
      .sforce = {from->head.id, (int)from->function.parameters.count,
                 from->function.parameters.value, from->i.id, from->j.id, from->action_only,
                 turns ? "ROTATION" : "TRANSLATION"}};
  return lash_scene_routine(scene, LASH_SFOSUB, &from->head, &from->function, &element,
                            &force->routine, error);
}

static lash_status build_vector(lash_scene *scene, const lash_vector_force *from,
                                lash_error *error) {
  scene_force *force = add_force(scene, &from->head, SCENE_VECTOR, &from->i, &from->jfloat);
  force->rm = from->rm.index;
  force->floating = true;
  for (int k = 0; k < 6; k++) {
    const lash_status status =
        lash_scene_function(scene, &from->head, &from->component[k], &force->function[k], error);
    if (status != LASH_OK) return status;
  }
  const int id = from->head.id, n = (int)from->function.parameters.count;
  const int i = from->i.id, j = from->jfloat.id, rm = from->rm.id;
  const double *par = from->function.parameters.value;
  scene_routine_element element = {.gforce = {id, n, par, i, rm, j}};
  lash_routine_kind kind = LASH_GFOSUB;
  if (!from->function.user) return LASH_OK;
  if (from->head.kind == LASH_KIND_VFORCE) {
    kind = LASH_VFOSUB;
    element.vforce = (struct sAdamsVforce){id, n, par, i, j, rm};
  } else if (from->head.kind == LASH_KIND_VTORQUE) {
    kind = LASH_VTOSUB;
    element.vtorque = (struct sAdamsVtorque){id, n, par, i, j, rm};
  }
  return lash_scene_routine(scene, kind, &from->head, &from->function, &element, &force->routine,
                            error);
}

static lash_status build_vectors(lash_scene *scene, const lash_vector_force *item, size_t count,
                                 lash_error *error) {
  for (size_t k = 0; k < count; k++) {
    const lash_status status = item[k].head.active ? build_vector(scene, &item[k], error) : LASH_OK;
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

static void build_springs(lash_scene *scene) {
  const lash_model *model = scene->model;
  for (size_t k = 0; k < model->springdamper.count; k++) {
    const lash_springdamper *from = &model->springdamper.item[k];
    if (!from->head.active) continue;
    const scene_force_kind kind = from->sense == LASH_ROTATION ? SCENE_COIL : SCENE_SPRING;
    add_force(scene, &from->head, kind, &from->i, &from->j)->spring = from;
  }
  for (size_t k = 0; k < model->bushing.count; k++) {
    const lash_bushing *from = &model->bushing.item[k];
    if (!from->head.active) continue;
    add_force(scene, &from->head, SCENE_BUSHING, &from->i, &from->j)->bushing = from;
  }
}

static lash_status build_variables(lash_scene *scene, lash_error *error) {
  for (size_t k = 0; k < scene->model->variable.count; k++) {
    const lash_variable *from = &scene->model->variable.item[k];
    lash_status status;
    scene->variable[k] = scene->variable_routine[k] = -1;
    if (from->function.user) {
      const scene_routine_element element = {.variable = {from->head.id,
                                                          (int)from->function.parameters.count,
                                                          from->function.parameters.value, 0}};
      status = lash_scene_routine(scene, LASH_VARSUB, &from->head, &from->function, &element,
                                  &scene->variable_routine[k], error);
    } else {
      status = lash_scene_function(scene, &from->head, &from->function, &scene->variable[k], error);
    }
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

static lash_status build_request(lash_scene *scene, const lash_request *from, lash_error *error) {
  scene_request *to = &scene->request[scene->request_count++];
  to->request = from;
  to->routine = -1;
  for (int k = 0; k < 8; k++) {
    const lash_status status =
        lash_scene_function(scene, &from->head, &from->f[k], &to->function[k], error);
    if (status != LASH_OK) return status;
  }
  if (from->type != LASH_REQUEST_USER) return LASH_OK;
  const scene_routine_element element = {
      .request = {.ID = from->head.id,
                  .NPAR = (int)from->function.parameters.count,
                  .PAR = from->function.parameters.value,
                  .COMMENT = from->comment ? from->comment : ""}};
  return lash_scene_routine(scene, LASH_REQSUB, &from->head, &from->function, &element,
                            &to->routine, error);
}

static lash_status build_callbacks(lash_scene *scene, lash_error *error) {
  for (size_t k = 0; k < scene->model->cbksub.count; k++) {
    const lash_cbksub *from = &scene->model->cbksub.item[k];
    const scene_routine_element element = {
        .callback = {.ID = from->head.id,
                     .NPAR = (int)from->function.parameters.count,
                     .PAR = from->function.parameters.value}};
    int ignored;
    const lash_status status = lash_scene_routine(scene, LASH_CBKSUB, &from->head, &from->function,
                                                  &element, &ignored, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

lash_status lash_scene_build_forces(lash_scene *scene, lash_error *error) {
  const lash_model *m = scene->model;
  lash_status status = build_variables(scene, error);
  for (size_t k = 0; k < m->sforce.count && status == LASH_OK; k++) {
    if (m->sforce.item[k].head.active) status = build_sforce(scene, &m->sforce.item[k], error);
  }
  if (status == LASH_OK) status = build_vectors(scene, m->vforce.item, m->vforce.count, error);
  if (status == LASH_OK) status = build_vectors(scene, m->vtorque.item, m->vtorque.count, error);
  if (status == LASH_OK) status = build_vectors(scene, m->gforce.item, m->gforce.count, error);
  if (status == LASH_OK) build_springs(scene);
  for (size_t k = 0; k < m->request.count && status == LASH_OK; k++) {
    status = build_request(scene, &m->request.item[k], error);
  }
  return status == LASH_OK ? build_callbacks(scene, error) : status;
}

/* ----------------------------------------------------------------------------------- evaluating */

static const lash_sdk_marker ground_mark = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static const lash_sdk_marker *mark_of(const lash_scene *scene, int index) {
  return index < 0 ? &ground_mark : &scene->mark[index];
}

static double scalar_of(lash_scene *scene, const scene_force *force) {
  double value = 0;
  if (force->routine >= 0)
    lash_scene_call(scene, force->routine, 0, &value);
  else if (force->function[0] >= 0)
    value = lash_scene_value(scene, force->function[0]);
  return value;
}

/* Along the line from J to I; positive pushes apart. */
static void push_apart(lash_scene *scene, scene_force *force, const double d[3], double value) {
  const double distance = norm3(d);
  if (distance > 0) {
    axpy3(value / distance, d, force->force_i);
    return;
  }
  if (value == 0) return;
  lash_error error;
  lash_scene_refuse(scene, LASH_FAILURE, force->head, &error,
                    "at time %g I and J coincide, so the force has no direction; move a marker or "
                    "use a vector force",
                    scene->time);
  lash_scene_note(scene, &error);
}

static void along_axis(const lash_sdk_marker *j, double value, double target[3]) {
  double axis[3];
  mat_column(j->axes, 2, axis);
  axpy3(value, axis, target);
}

static void to_ground(const lash_sdk_marker *mark, const double local[3], double target[3]) {
  double global[3];
  mat_apply(mark->axes, local, global);
  add3(target, global, target);
}

static void vector_load(lash_scene *scene, scene_force *force) {
  double local[6] = {0};
  const int offset = force->head->kind == LASH_KIND_VTORQUE ? 3 : 0;
  if (force->routine >= 0) lash_scene_call(scene, force->routine, 0, local + offset);
  for (int k = 0; k < 6; k++) {
    if (force->function[k] >= 0) local[k] = lash_scene_value(scene, force->function[k]);
  }
  to_ground(mark_of(scene, force->rm), local, force->force_i);
  to_ground(mark_of(scene, force->rm), local + 3, force->torque_i);
}

static void spring_load(lash_scene *scene, scene_force *force, const lash_sdk_marker *i,
                        const lash_sdk_marker *j) {
  const lash_springdamper *s = force->spring;
  double d[3], u[3];
  sub3(i->r, j->r, d);
  sub3(i->v, j->v, u);
  const double distance = norm3(d), rate = distance > 0 ? dot3(d, u) / distance : 0;
  push_apart(
      scene, force, d,
      given(s->preload) - given(s->k) * (distance - given(s->reference)) - given(s->c) * rate);
}

/* Projected angles of I in J, as AX, AY, AZ give them. */
static void angles_between(const lash_sdk_marker *i, const lash_sdk_marker *j, double angles[3]) {
  double a[3][3], b[3][3];
  for (int k = 0; k < 3; k++) mat_column(i->axes, k, a[k]), mat_column(j->axes, k, b[k]);
  angles[0] = atan2(-dot3(b[1], a[2]), dot3(b[2], a[2]));
  angles[1] = atan2(dot3(b[0], a[2]), dot3(b[2], a[2]));
  angles[2] = atan2(-dot3(b[0], a[1]), dot3(b[0], a[0]));
}

static double coil_angle(const scene_force *force, const lash_sdk_marker *i,
                         const lash_sdk_marker *j) {
  double angles[3];
  angles_between(i, j, angles);
  return lash_scene_turns(force->angle, angles[2]);
}

static void coil_load(scene_force *force, const lash_sdk_marker *i, const lash_sdk_marker *j) {
  const lash_springdamper *s = force->spring;
  double axis[3], w[3];
  mat_column(j->axes, 2, axis);
  sub3(i->w, j->w, w);
  along_axis(j,
             given(s->preload) - given(s->k) * (coil_angle(force, i, j) - given(s->reference)) -
                 given(s->c) * dot3(axis, w),
             force->torque_i);
}

static void bushing_load(scene_force *force, const lash_sdk_marker *i, const lash_sdk_marker *j) {
  const lash_bushing *b = force->bushing;
  double d[3], u[3], w[3], angles[3], axis[3], f[3], t[3];
  sub3(i->r, j->r, d);
  sub3(i->v, j->v, u);
  add_cross3(-1, j->w, d, u);
  sub3(i->w, j->w, w);
  angles_between(i, j, angles);
  for (int k = 0; k < 3; k++) {
    mat_column(j->axes, k, axis);
    f[k] = given(b->force[k]) - given(b->k[k]) * dot3(axis, d) - given(b->c[k]) * dot3(axis, u);
    t[k] = given(b->torque[k]) - given(b->kt[k]) * angles[k] - given(b->ct[k]) * dot3(axis, w);
  }
  to_ground(j, f, force->force_i);
  to_ground(j, t, force->torque_i);
}

/* What the element does to I is done; J gets the opposite at its own place. */
static void answer(scene_force *force) {
  if (force->action_only) return;
  for (int k = 0; k < 3; k++) {
    force->force_j[k] = -force->force_i[k];
    force->torque_j[k] = -force->torque_i[k];
  }
  if (force->kind == SCENE_BUSHING) {
    lash_scene_shift(force->point_i, force->point_j, force->force_j, force->torque_j);
  }
}

void lash_scene_evaluate(lash_scene *scene, scene_force *force) {
  if (force->stamp == scene->stamp) return;
  force->stamp = scene->stamp;
  const lash_sdk_marker *i = mark_of(scene, force->i), *j = mark_of(scene, force->j);
  double d[3], zero[3] = {0};
  copy3(i->r, force->point_i);
  copy3(force->floating ? i->r : j->r, force->point_j);
  copy3(zero, force->force_i), copy3(zero, force->torque_i);
  copy3(zero, force->force_j), copy3(zero, force->torque_j);
  switch (force->kind) {
    case SCENE_LINE:
      sub3(i->r, j->r, d);
      push_apart(scene, force, d, scalar_of(scene, force));
      break;
    case SCENE_AXIAL:
      along_axis(j, scalar_of(scene, force), force->force_i);
      break;
    case SCENE_TWIST:
      along_axis(j, scalar_of(scene, force), force->torque_i);
      break;
    case SCENE_VECTOR:
      vector_load(scene, force);
      break;
    case SCENE_SPRING:
      spring_load(scene, force, i, j);
      break;
    case SCENE_COIL:
      coil_load(force, i, j);
      break;
    case SCENE_BUSHING:
      bushing_load(force, i, j);
      break;
  }
  answer(force);
}

/* ------------------------------------------------------------------------------------- on bodies
 */

static void put_on(lash_scene *scene, int body, const double force[3], const double torque[3],
                   const double point[3]) {
  const double ucf = scene->model->units.ucf;
  double arm[3], place[3];
  if (body <= 0) return;
  scene_load *load = &scene->load[body];
  mul33_3(scene->motion[body].R, scene->body[body].cm, arm);
  copy3(scene->motion[body].r, place);
  axpy3(1, arm, place);
  sub3(point, place, arm);
  axpy3(ucf, force, load->force);
  axpy3(ucf, torque, load->torque);
  add_cross3(ucf, arm, force, load->torque);
}

lash_status lash_scene_loads(lash_scene *scene, lash_error *error) {
  double check = 0;
  for (size_t b = 0; b < scene->body_count; b++) {
    scene_load *load = &scene->load[b];
    *load = (scene_load){{0}, {0}};
    for (int k = 0; k < 3; k++) {
      load->force[k] = scene->body[b].mass * given(scene->model->gravity.g[k]);
    }
  }
  for (size_t n = 0; n < scene->force_count; n++) {
    scene_force *f = &scene->force[n];
    lash_scene_evaluate(scene, f);
    put_on(scene, scene->marker[f->i].body, f->force_i, f->torque_i, f->point_i);
    if (f->j >= 0) put_on(scene, scene->marker[f->j].body, f->force_j, f->torque_j, f->point_j);
  }
  for (size_t b = 0; b < scene->body_count; b++) {
    for (int k = 0; k < 3; k++) check += 0 * (scene->load[b].force[k] + scene->load[b].torque[k]);
  }
  const lash_status status = lash_scene_take_failure(scene, error);
  if (status != LASH_OK || check == 0) return status;
  return lash_fail(error, LASH_FAILURE, "%s: at time %g a force is not finite", scene->model->file,
                   scene->time);
}

/* The present state is an accepted one: routines see it once more with c_timget at this time, so
 * that they can settle what they remember; then CBKSUBs hear of the step's end. */
lash_status lash_scene_commit(lash_scene *scene, lash_error *error) {
  scene->run.step = scene->time - scene->run.time_converged;
  scene->run.time_converged = scene->time;
  scene->run.initializing = 0;
  scene->stamp++;
  lash_status status = lash_scene_loads(scene, error);
  if (status != LASH_OK) return status;
  lash_scene_functions_commit(scene);
  for (size_t n = 0; n < scene->force_count; n++) {
    scene_force *f = &scene->force[n];
    if (f->kind == SCENE_COIL) f->angle = coil_angle(f, mark_of(scene, f->i), mark_of(scene, f->j));
  }
  status = lash_scene_announce(scene, ev_TIME_STEP_END, error);
  return status == LASH_OK ? lash_scene_take_failure(scene, error) : status;
}
