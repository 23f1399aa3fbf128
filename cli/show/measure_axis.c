#include "measure_axis.h"

#include "column_unit.h"

axis measure_axis(const lash_model *model, const lash_measures *measures, size_t index) {
  const lash_measure *m = &measures->item[index];
  const bool of_column =
      m->kind->argument == LASH_TAKES_COLUMN; /* other kinds say their unit themselves */
  axis a = of_column ? column_axis(model, &measures->columns.item[m->column])
                     : dataset_axis(model, "", m->kind->unit);
  return axis_with(m->text, a.unit);
}
