/* CONTACT between simple bodies: a joint (joint/) between two markers. In the geometry's words body
 * i is the outer or supporting one and body j the inner one; which side of the CONTACT that is,
 * `outer_is_i` says.
 *
 * POISSON, in our reading, is a linear spring that gives back e^2 of its force: approaching it
 * pushes with p delta, receding with e^2 p delta, so that a one-dimensional impact returns e of its
 * speed and of its impulse (Newton's, Poisson's and Stronge's coefficients agree there). The change
 * takes place over a small part of the speed at which the contact began.
 *
 * STICTION holds by elasto-plastic bristles. They are memory, not states: at time t they stand
 * where slip and load have taken them since the last accepted step. */
#include "bodies.h"
#include "boxes.h"
#include "force_elements.h"
#include "lash_joint.h"
#include "storage.h"
#include "user.h"

/* The part of the approach speed over which POISSON changes from compression to restitution, and
 * the least such speed, in lengths of the mechanism per unit of time. */
#define TURN_PART  0.01
#define TURN_LEAST 1e-7

typedef struct contact_memory {
  lash_joint_memory joint;
  double slid[LASH_GEOMETRY_POINTS][2]; /* how far each point has slid */
  double key;                           /* of a box's contact point; 0: unused */
} contact_memory;

/* A box against another one, or against a ball: a joint of one site for each of their points. */
typedef struct contact_boxes {
  bool ball; /* j is a ball */
  double outer_half[3], inner_half[3], radius;
  contact_memory next[LASH_BOX_TOUCHES]; /* the memory that takes the place of the present one */
} contact_boxes;

typedef struct lash_contact_element {
  lash_joint joint; /* without contact law: the normal force is POISSON's or a routine's */
  bool outer_is_i;
  int outer, inner;                /* markers */
  double outer_at[3], inner_at[3]; /* from marker to the middle of the shape, in its axes */
  bool dynamics_only;
  int user_normal, user_friction;
  bool poisson, stiction;
  double penalty, returned; /* POISSON: p, e^2 */
  double mu_static;
  contact_boxes *boxes; /* NULL: all other shapes */
  size_t memories;      /* 1, or LASH_BOX_TOUCHES */
  contact_memory *memory;
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
    {LASH_SIDE_BOX, LASH_SIDE_BOX, false, LASH_SPHERE_PLANE}, /* by boxes.h: each point is one */
    {LASH_SIDE_BOX, LASH_SIDE_SPHERE, false, LASH_SPHERE_PLANE},
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
                                .length_i = fabs(outer->length),
                                .length_j = fabs(inner->length)};
    return true;
  }
  return false;
}

typedef struct setting {
  const char *name;
  double value;
} setting;

/* `law` stays empty where the normal force is not IMPACT's. */
static lash_status set_normal(const lash_contact_setup *setup, lash_contact *law,
                              lash_error *error) {
  const setting settings[] = {
      {"K", setup->stiffness}, {"n", setup->exponent}, {"c", setup->damping}, {"d", setup->dmax}};
  if (setup->user_normal >= 0 || setup->poisson) return LASH_OK;
  lash_status status = lash_contact_begin(law, "impact", error);
  for (int k = 0; k < 4 && status == LASH_OK; k++)
    status = lash_contact_set_number(law, settings[k].name, settings[k].value, error);
  return status == LASH_OK ? lash_contact_ready(law, error) : status;
}

/* Bristles break away at the greatest stiction deformation, are damped as much as the curve's
 * slope at rest would damp, and slide by mu_dynamic from the friction transition velocity on. */
static lash_status set_friction(const lash_contact_setup *setup, lash_friction *law,
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
  if (!setup->friction) return LASH_OK;
  lash_status status =
      lash_friction_begin(law, setup->stiction ? "elasto_plastic" : "adams_contact", 2, error);
  for (const setting *s = setup->stiction ? bristle : curve; s->name && status == LASH_OK; s++)
    status = lash_friction_set_number(law, s->name, s->value, error);
  return status == LASH_OK ? lash_friction_ready(law, error) : status;
}

