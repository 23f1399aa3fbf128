/* Frames for tests of joints: turned, moved along the columns of partials, seen from elsewhere. */
#ifndef LASH_TEST_TURNING_H
#define LASH_TEST_TURNING_H

#include "lash_geometry.h"
#include "lash_random.h"
#include "lash_space.h"

static inline double unit(uint64_t *seed) { return 2 * splitmix64_unit(seed) - 1; }

static inline void matrix_of_turn(const double turn[3], double R[9]) {
  double e[4];
  parameters_of_vector(turn, e);
  matrix_of_parameters(e, R);
}

/* A frame turned by a vector. */
static inline void turn_frame(lash_frame *f, const double turn[3]) {
  double R[9], old[3];
  matrix_of_turn(turn, R);
  copy3(f->axis, old), mul33_3(R, old, f->axis);
  copy3(f->side, old), mul33_3(R, old, f->side);
}

/* Moves both frames along a column of the partials. */
static inline void move(lash_frame *i, lash_frame *j, int column, double h) {
  const int n = column % 3;
  double turn[3] = {0, 0, 0};
  turn[n] = h;
  switch (column - n) {
    case LASH_D_POSITION:
      j->position[n] += h;
      break;
    case LASH_D_VELOCITY:
      j->velocity[n] += h;
      break;
    case LASH_D_ROTATION_I:
      turn_frame(i, turn);
      break;
    case LASH_D_ROTATION_J:
      turn_frame(j, turn);
      break;
    case LASH_D_SPIN_I:
      i->spin[n] += h;
      break;
    default:
      j->spin[n] += h;
  }
}

#endif
