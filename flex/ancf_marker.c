/* Markers on ANCF beams: where a material point is, how its section is turned, and how both move.
 */
#include <math.h>

#include "lash_ancf.h"
#include "vector.h"

/* A nodal vector (2: r_y, 3: r_z) between the two nodes. */
static void interpolate(const double weight[2], const double *e, int vector, double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = weight[0] * e[3 * vector + i] + weight[1] * e[3 * (vector + 4) + i];
}

/* Section axes. With e1 normal to the section and e2 along r_y, r_z = a e2 + b e3. The rates follow
 * from e2' = omega x e2 and from e1 staying normal to r_z:
 *   omega1 = e3.r_y' / |r_y|,  omega3 = -e1.r_y' / |r_y|,  omega2 = (e1.r_z' + a omega3) / b */
typedef struct frame {
  double e1[3], e2[3], e3[3], length, a, b;
} frame;

static bool section_frame(const double ry[3], const double rz[3], frame *f) {
  double normal[3];
  vec_cross(ry, rz, normal);
  double area = sqrt(vec_dot(normal, normal));
  f->length = sqrt(vec_dot(ry, ry));
  if (!(area > 1e-9 * f->length * sqrt(vec_dot(rz, rz)))) return false;
  for (int i = 0; i < 3; i++) {
    f->e1[i] = normal[i] / area;
    f->e2[i] = ry[i] / f->length;
  }
  vec_cross(f->e1, f->e2, f->e3);
  f->a = vec_dot(rz, f->e2);
  f->b = vec_dot(rz, f->e3);
  return true;
}

/* The three rates, their Jacobians and the part of their derivatives that needs no acceleration. */
static void section_rates(const frame *f, const double ryt[3], const double rzt[3],
                          lash_ancf_marker *m) {
  double w1 = vec_dot(f->e3, ryt) / f->length, w3 = -vec_dot(f->e1, ryt) / f->length;
  double w2 = (vec_dot(f->e1, rzt) + f->a * w3) / f->b;
  double e1t[3], e2t[3], e3t[3];
  for (int i = 0; i < 3; i++) m->omega[i] = w1 * f->e1[i] + w2 * f->e2[i] + w3 * f->e3[i];
  vec_cross(m->omega, f->e1, e1t);
  vec_cross(m->omega, f->e2, e2t);
  vec_cross(m->omega, f->e3, e3t);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double w3j = -f->e1[j] / f->length;
      m->rotate_y[i][j] =
          f->e1[i] * f->e3[j] / f->length + f->e2[i] * f->a * w3j / f->b + f->e3[i] * w3j;
      m->rotate_z[i][j] = f->e2[i] * f->e1[j] / f->b;
    }
  }
  /* r_z = a e2 + b e3 by definition of e1, so a' and b' come from r_z' alone */
  double rz[3], length_t = vec_dot(f->e2, ryt);
  for (int i = 0; i < 3; i++) rz[i] = f->a * f->e2[i] + f->b * f->e3[i];
  double at = vec_dot(rzt, f->e2) + vec_dot(rz, e2t), bt = vec_dot(rzt, f->e3) + vec_dot(rz, e3t);
  double w1t = (vec_dot(e3t, ryt) - w1 * length_t) / f->length;
  double w3t = (-vec_dot(e1t, ryt) - w3 * length_t) / f->length;
  double w2t = (vec_dot(e1t, rzt) + at * w3 + f->a * w3t - w2 * bt) / f->b;
  /* the axes' own motion adds omega x omega = 0 */
  for (int i = 0; i < 3; i++) m->omega_bias[i] = w1t * f->e1[i] + w2t * f->e2[i] + w3t * f->e3[i];
}

lash_status lash_ancf_marker_at(const lash_ancf_element *el, const double point[3],
                                const double e[LASH_ANCF_DOF], const double *v, lash_ancf_marker *m,
                                lash_error *error) {
  static const double still[LASH_ANCF_DOF] = {0};
  const double *rate = v ? v : still;
  double ry[3], rz[3], ryt[3], rzt[3];
  frame f;
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
  interpolate(m->section_weight, e, 2, ry);
  interpolate(m->section_weight, e, 3, rz);
  interpolate(m->section_weight, rate, 2, ryt);
  interpolate(m->section_weight, rate, 3, rzt);
  if (!section_frame(ry, rz, &f))
    return lash_fail(error, LASH_FAILURE,
                     "the section of a beam at x = %g m has collapsed: reduce the step or the load",
                     point[0]);
  for (int i = 0; i < 3; i++) {
    m->rotation[i][0] = f.e1[i];
    m->rotation[i][1] = f.e2[i];
    m->rotation[i][2] = f.e3[i];
  }
  section_rates(&f, ryt, rzt, m);
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
