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
#include "lash_touch.h"

#include <math.h>
#include <string.h>

#include "lash_space.h"

/* The part of the approach speed over which POISSON changes from compression to restitution, and
 * the least such speed, in lengths of the mechanism per unit of time. */
#define TURN_PART  0.01
#define TURN_LEAST 1e-7

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

static bool pair_up(const lash_touch_side *outer, const lash_touch_side *inner,
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
static lash_status set_normal(const lash_touch_setup *setup, lash_contact *law, lash_error *error) {
  const setting settings[] = {
      {"K", setup->stiffness}, {"n", setup->exponent}, {"c", setup->damping}, {"d", setup->dmax}};
  if (setup->user || setup->poisson) return LASH_OK;
  lash_status status = lash_contact_begin(law, "impact", error);
  for (int k = 0; k < 4 && status == LASH_OK; k++)
    status = lash_contact_set_number(law, settings[k].name, settings[k].value, error);
  return status == LASH_OK ? lash_contact_ready(law, error) : status;
}

/* Bristles break away at the greatest stiction deformation, are damped as much as the curve's
 * slope at rest would damp, and slide by mu_dynamic from the friction transition velocity on. */
static lash_status set_friction(const lash_touch_setup *setup, lash_friction *law,
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

/* Whether the surface is that of a box, so that each of its contact points has a memory. */
static bool of_boxes(const lash_touch_setup *setup) {
  return setup->i.shape == LASH_SIDE_BOX || setup->j.shape == LASH_SIDE_BOX;
}

size_t lash_touch_memories(const lash_touch_setup *setup) {
  return of_boxes(setup) ? 2 * (size_t)LASH_BOX_TOUCHES : 1;
}

static void set_boxes(lash_touch *touch, const lash_touch_side *outer,
                      const lash_touch_side *inner) {
  touch->boxes = true;
  touch->memories = LASH_BOX_TOUCHES;
  touch->next = touch->memory + LASH_BOX_TOUCHES;
  touch->ball = inner->shape == LASH_SIDE_SPHERE;
  touch->radius = inner->radius;
  copy3(outer->half, touch->outer_half);
  copy3(inner->half, touch->inner_half);
}

lash_status lash_touch_set_up(lash_touch *touch, const lash_touch_setup *setup,
                              lash_touch_memory *memory, lash_error *error) {
  lash_geometry geometry;
  lash_contact normal = {.law = NULL};
  lash_friction friction = {.law = NULL};
  *touch = (lash_touch){.memories = 1, .memory = memory};
  touch->outer_is_i = pair_up(&setup->i, &setup->j, &geometry);
  if (!touch->outer_is_i && !pair_up(&setup->j, &setup->i, &geometry))
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "this pair of shapes cannot touch here; offered are a sphere against a sphere, a plane, a "
        "cylinder, a box, inside a flipped sphere or a flipped cylinder, a cylinder inside a "
        "flipped cylinder, a box against a plane or a box, and a point against a plane or a box");
  const lash_touch_side *outer = touch->outer_is_i ? &setup->i : &setup->j;
  const lash_touch_side *inner = touch->outer_is_i ? &setup->j : &setup->i;
  copy3(outer->at, touch->outer_at);
  copy3(inner->at, touch->inner_at);
  if (of_boxes(setup)) set_boxes(touch, outer, inner);
  touch->dynamics_only = setup->dynamics_only;
  touch->poisson = setup->poisson;
  touch->penalty = setup->penalty;
  touch->returned = setup->restitution * setup->restitution;
  touch->stiction = setup->stiction;
  touch->mu_static = setup->mu_static;
  lash_status status = set_normal(setup, &normal, error);
  if (status == LASH_OK) status = set_friction(setup, &friction, error);
  if (status == LASH_OK)
    status = lash_joint_of_laws(&touch->joint, &geometry, normal.law ? &normal : NULL,
                                friction.law ? &friction : NULL, error);
  return status;
}

void lash_touch_reset(lash_touch *touch) {
  memset(touch->memory, 0, touch->memories * sizeof *touch->memory);
}

/* ----------------------------------------------------------------------------------- evaluation */

static lash_frame frame_of(const lash_marker_motion *mark, const double at[3]) {
  lash_frame frame;
  mat_column(mark->axes, 2, frame.axis);
  mat_column(mark->axes, 0, frame.side);
  copy3(mark->r, frame.position);
  copy3(mark->v, frame.velocity);
  copy3(mark->w, frame.spin);
  if (at[0] != 0 || at[1] != 0 || at[2] != 0) {
    double arm[3];
    mat_apply(mark->axes, at, arm);
    axpy3(1, arm, frame.position);
    add_cross3(1, mark->w, arm, frame.velocity);
  }
  return frame;
}

/* The contact at the present state; of boxes one point after the other. */
typedef struct present {
  const lash_touch_now *now;
  const lash_marker_motion *outer_mark, *inner_mark;
  lash_frame outer, inner;
  lash_box_contact boxes;
  lash_joint_points points;
  lash_joint_state state;
  const lash_touch_memory *memory;
} present;

static const lash_touch_memory unknown = {.key = 0};

static lash_box box_of(const lash_marker_motion *mark, const lash_frame *frame,
                       const double half[3]) {
  lash_box box;
  copy3(frame->position, box.centre);
  for (int k = 0; k < 3; k++) mat_column(mark->axes, k, box.axis[k]);
  copy3(half, box.half);
  return box;
}

static void find_boxes(const lash_touch *touch, present *p) {
  const lash_box outer = box_of(p->outer_mark, &p->outer, touch->outer_half);
  if (touch->ball) {
    lash_box_ball(&outer, p->inner.position, touch->radius, &p->boxes);
    return;
  }
  const lash_box inner = box_of(p->inner_mark, &p->inner, touch->inner_half);
  const int key = (int)touch->memory[0].key;
  lash_boxes_meet(&outer, &inner, key ? lash_box_key_axis(key) : -1, &p->boxes);
}

static lash_status find_present(const lash_touch *touch, const lash_touch_now *now, present *p,
                                lash_error *error) {
  p->now = now;
  p->outer_mark = touch->outer_is_i ? now->i : now->j;
  p->inner_mark = touch->outer_is_i ? now->j : now->i;
  p->outer = frame_of(p->outer_mark, touch->outer_at);
  p->inner = frame_of(p->inner_mark, touch->inner_at);
  p->memory = touch->memory;
  lash_joint_begin(&touch->joint, now->time, &p->state);
  if (touch->boxes) {
    find_boxes(touch, p);
    return LASH_OK;
  }
  return lash_joint_find_points(&touch->joint, NULL, &p->outer, &p->inner, false, &p->points,
                                p->state.site, error);
}

/* What is found one after the other: all of a joint's sites at once, or each point of two boxes. */
static size_t place_count(const lash_touch *touch, const present *p) {
  return touch->boxes ? p->boxes.count : 1;
}

static void go_to_place(const lash_touch *touch, size_t place, present *p) {
  if (!touch->boxes) return;
  lash_contact_point *point = &p->points.set[0].point[0];
  lash_box_point(&p->boxes, place, &p->outer, &p->inner, point);
  p->points.first = 1;
  p->state.site[0] = (lash_joint_site){.delta = point->delta,
                                       .v = point->v,
                                       .share = point->share,
                                       .vt = {point->slip2[0], point->slip2[1]}};
  p->memory = &unknown;
  for (size_t k = 0; k < touch->memories; k++)
    if (touch->memory[k].key == p->boxes.touch[place].key) p->memory = &touch->memory[k];
}

/* A point as routines see it: in axes of the markers, I and J as in the dataset. */
static lash_touch_point seen(const lash_touch *touch, const present *p, size_t number) {
  const lash_contact_point *point = lash_joint_point(&p->points, number);
  const lash_marker_motion *outer = p->outer_mark, *inner = p->inner_mark;
  lash_touch_point told = {.gap = -point->delta, .gap_rate = -point->v};
  double place[2][3], normal[2][3], offset[3], away[3];
  sub3(point->surface_i, outer->r, offset);
  mat_apply_transposed(outer->axes, offset, place[0]);
  sub3(point->surface_j, inner->r, offset);
  mat_apply_transposed(inner->axes, offset, place[1]);
  for (int k = 0; k < 3; k++) away[k] = -point->normal[k];
  mat_apply_transposed(outer->axes, point->normal, normal[0]);
  mat_apply_transposed(inner->axes, away, normal[1]);
  const int i = touch->outer_is_i ? 0 : 1;
  copy3(place[i], told.place_i);
  copy3(place[1 - i], told.place_j);
  copy3(normal[i], told.normal_i);
  copy3(normal[1 - i], told.normal_j);
  for (int k = 0; k < 2; k++) {
    told.slip[k] = point->slip2[k];
    told.slid[k] = p->memory->slid[number][k];
  }
  return told;
}

static double poisson_force(const lash_touch *touch, const present *p, const lash_joint_site *site,
                            double approach) {
  const double width = fmax(TURN_PART * approach, TURN_LEAST * p->now->length);
  const double x = fmin(1, fmax(0, 0.5 * (1 + site->v / width)));
  const double approaching = x * x * (3 - 2 * x);
  return touch->penalty * site->delta * (touch->returned + (1 - touch->returned) * approaching);
}

/* The normal force that no contact law of the joint gives. */
static double given_normal(const lash_touch *touch, const present *p, size_t number) {
  const lash_joint_site *site = &p->state.site[number];
  const lash_touch_routines *routine = &p->now->routine;
  if (touch->poisson) {
    const double approach =
        lash_joint_approach(&touch->joint, &p->memory->joint, &p->state, number);
    return site->share * poisson_force(touch, p, site, approach);
  }
  if (!routine->normal) return 0;
  const lash_touch_point what = seen(touch, p, number);
  double values[3];
  routine->normal(routine->context, &what, values);
  return site->share * values[0];
}

static void routine_friction(const lash_touch *touch, const present *p, size_t number,
                             lash_point_load *load) {
  const lash_touch_routines *routine = &p->now->routine;
  lash_touch_point what = seen(touch, p, number);
  double values[3];
  what.normal = load->normal;
  routine->friction(routine->context, &what, values);
  for (int k = 0; k < 2; k++) load->friction[k] = -values[k];
}

/* Forces at a point that touches. Bristles resist by mu_static times the normal force at most. */
static void load_at(const lash_touch *touch, present *p, size_t number, lash_point_load *load) {
  lash_joint_load all;
  p->state.site[number].normal = given_normal(touch, p, number);
  lash_joint_evaluate(&touch->joint, &p->memory->joint, &p->state, number, false, &all);
  *load = all.point;
  if (p->now->routine.friction) routine_friction(touch, p, number, load);
  double part = 1;
  if (touch->stiction) {
    const double size = hypot(load->friction[0], load->friction[1]);
    const double most = touch->mu_static * fmax(0, load->normal);
    if (size > most) part = most / size;
  }
  if (touch->dynamics_only && p->now->at_rest && !p->now->routine.friction) part = 0;
  for (int k = 0; k < 2; k++) load->friction[k] *= part;
}

lash_status lash_touch_load(const lash_touch *touch, const lash_touch_now *now, lash_load *load,
                            lash_error *error) {
  present p;
  lash_wrench on_outer = {.force = {0}}, on_inner = {.force = {0}};
  const lash_status status = find_present(touch, now, &p, error);
  if (status != LASH_OK) return status;
  for (size_t place = 0; place < place_count(touch, &p); place++) {
    go_to_place(touch, place, &p);
    for (size_t k = 0; k < touch->joint.site_count; k++) {
      lash_point_load point;
      if (p.state.site[k].delta <= 0) continue;
      load_at(touch, &p, k, &point);
      lash_joint_add_wrench(&p.points, k, &point, &on_outer, &on_inner);
    }
  }
  const bool i = touch->outer_is_i;
  const lash_wrench *on_i = i ? &on_outer : &on_inner, *on_j = i ? &on_inner : &on_outer;
  copy3(i ? p.outer.position : p.inner.position, load->point_i);
  copy3(i ? p.inner.position : p.outer.position, load->point_j);
  axpy3(1, on_i->force, load->force_i);
  axpy3(1, on_i->torque, load->torque_i);
  axpy3(1, on_j->force, load->force_j);
  axpy3(1, on_j->torque, load->torque_j);
  return LASH_OK;
}

lash_status lash_touch_gap(const lash_touch *touch, const lash_touch_now *now, double *gap,
                           lash_error *error) {
  present p;
  double deepest = -INFINITY;
  const lash_status status = find_present(touch, now, &p, error);
  if (status != LASH_OK) return status;
  for (size_t k = 0; k < touch->joint.site_count; k++)
    deepest = fmax(deepest, p.state.site[k].delta);
  *gap = touch->boxes ? p.boxes.gap : -deepest;
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- memory */

static void commit_place(const lash_touch *touch, present *p, lash_touch_memory *memory) {
  const double step = memory->joint.started ? p->now->time - memory->joint.time : 0;
  for (size_t k = 0; k < touch->joint.site_count; k++) {
    lash_joint_site *site = &p->state.site[k];
    for (int c = 0; c < 2; c++)
      memory->slid[k][c] = site->delta > 0 ? memory->slid[k][c] + step * site->vt[c] : 0;
    if (site->delta > 0 && touch->stiction) /* bristles remember the load */
      site->normal = given_normal(touch, p, k);
  }
  lash_joint_commit(&touch->joint, &memory->joint, &p->state);
}

/* Points that are still there keep their memory, wherever in the list they now stand. */
static void commit_boxes(lash_touch *touch, present *p) {
  lash_touch_memory *next = touch->next;
  const size_t size = touch->memories * sizeof *next;
  memset(next, 0, size);
  for (size_t place = 0; place < p->boxes.count; place++) {
    go_to_place(touch, place, p);
    next[place] = *p->memory;
    next[place].key = p->boxes.touch[place].key;
    commit_place(touch, p, &next[place]);
  }
  memcpy(touch->memory, next, size);
}

lash_status lash_touch_commit(lash_touch *touch, const lash_touch_now *now, lash_error *error) {
  present p;
  const bool remembers = now->routine.friction || touch->poisson || touch->stiction || touch->boxes;
  const lash_status status = remembers ? find_present(touch, now, &p, error) : LASH_OK;
  if (!remembers || status != LASH_OK) return status;
  if (touch->boxes)
    commit_boxes(touch, &p);
  else
    commit_place(touch, &p, touch->memory);
  return LASH_OK;
}
