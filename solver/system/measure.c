/* Measures at the current state: markers, elements and states found for the table of
 * lash_measures.h, and partial derivatives taken from markers to bodies. */
#include "measure.h"

#include "bodies.h"
#include "constraint.h"
#include "lash_expr.h"
#include "reaction.h"
#include "system_states.h"
#include "watching.h"

bool lash_measures_variable(const lash_bound *bound) {
  return bound->kind == LASH_MEASURE_VARVAL || bound->kind == LASH_MEASURE_PINVAL ||
         bound->kind == LASH_MEASURE_POUVAL;
}

/* --------------------------------------------------------------------------------------- values */

/* Acceleration of the origin and angular acceleration, from the accelerations at hand. */
void lash_mark_accelerate(const lash_system *system, lash_mark *mark) {
  if (!mark->body) return;
  const lash_body *body = &system->body[mark->body];
  const double *vdot = system->vdot + 6 * (mark->body - 1);
  double a[3], v[3];
  mul33_3(body->R, vdot + 3, mark->wd);
  copy3(vdot, a);
  add_cross3(1, mark->wd, mark->arm, a);
  cross3(body->w, mark->arm, v);
  add_cross3(1, body->w, v, a);
  copy3(a, mark->a);
}

/* The markers of a measure, with what its form needs of them. */
static inline lash_measured markers_of(lash_system *system, const lash_bound *bound,
                                       const lash_measure_row *m) {
  const int *mark = bound->mark;
  if (m->form > LASH_FORM_APPROACH)
    return (lash_measured){.i = &lash_mark_at(system, mark[0])->motion,
                           .j = &lash_mark_at(system, mark[1])->motion,
                           .component = bound->detail[0]};
  const bool frame = system->mark[mark[3]].body != 0;
  const lash_measured at = {.i = &lash_mark_place(system, mark[0])->motion,
                            .j = &lash_mark_place(system, mark[1])->motion,
                            .k = &lash_mark_at(system, mark[2])->motion,
                            .l = frame ? &lash_mark_place(system, mark[3])->motion : NULL};
  if (m->depends_on == LASH_MEASURE_ACCELERATION) {
    lash_accelerations_ensure(system);
    lash_mark_accelerate(system, &system->mark[mark[0]]);
    lash_mark_accelerate(system, &system->mark[mark[1]]);
    lash_mark_accelerate(system, &system->mark[mark[3]]);
  }
  return at;
}

static double motion_value(lash_system *system, const lash_bound *bound,
                           const lash_measure_row *m) {
  const lash_measured at = markers_of(system, bound, m);
  const double value = lash_motion_measure((lash_measure_kind)bound->kind, &at);
  return bound->angle < 0 ? value : lash_remembered_angle(system, bound->angle, value);
}

double lash_measure_value(lash_system *system, const lash_bound *bound) {
  const lash_measure_row *m = &lash_measure_table[bound->kind];
  double wrench[6];
  if (m->form < LASH_FORM_BETWEEN) return motion_value(system, bound, m);
  if (m->form == LASH_FORM_BETWEEN) {
    lash_marker_wrench(system, bound->mark[0], bound->mark[1], bound->mark[2], wrench);
    return lash_wrench_component(wrench, m->pick);
  }
  if (m->form == LASH_FORM_ELEMENT) {
    lash_element_wrench(system, bound->target, bound->detail[1] != 0, bound->mark[2], wrench);
    return lash_wrench_component(wrench, bound->detail[0]);
  }
  switch (bound->kind) {
    case LASH_MEASURE_DIF:
      return lash_extra_states(system)[bound->target];
    case LASH_MEASURE_DIF1:
      return lash_state_rate(system, bound->target);
    case LASH_MEASURE_ARYVAL:
      return lash_array_component(system, bound->target, bound->detail[0]);
    case LASH_MEASURE_SENVAL:
      return system->sensor[bound->target].held;
    case LASH_MEASURE_MODE:
      return system->analysis_mode;
    default: /* VARVAL, PINVAL, POUVAL */
      return lash_variable_at(system, bound->target);
  }
}

/* -------------------------------------------------------------------------- partial derivatives */

