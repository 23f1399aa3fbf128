/* Units that are known; and in short, as they stand behind a name: "mm", "N", "m/s^2". */
#include <stdio.h>
#include <string.h>

#include "unit_rows.h"

/* International definitions: inch 0.0254 m, pound 0.45359237 kg, standard gravity 9.80665 m/s^2. */
#define POUND   0.45359237
#define GRAVITY 9.80665

const unit_row unit_rows[] = {{'F', "NEWTON", "N", 1},
                              {'F', "KNEWTON", "kN", 1e3},
                              {'F', "MEGANEWTON", "MN", 1e6},
                              {'F', "CENTINEWTON", "cN", 1e-2},
                              {'F', "MILLINEWTON", "mN", 1e-3},
                              {'F', "MICRONEWTON", "uN", 1e-6},
                              {'F', "NANONEWTON", "nN", 1e-9},
                              {'F', "DYNE", "dyn", 1e-5},
                              {'F', "KILOGRAM_FORCE", "kgf", GRAVITY},
                              {'F', "POUND_FORCE", "lbf", POUND *GRAVITY},
                              {'F', "KPOUND_FORCE", "klbf", 1e3 * POUND *GRAVITY},
                              {'F', "OUNCE_FORCE", "ozf", POUND *GRAVITY / 16},
                              {'F', "POUNDAL", "pdl", POUND * 0.3048},
                              {'M', "KILOGRAM", "kg", 1},
                              {'M', "GRAM", "g", 1e-3},
                              {'M', "MILLIGRAM", "mg", 1e-6},
                              {'M', "MICROGRAM", "ug", 1e-9},
                              {'M', "NANOGRAM", "ng", 1e-12},
                              {'M', "TONNE", "t", 1e3},
                              {'M', "MEGAGRAM", "Mg", 1e3},
                              {'M', "POUND_MASS", "lb", POUND},
                              {'M', "KPOUND_MASS", "klb", 1e3 * POUND},
                              {'M', "OUNCE_MASS", "oz", POUND / 16},
                              {'M', "SLUG", NULL, POUND *GRAVITY / 0.3048},
                              {'M', "SLINCH", NULL, POUND *GRAVITY / 0.0254},
                              {'M', "US_TON", NULL, 2000 * POUND},
                              {'L', "METER", "m", 1},
                              {'L', "KILOMETER", "km", 1e3},
                              {'L', "CENTIMETER", "cm", 1e-2},
                              {'L', "MILLIMETER", "mm", 1e-3},
                              {'L', "MICROMETER", "um", 1e-6},
                              {'L', "NANOMETER", "nm", 1e-9},
                              {'L', "ANGSTROM", NULL, 1e-10},
                              {'L', "INCH", "in", 0.0254},
                              {'L', "FOOT", "ft", 0.3048},
                              {'L', "YARD", "yd", 0.9144},
                              {'L', "MILE", "mi", 1609.344},
                              {'L', "MIL", NULL, 0.0254e-3},
                              {'L', "MICROINCH", NULL, 0.0254e-6},
                              {'T', "SECOND", "s", 1},
                              {'T', "MILLISECOND", "ms", 1e-3},
                              {'T', "MICROSECOND", "us", 1e-6},
                              {'T', "NANOSECOND", "ns", 1e-9},
                              {'T', "MINUTE", "min", 60},
                              {'T', "HOUR", "h", 3600},
                              {'T', "DAY", "d", 86400}};
const size_t unit_row_count = sizeof unit_rows / sizeof *unit_rows;

/* The name itself where there is no shorter one. */
static const char *symbol_of(const char *name) {
  for (size_t i = 0; name && i < unit_row_count; i++)
    if (unit_rows[i].symbol && strcmp(unit_rows[i].name, name) == 0) return unit_rows[i].symbol;
  return name;
}

/* The unit that a letter stands for; NULL when the dataset does not give it, "" for other signs. */
static const char *word_of(const lash_units *units, char letter) {
  switch (letter) {
    case 'L':
      return symbol_of(units->length);
    case 'T':
      return symbol_of(units->time);
    case 'F':
      return symbol_of(units->force);
    case 'M':
      return symbol_of(units->mass);
    case 'A':
      return "rad";
    default:
      return "";
  }
}

const char *lash_unit_text(const lash_units *units, const char *form, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  if (strcmp(form, "E") == 0) {
    lash_unit_text(units, "F L", text, size);
    if (strcmp(text, "N m") == 0) snprintf(text, size, "J");
    return text;
  }
  for (; *form && used + 1 < size; form++) {
    const char *word = word_of(units, *form);
    if (!word) {
      text[0] = '\0';
      return text;
    }
    const int added = *word ? snprintf(text + used, size - used, "%s", word)
                            : snprintf(text + used, size - used, "%c", *form);
    used += (size_t)added;
  }
  return text;
}

/* Dimensions of a request's two halves, magnitude and three components each. */
const char *lash_request_unit(const lash_request *request, size_t k) {
  static const char *const forms[][2] = {[LASH_REQUEST_DISPLACEMENT] = {"L", "A"},
                                         [LASH_REQUEST_VELOCITY] = {"L/T", "A/T"},
                                         [LASH_REQUEST_ACCELERATION] = {"L/T^2", "A/T^2"},
                                         [LASH_REQUEST_FORCE] = {"F", "F L"}};
  const bool known =
      request && request->type >= LASH_REQUEST_DISPLACEMENT && request->type <= LASH_REQUEST_FORCE;
  return known ? forms[request->type][k / 4] : "";
}
