/* Formulas inside other texts: ${2*pi*rpm/60}. */
#include <stdio.h>
#include <string.h>

#include "formula.h"

enum { FORMULA_TEXT_MAX = 512 };

lash_status formula_fill_in(const char *text, const formula_names *names, char *out, size_t size,
                            lash_error *error) {
  size_t used = 0;
  out[0] = '\0';
  while (*text) {
    const char *end = strncmp(text, "${", 2) == 0 ? strchr(text, '}') : NULL;
    char piece[FORMULA_TEXT_MAX];
    if (end) {
      double value;
      snprintf(piece, sizeof piece, "%.*s", (int)(end - text - 2), text + 2);
      const lash_status status = formula_number(piece, names, &value, error);
      if (status != LASH_OK) return status;
      snprintf(piece, sizeof piece, "%.17g", value);
      text = end + 1;
    } else {
      snprintf(piece, sizeof piece, "%c", *text++);
    }
    const int length = snprintf(out + used, size - used, "%s", piece);
    used += (size_t)length;
    if (used >= size) return lash_fail(error, LASH_BAD_INPUT, "a value is too long");
  }
  return LASH_OK;
}
