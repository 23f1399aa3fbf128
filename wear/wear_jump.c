/* Many cycles at once: moments of one cycle, each slid through as often as the cycle is jumped.
 *
 * While a moment's load slides on, what it wears away is implicit in its own depth: with the
 * pressure p = K o over the overlap o = a.n - c - w, K that of the moment, the depth after a way S
 * is w + k S p with p = K/(1 + k K S) (a.n - c - w), and the journal's centre a is where the
 * pressures carry the load. So a jump of any length is stable; for long ones the bush simply takes
 * the shape of the shaft. The moments follow each other forwards, then backwards. */
#include <math.h>

#include "lash_math.h"
#include "wear_impl.h"

/* The bearing's points, and how far a moment's journal overlaps each but for its own place. */
typedef struct bench {
  double n[LASH_WEAR_CELLS][2], gap[LASH_WEAR_CELLS];
} bench;

static void measure_gap(const lash_wear *wear, const lash_wear_profile *profile,
                        const spline_spot *journal, double *gap) {
  const long cells = (long)wear->cells;
  for (long k = 0; k < cells; k++) {
    gap[k] = wear->c + profile->depth[0][k];
    if (wear->k[1] > 0)
      gap[k] += wear_spline(profile->depth[1], cells, wear_near(k + journal->middle, cells),
                            journal->value);
  }
}

/* Newton's method on sum p n A = load; the overlap is linear in the centre, so it settles as soon
 * as the points that overlap stay the same. A little is added to the slopes in case it is one
 * point. */
static void settle(const lash_wear *wear, const bench *b, double unit, const double wanted[2],
                   double *x, double *y) {
  for (int step = 0; step < 60; step++) {
    double f[2] = {-wanted[0], -wanted[1]}, xx = 0, xy = 0, yy = 0, nearest = -INFINITY;
    for (size_t k = 0; k < wear->cells; k++) {
      const double *n = b->n[k], o = *x * n[0] + *y * n[1] - b->gap[k];
      nearest = fmax(nearest, o);
      if (!(o > 0)) continue;
      f[0] += unit * o * n[0], f[1] += unit * o * n[1];
      xx += unit * n[0] * n[0], xy += unit * n[0] * n[1], yy += unit * n[1] * n[1];
    }
    if (!(xx + yy > 0)) { /* apart: towards the load until it touches */
      const double size = hypot(wanted[0], wanted[1]), way = 1e-3 * wear->c - nearest;
      *x += way * wanted[0] / size, *y += way * wanted[1] / size;
      continue;
    }
    const double more = 1e-9 * (xx + yy);
    xx += more, yy += more;
    const double det = xx * yy - xy * xy;
    double dx = (yy * f[0] - xy * f[1]) / det, dy = (xx * f[1] - xy * f[0]) / det;
    const double way = hypot(dx, dy), most = 0.5 * wear->c;
    if (way > most) dx *= most / way, dy *= most / way;
    *x -= dx, *y -= dy;
    if (way < 1e-13 * (fabs(*x) + fabs(*y))) return;
  }
}

static void slide(const lash_wear *wear, lash_wear_profile *profile, bench *b, double way,
                  lash_wear_moment *m, lash_wear_tally *tally) {
  const double step = 2 * LASH_PI / (double)wear->cells, area = step * wear->R * wear->L;
  const double all = wear->k[0] + wear->k[1], K = m->stiffness / (1 + all * m->stiffness * way);
  const double wanted[2] = {m->load * cos(m->direction), m->load * sin(m->direction)};
  const spline_spot journal = lash_wear_spot(-m->psi / step, wear->cells);
  const long cells = (long)wear->cells;
  measure_gap(wear, profile, &journal, b->gap);
  settle(wear, b, K * area, wanted, &m->x, &m->y);
  for (long k = 0; k < cells; k++) {
    const double o = m->x * b->n[k][0] + m->y * b->n[k][1] - b->gap[k];
    if (!(o > 0)) continue;
    const double p = K * o;
    for (int body = 0; body < 2; body++) tally->volume[body] += wear->k[body] * p * way * area;
    profile->depth[0][k] += wear->k[0] * p * way;
    if (wear->k[1] > 0)
      wear_put(profile->depth[1], cells, wear_near(k + journal.middle, cells), journal.value,
               wear->k[1] * p * way);
  }
}

void lash_wear_jump(const lash_wear *wear, lash_wear_profile *profile, lash_wear_moment *moments,
                    size_t count, double cycles, size_t steps, lash_wear_tally *tally) {
  bench b;
  for (size_t k = 0; k < wear->cells; k++) {
    const double phi = 2 * LASH_PI * (double)k / (double)wear->cells;
    b.n[k][0] = cos(phi), b.n[k][1] = sin(phi);
  }
  const double part = cycles / (2 * (double)steps);
  for (size_t s = 0; s < 2 * steps; s++) {
    for (size_t n = 0; n < count; n++) {
      lash_wear_moment *m = &moments[s % 2 ? count - 1 - n : n];
      slide(wear, profile, &b, m->slid * part, m, tally);
    }
  }
}
