/* How results travel between processes: a fixed head, then numbers. */
#ifndef LASH_STUDY_CREW_MESSAGE_H
#define LASH_STUDY_CREW_MESSAGE_H

#include "lash_crew.h"

typedef struct crew_head {
  uint64_t index, count; /* of the job; doubles that follow */
  double seconds;
  int32_t status;
  bool lost;
  char reason[LASH_MESSAGE_MAX];
} crew_head;

/* All bytes or false; interruptions by signals are overcome. */
bool crew_write(int file, const void *data, size_t size);
bool crew_read(int file, void *data, size_t size);

/* The process that starts jobs: obeys the other end of `file` until that is closed. Never returns.
 */
_Noreturn void crew_foreman(int file, const lash_crew_options *options, lash_crew_work work,
                            void *context);

#endif
