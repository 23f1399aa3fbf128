/* Somebody's user subroutines between operations. A force routine mostly asks how some markers
 * move: these are operations of the list, and are lent to the runtime while the routine is called.
 * When it asks for anything else, the state is lifted to the system at that moment. What it reports
 * as gaps are results of the call, and it sees every accepted state once. Other routines, and all
 * where somebody is told of every step, have the system stand there in every call. */
#include "record_foreign.h"
#include "lash_measures.h"
#include "user.h"
#include "user_impl.h"

/* Of a marker: place, axes, velocity, angular velocity, as lash_marker_motion begins. */
enum { MARK_NUMBERS = 18 };
_Static_assert(offsetof(lash_marker_motion, a) == MARK_NUMBERS * sizeof(double),
               "markers are lent as they are");

struct record_foreign {
  lash_recording *record;
  int user;
  bool vector;
  size_t inputs; /* time, and z unless a function is offered, behind which markers are lent: */
  size_t marks;
  int *mark;
  const double *from;              /* inputs of the last call, to which … */
  const lash_marker_motion **lent; /* … these point, by marker; those on ground stay */
  const struct sLashMarker *offered[LASH_OFFER_MARKERS];
  double *at; /* room for time and z */
  size_t gaps;
  lash_term gap[LASH_SDK_GAPS];
  lash_term answer;
};

/* ------------------------------------------------------------------------------------- the call */

static void lift_to(lash_recording *r, const double *in) {
  lash_recording_lift(r, in[0], in + 1, r->y);
  lash_system_set(r->system, in[0], r->y);
}

static void ask(const record_foreign *call, double *out) {
  lash_system *system = call->record->system;
  if (call->vector)
    lash_user_vector(system, call->user, out);
  else
    *out = lash_user_scalar(system, call->user);
}

/* in: time and z. */
static int call_lifted(void *context, void *member, const double *in, double *out) {
  const record_foreign *call = context;
  lash_recording *r = call->record;
  (void)member;
  lift_to(r, in);
  ask(call, out);
  return lash_system_take_failure(r->system, &r->failure) != LASH_OK;
}

typedef struct asking {
  lash_recording *record;
  const double *in;
} asking;

static void settle(void *context) {
  const asking *a = context;
  lift_to(a->record, a->in);
}

/* The same program passes its inputs at the same place. */
static void point_to(record_foreign *call, const double *in) {
  const lash_sdk_offer *offer = &call->record->system->user->item[call->user].offer;
  const double *at = in + call->inputs;
  for (size_t k = 0; k < call->marks; k++, at += MARK_NUMBERS)
    call->lent[call->mark[k]] = (const void *)at;
  for (int k = 0; k < offer->markers && offer->function; k++)
    call->offered[k] = (const void *)call->lent[offer->marker[k]];
  call->from = in;
}

static void ask_lent(const record_foreign *call, const double *in, double *out) {
  lash_recording *r = call->record;
  lash_system *system = r->system;
  asking a = {r, in};
  lash_user_lent now = {.time = in[0], .mark = call->lent, .settle = settle, .context = &a};
  system->user->lent = &now;
  system->summing_forces = true; /* accelerations and reactions are not known */
  ask(call, out);
  if (system->failed) lash_user_settle(system); /* to be told with its time */
  system->summing_forces = false;
  system->user->lent = NULL;
}

static int finish_call(const record_foreign *call, double *out) {
  lash_recording *r = call->record;
  const double *gap = r->system->user->item[call->user].gap;
  for (size_t k = 0; k < call->gaps; k++) out[k] = gap[k];
  return r->system->failed && lash_system_take_failure(r->system, &r->failure) != LASH_OK;
}

/* in: time, z and what is lent; out: the routine's numbers, and its gaps. */
static int call_lent(void *context, void *member, const double *in, double *out) {
  record_foreign *call = context;
  (void)member;
  call->record->calls_made++;
  if (in != call->from) point_to(call, in);
  ask_lent(call, in, out);
  return finish_call(call, out + (call->vector ? 6 : 1));
}

