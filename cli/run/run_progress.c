/* How far a run has come, on one line of a terminal; and Ctrl-C. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "lash_supervisor.h"
#include "run.h"

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal_number) {
  (void)signal_number;
  interrupted = 1;
}

void run_catch_interrupt(void) {
  struct sigaction action = {.sa_handler = note_interrupt};
  action.sa_flags = (int)SA_RESETHAND; /* a second Ctrl-C ends at once */
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  struct sigaction before; /* under nohup the end of the terminal is no reason to stop */
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL);
}

bool run_interrupted(void) { return interrupted; }

double run_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void begin(run_progress *progress, double from) {
  *progress = (run_progress){
      .begun = true, .terminal = isatty(lash_supervised_terminal(STDERR_FILENO)), .from = from};
  progress->since = progress->last_shown = run_clock();
}

bool run_progress_step(run_progress *progress, double from, double to,
                       const lash_integrate_statistics *s) {
  enum { WIDTH = 24 };
  const double patience = 1, interval = 0.2;
  if (interrupted) return false;
  if (!progress->begun || progress->from != from) begin(progress, from);
  if (!progress->terminal) return true;
  const double now = run_clock();
  if (now - progress->since < patience || now - progress->last_shown < interval) return true;
  progress->last_shown = now;
  progress->shown = true;
  const double done = (s->time - from) / (to - from);
  const double left = done > 0 ? (now - progress->since) * (1 - done) / done : NAN;
  char bar[WIDTH + 1];
  for (int i = 0; i < WIDTH; i++) bar[i] = (i + 0.5) / WIDTH < done ? '#' : '.';
  bar[WIDTH] = '\0';
  fprintf(stderr, "\r[%s] %3.0f %%  t = %-10.5g h = %-9.3g contacts %-3zu %.0f s left \x1b[K", bar,
          100 * done, s->time, s->step, s->contacts, left);
  fflush(stderr);
  return true;
}

void run_progress_clear(run_progress *progress) {
  if (progress->shown) fputs("\r\x1b[K", stderr);
  progress->shown = false;
}
