#include "system_states.h"

#include "force_elements.h"
#include "measure.h"
#include "user.h"

static void input_jet(const lash_input *input, double t, double jet[3]) {
  const double h = t - input->time;
  jet[0] = input->value + h * (input->rate + h * input->curvature / 2);
  jet[1] = input->rate + h * input->curvature;
  jet[2] = input->curvature;
}

double lash_variable_at(lash_system *system, int index) {
  lash_variable_value *variable = &system->variable[index];
  if (variable->stamp == system->stamp) return variable->value;
  variable->stamp = system->stamp;
  if (variable->driven) {
    double jet[3];
    input_jet(&variable->input, system->t, jet);
    return variable->value = jet[0];
  }
  variable->value = variable->user >= 0 ? lash_user_scalar(system, variable->user)
                                        : lash_function_value(system, variable->function);
  return variable->value;
}

void lash_variable_gradient(lash_system *system, int index, double weight,
                            lash_gradient *gradient) {
  const lash_variable_value *variable = &system->variable[index];
  if (variable->function >= 0 && !variable->driven)
    lash_function_gradient(system, variable->function, weight, gradient);
}

void lash_variable_jet(lash_system *system, int index, double jet[3]) {
  const lash_variable_value *variable = &system->variable[index];
  if (variable->driven)
    input_jet(&variable->input, system->t, jet);
  else
    lash_function_jet(system, variable->function, jet);
}

lash_status lash_system_input(lash_system *system, int id, const lash_input *input,
                              lash_error *error) {
  const int k = LASH_FIND(system->variable, system->variable_count, id);
  if (k < 0)
    return lash_fail(error, LASH_BAD_INPUT, "%s: there is no VARIABLE/%d to take an input",
                     system->file, id);
  system->variable[k].driven = true;
  system->variable[k].input = *input;
  system->stamp = ++system->last_stamp;
  return LASH_OK;
}

/* ------------------------------------------------------------------------------- linear systems */

/* Row `row` of A x + B u (or of C x + D u). */
static double linear_row(lash_system *system, const lash_states *states, const double *A,
                         const double *B, size_t row) {
  const double *x = lash_extra_states(system) + states->first;
  double sum = 0;
  if (A)
    for (size_t k = 0; k < states->count; k++) sum += A[row * states->count + k] * x[k];
  if (B)
    for (size_t k = 0; k < states->inputs; k++)
      if (B[row * states->inputs + k] != 0)
        sum += B[row * states->inputs + k] * lash_variable_at(system, states->input[k]);
  return sum;
}

static void linear_row_gradient(lash_system *system, const lash_states *states, const double *A,
                                const double *B, size_t row, double weight,
                                lash_gradient *gradient) {
  if (A)
    for (size_t k = 0; k < states->count; k++)
      gradient->x[states->first + k] += weight * A[row * states->count + k];
  if (B)
    for (size_t k = 0; k < states->inputs; k++)
      lash_variable_gradient(system, states->input[k], weight * B[row * states->inputs + k],
                             gradient);
}

/* ------------------------------------------------------------------------------ general systems */

/* Calls the routines with the inputs as they are cached, so that a perturbed input stays so. */
static void call_general(lash_system *system, lash_states *states) {
  const double *x = lash_extra_states(system) + states->first;
  for (size_t k = 0; k < states->inputs; k++)
    states->given[k] = lash_variable_at(system, states->input[k]);
  lash_user_gse(system, states->user, x, states->given, states->rate, states->output);
  if (states->user_outputs >= 0)
    lash_user_gse(system, states->user_outputs, x, states->given, states->rate, states->output);
}

static void update_general(lash_system *system, lash_states *states) {
  if (states->stamp == system->stamp) return;
  states->stamp = system->stamp;
  call_general(system, states);
}

