/* Nodes of a modal body: position, orientation, velocity, and their Jacobians. */
#include <math.h>
#include <string.h>

#include "lash_space.h"
#include "modal_internal.h"

int lash_modal_find(const lash_modal *body, int id) {
  for (size_t n = 0; n < body->node_count; n++)
    if (body->node[n].id == id) return (int)n;
  return -1;
}

/* Displacement and rotation (six numbers) of a node for modal coordinates or rates. */
static void recover(const lash_modal *body, size_t node, const double *q, double out[6]) {
  memset(out, 0, 6 * sizeof *out);
  for (size_t k = 0; k < body->mode_count; k++)
    for (int i = 0; i < 6; i++) out[i] += q[k] * body->shape[node * body->mode_count + k][i];
}

/* Adds factor times sum a_k b_l chi_kl, the node's shortening. */
static void shorten(const lash_modal *body, size_t node, double factor, const double *a,
                    const double *b, double out[3]) {
  const double(*chi)[3] = (const double(*)[3])body->node[node].shortening;
  size_t n = body->mode_count;
  for (size_t k = 0; chi && k < n; k++)
    for (size_t l = 0; l < n; l++)
      for (int i = 0; i < 3; i++) out[i] += factor * a[k] * b[l] * chi[k * n + l][i];
}

/* Displacement of the node as mode k moves from here: psi_k + sum q_l chi_kl. */
static void node_motion(const lash_modal *body, size_t node, const double *q, size_t k,
                        double out[3]) {
  const double(*chi)[3] = (const double(*)[3])body->node[node].shortening;
  size_t n = body->mode_count;
  memcpy(out, body->shape[node * n + k], 3 * sizeof *out);
  for (size_t l = 0; chi && l < n; l++)
    for (int i = 0; i < 3; i++) out[i] += q[l] * chi[k * n + l][i];
}

/* The exponential of a rotation vector and the map from its rate to angular velocity:
 *   exp(t) = 1 + sinc [t] + a [t]^2,   map = 1 + a [t] + b [t]^2,
 * with a = (1 - cos)/angle^2, b = (1 - sinc)/angle^2; slopes of a and b over the angle, divided by
 * it. */
typedef struct turn {
  double sinc, a, b, a_slope, b_slope;
} turn;

static turn turn_of(const double t[3]) {
  double x2 = dot3(t, t), x = sqrt(x2);
  if (x < 1e-2) /* series: the closed forms lose digits; the next terms are below 1e-16 */
    return (turn){1 - x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42)),
                  0.5 - x2 / 24 * (1 - x2 / 30 * (1 - x2 / 56)),
                  1.0 / 6 - x2 / 120 * (1 - x2 / 42 * (1 - x2 / 72)),
                  -1.0 / 12 + x2 / 180 * (1 - x2 / 37.333333333333333),
                  -1.0 / 60 + x2 / 1260 * (1 - x2 / 48)};
  turn s = {sin(x) / x, (1 - cos(x)) / x2, 0, 0, 0};
  s.b = (1 - s.sinc) / x2;
  s.a_slope = (s.sinc - 2 * s.a) / x2;
  s.b_slope = (s.a - 3 * s.b) / x2;
  return s;
}

/* y = (1 + first [t] + second [t]^2) x */
static void apply_turn(const double t[3], double first, double second, const double x[3],
                       double y[3]) {
  double once[3], twice[3];
  cross3(t, x, once);
  cross3(t, once, twice);
  for (int i = 0; i < 3; i++) y[i] = x[i] + first * once[i] + second * twice[i];
}

/* d(map)/dt along `step`, applied to x */
static void map_slope(const turn *s, const double t[3], const double step[3], const double x[3],
                      double out[3]) {
  double once[3], twice[3], own[3], before[3], after[3], moved[3], along = dot3(t, step);
  cross3(t, x, once);
  cross3(t, once, twice);
  cross3(step, x, moved);
  cross3(step, once, before);
  cross3(t, moved, after);
  for (int i = 0; i < 3; i++) {
    own[i] = s->a * moved[i] + s->b * (before[i] + after[i]);
    out[i] = along * (s->a_slope * once[i] + s->b_slope * twice[i]) + own[i];
  }
}

