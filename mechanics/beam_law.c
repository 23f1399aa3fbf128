/* A beam that may move and turn without limit between its markers while it bends little against the
 * line between its ends: co-rotational, with the shortening that bending brings (Oran 1973).
 *
 * Six measures of deformation, none of which a rigid motion changes: the change of the distance of
 * the ends; the turn of either end against that line about its z and its y; the twist of one end
 * against the other. The energy is a function of them, and every force is a derivative of it. */
#include <string.h>

#include "lash_elements.h"
#include "lash_space.h"

enum { STRETCH, TURN_Z, TURN_Y = TURN_Z + 2, TWIST = TURN_Y + 2, MEASURES };

/* A measure, and what it changes by when I moves and when either end turns, ground axes. */
typedef struct measure {
  double value, by_place[3], by_turn[2][3]; /* ends: 0 J, 1 I */
} measure;

typedef struct shape {
  measure m[MEASURES];
} shape;

/* Angle of the tangent against the line `e` about one axis of an end. `across` is the axis of the
 * section that the tangent turns to, `sign` that of the turn. */
static void turn_of(const double e[3], double distance, const double tangent[3],
                    const double across[3], double sign, int end, measure *m) {
  const double a = dot3(e, tangent), b = dot3(e, across), square = a * a + b * b;
  double slope[3] = {0};
  m->value = -sign * atan2(b, a);
  axpy3(-sign * a / square, across, slope);
  axpy3(sign * b / square, tangent, slope);
  cross3(slope, e, m->by_turn[end]);
  axpy3(-dot3(slope, e), e, slope);
  for (int k = 0; k < 3; k++) m->by_place[k] = slope[k] / distance;
}

/* The turn of I's section about the beam, apart from the swing of its tangent. */
static void twist_of(double axis[2][3][3], measure *m) {
  const double *nj = axis[0][1], *bj = axis[0][2], *ni = axis[1][1], *bi = axis[1][2];
  const double s = dot3(ni, bj) - dot3(bi, nj), c = dot3(ni, nj) + dot3(bi, bj);
  const double square = s * s + c * c;
  double *by = m->by_turn[1];
  m->value = atan2(s, c);
  add_cross3(c / square, ni, bj, by);
  add_cross3(-c / square, bi, nj, by);
  add_cross3(-s / square, ni, nj, by);
  add_cross3(-s / square, bi, bj, by);
  axpy3(-1, by, m->by_turn[0]);
}

static shape shape_of(const lash_beam_law *beam, const lash_marker_motion *i,
                      const lash_marker_motion *j) {
  const lash_marker_motion *const ends[2] = {j, i};
  double axis[2][3][3], e[3];
  shape s;
  memset(&s, 0, sizeof s);
  sub3(i->r, j->r, e);
  const double distance = norm3(e);
  for (int k = 0; k < 3; k++) e[k] /= distance;
  for (int end = 0; end < 2; end++)
    for (int k = 0; k < 3; k++) mat_column(ends[end]->axes, k, axis[end][k]);
  s.m[STRETCH].value = distance - beam->length;
  copy3(e, s.m[STRETCH].by_place);
  for (int end = 0; end < 2; end++) {
    turn_of(e, distance, axis[end][0], axis[end][1], 1, end, &s.m[TURN_Z + end]);
    turn_of(e, distance, axis[end][0], axis[end][2], -1, end, &s.m[TURN_Y + end]);
  }
  twist_of(axis, &s.m[TWIST]);
  return s;
}

/* The length gained by bending, over L: the mean of half the squared slope of a cubic. */
static double bow(const shape *s, double by[MEASURES]) {
  double sum = 0;
  for (int k = TURN_Z; k < TWIST; k += 2) {
    const double a = s->m[k].value, b = s->m[k + 1].value;
    sum += (2 * a * a - a * b + 2 * b * b) / 30;
    by[k] = (4 * a - b) / 30;
    by[k + 1] = (4 * b - a) / 30;
  }
  return sum;
}

/* Stiffness of bending: (4 + shear) and (2 - shear) times this. */
static double stiffness(const lash_beam_law *beam, int plane) {
  return beam->bending[plane] / (beam->length * (1 + beam->shear[plane]));
}

/* Moments of bending and torsion at the measures x: linear in them, so that rates give those of
 * damping. */
static void moments(const lash_beam_law *beam, const double x[MEASURES], double q[MEASURES]) {
  for (int plane = 0; plane < 2; plane++) {
    const int k = TURN_Z + 2 * plane;
    const double kb = stiffness(beam, plane), shear = beam->shear[plane];
    q[k] = kb * ((4 + shear) * x[k] + (2 - shear) * x[k + 1]);
    q[k + 1] = kb * ((2 - shear) * x[k] + (4 + shear) * x[k + 1]);
  }
  q[TWIST] = beam->torsion / beam->length * x[TWIST];
}

double lash_beam_energy(const lash_beam_law *beam, const lash_marker_motion *i,
                        const lash_marker_motion *j) {
  const shape s = shape_of(beam, i, j);
  double by[MEASURES] = {0}, x[MEASURES], q[MEASURES] = {0}, sum = 0;
  const double u = s.m[STRETCH].value + beam->length * bow(&s, by);
  for (int k = 0; k < MEASURES; k++) x[k] = s.m[k].value;
  moments(beam, x, q);
  for (int k = TURN_Z; k < MEASURES; k++) sum += 0.5 * q[k] * x[k];
  return sum + 0.5 * beam->axial / beam->length * u * u;
}

void lash_beam_load(const lash_beam_law *beam, const lash_marker_motion *i,
                    const lash_marker_motion *j, lash_load *load) {
  const shape s = shape_of(beam, i, j);
  double by[MEASURES] = {0}, x[MEASURES], q[MEASURES] = {0}, v[3], rate = 0;
  const double u = s.m[STRETCH].value + beam->length * bow(&s, by);
  sub3(i->v, j->v, v);
  by[STRETCH] = 1 / beam->length;
  for (int k = 0; k < MEASURES; k++) {
    const measure *m = &s.m[k];
    const double speed =
        dot3(m->by_place, v) + dot3(m->by_turn[0], j->w) + dot3(m->by_turn[1], i->w);
    x[k] = m->value + beam->cratio * speed;
    rate += beam->length * by[k] * speed;
  }
  moments(beam, x, q);
  const double tension = beam->axial / beam->length * (u + beam->cratio * rate);
  for (int k = 0; k < MEASURES; k++) {
    const double force = q[k] + tension * beam->length * by[k];
    axpy3(-force, s.m[k].by_place, load->force_i);
    axpy3(force, s.m[k].by_place, load->force_j);
    axpy3(-force, s.m[k].by_turn[1], load->torque_i);
    axpy3(-force, s.m[k].by_turn[0], load->torque_j);
  }
}
