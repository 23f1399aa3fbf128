/* Recording samples of a run. */
#include "rig_curve.h"

#include <string.h>

void curve_begin(lash_curve *curve, const char *const *names) {
  if (!curve) return;
  curve->rows = 0;
  curve->names = names;
  for (curve->columns = 0; names[curve->columns]; curve->columns++) continue;
}

void curve_add(lash_curve *curve, const double *row) {
  if (!curve || curve->rows == curve->capacity) return;
  memcpy(curve->data + curve->rows * curve->columns, row, curve->columns * sizeof *row);
  curve->rows++;
}
