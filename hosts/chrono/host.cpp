/* Chrono as a host: absolute coordinates, HHT with fixed steps, joints as constraints at position
 * level.
 *
 * Forces of the dataset enter as one physics item that asks the scene whenever Chrono assembles its
 * residual; memory is committed when a step is done. Chrono's own accelerations are those of HHT's
 * weighted moment, so what is shown is solved for at the state itself. */
#include <chrono/physics/ChBody.h>
#include <chrono/physics/ChLinkMate.h>
#include <chrono/physics/ChLinkMotorLinearPosition.h>
#include <chrono/physics/ChLinkMotorRotationAngle.h>
#include <chrono/physics/ChLinkUniversal.h>
#include <chrono/solver/ChDirectSolverLS.h>

#include "engine.hpp"
#include "equations.hpp"
#include "lash_space.h"

using namespace chrono;

namespace {

const double STANDARD_STEP = 1e-4;
const unsigned ITERATIONS = 40;
const double DAMPING =
    -0.05; /* alpha of HHT: takes out what constraints leave at the step's rate */

struct Engine {
  static constexpr const char *title = "Chrono";
  lash_scene *scene = nullptr;
  double step = 0;
  bool fresh = false; /* no step since the start */
  ChSystemSMC system;
  std::vector<std::shared_ptr<ChBody>> body; /* by body of the scene */
  std::vector<std::shared_ptr<ChLinkBase>> link;
  std::shared_ptr<ChTimestepperHHT> stepper;
  std::shared_ptr<ChDirectSolverLS> solver;
  lash_status failed = LASH_OK; /* inside an evaluation */
  lash_error error = {};

  void choose(const lash_host_options &options) {
    step = options.step > 0 ? options.step : STANDARD_STEP / scene->model->units.scale.time;
  }
};

/* ------------------------------------------------------------------------------ numbers across */

ChVector3d vec(const double a[3]) { return ChVector3d(a[0], a[1], a[2]); }

void put(const ChVector3d &from, double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = from[k];
}

ChMatrix33<> matrix(const double m[9]) {
  ChMatrix33<> made;
  for (int k = 0; k < 9; k++) made(k / 3, k % 3) = m[k];
  return made;
}

/* A marker in its body, whose frame stands at the mass centre here; axes renamed on the way. */
ChFrame<> frame(const lash_scene *scene, int marker, int x = 0, int y = 1, int z = 2) {
  const scene_marker &m = scene->marker[marker];
  const ChMatrix33<> axes = matrix(m.local.rotation);
  ChMatrix33<> renamed;
  renamed.col(0) = axes.col(x), renamed.col(1) = axes.col(y), renamed.col(2) = axes.col(z);
  return ChFrame<>(vec(m.local.origin) - vec(scene->body[m.body].cm), renamed);
}

void readMotion(Engine &engine) {
  for (size_t b = 1; b < engine.scene->body_count; b++) {
    scene_motion &motion = engine.scene->motion[b];
    const ChBody &body = *engine.body[b];
    const ChMatrix33<> r = body.GetRotMat();
    double arm[3];
    for (int k = 0; k < 9; k++) motion.R[k] = r(k / 3, k % 3);
    put(body.GetPos(), motion.r);
    put(body.GetPosDt(), motion.v);
    put(body.GetAngVelParent(), motion.w);
    mul33_3(motion.R, engine.scene->body[b].cm, arm);
    axpy3(-1, arm, motion.r);
    add_cross3(-1, motion.w, arm, motion.v);
  }
}

/* ------------------------------------------------------------------------------------ callbacks */

class Loads : public ChPhysicsItem {
 public:
  explicit Loads(Engine &owner) : engine(owner) {}
  Loads *Clone() const override { return new Loads(*this); }

  void IntLoadResidual_F(const unsigned int, ChVectorDynamic<> &R, const double c) override {
    lash_scene *scene = engine.scene;
    if (engine.failed != LASH_OK) return;
    readMotion(engine);
    lash_scene_place(scene, GetChTime(), LASH_LEVEL_VELOCITY);
    engine.failed = lash_scene_loads(scene, &engine.error);
    if (engine.failed != LASH_OK) return;
    for (size_t b = 1; b < scene->body_count; b++) {
      const unsigned at = engine.body[b]->GetOffset_w();
      double torque[3];
      mult33_3(scene->motion[b].R, scene->load[b].torque, torque);
      for (unsigned k = 0; k < 3; k++) {
        R(at + k) += c * scene->load[b].force[k];
        R(at + 3 + k) += c * torque[k];
      }
    }
  }

