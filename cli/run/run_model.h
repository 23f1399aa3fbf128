/* The dataset that a folder of results came from. */
#ifndef LASH_CLI_RUN_MODEL_H
#define LASH_CLI_RUN_MODEL_H

#include "lash_model.h"

/* As its summary.json says; NULL: it does not, or the dataset is not there any more or cannot be
 * read. To be freed by run_model_free(). */
lash_model *run_model(const char *folder);
void run_model_free(lash_model *model);

#endif
