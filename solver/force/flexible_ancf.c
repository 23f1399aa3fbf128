#include "flexible_ancf.h"

#include "bodies.h"

#include <stdio.h>
#include <stdlib.h>

static const lash_ancf_chain *chain_of(const lash_flexible *body) { return body->own; }

/* out += factor M in; both at the chain's first coordinate. */
static void add_mass(const lash_ancf_chain *chain, double factor, const double *in, double *out) {
  for (size_t n = 0; n < chain->count; n++, in += LASH_ANCF_NODE, out += LASH_ANCF_NODE) {
    const lash_ancf_element *element = lash_ancf_chain_at(chain, n);
    for (int a = 0; a < 8; a++) {
      double sum[3] = {0};
      for (int b = 0; b < 8; b++) axpy3(element->mass[a][b], in + 3 * b, sum);
      axpy3(factor, sum, out + 3 * a);
    }
  }
}

static void mass_times(const lash_system *system, const lash_flexible *body, const double *in,
                       double *out) {
  const size_t at = lash_flexible_at(system, body);
  add_mass(chain_of(body), 1, in + at, out + at);
}

static void add_forces(const lash_system *system, const lash_flexible *body, double *f) {
  const lash_ancf_chain *chain = chain_of(body);
  const double *q = lash_flexible_q(system, body), *v = lash_flexible_v(system, body);
  double *out = f + lash_flexible_at(system, body);
  for (size_t n = 0; n < chain->count; n++) {
    const lash_ancf_element *element = lash_ancf_chain_at(chain, n);
    const size_t at = LASH_ANCF_NODE * n;
    double elastic[LASH_ANCF_DOF];
    lash_ancf_force(element, q + at, element->beta > 0 ? v + at : NULL, elastic);
    for (size_t k = 0; k < LASH_ANCF_DOF; k++) out[at + k] -= elastic[k];
  }
  for (size_t k = 0; k < LASH_ANCF_NODE * (chain->count + 1); k++) out[k] += chain->weight[k];
  if (chain->drag > 0) add_mass(chain, -chain->drag, v, out);
}

static void tangent(const lash_system *system, const lash_flexible *body,
                    const lash_tangent_weights *weights, lash_block_sink *sink) {
  const lash_ancf_chain *chain = chain_of(body);
  const double *q = lash_flexible_q(system, body), *v = lash_flexible_v(system, body);
  const double mass = weights->acceleration + weights->velocity * chain->drag;
  for (size_t n = 0; n < chain->count; n++) {
    const lash_ancf_element *element = lash_ancf_chain_at(chain, n);
    const size_t at = LASH_ANCF_NODE * n;
    double t[LASH_ANCF_DOF][LASH_ANCF_DOF] = {{0}};
    if (weights->position != 0 || weights->velocity * element->beta != 0)
      lash_ancf_tangent(element, q + at, element->beta > 0 ? v + at : NULL, weights->position,
                        weights->velocity, t);
    for (int i = 0; i < LASH_ANCF_DOF; i++)
      for (int j = i % 3; j < LASH_ANCF_DOF; j += 3) t[i][j] += mass * element->mass[i / 3][j / 3];
    for (size_t r = 0; r < 4; r++)
      for (size_t c = 0; c < 4; c++)
        sink->add(sink, lash_flexible_unit(system, body, 2 * n + r),
                  lash_flexible_unit(system, body, 2 * n + c), &t[6 * r][6 * c], LASH_ANCF_DOF);
  }
}

static double strain(const lash_system *system, const lash_flexible *body) {
  const lash_ancf_chain *chain = chain_of(body);
  const double *q = lash_flexible_q(system, body);
  double energy = 0;
  for (size_t n = 0; n < chain->count; n++)
    energy += lash_ancf_energy(lash_ancf_chain_at(chain, n), q + LASH_ANCF_NODE * n);
  return energy;
}

/* Gravity's force does not depend on the configuration. */
static double gravity(const lash_system *system, const lash_flexible *body) {
  const lash_ancf_chain *chain = chain_of(body);
  const double *q = lash_flexible_q(system, body);
  double energy = 0;
  for (size_t k = 0; k < LASH_ANCF_NODE * (chain->count + 1); k++)
    energy -= chain->weight[k] * q[k];
  return energy;
}

static double loss(const lash_system *system, const lash_flexible *body) {
  const lash_ancf_chain *chain = chain_of(body);
  const double *q = lash_flexible_q(system, body), *v = lash_flexible_v(system, body);
  double power = 0;
  for (size_t n = 0; n < chain->count; n++) {
    const lash_ancf_element *element = lash_ancf_chain_at(chain, n);
    const size_t at = LASH_ANCF_NODE * n;
    double damped[LASH_ANCF_DOF], elastic[LASH_ANCF_DOF], dragged[LASH_ANCF_DOF] = {0};
    if (element->beta > 0) {
      lash_ancf_force(element, q + at, v + at, damped);
      lash_ancf_force(element, q + at, NULL, elastic);
      for (size_t k = 0; k < LASH_ANCF_DOF; k++) power += (damped[k] - elastic[k]) * v[at + k];
    }
    for (int a = 0; a < 8; a++)
      for (int b = 0; b < 8; b++) axpy3(element->mass[a][b], v + at + 3 * b, dragged + 3 * a);
    for (size_t k = 0; k < LASH_ANCF_DOF; k++) power += chain->drag * dragged[k] * v[at + k];
  }
  return power;
}

