/* Leaving a user's routine from inside an SDK function. */
#include "guard.h"

bool lash_guard_run(lash_running *frame, void (*body)(void *argument), void *argument) {
  volatile bool returned = false; /* survives the leap */
  frame->outer = lash_running_current();
  if (sigsetjmp(frame->escape, 0) == 0) {
    lash_running_set(frame);
    body(argument);
    returned = true;
  }
  lash_running_set(frame->outer);
  return returned;
}
