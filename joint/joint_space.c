/* From motion to the states of sites. */
#include "space.h"

#include <string.h>

lash_status space_evaluate(const element *e, const motion *m, bool partials, space_points *points,
                           site_state *sites, lash_error *error) {
  lash_frame outer = {.axis = {0, 0, 1}, .side = {1, 0, 0}}, inner = {.axis = {0}};
  memcpy(inner.position, m->position, sizeof inner.position);
  memcpy(inner.velocity, m->velocity, sizeof inner.velocity);
  memcpy(inner.axis, m->axis, sizeof inner.axis);
  memcpy(inner.spin, m->spin, sizeof inner.spin);
  points->first = lash_shape_points(e->geometry[0].shape);
  for (size_t g = 0; g < e->geometry_count; g++) {
    lash_status status =
        partials ? lash_geometry_jacobian(&e->geometry[g], &outer, &inner, &points->set[g],
                                          points->jacobian[g], error)
                 : lash_geometry_eval(&e->geometry[g], &outer, &inner, &points->set[g], error);
    if (status) return status;
  }
  for (size_t k = 0; k < e->site_count; k++) {
    const lash_contact_point *p = space_point(points, k);
    sites[k] = (site_state){p->delta, p->v, p->share, {p->slip2[0], p->slip2[1]}, 0};
  }
  return LASH_OK;
}

static lash_status find_sites(const element *e, const motion *m, site_state *sites,
                              lash_error *error) {
  space_points points;
  switch (e->joint->form) {
    case JOINT_SPACE:
      return space_evaluate(e, m, false, &points, sites, error);
    case JOINT_LINE:
      sites[0] = (site_state){e->touch - m->position[0], -m->velocity[0], 1, {0, 0}, 0};
      return LASH_OK;
    default:
      sites[0] = (site_state){0, 0, 1, {m->velocity[0], m->velocity[1]}, m->load};
      return LASH_OK;
  }
}

lash_status element_state(const element *e, double time, motion *m, snapshot *now,
                          lash_error *error) {
  snapshot_begin(e, time * e->units.time, now);
  lash_status status = motion_read(e, m, error);
  if (!status) status = states_read(e, now->host_z, error);
  return status ? status : find_sites(e, m, now->site, error);
}
