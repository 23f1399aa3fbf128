/* The C interface over Chrono's classes and those of lash_chrono.hpp. */
#include "lash_chrono.h"

#include <chrono/collision/ChCollisionShapeBox.h>
#include <chrono/collision/ChCollisionShapeSphere.h>
#include <chrono/physics/ChLinkMate.h>
#include <chrono/physics/ChLinkMotorLinearPosition.h>
#include <chrono/physics/ChLinkMotorRotationAngle.h>
#include <chrono/physics/ChLinkUniversal.h>
#include <chrono/physics/ChLoadContainer.h>
#include <chrono/solver/ChDirectSolverLS.h>

#include <cmath>

#include "equations.hpp"
#include "lash_chrono.hpp"

using namespace chrono;

static const unsigned ITERATIONS = 50;

struct lash_chrono {
  ChSystemSMC system;
  lash_chrono_options options;
  std::shared_ptr<ChBody> ground;
  std::vector<std::shared_ptr<ChBody>> body;
  std::vector<std::shared_ptr<ChLinkBase>> joint;
  std::vector<lash_chrono_frame> joint_frame; /* of i */
  std::vector<std::shared_ptr<lash::Clearance>> clearance;
  std::shared_ptr<ChLoadContainer> loads;
  std::shared_ptr<ChTimestepperHHT> stepper;
  std::shared_ptr<ChContactMaterialSMC> material;
  lash::ContactForce *contacts = nullptr; /* owned by the system */
  double step = 0;                        /* the last one; 0: not yet */
};

namespace {

/* ------------------------------------------------------------------------------- small helpers */

ChVector3d vec(const double a[3]) { return ChVector3d(a[0], a[1], a[2]); }

void put(const ChVector3d &from, double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = from[k];
}

ChMatrix33<> matrix(const double m[9]) {
  ChMatrix33<> made;
  for (int k = 0; k < 9; k++) made(k / 3, k % 3) = m[k];
  return made;
}

/* A rotation, where all zeros stand for none. False for anything else. */
bool rotationOf(const double m[9], ChMatrix33<> *out) {
  bool zero = true;
  for (int k = 0; k < 9; k++) zero = zero && m[k] == 0;
  *out = zero ? ChMatrix33<>(1) : matrix(m);
  const double off = (*out * out->transpose() - ChMatrix33<>(1)).norm();
  return off < 1e-9 && out->determinant() > 0;
}

bool finite(const double *values, int count) {
  for (int k = 0; k < count; k++) {
    if (!std::isfinite(values[k])) return false;
  }
  return true;
}

/* Runs work() and turns exceptions into statuses. */
template <typename Work>
lash_status guarded(lash_error *error, Work work) {
  try {
    return work();
  } catch (const std::exception &thrown) {
    return lash_fail(error, LASH_FAILURE, "Chrono: %s", thrown.what());
  } catch (...) {
    return lash_fail(error, LASH_FAILURE, "Chrono: an error without a message");
  }
}

std::shared_ptr<ChBody> bodyAt(const lash_chrono *s, int index, lash_error *error) {
  if (index == LASH_CHRONO_GROUND) return s->ground;
  if (index >= 0 && size_t(index) < s->body.size()) return s->body[size_t(index)];
  lash_fail(error, LASH_BAD_INPUT, "there is no body %d; the system has %zu", index,
            s->body.size());
  return nullptr;
}

/* Body and frame of one side of a joint; no body when something is wrong. */
std::shared_ptr<ChBody> sideOf(const lash_chrono *s, const lash_chrono_frame *f, ChFrame<> *frame,
                               lash_error *error) {
  ChMatrix33<> rotation;
  if (!finite(f->position, 3) || !finite(f->rotation, 9) || !rotationOf(f->rotation, &rotation)) {
    lash_fail(error, LASH_BAD_INPUT,
              "a frame needs finite numbers and a right-handed rotation (or zeros for none)");
    return nullptr;
  }
  *frame = ChFrame<>(vec(f->position), rotation);
  return bodyAt(s, f->body, error);
}

lash_status checkLaws(const lash_contact *normal, const lash_friction *friction,
                      lash_error *error) {
  if (!normal || !normal->law) {
    return lash_fail(error, LASH_BAD_INPUT, "a contact needs a normal law: lash_contact_ready()");
  }
  if (friction && (!friction->law || friction->dim != 2)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "friction in space needs a ready law of dimension 2: lash_friction_begin()");
  }
  return LASH_OK;
}

/* Before the first step nothing is settled; afterwards the structure must stay. */
lash_status checkOpen(const lash_chrono *s, lash_error *error) {
  if (s->step == 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "add bodies, joints and laws before the first step");
}

