/* Claims: reading claims.csv, measuring, judging. */
#ifndef LASH_VALIDATION_CLAIMS_H
#define LASH_VALIDATION_CLAIMS_H

#include "lash_validation.h"
#include "runs.h"

/* The columns of claims.csv. */
enum { CLAIMS_FIELDS = 10 };
extern const char *const claims_heading[CLAIMS_FIELDS];

/* Reads a case's claims.csv into `out`. */
lash_status claims_read(const char *path, lash_validation_case *out, lash_error *error);

/* Writes claims.csv anew with the verdicts of now as those on record; claims that were not run keep
 * theirs. */
lash_status claims_write(const char *path, const lash_validation_case *c, lash_error *error);

/* The jobs of a case, all members of a run together. */
typedef struct case_results {
  const run_list *runs;
  const run_job *jobs;
  size_t job_count;
} case_results;

/* Fills in what was computed and the verdict. */
void claim_judge(lash_claim *claim, const case_results *results, bool quick);

/* Whether `value` satisfies "near 3 within 0.1", "between 1 2", "above 0", "below 1" or "true";
 * with a margin it must do so at value - margin and value + margin too. */
lash_status claim_rule_holds(const char *rule, double value, double margin, bool *holds,
                             lash_error *error);

#endif
