/* Force elements: what they do between their markers, and what that adds up to on each body. */

#include "lash_space.h"
#include "scene.h"
#include "slv_cbksub.h"

static double given(double value) { return isnan(value) ? 0 : value; }

/* ------------------------------------------------------------------------------------- building */

scene_force *lash_scene_add_force(lash_scene *scene, const lash_element *head, lash_force_law law,
                                  const lash_ref *i, const lash_ref *j) {
  scene_force *force = &scene->force[scene->force_count++];
  *force = (scene_force){.head = head,
                         .law = law,
                         .i = i->index,
                         .j = j->index,
                         .rm = -1,
                         .function = {-1, -1, -1, -1, -1, -1},
                         .routine = -1};
  return force;
}

/* ------------------------------------------------------------------- forces of the caller's own */

/* True when the element is computed by the caller. */
static bool take_own(lash_scene *scene, const lash_expression *function, scene_force *force) {
  const lash_element *head = force->head;
  force->own = lash_own_find(&scene->own, lash_kind_name(head->kind), head->id, function->routine);
  force->parameters = function->parameters.count;
  force->parameter = function->parameters.value;
  return force->own != NULL;
}

static lash_status own_marker(const lash_scene *scene, size_t number, int id, lash_ref *ref,
                              lash_error *error) {
  *ref =
      (lash_ref){.id = id, .index = id ? lash_model_find(scene->model, LASH_KIND_MARKER, id) : -1};
  if (!id || ref->index >= 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s: own force %zu: there is no MARKER/%d",
                   scene->model->file, number, id);
}

/* Those between markers, after the dataset's elements; and whether every name was found. */
static lash_status build_owns(lash_scene *scene, lash_error *error) {
  const lash_force_law law = {.kind = LASH_FORCE_VECTOR, .floating = true};
  lash_status status = LASH_OK;
  int number = 0;
  for (size_t k = 0; k < scene->own.count && status == LASH_OK; k++) {
    const lash_own_force *own = &scene->own.item[k];
    bool used = false;
    for (size_t f = 0; f < scene->force_count; f++) used |= scene->force[f].own == own;
    if (own->name && !used) return lash_own_unused(own, error);
    if (own->name) continue;
    lash_ref mark[3];
    const int id[3] = {own->i, own->j, own->rm};
    for (int m = 0; m < 3 && status == LASH_OK; m++)
      status = own_marker(scene, k + 1, id[m], &mark[m], error);
    if (status != LASH_OK) break;
    scene->own_head[k] = (lash_element){.id = ++number, .active = true};
    scene_force *force = lash_scene_add_force(scene, &scene->own_head[k], law, &mark[0], &mark[1]);
    force->rm = mark[2].index;
    force->own = own;
  }
  return status;
}

/* ------------------------------------------------------------------------------------- elements */

static lash_status build_sforce(lash_scene *scene, const lash_sforce *from, lash_error *error) {
  scene_force *force =
      lash_scene_add_force(scene, &from->head, lash_law_of_sforce(from), &from->i, &from->j);
  if (take_own(scene, &from->function, force)) return LASH_OK;
  if (!from->function.user) {
    return lash_scene_function(scene, &from->head, &from->function, &force->function[0], error);
  }
  const scene_routine_element element = {
      .sforce = {.I = from->i.id,
                 .J = from->j.id,
                 .ACTION_ONLY = from->action_only,
                 .Type = from->sense == LASH_ROTATION ? "ROTATION" : "TRANSLATION"}};
  return lash_scene_routine(scene, LASH_SFOSUB, &from->head, &from->function, &element,
                            &force->routine, error);
}

