/* A joint with clearance, or a contact, for somebody else's integrator (Model Exchange).
 *
 * Its resources are one text, the words of docs/subroutines.md:
 *   joint=spherical Ri=0.0105 Rj=0.01 normal=flores K=1e9 e=0.8 friction=lugre … [latch=state
 * tau=1e-5]
 *
 * Two frames and their rates go in, wrenches come out. Bristles and the work are states; approach
 * speeds are latched in event mode, where the gap of a site crosses zero. With latch=state they are
 * states too and follow the speed of approach while there is no contact: for importers that know no
 * events. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_joint.h"
#include "lash_laws.h"
#include "lash_space.h"
#include "unit.h"

/* A parameter, and the word that says it. */
typedef struct joint_word {
  char key[64];
  size_t at; /* its number */
  bool given;
  const char *const *choices;
} joint_word;

enum { WORDS = 3 * LASH_PARAMS_MAX + 32 };

/* Numbers of a body's frame, and of what acts on it. */
typedef struct joint_body {
  size_t r, R, v, w, F, T;
} joint_body;

typedef struct joint {
  unit base;
  lash_words words; /* of the resources, cut; words->folder is the unit's */
  const lash_joint_kind *kind;
  lash_joint joint;
  lash_joint_memory memory;
  lash_joint_worn worn; /* the memory's, where the joint wears */
  joint_word word[WORDS];
  size_t word_count;
  bool latch_by_state;
  double tau;
  joint_body body[2];     /* outer, inner */
  size_t sites, bristles; /* of all sites */
  size_t gap, normal, friction, v0, impacts, work, power, z, z_rate, v0_rate, indicator;
  size_t depth, volume; /* what wore */
  double hysteresis;
} joint;

/* ------------------------------------------------------------------------------------- reading */

static lash_status make_joint(joint *j, const lash_words *words, lash_joint *made,
                              lash_error *error) {
  const lash_status status = lash_joint_read(made, j->kind, words, false, error);
  if (status == LASH_OK) made->states_given = true;
  return status;
}

static lash_status cut_words(joint *j, lash_error *error) {
  lash_words *words = &j->words;
  if (strlen(j->base.text) >= sizeof words->text)
    return lash_fail(error, LASH_BAD_INPUT, "the words of a joint are too many");
  strcpy(words->text, j->base.text);
  words->folder = j->base.folder;
  return lash_words_cut(words, error);
}

/* States here are those of sliding in the plane. */
static lash_status check_turning(const lash_joint *made, lash_error *error) {
  const lash_friction *law = made->spin && made->friction.law->states         ? &made->friction
                             : made->has_rolling && made->rolling.law->states ? &made->rolling
                                                                              : NULL;
  if (!law) return LASH_OK;
  return lash_fail(error, LASH_UNSUPPORTED,
                   "%s=%s: bristles that spin or roll are not exported; choose a law without "
                   "memory, such as smooth_tanh, or export the mechanism (lash fmu model)",
                   law == &made->rolling ? "rolling" : "friction", law->law->name);
}

static lash_status read_words(joint *j, lash_error *error) {
  lash_status status = cut_words(j, error);
  if (status != LASH_OK) return status;
  const char *name = lash_words_find(&j->words, "joint");
  const char *latch = lash_words_take(&j->words, "latch");
  const char *tau = lash_words_take(&j->words, "tau");
  j->latch_by_state = j->base.eventless = latch && strcmp(latch, "state") == 0;
  j->tau = 1e-5;
  if (!name) return lash_fail(error, LASH_BAD_INPUT, "joint= is missing: say joint=spherical");
  if (latch && !j->latch_by_state && strcmp(latch, "event") != 0)
    return lash_fail(error, LASH_BAD_INPUT, "latch=%s: choose event or state", latch);
  if (tau && (!lash_parse_number(tau, &j->tau) || !(j->tau > 0)))
    return lash_fail(error, LASH_BAD_INPUT, "tau=%s is no time above 0", tau);
  j->kind = lash_joint_kind_find(name, error);
  if (!j->kind) return LASH_BAD_INPUT;
  if (j->kind->form != LASH_JOINT_SPACE)
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "joint=%s has no frames: an FMU is made of joints in space, such as spherical, "
        "revolute or sphere_plane",
        name);
  status = make_joint(j, &j->words, &j->joint, error);
  if (status == LASH_OK && j->joint.has_wear && j->latch_by_state)
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "wear=%s is counted from step to step, which importers with latch=state do not "
        "tell of: leave one of them out",
        j->joint.wear.params.owner);
  return status == LASH_OK ? check_turning(&j->joint, error) : status;
}

