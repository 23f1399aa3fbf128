/* A ball joint with clearance in a Chrono model of your own, in C++.
 *
 * An arm hangs by a ball of 10 mm in a socket of 10.5 mm: the model of mujoco_clearance.c. The
 * joint is a load like any other of Chrono's; after each step it is told that the step counts.
 *
 *   c++ chrono_clearance.cpp -llash_chrono -llash -lChrono_core */
#include <chrono/physics/ChLoadContainer.h>
#include <chrono/solver/ChDirectSolverLS.h>
#include <chrono/timestepper/ChTimestepperHHT.h>

#include <algorithm>
#include <cstdio>

#include "lash_chrono.hpp"

using namespace chrono;

static double energy(ChBody &arm) {
  const ChVector3d w = arm.GetAngVelLocal();
  return 0.5 * arm.GetMass() * arm.GetPosDt().Length2() + 0.5 * w.Dot(arm.GetInertia() * w) +
         9.81 * arm.GetMass() * arm.GetPos().z();
}

int main() {
  lash_error error;
  lash_contact normal;
  lash_friction friction;
  lash_geometry shape = {};
  shape.shape = LASH_BALL_SOCKET;
  shape.radius_i = 0.0105, shape.radius_j = 0.010;
  lash_contact_begin(&normal, "lankarani_nikravesh", &error);
  lash_contact_set(&normal, "K", "1e8", &error);
  lash_contact_set(&normal, "e", "0.7", &error);
  lash_friction_begin(&friction, "brown_mcphee", 2, &error);
  lash_friction_set(&friction, "v_tr", "1e-3", &error);
  if (lash_contact_ready(&normal, &error) || lash_friction_ready(&friction, &error) ||
      lash_geometry_check(&shape, &error)) {
    return std::fprintf(stderr, "%s\n", error.message), 1;
  }

  ChSystemSMC system;
  system.SetGravitationalAcceleration(ChVector3d(0, 0, -9.81));
  system.SetSolver(chrono_types::make_shared<ChSolverSparseLU>());
  auto stepper = chrono_types::make_shared<ChTimestepperHHT>(&system);
  stepper->SetStepControl(false);
  stepper->SetMaxIters(20);
  stepper->SetRelTolerance(1e-8);
  stepper->SetAbsTolerances(1e-6);
  system.SetTimestepper(stepper);

  auto ground = chrono_types::make_shared<ChBody>();
  ground->SetFixed(true);
  system.AddBody(ground);
  auto arm = chrono_types::make_shared<ChBody>();
  const ChQuaterniond turn = QuatFromAngleX(40 * CH_DEG_TO_RAD);
  arm->SetMass(1);
  arm->SetInertiaXX(ChVector3d(4e-3, 4e-3, 5e-4));
  arm->SetRot(turn);
  arm->SetPos(turn.Rotate(ChVector3d(0, 0, -0.2)));
  system.AddBody(arm);

  /* The joint: socket on the ground, ball on the arm. */
  auto joint = chrono_types::make_shared<lash::Clearance>(
      ground, ChFrame<>(), arm, ChFrame<>(ChVector3d(0, 0, 0.2)), shape, normal, &friction);
  auto loads = chrono_types::make_shared<ChLoadContainer>();
  system.Add(loads);
  loads->Add(joint);

  const double start = energy(*arm), h = 1e-5;
  double deepest = 0;
  for (int step = 0; step < 50000; step++) {
    system.DoStepDynamics(h);
    joint->Commit(system.GetChTime()); /* the step counts: now the memory may change */
    deepest = std::max(deepest, joint->State().delta);
  }
  const double end = energy(*arm);
  const unsigned long long impacts = joint->State().impacts;
  std::printf("%llu impacts in 0.5 s, deepest %.2f um, energy %.4f J -> %.4f J\n", impacts,
              1e6 * deepest, start, end);
  return impacts > 0 && end < start && deepest < 1e-4 ? 0 : 1;
}
