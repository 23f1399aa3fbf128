/* Units in short, as they stand behind a name: "mm", "N", "m/s^2". */
#include <stdio.h>
#include <string.h>

#include "lash_model.h"

static const struct {
  const char *name, *symbol;
} symbols[] = {{"NEWTON", "N"},
               {"KNEWTON", "kN"},
               {"MEGANEWTON", "MN"},
               {"CENTINEWTON", "cN"},
               {"MILLINEWTON", "mN"},
               {"MICRONEWTON", "uN"},
               {"NANONEWTON", "nN"},
               {"DYNE", "dyn"},
               {"KILOGRAM_FORCE", "kgf"},
               {"POUND_FORCE", "lbf"},
               {"KPOUND_FORCE", "klbf"},
               {"OUNCE_FORCE", "ozf"},
               {"POUNDAL", "pdl"},
               {"KILOGRAM", "kg"},
               {"GRAM", "g"},
               {"MILLIGRAM", "mg"},
               {"MICROGRAM", "ug"},
               {"NANOGRAM", "ng"},
               {"TONNE", "t"},
               {"MEGAGRAM", "Mg"},
               {"POUND_MASS", "lb"},
               {"KPOUND_MASS", "klb"},
               {"OUNCE_MASS", "oz"},
               {"METER", "m"},
               {"KILOMETER", "km"},
               {"CENTIMETER", "cm"},
               {"MILLIMETER", "mm"},
               {"MICROMETER", "um"},
               {"NANOMETER", "nm"},
               {"INCH", "in"},
               {"FOOT", "ft"},
               {"YARD", "yd"},
               {"MILE", "mi"},
               {"SECOND", "s"},
               {"MILLISECOND", "ms"},
               {"MICROSECOND", "us"},
               {"NANOSECOND", "ns"},
               {"MINUTE", "min"},
               {"HOUR", "h"},
               {"DAY", "d"}};

/* The name itself where there is no shorter one. */
static const char *symbol_of(const char *name) {
  for (size_t i = 0; name && i < sizeof symbols / sizeof *symbols; i++)
    if (strcmp(symbols[i].name, name) == 0) return symbols[i].symbol;
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