struct Mask {
  bool x, y, z, rx, ry, rz;
};

const Mask masks[] = {
    {true, true, true, true, true, false},    // revolute
    {true, true, false, true, true, true},    // prismatic
    {true, true, false, true, true, false},   // cylindrical
    {true, true, true, false, false, false},  // spherical
    {false, false, true, true, true, false},  // planar
    {true, true, true, true, true, true},     // fixed
};

class Function : public ChFunction {
 public:
  Function(lash_chrono_function what, void *with) : function(what), context(with) {}
  Function *Clone() const override { return new Function(*this); }
  double GetVal(double t) const override { return at(t, 0); }
  double GetDer(double t) const override { return at(t, 1); }
  double GetDer2(double t) const override { return at(t, 2); }

 private:
  double at(double t, int order) const {
    double jet[3] = {0, 0, 0};
    function(context, t, jet);
    return jet[order];
  }

  lash_chrono_function function;
  void *context;
};

/* Renamed axes: x of the made frame is z of the given one. */
ChFrame<> renamed(const ChFrame<> &frame, int x, int y, int z) {
  const ChMatrix33<> axes = frame.GetRotMat();
  ChMatrix33<> made;
  made.col(0) = axes.col(x), made.col(1) = axes.col(y), made.col(2) = axes.col(z);
  return ChFrame<>(frame.GetPos(), made);
}

int keep(lash_chrono *s, std::shared_ptr<ChLinkBase> link, const lash_chrono_frame *i) {
  s->system.AddLink(link);
  s->joint.push_back(link);
  s->joint_frame.push_back(*i);
  return int(s->joint.size()) - 1;
}

/* ------------------------------------------------------------------------------------- stepping */

void chooseTolerances(lash_chrono *s, double h) {
  double size = 0, mass = 0;
  for (const auto &b : s->body) size += b->GetPos().Length(), mass += b->GetMass();
  const double noise = 1e-14 * (size + 1) / (h * h) + 1e-9;
  s->stepper->SetRelTolerance(s->options.tolerance > 0 ? s->options.tolerance : 1e-8);
  s->stepper->SetAbsTolerances(noise, noise * (mass + 1e-6));
}

/* Everything onto its joints, memories begun, accelerations those of the start. */
lash_status begin(lash_chrono *s, lash_error *error) {
  lash::Equations equations(s->system);
  s->system.Setup();
  ChState x(s->system.GetNumCoordsPosLevel(), &s->system);
  ChStateDelta v(s->system.GetNumCoordsVelLevel(), &s->system);
  double t;
  s->system.StateGather(x, v, t);
  s->system.StateScatter(x, v, t, lash::UPDATE);
  if (!equations.project(1e-12)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the bodies cannot be brought to where their joints hold; correct their "
                     "places or the motors");
  }
  std::shared_ptr<ChDirectSolverLS> solver;
  if (equations.redundant() > 0)
    solver = chrono_types::make_shared<ChSolverSparseQR>();
  else
    solver = chrono_types::make_shared<ChSolverSparseLU>();
  solver->LockSparsityPattern(!s->options.collisions);
  s->system.SetSolver(solver);
  for (auto &c : s->clearance) c->Begin(t);
  equations.solve();
  const ChStateDelta a(equations.acceleration, &s->system);
  s->system.StateScatterAcceleration(a);
  s->system.StateScatterReactions(equations.multiplier);
  return LASH_OK;
}

lash_status step(lash_chrono *s, double h, lash_error *error) {
  if (s->step == 0) {
    const lash_status status = begin(s, error);
    if (status != LASH_OK) return status;
  }
  if (h != s->step && s->stepper) chooseTolerances(s, h);
  s->step = h;
  s->system.DoStepDynamics(h);
  for (const auto &b : s->body) {
    const ChVector3d p = b->GetPos(), v = b->GetPosDt();
    if (std::isfinite(p.Length()) && std::isfinite(v.Length())) continue;
    return lash_fail(error, LASH_FAILURE, "the motion is not finite at time %g; try a smaller step",
                     s->system.GetChTime());
  }
  if (s->stepper && lash::iterationsOfStep(*s->stepper) >= ITERATIONS) {
    return lash_fail(error, LASH_FAILURE,
                     "at time %g Chrono's iteration does not converge; try a smaller step",
                     s->system.GetChTime());
  }
  for (auto &c : s->clearance) c->Commit(s->system.GetChTime());
  return LASH_OK;
}

}  // namespace

/* ------------------------------------------------------------------------------------ interface */

const char *lash_chrono_version(void) { return CHRONO_VERSION; }

