/* The force of SMC contacts by a Lash law. */
#include <cmath>

#include "lash_chrono.hpp"

using namespace chrono;

namespace lash {

ContactForce::ContactForce(const lash_contact &normal, const lash_friction *friction)
    : standard{normal, friction ? *friction : lash_friction(), friction != nullptr} {}

void ContactForce::SetPair(const ChContactable *a, const ChContactable *b,
                           const lash_contact &normal, const lash_friction *friction) {
  pairs[std::minmax(a, b)] = {normal, friction ? *friction : lash_friction(), friction != nullptr};
}

/* A time later than the one noted means that the noted state was an accepted one. Contacts that
 * Chrono has not asked about for a whole step are over. */
ContactForce::History &ContactForce::remember(const Pair &pair, const Laws &laws, double t,
                                              double h, double delta, double v) const {
  auto found = memory.find(pair);
  if (found == memory.end() || t > found->second.time + 1.5 * h || t < found->second.time) {
    History fresh = {};
    lash_memory_reset(&fresh.impact, t - h, delta - v * h,
                      v); /* apart before: the gap closed since */
    if (!(delta - v * h < 0)) lash_memory_reset(&fresh.impact, t, delta, v);
    fresh.time = t, fresh.delta = delta, fresh.v = v;
    if (laws.has_friction) lash_friction_reset(&laws.friction, fresh.z);
    return memory[pair] = fresh;
  }
  History &history = found->second;
  if (t > history.time) {
    lash_memory_commit(&history.impact, history.time, history.delta, history.v);
    history.time = t, history.delta = delta, history.v = v;
  }
  return history;
}

ChWrenchd ContactForce::CalculateForceTorque(const ChSystemSMC &system, const ChVector3d &normal,
                                             const ChVector3d &, const ChVector3d &,
                                             const ChVector3d &v1, const ChVector3d &v2,
                                             const ChContactMaterialCompositeSMC &, double delta,
                                             double, double, double, ChContactable *a,
                                             ChContactable *b) const {
  const Pair pair = std::minmax<const ChContactable *>(a, b);
  const auto own = pairs.find(pair);
  const Laws &laws = own == pairs.end() ? standard : own->second;
  const double t = system.GetChTime(), h = system.GetStep();
  const ChVector3d relative = v2 - v1;
  const double v = -relative.Dot(normal);
  const double last = memory.count(pair) ? memory[pair].time : t;
  History &history = remember(pair, laws, t, h, delta, v);
  double v0;
  lash_memory_trial(&history.impact, t, delta, v, &v0, nullptr, nullptr);
  const double force = lash_contact_eval(&laws.normal, delta, v, v0).force;
  ChVector3d total = normal * force;
  if (laws.has_friction && force > 0) {
    /* the tangent follows the normal, so that bristles keep their direction */
    ChVector3d one = history.tangent - normal * history.tangent.Dot(normal);
    if (one.Length() < 0.1) {
      one = std::fabs(normal.x()) < 0.7 ? VECT_X : VECT_Y;
      one -= normal * one.Dot(normal);
    }
    one.Normalize();
    const ChVector3d two = normal.Cross(one);
    history.tangent = one;
    const lash_friction_input in = {
        {relative.Dot(one), relative.Dot(two)}, force, {0, 0}, history.z};
    if (t > last) lash_friction_advance(&laws.friction, &in, t - last, history.z);
    lash_friction_value friction;
    lash_friction_force(&laws.friction, &in, &friction);
    total -= one * friction.force[0] + two * friction.force[1];
  }
  return {total, VNULL};
}

}  // namespace lash
