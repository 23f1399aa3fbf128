/* Wear of a journal in its bearing: from worn profiles to contact points, from accepted steps to
 * profiles.
 *
 * The surfaces of a worn section push along -grad(delta) (lash_wear.h): not along the line of
 * centres, and not through the journal's centre. A contact point can say all of it: its normal
 * turns by an angle in the plane of the section, its arm goes round with it and is moved along the
 * tangent by the arm of the couple, and its share of the force is multiplied by |grad(delta)|. */
#include <math.h>
#include <string.h>

#include "joint_impl.h"
#include "lash_space.h"

/* --------------------------------------------------------------------------------------- places */

static double angle_in(const double a[3][3], const double v[3]) {
  return atan2(dot3(v, a[1]), dot3(v, a[0]));
}

/* Change of that angle when v changes by dv and the axes turn. */
static double angle_change(const double a[3][3], const double v[3], const double dv[3],
                           const double turn[3]) {
  double moved[3];
  cross3(turn, v, moved);
  sub3(dv, moved, moved);
  const double x = dot3(v, a[0]), y = dot3(v, a[1]);
  return (x * dot3(moved, a[1]) - y * dot3(moved, a[0])) / (x * x + y * y);
}

/* ------------------------------------------------------------------------------ bending a point */

/* What a bed makes of a point, and the same for changes of it. */
typedef struct bending {
  double delta;
  double size;         /* |grad(delta)|: of the force */
  double turn[2];      /* cosine and sine of the angle by which the normal turns */
  double angle, shift; /* that angle; along the tangent */
} bending;

/* Partials by r, gamma, psi: g_r along n, g_t along the tangent; the couple is -N delta_psi. */
static bending bending_of(const lash_wear_bed *bed, double r, double side) {
  if (!bed->touching) return (bending){.delta = bed->delta, .size = 1, .turn = {1, 0}};
  const double along = bed->by[LASH_WEAR_BY_R], across = side * bed->by[LASH_WEAR_BY_GAMMA] / r;
  const double size = sqrt(along * along + across * across); /* about 1 */
  return (bending){.delta = bed->delta,
                   .size = size,
                   .turn = {along / size, across / size},
                   .shift = side * bed->by[LASH_WEAR_BY_PSI] / size};
}

/* Change with a column: d holds changes of r, gamma, psi. */
static bending bending_change(const lash_wear_bed *bed, const bending *b, double r, double side,
                              const double d[3]) {
  bending out = {.delta = dot3(bed->by, d)};
  if (!bed->touching) return out;
  double by[3];
  for (int k = 0; k < 3; k++) by[k] = dot3(bed->by2[k], d);
  const double along = by[LASH_WEAR_BY_R];
  const double across =
      side * (by[LASH_WEAR_BY_GAMMA] - bed->by[LASH_WEAR_BY_GAMMA] * d[0] / r) / r;
  out.size = b->turn[0] * along + b->turn[1] * across;
  out.angle = (b->turn[0] * across - b->turn[1] * along) / b->size;
  out.shift = (side * by[LASH_WEAR_BY_PSI] - b->shift * out.size) / b->size;
  return out;
}

/* n and t turned, and the way of the arm: radius (n - n') + shift t'. */
static void turned(const bending *b, const double n[3], const double t[3], double radius,
                   double n2[3], double t2[3], double way[3]) {
  for (int k = 0; k < 3; k++) {
    n2[k] = b->turn[0] * n[k] + b->turn[1] * t[k];
    t2[k] = b->turn[0] * t[k] - b->turn[1] * n[k];
    way[k] = radius * (n[k] - n2[k]) + b->shift * t2[k];
  }
}

typedef struct worn_site {
  const lash_frame *outer, *inner;
  double radius; /* of the journal, less half the overlap, which the arm already holds */
  double side;   /* +1: the point's tangent along the axis is the bearing's axis */
  double spin[3];
} worn_site;

/* What is still asked for of a point as it was. */
typedef struct fresh_point {
  double delta, v, share, normal[3], tangent[3];
} fresh_point;

