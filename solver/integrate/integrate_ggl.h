/* The stabilised index-2 form of the equations of motion (Gear, Gupta & Leimkuhler, J. Comp. Appl.
 * Math. 12/13, 1985, 77-90), as residuals and their exact derivative.
 *
 * Unknowns Y = [ q | v | x | lambda | mu ], q with Euler parameters (7 per body):
 *   q' - N(q) (v + Phi_v^T mu)       = 0
 *   M v' - f(t,q,v,x) + Phi_v^T lambda = 0
 *   x' - g(t,q,v,x)                  = 0
 *   Phi_v v - nu                     = 0
 *   Phi                              = 0
 * mu is zero in the exact solution: it takes up what discretisation would let drift. */
#ifndef LASH_INTEGRATE_GGL_H
#define LASH_INTEGRATE_GGL_H

#include "lash_system.h"

typedef struct ggl ggl;

lash_status ggl_create(lash_system *system, ggl **made, lash_error *error);
void ggl_free(ggl *g);
size_t ggl_size(const ggl *g); /* number of unknowns */

lash_status ggl_residual(ggl *g, double t, const double *Y, const double *Yp, double *R,
                         lash_error *error);

/* dR/dY + c dR/dY', by columns: call ggl_linearise() once, then each column. `column` has
 * ggl_size() numbers; entries are added to it. */
lash_status ggl_linearise(ggl *g, double t, double c, const double *Y, const double *Yp,
                          lash_error *error);
void ggl_column(const ggl *g, size_t j, double *column);

/* Pattern of the derivative, CSC; owned by g. */
const lash_pattern *ggl_pattern(const ggl *g);

#endif
