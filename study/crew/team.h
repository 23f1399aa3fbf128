/* Ranks of an MPI job, as far as a sweep needs them: short messages to and from rank 0.
 *
 * MPI itself is in a module of its own (mpi/team_mpi.c), loaded only under mpirun or srun: without
 * it the program neither needs MPI nor pays for its start. */
#ifndef LASH_STUDY_TEAM_H
#define LASH_STUDY_TEAM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct team {
  int rank, size;
  /* Sends a message; waits until the buffer may be used again. */
  void (*send)(int to, const void *data, size_t size);
  /* Takes a message if one is there: from whom and how long. Longer ones than `room` do not occur.
   */
  bool (*receive)(int *from, void *buffer, size_t room, size_t *size);
  /* Ends the job: together, or when something failed all ranks at once. */
  void (*finish)(bool failed);
} team;

/* What the module exports: starts MPI, NULL when it cannot. */
#define TEAM_ENTRY "lash_team_start"
typedef const team *(*team_entry)(void);

/* ------------------------------------------------------------------------------------- loading */

#include "lash_core.h"

/* True when an MPI launcher started this process as one of several ranks. */
bool team_launched(void);

/* Loads the module and starts MPI. */
lash_status team_join(const team **joined, lash_error *error);

#endif
