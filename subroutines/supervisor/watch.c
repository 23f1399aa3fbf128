/* What a process that runs user code notes for the one that watches it. */
#define _GNU_SOURCE
#include "watch.h"

#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "invoke.h"
#include "law_watch.h"

static lash_watch *page;    /* of this process */
static void (*named)(void); /* the routine whose names stand on it */

lash_watch *lash_watch_open(void) {
  lash_watch *watch =
      mmap(NULL, sizeof *watch, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (watch == MAP_FAILED) return NULL;
  watch->reached = NAN;
  return watch;
}

void lash_watch_close(lash_watch *watch) {
  if (watch) munmap(watch, sizeof *watch);
}

/* ------------------------------------------------------------------------------------ the child */

/* SIGABRT is what assert() and an uncaught C++ exception end in. */
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Where the processor was; 0: not known on this machine. */
static uintptr_t place_of(const ucontext_t *context) {
#if defined __x86_64__
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return (uintptr_t)context->uc_mcontext.pc;
#else
  return (void)context, 0;
#endif
}

/* Notes the library that an address lies in when `line`, "from-to rights … path" as of
 * /proc/self/maps, speaks of it. */
static void note_place(const char *line, uintptr_t address) {
  char *end;
  const uintptr_t from = strtoul(line, &end, 16);
  const uintptr_t to = *end == '-' ? strtoul(end + 1, NULL, 16) : 0;
  const char *path = strrchr(line, '/');
  if (!path || address < from || address >= to) return;
  size_t length = strlen(path + 1);
  if (length >= WATCH_NAME) length = WATCH_NAME - 1;
  memcpy(page->place, path + 1, length);
}

/* Reads /proc/self/maps with nothing that a signal handler must not use. */
static void find_place(uintptr_t address) {
  static char line[PATH_MAX + 200];
  size_t used = 0;
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  char c;
  while (file >= 0 && read(file, &c, 1) == 1) {
    if (c != '\n') {
      if (used + 1 < sizeof line) line[used++] = c;
      continue;
    }
    line[used] = '\0';
    note_place(line, address);
    used = 0;
  }
}

/* Nothing of this process can be trusted any more: it says why on the page and is gone. */
static void on_crash(int number, siginfo_t *info, void *context) {
  (void)info;
  atomic_store(&page->signal, number);
  if (number != SIGABRT) find_place(place_of(context)); /* abort() itself is nobody's fault */
  _exit(128 + number);
}

/* A stack overflow can only be handled on another stack. */
static void install_handlers(void) {
  static unsigned char spare[32768];
  stack_t now, own = {.ss_sp = spare, .ss_size = sizeof spare};
  if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE)) sigaltstack(&own, NULL);
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    sigaction(crashes[i], &action, NULL);
  }
}

/* A copy of this process, forked by user code, has no business here: it would write our files. */
static volatile bool stray;
static void become_stray(void) { stray = true; }

void lash_watch_begin(lash_watch *watch) {
  if (page) memcpy(watch->foreign, page->foreign, sizeof watch->foreign);
  page = watch;
  stray = false; /* a child that is watched itself is meant to be */
  install_handlers();
  pthread_atfork(NULL, NULL, become_stray);
}

void lash_watch_end(lash_watch *watch, lash_status status, const lash_error *error) {
  watch->status = (int)status;
  snprintf(watch->message, sizeof watch->message, "%s", status == LASH_OK ? "" : error->message);
  atomic_store(&watch->finished, 1);
}

void lash_watch_reached(double time) {
  if (page) page->reached = time;
}

void lash_watch_folder(const char *folder) {
  char whole[PATH_MAX];
  if (page && realpath(folder, whole)) memcpy(page->folder, whole, strlen(whole) + 1);
}

const char *lash_library_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void enter(void) { atomic_fetch_add_explicit(&page->serial, 1, memory_order_release); }

/* Laws from outside run by themselves, or inside a routine, whose time and whose blame it is then.
 */
static int foreign_depth;
static bool foreign_counts;

static void foreign_begins(void) {
  if (foreign_depth++ > 0 || atomic_load(&page->serial) % 2) return;
  foreign_counts = true;
  atomic_store(&page->outside, 1);
  enter();
}

static void foreign_ends(void) {
  if (--foreign_depth > 0 || !foreign_counts) return;
  foreign_counts = false;
  enter();
}

void lash_watch_foreign(const char *what) {
  if (!page) return;
  snprintf(page->foreign, sizeof page->foreign, "%s", what);
  law_watch(foreign_begins, foreign_ends);
}

static void write_names(const lash_routine *routine) {
  named = routine->function;
  atomic_store(&page->outside, 0);
  memcpy(page->symbol, routine->symbol, sizeof page->symbol);
  snprintf(page->library, sizeof page->library, "%s", lash_library_name(routine->library));
  snprintf(page->statement, sizeof page->statement, "%s",
           lash_routine_info_at(routine->kind)->statement);
}

void lash_watch_call(const lash_routine *routine, const lash_routine_arguments *arguments) {
  if (!page) return;
  const lash_references f = lash_invoke_references(routine->kind, arguments);
  if (routine->function != named) write_names(routine);
  page->id = f.id;
  page->iflag = arguments->iflag;
  page->time = arguments->time;
  page->npar = f.par ? f.npar : 0;
  const size_t kept = page->npar < WATCH_USER ? (size_t)page->npar : WATCH_USER;
  if (page->npar > 0) memcpy(page->user, f.par, kept * sizeof *f.par);
  enter();
}

