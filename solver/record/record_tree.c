/* Which joint carries each body, and what its coordinates are. */
#include "record_impl.h"

#include "lash_angles.h"

/* What a type of joint leaves free, and how many rows it saves as a joint of the tree. */
typedef struct type_row {
  const char *name;
  int gain;
  bool ball;
  bool axis[AXES];
  int groups; /* the first groups of the joint are met by the tree */
} type_row;

static const type_row types[] = {
    {"REVOLUTE", 5, false, {[TURN_Z] = true}, 2},
    {"TRANSLATIONAL", 5, false, {[SLIDE_Z] = true}, 2},
    {"CYLINDRICAL", 4, false, {[SLIDE_Z] = true, [TURN_Z] = true}, 2},
    {"SCREW", 4, false, {[SLIDE_Z] = true, [TURN_Z] = true}, 2},
    {"PLANAR", 3, false, {[SLIDE_X] = true, [SLIDE_Y] = true, [TURN_Z] = true}, 2},
    {"FIXED", 6, false, {false}, 2},
    {"SPHERICAL", 3, true, {false}, 1},
    {"ATPOINT", 3, true, {false}, 1},
    {"HOOKE", 3, true, {false}, 1},
    {"UNIVERSAL", 3, true, {false}, 1},
    {"CONVEL", 3, true, {false}, 1},
};

static const type_row *type_of(const lash_system *system, const lash_owner *owner) {
  if (!owner->active || owner->motion || owner->i < 0) return NULL;
  if (system->body[system->mark[owner->i].body].point ||
      system->body[system->mark[owner->j].body].point)
    return NULL;
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (lash_same_name(types[k].name, owner->type)) return &types[k];
  return NULL;
}

static bool is_driven(const lash_system *system, const lash_owner *joint) {
  for (size_t k = 0; k < system->owner_count; k++) {
    const lash_owner *o = &system->owner[k];
    if (o->motion && o->active && o->i == joint->i && o->j == joint->j) return true;
  }
  return false;
}

/* Grows the tree by the joint that saves most rows; a driven one, then the nearer to ground, before
 * others. */
typedef struct growth {
  lash_recording *record;
  int *depth; /* by body; -1: not in the tree yet */
  const type_row **type;
  bool *driven;
} growth;

static bool better(const growth *g, int candidate, int best, int parent, int parent_best) {
  if (best < 0) return true;
  const int a = g->type[candidate]->gain, b = g->type[best]->gain;
  if (a != b) return a > b;
  if (g->driven[candidate] != g->driven[best]) return g->driven[candidate];
  return g->depth[parent] < g->depth[parent_best];
}

static void hang(growth *g, int owner, int parent, size_t place) {
  lash_recording *r = g->record;
  const lash_system *system = r->system;
  const lash_owner *o = &system->owner[owner];
  const type_row *type = g->type[owner];
  const bool child_has_i = system->mark[o->j].body == parent;
  const int body = system->mark[child_has_i ? o->i : o->j].body;
  tree_joint *joint = &r->tree[body];
  *joint = (tree_joint){.owner = owner,
                        .parent = parent,
                        .mark_p = child_has_i ? o->j : o->i,
                        .mark_c = child_has_i ? o->i : o->j,
                        .spins = type->ball,
                        .q = -1,
                        .u = -1};
  for (int k = 0; k < AXES; k++)
    joint->axis[k] = (tree_axis){.moves = type->axis[k],
                                 .drive = -1,
                                 .q = -1,
                                 .u = -1,
                                 .follow = -1,
                                 .way = child_has_i || k < SLIDE_Z ? 1 : -1};
  for (int k = 0; k < type->groups && k < o->groups; k++) r->in_tree[o->first_group + k] = true;
  r->order[place] = body;
  g->depth[body] = g->depth[parent] + 1;
}

static void hang_free(growth *g, int body, size_t place) {
  lash_recording *r = g->record;
  r->tree[body] = (tree_joint){
      .owner = -1, .spins = !r->system->body[body].point, .free = true, .q = -1, .u = -1};
  for (int k = 0; k < AXES; k++)
    r->tree[body].axis[k] = (tree_axis){.drive = -1, .q = -1, .u = -1, .follow = -1, .way = 1};
  r->order[place] = body;
  g->depth[body] = 1;
}

