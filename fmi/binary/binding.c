#include "binding.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fmu_categories[FMU_CATEGORIES] = {
    "logStatusWarning", "logStatusDiscard", "logStatusError", "logStatusFatal", "logEvents"};
const char *const fmu_category_meanings[FMU_CATEGORIES] = {
    "something to know about", "a call that was given up", "a call that failed",
    "an instance that is lost", "touches, releases and other events"};
enum { LOG_EVENTS = 4 };

/* ------------------------------------------------------------------------------------- messages */

static void print(fmu *f, fmu_status status, int category, const char *text) {
  if (f->print && f->log[category]) f->print(f, status, fmu_categories[category], text);
}

static int category_of(fmu_status status) {
  return status == FMU_OK ? LOG_EVENTS : (int)status - 1;
}

static void say_list(fmu *f, fmu_status status, const char *format, va_list list) {
  char text[LASH_MESSAGE_MAX + 200];
  vsnprintf(text, sizeof text, format, list);
  print(f, status, category_of(status), text);
}

void fmu_say(fmu *f, fmu_status status, const char *format, ...) {
  va_list list;
  va_start(list, format);
  say_list(f, status, format, list);
  va_end(list);
}

/* What the unit says on its way. */
static void on_word(void *context, const char *category, const char *text) {
  const bool event = strcmp(category, "logEvents") == 0;
  print(context, event ? FMU_OK : FMU_WARNING, event ? LOG_EVENTS : 0, text);
}

bool fmu_log(fmu *f, bool on, size_t count, const char *const *categories) {
  bool known = true;
  for (int k = 0; k < FMU_CATEGORIES && count == 0; k++) f->log[k] = on;
  for (size_t i = 0; i < count; i++) {
    bool found = false;
    for (int k = 0; k < FMU_CATEGORIES; k++) {
      if (!categories[i] || strcmp(categories[i], fmu_categories[k]) != 0) continue;
      f->log[k] = on;
      found = true;
    }
    known &= found;
  }
  return known;
}

fmu_status fmu_refuse(fmu *f, const char *call, const char *format, ...) {
  if (!f) return FMU_ERROR;
  char text[LASH_MESSAGE_MAX];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  fmu_say(f, FMU_ERROR, "%s: %s", call, text);
  f->phase = PHASE_FAILED;
  return FMU_ERROR;
}

static const char *phase_name(unsigned phase) {
  switch (phase) {
    case PHASE_INSTANTIATED:
      return "before initialisation";
    case PHASE_INITIALISING:
      return "in initialisation mode";
    case PHASE_EVENT:
      return "in event mode";
    case PHASE_CONTINUOUS:
      return "in continuous-time mode";
    case PHASE_STEPPING:
      return "in step mode";
    case PHASE_TERMINATED:
      return "after the end";
    case PHASE_LOOKING:
      return "in intermediate update";
    default:
      return "after an error";
  }
}

bool fmu_allows(fmu *f, unsigned phases, const char *call) {
  if (!f) return false;
  if (f->phase & phases) return true;
  const unsigned was = f->phase;
  fmu_refuse(f, call, "is not allowed %s", phase_name(was));
  return false;
}

static bool is_for(fmu *f, bool exchange, unsigned phases, const char *call) {
  if (!fmu_allows(f, phases, call)) return false;
  if (f->exchange == exchange) return true;
  fmu_refuse(f, call, "belongs to %s", exchange ? "Model Exchange" : "Co-Simulation");
  return false;
}

bool fmu_exchanges(fmu *f, unsigned phases, const char *call) {
  return is_for(f, true, phases, call);
}

bool fmu_simulates(fmu *f, unsigned phases, const char *call) {
  return is_for(f, false, phases, call);
}

/* What the caller gave can be given up and tried otherwise; the rest cannot. */
fmu_status fmu_ends(fmu *f, lash_status status, const lash_error *error, const char *call) {
  if (status == LASH_OK) return FMU_OK;
  const bool retry = status == LASH_BAD_INPUT && f->phase & (PHASE_CONTINUOUS | PHASE_EVENT);
  fmu_say(f, retry ? FMU_DISCARD : FMU_ERROR, "%s: %s", call, error->message);
  if (!retry) f->phase = PHASE_FAILED;
  return retry ? FMU_DISCARD : FMU_ERROR;
}

