/* CONTACT between simple bodies: geometry and laws come from the law library, this file joins them
 * to markers. In the geometry's words body i is the outer or supporting one and body j the inner
 * one; which side of the CONTACT that is, `outer_is_i` says.
 *
 * POISSON, in our reading, is a linear spring that gives back e^2 of its force: approaching it
 * pushes with p delta, receding with e^2 p delta, so that a one-dimensional impact returns e of its
 * speed and of its impulse (Newton's, Poisson's and Stronge's coefficients agree there). The change
 * takes place over a small part of the speed at which the contact began.
 *
 * STICTION holds by elasto-plastic bristles. They are memory, not states: at time t they stand
 * where the present slip has taken them since the last accepted step. */
#include "force_elements.h"
#include "lash_contact.h"
#include "lash_friction.h"
#include "lash_geometry.h"
#include "storage.h"
#include "user.h"

/* What is remembered of a point: how far it has slid, the speed at which it touched, its bristle.
 */
enum { SLID = 0, APPROACH = 2, BRISTLE = 3, PER_POINT = 5 };

/* The part of the approach speed over which POISSON changes from compression to restitution, and
 * the least such speed, in lengths of the mechanism per unit of time. */
#define TURN_PART  0.01
#define TURN_LEAST 1e-7

typedef struct lash_contact_element {
  lash_geometry geometry;
  bool outer_is_i;
  int outer, inner;                /* markers */
  double outer_shift, inner_shift; /* along z, from marker to the middle of the shape */
  lash_contact law;
  bool has_friction, dynamics_only;
  lash_friction friction;
  int user_normal, user_friction;
  bool poisson, stiction;
  double penalty, returned; /* POISSON: p, e^2 */
  double mu_static;
  double memory[PER_POINT * LASH_GEOMETRY_POINTS + 1]; /* points; time of the last commit */
} lash_contact_element;

/* -------------------------------------------------------------------------------------- pairing */

/* Which two shapes make which geometry; `outer` is the first. */
typedef struct pairing {
  int outer, inner;
  bool hollow;
  lash_shape shape;
} pairing;

static const pairing pairings[] = {
    {LASH_SIDE_SPHERE, LASH_SIDE_SPHERE, true, LASH_BALL_SOCKET},
    {LASH_SIDE_SPHERE, LASH_SIDE_SPHERE, false, LASH_SPHERE_SPHERE},
    {LASH_SIDE_PLANE, LASH_SIDE_SPHERE, false, LASH_SPHERE_PLANE},
    {LASH_SIDE_CYLINDER, LASH_SIDE_SPHERE, false, LASH_SPHERE_CYLINDER},
    {LASH_SIDE_CYLINDER, LASH_SIDE_SPHERE, true, LASH_SPHERE_BORE},
    {LASH_SIDE_CYLINDER, LASH_SIDE_CYLINDER, true, LASH_JOURNAL_BEARING},
};

static bool pair_up(const lash_contact_side *outer, const lash_contact_side *inner,
                    lash_geometry *geometry) {
  if (inner->hollow) return false;
  for (size_t k = 0; k < sizeof pairings / sizeof *pairings; k++) {
    const pairing *p = &pairings[k];
    if (p->outer != (int)outer->shape || p->inner != (int)inner->shape ||
        p->hollow != outer->hollow)
      continue;
    *geometry = (lash_geometry){.shape = p->shape,
                                .radius_i = outer->radius,
                                .radius_j = inner->radius,
                                .length_i = outer->length,
                                .length_j = inner->length};
    return true;
  }
  return false;
}

static double middle(const lash_contact_side *side) {
  return side->shape == LASH_SIDE_CYLINDER ? 0.5 * side->length : 0;
}

typedef struct setting {
  const char *name;
  double value;
} setting;

static lash_status set_normal(lash_contact_element *element, const lash_contact_setup *setup,
                              lash_error *error) {
  const setting settings[] = {
      {"K", setup->stiffness}, {"n", setup->exponent}, {"c", setup->damping}, {"d", setup->dmax}};
  element->poisson = setup->poisson;
  element->penalty = setup->penalty;
  element->returned = setup->restitution * setup->restitution;
  if (setup->user_normal >= 0 || setup->poisson) return LASH_OK;
  lash_status status = lash_contact_begin(&element->law, "impact", error);
  for (int k = 0; k < 4 && status == LASH_OK; k++)
    status = lash_contact_set_number(&element->law, settings[k].name, settings[k].value, error);
  return status == LASH_OK ? lash_contact_ready(&element->law, error) : status;
}

