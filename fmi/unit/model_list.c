/* The variables of a mechanism: what its dataset offers to the outside. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lash_joint.h"
#include "lash_laws.h"
#include "lash_words.h"
#include "model_unit.h"

void *model_grow(void *item, size_t *count, size_t *room, size_t size) {
  void **list = item;
  if (*count == *room) {
    void *more = realloc(*list, 2 * (*room + 8) * size);
    if (!more) return NULL;
    *list = more;
    *room = 2 * (*room + 8);
  }
  char *place = (char *)*list + (*count)++ * size;
  memset(place, 0, size);
  return place;
}

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for the variables of a mechanism");
}

/* ----------------------------------------------------------------------------------- parameters */

/* "STRING/1.friction.mu_s" as string_1.friction.mu_s: an identifier of the standard. */
static void name_of(const char *target, char *name, size_t size) {
  const char *dot = strchr(target, '.');
  size_t used = 0;
  for (const char *c = target; *c && used + 1 < size; c++) {
    const bool head = !dot || c < dot;
    const char plain = isalnum((unsigned char)*c) || *c == '.' ? *c : '_';
    name[used++] = head ? (char)tolower((unsigned char)plain) : plain;
  }
  name[used] = '\0';
}

/* Case counts behind the dot: e is a restitution, E a modulus. */
static bool same_target(const char *a, const char *b) {
  const char *dot_a = strchr(a, '.'), *dot_b = strchr(b, '.');
  const size_t head = dot_a ? (size_t)(dot_a - a) : 0;
  return dot_a && dot_b && head == (size_t)(dot_b - b) && strncasecmp(a, b, head) == 0 &&
         strcmp(dot_a, dot_b) == 0;
}

static bool is_parameter(const model *m, const char *target) {
  for (size_t i = 0; i < m->parameters.count; i++)
    if (same_target(m->parameters.item[i].target, target)) return true;
  return false;
}

static lash_status add_parameter(model *m, const char *target, double start, const char *unit_name,
                                 const char *meaning, double min, double max, lash_error *error) {
  char name[UNIT_NAME_MAX];
  if (is_parameter(m, target)) return LASH_OK;
  model_parameter *p = MODEL_ADD(&m->parameters);
  if (!p || strlen(target) >= sizeof p->target) return no_memory(error);
  name_of(target, name, sizeof name);
  unit_variable *v = unit_add(
      &m->base.table, name,
      &(unit_facts){UNIT_PARAMETER, .start = start, .unit = unit_name, .meaning = meaning});
  if (isfinite(min)) v->min = min;
  if (isfinite(max)) v->max = max;
  snprintf(p->target, sizeof p->target, "%s", target);
  p->at = v->at;
  p->applied = start;
  return LASH_OK;
}

/* What the words of a joint may name: laws and sizes. A law's own words begin with its prefix;
 * those of the contact and of friction may go without. */
enum { NORMAL, STOP, FRICTION, LAWS };
static const char *const prefix[LAWS] = {"", "stop.", "friction."};

typedef struct string_laws {
  const lash_params *params[LAWS]; /* NULL: there is no such law */
  lash_contact normal, stop;
  lash_friction friction;
} string_laws;

/* The row of a law's table that a word means; NULL: none of a law's. */
static const lash_param *row_of(const string_laws *laws, const char *key) {
  int named = NORMAL;
  for (int k = STOP; k < LAWS; k++)
    if (strncmp(key, prefix[k], strlen(prefix[k])) == 0) named = k;
  for (int k = 0; k < LAWS; k++) {
    const lash_params *params = laws->params[k];
    const int at = params ? lash_params_find(params, key + strlen(prefix[named])) : -1;
    if (at >= 0 && (k == named || (k == FRICTION && named == NORMAL))) return &params->table[at];
  }
  return NULL;
}

static lash_status add_word(model *m, int id, const char *key, double value, const lash_param *row,
                            lash_error *error) {
  char target[MODEL_TARGET_MAX];
  if (snprintf(target, sizeof target, "STRING/%d.%s", id, key) >= (int)sizeof target)
    return LASH_OK;
  if (row)
    return add_parameter(m, target, value, row->unit, row->meaning, row->min, row->max, error);
  for (size_t k = 0; k < lash_joint_size_count(); k++) {
    const lash_joint_size size = lash_joint_size_at(k);
    if (strcmp(size.name, key) == 0)
      return add_parameter(m, target, value, size.unit, size.meaning, NAN, NAN, error);
  }
  return LASH_OK; /* a word of the statement's */
}

