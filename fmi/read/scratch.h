/* A folder for what is needed only while a process runs, in TMPDIR or /tmp.
 *
 *   scratch s;
 *   lash_status status = scratch_make("unpacked", &s, &error);    lash-unpacked-…, empty
 *   … s.path …
 *   scratch_remove(&s);                                      with all that is in it
 *
 * One whose process was killed is removed when the next of its kind is made. */
#ifndef LASH_SCRATCH_H
#define LASH_SCRATCH_H

#include "lash_core.h"

typedef struct scratch {
  char *path; /* NULL: there is none */
  int held;   /* locked as long as it is in use */
} scratch;

lash_status scratch_make(const char *kind, scratch *made, lash_error *error);
void scratch_remove(scratch *s);

#endif
