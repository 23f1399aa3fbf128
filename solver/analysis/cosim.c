/* Exchange at common times; each member integrates on its own in between. */
#include <math.h>
#include <stdlib.h>

#include "lash_cosim.h"

enum { POINTS = LASH_COSIM_ORDER_MAX + 1 };

/* A signal with the values it had at the last exchanges, newest first. */
typedef struct channel {
  lash_cosim_signal ends;
  double time[POINTS], value[POINTS];
  int points;
} channel;

struct lash_cosim {
  lash_cosim_options options;
  lash_system **system;
  lash_integration **run;
  size_t members;
  channel *channel;
  size_t channels;
  double t;
};

/* ------------------------------------------------------------------------------------- signals */

static lash_status sample(lash_cosim *cosim, channel *c, double t, lash_error *error) {
  double value;
  lash_status status =
      lash_system_measure(cosim->system[c->ends.from], "VARVAL", &c->ends.output, 1, &value, error);
  if (status == LASH_OK && !isfinite(value)) {
    status = lash_fail(error, LASH_FAILURE, "at time %.10g VARIABLE/%d is not a number", t,
                       c->ends.output);
  }
  if (status != LASH_OK) return status;
  for (int k = POINTS - 1; k > 0; k--) c->time[k] = c->time[k - 1], c->value[k] = c->value[k - 1];
  c->time[0] = t, c->value[0] = value;
  if (c->points < POINTS) c->points++;
  return LASH_OK;
}

static lash_status sample_all(lash_cosim *cosim, size_t member, lash_error *error) {
  const lash_integration *run = cosim->run[member];
  const double t = lash_integrate_time(run);
  lash_status status = LASH_OK;
  lash_system_set(cosim->system[member], t, lash_integrate_state(run));
  for (size_t k = 0; k < cosim->channels && status == LASH_OK; k++) {
    if (cosim->channel[k].ends.from == member) status = sample(cosim, &cosim->channel[k], t, error);
  }
  return status;
}

/* Newton's polynomial through the newest points, about the newest. */
static lash_input polynomial(const channel *c, int order) {
  const double *t = c->time, *y = c->value;
  const int degree = order < c->points - 1 ? order : c->points - 1;
  lash_input input = {.time = t[0], .value = y[0]};
  if (degree < 1) return input;
  const double first = (y[0] - y[1]) / (t[0] - t[1]);
  input.rate = first;
  if (degree < 2) return input;
  const double second = (first - (y[1] - y[2]) / (t[1] - t[2])) / (t[0] - t[2]);
  input.rate += second * (t[0] - t[1]);
  input.curvature = 2 * second;
  return input;
}

/* Inputs of one member. Signals of members that are already at the step's end are interpolated:
 * their newest point lies there. */
static lash_status take_inputs(lash_cosim *cosim, size_t member, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t k = 0; k < cosim->channels && status == LASH_OK; k++) {
    const channel *c = &cosim->channel[k];
    if (c->ends.to != member) continue;
    const bool ahead = c->time[0] > cosim->t && c->points > 1;
    const lash_input input =
        polynomial(c, ahead && cosim->options.order < 1 ? 1 : cosim->options.order);
    status = lash_system_input(cosim->system[member], c->ends.input, &input, error);
  }
  return status;
}

/* ---------------------------------------------------------------------------------- life, steps */

static lash_status check(const lash_cosim_member *members, size_t count,
                         const lash_cosim_signal *signals, size_t signal_count,
                         const lash_cosim_options *options, lash_error *error) {
  if (!(options->step > 0) || !isfinite(options->step)) {
    return lash_fail(error, LASH_BAD_INPUT, "a co-simulation's step must be positive, not %g",
                     options->step);
  }
  if (options->order < 0 || options->order > LASH_COSIM_ORDER_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "a co-simulation's order is 0 to %d, not %d",
                     LASH_COSIM_ORDER_MAX, options->order);
  }
  for (size_t m = 1; m < count; m++) {
    if (members[m].t != members[0].t) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "members of a co-simulation start at different times, %g and %g",
                       members[0].t, members[m].t);
    }
  }
  for (size_t k = 0; k < signal_count; k++) {
    if (signals[k].from >= count || signals[k].to >= count || signals[k].from == signals[k].to) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "signal %zu of a co-simulation goes from member %zu to member %zu of %zu", k,
                       signals[k].from, signals[k].to, count);
    }
  }
  return LASH_OK;
}

/* First values of all signals, in circles too: what an input says at first depends on the state
 * alone, since cuts are where states drive forces. */