lash_status lash_chrono_create(const lash_chrono_options *options, lash_chrono **made,
                               lash_error *error) {
  *made = nullptr;
  return guarded(error, [&] {
    if (!finite(options->gravity, 3)) {
      return lash_fail(error, LASH_BAD_INPUT, "gravity must be finite");
    }
    std::unique_ptr<lash_chrono> s(new lash_chrono);
    s->options = *options;
    s->system.SetGravitationalAcceleration(vec(options->gravity));
    s->ground = chrono_types::make_shared<ChBody>();
    s->ground->SetFixed(true);
    s->system.AddBody(s->ground);
    s->loads = chrono_types::make_shared<ChLoadContainer>();
    s->system.Add(s->loads);
    s->material = chrono_types::make_shared<ChContactMaterialSMC>();
    if (options->collisions) s->system.SetCollisionSystemType(ChCollisionSystem::Type::BULLET);
    if (options->stepper == LASH_CHRONO_HHT) {
      s->stepper = chrono_types::make_shared<ChTimestepperHHT>(&s->system);
      s->stepper->SetAlpha(-0.05);
      s->stepper->SetMaxIters(int(ITERATIONS));
      s->stepper->SetStepControl(false);
      s->system.SetTimestepper(s->stepper);
    }
    *made = s.release();
    return LASH_OK;
  });
}

void lash_chrono_free(lash_chrono *system) {
  try {
    delete system;
  } catch (...) { /* nothing is left to be told */
  }
}

lash_status lash_chrono_add_body(lash_chrono *s, const lash_chrono_body *from, int *index,
                                 lash_error *error) {
  return guarded(error, [&] {
    ChMatrix33<> rotation;
    const ChMatrix33<> inertia = matrix(from->inertia);
    lash_status status = checkOpen(s, error);
    if (status != LASH_OK) return status;
    if (!(from->mass > 0) || !finite(from->inertia, 9) || !finite(from->position, 3) ||
        !finite(from->velocity, 3) || !finite(from->spin, 3) || !finite(&from->mass, 1)) {
      return lash_fail(error, LASH_BAD_INPUT, "a body needs a positive mass and finite numbers");
    }
    if (!rotationOf(from->rotation, &rotation)) {
      return lash_fail(error, LASH_BAD_INPUT, "a body's axes must be a right-handed rotation");
    }
    if ((inertia - inertia.transpose()).norm() > 1e-12 * inertia.norm() ||
        !(inertia.determinant() > 0) || !(inertia(0, 0) > 0)) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "a body's inertia must be symmetric and positive definite");
    }
    auto body = chrono_types::make_shared<ChBody>();
    body->SetMass(from->mass);
    body->SetInertia(inertia);
    body->SetPos(vec(from->position));
    body->SetRot(rotation);
    body->SetPosDt(vec(from->velocity));
    body->SetAngVelParent(vec(from->spin));
    s->system.AddBody(body);
    s->body.push_back(body);
    if (index) *index = int(s->body.size()) - 1;
    return LASH_OK;
  });
}

lash_status lash_chrono_get_body(const lash_chrono *s, int index, lash_chrono_body *to,
                                 lash_error *error) {
  return guarded(error, [&] {
    const auto body = bodyAt(s, index, error);
    if (!body) return LASH_BAD_INPUT;
    *to = lash_chrono_body();
    put(body->GetPos(), to->position);
    put(body->GetPosDt(), to->velocity);
    put(body->GetAngVelParent(), to->spin);
    for (int k = 0; k < 9; k++) to->rotation[k] = body->GetRotMat()(k / 3, k % 3);
    return LASH_OK;
  });
}

lash_status lash_chrono_energy(const lash_chrono *s, double *kinetic, double *potential,
                               lash_error *error) {
  return guarded(error, [&] {
    *kinetic = *potential = 0;
    for (const auto &b : s->body) {
      const ChVector3d w = b->GetAngVelLocal();
      *kinetic += 0.5 * b->GetMass() * b->GetPosDt().Length2() + 0.5 * w.Dot(b->GetInertia() * w);
      *potential -= b->GetMass() * s->system.GetGravitationalAcceleration().Dot(b->GetPos());
    }
    return LASH_OK;
  });
}

