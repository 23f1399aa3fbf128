#include "meter.h"
#include "lash_supervisor.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "run.h"

/* "75 s", "12 min", "3.4 h" */
static void write_duration(double seconds, char *text, size_t size) {
  if (!isfinite(seconds))
    snprintf(text, size, "?");
  else if (seconds < 100)
    snprintf(text, size, "%.0f s", seconds);
  else if (seconds < 6000)
    snprintf(text, size, "%.0f min", seconds / 60);
  else
    snprintf(text, size, "%.1f h", seconds / 3600);
}

meter meter_begin(const char *what, bool quiet) {
  const double now = run_clock();
  return (meter){.what = what,
                 .begun = now,
                 .last = now,
                 .on = !quiet && isatty(lash_supervised_terminal(STDERR_FILENO))};
}

void meter_show(meter *m, size_t done, size_t failed, size_t all) {
  enum { WIDTH = 24 };
  const double interval = 0.2, now = run_clock();
  char bar[WIDTH + 1], left[32];
  if (!m->on || (now - m->last < interval && done < all)) return;
  m->last = now;
  m->shown = true;
  const double share = all ? (double)done / (double)all : 1;
  const double rate = (double)done / (now - m->begun);
  for (int i = 0; i < WIDTH; i++) bar[i] = (i + 0.5) / WIDTH < share ? '#' : '.';
  bar[WIDTH] = '\0';
  write_duration(rate > 0 ? (double)(all - done) / rate : INFINITY, left, sizeof left);
  fprintf(stderr, "\r[%s] %zu of %zu %s", bar, done, all, m->what);
  if (failed) fprintf(stderr, ", %zu failed", failed);
  fprintf(stderr, "  %.3g per s  %s left \x1b[K", rate, left);
  fflush(stderr);
}

void meter_end(meter *m) {
  if (m->shown) fputs("\r\x1b[K", stderr);
  m->shown = false;
}
