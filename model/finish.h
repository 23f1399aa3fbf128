/* Checks of single statements once all references are resolved. */
#ifndef LASH_MODEL_FINISH_H
#define LASH_MODEL_FINISH_H

#include "arena.h"
#include "table.h"

typedef struct finish_context {
  lash_model *model;
  lash_diagnostics *diagnostics; /* the model's own, or a scratch list while changing it */
} finish_context;

/* Report about one element, with its file and line. */
void finish_error(finish_context *context, const void *element, const char *format, ...)
    LASH_PRINTF(3, 4);
void finish_warning(finish_context *context, const void *element, const char *format, ...)
    LASH_PRINTF(3, 4);
void finish_unsupported(finish_context *context, const void *element, const char *format, ...)
    LASH_PRINTF(3, 4);

/* Memory ended while the element was looked at. */
void finish_no_memory(finish_context *context, const void *element);

/* The MATERIAL of that NAME or id; its index is -1 when there is none. */
lash_ref finish_material(const finish_context *context, const char *text);

/* A marker on an FE_PART names one of its nodes. */
void finish_beam_marker(finish_context *context, const lash_marker *marker);

/* The marker a reference names, or NULL. */
const lash_marker *finish_marker(const finish_context *context, lash_ref ref);

/* True when both markers are known and sit on one body. */
bool finish_same_body(const finish_context *context, lash_ref a, lash_ref b);

/* For joints and forces between markers: both known, on different bodies, not floating. `what` says
 * what they cannot do otherwise: "hold them together". */
void finish_two_markers(finish_context *context, const void *element, lash_ref i, lash_ref j);

/* JFLOAT must be a floating marker. */
void finish_floating(finish_context *context, const void *element, lash_ref marker,
                     const char *role);

/* Reports arguments of `names` (ends with NULL) that the element lacks: "SCREW needs PITCH". */
void finish_needs(finish_context *context, const void *element, const char *what,
                  const char *const *names);

/* SPLINE: reads the points from its FILE; checks them wherever they come from. */
void finish_spline_file(finish_context *context, lash_spline_statement *spline);
void finish_spline_points(finish_context *context, lash_spline_statement *spline);

extern const choice exact_words[]; /* LASH_EXACT_… */

/* Rows of the two markers that something acts between; of where a body is. */
#define TWO_MARKERS(T) \
  REF(T, "I", i, MARKER, .flags = ARG_REQUIRED), REF(T, "J", j, MARKER, .flags = ARG_REQUIRED)
#define PLACEMENT(T)                                                          \
  VECTOR(T, "QG", qg, 3, 3), VECTOR(T, "REULER", reuler, 3, 3, .group = 'o'), \
      VECTOR(T, "ZG", zg, 3, 3, .group = 'o', .side = 1),                     \
      VECTOR(T, "XG", xg, 3, 3, .group = 'o', .side = 1)
/* Rows of starting velocities, alike for all bodies. */
#define VELOCITIES(T)                                               \
  NUMBER(T, "VX", velocity[0], 0), NUMBER(T, "VY", velocity[1], 0), \
      NUMBER(T, "VZ", velocity[2], 0), REF(T, "VM", vm, MARKER)
#define ROTATION_RATES(T)                                                                   \
  NUMBER(T, "WX", omega[0], 0), NUMBER(T, "WY", omega[1], 0), NUMBER(T, "WZ", omega[2], 0), \
      REF(T, "WM", wm, MARKER)

#endif
