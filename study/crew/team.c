/* Finding out about mpirun, and loading the module that speaks MPI. */
#define _GNU_SOURCE
#include "team.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "paths.h"

/* Open MPI; MPICH, Intel MPI and Slurm's PMI; anything that starts ranks by PMIx. */
bool team_launched(void) {
  static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const char *size = getenv(sizes[i]);
    if (size) return atoi(size) > 1;
  }
  const char *tasks = getenv("SLURM_STEP_NUM_TASKS");
  return getenv("PMIX_RANK") != NULL && !(tasks && atoi(tasks) == 1);
}

/* Beside the program, where a build puts it, or where it is installed. */
static void *load_module(void) {
  static const char *const places[] = {"lash_mpi.so", "../" LASH_MODULE_FOLDER "/lash_mpi.so"};
  char *folder = path_of_program();
  void *module = NULL;
  for (size_t i = 0; folder && !module && i < sizeof places / sizeof places[0]; i++) {
    char *path = path_join(folder, places[i]);
    if (path && access(path, R_OK) == 0) {
      module = dlopen(path, RTLD_NOW | RTLD_GLOBAL); /* MPI's own modules look for its symbols */
    }
    free(path);
  }
  free(folder);
  return module;
}

lash_status team_join(const team **joined, lash_error *error) {
  void *module = load_module();
  union {
    void *object;
    team_entry function;
  } entry = {module ? dlsym(module, TEAM_ENTRY) : NULL};
  if (!entry.object) {
    const char *why = module ? NULL : dlerror();
    return lash_fail(error, LASH_UNSUPPORTED,
                     "this was started by mpirun, but lash_mpi.so cannot be loaded%s%s; install "
                     "libopenmpi-dev and build again, or start it without mpirun",
                     why ? ": " : "", why ? why : "");
  }
  *joined = entry.function();
  return *joined ? LASH_OK : lash_fail(error, LASH_FAILURE, "MPI could not be started");
}
