/* The equations of motion of a modal body from its inertia invariants.
 *
 * With z = s + sum q_k psi_k and the dyads C(a, b) = integral of a b^T dm, all of them linear in q:
 *   mass       [ m 1      -A [c]x    A c_k   ]   c = first moment of z
 *              [          J          h_k     ]   J = tr C(z,z) 1 - C(z,z),  h_k = axial C(z, psi_k)
 *              [ symmetric           tr C_kl ]
 *   velocity   a point's acceleration holds  omega x (omega x z) + 2 omega x u';  integrated
 * against the motions of frame and modes it gives the three sums of velocity_forces()
 * Shortening adds sum q_l chi_kl to psi_k wherever it meets 1 or s; see modal_shortening.c. */
#include <stdlib.h>
#include <string.h>

#include "lash_space.h"
#include "modal_internal.h"

lash_status lash_modal_allocate(lash_modal *body, size_t modes, size_t nodes, lash_error *error) {
  memset(body, 0, sizeof *body);
  body->mode_count = modes;
  body->node_count = nodes;
  body->mode = calloc(modes + 1, sizeof *body->mode);
  body->coupling = calloc(modes * modes + 1, sizeof *body->coupling);
  body->node = calloc(nodes + 1, sizeof *body->node);
  body->shape = calloc(nodes * modes + 1, sizeof *body->shape);
  if (!body->mode || !body->coupling || !body->node || !body->shape) {
    lash_modal_free(body);
    return lash_fail(error, LASH_FAILURE, "no memory for a body of %zu modes and %zu nodes", modes,
                     nodes);
  }
  for (size_t k = 0; k < modes; k++) body->mode[k].damping = LASH_MODAL_DAMPING;
  return LASH_OK;
}

void lash_modal_free(lash_modal *body) {
  for (size_t n = 0; body->node && n < body->node_count; n++) free(body->node[n].shortening);
  free(body->shortening);
  free(body->mode);
  free(body->coupling);
  free(body->node);
  free(body->shape);
  memset(body, 0, sizeof *body);
}

void modal_first_moments(const lash_modal *body, const lash_modal_state *s, double c[3],
                         double rate[3]) {
  memcpy(c, body->first, 3 * sizeof *c);
  memset(rate, 0, 3 * sizeof *rate);
  for (size_t k = 0; k < body->mode_count; k++) {
    double motion[3];
    modal_first(body, s->q, k, motion);
    for (int i = 0; i < 3; i++) {
      c[i] += 0.5 * s->q[k] * (body->mode[k].first[i] + motion[i]);
      rate[i] += s->qd[k] * motion[i];
    }
  }
}

void modal_dyads(const lash_modal *body, const lash_modal_state *s, size_t k, double C[3][3],
                 double relative[3][3]) {
  size_t n = body->mode_count;
  memcpy(C, body->mode[k].second, 9 * sizeof(double));
  if (relative) memset(relative, 0, 9 * sizeof(double));
  for (size_t l = 0; l < n; l++) {
    mat_add(C, s->q[l], body->coupling[l * n + k]);
    if (body->shortening) mat_add(C, s->q[l], body->shortening[l * n + k].second);
    if (relative) mat_add(relative, s->qd[l], body->coupling[l * n + k]);
  }
}

void modal_add_to_second(const lash_modal *body, const lash_modal_state *s, size_t k,
                         const double C[3][3], double second[3][3]) {
  const double(*B)[3] = (const double(*)[3])body->mode[k].second;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      second[i][j] += 0.5 * s->q[k] * (B[i][j] + B[j][i] + C[i][j] + C[j][i]);
}

void lash_modal_mass(const lash_modal *body, const lash_modal_state *s, double *M) {
  size_t n = body->mode_count, size = 6 + n;
  double c[3], rate[3], second[3][3];
  memset(M, 0, size * size * sizeof *M);
  memcpy(second, body->second, sizeof second);
  modal_first_moments(body, s, c, rate);
  const double cross[3][3] = {{0, c[2], -c[1]}, {-c[2], 0, c[0]}, {c[1], -c[0], 0}}; /* -[c]x */
  for (size_t k = 0; k < n; k++) {
    double C[3][3], h[3], motion[3], push[3];
    modal_dyads(body, s, k, C, NULL);
    modal_add_to_second(body, s, k, C, second);
    mat_axial(C, h);
    modal_first(body, s->q, k, motion);
    mat_apply(s->rotation, motion, push);
    for (size_t i = 0; i < 3; i++) {
      M[i * size + 6 + k] = M[(6 + k) * size + i] = push[i];
      M[(3 + i) * size + 6 + k] = M[(6 + k) * size + 3 + i] = h[i];
    }
    for (size_t l = 0; l < n; l++) M[(6 + k) * size + 6 + l] = mat_trace(body->coupling[k * n + l]);
  }
  for (size_t i = 0; i < 3; i++) {
    M[i * size + i] = body->mass;
    for (size_t j = 0; j < 3; j++) {
      double turn = 0;
      for (size_t m = 0; m < 3; m++) turn += s->rotation[i][m] * cross[m][j];
      M[i * size + 3 + j] = M[(3 + j) * size + i] = turn;
      M[(3 + i) * size + 3 + j] = (i == j ? mat_trace(second) : 0) - second[i][j];
    }
  }
}