/* Adds a ground-axes turning gradient to the three rotation entries of a body. */
static void add_turn(const lash_body *body, const double turn[3], double *entries) {
  double local[3];
  mult33_3(body->R, turn, local);
  axpy3(1, local, entries);
}

/* What the motion of a marker means for its body's six increments and six velocities. */
static void weigh(lash_system *system, int mark, const lash_motion_weight *weight,
                  lash_gradient *gradient) {
  const lash_mark *m = lash_mark_place(system, mark);
  if (!m->body) return;
  const lash_body *body = &system->body[m->body];
  double *q = gradient->q + 6 * (m->body - 1), *v = gradient->v + 6 * (m->body - 1);
  double turn[3], swing[3];
  switch (weight->part) {
    case LASH_BY_PLACE:
      axpy3(1, weight->g, q);
      cross3(m->arm, weight->g, turn);
      add_turn(body, turn, q + 3);
      break;
    case LASH_BY_TURN:
      add_turn(body, weight->g, q + 3);
      break;
    case LASH_BY_VELOCITY:
      axpy3(1, weight->g, v);
      cross3(m->arm, weight->g, turn);
      add_turn(body, turn, v + 3);
      cross3(body->w, m->arm, swing); /* turns with the body */
      cross3(swing, weight->g, turn);
      add_turn(body, turn, q + 3);
      break;
    case LASH_BY_SPIN:
      add_turn(body, weight->g, v + 3);
      cross3(body->w, weight->g, turn);
      add_turn(body, turn, q + 3);
      break;
  }
}

static void motion_gradient(lash_system *system, const lash_bound *bound, const lash_measure_row *m,
                            double factor, lash_gradient *gradient) {
  lash_motion_weights weights;
  if (m->depends_on == LASH_MEASURE_ACCELERATION) return; /* refused where gradients are needed */
  const lash_measured at = markers_of(system, bound, m);
  lash_motion_weigh((lash_measure_kind)bound->kind, &at, factor, &weights);
  for (int k = 0; k < weights.count; k++)
    weigh(system, bound->mark[weights.item[k].role], &weights.item[k], gradient);
}

void lash_measure_gradient(lash_system *system, const lash_bound *bound, double weight,
                           lash_gradient *gradient) {
  const lash_measure_row *m = &lash_measure_table[bound->kind];
  if (m->form < LASH_FORM_BETWEEN) {
    motion_gradient(system, bound, m, weight, gradient);
    return;
  }
  switch (bound->kind) {
    case LASH_MEASURE_VARVAL:
    case LASH_MEASURE_PINVAL:
    case LASH_MEASURE_POUVAL:
      lash_variable_gradient(system, bound->target, weight, gradient);
      break;
    case LASH_MEASURE_DIF:
      gradient->x[bound->target] += weight;
      break;
    case LASH_MEASURE_DIF1:
      lash_state_rate_gradient(system, bound->target, weight, gradient);
      break;
    case LASH_MEASURE_ARYVAL:
      lash_array_gradient(system, bound->target, bound->detail[0], weight, gradient);
      break;
    default: /* forces: refused where gradients are needed */
      break;
  }
}

/* ---------------------------------------------------------------------- second time derivatives */

/* Of a marker's origin at constant angular velocity. */
static void accelerate(lash_system *system, int mark, double a[3]) {
  const lash_mark *m = lash_mark_place(system, mark);
  double v[3];
  cross3(m->w, m->arm, v);
  cross3(m->w, v, a);
}

void lash_measure_jet(lash_system *system, const lash_bound *bound, double jet[3]) {
  const lash_measure_row *m = &lash_measure_table[bound->kind];
  if (m->depends_on == LASH_MEASURE_DISPLACEMENT && m->form < LASH_FORM_BETWEEN) {
    const lash_measured at = markers_of(system, bound, m);
    double bias[3][3];
    for (int k = 0; k < 3; k++) accelerate(system, bound->mark[k], bias[k]);
    lash_motion_jet((lash_measure_kind)bound->kind, &at, bias, jet);
    if (bound->angle >= 0) jet[0] = lash_remembered_angle(system, bound->angle, jet[0]);
  } else if (lash_measures_variable(bound)) {
    lash_variable_jet(system, bound->target, jet);
  } else {
    jet[0] = lash_measure_value(system, bound);
    jet[1] = jet[2] = 0;
  }
}
