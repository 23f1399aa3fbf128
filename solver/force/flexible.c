#include "flexible.h"

#include "bodies.h"
#include "storage.h"

void lash_flexible_mass_times(const lash_system *system, const double *in, double *out) {
  memset(out + 6 * system->size.bodies, 0, 6 * system->size.cells * sizeof *out);
  for (size_t k = 0; k < system->flexible_count; k++)
    system->flexible[k].class->mass_times(system, &system->flexible[k], in, out);
}

void lash_flexible_forces(const lash_system *system, double *f) {
  memset(f + 6 * system->size.bodies, 0, 6 * system->size.cells * sizeof *f);
  for (size_t k = 0; k < system->flexible_count; k++)
    system->flexible[k].class->add_forces(system, &system->flexible[k], f);
}

void lash_flexible_tangent(const lash_system *system, const lash_tangent_weights *weights,
                           lash_block_sink *sink) {
  for (size_t k = 0; k < system->flexible_count; k++)
    system->flexible[k].class->tangent(system, &system->flexible[k], weights, sink);
}

void lash_flexible_scale(const lash_system *system, double length, double *scale) {
  for (size_t k = 0; k < system->flexible_count; k++)
    system->flexible[k].class->scale(system, &system->flexible[k], length, scale);
}

bool lash_unknown_is_idle(const lash_system *system, size_t unknown) {
  if (unknown >= system->size.v) return false;
  const size_t unit = unknown / 6 + 1;
  if (unit < system->body_count) return unknown % 6 >= 3 && system->body[unit].point;
  for (size_t k = 0; k < system->flexible_count; k++) {
    const lash_flexible *body = &system->flexible[k];
    const size_t end = lash_flexible_at(system, body) + 6 * body->cells;
    if (unknown < end) return unknown >= end - body->idle;
  }
  return false;
}

/* Kinetic energy of what moves with M: rigid and flexible alike. */
double lash_flexible_kinetic(const lash_system *system) {
  double energy = 0;
  const double *v = system->y + system->size.q;
  double *momentum = system->work_v;
  memset(momentum, 0, system->size.v * sizeof *momentum);
  lash_flexible_mass_times(system, v, momentum);
  for (size_t k = 0; k < system->size.v; k++) energy += 0.5 * momentum[k] * v[k];
  return energy;
}

/* --------------------------------------------------------------- lumped masses, for projections */

/* Sums up the masses on the diagonal. */
typedef struct diagonal_sink {
  lash_block_sink base;
  double *sum;
} diagonal_sink;

static void add_diagonal(lash_block_sink *base, int row, int column, const double *entries,
                         size_t stride) {
  diagonal_sink *sink = (diagonal_sink *)base;
  for (size_t k = 0; row == column && k < 6; k++)
    sink->sum[6 * (row - 1) + (int)k] += entries[k * stride + k];
}

static void set_metric(lash_body *body, double inverse_mass, double inverse_inertia) {
  body->inverse_mass = inverse_mass;
  body->metric_mass = 1 / inverse_mass;
  memset(body->inverse_inertia, 0, sizeof body->inverse_inertia);
  memset(body->metric_inertia, 0, sizeof body->metric_inertia);
  for (int k = 0; k < 9; k += 4) {
    body->inverse_inertia[k] = inverse_inertia;
    body->metric_inertia[k] = 1 / inverse_inertia;
  }
}

/* A tied body is light against what its node feels like: mass 1 / (J M^-1 J^T). */
static void weigh_tied(lash_system *system, const lash_tie *tie, const double *inverse) {
  const double lightness = 1e3;
  const lash_flexible *body = &system->flexible[tie->flexible];
  int unit[LASH_TIE_MOST];
  double J[36 * LASH_TIE_MOST], share[2] = {0};
  lash_flexible_node node;
  const size_t units = body->class->node_units(system, body, tie->node, unit);
  body->class->node_at(system, body, tie->node, &node, J);
  for (size_t u = 0; u < units; u++)
    for (int k = 0; k < 36; k++)
      share[k / 18] +=
          J[36 * u + (size_t)k] * J[36 * u + (size_t)k] * inverse[6 * (unit[u] - 1) + k % 6] / 3;
  set_metric(&system->body[tie->body], lightness * share[0], lightness * share[1]);
}

void lash_flexible_weigh(lash_system *system) {
  if (!system->flexible_count) return;
  const size_t nv = system->size.v, rigid = 6 * system->size.bodies;
  double *inverse = lash_borrow(nv, sizeof *inverse);
  diagonal_sink sink = {{add_diagonal}, inverse};
  lash_flexible_tangent(system, &(lash_tangent_weights){.acceleration = 1}, &sink.base);
  for (size_t k = 0; k < nv; k++) inverse[k] = inverse[k] > 0 ? 1 / inverse[k] : 0;
  system->cell_inverse = lash_take(&system->store, nv - rigid, sizeof *inverse);
  memcpy(system->cell_inverse, inverse + rigid, (nv - rigid) * sizeof *inverse);
  for (size_t k = 0; k < system->flexible_count; k++) {
    const int frame = system->flexible[k].frame;
    if (!frame) continue;
    const double *own = inverse + 6 * (frame - 1);
    set_metric(&system->body[frame], own[0], (own[3] + own[4] + own[5]) / 3);
  }
  for (size_t k = 0; k < system->tie_count; k++) weigh_tied(system, &system->tie[k], inverse);
}