lash_status lash_chrono_add_joint(lash_chrono *s, int type, const lash_chrono_frame *i,
                                  const lash_chrono_frame *j, int *index, lash_error *error) {
  return guarded(error, [&] {
    ChFrame<> at_i, at_j;
    const auto one = sideOf(s, i, &at_i, error), two = one ? sideOf(s, j, &at_j, error) : nullptr;
    if (!one || !two) return LASH_BAD_INPUT;
    const lash_status status = checkOpen(s, error);
    if (status != LASH_OK) return status;
    std::shared_ptr<ChLinkBase> link;
    if (type == LASH_CHRONO_UNIVERSAL) {
      auto made = chrono_types::make_shared<ChLinkUniversal>();
      made->Initialize(one, two, true, renamed(at_i, 2, 0, 1), renamed(at_j, 1, 2, 0));
      link = made;
    } else if (unsigned(type) < LASH_CHRONO_UNIVERSAL) {
      const Mask &m = masks[type];
      auto made = chrono_types::make_shared<ChLinkMateGeneric>(m.x, m.y, m.z, m.rx, m.ry, m.rz);
      made->Initialize(one, two, true, at_i, at_j);
      link = made;
    } else {
      return lash_fail(error, LASH_BAD_INPUT, "there is no joint of type %d", type);
    }
    const int number = keep(s, link, i);
    if (index) *index = number;
    return LASH_OK;
  });
}

lash_status lash_chrono_add_motor(lash_chrono *s, bool turns, const lash_chrono_frame *i,
                                  const lash_chrono_frame *j, lash_chrono_function what,
                                  void *context, int *index, lash_error *error) {
  return guarded(error, [&] {
    ChFrame<> at_i, at_j;
    const auto one = sideOf(s, i, &at_i, error), two = one ? sideOf(s, j, &at_j, error) : nullptr;
    if (!one || !two) return LASH_BAD_INPUT;
    const lash_status status = checkOpen(s, error);
    if (status != LASH_OK) return status;
    if (!what) return lash_fail(error, LASH_BAD_INPUT, "a motor needs a function of time");
    auto function = chrono_types::make_shared<Function>(what, context);
    std::shared_ptr<ChLinkBase> link;
    if (turns) {
      auto motor = chrono_types::make_shared<ChLinkMotorRotationAngle>();
      motor->SetSpindleConstraint(ChLinkMotorRotation::SpindleConstraint::FREE);
      motor->Initialize(one, two, true, at_i, at_j);
      motor->SetAngleFunction(function);
      link = motor;
    } else {
      auto motor = chrono_types::make_shared<ChLinkMotorLinearPosition>();
      motor->SetGuideConstraint(ChLinkMotorLinear::GuideConstraint::FREE);
      motor->Initialize(one, two, true, at_i, at_j);
      motor->SetMotionFunction(function);
      link = motor;
    }
    const int number = keep(s, link, i);
    if (index) *index = number;
    return LASH_OK;
  });
}

/* By the rows of the constraint Jacobian, whose signs are the same for all links. */
lash_status lash_chrono_reaction(const lash_chrono *s, int joint, double wrench[6],
                                 lash_error *error) {
  return guarded(error, [&] {
    if (joint < 0 || size_t(joint) >= s->joint.size()) {
      return lash_fail(error, LASH_BAD_INPUT, "there is no joint %d; the system has %zu", joint,
                       s->joint.size());
    }
    auto link = std::dynamic_pointer_cast<ChLink>(s->joint[size_t(joint)]);
    const lash_chrono_frame &at = s->joint_frame[size_t(joint)];
    const auto body = bodyAt(s, at.body, error);
    const ChWrenchd on = link->GetReaction1(); /* on body 1, in the axes of its frame */
    const ChFrame<> frame = link->GetFrame1Abs();
    put(frame.GetRotMat() * on.force, wrench);
    put(frame.GetRotMat() * on.torque, wrench + 3);
    return LASH_OK;
  });
}

lash_status lash_chrono_add_clearance(lash_chrono *s, const lash_chrono_clearance *from, int *index,
                                      lash_error *error) {
  return guarded(error, [&] {
    ChFrame<> at_i, at_j;
    lash_status status = checkOpen(s, error);
    if (status == LASH_OK) status = checkLaws(from->normal, from->friction, error);
    if (status == LASH_OK) status = lash_geometry_check(&from->shape, error);
    if (status != LASH_OK) return status;
    const auto i = sideOf(s, &from->i, &at_i, error);
    const auto j = i ? sideOf(s, &from->j, &at_j, error) : nullptr;
    if (!i || !j) return LASH_BAD_INPUT;
    auto made = chrono_types::make_shared<lash::Clearance>(i, at_i, j, at_j, from->shape,
                                                           *from->normal, from->friction);
    made->GiveRates(s->options.stepper == LASH_CHRONO_HHT);
    s->loads->Add(made);
    s->clearance.push_back(made);
    if (index) *index = int(s->clearance.size()) - 1;
    return LASH_OK;
  });
}

