#include "bodies.h"
#include "constraint.h"
#include "force_elements.h"
#include "lash_bonds.h"
#include "reaction.h"
#include "storage.h"

typedef struct maker {
  lash_system *system;
  lash_bond_graph *graph;
  size_t *home; /* junction of an owner */
} maker;

static double power_of(const double wrench[6], const double twist[6]) {
  return dot3(wrench, twist) + dot3(wrench + 3, twist + 3);
}

/* ------------------------------------------------------------------------------------ junctions */

static size_t add_junction(maker *m, lash_junction junction) {
  *LASH_APPEND(NULL, m->graph->junction, m->graph->junction_count) = junction;
  return m->graph->junction_count - 1;
}

static void add_bodies(maker *m) {
  for (size_t b = 0; b < m->system->body_count; b++) {
    const lash_body *body = &m->system->body[b];
    lash_junction one = {.body = true,
                         .statement = body->point ? "POINT_MASS" : "PART",
                         .type = b ? "" : "GROUND",
                         .id = body->id,
                         .line = (size_t)body->line};
    if (b) {
      copy3(body->u, one.twist);
      copy3(body->w, one.twist + 3);
    }
    add_junction(m, one);
  }
  m->graph->body_count = m->graph->junction_count;
}

/* The joint whose axis a motion drives: it has the same markers. */
static const lash_owner *driven_joint(const lash_system *system, const lash_owner *motion) {
  for (size_t k = 0; motion->motion && k < system->size.joints; k++) {
    const lash_owner *joint = &system->owner[k];
    if (joint->active && joint->i == motion->i && joint->j == motion->j && joint->type[0])
      return joint;
  }
  return NULL;
}

static void add_owners(maker *m) {
  for (size_t k = 0; k < m->system->owner_count; k++) {
    const lash_owner *owner = &m->system->owner[k];
    const lash_owner *joint = driven_joint(m->system, owner);
    m->home[k] = LASH_NO_JUNCTION;
    if (!owner->active) continue;
    m->home[k] = joint ? m->home[joint - m->system->owner]
                       : add_junction(m, (lash_junction){.statement = owner->statement,
                                                         .type = owner->type,
                                                         .id = owner->id,
                                                         .line = (size_t)owner->line});
  }
}

/* ---------------------------------------------------------------------------------------- bonds */

static lash_bond *add_bond(maker *m, lash_bond_kind kind, size_t body, size_t element) {
  lash_bond *bond = LASH_APPEND(NULL, m->graph->bond, m->graph->bond_count);
  bond->kind = kind;
  bond->body = body;
  bond->element = element;
  return bond;
}

/* The one transformer between an element and a body, to which all that acts there is added. */
static void transfer(maker *m, size_t body, size_t element, const double wrench[6], double sent) {
  lash_bond *bond = NULL;
  for (size_t k = m->graph->bond_count; k-- > 0 && !bond;) {
    lash_bond *b = &m->graph->bond[k];
    if (b->kind == LASH_BOND_TRANSFER && b->body == body && b->element == element) bond = b;
  }
  if (!bond) bond = add_bond(m, LASH_BOND_TRANSFER, body, element);
  for (int k = 0; k < 6; k++) bond->wrench[k] += wrench[k];
  bond->power += power_of(wrench, m->graph->junction[body].twist);
  bond->sent += sent;
}

static void add_source(maker *m, lash_bond_kind kind, size_t element, const char *statement, int id,
                       double power) {
  lash_bond *bond = add_bond(m, kind, LASH_NO_JUNCTION, element);
  bond->statement = statement;
  bond->id = id;
  bond->power = bond->sent = power;
}

/* Does the owner act on the parts of its two markers only? A coupler does not. */
static bool between_markers(const lash_system *system, const lash_owner *owner) {
  const int i = system->mark[owner->i].body, j = system->mark[owner->j].body;
  for (int g = 0; g < owner->groups; g++) {
    const lash_group *group = &system->group[owner->first_group + g];
    const int end = group->first_row + group->rows;
    for (size_t b = system->row_block[group->first_row]; b < system->row_block[end]; b++)
      if (system->block_body[b] != i && system->block_body[b] != j) return false;
  }
  return true;
}

/* At the marker: the wrench reported there times the marker's own twist. */
static double sent_at_marker(lash_system *system, int owner, bool on_j) {
  double wrench[6], twist[6];
  const lash_owner *o = &system->owner[owner];
  const lash_mark *mark = lash_mark_at(system, on_j ? o->j : o->i);
  lash_owner_wrench(system, owner, on_j, 0, wrench);
  copy3(mark->v, twist);
  copy3(system->body[mark->body].w, twist + 3);
  return power_of(wrench, twist);
}

