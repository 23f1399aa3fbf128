/* Our own look at an FMU, ours or anybody's: the schema, and rules that the schema cannot say. */
#include <libxml/hash.h>
#include <libxml/xmlschemas.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ------------------------------------------------------------------------------------- schemas */

/* The schema of that name, where LASH_FMI_SCHEMA says: for both versions in one folder, or in
 * folders fmi2 and fmi3. NULL: not there. */
static char *schema_file(int version, const char *name) {
  const char *place = getenv("LASH_FMI_SCHEMA");
  for (int k = 0; place && k < 2; k++) {
    char *path = k ? path_format("%s/fmi%d%s.xsd", place, version, name)
                   : path_format("%s/fmi%d/fmi%d%s.xsd", place, version, version, name);
    if (path && access(path, R_OK) == 0) return path;
    free(path);
  }
  return NULL;
}

static void check_schema(const look *l, xmlDocPtr document, const char *path) {
  xmlSchemaParserCtxtPtr parser = xmlSchemaNewParserCtxt(path);
  xmlSchemaPtr schema = parser ? xmlSchemaParse(parser) : NULL;
  xmlSchemaValidCtxtPtr valid = schema ? xmlSchemaNewValidCtxt(schema) : NULL;
  if (valid) {
    xmlSchemaSetValidStructuredErrors(valid, on_fault, (void *)(size_t)l);
    xmlSchemaValidateDoc(valid, document);
  } else {
    tell(l, "the schema %s cannot be read: not checked against it", path);
  }
  xmlSchemaFreeValidCtxt(valid);
  xmlSchemaFree(schema);
  xmlSchemaFreeParserCtxt(parser);
}

