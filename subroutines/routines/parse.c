/* Words to joint, laws and sizes. Structural words come first, whatever their place in the text,
 * because they decide what the other names mean. */
#include "parse.h"

#include <stdio.h>
#include <string.h>

#include "joint_shapes.h"

typedef struct reader {
  element *e;
  const word_list *words;
  lash_error *error;
} reader;

/* ------------------------------------------------------------------------------------ structure */

static const char *joint_name(size_t index, const void *context) {
  (void)context;
  return joint_at(index)->name;
}

/* The form alone decides for CONTACT and, without a word, for VFORCE. */
static const char *usual_joint(statement kind) {
  switch (kind) {
    case STATEMENT_VFORCE:
      return "point";
    case STATEMENT_CONTACT_NORMAL:
      return "contact";
    case STATEMENT_CONTACT_FRICTION:
      return "slip";
    default:
      return NULL;
  }
}

static lash_status read_joint(const reader *r, const element_call *call) {
  const char *named = words_find(r->words, "joint");
  const char *name = call->joint ? call->joint : named ? named : usual_joint(call->kind);
  if (!name) {
    return lash_fail(r->error, LASH_BAD_INPUT, "joint= is missing: say joint=%s or another",
                     call->kind == STATEMENT_SFORCE ? "gap" : "spherical");
  }
  const joint_type *joint = joint_find(name);
  if (!joint) {
    const char *near = lash_nearest_name(name, joint_count(), joint_name, NULL);
    return lash_fail(r->error, LASH_BAD_INPUT, "there is no joint '%s'%s%s%s", name,
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  if (named && !lash_same_name(named, joint->name)) {
    return lash_fail(r->error, LASH_BAD_INPUT, "joint=%s, but this routine is for joint %s", named,
                     joint->name);
  }
  if (!joint_fits(joint, call->kind)) {
    return lash_fail(r->error, LASH_BAD_INPUT, "joint=%s does not belong in a %s", joint->name,
                     statement_name(call->kind));
  }
  r->e->joint = joint;
  return LASH_OK;
}

/* One of a few words; `index` keeps its value when the key is absent. */
static lash_status read_choice(const reader *r, const char *key, const char *const *choices,
                               int *index) {
  const char *value = words_find(r->words, key);
  if (!value) return LASH_OK;
  char list[200] = "";
  for (int k = 0; choices[k]; k++) {
    if (lash_same_name(choices[k], value)) return *index = k, LASH_OK;
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", k ? ", " : "", choices[k]);
  }
  return lash_fail(r->error, LASH_BAD_INPUT, "%s=%s: must be one of %s", key, value, list);
}

/* states=internal, states=ARRAY/51, states=DIFF/60 (the first of consecutive ids). */
static lash_status read_states(const reader *r) {
  const char *value = words_find(r->words, "states");
  if (!value || lash_same_name(value, "internal")) return LASH_OK;
  char kind[8] = "";
  int id = 0, used = 0;
  bool whole = sscanf(value, "%7[A-Za-z]/%d%n", kind, &id, &used) == 2 && !value[used] && id > 0;
  if (whole && lash_same_name(kind, "array")) r->e->source = STATES_ARRAY;
  if (whole && lash_same_name(kind, "diff")) r->e->source = STATES_DIFF;
  r->e->source_id = id;
  if (r->e->source != STATES_INTERNAL) return LASH_OK;
  return lash_fail(r->error, LASH_BAD_INPUT,
                   "states=%s: must be internal, ARRAY/id or DIFF/id (the first of the DIFFs)",
                   value);
}

static bool wants_contact(const element *e) {
  return e->joint->form == JOINT_SPACE || e->joint->form == JOINT_LINE ||
         e->joint->form == JOINT_CONTACT;
}

static bool takes_friction(const element *e) {
  return e->joint->form != JOINT_LINE && e->joint->form != JOINT_CONTACT;
}

static lash_status read_laws(const reader *r) {
  element *e = r->e;
  const char *normal = words_find(r->words, "normal"), *stop = words_find(r->words, "stop.normal");
  const char *friction = words_find(r->words, "friction");
  bool none = !friction || lash_same_name(friction, "none");
  if (wants_contact(e) != (normal != NULL)) {
    return lash_fail(r->error, LASH_BAD_INPUT,
                     normal ? "normal= has no meaning for joint=%s"
                            : "normal= is missing: joint=%s needs a contact law",
                     e->joint->name);
  }
  if (none ? !wants_contact(e) : !takes_friction(e)) {
    return lash_fail(r->error, LASH_BAD_INPUT,
                     none ? "friction= is missing: joint=%s needs a friction law"
                          : "friction= has no meaning for joint=%s",
                     e->joint->name);
  }
  if (stop && e->joint->shape != LASH_JOURNAL_BEARING) {
    return lash_fail(r->error, LASH_BAD_INPUT, "stop.normal= belongs to joint=revolute only");
  }
  lash_status status = LASH_OK;
  e->has_contact = normal != NULL;
  e->has_friction = !none;
  if (normal) status = lash_contact_begin(&e->contact[0], normal, r->error);
  if (!status && stop) status = lash_contact_begin(&e->contact[1], stop, r->error);
  if (!status && !none) {
    size_t dim = e->joint->form == JOINT_SLIDE ? 1 : 2;
    status = lash_friction_begin(&e->friction, friction, dim, r->error);
    if (!status) lash_friction_for_contact(&e->friction);
  }
  if (!status && stop) {
    e->geometry[1].shape = LASH_AXIAL_STOPS;
    e->geometry_count = 2;
  }
  return status;
}

static lash_status read_structure(const reader *r, const element_call *call) {
  static const char *const sides[] = {"I", "J", NULL};
  static const char *const measures[] = {"DM", "DZ", "AZ", NULL};
  element *e = r->e;
  lash_status status = read_joint(r, call);
  if (status) return status;
  bool space = e->joint->form == JOINT_SPACE;
  e->geometry[0].shape = e->joint->shape;
  e->geometry_count = space ? 1 : 0;
  int outer = 0, measure = (int)call->measure;
  bool line = e->joint->form == JOINT_LINE || e->joint->form == JOINT_SLIDE;
  if (line && call->kind != STATEMENT_SFORCE && !words_find(r->words, "measure")) {
    return lash_fail(
        r->error, LASH_BAD_INPUT,
        "measure= is missing: a %s cannot see which way its SFORCE acts; say DM (along "
        "the line of I and J), DZ (along z of J) or AZ (about it)",
        statement_name(call->kind));
  }
  status = read_choice(r, "outer", sides, &outer);
  if (!status) status = read_choice(r, "measure", measures, &measure);
  if (!status) status = read_states(r);
  if (!status) status = read_laws(r);
  e->outer_is_i = space && outer == 0; /* elsewhere I moves against J */
  e->measure = (line_measure)measure;
  e->site_count = space ? 0 : 1;
  for (size_t g = 0; g < e->geometry_count; g++) {
    e->site_count += lash_shape_points(e->geometry[g].shape);
  }
  return status;
}

/* ---------------------------------------------------------------------------------------- sizes */

/* Numbers that belong to the joint, not to a law. */
typedef struct size_row {
  const char *name;
  unsigned forms; /* bit per joint_form */
  bool stops;     /* needs stops */
  double *(*place)(element *e);
} size_row;

static lash_geometry *stops_of(element *e) {
  return e->joint->shape == LASH_AXIAL_STOPS ? &e->geometry[0] : &e->geometry[1];
}

static double *size_Ri(element *e) { return &e->geometry[0].radius_i; }
static double *size_Rj(element *e) { return &e->geometry[0].radius_j; }
static double *size_L(element *e) { return &e->geometry[0].length_i; }
static double *size_Lj(element *e) { return &e->geometry[0].length_j; }
static double *size_stop_i(element *e) { return &stops_of(e)->length_i; }
static double *size_stop_j(element *e) { return &stops_of(e)->length_j; }
static double *size_rim(element *e) { return &stops_of(e)->radius_j; }
static double *size_blend(element *e) { return &stops_of(e)->blend; }
static double *size_touch(element *e) { return &e->touch; }
static double *size_N(element *e) { return &e->load; }

enum { IN_SPACE = 1 << JOINT_SPACE, ON_LINE = 1 << JOINT_LINE };
enum { LOADED = 1 << JOINT_SLIDE | 1 << JOINT_PLANE };

static const size_row sizes[] = {
    {"Ri", IN_SPACE, false, size_Ri},        {"Rj", IN_SPACE, false, size_Rj},
    {"L", IN_SPACE, false, size_L},          {"Lj", IN_SPACE, false, size_Lj},
    {"stop_i", IN_SPACE, true, size_stop_i}, {"stop_j", IN_SPACE, true, size_stop_j},
    {"rim", IN_SPACE, true, size_rim},       {"blend", IN_SPACE, true, size_blend},
    {"touch", ON_LINE, false, size_touch},   {"N", LOADED, false, size_N},
};
enum { SIZE_COUNT = sizeof sizes / sizeof sizes[0] };

static const size_row *find_size(const element *e, const char *name) {
  bool stops = e->geometry_count > 1 || e->joint->shape == LASH_AXIAL_STOPS;
  for (size_t i = 0; i < SIZE_COUNT; i++) {
    bool here = sizes[i].forms >> e->joint->form & 1 && (stops || !sizes[i].stops);
    if (here && strcmp(sizes[i].name, name) == 0) return &sizes[i];
  }
  return NULL;
}

static lash_status read_number(const char *key, const char *text, double *value,
                               lash_error *error) {
  if (lash_parse_number(text, value)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s=%s is not a number", key, text);
}

/* ----------------------------------------------------------------------------------- parameters */

static bool structural(const char *key) {
  static const char *const keys[] = {"joint", "normal",  "stop.normal", "friction",
                                     "outer", "measure", "states"};
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (strcmp(keys[i], key) == 0) return true;
  }
  return false;
}

static bool starts(const char *key, const char *prefix) {
  return strncmp(key, prefix, strlen(prefix)) == 0;
}

static bool contact_has(const element *e, const char *name) {
  return e->has_contact && lash_params_find(&e->contact[0].params, name) >= 0;
}

static bool friction_has(const element *e, const char *name) {
  return e->has_friction && lash_params_find(&e->friction.params, name) >= 0;
}

/* A law that is given its stiffness K wants no radii. */
static bool contact_wants(const reader *r, const char *name) {
  bool radius = strcmp(name, "Ri") == 0 || strcmp(name, "Rj") == 0;
  return contact_has(r->e, name) && !(radius && words_find(r->words, "K"));
}

/* All names a word could have meant, for the suggestion. */
typedef struct candidates {
  const char *name[SIZE_COUNT + 2 * LASH_PARAMS_MAX];
  size_t count;
} candidates;

static const char *candidate_at(size_t index, const void *context) {
  return ((const candidates *)context)->name[index];
}

static void gather(candidates *c, const lash_params *params) {
  for (size_t i = 0; i < params->count; i++) c->name[c->count++] = params->table[i].name;
}

static lash_status unknown(const reader *r, const char *key) {
  const element *e = r->e;
  candidates c = {.count = 0};
  for (size_t i = 0; i < SIZE_COUNT; i++) {
    if (find_size(e, sizes[i].name)) c.name[c.count++] = sizes[i].name;
  }
  if (e->has_contact) gather(&c, &e->contact[0].params);
  if (e->has_friction) gather(&c, &e->friction.params);
  const char *near = lash_nearest_name(key, c.count, candidate_at, &c);
  return lash_fail(r->error, LASH_BAD_INPUT, "'%s' is no parameter of joint %s%s%s%s%s%s%s%s", key,
                   e->joint->name, e->has_contact ? ", contact law " : "",
                   e->has_contact ? e->contact[0].law->name : "",
                   e->has_friction ? ", friction law " : "",
                   e->has_friction ? e->friction.law->name : "", near ? "; did you mean '" : "",
                   near ? near : "", near ? "'?" : "");
}

static lash_status read_size(const reader *r, const size_row *row, const word *w) {
  lash_status status = read_number(w->key, w->value, row->place(r->e), r->error);
  if (!status && contact_wants(r, w->key)) {
    bool plane = r->e->joint->shape == LASH_SPHERE_PLANE && strcmp(w->key, "Rj") == 0;
    status = lash_contact_set(&r->e->contact[0], plane ? "Ri" : w->key, w->value, r->error);
  }
  return status;
}

static lash_status read_variable(const reader *r, const word *w) {
  double id;
  lash_status status = read_number(w->key, w->value, &id, r->error);
  if (!status && !(id >= 1 && id <= INT32_MAX && id == (int)id)) {
    status =
        lash_fail(r->error, LASH_BAD_INPUT, "N_variable=%s is not the id of a VARIABLE", w->value);
  }
  if (!status) r->e->load_variable = (int)id;
  return status;
}

static lash_status read_parameter(const reader *r, const word *w) {
  element *e = r->e;
  if (structural(w->key)) return LASH_OK;
  if (starts(w->key, "friction.") && e->has_friction) {
    return lash_friction_set(&e->friction, w->key + strlen("friction."), w->value, r->error);
  }
  if (starts(w->key, "stop.") && e->geometry_count > 1) {
    return lash_contact_set(&e->contact[1], w->key + strlen("stop."), w->value, r->error);
  }
  bool loaded = LOADED >> e->joint->form & 1;
  if (loaded && strcmp(w->key, "N_variable") == 0) return read_variable(r, w);
  const size_row *row = find_size(e, w->key);
  if (row) return read_size(r, row, w);
  if (contact_has(e, w->key)) return lash_contact_set(&e->contact[0], w->key, w->value, r->error);
  if (friction_has(e, w->key)) return lash_friction_set(&e->friction, w->key, w->value, r->error);
  return unknown(r, w->key);
}

/* ------------------------------------------------------------------------------------ finishing */

/* A law that computes its stiffness from radii is told how the surfaces of the joint curve. */
static lash_status tell_curvature(const reader *r) {
  element *e = r->e;
  bool needed =
      e->has_contact && e->joint->curvature && e->contact[0].law->kind == LASH_CONTACT_POINT;
  if (!needed || words_find(r->words, "K") || words_find(r->words, "curvature")) return LASH_OK;
  if (!contact_has(e, "curvature")) return LASH_OK;
  return lash_contact_set(&e->contact[0], "curvature", e->joint->curvature, r->error);
}

static lash_status finish(const reader *r) {
  element *e = r->e;
  lash_status status = tell_curvature(r);
  for (size_t g = 0; g < e->geometry_count && !status; g++) {
    status = lash_geometry_check(&e->geometry[g], r->error);
    if (status && &e->geometry[g] == stops_of(e))
      lash_error_prefix(r->error, "stop_i (length_i), stop_j (length_j), rim (radius_j), blend");
    else if (status)
      lash_error_prefix(r->error, "Ri (radius_i), Rj (radius_j), L (length_i), Lj (length_j)");
  }
  if (!status && e->has_contact) status = lash_contact_ready(&e->contact[0], r->error);
  if (!status && e->geometry_count > 1) {
    status = lash_contact_ready(&e->contact[1], r->error);
    if (status) lash_error_prefix(r->error, "stop");
  }
  if (!status && e->has_friction) status = lash_friction_ready(&e->friction, r->error);
  if (status) return status;
  bool loaded = LOADED >> e->joint->form & 1;
  if (loaded && !e->load_variable && !words_find(r->words, "N") &&
      !(e->friction.law->traits & LASH_FRICTION_OWN_LEVEL)) {
    return lash_fail(r->error, LASH_BAD_INPUT,
                     "N is missing: friction law %s needs the normal load, N= (newtons) or "
                     "N_variable= (id of a VARIABLE that holds it)",
                     e->friction.law->name);
  }
  if (e->source != STATES_INTERNAL && element_states(e) == 0) {
    return lash_fail(r->error, LASH_BAD_INPUT, "states=: %s has no states for the host",
                     e->has_friction ? e->friction.law->name : "a joint without friction");
  }
  return LASH_OK;
}

/* -------------------------------------------------------------------------------------- markers */

static lash_status read_marker(const element_call *call, int place, const char *what, int *marker,
                               lash_error *error) {
  if (place >= call->npar) return LASH_OK;
  double id = call->par[place];
  if (!(id >= 0 && id <= INT32_MAX && id == (int)id)) {
    return lash_fail(error, LASH_BAD_INPUT, "USER number %d, marker %s: %g is not a marker id",
                     place + 1, what, id);
  }
  if (*marker && (int)id && *marker != (int)id) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "USER number %d, marker %s: %g is not the %d that the %s names", place + 1,
                     what, id, *marker, statement_name(call->kind));
  }
  if (!*marker) *marker = (int)id;
  return LASH_OK;
}

