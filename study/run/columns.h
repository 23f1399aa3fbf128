/* Columns against a system. */
#ifndef LASH_STUDY_COLUMNS_H
#define LASH_STUDY_COLUMNS_H

#include "lash_study.h"

/* Finds the requests of columns: `request` gets one number per column. */
lash_status columns_bind(const lash_columns *columns, const lash_system *system, size_t *request,
                         lash_error *error);

/* The columns' values at the system's current state. */
lash_status columns_evaluate(const lash_columns *columns, const size_t *request,
                             lash_system *system, double *row, lash_error *error);

#endif
