/* The oil of a joint: from the motion of two frames to the sections of a film, and from what the
 * law gives there to wrenches on both bodies.
 *
 * Section z of a journal: the plane normal to the bearing's axis k at z. The journal's axis a meets
 * it at e = x + s a - z k, s = (z - x.k)/(a.k), where it moves with u relative to the bearing's
 * material. The law gives a force in the plane and two torques about k; each of n sections carries
 * its part of the width's force (Gauss points and weights). */
#include <math.h>
#include <string.h>

#include "lash_joint.h"
#include "lash_space.h"

/* ------------------------------------------------------------------------------------ sections */

/* Places over half the width, and weights. */
static const double gauss_place[3][3] = {{0},
                                         {-0.57735026918962576451, 0.57735026918962576451},
                                         {-0.77459666924148337704, 0, 0.77459666924148337704}};
static const double gauss_weight[3][3] = {{1}, {0.5, 0.5}, {5.0 / 18, 8.0 / 18, 5.0 / 18}};

typedef struct section {
  double z, s, slant; /* on the bearing's axis, on the journal's; a.k */
  double x[3];        /* from frame to frame */
  double b[3][3];     /* axes of the plane, and k */
  double e[3], u[3];
} section;

static lash_status check_slant(const lash_frame *i, const lash_frame *j, lash_error *error) {
  if (fabs(dot3(j->axis, i->axis)) > 0.1) return LASH_OK;
  return lash_fail(error, LASH_FAILURE,
                   "the journal lies across its bearing; there is no film between them");
}

static void find_section(const lash_joint *joint, const lash_frame *i, const lash_frame *j,
                         size_t number, section *q) {
  const size_t n = (size_t)joint->stations - 1;
  const double *k = i->axis;
  q->z = 0.5 * joint->geometry[0].length_i * gauss_place[n][number];
  copy3(i->side, q->b[0]);
  copy3(k, q->b[2]);
  cross3(k, i->side, q->b[1]);
  sub3(j->position, i->position, q->x);
  q->slant = dot3(j->axis, k);
  q->s = (q->z - dot3(q->x, k)) / q->slant;
  copy3(q->x, q->e);
  axpy3(q->s, j->axis, q->e);
  axpy3(-q->z, k, q->e);
  sub3(j->velocity, i->velocity, q->u);
  add_cross3(q->s, j->spin, j->axis, q->u);
  add_cross3(-q->z, i->spin, k, q->u);
}

static void motion_of(const section *q, const lash_frame *i, const lash_frame *j,
                      lash_film_motion *m) {
  *m = (lash_film_motion){.e = {dot3(q->e, q->b[0]), dot3(q->e, q->b[1]), 0},
                          .u = {dot3(q->u, q->b[0]), dot3(q->u, q->b[1]), 0},
                          .spin_i = {0, 0, dot3(i->spin, q->b[2])},
                          .spin_j = {0, 0, dot3(j->spin, q->b[2])}};
}

static void ball_motion(const lash_frame *i, const lash_frame *j, lash_film_motion *m) {
  sub3(j->position, i->position, m->e);
  sub3(j->velocity, i->velocity, m->u);
  copy3(i->spin, m->spin_i);
  copy3(j->spin, m->spin_j);
}

/* ------------------------------------------------------------------------------ journal, forces */

/* Force in space and both torques about the frames. */
static void forces_of(const section *q, const lash_frame *j, const double f[2], double turn_i,
                      double turn_j, double F[3], double on_i[3], double on_j[3]) {
  scale3(f[0], q->b[0], F);
  axpy3(f[1], q->b[1], F);
  cross3(j->axis, F, on_j);
  scale3(q->s, on_j, on_j);
  axpy3(turn_j, q->b[2], on_j);
  cross3(q->b[2], F, on_i);
  scale3(-q->z, on_i, on_i);
  axpy3(turn_i, q->b[2], on_i);
}