/* Takes the quadratic velocity forces off Q (translation in body axes here). */
static void velocity_forces(const lash_modal *body, const lash_modal_state *s, double Q[6],
                            double *Q_modal) {
  const double *w = s->omega;
  double c[3], rate[3], turn[3], inward[3], coriolis[3], second[3][3];
  double slip[3][3] = {{0}}, w2 = dot3(w, w); /* slip: C(z, u') */
  double bend[3], twist[3];
  modal_shortening_rate(body, s->qd, bend, twist);
  modal_first_moments(body, s, c, rate);
  cross3(w, c, turn);
  cross3(w, turn, inward);
  cross3(w, rate, coriolis);
  for (int i = 0; i < 3; i++) Q[i] -= inward[i] + 2 * coriolis[i] + bend[i];

  memcpy(second, body->second, sizeof second);
  for (size_t k = 0; k < body->mode_count; k++) {
    double C[3][3], relative[3][3], Cw[3], sway[3];
    modal_dyads(body, s, k, C, relative);
    modal_add_to_second(body, s, k, C, second);
    mat_add(slip, s->qd[k], C);
    mat_apply(C, w, Cw);
    mat_axial(relative, sway);
    Q_modal[k] -= dot3(w, Cw) - w2 * mat_trace(C) + 2 * dot3(w, sway);
  }
  double Cw[3], gyro[3], slipped[3];
  mat_apply(second, w, Cw);
  cross3(w, Cw, gyro); /* omega x J omega = -omega x C omega */
  mat_apply_transposed(slip, w, slipped);
  for (int i = 0; i < 3; i++)
    Q[3 + i] -= -gyro[i] + 2 * (mat_trace(slip) * w[i] - slipped[i]) + twist[i];
}

void lash_modal_force(const lash_modal *body, const lash_modal_state *s, const double gravity[3],
                      double *Q) {
  double g[3], c[3], rate[3], torque[3], frame[6] = {0};
  memset(Q, 0, (6 + body->mode_count) * sizeof *Q);
  mat_apply_transposed(s->rotation, gravity, g);
  modal_first_moments(body, s, c, rate);
  cross3(c, g, torque);
  for (size_t k = 0; k < body->mode_count; k++) {
    const lash_mode *m = &body->mode[k];
    double w = TWO_PI * m->frequency, motion[3];
    modal_first(body, s->q, k, motion);
    Q[6 + k] = dot3(motion, g) + m->preload - w * w * s->q[k] - 2 * m->damping * w * s->qd[k];
  }
  velocity_forces(body, s, frame, Q + 6);
  for (int i = 0; i < 3; i++) {
    Q[i] = body->mass * gravity[i] + dot3(s->rotation[i], frame);
    Q[3 + i] = torque[i] + frame[3 + i];
  }
}

double lash_modal_kinetic(const lash_modal *body, const lash_modal_state *s) {
  /* 1/2 v' M v, block by block, without forming M */
  size_t n = body->mode_count;
  double v[3], c[3], rate[3], second[3][3], turn[3], relative = 0, coupled = 0;
  mat_apply_transposed(s->rotation, s->velocity, v);
  modal_first_moments(body, s, c, rate);
  memcpy(second, body->second, sizeof second);
  for (size_t k = 0; k < n; k++) {
    double C[3][3], h[3];
    modal_dyads(body, s, k, C, NULL);
    modal_add_to_second(body, s, k, C, second);
    mat_axial(C, h);
    coupled += s->qd[k] * dot3(h, s->omega);
    for (size_t l = 0; l < n; l++)
      relative += 0.5 * s->qd[k] * s->qd[l] * mat_trace(body->coupling[k * n + l]);
  }
  mat_apply(second, s->omega, turn);
  double spin = 0.5 * (mat_trace(second) * dot3(s->omega, s->omega) - dot3(s->omega, turn));
  cross3(s->omega, c, turn);
  return 0.5 * body->mass * dot3(v, v) + dot3(v, turn) + dot3(v, rate) + spin + coupled + relative;
}

double lash_modal_elastic(const lash_modal *body, const double *q) {
  double energy = 0;
  for (size_t k = 0; k < body->mode_count; k++) {
    double w = TWO_PI * body->mode[k].frequency;
    energy += 0.5 * w * w * q[k] * q[k] - body->mode[k].preload * q[k];
  }
  return energy;
}

double lash_modal_potential(const lash_modal *body, const lash_modal_state *s,
                            const double gravity[3]) {
  double g[3], c[3], rate[3];
  mat_apply_transposed(s->rotation, gravity, g);
  modal_first_moments(body, s, c, rate);
  return -body->mass * dot3(gravity, s->position) - dot3(g, c);
}
