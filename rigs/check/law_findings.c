/* Findings, and the exchange of units. */
#include "law_findings.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------ findings */

static lash_law_finding *add(lash_law_findings *f, const char *what) {
  static lash_law_finding none;
  if (f->count == 0) f->met = true;
  if (f->count == LASH_LAW_FINDINGS_MAX) return &none;
  lash_law_finding *item = &f->item[f->count++];
  *item = (lash_law_finding){.what = what, .worst = NAN, .limit = NAN};
  return item;
}

void law_demand(lash_law_findings *f, const char *what, double worst, double limit,
                const char *format, ...) {
  lash_law_finding *item = add(f, what);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(item->words, sizeof item->words, format, arguments);
  va_end(arguments);
  item->worst = worst;
  item->limit = limit;
  item->verdict = worst <= limit ? LASH_LAW_MET : LASH_LAW_NOT_MET;
  if (item->verdict == LASH_LAW_NOT_MET) f->met = false;
}

void law_tell(lash_law_findings *f, const char *what, const char *format, ...) {
  lash_law_finding *item = add(f, what);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(item->words, sizeof item->words, format, arguments);
  va_end(arguments);
  item->verdict = LASH_LAW_TOLD;
}

/* --------------------------------------------------------------------------------------- units */

static const struct {
  const char *name;
  law_unit unit;
} known_units[] = {{"N", {1, 1, -2}},  {"Pa", {1, -1, -2}}, {"kg", {1, 0, 0}}, {"m", {0, 1, 0}},
                   {"s", {0, 0, 1}},   {"J", {1, 2, -2}},   {"W", {1, 2, -3}}, {"Hz", {0, 0, -1}},
                   {"rad", {0, 0, 0}}, {"1", {0, 0, 0}}};

/* One term of an exponent: a number or a parameter's name. */
static bool read_term(const char **at, const lash_params *params, double *value) {
  const char *end = *at;
  if (isdigit((unsigned char)*end) || *end == '.') {
    *value = lash_read_number(*at, &end);
  } else {
    char name[32];
    while (isalnum((unsigned char)*end) || *end == '_') end++;
    size_t length = (size_t)(end - *at);
    if (length == 0 || length >= sizeof name) return false;
    memcpy(name, *at, length);
    name[length] = '\0';
    *value = lash_params_get(params, name);
  }
  *at = end;
  return isfinite(*value);
}

/* "1.5", "n", "-1", "(m2+m3)". */
static bool read_exponent(const char **at, const lash_params *params, double *value) {
  bool bracket = **at == '(', good;
  double sign = 1, term;
  if (bracket) ++*at;
  if (**at == '-') sign = -1, ++*at;
  good = read_term(at, params, value);
  *value *= sign;
  while (good && bracket && (**at == '+' || **at == '-')) {
    sign = **at == '+' ? 1 : -1;
    ++*at;
    good = read_term(at, params, &term);
    *value += sign * term;
  }
  if (bracket && good) good = *(*at)++ == ')';
  return good;
}

law_unit_reading law_unit_read(const char *text, const lash_params *params, law_unit *unit) {
  double side = 1;
  *unit = (law_unit){0};
  for (const char *at = text; *at;) {
    if (*at == ' ' || *at == '*') {
      at++;
      continue;
    }
    if (*at == '/') {
      side = -1;
      at++;
      continue;
    }
    const char *end = at;
    while (isalnum((unsigned char)*end)) end++;
    size_t k = 0, count = sizeof known_units / sizeof known_units[0];
    while (k < count && (strlen(known_units[k].name) != (size_t)(end - at) ||
                         strncmp(known_units[k].name, at, (size_t)(end - at)) != 0))
      k++;
    if (k == count) return LAW_UNIT_STRANGE;
    double power = 1;
    at = end;
    if (*at == '^') {
      at++;
      if (!read_exponent(&at, params, &power)) return LAW_UNIT_OPEN;
    }
    unit->kg += side * power * known_units[k].unit.kg;
    unit->m += side * power * known_units[k].unit.m;
    unit->s += side * power * known_units[k].unit.s;
  }
  return LAW_UNIT_READ;
}

double law_unit_factor(law_unit unit) {
  return pow(0.6, unit.kg) * pow(1.7, unit.m) * pow(1.3, unit.s);
}

bool law_units_known(const lash_params *params, lash_law_findings *f) {
  for (size_t i = 0; i < params->count; i++) {
    const lash_param *p = &params->table[i];
    law_unit unit;
    if (p->choices || isnan(params->value[i])) continue;
    if (law_unit_read(p->unit, params, &unit) != LAW_UNIT_STRANGE) continue;
    law_demand(f, "units", INFINITY, 0,
               "'%.60s' of %.40s is not made of the units N, Pa, kg, m, s, J, W, Hz, rad and 1",
               p->unit, p->name);
    return false;
  }
  return true;
}

bool law_units_exchange(const lash_params *from,
                        lash_status (*set)(void *law, const char *name, double value,
                                           lash_error *error),
                        void *law, const char **trouble) {
  for (size_t i = 0; i < from->count; i++) {
    const lash_param *p = &from->table[i];
    law_unit unit;
    *trouble = p->unit;
    if (p->choices || isnan(from->value[i])) continue;
    if (law_unit_read(p->unit, from, &unit) != LAW_UNIT_READ) return false;
    double factor = law_unit_factor(unit);
    if (factor != 1 && set(law, p->name, from->value[i] * factor, NULL) != LASH_OK) return false;
  }
  return true;
}

void law_units_stuck(lash_law_findings *f, const char *trouble) {
  law_tell(f, "units", "could not be exchanged: '%.40s' is not understood or not taken", trouble);
}

void law_units_differ(lash_law_findings *f, double worst) {
  law_demand(f, "units", worst, 1e-9,
             "in other units of length, mass and time the force differs by %.1e: the parameters' "
             "units and the formula %s",
             worst, worst <= 1e-9 ? "agree" : "do not agree");
}
