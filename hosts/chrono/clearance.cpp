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
    : ChLoadCustomMultiple(i, j),
      body{i, j},
      local{in_i, in_j},
      geometry(shape),
      normal_law(normal),
      friction_law(friction ? *friction : lash_friction()),
      has_friction(friction != nullptr) {
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

/* ------------------------------------------------------------------------------------- forces */

/* Normal force and friction at one point; z is the state of the bristles there and now. */
void Clearance::load(size_t n, const lash_contact_point &p, bool partials, lash_point_load *out,
                     double *z, double *v0) const {
  const Site &s = site[n];
  double v0_delta, v0_v;
  *out = lash_point_load();
  lash_memory_trial(&s.impact, now, p.delta, p.v, v0, &v0_delta, &v0_v);
  const lash_contact_value f = lash_contact_eval(&normal_law, p.delta, p.v, *v0);
  out->normal = p.share * f.force;
  out->normal_d_delta = p.share * (f.d_delta + f.d_v0 * v0_delta);
  out->normal_d_v = p.share * (f.d_v + f.d_v0 * v0_v);
  if (!has_friction) return;
  lash_friction_reset(&friction_law, z);
  if (!(p.delta > 0)) return;
  lash_friction_input in = {{p.slip2[0], p.slip2[1]}, out->normal, {0, 0}, z};
  if (s.force > 0 && now > accepted) { /* bristles go on with the mean of both ends of the step */
    lash_friction_input mean = in;
    for (int k = 0; k < 2; k++) mean.vt[k] = 0.5 * (in.vt[k] + s.vt[k]);
    mean.normal = 0.5 * (in.normal + s.force);
    std::memcpy(z, s.z, sizeof s.z);
    lash_friction_advance(&friction_law, &mean, now - accepted, z);
  }
  lash_friction_value friction;
  lash_friction_force(&friction_law, &in, &friction);
  for (int k = 0; k < 2; k++) {
    out->friction[k] = friction.force[k];
    if (!partials) continue;
    out->friction_d_normal[k] = friction.d_normal[k];
    for (int c = 0; c < 2; c++) out->friction_d_vt[k][c] = friction.d_vt[k][c];
  }
}

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
  Side sides[2];
  lash_contact_points points;
  double q[12] = {0};
  read(x, w, sides);
  state = ClearanceState();
  state.delta = -INFINITY;
  for (const Site &s : site) state.impacts += s.impact.impacts;
  lash_error error;
  if (lash_geometry_eval(&geometry, &sides[0].frame, &sides[1].frame, &points, &error) != LASH_OK)
    throw std::runtime_error(error.message);
  for (size_t n = 0; n < points.count; n++) {
    const lash_contact_point &p = points.point[n];
    lash_point_load l;
    lash_wrench on[2];
    double z[LASH_FRICTION_STATES_MAX], tangential[3], v0;
    load(n, p, false, &l, z, &v0);
    lash_point_tangential(&p, &l, tangential);
    lash_point_wrench(&p, l.normal, tangential, &on[0], &on[1]);
    for (int b = 0; b < 2; b++) add_generalised(on[b], sides[b].arm, sides[b].rotation, q + 6 * b);
    for (int k = 0; k < 3; k++) {
      state.on_i.force[k] += on[0].force[k], state.on_i.torque[k] += on[0].torque[k];
      state.on_j.force[k] += on[1].force[k], state.on_j.torque[k] += on[1].torque[k];
    }
    state.normal += l.normal;
    state.friction += std::hypot(l.friction[0], l.friction[1]);
    if (p.delta > state.delta) state.delta = p.delta, state.v = p.v, state.v0 = v0;
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
  Side sides[2];
  lash_contact_points points;
  lash_point_jacobian jacobian[LASH_GEOMETRY_POINTS];
  lash_error error;
  read(x, w, sides);
  m_jacobians->K.setZero();
  m_jacobians->R.setZero();
  if (lash_geometry_jacobian(&geometry, &sides[0].frame, &sides[1].frame, &points, jacobian,
                             &error) != LASH_OK)
    throw std::runtime_error(error.message);
  for (size_t n = 0; n < points.count; n++) {
    const lash_contact_point &p = points.point[n];
    if (!(p.delta > 0)) continue;
    lash_point_load l;
    lash_wrench on[2];
    double z[LASH_FRICTION_STATES_MAX], tangential[3], v0, by[2][6][LASH_D_COUNT];
    load(n, p, true, &l, z, &v0);
    lash_point_tangential(&p, &l, tangential);
    lash_point_wrench(&p, l.normal, tangential, &on[0], &on[1]);
    lash_point_wrench_jacobian(&p, &jacobian[n], &l, by[0], by[1]);
    for (int column = 0; column < (gives_rates ? 24 : 12); column++) {
      const int b = column % 12 / 6, k = column % 3;
      const bool angular = column % 6 >= 3, rate = column >= 12;
      const double none[3] = {0, 0, 0};
      double unit[3] = {0, 0, 0}, along[3], d[LASH_D_COUNT], out[6];
      unit[k] = 1;
      if (angular)
        mul33_3(sides[b].rotation, unit, along);
      else
        copy3(unit, along);
      fill_columns(b, rate || angular ? none : along, !rate && angular ? along : none,
                   rate && !angular ? along : none, rate && angular ? along : none, sides[b].frame,
                   sides[b].arm, d);
      for (int on_b = 0; on_b < 2; on_b++) {
        change_of(by[on_b], d, on[on_b], sides[on_b].arm, sides[on_b].rotation,
                  !rate && angular && on_b == b ? along : none, out);
        auto &target = rate ? m_jacobians->R : m_jacobians->K;
        for (int r = 0; r < 6; r++) target(6 * on_b + r, column % 12) -= out[r];
      }
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
  Side sides[2];
  lash_contact_points points;
  lash_error error;
  now = accepted = time;
  read(nullptr, nullptr, sides);
  if (lash_geometry_eval(&geometry, &sides[0].frame, &sides[1].frame, &points, &error) != LASH_OK)
    throw std::runtime_error(error.message);
  for (size_t n = 0; n < LASH_GEOMETRY_POINTS; n++) {
    site[n] = Site();
    if (n < points.count) {
      lash_memory_reset(&site[n].impact, time, points.point[n].delta, points.point[n].v);
    }
    if (has_friction) lash_friction_reset(&friction_law, site[n].z);
  }
}

void Clearance::Commit(double time) {
  Side sides[2];
  lash_contact_points points;
  lash_error error;
  now = time;
  read(nullptr, nullptr, sides);
  if (lash_geometry_eval(&geometry, &sides[0].frame, &sides[1].frame, &points, &error) != LASH_OK)
    throw std::runtime_error(error.message);
  for (size_t n = 0; n < points.count; n++) {
    const lash_contact_point &p = points.point[n];
    lash_point_load l;
    double z[LASH_FRICTION_STATES_MAX] = {0}, v0;
    load(n, p, false, &l, z, &v0);
    lash_memory_commit(&site[n].impact, time, p.delta, p.v);
    std::memcpy(site[n].z, z, sizeof z);
    site[n].force = p.delta > 0 ? l.normal : 0;
    for (int k = 0; k < 2; k++) site[n].vt[k] = p.slip2[k];
    const lash_friction_input in = {{p.slip2[0], p.slip2[1]}, l.normal, {0, 0}, nullptr};
    if (has_friction && p.delta > 0) lash_friction_settle(&friction_law, &in, site[n].z);
  }
  accepted = time;
  ComputeQ(nullptr, nullptr);
}

}  // namespace lash