void lash_modal_node_at(const lash_modal *body, size_t node, const lash_modal_state *s,
                        lash_modal_marker *m) {
  double u[6], ud[6], z[3], v[3], in_body[3], inward[3], sway[3], bend[3] = {0};
  const double *w = s->omega;
  recover(body, node, s->q, u);
  recover(body, node, s->qd, ud);
  shorten(body, node, 0.5, s->q, s->q, u);
  shorten(body, node, 1, s->q, s->qd, ud);
  shorten(body, node, 1, s->qd, s->qd, bend);
  for (int i = 0; i < 3; i++) z[i] = body->node[node].position[i] + u[i];

  mat_apply(s->rotation, z, m->position);
  cross3(w, z, in_body);
  for (int i = 0; i < 3; i++) v[i] = in_body[i] + ud[i];
  mat_apply(s->rotation, v, m->velocity);
  cross3(w, in_body, inward);
  cross3(w, ud, sway);
  for (int i = 0; i < 3; i++) {
    inward[i] += 2 * sway[i] + bend[i];
    m->position[i] += s->position[i];
    m->velocity[i] += s->velocity[i];
  }
  mat_apply(s->rotation, inward, m->acceleration);

  turn t = turn_of(u + 3);
  double relative[3], bias[3], gyro[3], spin[3];
  apply_turn(u + 3, t.a, t.b, ud + 3, relative);
  map_slope(&t, u + 3, ud + 3, ud + 3, bias);
  cross3(w, relative, gyro);
  for (int i = 0; i < 3; i++) {
    spin[i] = w[i] + relative[i];
    bias[i] += gyro[i];
  }
  mat_apply(s->rotation, spin, m->omega);
  mat_apply(s->rotation, bias, m->alpha);
  for (int j = 0; j < 3; j++) {
    const double axis[3] = {j == 0, j == 1, j == 2};
    double turned[3], global[3];
    apply_turn(u + 3, t.sinc, t.a, axis, turned);
    mat_apply(s->rotation, turned, global);
    for (int i = 0; i < 3; i++) m->rotation[i][j] = global[i];
  }
}

void lash_modal_node_jacobians(const lash_modal *body, size_t node, const lash_modal_state *s,
                               double *translation, double *rotation) {
  size_t n = body->mode_count, width = 6 + n;
  double u[6], z[3];
  recover(body, node, s->q, u);
  shorten(body, node, 0.5, s->q, s->q, u);
  turn t = turn_of(u + 3);
  for (int i = 0; i < 3; i++) z[i] = body->node[node].position[i] + u[i];
  for (size_t j = 0; j < 3; j++) {
    const double axis[3] = {j == 0, j == 1, j == 2};
    double arm[3], global[3];
    cross3(axis, z, arm);
    mat_apply(s->rotation, arm, global);
    for (size_t i = 0; i < 3; i++) {
      translation[i * width + j] = i == j;
      translation[i * width + 3 + j] = global[i];
      rotation[i * width + j] = 0;
      rotation[i * width + 3 + j] = s->rotation[i][j];
    }
  }
  for (size_t k = 0; k < n; k++) {
    const double *shape = body->shape[node * n + k];
    double motion[3], moved[3], turned[3], global[3];
    node_motion(body, node, s->q, k, motion);
    mat_apply(s->rotation, motion, moved);
    apply_turn(u + 3, t.a, t.b, shape + 3, turned);
    mat_apply(s->rotation, turned, global);
    for (size_t i = 0; i < 3; i++) {
      translation[i * width + 6 + k] = moved[i];
      rotation[i * width + 6 + k] = global[i];
    }
  }
}

/* Rows of modes: mu_k . F + (map phi_k) . T, F and T in body axes. */
static void mode_rows(const lash_modal *body, size_t node, const lash_modal_state *s,
                      const double F[3], const double T[3], const double theta[3], double *out) {
  size_t n = body->mode_count, width = 6 + n;
  const double(*chi)[3] = (const double(*)[3])body->node[node].shortening;
  turn t = turn_of(theta);
  for (size_t k = 0; k < n; k++) {
    const double *shape = body->shape[node * n + k];
    double motion[3], turned[3], arm[3], push[3], *row = out + (6 + k) * width;
    node_motion(body, node, s->q, k, motion);
    apply_turn(theta, t.a, t.b, shape + 3, turned);
    cross3(motion, F, arm); /* mu . (F x e) = e . (mu x F) */
    cross3(turned, T, push);
    for (size_t j = 0; j < 3; j++) row[3 + j] = arm[j] + push[j];
    for (size_t l = 0; l < n; l++) {
      double slope[3];
      map_slope(&t, theta, body->shape[node * n + l] + 3, shape + 3, slope);
      row[6 + l] = dot3(slope, T) + (chi ? dot3(chi[k * n + l], F) : 0);
    }
    for (size_t j = 0; j < 3; j++) out[(3 + j) * width + 6 + k] = arm[j];
  }
}

void lash_modal_node_stiffness(const lash_modal *body, size_t node, const lash_modal_state *s,
                               const double force[3], const double moment[3], double *out) {
  size_t width = 6 + body->mode_count;
  double u[6], z[3], F[3], T[3];
  memset(out, 0, width * width * sizeof *out);
  mat_apply_transposed(s->rotation, force, F);
  mat_apply_transposed(s->rotation, moment, T);
  recover(body, node, s->q, u);
  shorten(body, node, 0.5, s->q, s->q, u);
  for (int i = 0; i < 3; i++) z[i] = body->node[node].position[i] + u[i];
  for (size_t j = 0; j < 3; j++) { /* z x (F x e) + T x e */
    const double e[3] = {j == 0, j == 1, j == 2};
    double push[3], arm[3], twist[3];
    cross3(F, e, push);
    cross3(z, push, arm);
    cross3(T, e, twist);
    for (size_t i = 0; i < 3; i++) out[(3 + i) * width + 3 + j] = arm[i] + twist[i];
  }
  mode_rows(body, node, s, F, T, u + 3, out);
}
