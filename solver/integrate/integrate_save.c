/* Save and restore: everything the future of a run depends on, as one block of bytes. */
#include <stdlib.h>
#include <string.h>

#include "integrate_run.h"

/* One list of what is kept serves measuring, writing and reading. */
typedef struct stretch {
  void *at;
  size_t size;
  enum { BYTES, TRUTHS } kind; /* of truths each byte is 0 or 1 */
} stretch;

enum { STRETCHES = 24 };

static size_t list(const lash_integration *run, stretch out[STRETCHES]) {
  const size_t ny = run->n->y, switches = run->events->count, powers = run->audit->count;
  lash_integration *r = (lash_integration *)(size_t)run; /* only read when saving */
  events *e = r->events;
  audit *a = r->audit;
  const stretch all[] = {
      {&r->recorded_works, sizeof r->recorded_works, TRUTHS},
      {&r->recorded_left, sizeof r->recorded_left, TRUTHS},
      {&r->t, sizeof r->t, BYTES},
      {r->y, ny * sizeof *r->y, BYTES},
      {r->stepper->magnitude, ny * sizeof(double), BYTES},
      {&r->stepper->next, sizeof(double), BYTES},
      {&r->stepper->length, sizeof(double), BYTES},
      {&r->count, sizeof r->count, BYTES},
      {&r->outputs, sizeof r->outputs, BYTES},
      {&r->last_step, sizeof r->last_step, BYTES},
      {&r->recovered_at, sizeof r->recovered_at, BYTES},
      {&r->stiff_contacts, sizeof r->stiff_contacts, BYTES},
      {e->positive, 2 * switches * sizeof *e->positive, TRUTHS},
      {e->told, switches * sizeof *e->told, TRUTHS},
      {e->value, 5 * switches * sizeof *e->value,
       BYTES}, /* value, slope, contact_time, greatest, layer */
      {e->tally, 2 * switches * sizeof *e->tally, BYTES}, /* tally, steps */
      {&e->step_bound, sizeof e->step_bound, BYTES},
      {&r->pivots, sizeof r->pivots, BYTES},
      {a->work, powers * sizeof *a->work, BYTES},
      {a->kept, 2 * a->forces * sizeof *a->kept, BYTES},
      {&a->exchanged, sizeof a->exchanged, BYTES},
      {&a->last_kinetic, sizeof a->last_kinetic, BYTES},
      {&a->worst, sizeof a->worst, BYTES},
      {&a->result, sizeof a->result, BYTES},
  };
  _Static_assert(sizeof all / sizeof all[0] <= STRETCHES, "room for every stretch");
  memcpy(out, all, sizeof all);
  return sizeof all / sizeof all[0];
}

size_t lash_integrate_memory_size(const lash_integration *run) {
  stretch part[STRETCHES];
  size_t total = lash_system_memory_size(run->system);
  for (size_t i = 0, n = list(run, part); i < n; i++) total += part[i].size;
  return total;
}

void lash_integrate_save(const lash_integration *run, void *buffer) {
  stretch part[STRETCHES];
  /* the system's memory comes first, where the buffer is aligned */
  unsigned char *to = buffer;
  lash_system_save(run->system, to);
  to += lash_system_memory_size(run->system);
  for (size_t i = 0, n = list(run, part); i < n; i++) {
    memcpy(to, part[i].at, part[i].size);
    to += part[i].size;
  }
}

/* Makes the stepper at work one whose coordinates the saved state has, before that is read; the run
 * itself is fresh. */
static lash_status choose_equations(lash_integration *run, bool works, bool left,
                                    lash_error *error) {
  if (!run->recorded.record || works) return LASH_OK;
  if (left) return integration_leave_recorded(run, "the saved run had left them", error);
  run->stepper = run->chosen; /* for a while */
  run->audit->equations = &run->cartesian;
  events_follow(run->events, &run->cartesian);
  return LASH_OK;
}

/* Bytes that came from a file are what they should be. */
static bool all_truths(const stretch *part, const unsigned char *from) {
  for (size_t k = 0; part->kind == TRUTHS && k < part->size; k++) {
    if (from[k] > true) return false;
  }
  return true;
}

lash_status lash_integrate_restore(lash_integration *run, const void *buffer, size_t size,
                                   lash_error *error) {
  stretch part[STRETCHES];
  if (size != lash_integrate_memory_size(run)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the saved state does not belong to this model and these options");
  }
  const unsigned char *from = buffer, *truths = from + lash_system_memory_size(run->system);
  /* recorded_works, recorded_left */
  lash_status status = choose_equations(run, truths[0] == true, truths[1] == true, error);
  if (status != LASH_OK) return status;
  status = lash_system_restore(run->system, from, lash_system_memory_size(run->system), error);
  if (status != LASH_OK) return status;
  from += lash_system_memory_size(run->system);
  for (size_t i = 0, n = list(run, part); i < n; i++) {
    if (!all_truths(&part[i], from))
      return lash_fail(error, LASH_BAD_INPUT, "the saved state is not one of a run");
    memcpy(part[i].at, from, part[i].size);
    from += part[i].size;
  }
  events_restore_ramps(run->events);
  if (run->recorded.record && run->recorded_works)
    status = lash_recording_remember(run->recorded.record, error);
  if (status != LASH_OK) return status;
  const lash_integrate_statistics count = run->count;
  const double h = run->stepper->next, length = run->stepper->length;
  status = integration_settle(run, error);
  if (status != LASH_OK) return status;
  stepper *s = run->stepper;
  s->length = length;
  equations_set(s->equations, run->t, run->y);
  s->t0 = s->t1 = run->t;
  memcpy(s->y1, run->y, s->size * sizeof *run->y);
  lash_system_forget(run->system);
  status = s->class->restart(s, h, error);
  run->count = count; /* the restart was counted when the state was saved */
  run->shown = run->resumed = run->started = true;
  run->held.any = false;
  return status;
}
