/* Our own look at an FMU, ours or anybody's: the schema, and rules that the schema cannot say. */
#include <libxml/xmlschemas.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "description.h"
#include "export.h"
#include "package.h"
#include "paths.h"

typedef struct look {
  void (*found)(void *context, const char *text);
  void *context;
} look;

static void tell(const look *l, const char *format, ...) LASH_PRINTF(2, 3);
static void tell(const look *l, const char *format, ...) {
  char text[LASH_MESSAGE_MAX];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  text[strcspn(text, "\n")] = '\0';
  l->found(l->context, text);
}

static void on_fault(void *context, xmlErrorPtr error) {
  tell(context, "line %d: %s", error->line, error->message ? error->message : "?");
}

/* The schemas lie in the source folder, or where LASH_FMI_SCHEMA says. */
static void check_schema(const look *l, xmlDocPtr document, int version) {
  const char *place = getenv("LASH_FMI_SCHEMA");
  char *path = path_format("%s/schema%d/fmi%dModelDescription.xsd", place ? place : LASH_FMI_SCHEMA,
                           version, version);
  xmlSchemaParserCtxtPtr parser = path ? xmlSchemaNewParserCtxt(path) : NULL;
  xmlSchemaPtr schema = parser ? xmlSchemaParse(parser) : NULL;
  xmlSchemaValidCtxtPtr valid = schema ? xmlSchemaNewValidCtxt(schema) : NULL;
  if (valid) {
    xmlSchemaSetValidStructuredErrors(valid, on_fault, (void *)(size_t)l);
    xmlSchemaValidateDoc(valid, document);
  } else {
    tell(l, "the schema %s cannot be read: not checked against it", path ? path : "?");
  }
  xmlSchemaFreeValidCtxt(valid);
  xmlSchemaFree(schema);
  xmlSchemaFreeParserCtxt(parser);
  free(path);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names must differ; value references too, in 3.0. */
static void check_unique(const look *l, xmlNodePtr variables, const char *what) {
  size_t count = 0, room = 0;
  char **list = NULL;
  for (xmlNodePtr c = variables ? variables->children : NULL; c; c = c->next) {
    char *text = c->type == XML_ELEMENT_NODE ? description_attribute(c, what) : NULL;
    if (!text) continue;
    if (count == room) {
      char **more = realloc(list, (room = 2 * room + 64) * sizeof *list);
      if (!more) {
        xmlFree(text);
        break;
      }
      list = more;
    }
    list[count++] = text;
  }
  if (count) qsort(list, count, sizeof *list, by_text);
  for (size_t i = 0; i + 1 < count; i++)
    if (strcmp(list[i], list[i + 1]) == 0) tell(l, "two variables have %s=\"%s\"", what, list[i]);
  for (size_t i = 0; i < count; i++) xmlFree(list[i]);
  free(list);
}

static void check_start(const look *l, xmlNodePtr variable, xmlNodePtr facts) {
  char *causality = description_attribute(variable, "causality"),
       *initial = description_attribute(variable, "initial");
  char *start = description_attribute(facts, "start"),
       *name = description_attribute(variable, "name");
  const bool given =
      causality && (strcmp(causality, "parameter") == 0 || strcmp(causality, "input") == 0);
  const bool calculated = initial && strcmp(initial, "calculated") == 0;
  if ((given || (initial && !calculated)) && !start && !description_child(variable, "Start"))
    tell(l, "%s needs a start value", name ? name : "?");
  if (calculated && start) tell(l, "%s is calculated and has a start value", name ? name : "?");
  xmlFree(causality), xmlFree(initial), xmlFree(start), xmlFree(name);
}

static void check_variables(const look *l, xmlNodePtr root, int version) {
  xmlNodePtr variables = description_child(root, "ModelVariables");
  check_unique(l, variables, "name");
  if (version == 3) check_unique(l, variables, "valueReference");
  for (xmlNodePtr c = variables ? variables->children : NULL; c; c = c->next) {
    xmlNodePtr facts = c;
    if (c->type != XML_ELEMENT_NODE) continue;
    for (xmlNodePtr k = version == 2 ? c->children : NULL; k; k = k->next)
      if (k->type == XML_ELEMENT_NODE && strcmp((const char *)k->name, "Annotations") != 0)
        facts = k;
    check_start(l, c, facts);
  }
}

/* A binary for at least one system, under the name that is promised. */
static void check_binary(const look *l, const char *file, xmlNodePtr root, int version) {
  static const char *const kinds[] = {"ModelExchange", "CoSimulation", "ScheduledExecution"};
  static const char *const places[2][4] = {
      {"binaries/linux64/%s.so", "binaries/win64/%s.dll", "binaries/darwin64/%s.dylib",
       "binaries/win32/%s.dll"},
      {"binaries/x86_64-linux/%s.so", "binaries/x86_64-windows/%s.dll",
       "binaries/x86_64-darwin/%s.dylib", "binaries/aarch64-linux/%s.so"}};
  bool any = false;
  for (int k = 0; k < 3; k++) {
    xmlNodePtr node = description_child(root, kinds[k]);
    char *name = node ? description_attribute(node, "modelIdentifier") : NULL;
    if (node) any = true;
    bool there = !name;
    for (int p = 0; p < 4 && name && !there; p++) {
      const char *form = places[version - 2][p], *hole = strstr(form, "%s");
      char *path = path_format("%.*s%s%s", (int)(hole - form), form, name, hole + 2), *data = NULL;
      size_t size;
      lash_error ignored;
      there = path && package_read(file, path, &data, &size, &ignored) == LASH_OK;
      free(data);
      free(path);
    }
    if (!there) tell(l, "%s: there is no binary called %s", kinds[k], name);
    xmlFree(name);
  }
  if (!any) tell(l, "neither ModelExchange nor CoSimulation is offered");
}

lash_status fmu_check(const char *file, void (*found)(void *context, const char *text),
                      void *context, int *version, lash_error *error) {
  const look l = {found, context};
  xmlDocPtr document;
  const lash_status status = description_read(file, &document, version, error);
  if (status != LASH_OK) return status;
  xmlNodePtr root = xmlDocGetRootElement(document);
  check_schema(&l, document, *version);
  check_variables(&l, root, *version);
  check_binary(&l, file, root, *version);
  xmlFreeDoc(document);
  return LASH_OK;
}
