/* When a step was accepted: an element's memory follows its host.
 *
 * A host that runs Cbksub of this library says so itself. For other hosts the
 * advance of the converged time (c_timget) tells: the newest state evaluated at that time, not as a
 * perturbation, is the accepted one. */
#ifndef LASH_ROUTINES_FOLLOW_H
#define LASH_ROUTINES_FOLLOW_H

#include "element.h"

/* Call with every state that is not a perturbation, before evaluating it: commits the step before,
 * if it has been accepted since, and notes this state. */
void follow(element *e, const lash_joint_state *now);

/* The same where the mode of analysis and the converged time (SI) are known. */
void follow_told(element *e, const lash_joint_state *now, int mode, double converged);

/* The same for a CONTACT, whose host calls only while there is contact: `start` is where a contact
 * that begins with this state began. And for its accepted steps that Cbksub announces. */
void follow_contact(element *e, const lash_joint_state *now, const lash_joint_state *start);
void follow_accepted_contact(element *e, double time);

/* An accepted step; warns once of a bristle law whose damping kicks. */
void follow_commit(element *e, const lash_joint_state *now);

/* Commits the newest state if it has been accepted; before saving. */
void follow_catch_up(element *e);

/* iflag 7 and 9. */
void follow_save(element *e);
lash_status follow_reload(element *e, lash_error *error);

#endif
