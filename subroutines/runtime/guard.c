/* Catching crashes and time-outs of a user's routine. */
#define _GNU_SOURCE /* gettid */
#include "guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* SIGABRT is what assert() and an uncaught C++ exception end in. */
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASH_COUNT = sizeof crashes / sizeof *crashes };

static struct sigaction previous[CRASH_COUNT], previous_timer;

int lash_guard_timer_signal(void) { return SIGRTMIN + 6; }

/* A crash outside any routine is not ours: it goes to whoever handled the signal before. */
static void hand_over(int signal_number, siginfo_t *info, void *context) {
  size_t i = 0;
  while (i < CRASH_COUNT && crashes[i] != signal_number) i++;
  if (i == CRASH_COUNT) return;
  if (previous[i].sa_flags & SA_SIGINFO) {
    previous[i].sa_sigaction(signal_number, info, context);
  } else if (previous[i].sa_handler == SIG_DFL) {
    signal(signal_number, SIG_DFL); /* a faulty instruction runs again and ends the process … */
    if (info->si_code <= 0) raise(signal_number); /* … a signal that was sent must be sent again */
  } else if (previous[i].sa_handler != SIG_IGN) {
    previous[i].sa_handler(signal_number);
  }
}

static void on_crash(int signal_number, siginfo_t *info, void *context) {
  lash_running *frame = lash_running_current();
  if (!frame) {
    hand_over(signal_number, info, context);
    return;
  }
  frame->signal = signal_number;
  frame->fault_address = info->si_addr;
  siglongjmp(frame->escape, 1);
}

/* The timer of an outer call fires again until its own frame is the innermost. */
static void on_timer(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  lash_running *frame = lash_running_current();
  if (!frame || info->si_value.sival_int != frame->serial) return;
  frame->signal = signal_number;
  siglongjmp(frame->escape, 1);
}

/* SA_NODEFER keeps the signal mask as it is, so that leaving by siglongjmp needs no repair of it.
 */
static void install_handlers(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = on_crash;
  for (size_t i = 0; i < CRASH_COUNT; i++) sigaction(crashes[i], &action, &previous[i]);
  action.sa_sigaction = on_timer;
  sigaction(lash_guard_timer_signal(), &action, &previous_timer);
}

/* A handler that somebody else has put in our place stays. */
static void put_back(int signal_number, void (*ours)(int, siginfo_t *, void *),
                     const struct sigaction *before) {
  struct sigaction now;
  sigaction(signal_number, NULL, &now);
  if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == ours) sigaction(signal_number, before, NULL);
}

static void remove_handlers(void) {
  for (size_t i = 0; i < CRASH_COUNT; i++) put_back(crashes[i], on_crash, &previous[i]);
  put_back(lash_guard_timer_signal(), on_timer, &previous_timer);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int holders;

void lash_guard_hold(void) {
  pthread_mutex_lock(&lock);
  if (holders++ == 0) install_handlers();
  pthread_mutex_unlock(&lock);
}

void lash_guard_release(void) {
  pthread_mutex_lock(&lock);
  if (--holders == 0) remove_handlers();
  pthread_mutex_unlock(&lock);
}

/* A stack overflow can only be handled on another stack. One that the thread already has is kept.
 */
static void prepare_thread(void) {
  static _Thread_local bool done;
  static _Thread_local unsigned char spare[32768];
  if (done) return;
  done = true;
  stack_t now;
  if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE)) {
    stack_t own = {.ss_sp = spare, .ss_size = sizeof spare};
    sigaltstack(&own, NULL);
  }
}

static bool start_timer(timer_t *timer, double seconds, int serial) {
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = lash_guard_timer_signal();
  event.sigev_value.sival_int = serial;
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_MONOTONIC, &event, timer) != 0) return false;
  struct timespec first = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  if (first.tv_sec == 0 && first.tv_nsec == 0) first.tv_nsec = 1;
  struct itimerspec schedule = {.it_value = first, .it_interval = {0, 10 * 1000 * 1000}};
  return timer_settime(*timer, 0, &schedule, NULL) == 0;
}

bool lash_guard_run(lash_running *frame, void (*body)(void *argument), void *argument) {
  static _Thread_local int serial;
  const bool alone = holders == 0; /* a routine that came from no loader */
  if (alone) lash_guard_hold();
  prepare_thread();

  frame->outer = lash_running_current();
  frame->serial = ++serial;
  double limit = frame->call->time_limit;
  timer_t timer;
  bool timed = limit > 0 && start_timer(&timer, limit, frame->serial);

  bool returned = false;
  if (sigsetjmp(frame->escape, 0) == 0) {
    lash_running_set(frame);
    body(argument);
    returned = true;
  }
  lash_running_set(frame->outer);
  if (timed) timer_delete(timer);
  if (alone) lash_guard_release();
  return returned;
}