/* ----------------------------------------------------------------------------------- life cycle */

static bool list_numbers(fmu *f) {
  const unit_table *t = &f->unit->table;
  size_t states = 0, indicators = 0;
  f->state_at = calloc(2 * t->states + t->indicators + 1, sizeof *f->state_at);
  f->seed = calloc(2 * t->numbers, sizeof *f->seed);
  if (!f->state_at || !f->seed) return false;
  f->rate_at = f->state_at + t->states;
  f->indicator_at = f->rate_at + t->states;
  f->change = f->seed + t->numbers;
  for (size_t i = 0; i < t->count; i++) {
    const unit_variable *v = &t->list[i];
    for (size_t k = 0; k < v->count; k++) {
      if (v->role == UNIT_INDICATOR) f->indicator_at[indicators++] = v->at + k;
      if (v->role != UNIT_RATE) continue;
      f->state_at[states] = t->list[v->state].at + k;
      f->rate_at[states++] = v->at + k;
    }
  }
  return true;
}

static fmu *fail_new(fmu *f, const char *text) {
  print(f, FMU_ERROR, 2, text);
  fmu_free(f);
  return NULL;
}

fmu *fmu_new(const unit_class *class, bool exchange, const char *name, const char *token,
             const char *folder, fmu *callbacks) {
  lash_error error = {.message = ""};
  char text[LASH_MESSAGE_MAX];
  fmu *f = malloc(sizeof *f);
  if (!f) return NULL;
  *f = *callbacks;
  f->exchange = exchange;
  f->phase = PHASE_INSTANTIATED;
  f->name = malloc(name ? strlen(name) + 1 : 1);
  if (!f->name) return fail_new(f, "out of memory");
  strcpy(f->name, name ? name : "");
  if (!name || !name[strspn(name, " \t\n")])
    return fail_new(f, "an instance needs a name that is not empty");
  if (exchange ? !class->exchange : !class->simulation)
    return fail_new(
        f, exchange ? "this FMU is not for Model Exchange" : "this FMU is not for Co-Simulation");
  if (!folder) return fail_new(f, "this FMU needs the folder of its resources");
  if (unit_open(class, folder, &f->unit, &error) != LASH_OK) return fail_new(f, error.message);
  if (!token || strcmp(token, f->unit->token) != 0) {
    snprintf(text, sizeof text,
             "the token %.80s is not that of this FMU, %s: modelDescription.xml and the "
             "resources come from different exports",
             token ? token : "(none)", f->unit->token);
    return fail_new(f, text);
  }
  if (!list_numbers(f)) return fail_new(f, "out of memory");
  f->unit->say = on_word;
  f->unit->say_context = f;
  return f;
}

void fmu_free(fmu *f) {
  if (!f) return;
  unit_free(f->unit);
  free(f->state_at);
  free(f->seed);
  free(f->name);
  free(f);
}

void fmu_reset(fmu *f) {
  unit_reset(f->unit);
  f->phase = PHASE_INSTANTIATED;
  f->over = false;
}

/* -------------------------------------------------------------------------------------- numbers */

static const char *const type_names[] = {"a real", "an integer", "a boolean", "an enumeration"};

/* The variable whose numbers these are, if it has that type. */
static const unit_variable *known(fmu *f, size_t at, size_t count, unit_type type,
                                  const char *call) {
  const unit_variable *v = unit_at(&f->unit->table, at);
  if (!v) {
    fmu_refuse(f, call, "there is no variable with value reference %zu", at);
  } else if (v->type != type) {
    fmu_refuse(f, call, "%s (value reference %zu) is %s", v->name, at, type_names[v->type]);
    v = NULL;
  } else if (at + count > v->at + v->count) {
    fmu_refuse(f, call, "%s has %zu numbers, not %zu", v->name, v->count, count);
    v = NULL;
  }
  return v;
}