/* What the routine offered asks for nothing. Where it declines, so does a list of stages; in other
 * lists time and z are the record's inputs. */
static int call_offered(void *context, void *member, const double *in, double *out) {
  record_foreign *call = context;
  lash_recording *r = call->record;
  const lash_user_place place = {in[0], call->offered};
  (void)member;
  r->calls_made++;
  if (in != call->from) point_to(call, in);
  if (lash_user_offered(r->system, call->user, &place, out)) return finish_call(call, out + 6);
  if (r->by_stages) return 1;
  memcpy(call->at, r->input, (1 + record_length(r)) * sizeof *call->at);
  ask_lent(call, call->at, out);
  return finish_call(call, out + 6);
}

/* -------------------------------------------------------------------------------- what is asked */

/* What is asked for, or its first component; -1: for the system to answer. */
static int kind_of(const lash_quantity *asked) {
  const lash_measure_array *array = asked->array ? lash_measure_array_find(asked->name) : NULL;
  return array ? (int)array->kind[0] : asked->array ? -1 : lash_measure_find(asked->name);
}

/* Accelerations and reactions are not known while they are computed. What needs the state lifted
 * gains nothing. */
static void check_questions(lash_recording *r, const user_routine *item) {
  for (size_t k = 0; k < item->asked.count; k++) {
    const lash_quantity *asked = &item->asked.list[k];
    const int kind = kind_of(asked);
    const lash_measure_class class =
        kind < 0 ? LASH_MEASURE_STATE : lash_measure_class_of((lash_measure_kind)kind);
    if (class == LASH_MEASURE_ACCELERATION || class == LASH_MEASURE_FORCE)
      record_refuse(r, "a user subroutine that asks for %s", asked->name);
    else if (r->must_pay && (kind < 0 || lash_measure_table[kind].form >= LASH_FORM_BETWEEN))
      record_refuse(r, "a user subroutine that asks for %s, for which the whole state is needed",
                    asked->name);
  }
}

/* --------------------------------------------------------------------------------- what is lent */

static void lend(lash_recording *r, record_foreign *call, int mark) {
  if (mark < 0 || r->system->mark[mark].body == 0) return;
  for (size_t k = 0; k < call->marks; k++)
    if (call->mark[k] == mark) return;
  *LASH_APPEND(&r->store, call->mark, call->marks) = mark;
}

static void choose_marks(lash_recording *r, record_foreign *call, const user_routine *item) {
  const lash_system *system = r->system;
  const lash_sdk_offer *offer = &item->offer;
  for (size_t k = 0; k < item->asked.count && !offer->function; k++)
    for (int p = 0; p < item->asked.list[k].npar; p++)
      lend(r, call, lash_mark_find(system, item->asked.list[k].par[p]));
  for (int k = 0; k < offer->markers && offer->function; k++) lend(r, call, offer->marker[k]);
}

static void take_room(lash_recording *r, record_foreign *call) {
  const lash_system *system = r->system;
  call->lent = lash_take(&r->store, system->mark_count, sizeof *call->lent);
  if (!r->step_end) {
    r->step_end = lash_take(&r->store, 1 + record_length(r), sizeof *r->step_end);
    r->nothing_lent = lash_take(&r->store, system->mark_count, sizeof *r->nothing_lent);
  }
  for (size_t k = 0; k < system->mark_count; k++)
    if (system->mark[k].body == 0) call->lent[k] = &system->mark[k].motion;
}

static lash_term *put_mark(lash_recording *r, int index, lash_term *to) {
  const sym_mark *mark = record_mark_moving(r, index);
  const lash_term *const part[] = {mark->r.e, mark->A.e, mark->v.e, mark->w.e};
  static const size_t length[] = {3, 9, 3, 3};
  for (int k = 0; k < 4; k++) {
    memcpy(to, part[k], length[k] * sizeof *to);
    to += length[k];
  }
  return to;
}

