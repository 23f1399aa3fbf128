/* The bed of a worn joint: energy of the overlap on the grid of the bearing, with exact
 * derivatives, and the depth of fresh surfaces with the same energy.
 *
 * Between two points of the grid the overlap is taken as linear, so that the energy is twice
 * differentiable as points come and go. Near touch the journal reaches out by half a step's sagitta
 * more than it does, so that a touch is never missed between two points; this fades as (c/r)^8.
 * What the grid leaves of the exact fresh bed is taken out by the energy B of the same grid without
 * wear: energy = U(r) A/B, which is U(r) to the last bit where nothing is worn. */
#include <math.h>
#include <string.h>

#include "lash_math.h"
#include "wear_impl.h"

/* Energy of a touch over that of the fresh bed there: its depth is the 2.5th root of it. */
#define LIGHTEST 1e-25

static const double two_pi = 2 * LASH_PI;

/* --------------------------------------------------------------------------------------- splines
 */

static long wrap(long k, long count) {
  const long rest = k % count;
  return rest < 0 ? rest + count : rest;
}

spline_spot lash_wear_spot(double place, size_t cells) {
  const double middle = floor(place + 0.5), u = place - middle, a = 0.5 - u, b = 0.5 + u;
  const double turns = floor(middle / (double)cells); /* `place` may be any number of turns away */
  const long at = wrap((long)(middle - turns * (double)cells), (long)cells);
  return (spline_spot){at, {0.5 * a * a, 0.75 - u * u, 0.5 * b * b}, {-a, -2 * u, b}};
}

/* The bearing's points are those of the bed: between them it is straight. */
static double straight_at(const double *depth, size_t cells, double place, double *slope) {
  const double below = floor(place), u = place - below;
  const long n = (long)cells, k = wrap((long)(below - (double)n * floor(below / (double)n)), n);
  const double a = depth[k], b = depth[wear_near(k + 1, n)];
  *slope = b - a;
  return (1 - u) * a + u * b;
}

static double depth_at(const lash_wear *wear, const lash_wear_profile *profile, int body,
                       double angle, double *slope) {
  const double per_angle = (double)wear->cells / two_pi, *depth = profile->depth[body];
  double per_cell, value;
  if (body == 0) {
    value = straight_at(depth, wear->cells, angle * per_angle, &per_cell);
  } else {
    const spline_spot s = lash_wear_spot(angle * per_angle, wear->cells);
    value = wear_spline(depth, (long)wear->cells, s.middle, s.value);
    per_cell = wear_spline(depth, (long)wear->cells, s.middle, s.slope);
  }
  *slope = per_cell * per_angle;
  return value;
}

double lash_wear_depth(const lash_wear *wear, const lash_wear_profile *profile, int body,
                       double angle) {
  double slope;
  return depth_at(wear, profile, body, angle, &slope);
}

/* -------------------------------------------------------------------------------------- the grid
 */

void lash_wear_grid(const lash_wear *wear, const lash_wear_place *place, wear_grid *g) {
  const double c = wear->c, r = place->r;
  g->journal = wear->k[1] > 0;
  g->step = two_pi / (double)wear->cells;
  const double sagitta = wear->sagitta, part = c / r, part2 = part * part;
  const double more = sagitta * part2 * part2 * part2 * part2;
  g->reach[0] = r + more;
  g->reach[1] = 1 - 8 * more / r;
  g->reach[2] = 72 * more / (r * r);
  const double alpha = atan2(sqrt((g->reach[0] - c) * (g->reach[0] + c)), c);
  g->first = (long)floor((place->gamma - alpha) / g->step);
  g->last = (long)ceil((place->gamma + alpha) / g->step);
  g->journal_at = lash_wear_spot(-place->psi / g->step, wear->cells);
}

void lash_wear_walk_from(wear_walk *w, const lash_wear *wear, const lash_wear_profile *profile,
                         const wear_grid *g, const lash_wear_place *place, long first) {
  const double angle = (double)first * g->step - place->gamma;
  *w = (wear_walk){.wear = wear,
                   .profile = profile,
                   .grid = g,
                   .cell = wrap(first, (long)wear->cells),
                   .unit = {cos(angle), sin(angle)},
                   .turn = {wear->turn[0], wear->turn[1]}};
}

void lash_wear_walk_on(wear_walk *w, bool bend, wear_node *node) {
  const wear_grid *g = w->grid;
  const spline_spot *j = &g->journal_at;
  const long cells = (long)w->wear->cells, k = wear_near(w->cell + j->middle, cells);
  const double *journal = w->profile->depth[1];
  const double cosine = w->unit[0], sine = w->unit[1];
  node->cosine = cosine;
  node->sine = sine;
  node->fresh = g->reach[0] * cosine - w->wear->c;
  node->o = node->fresh - w->profile->depth[0][w->cell];
  node->slope = node->bend = 0;
  if (g->journal) {
    static const double second[3] = {1, -2, 1};
    node->o -= wear_spline(journal, cells, k, j->value);
    node->slope = wear_spline(journal, cells, k, j->slope) / g->step;
    if (bend) node->bend = wear_spline(journal, cells, k, second) / (g->step * g->step);
  }
  w->unit[0] = cosine * w->turn[0] - sine * w->turn[1];
  w->unit[1] = sine * w->turn[0] + cosine * w->turn[1];
  w->cell = wear_near(w->cell + 1, cells);
}

