/* Random states of every shape, for the tests of contact geometry. Sizes are of order one, so that
 * one step size of differencing suits all of them. */
#ifndef LASH_TEST_GEOMETRY_SUPPORT_H
#define LASH_TEST_GEOMETRY_SUPPORT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "lash_geometry.h"
#include "lash_space.h"

static uint64_t random_state = 1;

/* Uniform in (low, high): a linear congruential generator's upper bits. */
static inline double uniform(double low, double high) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * ((double)(random_state >> 11) + 0.5) / 9007199254740992.0;
}

static inline void random_vector(double size, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = uniform(-size, size);
}

static inline void normalise(double a[3]) { scale3(1 / sqrt(dot3(a, a)), a, a); }

static inline void random_unit(double out[3]) {
  do random_vector(1, out);
  while (dot3(out, out) > 1 || dot3(out, out) < 0.01);
  normalise(out);
}

/* Whether cams are sampled with a profile by points. */
static bool cams_have_points;

static inline void give_points(lash_geometry *cam) {
  double lift[24];
  for (int k = 0; k < 24; k++) lift[k] = 0.1 * (1 - cos(2 * acos(-1) * k / 24));
  cam->lift = cam->rise = cam->dwell = cam->fall = 0;
  lash_cam_by_points(cam, LASH_CAM_LIFTS, lift, 24, NULL);
}

/* Turns a vector by the rotation vector `turn` (Rodrigues). */
static inline void rotate(const double turn[3], double a[3]) {
  double angle = sqrt(dot3(turn, turn)), unit[3], side[3], out[3];
  if (angle == 0) return;
  scale3(1 / angle, turn, unit);
  cross3(unit, a, side);
  scale3(cos(angle), a, out);
  axpy3(sin(angle), side, out);
  axpy3((1 - cos(angle)) * dot3(unit, a), unit, out);
  memcpy(a, out, sizeof out);
}

static inline void random_normal_to(const double axis[3], double out[3]) {
  do {
    random_unit(out);
    axpy3(-dot3(axis, out), axis, out);
  } while (dot3(out, out) < 0.01);
  normalise(out);
}

static inline lash_geometry sample_geometry(lash_shape shape) {
  static const double journal_lengths[] = {0, 1.5, 3};
  lash_geometry g = {.shape = shape, .radius_i = 1.5, .radius_j = 1};
  if (shape == LASH_AXIAL_STOPS) {
    g = (lash_geometry){
        .shape = shape, .radius_j = 0.7, .length_i = 3, .length_j = 2, .blend = 0.3};
  } else if (shape == LASH_JOURNAL_BEARING) {
    g.length_i = 2;
    g.length_j = journal_lengths[(int)uniform(0, 3)];
  } else if (shape == LASH_SPHERE_CYLINDER || shape == LASH_SPHERE_BORE) {
    g.length_i = uniform(0, 1) < 0.5 ? 2 : 0;
  } else if (shape == LASH_PLANAR_SLIDER || shape == LASH_GUIDE) {
    g = (lash_geometry){.shape = shape,
                        .width_i = 2,
                        .width_j = 1.5,
                        .length_i = uniform(0, 1) < 0.5 ? 2 : 0,
                        .length_j = 3,
                        .corner = 0.1};
    if (shape == LASH_GUIDE) g.height_i = 1.8, g.height_j = 1.2;
  } else if (shape == LASH_GEAR_PAIR) {
    g = (lash_geometry){.shape = shape,
                        .teeth_i = 20,
                        .teeth_j = 30,
                        .module = 0.1,
                        .pressure = 0.35,
                        .play = 0.01};
  } else if (shape == LASH_CAM_FLAT || shape == LASH_CAM_ROLLER) {
    g = (lash_geometry){.shape = shape,
                        .radius_i = 1,
                        .radius_j = shape == LASH_CAM_ROLLER ? 0.4 : 0,
                        .lift = 0.2,
                        .rise = 2,
                        .dwell = 0.7,
                        .fall = 2.5};
    if (cams_have_points) give_points(&g);
  }
  return g;
}

