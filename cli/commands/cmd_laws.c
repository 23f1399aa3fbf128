/* lash laws: the catalogue. */
#include <math.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "lash_contact.h"
#include "lash_friction.h"
#include "lash_laws.h"
#include "lash_wear.h"
#include "option_keys.h"
#include "output.h"

/* What all kinds of law have in common. */
typedef struct entry {
  const char *name, *kind, *formula, *citation, *note, *derivatives;
  const char *const *aliases;
  const lash_param *params;
  size_t param_count;
} entry;

static entry entry_of(const lash_laws_entry *law) {
  const lash_contact_law *c = law->contact;
  const lash_friction_law *f = law->friction;
  const lash_film_law *o = law->film;
  if (o) {
    return (entry){o->name,     "film",    o->formula,
                   o->citation, o->note,   "exact, by the law itself",
                   o->aliases,  o->params, o->param_count};
  }
  if (c) {
    return (entry){c->name,       c->kind == LASH_CONTACT_LINE ? "line" : "contact",
                   c->formula,    c->citation,
                   c->note,       lash_laws_contact_derivatives(c),
                   c->aliases,    c->params,
                   c->param_count};
  }
  return (entry){f->name,       f->traits & LASH_FRICTION_HAS_STATE ? "friction-state" : "friction",
                 f->formula,    f->citation,
                 f->note,       lash_laws_friction_derivatives(f),
                 f->aliases,    f->params,
                 f->param_count};
}

static entry entry_of_wear(const lash_wear_words *w) {
  return (entry){w->name,      "wear", w->formula, w->citation,   w->note,
                 "none asked", NULL,   w->params,  w->param_count};
}

/* What is listed: our own laws, or those of one library. */
typedef struct catalogue {
  const lash_laws_entry *open;
  size_t count;
} catalogue;

static entry entry_at(const catalogue *all, size_t i) {
  if (all->open) return entry_of(&all->open[i]);
  size_t contacts = lash_contact_law_count(), dry = contacts + lash_friction_law_count();
  size_t films = dry + lash_film_law_count();
  if (i >= films) return entry_of_wear(lash_wear_law_at(i - films));
  lash_laws_entry law = {NULL, NULL, NULL};
  if (i < contacts)
    law.contact = lash_contact_law_at(i);
  else if (i < dry)
    law.friction = lash_friction_law_at(i - contacts);
  else
    law.film = lash_film_law_at(i - dry);
  return entry_of(&law);
}

typedef struct arguments {
  bool json;
  const char *kind, *name, *library;
} arguments;

static const struct argp_option options[] = {
    {"kind", OPTION_TEXT(arguments, kind), "KIND", 0,
     "Only contact, line, friction, friction-state, film or wear laws", 0},
    OPTION_LETTER('k'),
    {"from", OPTION_TEXT(arguments, library), "LIBRARY", 0,
     "Laws of a library or text of your own: ./mylaws.so, ./mylaws.law or a name in LASH_LAW_PATH",
     0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, NULL)) return 0;
  return option_word(key, arg, state, &a->name, "one law at a time") ? 0 : ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
    options,
    parse,
    "[LAW]",
    "List the contact, friction, film and wear laws, or describe one.\v"
    "Examples:\n"
    "  lash laws                    all laws, a line each\n"
    "  lash laws --kind line        laws for cylinders\n"
    "  lash laws lugre              formula, source and parameters of one law\n"
    "  lash laws --from examples/law/shop.law        laws of one's own\n"
    "  lash laws examples/law/shop::press_fit        one of them\n",
    NULL,
    NULL,
    NULL};

/* By name; wear laws are no forces, so the library's own search does not know them. */
static lash_status find_one(const char *name, entry *found, lash_error *error) {
  const lash_wear_words *wear = lash_wear_law_find(name);
  if (wear) {
    *found = entry_of_wear(wear);
    return LASH_OK;
  }
  lash_laws_entry law;
  const lash_status status = lash_laws_find(name, NULL, &law, error);
  if (status == LASH_OK) *found = entry_of(&law);
  return status;
}

/* --------------------------------------------------------------------------------------- output */

static void standard_text(const lash_param *p, char *text, size_t size) {
  if (isnan(p->standard)) {
    snprintf(text, size, "%s", p->flags & LASH_PARAM_OPTIONAL ? "optional" : "required");
  } else if (p->choices) {
    snprintf(text, size, "%s", p->choices[(size_t)p->standard]);
  } else {
    snprintf(text, size, "%g", p->standard);
  }
}

