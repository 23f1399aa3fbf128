/* Bodies: where they are, how they turn, what they weigh. */
#include "flexible.h"

/* The length is divided out, so an integrator that drifts off the unit sphere within a step still
 * sees a pure rotation. */
void lash_matrix_of_parameters(const double e[4], double R[9]) {
  const double n = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3];
  const double s = 2.0 / n;
  const double a = e[1] * s, b = e[2] * s, c = e[3] * s;
  const double wx = e[0] * a, wy = e[0] * b, wz = e[0] * c;
  const double xx = e[1] * a, xy = e[1] * b, xz = e[1] * c;
  const double yy = e[2] * b, yz = e[2] * c, zz = e[3] * c;
  R[0] = 1 - yy - zz, R[1] = xy - wz, R[2] = xz + wy;
  R[3] = xy + wz, R[4] = 1 - xx - zz, R[5] = yz - wx;
  R[6] = xz - wy, R[7] = yz + wx, R[8] = 1 - xx - yy;
}

void lash_body_update(lash_system *system, size_t index) {
  lash_body *body = &system->body[index];
  const double *q = system->y + 7 * (index - 1);
  const double *v = system->y + system->size.q + 6 * (index - 1);
  copy3(q, body->x);
  lash_matrix_of_parameters(q + 3, body->R);
  copy3(v, body->u);
  copy3(v + 3, body->wb);
  mul33_3(body->R, body->wb, body->w);
}

void lash_system_set(lash_system *system, double t, const double *y) {
  const size_t size = system->size.y * sizeof *y;
  /* asked again where it stands, untouched since: what was computed there still holds */
  if (system->y_set && t == system->t && memcmp(y, system->y_set, size) == 0 &&
      memcmp(system->y, system->y_set, size) == 0)
    return;
  system->t = t;
  if (y != system->y) memcpy(system->y, y, size);
  if (system->y_set) memcpy(system->y_set, y, size);
  system->stamp = ++system->last_stamp;
  for (size_t b = 1; b < system->body_count; b++) lash_body_update(system, b);
}

void lash_system_set_mode(lash_system *system, int mode) {
  system->analysis_mode = mode;
  system->stamp = ++system->last_stamp; /* functions may depend on it */
}

double lash_system_time(const lash_system *system) { return system->t; }

const double *lash_system_state(const lash_system *system) { return system->y; }

void lash_system_initial(const lash_system *system, double *t, double *y) {
  *t = system->t0;
  memcpy(y, system->y0, system->size.y * sizeof *y);
}

/* ------------------------------------------------------------------------------ rotation groups */

void lash_system_qdot(const double *q, const double *v, const lash_system_sizes *n, double *qdot) {
  for (size_t b = 0; b < n->bodies; b++, q += 7, v += 6, qdot += 7) {
    const double *e = q + 3, *w = v + 3;
    copy3(v, qdot);
    qdot[3] = -0.5 * (e[1] * w[0] + e[2] * w[1] + e[3] * w[2]);
    qdot[4] = 0.5 * (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]);
    qdot[5] = 0.5 * (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]);
    qdot[6] = 0.5 * (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]);
  }
  memcpy(qdot, v, 6 * n->cells * sizeof *qdot);
}

static void normalise(double e[4]) {
  const double n = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
  for (int k = 0; k < 4; k++) e[k] /= n;
}

void lash_system_normalise(double *q, const lash_system_sizes *n) {
  for (size_t b = 0; b < n->bodies; b++) normalise(q + 7 * b + 3);
}

/* Euler parameters of a rotation vector; exact to round-off also near zero. */
static void parameters_of(const double d[3], double e[4]) {
  const double angle = norm3(d), half = 0.5 * angle;
  const double s = angle < 1e-4 ? 0.5 - angle * angle / 48 : sin(half) / angle;
  e[0] = cos(half);
  for (int k = 0; k < 3; k++) e[k + 1] = s * d[k];
}

static void quaternion_product(const double a[4], const double b[4], double out[4]) {
  const double c[4] = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                       a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                       a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3],
                       a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1]};
  memcpy(out, c, sizeof c);
}

