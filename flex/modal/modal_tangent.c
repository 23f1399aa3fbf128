/* Derivatives of a modal body's forces, term by term of modal_body.c. */
#include <string.h>

#include "lash_space.h"
#include "modal_internal.h"

/* Everything the columns share. Vectors and dyads are in body axes. */
typedef struct terms {
  const lash_modal *body;
  const lash_modal_state *s;
  size_t width;
  double *dQdx, *dQdv;
  double g[3], c[3], rate[3]; /* gravity, first moment, and that of the relative velocity */
  double second[3][3];        /* C(z, z) */
  double slip[3][3];          /* C(z, u') */
} terms;

static void cross_axis(size_t axis, const double x[3], double out[3]) {
  const double e[3] = {axis == 0, axis == 1, axis == 2};
  cross3(e, x, out);
}

/* out = tr(D) x - D^T x */
static void turn_of_slip(const double D[3][3], const double x[3], double out[3]) {
  double back[3];
  mat_apply_transposed(D, x, back);
  for (int i = 0; i < 3; i++) out[i] = mat_trace(D) * x[i] - back[i];
}

/* Writes a column: force (body axes, turned to global here) and moment. */
static void put(const terms *t, double *matrix, size_t column, const double force[3],
                const double moment[3]) {
  for (size_t i = 0; i < 3; i++) {
    matrix[i * t->width + column] = dot3(t->s->rotation[i], force);
    matrix[(3 + i) * t->width + column] = moment[i];
  }
}

/* Column of a rotation about axis j: the force turns with the body; what is the same in space, an
 * acceleration or gravity, turns against it. */
static void rotation_column(const terms *t, size_t j, const double *space, const double *force) {
  double turned[3], against[3], moment[3];
  cross_axis(j, force, turned);
  cross_axis(j, space, against);
  for (int i = 0; i < 3; i++) against[i] = -against[i];
  cross3(t->c, against, moment);
  put(t, t->dQdx, 3 + j, turned, moment);
  for (size_t k = 0; k < t->body->mode_count; k++) {
    double motion[3];
    modal_first(t->body, t->s->q, k, motion);
    t->dQdx[(6 + k) * t->width + 3 + j] = dot3(motion, against);
  }
}

static void rotation_columns(const terms *t) {
  const double *w = t->s->omega;
  double once[3], inward[3], sway[3], frame[3], bend[3], twist[3];
  modal_shortening_rate(t->body, t->s->qd, bend, twist);
  cross3(w, t->c, once);
  cross3(w, once, inward);
  cross3(w, t->rate, sway);
  for (int i = 0; i < 3; i++) frame[i] = -inward[i] - 2 * sway[i] - bend[i];
  for (size_t j = 0; j < 3; j++) rotation_column(t, j, t->g, frame);
}

/* Columns of the angular velocity; the rows of modes are written by mode_rows(). */
static void omega_columns(const terms *t) {
  const double *w = t->s->omega;
  double wc[3], Cw[3];
  cross3(w, t->c, wc);
  mat_apply(t->second, w, Cw);
  for (size_t j = 0; j < 3; j++) {
    const double e[3] = {j == 0, j == 1, j == 2};
    double a[3], b[3], d[3], ec[3], Ce[3], slipped[3], force[3], moment[3];
    cross3(e, wc, a);
    cross3(e, t->c, ec);
    cross3(w, ec, b);
    cross3(e, t->rate, d);
    for (int i = 0; i < 3; i++) force[i] = -a[i] - b[i] - 2 * d[i];
    mat_apply(t->second, e, Ce);
    cross3(e, Cw, a);
    cross3(w, Ce, b);
    turn_of_slip(t->slip, e, slipped);
    for (int i = 0; i < 3; i++) moment[i] = a[i] + b[i] - 2 * slipped[i];
    put(t, t->dQdv, 3 + j, force, moment);
  }
}

/* Rates of the shortening along q_l: bend = sum q'_k chi_kl, twist = sum q'_k C(s, chi_kl). */
static void shortening_along(const terms *t, size_t l, double bend[3], double twist[3][3]) {
  size_t n = t->body->mode_count;
  memset(bend, 0, 3 * sizeof *bend);
  memset(twist, 0, 9 * sizeof(double));
  for (size_t k = 0; t->body->shortening && k < n; k++) {
    const lash_shortening *chi = &t->body->shortening[k * n + l];
    mat_add(twist, t->s->qd[k], chi->second);
    for (int i = 0; i < 3; i++) bend[i] += t->s->qd[k] * chi->first[i];
  }
}

/* Columns of q_l and q_l', given Z = C(z, psi_l) and U = C(u', psi_l). */
static void mode_columns(const terms *t, size_t l, const double Z[3][3], const double U[3][3]) {
  const double *w = t->s->omega;
  double motion[3], once[3], force[3], moment[3], grown[3], turned[3], slipped[3], sway[3];
  double sum[3][3], relative[3][3], bend[3], twist[3][3], axial[3];
  modal_first(t->body, t->s->q, l, motion);
  shortening_along(t, l, bend, twist);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      sum[i][j] = Z[i][j] + Z[j][i];          /* dC(z, z) */
      relative[i][j] = U[j][i] + twist[i][j]; /* dC(z, u') */
    }
  cross3(w, motion, once);
  cross3(w, once, force);
  cross3(w, bend, sway);
  for (int i = 0; i < 3; i++) force[i] = -force[i] - 2 * sway[i];
  cross3(motion, t->g, moment);
  mat_apply(sum, w, grown);
  cross3(w, grown, turned);
  turn_of_slip(relative, w, slipped);
  for (int i = 0; i < 3; i++) moment[i] += turned[i] - 2 * slipped[i];
  put(t, t->dQdx, 6 + l, force, moment);

  mat_axial(twist, axial);
  for (int i = 0; i < 3; i++) force[i] = -2 * (once[i] + bend[i]);
  turn_of_slip(Z, w, slipped);
  for (int i = 0; i < 3; i++) moment[i] = -2 * (slipped[i] + axial[i]);
  put(t, t->dQdv, 6 + l, force, moment);
}

