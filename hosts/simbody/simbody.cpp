/* Simbody as a host: joint coordinates, error-controlled Runge-Kutta-Merson, loops closed by exact
 * constraints with projection.
 *
 * The integrator returns after every internal step with the accepted state itself (no
 * interpolation), and only then is the scene committed; trial steps see the memory of the last
 * accepted one. */
#include <Simbody.h>

#include <memory>
#include <vector>

#include "engine.hpp"
#include "lash_space.h"

using namespace SimTK;

namespace {

const double STANDARD_ACCURACY = 1e-8;

struct Engine {
  static constexpr const char *title = "Simbody";
  lash_scene *scene = nullptr;
  lash_host_options options = {};
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<MobilizedBody> body;            // by body of the scene
  std::vector<std::vector<Constraint>> ties;  // by link; empty for those of the tree
  std::unique_ptr<RungeKuttaMersonIntegrator> integrator;
  lash_status failed = LASH_OK;  // inside a callback
  lash_error error = {};

  void choose(const lash_host_options &chosen) { options = chosen; }
};

/* ------------------------------------------------------------------------------ numbers across */

Vec3 vec(const double a[3]) { return Vec3(a[0], a[1], a[2]); }

void put(const Vec3 &from, double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = from[k];
}

Rotation rotation(const double m[9]) {
  return Rotation(Mat33(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]), true);
}

Transform transform(const lash_pose &pose) {
  return Transform(rotation(pose.rotation), vec(pose.origin));
}

/* The frame of a marker with its axes renamed: x, y, z become the axes given (0, 1, 2). */
Transform renamed(const lash_pose &pose, int x, int y, int z) {
  const Rotation r = rotation(pose.rotation);
  Mat33 columns;
  columns(0) = Vec3(r(x)), columns(1) = Vec3(r(y)), columns(2) = Vec3(r(z));
  return Transform(Rotation(columns, true), vec(pose.origin));
}

void readMotion(Engine &engine, const State &state) {
  for (size_t b = 1; b < engine.scene->body_count; b++) {
    scene_motion &motion = engine.scene->motion[b];
    const MobilizedBody &body = engine.body[b];
    const Mat33 r = body.getBodyRotation(state).asMat33();
    put(body.getBodyOriginLocation(state), motion.r);
    put(body.getBodyOriginVelocity(state), motion.v);
    put(body.getBodyAngularVelocity(state), motion.w);
    for (int k = 0; k < 9; k++) motion.R[k] = r(k / 3, k % 3);
  }
}

/* ----------------------------------------------------------------------------------- callbacks */

class Loads : public Force::Custom::Implementation {
 public:
  explicit Loads(Engine &owner) : engine(owner) {}

  void calcForce(const State &state, Vector_<SpatialVec> &bodyForces, Vector_<Vec3> &,
                 Vector &) const override {
    lash_scene *scene = engine.scene;
    if (engine.failed != LASH_OK) return;
    readMotion(engine, state);
    lash_scene_place(scene, state.getTime(), LASH_LEVEL_VELOCITY);
    engine.failed = lash_scene_loads(scene, &engine.error);
    if (engine.failed != LASH_OK) return;
    for (size_t b = 1; b < scene->body_count; b++) {
      const MobilizedBody &body = engine.body[b];
      const Vec3 force = vec(scene->load[b].force), torque = vec(scene->load[b].torque);
      const Vec3 arm = body.getBodyRotation(state) * vec(scene->body[b].cm);
      bodyForces[body.getMobilizedBodyIndex()] += SpatialVec(torque + arm % force, force);
    }
  }

  Real calcPotentialEnergy(const State &) const override { return 0; }

 private:
  Engine &engine;
};

/* A joint coordinate as a function of time; the sign is that of I against J. */
class Drive : public Motion::Custom::Implementation {
 public:
  Drive(Engine &owner, size_t number) : engine(owner), index(number) {}
  Implementation *clone() const override { return new Drive(*this); }

  Motion::Level getLevel(const State &) const override {
    switch (drive().motion->order) {
      case LASH_DISPLACEMENT:
        return Motion::Position;
      case LASH_VELOCITY:
        return Motion::Velocity;
      default:
        return Motion::Acceleration;
    }
  }

