/* The stages of an explicit Runge-Kutta step in one list: the operations of the integrator in their
 * order, so that a run gets the same numbers, without going to and fro between stages. */
#include "record_impl.h"
#include "tape_substitute.h"

/* Beyond so many operations code no longer stays in the processor's first cache. */
enum { MOST_OPERATIONS = 5000 };

/* What goes in after the inputs of all lists. */
enum { FUSED_STEP, FUSED_END, FUSED_RATES };

typedef struct fusing {
  lash_recording *record;
  const lash_stages *stages;
  size_t n;
  lash_term h, end;
  lash_term *input, *at;          /* z and time, and what stands for them */
  lash_term *k[LASH_STAGES_MOST]; /* rates of z, quality */
  lash_term quality;              /* least of all stages */
  size_t watched;                 /* what is watched at the end as well: so many … */
  lash_term *there; /* … behind the rates of the last stage, so that both share calls */
} fusing;

/* The state of a stage, summed as integrators do. */
static void combine(fusing *f, const double *weight, int count) {
  lash_tape *t = f->record->tape;
  memcpy(f->at, f->input, f->n * sizeof *f->at);
  for (int j = 0; j < count; j++) {
    if (weight[j] == 0) continue;
    const lash_term w = lash_tape_mul(t, f->h, lash_tape_constant(t, weight[j]));
    for (size_t i = 0; i < f->n; i++)
      f->at[i] = lash_tape_add(t, f->at[i], lash_tape_mul(t, w, f->k[j][i]));
  }
}

static void make_unit(fusing *f) {
  const lash_recording *r = f->record;
  for (size_t b = 1; b < r->system->body_count; b++)
    if (r->tree[b].spins)
      record_make_unit(r->tape, f->at + r->tree[b].q + (r->tree[b].free ? 3 : 0));
}

/* Rates of stage s, and behind those of the last one what is watched. */
static lash_status record_rates(fusing *f, int s, size_t watched, lash_error *error) {
  const lash_recording *r = f->record;
  const size_t own = f->n + 1;
  lash_term *wanted = lash_borrow(own + watched, sizeof *wanted);
  lash_term *found = lash_borrow(own + watched, sizeof *found);
  memcpy(wanted, r->rate, own * sizeof *wanted);
  if (watched) memcpy(wanted + own, r->watched, watched * sizeof *wanted);
  const lash_status status =
      lash_tape_substitute(r->tape, f->input, f->at, f->n + 1, wanted, own + watched, found, error);
  memcpy(f->k[s], found, own * sizeof *found);
  f->there = found + own;
  return status;
}

static lash_status record_stages(fusing *f, lash_error *error) {
  lash_recording *r = f->record;
  const lash_stages *stages = f->stages;
  lash_tape *t = r->tape;
  lash_status status = LASH_OK;
  f->quality = r->one;
  for (int s = 1; s < stages->count && status == LASH_OK; s++) {
    const bool last = s == stages->count - 1;
    combine(f, stages->a[s], s);
    if (last) make_unit(f);
    if (last && r->rows) break; /* loops are closed first */
    const lash_term reach = lash_tape_mul(t, f->h, lash_tape_constant(t, stages->place[s]));
    f->at[f->n] = last ? f->end : lash_tape_add(t, r->time, reach);
    status = record_rates(f, s, last ? f->watched : 0, error);
    if (status == LASH_OK) f->quality = lash_tape_min(t, f->quality, f->k[s][f->n]);
  }
  return status;
}

static lash_term *put_watched(fusing *f, lash_term *to) {
  lash_recording *r = f->record;
  if (!f->watched) return to;
  r->fused_watch = lash_take(&r->store, f->watched, sizeof *r->fused_watch);
  for (size_t k = 0; k < f->watched; k++) {
    if (!r->watch_moves[k]) continue;
    r->fused_watch[r->fused_watch_count++] = k;
    *to++ = f->there[k];
  }
  return to;
}

/* Results: quality of all stages and at the end, the end, its rates where they are wanted, what is
 * watched there. */
