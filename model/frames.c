/* Initial frames of parts and markers, mass properties, and freedom by counting. */
#include <string.h>

#include "lash_model.h"
#include "lash_space.h"

lash_pose lash_pose_compose(const lash_pose *a, const lash_pose *b) {
  lash_pose out;
  mul33_3(a->rotation, b->origin, out.origin);
  add3(out.origin, a->origin, out.origin);
  mul33(a->rotation, b->rotation, out.rotation);
  return out;
}

/* --------------------------------------------------------------------------- frames from points */

/* The first of a base vector and a substitute that is not along `axis`. */
static void pick_across(const double axis[3], const double wanted[3], const double substitute[3],
                        double out[3]) {
  double c[3];
  cross3(axis, wanted, c);
  memcpy(out, dot3(c, c) > 1e-16 * dot3(wanted, wanted) ? wanted : substitute, 3 * sizeof *out);
}

/* Axes from a primary direction and one that fixes the plane. `z_first`: the primary is z and the
 * plane is x-z; otherwise the primary is x. */
static bool axes_from(const double primary[3], const double plane[3], bool z_first, double r[9]) {
  double p[3], y[3], q[3];
  memcpy(p, primary, sizeof p);
  if (!normalise3(p)) return false;
  memcpy(q, plane, sizeof q);
  if (!normalise3(q)) return false;
  if (z_first) {
    cross3(p, q, y); /* y = z x x */
  } else {
    cross3(q, p, y); /* plane holds z: y = z x x */
  }
  if (dot3(y, y) < 1e-16 || !normalise3(y)) return false;
  double x[3], z[3];
  if (z_first) {
    memcpy(z, p, sizeof z);
    cross3(y, z, x);
  } else {
    memcpy(x, p, sizeof x);
    cross3(x, y, z);
  }
  for (int i = 0; i < 3; i++) r[3 * i] = x[i], r[3 * i + 1] = y[i], r[3 * i + 2] = z[i];
  return true;
}

/* How a PART or MARKER says where it is. */
typedef struct placement {
  const double *origin, *reuler, *z_point, *x_point;
  bool has_z, has_x, x_first;
} placement;

static lash_status place(const placement *p, lash_pose *frame, lash_error *error) {
  static const double ex[3] = {1, 0, 0}, ey[3] = {0, 1, 0}, ez[3] = {0, 0, 1};
  memcpy(frame->origin, p->origin, sizeof frame->origin);
  if (!p->has_z && !p->has_x) {
    rotation_313(p->reuler, frame->rotation);
    return LASH_OK;
  }
  double z[3], x[3];
  sub3(p->z_point, p->origin, z);
  sub3(p->x_point, p->origin, x);
  if (!p->has_x) pick_across(z, ex, ey, x);
  if (!p->has_z) pick_across(x, ez, ey, z);
  bool x_first = p->x_first || !p->has_z;
  if (axes_from(x_first ? x : z, x_first ? z : x, !x_first, frame->rotation)) return LASH_OK;
  memset(frame->rotation, 0, sizeof frame->rotation);
  return lash_fail(error, LASH_BAD_INPUT,
                   "the points for z and x lie on one line with the origin; move one of them");
}

static lash_status place_body(const double *qg, const double *reuler, const double *zg,
                              const double *xg, const lash_element *head, lash_pose *frame,
                              lash_error *error) {
  const placement p = {qg, reuler, zg, xg, lash_given(head, "ZG"), lash_given(head, "XG"), false};
  return place(&p, frame, error);
}

lash_status lash_part_pose(const lash_model *model, const lash_part *part, lash_pose *frame,
                           lash_error *error) {
  (void)model;
  return place_body(part->qg, part->reuler, part->zg, part->xg, &part->head, frame, error);
}

lash_status lash_flex_body_pose(const lash_model *model, const lash_flex_body *body,
                                lash_pose *frame, lash_error *error) {
  (void)model;
  return place_body(body->qg, body->reuler, body->zg, body->xg, &body->head, frame, error);
}

