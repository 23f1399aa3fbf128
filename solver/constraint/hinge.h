/* Bodies hinged to ground by a revolute joint: cranks and rockers. Their five rows are solved in
 * closed form instead of entering the Schur complement, which is what makes small mechanisms fast.
 *
 * The three point rows are sigma (v + …): they give the translation from the rotation, v_k = sigma
 * (gamma_k - B_k . w); the two axis rows r1 . w, r2 . w leave the rotation about n = r1 x r2. So an
 * acceleration that meets the rows is a = a_p + N alpha, with N and a_p explicit, also off the
 * constraint manifold, and the reactions follow from the balance of the body.
 *
 * With z of I on the body, n is z of I whatever the state: N, N . M N and the a_p of accelerations
 * then need none of the rows (lash_hinge.direct), which are evaluated only for projections,
 * reactions and whoever asks. */
#ifndef LASH_SOLVER_HINGE_H
#define LASH_SOLVER_HINGE_H

#include "system_impl.h"

/* A body on a revolute joint to ground, see hinge.h. */
typedef struct lash_hinge {
  int body;
  int kept[5]; /* its rows among the kept ones: three of the point, two of the axes */
  size_t block[5];
  double sign; /* of the translational part of its point rows */
  double direction[6], inverse_mass;
  double push; /* of the other rows' reactions along the direction, by the inertia; scratch */
  /* when the body is that of I, the direction is fixed in it: */
  bool direct;
  double axis[3], arm[3], lever[3]; /* body axes; lever = arm x axis */
  double radius[3];                 /* the arm's part normal to the axis */
  double frame[9];                  /* axes of J, by rows */
  double bias[6];                   /* what meets the rows at the current velocity */
  bool steady;                      /* it turns about the axis only: bias is normal to N in M */
} lash_hinge;

/* Finds hinged bodies among the kept rows; marks their rows in system->schur->row_hinged. */
void lash_hinges_plan(lash_system *system);

/* Directions and reduced masses at the current state, and what accelerations need. */
lash_status lash_hinges_update(lash_system *system, lash_error *error);

/* N . block: how the body's turning moves another row. */
static inline double lash_hinge_along(const lash_hinge *hinge, const double *block) {
  const double *N = hinge->direction;
  return N[0] * block[0] + N[1] * block[1] + N[2] * block[2] + N[3] * block[3] + N[4] * block[4] +
         N[5] * block[5];
}

/* Acceleration under force f (six numbers, or NULL for none) that meets the rows' right-hand sides
 * gamma; NULL: those of accelerations without Baumgarte terms, for direct hinges. */
void lash_hinge_accelerate(const lash_system *system, const lash_hinge *hinge, const double *f,
                           const double *gamma, double *a);

/* Multipliers of the rows from what is left of the balance: rest = f - M a - other reactions. */
void lash_hinge_reactions(const lash_system *system, const lash_hinge *hinge, const double rest[6],
                          double *lambda);

#endif
