/* A joint with clearance as a Chrono load with exact derivatives. */
#include <cmath>
#include <cstring>

#include "lash_chrono.hpp"
#include "lash_space.h"

using namespace chrono;

namespace lash {

Clearance::Clearance(std::shared_ptr<ChBody> i, const ChFrame<> &in_i, std::shared_ptr<ChBody> j,
                     const ChFrame<> &in_j, const lash_geometry &shape, const lash_contact &normal,
                     const lash_friction *friction)
    : ChLoadCustomMultiple(i, j), body{i, j}, local{in_i, in_j} {
  lash_error error;
  if (lash_joint_of_laws(&joint, &shape, &normal, friction, &error) != LASH_OK)
    throw std::runtime_error(error.message);
  Begin(0);
}

/* ------------------------------------------------------------------------------------- states */

static void put(const ChVector3d &from, double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = from[k];
}

/* Packed states: position and quaternion, velocity and spin in body axes, first of i then of j. */
void Clearance::read(const ChState *x, const ChStateDelta *w, Side sides[2]) const {
  for (int b = 0; b < 2; b++) {
    Side &side = sides[b];
    ChCoordsys<> place = body[b]->GetCoordsys();
    ChVector3d velocity = body[b]->GetPosDt(), spin = body[b]->GetAngVelLocal();
    if (x) place = ChCoordsys<>(x->segment(7 * b, 7));
    if (w) {
      velocity = ChVector3d(w->segment(6 * b, 3));
      spin = ChVector3d(w->segment(6 * b + 3, 3));
    }
    const ChMatrix33<> rotation(place.rot);
    const ChMatrix33<> axes = rotation * local[b].GetRotMat();
    const ChVector3d arm = rotation * local[b].GetPos(), turning = rotation * spin;
    put(arm, side.arm);
    put(place.pos + arm, side.frame.position);
    put(velocity + turning.Cross(arm), side.frame.velocity);
    put(turning, side.frame.spin);
    for (int k = 0; k < 3; k++) {
      side.frame.side[k] = axes(k, 0);
      side.frame.axis[k] = axes(k, 2);
      for (int c = 0; c < 3; c++) side.rotation[3 * k + c] = rotation(k, c);
    }
  }
}

void Clearance::find(const ChState *x, const ChStateDelta *w, bool partials, Place *place) const {
  lash_error error;
  read(x, w, place->sides);
  lash_joint_begin(&joint, now, &place->state);
  if (lash_joint_find_points(&joint, &memory, &place->sides[0].frame, &place->sides[1].frame,
                             partials, &place->points, place->state.site, &error) != LASH_OK)
    throw std::runtime_error(error.message);
}

/* ------------------------------------------------------------------------------------- forces */

/* Wrench at the frame, ground axes, to what Chrono wants: force, and torque about the mass centre
 * in body axes. */
static void add_generalised(const lash_wrench &wrench, const double arm[3],
                            const double rotation[9], double *q) {
  double torque[3], turned[3];
  copy3(wrench.torque, torque);
  add_cross3(1, arm, wrench.force, torque);
  mult33_3(rotation, torque, turned);
  for (int k = 0; k < 3; k++) q[k] += wrench.force[k], q[3 + k] += turned[k];
}

void Clearance::ComputeQ(ChState *x, ChStateDelta *w) {
  Place place;
  lash_joint_force force;
  double q[12] = {0};
  find(x, w, false, &place);
  lash_joint_force_at(&joint, &memory, &place.points, &place.state, false, &force);
  state = ClearanceState();
  state.delta = -INFINITY;
  state.on_i = force.on_outer;
  state.on_j = force.on_inner;
  for (size_t n = 0; n < joint.site_count; n++) {
    const lash_joint_site &site = place.state.site[n];
    const lash_joint_load &load = force.load[n];
    state.impacts += memory.site[n].impact.impacts;
    state.normal += load.point.normal;
    state.friction += std::hypot(load.point.friction[0], load.point.friction[1]);
    if (site.delta > state.delta) state.delta = site.delta, state.v = site.v, state.v0 = load.v0;
  }
  for (int b = 0; b < 2; b++) {
    const Side &side = place.sides[b];
    add_generalised(b ? force.on_inner : force.on_outer, side.arm, side.rotation, q + 6 * b);
  }
  for (int k = 0; k < 12; k++) load_Q(k) = q[k];
}

/* -------------------------------------------------------------------------------- derivatives */

/* What a change of one coordinate of body b does to the columns LASH_D_…: `turn` is a small
 * rotation of the body in ground axes that carries its spin along; `move`, `speed` and `spin`
 * change place, velocity and spin. */
static void fill_columns(int b, const double move[3], const double turn[3], const double speed[3],
                         const double spin[3], const lash_frame &frame, const double arm[3],
                         double d[LASH_D_COUNT]) {
  const double sign = b ? 1 : -1;
  double place[3], velocity[3], turning[3], swing[3] = {0};
  copy3(move, place);
  copy3(speed, velocity);
  copy3(spin, turning);
  add_cross3(1, turn, arm, place);
  add_cross3(1, frame.spin, arm, swing);
  add_cross3(1, turn, swing, velocity);
  add_cross3(1, spin, arm, velocity);
  add_cross3(1, turn, frame.spin, turning);
  std::memset(d, 0, LASH_D_COUNT * sizeof *d);
  for (int k = 0; k < 3; k++) {
    d[LASH_D_POSITION + k] = sign * place[k];
    d[LASH_D_VELOCITY + k] = sign * velocity[k];
    d[(b ? LASH_D_ROTATION_J : LASH_D_ROTATION_I) + k] = turn[k];
    d[(b ? LASH_D_SPIN_J : LASH_D_SPIN_I) + k] = turning[k];
  }
}

/* Change of one body's generalised force: that of its wrench, and that of its own turning. */
static void change_of(const double by[6][LASH_D_COUNT], const double d[LASH_D_COUNT],
                      const lash_wrench &wrench, const double arm[3], const double rotation[9],
                      const double turn[3], double out[6]) {
  lash_wrench change;
  double torque[3], moved[3] = {0}, turned[3] = {0}, back[3];
  for (int r = 0; r < 6; r++) {
    double sum = 0;
    for (int c = 0; c < LASH_D_COUNT; c++) sum += by[r][c] * d[c];
    if (r < 3)
      change.force[r] = sum;
    else
      change.torque[r - 3] = sum;
  }
  std::memset(out, 0, 6 * sizeof *out);
  add_generalised(change, arm, rotation, out);
  copy3(wrench.torque, torque);
  add_cross3(1, arm, wrench.force, torque);
  add_cross3(1, turn, arm, moved);
  add_cross3(1, moved, wrench.force, turned);
  add_cross3(-1, turn, torque, turned);
  mult33_3(rotation, turned, back);
  for (int k = 0; k < 3; k++) out[3 + k] += back[k];
}

void Clearance::ComputeJacobian(ChState *x, ChStateDelta *w) {
  Place place;
  lash_joint_force force;
  find(x, w, true, &place);
  lash_joint_force_at(&joint, &memory, &place.points, &place.state, true, &force);
  m_jacobians->K.setZero();
  m_jacobians->R.setZero();
  for (int column = 0; column < (gives_rates ? 24 : 12); column++) {
    const int b = column % 12 / 6, k = column % 3;
    const bool angular = column % 6 >= 3, rate = column >= 12;
    const double none[3] = {0, 0, 0};
    double unit[3] = {0, 0, 0}, along[3], d[LASH_D_COUNT], out[6];
    const Side &moved = place.sides[b];
    unit[k] = 1;
    if (angular)
      mul33_3(moved.rotation, unit, along);
    else
      copy3(unit, along);
    fill_columns(b, rate || angular ? none : along, !rate && angular ? along : none,
                 rate && !angular ? along : none, rate && angular ? along : none, moved.frame,
                 moved.arm, d);
    for (int on = 0; on < 2; on++) {
      const Side &side = place.sides[on];
      change_of(on ? force.inner_by : force.outer_by, d, on ? force.on_inner : force.on_outer,
                side.arm, side.rotation, !rate && angular && on == b ? along : none, out);
      auto &target = rate ? m_jacobians->R : m_jacobians->K;
      for (int r = 0; r < 6; r++) target(6 * on + r, column % 12) -= out[r];
    }
  }
}

/* ------------------------------------------------------------------------------------- memory */

#if CH_VERSION >= 0x00100000
void Clearance::Update(double t, UpdateFlags flags) {
  now = t;
  ChLoadCustomMultiple::Update(t, flags);
}
#else
void Clearance::Update(double t) {
  now = t;
  ChLoadCustomMultiple::Update(t);
}
#endif

void Clearance::Begin(double time) {
  Place place;
  now = time;
  find(nullptr, nullptr, false, &place);
  memory.worn = &worn;
  lash_joint_reset(&joint, &memory, &place.state);
}

void Clearance::Commit(double time) {
  Place place;
  now = time;
  find(nullptr, nullptr, false, &place);
  lash_joint_commit(&joint, &memory, &place.state);
  ComputeQ(nullptr, nullptr);
}

}  // namespace lash
