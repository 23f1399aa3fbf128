/* Derivatives of a modal body's forces, term by term of modal_body.c. */
#include <string.h>

#include "modal_internal.h"
#include "vector.h"

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
  vec_cross(e, x, out);
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
    matrix[i * t->width + column] = vec_dot(t->s->rotation[i], force);
    matrix[(3 + i) * t->width + column] = moment[i];
  }
}

/* Columns of a rotation: the force turns with the body, gravity turns against it. */
static void rotation_columns(const terms *t) {
  const double *w = t->s->omega;
  double once[3], inward[3], sway[3], frame[3];
  vec_cross(w, t->c, once);
  vec_cross(w, once, inward);
  vec_cross(w, t->rate, sway);
  for (int i = 0; i < 3; i++) frame[i] = -inward[i] - 2 * sway[i];
  for (size_t j = 0; j < 3; j++) {
    double force[3], lighter[3], moment[3];
    cross_axis(j, frame, force);
    cross_axis(j, t->g, lighter);
    for (int i = 0; i < 3; i++) lighter[i] = -lighter[i];
    vec_cross(t->c, lighter, moment);
    put(t, t->dQdx, 3 + j, force, moment);
    for (size_t k = 0; k < t->body->mode_count; k++)
      t->dQdx[(6 + k) * t->width + 3 + j] = vec_dot(t->body->mode[k].first, lighter);
  }
}

/* Columns of the angular velocity; the rows of modes are written by mode_rows(). */
static void omega_columns(const terms *t) {
  const double *w = t->s->omega;
  double wc[3], Cw[3];
  vec_cross(w, t->c, wc);
  mat_apply(t->second, w, Cw);
  for (size_t j = 0; j < 3; j++) {
    const double e[3] = {j == 0, j == 1, j == 2};
    double a[3], b[3], d[3], ec[3], Ce[3], slipped[3], force[3], moment[3];
    vec_cross(e, wc, a);
    vec_cross(e, t->c, ec);
    vec_cross(w, ec, b);
    vec_cross(e, t->rate, d);
    for (int i = 0; i < 3; i++) force[i] = -a[i] - b[i] - 2 * d[i];
    mat_apply(t->second, e, Ce);
    vec_cross(e, Cw, a);
    vec_cross(w, Ce, b);
    turn_of_slip(t->slip, e, slipped);
    for (int i = 0; i < 3; i++) moment[i] = a[i] + b[i] - 2 * slipped[i];
    put(t, t->dQdv, 3 + j, force, moment);
  }
}

/* Columns of q_l and q_l', given Z = C(z, psi_l) and U = C(u', psi_l). */
static void mode_columns(const terms *t, size_t l, const double Z[3][3], const double U[3][3]) {
  const double *w = t->s->omega, *first = t->body->mode[l].first;
  double once[3], force[3], moment[3], grown[3], turned[3], slipped[3], sum[3][3], relative[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      sum[i][j] = Z[i][j] + Z[j][i]; /* dC(z, z) */
      relative[i][j] = U[j][i];      /* dC(z, u') */
    }
  vec_cross(w, first, once);
  vec_cross(w, once, force);
  for (int i = 0; i < 3; i++) force[i] = -force[i];
  vec_cross(first, t->g, moment);
  mat_apply(sum, w, grown);
  vec_cross(w, grown, turned);
  turn_of_slip(relative, w, slipped);
  for (int i = 0; i < 3; i++) moment[i] += turned[i] - 2 * slipped[i];
  put(t, t->dQdx, 6 + l, force, moment);

  for (int i = 0; i < 3; i++) force[i] = -2 * once[i];
  turn_of_slip(Z, w, slipped);
  for (int i = 0; i < 3; i++) moment[i] = -2 * slipped[i];
  put(t, t->dQdv, 6 + l, force, moment);
}

/* Row of mode k: its elasticity and damping, centrifugal and Coriolis terms. */
static void mode_row(const terms *t, size_t k, const double Z[3][3], const double U[3][3]) {
  const lash_mode *m = &t->body->mode[k];
  const double *w = t->s->omega;
  size_t n = t->body->mode_count;
  double omega_k = TWO_PI * m->frequency, Zw[3], wZ[3], axial[3], w2 = vec_dot(w, w);
  double *dx = t->dQdx + (6 + k) * t->width, *dv = t->dQdv + (6 + k) * t->width;
  for (size_t l = 0; l < n; l++) {
    const double(*C)[3] = (const double(*)[3])t->body->coupling[l * n + k];
    double Cw[3];
    mat_apply(C, w, Cw);
    mat_axial(C, axial);
    dx[6 + l] = -(vec_dot(w, Cw) - w2 * mat_trace(C)) - (k == l ? omega_k * omega_k : 0);
    dv[6 + l] = -2 * vec_dot(w, axial) - (k == l ? 2 * m->damping * omega_k : 0);
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