lash_status lash_chrono_get_clearance(const lash_chrono *s, int index, lash_chrono_contact *to,
                                      lash_error *error) {
  if (index < 0 || size_t(index) >= s->clearance.size()) {
    return lash_fail(error, LASH_BAD_INPUT, "there is no clearance joint %d; the system has %zu",
                     index, s->clearance.size());
  }
  const lash::ClearanceState &c = s->clearance[size_t(index)]->State();
  *to = {c.delta, c.v, c.v0, c.normal, c.friction, c.impacts, c.on_i, c.on_j};
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- contacts */

static lash_status addShape(lash_chrono *s, const lash_chrono_frame *at,
                            std::shared_ptr<ChCollisionShape> shape, lash_error *error) {
  ChFrame<> frame;
  const auto body = sideOf(s, at, &frame, error);
  if (!body) return LASH_BAD_INPUT;
  if (!s->options.collisions) {
    return lash_fail(error, LASH_BAD_INPUT, "shapes need a system made with collisions");
  }
  body->AddCollisionShape(shape, frame);
  body->EnableCollision(true);
  return LASH_OK;
}

lash_status lash_chrono_add_sphere(lash_chrono *s, int body, const double centre[3], double radius,
                                   lash_error *error) {
  return guarded(error, [&] {
    lash_chrono_frame at = {};
    const lash_status status = checkOpen(s, error);
    if (status != LASH_OK) return status;
    if (!(radius > 0) || !std::isfinite(radius)) {
      return lash_fail(error, LASH_BAD_INPUT, "the radius of a sphere must be positive");
    }
    at.body = body;
    for (int k = 0; k < 3; k++) at.position[k] = centre[k];
    return addShape(s, &at, chrono_types::make_shared<ChCollisionShapeSphere>(s->material, radius),
                    error);
  });
}

lash_status lash_chrono_add_box(lash_chrono *s, const lash_chrono_frame *at, const double size[3],
                                lash_error *error) {
  return guarded(error, [&] {
    const lash_status status = checkOpen(s, error);
    if (status != LASH_OK) return status;
    if (!(size[0] > 0 && size[1] > 0 && size[2] > 0) || !finite(size, 3)) {
      return lash_fail(error, LASH_BAD_INPUT, "the sides of a box must be positive");
    }
    return addShape(
        s, at,
        chrono_types::make_shared<ChCollisionShapeBox>(s->material, size[0], size[1], size[2]),
        error);
  });
}

lash_status lash_chrono_set_contact_law(lash_chrono *s, const lash_contact *normal,
                                        const lash_friction *friction, lash_error *error) {
  return guarded(error, [&] {
    lash_status status = checkOpen(s, error);
    if (status == LASH_OK) status = checkLaws(normal, friction, error);
    if (status != LASH_OK) return status;
    auto made = std::unique_ptr<lash::ContactForce>(new lash::ContactForce(*normal, friction));
    s->contacts = made.get();
    s->system.SetContactForceTorqueAlgorithm(std::move(made));
    return LASH_OK;
  });
}

lash_status lash_chrono_set_pair_law(lash_chrono *s, int a, int b, const lash_contact *normal,
                                     const lash_friction *friction, lash_error *error) {
  return guarded(error, [&] {
    lash_status status = checkOpen(s, error);
    if (status == LASH_OK) status = checkLaws(normal, friction, error);
    if (status != LASH_OK) return status;
    if (!s->contacts) {
      return lash_fail(error, LASH_BAD_INPUT, "first give all contacts a law, then single pairs");
    }
    const auto one = bodyAt(s, a, error), two = one ? bodyAt(s, b, error) : nullptr;
    if (!one || !two) return LASH_BAD_INPUT;
    s->contacts->SetPair(one.get(), two.get(), *normal, friction);
    return LASH_OK;
  });
}

lash_status lash_chrono_contact_force(const lash_chrono *s, int index, double force[3],
                                      lash_error *error) {
  return guarded(error, [&] {
    const auto body = bodyAt(s, index, error);
    if (!body) return LASH_BAD_INPUT;
    put(body->GetContactForce(), force);
    return LASH_OK;
  });
}

/* -------------------------------------------------------------------------------------- running */

lash_status lash_chrono_step(lash_chrono *s, double h, lash_error *error) {
  return guarded(error, [&] {
    if (!(h > 0) || !std::isfinite(h)) {
      return lash_fail(error, LASH_BAD_INPUT, "the step must be positive and finite, not %g", h);
    }
    return step(s, h, error);
  });
}

double lash_chrono_time(const lash_chrono *s) { return s->system.GetChTime(); }
