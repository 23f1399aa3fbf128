/* Asking the host how the two bodies of an element move, and telling it partial derivatives. */
#ifndef LASH_ROUTINES_MOTION_H
#define LASH_ROUTINES_MOTION_H

#include "element.h"
#include "lash_c_utils.h"

/* Motion in SI units. In space: of the inner marker as seen from the outer one, in the outer
 * marker's axes (so the outer frame rests at the origin). On a line: position[0], velocity[0]. In
 * the plane: velocity of I against J in J's axes. */
typedef struct motion {
  double position[3], velocity[3], spin[3];
  double axis[3];   /* z of the inner marker, where the shape needs it */
  double side[3];   /* its x, where the shape needs it or the inner body wears */
  double angles[3]; /* what it was computed from, when the host has no unit vectors */
  double to_rm[3]
              [3]; /* column k: axis k of the outer marker in RM's axes; identity when the same */
  double rm_angles[3];
  double load; /* normal load, where the host gives it */
} motion;

/* Reads what the element needs. In a set-up pass the numbers are zeros and only the asking counts.
 * Fails when the host refuses a measure, which it names. */
lash_status motion_read(const element *e, motion *m, lash_error *error);

/* The same of a joint in space from the motion of its inner marker, its outer one and RM, without
 * asking: what the host's measures would be, to the last bit. */
void motion_of_markers(const element *e, const struct sLashMarker *const marker[3], motion *m);

/* Finds out, in whichever pass comes first, whether the host serves unit vectors. */
void motion_probe(element *e);

/* Whether the directions of axes are asked for at all. */
bool motion_asks_axes(const element *e);

/* Whether results have to be turned from the outer marker's axes to RM's. */
bool motion_turns(const element *e);

/* out = to_rm in, for each of `count` vectors. */
void motion_turn(const motion *m, size_t count, const double (*in)[3], double (*out)[3]);

/* States of the bristles in the host, site by site, SI; and the partials by them.  `partials` has
 * `rows` outputs by columns, one column per state, in the host's units. */
lash_status states_read(const element *e, double z[LASH_JOINT_SITES][LASH_FRICTION_STATES_MAX],
                        lash_error *error);
void states_partials(const element *e, size_t rows, const double *partials);

/* Columns of partial derivatives by the motion, SI; each but the last stands for three. In space:
 * position, velocity, small turn and spin of the inner body in the outer marker's axes. On a line
 * and in the plane the first ones of position and velocity count. */
enum {
  BY_POSITION = 0,
  BY_VELOCITY = 3,
  BY_ROTATION = 6,
  BY_SPIN = 9,
  BY_LOAD = 12,
  MOTION_COLUMNS = 13
};

/* Reports partials of `rows` outputs (in the host's units) by columns: d[column * rows + row]. */
void motion_partials(const element *e, const motion *m, size_t rows, const double *d);

/* Where the outputs are vectors turned to RM's axes, their partials by that turn. `value` holds the
 * vectors before turning, `unit` what one SI unit of each is in the host's. */
void motion_turn_partials(const element *e, const motion *m, size_t vectors,
                          const double (*value)[3], const double *unit);

/* Contact points and sites of a joint in space, in the outer marker's axes. */
lash_status motion_points(const element *e, const motion *m, bool partials,
                          lash_joint_points *points, lash_joint_site *sites, lash_error *error);

/* The oil of a joint that has a film, and its greatest pressure. */
lash_status motion_film(const element *e, const motion *m, lash_joint_film *film, double *pressure,
                        lash_error *error);

/* Where column c of motion_partials() is found among the columns of contact/. */
static inline int motion_column(int c) {
  static const int first[4] = {LASH_D_POSITION, LASH_D_VELOCITY, LASH_D_ROTATION_J, LASH_D_SPIN_J};
  return first[c / 3] + c % 3;
}

/* Reads motion and states of any joint that measures its own motion, and finds its sites. */
lash_status element_state(const element *e, double time, motion *m, lash_joint_state *now,
                          lash_error *error);

#endif
