/* Paths of any length. What is returned is to be freed; NULL means that memory ran out, and every
 * function of files.h takes such a NULL for a path and says so: results need no look in between. */
#ifndef LASH_PATHS_H
#define LASH_PATHS_H

#include "lash_core.h"

/* A text made as printf does. */
char *path_format(const char *format, ...) LASH_PRINTF(1, 2);

/* FOLDER/NAME. */
char *path_join(const char *folder, const char *name);

/* The folder a file is in: "." when the path names none. */
char *path_parent(const char *path);

/* The file's own name, within `path`. */
const char *path_base(const char *path);

/* Whether there is a name that ends so, ".adm" for instance, in letters of either case. */
bool path_ends_in(const char *path, const char *tail);

/* `name` as seen from the folder of `file`; as it stands when it begins with '/'. */
char *path_beside(const char *file, const char *name);

/* The folder of the running program; NULL when the system does not say. */
char *path_of_program(void);

/* Fills `name` with a text as a name for a file: letters, digits and a few marks. */
void path_plain(const char *text, char *name, size_t size);

#endif
