/* Inside the runtime: the page that a child shares with the process that watches it.
 *
 * The child may write anything anywhere, this page included: the parent reads it as data of unknown
 * origin, with bounded lengths, and believes nothing that waitpid() can tell. */
#ifndef LASH_WATCH_H
#define LASH_WATCH_H

#include <limits.h>
#include <stdatomic.h>
#include <time.h>

#include "lash_calls.h"
#include "lash_supervisor.h"

enum { WATCH_USER = 8, WATCH_NAME = 64 };

struct lash_watch {
  /* written by the child */
  _Atomic uint64_t serial; /* odd: user code is under way; counts up at each end and beginning */
  char symbol[WATCH_NAME], library[WATCH_NAME]; /* of the call under way, or of the last one */
  char statement[16];
  char foreign[WATCH_NAME]; /* what else of others may run: lash_watch_foreign() */
  atomic_int outside;       /* it was that which ran last */
  int id, iflag, npar;
  double time, user[WATCH_USER];
  atomic_int signal;      /* the crash that ended it */
  char place[WATCH_NAME]; /* the library it happened in; "" when that cannot be told */
  double reached;
  char folder[PATH_MAX];
  atomic_int finished; /* it came to its own end: status and message count */
  int status;
  char message[LASH_MESSAGE_MAX];
  /* the parent's own notes */
  uint64_t seen;
  struct timespec since;
};

/* User code begins and ends. Without a page they do nothing. */
void lash_watch_call(const lash_routine *routine, const lash_routine_arguments *arguments);
void lash_watch_direct(const lash_routine *routine, int id, double time);
void lash_watch_load(const char *library); /* constructors of a library are user code too */
void lash_watch_return(void);

/* "bad.so" of "/some/where/bad.so". */
const char *lash_library_name(const char *path);

/* "Gfosub of spring.so (GFORCE/3, time 0.1, iflag 0, USER(1, 2))" in front of what went wrong. */
void lash_name_call(const char *symbol, const char *library, const char *statement, int id,
                    double time, int iflag, const double *user, int npar, lash_error *error);

#endif
