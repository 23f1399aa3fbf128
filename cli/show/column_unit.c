#include "column_unit.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "lash_measures.h"

/* ---------------------------------------------------------------------------------------- signs */

static const char *const signs[][2] = {
    {"METER", "m"},         {"KILOMETER", "km"},   {"CENTIMETER", "cm"},  {"MILLIMETER", "mm"},
    {"MICROMETER", "µm"},   {"NANOMETER", "nm"},   {"INCH", "in"},        {"FOOT", "ft"},
    {"SECOND", "s"},        {"MILLISECOND", "ms"}, {"MICROSECOND", "µs"}, {"NANOSECOND", "ns"},
    {"MINUTE", "min"},      {"HOUR", "h"},         {"NEWTON", "N"},       {"KNEWTON", "kN"},
    {"KILONEWTON", "kN"},   {"MEGANEWTON", "MN"},  {"MILLINEWTON", "mN"}, {"DYNE", "dyn"},
    {"POUND_FORCE", "lbf"}, {"KILOGRAM", "kg"},    {"GRAM", "g"},         {"TONNE", "t"},
    {"POUND_MASS", "lb"}};

static const char *sign_of(const char *name) {
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
    if (strcasecmp(signs[i][0], name) == 0) return signs[i][1];
  }
  return name;
}

void dataset_unit(const lash_model *model, const char *form, char *unit, size_t size) {
  const lash_units *u = &model->units;
  const struct {
    const char *word, *name;
  } quantities[] = {
      {"length", u->length}, {"time", u->time}, {"force", u->force}, {"mass", u->mass}};
  size_t used = 0;
  unit[0] = '\0';
  while (*form && used + 1 < size) {
    const size_t length = strspn(form, "abcdefghijklmnopqrstuvwxyz");
    const char *word = NULL;
    for (size_t i = 0; length && i < 4; i++) {
      if (strlen(quantities[i].word) != length || strncmp(form, quantities[i].word, length) != 0)
        continue;
      if (!quantities[i].name) { /* a dataset without units: better none than a guess */
        unit[0] = '\0';
        return;
      }
      word = sign_of(quantities[i].name);
    }
    if (word)
      used += (size_t)snprintf(unit + used, size - used, "%s", word);
    else if (length)
      used += (size_t)snprintf(unit + used, size - used, "%.*s", (int)length, form);
    else if (*form == '*')
      used += (size_t)snprintf(unit + used, size - used, " ");
    else
      used += (size_t)snprintf(unit + used, size - used, "%c", *form);
    form += length ? length : 1;
  }
}

/* -------------------------------------------------------------------------------------- columns */

static const char *force_form(int component) {
  return component >= 1 && component <= 4   ? "force"
         : component >= 5 && component <= 8 ? "force*length"
                                            : "";
}

static const char *function_form(const char *name, const int *argument, size_t arguments) {
  const int kind = lash_measure_find(name);
  if (kind < 0) return "";
  static const char *const forms[LASH_FORM_ASKED + 1] = {[LASH_FORM_SEPARATION] = "length",
                                                         [LASH_FORM_VELOCITY] = "length/time",
                                                         [LASH_FORM_APPROACH] = "length/time",
                                                         [LASH_FORM_ACCELERATION] = "length/time²",
                                                         [LASH_FORM_ANGLE] = "rad",
                                                         [LASH_FORM_SPIN] = "rad/time",
                                                         [LASH_FORM_SPIN_RATE] = "rad/time²"};
  const lash_measure_row *row = &lash_measure_table[kind];
  if (row->form == LASH_FORM_BETWEEN) return force_form(row->pick);
  if (row->form == LASH_FORM_ELEMENT) return arguments > 2 ? force_form(argument[2]) : "";
  return forms[row->form] ? forms[row->form] : "";
}

/* "DX(41, 11)" and nothing else. */
static const char *expression_form(const char *text) {
  char name[24] = "";
  int argument[4] = {0}, read = 0;
  if (!text || sscanf(text, " %23[A-Za-z] (%n", name, &read) != 1 || !read) return "";
  size_t count = 0;
  const char *at = text + read;
  for (int length = 0; count < 4 && sscanf(at, " %d %n", &argument[count], &length) == 1; at++) {
    count++;
    at += length;
    if (*at != ',') break;
  }
  if (*at != ')') return "";
  for (at++; isspace((unsigned char)*at);) at++;
  return *at ? "" : function_form(name, argument, count);
}

static const char *request_form(const lash_request *r, int place) {
  const bool turning = place > 4;
  switch (r->type) {
    case LASH_REQUEST_DISPLACEMENT:
      return turning ? "rad" : place < 4 ? "length" : "";
    case LASH_REQUEST_VELOCITY:
      return place >= 4 ? "rad/time" : "length/time";
    case LASH_REQUEST_ACCELERATION:
      return place >= 4 ? "rad/time²" : "length/time²";
    case LASH_REQUEST_FORCE:
      return force_form(place + 1);
    case LASH_REQUEST_EXPRESSIONS:
      return expression_form(r->f[place].text);
    default:
      return "";
  }
}

static void column_unit(const lash_model *model, const lash_column *column, char *unit,
                        size_t size) {
  const char *form = "";
  if (column->request) {
    const int at = lash_model_find(model, LASH_KIND_REQUEST, column->request);
    if (at >= 0 && column->place >= 0 && column->place < LASH_REQUEST_COLUMNS)
      form = request_form(&model->request.item[at], column->place);
  } else {
    form = function_form(column->function, column->argument, column->arguments);
  }
  dataset_unit(model, form, unit, size);
}

/* The last word of a heading, PART_2_ACCX, says what it is. */
static const char *part_form(const char *heading) {
  static const struct {
    const char *begin, *form;
  } rows[] = {{"ACC", "length/time²"}, {"WD", "rad/time²"},  {"PSI", "rad"},    {"THETA", "rad"},
              {"PHI", "rad"},          {"V", "length/time"}, {"W", "rad/time"}, {"X", "length"},
              {"Y", "length"},         {"Z", "length"}};
  const char *last = strrchr(heading, '_');
  for (size_t i = 0; last && i < sizeof rows / sizeof rows[0]; i++) {
    if (strncmp(last + 1, rows[i].begin, strlen(rows[i].begin)) == 0) return rows[i].form;
  }
  return "";
}

void unit_of_column(const lash_model *model, const char *table, const char *heading, size_t place,
                    char *unit, size_t size) {
  lash_column column = {.place = (int)place - 1};
  const char *form = "";
  if (place == 0 && strcmp(heading, "time") == 0)
    form = "time";
  else if (sscanf(table, "request_%d.csv", &column.request) == 1 && place > 0) {
    column_unit(model, &column, unit, size);
    return;
  } else if (strcmp(table, "parts.csv") == 0)
    form = part_form(heading);
  else if (strcmp(table, "forces.csv") == 0)
    form = strrchr(heading, '_') && strrchr(heading, '_')[1] == 'T' ? "force*length" : "force";
  else if (strcmp(table, "energy.csv") == 0)
    form = "force*length";
  dataset_unit(model, form, unit, size);
}

axis column_axis(const lash_model *model, const lash_column *column) {
  char unit[48];
  column_unit(model, column, unit, sizeof unit);
  return axis_with(column->text, unit);
}

axis dataset_axis(const lash_model *model, const char *name, const char *form) {
  char unit[48];
  dataset_unit(model, form, unit, sizeof unit);
  return axis_with(name, unit);
}
