/* Friction at a site: sliding, drilling and rolling, with bristles carried from step to step.
 *
 * Bristles live in the tangent plane. Between the accepted step and the trial the normal moves, and
 * the bristles with it by the shortest turn; the tangents may turn otherwise, by `turn`, so the
 * deflections turn back in their axes. Bristles are rooted in both bodies: when one drills over the
 * other, they turn with half of it. Neither depends on which body is called the outer one, nor on
 * the axes of its marker. */
#include <math.h>
#include <string.h>

#include "joint_impl.h"
#include "lash_math.h"
#include "lash_space.h"

/* ---------------------------------------------------------------------------------------- slip */

static double disc(const lash_joint *joint, double delta, double *slope) {
  *slope = 0;
  if (joint->spin_a > 0) return joint->spin_a;
  const double a = sqrt(joint->spin_R * fmax(0, delta));
  if (a >= joint->spin_most) return joint->spin_most;
  if (a > 0) *slope = 0.5 * joint->spin_R / a;
  return a;
}

lash_joint_slip lash_joint_slip_of(const lash_joint *joint, const lash_joint_site *site) {
  lash_joint_slip s = {.q = {site->vt[0], site->vt[1], 0}};
  if (joint->spin == LASH_SPIN_NONE) return s;
  const double share = joint->friction.dim == 3 ? lash_spin_drilling(joint->spin) : 1;
  s.arm = share * disc(joint, site->delta, &s.arm_d);
  s.arm_d *= share;
  s.q[2] = s.arm * site->spin;
  return s;
}

double lash_joint_turn(const lash_joint_site_memory *past, const lash_joint_site *site) {
  double carried[3], across[3];
  lash_carry_tangent(past->n, past->t, site->n, carried);
  cross3(site->n, site->t, across);
  return lash_atan2(dot3(carried, across), dot3(carried, site->t));
}

/* ---------------------------------------------------------------------- bristles carried along */

/* Where a law's bristles come from. */
typedef struct past_bristles {
  const lash_friction *law;
  const double *z; /* then, and the slip and load then */
  double slip[3], normal;
  bool touching; /* then */
  double h;      /* since */
} past_bristles;

/* What they meet at the trial. */
typedef struct trial {
  double slip[3], normal;
  double turn;  /* of what is carried against the axes of the trial */
  double drill; /* half the spin about the normal since then */
} trial;

static void turn2(double angle, double v[2]) {
  const double c = lash_cos(angle), s = lash_sin(angle), x = v[0];
  if (angle == 0) return;
  v[0] = c * x - s * v[1];
  v[1] = s * x + c * v[1];
}

/* Deflections at the trial time: carried on with the mean of the velocities and loads at both ends,
 * half of the drilling before and half after, which is second order in the step. */
static void carry_on(const past_bristles *past, const trial *now, double *z) {
  lash_friction_input in = {.normal = now->normal};
  copy3(now->slip, in.vt);
  memcpy(z, past->z, LASH_FRICTION_STATES_MAX * sizeof *z);
  if (past->touching) {
    double old[3] = {past->slip[0], past->slip[1], past->slip[2]};
    turn2(now->turn, old);
    for (int k = 0; k < 3; k++) in.vt[k] = 0.5 * (now->slip[k] + old[k]);
    in.normal = 0.5 * (now->normal + past->normal);
    lash_friction_turn(past->law, now->turn + 0.5 * now->drill, z);
  }
  if (past->h > 0) lash_friction_advance(past->law, &in, past->h, z);
  if (past->touching) lash_friction_turn(past->law, 0.5 * now->drill, z);
}

/* How the carried-on deflections change with the numbers of a trial: slip, load, turn, drill. The
 * laws do not differentiate their internal step, so it is differenced here, to fourth order. */
enum { BY_LOAD = 3, BY_TURN, BY_DRILL, TRIAL_NUMBERS };

static double *number_of(trial *t, int by) {
  if (by < BY_LOAD) return &t->slip[by];
  return by == BY_LOAD ? &t->normal : by == BY_TURN ? &t->turn : &t->drill;
}

static double step_of(const trial *t, int by) {
  const double speed = fabs(t->slip[0]) + fabs(t->slip[1]) + fabs(t->slip[2]);
  if (by < BY_LOAD) return 1e-4 * (speed > 1e-8 ? speed : 1e-8);
  return by == BY_LOAD ? 1e-4 * t->normal : 1e-4;
}

