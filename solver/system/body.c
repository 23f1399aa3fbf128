/* Bodies: where they are, how they turn, what they weigh. */
#include "bodies.h"
#include "flexible.h"

void lash_body_update(lash_system *system, size_t index) {
  lash_body *body = &system->body[index];
  const double *q = system->y + 7 * (index - 1);
  const double *v = system->y + system->size.q + 6 * (index - 1);
  copy3(q, body->x);
  matrix_of_parameters(q + 3, body->R);
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
    copy3(v, qdot);
    parameters_rate(q + 3, v + 3, qdot + 3);
  }
  if (n->cells) memcpy(qdot, v, 6 * n->cells * sizeof *qdot);
}

void lash_system_normalise(double *q, const lash_system_sizes *n) {
  for (size_t b = 0; b < n->bodies; b++) parameters_normalise(q + 7 * b + 3);
}

void lash_body_increment(const double q[7], const double d[6], double scale, double q_out[7]) {
  const double turn[3] = {scale * d[3], scale * d[4], scale * d[5]};
  double e[4];
  for (int k = 0; k < 3; k++) q_out[k] = q[k] + scale * d[k];
  parameters_of_vector(turn, e);
  parameters_product(q + 3, e, q_out + 3);
  parameters_normalise(q_out + 3);
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
    parameters_product(conjugate, q_b + 3, e);
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

/* Ids ascend as a rule; where they do not, all are looked at. */
static size_t find_body(const lash_system *system, int id) {
  size_t low = 1, high = system->body_count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (system->body[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < system->body_count && system->body[low].id == id) return low;
  for (size_t b = 1; b < system->body_count; b++)
    if (system->body[b].id == id) return b;
  return 0;
}

bool lash_system_part(const lash_system *system, int part_id, size_t *q_offset, size_t *v_offset) {
  const size_t b = find_body(system, part_id);
  if (b == 0) return false;
  *q_offset = 7 * (b - 1);
  *v_offset = system->size.q + 6 * (b - 1);
  return true;
}
