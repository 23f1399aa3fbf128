/* Running a rig from names and settings; shared by `lash rig` and `lash compare`. */
#ifndef LASH_CLI_RIGGING_H
#define LASH_CLI_RIGGING_H

#include "lash_rigs.h"
#include "law_settings.h"

typedef struct rig_run {
  lash_friction friction; /* or, on a rig for films or wear, one of these */
  lash_film film;
  lash_wear wear;
  const char *law; /* its name */
  lash_params of_law;
  lash_params params; /* of the rig */
  double values[LASH_RIG_RESULTS_MAX];
  lash_curve curve; /* after rigging_execute; free it with curve_free */
} rig_run;

/* By name; NULL or unknown is an error that lists the rigs. */
lash_status rigging_find(const char *name, const lash_rig **rig, lash_error *error);

/* Sets up the law and the rig; each takes the settings it knows. */
lash_status rigging_prepare(const lash_rig *rig, const char *law, cli_settings *settings,
                            rig_run *run, lash_error *error);

/* Runs the experiment. */
lash_status rigging_execute(const lash_rig *rig, rig_run *run, lash_error *error);

#endif