/* Partials of the point as it was, then of what becomes of it. */
static void bend_partials(const worn_site *w, const fresh_point *old, const bending *b,
                          const bending change[LASH_D_COUNT], const lash_contact_point *now,
                          const double way[3], lash_point_jacobian *jac) {
  for (int c = 0; c < LASH_D_COUNT; c++) {
    const bending *d = &change[c];
    double n[3], t[3], n2[3], t2[3], d_way[3], d_spin[3] = {0}, d_u[3], d_old[3];
    for (int k = 0; k < 3; k++) {
      n[k] = jac->normal[k][c];
      t[k] = jac->tangent[0][k][c];
      /* velocity of the old point: slip - v n */
      d_old[k] = jac->slip[k][c] - jac->v[c] * old->normal[k] - old->v * n[k];
    }
    turned(&(bending){.turn = {b->turn[0], b->turn[1]}, .shift = b->shift}, n, t, w->radius, n2, t2,
           d_way);
    for (int k = 0; k < 3; k++) {
      n2[k] += d->angle * now->tangent[0][k];
      t2[k] -= d->angle * now->normal[k];
      d_way[k] += -w->radius * d->angle * now->tangent[0][k] -
                  b->shift * d->angle * now->normal[k] + d->shift * now->tangent[0][k] -
                  0.5 * jac->delta[c] * (old->normal[k] - now->normal[k]);
    }
    if (c >= LASH_D_SPIN_I && c < LASH_D_SPIN_J) d_spin[c - LASH_D_SPIN_I] = -1;
    if (c >= LASH_D_SPIN_J) d_spin[c - LASH_D_SPIN_J] = 1;
    cross_change3(w->spin, d_spin, way, d_way, d_u);
    add3(d_u, d_old, d_u);
    double u[3];
    copy3(now->slip, u);
    axpy3(-now->v, now->normal, u);
    jac->delta[c] = d->delta;
    jac->v[c] = -dot3(n2, u) - dot3(now->normal, d_u);
    jac->spin[c] = dot3(n2, w->spin) + dot3(now->normal, d_spin);
    for (int k = 0; k < 3; k++) {
      jac->normal[k][c] = n2[k];
      jac->tangent[0][k][c] = t2[k];
      jac->slip[k][c] = d_u[k] + jac->v[c] * now->normal[k] + now->v * n2[k];
      jac->arm_i[k][c] += d_way[k];
      jac->arm_j[k][c] += d_way[k];
    }
    for (int m = 0; m < 2; m++) {
      double d_t[3];
      for (int k = 0; k < 3; k++) d_t[k] = jac->tangent[m][k][c];
      jac->slip2[m][c] = dot3(d_t, u) + dot3(now->tangent[m], d_u);
      jac->roll[m][c] = dot3(d_t, w->spin) + dot3(now->tangent[m], d_spin);
    }
  }
}

/* ------------------------------------------------------------------------------------- per site */

static void places_change(const lash_joint *joint, const lash_contact_point *p,
                          const lash_point_jacobian *jac, const double a[3][3],
                          const lash_frame *inner, int c, double d[3]) {
  double dn[3], away[3], d_away[3], turn_i[3] = {0}, turn_j[3] = {0}, d_side[3];
  for (int k = 0; k < 3; k++) dn[k] = jac->normal[k][c];
  if (c >= LASH_D_ROTATION_I && c < LASH_D_ROTATION_J) turn_i[c - LASH_D_ROTATION_I] = 1;
  if (c >= LASH_D_ROTATION_J && c < LASH_D_SPIN_I) turn_j[c - LASH_D_ROTATION_J] = 1;
  scale3(-1, p->normal, away);
  scale3(-1, dn, d_away);
  cross3(turn_j, inner->side, d_side);
  d[LASH_WEAR_BY_R] = jac->delta[c];
  d[LASH_WEAR_BY_GAMMA] = angle_change(a, away, d_away, turn_i);
  d[LASH_WEAR_BY_PSI] = joint->wear.k[1] > 0 ? angle_change(a, inner->side, d_side, turn_i) : 0;
}

/* A velocity does not change where anything is. */
static bool places_move(int column) {
  return column < LASH_D_VELOCITY || (column >= LASH_D_ROTATION_I && column < LASH_D_SPIN_I);
}

static void change_bending(const lash_joint *joint, const lash_wear_bed *bed, const bending *b,
                           const worn_site *w, double r, const lash_contact_point *p,
                           const lash_point_jacobian *jac, bending change[LASH_D_COUNT]) {
  double a[3][3];
  lash_frame_axes(w->outer, a);
  for (int c = 0; c < LASH_D_COUNT; c++) {
    double d[3];
    change[c] = (bending){0};
    if (!places_move(c)) continue;
    places_change(joint, p, jac, a, w->inner, c, d);
    change[c] = bending_change(bed, b, r, w->side, d);
  }
}