static void set_boxes(lash_store *store, const lash_contact_side *outer,
                      const lash_contact_side *inner, lash_contact_element *element) {
  element->memories = 1;
  if (outer->shape == LASH_SIDE_BOX) {
    contact_boxes *boxes = element->boxes = lash_take(store, 1, sizeof *boxes);
    boxes->ball = inner->shape == LASH_SIDE_SPHERE;
    boxes->radius = inner->radius;
    copy3(outer->half, boxes->outer_half);
    copy3(inner->half, boxes->inner_half);
    element->memories = LASH_BOX_TOUCHES;
  }
  element->memory = lash_take(store, element->memories, sizeof *element->memory);
}

lash_status lash_contact_set_up(lash_store *store, lash_force *force,
                                const lash_contact_setup *setup, lash_error *error) {
  lash_contact_element *element = force->contact = lash_take(store, 1, sizeof *element);
  lash_geometry geometry;
  lash_contact normal = {.law = NULL};
  lash_friction friction = {.law = NULL};
  element->outer_is_i = pair_up(&setup->i, &setup->j, &geometry);
  if (!element->outer_is_i && !pair_up(&setup->j, &setup->i, &geometry))
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "this pair of shapes cannot touch here; offered are a sphere against a sphere, a plane, a "
        "cylinder, a box, inside a flipped sphere or a flipped cylinder, a cylinder inside a "
        "flipped cylinder, a box against a plane or a box, and a point against a plane or a box");
  const lash_contact_side *outer = element->outer_is_i ? &setup->i : &setup->j;
  const lash_contact_side *inner = element->outer_is_i ? &setup->j : &setup->i;
  element->outer = outer->mark;
  element->inner = inner->mark;
  copy3(outer->at, element->outer_at);
  copy3(inner->at, element->inner_at);
  set_boxes(store, outer, inner, element);
  element->dynamics_only = setup->dynamics_only;
  element->poisson = setup->poisson;
  element->penalty = setup->penalty;
  element->returned = setup->restitution * setup->restitution;
  element->stiction = setup->stiction;
  element->mu_static = setup->mu_static;
  lash_status status = set_normal(setup, &normal, error);
  if (status == LASH_OK) status = set_friction(setup, &friction, error);
  if (status == LASH_OK)
    status = lash_joint_of_laws(&element->joint, &geometry, normal.law ? &normal : NULL,
                                friction.law ? &friction : NULL, error);
  lash_contact_routines(force, setup->user_normal, setup->user_friction);
  return status;
}

void lash_contact_routines(lash_force *force, int user_normal, int user_friction) {
  force->contact->user_normal = user_normal;
  force->contact->user_friction = user_friction;
  if (user_friction >= 0) force->contact->joint.has_friction = false;
}

/* ----------------------------------------------------------------------------------- evaluation */

static lash_frame frame_of(lash_system *system, int index, const double at[3]) {
  const lash_mark *mark = lash_mark_at(system, index);
  const lash_body *body = &system->body[mark->body];
  lash_frame frame;
  column3(mark->A, 2, frame.axis);
  column3(mark->A, 0, frame.side);
  copy3(mark->r, frame.position);
  copy3(mark->v, frame.velocity);
  copy3(body->w, frame.spin);
  if (at[0] != 0 || at[1] != 0 || at[2] != 0) {
    double arm[3];
    mul33_3(mark->A, at, arm);
    axpy3(1, arm, frame.position);
    add_cross3(1, body->w, arm, frame.velocity);
  }
  return frame;
}

/* The contact at the present state; of boxes one point after the other. */
typedef struct present {
  lash_frame outer, inner;
  lash_box_contact boxes;
  lash_joint_points points;
  lash_joint_state state;
  const contact_memory *memory;
} present;

static const contact_memory unknown = {.key = 0};

static lash_box box_of(lash_system *system, int index, const lash_frame *frame,
                       const double half[3]) {
  lash_box box;
  copy3(frame->position, box.centre);
  for (int k = 0; k < 3; k++) column3(lash_mark_at(system, index)->A, k, box.axis[k]);
  copy3(half, box.half);
  return box;
}