/* Bristles break away at the greatest stiction deformation, are damped as much as the curve's
 * slope at rest would damp, and slide by mu_dynamic from the friction transition velocity on. */
static lash_status set_friction(lash_contact_element *element, const lash_contact_setup *setup,
                                lash_error *error) {
  const setting curve[] = {{"mu_s", setup->mu_static},
                           {"mu_d", setup->mu_dynamic},
                           {"vs", setup->stiction_velocity},
                           {"vd", setup->friction_velocity},
                           {NULL, 0}};
  const setting bristle[] = {{"mu_s", setup->mu_static},
                             {"mu_k", setup->mu_dynamic},
                             {"vs", 0.5 * setup->friction_velocity},
                             {"s0", setup->mu_static / setup->stiction_deformation},
                             {"s1", setup->mu_static / setup->stiction_velocity},
                             {"s2", 0},
                             {NULL, 0}};
  element->has_friction = setup->friction;
  element->stiction = setup->stiction;
  element->mu_static = setup->mu_static;
  if (!setup->friction) return LASH_OK;
  lash_status status = lash_friction_begin(
      &element->friction, setup->stiction ? "elasto_plastic" : "adams_contact", 2, error);
  for (const setting *s = setup->stiction ? bristle : curve; s->name && status == LASH_OK; s++)
    status = lash_friction_set_number(&element->friction, s->name, s->value, error);
  return status == LASH_OK ? lash_friction_ready(&element->friction, error) : status;
}

lash_status lash_contact_set_up(lash_store *store, lash_force *force,
                                const lash_contact_setup *setup, lash_error *error) {
  lash_contact_element *element = force->contact = lash_take(store, 1, sizeof *element);
  element->outer_is_i = pair_up(&setup->i, &setup->j, &element->geometry);
  if (!element->outer_is_i && !pair_up(&setup->j, &setup->i, &element->geometry))
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "this pair of shapes cannot touch here; offered are a sphere against a sphere, a "
        "plane, a cylinder, inside a flipped sphere or a flipped cylinder, and a "
        "cylinder inside a flipped cylinder");
  const lash_contact_side *outer = element->outer_is_i ? &setup->i : &setup->j;
  const lash_contact_side *inner = element->outer_is_i ? &setup->j : &setup->i;
  element->outer = outer->mark;
  element->inner = inner->mark;
  element->outer_shift = middle(outer);
  element->inner_shift = middle(inner);
  element->dynamics_only = setup->dynamics_only;
  element->user_normal = setup->user_normal;
  element->user_friction = setup->user_friction;
  lash_status status = lash_geometry_check(&element->geometry, error);
  if (status == LASH_OK) status = set_normal(element, setup, error);
  return status == LASH_OK ? set_friction(element, setup, error) : status;
}

void lash_contact_routines(lash_force *force, int user_normal, int user_friction) {
  force->contact->user_normal = user_normal;
  force->contact->user_friction = user_friction;
}

/* ----------------------------------------------------------------------------------- evaluation */

static lash_frame frame_of(lash_system *system, int index, double shift) {
  const lash_mark *mark = lash_mark_at(system, index);
  const lash_body *body = &system->body[mark->body];
  lash_frame frame;
  column3(mark->A, 2, frame.axis);
  column3(mark->A, 0, frame.side);
  copy3(mark->r, frame.position);
  copy3(mark->v, frame.velocity);
  copy3(body->w, frame.spin);
  if (shift != 0) {
    axpy3(shift, frame.axis, frame.position);
    add_cross3(shift, body->w, frame.axis, frame.velocity);
  }
  return frame;
}