static lash_status make(lash_recording *r, const lash_stages *stages, lash_error *error) {
  const size_t n = record_length(r), first = r->input_count, end = (size_t)stages->count;
  lash_tape *t = r->tape;
  fusing f = {.record = r,
              .stages = stages,
              .n = n,
              .h = lash_tape_variable(t, (uint32_t)(first + FUSED_STEP)),
              .end = lash_tape_variable(t, (uint32_t)(first + FUSED_END)),
              .input = lash_borrow(n + 1, sizeof(lash_term)),
              .at = lash_borrow(n + 1, sizeof(lash_term))};
  for (size_t s = 0; s < end; s++) f.k[s] = lash_borrow(n + 1, sizeof(lash_term));
  for (size_t i = 0; i < n; i++) {
    f.input[i] = r->z[i];
    f.k[0][i] = lash_tape_variable(t, (uint32_t)(first + FUSED_RATES + i));
  }
  f.input[n] = r->time;
  /* where a step ends for good, much of what is watched there is known */
  if (!r->rows && r->watch.program) f.watched = r->watch.count;
  lash_status status = record_stages(&f, error);
  if (status != LASH_OK) return status;
  lash_term *wanted = lash_borrow(2 * n + 2 + r->watch.count, sizeof *wanted), *to = wanted;
  *to++ = f.quality;
  *to++ = r->rows ? r->one : f.k[end - 1][n];
  memcpy(to, f.at, n * sizeof *to), to += n;
  if (!r->rows) memcpy(to, f.k[end - 1], n * sizeof *to), to += n;
  r->fused_input = lash_take(&r->store, first + FUSED_RATES + n, sizeof *r->fused_input);
  to = put_watched(&f, to);
  return record_make_program(r, wanted, (size_t)(to - wanted), &r->fused, error);
}

bool lash_recording_fuse(lash_recording *r, const lash_stages *stages) {
  lash_error ignored;
  lash_status status;
  if (r->stages == stages) return r->fused.program; /* in every step */
  const lash_program_report rates = lash_program_tell(r->rates.program);
  if (r->stages || rates.engine != LASH_TAPE_EMIT || r->foreign || r->works ||
      rates.each * (size_t)(stages->count - 1) > MOST_OPERATIONS)
    return false;
  r->stages = stages;
  LASH_GUARDED(status, make(r, stages, &ignored), &ignored);
  if (status == LASH_OK && lash_program_tell(r->fused.program).engine == LASH_TAPE_EMIT)
    return true;
  record_program_free(&r->fused);
  r->fused = (record_program){0};
  return false;
}

/* What is watched at the end of the step is known; constants among it are from earlier. */
static void note_watched(lash_recording *r, double t, const double *z, const double *values) {
  if (!r->fused_watch_count) return;
  for (size_t k = 0; k < r->fused_watch_count; k++) r->watch.out[r->fused_watch[k]] = values[k];
  r->watched_at = t;
  r->calls_watched = r->calls_made;
  memcpy(r->z_watched, z, record_length(r) * sizeof *z);
}

bool lash_recording_stages(lash_recording *r, double t, double end, double h, const double *z,
                           double *next, double **k) {
  const size_t n = record_length(r), size = n * sizeof *z;
  double *input = r->fused_input, *more = input + r->input_count;
  const double *out = r->fused.out + 2, *rates = r->rows ? NULL : out + n;
  input[0] = t;
  memcpy(input + 1, z, size);
  memcpy(input + 1 + n, r->input + 1 + n, (r->input_count - 1 - n) * sizeof *input);
  more[FUSED_STEP] = h;
  more[FUSED_END] = end;
  memcpy(more + FUSED_RATES, k[0], size);
  r->by_stages = true;
  const unsigned failed = lash_tape_frame_run(r->fused.frame, input, r->fused.out);
  r->by_stages = false;
  if (failed) return false;
  /* what is not finite in a stage is not in the state at the end either */
  if (!(r->fused.out[0] > 0 && record_all_finite(out, rates ? 2 * n : n))) return false;
  memcpy(next, out, size);
  if (rates) memcpy(k[r->stages->count - 1], rates, size);
  r->rates.out[r->quality] = r->fused.out[1];
  if (rates) note_watched(r, end, next, rates + n);
  return true;
}