/* ----------------------------------------------------------------------------------- variables */

static void add_word(joint *j, const char *key, const unit_variable *v) {
  if (j->word_count == WORDS) return;
  joint_word *w = &j->word[j->word_count++];
  snprintf(w->key, sizeof w->key, "%s", key);
  w->at = v->at;
  w->given = lash_words_find(&j->words, key) != NULL;
  w->choices = v->choices;
}

/* Parameters of one law: prefix of the variable's name, prefix of the word. */
static void add_law(joint *j, const char *prefix, const char *word, const lash_params *params) {
  for (size_t i = 0; i < params->count; i++) {
    const lash_param *p = &params->table[i];
    char name[64], key[64];
    snprintf(name, sizeof name, "%s.%s", prefix, p->name);
    snprintf(key, sizeof key, "%s%s", word, p->name);
    /* said without the prefix, it is this law's where the contact law has no such parameter;
     * rolling's are always said with it */
    if (*word && strcmp(prefix, "rolling") != 0 && !lash_words_find(&j->words, key) &&
        lash_words_find(&j->words, p->name) &&
        lash_params_find(&j->joint.contact[0].params, p->name) < 0)
      snprintf(key, sizeof key, "%s", p->name);
    const bool radius = !*word && (strcmp(p->name, "Ri") == 0 || strcmp(p->name, "Rj") == 0);
    const bool gap = strcmp(prefix, "film") == 0 && strlen(p->name) == 1 && strchr("RcL", *p->name);
    if (isnan(params->value[i]) || radius || gap) continue; /* not given; or a size of the joint */
    unit_variable *v =
        unit_add(&j->base.table, name,
                 &(unit_facts){UNIT_TUNABLE, p->choices ? UNIT_CHOICE : UNIT_REAL,
                               .start = params->value[i] + (p->choices ? 1 : 0),
                               .unit = p->choices ? "" : p->unit, .meaning = p->meaning});
    v->choices = p->choices;
    if (!p->choices) {
      if (isfinite(p->min)) v->min = p->min;
      if (isfinite(p->max)) v->max = p->max;
    }
    add_word(j, key, v);
  }
}

/* Sizes that the words give. */
static void add_sizes(joint *j) {
  for (size_t k = 0; k < lash_joint_size_count(); k++) {
    const lash_joint_size size = lash_joint_size_at(k);
    const char *text = lash_words_find(&j->words, size.name);
    double value;
    if (!text || !lash_parse_number(text, &value)) continue;
    unit_variable *v = unit_add(
        &j->base.table, size.name,
        &(unit_facts){UNIT_TUNABLE, .start = value, .unit = size.unit, .meaning = size.meaning});
    v->min = 0;
    add_word(j, size.name, v);
  }
}

static size_t add_motion(joint *j, const char *body, const char *what, unit_role role,
                         size_t columns, const char *unit_name, const char *meaning,
                         unsigned bits) {
  char name[32];
  snprintf(name, sizeof name, "%s.%s", body, what);
  unit_variable *v = unit_add(&j->base.table, name,
                              &(unit_facts){role, UNIT_REAL, 3, columns, 0, unit_name, meaning});
  v->terminal = body;
  v->member = v->name + strlen(body) + 1; /* looked up again when the table has its place */
  v->inflow = role == UNIT_OUTPUT;
  if (role == UNIT_INPUT)
    v->is = bits;
  else
    v->depends_on = bits;
  return v->at;
}

static void add_inputs(joint *j, joint_body *b, const char *name) {
  b->r = add_motion(j, name, "r", UNIT_INPUT, 0, "m", "place of the frame", UNIT_ON_PLACES);
  b->R =
      add_motion(j, name, "R", UNIT_INPUT, 3, "1", "axes of the frame as columns", UNIT_ON_PLACES);
  for (size_t k = 0; k < 9 && !j->base.table.no_memory; k += 4) j->base.table.start[b->R + k] = 1;
  b->v = add_motion(j, name, "v", UNIT_INPUT, 0, "m/s", "velocity of the frame", UNIT_ON_SPEEDS);
  b->w = add_motion(j, name, "w", UNIT_INPUT, 0, "rad/s", "angular velocity", UNIT_ON_SPEEDS);
}

enum { ON_MOTION = UNIT_ON_PLACES | UNIT_ON_SPEEDS, ON_ALL = ON_MOTION | UNIT_ON_STATES };

