/* Inside of Lash: whoever watches over laws from outside is told when their code begins and ends.
 *
 * Nobody is told of formulas, which end by themselves, nor of laws that run inside a user's
 * routine, which is watched already. */
#ifndef LASH_LAW_WATCH_H
#define LASH_LAW_WATCH_H

struct open_law;

/* From now on; before laws are opened, as descriptors are wrapped only where somebody listens. */
void law_watch(void (*begin)(void), void (*end)(void));

void law_begins(void);
void law_ends(void);

/* Puts law->contact or law->friction, whole descriptors of somebody's, behind functions that tell.
 * Does nothing without a watcher. */
void law_watch_contact(struct open_law *law);
void law_watch_friction(struct open_law *law);

#endif
