/* FRICTION in joints: a law over sliding speed times the load that the joint's reaction puts on the
 * sliding surfaces. FORMULATION=ORIGINAL is a curve (peak mu_static at the stiction transition
 * velocity, mu_dynamic from that times the transition coefficient) with creep below the peak; LUGRE
 * has bristles. Creep and deflections are extra states.
 *
 * Reactions depend on accelerations and these on friction. The loop is cut in time: the load is
 * that of the last accepted state, so that friction, like any other force, is a function of the
 * state; the error is of first order in the step. */
#include "bodies.h"
#include "force_elements.h"
#include "lash_expr.h"
#include "lash_friction.h"
#include "measure.h"
#include "reaction.h"
#include "storage.h"
#include "system_states.h"

/* How a joint's surfaces slide: up to three speeds, each along or about an axis of a marker. */
typedef struct slip_axis {
  bool turns;
  bool of_i; /* axis of I, else of J */
  int column;
} slip_axis;

typedef struct slip_form {
  size_t count;
  slip_axis axis[3];
} slip_form;

static const slip_form forms[] = {
    [LASH_SLIDES] = {1, {{false, false, 2}}},
    [LASH_TURNS] = {1, {{true, false, 2}}},
    [LASH_SLIDES_AND_TURNS] = {2, {{false, false, 2}, {true, false, 2}}},
    [LASH_SWIVELS] = {3, {{true, false, 0}, {true, false, 1}, {true, false, 2}}},
    [LASH_HOOKE_I] = {1, {{true, true, 0}}},
    [LASH_HOOKE_J] = {1, {{true, false, 1}}},
    [LASH_UNIVERSAL_I] = {1, {{true, true, 2}}},
    [LASH_UNIVERSAL_J] = {1, {{true, false, 2}}},
};

typedef struct lash_friction_element {
  lash_friction_setup setup;
  const slip_form *form;
  lash_friction law;
  double load;       /* remembered: equivalent normal force */
  size_t first;      /* of the bristles' states */
  double break_away; /* deflection that a state of 1 stands for */
} lash_friction_element;

lash_status lash_friction_set_up(lash_store *store, lash_force *force,
                                 const lash_friction_setup *setup, lash_error *error) {
  lash_friction_element *element = force->friction = lash_take(store, 1, sizeof *element);
  typedef struct {
    const char *name;
    double value;
  } setting;
  const setting curve[] = {{"mu_s", setup->mu_static},
                           {"mu_d", setup->mu_dynamic},
                           {"vs", setup->transition_velocity},
                           {"vd", setup->transition_velocity * setup->transition_coefficient},
                           {"D", setup->creep},
                           {NULL, 0}};
  const setting bristle[] = {{"mu_s", setup->mu_static},
                             {"mu_k", setup->mu_dynamic},
                             {"vs", setup->transition_velocity},
                             {"s0", setup->bristle[0]},
                             {"s1", setup->bristle[1]},
                             {"s2", setup->bristle[2]},
                             {NULL, 0}};
  element->setup = *setup;
  element->form = &forms[setup->joint];
  element->load = setup->preload;
  element->break_away = setup->lugre ? setup->mu_static / setup->bristle[0] : setup->creep;
  lash_status status =
      lash_friction_begin(&element->law, setup->lugre ? "lugre_n" : "adams_joint", 2, error);
  for (const setting *s = setup->lugre ? bristle : curve; s->name && status == LASH_OK; s++)
    status = lash_friction_set_number(&element->law, s->name, s->value, error);
  return status == LASH_OK ? lash_friction_ready(&element->law, error) : status;
}

size_t lash_friction_bristles(const lash_force *force) {
  return force->friction ? force->friction->form->count : 0;
}

void lash_friction_place_bristles(lash_force *force, size_t first) {
  force->friction->first = first;
}

void lash_friction_depends(const lash_force *force, bool *states) {
  for (size_t k = 0; k < lash_friction_bristles(force); k++)
    states[force->friction->first + k] = true;
}

/* ------------------------------------------------------------------------------------------ law */

