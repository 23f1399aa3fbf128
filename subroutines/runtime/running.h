/* Inside the runtime: the call in progress on this thread. */
#ifndef LASH_RUNNING_H
#define LASH_RUNNING_H

#include <setjmp.h>

#include "lash_runtime.h"

/* The arrays behind a GSE or EXTSYS while one of its routines runs. */
typedef struct lash_gse_ids {
  int id, ns, nd, ni, no;
  int x, xd, u;
} lash_gse_ids;

typedef struct lash_running {
  struct lash_running *outer;
  const lash_sdk_call *call;
  const void *routine, *arguments; /* for the watcher, when the call goes on after c_analys */
  int iflag;
  double time;      /* simulation time of the call */
  lash_gse_ids gse; /* id 0: not a GSE */
  bool sparse;      /* a GSE routine announced sparse partials, which are not kept */

  sigjmp_buf escape;
  char reason[256];  /* why the routine asked to stop */
  char trouble[160]; /* why the last SDK function set its error flag */
  bool no_memory;    /* one set it because memory had ended */
} lash_running;

/* The innermost call on this thread, or NULL outside any. */
lash_running *lash_running_current(void);
void lash_running_set(lash_running *frame);

/* The host of the call in progress; a host that serves nothing when there is none. */
const lash_sdk_host *lash_running_host(void);

/* Where the run stands: the host's, or all zero. */
const lash_sdk_run *lash_running_run(void);

/* True in the passes that only find out dependencies (iflag 1, 3, 5). */
bool lash_running_set_up(void);

/* Ends the routine in progress; returns only when there is none. */
void lash_running_stop(const char *reason);

/* Remembers why an SDK function sets its error flag, for the message of a stop that follows. */
void lash_running_trouble(const char *function, const char *why);

/* Hands a message to the host. */
void lash_running_message(lash_sdk_message kind, int id, const char *text);

/* Says once per process and function that the SDK function is not served here. */
void lash_running_refuse(const char *function);

/* Remembers that the routine asked for a quantity, or gave its partial derivatives. Returns nonzero
 * on failure. */
int lash_running_asked(const char *name, const int *par, int npar, bool array);
int lash_running_partial(const char *name, const int *par, int npar, const double *values,
                         int count);

#endif
