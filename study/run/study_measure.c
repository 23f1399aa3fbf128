/* The measures: what is worth keeping of a run, one number each. */
#include <math.h>
#include <string.h>

#include "lash_lyapunov.h"
#include "lash_poincare.h"

/* What measures of one run find together. */
typedef struct lash_measure_memory {
  double interval; /* for which the exponent is known; NAN: none yet */
  lash_lyapunov lyapunov;
} lash_measure_memory;

/* ------------------------------------------------------------------------------------ of curves */

typedef struct curve {
  size_t n;
  const double *t, *x;
} curve;

static curve curve_of(const lash_measure_input *in) {
  const lash_record *r = in->record;
  const double *x = lash_record_column(r, in->measure->column);
  size_t first = 0;
  while (first < r->rows && r->time[first] < in->from) first++;
  return (curve){r->rows - first, r->time + first, x + first};
}

/* Mean over time by the trapezoidal rule, of x or of its square. */
static double mean_of(curve c, bool squared) {
  double sum = 0;
  if (c.n == 0) return NAN;
  if (c.n == 1) return squared ? c.x[0] * c.x[0] : c.x[0];
  for (size_t i = 1; i < c.n; i++) {
    const double a = squared ? c.x[i - 1] * c.x[i - 1] : c.x[i - 1];
    const double b = squared ? c.x[i] * c.x[i] : c.x[i];
    sum += 0.5 * (c.t[i] - c.t[i - 1]) * (a + b);
  }
  return sum / (c.t[c.n - 1] - c.t[0]);
}

static double greatest_of(curve c) {
  double value = NAN;
  for (size_t i = 0; i < c.n; i++) value = fmax(value, c.x[i]);
  return value;
}

static double least_of(curve c) {
  double value = NAN;
  for (size_t i = 0; i < c.n; i++) value = fmin(value, c.x[i]);
  return value;
}

static double peak(const lash_measure_input *in) {
  const curve c = curve_of(in);
  return fmax(fabs(greatest_of(c)), fabs(least_of(c)));
}
static double rms(const lash_measure_input *in) { return sqrt(mean_of(curve_of(in), true)); }
static double mean(const lash_measure_input *in) { return mean_of(curve_of(in), false); }
static double least(const lash_measure_input *in) { return least_of(curve_of(in)); }
static double greatest(const lash_measure_input *in) { return greatest_of(curve_of(in)); }
static double range(const lash_measure_input *in) {
  const curve c = curve_of(in);
  return greatest_of(c) - least_of(c);
}
static double final(const lash_measure_input *in) {
  const curve c = curve_of(in);
  return c.n ? c.x[c.n - 1] : NAN;
}

/* ------------------------------------------------------------------ against the ideal mechanism */

/* The ideal curve at t, between its outputs by a straight line; `hint` moves along with t. */
static double ideal_at(const lash_record *ideal, size_t column, double t, size_t *hint) {
  const double *x = lash_record_column(ideal, column), *time = ideal->time;
  if (ideal->rows == 0) return NAN;
  while (*hint + 1 < ideal->rows && time[*hint + 1] <= t) ++*hint;
  if (*hint + 1 == ideal->rows) return x[*hint];
  const double part = (t - time[*hint]) / (time[*hint + 1] - time[*hint]);
  return x[*hint] + fmin(1, fmax(0, part)) * (x[*hint + 1] - x[*hint]);
}

/* Greatest difference, and the mean over time of its square. */
static void deviation(const lash_measure_input *in, double *most, double *square) {
  const curve c = curve_of(in);
  size_t hint = 0;
  double sum = 0, before = 0;
  *most = c.n ? 0 : NAN;
  for (size_t i = 0; i < c.n; i++) {
    const double d = c.x[i] - ideal_at(in->source->ideal, in->measure->column, c.t[i], &hint);
    *most = fabs(d) > *most || isnan(d) ? fabs(d) : *most;
    if (i) sum += 0.5 * (c.t[i] - c.t[i - 1]) * (d * d + before);
    before = d * d;
  }
  *square = c.n > 1 ? sum / (c.t[c.n - 1] - c.t[0]) : before;
}

static double deviation_rms(const lash_measure_input *in) {
  double most, square;
  deviation(in, &most, &square);
  return sqrt(square);
}
static double deviation_max(const lash_measure_input *in) {
  double most, square;
  deviation(in, &most, &square);
  return most;
}

/* ---------------------------------------------------------------------------------- of contacts */

static bool concerns(const lash_measure *m, const lash_touch *touch) {
  return !m->statement[0] || (touch->id == m->id && strcmp(touch->statement, m->statement) == 0);
}

