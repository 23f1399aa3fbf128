/* Which settings put a law into a dataset: the STRING of a routine, rewritten. */
#include "lash_variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "joint_laws.h"
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

/* Names of laws, a kind each; NULL: as the dataset has it. */
typedef struct law_names {
  const char *of[JOINT_LAWS];
} law_names;

static law_names names_of(const lash_words *w) {
  law_names names;
  for (int k = 0; k < JOINT_LAWS; k++) names.of[k] = lash_words_find(w, joint_law_words[k]);
  return names;
}

static law_names names_for(const lash_words *w, const law_names *wanted) {
  law_names names = names_of(w);
  for (int k = 0; k < JOINT_LAWS; k++)
    if (wanted->of[k]) names.of[k] = wanted->of[k];
  return names;
}

static bool is_one_of(const char *key, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(names[i], key) == 0) return true;
  return false;
}

static bool contact_has(const joint_laws *laws, const char *name) {
  return laws->there[JOINT_NORMAL] && lash_params_find(&laws->contact.params, name) >= 0;
}

/* A parameter of the old laws that the new ones do not have would be refused. Sizes stay: they are
 * the joint's too. Contact and friction may take over each other's. */
static bool word_stays(const char *key, const joint_laws *before, const joint_laws *after) {
  static const char *const sizes[] = {"Ri", "Rj", "L", "Lj", "curvature"};
  const char *bare;
  if (is_one_of(key, sizes, sizeof sizes / sizeof *sizes) &&
      (strcmp(key, "curvature") != 0 || contact_has(after, key)))
    return true;
  if (strcmp(key, "stations") == 0) return after->there[JOINT_FILM];
  const int was = joint_laws_owner(before, key, &bare), is = joint_laws_owner(after, key, &bare);
  return was < 0 || was == is || (was <= JOINT_FRICTION && is >= 0 && is <= JOINT_FRICTION);
}

/* A parameter from the command line for a law that has it, under the name the STRING wants. */
static bool place_param(const joint_laws *laws, const char *param, char *key, size_t size,
                        const char **value) {
  const char *equals = strchr(param, '='), *bare;
  char name[64];
  if (!equals) return false;
  snprintf(name, sizeof name, "%.*s", (int)(equals - param), param);
  *value = equals + 1;
  const int owner = joint_laws_owner(laws, name, &bare);
  if (owner == JOINT_NORMAL)
    snprintf(key, size, "%s", bare);
  else if (owner >= 0)
    snprintf(key, size, "%s.%s", joint_law_words[owner], bare);
  return owner >= 0;
}

static bool given_anew(const joint_laws *laws, const lash_texts_list *params, const char *key) {
  char placed[80];
  const char *value, *bare, *new_bare;
  const int owner = joint_laws_owner(laws, key, &bare);
  for (size_t i = 0; i < params->count && owner >= 0; i++) {
    if (!place_param(laws, params->item[i], placed, sizeof placed, &value)) continue;
    if (joint_laws_owner(laws, placed, &new_bare) == owner && strcmp(bare, new_bare) == 0)
      return true;
  }
  return false;
}

