/* The points of a sweep: parameters, the full grid, Latin hypercubes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_random.h"
#include "lash_sweep.h"

enum { POINTS_MAX = 10000000 };

/* -------------------------------------------------------------------------------------- reading */

static lash_status wrong(const char *text, const char *why, lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT,
                   "--vary %s: %s; write NAME=FROM:TO:COUNT, NAME=FROM:TO:COUNT:log or "
                   "NAME=VALUE,VALUE,…",
                   text, why);
}

/* Pieces of a text between separators, copied into `room` places; returns how many there are. */
static size_t split(const char *text, char separator, char (*piece)[LASH_WORD_MAX], size_t room) {
  size_t count = 0;
  for (;;) {
    const char *end = strchr(text, separator);
    const size_t length = end ? (size_t)(end - text) : strlen(text);
    if (count < room) snprintf(piece[count], LASH_WORD_MAX, "%.*s", (int)length, text);
    count++;
    if (!end) return count;
    text = end + 1;
  }
}

static lash_status read_range(lash_parameter *p, const char *text, const char *values,
                              lash_error *error) {
  enum { FROM, TO, COUNT, SCALE, PIECES };
  char piece[PIECES][LASH_WORD_MAX];
  size_t pieces = split(values, ':', piece, PIECES);
  if (pieces > PIECES) return wrong(text, "too many colons", error);
  p->ranged = true;
  if (pieces > COUNT && strcmp(piece[pieces - 1], "log") == 0) {
    p->logarithmic = true;
    pieces--;
  }
  if (pieces == PIECES) return wrong(text, "the fourth piece can only be 'log'", error);
  double count = 0;
  if (!lash_parse_number(piece[FROM], &p->low) || !lash_parse_number(piece[TO], &p->high)) {
    return wrong(text, "FROM and TO must be numbers", error);
  }
  if (pieces > COUNT &&
      (!lash_parse_number(piece[COUNT], &count) || count < 1 || count > POINTS_MAX ||
       count != floor(count) || (count == 1 && p->low != p->high))) {
    return wrong(text, "COUNT must be a whole number, at least 2", error);
  }
  if (p->logarithmic && !(p->low > 0 && p->high > 0)) {
    return wrong(text, "a logarithmic range needs numbers above zero", error);
  }
  p->count = (size_t)count;
  return LASH_OK;
}

static lash_status read_list(lash_parameter *p, const char *text, const char *values,
                             lash_error *error) {
  p->count = split(values, ',', NULL, 0);
  p->word = calloc(p->count, sizeof *p->word);
  if (!p->word) return lash_fail(error, LASH_FAILURE, "out of memory");
  split(values, ',', p->word, p->count);
  for (size_t i = 0; i < p->count; i++) {
    double number;
    if (!p->word[i][0]) return wrong(text, "a value is empty", error);
    if (!p->target && !lash_parse_number(p->word[i], &number)) {
      return wrong(text, "a name for ${…} takes numbers", error);
    }
  }
  return LASH_OK;
}

lash_status lash_plan_add(lash_plan *plan, const char *text, lash_error *error) {
  if (plan->parameters == LASH_PARAMETERS_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "more than %d --vary", LASH_PARAMETERS_MAX);
  }
  lash_parameter *p = &plan->parameter[plan->parameters];
  const char *equals = strchr(text, '=');
  *p = (lash_parameter){0};
  const size_t length = equals ? (size_t)(equals - text) : 0;
  if (length == 0 || length >= sizeof p->name) return wrong(text, "no name", error);
  snprintf(p->name, sizeof p->name, "%.*s", (int)length, text);
  p->target = strpbrk(p->name, "/.") != NULL;
  for (size_t i = 0; i < plan->parameters; i++) {
    if (strcmp(plan->parameter[i].name, p->name) == 0) return wrong(text, "given twice", error);
  }
  plan->parameters++;
  return strchr(equals, ':') ? read_range(p, text, equals + 1, error)
                             : read_list(p, text, equals + 1, error);
}

/* -------------------------------------------------------------------------------- the hypercube */

/* Each of n equal strata of every parameter holds one point, at a place drawn inside it; which
 * strata go together is drawn too. */
