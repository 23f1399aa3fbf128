#include "flexible_modal.h"

#include <stdlib.h>

#include "bodies.h"
#include "user.h"

static lash_modal_part *part_of(const lash_flexible *body) { return body->own; }

void lash_modal_part_prepare(lash_store *store, lash_modal_part *part, size_t cells) {
  const lash_modal *body = &part->body;
  const size_t n = body->mode_count, size = 6 + n, units = 6 * (cells + 1);
  part->reach = lash_take(store, n, sizeof(double));
  for (size_t p = 0; p < body->node_count * n; p++)
    part->reach[p % n] = fmax(part->reach[p % n], norm3(body->shape[p]));
  part->M = lash_take(store, 4 * size * size + 7 * size + units * units, sizeof(double));
  part->by_position = part->M + size * size;
  part->by_velocity = part->by_position + size * size;
  part->by_mass = part->by_velocity + size * size;
  part->force = part->by_mass + size * size;
  part->node = part->force + size;
  part->padded = part->node + 6 * size;
}

static lash_modal_state state_of(const lash_system *system, const lash_flexible *body) {
  const lash_body *frame = &system->body[body->frame];
  const double *v = system->y + system->size.q + 6 * (body->frame - 1);
  lash_modal_state s = {.q = lash_flexible_q(system, body), .qd = lash_flexible_v(system, body)};
  copy3(frame->x, s.position);
  memcpy(s.rotation, frame->R, sizeof s.rotation);
  copy3(v, s.velocity);
  copy3(v + 3, s.omega);
  return s;
}

/* Damping ratios by the user's routine, a function of time. */
static void refresh_damping(const lash_system *system, lash_modal_part *part) {
  if (part->damping < 0 || part->damping_time == system->t) return;
  part->damping_time = system->t;
  lash_user_damping((lash_system *)system, part->damping, part->frequency, part->body.mode_count,
                    part->force);
  for (size_t k = 0; k < part->body.mode_count; k++) part->body.mode[k].damping = part->force[k];
}

/* Where coordinate k of (frame, modes) stands among the velocity unknowns. */
static size_t place(const lash_system *system, const lash_flexible *body, size_t k) {
  return k < 6 ? 6 * (size_t)(body->frame - 1) + k : lash_flexible_at(system, body) + k - 6;
}

static const double *mass_matrix(const lash_system *system, const lash_flexible *body) {
  lash_modal_part *part = part_of(body);
  if (part->mass_stamp != system->stamp) {
    const lash_modal_state s = state_of(system, body);
    lash_modal_mass(&part->body, &s, part->M);
    part->mass_stamp = system->stamp;
  }
  return part->M;
}

static void mass_times(const lash_system *system, const lash_flexible *body, const double *in,
                       double *out) {
  const size_t size = 6 + part_of(body)->body.mode_count;
  const double *M = mass_matrix(system, body);
  for (size_t i = 0; i < size; i++) {
    double sum = 0;
    for (size_t j = 0; j < size; j++) sum += M[i * size + j] * in[place(system, body, j)];
    out[place(system, body, i)] += sum;
  }
  const size_t end = lash_flexible_at(system, body) + 6 * body->cells;
  for (size_t k = end - body->idle; k < end; k++) out[k] += in[k];
}

static void add_forces(const lash_system *system, const lash_flexible *body, double *f) {
  lash_modal_part *part = part_of(body);
  const lash_modal_state s = state_of(system, body);
  refresh_damping(system, part);
  lash_modal_force(&part->body, &s, system->gravity, part->force);
  for (size_t k = 0; k < 6 + part->body.mode_count; k++)
    f[place(system, body, k)] += part->force[k];
}

