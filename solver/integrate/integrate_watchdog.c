#include "integrate_watchdog.h"

#include <math.h>
#include <string.h>

/* Steps tried per look; a fraction of a second for a small mechanism. */
enum { STRETCH = 10000, STEPS_AT_ONE_INSTANT = 1000 };

/* Steps to the next row, at the pace of the stretch, that are taken for a standstill:
 *   hopeless   with a good part of the steps rejected, as at a force that jumps unknown to anyone
 *   collapsed  the same, when steps were far longer before and nothing touched or came free
 *   quiet      steps were far longer before, and the state is where it was: jumps to and fro inside
 *              the steps, or something far stiffer than the motion
 *   fast       with nothing of the kind, as when something is merely very fast */
static const double far_hopeless = 1e7, far_collapsed = 2e4, far_quiet = 1e6, far_fast = 1e10;
static const double trouble_share = 0.1, much_shorter = 1e-3, same_state = 100; /* tolerances */

static size_t attempts_of(const lash_integrate_statistics *count) {
  return count->steps + count->rejections;
}

static void next_stretch(watchdog *w, const stepper *s, double t, const double *y) {
  w->attempts = attempts_of(s->count);
  w->troubles = s->count->rejections;
  w->touches = s->count->contact_events;
  w->time = t;
  memcpy(w->state, y, s->size * sizeof *y);
}

void watchdog_start(watchdog *w, const stepper *s, double t, const double *y) {
  w->at_once = 0;
  w->instant = t;
  next_stretch(w, s, t, y);
}

static bool is_quiet(const watchdog *w, const stepper *s, const double *y) {
  const size_t n = s->size;
  const size_t room = equations_room(s->system);
  double *tolerance = w->state + room, *change = tolerance + room;
  stepper_tolerances(s, y, tolerance);
  for (size_t k = 0; k < n; k++) change[k] = y[k] - w->state[k];
  return stepper_norm(change, tolerance, n) < same_state;
}

static lash_status say_instant(double t, lash_error *error) {
  return lash_fail(error, LASH_FAILURE,
                   "more than %d steps at time %.10g: time does not go on; a contact or switch "
                   "chatters, or a force ceases to exist there",
                   STEPS_AT_ONE_INSTANT, t);
}

static lash_status say_slow(const watchdog *w, const stepper *s, double t, double row, double share,
                            lash_error *error) {
  return lash_fail(
      error, LASH_FAILURE,
      "%s no longer gets anywhere: %d steps tried from time %.10g on, %.0f of a hundred in vain, "
      "have advanced it by %.3g, and the next row is due at %.10g; a force jumps there without "
      "telling (a routine, AINT, MOD), is far stiffer than the motion, or the error asked for (%g) "
      "is too small; smooth the force, or try --error %g or --integrator %s",
      s->class->info.name, STRETCH, w->time, 100 * share, t - w->time, row, s->options->error,
      100 * s->options->error, s->class == &stepper_bdf ? "genalpha" : "bdf");
}

bool watchdog_due(const watchdog *w, size_t attempts) { return attempts - w->attempts >= STRETCH; }

lash_status watchdog_look(watchdog *w, const stepper *s, double t, const double *y, double row,
                          double end, lash_error *error) {
  if (t > w->instant + 1e-12 * (fabs(t) + end - t)) w->at_once = 0, w->instant = t;
  if (++w->at_once > STEPS_AT_ONE_INSTANT) return say_instant(t, error);

  const lash_integrate_statistics *count = s->count;
  const size_t attempts = attempts_of(count) - w->attempts;
  if (!watchdog_due(w, attempts_of(count)) || s->class->info.fixed) return LASH_OK;
  const double share = (double)(count->rejections - w->troubles) / (double)attempts;
  const double pace = (t - w->time) / (double)attempts, left = (row - t) / pace;
  const bool shorter = pace < much_shorter * count->largest && count->contact_events == w->touches;
  double far = far_fast;
  if (share > trouble_share) far = shorter ? far_collapsed : far_hopeless;
  if (shorter && is_quiet(w, s, y)) far = fmin(far, far_quiet);
  if (left > far && !(s->options->step > 0)) return say_slow(w, s, t, row, share, error);
  next_stretch(w, s, t, y);
  return LASH_OK;
}
