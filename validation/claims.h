/* Claims: reading claims.csv, measuring, judging, and seeing that they can fail. */
#ifndef LASH_VALIDATION_CLAIMS_H
#define LASH_VALIDATION_CLAIMS_H

#include "lash_validation.h"
#include "runs.h"

/* The columns of claims.csv; that of readings is there only where there are any. */
enum { CLAIMS_FIELDS = 11, CLAIMS_READING = 1 };
extern const char *const claims_heading[CLAIMS_FIELDS];

/* Reads a case's claims.csv into `out`; a rule that cannot be read is refused with its row. */
lash_status claims_read(const char *path, lash_validation_case *out, lash_error *error);

/* Reads the files of claims whose published value is one: "curve fig12.csv", beside claims.csv. In
 * their measures they are called published: rms_to(run.force_N, published.force). */
lash_status claims_curves(const char *path, const lash_validation_case *c, run_list *runs,
                          lash_error *error);

/* The name by which a claim's curves are kept among the runs; NULL: it has none. */
const char *claim_curves(const lash_claim *claim);

/* Refuses measures that name a run or a column that is not in the list, or a run without an energy
 * balance. `path` is for the message. */
lash_status claims_check(const char *path, const lash_validation_case *c, const run_list *runs,
                         lash_error *error);

/* Writes claims.csv anew with the verdicts of now as those on record; claims that were not run keep
 * theirs. */
lash_status claims_write(const char *path, const lash_validation_case *c, lash_error *error);

/* The jobs of a case, all members of a run together. */
typedef struct case_results {
  const run_list *runs;
  const run_job *jobs;
  size_t job_count;
} case_results;

/* What a rule asks for: a number from `low` to `high`. */
typedef struct claim_rule {
  lash_verdict good;  /* the verdict when it holds: "explained if above 2" */
  lash_verdict other; /* and when it does not */
  bool open;          /* no number is asked for: `good` in any case */
  bool closed;        /* the limits belong to it: `near` */
  double low, high;
} claim_rule;

/* "near 3 within 0.1", "between 1 and 2", "above 0", "below 1"; before it "VERDICT if ", behind it
 * " else VERDICT"; or a verdict alone. */
lash_status claim_rule_read(const char *text, claim_rule *rule, lash_error *error);

/* How a measure spreads over the members of its ensembles. */
typedef struct claim_spread {
  double freedom;  /* of Student's distribution */
  bool by_factors; /* a product or quotient of sizes: judged by logarithms */
  bool left_out;   /* a run was not carried out */
} claim_spread;

/* The measure of a claim over its ensembles: every number that the formula makes of a curve is
 * replaced by its mean over the members, so that a ratio is one of means; its standard error by the
 * delta method. Sets computed, error, low, high, members. */
lash_status claim_measure(lash_claim *claim, const case_results *results, claim_spread *spread,
                          lash_error *error);

/* How far the measure is from a limit, in standard errors; by factors when the spread and the
 * limit are such. */
double claim_distance(const lash_claim *claim, const claim_spread *spread, double limit);

/* Fills in what was computed and the verdicts of all claims of a case: ensembles at 95 %, Holm's
 * correction over all of them. */
void claims_judge(lash_validation_case *c, const case_results *results, bool quick);

/* A suite whose claims cannot fail says nothing: changes the curves of every run that names an
 * ideal one into that one's (LASH_IDEAL, the run itself need not be carried out), or twice as far
 * from them (LASH_DOUBLED). What the ideal one has no curve for is zero (mutate.c). */
lash_status mutate_jobs(run_job *jobs, size_t count, lash_mutation mutation, lash_error *error);

#endif
