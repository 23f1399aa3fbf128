/* Which settings put a law into a dataset: the STRING of a routine, rewritten. */
#include "lash_law_variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_laws.h"
#include "lash_words.h"
#include "paths.h"

enum { LIST_MAX = 32 };

/* ------------------------------------------------------------------------------- finding joints */

bool lash_model_joint(const lash_model *m, size_t index, int *force, int *string) {
  for (size_t i = 0; i < m->gforce.count; i++) {
    const lash_expression *e = &m->gforce.item[i].function;
    if (!e->user || !e->routine || !strstr(e->routine, "lash_subroutines") ||
        e->parameters.count < 1) {
      continue;
    }
    if (lash_model_find(m, LASH_KIND_STRING, (int)e->parameters.value[0]) < 0) continue;
    if (index-- > 0) continue;
    *force = m->gforce.item[i].head.id;
    *string = (int)e->parameters.value[0];
    return true;
  }
  return false;
}

/* The words of a joint's STRING. */
static lash_status words_of(const lash_model *m, int string, lash_words *w, lash_error *error) {
  const lash_string *from = &m->string.item[lash_model_find(m, LASH_KIND_STRING, string)];
  const char *text = from->text ? from->text : "";
  lash_status status = LASH_OK;
  if (strlen(text) >= sizeof w->text)
    status = lash_fail(error, LASH_BAD_INPUT, "its text is too long");
  else
    strcpy(w->text, text);
  if (status == LASH_OK) status = lash_words_cut(w, error);
  if (status != LASH_OK) lash_error_prefix(error, "%s: STRING/%d", m->file, string);
  return status;
}

/* ---------------------------------------------------------------------------------------- laws */

/* The two laws of a joint; a name "" or "none" has none. */
typedef struct pair {
  lash_contact contact;
  lash_friction friction;
  bool touches, rubs;
} pair;

static lash_status pair_begin(pair *p, const lash_model *m, const char *contact,
                              const char *friction, lash_error *error) {
  lash_status status = LASH_OK;
  char *folder = path_parent(m->file ? m->file : "");
  if (!folder) return lash_fail(error, LASH_FAILURE, "out of memory");
  p->touches = contact && *contact;
  p->rubs = friction && *friction && strcmp(friction, "none") != 0;
  if (p->touches) status = lash_laws_contact_begin(&p->contact, contact, folder, error);
  if (status == LASH_OK && p->rubs) {
    status = lash_laws_friction_begin(&p->friction, friction, 2, folder, error);
  }
  free(folder);
  return status;
}

static bool contact_has(const pair *p, const char *name) {
  return p->touches && lash_params_find(&p->contact.params, name) >= 0;
}

static bool friction_has(const pair *p, const char *name) {
  static const char prefix[] = "friction.";
  const size_t length = strlen(prefix);
  if (strncmp(name, prefix, length) == 0) name += length;
  return p->rubs && lash_params_find(&p->friction.params, name) >= 0;
}

static bool is_geometry(const char *key) {
  static const char *const names[] = {"Ri", "Rj", "L", "Lj", "curvature"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (strcmp(names[i], key) == 0) return true;
  }
  return false;
}

/* A parameter of the old laws that the new ones do not have would be refused. Sizes stay: they are
 * the joint's too. */
static bool word_stays(const char *key, const pair *before, const pair *after) {
  if (is_geometry(key) && (strcmp(key, "curvature") != 0 || contact_has(after, key))) return true;
  const bool of_law = contact_has(before, key) || friction_has(before, key);
  return !of_law || contact_has(after, key) || friction_has(after, key);
}

/* A parameter from the command line for a law that has it, under the name the STRING wants. */
static bool place_param(const pair *p, const char *param, char *key, size_t size,
                        const char **value) {
  const char *equals = strchr(param, '=');
  char name[64];
  if (!equals) return false;
  snprintf(name, sizeof name, "%.*s", (int)(equals - param), param);
  *value = equals + 1;
  if (contact_has(p, name))
    snprintf(key, size, "%s", name);
  else if (friction_has(p, name))
    snprintf(key, size, "%s%s", strncmp(name, "friction.", 9) == 0 ? "" : "friction.", name);
  else
    return false;
  return true;
}

static bool given_anew(const pair *p, const lash_texts_list *params, const char *key) {
  char placed[80], alias[96];
  const char *value;
  for (size_t i = 0; i < params->count; i++) {
    if (!place_param(p, params->item[i], placed, sizeof placed, &value)) continue;
    snprintf(alias, sizeof alias, "friction.%s", key);
    if (strcmp(placed, key) == 0 || (!contact_has(p, key) && strcmp(placed, alias) == 0)) {
      return true;
    }
  }
  return false;
}

