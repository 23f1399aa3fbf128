/* Inside wear/: the grid of a socket. */
#ifndef LASH_WEAR_SOCKET_GRID_H
#define LASH_WEAR_SOCKET_GRID_H

#include "lash_wear_socket.h"

/* How far the ball reaches out instead of r: a touch is never missed between two points. */
typedef struct wear_reach {
  double more, by, by2; /* what is added, and its derivatives by r */
  double sine;          /* of the half-angle over which fresh surfaces overlap so */
} wear_reach;

/* r > c. */
wear_reach lash_wear_reach(const lash_wear *wear, double r);

/* The points of a face at which a ball may overlap: rows and columns from first to last. Those
 * outside are left out but for a margin: no cell is cut. */
typedef struct wear_patch {
  int face, first[2], last[2];
  double n[LASH_WEAR_ROW][LASH_WEAR_ROW][3]; /* of those points alone */
} wear_patch;

/* Where the overlap is centred about the direction e/r; false when none of the face takes part. */
bool lash_wear_patch(const lash_wear *wear, int face, const double e[3], double r, double sine,
                     wear_patch *patch);

/* Place of a point in the profile; what a cell, and a point, spans of the unit sphere. */
static inline size_t wear_point(const lash_wear *wear, int face, int row, int column) {
  const size_t rows = wear->face + 1;
  return ((size_t)face * rows + (size_t)row) * rows + (size_t)column;
}
double lash_wear_cell_span(const lash_wear *wear, int row, int column);
double lash_wear_point_span(const lash_wear *wear, int row, int column);

/* Depth in a direction of any length, with its partials by that. */
double lash_wear_socket_depth_by(const lash_wear *wear, const lash_wear_socket *socket,
                                 const double n[3], double by[3]);

/* What lash_wear_ready does but for the grid. */
lash_status lash_wear_ready_surfaces(lash_wear *wear, double R, double L, double c,
                                     lash_error *error);

/* Direction of a point. */
void lash_wear_point_direction(const lash_wear *wear, int face, int row, int column, double n[3]);

#endif