static void bend_point(const lash_joint *joint, const lash_wear_bed *bed, const lash_frame *outer,
                       const lash_frame *inner, const lash_wear_place *at, lash_contact_point *p,
                       lash_point_jacobian *jac) {
  worn_site w = {.outer = outer, .inner = inner};
  w.radius = joint->geometry[0].radius_j - 0.5 * p->delta;
  w.side = dot3(p->tangent[1], outer->axis) < 0 ? -1 : 1;
  sub3(inner->spin, outer->spin, w.spin);
  const bending b = bending_of(bed, at->r, w.side);
  bending change[LASH_D_COUNT];
  if (jac) change_bending(joint, bed, &b, &w, at->r, p, jac, change);
  fresh_point old = {.delta = p->delta, .v = p->v, .share = p->share};
  copy3(p->normal, old.normal);
  copy3(p->tangent[0], old.tangent);
  double way[3], u[3];
  turned(&b, old.normal, old.tangent, w.radius, p->normal, p->tangent[0], way);
  copy3(p->slip, u);
  axpy3(-old.v, old.normal, u);
  add_cross3(1, w.spin, way, u);
  p->delta = b.delta;
  p->share = old.share * b.size;
  p->v = -dot3(p->normal, u);
  copy3(u, p->slip);
  axpy3(p->v, p->normal, p->slip);
  p->spin = dot3(p->normal, w.spin);
  for (int m = 0; m < 2; m++) {
    p->slip2[m] = dot3(p->tangent[m], p->slip);
    p->roll[m] = dot3(p->tangent[m], w.spin);
  }
  add3(p->arm_i, way, p->arm_i);
  add3(p->arm_j, way, p->arm_j);
  for (int k = 0; k < 3; k++) {
    p->surface_j[k] += way[k] - 0.5 * (b.delta * p->normal[k] - old.delta * old.normal[k]);
    p->surface_i[k] = p->surface_j[k] + b.delta * p->normal[k];
  }
  if (!jac) return;
  bend_partials(&w, &old, &b, change, p, way, jac);
  for (int c = 0; c < LASH_D_COUNT; c++) jac->share[c] = old.share * change[c].size;
}

void lash_joint_wear_compare(const lash_joint *joint, lash_joint_worn *worn) {
  const lash_wear_profile *a = &worn->site[0].profile, *b = &worn->site[1].profile;
  const size_t bytes = joint->wear.cells * sizeof(double);
  worn->alike =
      memcmp(a->depth[0], b->depth[0], bytes) == 0 && memcmp(a->depth[1], b->depth[1], bytes) == 0;
}

static bool same_place(const lash_wear_place *a, const lash_wear_place *b) {
  return a->r == b->r && a->gamma == b->gamma && a->psi == b->psi;
}

