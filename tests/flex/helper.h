/* Small solvers for the tests of flexible bodies; each is plain and slow on purpose. */
#ifndef LASH_TEST_FLEX_HELPER_H
#define LASH_TEST_FLEX_HELPER_H

#include "lash_ancf.h"

/* The k-th of the pseudo-random numbers in [-1/2, 1/2) that perturb a configuration. */
void random_start(void);
double random_next(void);

/* A rotation matrix from a rotation vector. */
void rotation_of(const double vector[3], double R[3][3]);

/* Adds the load at factor `t` in [0, 1] to Q; may depend on q (last element only). */
typedef void (*load_function)(const lash_ancf_beam *beam, const double *q, double t, double *Q,
                              const void *context);

/* How the first node is held: all 12 coordinates, or r, r_y and r_z, which is what a clamp means
 * for a beam that shears (r_x follows the shear angle). */
typedef enum clamp { CLAMP_ALL, CLAMP_SECTION } clamp;

/* Static equilibrium of a clamped beam, load in equal increments; q goes in as the start and comes
 * out as the solution. Fails the test when Newton does not converge.
 */
void solve_static(const lash_ancf_beam *beam, double *q, clamp hold, int increments,
                  load_function load, const void *context);

/* A force along `context` (3 numbers) at the tip. */
void tip_force(const lash_ancf_beam *beam, const double *q, double t, double *Q,
               const void *context);

/* Frequencies (Hz, ascending, `count` of them) of a beam about the configuration q, the first
 * `fixed` coordinates held. Negative eigenvalues give negative frequencies. */
void beam_frequencies(const lash_ancf_beam *beam, const double *q, size_t fixed, double *hz,
                      size_t count);

/* Eigenvalues of K x = lambda M x, dense n x n, ascending; both are overwritten. */
void eigenvalues(int n, double *K, double *M, double *lambda);

/* Timoshenko's theory: the `mode`-th bending frequency (from 1) of a beam bending along y (y2
 * section moment, shear_y), clamped-free or free-free. By the transfer matrix: no elements
 * involved. */
double timoshenko_hz(const lash_section *s, const lash_material *m, double length, bool clamped,
                     int mode);

/* Tip displacement of a geometrically exact cantilever (Reissner's beam, linear elastic in its
 * strain measures) under a dead force and a moment of fixed direction at its end, by integrating
 * the rod's equations and shooting. */
void reissner_tip(const lash_section *s, const lash_material *m, double length,
                  const double force[3], const double moment[3], int increments, double tip[3]);

/* The same of a rod that is an arc when unloaded, starting along x and turning towards y: where its
 * end is. */
void reissner_arc(const lash_section *s, const lash_material *m, double length, double curvature,
                  const double force[3], const double moment[3], int increments, double end[3]);

/* ------------------------------------------------------------------------------------- CalculiX */

bool have_ccx(void);

/* Writes FOLDER/JOB.inp, a free steel bar 1 x 0.08 x 0.05 m of 24 20-node bricks, and runs ccx: for
 * the matrices, or for 16 frequencies. */
void solid_bar_by_ccx(const char *folder, const char *job, bool matrices);

/* Reads `count` frequencies (Hz) from FOLDER/JOB.dat, the six of rigid motion left out. */
void ccx_frequencies(const char *folder, const char *job, double *hz, size_t count);

/* Reduces FOLDER/JOB's matrices to FOLDER/JOB.lfx with so many modes. */
void reduce_ccx_job(const char *folder, const char *job, size_t modes);

/* exp(A), n x n with n <= 4. */
void matrix_exponential(int n, const double *A, double *out);

#endif
