/* What was read: file by file, with a checksum of the content.
 *
 *   readings list = {0};
 *   readings *before = readings_into(&list);    from now on, on this thread
 *   … files are read, libraries loaded …
 *   readings_into(before);
 *   uint64_t all = readings_checksum(&list);
 *   readings_free(&list);
 *
 * Every file that files.h opens for reading is noted by files.h itself, every library by who loads
 * it: nothing that is read through these doors can be forgotten. What a user's routine opens by
 * itself is not seen. */
#ifndef LASH_READINGS_H
#define LASH_READINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct reading {
  char *name; /* the file's own, without its folder */
  char *path; /* as it was opened; NULL: not known */
  uint64_t checksum;
} reading;

typedef struct readings {
  reading *item; /* in the order of names; none twice */
  size_t count;
  bool incomplete; /* no memory, or a file could not be read whole */
} readings;

/* Notes what is read from now on in `list` (NULL: nowhere); returns where it went before. */
readings *readings_into(readings *list);

/* Notes a file: one that is open, or by its path. Nothing happens without a list. */
void readings_note(const char *path, int file);
void readings_note_path(const char *path);

/* Notes the program that runs, and the library that this code is in: their laws decide too. */
void readings_note_program(void);

/* Of all names and contents. */
uint64_t readings_checksum(const readings *list);

/* A line "reads CHECKSUM NAME" each; readings_take() takes the lines of such a text over. */
void readings_write(const readings *list, FILE *out);
void readings_take(readings *list, const char *text);

void readings_free(readings *list);

#endif
