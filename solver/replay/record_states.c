/* Rates of extra states: DIFF, LSE, TFSISO. */
#include "record_impl.h"

static lash_term linear_rate(lash_recording *r, const lash_states *s, size_t row) {
  lash_tape *t = r->tape;
  const lash_term *x = r->z + r->coordinates + r->speeds + s->first;
  lash_term sum = r->zero;
  for (size_t k = 0; s->A && k < s->count; k++) {
    const lash_term a = lash_tape_constant(t, s->A[row * s->count + k]);
    sum = lash_tape_add(t, sum, lash_tape_mul(t, a, x[k]));
  }
  for (size_t k = 0; s->B && k < s->inputs; k++) {
    if (s->B[row * s->inputs + k] == 0) continue;
    const lash_term b = lash_tape_constant(t, s->B[row * s->inputs + k]);
    sum = lash_tape_add(t, sum, lash_tape_mul(t, b, record_variable(r, s->input[k])));
  }
  return sum;
}

lash_term record_state_rate(lash_recording *r, size_t state) {
  const lash_states *s = r->system->states;
  while (state >= s->first + s->count || state < s->first) s++;
  if (s->kind == LASH_STATES_LINEAR) return linear_rate(r, s, state - s->first);
  if (s->kind == LASH_STATES_DIFF && !s->implicit && s->function >= 0)
    return record_function(r, s->function);
  record_refuse(r, "the states of %s/%d", s->statement, s->id);
  return r->zero;
}