static void find_boxes(lash_system *system, const lash_contact_element *element, present *now) {
  const contact_boxes *boxes = element->boxes;
  const lash_box outer = box_of(system, element->outer, &now->outer, boxes->outer_half);
  if (boxes->ball) {
    lash_box_ball(&outer, now->inner.position, boxes->radius, &now->boxes);
    return;
  }
  const lash_box inner = box_of(system, element->inner, &now->inner, boxes->inner_half);
  const int key = (int)element->memory[0].key;
  lash_boxes_meet(&outer, &inner, key ? lash_box_key_axis(key) : -1, &now->boxes);
}

static bool find_present(lash_system *system, const lash_contact_element *element, present *now) {
  lash_error error;
  now->outer = frame_of(system, element->outer, element->outer_at);
  now->inner = frame_of(system, element->inner, element->inner_at);
  now->memory = element->memory;
  lash_joint_begin(&element->joint, system->t, &now->state);
  if (element->boxes) {
    find_boxes(system, element, now);
    return true;
  }
  const lash_status status = lash_joint_find_points(&element->joint, NULL, &now->outer, &now->inner,
                                                    false, &now->points, now->state.site, &error);
  if (status != LASH_OK) lash_system_note(system, status, "%s", error.message);
  return status == LASH_OK;
}

/* What is found one after the other: all of a joint's sites at once, or each point of two boxes. */
static size_t place_count(const lash_contact_element *element, const present *now) {
  return element->boxes ? now->boxes.count : 1;
}

static void go_to_place(const lash_contact_element *element, size_t place, present *now) {
  if (!element->boxes) return;
  lash_contact_point *point = &now->points.set[0].point[0];
  lash_box_point(&now->boxes, place, &now->outer, &now->inner, point);
  now->points.first = 1;
  now->state.site[0] = (lash_joint_site){.delta = point->delta,
                                         .v = point->v,
                                         .share = point->share,
                                         .vt = {point->slip2[0], point->slip2[1]}};
  now->memory = &unknown;
  for (size_t k = 0; k < element->memories; k++)
    if (element->memory[k].key == now->boxes.touch[place].key) now->memory = &element->memory[k];
}

/* A point as user routines see it: in axes of the markers, I and J as in the dataset. */
static lash_user_touch seen(lash_system *system, const lash_contact_element *element,
                            const present *now, size_t number) {
  const lash_contact_point *point = lash_joint_point(&now->points, number);
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
    touch.slid[k] = now->memory->slid[number][k];
  }
  return touch;
}

static double poisson_force(const lash_system *system, const lash_contact_element *element,
                            const lash_joint_site *site, double approach) {
  const double width = fmax(TURN_PART * approach, TURN_LEAST * system->length);
  const double x = fmin(1, fmax(0, 0.5 * (1 + site->v / width)));
  const double approaching = x * x * (3 - 2 * x);
  return element->penalty * site->delta *
         (element->returned + (1 - element->returned) * approaching);
}

/* The normal force that no contact law of the joint gives. */
static double given_normal(lash_system *system, const lash_contact_element *element,
                           const present *now, size_t number) {
  const lash_joint_site *site = &now->state.site[number];
  if (element->poisson) {
    const double approach =
        lash_joint_approach(&element->joint, &now->memory->joint, &now->state, number);
    return site->share * poisson_force(system, element, site, approach);
  }
  if (element->user_normal < 0) return 0;
  const lash_user_touch what = seen(system, element, now, number);
  double values[3];
  lash_user_contact(system, element->user_normal, &what, values);
  return site->share * values[0];
}

static void user_friction(lash_system *system, const lash_contact_element *element,
                          const present *now, size_t number, lash_point_load *load) {
  lash_user_touch what = seen(system, element, now, number);
  double values[3];
  what.normal = load->normal;
  lash_user_contact(system, element->user_friction, &what, values);
  for (int k = 0; k < 2; k++) load->friction[k] = -values[k];
}

