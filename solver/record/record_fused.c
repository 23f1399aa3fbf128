/* A step of the classical Runge-Kutta method in one list: the operations of integrate_rk4.c in
 * their order, so that a run gets the same numbers, without going to and fro between stages. */
#include "record_impl.h"
#include "tape_substitute.h"

/* Beyond so many operations code no longer stays in the processor's first cache. */
enum { MOST_OPERATIONS = 5000 };

static const double place[4] = {0, 0.5, 0.5, 1};
static const double weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

/* What goes in after the inputs of all lists. */
enum { FUSED_STEP, FUSED_END, FUSED_RATES };

typedef struct fusing {
  lash_recording *record;
  size_t n;
  lash_term *input, *at; /* z and time, and what stands for them */
  lash_term *k;          /* rates there, and quality */
  lash_term *sum;
  lash_term quality; /* least of all stages */
} fusing;

static lash_status evaluate(fusing *f, lash_error *error) {
  lash_recording *r = f->record;
  const lash_status status =
      lash_tape_substitute(r->tape, f->input, f->at, f->n + 1, r->rate, f->n + 1, f->k, error);
  if (status == LASH_OK) f->quality = lash_tape_min(r->tape, f->quality, f->k[f->n]);
  return status;
}

static lash_status record_stages(fusing *f, lash_error *error) {
  lash_recording *r = f->record;
  lash_tape *t = r->tape;
  const uint32_t first = (uint32_t)r->input_count;
  const lash_term h = lash_tape_variable(t, first + FUSED_STEP);
  lash_status status = LASH_OK;
  for (size_t i = 0; i < f->n; i++) {
    f->input[i] = f->sum[i] = r->z[i];
    f->k[i] = lash_tape_variable(t, first + FUSED_RATES + (uint32_t)i);
  }
  f->input[f->n] = r->time;
  f->quality = r->one;
  for (int stage = 1; stage <= 4 && status == LASH_OK; stage++) {
    const lash_term share = lash_tape_mul(t, h, lash_tape_constant(t, weight[stage - 1]));
    for (size_t i = 0; i < f->n; i++)
      f->sum[i] = lash_tape_add(t, f->sum[i], lash_tape_mul(t, share, f->k[i]));
    if (stage == 4) break;
    const lash_term reach = lash_tape_mul(t, h, lash_tape_constant(t, place[stage]));
    for (size_t i = 0; i < f->n; i++)
      f->at[i] = lash_tape_add(t, r->z[i], lash_tape_mul(t, reach, f->k[i]));
    f->at[f->n] = lash_tape_add(t, r->time, reach);
    status = evaluate(f, error);
  }
  for (size_t b = 1; b < r->system->body_count; b++)
    if (r->tree[b].spins) record_make_unit(t, f->sum + r->tree[b].q + (r->tree[b].free ? 3 : 0));
  if (status != LASH_OK || r->rows) return status; /* loops are closed first */
  memcpy(f->at, f->sum, f->n * sizeof *f->at);
  f->at[f->n] = lash_tape_variable(t, first + FUSED_END);
  return evaluate(f, error);
}

static lash_status make(lash_recording *r, lash_error *error) {
  const size_t n = record_length(r);
  fusing f = {.record = r,
              .n = n,
              .input = lash_borrow(n + 1, sizeof(lash_term)),
              .at = lash_borrow(n + 1, sizeof(lash_term)),
              .k = lash_borrow(n + 1, sizeof(lash_term)),
              .sum = lash_borrow(2 * n + 1, sizeof(lash_term))};
  lash_status status = record_stages(&f, error);
  if (status != LASH_OK) return status;
  const size_t own = r->rows ? 0 : n;
  memcpy(f.sum + n, f.k, own * sizeof *f.k);
  f.sum[n + own] = f.quality;
  r->fused_input = lash_take(&r->store, r->input_count + FUSED_RATES + n, sizeof *r->fused_input);
  return record_make_program(r, f.sum, n + own + 1, &r->fused, error);
}

bool lash_recording_fuse(lash_recording *r) {
  lash_error ignored;
  lash_status status;
  const lash_program_report rates = lash_program_tell(r->rates.program);
  if (rates.engine != LASH_TAPE_EMIT || rates.each > MOST_OPERATIONS / 4 || r->foreign)
    return false;
  LASH_GUARDED(status, make(r, &ignored), &ignored);
  if (status == LASH_OK && lash_program_tell(r->fused.program).engine == LASH_TAPE_EMIT)
    return true;
  record_program_free(&r->fused);
  r->fused = (record_program){0};
  return false;
}

bool lash_recording_step_rk4(lash_recording *r, const double t[2], double h, const double *z,
                             const double *zdot, double *next, double *next_rates) {
  const size_t n = record_length(r), own = r->rows ? 0 : n;
  double *input = r->fused_input, *more = input + r->input_count;
  const double *out = r->fused.out;
  double check = 0;
  input[0] = t[0];
  memcpy(input + 1, z, n * sizeof *z);
  memcpy(input + 1 + n, r->input + 1 + n, (r->input_count - 1 - n) * sizeof *input);
  more[FUSED_STEP] = h;
  more[FUSED_END] = t[1];
  memcpy(more + FUSED_RATES, zdot, n * sizeof *zdot);
  if (lash_tape_frame_run(r->fused.frame, input, r->fused.out)) return false;
  for (size_t k = 0; k < n + own; k++) check += out[k] * 0;
  if (check != 0 || !(out[n + own] > 0)) return false;
  memcpy(next, out, n * sizeof *next);
  memcpy(next_rates, out + n, own * sizeof *next);
  return true;
}
