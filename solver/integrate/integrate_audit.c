#include "integrate_audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = AUDIT_POINTS };

lash_status audit_create(equations *at_work, bool on, audit **made, lash_error *error) {
  lash_system *system = at_work->system;
  const lash_system_sizes *n = lash_system_size(system);
  audit *a = calloc(1, sizeof *a);
  if (!a) return lash_fail(error, LASH_FAILURE, "out of memory for the energy audit");
  a->system = system;
  a->equations = at_work;
  a->on = on;
  a->forces = n->forces + n->flexible;
  a->count = a->forces + n->motions;
  a->work = calloc(3 * a->count + 2 * a->forces + equations_room(system) + n->constraints + 1,
                   sizeof *a->work);
  if (!a->work) {
    audit_free(a);
    return lash_fail(error, LASH_FAILURE, "out of memory for the energy audit");
  }
  a->power = a->work + a->count, a->sum = a->power + a->count;
  a->kept = a->sum + a->count, a->y = a->kept + 2 * a->forces;
  a->lambda = a->y + equations_room(system);
  *made = a;
  return LASH_OK;
}

void audit_free(audit *a) {
  if (!a) return;
  free(a->work);
  free(a);
}

/* Flexible bodies come after the forces: what they keep is strain, counted with the energies. */
void audit_note_kept(audit *a) {
  const size_t acting = lash_system_size(a->system)->forces;
  for (size_t i = 0; i < acting; i++) a->kept[i] = lash_system_force_potential(a->system, i);
}

/* What was gained in an earlier run stands as if this one had begun lower by as much, so that what
 * happened between the two (an equilibrium, a changed load) is no work and no error. */
static void go_on_with(audit *a, const lash_balance *before) {
  lash_energy *start = &a->result.start;
  if (before->count != a->count || before->forces != a->forces) return;
  start->kinetic -= before->gained.kinetic, start->gravity -= before->gained.gravity;
  start->springs -= before->gained.springs, start->strain -= before->gained.strain;
  a->exchanged = before->exchanged, a->worst = before->worst;
  memcpy(a->work, before->work, a->count * sizeof *a->work);
  for (size_t i = 0; i < a->forces; i++) a->kept[a->forces + i] -= before->work[a->count + i];
}

void audit_start(audit *a, const lash_balance *before) {
  lash_system_energy(a->system, &a->result.start);
  audit_note_kept(a);
  memcpy(a->kept + a->forces, a->kept, a->forces * sizeof *a->kept);
  a->result.now = a->result.start;
  a->last_kinetic = a->result.start.kinetic;
  if (before) go_on_with(a, before);
}

lash_balance *audit_balance(const audit *a) {
  lash_balance *b = calloc(1, sizeof *b + (a->count + a->forces) * sizeof *b->work);
  const lash_energy *now = &a->result.now, *start = &a->result.start;
  if (!b) return NULL;
  b->count = a->count, b->forces = a->forces;
  b->gained = (lash_energy){.kinetic = now->kinetic - start->kinetic,
                            .gravity = now->gravity - start->gravity,
                            .springs = now->springs - start->springs,
                            .strain = now->strain - start->strain};
  b->exchanged = a->exchanged, b->worst = a->worst;
  memcpy(b->work, a->work, a->count * sizeof *a->work);
  for (size_t i = 0; i < a->forces; i++)
    b->work[a->count + i] = a->kept[i] - a->kept[a->forces + i];
  return b;
}

static lash_status powers_inside(audit *a, stepper *s, double t, double *power, lash_error *error) {
  lash_status status = s->class->dense(s, t, a->y, error);
  if (status != LASH_OK) return status;
  equations_set(a->equations, t, a->y);
  if (s->class->multipliers) s->class->multipliers(s, t, a->lambda);
  return equations_powers(a->equations, s->class->multipliers ? a->lambda : NULL, power, error);
}

/* Adds up the powers at one point of the rule, forces and motions apart. */
static void keep_node(audit *a, int point, const double *power) {
  a->node[0][point] = a->node[1][point] = 0;
  for (size_t i = 0; i < a->count; i++) a->node[i < a->forces ? 0 : 1][point] += power[i];
}

static void totals(const audit *a, double out[2]) {
  out[0] = out[1] = 0;
  for (size_t i = 0; i < a->count; i++) out[i < a->forces ? 0 : 1] += a->work[i];
}

/* Gauss' rule with three points, exact for polynomials of degree five: all of them inside the step,
 * so that a force that jumps at its end, where an event was located, is not counted on both sides.
 */
static const double place[POINTS] = {0.1127016653792583, 0.5, 0.8872983346207417};
static const double weight[POINTS] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

