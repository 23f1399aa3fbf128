/* FMUs as files: writing one, and reading single files out of one. */
#ifndef LASH_FMI_PACKAGE_H
#define LASH_FMI_PACKAGE_H

#include "lash_core.h"

typedef struct package package;

/* A new file in place of whatever is there. */
lash_status package_begin(const char *path, package **made, lash_error *error);
/* `data` is copied. A failure is kept until the end. */
void package_add(package *p, const char *name, const void *data, size_t size);
void package_add_file(package *p, const char *name, const char *path);
/* With LASH_OK as `so_far` writes it, otherwise leaves nothing behind; frees the package. Returns
 * `so_far` or its own failure. */
lash_status package_end(package *p, lash_status so_far, lash_error *error);

/* The whole of one file of an FMU (malloc, a zero behind it); LASH_BAD_INPUT when the zip is
 * damaged or holds no such file. */
lash_status package_read(const char *path, const char *name, char **data, size_t *size,
                         lash_error *error);

/* Everything into a folder. A name that leads out of it is refused. */
lash_status package_unpack(const char *path, const char *folder, lash_error *error);

#endif
