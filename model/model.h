/* What the files of this folder share about models: generic access to the arrays, reference
 * resolution, changing one element. */
#ifndef LASH_MODEL_INTERNAL_H
#define LASH_MODEL_INTERNAL_H

#include "arguments.h"

/* Empty arrays, defaults of the single statements, an arena. False when out of memory. */
bool model_init(lash_model *model, const char *file);

/* Adds a zeroed element of a kind that has an array; NULL when out of memory. */
void *model_append(lash_model *model, lash_kind kind);

/* Element `index` of the kind's array, or the single statement itself. */
void *model_at(const lash_model *model, lash_kind kind, size_t index);

/* Sorts the ids of every kind and reports duplicates. */
void model_sort(lash_model *model);

/* Looks up every reference of one element; what does not exist is reported. */
void model_resolve(lash_model *model, const statement *of, void *element,
                   lash_diagnostics *diagnostics);

/* Finds the ground part; reports when there is none or more than one. */
void model_find_ground(lash_model *model);

/* The statement's name, '/', and id at the beginning of its text. `id` is 0 for single kinds.
 * Reports and returns NULL when it cannot be read. */
const statement *parse_head(parse_context *context, cursor *c, int *id);

/* Carries out a statement that gives new values to an existing element. False when there were
 * errors; the model is then as before. `given` receives the arguments met, and may be NULL. */
bool model_modify(lash_model *model, parse_context *context, const char *text, uint64_t *given);

#endif
