/* K and R that a clearance joint gives to Chrono are the derivatives of the forces it gives. */
#include <chrono/physics/ChSystemSMC.h>

#include <cmath>

#include "lash_chrono.hpp"
extern "C" {
#include "unity.h"
}

using namespace chrono;

extern "C" void setUp(void) {}
extern "C" void tearDown(void) {}

static void check(lash_status status, const lash_error &error) {
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error.message);
}

/* Two tumbling bodies that touch in the joint; j's frame moves along `speed` against i's. */
static std::shared_ptr<lash::Clearance> touching(const lash_geometry &shape, const ChVector3d &off,
                                                 const ChVector3d &speed, bool rubs,
                                                 std::shared_ptr<ChBody> body[2]) {
  lash_error error;
  lash_contact law;
  lash_friction friction;
  check(lash_contact_begin(&law, "lankarani_nikravesh", &error), error);
  check(lash_contact_set(&law, "K", "1e8", &error), error);
  check(lash_contact_set(&law, "e", "0.8", &error), error);
  check(lash_contact_ready(&law, &error), error);
  check(lash_friction_begin(&friction, "brown_mcphee", 2, &error), error);
  check(lash_friction_set(&friction, "v_tr", "0.05", &error), error);
  check(lash_friction_ready(&friction, &error), error);
  const ChQuaterniond turn[2] = {QuatFromAngleX(0.3) * QuatFromAngleY(-0.7), QuatFromAngleZ(0.9)};
  const ChFrame<> frame[2] = {ChFrame<>(ChVector3d(0.1, -0.05, 0.2), QuatFromAngleY(0.4)),
                              ChFrame<>(ChVector3d(-0.15, 0.1, 0.05), QuatFromAngleX(-0.6))};
  /* place j so that its frame stands `off` from that of i, in i's axes, with nearly the same axes
   */
  for (int b = 0; b < 2; b++) body[b] = chrono_types::make_shared<ChBody>();
  body[0]->SetRot(turn[0]);
  body[0]->SetPos(ChVector3d(0.3, 0.2, -0.1));
  const ChFrame<> socket = frame[0] >> *body[0];
  body[1]->SetRot(socket.GetRot() * QuatFromAngleX(0.004) * QuatFromAngleY(-0.002) *
                  frame[1].GetRot().GetConjugate());
  body[1]->SetPos(socket.GetPos() + socket.GetRotMat() * off -
                  body[1]->GetRotMat() * frame[1].GetPos());
  for (int b = 0; b < 2; b++) body[b]->SetAngVelLocal(ChVector3d(1 + b, -2, 0.5 * b));
  body[0]->SetPosDt(ChVector3d(0.1, -0.2, 0.15));
  const ChVector3d arm[2] = {body[0]->GetRotMat() * frame[0].GetPos(),
                             body[1]->GetRotMat() * frame[1].GetPos()};
  body[1]->SetPosDt(body[0]->GetPosDt() + body[0]->GetAngVelParent().Cross(arm[0]) -
                    body[1]->GetAngVelParent().Cross(arm[1]) + socket.GetRotMat() * speed);
  return chrono_types::make_shared<lash::Clearance>(body[0], frame[0], body[1], frame[1], shape,
                                                    law, rubs ? &friction : nullptr);
}

/* Fourth-order differences of Q by one coordinate. */
static ChVectorDynamic<> difference(lash::Clearance &joint, const ChState &x, const ChStateDelta &w,
                                    int column, bool rate, double step) {
  static const double weight[4] = {1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12};
  static const double place[4] = {-2, -1, 1, 2};
  ChVectorDynamic<> sum(12);
  sum.setZero();
  for (int n = 0; n < 4; n++) {
    ChState moved = x;
    ChStateDelta speed = w, change(12, nullptr);
    change.fill(0);
    change(column) = place[n] * step;
    if (rate)
      speed(column) += place[n] * step;
    else
      joint.LoadStateIncrement(x, change, moved);
    joint.ComputeQ(&moved, &speed);
    sum += weight[n] / step * joint.GetQ();
  }
  return sum;
}

static void exact(const char *name, const lash_geometry &shape, const ChVector3d &off,
                  const ChVector3d &speed, bool rubs) {
  std::shared_ptr<ChBody> body[2];
  auto joint = touching(shape, off, speed, rubs, body);
  ChSystemSMC system; /* the bodies' variables want a place */
  for (int b = 0; b < 2; b++) system.AddBody(body[b]);
  ChState x(14, nullptr);
  ChStateDelta w(12, nullptr);
  joint->LoadGetStateBlock_x(x);
  joint->LoadGetStateBlock_w(w);
  joint->ComputeQ(&x, &w);
  TEST_ASSERT_TRUE_MESSAGE(joint->State().delta > 0 && joint->State().normal > 0, name);
  TEST_ASSERT_TRUE_MESSAGE(rubs == (joint->State().friction > 0), name);
  joint->CreateJacobianMatrices();
  joint->ComputeJacobian(&x, &w);
  const ChMatrixDynamic<> K = joint->GetJacobians()->K, R = joint->GetJacobians()->R;
  double worst = 0;
  for (int column = 0; column < 12; column++) {
    const ChVectorDynamic<> by_x = difference(*joint, x, w, column, false, 2e-7);
    const ChVectorDynamic<> by_w = difference(*joint, x, w, column, true, 1e-4);
    worst = std::max(worst, (K.col(column) + by_x).norm() / K.norm());
    worst = std::max(worst, (R.col(column) + by_w).norm() / R.norm());
  }
  std::printf("%s%s: largest difference %.1e of the matrix\n", name, rubs ? " with friction" : "",
              worst);
  TEST_ASSERT_TRUE_MESSAGE(worst < 1e-6, name);
}

static lash_geometry shape(lash_shape kind, double ri, double rj, double li = 0, double lj = 0) {
  lash_geometry g = {};
  g.shape = kind;
  g.radius_i = ri, g.radius_j = rj, g.length_i = li, g.length_j = lj;
  return g;
}

static void every_shape(void) {
  for (int rubs = 0; rubs < 2; rubs++) {
    exact("ball in socket", shape(LASH_BALL_SOCKET, 0.0105, 0.010, 0, 0),
          ChVector3d(4e-4, 2.5e-4, -2.2e-4), ChVector3d(0.2, 0.1, 0.05), rubs);
    exact("journal in bearing", shape(LASH_JOURNAL_BEARING, 0.0105, 0.010, 0.02, 0.03),
          ChVector3d(4.5e-4, 3.5e-4, 1e-3), ChVector3d(0.2, 0.1, 0.05), rubs);
    exact("sphere on plane", shape(LASH_SPHERE_PLANE, 0, 0.010, 0, 0),
          ChVector3d(1e-2, 2e-2, 0.00995), ChVector3d(0.2, 0.1, -0.15), rubs);
    exact("sphere on sphere", shape(LASH_SPHERE_SPHERE, 0.02, 0.010, 0, 0),
          ChVector3d(0.0172, 0.0171, 0.0171), ChVector3d(-0.2, 0.1, -0.15), rubs);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_shape);
  return UNITY_END();
}
