/* Reset, commit, and the memory as numbers. */
#include <math.h>
#include <string.h>

#include "joint_impl.h"
#include "lash_space.h"

/* ---------------------------------------------------------------------------- reset and commit */

/* Energy flow out of the bodies at a state. */
static double power_of(const lash_joint_site *site, const lash_joint_load *load) {
  const lash_point_load *p = &load->point;
  return p->normal * site->v + p->friction[0] * site->vt[0] + p->friction[1] * site->vt[1] +
         p->torque * site->spin + p->couple[0] * site->roll[0] + p->couple[1] * site->roll[1] +
         site->film;
}

static void remember(const lash_joint *joint, lash_joint_site_memory *memory,
                     const lash_joint_site *site, const lash_joint_load *load) {
  const lash_joint_slip slip = lash_joint_slip_of(joint, site);
  copy3(slip.q, memory->vt);
  memory->spin = site->spin;
  memory->roll[0] = site->roll[0], memory->roll[1] = site->roll[1];
  copy3(site->n, memory->n);
  copy3(site->t, memory->t);
  memory->normal = load->point.normal;
  memory->touching = lash_joint_touches(joint, site);
  memory->power = power_of(site, load);
}

static bool wears(const lash_joint *joint, const lash_joint_memory *memory) {
  return joint->has_wear && memory->worn;
}

static void wear_commit(const lash_joint *joint, lash_joint_worn *worn, const lash_joint_state *now,
                        const lash_joint_rubbing rubs[LASH_JOINT_WORN],
                        const lash_point_load *first, double h) {
  if (lash_joint_wears_socket(joint))
    lash_joint_wear_ball_commit(joint, &worn->socket, &now->site[0], first, h);
  else
    lash_joint_wear_commit(joint, worn, now, rubs, h);
}

void lash_joint_reset(const lash_joint *joint, lash_joint_memory *memory,
                      const lash_joint_state *now) {
  memory->started = 1;
  memory->stepped = 0;
  memory->time = now->time;
  lash_joint_rubbing rubs[LASH_JOINT_WORN];
  lash_point_load first; /* of joints that wear, as rubs are: it is large */
  for (size_t k = 0; k < joint->site_count; k++) {
    lash_joint_site_memory *m = &memory->site[k];
    const lash_joint_site *site = &now->site[k];
    *m = (lash_joint_site_memory){.energy = 0};
    lash_memory_reset(&m->impact, now->time, site->delta, site->v);
    if (joint->has_friction) lash_friction_reset(&joint->friction, m->z);
    if (joint->has_rolling) lash_friction_reset(&joint->rolling, m->rolling_z);
    lash_joint_load load;
    lash_joint_evaluate(joint, memory, now, k, false, &load);
    remember(joint, m, site, &load);
    if (k == 0 && joint->has_wear) first = load.point;
    if (joint->has_wear && k < LASH_JOINT_WORN)
      rubs[k] = lash_joint_rubbing_of(joint, site, &load.point);
  }
  if (!wears(joint, memory)) return;
  memset(memory->worn, 0, sizeof *memory->worn);
  wear_commit(joint, memory->worn, now, rubs, &first, 0);
}

/* Stick flags and the like switch at accepted steps; states that are given stay their owner's. */
static void settle(const lash_joint *joint, const lash_joint_site *site,
                   const lash_joint_load *load, double *z) {
  memcpy(z, load->z, sizeof load->z);
  if (!joint->states_given || !lash_joint_touches(joint, site)) return;
  const lash_joint_slip slip = lash_joint_slip_of(joint, site);
  lash_friction_input in = {.normal = load->point.normal, .z = z};
  copy3(slip.q, in.vt);
  lash_friction_settle(&joint->friction, &in, z);
}

static const lash_joint_load no_load;

/* Apart, as before, where nothing but contact acts: there is no load. */
static bool stays_apart(const lash_joint *joint, const lash_joint_site_memory *m,
                        const lash_joint_site *site) {
  return !joint->has_friction && !joint->has_film && !joint->has_rolling && !joint->has_wear &&
         !m->touching && m->power == 0 && !lash_joint_touches(joint, site);
}

