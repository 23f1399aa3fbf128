#include "fixed_unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const fixed_mechanism *mechanism;

void fixed_unit_runs(const fixed_mechanism *runs) { mechanism = runs; }

typedef struct fixed_counts {
  unit_contacts contacts;
  uint64_t steps; /* since the start */
} fixed_counts;

typedef struct fixed {
  unit base;
  double second, step;
  char speed[32];
  size_t outputs, contacts;
  size_t step_at, output_at, contacts_at; /* numbers of the table */
  double *numbers; /* after a whole number of steps, so that communication steps leave no trace */
  double *here;    /* at the unit's time: a part of a step further */
  double *memory, *part, *shown;
  bool *touching; /* of each contact, after the last whole step */
  double begun_at;
  bool elsewhere; /* nobody can begin but where the equations were printed */
  fixed_counts counts;
} fixed;

/* ------------------------------------------------------------------------------------- reading */

static void add_output(fixed *f, char *line) {
  char *unit_name = strchr(line, '\t'), *meaning = unit_name ? strchr(unit_name + 1, '\t') : NULL;
  if (unit_name) *unit_name++ = '\0';
  if (meaning) *meaning++ = '\0';
  const unit_variable *v = unit_add(
      &f->base.table, line, &(unit_facts){UNIT_OUTPUT, .unit = unit_name, .meaning = meaning});
  if (f->outputs++ == 0) f->output_at = v->at;
}

static void add_step(fixed *f) {
  unit_variable *v = unit_add(&f->base.table, "step",
                              &(unit_facts){UNIT_PARAMETER, .start = f->step, .unit = "s",
                                            .meaning = "the mechanism's own step"});
  v->min = 0;
  f->step_at = v->at;
}

static bool read_line(fixed *f, char *line) {
  char *value = strchr(line, ' ');
  double number;
  if (!value) return false;
  *value++ = '\0';
  if (strcmp(line, "output") == 0) {
    if (!f->outputs) add_step(f); /* all numbers are said before */
    add_output(f, value);
    return true;
  }
  if (strcmp(line, "speed") == 0) return snprintf(f->speed, sizeof f->speed, "%s", value) >= 0;
  if (!lash_parse_number(value, &number) || !(number >= 0)) return false;
  if (strcmp(line, "step") == 0) f->step = number;
  if (strcmp(line, "stop") == 0) f->base.suggested_stop = number;
  if (strcmp(line, "second") == 0) f->second = number;
  if (strcmp(line, "contacts") == 0) f->contacts = (size_t)number;
  return true;
}

static lash_status take_room(fixed *f, lash_error *error) {
  const size_t numbers = mechanism->sizes[0], memory = mechanism->sizes[1];
  if (mechanism->sizes[2] != f->outputs + 2 * f->contacts)
    return lash_fail(error, LASH_BAD_INPUT, "the resources are not of this binary's mechanism");
  f->numbers = calloc(2 * numbers + 2 * memory + mechanism->sizes[2] + 1, sizeof(double));
  f->touching = calloc(f->contacts + 1, sizeof *f->touching);
  if (!f->numbers || !f->touching) return lash_fail(error, LASH_FAILURE, "out of memory");
  f->here = f->numbers + numbers;
  f->memory = f->here + numbers;
  f->part = f->memory + memory;
  f->shown = f->part + memory;
  return LASH_OK;
}

static lash_status open(unit *base, lash_error *error) {
  fixed *f = (fixed *)base;
  char *rest = base->text;
  f->second = 1;
  while (*rest) { /* the text is the unit's own: it may be cut */
    char *line = rest, *end = strpbrk(rest, "\r\n");
    rest = end ? end + 1 : rest + strlen(rest);
    if (end) *end = '\0';
    if (*line && !read_line(f, line))
      return lash_fail(error, LASH_BAD_INPUT, "fixed.txt: '%s' is not understood", line);
  }
  if (!(f->step > 0) || !(f->second > 0) || !f->outputs)
    return lash_fail(error, LASH_BAD_INPUT, "fixed.txt: a step and outputs are needed");
  f->contacts_at =
      unit_add_contacts(&base->table, "end of the step in which the last contact closed", f->speed);
  return mechanism ? take_room(f, error) : LASH_OK;
}

static void close(unit *base) {
  fixed *f = (fixed *)base;
  free(f->numbers);
  free(f->touching);
}

/* ------------------------------------------------------------------------------------- stepping */

static double size_of_step(const fixed *f) { return f->base.value[f->step_at] * f->second; }

/* Time after so many steps: a sum of them would drift. */
static double time_after(const fixed *f, uint64_t steps) {
  return f->begun_at + (double)steps * size_of_step(f);
}

static bool touches_now(const fixed *f, size_t contact) {
  return f->shown[f->outputs + 2 * contact] > 0;
}

/* The mechanism at the unit's time: where its own steps stand, or a part of one further. */
static void stand(fixed *f) {
  if (f->elsewhere) return;
  const double rest = f->base.time * f->second - time_after(f, f->counts.steps);
  memcpy(f->here, f->numbers, mechanism->sizes[0] * sizeof(double));
  if (rest > 1e-9 * size_of_step(f)) {
    mechanism->prepare(rest, f->part);
    mechanism->step(f->part, f->here);
  }
  f->base.stale = UNIT_ALL;
}