/* The STRING with other laws in it. */
static lash_status rewrite(const lash_model *m, const lash_words *w, const char *law,
                           const char *friction, const lash_texts_list *params, FILE *out,
                           lash_error *error) {
  const char *old_law = lash_words_find(w, "normal");
  const char *old_friction = lash_words_find(w, "friction");
  if (!law) law = old_law;
  if (!friction) friction = old_friction;
  pair before, after;
  lash_status status = pair_begin(&before, m, old_law, old_friction, error);
  if (status == LASH_OK) status = pair_begin(&after, m, law, friction, error);
  if (status != LASH_OK) return status;
  if (law) fprintf(out, "normal=%s ", law);
  if (after.rubs) fprintf(out, "friction=%s ", friction);
  for (size_t i = 0; i < w->count; i++) {
    const char *key = w->list[i].key;
    if (strcmp(key, "normal") == 0 || strcmp(key, "friction") == 0) continue;
    if (word_stays(key, &before, &after) && !given_anew(&after, params, key)) {
      fprintf(out, "%s=%s ", key, w->list[i].value);
    }
  }
  for (size_t i = 0; i < params->count; i++) {
    char key[80];
    const char *value;
    if (place_param(&after, params->item[i], key, sizeof key, &value)) {
      fprintf(out, "%s=%s ", key, value);
    }
  }
  return LASH_OK;
}

/* -------------------------------------------------------------------------------- combinations */

typedef struct list {
  char *buffer; /* owned */
  const char *item[LIST_MAX];
  size_t count; /* at least one: NULL means "as it is" */
} list;

static lash_status list_split(list *l, const char *text, const char *separator, lash_error *error) {
  if (!text) {
    l->item[l->count++] = NULL;
    return LASH_OK;
  }
  l->buffer = strdup(text);
  if (!l->buffer) return lash_fail(error, LASH_FAILURE, "out of memory");
  char *rest = NULL;
  for (char *word = strtok_r(l->buffer, separator, &rest); word;
       word = strtok_r(NULL, separator, &rest)) {
    if (l->count == LIST_MAX) {
      return lash_fail(error, LASH_BAD_INPUT, "at most %d names at a time", LIST_MAX);
    }
    l->item[l->count++] = word;
  }
  if (l->count) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "an empty list of names");
}

/* A parameter that none of the laws has is a mistake, not something to leave out. */
static lash_status check_params(const lash_model *m, const list *laws, const list *frictions,
                                const lash_texts_list *params, lash_error *error) {
  for (size_t i = 0; i < params->count; i++) {
    bool known = false;
    int force, string;
    for (size_t j = 0; !known && lash_model_joint(m, j, &force, &string); j++) {
      lash_words w;
      const lash_status cut = words_of(m, string, &w, error);
      if (cut != LASH_OK) return cut;
      for (size_t k = 0; !known && k < laws->count * frictions->count; k++) {
        const char *law = laws->item[k / frictions->count];
        const char *friction = frictions->item[k % frictions->count], *value;
        pair p;
        char key[80];
        const lash_status status =
            pair_begin(&p, m, law ? law : lash_words_find(&w, "normal"),
                       friction ? friction : lash_words_find(&w, "friction"), error);
        if (status != LASH_OK) return status;
        known = place_param(&p, params->item[i], key, sizeof key, &value);
      }
    }
    if (known) continue;
    return lash_fail(error, LASH_BAD_INPUT,
                     "--param %s: none of the laws has it; `lash laws NAME` lists their parameters",
                     params->item[i]);
  }
  return LASH_OK;
}

/* STATEMENT/ID.ARG=A|B|C taken apart. */
typedef struct choice {
  const char *text;
  int target; /* length of what stands before '=' */
  list values;
} choice;

static lash_status choice_split(choice *c, const char *text, lash_error *error) {
  c->text = text;
  c->target = (int)strcspn(text, "=");
  return list_split(&c->values, text + c->target + 1, "|", error);
}

static void name_variant(char *name, size_t size, const char *part) {
  const size_t used = strlen(name);
  if (part && used < size) snprintf(name + used, size - used, "%s%s", used ? " " : "", part);
}

/* One setting of the last variant; takes the text, NULL: out of memory. */
static lash_status set_owned(lash_variants *c, char *setting, lash_error *error) {
  const lash_status status = setting ? lash_variants_set(c, setting, error)
                                     : lash_fail(error, LASH_FAILURE, "out of memory");
  free(setting);
  return status;
}

