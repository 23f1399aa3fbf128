/* Files: read whole or not at all, written whole or not at all.
 *
 *   out_file out;
 *   lash_status status = out_open(&out, path, &error);    the file's folders are made
 *   if (status == LASH_OK) fputs("…", out.stream);
 *   status = out_close(&out, status, &error);             only now it has its name
 *
 * What is read must be a file: folders, pipes and devices are refused in words, and a file that
 * does not end is given up at FILE_SIZE_MAX. */
#ifndef LASH_FILES_H
#define LASH_FILES_H

#include <stdio.h>

#include "lash_core.h"

/* ------------------------------------------------------------------------------------- reading */

#define FILE_SIZE_MAX ((size_t)256 << 20)

/* The whole of a file, with a zero behind it; to be freed. `size` may be NULL. */
lash_status file_read(const char *path, char **text, size_t *size, lash_error *error);

/* A stream to read a file from: BAD_INPUT when it is the path's fault, FAILURE when the machine has
 * no memory or no more open files. */
lash_status file_open(const char *path, FILE **stream, lash_error *error);

/* ------------------------------------------------------------------------------------- folders */

/* Makes the folder and those it is in, unless they are there. */
lash_status folder_make(const char *folder, lash_error *error);

/* Makes the folder and holds it against other writers, in this process or another, until
 * folder_release(): two runs into one folder would spoil each other's tables. */
lash_status folder_own(const char *folder, int *held, lash_error *error);
void folder_release(int held); /* -1: nothing is held */

/* As folder_own() until the process ends, and tidies: for a command that writes results into a
 * folder (NULL: into none). */
lash_status folder_claim(const char *folder, lash_error *error);

/* In a child process that is not to hold on to what its parent owns, should the parent end. */
void folders_disown(void);

/* Visits what is in a folder and has a name that ends so (NULL: all), in the order of names, until
 * a visit fails. */
typedef lash_status (*file_visitor)(void *context, const char *path, const char *name,
                                    lash_error *error);
lash_status folder_visit(const char *folder, const char *ending, file_visitor visit, void *context,
                         lash_error *error);

/* The file that is locked in a folder. */
#define FOLDER_LOCK ".lash-lock"

/* Removes what a writer left in the folder that ended before its time; one at work is spared. */
void folder_tidy(const char *folder);

/* ------------------------------------------------------------------------------------- writing */

/* A file in the making: it is written beside its place, under a name of no meaning, and renamed
 * when it is whole. A pipe or a device in its place is written to as it is. */
typedef struct out_file {
  FILE *stream;
  char *path;
  char *beside; /* NULL: written in place */
} out_file;

lash_status out_open(out_file *out, const char *path, lash_error *error);
lash_status out_open_in(out_file *out, const char *folder, const char *name, lash_error *error);

/* With LASH_OK as `so_far`, brings the file to the disk and to its place; otherwise, or when
 * something could not be written, removes it. Returns `so_far` or its own failure. To be called
 * after out_open() in every case. */
lash_status out_close(out_file *out, lash_status so_far, lash_error *error);

/* Refuses, in the name of `option`, a file or folder to write that is the very one to be read. NULL
 * or "-" for `path`: nothing is written. To be asked before anything is written. */
lash_status out_apart(const char *option, const char *path, const char *input, lash_error *error);

/* All of it to an open file, however often writing is broken off; false: errno says why not. */
bool file_put(int file, const void *data, size_t size);

/* A whole file from memory. With `keep`, a file that is there already stays as it is. */
lash_status file_write(const char *path, const char *text, size_t size, bool keep,
                       lash_error *error);

#endif
