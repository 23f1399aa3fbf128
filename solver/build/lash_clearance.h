/* Which joints of a dataset have clearance: GFORCEs of our routine library whose STRING gives the
 * radii of bearing and journal, or of socket and ball. */
#ifndef LASH_CLEARANCE_H
#define LASH_CLEARANCE_H

#include "lash_model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_clearance {
  int force;        /* id of the GFORCE */
  int outer, inner; /* ids of the markers in the middle of bearing and journal */
  double play;      /* difference of the radii, in the dataset's length */
  bool sphere;      /* else a journal, whose axis is the outer marker's z */
} lash_clearance;

/* Joint number `index`; false when there are no more. */
bool lash_clearance_at(const lash_model *model, size_t index, lash_clearance *clearance);

#ifdef __cplusplus
}
#endif

#endif
