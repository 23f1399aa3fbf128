/* A folder of results: tables in files with names that every system takes. */
#ifndef LASH_CLI_FOLDER_H
#define LASH_CLI_FOLDER_H

#include <stdio.h>

#include "lash_core.h"

/* Makes the folder unless it is there. */
lash_status folder_make(const char *folder, lash_error *error);

/* A text as a name for a file: letters, digits and a few marks. */
void folder_name(const char *text, char *name, size_t size);

/* Opens FOLDER/NAME for writing, its path in `path`; NULL and why in `error`. */
FILE *folder_open(const char *folder, const char *name, char *path, size_t size, lash_error *error);
lash_status folder_close(FILE *file, const char *path, lash_error *error);

/* A comma and a number, or nothing behind the comma where there is none. */
void folder_number(FILE *out, double value);

#endif
