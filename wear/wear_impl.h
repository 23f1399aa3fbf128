/* Inside wear/: points of the grid, and fresh beds. */
#ifndef LASH_WEAR_IMPL_H
#define LASH_WEAR_IMPL_H

#include "lash_wear.h"

/* Three neighbours of a quadratic spline: `middle` and one on each side. */
typedef struct spline_spot {
  long middle;
  double within;             /* place from the middle, in cells */
  double value[3], slope[3]; /* weights; slopes are per cell */
} spline_spot;

/* At a place counted in cells, on a circle of `cells`. */
spline_spot lash_wear_spot(double place, size_t cells);

/* The circle has at least 8 cells: one turn brings a neighbour back. */
static inline long wear_near(long k, long count) {
  return k < 0 ? k + count : k >= count ? k - count : k;
}

/* Value of a spline about cell k, and an amount put on it. */
static inline double wear_spline(const double *depth, long cells, long k, const double weight[3]) {
  return weight[0] * depth[wear_near(k - 1, cells)] + weight[1] * depth[k] +
         weight[2] * depth[wear_near(k + 1, cells)];
}

static inline void wear_put(double *depth, long cells, long k, const double weight[3],
                            double amount) {
  depth[wear_near(k - 1, cells)] += weight[0] * amount;
  depth[k] += weight[1] * amount;
  depth[wear_near(k + 1, cells)] += weight[2] * amount;
}

/* A fresh bed that touches over +-angle: energy over c^2, its force over c, its stiffness. */
typedef struct wear_fresh {
  double angle, cosine, sine;
  double energy, force, slope;
} wear_fresh;

wear_fresh lash_wear_fresh(double r, double c); /* r > c */

/* The one that stores this part of what another does. */
wear_fresh lash_wear_fresh_with(const wear_fresh *whole, double part);

/* How deep it lies below the surface of a joint with the clearance c. */
double lash_wear_fresh_depth(const wear_fresh *fresh, double c);

enum { WEAR_ARC = LASH_WEAR_CELLS / 2 + 8 }; /* less than half a circle overlaps; by four */

/* The points of the bearing at which a place of the journal may overlap: `first` and `last` lie
 * outside. */
typedef struct wear_grid {
  bool journal; /* is worn, or may be */
  long first, last;
  double step;
  wear_fresh fresh;       /* bed of fresh surfaces */
  double reach[3];        /* how far the journal reaches out instead of r, and partials by r */
  spline_spot journal_at; /* what of the journal is at the bearing's cell 0 */
} wear_grid;

/* r > c. */
void lash_wear_grid(const lash_wear *wear, const lash_wear_place *place, wear_grid *grid);

/* The points from grid.first to grid.last. At both ends nothing overlaps. Not to be cleared. */
typedef struct wear_arc {
  long count;
  double cosine[WEAR_ARC], sine[WEAR_ARC]; /* of their angles from the line of centres */
  double o[WEAR_ARC];                      /* overlap */
  double slope[WEAR_ARC], bend[WEAR_ARC];  /* partials of o by psi per cell, where the journal
                                              wears; the second one negative, and when wanted */
  double fresh[WEAR_ARC];                  /* overlap without wear; not filled in */
} wear_arc;

void lash_wear_arc(const lash_wear *wear, const lash_wear_profile *profile, const wear_grid *grid,
                   const lash_wear_place *place, bool second, wear_arc *arc);

#endif
