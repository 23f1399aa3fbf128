/* Parts, point masses and markers. */
#include "bodies.h"
#include "build.h"
#include "flexible.h"

static bool invert_symmetric(const double A[9], double out[9]) {
  double columns[9];
  for (int k = 0; k < 3; k++) cross3(A + 3 * ((k + 1) % 3), A + 3 * ((k + 2) % 3), columns + 3 * k);
  const double determinant = dot3(A, columns);
  const double size = fmax(fabs(A[0]), fmax(fabs(A[4]), fabs(A[8])));
  const double minor = A[0] * A[4] - A[1] * A[3];
  if (!(A[0] > 0) || !(minor > 1e-14 * size * size) || !(determinant > 1e-14 * size * size * size))
    return false;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) out[3 * r + c] = columns[3 * c + r] / determinant;
  return true;
}

static bool zero_matrix(const double A[9]) {
  for (int k = 0; k < 9; k++)
    if (A[k] != 0) return false;
  return true;
}

static lash_status set_mass(lash_builder *builder, lash_body *body, const lash_mass *mass,
                            lash_error *error) {
  const double factor = 1 / builder->model->units.ucf;
  body->mass = factor * mass->mass;
  for (int k = 0; k < 9; k++) body->inertia[k] = factor * mass->inertia[k];
  if (!(body->mass >= 0))
    return lash_fail(error, LASH_BAD_INPUT, "MASS = %g must not be negative", mass->mass);
  body->inverse_mass = body->mass > 0 ? 1 / body->mass : 0;
  if (body->point) {
    body->inertia[0] = body->inertia[4] = body->inertia[8] = 1;
    return LASH_OK;
  }
  if (invert_symmetric(body->inertia, body->inverse_inertia)) return LASH_OK;
  if (zero_matrix(body->inertia)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "the inertia tensor about the mass centre is not positive definite; check IP, "
                   "IM and the sign of the products");
}

static void set_state(lash_builder *builder, const lash_part *part, size_t index,
                      const lash_pose *frame, const double cm[3]) {
  lash_system *system = builder->system;
  double *q = system->y0 + 7 * (index - 1), offset[3];
  mul33_3(frame->rotation, cm, offset);
  add3(frame->origin, offset, q);
  parameters_of_matrix(frame->rotation, q + 3);
  system->body[index].exact = part->exact;
}

static lash_status add_body(lash_builder *builder, const lash_part *part, bool point, int *slot,
                            lash_error *error) {
  lash_system *system = builder->system;
  lash_pose frame;
  lash_mass mass;
  lash_status status = lash_part_pose(builder->model, part, &frame, error);
  if (status == LASH_OK) status = lash_part_mass(builder->model, part, &mass, error);
  if (status != LASH_OK) return status;
  const size_t index = system->body_count;
  lash_body *body = LASH_APPEND(&system->store, system->body, system->body_count);
  body->id = part->head.id;
  body->line = part->head.line;
  body->point = point;
  for (int k = 0; k < 3; k++) body->origin[k] = -mass.cm[k];
  *slot = (int)index;
  set_state(builder, part, index, &frame, mass.cm);
  return lash_build_failed(builder->model, &part->head, set_mass(builder, body, &mass, error),
                           error);
}

static void place_on_ground(lash_system *system, lash_mark *mark) {
  lash_mark_update(system, mark);
  lash_mark_update_axes(system, mark);
}

static void add_ground(lash_system *system) {
  lash_body *ground = LASH_APPEND(&system->store, system->body, system->body_count);
  ground->R[0] = ground->R[4] = ground->R[8] = 1;
  lash_mark *frame = LASH_APPEND(&system->store, system->mark, system->mark_count);
  frame->axes0[0] = frame->axes0[4] = frame->axes0[8] = 1;
  place_on_ground(system, frame);
}

/* The metric of projections needs some mass everywhere: a small part of the average stands in. */
static void fill_massless(lash_system *system) {
  double mass = 0, inertia = 0;
  for (size_t b = 1; b < system->body_count; b++) {
    mass = fmax(mass, system->body[b].mass);
    if (!system->body[b].point) inertia = fmax(inertia, system->body[b].inertia[0]);
  }
  mass = mass > 0 ? 1e-3 * mass : 1;
  inertia = inertia > 0 ? 1e-3 * inertia : 1;
  for (size_t b = 1; b < system->body_count; b++) {
    lash_body *body = &system->body[b];
    body->metric_mass = body->mass;
    memcpy(body->metric_inertia, body->inertia, sizeof body->inertia);
    if (body->mass == 0) {
      body->metric_mass = mass;
      body->inverse_mass = 1 / mass;
      system->massless = true;
    }
    if (!body->point && zero_matrix(body->inertia)) {
      for (int k = 0; k < 9; k += 4) {
        body->metric_inertia[k] = inertia;
        body->inverse_inertia[k] = 1 / inertia;
      }
      system->massless = true;
    }
  }
}

static lash_status add_marker(lash_builder *builder, const lash_marker *marker, lash_error *error) {
  lash_system *system = builder->system;
  lash_pose frame;
  const lash_status status = lash_marker_pose(builder->model, marker, &frame, error);
  if (status != LASH_OK) return status;
  lash_mark *mark = LASH_APPEND(&system->store, system->mark, system->mark_count);
  mark->id = marker->head.id;
  mark->floating = marker->floating;
  if (marker->part.index >= 0) mark->body = builder->part_body[marker->part.index];
  if (marker->point_mass.index >= 0) mark->body = builder->point_body[marker->point_mass.index];
  if (marker->flex_body.index >= 0 || marker->fe_part.index >= 0)
    mark->body = builder->marker_body[marker - builder->model->marker.item];
  add3(frame.origin, system->body[mark->body].origin, mark->arm0);
  for (int k = 0; k < 9; k++) mark->axes0[k] = frame.rotation[k] + 0.0; /* no negative zeros */
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  mark->aligned = !memcmp(mark->axes0, identity, sizeof identity);
  if (!mark->body) place_on_ground(system, mark);
  return LASH_OK;
}