fmu_status fmu_get(fmu *f, size_t at, size_t count, unit_type type, double *value,
                   const char *call) {
  const unit_variable *v = known(f, at, count, type, call);
  lash_error error;
  if (!v) return FMU_ERROR;
  if (v->group != UNIT_GIVEN && f->phase & (PHASE_INITIALISING | PHASE_RUNNING | PHASE_LOOKING)) {
    const lash_status status = unit_refresh(f->unit, v->group, &error);
    if (status != LASH_OK) return fmu_ends(f, status, &error, call);
  }
  memcpy(value, f->unit->value + at, count * sizeof *value);
  return FMU_OK;
}

static unsigned settable_in(const fmu *f, const unit_variable *v) {
  switch (v->role) {
    case UNIT_STATE:
      if (v->group != UNIT_GIVEN) return 0; /* it is calculated */
      return PHASE_INSTANTIATED | PHASE_INITIALISING;
    case UNIT_PARAMETER:
      return PHASE_INSTANTIATED | PHASE_INITIALISING;
    case UNIT_TUNABLE:
      return PHASE_INSTANTIATED | PHASE_INITIALISING | PHASE_EVENT |
             (f->events_used ? 0 : PHASE_STEPPING);
    case UNIT_INPUT:
      return PHASE_INSTANTIATED | PHASE_INITIALISING | PHASE_RUNNING;
    default:
      return 0;
  }
}

static bool is_parameter(const unit_variable *v) {
  return v->role == UNIT_PARAMETER || v->role == UNIT_TUNABLE;
}

/* NaN from an importer's own trouble can be taken back; a parameter that makes no sense cannot. */
static fmu_status check_value(fmu *f, const unit_variable *v, double value, const char *call) {
  if (isfinite(value) && !(is_parameter(v) && (value < v->min || value > v->max))) return FMU_OK;
  if (is_parameter(v))
    return fmu_refuse(f, call, "%s = %g lies outside its range, %g to %g", v->name, value,
                      isnan(v->min) ? -INFINITY : v->min, isnan(v->max) ? INFINITY : v->max);
  fmu_say(f, FMU_DISCARD, "%s: %s = %g is no number to go on with; the last one is kept", call,
          v->name, value);
  return FMU_DISCARD;
}

fmu_status fmu_set(fmu *f, size_t at, size_t count, unit_type type, const double *value,
                   const char *call) {
  const unit_variable *v = known(f, at, count, type, call);
  if (!v) return FMU_ERROR;
  if (!(settable_in(f, v) & f->phase)) {
    const unsigned was = f->phase;
    return fmu_refuse(f, call, "%s cannot be set %s", v->name, phase_name(was));
  }
  for (size_t k = 0; k < count; k++) {
    const fmu_status status = check_value(f, v, value[k], call);
    if (status != FMU_OK) return status;
  }
  for (size_t k = 0; k < count; k++) unit_set(f->unit, at + k, value[k]);
  if (f->phase & (PHASE_INSTANTIATED | PHASE_INITIALISING)) {
    f->unit->begun = false;
  } else if (is_parameter(v) && f->unit->class->tune) {
    lash_error error;
    const lash_status status = f->unit->class->tune(f->unit, &error);
    if (status != LASH_OK) return fmu_refuse(f, call, "%s", error.message);
  }
  return FMU_OK;
}

/* --------------------------------------------------------------------------------------- phases */

fmu_status fmu_begin_start(fmu *f, double start, double stop, double tolerance, const char *call) {
  if (!isfinite(start)) return fmu_refuse(f, call, "the start time %g is no time", start);
  if (!(stop >= start))
    return fmu_refuse(f, call, "the stop time %g lies before the start time %g", stop, start);
  if (tolerance != 0 && !(tolerance > 0 && tolerance < 1))
    return fmu_refuse(f, call, "the tolerance %g does not lie between 0 and 1", tolerance);
  unit_set_time(f->unit, start);
  f->unit->stop = stop;
  f->unit->tolerance = tolerance;
  f->reached = start;
  f->phase = PHASE_INITIALISING;
  f->unit->begun = false;
  return FMU_OK;
}

