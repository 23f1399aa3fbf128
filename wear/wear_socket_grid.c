/* Grid of a socket: faces of a cube seen from its centre, with cells at even angles. */
#include <math.h>

#include "lash_math.h"
#include "lash_space.h"
#include "wear_socket.h"

size_t lash_wear_socket_points(const lash_wear *wear) {
  return LASH_WEAR_FACES * (wear->face + 1) * (wear->face + 1);
}

/* Which components of a direction a face looks along, and has its rows and columns along. */
static void axes_of(int face, int axis[3], double *sign) {
  for (int k = 0; k < 3; k++) axis[k] = (face / 2 + k) % 3;
  *sign = face % 2 ? -1 : 1;
}

void lash_wear_point_direction(const lash_wear *wear, int face, int row, int column, double n[3]) {
  int axis[3];
  double sign;
  axes_of(face, axis, &sign);
  const double x = wear->tangent[row], y = wear->tangent[column];
  const double size = 1 / sqrt(1 + x * x + y * y);
  n[axis[0]] = sign * size, n[axis[1]] = x * size, n[axis[2]] = y * size;
}

/* ---------------------------------------------------------------------------------------- spans */

double lash_wear_cell_span(const lash_wear *wear, int row, int column) {
  const int last = (int)wear->face - 1;
  const int a = row < last - row ? row : last - row;
  const int b = column < last - column ? column : last - column;
  return wear->area[a][b];
}

/* A quarter of each cell around it. */
double lash_wear_point_span(const lash_wear *wear, int row, int column) {
  const int cells = (int)wear->face;
  double sum = 0;
  for (int a = row - 1; a <= row; a++)
    for (int b = column - 1; b <= column; b++)
      if (a >= 0 && b >= 0 && a < cells && b < cells) sum += lash_wear_cell_span(wear, a, b);
  return 0.25 * sum;
}

/* Solid angle of a rectangle at distance 1 from its corner at the foot of the normal. */
static double corner_angle(double x, double y) { return atan(x * y / sqrt(1 + x * x + y * y)); }

static void make_grid(lash_wear *wear) {
  const size_t n = wear->face;
  for (size_t k = 0; k <= n; k++) {
    const double angle = LASH_HALF_PI * ((double)k / (double)n - 0.5);
    wear->tangent[k] = 2 * k == n ? 0 : tan(angle);
  }
  const double *t = wear->tangent;
  for (size_t a = 0; a < n / 2; a++)
    for (size_t b = 0; b < n / 2; b++)
      wear->area[a][b] = corner_angle(t[a + 1], t[b + 1]) - corner_angle(t[a], t[b + 1]) -
                         corner_angle(t[a + 1], t[b]) + corner_angle(t[a], t[b]);
}

/* ---------------------------------------------------------------------------------------- ready */

static lash_status count_cells(lash_wear *wear, lash_error *error) {
  const lash_params *p = &wear->params;
  const double most = 4 * LASH_WEAR_FACE;
  const double cells = lash_params_given(p, "cells") ? lash_params_get(p, "cells") : most;
  if (cells > most || fmod(cells, 8) != 0)
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: cells = %g; around a socket there are 8, 16, 24 ... %g", p->owner, cells,
                     most);
  wear->cells = (size_t)cells;
  wear->face = wear->cells / 4;
  return LASH_OK;
}

lash_status lash_wear_ready_socket(lash_wear *wear, double R, double c, lash_error *error) {
  lash_status status = lash_wear_ready_surfaces(wear, R, R, c, error);
  if (!status) status = count_cells(wear, error);
  if (status) return status;
  if (wear->persson)
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: pressure=persson is that of cylinders; a socket wears by winkler",
                     wear->params.owner);
  make_grid(wear);
  /* half a diagonal of the largest cell, in the middle of a face */
  wear->sagitta = c * (1 / cos(LASH_HALF_PI / (double)wear->face * sqrt(0.5)) - 1);
  return LASH_OK;
}

/* -------------------------------------------------------------------------------------- patches */

wear_reach lash_wear_reach(const lash_wear *wear, double r) {
  const double part = wear->c / r, part2 = part * part, part4 = part2 * part2;
  wear_reach reach = {.more = wear->sagitta * part4 * part4};
  reach.by = -8 * reach.more / r;
  reach.by2 = 72 * reach.more / (r * r);
  const double cosine = fmax(0, (wear->c - reach.more) / r);
  reach.sine = sqrt((1 - cosine) * (1 + cosine));
  return reach;
}

/* Angles at which a face sees a cap about d: those of planes through one axis that meet it. */
static bool between(const lash_wear *wear, double d0, double d1, double sine, int *first,
                    int *last) {
  const double quarter = 0.5 * LASH_HALF_PI, size = sqrt(d0 * d0 + d1 * d1);
  const double cells = (double)wear->face, margin = 1e-9;
  double from = -quarter, to = quarter;
  if (sine < size) {
    const double middle = atan2(d1, d0), half = asin(sine / size);
    from = middle - half, to = middle + half;
  }
  from = cells * (from + quarter) / LASH_HALF_PI - margin;
  to = cells * (to + quarter) / LASH_HALF_PI + margin;
  if (from >= cells || to <= 0) return false;
  *first = from > 0 ? (int)floor(from) : 0;
  *last = to < cells ? (int)ceil(to) : (int)cells;
  return true;
}

