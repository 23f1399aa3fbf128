/* User code in a process of its own, and a parent that outlives whatever it does.
 *
 *   static lash_status work(void *context, lash_error *error);    runs user routines
 *   lash_supervisor_options options = {.routine_limit = 60};
 *   status = lash_supervise(&options, work, context, &error);
 *
 * `work` runs in a child. What it returns and the message it leaves come back as if it had been
 * called here. When the child ends in any other way - a crash in a routine or in a thread it
 * started, exit() or _exit(), a damaged heap, no memory left - or when a routine does not come back
 * within the limit, or prints without end, the status is LASH_FAILURE and the message names the
 * routine and the element that were under way. Nothing that the child changed but files is seen
 * here.
 *
 * Why a process: after a crash nothing of a process can be trusted, not even malloc(). So a routine
 * that crashes ends its process; who must go on holds no user code.
 *
 * A program that calls routines without a supervisor (its own host of lash_calls.h) dies of their
 * crashes as it would of its own; no signal handler of ours is ever in its way. */
#ifndef LASH_SUPERVISOR_H
#define LASH_SUPERVISOR_H

#include <sys/types.h>

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_supervisor_options {
  /* seconds that one call of a routine may take; 0: what LASH_ROUTINE_LIMIT says, else a minute; <
   * 0: no end */
  double routine_limit;
  double print_limit; /* bytes that the child may print; 0: 64 MiB */
} lash_supervisor_options;

LASH_API lash_status lash_supervise(const lash_supervisor_options *options,
                                    lash_status (*work)(void *context, lash_error *error),
                                    void *context, lash_error *error);

/* How far the child had come, by its last lash_watch_reached(); NAN: it never said. Of the last
 * lash_supervise() on this thread. */
LASH_API double lash_supervised_reached(void);

/* The folder that the child wrote into, by lash_watch_folder(); "" when it never said. */
LASH_API const char *lash_supervised_folder(void);

/* Why the child's standard output could not be passed on to ours (errno); 0: it was. */
LASH_API int lash_supervised_unwritten(void);

/* The terminal behind standard output or standard error (1, 2) also where the child prints through
 * its parent: for isatty() and the width of a window. */
LASH_API int lash_supervised_terminal(int file);

/* ------------------------------------------------------------- for those who fork by themselves
 *
 * A page of memory that a process shares with the one that watches it. */
typedef struct lash_watch lash_watch;

LASH_API lash_watch *lash_watch_open(void); /* before the fork; NULL: no memory */
LASH_API void lash_watch_close(lash_watch *watch);

/* In the child: from now on every call of a routine is noted on the page, and crashes are. */
LASH_API void lash_watch_begin(lash_watch *watch);

/* In the child, when all is done: what it came to. */
LASH_API void lash_watch_end(lash_watch *watch, lash_status status, const lash_error *error);

/* In the child: the time that the simulation has reached. Does nothing without a page. */
LASH_API void lash_watch_reached(double time);

/* In the child: code of `what` (a law from outside) may run from now on, between our own; an exit()
 * or a crash is laid at its door, and each call of it has the time that a routine has. Call it
 * before the law is opened. */
LASH_API void lash_watch_foreign(const char *what);

/* In the child: the folder of its results. */
LASH_API void lash_watch_folder(const char *folder);

/* In the parent, now and then: true when a call has been under way for longer than `limit` seconds
 * (as routine_limit above). */
LASH_API bool lash_watch_overdue(lash_watch *watch, double limit);

/* The seconds that a limit stands for. */
LASH_API double lash_routine_seconds(double limit);

/* In the parent, when the child has ended with wait status `code`: what it came to. `why` in words
 * when the parent ended it on purpose, else NULL. */
LASH_API lash_status lash_watch_verdict(const lash_watch *watch, int code, const char *why,
                                        lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
