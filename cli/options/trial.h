/* The first instant of a run: everything that a run would refuse is refused here, and nothing is
 * simulated or written. */
#ifndef LASH_CLI_TRIAL_H
#define LASH_CLI_TRIAL_H

#include "lash_model.h"

/* What --engine auto would choose: compiled equations, or why not. */
typedef struct trial_engine {
  bool compiled;
  char text[200];
} trial_engine;

/* Makes the system as `lash run` would, user libraries and their set-up included, assembles it, and
 * evaluates accelerations, requests and switches once. What fails is added to `found` and returned;
 * what a run would say on the way is added as a warning. `engine` may be NULL. */
lash_status trial_start(const lash_model *model, trial_engine *engine, lash_diagnostics *found);

/* The same for a command file and its dataset: commands that change the model are carried out on
 * it, the model is tried at the first SIMULATE and whenever it has changed since. */
lash_status trial_commands(const lash_script *script, lash_model *model, lash_diagnostics *found);

#endif
