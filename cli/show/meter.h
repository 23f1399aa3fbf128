/* How far a command with many runs has come: a bar on standard error, when that is a terminal.
 *
 *   meter m = meter_begin("points", quiet);
 *   meter_show(&m, done, failed, all);       as often as one likes
 *   meter_end(&m);                           before anything else is printed */
#ifndef LASH_CLI_METER_H
#define LASH_CLI_METER_H

#include "lash_core.h"

typedef struct meter {
  const char *what; /* is counted: points, runs */
  double begun, last;
  bool on, shown;
} meter;

meter meter_begin(const char *what, bool quiet);

/* Bar, count, failures, rate and time left. */
void meter_show(meter *m, size_t done, size_t failed, size_t all);

void meter_end(meter *m);

#endif