 private:
  Engine &engine;
};

/* The function of a drive, with its exact derivatives. */
class Drive : public ChFunction {
 public:
  Drive(Engine &owner, const scene_drive &which) : engine(owner), drive(which) {}
  Drive *Clone() const override { return new Drive(*this); }
  double GetVal(double t) const override { return at(t, 0); }
  double GetDer(double t) const override { return at(t, 1); }
  double GetDer2(double t) const override { return at(t, 2); }

 private:
  double at(double t, int order) const {
    double jet[3];
    lash_scene_drive(engine.scene, &drive, t, jet);
    return jet[order];
  }

  Engine &engine;
  const scene_drive &drive;
};

/* --------------------------------------------------------------------------------------- making */

std::shared_ptr<ChBody> makeBody(Engine &engine, size_t b) {
  const scene_body &from = engine.scene->body[b];
  auto body = chrono_types::make_shared<ChBody>();
  body->SetFixed(b == 0);
  if (b > 0) {
    body->SetMass(from.mass);
    body->SetInertia(from.point ? ChMatrix33<>(from.mass) : matrix(from.inertia));
  }
  engine.system.AddBody(body);
  return body;
}

/* Which of x, y, z and the turns about them a joint takes away, in J's frame. */
struct Mask {
  bool x, y, z, rx, ry, rz;
};

Mask maskOf(int type) {
  const scene_link_kind &kind = lash_scene_kinds[type];
  const bool point = kind.place == SCENE_TOGETHER, same = kind.axes == SCENE_THE_SAME;
  const bool across = point || kind.place == SCENE_ON_LINE;
  const bool along = point || kind.place == SCENE_IN_PLANE;
  const bool tilt = same || kind.axes == SCENE_ALONG_Z;
  return {across, across, along, tilt, tilt, same};
}

std::shared_ptr<ChLinkBase> makeLink(Engine &engine, const scene_link &link) {
  const lash_scene *scene = engine.scene;
  const auto &i = engine.body[scene->marker[link.i].body];
  const auto &j = engine.body[scene->marker[link.j].body];
  if (link.type == LASH_JOINT_HOOKE || link.type == LASH_JOINT_UNIVERSAL) {
    auto made =
        chrono_types::make_shared<ChLinkUniversal>(); /* x of the one square to y of the other */
    made->Initialize(i, j, true, frame(scene, link.i, 2, 0, 1), frame(scene, link.j, 1, 2, 0));
    engine.system.AddLink(made);
    return made;
  }
  const Mask m = maskOf(link.type);
  auto made = chrono_types::make_shared<ChLinkMateGeneric>(m.x, m.y, m.z, m.rx, m.ry, m.rz);
  made->Initialize(i, j, true, frame(scene, link.i), frame(scene, link.j));
  engine.system.AddLink(made);
  return made;
}

/* The drive alone; the joint it drives has a link of its own. */
lash_status makeDrive(Engine &engine, const scene_drive &drive, lash_error *error) {
  const lash_scene *scene = engine.scene;
  const scene_link &link = scene->link[drive.link];
  const auto &i = engine.body[scene->marker[link.i].body];
  const auto &j = engine.body[scene->marker[link.j].body];
  auto function = chrono_types::make_shared<Drive>(engine, drive);
  if (drive.motion->order != LASH_DISPLACEMENT) {
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, &drive.motion->head, error,
                             "host chrono drives joints by displacement only; integrate the "
                             "function or choose another host");
  }
  if (drive.rotation) {
    auto motor = chrono_types::make_shared<ChLinkMotorRotationAngle>();
    motor->SetSpindleConstraint(ChLinkMotorRotation::SpindleConstraint::FREE);
    motor->Initialize(i, j, true, frame(scene, link.i), frame(scene, link.j));
    motor->SetAngleFunction(function);
    engine.system.AddLink(motor);
  } else {
    auto motor = chrono_types::make_shared<ChLinkMotorLinearPosition>();
    motor->SetGuideConstraint(ChLinkMotorLinear::GuideConstraint::FREE);
    motor->Initialize(i, j, true, frame(scene, link.i), frame(scene, link.j));
    motor->SetMotionFunction(function);
    engine.system.AddLink(motor);
  }
  return LASH_OK;
}