/* The STRING with other laws in it. */
static lash_status rewrite(const lash_model *m, const lash_words *w, const law_names *wanted,
                           const lash_texts_list *params, FILE *out, lash_error *error) {
  const law_names old = names_of(w), now = names_for(w, wanted);
  joint_laws before, after;
  lash_status status = joint_laws_begin(&before, m, old.of, error);
  if (status == LASH_OK) status = joint_laws_begin(&after, m, now.of, error);
  if (status != LASH_OK) return status;
  for (int k = 0; k < JOINT_LAWS; k++)
    if (after.there[k]) fprintf(out, "%s=%s ", joint_law_words[k], now.of[k]);
  for (size_t i = 0; i < w->count; i++) {
    const char *key = w->list[i].key;
    if (is_one_of(key, joint_law_words, JOINT_LAWS)) continue;
    if (word_stays(key, &before, &after) && !given_anew(&after, params, key))
      fprintf(out, "%s=%s ", key, w->list[i].value);
  }
  for (size_t i = 0; i < params->count; i++) {
    char key[80];
    const char *value;
    if (place_param(&after, params->item[i], key, sizeof key, &value))
      fprintf(out, "%s=%s ", key, value);
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

/* Lists of names, a kind each, and the next combination of them, friction's before the contact's
 * and so on; false after the last. */
typedef struct law_lists {
  list of[JOINT_LAWS];
  size_t chosen[JOINT_LAWS];
} law_lists;

static bool next_laws(law_lists *l) {
  for (int k = JOINT_LAWS; k-- > 0;) {
    if (++l->chosen[k] < l->of[k].count) return true;
    l->chosen[k] = 0;
  }
  return false;
}

static law_names chosen_laws(const law_lists *l) {
  law_names names;
  for (int k = 0; k < JOINT_LAWS; k++) names.of[k] = l->of[k].item[l->chosen[k]];
  return names;
}

/* Whether any of the laws of a joint has it. */
static lash_status is_known(const lash_model *m, int string, law_lists *lists, const char *param,
                            bool *known, lash_error *error) {
  lash_words w;
  lash_status status = words_of(m, string, &w, error);
  if (status != LASH_OK) return status;
  do {
    const law_names wanted = chosen_laws(lists), names = names_for(&w, &wanted);
    joint_laws laws;
    char key[80];
    const char *value;
    status = joint_laws_begin(&laws, m, names.of, error);
    if (status == LASH_OK) *known |= place_param(&laws, param, key, sizeof key, &value);
  } while (next_laws(lists) && status == LASH_OK); /* to the end: the choice starts anew */
  return status;
}

/* A parameter that none of the laws has is a mistake, not something to leave out. */
static lash_status check_params(const lash_model *m, law_lists *lists,
                                const lash_texts_list *params, lash_error *error) {
  for (size_t i = 0; i < params->count; i++) {
    bool known = false;
    int force, string;
    for (size_t j = 0; !known && lash_model_joint(m, j, &force, &string); j++) {
      const lash_status status = is_known(m, string, lists, params->item[i], &known, error);
      if (status != LASH_OK) return status;
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

static lash_status set_laws(lash_variants *c, const lash_model *m, const law_names *names,
                            const lash_variation *wanted, lash_error *error) {
  int force, string;
  lash_words w;
  lash_status status = LASH_OK;
  bool any = wanted->params->count > 0;
  for (int k = 0; k < JOINT_LAWS; k++) any |= names->of[k] != NULL;
  for (size_t i = 0; any && status == LASH_OK && lash_model_joint(m, i, &force, &string); i++) {
    char *setting = NULL;
    size_t size = 0;
    status = words_of(m, string, &w, error);
    FILE *out = open_memstream(&setting, &size);
    if (!out) return lash_fail(error, LASH_FAILURE, "out of memory");
    fprintf(out, "STRING/%d.STRING=", string);
    if (status == LASH_OK) status = rewrite(m, &w, names, wanted->params, out, error);
    if (fclose(out) != 0) free(setting), setting = NULL;
    if (status == LASH_OK)
      status = set_owned(c, setting, error);
    else
      free(setting);
  }
  return status;
}

static lash_status add_variant(lash_variants *c, const lash_model *m, const lash_variation *wanted,
                               const law_names *names, const choice *choices, const size_t *chosen,
                               lash_error *error) {
  static const char *const without[JOINT_LAWS] = {"none", "frictionless", "dry", "unworn",
                                                  "rolling freely"};
  char name[160] = "";
  for (int k = 0; k < JOINT_LAWS; k++) {
    const bool none = names->of[k] && strcmp(names->of[k], "none") == 0;
    name_variant(name, sizeof name, none ? without[k] : names->of[k]);
  }
  for (size_t i = 0; i < wanted->choices->count; i++) {
    name_variant(name, sizeof name, choices[i].values.item[chosen[i]]);
  }
  lash_status status = lash_variants_add(c, name[0] ? name : "as it is", error);
  if (status == LASH_OK) status = set_laws(c, m, names, wanted, error);
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

static lash_status split_lists(const lash_variation *wanted, law_lists *lists, bool *any,
                               lash_error *error) {
  const char *const text[JOINT_LAWS] = {wanted->laws, wanted->friction, wanted->film, wanted->wear,
                                        wanted->rolling};
  lash_status status = LASH_OK;
  for (int k = 0; k < JOINT_LAWS && status == LASH_OK; k++) {
    status = list_split(&lists->of[k], text[k], ",", error);
    *any |= text[k] != NULL;
  }
  return status;
}

/* `m` is the dataset with the study's own settings: those words of a STRING that are not the laws'
 * stay as they were set. */
static lash_status combine(const lash_variation *wanted, const lash_model *m, lash_variants *c,
                           lash_error *error) {
  enum { CHOICES_MAX = 8 };
  choice choices[CHOICES_MAX] = {{0}};
  size_t chosen[CHOICES_MAX] = {0};
  law_lists lists = {0};
  int force, string;
  bool any = wanted->params->count > 0;
  if (wanted->choices->count > CHOICES_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "at most %d settings with alternatives", CHOICES_MAX);
  }
  lash_status status = split_lists(wanted, &lists, &any, error);
  if (status == LASH_OK && any && !lash_model_joint(m, 0, &force, &string))
    status = lash_fail(error, LASH_BAD_INPUT,
                       "%s has no GFORCE of lash_subroutines whose STRING names its laws: --laws, "
                       "--friction, --film, --wear, --rolling and --param have nothing to change",
                       m->file);
  if (status == LASH_OK) status = check_params(m, &lists, wanted->params, error);
  for (size_t i = 0; i < wanted->choices->count && status == LASH_OK; i++) {
    status = choice_split(&choices[i], wanted->choices->item[i], error);
  }
  bool more = status == LASH_OK;
  while (more && status == LASH_OK) {
    const law_names names = chosen_laws(&lists);
    do {
      status = add_variant(c, m, wanted, &names, choices, chosen, error);
    } while (status == LASH_OK && next_choice(choices, wanted->choices->count, chosen));
    more = next_laws(&lists);
  }
  for (int k = 0; k < JOINT_LAWS; k++) free(lists.of[k].buffer);
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
