/* The bed of a worn socket: energy of the overlap on its grid, with exact derivatives, and the
 * depth of fresh surfaces with the same energy.
 *
 * A cell is four triangles about its middle, whose overlap is the mean of the corners'; over each
 * triangle the overlap is taken as linear, so that the energy is twice differentiable as points
 * come and go. What the grid leaves of the exact fresh bed is taken out by the energy B of the same
 * grid without wear: energy = U(r) A/B, which is U(r) to the last bit where nothing is worn. */
#include <math.h>
#include <string.h>

#include "lash_math.h"
#include "lash_space.h"
#include "wear_socket.h"

/* Energy of a touch over that of the fresh bed there: its depth is the third root of it. */
#define LIGHTEST 1e-25

/* Done for each cell: made twice, with and without second derivatives. */
#define TWICE static inline __attribute__((always_inline))

/* ------------------------------------------------------------------------------------ fresh bed */

double lash_wear_socket_energy(double r, double c, double *force, double *slope) {
  const double d = r - c, C = c / r;
  *force = LASH_PI / 3 * d * d * (2 * r + c) / (r * r);
  *slope = 2 * LASH_PI / 3 * (d / r) * (1 + C + C * C);
  return LASH_PI / 3 * d * d * d / r;
}

/* Depth at which the energy is U: d^3 = a (c + d). From above, Newton falls straight to it. */
static double depth_of_energy(double U, double c) {
  const double a = 3 * U / LASH_PI;
  double d = cbrt(a * c) + sqrt(a); /* too deep: its cube has more terms */
  for (int k = 0; k < 50; k++) {
    const double step = (d * d * d - a * (c + d)) / (3 * d * d - a);
    d -= step;
    if (!(step > 4e-16 * d)) break;
  }
  return d;
}

/* ------------------------------------------------------------------------------------ triangles */

/* The divided difference P[a, b, c] of max(o, 0)^4: over a triangle of the area 1 on which o is
 * linear, 1/2 int max(o, 0)^2 = P/12. */
typedef struct piece {
  double value, by[3], by2[3][3];
} piece;

/* a^4/((a - b)(a - c)) times `sign`, a being o[p]. */
TWICE void add_corner(const double o[3], int p, double sign, bool second, piece *t) {
  const int q = (p + 1) % 3, r = (p + 2) % 3;
  const double a = o[p];
  if (a == 0) return;
  const double x = 1 / (a - o[q]), y = 1 / (a - o[r]), cube = 4 * sign * a * a * a * x * y;
  const double s = 0.25 * a * cube;
  t->value += s;
  t->by[p] += cube - s * (x + y);
  t->by[q] += s * x, t->by[r] += s * y;
  if (!second) return;
  const double pq = cube * x - s * x * (2 * x + y), pr = cube * y - s * y * (2 * y + x);
  t->by2[p][p] += 12 * sign * a * a * x * y - 2 * cube * (x + y) + 2 * s * (x * x + x * y + y * y);
  t->by2[q][q] += 2 * s * x * x, t->by2[r][r] += 2 * s * y * y;
  t->by2[p][q] += pq, t->by2[q][p] += pq;
  t->by2[p][r] += pr, t->by2[r][p] += pr;
  t->by2[q][r] += s * x * y, t->by2[r][q] += s * x * y;
}

TWICE void add_whole(const double o[3], bool second, piece *t) {
  const double sum = o[0] + o[1] + o[2];
  t->value += 0.5 * (sum * sum + dot3(o, o));
  for (int k = 0; k < 3; k++) {
    t->by[k] += sum + o[k];
    for (int m = 0; m < 3 && second; m++) t->by2[k][m] += k == m ? 2 : 1;
  }
}

TWICE piece piece_of(const double o[3], bool second) {
  piece t = {0};
  int above = 0, one = 0, none = 0;
  for (int k = 0; k < 3; k++) {
    if (o[k] > 0)
      above++, one = k;
    else
      none = k;
  }
  if (above == 1) add_corner(o, one, 1, second, &t);
  if (above > 1) add_whole(o, second, &t);
  if (above == 2) add_corner(o, none, -1, second, &t);
  return t;
}

/* ---------------------------------------------------------------------------------------- cells */

/* Energy with partials by the three components of n that multiply e, and by the reach. */
typedef struct sums {
  double value, by[4], by2[4][4];
} sums;

/* By the four corners: the middle is a quarter of each. */
typedef struct cell {
  double value, by[4], by2[4][4];
} cell;