static void join_owner(maker *m, int index) {
  lash_system *system = m->system;
  const lash_owner *owner = &system->owner[index];
  const int i = system->mark[owner->i].body, j = system->mark[owner->j].body;
  const bool plain = between_markers(system, owner);
  for (int b = 0; b < (int)system->body_count; b++) {
    double wrench[6];
    const bool ground = b == 0 && plain && (i == 0 || j == 0);
    if (ground)
      lash_owner_wrench(system, index, j == 0, 0, wrench);
    else if (!b || !lash_owner_on_body(system, owner, b, wrench, wrench + 3))
      continue;
    const double sent = plain ? sent_at_marker(system, index, b == j)
                              : power_of(wrench, m->graph->junction[b].twist);
    transfer(m, (size_t)b, m->home[index], wrench, sent);
  }
}

/* A prescribed rate gives power: -lambda nu, row by row. */
static void drive_owner(maker *m, int index) {
  const lash_system *system = m->system;
  const lash_owner *owner = &system->owner[index];
  double power = 0;
  bool driven = owner->motion;
  for (int g = 0; g < owner->groups; g++) {
    const lash_group *group = &system->group[owner->first_group + g];
    for (int row = group->first_row; row < group->first_row + group->rows; row++) {
      if (system->row_kept[row] < 0 || system->nu[row] == 0) continue;
      power -= system->lambda[system->row_kept[row]] * system->nu[row];
      driven = true;
    }
  }
  if (driven) add_source(m, LASH_BOND_MOTION, m->home[index], owner->statement, owner->id, power);
}

static void force_side(maker *m, size_t element, int mark, const double force[3],
                       const double torque[3], const double point[3]) {
  const int index = m->system->mark[mark].body;
  const lash_body *body = &m->system->body[index];
  double wrench[6], arm[3] = {0}, twist[6];
  copy3(force, wrench);
  copy3(torque, wrench + 3);
  memcpy(twist, m->graph->junction[index].twist, sizeof twist);
  if (index) {
    sub3(point, body->x, arm);
    add_cross3(1, twist + 3, arm, twist);
  }
  const double sent = power_of(wrench, twist);
  add_cross3(1, arm, force, wrench + 3);
  transfer(m, (size_t)index, element, wrench, sent);
}

static lash_status join_force(maker *m, size_t index, lash_error *error) {
  lash_force *force = &m->system->force[index];
  double power;
  const lash_status status = lash_system_force_power(m->system, index, &power, error);
  if (status != LASH_OK || !force->active) return status;
  const lash_load *load = lash_force_load(m->system, force);
  const size_t element = add_junction(
      m,
      (lash_junction){
          .statement = force->statement, .type = "", .id = force->id, .line = (size_t)force->line});
  force_side(m, element, force->i, load->force_i, load->torque_i, load->point_i);
  if (!force->law.action_only)
    force_side(m, element, force->j, load->force_j, load->torque_j, load->point_j);
  add_source(m, LASH_BOND_FORCE, element, force->statement, force->id, power);
  return LASH_OK;
}

/* Inertia, and gravity where there is any. */
static void weigh(maker *m, size_t b) {
  const lash_system *system = m->system;
  const lash_body *body = &system->body[b];
  const double *twist = m->graph->junction[b].twist, *vdot = system->vdot + 6 * (b - 1);
  lash_bond *inertia = add_bond(m, LASH_BOND_INERTIA, b, LASH_NO_JUNCTION);
  axpy3(body->mass, vdot, inertia->wrench);
  if (!body->point) {
    double momentum[3], rate[3];
    mul33_3(body->inertia, body->wb, momentum);
    mul33_3(body->inertia, vdot + 3, rate);
    add_cross3(1, body->wb, momentum, rate);
    mul33_3(body->R, rate, inertia->wrench + 3);
  }
  inertia->power = inertia->sent = power_of(inertia->wrench, twist);
  if (dot3(system->gravity, system->gravity) == 0) return;
  lash_bond *weight = add_bond(m, LASH_BOND_GRAVITY, b, LASH_NO_JUNCTION);
  axpy3(body->mass, system->gravity, weight->wrench);
  weight->power = weight->sent = power_of(weight->wrench, twist);
}

/* -------------------------------------------------------------------------------------- balance */

static void add_power(lash_junction *junction, double power) {
  junction->residual += power;
  junction->exchanged += fabs(power);
}

