/* A two-node Timoshenko beam element in space, 12 coordinates (displacements, then rotations, of
 * each node), for frames. Its shape functions solve the static equations, so it does not lock
 * (Przemieniecki 1968, Theory of Matrix Structural Analysis, ch. 5 and 11). */
#ifndef LASH_REDUCE_BEAM_H
#define LASH_REDUCE_BEAM_H

#include "lash_section.h"

enum { BEAM_DOF = 12, BEAM_POINTS = 16 };

typedef struct beam_element {
  double length;
  double axes[3][3]; /* columns: x along the beam, y and z of the section, in body axes */
  double end[2][3];
  const lash_section *section;
  const lash_material *material;
} beam_element;

/* Axes from the two ends and a direction in the x-y plane (NULL: body y, or x for a beam along y).
 * False when the ends coincide or the direction is along the beam. */
bool beam_place(beam_element *beam, const double a[3], const double b[3], const double *y);

/* Stiffness in body axes. */
void beam_stiffness(const beam_element *beam, double K[BEAM_DOF][BEAM_DOF]);

/* Axial force per coordinate, and the geometric stiffness of a unit axial force, in body axes: the
 * integral of v'^2 + w'^2 + r^2 theta'^2, r the polar radius of gyration of the section. */
void beam_tension(const beam_element *beam, double force[BEAM_DOF], double K[BEAM_DOF][BEAM_DOF]);

/* Mass point `index`: its mass, position and displacement (body axes). Sixteen points, four
 * sections of four, integrate the element's consistent mass, rotary inertia included, without
 * error. */
double beam_point(const beam_element *beam, int index, double position[3],
                  double shape[BEAM_DOF][3]);

#endif
