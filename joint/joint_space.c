/* Joints in space: from the motion of two frames to sites, and from loads to wrenches. */
#include <string.h>

#include "joint_impl.h"
#include "lash_space.h"

const lash_contact_point *lash_joint_point(const lash_joint_points *p, size_t site) {
  return site < p->first ? &p->set[0].point[site] : &p->set[1].point[site - p->first];
}

const lash_point_jacobian *lash_joint_jacobian(const lash_joint_points *p, size_t site) {
  return site < p->first ? &p->jacobian[0][site] : &p->jacobian[1][site - p->first];
}

/* Number by number: this is done in every evaluation. Directions matter to what rubs alone. */
static inline void write_site(const lash_joint_points *points, const lash_contact_point *p,
                              bool rubs, lash_joint_site *site) {
  site->delta = p->delta;
  site->v = p->v;
  site->share = p->share;
  site->vt[0] = p->slip2[0], site->vt[1] = p->slip2[1];
  site->normal = site->film = 0;
  site->spin = p->spin;
  site->roll[0] = p->roll[0], site->roll[1] = p->roll[1];
  site->at = (lash_wear_place){0, 0, 0};
  if (rubs) {
    mat_apply(points->axes, p->normal, site->n);
    mat_apply(points->axes, p->tangent[0], site->t);
  } else {
    memset(site->n, 0, sizeof site->n);
    memset(site->t, 0, sizeof site->t);
  }
}

lash_status lash_joint_find_points(const lash_joint *joint, const lash_joint_memory *memory,
                                   const lash_frame *outer, const lash_frame *inner, bool partials,
                                   lash_joint_points *points, lash_joint_site *sites,
                                   lash_error *error) {
  const bool rubs = joint->has_friction || joint->has_rolling || joint->has_wear;
  points->first = lash_shape_points(joint->geometry[0].shape);
  if (rubs) lash_frame_axes(outer, points->axes);
  for (size_t g = 0; g < joint->geometry_count; g++) {
    lash_status status =
        partials ? lash_geometry_jacobian(&joint->geometry[g], outer, inner, &points->set[g],
                                          points->jacobian[g], error)
                 : lash_geometry_eval(&joint->geometry[g], outer, inner, &points->set[g], error);
    if (status) return status;
  }
  lash_wear_place at[LASH_JOINT_WORN];
  double ball[3];
  const bool socket = lash_joint_wears_socket(joint);
  if (joint->has_wear) {
    memset(at, 0, sizeof at);
    const lash_status status =
        socket ? lash_joint_wear_ball(joint, memory, outer, inner, partials, points, ball, error)
               : lash_joint_wear_points(joint, memory, outer, inner, partials, points, at, error);
    if (status) return status;
  }
  for (size_t k = 0; k < joint->site_count; k++) {
    write_site(points, lash_joint_point(points, k), rubs, &sites[k]);
    if (joint->has_wear && !socket && k < LASH_JOINT_WORN) sites[k].at = at[k];
  }
  if (socket) copy3(ball, sites[0].ball);
  if (!joint->has_film) return LASH_OK;
  const lash_status status =
      lash_joint_find_film(joint, outer, inner, partials, &points->film, error);
  if (status == LASH_OK) sites[0].film = points->film.power;
  return status;
}

static void add(const lash_wrench *wrench, lash_wrench *sum) {
  for (int k = 0; k < 3; k++) {
    sum->force[k] += wrench->force[k];
    sum->torque[k] += wrench->torque[k];
  }
}

void lash_joint_add_wrench(const lash_joint_points *points, size_t site,
                           const lash_point_load *load, lash_wrench *on_outer,
                           lash_wrench *on_inner) {
  const lash_contact_point *point = lash_joint_point(points, site);
  double tangential[3];
  lash_wrench outer, inner;
  lash_point_tangential(point, load, tangential);
  lash_point_wrench(point, load->normal, tangential, &outer, &inner);
  lash_point_couples(point, load, &outer, &inner);
  add(&outer, on_outer);
  add(&inner, on_inner);
}

/* Partials of the angle between the carried tangent and the present one: both turn about the same
 * normal, each by the part of its change along its own neighbour. */