  void calcPrescribedPosition(const State &s, int, Real *q) const override { *q = at(s, 0); }
  void calcPrescribedPositionDot(const State &s, int, Real *q) const override { *q = at(s, 1); }
  void calcPrescribedPositionDotDot(const State &s, int, Real *q) const override { *q = at(s, 2); }
  void calcPrescribedVelocity(const State &s, int, Real *u) const override { *u = at(s, 0); }
  void calcPrescribedVelocityDot(const State &s, int, Real *u) const override { *u = at(s, 1); }
  void calcPrescribedAcceleration(const State &s, int, Real *u) const override { *u = at(s, 0); }

 private:
  const scene_drive &drive() const { return engine.scene->drive[index]; }

  double at(const State &state, int order) const {
    double jet[3];
    lash_scene_drive(engine.scene, &drive(), state.getTime(), jet);
    return engine.scene->link[drive().link].reversed ? -jet[order] : jet[order];
  }

  Engine &engine;
  size_t index;
};

/* -------------------------------------------------------------------------------------- making */

Body::Rigid massOf(const scene_body &body) {
  const double *i = body.inertia;
  const Vec3 cm = vec(body.cm);
  const Inertia central(i[0], i[4], i[8], i[1], i[2], i[5]);
  return Body::Rigid(MassProperties(body.mass, cm, central.shiftFromMassCenter(cm, body.mass)));
}

MobilizedBody freeBody(const scene_body &from, MobilizedBody &parent) {
  const Body::Rigid mass = massOf(from);
  if (!from.point) return MobilizedBody::Free(parent, mass);
  return MobilizedBody::Translation(parent, Transform(rotation(from.start.rotation)), mass,
                                    Transform());
}

MobilizedBody jointedBody(Engine &engine, int b) {
  const lash_scene *scene = engine.scene;
  const scene_body &from = scene->body[b];
  MobilizedBody &parent = engine.body[from.parent];
  if (from.link < 0) return freeBody(from, parent);
  const scene_link &link = scene->link[from.link];
  const lash_pose &inner = scene->marker[link.reversed ? link.i : link.j].local;
  const lash_pose &outer = scene->marker[link.reversed ? link.j : link.i].local;
  const Body::Rigid mass = massOf(from);
  const Transform in = transform(inner), out = transform(outer);
  switch (link.type) {
    case LASH_JOINT_REVOLUTE:
      return MobilizedBody::Pin(parent, in, mass, out);
    case LASH_JOINT_TRANSLATIONAL:  // along x
      return MobilizedBody::Slider(parent, renamed(inner, 2, 0, 1), mass, renamed(outer, 2, 0, 1));
    case LASH_JOINT_CYLINDRICAL:
      return MobilizedBody::Cylinder(parent, in, mass, out);
    case LASH_JOINT_SPHERICAL:
      return MobilizedBody::Ball(parent, in, mass, out);
    case SCENE_ORIENTATION:
      return MobilizedBody::Translation(parent, in, mass, out);
    case LASH_JOINT_PLANAR:
      return MobilizedBody::Planar(parent, in, mass, out);
    case LASH_JOINT_HOOKE:
    case LASH_JOINT_UNIVERSAL:  // about x of the inner frame, then y of the outer
      return MobilizedBody::Universal(parent, renamed(inner, 2, 0, 1), mass,
                                      renamed(outer, 1, 2, 0));
    default:
      return MobilizedBody::Weld(parent, in, mass, out);
  }
}

/* z of I at a right angle to an axis of J. */
Constraint square(Engine &engine, const scene_link &link, int axis_i, int axis_j) {
  const scene_marker &i = engine.scene->marker[link.i], &j = engine.scene->marker[link.j];
  return Constraint::ConstantAngle(engine.body[j.body], rotation(j.local.rotation)(axis_j),
                                   engine.body[i.body], rotation(i.local.rotation)(axis_i), Pi / 2);
}