void lash_joint_commit(const lash_joint *joint, lash_joint_memory *memory,
                       const lash_joint_state *now) {
  if (!memory->started) {
    lash_joint_reset(joint, memory, now);
    return;
  }
  lash_joint_rubbing rubs[LASH_JOINT_WORN];
  lash_point_load first;
  for (size_t k = 0; k < joint->site_count; k++) {
    lash_joint_site_memory *m = &memory->site[k];
    const lash_joint_site *site = &now->site[k];
    if (stays_apart(joint, m, site)) {
      lash_memory_commit(&m->impact, now->time, site->delta, site->v);
      remember(joint, m, site, &no_load);
      continue;
    }
    lash_joint_load load;
    lash_joint_evaluate(joint, memory, now, k, false, &load);
    double before = m->power;
    if (joint->has_friction) settle(joint, site, &load, m->z);
    if (joint->has_rolling) memcpy(m->rolling_z, load.rolling_z, sizeof m->rolling_z);
    lash_memory_commit(&m->impact, now->time, site->delta, site->v);
    remember(joint, m, site, &load);
    m->energy += 0.5 * (before + m->power) * (now->time - memory->time);
    if (k == 0 && joint->has_wear) first = load.point;
    if (joint->has_wear && k < LASH_JOINT_WORN)
      rubs[k] = lash_joint_rubbing_of(joint, site, &load.point);
  }
  if (wears(joint, memory))
    wear_commit(joint, memory->worn, now, rubs, &first, now->time - memory->time);
  memory->time = now->time;
  memory->stepped = 1;
}

/* ---------------------------------------------------------------------------------- as numbers */

/* Numbers of a memory, of an impact, of a site's rest (all of it but impact and states). */
enum { HEAD = 3, IMPACT = 8, STATES = 2 * LASH_FRICTION_STATES_MAX, TAIL = 16 };
enum { PER_SITE = IMPACT + STATES + TAIL };
_Static_assert(HEAD + LASH_JOINT_SITES * PER_SITE == LASH_JOINT_DRY_NUMBERS, "room for a memory");
_Static_assert(sizeof(lash_joint_site_memory) ==
                   sizeof(lash_impact_memory) + (STATES + TAIL) * sizeof(double),
               "what follows an impact are numbers");

enum { WORN = 12 }; /* numbers of a worn site beside its profiles */

enum { SOCKET = 19 }; /* and of a worn socket, both depths of its ball among them */

static size_t worn_numbers(const lash_joint *joint) {
  if (lash_joint_wears_socket(joint)) return SOCKET + 2 * lash_wear_socket_points(&joint->wear);
  return joint->has_wear ? LASH_JOINT_WORN * (WORN + 4 * joint->wear.cells) : 0;
}

size_t lash_joint_numbers(const lash_joint *joint) {
  return HEAD + joint->site_count * PER_SITE + worn_numbers(joint);
}

/* Goes over what is worn, number by number; direction decides who is copied to whom. */
typedef struct walk {
  double *at;
  bool restore;
} walk;

static void pass(walk *w, void *mine, size_t count) {
  memcpy(w->restore ? mine : w->at, w->restore ? w->at : mine, count * sizeof *w->at);
  w->at += count;
}

static void pass_worn(const lash_joint *joint, lash_joint_worn_site *site, walk *w) {
  const size_t cells = joint->wear.cells;
  pass(w, &site->tally, sizeof site->tally / sizeof(double));
  pass(w, &site->at, sizeof site->at / sizeof(double));
  pass(w, &site->load, 1), pass(w, &site->speed, 1);
  pass(w, &site->through, 1), pass(w, &site->since, 1), pass(w, &site->half, 1);
  for (int body = 0; body < 2; body++) {
    pass(w, site->profile.depth[body], cells);
    pass(w, site->more.depth[body], cells);
  }
}

static void pass_socket(const lash_joint *joint, lash_joint_worn_socket *socket, walk *w) {
  const size_t points = lash_wear_socket_points(&joint->wear);
  lash_wear_tally *t = &socket->tally;
  pass(w, t->volume, 2), pass(w, &t->deepest, 1);
  pass(w, &socket->load, 1), pass(w, &socket->power, 1), pass(w, &socket->half, 1);
  pass(w, &socket->through, 1), pass(w, &socket->since, 1);
  pass(w, &socket->profile.ball, 1), pass(w, &socket->more.ball, 1);
  pass(w, &socket->ride, sizeof socket->ride / sizeof(double));
  pass(w, socket->profile.depth, points);
  pass(w, socket->more.depth, points);
}

