/* lash sub test: purity, dependencies, partials, saving, action = reaction, passivity. */
#ifndef LASH_CLI_SUB_TEST_H
#define LASH_CLI_SUB_TEST_H

#include "sub.h"

/* Puts a force routine through its paces about the bench's markers and prints what was found.
 * LASH_FAILURE when a demand was not met, or what the routine failed with. */
lash_status sub_test_run(sub_bench *bench, const lash_routine *routine, const sub_element *element,
                         lash_error *error);

#endif