static void carry_on_change(const past_bristles *past, const trial *now, int by, size_t states,
                            double *dz) {
  static const double weight[4] = {1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12};
  static const double place[4] = {-2, -1, 1, 2};
  const double step = step_of(now, by);
  memset(dz, 0, states * sizeof *dz);
  if (!(step > 0) || !(past->h > 0) || (by > BY_LOAD && !past->touching)) return;
  for (int n = 0; n < 4; n++) {
    double z[LASH_FRICTION_STATES_MAX];
    trial moved = *now;
    *number_of(&moved, by) += place[n] * step;
    carry_on(past, &moved, z);
    for (size_t k = 0; k < states; k++) dz[k] += weight[n] / step * z[k];
  }
}

/* -------------------------------------------------------------------------- a law, whole */

/* Resistance along the slip's components with its partials by the numbers of a trial. */
typedef struct resistance {
  double force[3], by[3][TRIAL_NUMBERS];
} resistance;

static void take(const lash_friction_value *value, resistance *r) {
  for (int k = 0; k < 3; k++) {
    r->force[k] = value->force[k];
    for (int c = 0; c < 3; c++) r->by[k][c] = value->d_vt[k][c];
    r->by[k][BY_LOAD] = value->d_normal[k];
    r->by[k][BY_TURN] = r->by[k][BY_DRILL] = 0;
  }
}

static void add_internal_change(const past_bristles *past, const trial *now,
                                const lash_friction_value *value, resistance *r) {
  const size_t states = lash_friction_states(past->law), dim = past->law->dim;
  double dz[LASH_FRICTION_STATES_MAX];
  for (int by = 0; by < TRIAL_NUMBERS; by++) {
    if (by < BY_LOAD ? by >= (int)dim : by > BY_LOAD && dim < 2) continue;
    carry_on_change(past, now, by, states, dz);
    for (size_t k = 0; k < dim; k++)
      for (size_t n = 0; n < states; n++) r->by[k][by] += value->d_z[k][n] * dz[n];
  }
}

/* The law's answer when its bristles are stepped here. */
static void internal_law(const past_bristles *past, const trial *now, bool started, bool partials,
                         double *z, lash_friction_value *value, resistance *r) {
  const bool states = lash_friction_states(past->law) > 0;
  if (started && states)
    carry_on(past, now, z);
  else
    lash_friction_reset(past->law, z);
  lash_friction_input in = {.normal = now->normal, .z = z};
  copy3(now->slip, in.vt);
  lash_friction_force(past->law, &in, value);
  take(value, r);
  if (partials && started && states) add_internal_change(past, now, value, r);
}

/* -------------------------------------------------------------------------- sliding, drilling */

static void put_sliding(const lash_joint_slip *s, double spin, double h, const resistance *r,
                        lash_point_load *p) {
  const double drill = 0.25 * h; /* half of the mean spin over the step */
  for (int k = 0; k < 2; k++) {
    p->friction[k] = r->force[k];
    p->friction_d_normal[k] = r->by[k][BY_LOAD];
    p->friction_d_vt[k][0] = r->by[k][0];
    p->friction_d_vt[k][1] = r->by[k][1];
    p->friction_d_spin[k] = r->by[k][2] * s->arm + r->by[k][BY_DRILL] * drill;
    p->friction_d_delta[k] = r->by[k][2] * s->arm_d * spin;
    p->friction_d_turn[k] = r->by[k][BY_TURN];
    p->torque_d_vt[k] = s->arm * r->by[2][k];
  }
  p->torque = s->arm * r->force[2];
  p->torque_d_normal = s->arm * r->by[2][BY_LOAD];
  p->torque_d_spin = s->arm * (s->arm * r->by[2][2] + r->by[2][BY_DRILL] * drill);
  p->torque_d_delta = s->arm_d * (r->force[2] + s->arm * spin * r->by[2][2]);
  p->torque_d_turn = s->arm * r->by[2][BY_TURN];
}

/* States that the caller integrates stay in the tangents' axes, as he keeps them. */
static void given_law(const lash_joint *joint, const lash_joint_memory *memory,
                      const lash_joint_state *state, size_t site, const trial *now,
                      lash_joint_load *load, resistance *r) {
  if (memory->started) memcpy(load->z, memory->site[site].z, sizeof load->z);
  memcpy(load->z, state->z[site], lash_joint_site_states(joint) * sizeof *load->z);
  lash_friction_input in = {.normal = now->normal, .z = load->z};
  lash_friction_value value;
  copy3(now->slip, in.vt);
  lash_friction_force(&joint->friction, &in, &value);
  memcpy(load->d_z, value.d_z, sizeof load->d_z);
  take(&value, r);
}

