#include "axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- headings */

/* Units as they stand behind an underscore: "v_m_s", "a_m_s2". */
static const char *const units_of_names[][2] = {
    {"m", "m"},     {"mm", "mm"},     {"um", "µm"},   {"s", "s"},    {"ms", "ms"},
    {"s2", "s²"},   {"N", "N"},       {"kN", "kN"},   {"Nm", "N m"}, {"J", "J"},
    {"W", "W"},     {"Pa", "Pa"},     {"MPa", "MPa"}, {"kg", "kg"},  {"rad", "rad"},
    {"deg", "deg"}, {"rpm", "r/min"}, {"Hz", "Hz"},   {"1", "1"}};

static const char *unit_named(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof units_of_names / sizeof units_of_names[0]; i++) {
    const char *known = units_of_names[i][0];
    if (strlen(known) == length && strncmp(known, name, length) == 0) return units_of_names[i][1];
  }
  return NULL;
}

/* Words between underscores that are units all, joined by "/". */
static bool unit_from_words(const char *words, char *unit, size_t size) {
  unit[0] = '\0';
  for (const char *at = words;; at++) {
    const size_t length = strcspn(at, "_"), used = strlen(unit);
    const char *known = unit_named(at, length);
    if (!known) return false;
    snprintf(unit + used, size - used, "%s%s", used ? "/" : "", known);
    at += length;
    if (!*at) return true;
  }
}

axis axis_with(const char *name, const char *unit) {
  axis a = {.low = INFINITY, .high = -INFINITY, .factor = 1};
  snprintf(a.name, sizeof a.name, "%s", name);
  snprintf(a.unit, sizeof a.unit, "%s", unit ? unit : "");
  return a;
}

/* "mm/s^2", as tables of plain letters have it, is "mm/s²". */
static void raise_powers(char *unit, size_t size) {
  for (char *at; (at = strstr(unit, "^2"));) { /* both spellings have two bytes */
    if ((size_t)(at - unit) + 2 >= size) return;
    memcpy(at, "²", 2);
  }
}

axis axis_of(const char *heading) {
  const size_t length = strlen(heading);
  const char last = length ? heading[length - 1] : '\0';
  axis a = axis_with(heading, "");
  if (last == ')' || last == ']') {
    const char *open = strrchr(heading, last == ')' ? '(' : '[');
    if (open && open > heading && open[-1] == ' ' && (size_t)(open - heading) < sizeof a.name) {
      a.name[open - heading - 1] = '\0';
      snprintf(a.unit, sizeof a.unit, "%.*s", (int)(length - (size_t)(open - heading) - 2),
               open + 1);
      raise_powers(a.unit, sizeof a.unit);
    }
    return a;
  }
  for (const char *at = strchr(heading, '_'); at; at = strchr(at + 1, '_')) {
    if (at == heading || !unit_from_words(at + 1, a.unit, sizeof a.unit)) continue;
    if ((size_t)(at - heading) < sizeof a.name) a.name[at - heading] = '\0';
    return a;
  }
  a.unit[0] = '\0';
  return a;
}

/* -----------------------------------------------------------------------------------------
 * prefixes
 */

typedef struct prefix {
  const char *sign;
  int exponent;
} prefix;

static const prefix prefixes[] = {{"p", -12}, {"n", -9}, {"µ", -6}, {"m", -3},
                                  {"", 0},    {"k", 3},  {"M", 6},  {"G", 9}};
static const prefix also_read[] = {{"u", -6}, {"c", -2}, {"d", -1}};
enum {
  PREFIXES = sizeof prefixes / sizeof prefixes[0],
  ALSO = sizeof also_read / sizeof also_read[0]
};

/* Units that take prefixes, and the greatest that is usual. */
static const struct {
  const char *sign;
  int greatest;
} bases[] = {{"m", 3}, {"s", 0},  {"g", 3},  {"N", 9},   {"J", 9},
             {"W", 9}, {"Pa", 9}, {"Hz", 9}, {"rad", 3}, {"V", 3}};