static lash_status fill_hypercube(lash_plan *plan, size_t n, uint64_t seed, lash_error *error) {
  const size_t width = plan->parameters;
  plan->sample = malloc((n * width + 1) * sizeof *plan->sample);
  if (!plan->sample) return lash_fail(error, LASH_FAILURE, "out of memory for %zu points", n);
  for (size_t k = 0; k < width; k++) {
    uint64_t state = seed * 0xD1342543DE82EF95u + k;
    for (size_t i = 0; i < n; i++) plan->sample[i * width + k] = (double)i;
    for (size_t i = n - 1; i > 0; i--) { /* Fisher and Yates */
      const size_t j = (size_t)(splitmix64(&state) % (i + 1));
      double *a = &plan->sample[i * width + k], *b = &plan->sample[j * width + k];
      const double swap = *a;
      *a = *b;
      *b = swap;
    }
    for (size_t i = 0; i < n; i++) {
      double *at = &plan->sample[i * width + k];
      *at = (*at + splitmix64_unit(&state)) / (double)n;
    }
  }
  plan->points = n;
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- settling */

static bool in_sets(const char *name, const lash_texts_list *sets) {
  for (size_t i = 0; i < sets->count; i++) {
    if (lash_mentions(sets->item[i], name)) return true;
  }
  return false;
}

static bool in_formula(const char *name, const char *formula) {
  char text[LASH_STUDY_TEXT_MAX];
  snprintf(text, sizeof text, "${%s}", formula ? formula : "");
  return lash_mentions(text, name);
}

static bool is_used(const char *name, const lash_study *study) {
  for (size_t i = 0; i < study->measures.count; i++) {
    if (in_formula(name, study->measures.item[i].time)) return true;
  }
  return in_sets(name, &study->sets) || in_sets(name, &study->ideal_sets) ||
         in_formula(name, study->end_formula) || in_formula(name, study->from_formula) ||
         in_formula(name, study->output_formula);
}

static lash_status check_names(const lash_plan *plan, const lash_study *study, lash_error *error) {
  for (size_t k = 0; k < plan->parameters; k++) {
    const lash_parameter *p = &plan->parameter[k];
    if (p->target || is_used(p->name, study)) continue;
    return lash_fail(error, LASH_BAD_INPUT,
                     "--vary %s: no --set uses ${%s}; name a target (STATEMENT/ID.ARG) or use it",
                     plan->parameter[k].name, plan->parameter[k].name);
  }
  return LASH_OK;
}

lash_status lash_plan_finish(lash_plan *plan, const lash_study *study, size_t hypercube,
                             uint64_t seed, lash_error *error) {
  lash_status status = check_names(plan, study, error);
  if (status != LASH_OK) return status;
  if (hypercube > POINTS_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "more than %d points", POINTS_MAX);
  }
  if (hypercube > 0) return fill_hypercube(plan, hypercube, seed, error);
  plan->points = 1;
  for (size_t k = 0; k < plan->parameters; k++) {
    const lash_parameter *p = &plan->parameter[k];
    if (p->count == 0) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "--vary %s: how many values? Write FROM:TO:COUNT, or --lhs N", p->name);
    }
    if (plan->points > POINTS_MAX / p->count) {
      return lash_fail(error, LASH_BAD_INPUT, "more than %d points; --lhs N takes fewer",
                       POINTS_MAX);
    }
    plan->points *= p->count;
  }
  return LASH_OK;
}

void lash_plan_free(lash_plan *plan) {
  for (size_t k = 0; k < plan->parameters; k++) free(plan->parameter[k].word);
  free(plan->sample);
  *plan = (lash_plan){0};
}

/* --------------------------------------------------------------------------------------- points */

/* Fifteen digits, so that a grid over 0.1:0.5:5 has 0.3 and not 0.30000000000000004; more only for
 * an end that was given with more. */
static void write_number(double value, bool end, char text[LASH_WORD_MAX]) {
  snprintf(text, LASH_WORD_MAX, "%.15g", value);
  if (end && lash_read_number(text, NULL) != value) snprintf(text, LASH_WORD_MAX, "%.17g", value);
}

static double between(const lash_parameter *p, double part) {
  if (part <= 0) return p->low;
  if (part >= 1) return p->high;
  return p->logarithmic ? p->low * pow(p->high / p->low, part) : p->low + part * (p->high - p->low);
}

static size_t grid_index(const lash_plan *plan, size_t point, size_t parameter) {
  for (size_t k = plan->parameters; k-- > parameter + 1;) point /= plan->parameter[k].count;
  return point % plan->parameter[parameter].count;
}

void lash_plan_value(const lash_plan *plan, size_t point, size_t parameter,
                     char text[LASH_WORD_MAX], double *number) {
  const lash_parameter *p = &plan->parameter[parameter];
  const double part = plan->sample ? plan->sample[point * plan->parameters + parameter] : 0;
  const size_t index =
      plan->sample ? (size_t)(part * (double)p->count) : grid_index(plan, point, parameter);
  if (p->word) {
    snprintf(text, LASH_WORD_MAX, "%s", p->word[index]);
  } else {
    const double last = p->count > 1 ? (double)(p->count - 1) : 1;
    const double place = plan->sample ? part : (double)index / last;
    write_number(between(p, place), place <= 0 || place >= 1, text);
  }
  if (number && !lash_parse_number(text, number)) *number = NAN;
}

void lash_plan_settle(const lash_plan *plan, size_t point, lash_point_settings *s) {
  s->names = (lash_names){s->name, s->number, 0};
  s->more.count = 0;
  for (size_t k = 0; k < plan->parameters; k++) {
    const lash_parameter *p = &plan->parameter[k];
    char word[LASH_WORD_MAX];
    lash_plan_value(plan, point, k, word, &s->number[s->names.count]);
    if (p->target) {
      snprintf(s->text[k], sizeof s->text[k], "%s=%s", p->name, word);
      s->more.item[s->more.count++] = s->text[k];
    } else {
      s->name[s->names.count++] = p->name;
    }
  }
}

lash_status lash_plan_point(const lash_plan *plan, const lash_study *study, size_t point,
                            double *values, lash_error *error) {
  lash_point_settings s;
  lash_plan_settle(plan, point, &s);
  return lash_study_point(study, &s.names, &s.more, values, NULL, error);
}

lash_status lash_plan_try(const lash_plan *plan, const lash_study *study, size_t point,
                          lash_error *error) {
  lash_point_settings s;
  lash_plan_settle(plan, point, &s);
  return lash_study_try(study, &s.names, &s.more, error);
}

lash_status lash_plan_check(const lash_plan *plan, const lash_study *study, lash_error *error) {
  enum { TRIED = 64 };
  lash_error first = {0};
  const size_t stride = plan->points / TRIED + 1;
  for (size_t i = 0; i < plan->points; i += stride) {
    lash_point_settings s;
    lash_plan_settle(plan, i, &s);
    const lash_status status = lash_study_check(study, &s.names, &s.more, error);
    if (status == LASH_OK) return LASH_OK;
    if (i == 0) first = *error;
  }
  *error = first;
  return first.status;
}
