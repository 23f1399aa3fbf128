/* One named value inside a STRING statement. */
#ifndef LASH_MODEL_MODIFY_STRING_H
#define LASH_MODEL_MODIFY_STRING_H

#include "lash_model.h"

/* STRING/id.NAME = value: replaces the value behind "NAME=" in the text; a name that is not there
 * is added at the end (the routine that reads the text refuses what it does not know). */
lash_status model_modify_string(lash_model *model, int id, const char *name, const char *value,
                                lash_error *error);

/* The number behind "NAME=" in such a text; NAN when it is not there. */
double model_number_in_string(const char *text, const char *name);

#endif
