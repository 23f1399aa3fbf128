/* The same joint made of contact/ and friction/ directly, at the kinematics the host measures. */
#ifndef LASH_TEST_REFERENCE_H
#define LASH_TEST_REFERENCE_H

#include "bench.h"
#include "lash_friction.h"
#include "lash_geometry.h"

typedef struct reference {
  size_t shapes;
  lash_geometry shape[2];
  lash_contact law[2];
  bool has_friction;
  lash_friction friction;
} reference;

/* Wrenches on the socket and on the ball, at each, in the socket's axes, when the joint starts with
 * this state: approach speeds are the present ones, bristles are at rest. */
void reference_wrench(const reference *joint, lash_wrench *on_socket, lash_wrench *on_ball);

/* A friction law with its defaults; none when law is NULL. */
void reference_friction(reference *joint, const lash_friction_law *law);

/* A wrench of the routine (in axes of AXES) against one in the socket's axes, to `tolerance` of the
 * largest component of force and torque. */
void reference_compare(const double wrench[6], const lash_wrench *expected, double tolerance);

/* Sets up GFORCE/7 with STRING/1, results in AXES, and compares its first wrench with the joint's.
 */
void reference_check(const reference *joint, const char *routine, bench_gforce *g,
                     lash_wrench *on_socket, lash_wrench *on_ball);

double largest(const double *a, int n);
void measure(const char *name, int i, int j, int npar, double *out);

#endif
