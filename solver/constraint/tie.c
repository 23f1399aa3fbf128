/* A body without mass that follows a node of a flexible body.
 *
 * Places: r - x = 0 along ground axes. Turns: with E = B^T A (A axes of the node, B of the body)
 * the rows are the skew part of E, zero when the axes agree. Its derivative by the relative turn of
 * the node against the body is g_k = (a_i x b_j - a_j x b_i) / 2, (i, j, k) cyclic with i = k + 1.
 */
#include "bodies.h"
#include "constraint.h"
#include "flexible.h"

size_t lash_tie_units(const lash_system *system, const lash_group *group, int *unit) {
  const lash_tie *tie = &system->tie[group->tie];
  const lash_flexible *body = &system->flexible[tie->flexible];
  unit[0] = tie->body;
  return 1 + body->class->node_units(system, body, tie->node, unit + 1);
}

/* Turn row k: value, gradient g, and g' when node and body turn with w_n and w_b. */
static void turn_row(const double *A, const double *B, int k, const double w_n[3],
                     const double w_b[3], double *value, double g[3], double g_rate[3]) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  double a[2][3], b[2][3], turned[3];
  column3(A, i, a[0]);
  column3(A, j, a[1]);
  column3(B, i, b[0]);
  column3(B, j, b[1]);
  *value = 0.5 * (dot3(b[1], a[0]) - dot3(b[0], a[1]));
  store3(0, 0, 0, g);
  store3(0, 0, 0, g_rate);
  for (int s = 0; s < 2; s++) {
    const double *x = a[s], *y = b[1 - s], sign = s ? -0.5 : 0.5;
    add_cross3(sign, x, y, g);
    cross3(w_n, x, turned);
    add_cross3(sign, turned, y, g_rate);
    cross3(w_b, y, turned);
    add_cross3(sign, x, turned, g_rate);
  }
}

/* The blocks of the body and of the node's units, one row. */
static void put_place(const double *J, size_t units, int k, double *block) {
  for (int c = 0; c < 6; c++) block[c] = c == k ? -1 : 0;
  for (size_t u = 0; u < units; u++) memcpy(block + 6 * (u + 1), J + 36 * u + 6 * k, 6 * sizeof *J);
}

static void put_turn(const double *J, size_t units, const double *B, const double g[3],
                     double *block) {
  double local[3];
  mult33_3(B, g, local);
  for (int c = 0; c < 3; c++) block[c] = 0, block[c + 3] = -local[c];
  for (size_t u = 0; u < units; u++)
    for (int c = 0; c < 6; c++) {
      const double *rotation = J + 36 * u + 18 + c;
      block[6 * (u + 1) + (size_t)c] =
          g[0] * rotation[0] + g[1] * rotation[6] + g[2] * rotation[12];
    }
}

void lash_tie_rows(lash_system *system, lash_group *group) {
  const lash_tie *tie = &system->tie[group->tie];
  const lash_flexible *flexible = &system->flexible[tie->flexible];
  const lash_body *body = &system->body[tie->body];
  const size_t units =
      system->row_block[group->first_row + 1] - system->row_block[group->first_row] - 1;
  lash_flexible_node node;
  double J[36 * LASH_TIE_MOST], slip[3];
  flexible->class->node_at(system, flexible, tie->node, &node, J);
  sub3(node.w, body->w, slip);
  for (int k = 0; k < 6; k++) {
    const int row = group->first_row + k;
    double *block = system->jacobian + 6 * system->row_block[row];
    system->nu[row] = 0;
    if (k < 3) {
      system->phi[row] = node.r[k] - body->x[k];
      system->gamma[row] = -node.a[k];
      put_place(J, units, k, block);
    } else {
      double g[3], g_rate[3];
      turn_row(node.A, body->R, k - 3, node.w, body->w, &system->phi[row], g, g_rate);
      system->gamma[row] = -dot3(g, node.alpha) - dot3(g_rate, slip);
      put_turn(J, units, body->R, g, block);
    }
  }
}
