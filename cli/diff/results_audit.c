#include "results_audit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "curve_unit.h"

typedef struct work {
  audit *a;
  const part_motions *m;
  const lash_model *model;
  lash_system *system;
  const lash_system_sizes *n;
  double *y, *given, *computed, *lambda; /* state; accelerations of the results and of the model */
  double *time, *power, *flow; /* of each row: power of forces and motions, sum of its amounts, */
  double *kinetic, *gravity;   /* and energies */
  double length, speed;        /* greatest there are */
} work;

static void see(audit_measure *m, double off, double at) {
  m->rms += off * off;
  if (off > m->worst) m->worst = off, m->at = at;
}

/* Shares of `scale`, and the rms over `count`. */
static void finish(audit_measure *m, double scale, size_t count) {
  m->rms = count ? sqrt(m->rms / (double)count) : 0;
  if (!(scale > 0)) scale = 1;
  m->worst /= scale, m->rms /= scale;
}

static double norm_of(const double *x) { return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }

static double gyration(const lash_mass *mass) {
  const double trace = mass->inertia[0] + mass->inertia[4] + mass->inertia[8];
  return mass->mass > 0 ? sqrt(fmax(trace, 0) / (2 * mass->mass)) : 0;
}

/* -------------------------------------------------------------------------------------- F = m a */

static void see_accelerations(work *w, double t) {
  for (size_t i = 0; i < w->a->parts; i++) {
    audit_part *p = &w->a->part[i];
    size_t q, v;
    if (!lash_system_part(w->system, p->part->head.id, &q, &v)) continue;
    const double *a = w->given + v - w->n->q, *b = w->computed + v - w->n->q;
    const double radius = gyration(&w->m->item[i].mass);
    double d[6];
    for (int k = 0; k < 6; k++) d[k] = a[k] - b[k];
    see(&p->acceleration, hypot(norm_of(d), radius * norm_of(d + 3)), t);
    p->scale = fmax(p->scale, hypot(norm_of(b), radius * norm_of(b + 3)));
  }
}

/* ------------------------------------------------------------------------------------ reactions */

static const curve_table *table_of(const curve_set *set, const char *name, int id) {
  for (size_t i = 0; i < set->tables; i++) {
    const curve_owner *o = &set->table[i].owner;
    if (!o->kind || strcmp(o->kind, "Joint") != 0 || set->table[i].columns < 7) continue;
    const char *dot = o->name ? strrchr(o->name, '.') : NULL;
    if (name && o->name ? strcmp(dot ? dot + 1 : o->name, name) == 0 : o->id == id)
      return &set->table[i];
  }
  return NULL;
}

static const char *joint_name(const lash_model *model, lash_element_name joint) {
  const int at = strcmp(joint.statement, "JOINT") == 0
                     ? lash_model_find(model, LASH_KIND_JOINT, joint.id)
                     : -1;
  return at >= 0 ? model->joint.item[at].head.name : NULL;
}

/* Forces of the results' joints against the model's, each as a share of its greatest. */
static lash_status see_reactions(work *w, size_t row, double *scale, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0, k = 0; i < w->n->joints && status == LASH_OK; i++) {
    const lash_element_name joint = lash_system_joint(w->system, i);
    const char *name = joint_name(w->model, joint);
    const curve_table *t = table_of(&w->m->set, name, joint.id);
    double wrench[6], d[3], factor;
    char unit[48];
    if (!t) continue;
    if (k == w->a->joints) w->a->joints++;
    audit_joint *j = &w->a->joint[k];
    j->joint = joint, j->name = name;
    status = lash_system_joint_wrench(w->system, i, false, 0, wrench, error);
    curve_unit_factor(axis_of(t->heading[1]).unit,
                      lash_unit_text(&w->model->units, "F", unit, sizeof unit), &factor);
    for (size_t c = 0; c < 3; c++) d[c] = factor * t->number[c + 1][row] - wrench[c];
    scale[k] = fmax(scale[k], norm_of(wrench));
    see(&j->reaction, norm_of(d), w->time[row]);
    k++;
  }
  return status;
}

/* --------------------------------------------------------------------------------------- energy */

