/* Runs side by side, each in a process of its own: user subroutines keep their elements per
 * process, and a run that dies takes nothing with it. Results come back through files that have no
 * name. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runs.h"

typedef struct worker {
  pid_t process;
  run_job *job;
  FILE *file;
} worker;

/* In the child: everything but the pointer is sent as it is; then the numbers. */
static int child(const run_job *job, FILE *file) {
  run_result result;
  run_execute(job->list, job->setup, job->folder, job->member, &result);
  const size_t count = result.data ? result.rows * result.columns : 0;
  const bool sent = fwrite(&result, sizeof result, 1, file) == 1 &&
                    fwrite(result.data, sizeof(double), count, file) == count && fflush(file) == 0;
  run_result_free(&result);
  return sent ? 0 : 1;
}

static void lost(run_job *job, const char *why) {
  job->result = (run_result){0};
  lash_fail(&job->result.failure, LASH_FAILURE, "run %s: %s", job->setup->name, why);
}

static void receive(worker *w, int status) {
  run_result *result = &w->job->result;
  rewind(w->file);
  if (WIFSIGNALED(status)) {
    char why[64];
    snprintf(why, sizeof why, "its process was ended by signal %d", WTERMSIG(status));
    lost(w->job, why);
  } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 ||
             fread(result, sizeof *result, 1, w->file) != 1) {
    lost(w->job, "its results could not be stored; is the folder for temporary files full?");
  } else if (result->data) {
    const size_t count = result->rows * result->columns;
    result->data = malloc((count + 1) * sizeof *result->data);
    if (!result->data || fread(result->data, sizeof(double), count, w->file) != count) {
      run_result_free(result);
      lost(w->job, "its results are incomplete");
    }
  }
  fclose(w->file);
  *w = (worker){0};
}

static lash_status start(worker *w, run_job *job, lash_error *error) {
  FILE *file = tmpfile();
  if (!file) return lash_fail(error, LASH_FAILURE, "no temporary file: %s", strerror(errno));
  fflush(NULL);
  const pid_t process = fork();
  if (process == 0) _exit(child(job, file));
  if (process < 0) {
    fclose(file);
    return lash_fail(error, LASH_FAILURE, "cannot start a process: %s", strerror(errno));
  }
  *w = (worker){process, job, file};
  return LASH_OK;
}

/* Waits for one of ours; other children of the program are left to it. */
static void wait_for_one(worker *workers, int count) {
  for (;;) {
    for (int i = 0; i < count; i++) {
      int status;
      if (workers[i].process > 0 && waitpid(workers[i].process, &status, WNOHANG) > 0) {
        receive(&workers[i], status);
        return;
      }
    }
    usleep(2000);
  }
}

static int free_place(const worker *workers, int count) {
  for (int i = 0; i < count; i++) {
    if (workers[i].process == 0) return i;
  }
  return -1;
}

lash_status run_all_jobs(run_job *jobs, size_t count, int side_by_side, lash_error *error) {
  if (side_by_side < 1) side_by_side = (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (side_by_side < 1) side_by_side = 1;
  worker *workers = calloc((size_t)side_by_side, sizeof *workers);
  if (!workers) return lash_fail(error, LASH_FAILURE, "out of memory");
  lash_status status = LASH_OK;
  for (size_t next = 0; next < count && status == LASH_OK; next++) {
    int place = free_place(workers, side_by_side);
    if (place < 0) {
      wait_for_one(workers, side_by_side);
      place = free_place(workers, side_by_side);
    }
    status = start(&workers[place], &jobs[next], error);
  }
  for (int i = 0; i < side_by_side; i++) {
    int end;
    if (workers[i].process > 0 && waitpid(workers[i].process, &end, 0) > 0) {
      receive(&workers[i], end);
    }
  }
  free(workers);
  return status;
}
