/* What numbers are large against: a torque of 1e-14 N m is zero in a mechanism of 10 N and 1 m. */
#include <math.h>
#include <string.h>

#include "axis.h"
#include "curve_unit.h"
#include "diff.h"

/* The greatest number of a column. */
static double greatest_of(const curve_table *t, size_t c) {
  double greatest = 0;
  for (size_t r = 0; t->number[c] && r < t->rows; r++) {
    if (isfinite(t->number[c][r])) greatest = fmax(greatest, fabs(t->number[c][r]));
  }
  return greatest;
}

static double greatest_of_table(const curve_table *t) {
  double greatest = 0;
  for (size_t c = 1; c < t->columns; c++) greatest = fmax(greatest, greatest_of(t, c));
  return greatest;
}

/* The greatest of both sides in a unit, whatever columns of its kind are written in. */
static double greatest_in(const diff *d, const char *unit) {
  const curve_set *const side[] = {&d->result, &d->reference};
  double greatest = 0, factor;
  for (size_t k = 0; k < 2; k++) {
    for (size_t i = 0; i < side[k]->tables; i++) {
      const curve_table *t = &side[k]->table[i];
      for (size_t c = 1; c < t->columns; c++) {
        const axis heading = axis_of(t->heading[c]);
        if (strcmp(heading.unit, unit) == 0)
          factor = 1;
        else if (!curve_unit_is(heading.unit, unit, &factor))
          continue;
        greatest = fmax(greatest, factor * greatest_of(t, c));
      }
    }
  }
  return greatest;
}

/* What the rest of a mechanism would make of a unit: forces at their distances a torque, velocities
 * a rate, and angles are of the order of 1. */
static double expected_in(const diff *d, const char *unit) {
  const double length = greatest_in(d, "m");
  double factor, expected = 0;
  if (curve_unit_is("N m", unit, &factor))
    expected = greatest_in(d, "N") * length;
  else if (curve_unit_is("rad", unit, &factor))
    expected = 1;
  else if (curve_unit_is("rad/s", unit, &factor))
    expected = greatest_in(d, "m/s") / length;
  else if (curve_unit_is("rad/s^2", unit, &factor))
    expected = greatest_in(d, "m/s^2") / length;
  else
    return 0;
  return isfinite(expected) ? factor * expected : 0;
}

/* A column without a unit is held against its table. */
static double scale_without_unit(const curve_pair *pair, double noise) {
  const curve_table *mine = pair->result.table, *theirs = pair->reference.table;
  const double own = fmax(greatest_of(mine, pair->result.column), greatest_of_table(theirs));
  const double rest = fmax(greatest_of_table(mine), greatest_of_table(theirs));
  return own > noise * rest ? greatest_of_table(theirs) : rest;
}

double diff_scale(const diff *d, const curve_pair *pair, double noise) {
  const axis result = axis_of(pair->result.table->heading[pair->result.column]);
  const char *unit = pair->unit[0] ? pair->unit : result.unit;
  if (!unit[0]) return scale_without_unit(pair, noise);
  const double own = greatest_in(d, unit),
               rest = fmax(greatest_of_table(pair->reference.table), expected_in(d, unit));
  return own > noise * rest ? own : rest;
}