static lash_status see_power(work *w, size_t row, lash_error *error) {
  lash_energy e;
  lash_status status = LASH_OK;
  double power;
  lash_system_energy(w->system, &e);
  w->kinetic[row] = e.kinetic, w->gravity[row] = e.gravity;
  w->power[row] = w->flow[row] = 0;
  for (size_t i = 0; i < w->n->forces + w->n->motions && status == LASH_OK; i++) {
    status = i < w->n->forces
                 ? lash_system_force_power(w->system, i, &power, error)
                 : lash_system_motion_power(w->system, i - w->n->forces, w->lambda, &power, error);
    w->power[row] += status == LASH_OK ? power : 0;
    w->flow[row] += status == LASH_OK ? fabs(power) : 0;
  }
  return status;
}

/* From row i to the next: through four points where they are evenly spaced, else a trapezium. */
static double integral(const work *w, const double *x, size_t i) {
  const double h = w->time[i + 1] - w->time[i];
  if (i > 0 && i + 2 < w->a->rows && fabs(w->time[i] - w->time[i - 1] - h) < 1e-6 * h &&
      fabs(w->time[i + 2] - w->time[i + 1] - h) < 1e-6 * h)
    return h * (13 * (x[i] + x[i + 1]) - x[i - 1] - x[i + 2]) / 24;
  return h * (x[i] + x[i + 1]) / 2;
}

/* The change of kinetic energy and gravity's against the work done since the start. What went to
 * and fro is that work, and what kinetic energy took and gave. */
static void balance(work *w) {
  double done = 0, exchanged = 0;
  for (size_t i = 0; i + 1 < w->a->rows; i++) {
    const double change = w->kinetic[i + 1] - w->kinetic[0] + w->gravity[i + 1] - w->gravity[0];
    done += integral(w, w->power, i);
    exchanged += integral(w, w->flow, i) + fabs(w->kinetic[i + 1] - w->kinetic[i]);
    see(&w->a->energy, fabs(change - done), w->time[i + 1]);
  }
  finish(&w->a->energy, exchanged, w->a->rows - 1);
}

/* ----------------------------------------------------------------------------------- kinematics */

/* The results' velocities against differences of their places. */
static void see_kinematics(work *w) {
  size_t count = 0;
  for (size_t p = 0; p < w->m->count; p++) {
    for (size_t i = 2; i + 2 < w->a->rows; i++) {
      part_motion x[5];
      const double h = (w->time[i + 2] - w->time[i - 2]) / 4;
      bool even = h > 0;
      for (size_t k = 0; k < 4; k++)
        even &= fabs(w->time[i + k - 1] - w->time[i + k - 2] - h) < 1e-6 * h;
      if (!even) continue;
      for (size_t k = 0; k < 5; k++) part_motions_at(w->m, p, i + k - 2, &x[k]);
      double d[3];
      for (int k = 0; k < 3; k++)
        d[k] = (x[0].place[k] - 8 * x[1].place[k] + 8 * x[3].place[k] - x[4].place[k]) / (12 * h) -
               x[2].velocity[k];
      see(&w->a->kinematics, norm_of(d), w->time[i]);
      count++;
    }
  }
  finish(&w->a->kinematics, w->speed, count);
}

/* ----------------------------------------------------------------------------------------- rows */

static lash_status see_row(work *w, size_t row, double *scale, lash_error *error) {
  double places, speeds;
  const double t = part_motions_state(w->m, row, w->system, w->y, w->given);
  w->time[row] = t;
  lash_system_set(w->system, t, w->y);
  lash_system_drift(w->system, &places, &speeds);
  see(&w->a->places, places, t);
  see(&w->a->speeds, speeds, t);
  for (size_t i = 0; i < w->m->count; i++) {
    part_motion p;
    part_motions_at(w->m, i, row, &p);
    w->length = fmax(w->length, norm_of(p.place));
    w->speed = fmax(w->speed, norm_of(p.velocity));
  }
  lash_status status = lash_system_accelerations(w->system, w->computed, w->lambda, error);
  if (status == LASH_OK && w->a->accelerations) see_accelerations(w, t);
  if (status == LASH_OK) status = see_reactions(w, row, scale, error);
  if (status == LASH_OK) status = see_power(w, row, error);
  if (status == LASH_OK) status = lash_system_commit(w->system, error);
  if (status != LASH_OK) lash_error_prefix(error, "at %g", t);
  return status;
}