/* Accelerations are known no better than round-off of positions over the square of the step. */
void setTolerances(Engine &engine, double h) {
  const double size = lash_scene_size(engine.scene);
  const double noise = 1e-14 * size / (h * h) + 1e-9 * size;
  double mass = 0;
  for (size_t b = 1; b < engine.scene->body_count; b++) mass += engine.scene->body[b].mass;
  engine.stepper->SetAbsTolerances(noise, noise * mass);
}

void useStepper(Engine &engine) {
  engine.stepper = chrono_types::make_shared<ChTimestepperHHT>(&engine.system);
  engine.stepper->SetAlpha(DAMPING);
  engine.stepper->SetMaxIters(int(ITERATIONS));
  engine.stepper->SetRelTolerance(1e-8);
  setTolerances(engine, engine.step);
  engine.stepper->SetStepControl(false);
  engine.system.SetTimestepper(engine.stepper);
}

lash_status build(Engine &engine, lash_error *error) {
  lash_scene *scene = engine.scene;
  engine.system.SetGravitationalAcceleration(ChVector3d(0, 0, 0)); /* the scene has it */
  for (size_t b = 0; b < scene->body_count; b++) engine.body.push_back(makeBody(engine, b));
  for (size_t k = 0; k < scene->link_count; k++) {
    engine.link.push_back(makeLink(engine, scene->link[k]));
  }
  for (size_t k = 0; k < scene->drive_count; k++) {
    const lash_status status = makeDrive(engine, scene->drive[k], error);
    if (status != LASH_OK) return status;
  }
  for (size_t b = 1; b < scene->body_count; b++) {
    if (!scene->body[b].point) continue;
    auto level =
        chrono_types::make_shared<ChLinkMateGeneric>(false, false, false, true, true, true);
    level->Initialize(engine.body[b], engine.body[0], true, ChFrame<>(),
                      ChFrame<>(VNULL, matrix(scene->body[b].start.rotation)));
    engine.system.AddLink(level);
  }
  engine.system.AddOtherPhysicsItem(chrono_types::make_shared<Loads>(engine));
  return LASH_OK;
}

/* -------------------------------------------------------------------------------- initial state */

void place(Engine &engine) {
  lash_scene *scene = engine.scene;
  for (size_t b = 1; b < scene->body_count; b++) {
    const scene_body &from = scene->body[b];
    ChBody &body = *engine.body[b];
    double arm[3];
    mul33_3(from.start.rotation, from.cm, arm);
    body.SetPos(vec(from.start.origin) + vec(arm));
    body.SetRot(matrix(from.start.rotation));
    body.SetPosDt(vec(from.v));
    body.SetAngVelParent(vec(from.w));
  }
  engine.system.SetChTime(scene->start_time);
  engine.system.Setup();
  ChState x(engine.system.GetNumCoordsPosLevel(), &engine.system);
  ChStateDelta v(engine.system.GetNumCoordsVelLevel(), &engine.system);
  double t;
  engine.system.StateGather(x, v, t);
  engine.system.StateScatter(x, v, scene->start_time, lash::UPDATE);
}

/* HHT goes on from the accelerations and multipliers that it finds in the system. */
lash_status leaveAccelerations(Engine &engine, lash::Equations &equations, lash_error *error) {
  equations.solve();
  const ChStateDelta a(equations.acceleration, &engine.system);
  engine.system.StateScatterAcceleration(a);
  engine.system.StateScatterReactions(equations.multiplier);
  return takeFailure(engine, error);
}

/* Once and for all: Chrono has a solver analyse its pattern only after the system was changed. */
void useSolver(Engine &engine, bool redundant) {
  if (redundant)
    engine.solver = chrono_types::make_shared<ChSolverSparseQR>();
  else
    engine.solver = chrono_types::make_shared<ChSolverSparseLU>();
  engine.solver->LockSparsityPattern(true);
  engine.system.SetSolver(engine.solver);
}

lash_status begin(Engine &engine, lash_error *error) {
  lash_scene *scene = engine.scene;
  lash::Equations equations(engine.system);
  engine.fresh = true;
  useStepper(engine);
  place(engine);
  if (!equations.project(1e-13 * lash_scene_size(scene) + 1e-13)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: the parts cannot be brought to where the joints hold; correct their "
                     "places or the motions",
                     scene->model->file);
  }
  if (!engine.solver) useSolver(engine, equations.redundant() > 0);
  readMotion(engine);
  lash_scene_place(scene, scene->start_time, LASH_LEVEL_VELOCITY);
  return LASH_OK;
}