static void turn_partials(const lash_joint_points *points, size_t site,
                          const lash_joint_site_memory *past, double turn[LASH_D_COUNT]) {
  const lash_contact_point *point = lash_joint_point(points, site);
  const lash_point_jacobian *jac = lash_joint_jacobian(points, site);
  double from[3], side[3], carried[3], across[3];
  mat_apply_transposed(points->axes, past->n, from);
  mat_apply_transposed(points->axes, past->t, side);
  lash_carry_tangent(from, side, point->normal, carried);
  cross3(point->normal, carried, across);
  for (int c = 0; c < LASH_D_COUNT; c++) {
    double d_from[3] = {0, 0, 0}, d_side[3] = {0, 0, 0}, d_carried[3], unit[3] = {0, 0, 0};
    const double dn[3] = {jac->normal[0][c], jac->normal[1][c], jac->normal[2][c]};
    const double dt[3] = {jac->tangent[0][0][c], jac->tangent[0][1][c], jac->tangent[0][2][c]};
    if (c / 3 * 3 == LASH_D_ROTATION_I) { /* what is remembered in i's axes turns with them */
      unit[c % 3] = 1;
      cross3(unit, from, d_from);
      cross3(unit, side, d_side);
    }
    lash_carry_tangent_change(from, side, point->normal, d_from, d_side, dn, d_carried);
    turn[c] = dot3(d_carried, across) - dot3(dt, point->tangent[1]);
  }
}

static void add_rows(const double from[6][LASH_D_COUNT], double to[6][LASH_D_COUNT]) {
  for (int row = 0; row < 6; row++)
    for (int c = 0; c < LASH_D_COUNT; c++) to[row][c] += from[row][c];
}

static void add_partials(const lash_joint_points *points, size_t site,
                         const lash_joint_site_memory *past, lash_joint_force *force) {
  double outer[6][LASH_D_COUNT], inner[6][LASH_D_COUNT], turn[LASH_D_COUNT];
  lash_point_load load = force->load[site].point;
  if (force->load[site].carried) {
    turn_partials(points, site, past, turn);
    load.turn = turn;
  }
  lash_point_wrench_jacobian(lash_joint_point(points, site), lash_joint_jacobian(points, site),
                             &load, outer, inner);
  add_rows(outer, force->outer_by);
  add_rows(inner, force->inner_by);
}

static void add_film(const lash_joint_film *film, bool partials, lash_joint_force *force) {
  add(&film->on_outer, &force->on_outer);
  add(&film->on_inner, &force->on_inner);
  if (partials) add_rows(film->outer_by, force->outer_by);
  if (partials) add_rows(film->inner_by, force->inner_by);
}

/* A site in the state of the one before it, with the same past, as the ends of a journal that does
 * not tilt: its load is the same. */
static bool alike(const lash_joint *joint, const lash_joint_memory *memory,
                  const lash_joint_points *points, const lash_joint_state *state, size_t site) {
  const lash_joint_site *s = &state->site[site];
  const lash_joint_site_memory *m = &memory->site[site];
  if (site == 0 || site == points->first || joint->states_given) return false;
  return memcmp(s, s - 1, sizeof *s) == 0 && memcmp(m, m - 1, sizeof *m) == 0;
}

void lash_joint_force_at(const lash_joint *joint, const lash_joint_memory *memory,
                         const lash_joint_points *points, const lash_joint_state *state,
                         bool partials, lash_joint_force *force) {
  force->on_outer = force->on_inner = (lash_wrench){.force = {0}};
  if (partials) {
    memset(force->outer_by, 0, sizeof force->outer_by);
    memset(force->inner_by, 0, sizeof force->inner_by);
  }
  for (size_t site = 0; site < joint->site_count; site++) {
    if (alike(joint, memory, points, state, site))
      force->load[site] = force->load[site - 1];
    else
      lash_joint_evaluate(joint, memory, state, site, partials, &force->load[site]);
    lash_joint_add_wrench(points, site, &force->load[site].point, &force->on_outer,
                          &force->on_inner);
    if (partials) add_partials(points, site, &memory->site[site], force);
  }
  if (joint->has_film) add_film(&points->film, partials, force);
}
