/* Anybody's results against a dataset: do its joints hold, is F = m a, is energy balanced in the
 * states that the results show? */
#ifndef LASH_CLI_RESULTS_AUDIT_H
#define LASH_CLI_RESULTS_AUDIT_H

#include "part_motions.h"

/* How far something is off at its worst, as a share of the greatest there is of it, and when. */
typedef struct audit_measure {
  double worst, at, rms;
} audit_measure;

typedef struct audit_part {
  const lash_part *part;
  audit_measure acceleration; /* of the results against the model's; turning counts by the radius of
                                 gyration */
  double scale;
} audit_part;

typedef struct audit_joint {
  lash_element_name joint;
  const char *name;
  audit_measure reaction;
} audit_joint;

typedef struct audit {
  size_t rows;
  audit_measure places, speeds; /* how well joints and motions hold */
  audit_measure kinematics; /* velocities against differences of places: the results' own error */
  audit_measure energy;     /* what is left over of the energy exchanged */
  audit_part *part;
  size_t parts;
  audit_joint *joint; /* those that the results have */
  size_t joints;
  bool accelerations; /* the results have them */
  size_t redundant;   /* constraints: single reactions are then not to be compared */
  size_t states;      /* of the model that the results do not have */
} audit;

/* Free it in every case. */
lash_status results_audit_make(audit *a, const part_motions *motions, const lash_model *model,
                               lash_error *error);
void results_audit_free(audit *a);

/* The greatest of what must hold; `what` says of what. */
double results_audit_worst(const audit *a, char *what, size_t size);

#endif
