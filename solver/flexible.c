#include "flexible.h"

#include <stdlib.h>

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

void lash_flexible_clear(lash_system *system) {
  for (size_t k = 0; k < system->flexible_count; k++) {
    lash_flexible *body = &system->flexible[k];
    if (body->own) body->class->free(body);
    free(body->start);
  }
  free(system->flexible);
  free(system->tie);
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