static lash_status read_markers(const element_call *call, element *e, lash_error *error) {
  e->i = call->i, e->j = call->j, e->rm = call->rm;
  if (call->kind == STATEMENT_CONTACT_NORMAL || call->kind == STATEMENT_CONTACT_FRICTION) {
    return LASH_OK;
  }
  lash_status status = read_marker(call, 1, "I", &e->i, error);
  if (!status) status = read_marker(call, 2, "J", &e->j, error);
  if (!status && !call->has_rm && call->kind != STATEMENT_SFORCE) {
    status = read_marker(call, 3, "RM", &e->rm, error);
  }
  if (!status && (!e->i || !e->j || e->i == e->j)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the markers are missing: write USER(string, I, J, RM), with J the marker of "
                     "the other body (not the floating one)");
  }
  return status;
}

lash_status element_parse(const element_call *call, const word_list *words, const host_units *units,
                          element *e, lash_error *error) {
  *e = (element){.kind = call->kind, .id = call->id, .units = *units};
  reader r = {e, words, error};
  lash_status status = read_structure(&r, call);
  if (!status) status = read_markers(call, e, error);
  for (size_t k = 0; k < words->count && !status; k++) {
    status = read_parameter(&r, &words->list[k]);
  }
  return status ? status : finish(&r);
}