static void add_outputs(joint *j, joint_body *b, const char *name) {
  b->F = add_motion(j, name, "F", UNIT_OUTPUT, 0, "N", "force on the body, at its frame", ON_ALL);
  b->T = add_motion(j, name, "T", UNIT_OUTPUT, 0, "N m", "torque on the body, about its frame",
                    ON_ALL);
}

enum { ON_STEPS = 0 }; /* on steps that are over, and nothing of the present */

static size_t add_result(joint *j, const char *name, unit_role role, unit_type type, size_t rows,
                         const char *unit_name, const char *meaning, unsigned depends) {
  unit_variable *v =
      unit_add(&j->base.table, name, &(unit_facts){role, type, rows, 0, 0, unit_name, meaning});
  v->depends_on = depends;
  return v->at;
}

static size_t add_state(joint *j, const char *name, size_t rows, const char *unit_name,
                        const char *meaning, double nominal, bool shown) {
  unit_variable *v = unit_add(&j->base.table, name,
                              &(unit_facts){UNIT_STATE, UNIT_REAL, rows, 0, 0, unit_name, meaning});
  v->nominal = nominal;
  v->shown = shown;
  v->is = v->depends_on = UNIT_ON_STATES;
  return v->at;
}

static size_t add_rate(joint *j, const char *name, const char *state, const char *unit_name) {
  const unit_variable *of = unit_find(&j->base.table, state);
  if (!of) return 0;
  const size_t index = (size_t)(of - j->base.table.list), rows = of->rows;
  unit_variable *v =
      unit_add(&j->base.table, name,
               &(unit_facts){UNIT_RATE, UNIT_REAL, rows, 0, 0, unit_name, "rate of it"});
  v->state = index;
  v->depends_on = ON_ALL;
  return v->at;
}

static void add_results(joint *j) {
  const size_t n = j->sites > 1 ? j->sites : 0; /* a vector only where there are several */
  j->gap = add_result(j, "gap", UNIT_OUTPUT, UNIT_REAL, n, "m",
                      "distance of the surfaces; negative: penetration", UNIT_ON_PLACES);
  j->normal = add_result(j, "normal_force", UNIT_OUTPUT, UNIT_REAL, n, "N",
                         "normal force of each point of contact", ON_ALL);
  j->friction = add_result(j, "friction_force", UNIT_OUTPUT, UNIT_REAL, n, "N",
                           "magnitude of the friction of each point of contact", ON_ALL);
  if (j->joint.has_wear) {
    j->depth = add_result(j, "worn_depth", UNIT_OUTPUT, UNIT_REAL, 2, "m",
                          "greatest depth of wear of the outer and the inner body", ON_STEPS);
    j->volume = add_result(j, "worn_volume", UNIT_OUTPUT, UNIT_REAL, 2, "m^3",
                           "what wore of the outer and the inner body", ON_STEPS);
  }
  j->work = add_state(j, "work", 0, "J", "work taken from both bodies so far", 1, true);
  j->power = add_rate(j, "der(work)", "work", "W");
  if (j->bristles > 0) {
    j->z = add_state(j, "z", j->bristles, "", "states of the friction law, point by point", 1e-5,
                     false);
    j->z_rate = add_rate(j, "der(z)", "z", "");
  }
  if (j->latch_by_state) {
    j->v0 =
        add_state(j, "v0", n, "m/s", "approach speed, followed until the gap closes", 0.1, true);
    j->v0_rate = add_rate(j, "der(v0)", "v0", "m/s^2");
    return;
  }
  j->v0 = add_result(j, "v0", UNIT_DISCRETE, UNIT_REAL, n, "m/s",
                     "approach speed of the present contact; 0 when there is none", 0);
  j->impacts = add_result(j, "impacts", UNIT_DISCRETE, UNIT_INTEGER, n, "",
                          "contacts that have begun so far", 0);
  j->indicator =
      add_result(j, "crossing", UNIT_INDICATOR, UNIT_REAL, n, "m",
                 "gap with hysteresis, changes sign at a touch and a release", UNIT_ON_PLACES);
}

static void name_members(unit_table *table) {
  for (size_t i = 0; i < table->count; i++) {
    unit_variable *v = &table->list[i];
    if (v->terminal) v->member = v->name + strlen(v->terminal) + 1;
  }
}