/* ------------------------------------------------------------------------------------- recorded */

static bool is_force(const user_routine *item) { return item->kind <= LASH_USER_GFORCE; }

typedef int tape_function(void *context, void *member, const double *in, double *out);

static tape_function *function_of(const record_foreign *call) {
  const user_routine *item = &call->record->system->user->item[call->user];
  if (!call->lent) return call_lifted;
  return call->vector && item->offer.function ? call_offered : call_lent;
}

static lash_tape_call *new_call(lash_recording *r, record_foreign *call, size_t inputs) {
  lash_tape_call *what = lash_take(&r->store, 1, sizeof *what);
  *what = (lash_tape_call){.name = "user subroutine",
                           .function = function_of(call),
                           .context = call,
                           .inputs = (uint32_t)inputs,
                           .outputs = (uint32_t)((call->vector ? 6 : 1) + call->gaps)};
  return what;
}

static void record_call(lash_recording *r, record_foreign *call, lash_term *out) {
  const size_t n = call->inputs, count = n + MARK_NUMBERS * call->marks;
  if (count > LASH_TAPE_CALL_MAX) {
    record_refuse(r, "user subroutines in a model of so many states");
    return;
  }
  lash_term *in = lash_borrow(count, sizeof *in), answer[6 + LASH_SDK_GAPS];
  lash_term *to = in + n;
  in[0] = r->time;
  memcpy(in + 1, r->z, (n - 1) * sizeof *in);
  for (size_t k = 0; k < call->marks; k++) to = put_mark(r, call->mark[k], to);
  lash_tape_calls(r->tape, new_call(r, call, count), in, answer);
  const size_t own = call->vector ? 6 : 1;
  memcpy(out, answer, own * sizeof *out);
  memcpy(call->gap, answer + own, call->gaps * sizeof *out);
  call->answer = answer[0];
  r->calls++;
}

void record_foreign_call(lash_recording *r, int user, bool vector, lash_term *out) {
  const user_routine *item = &r->system->user->item[user];
  record_foreign *call = lash_take(&r->store, 1, sizeof *call);
  *call =
      (record_foreign){.record = r, .user = user, .vector = vector, .inputs = 1 + record_length(r)};
  if (!is_force(item)) r->foreign = true;
  check_questions(r, item);
  for (int k = 0; k < (vector ? 6 : 1); k++) out[k] = r->zero;
  if (record_refused(r)) return;
  if (is_force(item)) {
    take_room(r, call);
    if (vector && item->offer.function) {
      call->inputs = 1;
      call->at = lash_take(&r->store, 1 + record_length(r), sizeof *call->at);
    }
    choose_marks(r, call, item);
    call->gaps = lash_routine_may_report(&item->routine) ? item->gaps : 0;
    *LASH_APPEND(&r->store, r->lending, r->lending_count) = call;
  }
  record_call(r, call, out);
}

lash_term record_foreign_gap(const lash_recording *r, int user, size_t site) {
  for (size_t k = 0; k < r->lending_count; k++)
    if (r->lending[k]->user == user && site < r->lending[k]->gaps) return r->lending[k]->gap[site];
  return r->one;
}

lash_term record_foreign_answer(const lash_recording *r, size_t index) {
  return r->lending[index]->answer;
}

lash_status record_foreign_step_end(lash_recording *r, double t, const double *z,
                                    lash_error *error) {
  asking a = {r, r->step_end};
  lash_user_lent now = {.time = t, .mark = r->nothing_lent, .settle = settle, .context = &a};
  r->step_end[0] = t;
  memcpy(r->step_end + 1, z, record_length(r) * sizeof *z);
  r->system->user->lent = &now;
  lash_user_step_end(r->system);
  r->system->user->lent = NULL;
  return lash_system_take_failure(r->system, error);
}