static const lash_shortening straight; /* of bodies without */

/* Row of mode k: its elasticity and damping, centrifugal and Coriolis terms. */
static void mode_row(const terms *t, size_t k, const double Z[3][3], const double U[3][3]) {
  const lash_mode *m = &t->body->mode[k];
  const double *w = t->s->omega;
  size_t n = t->body->mode_count;
  double omega_k = TWO_PI * m->frequency, Zw[3], wZ[3], axial[3], w2 = dot3(w, w);
  double *dx = t->dQdx + (6 + k) * t->width, *dv = t->dQdv + (6 + k) * t->width;
  for (size_t l = 0; l < n; l++) {
    const double(*C)[3] = (const double(*)[3])t->body->coupling[l * n + k];
    const lash_shortening *chi = t->body->shortening ? &t->body->shortening[l * n + k] : &straight;
    double Cw[3], Xw[3];
    mat_apply(C, w, Cw);
    mat_apply(chi->second, w, Xw);
    mat_axial(C, axial);
    dx[6 + l] = -dot3(w, Cw) - dot3(w, Xw) + w2 * (mat_trace(C) + mat_trace(chi->second)) +
                dot3(chi->first, t->g) - (k == l ? omega_k * omega_k : 0);
    dv[6 + l] = -2 * dot3(w, axial) - (k == l ? 2 * m->damping * omega_k : 0);
  }
  mat_apply(Z, w, Zw);
  mat_apply_transposed(Z, w, wZ);
  mat_axial(U, axial);
  for (int j = 0; j < 3; j++) dv[3 + j] = -(Zw[j] + wZ[j] - 2 * w[j] * mat_trace(Z) + 2 * axial[j]);
}

void lash_modal_tangent(const lash_modal *body, const lash_modal_state *s, const double gravity[3],
                        double *dQdx, double *dQdv) {
  terms t = {.body = body, .s = s, .width = 6 + body->mode_count, .dQdx = dQdx, .dQdv = dQdv};
  memset(dQdx, 0, t.width * t.width * sizeof *dQdx);
  memset(dQdv, 0, t.width * t.width * sizeof *dQdv);
  mat_apply_transposed(s->rotation, gravity, t.g);
  modal_first_moments(body, s, t.c, t.rate);
  memcpy(t.second, body->second, sizeof t.second);
  for (size_t k = 0; k < body->mode_count; k++) {
    double Z[3][3], U[3][3];
    modal_dyads(body, s, k, Z, U);
    modal_add_to_second(body, s, k, Z, t.second);
    mat_add(t.slip, s->qd[k], Z);
    mode_columns(&t, k, Z, U);
    mode_row(&t, k, Z, U);
  }
  rotation_columns(&t);
  omega_columns(&t);
}

/* ------------------------------------------------------------------------ the mass matrix's own */

/* Column of q_l: motion = dc, Z = C(z, psi_l). `a` is split into linear (body axes), angular and
 * modal accelerations. */
static void mass_column(const terms *t, size_t l, const double *linear, const double *angular,
                        const double *modal) {
  const lash_modal *body = t->body;
  size_t n = body->mode_count;
  double motion[3], Z[3][3], push[3], turned[3], grown[3], pull[3] = {0}, dyad[3][3] = {{0}};
  modal_first(body, t->s->q, l, motion);
  modal_dyads(body, t->s, l, Z, NULL);
  for (size_t k = 0; k < n; k++) {
    const lash_shortening *chi = body->shortening ? &body->shortening[l * n + k] : &straight;
    double both[3][3], turn[3];
    memcpy(both, body->coupling[l * n + k], sizeof both);
    mat_add(both, 1, chi->second);
    mat_add(dyad, modal[k], both);
    mat_axial(both, turn);
    for (int i = 0; i < 3; i++) pull[i] += modal[k] * chi->first[i];
    t->dQdx[(6 + k) * t->width + 6 + l] = dot3(chi->first, linear) + dot3(turn, angular);
  }
  cross3(angular, motion, push);
  cross3(motion, linear, turned);
  double back[3], ahead[3], axial[3];
  mat_apply(Z, angular, ahead);
  mat_apply_transposed(Z, angular, back);
  mat_axial(dyad, axial);
  for (int i = 0; i < 3; i++) {
    push[i] += pull[i];
    grown[i] = turned[i] + 2 * mat_trace(Z) * angular[i] - ahead[i] - back[i] + axial[i];
  }
  put(t, t->dQdx, 6 + l, push, grown);
}

void lash_modal_mass_tangent(const lash_modal *body, const lash_modal_state *s, const double *a,
                             double *dMa) {
  terms t = {.body = body, .s = s, .width = 6 + body->mode_count, .dQdx = dMa};
  double linear[3], force[3];
  memset(dMa, 0, t.width * t.width * sizeof *dMa);
  mat_apply_transposed(s->rotation, a, linear);
  modal_first_moments(body, s, t.c, t.rate);
  cross3(a + 3, t.c, force);
  for (size_t k = 0; k < body->mode_count; k++) {
    double motion[3];
    modal_first(body, s->q, k, motion);
    for (int i = 0; i < 3; i++) force[i] += a[6 + k] * motion[i];
    mass_column(&t, k, linear, a + 3, a + 6);
  }
  for (size_t j = 0; j < 3; j++) rotation_column(&t, j, linear, force);
}
