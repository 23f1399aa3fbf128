/* Motion of a model's parts as somebody's results have it: a .res of Adams, or the folder of a run.
 *
 * Parts are found by name, by id where one of the two has no name. Everything is brought to the
 * model's units and to mass centres, in ground axes. */
#ifndef LASH_CLI_PART_MOTIONS_H
#define LASH_CLI_PART_MOTIONS_H

#include "curve_set.h"
#include "lash_model.h"
#include "lash_system.h"

/* Quantities of a part, three numbers each. */
enum {
  MOTION_PLACE,
  MOTION_ANGLES,
  MOTION_VELOCITY,
  MOTION_SPIN,
  MOTION_ACCELERATION,
  MOTION_TURNING,
  MOTION_QUANTITIES
};

typedef struct part_source {
  const lash_part *part;
  lash_mass mass;
  const curve_table *table;
  size_t column[MOTION_QUANTITIES]; /* of the first of three; 0: not there */
  double factor[MOTION_QUANTITIES];
  bool at_centre; /* of mass; else at the part's origin */
} part_source;

typedef struct part_motions {
  curve_set set;
  size_t rows;
  const double *time; /* in the results' unit */
  double time_factor;
  part_source *item; /* every moving part of the model */
  size_t count;
  bool accelerations; /* they are there for all parts */
} part_motions;

/* `steps` as in curve_reading. Free it in every case. */
lash_status part_motions_read(part_motions *m, const char *path, const lash_model *model,
                              const char *steps, lash_error *error);
void part_motions_free(part_motions *m);

/* Motion of part `index` in a row: places, rotation (row major), and the rest, of its mass centre.
 */
typedef struct part_motion {
  double place[3], rotation[9], velocity[3], spin[3], acceleration[3], turning[3];
} part_motion;

void part_motions_at(const part_motions *m, size_t index, size_t row, part_motion *motion);

/* The names of their first columns, behind what names the part. */
extern const char *const motion_first_of[MOTION_QUANTITIES];

/* By how much a point moves differently that stands at `arm`, all in ground axes, from one of the
 * same body with that spin and turning. */
void motion_of_arm(const double spin[3], const double turning[3], const double arm[3],
                   double velocity[3], double acceleration[3]);

/* Writes the row into a state of the system, and its accelerations into `vdot` (NULL: not asked
 * for); what the results do not have (states of DIFF and the like) stays as it is. The time is
 * returned. */
double part_motions_state(const part_motions *m, size_t row, const lash_system *system, double *y,
                          double *vdot);

#endif
