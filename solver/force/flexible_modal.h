/* Modal bodies as flexible bodies: a moving frame and, in cells of six, their modal coordinates. */
#ifndef LASH_SOLVER_FLEXIBLE_MODAL_H
#define LASH_SOLVER_FLEXIBLE_MODAL_H

#include "flexible.h"
#include "lash_modal.h"

typedef struct lash_modal_part {
  lash_modal body;   /* in the dataset's units; damping ratios as they now are */
  double *frequency; /* of each mode, Hz: what Dmpsub is told */
  int *number;       /* of each mode in its file, from 1 */
  int damping;       /* routine that gives damping ratios, or -1 */
  double damping_time;
  double *reach; /* of each mode: its largest displacement of a node */
  double *M;     /* at stamp `mass_stamp` */
  lash_stamp mass_stamp;
  double *by_position, *by_velocity, *by_mass; /* derivatives, square in frame and modes */
  double *force, *node;                        /* one number a coordinate; two Jacobians */
  double *padded;                              /* square in units */
} lash_modal_part;

/* Room for what the functions work with; the body must stand. */
void lash_modal_part_prepare(lash_store *store, lash_modal_part *part, size_t cells);

#endif