TWICE void add_triangle(const double o[4], double middle, int k, bool second, cell *c) {
  const int corner[2] = {k, (k + 1) % 4};
  const piece t = piece_of((double[3]){o[corner[0]], o[corner[1]], middle}, second);
  c->value += t.value;
  for (int a = 0; a < 2; a++) c->by[corner[a]] += t.by[a];
  for (int a = 0; a < 4; a++) c->by[a] += 0.25 * t.by[2];
  for (int a = 0; a < 2 && second; a++) {
    for (int b = 0; b < 2; b++) c->by2[corner[a]][corner[b]] += t.by2[a][b];
    for (int b = 0; b < 4; b++) {
      c->by2[corner[a]][b] += 0.25 * t.by2[a][2];
      c->by2[b][corner[a]] += 0.25 * t.by2[a][2];
    }
  }
  for (int a = 0; a < 4 && second; a++)
    for (int b = 0; b < 4; b++) c->by2[a][b] += t.by2[2][2] / 16;
}

/* All corners overlap: what the four triangles add up to. */
TWICE void whole_cell(const double o[4], double middle, bool second, cell *c) {
  for (int k = 0; k < 4; k++) {
    c->by[k] = 4 * o[k] + o[(k + 1) % 4] + o[(k + 3) % 4] + 6 * middle;
    c->value += 0.5 * c->by[k] * o[k];
    for (int m = 0; m < 4 && second; m++)
      c->by2[k][m] = m == k ? 5.5 : m == (k + 2) % 4 ? 1.5 : 2.5;
  }
}

TWICE void add_cell(const double o[4], const double *const n[4], double span, bool second,
                    sums *sum) {
  const double middle = 0.25 * (o[0] + o[1] + o[2] + o[3]), weight = span / 48;
  cell c = {0};
  if (o[0] > 0 && o[1] > 0 && o[2] > 0 && o[3] > 0)
    whole_cell(o, middle, second, &c);
  else
    for (int k = 0; k < 4; k++) add_triangle(o, middle, k, second, &c);
  sum->value += weight * c.value;
  for (int k = 0; k < 4; k++) {
    axpy3(weight * c.by[k], n[k], sum->by);
    sum->by[3] += weight * c.by[k];
    if (!second) continue;
    double row[4] = {0};
    for (int m = 0; m < 4; m++) {
      axpy3(weight * c.by2[k][m], n[m], row);
      row[3] += weight * c.by2[k][m];
    }
    for (int b = 0; b < 4; b++) {
      for (int a = 0; a < 3; a++) sum->by2[a][b] += n[k][a] * row[b];
      sum->by2[3][b] += row[b];
    }
  }
}

/* ------------------------------------------------------------------------------------- the ball */

/* Where a ball is, and of a point what overlaps most. */
typedef struct ball_at {
  const double *e;
  double r;
  wear_reach reach;
  double most, nearest[3];
} ball_at;

/* Overlaps of the points of a patch, fresh and as they are. */
typedef struct overlaps {
  double fresh[LASH_WEAR_ROW][LASH_WEAR_ROW], worn[LASH_WEAR_ROW][LASH_WEAR_ROW];
} overlaps;

static void look_at_points(const lash_wear *wear, const lash_wear_socket *socket,
                           const wear_patch *p, ball_at *ball, overlaps *o) {
  for (int a = p->first[0]; a <= p->last[0]; a++)
    for (int b = p->first[1]; b <= p->last[1]; b++) {
      const double fresh = dot3(ball->e, p->n[a][b]) + ball->reach.more - wear->c;
      const double worn = fresh - socket->ball - socket->depth[wear_point(wear, p->face, a, b)];
      o->fresh[a][b] = fresh, o->worn[a][b] = worn;
      if (!(fresh > 0) || !(worn > ball->most)) continue;
      ball->most = worn;
      copy3(p->n[a][b], ball->nearest);
    }
}

static bool any(const double o[4]) { return o[0] > 0 || o[1] > 0 || o[2] > 0 || o[3] > 0; }

static void corners_of(const double o[LASH_WEAR_ROW][LASH_WEAR_ROW], int a, int b, double out[4]) {
  out[0] = o[a][b], out[1] = o[a + 1][b], out[2] = o[a + 1][b + 1], out[3] = o[a][b + 1];
}

TWICE void add_patch_to(const lash_wear *wear, const wear_patch *p, const overlaps *o, bool second,
                        sums sum[2]) {
  for (int a = p->first[0]; a < p->last[0]; a++)
    for (int b = p->first[1]; b < p->last[1]; b++) {
      double fresh[4], worn[4];
      corners_of(o->fresh, a, b, fresh);
      if (!any(fresh)) continue;
      const double *const n[4] = {p->n[a][b], p->n[a + 1][b], p->n[a + 1][b + 1], p->n[a][b + 1]};
      const double span = lash_wear_cell_span(wear, a, b);
      corners_of(o->worn, a, b, worn);
      if (any(worn)) add_cell(worn, n, span, second, &sum[0]);
      add_cell(fresh, n, span, second, &sum[1]);
    }
}

