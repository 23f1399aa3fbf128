/* What differs between Chrono 9 and 10, as far as it is used here. */
#ifndef LASH_CHRONO_VERSION_HPP
#define LASH_CHRONO_VERSION_HPP

#include <chrono/ChVersion.h>
#include <chrono/physics/ChSystemSMC.h>
#include <chrono/timestepper/ChTimestepperHHT.h>

namespace lash {

#if CH_VERSION >= 0x00100000
const auto UPDATE = chrono::UpdateFlags::UPDATE_ALL_NO_VISUAL;

inline void addConstraints(chrono::ChSystem &system, chrono::ChVectorDynamic<> &out) {
  system.LoadConstraint_C(out, 1, 1);
}

inline void addConstraintRates(chrono::ChSystem &system, chrono::ChVectorDynamic<> &out) {
  system.LoadConstraint_Ct(out, 1, 1);
}

inline unsigned iterationsOfStep(const chrono::ChTimestepperHHT &stepper) {
  return stepper.GetNumStepIterations();
}
#else
const bool UPDATE = false;

inline void addConstraints(chrono::ChSystem &system, chrono::ChVectorDynamic<> &out) {
  system.LoadConstraint_C(out, 1);
}

inline void addConstraintRates(chrono::ChSystem &system, chrono::ChVectorDynamic<> &out) {
  system.LoadConstraint_Ct(out, 1);
}

inline unsigned iterationsOfStep(const chrono::ChTimestepperHHT &stepper) {
  return stepper.GetNumIterations();
}
#endif

}  // namespace lash

#endif