static void print_entry(const entry *e) {
  printf("%s (%s)\n\n  %s\n\n  %s\n", e->name, e->kind, e->formula, e->citation);
  if (e->note && *e->note) printf("\n  %s\n", e->note);
  printf("\n  derivatives: %s\n", e->derivatives);
  if (e->aliases) {
    printf("\n  also called");
    for (size_t i = 0; e->aliases[i]; i++) printf("%s %s", i ? "," : "", e->aliases[i]);
    putchar('\n');
  }
  putchar('\n');
  table t = table_with("  parameter", "unit", "default", "meaning", "legal", NULL);
  for (size_t i = 0; i < e->param_count; i++) {
    const lash_param *p = &e->params[i];
    char standard[64], range[400];
    standard_text(p, standard, sizeof standard);
    lash_param_range(p, range, sizeof range);
    const char *const cells[] = {p->unit, standard, p->meaning, range};
    table_format(&t, "  %s", p->name);
    for (size_t c = 0; c < 4; c++) table_text(&t, cells[c]);
  }
  table_show(&t, stdout);
}

static void print_list(const catalogue *all, const char *kind) {
  table t = table_with("law", "kind", "source", NULL);
  for (size_t i = 0; i < all->count; i++) {
    entry e = entry_at(all, i);
    if (kind && strcmp(kind, e.kind) != 0) continue;
    table_text(&t, e.name);
    table_text(&t, e.kind);
    table_text(&t, e.citation);
  }
  table_show(&t, stdout);
}

static void json_entry(json *j, const entry *e) {
  json_object(j, NULL);
  json_string(j, "name", e->name);
  json_string(j, "kind", e->kind);
  json_string(j, "formula", e->formula);
  json_string(j, "citation", e->citation);
  json_string(j, "note", e->note ? e->note : "");
  json_string(j, "derivatives", e->derivatives);
  json_array(j, "aliases");
  for (size_t i = 0; e->aliases && e->aliases[i]; i++) json_string(j, NULL, e->aliases[i]);
  json_array_end(j);
  json_array(j, "parameters");
  for (size_t i = 0; i < e->param_count; i++) {
    const lash_param *p = &e->params[i];
    char range[400];
    lash_param_range(p, range, sizeof range);
    json_object(j, NULL);
    json_string(j, "name", p->name);
    json_string(j, "unit", p->unit);
    json_string(j, "meaning", p->meaning);
    if (p->choices) {
      json_string(j, "default", isnan(p->standard) ? NULL : p->choices[(size_t)p->standard]);
    } else {
      json_number(j, "default", p->standard);
    }
    json_boolean(j, "required", isnan(p->standard) && !(p->flags & LASH_PARAM_OPTIONAL));
    json_string(j, "legal", range);
    json_object_end(j);
  }
  json_array_end(j);
  json_object_end(j);
}

static void json_list(const catalogue *all, const char *kind) {
  json j = json_array_to(stdout);
  for (size_t i = 0; i < all->count; i++) {
    entry e = entry_at(all, i);
    if (!kind || strcmp(kind, e.kind) == 0) json_entry(&j, &e);
  }
  json_end(&j);
}

/* -------------------------------------------------------------------------------------- command */

static lash_status check_kind(const char *kind, lash_error *error) {
  static const char *const kinds[] = {"contact",        "line", "friction",
                                      "friction-state", "film", "wear"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!kind || strcmp(kind, kinds[i]) == 0) return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT,
                   "--kind wants contact, line, friction, friction-state, film or wear, not '%s'",
                   kind);
}

static void show_one(const entry *e, bool as_json) {
  if (!as_json) {
    print_entry(e);
    return;
  }
  json j;
  json_start(&j, stdout);
  json_entry(&j, e);
  json_end(&j);
}

static lash_status list_or_describe(void *context, lash_error *error) {
  const arguments *a = context;
  catalogue all = {NULL, lash_contact_law_count() + lash_friction_law_count() +
                             lash_film_law_count() + lash_wear_law_count()};
  entry one;
  lash_status status = check_kind(a->kind, error);
  if (status == LASH_OK && a->library)
    status = lash_laws_list(a->library, NULL, &all.open, &all.count, error);
  if (status == LASH_OK && a->name) status = find_one(a->name, &one, error);
  if (status != LASH_OK) return status;
  if (a->name)
    show_one(&one, a->json);
  else
    (a->json ? json_list : print_list)(&all, a->kind);
  return LASH_OK;
}

static lash_status run(int argc, char **argv) {
  arguments a = {0};
  return cli_run(&argp, argc, argv, &a, NULL, list_or_describe);
}

const lash_command cmd_laws = {
    .name = "laws",
    .summary = "list the contact, friction, film and wear laws, or describe one",
    .run = run,
    .laws = true};
