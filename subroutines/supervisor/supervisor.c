/* The parent of user code: starts it, passes on what it prints, ends it when it must. */
#define _GNU_SOURCE
#include "lash_supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "watch.h"

enum { STREAMS = 2, ROUND_MS = 50, GRACE_MS = 5000, CHUNK = 65536 };

static _Thread_local double reached = NAN;
static _Thread_local char folder[PATH_MAX];
static _Thread_local int unwritten;
static int terminals[STREAMS] = {-1, -1}; /* in the child: where the parent's streams go */

double lash_supervised_reached(void) { return reached; }
const char *lash_supervised_folder(void) { return folder; }
int lash_supervised_unwritten(void) { return unwritten; }

int lash_supervised_terminal(int file) {
  const bool ours = file == STDOUT_FILENO || file == STDERR_FILENO;
  return ours && terminals[file - STDOUT_FILENO] >= 0 ? terminals[file - STDOUT_FILENO] : file;
}

/* ---------------------------------------------------------------------------- signals of people */

/* Whoever ends the parent means the child. SIGINT comes to both from a terminal. */
static const int passed_on[] = {SIGTERM, SIGHUP, SIGINT};
enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };

static volatile sig_atomic_t wished; /* the signal that came */
static void on_wish(int number) { wished = number; }

static const char *wish_name(void) {
  return wished == SIGINT ? "SIGINT" : wished == SIGHUP ? "SIGHUP" : "SIGTERM";
}

static void take_signals(struct sigaction *before) {
  wished = 0;
  struct sigaction action = {.sa_handler = on_wish};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < PASSED_ON; i++) {
    sigaction(passed_on[i], NULL, &before[i]);
    const bool spared = passed_on[i] == SIGHUP && before[i].sa_handler == SIG_IGN; /* nohup */
    if (!spared) sigaction(passed_on[i], &action, NULL);
  }
}

static void give_back_signals(const struct sigaction *before) {
  for (size_t i = 0; i < PASSED_ON; i++) sigaction(passed_on[i], &before[i], NULL);
}

/* ------------------------------------------------------------------------------------ the child */

typedef struct supervised {
  const lash_supervisor_options *options;
  lash_watch *watch;
  pid_t process;
  int stream[STREAMS]; /* what it prints; -1: ended */
  double printed, limit;
  int dropped[STREAMS]; /* why what it prints cannot be passed on; 0: it can */
} supervised;

_Noreturn static void be_the_child(supervised *s, int ends[STREAMS][2],
                                   const struct sigaction *before,
                                   lash_status (*work)(void *, lash_error *), void *context) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* without its parent nobody would mend what it leaves */
  give_back_signals(before);
  for (int i = 0; i < STREAMS; i++) {
    terminals[i] = fcntl(STDOUT_FILENO + i, F_DUPFD_CLOEXEC, 100);
    dup2(ends[i][1], STDOUT_FILENO + i);
    close(ends[i][0]), close(ends[i][1]);
  }
  setvbuf(stdout, NULL, isatty(terminals[0]) ? _IOLBF : _IOFBF, BUFSIZ);
  lash_watch_begin(s->watch);
  lash_error error = {0};
  const lash_status status = work(context, &error);
  fflush(NULL);
  lash_watch_end(s->watch, status, &error);
  _exit(0);
}

/* ----------------------------------------------------------------------------------- the parent */

static bool write_all(int file, const char *data, size_t size) {
  while (size > 0) {
    const ssize_t n = write(file, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    data += n, size -= (size_t)n;
  }
  return true;
}

/* Passes on what has been printed. */
static void relay(supervised *s, int stream) {
  static char chunk[CHUNK];
  const ssize_t n = read(s->stream[stream], chunk, sizeof chunk);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n <= 0) {
    close(s->stream[stream]);
    s->stream[stream] = -1;
    return;
  }
  s->printed += (double)n;
  if (s->printed > s->limit || s->dropped[stream]) return;
  if (!write_all(STDOUT_FILENO + stream, chunk, (size_t)n)) s->dropped[stream] = errno;
}