static void add_patch(const lash_wear *wear, const wear_patch *p, const overlaps *o, bool second,
                      sums sum[2]) {
  if (second)
    add_patch_to(wear, p, o, true, sum);
  else
    add_patch_to(wear, p, o, false, sum);
}

/* Partials by e of an energy: n stands for itself, the reach for its derivative along e. */
static void by_place(const sums *s, const ball_at *ball, bool second, double by[3],
                     double by2[3][3]) {
  double way[3];
  scale3(1 / ball->r, ball->e, way);
  const wear_reach *reach = &ball->reach;
  copy3(s->by, by);
  axpy3(reach->by * s->by[3], way, by);
  for (int a = 0; a < 3 && second; a++)
    for (int b = 0; b < 3; b++) {
      const double along = way[a] * way[b], across = ((a == b) - along) / ball->r;
      by2[a][b] = s->by2[a][b] + reach->by * (s->by2[a][3] * way[b] + s->by2[3][b] * way[a]) +
                  reach->by * reach->by * s->by2[3][3] * along +
                  s->by[3] * (reach->by2 * along + reach->by * across);
    }
}

/* From the energies to the depth of fresh surfaces: delta = U^-1(U(r) A/B). */
static void depth_of(const lash_wear *wear, const ball_at *ball, const sums sum[2], bool second,
                     lash_wear_bowl *bowl) {
  double force, slope, F, S, by[2][3], by2[2][3][3], log_by[3], way[3];
  const double U0 = lash_wear_socket_energy(ball->r, wear->c, &force, &slope);
  const double U = U0 * (sum[0].value / sum[1].value);
  bowl->delta = depth_of_energy(U, wear->c);
  lash_wear_socket_energy(wear->c + bowl->delta, wear->c, &F, &S);
  scale3(1 / ball->r, ball->e, way);
  for (int n = 0; n < 2; n++) by_place(&sum[n], ball, second, by[n], by2[n]);
  for (int a = 0; a < 3; a++) {
    log_by[a] = by[0][a] / sum[0].value - by[1][a] / sum[1].value + force / U0 * way[a];
    bowl->by[a] = U * log_by[a] / F;
  }
  for (int a = 0; a < 3 && second; a++)
    for (int b = 0; b < 3; b++) {
      const double along = way[a] * way[b], across = ((a == b) - along) / ball->r;
      double bend = (slope / U0 - force * force / (U0 * U0)) * along + force / U0 * across;
      for (int n = 0; n < 2; n++) {
        const double E = sum[n].value;
        bend += (n ? -1 : 1) * (by2[n][a][b] / E - by[n][a] * by[n][b] / (E * E));
      }
      const double whole = U * (log_by[a] * log_by[b] + bend);
      bowl->by2[a][b] = (whole - S * bowl->by[a] * bowl->by[b]) / F;
    }
}

/* ----------------------------------------------------------------------------------------- look */

/* No place of fresh surfaces would touch. */
static void look_at_gap(const lash_wear *wear, const lash_wear_socket *socket, const double e[3],
                        double r, lash_wear_bowl *bowl) {
  double by[3], way[3];
  scale3(1 / r, e, way);
  bowl->delta = r - wear->c - socket->ball - lash_wear_socket_depth_by(wear, socket, e, by);
  sub3(way, by, bowl->by);
}

void lash_wear_socket_look(const lash_wear *wear, const lash_wear_socket *socket, const double e[3],
                           bool second, lash_wear_bowl *bowl) {
  ball_at ball = {.e = e, .r = norm3(e), .most = -INFINITY};
  sums sum[2] = {{.value = 0}, {.value = 0}};
  memset(bowl, 0, sizeof *bowl);
  if (!(ball.r > wear->c)) {
    look_at_gap(wear, socket, e, ball.r, bowl);
    return;
  }
  ball.reach = lash_wear_reach(wear, ball.r);
  for (int f = 0; f < LASH_WEAR_FACES; f++) {
    wear_patch patch;
    overlaps o;
    if (!lash_wear_patch(wear, f, e, ball.r, ball.reach.sine, &patch)) continue;
    look_at_points(wear, socket, &patch, &ball, &o);
    add_patch(wear, &patch, &o, second, sum);
  }
  bowl->touching = sum[0].value > LIGHTEST * sum[1].value;
  if (bowl->touching) {
    depth_of(wear, &ball, sum, second, bowl);
    return;
  }
  bowl->delta = fmin(ball.most, 0);
  copy3(ball.nearest, bowl->by);
  axpy3(ball.reach.by / ball.r, e, bowl->by);
}
