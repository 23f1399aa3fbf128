#include "reduce_beam.h"

#include <math.h>
#include <string.h>

#include "gauss.h"
#include "lash_space.h"

bool beam_place(beam_element *beam, const double a[3], const double b[3], const double *y) {
  double x[3], z[3], side[3] = {0, 1, 0};
  for (int i = 0; i < 3; i++) {
    x[i] = b[i] - a[i];
    beam->end[0][i] = a[i];
    beam->end[1][i] = b[i];
  }
  beam->length = sqrt(dot3(x, x));
  if (!(beam->length > 0)) return false;
  for (int i = 0; i < 3; i++) x[i] /= beam->length;
  if (y) {
    memcpy(side, y, sizeof side);
  } else if (fabs(x[1]) > 0.99) {
    memcpy(side, (const double[3]){1, 0, 0}, sizeof side);
  }
  cross3(x, side, z);
  double norm = sqrt(dot3(z, z));
  if (!(norm > 1e-6 * sqrt(dot3(side, side)))) return false;
  for (int i = 0; i < 3; i++) z[i] /= norm;
  cross3(z, x, side);
  for (int i = 0; i < 3; i++) {
    beam->axes[i][0] = x[i];
    beam->axes[i][1] = side[i];
    beam->axes[i][2] = z[i];
  }
  return true;
}

/* One bending plane: deflection and section rotation at xi by (v1, theta1, v2, theta2); phi is 12
 * EI/(k G A l^2). */
static void plane(double l, double phi, double xi, double v[4], double t[4]) {
  double f = 1 / (1 + phi), x2 = xi * xi, x3 = x2 * xi;
  v[0] = f * (1 - 3 * x2 + 2 * x3 + phi * (1 - xi));
  v[1] = f * l * (xi - 2 * x2 + x3 + phi / 2 * (xi - x2));
  v[2] = f * (3 * x2 - 2 * x3 + phi * xi);
  v[3] = f * l * (x3 - x2 - phi / 2 * (xi - x2));
  t[0] = f * 6 / l * (x2 - xi);
  t[1] = f * (1 - 4 * xi + 3 * x2 + phi * (1 - xi));
  t[2] = -t[0];
  t[3] = f * (3 * x2 - 2 * xi + phi * xi);
}

static void shear_ratios(const beam_element *b, double *phi_y, double *phi_z) {
  double E = b->material->young, G = lash_shear_modulus(b->material), l2 = b->length * b->length;
  *phi_y = 12 * E * b->section->y2 / (b->section->shear_y * G * b->section->area * l2);
  *phi_z = 12 * E * b->section->z2 / (b->section->shear_z * G * b->section->area * l2);
}

/* Where the coordinates of a bending plane stand among the 12, and the sign of their rotation: a
 * deflection along z turns the section about -y. */
static const int plane_y[4] = {1, 5, 7, 11}, plane_z[4] = {2, 4, 8, 10};

/* Displacement u and rotation t of the section at xi, local axes. */
static void section_motion(const beam_element *b, double xi, double u[3][BEAM_DOF],
                           double t[3][BEAM_DOF]) {
  double phi_y, phi_z, v[4], w[4];
  shear_ratios(b, &phi_y, &phi_z);
  memset(u, 0, 3 * sizeof u[0]);
  memset(t, 0, 3 * sizeof t[0]);
  u[0][0] = t[0][3] = 1 - xi;
  u[0][6] = t[0][9] = xi;
  plane(b->length, phi_y, xi, v, w);
  for (int i = 0; i < 4; i++) {
    u[1][plane_y[i]] = v[i];
    t[2][plane_y[i]] = w[i];
  }
  plane(b->length, phi_z, xi, v, w);
  for (int i = 0; i < 4; i++) {
    double sign = i % 2 ? -1 : 1;
    u[2][plane_z[i]] = sign * v[i];
    t[1][plane_z[i]] = -sign * w[i];
  }
}

/* Columns of a local operator to body axes: coordinates come as four vectors. */
static void to_body(const beam_element *b, const double *local, double *body) {
  for (int block = 0; block < 4; block++) mat_apply(b->axes, local + 3 * block, body + 3 * block);
}

static void add_spring(double k, const double strain[BEAM_DOF], double K[BEAM_DOF][BEAM_DOF]) {
  for (int i = 0; i < BEAM_DOF; i++)
    for (int j = 0; j < BEAM_DOF; j++) K[i][j] += k * strain[i] * strain[j];
}

/* Energy of a bending plane: curvature linear in xi, so mean and slope; shear angle constant. */
static void add_plane(const beam_element *b, double EI, double kGA, double phi, const int at[4],
                      double rotation_sign, double K[BEAM_DOF][BEAM_DOF]) {
  double l = b->length, mean[BEAM_DOF] = {0}, slope[BEAM_DOF] = {0}, shear[BEAM_DOF] = {0};
  double out[BEAM_DOF], f = 1 / (1 + phi);
  const double mean4[4] = {0, -1 / l, 0, 1 / l};
  const double slope4[4] = {6 * f / (l * l), 3 * f / l, -6 * f / (l * l),
                            3 * f / l}; /* at the ends */
  const double shear4[4] = {-f * phi / l, -f * phi / 2, f * phi / l, -f * phi / 2};
  for (int i = 0; i < 4; i++) {
    double sign = i % 2 ? rotation_sign : 1;
    mean[at[i]] = sign * mean4[i];
    slope[at[i]] = sign * slope4[i];
    shear[at[i]] = sign * shear4[i];
  }
  to_body(b, mean, out);
  add_spring(EI * l, out, K);
  to_body(b, slope, out);
  add_spring(EI * l / 3, out, K);
  to_body(b, shear, out);
  add_spring(kGA * l, out, K);
}

