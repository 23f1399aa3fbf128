/* The unit of a column of a run, in the dataset's units, as a sign: "mm/s". */
#ifndef LASH_CLI_COLUMN_UNIT_H
#define LASH_CLI_COLUMN_UNIT_H

#include "axis.h"
#include "lash_session.h"

/* "" when the dataset does not say: a request of a routine, a formula, no UNITS. Of a column of a
 * run's table: "request_1.csv", "parts.csv", "forces.csv", "energy.csv"; `place` counts from 0,
 * which is time. */
void unit_of_column(const lash_model *model, const char *table, const char *heading, size_t place,
                    char *unit, size_t size);

/* A form of quantities in signs: "length/time" is "mm/s" in a dataset of millimetres; what is no
 * quantity stays as it is. */
void dataset_unit(const lash_model *model, const char *form, char *unit, size_t size);

/* Axes of a column, of time, and of anything else in such units. */
axis column_axis(const lash_model *model, const lash_column *column);
axis dataset_axis(const lash_model *model, const char *name, const char *form);

#endif
