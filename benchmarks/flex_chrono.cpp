// The beam of flex.c in Project Chrono: ANCF 3243 elements, HHT, SparseLU; the settings of Chrono's
// own benchmark of these elements, with its faster method of internal forces (pre-integration).
#include <ctime>
#include <memory>

#include "chrono/fea/ChElementBeamANCF_3243.h"
#include "chrono/fea/ChLinkNodeFrame.h"
#include "chrono/fea/ChMesh.h"
#include "chrono/physics/ChSystemSMC.h"
#include "chrono/solver/ChDirectSolverLS.h"
#include "chrono/timestepper/ChTimestepperHHT.h"
#include "flex.h"

using namespace chrono;
using namespace chrono::fea;

static double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static std::shared_ptr<ChNodeFEAxyzDDD> build(ChSystemSMC &system, int elements) {
  const double shear = 10 * (1 + flex_poisson) / (12 + 11 * flex_poisson);
  auto material = chrono_types::make_shared<ChMaterialBeamANCF>(flex_density, flex_young,
                                                                flex_poisson, shear, shear);
  auto mesh = chrono_types::make_shared<ChMesh>();
  auto ground = chrono_types::make_shared<ChBody>();
  auto joint = chrono_types::make_shared<ChLinkNodeFrame>();
  const double dx = flex_length / elements;
  const ChVector3d x(1, 0, 0), y(0, 1, 0), z(0, 0, 1), spin(0, 0, flex_spin);
  std::shared_ptr<ChNodeFEAxyzDDD> last;
  system.Add(mesh);
  ground->SetFixed(true);
  system.Add(ground);
  for (int i = 0; i <= elements; i++) {
    auto node = chrono_types::make_shared<ChNodeFEAxyzDDD>(ChVector3d(dx * i, 0, 0), x, y, z);
    node->SetPosDt(spin.Cross(ChVector3d(dx * i, 0, 0)));
    node->SetSlope1Dt(spin.Cross(x));
    node->SetSlope2Dt(spin.Cross(y));
    mesh->AddNode(node);
    if (i == 0) {
      joint->Initialize(node, ground);
      system.Add(joint);
    } else {
      auto element = chrono_types::make_shared<ChElementBeamANCF_3243>();
      element->SetNodes(last, node);
      element->SetDimensions(dx, flex_side, flex_side);
      element->SetMaterial(material);
      element->SetIntFrcCalcMethod(ChElementBeamANCF_3243::IntFrcMethod::PreInt);
      mesh->AddElement(element);
    }
    last = node;
  }
  return last;
}

extern "C" double flex_chrono(int elements, double *tip) {
  ChSystemSMC system;
  system.SetGravitationalAcceleration(ChVector3d(0, 0, -flex_gravity));
  system.SetNumThreads(1, 1, 1);
  auto solver = chrono_types::make_shared<ChSolverSparseLU>();
  solver->UseSparsityPatternLearner(false);
  solver->LockSparsityPattern(true);
  system.SetSolver(solver);
  system.SetTimestepperType(ChTimestepper::Type::HHT);
  auto stepper = std::static_pointer_cast<ChTimestepperHHT>(system.GetTimestepper());
  stepper->SetAlpha(-0.2);
  stepper->SetMaxIters(100);
  stepper->SetAbsTolerances(1e-5);
  auto end = build(system, elements);
  system.DoStepDynamics(flex_step);  // the first one sets everything up
  const double start = now();
  for (int k = 1; k < flex_steps; k++) system.DoStepDynamics(flex_step);
  *tip = end->GetPos().z();
  return (now() - start) / (flex_steps - 1);
}