/* Sliding speed k is `lever` times this measure. */
static lash_bound speed_measure(const lash_force *force, size_t k) {
  const slip_axis *axis = &force->friction->form->axis[k];
  const int first = axis->turns ? LASH_MEASURE_WX : LASH_MEASURE_VX;
  const int axes = axis->of_i ? force->i : force->j;
  return (lash_bound){.kind = first + axis->column,
                      .mark = {force->i, force->j, axes, force->j},
                      .target = -1,
                      .angle = -1};
}

static double lever(const lash_friction_element *element, size_t k) {
  return element->form->axis[k].turns ? element->setup.radius : 1;
}

static void find_slip(lash_system *system, const lash_force *force, double slip[3]) {
  for (size_t k = 0; k < 3; k++) {
    slip[k] = 0;
    if (k >= force->friction->form->count) continue;
    const lash_bound measure = speed_measure(force, k);
    slip[k] = lever(force->friction, k) * lash_measure_value(system, &measure);
  }
}

static void find_bristles(lash_system *system, const lash_friction_element *element, double z[3]) {
  const double *x = lash_extra_states(system) + element->first;
  for (size_t k = 0; k < 3; k++) z[k] = k < element->form->count ? element->break_away * x[k] : 0;
}

/* a less its part along the unit vector e, scaled to unit length; zero when nothing is left. */
static void unit_beside(const double a[3], const double e[3], double out[3]) {
  const double along = dot3(a, e);
  for (int k = 0; k < 3; k++) out[k] = a[k] - along * e[k];
  const double length = norm3(out);
  for (int k = 0; k < 3; k++) out[k] = length > 1e-14 * norm3(a) ? out[k] / length : 0;
}

/* The laws know lines and planes; isotropic as they are, slip and bristle span the plane that
 * matters in more dimensions. Resistance along +slip, rate of the deflection. */
static void ask_law(const lash_friction_element *element, const double slip[3], const double z[3],
                    double resistance[3], double rate[3]) {
  static const double none[3] = {0};
  double e1[3], e2[3];
  unit_beside(norm3(slip) > 0 ? slip : z, none, e1);
  unit_beside(z, e1, e2);
  const double plane[2] = {dot3(z, e1), dot3(z, e2)};
  const lash_friction_input in = {.vt = {dot3(slip, e1)}, .normal = element->load, .z = plane};
  lash_friction_value value;
  lash_friction_rate change = {.zdot = {0}};
  lash_friction_force(&element->law, &in, &value);
  lash_friction_rates(&element->law, &in, &change);
  for (int k = 0; k < 3; k++) {
    resistance[k] = value.force[0] * e1[k] + value.force[1] * e2[k];
    rate[k] = change.zdot[0] * e1[k] + change.zdot[1] * e2[k];
  }
}

/* -------------------------------------------------------------------------------- bristle rates */

/* While an equilibrium is sought bristles stay as they are. */
static bool at_rest(const lash_system *system) { return system->analysis_mode == 5; }

double lash_friction_rate_at(lash_system *system, lash_force *force, size_t row) {
  double slip[3], z[3], resistance[3], rate[3];
  if (!force->active || at_rest(system)) return 0;
  find_slip(system, force, slip);
  find_bristles(system, force->friction, z);
  ask_law(force->friction, slip, z, resistance, rate);
  return rate[row] / force->friction->break_away;
}

/* Central difference of one rate by the number that `at`, in slip or z, points to. */
static double rate_slope(const lash_friction_element *element, const double slip[3],
                         const double z[3], double *at, double step, size_t row) {
  double resistance[3], ahead[3], behind[3];
  const double value = *at;
  *at = value + step;
  ask_law(element, slip, z, resistance, ahead);
  *at = value - step;
  ask_law(element, slip, z, resistance, behind);
  *at = value;
  return (ahead[row] - behind[row]) / (2 * step);
}

