/* Asking the host how the two bodies of an element move, and telling it partial derivatives. */
#ifndef LASH_ROUTINES_MOTION_H
#define LASH_ROUTINES_MOTION_H

#include "element.h"

/* Motion in SI units. In space: of the inner marker as seen from the outer one, in the outer
 * marker's axes (so the outer frame rests at the origin). On a line: position[0], velocity[0]. In
 * the plane: velocity of I against J in J's axes. */
typedef struct motion {
  double position[3], velocity[3], spin[3];
  double axis[3];   /* z of the inner marker, where the shape needs it */
  double angles[3]; /* what it was computed from, when the host has no unit vectors */
  double to_rm[3]
              [3]; /* column k: axis k of the outer marker in RM's axes; identity when the same */
  double rm_angles[3];
  double load; /* normal load, where the host gives it */
} motion;

/* Reads what the element needs. In a set-up pass the numbers are zeros and only the asking counts.
 * Fails when the host refuses a measure, which it names. */
lash_status motion_read(const element *e, motion *m, lash_error *error);

/* Finds out, in whichever pass comes first, whether the host serves unit vectors. */
void motion_probe(element *e);

/* Whether results have to be turned from the outer marker's axes to RM's. */
bool motion_turns(const element *e);

/* out = to_rm in, for each of `count` vectors. */
void motion_turn(const motion *m, size_t count, const double (*in)[3], double (*out)[3]);

/* States of the bristles in the host, site by site, SI; and the partials by them.  `partials` has
 * `rows` outputs by columns, one column per state, in the host's units. */
lash_status states_read(const element *e, double z[SITES_MAX][LASH_FRICTION_STATES_MAX],
                        lash_error *error);
void states_partials(const element *e, size_t rows, const double *partials);

/* Partials of `vectors` outputs of three numbers each (force; torque) by the motion in space, SI:
 * columns position, velocity, rotation and spin of the inner body, outer axes. */
typedef struct space_partials {
  size_t vectors;
  double value[2][3]; /* the outputs themselves, outer axes */
  double unit[2];     /* what one SI unit of each output is in the host's */
  double d[2][3][12];
} space_partials;

void motion_space_partials(const element *e, const motion *m, const space_partials *p);

/* Partials of one number on a line, host's units: by distance, by its rate, by the load. */
void motion_line_partials(const element *e, double d_position, double d_velocity, double d_load);

#endif
