/* `lash graph` behind its command line: drawing the screw bond graph. */
#ifndef LASH_CLI_GRAPH_H
#define LASH_CLI_GRAPH_H

#include <stdio.h>

#include "lash_bonds.h"
#include "lash_model.h"

/* "PART/3 rod" or "JOINT/1 REVOLUTE" into `text`. */
void graph_name(const lash_model *model, const lash_junction *junction, char *text, size_t size);

/* The graph in the DOT language: half arrows point where power counts positive, strokes stand where
 * the wrench is imposed, each bond is labelled with its power. */
void graph_write_dot(const lash_bond_graph *graph, const lash_model *model, const char *title,
                     FILE *out);

/* The same as a picture, drawn by graphviz. */
lash_status graph_draw(const lash_bond_graph *graph, const lash_model *model, const char *title,
                       const char *file, lash_error *error);

#endif