/* Euler parameters of a rotation matrix (Shepperd's choice of the largest component). */
void lash_parameters_of_matrix(const double R[9], double e[4]) {
  const double trace = R[0] + R[4] + R[8];
  const double square[4] = {1 + trace, 1 + 2 * R[0] - trace, 1 + 2 * R[4] - trace,
                            1 + 2 * R[8] - trace};
  int best = 0;
  for (int k = 1; k < 4; k++)
    if (square[k] > square[best]) best = k;
  const double twice = sqrt(square[best]), factor = 0.5 / twice;
  const double skew[3] = {R[7] - R[5], R[2] - R[6], R[3] - R[1]};
  const double even[3] = {R[7] + R[5], R[2] + R[6], R[3] + R[1]}; /* yz, xz, xy */
  e[best] = 0.5 * twice;
  if (best == 0) {
    for (int k = 0; k < 3; k++) e[k + 1] = factor * skew[k];
    return;
  }
  const int axis = best - 1;
  e[0] = factor * skew[axis];
  for (int k = 0; k < 3; k++)
    if (k != axis) e[k + 1] = factor * even[3 - axis - k];
}

void lash_body_increment(const double q[7], const double d[6], double scale, double q_out[7]) {
  const double turn[3] = {scale * d[3], scale * d[4], scale * d[5]};
  double e[4];
  for (int k = 0; k < 3; k++) q_out[k] = q[k] + scale * d[k];
  parameters_of(turn, e);
  quaternion_product(q + 3, e, q_out + 3);
  normalise(q_out + 3);
}

void lash_system_increment(const double *q, const double *d, double scale,
                           const lash_system_sizes *n, double *q_out) {
  for (size_t b = 0; b < n->bodies; b++, q += 7, d += 6, q_out += 7)
    lash_body_increment(q, d, scale, q_out);
  for (size_t k = 0; k < 6 * n->cells; k++) q_out[k] = q[k] + scale * d[k];
}

void lash_system_difference(const double *q_a, const double *q_b, const lash_system_sizes *n,
                            double *d) {
  for (size_t b = 0; b < n->bodies; b++, q_a += 7, q_b += 7, d += 6) {
    const double conjugate[4] = {q_a[3], -q_a[4], -q_a[5], -q_a[6]};
    double e[4];
    quaternion_product(conjugate, q_b + 3, e);
    const double sine = norm3(e + 1), sign = e[0] < 0 ? -1 : 1;
    const double factor =
        sine < 1e-8 * fabs(e[0]) ? 2 / e[0] : sign * 2 * atan2(sine, fabs(e[0])) / sine;
    for (int k = 0; k < 3; k++) {
      d[k] = q_b[k] - q_a[k];
      d[k + 3] = factor * e[k + 1];
    }
  }
  for (size_t k = 0; k < 6 * n->cells; k++) d[k] = q_b[k] - q_a[k];
}

void lash_system_scale(const lash_system *system, double length, double *scale) {
  for (size_t k = 0; k < 6 * system->size.bodies; k++) scale[k] = k % 6 < 3 ? length : 1;
  lash_flexible_scale(system, length, scale);
}

/* ----------------------------------------------------------------------------------------- mass */

void lash_system_mass(const lash_system *system, size_t body, double *mass, double inertia[9]) {
  *mass = system->body[body + 1].mass;
  memcpy(inertia, system->body[body + 1].inertia, 9 * sizeof *inertia);
}

void lash_system_mass_times(const lash_system *system, const double *in, double *out) {
  const double *from = in;
  double *to = out;
  for (size_t b = 1; b < system->body_count; b++, from += 6, to += 6) {
    const lash_body *body = &system->body[b];
    for (int k = 0; k < 3; k++) to[k] = body->mass * from[k];
    mul33_3(body->inertia, from + 3, to + 3);
  }
  if (system->flexible_count) lash_flexible_mass_times(system, in, out);
}

bool lash_system_part(const lash_system *system, int part_id, size_t *q_offset, size_t *v_offset) {
  for (size_t b = 1; b < system->body_count; b++) {
    if (system->body[b].id != part_id) continue;
    *q_offset = 7 * (b - 1);
    *v_offset = system->size.q + 6 * (b - 1);
    return true;
  }
  return false;
}
