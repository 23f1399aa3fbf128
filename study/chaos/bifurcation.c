/* Bifurcation diagrams: one point, and all of them. */
#include "lash_bifurcation.h"

#include <math.h>
#include <stdlib.h>

#include "lash_crew.h"
#include "lash_poincare.h"

enum { REPEATS_MAX = 16, OUTPUTS_PER_PERIOD = 32 };

static size_t columns_of(const lash_bifurcation *b) { return b->study->measures.columns.count; }

/* What comes of a point, as the numbers that a crew hands over: samples, repeats, exponent, its
 * error, intervals. */
enum { REPEATS, EXPONENT, UNCERTAINTY, INTERVALS, EXTRA };

static size_t numbers_of(const lash_bifurcation *b) { return b->keep * columns_of(b) + EXTRA; }

/* -------------------------------------------------------------------------------------- a point */

static size_t least_common_multiple(size_t a, size_t b) {
  size_t x = a, y = b;
  while (y) {
    const size_t rest = x % y;
    x = y;
    y = rest;
  }
  return a / x * b;
}

/* All columns together; one that never repeats decides. */
static size_t find_repeats(const lash_bifurcation *b, const double *samples, const double *range,
                           double *scratch) {
  const double tolerance = 1e-3;
  size_t together = 1;
  for (size_t c = 0; c < columns_of(b) && together; c++) {
    for (size_t k = 0; k < b->keep; k++) scratch[k] = samples[k * columns_of(b) + c];
    const size_t own = lash_repeats(scratch, b->keep, REPEATS_MAX, tolerance * range[c]);
    together = own ? least_common_multiple(together, own) : 0;
  }
  return together;
}

/* From where the samples ended; a quarter as many intervals more to find the direction that grows.
 */
static lash_status find_exponent(const lash_bifurcation *b, const lash_point_settings *s,
                                 double period, const double *state, lash_lyapunov *result,
                                 lash_error *error) {
  lash_model model;
  lash_session_options run = b->study->run;
  run.start_state = state;
  run.start_time = (double)(b->skip + b->keep) * period;
  const lash_lyapunov_options options = {.interval = period, .skip = b->keep / 4, .count = b->keep};
  lash_status status = lash_study_model(b->study, &s->names, &s->more, &model, error);
  if (status == LASH_OK) status = lash_lyapunov_of(&model, &run, &options, result, NULL, error);
  lash_model_free(&model);
  return status;
}

/* `state`: where the neighbour ended, then where this one did; `numbers` as above. */
static lash_status run_point(const lash_bifurcation *b, size_t index, double **state,
                             double *numbers, lash_error *error) {
  lash_point_settings s;
  double range[LASH_COLUMNS_MAX];
  lash_strobe strobe = {.skip = b->skip,
                        .keep = b->keep,
                        .carry = b->carry,
                        .outputs = OUTPUTS_PER_PERIOD,
                        .range = range};
  lash_lyapunov lyapunov = {NAN, NAN, 0};
  lash_plan_settle(b->plan, index, &s);
  lash_status status = lash_evaluate(b->period, &s.names, &strobe.period, error);
  if (status == LASH_OK) {
    status = lash_strobe_point(b->study, &strobe, &s.names, &s.more, numbers, state, error);
  }
  if (status == LASH_OK && b->lyapunov) {
    status = find_exponent(b, &s, strobe.period, *state, &lyapunov, error);
    if (status != LASH_OK) lash_error_prefix(error, "Lyapunov exponent");
  }
  if (status != LASH_OK) return status;
  double *scratch = malloc(b->keep * sizeof *scratch);
  if (!scratch) return lash_fail(error, LASH_FAILURE, "out of memory");
  double *extra = numbers + b->keep * columns_of(b);
  extra[REPEATS] = (double)find_repeats(b, numbers, range, scratch);
  extra[EXPONENT] = lyapunov.exponent;
  extra[UNCERTAINTY] = lyapunov.uncertainty;
  extra[INTERVALS] = (double)lyapunov.intervals;
  free(scratch);
  return LASH_OK;
}

/* ----------------------------------------------------------------------------------- all points */

typedef struct watch {
  lash_bifurcation *diagram;
  bool (*shown)(void *context, size_t done, size_t failed);
  void *context;
  size_t done, failed;
} watch;

static bool told_to_go_on(void *context) {
  const watch *w = context;
  return !w->shown || w->shown(w->context, w->done, w->failed);
}