/* Share of the time during which something touches. */
static double contact_fraction(const lash_measure_input *in) {
  const lash_record *r = in->record;
  const double from = fmax(in->from, r->start);
  double since = from, sum = 0;
  size_t closed = 0;
  for (size_t i = 0; i < r->touches; i++) {
    const lash_touch *touch = &r->touch[i];
    if (!concerns(in->measure, touch)) continue;
    const double now = fmax(from, touch->time);
    if (closed > 0) sum += now - since;
    since = now;
    if (touch->closes)
      closed++;
    else if (closed > 0)
      closed--;
  }
  if (closed > 0) sum += r->end - since;
  return r->end > from ? sum / (r->end - from) : NAN;
}

static bool is_impact(const lash_measure_input *in, const lash_touch *touch) {
  return touch->closes && !touch->from_start && touch->time >= in->from &&
         concerns(in->measure, touch);
}

static double impacts(const lash_measure_input *in) {
  double count = 0;
  for (size_t i = 0; i < in->record->touches; i++) count += is_impact(in, &in->record->touch[i]);
  return count;
}

static const lash_touch *first_of(const lash_measure_input *in) {
  for (size_t i = 0; i < in->record->touches; i++) {
    if (is_impact(in, &in->record->touch[i])) return &in->record->touch[i];
  }
  return NULL;
}

static double first_impact(const lash_measure_input *in) {
  const lash_touch *touch = first_of(in);
  return touch ? touch->time : NAN;
}
static double approach_speed(const lash_measure_input *in) {
  const lash_touch *touch = first_of(in);
  return touch ? touch->speed : NAN;
}
static double hardest_approach(const lash_measure_input *in) {
  double speed = NAN;
  for (size_t i = 0; i < in->record->touches; i++) {
    if (is_impact(in, &in->record->touch[i])) speed = fmax(speed, in->record->touch[i].speed);
  }
  return speed;
}

/* --------------------------------------------------------------------------------- of the whole */

static double dissipated(const lash_measure_input *in) {
  const lash_record *r = in->record;
  return r->dynamic && r->audit.exchanged > 0 ? r->audit.dissipated : r->dynamic ? 0 : NAN;
}
/* Without a contact named: all force elements, which is what `dissipated` has before springs. */
static double absorbed(const lash_measure_input *in) {
  const lash_record *r = in->record;
  const lash_measure *m = in->measure;
  double sum = r->work ? 0 : NAN;
  for (size_t i = 0; i < r->works; i++) {
    const bool meant = r->work[i].id == m->id && strcmp(r->work[i].statement, m->statement) == 0;
    if (!m->statement[0] || meant) sum -= r->work[i].work;
  }
  return sum;
}
static double energy_error(const lash_measure_input *in) {
  return in->record->dynamic ? in->record->audit.relative : NAN;
}
static double steps(const lash_measure_input *in) { return (double)in->record->count.steps; }
static double evaluations(const lash_measure_input *in) {
  return (double)in->record->count.evaluations;
}
static double end_time(const lash_measure_input *in) { return in->record->end; }

/* --------------------------------------------------------------------------- order and disorder */

/* Samples once per period, counted back from the end. */
static double repeats(const lash_measure_input *in) {
  enum { MOST = 16, SAMPLES = 6 * MOST };
  const double tolerance = 1e-3;
  const curve c = curve_of(in);
  double sample[SAMPLES];
  size_t count = 0;
  if (c.n == 0 || !(in->time > 0)) return NAN;
  const double last = c.t[c.n - 1];
  while (count < SAMPLES && last - (double)count * in->time >= c.t[0]) {
    sample[count] =
        lash_record_at(in->record, in->measure->column, last - (double)count * in->time);
    count++;
  }
  const size_t found =
      lash_repeats(sample, count, MOST, tolerance * (greatest_of(c) - least_of(c)));
  return found ? (double)found : NAN;
}

/* One pair of neighbouring motions serves both measures of the same interval. */
static lash_status follow_neighbours(const lash_measure_input *in, lash_error *error) {
  const lash_measure_source *s = in->source;
  const lash_record *r = in->record;
  if (in->memory->interval == in->time) return LASH_OK;
  if (!s->model || !s->run) return lash_fail(error, LASH_BAD_INPUT, "the dataset is not at hand");
  const double skip = floor(fmax(0, in->from - r->start) / in->time);
  const double count = floor((r->end - r->start) / in->time * (1 + 1e-12)) - skip;
  const lash_lyapunov_options options = {.interval = in->time,
                                         .skip = skip > 0 ? (size_t)skip : 0,
                                         .count = count > 0 ? (size_t)count : 0};
  const lash_status status =
      lash_lyapunov_of(s->model, s->run, &options, &in->memory->lyapunov, NULL, error);
  if (status == LASH_OK) in->memory->interval = in->time;
  return status;
}

