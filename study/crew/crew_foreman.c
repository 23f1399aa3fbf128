/* The process that starts jobs: a fork for each, its result gathered and passed on. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crew_message.h"
#include "files.h"
#include "lash_supervisor.h"

enum { QUEUE_MAX = 1 << 16, ROUND_MS = 100 };

typedef struct job {
  pid_t process; /* 0: this place is free */
  int file;      /* where its result comes from */
  lash_watch *watch;
  bool overdue; /* a routine did not come back: the job was ended */
  uint64_t index;
  char *data; /* received so far */
  size_t size, room;
} job;

typedef struct foreman {
  int file; /* to the crew's owner */
  lash_crew_options options;
  lash_crew_work work;
  void *context;
  job *jobs;
  struct pollfd *polls;
  size_t places, running;
  uint64_t queue[QUEUE_MAX]; /* given, not yet started */
  size_t first, waiting;
} foreman;

/* Memory or files ran out, of which there may be more another time. */
static bool machine_lacked(const char *reason) {
  return strcasestr(reason, "out of memory") || strstr(reason, "no memory") ||
         strstr(reason, strerror(EMFILE)) || strstr(reason, strerror(ENFILE)) ||
         strstr(reason, strerror(ENOMEM));
}

/* ---------------------------------------------------------------------------- in the job itself */

static double processor_time(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
         1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

_Noreturn static void do_job(const foreman *f, lash_watch *watch, uint64_t index, int file) {
  lash_watch_begin(watch);
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody would take the result */
  if (f->options.processor_limit > 0) {
    const rlim_t limit = (rlim_t)(f->options.processor_limit + 0.999);
    setrlimit(RLIMIT_CPU, &(struct rlimit){limit, limit + 5});
  }
  crew_head head = {.index = index};
  lash_crew_result result = {.index = (size_t)index};
  const double begun = processor_time();
  const lash_status status = f->work(f->context, (size_t)index, &result, &result.failure);
  head.status = (int32_t)status;
  head.count = status == LASH_OK ? result.count : 0;
  head.seconds = processor_time() - begun;
  if (status != LASH_OK) {
    memcpy(head.reason, result.failure.message, sizeof head.reason);
    head.lost = machine_lacked(head.reason);
  }
  const bool sent = crew_write(file, &head, sizeof head) &&
                    crew_write(file, result.values, head.count * sizeof(double));
  fflush(NULL);
  lash_watch_end(watch, LASH_OK, NULL);
  _exit(sent ? 0 : 1);
}

/* ---------------------------------------------------------------------------------- its foreman */

/* Passes on a result that the foreman makes up itself. */
static bool report(const foreman *f, uint64_t index, bool lost, const char *format, ...)
    LASH_PRINTF(4, 5);
static bool report(const foreman *f, uint64_t index, bool lost, const char *format, ...) {
  crew_head head = {.index = index, .status = LASH_FAILURE, .lost = lost};
  va_list values;
  va_start(values, format);
  vsnprintf(head.reason, sizeof head.reason, format, values);
  va_end(values);
  return crew_write(f->file, &head, sizeof head);
}

static bool start(foreman *f, job *j) {
  int ends[2];
  const uint64_t index = f->queue[f->first];
  f->first = (f->first + 1) % QUEUE_MAX;
  f->waiting--;
  lash_watch *watch = lash_watch_open();
  if (!watch) return report(f, index, true, "no memory to watch it");
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    const int why = errno;
    lash_watch_close(watch);
    return report(f, index, true, "no connection to it: error %d", why);
  }
  const pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    close(f->file);
    do_job(f, watch, index, ends[1]);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    lash_watch_close(watch);
    return report(f, index, true, "its process could not be started: error %d", errno);
  }
  *j = (job){.process = process, .file = ends[0], .watch = watch, .index = index};
  f->running++;
  return true;
}

