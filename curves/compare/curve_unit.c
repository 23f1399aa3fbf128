#include "curve_unit.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { LENGTH, MASS, TIME, ANGLE, KINDS };

typedef struct unit {
  double factor; /* to SI */
  int power[KINDS];
} unit;

#define FORCE \
  { 1, 1, -2, 0 }
#define ENERGY \
  { 2, 1, -2, 0 }

static const struct {
  const char *name;
  double factor;
  int power[KINDS];
} units[] = {
    {"m", 1, {1, 0, 0, 0}},
    {"meter", 1, {1, 0, 0, 0}},
    {"metre", 1, {1, 0, 0, 0}},
    {"mm", 1e-3, {1, 0, 0, 0}},
    {"millimeter", 1e-3, {1, 0, 0, 0}},
    {"cm", 1e-2, {1, 0, 0, 0}},
    {"centimeter", 1e-2, {1, 0, 0, 0}},
    {"km", 1e3, {1, 0, 0, 0}},
    {"kilometer", 1e3, {1, 0, 0, 0}},
    {"um", 1e-6, {1, 0, 0, 0}},
    {"µm", 1e-6, {1, 0, 0, 0}},
    {"in", 0.0254, {1, 0, 0, 0}},
    {"inch", 0.0254, {1, 0, 0, 0}},
    {"ft", 0.3048, {1, 0, 0, 0}},
    {"foot", 0.3048, {1, 0, 0, 0}},
    {"kg", 1, {0, 1, 0, 0}},
    {"kilogram", 1, {0, 1, 0, 0}},
    {"g", 1e-3, {0, 1, 0, 0}},
    {"gram", 1e-3, {0, 1, 0, 0}},
    {"tonne", 1e3, {0, 1, 0, 0}},
    {"megagram", 1e3, {0, 1, 0, 0}},
    {"pound_mass", 0.45359237, {0, 1, 0, 0}},
    {"s", 1, {0, 0, 1, 0}},
    {"sec", 1, {0, 0, 1, 0}},
    {"second", 1, {0, 0, 1, 0}},
    {"ms", 1e-3, {0, 0, 1, 0}},
    {"millisecond", 1e-3, {0, 0, 1, 0}},
    {"min", 60, {0, 0, 1, 0}},
    {"minute", 60, {0, 0, 1, 0}},
    {"hour", 3600, {0, 0, 1, 0}},
    {"rad", 1, {0, 0, 0, 1}},
    {"radian", 1, {0, 0, 0, 1}},
    {"radians", 1, {0, 0, 0, 1}},
    {"deg", 0.017453292519943295, {0, 0, 0, 1}},
    {"degree", 0.017453292519943295, {0, 0, 0, 1}},
    {"degrees", 0.017453292519943295, {0, 0, 0, 1}},
    {"°", 0.017453292519943295, {0, 0, 0, 1}},
    {"r", 6.283185307179586, {0, 0, 0, 1}},
    {"N", 1, FORCE},
    {"newton", 1, FORCE},
    {"kN", 1e3, FORCE},
    {"knewton", 1e3, FORCE},
    {"mN", 1e-3, FORCE},
    {"dyne", 1e-5, FORCE},
    {"kgf", 9.80665, FORCE},
    {"kg_force", 9.80665, FORCE},
    {"lbf", 4.4482216152605, FORCE},
    {"pound_force", 4.4482216152605, FORCE},
    {"J", 1, ENERGY},
    {"joule", 1, ENERGY},
    {"mJ", 1e-3, ENERGY},
    {"kJ", 1e3, ENERGY},
    {"W", 1, {2, 1, -3, 0}},
    {"watt", 1, {2, 1, -3, 0}},
    {"kW", 1e3, {2, 1, -3, 0}},
    {"Pa", 1, {-1, 1, -2, 0}},
    {"pascal", 1, {-1, 1, -2, 0}},
    {"MPa", 1e6, {-1, 1, -2, 0}},
    {"Hz", 1, {0, 0, -1, 0}},
    {"hertz", 1, {0, 0, -1, 0}},
    {"1", 1, {0, 0, 0, 0}},
};

/* Signs as they stand, words in any case: mm is not MM, but Meter is meter. */
static bool find(const char *name, size_t length, unit *found) {
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    const size_t n = strlen(units[i].name);
    const bool same = n > 3 ? strncasecmp(units[i].name, name, length) == 0
                            : strncmp(units[i].name, name, length) == 0;
    if (n != length || !same) continue;
    found->factor = units[i].factor;
    memcpy(found->power, units[i].power, sizeof found->power);
    return true;
  }
  return false;
}

/* The exponent at `at`: "^2", "**2", "2", "²", "³", "^-1"; 1 where there is none. */
static int exponent(const char **at) {
  const char *p = *at;
  int sign = 1, value = 1;
  if (strncmp(p, "²", 2) == 0) return *at += 2, 2;
  if (strncmp(p, "³", 2) == 0) return *at += 2, 3;
  if (*p == '^') p++;
  if (strncmp(p, "**", 2) == 0) p += 2;
  if (*p == '-') sign = -1, p++;
  if (isdigit((unsigned char)*p)) value = *p - '0', *at = p + 1;
  return sign * value;
}

static bool read_unit(const char *text, unit *total) {
  int side = 1;
  *total = (unit){.factor = 1};
  for (const char *at = text; *at;) {
    unit part;
    if (*at == ' ' || (*at == '*' && at[1] != '*')) {
      at++;
      continue;
    }
    if (strncmp(at, "·", 2) == 0) {
      at += 2;
      continue;
    }
    if (*at == '/') {
      side = -1, at++;
      continue;
    }
    size_t length = strcspn(at, " */^0123456789");
    for (size_t i = 0; i < length; i++) {
      if (strncmp(at + i, "²", 2) == 0 || strncmp(at + i, "³", 2) == 0 ||
          strncmp(at + i, "·", 2) == 0)
        length = i;
    }
    if (*at == '1' && length == 0) length = 1;
    if (!find(at, length, &part)) return false;
    at += length;
    const int power = side * exponent(&at);
    for (int k = 0; k < power; k++) total->factor *= part.factor;
    for (int k = 0; k > power; k--) total->factor /= part.factor;
    for (int k = 0; k < KINDS; k++) total->power[k] += power * part.power[k];
    side = 1;
  }
  return true;
}

bool curve_unit_factor(const char *from, const char *to, double *factor) {
  unit a, b;
  *factor = 1;
  if (!*from || !*to || strcmp(from, to) == 0) return true;
  if (!read_unit(from, &a) || !read_unit(to, &b)) return true;
  if (memcmp(a.power, b.power, sizeof a.power) != 0) return false;
  *factor = a.factor / b.factor;
  return true;
}

bool curve_unit_is(const char *from, const char *to, double *factor) {
  unit known;
  return *from && *to && read_unit(from, &known) && read_unit(to, &known) &&
         curve_unit_factor(from, to, factor);
}
