#include "bodies.h"
#include "flexible_modal.h"
#include "force_elements.h"
#include "user.h"

typedef struct lash_modal_load {
  int flexible;
  bool scaled, reaction;
  size_t modes;
  double *value; /* force and torque in axes of the body's frame, then one number a mode */
} lash_modal_load;

void lash_modal_load_set_up(lash_system *system, lash_force *force, int flexible, bool scaled,
                            bool reaction) {
  const lash_modal_part *part = system->flexible[flexible].own;
  lash_modal_load *modal = lash_take(&system->store, 1, sizeof *modal);
  *modal = (lash_modal_load){flexible, scaled, reaction, part->body.mode_count, NULL};
  modal->value = lash_take(&system->store, 6 + modal->modes, sizeof(double));
  force->modal = modal;
}

size_t lash_modal_load_modes(const lash_force *force) { return force->modal->modes; }

static const lash_body *frame_of(const lash_system *system, const lash_force *force) {
  return &system->body[system->flexible[force->modal->flexible].frame];
}

void lash_modal_load_value(lash_system *system, lash_force *force, lash_load *load) {
  const lash_modal_load *modal = force->modal;
  const lash_body *frame = frame_of(system, force);
  lash_user_modal(system, force->user, modal->scaled, modal->value);
  mul33_3(frame->R, modal->value, load->force_i);
  mul33_3(frame->R, modal->value + 3, load->torque_i);
  copy3(frame->x, load->point_i);
  copy3(frame->x, load->point_j);
  if (!modal->reaction) return;
  axpy3(-1, load->force_i, load->force_j);
  axpy3(-1, load->torque_i, load->torque_j);
}

void lash_modal_load_add(const lash_system *system, const lash_force *force, double *f) {
  const lash_modal_load *modal = force->modal;
  const lash_flexible *body = &system->flexible[modal->flexible];
  double *frame = f + 6 * (body->frame - 1), *modes = f + lash_flexible_at(system, body);
  axpy3(1, force->load.force_i, frame);
  axpy3(1, modal->value + 3, frame + 3);
  for (size_t k = 0; k < modal->modes; k++) modes[k] += modal->value[6 + k];
}

double lash_modal_load_power(const lash_system *system, const lash_force *force) {
  const lash_modal_load *modal = force->modal;
  const lash_flexible *body = &system->flexible[modal->flexible];
  const lash_body *frame = frame_of(system, force);
  const double *rate = lash_flexible_v(system, body);
  double power = dot3(force->load.force_i, frame->u) + dot3(force->load.torque_i, frame->w);
  for (size_t k = 0; k < modal->modes; k++) power += modal->value[6 + k] * rate[k];
  return power;
}
