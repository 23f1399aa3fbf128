/* modelDescription.xml of anybody's FMU. */
#ifndef LASH_FMI_DESCRIPTION_H
#define LASH_FMI_DESCRIPTION_H

#include <libxml/parser.h>

#include "lash_core.h"

/* Its document, to be freed by xmlFreeDoc(), and the version of the standard, 2 or 3: another is
 * LASH_UNSUPPORTED. NULL unless all went well. */
lash_status description_read(const char *file, xmlDocPtr *document, int *version,
                             lash_error *error);

/* The first element of that name inside; NULL: none. */
xmlNodePtr description_child(xmlNodePtr node, const char *name);
/* To be freed by xmlFree(). */
char *description_attribute(xmlNodePtr node, const char *name);

#endif
