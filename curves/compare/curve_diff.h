/* What tells two curves apart, and how far.
 *
 *   curve_difference d;
 *   curve_diff(&result, &reference, &tolerance, &d, &error);
 *   d.same, d.words                      "1.01 times as large"
 *
 * Both are looked at where both are, on the times of both together. */
#ifndef LASH_CURVE_DIFF_H
#define LASH_CURVE_DIFF_H

#include "curve_view.h"

/* Half-widths of the tube around the reference. */
typedef struct curve_tolerance {
  double time;  /* as t is; NAN: a tenth of the time between the reference's points */
  double value; /* as a share of the reference's range */
  double noise; /* and at least this, as x is */
} curve_tolerance;

/* What a difference looks like. */
typedef enum curve_cause {
  CURVE_AS_IT_IS,  /* inside of the tube */
  CURVE_SHIFTED,   /* earlier or later */
  CURVE_SCALED,    /* times a number */
  CURVE_OFFSET,    /* plus a number */
  CURVE_SPIKE,     /* a few points */
  CURVE_STRETCHED, /* slower or faster all along */
  CURVE_MOVED,     /* earlier or later, and times a number */
  CURVE_LINE,      /* times a number, and plus a number */
  CURVE_APART,     /* alike at first, then not */
  CURVE_SHORT,     /* the result does not reach as far as the reference */
  CURVE_STEADY,    /* nearly constant: what it varies by is no measure of it */
  CURVE_OTHER
} curve_cause;

const char *curve_cause_name(curve_cause cause);

typedef struct curve_difference {
  double from, to; /* where both are */
  size_t points;   /* compared */
  double range;    /* of the reference, or the noise where that is more */
  /* the greatest difference, when, and the rms, as shares of the range */
  double greatest, greatest_at, rms;
  /* by how much the result is later, times as large, more; and what rms that would leave */
  double shift, shift_leaves;
  double scale, scale_leaves;
  double offset, offset_leaves;
  /* main frequency of the reference, and degrees by which the result lags there; NAN: none */
  double frequency, phase;
  /* the points farthest from zero: of the result, of the reference */
  double peak[2], peak_at[2];
  /* the tube, when the result leaves it first (NAN: never), where it then is and should be, and the
   * share of the points outside */
  curve_tube tube;
  double leaves_at, leaves_value, leaves_low, leaves_high, outside;
  bool same;
  curve_cause cause;
  double cause_at;
  char words[200]; /* the cause for people */
} curve_difference;

lash_status curve_diff(const curve_view *result, const curve_view *reference,
                       const curve_tolerance *tolerance, curve_difference *d, lash_error *error);

/* The rms of the difference as a share of the reference's range; degrees by which the result lags
 * at the reference's main frequency (NAN: it has none). */
double curve_rms_to(const curve_view *result, const curve_view *reference);
double curve_phase_to(const curve_view *result, const curve_view *reference);
/* Share of the times of both at which the result is outside of the tube. */
double curve_outside(const curve_view *result, const curve_view *reference, curve_tube tube);

/* ------------------------------------------------------------------------------------- chaos */

/* Curves that no two programs can agree on point by point are compared by what they are like: each
 * is cut into blocks, what is measured in a block is one draw of it. */
enum { CURVE_STATISTICS = 12, CURVE_BLOCKS = 8 };

typedef struct curve_statistic {
  const char *name; /* "mean", "10 % of the time below", … */
  double mean[2],
      reach[2];       /* of result and reference: mean over the blocks, half its 95 % interval */
  double probability; /* of such a difference if there were none (Welch) */
  bool differs;       /* beyond chance at 5 %, shared by all (Holm) */
} curve_statistic;

/* `count` statistics, at most CURVE_STATISTICS. Fails when there are less than 16 points in a
 * block. */
lash_status curve_statistics(const curve_view *result, const curve_view *reference,
                             curve_statistic *statistic, size_t *count, lash_error *error);

/* Orientations in a form that can be compared: three Euler angles jump by whole turns and cannot be
 * told apart near singular positions, the nine numbers of the rotation never. Wherever columns PSI,
 * THETA, PHI (body 3-1-3, in radians or in degrees as their unit says) stand together in a table,
 * R11 … R33 stand in their place. What comes before the names stays: "PART_2_PSI (rad)" becomes
 * "PART_2_R11". Cells are gone afterwards (curve_rotation.c). */
lash_status curve_rotations(curve_set *set, lash_error *error);

#endif
