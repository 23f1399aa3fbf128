/* Routines that try to bring their host down, each in a way of its own. They behave until time 0.2
 * (a value pass with iflag 0), so that a run has something to lose by then; USER(1,0) does not
 * wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lash_c_utils.h"
#include "slv_c_utils.h"

static volatile int zero;
static volatile double *volatile nowhere;

/* A routine of this name that does `deed` from time 0.2 on, or at once, and gives 1 otherwise. */
#define HOSTILE(name, deed)                                                                        \
  adams_c_Sfosub name;                                                                             \
  void name(const struct sAdamsSforce *force, double time, int dflag, int iflag, double *result) { \
    (void)force, (void)dflag;                                                                      \
    *result = 1;                                                                                   \
    if (iflag != 0 || (time < 0.2 && force->PAR[1] != 0)) return;                                  \
    deed;                                                                                          \
  }

/* ------------------------------------------------------------------------ ending the process */

HOSTILE(ExitZero, exit(0))
HOSTILE(ExitSeven, exit(7))
HOSTILE(UnderExit, _exit(0))
HOSTILE(QuickExit, quick_exit(0))
HOSTILE(ExitGroup, syscall(SYS_exit_group, 0))
HOSTILE(BecomesTrue, execl("/bin/true", "true", (char *)NULL))
HOSTILE(KillsItself, kill(getpid(), SIGKILL))
HOSTILE(TermsItself, (signal(SIGTERM, SIG_DFL), raise(SIGTERM)))
HOSTILE(Alarms, (ualarm(100000, 0), pause()))
HOSTILE(ThreadLeaves, pthread_exit(NULL))

/* ------------------------------------------------------------------------------------ crashes */

HOSTILE(ReadsNowhere, *result = *nowhere)
HOSTILE(WritesNowhere, *nowhere = 1)
HOSTILE(Divides, *result = 7 / zero)
HOSTILE(Traps, __builtin_trap())
HOSTILE(Aborts, abort())
HOSTILE(Asserts, assert(zero))
HOSTILE(CallsNowhere, ((void (*)(void))(size_t)zero)())
HOSTILE(RaisesBus, raise(SIGBUS))
HOSTILE(IgnoresCrash, (signal(SIGSEGV, SIG_IGN), (void)(*result = *nowhere)))

static int deeper(int n) {
  volatile char room[4096];
  room[0] = (char)n;
  return zero ? 0 : room[0] + deeper(n + 1) + room[1];
}
HOSTILE(Recurses, *result = deeper(zero))

static void *crash(void *unused) {
  (void)unused;
  *nowhere = 1;
  return NULL;
}
static void *leave(void *unused) {
  (void)unused;
  exit(0);
}
static void in_a_thread(void *(*body)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}
HOSTILE(ThreadCrashes, in_a_thread(crash))
HOSTILE(ThreadExits, in_a_thread(leave))

static jmp_buf elsewhere;
static void remember(void) {
  if (setjmp(elsewhere)) abort();
}
HOSTILE(LeapsAway, (remember(), longjmp(elsewhere, 1)))

/* -------------------------------------------------------------------------------- bad memory */

static void damage_heap(void) {
  char *volatile a = malloc(24), *volatile b = malloc(24);
  memset((void *)a, 0x5a, 64);
  free((void *)b);
  free((void *)a);
  abort(); /* where the damage went unnoticed */
}
static void free_twice(void) {
  char *volatile a = malloc(4096 * 64);
  free((void *)a);
  free((void *)a);
  abort();
}
static void unmap_itself(void) { munmap((void *)((size_t)unmap_itself & ~(size_t)4095), 4096); }
HOSTILE(DamagesHeap, damage_heap())
HOSTILE(FreesTwice, free_twice())
HOSTILE(FreesUser, (free((void *)(size_t)force->PAR), abort()))
HOSTILE(FreesElement, (free((void *)(size_t)force), abort()))
HOSTILE(FreesResult, (free(result), abort()))
HOSTILE(UnmapsItself, unmap_itself())
HOSTILE(SmashesStack, memset((void *)((char *)&iflag - 256), 0, 1 << 20))

