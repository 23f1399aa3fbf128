/* The folder of the resources, from what an importer says. */
#ifndef LASH_FMI_RESOURCE_PATH_H
#define LASH_FMI_RESOURCE_PATH_H

/* From a URI of FMI 2.0 ("file:///tmp/a%20b/resources") or a path; to be freed. NULL: no memory. */
char *resource_path(const char *text);

#endif
