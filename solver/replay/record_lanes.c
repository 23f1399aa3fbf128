#include "record_lanes.h"

#include <float.h>

#include "record_impl.h"
#include "tape_merge.h"
#include "tape_substitute.h"

/* Beyond so many operations of a step code no longer stays in the processor's first caches. */
enum { MOST_OPERATIONS = 10000 };

/* What goes in after the inputs of a record, and what comes out before the state at the end. */
enum { IN_STEP, IN_END, IN_ERROR, IN_LENGTH, IN_RATES };
/* What comes out behind all else, of methods that estimate errors; then the last two states and the
 * rates of all stages between the first and the last. */
enum { AFTER_ERROR, AFTER_FOLLOWED, AFTER_RATES, AFTER_STATES, AFTER_COUNT };
enum {
  OUT_QUALITY,
  OUT_QUALITY_END,
  OUT_SQUARES,
  OUT_SIZES,
  OUT_POSITION,
  OUT_VELOCITY,
  OUT_FASTEST,
  OUT_STATE
};

struct lash_lanes {
  lash_recording *record[LASH_LANES_MOST];
  size_t count, width; /* members; lanes of the program */
  size_t n, inputs;    /* numbers of a state; of a record's programs */
  size_t stages;
  size_t estimate; /* where it comes out; 0: nowhere */
  lash_program *program;
  lash_tape_frame *frame;
  double *in, *out, *magnitude; /* of all lanes, side by side; the last are inputs too */
  double *memory;               /* holds them */
};

size_t lash_lanes_best(void) { return lash_tape_best_lanes(); }

/* ------------------------------------------------------------------------------ making the list */

typedef struct laning {
  const lash_recording *record; /* the first: all are alike */
  const lash_stages *stages;
  lash_tape *tape;
  lash_term *to; /* by term of the records' tapes */
  size_t n;
  lash_term h, end;
  lash_term *input, *at; /* z and time, and what stands for them */
  lash_term *before;     /* the state of the last stage but one */
  lash_term *raw;        /* that of the last one, before Euler parameters are made unit */
  lash_term *k[LASH_STAGES_MOST];
  lash_term *wanted;
  size_t count;
  lash_error *error;
} laning;

static void want(laning *m, lash_term term) { m->wanted[m->count++] = term; }

/* The state of a stage, summed as integrators do. */
static void combine(laning *m, const double *weight, int count) {
  lash_tape *t = m->tape;
  memcpy(m->at, m->input, m->n * sizeof *m->at);
  for (int j = 0; j < count; j++) {
    if (weight[j] == 0) continue;
    const lash_term w = lash_tape_mul(t, m->h, lash_tape_constant(t, weight[j]));
    for (size_t i = 0; i < m->n; i++)
      m->at[i] = lash_tape_add(t, m->at[i], lash_tape_mul(t, w, m->k[j][i]));
  }
}

static void make_unit(laning *m) {
  const lash_recording *r = m->record;
  for (size_t b = 1; b < r->system->body_count; b++)
    if (r->tree[b].spins)
      record_make_unit(m->tape, m->at + r->tree[b].q + (r->tree[b].free ? 3 : 0));
}

/* Results of the record, where z and time are those of a stage. */
static lash_status there(laning *m, const lash_term *own, size_t count, lash_term *results) {
  for (size_t k = 0; k < count; k++) results[k] = m->to[own[k]];
  return lash_tape_substitute(m->tape, m->input, m->at, m->n + 1, results, count, results,
                              m->error);
}

static lash_status list_stages(laning *m, lash_term *quality) {
  lash_tape *t = m->tape;
  const lash_stages *stages = m->stages;
  const bool estimates = stages->difference;
  lash_status status = LASH_OK;
  *quality = lash_tape_constant(t, 1);
  for (int s = 1; s < stages->count && status == LASH_OK; s++) {
    const bool last = s == stages->count - 1;
    if (last) memcpy(m->before, m->at, m->n * sizeof *m->at);
    combine(m, stages->a[s], s);
    if (last) memcpy(m->raw, m->at, m->n * sizeof *m->at);
    if (last && !estimates) make_unit(m);
    const lash_term reach = lash_tape_mul(t, m->h, lash_tape_constant(t, stages->place[s]));
    m->at[m->n] = last && !estimates ? m->end : lash_tape_add(t, m->input[m->n], reach);
    status = there(m, m->record->rate, m->n + 1, m->k[s]);
    if (status == LASH_OK) *quality = lash_tape_min(t, *quality, m->k[s][m->n]);
  }
  if (estimates) make_unit(m);
  m->at[m->n] = m->end;
  return status;
}