/* -------------------------------------------------------------------------------------- running */

lash_status step(Engine &engine, double h, double end, lash_error *error) {
  engine.system.DoStepDynamics(h);
  const lash_status status = takeFailure(engine, error);
  if (status != LASH_OK) return status;
  if (lash::iterationsOfStep(*engine.stepper) >= ITERATIONS) {
    return lash_fail(error, LASH_FAILURE,
                     "%s: at time %g Chrono's iteration does not converge; try a smaller step",
                     engine.scene->model->file, end);
  }
  engine.system.SetChTime(end);
  readMotion(engine);
  lash_scene_place(engine.scene, end, LASH_LEVEL_VELOCITY);
  return lash_scene_commit(engine.scene, error);
}

lash_status go(Engine &engine, double t, size_t *steps, lash_error *error) {
  const double start = engine.system.GetChTime();
  const double whole = std::ceil((t - start) / engine.step - 1e-9);
  const size_t count = whole < 1 ? 1 : size_t(whole);
  setTolerances(engine, (t - start) / double(count)); /* outputs may be denser than the step */
  if (engine.fresh) { /* what the laws remember of the start is known only now */
    lash::Equations equations(engine.system);
    engine.fresh = false;
    const lash_status status = leaveAccelerations(engine, equations, error);
    if (status != LASH_OK) return status;
  }
  for (size_t k = 1; k <= count; k++) {
    const double end = k == count ? t : start + (t - start) * double(k) / double(count);
    const lash_status status = step(engine, (t - start) / double(count), end, error);
    if (status != LASH_OK) return status;
    ++*steps;
    if (engine.scene->sensed) break;
  }
  return LASH_OK;
}

/* What a link's rows do to the body of I, taken to I. */
void readLink(Engine &engine, const lash::Equations &equations, size_t index) {
  scene_link &link = engine.scene->link[index];
  const int b = engine.scene->marker[link.i].body, other = engine.scene->marker[link.j].body;
  const bool on_i = b != 0; /* ground has no columns: the opposite of what J gets */
  ChBody &body = *engine.body[on_i ? b : other];
  const unsigned row = engine.link[index]->GetOffset_L(), column = body.GetOffset_w();
  const unsigned rows = engine.link[index]->GetNumConstraints();
  const Eigen::VectorXd six = equations.jacobian.block(row, column, rows, 6).transpose() *
                              equations.multiplier.segment(row, rows);
  const double sign = on_i ? 1 : -1;
  const ChVector3d force = sign * ChVector3d(six(0), six(1), six(2));
  ChVector3d torque = sign * (body.GetRotMat() * ChVector3d(six(3), six(4), six(5)));
  const ChVector3d place =
      (frame(engine.scene, link.i) >> *engine.body[b]).GetPos() - body.GetPos();
  torque -= place.Cross(force);
  put(force, link.wrench);
  put(torque, link.wrench + 3);
}

lash_status look(Engine &engine, lash_error *error) {
  lash_scene *scene = engine.scene;
  lash::Equations equations(engine.system);
  equations.solve();
  const lash_status status = takeFailure(engine, error);
  if (status != LASH_OK) return status;
  readMotion(engine);
  for (size_t b = 1; b < scene->body_count; b++) {
    scene_motion &motion = scene->motion[b];
    const unsigned at = engine.body[b]->GetOffset_w();
    double local[3], arm[3], swing[3] = {0};
    for (unsigned k = 0; k < 3; k++) {
      motion.a[k] = equations.acceleration(at + k);
      local[k] = equations.acceleration(at + 3 + k);
    }
    mul33_3(motion.R, local, motion.wd);
    mul33_3(motion.R, scene->body[b].cm, arm);
    add_cross3(-1, motion.wd, arm, motion.a);
    add_cross3(1, motion.w, arm, swing);
    add_cross3(-1, motion.w, swing, motion.a);
  }
  for (size_t k = 0; k < scene->link_count; k++) {
    if (!scene->link[k].tree) readLink(engine, equations, k);
  }
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- class */

const char *version() { return CHRONO_VERSION; }

const lash_engine engine_class = engineOf<Engine>();

}  // namespace

extern "C" const lash_host_class lash_host_chrono =
    hostOf("chrono", "absolute coordinates, fixed-step HHT, joints by multipliers", version,
           &engine_class, SCENE_PARALLEL_AXES);