static lash_status check_worn(const lash_joint *joint, const lash_joint_worn_site *site,
                              lash_error *error) {
  const lash_status status = lash_wear_check(&joint->wear, &site->profile, error);
  return status ? status : lash_wear_check(&joint->wear, &site->more, error);
}

static lash_status check_socket(const lash_joint *joint, const lash_joint_worn_socket *socket,
                                lash_error *error) {
  const lash_status status = lash_wear_socket_check(&joint->wear, &socket->profile, error);
  return status ? status : lash_wear_socket_check(&joint->wear, &socket->more, error);
}

void lash_joint_save(const lash_joint *joint, const lash_joint_memory *memory, double *numbers) {
  const double head[HEAD] = {memory->time, memory->started, memory->stepped};
  memcpy(numbers, head, sizeof head);
  numbers += HEAD;
  for (size_t k = 0; k < joint->site_count; k++, numbers += PER_SITE) {
    const lash_joint_site_memory *m = &memory->site[k];
    const lash_impact_memory *i = &m->impact;
    const double impact[IMPACT] = {i->time,  i->delta,           i->v,     i->v0,
                                   i->start, (double)i->impacts, i->phase, i->rebound};
    memcpy(numbers, impact, sizeof impact);
    memcpy(numbers + IMPACT, m->z, (STATES + TAIL) * sizeof *numbers);
  }
  memset(numbers, 0, worn_numbers(joint) * sizeof *numbers);
  walk w = {numbers, false};
  if (!wears(joint, memory)) return;
  if (lash_joint_wears_socket(joint))
    pass_socket(joint, &memory->worn->socket, &w);
  else
    for (size_t k = 0; k < LASH_JOINT_WORN; k++) pass_worn(joint, &memory->worn->site[k], &w);
}

/* What counts or says which must be a whole number that fits. */
static bool counts(double number, double most) {
  return number >= 0 && number <= most && number == floor(number);
}

static bool restore_site(lash_joint_site_memory *m, const double *n) {
  const double most = 9007199254740992.0; /* 2^53: above, doubles do not count */
  if (!counts(n[5], most) || !counts(n[6], LASH_PHASE_FOLLOWING) || !counts(n[7], 1)) return false;
  m->impact = (lash_impact_memory){
      .time = n[0],
      .delta = n[1],
      .v = n[2],
      .v0 = n[3],
      .start = n[4],
      .impacts = (uint64_t)n[5],
      .phase = (uint32_t)n[6],
      .rebound = (uint32_t)n[7],
  };
  memcpy(m->z, n + IMPACT, (STATES + TAIL) * sizeof *n);
  return true;
}

lash_status lash_joint_restore(const lash_joint *joint, lash_joint_memory *memory,
                               const double *numbers, size_t count, lash_error *error) {
  if (count != lash_joint_numbers(joint)) {
    return lash_fail(error, LASH_BAD_INPUT, "what is restored belongs to another joint");
  }
  /* sites that it does not have are left alone: clearing them costs more than all the rest */
  memory->time = numbers[0];
  memory->started = numbers[1] != 0;
  memory->stepped = numbers[2] != 0;
  for (size_t k = 0; k < joint->site_count; k++) {
    if (restore_site(&memory->site[k], numbers + HEAD + k * PER_SITE)) continue;
    return lash_fail(error, LASH_BAD_INPUT, "what is restored is not the memory of a joint");
  }
  lash_status status = LASH_OK;
  walk w = {(double *)(uintptr_t)numbers + HEAD + joint->site_count * PER_SITE, true};
  if (!wears(joint, memory)) return LASH_OK;
  if (lash_joint_wears_socket(joint)) {
    memory->worn->socket.tally.stiffness = 0;
    pass_socket(joint, &memory->worn->socket, &w);
    return check_socket(joint, &memory->worn->socket, error);
  }
  for (size_t k = 0; k < LASH_JOINT_WORN && !status; k++) {
    pass_worn(joint, &memory->worn->site[k], &w);
    status = check_worn(joint, &memory->worn->site[k], error);
  }
  lash_joint_wear_compare(joint, memory->worn);
  return status;
}