/* Numbers that a law takes for granted. */
static lash_status add_defaults(model *m, int id, const string_laws *laws, int law,
                                lash_error *error) {
  const lash_params *params = laws->params[law];
  lash_status status = LASH_OK;
  for (size_t i = 0; params && i < params->count && status == LASH_OK; i++) {
    const lash_param *p = &params->table[i];
    char key[64], plain[MODEL_TARGET_MAX];
    snprintf(key, sizeof key, "%s%s", prefix[law], p->name);
    snprintf(plain, sizeof plain, "STRING/%d.%s", id, p->name);
    if (p->choices || isnan(p->standard) || row_of(laws, key) != p || is_parameter(m, plain))
      continue;
    status = add_word(m, id, key, p->standard, p, error);
  }
  return status;
}

static lash_status begin_laws(const lash_words *words, string_laws *laws, lash_error *error) {
  const char *normal = lash_words_find(words, "normal");
  const char *stop = lash_words_find(words, "stop.normal");
  const char *friction = lash_words_find(words, "friction");
  lash_status status = LASH_OK;
  if (friction && lash_same_name(friction, "none")) friction = NULL;
  if (normal) status = lash_laws_contact_begin(&laws->normal, normal, words->folder, error);
  if (stop && status == LASH_OK)
    status = lash_laws_contact_begin(&laws->stop, stop, words->folder, error);
  if (friction && status == LASH_OK)
    status = lash_laws_friction_begin(&laws->friction, friction, 2, words->folder, error);
  laws->params[NORMAL] = normal ? &laws->normal.params : NULL;
  laws->params[FRICTION] = friction ? &laws->friction.params : NULL;
  laws->params[STOP] = stop ? &laws->stop.params : NULL;
  return status;
}

/* The words of one STRING, when they are about a joint. */
static lash_status add_string(model *m, const lash_string *string, lash_words *words,
                              string_laws *laws, lash_error *error) {
  lash_error ignored; /* a STRING may be anybody's text */
  memset(laws, 0, sizeof *laws);
  if (!string->text || strlen(string->text) >= sizeof words->text) return LASH_OK;
  strcpy(words->text, string->text);
  words->folder = m->base.folder;
  if (lash_words_cut(words, &ignored) != LASH_OK) return LASH_OK;
  if (!lash_words_find(words, "normal") && !lash_words_find(words, "friction")) return LASH_OK;
  lash_status status = begin_laws(words, laws, error);
  for (size_t i = 0; i < words->count && status == LASH_OK; i++) {
    const char *key = words->list[i].key;
    const lash_param *row = row_of(laws, key);
    double value;
    if ((row && row->choices) || !lash_parse_number(words->list[i].value, &value)) continue;
    status = add_word(m, string->head.id, key, value, row, error);
  }
  for (int k = 0; k < LAWS && status == LASH_OK; k++)
    status = add_defaults(m, string->head.id, laws, k, error);
  return status;
}

static lash_status add_strings(model *m, lash_error *error) {
  lash_words *words = malloc(sizeof *words);
  string_laws *laws = malloc(sizeof *laws);
  lash_status status = words && laws ? LASH_OK : no_memory(error);
  for (size_t i = 0; i < m->model.string.count && status == LASH_OK; i++) {
    status = add_string(m, &m->model.string.item[i], words, laws, error);
    if (status != LASH_OK) lash_error_prefix(error, "STRING/%d", m->model.string.item[i].head.id);
  }
  free(words);
  free(laws);
  return status;
}