typedef struct parsed {
  int exponent;     /* of the prefix it has */
  const char *base; /* NULL: takes none */
  int greatest;
  const char *rest; /* "/s²" */
} parsed;

static parsed parse_with(const char *unit, size_t length, prefix p) {
  const size_t n = strlen(p.sign);
  if (n < length && strncmp(unit, p.sign, n) == 0) {
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
      if (strlen(bases[i].sign) == length - n && strncmp(unit + n, bases[i].sign, length - n) == 0)
        return (parsed){p.exponent, bases[i].sign, bases[i].greatest, unit + length};
    }
  }
  return (parsed){0, NULL, 0, NULL};
}

/* The first factor of a unit takes the prefix, unless it is squared: a mm² is not a thousandth. */
static parsed parse_unit(const char *unit) {
  const size_t length = strcspn(unit, "/ *^23456789-");
  const char *rest = unit + length;
  if (*rest && !strchr("/ *", *rest)) return (parsed){0, NULL, 0, NULL};
  for (size_t i = 0; i < PREFIXES + ALSO; i++) {
    const parsed p = parse_with(unit, length, i < PREFIXES ? prefixes[i] : also_read[i - PREFIXES]);
    if (p.base) return p;
  }
  return (parsed){0, NULL, 0, NULL};
}

static const prefix *prefix_for(const parsed *p, double size) {
  const prefix *chosen = NULL;
  for (size_t i = 0; i < PREFIXES; i++) {
    if (prefixes[i].exponent > p->greatest) continue;
    if (!chosen || size >= pow(10, prefixes[i].exponent)) chosen = &prefixes[i];
  }
  return chosen;
}

/* Ten to a power in characters of their own, since plots know no markup: 10⁻⁶. */
static void write_power(int exponent, char *text, size_t size) {
  static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char plain[16];
  snprintf(plain, sizeof plain, "%d", exponent);
  snprintf(text, size, "10");
  for (const char *p = plain; *p; p++) {
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", *p == '-' ? "⁻" : digit[*p - '0']);
  }
}

void axis_see(axis *a, double value) {
  if (!isfinite(value)) return;
  a->low = fmin(a->low, value);
  a->high = fmax(a->high, value);
}

/* "name (unit)"; what has no name of its own is its unit. */
static void write_label(axis *a, const char *sign, const char *base, const char *rest) {
  if (a->name[0])
    snprintf(a->label, sizeof a->label, "%s (%s%s%s)", a->name, sign, base, rest);
  else
    snprintf(a->label, sizeof a->label, "%s%s%s", sign, base, rest);
}

static void fit_power(axis *a, double size) {
  char power[48] = "";
  const bool bare = !a->unit[0] || strcmp(a->unit, "1") == 0;
  if (size > 0 && (size < 1e-2 || size >= 1e5)) {
    const int exponent = 3 * (int)floor(log10(size) / 3);
    a->factor = pow(10, -exponent);
    write_power(exponent, power, sizeof power);
  }
  if (bare && !power[0])
    snprintf(a->label, sizeof a->label, "%s", a->name);
  else
    write_label(a, power, power[0] && !bare ? " " : "", bare ? "" : a->unit);
}

void axis_fit(axis *a) {
  const double size = a->low > a->high ? 0 : fmax(fabs(a->low), fabs(a->high));
  const parsed p = parse_unit(a->unit);
  a->factor = 1;
  if (!p.base) {
    fit_power(a, size);
    return;
  }
  const prefix *chosen = prefix_for(&p, size * pow(10, p.exponent));
  if (size == 0 || (size >= 0.1 && size < 5000) || chosen->exponent == p.exponent) {
    write_label(a, a->unit, "", "");
    return;
  }
  a->factor = pow(10, p.exponent - chosen->exponent);
  write_label(a, chosen->sign, p.base, p.rest);
}