static void add_wrenches(double weight, const double F[3], const double on_i[3],
                         const double on_j[3], lash_joint_film *film) {
  axpy3(-weight, F, film->on_outer.force);
  axpy3(weight, F, film->on_inner.force);
  axpy3(weight, on_i, film->on_outer.torque);
  axpy3(weight, on_j, film->on_inner.torque);
}

static void note(const lash_film_value *value, double weight, lash_joint_film *film) {
  film->power += weight * value->power;
  film->lost += weight * value->lost;
  film->film = fmin(film->film, value->film);
  film->flags |= value->flags;
}

/* ---------------------------------------------------------------------------- journal, partials */

/* A small change of what one column stands for. */
typedef struct change {
  double x[3], v[3], turn_i[3], turn_j[3], spin_i[3], spin_j[3];
} change;

/* What follows for the section: its place on the journal, axes and motion. */
typedef struct section_change {
  double s, b[3][3], a[3];
  double by[6]; /* e0 e1 u0 u1 spin_i spin_j */
} section_change;

static void change_section(const section *q, const lash_frame *i, const lash_frame *j,
                           const change *d, section_change *out) {
  double e[3], u[3], move[3];
  for (int n = 0; n < 3; n++) cross3(d->turn_i, q->b[n], out->b[n]);
  cross3(d->turn_j, j->axis, out->a);
  const double *k = q->b[2], *dk = out->b[2];
  out->s =
      -(dot3(d->x, k) + dot3(q->x, dk) + q->s * (dot3(out->a, k) + dot3(j->axis, dk))) / q->slant;
  scale3(out->s, j->axis, move); /* of the place on the journal */
  axpy3(q->s, out->a, move);
  add3(d->x, move, e);
  axpy3(-q->z, dk, e);
  copy3(d->v, u);
  add_cross3(q->s, d->spin_j, j->axis, u);
  add_cross3(1, j->spin, move, u);
  add_cross3(-q->z, d->spin_i, k, u);
  add_cross3(-q->z, i->spin, dk, u);
  for (int n = 0; n < 2; n++) {
    out->by[n] = dot3(e, q->b[n]) + dot3(q->e, out->b[n]);
    out->by[2 + n] = dot3(u, q->b[n]) + dot3(q->u, out->b[n]);
  }
  out->by[4] = dot3(d->spin_i, k) + dot3(i->spin, dk);
  out->by[5] = dot3(d->spin_j, k) + dot3(j->spin, dk);
}

static double along(const double row[LASH_FILM_COLUMNS], const double by[6]) {
  return row[LASH_FILM_BY_E] * by[0] + row[LASH_FILM_BY_E + 1] * by[1] +
         row[LASH_FILM_BY_U] * by[2] + row[LASH_FILM_BY_U + 1] * by[3] +
         row[LASH_FILM_BY_SPIN_I + 2] * by[4] + row[LASH_FILM_BY_SPIN_J + 2] * by[5];
}

static void add_column(const section *q, const lash_frame *j, const lash_film_motion *m,
                       const lash_film_value *v, const section_change *d, double weight, int column,
                       lash_joint_film *film) {
  const double f[2] = {along(v->by[0], d->by), along(v->by[1], d->by)};
  const double turn_i = along(v->by[LASH_FILM_TORQUE_I + 2], d->by);
  const double turn_j = along(v->by[LASH_FILM_TORQUE_J + 2], d->by);
  double F[3], old[3], on_i[3], on_j[3], part[3];
  /* of the law's numbers, then of the axes and arms they act along */
  scale3(v->force[0], q->b[0], old);
  axpy3(v->force[1], q->b[1], old);
  scale3(v->force[0], d->b[0], part);
  axpy3(v->force[1], d->b[1], part);
  forces_of(q, j, f, turn_i, turn_j, F, on_i, on_j);
  add3(F, part, F);
  add_cross3(q->s, j->axis, part, on_j);
  add_cross3(d->s, j->axis, old, on_j);
  add_cross3(q->s, d->a, old, on_j);
  axpy3(v->torque_j[2], d->b[2], on_j);
  add_cross3(-q->z, q->b[2], part, on_i);
  add_cross3(-q->z, d->b[2], old, on_i);
  axpy3(v->torque_i[2], d->b[2], on_i);
  for (int r = 0; r < 3; r++) {
    film->outer_by[r][column] -= weight * F[r];
    film->inner_by[r][column] += weight * F[r];
    film->outer_by[3 + r][column] += weight * on_i[r];
    film->inner_by[3 + r][column] += weight * on_j[r];
  }
  film->power_by[column] -=
      weight * (f[0] * m->u[0] + f[1] * m->u[1] + v->force[0] * d->by[2] + v->force[1] * d->by[3] +
                turn_i * m->spin_i[2] + turn_j * m->spin_j[2] + v->torque_i[2] * d->by[4] +
                v->torque_j[2] * d->by[5]);
}