typedef struct marker_key {
  int id, index;
} marker_key;

static int by_id(const void *a, const void *b) {
  const marker_key *left = a, *right = b;
  return (left->id > right->id) - (left->id < right->id);
}

/* A table by id costs less than a search in every call of a user subroutine. */
static bool ids_are_small(const lash_system *system) {
  return system->mark[system->mark_order[0]].id >= 0 && system->mark_last < 1000000;
}

static void tabulate_markers(lash_system *system) {
  const size_t n = (size_t)system->mark_last + 1;
  system->mark_table = lash_take(&system->store, n, sizeof *system->mark_table);
  for (size_t k = 0; k < n; k++) system->mark_table[k] = -1;
  for (size_t k = 0; k < system->mark_count; k++) system->mark_table[system->mark[k].id] = (int)k;
}

static void sort_markers(lash_system *system) {
  const size_t n = system->mark_count;
  marker_key *key = lash_borrow(n, sizeof *key);
  system->mark_order = lash_take(&system->store, n, sizeof *system->mark_order);
  for (size_t k = 0; k < n; k++) key[k] = (marker_key){system->mark[k].id, (int)k};
  qsort(key, n, sizeof *key, by_id);
  for (size_t k = 0; k < n; k++) system->mark_order[k] = key[k].index;
  system->mark_last = key[n - 1].id;
  if (ids_are_small(system)) tabulate_markers(system);
}

unsigned lash_given_velocities(const lash_element *head, bool other_axes) {
  static const char *const name[6] = {"VX", "VY", "VZ", "WX", "WY", "WZ"};
  unsigned given = 0;
  for (unsigned k = 0; k < 6; k++)
    if (lash_given(head, name[k])) given |= 1u << k;
  if (other_axes && given & 7u) given |= 7u;
  if (given >> 3) given |= 56u;
  return given;
}

/* Initial velocities come last: their axes are those of markers. */
static void set_velocity(lash_builder *builder, const lash_part *part, int index) {
  lash_system *system = builder->system;
  const lash_body *body = &system->body[index];
  double *v = system->y0 + system->size.q + 6 * (index - 1), w[3];
  const lash_mark *vm = lash_mark_at(system, lash_mark_of(&part->vm));
  const lash_mark *wm =
      lash_mark_at(system, lash_mark_of(part->wm.index >= 0 ? &part->wm : &part->cm));
  mul33_3(vm->A, part->velocity, v);
  mul33_3(wm->A, part->omega, w);
  mult33_3(body->R, w, v + 3);
  system->body[index].given = lash_given_velocities(&part->head, part->vm.index >= 0);
}

static lash_status add_bodies(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  builder->part_body = lash_borrow(model->part.count, sizeof(int));
  builder->point_body = lash_borrow(model->point_mass.count, sizeof(int));
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->part.count && status == LASH_OK; k++)
    if (!model->part.item[k].ground)
      status = add_body(builder, &model->part.item[k], false, &builder->part_body[k], error);
  for (size_t k = 0; k < model->point_mass.count && status == LASH_OK; k++)
    status = add_body(builder, &model->point_mass.item[k], true, &builder->point_body[k], error);
  return status;
}

/* Positions of bodies are written; velocities and flexible coordinates are not. */
static void make_room(lash_system *system) {
  double *y0 = lash_take(&system->store, system->size.q + system->size.v, sizeof *y0);
  memcpy(y0, system->y0, 7 * system->size.bodies * sizeof *y0);
  lash_drop(system->y0);
  system->y0 = y0;
}

lash_status lash_build_bodies(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_system *system = builder->system;
  const size_t most = model->part.count + model->point_mass.count;
  system->y0 = lash_take(&system->store, 13 * most + model->diff.count, sizeof(double));
  copy3(model->gravity.g, system->gravity);
  add_ground(system);
  builder->marker_body = lash_borrow(model->marker.count, sizeof(int));
  lash_status status = add_bodies(builder, error);
  if (status == LASH_OK) status = lash_build_flexible(builder, error);
  for (size_t k = 0; k < model->marker.count && status == LASH_OK; k++)
    status = add_marker(builder, &model->marker.item[k], error);
  if (status != LASH_OK) return status;
  fill_massless(system);
  sort_markers(system);
  system->size.bodies = system->body_count - 1;
  system->size.flexible = system->flexible_count;
  system->unit_count = system->body_count + system->size.cells;
  system->size.q = 7 * system->size.bodies + 6 * system->size.cells;
  system->size.v = 6 * system->size.bodies + 6 * system->size.cells;
  make_room(system);
  system->y = system->y0; /* for a moment: markers are needed to resolve velocities */
  lash_system_set(system, 0, system->y);
  system->y = NULL;
  for (size_t k = 0; k < model->part.count; k++)
    if (builder->part_body[k]) set_velocity(builder, &model->part.item[k], builder->part_body[k]);
  for (size_t k = 0; k < model->point_mass.count; k++)
    set_velocity(builder, &model->point_mass.item[k], builder->point_body[k]);
  lash_build_flexible_start(builder);
  system->y = system->y0;
  lash_flexible_weigh(system);
  system->y = NULL;
  return LASH_OK;
}