static void slide(const lash_joint *joint, const lash_joint_memory *memory,
                  const lash_joint_state *state, size_t site, bool partials, const trial *at,
                  lash_joint_load *load) {
  const lash_joint_site *here = &state->site[site];
  const lash_joint_site_memory *m = &memory->site[site];
  const lash_joint_slip s = lash_joint_slip_of(joint, here);
  const double h = memory->started ? state->time - memory->time : 0;
  const past_bristles past = {&joint->friction, m->z, {m->vt[0], m->vt[1], m->vt[2]}, m->normal,
                              m->touching > 0,  h};
  trial now = *at;
  resistance r;
  lash_friction_value value; /* large; what is read of it is written */
  copy3(s.q, now.slip);
  if (joint->spin != LASH_SPIN_NONE && joint->friction.dim == 2) {
    lash_friction_input in = {.normal = now.normal};
    copy3(now.slip, in.vt);
    lash_spin_force(&joint->friction, joint->spin, &in, &value);
    take(&value, &r);
  } else if (joint->states_given && lash_friction_states(&joint->friction) > 0) {
    given_law(joint, memory, state, site, &now, load, &r);
  } else {
    internal_law(&past, &now, memory->started, partials, load->z, &value, &r);
  }
  put_sliding(&s, here->spin, past.touching ? h : 0, &r, &load->point);
}

/* ------------------------------------------------------------------------------------- rolling */

static void roll(const lash_joint *joint, const lash_joint_memory *memory,
                 const lash_joint_state *state, size_t site, bool partials, const trial *at,
                 lash_joint_load *load) {
  const lash_joint_site *here = &state->site[site];
  const lash_joint_site_memory *m = &memory->site[site];
  const double R = joint->rolling_R, h = memory->started ? state->time - memory->time : 0;
  const past_bristles past = {&joint->rolling, m->rolling_z,    {R * m->roll[0], R * m->roll[1], 0},
                              m->normal,       m->touching > 0, h};
  trial now = *at;
  resistance r;
  lash_friction_value value; /* large; what is read of it is written */
  lash_point_load *p = &load->point;
  store3(R * here->roll[0], R * here->roll[1], 0, now.slip);
  internal_law(&past, &now, memory->started, partials, load->rolling_z, &value, &r);
  for (int k = 0; k < 2; k++) {
    p->couple[k] = R * r.force[k];
    p->couple_d_normal[k] = R * r.by[k][BY_LOAD];
    p->couple_d_turn[k] = R * r.by[k][BY_TURN];
    p->couple_d_spin[k] = past.touching ? 0.25 * h * R * r.by[k][BY_DRILL] : 0;
    for (int c = 0; c < 2; c++) p->couple_d_roll[k][c] = R * R * r.by[k][c];
  }
}

/* ---------------------------------------------------------------------------------------- both */

void lash_joint_rub(const lash_joint *joint, const lash_joint_memory *memory,
                    const lash_joint_state *state, size_t site, bool partials,
                    lash_joint_load *load) {
  const lash_joint_site *here = &state->site[site];
  const lash_joint_site_memory *past = &memory->site[site];
  const bool states = (joint->has_friction && lash_friction_states(&joint->friction) > 0) ||
                      (joint->has_rolling && lash_friction_states(&joint->rolling) > 0);
  memset(load->z, 0, sizeof load->z);
  if (joint->states_given) memset(load->d_z, 0, sizeof load->d_z);
  if (joint->has_rolling) memset(load->rolling_z, 0, sizeof load->rolling_z);
  if (!lash_joint_touches(joint, here)) return;
  trial now = {.normal = load->point.normal};
  load->carried = states && memory->started && past->touching > 0;
  if (load->carried) {
    now.turn = lash_joint_turn(past, here);
    now.drill = 0.25 * (state->time - memory->time) * (past->spin + here->spin);
  }
  load->point.turns = load->carried || joint->has_rolling || joint->spin != LASH_SPIN_NONE;
  if (joint->has_friction) slide(joint, memory, state, site, partials, &now, load);
  if (joint->has_rolling) roll(joint, memory, state, site, partials, &now, load);
}

void lash_joint_rates(const lash_joint *joint, const lash_joint_site *site,
                      const lash_joint_load *load, lash_friction_rate *rate) {
  const lash_joint_slip s = lash_joint_slip_of(joint, site);
  lash_friction_input in = {.normal = load->point.normal, .z = load->z};
  copy3(s.q, in.vt);
  lash_friction_rates(&joint->friction, &in, rate);
}
