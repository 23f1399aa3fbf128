/* Reads runs.txt. */
#include "runs.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_integrate.h"

/* Blanks at both ends cut away, in place. */
static char *trimmed(char *text) {
  while (isspace((unsigned char)*text)) text++;
  size_t length = strlen(text);
  while (length && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
  return text;
}

static lash_status keep_text(char *to, size_t size, const char *text, lash_error *error) {
  if (strlen(text) >= size) return lash_fail(error, LASH_BAD_INPUT, "'%.40s…' is too long", text);
  memcpy(to, text, strlen(text) + 1);
  return LASH_OK;
}

/* `name = text`, replacing an earlier line of that name. */
static lash_status keep_line(run_line *lines, size_t *count, size_t room, char *text,
                             lash_error *error) {
  char *equals = strchr(text, '=');
  if (!equals) return lash_fail(error, LASH_BAD_INPUT, "'NAME = …' is wanted, not '%s'", text);
  *equals = '\0';
  const char *name = trimmed(text), *value = trimmed(equals + 1);
  size_t at = 0;
  while (at < *count && strcmp(lines[at].name, name) != 0) at++;
  if (at == room) return lash_fail(error, LASH_BAD_INPUT, "more than %zu lines of a kind", room);
  if (at == *count) (*count)++;
  lash_status status = keep_text(lines[at].name, sizeof lines[at].name, name, error);
  if (status != LASH_OK) return status;
  return keep_text(lines[at].text, sizeof lines[at].text, value, error);
}

static lash_status keep_count(size_t *to, const char *text, lash_error *error) {
  double value;
  if (!lash_parse_number(text, &value) || value < 0 || value > 1e8 || value != floor(value)) {
    return lash_fail(error, LASH_BAD_INPUT, "a whole number is wanted, not '%s'", text);
  }
  *to = (size_t)value;
  return LASH_OK;
}

static lash_status keep_number(double *to, const char *text, lash_error *error) {
  if (lash_parse_number(text, to) && *to > 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "a number above zero is wanted, not '%s'", text);
}

/* `alpha,beta` */
static lash_status keep_pair(double *first, double *second, char *text, lash_error *error) {
  char *comma = strchr(text, ',');
  if (!comma) return lash_fail(error, LASH_BAD_INPUT, "two numbers are wanted, not '%s'", text);
  *comma = '\0';
  const lash_status status = keep_number(first, trimmed(text), error);
  return status == LASH_OK ? keep_number(second, trimmed(comma + 1), error) : status;
}

static lash_status begin_run(run_list *list, const char *name, lash_error *error) {
  if (run_list_find(list, name)) {
    return lash_fail(error, LASH_BAD_INPUT, "there already is a run %s", name);
  }
  run_setup *grown = realloc(list->item, (list->count + 1) * sizeof *grown);
  if (!grown) return lash_fail(error, LASH_FAILURE, "out of memory");
  list->item = grown;
  grown[list->count] = (run_setup){.members = 1, .quick = 1, .steps = 100};
  return keep_text(grown[list->count++].name, RUN_NAME_MAX, name, error);
}

static lash_status take_over(const run_list *list, run_setup *run, const char *name,
                             lash_error *error) {
  const run_setup *other = run_list_find(list, name);
  if (!other || other == run) {
    return lash_fail(error, LASH_BAD_INPUT, "there is no run %s above", name);
  }
  char own[RUN_NAME_MAX];
  memcpy(own, run->name, sizeof own);
  *run = *other;
  memcpy(run->name, own, sizeof own);
  run->curves[0] = '\0'; /* each file is one run's */
  return LASH_OK;
}

/* An element that a run above leaves out comes back. */
static lash_status take_back(run_setup *run, const char *name, lash_error *error) {
  size_t kept = 0;
  for (size_t i = 0; i < run->withouts; i++) {
    if (strcmp(run->without[i].name, name) != 0) run->without[kept++] = run->without[i];
  }
  if (kept == run->withouts) {
    return lash_fail(error, LASH_BAD_INPUT, "with %s: it is not left out", name);
  }
  run->withouts = kept;
  return LASH_OK;
}

/* `NAME = FILE` */
static lash_status take_curves(run_list *list, const char *path, char *value, lash_error *error) {
  run_line line;
  size_t none = 0;
  const lash_status status = keep_line(&line, &none, 1, value, error);
  return status == LASH_OK ? run_list_add_curves(list, line.name, path, line.text, error) : status;
}

/* `ENGINE = STEP` */
static lash_status take_engine_step(run_setup *run, char *value, lash_error *error) {
  double step;
  char *equals = strchr(value, '=');
  const lash_status status = equals ? keep_number(&step, trimmed(equals + 1), error) : LASH_OK;
  if (status != LASH_OK) return status;
  return keep_line(run->engine_step, &run->engine_steps, RUN_ENGINES_MAX, value, error);
}

static lash_status setting(run_list *list, const char *path, const char *key, char *value,
                           lash_error *error) {
  if (strcmp(key, "curve") == 0) return take_curves(list, path, value, error);
  if (strcmp(key, "run") == 0) return begin_run(list, value, error);
  if (!list->count) return lash_fail(error, LASH_BAD_INPUT, "'run NAME' must come first");
  run_setup *run = &list->item[list->count - 1];
  if (strcmp(key, "like") == 0) return take_over(list, run, value, error);
  const struct {
    const char *key;
    run_line *to;
    size_t *count, room;
  } lines[] = {{"let", run->let, &run->lets, RUN_LETS_MAX},
               {"set", run->set, &run->sets, RUN_SETS_MAX},
               {"column", run->column, &run->columns, RUN_COLUMNS_MAX},
               {"spline", run->spline, &run->splines, RUN_SPLINES_MAX},
               {"take", run->take, &run->takes, RUN_SIGNALS_MAX},
               {"give", run->give, &run->gives, RUN_SIGNALS_MAX}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    if (strcmp(key, lines[i].key) == 0)
      return keep_line(lines[i].to, lines[i].count, lines[i].room, value, error);
  }
  if (strcmp(key, "engine_step") == 0) return take_engine_step(run, value, error);
  if (strcmp(key, "without") == 0) {
    if (run->withouts == RUN_WITHOUTS_MAX) {
      return lash_fail(error, LASH_BAD_INPUT, "more than %d are left out", RUN_WITHOUTS_MAX);
    }
    return keep_text(run->without[run->withouts++].name, RUN_NAME_MAX, value, error);
  }
  if (strcmp(key, "with") == 0) return take_back(run, value, error);
  if (strcmp(key, "analysis") == 0) {
    run->kinematics = strcmp(value, "kinematics") == 0;
    run->modes = strcmp(value, "modes") == 0;
    if (run->kinematics || run->modes || strcmp(value, "dynamics") == 0) return LASH_OK;
    return lash_fail(error, LASH_BAD_INPUT, "analysis is kinematics, modes or dynamics, not '%s'",
                     value);
  }
  if (strcmp(key, "audit") == 0) {
    static const char *const words[] = {
        [RUN_AUDIT_ON] = "on", [RUN_AUDIT_APART] = "apart", [RUN_AUDIT_OFF] = "off"};
    for (run_audit a = RUN_AUDIT_ON; a <= RUN_AUDIT_OFF; a++) {
      if (strcmp(value, words[a]) == 0) return run->audit = a, LASH_OK;
    }
    return lash_fail(error, LASH_BAD_INPUT, "audit is on, apart or off, not '%s'", value);
  }
  if (strcmp(key, "engine") == 0) {
    lash_equations_kind kind;
    if (lash_equations_find(value, &kind))
      return keep_text(run->engine, sizeof run->engine, value, error);
    return lash_fail(error, LASH_BAD_INPUT, "engine is cartesian, auto or compiled, not '%s'",
                     value);
  }
  if (strcmp(key, "baumgarte") == 0) return keep_pair(&run->alpha, &run->beta, value, error);
  const struct {
    const char *key;
    char *to;
    size_t size;
  } texts[] = {{"model", run->model, sizeof run->model},
               {"curves", run->curves, sizeof run->curves},
               {"ideal", run->ideal, sizeof run->ideal},
               {"integrator", run->integrator, sizeof run->integrator},
               {"host", run->host, sizeof run->host},
               {"partner", run->partner, sizeof run->partner},
               {"end", run->end, sizeof run->end}};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    if (strcmp(key, texts[i].key) == 0) return keep_text(texts[i].to, texts[i].size, value, error);
  }
  const struct {
    const char *key;
    size_t *to;
  } counts[] = {{"steps", &run->steps}, {"members", &run->members}, {"quick", &run->quick}};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    if (strcmp(key, counts[i].key) == 0) return keep_count(counts[i].to, value, error);
  }
  const struct {
    const char *key;
    double *to;
  } numbers[] = {{"error", &run->error},
                 {"step", &run->step},
                 {"hmax", &run->hmax},
                 {"radius", &run->radius},
                 {"exchange", &run->exchange}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (strcmp(key, numbers[i].key) == 0) return keep_number(numbers[i].to, value, error);
  }
  return lash_fail(error, LASH_BAD_INPUT, "'%s' is no setting of a run", key);
}