/* The point owns the numbers from here on. False: no more points. */
static bool keep_point(watch *w, size_t index, double *numbers, const lash_error *failure) {
  lash_bifurcation *b = w->diagram;
  lash_bifurcation_point *p = &b->point[index];
  p->samples = numbers;
  if (numbers) {
    const double *extra = numbers + b->keep * columns_of(b);
    p->done = true;
    p->repeats = (size_t)extra[REPEATS];
    p->lyapunov = (lash_lyapunov){extra[EXPONENT], extra[UNCERTAINTY], (size_t)extra[INTERVALS]};
  } else {
    p->failure = *failure;
    w->failed++;
  }
  w->done++;
  return told_to_go_on(w);
}

static lash_status work(void *context, size_t index, lash_crew_result *result, lash_error *error) {
  const lash_bifurcation *b = context;
  double *state = NULL;
  result->count = numbers_of(b);
  result->values = calloc(result->count, sizeof *result->values);
  if (!result->values) return lash_fail(error, LASH_FAILURE, "out of memory for samples");
  const lash_status status = run_point(b, index, &state, result->values, error);
  free(state);
  return status;
}

static bool take(void *context, lash_crew_result *result) {
  watch *w = context;
  const bool good = result->failure.status == LASH_OK && result->count == numbers_of(w->diagram);
  double *numbers = good ? result->values : NULL;
  if (good) result->values = NULL;
  return keep_point(w, result->index, numbers, &result->failure);
}

/* A point that fails leaves the state as it was: the next one continues from the last good one. */
static lash_status run_in_turn(lash_bifurcation *b, watch *w, lash_error *error) {
  double *state = NULL;
  bool go_on = true;
  lash_status status = LASH_OK;
  for (size_t i = 0; i < b->plan->points && go_on && status == LASH_OK; i++) {
    lash_error failure = {0};
    double *numbers = calloc(numbers_of(b), sizeof *numbers);
    if (!numbers) {
      status = lash_fail(error, LASH_FAILURE, "out of memory for samples");
    } else {
      const bool good = run_point(b, i, &state, numbers, &failure) == LASH_OK;
      if (!good) free(numbers);
      go_on = keep_point(w, i, good ? numbers : NULL, &failure);
    }
  }
  free(state);
  return status;
}

lash_status lash_bifurcation_check(const lash_bifurcation *b, lash_error *error) {
  const size_t most = 1000000, least = 10;
  if (b->plan->parameters != 1) {
    return lash_fail(error, LASH_BAD_INPUT, "a bifurcation diagram has one parameter, not %zu",
                     b->plan->parameters);
  }
  if (columns_of(b) == 0) return lash_fail(error, LASH_BAD_INPUT, "no column to be looked at");
  if (b->keep == 0 || b->keep > most || b->skip > most) {
    return lash_fail(error, LASH_BAD_INPUT, "at least one and at most %zu periods can be kept",
                     most);
  }
  if (b->lyapunov && b->keep < least) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "a Lyapunov exponent needs at least %zu periods to be kept, not %zu", least,
                     b->keep);
  }
  for (size_t i = 0; i < b->plan->points; i++) {
    char word[LASH_WORD_MAX];
    double number;
    lash_plan_value(b->plan, i, 0, word, &number);
    if (isfinite(number)) continue;
    return lash_fail(error, LASH_BAD_INPUT,
                     "a bifurcation diagram needs numbers; '%s' of %s is none", word,
                     b->plan->parameter[0].name);
  }
  lash_point_settings s;
  double period;
  lash_plan_settle(b->plan, 0, &s);
  const lash_status status = lash_evaluate(b->period, &s.names, &period, error);
  if (status != LASH_OK) lash_error_prefix(error, "the period '%s'", b->period);
  return status;
}

lash_status lash_bifurcation_run(lash_bifurcation *b,
                                 bool (*progress)(void *context, size_t done, size_t failed),
                                 void *context, lash_error *error) {
  lash_status status = lash_bifurcation_check(b, error);
  if (status != LASH_OK) return status;
  b->point = calloc(b->plan->points + 1, sizeof *b->point);
  if (!b->point) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t i = 0; i < b->plan->points; i++) {
    char word[LASH_WORD_MAX];
    lash_plan_value(b->plan, i, 0, word, &b->point[i].parameter);
  }
  watch w = {.diagram = b, .shown = progress, .context = context};
  if (b->carry) return run_in_turn(b, &w, error);
  const lash_crew_options options = {.side_by_side = b->side_by_side, .go_on = told_to_go_on};
  return lash_crew_run(&options, work, b, b->plan->points, take, &w, error);
}

void lash_bifurcation_free(lash_bifurcation *b) {
  for (size_t i = 0; b->point && i < b->plan->points; i++) free(b->point[i].samples);
  free(b->point);
  b->point = NULL;
}
