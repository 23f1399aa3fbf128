/* Normal force, then friction under it. */
#include "joint_impl.h"

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

/* --------------------------------------------------------------------------------- normal force */

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
  load->point.normal_d_share = value.force;
  load->point.normal_d_delta = s->share * (value.d_delta + value.d_v0 * v0_delta);
  load->point.normal_d_v = s->share * (value.d_v + value.d_v0 * v0_v);
}

/* ------------------------------------------------------------------------------------ both */

void lash_joint_evaluate(const lash_joint *joint, const lash_joint_memory *memory,
                         const lash_joint_state *state, size_t site, bool partials,
                         lash_joint_load *load) {
  load->point = (lash_point_load){0};
  load->v0 = 0;
  normal_force(joint, memory, state, site, load);
  load->carried = false;
  if (joint->has_friction || joint->has_rolling)
    lash_joint_rub(joint, memory, state, site, partials, load);
}