static lash_status take_line(run_list *list, const char *path, char *line, lash_error *error) {
  char *comment = strchr(line, '#');
  if (comment) *comment = '\0';
  char *key = trimmed(line);
  if (!*key) return LASH_OK;
  char *value = key;
  while (*value && !isspace((unsigned char)*value)) value++;
  if (*value) *value++ = '\0';
  value = trimmed(value);
  if (!*value) return lash_fail(error, LASH_BAD_INPUT, "'%s' has no value", key);
  return setting(list, path, key, value, error);
}

lash_status run_list_read(const char *path, run_list *list, lash_error *error) {
  *list = (run_list){0};
  FILE *file = fopen(path, "r");
  if (!file) return lash_fail(error, LASH_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
  char *line = NULL;
  size_t room = 0, number = 0;
  lash_status status = LASH_OK;
  while (status == LASH_OK && getline(&line, &room, file) >= 0) {
    number++;
    status = take_line(list, path, line, error);
    if (status != LASH_OK) lash_error_prefix(error, "%s:%zu", path, number);
  }
  free(line);
  fclose(file);
  if (status != LASH_OK) run_list_free(list);
  return status;
}

void run_list_free(run_list *list) {
  for (size_t i = 0; i < list->curves; i++) curve_set_free(&list->curve[i].set);
  free(list->curve);
  free(list->item);
  *list = (run_list){0};
}

bool run_counts_energy(const run_setup *s) {
  return s->audit == RUN_AUDIT_ON && !s->kinematics && !s->modes && !s->partner[0];
}

const run_setup *run_list_find(const run_list *list, const char *name) {
  for (size_t i = 0; i < list->count; i++) {
    if (strcmp(list->item[i].name, name) == 0) return &list->item[i];
  }
  return NULL;
}

lash_status run_setup_host(run_setup *setup, const char *host, lash_error *error) {
  return keep_text(setup->host, sizeof setup->host, host, error);
}

lash_status run_setup_set(run_setup *setup, const char *text, lash_error *error) {
  const char *equals = strchr(text, '=');
  if (!equals || setup->sets == RUN_SETS_MAX || strlen(equals) >= RUN_TEXT_MAX ||
      equals - text >= RUN_NAME_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "--set %s: STATEMENT/ID.ARG=VALUE is wanted", text);
  }
  run_line *line = &setup->set[setup->sets++];
  snprintf(line->name, sizeof line->name, "%.*s", (int)(equals - text), text);
  snprintf(line->text, sizeof line->text, "%s", equals + 1);
  return LASH_OK;
}
