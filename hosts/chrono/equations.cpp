#include "equations.hpp"

using namespace chrono;

namespace lash {

/* Along the velocities: long enough for round-off, short against any motion. Chrono's own second
 * difference of the constraints (1e-6 s) leaves errors of 1e-4 in accelerations. */
static const double SHIFT = 1e-5;

/* Variables and constraints have their places only after this; Chrono does it in steps alone. */
void Equations::inject() {
  ChSystemDescriptor &descriptor = *system.GetSystemDescriptor();
  descriptor.BeginInsertion();
  system.InjectConstraints(descriptor);
  system.InjectVariables(descriptor);
  system.InjectKRMMatrices(descriptor);
  descriptor.EndInsertion();
}

/* Jacobian, mass matrix and what follows from them at the present state. */
void Equations::prepare() {
  ChSparseMatrix sparse;
  system.GetConstraintJacobianMatrix(sparse);
  jacobian = ChMatrixDynamic<>(sparse);
  system.GetMassMatrix(sparse);
  mass.compute(Eigen::MatrixXd(sparse));
  if (jacobian.rows() == 0) return;
  massInverseJacobian = mass.solve(Eigen::MatrixXd(jacobian.transpose()));
  schur.setThreshold(1e-10);
  schur.compute(Eigen::MatrixXd(jacobian * massInverseJacobian));
}

ChVectorDynamic<> Equations::correction(const ChVectorDynamic<> &residual) const {
  const Eigen::VectorXd multipliers = schur.solve(Eigen::VectorXd(residual));
  return massInverseJacobian * multipliers;
}

int Equations::redundant() {
  inject();
  prepare();
  return jacobian.rows() == 0 ? 0 : int(jacobian.rows() - schur.rank());
}

bool Equations::project(double tolerance) {
  inject();
  const unsigned rows = system.GetNumConstraints();
  ChState x(system.GetNumCoordsPosLevel(), &system), moved(x);
  ChStateDelta v(system.GetNumCoordsVelLevel(), &system), step(v);
  ChVectorDynamic<> residual(rows);
  double t = 0;
  bool there = rows == 0;
  for (int k = 0; k < 20 && !there; k++) {
    residual.setZero();
    addConstraints(system, residual);
    there = residual.lpNorm<Eigen::Infinity>() <= tolerance;
    if (there) break;
    prepare();
    system.StateGather(x, v, t);
    step = ChStateDelta(-correction(residual), &system);
    system.StateIncrementX(moved, x, step);
    system.StateScatter(moved, v, t, UPDATE);
  }
  if (!there || rows == 0) return there;
  prepare();
  system.StateGather(x, v, t);
  residual = jacobian * v;
  addConstraintRates(system, residual);
  v -= ChStateDelta(correction(residual), &system);
  system.StateScatter(x, v, t, UPDATE);
  return true;
}

/* Cq v + Ct at a state; the system is left there. */
ChVectorDynamic<> Equations::constraintRate(const ChState &x, const ChStateDelta &v, double t) {
  ChSparseMatrix sparse;
  system.StateScatter(x, v, t, UPDATE);
  system.GetConstraintJacobianMatrix(sparse);
  ChVectorDynamic<> rate = sparse * v;
  addConstraintRates(system, rate);
  return rate;
}

void Equations::solve() {
  inject();
  ChState x(system.GetNumCoordsPosLevel(), &system), moved(x);
  ChStateDelta v(system.GetNumCoordsVelLevel(), &system), step(v);
  double t = 0;
  system.StateGather(x, v, t);
  step = v * SHIFT;
  system.StateIncrementX(moved, x, step);
  ChVectorDynamic<> bias = constraintRate(moved, v, t + SHIFT);
  step = v * -SHIFT;
  system.StateIncrementX(moved, x, step);
  bias -= constraintRate(moved, v, t - SHIFT);
  bias /= 2 * SHIFT;
  system.StateScatter(x, v, t, UPDATE);
  prepare();

  ChVectorDynamic<> force(system.GetNumCoordsVelLevel());
  force.setZero();
  system.LoadResidual_F(force, 1);
  acceleration = mass.solve(Eigen::VectorXd(force));
  multiplier.setZero(system.GetNumConstraints());
  if (jacobian.rows() == 0) return;
  multiplier = schur.solve(Eigen::VectorXd(-bias - jacobian * acceleration));
  acceleration += massInverseJacobian * multiplier;
}

}  // namespace lash