bool lash_wear_patch(const lash_wear *wear, int face, const double e[3], double r, double sine,
                     wear_patch *p) {
  int axis[3];
  double sign;
  axes_of(face, axis, &sign);
  const double d0 = sign * e[axis[0]] / r;
  if (!(d0 > -sine)) return false; /* the cap lies behind */
  for (int k = 0; k < 2; k++)
    if (!between(wear, d0, e[axis[1 + k]] / r, sine, &p->first[k], &p->last[k])) return false;
  p->face = face;
  for (int a = p->first[0]; a <= p->last[0]; a++)
    for (int b = p->first[1]; b <= p->last[1]; b++)
      lash_wear_point_direction(wear, face, a, b, p->n[a][b]);
  return true;
}

/* --------------------------------------------------------------------------------------- depths */

/* Cell and place in it of a component over the one that the face looks along. */
static int cell_of(const lash_wear *wear, double ratio, double *within) {
  const double at = (double)wear->face * (atan(ratio) / LASH_HALF_PI + 0.5);
  const int last = (int)wear->face - 1, cell = (int)fmin(fmax(0, floor(at)), last);
  *within = fmin(fmax(0, at - cell), 1);
  return cell;
}

double lash_wear_socket_depth_by(const lash_wear *wear, const lash_wear_socket *socket,
                                 const double n[3], double by[3]) {
  int axis[3], face = 0;
  double sign, u, v;
  for (int k = 1; k < 3; k++)
    if (fabs(n[k]) > fabs(n[face / 2])) face = 2 * k;
  if (n[face / 2] < 0) face++;
  axes_of(face, axis, &sign);
  const double d0 = sign * n[axis[0]], d1 = n[axis[1]], d2 = n[axis[2]];
  const int a = cell_of(wear, d1 / d0, &u), b = cell_of(wear, d2 / d0, &v);
  const double *row = socket->depth + wear_point(wear, face, a, b), *next = row + wear->face + 1;
  const double per_angle = (double)wear->face / LASH_HALF_PI;
  const double by_u = per_angle * ((1 - v) * (next[0] - row[0]) + v * (next[1] - row[1]));
  const double by_v = per_angle * ((1 - u) * (row[1] - row[0]) + u * (next[1] - next[0]));
  const double square_u = d0 * d0 + d1 * d1, square_v = d0 * d0 + d2 * d2;
  by[axis[0]] = -sign * (by_u * d1 / square_u + by_v * d2 / square_v);
  by[axis[1]] = by_u * d0 / square_u;
  by[axis[2]] = by_v * d0 / square_v;
  return (1 - u) * ((1 - v) * row[0] + v * row[1]) + u * ((1 - v) * next[0] + v * next[1]);
}

double lash_wear_socket_depth(const lash_wear *wear, const lash_wear_socket *socket,
                              const double n[3]) {
  double by[3];
  return lash_wear_socket_depth_by(wear, socket, n, by);
}

double lash_wear_socket_deepest(const lash_wear *wear, const lash_wear_socket *socket,
                                double n[3]) {
  const int rows = (int)wear->face + 1;
  double most = 0;
  if (n) store3(0, 0, 0, n);
  for (int f = 0; f < LASH_WEAR_FACES; f++)
    for (int a = 0; a < rows; a++)
      for (int b = 0; b < rows; b++) {
        const double depth = socket->depth[wear_point(wear, f, a, b)];
        if (!(depth > most)) continue;
        most = depth;
        if (n) lash_wear_point_direction(wear, f, a, b, n);
      }
  return most;
}

double lash_wear_socket_volume(const lash_wear *wear, const lash_wear_socket *socket, int body) {
  const int rows = (int)wear->face + 1;
  const double square = wear->R * wear->R;
  if (body == 1) return 4 * LASH_PI * square * socket->ball;
  double sum = 0;
  for (int f = 0; f < LASH_WEAR_FACES; f++)
    for (int a = 0; a < rows; a++)
      for (int b = 0; b < rows; b++)
        sum += socket->depth[wear_point(wear, f, a, b)] * lash_wear_point_span(wear, a, b);
  return sum * square;
}

/* ------------------------------------------------------------------------------------- checking */

static bool no_depth(double depth) { return !isfinite(depth) || depth < 0; }

lash_status lash_wear_socket_check(const lash_wear *wear, const lash_wear_socket *socket,
                                   lash_error *error) {
  const int rows = (int)wear->face + 1;
  double n[3];
  for (int f = 0; f < LASH_WEAR_FACES; f++)
    for (int a = 0; a < rows; a++)
      for (int b = 0; b < rows; b++) {
        const double depth = socket->depth[wear_point(wear, f, a, b)];
        if (!no_depth(depth)) continue;
        lash_wear_point_direction(wear, f, a, b, n);
        return lash_fail(error, LASH_BAD_INPUT,
                         "the profile of the socket has a hole towards (%.3g, %.3g, %.3g): depth "
                         "%g m; depths are numbers of 0 and above",
                         n[0], n[1], n[2], depth);
      }
  if (no_depth(socket->ball))
    return lash_fail(error, LASH_BAD_INPUT,
                     "the ball is worn by %g m; depths are numbers of 0 and above", socket->ball);
  const double deepest = lash_wear_socket_deepest(wear, socket, n);
  if (deepest > wear->layer[0])
    return lash_fail(error, LASH_FAILURE,
                     "the socket is worn through towards (%.3g, %.3g, %.3g): depth %g m, layer_i "
                     "%g m; give a thicker layer_i, or end the run before",
                     n[0], n[1], n[2], deepest, wear->layer[0]);
  if (socket->ball > wear->layer[1])
    return lash_fail(error, LASH_FAILURE,
                     "the ball is worn through: depth %g m, layer_j %g m; give a thicker layer_j, "
                     "or end the run before",
                     socket->ball, wear->layer[1]);
  return LASH_OK;
}
