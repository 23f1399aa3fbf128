/* Normal force, then friction under it. */
#include "load.h"

#include <math.h>
#include <string.h>

bool site_touches(const element *e, const site_state *state) {
  return !e->has_contact || state->delta > 0;
}

static void normal_force(const element *e, size_t site, double t, const site_state *state,
                         site_load *load) {
  if (!e->has_contact) {
    load->point.normal = state->normal;
    return;
  }
  double v0, v0_delta, v0_v;
  const lash_contact *law = &e->contact[site_law(e, site)];
  lash_memory_trial(&e->site[site].impact, t, state->delta, state->v, &v0, &v0_delta, &v0_v);
  lash_contact_value value = lash_contact_eval(law, state->delta, state->v, v0);
  load->v0 = v0;
  load->point.normal = state->share * value.force;
  load->point.normal_d_delta = state->share * (value.d_delta + value.d_v0 * v0_delta);
  load->point.normal_d_v = state->share * (value.d_v + value.d_v0 * v0_v);
}

/* ------------------------------------------------------------------- bristles stepped internally
 */

/* Deflections at the trial time: the remembered ones carried on with the mean of the velocities and
 * loads at both ends, which is second order in the step. */
static void carry_on(const element *e, const site_memory *memory, double h, const double vt[2],
                     double normal, double *z) {
  lash_friction_input in = {.vt = {vt[0], vt[1]}, .normal = normal};
  if (memory->touching > 0) {
    in.vt[0] = 0.5 * (vt[0] + memory->vt[0]);
    in.vt[1] = 0.5 * (vt[1] + memory->vt[1]);
    in.normal = 0.5 * (normal + memory->normal);
  }
  memcpy(z, memory->z, sizeof memory->z);
  if (h > 0) lash_friction_advance(&e->friction, &in, h, z);
}

/* How the carried-on deflections change with vt[0], vt[1] and the load. The laws do not
 * differentiate their internal step, so it is differenced here, to fourth order. */
static void carry_on_change(const element *e, const site_memory *memory, double h,
                            const double vt[2], double normal, int by, size_t states, double *dz) {
  static const double weight[4] = {1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12};
  static const double place[4] = {-2, -1, 1, 2};
  double speed = fabs(vt[0]) + fabs(vt[1]);
  double step = by == 2 ? 1e-4 * normal : 1e-4 * (speed > 1e-8 ? speed : 1e-8);
  memset(dz, 0, states * sizeof *dz);
  if (!(step > 0) || !(h > 0)) return;
  for (int n = 0; n < 4; n++) {
    double z[LASH_FRICTION_STATES_MAX], v[2] = {vt[0], vt[1]}, load = normal;
    if (by == 2)
      load += place[n] * step;
    else
      v[by] += place[n] * step;
    carry_on(e, memory, h, v, load, z);
    for (size_t k = 0; k < states; k++) dz[k] += weight[n] / step * z[k];
  }
}

static double through_states(const double *d_z, const double *dz, size_t states) {
  double sum = 0;
  for (size_t k = 0; k < states; k++) sum += d_z[k] * dz[k];
  return sum;
}

static void add_internal_change(const element *e, const site_memory *memory, double h,
                                const double vt[2], const lash_friction_value *value,
                                site_load *load) {
  size_t states = lash_friction_states(&e->friction), dim = e->friction.dim;
  double dz[LASH_FRICTION_STATES_MAX];
  for (int by = 0; by < 3; by++) {
    if (by == 1 && dim == 1) continue;
    carry_on_change(e, memory, h, vt, load->point.normal, by, states, dz);
    for (size_t k = 0; k < dim; k++) {
      double change = through_states(value->d_z[k], dz, states);
      if (by == 2)
        load->point.friction_d_normal[k] += change;
      else
        load->point.friction_d_vt[k][by] += change;
    }
  }
}

/* -------------------------------------------------------------------------------------- friction
 */

static void friction_force(const element *e, size_t site, double t, const site_state *state,
                           const double *host_z, bool partials, site_load *load) {
  const site_memory *memory = &e->site[site];
  size_t states = lash_friction_states(&e->friction), dim = e->friction.dim;
  double h = t - e->time;
  bool internal = e->source == STATES_INTERNAL && states > 0;
  if (internal) {
    carry_on(e, memory, h, state->vt, load->point.normal, load->z);
  } else if (states > 0) {
    memcpy(load->z, memory->z, sizeof memory->z);
    memcpy(load->z, host_z, site_states(e) * sizeof *host_z);
  }
  lash_friction_input in = {
      .vt = {state->vt[0], state->vt[1]}, .normal = load->point.normal, .z = load->z};
  lash_friction_value value = {0};
  lash_friction_force(&e->friction, &in, &value);
  for (size_t k = 0; k < dim; k++) {
    load->point.friction[k] = value.force[k];
    load->point.friction_d_normal[k] = value.d_normal[k];
    for (size_t c = 0; c < dim; c++) load->point.friction_d_vt[k][c] = value.d_vt[k][c];
  }
  if (!partials) return;
  if (internal)
    add_internal_change(e, memory, h, state->vt, &value, load);
  else if (states > 0)
    memcpy(load->d_z, value.d_z, sizeof load->d_z);
}

void site_evaluate(const element *e, size_t site, double t, const site_state *state,
                   const double *host_z, bool partials, site_load *load) {
  load->point = (lash_point_load){0};
  load->v0 = 0;
  normal_force(e, site, t, state, load);
  if (!e->has_friction) return; /* then nobody reads the states */
  memset(load->z, 0, sizeof load->z);
  memset(load->d_z, 0, sizeof load->d_z);
  if (site_touches(e, state))
    friction_force(e, site, t, state, host_z, partials, load);
  else
    lash_friction_reset(&e->friction, load->z);
}

void site_rates(const element *e, const site_state *state, const site_load *load,
                lash_friction_rate *rate) {
  lash_friction_input in = {
      .vt = {state->vt[0], state->vt[1]}, .normal = load->point.normal, .z = load->z};
  lash_friction_rates(&e->friction, &in, rate);
}