fmu_status fmu_end_start(fmu *f, const char *call) {
  lash_error error;
  if (!f->unit->begun) {
    const lash_status status = unit_begin(f->unit, &error);
    if (status != LASH_OK) return fmu_refuse(f, call, "%s", error.message);
  }
  f->phase = f->exchange || f->events_used ? PHASE_EVENT : PHASE_STEPPING;
  return FMU_OK;
}

fmu_status fmu_event(fmu *f, bool *states_changed, const char *call) {
  lash_error error;
  *states_changed = false;
  const lash_status status = f->unit->class->event && f->exchange
                                 ? f->unit->class->event(f->unit, states_changed, &error)
                                 : LASH_OK;
  f->over |= f->unit->over;
  return fmu_ends(f, status, &error, call);
}

fmu_status fmu_completed(fmu *f, bool *wants_event, const char *call) {
  lash_error error;
  *wants_event = false;
  const lash_status status =
      f->unit->class->completed ? f->unit->class->completed(f->unit, wants_event, &error) : LASH_OK;
  return fmu_ends(f, status, &error, call);
}

/* --------------------------------------------------------------------------------------- states */

fmu_status fmu_set_time(fmu *f, double t, const char *call) {
  if (!isfinite(t)) return fmu_refuse(f, call, "%g is no time", t);
  if (t > f->unit->stop + 1e-9 * (fabs(f->unit->stop) + 1))
    return fmu_refuse(f, call, "time %g lies behind the stop time %g", t, f->unit->stop);
  unit_set_time(f->unit, t);
  return FMU_OK;
}

unsigned fmu_state_phases(const fmu *f) {
  return f && f->unit->eventless ? PHASE_CONTINUOUS | PHASE_EVENT : PHASE_CONTINUOUS;
}

static bool same_count(fmu *f, size_t count, size_t wanted, const char *call) {
  if (count == wanted) return true;
  fmu_refuse(f, call, "there are %zu numbers, not %zu", wanted, count);
  return false;
}

fmu_status fmu_set_states(fmu *f, const double *x, size_t count, const char *call) {
  if (!same_count(f, count, f->unit->table.states, call)) return FMU_ERROR;
  for (size_t k = 0; k < count; k++) {
    if (isfinite(x[k])) continue;
    fmu_say(f, FMU_DISCARD, "%s: state %zu is %g", call, k, x[k]);
    return FMU_DISCARD;
  }
  for (size_t k = 0; k < count; k++) unit_set(f->unit, f->state_at[k], x[k]);
  return FMU_OK;
}

static fmu_status collect(fmu *f, const size_t *at, unsigned group, double *x, size_t count,
                          size_t wanted, const char *call) {
  lash_error error;
  if (!same_count(f, count, wanted, call)) return FMU_ERROR;
  if (count == 0) return FMU_OK;
  const lash_status status = unit_refresh(f->unit, group, &error);
  if (status != LASH_OK) return fmu_ends(f, status, &error, call);
  for (size_t k = 0; k < count; k++) x[k] = f->unit->value[at[k]];
  return FMU_OK;
}

fmu_status fmu_get_states(fmu *f, double *x, size_t count, const char *call) {
  return collect(f, f->state_at, UNIT_GIVEN, x, count, f->unit->table.states, call);
}

fmu_status fmu_get_rates(fmu *f, double *x, size_t count, const char *call) {
  return collect(f, f->rate_at, UNIT_MOTION, x, count, f->unit->table.states, call);
}

fmu_status fmu_get_indicators(fmu *f, double *x, size_t count, const char *call) {
  return collect(f, f->indicator_at, UNIT_MOTION, x, count, f->unit->table.indicators, call);
}

fmu_status fmu_get_nominals(fmu *f, double *x, size_t count, const char *call) {
  if (!same_count(f, count, f->unit->table.states, call)) return FMU_ERROR;
  for (size_t k = 0; k < count; k++) {
    const double nominal = unit_at(&f->unit->table, f->state_at[k])->nominal;
    x[k] = nominal > 0 ? nominal : 1;
  }
  return FMU_OK;
}

/* --------------------------------------------------------------------------------- derivatives */

bool fmu_may_know(const fmu *f, size_t at) {
  const unit_variable *v = unit_at(&f->unit->table, at);
  return v && (v->role == UNIT_INPUT || v->role == UNIT_STATE);
}

