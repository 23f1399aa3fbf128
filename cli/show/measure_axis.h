/* The axis of a measure: its text, and the unit that its kind and its column give it. */
#ifndef LASH_CLI_MEASURE_AXIS_H
#define LASH_CLI_MEASURE_AXIS_H

#include "axis.h"
#include "lash_study.h"

axis measure_axis(const lash_model *model, const lash_measures *measures, size_t index);

#endif
