#include "units.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

const char *const units_base[UNITS_BASES] = {"kg", "m", "s", "A", "K", "rad"};

/* Those of the laws (SI), and what a dataset's UNITS may say, as lash_unit_text() writes it. */
static const struct {
  const char *name;
  int power[UNITS_BASES];
  double factor;
} symbols[] = {{"1", {0}, 1},
               {"kg", {1}, 1},
               {"g", {1}, 1e-3},
               {"mg", {1}, 1e-6},
               {"ug", {1}, 1e-9},
               {"ng", {1}, 1e-12},
               {"t", {1}, 1e3},
               {"Mg", {1}, 1e3},
               {"lb", {1}, 0.45359237},
               {"klb", {1}, 453.59237},
               {"oz", {1}, 0.028349523125},
               {"m", {0, 1}, 1},
               {"km", {0, 1}, 1e3},
               {"cm", {0, 1}, 1e-2},
               {"mm", {0, 1}, 1e-3},
               {"um", {0, 1}, 1e-6},
               {"nm", {0, 1}, 1e-9},
               {"in", {0, 1}, 0.0254},
               {"ft", {0, 1}, 0.3048},
               {"yd", {0, 1}, 0.9144},
               {"mi", {0, 1}, 1609.344},
               {"s", {0, 0, 1}, 1},
               {"ms", {0, 0, 1}, 1e-3},
               {"us", {0, 0, 1}, 1e-6},
               {"ns", {0, 0, 1}, 1e-9},
               {"min", {0, 0, 1}, 60},
               {"h", {0, 0, 1}, 3600},
               {"d", {0, 0, 1}, 86400},
               {"K", {0, 0, 0, 0, 1}, 1},
               {"rad", {0, 0, 0, 0, 0, 1}, 1},
               {"N", {1, 1, -2}, 1},
               {"kN", {1, 1, -2}, 1e3},
               {"MN", {1, 1, -2}, 1e6},
               {"cN", {1, 1, -2}, 1e-2},
               {"mN", {1, 1, -2}, 1e-3},
               {"uN", {1, 1, -2}, 1e-6},
               {"nN", {1, 1, -2}, 1e-9},
               {"dyn", {1, 1, -2}, 1e-5},
               {"kgf", {1, 1, -2}, 9.80665},
               {"lbf", {1, 1, -2}, 4.4482216152605},
               {"klbf", {1, 1, -2}, 4448.2216152605},
               {"ozf", {1, 1, -2}, 0.27801385095378125},
               {"pdl", {1, 1, -2}, 0.138254954376},
               {"J", {1, 2, -2}, 1},
               {"W", {1, 2, -3}, 1},
               {"Pa", {1, -1, -2}, 1},
               {"Hz", {0, 0, -1}, 1}};
enum { SYMBOLS = sizeof symbols / sizeof symbols[0] };

static int find(const char *text, size_t length) {
  for (int k = 0; k < SYMBOLS; k++)
    if (strlen(symbols[k].name) == length && strncmp(symbols[k].name, text, length) == 0) return k;
  return -1;
}

/* The exponent behind a '^', one digit; 1 when there is none. False: not a number. */
static bool exponent(const char **text, int *value) {
  *value = 1;
  if (**text != '^') return true;
  const bool minus = (*text)[1] == '-';
  *text += minus ? 2 : 1;
  if (!isdigit((unsigned char)**text)) return false;
  *value = (minus ? -1 : 1) * (*(*text)++ - '0');
  return !isdigit((unsigned char)**text) && **text != '.';
}

bool units_parse(const char *text, units_meaning *m) {
  int sign = 1;
  *m = (units_meaning){.factor = 1};
  while (*text) {
    const size_t length = strcspn(text, " */^");
    const int k = length ? find(text, length) : -1;
    int times;
    text += length;
    if (k < 0 || !exponent(&text, &times)) return false;
    for (int b = 0; b < UNITS_BASES; b++) m->power[b] += sign * times * symbols[k].power[b];
    m->factor *= pow(symbols[k].factor, sign * times);
    if (*text == '/') sign = -1;
    if (*text && !strchr(" */", *text)) return false;
    if (*text) text++;
  }
  return true;
}