bool fmu_may_unknown(const fmu *f, size_t at) {
  const unit_variable *v = unit_at(&f->unit->table, at);
  return v &&
         (v->role == UNIT_OUTPUT || v->role == UNIT_RATE || v->role == UNIT_INDICATOR || v->shown);
}

fmu_status fmu_derive(fmu *f, const char *call) {
  lash_error error;
  if (!f->unit->class->derive) return fmu_refuse(f, call, "this FMU offers no derivatives");
  memset(f->change, 0, f->unit->table.numbers * sizeof *f->change);
  lash_status status = unit_refresh(f->unit, UNIT_ALL, &error);
  if (status == LASH_OK) status = f->unit->class->derive(f->unit, f->seed, f->change, &error);
  return fmu_ends(f, status, &error, call);
}

/* ------------------------------------------------------------------------------------- stepping */

fmu_status fmu_step(fmu *f, double from, double size, const unit_stepping *how, unit_step *done,
                    const char *call) {
  lash_error error;
  *done = (unit_step){.reached = f->reached};
  if (!(size > 0) || !isfinite(size))
    return fmu_refuse(f, call, "a step is a time above 0, not %g", size);
  if (!(fabs(from - f->reached) <= 1e-9 * size + 1e-14 * fabs(from)))
    return fmu_refuse(f, call, "the step begins at %.12g, but the FMU stands at %.12g", from,
                      f->reached);
  const double to = from + size;
  if (to > f->unit->stop + 1e-6 * size)
    return fmu_refuse(f, call, "the step ends at %.12g, behind the stop time %.12g", to,
                      f->unit->stop);
  const lash_status status = f->unit->class->advance(f->unit, to, how, done, &error);
  if (status != LASH_OK) {
    fmu_say(f, FMU_ERROR, "%s: %s", call, error.message);
    f->phase = PHASE_FAILED;
    return FMU_ERROR;
  }
  f->reached = done->reached;
  f->over |= done->terminate;
  return FMU_OK;
}

/* ----------------------------------------------------------------------------- states as bytes */

static fmu_status out_of_memory(fmu *f, const char *call) {
  return fmu_refuse(f, call, "out of memory");
}

fmu_status fmu_save(fmu *f, void **state, const char *call) {
  lash_error error;
  const fmu_saved head = {sizeof head + unit_saved_size(f->unit), f->phase, f->over, f->reached};
  if (*state && ((fmu_saved *)*state)->size != head.size) { /* of another phase */
    free(*state);
    *state = NULL;
  }
  if (!*state) *state = malloc(head.size);
  if (!*state) return out_of_memory(f, call);
  memcpy(*state, &head, sizeof head);
  return fmu_ends(f, unit_save(f->unit, (char *)*state + sizeof head, &error), &error, call);
}

fmu_status fmu_restore(fmu *f, const void *state, const char *call) {
  lash_error error;
  fmu_saved head;
  if (!state) return fmu_refuse(f, call, "there is no state");
  memcpy(&head, state, sizeof head);
  const lash_status status =
      unit_restore(f->unit, (const char *)state + sizeof head, head.size - sizeof head, &error);
  if (status != LASH_OK) return fmu_refuse(f, call, "%s", error.message);
  f->phase = head.phase;
  f->over = head.over;
  f->reached = head.reached;
  return FMU_OK;
}

size_t fmu_serialised_size(const void *state) { return ((const fmu_saved *)state)->size; }

void fmu_serialise(const void *state, void *bytes) {
  memcpy(bytes, state, ((const fmu_saved *)state)->size);
}

fmu_status fmu_deserialise(fmu *f, const void *bytes, size_t size, void **state, const char *call) {
  fmu_saved head = {0};
  if (size >= sizeof head) memcpy(&head, bytes, sizeof head);
  if (!bytes || head.size != size || size < sizeof head)
    return fmu_refuse(f, call, "these %zu bytes are not a state of this FMU", size);
  *state = malloc(size); /* what stood there before need not be a state */
  if (!*state) return out_of_memory(f, call);
  memcpy(*state, bytes, size);
  return FMU_OK;
}
