/* Bodies and markers of a dataset, and how markers follow bodies. */
#include "scene.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapter.h"
#include "lash_space.h"
#include "paths.h"
#include "slv_cbksub.h"

/* ---------------------------------------------------------------------------------- messages */

lash_status lash_scene_refuse(const lash_scene *scene, lash_status status, const lash_element *head,
                              lash_error *error, const char *format, ...) {
  char where[300], what[600];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  lash_element_where(scene->model, head, where, sizeof where);
  return lash_fail(error, status, "%s: %s", where, what);
}

void lash_scene_note(lash_scene *scene, const lash_error *error) {
  if (scene->failed != LASH_OK) return;
  scene->failed = error->status;
  scene->failure = *error;
}

lash_status lash_scene_take_failure(lash_scene *scene, lash_error *error) {
  const lash_status status = scene->failed;
  if (status != LASH_OK && error) *error = scene->failure;
  scene->failed = LASH_OK;
  return status;
}

/* ------------------------------------------------------------------------- what is represented */

/* Kinds that mean something for the motion and that no engine of the scene has. */
static const struct {
  lash_kind kind;
  const char *why;
} refused[] = {
    {LASH_KIND_FLEX_BODY, "flexible bodies"},
    {LASH_KIND_FE_PART, "flexible bodies"},
    {LASH_KIND_FE_NODE, "flexible bodies"},
    {LASH_KIND_SECTION, "flexible bodies"},
    {LASH_KIND_GCON, "general constraints"},
    {LASH_KIND_UCON, "general constraints"},
    {LASH_KIND_COUPLER, "couplers"},
    {LASH_KIND_GEAR, "gears"},
    {LASH_KIND_PTCV, "curve constraints"},
    {LASH_KIND_CVCV, "curve constraints"},
    {LASH_KIND_FRICTION, "joint friction (use a force subroutine)"},
    {LASH_KIND_MFORCE, "modal forces"},
    {LASH_KIND_DIFF, "differential equations"},
    {LASH_KIND_LSE, "linear state equations"},
    {LASH_KIND_GSE, "general state equations"},
    {LASH_KIND_TFSISO, "transfer functions"},
    {LASH_KIND_MREQUEST, "multiple requests (write REQUESTs)"},
};

static const char *why_refused(lash_kind kind) {
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
    if (refused[k].kind == kind) return refused[k].why;
  }
  return NULL;
}

bool lash_scene_refuses(lash_kind kind) { return why_refused(kind) != NULL; }

static lash_status check_kinds(const lash_scene *scene, const lash_host_class *host_class,
                               lash_error *error) {
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    const char *why = why_refused((lash_kind)kind);
    for (size_t k = 0; why && k < lash_model_count(scene->model, (lash_kind)kind); k++) {
      const lash_element *head = lash_model_element(scene->model, (lash_kind)kind, k);
      if (!head || !head->active) continue;
      return lash_scene_refuse(scene, LASH_UNSUPPORTED, head, error,
                               "host %s has no %s; choose another host or leave it out",
                               host_class->name, why);
    }
  }
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- bodies */

/* Axes in which a part's starting velocity is given: marker `ref`, or those of `fallback`. */
static lash_status velocity_axes(const lash_scene *scene, const lash_ref *ref,
                                 const lash_pose *fallback, double axes[9], lash_error *error) {
  memcpy(axes, fallback->rotation, 9 * sizeof *axes);
  if (ref->index < 0) return LASH_OK;
  const lash_marker *marker = &scene->model->marker.item[ref->index];
  lash_pose part = {.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}}, local;
  if (marker->part.index >= 0) {
    const lash_status status =
        lash_part_pose(scene->model, &scene->model->part.item[marker->part.index], &part, error);
    if (status != LASH_OK) return status;
  }
  const lash_status status = lash_marker_pose(scene->model, marker, &local, error);
  const lash_pose whole = lash_pose_compose(&part, &local);
  memcpy(axes, whole.rotation, 9 * sizeof *axes);
  return status;
}

static double zero_if_not_given(double value) { return isnan(value) ? 0 : value; }