static void add_partials(const section *q, const lash_frame *i, const lash_frame *j,
                         const lash_film_motion *m, const lash_film_value *v, double weight,
                         lash_joint_film *film) {
  for (int column = 0; column < LASH_D_COUNT; column++) {
    const int block = column / 3 * 3, n = column % 3;
    change d = {.x = {0}};
    if (block == LASH_D_POSITION) d.x[n] = 1;
    if (block == LASH_D_VELOCITY) d.v[n] = 1;
    if (block == LASH_D_ROTATION_I) d.turn_i[n] = 1;
    if (block == LASH_D_ROTATION_J) d.turn_j[n] = 1;
    if (block == LASH_D_SPIN_I) d.spin_i[n] = 1;
    if (block == LASH_D_SPIN_J) d.spin_j[n] = 1;
    section_change moved;
    change_section(q, i, j, &d, &moved);
    add_column(q, j, m, v, &moved, weight, column, film);
  }
}

static lash_status find_journal(const lash_joint *joint, const lash_frame *i, const lash_frame *j,
                                bool partials, lash_joint_film *film, lash_error *error) {
  const size_t count = (size_t)joint->stations;
  const lash_status status = check_slant(i, j, error);
  for (size_t n = 0; n < count && status == LASH_OK; n++) {
    const double weight = gauss_weight[count - 1][n];
    section q;
    lash_film_motion m;
    lash_film_value v;
    find_section(joint, i, j, n, &q);
    motion_of(&q, i, j, &m);
    lash_film_eval(&joint->film, &m, partials, &v);
    double F[3], on_i[3], on_j[3];
    forces_of(&q, j, v.force, v.torque_i[2], v.torque_j[2], F, on_i, on_j);
    add_wrenches(weight, F, on_i, on_j, film);
    note(&v, weight, film);
    if (partials) add_partials(&q, i, j, &m, &v, weight, film);
  }
  return status;
}

/* ----------------------------------------------------------------------------------------- ball */

static void find_ball(const lash_joint *joint, const lash_frame *i, const lash_frame *j,
                      bool partials, lash_joint_film *film) {
  static const int target[4] = {LASH_D_POSITION, LASH_D_VELOCITY, LASH_D_SPIN_I, LASH_D_SPIN_J};
  lash_film_motion m;
  lash_film_value v;
  ball_motion(i, j, &m);
  lash_film_eval(&joint->film, &m, partials, &v);
  add_wrenches(1, v.force, v.torque_i, v.torque_j, film);
  note(&v, 1, film);
  for (int column = 0; column < LASH_FILM_COLUMNS && partials; column++) {
    const int to = target[column / 3] + column % 3, n = column % 3;
    double power = 0;
    for (int r = 0; r < 3; r++) {
      const double F = v.by[r][column], T_i = v.by[LASH_FILM_TORQUE_I + r][column],
                   T_j = v.by[LASH_FILM_TORQUE_J + r][column];
      film->outer_by[r][to] = -F;
      film->inner_by[r][to] = F;
      film->outer_by[3 + r][to] = T_i;
      film->inner_by[3 + r][to] = T_j;
      power += F * m.u[r] + T_i * m.spin_i[r] + T_j * m.spin_j[r];
    }
    if (to - n == LASH_D_VELOCITY) power += v.force[n];
    if (to - n == LASH_D_SPIN_I) power += v.torque_i[n];
    if (to - n == LASH_D_SPIN_J) power += v.torque_j[n];
    film->power_by[to] = -power;
  }
}