/* ------------------------------------------------------------------------------- wrong numbers */

HOSTILE(Overruns, memset(result, 0, 8 * sizeof *result))
HOSTILE(Underruns, result[-1] = 7)
HOSTILE(ChangesUser, *(double *)(size_t)force->PAR = 7)
HOSTILE(GivesNan, *result = sqrt(-1.0 - zero))
HOSTILE(GivesInfinity, *result = 1.0 / zero)
HOSTILE(StopsRun, c_errmes(1, "had enough", force->ID, "STOP"))

/* ---------------------------------------------------------------------------- never coming back */

static void loop(void) {
  while (!zero) continue;
}
static void block_all(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
}
static void lock_twice(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
}
HOSTILE(Loops, loop())
HOSTILE(LoopsDeaf, (block_all(), loop()))
HOSTILE(Sleeps, while (1) pause())
HOSTILE(LocksTwice, lock_twice())
HOSTILE(StopsItself, raise(SIGSTOP))

/* --------------------------------------------------------------------------------- the world */

static void print_gigabyte(FILE *out) {
  static char line[65536];
  memset(line, 'x', sizeof line);
  for (int i = 0; i < 16384; i++) fwrite(line, 1, sizeof line, out);
}
static void close_all(int from) {
  for (int i = from; i < 1024; i++) close(i);
}
static void limit_files(void) { setrlimit(RLIMIT_FSIZE, &(struct rlimit){1, 1}); }
static void fork_on(void) {
  if (fork() == 0) zero = 0; /* the child goes on computing */
}
HOSTILE(PrintsGigabyte, print_gigabyte(stdout))
HOSTILE(PrintsGigabyteOfErrors, print_gigabyte(stderr))
HOSTILE(ClosesAll, close_all(0))
HOSTILE(ClosesFiles, close_all(3))
HOSTILE(LimitsFiles, limit_files())

/* ------------------------------------------------------------------- odd, but nobody's business */

HOSTILE(Forks, fork_on())
HOSTILE(SetsLocale, (setlocale(LC_ALL, "de_DE.UTF-8"), setlocale(LC_ALL, "C.UTF-8")))
HOSTILE(ChangesFolder, (void)!chdir("/"))
HOSTILE(Behaves, (void)0)

/* ------------------------------------------------------------ functions offered in their place
 *
 * From time 0.2 on; the routine itself behaves. */

#define OFFERS(name, deed)                                                                         \
  static int name##Direct(void *context, const struct sLashNow *now,                               \
                          const struct sLashMarker *const *marker, double *result, double *gaps) { \
    memset(result, 0, 6 * sizeof *result);                                                         \
    if (now->time > 0.2) deed;                                                                     \
    return 0;                                                                                      \
  }                                                                                                \
  adams_c_Gfosub name;                                                                             \
  void name(const struct sAdamsGforce *force, double time, int dflag, int iflag, double *result) { \
    const int markers[1] = {force->I};                                                             \
    double v[3];                                                                                   \
    int n, failed;                                                                                 \
    memset(result, 0, 6 * sizeof *result);                                                         \
    c_sysary("TVEL", &force->I, 1, v, &n, &failed);                                                \
    if (iflag == 3 && c_lash_offer_force) c_lash_offer_force(name##Direct, 0, markers, 1);         \
  }

OFFERS(OffersOverrun, memset(result, 0, 8 * sizeof *result))
OFFERS(OffersManyGaps, if (gaps) memset(gaps, 0, 17 * sizeof *gaps))
OFFERS(OffersCrash, *(volatile int *)8 = 1)
OFFERS(OffersExit, exit(0))
OFFERS(OffersLoop, loop())
OFFERS(OffersNan, *result = sqrt(-1.0 - zero))