void lash_friction_rate_gradient(lash_system *system, lash_force *force, size_t row, double weight,
                                 lash_gradient *gradient) {
  const lash_friction_element *element = force->friction;
  double slip[3], z[3];
  if (!force->active || at_rest(system)) {
    gradient->x[element->first + row] += weight; /* pins the state: its equation reads 0 = dx */
    return;
  }
  find_slip(system, force, slip);
  find_bristles(system, element, z);
  for (size_t k = 0; k < element->form->count; k++) {
    const lash_bound measure = speed_measure(force, k);
    const double speed_step = 1e-6 * (element->setup.transition_velocity + fabs(slip[k]));
    const double by_speed = rate_slope(element, slip, z, &slip[k], speed_step, row);
    lash_measure_gradient(system, &measure,
                          weight * by_speed * lever(element, k) / element->break_away, gradient);
    gradient->x[element->first + k] +=
        weight * rate_slope(element, slip, z, &z[k], 1e-6 * element->break_away, row);
  }
}

/* ---------------------------------------------------------------------------------------- force */

static void find_axis(lash_system *system, const lash_force *force, size_t k, double axis[3]) {
  const slip_axis *of = &force->friction->form->axis[k];
  column3(lash_mark_at(system, of->of_i ? force->i : force->j)->A, of->column, axis);
}

void lash_friction_load(lash_system *system, lash_force *force, lash_load *load) {
  const lash_friction_element *element = force->friction;
  const double *place = lash_mark_at(system, force->i)->r;
  copy3(place, load->point_i);
  copy3(place, load->point_j);
  if (element->setup.inactive_static && at_rest(system)) return;
  double slip[3], z[3], resistance[3], rate[3], axis[3];
  find_slip(system, force, slip);
  find_bristles(system, element, z);
  ask_law(element, slip, z, resistance, rate);
  for (size_t k = 0; k < element->form->count; k++) {
    const bool turns = element->form->axis[k].turns;
    const double size = resistance[k] * lever(element, k);
    find_axis(system, force, k, axis);
    axpy3(-size, axis, turns ? load->torque_i : load->force_i);
    axpy3(size, axis, turns ? load->torque_j : load->force_j);
  }
}

/* ----------------------------------------------------------------------------------------- load */

/* Parts of a vector along and across an axis. */
static void split(const double vector[3], const double axis[3], double *along, double *across) {
  double rest[3];
  copy3(vector, rest);
  *along = dot3(vector, axis);
  axpy3(-*along, axis, rest);
  *across = norm3(rest);
  *along = fabs(*along);
}

/* Equivalent normal force of the joint's reaction, in ground axes. */
static double normal_load(const lash_friction_setup *setup, const double wrench[6],
                          const double axis[3]) {
  double radial, axial, bending, torsion, load = setup->preload;
  split(wrench, axis, &axial, &radial);
  split(wrench + 3, axis, &torsion, &bending);
  switch (setup->joint) {
    case LASH_SLIDES:
      if (setup->by_force) load += radial;
      if (setup->by_bending) load += bending / setup->arm;
      if (setup->by_torsion) load += torsion / setup->reaction_arm;
      break;
    case LASH_SLIDES_AND_TURNS:
      if (setup->by_force) load += radial;
      if (setup->by_bending) load += bending / setup->arm;
      break;
    case LASH_SWIVELS:
      if (setup->by_force) load += norm3(wrench);
      break;
    case LASH_TURNS: /* and the pins of a crosspiece */
    case LASH_HOOKE_I:
    case LASH_HOOKE_J:
    case LASH_UNIVERSAL_I:
    case LASH_UNIVERSAL_J:
      if (setup->by_force) load += radial + axial * setup->friction_arm / setup->radius;
      if (setup->by_bending) load += bending / setup->arm;
      break;
  }
  return load;
}

/* The load at an accepted state, brought into agreement with the friction it causes there. */
void lash_friction_commit(lash_system *system, lash_force *force) {
  lash_friction_element *element = force->friction;
  for (int k = 0; k < 20; k++) {
    double wrench[6], axis[3];
    lash_owner_wrench(system, element->setup.owner, false, 0, wrench);
    find_axis(system, force, 0, axis);
    const double load = normal_load(&element->setup, wrench, axis);
    const double change = load - element->load;
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
