/* Mistakes that are legal: what a beginner would want to hear before the first step. */
#ifndef LASH_REVIEW_H
#define LASH_REVIEW_H

#include "lash_model.h"
#include "lash_system.h"

typedef void lash_say(void *context, const char *text);

/* Looks at an assembled and committed start and says, one sentence each with file and line: bodies
 * that begin inside one another (how deep, which parts), clearances above a tenth of the radius
 * (sizes in a STRING are in metres whatever UNITS says), initial velocities that assembly had to
 * change by more than 1 % (`given` is the y of lash_system_initial(), `y` the assembled one). */
void lash_review_start(const lash_model *model, lash_system *system, const double *given,
                       const double *y, lash_say *say, void *context);

#endif