static lash_status begin(lash_cosim *cosim, const lash_cosim_member *members, lash_error *error) {
  lash_status status = LASH_OK;
  for (int round = 0; round < 2; round++) {
    for (size_t m = 0; m < cosim->members && status == LASH_OK; m++) {
      lash_system_set(cosim->system[m], members[m].t, members[m].y);
      for (size_t k = 0; k < cosim->channels && status == LASH_OK; k++) {
        channel *c = &cosim->channel[k];
        c->points = c->ends.from == m ? 0 : c->points;
        if (c->ends.from == m) status = sample(cosim, c, members[m].t, error);
      }
    }
    for (size_t m = 0; m < cosim->members && status == LASH_OK; m++)
      status = take_inputs(cosim, m, error);
  }
  for (size_t m = 0; m < cosim->members && status == LASH_OK; m++) {
    status = lash_integrate_create(cosim->system[m], &members[m].options, members[m].t,
                                   members[m].y, &cosim->run[m], error);
  }
  return status;
}

lash_status lash_cosim_create(const lash_cosim_member *members, size_t count,
                              const lash_cosim_signal *signals, size_t signal_count,
                              const lash_cosim_options *options, lash_cosim **cosim,
                              lash_error *error) {
  *cosim = NULL;
  lash_status status = check(members, count, signals, signal_count, options, error);
  if (status != LASH_OK) return status;
  lash_cosim *c = calloc(1, sizeof *c);
  if (!c) return lash_fail(error, LASH_FAILURE, "out of memory");
  *c = (lash_cosim){.options = *options, .members = count, .channels = signal_count};
  c->system = calloc(count + 1, sizeof *c->system);
  c->run = calloc(count + 1, sizeof *c->run);
  c->channel = calloc(signal_count + 1, sizeof *c->channel);
  if (!c->system || !c->run || !c->channel) {
    lash_cosim_free(c);
    return lash_fail(error, LASH_FAILURE, "out of memory");
  }
  c->t = count ? members[0].t : 0;
  for (size_t m = 0; m < count; m++) c->system[m] = members[m].system;
  for (size_t k = 0; k < signal_count; k++) c->channel[k].ends = signals[k];
  status = begin(c, members, error);
  if (status == LASH_OK)
    *cosim = c;
  else
    lash_cosim_free(c);
  return status;
}

void lash_cosim_free(lash_cosim *cosim) {
  if (!cosim) return;
  for (size_t m = 0; cosim->run && m < cosim->members; m++) lash_integrate_free(cosim->run[m]);
  free(cosim->system);
  free(cosim->run);
  free(cosim->channel);
  free(cosim);
}

static lash_status advance_member(lash_cosim *cosim, size_t m, double end,
                                  const lash_watcher *watcher, lash_error *error) {
  lash_status status = take_inputs(cosim, m, error);
  if (status == LASH_OK) status = lash_integrate_restart(cosim->run[m], error);
  if (status == LASH_OK) status = lash_integrate_to(cosim->run[m], end, watcher, error);
  if (status != LASH_OK) {
    lash_error_prefix(error, "co-simulation, member %zu, from time %.10g", m, cosim->t);
  }
  return status;
}

/* Gauss-Seidel tells a member's signals as soon as it has arrived, Jacobi when all have. */
static lash_status macro_step(lash_cosim *cosim, double end, const lash_watcher *watchers,
                              lash_error *error) {
  const bool at_once = cosim->options.scheme == LASH_COSIM_GAUSS_SEIDEL;
  lash_status status = LASH_OK;
  for (size_t m = 0; m < cosim->members && status == LASH_OK; m++) {
    status = advance_member(cosim, m, end, watchers ? &watchers[m] : NULL, error);
    if (status == LASH_OK && at_once) status = sample_all(cosim, m, error);
  }
  for (size_t m = 0; m < cosim->members && status == LASH_OK && !at_once; m++)
    status = sample_all(cosim, m, error);
  if (status == LASH_OK) cosim->t = end;
  return status;
}

lash_status lash_cosim_to(lash_cosim *cosim, double end, const lash_watcher *watchers,
                          lash_error *error) {
  const double start = cosim->t, h = cosim->options.step;
  const double steps = ceil((end - start) / h * (1 - 1e-12));
  if (!(end > start)) {
    return lash_fail(error, LASH_BAD_INPUT, "the end, %.10g, is not behind the present time, %.10g",
                     end, start);
  }
  lash_status status = LASH_OK;
  for (double k = 1; k <= steps && status == LASH_OK; k++)
    status = macro_step(cosim, k < steps ? start + k * h : end, watchers, error);
  return status;
}

double lash_cosim_time(const lash_cosim *cosim) { return cosim->t; }

lash_integration *lash_cosim_member_run(const lash_cosim *cosim, size_t member) {
  return cosim->run[member];
}
