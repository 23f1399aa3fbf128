/* An axis of a plot: what is on it, in a unit whose numbers can be read.
 *
 *   axis y = axis_of("force_N");
 *   for (…) axis_see(&y, force[i]);
 *   axis_fit(&y);                       y.label is "force (kN)", y.factor 1e-3
 *
 * Numbers go to the plot multiplied by the factor. Units take the prefixes of the SI; a number
 * without a unit, or whose unit takes none, gets a power of ten in the label. */
#ifndef LASH_AXIS_H
#define LASH_AXIS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct axis {
  char name[160], unit[48];
  double low, high; /* of what was seen; low > high before anything was */
  /* by axis_fit(): */
  double factor;
  char label[240];
} axis;

/* "force (N)", "force [N]" and "force_N" are a name and a unit, as is "v_m_s" in m/s; "PART_2_X"
 * and "DX(33,41)" are names only. */
axis axis_of(const char *heading);
axis axis_with(const char *name, const char *unit);

void axis_see(axis *a, double value); /* what is not finite is not seen */
void axis_fit(axis *a);

#endif