static lash_status start_velocity(const lash_scene *scene, scene_body *body, lash_error *error) {
  const lash_pose ground = {.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  lash_pose cm = body->start;
  if (body->part->cm.index >= 0) {
    lash_pose local;
    const lash_marker *marker = &scene->model->marker.item[body->part->cm.index];
    const lash_status status = lash_marker_pose(scene->model, marker, &local, error);
    if (status != LASH_OK) return status;
    cm = lash_pose_compose(&body->start, &local);
  }
  double axes[9], given[3];
  lash_status status = velocity_axes(scene, &body->part->vm, &ground, axes, error);
  if (status != LASH_OK) return status;
  for (int k = 0; k < 3; k++) given[k] = zero_if_not_given(body->part->velocity[k]);
  mul33_3(axes, given, body->v);
  status = velocity_axes(scene, &body->part->wm, &cm, axes, error);
  for (int k = 0; k < 3; k++) given[k] = zero_if_not_given(body->part->omega[k]);
  mul33_3(axes, given, body->w);
  body->home = body->start;
  copy3(body->v, body->home_v);
  copy3(body->w, body->home_w);
  return status;
}

static lash_status add_body(lash_scene *scene, const lash_part *part, bool point,
                            lash_error *error) {
  scene_body *body = &scene->body[scene->body_count++];
  lash_mass mass;
  *body = (scene_body){.part = part, .point = point, .parent = -1, .link = -1};
  lash_status status = lash_part_pose(scene->model, part, &body->start, error);
  if (status == LASH_OK) status = lash_part_mass(scene->model, part, &mass, error);
  if (status != LASH_OK) return status;
  if (!(mass.mass > 0)) {
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, &part->head, error,
                             "a part without mass; give it MASS and IP, or join it to its "
                             "neighbour");
  }
  body->mass = mass.mass;
  copy3(mass.cm, body->cm);
  memcpy(body->inertia, mass.inertia, sizeof body->inertia);
  return start_velocity(scene, body, error);
}