std::vector<Constraint> closeLoop(Engine &engine, const scene_link &link) {
  const scene_marker &i = engine.scene->marker[link.i], &j = engine.scene->marker[link.j];
  MobilizedBody &body_i = engine.body[i.body], &body_j = engine.body[j.body];
  const Vec3 at_i = vec(i.local.origin), at_j = vec(j.local.origin);
  const UnitVec3 z = rotation(j.local.rotation)(2);
  const scene_link_kind &kind = lash_scene_kinds[link.type];
  std::vector<Constraint> made;
  if (kind.place == SCENE_TOGETHER) made.push_back(Constraint::Ball(body_j, at_j, body_i, at_i));
  if (kind.place == SCENE_ON_LINE)
    made.push_back(Constraint::PointOnLine(body_j, z, at_j, body_i, at_i));
  if (kind.place == SCENE_IN_PLANE)
    made.push_back(Constraint::PointInPlane(body_j, z, dot(z, at_j), body_i, at_i));
  if (kind.axes == SCENE_SQUARE) made.push_back(square(engine, link, 2, 2));
  if (kind.axes == SCENE_ALONG_Z || kind.axes == SCENE_THE_SAME) {
    made.push_back(square(engine, link, 2, 0));
    made.push_back(square(engine, link, 2, 1));
  }
  if (kind.axes == SCENE_THE_SAME) made.push_back(square(engine, link, 0, 1));
  return made;
}

/* Simbody stops at an inertia that no distribution of mass has; datasets may hold one. */
lash_status checkInertia(const lash_scene *scene, const scene_body &body, lash_error *error) {
  const double x = body.inertia[0], y = body.inertia[4], z = body.inertia[8];
  const double slack = 1e-14 * std::max(1.0, x + y + z);
  if (x + y + slack >= z && y + z + slack >= x && z + x + slack >= y) return LASH_OK;
  return lash_scene_refuse(scene, LASH_UNSUPPORTED, &body.part->head, error,
                           "host simbody takes no inertia in which one moment (%g, %g, %g) exceeds "
                           "the sum of the others; correct IP or choose another host",
                           x, y, z);
}

lash_status build(Engine &engine, lash_error *error) {
  lash_scene *scene = engine.scene;
  for (size_t b = 1; b < scene->body_count; b++) {
    const lash_status status = checkInertia(scene, scene->body[b], error);
    if (status != LASH_OK) return status;
  }
  engine.body.resize(scene->body_count);
  engine.ties.resize(scene->link_count);
  engine.body[0] = engine.matter.updGround();
  for (size_t k = 0; k + 1 < scene->body_count; k++) {
    engine.body[scene->order[k]] = jointedBody(engine, scene->order[k]);
  }
  for (size_t k = 0; k < scene->link_count; k++) {
    if (!scene->link[k].tree) engine.ties[k] = closeLoop(engine, scene->link[k]);
  }
  for (size_t k = 0; k < scene->drive_count; k++) {
    const scene_link &link = scene->link[scene->drive[k].link];
    if (link.type == LASH_JOINT_CYLINDRICAL) {
      return lash_scene_refuse(scene, LASH_UNSUPPORTED, &scene->drive[k].motion->head, error,
                               "host simbody drives REVOLUTE and TRANSLATIONAL joints only");
    }
    Motion::Custom(engine.body[link.child], new Drive(engine, k));
  }
  Force::Custom(engine.forces, new Loads(engine));
  return LASH_OK;
}

/* ------------------------------------------------------------------------------- initial state */