/* Another file of the FMU, where it has it. */
static void check_part(const look *l, const char *file, const char *name, const char *schema_name) {
  char *text = NULL, *schema = schema_file(3, schema_name);
  size_t size;
  lash_error ignored;
  if (package_read(file, name, &text, &size, &ignored) == LASH_OK) {
    xmlDocPtr document = xmlReadMemory(text, (int)size, name, NULL,
                                       XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    if (!document) tell(l, "%s is no XML", name);
    if (document && schema) check_schema(l, document, schema);
    xmlFreeDoc(document);
    free(text);
  }
  free(schema);
}

/* False: there are no schemas. */
static bool check_schemas(const look *l, const char *file, xmlDocPtr document, int version) {
  char *schema = schema_file(version, "ModelDescription");
  const bool known = schema != NULL;
  if (known) check_schema(l, document, schema);
  free(schema);
  if (version == 3) {
    check_part(l, file, "sources/buildDescription.xml", "BuildDescription");
    check_part(l, file, "terminalsAndIcons/terminalsAndIcons.xml", "TerminalsAndIcons");
  }
  return known;
}

/* ----------------------------------------------------------------------------------- variables */

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names must differ; value references too, in 3.0. */
static void check_unique(const look *l, xmlNodePtr variables, const char *what) {
  size_t count = 0, room = 0;
  char **list = NULL;
  for (xmlNodePtr c = xmlFirstElementChild(variables); c; c = xmlNextElementSibling(c)) {
    char *text = description_attribute(c, what);
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

/* One of the words the standard knows; what is not said is right. */
static void check_word(const look *l, xmlNodePtr node, const char *attribute,
                       const char *const *words) {
  char *said = description_attribute(node, attribute);
  bool known = !said;
  for (; *words && !known; words++) known = strcmp(said, *words) == 0;
  if (!known) tell(l, "line %ld: %s=\"%.60s\" is not known", xmlGetLineNo(node), attribute, said);
  xmlFree(said);
}

static void check_words(const look *l, xmlNodePtr variable) {
  static const char *const causality[] = {"parameter",
                                          "calculatedParameter",
                                          "structuralParameter",
                                          "input",
                                          "output",
                                          "local",
                                          "independent",
                                          NULL};
  static const char *const variability[] = {"constant", "fixed",      "tunable",
                                            "discrete", "continuous", NULL};
  static const char *const initial[] = {"exact", "approx", "calculated", NULL};
  check_word(l, variable, "causality", causality);
  check_word(l, variable, "variability", variability);
  check_word(l, variable, "initial", initial);
}

/* What the children of a list are called by an attribute, to be looked up. */
static xmlHashTablePtr words_of(xmlNodePtr list, const char *attribute) {
  xmlHashTablePtr words = xmlHashCreate(64);
  for (xmlNodePtr c = xmlFirstElementChild(list); c; c = xmlNextElementSibling(c)) {
    char *word = description_attribute(c, attribute);
    if (word) xmlHashAddEntry(words, (const xmlChar *)word, c);
    xmlFree(word);
  }
  return words;
}

static bool is_among(xmlHashTablePtr words, const char *word) {
  return xmlHashLookup(words, (const xmlChar *)word) != NULL;
}

static void check_unit(const look *l, xmlHashTablePtr units, xmlNodePtr facts) {
  char *used = description_attribute(facts, "unit");
  if (used && !is_among(units, used))
    tell(l, "line %ld: the unit %.60s is not defined", xmlGetLineNo(facts), used);
  xmlFree(used);
}

/* The element that holds a variable's type, unit and start. */
static xmlNodePtr facts_of(xmlNodePtr variable, int version) {
  xmlNodePtr facts = variable;
  if (version == 3) return facts;
  for (xmlNodePtr k = xmlFirstElementChild(variable); k; k = xmlNextElementSibling(k))
    if (strcmp((const char *)k->name, "Annotations") != 0) facts = k;
  return facts;
}

/* How many variables there are. */
static size_t check_variables(const look *l, xmlNodePtr root, int version) {
  xmlNodePtr variables = description_child(root, "ModelVariables");
  xmlHashTablePtr units = words_of(description_child(root, "UnitDefinitions"), "name");
  size_t count = 0;
  check_unique(l, variables, "name");
  if (version == 3) check_unique(l, variables, "valueReference");
  for (xmlNodePtr c = xmlFirstElementChild(variables); c; c = xmlNextElementSibling(c)) {
    xmlNodePtr facts = facts_of(c, version);
    count++;
    check_words(l, c);
    check_unit(l, units, facts);
    check_start(l, c, facts);
  }
  xmlHashFree(units, NULL);
  if (!variables) tell(l, "there are no ModelVariables");
  return count;
}

/* What the structure names is there: places in the list in 2.0, value references in 3.0. */
static void check_unknown(const look *l, xmlHashTablePtr references, xmlNodePtr unknown,
                          int version, size_t count) {
  char *said = description_attribute(unknown, version == 2 ? "index" : "valueReference");
  const unsigned long index = said ? strtoul(said, NULL, 10) : 0;
  const bool there =
      said && (version == 2 ? index >= 1 && index <= count : is_among(references, said));
  if (!there)
    tell(l, "line %ld: %s %.20s names no variable", xmlGetLineNo(unknown),
         (const char *)unknown->name, said ? said : "");
  xmlFree(said);
}

static void check_structure(const look *l, xmlNodePtr root, int version, size_t count) {
  xmlNodePtr structure = description_child(root, "ModelStructure");
  xmlHashTablePtr references =
      words_of(description_child(root, "ModelVariables"), "valueReference");
  if (!structure) tell(l, "there is no ModelStructure");
  for (xmlNodePtr s = xmlFirstElementChild(structure); s; s = xmlNextElementSibling(s)) {
    if (strcmp((const char *)s->name, "Annotations") == 0) continue;
    if (version == 3) check_unknown(l, references, s, version, count);
    for (xmlNodePtr u = version == 2 ? xmlFirstElementChild(s) : NULL; u;
         u = xmlNextElementSibling(u))
      check_unknown(l, references, u, version, count);
  }
  xmlHashFree(references, NULL);
}

/* ------------------------------------------------------------------------------------- binaries */

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
                      void *context, export_checked *done, lash_error *error) {
  const look l = {found, context};
  xmlDocPtr document;
  *done = (export_checked){0};
  const lash_status status = description_read(file, &document, &done->version, error);
  if (status != LASH_OK) return status;
  xmlNodePtr root = xmlDocGetRootElement(document);
  done->schemas = check_schemas(&l, file, document, done->version);
  check_structure(&l, root, done->version, check_variables(&l, root, done->version));
  check_binary(&l, file, root, done->version);
  xmlFreeDoc(document);
  return LASH_OK;
}
