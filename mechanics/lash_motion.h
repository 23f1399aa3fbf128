/* How a marker moves, as measures and force elements see it. */
#ifndef LASH_MOTION_H
#define LASH_MOTION_H

/* Everything in the ground frame. Column j of `axes` is axis j of the marker: global = axes *
 * local, with axes[row][column]. */
typedef struct lash_marker_motion {
  double r[3];
  double axes[3][3];
  double v[3], w[3];  /* velocity of the origin, angular velocity */
  double a[3], wd[3]; /* their time derivatives */
} lash_marker_motion;

/* How much of a marker's motion is wanted. */
typedef enum lash_motion_level {
  LASH_LEVEL_POSITION,
  LASH_LEVEL_VELOCITY,
  LASH_LEVEL_ACCELERATION
} lash_motion_level;

#endif