/* Waits a moment for something to be printed; true when something was. */
static bool listen_to(supervised *s, int milliseconds) {
  struct pollfd wait[STREAMS];
  for (int i = 0; i < STREAMS; i++) {
    wait[i] = (struct pollfd){.fd = s->stream[i], .events = POLLIN};
  }
  if (poll(wait, STREAMS, milliseconds) <= 0) return false;
  for (int i = 0; i < STREAMS; i++) {
    if (wait[i].revents) relay(s, i);
  }
  return true;
}

/* Watches until the child has ended; its wait status. `why` gets words when it was ended here. */
static int watch_over(supervised *s, char *why, size_t size) {
  const double limit = s->options->routine_limit;
  int code = 0, patience = GRACE_MS;
  bool told = false;
  why[0] = '\0';
  for (;;) {
    const bool heard = listen_to(s, ROUND_MS);
    const pid_t ended = waitpid(s->process, &code, WNOHANG);
    if (ended == s->process || (ended < 0 && errno != EINTR)) break;
    if (wished && !told) {
      told = true;
      kill(s->process, wished);
    }
    if (told && !heard) patience -= ROUND_MS;
    if (why[0]) continue; /* it is being ended */
    if (lash_watch_overdue(s->watch, limit)) {
      snprintf(why, size, "did not return within %g s", lash_routine_seconds(limit));
    } else if (s->printed > s->limit) {
      snprintf(why, size, "printed more than %g bytes", s->limit);
    } else if (told && patience < 0) {
      snprintf(why, size, "did not end when asked to (%s)", wish_name());
    }
    if (why[0]) kill(s->process, SIGKILL);
  }
  /* what is still on its way; a grandchild may hold the pipe open for ever */
  for (int i = 0; i < 64 && listen_to(s, 0); i++) continue;
  return code;
}

static lash_status start(supervised *s, const struct sigaction *before,
                         lash_status (*work)(void *, lash_error *), void *context,
                         lash_error *error) {
  int ends[STREAMS][2];
  fflush(NULL); /* or the child would print it again */
  for (int i = 0; i < STREAMS; i++) {
    if (pipe2(ends[i], O_CLOEXEC) != 0) {
      if (i > 0) close(ends[0][0]), close(ends[0][1]);
      return lash_fail(error, LASH_FAILURE, "no pipe to a child process: error %d", errno);
    }
  }
  s->process = fork();
  if (s->process == 0) be_the_child(s, ends, before, work, context);
  for (int i = 0; i < STREAMS; i++) {
    close(ends[i][1]);
    s->stream[i] = ends[i][0];
  }
  if (s->process > 0) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "a child process could not be started: error %d", errno);
}

lash_status lash_supervise(const lash_supervisor_options *options,
                           lash_status (*work)(void *context, lash_error *error), void *context,
                           lash_error *error) {
  supervised s = {.options = options, .watch = lash_watch_open(), .stream = {-1, -1}};
  s.limit = options->print_limit > 0 ? options->print_limit : 64 * 1024 * 1024;
  if (!s.watch) return lash_fail(error, LASH_FAILURE, "out of memory");
  struct sigaction before[PASSED_ON];
  take_signals(before);
  lash_status status = start(&s, before, work, context, error);
  if (status == LASH_OK) {
    char why[96];
    const int code = watch_over(&s, why, sizeof why);
    status = lash_watch_verdict(s.watch, code, why[0] ? why : NULL, error);
    if (wished && WIFSIGNALED(code) && WTERMSIG(code) == wished) /* nobody's fault */
      status = lash_fail(error, LASH_FAILURE, "ended by %s", wish_name());
    /* before any user code ran, an exit() is our own: --help, a wrong option */
    const bool early =
        WIFEXITED(code) && !why[0] && atomic_load(&s.watch->serial) == 0 && !s.watch->foreign[0];
    if (early && !atomic_load(&s.watch->finished) && !atomic_load(&s.watch->signal)) {
      status = lash_fail(error, (lash_status)WEXITSTATUS(code), "%s", "");
    }
  }
  give_back_signals(before);
  for (int i = 0; i < STREAMS; i++) {
    if (s.stream[i] >= 0) close(s.stream[i]);
  }
  unwritten = s.dropped[0];
  reached = s.watch->reached;
  memcpy(folder, s.watch->folder, sizeof folder);
  folder[sizeof folder - 1] = '\0';
  lash_watch_close(s.watch);
  return status;
}