static lash_term greatest(lash_tape *t, const lash_term *a, size_t count) {
  lash_term most = lash_tape_constant(t, 0);
  for (size_t k = 0; k < count; k++) most = lash_tape_max(t, most, lash_tape_abs(t, a[k]));
  return most;
}

/* What tells whether all is well at the end: see lash_lanes_look_at(). */
static lash_status list_checks(laning *m, lash_term quality, const lash_term *rates) {
  lash_tape *t = m->tape;
  const lash_recording *r = m->record;
  lash_term squares = lash_tape_constant(t, 0), sizes = squares;
  lash_term *off = lash_borrow(2 * r->rows, sizeof *off);
  const lash_status status = there(m, r->off, 2 * r->rows, off);
  if (status != LASH_OK) return status;
  for (size_t k = 0; k < m->n; k++) {
    squares = lash_tape_add(t, squares, lash_tape_square(t, m->at[k]));
    sizes = lash_tape_add(t, sizes, lash_tape_abs(t, rates[k]));
  }
  for (size_t k = 0; k < 2 * r->rows; k++)
    sizes = lash_tape_add(t, sizes, lash_tape_abs(t, off[k]));
  want(m, quality), want(m, rates[m->n]), want(m, squares), want(m, sizes);
  want(m, greatest(t, off, r->rows));
  want(m, greatest(t, off + r->rows, r->rows));
  want(m, greatest(t, m->at + r->coordinates, r->speeds));
  return LASH_OK;
}

/* ---------------------------------------------------------------------------- estimated errors */

/* As lash_recording_tolerances(). */
static lash_term tolerance(laning *m, size_t k) {
  lash_tape *t = m->tape;
  const uint32_t first = (uint32_t)m->record->input_count;
  const record_sizes *s = &m->record->sizes;
  lash_term size = s->by_length[k] != 0 ? lash_tape_variable(t, first + IN_LENGTH)
                                        : lash_tape_constant(t, s->own[k]);
  if (s->grows[k] != 0) {
    const uint32_t magnitude = first + IN_RATES + (uint32_t)(m->n + k);
    const lash_term now = lash_tape_abs(t, m->input[k]);
    size = lash_tape_max(t, lash_tape_max(t, now, lash_tape_variable(t, magnitude)), size);
  }
  return lash_tape_mul(t, lash_tape_variable(t, first + IN_ERROR), size);
}

/* The embedded formula's difference of one number. */
static lash_term difference(laning *m, size_t i) {
  lash_tape *t = m->tape;
  lash_term sum = lash_tape_constant(t, 0);
  for (int j = 0; j < m->stages->count; j++) {
    const double weight = m->stages->difference[j];
    if (weight == 0) continue;
    const lash_term w = lash_tape_mul(t, m->h, lash_tape_constant(t, weight));
    sum = lash_tape_add(t, sum, lash_tape_mul(t, w, m->k[j][i]));
  }
  return sum;
}

static void add_square(laning *m, lash_term *sum, lash_term a) {
  *sum = lash_tape_add(m->tape, *sum, lash_tape_square(m->tape, a));
}

/* What an integrator would sum up, in its order. */
static void list_estimate(laning *m) {
  lash_tape *t = m->tape;
  const size_t own = m->n - 2 * m->record->driven;
  const lash_term *first = m->k[m->stages->count - 2], *last = m->k[m->stages->count - 1];
  const lash_term one = lash_tape_constant(t, 1);
  lash_term sum[AFTER_COUNT];
  for (int k = 0; k < AFTER_COUNT; k++) sum[k] = lash_tape_constant(t, 0);
  for (size_t k = 0; k < m->n; k++) {
    const lash_term size = tolerance(m, k);
    const lash_term scaled = lash_tape_div(t, difference(m, k), size);
    add_square(m, &sum[k < own ? AFTER_ERROR : AFTER_FOLLOWED], scaled);
    if (k >= own) continue;
    const lash_term scale = lash_tape_div(t, one, size);
    const lash_term apart = lash_tape_sub(t, m->raw[k], m->before[k]);
    add_square(m, &sum[AFTER_RATES], lash_tape_mul(t, scale, lash_tape_sub(t, last[k], first[k])));
    add_square(m, &sum[AFTER_STATES], lash_tape_mul(t, scale, apart));
  }
  for (int k = 0; k < AFTER_COUNT; k++) want(m, sum[k]);
  for (size_t k = 0; k < m->n; k++) want(m, m->raw[k]);
  for (size_t k = 0; k < m->n; k++) want(m, m->before[k]);
  for (int s = 1; s < m->stages->count - 1; s++)
    for (size_t k = 0; k < m->n; k++) want(m, m->k[s][k]);
}