/* The mass matrix follows the coordinates: its part of the tangent needs the accelerations. */
static void fill_tangent(const lash_system *system, const lash_flexible *body,
                         const lash_tangent_weights *w) {
  lash_modal_part *part = part_of(body);
  const size_t size = 6 + part->body.mode_count, units = 6 * (body->cells + 1);
  const lash_modal_state s = state_of(system, body);
  const double *M = mass_matrix(system, body);
  const bool moved = w->position != 0 && w->vdot;
  const bool forces = w->position != 0 || w->velocity != 0;
  refresh_damping(system, part);
  if (forces)
    lash_modal_tangent(&part->body, &s, system->gravity, part->by_position, part->by_velocity);
  if (moved) {
    for (size_t k = 0; k < size; k++) part->force[k] = w->vdot[place(system, body, k)];
    lash_modal_mass_tangent(&part->body, &s, part->force, part->by_mass);
  }
  memset(part->padded, 0, units * units * sizeof(double));
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++) {
      const size_t at = i * size + j;
      double value = w->acceleration * M[at];
      if (forces)
        value -= w->position * part->by_position[at] + w->velocity * part->by_velocity[at];
      if (moved) value += w->position * part->by_mass[at];
      part->padded[i * units + j] = value;
    }
  for (size_t i = size; i < units; i++) part->padded[i * units + i] = w->acceleration;
}

static void tangent(const lash_system *system, const lash_flexible *body,
                    const lash_tangent_weights *weights, lash_block_sink *sink) {
  const size_t count = lash_flexible_units(body);
  if (system->y) fill_tangent(system, body, weights);
  for (size_t r = 0; r < count; r++)
    for (size_t c = 0; c < count; c++)
      sink->add(sink, lash_flexible_unit(system, body, r), lash_flexible_unit(system, body, c),
                part_of(body)->padded + 6 * r * 6 * count + 6 * c, 6 * count);
}

static double strain(const lash_system *system, const lash_flexible *body) {
  return lash_modal_elastic(&part_of(body)->body, lash_flexible_q(system, body));
}

static double gravity(const lash_system *system, const lash_flexible *body) {
  const lash_modal_state s = state_of(system, body);
  return lash_modal_potential(&part_of(body)->body, &s, system->gravity);
}

static double loss(const lash_system *system, const lash_flexible *body) {
  lash_modal_part *part = part_of(body);
  const double *rate = lash_flexible_v(system, body);
  double power = 0;
  refresh_damping(system, part);
  for (size_t k = 0; k < part->body.mode_count; k++) {
    const lash_mode *mode = &part->body.mode[k];
    power += 4 * M_PI * mode->frequency * mode->damping * rate[k] * rate[k];
  }
  return power;
}

static void scale(const lash_system *system, const lash_flexible *body, double length,
                  double *out) {
  const lash_modal_part *part = part_of(body);
  double *at = out + lash_flexible_at(system, body);
  for (size_t k = 0; k < 6 * body->cells; k++)
    at[k] = k < part->body.mode_count && part->reach[k] > 0 ? length / part->reach[k] : 1;
}

/* A node moves with the frame and with all modes. */
static size_t node_units(const lash_system *system, const lash_flexible *body, int node,
                         int *unit) {
  const size_t count = lash_flexible_units(body);
  (void)node;
  for (size_t k = 0; k < count; k++) unit[k] = lash_flexible_unit(system, body, k);
  return count;
}

static void node_at(lash_system *system, const lash_flexible *body, int node,
                    lash_flexible_node *out, double *J) {
  lash_modal_part *part = part_of(body);
  const size_t size = 6 + part->body.mode_count, count = lash_flexible_units(body);
  const lash_modal_state s = state_of(system, body);
  lash_modal_marker marker;
  lash_modal_node_at(&part->body, (size_t)node, &s, &marker);
  copy3(marker.position, out->r);
  memcpy(out->A, marker.rotation, sizeof out->A);
  copy3(marker.velocity, out->v);
  copy3(marker.omega, out->w);
  copy3(marker.acceleration, out->a);
  copy3(marker.alpha, out->alpha);
  if (!J) return;
  lash_modal_node_jacobians(&part->body, (size_t)node, &s, part->node, part->node + 3 * size);
  memset(J, 0, 36 * count * sizeof *J);
  for (size_t r = 0; r < 6; r++)
    for (size_t k = 0; k < size; k++) J[36 * (k / 6) + 6 * r + k % 6] = part->node[r * size + k];
}

const lash_flexible_class lash_flexible_modal = {
    .statement = "FLEX_BODY",
    .mass_times = mass_times,
    .add_forces = add_forces,
    .tangent = tangent,
    .strain = strain,
    .gravity = gravity,
    .loss = loss,
    .scale = scale,
    .node_units = node_units,
    .node_at = node_at,
};
