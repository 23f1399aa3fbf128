/* A ball joint with clearance in a Simbody model of your own.
 *
 * An arm hangs by a ball of 10 mm in a socket of 10.5 mm. Simbody moves the arm with its own step
 * control; a Force::Custom asks Lash at every trial, and the memory of the law changes only when
 * the integrator says that a step is accepted.
 *
 *   c++ simbody_clearance.cpp -llash -lSimTKsimbody -lSimTKmath -lSimTKcommon */
#include <Simbody.h>

#include <cstdio>

#include "lash_contact.h"
#include "lash_friction.h"
#include "lash_geometry.h"
#include "lash_memory.h"

using namespace SimTK;

/* The joint: what it looks like, its two laws, what it remembers of the present impact. */
static lash_geometry socket_of(double socket, double ball) {
  lash_geometry g = {};
  g.shape = LASH_BALL_SOCKET;
  g.radius_i = socket, g.radius_j = ball;
  return g;
}

struct Joint {
  lash_geometry shape = socket_of(0.0105, 0.010);
  lash_contact normal;
  lash_friction friction;
  lash_impact_memory memory;
};

static void copy(const Vec3 &from, double *to) {
  for (int k = 0; k < 3; k++) to[k] = from[k];
}

static lash_contact_point find(const Joint &joint, const State &state, const MobilizedBody &arm) {
  lash_frame socket = {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 0}}, ball = socket;
  lash_contact_points points;
  copy(arm.getBodyOriginLocation(state), ball.position);
  copy(arm.getBodyOriginVelocity(state), ball.velocity);
  copy(arm.getBodyAngularVelocity(state), ball.spin);
  lash_geometry_eval(&joint.shape, &socket, &ball, &points, nullptr);
  return points.point[0];
}

class Clearance : public Force::Custom::Implementation {
 public:
  Clearance(const Joint &j, const MobilizedBody &a) : joint(j), arm(a) {}

  /* Called for every trial: reads the memory, never writes it. */
  void calcForce(const State &state, Vector_<SpatialVec> &forces, Vector_<Vec3> &,
                 Vector &) const override {
    const lash_contact_point p = find(joint, state, arm);
    double v0, tangential[3];
    lash_memory_trial(&joint.memory, state.getTime(), p.delta, p.v, &v0, nullptr, nullptr);
    lash_point_load load = {};
    load.normal = lash_contact_eval(&joint.normal, p.delta, p.v, v0).force;
    lash_friction_value friction;
    const lash_friction_input input = {{p.slip2[0], p.slip2[1]}, load.normal, {0, 0}, nullptr};
    lash_friction_force(&joint.friction, &input, &friction);
    load.friction[0] = friction.force[0];
    load.friction[1] = friction.force[1];
    lash_wrench socket, ball;
    lash_point_tangential(&p, &load, tangential);
    lash_point_wrench(&p, load.normal, tangential, &socket, &ball);
    forces[arm.getMobilizedBodyIndex()] +=
        SpatialVec(Vec3(ball.torque[0], ball.torque[1], ball.torque[2]),
                   Vec3(ball.force[0], ball.force[1], ball.force[2]));
  }

  Real calcPotentialEnergy(const State &) const override { return 0; }

 private:
  const Joint &joint;
  MobilizedBody arm;
};

int main() {
  lash_error error;
  Joint joint;
  lash_contact_begin(&joint.normal, "lankarani_nikravesh", &error);
  lash_contact_set(&joint.normal, "K", "1e8", &error);
  lash_contact_set(&joint.normal, "e", "0.7", &error);
  lash_friction_begin(&joint.friction, "brown_mcphee", 2, &error);
  lash_friction_set(&joint.friction, "v_tr", "1e-3", &error);
  if (lash_contact_ready(&joint.normal, &error) || lash_friction_ready(&joint.friction, &error) ||
      lash_geometry_check(&joint.shape, &error)) {
    return std::fprintf(stderr, "%s\n", error.message), 1;
  }

  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::Gravity(forces, matter, Vec3(0, 0, -9.81));
  const Vec3 centre(0, 0, -0.2);
  const Body::Rigid body(
      MassProperties(1, centre, Inertia(4e-3, 4e-3, 5e-4).shiftFromMassCenter(centre, 1)));
  MobilizedBody::Free arm(matter.updGround(), body);
  Force::Custom(forces, new Clearance(joint, arm));

  State state = system.realizeTopology();
  arm.setQToFitRotation(state, Rotation(40 * Pi / 180, XAxis));
  lash_memory_reset(&joint.memory, 0, -5e-4, 0); /* the ball starts in the middle */

  RungeKuttaMersonIntegrator integrator(system);
  integrator.setAccuracy(1e-6);
  integrator.setMaximumStepSize(2e-4); /* shorter than a flight across the clearance */
  integrator.setAllowInterpolation(false);
  integrator.setReturnEveryInternalStep(true);
  integrator.initialize(state);
  system.realize(integrator.getState(), Stage::Dynamics);
  const double start = system.calcEnergy(integrator.getState());
  double deepest = 0;
  while (integrator.getTime() < 0.5) {
    const double before = integrator.getTime();
    integrator.stepTo(0.5, 0.5);
    if (integrator.getTime() <= before) continue;
    /* The step is accepted: now the memory may change, and forces with it. */
    State &accepted = integrator.updAdvancedState();
    const lash_contact_point p = find(joint, accepted, arm);
    lash_memory_commit(&joint.memory, accepted.getTime(), p.delta, p.v);
    accepted.invalidateAllCacheAtOrAbove(Stage::Dynamics);
    system.realize(accepted, Stage::Acceleration);
    if (p.delta > deepest) deepest = p.delta;
  }
  const double end = system.calcEnergy(integrator.getState());
  std::printf("%llu impacts in 0.5 s, deepest %.2f um, energy %.4f J -> %.4f J\n",
              (unsigned long long)joint.memory.impacts, 1e6 * deepest, start, end);
  return joint.memory.impacts > 0 && end < start && deepest < 1e-4 ? 0 : 1;
}