static size_t estimate_count(const lash_stages *stages, size_t n) {
  return stages->difference ? AFTER_COUNT + (size_t)stages->count * n : 0;
}

static lash_status list_step(laning *m) {
  lash_tape *t = m->tape;
  const lash_recording *r = m->record;
  const uint32_t first = (uint32_t)r->input_count;
  lash_term quality;
  m->h = lash_tape_variable(t, first + IN_STEP);
  m->end = lash_tape_variable(t, first + IN_END);
  for (size_t i = 0; i < m->n; i++) {
    m->input[i] = m->to[r->z[i]];
    m->k[0][i] = lash_tape_variable(t, first + IN_RATES + (uint32_t)i);
  }
  m->input[m->n] = m->to[r->time];
  lash_status status = list_stages(m, &quality);
  const lash_term *rates = m->k[m->stages->count - 1];
  if (status == LASH_OK) status = list_checks(m, quality, rates);
  if (status != LASH_OK) return status;
  for (size_t i = 0; i < m->n; i++) want(m, m->at[i]);
  for (size_t i = 0; i < m->n; i++) want(m, rates[i]);
  status = there(m, r->watched, r->watch.count, m->wanted + m->count);
  m->count += r->watch.count;
  if (m->stages->difference) list_estimate(m);
  return status;
}

/* ---------------------------------------------------------------------------- who fits together */

