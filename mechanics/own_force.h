/* Own forces, for the solver and the hosts: which element is whose, and the call. */
#ifndef LASH_MECHANICS_OWN_FORCE_H
#define LASH_MECHANICS_OWN_FORCE_H

#include "lash_own_force.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_own_list {
  const lash_own_force *item; /* the caller's */
  size_t count;
} lash_own_list;

/* The statement that tables and messages show for one that has no element. */
#define LASH_OWN_STATEMENT "OWN_FORCE"

/* The force that computes this element, or NULL; `routine` is what its ROUTINE says, or NULL. */
const lash_own_force *lash_own_find(const lash_own_list *list, const char *statement, int id,
                                    const char *routine);

/* Before a model is built: functions are there, and names are of one of the two kinds. */
lash_status lash_own_check(const lash_own_list *list, lash_error *error);

/* After: for one with a name that no element answered to. */
lash_status lash_own_unused(const lash_own_force *force, lash_error *error);

/* Asks for the six numbers. `floating`: J stands at I's origin. */
lash_status lash_own_evaluate(const lash_own_force *force, const lash_own_call *call, bool floating,
                              double wrench[6], lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
