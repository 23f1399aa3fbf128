/* One guarded call of a user subroutine, and its report when it goes wrong. */
#include "lash_calls.h"

#include <math.h>
#include <string.h>

#include "fence.h"
#include "guard.h"
#include "guard_words.h"
#include "invoke.h"
#include "watch.h"

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

/* -------------------------------------------------------------------------------------- reports */

static void name_call(const lash_routine *routine, const lash_routine_arguments *a,
                      const lash_references *f, lash_error *error) {
  lash_name_call(routine->symbol, lash_library_name(routine->library),
                 lash_routine_info_at(routine->kind)->statement, f->id, a->time, a->iflag, f->par,
                 f->par ? f->npar : 0, error);
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

/* ----------------------------------------------------------------------------------------- call */

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
  frame.routine = routine;
  frame.arguments = arguments;
  frame.iflag = arguments->iflag;
  frame.time = arguments->time;
  frame.gse = gse_ids(routine->kind, arguments->element);
  frame.sparse = false;
  frame.trouble[0] = '\0';
  frame.no_memory = false;

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
  const lash_references f = lash_invoke_references(routine->kind, arguments);
  fence around;
  if (!fence_put_up(&around, arguments, f.par, f.npar)) {
    return lash_fail(error, LASH_FAILURE, "out of memory for the results of %s", routine->symbol);
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
  const bool outermost = !lash_running_current();
  if (outermost) lash_watch_call(routine, arguments);
  const bool returned = lash_guard_run(&frame, run_task, &t);
  if (outermost) lash_watch_return();
  if (convert) arguments->code = older.code;

  lash_status status = fence_take_down(&around, arguments, error);
  if (status != LASH_OK) {
    arguments->outcome = LASH_CALL_OVERRAN;
  } else if (!returned) {
    /* a routine that stops the run while it is set up refuses what the dataset gives it, but for
     * one that was itself refused memory */
    const bool set_up = (arguments->iflag == 1 || arguments->iflag == 3) && !frame.no_memory;
    arguments->outcome = LASH_CALL_STOPPED;
    status = lash_fail(error, set_up ? LASH_BAD_INPUT : LASH_FAILURE, "stopped the run: %s",
                       frame.reason);
  } else if (arguments->iflag == 0) {
    status = check_results(arguments, error);
  }
  if (status != LASH_OK) name_call(routine, arguments, &f, error);
  return status;
}

lash_status lash_call_offered(const lash_routine *routine, int id, const lash_sdk_offer *offer,
                              const struct sLashNow *now, const struct sLashMarker *const *marker,
                              double result[6], double *gaps, lash_error *error) {
  enum { RESULTS = 6 };
  double room[RESULTS + GUARD_WORDS];
  memset(room, 0, RESULTS * sizeof *room);
  guard_words_plant(room + RESULTS);
  lash_watch_direct(routine, id, now->time);
  const int failed = offer->function(offer->context, now, marker, room, gaps);
  lash_watch_return();
  const bool over = guard_words_trampled(room + RESULTS);
  if (over || (gaps && guard_words_trampled(gaps + LASH_SDK_GAPS))) {
    if (gaps) guard_words_plant(gaps + LASH_SDK_GAPS); /* a shorter step may be tried */
    lash_fail(error, LASH_FAILURE,
              "the function that it offers wrote past the end of its %s, which has room for %d "
              "numbers",
              over ? "result" : "gaps", over ? (int)RESULTS : (int)LASH_SDK_GAPS);
    lash_name_call(routine->symbol, lash_library_name(routine->library),
                   lash_routine_info_at(routine->kind)->statement, id, now->time, 0, NULL, 0,
                   error);
    return LASH_FAILURE;
  }
  memcpy(result, room, RESULTS * sizeof *result);
  for (int k = 0; k < RESULTS; k++) /* one by one: nobody waits for branches that are foreseen */
    if (!isfinite(result[k])) return LASH_UNSUPPORTED;
  return failed ? LASH_UNSUPPORTED : LASH_OK;
}
