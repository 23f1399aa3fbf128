/* What the words of a STRING say about the statement, not the joint: which routine may serve it,
 * where its markers and states are. The rest is read by joint/. */
#include "element_read.h"

#include <stdio.h>
#include <string.h>

typedef struct reader {
  element *e;
  lash_words *words;
  lash_error *error;
} reader;

/* ---------------------------------------------------------------------------------------- joint */

enum {
  SPACE = 1 << LASH_JOINT_SPACE,
  LINE = 1 << LASH_JOINT_LINE | 1 << LASH_JOINT_SLIDE,
  PLANE = 1 << LASH_JOINT_PLANE,
  CONTACT = 1 << LASH_JOINT_CONTACT,
  SLIP = 1 << LASH_JOINT_SLIP
};

/* A statement's name, the forms of joint that its routines can serve (GSE and DIFF all but
 * CONTACTs), and the joint that is meant where the form alone decides, or without a word. */
static const struct {
  const char *name;
  unsigned forms;
  const char *usual;
} statements[STATEMENT_COUNT] = {
    {"?", 0, NULL},
    [STATEMENT_GFORCE] = {"GFORCE", SPACE, NULL},
    [STATEMENT_SFORCE] = {"SFORCE", LINE, NULL},
    [STATEMENT_VFORCE] = {"VFORCE", PLANE, "point"},
    [STATEMENT_CONTACT_NORMAL] = {"CONTACT", CONTACT, "contact"},
    [STATEMENT_CONTACT_FRICTION] = {"CONTACT", SLIP, "slip"},
    [STATEMENT_GSE] = {"GSE", SPACE | LINE | PLANE, NULL},
    [STATEMENT_DIFF] = {"DIFF", SPACE | LINE | PLANE, NULL},
};

const char *statement_name(statement kind) {
  return (unsigned)kind < STATEMENT_COUNT ? statements[kind].name : "?";
}

const char *statement_joint(statement kind) { return statements[kind].usual; }

static lash_status read_type(const reader *r, const element_call *call,
                             const lash_joint_kind **type) {
  const char *named = lash_words_take(r->words, "joint");
  const char *name = call->joint ? call->joint : named ? named : statement_joint(call->kind);
  if (!name) {
    return lash_fail(r->error, LASH_BAD_INPUT, "joint= is missing: say joint=%s or another",
                     call->kind == STATEMENT_SFORCE ? "gap" : "spherical");
  }
  *type = lash_joint_kind_find(name, r->error);
  if (!*type) return LASH_BAD_INPUT;
  if (named && !lash_same_name(named, (*type)->name)) {
    return lash_fail(r->error, LASH_BAD_INPUT, "joint=%s, but this routine is for joint %s", named,
                     (*type)->name);
  }
  if (!(statements[call->kind].forms >> (*type)->form & 1)) {
    return lash_fail(r->error, LASH_BAD_INPUT, "joint=%s does not belong in a %s", (*type)->name,
                     statement_name(call->kind));
  }
  return LASH_OK;
}

/* ----------------------------------------------------------------------- words of the statement */

/* One of a few words; `index` keeps its value when the key is absent. */
static lash_status read_choice(const reader *r, const char *key, const char *const *choices,
                               int *index) {
  const char *value = lash_words_take(r->words, key);
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
  const char *value = lash_words_take(r->words, "states");
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

/* N_variable=id of the VARIABLE that holds the load. */
static lash_status read_variable(const reader *r) {
  const char *value = lash_words_take(r->words, "N_variable");
  double id;
  if (!value) return LASH_OK;
  if (!lash_parse_number(value, &id) || !(id >= 1 && id <= INT32_MAX && id == (int)id)) {
    return lash_fail(r->error, LASH_BAD_INPUT, "N_variable=%s is not the id of a VARIABLE", value);
  }
  r->e->load_variable = (int)id;
  return LASH_OK;
}

static lash_status read_statement(const reader *r, const element_call *call,
                                  const lash_joint_kind *type) {
  static const char *const sides[] = {"I", "J", NULL};
  static const char *const measures[] = {"DM", "DZ", "AZ", NULL};
  element *e = r->e;
  int outer = 0, measure = (int)call->measure;
  bool line = type->form == LASH_JOINT_LINE || type->form == LASH_JOINT_SLIDE;
  bool loaded = type->form == LASH_JOINT_SLIDE || type->form == LASH_JOINT_PLANE;
  if (line && call->kind != STATEMENT_SFORCE && !lash_words_find(r->words, "measure")) {
    return lash_fail(
        r->error, LASH_BAD_INPUT,
        "measure= is missing: a %s cannot see which way its SFORCE acts; say DM (along "
        "the line of I and J), DZ (along z of J) or AZ (about it)",
        statement_name(call->kind));
  }
  lash_status status = read_choice(r, "outer", sides, &outer);
  if (!status) status = read_choice(r, "measure", measures, &measure);
  if (!status) status = read_states(r);
  if (!status && loaded) status = read_variable(r);
  e->outer_is_i = type->form == LASH_JOINT_SPACE && outer == 0; /* elsewhere I moves against J */
  e->measure = (line_measure)measure;
  return status;
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

/* --------------------------------------------------------------------------------------- making */

lash_status element_read(const element_call *call, lash_words *words, const host_units *units,
                         element *e, lash_error *error) {
  *e = (element){.kind = call->kind, .id = call->id, .units = *units};
  reader r = {e, words, error};
  const lash_joint_kind *type = NULL;
  lash_status status = read_type(&r, call, &type);
  if (!status) status = read_statement(&r, call, type);
  if (!status) status = lash_joint_read(&e->joint, type, words, e->load_variable != 0, error);
  if (!status && e->joint.has_friction) e->kick = lash_friction_kick(&e->joint.friction, 1);
  if (!status) status = read_markers(call, e, error);
  if (status) return status;
  e->joint.states_given = e->source != STATES_INTERNAL;
  if (e->joint.states_given && e->joint.spin)
    return lash_fail(error, LASH_BAD_INPUT,
                     "states=: bristles that feel spin are kept by the joint; say states=internal");
  if (e->joint.states_given && lash_joint_states(&e->joint) == 0) {
    return lash_fail(
        error, LASH_BAD_INPUT, "states=: %s has no states for the host",
        e->joint.has_friction ? e->joint.friction.law->name : "a joint without friction");
  }
  return LASH_OK;
}
