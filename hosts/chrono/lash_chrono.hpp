/* Lash's laws for Chrono, in C++: a joint with clearance as a load, and the force of SMC contacts.
 *
 *   auto joint = chrono_types::make_shared<lash::Clearance>(rocker, in_rocker, coupler, in_coupler,
 *                                                           shape, law);
 *   auto loads = chrono_types::make_shared<chrono::ChLoadContainer>();
 *   system.Add(loads);
 *   loads->Add(joint);
 *   joint->Begin(0);
 *   while (…) { system.DoStepDynamics(h); joint->Commit(system.GetChTime()); }
 *
 * Chrono evaluates loads at many trial states and tells nobody when a step counts: Commit() after
 * each step is what lets a law remember. K and R of the load are the exact derivatives of law and
 * geometry, so implicit steppers see the contact as it is. For C there is lash_chrono.h. */
#ifndef LASH_CHRONO_HPP
#define LASH_CHRONO_HPP

#include <chrono/physics/ChBody.h>
#include <chrono/physics/ChLoad.h>
#include <chrono/physics/ChSystemSMC.h>

#include <map>

#include "lash_joint.h"

namespace lash {

/* What a clearance joint is doing at the last evaluation. */
struct ClearanceState {
  double delta, v;        /* of the deepest point: penetration and its rate */
  double v0;              /* approach speed in force there */
  double normal;          /* sum of the normal forces */
  double friction;        /* sum of the sizes of the friction forces */
  uint64_t impacts;       /* contacts begun so far */
  lash_wrench on_i, on_j; /* at the frames, ground axes */
};

class Clearance : public chrono::ChLoadCustomMultiple {
 public:
  /* Body i is the outer one (socket, bearing). Frames in the bodies' own axes. `friction` may be
   * NULL; laws and shape must be ready and are copied. */
  Clearance(std::shared_ptr<chrono::ChBody> i, const chrono::ChFrame<> &in_i,
            std::shared_ptr<chrono::ChBody> j, const chrono::ChFrame<> &in_j,
            const lash_geometry &shape, const lash_contact &normal,
            const lash_friction *friction = nullptr);

  void Begin(double time);  /* forgets everything; the bodies stand where they start */
  void Commit(double time); /* the present state of the bodies is an accepted one */
  const ClearanceState &State() const { return state; }

  /* Whether Chrono is given R, the derivatives by velocities (yes, unless told). Say no for its
   * linearised implicit Euler, which adds R v to a force that has the damping already and so counts
   * it twice; steppers that iterate (HHT, Newmark, implicit Euler) want it. */
  void GiveRates(bool yes) { gives_rates = yes; }

  Clearance *Clone() const override { return new Clearance(*this); }
  void ComputeQ(chrono::ChState *x, chrono::ChStateDelta *w) override;
  void ComputeJacobian(chrono::ChState *x, chrono::ChStateDelta *w) override;
#if CH_VERSION >= 0x00100000
  void Update(double t, chrono::UpdateFlags flags) override;
#else
  void Update(double t) override;
#endif
  bool IsStiff() override { return true; }

 private:
  /* A body's frame in motion, and where it sits in the body. */
  struct Side {
    lash_frame frame;
    double rotation[9]; /* of the body, row major */
    double arm[3];      /* from mass centre to frame, ground axes */
  };
  /* Where the joint is. */
  struct Place {
    Side sides[2];
    lash_joint_points points;
    lash_joint_state state;
  };

  void read(const chrono::ChState *x, const chrono::ChStateDelta *w, Side sides[2]) const;
  void find(const chrono::ChState *x, const chrono::ChStateDelta *w, bool partials,
            Place *place) const;

  std::shared_ptr<chrono::ChBody> body[2];
  chrono::ChFrame<> local[2];
  lash_joint joint;
  lash_joint_memory memory = {};
  lash_joint_worn worn = {}; /* the memory's, where the joint wears */
  bool gives_rates = true;
  double now = 0;
  ClearanceState state = {};
};

/* The force of every SMC contact by a Lash law. Chrono asks once per step, at the accepted state at
 * its start; implicit steppers see that force as constant over the step.
 *
 * What a law remembers belongs to a pair of objects: two contacts of one pair share it. */
class ContactForce : public chrono::ChSystemSMC::ChContactForceTorqueSMC {
 public:
  ContactForce(const lash_contact &normal, const lash_friction *friction = nullptr);

  /* Other laws for one pair of objects. */
  void SetPair(const chrono::ChContactable *a, const chrono::ChContactable *b,
               const lash_contact &normal, const lash_friction *friction = nullptr);

  chrono::ChWrenchd CalculateForceTorque(const chrono::ChSystemSMC &system,
                                         const chrono::ChVector3d &normal,
                                         const chrono::ChVector3d &p1, const chrono::ChVector3d &p2,
                                         const chrono::ChVector3d &v1, const chrono::ChVector3d &v2,
                                         const chrono::ChContactMaterialCompositeSMC &material,
                                         double delta, double radius, double mass1, double mass2,
                                         chrono::ChContactable *a,
                                         chrono::ChContactable *b) const override;

 private:
  using Pair = std::pair<const chrono::ChContactable *, const chrono::ChContactable *>;
  struct Laws {
    lash_contact normal;
    lash_friction friction;
    bool has_friction;
  };
  struct History {
    lash_impact_memory impact;
    double delta, v; /* at the newest time asked for, not yet committed */
    double time;
    double z[LASH_FRICTION_STATES_MAX];
    chrono::ChVector3d tangent;
  };

  History &remember(const Pair &pair, const Laws &laws, double t, double h, double delta,
                    double v) const;

  Laws standard;
  std::map<Pair, Laws> pairs;
  mutable std::map<Pair, History> memory;
};

}  // namespace lash

#endif