/* ----------------------------------------------------------------------------- energy of a piece
 */

/* 1/2 int max(o, 0)^2 over a step of length 1 on which o goes from a to b. */
typedef struct piece {
  double energy, by[2], by2[3]; /* aa, ab, bb */
} piece;

static void one_sided(double a, double b, piece *p) {
  const double d = a - b, a2 = a * a, d2 = d * d, d3 = d2 * d;
  p->energy = a2 * a / (6 * d);
  p->by[0] = a2 * (2 * a - 3 * b) / (6 * d2);
  p->by[1] = a2 * a / (6 * d2);
  p->by2[0] = a * (a2 - 3 * a * b + 3 * b * b) / (3 * d3);
  p->by2[1] = a2 * (a - 3 * b) / (6 * d3);
  p->by2[2] = a2 * a / (3 * d3);
}

static bool piece_of(double a, double b, piece *p) {
  if (!(a > 0) && !(b > 0)) return false;
  if (a > 0 && b > 0) {
    *p = (piece){(a * a + a * b + b * b) / 6,
                 {(2 * a + b) / 6, (a + 2 * b) / 6},
                 {1 / 3.0, 1 / 6.0, 1 / 3.0}};
  } else if (a > 0) {
    one_sided(a, b, p);
  } else {
    piece q;
    one_sided(b, a, &q);
    *p = (piece){q.energy, {q.by[1], q.by[0]}, {q.by2[2], q.by2[1], q.by2[0]}};
  }
  return true;
}

/* ----------------------------------------------------------------------------- energy of the bed
 */

/* Energy with partials by r, gamma and psi. */
typedef struct energy {
  double value, by[3], by2[3][3];
} energy;

static void add_piece(const piece *p, const wear_node node[2], const double reach[3], double worn,
                      energy *sum) {
  double d[2][3];
  sum->value += p->energy;
  for (int n = 0; n < 2; n++) {
    d[n][0] = reach[1] * node[n].cosine;
    d[n][1] = reach[0] * node[n].sine;
    d[n][2] = worn * node[n].slope;
    for (int a = 0; a < 3; a++) sum->by[a] += p->by[n] * d[n][a];
  }
  for (int a = 0; a < 3; a++)
    for (int b = a; b < 3; b++)
      sum->by2[a][b] += p->by2[0] * d[0][a] * d[0][b] + p->by2[2] * d[1][a] * d[1][b] +
                        p->by2[1] * (d[0][a] * d[1][b] + d[1][a] * d[0][b]);
  for (int n = 0; n < 2; n++) { /* what the overlap of a point itself bends by */
    sum->by2[0][0] += p->by[n] * reach[2] * node[n].cosine;
    sum->by2[0][1] += p->by[n] * reach[1] * node[n].sine;
    sum->by2[1][1] -= p->by[n] * reach[0] * node[n].cosine;
    sum->by2[2][2] -= p->by[n] * worn * node[n].bend;
  }
}

/* Worn bed [0] and the fresh one on the same grid [1]; returns the greatest overlap. */
static void add_up(const lash_wear *wear, const lash_wear_profile *profile, const wear_grid *g,
                   const lash_wear_place *place, energy sum[2], long *deepest) {
  wear_node node[2];
  wear_walk walk;
  double most = -INFINITY;
  memset(sum, 0, 2 * sizeof *sum);
  lash_wear_walk_from(&walk, wear, profile, g, place, g->first);
  lash_wear_walk_on(&walk, true, &node[0]);
  for (long m = g->first; m < g->last; m++, node[0] = node[1]) {
    piece p;
    lash_wear_walk_on(&walk, true, &node[1]);
    if (node[1].o > most) most = node[1].o, *deepest = m + 1;
    if (piece_of(node[0].o, node[1].o, &p)) add_piece(&p, node, g->reach, 1, &sum[0]);
    if (piece_of(node[0].fresh, node[1].fresh, &p)) add_piece(&p, node, g->reach, 0, &sum[1]);
  }
}

/* Force of a point per step: how the energy follows its overlap. */
static inline double force_of(double before, double here, double after) {
  if (before > 0 && here > 0 && after > 0) return (before + 4 * here + after) * (1 / 6.0);
  piece p;
  double q = 0;
  if (piece_of(before, here, &p)) q += p.by[1];
  if (piece_of(here, after, &p)) q += p.by[0];
  return q;
}

