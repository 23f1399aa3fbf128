/* What the files user*.c share: routines, and the system as a host of the runtime. */
#ifndef LASH_SOLVER_USER_IMPL_H
#define LASH_SOLVER_USER_IMPL_H

#include "guard_words.h"
#include "lash_calls.h"
#include "system_impl.h"
#include "user.h"

typedef union user_element {
  struct sAdamsSforce sforce;
  struct sAdamsVforce vforce;
  struct sAdamsVtorque vtorque;
  struct sAdamsGforce gforce;
  struct sAdamsField field;
  struct sAdamsMforce mforce;
  struct sAdamsVariable variable;
  struct sAdamsDiff diff;
  struct sAdamsMotion motion;
  struct sAdamsRequest request;
  struct sAdamsSensor sensor;
  struct sAdamsContactFriction contact;
  struct sAdamsCbksub callback;
  struct sAdamsGSE gse;
  struct sAdamsCratio damping;
  struct sAdamsCoupler coupler;
  struct sAdamsCurve curve;
} user_element;

typedef struct user_routine {
  lash_user_kind kind;
  int line; /* in the dataset */
  lash_routine routine;
  user_element element;
  double *parameters; /* USER(…) */
  size_t parameter_count;
  int *geometry;         /* contacts: ids of both sides */
  size_t modes;          /* MFORCE: … */
  double *load;          /* … what it gave last, six numbers and one per mode; as many zeros */
  lash_quantities asked; /* in the dependency pass */
  lash_sdk_store store;  /* what it serialises */
  /* reported by c_lash_report_gap; positive where none is; behind them guard words */
  double gap[LASH_SDK_GAPS + GUARD_WORDS];
  size_t gaps;          /* of how many sites */
  lash_sdk_offer offer; /* how to call it directly, with indices of marks */
} user_routine;

/* Where markers are that a routine asks for, while it is called for a state at which the system
 * does not stand. */
typedef struct lash_user_lent {
  double time;
  const lash_marker_motion *const *mark; /* by index; NULL: not known here */
  void (*settle)(void *context);         /* makes the system stand there: more is asked for */
  void *context;
  bool settled;
} lash_user_lent;

struct lash_user {
  lash_user_lent *lent; /* NULL: routines are called where the system stands */
  lash_loader *loader;
  lash_sdk_host host;
  lash_sdk_kept *kept; /* what libraries remember of this system */
  lash_sdk_run run;
  lash_sdk_units units;
  size_t count;
  user_routine *item;
  double by_displacement[36], by_rate[36]; /* partials that Fiesub may give; not used */
  bool differencing, started;
  size_t told;     /* times that the memory of one of our joints was put into its routine */
  bool setting_up; /* routines say what they will ask for: there is nothing to answer yet */
  const lash_spline_statement *reading; /* whose points c_put_spline gives */
  bool put;                             /* it has given them */
  lash_partials partials, *wanted;      /* wanted: &partials while they are asked for */
  char complaint[512];                  /* the last error that a routine told of */
};

/* user_host.c: a host that answers through the system. */
lash_status lash_user_host(lash_system *system, lash_error *error);

/* A marker where a routine is called; and the whole system, for what is no marker. */
const lash_marker_motion *lash_user_mark(lash_system *system, int index);
void lash_user_settle(lash_system *system);

/* A GFORCE by what its routine offered, for time and markers in the order of the offer; false: ask
 * the routine. Where it did harm, the system notes it. */
typedef struct lash_user_place {
  double time;
  const struct sLashMarker *const *marker;
} lash_user_place;
static inline bool lash_user_offered(lash_system *system, int index, const lash_user_place *place,
                                     double values[6]) {
  const struct lash_user *user = system->user;
  user_routine *item = &user->item[index];
  if (!item->offer.function) return false;
  const struct sLashNow now = {place->time, user->run.time_converged, user->run.mode,
                               user->differencing};
  lash_error harm;
  const lash_status status =
      lash_call_offered(&item->routine, item->element.gforce.ID, &item->offer, &now, place->marker,
                        values, now.dflag ? NULL : item->gap, &harm);
  if (status == LASH_FAILURE) lash_system_note(system, status, "%s", harm.message);
  return status != LASH_UNSUPPORTED;
}

/* The step up to t counts; callbacks are told of it. */
void lash_user_accept(lash_system *system, double t);
void lash_user_step_end(lash_system *system);

/* For those who keep the memory of a routine of ours elsewhere for a while: what the routine
 * serialises now, what it is to go on with, and the accepted step it then stands behind. */
const lash_sdk_store *lash_user_saved(lash_system *system, int index);
lash_status lash_user_reload(lash_system *system, int index, const void *bytes, size_t count,
                             lash_error *error);
void lash_user_converged(lash_system *system, double t, double step);

#endif