static lash_status build_vector(lash_scene *scene, const lash_vector_force *from,
                                lash_error *error) {
  const lash_force_law law = {.kind = LASH_FORCE_VECTOR, .floating = true};
  scene_force *force = lash_scene_add_force(scene, &from->head, law, &from->i, &from->jfloat);
  force->rm = from->rm.index;
  if (take_own(scene, &from->function, force)) return LASH_OK;
  for (int k = 0; k < 6; k++) {
    const lash_status status =
        lash_scene_function(scene, &from->head, &from->component[k], &force->function[k], error);
    if (status != LASH_OK) return status;
  }
  const int i = from->i.id, j = from->jfloat.id, rm = from->rm.id;
  scene_routine_element element = {.gforce = {.I = i, .RM = rm, .JFLOAT = j}};
  lash_routine_kind kind = LASH_GFOSUB;
  if (!from->function.user) return LASH_OK;
  if (from->head.kind == LASH_KIND_VFORCE) {
    kind = LASH_VFOSUB;
    element.vforce = (struct sAdamsVforce){.I = i, .JFLOAT = j, .RM = rm};
  } else if (from->head.kind == LASH_KIND_VTORQUE) {
    kind = LASH_VTOSUB;
    element.vtorque = (struct sAdamsVtorque){.I = i, .JFLOAT = j, .RM = rm};
  }
  return lash_scene_routine(scene, kind, &from->head, &from->function, &element, &force->routine,
                            error);
}

static lash_matrix_law *add_matrix(lash_scene *scene, const lash_element *head, const lash_ref *i,
                                   const lash_ref *j) {
  lash_matrix_law *matrix = &scene->matrix[scene->matrix_count++];
  const lash_force_law law = {.kind = LASH_FORCE_MATRIX, .matrix = matrix};
  lash_scene_add_force(scene, head, law, i, j);
  return matrix;
}

static lash_status build_field(lash_scene *scene, const lash_field *from, lash_error *error) {
  if (from->function.user)
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, &from->head, error,
                             "a FIELD by a user subroutine; give its matrices or choose the "
                             "reference host");
  return lash_matrix_of_field(scene->model, from,
                              add_matrix(scene, &from->head, &from->i, &from->j), error);
}

static lash_status build_spring(lash_scene *scene, const lash_springdamper *from,
                                lash_error *error) {
  (void)error;
  lash_scene_add_force(scene, &from->head, lash_law_of_spring(from), &from->i, &from->j);
  return LASH_OK;
}

static lash_status build_bushing(lash_scene *scene, const lash_bushing *from, lash_error *error) {
  (void)error;
  lash_matrix_of_bushing(from, add_matrix(scene, &from->head, &from->i, &from->j));
  return LASH_OK;
}

static lash_status build_beam(lash_scene *scene, const lash_beam *from, lash_error *error) {
  return lash_matrix_of_beam(scene->model, from, add_matrix(scene, &from->head, &from->i, &from->j),
                             error);
}

static lash_status build_variables(lash_scene *scene, lash_error *error) {
  for (size_t k = 0; k < scene->model->variable.count; k++) {
    const lash_variable *from = &scene->model->variable.item[k];
    lash_status status;
    scene->variable[k] = scene->variable_routine[k] = -1;
    if (from->function.user)
      status = lash_scene_routine(scene, LASH_VARSUB, &from->head, &from->function,
                                  &(scene_routine_element){.variable = {.IC = 0}},
                                  &scene->variable_routine[k], error);
    else
      status = lash_scene_function(scene, &from->head, &from->function, &scene->variable[k], error);
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
      .request = {.COMMENT = from->comment ? from->comment : ""}};
  return lash_scene_routine(scene, LASH_REQSUB, &from->head, &from->function, &element,
                            &to->routine, error);
}

