/* FLEX_BODY statements and the modal files they name. */
#ifndef LASH_FLEX_STATEMENT_H
#define LASH_FLEX_STATEMENT_H

#include "lash_modal.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lash_model;
struct lash_flex_body;
struct lash_marker;

/* Reads the body that FILE names (relative to the dataset's folder), keeps the MODES asked for,
 * says it in the dataset's units and sets damping ratios from CRATIO unless that is a USER
 * function. `frequency`, when given, is set to the modes' frequencies in Hz (to be freed). Messages
 * name dataset, line and file. */
lash_status lash_flex_body_load(const struct lash_model *model,
                                const struct lash_flex_body *statement, lash_modal *body,
                                double **frequency, lash_error *error);

/* The node a marker of that body is on, -1 for the moving frame (no NODE_ID); fails for a node that
 * is not in the file. */
lash_status lash_flex_body_node(const struct lash_model *model, const struct lash_marker *marker,
                                const lash_modal *body, int *node, lash_error *error);

/* Checks all of a model's FLEX_BODY statements: adds what is wrong with their files, modes and
 * nodes to model->diagnostics. */
void lash_flex_body_check(struct lash_model *model);

#ifdef __cplusplus
}
#endif

#endif