lash_status begin(Engine &engine, lash_error *error) {
  lash_scene *scene = engine.scene;
  State state = engine.system.realizeTopology();
  engine.system.realizeModel(state);
  state.setTime(scene->start_time);
  for (size_t k = 0; k + 1 < scene->body_count; k++) {
    const int b = scene->order[k];
    const Transform parent = transform(scene->body[scene->body[b].parent].start);
    engine.body[b].setQToFitTransform(state, (~engine.body[b].getDefaultInboardFrame()) *
                                                 (~parent) * transform(scene->body[b].start) *
                                                 engine.body[b].getDefaultOutboardFrame());
  }
  for (size_t k = 0; k + 1 < scene->body_count; k++) {
    const int b = scene->order[k];
    engine.system.realize(state, Stage::Position);
    const MobilizedBody &body = engine.body[b];
    const MobilizedBody &parent = body.getParentMobilizedBody();
    const scene_motion &m = scene->motion[b], &p = scene->motion[scene->body[b].parent];
    const Rotation frame =
        parent.getBodyRotation(state) * body.getDefaultInboardFrame().R();  // F in ground
    const Vec3 place = body.findStationLocationInGround(state, body.getDefaultOutboardFrame().p());
    const Vec3 v =
        vec(m.v) + vec(m.w) % (place - vec(m.r)) - vec(p.v) - vec(p.w) % (place - vec(p.r));
    body.setUToFitVelocity(state, SpatialVec(~frame * (vec(m.w) - vec(p.w)), ~frame * v));
  }
  const lash_host_options &o = engine.options;
  engine.integrator.reset(new RungeKuttaMersonIntegrator(engine.system));
  RungeKuttaMersonIntegrator &integrator = *engine.integrator;
  integrator.setAccuracy(o.accuracy > 0 ? o.accuracy : STANDARD_ACCURACY);
  integrator.setConstraintTolerance(1e-10);
  integrator.setAllowInterpolation(false);
  integrator.setReturnEveryInternalStep(true);
  if (o.step > 0 && o.fixed) integrator.setFixedStepSize(o.step);
  if (o.step > 0 && !o.fixed) integrator.setMaximumStepSize(o.step);
  integrator.initialize(state);
  const lash_status status = takeFailure(engine, error);
  if (status != LASH_OK) return status;
  readMotion(engine, integrator.getState());
  lash_scene_place(scene, scene->start_time, LASH_LEVEL_VELOCITY);
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- running */

/* The accepted state is seen by the laws; what they now remember changes forces from here on, so
 * those already computed for the next step no longer count. */
lash_status accept(Engine &engine, double t, lash_error *error) {
  State &state = engine.integrator->updAdvancedState();
  readMotion(engine, state);
  lash_scene_place(engine.scene, t, LASH_LEVEL_VELOCITY);
  const lash_status status = lash_scene_commit(engine.scene, error);
  if (status != LASH_OK) return status;
  state.invalidateAllCacheAtOrAbove(Stage::Dynamics);
  engine.system.realize(state, Stage::Acceleration);
  return LASH_OK;
}

lash_status go(Engine &engine, double t, size_t *steps, lash_error *error) {
  RungeKuttaMersonIntegrator &integrator = *engine.integrator;
  double last = integrator.getTime();
  while (last < t) {
    integrator.stepTo(t, t);
    lash_status status = takeFailure(engine, error);
    if (status != LASH_OK) return status;
    if (integrator.getTime() <= last) continue;
    last = integrator.getTime();
    status = accept(engine, last, error);
    if (status != LASH_OK) return status;
    ++*steps;
    if (engine.scene->sensed) break;
  }
  return LASH_OK;
}

/* What the constraints of a loop do to the part of I, taken to I. They stand on the left-hand side
 * of Simbody's equations, hence the sign. */
void readTies(Engine &engine, const State &state) {
  for (size_t k = 0; k < engine.ties.size(); k++) {
    scene_link &link = engine.scene->link[k];
    if (link.tree) continue;
    const MobilizedBody &body = engine.body[engine.scene->marker[link.i].body];
    Vec3 force(0), torque(0);
    for (const Constraint &tie : engine.ties[k]) {
      const Vector_<SpatialVec> on = tie.getConstrainedBodyForcesAsVector(state);
      for (ConstrainedBodyIndex c(0); c < tie.getNumConstrainedBodies(); ++c) {
        if (tie.getMobilizedBodyFromConstrainedBody(c).getMobilizedBodyIndex() !=
            body.getMobilizedBodyIndex())
          continue;
        torque -= on[c][0];
        force -= on[c][1];
      }
    }
    torque -=
        (body.getBodyRotation(state) * vec(engine.scene->marker[link.i].local.origin)) % force;
    put(force, link.wrench);
    put(torque, link.wrench + 3);
  }
}

lash_status look(Engine &engine, lash_error *error) {
  const State &state = engine.integrator->getState();
  engine.system.realize(state, Stage::Acceleration);
  const lash_status status = takeFailure(engine, error);
  if (status != LASH_OK) return status;
  readMotion(engine, state);
  for (size_t b = 1; b < engine.scene->body_count; b++) {
    put(engine.body[b].getBodyOriginAcceleration(state), engine.scene->motion[b].a);
    put(engine.body[b].getBodyAngularAcceleration(state), engine.scene->motion[b].wd);
  }
  readTies(engine, state);
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- class */

const char *version() {
  static char text[40];
  int major, minor, build;
  SimTK_version_simbody(&major, &minor, &build);
  snprintf(text, sizeof text, "%d.%d.%d", major, minor, build);
  return text;
}

const lash_engine engine_class = engineOf<Engine>();

}  // namespace

extern "C" const lash_host_class lash_host_simbody =
    hostOf("simbody", "joint coordinates, adaptive Runge-Kutta-Merson, loops closed by constraints",
           version, &engine_class, SCENE_PERPENDICULAR);
