/* The model text (MJCF) of a scene. Masses are placeholders: MuJoCo's compiler refuses inertias
 * that a dataset may have, so they are set in the compiled model. */
#ifndef LASH_HOSTS_MJCF_H
#define LASH_HOSTS_MJCF_H

#include "scene.h"

/* Points at which two bodies are tied to close a loop: the more, the less freedom is left. */
int lash_mjcf_ties(int type); /* SPHERICAL 1, REVOLUTE 2, FIXED 3, else 0 */

/* Bodies are named b<index>, joints j<body>_<n> in the order they act from the parent, ties
 * c<link>_<n>. Free with free(). NULL without memory. */
char *lash_mjcf_write(const lash_scene *scene, double step, double armature_turn,
                      double armature_slide, size_t *size);

#endif