/* Adams' own contacts. */
static lash_status add_contacts(model *m, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < m->model.contact.count && status == LASH_OK; i++) {
    const lash_contact_pair *c = &m->model.contact.item[i];
    const struct {
      const char *argument, *form, *meaning;
      double value;
    } rows[] = {{"STIFFNESS", "", "stiffness of the contact", c->stiffness},
                {"EXPONENT", "", "exponent of the penetration", c->exponent},
                {"DAMPING", "F T/L", "greatest damping", c->damping},
                {"DMAX", "L", "penetration at which damping is greatest", c->dmax},
                {"PENALTY", "", "penalty", c->penalty},
                {"RESTITUTION_COEFFICIENT", "", "coefficient of restitution", c->restitution},
                {"MU_STATIC", "", "coefficient of static friction", c->mu_static},
                {"MU_DYNAMIC", "", "coefficient of dynamic friction", c->mu_dynamic},
                {"STICTION_TRANSITION_VELOCITY", "L/T", "speed of the static coefficient",
                 c->stiction_transition_velocity},
                {"FRICTION_TRANSITION_VELOCITY", "L/T", "speed of the dynamic coefficient",
                 c->friction_transition_velocity}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0] && status == LASH_OK; k++) {
      char target[MODEL_TARGET_MAX], unit_name[32];
      if (!lash_given(&c->head, rows[k].argument) || !isfinite(rows[k].value)) continue;
      snprintf(target, sizeof target, "CONTACT/%d.%s", c->head.id, rows[k].argument);
      lash_unit_text(&m->model.units, rows[k].form, unit_name, sizeof unit_name);
      status = add_parameter(m, target, rows[k].value, unit_name, rows[k].meaning, NAN, NAN, error);
    }
  }
  return status;
}

/* What was set when the FMU was made, as far as it is a number. */
static lash_status add_sets(model *m, lash_error *error) {
  static const struct {
    const char *argument, *form;
  } known[] = {{"MASS", "M"},      {"K", "F/L"},       {"C", "F T/L"},    {"LENGTH", "L"},
               {"FORCE", "F"},     {"IC", ""},         {"VX", "L/T"},     {"VY", "L/T"},
               {"VZ", "L/T"},      {"WX", "A/T"},      {"WY", "A/T"},     {"WZ", "A/T"},
               {"IGRAV", "L/T^2"}, {"JGRAV", "L/T^2"}, {"KGRAV", "L/T^2"}};
  lash_status status = LASH_OK;
  for (size_t i = 0; i < m->set_count && status == LASH_OK; i++) {
    const char *equals = strchr(m->set[i], '=');
    char target[MODEL_TARGET_MAX], unit_name[32] = "";
    double value;
    if (!equals || !lash_parse_number(equals + 1, &value)) continue;
    snprintf(target, sizeof target, "%.*s", (int)(equals - m->set[i]), m->set[i]);
    const char *dot = strrchr(target, '.');
    for (size_t k = 0; dot && k < sizeof known / sizeof known[0]; k++)
      if (lash_same_name(known[k].argument, dot + 1))
        lash_unit_text(&m->model.units, known[k].form, unit_name, sizeof unit_name);
    status = add_parameter(m, target, value, unit_name, "as the dataset says it", NAN, NAN, error);
  }
  return status;
}

/* ----------------------------------------------------------------------------- inputs, outputs */

/* The place of a number that an element of the dataset takes or gives. */
static size_t add_number(model *m, const char *name, unit_role role, double start,
                         const char *unit_name, const char *what, const lash_element *element) {
  char meaning[UNIT_WORDS_MAX];
  snprintf(meaning, sizeof meaning, "%.36s%s%.160s", element->name ? element->name : "",
           element->name && *what ? ": " : "", what);
  const unit_facts facts = {role, .start = start, .unit = unit_name, .meaning = meaning};
  return unit_add(&m->base.table, name, &facts)->at;
}

static const model_input *input_of(const model *m, int id) {
  for (size_t i = 0; i < m->inputs.count; i++)
    if (m->inputs.item[i].id == id) return &m->inputs.item[i];
  return NULL;
}

static lash_status add_inputs(model *m, lash_error *error) {
  for (size_t i = 0; i < m->inputs.count; i++) {
    model_input *in = &m->inputs.item[i];
    const int at = lash_model_find(&m->model, LASH_KIND_VARIABLE, in->id);
    char name[32];
    if (at < 0)
      return lash_fail(error, LASH_BAD_INPUT, "the input VARIABLE/%d is not in %s", in->id,
                       m->dataset);
    snprintf(name, sizeof name, "variable_%d", in->id);
    in->at = add_number(m, name, UNIT_INPUT, in->start, "", "from outside",
                        &m->model.variable.item[at].head);
  }
  return LASH_OK;
}

