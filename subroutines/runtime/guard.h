/* Runs a user's routine so that its crash, its endless loop or its wish to stop end only the call.
 *
 * Limits. A routine that writes over memory of the host, or that is cut off while it holds a lock
 * (for instance inside malloc), leaves damage that no guard can undo: after a crash or a time-out,
 * report and end the run. exit() in a routine ends the process. The routine's own memory is not
 * freed, and destructors of its C++ objects do not run. */
#ifndef LASH_GUARD_H
#define LASH_GUARD_H

#include "running.h"

/* Calls body(argument) inside `frame`. Returns true when it came back by itself; otherwise the
 * frame tells why (signal, reason). */
bool lash_guard_run(lash_running *frame, void (*body)(void *argument), void *argument);

/* Signal handlers are in place while somebody holds the guard: a loader, for each library it has
 * open, or the call itself. With the last holder gone, the program has the handlers it had before.
 */
void lash_guard_hold(void);
void lash_guard_release(void);

/* The signal that a time limit sends. */
int lash_guard_timer_signal(void);

#endif