static lash_status build_bodies(lash_scene *scene, int *part_body, int *point_body,
                                lash_error *error) {
  const lash_model *model = scene->model;
  scene->body_count = 1;
  scene->body[0] =
      (scene_body){.parent = -1, .link = -1, .start = {.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}}};
  for (size_t k = 0; k < model->part.count; k++) {
    part_body[k] = 0;
    if (model->part.item[k].ground) continue;
    part_body[k] = (int)scene->body_count;
    const lash_status status = add_body(scene, &model->part.item[k], false, error);
    if (status != LASH_OK) return status;
  }
  for (size_t k = 0; k < model->point_mass.count; k++) {
    point_body[k] = (int)scene->body_count;
    const lash_status status = add_body(scene, &model->point_mass.item[k], true, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

static lash_status build_markers(lash_scene *scene, const int *part_body, const int *point_body,
                                 lash_error *error) {
  const lash_model *model = scene->model;
  scene->marker_count = model->marker.count;
  for (size_t k = 0; k < model->marker.count; k++) {
    const lash_marker *from = &model->marker.item[k];
    scene_marker *to = &scene->marker[k];
    *to = (scene_marker){.id = from->head.id, .floating = from->floating};
    if (from->part.index >= 0) to->body = part_body[from->part.index];
    if (from->point_mass.index >= 0) to->body = point_body[from->point_mass.index];
    const lash_status status = lash_marker_pose(model, from, &to->local, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- motion */

void lash_scene_point(const scene_motion *body, const double local[3], lash_motion_level level,
                      lash_sdk_marker *mark) {
  double arm[3], swing[3] = {0};
  mul33_3(body->R, local, arm);
  copy3(body->r, mark->r);
  axpy3(1, arm, mark->r);
  copy3(body->v, mark->v);
  add_cross3(1, body->w, arm, mark->v);
  copy3(body->w, mark->w);
  if (level < LASH_LEVEL_ACCELERATION) return;
  copy3(body->a, mark->a);
  add_cross3(1, body->wd, arm, mark->a);
  add_cross3(1, body->w, arm, swing);
  add_cross3(1, body->w, swing, mark->a);
  copy3(body->wd, mark->wd);
}

void lash_scene_place(lash_scene *scene, double t, lash_motion_level level) {
  scene->time = t;
  scene->level = level;
  scene->stamp++;
  scene->reactions = false;
  for (size_t k = 0; k < scene->marker_count; k++) {
    const scene_marker *marker = &scene->marker[k];
    const scene_motion *body = &scene->motion[marker->body];
    lash_sdk_marker *mark = &scene->mark[k];
    lash_scene_point(body, marker->local.origin, level, mark);
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 3; column++) {
        double sum = 0;
        for (int n = 0; n < 3; n++) {
          sum += body->R[3 * row + n] * marker->local.rotation[3 * n + column];
        }
        mark->axes[row][column] = sum;
      }
    }
  }
}

void lash_scene_restart(lash_scene *scene) {
  for (size_t b = 0; b < scene->body_count; b++) {
    const scene_body *body = &scene->body[b];
    scene_motion *motion = &scene->motion[b];
    double arm[3];
    *motion = (scene_motion){.r = {0}};
    copy3(body->start.origin, motion->r);
    memcpy(motion->R, body->start.rotation, sizeof motion->R);
    copy3(body->w, motion->w);
    copy3(body->v, motion->v);
    mul33_3(motion->R, body->cm, arm);
    add_cross3(-1, motion->w, arm, motion->v);
  }
  for (size_t k = 0; k < scene->turn_count; k++) scene->turn[k].last = 0;
  for (size_t f = 0; f < scene->force_count; f++) scene->force[f].angle = 0;
  for (size_t k = 0; k < scene->model->sensor.count; k++)
    scene->sensor[k].known = scene->sensor[k].fired = false;
  lash_scene_contacts_reset(scene);
  scene->sensed = false;
  scene->failed = LASH_OK;
  scene->run = (lash_sdk_run){.mode = am_DYNAMICS, .initializing = 1, .integrator = ""};
  scene->run.time_converged = scene->start_time;
  lash_scene_place(scene, scene->start_time, LASH_LEVEL_VELOCITY);
}

static void begin_body_at(scene_body *body, const lash_host_body *at) {
  double arm[3];
  if (!at) {
    body->start = body->home;
    copy3(body->home_v, body->v);
    copy3(body->home_w, body->w);
    return;
  }
  memcpy(body->start.rotation, at->axes, sizeof body->start.rotation);
  mul33_3(body->start.rotation, body->cm, arm);
  sub3(at->r, arm, body->start.origin);
  copy3(at->v, body->v);
  copy3(at->w, body->w);
}

lash_status lash_scene_begin_at(lash_scene *scene, const lash_host_class *host_class, double t,
                                const lash_host_body *bodies, lash_error *error) {
  scene->start_time = t;
  for (size_t b = 1; b < scene->body_count; b++) {
    begin_body_at(&scene->body[b], bodies ? &bodies[b - 1] : NULL);
  }
  lash_scene_restart(scene);
  return lash_scene_fit(scene, host_class, error);
}

double lash_scene_size(const lash_scene *scene) {
  double size = 0;
  for (size_t b = 0; b < scene->body_count; b++) {
    const double reach = norm3(scene->body[b].start.origin);
    if (reach > size) size = reach;
  }
  for (size_t k = 0; k < scene->marker_count; k++) {
    const double reach = norm3(scene->marker[k].local.origin);
    if (reach > size) size = reach;
  }
  return size > 0 ? size : 1;
}

/* ------------------------------------------------------------------------------ making, freeing */

/* What is made in one piece, and how much of it. */
#define PIECES(X)                                                                                  \
  X(body, bodies)                                                                                  \
  X(motion, bodies)                                                                                \
  X(load, bodies)                                                                                  \
  X(order, bodies)                                                                                 \
  X(marker, m->marker.count)                                                                       \
  X(mark, m->marker.count)                                                                         \
  X(link, m->joint.count + m->jprim.count)                                                         \
  X(drive, m->motion.count)                                                                        \
  X(force, forces)                                                                                 \
  X(own_head, owns)                                                                                \
  X(matrix, matrices)                                                                              \
  X(request, m->request.count)                                                                     \
  X(sensor, m->sensor.count)                                                                       \
  X(function,                                                                                      \
    6 * forces + 8 * m->request.count + m->motion.count + m->variable.count + 2 * m->sensor.count) \
  X(routine, forces + m->request.count + m->variable.count + m->cbksub.count + m->sensor.count)    \
  X(variable, m->variable.count)                                                                   \
  X(variable_routine, m->variable.count)                                                           \
  X(spline, m->spline.count)

static bool allocate(lash_scene *scene) {
  const lash_model *m = scene->model;
  const size_t owns = scene->own.count;
  const size_t bodies = m->part.count + m->point_mass.count + 1;
  const size_t matrices = m->bushing.count + m->beam.count + m->field.count;
  const size_t forces = m->sforce.count + m->vforce.count + m->vtorque.count + m->gforce.count +
                        m->springdamper.count + matrices + owns + lash_scene_contact_places(m);
  scene->loader = lash_loader_new();
  bool whole = scene->loader != NULL;
#define TAKE(piece, count) \
  whole &= (scene->piece = calloc((count) + 1, sizeof *scene->piece)) != NULL;
  PIECES(TAKE)
  return whole;
}

static void free_pieces(lash_scene *scene) {
  lash_scene_functions_free(scene);
  lash_scene_contacts_free(scene);
  for (size_t k = 0; scene->spline && k < scene->model->spline.count; k++) {
    if (scene->spline[k]) lash_interpolant_free(scene->spline[k]);
  }
  lash_sdk_kept_free(&scene->kept);
  if (scene->loader) lash_loader_free(scene->loader);
  free(scene->folder);
#define DROP(piece, count) free(scene->piece);
  PIECES(DROP)
  free(scene->turn);
  free(scene);
}

void lash_scene_free(lash_scene *scene) {
  if (!scene) return;
  lash_error ignored;
  if (!scene->run.initializing) lash_scene_announce(scene, ev_TERMINATE, &ignored);
  free_pieces(scene);
}

static lash_status make_splines(lash_scene *scene, lash_error *error) {
  for (size_t k = 0; k < scene->model->spline.count; k++) {
    const lash_spline_statement *s = &scene->model->spline.item[k];
    const size_t curves = s->z.count ? s->z.count : 1;
    const lash_interpolant_data data = {s->x.count, curves,     s->x.value,
                                        s->y.value, s->z.value, s->linear_extrapolate};
    if (s->y.count != curves * s->x.count) {
      return lash_scene_refuse(scene, LASH_UNSUPPORTED, &s->head, error,
                               "a spline whose points are in a file; write X and Y");
    }
    const lash_status status = lash_interpolant_create(&data, &scene->spline[k], error);
    if (status != LASH_OK) {
      lash_error_prefix(error, "%s:%d: SPLINE/%d", scene->model->file, s->head.line, s->head.id);
      return status;
    }
  }
  return LASH_OK;
}

static lash_status search_folders(lash_scene *scene, const lash_host_options *options,
                                  lash_error *error) {
  scene->sdk.folder = scene->folder = path_parent(scene->model->file ? scene->model->file : "");
  lash_status status = scene->folder ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK && options->library_folder) {
    status = lash_loader_add_folder(scene->loader, options->library_folder, error);
  }
  if (status == LASH_OK) status = lash_loader_add_folder(scene->loader, scene->folder, error);
  return status;
}

static lash_status build(lash_scene *scene, const lash_host_class *host_class,
                         const lash_host_options *options, lash_error *error) {
  const lash_model *model = scene->model;
  int *part_body = calloc(model->part.count + model->point_mass.count + 1, sizeof *part_body);
  if (!part_body) return lash_fail(error, LASH_FAILURE, "out of memory for the model");
  int *point_body = part_body + model->part.count;
  lash_scene_serve(scene);
  lash_status status = check_kinds(scene, host_class, error);
  if (status == LASH_OK) status = search_folders(scene, options, error);
  if (status == LASH_OK) status = build_bodies(scene, part_body, point_body, error);
  if (status == LASH_OK) status = build_markers(scene, part_body, point_body, error);
  if (status == LASH_OK) status = make_splines(scene, error);
  if (status == LASH_OK) lash_scene_restart(scene);
  if (status == LASH_OK) status = lash_scene_build_forces(scene, error);
  if (status == LASH_OK) status = lash_scene_build_sensors(scene, error);
  if (status == LASH_OK) status = lash_scene_tree(scene, host_class, error);
  free(part_body);
  return status;
}

lash_status lash_scene_create(const lash_host_class *host_class, const lash_model *model,
                              const lash_host_options *options, lash_scene **made,
                              lash_error *error) {
  *made = NULL;
  lash_scene *scene = calloc(1, sizeof *scene);
  if (!scene) return lash_fail(error, LASH_FAILURE, "out of memory for the model");
  scene->model = model;
  scene->own = (lash_own_list){options->own, options->owns};
  lash_status status = allocate(scene) ? build(scene, host_class, options, error)
                                       : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) {
    lash_scene_restart(scene);
    *made = scene;
  } else {
    free_pieces(scene);
  }
  return status;
}
