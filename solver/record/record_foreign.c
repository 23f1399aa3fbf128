/* Somebody's user subroutines between operations. They ask the system how things move, so the state
 * is lifted to it first; what they remember is settled by the system's own commit, and what they
 * report as gaps is read there too. */
#include "lash_measures.h"
#include "record_impl.h"
#include "user.h"
#include "user_impl.h"

typedef struct foreign_call {
  lash_recording *record;
  int user;
  bool vector;
} foreign_call;

/* in: time and z. */
static int call_routine(void *context, void *member, const double *in, double *out) {
  const foreign_call *call = context;
  lash_recording *r = call->record;
  lash_system *system = r->system;
  (void)member;
  lash_recording_lift(r, in[0], in + 1, r->y);
  lash_system_set(system, in[0], r->y);
  if (call->vector)
    lash_user_vector(system, call->user, out);
  else
    *out = lash_user_scalar(system, call->user);
  return lash_system_take_failure(system, &r->failure) != LASH_OK;
}

/* Accelerations and reactions are not known while they are computed. */
static void check_questions(lash_recording *r, const user_routine *item) {
  for (size_t k = 0; k < item->asked.count; k++) {
    const int kind = lash_measure_find(item->asked.list[k].name);
    if (kind < 0) continue;
    const lash_measure_class class = lash_measure_class_of((lash_measure_kind)kind);
    if (class == LASH_MEASURE_ACCELERATION || class == LASH_MEASURE_FORCE)
      record_refuse(r, "a user subroutine that asks for %s", item->asked.list[k].name);
  }
}

void record_foreign(lash_recording *r, int user, bool vector, lash_term *out) {
  const size_t n = 1 + record_length(r);
  check_questions(r, &r->system->user->item[user]);
  if (n > LASH_TAPE_CALL_MAX) record_refuse(r, "user subroutines in a model of so many states");
  for (int k = 0; k < (vector ? 6 : 1); k++) out[k] = r->zero;
  if (record_refused(r)) return;
  foreign_call *call = lash_take(&r->store, 1, sizeof *call);
  lash_tape_call *what = lash_take(&r->store, 1, sizeof *what);
  lash_term *in = lash_borrow(n, sizeof *in);
  *call = (foreign_call){r, user, vector};
  *what = (lash_tape_call){.name = "user subroutine",
                           .function = call_routine,
                           .context = call,
                           .inputs = (uint32_t)n,
                           .outputs = vector ? 6 : 1};
  in[0] = r->time;
  memcpy(in + 1, r->z, (n - 1) * sizeof *in);
  lash_tape_calls(r->tape, what, in, out);
  r->calls++;
  r->foreign = true;
}