/* The same sums without second derivatives, point by point: the energy is of degree two in the
 * overlaps, so it is half the sum of forces times overlaps. */
static void add_up_forces(const lash_wear *wear, const lash_wear_profile *profile,
                          const wear_grid *g, const lash_wear_place *place, energy sum[2],
                          long *deepest) {
  const wear_node outside = {.o = -1, .fresh = -1};
  wear_node before = outside, here, after;
  wear_walk walk;
  double most = -INFINITY, A[4] = {0}, B[3] = {0};
  lash_wear_walk_from(&walk, wear, profile, g, place, g->first);
  lash_wear_walk_on(&walk, false, &here);
  for (long m = g->first; m <= g->last; m++, before = here, here = after) {
    after = outside;
    if (m < g->last) lash_wear_walk_on(&walk, false, &after);
    const double q = force_of(before.o, here.o, after.o);
    const double f = force_of(before.fresh, here.fresh, after.fresh);
    if (here.o > most) most = here.o, *deepest = m;
    A[0] += q * here.o, A[1] += q * here.cosine, A[2] += q * here.sine, A[3] += q * here.slope;
    B[0] += f * here.fresh, B[1] += f * here.cosine, B[2] += f * here.sine;
  }
  sum[0] = (energy){.value = 0.5 * A[0], .by = {g->reach[1] * A[1], g->reach[0] * A[2], A[3]}};
  sum[1] = (energy){.value = 0.5 * B[0], .by = {g->reach[1] * B[1], g->reach[0] * B[2], 0}};
}

/* ------------------------------------------------------------------------------------------ look
 */

/* Apart: the gap along a direction, which is that of the centres unless a place is nearer. */
static void look_at_gap(const lash_wear *wear, const lash_wear_profile *profile,
                        const lash_wear_place *place, double phi, lash_wear_bed *bed) {
  double slope[2], w = depth_at(wear, profile, 0, phi, &slope[0]);
  w += depth_at(wear, profile, 1, phi - place->psi, &slope[1]);
  bed->delta = place->r * cos(phi - place->gamma) - wear->c - w;
  bed->by[LASH_WEAR_BY_R] = cos(phi - place->gamma);
  bed->by[LASH_WEAR_BY_PSI] = slope[1];
  bed->by[LASH_WEAR_BY_GAMMA] =
      phi == place->gamma ? -slope[0] - slope[1] : place->r * sin(phi - place->gamma);
}

/* From the energies to the depth of fresh surfaces: delta = U^-1(U(r) A/B). */
static void depth_of(const lash_wear *wear, const lash_wear_place *place, const energy sum[2],
                     bool second, lash_wear_bed *bed) {
  double force, slope, F, S;
  const double U0 = lash_wear_energy(place->r, wear->c, &force, &slope);
  const double part = sum[0].value / sum[1].value, U = U0 * part;
  bed->delta = lash_wear_depth_of_energy(U, wear->c, (place->r - wear->c) * pow(part, 0.4), &F, &S);
  double log_by[3];
  for (int a = 0; a < 3; a++) {
    log_by[a] = sum[0].by[a] / sum[0].value - sum[1].by[a] / sum[1].value;
    if (a == 0) log_by[a] += force / U0;
    bed->by[a] = U * log_by[a] / F;
  }
  if (!second) return;
  for (int a = 0; a < 3; a++) {
    for (int b = a; b < 3; b++) {
      double bend = 0;
      for (int n = 0; n < 2; n++) {
        const energy *e = &sum[n];
        const double of = e->by2[a][b] / e->value - e->by[a] * e->by[b] / (e->value * e->value);
        bend += n ? -of : of;
      }
      if (a == 0 && b == 0) bend += slope / U0 - force * force / (U0 * U0);
      const double whole = U * (log_by[a] * log_by[b] + bend);
      bed->by2[a][b] = bed->by2[b][a] = (whole - S * bed->by[a] * bed->by[b]) / F;
    }
  }
}

void lash_wear_look(const lash_wear *wear, const lash_wear_profile *profile,
                    const lash_wear_place *place, bool second, lash_wear_bed *bed) {
  memset(bed, 0, second ? sizeof *bed : offsetof(lash_wear_bed, by2));
  if (!(place->r > wear->c)) {
    look_at_gap(wear, profile, place, place->gamma, bed);
    return;
  }
  wear_grid g;
  energy sum[2];
  long deepest = 0;
  lash_wear_grid(wear, place, &g);
  if (second)
    add_up(wear, profile, &g, place, sum, &deepest);
  else
    add_up_forces(wear, profile, &g, place, sum, &deepest);
  /* of a touch so light that its numbers are lost there is nothing to say */
  bed->touching = sum[0].value > LIGHTEST * sum[1].value;
  if (bed->touching)
    depth_of(wear, place, sum, second, bed);
  else
    look_at_gap(wear, profile, place, (double)deepest * g.step, bed);
}