static lash_status build_callbacks(lash_scene *scene, lash_error *error) {
  for (size_t k = 0; k < scene->model->cbksub.count; k++) {
    const lash_cbksub *from = &scene->model->cbksub.item[k];
    int ignored;
    const lash_status status =
        lash_scene_routine(scene, LASH_CBKSUB, &from->head, &from->function,
                           &(scene_routine_element){.callback = {0}}, &ignored, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

lash_status lash_scene_build_forces(lash_scene *scene, lash_error *error) {
  const lash_model *m = scene->model;
  lash_status status = lash_own_check(&scene->own, error);
  if (status == LASH_OK) status = build_variables(scene, error);
#define BUILD(statement, build)                                        \
  for (size_t k = 0; k < m->statement.count && status == LASH_OK; k++) \
    if (m->statement.item[k].head.active) status = build(scene, &m->statement.item[k], error);
  BUILD(sforce, build_sforce)
  BUILD(vforce, build_vector)
  BUILD(vtorque, build_vector)
  BUILD(gforce, build_vector)
  BUILD(springdamper, build_spring)
  BUILD(bushing, build_bushing)
  BUILD(beam, build_beam)
  BUILD(field, build_field)
  if (status == LASH_OK) status = lash_scene_build_contacts(scene, error);
  if (status == LASH_OK) status = build_owns(scene, error);
  for (size_t k = 0; k < m->request.count && status == LASH_OK; k++) {
    status = build_request(scene, &m->request.item[k], error);
  }
  return status == LASH_OK ? build_callbacks(scene, error) : status;
}

/* ----------------------------------------------------------------------------------- evaluating */

static const lash_sdk_marker ground_mark = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

const lash_sdk_marker *lash_scene_mark(const lash_scene *scene, int index) {
  return index < 0 ? &ground_mark : &scene->mark[index];
}

static double coil_angle(const scene_force *force, const lash_sdk_marker *i,
                         const lash_sdk_marker *j) {
  return lash_angle_turned(force->angle, lash_angle_value(LASH_ANGLE_AZ, i, j));
}

static void ask_owner(lash_scene *scene, const scene_force *force, const lash_sdk_marker *i,
                      const lash_sdk_marker *j, double wrench[6]) {
  const lash_element *head = force->head;
  const char *statement =
      head->kind == LASH_KIND_NONE ? LASH_OWN_STATEMENT : lash_kind_name(head->kind);
  const bool floating = force->j >= 0 && scene->marker[force->j].floating;
  const lash_own_call call = {scene->time,     i, j, statement, head->id, force->parameters,
                              force->parameter};
  lash_error error;
  const lash_status status = lash_own_evaluate(force->own, &call, floating, wrench, &error);
  if (status == LASH_OK) return;
  lash_error_prefix(&error, "%s", scene->model->file);
  lash_scene_note(scene, &error);
}

/* What the law leaves to functions, routines and remembered angles; NULL when that is nothing. */
static const double *given_numbers(lash_scene *scene, const scene_force *force,
                                   const lash_sdk_marker *i, const lash_sdk_marker *j,
                                   double given[6]) {
  if (force->law.kind == LASH_FORCE_MATRIX) return NULL;
  if (force->own) {
    ask_owner(scene, force, i, j, given);
    return given;
  }
  memset(given, 0, 6 * sizeof *given);
  if (force->law.kind == LASH_FORCE_COIL) given[0] = coil_angle(force, i, j);
  if (force->routine >= 0)
    lash_scene_call(scene, force->routine, 0,
                    force->head->kind == LASH_KIND_VTORQUE ? given + 3 : given);
  for (int k = 0; k < 6; k++)
    if (force->function[k] >= 0) given[k] = lash_scene_value(scene, force->function[k]);
  return given;
}

void lash_scene_evaluate(lash_scene *scene, scene_force *force) {
  if (force->stamp == scene->stamp) return;
  force->stamp = scene->stamp;
  if (force->touch) {
    lash_scene_contact_load(scene, force);
    return;
  }
  const lash_sdk_marker *i = lash_scene_mark(scene, force->i),
                        *j = lash_scene_mark(scene, force->j);
  double given[6];
  const double *numbers = given_numbers(scene, force, i, j, given);
  const char *trouble = lash_force_evaluate(&force->law, i, j, lash_scene_mark(scene, force->rm),
                                            numbers, &force->load);
  if (!trouble) return;
  lash_error error;
  lash_scene_refuse(scene, LASH_FAILURE, force->head, &error, "%s (time %g)", trouble, scene->time);
  lash_scene_note(scene, &error);
}

/* ------------------------------------------------------------------------------------ on bodies */

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
    const lash_load *load = &f->load;
    if (f->i >= 0)
      put_on(scene, scene->marker[f->i].body, load->force_i, load->torque_i, load->point_i);
    if (f->j >= 0)
      put_on(scene, scene->marker[f->j].body, load->force_j, load->torque_j, load->point_j);
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
  lash_scene_turns_commit(scene);
  for (size_t n = 0; n < scene->force_count; n++) {
    scene_force *f = &scene->force[n];
    if (f->law.kind == LASH_FORCE_COIL)
      f->angle = coil_angle(f, lash_scene_mark(scene, f->i), lash_scene_mark(scene, f->j));
  }
  lash_scene_contacts_commit(scene);
  lash_scene_sense(scene);
  status = lash_scene_announce(scene, ev_TIME_STEP_END, error);
  return status == LASH_OK ? lash_scene_take_failure(scene, error) : status;
}
