/* Angles between two frames as functions of direction cosines: one table serves joints, motions,
 * couplers and the angular measures of expressions. */
#ifndef LASH_ANGLES_H
#define LASH_ANGLES_H

#include <math.h>

#include "lash_core.h"
#include "lash_motion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lash_angle_form {
  LASH_ANGLE_AX, /* the first and third are also the body 1-2-3 angles B1 and B3 */
  LASH_ANGLE_AY,
  LASH_ANGLE_AZ, /* of a joint about its z axis */
  LASH_ANGLE_B2,
  LASH_ANGLE_PSI, /* body 3-1-3 */
  LASH_ANGLE_THETA,
  LASH_ANGLE_PHI,
  LASH_ANGLE_YAW, /* body 3-2-1, PITCH with the sign of Adams */
  LASH_ANGLE_PITCH,
  LASH_ANGLE_ROLL,
  LASH_ANGLE_PINION, /* turn of I about its z axis, seen from the z axis of J at right angles to it
                      */
  LASH_ANGLE_SEQUENCES, /* here and behind: three angles of each body-fixed sequence, below */
  LASH_ANGLE_FORMS = LASH_ANGLE_SEQUENCES + 3 * 12
} lash_angle_form;

/* Sequences 0 to 11 of turns about the axes of I: 1-2-3, 2-3-1, 3-1-2, 1-3-2, 2-1-3, 3-2-1, 1-2-1,
 * 1-3-1, 2-1-2, 2-3-2, 3-1-3, 3-2-3. The turns of a space-fixed sequence are those of the
 * body-fixed sequence written backwards, in reverse order. */
static inline lash_angle_form lash_angle_of_sequence(int sequence, int turn) {
  return (lash_angle_form)(LASH_ANGLE_SEQUENCES + 3 * sequence + turn);
}

/* Angles of sines below this are round-off: see the table for what stands in. */
#define LASH_ANGLE_UNDETERMINED 1e-10

/* The angle, in (-pi, pi]. */
LASH_API double lash_angle_value(lash_angle_form form, const lash_marker_motion *i,
                                 const lash_marker_motion *j);

/* `raw` with the full turns of `last`, the value at the last accepted state (0 before the first
 * one). Who asks for an angle that counts turns keeps `last`, and changes it when a step is
 * accepted and at no other time. */
static inline double lash_angle_turned(double last, double raw) {
  const double turn = 6.283185307179586476925286766559, apart = raw - last;
  return last + (apart - turn * rint(apart / turn));
}

/* Its gradient n in ground axes: turning I by a and J by b changes the angle by n . (a - b). Zero
 * where the angle is not defined. */
LASH_API void lash_angle_gradient(lash_angle_form form, const lash_marker_motion *i,
                                  const lash_marker_motion *j, double n[3]);

/* Rate, and second derivative for constant angular velocities. */
LASH_API void lash_angle_rates(lash_angle_form form, const lash_marker_motion *i,
                               const lash_marker_motion *j, double *rate, double *bias);

#ifdef __cplusplus
}
#endif

#endif