static lash_status lyapunov(const lash_measure_input *in, double *value, lash_error *error) {
  const lash_status status = follow_neighbours(in, error);
  *value = in->memory->lyapunov.exponent;
  return status;
}
static lash_status lyapunov_error(const lash_measure_input *in, double *value, lash_error *error) {
  const lash_status status = follow_neighbours(in, error);
  *value = in->memory->lyapunov.uncertainty;
  return status;
}

/* ------------------------------------------------------------------------------------ the table */

#define OF_COLUMN(name, meaning, value) \
  { name, LASH_TAKES_COLUMN, false, "the column's", meaning, value, NULL, false }
#define DEVIATION(name, meaning, value) \
  { name, LASH_TAKES_COLUMN, true, "the column's", meaning, value, NULL, false }
#define OF_CONTACT(name, unit, meaning, value) \
  { name, LASH_TAKES_CONTACT, false, unit, meaning, value, NULL, false }
#define OF_RUN(name, unit, meaning, value) \
  { name, LASH_TAKES_NOTHING, false, unit, meaning, value, NULL, false }
#define OF_ENERGY(name, takes, unit, meaning, value) \
  { name, takes, false, unit, meaning, value, NULL, true }

/* Adding a measure: a function above, a row here. */
static const lash_measure_kind kinds[] = {
    OF_COLUMN("peak", "greatest absolute value", peak),
    OF_COLUMN("rms", "root of the mean square over time", rms),
    OF_COLUMN("mean", "mean over time", mean),
    OF_COLUMN("min", "least value", least),
    OF_COLUMN("max", "greatest value", greatest),
    OF_COLUMN("range", "greatest less least value", range),
    OF_COLUMN("final", "value at the end", final),
    DEVIATION("deviation_rms", "rms difference from the ideal", deviation_rms),
    DEVIATION("deviation_max", "greatest difference from the ideal", deviation_max),
    OF_CONTACT("contact_fraction", "1", "share of the time in contact", contact_fraction),
    OF_CONTACT("impacts", "1", "number of times a contact closes", impacts),
    OF_CONTACT("first_impact", "time", "when a contact closes first", first_impact),
    OF_CONTACT("approach_speed", "length/time", "gap speed at the first impact", approach_speed),
    OF_CONTACT("hardest_approach", "length/time", "greatest gap speed at an impact",
               hardest_approach),
    OF_ENERGY("absorbed", LASH_TAKES_CONTACT, "force*length",
              "energy taken by a contact, whole run", absorbed),
    OF_ENERGY("dissipated", LASH_TAKES_NOTHING, "force*length", "energy lost to forces, whole run",
              dissipated),
    OF_ENERGY("energy_error", LASH_TAKES_NOTHING, "1", "unaccounted energy over that exchanged",
              energy_error),
    OF_RUN("steps", "1", "steps of the integrator", steps),
    OF_RUN("evaluations", "1", "evaluations of the equations", evaluations),
    OF_RUN("end_time", "time", "when the run ended", end_time),
    {"repeats", LASH_TAKES_COLUMN_AND_TIME, false, "1", "periods T after which it repeats", repeats,
     NULL, false},
    {"lyapunov", LASH_TAKES_TIME, false, "1/time", "largest exponent, measured every T", NULL,
     lyapunov, false},
    {"lyapunov_error", LASH_TAKES_TIME, false, "1/time", "standard error of that exponent", NULL,
     lyapunov_error, false},
};

size_t lash_measure_kinds(void) { return sizeof kinds / sizeof kinds[0]; }
const lash_measure_kind *lash_measure_kind_at(size_t index) { return &kinds[index]; }

static lash_status take_one(const lash_measure_input *input, double *value, lash_error *error) {
  const lash_measure_kind *kind = input->measure->kind;
  if (kind->find) return kind->find(input, value, error);
  *value = kind->value(input);
  return LASH_OK;
}

lash_status lash_measures_take(const lash_measures *measures, const lash_measure_source *source,
                               double *values, lash_error *error) {
  lash_measure_memory memory = {.interval = NAN};
  for (size_t i = 0; i < measures->count; i++) {
    const lash_measure *m = &measures->item[i];
    if (m->kind->needs_ideal && !source->ideal) {
      return lash_fail(error, LASH_BAD_INPUT, "%s needs a run of the ideal mechanism", m->text);
    }
    lash_measure_input input = {.measure = m,
                                .source = source,
                                .record = source->record,
                                .from = source->from,
                                .time = NAN,
                                .memory = &memory};
    lash_status status = LASH_OK;
    if (m->time[0]) status = lash_evaluate(m->time, source->names, &input.time, error);
    if (status == LASH_OK) status = take_one(&input, &values[i], error);
    if (status == LASH_OK) continue;
    lash_error_prefix(error, "%s", m->text);
    return status;
  }
  return LASH_OK;
}