static lash_status open(unit *base, lash_error *error) {
  joint *j = (joint *)base;
  const lash_status status = read_words(j, error);
  if (status != LASH_OK) return status;
  const lash_joint *made = &j->joint;
  j->sites = made->site_count;
  j->bristles = lash_joint_states(made);
  add_sizes(j);
  add_law(j, "normal", "", &made->contact[0].params);
  if (made->geometry_count > 1) add_law(j, "stop", "stop.", &made->contact[1].params);
  if (made->has_friction) add_law(j, "friction", "friction.", &made->friction.params);
  if (made->has_rolling) add_law(j, "rolling", "rolling.", &made->rolling.params);
  if (made->has_film) add_law(j, "film", "film.", &made->film.params);
  if (made->has_wear) add_law(j, "wear", "wear.", &made->wear.params);
  add_inputs(j, &j->body[0], "outer");
  add_inputs(j, &j->body[1], "inner");
  add_outputs(j, &j->body[0], "outer");
  add_outputs(j, &j->body[1], "inner");
  add_results(j);
  name_members(&base->table);
  return LASH_OK;
}

/* ----------------------------------------------------------------------------------- parameters */

/* A parameter that was given, or changed since, is said again. */
static bool to_be_said(const joint *j, const joint_word *w) {
  return w->given || j->base.value[w->at] != j->base.table.start[w->at];
}

static bool is_parameter(const joint *j, const char *key) {
  for (size_t k = 0; k < j->word_count; k++)
    if (strcmp(j->word[k].key, key) == 0) return true;
  return strcmp(key, "latch") == 0 || strcmp(key, "tau") == 0;
}

static void say(lash_words *words, size_t *used, const char *key, const char *value) {
  const size_t size = sizeof words->text;
  if (*used < size)
    *used += (size_t)snprintf(words->text + *used, size - *used, "%s=%s ", key, value);
}

/* What a parameter is now, as its word says it. */
static lash_status say_parameter(const joint *j, const joint_word *w, lash_words *words,
                                 size_t *used, lash_error *error) {
  const double value = j->base.value[w->at];
  char number[LASH_NUMBER_MAX];
  size_t choices = 0;
  while (w->choices && w->choices[choices]) choices++;
  if (w->choices && !(value >= 1 && value <= (double)choices))
    return lash_fail(error, LASH_BAD_INPUT, "%s has the choices 1 to %zu, not %g", w->key, choices,
                     value);
  say(words, used, w->key,
      w->choices ? w->choices[(size_t)value - 1] : lash_write_number(value, 17, number));
  return LASH_OK;
}

/* The words of the joint as the parameters are now; those that are none stay as they were. */
static lash_status say_again(const joint *j, lash_words *words, lash_error *error) {
  lash_status status = LASH_OK;
  size_t used = 0;
  words->text[0] = '\0';
  for (size_t k = 0; k < j->words.count; k++)
    if (!is_parameter(j, j->words.list[k].key))
      say(words, &used, j->words.list[k].key, j->words.list[k].value);
  for (size_t k = 0; k < j->word_count && status == LASH_OK; k++)
    if (to_be_said(j, &j->word[k])) status = say_parameter(j, &j->word[k], words, &used, error);
  if (status != LASH_OK) return status;
  if (used >= sizeof words->text)
    return lash_fail(error, LASH_BAD_INPUT, "the words of a joint are too many");
  words->folder = j->words.folder;
  return lash_words_cut(words, error);
}

static lash_status tune(unit *base, lash_error *error) {
  joint *j = (joint *)base;
  lash_words *words = malloc(sizeof *words);
  lash_joint made;
  if (!words) return lash_fail(error, LASH_FAILURE, "out of memory");
  lash_status status = say_again(j, words, error);
  if (status == LASH_OK) status = make_joint(j, words, &made, error);
  free(words);
  if (status != LASH_OK) return status;
  j->joint = made;
  const lash_geometry *g = &made.geometry[0];
  j->hysteresis = 1e-10 * fmax(lash_geometry_clearance(g), 1e-3 * fmax(g->radius_i, g->radius_j));
  if (!(j->hysteresis > 0)) j->hysteresis = 1e-15;
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- states */

/* Axes that are not quite orthogonal (interpolated, differenced) are made so: z, then x. */
static lash_status make_axes(const double *R, double z[3], double x[3], double *z_length,
                             double *x_length, lash_error *error) {
  double along = 0;
  for (int k = 0; k < 3; k++) z[k] = R[3 * k + 2], x[k] = R[3 * k];
  *z_length = sqrt(dot3(z, z));
  for (int k = 0; k < 3; k++) z[k] /= *z_length;
  along = dot3(x, z);
  for (int k = 0; k < 3; k++) x[k] -= along * z[k];
  *x_length = sqrt(dot3(x, x));
  for (int k = 0; k < 3; k++) x[k] /= *x_length;
  if (*z_length > 1e-3 && *x_length > 1e-3 && isfinite(*z_length) && isfinite(*x_length))
    return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "a frame's R is no rotation: its columns are the unit axes x, y, z");
}