static lash_status integrate_powers(audit *a, stepper *s, double t1, const double *y,
                                    lash_error *error) {
  const double h = t1 - s->t0;
  lash_status status = LASH_OK;
  a->from = s->t0, a->to = t1;
  totals(a, a->before);
  memset(a->sum, 0, a->count * sizeof *a->sum);
  for (int p = 0; p < POINTS && status == LASH_OK; p++) {
    status = powers_inside(a, s, s->t0 + place[p] * h, a->power, error);
    keep_node(a, p, a->power);
    for (size_t i = 0; i < a->count; i++) a->sum[i] += weight[p] * h * a->power[i];
  }
  equations_set(a->equations, t1, y);
  if (status != LASH_OK) return status;
  for (size_t i = 0; i < a->count; i++) {
    a->work[i] += a->sum[i];
    a->exchanged += fabs(a->sum[i]);
  }
  return LASH_OK;
}

/* Works that the method integrates beside the motion, from y0 to y. */
static void take_works(audit *a, stepper *s, double t1, const double *y) {
  const size_t first = s->size - s->equations->works;
  a->from = s->t0, a->to = t1;
  totals(a, a->before);
  for (size_t i = 0; i < a->count; i++) {
    const double work = y[first + i] - s->y0[first + i];
    a->work[i] += work;
    a->exchanged += fabs(work);
  }
  equations_set(a->equations, t1, y);
}

static double imbalance(const audit *a) {
  const lash_audit *r = &a->result;
  double left = (r->now.kinetic - r->start.kinetic) + (r->now.gravity - r->start.gravity) +
                (r->now.strain - r->start.strain);
  for (size_t i = 0; i < a->count; i++) left -= a->work[i];
  return left;
}

lash_status audit_add(audit *a, stepper *s, double t1, const double *y, lash_error *error) {
  lash_status status = LASH_OK;
  if (!a->on) return LASH_OK; /* energies are asked for in the end */
  a->followed = s->equations->works ? s : NULL;
  if (a->followed)
    take_works(a, s, t1, y);
  else if (a->count > 0 && t1 > s->t0)
    status = integrate_powers(a, s, t1, y, error);
  else
    equations_set(a->equations, t1, y);
  if (status != LASH_OK) return status;
  equations_energy(a->equations, &a->result.now);
  a->exchanged += fabs(a->result.now.kinetic - a->last_kinetic);
  a->last_kinetic = a->result.now.kinetic;
  a->worst = larger(a->worst, fabs(imbalance(a)));
  if (!a->equations->record) audit_note_kept(a);
  return LASH_OK;
}

/* The parabola through the three powers, integrated from the step's start to the fraction u of it.
 */
static double part_of_step(const double power[POINTS], double u) {
  const double middle = power[1], gap = place[2] - place[1];
  const double slope = (power[2] - power[0]) / (2 * gap);
  const double bend = (power[2] - 2 * middle + power[0]) / (2 * gap * gap);
  const double from = -place[1], to = u - place[1];
  return middle * u + slope * (to * to - from * from) / 2 +
         bend * (to * to * to - from * from * from) / 3;
}

static void followed_works_at(audit *a, double t, double work[2]) {
  stepper *s = a->followed;
  const size_t first = s->size - s->equations->works;
  lash_error ignored;
  work[0] = a->before[0], work[1] = a->before[1];
  if (s->class->dense(s, t, a->y, &ignored) != LASH_OK) return;
  for (size_t i = 0; i < a->count; i++)
    work[i < a->forces ? 0 : 1] += a->y[first + i] - s->y0[first + i];
}

void audit_works_at(audit *a, double t, double *forces, double *motions) {
  double work[2];
  const double h = a->to - a->from;
  totals(a, work);
  if (t < a->to && a->followed) {
    followed_works_at(a, t, work);
  } else if (t < a->to && h > 0) {
    const double u = (t - a->from) / h;
    for (int k = 0; k < 2; k++) work[k] = a->before[k] + h * part_of_step(a->node[k], u);
  }
  *forces = work[0], *motions = work[1];
}

const lash_audit *audit_result(audit *a) {
  lash_audit *r = &a->result;
  double work[2];
  totals(a, work);
  r->forces = work[0], r->motions = work[1];
  r->taken = r->given = 0;
  for (size_t i = 0; i < a->forces; i++) {
    const double taken = 0 - a->work[i] - (a->kept[i] - a->kept[a->forces + i]);
    *(taken > 0 ? &r->taken : &r->given) += fabs(taken);
  }
  r->dissipated = r->taken - r->given;
  r->imbalance = a->on ? imbalance(a) : NAN;
  r->exchanged = a->exchanged;
  const double against = a->exchanged > 0 ? a->exchanged : 1;
  r->relative = fabs(r->imbalance) / against;
  r->worst = a->on ? a->worst / against : NAN;
  return r;
}