lash_status lash_joint_wear_points(const lash_joint *joint, const lash_joint_memory *memory,
                                   const lash_frame *outer, const lash_frame *inner, bool partials,
                                   lash_joint_points *points, lash_wear_place *at,
                                   lash_error *error) {
  double a[3][3];
  lash_frame_axes(outer, a);
  lash_wear_bed bed = {.touching = false};
  bool first = false; /* the first end was looked at */
  const double psi = joint->wear.k[1] > 0 ? angle_in(a, inner->side) : 0;
  for (size_t k = 0; k < LASH_JOINT_WORN; k++) {
    lash_contact_point *p = &points->set[0].point[k];
    at[k] = (lash_wear_place){.r = joint->wear.c + p->delta, .psi = psi};
    at[k].gamma = k && memcmp(p->eccentricity, p[-1].eccentricity, sizeof p->eccentricity) == 0
                      ? at[0].gamma
                      : angle_in(a, p->eccentricity);
    const lash_joint_worn_site *worn = memory && memory->worn ? &memory->worn->site[k] : NULL;
    const bool whole = !(p->flags & (LASH_POINT_CENTRED | LASH_POINT_OUTSIDE));
    if (!worn || !(worn->tally.volume[0] + worn->tally.volume[1] > 0)) continue;
    if (worn->through) return lash_wear_check(&joint->wear, &worn->profile, error);
    if (!whole) continue;
    /* both ends of a journal that does not tilt are alike: looking at one is enough */
    if (!first || memory->worn->alike != 1 || !same_place(&at[0], &at[1]))
      lash_wear_look(&joint->wear, &worn->profile, &at[k], partials, &bed);
    first = k == 0;
    bend_point(joint, &bed, outer, inner, &at[k], p, partials ? &points->jacobian[0][k] : NULL);
  }
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- commit */

void lash_joint_worn_settle(const lash_joint *joint, lash_joint_worn_site *worn) {
  for (int body = 0; body < 2; body++)
    for (size_t k = 0; k < joint->wear.cells; k++) {
      worn->profile.depth[body][k] += worn->more.depth[body][k];
      worn->more.depth[body][k] = 0;
    }
  worn->since = 0;
}

static void look_for_holes(const lash_joint *joint, lash_joint_worn_site *worn) {
  const lash_wear *wear = &joint->wear;
  for (int body = 0; body < 2; body++)
    if (isfinite(wear->layer[body]) &&
        lash_wear_deepest(wear, &worn->profile, body, NULL) > wear->layer[body])
      worn->through = 1;
}

/* The state before belongs half to the step that ended in it, half to this one. */
static void take(const lash_joint *joint, lash_joint_worn *worn, double h) {
  const lash_wear *wear = &joint->wear;
  lash_joint_worn_site *a = &worn->site[0], *b = &worn->site[1];
  lash_wear_profile *const more[LASH_JOINT_WORN] = {&a->more, &b->more};
  lash_wear_tally *const tally[LASH_JOINT_WORN] = {&a->tally, &b->tally};
  const bool alike = worn->alike == 1 && same_place(&a->at, &b->at) && a->load == b->load &&
                     a->speed == b->speed && a->half == b->half;
  for (size_t k = 0; k < (alike ? 1 : LASH_JOINT_WORN); k++) {
    const lash_joint_worn_site *w = &worn->site[k];
    lash_wear_take_alike(wear, &w->profile, &w->at, w->load, (w->half + 0.5 * h) * w->speed,
                         alike ? LASH_JOINT_WORN : 1, &more[k], &tally[k]);
  }
}

lash_joint_rubbing lash_joint_rubbing_of(const lash_joint *joint, const lash_joint_site *site,
                                         const lash_point_load *load) {
  const double *vt = site->vt, *friction = load->friction;
  lash_joint_rubbing r = {load->normal, 0};
  if (joint->wear.law == LASH_WEAR_ARCHARD)
    r.speed = hypot(vt[0], vt[1]);
  else if (load->normal > 0)
    r.speed = (friction[0] * vt[0] + friction[1] * vt[1]) / load->normal;
  return r;
}

void lash_joint_wear_commit(const lash_joint *joint, lash_joint_worn *worn,
                            const lash_joint_state *now,
                            const lash_joint_rubbing rubs[LASH_JOINT_WORN], double h) {
  bool changed = !(h > 0);
  double before[LASH_JOINT_WORN];
  for (size_t k = 0; k < LASH_JOINT_WORN; k++) before[k] = worn->site[k].tally.deepest;
  if (h > 0) take(joint, worn, h);
  for (size_t k = 0; k < LASH_JOINT_WORN; k++) {
    lash_joint_worn_site *w = &worn->site[k];
    const lash_joint_site *site = &now->site[k];
    w->at = site->at;
    w->load = rubs[k].load, w->speed = rubs[k].speed;
    w->half = 0.5 * h;
    w->since += w->tally.deepest - before[k];
    if (!(w->since > 0 && w->since > WEAR_MATTERS * site->delta)) continue; /* parted: delta < 0 */
    lash_joint_worn_settle(joint, w);
    look_for_holes(joint, w);
    changed = true;
  }
  if (changed) lash_joint_wear_compare(joint, worn);
}

/* --------------------------------------------------------------------------------------- adding */

lash_status lash_joint_add_wear(lash_joint *joint, const lash_wear *wear, lash_error *error) {
  const lash_geometry *g = &joint->geometry[0];
  const bool ball = joint->geometry_count > 0 && g->shape == LASH_BALL_SOCKET;
  const bool journal = joint->geometry_count > 0 && g->shape == LASH_JOURNAL_BEARING;
  if ((!ball && !journal) || !joint->has_contact)
    return lash_fail(error, LASH_BAD_INPUT,
                     "wear=%s is for joint=revolute and joint=spherical, not for joint=%s",
                     wear->params.owner, joint->type->name);
  if (wear->law == LASH_WEAR_ENERGY && !joint->has_friction)
    return lash_fail(error, LASH_BAD_INPUT,
                     "wear=energy counts the work of friction; give friction=, or wear=archard");
  joint->has_wear = true;
  joint->wear = *wear;
  const double c = lash_geometry_clearance(g);
  const lash_status status =
      ball ? lash_wear_ready_socket(&joint->wear, g->radius_j, c, error)
           : lash_wear_ready(&joint->wear, g->radius_j, 0.5 * g->length_i, c, error);
  if (status) lash_error_prefix(error, "wear");
  return status;
}
