/* FRICTION in joints: a curve over sliding speed (peak mu_static at the stiction transition
 * velocity, mu_dynamic from that times the transition coefficient), times the load that the joint's
 * reaction puts on the sliding surfaces.
 *
 * Reactions depend on accelerations and these on friction. The loop is cut in time: the load is
 * that of the last accepted state, so that friction, like any other force, is a function of the
 * state; the error is of first order in the step. */
#include "force.h"
#include "lash_friction.h"
#include "reaction.h"
#include "storage.h"

typedef struct lash_friction_element {
  lash_friction_setup setup;
  lash_friction law;
  double load; /* remembered: equivalent normal force, or torque per unit of mu */
} lash_friction_element;

lash_status lash_friction_set_up(lash_force *force, const lash_friction_setup *setup,
                                 lash_error *error) {
  lash_friction_element *element = force->friction = lash_take(1, sizeof *element);
  const struct {
    const char *name;
    double value;
  } given[] = {{"mu_s", setup->mu_static},
               {"mu_d", setup->mu_dynamic},
               {"vs", setup->transition_velocity},
               {"vd", setup->transition_velocity * setup->transition_coefficient}};
  element->setup = *setup;
  element->load = setup->preload;
  lash_status status = lash_friction_begin(&element->law, "adams_contact", 1, error);
  for (int k = 0; k < 4 && status == LASH_OK; k++)
    status = lash_friction_set_number(&element->law, given[k].name, given[k].value, error);
  return status == LASH_OK ? lash_friction_ready(&element->law, error) : status;
}

void lash_friction_clear(lash_force *force) { free(force->friction); }

/* Resistance at a signed speed under the remembered load. */
static double resistance(const lash_friction_element *element, double speed) {
  const lash_friction_input in = {.vt = {speed}, .normal = element->load};
  lash_friction_value value;
  lash_friction_force(&element->law, &in, &value);
  return value.force[0];
}

/* Adds a force along, and a torque about, a ground-axes direction: on I, opposite on J. */
static void oppose(lash_load *load, const double force[3], const double torque[3]) {
  axpy3(1, force, load->force_i);
  axpy3(-1, force, load->force_j);
  axpy3(1, torque, load->torque_i);
  axpy3(-1, torque, load->torque_j);
}

void lash_friction_load(lash_system *system, lash_force *force, lash_load *load) {
  const lash_friction_element *element = force->friction;
  const lash_friction_setup *setup = &element->setup;
  if (setup->inactive_static && system->analysis_mode == 5) return;
  const lash_mark *i = lash_mark_at(system, force->i), *j = lash_mark_at(system, force->j);
  double axis[3], w[3], u[3], d[3], push[3] = {0}, twist[3] = {0};
  column3(j->A, 2, axis);
  sub3(system->body[i->body].w, system->body[j->body].w, w);
  sub3(i->v, j->v, u);
  sub3(i->r, j->r, d);
  add_cross3(-1, system->body[j->body].w, d, u);
  const double slide = dot3(axis, u), turn = dot3(axis, w) * setup->radius;
  switch (setup->joint) {
    case LASH_SLIDES:
      axpy3(-resistance(element, slide), axis, push);
      break;
    case LASH_TURNS:
      axpy3(-resistance(element, turn) * setup->radius, axis, twist);
      break;
    case LASH_SLIDES_AND_TURNS: { /* one surface: resistance along the slip */
      const double speed = hypot(slide, turn);
      if (speed == 0) break;
      const double share = resistance(element, speed) / speed;
      axpy3(-share * slide, axis, push);
      axpy3(-share * turn * setup->radius, axis, twist);
      break;
    }
    case LASH_SWIVELS: {
      const double rate = norm3(w);
      if (rate == 0) break;
      axpy3(-resistance(element, rate * setup->radius) * setup->radius / rate, w, twist);
      break;
    }
  }
  copy3(i->r, load->point_i);
  copy3(i->r, load->point_j);
  oppose(load, push, twist);
}

/* Equivalent normal force of the joint's reaction, in axes of J. */
static double normal_load(const lash_friction_setup *setup, const double wrench[6]) {
  const double radial = hypot(wrench[0], wrench[1]), axial = fabs(wrench[2]);
  const double bending = hypot(wrench[3], wrench[4]), torsion = fabs(wrench[5]);
  double load = setup->preload;
  switch (setup->joint) {
    case LASH_SLIDES:
      if (setup->by_force) load += radial;
      if (setup->by_bending) load += bending / setup->arm;
      if (setup->by_torsion) load += torsion / setup->reaction_arm;
      break;
    case LASH_TURNS:
      if (setup->by_force) load += radial + axial * setup->friction_arm / setup->radius;
      if (setup->by_bending) load += bending / setup->arm;
      break;
    case LASH_SLIDES_AND_TURNS:
      if (setup->by_force) load += radial;
      if (setup->by_bending) load += bending / setup->arm;
      break;
    case LASH_SWIVELS:
      if (setup->by_force) load += hypot(radial, axial);
      break;
  }
  return load;
}

/* The load at an accepted state, brought into agreement with the friction it causes there. */
void lash_friction_commit(lash_system *system, lash_force *force) {
  lash_friction_element *element = force->friction;
  for (int k = 0; k < 20; k++) {
    double wrench[6];
    lash_owner_wrench(system, element->setup.owner, false, force->j, wrench);
    const double load = normal_load(&element->setup, wrench), change = load - element->load;
    if (!isfinite(load)) return;
    element->load = load;
    if (fabs(change) <= 1e-12 * fabs(load)) return;
    system->stamp = ++system->last_stamp; /* forces and reactions change */
  }
}

double *lash_friction_memory(lash_force *force, size_t *count) {
  *count = force->friction ? 1 : 0;
  return force->friction ? &force->friction->load : NULL;
}