/* --------------------------------------------------------------------------------------- public */

lash_status lash_joint_find_film(const lash_joint *joint, const lash_frame *outer,
                                 const lash_frame *inner, bool partials, lash_joint_film *film,
                                 lash_error *error) {
  memset(film, 0, partials ? sizeof *film : offsetof(lash_joint_film, outer_by));
  film->film = INFINITY;
  if (joint->film.law->kind == LASH_FILM_JOURNAL)
    return find_journal(joint, outer, inner, partials, film, error);
  find_ball(joint, outer, inner, partials, film);
  return LASH_OK;
}

lash_status lash_joint_film_motion(const lash_joint *joint, const lash_frame *outer,
                                   const lash_frame *inner, size_t number, lash_film_motion *motion,
                                   lash_error *error) {
  section q;
  if (joint->film.law->kind == LASH_FILM_BALL) {
    ball_motion(outer, inner, motion);
    return LASH_OK;
  }
  const lash_status status = check_slant(outer, inner, error);
  if (status != LASH_OK) return status;
  find_section(joint, outer, inner, number, &q);
  motion_of(&q, outer, inner, motion);
  return LASH_OK;
}

lash_status lash_joint_check_start(const lash_joint *joint, const lash_joint_points *points,
                                   lash_error *error) {
  const double clearance = lash_geometry_clearance(&joint->geometry[0]);
  if (!joint->has_film || !(points->film.film < 0)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "film=%s: the motion begins at %g times the clearance (%g m), where no film is "
                   "left; start inside it, or leave film= out",
                   joint->film.law->name, 1 - points->film.film / clearance, clearance);
}

/* Sizes come from the joint: a film that had its own would be that of another gap. */
static lash_status give_size(lash_film *film, const char *name, double value, const char *from,
                             lash_error *error) {
  if (lash_params_given(&film->params, name))
    return lash_fail(error, LASH_BAD_INPUT, "film.%s is not to be given: it follows from %s", name,
                     from);
  return lash_film_set_number(film, name, value, error);
}

lash_status lash_joint_add_film(lash_joint *joint, const lash_film *film, lash_error *error) {
  const lash_geometry *g = &joint->geometry[0];
  const bool journal = film->law->kind == LASH_FILM_JOURNAL;
  const lash_shape wanted = journal ? LASH_JOURNAL_BEARING : LASH_BALL_SOCKET;
  if (joint->geometry_count == 0 || g->shape != wanted)
    return lash_fail(error, LASH_BAD_INPUT, "film=%s fills the gap of joint=%s, not of joint=%s",
                     film->law->name, journal ? "revolute" : "spherical", joint->type->name);
  if (joint->stations != 1 && joint->stations != 2 && joint->stations != 3)
    return lash_fail(error, LASH_BAD_INPUT,
                     "stations=%g is not legal; a film is looked at in 1, 2 or 3 sections",
                     joint->stations);
  if (!(lash_geometry_clearance(g) > 0))
    return lash_fail(error, LASH_BAD_INPUT,
                     "film=%s: there is no clearance for oil; Ri must exceed Rj", film->law->name);
  joint->film = *film;
  joint->has_film = true;
  lash_film *own = &joint->film;
  lash_status status = give_size(own, "R", g->radius_j, "Rj", error);
  if (!status) status = give_size(own, "c", lash_geometry_clearance(g), "Ri and Rj", error);
  if (!status && journal) status = give_size(own, "L", g->length_i, "L", error);
  if (!status) status = lash_film_ready(own, error);
  if (status) lash_error_prefix(error, "film");
  return status;
}