void beam_stiffness(const beam_element *b, double K[BEAM_DOF][BEAM_DOF]) {
  double E = b->material->young, G = lash_shear_modulus(b->material), l = b->length;
  double phi_y, phi_z, local[BEAM_DOF] = {0}, out[BEAM_DOF];
  const lash_section *s = b->section;
  memset(K, 0, BEAM_DOF * sizeof K[0]);
  shear_ratios(b, &phi_y, &phi_z);
  local[0] = -1 / l;
  local[6] = 1 / l;
  to_body(b, local, out);
  add_spring(E * s->area * l, out, K);
  local[0] = local[6] = 0;
  local[3] = -1 / l;
  local[9] = 1 / l;
  to_body(b, local, out);
  add_spring(G * s->torsion * l, out, K);
  add_plane(b, E * s->y2, s->shear_y * G * s->area, phi_y, plane_y, 1, K);
  add_plane(b, E * s->z2, s->shear_z * G * s->area, phi_z, plane_z, -1, K);
}

/* Slope of the axis and rate of twist at xi, local axes. The axis turns by the section's rotation
 * and the shear angle, which is constant. */
static void axis_slopes(const beam_element *b, double xi, double v[BEAM_DOF], double w[BEAM_DOF],
                        double twist[BEAM_DOF]) {
  double u[3][BEAM_DOF], t[3][BEAM_DOF], phi[2], l = b->length;
  section_motion(b, xi, u, t);
  shear_ratios(b, &phi[0], &phi[1]);
  memcpy(v, t[2], sizeof t[2]);
  for (int i = 0; i < BEAM_DOF; i++) w[i] = -t[1][i];
  for (int i = 0; i < 4; i++) {
    double side = i == 2 ? 1 : -1, arm = i % 2 ? 0.5 : 1 / l, turned = i % 2 ? -1 : 1;
    v[plane_y[i]] += side * arm * phi[0] / (1 + phi[0]);
    w[plane_z[i]] += turned * side * arm * phi[1] / (1 + phi[1]);
  }
  memset(twist, 0, BEAM_DOF * sizeof *twist);
  twist[3] = -1 / l;
  twist[9] = 1 / l;
}

void beam_tension(const beam_element *b, double force[BEAM_DOF], double K[BEAM_DOF][BEAM_DOF]) {
  double l = b->length, local[BEAM_DOF] = {0}, stiffness = b->material->young * b->section->area;
  double polar = (b->section->y2 + b->section->z2) / b->section->area;
  local[0] = -stiffness / l;
  local[6] = stiffness / l;
  to_body(b, local, force);
  memset(K, 0, BEAM_DOF * sizeof K[0]);
  for (int g = 0; g < 4; g++) {
    double slope[3][BEAM_DOF], out[BEAM_DOF];
    axis_slopes(b, gauss4[g][0], slope[0], slope[1], slope[2]);
    for (int i = 0; i < 3; i++) {
      to_body(b, slope[i], out);
      add_spring((i == 2 ? polar : 1) * gauss4[g][1] * l, out, K);
    }
  }
}

double beam_point(const beam_element *b, int index, double position[3], double shape[BEAM_DOF][3]) {
  double xi = gauss4[index / 4][0], weight = gauss4[index / 4][1];
  double y = (index & 1 ? 1 : -1) * sqrt(b->section->y2 / b->section->area);
  double z = (index & 2 ? 1 : -1) * sqrt(b->section->z2 / b->section->area);
  double u[3][BEAM_DOF], t[3][BEAM_DOF], local[3][BEAM_DOF];
  section_motion(b, xi, u, t);
  for (int j = 0; j < BEAM_DOF; j++) { /* u + t x (0, y, z) */
    local[0][j] = u[0][j] + t[1][j] * z - t[2][j] * y;
    local[1][j] = u[1][j] - t[0][j] * z;
    local[2][j] = u[2][j] + t[0][j] * y;
  }
  const double offset[3] = {xi * b->length, y, z};
  mat_apply(b->axes, offset, position);
  memset(shape, 0, BEAM_DOF * sizeof shape[0]);
  for (int i = 0; i < 3; i++) {
    position[i] += b->end[0][i];
    for (int row = 0; row < 3; row++) {
      double turned[BEAM_DOF];
      to_body(b, local[row], turned);
      for (int j = 0; j < BEAM_DOF; j++) shape[j][i] += b->axes[i][row] * turned[j];
    }
  }
  return b->material->density * b->section->area * b->length * weight / 4;
}