static bool grow(growth *g, size_t place) {
  const lash_system *system = g->record->system;
  int best = -1, parent_best = 0;
  for (int k = 0; k < (int)system->owner_count; k++) {
    if (!g->type[k]) continue;
    const int i = system->mark[system->owner[k].i].body, j = system->mark[system->owner[k].j].body;
    if ((g->depth[i] < 0) == (g->depth[j] < 0)) continue;
    const int parent = g->depth[i] < 0 ? j : i;
    if (better(g, k, best, parent, parent_best)) best = k, parent_best = parent;
  }
  if (best < 0) return false;
  hang(g, best, parent_best, place);
  return true;
}

/* MOTIONs on joints of the tree that are functions of time prescribe a coordinate. */
static void find_drives(lash_recording *r) {
  const lash_system *system = r->system;
  for (size_t g = 0; g < system->group_count; g++) {
    const lash_group *group = &system->group[g];
    if (group->motion < 0 || !system->owner[group->owner].active) continue;
    const lash_drive *drive = &system->drive[group->motion];
    const bool turns = group->kind == LASH_GROUP_ANGLE && group->axis[0][0] == LASH_ANGLE_AZ;
    const bool slides = group->kind == LASH_GROUP_DOT2 && group->axis[0][1] == SLIDE_Z;
    if (drive->order || drive->function < 0 || !(turns || slides)) continue;
    for (size_t b = 1; b < system->body_count; b++) {
      tree_joint *joint = &r->tree[b];
      if (joint->owner < 0 || system->owner[joint->owner].i != group->i ||
          system->owner[joint->owner].j != group->j)
        continue;
      tree_axis *axis = &joint->axis[turns ? TURN_Z : SLIDE_Z];
      if (!axis->moves || axis->drive >= 0) continue;
      axis->drive = group->motion;
      r->in_tree[g] = true;
      r->driven++;
      break;
    }
  }
}

static void number(lash_recording *r) {
  int followed = 0;
  for (size_t k = 0; k + 1 < r->system->body_count; k++) {
    tree_joint *joint = &r->tree[r->order[k]];
    joint->q = (int)r->coordinates, joint->u = (int)r->speeds;
    if (joint->free) r->coordinates += 3, r->speeds += 3;
    if (joint->spins) r->coordinates += 4, r->speeds += 3;
    for (int a = 0; a < AXES; a++) {
      if (joint->axis[a].drive >= 0) joint->axis[a].follow = followed++;
      if (!joint->axis[a].moves || joint->axis[a].drive >= 0) continue;
      joint->axis[a].q = (int)r->coordinates++;
      joint->axis[a].u = (int)r->speeds++;
    }
  }
}

void record_plan_tree(lash_recording *r) {
  const lash_system *system = r->system;
  const size_t bodies = system->body_count, owners = system->owner_count;
  growth g = {.record = r,
              .depth = lash_borrow(bodies, sizeof(int)),
              .type = lash_borrow(owners, sizeof(type_row *)),
              .driven = lash_borrow(owners, sizeof(bool))};
  r->tree = lash_take(&r->store, bodies, sizeof *r->tree);
  r->order = lash_take(&r->store, bodies, sizeof *r->order);
  r->in_tree = lash_take(&r->store, system->group_count, sizeof *r->in_tree);
  for (size_t b = 1; b < bodies; b++) g.depth[b] = -1;
  for (size_t k = 0; k < owners; k++) {
    g.type[k] = type_of(system, &system->owner[k]);
    g.driven[k] = g.type[k] && is_driven(system, &system->owner[k]);
  }
  int next = 1;
  for (size_t place = 0; place + 1 < bodies; place++) {
    if (grow(&g, place)) continue;
    while (g.depth[next] >= 0) next++;
    hang_free(&g, next, place);
  }
  find_drives(r);
  number(r);
  r->states = system->size.x;
}
