/* Finding out about mpirun, and loading the module that speaks MPI. */
#define _GNU_SOURCE
#include "team.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
  static const char *const places[] = {"%s/lash_mpi.so",
                                       "%s/../" LASH_MODULE_FOLDER "/lash_mpi.so"};
  char program[900], path[1100];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return NULL;
  program[length] = '\0';
  char *slash = strrchr(program, '/');
  if (slash) *slash = '\0';
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    snprintf(path, sizeof path, places[i], program);
    if (access(path, R_OK) != 0) continue;
    return dlopen(path, RTLD_NOW | RTLD_GLOBAL); /* MPI's own modules look for its symbols */
  }
  return NULL;
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