static lash_status begin(unit *base, lash_error *error) {
  fixed *f = (fixed *)base;
  if (!mechanism) return lash_fail(error, LASH_FAILURE, "there is no mechanism to run");
  mechanism->start(f->numbers);
  f->begun_at = f->numbers[0];
  f->counts = (fixed_counts){0};
  if (!(size_of_step(f) > 0))
    return lash_fail(error, LASH_BAD_INPUT, "step must be above 0, not %g", size_of_step(f));
  f->elsewhere = base->time * f->second != f->begun_at;
  mechanism->prepare(size_of_step(f), f->memory);
  mechanism->show(f->memory, f->numbers, f->shown);
  for (size_t k = 0; k < f->contacts; k++) f->touching[k] = touches_now(f, k);
  stand(f);
  return LASH_OK;
}

static lash_status starts_here(const fixed *f, lash_error *error) {
  if (!f->elsewhere) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "the motion starts at time %g, not %g",
                   f->begun_at / f->second, f->base.time);
}

static lash_status compute(unit *base, unsigned groups, lash_error *error) {
  fixed *f = (fixed *)base;
  double *value = base->value;
  unit_contacts *contacts = &f->counts.contacts;
  (void)groups;
  if (f->elsewhere) return starts_here(f, error);
  mechanism->show(f->memory, f->here, f->shown);
  memcpy(value + f->output_at, f->shown, f->outputs * sizeof *value);
  contacts->closed = 0;
  for (size_t k = 0; k < f->contacts; k++) contacts->closed += touches_now(f, k);
  memcpy(value + f->contacts_at, contacts, sizeof *contacts);
  return LASH_OK;
}

/* Contacts that closed or opened in the last whole step. */
static bool count_contacts(fixed *f) {
  const double t = f->numbers[0] / f->second;
  bool any = false;
  if (f->contacts) mechanism->show(f->memory, f->numbers, f->shown);
  for (size_t k = 0; k < f->contacts; k++) {
    const bool now = touches_now(f, k);
    if (now == f->touching[k]) continue;
    f->touching[k] = now;
    any = true;
    unit_note_contact(&f->counts.contacts, now, t, f->shown[f->outputs + 2 * k + 1]);
    unit_tell(&f->base, "logEvents", "contact %zu %s before %.12g s", k + 1,
              now ? "closes" : "opens", t);
  }
  return any;
}

static void take_step(fixed *f) {
  mechanism->step(f->memory, f->numbers);
  f->numbers[0] = time_after(f, ++f->counts.steps);
}

static bool is_finite(const fixed *f) {
  double sum = 0;
  for (unsigned k = 0; k < mechanism->sizes[0]; k++) sum += f->here[k];
  return isfinite(sum);
}

static lash_status advance(unit *base, double to, const unit_stepping *how, unit_step *done,
                           lash_error *error) {
  fixed *f = (fixed *)base;
  const double end = to * f->second, slack = 1e-9 * size_of_step(f);
  bool event = false, leave = false;
  if (f->elsewhere) return starts_here(f, error);
  while (!leave && time_after(f, f->counts.steps + 1) <= end + slack) {
    take_step(f);
    event = count_contacts(f);
    leave = event && how->stop_at_events;
    if (!how->look) continue;
    unit_set_time(base, f->numbers[0] / f->second);
    stand(f);
    how->look(how->context, base->time, &leave);
    leave |= event && how->stop_at_events;
  }
  const bool early = leave && f->numbers[0] < end - slack;
  unit_set_time(base, early ? f->numbers[0] / f->second : to);
  stand(f);
  *done = (unit_step){base->time, event && how->stop_at_events, false};
  if (is_finite(f)) return LASH_OK;
  return lash_fail(error, LASH_FAILURE,
                   "the motion is not finite at time %g: its steps of %g s are too long",
                   base->time, base->value[f->step_at]);
}

/* --------------------------------------------------------------------------------------- bytes */

static size_t memory(unit *base) {
  const fixed *f = (const fixed *)base;
  return sizeof f->counts + mechanism->sizes[0] * sizeof(double) + f->contacts;
}

static lash_status save(unit *base, void *to, lash_error *error) {
  const fixed *f = (const fixed *)base;
  const size_t numbers = mechanism->sizes[0] * sizeof(double);
  char *at = to;
  (void)error;
  memcpy(at, &f->counts, sizeof f->counts);
  memcpy(at + sizeof f->counts, f->numbers, numbers);
  for (size_t k = 0; k < f->contacts; k++) at[sizeof f->counts + numbers + k] = f->touching[k];
  return LASH_OK;
}

static lash_status restore(unit *base, const void *from, lash_error *error) {
  fixed *f = (fixed *)base;
  const size_t numbers = mechanism->sizes[0] * sizeof(double);
  const char *at = from;
  (void)error;
  f->elsewhere = false;
  memcpy(&f->counts, at, sizeof f->counts);
  memcpy(f->numbers, at + sizeof f->counts, numbers);
  for (size_t k = 0; k < f->contacts; k++) f->touching[k] = at[sizeof f->counts + numbers + k];
  stand(f);
  return LASH_OK;
}

const unit_class fixed_unit = {.name = "fixed",
                               .size = sizeof(fixed),
                               .simulation = true,
                               .open = open,
                               .close = close,
                               .begin = begin,
                               .compute = compute,
                               .advance = advance,
                               .memory = memory,
                               .save = save,
                               .restore = restore};