/* Forces at a point that touches. Bristles resist by mu_static times the normal force at most. */
static void load_at(lash_system *system, const lash_contact_element *element, present *now,
                    size_t number, lash_point_load *load) {
  lash_joint_load all;
  now->state.site[number].normal = given_normal(system, element, now, number);
  lash_joint_evaluate(&element->joint, &now->memory->joint, &now->state, number, false, &all);
  *load = all.point;
  if (element->user_friction >= 0) user_friction(system, element, now, number, load);
  double part = 1;
  if (element->stiction) {
    const double size = hypot(load->friction[0], load->friction[1]);
    const double most = element->mu_static * fmax(0, load->normal);
    if (size > most) part = most / size;
  }
  const bool off = element->dynamics_only && system->analysis_mode == 5;
  if (off && element->user_friction < 0) part = 0;
  for (int k = 0; k < 2; k++) load->friction[k] *= part;
}

void lash_contact_load(lash_system *system, lash_force *force, lash_load *load) {
  const lash_contact_element *element = force->contact;
  present now;
  lash_wrench on_outer = {.force = {0}}, on_inner = {.force = {0}};
  if (!find_present(system, element, &now)) return;
  for (size_t place = 0; place < place_count(element, &now); place++) {
    go_to_place(element, place, &now);
    for (size_t k = 0; k < element->joint.site_count; k++) {
      lash_point_load point;
      if (now.state.site[k].delta <= 0) continue;
      load_at(system, element, &now, k, &point);
      lash_joint_add_wrench(&now.points, k, &point, &on_outer, &on_inner);
    }
  }
  const bool i = element->outer_is_i;
  const lash_wrench *on_i = i ? &on_outer : &on_inner, *on_j = i ? &on_inner : &on_outer;
  copy3(i ? now.outer.position : now.inner.position, load->point_i);
  copy3(i ? now.inner.position : now.outer.position, load->point_j);
  axpy3(1, on_i->force, load->force_i);
  axpy3(1, on_i->torque, load->torque_i);
  axpy3(1, on_j->force, load->force_j);
  axpy3(1, on_j->torque, load->torque_j);
}

double lash_contact_gap(lash_system *system, lash_force *force) {
  present now;
  double deepest = -INFINITY;
  if (!force->active || !find_present(system, force->contact, &now)) return 1;
  if (force->contact->boxes) return now.boxes.gap;
  for (size_t k = 0; k < force->contact->joint.site_count; k++)
    deepest = fmax(deepest, now.state.site[k].delta);
  return -deepest;
}

static void commit_place(lash_system *system, const lash_contact_element *element, present *now,
                         contact_memory *memory) {
  const double step = memory->joint.started ? system->t - memory->joint.time : 0;
  for (size_t k = 0; k < element->joint.site_count; k++) {
    lash_joint_site *site = &now->state.site[k];
    for (int c = 0; c < 2; c++)
      memory->slid[k][c] = site->delta > 0 ? memory->slid[k][c] + step * site->vt[c] : 0;
    if (site->delta > 0 && element->stiction) /* bristles remember the load */
      site->normal = given_normal(system, element, now, k);
  }
  lash_joint_commit(&element->joint, &memory->joint, &now->state);
}

/* Points that are still there keep their memory, wherever in the list they now stand. */
static void commit_boxes(lash_system *system, lash_contact_element *element, present *now) {
  contact_memory *next = element->boxes->next;
  const size_t size = element->memories * sizeof *next;
  memset(next, 0, size);
  for (size_t place = 0; place < now->boxes.count; place++) {
    go_to_place(element, place, now);
    next[place] = *now->memory;
    next[place].key = now->boxes.touch[place].key;
    commit_place(system, element, now, &next[place]);
  }
  memcpy(element->memory, next, size);
}

void lash_contact_commit(lash_system *system, lash_force *force) {
  lash_contact_element *element = force->contact;
  present now;
  const bool remembers =
      element->user_friction >= 0 || element->poisson || element->stiction || element->boxes;
  if (!remembers || !find_present(system, element, &now)) return;
  if (element->boxes)
    commit_boxes(system, element, &now);
  else
    commit_place(system, element, &now, element->memory);
}

void *lash_contact_memory(lash_force *force, size_t *size) {
  const lash_contact_element *element = force->contact;
  *size = element ? element->memories * sizeof *element->memory : 0;
  return element ? element->memory : NULL;
}
