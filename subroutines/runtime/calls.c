/* One guarded call of a user subroutine, and its report when it goes wrong. */
#include "lash_calls.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "guard.h"
#include "invoke.h"

/* ---------------------------------------------------------------------------------- GSE details */

static bool has_gse(lash_routine_kind kind) { return kind >= LASH_GSESUB && kind <= LASH_GSE_SAMP; }
static bool has_extsys(lash_routine_kind kind) {
  return kind >= LASH_EXTSYS_DERIV && kind <= LASH_EXTSYS_SAMPLE;
}

static lash_gse_ids gse_ids(lash_routine_kind kind, const void *element) {
  if (element && has_gse(kind)) {
    const struct sAdamsGSE *g = element;
    return (lash_gse_ids){g->ID, g->NS, g->ND, g->NI, g->NO, g->X, g->XD, g->U};
  }
  if (element && has_extsys(kind)) {
    const struct sAdamsEXTSYS *g = element;
    return (lash_gse_ids){g->ID, g->NS, g->ND, g->NI, g->NO, g->X, g->XD, g->U};
  }
  return (lash_gse_ids){0};
}

/* sAdamsGSE as it was in release 2017: without STATICS_ONLY, so that what follows lies elsewhere.
 */
typedef struct gse_2017 {
  int ID, NPAR;
  const double *PAR;
  int NI, NO, U, Y, NS, X, IC, STATIC_HOLD, IMPLICIT, ND, XD, ICD;
  double SAMPLE_OFFSET;
} gse_2017;

static gse_2017 older_gse(const struct sAdamsGSE *g) {
  return (gse_2017){g->ID, g->NPAR, g->PAR, g->NI,           g->NO,          g->U,
                    g->Y,  g->NS,   g->X,   g->IC,           g->STATIC_HOLD, g->IMPLICIT,
                    g->ND, g->XD,   g->ICD, g->SAMPLE_OFFSET};
}

/* ---------------------------------------------------------------------------------------- reports
 */

/* "Gfosub of spring.so (GFORCE/3, time 0.1, iflag 0, USER(1, 2))" in front of what went wrong. */
static void name_call(const lash_routine *routine, const lash_routine_arguments *a,
                      lash_error *error) {
  lash_references f = lash_invoke_references(routine->kind, a);
  char user[256] = "";
  size_t used = 0;
  for (int i = 0; i < f.npar && f.par && used < sizeof user; i++) {
    int n = snprintf(user + used, sizeof user - used, "%s%.6g", i ? ", " : "", f.par[i]);
    used += n > 0 ? (size_t)n : 0;
  }
  const char *slash = strrchr(routine->library, '/');
  lash_error_prefix(error, "%s of %s (%s/%d, time %g, iflag %d, USER(%s))", routine->symbol,
                    slash ? slash + 1 : routine->library,
                    lash_routine_info_at(routine->kind)->statement, f.id, a->time, a->iflag, user);
}

static const char *crash_name(int signal_number) {
  switch (signal_number) {
    case SIGSEGV:
      return "a bad memory address (SIGSEGV)";
    case SIGBUS:
      return "a misplaced memory address (SIGBUS)";
    case SIGFPE:
      return "an arithmetic error such as an integer division by zero (SIGFPE)";
    case SIGILL:
      return "an illegal instruction (SIGILL)";
    default:
      return "abort(), a failed assertion or an uncaught exception (SIGABRT)";
  }
}

static lash_status report_escape(const lash_running *frame, lash_outcome *outcome,
                                 lash_error *error) {
  if (frame->signal == 0) {
    *outcome = LASH_CALL_STOPPED;
    return lash_fail(error, LASH_FAILURE, "stopped the run: %s", frame->reason);
  }
  if (frame->signal == lash_guard_timer_signal()) {
    *outcome = LASH_CALL_TIMED_OUT;
    return lash_fail(error, LASH_FAILURE, "did not return within %g s", frame->call->time_limit);
  }
  *outcome = LASH_CALL_CRASHED;
  return lash_fail(error, LASH_FAILURE, "crashed: %s", crash_name(frame->signal));
}

static lash_status check_results(lash_routine_arguments *a, lash_error *error) {
  for (int n = 0; n < 3; n++) {
    for (int i = 0; i < a->output[n].count; i++) {
      double value = a->output[n].values[i];
      if (isfinite(value)) continue;
      a->outcome = LASH_CALL_NOT_FINITE;
      return lash_fail(error, LASH_FAILURE, "returned %g as number %d of its result%s", value,
                       i + 1, n ? " arrays" : "");
    }
  }
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------------- call
 */

typedef struct task {
  const lash_routine *routine;
  lash_routine_arguments *arguments;
} task;

static void run_task(void *argument) {
  task *t = argument;
  lash_invoke(t->routine, t->arguments);
}

lash_status lash_routine_call(const lash_routine *routine, const lash_sdk_call *call,
                              lash_routine_arguments *arguments, lash_error *error) {
  lash_running frame;
  frame.call = call;
  frame.iflag = arguments->iflag;
  frame.time = arguments->time;
  frame.gse = gse_ids(routine->kind, arguments->element);
  frame.sparse = false;
  frame.trouble[0] = '\0';

  const lash_sdk_host *host = call->host;
  if (host && (host->size != sizeof *host || host->version != LASH_SDK_HOST_VERSION)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the host's table has size %u and version %u where Lash %s has %zu and %d: "
                     "begin it with LASH_SDK_HOST_HEAD and compile it with the headers of this "
                     "version",
                     (unsigned)host->size, (unsigned)host->version, lash_version(), sizeof *host,
                     LASH_SDK_HOST_VERSION);
  }
  if (!lash_invoke_possible(routine)) {
    return lash_fail(error, LASH_UNSUPPORTED, "%s has no %s interface; %s must be %s",
                     lash_routine_info_at(routine->kind)->statement,
                     routine->form == LASH_FORM_C ? "C" : "Fortran", routine->symbol,
                     routine->form == LASH_FORM_C ? "in one case" : "a mixed-case symbol");
  }
  for (int n = 0; n < 3; n++) {
    size_t bytes = (size_t)arguments->output[n].count * sizeof(double);
    if (bytes) memset(arguments->output[n].values, 0, bytes);
  }

  lash_routine_arguments older;
  gse_2017 old_gse;
  bool convert = routine->release <= 2017 && has_gse(routine->kind) && arguments->element;
  if (convert) {
    old_gse = older_gse(arguments->element);
    older = *arguments;
    older.element = &old_gse;
  }
  task t = {routine, convert ? &older : arguments};
  arguments->outcome = LASH_CALL_DONE;
  lash_status status = LASH_OK;
  if (!lash_guard_run(&frame, run_task, &t)) {
    status = report_escape(&frame, &arguments->outcome, error);
  } else if (arguments->iflag == 0) {
    status = check_results(arguments, error);
  }
  if (status != LASH_OK) name_call(routine, arguments, error);
  return status;
}