static bool touch(lash_system *system, const lash_contact_element *element, lash_frame *outer,
                  lash_frame *inner, lash_contact_points *set) {
  lash_error error;
  *outer = frame_of(system, element->outer, element->outer_shift);
  *inner = frame_of(system, element->inner, element->inner_shift);
  const lash_status status = lash_geometry_eval(&element->geometry, outer, inner, set, &error);
  if (status != LASH_OK) lash_system_note(system, status, "%s", error.message);
  return status == LASH_OK;
}

/* A point as user routines see it: in axes of the markers, I and J as in the dataset. */
static lash_user_touch seen(lash_system *system, const lash_contact_element *element,
                            const lash_contact_point *point, size_t number) {
  const lash_mark *outer = lash_mark_at(system, element->outer);
  const lash_mark *inner = lash_mark_at(system, element->inner);
  lash_user_touch touch = {.gap = -point->delta, .gap_rate = -point->v};
  double place[2][3], normal[2][3], offset[3], away[3];
  sub3(point->surface_i, outer->r, offset);
  mult33_3(outer->A, offset, place[0]);
  sub3(point->surface_j, inner->r, offset);
  mult33_3(inner->A, offset, place[1]);
  for (int k = 0; k < 3; k++) away[k] = -point->normal[k];
  mult33_3(outer->A, point->normal, normal[0]);
  mult33_3(inner->A, away, normal[1]);
  const int i = element->outer_is_i ? 0 : 1;
  copy3(place[i], touch.place_i);
  copy3(place[1 - i], touch.place_j);
  copy3(normal[i], touch.normal_i);
  copy3(normal[1 - i], touch.normal_j);
  for (int k = 0; k < 2; k++) {
    touch.slip[k] = point->slip2[k];
    touch.slid[k] = element->memory[PER_POINT * number + SLID + (size_t)k];
  }
  return touch;
}

static double poisson_force(const lash_system *system, const lash_contact_element *element,
                            const lash_contact_point *point, size_t number) {
  const double approach = element->memory[PER_POINT * number + APPROACH];
  const double width = fmax(TURN_PART * approach, TURN_LEAST * system->length);
  const double x = fmin(1, fmax(0, 0.5 * (1 + point->v / width)));
  const double approaching = x * x * (3 - 2 * x);
  return element->penalty * point->delta *
         (element->returned + (1 - element->returned) * approaching);
}

static double normal_force(lash_system *system, const lash_contact_element *element,
                           const lash_contact_point *point, size_t number) {
  if (element->poisson) return point->share * poisson_force(system, element, point, number);
  if (element->user_normal < 0)
    return point->share * lash_contact_eval(&element->law, point->delta, point->v, 0).force;
  const lash_user_touch what = seen(system, element, point, number);
  double values[3];
  lash_user_contact(system, element->user_normal, &what, values);
  return point->share * values[0];
}

static double last_commit(const lash_contact_element *element) {
  return element->memory[PER_POINT * LASH_GEOMETRY_POINTS];
}

/* The bristle now, and its resistance, which is at most mu_static times the normal force. */
static void hold(lash_system *system, const lash_contact_element *element,
                 const lash_friction_input *slip, size_t number, double z[2],
                 double resistance[2]) {
  const double *remembered = element->memory + PER_POINT * number + BRISTLE;
  lash_friction_input in = *slip;
  lash_friction_value value;
  z[0] = remembered[0], z[1] = remembered[1];
  in.z = z;
  lash_friction_advance(&element->friction, &in, fmax(0, system->t - last_commit(element)), z);
  lash_friction_force(&element->friction, &in, &value);
  const double size = hypot(value.force[0], value.force[1]);
  const double most = element->mu_static * fmax(0, in.normal);
  const double part = size > most ? most / size : 1;
  resistance[0] = part * value.force[0];
  resistance[1] = part * value.force[1];
}