static void balance_powers(lash_bond_graph *graph) {
  for (size_t k = 0; k < graph->bond_count; k++) {
    const lash_bond *bond = &graph->bond[k];
    const double sign = bond->kind == LASH_BOND_INERTIA ? -1 : 1;
    if (bond->body != LASH_NO_JUNCTION) add_power(&graph->junction[bond->body], sign * bond->power);
    if (bond->element == LASH_NO_JUNCTION) continue;
    const bool leaves = bond->kind == LASH_BOND_TRANSFER;
    add_power(&graph->junction[bond->element], leaves ? -bond->sent : bond->sent);
    graph->worst = fmax(graph->worst, fabs(bond->sent - bond->power));
  }
  for (size_t k = 0; k < graph->junction_count; k++) {
    graph->worst = fmax(graph->worst, fabs(graph->junction[k].residual));
    graph->exchanged = fmax(graph->exchanged, graph->junction[k].exchanged);
  }
}

/* Wrenches on a body less its rate of momentum, which leaves nothing. */
static void balance_wrenches(const lash_system *system, lash_bond_graph *graph, size_t body) {
  double sum[6] = {0}, most[2] = {0};
  for (size_t k = 0; k < graph->bond_count; k++) {
    const lash_bond *bond = &graph->bond[k];
    if (bond->body != body) continue;
    const double sign = bond->kind == LASH_BOND_INERTIA ? -1 : 1;
    for (int c = 0; c < 6; c++) {
      sum[c] += sign * bond->wrench[c];
      most[c / 3] = fmax(most[c / 3], fabs(bond->wrench[c]));
    }
  }
  const int components = system->body[body].point ? 3 : 6;
  for (int c = 0; c < components; c++) {
    if (most[c / 3] > 0)
      graph->junction[body].imbalance =
          fmax(graph->junction[body].imbalance, fabs(sum[c]) / most[c / 3]);
  }
}

static lash_status make(lash_system *system, lash_bond_graph *graph, lash_error *error) {
  lash_status status = lash_system_accelerations(system, NULL, NULL, error);
  if (status != LASH_OK) return status;
  lash_accelerations_ensure(system);
  lash_constraints_update(system);
  maker m = {system, graph, lash_borrow(system->owner_count, sizeof *m.home)};
  add_bodies(&m);
  add_owners(&m);
  for (size_t b = 1; b < system->body_count; b++) weigh(&m, b);
  for (int k = 0; k < (int)system->owner_count; k++) {
    if (!system->owner[k].active) continue;
    join_owner(&m, k);
    drive_owner(&m, k);
  }
  for (size_t k = 0; k < system->force_count && status == LASH_OK; k++)
    status = join_force(&m, k, error);
  if (status == LASH_OK) status = lash_system_take_failure(system, error);
  if (status != LASH_OK) return status;
  balance_powers(graph);
  for (size_t b = 1; b < system->body_count; b++) balance_wrenches(system, graph, b);
  return LASH_OK;
}

/* A copy that outlives scratch; there is an item at least. */
static void *kept(const void *items, size_t count, size_t size) {
  void *copy = items ? malloc(count * size) : NULL;
  return copy ? memcpy(copy, items, count * size) : NULL;
}

static lash_status make_and_keep(lash_system *system, lash_bond_graph *graph, lash_error *error) {
  lash_bond_graph made = {0};
  const lash_status status = make(system, &made, error);
  if (status != LASH_OK) return status;
  *graph = made;
  graph->junction = kept(made.junction, made.junction_count, sizeof *made.junction);
  graph->bond = kept(made.bond, made.bond_count, sizeof *made.bond);
  if (graph->junction && (graph->bond || !made.bond)) return LASH_OK;
  lash_bond_graph_free(graph);
  return lash_out_of_memory(error);
}

lash_status lash_bond_graph_make(lash_system *system, lash_bond_graph *graph, lash_error *error) {
  lash_status status;
  *graph = (lash_bond_graph){0};
  LASH_GUARDED(status, make_and_keep(system, graph, error), error);
  return status;
}

void lash_bond_graph_free(lash_bond_graph *graph) {
  free(graph->junction);
  free(graph->bond);
  *graph = (lash_bond_graph){0};
}

const char *lash_bond_letters(const lash_bond *bond) {
  static const struct {
    const char *statement, *letters;
  } table[] = {{"SPRINGDAMPER", "C R"}, {"BUSHING", "C R"}, {"BEAM", "C R"},
               {"FIELD", "C R"},        {"CONTACT", "R"},   {"FRICTION", "R"}};
  if (bond->kind == LASH_BOND_INERTIA) return "I";
  if (bond->kind == LASH_BOND_MOTION) return "Sf";
  for (size_t k = 0; bond->statement && k < sizeof table / sizeof table[0]; k++)
    if (lash_same_name(bond->statement, table[k].statement)) return table[k].letters;
  return bond->kind == LASH_BOND_TRANSFER ? "MTF" : "Se";
}
