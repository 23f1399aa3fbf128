#include "description.h"

#include <stdlib.h>
#include <string.h>

#include "package.h"

char *description_attribute(xmlNodePtr node, const char *name) {
  return (char *)xmlGetProp(node, (const xmlChar *)name);
}

xmlNodePtr description_child(xmlNodePtr node, const char *name) {
  for (xmlNodePtr c = xmlFirstElementChild(node); c; c = xmlNextElementSibling(c))
    if (strcmp((const char *)c->name, name) == 0) return c;
  return NULL;
}

static void be_quiet(void *context, const char *format, ...) { (void)context, (void)format; }

static lash_status find_version(const char *file, xmlNodePtr root, int *version,
                                lash_error *error) {
  char *said = root ? description_attribute(root, "fmiVersion") : NULL;
  lash_status status = LASH_OK;
  if (!root)
    status = lash_fail(error, LASH_BAD_INPUT, "%s: modelDescription.xml is no XML", file);
  else if (!said || (strncmp(said, "2.0", 3) != 0 && strncmp(said, "3.", 2) != 0))
    status = lash_fail(error, LASH_UNSUPPORTED, "%s: FMI version %.20s; 2.0 and 3.0 are known",
                       file, said ? said : "not given");
  else
    *version = said[0] - '0';
  xmlFree(said);
  return status;
}

lash_status description_read(const char *file, xmlDocPtr *document, int *version,
                             lash_error *error) {
  char *text;
  size_t size;
  *document = NULL;
  *version = 0;
  lash_status status = package_read(file, "modelDescription.xml", &text, &size, error);
  if (status != LASH_OK) return status;
  xmlSetGenericErrorFunc(NULL, be_quiet);
  *document = xmlReadMemory(text, (int)size, "modelDescription.xml", NULL,
                            XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  free(text);
  status = find_version(file, *document ? xmlDocGetRootElement(*document) : NULL, version, error);
  if (status != LASH_OK) {
    xmlFreeDoc(*document);
    *document = NULL;
  }
  return status;
}