void lash_watch_direct(const lash_routine *routine, int id, double time) {
  if (!page) return;
  if (routine->function != named) write_names(routine);
  page->id = id;
  page->iflag = 0;
  page->time = time;
  page->npar = 0;
  enter();
}

void lash_watch_load(const char *library) {
  if (!page) return;
  named = NULL;
  atomic_store(&page->outside, 0);
  page->symbol[0] = '\0';
  snprintf(page->library, sizeof page->library, "%s", lash_library_name(library));
  enter();
}

void lash_watch_return(void) {
  if (stray) _exit(0);
  if (page) enter();
}

/* ----------------------------------------------------------------------------------- the parent */

double lash_routine_seconds(double limit) {
  if (limit != 0) return limit;
  const char *text = getenv("LASH_ROUTINE_LIMIT");
  const double seconds = text ? atof(text) : 0;
  return seconds > 0 ? seconds : 60;
}

bool lash_watch_overdue(lash_watch *watch, double limit) {
  const uint64_t serial = atomic_load(&watch->serial);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (serial != watch->seen || serial % 2 == 0 || watch->since.tv_sec == 0) {
    watch->seen = serial;
    watch->since = now;
    return false;
  }
  const double seconds = (double)(now.tv_sec - watch->since.tv_sec) +
                         1e-9 * (double)(now.tv_nsec - watch->since.tv_nsec);
  const double allowed = lash_routine_seconds(limit);
  return allowed >= 0 && seconds > allowed;
}

void lash_name_call(const char *symbol, const char *library, const char *statement, int id,
                    double time, int iflag, const double *user, int npar, lash_error *error) {
  char list[256] = "";
  size_t used = 0;
  for (int i = 0; i < npar && used < sizeof list; i++) {
    const int n = snprintf(list + used, sizeof list - used, "%s%.6g", i ? ", " : "", user[i]);
    used += n > 0 ? (size_t)n : 0;
  }
  lash_error_prefix(error, "%s of %s (%s/%d, time %g, iflag %d, USER(%s))", symbol, library,
                    statement, id, time, iflag, list);
}

/* Text of the page, whatever the child made of it. */
static void take(char *to, const char *from, size_t size) {
  memcpy(to, from, size);
  to[size - 1] = '\0';
}

/* Names what was under way when the child ended, or what came last. */
static void name_culprit(const lash_watch *watch, lash_error *error) {
  char symbol[WATCH_NAME], library[WATCH_NAME], statement[sizeof watch->statement];
  take(symbol, watch->symbol, sizeof symbol);
  take(library, watch->library, sizeof library);
  take(statement, watch->statement, sizeof statement);
  const uint64_t serial = atomic_load(&watch->serial);
  if (serial == 0 || atomic_load(&watch->outside)) { /* before any routine, or outside of one */
    char foreign[sizeof watch->foreign];
    take(foreign, watch->foreign, sizeof foreign);
    if (foreign[0]) lash_error_prefix(error, "%s", foreign);
    return;
  }
  if (serial % 2 == 0) {
    lash_error_prefix(error, "after %s of %s", symbol[0] ? symbol : "the loading", library);
  } else if (!symbol[0]) {
    lash_error_prefix(error, "loading %s", library);
  } else {
    const int npar = watch->npar < 0 ? 0 : watch->npar > WATCH_USER ? WATCH_USER : watch->npar;
    lash_name_call(symbol, library, statement, watch->id, watch->time, watch->iflag, watch->user,
                   npar, error);
  }
}

static const char *crash_name(int number) {
  switch (number) {
    case SIGSEGV:
      return "a bad memory address (SIGSEGV)";
    case SIGBUS:
      return "a misplaced memory address (SIGBUS)";
    case SIGFPE:
      return "an arithmetic error such as an integer division by zero (SIGFPE)";
    case SIGILL:
      return "an illegal instruction (SIGILL)";
    case SIGABRT:
      return "abort(), a failed assertion, a damaged heap or an uncaught exception (SIGABRT)";
    case SIGKILL:
      return "ended from outside (SIGKILL): no memory left, or somebody's wish";
    default:
      return strsignal(number);
  }
}

lash_status lash_watch_verdict(const lash_watch *watch, int code, const char *why,
                               lash_error *error) {
  const int noted = atomic_load(&watch->signal);
  const bool itself = atomic_load(&watch->finished) && WIFEXITED(code) && WEXITSTATUS(code) == 0;
  if (itself && !why && noted == 0) {
    lash_status status = (lash_status)watch->status;
    if (status == LASH_OK) return LASH_OK;
    char message[LASH_MESSAGE_MAX];
    take(message, watch->message, sizeof message);
    return lash_fail(error, status, "%s", message);
  }
  if (why) {
    lash_fail(error, LASH_FAILURE, "%s", why);
  } else if (noted || WIFSIGNALED(code)) {
    char place[WATCH_NAME];
    take(place, watch->place, sizeof place);
    lash_fail(error, LASH_FAILURE, "crashed: %s%s%s", crash_name(noted ? noted : WTERMSIG(code)),
              place[0] ? ", in " : "", place);
  } else {
    lash_fail(error, LASH_FAILURE, "ended the process by exit(%d)", WEXITSTATUS(code));
  }
  name_culprit(watch, error);
  return LASH_FAILURE;
}