lash_status lash_marker_pose(const lash_model *model, const lash_marker *marker, lash_pose *frame,
                             lash_error *error) {
  (void)model;
  placement p = {marker->qp,
                 marker->reuler,
                 marker->zp,
                 marker->xp,
                 lash_given(&marker->head, "ZP"),
                 lash_given(&marker->head, "XP"),
                 marker->usexp};
  return place(&p, frame, error);
}

/* ------------------------------------------------------------------------------ mass properties */

static lash_status marker_at(const lash_model *model, lash_ref ref, lash_pose *frame,
                             lash_error *error) {
  *frame = (lash_pose){.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  if (ref.id == 0 || ref.index < 0) return LASH_OK;
  return lash_marker_pose(model, &model->marker.item[ref.index], frame, error);
}

lash_status lash_part_mass(const lash_model *model, const lash_part *part, lash_mass *mass,
                           lash_error *error) {
  *mass = (lash_mass){.mass = part->ground ? 0 : part->mass};
  lash_pose cm, im;
  lash_status status = marker_at(model, part->cm, &cm, error);
  if (status != LASH_OK) return status;
  memcpy(mass->cm, cm.origin, sizeof mass->cm);
  if (part->ground || part->head.kind == LASH_KIND_POINT_MASS) return LASH_OK;
  status = marker_at(model, part->im.id ? part->im : part->cm, &im, error);
  if (status != LASH_OK) return status;

  /* products are given as positive integrals; the tensor has their negatives */
  const double *p = part->ip;
  const double own[9] = {p[0], -p[3], -p[4], -p[3], p[1], -p[5], -p[4], -p[5], p[2]};
  double half[9], back[9];
  mul33(im.rotation, own, half);
  transpose33(im.rotation, back);
  mul33(half, back, mass->inertia);

  /* from the origin of IM to the mass centre (Steiner) */
  double d[3];
  sub3(cm.origin, im.origin, d);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      mass->inertia[3 * i + j] -= mass->mass * ((i == j ? dot3(d, d) : 0) - d[i] * d[j]);
    }
  }
  return LASH_OK;
}

/* -------------------------------------------------------------------------------------- freedom */

int lash_joint_constraints(lash_joint_type type) {
  static const int removed[] = {
      [LASH_JOINT_NONE] = 0,        [LASH_JOINT_REVOLUTE] = 5,  [LASH_JOINT_TRANSLATIONAL] = 5,
      [LASH_JOINT_CYLINDRICAL] = 4, [LASH_JOINT_SPHERICAL] = 3, [LASH_JOINT_FIXED] = 6,
      [LASH_JOINT_PLANAR] = 3,      [LASH_JOINT_CONVEL] = 4,    [LASH_JOINT_HOOKE] = 4,
      [LASH_JOINT_UNIVERSAL] = 4,   [LASH_JOINT_SCREW] = 1,     [LASH_JOINT_RACKPIN] = 1};
  return removed[type];
}

int lash_jprim_constraints(lash_jprim_type type) {
  static const int removed[] = {
      [LASH_JPRIM_NONE] = 0,         [LASH_JPRIM_ATPOINT] = 3,     [LASH_JPRIM_INLINE] = 2,
      [LASH_JPRIM_INPLANE] = 1,      [LASH_JPRIM_ORIENTATION] = 3, [LASH_JPRIM_PARALLEL_AXES] = 2,
      [LASH_JPRIM_PERPENDICULAR] = 1};
  return removed[type];
}

int lash_model_freedom(const lash_model *model) {
  long freedom =
      3 * (long)model->point_mass.count + 6 * (long)(model->fe_part.count + model->flex_body.count);
  for (size_t i = 0; i < model->part.count; i++) freedom += model->part.item[i].ground ? 0 : 6;
  for (size_t i = 0; i < model->joint.count; i++) {
    freedom -= lash_joint_constraints(model->joint.item[i].type);
  }
  for (size_t i = 0; i < model->jprim.count; i++) {
    freedom -= lash_jprim_constraints(model->jprim.item[i].type);
  }
  size_t single = model->gcon.count + model->ucon.count + model->coupler.count + model->gear.count +
                  model->motion.count;
  return (int)(freedom - (long)single - 2 * (long)(model->ptcv.count + model->cvcv.count));
}