/* Difference of one rate or output by a number that `at` points to. */
static double general_slope(lash_system *system, lash_states *states, const double *result,
                            double *at) {
  const double value = *at, step = 1e-6 * (1 + fabs(value));
  *at = value + step;
  call_general(system, states);
  const double ahead = *result;
  *at = value - step;
  call_general(system, states);
  const double behind = *result;
  *at = value;
  return (ahead - behind) / (2 * step);
}

/* By states and inputs; what a routine measures beside them is not differenced. */
static void general_gradient(lash_system *system, lash_states *states, const double *result,
                             double weight, lash_gradient *gradient) {
  double *x = system->y + system->size.q + system->size.v + states->first;
  update_general(system, states);
  lash_user_difference(system, true);
  for (size_t k = 0; k < states->count; k++)
    gradient->x[states->first + k] += weight * general_slope(system, states, result, &x[k]);
  for (size_t k = 0; k < states->inputs; k++) {
    double *u = &system->variable[states->input[k]].value;
    const double slope = general_slope(system, states, result, u);
    if (slope != 0) lash_variable_gradient(system, states->input[k], weight * slope, gradient);
  }
  lash_user_difference(system, false);
  call_general(system, states);
}

/* --------------------------------------------------------------------------------------- arrays */

double lash_array_component(lash_system *system, int index, int component) {
  const lash_array_value *array = &system->array[index];
  const size_t k = (size_t)component - 1;
  switch (array->at) {
    case LASH_ARRAY_AT_NUMBERS:
      return array->number[k];
    case LASH_ARRAY_AT_VARIABLES:
      return lash_variable_at(system, array->variable[k]);
    case LASH_ARRAY_AT_STATES:
      return lash_extra_states(system)[system->states[array->states].first + k];
    default: {
      lash_states *states = &system->states[array->states];
      if (states->kind == LASH_STATES_GENERAL) {
        update_general(system, states);
        return states->output[k];
      }
      return linear_row(system, states, states->C, states->D, k);
    }
  }
}

void lash_array_gradient(lash_system *system, int index, int component, double weight,
                         lash_gradient *gradient) {
  const lash_array_value *array = &system->array[index];
  const size_t k = (size_t)component - 1;
  if (array->at == LASH_ARRAY_AT_VARIABLES)
    lash_variable_gradient(system, array->variable[k], weight, gradient);
  if (array->at == LASH_ARRAY_AT_STATES)
    gradient->x[system->states[array->states].first + k] += weight;
  if (array->at == LASH_ARRAY_AT_OUTPUTS) {
    lash_states *states = &system->states[array->states];
    if (states->kind == LASH_STATES_GENERAL)
      general_gradient(system, states, &states->output[k], weight, gradient);
    else
      linear_row_gradient(system, states, states->C, states->D, k, weight, gradient);
  }
}

lash_states *lash_states_at(const lash_system *system, int state) {
  for (size_t k = 0; k < system->states_count; k++)
    if ((size_t)state < system->states[k].first + system->states[k].count)
      return &system->states[k];
  return NULL;
}

/* ------------------------------------------------------------------- implicit differential
 * equations
 *
 * The function of an IMPLICIT DIFF is zero; the rate enters through DIF1 of its own id. Where the
 * search asks for other implicit rates, these are sought in turn, with this one as it stands: a
 * coupled set is eliminated one by one. */

static double residual_at(lash_system *system, lash_states *states, double rate) {
  states->trial = rate;
  system->stamp = ++system->last_stamp; /* what was measured depends on the rate */
  return states->user >= 0 ? lash_user_scalar(system, states->user)
                           : lash_function_value(system, states->function);
}

static void note_algebraic(lash_system *system, const lash_states *states, const char *why) {
  lash_system_note(
      system, LASH_FAILURE,
      "%s:%d: DIFF/%d: %s; an IMPLICIT function must fix DIF1(%d), write it explicitly "
      "or as a VARIABLE",
      system->file, states->line, states->id, why, states->id);
}