/* The connection is closed: the job has ended, well or not. */
static bool finish(foreman *f, job *j) {
  int code = 0;
  bool sent;
  crew_head head;
  while (waitpid(j->process, &code, 0) < 0 && errno == EINTR) continue;
  close(j->file);
  const bool whole =
      j->size >= sizeof head &&
      (memcpy(&head, j->data, sizeof head), j->size == sizeof head + head.count * sizeof(double));
  char why[64];
  snprintf(why, sizeof why, "did not return within %g s",
           lash_routine_seconds(f->options.routine_limit));
  lash_error error = {0};
  const lash_status verdict = lash_watch_verdict(j->watch, code, j->overdue ? why : NULL, &error);
  if (WIFSIGNALED(code) && WTERMSIG(code) == SIGXCPU) {
    sent = report(f, j->index, false, "it took more than the %d s of processor time allowed",
                  (int)(f->options.processor_limit + 0.999));
  } else if (verdict == LASH_OK && whole) {
    sent = crew_write(f->file, j->data, j->size);
  } else {
    /* nobody but the system (no memory left) or a person ends a process by SIGKILL */
    const bool lost = WIFSIGNALED(code) && WTERMSIG(code) == SIGKILL && !j->overdue;
    sent = report(f, j->index, lost, "%s",
                  verdict == LASH_OK ? "its result did not come through whole" : error.message);
  }
  lash_watch_close(j->watch);
  free(j->data);
  *j = (job){0};
  f->running--;
  return sent;
}

static bool gather(foreman *f, job *j) {
  if (j->room - j->size < sizeof(crew_head)) {
    const size_t room = 2 * j->room + 2 * sizeof(crew_head);
    char *grown = realloc(j->data, room);
    if (!grown) return false;
    j->data = grown;
    j->room = room;
  }
  const ssize_t got = read(j->file, j->data + j->size, j->room - j->size);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (got <= 0) return finish(f, j);
  j->size += (size_t)got;
  return true;
}

static bool take_orders(foreman *f) {
  uint64_t index;
  if (f->waiting == QUEUE_MAX || !crew_read(f->file, &index, sizeof index)) return false;
  f->queue[(f->first + f->waiting++) % QUEUE_MAX] = index;
  return true;
}

static bool start_waiting(foreman *f) {
  for (size_t i = 0; i < f->places && f->waiting > 0; i++) {
    if (f->jobs[i].process == 0 && !start(f, &f->jobs[i])) return false;
  }
  return true;
}

/* A job whose routine does not come back is ended; its connection then closes. */
static void end_overdue(foreman *f) {
  for (size_t i = 0; i < f->places; i++) {
    job *j = &f->jobs[i];
    if (j->process == 0 || j->overdue) continue;
    if (!lash_watch_overdue(j->watch, f->options.routine_limit)) continue;
    j->overdue = true;
    kill(j->process, SIGKILL);
  }
}

/* Waits for orders and results, deals with what came. False: the owner is gone. */
static bool go_round(foreman *f) {
  f->polls[0] = (struct pollfd){.fd = f->file, .events = POLLIN};
  for (size_t i = 0; i < f->places; i++) {
    const int file = f->jobs[i].process ? f->jobs[i].file : -1;
    f->polls[i + 1] = (struct pollfd){.fd = file, .events = POLLIN};
  }
  if (poll(f->polls, f->places + 1, f->running > 0 ? ROUND_MS : -1) < 0) return errno == EINTR;
  end_overdue(f);
  if (f->polls[0].revents && !take_orders(f)) return false;
  for (size_t i = 0; i < f->places; i++) {
    if (f->polls[i + 1].revents && !gather(f, &f->jobs[i])) return false;
  }
  return start_waiting(f);
}

_Noreturn void crew_foreman(int file, const lash_crew_options *options, lash_crew_work work,
                            void *context) {
  static foreman f; /* its queue is large; there is one per process */
  f = (foreman){.file = file, .options = *options, .work = work, .context = context};
  f.places = (size_t)options->side_by_side;
  f.jobs = calloc(f.places, sizeof *f.jobs);
  f.polls = calloc(f.places + 1, sizeof *f.polls);
  /* whoever stops a study tells its owner, who closes the connection */
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  folders_disown(); /* the owner's, not ours */
  while (f.jobs && f.polls && go_round(&f)) continue;
  for (size_t i = 0; f.jobs && i < f.places; i++) {
    if (f.jobs[i].process == 0) continue;
    kill(f.jobs[i].process, SIGKILL);
    waitpid(f.jobs[i].process, NULL, 0);
  }
  _exit(0);
}
