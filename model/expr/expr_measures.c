/* The table of measures. */
#include "lash_expr.h"

typedef struct measure_row {
  const char *name;
  lash_measure_class class;
  int least, most;
  const char *words;
} measure_row;

static const measure_row rows[LASH_MEASURE_COUNT] = {
#define ROW(name, class, least, most, words) {#name, LASH_MEASURE_##class, least, most, words},
    LASH_MEASURES(ROW)
#undef ROW
};

int lash_measure_find(const char *name) {
  if (lash_same_name(name, "VTORQ")) return LASH_MEASURE_VTORQUE; /* as Adams spells it */
  for (int i = 0; i < LASH_MEASURE_COUNT; i++) {
    if (lash_same_name(rows[i].name, name)) return i;
  }
  return -1;
}

const char *lash_measure_name(lash_measure_kind kind) { return rows[kind].name; }
lash_measure_class lash_measure_class_of(lash_measure_kind kind) { return rows[kind].class; }
int lash_measure_least_args(lash_measure_kind kind) { return rows[kind].least; }
int lash_measure_most_args(lash_measure_kind kind) { return rows[kind].most; }
const char *lash_measure_words(lash_measure_kind kind) { return rows[kind].words; }
