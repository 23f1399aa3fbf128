/* A crew as its user sees it: jobs are given to a foreman process, results come back. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "lash_crew.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crew_message.h"

struct lash_crew {
  int file; /* to the foreman */
  pid_t foreman;
  size_t side_by_side, under_way;
};

static bool pass(int file, char *at, size_t size, bool out) {
  while (size > 0) {
    const ssize_t done = out ? send(file, at, size, MSG_NOSIGNAL) : read(file, at, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done;
    size -= (size_t)done;
  }
  return true;
}

bool crew_write(int file, const void *data, size_t size) {
  return pass(file, (char *)(uintptr_t)data, size, true);
}

bool crew_read(int file, void *data, size_t size) { return pass(file, data, size, false); }

/* Those this process may use, which on a cluster are fewer than the machine has. */
static int processors(void) {
  cpu_set_t set;
  const int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return count > 0 ? count : 1;
}

lash_status lash_crew_start(const lash_crew_options *options, lash_crew_work work, void *context,
                            lash_crew **made, lash_error *error) {
  lash_crew_options settled = *options;
  if (settled.side_by_side < 1) settled.side_by_side = processors();
  lash_crew *crew = calloc(1, sizeof *crew);
  int pair[2];
  if (!crew || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    free(crew);
    return lash_fail(error, LASH_FAILURE, "cannot start processes: %s", strerror(errno));
  }
  fflush(NULL); /* or children print it again */
  crew->foreman = fork();
  if (crew->foreman == 0) {
    close(pair[0]);
    crew_foreman(pair[1], &settled, work, context);
  }
  close(pair[1]);
  crew->file = pair[0];
  crew->side_by_side = (size_t)settled.side_by_side;
  if (crew->foreman < 0) {
    close(pair[0]);
    free(crew);
    return lash_fail(error, LASH_FAILURE, "cannot start a process: %s", strerror(errno));
  }
  *made = crew;
  return LASH_OK;
}

size_t lash_crew_room(const lash_crew *crew) {
  const size_t most = crew->side_by_side + 1;
  return crew->under_way < most ? most - crew->under_way : 0;
}

static lash_status deserted(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "the process that starts the runs was ended from outside");
}

lash_status lash_crew_give(lash_crew *crew, size_t index, lash_error *error) {
  const uint64_t number = index;
  if (!crew_write(crew->file, &number, sizeof number)) return deserted(error);
  crew->under_way++;
  return LASH_OK;
}

static lash_status receive(lash_crew *crew, lash_crew_result *result, lash_error *error) {
  crew_head head;
  if (!crew_read(crew->file, &head, sizeof head)) return deserted(error);
  *result = (lash_crew_result){.index = (size_t)head.index,
                               .count = (size_t)head.count,
                               .seconds = head.seconds,
                               .lost = head.lost};
  result->failure.status = (lash_status)head.status;
  memcpy(result->failure.message, head.reason, sizeof head.reason);
  result->values = calloc(result->count + 1, sizeof *result->values);
  if (!result->values) return lash_fail(error, LASH_FAILURE, "out of memory for results");
  if (crew_read(crew->file, result->values, result->count * sizeof *result->values)) return LASH_OK;
  free(result->values);
  return deserted(error);
}

lash_status lash_crew_take(lash_crew *crew, int milliseconds, lash_crew_result *result, bool *got,
                           lash_error *error) {
  struct pollfd wait = {.fd = crew->file, .events = POLLIN};
  *got = false;
  if (crew->under_way == 0 || poll(&wait, 1, milliseconds) <= 0) return LASH_OK;
  const lash_status status = receive(crew, result, error);
  if (status != LASH_OK) return status;
  crew->under_way--;
  *got = true;
  return LASH_OK;
}

void lash_crew_stop(lash_crew *crew) {
  if (!crew) return;
  close(crew->file); /* the foreman sees it and ends its jobs */
  while (waitpid(crew->foreman, NULL, 0) < 0 && errno == EINTR) continue;
  free(crew);
}

lash_status lash_crew_run(const lash_crew_options *options, lash_crew_work work, void *context,
                          size_t count, bool (*done)(void *context, lash_crew_result *result),
                          void *done_context, lash_error *error) {
  lash_crew *crew;
  lash_status status = lash_crew_start(options, work, context, &crew, error);
  if (status != LASH_OK) return status;
  size_t next = 0, finished = 0;
  bool more = true;
  while (status == LASH_OK && more && finished < count) {
    while (status == LASH_OK && next < count && lash_crew_room(crew) > 0) {
      status = lash_crew_give(crew, next++, error);
    }
    lash_crew_result result;
    bool got = false;
    const int patience = options->go_on ? 200 : -1;
    if (status == LASH_OK) status = lash_crew_take(crew, patience, &result, &got, error);
    if (status != LASH_OK) break;
    if (!got) {
      more = !options->go_on || options->go_on(done_context);
      continue;
    }
    finished++;
    more = done(done_context, &result);
    free(result.values);
  }
  lash_crew_stop(crew);
  return status;
}
