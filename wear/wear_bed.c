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

#include "lash_batch.h"
#include "lash_math.h"
#include "wear_impl.h"

/* Energy of a touch over that of the fresh bed there: its depth is the 2.5th root of it. */
#define LIGHTEST 1e-25

static const double two_pi = 2 * LASH_PI;

/* -------------------------------------------------------------------------------------- splines */

static long wrap(long k, long count) {
  const long rest = k % count;
  return rest < 0 ? rest + count : rest;
}

spline_spot lash_wear_spot(double place, size_t cells) {
  const double middle = floor(place + 0.5), u = place - middle, a = 0.5 - u, b = 0.5 + u;
  const double turns = floor(middle / (double)cells); /* `place` may be any number of turns away */
  const long at = wrap((long)(middle - turns * (double)cells), (long)cells);
  return (spline_spot){at, u, {0.5 * a * a, 0.75 - u * u, 0.5 * b * b}, {-a, -2 * u, b}};
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

/* ------------------------------------------------------------------------------------- the grid */

/* Nobody needs to know exactly how far the reach touches: alpha^2 grows by less than pi times what
 * the cosine c/r of it shrinks by. */
void lash_wear_grid(const lash_wear *wear, const lash_wear_place *place, wear_grid *g) {
  const double c = wear->c, r = place->r;
  g->journal = wear->k[1] > 0;
  g->step = two_pi / (double)wear->cells;
  const double sagitta = wear->sagitta, part = c / r, part2 = part * part;
  const double more = sagitta * part2 * part2 * part2 * part2;
  g->reach[0] = r + more;
  g->reach[1] = 1 - 8 * more / r;
  g->reach[2] = 72 * more / (r * r);
  g->fresh = lash_wear_fresh(r, c);
  const double touch = g->fresh.angle;
  const double most = sqrt(touch * touch + LASH_PI * part * more / g->reach[0]);
  const double alpha = most < LASH_HALF_PI ? most : LASH_HALF_PI;
  g->first = (long)floor((place->gamma - alpha) / g->step);
  g->last = (long)ceil((place->gamma + alpha) / g->step);
  g->journal_at = lash_wear_spot(-place->psi / g->step, wear->cells);
}

/* So many depths of a circle from a cell on, in a row. */
static void unroll(const double *depth, long cells, long from, long count, double *row) {
  const long before = cells - from;
  const long first = count < before ? count : before;
  memcpy(row, depth + from, (size_t)first * sizeof *row);
  memcpy(row + first, depth, (size_t)(count - first) * sizeof *row);
}

/* Loops over an arc go by four points; what they make of those beyond its end is not looked at. */
static lash_four *four(double *numbers) { return (lash_four *)(void *)numbers; }

/* Cosines and sines of even steps: four recurrences side by side. */
LASH_BATCH static void go_round(const double turn[2], double angle, wear_arc *arc) {
  const double c2 = turn[0] * turn[0] - turn[1] * turn[1], s2 = 2 * turn[0] * turn[1];
  const double c4 = c2 * c2 - s2 * s2, s4 = 2 * c2 * s2;
  lash_four x = {cos(angle)}, y = {sin(angle)};
  x[1] = x[0] * turn[0] - y[0] * turn[1], y[1] = y[0] * turn[0] + x[0] * turn[1];
  x[2] = x[0] * c2 - y[0] * s2, y[2] = y[0] * c2 + x[0] * s2;
  x[3] = x[1] * c2 - y[1] * s2, y[3] = y[1] * c2 + x[1] * s2;
  for (long n = 0; n < arc->count; n += 4) {
    *four(arc->cosine + n) = x, *four(arc->sine + n) = y;
    const lash_four next = x * c4 - y * s4;
    y = y * c4 + x * s4, x = next;
  }
}

LASH_BATCH static void overlap(double reach, double c, const double *bearing, wear_arc *arc) {
  for (long n = 0; n < arc->count; n += 4)
    *four(arc->o + n) = reach * *lash_four_at(arc->cosine + n) - c - *lash_four_at(bearing + n);
}

/* `row` begins one point before the arc. */
LASH_BATCH static void add_journal(const spline_spot *at, const double *row, wear_arc *arc) {
  const double value[3] = {at->value[0], at->value[1], at->value[2]};
  const double slope[3] = {at->slope[0], at->slope[1], at->slope[2]};
  for (long n = 0; n < arc->count; n += 4) {
    const lash_four a = *lash_four_at(row + n), b = *lash_four_at(row + n + 1);
    const lash_four c = *lash_four_at(row + n + 2);
    *four(arc->o + n) -= value[0] * a + value[1] * b + value[2] * c;
    *four(arc->slope + n) = slope[0] * a + slope[1] * b + slope[2] * c;
  }
}

/* What is outside but for rounding. */
static void keep_outside(double *o) {
  if (*o > 0) *o = 0;
}

void lash_wear_arc(const lash_wear *wear, const lash_wear_profile *profile, const wear_grid *g,
                   const lash_wear_place *place, bool second, wear_arc *arc) {
  const long cells = (long)wear->cells, first = wrap(g->first, cells);
  const spline_spot *j = &g->journal_at;
  double row[WEAR_ARC + 6]; /* beyond the arc: one of the journal's, and three to fill up */
  const long count = arc->count = g->last - g->first + 1;
  go_round(wear->turn, (double)g->first * g->step - place->gamma, arc);
  unroll(profile->depth[0], cells, first, count, row);
  memset(row + count, 0, 3 * sizeof *row);
  overlap(g->reach[0], wear->c, row, arc);
  if (g->journal) {
    const long from = wear_near(wear_near(first + j->middle, cells) - 1, cells);
    unroll(profile->depth[1], cells, from, count + 2, row);
    memset(row + count + 2, 0, 3 * sizeof *row);
    add_journal(j, row, arc);
    for (long n = 0; second && n < count; n++) arc->bend[n] = row[n] - 2 * row[n + 1] + row[n + 2];
  }
  keep_outside(&arc->o[0]), keep_outside(&arc->o[count - 1]);
}

/* ---------------------------------------------------------------------------- energy of the bed */

/* 1/2 int max(o, 0)^2 over a step of length 1 on which o goes from a > 0 to b <= 0. */
typedef struct piece {
  double by[2], by2[3]; /* aa, ab, bb */
} piece;

static piece last_piece(double a, double b) {
  const double d = a - b, a2 = a * a, d2 = d * d, d3 = d2 * d;
  return (piece){{a2 * (2 * a - 3 * b) / (6 * d2), a2 * a / (6 * d2)},
                 {a * (a2 - 3 * a * b + 3 * b * b) / (3 * d3), a2 * (a - 3 * b) / (6 * d3),
                  a2 * a / (3 * d3)}};
}

/* Energy with partials by r, gamma and psi. */
typedef struct energy {
  double value, by[3], by2[3][3];
} energy;

/* Sums over points that overlap by o, each pushing with q = d(energy)/do. All of a point's partials
 * are (c, s, l): a cosine and a sine, to be multiplied by the reach's, and the slope that the
 * journal has. */
typedef struct sums {
  double qo, by[3], bend;
  double cc, cs, ss, cl, sl, ll;
} sums;

static void add_force(const wear_arc *a, const double *o, long n, double q, bool worn, bool second,
                      sums *sum) {
  sum->qo += q * o[n];
  sum->by[0] += q * a->cosine[n], sum->by[1] += q * a->sine[n];
  if (worn) sum->by[2] += q * a->slope[n];
  if (worn && second) sum->bend += q * a->bend[n];
}

static void add_product(double weight, double c, double s, double l, sums *sum) {
  const double wc = weight * c, ws = weight * s;
  sum->cc += wc * c, sum->cs += wc * s, sum->ss += ws * s;
  sum->cl += wc * l, sum->sl += ws * l, sum->ll += weight * l * l;
}

/* The piece from a point to the one beyond the end. */
static void add_last(const wear_arc *a, const double *o, long in, long out, bool worn, bool second,
                     sums *sum) {
  const piece p = last_piece(o[in], o[out]);
  add_force(a, o, in, p.by[0], worn, second, sum);
  add_force(a, o, out, p.by[1], worn, second, sum);
  if (!second) return;
  const double c[2] = {a->cosine[in], a->cosine[out]}, s[2] = {a->sine[in], a->sine[out]};
  const double l[2] = {worn ? a->slope[in] : 0, worn ? a->slope[out] : 0};
  for (int k = 0; k < 2; k++) add_product(p.by2[2 * k] - p.by2[1], c[k], s[k], l[k], sum);
  add_product(p.by2[1], c[0] + c[1], s[0] + s[1], l[0] + l[1], sum);
}

/* Second derivatives of the pieces between, by cosine and sine: 1/3, 1/6, 1/3 of neighbours is 1/6
 * of both alone and of both together. Alone: 1 + cos(step) cos(2 m), m the angle half-way;
 * together: (1 + cos(step)) (1 + cos(2 m)); and cos(2 m) adds up to what sin(2 phi) has changed by
 * over 2 sin(step). */
static void add_between(const wear_arc *a, const double turn[2], long from, long to, sums *sum) {
  const double c[2] = {a->cosine[from], a->cosine[to]}, s[2] = {a->sine[from], a->sine[to]};
  const double cosines = (s[1] * c[1] - s[0] * c[0]) / turn[1]; /* sum of cos(2 m), of sin(2 m) */
  const double sines = (s[1] - s[0]) * (s[1] + s[0]) / turn[1];
  const double count = (double)(to - from), weight = 1 + 2 * turn[0];
  sum->cc += (count * (2 + turn[0]) + cosines * weight) / 6;
  sum->ss += (count * (2 + turn[0]) - cosines * weight) / 6;
  sum->cs += sines * weight / 6;
}

/* ... and by the journal's slope. */
static void add_slopes(const wear_arc *a, long from, long to, sums *sum) {
  double cl = 0, sl = 0, ll = 0;
  for (long n = from; n < to; n++) {
    const double c = a->cosine[n], s = a->sine[n], l = a->slope[n];
    const double c2 = a->cosine[n + 1], s2 = a->sine[n + 1], l2 = a->slope[n + 1], both = l + l2;
    cl += c * l + c2 * l2 + (c + c2) * both;
    sl += s * l + s2 * l2 + (s + s2) * both;
    ll += l * l + l2 * l2 + both * both;
  }
  sum->cl += cl / 6, sum->sl += sl / 6, sum->ll += ll / 6;
}

static double all(const lash_four *sum) {
  return ((*sum)[0] + (*sum)[1]) + ((*sum)[2] + (*sum)[3]);
}

/* Forces of the points between two ends, whose neighbours overlap as well. */
LASH_BATCH static void add_inside(const wear_arc *a, const double *o, long from, long to, bool worn,
                                  bool second, sums *sum) {
  lash_four qo = {0}, along = {0}, across = {0}, turning = {0};
  long n = from + 1;
  for (; n + 4 <= to; n += 4) {
    const lash_four before = *lash_four_at(o + n - 1), here = *lash_four_at(o + n);
    const lash_four q = (before + 4 * here + *lash_four_at(o + n + 1)) * (1 / 6.0);
    qo += q * here;
    along += q * *lash_four_at(a->cosine + n);
    across += q * *lash_four_at(a->sine + n);
    if (worn) turning += q * *lash_four_at(a->slope + n);
  }
  sum->qo += all(&qo);
  sum->by[0] += all(&along), sum->by[1] += all(&across), sum->by[2] += all(&turning);
  for (; n < to; n++)
    add_force(a, o, n, (o[n - 1] + 4 * o[n] + o[n + 1]) * (1 / 6.0), worn, false, sum);
  for (n = from + 1; worn && second && n < to; n++)
    sum->bend += (o[n - 1] + 4 * o[n] + o[n + 1]) * (1 / 6.0) * a->bend[n];
}

/* Points from .. to overlap, their neighbours do not. */
static void add_run(const wear_arc *a, const double turn[2], const double *o, long from, long to,
                    bool worn, bool second, sums *sum) {
  if (from < to) {
    add_force(a, o, from, (2 * o[from] + o[from + 1]) * (1 / 6.0), worn, second, sum);
    add_force(a, o, to, (2 * o[to] + o[to - 1]) * (1 / 6.0), worn, second, sum);
  }
  add_inside(a, o, from, to, worn, second, sum);
  add_last(a, o, from, from - 1, worn, second, sum);
  add_last(a, o, to, to + 1, worn, second, sum);
  if (second) add_between(a, turn, from, to, sum);
  if (second && worn) add_slopes(a, from, to, sum);
}

/* The energy is of degree two in the overlaps: half the sum of forces times overlaps. */
static energy energy_of(const sums *s, const wear_grid *g, bool second) {
  const double *reach = g->reach, per = 1 / g->step;
  energy e;
  e.value = 0.5 * s->qo;
  e.by[0] = reach[1] * s->by[0], e.by[1] = reach[0] * s->by[1], e.by[2] = per * s->by[2];
  if (!second) return e;
  e.by2[0][0] = reach[1] * reach[1] * s->cc + reach[2] * s->by[0];
  e.by2[0][1] = reach[1] * (reach[0] * s->cs + s->by[1]);
  e.by2[1][1] = reach[0] * (reach[0] * s->ss - s->by[0]);
  e.by2[0][2] = reach[1] * per * s->cl;
  e.by2[1][2] = reach[0] * per * s->sl;
  e.by2[2][2] = per * per * (s->ll - s->bend);
  return e;
}

/* The point that overlaps most. */
static long deepest_of(const wear_arc *a) {
  long deepest = 0;
  for (long n = 1; n < a->count; n++)
    if (a->o[n] > a->o[deepest]) deepest = n;
  return deepest;
}

/* Energy of all that overlaps. */
static energy worn_energy(const lash_wear *wear, const wear_grid *g, const wear_arc *a,
                          bool second) {
  sums sum = {0};
  for (long n = 0; n < a->count; n++) {
    const long from = n;
    while (a->o[n] > 0) n++; /* at the end of the arc nothing overlaps */
    if (n > from) add_run(a, wear->turn, a->o, from, n - 1, g->journal, second, &sum);
  }
  return energy_of(&sum, g, second);
}

/* The same of fresh surfaces, whose overlap is f = reach cos(phi) - c: what the pieces between add
 * up to follows from their second derivatives, unless the touch is so light that it would be the
 * small difference of large numbers. */
static energy fresh_energy(const lash_wear *wear, const wear_grid *g, wear_arc *a, bool second) {
  static const double light = 0.95;
  const double c = wear->c, reach = g->reach[0];
  double *f = a->fresh;
  sums sum = {0};
  long from = 1, to = a->count - 2;
  while (from <= to && !(reach * a->cosine[from] - c > 0)) from++;
  while (from <= to && !(reach * a->cosine[to] - c > 0)) to--;
  if (from > to) return energy_of(&sum, g, second);
  if (c > light * reach) {
    for (long n = from - 1; n <= to + 1; n++) f[n] = reach * a->cosine[n] - c;
    keep_outside(&f[from - 1]), keep_outside(&f[to + 1]);
    add_run(a, wear->turn, f, from, to, false, second, &sum);
    return energy_of(&sum, g, second);
  }
  const long edge[4] = {from - 1, from, to, to + 1};
  for (int k = 0; k < 4; k++) f[edge[k]] = reach * a->cosine[edge[k]] - c;
  add_between(a, wear->turn, from, to, &sum);
  /* sums of cosine and sine over the pieces, half of either end */
  const double tangent = 2 * wear->turn[1] / (1 + wear->turn[0]), count = (double)(to - from);
  const double cosines = (a->sine[to] - a->sine[from]) / tangent;
  const double sines = (a->cosine[from] - a->cosine[to]) / tangent;
  sum.by[0] = reach * sum.cc - c * cosines;
  sum.by[1] = reach * sum.cs - c * sines;
  sum.qo = reach * reach * sum.cc - 2 * reach * c * cosines + c * c * count;
  add_last(a, f, from, from - 1, false, second, &sum);
  add_last(a, f, to, to + 1, false, second, &sum);
  return energy_of(&sum, g, second);
}

/* ----------------------------------------------------------------------------------------- look */

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
static void depth_of(const lash_wear *wear, const wear_fresh *fresh, const energy sum[2],
                     bool second, lash_wear_bed *bed) {
  const double c = wear->c, part = sum[0].value / sum[1].value;
  const wear_fresh found = lash_wear_fresh_with(fresh, part);
  const double U0 = fresh->energy * c * c, U = U0 * part;
  const double force = fresh->force * c, slope = fresh->slope, F = found.force * c, S = found.slope;
  bed->delta = lash_wear_fresh_depth(&found, c);
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
  wear_arc arc;
  energy sum[2];
  lash_wear_grid(wear, place, &g);
  lash_wear_arc(wear, profile, &g, place, second, &arc);
  sum[0] = worn_energy(wear, &g, &arc, second);
  sum[1] = fresh_energy(wear, &g, &arc, second);
  /* of a touch so light that its numbers are lost there is nothing to say */
  bed->touching = sum[0].value > LIGHTEST * sum[1].value;
  if (bed->touching)
    depth_of(wear, &g.fresh, sum, second, bed);
  else
    look_at_gap(wear, profile, place, (double)(g.first + deepest_of(&arc)) * g.step, bed);
}
