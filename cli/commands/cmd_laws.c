/* lash laws: the catalogue. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "lash_contact.h"
#include "lash_friction.h"
#include "law_settings.h"
#include "output.h"

/* What all four kinds of law have in common. */
typedef struct entry {
  const char *name, *kind, *formula, *citation, *note;
  const char *const *aliases;
  const lash_param *params;
  size_t param_count;
} entry;

static size_t entry_count(void) { return lash_contact_law_count() + lash_friction_law_count(); }

static entry entry_at(size_t i) {
  if (i < lash_contact_law_count()) {
    const lash_contact_law *l = lash_contact_law_at(i);
    return (entry){l->name,    l->kind == LASH_CONTACT_LINE ? "line" : "contact",
                   l->formula, l->citation,
                   l->note,    l->aliases,
                   l->params,  l->param_count};
  }
  const lash_friction_law *l = lash_friction_law_at(i - lash_contact_law_count());
  return (entry){l->name,    l->traits & LASH_FRICTION_HAS_STATE ? "friction-state" : "friction",
                 l->formula, l->citation,
                 l->note,    l->aliases,
                 l->params,  l->param_count};
}

typedef struct arguments {
  bool json;
  const char *kind, *name;
} arguments;

enum { OPTION_JSON = 1000 };

static const struct argp_option options[] = {
    {"kind", 'k', "KIND", 0, "Only contact, line, friction or friction-state laws", 0},
    {"json", OPTION_JSON, NULL, 0, "Print JSON", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  switch (key) {
    case OPTION_JSON:
      a->json = true;
      return 0;
    case 'k':
      a->kind = arg;
      return 0;
    case ARGP_KEY_ARG:
      if (state->arg_num) argp_error(state, "one law at a time");
      a->name = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "[LAW]",
    "List the contact and friction laws, or describe one.\v"
    "Examples:\n"
    "  lash laws                    all laws, a line each\n"
    "  lash laws --kind line        laws for cylinders\n"
    "  lash laws lugre              formula, source and parameters of one law\n",
    NULL,
    NULL,
    NULL};

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
  if (e->aliases) {
    printf("\n  also called");
    for (size_t i = 0; e->aliases[i]; i++) printf("%s %s", i ? "," : "", e->aliases[i]);
    putchar('\n');
  }
  putchar('\n');
  table t;
  table_begin(&t, 5);
  const char *const heading[] = {"  parameter", "unit", "default", "meaning", "legal"};
  for (size_t i = 0; i < 5; i++) table_text(&t, heading[i]);
  for (size_t i = 0; i < e->param_count; i++) {
    const lash_param *p = &e->params[i];
    char name[64], standard[64], range[400];
    snprintf(name, sizeof name, "  %s", p->name);
    standard_text(p, standard, sizeof standard);
    lash_param_range(p, range, sizeof range);
    const char *const cells[] = {name, p->unit, standard, p->meaning, range};
    for (size_t c = 0; c < 5; c++) table_text(&t, cells[c]);
  }
  table_print(&t, stdout);
  table_free(&t);
}

static void print_list(const char *kind) {
  table t;
  table_begin(&t, 3);
  table_text(&t, "law");
  table_text(&t, "kind");
  table_text(&t, "source");
  for (size_t i = 0; i < entry_count(); i++) {
    entry e = entry_at(i);
    if (kind && strcmp(kind, e.kind) != 0) continue;
    table_text(&t, e.name);
    table_text(&t, e.kind);
    table_text(&t, e.citation);
  }
  table_print(&t, stdout);
  table_free(&t);
}

static void json_entry(json *j, const entry *e) {
  json_object(j, NULL);
  json_string(j, "name", e->name);
  json_string(j, "kind", e->kind);
  json_string(j, "formula", e->formula);
  json_string(j, "citation", e->citation);
  json_string(j, "note", e->note ? e->note : "");
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

static void json_list(const char *kind) {
  json j;
  json_start(&j, stdout);
  json_array(&j, NULL);
  for (size_t i = 0; i < entry_count(); i++) {
    entry e = entry_at(i);
    if (!kind || strcmp(kind, e.kind) == 0) json_entry(&j, &e);
  }
  json_array_end(&j);
  json_end(&j);
}

/* -------------------------------------------------------------------------------------- command */

static bool find_entry(const char *name, entry *found) {
  const lash_contact_law *contact = lash_contact_law_find(name);
  const lash_friction_law *friction = lash_friction_law_find(name);
  if (!contact && !friction) return false;
  for (size_t i = 0; i < entry_count(); i++) {
    *found = entry_at(i);
    if (strcmp(found->name, contact ? contact->name : friction->name) == 0) return true;
  }
  return false;
}

static lash_status check_kind(const char *kind, lash_error *error) {
  static const char *const kinds[] = {"contact", "line", "friction", "friction-state"};
  for (size_t i = 0; i < 4; i++) {
    if (!kind || strcmp(kind, kinds[i]) == 0) return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT,
                   "--kind wants contact, line, friction or friction-state, not '%s'", kind);
}

static lash_status run(int argc, char **argv) {
  arguments a = {0};
  lash_status status = cli_parse(&argp, argc, argv, &a);
  if (status != LASH_OK) return status;
  lash_error error;
  if (check_kind(a.kind, &error) != LASH_OK) return cli_report(&error);

  if (!a.name) {
    if (a.json) {
      json_list(a.kind);
    } else {
      print_list(a.kind);
    }
    return LASH_OK;
  }
  entry e;
  if (!find_entry(a.name, &e)) {
    cli_unknown_law(a.name, &error);
    return cli_report(&error);
  }
  if (a.json) {
    json j;
    json_start(&j, stdout);
    json_entry(&j, &e);
    json_end(&j);
  } else {
    print_entry(&e);
  }
  return LASH_OK;
}

const lash_command cmd_laws = {
    .name = "laws", .summary = "list the contact and friction laws, or describe one", .run = run};