/* Tangential force on the inner body, ground axes. */
static void tangential_force(lash_system *system, const lash_contact_element *element,
                             const lash_contact_point *point, size_t number, double normal,
                             double out[3]) {
  double resistance[2] = {0};
  for (int k = 0; k < 3; k++) out[k] = 0;
  if (element->user_friction >= 0) {
    lash_user_touch what = seen(system, element, point, number);
    double values[3];
    what.normal = normal;
    lash_user_contact(system, element->user_friction, &what, values);
    resistance[0] = -values[0];
    resistance[1] = -values[1];
  } else if (element->has_friction && !(element->dynamics_only && system->analysis_mode == 5)) {
    const lash_friction_input in = {.vt = {point->slip2[0], point->slip2[1]}, .normal = normal};
    lash_friction_value value;
    double z[2];
    if (element->stiction) {
      hold(system, element, &in, number, z, resistance);
    } else {
      lash_friction_force(&element->friction, &in, &value);
      resistance[0] = value.force[0];
      resistance[1] = value.force[1];
    }
  }
  axpy3(-resistance[0], point->tangent[0], out);
  axpy3(-resistance[1], point->tangent[1], out);
}

void lash_contact_load(lash_system *system, lash_force *force, lash_load *load) {
  const lash_contact_element *element = force->contact;
  lash_contact_points set;
  lash_frame outer, inner;
  if (!touch(system, element, &outer, &inner, &set)) return;
  double(*target_i)[3] = &load->force_i, (*target_j)[3] = &load->force_j;
  double(*turn_i)[3] = &load->torque_i, (*turn_j)[3] = &load->torque_j;
  copy3(element->outer_is_i ? outer.position : inner.position, load->point_i);
  copy3(element->outer_is_i ? inner.position : outer.position, load->point_j);
  if (!element->outer_is_i) {
    target_i = &load->force_j, target_j = &load->force_i;
    turn_i = &load->torque_j, turn_j = &load->torque_i;
  }
  for (size_t k = 0; k < set.count; k++) {
    const lash_contact_point *point = &set.point[k];
    if (point->delta <= 0) continue;
    lash_wrench on_outer, on_inner;
    double tangential[3];
    const double normal = normal_force(system, element, point, k);
    tangential_force(system, element, point, k, normal, tangential);
    lash_point_wrench(point, normal, tangential, &on_outer, &on_inner);
    axpy3(1, on_outer.force, *target_i);
    axpy3(1, on_outer.torque, *turn_i);
    axpy3(1, on_inner.force, *target_j);
    axpy3(1, on_inner.torque, *turn_j);
  }
}

double lash_contact_gap(lash_system *system, lash_force *force) {
  lash_contact_points set;
  lash_frame outer, inner;
  double deepest = -INFINITY;
  if (!force->active || !touch(system, force->contact, &outer, &inner, &set)) return 1;
  for (size_t k = 0; k < set.count; k++) deepest = fmax(deepest, set.point[k].delta);
  return -deepest;
}

/* Apart, a point forgets all but the speed at which it is about to touch. */
static void commit_point(lash_system *system, lash_contact_element *element,
                         const lash_contact_point *point, size_t number) {
  double *memory = element->memory + PER_POINT * number;
  const double step = system->t - last_commit(element);
  if (point->delta <= 0 || !(memory[APPROACH] > 0)) memory[APPROACH] = fabs(point->v);
  if (point->delta <= 0) {
    memory[SLID] = memory[SLID + 1] = memory[BRISTLE] = memory[BRISTLE + 1] = 0;
    return;
  }
  for (int c = 0; c < 2; c++) memory[SLID + c] += step * point->slip2[c];
  if (!element->stiction) return;
  const lash_friction_input in = {.vt = {point->slip2[0], point->slip2[1]},
                                  .normal = normal_force(system, element, point, number)};
  double z[2], resistance[2];
  hold(system, element, &in, number, z, resistance);
  memory[BRISTLE] = z[0], memory[BRISTLE + 1] = z[1];
}

void lash_contact_commit(lash_system *system, lash_force *force) {
  lash_contact_element *element = force->contact;
  lash_contact_points set;
  lash_frame outer, inner;
  const bool remembers = element->user_friction >= 0 || element->poisson || element->stiction;
  if (!remembers || !touch(system, element, &outer, &inner, &set)) return;
  for (size_t k = 0; k < set.count; k++) commit_point(system, element, &set.point[k], k);
  element->memory[PER_POINT * LASH_GEOMETRY_POINTS] = system->t;
}

double *lash_contact_memory(lash_force *force, size_t *count) {
  if (!force->contact) {
    *count = 0;
    return NULL;
  }
  *count = sizeof force->contact->memory / sizeof *force->contact->memory;
  return force->contact->memory;
}