static lash_status frame_of(const joint *j, size_t which, lash_frame *frame, lash_error *error) {
  const joint_body *b = &j->body[which];
  const double *value = j->base.value;
  double length[2];
  memcpy(frame->position, value + b->r, sizeof frame->position);
  memcpy(frame->velocity, value + b->v, sizeof frame->velocity);
  memcpy(frame->spin, value + b->w, sizeof frame->spin);
  const lash_status status =
      make_axes(value + b->R, frame->axis, frame->side, &length[0], &length[1], error);
  if (status != LASH_OK) lash_error_prefix(error, which ? "inner.R" : "outer.R");
  return status;
}

/* The joint at the present numbers. */
typedef struct moment {
  lash_frame frame[2];
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_memory latched; /* with latch=state: a memory of this instant alone */
  const lash_joint_memory *memory;
} moment;

static lash_status look(joint *j, bool partials, moment *m, lash_error *error) {
  const size_t each = j->sites ? j->bristles / j->sites : 0;
  lash_joint_begin(&j->joint, j->base.time, &m->state);
  lash_status status = frame_of(j, 0, &m->frame[0], error);
  if (status == LASH_OK) status = frame_of(j, 1, &m->frame[1], error);
  if (status == LASH_OK)
    status = lash_joint_find_points(&j->joint, &j->memory, &m->frame[0], &m->frame[1], partials,
                                    &m->points, m->state.site, error);
  if (status != LASH_OK) return status;
  for (size_t s = 0; s < j->sites && each; s++)
    memcpy(m->state.z[s], j->base.value + j->z + s * each, each * sizeof(double));
  m->memory = &j->memory;
  if (!j->latch_by_state) return LASH_OK;
  m->latched = j->memory;
  m->latched.time = j->base.time;
  m->latched.started = 1;
  for (size_t s = 0; s < j->sites; s++) {
    lash_impact_memory *impact = &m->latched.site[s].impact;
    const lash_joint_site *site = &m->state.site[s];
    *impact = (lash_impact_memory){.time = j->base.time,
                                   .delta = site->delta,
                                   .v = site->v,
                                   .v0 = fmax(j->base.value[j->v0 + s], 0),
                                   .phase = site->delta > 0 ? LASH_PHASE_IMPACT : LASH_PHASE_FREE};
  }
  m->memory = &m->latched;
  return LASH_OK;
}

static void tell_wear(joint *j) {
  lash_joint_worn_total total;
  if (!j->joint.has_wear) return;
  lash_joint_worn_sum(&j->joint, &j->worn, &total);
  memcpy(j->base.value + j->depth, total.depth, sizeof total.depth);
  memcpy(j->base.value + j->volume, total.volume, sizeof total.volume);
}

static lash_status begin(unit *base, lash_error *error) {
  joint *j = (joint *)base;
  moment m;
  j->memory = (lash_joint_memory){.worn = &j->worn};
  lash_status status = look(j, false, &m, error);
  if (status == LASH_OK) status = lash_joint_check_start(&j->joint, &m.points, error);
  if (status == LASH_OK) lash_joint_reset(&j->joint, &j->memory, &m.state), tell_wear(j);
  return status;
}

static bool touching(const joint *j, size_t site) {
  return j->memory.site[site].impact.phase != LASH_PHASE_FREE;
}

static double power_of(const lash_joint_site *s, const lash_joint_load *load) {
  const lash_point_load *p = &load->point;
  return p->normal * s->v + p->friction[0] * s->vt[0] + p->friction[1] * s->vt[1] +
         p->torque * s->spin + p->couple[0] * s->roll[0] + p->couple[1] * s->roll[1] + s->film;
}

