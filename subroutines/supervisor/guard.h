/* Runs a user's routine so that its wish to stop ends only the call.
 *
 * Crashes and endless loops are not for this process to survive: lash_supervisor.h. The routine's
 * own memory is not freed when it stops, and destructors of its C++ objects do not run. */
#ifndef LASH_GUARD_H
#define LASH_GUARD_H

#include "running.h"

/* Calls body(argument) inside `frame`. Returns true when it came back by itself; false when it
 * asked to stop, for the frame's reason. */
bool lash_guard_run(lash_running *frame, void (*body)(void *argument), void *argument);

#endif