static bool same_terms(const lash_term *a, const lash_term *b, size_t count) {
  return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

static bool alike(const lash_recording *a, const lash_recording *b) {
  return a->system->body_count == b->system->body_count && a->terms == b->terms &&
         record_length(a) == record_length(b) && a->input_count == b->input_count &&
         a->rows == b->rows && a->speeds == b->speeds && a->joint_count == b->joint_count &&
         a->watch.count == b->watch.count && same_terms(a->rate, b->rate, record_length(a) + 1) &&
         same_terms(a->watched, b->watched, a->watch.count) && a->driven == b->driven &&
         same_terms(a->off, b->off, 2 * a->rows) && lash_tape_alike(a->tape, b->tape, a->terms);
}

static lash_status check(lash_recording *const *record, size_t count, const lash_stages *stages,
                         lash_error *error) {
  const lash_program_report rates = lash_program_tell(record[0]->rates.program);
  for (size_t k = 0; k < count; k++)
    if (record[k]->calls || record[k]->foreign || record[k]->works)
      return lash_fail(error, LASH_UNSUPPORTED, "functions that are called");
  if (stages->difference && record[0]->rows)
    return lash_fail(error, LASH_UNSUPPORTED, "rows that close loops after every step");
  if (rates.engine != LASH_TAPE_EMIT)
    return lash_fail(error, LASH_UNSUPPORTED, "no machine code on this system");
  if (rates.each * (size_t)(stages->count - 1) > MOST_OPERATIONS)
    return lash_fail(error, LASH_UNSUPPORTED, "too many operations");
  for (size_t k = 1; k < count; k++)
    if (!alike(record[0], record[k]))
      return lash_fail(error, LASH_UNSUPPORTED, "other operations than its neighbours");
  return LASH_OK;
}

bool lash_lanes_possible(lash_recording *record, const lash_stages *stages) {
  lash_error ignored;
  return check(&record, 1, stages, &ignored) == LASH_OK;
}

/* ----------------------------------------------------------------------------------- life cycle */

static lash_status make_program(lash_lanes *lanes, const laning *m, const double *parameters,
                                lash_error *error) {
  const size_t width = lanes->width, slots = lash_tape_parameters(m->tape);
  const lash_program_options options = {.lanes = (unsigned)width};
  lash_status status =
      lash_program_make(m->tape, m->wanted, m->count, &options, &lanes->program, error);
  if (status == LASH_OK) status = lash_tape_frame_make(lanes->program, &lanes->frame, error);
  if (status != LASH_OK) return status;
  double *values = lash_borrow(slots * width, sizeof *values);
  for (size_t s = 0; s < slots; s++) /* lanes without a member do what the first does */
    for (size_t l = 0; l < width; l++)
      values[s * width + l] = parameters[s * lanes->count + (l < lanes->count ? l : 0)];
  lash_tape_frame_begin(lanes->frame, values, NULL);
  const size_t in = lanes->inputs + IN_RATES + 2 * lanes->n;
  lanes->memory = calloc((in + m->count) * width + 1, sizeof *lanes->memory);
  if (!lanes->memory) return lash_out_of_memory(error);
  lanes->in = lanes->memory;
  lanes->magnitude = lanes->in + (in - lanes->n) * width;
  lanes->out = lanes->in + in * width;
  if (m->stages->difference) lanes->estimate = m->count - estimate_count(m->stages, lanes->n);
  return LASH_OK;
}

static lash_status fill(lash_lanes *lanes, const lash_stages *stages, lash_error *error) {
  const lash_recording *r = lanes->record[0];
  const lash_tape *tapes[LASH_LANES_MOST];
  const size_t n = lanes->n;
  laning m = {.record = r, .stages = stages, .n = n, .error = error};
  double *parameters = NULL;
  m.to = lash_borrow(r->terms, sizeof *m.to);
  m.input = lash_borrow(n + 1, sizeof *m.input);
  m.at = lash_borrow(n + 1, sizeof *m.at);
  m.before = lash_borrow(n, sizeof *m.before);
  m.raw = lash_borrow(n, sizeof *m.raw);
  m.wanted =
      lash_borrow(OUT_STATE + 2 * n + r->watch.count + estimate_count(stages, n), sizeof *m.wanted);
  for (int s = 0; s < stages->count; s++) m.k[s] = lash_borrow(n + 1, sizeof *m.k[s]);
  for (size_t k = 0; k < lanes->count; k++) tapes[k] = lanes->record[k]->tape;
  lash_status status =
      lash_tape_merge(tapes, lanes->count, r->terms, m.to, &m.tape, &parameters, error);
  if (status == LASH_OK) status = list_step(&m);
  if (status == LASH_OK) status = make_program(lanes, &m, parameters, error);
  lash_tape_free(m.tape);
  free(parameters);
  return status;
}

lash_status lash_lanes_make(lash_recording *const *record, size_t count, const lash_stages *stages,
                            lash_lanes **made, lash_error *error) {
  *made = NULL;
  lash_status status = check(record, count, stages, error);
  if (status != LASH_OK) return status;
  lash_lanes *lanes = calloc(1, sizeof *lanes);
  if (!lanes) return lash_out_of_memory(error);
  lanes->count = count;
  lanes->width = lash_lanes_best();
  memcpy(lanes->record, record, count * sizeof *record);
  lanes->n = record_length(record[0]);
  lanes->inputs = record[0]->input_count;
  lanes->stages = (size_t)stages->count;
  LASH_GUARDED(status, fill(lanes, stages, error), error);
  if (status == LASH_OK)
    *made = lanes;
  else
    lash_lanes_free(lanes);
  return status;
}

void lash_lanes_free(lash_lanes *lanes) {
  if (!lanes) return;
  lash_tape_frame_free(lanes->frame);
  lash_program_free(lanes->program);
  free(lanes->memory);
  free(lanes);
}

/* -------------------------------------------------------------------------------------- at work */

static void put(double *to, size_t stride, const double *from, size_t count) {
  for (size_t k = 0; k < count; k++) to[k * stride] = from[k];
}
static void get(const double *from, size_t stride, double *to, size_t count) {
  for (size_t k = 0; k < count; k++) to[k] = from[k * stride];
}
static double *rates_of(const lash_lanes *lanes) {
  return lanes->in + (lanes->inputs + IN_RATES) * lanes->width;
}

static void put_memory(lash_lanes *lanes, size_t lane) {
  const lash_recording *r = lanes->record[lane];
  const size_t first = 1 + lanes->n;
  put(lanes->in + first * lanes->width + lane, lanes->width, r->input + first, r->memory_count);
}

void lash_lanes_enter(lash_lanes *lanes, size_t lane, double t, lash_lanes_state state,
                      double error, double length) {
  const size_t width = lanes->width;
  double *more = lanes->in + lanes->inputs * width + lane;
  lanes->in[lane] = t;
  more[IN_ERROR * width] = error;
  more[IN_LENGTH * width] = length;
  put(lanes->in + width + lane, width, state.z, lanes->n);
  put(rates_of(lanes) + lane, width, state.rates, lanes->n);
  put(lanes->magnitude + lane, width, state.magnitude, lanes->n);
  put_memory(lanes, lane);
}

void lash_lanes_leave(lash_lanes *lanes, size_t lane, lash_lanes_state state) {
  const size_t width = lanes->width;
  get(lanes->in + width + lane, width, state.z, lanes->n);
  get(rates_of(lanes) + lane, width, state.rates, lanes->n);
  get(lanes->magnitude + lane, width, state.magnitude, lanes->n);
}

void lash_lanes_step(lash_lanes *lanes, size_t lane, double end, double h) {
  double *more = lanes->in + lanes->inputs * lanes->width + lane;
  more[IN_STEP * lanes->width] = h;
  more[IN_END * lanes->width] = end;
}

void lash_lanes_run(lash_lanes *lanes) { lash_tape_frame_run(lanes->frame, lanes->in, lanes->out); }

/* Of what closes loops: how far it is off, and how independent its rows are. */
static void look_at_rows(const double *out, size_t width, double length, lash_lanes_look *look) {
  const double speed = out[OUT_FASTEST * width] * (length > 1 ? length : 1);
  look->position = out[OUT_POSITION * width];
  look->velocity = out[OUT_VELOCITY * width];
  look->closed = look->position / length <= RECORD_CLOSED &&
                 (speed > 0 ? look->velocity / (10 * speed) : 0) <= RECORD_CLOSED;
  look->independence = sqrt(out[OUT_QUALITY_END * width]);
}

void lash_lanes_look_at(const lash_lanes *lanes, size_t lane, lash_lanes_look *look) {
  const size_t width = lanes->width;
  const double *out = lanes->out + lane;
  const lash_recording *r = lanes->record[lane];
  look->sound = out[OUT_QUALITY * width] > 0 && out[OUT_SQUARES * width] < 1e150 &&
                out[OUT_SIZES * width] <= DBL_MAX;
  look->position = look->velocity = 0;
  look->closed = true, look->independence = 1; /* as of a tree */
  if (r->rows) look_at_rows(out, width, r->system->length, look);
  look->switches = out + (OUT_STATE + 2 * lanes->n) * width;
  look->stride = width;
  if (!lanes->estimate) return;
  out += lanes->estimate * width;
  look->error = out[AFTER_ERROR * width];
  look->followed = out[AFTER_FOLLOWED * width];
  look->rates = out[AFTER_RATES * width];
  look->states = out[AFTER_STATES * width];
}

void lash_lanes_stages(const lash_lanes *lanes, size_t lane, double *raw, double *before,
                       double **k) {
  const size_t width = lanes->width, n = lanes->n;
  const double *out = lanes->out + lane, *from = out + (lanes->estimate + AFTER_COUNT) * width;
  get(from, width, raw, n);
  get(from + n * width, width, before, n);
  for (size_t s = 1; s + 1 < lanes->stages; s++) get(from + (s + 1) * n * width, width, k[s], n);
  get(out + (OUT_STATE + n) * width, width, k[lanes->stages - 1], n);
}

static void note_magnitude(lash_lanes *lanes, const double *z) {
  for (size_t k = 0; k < lanes->n * lanes->width; k++) {
    const double size = fabs(z[k]);
    lanes->magnitude[k] = size > lanes->magnitude[k] ? size : lanes->magnitude[k];
  }
}

static void note_lane(lash_lanes *lanes, const double *z, size_t lane) {
  for (size_t k = lane; k < lanes->n * lanes->width; k += lanes->width)
    lanes->magnitude[k] = fmax(lanes->magnitude[k], fabs(z[k]));
}

void lash_lanes_accept(lash_lanes *lanes, unsigned mask, const double *t) {
  const size_t width = lanes->width, size = lanes->n * width;
  const double *z = lanes->out + OUT_STATE * width, *rates = z + size, *watched = rates + size;
  const bool all = mask == (1u << width) - 1;
  if (all) {
    memcpy(lanes->in + width, z, size * sizeof *z);
    memcpy(rates_of(lanes), rates, size * sizeof *z);
    note_magnitude(lanes, z);
  }
  for (size_t l = 0; l < lanes->count; l++) {
    if (!(mask >> l & 1)) continue;
    for (size_t k = l; !all && k < size; k += width) {
      lanes->in[width + k] = z[k];
      rates_of(lanes)[k] = rates[k];
    }
    if (!all) note_lane(lanes, z, l);
    lanes->in[l] = t[l];
    record_take(lanes->record[l], t[l], watched + l, width);
    put_memory(lanes, l);
  }
}
