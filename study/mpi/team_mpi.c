/* The module that speaks MPI; loaded by team.c. */
#include <limits.h>
#include <mpi.h>

#include "team.h"

static void send_to(int to, const void *data, size_t size) {
  MPI_Send(data, (int)size, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

static bool receive(int *from, void *buffer, size_t room, size_t *size) {
  MPI_Status status;
  int here = 0, count = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &here, &status);
  if (!here) return false;
  MPI_Recv(buffer, (int)(room < INT_MAX ? room : INT_MAX), MPI_BYTE, status.MPI_SOURCE, 0,
           MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_BYTE, &count);
  *from = status.MPI_SOURCE;
  *size = (size_t)count;
  return true;
}

static void finish(bool failed) {
  if (failed)
    MPI_Abort(MPI_COMM_WORLD, 1);
  else
    MPI_Finalize();
}

LASH_API const team *lash_team_start(void);

const team *lash_team_start(void) {
  static team made = {.send = send_to, .receive = receive, .finish = finish};
  if (MPI_Init(NULL, NULL) != MPI_SUCCESS) return NULL;
  MPI_Comm_rank(MPI_COMM_WORLD, &made.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &made.size);
  return &made;
}