static lash_status add_variables(model *m, lash_error *error) {
  for (size_t i = 0; i < m->model.variable.count; i++) {
    const lash_variable *from = &m->model.variable.item[i];
    char name[32];
    if (input_of(m, from->head.id)) continue;
    model_variable *to = MODEL_ADD(&m->variables);
    if (!to) return no_memory(error);
    snprintf(name, sizeof name, "variable_%d", from->head.id);
    *to = (model_variable){from->head.id, add_number(m, name, UNIT_OUTPUT, 0, "", "", &from->head)};
  }
  return LASH_OK;
}

/* Names given by CNAMES, or f1 … f8. */
static void column_name(const unit_table *table, const lash_request *r, size_t k, char *name,
                        size_t size) {
  const char *given = k < r->cnames.count ? r->cnames.item[k] : NULL;
  char plain[48] = "";
  size_t used = 0;
  if (given && isalpha((unsigned char)*given))
    for (; given[used] && used + 1 < sizeof plain; used++)
      plain[used] = isalnum((unsigned char)given[used]) ? given[used] : '_';
  plain[used] = '\0';
  snprintf(name, size, "request_%d.%s", r->head.id, plain);
  if (!*plain || unit_find(table, name)) snprintf(name, size, "request_%d.f%zu", r->head.id, k + 1);
}

static void add_column(model *m, const lash_request *r, size_t k, model_request *to) {
  char name[UNIT_NAME_MAX], unit_name[32], what[UNIT_WORDS_MAX];
  static const char *const parts[] = {"magnitude",
                                      "x",
                                      "y",
                                      "z",
                                      "rotation or torque, magnitude",
                                      "rotation or torque, first",
                                      "rotation or torque, second",
                                      "rotation or torque, third"};
  const bool motion = r->type >= LASH_REQUEST_DISPLACEMENT && r->type <= LASH_REQUEST_FORCE;
  column_name(&m->base.table, r, k, name, sizeof name);
  lash_unit_text(&m->model.units, lash_request_unit(r, k), unit_name, sizeof unit_name);
  snprintf(what, sizeof what, "%s%s%s", r->comment ? r->comment : "",
           r->comment && motion ? ", " : "", motion ? parts[k] : "");
  const size_t at = add_number(m, name, UNIT_OUTPUT, 0, unit_name, what, &r->head);
  if (to->count == 0) to->at = at;
  to->column[to->count++] = (unsigned char)k;
}

static lash_status add_requests(model *m, lash_error *error) {
  for (size_t i = 0; i < m->model.request.count; i++) {
    const lash_request *r = &m->model.request.item[i];
    model_request *to = MODEL_ADD(&m->requests);
    if (!to) return no_memory(error);
    to->id = r->head.id;
    for (size_t k = 0; k < 8; k++) /* columns without an expression are empty */
      if (r->type != LASH_REQUEST_EXPRESSIONS || r->f[k].text) add_column(m, r, k, to);
  }
  return LASH_OK;
}

/* Of the integration: the FMU's own affair only in Co-Simulation. */
static void add_error(model *m) {
  const unit_facts facts = {UNIT_PARAMETER, .start = m->error,
                            .meaning = "local error of the integration; 0: as the dataset says"};
  unit_variable *v = unit_add(&m->base.table, "error", &facts);
  v->min = 0, v->max = 0.1;
  m->error_at = v->at;
}

lash_status model_list_given(model *m, lash_error *error) {
  if (m->base.class->simulation) add_error(m);
  lash_status status = add_strings(m, error);
  if (status == LASH_OK) status = add_contacts(m, error);
  if (status == LASH_OK) status = add_sets(m, error);
  return status == LASH_OK ? add_inputs(m, error) : status;
}

lash_status model_list_outputs(model *m, lash_error *error) {
  lash_status status = add_variables(m, error);
  if (status == LASH_OK) status = add_requests(m, error);
  if (status != LASH_OK) return status;
  char speed[32];
  lash_unit_text(&m->model.units, "L/T", speed, sizeof speed);
  m->contacts_at =
      unit_add_contacts(&m->base.table, "instant of the last contact that closed", speed);
  return LASH_OK;
}
