/* When a step was accepted, and what is remembered then.
 *
 * A host that runs Cbksub of this library says so itself. For other hosts the
 * advance of the converged time (c_timget) tells: the newest state evaluated at that time, not as a
 * perturbation, is the accepted one. */
#ifndef LASH_ROUTINES_MEMORY_H
#define LASH_ROUTINES_MEMORY_H

#include "lash_joint.h"

/* Forgets everything: states are those of `now`. */
void memory_reset(element *e, const snapshot *now);

/* Accepts a step that ends in `now`. */
void memory_commit(element *e, const snapshot *now);

/* Call with every state that is not a perturbation, before evaluating it: commits the step before,
 * if it has been accepted since, and notes this state. */
void memory_follow(element *e, const snapshot *now);

/* The same for a CONTACT, whose host calls only while there is contact: `start` is where a contact
 * that begins with this state began. And for its accepted steps that Cbksub announces. */
void memory_follow_contact(element *e, const snapshot *now, const snapshot *start);
void memory_accept_contact(element *e, double time);

/* Commits the newest state if it has been accepted; before saving. */
void memory_catch_up(element *e);

/* Set while Cbksub announces accepted steps. */
void memory_set_events(bool announced);
bool memory_has_events(void);

/* iflag 7 and 9. */
void memory_save(element *e);
void memory_reload(element *e);

#endif