/* Frames in general motion, j somewhere near contact. */
static inline void sample_frames(const lash_geometry *g, lash_frame *i, lash_frame *j) {
  random_vector(2, i->position);
  random_unit(i->axis);
  random_normal_to(i->axis, i->side);
  random_unit(j->axis);
  random_normal_to(j->axis, j->side);
  lash_frame *both[2] = {i, j};
  for (int k = 0; k < 2; k++) random_vector(2, both[k]->velocity), random_vector(2, both[k]->spin);

  double offset[3], bent[3];
  random_normal_to(i->axis, offset);
  bool hollow = lash_geometry_clearance(g) > 0;
  scale3(hollow ? uniform(0.3, 0.9) : uniform(1, 3), offset, offset);
  double reach = g->shape == LASH_SPHERE_CYLINDER ? 2 : g->shape == LASH_SPHERE_BORE ? 0.9 : 0.4;
  axpy3(uniform(-reach, reach), i->axis, offset);
  memcpy(j->position, i->position, sizeof j->position);
  axpy3(1, offset, j->position);

  /* the two axes roughly parallel, either way round */
  random_normal_to(i->axis, bent);
  double tilt = uniform(0, 0.4), way = uniform(-1, 1) < 0 ? -1 : 1;
  scale3(way * cos(tilt), i->axis, j->axis);
  axpy3(sin(tilt), bent, j->axis);
  random_normal_to(j->axis, j->side);
  if (g->shape < LASH_PLANAR_SLIDER) return;

  /* the others lie alike, or in one plane */
  axpy3(-dot3(i->axis, offset), i->axis, offset);
  memcpy(j->position, i->position, sizeof j->position);
  if (g->shape == LASH_PLANAR_SLIDER || g->shape == LASH_GUIDE) {
    double turn[3];
    random_vector(0.2, turn);
    memcpy(j->axis, i->axis, sizeof j->axis), memcpy(j->side, i->side, sizeof j->side);
    rotate(turn, j->axis), rotate(turn, j->side);
    axpy3(0.3, offset, j->position);
    axpy3(uniform(-0.4, 0.4), i->axis, j->position);
    return;
  }
  normalise(offset);
  if (g->shape == LASH_GEAR_PAIR) memcpy(j->axis, i->axis, sizeof j->axis);
  if (g->shape != LASH_GEAR_PAIR) memcpy(j->axis, offset, sizeof j->axis);
  random_normal_to(i->axis, j->side);
  if (g->shape == LASH_CAM_FLAT) memcpy(j->side, i->axis, sizeof j->side);
  axpy3(g->shape == LASH_GEAR_PAIR ? uniform(2.5, 2.55) : uniform(1, 1.5), offset, j->position);
}

/* True where differences resolve the formulas: away from the centre and from the tangents' pole. */
static inline bool is_regular(const lash_contact_points *set, const lash_frame *i) {
  for (size_t k = 0; k < set->count; k++) {
    const lash_contact_point *p = &set->point[k];
    if (p->flags & (LASH_POINT_CENTRED | LASH_POINT_OUTSIDE)) return false;
    if (sqrt(dot3(p->eccentricity, p->eccentricity)) < 0.15 && p->share != 1) return false;
    if (set->count == 1 && 1 + dot3(i->axis, p->normal) < 0.1) return false;
  }
  return true;
}

/* A geometry with frames in a regular state. */
static inline void sample(lash_shape shape, lash_geometry *g, lash_frame *i, lash_frame *j) {
  lash_contact_points set;
  do {
    *g = sample_geometry(shape);
    sample_frames(g, i, j);
  } while (lash_geometry_eval(g, i, j, &set, NULL) != LASH_OK || !is_regular(&set, i));
}

#endif
