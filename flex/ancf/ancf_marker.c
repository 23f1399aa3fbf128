/* Markers on ANCF beams: where a material point is, how its section is turned, and how both move.
 */
#include <math.h>

#include "lash_ancf.h"
#include "lash_space.h"

/* A nodal vector (2: r_y, 3: r_z) between the two nodes. */
static void interpolate(const double weight[2], const double *e, int vector, double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = weight[0] * e[3 * vector + i] + weight[1] * e[3 * (vector + 4) + i];
}

/* Section axes: e1 is normal to r_y and r_z; e2 and e3 lie between them so that shear of the
 * section tilts both alike (a torque then twists r_y and r_z equally). Angular velocity, from e1
 * staying normal and from the mean turning of r_y and r_z about it: omega = e1 (turn(r_y) +
 * turn(r_z)) / 2 + (r_y (e1.r_z') - r_z (e1.r_y')) / area, turn(r) = (e1 x r).r' / r.r,   area =
 * |r_y x r_z| */
typedef struct section {
  double ry[3], rz[3], ryt[3], rzt[3]; /* and their rates */
  double e1[3], area;
} section;

static bool section_normal(section *s) {
  double normal[3];
  cross3(s->ry, s->rz, normal);
  s->area = sqrt(dot3(normal, normal));
  if (!(s->area > 1e-9 * sqrt(dot3(s->ry, s->ry) * dot3(s->rz, s->rz)))) return false;
  for (int i = 0; i < 3; i++) s->e1[i] = normal[i] / s->area;
  return true;
}

static void section_axes(const section *s, double rotation[3][3]) {
  double side[3], e2[3], e3[3];
  cross3(s->rz, s->e1, side);
  double y = sqrt(dot3(s->ry, s->ry)), z = sqrt(dot3(s->rz, s->rz)), norm = 0;
  for (int i = 0; i < 3; i++) {
    e2[i] = s->ry[i] / y + side[i] / z;
    norm += e2[i] * e2[i];
  }
  for (int i = 0; i < 3; i++) e2[i] /= sqrt(norm);
  cross3(s->e1, e2, e3);
  for (int i = 0; i < 3; i++) {
    rotation[i][0] = s->e1[i];
    rotation[i][1] = e2[i];
    rotation[i][2] = e3[i];
  }
}

/* Angular velocity and its Jacobians with respect to r_y' and r_z'. */
static void section_rates(const section *s, lash_ancf_marker *m) {
  double side_y[3], side_z[3], yy = dot3(s->ry, s->ry), zz = dot3(s->rz, s->rz);
  cross3(s->e1, s->ry, side_y);
  cross3(s->e1, s->rz, side_z);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      m->rotate_y[i][j] = s->e1[i] * side_y[j] / (2 * yy) - s->rz[i] * s->e1[j] / s->area;
      m->rotate_z[i][j] = s->e1[i] * side_z[j] / (2 * zz) + s->ry[i] * s->e1[j] / s->area;
    }
    m->omega[i] = dot3(m->rotate_y[i], s->ryt) + dot3(m->rotate_z[i], s->rzt);
  }
}

/* turn(r) and its derivative when r'' = 0 */
static void turning(const double e1[3], const double e1t[3], const double r[3], const double rt[3],
                    double *turn, double *turn_t) {
  double side[3], side_t[3], square = dot3(r, r);
  cross3(e1, r, side);
  cross3(e1t, r, side_t); /* (e1 x r').r' = 0 */
  *turn = dot3(side, rt) / square;
  *turn_t = (dot3(side_t, rt) - 2 * *turn * dot3(r, rt)) / square;
}

/* The derivative of omega when r_y'' = r_z'' = 0. */
static void section_bias(const section *s, lash_ancf_marker *m) {
  double e1t[3], grown[3], other[3], turn_y, turn_yt, turn_z, turn_zt;
  cross3(m->omega, s->e1, e1t);
  turning(s->e1, e1t, s->ry, s->ryt, &turn_y, &turn_yt);
  turning(s->e1, e1t, s->rz, s->rzt, &turn_z, &turn_zt);
  cross3(s->ryt, s->rz, grown);
  cross3(s->ry, s->rzt, other);
  double area_t = dot3(s->e1, grown) + dot3(s->e1, other);
  double out_y = dot3(s->e1, s->ryt), out_z = dot3(s->e1, s->rzt);
  for (int i = 0; i < 3; i++) {
    double tilt = (s->ry[i] * out_z - s->rz[i] * out_y) / s->area;
    double tilt_t = (s->ryt[i] * out_z + s->ry[i] * dot3(e1t, s->rzt) - s->rzt[i] * out_y -
                     s->rz[i] * dot3(e1t, s->ryt) - tilt * area_t) /
                    s->area;
    m->omega_bias[i] = e1t[i] * (turn_y + turn_z) / 2 + s->e1[i] * (turn_yt + turn_zt) / 2 + tilt_t;
  }
}

lash_status lash_ancf_marker_at(const lash_ancf_element *el, const double point[3],
                                const double e[LASH_ANCF_DOF], const double *v, lash_ancf_marker *m,
                                lash_error *error) {
  static const double still[LASH_ANCF_DOF] = {0};
  const double *rate = v ? v : still;
  section s;
  lash_ancf_shape(el->length, point[0], point[1], point[2], m->shape);
  m->section_weight[1] = point[0] / el->length;
  m->section_weight[0] = 1 - m->section_weight[1];
  for (int i = 0; i < 3; i++) {
    m->position[i] = m->velocity[i] = 0;
    for (int a = 0; a < 8; a++) {
      m->position[i] += m->shape[a] * e[3 * a + i];
      m->velocity[i] += m->shape[a] * rate[3 * a + i];
    }
  }
  interpolate(m->section_weight, e, 2, s.ry);
  interpolate(m->section_weight, e, 3, s.rz);
  interpolate(m->section_weight, rate, 2, s.ryt);
  interpolate(m->section_weight, rate, 3, s.rzt);
  if (!section_normal(&s))
    return lash_fail(error, LASH_FAILURE,
                     "the section of a beam at x = %g m has collapsed: reduce the step or the load",
                     point[0]);
  section_axes(&s, m->rotation);
  section_rates(&s, m);
  section_bias(&s, m);
  return LASH_OK;
}

void lash_ancf_marker_jacobians(const lash_ancf_marker *m, double translation[3][24],
                                double rotation[3][24]) {
  for (int i = 0; i < 3; i++) {
    for (int a = 0; a < 8; a++) {
      double weight = m->section_weight[a / 4];
      for (int j = 0; j < 3; j++) {
        translation[i][3 * a + j] = i == j ? m->shape[a] : 0;
        rotation[i][3 * a + j] = a % 4 == 2   ? weight * m->rotate_y[i][j]
                                 : a % 4 == 3 ? weight * m->rotate_z[i][j]
                                              : 0;
      }
    }
  }
}

void lash_ancf_marker_load(const lash_ancf_marker *m, const double force[3], const double moment[3],
                           double *Q) {
  double translation[3][24], rotation[3][24];
  lash_ancf_marker_jacobians(m, translation, rotation);
  for (int j = 0; j < 24; j++)
    for (int i = 0; i < 3; i++) Q[j] += translation[i][j] * force[i] + rotation[i][j] * moment[i];
}
