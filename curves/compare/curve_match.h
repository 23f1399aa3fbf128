/* Which column of one set is which of another.
 *
 * By table and column where both say the same; else by what they are of: part "crank" in a results
 * file is PART/2 of a run's parts.csv, request 5 is request_5.csv. Names count before ids: an id is
 * looked at only where one of the two has no name. */
#ifndef LASH_CURVE_MATCH_H
#define LASH_CURVE_MATCH_H

#include "curve_view.h"

typedef struct curve_pair {
  char name[320]; /* "request_1.f2" */
  char unit[48];  /* of the reference; "" when unknown */
  curve_place result, reference;
  double factor, time_factor; /* bring the result to the reference's units */
} curve_pair;

typedef struct curve_pairs {
  curve_pair *item;
  size_t count;
  size_t missing;   /* columns of the reference that the result does not have */
  char missed[320]; /* the first of them */
} curve_pairs;

/* What is asked for; both lists may be empty: then it is everything that both have, but for error
 * bars and what is left of an energy balance. */
typedef struct curve_wishes {
  const char *const *column; /* "request/1.f2", in both; or in the result, where the reference has
                                one column only */
  size_t columns;
  const char *const *map; /* "RESULT=REFERENCE" */
  size_t maps;
} curve_wishes;

/* Fails where nothing belongs together, or two units do not. Free it in every case. */
lash_status curve_pairs_find(const curve_set *result, const curve_set *reference,
                             const curve_wishes *wishes, curve_pairs *pairs, lash_error *error);
void curve_pairs_free(curve_pairs *pairs);

/* Both curves of a pair, in the reference's units; to be freed by curve_view_free(). */
lash_status curve_pair_views(const curve_pair *pair, curve_view *result, curve_view *reference,
                             lash_error *error);

#endif
