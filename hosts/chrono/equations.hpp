/* Linear algebra on a Chrono system that Chrono does not offer: a consistent start, and the
 * accelerations and multipliers that belong to a state. Dense; meant for mechanisms, not for heaps.
 */
#ifndef LASH_CHRONO_EQUATIONS_HPP
#define LASH_CHRONO_EQUATIONS_HPP

#include "version.hpp"

namespace lash {

class Equations {
 public:
  explicit Equations(chrono::ChSystem &owner) : system(owner) {}

  /* Brings the system onto its constraints with the smallest change in the metric of the masses:
   * positions by Newton's method, then velocities. False when it does not get there. */
  bool project(double tolerance);

  /* M a = f + Cq^T L and C'' = 0 at the present state. */
  void solve();

  /* How many rows of the constraints are redundant at the present state. */
  int redundant();

  chrono::ChVectorDynamic<> acceleration, multiplier;
  chrono::ChMatrixDynamic<> jacobian; /* Cq, constraints by velocities */

 private:
  void inject();
  void prepare();
  chrono::ChVectorDynamic<> constraintRate(const chrono::ChState &x, const chrono::ChStateDelta &v,
                                           double t);
  chrono::ChVectorDynamic<> correction(const chrono::ChVectorDynamic<> &residual) const;

  chrono::ChSystem &system;
  chrono::ChMatrixDynamic<> massInverseJacobian; /* M^-1 Cq^T */
  Eigen::LDLT<Eigen::MatrixXd> mass;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> schur; /* of Cq M^-1 Cq^T */
};

}  // namespace lash

#endif
