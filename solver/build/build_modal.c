/* FLEX_BODY statements: a moving frame, modal coordinates, and bodies tied to the nodes that carry
 * markers. */
#include "bodies.h"
#include "build.h"
#include "flexible.h"
#include "flexible_modal.h"
#include "lash_flex_statement.h"

/* The state at the start, its frame still where the statement puts it, at rest. */
static lash_modal_state start_state(const lash_flexible *body, const lash_pose *frame) {
  lash_modal_state s = {.q = body->start, .qd = body->start + 6 * body->cells};
  copy3(frame->origin, s.position);
  memcpy(s.rotation, frame->rotation, sizeof s.rotation);
  return s;
}

static lash_status tie_markers(lash_builder *builder, const lash_flex_body *statement,
                               const lash_pose *frame, lash_error *error) {
  lash_system *system = builder->system;
  const int index = (int)system->flexible_count - 1;
  const lash_flexible *body = &system->flexible[index];
  const lash_modal_part *part = body->own;
  const lash_modal_state start = start_state(body, frame);
  for (size_t m = 0; m < builder->model->marker.count; m++) {
    const lash_marker *marker = &builder->model->marker.item[m];
    int node;
    if (marker->flex_body.id != statement->head.id) continue;
    const lash_status status =
        lash_flex_body_node(builder->model, marker, &part->body, &node, error);
    if (status != LASH_OK) return status;
    builder->marker_body[m] = body->frame;
    if (node < 0) continue;
    lash_modal_marker at;
    lash_pose pose;
    lash_modal_node_at(&part->body, (size_t)node, &start, &at);
    copy3(at.position, pose.origin);
    memcpy(pose.rotation, at.rotation, sizeof pose.rotation);
    builder->marker_body[m] =
        lash_tied_body(system, index, node, marker->node_id, &statement->head, &pose);
  }
  return LASH_OK;
}

static void set_start(const lash_flex_body *statement, lash_flexible *body) {
  for (size_t k = 0; k < statement->dmode.count; k++) body->start[k] = statement->dmode.value[k];
  for (size_t k = 0; k < statement->vmode.count; k++)
    body->start[6 * body->cells + k] = statement->vmode.value[k];
}

static void release(void *own) {
  lash_modal_part *part = own;
  lash_modal_free(&part->body);
  free(part->frequency);
}

lash_status lash_build_modal(lash_builder *builder, const lash_flex_body *statement,
                             lash_error *error) {
  const lash_user_source source = {.kind = LASH_USER_DAMPING};
  lash_system *system = builder->system;
  lash_modal_part *part = lash_take(&system->store, 1, sizeof *part);
  lash_pose frame;
  lash_status status =
      lash_flex_body_load(builder->model, statement, &part->body, &part->frequency, error);
  if (status != LASH_OK) return status;
  lash_entrust(&system->store, part, release);
  part->damping_time = NAN;
  const size_t modes = part->body.mode_count, cells = (modes + 5) / 6;
  part->number = lash_take(&system->store, modes, sizeof *part->number);
  for (size_t k = 0; k < modes; k++)
    part->number[k] = statement->modes.count ? (int)statement->modes.value[k] : (int)k + 1;
  lash_modal_part_prepare(&system->store, part, cells);
  lash_flexible *body = lash_flexible_add(system, &lash_flexible_modal, &statement->head, cells);
  body->own = part;
  body->idle = 6 * cells - modes;
  set_start(statement, body);
  status = lash_compile_routine(builder, &statement->head, &statement->cratio, &source,
                                &part->damping, error);
  if (status == LASH_OK) status = lash_flex_body_pose(builder->model, statement, &frame, error);
  if (status != LASH_OK) return status;
  const int carried = lash_carried_body(system, &statement->head, &frame);
  body->frame = carried;
  system->body[carried].exact = statement->exact;
  return tie_markers(builder, statement, &frame, error);
}

void lash_build_modal_start(lash_builder *builder, const lash_flex_body *statement, int index) {
  lash_system *system = builder->system;
  const lash_flexible *body = &system->flexible[index];
  const lash_modal_part *part = body->own;
  lash_pose frame;
  double *v = system->y0 + system->size.q + 6 * (body->frame - 1), omega[3];
  copy3(system->body[body->frame].x, frame.origin);
  memcpy(frame.rotation, system->body[body->frame].R, sizeof frame.rotation);
  mul33_3(lash_mark_at(system, lash_mark_of(&statement->vm))->A, statement->velocity, v);
  if (statement->wm.index >= 0) {
    mul33_3(lash_mark_at(system, lash_mark_of(&statement->wm))->A, statement->omega, omega);
    mult33_3(frame.rotation, omega, v + 3);
  } else { /* as of a PART: in the axes of its own frame */
    copy3(statement->omega, v + 3);
  }
  system->body[body->frame].given =
      lash_given_velocities(&statement->head, statement->vm.index >= 0);
  lash_modal_state start = start_state(body, &frame);
  copy3(v, start.velocity);
  copy3(v + 3, start.omega);
  for (size_t k = 0; k < system->tie_count; k++) {
    if (system->tie[k].flexible != index) continue;
    double *u = system->y0 + system->size.q + 6 * (system->tie[k].body - 1);
    lash_modal_marker at;
    double A[9];
    lash_modal_node_at(&part->body, (size_t)system->tie[k].node, &start, &at);
    memcpy(A, at.rotation, sizeof A);
    copy3(at.velocity, u);
    mult33_3(A, at.omega, u + 3);
  }
}
