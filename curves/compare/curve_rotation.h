/* Orientations in a form that can be compared: three Euler angles jump by whole turns and cannot be
 * told apart near singular positions, the nine numbers of the rotation never. */
#ifndef LASH_CURVE_ROTATION_H
#define LASH_CURVE_ROTATION_H

#include "curve_set.h"

/* Wherever columns PSI, THETA, PHI (body 3-1-3, in radians or in degrees as their unit says) stand
 * together in a table, R11 … R33 stand in their place. What comes before the names stays:
 * "PART_2_PSI (rad)" becomes "PART_2_R11". Cells are gone afterwards. */
lash_status curve_rotations(curve_set *set, lash_error *error);

#endif
