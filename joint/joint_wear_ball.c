/* Wear of a ball in its socket: from the worn socket to the contact point, from accepted steps to
 * the profile.
 *
 * The ball stays round, so the surfaces push it along -grad(delta) through its own centre; its
 * share of the force is multiplied by |grad(delta)|, and friction acts where that line meets it. */

#include "joint_impl.h"
#include "lash_space.h"

/* The bed's depth with its partials, in the axes that the frames are given in. */
static void bowl_in_space(const double axes[3][3], const lash_wear_bowl *bowl, double by[3],
                          double by2[3][3]) {
  double half[3][3];
  mat_apply_transposed(axes, bowl->by, by);
  for (int k = 0; k < 3; k++) mat_apply_transposed(axes, bowl->by2[k], half[k]);
  for (int c = 0; c < 3; c++) {
    const double column[3] = {half[0][c], half[1][c], half[2][c]};
    double turned[3];
    mat_apply_transposed(axes, column, turned);
    for (int r = 0; r < 3; r++) by2[r][c] = turned[r];
  }
}

/* Moving the ball and turning the socket move the ball in the socket; what belongs to the socket
 * turns with it. */
static void bend_partials(const double e[3], const double by[3], const double by2[3][3],
                          lash_ball_bend *bend) {
  const double size = norm3(by);
  for (int c = 0; c < LASH_D_COUNT; c++) {
    double unit[3] = {0, 0, 0}, moved[3], change[3], turned[3] = {0, 0, 0};
    const int block = c - c % 3;
    bend->delta_by[c] = bend->share_by[c] = 0;
    for (int k = 0; k < 3; k++) bend->normal_by[k][c] = 0;
    if (block != LASH_D_POSITION && block != LASH_D_ROTATION_I) continue;
    unit[c % 3] = 1;
    copy3(unit, moved);
    if (block == LASH_D_ROTATION_I) {
      cross3(e, unit, moved);
      cross3(unit, by, turned);
    }
    bend->delta_by[c] = dot3(by, moved);
    for (int k = 0; k < 3; k++) change[k] = dot3(by2[k], moved) + turned[k];
    const double along = -dot3(bend->normal, change); /* of the size */
    bend->share_by[c] = along;
    for (int k = 0; k < 3; k++)
      bend->normal_by[k][c] = -(change[k] + along * bend->normal[k]) / size;
  }
}

static void bend_point(const lash_joint *joint, const lash_wear_bowl *bowl, const lash_frame *outer,
                       const lash_frame *inner, lash_contact_point *p, lash_point_jacobian *jac) {
  double axes[3][3], by[3], by2[3][3];
  lash_ball_bend bend = {.delta = bowl->delta, .share = 1};
  lash_frame_axes(outer, axes);
  bowl_in_space(axes, bowl, by, by2);
  if (bowl->touching) {
    bend.share = norm3(by);
    scale3(-1 / bend.share, by, bend.normal);
    if (jac) bend_partials(p->eccentricity, by, by2, &bend);
  } else { /* nothing acts: the point stays where it was */
    copy3(p->normal, bend.normal);
    for (int c = 0; c < LASH_D_COUNT && jac; c++)
      for (int k = 0; k < 3; k++) bend.normal_by[k][c] = jac->normal[k][c];
    for (int k = 0; k < 3 && jac; k++) {
      double unit[3] = {k == 0, k == 1, k == 2}, moved[3];
      cross3(p->eccentricity, unit, moved);
      bend.delta_by[LASH_D_POSITION + k] = by[k];
      bend.delta_by[LASH_D_ROTATION_I + k] = dot3(by, moved);
    }
  }
  lash_geometry_bend_ball(&joint->geometry[0], outer, inner, &bend, p, jac);
}

lash_status lash_joint_wear_ball(const lash_joint *joint, const lash_joint_memory *memory,
                                 const lash_frame *outer, const lash_frame *inner, bool partials,
                                 lash_joint_points *points, double ball[3], lash_error *error) {
  const lash_joint_worn_socket *worn = memory && memory->worn ? &memory->worn->socket : NULL;
  lash_contact_point *p = &points->set[0].point[0];
  lash_wear_bowl bowl;
  double axes[3][3];
  lash_frame_axes(outer, axes);
  mat_apply(axes, p->eccentricity, ball);
  if (!worn || !(worn->tally.volume[0] + worn->tally.volume[1] > 0)) return LASH_OK;
  if (worn->through) return lash_wear_socket_check(&joint->wear, &worn->profile, error);
  if (p->flags & LASH_POINT_CENTRED) return LASH_OK;
  lash_wear_socket_look(&joint->wear, &worn->profile, ball, partials, &bowl);
  bend_point(joint, &bowl, outer, inner, p, partials ? &points->jacobian[0][0] : NULL);
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- commit */

void lash_joint_worn_socket_settle(const lash_joint *joint, lash_joint_worn_socket *worn) {
  const size_t points = lash_wear_socket_points(&joint->wear);
  for (size_t k = 0; k < points; k++) {
    worn->profile.depth[k] += worn->more.depth[k];
    worn->more.depth[k] = 0;
  }
  worn->profile.ball += worn->more.ball;
  worn->more.ball = worn->since = 0;
}

/* From the velocities at the contact point to those of the ball's material at its centre. */
static lash_wear_ride ride_of(const lash_joint *joint, const lash_joint_site *s) {
  lash_wear_ride ride;
  double across[3], arm[3];
  copy3(s->ball, ride.e);
  cross3(s->n, s->t, across);
  scale3(0.5 * s->delta - joint->geometry[0].radius_j, s->n, arm);
  for (int k = 0; k < 3; k++) {
    ride.u[k] = s->vt[0] * s->t[k] + s->vt[1] * across[k] - s->v * s->n[k];
    ride.w[k] = s->spin * s->n[k] + s->roll[0] * s->t[k] + s->roll[1] * across[k];
  }
  add_cross3(-1, ride.w, arm, ride.u);
  return ride;
}

static double friction_power(const lash_joint_site *site, const lash_point_load *load) {
  return load->friction[0] * site->vt[0] + load->friction[1] * site->vt[1] +
         load->torque * site->spin;
}

/* The state before belongs half to the step that ended in it, half to this one. */
void lash_joint_wear_ball_commit(const lash_joint *joint, lash_joint_worn_socket *w,
                                 const lash_joint_site *now, const lash_point_load *load,
                                 double h) {
  const lash_wear *wear = &joint->wear;
  const double before = w->tally.deepest;
  if (h > 0)
    lash_wear_socket_take(wear, &w->profile, &w->ride, w->load, w->half + 0.5 * h, w->power,
                          &w->more, &w->tally);
  w->ride = ride_of(joint, now);
  w->load = load->normal;
  w->power = friction_power(now, load);
  w->half = 0.5 * h;
  w->since += w->tally.deepest - before;
  if (!(w->since > 0 && w->since > WEAR_MATTERS * now->delta)) return; /* parted: delta < 0 */
  lash_joint_worn_socket_settle(joint, w);
  w->through = w->profile.ball > wear->layer[1] ||
               lash_wear_socket_deepest(wear, &w->profile, NULL) > wear->layer[0];
}
