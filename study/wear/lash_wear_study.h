/* Wear over many cycles of a mechanism: a few of them are run, the others jumped.
 *
 * One cycle is run with the surfaces as they are, and its moments are kept: where the journal
 * pressed, how hard, how far it slid. They are slid through as often as there are cycles to jump
 * (lash_wear_jump), for half the jump; the cycle is run again on these surfaces; and the whole jump
 * is made with its moments. What the first moments would have given instead tells how far off the
 * jump may be: it is made shorter until that is within the part asked for, and all of it is added
 * up. */
#ifndef LASH_WEAR_STUDY_H
#define LASH_WEAR_STUDY_H

#include "lash_joint.h"
#include "lash_study.h"

enum { LASH_WEAR_JOINTS_MAX = 8 };

struct lash_wear_result;

typedef struct lash_wear_plan {
  double cycles;       /* to go */
  double period;       /* of one, in the dataset's unit of time */
  double settle;       /* cycles run before one is looked at */
  double first;        /* … before the very first */
  size_t samples;      /* moments of a cycle */
  double tolerance;    /* part of the depth that jumps may be off */
  size_t jumps;        /* at most */
  const char *profile; /* file to start from; NULL: fresh */
  /* after each jump, to keep what there is so far; what is not LASH_OK ends the study */
  lash_status (*jumped)(void *context, const struct lash_wear_result *so_far, lash_error *error);
  /* at each step of a cycle that is run; false ends the study, "interrupted" */
  bool (*proceed)(void *context);
  void *context;
} lash_wear_plan;

/* A joint after so many cycles. */
typedef struct lash_wear_stage {
  double cycles;
  double error; /* of the depths so far, m */
  lash_joint_worn worn;
} lash_wear_stage;

typedef struct lash_wear_history {
  int id; /* GFORCE */
  lash_joint joint;
  lash_wear_stage *stage;
} lash_wear_history;

typedef struct lash_wear_result {
  size_t joints, stages; /* the first stage is the start */
  lash_wear_history joint[LASH_WEAR_JOINTS_MAX];
  size_t runs;   /* cycles that were run */
  bool finished; /* all cycles are done */
} lash_wear_result;

lash_wear_plan lash_wear_defaults(void);

/* To be freed in every case. */
lash_status lash_wear_study(const lash_study *study, const lash_wear_plan *plan,
                            lash_wear_result *result, lash_error *error);
void lash_wear_result_free(lash_wear_result *result);

/* Greatest depth of a body at a stage over both ends, where; and volume of both ends. */
double lash_wear_stage_depth(const lash_wear_history *joint, size_t stage, int body, double *angle);
double lash_wear_stage_volume(const lash_wear_history *joint, size_t stage, int body);

/* What was counted as it was taken away: the balance is this against the volume. */
double lash_wear_stage_account(const lash_wear_history *joint, size_t stage, int body);

/* profile.csv: all stages of all joints, or the last one read into a joint. */
lash_status lash_wear_write(const lash_wear_result *result, const char *folder, lash_error *error);
lash_status lash_wear_read(const char *file, int id, const lash_joint *joint, lash_joint_worn *worn,
                           lash_error *error);

#endif