static lash_status see_all(work *w, lash_error *error) {
  audit *a = w->a;
  double t, *scale = calloc(w->n->joints + 1, sizeof *scale);
  lash_status status = scale ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
  lash_system_initial(w->system, &t, w->y);
  for (size_t r = 0; r < a->rows && status == LASH_OK; r++) status = see_row(w, r, scale, error);
  if (status == LASH_OK) {
    finish(&a->places, w->length, a->rows);
    finish(&a->speeds, w->speed, a->rows);
    for (size_t i = 0; i < a->parts; i++)
      finish(&a->part[i].acceleration, a->part[i].scale, a->rows);
    for (size_t k = 0; k < a->joints; k++) finish(&a->joint[k].reaction, scale[k], a->rows);
    balance(w);
    see_kinematics(w);
  }
  free(scale);
  return status;
}

static lash_status make(work *w, lash_error *error) {
  audit *a = w->a;
  const size_t numbers = w->n->y + 2 * w->n->v + w->n->constraints + 5 * a->rows + 1;
  double *room = calloc(numbers, sizeof *room);
  a->part = calloc(w->m->count + 1, sizeof *a->part);
  a->joint = calloc(w->n->joints + 1, sizeof *a->joint);
  if (!room || !a->part || !a->joint) {
    free(room);
    return lash_fail(error, LASH_FAILURE, "out of memory");
  }
  w->y = room, w->given = w->y + w->n->y, w->computed = w->given + w->n->v;
  w->lambda = w->computed + w->n->v, w->time = w->lambda + w->n->constraints;
  w->power = w->time + a->rows, w->flow = w->power + a->rows;
  w->kinetic = w->flow + a->rows, w->gravity = w->kinetic + a->rows;
  for (size_t i = 0; i < w->m->count; i++) a->part[a->parts++].part = w->m->item[i].part;
  const lash_status status = see_all(w, error);
  free(room);
  return status;
}

lash_status results_audit_make(audit *a, const part_motions *motions, const lash_model *model,
                               lash_error *error) {
  work w = {.a = a, .m = motions, .model = model};
  *a = (audit){.rows = motions->rows, .accelerations = motions->accelerations};
  if (a->rows < 2)
    return lash_fail(error, LASH_BAD_INPUT, "%s has %zu step%s: two are wanted at least",
                     motions->set.path, a->rows, a->rows == 1 ? "" : "s");
  lash_status status = lash_system_create(model, NULL, &w.system, error);
  if (status != LASH_OK) return status;
  w.n = lash_system_size(w.system);
  a->redundant = w.n->redundant;
  a->states = w.n->x;
  if (w.n->cells || w.n->bodies != motions->count)
    status =
        lash_fail(error, LASH_UNSUPPORTED,
                  "flexible bodies and point masses are not audited: their coordinates are not "
                  "read from results");
  if (status == LASH_OK) status = make(&w, error);
  lash_system_free(w.system);
  return status;
}

void results_audit_free(audit *a) {
  free(a->part), free(a->joint);
  *a = (audit){.rows = 0};
}

double results_audit_worst(const audit *a, char *what, size_t size) {
  double worst = a->places.worst;
  snprintf(what, size, "joints and motions do not hold");
  if (a->speeds.worst > worst) worst = a->speeds.worst;
  if (a->energy.worst > worst) {
    worst = a->energy.worst;
    snprintf(what, size, "energy is not balanced");
  }
  for (size_t i = 0; i < a->parts; i++) {
    const audit_part *p = &a->part[i];
    if (!(p->acceleration.worst > worst)) continue;
    worst = p->acceleration.worst;
    snprintf(what, size, "F is not m a of PART/%d%s%s%s", p->part->head.id,
             p->part->head.name ? " (" : "", p->part->head.name ? p->part->head.name : "",
             p->part->head.name ? ")" : "");
  }
  return worst;
}
