/* Normal force, then friction under it. */
#include "lash_joint.h"

#include <math.h>
#include <string.h>

bool lash_joint_touches(const lash_joint *joint, const lash_joint_site *site) {
  return !joint->has_gap || site->delta > 0;
}

size_t lash_joint_site_states(const lash_joint *joint) {
  return joint->has_friction ? lash_friction_continuous_states(&joint->friction) : 0;
}

size_t lash_joint_states(const lash_joint *joint) {
  return joint->site_count * lash_joint_site_states(joint);
}

void lash_joint_begin(const lash_joint *joint, double time, lash_joint_state *state) {
  state->time = time;
  for (size_t k = 0; k < joint->site_count; k++) state->site[k] = (lash_joint_site){0};
  if (joint->states_given) memset(state->z, 0, sizeof state->z);
}

void lash_joint_copy(const lash_joint *joint, const lash_joint_state *from, lash_joint_state *to) {
  to->time = from->time;
  for (size_t k = 0; k < joint->site_count; k++) to->site[k] = from->site[k];
  if (joint->states_given) memcpy(to->z, from->z, sizeof to->z);
}

/* ----------------------------------------------------------------------------------- normal force
 */

/* Which law a site belongs to: two sites of the bearing come before the stops'. */
static size_t law_of(const lash_joint *joint, size_t site) {
  return joint->geometry_count > 1 && site >= lash_shape_points(joint->geometry[0].shape);
}

static double approach(const lash_joint_memory *memory, const lash_joint_state *state, size_t site,
                       double *d_delta, double *d_v) {
  const lash_joint_site *s = &state->site[site];
  const lash_impact_memory begins = {.time = state->time};
  double v0;
  lash_memory_trial(memory->started ? &memory->site[site].impact : &begins, state->time, s->delta,
                    s->v, &v0, d_delta, d_v);
  return v0;
}

double lash_joint_approach(const lash_joint *joint, const lash_joint_memory *memory,
                           const lash_joint_state *state, size_t site) {
  return joint->has_gap ? approach(memory, state, site, NULL, NULL) : 0;
}

static void normal_force(const lash_joint *joint, const lash_joint_memory *memory,
                         const lash_joint_state *state, size_t site, lash_joint_load *load) {
  const lash_joint_site *s = &state->site[site];
  if (!joint->has_contact) {
    load->point.normal = s->normal;
    return;
  }
  double v0_delta, v0_v, v0 = approach(memory, state, site, &v0_delta, &v0_v);
  const lash_contact *law = &joint->contact[law_of(joint, site)];
  lash_contact_value value = lash_contact_eval(law, s->delta, s->v, v0);
  load->v0 = v0;
  load->point.normal = s->share * value.force;
  load->point.normal_d_delta = s->share * (value.d_delta + value.d_v0 * v0_delta);
  load->point.normal_d_v = s->share * (value.d_v + value.d_v0 * v0_v);
}

/* ------------------------------------------------------------------- bristles stepped internally
 */

/* Deflections at the trial time: the remembered ones carried on with the mean of the velocities and
 * loads at both ends, which is second order in the step. */
static void carry_on(const lash_joint *joint, const lash_joint_site_memory *memory, double h,
                     const double vt[2], double normal, double *z) {
  lash_friction_input in = {.vt = {vt[0], vt[1]}, .normal = normal};
  if (memory->touching > 0) {
    in.vt[0] = 0.5 * (vt[0] + memory->vt[0]);
    in.vt[1] = 0.5 * (vt[1] + memory->vt[1]);
    in.normal = 0.5 * (normal + memory->normal);
  }
  memcpy(z, memory->z, sizeof memory->z);
  if (h > 0) lash_friction_advance(&joint->friction, &in, h, z);
}

/* How the carried-on deflections change with vt[0], vt[1] and the load. The laws do not
 * differentiate their internal step, so it is differenced here, to fourth order. */
static void carry_on_change(const lash_joint *joint, const lash_joint_site_memory *memory, double h,
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
    carry_on(joint, memory, h, v, load, z);
    for (size_t k = 0; k < states; k++) dz[k] += weight[n] / step * z[k];
  }
}

static double through_states(const double *d_z, const double *dz, size_t states) {
  double sum = 0;
  for (size_t k = 0; k < states; k++) sum += d_z[k] * dz[k];
  return sum;
}

static void add_internal_change(const lash_joint *joint, const lash_joint_site_memory *memory,
                                double h, const double vt[2], const lash_friction_value *value,
                                lash_joint_load *load) {
  size_t states = lash_friction_states(&joint->friction), dim = joint->friction.dim;
  double dz[LASH_FRICTION_STATES_MAX];
  for (int by = 0; by < 3; by++) {
    if (by == 1 && dim == 1) continue;
    carry_on_change(joint, memory, h, vt, load->point.normal, by, states, dz);
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

static void friction_force(const lash_joint *joint, const lash_joint_memory *memory,
                           const lash_joint_state *state, size_t site, bool partials,
                           lash_joint_load *load) {
  const lash_joint_site *s = &state->site[site];
  const lash_joint_site_memory *past = &memory->site[site];
  size_t states = lash_friction_states(&joint->friction), dim = joint->friction.dim;
  double h = memory->started ? state->time - memory->time : 0;
  bool internal = !joint->states_given && states > 0;
  if (!memory->started) lash_friction_reset(&joint->friction, load->z);
  if (internal && memory->started) {
    carry_on(joint, past, h, s->vt, load->point.normal, load->z);
  } else if (states > 0 && !internal) {
    if (memory->started) memcpy(load->z, past->z, sizeof past->z);
    memcpy(load->z, state->z[site], lash_joint_site_states(joint) * sizeof *load->z);
  }
  lash_friction_input in = {.vt = {s->vt[0], s->vt[1]}, .normal = load->point.normal, .z = load->z};
  lash_friction_value value = {0};
  lash_friction_force(&joint->friction, &in, &value);
  for (size_t k = 0; k < dim; k++) {
    load->point.friction[k] = value.force[k];
    load->point.friction_d_normal[k] = value.d_normal[k];
    for (size_t c = 0; c < dim; c++) load->point.friction_d_vt[k][c] = value.d_vt[k][c];
  }
  if (!partials) return;
  if (internal)
    add_internal_change(joint, past, h, s->vt, &value, load);
  else if (states > 0)
    memcpy(load->d_z, value.d_z, sizeof load->d_z);
}

void lash_joint_evaluate(const lash_joint *joint, const lash_joint_memory *memory,
                         const lash_joint_state *state, size_t site, bool partials,
                         lash_joint_load *load) {
  load->point = (lash_point_load){0};
  load->v0 = 0;
  normal_force(joint, memory, state, site, load);
  if (!joint->has_friction) return; /* then nobody reads the states */
  memset(load->z, 0, sizeof load->z);
  memset(load->d_z, 0, sizeof load->d_z);
  if (lash_joint_touches(joint, &state->site[site]))
    friction_force(joint, memory, state, site, partials, load);
  else
    lash_friction_reset(&joint->friction, load->z);
}

void lash_joint_rates(const lash_joint *joint, const lash_joint_site *site,
                      const lash_joint_load *load, lash_friction_rate *rate) {
  lash_friction_input in = {
      .vt = {site->vt[0], site->vt[1]}, .normal = load->point.normal, .z = load->z};
  lash_friction_rates(&joint->friction, &in, rate);
}