/* Newton's method with differenced slope, which is exact where the rate enters linearly. */
static void seek_rate(lash_system *system, lash_states *states) {
  enum { ITERATIONS = 50 };
  const lash_stamp stamp = system->stamp;
  double rate = states->guess, change = INFINITY;
  states->solving = true;
  for (int k = 0; k < ITERATIONS && fabs(change) > 1e-13 * (1 + fabs(rate)); k++) {
    const double step = 1e-5 * (1 + fabs(rate));
    const double ahead = residual_at(system, states, rate + step);
    const double behind = residual_at(system, states, rate - step);
    const double here = residual_at(system, states, rate);
    states->slope = (ahead - behind) / (2 * step);
    if (states->slope == 0 || !isfinite(here)) break;
    change = -here / states->slope;
    rate += change;
  }
  states->solving = false;
  states->trial = rate;
  system->stamp = stamp;
  states->stamp = stamp;
  if (states->slope == 0)
    note_algebraic(system, states, "its function does not change with its rate");
  else if (!(fabs(change) <= 1e-9 * (1 + fabs(rate))))
    note_algebraic(system, states, "no rate was found");
}

static double implicit_rate(lash_system *system, lash_states *states) {
  /* inside another search the stamp is that search's */
  if (!states->solving && states->stamp != system->stamp) seek_rate(system, states);
  return states->trial;
}

/* By the implicit function theorem; DIF1 of this state counts as constant meanwhile. */
static void implicit_gradient(lash_system *system, lash_states *states, double weight,
                              lash_gradient *gradient) {
  if (states->solving) return;
  const double rate = implicit_rate(system, states);
  const lash_stamp stamp = system->stamp;
  states->solving = true;
  residual_at(system, states, rate);
  if (states->slope != 0 && states->function >= 0)
    lash_function_gradient(system, states->function, -weight / states->slope, gradient);
  states->solving = false;
  system->stamp = stamp;
}

void lash_states_commit(lash_system *system) {
  for (size_t k = 0; k < system->states_count; k++)
    if (system->states[k].implicit) {
      const double rate = implicit_rate(system, &system->states[k]);
      if (isfinite(rate)) system->states[k].guess = rate;
    }
}

/* ---------------------------------------------------------------------------------------- rates */

static double rate_of(lash_system *system, lash_states *states, size_t row) {
  if (states->kind == LASH_STATES_BRISTLE)
    return lash_friction_rate_at(system, &system->force[states->force], row);
  if (states->kind == LASH_STATES_GENERAL) {
    update_general(system, states);
    return states->rate[row];
  }
  if (states->kind == LASH_STATES_LINEAR)
    return linear_row(system, states, states->A, states->B, row);
  if (states->implicit) return implicit_rate(system, states);
  return states->user >= 0 ? lash_user_scalar(system, states->user)
                           : lash_function_value(system, states->function);
}

double lash_state_rate(lash_system *system, int state) {
  lash_states *states = lash_states_at(system, state);
  return rate_of(system, states, (size_t)state - states->first);
}

void lash_state_rate_gradient(lash_system *system, int state, double weight,
                              lash_gradient *gradient) {
  lash_states *states = lash_states_at(system, state);
  if (states->kind == LASH_STATES_BRISTLE)
    lash_friction_rate_gradient(system, &system->force[states->force],
                                (size_t)state - states->first, weight, gradient);
  else if (states->kind == LASH_STATES_GENERAL)
    general_gradient(system, states, &states->rate[(size_t)state - states->first], weight,
                     gradient);
  else if (states->kind == LASH_STATES_LINEAR)
    linear_row_gradient(system, states, states->A, states->B, (size_t)state - states->first, weight,
                        gradient);
  else if (states->implicit)
    implicit_gradient(system, states, weight, gradient);
  else if (states->function >= 0)
    lash_function_gradient(system, states->function, weight, gradient);
}

void lash_state_rates(lash_system *system, double *g) {
  for (size_t k = 0; k < system->states_count; k++)
    for (size_t row = 0; row < system->states[k].count; row++)
      g[system->states[k].first + row] = rate_of(system, &system->states[k], row);
}
