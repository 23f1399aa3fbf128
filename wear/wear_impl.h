/* Inside wear/: points of the grid, and fresh beds. */
#ifndef LASH_WEAR_IMPL_H
#define LASH_WEAR_IMPL_H

#include "lash_wear.h"

/* Three neighbours of a quadratic spline: `middle` and one on each side. */
typedef struct spline_spot {
  long middle;
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

/* The points of the bearing at which a place of the journal may overlap: `first` and `last` lie
 * outside. */
typedef struct wear_grid {
  bool journal; /* is worn, or may be */
  long first, last;
  double step;
  double reach[3];        /* how far the journal reaches out instead of r, and partials by r */
  spline_spot journal_at; /* what of the journal is at the bearing's cell 0 */
} wear_grid;

/* r > c. */
void lash_wear_grid(const lash_wear *wear, const lash_wear_place *place, wear_grid *grid);

/* What a point of the grid is like. */
typedef struct wear_node {
  double o, fresh;     /* overlap, and without wear */
  double cosine, sine; /* of its angle from the line of centres */
  double slope, bend;  /* partial by psi; and its own, negative */
} wear_node;

/* Walks over the points one by one. */
typedef struct wear_walk {
  const lash_wear *wear;
  const lash_wear_profile *profile;
  const wear_grid *grid;
  long cell;      /* where it is */
  double unit[2]; /* cosine and sine there */
  double turn[2];
} wear_walk;

void lash_wear_walk_from(wear_walk *walk, const lash_wear *wear, const lash_wear_profile *profile,
                         const wear_grid *grid, const lash_wear_place *place, long first);

/* The point where it is; then goes on. `bend`: with that. */
void lash_wear_walk_on(wear_walk *walk, bool bend, wear_node *node);

/* Depth below the surface of a fresh joint with the clearance c at which its bed stores `energy`,
 * and force and stiffness there. */
double lash_wear_depth_of_energy(double energy, double c, double guess, double *force,
                                 double *slope);

#endif