static lash_status set_laws(lash_variants *c, const lash_model *m, const char *law,
                            const char *friction, const lash_variation *wanted, lash_error *error) {
  int force, string;
  lash_words w;
  lash_status status = LASH_OK;
  if (!law && !friction && wanted->params->count == 0) return LASH_OK;
  for (size_t i = 0; status == LASH_OK && lash_model_joint(m, i, &force, &string); i++) {
    char *setting = NULL;
    size_t size = 0;
    status = words_of(m, string, &w, error);
    FILE *out = open_memstream(&setting, &size);
    if (!out) return lash_fail(error, LASH_FAILURE, "out of memory");
    fprintf(out, "STRING/%d.STRING=", string);
    if (status == LASH_OK) status = rewrite(m, &w, law, friction, wanted->params, out, error);
    if (fclose(out) != 0) free(setting), setting = NULL;
    if (status == LASH_OK)
      status = set_owned(c, setting, error);
    else
      free(setting);
  }
  return status;
}

static lash_status add_variant(lash_variants *c, const lash_model *m, const lash_variation *wanted,
                               const char *law, const char *friction, const choice *choices,
                               const size_t *chosen, lash_error *error) {
  char name[160] = "";
  name_variant(name, sizeof name, law);
  if (friction) {
    char rubs[80];
    snprintf(rubs, sizeof rubs, strcmp(friction, "none") == 0 ? "frictionless" : "%s", friction);
    name_variant(name, sizeof name, rubs);
  }
  for (size_t i = 0; i < wanted->choices->count; i++) {
    name_variant(name, sizeof name, choices[i].values.item[chosen[i]]);
  }
  lash_status status = lash_variants_add(c, name[0] ? name : "as it is", error);
  if (status == LASH_OK) status = set_laws(c, m, law, friction, wanted, error);
  for (size_t i = 0; i < wanted->choices->count && status == LASH_OK; i++) {
    char *setting = path_format("%.*s=%s", choices[i].target, choices[i].text,
                                choices[i].values.item[chosen[i]]);
    status = set_owned(c, setting, error);
  }
  return status;
}

/* The next combination of choices; false after the last. */
static bool next_choice(const choice *choices, size_t count, size_t *chosen) {
  for (size_t i = count; i-- > 0;) {
    if (++chosen[i] < choices[i].values.count) return true;
    chosen[i] = 0;
  }
  return false;
}

/* `m` is the dataset with the study's own settings: those words of a STRING that are not the laws'
 * stay as they were set. */
static lash_status combine(const lash_variation *wanted, const lash_model *m, lash_variants *c,
                           lash_error *error) {
  enum { CHOICES_MAX = 8 };
  choice choices[CHOICES_MAX] = {{0}};
  size_t chosen[CHOICES_MAX] = {0};
  list laws = {0}, frictions = {0};
  int force, string;
  if ((wanted->laws || wanted->friction || wanted->params->count) &&
      !lash_model_joint(m, 0, &force, &string)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s has no GFORCE of lash_subroutines whose STRING names its laws: --laws, "
                     "--friction and --param have nothing to change",
                     m->file);
  }
  if (wanted->choices->count > CHOICES_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "at most %d settings with alternatives", CHOICES_MAX);
  }
  lash_status status = list_split(&laws, wanted->laws, ",", error);
  if (status == LASH_OK) status = list_split(&frictions, wanted->friction, ",", error);
  if (status == LASH_OK) {
    status = check_params(m, &laws, &frictions, wanted->params, error);
  }
  for (size_t i = 0; i < wanted->choices->count && status == LASH_OK; i++) {
    status = choice_split(&choices[i], wanted->choices->item[i], error);
  }
  for (size_t i = 0; i < laws.count && status == LASH_OK; i++) {
    for (size_t k = 0; k < frictions.count && status == LASH_OK; k++) {
      do {
        status = add_variant(c, m, wanted, laws.item[i], frictions.item[k], choices, chosen, error);
      } while (status == LASH_OK && next_choice(choices, wanted->choices->count, chosen));
    }
  }
  free(laws.buffer);
  free(frictions.buffer);
  for (size_t i = 0; i < CHOICES_MAX; i++) free(choices[i].values.buffer);
  return status;
}

lash_status lash_variants_of_laws(const lash_variation *wanted, lash_variants *c,
                                  lash_error *error) {
  lash_model model = {0};
  lash_status status = lash_study_model(c->study, NULL, NULL, &model, error);
  if (status == LASH_OK) status = combine(wanted, &model, c, error);
  lash_model_free(&model);
  return status;
}