static void scale(const lash_system *system, const lash_flexible *body, double length,
                  double *out) {
  double *at = out + lash_flexible_at(system, body);
  for (size_t k = 0; k < 6 * body->cells; k++) at[k] = k % LASH_ANCF_NODE < 3 ? length : 1;
}

/* The first node is the reference point. */
static void rigid_velocity(const lash_system *system, const lash_flexible *body, const double xi[6],
                           double *out) {
  const double *q = lash_flexible_q(system, body);
  double *v = out + lash_flexible_at(system, body), arm[3];
  for (size_t k = 0; k < 6 * body->cells; k += 3) {
    const bool place = k % LASH_ANCF_NODE == 0;
    sub3(q + k, q, arm);
    if (place) axpy3(1, xi, v + k);
    add_cross3(1, xi + 3, place ? arm : q + k, v + k);
  }
}

static void rigid_move(const lash_system *system, const lash_flexible *body, const double xi[6],
                       double *q) {
  double frame[7] = {0, 0, 0, 1, 0, 0, 0}, move[6] = {0}, R[9], old[3], arm[3];
  (void)system;
  memcpy(move + 3, xi + 3, 3 * sizeof *xi);
  lash_body_increment(frame, move, 1, frame);
  matrix_of_parameters(frame + 3, R);
  copy3(q, old);
  for (size_t k = 0; k < 6 * body->cells; k += 3) {
    const bool place = k % LASH_ANCF_NODE == 0;
    copy3(q + k, arm);
    if (place) axpy3(-1, old, arm);
    mul33_3(R, arm, q + k);
    if (!place) continue;
    axpy3(1, old, q + k);
    axpy3(1, xi, q + k);
  }
}

static size_t node_units(const lash_system *system, const lash_flexible *body, int node,
                         int *unit) {
  unit[0] = lash_flexible_unit(system, body, 2 * (size_t)node);
  unit[1] = unit[0] + 1;
  return 2;
}

static size_t nodes(const lash_flexible *body) { return chain_of(body)->count + 1; }

static void node_name(const lash_flexible *body, size_t node, char *text, size_t size) {
  const int *label = chain_of(body)->label;
  size_t from = node;
  while (!label[from]) from--; /* the first has one */
  if (from == node)
    snprintf(text, size, "%d", label[node]);
  else
    snprintf(text, size, "%d+%zu", label[from], node - from);
}

static void node_at(lash_system *system, const lash_flexible *body, int node,
                    lash_flexible_node *out, double *J) {
  const lash_ancf_chain *chain = chain_of(body);
  const bool last = (size_t)node == chain->count;
  const size_t element = last ? chain->count - 1 : (size_t)node, at = LASH_ANCF_NODE * element;
  const lash_ancf_element *kind = lash_ancf_chain_at(chain, element);
  const double point[3] = {last ? kind->length : 0, 0, 0};
  lash_ancf_marker marker;
  lash_error error;
  const lash_status status =
      lash_ancf_marker_at(kind, point, lash_flexible_q(system, body) + at,
                          lash_flexible_v(system, body) + at, &marker, &error);
  if (status != LASH_OK) {
    lash_system_note(system, status, "%s:%d: FE_PART/%d: %s", system->file, body->line, body->id,
                     error.message);
    memset(&marker, 0, sizeof marker);
  }
  copy3(marker.position, out->r);
  memcpy(out->A, marker.rotation, sizeof out->A);
  copy3(marker.velocity, out->v);
  copy3(marker.omega, out->w);
  store3(0, 0, 0, out->a); /* the position is linear in the coordinates */
  copy3(marker.omega_bias, out->alpha);
  if (!J) return;
  memset(J, 0, 72 * sizeof *J);
  for (int i = 0; i < 3; i++) {
    J[7 * i] = 1; /* at a node the position is its r */
    memcpy(J + 36 + 18 + 6 * i, marker.rotate_y[i], 3 * sizeof *J);
    memcpy(J + 36 + 18 + 6 * i + 3, marker.rotate_z[i], 3 * sizeof *J);
  }
}

const lash_flexible_class lash_flexible_ancf = {
    .statement = "FE_PART",
    .mass_times = mass_times,
    .add_forces = add_forces,
    .tangent = tangent,
    .strain = strain,
    .gravity = gravity,
    .loss = loss,
    .scale = scale,
    .rigid_velocity = rigid_velocity,
    .rigid_move = rigid_move,
    .node_units = node_units,
    .nodes = nodes,
    .node_name = node_name,
    .node_at = node_at,
};