static void put_site(joint *j, const moment *m, const lash_joint_force *force, size_t s) {
  double *value = j->base.value;
  const lash_joint_site *site = &m->state.site[s];
  const lash_joint_load *load = &force->load[s];
  const size_t each = j->bristles / j->sites;
  const bool touches = lash_joint_touches(&j->joint, site);
  value[j->gap + s] = -site->delta;
  value[j->normal + s] = load->point.normal;
  value[j->friction + s] = hypot(load->point.friction[0], load->point.friction[1]);
  value[j->power] += power_of(site, load);
  if (each) {
    lash_friction_rate rate = {.zdot = {0}};
    if (touches) lash_joint_rates(&j->joint, site, load, &rate);
    memcpy(value + j->z_rate + s * each, rate.zdot, each * sizeof(double));
  }
  if (j->latch_by_state) {
    value[j->v0_rate + s] = touches ? 0 : (fmax(site->v, 0) - value[j->v0 + s]) / j->tau;
    return;
  }
  value[j->indicator + s] = (touching(j, s) ? -1 : 1) * j->hysteresis - site->delta;
  value[j->v0 + s] = j->memory.site[s].impact.v0;
  value[j->impacts + s] = (double)j->memory.site[s].impact.impacts;
}

static lash_status compute(unit *base, unsigned groups, lash_error *error) {
  joint *j = (joint *)base;
  moment m;
  lash_joint_force force;
  (void)groups; /* everything comes out of one evaluation */
  const lash_status status = look(j, false, &m, error);
  if (status != LASH_OK) return status;
  lash_joint_force_at(&j->joint, m.memory, &m.points, &m.state, false, &force);
  memcpy(base->value + j->body[0].F, force.on_outer.force, 3 * sizeof(double));
  memcpy(base->value + j->body[0].T, force.on_outer.torque, 3 * sizeof(double));
  memcpy(base->value + j->body[1].F, force.on_inner.force, 3 * sizeof(double));
  memcpy(base->value + j->body[1].T, force.on_inner.torque, 3 * sizeof(double));
  base->value[j->power] = 0;
  for (size_t s = 0; s < j->sites; s++) put_site(j, &m, &force, s);
  base->stale = 0;
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- events */

/* The accepted state; bristles of bodies that have parted stand straight again. */
static lash_status commit(joint *j, bool *changed, lash_error *error) {
  moment m;
  const lash_status status = look(j, false, &m, error);
  if (status != LASH_OK) return status;
  bool before[LASH_JOINT_SITES], any = false;
  for (size_t s = 0; s < j->sites; s++) before[s] = touching(j, s);
  lash_joint_commit(&j->joint, &j->memory, &m.state);
  tell_wear(j);
  const size_t each = j->bristles / j->sites;
  for (size_t s = 0; s < j->sites; s++) {
    const bool now = touching(j, s);
    any |= now != before[s];
    if (now != before[s])
      unit_tell(&j->base, "logEvents",
                now ? "touch at time %.10g with %.6g m/s" : "release at time %.10g", j->base.time,
                j->memory.site[s].impact.v0);
    if (each) memcpy(j->base.value + j->z + s * each, j->memory.site[s].z, each * sizeof(double));
  }
  j->base.stale = UNIT_ALL;
  if (changed) *changed = any;
  return LASH_OK;
}

/* Also told where nothing jumps: some importers start their method anew only when they are told
 * that states have changed. */
static lash_status event(unit *base, bool *states_changed, lash_error *error) {
  joint *j = (joint *)base;
  if (j->latch_by_state) return LASH_OK;
  return commit(j, states_changed, error);
}

/* A step that ends on the other side of a touch or release asks for event mode, where it is
 * settled; others are remembered. */
static lash_status completed(unit *base, bool *wants_event, lash_error *error) {
  joint *j = (joint *)base;
  moment m;
  if (j->latch_by_state) return LASH_OK;
  const lash_status status = look(j, false, &m, error);
  if (status != LASH_OK) return status;
  for (size_t s = 0; s < j->sites; s++)
    *wants_event |= lash_joint_touches(&j->joint, &m.state.site[s]) != touching(j, s);
  return *wants_event ? LASH_OK : commit(j, NULL, error);
}

/* -------------------------------------------------------------------------------- sensitivities */

/* The turn of the repaired axes when the nine numbers change by dR. */
static lash_status turn_of(const double *R, const double *dR, double turn[3], lash_error *error) {
  double z[3], x[3], y[3], z_length, x_length, dz[3], dx[3], raw[3];
  const lash_status status = make_axes(R, z, x, &z_length, &x_length, error);
  if (status != LASH_OK) return status;
  for (int k = 0; k < 3; k++) dz[k] = dR[3 * k + 2], dx[k] = dR[3 * k], raw[k] = R[3 * k];
  double along = dot3(dz, z);
  for (int k = 0; k < 3; k++) dz[k] = (dz[k] - along * z[k]) / z_length;
  const double share = dot3(raw, z), share_rate = dot3(dx, z) + dot3(raw, dz);
  for (int k = 0; k < 3; k++) dx[k] -= share_rate * z[k] + share * dz[k];
  along = dot3(dx, x);
  for (int k = 0; k < 3; k++) dx[k] = (dx[k] - along * x[k]) / x_length;
  cross3(z, x, y);
  cross3(z, dz, turn);
  for (int k = 0; k < 3; k++) turn[k] += dot3(dx, y) * z[k];
  return LASH_OK;
}

/* A change of the inputs in the columns of LASH_D_…. */
static lash_status columns_of(const joint *j, const double *seed, double d[LASH_D_COUNT],
                              lash_error *error) {
  const joint_body *a = &j->body[0], *b = &j->body[1];
  for (size_t k = 0; k < 3; k++) {
    d[LASH_D_POSITION + k] = seed[b->r + k] - seed[a->r + k];
    d[LASH_D_VELOCITY + k] = seed[b->v + k] - seed[a->v + k];
    d[LASH_D_SPIN_I + k] = seed[a->w + k];
    d[LASH_D_SPIN_J + k] = seed[b->w + k];
  }
  lash_status status = turn_of(j->base.value + a->R, seed + a->R, d + LASH_D_ROTATION_I, error);
  if (status == LASH_OK)
    status = turn_of(j->base.value + b->R, seed + b->R, d + LASH_D_ROTATION_J, error);
  return status;
}

static double along(const double *row, const double *d) {
  double sum = 0;
  for (size_t k = 0; k < LASH_D_COUNT; k++) sum += row[k] * d[k];
  return sum;
}

/* How the power changes that drilling and rolling take. */
static double turning_power(const lash_point_load *p, const lash_joint_site *site, double ddelta,
                            const double dvt[2], double dnormal, double dspin,
                            const double droll[2]) {
  const double dtorque = p->torque_d_vt[0] * dvt[0] + p->torque_d_vt[1] * dvt[1] +
                         p->torque_d_normal * dnormal + p->torque_d_spin * dspin +
                         p->torque_d_delta * ddelta;
  double change = dtorque * site->spin + p->torque * dspin;
  for (int k = 0; k < 2; k++) {
    const double dcouple = p->couple_d_roll[k][0] * droll[0] + p->couple_d_roll[k][1] * droll[1] +
                           p->couple_d_normal[k] * dnormal;
    change += dcouple * site->roll[k] + p->couple[k] * droll[k];
  }
  return change;
}

/* How one site's numbers change, with its bristles' share of the wrenches. */
static void derive_site(const joint *j, const moment *m, const lash_joint_force *force, size_t s,
                        const double *d, const double *seed, double *change, lash_wrench *outer,
                        lash_wrench *inner) {
  const lash_joint_load *load = &force->load[s];
  const lash_joint_site *site = &m->state.site[s];
  const lash_point_jacobian *by = lash_joint_jacobian(&m->points, s);
  const size_t each = j->bristles / j->sites;
  const double *dz = seed + j->z + s * each;
  const bool touches = lash_joint_touches(&j->joint, site);
  const double ddelta = along(by->delta, d), dv = along(by->v, d);
  const double dvt[2] = {along(by->slip2[0], d), along(by->slip2[1], d)};
  double dnormal = load->point.normal_d_delta * ddelta + load->point.normal_d_v * dv +
                   load->point.normal_d_share * along(by->share, d);
  const double dspin = along(by->spin, d);
  const double droll[2] = {along(by->roll[0], d), along(by->roll[1], d)};
  double dfriction[2], from_z[2] = {0, 0};
  if (j->latch_by_state && touches) { /* v0 is an unknown of its own */
    const lash_contact_value f =
        lash_contact_eval(&j->joint.contact[j->joint.geometry_count > 1 && s >= m->points.first],
                          site->delta, site->v, load->v0);
    const double dv0 = site->share * f.d_v0 * seed[j->v0 + s];
    dnormal += dv0;
    const lash_point_load *p = &load->point;
    lash_point_load alone = {
        .normal = dv0,
        .friction = {p->friction_d_normal[0] * dv0, p->friction_d_normal[1] * dv0},
        .turns = p->turns,
        .torque = p->torque_d_normal * dv0,
        .couple = {p->couple_d_normal[0] * dv0, p->couple_d_normal[1] * dv0}};
    lash_joint_add_wrench(&m->points, s, &alone, outer, inner);
  }
  for (int k = 0; k < 2; k++) {
    for (size_t i = 0; i < each && touches; i++) from_z[k] += load->d_z[k][i] * dz[i];
    dfriction[k] =
        load->point.friction_d_vt[k][0] * dvt[0] + load->point.friction_d_vt[k][1] * dvt[1] +
        load->point.friction_d_normal[k] * dnormal + load->point.friction_d_spin[k] * dspin +
        load->point.friction_d_delta[k] * ddelta + from_z[k];
  }
  const lash_point_load of_z = {.friction = {from_z[0], from_z[1]}};
  if (each && touches) lash_joint_add_wrench(&m->points, s, &of_z, outer, inner);

  const double *f = load->point.friction, size = hypot(f[0], f[1]);
  change[j->gap + s] = -ddelta;
  change[j->normal + s] = dnormal;
  change[j->friction + s] = size > 0 ? (f[0] * dfriction[0] + f[1] * dfriction[1]) / size : 0;
  change[j->power] += dnormal * site->v + load->point.normal * dv + dfriction[0] * site->vt[0] +
                      dfriction[1] * site->vt[1] + f[0] * dvt[0] + f[1] * dvt[1];
  if (load->point.turns)
    change[j->power] += turning_power(&load->point, site, ddelta, dvt, dnormal, dspin, droll);
  if (!j->latch_by_state)
    change[j->indicator + s] = -ddelta;
  else if (!touches)
    change[j->v0_rate + s] = ((site->v > 0 ? dv : 0) - seed[j->v0 + s]) / j->tau;
  if (!each || !touches) return;
  lash_friction_rate rate;
  lash_joint_rates(&j->joint, site, load, &rate);
  for (size_t i = 0; i < each; i++) {
    double sum = rate.d_vt[i][0] * dvt[0] + rate.d_vt[i][1] * dvt[1] + rate.d_normal[i] * dnormal;
    for (size_t n = 0; n < each; n++) sum += rate.d_z[i][n] * dz[n];
    change[j->z_rate + s * each + i] = sum;
  }
}

static lash_status derive(unit *base, const double *seed, double *change, lash_error *error) {
  joint *j = (joint *)base;
  moment m;
  lash_joint_force force;
  double d[LASH_D_COUNT];
  lash_wrench outer = {.force = {0}}, inner = {.force = {0}};
  lash_status status = look(j, true, &m, error);
  if (status == LASH_OK) status = columns_of(j, seed, d, error);
  if (status != LASH_OK) return status;
  lash_joint_force_at(&j->joint, m.memory, &m.points, &m.state, true, &force);
  change[j->work] = seed[j->work];
  change[j->power] = j->joint.has_film ? along(m.points.film.power_by, d) : 0;
  for (size_t s = 0; s < j->sites; s++)
    derive_site(j, &m, &force, s, d, seed, change, &outer, &inner);
  for (size_t k = 0; k < 3; k++) {
    change[j->body[0].F + k] = along(force.outer_by[k], d) + outer.force[k];
    change[j->body[0].T + k] = along(force.outer_by[3 + k], d) + outer.torque[k];
    change[j->body[1].F + k] = along(force.inner_by[k], d) + inner.force[k];
    change[j->body[1].T + k] = along(force.inner_by[3 + k], d) + inner.torque[k];
  }
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- memory */

static size_t memory_size(unit *base) {
  return lash_joint_numbers(&((joint *)base)->joint) * sizeof(double);
}

static lash_status save(unit *base, void *to, lash_error *error) {
  const joint *j = (const joint *)base;
  double numbers[LASH_JOINT_NUMBERS_MAX];
  (void)error;
  lash_joint_save(&j->joint, &j->memory, numbers);
  memcpy(to, numbers, memory_size(base)); /* nobody promises that `to` is aligned */
  return LASH_OK;
}

static lash_status restore(unit *base, const void *from, lash_error *error) {
  joint *j = (joint *)base;
  double numbers[LASH_JOINT_NUMBERS_MAX];
  memcpy(numbers, from, memory_size(base));
  const lash_status status =
      lash_joint_restore(&j->joint, &j->memory, numbers, lash_joint_numbers(&j->joint), error);
  if (status == LASH_OK) tell_wear(j);
  return status;
}

const unit_class joint_unit = {.name = "joint",
                               .size = sizeof(joint),
                               .exchange = true,
                               .open = open,
                               .tune = tune,
                               .begin = begin,
                               .compute = compute,
                               .event = event,
                               .completed = completed,
                               .derive = derive,
                               .memory = memory_size,
                               .save = save,
                               .restore = restore};
