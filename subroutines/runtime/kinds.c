/* The kinds of user subroutine and the symbols they go by. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "lash_loader.h"

#define ROW(kind, word, statement, c_name) {word, statement, c_name},
static const lash_routine_info kinds[] = {LASH_ROUTINE_KINDS(ROW)};

const lash_routine_info *lash_routine_info_at(lash_routine_kind kind) {
  return kind < LASH_ROUTINE_KIND_COUNT ? &kinds[kind] : NULL;
}

/* The sample routine of a GSE goes by two names. */
static const char *usual_name(const char *name) {
  return strcasecmp(name, "Gse_sample") == 0 ? "Gse_samp" : name;
}

bool lash_routine_kind_find(const char *name, lash_routine_kind *kind) {
  name = usual_name(name);
  for (size_t i = 0; i < LASH_ROUTINE_KIND_COUNT; i++) {
    if (lash_same_name(name, kinds[i].word) || lash_same_name(name, kinds[i].c_name)) {
      *kind = (lash_routine_kind)i;
      return true;
    }
  }
  return false;
}

bool lash_is_mixed_case(const char *name) {
  bool capital = false, small = false;
  for (; *name; name++) {
    capital = capital || isupper((unsigned char)*name);
    small = small || islower((unsigned char)*name);
  }
  return capital && small;
}

bool lash_routine_of_symbol(const char *symbol, lash_routine_kind *kind, lash_routine_form *form) {
  char name[64];
  size_t n = strlen(symbol);
  if (n >= sizeof name) return false;
  memcpy(name, symbol, n + 1);
  *form = lash_is_mixed_case(name) ? LASH_FORM_C : LASH_FORM_FORTRAN;
  if (*form == LASH_FORM_FORTRAN && n > 1 && name[n - 1] == '_') name[n - 1] = '\0';
  const char *usual = usual_name(name);
  for (size_t i = 0; i < LASH_ROUTINE_KIND_COUNT; i++) {
    bool same = *form == LASH_FORM_C ? strcmp(kinds[i].c_name, usual) == 0
                                     : strcasecmp(kinds[i].c_name, usual) == 0;
    if (!same) continue;
    *kind = (lash_routine_kind)i;
    return true;
  }
  return false;
}
