/* A row of four-bar windows: rods of 1 m and 1 kg, all uprights in step, so that the row swings
 * like one pendulum whatever its length. */
#ifndef LASH_BENCHMARKS_ROW_H
#define LASH_BENCHMARKS_ROW_H

#include <stdio.h>

/* Writes the dataset; REQUEST/1 has the angle of the first upright as f1. */
void row_write(FILE *f, int loops);

/* The angle of the uprights after time t, by an integration of the pendulum's own equation. */
double row_angle(int loops, double t);

#endif
